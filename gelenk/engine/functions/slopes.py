"""Derivatives of rotations, and the rotation in a matrix: mjd_subQuat, mjd_quatIntegrate, mju_mat2Rot.

Documents: API / Derivatives, Quaternions; Sola, Deray, Atchuthan 2018

With K the matrix of the cross product with a unit axis, rotations and their Jacobians are a I + b K + c K K.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    axis_angle_to_quat,
    cross,
    dot,
    get3,
    get4,
    mul_quat,
    neg_quat,
    norm,
    normalize4,
    quat_to_mat,
    rotation_vector,
    scale,
    set3,
)
from gelenk.engine.functions.rotations import get9, set4
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import View
from gelenk.tables.enums import mjMINVAL

SMALL = 6e-8  # [rad]: below, x / tan x is 1 - x x / 3 to the last digit
STEADY = 1e-9  # [rad]: a turn that mju_mat2Rot takes for none
MOST = 500  # turns of mju_mat2Rot


@kernel
def around(u: Vec3, a: float, b: float, c: float) -> Mat3:
    """a I + b K + c K K of a unit axis, where K K = u u' - I."""
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
    c = 1.0 - (half / math.tan(half) if half > SMALL else 1.0 - half * half / 3.0)
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
        # sin I - versin K + (1 - sin) u u', with sin and versin in parts of the angle
        set9(dvel, around(unit, 1.0, -versine / angle, 1.0 - sine / angle))
    set3(dscale, 0, v)


@kernel
def rotation_part_of(quat: View, mat: View) -> int:
    """Turn quat until it is the rotation in mat; how many turns that took, MOST: it did not end."""
    a = get9(mat)
    for turns in range(MOST):
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
    return MOST
