"""Conversion of every MJCF orientation attribute to a unit quaternion.

Documents: XML reference / Frame orientations; compiler: angle, eulerseq
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.linalg import normalize_or_identity as normalize_or_identity
from gelenk.algebra.vec import Quat, Vec3, add, axis_angle_to_quat, cross, dot, mul_quat, norm, scale, sub
from gelenk.tables.enums import mjtOrientation

TOO_SHORT = 1e-7  # length up to which a vector has no direction
ORIGIN: Vec3 = (0.0, 0.0, 0.0)
IDENTITY: Quat = (1.0, 0.0, 0.0, 0.0)


class OrientationError(ValueError):
    """An orientation that is not a rotation; the caller adds the element to the message."""


def floats(values: Any) -> tuple:
    """Return a vector of the spec (array, list or tuple) as a tuple of Python floats."""
    if type(values) is tuple:
        return values
    tolist = getattr(values, "tolist", None)
    return tuple(tolist()) if tolist else tuple(map(float, values))


def unit(a: Vec3, what: str) -> Vec3:
    """Normalize a vector; raise `OrientationError`, which names `what`, if it is too short."""
    length = norm(a)
    if not length > TOO_SHORT:
        raise OrientationError(f"{what} too small")
    return (a[0] / length, a[1] / length, a[2] / length)


def axes_quat(x: Vec3, y: Vec3) -> Quat:
    """Return the rotation to the frame with x axis `x` and y axis in the half plane of `y`.

    The largest of the four components is computed first, to avoid division by a small number (Shepperd 1978).
    """
    x = unit(x, "xaxis")
    d = dot(x, y)
    y = unit((y[0] - d * x[0], y[1] - d * x[1], y[2] - d * x[2]), "yaxis")
    z = unit(cross(x, y), "zaxis")
    trace = x[0] + y[1] + z[2]
    if trace > 0.0:
        q = (1.0 + trace, y[2] - z[1], z[0] - x[2], x[1] - y[0])
    elif x[0] > y[1] and x[0] > z[2]:
        q = (y[2] - z[1], 1.0 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2])
    elif y[1] > z[2]:
        q = (z[0] - x[2], y[0] + x[1], 1.0 - x[0] + y[1] - z[2], z[1] + y[2])
    else:
        q = (x[1] - y[0], z[0] + x[2], z[1] + y[2], 1.0 - x[0] - y[1] + z[2])
    return normalize_or_identity(q)


PARALLEL_SINE = 1e-7  # sine of the angle below which directions count as parallel


def zaxis_quat(z: Vec3) -> Quat:
    """Return the smallest rotation from (0, 0, 1) to `z`; about x if they are opposite.

    An angle within PARALLEL_SINE of zero or of half a turn is rounded to zero or half a turn, as in 3.5.0.
    """
    z = unit(z, "zaxis")
    axis = (-z[1], z[0], 0.0)
    sine = norm(axis)
    if sine < PARALLEL_SINE:
        return axis_angle_to_quat((1.0, 0.0, 0.0), 0.0 if z[2] > 0.0 else math.pi)
    return axis_angle_to_quat((axis[0] / sine, axis[1] / sine, 0.0), math.atan2(sine, z[2]))


def segment_shape(size: Any, fromto: Any, round_ends: bool) -> tuple[Vec3, Quat, Vec3]:
    """Return middle, rotation and size of a shape on a segment, z toward the start.

    size         sizes of the shape; that along the segment is replaced by half the length [m]
    fromto       start and end of the segment [m]
    round_ends   whether the shape is a capsule or cylinder, with radius and half length; else three half sizes
    Errors       OrientationError: the points are too close
    Source       XML reference / body / geom / fromto
    """
    start, end = fromto[:3], fromto[3:]
    quat = zaxis_quat(sub(start, end))
    half = 0.5 * norm(sub(start, end))
    sizes = (size[0], half, size[2]) if round_ends else (size[0], size[0], half)
    return scale(add(start, end), 0.5), quat, sizes


def euler_quat(angles: Vec3, sequence: str) -> Quat:
    """Return the rotation of three Euler angles [rad].

    The axes move with the frame (lower case) or stay with the parent (upper case).
    """
    if len(sequence) != 3 or not set(sequence) <= set("xyzXYZ"):
        raise OrientationError(f"eulerseq '{sequence}' must be three of the letters xyzXYZ")
    q = IDENTITY
    for angle, letter in zip(angles, sequence, strict=True):
        axis = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}[letter.lower()]
        turn = axis_angle_to_quat(axis, angle)
        q = mul_quat(q, turn) if letter.islower() else mul_quat(turn, q)
    return normalize_or_identity(q)


def orientation(quat: Any, alt: Any, compiler: Any) -> Quat:
    """Return the rotation of an element: from `alt` if it is set, else from `quat`."""
    kind = int(alt.type)
    if kind == mjtOrientation.mjORIENTATION_AXISANGLE:
        x, y, z, angle = floats(alt.axisangle)
        if not math.isfinite(angle):
            raise OrientationError("angle is not finite")
        return axis_angle_to_quat(
            unit((x, y, z), "axisangle"), math.radians(angle) if compiler.degree else angle
        )
    if kind == mjtOrientation.mjORIENTATION_XYAXES:
        v = floats(alt.xyaxes)
        return axes_quat(v[:3], v[3:])
    if kind == mjtOrientation.mjORIENTATION_ZAXIS:
        return zaxis_quat(floats(alt.zaxis))
    if kind == mjtOrientation.mjORIENTATION_EULER:
        angles = floats(alt.euler)
        if not all(map(math.isfinite, angles)):
            raise OrientationError("angle is not finite")
        if compiler.degree:
            angles = tuple(map(math.radians, angles))
        return euler_quat(angles, "".join(compiler.eulerseq))
    return normalize_or_identity(floats(quat))
