"""User callbacks: called where the documents say, with MjModel and MjData; their exceptions are raised."""

import threading
import typing
from concurrent.futures import ThreadPoolExecutor

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.runtime import callbacks
from tests.support.tolerance import tol
from tests.support.world import world

USER = """
<worldbody><geom name="floor" type="plane" size="1 1 1"/>
  <body pos="0 0 0.09"><freejoint/><geom name="ball" size="0.1"/></body>
  <body pos="1 0 1"><joint name="x" type="slide" axis="1 0 0"/><geom name="far"
    size="0.1"/></body></worldbody>
<actuator><general joint="x" dyntype="user" gaintype="user" biastype="user"/><motor joint="x"/>
  <general joint="x" gaintype="user" biastype="none"/></actuator>
<sensor><user name="u" dim="2" needstage="pos" datatype="real" cutoff="5"/><user dim="1"
  needstage="vel"/><user dim="1"/>
  <clock/></sensor>"""


@pytest.fixture
def user():
    gelenk.mj_resetCallbacks()
    yield world(USER, 'gravity="0 0 -9.81"')
    gelenk.mj_resetCallbacks()


def test_control_acts_in_the_step_that_calls_it(user):
    m, d = user

    def control(model, data):
        assert model is m and data is d
        data.ctrl[1] = 3.0 - data.qvel[6]

    gelenk.set_mjcb_control(control)
    assert gelenk.get_mjcb_control() is control
    gelenk.mj_step(m, d)
    assert d.actuator_force[1] == 3.0
    gelenk.mj_step(m, d, 3)
    assert d.actuator_force[1] < 3.0
    gelenk.set_mjcb_control(None)
    assert gelenk.get_mjcb_control() is None
    d.ctrl[1] = 1.0
    gelenk.mj_step(m, d)
    assert d.actuator_force[1] == 1.0


def test_passive_forces_add_to_those_of_the_model(user):
    m, d = user

    def passive(model, data):
        data.qfrc_passive[6] += -7.0

    gelenk.set_mjcb_passive(passive)
    gelenk.mj_forward(m, d)
    assert d.qfrc_passive[6] == -7.0 and d.qfrc_smooth[6] == -7.0


def test_sensors_are_filled_at_their_stage_and_cut_off(user):
    m, d = user
    stages = []

    def sensor(model, data, stage):
        stages.append(stage)
        adr = {1: 0, 2: 2, 3: 3}[int(stage)]
        data.sensordata[adr] = 10.0 * int(stage)
        if stage == gelenk.mjtStage.mjSTAGE_POS:
            data.sensordata[1] = -2.0

    gelenk.mj_forward(m, d)  # buffers have their sizes: no stage is repeated
    gelenk.set_mjcb_sensor(sensor)
    gelenk.mj_forward(m, d)
    assert [int(s) for s in stages] == [1, 2, 3]
    np.testing.assert_array_equal(d.sensordata[:4], (5.0, -2.0, 20.0, 30.0))
    gelenk.set_mjcb_sensor(None)
    gelenk.mj_forward(m, d)
    np.testing.assert_array_equal(d.sensordata[:4], np.zeros(4))


def test_user_actuators_ask_for_dynamics_gain_and_bias(user):
    m, d = user
    gelenk.set_mjcb_act_dyn(lambda model, data, i: 2.0 * data.ctrl[i])
    gelenk.set_mjcb_act_gain(lambda model, data, i: 10.0 + i)
    gelenk.set_mjcb_act_bias(lambda model, data, i: -1.0)
    d.ctrl[:] = 0.5, 0.0, 2.0
    d.act[0] = 0.25
    gelenk.mj_forward(m, d)
    assert d.act_dot[0] == 1.0
    np.testing.assert_allclose(d.actuator_force, (10.0 * 0.25 - 1.0, 0.0, 12.0 * 2.0))


def test_a_contact_filter_discards_what_it_returns_true_for(user):
    m, d = user
    asked = []

    def discard(model, data, geom1, geom2):
        asked.append((model.geom(geom1).name, model.geom(geom2).name))
        return geom2 == model.geom("ball").id

    gelenk.mj_forward(m, d)
    assert d.ncon == 1
    gelenk.set_mjcb_contactfilter(discard)
    gelenk.mj_forward(m, d)
    assert d.ncon == 0 and asked == [("floor", "ball")]
    gelenk.set_mjcb_contactfilter(lambda *a: 0)
    gelenk.mj_forward(m, d)
    assert d.ncon == 1


