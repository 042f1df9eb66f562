"""Quaternions, poses, spatial vectors: mju_mulQuat, mju_mat2Quat, mju_trnVecPose, mju_transformSpatial, ...

Documents: API / Quaternions, Poses; Computation / Floating objects
"""

import math

import numpy as np

from gelenk.algebra import vec
from gelenk.errors import FatalError
from gelenk.tables.enums import mjMINVAL
from gelenk.world.arguments import documented


def rotation(quat):
    """Rotation matrix (3, 3) of a quaternion, which need not be unit: then it also scales by its square."""
    return np.array(vec.quat_to_mat(tuple(quat))).reshape(3, 3)


def quat_to_velocity(quat, dt):
    """Rotation vector / dt of the unit quaternion, by the shorter way round."""
    axis = np.array(quat[1:], float)
    sine = math.sqrt(float(axis @ axis))
    if sine < mjMINVAL:
        return np.zeros(3)
    speed = 2.0 * math.atan2(sine, quat[0])
    if speed > math.pi:
        speed -= 2.0 * math.pi
    return axis / sine * speed / dt


def quaternion(matrix):
    """Unit quaternion of a rotation matrix, from the largest of its four components (Shepperd 1978)."""
    r = np.asarray(matrix, float).reshape(3, 3)
    four = np.array(
        [
            1.0 + r[0, 0] + r[1, 1] + r[2, 2],
            1.0 + r[0, 0] - r[1, 1] - r[2, 2],
            1.0 - r[0, 0] + r[1, 1] - r[2, 2],
            1.0 - r[0, 0] - r[1, 1] + r[2, 2],
        ]
    )
    k = 0 if r[0, 0] + r[1, 1] + r[2, 2] > 0.0 else 1 + int(np.argmax(np.diag(r)))
    size = 0.5 * math.sqrt(max(four[k], 0.0))
    s = 0.25 / size if size else 0.0
    wx, wy, wz = r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]
    xy, xz, yz = r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1]
    rest = ((0, wx, wy, wz), (wx, 0, xy, xz), (wy, xy, 0, yz), (wz, xz, yz, 0))[k]
    quat = np.array(rest) * s
    quat[k] = size
    return quat / math.sqrt(float(quat @ quat) or 1.0)


@documented
def mju_rotVecQuat(res, vec, quat):
    """res = vec turned by the unit quaternion"""
    from gelenk.algebra.vec import rotate

    res[:] = rotate(tuple(quat), tuple(vec))


@documented
def mju_negQuat(res, quat):
    """res = conjugate, the inverse rotation"""
    res[:] = vec.neg_quat(tuple(quat))


@documented
def mju_mulQuat(res, quat1, quat2):
    """res = quat1 quat2: turn by quat2, then by quat1"""
    res[:] = vec.mul_quat(tuple(quat1), tuple(quat2))


@documented
def mju_mulQuatAxis(res, quat, axis):
    """res = quat (0, axis)"""
    res[:] = vec.mul_quat(tuple(quat), (0.0, *axis))


@documented
def mju_axisAngle2Quat(res, axis, angle):
    """res = turn by ``angle`` [rad] about the unit ``axis``"""
    res[:] = vec.axis_angle_to_quat(tuple(axis), angle)


@documented
def mju_quat2Vel(res, quat, dt):
    """res = angular velocity [rad/s] that makes the turn ``quat`` in time ``dt`` [s]"""
    res[:] = quat_to_velocity(quat, dt)


@documented
def mju_subQuat(res, qa, qb):
    """res = rotation vector [rad], in the frame of qb, that leads from qb to qa"""
    res[:] = quat_to_velocity(vec.mul_quat(vec.neg_quat(tuple(qb)), tuple(qa)), 1.0)


@documented
def mju_quat2Mat(res, quat):
    """res = rotation matrix (9, by rows)"""
    res[:] = vec.quat_to_mat(tuple(quat))


@documented
def mju_mat2Quat(quat, mat):
    """quat = unit quaternion of the rotation matrix ``mat`` (9, by rows)"""
    quat[:] = quaternion(mat)


@documented
def mju_derivQuat(res, quat, vel):
    """res = d quat / dt at the angular velocity ``vel`` [rad/s] in the world frame: 1/2 (0, vel) quat"""
    res[:] = np.array(vec.mul_quat((0.0, *vel), tuple(quat))) * 0.5


@documented
def mju_quatIntegrate(quat, vel, scale):
    """quat = quat turned by the rotation vector scale vel, local frame"""
    angle = vec.norm(tuple(vel))
    turn = vec.axis_angle_to_quat(vec.normalize(tuple(vel)), scale * angle)
    quat[:] = vec.mul_quat(tuple(quat), turn)


@documented
def mju_quatZ2Vec(quat, vec):
    """quat = shortest turn of the z axis onto ``vec``"""
    length = math.sqrt(float(vec @ vec))
    quat[:] = (1.0, 0.0, 0.0, 0.0)
    if length < mjMINVAL:
        return
    x, y, z = vec / length
    sine = math.hypot(x, y)
    angle = math.atan2(sine, z)
    if sine < mjMINVAL:
        if z < 0.0:
            quat[:] = (math.cos(0.5 * math.pi), 1.0, 0.0, 0.0)
        return
    half = math.sin(0.5 * angle) / sine
    quat[:] = (math.cos(0.5 * angle), -y * half, x * half, 0.0)


