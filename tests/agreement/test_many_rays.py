"""mj_multiRay and mju_raySkin: the reference's answers, and those of one ray at a time."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

reference = pytest.importorskip("mujoco")

SCENE = """
<mujoco>
  <asset>
    <hfield name="h" nrow="4" ncol="5" size="1 1 .4 .1" elevation="0 .2 0 1 0  .5 .1 0 0 1  0 1 0 .3 0  1 0 0 .4 0"/>
    <mesh name="m" vertex="0 0 0  .4 0 0  0 .5 0  0 0 .6"/>
  </asset>
  <worldbody>
    <geom type="plane" size="0 0 1" pos="0 0 -1"/>
    <geom type="box" size=".05 6 .05" pos="4 0 1" group="1"/>
    <geom type="hfield" hfield="h" pos="2 0 -.8" group="2"/>
    <body pos="1 .2 .3"><freejoint/>
      <geom size=".2"/> <geom type="capsule" size=".1 .2" pos="0 1 0" group="3"/>
    </body>
    <body pos="-1 .5 .1"><freejoint/>
      <geom type="mesh" mesh="m" mass="1"/> <geom type="ellipsoid" size=".1 .2 .3" pos="0 -1 .1" group="5"/>
    </body>
    <geom type="cylinder" size=".3 .1" pos="0 -2 0" rgba="1 1 1 0"/>
    <geom type="cylinder" size=".3 .1" pos="0 -3 0" euler="30 20 0"/>
  </worldbody>
