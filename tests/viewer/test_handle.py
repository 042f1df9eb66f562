"""launch_passive and its Handle behave as documented: what sync copies and when, keys, selection, overlays.

Documents: Programming / Visualization; API / Python bindings
"""

import threading

import numpy as np
import pytest

import gelenk
from gelenk import viewer
from tests.support.tolerance import tol
from tests.viewer.launched import XML, launched
from tests.viewer.page import until

pytestmark = pytest.mark.usefixtures("no_browser")


def pose_of(page, handle, name):
    kinds = page.scene.look_i
    at = np.flatnonzero(
        (kinds[:, 7] == int(gelenk.mjtObj.mjOBJ_GEOM)) & (kinds[:, 8] == handle.m.geom(name).id)
    )
    return page.scene.pose[at[0]]


def test_pictures_follow_sync_and_nothing_else():
    with launched() as (handle, page):
        d = handle.d
        d.qpos[2] = 3.0
        gelenk.mj_forward(handle.m, d)
        page.settle()
        assert pose_of(page, handle, "ball")[2] == 1.0  # not before sync
        handle.sync()
        page.wait(lambda p: pose_of(p, handle, "ball")[2] == 3.0)


def test_sync_shows_what_was_computed_and_state_only_computes_it_anew():
    with launched() as (handle, page):
        handle.d.qpos[2] = 3.0  # without mj_forward
        handle.sync()
        page.settle()
        assert pose_of(page, handle, "ball")[2] == 1.0
        handle.sync(state_only=True)
        page.wait(lambda p: pose_of(p, handle, "ball")[2] == 3.0)
        assert handle.d.geom("ball").xpos[2] == 1.0  # the program's own data stays as it is


def test_sync_takes_the_model_too_and_state_only_does_not():
    with launched() as (handle, page):
        geom = handle.m.geom("ball")
        geom.rgba[:] = (1, 0, 0, 1)
        handle.sync(state_only=True)
        page.settle()
        look = page.scene.look_f[:, 3:7]
        assert not (look == (1, 0, 0, 1)).all(axis=1).any()
        handle.sync()
        page.wait(lambda p: (p.scene.look_f[:, 3:7] == (1, 0, 0, 1)).all(axis=1).any())


def test_large_arrays_wait_for_their_update():
    with launched() as (handle, page):
        m = handle.m
        version = {key: head["version"] for key, (head, _) in page.assets.items()}
        m.tex_data[:] = 7
        m.mesh_vert[:] *= 2
        m.hfield_data[:] = 0.5
        handle.sync()
        page.settle()
        assert {key: head["version"] for key, (head, _) in page.assets.items()} == version
        handle.update_texture(0)
        handle.update_mesh(0)
        handle.update_hfield(0)
        changed = (("texture", 0), ("mesh", 0), ("hfield", 0))
        page.wait(lambda p: all(p.assets[key][0]["version"] == version[key] + 1 for key in changed))
        assert (page.assets["texture", 0][1]["data"][..., :3] == 7).all()
        assert page.assets["mesh", 0][1]["position"].max() == pytest.approx(m.mesh_vert.max())
        assert page.assets["hfield", 0][1]["position"][:, 2].max() == pytest.approx(0.5 * 0.2)
        for call, count in (
            (handle.update_mesh, m.nmesh),
            (handle.update_texture, m.ntex),
            (handle.update_hfield, 1),
        ):
            for wrong in (-1, count):
                with pytest.raises(ValueError, match="there is no"):
                    call(wrong)
            with pytest.raises(TypeError):
                call("0")


