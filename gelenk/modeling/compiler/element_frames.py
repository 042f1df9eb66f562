"""Frames and poses of elements in their bodies, and cached principal axes of inertia.

Documents: XML reference / Frame orientations
"""

from __future__ import annotations

import functools
import struct
from typing import Any

from gelenk.algebra import linalg
from gelenk.algebra.orientation import (
    IDENTITY,
    ORIGIN,
    OrientationError,
    floats,
    normalize_or_identity,
    orientation,
)
from gelenk.algebra.orientation import axes_quat as axes_quat
from gelenk.algebra.orientation import euler_quat as euler_quat
from gelenk.algebra.orientation import unit as unit
from gelenk.algebra.orientation import zaxis_quat as zaxis_quat
from gelenk.algebra.vec import Mat3, Quat, Vec3, add, mul_quat, neg_quat, rotate, sub
from gelenk.tables.releases import R4_0

MATRIX = struct.Struct("9d")  # row-major matrix


@functools.lru_cache(maxsize=1 << 12)
def _principal(packed: bytes, relative: bool) -> tuple[Vec3, Quat, int]:
    xx, xy, xz, yx, yy, yz, zx, zy, zz = MATRIX.unpack(packed)
    mat = (xx, xy, xz, yx, yy, yz, zx, zy, zz)
    if not relative:
        return linalg.eig3(mat)
    return linalg.eig3_relative(mat, linalg.EIGEN_ZERO, linalg.EIGEN_SMALL)


def eig3(mat: Mat3, release: int) -> tuple[Vec3, Quat, int]:
    """Return eigenvalues, axes and rotation count of a symmetric matrix, as a release does.

    Cached by bit pattern, which distinguishes 0 from -0.
    """
    return _principal(MATRIX.pack(*mat), release >= R4_0)


def compose(pos1: Vec3, quat1: Quat, pos2: Vec3, quat2: Quat) -> tuple[Vec3, Quat]:
    """Return pose1 * pose2: pose 2 (in the frame of pose 1) in the parent of that frame."""
    return add(pos1, rotate(quat1, pos2)), normalize_or_identity(mul_quat(quat1, quat2))


def relative(pos1: Vec3, quat1: Quat, pos2: Vec3, quat2: Quat) -> tuple[Vec3, Quat]:
    """Return pose 2 in the frame of pose 1, both in one parent frame (inverse of `compose`)."""
    inverse = neg_quat(quat1)
    return rotate(inverse, sub(pos2, pos1)), normalize_or_identity(mul_quat(inverse, quat2))


# ---- poses of elements


def pose_of(build: Any, el: Any) -> tuple[Vec3, Quat]:
    """Return position and rotation as the element states them."""
    state = el.__dict__
    quat, pos = floats(state["quat"]), floats(state["pos"])
    alt = state.get("alt")
    if alt is None:
        return pos, quat if quat == IDENTITY else normalize_or_identity(quat)
    try:
        rotation = orientation(quat, alt, build.origin_of(el).compiler)
    except OrientationError as error:
        build.fail(el, f"orientation specification error '{error}'")
    return pos, rotation


def in_frame(build: Any, el: Any, pos: Vec3, quat: Quat, poses: dict) -> tuple[Vec3, Quat]:
    """Return a pose given inside the element's nested frames in the frame of the body."""
    frame = el.__dict__.get("frame")
    if frame is None:
        return pos, quat
    return compose(*frame_pose(build, frame, poses), pos, quat)


def frame_pose(build: Any, frame: Any, poses: dict) -> tuple[Vec3, Quat]:
    """Return the pose of an element frame in its body, composed from the outermost frame in."""
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
