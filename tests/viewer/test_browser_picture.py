"""The page in a real browser shows what the software renderer draws."""

import numpy as np
import pytest

import gelenk
from gelenk import models, viewer
from scenes import path as scene_path
from tests.support import browser
from tests.support.tolerance import tol

TEXTURES = """<mujoco><visual><map haze=".3"/></visual><asset>
  <texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2="0 0 0" width="64" height="384"/>
  <texture name="floor" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".1 .2 .3" width="300" height="300"/>
  <texture name="cube" type="cube" builtin="flat" mark="cross" rgb1=".8 .6 .4" rgb2=".8 .6 .4" width="64" height="384"
    markrgb="1 1 1"/>
  <material name="floor" texture="floor" texrepeat="5 5" texuniform="true" reflectance=".2"/>
  <material name="cube" texture="cube"/></asset>
  <worldbody><light pos="2 2 3" dir="-1 -1 -1" type="directional"/><geom type="plane" size="0 0 .05" material="floor"/>
  <geom type="box" size=".2 .3 .1" pos="0 0 .3" material="cube"/><geom size=".25" pos=".7 0 .3" material="cube"/>
  <geom type="capsule" size=".12 .25" pos="-.6 0 .4" material="cube"/><geom size=".2" pos="-.6 .8 .4" rgba="0 1 0 .4"/>
  <geom type="box" size=".2 .2 .2" pos="-.5 .5 .4" rgba="1 0 0 .4"/></worldbody></mujoco>"""


def squat():
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    gelenk.mj_resetDataKeyframe(m, d, m.key("squat").id)
    return m, d


def cloth():
    m = gelenk.MjModel.from_xml_path(str(scene_path("cloth")))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 20)
    return m, d


PATCHWORK = """<mujoco><asset><material name="red" rgba="1 0 0 1"/><material name="green" rgba="0 1 0 1"/>
  <material name="glass" rgba="0 0 1 .4"/></asset>
  <worldbody><light pos="0 0 2"/><geom type="plane" size="1 1 .05" pos="0 0 -.2"/>
  <body name="b"><flexcomp name="cloth" type="grid" dim="2" count="4 3 1" spacing=".2 .2 .2" radius=".01" rigid="true"
    material="red green glass red green green red glass red green red red"/></body>
  <body name="s" pos="0 .7 0"><flexcomp name="solid" type="grid" dim="3" count="2 2 2" spacing=".2 .2 .2" radius=".01"
    rigid="true" material="red green glass red green green"/></body></worldbody></mujoco>"""


def patchwork():
    m = gelenk.MjModel.from_xml_string(PATCHWORK, release="4.0")
    return m, gelenk.MjData(m)


def textures():
    m = gelenk.MjModel.from_xml_string(TEXTURES)
    return m, gelenk.MjData(m)


def point():
    m = gelenk.MjModel.from_xml_string("""<mujoco><statistic extent="1.5" center="0 0 .3"/><worldbody>
     <light type="point" castshadow="true" pos=".3 0 .9" dir=".2 .1 1" diffuse=".6 .6 .6" specular="0 0 0"/>
     <geom type="plane" size="3 3 .1"/><geom size=".2" pos=".1 0 .6"/>
     <geom type="box" size=".3 .2 .1" pos=".3 .7 .7"/></worldbody></mujoco>""")
    return m, gelenk.MjData(m)


def drawn(m, d, camera, width, height, flags):
    """The same scene by the software renderer."""
    m.vis.global_.offwidth, m.vis.global_.offheight = width, height
    with gelenk.Renderer(m, height, width) as renderer:
        renderer.update_scene(d, camera)
        for flag, value in flags.items():
            renderer.scene.flags[flag] = value
        return renderer.render()


@pytest.mark.parametrize("make", [squat, cloth, textures, patchwork])
def test_the_first_picture_is_that_of_the_renderer(chromium, make):
    m, d = make()
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        picture = page.picture().astype(int)
        camera = gelenk.MjvCamera()
        gelenk.mjv_defaultFreeCamera(m, camera)
        height, width = picture.shape[:2]
        wanted = drawn(m, d, camera, width, height, {gelenk.mjtRndFlag.mjRND_SHADOW: False}).astype(int)
        assert picture.std() > 10
        # edges are not smoothed here; light falls on pixels in the page and on vertices in the renderer
        assert np.abs(picture - wanted).mean() < tol(3.0)
        assert (np.abs(picture - wanted).max(axis=2) > 40).mean() < tol(0.03)
        assert page.state["ngeom"] >= m.ngeom - 1 and not page.errors()


