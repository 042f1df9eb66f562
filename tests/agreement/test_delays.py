"""Delayed controls and readings against 3.5.0: the whole history after steps, resets and changes of time."""

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support.tolerance import relative, tol

SAME = tol(1e-11)  # a few hundred operations of well-conditioned small systems

MODEL = """<mujoco>
  <option timestep="{h!r}" integrator="{integrator}"><flag {flag}/></option>
  <default><geom condim="1"/></default>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="box" pos="0 0 .105"><freejoint/><geom size=".1"/>
      <site name="box" size=".2" type="box"/></body>
    <body name="arm" pos="1 0 1"><joint name="j" axis="0 1 0" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><site name="arm" pos=".2 0 0"/>
      <body name="hand" pos=".3 0 0"><joint name="k" type="slide" range="-.1 .1"/><geom size=".05"/></body></body>
  </worldbody>
  <actuator>{actuators}</actuator>
  <sensor>{sensors}</sensor>
</mujoco>"""
ACTUATORS = (
    'motor name="a{i}" joint="j"',
    'position joint="k" kp="3" ctrlrange="-.5 .5"',
    'intvelocity joint="j" actrange="-1 1" kp="2"',
    'general joint="k" dyntype="filterexact" dynprm=".1" gaintype="affine" gainprm="1 .1 .2"',
)
SENSORS = (
    "clock",
    'touch site="box"',
    'accelerometer site="arm" cutoff=".8"',
    'force site="arm"',
    'gyro site="arm"',
    'framepos objtype="body" objname="hand"',
    'framequat objtype="body" objname="box"',
    'jointvel joint="j"',
    'actuatorfrc actuator="a0"',
    'subtreelinvel body="arm"',
    "e_kinetic",
)


def latency(rng, h, sensor):
    """Attributes of one history, often at the edges of rounding."""
    text = f' nsample="{rng.integers(0, 7)}" interp="{rng.choice(["zoh", "linear", "cubic"])}"'
    if 'nsample="0"' not in text:
        delay = rng.choice([0, h, 2 * h, 3 * h, rng.uniform(0, 5 * h), -h])
        text += f' delay="{float(delay)!r}"'
    if sensor and rng.random() < 0.6:
        period = float(rng.choice([0, h / 3, h, 2 * h, 3 * h, rng.uniform(h, 5 * h), round(2.5 * h, 6)]))
        phase = -float(rng.choice([0, period / 2, rng.uniform(0, 0.99) * period]))
        text += f' interval="{period!r} {phase!r}"'
    return text


def random_model(seed, steps=(0.002, 0.005, 0.01, 0.0123)):
    rng = np.random.default_rng(seed)
    h = float(rng.choice(steps))
    actuators = [ACTUATORS[0].format(i=0)] + [a.format(i="x") for a in rng.permutation(ACTUATORS)[:3]]
    return MODEL.format(
        h=h,
        integrator=rng.choice(["Euler", "RK4", "implicit", "implicitfast"]),
        flag=rng.choice(["", "", 'sensor="disable"', 'actuation="disable"', 'energy="enable"']),
        actuators="".join(f"<{a}{latency(rng, h, False)}/>" for a in actuators),
        sensors="".join(f"<{s}{latency(rng, h, True)}/>" for s in rng.permutation(SENSORS)),
    )


def pair(xml):
    """(reference model and data, our model and data)"""
    rm, m = mujoco.MjModel.from_xml_string(xml), gelenk.MjModel.from_xml_string(xml)
    return rm, mujoco.MjData(rm), m, gelenk.MjData(m)


def assert_same(rd, d, what):
    for name in ("history", "sensordata", "actuator_force", "act", "qpos", "qvel"):
        assert relative(getattr(d, name), getattr(rd, name)) < SAME, f"{name} {what}"


@pytest.mark.parametrize("seed", range(25))
def test_steps_leave_the_history_of_the_reference(seed):
    rm, rd, m, d = pair(random_model(seed))
    for name in (
        "actuator_delay",
        "actuator_history",
        "actuator_historyadr",
        "sensor_delay",
        "sensor_history",
    ):
        assert np.array_equal(getattr(m, name), getattr(rm, name)), name
    assert np.array_equal(m.sensor_historyadr, rm.sensor_historyadr)
    assert m.nhistory == rm.nhistory
    assert np.array_equal(d.history, rd.history)
    rng = np.random.default_rng(seed)
    for k in range(30):
        ctrl = rng.normal(size=m.nu)
        for lib, model, data in ((mujoco, rm, rd), (gelenk, m, d)):
            data.ctrl[:] = ctrl
            if k % 5 == 4:
                lib.mj_step1(model, data)
                data.flg_rnepost = 0  # 3.5.0 would read forces of the step before
                lib.mj_step2(model, data)
            elif k % 7 == 6:
                lib.mj_step(model, data, nstep=3)
            else:
                lib.mj_step(model, data)
        assert_same(rd, d, f"after step {k}")
        if k % 3 == 0:
            for lib, model, data in ((mujoco, rm, rd), (gelenk, m, d)):
                lib.mj_forward(model, data)
                lib.mj_inverse(model, data)
            assert_same(rd, d, f"after forward {k}")


