"""Kernels of users: the examples have their closed forms, kernels stand anywhere, what they cannot do is told."""

import importlib
import math
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk import kernels
from gelenk.toolchain import kernel_pickle, kernel_rules, library
from tests.support.tolerance import tol

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
compiled = pytest.mark.skipif(not library.JIT, reason="plain Python runs what it is given")


def example(name):
    """The names of an example, which is imported but not run: anew each time, since its plugin is forgotten."""
    sys.path.insert(0, str(EXAMPLES))
    sys.modules.pop(name, None)
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(EXAMPLES))


# The examples


@pytest.mark.parametrize("speed", [1.4, 2.0, 2.4])
def test_a_body_drawn_to_a_point_moves_as_kepler_says(speed):
    force, mu = example("kernel_force"), 4.0
    m = gelenk.MjModel.from_xml_string(force.PLANET.format(mu=mu))
    d = gelenk.MjData(m)
    d.qvel[1] = speed
    a, period = force.orbit(mu, speed)
    half = 600 if library.JIT else 300
    m.opt.timestep = 0.5 * period / half
    gelenk.mj_step(m, d, half)
    # RK4 errs by the fourth power of the step over the shortest time of the orbit
    assert np.abs(d.qpos[:3] - (1 - 2 * a, 0, 0)).max() < tol(1e-4)
    wrong = force.orbit(1.01 * mu, speed)[0]
    assert abs(d.qpos[0] - (1 - 2 * wrong)) > 1e-3 or speed == 2.0
    gelenk.mj_step(m, d, half)
    assert np.abs(d.qpos[:3] - (1, 0, 0)).max() < tol(1e-4)


def test_a_motor_has_the_step_response_of_its_equations():
    actuator = example("kernel_actuator")
    m = gelenk.MjModel.from_xml_string(actuator.ROTOR)
    d = gelenk.MjData(m)
    d.ctrl[0] = 6.0
    for _ in range(3):
        gelenk.mj_step(m, d, 100)
        assert d.qvel[0] == pytest.approx(actuator.speed(d.time, 6.0, 0.05, 0.5, 0.01, 0.002), rel=tol(1e-10))
    # without inductance it would turn much faster by now
    assert d.qvel[0] < 0.8 * 6.0 / 0.05 * (1 - math.exp(-d.time * 0.05**2 / (0.5 * 0.002)))


def test_a_compass_reads_the_field_of_a_dipole():
    sensor = example("kernel_sensor")
    m = gelenk.MjModel.from_xml_string(sensor.COMPASS)
    d = gelenk.MjData(m)
    rng = np.random.default_rng(0)
    for _ in range(20):
        x, q = rng.normal(size=3), rng.normal(size=4)
        q /= np.linalg.norm(q)
        turn = np.empty(9)
        gelenk.mju_quat2Mat(turn, q)
        r = np.linalg.norm(x)
        p = np.array([0, 0, 2.0])
        field = 1e-7 * (3 * (p @ x) * x / r**2 - p) / r**3
        found = sensor.reading(m, d, x, q)
        assert np.abs(found - turn.reshape(3, 3).T @ field).max() < tol(1e-14) * np.abs(field).max()


def test_a_rounded_box_has_the_volume_of_steiner_and_carries_a_ball():
    shape = example("kernel_shape")
    m = gelenk.MjModel.from_xml_string(shape.TABLE)
    mass = 1000.0 * shape.volume((0.3, 0.2, 0.1), 0.05)
    assert m.body("table").mass[0] == pytest.approx(mass, rel=tol(0.01))  # the width of a cell of the grid
    if library.JIT:
        d = gelenk.MjData(m)
        gelenk.mj_step(m, d, 1500)
        assert d.qpos[2] == pytest.approx(0.25, abs=tol(1e-3))  # the depth that solref allows


# The public names


def test_every_name_says_what_it_is_and_is_typed():
    for name in kernels.__all__:
        thing = getattr(kernels, name)
        if callable(thing) and not isinstance(thing, type) and hasattr(thing, "__code__"):
            assert thing.__doc__, name
            assert set(thing.__annotations__) >= {
                *thing.__code__.co_varnames[: thing.__code__.co_argcount]
            }, name
            assert "return" in thing.__annotations__, name


def test_tasks_are_those_of_plugins():
    for name in ("ACTUATOR", "SENSOR", "PASSIVE", "SDF", "ADVANCE"):
        assert getattr(kernels, name) == int(gelenk.PluginTask[name])


# Where kernels may stand


OFFSET = 3.0
PAIR = (2.0, 5)


@kernels.kernel
def shifted(x: float, by: float = OFFSET) -> float:
    """x + by"""
    return x + by


def scaled(factor):
    """A kernel that knows a number of the function around it."""

    @kernels.kernel
    def inner(out):
        out[0] = shifted(factor * out[0]) + PAIR[0] * PAIR[1] + math.sqrt(4.0)
        out[1] = kernels.dot((1.0, 2.0, 3.0), (factor, 0.0, 1.0)) + int(gelenk.mjtGeom.mjGEOM_BOX)

    return inner


