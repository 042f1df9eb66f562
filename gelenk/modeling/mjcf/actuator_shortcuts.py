"""Actuator shortcuts of MJCF: from their attributes to actuator fields, and back to text.

Documents: XML reference / actuator

Actuators are written as `general`, except where only a shortcut can express inheritrange.
An attribute that a shortcut does not give comes from the defaults class, whose fields an earlier shortcut has set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.mjcf.values import number
from gelenk.modeling.spec.shortcuts import MUSCLE_NAMES
from gelenk.tables.enums import mjtDyn, mjtTrn
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.element_classes import MjsActuator
    from gelenk.tables.schema_rows import Element


def actuator_row(actuator: MjsActuator) -> Element:
    """Return the schema row of an actuator: `general`, `plugin`, or a servo with inheritrange."""
    plugin = actuator.__dict__.get("plugin")
    if plugin is not None and plugin.active:
        return ACTUATOR.by_tag["plugin"]
    if actuator.inheritrange > 0:
        integrated = actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR
        return ACTUATOR.by_tag["intvelocity" if integrated else "position"]
    return ACTUATOR.by_tag["general"]


def shortcut_values(actuator: MjsActuator, row: Element, template: Any) -> dict[str, str]:
    """Return the shortcut attributes of a servo with inheritrange; inverse of reading them."""
    if row.tag not in ("position", "intvelocity"):
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


def can_be_read(actuator: MjsActuator, row: Element, values: dict[str, str]) -> bool:
    """Return whether the texts of `shortcut_values` are certain to be read without error."""
    wrong = any("nan" in text for text in values.values()) or values.get("timeconst", "").startswith("-")
    own = actuator._numbers("ctrlrange" if row.tag == "position" else "actrange")
    return not wrong and not any(own)


def finish_actuator(actuator: MjsActuator, node: Node, in_default: bool) -> None:
    """Apply the shortcut that the tag names, and check attributes that exclude each other."""
    shortcut = SHORTCUTS.get(node.tag)
    if shortcut:
        try:
            shortcut(actuator, node.values)
        except ValueError as error:
            raise Error(str(error)) from None
    if actuator.refsite and actuator.trntype != mjtTrn.mjTRN_SITE and not in_default:
        raise Error("refsite can only be used with site transmission")
    crank = "cranklength" in node.values or "slidersite" in node.values
    if crank and actuator.trntype not in CRANKED and not in_default:
        raise Error("cranklength and slidersite can only be used in slidercrank transmission")


CRANKED = (mjtTrn.mjTRN_SLIDERCRANK, mjtTrn.mjTRN_UNDEFINED)


def _not_negative(values: dict[str, Any], *names: str) -> None:
    for name in names:
        if values.get(name, 0) < 0:
            raise Error(f"{name} cannot be negative")


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
}
