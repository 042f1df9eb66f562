"""Pairs with closed forms: number, order, place and depth of contacts are the reference's in any pose.

Tolerance: positions of order 1 pass through some twenty roundings and one square root, and a nearest point
moves by the rounding over the sine of the angle between the axes, which is above 1e-6 here: 1e-9.
"""

import itertools

import numpy as np
import pytest

import gelenk
from tests.support.contacts import PairScene, difference, random_quat
from tests.support.tolerance import tol

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
        assert worst[0] < tol(1e-9), (worst, second)
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
        assert worst[0] < tol(1e-7), (worst, first, second)  # nearly parallel edges divide by their sine
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
        assert difference(ref, ours)[0] < tol(1e-12)  # round numbers: no rounding but of the last digit


def test_parallel_capsules_touch_twice_and_crossed_ones_once():
    scene = PairScene("capsule", [0.1, 0.5], "capsule", [0.1, 0.3])
    upright, lying = (1, 0, 0, 0), (1, 1, 0, 0)
    for z in (0, 0.1, 0.6, -0.6, 0.85):
        ref, ours = scene.at((np.zeros(3), upright), ((0.15, 0, z), upright))
        assert ours.ncon == 2
        assert difference(ref, ours)[0] < tol(1e-12)
    ref, ours = scene.at((np.zeros(3), upright), ((0.15, 0, 0.1), lying))
    assert ours.ncon == 1
    assert difference(ref, ours)[0] < tol(1e-12)


def test_concentric_spheres_and_axes_have_the_normal_of_the_reference():
    place = np.array([0.1, 0.2, 0.3])
    for kind in ("sphere", "capsule", "cylinder", "box"):
        scene = PairScene("sphere", SIZES["sphere"], kind, SIZES[kind])
        for first in ((1, 0, 0, 0), (1, 0.4, 0, 0), (1, 0.2, -0.3, 0.5)):
            ref, ours = scene.at((place, first), (place, (1, 0, 0, 0)))
            assert difference(ref, ours)[0] < tol(1e-12), kind


def grown_out(points, center, size):
    """How far points are outside a level box."""
    return np.abs(np.asarray(points).reshape(-1, 3) - center) - size


def test_level_boxes_touch_only_where_they_face_each_other():
    """With a margin 3.5.0 adds a vertex of one box far outside the other, or leaves out a corner."""
    size1, size2, margin = np.array([0.4, 0.5, 0.6]), np.array([0.3, 0.2, 0.35]), 0.1
    scene = PairScene("box", size1, "box", size2, margin)
    rng = np.random.default_rng(8)
    for _ in range(60):
        place, axis = rng.uniform(-0.9, 0.9, 3) * (size1 + size2), rng.integers(3)
        place[axis] = np.copysign(size1[axis] + size2[axis] + rng.uniform(-0.02, 0.08), place[axis])
        _, ours = scene.at((np.zeros(3), (1, 0, 0, 0)), (place, (1, 0, 0, 0)))
        assert ours.ncon == 4
        gap = np.abs(place[axis]) - size1[axis] - size2[axis]
        np.testing.assert_allclose(ours.contact.dist, gap, atol=tol(1e-12))
        for center, size in ((0.0, size1), (place, size2)):
            assert grown_out(ours.contact.pos, center, size).max() < max(0.5 * gap, 0.0) + 1e-12


