"""Rotations as quaternions and matrices, poses, spatial vectors: mju_mulQuat, ...

Documents: API / Quaternions, Poses; Computation / Floating objects; API / Derivatives, Quaternions; Sola, Deray,
Atchuthan 2018

Outputs may alias inputs (mju_trnVecPose, ...), since all inputs are loaded before any store.

Derivatives of rotations, and the rotation in a matrix: mjd_subQuat, mjd_quatIntegrate, mju_mat2Rot.
With K the matrix of the cross product with a unit axis, rotations and their Jacobians are a I + b K + c K K.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec3,
    add,
    axis_angle_to_quat,
    cross,
    dot,
    get3,
    get4,
    mat_t_vec,
    mat_vec,
    mul_quat,
    neg,
    neg_quat,
    norm,
    normalize,
    normalize4,
    quat_to_mat,
    rotate,
    rotation_vector,
    scale,
    set3,
    sub,
    sub_quat,
)
from gelenk.algebra.vec import add as add3
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import View


@kernel
def set4(a: View, q: Quat) -> None:
    """a = q"""
    a[0] = q[0]
    a[1] = q[1]
    a[2] = q[2]
    a[3] = q[3]


@kernel
def get9(a: View) -> Mat3:
    """Return the nine elements of a."""
    return a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]


@kernel
def rotate_vector(res: View, v: View, quat: View) -> None:
    """res = R(quat) v"""
    set3(res, 0, rotate(get4(quat, 0), get3(v, 0)))


@kernel
def inverse_quat(res: View, quat: View) -> None:
    """res = (w, -x, -y, -z)"""
    set4(res, neg_quat(get4(quat, 0)))


@kernel
def quat_product(res: View, p: View, q: View) -> None:
    """res = p q"""
    set4(res, mul_quat(get4(p, 0), get4(q, 0)))


@kernel
def quat_axis_product(res: View, quat: View, axis: View) -> None:
    """res = quat (0, axis)"""
    set4(res, mul_quat(get4(quat, 0), (0.0, axis[0], axis[1], axis[2])))


@kernel
def axis_angle(res: View, axis: View, angle: float) -> None:
    """res = (cos(angle / 2), sin(angle / 2) axis)"""
    set4(res, axis_angle_to_quat(get3(axis, 0), angle))


@kernel
def is_axis(letter: int) -> bool:
    """Return whether a character is one of xyzXYZ."""
    return (letter >= 88 and letter <= 90) or (letter >= 120 and letter <= 122)


@kernel
def turned_about(q: Quat, letter: int, angle: float) -> Quat:
    """Rotate q about the moving axis of a lower-case, or fixed axis of an upper-case letter."""
    moving = letter >= 120
    axis = letter - (120 if moving else 88)
    x = 1.0 if axis == 0 else 0.0
    y = 1.0 if axis == 1 else 0.0
    z = 1.0 if axis == 2 else 0.0
    turn = axis_angle_to_quat((x, y, z), angle)
    return mul_quat(q, turn) if moving else mul_quat(turn, q)


@kernel
def euler_to_quat(res: View, euler: View, first: int, second: int, third: int) -> int:
    """res = rotation of three angles about the axes named by three characters

    Returns 1 if a character is not one of xyzXYZ.
    """
    if not (is_axis(first) and is_axis(second) and is_axis(third)):
        return 1
    q = turned_about((1.0, 0.0, 0.0, 0.0), first, euler[0])
    q = turned_about(q, second, euler[1])
    set4(res, turned_about(q, third, euler[2]))
    return 0


@kernel
def quat_velocity(res: View, quat: View, dt: float) -> None:
    """res = rotation vector of quat / dt"""
    v = rotation_vector(get4(quat, 0))
    set3(res, 0, (v[0] / dt, v[1] / dt, v[2] / dt))


@kernel
def quat_difference(res: View, qa: View, qb: View) -> None:
    """qa = qb exp(res)"""
    set3(res, 0, sub_quat(get4(qa, 0), get4(qb, 0)))


@kernel
def quat_to_matrix(res: View, quat: View) -> None:
    """res = R(quat)"""
    r = quat_to_mat(get4(quat, 0))
    for i in range(9):
        res[i] = r[i]


@kernel
def unit_quat(r: Mat3) -> Quat:
    """Return the unit quaternion of a rotation matrix.

    The largest of its four components is computed first (Shepperd 1978).
    """
    wx, wy, wz = r[7] - r[5], r[2] - r[6], r[3] - r[1]
    xy, xz, yz = r[1] + r[3], r[2] + r[6], r[5] + r[7]
    if r[0] + r[4] + r[8] > 0.0:
        q = (1.0 + r[0] + r[4] + r[8], wx, wy, wz)
    elif r[0] >= r[4] and r[0] >= r[8]:
        q = (wx, 1.0 + r[0] - r[4] - r[8], xy, xz)
    elif r[4] >= r[8]:
        q = (wy, xy, 1.0 - r[0] + r[4] - r[8], yz)
    else:
        q = (wz, xz, yz, 1.0 - r[0] - r[4] + r[8])
    return normalize4(q)


@kernel
def matrix_to_quat(quat: View, mat: View) -> None:
    """quat = unit quaternion with R(quat) = mat"""
    set4(quat, unit_quat(get9(mat)))


@kernel
def quat_rate(res: View, quat: View, vel: View) -> None:
    """res = 1/2 (0, vel) quat"""
    q = mul_quat((0.0, vel[0], vel[1], vel[2]), get4(quat, 0))
    set4(res, (0.5 * q[0], 0.5 * q[1], 0.5 * q[2], 0.5 * q[3]))


@kernel
def turn_quat(quat: View, vel: View, s: float) -> None:
    """quat = quat exp(s vel)"""
    v = get3(vel, 0)
    set4(quat, mul_quat(get4(quat, 0), axis_angle_to_quat(normalize(v), s * norm(v))))


@kernel
def quat_z_to(quat: View, v: View) -> None:
    """quat = shortest rotation of the z axis onto v; identity if v is shorter than mjMINVAL"""
    a = get3(v, 0)
    length = norm(a)
    set4(quat, (1.0, 0.0, 0.0, 0.0))
    if length < mjMINVAL:
        return
    x, y, z = a[0] / length, a[1] / length, a[2] / length
    sine = math.sqrt(x * x + y * y)
    angle = math.atan2(sine, z)
    if sine < mjMINVAL:
        if z < 0.0:
            set4(quat, (math.cos(0.5 * math.pi), 1.0, 0.0, 0.0))
        return
    half = math.sin(0.5 * angle) / sine
    set4(quat, (math.cos(0.5 * angle), -y * half, x * half, 0.0))


@kernel
def pose_product(posres: View, quatres: View, pos1: View, quat1: View, pos2: View, quat2: View) -> None:
    """posres = pos1 + R(quat1) pos2,  quatres = quat1 quat2"""
    q = get4(quat1, 0)
    turned = normalize4(mul_quat(q, get4(quat2, 0)))
    pos = add3(get3(pos1, 0), rotate(q, get3(pos2, 0)))
    set4(quatres, turned)
    set3(posres, 0, pos)


@kernel
def inverse_pose(posres: View, quatres: View, pos: View, quat: View) -> None:
    """quatres = quat^-1,  posres = -R(quatres) pos"""
    q = neg_quat(get4(quat, 0))
    p = neg(rotate(q, get3(pos, 0)))
    set3(posres, 0, p)
    set4(quatres, q)


@kernel
def pose_point(res: View, pos: View, quat: View, v: View) -> None:
    """res = pos + R(quat) v"""
    set3(res, 0, add3(get3(pos, 0), rotate(get4(quat, 0), get3(v, 0))))


@kernel
def move_spatial(res: View, v: View, flg_force: int, newpos: View, oldpos: View, rotnew2old: View) -> None:
    """Transform a motion or a force to another point and axes (mju_transformSpatial)."""
    shift = sub(get3(newpos, 0), get3(oldpos, 0))
    first, second = get3(v, 0), get3(v, 3)
    if flg_force != 0:
        first = sub(first, cross(shift, second))
    else:
        second = sub(second, cross(shift, first))
    r = get9(rotnew2old)
    set3(res, 0, mat_t_vec(r, first))
    set3(res, 3, mat_t_vec(r, second))


@kernel
def mat3_vector(res: View, mat: View, v: View) -> None:
    """res = mat v"""
    set3(res, 0, mat_vec(get9(mat), get3(v, 0)))


@kernel
def mat3_t_vector(res: View, mat: View, v: View) -> None:
    """res = mat' v"""
    set3(res, 0, mat_t_vec(get9(mat), get3(v, 0)))


