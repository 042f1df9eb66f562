"""Exported pages in a real browser: they simulate without a server, and show a picture where they cannot."""

import contextlib
import time

import numpy as np
import pytest

import gelenk
from gelenk import models
from gelenk.viewer import export
from tests.platforms import tools
from tests.support import browser
from tests.support.tolerance import tol

LARGEST = 3e6  # bytes of a page with the humanoid
BALL = """
<mujoco model="ball">
  <statistic extent="1" center="0 0 0.3"/>
  <visual><map stiffness="500"/></visual>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <body name="ball" pos="0 0 0.2"><freejoint/><geom size="0.2" rgba="0.9 0.5 0.2 1"/></body>
    <body name="arm" pos="1 0 0.5">
      <joint name="hinge" axis="0 1 0" damping="1"/><geom type="capsule" size="0.05 0.2"/>
    </body>
  </worldbody>
  <actuator><motor name="turn" joint="hinge" ctrlrange="-2 2" ctrllimited="true"/></actuator>
  <keyframe><key name="high" qpos="0 0 1 1 0 0 0 0.5"/></keyframe>
</mujoco>
"""


@pytest.fixture(scope="module")
def stages():
    try:
        return tools.stages_as_wasm()
    except tools.Missing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def opened(chromium, stages, tmp_path):
    """Open the page of a model, as a file."""

    def start(m, **more):
        path = tmp_path / "page.html"
        export.export(m, path, **more)
        page = browser.Page(chromium, f"file://{path}", "?" + browser.QUICK)
        page.size = path.stat().st_size
        return page

    return start


def test_a_page_with_the_humanoid_simulates_in_real_time(opened):
    page = opened(models.load("humanoid")).shown()
    assert page.size < LARGEST
    assert page.js("return location.protocol") == "file:"
    page.js("gelenk.stub(true)")  # pictures are drawn without a graphics card here, which takes all cores
    time.sleep(1)
    start, before = time.monotonic(), page.state
    time.sleep(3)
    after, spent = page.state, time.monotonic() - start
    # not faster than the clock; how much slower is left to the other tests that use the cores
    assert 0 < after["time"] - before["time"] < 1.5 * spent
    assert after["number"] > before["number"], "frames of the worker"
    assert not page.js("return document.getElementById('gelenk-poster')") and not page.errors()
    assert after["ngeom"] > 15 and after["run"] and not after["error"]


def test_dragging_lifts_a_body(opened):
    from selenium.webdriver import Keys

    page = opened(gelenk.MjModel.from_xml_string(BALL)).shown()
    page.wait("gelenk.state().time > 0.2")
    # the floor carries the ball a little lower than at the start
    place = tol(0.05)
    position = "return gelenk.position(arguments[0])"
    rows = range(page.state["ngeom"])
    row = next(i for i in rows if np.allclose(page.js(position, i), [0, 0, 0.2], atol=place))
    x, y = (round(v) for v in page.project((0, 0, 0.2)))
    for _ in range(3):  # a slow browser may take the two clicks for two of one
        page.double_click(x, y)
        with contextlib.suppress(AssertionError):
            page.wait("gelenk.state().selected === 1", browser.PATIENCE / 6)
            break
    assert page.state["selected"] == 1
    page.go((x, y))
    page.hold(Keys.CONTROL)
    page.press(2)
    page.go((x, y - 30), (x, y - 60), (x, y - 90))
    page.wait(f"gelenk.position({row})[2] > 0.4")
    page.press(2, down=False)
    page.hold(Keys.CONTROL, down=False)
    page.wait(f"gelenk.position({row})[2] < 0.3")


def test_keys_and_rows_act(opened):
    from selenium.webdriver import Keys

    page = opened(gelenk.MjModel.from_xml_string(BALL), keyframe=0, title="A ball").shown()
    assert page.js("return document.title") == "A ball"
    page.wait("gelenk.state().time > 0.3")
    page.hand().send_keys(Keys.SPACE).perform()
    page.wait("!gelenk.state().run")
    page.hand().send_keys(Keys.BACKSPACE).perform()
    page.wait("gelenk.state().time === 0")
    height = page.js("return gelenk.position(1)")[2]
    assert height == pytest.approx(1, rel=tol(1e-6)), "the keyframe of the start"
    page.hand().send_keys(Keys.RIGHT).perform()
    page.wait("gelenk.state().time > 0")
    page.js("gelenk.set('control/0', 1.5)")
    page.wait("gelenk.rows().find(row => row.id === 'control/0').value === 1.5")
    page.hand().send_keys(Keys.F1).perform()
    page.wait("document.querySelector('.text.help')")
    page.hand().send_keys(Keys.SPACE).perform()
    page.wait("gelenk.state().time > 0.5")
    assert not page.errors()


@pytest.mark.parametrize("missing", ["WebAssembly", "Worker"])
def test_where_the_page_cannot_simulate_it_shows_a_picture_and_says_why(opened, chromium, missing):
    text = {"source": f"delete window.{missing};"}
    script = chromium.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", text)
    try:
        page = opened(gelenk.MjModel.from_xml_string(BALL))
        page.wait("document.querySelector('.banner')")
        said = page.js("return document.querySelector('.banner span').textContent")
        assert ("WebAssembly is off" if missing == "WebAssembly" else "too old") in said
        width, height = page.js(
            "const p = document.getElementById('gelenk-poster');"
            "return [p.naturalWidth, p.getBoundingClientRect().height]"
        )
        assert width == export.POSTER_SIZE[0] and height == browser.HEIGHT
        assert page.js("return getComputedStyle(document.getElementById('bar')).display") == "none"
    finally:
        chromium.execute_cdp_cmd(
            "Page.removeScriptToEvaluateOnNewDocument", {"identifier": script["identifier"]}
        )


def test_an_error_of_a_step_is_shown_and_pauses(opened):
    m = gelenk.MjModel.from_xml_string(BALL)
    m.opt.integrator = 7
    page = opened(m)
    page.wait("document.querySelector('.banner.error')")
    assert "invalid integrator 7" in page.js(
        "return document.querySelector('.banner.error span').textContent"
    )
    page.wait("!gelenk.state().run")
