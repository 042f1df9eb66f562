"""Pairs with closed forms: number, order, place and depth of contacts are the reference's in any pose.

Tolerance: positions of order 1 pass through some twenty roundings and one square root, and a nearest point
moves by the rounding over the sine of the angle between the axes, which is above 1e-6 here: 1e-9.
"""

import itertools

import numpy as np
import pytest

from tests.support.contacts import PairScene, difference, random_quat

SIZES = {
    "plane": [1, 1, 0.1],
    "sphere": [0.2],
    "capsule": [0.1, 0.3],
    "ellipsoid": [0.1, 0.2, 0.3],
    "cylinder": [0.15, 0.3],
    "box": [0.1, 0.2, 0.3],
}
PLANE = [("plane", kind) for kind in ("sphere", "capsule", "ellipsoid", "cylinder", "box")]
SPHERE = [("sphere", kind) for kind in ("sphere", "capsule", "cylinder", "box")]
CAPSULE = [("capsule", "capsule"), ("capsule", "box")]


def poses(rng, count, spread):
    """Pairs of poses: general, turned by right angles, nearly aligned; a fifth of places in sixteenths."""
    for k in range(count):
        p = rng.uniform(-spread, spread, 3)
        yield (
            (np.zeros(3), random_quat(rng, k % 3)),
            (np.round(16 * p) / 16 if k % 5 == 4 else p, random_quat(rng, k // 3 % 3)),
        )


@pytest.mark.parametrize("margin", [0.0, 0.1])
@pytest.mark.parametrize("pair", PLANE + SPHERE + CAPSULE, ids="-".join)
def test_closed_forms_are_the_reference_in_random_poses(pair, margin):
    scene = PairScene(pair[0], SIZES[pair[0]], pair[1], SIZES[pair[1]], margin)
    rng = np.random.default_rng(5)
    touching = 0
    for first, second in poses(rng, 45, 0.5):
        ref, ours = scene.at(*([second] if pair[0] == "plane" else [first, second]))
        worst = difference(ref, ours)
        assert worst[0] < 1e-9, (worst, second)
        touching += ref.ncon > 0
    assert touching > 10


@pytest.mark.parametrize("kind", [0, 2], ids=["general", "nearly aligned"])
def test_boxes_are_the_reference_in_random_poses(kind):
    scene = PairScene("box", [0.4, 0.5, 0.6], "box", [0.3, 0.2, 0.35])
    rng = np.random.default_rng(6)
    touching = 0
    for _ in range(80):
        first = np.zeros(3), random_quat(rng, kind)
        second = rng.uniform(-0.8, 0.8, 3), random_quat(rng, kind)
        ref, ours = scene.at(first, second)
        worst = difference(ref, ours)
        assert worst[0] < 1e-7, (worst, first, second)  # nearly parallel edges divide by their sine
        touching += ref.ncon > 0
    assert touching > 40


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("size", [[1, 1, 1], [0.5, 1, 1], [2, 1, 1], [0.5, 0.5, 1], [1, 0.5, 1]], ids=str)
def test_stacked_aligned_boxes_touch_at_the_corners_of_their_common_face(size, axis):
    turn = [(axis + 1) % 3, (axis + 2) % 3, axis]
    second = np.empty(3)
    second[turn] = size
    scene = PairScene("box", [1, 1, 1], "box", second)
    for x, y, side in itertools.product((0, 0.5, -0.5), (0, 0.5), (1.75, -1.75)):
        place = np.empty(3)
        place[turn] = x, y, side
        ref, ours = scene.at((np.zeros(3), (1, 0, 0, 0)), (place, (1, 0, 0, 0)))
        assert ours.ncon == 4
        assert difference(ref, ours)[0] < 1e-12  # round numbers: no rounding but of the last digit


def test_parallel_capsules_touch_twice_and_crossed_ones_once():
    scene = PairScene("capsule", [0.1, 0.5], "capsule", [0.1, 0.3])
    upright, lying = (1, 0, 0, 0), (1, 1, 0, 0)
    for z in (0, 0.1, 0.6, -0.6, 0.85):
        ref, ours = scene.at((np.zeros(3), upright), ((0.15, 0, z), upright))
        assert ours.ncon == 2
        assert difference(ref, ours)[0] < 1e-12
    ref, ours = scene.at((np.zeros(3), upright), ((0.15, 0, 0.1), lying))
    assert ours.ncon == 1
    assert difference(ref, ours)[0] < 1e-12


def test_concentric_spheres_and_axes_have_the_normal_of_the_reference():
    place = np.array([0.1, 0.2, 0.3])
    for kind in ("sphere", "capsule", "cylinder", "box"):
        scene = PairScene("sphere", SIZES["sphere"], kind, SIZES[kind])
        for first in ((1, 0, 0, 0), (1, 0.4, 0, 0), (1, 0.2, -0.3, 0.5)):
            ref, ours = scene.at((place, first), (place, (1, 0, 0, 0)))
            assert difference(ref, ours)[0] < 1e-12, kind
