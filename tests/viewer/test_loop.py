"""launch steps in real time, keeps a history, loads models again, and survives models that cannot be loaded.

Documents: Programming / Simulation; design / The viewer
"""

import threading
import time

import numpy as np
import pytest

import gelenk
from gelenk import viewer
from gelenk.viewer import endpoint, handle, messages, watched_files
from gelenk.viewer.channel import Channel
from gelenk.viewer.loop import Loop, Pacer, advance_noise
from gelenk.viewer.session import Session
from gelenk.viewer.ui_state import MOST_STATE_BYTES, MOST_STATES, SPEEDS, History
from tests.support.tolerance import tol
from tests.viewer.page import PATIENCE, Page

XML = """
<mujoco model="{name}">
  <worldbody><body name="b" pos="0 0 1"><joint name="j" type="slide" axis="0 0 1"/><geom size="0.1"/></body></worldbody>
  <actuator><motor joint="j" ctrlrange="-1 3" ctrllimited="true"/><motor joint="j"/></actuator>
  <keyframe><key qpos="0.5"/></keyframe>
</mujoco>
"""


pytestmark = pytest.mark.usefixtures("no_browser")


def model(name="m"):
    m = gelenk.MjModel.from_xml_string(XML.format(name=name))
    return m, gelenk.MjData(m)


def loop_of(m, d):
    return Loop(Session(m, d, Channel("test"), passive=False))


class Clock:
    """A clock that steps move, as much as they cost."""

    def __init__(self, cost):
        self.now, self.cost, self.steps = 100.0, cost, 0

    def __call__(self):
        return self.now

    def step(self, m, d):
        gelenk.mj_step(m, d)
        self.now += self.cost
        self.steps += 1


@pytest.mark.parametrize("row", [0, 3, 20])
def test_time_follows_the_clock(row):
    m, d = model()
    loop, clock, pacer = loop_of(m, d), Clock(1e-5), Pacer()
    loop.session.ui.clock.speed, pacer.step = row, clock.step
    for _ in range(300):
        pacer.advance(loop.session.ui, clock)
        clock.now += 1 / 60
    # within a refresh and a step
    assert d.time == pytest.approx((clock.now - 100.0) * SPEEDS[row] / 100, abs=(1 / 60 + 2 * m.opt.timestep))
    # what is measured is smoothed: within a twentieth
    assert loop.session.ui.clock.measured == pytest.approx(SPEEDS[row], rel=tol(0.05))


def test_steps_that_take_long_leave_time_for_pictures_and_the_speed_is_measured():
    m, d = model()
    loop, clock, pacer = loop_of(m, d), Clock(4e-3), Pacer()  # twice as long as the step they make
    pacer.step = clock.step
    for _ in range(200):
        before = clock.now
        pacer.advance(loop.session.ui, clock)
        assert clock.now - before < 0.7 / 60 + 2 * clock.cost
        clock.now = max(clock.now, before + 1 / 60)
    assert loop.session.ui.clock.measured < 60  # of a hundred


def test_there_are_the_speeds_of_the_reference():
    reference = pytest.importorskip("mujoco.viewer")
    assert tuple(reference.PERCENT_REALTIME) == SPEEDS


def test_noise_wanders_around_the_middle_of_the_ranges():
    m, d = model()
    random, seen = np.random.default_rng(0), []
    for _ in range(20000):
        advance_noise(m, d, 0.2, 0.01, random)
        seen.append(d.ctrl.copy())
    seen = np.array(seen)
    assert (seen[:, 0] >= -1).all() and (seen[:, 0] <= 3).all()
    # 20,000 samples that are correlated over 5: 4,000 that are not, the mean to 0.016 of a deviation
    np.testing.assert_allclose(seen.mean(axis=0), [1, 0], atol=tol(0.1))
    # likewise, of the deviation itself
    np.testing.assert_allclose(seen.std(axis=0), [0.2 * 2, 0.2], rtol=tol(0.1))


