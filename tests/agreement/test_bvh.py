"""Trees of bounding boxes are those of the reference, node by node: of bodies, meshes and flexes, in this order.

Tolerance: boxes are sums of a few products of numbers near one; those of planes are 1e10 wide.
"""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

KINDS = ("sphere", "capsule", "ellipsoid", "cylinder", "box")


def same_trees(text):
    ours, reference = gelenk.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string(text)
    for name in ("nbvh", "nbvhstatic", "nbvhdynamic"):
        assert getattr(ours, name) == getattr(reference, name), name
    for owner in ("body", "mesh", "flex"):
        for column in ("bvhadr", "bvhnum"):
            name = f"{owner}_{column}"
            np.testing.assert_array_equal(getattr(ours, name), getattr(reference, name), name)
    for name in ("bvh_child", "bvh_depth", "bvh_nodeid"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(reference, name), name)
    np.testing.assert_allclose(ours.bvh_aabb, reference.bvh_aabb, rtol=tol(1e-9), atol=tol(1e-9))
    data = gelenk.MjData(ours)
    assert data.bvh_aabb_dyn.shape == (reference.nbvhdynamic, 6) and data.bvh_active.shape == (
        reference.nbvh,
    )


def numbers(rng, low, high, n=3):
    return " ".join(f"{x:.4g}" for x in rng.uniform(low, high, n))


@pytest.mark.parametrize("seed", range(12))
def test_bodies_of_several_geoms(seed):
    rng = np.random.default_rng(seed)

    def geoms():
        return "".join(
            f'<geom type="{rng.choice(KINDS)}" size="{numbers(rng, 0.1, 1)}" pos="{numbers(rng, -3, 3)}" '
            f'euler="{numbers(rng, 0, 360)}" contype="{rng.integers(2)}" conaffinity="{rng.integers(2)}"/>'
            for _ in range(rng.integers(1, 25))
        )

    same_trees(
        f'<mujoco><worldbody><geom type="plane" size="1 1 1" euler="{numbers(rng, 0, 90)}"/>{geoms()}'
        f"<body>{geoms()}<body/></body><body><joint/>{geoms()}</body></worldbody></mujoco>"
    )


@pytest.mark.parametrize("seed", range(6))
def test_equal_sides_and_equal_places(seed):
    """Geoms on a lattice: the first of equal sides is divided, geoms at equal places go by id."""
    rng = np.random.default_rng(seed)
    places = rng.integers(0, 3 + 2 * seed, (60, 3)) * (0.1 if seed % 2 else 0.25)
    text = "".join(f'<geom size="0.1" pos="{x} {y} {z}"/>' for x, y, z in places)
    plane = '<geom type="plane" size="1 1 1"/>' if seed > 3 else ""
    same_trees(f"<mujoco><worldbody>{text}{plane}</worldbody></mujoco>")


def test_meshes():
    rng = np.random.default_rng(1)
    mesh = f'<mesh name="points" vertex="{numbers(rng, -1, 1, 900)}"/>'
    mesh += '<mesh name="cone" builtin="cone" params="9 0.4"/>'
    mesh += '<mesh name="seen" builtin="wedge" params="6 7 30 20 0.2"/>'
    same_trees(
        f'<mujoco><asset>{mesh}</asset><worldbody><geom type="mesh" mesh="cone"/><body pos="1 2 3"><freejoint/>'
        '<geom type="mesh" mesh="points" euler="10 20 30"/><geom type="mesh" mesh="cone" pos="2 1 0"/>'
        '<geom type="mesh" mesh="seen" contype="0" conaffinity="0"/></body></worldbody></mujoco>'
    )


@pytest.mark.parametrize("dim, count", [(1, "7 1 1"), (2, "5 4 1"), (3, "3 4 3"), (3, "4 4 5")])
def test_flexes(dim, count):
    same_trees(
        '<mujoco><worldbody><geom type="plane" size="1 1 1"/><body name="b"><geom size="0.1"/>'
        f'<flexcomp name="f" type="grid" count="{count}" spacing="0.1 0.1 0.1" dim="{dim}" mass="1" radius="0.01"/>'
        f'</body><flexcomp name="g" type="grid" count="{count}" spacing="0.1 0.2 0.13" dim="{dim}" mass="1" '
        'radius="0.01"/></worldbody></mujoco>'
    )
