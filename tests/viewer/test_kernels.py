"""Kernels of a file that is edited while a session runs: swapped in, state kept, errors shown, places used again."""

import time

import numpy as np
import pytest

import gelenk
from gelenk.runtime import plugin_instances
from gelenk.toolchain import build
from gelenk.viewer import watched_files
from gelenk.viewer.channel import Channel
from gelenk.viewer.loop import Loop
from gelenk.viewer.session import Session
from gelenk.viewer.watched_files import KernelFile
from tests.viewer.page import until

BALL = """<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/></body></worldbody></mujoco>"""
WITH_STATE = """<mujoco><extension><plugin plugin="me.lift"><instance name="i"><config key="up" value="{up}"/>
  </instance></plugin></extension><worldbody><body pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/>
  <plugin instance="i"/></body></worldbody></mujoco>"""
FORCE = """
import gelenk
from gelenk.kernels import ADVANCE, PASSIVE, Data, Model, constants, kernel

@kernel
def lift(m: Model, d: Data, instance: int, task: int) -> None:
    if task == PASSIVE:
        d.qfrc_passive[2] += {force}
    elif task == ADVANCE and m.npluginstate > 0:
        d.plugin_state[0] += 1.0

class Lift(gelenk.Plugin):
    name, attributes, capabilities, kernel = "{name}", ("up",), gelenk.PluginTask.PASSIVE, lift

    def state_size(self, config):
        return {states}

gelenk.register_plugin(Lift)
"""
LINE = 8  # in which the force stands
GRAVITY = 9.81


class Running:
    """A session of a model with a file of kernels that is edited."""

    def __init__(self, folder, model=BALL, first="5.0", **more):
        self.path, self.shown = folder / "forces.py", []
        (folder / "model.xml").write_text(model)
        self.write(first, **more)
        self.kernels = KernelFile(self.path)
        pair = self.load(folder)
        self.session = Session(*pair, Channel("test"), passive=False)
        self.session.show_problem = self.shown.append
        self.loop = Loop(self.session, lambda: self.load(folder), kernels=self.kernels)

    def load(self, folder):
        plugins = [made.plugin for made in self.kernels.running]
        return watched_files.from_path(folder / "model.xml", plugins)

    def write(self, force, name="me.lift", states=0, text=FORCE):
        self.path.write_text(text.format(force=force, name=name, states=states))

    @property
    def d(self):
        return self.session.ui.d

    @property
    def force(self):
        """What acts on the ball beside gravity."""
        gelenk.mj_forward(self.session.ui.m, self.d)
        return self.d.qacc[2] + GRAVITY

    def step(self, count=1):
        for _ in range(count):
            self.loop.refresh()

    def until_force(self, force):
        until(lambda: self.step() or abs(self.force - force) < 1e-9)

    def until_error(self):
        """The next error."""
        before = len(self.shown)
        until(lambda: self.step() or any(self.shown[before:]))
        return next(filter(None, self.shown[before:])).problems[0]


@pytest.fixture
def running(tmp_path):
    made = []

    def run(*args, **kwargs):
        made.append(Running(tmp_path, *args, **kwargs))
        return made[-1]

    yield run
    for one in made:
        one.kernels.close()


def test_a_saved_file_is_compiled_by_a_worker_that_waits(running, monkeypatch):
    one, new = running(), 1 + time.time() % 1000  # of no earlier run, whose library is there
    waiting, taken, take = one.kernels._reserve._process, [], build.Reserve.take
    assert waiting is not None and waiting.poll() is None
    monkeypatch.setattr(build.Reserve, "take", lambda self: taken.append(take(self)) or taken[-1])
    one.write(repr(new))
    one.until_force(new)
    assert taken == [waiting]
    until(lambda: one.kernels._reserve._process is not None)  # for the next change
    one.kernels.close()
    one.kernels._reserve.fill()
    assert one.kernels._reserve._process is None


def test_a_saved_file_is_swapped_in_and_the_state_goes_on(running):
    one = running()
    assert one.force == pytest.approx(5.0)
    one.d.qvel[0] = 0.25
    until(lambda: one.step() or one.d.time > 0.05)
    before, data, height = one.d.time, one.d, one.d.qpos[0]
    one.write("12.0")
    one.until_force(12.0)
    assert one.d is data and one.d.time > before and one.d.qpos[0] > height and one.d.qvel[0] == 0.25
    assert "kernels" in one.session.offer.overlays


def test_steps_go_on_while_a_kernel_is_compiled(running, monkeypatch):
    one, steps, read = running(), [], watched_files.load_plugins

    def slow(*args):
        until(lambda: len(steps) > 3)
        return read(*args)

    monkeypatch.setattr(watched_files, "load_plugins", slow)
    one.write("7.0")
    until(lambda: one.step() or one.kernels._at_work)
    for _ in range(4):
        one.step(3)
        steps.append(one.d.time)
    assert np.all(np.diff(steps) >= 0)
    one.until_force(7.0)


