"""Exact derivatives by parameters of the model, and identities of physics."""

import copy

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from tests.support.derivatives import (
    SPHERES,
    by_parameter,
    converge,
    falls_as_square,
    moving,
    off,
)
from tests.support.tolerance import tol

UNITS = ("body_quat", "geom_quat", "jnt_axis")
PARAMETERS = (
    *("body_mass", "body_inertia", "body_pos", "body_quat", "body_ipos", "body_gravcomp"),
    *("jnt_pos", "jnt_axis", "jnt_stiffness", "jnt_range", "qpos_spring"),
    *("dof_damping", "dof_armature", "dof_frictionloss", "dof_invweight0", "dof_solref", "dof_solimp"),
    *("geom_size", "geom_pos", "geom_friction", "geom_solref", "geom_solimp", "geom_margin"),
    *("actuator_gainprm", "actuator_biasprm", "actuator_gear", "eq_data", "eq_solref"),
    *("tendon_stiffness", "tendon_damping", "tendon_lengthspring"),
)


def check(m, d, fields, count=4, epsilons=(1e-4, 1e-5, 1e-6)):
    """Compare some elements of each field; the tolerances of the differences are those of the largest."""
    rng = np.random.default_rng(0)
    J = gradients.jacobian(m, d, of="state", by=fields)
    # the differences edit the model, where kernels take poses that coincide with those of bodies from there
    m.body_sameframe[:] = m.geom_sameframe[:] = 0
    seen = 0
    for name in fields:
        array = getattr(m, name)
        moved = array if name != "dof_frictionloss" else np.where(array > 0, array, np.nan)
        places = np.argwhere(np.isfinite(moved)).tolist()
        for place in (places[i] for i in rng.permutation(len(places))[:count]):
            exact = J["state", name][(slice(None), *place)]
            made = [by_parameter(m, d, array, tuple(place), eps, name in UNITS) for eps in epsilons]
            scale = max(np.abs(exact).max(), 1e-2)
            errors = [np.abs(found - exact).max() / scale for found in made]
            assert falls_as_square(errors), (name, place, errors)
            seen += bool(np.abs(exact).max() > 1e-6)
    return seen


def test_a_chain_with_contacts_limits_and_friction():
    m = converge(mujoco.MjModel.from_xml_string(SPHERES.format(cone="elliptic", integrator="implicitfast")))
    d = moving(m, 60)
    fields = tuple(n for n in PARAMETERS if n != "body_ipos" and getattr(m, n).size)
    assert check(m, d, fields, epsilons=(1e-5, 1e-6, 1e-7)) > 20


def test_tendons_and_muscles():
    m = converge(models.load("tendon_arm"))
    d = moving(m, 40)
    fields = tuple(n for n in PARAMETERS if getattr(m, n).size and n not in ("jnt_range", "dof_frictionloss"))
    assert check(m, d, fields, 3) > 15


def test_options():
    m = converge(models.load("cartpole"))
    d = moving(m, 40)
    J = gradients.jacobian(m, d, of="state", by=("opt.timestep", "opt.gravity"))
    assert J["state", "opt.timestep"].shape == (2 * m.nv,)
    # q_new = q + h v_new and v_new = v + h a, so with damping in a: dq_new/dh = v_new + h dv_new/dh
    dq, dv = np.split(J["state", "opt.timestep"], 2)
    after = copy.copy(d)
    mujoco.mj_step(m, after)
    np.testing.assert_allclose(dq, after.qvel + m.opt.timestep * dv, atol=tol(1e-12))
    found = [by_parameter(m, d, m.opt.gravity, (2,), eps) for eps in (1e-3, 1e-4)]
    assert min(off(J["state", "opt.gravity"][:, 2], f) for f in found) < tol(1e-9)


def test_next_state_by_controls_follows_from_the_inertia_matrix():
    """B = h inverse(M + h D) moment' for the velocity, where nothing touches."""
    m = models.load("arm7")
    m.opt.integrator = 0
    m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    d = moving(m, 5)
    d.ctrl[:] = d.actuator_length  # the servos push little, so that no force is at its limit
    mujoco.mj_forward(m, d)
    B = gradients.jacobian(m, d, of="state", by="ctrl")["state", "ctrl"]
    M = np.zeros((m.nv, m.nv))
    mujoco.mj_fullM(m, M, d.qM)
    h = m.opt.timestep
    moment = np.zeros((m.nu, m.nv))
    mujoco.mju_sparse2dense(
        moment, d.actuator_moment.reshape(-1), d.moment_rownnz, d.moment_rowadr, d.moment_colind
    )
    force = np.diag(m.actuator_gainprm[:, 0]) @ moment
    expected = h * np.linalg.solve(M + h * np.diag(m.dof_damping), force.T)
    np.testing.assert_allclose(B[m.nv :], expected, rtol=tol(1e-10), atol=tol(1e-12))
    np.testing.assert_allclose(B[: m.nv], h * B[m.nv :], atol=tol(1e-14))


def test_trees_that_do_not_touch_have_blocks_of_their_own():
    spec = "<mujoco><worldbody>" + 3 * (
        '<body><joint type="ball"/><geom size=".1" pos=".3 0 0" contype="0" conaffinity="0"/>'
        '<body pos=".5 0 0"><joint/><geom size=".1" pos=".2 .1 0" contype="0" conaffinity="0"/></body></body>'
    )
    m = mujoco.MjModel.from_xml_string(spec + "</worldbody></mujoco>")
    d = mujoco.MjData(m)
    d.qvel[:] = np.random.default_rng(2).normal(size=m.nv)
    A = gradients.jacobian(m, d, of="state", by="state")["state", "state"].reshape(2, 3, 4, 2, 3, 4)
    for i in range(3):
        for j in range(3):
            assert A[:, i, :, :, j].any() == (i == j)


def test_masses_scaled_with_all_forces_leave_motion():
    """Euler's theorem: acceleration does not change where masses, inertias and all forces grow by one factor."""
    m = models.load("cartpole")
    m.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT)
    d = moving(m, 20)
    fields = ("body_mass", "body_inertia", "dof_armature", "dof_damping", "jnt_stiffness", "actuator_gainprm")
    d.ctrl[:] = 0.7
    y = gradients.jvp(m, d, {name: getattr(m, name) for name in (*fields, "actuator_biasprm")}, of="state")
    assert np.abs(y["state"]).max() < tol(1e-12)
    y = gradients.jvp(m, d, {"body_mass": m.body_mass}, of="state")
    assert np.abs(y["state"]).max() > 1e-4


def test_bodies_that_the_compiler_calls_simple_are_refused_by_name():
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><body name="ball"><freejoint/><geom size=".1"/></body></worldbody></mujoco>'
    )
    with pytest.raises(ValueError, match="body 'ball' is simple"):
        gradients.jacobian(m, mujoco.MjData(m), by="body_ipos")