SMALL_ANGLE = 6e-8  # [rad] angle below which x / tan x is 1 - x x / 3 to machine precision
STEADY = 1e-9  # [rad] rotation below which mju_mat2Rot has converged
MOST_ITERATIONS = 500  # iteration limit of mju_mat2Rot


@kernel
def around(u: Vec3, a: float, b: float, c: float) -> Mat3:
    """Return a I + b K + c K K of a unit axis, with K K = u u' - I."""
    s = a - c
    return (
        s + c * u[0] * u[0],
        c * u[0] * u[1] - b * u[2],
        c * u[0] * u[2] + b * u[1],
        c * u[0] * u[1] + b * u[2],
        s + c * u[1] * u[1],
        c * u[1] * u[2] - b * u[0],
        c * u[0] * u[2] - b * u[1],
        c * u[1] * u[2] + b * u[0],
        s + c * u[2] * u[2],
    )


@kernel
def set9(a: View, mat: Mat3) -> None:
    """a = mat"""
    for k in range(9):
        a[k] = mat[k]


@kernel
def quat_difference_slopes(qa: View, qb: View, da: View, db: View) -> None:
    """da = inverse right Jacobian of the rotation vector of mju_subQuat, db = -da'"""
    axis = rotation_vector(mul_quat(neg_quat(get4(qb, 0)), get4(qa, 0)))
    angle = norm(axis)
    unit = (1.0, 0.0, 0.0)
    if angle > mjMINVAL:
        unit = (axis[0] / angle, axis[1] / angle, axis[2] / angle)
    half = 0.5 * angle
    c = 1.0 - (half / math.tan(half) if half > SMALL_ANGLE else 1.0 - half * half / 3.0)
    first, second = around(unit, 1.0, half, c), around(unit, -1.0, half, -c)
    set9(da, first)
    set9(db, second)


