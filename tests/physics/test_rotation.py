"""Pendulum and tops against closed forms, orders of the integrators, quaternions of length one."""

import numpy as np
import pytest

import gelenk
from tests.oracles import pendulum, top
from tests.support.tolerance import EPS, tol
from tests.support.world import world

PENDULUM = """
<worldbody><body pos="0 0 2"><joint type="hinge" axis="0 1 0"/>
  <inertial pos="0 0 -0.5" mass="1.3" diaginertia="0.02 0.03 0.01"/></body></worldbody>"""
MASS, ARM, INERTIA, G = 1.3, 0.5, 0.03 + 1.3 * 0.5**2, 9.81


@pytest.mark.parametrize("amplitude, n", [(0.01, 500), (1.0, 500), (2.5, 1000), (3.1, 4000)])
def test_a_pendulum_swings_with_the_period_of_its_amplitude(amplitude, n):
    w = pendulum.frequency(MASS, ARM, INERTIA, G)
    T = pendulum.period(w, amplitude)
    m, d = world(PENDULUM, f'integrator="RK4" timestep="{T / n}"')
    d.qpos[0] = amplitude
    gelenk.mj_step(m, d, n)
    # the error of the period is the remaining velocity over the acceleration; RK4: (w h)^4
    late = d.qvel[0] / (w**2 * np.sin(amplitude)) / T
    assert abs(late) < tol(2e-9 if amplitude < 3 else 2e-7)
    assert abs(d.qpos[0] - amplitude) < tol(2e-8)


def test_a_pendulum_follows_the_elliptic_functions():
    w = pendulum.frequency(MASS, ARM, INERTIA, G)
    m, d = world(PENDULUM, 'integrator="RK4" timestep="0.002"')
    d.qpos[0] = 2.0
    for _ in range(40):
        gelenk.mj_step(m, d, 25)
        assert abs(d.qpos[0] - pendulum.angle(w, 2.0, d.time)) < tol(1e-8)  # (w h)^4 * t
    wrong = pendulum.angle(w * 1.0001, 2.0, d.time)
    assert abs(d.qpos[0] - wrong) > 1e-6  # the comparison sees an error of 1e-4 in the frequency


TOP = """
<worldbody><body><joint type="ball"/>
  <inertial pos="0 0 0.3" mass="0.8" diaginertia="0.006 0.006 0.009"/></body></worldbody>"""


@pytest.mark.parametrize("tilt, spin", [(0.3, 120.0), (1.2, 60.0), (2.0, 40.0)])
def test_a_heavy_top_precesses_steadily(tilt, spin):
    i1 = 0.006 + 0.8 * 0.3**2
    rate = top.steady_precession(i1, 0.009, spin, tilt, 0.8 * G * 0.3)
    m, d = world(TOP, 'integrator="RK4" timestep="0.0001"')
    d.qpos[:] = np.cos(tilt / 2), 0.0, np.sin(tilt / 2), 0.0  # axis leans towards x
    # angular velocity in body axes: W about the vertical, and what is missing to ``spin`` along the axis
    d.qvel[:] = -rate * np.sin(tilt), 0.0, spin
    for _ in range(5):
        gelenk.mj_step(m, d, 1000)
        R = np.zeros(9)
        gelenk.mju_quat2Mat(R, d.qpos)
        z = R[[2, 5, 8]]
        # RK4 averages angular velocities of turning frames, as 3.5.0 does: second order, (w h)^2 t
        assert abs(np.arccos(z[2]) - tilt) < tol(2e-5)  # no nutation
        angle = rate * d.time
        np.testing.assert_allclose(
            z[:2], np.sin(tilt) * np.array([np.cos(angle), np.sin(angle)]), atol=tol(5e-5)
        )


def free(inertia):
    ix, iy, iz = inertia
    return f"""
    <worldbody><body><freejoint/><inertial pos="0 0 0" mass="2" diaginertia="{ix} {iy}
      {iz}"/></body></worldbody>"""