</mujoco>
"""
N = 400


@pytest.fixture(scope="module")
def both():
    worlds = []
    for module in (gelenk, reference):
        m = module.MjModel.from_xml_string(SCENE)
        d = module.MjData(m)
        module.mj_forward(m, d)
        worlds.append((module, m, d))
    return worlds


def cast(world, start, vec, groups, static, exclude, cutoff):
    module, m, d = world
    n = len(vec)
    geom, dist, normal = np.full(n, 7, np.int32), np.zeros(n), np.zeros(3 * n)
    module.mj_multiRay(m, d, start, vec.ravel(), groups, static, exclude, geom, dist, normal, n, cutoff)
    return geom, dist, normal.reshape(n, 3)


@pytest.mark.parametrize("cutoff", [0.8, 1.5, 3.0, 1e10])
@pytest.mark.parametrize("rule", ["all", "groups", "moving", "one body left out"])
def test_many_rays_meet_what_the_reference_says(both, cutoff, rule):
    rng = np.random.default_rng(3)
    start = np.array([0.1, 0.2, 0.3])
    vec = rng.standard_normal((N, 3)) * rng.uniform(0.1, 5.0, (N, 1))
    groups = np.array([1, 0, 1, 0, 1, 1], np.uint8) if rule == "groups" else None
    arguments = start, vec, groups, int(rule != "moving"), 1 if rule == "one body left out" else -1, cutoff
    ours, theirs = (cast(world, *arguments) for world in both)
    same = ours[0] == theirs[0]
    np.testing.assert_allclose(ours[1][same], theirs[1][same], rtol=tol(1e-6), atol=tol(1e-9))
    np.testing.assert_allclose(ours[2][same], theirs[2][same], atol=tol(1e-5))
    # the reference sorts geoms out by angles first, and misses a few that its own mj_ray meets
    assert same.mean() > 0.99
    module, m, d = both[1]
    for i in np.flatnonzero(~same):
        found = np.zeros(1, np.int32)
        dist = module.mj_ray(m, d, start, vec[i], *arguments[2:5], found)
        assert ours[0][i] == found[0] and ours[1][i] == pytest.approx(dist, rel=tol(1e-6))


def test_many_rays_are_single_rays_where_nothing_is_cut_off(both):
    module, m, d = both[0]
    start, vec = np.array([0.1, 0.2, 0.3]), np.random.default_rng(4).standard_normal((N, 3))
    geoms, dists, normals = cast(both[0], start, vec, None, 1, 2, 1e10)
    for direction, geom, dist, normal in zip(vec, geoms, dists, normals, strict=True):
        found, n = np.zeros(1, np.int32), np.zeros(3)
        assert dist == pytest.approx(
            module.mj_ray(m, d, start, direction, None, 1, 2, found, n), rel=tol(1e-14)
        )
        assert geom == found[0]
        np.testing.assert_allclose(normal, n, atol=tol(1e-14))


def test_what_is_beyond_the_cutoff_hides_nothing(both):
    """A ball beyond the cutoff in front of a wall whose bounding sphere reaches closer."""
    text = """<mujoco><worldbody><geom size=".1" pos="3 0 0"/>
              <geom type="box" size=".05 20 20" pos="5 0 0"/></worldbody></mujoco>"""
    for module, _, _ in both:
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        module.mj_forward(m, d)
        geom, dist, _ = cast((module, m, d), np.zeros(3), np.array([[1.0, 0, 0]]), None, 1, -1, 2.0)
        assert geom[0] == 1 and dist[0] == pytest.approx(4.95)


def test_a_plane_counts_by_its_distance(both):
    """An infinite plane has no center: the reference measures to its origin, and loses the floor far from it."""
    text = "<mujoco><worldbody><geom type='plane' size='0 0 1' pos='100 0 -1'/></worldbody></mujoco>"
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    down = np.array([[0.0, 0, -1]])
    assert cast((gelenk, m, d), np.zeros(3), down, None, 1, -1, 1.1)[1][0] == pytest.approx(1.0)
    assert cast((gelenk, m, d), np.zeros(3), down, None, 1, -1, 0.9)[1][0] == -1


def test_wrong_rays_are_refused(both):
    module, m, d = both[0]
    geom, dist = np.zeros(2, np.int32), np.zeros(2)
    start, vec = np.zeros(3), np.ones(6)
    for bad in (
        (start, vec, None, 1, -1, geom, dist, None, 3, 1.0),
        (start, vec[:3], None, 1, -1, geom, dist, None, 2, 1.0),
        (start, vec, None, 1, -1, geom, dist, np.zeros(3), 2, 1.0),
        (start, vec, None, 1, -1, geom, dist, None, -1, 1.0),
        (start, np.array([1.0, 0, 0, 0, 0, 0]), None, 1, -1, geom, dist, None, 2, 1.0),
    ):
        with pytest.raises((TypeError, ValueError), match="mj_multiRay"):
            module.mj_multiRay(m, d, *bad)


def test_a_ray_meets_a_skin_at_its_nearest_triangle():
    """Two walls, x = 1 and x = 2: the answer is where the ray meets the nearer one, in lengths of its vector."""
    wall = np.array([[0, -1, -1], [0, 1, -1], [0, 1, 1], [0, -1, 1]])
    vert = np.concatenate([wall + [1, 0, 0], wall + [2, 0, 0]]).astype(np.float32)
    face = np.array([[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]], np.int32)
    near = np.zeros(1, np.int32)
    arguments = (4, 8, face.ravel(), vert.ravel())
    assert gelenk.mju_raySkin(*arguments, np.zeros(3), np.array([2.0, 0.4, 0.5]), near) == 0.5
    assert near[0] == 2
    assert gelenk.mju_raySkin(*arguments, np.array([1.5, 0, 0]), np.array([0.5, -0.4, -0.5]), near) == 1.0
    assert near[0] == 4
    assert gelenk.mju_raySkin(*arguments, np.array([1.5, 0, 0]), np.array([0, 1.0, 0]), near) == -1.0
    assert gelenk.mju_raySkin(0, 0, [], [], np.zeros(3), np.ones(3), near) == -1.0
    for wrong in ((4, 7, face.ravel(), vert.ravel()), (3, 8, face.ravel(), vert.ravel())):
        with pytest.raises((TypeError, IndexError), match="mju_raySkin"):
            gelenk.mju_raySkin(*wrong, np.zeros(3), np.ones(3), near)
    with pytest.raises(IndexError, match="face"):
        gelenk.mju_raySkin(1, 3, [0, 1, 3], np.zeros(9), np.zeros(3), np.ones(3), near)
    with pytest.raises(ValueError, match="vec"):
        gelenk.mju_raySkin(*arguments, np.zeros(3), np.zeros(3), near)
