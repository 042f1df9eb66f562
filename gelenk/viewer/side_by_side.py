"""Side-by-side view of two models: messages of the page act on both sessions.

Documents: design / The viewer

The page of the first view shows the second one in a frame at its right. Both have one clock, so that run, pause and
speed act on both, and loop.py steps them together. Sliders act on both where joints, actuators and equalities have the
same name; each camera follows the other one.
"""

import numpy as np

from gelenk.runtime.named_access import names_of
from gelenk.tables.enums import mjtCamera, mjtFont, mjtGridPos, mjtObj
from gelenk.viewer import messages, overlay, page_state, ui_state
from gelenk.viewer.panels import Row
from gelenk.viewer.session import Session

NAMED = ("Joint", "Control", "Equality")  # sections whose rows are matched by name
OWN = ("File", "Option", "Replay")  # sections of one page alone
CLOCK = ("run", "speed", "slower", "faster", "noise_std", "noise_rate")  # rows of the common clock
SINGLE = {f"simulation/{name}" for name in (*CLOCK, "copy_state", "copy_camera", "align")}
SIMILAR = 1.25  # ratio of extents up to which both cameras are equal; otherwise they are scaled to the models


def link_sessions(first: Session, second: Session, names: tuple[str, str]) -> None:
    """Give two sessions one clock and one control, and show their names."""
    second.ui.clock = first.ui.clock
    first.mirror = lambda message: mirror_message(message, first, second)
    second.mirror = lambda message: mirror_message(message, second, first)
    for session, name in zip((first, second), names, strict=True):
        texts = [(int(mjtFont.mjFONT_NORMAL), int(mjtGridPos.mjGRID_TOP), name, "")]
        session.show_overlay("name", overlay.message("name", texts))
    _mirror_camera(page_state.camera_head(first.ui.camera), first, second)


def mirror_message(message: messages.Message, source: Session, target: Session) -> None:
    """Let a message that a session has handled act on the other one."""
    kind = message["kind"]
    if kind == "camera":
        _mirror_camera(message, source, target)
    elif kind == "scrub":
        target._seek(0, message)
    elif kind == "set" and (row := find_counterpart(source.rows.get(message["id"]), target)) is not None:
        row.set(target.ui, message["value"])
        target._touched.add(row.id)
    elif kind == "key" and message["down"] and source.shortcuts:
        pressed = source.by_key.get(ui_state.shortcut_name(message))
        row = find_counterpart(pressed, target)
        if row is not None and not row.local and (row.repeat or not message.get("repeat", False)):
            row.press(target.ui)
            target._touched.add(row.id)


def find_counterpart(row: Row | None, target: Session) -> Row | None:
    """Return the row of the other session that a row stands for; None if there is none."""
    if row is None or row.section in OWN or row.id in SINGLE:
        return None
    if row.section in NAMED and row.kind != "button":
        rows = (r for r in target.rows.values() if r.section == row.section and r.label == row.label)
        return next(rows, None)
    found = target.rows.get(row.id)
    return found if found is not None and found.options == row.options else None


def _mirror_camera(message: messages.Message, source: Session, target: Session) -> None:
    """Set the camera of the other session from a camera message."""
    m, other = source.ui.m, target.ui.m
    found = dict(message)
    for name, kind in (("fixedcamid", mjtObj.mjOBJ_CAMERA), ("trackbodyid", mjtObj.mjOBJ_BODY)):
        if (i := int(message[name])) >= 0:
            known = names_of(other, kind)
            name_here = names_of(m, kind)[i] if i < len(names_of(m, kind)) else ""
            if name_here not in known:
                return
            found[name] = known.index(name_here)
    scale = float(other.stat.extent) / max(float(m.stat.extent), 1e-9)
    if message["type"] == mjtCamera.mjCAMERA_FREE and not 1 / SIMILAR < scale < SIMILAR:
        lookat = np.array(message["lookat"]) - m.stat.center
        found["lookat"] = (other.stat.center + scale * lookat).tolist()
        found["distance"] = scale * float(message["distance"])
    page_state.set_camera(other, target.ui.camera, found)
