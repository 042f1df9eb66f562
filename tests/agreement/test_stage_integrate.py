"""Integrators and velocity derivatives against 3.5.0 and against difference quotients."""

import mujoco
import numpy as np
import pytest

from gelenk.engine.integrate import derivative, euler, implicit
from tests.support.forces import compiled, random_state, run
from tests.support.tolerance import relative, tol

STATE = "qpos qvel act qacc_warmstart"
ROUNDING = tol(1e-12)  # solutions with matrices of condition 1e3


def compare(d, rd, names):
    for name in names.split():
        assert relative(getattr(d, name), getattr(rd, name)) < ROUNDING, name
    assert d.time == rd.time


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("flags", ["", 'eulerdamp="disable"', 'damper="disable"'])
def test_euler_step_is_that_of_the_reference(flags, plain):
    ref, rd, m, d = random_state(flags=flags)
    mujoco.mj_Euler(ref, rd)
    run(euler.euler, plain, m, d)
    compare(d, rd, STATE + ("" if flags else " qH qHDiagInv"))


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("jacobian", ["dense", "sparse"])
@pytest.mark.parametrize("integrator", ["implicit", "implicitfast"])
def test_implicit_step_is_that_of_the_reference(integrator, jacobian, plain):
    ref, rd, m, d = random_state(integrator=integrator, jacobian=jacobian)
    mujoco.mj_implicit(ref, rd)
    run(implicit.implicit, plain, m, d)
    compare(d, rd, STATE + (" qDeriv qLU" if integrator == "implicit" else " qDeriv qH qHDiagInv"))


def dense(m, values):
    """A matrix of structure D_*, dense."""
    out = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        part = slice(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i])
        out[i, m.D_colind[part]] = values[part]
    return out


def test_derivative_of_bias_forces_is_their_difference_quotient():
    ref, rd, m, d = random_state()
    d._a_qDeriv[:] = 0.0
    compiled(derivative.rne_vel)(m, d)
    h, base = 1e-5, rd.qvel.copy()
    slope = np.zeros((m.nv, m.nv))
    for j in range(m.nv):
        for sign in (1, -1):
            rd.qvel[:] = base
            rd.qvel[j] += sign * h
            mujoco.mj_fwdVelocity(ref, rd)
            slope[:, j] -= sign * rd.qfrc_bias / (2 * h)
    pattern = dense(m, np.ones_like(d.qDeriv)) > 0
    assert not np.abs(slope[~pattern]).max() > tol(1e-8)  # different trees do not couple
    # bias forces are quadratic in velocity: only roundings of eps / h remain
    assert relative(dense(m, d.qDeriv), slope) < tol(1e-8)


def test_lu_factor_solves_with_the_matrix_that_it_was_made_of():
    _, _, m, d = random_state(integrator="implicit")
    run(implicit.implicit, False, m, d)
    matrix = dense(m, d.qLU)
    lower, upper = np.tril(matrix), np.triu(matrix, 1) + np.eye(m.nv)
    mass = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        part = slice(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i])
        mass[i, m.M_colind[part]] = d.M[part]
    mass += np.tril(mass, -1).T
    expected = mass - m.opt.timestep * dense(m, d.qDeriv)
    assert relative(upper @ lower, expected) < ROUNDING
    force = d.qfrc_smooth + d.qfrc_constraint
    assert relative(d._a_qacc_new, np.linalg.solve(expected, force)) < tol(1e-11)


def test_rotation_of_a_constant_velocity_is_exact_whatever_the_step():
    _, _, m, d = random_state()
    velocity = np.zeros(m.nv)
    velocity[3:6] = 1.0, -2.0, 0.5
    whole, parts = d.qpos.copy(), d.qpos.copy()
    euler.integrate_pos(m._view, whole, velocity, 1.0)
    for _ in range(10):
        euler.integrate_pos(m._view, parts, velocity, 0.1)
    assert np.abs(whole - parts).max() < tol(1e-14)
