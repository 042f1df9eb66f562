"""Actuators to text: all as `general`, except where only a shortcut can say what is meant.

Documents: XML reference / actuator

Attributes of actuator shortcuts to the fields of the actuator.

What a shortcut does not say is taken from the defaults class, whose fields a shortcut there has set before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.mjcf.text import number
from gelenk.modeling.spec.shortcuts import MUSCLE_NAMES
from gelenk.tables.enums import mjtDyn, mjtTrn
from gelenk.tables.schema.actuators import ACTUATOR

if TYPE_CHECKING:
    from gelenk.modeling.mjcf.parse import Node
    from gelenk.modeling.spec.element_classes import MjsActuator
    from gelenk.tables.schema_rows import Element


def actuator_row(actuator: MjsActuator) -> Element:
    """The row of an actuator: `general`, `plugin`, or a servo whose range comes from its target."""
    plugin = actuator.__dict__.get("plugin")
    if plugin is not None and plugin.active:
        return ACTUATOR.by_tag["plugin"]
    if actuator.inheritrange > 0:
        integrated = actuator.dyntype == mjtDyn.mjDYN_INTEGRATOR
        return ACTUATOR.by_tag["intvelocity" if integrated else "position"]
    return ACTUATOR.by_tag["general"]


def shortcut_values(actuator: MjsActuator, row: Element, template: Any) -> dict[str, str]:
    """Attributes of a servo that inherits its range: the inverse of what the shortcut does with them."""
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
    """Whether what `shortcut_values` gives is read without fail; if not, reading says."""
    wrong = any("nan" in text for text in values.values()) or values.get("timeconst", "").startswith("-")
    own = actuator._numbers("ctrlrange" if row.tag == "position" else "actrange")
    return not wrong and not any(own)


def finish_actuator(actuator: MjsActuator, node: Node, in_default: bool) -> None:
    """Apply the shortcut that the tag is, and check what only actuators can get wrong."""
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
    # of the three numbers of bias, 3.5.0 keeps the first
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