@pytest.mark.parametrize("make", [squat, point])
def test_shadows_fall_where_the_renderer_has_them(chromium, make):
    m, d = make()
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, "&embed=1&aa=0&webgl=1&look=0").shown()
        page.js("gelenk.set('option/soft_shadows', false)")  # edges as hard as the renderer's
        page.echo()
        picture = page.picture().astype(int)
        camera = gelenk.MjvCamera()
        gelenk.mjv_defaultFreeCamera(m, camera)
        height, width = picture.shape[:2]
        with_ = drawn(m, d, camera, width, height, {}).astype(int)
        without = drawn(m, d, camera, width, height, {gelenk.mjtRndFlag.mjRND_SHADOW: False}).astype(int)
        shadow = (without - with_).min(axis=2) > 30
        assert shadow.sum() > 200
        here = (without - picture).min(axis=2) > 30
        assert (here & shadow).sum() > 0.85 * shadow.sum() and here.sum() < 1.2 * shadow.sum()


def test_pages_without_webgl_show_the_renderers_own_pictures(chromium):
    m, d = squat()
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address, "&embed=1&frames=1")
        page.wait("gelenk.state().images > 0 && document.getElementById('frames').width >= 100")
        assert page.state["webgl"] is False
        for _ in range(20):  # while pictures follow each other, there is always one
            gelenk.mj_step(m, d)
            handle.sync()
            assert page.js("return document.getElementById('frames').width") >= 100


def test_a_recorded_run_plays_as_one_file_without_a_program(chromium, tmp_path):
    m, d = squat()
    file = tmp_path / "run.html"
    with viewer.launch_passive(m, d, port=0, browser=False, record=file) as handle:
        handle.cam.azimuth = 33
        for _ in range(40):
            gelenk.mj_step(m, d, 3)
            handle.sync()
    page = browser.Page(chromium, file.as_uri(), "?shadow=0&aa=0")
    page.wait(f"gelenk.state().frames > 1 && gelenk.state().time === {d.time}")  # to the last state
    page.wait("gelenk.state().camera.azimuth === 33")
    page.js("gelenk.move(1, 0.1, 0)")  # a camera of one's own, and the recorded one again
    page.wait("gelenk.state().camera.azimuth !== 33")
    page.js("window.dispatchEvent(new KeyboardEvent('keydown', {code: 'Escape', key: 'Escape'}))")
    page.wait("gelenk.state().camera.azimuth === 33")
    assert page.picture().std() > 10
    assert "panel" not in page.state["error"] and not page.state["error"]


def test_lost_graphics_come_back(chromium):
    m, d = squat()
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        before = page.picture().astype(int)
        page.js(
            "window.lost = document.getElementById('view').getContext('webgl2').getExtension('WEBGL_lose_context');"
            "lost.loseContext()"
        )
        page.wait("document.querySelector('.banner.lost')")
        page.js("lost.restoreContext()")
        page.wait("!document.querySelector('.banner.lost')")
        page.drawn()
        assert np.abs(page.picture().astype(int) - before).mean() < tol(1.0)


def test_labels_texts_and_figures_lie_over_the_picture(chromium):
    m, d = squat()
    gelenk.mj_forward(m, d)
    with viewer.launch_passive(m, d, port=0, browser=False) as handle:
        page = browser.Page(chromium, handle.address).shown()
        before = page.picture().astype(int)
        with handle.lock():
            handle.opt.label = gelenk.mjtLabel.mjLABEL_BODY
        font, grid = gelenk.mjtFontScale.mjFONTSCALE_150, gelenk.mjtGridPos.mjGRID_BOTTOMLEFT
        handle.set_texts((int(font), grid, "left\nbelow", "right\nvalue"))
        figure = gelenk.MjvFigure()
        figure.title, figure.linepnt[0] = "Line", 3
        figure.linedata[0, :6] = [0, 0, 1, 1, 2, 0]
        handle.set_figures((gelenk.MjrRect(0, 0, 200, 150), figure))
        handle.set_images((gelenk.MjrRect(300, 0, 40, 30), np.full((30, 40, 3), [255, 0, 255], np.uint8)))
        handle.sync()
        page.wait(
            "[...document.querySelectorAll('#labels span')].some(s => s.textContent === 'head' && !s.hidden)"
        )
        page.wait("document.querySelector('.place.bottomleft').textContent.includes('value')")
        page.drawn()
        after = page.picture().astype(int)
        pink = (np.abs(after - [255, 0, 255]).max(axis=2) < 8).sum()
        assert pink > 600  # of 1,200, in pixels of the viewport
        changed = np.abs(after - before).max(axis=2) > 30
        assert changed[-140:, :190].mean() > 0.3
        handle.clear_images()
        handle.clear_figures()
        handle.clear_texts()
        page.wait("!document.querySelector('.place.bottomleft').textContent")
