"""Rays against meshes and height fields: closed forms, and agreement with 3.5.0."""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.api import mj_rays as mj
from gelenk.modeling.compiler.aabb_tree import build_triangle_tree
from tests.support.mirror import mirror_data, mirror_model
from tests.support.shapes import HFIELDS, MESHES, ShapeScene, _text
from tests.support.tolerance import tol

NROW, NCOL, HEIGHTS = HFIELDS["hills"]
SCENE = f"""
<mujoco>
  <asset>
    <mesh name="drum" vertex="{_text(MESHES["drum"])}"/>
    <mesh name="stone" vertex="{_text(MESHES["stone"])}"/>
    <hfield name="hills" nrow="{NROW}" ncol="{NCOL}" size="1 1.2 .3 .1" elevation="{_text(HEIGHTS)}"/>
  </asset>
  <worldbody>
    <geom type="plane" size="0 0 1" pos="0 0 -3"/>
    <geom type="mesh" mesh="drum" pos="0 0 2" euler="10 20 30"/>
    <geom type="hfield" hfield="hills" euler="5 6 7"/>
    <geom type="mesh" mesh="stone" pos="1 1 1" euler="20 4 5" group="1"/>
    <geom type="capsule" size=".2 .3" pos="-1 1 1" euler="20 4 5"/>
    <body pos="-1 -1 1"><freejoint/><geom type="mesh" mesh="stone" rgba="1 1 1 0"/></body>
    <body pos="1 -1 1"><freejoint/><geom type="mesh" mesh="stone"/></body>
  </worldbody>
</mujoco>"""


@pytest.fixture(scope="module")
def scene():
    ref = mujoco.MjModel.from_xml_string(SCENE)
    ref_data = mujoco.MjData(ref)
    mujoco.mj_forward(ref, ref_data)
    m = mirror_model(ref)
    return ref, ref_data, m, mirror_data(ref, ref_data, m)


def without_tree(m):
    """A copy in which meshes have no tree of boxes."""
    import copy

    m = copy.copy(m)
    m._a_mesh_bvhadr[:] = -1
    return m


def rays(n, seed):
    rng = np.random.default_rng(seed)
    axes = np.r_[np.eye(3), -np.eye(3)]
    for i in range(n):
        start = rng.normal(size=3) + [0, 0, 1]
        yield start, axes[rng.integers(6)] if i % 8 == 0 else rng.normal(size=3) * rng.choice([0.1, 1, 3])


@pytest.mark.parametrize("tree", [True, False])
def test_first_geom_along_a_ray(scene, tree):
    ref, ref_data, m, d = scene
    m = m if tree else without_tree(m)
    hits = []
    for i, (start, direction) in enumerate(rays(500, 1)):
        group = np.array([1, i % 3 != 0, 1, 1, 1, 1], np.uint8)
        for_both = (group if i % 2 else None, i % 5 != 0, 7 if i % 7 == 0 else -1)
        theirs, ours = (np.zeros(1, np.int32), np.zeros(3)), (np.zeros(1, np.int32), np.zeros(3))
        want = mujoco.mj_ray(ref, ref_data, start, direction, *for_both, *theirs)
        got = mj.mj_ray(m, d, start, direction, *for_both, *ours)
        assert ours[0] == theirs[0]
        hits.append(int(ours[0][0]))
        # vertices are float32, from which 3.5.0 takes differences as such
        np.testing.assert_allclose(got, want, rtol=tol(1e-6), atol=tol(1e-8))
        np.testing.assert_allclose(ours[1], theirs[1], atol=tol(1e-5))
    assert set(hits) == {-1, 0, 1, 2, 3, 4, 6}  # geom 5 is transparent


@pytest.mark.parametrize(("name", "geom"), [("mj_rayMesh", 1), ("mj_rayHfield", 2)])
def test_one_geom(scene, name, geom):
    ref, ref_data, m, d = scene
    for start, direction in rays(500, 2):
        start = start * 0.7
        theirs, ours = np.zeros(3), np.zeros(3)
        want = getattr(mujoco, name)(ref, ref_data, geom, start, direction, theirs)
        got = getattr(mj, name)(m, d, geom, start, direction, ours)
        np.testing.assert_allclose(got, want, rtol=tol(1e-6), atol=tol(1e-8))
        np.testing.assert_allclose(ours, theirs, atol=tol(1e-5))
    with pytest.raises(ValueError, match="not of type"):
        getattr(mj, name)(m, d, 0, np.zeros(3), np.ones(3))


