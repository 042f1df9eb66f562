"""Two models run in one page under one control, also in a real browser."""

import queue
import threading

import pytest

import gelenk
from gelenk import models
from gelenk.cli import view
from gelenk.viewer import endpoint, handle, side_by_side, stepping
from gelenk.viewer.channel import Channel
from gelenk.viewer.endpoint import Settings
from gelenk.viewer.loop import Loop
from gelenk.viewer.session import Session
from tests.support import browser
from tests.viewer.page import PATIENCE, until

XML = """
<mujoco model="{name}">
  <option timestep="{timestep}"/>
  <worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 0.1"/>
    <body pos="0 0 1"><joint name="shoulder" axis="0 1 0" damping="{damping}"/>
      <geom type="capsule" fromto="0 0 0 {length} 0 0" size="0.05"/></body></worldbody>
  <actuator>{more}<motor name="shoulder" joint="shoulder" ctrlrange="-5 5"/></actuator>
</mujoco>
"""
MORE = '<motor name="other" joint="shoulder"/>'


pytestmark = pytest.mark.usefixtures("no_browser")


def text(name="a", damping=0.1, more="", timestep=0.002, length=0.5):
    return XML.format(name=name, damping=damping, more=more, timestep=timestep, length=length)


def session(xml):
    m = gelenk.MjModel.from_xml_string(xml)
    return Session(m, gelenk.MjData(m), Channel("test", share=True), passive=False)


@pytest.fixture
def pair():
    """The loop of two sessions."""
    first, second = session(text()), session(text("b", 2.0, MORE, timestep=0.005))
    side_by_side.link_sessions(first, second, ("a.xml", "b.xml"))
    return Loop(first, beside=Loop(second))


def say(session, **message):
    session.channel._queue_message(1, message)


def test_both_models_advance_by_the_same_time_whatever_their_timesteps(pair):
    first, second = (loop.session.ui for loop in pair.loops)
    for _ in range(30):
        pair.pacer._step(first.m, first.d, first)
        assert abs(first.d.time - second.d.time) <= 0.5 * second.m.opt.timestep + 1e-12
    say(pair.session, kind="set", id="simulation/reset", value=True)
    pair.session.ui.clock.run = False
    pair.refresh()
    assert first.d.time == second.d.time == 0
    second.d.time = 7.0  # a keyframe, say: the difference stays
    for _ in range(10):
        pair.pacer._step(first.m, first.d, first)
    assert abs(second.d.time - 7.0 - first.d.time) <= 0.5 * second.m.opt.timestep + 1e-12


def test_sliders_act_on_both_by_name_and_the_clock_is_common(pair):
    first, second = (loop.session for loop in pair.loops)
    row = next(r for r in first.rows.values() if r.section == "Control" and r.label == "shoulder")
    say(first, kind="set", id=row.id, value=3.0)
    say(first, kind="key", code="Space", mods=0, down=True)
    pair.refresh()
    assert first.ui.d.ctrl.tolist() == [3.0] and second.ui.d.ctrl.tolist() == [0.0, 3.0]
    assert not first.ui.clock.run and not second.ui.clock.run  # toggled once, not twice
    row = next(r for r in second.rows.values() if r.label == "other")
    say(second, kind="set", id=row.id, value=0.5)  # only the second model has it
    say(second, kind="set", id="simulation/speed", value=4)
    pair.refresh()
    assert first.ui.d.ctrl.tolist() == [3.0] and second.ui.d.ctrl.tolist() == [0.5, 3.0]
    assert first.ui.clock.speed == 4
    times = first.ui.d.time, second.ui.d.time
    say(first, kind="key", code="ArrowRight", mods=0, down=True)
    for _ in range(4):
        pair.refresh()
        say(first, kind="key", code="ArrowRight", mods=0, down=True)
    assert first.ui.d.time > times[0] and second.ui.d.time > times[1]


def camera(session, azimuth, distance=3.0):
    head = {"kind": "camera", "type": 0, "fixedcamid": -1, "trackbodyid": -1, "orthographic": 0}
    return head | {"azimuth": azimuth, "elevation": -20.0, "distance": distance, "lookat": [0, 0, 1]}


