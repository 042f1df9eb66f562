"""Meshes and height fields: contacts agree with 3.5.0 in number, distance, place and normal.

The reference's collider is set as tight as it bears, since it stops at ccd_tolerance. Where it has stopped in a
worse place all the same (a deeper penetration, a farther point), or at random poses that leave the choice of the
contact point open, a few poses may differ.
"""

import mujoco
import numpy as np
import pytest

from gelenk.api import mj_rays as mj
from gelenk.runtime import index_checks, pipeline
from tests.support.contacts import reference
from tests.support.mirror import mirror_data, mirror_model
from tests.support.shapes import HFIELDS, MESHES, ShapeScene, pairing
from tests.support.tolerance import tol

TIGHT = 'ccd_tolerance="1e-10" ccd_iterations="300"'
OTHERS = ["sphere", "capsule", "ellipsoid", "cylinder", "box", "stone", "tetra"]


def outcomes(scene, n, spread, seed=5):
    """How many poses agree, how many contacts the reference has in all."""
    rng, good, total = np.random.default_rng(seed), 0, 0
    for _ in range(n):
        ref_data, d = scene.at(scene.random(rng, spread))
        worst = pairing(ref_data, d)
        total += ref_data.ncon
        good += worst is not None and bool((worst <= [1e-5, 2e-3, 5e-3]).all())
    return good, total


@pytest.mark.parametrize("mesh", MESHES)
@pytest.mark.parametrize("margin", [0.0, 0.2])
def test_plane_and_mesh(mesh, margin):
    good, total = outcomes(ShapeScene("plane", mesh, margin), 40, 0.2)
    assert good == 40
    assert total > 60


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("mesh", ["boxmesh", "stone", "drum"])
@pytest.mark.parametrize(("margin", "spread"), [(0.0, 0.2), (0.1, 0.35)])
def test_convex_geom_and_mesh(other, mesh, margin, spread):
    good, total = outcomes(ShapeScene(other, mesh, margin, option=TIGHT), 40, spread)
    assert good >= 39
    assert total > 15


@pytest.mark.parametrize("hfield", HFIELDS)
@pytest.mark.parametrize(
    ("other", "margin"),
    [
        *((o, 0.0) for o in ("sphere", "capsule", "ellipsoid", "cylinder")),
        # without a margin 3.5.0 stops early between prisms and what has corners, with other normals
        *((o, 0.1) for o in ("sphere", "capsule", "ellipsoid", "box", "boxmesh", "stone")),
    ],
)
def test_height_field(hfield, other, margin):
    good, total = outcomes(ShapeScene(hfield, other, margin, option=TIGHT), 20, 0.2)
    assert good >= 19
    assert total > 60


def test_a_box_is_equal_to_its_mesh():
    rng = np.random.default_rng(2)
    for hfield in HFIELDS:
        one, other = ShapeScene(hfield, "box"), ShapeScene(hfield, "boxmesh")
        for _ in range(10):
            qpos = one.random(rng, 0.2)
            a = one.at(qpos)[1]
            b = other.at(qpos)[1]
            assert a.ncon == b.ncon
            if a.ncon:
                np.testing.assert_allclose(np.sort(a.contact.dist), np.sort(b.contact.dist), atol=tol(2e-6))


@pytest.mark.parametrize(
    ("a", "b"), [("stone", "drum"), ("box", "stone"), ("tetra", "tetra"), ("cylinder", "stone")]
)
def test_moving_both_geoms_moves_the_contact(a, b):
    scene, rng = ShapeScene(a, b, option=TIGHT), np.random.default_rng(3)
    for _ in range(20):
        qpos = scene.random(rng, 0.2)
        turn, shift = rng.normal(size=4), rng.normal(size=3)
        turn /= np.linalg.norm(turn)
        moved = qpos.copy()
        for k in range(2):
            mujoco.mju_rotVecQuat(moved[7 * k : 7 * k + 3], qpos[7 * k : 7 * k + 3], turn)
            moved[7 * k : 7 * k + 3] += shift
            mujoco.mju_mulQuat(moved[7 * k + 3 : 7 * k + 7], turn, qpos[7 * k + 3 : 7 * k + 7])
        here, there = scene.at(qpos)[1], scene.at(moved)[1]
        assert here.ncon == there.ncon
        if here.ncon:
            np.testing.assert_allclose(here.contact.dist, there.contact.dist, atol=tol(1e-9))


def test_at_most_fifty_contacts_with_a_height_field():
    scene = ShapeScene("hills", "box")
    scene.m._a_geom_size[1] = scene.ref.geom_size[1] = [1.0, 1.0, 0.2]
    scene.m._a_geom_rbound[1] = scene.ref.geom_rbound[1] = 2.0
    ref_data, d = scene.at(np.array([0, 0, 0, 1.0, 0, 0, 0]))
    assert d.ncon == ref_data.ncon == 50


