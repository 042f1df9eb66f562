"""Oscillators, dampers, activations against closed forms and the recurrence that each integrator is."""

import numpy as np
import pytest

import gelenk
from tests.oracles import linear
from tests.support.tolerance import tol
from tests.support.world import world

M, K, C, H = 0.7, 30.0, 1.9, 0.002


def oscillator(option, flags=""):
    body = f"""<worldbody><body><joint type="slide" axis="1 0 0" stiffness="{K}" damping="{C}"/>
      <inertial pos="0 0 0" mass="{M}" diaginertia="1 1 1"/></body></worldbody>"""
    text = f'<mujoco><option {option} gravity="0 0 0"><flag {flags}/></option>{body}</mujoco>'
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    d.qpos[0], d.qvel[0] = 0.3, -0.4
    return m, d


@pytest.mark.parametrize(
    "integrator, flags, implicit",
    [
        ("Euler", "", True),
        ("Euler", 'eulerdamp="disable"', False),
        ("implicit", "", True),
        ("implicitfast", "", True),
    ],
)
def test_a_damped_oscillator_steps_by_its_recurrence(integrator, flags, implicit):
    m, d = oscillator(f'integrator="{integrator}" timestep="{H}"', flags)
    gelenk.mj_step(m, d, 500)
    step = linear.euler_matrix(M, K, C, H, implicit)
    expected = np.linalg.matrix_power(step, 500) @ (0.3, -0.4)
    np.testing.assert_allclose((d.qpos[0], d.qvel[0]), expected, atol=tol(1e-13))  # 500 roundings
    other = np.linalg.matrix_power(linear.euler_matrix(M, K, C, H, not implicit), 500) @ (0.3, -0.4)
    assert np.abs(other - expected).max() > 1e-5


def test_a_damped_oscillator_under_rk4_follows_the_exponential():
    m, d = oscillator(f'integrator="RK4" timestep="{H}"')
    gelenk.mj_step(m, d, 500)
    expected = linear.oscillator(M, K, C, 0.3, -0.4, 1.0)
    np.testing.assert_allclose((d.qpos[0], d.qvel[0]), expected, atol=tol(1e-9))  # (w h)^4 = 3e-8 * decay


ACTUATORS = """
<worldbody><body><joint name="x" type="slide"/><inertial pos="0 0 0" mass="1" diaginertia="1 1
  1"/></body></worldbody>
<actuator>
  <general joint="x" dyntype="integrator" gainprm="0"/>
  <general joint="x" dyntype="filter" dynprm="0.05" gainprm="0"/>
  <general joint="x" dyntype="filterexact" dynprm="0.05" gainprm="0"/>
  <intvelocity joint="x" kp="0" actrange="-0.2 0.1"/>
  <general joint="x" dyntype="filterexact" dynprm="0.05" gainprm="3" actearly="true"/>
</actuator>"""


def test_activations_follow_their_closed_forms():
    m, d = world(ACTUATORS, 'gravity="0 0 0" timestep="0.002"')
    ctrl = np.array([0.3, 0.7, 0.7, 1.0, 0.7])
    d.ctrl[:] = ctrl
    n = 100
    gelenk.mj_step(m, d, n)
    h, tau = 0.002, 0.05
    assert d.act[0] == pytest.approx(0.3 * n * h, abs=tol(1e-14))
    assert d.act[1] == pytest.approx(
        0.7 * (1 - (1 - h / tau) ** n), abs=tol(1e-14)
    )  # Euler's own exponential
    assert d.act[2] == pytest.approx(linear.filtered(0.0, 0.7, tau, n * h), abs=tol(1e-14))
    assert d.act[3] == 0.1  # clamped by actrange, not by ctrl
    assert abs(d.act[2] - d.act[1]) > 1e-4


def test_an_early_activation_acts_one_step_sooner():
    m, d = world(ACTUATORS, 'gravity="0 0 0" timestep="0.002"')
    d.ctrl[4] = 1.0
    gelenk.mj_forward(m, d)
    assert d.actuator_force[4] == pytest.approx(3.0 * linear.filtered(0.0, 1.0, 0.05, 0.002), rel=tol(1e-14))


def test_a_velocity_servo_settles_exponentially():
    m, d = world(
        """<worldbody><body><joint name="x" type="slide"/><inertial pos="0 0 0" mass="2" diaginertia="1 1
          1"/></body>
        </worldbody><actuator><velocity joint="x" kv="5"/></actuator>""",
        'gravity="0 0 0" timestep="0.001" integrator="RK4"',
    )
    d.ctrl[0] = 1.5
    gelenk.mj_step(m, d, 300)
    assert d.qvel[0] == pytest.approx(linear.filtered(0.0, 1.5, 2 / 5, 0.3), abs=tol(1e-11))


def test_implicit_integration_of_a_servo_is_its_recurrence():
    m, d = world(
        """<worldbody><body><joint name="x" type="slide"/><inertial pos="0 0 0" mass="2" diaginertia="1 1
          1"/></body>
        </worldbody><actuator><velocity joint="x" kv="500"/></actuator>""",
        'gravity="0 0 0" timestep="0.01" integrator="implicitfast"',
    )
    d.ctrl[0] = 1.5
    gelenk.mj_step(m, d, 10)
    # v' = v + h kv (u - v) / (m + h kv): stable although h kv / m > 2
    assert d.qvel[0] == pytest.approx(1.5 * (1 - (2 / (2 + 5)) ** 10), abs=tol(1e-13))
