"""Frames around an inertial: pose and scale, applied to mass and inertia of the body.

Documents: XML reference / body / inertial; XML reference / body / frame (of 4.0.0)

From release 4.0 on, the frames that enclose an inertial transform it, as they do other elements. A body cannot store
these frames, so the reader applies them: lengths are multiplied by s, masses by m, inertias by m s^2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.algebra.orientation import floats, normalize_or_identity, orientation
from gelenk.algebra.vec import mul_quat, quat_to_mat
from gelenk.errors import Error

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsBody, MjsFrame


def apply_frames(body: MjsBody, frame: MjsFrame | None, settings: Any) -> None:
    """Apply a frame and those around it to the stated inertial of a body.

    settings   of the compiler: units and sequence of angles

    Errors     gelenk.Error: a frame has three different factors
    """
    while frame is not None:
        apply_frame(body, frame, settings)
        frame = frame.frame


def apply_frame(body: MjsBody, frame: MjsFrame, settings: Any) -> None:
    """Apply one frame to the stated inertial of a body."""
    x, y, z = floats(frame.__dict__["scale"])
    if not x == y == z:
        raise Error(
            "an inertial inside a frame with three factors is not implemented: put it beside the frame"
        )
    mass = frame.massscale or x * y * z
    quat = turned(frame, "quat", "alt", settings)
    rotation = np.array(quat_to_mat(quat)).reshape(3, 3)
    body.mass = body.mass * mass
    full = np.array(floats(body.__dict__["fullinertia"]))
    if full[0] == full[0]:
        xx, yy, zz, xy, xz, yz = full * (mass * x * x)
        matrix = rotation @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ rotation.T
        body.fullinertia = [*np.diag(matrix), matrix[0, 1], matrix[0, 2], matrix[1, 2]]
    else:
        body.inertia = np.array(floats(body.__dict__["inertia"])) * (mass * x * x)
        body.iquat = mul_quat(quat, turned(body, "iquat", "ialt", settings))
        body.__dict__.pop("ialt", None)
    pos = np.array(floats(body.__dict__["ipos"]))
    body.ipos = np.array(floats(frame.__dict__["pos"])) + rotation @ (x * pos)


def turned(element: Any, name: str, alt_name: str, settings: Any) -> Any:
    """Return the orientation of a frame, or of an inertial."""
    quat, alt = floats(element.__dict__[name]), element.__dict__.get(alt_name)
    return normalize_or_identity(quat) if alt is None else orientation(quat, alt, settings)