def test_history_goes_back_and_forth_and_forgets_what_was_after():
    m, d = model()
    history = History(m)
    assert history.states.maxlen == MOST_STATES
    for i in range(10):
        d.time, d.qpos[0] = i, i / 10
        history.add(m, d)
    assert history.restore(m, d, -3) == -3 and (d.time, d.qpos[0]) == (6, 0.6)
    assert history.restore(m, d, -99) == -9 and d.time == 0
    assert history.restore(m, d, 5) == 0 and d.time == 9
    history.restore(m, d, -4)
    d.time = 50
    history.add(m, d)
    assert history.at == 0 and len(history.states) == 7
    assert history.restore(m, d, -1) == -1 and d.time == 5
    for i in range(3 * MOST_STATES):
        d.time = i
        history.add(m, d)
    assert len(history.states) == MOST_STATES
    large = History.__new__(History)
    large.__init__(m)
    assert 8 * large.size * large.states.maxlen <= MOST_STATE_BYTES


class Running:
    """`handle.run` in a thread, with a page that looks at it."""

    def __init__(self, *arguments, **more):
        self.place = threading.Event()
        self.address = self.error = None
        more.setdefault("say", self._say)
        self.thread = threading.Thread(target=self._run, args=(arguments, more), daemon=True)
        self.thread.start()
        assert self.place.wait(60), self.error

    def _say(self, address):
        self.address = address
        self.place.set()

    def _run(self, arguments, more):
        try:
            handle.run_view(*arguments, endpoint.Settings(), **more)
        except BaseException as error:
            self.error = error
            self.place.set()
            raise

    def __enter__(self):
        self.page = Page(self.address)
        self.page.wait(lambda p: p.scene.number)
        return self.page

    def __exit__(self, *error):
        self.page.key("KeyQ", mods=2)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive() and self.error is None
        self.page.close()


def test_it_runs_pauses_steps_and_goes_back():
    with Running(model(), None) as page:
        seen = set()  # each picture that came is in the history
        page.wait(lambda p: seen.add(p.scene.head["time"]) or len(seen) > 20)
        page.key("Space")
        page.wait(lambda p: p.values["simulation/run"] is False and not p.scene.head["status"]["run"])
        time_ = page.scene.head["time"]
        page.settle()
        assert page.scene.head["time"] == time_
        page.key("ArrowRight")
        page.wait(lambda p: p.scene.head["time"] == pytest.approx(time_ + 0.002))
        page.key("ArrowLeft")
        page.wait(lambda p: p.scene.head["time"] == pytest.approx(time_))
        page.wait(lambda p: p.rows["simulation/history"]["min"] < -5)  # as long as the history is
        page.say("scrub", index=-5)
        page.wait(lambda p: p.values["simulation/history"] == -5)
        page.wait(lambda p: p.scene.head["time"] < time_)
        page.key("ArrowRight", repeat=True)
        page.wait(lambda p: p.values["simulation/history"] == -4)
        page.set("joint/0", 0.7)
        page.wait(lambda p: abs(p.scene.pose[0, 2] - 1.7) < 1e-6)
        for code, row in (("Minus", 1), ("Minus", 2), ("Equal", 1)):
            page.key(code)
            page.wait(lambda p, row=row: p.values["simulation/speed"] == row)
        page.key("Space")
        page.wait(lambda p: p.scene.head["status"]["run"])


def test_the_bar_follows_whatever_section_is_open():
    m, d = model()
    session = Session(m, d, Channel("test"), passive=False)
    session.open = set()
    loop = Loop(session)
    loop.refresh()
    session.ui.clock.run = False
    for _ in range(30):
        session.ui.history.add(m, d)
    session.ui.history.restore(m, d, -7)
    session._values_at = 0.0
    session.show()
    assert (
        session.offer.values["simulation/run"] is False and session.offer.values["simulation/history"] == -7
    )
    assert session.offer.rows["simulation/history"]["min"] == 1 - len(session.ui.history.states)
    # what comes after the last description counts too
    for _ in range(10):
        session.ui.history.add(m, d)
    session._seek(1, {"kind": "scrub", "index": 1 - len(session.ui.history.states)})
    assert session.ui.history.at == 1 - len(session.ui.history.states)
    session._values_at = 0.0
    session.show()
    assert session.offer.rows["simulation/history"]["min"] == session.ui.history.at


