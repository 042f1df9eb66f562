"""Keyframes of a spec during editing: the assignment of their values to elements.

Documents: Modeling / Model editing; XML reference / keyframe, attach, replicate

The arrays of a keyframe follow the order of the model. When a part is attached, replicated or deleted, `resolve`
records the joint, mocap body or actuator of every value, and the compiler reassembles the arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.spec.drive_shortcuts import activation_count, control_count
from gelenk.tables.enums import mjtDyn, mjtJoint

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsActuator, MjsJoint, MjsKey, Named
    from gelenk.modeling.spec.spec import MjSpec

    Members = list[tuple[Named, int]]  # elements, and the number of values of each
    Layout = dict[str, Members]

STATES = "_states"  # attribute of a keyframe: field -> (original array, [(element, values), ...])
WIDTHS = {  # joint type -> sizes in qpos and qvel
    mjtJoint.mjJNT_FREE: (7, 6),
    mjtJoint.mjJNT_BALL: (4, 3),
    mjtJoint.mjJNT_SLIDE: (1, 1),
    mjtJoint.mjJNT_HINGE: (1, 1),
}


def activations(actuator: MjsActuator) -> int:
    """Return the number of activation variables of an actuator."""
    count = activation_count(actuator)
    if count is not None:
        return count
    if actuator.dyntype == mjtDyn.mjDYN_NONE:
        return 0
    return int(actuator.actdim) if actuator.actdim >= 0 else 1


def layout(spec: MjSpec) -> Layout:
    """Return field -> list of (element, number of its values), in the order of the model."""
    joints: list[MjsJoint] = []
    mocap = []
    for body in spec.worldbody.subtree():
        joints += body._children["joint"]
        if body.mocap:
            mocap.append(body)
    actuators = spec._elements["actuators"]
    return {
        "qpos": [(joint, WIDTHS[joint.type][0]) for joint in joints],
        "qvel": [(joint, WIDTHS[joint.type][1]) for joint in joints],
        "act": [(actuator, activations(actuator)) for actuator in actuators],
        "ctrl": [(actuator, control_count(actuator)) for actuator in actuators],
        "mpos": [(body, 3) for body in mocap],
        "mquat": [(body, 4) for body in mocap],
        "plastic": [
            *((joint, WIDTHS[joint.type][0]) for joint in joints if joint.springyield > 0),
            *((tendon, 2) for tendon in spec._elements["tendons"] if tendon.springyield > 0),
        ],
    }


def resolve(spec: MjSpec, strict: bool = True) -> list[MjsKey]:
    """Record the elements of the values of all keyframes, unless recorded before.

    The arrays of a keyframe may have the sizes that the model has after an edit: those of a text have the sizes after
    replicate and attach. If not `strict`, a keyframe that does not fit the current spec keeps its arrays, which are
    compiled unchanged or resolved later.

    Returns  the keyframes that do not fit
    Errors   gelenk.Error if the length of an array is not that of the model's state
    """
    keys = [key for key in spec._elements["keys"] if not key.__dict__.get(STATES)]
    if not keys:
        return []
    places, waiting = layout(spec), []
    sizes = {field: sum(width for _, width in members) for field, members in places.items()}
    for key in keys:
        if not strict and (STATES in key.__dict__ or not fits(key, sizes)):
            key.__dict__[STATES] = {}
            waiting.append(key)
            continue
        key.__dict__[STATES] = {
            field: (values.copy(), split(key, field, values, members))
            for field, members in places.items()
            if len(values := getattr(key, field))
        }
    return waiting


def fits(key: MjsKey, sizes: dict[str, int]) -> bool:
    """Return whether each nonempty array of a keyframe has the length of its field."""
    return all(len(key._numbers(field)) in (0, size) for field, size in sizes.items())


def misfits(spec: MjSpec) -> list[tuple[MjsKey, str, bool]]:
    """Return (keyframe, message, whether an error) of keyframes of wrong size.

    Values of attached parts may be missing, as in 3.5.0, which is no error: the keyframe may have been written for the
    parent model alone.
    """
    found: list[tuple[MjsKey, str, bool]] = []
    places = layout(spec)
    # replicas of a keyframe precede the original
    for key in reversed(spec._elements["keys"]):
        states = key.__dict__.get(STATES)
        if states is None or is_attached(key) or any(key.where == other.where for other, _, _ in found):
            continue
        for field, members in places.items():
            size = sum(width for _, width in members)
            if field in states:
                given = len(states[field][0])
                said = {id(el) for el, _ in states[field][1]}
                missing = [el for el, width in members if width and id(el) not in said]
                wrong = any(not is_attached(el) for el in missing)
            else:
                given, missing = len(key._numbers(field)), []
                wrong = given not in (0, size)
            if wrong or missing:
                message = f"keyframe '{key.name}': invalid {field} size, expected {size}, got {given}"
                found.append((key, message, wrong))
                break
    return found


def complete(spec: MjSpec) -> None:
    """Resolve keyframes with short arrays: the remaining elements get their default state.

    Errors   gelenk.Error if an array is longer than the model's state, or ends within the values of an element
    """
    places = layout(spec)
    for key in spec._elements["keys"]:
        if key.__dict__.get(STATES):
            continue
        states = {}
        for field, members in places.items():
            values = getattr(key, field)
            size = used = 0
            for _, width in members:
                if size < len(values):
                    size, used = size + width, used + 1
            if len(values):
                states[field] = (values.copy(), split(key, field, values, members[:used]))
        key.__dict__[STATES] = states


def is_attached(el: Named) -> bool:
    """Return whether an element was attached from another spec."""
    return el.__dict__.get("_origin") is not None


def split(key: MjsKey, field: str, values: np.ndarray, members: Members) -> list[tuple[Named, list[float]]]:
    """Return [(element, its values)] of one array."""
    size = sum(width for _, width in members)
    if len(values) != size:
        raise Error(
            f"keyframe '{key.name}': invalid {field} size, expected {size}, got {len(values)}",
            where=key.where,
        )
    flat, found, start = values.tolist(), [], 0
    for el, width in members:
        found.append((el, flat[start : start + width]))
        start += width
    return found


def stated(key: MjsKey, field: str) -> list[tuple[Named, list[float]]] | None:
    """Return the recorded [(element, its values)] of a field, or None if its array counts."""
    states = key.__dict__.get(STATES)
    if states is None or field not in states:
        return None
    before, pairs = states[field]
    return pairs if np.array_equal(before, getattr(key, field)) else None


def replace_arrays(key: MjsKey, rows: Mapping[str, Sequence[float]]) -> None:
    """Replace the given arrays of a keyframe by those of the compiler (`rows`)."""
    key.__dict__.pop(STATES, None)
    for field, row in rows.items():
        if len(key._numbers(field)):
            setattr(key, field, row)