def test_what_the_page_changes_reaches_the_program_at_sync():
    with launched() as (handle, page):
        m, d = handle.m, handle.d
        for name, value in (
            ("control/0", 2.5),
            ("joint/1", 0.25),
            ("physics/gravity", [0, 0, -1.5]),
            ("physics/disableflags/contact", True),
            ("equality/0", True),
            ("visualization/map/force", 0.5),
        ):
            page.set(name, value)
        page.wait(lambda p: p.values["control/0"] == 2.5 and p.values["joint/1"] == 0.25)
        page.settle()
        assert (d.ctrl[0], d.qpos[7], m.opt.gravity[2], d.eq_active[0]) == (0, 0, -9.81, 0)
        handle.sync()
        assert (d.ctrl[0], d.qpos[7], m.opt.gravity[2], d.eq_active[0]) == (2.5, 0.25, -1.5, 1)
        assert m.opt.disableflags == gelenk.mjtDisableBit.mjDSBL_CONTACT
        assert m.vis.map.force == 0.5
        d.ctrl[0] = 1.0  # the program's later word counts
        handle.sync()
        page.wait(lambda p: p.values["control/0"] == 1.0)


def test_buttons_reset_and_load_keys_at_sync():
    with launched() as (handle, page):
        d = handle.d
        page.set("simulation/load_key", True)
        page.wait(lambda p: p.scene.head["time"] == 7)
        assert d.time == 0
        handle.sync()
        assert d.time == 7 and d.qpos[7] == 0.5 and d.geom("ball").xpos[2] == 5
        page.key("Backspace")
        page.wait(lambda p: p.scene.head["time"] == 0)
        handle.sync()
        assert d.time == 0 and d.qpos[2] == 1


def test_the_mouse_pulls_at_what_is_selected():
    with launched() as (handle, page):
        d, ball = handle.d, handle.m.body("ball").id
        camera = {"fixedcamid": -1, "trackbodyid": -1, "orthographic": 0, "azimuth": 90.0, "elevation": 0.0}
        page.say("camera", type=0, lookat=[0, 0, 1], distance=4.0, **camera)
        page.say("select", x=0.5, y=0.5, aspect=4 / 3, action="select")
        page.wait(lambda p: p.scene.head["pert"]["select"] == ball)
        page.say("grab", mode="translate")
        page.say("drag", action=int(gelenk.mjtMouse.mjMOUSE_MOVE_V), dx=0.0, dy=-0.25)
        page.wait(lambda p: p.scene.head["pert"]["active"] == 1)
        page.settle()
        handle.sync()
        force = d.xfrc_applied[ball].copy()
        assert force[2] > 0 and abs(force[0]) < 1e-9 and (d.xfrc_applied[:ball] == 0).all()
        d.xfrc_applied[handle.m.body("arm").id, 0] = 3  # the program's own
        page.say("release")
        page.wait(lambda p: p.scene.head["pert"]["active"] == 0)
        handle.sync()
        assert (d.xfrc_applied[ball] == 0).all() and d.xfrc_applied[handle.m.body("arm").id, 0] == 3
        page.say("select", x=0.01, y=0.99, aspect=4 / 3, action="select")
        page.wait(lambda p: p.scene.head["pert"]["select"] == 0)


def test_a_mocap_body_goes_where_it_is_dragged():
    with launched() as (handle, page):
        with handle.lock():
            handle.perturb.select = handle.m.body("hand").id
        page.say("grab", mode="translate")
        page.say("drag", action=int(gelenk.mjtMouse.mjMOUSE_MOVE_V), dx=0.0, dy=-0.1)
        page.wait(lambda p: p.scene.head["pert"]["active"] == 1)
        page.settle()
        handle.sync()
        assert handle.d.mocap_pos[0, 2] > 1.05


def test_the_camera_of_the_page_is_the_camera_of_the_handle_and_the_program_wins():
    with launched() as (handle, page):
        rest = {"fixedcamid": -1, "trackbodyid": -1, "orthographic": 0}
        page.say("camera", type=0, lookat=[1, 2, 3], distance=5.0, azimuth=10.0, elevation=-20.0, **rest)
        until(lambda: handle.cam.distance == 5.0)
        assert handle.cam.lookat.tolist() == [1, 2, 3] and handle.cam.azimuth == 10
        page.settle()
        frames = len(page.frames)
        with handle.lock():
            handle.cam.azimuth = 77
        page.wait(lambda p: p.camera["azimuth"] == 77)
        assert sum("camera" in head for head in page.frames[frames:]) == 1
        with handle.lock():
            handle.cam.type, handle.cam.fixedcamid = gelenk.mjtCamera.mjCAMERA_FIXED, 0
        page.wait(lambda p: p.camera["type"] == 2)
        view = page.scene.head["view"]
        np.testing.assert_allclose(view["pos"], [0, -3, 1], atol=tol(1e-6))
        page.key("Escape")
        page.wait(lambda p: p.camera["type"] == 0)
        handle.d.qpos[2] = 4
        gelenk.mj_forward(handle.m, handle.d)
        with handle.lock():
            handle.cam.type, handle.cam.trackbodyid = (
                gelenk.mjtCamera.mjCAMERA_TRACKING,
                handle.m.body("ball").id,
            )
        handle.sync()
        page.wait(lambda p: p.scene.head.get("lookat", [0, 0, 0])[2] == 4)