def test_insides_of_meshes_are_checked():
    scene = ShapeScene("sphere", "stone")
    m = scene.m
    index_checks.check(m)
    with pytest.raises(ValueError, match="read-only"):
        m.mesh_graph[0] = 3
    for name in ("mesh_graph", "mesh_face", "mesh_polyvert", "mesh_polymap", "bvh_child"):
        column = getattr(m, "_a_" + name)
        kept = column.copy()
        for bad in (-7, 1 << 30):
            column.flat[column.size // 2] = bad
            with pytest.raises(IndexError, match=name):
                index_checks.check(m)
            column[...] = kept
    index_checks.check(m)
    m.geom_type[0] = 7  # a mesh, but which?
    with pytest.raises(IndexError, match="geom_dataid"):
        m._check_indices()


MULTICCD = 'multiccd="enable"'
CUBE = [(1, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1), (1, 1, 1, 1)]


def turned_like_a_cube(scene, rng, spread):
    """A pose in which the axes of both geoms are parallel."""
    qpos = scene.random(rng, spread)
    for k in range(scene.free):
        q = np.array(CUBE[rng.integers(len(CUBE))], float)
        qpos[7 * k + 3 : 7 * k + 7] = q / np.linalg.norm(q)
    return qpos


@pytest.mark.parametrize("a", ["box", "boxmesh"])
def test_faces_on_faces_have_four_contacts(a):
    scene, rng = ShapeScene(a, "boxmesh", flag=MULTICCD), np.random.default_rng(5)
    counts = []
    for _ in range(40):
        ref_data, d = scene.at(turned_like_a_cube(scene, rng, 0.3))
        worst = pairing(ref_data, d)
        assert worst is not None
        assert (worst < [1e-9, 1e-6, 1e-6]).all()
        counts.append(d.ncon)
    assert counts.count(4) > 20


@pytest.mark.parametrize(("a", "b"), [("stone", "boxmesh"), ("tetra", "boxmesh"), ("drum", "boxmesh")])
@pytest.mark.parametrize("margin", [0.0, 0.05])
def test_multiccd_at_random_poses(a, b, margin):
    """With a margin both are tried in four turned poses, without one their faces are clipped: mostly one contact."""
    good, total = outcomes(ShapeScene(a, b, margin, flag=MULTICCD, option=TIGHT), 40, 0.25)
    assert good >= 39
    assert total > 20


def test_an_edge_on_a_face_has_two_contacts_on_the_edge():
    scene = ShapeScene("boxmesh", "boxmesh", flag=MULTICCD)
    quat = np.array([np.cos(np.pi / 8), np.sin(np.pi / 8), 0, 0])  # turned by 45 degrees about x
    flat, edge = np.array([0, 0, 0, 1.0, 0, 0, 0]), np.r_[0.03, 0.04, 0.64, quat]
    ref_data, d = scene.at(np.r_[flat, edge])
    assert d.ncon == 2
    assert (pairing(ref_data, d) < tol(1e-6)).all()
    other = scene.at(np.r_[edge, flat])[1]  # 3.5.0 puts these the depth away from the surfaces
    np.testing.assert_allclose(np.sort(other.contact.pos, 0), np.sort(d.contact.pos, 0), atol=tol(1e-9))


def test_of_many_corners_those_of_the_largest_area_are_kept():
    scene = ShapeScene("drum", "drum", flag=MULTICCD)
    qpos = np.array([0, 0, 0, 1, 0, 0, 0, 0.03, 0.04, 0.395, 1, 0, 0, 0.0])
    d = scene.at(qpos)[1]
    assert d.ncon == 4
    x = d.contact.pos[:, :2] - d.contact.pos[:, :2].mean(0)
    x = x[np.argsort(np.arctan2(x[:, 1], x[:, 0]))]
    y = np.roll(x, -1, 0)
    area = 0.5 * np.sum(x[:, 0] * y[:, 1] - x[:, 1] * y[:, 0])
    # a circle of radius 0.2 holds a square of 0.08; the shift of 0.05 costs a part
    assert 0.05 < area < 0.08


def test_a_height_field_of_one_row_is_nothing():
    ref = mujoco.MjModel.from_xml_string(
        '<mujoco><asset><hfield name="row" nrow="1" ncol="3" size="1 1 1 1"/></asset><worldbody>'
        '<geom type="hfield" hfield="row"/><body><freejoint/><geom type="box" size=".2 .2 .2"/></body>'
        "</worldbody></mujoco>"
    )
    m = mirror_model(ref)
    d = mirror_data(ref, reference(ref, ref.qpos0), m)
    d._set_scalar("ncon", 0)
    pipeline.run_stage("collision", m, d)
    assert d.ncon == 0
    assert mj.mj_geomDistance(m, d, 0, 1, 1.0, None) == 1.0
    mj.mj_rayHfield(m, d, 0, np.array([0, 0, 3.0]), np.array([0, 0.1, -1.0]), None)