def test_errors_name_file_and_line_and_the_old_kernels_keep_running(running):
    one = running()
    for wrong in ("(1", '"text"', "unknown", "m.no_such_field"):
        one.write(wrong)
        problem = one.until_error()
        assert problem.where.split(":")[:2] == [str(one.path), str(LINE)], (wrong, problem)
        assert one.session.ui.clock.run and one.force == pytest.approx(5.0)
    one.write("1.0", text="raise ValueError('no')\n" + FORCE)
    assert one.until_error().where == f"{one.path}:1"
    one.write("1.0", text="import gelenk\n")
    assert "registers no plugin" in one.until_error().message
    one.write("6.0")
    one.until_force(6.0)
    assert one.shown[-1] is None


def test_a_wrong_index_returns_to_the_kernels_before(running):
    one = running()
    until(lambda: one.step() or one.d.time > 0.05)
    one.write("d.qpos[m.nq + 4]")
    problem = one.until_error()
    assert problem.where == f"{one.path}:{LINE}" and "index 11 is out of range for d.qpos" in problem.message
    assert one.session.ui.clock.run and one.force == pytest.approx(5.0)
    one.write("4.0", text="# a line more, of the same kernel as before\n" + FORCE)
    one.until_force(4.0)
    one.write("d.qpos[m.nq + 4]", text="# a line more, of the same kernel as before\n" + FORCE)
    assert one.until_error().where == f"{one.path}:{LINE + 1}"


def test_a_wrong_index_of_the_first_kernels_pauses_until_it_is_mended(running):
    one = running(first="d.qpos[m.nq + 4]")
    one.until_error()
    assert not one.session.ui.clock.run
    one.write("2.0")
    until(lambda: one.step() or one.session.ui.clock.run)
    assert one.force == pytest.approx(2.0)


def test_twenty_swaps_and_a_new_name_take_no_further_place(running):
    one = running()
    taken = len(plugin_instances.REGISTERED)
    for k in range(20):
        one.write(["5.0", "6.0"][k % 2])
        one.until_force([5.0, 6.0][k % 2])
    one.write("6.0", name="me.other")
    until(lambda: one.step() or "me.other" in one.kernels.places)
    assert len(plugin_instances.REGISTERED) == taken and one.force == pytest.approx(6.0)
    one.write("5.0")
    one.until_force(5.0)
    assert list(one.kernels.places) == ["me.lift"] and len(plugin_instances.REGISTERED) == taken


def test_constants_are_kept_and_a_state_of_another_size_starts_anew(running):
    one = running(WITH_STATE.format(up=3.0), first="constants(m, d, instance)[0]", states=1)
    assert one.force == pytest.approx(3.0)
    until(lambda: one.step() or one.d.plugin_state[0] > 3)
    state = one.d.plugin_state[0]
    one.write("2 * constants(m, d, instance)[0]", states=1)
    one.until_force(6.0)
    assert one.d.plugin_state[0] >= state
    one.d.qpos[0] = 0.5
    one.write("2 * constants(m, d, instance)[0]", states=2)
    until(lambda: one.step() or len(one.d.plugin_state) == 2)
    assert one.d.qpos[0] == 0.5 and one.d.time > 0 and one.force == pytest.approx(6.0)


def test_a_name_that_the_model_needs_and_the_file_has_no_longer_is_an_error(running):
    one = running(WITH_STATE.format(up=3.0), first="3.0")
    one.write("1.0", name="me.other")
    assert "me.lift" in one.until_error().message
    assert one.force == pytest.approx(3.0) and list(one.kernels.places) == ["me.lift"]


def test_modules_beside_the_file_are_read_again(running, tmp_path):
    helper = tmp_path / "kernel_helper_beside.py"
    helper.write_text("STRENGTH = 3.0\n")
    text = "from kernel_helper_beside import STRENGTH\n" + FORCE
    one = running(first="STRENGTH", text=text)
    assert one.force == pytest.approx(3.0)
    helper.write_text("STRENGTH = 4.0\n")
    one.until_force(4.0)
    helper.write_text("STRENGTH = 5.0 +\n")
    assert one.until_error().where.startswith(f"{helper}:1")
    helper.write_text("STRENGTH = 5.0\n")
    one.until_force(5.0)


def test_a_plugin_from_elsewhere_is_not_replaced(tmp_path):
    path = tmp_path / "forces.py"
    path.write_text(FORCE.format(force="1.0", name="mujoco.pid", states=0))
    with pytest.raises(gelenk.Error, match="another plugin"):
        KernelFile(path)