@kernel
def turn_slopes(vel: View, s: float, dquat: View, dvel: View, dscale: View) -> None:
    """dquat = R(exp(s vel))', dvel = right Jacobian of s vel, dscale = vel"""
    v = get3(vel, 0)
    turn = scale(v, s)
    angle = norm(turn)
    if angle < mjMINVAL:
        unit = (1.0, 0.0, 0.0)
        set9(dquat, around(unit, 1.0, 0.0, 0.0))
        set9(dvel, around(unit, 1.0, 0.0, 0.0))
    else:
        unit = (turn[0] / angle, turn[1] / angle, turn[2] / angle)
        sine, versine = math.sin(angle), 1.0 - math.cos(angle)
        set9(dquat, around(unit, 1.0, -sine, versine))
        # sin I - versin K + (1 - sin) u u', with sin and versin divided by the angle
        set9(dvel, around(unit, 1.0, -versine / angle, 1.0 - sine / angle))
    set3(dscale, 0, v)


@kernel
def rotation_part_of(quat: View, mat: View) -> int:
    """quat = rotation in mat; return the number of iterations.

    The number is MOST_ITERATIONS if the iteration does not converge.
    """
    a = get9(mat)
    for turns in range(MOST_ITERATIONS):
        r = quat_to_mat(get4(quat, 0))
        axis = (0.0, 0.0, 0.0)
        size = 0.0
        for k in range(3):
            u, v = (r[k], r[k + 3], r[k + 6]), (a[k], a[k + 3], a[k + 6])
            axis = add(axis, cross(u, v))
            size += dot(u, v)
        axis = scale(axis, 1.0 / (abs(size) + mjMINVAL))
        angle = norm(axis)
        if angle < STEADY:
            return turns
        turn = axis_angle_to_quat(scale(axis, 1.0 / angle), angle)
        set4(quat, normalize4(mul_quat(turn, get4(quat, 0))))
    return MOST_ITERATIONS
