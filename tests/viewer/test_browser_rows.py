"""What the panels switch is seen in the page: effects as the renderer draws them, cameras, settings, warnings."""

import numpy as np
import pytest

import gelenk
from gelenk import viewer
from gelenk.tables.enums import mjRNDSTRING
from tests.support import browser
from tests.support.tolerance import tol
from tests.viewer.test_browser_hands import humanoid, touch, wait

SIZE = (320, 200)
ROOM = """<mujoco>
  <visual><map fogstart="2" fogend="6" haze=".3"/><rgba fog="1 .5 0 1" haze=".2 .9 .4 1"/></visual><asset>
  <texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2="0 0 0" width="64" height="384"/>
  <texture name="floor" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".6 .7 .8" width="300" height="300"/>
  <material name="floor" texture="floor" texrepeat="2 2" texuniform="true" reflectance=".4"/></asset>
  <statistic extent="2" center="0 0 .3"/>
  <worldbody><light pos="1 2 3" dir="-1 -2 -3" type="directional"/>
  <geom type="plane" size="0 0 .05" material="floor"/>
  <body pos="0 0 .5"><freejoint/><geom type="box" size=".2 .3 .1" rgba=".8 .2 .2 1"/></body>
  <body pos=".7 .2 .4"><joint/><geom size=".25" rgba="1 1 0 .5"/></body>
  <body pos="-.6 0 .4"><joint type="slide"/><geom type="capsule" size=".12 .25" rgba=".2 .7 .3 1"/></body>
  <camera name="above" pos="0 0 5" xyaxes="1 0 0 0 1 0"/><camera name="side" pos="0 -3 .6" xyaxes="1 0 0 0 .1 1"/>
  </worldbody></mujoco>"""


def room():
    m = gelenk.MjModel.from_xml_string(ROOM)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


class Beside:
    """What the software renderer draws of the same scene, for comparison."""

    def __init__(self, m, d, handle, page):
        m.vis.global_.offwidth, m.vis.global_.offheight = SIZE
        self.m, self.d, self.handle, self.page = m, d, handle, page
        self.renderer = gelenk.Renderer(m, SIZE[1], SIZE[0])
        with handle.lock():
            handle.cam.elevation = -12  # so that there is a horizon

    def apart(self):
        """Mean difference of the pictures, and the part of pixels that differ much; how much there is to see."""
        self.page.drawn()
        theirs = self.page.picture().astype(int)
        self.renderer.update_scene(self.d, self.handle.cam, self.handle.opt)
        self.renderer.scene.flags[:] = self.handle._viewer.session.ui.scn.flags
        self.renderer.scene.flags[gelenk.mjtRndFlag.mjRND_SHADOW] = 0  # the page is asked for without
        ours = self.renderer.render().astype(int)
        return np.abs(theirs - ours).mean(), (np.abs(theirs - ours).max(axis=2) > 40).mean(), theirs


def test_every_effect_is_drawn_as_the_renderer_draws_it(chromium):
    m, d = room()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, size=SIZE).shown()
        beside = Beside(m, d, handle, page)
        _, _, usual = beside.apart()
        seen = 0
        for name, _, _ in mjRNDSTRING:
            row = f"rendering/rnd/{name.lower().replace(' ', '_')}"
            now = next(r["value"] for r in page.js("return gelenk.rows()") if r["id"] == row)
            page.js("gelenk.set(arguments[0], arguments[1])", row, not now)
            mean, much, picture = beside.apart()
            if name == "Depth":  # which the renderer has in its depth buffer alone: the nearer, the lighter
                assert np.ptp(picture, axis=2).max() == 0 and picture[-1].min() > picture[0].max()
            else:
                # edges are not smoothed; light falls on pixels in the page and on vertices in the renderer; lines are
                # as wide as the browser draws them
                loose = 4.0 if name == "Wireframe" else 1.0
                assert mean < tol(4.0 * loose) and much < tol(0.04 * loose), (name, mean, much)
            seen += np.abs(picture - usual).mean() > 0.3
            page.js("gelenk.set(arguments[0], arguments[1])", row, now)
        assert seen >= 7  # those that say how shadows, colors or depth are drawn need others beside them
        beside.renderer.close()


@pytest.mark.parametrize("fog", [False, True], ids=["clear", "fog"])
@pytest.mark.parametrize("kind", ["perspective", "orthographic"])
def test_sky_and_haze_lie_in_the_fog_and_end_for_orthographic_cameras(chromium, fog, kind):
    m, d = room()
    m.vis.map.fogstart, m.vis.map.fogend, m.vis.map.zfar = 0.5, 4, 3
    if kind == "orthographic":
        m.vis.global_.orthographic, m.vis.global_.fovy = 1, 7
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, size=SIZE).shown()
        beside = Beside(m, d, handle, page)
        page.js("gelenk.set(arguments[0], arguments[1])", "rendering/rnd/fog", fog)
        mean, much, picture = beside.apart()
        # edges are not smoothed; light falls on pixels in the page and on vertices in the renderer
        assert mean < tol(1.0) and much < tol(0.01), (mean, much)
        assert picture[:20].std() > 2  # there is a sky
        beside.renderer.close()