def test_a_body_is_put_elsewhere_while_paused():
    xml = "<mujoco><worldbody><body pos='0 0 1'><freejoint/><geom size='0.3'/></body></worldbody></mujoco>"
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    with Running((m, d), None) as page:
        page.key("Space")
        page.wait(lambda p: not p.scene.head["status"]["run"])
        page.key("Backspace")
        rest = {"fixedcamid": -1, "trackbodyid": -1, "orthographic": 0, "azimuth": 90.0, "elevation": 0.0}
        page.say("camera", type=0, lookat=[0, 0, 1], distance=4.0, **rest)
        page.say("select", x=0.5, y=0.5, aspect=1.5)
        page.wait(lambda p: p.scene.head["pert"]["select"] == 1)
        page.say("grab", mode="translate")
        page.say("drag", action=int(gelenk.mjtMouse.mjMOUSE_MOVE_V), dx=0.0, dy=-0.1)
        page.wait(lambda p: p.scene.pose[0, 2] > 1.1)
    assert d.qpos[2] > 1.1 and d.time == 0  # the state itself, and without a step


def test_a_file_that_changes_is_loaded_again_and_errors_leave_the_old_model(tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(XML.format(name="first"))
    pair = watched_files.from_path(path)
    with Running(pair, lambda: watched_files.from_path(path), watch=str(path)) as page:
        page.wait(lambda p: p.scene.head["time"] > 0.3)
        time_ = page.scene.head["time"]
        path.write_text("<mujoco>\n  <worldbody>\n    <geom typ='box'/>\n  </worldbody>\n</mujoco>")
        page.wait(lambda p: p.errors)
        error = page.errors[-1]
        assert error["file"].endswith("model.xml") and error["line"] == 3 and error["column"] > 0
        assert "typ" in error["text"] and page.model["name"] == "first"
        before = page.scene.head["time"]
        page.wait(lambda p: p.scene.head["time"] > before)
        path.write_text(XML.format(name="second"))
        page.wait(lambda p: p.model["name"] == "second")
        page.wait(lambda p: p.scene.number)
        assert page.errors[-1]["text"] == "" and page.model["keep_camera"] is True
        assert page.scene.head["time"] > time_  # it goes on where it was
        path.write_text(
            XML.format(name="third").replace("<actuator>", "<actuator><!-- -->").replace("slide", "ball")
        )
        page.wait(
            lambda p: p.model["name"] == "third" or (p.errors[-1]["text"] and "key" in p.errors[-1]["text"])
        )


def test_dropped_files_are_a_model_with_its_assets_and_nothing_of_the_disk(tmp_path):
    secret = tmp_path / "secret.xml"
    secret.write_text("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
    obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    xml = (
        b"<mujoco model='dropped'><asset><mesh name='m' file='m.obj'/></asset>"
        b"<worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"
    )
    with Running(watched_files.empty_model(), None) as page:
        page.socket.send(messages.pack_files({"a/m.obj": obj, "../../model.xml": xml}))
        page.wait(lambda p: p.model["name"] == "dropped" and p.scene.number)
        assert ("mesh", 0) in page.assets
        for content in (
            f"<mujoco><include file='{secret}'/></mujoco>".encode(),
            b"<mujoco><asset><mesh file='/etc/passwd' name='x'/></asset></mujoco>",
            b"\xff\xfe",
        ):
            count = len(page.errors)
            page.socket.send(messages.pack_files({"x.xml": content}))
            page.wait(lambda p, n=count: len(p.errors) > n and p.errors[-1]["text"])
            assert "root:" not in page.errors[-1]["text"]
        page.socket.send(messages.pack_files({"readme.txt": b"x"}))
        page.wait(lambda p: "none of the files is a model" in p.errors[-1]["text"])
        assert page.model["name"] == "dropped"
        m = gelenk.MjModel.from_xml_string(XML.format(name="binary"))
        buffer = np.zeros(gelenk.mj_sizeModel(m), np.uint8)
        gelenk.mj_saveModel(m, None, buffer)
        page.socket.send(messages.pack_files({"m.mjb": buffer.tobytes()}))
        page.wait(lambda p: p.model["name"] == "binary")


def test_passive_viewers_take_no_files():
    m, d = model("own")
    with viewer.launch_passive(m, d) as made, Page(made.address) as page:
        page.wait(lambda p: p.scene.number)
        page.socket.send(messages.pack_files({"x.xml": b"<mujoco model='other'/>"}))
        page.settle()
        assert page.model["name"] == "own" and page.model["passive"] is True
        assert "file/open" not in page.rows


def test_a_loader_is_called_again():
    calls = []

    def loader():
        calls.append(0)
        return (*model(f"m{len(calls)}"), "path")

    with Running(watched_files.call_loader(loader), loader) as page:
        assert page.model["name"] == "m1"
        page.key("KeyL", mods=2)
        page.wait(lambda p: p.model["name"] == "m2")
    for wrong in (None, (1,), (None, None)):
        with pytest.raises(TypeError):
            watched_files.call_loader(lambda wrong=wrong: wrong)


def test_an_error_of_the_program_pauses_and_is_told():
    m, d = model()

    def control(m, d):
        if d.time > 0.2:
            raise RuntimeError("of the callback")

    gelenk.set_mjcb_control(control)
    try:
        with Running((m, d), None) as page:
            page.wait(lambda p: p.errors and "of the callback" in p.errors[-1]["text"])
            page.wait(lambda p: not p.scene.head["status"]["run"])
            time_ = d.time
            page.settle()
            assert d.time == time_ > 0.2
            gelenk.set_mjcb_control(None)
    finally:
        gelenk.set_mjcb_control(None)


def test_launch_returns_when_a_page_quits(capfd):
    m, d = model()
    thread = threading.Thread(target=viewer.launch, args=(m, d), daemon=True)
    before = set(endpoint._servers)
    thread.start()
    deadline = time.monotonic() + PATIENCE
    server = None
    while server is None and time.monotonic() < deadline:
        server = next((s for s in endpoint._servers.values() if s.channels), None)
        time.sleep(0.01)
    assert server is not None and before <= set(endpoint._servers)
    with Page(server.address(next(reversed(server.channels)))) as page:
        page.wait(lambda p: p.scene.head.get("time", 0) > 0.05)
        page.set("file/quit", True)
        thread.join(PATIENCE)
    assert not thread.is_alive()
    assert d.time > 0.05  # the data that was given is the one that was stepped


def test_a_controller_is_called_before_each_step_until_a_control_is_moved():
    m, d = model()
    loop = loop_of(m, d)
    ui, called = loop.session.ui, []

    def control(m, d):
        called.append(d.time)
        d.ctrl[0], d.qfrc_applied[0] = 2.0, 3.0

    ui.controller = control
    loop.session.resend_model()
    rows = loop.session.rows
    loop.pacer._step(m, d, ui)
    assert called == [0.0] and d.ctrl[0] == 2.0
    rows["control/0"].set(ui, 0.5)
    loop.pacer._step(m, d, ui)
    assert len(called) == 1 and d.ctrl[0] == 0.5 and d.qfrc_applied[0] == 0.0
    assert rows["control/controller"].value(ui) is False
    rows["control/controller"].set(ui, True)
    loop.pacer._step(m, d, ui)
    assert len(called) == 2


def test_models_without_a_controller_have_no_row_for_one():
    assert "control/controller" not in loop_of(*model()).session.rows
