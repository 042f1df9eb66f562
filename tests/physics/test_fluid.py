"""Bodies in a medium: terminal velocities in closed form, forces that do no work, drag that only takes."""

import math

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

ONE = """<mujoco>
<option density="{density}" viscosity="{viscosity}" integrator="{integrator}" timestep="{h}"/>
<worldbody><body><freejoint/>
<geom type="{type}" size="{size}" mass="{mass}" {more}/></body></worldbody></mujoco>"""


def one_body(kind, size, density=0.0, viscosity=0.0, integrator="RK4", h=0.01, mass=2.0, more=""):
    text = ONE.format(
        type=kind,
        size=size,
        density=density,
        viscosity=viscosity,
        integrator=integrator,
        h=h,
        mass=mass,
        more=more,
    )
    m = gelenk.MjModel.from_xml_string(text)
    return m, gelenk.MjData(m)


def fall(m, d, duration):
    """Velocity downwards after falling for ``duration``."""
    gelenk.mj_step(m, d, nstep=round(duration / m.opt.timestep))
    assert math.isclose(d.time, duration)
    return -d.qvel[2]


@pytest.mark.parametrize("duration", [0.1, 1.0, 20.0])
def test_sphere_sinks_by_the_law_of_stokes(duration):
    """v = v_end (1 - exp(-t / tau)),  tau = mass / (6 pi beta r),  v_end = g tau."""
    m, d = one_body("sphere", "0.3", viscosity=0.5, more='fluidshape="ellipsoid"')
    tau = 2.0 / (6.0 * math.pi * 0.5 * 0.3)
    expected = 9.81 * tau * -math.expm1(-duration / tau)
    # RK4 of a linear equation: (h / tau)^4 / 120
    assert abs(fall(m, d, duration) / expected - 1.0) < tol((0.01 / tau) ** 4)


def test_sphere_without_a_shape_in_the_medium_sinks_like_its_box_of_equal_inertia():
    """The cube that has the inertia of a sphere has half sides r sqrt(3/5)."""
    m, d = one_body("sphere", "0.3", viscosity=0.5)
    end = 2.0 * 9.81 / (6.0 * math.pi * 0.5 * 0.3 * math.sqrt(0.6))
    assert abs(fall(m, d, 40.0) / end - 1.0) < tol(1e-12)


@pytest.mark.parametrize("integrator", ["implicit", "implicitfast"])
def test_implicit_integrators_take_viscosity_at_the_end_of_the_step(integrator):
    """v' = (v + h g) / (1 + h / tau), stable however thick the medium."""
    m, d = one_body("sphere", "0.3", viscosity=1e4, integrator=integrator, more='fluidshape="ellipsoid"')
    tau = 2.0 / (6.0 * math.pi * 1e4 * 0.3)
    v = 0.0
    for _ in range(5):
        v = (v + 0.01 * 9.81) / (1.0 + 0.01 / tau)
        gelenk.mj_step(m, d)
        assert abs(-d.qvel[2] / v - 1.0) < tol(1e-12)


@pytest.mark.parametrize("duration", [0.1, 1.0, 10.0])
def test_box_falls_against_quadratic_drag(duration):
    """v = v_end tanh(g t / v_end),  v_end^2 = mass g / (2 rho r_x r_y)."""
    m, d = one_body("box", "0.3 0.4 0.1", density=3.0)
    end = math.sqrt(2.0 * 9.81 / (2.0 * 3.0 * 0.3 * 0.4))
    expected = end * math.tanh(9.81 * duration / end)
    assert abs(fall(m, d, duration) / expected - 1.0) < tol(1e-7)  # (h g / v_end)^4


def test_body_that_moves_with_the_wind_feels_nothing():
    for more in ("", 'fluidshape="ellipsoid"'):
        m, d = one_body("box", "0.3 0.4 0.1", density=3.0, viscosity=0.1, more=more)
        m.opt.wind[:] = d.qvel[:3] = 1.0, -2.0, 3.0
        gelenk.mj_forward(m, d)
        assert np.abs(d.qfrc_fluid).max() < tol(1e-14)
        d.qvel[:] = 0.0
        gelenk.mj_forward(m, d)
        assert np.abs(d.qfrc_fluid).max() > 1.0


def power(m, d, seed):
    """Power of the medium on a body that moves at random, and the largest of its terms."""
    d.qpos[3:7] = np.random.default_rng(seed).standard_normal(4)
    d.qvel[:] = np.random.default_rng(seed + 1).standard_normal(6)
    gelenk.mj_forward(m, d)
    terms = d.qfrc_fluid * d.qvel
    return terms.sum(), np.abs(terms).max()


@pytest.mark.parametrize("seed", range(5))
def test_added_mass_and_lift_do_no_work(seed):
    m, d = one_body("ellipsoid", ".3 .1 .2", density=2.0, more='fluidshape="ellipsoid" fluidcoef="0 0 0 2 3"')
    total, largest = power(m, d, seed)
    assert abs(total) < tol(1e-14) * largest


@pytest.mark.parametrize("seed", range(5))
def test_drag_only_takes_energy(seed):
    for more in ("", 'fluidshape="ellipsoid" fluidcoef=".5 .25 1.5 1 1"'):
        m, d = one_body("ellipsoid", ".3 .1 .2", density=2.0, viscosity=0.1, more=more)
        assert power(m, d, seed)[0] < 0.0


def test_ball_that_spins_is_deflected_by_magnus_lift_less_its_added_mass():
    """Added mass of a sphere is m = V/2, so the force across is rho (C_magnus V - V/2) w x v."""
    m, d = one_body("sphere", "0.3", density=2.0, more='fluidshape="ellipsoid" fluidcoef="0 0 0 0 1"')
    d.qvel[:] = 1.0, 0.0, 0.0, 0.0, 0.0, 5.0
    gelenk.mj_forward(m, d)
    volume = 4.0 / 3.0 * math.pi * 0.3**3
    assert abs(d.qfrc_fluid[1] / (2.0 * 0.5 * volume * 5.0) - 1.0) < tol(1e-6)  # of the integral for m
    assert np.abs(np.delete(d.qfrc_fluid, 1)).max() < tol(1e-14)