@pytest.mark.parametrize(
    "name", ["control", "passive", "sensor", "act_dyn", "act_gain", "act_bias", "contactfilter"]
)
def test_an_exception_in_a_callback_is_raised_by_the_step(user, name):
    m, d = user

    def fail(*arguments):
        raise KeyError("mine")

    getattr(gelenk, f"set_mjcb_{name}")(fail)
    for call in (gelenk.mj_step, gelenk.mj_forward):
        with pytest.raises(KeyError, match="mine"):
            call(m, d)
    assert d.time == 0.0
    getattr(gelenk, f"set_mjcb_{name}")(None)
    gelenk.mj_step(m, d)  # and is forgotten
    assert d.time == m.opt.timestep


def test_worlds_in_threads_get_the_exceptions_of_their_own_callbacks(user, monkeypatch):
    """Each step waits after its callback until the callback of the other world has raised too."""
    m, _ = user
    both = threading.Barrier(2)

    def control(model, data):
        raise KeyError(id(data))

    class Together(dict):
        def __setitem__(self, data, error):
            super().__setitem__(data, error)
            both.wait(60)

    def run(d):
        seen = []
        for _ in range(20):
            try:
                gelenk.mj_step(m, d)
            except BaseException as error:
                seen.append(type(error) is KeyError and error.args == (id(d),))
        return seen

    monkeypatch.setattr(callbacks, "raised", Together())
    gelenk.set_mjcb_control(control)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(run, [gelenk.MjData(m), gelenk.MjData(m)])) == [[True] * 20] * 2


def test_control_is_asked_once_a_step_also_when_buffers_grow():
    balls = "".join(
        f'<body pos="{0.15 * i} 0 0.1{i % 10}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for i in range(40)
    )
    m, d = world(f'<worldbody><geom type="plane" size="9 9 1"/>{balls}</worldbody>')
    times = []
    gelenk.set_mjcb_control(lambda model, data: times.append(data.time))
    before = d._scalar("nconmax")
    gelenk.mj_step(m, d, 20)
    gelenk.mj_forward(m, d)
    gelenk.mj_forward(m, d)
    gelenk.mj_resetCallbacks()
    assert d._scalar("nconmax") > before
    np.testing.assert_allclose(times, [*(0.002 * i for i in range(20)), 0.04, 0.04], atol=tol(1e-12))


def test_a_callback_may_call_the_engine(user):
    m, d = user
    other = gelenk.MjData(m)

    def control(model, data):
        if data is d:
            gelenk.mj_step(model, other, 2)
            data.ctrl[1] = other.time

    gelenk.set_mjcb_control(control)
    gelenk.mj_step(m, d, 3)
    assert d.ctrl[1] == pytest.approx(6 * m.opt.timestep)
    assert d.time == pytest.approx(3 * m.opt.timestep)


@pytest.mark.parametrize(
    "name", ["control", "passive", "sensor", "act_dyn", "act_gain", "act_bias", "contactfilter", "time"]
)
def test_only_functions_can_be_callbacks(name):
    with pytest.raises(TypeError):
        getattr(gelenk, f"set_mjcb_{name}")(5)
    assert getattr(gelenk, f"get_mjcb_{name}")() is None


def test_a_callback_that_breaks_an_index_is_stopped(user):
    m, d = user
    m.actuator_trnid  # noqa: B018

    def control(model, data):
        model.actuator_trnid[1, 0] = 10**6

    gelenk.set_mjcb_control(control)
    with pytest.raises(IndexError, match="actuator_trnid"):
        gelenk.mj_step(m, d)


def test_hooks_of_memory_stay_unset():
    for name in ("mju_user_malloc", "mju_user_free"):
        getattr(gelenk, f"set_{name}")(None)
        assert getattr(gelenk, f"get_{name}")() is None
        with pytest.raises(ValueError, match="numpy"):
            getattr(gelenk, f"set_{name}")(lambda: 0)


def test_the_union_of_elements_of_a_spec_is_that_of_the_reference():
    ours, theirs = ({c.__name__ for c in typing.get_args(x.MjStruct)} for x in (gelenk, mujoco))
    assert ours == theirs