@pytest.mark.parametrize("turn", [0.0, 1e-4], ids=["level", "nearly level"])
def test_boxes_that_pass_each_other_within_the_margin_touch(turn):
    """Edge beside edge: at the ends of their common part, halfway across the gap, at the distance of the edges.

    Turned edges have a normal of their own, their product, along which distances are measured, to faces that it
    meets askew: no less than the gap.
    """
    size1, size2, margin = np.array([0.4, 0.5, 0.6]), np.array([0.3, 0.2, 0.35]), 0.1
    scene = PairScene("box", size1, "box", size2, margin)
    rng = np.random.default_rng(9)
    for _ in range(60):
        axis, gap = rng.integers(3), rng.uniform(0.01, 0.06, 2)
        sides = [(axis + 1) % 3, (axis + 2) % 3]
        place = rng.uniform(-0.5, 0.5, 3)
        place[sides] = np.copysign((size1 + size2)[sides] + gap, place[sides])
        quat = np.r_[1.0, turn * rng.standard_normal(3)]
        _, ours = scene.at((np.zeros(3), (1, 0, 0, 0)), (place, quat))
        assert ours.ncon > 0
        bound = 1e-12 + 8.0 * turn  # a turn moves a corner by twice its angle times at most 0.5, either way
        assert np.all(ours.contact.dist > max(gap) - bound)
        if not turn:
            np.testing.assert_allclose(ours.contact.dist, np.hypot(*gap), atol=tol(1e-12))
            middle = np.tile(0.5 * gap, (ours.ncon, 1))
            np.testing.assert_allclose(
                grown_out(ours.contact.pos, 0.0, size1)[:, sides], middle, atol=tol(1e-12)
            )


STACKED = """<mujoco><worldbody><body><freejoint/><geom type="capsule" size=".05 {}" euler="0 {} 0"/></body>
<body pos="{} 0 .09"><freejoint/><geom type="capsule" size=".05 {}" euler="0 {} 0"/></body></worldbody></mujoco>"""


def stacked(angle, half1, half2, shift, release, turn1=90, turn2=90):
    """Contacts of two capsules along x, one above the other, the upper one tilted by an angle."""
    m = gelenk.MjModel.from_xml_string(STACKED.format(half1, turn1, shift, half2, turn2), release=release)
    d = gelenk.MjData(m)
    d.qpos[10:] = np.cos(angle / 2), 0, np.sin(angle / 2), 0
    gelenk.mj_forward(m, d)
    return d


@pytest.mark.parametrize("angle, release, count", [(9e-5, "4.0", 2), (1.1e-4, "4.0", 1), (9e-5, "3.5", 1)])
def test_capsules_at_an_angle_below_1e_4_are_parallel_in_later_models(angle, release, count):
    # measured on mujoco 4.0.0, where the bound of sin^2 is 1e-8 for any lengths
    for half1, half2 in ((0.2, 0.15), (0.05, 0.05), (1, 2)):
        assert stacked(angle, half1, half2, 0.03, release).ncon == count


@pytest.mark.parametrize(
    "half1, half2, shift, ends",
    [
        (0.2, 0.15, 0.03, (-0.12, 0.18)),  # measured on mujoco 4.0.0
        (0.15, 0.2, 0.03, (-0.15, 0.15)),
        (0.2, 0.2, -0.03, (-0.2, 0.17)),
        (0.2, 0.15, 0.1, (-0.05, 0.2)),
        (0.2, 0.2, 0.41, (0.205, 0.205)),  # none in common: both at the nearest ends
    ],
)
def test_parallel_capsules_touch_at_the_ends_of_what_they_have_in_common(half1, half2, shift, ends):
    for turn1, turn2 in ((90, 90), (90, -90), (-90, 90), (-90, -90)):  # along the axis of the first
        d = stacked(0, half1, half2, shift, "4.0", turn1, turn2)
        wanted = ends if turn1 > 0 else ends[::-1]
        np.testing.assert_allclose(d.contact.pos[:, 0], wanted, rtol=0, atol=tol(1e-12))
        if shift < 0.4:
            np.testing.assert_allclose(d.contact.dist, -0.01, rtol=0, atol=tol(1e-12))
    # the ends of the upper one, 5e-5 rad from parallel: measured, with 6 digits
    d = stacked(5e-5, 0.2, 0.15, 0.03, "4.0")
    np.testing.assert_allclose(d.contact.pos[:, 0], [-0.12, 0.18], rtol=0, atol=tol(1e-6))
    np.testing.assert_allclose(d.contact.dist, [-0.009993, -0.010007], rtol=0, atol=tol(1e-6))
