"""Exceptions that come within callbacks reach the caller, whatever they are and wherever they come.

Documents: promises / Ctrl-C by object
"""

import dis
import gc
import importlib.util
import signal
import sys

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.batch.rollout import Rollout
from gelenk.runtime import callbacks
from gelenk.runtime.exclusive_use import whole
from tests.faults.scenarios import PLAIN, PULLED, state
from tests.support.interrupts import Own, raises_on_alarm


@pytest.fixture
def m():
    yield gelenk.MjModel.from_xml_string(PLAIN)
    gelenk.mj_resetCallbacks()
    gelenk.set_mju_user_warning(None)


def raising(error):
    def callback(*given):
        raise error

    return callback


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), Own(), MemoryError()])
@pytest.mark.parametrize("name", ["control", "passive", "sensor", "contactfilter"])
def test_what_a_callback_raises_ends_the_step_and_the_state_stays(m, name, error):
    d, twin = gelenk.MjData(m), gelenk.MjData(m)
    getattr(gelenk, f"set_mjcb_{name}")(raising(error))
    before = state(m, d)
    for _ in range(3):
        with pytest.raises(type(error)) as caught:
            gelenk.mj_step(m, d, 10)
        assert caught.value is error
        assert np.array_equal(state(m, d), before)
    gelenk.mj_resetCallbacks()
    for data in (d, twin):
        gelenk.mj_step(m, data, 10)
    assert np.array_equal(state(m, d), state(m, twin))


