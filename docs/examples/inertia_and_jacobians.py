"""Inertia matrix, Jacobians, velocities and accelerations of objects, forces at points."""

import numpy as np

import gelenk as mujoco
from gelenk import models

m = models.load("arm7")
d = mujoco.MjData(m)
random = np.random.default_rng(1)
d.qvel[:] = random.standard_normal(m.nv)
mujoco.mj_forward(m, d)
nv = m.nv

# inertia matrix: dense; times a vector; the square root times a vector; solved
M = np.zeros((nv, nv))
mujoco.mj_fullM(m, M, d.qM)
y, My, half, x = random.standard_normal(nv), np.zeros(nv), np.zeros(nv), np.zeros((1, nv))
mujoco.mj_mulM(m, d, My, y)
np.testing.assert_allclose(My, M @ y, atol=1e-10)
mujoco.mj_mulM2(m, d, half, y)
np.testing.assert_allclose(half @ half, y @ M @ y)
mujoco.mj_solveM(m, d, x, My[None])
np.testing.assert_allclose(x[0], y, atol=1e-8)
mujoco.mj_solveM2(m, d, x, y[None], np.sqrt(d.qLDiagInv))
np.testing.assert_allclose(x[0] @ x[0], y @ np.linalg.solve(M, y))
sparse = np.zeros(m.nC)
mujoco.mj_addM(m, d, sparse, m.M_rownnz, m.M_rowadr, m.M_colind)  # lower triangle, by rows
np.testing.assert_allclose(sparse[m.M_rowadr + m.M_rownnz - 1], np.diag(M))

# Jacobians: J qvel is the velocity of the point
jacp, jacr = np.zeros((3, nv)), np.zeros((3, nv))
velocity = np.zeros(6)  # angular, linear
body = m.nbody - 1
mujoco.mj_jacBody(m, d, jacp, jacr, body)
mujoco.mj_objectVelocity(m, d, mujoco.mjtObj.mjOBJ_XBODY, body, velocity, 0)
np.testing.assert_allclose(np.r_[jacr @ d.qvel, jacp @ d.qvel], velocity, atol=1e-12)
mujoco.mj_jacBodyCom(m, d, jacp, jacr, body)
mujoco.mj_jacSubtreeCom(m, d, jacp, 1)
mujoco.mj_jacGeom(m, d, jacp, jacr, 0)
mujoco.mj_jacSite(m, d, jacp, jacr, 0)
axis = np.array([0.0, 0.0, 1.0])
mujoco.mj_jacPointAxis(m, d, jacp, jacr, d.xpos[body], axis, body)
momentum = np.zeros((3, nv))
mujoco.mj_angmomMat(m, d, momentum, 1)
mujoco.mj_subtreeVel(m, d)
np.testing.assert_allclose(momentum @ d.qvel, d.subtree_angmom[1], atol=1e-10)

# acceleration of the body = J qacc + dJ/dt qvel; gravity counts as an acceleration upward
dotp, dotr, acceleration = np.zeros((3, nv)), np.zeros((3, nv)), np.zeros(6)
mujoco.mj_jac(m, d, jacp, jacr, d.xpos[body], body)
mujoco.mj_jacDot(m, d, dotp, dotr, d.xpos[body], body)
mujoco.mj_rnePostConstraint(m, d)
mujoco.mj_objectAcceleration(m, d, mujoco.mjtObj.mjOBJ_XBODY, body, acceleration, 0)
expected = jacp @ d.qacc + dotp @ d.qvel - m.opt.gravity
np.testing.assert_allclose(acceleration[3:], expected, atol=1e-8)

# a force at a point becomes joint forces by the transposed Jacobian
force, qfrc = np.array([1.0, 2.0, 3.0]), np.zeros(nv)
mujoco.mj_applyFT(m, d, force, np.zeros(3), d.xpos[body], body, qfrc)
np.testing.assert_allclose(qfrc, jacp.T @ force, atol=1e-12)

# a pose in the frame of a body, in the world
xpos, xmat = np.zeros(3), np.zeros(9)
mujoco.mj_local2Global(d, xpos, xmat, np.zeros(3), np.array([1.0, 0, 0, 0]), body, 0)
np.testing.assert_allclose(xpos, d.xpos[body])
print("inertia, Jacobians and velocities agree")
