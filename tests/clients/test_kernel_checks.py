"""Kernels of users have checks: a wrong index is an exception that names its place, and ends no process."""

import re
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.kernels import ADVANCE, PASSIVE, SENSOR, constants, kernel, load3, norm, store3
from gelenk.runtime.plugin_instances import REGISTERED
from gelenk.toolchain import kernel_pickle, kernel_rules, library

pytestmark = pytest.mark.skipif(not library.JIT, reason="plain Python raises by itself")

XML = """<mujoco><extension><plugin plugin="{name}"><instance name="p"><config key="kind" value="{kind}"/>
  <config key="at" value="{at}"/></instance></plugin></extension><worldbody><body name="a"><freejoint/>
  <geom size=".1"/><plugin instance="p"/></body></worldbody>
  <sensor><plugin name="s" plugin="{name}" instance="p"/></sensor></mujoco>"""


@kernel
def reads_inside(a, i):
    return a[i] * 0.0


@kernel
def wild(m, d, instance, task):
    numbers = constants(m, d, instance)
    kind, at = int(numbers[0]), int(numbers[1])
    if task == PASSIVE:
        for i in range(m.nv):
            d.qfrc_passive[i] -= 0.5 * d.qvel[i]
        if kind == 1:
            d.qfrc_passive[1] += d.qpos[at] * 0.0  # kind 1
        elif kind == 2:
            d.qfrc_passive[at] = 1.0  # kind 2
        elif kind == 3:
            d.qfrc_passive[0] += m.body_mass[at] * 0.0  # kind 3
        elif kind == 4:
            d.qfrc_passive[0] += d.xpos[at, 0] * 0.0  # kind 4
        elif kind == 5:
            d.qfrc_passive[0] += d.xpos[0, at] * 0.0  # kind 5
        elif kind == 6:
            d.qfrc_passive[0] += d.xpos[at][0] * 0.0  # kind 6
        elif kind == 7:
            d.qfrc_passive[0] += d.qpos[at:][0] * 0.0  # kind 7
        elif kind == 8:
            d.qfrc_passive[0] += norm(load3(d.xpos, at)) * 0.0  # kind 8
        elif kind == 9:
            d.qfrc_passive[0] += reads_inside(d.qvel, at)
        elif kind == 10:
            d.qfrc_passive[0] += constants(m, d, instance)[at] * 0.0  # kind 10
        elif kind == 11:
            i = 4611686018427387904
            d.qfrc_passive[0] += d.xpos[i * 2 + at, 0] * 0.0  # kind 11
        elif kind == 12:
            i = 0
            while i < m.nv + 1:
                d.qfrc_passive[i] += 0.0  # kind 12
                i += 1
        elif kind == 13:
            q = d.qpos
            d.qfrc_passive[0] += q[-1] * 0.0  # kind 13
        elif kind == 15:
            q = d.qpos
            d.qfrc_passive[0] += q[at:][0] * 0.0  # kind 15
        elif kind == 14:
            d.qfrc_passive[0] += 0.0 * (7 // (at - at)) + 0.0 / (d.time - d.time) * 0.0
    elif task == SENSOR and kind == 20:
        d.sensordata[at] = 1.0  # kind 20
    elif task == ADVANCE and kind == 21:
        d.plugin_state[at] = 1.0  # kind 21


class Wild(gelenk.Plugin):
    name, attributes, kernel = "test.wild", ("kind", "at"), wild
    capabilities = gelenk.PluginTask.PASSIVE | gelenk.PluginTask.SENSOR


@pytest.fixture(scope="module", autouse=True)
def registered():
    gelenk.register_plugin(Wild)


def data(kind, at):
    m = gelenk.MjModel.from_xml_string(XML.format(name="test.wild", kind=kind, at=at))
    return m, gelenk.MjData(m)


WRONG = [
    *((1, at, f"index {at} is out of range for d.qpos, which has 7") for at in (7, 100000, -1, 10**9)),
    *((2, at, f"index {at} is out of range for d.qfrc_passive, which has 6") for at in (6, -2)),
    (3, 2, "index 2 is out of range for m.body_mass, which has 2"),
    (4, 5, "index 5 is out of range for d.xpos, which has 2"),
    (5, 3, "index 3 is out of range for d.xpos, which has 3"),
    (6, 9, "index 9 is out of range for d.xpos, which has 2"),
    (7, 8, "index 8 is out of range for d.qpos, which has 7"),
    (7, 7, "index 0 is out of range for d.qpos, which has 0"),
    (8, 77, "index 77 is out of range for a, which has 2, in load3"),
    (10, 5, "index 5 is out of range for"),
    (11, 0, "out of range for d.xpos, which has 2"),
    (12, 0, "index 6 is out of range for d.qfrc_passive, which has 6"),
    (13, 0, "index -1 is out of range for d.qpos, which has 7"),
    (15, 7, "index 0 is out of range for d.qpos, which has 0"),
    (15, 8, "index 8 is out of range for d.qpos, which has 7"),
    (15, -1, "index -1 is out of range for d.qpos, which has 7"),
    (20, 4, "index 4 is out of range for d.sensordata, which has 1"),
    (21, 0, "index 0 is out of range for d.plugin_state, which has 0"),
]


@pytest.mark.parametrize(("kind", "at", "told"), WRONG)
def test_an_index_out_of_range_raises_and_names_its_place(kind, at, told):
    m, d = data(kind, at)
    with pytest.raises(IndexError) as caught:
        gelenk.mj_step(m, d, 3)
    said = str(caught.value)
    assert said.startswith("kernel wild: ") and told in said
    line = int(re.search(r'File ".*test_kernel_checks.py", line (\d+)', said)[1])
    assert f"# kind {kind}" in Path(__file__).read_text().splitlines()[line - 1]
    assert f"# kind {kind}" in said  # the text of the line
    if kind < 20:
        assert d.time == 0 and (d.qpos == m.qpos0).all()
    with pytest.raises(IndexError):  # and again
        gelenk.mj_step(m, d)


def test_a_place_in_a_kernel_that_is_called_is_that_of_the_user():
    m, d = data(9, 50)
    with pytest.raises(IndexError, match=r"kernel reads_inside: index 50 is out of range for a, which has 6"):
        gelenk.mj_forward(m, d)


@pytest.mark.parametrize(("kind", "at"), [(0, 0), (1, 6), (2, 5), (5, 2), (7, 6), (8, 1), (10, 1)])
def test_what_is_right_goes_on(kind, at):
    m, d = data(kind, at)
    gelenk.mj_step(m, d, 3)
    assert d.time == pytest.approx(3 * m.opt.timestep)


def test_a_division_of_integers_by_zero_ends_no_process():
    m, d = data(14, 3)
    gelenk.mj_step(m, d, 1)
    assert np.isnan(d.qfrc_passive[0]) and (d.qfrc_passive[1:] == 0).all()  # 0 / 0 in real numbers
    assert d.warning[gelenk.mjtWarning.mjWARN_BADQACC].number == 3


def test_a_world_of_a_batch_fails_alone():
    m, _ = data(1, 7)
    batch = Batch(m, 3, 2)
    with pytest.raises(SimulationError, match=r"index 7 is out of range for d\.qpos") as caught:
        batch.step()
    assert caught.value.ids.tolist() == [0, 1, 2] and (batch.time == 0).all()


def test_a_loop_without_end_is_ended():
    places = [["", "", 0, "", ""], ["k", "k.py", 3, "while True:", ""]]
    said = kernel_rules.out_of_range(
        places, 1 | 1 << 16, (kernel_rules.MOST_TURNS + 1 << kernel_rules.BOUND_BITS) - 1
    )
    assert "kernel k: a while loop has not ended after 1000000000 turns" in said


def test_names_of_kernels_are_plain():
    assert kernel_rules.plain_name("_ZN6gelenk7algebra3vec3negB2v1B38c8tJ") == "gelenk.algebra.vec.neg"
    assert kernel_rules.plain_name("_ZN6gelenk9toolchain13kernel_pickle3negB2v1") == "neg"


# What is refused when a plugin is registered


def writes_positions(m, d, instance, task):
    d.xpos[1, 0] = 1.0


def writes_an_alias(m, d, instance, task):
    x = d.xpos
    x[1, 0] = 1.0


def writes_by_another(m, d, instance, task):
    store3(d.xpos, 1, (0.0, 0.0, 0.0))


def writes_the_state(m, d, instance, task):
    d.qpos[0] += 1.0


def writes_the_model(m, d, instance, task):
    m.body_mass[1] = 1.0


def writes_the_time(m, d, instance, task):
    d.time = 1.0


def counts_from_the_end(m, d, instance, task):
    d.qfrc_passive[0] = d.qpos[-1]


def takes_a_slice(m, d, instance, task):
    d.qfrc_passive[0] = d.qpos[1:3][0]


def takes_a_slice_of_an_alias(m, d, instance, task):
    q = d.qpos
    d.qfrc_passive[0] = q[1:3][0]


def takes_the_first_of_an_alias(m, d, instance, task):
    velocity = d.qvel
    d.qfrc_passive[0] = velocity[: m.nv][0]


def takes_a_slice_of_a_tail(m, d, instance, task):
    tail = d.qpos[1:]
    d.qfrc_passive[0] = tail[0:2][0]


def takes_a_slice_of_a_row(m, d, instance, task):
    position = d.xpos[1]
    d.qfrc_passive[0] = position[0:2][0]


def takes_a_slice_with_a_name(m, d, instance, task):
    q = d.qpos
    some = slice(1, 3)
    d.qfrc_passive[0] = q[some][0]


def takes_one_of_two_slices(m, d, instance, task):
    q = d.qpos
    some = slice(0, 2)
    if m.nq > 5:
        some = slice(1, 3)
    d.qfrc_passive[0] = q[some][0]


def takes_a_slice_to_a_variable(m, d, instance, task):
    q = d.qpos
    end = 3
    if m.nq > 5:
        end = 4
    d.qfrc_passive[0] = q[1:end][0]


@kernel
def first_of_three(a):
    return a[0:3][0]


def takes_a_slice_in_a_helper(m, d, instance, task):
    d.qfrc_passive[0] = first_of_three(d.qpos)


def calls_itself(m, d, instance, task):
    calls_itself(m, d, instance, task)


def mixes(m, d, instance, task):
    d.qfrc_passive[0] = load3(d.xpos, 1)


def unpacks(m, d, instance, task):
    a, b = load3(d.xpos, 1)
    d.qfrc_passive[0] = a + b


def has_a_method(m, d, instance, task):
    d.qfrc_passive[0] = d.qpos.sum()


REFUSED = [
    (writes_positions, r"writes d\.xpos, which kernels can only read"),
    (writes_an_alias, "written that kernels can only read"),
    (writes_by_another, "written that kernels can only read"),
    (writes_the_state, r"writes d\.qpos, which kernels can only read"),
    (writes_the_model, r"writes m\.body_mass, which kernels can only read"),
    (writes_the_time, r"writes d\.time, which kernels can only read"),
    (counts_from_the_end, r"negative index d\.qpos\[-1\]"),
    (takes_a_slice, r"slice d\.qpos\[1:3\]"),
    (takes_a_slice_of_an_alias, r"slice of d\.qpos has an end"),
    (takes_the_first_of_an_alias, r"slice of d\.qvel has an end"),
    (takes_a_slice_of_a_tail, r"slice of d\.qpos has an end"),
    (takes_a_slice_of_a_row, r"slice of d\.xpos has an end"),
    (takes_a_slice_with_a_name, r"slice of d\.qpos has an end"),
    (takes_one_of_two_slices, r"slice of d\.qpos has an end"),
    (takes_a_slice_to_a_variable, r"slice of d\.qpos has an end"),
    (takes_a_slice_in_a_helper, "slice of a has an end"),
    (calls_itself, "calls itself"),
    (mixes, "a tuple of 3 numbers is assigned to a number"),
    (unpacks, "a tuple of 3 is unpacked into 2 names"),
    (has_a_method, "an array has no 'sum'"),
]


@pytest.mark.parametrize(("function", "told"), REFUSED, ids=lambda x: getattr(x, "__name__", ""))
def test_what_kernels_must_not_do_is_refused_when_they_are_registered(function, told):
    kinds = {"name": f"test.{function.__name__}", "capabilities": 4, "kernel": function}
    before = len(REGISTERED)
    with pytest.raises(kernel_pickle.KernelError, match=told) as caught:
        gelenk.register_plugin(type("P", (gelenk.Plugin,), kinds))
    said = str(caught.value)
    assert Path(__file__).name in said and f"kernel {function.__name__}" in said and "%" not in said
    assert len(REGISTERED) == before


def test_checks_can_be_left_out():
    @kernel(checks=False)
    def plain(out):
        out[0] = out[1] + 1.0

    out = np.array([0.0, 2.0])
    library.jit(plain, "F")(out)
    assert out[0] == 3.0
    assert not kernel_pickle.has_checks(kernel_pickle.pack(plain)) and kernel_pickle.has_checks(
        kernel_pickle.pack(wild)
    )
