"""What holds for scenes whatever the reference does."""

import copy

import numpy as np
import pytest

import gelenk
from tests.support import visual
from tests.support.tolerance import tol
from tests.support.visual import differences, filled, read

CATEGORIES = {
    int(gelenk.mjtCatBit.mjCAT_STATIC),
    int(gelenk.mjtCatBit.mjCAT_DYNAMIC),
    int(gelenk.mjtCatBit.mjCAT_DECOR),
}
ALL = {"flags": np.ones(int(gelenk.mjtVisFlag.mjNVISFLAG)), "frame": int(gelenk.mjtFrame.mjFRAME_BODY)}


def world(name, room=3000):
    m = gelenk.MjModel.from_xml_string(visual.MODELS[name])
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d, gelenk.MjvScene(m, room)


def update(m, d, scene, catmask=7, option=ALL, pert=None, cam=None):
    opt, cam = filled(gelenk.MjvOption(), option), cam or gelenk.MjvCamera()
    for eye in scene.camera:
        eye.pos[:] = 0  # infinite planes follow the camera of the update before
    gelenk.mjv_updateScene(m, d, opt, pert, cam, catmask, scene)
    return read(scene, m)


@pytest.mark.parametrize("name", visual.MODELS)
def test_each_geom_is_of_one_category_and_masks_add_up(name):
    m, d, scene = world(name)
    option = {"flags": ALL["flags"].copy(), "frame": int(gelenk.mjtFrame.mjFRAME_WORLD)}
    option["flags"][int(gelenk.mjtVisFlag.mjVIS_INERTIA)] = (
        0  # these are decor that bodies of a category have
    )
    whole = update(m, d, scene, option=option)
    assert set(whole["geom.category"].tolist()) <= CATEGORIES
    parts = [update(m, d, scene, mask, option) for mask in sorted(CATEGORIES)]
    assert sum(int(part["ngeom"]) for part in parts) == int(whole["ngeom"])
    for mask, part in zip(sorted(CATEGORIES), parts, strict=True):
        assert set(part["geom.category"].tolist()) <= {mask}
        rows = whole["geom.category"] == mask
        np.testing.assert_array_equal(whole["geom.pos"][rows], part["geom.pos"])


@pytest.mark.parametrize("name", visual.MODELS)
def test_geoms_are_turned_by_rotations_and_numbered_in_order(name):
    m, d, scene = world(name)
    found = update(m, d, scene)
    solid = found["geom.type"] != int(gelenk.mjtGeom.mjGEOM_TRIANGLE)
    r = found["geom.mat"][solid]
    np.testing.assert_allclose(r @ r.transpose(0, 2, 1), np.eye(3)[None].repeat(len(r), 0), atol=tol(1e-6))
    np.testing.assert_allclose(np.linalg.det(r.astype(float)), 1, atol=tol(1e-6))
    np.testing.assert_array_equal(found["geom.segid"], np.arange(found["ngeom"]))
    assert (found["geom.size"] >= 0).all()


@pytest.mark.parametrize("name", visual.MODELS)
def test_an_update_depends_on_nothing_of_the_one_before_but_its_camera(name):
    m, d, scene = world(name)
    first = update(m, d, scene)
    update(m, d, scene, 3, {"label": 3, "flex_layer": 1})
    assert differences(update(m, d, scene), first, 0.0) == []


def test_moving_the_world_moves_the_scene():
    """A free body that is displaced takes its geoms, sites and frames with it, and nothing else."""
    m, d, scene = world("parts")
    before = update(m, d, scene, option={})
    d.qpos[:3] += (1, 2, 3)
    gelenk.mj_forward(m, d)
    after = update(m, d, scene, option={})
    moved = after["geom.pos"] - before["geom.pos"]
    own = [
        g
        for g in range(scene.ngeom)
        if scene.geoms[g].objtype == 5 and m.geom_bodyid[scene.geoms[g].objid] == 1
    ]
    assert own
    for g in range(scene.ngeom):
        np.testing.assert_allclose(moved[g], (1, 2, 3) if g in own else 0, atol=tol(1e-6))


def test_connectors_reach_from_end_to_end():
    geom, rng = gelenk.MjvGeom(), np.random.default_rng(0)
    for _ in range(20):
        start, end = rng.normal(size=(2, 3))
        gelenk.mjv_connector(geom, gelenk.mjtGeom.mjGEOM_CYLINDER, 0.1, start, end)
        axis = geom.mat[:, 2] * geom.size[2]
        np.testing.assert_allclose([geom.pos - axis, geom.pos + axis], [start, end], atol=tol(1e-6))
        gelenk.mjv_connector(geom, gelenk.mjtGeom.mjGEOM_ARROW, 0.1, start, end)
        np.testing.assert_allclose(
            [geom.pos, geom.pos + geom.mat[:, 2] * geom.size[2]], [start, end], atol=tol(1e-6)
        )


