"""Scenes survive whatever they are given: a result, or one of Python's errors; nothing is read where nothing is."""

import gc
import resource

import numpy as np
import pytest

import gelenk
from tests.support import visual
from tests.support.visual import filled

EVERY = {"flags": np.ones(int(gelenk.mjtVisFlag.mjNVISFLAG)), "label": 1, "frame": 1}


def world(name="parts", room=2000):
    m = gelenk.MjModel.from_xml_string(visual.MODELS[name])
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d, gelenk.MjvScene(m, room)


def update(m, d, scene, option=None, pert=None, cam=None, catmask=7):
    gelenk.mjv_updateScene(
        m, d, option or gelenk.MjvOption(), pert, cam or gelenk.MjvCamera(), catmask, scene
    )


@pytest.mark.parametrize("name", visual.MODELS)
def test_states_that_are_no_numbers_make_scenes(name):
    m, d, scene = world(name)
    update(m, d, scene)
    usual = scene.ngeom
    for bad in (np.nan, np.inf, 1e300):
        for array in (
            d.qpos,
            d.xpos,
            d.xmat,
            d.geom_xpos,
            d.site_xpos,
            d.xquat,
            d.ten_length,
            d.ctrl,
            d.sensordata,
        ):
            array[...] = bad
        d.flexvert_xpos[...] = bad
        for label in range(int(gelenk.mjtLabel.mjNLABEL)):
            option = filled(gelenk.MjvOption(), EVERY | {"label": label})
            pert = filled(gelenk.MjvPerturb(), {"select": 1, "active": 3, "refpos": np.full(3, bad)})
            update(m, d, scene, option, pert)
            assert usual <= scene.ngeom <= scene.maxgeom and scene.status == 0
        gelenk.mjv_initPerturb(m, d, scene, pert)
        gelenk.mjv_applyPerturbForce(m, d, pert)


@pytest.mark.parametrize("number", (-(2**31), -1, 7, 100, 2**31 - 1))
def test_numbers_of_nothing_select_show_and_track_nothing(number):
    m, d, scene = world()
    update(m, d, scene)
    for field in ("select", "flexselect", "skinselect", "active", "active2"):
        pert = filled(gelenk.MjvPerturb(), {field: number})
        gelenk.mjv_initPerturb(m, d, scene, pert)
        update(m, d, scene, filled(gelenk.MjvOption(), EVERY), pert)
        gelenk.mjv_applyPerturbForce(m, d, pert)
        gelenk.mjv_applyPerturbPose(m, d, pert, 1)
    for field in ("label", "frame", "bvh_depth", "flex_layer"):
        update(m, d, scene, filled(gelenk.MjvOption(), {field: number}))
    for field, kind in (("fixedcamid", 2), ("trackbodyid", 1)):
        limit = m.ncam if kind == 2 else m.nbody
        cam = filled(gelenk.MjvCamera(), {"type": kind, field: number})
        if 0 <= number < limit:
            update(m, d, scene, cam=cam)
        else:
            with pytest.raises(gelenk.FatalError, match=f"{number} is out of range"):
                update(m, d, scene, cam=cam)
    update(m, d, scene, catmask=number)


@pytest.mark.parametrize("action", (-1, 8, 2**31 - 1))
def test_actions_that_the_mouse_has_not_are_refused(action):
    m, d, scene = world()
    update(m, d, scene)
    with pytest.raises(gelenk.FatalError, match="not a mouse action"):
        gelenk.mjv_moveCamera(m, action, 0.1, 0.1, scene, gelenk.MjvCamera())
    with pytest.raises(gelenk.FatalError, match="not a mouse action"):
        gelenk.mjv_movePerturb(m, d, action, 0.1, 0.1, scene, gelenk.MjvPerturb())


def test_a_selected_body_far_from_all_that_exist_shows_no_decoration():
    m, d, scene = world()
    update(m, d, scene, pert=filled(gelenk.MjvPerturb(), {"select": 1, "active": 3}))
    pulled = scene.ngeom
    update(m, d, scene)
    assert pulled == scene.ngeom + 3
    update(m, d, scene, pert=filled(gelenk.MjvPerturb(), {"select": 10**8, "active": 3}))
    assert pulled == scene.ngeom + 3


def test_scenes_of_models_with_other_flexes_or_skins_are_refused():
    m, d, scene = world("soft")
    other = gelenk.MjModel.from_xml_string(visual.MODELS["parts"])
    with pytest.raises(ValueError, match="nflex"):
        update(other, gelenk.MjData(other), scene)
    with pytest.raises(ValueError, match="model"):
        update(m, gelenk.MjData(other), scene)
    update(m, d, scene)  # and still serves its own


