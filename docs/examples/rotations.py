"""Quaternions, rotation matrices, poses, spatial vectors."""

import math

import numpy as np

import gelenk as mujoco


def quat(axis, degrees):
    """Unit quaternion of a turn."""
    res = np.zeros(4)
    mujoco.mju_axisAngle2Quat(res, np.array(axis, float), math.radians(degrees))
    return res


turn, tilt, both, back = quat([0, 0, 1], 90), quat([1, 0, 0], 30), np.zeros(4), np.zeros(4)
x, v = np.array([1.0, 0, 0]), np.zeros(3)

# turn vectors; compose and undo turns
mujoco.mju_rotVecQuat(v, x, turn)
np.testing.assert_allclose(v, (0, 1, 0), atol=1e-15)
mujoco.mju_mulQuat(both, turn, tilt)  # first tilt, then turn
mujoco.mju_negQuat(back, turn)
mujoco.mju_mulQuatAxis(both, turn, x)
mujoco.mju_unit4(both)

# from and to matrices, Euler angles, axes, rotation vectors
matrix, again = np.zeros(9), np.zeros(4)
mujoco.mju_quat2Mat(matrix, tilt)
mujoco.mju_mat2Quat(again, matrix)
np.testing.assert_allclose(again, tilt, atol=1e-15)
mujoco.mju_unit4(again)
mujoco.mju_mat2Rot(again, 1.1 * matrix)  # the rotation in a matrix that is none; starts from ``again``
np.testing.assert_allclose(again, tilt, atol=1e-6)
mujoco.mju_euler2Quat(again, np.array([0, 0, math.pi / 2]), "xyz")
np.testing.assert_allclose(again, turn, atol=1e-15)
mujoco.mju_quatZ2Vec(again, np.array([0.0, 1, 1]))
mujoco.mju_rotVecQuat(v, np.array([0.0, 0, 1]), again)
np.testing.assert_allclose(v, np.array([0, 1, 1]) / math.sqrt(2), atol=1e-12)
mujoco.mju_quat2Vel(v, turn, 2.0)
np.testing.assert_allclose(v, (0, 0, math.pi / 4), atol=1e-12)  # a quarter turn in two seconds
mujoco.mju_subQuat(v, turn, tilt)

# in time
rate, moved = np.zeros(4), tilt.copy()
mujoco.mju_derivQuat(rate, tilt, np.array([0.0, 0, 1]))
mujoco.mju_quatIntegrate(moved, np.array([0.0, 0, 1]), 0.1)
mujoco.mju_normalize4(moved)

# poses: compose, invert, move a point
pos, q = np.zeros(3), np.zeros(4)
mujoco.mju_mulPose(pos, q, np.array([1.0, 2, 3]), turn, np.array([1.0, 0, 0]), tilt)
np.testing.assert_allclose(pos, (1, 3, 3), atol=1e-12)
mujoco.mju_negPose(pos, q, np.array([1.0, 2, 3]), turn)
mujoco.mju_trnVecPose(v, pos, q, np.array([1.0, 2, 3]))
np.testing.assert_allclose(v, 0, atol=1e-12)  # where the frame is, seen from itself

# a spatial velocity (angular, linear), moved to another point
motion, result = np.array([0.0, 0, 1, 0, 0, 0]), np.zeros(6)
mujoco.mju_transformSpatial(result, motion, 0, np.array([1.0, 0, 0]), np.zeros(3), np.eye(3).ravel())
np.testing.assert_allclose(result, (0, 0, 1, 0, 1, 0))

# principal axes of a symmetric matrix
value, axes = np.zeros(3), np.zeros(9)
mujoco.mju_eig3(value, axes, q, np.diag([1.0, 3, 2]).ravel())
np.testing.assert_allclose(value, (3, 2, 1))
print("rotations agree")