def test_the_camera_of_one_follows_the_other_scaled_where_the_sizes_differ(pair):
    first, second = (loop.session for loop in pair.loops)
    say(first, **camera(first, 30.0))
    pair.refresh()
    assert (second.ui.camera.azimuth, second.ui.camera.distance) == (30.0, 3.0)
    large = session(text(length=5.0))
    side_by_side.link_sessions(first, large, ("a", "large"))
    scale = large.ui.m.stat.extent / first.ui.m.stat.extent
    assert scale > side_by_side.SIMILAR
    say(first, **camera(first, 60.0))
    first.handle_messages()
    assert large.ui.camera.distance == pytest.approx(3.0 * scale)


def test_each_model_has_its_own_keyframe_and_controller(pair, monkeypatch):
    given = []
    monkeypatch.setattr(handle, "view_file", lambda *args, **more: given.extend([*args, more]))
    view.view_model("quadruped", Settings(), None, None, print, other="cartpole")
    *_, beside, more = given
    for name, start, controller in (
        ("quadruped", more["start"], more["controller"]),
        ("cartpole", beside.start, beside.controller),
    ):
        m = models.load(name)
        d = gelenk.MjData(m)
        start(m, d)
        assert (d.qpos == m.key(models.SHOWS[name].keyframe).qpos).all()
        assert controller is not None
    first, second = (loop.session.ui for loop in pair.loops)
    called = []
    second.controller = lambda m, d: called.append((m, d.time))
    for _ in range(30):
        pair.pacer._step(first.m, first.d, first)
    assert len(called) == round(second.d.time / second.m.opt.timestep) > 5
    assert all(m is second.m for m, _ in called)


def test_a_changed_file_of_one_model_is_loaded_again_and_the_clock_stays_common(tmp_path):
    paths = [tmp_path / "a.xml", tmp_path / "b.xml"]
    for path in paths:
        path.write_text(text(path.stem))
    loaders = [stepping._file_loader(path, None) for path in paths]
    first, second = (Session(*load(), Channel("test"), passive=False) for load in loaders)
    side_by_side.link_sessions(first, second, ("a", "b"))
    pair = Loop(first, loaders[0], str(paths[0]), beside=Loop(second, loaders[1], str(paths[1])))
    paths[1].write_text(text("changed", damping=1.5))
    until(lambda: pair.refresh() or second.ui.m.dof_damping[0] == 1.5)
    assert first.ui.m.dof_damping[0] == 0.1 and second.ui.clock is first.ui.clock


def test_a_page_shows_both_and_its_buttons_act_on_both(chromium, tmp_path):
    paths = [tmp_path / "left.xml", tmp_path / "right.xml"]
    paths[0].write_text(text("left"))
    paths[1].write_text(text("right", 2.0, MORE))
    said = queue.SimpleQueue()
    more = {"beside": stepping.SecondModel(str(paths[1])), "say": said.put}
    settings = Settings(port=0, browser=False)
    thread = threading.Thread(target=handle.view_file, args=(paths[0], settings), kwargs=more, daemon=True)
    thread.start()
    address = said.get(timeout=PATIENCE)
    page = browser.Page(chromium, address, size=(800, 400)).shown()
    inner = "document.getElementById('beside').contentWindow.gelenk"
    page.wait(f"{inner}.state().number > 1 && {inner}.state().role === 'control'")
    boxes = page.js(
        "return ['stage', 'beside'].map(id => document.getElementById(id).getBoundingClientRect().width)"
    )
    assert boxes == [400, 400]
    page.js("gelenk.set('simulation/run', false)")
    page.wait(f"!gelenk.state().run && !{inner}.state().run")
    slider = "rows().find(row => row.section === 'Control' && row.label === 'shoulder')"
    page.js(f"gelenk.set(gelenk.{slider}.id, 2)")
    page.js(f"{inner}.send({{kind: 'open', sections: ['Control']}})")
    page.wait(f"{inner}.{slider}.value === 2")
    page.js("gelenk.move(1, 0.2, 0)")
    page.wait(f"Math.abs({inner}.state().camera.azimuth - gelenk.state().camera.azimuth) < 1e-6")
    texts = "document.querySelector('.place.top').textContent"
    assert page.js(f"return {texts}") == "left.xml"
    assert not page.errors()
    for server in list(endpoint._servers.values()):
        for channel in list(server.channels.values()):
            channel._queue_message(channel.control, {"kind": "set", "id": "file/quit", "value": True})
    thread.join(PATIENCE)
    assert not thread.is_alive()