def test_visual_settings_are_seen_at_once(chromium):
    m, d = room()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, size=SIZE).shown()
        beside = Beside(m, d, handle, page)
        before = beside.apart()[2]
        for row, value in (
            ("visualization/headlight/diffuse", [0.9, 0.1, 0.1]),
            ("visualization/global/fovy", 80),
            ("visualization/rgba/haze", [1, 0, 1, 1]),
            ("rendering/frame", 1),
        ):
            page.js("gelenk.set(arguments[0], arguments[1])", row, value)
            page.echo()
            handle.sync()  # to the program's model too, which the renderer has
            mean, much, picture = (
                beside.apart()
            )  # light falls on pixels in the page, on vertices in the renderer
            assert mean < tol(4.0) and much < tol(0.04), (row, mean, much)
            assert np.abs(picture - before).mean() > 0.1, row
            before = picture
        beside.renderer.close()


def test_brackets_go_through_the_cameras_and_escape_is_free(chromium):
    m, d = room()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, size=SIZE).shown()
        beside = Beside(m, d, handle, page)
        for key, kind, number in (("]", 2, 0), ("]", 2, 1), ("]", 2, 0), ("[", 2, 1), ("\ue00c", 0, -1)):
            page.hand().send_keys(key).perform()
            page.wait(
                f"gelenk.state().camera.type === {kind} && gelenk.state().camera.fixedcamid === {number}"
            )
            wait(lambda kind=kind: handle.cam.type == kind)
            mean, much, _ = beside.apart()  # light falls on pixels in the page, on vertices in the renderer
            assert mean < tol(3.0) and much < tol(0.03), (key, mean, much)
        beside.renderer.close()


# at once, however slow this machine is: two clicks are one when they come soon after each other
TWICE = """
const how = {button: 2, ctrlKey: true, clientX: arguments[0], clientY: arguments[1], pointerId: 1, bubbles: true};
for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
  document.getElementById('view').dispatchEvent(new PointerEvent(type, how));
"""


def test_control_and_the_right_button_twice_follow_a_body(chromium):
    m, d = humanoid()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        page.js(TWICE, *page.project(d.xpos[m.body("pelvis").id]))
        page.wait("gelenk.state().camera.type === 1")
        wait(lambda: handle.cam.type == gelenk.mjtCamera.mjCAMERA_TRACKING)
        before = page.state["camera"]["lookat"]
        d.qpos[0] += 1
        gelenk.mj_forward(m, d)
        handle.sync()
        page.wait(f"gelenk.state().camera.lookat[0] > {before[0] + 0.9}")


def test_a_long_press_selects_and_the_hand_lets_a_finger_pull(chromium):
    m, d = humanoid()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        try:
            x, y = page.project(d.xpos[m.body("pelvis").id])
            touch(page, "touchStart", (x, y))
            page.wait("gelenk.state().selected > 0")
            touch(page, "touchEnd")
            camera = page.state["camera"]
            page.js("document.querySelector('.tool.hand').click()")
            touch(page, "touchStart", (x, y))
            for k in range(1, 6):
                touch(page, "touchMove", (x, y - 8 * k))
            wait(lambda: handle.perturb.active == gelenk.mjtPertBit.mjPERT_TRANSLATE)
            assert page.state["camera"] == camera
            touch(page, "touchEnd")
            wait(lambda: handle.perturb.active == 0)
        finally:
            chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_warnings_of_the_simulation_are_said(chromium):
    m, d = room()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        d.qpos[0] = np.nan
        gelenk.mj_step(m, d)
        handle.sync()
        page.wait("document.querySelector('.banner.warning')?.textContent.includes('QPOS')")
        assert d.warning[gelenk.mjtWarning.mjWARN_BADQPOS].number == 1
        gelenk.mj_resetData(m, d)
        gelenk.mj_forward(m, d)
        handle.sync()
        page.wait("!document.querySelector('.banner.warning')")


SAVED = (
    "window.saved = [];"
    "HTMLAnchorElement.prototype.click = function () { if (this.download) saved.push(this.download); };"
)


def test_pictures_videos_and_models_are_saved(chromium):
    m, d = humanoid()
    with browser.Program(m, d) as program:
        page = browser.Page(chromium, program.address).shown()
        page.js(SAVED)
        for row in ("file/screenshot", "file/save_xml", "file/save_mjb", "file/print_data"):
            page.js("gelenk.set(arguments[0], true)", row)
        page.wait("saved.length === 4")
        assert {name.rpartition(".")[2] for name in page.js("return saved")} == {"png", "xml", "mjb", "TXT"}
        page.js("gelenk.set('file/video', true)")
        number = page.state["number"]
        page.wait(f"gelenk.state().number > {number + 10}")
        page.js("gelenk.set('file/video', false)")
        page.wait("saved.length === 5")
        assert page.js("return saved[4]").endswith((".webm", ".mp4"))


@pytest.mark.parametrize(
    ("row", "value", "attribute"), [("option/theme", 1, "theme"), ("option/spacing", 1, "spacing")]
)
def test_the_page_wears_what_is_chosen(chromium, row, value, attribute):
    m, d = room()
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        before = page.js("return document.documentElement.dataset[arguments[0]]", attribute)
        page.js("gelenk.set(arguments[0], arguments[1])", row, value)
        now = page.js("return document.documentElement.dataset[arguments[0]]", attribute)
        assert now in ("light", "wide") and (now != before or attribute == "theme")
        page.js("gelenk.set(arguments[0], 0)", row)
        assert page.js("return document.documentElement.dataset[arguments[0]]", attribute) in (
            "dark",
            "tight",
        )
