"""Quaternions, poses and spatial vectors: mju_mulQuat, mju_mulPose, mju_mat2Quat, ...

Documents: API / Quaternions, Poses; Computation / Floating objects
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gelenk.algebra import vec
from gelenk.errors import FatalError
from gelenk.runtime.arguments import documented
from gelenk.toolchain.extension.load import run_kernel

Array = np.ndarray


def quaternion_to_matrix(quat: Sequence[float] | Array) -> Array:
    """Return the rotation matrix (3, 3) of a quaternion, scaled by its squared norm."""
    return np.array(vec.quat_to_mat(tuple(quat))).reshape(3, 3)


def matrix_to_quaternion(matrix: npt.ArrayLike) -> Array:
    """Return the unit quaternion of a rotation matrix, by its largest element (Shepperd 1978)."""
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
def mju_rotVecQuat(res: Array, vec: Array, quat: Array) -> None:
    """Rotate a vector by a unit quaternion.

    res = R(quat) vec
    """
    run_kernel("rotate_vector", res, vec, quat)


@documented
def mju_negQuat(res: Array, quat: Array) -> None:
    """Invert a rotation: the conjugate quaternion.

    res = (w, -x, -y, -z)
    """
    run_kernel("inverse_quat", res, quat)


@documented
def mju_mulQuat(res: Array, quat1: Array, quat2: Array) -> None:
    """Multiply two quaternions, composing their rotations.

    R(res) = R(quat1) R(quat2)
    """
    run_kernel("quat_product", res, quat1, quat2)


@documented
def mju_mulQuatAxis(res: Array, quat: Array, axis: Array) -> None:
    """Multiply a quaternion by a vector.

    res = quat (0, axis)
    """
    run_kernel("quat_axis_product", res, quat, axis)


@documented
def mju_axisAngle2Quat(res: Array, axis: Array, angle: float) -> None:
    """Convert an axis and an angle to a quaternion.

    res = (cos(angle / 2), sin(angle / 2) axis)
    """
    run_kernel("axis_angle", res, axis, angle)


@documented
def mju_quat2Vel(res: Array, quat: Array, dt: float) -> None:
    """Convert a quaternion to the angular velocity that reaches it in dt (shorter rotation).

    res = rotation vector of quat / dt
    """
    run_kernel("quat_velocity", res, quat, dt)


@documented
def mju_subQuat(res: Array, qa: Array, qb: Array) -> None:
    """Subtract quaternions: the rotation vector from qb to qa, for the shorter rotation.

    qa = qb exp(res)
    """
    run_kernel("quat_difference", res, qa, qb)


@documented
def mju_quat2Mat(res: Array, quat: Array) -> None:
    """Convert a quaternion to a rotation matrix, scaled by the squared norm of the quaternion."""
    run_kernel("quat_to_matrix", res, quat)


@documented
def mju_mat2Quat(quat: Array, mat: Array) -> None:
    """Convert a rotation matrix to a unit quaternion, by its largest element.

    Source     API / mju_mat2Quat; Shepperd 1978
    """
    run_kernel("matrix_to_quat", quat, mat)


@documented
def mju_derivQuat(res: Array, quat: Array, vel: Array) -> None:
    """Compute the time derivative of a quaternion at an angular velocity.

    res = 1/2 (0, vel) quat
    """
    run_kernel("quat_rate", res, quat, vel)


@documented
def mju_quatIntegrate(quat: Array, vel: Array, scale: float) -> None:
    """Integrate a quaternion with a constant angular velocity.

    quat = quat exp(scale vel)

    Source     API / mju_quatIntegrate; Computation / Floating objects
    """
    run_kernel("turn_quat", quat, vel, scale)


@documented
def mju_quatZ2Vec(quat: Array, vec: Array) -> None:
    """Compute the shortest rotation from the z axis to a vector.

    R(quat) (0, 0, 1) = vec / |vec|; quat is the identity where vec is shorter than mjMINVAL
    """
    run_kernel("quat_z_to", quat, vec)


@documented
def mju_mat2Rot(quat: Array, mat: Array) -> int:
    """Extract the rotation of a matrix by iteration from an initial guess.

    Returns    the number of iterations; 500 without convergence
    Source     API / mju_mat2Rot; Mueller, Bender, Chentanez, Macklin 2016
    """
    return int(run_kernel("rotation_part_of", quat, mat))


@documented
def mju_euler2Quat(quat: Array, euler: Array, seq: str) -> None:
    """Convert three Euler angles to a quaternion.

    Lower-case letters rotate about moving axes, upper-case letters about fixed axes.

    Errors     gelenk.FatalError: seq is not three of x, y, z, X, Y, Z
    Source     API / mju_euler2Quat; XML reference / Frame orientations
    """
    if len(seq) != 3:
        raise FatalError("mju_euler2Quat: seq must contain exactly 3 characters")
    for i, letter in enumerate(seq):
        if letter not in "xyzXYZ":
            raise FatalError(f"mju_euler2Quat: seq[{i}] is '{letter}', should be one of x, y, z, X, Y, Z")
    run_kernel("euler_to_quat", quat, euler, *map(ord, seq))


@documented
def mju_mulPose(posres: Array, quatres: Array, pos1: Array, quat1: Array, pos2: Array, quat2: Array) -> None:
    """Multiply two poses.

    posres = pos1 + R(quat1) pos2,  quatres = quat1 quat2
    """
    run_kernel("pose_product", posres, quatres, pos1, quat1, pos2, quat2)


@documented
def mju_negPose(posres: Array, quatres: Array, pos: Array, quat: Array) -> None:
    """Invert a pose.

    quatres = quat^-1,  posres = -R(quatres) pos
    """
    run_kernel("inverse_pose", posres, quatres, pos, quat)


@documented
def mju_trnVecPose(res: Array, pos: Array, quat: Array, vec: Array) -> None:
    """Transform a point by a pose.

    res = pos + R(quat) vec
    """
    run_kernel("pose_point", res, pos, quat, vec)


@documented
def mju_transformSpatial(
    res: Array, vec: Array, flg_force: int, newpos: Array, oldpos: Array, rotnew2old: Array
) -> None:
    """Transform a spatial motion or force vector to another point and other axes.

    motion: linear += angular x (newpos - oldpos);  force: torque += force x (newpos - oldpos)

    Source     API / mju_transformSpatial; Featherstone 2008, ch. 2
    """
    run_kernel("move_spatial", res, vec, flg_force, newpos, oldpos, rotnew2old)


@documented
def mjd_subQuat(qa: Array, qb: Array, Da: Array | None, Db: Array | None) -> None:
    """Differentiate mju_subQuat by rotations of its arguments in their own frames.

    Da = inverse right Jacobian of the rotation vector,  Db = -Da'

    Source     API / mjd_subQuat; Sola, Deray, Atchuthan 2018, eq. 144
    """
    slopes = [np.empty(9) if given is None else given for given in (Da, Db)]
    run_kernel("quat_difference_slopes", qa, qb, *slopes)


@documented
def mjd_quatIntegrate(vel: Array, scale: float, Dquat: Array, Dvel: Array, Dscale: Array) -> None:
    """Differentiate mju_quatIntegrate, as rotations in the frame of the result.

    Dquat = R(exp(scale vel))',  Dvel = right Jacobian of scale vel,  Dscale = vel

    Source     API / mjd_quatIntegrate; Sola, Deray, Atchuthan 2018, eq. 143
    """
    run_kernel("turn_slopes", vel, scale, Dquat, Dvel, Dscale)
