"""Identities of mechanics that derivatives keep: power, inertia, blocks of trees, translations, scaling."""

import numpy as np
import pytest

import gelenk as mujoco
from gelenk import gradients, models
from tests.support.derivatives import converge, moving
from tests.support.tolerance import tol

NO_CONTACT = int(mujoco.mjtDisableBit.mjDSBL_CONTACT)


def test_energies_change_by_the_power_of_other_forces():
    """E_pot' qvel + E_kin' (qvel, qacc) = qvel . (actuators, damping, constraints)."""
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .5"><freejoint/>'
        '<geom size=".1" pos=".3 0 0"/>'
        '<body pos=".6 0 0"><joint name="j" axis="0 1 0" damping=".3" stiffness="4"/><geom size=".1" pos=".3 0 -.4"/>'
        '<geom type="box" size=".1 .2 .05" pos=".1 0 0"/></body></body></worldbody>'
        '<actuator><motor joint="j"/></actuator><sensor><e_potential/><e_kinetic/></sensor></mujoco>'
    )
    d = mujoco.MjData(converge(m))
    d.qvel[:], d.ctrl[0] = np.linspace(0.3, -0.9, 7), 0.7
    mujoco.mj_step(m, d, nstep=150)
    mujoco.mj_forward(m, d)
    assert d.ncon > 0
    rates = gradients.jvp(m, d, {"state": np.concatenate([d.qvel, d.qacc])}, of="sensordata")["sensordata"]
    forces = d.qfrc_actuator + d.qfrc_constraint - m.dof_damping * d.qvel
    power = forces @ d.qvel
    assert abs(power) > 1e-3
    np.testing.assert_allclose(rates.sum(), power, atol=tol(1e-11) * np.abs(forces * d.qvel).sum())


def test_controls_push_through_inertia_and_damping():
    """B = h inverse(M + h D) moment' gain for velocities, and h times that for positions of hinges."""
    m = models.load("arm7")
    m.opt.disableflags |= NO_CONTACT | int(mujoco.mjtDisableBit.mjDSBL_FRICTIONLOSS)
    m.actuator_biasprm[:], m.actuator_forcelimited[:], m.jnt_actfrclimited[:] = 0.0, 0, 0
    d = moving(m, 20)
    d.ctrl[:] = 0.5 * m.actuator_ctrlrange.sum(1)  # away from the ends
    B, h = gradients.jacobian(m, d, of="state").B, m.opt.timestep
    M, moment = np.zeros((m.nv, m.nv)), np.zeros((m.nu, m.nv))
    mujoco.mj_forward(m, d)
    mujoco.mj_fullM(m, M, d.qM)
    mujoco.mju_sparse2dense(moment, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    gain = m.actuator_gainprm[:, 0]
    expected = h * np.linalg.solve(M + h * np.diag(m.dof_damping), (gain[:, None] * moment).T)
    np.testing.assert_allclose(B[m.nv :], expected, atol=tol(1e-11) * np.abs(expected).max())
    np.testing.assert_allclose(B[: m.nv], h * B[m.nv :], atol=tol(1e-13) * np.abs(expected).max())


def test_trees_that_do_not_touch_have_blocks_of_their_own():
    m = converge(models.load("boxes50"))
    d = moving(m, 20)
    J = gradients.jacobian(m, d, of="state").A
    touching = np.zeros((m.ntree, m.ntree), bool)
    trees = m.dof_treeid
    for pair in d.contact.geom:
        a, b = (int(m.body_treeid[m.geom_bodyid[g]]) for g in pair)
        if min(a, b) >= 0:
            touching[a, b] = touching[b, a] = True
    islands = np.linalg.matrix_power(touching.astype(int) + np.eye(m.ntree, dtype=int), m.ntree) > 0
    of = np.tile(trees, 2)
    assert (~islands).sum() > 100
    assert not J[~islands[of[:, None], of[None, :]]].any()


@pytest.mark.parametrize("cone", [0, 1])
def test_translations_along_the_floor_move_what_they_translate(cone):
    m = mujoco.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .0995"><freejoint/><geom type="box" '
        'size=".1 .1 .1"/><body pos=".3 0 .1"><joint axis="0 1 0"/><geom size=".1"/></body></body></worldbody></mujoco>'
    )
    m.opt.cone = cone
    d = mujoco.MjData(converge(m))
    d.qvel[:] = (1, 0.5, 0, 0.1, 0.2, 0.3, 1)
    mujoco.mj_step(m, d, nstep=2)
    A = gradients.jacobian(m, d, of="state").A
    assert d.ncon > 0
    expected = np.eye(2 * m.nv)[:, :2]
    np.testing.assert_allclose(A[:, :2], expected, atol=tol(1e-11) * np.abs(A).max())


def test_masses_scaled_with_all_forces_leave_the_acceleration():
    m = converge(models.load("muscle_arm"))
    d = moving(m, 20)
    m.opt.disableflags |= NO_CONTACT | int(mujoco.mjtDisableBit.mjDSBL_LIMIT)
    scaled = {name: getattr(m, name) for name in ("body_mass", "body_inertia", "dof_armature", "dof_damping")}
    scaled |= {name: getattr(m, name) for name in ("jnt_stiffness", "tendon_stiffness", "tendon_damping")}
    scaled = {name: np.array(values, float) for name, values in scaled.items() if np.size(values)}
    mujoco.mj_forward(m, d)
    scaled["qfrc_applied"] = d.qfrc_actuator.copy()
    assert np.abs(scaled["qfrc_applied"]).max() > 0.01
    masses = {"body_mass": scaled["body_mass"]}
    moved = gradients.jvp(m, d, scaled, of="qacc")["qacc"]
    size = np.abs(gradients.jvp(m, d, masses, of="qacc")["qacc"]).max()
    assert np.abs(moved).max() < tol(1e-10) * size