def test_a_camera_that_the_model_has_not_is_not_taken():
    with launched() as (handle, page):
        rest = {"lookat": [0, 0, 0], "distance": 1.0, "azimuth": 0.0, "elevation": 0.0, "orthographic": 0}
        for kind, fixed, body in ((2, 5, -1), (2, -1, -1), (1, -1, 99), (3, 0, 0), (9, 0, 0), (-1, 0, 0)):
            page.say("camera", type=kind, fixedcamid=fixed, trackbodyid=body, **rest)
        page.settle()
        assert handle.cam.type == 0
        with handle.lock():
            handle.cam.type, handle.cam.fixedcamid = 2, 77
        page.wait(lambda p: p.camera["type"] == 0)


def test_keys_reach_the_program_at_once_and_without_sync():
    pressed = []
    with launched(key_callback=pressed.append) as (_, page):
        for code in ("KeyA", "Digit5", "ArrowUp", "F5", "Space", "Numpad3", "Escape"):
            page.key(code)
        page.say("key", code="KeyB", down=False)
        page.key("KeyC", repeat=True)
        page.key("NoSuchKey")
        until(lambda: len(pressed) >= 7)
        assert pressed == [65, 53, 265, 294, 32, 323, 256]  # as GLFW numbers them


def test_a_callback_that_fails_ends_nothing(capfd):
    def fail(key):
        raise RuntimeError("of the program")

    with launched(key_callback=fail) as (handle, page):
        page.key("KeyA")
        page.settle()
        handle.d.time = 3
        handle.sync()
        page.wait(lambda p: p.scene.head["time"] == 3)
    assert "of the program" in capfd.readouterr().err


def test_shortcuts_can_be_switched_off():
    pressed = []
    with launched(key_callback=pressed.append, shortcuts=False) as (handle, page):
        page.key("KeyW")
        page.settle()
        assert handle._viewer.session.ui.scn.flags[1] == 0 and pressed == [87]
        assert page.model["shortcuts"] is False


def test_geoms_and_flags_of_the_program_are_shown():
    with launched() as (handle, page):
        before = page.scene.head["ngeom"]
        scn = handle.user_scn
        assert scn.maxgeom == 100_000 and scn.ngeom == 0
        gelenk.mjv_initGeom(
            scn.geoms[0], gelenk.mjtGeom.mjGEOM_SPHERE, np.full(3, 0.5), np.array([1.0, 2, 3]), np.eye(3).flatten(),
            np.array([0, 1, 0, 1.0]),
        )  # fmt: skip
        scn.geoms[0].label = "mine"
        with handle.lock():
            scn.ngeom = 1
            scn.flags[gelenk.mjtRndFlag.mjRND_WIREFRAME] = 1
        page.settle()
        assert page.scene.head["ngeom"] == before
        handle.sync()
        page.wait(lambda p: p.scene.head["ngeom"] == before + 1)
        np.testing.assert_array_equal(page.scene.pose[-1], [1, 2, 3, 1, 0, 0, 0])
        assert page.scene.labels[before] == "mine"
        assert page.scene.head["scene"]["flags"][1] == 1
        page.set("rendering/rnd/wireframe", False)  # and the other way
        page.wait(lambda p: p.scene.head["scene"]["flags"][1] == 0)
        handle.sync()
        assert scn.flags[1] == 0
        with handle.lock():
            scn.ngeom = 0
        handle.sync()
        page.wait(lambda p: p.scene.head["ngeom"] == before)
        assert before not in page.scene.labels