def test_a_free_symmetric_top_precesses_in_its_own_frame():
    i1, i3, w = 0.03, 0.05, np.array([1.0, 0.5, 6.0])
    m, d = world(free((i1, i1, i3)), 'integrator="RK4" timestep="0.001" gravity="0 0 0"')
    d.qvel[3:] = w
    for _ in range(10):
        gelenk.mj_step(m, d, 100)
        np.testing.assert_allclose(d.qvel[3:], top.free_symmetric(i1, i3, w, d.time), atol=tol(1e-9))
    assert np.abs(top.free_symmetric(i1, i3, w, d.time) - w).max() > 0.5  # it moved


def test_a_free_asymmetric_top_follows_the_elliptic_functions():
    inertia, w = np.array([0.02, 0.03, 0.045]), np.array([1.0, 0.0, 2.0])
    m, d = world(free(inertia), 'integrator="RK4" timestep="0.002" gravity="0 0 0"')
    d.qvel[3:] = w
    energy, momentum = 0.5 * inertia @ w**2, np.linalg.norm(inertia * w)
    for _ in range(10):
        gelenk.mj_step(m, d, 100)
        expected = top.free_asymmetric(inertia, energy, momentum, d.time)
        np.testing.assert_allclose(d.qvel[3:], expected, atol=tol(1e-9))


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit", "implicitfast"])
def test_quaternions_stay_of_length_one(integrator):
    m, d = world(
        """<worldbody><body pos="0 0 1"><freejoint/><geom size="0.1 0.2 0.3" type="ellipsoid" contype="0"/>
           <body pos="0.3 0 0"><joint type="ball"/><geom size="0.1"
             contype="0"/></body></body></worldbody>""",
        f'integrator="{integrator}" timestep="0.002"',
    )
    d.qvel[:] = 3.0, 2.0, 1.0, 4.0, -6.0, 2.0, 1.0, 8.0, -4.0
    gelenk.mj_step(m, d, 5000)
    assert not d.warning.number.any()
    for adr in (3, 7):
        assert abs(np.linalg.norm(d.qpos[adr : adr + 4]) - 1.0) < tol(8 * EPS)


DOUBLE = """
<worldbody><body pos="0 0 2"><joint axis="0 1 0"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5"/>
  <body pos="0 0 -0.5"><joint axis="0 1 0.2"/><geom type="capsule" size="0.05" fromto="0 0 0 0 0
    -0.4"/></body>
</body></worldbody>"""


def after_half_second(integrator, h):
    m, d = world(DOUBLE, f'integrator="{integrator}" timestep="{h}"')
    d.qpos[:] = 1.5, -0.5
    gelenk.mj_step(m, d, round(0.5 / h))
    gelenk.mj_forward(m, d)
    return np.concatenate([d.qpos, d.qvel])


@pytest.mark.parametrize(
    "integrator, order", [("Euler", 1), ("implicit", 1), ("implicitfast", 1), ("RK4", 4)]
)
def test_integrators_converge_with_their_order(integrator, order):
    h = 1 / 512 if order == 4 else 1 / 4096
    x = [after_half_second(integrator, h / 2**k) for k in range(3)]
    ratio = np.linalg.norm(x[1] - x[0]) / np.linalg.norm(x[2] - x[1])
    assert abs(np.log2(ratio) - order) < 0.15


def energy_error(integrator, h):
    m, d = world(DOUBLE, f'integrator="{integrator}" timestep="{h}"')
    m.opt.enableflags |= gelenk.mjtEnableBit.mjENBL_ENERGY
    d.qpos[:] = 1.5, -0.5
    gelenk.mj_forward(m, d)
    start = d.energy.sum()
    gelenk.mj_step(m, d, round(1.0 / h))
    gelenk.mj_forward(m, d)
    return abs(d.energy.sum() - start)


@pytest.mark.parametrize("integrator, order", [("Euler", 1), ("implicitfast", 1), ("RK4", 4)])
def test_energy_drifts_with_the_order_of_the_integrator(integrator, order):
    h = 1 / 256 if order == 4 else 1 / 2048
    coarse, fine = energy_error(integrator, h), energy_error(integrator, h / 2)
    assert np.log2(coarse / fine) > order - 0.2
    assert fine < tol(1e-7 if order == 4 else 5e-2)
