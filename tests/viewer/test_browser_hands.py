"""Mouse, keys, panels and files in a real browser do what they do in simulate."""

import contextlib
import time

import numpy as np
import pytest

import gelenk
from gelenk import models, viewer
from gelenk.tables.enums import mjtMouse
from tests.support import browser
from tests.support.tolerance import tol

M = mjtMouse
MOVES = (
    *(M.mjMOUSE_ROTATE_V, M.mjMOUSE_ROTATE_H, M.mjMOUSE_MOVE_V, M.mjMOUSE_MOVE_H),
    *(M.mjMOUSE_ZOOM, M.mjMOUSE_MOVE_V_REL, M.mjMOUSE_MOVE_H_REL),
)


def humanoid(key="squat"):
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_resetDataKeyframe(m, d, m.key(key).id)
    gelenk.mj_forward(m, d)
    return m, d


def names(m):
    """Names of the bodies."""
    return [m.body(i).name for i in range(m.nbody)]


def wait(condition, patience=browser.PATIENCE):
    """Until something holds in this process."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, f"not within {patience} s"
        time.sleep(0.02)


def put(cam, said):
    """An MjvCamera from what the page says."""
    cam.lookat[:] = said["lookat"]
    cam.distance, cam.azimuth, cam.elevation = said["distance"], said["azimuth"], said["elevation"]


def close(cam, said):
    now = [*cam.lookat, cam.distance, cam.azimuth, cam.elevation]
    then = [*said["lookat"], said["distance"], said["azimuth"], said["elevation"]]
    # scenes hold cameras in single precision
    return np.allclose(now, then, rtol=tol(1e-5), atol=tol(1e-5))


def test_the_page_moves_its_camera_as_mjv_moveCamera_does(chromium):
    m, d = humanoid()
    rng = np.random.default_rng(5)
    cam, scn = gelenk.MjvCamera(), gelenk.MjvScene(m, 100)
    gelenk.mjv_defaultFreeCamera(m, cam)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        for action in [*MOVES, *rng.choice([int(a) for a in MOVES], 20)]:
            dx, dy = rng.uniform(-0.4, 0.4, 2)
            gelenk.mjv_updateCamera(m, d, cam, scn)
            gelenk.mjv_moveCamera(m, int(action), dx, dy, scn, cam)
            page.js("gelenk.move(arguments[0], arguments[1], arguments[2])", int(action), dx, dy)
            said = page.state["camera"]
            assert close(cam, said), (action, dx, dy)
            put(cam, said)


@pytest.mark.parametrize(
    ("button", "keys", "action"),
    [
        (0, "", M.mjMOUSE_ROTATE_V),
        (2, "", M.mjMOUSE_MOVE_V),
        (2, "shift", M.mjMOUSE_MOVE_H),
        (1, "", M.mjMOUSE_ZOOM),
    ],
)
def test_dragging_turns_moves_and_zooms(chromium, button, keys, action):
    from selenium.webdriver import Keys

    m, d = humanoid()
    cam, scn = gelenk.MjvCamera(), gelenk.MjvScene(m, 100)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        put(cam, page.state["camera"])
        gelenk.mjv_updateCamera(m, d, cam, scn)
        gelenk.mjv_moveCamera(m, int(action), 51 / browser.HEIGHT, 34 / browser.HEIGHT, scn, cam)
        page.go((250, 120))
        if keys:
            page.hold(Keys.SHIFT)
        page.press(button)
        page.go((301, 154))
        page.press(button, down=False)
        if keys:
            page.hold(Keys.SHIFT, down=False)
        assert close(cam, page.state["camera"])
        # and Python is told
        wait(lambda: close(handle.cam, page.state["camera"]))


def test_the_wheel_zooms(chromium):
    m, d = humanoid()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        before = page.state["camera"]["distance"]
        page.js(
            "document.getElementById('view').dispatchEvent(new WheelEvent('wheel', {deltaY: 100, cancelable: true}))"
        )
        assert page.state["camera"]["distance"] > before


def test_a_double_click_selects_what_mjv_select_finds(chromium):
    m, d = humanoid()
    opt, cam, scn = gelenk.MjvOption(), gelenk.MjvCamera(), gelenk.MjvScene(m, 1000)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        put(cam, page.state["camera"])
        gelenk.mjv_updateScene(m, d, opt, None, cam, 7, scn)
        found = []
        for name in ("head", "torso", "pelvis", "left_lower_arm", "hand_left", "left_forearm"):
            body = gelenk.mj_name2id(m, gelenk.mjtObj.mjOBJ_BODY, name)
            if body < 0:
                continue
            x, y = (round(v) for v in page.project(d.xpos[body]))
            point, geom, flex, skin = np.zeros(3), *(np.full(1, -1, np.int32) for _ in range(3))
            at = x / browser.WIDTH, 1 - y / browser.HEIGHT
            wanted = gelenk.mjv_select(
                m, d, opt, browser.WIDTH / browser.HEIGHT, *at, scn, point, geom, flex, skin
            )
            chosen = f"gelenk.state().selected === {max(wanted, 0)}"
            page.double_click(x, y)
            with contextlib.suppress(AssertionError):  # a slow browser may take the two clicks for two of one
                page.wait(chosen, browser.PATIENCE / 3)
            if not page.js(f"return {chosen}"):
                page.double_click(x, y)
            page.wait(chosen)
            wait(lambda wanted=wanted: handle.perturb.select == max(wanted, 0))
            if wanted > 0:
                at_body = d.xpos[wanted] + d.xmat[wanted].reshape(3, 3) @ handle.perturb.localpos
                assert np.allclose(
                    at_body, point, atol=tol(1e-4)
                )  # single precision of the scene, half a pixel of none
            found.append(wanted)
        assert len({*found}) >= 2


def test_control_and_the_right_button_lift_a_body(chromium):
    from selenium.webdriver import Keys

    m, d = humanoid()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address).shown()
        page.js("gelenk.set('simulation/run', false)")
        page.wait("!gelenk.state().run")
        page.drawn()
        page.double_click(*page.project(d.xpos[m.body("torso" if "torso" in names(m) else "chest").id]))
        page.wait("gelenk.state().selected > 0")
        selected = page.state["selected"]
        before = float(d.xpos[selected, 2])
        page.js("gelenk.set('simulation/run', true)")
        page.hold(Keys.CONTROL)
        page.press(2)
        page.go(*((280, 170 - 15 * k) for k in range(1, 9)))
        wait(lambda: d.xpos[selected, 2] > before + 0.15)
        assert d.xfrc_applied[selected].any()
        page.press(2, down=False)
        page.hold(Keys.CONTROL, down=False)
        wait(lambda: not d.xfrc_applied.any())


def test_a_slider_of_the_panel_sets_a_control(chromium):
    m, d = humanoid()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address, "&shadow=0&aa=0&webgl=1").shown()
        page.js("gelenk.set('simulation/run', false)")
        page.js(
            "const head = document.querySelector('[data-name=Control] .head');"
            "if (head.getAttribute('aria-expanded') !== 'true') head.click()"
        )
        page.wait("document.querySelector('[data-name=Control] input[type=range]')")
        name = page.js(
            "const input = document.querySelector('[data-name=Control] [data-id] input[type=range]');"
            "input.value = input.max; input.dispatchEvent(new Event('input'));"
            "return input.closest('[data-id]').dataset.id"
        )
        row = next(row for row in page.js("return gelenk.rows()") if row["id"] == name)
        wait(lambda: np.isclose(d.ctrl[m.actuator(row["label"]).id], row["max"]))


def test_keys_pause_and_step_and_reach_callbacks(chromium):
    from selenium.webdriver import Keys

    m, d = humanoid()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address).shown()
        page.wait("gelenk.state().run")
        page.hand().send_keys(Keys.SPACE).perform()
        page.wait("!gelenk.state().run")
        before = float(d.time)
        page.hand().send_keys(Keys.ARROW_RIGHT).perform()
        wait(lambda: np.isclose(d.time, before + m.opt.timestep))
    pressed = []
    with viewer.launch_passive(m, d, port=0, browser=False, key_callback=pressed.append) as handle:
        page = browser.Page(chromium, handle.address).shown()
        page.hand().send_keys("a" + Keys.F7 + Keys.UP).perform()
        wait(lambda: len(pressed) >= 3)
        assert pressed[:3] == [65, 296, 265]  # as GLFW numbers them


def test_a_model_that_is_dropped_is_shown(chromium):
    m, d = humanoid()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address).shown()
        ball = "<mujoco model='ball'><worldbody><geom size='.1'/><geom size='.2' pos='1 0 0'/></worldbody></mujoco>"
        drop(page, ("ball.xml", ball))
        page.wait("document.title.includes('ball') && gelenk.state().ngeom === 2")
        drop(page, ("bad.xml", "<mujoco><worldbody><gem/></worldbody></mujoco>"))
        page.wait("gelenk.state().error.includes('gem')")
        assert page.state["ngeom"] == 2 and "gem" in page.js(
            "return document.getElementById('banners').textContent"
        )


def drop(page, *files):
    """Let files, (name, text), fall on the page."""
    page.js(
        "const data = new DataTransfer();"
        "for (const [name, text] of arguments[0]) data.items.add(new File([text], name));"
        "const how = {dataTransfer: data, bubbles: true, cancelable: true};"
        "document.getElementById('view').dispatchEvent(new DragEvent('drop', how))",
        files,
    )


def touch(page, kind, *points):
    """Fingers on the page."""
    where = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
    page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})


def test_one_finger_turns_two_zoom(chromium):
    m, d = humanoid()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        before = page.state["camera"]
        touch(page, "touchStart", (200, 150))
        for k in range(1, 5):
            touch(page, "touchMove", (200 + 10 * k, 150 + 5 * k))
        touch(page, "touchEnd")
        turned = page.state["camera"]
        assert np.isclose(
            turned["azimuth"], before["azimuth"] - 180 * 40 / browser.HEIGHT, atol=tol(2.0)
        )  # a pixel
        assert turned["elevation"] < before["elevation"] and turned["distance"] == before["distance"]
        touch(page, "touchStart", (200, 150), (300, 150))
        for k in range(1, 6):
            touch(page, "touchMove", (200 - 10 * k, 150), (300 + 10 * k, 150))
        touch(page, "touchEnd")
        assert page.state["camera"]["distance"] < 0.95 * turned["distance"]
        chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_the_menu_of_a_section_opens_and_its_rows_follow_the_program(chromium):
    m, d = humanoid()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address, "&shadow=0&aa=0&webgl=1").shown()
        page.js("gelenk.set('simulation/run', false)")
        page.js("document.querySelector('[data-name=Physics] .head').click()")
        box = "document.querySelector('[data-id=\"physics/timestep\"] input')"
        page.wait(f"{box} && Number({box}.value) === {m.opt.timestep}")
        page.js(f"const box = {box}; box.value = '0.002'; box.dispatchEvent(new Event('change'))")
        wait(lambda: m.opt.timestep == 0.002)
        m.opt.timestep = 0.003
        page.wait(f"Number({box}.value) === 0.003")