def test_texts_figures_and_images_are_shown_and_cleared():
    with launched() as (handle, page):
        handle.set_texts([(None, None, "left", None), (2, gelenk.mjtGridPos.mjGRID_BOTTOM, "a", "b")])
        page.wait(lambda p: "texts" in p.overlays)
        assert page.overlays["texts"][0]["texts"] == [
            {"font": 0, "grid": 0, "left": "left", "right": ""},
            {"font": 2, "grid": 5, "left": "a", "right": "b"},
        ]
        handle.set_texts((None, 1, "one", "two"))
        page.wait(lambda p: len(p.overlays["texts"][0]["texts"]) == 1)
        fig = gelenk.MjvFigure()
        fig.title, fig.linepnt[0], fig.linedata[0, :4] = "t", 2, (0, 1, 2, 3)
        handle.set_figures((gelenk.MjrRect(1, 2, 30, 40), fig))
        page.wait(lambda p: "figures" in p.overlays)
        head, arrays = page.overlays["figures"]
        assert head["figures"][0]["rect"] == [1, 2, 30, 40] and head["figures"][0]["of"] == [800, 600]
        assert head["figures"][0]["title"] == "t"
        np.testing.assert_array_equal(arrays[head["figures"][0]["lines"][0]["data"]], [[0, 1], [2, 3]])
        image = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
        handle.set_images([(gelenk.MjrRect(0, 0, 4, 2), image)])
        page.wait(lambda p: "images" in p.overlays)
        np.testing.assert_array_equal(page.overlays["images"][1]["image0"], image)
        for group in ("texts", "figures", "images"):
            getattr(handle, f"clear_{group}")()
            page.wait(lambda p, g=group: p.overlays[g][0][g] == [])


def test_wrong_overlays_are_refused():
    with launched() as (handle, _):
        rect = gelenk.MjrRect(0, 0, 1, 1)
        for wrong in ([1], ["text"], (1, 2), [(0, 0, 1, 2)]):
            with pytest.raises(TypeError):
                handle.set_texts(wrong)
        for wrong in ([rect], (rect, 1), [(1, gelenk.MjvFigure())]):
            with pytest.raises(TypeError):
                handle.set_figures(wrong)
        with pytest.raises(TypeError):
            handle.set_images((rect, [[1]]))
        for shape, kind in (((2, 2), np.uint8), ((2, 2, 4), np.uint8), ((2, 2, 3), float)):
            with pytest.raises(ValueError, match="uint8"):
                handle.set_images((rect, np.zeros(shape, kind)))


def test_the_viewport_is_that_of_the_page():
    with launched() as (handle, _):
        until(lambda: handle.viewport.width)
        view = handle.viewport
        assert (view.left, view.bottom, view.width, view.height) == (0, 0, 800, 600)
        handle.close()
        assert handle.viewport is None


def test_programs_may_call_from_any_thread():
    with launched() as (handle, page):
        errors = []

        def work(seed):
            try:
                for i in range(50):
                    with handle.lock():
                        handle.cam.azimuth = seed + i
                        handle.opt.flags[3] ^= 1
                    handle.sync()
            except Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            page.pump(seconds=0.01)
        assert not errors and handle.is_running()


def test_wrong_arguments_are_refused():
    m, other = gelenk.MjModel.from_xml_string(XML), gelenk.MjModel.from_xml_string("<mujoco/>")
    d = gelenk.MjData(m)
    for arguments, error in (((None, d), TypeError), ((m, None), TypeError), ((other, d), ValueError)):
        with pytest.raises(error):
            viewer.launch_passive(*arguments)
    with pytest.raises(TypeError, match="key_callback"):
        viewer.launch_passive(m, d, key_callback=3)
    with pytest.raises(ValueError, match="without its model"):
        viewer.launch(data=d)
    with pytest.raises(ValueError, match="loader"):
        viewer.launch(m, loader=lambda: (m, d))
    with pytest.raises(TypeError):
        viewer.Handle(None)
