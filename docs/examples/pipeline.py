"""A step, stage by stage: what mj_step does, in its order."""

import numpy as np

import gelenk as mujoco
from gelenk import models

m = models.load("humanoid")
m.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
m.opt.solver = mujoco.mjtSolver.mjSOL_PGS  # so that mj_projectConstraint has something to do
d, whole = mujoco.MjData(m), mujoco.MjData(m)
for data in (d, whole):
    mujoco.mj_resetDataKeyframe(m, data, m.key("stand").id)

mujoco.mj_checkPos(m, d)  # reset if there are bad numbers
mujoco.mj_checkVel(m, d)

# position
mujoco.mj_kinematics(m, d)
mujoco.mj_comPos(m, d)
mujoco.mj_camlight(m, d)
mujoco.mj_flex(m, d)
mujoco.mj_tendon(m, d)
mujoco.mj_makeM(m, d)  # mj_crb and the armature of tendons
mujoco.mj_factorM(m, d)
mujoco.mj_collision(m, d)
mujoco.mj_makeConstraint(m, d)
mujoco.mj_island(m, d)
mujoco.mj_projectConstraint(m, d)
mujoco.mj_transmission(m, d)
mujoco.mj_sensorPos(m, d)
mujoco.mj_energyPos(m, d)

# velocity
mujoco.mj_comVel(m, d)
mujoco.mj_passive(m, d)
mujoco.mj_referenceConstraint(m, d)
mujoco.mj_rne(m, d, 0, d.qfrc_bias)
mujoco.mj_sensorVel(m, d)
mujoco.mj_energyVel(m, d)

# acceleration
mujoco.mj_fwdVelocity(m, d)  # the five above but energy, with actuator_velocity
mujoco.mj_fwdActuation(m, d)
mujoco.mj_fwdAcceleration(m, d)
mujoco.mj_fwdConstraint(m, d)
mujoco.mj_sensorAcc(m, d)
mujoco.mj_checkAcc(m, d)

# integration
mujoco.mj_Euler(m, d)  # or mj_RungeKutta(m, d, 4), or mj_implicit(m, d)
mujoco.mj_step(m, whole)
np.testing.assert_allclose(d.qpos, whole.qpos, atol=1e-12)
print("stage by stage equals mj_step")

# the same in larger parts, with another integrator
mujoco.mj_fwdKinematics(m, d)
mujoco.mj_fwdPosition(m, d)
mujoco.mj_crb(m, d)
mujoco.mj_forward(m, d)
mujoco.mj_RungeKutta(m, d, 4)
mujoco.mj_forward(m, d)
mujoco.mj_implicit(m, d)

# not part of a step unless a sensor asks: velocities of subtrees, forces between bodies
mujoco.mj_forward(m, d)
mujoco.mj_subtreeVel(m, d)
mujoco.mj_rnePostConstraint(m, d)
print("momentum", d.subtree_linvel[1] * m.body_subtreemass[1], "force on the pelvis", d.cfrc_int[1, 3:])

# the cost that a primal solver minimizes, for an acceleration of our own
jar, cost = np.zeros(d.nefc), np.zeros(1)
mujoco.mj_mulJacVec(m, d, jar, d.qacc)
mujoco.mj_constraintUpdate(m, d, jar - d.efc_aref, cost, 0)
print("cost of the constraints", cost[0])
