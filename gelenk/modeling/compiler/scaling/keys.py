"""Scale keyframes: positions, velocities, controls and activations.

Documents: XML reference / body / frame (scale) (of 4.0.0)

The spec keeps authored values. Positions of free and mocap bodies are in the world frame and are moved by frames.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.scaling.elements import activation_factor, control_factor
from gelenk.modeling.compiler.scaling.factors import NONE
from gelenk.modeling.compiler.scaling.wiring import coordinate_of
from gelenk.modeling.spec.drive_shortcuts import DRIVES, WORDS, spec_of
from gelenk.tables.api_enums import mjtGain
from gelenk.tables.enums import mjtCtrlInput, mjtJoint, mjtObj

Values = Callable[[Sequence[float]], Sequence[float]]


class Move(NamedTuple):
    """Scaling of the values of a keyframe from `start` on, and its inverse."""

    start: int
    width: int
    forth: Values
    back: Values


def times(start: int, factor: float) -> Move:
    """Return the move of one value by a factor."""
    return Move(start, 1, lambda v: [v[0] * factor], lambda v: [v[0] / factor])


def moves_of(build: Build) -> dict[str, list[Move]]:
    """Return field of keyframes -> moves of its values; empty without scaled frames."""
    if build.places is None:
        return {}
    found: dict[str, list[Move]] = {
        name: [] for name in ("qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic")
    }
    add_joints(build, found)
    add_mocap(build, found)
    add_actuators(build, found)
    add_tendons(build, found)
    return found


def add_joints(build: Build, found: dict[str, list[Move]]) -> None:
    """Add the moves of slides, and of the positions of free joints."""
    places, arrays = build.places, build.arrays
    for j, joint in enumerate(build.joints):
        if joint.type == mjtJoint.mjJNT_FREE:
            origin = places.origin(joint.parent)
            if origin.place.factors is not NONE:
                found["qpos"].append(Move(arrays["jnt_qposadr"][j], 3, origin.moved, origin.unmoved))
                found["qvel"].append(Move(arrays["jnt_dofadr"][j], 3, origin.turned, origin.unturned))
        elif joint.type == mjtJoint.mjJNT_SLIDE:
            along = build.wiring.along(joint)
            found["qpos"].append(times(arrays["jnt_qposadr"][j], along))
            found["qvel"].append(times(arrays["jnt_dofadr"][j], along))
            plastic = arrays["jnt_plasticadr"]
            if len(plastic) and plastic[j] >= 0:
                found["plastic"].append(times(plastic[j], along))


def add_mocap(build: Build, found: dict[str, list[Move]]) -> None:
    """Add the moves of the positions of mocap bodies."""
    for b, mocap in enumerate(build.arrays["body_mocapid"]):
        if mocap >= 0:
            origin = build.places.origin(build.bodies[b])
            if origin.place.factors is not NONE:
                found["mpos"].append(Move(3 * mocap, 3, origin.moved, origin.unmoved))


def add_actuators(build: Build, found: dict[str, list[Move]]) -> None:
    """Add the moves of controls and activations."""
    arrays = build.arrays
    for i, el in enumerate(build.elements[int(mjtObj.mjOBJ_ACTUATOR)]):
        own = coordinate_of(build.wiring, el)
        if own.factors is NONE:
            continue
        for k, factor in enumerate(controls(el, own, arrays["actuator_ctrlnum"][i])):
            found["ctrl"].append(times(arrays["actuator_ctrladr"][i] + k, factor))
        start = arrays["actuator_actadr"][i]
        if start >= 0:
            for k, factor in enumerate(activations(el, own, arrays["actuator_actnum"][i])):
                found["act"].append(times(start + k, factor))


def controls(el: Any, own: Any, count: int) -> list[float]:
    """Return the factors of the controls of an actuator."""
    if int(el.gaintype) not in DRIVES or int(el.gaintype) == mjtGain.mjGAIN_SO3:
        return [control_factor(el, own)] * count
    spec = spec_of(el)
    bits = [bit for bit in WORDS.values() if spec & bit and bit != mjtCtrlInput.mjINPUT_NONE]
    return [control_factor(el, own, bit) for bit in bits]


def activations(el: Any, own: Any, count: int) -> list[float]:
    """Return the factors of the activations of an actuator."""
    if int(el.gaintype) != mjtGain.mjGAIN_DCMOTOR:
        return [activation_factor(el, own)] * count
    gain, dyn = floats(el.__dict__["gainprm"]), floats(el.__dict__["dynprm"])
    slew, integral, temperature, bristle, current = (
        dyn[7] > 0,
        gain[5] != 0,
        dyn[2] > 0,
        dyn[5] > 0,
        dyn[0] > 0,
    )
    rows = (
        (slew, own.along),
        (integral, own.along),
        (temperature, 1.0),
        (bristle, own.along),
        (current, 1.0),
    )
    return [factor for used, factor in rows if used]


def add_tendons(build: Build, found: dict[str, list[Move]]) -> None:
    """Add the moves of the spring references of tendons whose springs yield."""
    for i, start in enumerate(build.arrays["tendon_plasticadr"]):
        if start >= 0:
            along = build.wiring.tendon(build.elements[int(mjtObj.mjOBJ_TENDON)][i]).along
            found["plastic"] += [times(start, along), times(start + 1, along)]


def scale_rows(
    keys: list[Any], moves: dict[str, list[Move]], tables: dict[str, list[list[float]]]
) -> dict[str, list[list[float]]]:
    """Return the tables of keyframes with scaled values."""
    found = {name: [[*row] for row in table] for name, table in tables.items()}
    for k, key in enumerate(keys):
        for name, table in found.items():
            if not len(key._numbers(name)):
                continue
            for start, width, forth, _ in moves[name]:
                table[k][start : start + width] = forth(tuple(table[k][start : start + width]))
    return found


def back(moves: list[Move], row: Sequence[float]) -> list[float]:
    """Return the authored values of one field of a keyframe."""
    found = [*row]
    for start, width, _, authored in moves:
        found[start : start + width] = authored(tuple(found[start : start + width]))
    return found
