"""Notations of models saved as authored: those of the original text, or canonical ones.

Documents: XML reference / compiler / savecompiled, savecanonical; Programming / Model editing

A model that is saved as authored has canonical notations (quaternions, radians, poses and sizes instead of `fromto`,
principal moments, general actuators), or with `savecanonical` false those in which it was written. `said` is
attribute -> text of an element.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gelenk.algebra.linalg import EIGEN_SMALL, EIGEN_ZERO, eig3, eig3_relative
from gelenk.algebra.orientation import OrientationError, floats, segment_shape
from gelenk.errors import Error
from gelenk.modeling.mjcf.actuator_shortcuts import PARAMETERS, WRITTEN, finish_actuator
from gelenk.modeling.mjcf.values import numbers, same
from gelenk.modeling.spec.drive_shortcuts import words_of
from gelenk.modeling.spec.shortcuts import MUSCLE_NAMES
from gelenk.tables.enums import mjtDyn, mjtGeom, mjtOrientation
from gelenk.tables.releases import R4_0
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.modeling.spec.defaults import MjsDefault
    from gelenk.modeling.spec.element_classes import MjsActuator, MjsBody
    from gelenk.tables.schema_rows import Element

UNSAVED = ("savecompiled", "savecanonical")  # compiler settings that only say how a model is saved
ROUND_ENDS = (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER)
BLOCKS = (mjtGeom.mjGEOM_BOX, mjtGeom.mjGEOM_ELLIPSOID)
ALTERNATIVES = {
    int(member): name.removeprefix("mjORIENTATION_").lower()
    for name, member in mjtOrientation.__members__.items()
    if member != mjtOrientation.mjORIENTATION_QUAT
}


def text(values: Any) -> str:
    """Return the text of several real numbers."""
    return numbers(floats(values), "float64")


def keep_orientation(element: Any, said: dict[str, str], own: Any, whole: Any, alt_name: str = "alt") -> None:
    """Replace `quat` by the orientation in its original notation.

    own, whole   compiler settings of the element and of the text. A text has one angle unit and one Euler sequence, so
                 angles are converted, and orientations with another Euler sequence stay quaternions
    """
    alt = element.__dict__.get(alt_name)
    name = ALTERNATIVES.get(int(alt.type)) if alt is not None else None
    if name is None or "quat" not in said or (name == "euler" and list(own.eulerseq) != list(whole.eulerseq)):
        return
    values = floats(getattr(alt, name))
    turned = {"euler": (0, 1, 2), "axisangle": (3,)}.get(name, ())
    if bool(own.degree) != bool(whole.degree):
        convert = math.degrees if whole.degree else math.radians
        values = tuple(convert(x) if i in turned else x for i, x in enumerate(values))
    said.pop("quat")
    said[name] = text(values)


def resolve_segment(element: Any, said: dict[str, str]) -> None:
    """Replace `fromto` of a geom or site by size, position and quaternion.

    If a defaults class has a `fromto`, nothing is replaced, since elements cannot unset an inherited attribute.
    """
    default = element.__dict__.get("_default")
    inherited = getattr(default, element.tag).fromto[0] if default is not None else math.nan
    if "fromto" not in said or inherited == inherited or element.type not in (*ROUND_ENDS, *BLOCKS):
        return
    round_ends = element.type in ROUND_ENDS
    try:
        pos, quat, size = segment_shape(floats(element.size), floats(element.fromto), round_ends)
    except OrientationError as error:
        raise Error(f"fromto has no direction: {error}", where=element.where) from None
    said.pop("fromto")
    said |= {"size": text(size[:2] if round_ends else size), "pos": text(pos), "quat": text(quat)}


def resolve_inertia(body: MjsBody, said: dict[str, str], release: int) -> None:
    """Replace `fullinertia` by the principal moments and their axes."""
    if "fullinertia" not in said:
        return
    xx, yy, zz, xy, xz, yz = floats(body.fullinertia)
    if not all(map(math.isfinite, (xx, yy, zz, xy, xz, yz))):
        raise Error(f"fullinertia of body '{body.name}' is not finite", where=body.where)
    full = xx, xy, xz, xy, yy, yz, xz, yz, zz
    moments, quat, _ = eig3_relative(full, EIGEN_ZERO, EIGEN_SMALL) if release >= R4_0 else eig3(full)
    said.pop("fullinertia")
    said |= {"quat": text(quat), "diaginertia": text(moments)}


# ---- actuators


def _servo(actuator: MjsActuator) -> dict[str, Any]:
    damping = actuator.biasprm[2]
    said = {"kp": actuator.gainprm[0], ("dampratio" if damping > 0 else "kv"): abs(damping)}
    if actuator.inheritrange > 0:
        said["inheritrange"] = actuator.inheritrange
    return said


def _position(actuator: MjsActuator) -> dict[str, Any]:
    filtered = actuator.dyntype == mjtDyn.mjDYN_FILTEREXACT
    return _servo(actuator) | ({"timeconst": actuator.dynprm[0]} if filtered else {})


def _muscle(actuator: MjsActuator) -> dict[str, Any]:
    return {
        "timeconst": actuator.dynprm[:2],
        "tausmooth": actuator.dynprm[2],
        "range": actuator.gainprm[:2],
        **dict(zip(MUSCLE_NAMES, actuator.gainprm[2:9], strict=True)),
    }


def _pid(actuator: MjsActuator) -> dict[str, Any]:
    damping, gain, dyn = actuator.biasprm[2], actuator.gainprm, actuator.dynprm
    said = {"kp": -actuator.biasprm[1], ("dampratio" if damping > 0 else "kv"): abs(damping)}
    said |= {"ki": gain[0], "imax": dyn[0], "slewmax": dyn[1], "input": input_words(actuator)}
    if actuator.inheritrange > 0:
        said["inheritrange"] = actuator.inheritrange
    return said


def _orientation(actuator: MjsActuator) -> dict[str, Any]:
    damping = actuator.biasprm[2]
    said = {"kp": actuator.gainprm[0], ("dampratio" if damping > 0 else "kv"): abs(damping)}
    return said | {"input": input_words(actuator)}


def _dcmotor(actuator: MjsActuator) -> dict[str, Any]:
    gain, dyn, bias = actuator.gainprm, actuator.dynprm, actuator.biasprm
    return {
        "motorconst": gain[1:2],
        "resistance": gain[0],
        "saturation": (max(actuator.forcerange[1], 0.0), 0.0, dyn[1]),
        "inductance": (0.0, dyn[0]),
        "cogging": bias[0:3],
        "thermal": (dyn[2], dyn[3], 0.0, gain[2], gain[3], dyn[4]),
        "lugre": (dyn[5], dyn[6], *bias[3:6]),
        "controller": (*gain[4:7], dyn[7], dyn[8], gain[7]),
        "input": input_words(actuator),
    }


def input_words(actuator: MjsActuator) -> str:
    """Return the inputs of an actuator as words; "" for those of its gain type."""
    return words_of(int(actuator.ctrlspec), int(actuator.gaintype)) if actuator.ctrlspec else ""


# shortcut -> function from an actuator to the attributes that may reproduce its parameters
ATTRIBUTES = {
    "motor": lambda actuator: {},
    "position": _position,
    "velocity": lambda actuator: {"kv": actuator.gainprm[0]},
    "intvelocity": _servo,
    "damper": lambda actuator: {"kv": -actuator.gainprm[2]},
    "cylinder": lambda actuator: {
        "timeconst": actuator.dynprm[0],
        "area": actuator.gainprm[0],
        "bias": actuator.biasprm[:3],
    },
    "muscle": _muscle,
    "adhesion": lambda actuator: {"gain": actuator.gainprm[0]},
    "pid": _pid,
    "orientation": _orientation,
    "dcmotor": _dcmotor,
}
# shortcut -> further attributes that the shortcut sets
LIMITED = {
    "intvelocity": ("actlimited",),
    "damper": ("ctrllimited",),
    "adhesion": ("ctrllimited",),
    "dcmotor": ("actearly", "forcerange"),
}


# attributes whose trailing numbers may be omitted
TRIMMED = ("motorconst", "saturation", "inductance", "cogging", "thermal", "lugre", "controller")


def made_by(tag: str) -> tuple[str, ...]:
    """Return the fields that a shortcut sets."""
    return (*PARAMETERS, "inheritrange", *LIMITED.get(tag, ()))


def written_shortcut(actuator: MjsActuator, around: MjsDefault) -> tuple[Element, dict[str, str]] | None:
    """Return the row and attributes of the shortcut that an actuator was read from, or None.

    The result is None if the shortcut cannot reproduce the parameters of the actuator, because a program changed them.
    `around` is the class of an actuator; for the default of a class, it is the parent of that class.
    """
    tag = actuator.__dict__.get(WRITTEN, "")
    if tag not in ATTRIBUTES:
        return None
    values: dict[str, Any] = {}
    for name, value in ATTRIBUTES[tag](actuator).items():
        if isinstance(value, str):
            values |= {name: value} if value else {}
        else:
            values[name] = floats(value) if hasattr(value, "__len__") else float(value)
    if not makes(actuator, around, tag, values):
        return None
    for name in tuple(values):  # drop each attribute that the shortcut does not need
        fewer = {other: value for other, value in values.items() if other != name}
        if makes(actuator, around, tag, fewer):
            values = fewer
    for name, value in tuple(values.items()):  # drop trailing zeros that the shortcut does not need
        while isinstance(value, tuple) and len(value) > 1 and value[-1] == 0 and name in TRIMMED:
            value = value[:-1]
            if not makes(actuator, around, tag, values | {name: value}):
                break
            values[name] = value
    said = {
        name: value if isinstance(value, str) else text(value if isinstance(value, tuple) else (value,))
        for name, value in values.items()
    }
    return ACTUATOR.by_tag[tag], said


def makes(actuator: MjsActuator, around: MjsDefault, tag: str, values: dict[str, Any]) -> bool:
    """Return whether reading a shortcut with these attributes gives an actuator's parameters."""
    trial = type(actuator)(around.actuator)
    trial.__dict__.update(_default=around, _spec=actuator._spec or around._spec)
    if "inheritrange" not in values and trial.inheritrange > 0:
        return False
    try:
        finish_actuator(trial, SimpleNamespace(tag=tag, values=values, attrs=values), False)  # type: ignore[arg-type]
    except (Error, ValueError):
        return False
    return all(same(getattr(trial, name), getattr(actuator, name)) for name in made_by(tag))