@documented
def mju_mat2Rot(quat, mat):
    """quat = rotation part of the matrix ``mat``, found from the start value of ``quat``; returns the iterations.

    Source  Mueller, Bender, Chentanez, Macklin 2016, A robust method to extract the rotational part of deformations
    """
    a = mat.reshape(3, 3)
    for iteration in range(500):
        r = rotation(quat)
        omega = np.zeros(3)
        for k in range(3):
            omega += np.cross(r[:, k], a[:, k])
        omega /= abs(float((r * a).sum())) + mjMINVAL
        angle = math.sqrt(float(omega @ omega))
        if angle < 1e-9:
            return iteration
        turn = vec.axis_angle_to_quat(tuple(omega / angle), angle)
        quat[:] = vec.normalize4(vec.mul_quat(turn, tuple(quat)))
    return 500


@documented
def mju_euler2Quat(quat, euler, seq):
    """quat = three turns [rad] about the axes of ``seq``: xyz about moving axes, XYZ about fixed ones"""
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    for i, letter in enumerate(seq):
        if letter not in "xyzXYZ":
            raise FatalError(f"mju_euler2Quat: seq[{i}] is '{letter}', should be one of x, y, z, X, Y, Z")
    total = (1.0, 0.0, 0.0, 0.0)
    for angle, letter in zip(euler, seq, strict=True):
        axis = tuple(float(letter.lower() == c) for c in "xyz")
        turn = vec.axis_angle_to_quat(axis, angle)
        total = vec.mul_quat(total, turn) if letter.islower() else vec.mul_quat(turn, total)
    quat[:] = total


@documented
def mju_mulPose(posres, quatres, pos1, quat1, pos2, quat2):
    """(posres, quatres) = pose 2 given in the frame of pose 1"""
    pos = pos1 + np.array(vec.rotate(tuple(quat1), tuple(pos2)))
    quatres[:] = vec.normalize4(vec.mul_quat(tuple(quat1), tuple(quat2)))
    posres[:] = pos


@documented
def mju_negPose(posres, quatres, pos, quat):
    """(posres, quatres) = inverse of the pose"""
    inverse = vec.neg_quat(tuple(quat))
    posres[:] = -np.array(vec.rotate(inverse, tuple(pos)))
    quatres[:] = inverse


@documented
def mju_trnVecPose(res, pos, quat, vec):
    """res = the point ``vec`` of the frame (pos, quat), outside"""
    from gelenk.algebra.vec import rotate

    res[:] = pos + np.array(rotate(tuple(quat), tuple(vec)))


@documented
def mju_transformSpatial(res, vec, flg_force, newpos, oldpos, rotnew2old):
    """res = spatial motion (or force, if ``flg_force``) moved from oldpos to newpos and turned into the new frame"""
    shift = newpos - oldpos
    first, second = vec[:3].copy(), vec[3:].copy()
    if flg_force:
        first = first - np.cross(shift, second)
    else:
        second = second - np.cross(shift, first)
    r = rotnew2old.reshape(3, 3)
    res[:3], res[3:] = r.T @ first, r.T @ second


@documented
def mjd_subQuat(qa, qb, Da, Db):
    """Da, Db (3, 3) = derivatives of mju_subQuat with respect to tangent changes of qa and qb."""
    axis = quat_to_velocity(vec.mul_quat(vec.neg_quat(tuple(qb)), tuple(qa)), 1.0)
    angle = math.sqrt(float(axis @ axis))
    unit = axis / angle if angle > mjMINVAL else np.array([1.0, 0.0, 0.0])
    half = 0.5 * angle
    # derivative of the logarithm of rotations, its right Jacobian inverse
    k = np.array([[0.0, -unit[2], unit[1]], [unit[2], 0.0, -unit[0]], [-unit[1], unit[0], 0.0]])
    coef = 1.0 - (half / math.tan(half) if half > 6e-8 else 1.0 - half * half / 3.0)
    matrix = np.eye(3) + half * k + coef * (k @ k)
    if Da is not None:
        Da[...] = matrix.reshape(Da.shape)
    if Db is not None:
        Db[...] = -matrix.T.reshape(Db.shape)


@documented
def mjd_quatIntegrate(vel, scale, Dquat, Dvel, Dscale):
    """Derivatives of mju_quatIntegrate: result tangent against quat (9), vel (9) and scale (3)."""
    turn = vel * scale
    angle = math.sqrt(float(turn @ turn))
    if angle < mjMINVAL:
        unit, sine, versine = np.array([1.0, 0.0, 0.0]), 1.0, 0.0
        k = np.zeros((3, 3))
    else:
        unit = turn / angle
        k = np.array([[0.0, -unit[2], unit[1]], [unit[2], 0.0, -unit[0]], [-unit[1], unit[0], 0.0]])
        sine, versine = math.sin(angle) / angle, (1.0 - math.cos(angle)) / angle
    rotated = np.eye(3) - math.sin(angle) * k + (1.0 - math.cos(angle)) * (k @ k)
    right = (
        sine * np.eye(3) - versine * k + (1.0 - sine) * np.outer(unit, unit)
        if angle >= mjMINVAL
        else np.eye(3)
    )
    Dquat[:] = rotated.ravel()
    Dvel[:] = right.ravel()
    Dscale[:] = vel