def test_a_scene_serves_other_models_without_flexes_and_outlives_them():
    _, _, scene = world("parts")
    for name in ("drives", "pile", "parts"):
        m, d, _ = world(name)
        update(m, d, scene)
        del m, d
        gc.collect()
    assert scene.ngeom > 5 and scene.geoms[0].pos.shape == (3,)


def test_views_of_a_scene_outlive_it():
    m, d, scene = world("soft")
    update(m, d, scene)
    geom, vertices = scene.geoms[0], scene.flexvert
    values = geom.pos.copy(), vertices.copy()
    del scene
    gc.collect()
    np.testing.assert_array_equal(geom.pos, values[0])
    np.testing.assert_array_equal(vertices, values[1])


def test_scenes_have_the_room_that_they_are_given():
    m, d, _ = world()
    for room in (0, 1, 5):
        scene = gelenk.MjvScene(m, room)
        update(m, d, scene)
        assert (scene.ngeom, scene.status) == (room, 1)
    assert d.warning[gelenk.mjtWarning.mjWARN_VGEOMFULL].number == 3
    large = gelenk.MjvScene(m, 1_000_000)
    update(m, d, large)
    assert large.status == 0
    for bad in (2**31, 10**30):
        with pytest.raises(ValueError, match="maxgeom must be at most"):
            gelenk.MjvScene(m, bad)
    for bad in ("3", 1.5, None):
        with pytest.raises(TypeError, match="maxgeom"):
            gelenk.MjvScene(m, bad)


def test_a_scene_without_a_model_takes_cameras_only():
    m, d, _ = world()
    scene = gelenk.MjvScene()
    gelenk.mjv_updateCamera(m, d, gelenk.MjvCamera(), scene)
    update(m, d, scene)
    assert scene.ngeom == 0 and scene.status == 1


def test_written_sizes_of_a_scene_stay_within_its_memory():
    m, d, scene = world("soft", 5)
    for name, most in (("ngeom", 5), ("nlight", 100), ("nflex", m.nflex), ("maxgeom", 5)):
        for bad in (-1, most + 1):
            with pytest.raises(ValueError, match=name):
                setattr(scene, name, bad)
    for array in (
        scene.flexfaceadr,
        scene.flexvertadr,
        scene.skinvertadr,
        scene.flexfacenum,
        scene.flexedgeadr,
    ):
        array[...] = 2**30
    update(m, d, scene)
    gelenk.mjv_updateSkin(m, d, scene)
    option = gelenk.MjvOption()
    point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
    gelenk.mjv_select(m, d, option, 1.0, 0.5, 0.5, scene, point, *ids)


@pytest.mark.parametrize("bad", (np.nan, np.inf, -np.inf, 1e300, -1e300))
def test_pictures_without_a_shape_pick_nothing_or_something(bad):
    m, d, scene = world("shapes")
    update(m, d, scene)
    for aspect, x, y in ((bad, 0.5, 0.5), (1.0, bad, 0.5), (1.0, 0.5, bad)):
        point, ids = np.zeros(3), [np.zeros(1, np.int32) for _ in range(3)]
        body = gelenk.mjv_select(m, d, gelenk.MjvOption(), aspect, x, y, scene, point, *ids)
        assert -1 <= body < m.nbody
    for action in range(1, 8):
        cam = gelenk.MjvCamera()
        gelenk.mjv_moveCamera(m, action, bad, bad, scene, cam)
        gelenk.mjv_moveModel(m, action, bad, bad, np.full(3, bad), scene)


def test_texts_that_are_too_long_are_refused_or_cut():
    m, d, scene = world()
    with pytest.raises(ValueError, match="label has 100 bytes"):
        scene.geoms[0].label = "x" * 100
    scene.geoms[0].label = "ü" * 49
    assert scene.geoms[0].label == "ü" * 49
    xml = f'<mujoco><worldbody><geom name="{"ü" * 300}" size="1"/></worldbody></mujoco>'
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    update(m, d, scene, filled(gelenk.MjvOption(), {"label": 3}))
    assert scene.geoms[0].label.startswith("ü" * 49)


def test_updates_and_scenes_keep_no_memory():
    m, d, scene = world("soft", 500)
    option = filled(gelenk.MjvOption(), EVERY)

    def work(n):
        for _ in range(n):
            update(m, d, scene, option)
            gelenk.MjvScene(m, 2000)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = work(30)
    assert work(150) - before < 4096  # kB: 150 scenes of 1.5 MB each would be 225 MB
