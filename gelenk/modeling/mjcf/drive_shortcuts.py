"""Drives in MJCF: pid, orientation and dcmotor, from their attributes to actuator fields.

Documents: XML reference / actuator / pid, orientation, dcmotor (of 4.0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.errors import Error
from gelenk.modeling.spec import actuator_inputs
from gelenk.tables.api_enums import mjtGain

if TYPE_CHECKING:
    from gelenk.modeling.spec.element_classes import MjsActuator

MOTOR_VALUES = (
    *("motorconst", "nominal", "saturation", "inductance", "cogging", "controller", "thermal", "lugre"),
)


def read_inputs(actuator: MjsActuator, values: dict[str, Any], before: int | None) -> None:
    """Set the signature of an actuator from its attribute `input`.

    One that comes from a defaults class of another gain type is discarded.

    before   gain type of the defaults class, None without
    """
    if "input" in values:
        try:
            actuator.ctrlspec = actuator_inputs.signature(values["input"], actuator.gaintype)
        except ValueError as error:
            raise Error(str(error)) from None
    elif before is not None and int(before) != int(actuator.gaintype):
        actuator.ctrlspec = 0


def _not_negative(values: dict[str, Any], *names: str) -> None:
    for name in names:
        if values.get(name, 0) < 0:
            raise Error(f"{name} cannot be negative")


def _stated_kp(actuator: MjsActuator, values: dict[str, Any], gaintype: int) -> float:
    """Return kp of a servo: as given, else of a defaults class of this gain type, else 1."""
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
    """Refuse a DC motor without resistance, or without the constant K that its inputs need.

    The signature is that of the attribute `input`, which is read later: only a motor whose voltage is zero may do
    without K, and the compiler checks those.
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