@pytest.mark.parametrize("factor", [2.0, 7.0])
def test_a_kernel_takes_along_numbers_and_kernels_that_it_finds(factor):
    out = np.array([1.5, 0.0])
    library.jit(scaled(factor), "F")(out)
    assert list(out) == [factor * 1.5 + 3.0 + 10.0 + 2.0, factor + 3.0 + 6.0]


@compiled
def test_the_name_of_a_library_follows_what_a_kernel_finds():
    from gelenk.toolchain import digests

    names = [digests.parcel_name(kernel_pickle.pack(scaled(factor)), "F") for factor in (2.0, 2.0, 3.0)]
    assert names[0] == names[1] != names[2]


SCRIPT = """
import gelenk
from gelenk.kernels import PASSIVE, constants, kernel

LIMIT = 2.0

@kernel
def push(m, d, instance, task):
    if task == PASSIVE:
        d.qfrc_passive[0] += min(constants(m, d, instance)[0], LIMIT)

class Push(gelenk.Plugin):
    name, attributes, capabilities, kernel = "test.push", ("force",), gelenk.PluginTask.PASSIVE, push

gelenk.register_plugin(Push)
m = gelenk.MjModel.from_xml_string('''<mujoco><option gravity="0 0 0"/><extension><plugin plugin="test.push">
  <instance name="p"><config key="force" value="5"/></instance></plugin></extension><worldbody><body>
  <joint type="slide"/><geom size=".1" mass="1"/><plugin instance="p"/></body></worldbody></mujoco>''')
d = gelenk.MjData(m)
gelenk.mj_forward(m, d)
print(d.qacc[0])
"""


@pytest.mark.parametrize("jit", ["1", "0"])
def test_a_script_may_hold_kernel_plugin_and_model(tmp_path, jit):
    script = tmp_path / "push.py"
    script.write_text(textwrap.dedent(SCRIPT))
    environment = os.environ | {"PYTHONPATH": str(ROOT), "GELENK_JIT": jit, "GELENK_QUIET": "1"}
    done = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) == 2.0


# What kernels cannot do

TABLE = [1.0, 2.0]


def misspelled(m, d, instance, task):
    d.qfrc_pasive[0] = 1.0


def whole(m, d, instance, task):
    d.qfrc_passive = 1.0


def arithmetic(m, d, instance, task):
    d.qfrc_passive[0] = sum(d.qpos * 2.0)


def finds_a_list(m, d, instance, task):
    d.qfrc_passive[0] = TABLE[0]


def raises(m, d, instance, task):
    raise ValueError("no")


def makes_a_list(m, d, instance, task):
    d.qfrc_passive[0] = [1.0][0]


def makes_an_array(m, d, instance, task):
    d.qfrc_passive[0] = np.zeros(3)[0]


def prints(m, d, instance, task):
    print(d.time)


def calls_the_api(m, d, instance, task):
    gelenk.mju_normalize3(d.qpos)


def undefined(m, d, instance, task):
    d.qfrc_passive[0] = nowhere(1.0)  # noqa: F821


REFUSED = [
    (misspelled, "no field 'qfrc_pasive'; did you mean qfrc_passive"),
    (whole, "d.qfrc_passive is an array; arrays are read and written element by element"),
    (arithmetic, "nothing is known of mul.array, float."),
    (finds_a_list, "uses TABLE, which is a list"),
    (raises, "raises an exception, which no caller would see"),
    (makes_a_list, "makes a list"),
    (makes_an_array, "an array, a list or another object is made"),
    (prints, "prints, which only GELENK_JIT=0 can"),
    (calls_the_api, "calls gelenk.mju_normalize3, which is not a kernel"),
    (undefined, "uses 'nowhere', which is not defined"),
]


@compiled
@pytest.mark.parametrize(("function", "told"), REFUSED, ids=lambda x: getattr(x, "__name__", ""))
def test_what_a_kernel_cannot_do_is_told_with_its_place(function, told):
    plugin = type(
        "P", (gelenk.Plugin,), {"name": f"test.{function.__name__}", "capabilities": 4, "kernel": function}
    )
    with pytest.raises(kernel_pickle.KernelError, match=told) as caught:
        gelenk.register_plugin(plugin)
    if function not in (finds_a_list, calls_the_api):
        assert Path(__file__).name in str(caught.value)


@pytest.mark.parametrize(
    "linker",
    [
        "no library defines the function numba_unpickle, which the code calls",
        "ld: undefined reference to `numba_unpickle'",
        "error: undefined symbol: _numba_unpickle",
    ],
)
def test_every_linker_s_word_for_what_only_python_has_is_understood(linker):
    assert "only Python has" in kernel_rules.explained(linker, set(), "k")