@pytest.mark.parametrize("count", [1, 2])
def test_worlds_of_a_batch_fail_one_by_one_and_ctrl_c_ends_the_call(m, count):
    batch = Batch(m, 4, count)
    before = batch.state.copy()
    gelenk.set_mjcb_control(raising(ValueError("no")))
    with pytest.raises(SimulationError, match="4 of 4 worlds failed"):
        batch.step()
    gelenk.set_mjcb_control(raising(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        batch.step()
    assert np.array_equal(batch.state, before)
    gelenk.set_mjcb_control(None)
    batch.step()


def test_a_rollout_raises_what_a_callback_does_and_goes_on(m):
    datas, full = [gelenk.MjData(m) for _ in range(2)], gelenk.mjtState.mjSTATE_FULLPHYSICS
    initial = np.zeros((4, gelenk.mj_stateSize(m, full)))
    gelenk.mj_getState(m, datas[0], initial[0], full)
    initial[:] = initial[0]
    with Rollout(nthread=2) as pool:
        for error in (ValueError("no"), KeyboardInterrupt(), Own()):
            gelenk.set_mjcb_sensor(raising(error))
            with pytest.raises(type(error)):
                pool.rollout(m, datas, initial, nstep=3)
        gelenk.set_mjcb_sensor(None)
        assert pool.rollout(m, datas, initial, nstep=3)[0].shape == (4, 3, initial.shape[1])


def test_a_plugin_that_raises_ends_the_step(monkeypatch):
    m = gelenk.MjModel.from_xml_string(PULLED)
    d = gelenk.MjData(m)
    plugin = next(p for p in gelenk.runtime.plugin_registry.REGISTERED if p.name == "test.pull")
    for error in (ValueError("no"), KeyboardInterrupt(), Own()):
        with monkeypatch.context() as patch:
            patch.setattr(type(plugin), "compute", raising(error))
            with pytest.raises(type(error)):
                gelenk.mj_step(m, d, 5)
        gelenk.mj_step(m, d)


class Starved(gelenk.Plugin):
    """A plugin in Python for all tasks."""

    name = "test.starved"
    capabilities = gelenk.PluginTask.ACTUATOR | gelenk.PluginTask.SENSOR | gelenk.PluginTask.PASSIVE

    def compute(self, m, d, instance, task):
        if task == gelenk.PluginTask.ACTUATOR:
            d.actuator_force[0] = 1 + d.time
        elif task == gelenk.PluginTask.SENSOR:
            d.sensordata[0] = 2 + d.time
        elif task == gelenk.PluginTask.PASSIVE:
            d.qfrc_passive[0] += 3 + d.time


class Ball(gelenk.Plugin):
    """A shape in Python."""

    name, capabilities = "test.ball", gelenk.PluginTask.SDF

    def sdf_aabb(self, config):
        return 0, 0, 0, 1, 1, 1

    def sdf_distance(self, points, config):
        return np.sqrt((points**2).sum(axis=1)) - 1


def plugged(uses, plugin="test.starved", asset=""):
    return f"""<mujoco><extension><plugin plugin="{plugin}"><instance name="p"/></plugin></extension>{asset}
      <worldbody><body pos="0 0 .9"><joint name="j" axis="0 0 1" type="slide"/>{uses[0]}</body>{uses[1]}</worldbody>
      {uses[2]}</mujoco>"""


SPHERE, USED = '<geom size="0.1"/>', '<plugin instance="p"/>'
PLUGGED = {
    "passive": plugged((SPHERE + USED, "", "")),
    "actuator": plugged((SPHERE, "", '<actuator><plugin joint="j" instance="p"/></actuator>')),
    "sensor": plugged((SPHERE, "", '<sensor><plugin objtype="body" objname="world" instance="p"/></sensor>')),
    "sdf": plugged(
        (SPHERE, f'<geom type="sdf" mesh="ball" pos="0 0 -.1">{USED}</geom>', ""),
        "test.ball",
        f'<asset><mesh name="ball">{USED}</mesh></asset>',
    ),
}


@pytest.mark.skipif(
    importlib.util.find_spec("_testcapi") is None, reason="allocations cannot be made to fail"
)
@pytest.mark.parametrize("text", PLUGGED.values(), ids=PLUGGED)
def test_a_plugin_that_cannot_be_called_for_want_of_memory_fails_the_step(text, capfd):
    """Where ctypes prints an error, the step must not go on without the plugin."""
    import _testcapi

    gelenk.register_plugin(Starved)
    gelenk.register_plugin(Ball)
    m = gelenk.MjModel.from_xml_string(text)
    d, twin = gelenk.MjData(m), gelenk.MjData(m)
    gelenk.mj_step(m, twin, 3)
    after, sensed = state(m, twin), twin.sensordata.copy()
    failed = 0
    gc.freeze()  # what earlier tests have left need not be looked through forty times
    for at in range(40):
        gelenk.mj_resetData(m, d)
        gc.collect()
        try:
            _testcapi.set_nomemory(at, at + 1)
            try:
                gelenk.mj_step(m, d, 3)
            finally:
                _testcapi.remove_mem_hooks()
        except MemoryError:
            failed += 1
        else:
            assert np.array_equal(state(m, d), after) and np.array_equal(d.sensordata, sensed), at
    assert failed


def test_a_function_for_warnings_that_raises_leaves_the_data_usable(m):
    d = gelenk.MjData(m)
    for error in (ValueError("no"), KeyboardInterrupt()):
        gelenk.mj_resetData(m, d)
        d.qvel[0] = np.nan
        gelenk.set_mju_user_warning(raising(error))
        with pytest.raises(type(error)):
            gelenk.mj_step(m, d)
        gelenk.set_mju_user_warning(None)
        gelenk.mj_step(m, d)


def test_a_signal_that_comes_in_native_code_is_heard_at_the_first_instruction_of_the_callback(m, monkeypatch):
    """Where it would be lost: ctypes prints what comes before a try, and forgets it."""
    lost = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    d = gelenk.MjData(m)
    gelenk.set_mjcb_control(lambda m, d: None)
    with raises_on_alarm() as heard:
        for _ in range(200):
            with pytest.raises(Own):
                signal.setitimer(signal.ITIMER_REAL, 2e-4)
                for _ in range(100_000):
                    gelenk.mj_step(m, d, 50)
    assert not lost and len(heard) == 200 and "called" in heard


def short(given):
    try:
        given.append(len(given))
    except BaseException as error:
        given.append(error)


def closure(limit):
    def inner(given):
        try:
            for i in range(limit):  # whose rows take more bytes
                given += [
                    i,
                    i + 1,
                    i + 2,
                    [i + 3, [i + 4, [i + 5, [i + 6, [i + 7, [i + 8, [i + 9, [i + 10]]]]]]]],
                ]
                given += [
                    i,
                    i + 1,
                    i + 2,
                    [i + 3, [i + 4, [i + 5, [i + 6, [i + 7, [i + 8, [i + 9, [i + 10]]]]]]]],
                ]
                given += [
                    i,
                    i + 1,
                    i + 2,
                    [i + 3, [i + 4, [i + 5, [i + 6, [i + 7, [i + 8, [i + 9, [i + 10]]]]]]]],
                ]
        except BaseException as error:
            given.append(error)

    return inner


@pytest.mark.parametrize("function", [short, closure(1), closure(0)])
def test_the_try_of_a_function_guards_its_first_instruction(function):
    before = dis._parse_exception_table(function.__code__)
    f, found = whole(function), []
    rows = dis._parse_exception_table(f.__code__)
    assert rows[0].start == 0 < before[0].start and rows[0].end == before[0].end and rows[1:] == before[1:]
    f(found)
    assert not any(isinstance(value, BaseException) for value in found)
    assert whole(f) is f  # and once more changes nothing
    assert dis._parse_exception_table(f.__code__) == rows


def test_a_function_that_does_not_begin_with_a_try_is_refused():
    def late(x):
        y = x + 1 + x * 2 + x * 3
        try:
            return y
        except ValueError:
            return 0

    with pytest.raises(ValueError, match="does not begin with a try"):
        whole(late)


def test_nothing_is_kept_of_an_error_that_was_raised(m):
    d = gelenk.MjData(m)
    gelenk.set_mjcb_control(raising(ValueError("no")))
    with pytest.raises(ValueError):
        gelenk.mj_step(m, d)
    assert not callbacks.raised
