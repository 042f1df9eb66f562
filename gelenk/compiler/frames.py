"""Frames of elements in their bodies, and principal axes of inertia.

Documents: XML reference / Frame orientations
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.orientation import IDENTITY, ORIGIN, OrientationError, floats, orientation, quat_unit
from gelenk.algebra.orientation import axes_quat as axes_quat
from gelenk.algebra.orientation import euler_quat as euler_quat
from gelenk.algebra.orientation import unit as unit
from gelenk.algebra.orientation import zaxis_quat as zaxis_quat
from gelenk.algebra.vec import Mat3, Quat, Vec3, add, dot, mul_quat, neg_quat, quat_to_mat, rotate, sub

EIGEN_SMALL = 1e-12  # off-diagonal entries and differences of eigenvalues that count as zero


def compose(pos1: Vec3, quat1: Quat, pos2: Vec3, quat2: Quat) -> tuple[Vec3, Quat]:
    """Pose 2, given in the frame of pose 1, in the frame in which pose 1 is given."""
    return add(pos1, rotate(quat1, pos2)), quat_unit(mul_quat(quat1, quat2))


def relative(pos1: Vec3, quat1: Quat, pos2: Vec3, quat2: Quat) -> tuple[Vec3, Quat]:
    """Pose 2 in the frame of pose 1, both given in the same frame; the inverse of `compose`."""
    inverse = neg_quat(quat1)
    return rotate(inverse, sub(pos2, pos1)), quat_unit(mul_quat(inverse, quat2))


def eig3(mat: Mat3) -> tuple[Vec3, Quat, int]:
    """Eigenvalues, largest first, the rotation to their axes, and the turns it took, of a symmetric matrix (by rows).

    Turns the frame by the angle that clears the largest off-diagonal entry until all are small
    (Jacobi 1846), keeping the rotation as a quaternion; then sorts by quarter turns.
    """
    q = IDENTITY
    xx, xy, xz, _, yy, yz, _, _, zz = mat
    diag, off = (xx, yy, zz), (yz, xz, xy)
    for count in range(500):  # noqa: B007
        r0, r1, r2, r3, r4, r5, r6, r7, r8 = quat_to_mat(q)
        # off-diagonal entry k of R' mat R couples the other two axes
        columns = ((r0, r3, r6), (r1, r4, r7), (r2, r5, r8))
        rows = [
            (
                xx * c[0] + xy * c[1] + xz * c[2],
                xy * c[0] + yy * c[1] + yz * c[2],
                xz * c[0] + yz * c[1] + zz * c[2],
            )
            for c in columns
        ]
        diag = (dot(columns[0], rows[0]), dot(columns[1], rows[1]), dot(columns[2], rows[2]))
        off = (dot(columns[1], rows[2]), dot(columns[0], rows[2]), dot(columns[0], rows[1]))
        k = max(range(3), key=lambda i: abs(off[i]))
        if abs(off[k]) < EIGEN_SMALL:
            break
        i, j = ((1, 2), (0, 2), (0, 1))[k]
        tau = (diag[j] - diag[i]) / (2.0 * off[k])
        t = (1.0 if tau >= 0.0 else -1.0) / (abs(tau) + math.sqrt(1.0 + tau * tau))
        c = 1.0 / math.sqrt(1.0 + t * t)
        if c > 1.0 - EIGEN_SMALL:  # a turn below 1.4e-6, which 3.5.0 leaves undone
            break
        # the turn from axis j to i is positive about y, negative about x and z
        half = [math.cos(0.5 * math.atan(t)), 0.0, 0.0, 0.0]
        half[k + 1] = math.sin(0.5 * math.atan(t if k == 1 else -t))
        q = quat_unit(mul_quat(q, (half[0], half[1], half[2], half[3])))
    return (*sort_axes(diag, q), count)


def sort_axes(values: Vec3, q: Quat) -> tuple[Vec3, Quat]:
    """Principal values in decreasing order (equal ones as they are), their frame turned to match."""
    e = list(values)
    h = math.sqrt(0.5)
    for j in (0, 1, 0):
        if e[j] + EIGEN_SMALL < e[j + 1]:
            e[j], e[j + 1] = e[j + 1], e[j]
            turn = (h, 0.0, 0.0, h) if j == 0 else (h, h, 0.0, 0.0)
            q = mul_quat(q, turn)
    return (e[0], e[1], e[2]), quat_unit(q)


# ---- poses of elements


def pose_of(build: Any, el: Any) -> tuple[Vec3, Quat]:
    """Position and rotation as the element states them."""
    state = el.__dict__
    quat, pos = floats(state["quat"]), floats(state["pos"])
    alt = state.get("alt")
    if alt is None:
        return pos, quat if quat == IDENTITY else quat_unit(quat)
    try:
        rotation = orientation(quat, alt, build.origin(el).compiler)
    except OrientationError as error:
        build.fail(el, f"orientation specification error '{error}'")
    return pos, rotation


def in_frame(build: Any, el: Any, pos: Vec3, quat: Quat, poses: dict) -> tuple[Vec3, Quat]:
    """A pose given inside the element's (nested) frames, in the body that holds them."""
    frame = el.__dict__.get("frame")
    if frame is None:
        return pos, quat
    return compose(*frame_pose(build, frame, poses), pos, quat)


def frame_pose(build: Any, frame: Any, poses: dict) -> tuple[Vec3, Quat]:
    """Pose of an element frame in its body; frames inside frames from the outside in."""
    chain = []
    while frame is not None and id(frame) not in poses:
        chain.append(frame)
        frame = frame.frame
    pose = (ORIGIN, IDENTITY) if frame is None else poses[id(frame)]
    for inner in reversed(chain):
        pos, quat = pose_of(build, inner)
        pose = compose(pose[0], pose[1], pos, quat)
        poses[id(inner)] = pose
    return pose