def test_height_from_above_is_that_of_the_samples(scene):
    """Straight down on a sample of a level field, the distance is the height that was given."""
    ref, _, m, d = scene
    turn = d.geom_xmat[2].reshape(3, 3)
    for r in (0, 3, NROW - 1):
        for c in (0, 5, NCOL - 1):
            x = np.array([2.0 * c / (NCOL - 1) - 1.0, 1.2 * (2.0 * r / (NROW - 1) - 1.0), 1.0])
            height = 0.3 * ref.hfield_data[r * NCOL + c]
            # a nudge inwards, since points of the border may fall on either side
            x[:2] *= 1 - 1e-9
            got = mj.mj_rayHfield(m, d, 2, turn @ x, turn @ [0, 0, -1.0])
            np.testing.assert_allclose(got, 1.0 - height, atol=tol(1e-7))


def test_many_rays_and_their_cutoff(scene):
    ref, ref_data, m, d = scene
    start = np.array([0, 0, 4.0])
    vec = np.array([0, 0, -1, 0, 0, -0.5, 0.1, 0.2, -0.7, 0, 0, 1.0])
    for cutoff in (1.0, 1.7, 5.0, 50.0):
        theirs = np.zeros(4, np.int32), np.zeros(4), np.zeros(12)
        ours = np.zeros(4, np.int32), np.zeros(4), np.zeros(12)
        mujoco.mj_multiRay(ref, ref_data, start, vec, None, 1, -1, *theirs, 4, cutoff)
        mj.mj_multiRay(m, d, start, vec, None, 1, -1, *ours, 4, cutoff)
        for a, b in zip(ours, theirs, strict=True):
            np.testing.assert_allclose(a, b, atol=tol(1e-6))


def test_a_tree_of_boxes_covers_each_triangle_once():
    rng = np.random.default_rng(4)
    vert, face = rng.normal(size=(50, 3)), rng.integers(50, size=(99, 3))
    tree = build_triangle_tree(vert, face)
    assert sorted(tree.item[tree.item >= 0]) == list(range(99))
    low, high = tree.aabb[:, :3] - tree.aabb[:, 3:], tree.aabb[:, :3] + tree.aabb[:, 3:]
    for node, children in enumerate(tree.child):
        if tree.item[node] >= 0:
            assert (children == -1).all()
            corners = vert[face[tree.item[node]]]
            np.testing.assert_allclose(low[node], corners.min(0), atol=tol(1e-12))
            np.testing.assert_allclose(high[node], corners.max(0), atol=tol(1e-12))
        else:
            assert (children > node).all()
            np.testing.assert_allclose(low[node], low[children].min(0), atol=tol(1e-12))
            np.testing.assert_allclose(high[node], high[children].max(0), atol=tol(1e-12))
            assert (tree.depth[children] == tree.depth[node] + 1).all()
    assert tree.depth.max() == 7  # 2 ** 7 >= 99


def test_distance_of_a_height_field_is_that_of_its_highest_prism():
    """A sphere above a level field with one dip; the reference inflates both by its limit of the distance."""
    scene = ShapeScene("dip", "sphere")
    turn, fromto = None, np.zeros(6)
    for height in (0.5, 0.35, -0.5):
        qpos = np.array([0, 0, 0, 1.0, 0, 0, 0])
        d = scene.at(qpos)[1]
        turn = d.geom_xmat[0].reshape(3, 3)
        d.geom_xpos[1] = turn @ [0.1, -0.2, 0.3 + height]
        want = height - 0.2 if height > 0 else 0.5 - 0.3 - 0.1 - 0.2  # below: from the base, 0.1 under zero
        got = mj.mj_geomDistance(scene.m, d, 0, 1, 2.0, fromto)
        np.testing.assert_allclose(got, want, atol=tol(1e-7))
        np.testing.assert_allclose(np.linalg.norm(fromto[3:] - fromto[:3]), abs(want), atol=tol(1e-7))
        back = np.zeros(6)
        assert mj.mj_geomDistance(scene.m, d, 1, 0, 2.0, back) == got
        np.testing.assert_allclose(back, np.r_[fromto[3:], fromto[:3]], atol=tol(1e-15))
    assert mj.mj_geomDistance(scene.m, d, 0, 1, -0.2, fromto) == -0.2
    assert not fromto.any()


def test_of_spheres_in_one_place_the_first_is_met():
    """However they are turned: as in 3.5.0."""
    ball = '<body><joint axis="1 2 3"/><geom size=".1"/></body>'
    ids = []
    for lib in (gelenk, mujoco):
        m = lib.MjModel.from_xml_string(f"<mujoco><worldbody>{4 * ball}</worldbody></mujoco>")
        d = lib.MjData(m)
        d.qpos[:] = [0.1, 2.0, -0.7, 1.1]
        lib.mj_forward(m, d)
        for k in range(20):
            pnt, gid = np.random.default_rng(k).normal(size=3), np.zeros(1, np.int32)
            lib.mj_ray(m, d, pnt, -pnt, None, 1, -1, gid)
            ids.append(gid[0])
    assert ids == 40 * [0]