@pytest.mark.parametrize("seed", range(6))
def test_samples_find_their_place_when_time_is_set(seed):
    # exact in binary: times are equal or well apart, as between near equal ones interpolation would amplify rounding
    rm, rd, m, d = pair(random_model(100 + seed, [2.0**-7]))
    rng = np.random.default_rng(seed)
    h = m.opt.timestep
    for k in range(40):
        if k % 4 == 0:
            t = float(
                rng.choice([0, d.time, d.time - h, d.time - 2.5 * h, d.time - 9 * h, d.time + 4.25 * h])
            )
            rd.time = d.time = t
        ctrl = rng.normal(size=m.nu)
        for lib, model, data in ((mujoco, rm, rd), (gelenk, m, d)):
            data.ctrl[:] = ctrl
            lib.mj_step(model, data)
        assert_same(rd, d, f"after step {k}")


def test_a_reset_starts_the_history_anew():
    rm, rd, m, d = pair(random_model(1))
    for lib, model, data in ((mujoco, rm, rd), (gelenk, m, d)):
        model.opt.timestep = 0.003
        for _ in range(5):
            lib.mj_step(model, data)
        lib.mj_resetData(model, data)
    assert np.array_equal(d.history, rd.history)
    for lib, model, data in ((mujoco, rm, rd), (gelenk, m, d)):
        for _ in range(5):
            data.ctrl[:] = 1.0
            lib.mj_step(model, data)
        data.qvel[0] = np.nan
        lib.mj_step(model, data)
    assert_same(rd, d, "after a reset by bad numbers")
    assert d.time == rd.time


@pytest.mark.parametrize("order", (-1, 0, 1, 2, 3))
def test_reading_at_any_time_is_the_references(order):
    xml = MODEL.format(
        h=0.01,
        integrator="Euler",
        flag="",
        actuators='<motor joint="j" nsample="5" delay=".02" interp="cubic"/><motor joint="k"/>',
        sensors='<framepos objtype="body" objname="hand" nsample="4" delay=".01" interp="linear"/><clock/>',
    )
    rm, rd, m, d = pair(xml)
    rng = np.random.default_rng(order + 1)
    times, values, readings = (
        np.cumsum(rng.uniform(0.01, 0.1, 5)),
        rng.normal(size=5),
        rng.normal(size=(4, 3)),
    )
    for lib, model, data in ((mujoco, rm, rd), (gelenk, m, d)):
        data.ctrl[1] = 7
        data.sensordata[3] = 4
        lib.mj_initCtrlHistory(model, data, 0, times, values)
        lib.mj_initSensorHistory(model, data, 0, times[:4], readings, 0.3)
    assert np.array_equal(d.history, rd.history)
    for t in (-1, 0, 9, *rng.uniform(0, 0.5, 30), *times, *times + 0.02, *times - 5e-16):
        assert abs(gelenk.mj_readCtrl(m, d, 0, t, order) - mujoco.mj_readCtrl(rm, rd, 0, t, order)) < SAME, t
        assert gelenk.mj_readCtrl(m, d, 1, t, order) == 7
        mine, theirs = np.zeros(3), np.zeros(3)
        read = gelenk.mj_readSensor(m, d, 0, t, mine, order)
        mujoco.mj_readSensor(rm, rd, 0, t, theirs, order)
        assert relative(mine, theirs) < SAME
        assert np.array_equal(read, mine)
        assert gelenk.mj_readSensor(m, d, 1, t, np.zeros(1), order)[0] == 4


@pytest.mark.parametrize(
    "attributes",
    (
        'nsample="-1"',
        'nsample="2" delay="-1"',
        'delay="-1"',
        'delay="1"',
        'nsample="-1" delay=".1"',
        'nsample="16777216"',
        'nsample="16777217"',
        'nsample="99999999999"',
        'nsample="2.5"',
        'nsample="2" interp="1"',
        'nsample="2" interp="linear"',
        'nsample="2" interval="-1"',
        'nsample="2" interval=".1 .1"',
        'nsample="2" interval=".1 -.1"',
        'nsample="2" interval=".1 -.09"',
        'nsample="2" interval="0 -.1"',
        'interval=".1"',
        'interval=".1 0 0"',
        'interval=".1" delay=".1"',
    ),
)
@pytest.mark.parametrize("tag", ('motor joint="j"', "clock"))
def test_what_the_reference_refuses_is_refused(tag, attributes):
    element = f"<{tag} {attributes}/>"
    xml = MODEL.format(
        h=0.01,
        integrator="Euler",
        flag="",
        actuators=element if "motor" in tag else "",
        sensors="" if "motor" in tag else element,
    )
    try:
        expected = mujoco.MjModel.from_xml_string(xml).nhistory
    except ValueError:
        with pytest.raises(ValueError):
            gelenk.MjModel.from_xml_string(xml)
    else:
        assert gelenk.MjModel.from_xml_string(xml).nhistory == expected


def test_defaults_give_delays_as_in_the_reference():
    xml = """<mujoco><default><motor nsample="3" delay=".1" interp="linear"/>
      <default class="a"><general nsample="7"/></default></default>
      <worldbody><body name="w"><joint name="j" type="slide"/><geom size=".1"/></body></worldbody>
      <actuator><motor joint="j"/><position joint="j" class="a"/><general joint="j" delay=".2"/>
        <adhesion body="w" delay=".3" ctrlrange="0 1"/></actuator></mujoco>"""
    rm, m = mujoco.MjModel.from_xml_string(xml), gelenk.MjModel.from_xml_string(xml)
    assert np.array_equal(m.actuator_history, rm.actuator_history)
    assert np.array_equal(m.actuator_delay, rm.actuator_delay)
    assert np.array_equal(m.actuator_historyadr, rm.actuator_historyadr)