def test_a_hanging_rope_is_as_long_as_its_tendon():
    m, d, scene = world("drives")
    found = update(m, d, scene, option={})
    ropes = (found["geom.objtype"] == int(gelenk.mjtObj.mjOBJ_TENDON)) & (found["geom.objid"] == 1)
    length = 2 * found["geom.size"][ropes, 2].astype(float).sum()
    assert ropes.sum() > 10
    # 28 chords of a catenary that takes a 29th part for each: shorter by a few parts in a thousand
    assert 0.98 * m.tendon_range[1, 1] < length < m.tendon_range[1, 1] * (1 + tol(1e-6))


def test_split_contact_forces_add_up():
    m, d, scene = world("pile")
    d.qvel[0] = 1.0
    gelenk.mj_step(m, d, 3)
    gelenk.mj_forward(m, d)
    flags = np.zeros(int(gelenk.mjtVisFlag.mjNVISFLAG))
    flags[int(gelenk.mjtVisFlag.mjVIS_CONTACTFORCE)] = 1
    arrows = []
    for split in (0, 1):
        flags[int(gelenk.mjtVisFlag.mjVIS_CONTACTSPLIT)] = split
        found = update(m, d, scene, 4, {"flags": flags})
        along = found["geom.mat"][:, :, 2] * found["geom.size"][:, 2:]
        arrows.append(
            {c: along[found["geom.objid"] == c].sum(axis=0) for c in set(found["geom.objid"].tolist())}
        )
    assert arrows[0].keys() == arrows[1].keys() and arrows[0]
    for c in arrows[0]:
        np.testing.assert_allclose(arrows[0][c], arrows[1][c], atol=tol(1e-5) * np.abs(arrows[0][c]).max())


def test_what_a_ray_picks_is_where_the_picture_shows_it():
    """The picked point lies on the line of sight."""
    m, d, scene = world("parts")
    update(m, d, scene)
    head, forward, up = np.zeros((3, 3))
    gelenk.mjv_cameraInModel(head, forward, up, scene)
    height = gelenk.mjv_frustumHeight(scene)
    hits = 0
    for x in np.linspace(0.1, 0.9, 9):
        for y in np.linspace(0.1, 0.9, 9):
            point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
            body = gelenk.mjv_select(m, d, gelenk.MjvOption(), 1.5, x, y, scene, point, *ids)
            if body >= 0:
                hits += 1
                depth = (point - head) @ forward
                right = (point - head) @ np.cross(forward, up) / depth / height / 1.5 + 0.5
                above = (point - head) @ up / depth / height + 0.5
                np.testing.assert_allclose((right, above), (x, y), atol=tol(1e-5))
    assert hits > 10


def test_a_pulled_body_goes_where_it_is_pulled_to():
    xml = '<mujoco><option gravity="0 0 0"/><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    scene, pert = gelenk.MjvScene(m, 100), gelenk.MjvPerturb()
    gelenk.mjv_updateCamera(m, d, gelenk.MjvCamera(), scene)
    pert.select, pert.active = 1, gelenk.mjtPertBit.mjPERT_TRANSLATE
    gelenk.mjv_initPerturb(m, d, scene, pert)
    np.testing.assert_allclose(pert.localmass, m.body_mass[1], rtol=tol(1e-9))
    pert.refselpos[:] = goal = (0.3, -0.2, 0.5)
    times, way = [], []
    while d.time < 1.5:
        gelenk.mjv_applyPerturbForce(m, d, pert)
        gelenk.mj_step(m, d)
        times.append(d.time)
        way.append(d.qpos[:3].copy())
    # x'' = k (goal - x) - sqrt(k) x': damped with half of the critical damping, k = 100 1/s^2
    w, t = np.sqrt(m.vis.map.stiffness), np.array(times)
    rate = w * np.sqrt(0.75)
    left = np.exp(-0.5 * w * t) * (np.cos(rate * t) + 0.5 * w / rate * np.sin(rate * t))
    np.testing.assert_allclose(
        np.array(way), np.outer(1 - left, goal), atol=tol(0.02)
    )  # steps of 2 ms, first order


def test_the_eyes_are_an_interpupillary_distance_apart():
    m, d, scene = world("parts")
    update(m, d, scene)
    left, right = scene.camera
    np.testing.assert_allclose(np.linalg.norm(right.pos - left.pos), m.vis.global_.ipd, rtol=tol(1e-5))
    across = np.cross(left.forward, left.up)
    np.testing.assert_allclose((right.pos - left.pos) / m.vis.global_.ipd, across, atol=tol(1e-4))


def test_copies_of_a_scene_are_its_own():
    m, d, scene = world("soft")
    update(m, d, scene)
    for other in (copy.copy(scene), copy.deepcopy(scene)):
        assert differences(read(other, m), read(scene, m), 0.0) == []
        other.geoms[0].pos[:] = 7
        assert (scene.geoms[0].pos != 7).all()
        update(m, d, other)
        assert differences(read(other, m), read(scene, m), 0.0) == []
