"""Delays by closed forms: what was commanded or read a delay ago, at any timestep, interval and order."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

H = 0.125  # exact in binary, so that times are exact


def make(actuators="", sensors=""):
    m = gelenk.MjModel.from_xml_string(f"""<mujoco><option timestep="{H}" gravity="0 0 0"/>
      <worldbody><body><joint name="j" type="slide"/><geom size=".1" mass="1"/></body></worldbody>
      <actuator>{actuators}</actuator><sensor>{sensors}</sensor></mujoco>""")
    return m, gelenk.MjData(m)


def commanded(m, d, steps):
    """Forces of the actuators while control k = 1, 2, ... is given, one row a step."""
    rows = []
    for k in range(steps):
        d.ctrl[:] = k + 1
        gelenk.mj_step(m, d)
        rows.append(d.actuator_force.copy())
    return np.array(rows)


@pytest.mark.parametrize("lag", (1, 2, 3))
def test_a_control_arrives_a_delay_later(lag):
    m, d = make(f'<motor joint="j" nsample="{lag}" delay="{lag * H}"/>')
    assert np.array_equal(commanded(m, d, 8)[:, 0], [0] * lag + list(range(1, 9 - lag)))


def test_between_two_controls_a_line_or_the_last_one():
    m, d = make(
        "".join(f'<motor joint="j" nsample="4" delay="{1.5 * H}" interp="{i}"/>' for i in ("zoh", "linear"))
    )
    force = commanded(m, d, 6)
    assert np.array_equal(force[:, 0], [0, 0, 1, 2, 3, 4])
    assert np.array_equal(force[:, 1], [0, 0.5, 1.5, 2.5, 3.5, 4.5])


def test_a_cubic_follows_a_line_exactly_away_from_the_ends():
    m, d = make('<motor joint="j" nsample="6" interp="cubic"/>')
    gelenk.mj_initCtrlHistory(m, d, 0, np.arange(6.0), 3 * np.arange(6.0) + 1)
    for t in np.linspace(1, 4, 13):
        assert abs(gelenk.mj_readCtrl(m, d, 0, t, -1) - (3 * t + 1)) < tol(1e-13)


def test_without_delay_samples_are_kept_and_controls_act_at_once():
    m, d = make('<motor joint="j" nsample="3"/>')
    assert np.array_equal(commanded(m, d, 5)[:, 0], [1, 2, 3, 4, 5])
    assert sorted(d.history[5:8]) == [3, 4, 5]


def test_a_delayed_clock_is_late():
    m, d = make(sensors=f'<clock nsample="3" delay="{2 * H}"/>')
    for k in range(8):
        gelenk.mj_step(m, d)
        assert d.sensordata[0] == max(0, k - 2) * H


def test_a_sensor_with_an_interval_holds_its_reading():
    m, d = make(sensors=f'<clock nsample="2" interval="{3 * H}"/>')
    for k in range(10):
        gelenk.mj_step(m, d)
        assert d.sensordata[0] == k // 3 * 3 * H


def test_histories_are_part_of_the_state():
    m, d = make('<motor joint="j" nsample="3" delay=".3"/>', '<clock nsample="2" delay=".2"/>')
    commanded(m, d, 4)
    size = gelenk.mj_stateSize(m, gelenk.mjtState.mjSTATE_PHYSICS)
    assert size == m.nq + m.nv + m.nhistory
    state = np.zeros(size)
    gelenk.mj_getState(m, d, state, gelenk.mjtState.mjSTATE_PHYSICS)
    other = gelenk.MjData(m)
    gelenk.mj_setState(m, other, state, gelenk.mjtState.mjSTATE_PHYSICS)
    assert np.array_equal(other.history, d.history)
    gelenk.mj_resetData(m, d)
    assert np.array_equal(d.history, gelenk.MjData(m).history)


def test_filling_without_times_keeps_those_that_are_there():
    m, d = make('<motor joint="j" nsample="4" delay="1"/>')
    commanded(m, d, 6)
    gelenk.mj_initCtrlHistory(m, d, 0, None, [10, 11, 12, 13])
    assert d.history.tolist() == [0, 3, 2 * H, 3 * H, 4 * H, 5 * H, 10, 11, 12, 13]


def test_wrong_arguments_are_named():
    m, d = make('<motor joint="j" nsample="2"/><motor joint="j"/>', '<clock nsample="2"/><clock/>')
    for call, error in (
        (lambda: gelenk.mj_readCtrl(m, d, 2, 0, 0), IndexError),
        (lambda: gelenk.mj_readSensor(m, d, -1, 0, np.zeros(1), 0), IndexError),
        (lambda: gelenk.mj_readSensor(m, d, 0, 0, np.zeros(2), 0), TypeError),
        (lambda: gelenk.mj_initCtrlHistory(m, d, 0, [1, 0], [0, 0]), ValueError),
        (lambda: gelenk.mj_initCtrlHistory(m, d, 0, [0, np.nan], [0, 0]), ValueError),
        (lambda: gelenk.mj_initCtrlHistory(m, d, 0, [0, 1, 2], [0, 0]), TypeError),
        (lambda: gelenk.mj_initCtrlHistory(m, d, 1, [0, 1], [0, 0]), TypeError),
        (lambda: gelenk.mj_initSensorHistory(m, d, 0, None, np.zeros((2, 2)), 0), TypeError),
        (lambda: gelenk.mj_initSensorHistory(m, d, 1, None, np.zeros((2, 1)), 0), TypeError),
        (lambda: gelenk.mjd_transitionFD(m, d, 1e-6, 0, np.zeros((2, 2)), None, None, None), ValueError),
    ):
        with pytest.raises(error):
            call()


@pytest.mark.parametrize("cursor", (-1, 4, 1e300, np.nan, -np.inf, 2.5))
def test_a_damaged_cursor_does_no_harm(cursor):
    m, d = make('<motor joint="j" nsample="4" delay=".3"/>', '<clock nsample="4" delay=".3" interp="cubic"/>')
    d.history[1] = d.history[11] = cursor
    commanded(m, d, 6)
    assert np.isin(d.history[[1, 11]], range(4)).all()


def test_an_address_outside_of_the_history_is_refused():
    m, d = make('<motor joint="j" nsample="4" delay=".3"/>')
    for name, value in (("actuator_historyadr", 1), ("actuator_historyadr", -1)):
        kept = getattr(m, name)[0]
        getattr(m, name)[0] = value
        with pytest.raises(IndexError, match=name):
            gelenk.mj_step(m, d)
        getattr(m, name)[0] = kept
    m.actuator_history[0, 0] = 5
    with pytest.raises(IndexError, match="history"):
        gelenk.mj_step(m, d)
