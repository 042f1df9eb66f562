"""Inverse dynamics; derivatives of a step, of inverse dynamics, of differences of orientations."""

import numpy as np

import gelenk as mujoco
from gelenk import models

m = models.load("cartpole")
d = mujoco.MjData(m)
d.qpos[:] = 0.1, 0.2
d.ctrl[:] = 0.3
mujoco.mj_forward(m, d)

# the forces that make qacc are those that acted
mujoco.mj_inverse(m, d)
np.testing.assert_allclose(d.qfrc_inverse, d.qfrc_actuator + d.qfrc_applied, atol=1e-8)
mujoco.mj_compareFwdInv(m, d)
print("forward and inverse dynamics differ by", d.solver_fwdinv)

# its parts; positions and velocities are as they were, so these may be skipped
mujoco.mj_invPosition(m, d)
mujoco.mj_invVelocity(m, d)
mujoco.mj_invConstraint(m, d)
mujoco.mj_inverseSkip(m, d, mujoco.mjtStage.mjSTAGE_VEL, 1)

# x(t + h) = A x(t) + B u(t), y(t) = C x(t) + D u(t), with x = (qpos, qvel, act)
n = 2 * m.nv + m.na
A, B = np.zeros((n, n)), np.zeros((n, m.nu))
C, D = np.zeros((m.nsensordata, n)), np.zeros((m.nsensordata, m.nu))
mujoco.mjd_transitionFD(m, d, 1e-6, 1, A, B, C, D)
print("the pole falls: largest eigenvalue", np.abs(np.linalg.eigvals(A)).max())

# inverse dynamics: derivative of the force by the acceleration is the inertia matrix
DfDa, M = np.zeros((m.nv, m.nv)), np.zeros((m.nv, m.nv))
mujoco.mjd_inverseFD(m, d, 1e-6, 0, None, None, DfDa, None, None, None, None)
mujoco.mj_fullM(m, M, d.qM)
np.testing.assert_allclose(DfDa, M, atol=1e-5)

# orientations: small turns of a and b change their difference by Da, Db
a, b = np.array([1.0, 0, 0, 0]), np.array([0.8, 0.6, 0, 0])
Da, Db = np.zeros((3, 3)), np.zeros((3, 3))
mujoco.mjd_subQuat(a, b, Da, Db)
difference, moved, turned = np.zeros(3), np.zeros(3), a.copy()
mujoco.mju_subQuat(difference, a, b)
tangent = np.array([1e-6, 2e-6, -1e-6])
mujoco.mju_quatIntegrate(turned, tangent, 1.0)
mujoco.mju_subQuat(moved, turned, b)
np.testing.assert_allclose(moved - difference, Da.reshape(3, 3) @ tangent, atol=1e-10)
Dquat, Dvel, Dscale = np.zeros(9), np.zeros(9), np.zeros(3)
mujoco.mjd_quatIntegrate(np.array([0.1, 0.2, 0.3]), 0.5, Dquat, Dvel, Dscale)
