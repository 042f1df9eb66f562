"""Actuator shortcuts of MJCF (position, pid, ...): from attributes to fields, and back.

Documents: XML reference / actuator; XML reference / actuator / pid, orientation, dcmotor (of 4.0.0)

Actuators are written as `general`, except where only a shortcut can express inheritrange.
An attribute that a shortcut omits is inherited from the defaults class, whose fields an earlier shortcut may have set.
From 3.16 on, the parameters of a shortcut are inherited from the nearest class whose default was written with the same
shortcut or as `general`, else from the documented defaults; other attributes, such as gear, from any class as before.

Drives are the shortcuts pid, orientation and dcmotor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.mjcf.values import number, text_of
from gelenk.modeling.spec import drive_shortcuts
from gelenk.modeling.spec.shortcuts import MUSCLE_NAMES
from gelenk.tables.api_enums import mjtGain
from gelenk.tables.enums import mjtBias, mjtDyn, mjtTrn
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R3_11, R3_16
from gelenk.tables.schema.actuators import ACT_LIMIT, ACTUATOR

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.element_classes import MjsActuator
    from gelenk.tables.schema_rows import Element

MOTOR_VALUES = (
    *("motorconst", "nominal", "saturation", "inductance", "cogging", "controller", "thermal", "lugre"),
)


def read_inputs(actuator: MjsActuator, values: dict[str, Any], before: int | None) -> None:
    """Set the signature of an actuator from its attribute `input`.

    A signature inherited from a defaults class with another gain type is discarded.

    before   gain type of the defaults class; None: no class
    """
    if "input" in values:
        try:
            actuator.ctrlspec = drive_shortcuts.signature(values["input"], actuator.gaintype)
        except ValueError as error:
            raise Error(str(error)) from None
    elif before is not None and int(before) != int(actuator.gaintype):
        actuator.ctrlspec = 0


def _not_negative(values: dict[str, Any], *names: str) -> None:
    for name in names:
        if values.get(name, 0) < 0:
            raise Error(f"{name} cannot be negative")


def _stated_kp(actuator: MjsActuator, values: dict[str, Any], gaintype: int) -> float:
    """Return kp of a servo: given, or inherited if the gain type is the same, else 1."""
    known = int(actuator.gaintype) == gaintype
    return float(values.get("kp", -actuator._numbers("biasprm")[1] if known else 1.0))


def pid(actuator: MjsActuator, values: dict[str, Any]) -> None:
    """Set an actuator to a PID controller."""
    names = ("kv", "dampratio", "ki", "imax", "slewmax")
    _not_negative(values, *names)
    if "posrange" in values:
        actuator.__dict__["ctrlrange"] = tuple(values["posrange"])
    if "inheritrange" in values:
        actuator.inheritrange = values["inheritrange"]
    if actuator.inheritrange > 0 and any(actuator._numbers("ctrlrange")):
        raise Error("posrange and inheritrange cannot both be defined")
    kp = _stated_kp(actuator, values, mjtGain.mjGAIN_PID)
    actuator.set_to_pid(kp, *(values.get(name, -1) for name in names))


def orientation(actuator: MjsActuator, values: dict[str, Any]) -> None:
    """Set an actuator to an orientation servo."""
    _not_negative(values, "kv", "dampratio")
    kp = _stated_kp(actuator, values, mjtGain.mjGAIN_SO3)
    actuator.set_to_orientation(kp, values.get("kv", -1), values.get("dampratio", -1))


def check_constants(actuator: MjsActuator) -> None:
    """Fail if a DC motor has neither a positive resistance nor a positive constant K.

    If one of them is missing, the compiler decides, since it also knows the inputs: a motor without inputs needs no K.
    """
    resistance, constant = actuator._numbers("gainprm")[:2]
    if not constant > 0 and not resistance > 0:
        raise Error(
            "DC motor: motor constant K must be positive, and the resistance: "
            "give motorconst and resistance, or nominal"
        )


def dcmotor(actuator: MjsActuator, values: dict[str, Any]) -> None:
    """Set an actuator to a DC motor."""
    given = {name: values[name] for name in MOTOR_VALUES if name in values}
    actuator.set_to_dcmotor(resistance=values.get("resistance", 0.0), **given)


# Shortcuts of all actuators


def actuator_row(actuator: MjsActuator) -> Element:
    """Return the schema row of an actuator: `general`, `plugin`, or a servo with inheritrange."""
    plugin = actuator.__dict__.get("plugin")
    if plugin is not None and plugin.active:
        return ACTUATOR.by_tag["plugin"]
    servo = actuator.gaintype == mjtGain.mjGAIN_FIXED and actuator.biastype == mjtBias.mjBIAS_AFFINE
    if actuator.inheritrange > 0 and servo:
        integrated = actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR
        return ACTUATOR.by_tag["intvelocity" if integrated else "position"]
    return ACTUATOR.by_tag["general"]


def shortcut_values(actuator: MjsActuator, row: Element, template: Any) -> dict[str, str]:
    """Return the shortcut attributes that reproduce a servo with inheritrange when read."""
    if row.tag not in ("position", "intvelocity"):
        changed = template is not None and int(template.gaintype) != int(actuator.gaintype)
        if row.tag == "general" and changed and actuator.ctrlspec:
            return {"input": drive_shortcuts.words_of(actuator.ctrlspec, actuator.gaintype)}
        return {}
    said = {"kp": number(actuator.gainprm[0])}
    damping = actuator.biasprm[2]
    if damping > 0:
        said["dampratio"] = number(damping)
    elif damping < 0 or (template is not None and template.biasprm[2]):
        said["kv"] = number(-damping or 0)
    if row.tag == "position":
        if actuator.dyntype == mjtDyn.mjDYN_FILTEREXACT:
            said["timeconst"] = number(actuator.dynprm[0])
        elif template is not None and template.dyntype != mjtDyn.mjDYN_NONE:
            said["timeconst"] = "0"
    said["inheritrange"] = number(actuator.inheritrange)
    return said


def set_activation_limit(actuator: MjsActuator, values: dict[str, str]) -> None:
    """Write actlimited of an intvelocity only if reading would set another value.

    Before release 3.11, reading an intvelocity sets 1.
    """
    if release_number(actuator._spec.release) < R3_11:
        values.pop("actlimited", None)
        if actuator.actlimited != 1:
            values["actlimited"] = text_of(actuator.actlimited, ACT_LIMIT.kind)


def can_be_read(actuator: MjsActuator, row: Element, values: dict[str, str]) -> bool:
    """Return whether the texts of `shortcut_values` are certain to be read without error."""
    wrong = any("nan" in text for text in values.values()) or values.get("timeconst", "").startswith("-")
    own = actuator._numbers("ctrlrange" if row.tag == "position" else "actrange")
    return not wrong and not any(own)


PARAMETERS = (
    "dyntype",
    "gaintype",
    "biastype",
    "dynprm",
    "gainprm",
    "biasprm",
    "ctrlspec",
)  # fields that a shortcut sets
WRITTEN = "_written_as"  # tag with which an actuator, or the default of a class, was written


def parameter_source(actuator: MjsActuator, tag: str) -> dict[str, Any]:
    """Return the fields from which a shortcut inherits its parameters from 3.16 on."""
    default = actuator.__dict__["_default"]
    while default is not None:
        state: dict[str, Any] = default.actuator.__dict__
        if state.get(WRITTEN) in (tag, "general"):
            return state
        default = default._parent
    return actuator._fresh


def finish_actuator(actuator: MjsActuator, node: Node, in_default: bool) -> None:
    """Apply the shortcut that the tag names, and check attributes that exclude each other."""
    shortcut = SHORTCUTS.get(node.tag)
    strict = actuator._spec is not None and release_number(actuator._spec.release) >= R3_16
    default = actuator.__dict__.get("_default")
    before = None  # a shortcut itself discards the signature of another gain type
    if shortcut is None and default is not None:
        before = default.actuator.gaintype
    if shortcut:
        if strict:
            source = actuator._fresh if node.tag == "motor" else parameter_source(actuator, node.tag)
            for name in PARAMETERS:
                setattr(actuator, name, source[name])
            for name in ("actlimited", "inheritrange"):
                if name not in node.attrs:
                    setattr(actuator, name, source[name])
        try:
            shortcut(actuator, node.values)
        except ValueError as error:
            raise Error(str(error)) from None
        if node.tag == "dcmotor" and not in_default:
            check_constants(actuator)
        if strict and node.tag == "damper" and "kv" not in node.values:
            affine = source["gaintype"] == mjtGain.mjGAIN_AFFINE
            actuator.set_to_damper(-source["gainprm"][2] if affine else 0.0)
        if strict and node.tag == "cylinder" and len(node.values.get("bias", ())) > 1:
            actuator._set_values("biasprm", *node.values["bias"])
    if strict or not in_default:
        actuator.__dict__[WRITTEN] = node.tag
    else:
        actuator.__dict__.pop(WRITTEN, None)
    if actuator.ctrlspec or "input" in node.values:
        read_inputs(actuator, node.values, before)
    if actuator.refsite and actuator.trntype != mjtTrn.mjTRN_SITE and not in_default:
        raise Error("refsite can only be used with site transmission")
    crank = "cranklength" in node.values or "slidersite" in node.values
    if crank and actuator.trntype not in CRANKED and not in_default:
        raise Error("cranklength and slidersite can only be used in slidercrank transmission")


CRANKED = (mjtTrn.mjTRN_SLIDERCRANK, mjtTrn.mjTRN_UNDEFINED)


def _motor(actuator: MjsActuator, values: dict[str, Any]) -> None:
    actuator.set_to_motor()


def _servo(
    actuator: MjsActuator,
    values: dict[str, Any],
    set_to: Callable[..., None],
    timeconst: float,
    range_name: str,
) -> None:
    _not_negative(values, "kv", "dampratio", "timeconst")
    if "inheritrange" in values:
        actuator.inheritrange = values["inheritrange"]
    if actuator.inheritrange > 0 and any(actuator._numbers(range_name)):
        raise Error(f"{range_name} and inheritrange cannot both be defined")
    set_to(
        values.get("kp", actuator._numbers("gainprm")[0]),
        values.get("kv", -1),
        values.get("dampratio", -1),
        timeconst,
    )


def _position(actuator: MjsActuator, values: dict[str, Any]) -> None:
    _servo(actuator, values, actuator.set_to_position, values.get("timeconst", -1), "ctrlrange")


def _intvelocity(actuator: MjsActuator, values: dict[str, Any]) -> None:
    _servo(actuator, values, actuator.set_to_intvelocity, -1, "actrange")
    if "actlimited" in values:
        actuator.actlimited = values["actlimited"]


def _velocity(actuator: MjsActuator, values: dict[str, Any]) -> None:
    actuator.set_to_velocity(values.get("kv", actuator._numbers("gainprm")[0]))


def _damper(actuator: MjsActuator, values: dict[str, Any]) -> None:
    actuator.set_to_damper(values.get("kv", 0.0))


def _cylinder(actuator: MjsActuator, values: dict[str, Any]) -> None:
    # 3.5.0 keeps the first of the three values of bias
    bias = values["bias"][0] if "bias" in values else actuator._numbers("biasprm")[0]
    actuator.set_to_cylinder(
        values.get("timeconst", actuator._numbers("dynprm")[0]),
        bias,
        values.get("area", actuator._numbers("gainprm")[0]),
        values.get("diameter", -1),
    )


def _muscle(actuator: MjsActuator, values: dict[str, Any]) -> None:
    if values.get("tausmooth", 0) < 0:
        raise Error("muscle tausmooth cannot be negative")
    said = [*values.get("range", (None, None)), *(values.get(name) for name in MUSCLE_NAMES)]
    actuator._muscle(values.get("timeconst", (None, None)), values.get("tausmooth"), said)


def _adhesion(actuator: MjsActuator, values: dict[str, Any]) -> None:
    actuator.set_to_adhesion(values.get("gain", actuator._numbers("gainprm")[0]))


SHORTCUTS = {
    "motor": _motor,
    "position": _position,
    "velocity": _velocity,
    "intvelocity": _intvelocity,
    "damper": _damper,
    "cylinder": _cylinder,
    "muscle": _muscle,
    "adhesion": _adhesion,
    "pid": pid,
    "orientation": orientation,
    "dcmotor": dcmotor,
}
