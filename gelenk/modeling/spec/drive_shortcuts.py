"""Shortcuts of drives (pid, orientation, dcmotor), and inputs of actuators.

Documents: XML reference / actuator / pid, orientation, dcmotor (of 4.0.0); XML reference / actuator / general /
input, pid, dcmotor, orientation (of 4.0.0)

The set_to functions of drives set general actuator fields. engine/force/drives.py lists the places of the parameters in
gainprm, dynprm and biasprm.

Inputs and activations of actuators, by gain type.

A signature (ctrlspec) names the inputs of an actuator: bits of mjtCtrlInput, or for orientations a chart
(mjtCtrlChart); 0 stands for the default of the gain type.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from gelenk.modeling.spec import attribute_bases
from gelenk.modeling.spec.arguments import converted, real, several
from gelenk.tables.api_enums import mjtBias, mjtDyn, mjtGain
from gelenk.tables.enums import mjtCtrlChart, mjtCtrlInput


def _padded(*numbers: float) -> tuple[float, ...]:
    return (*map(float, numbers), *(0.0,) * (10 - len(numbers)))


def _filled(name: str, value: Sequence[float] | None, count: int) -> list[float] | None:
    """Return an argument of set_to_dcmotor with zeros up to a count; None stays None."""
    if value is None:
        return None
    numbers = several(f"set_to_dcmotor: {name}", value, count, real, least=0)
    return [*numbers, *(0.0,) * (count - len(numbers))]


def _check_exclusive(kv: float, dampratio: float) -> None:
    if kv >= 0 and dampratio >= 0:
        raise ValueError("kv and dampratio cannot both be defined")


class DriveShortcuts(attribute_bases.ActuatorAttributes):
    """The set_to functions of drives; negative numbers and None mean "not given"."""

    if TYPE_CHECKING:

        def _numbers(self, name: str) -> Any: ...

        def _set_tag(self, tag: str) -> None: ...

    @converted
    def set_to_pid(
        self,
        kp: float,
        kv: float = -1,
        dampratio: float = -1,
        ki: float = -1,
        imax: float = -1,
        slewmax: float = -1,
        inheritrange: float = False,
        ctrlspec: int = 0,
    ) -> None:
        """Make a PID controller: force = kp (pos - length) + kv (vel - velocity) + ki x + ff.

        kp         stiffness [N/m or N m/rad]
        kv         damping [N s/m or N m s/rad]; negative: not given
        dampratio  damping ratio [1], instead of kv; negative: not given
        ki         gain of the integral x of the position error [N/(m s) or N m/(rad s)]; negative: not given
        imax       limit of x [m s or rad s]; 0: none; negative: not given
        slewmax    limit of the rate of the position setpoint [m/s or rad/s]; 0: none; negative: not given
        inheritrange   range of the position as a multiple of the target's range [1]; 0: ctrlrange applies
        ctrlspec   inputs: bits of mjtCtrlInput; 0: pos and vel

        Errors     ValueError: both kv and dampratio
        Source     XML reference / actuator / pid
        """
        _check_exclusive(kv, dampratio)
        known = int(self.gaintype) == mjtGain.mjGAIN_PID
        gain, dyn, bias = (self._numbers(name) for name in ("gainprm", "dynprm", "biasprm"))
        said = (ki, gain[0]), (imax, dyn[0]), (slewmax, dyn[1])
        ki, imax, slewmax = (
            number if number >= 0 else float(before) if known else 0.0 for number, before in said
        )
        damping = -kv if kv >= 0 else dampratio if dampratio >= 0 else float(bias[2]) if known else 0.0
        self.__dict__.update(
            gaintype=mjtGain.mjGAIN_PID,
            biastype=mjtBias.mjBIAS_AFFINE,
            dyntype=mjtDyn.mjDYN_PID if ki or slewmax else mjtDyn.mjDYN_NONE,
            gainprm=_padded(ki),
            dynprm=_padded(imax if ki else 0.0, slewmax),
            biasprm=_padded(0.0, -kp, damping),
        )
        self._set_inputs(known, ctrlspec)
        if inheritrange:
            self.inheritrange = inheritrange
        self._set_tag("pid")

    @converted
    def set_to_orientation(self, kp: float, kv: float = -1, dampratio: float = -1, ctrlspec: int = 0) -> None:
        """Make an orientation servo of a ball joint, or of a site relative to another.

        kp         stiffness [N m/rad]
        kv         damping [N m s/rad]; negative: not given
        dampratio  damping ratio [1], instead of kv; negative: not given
        ctrlspec   chart of the setpoint (mjtCtrlChart); 0: exponential map

        Errors     ValueError: both kv and dampratio
        Source     XML reference / actuator / orientation
        """
        _check_exclusive(kv, dampratio)
        known = int(self.gaintype) == mjtGain.mjGAIN_SO3
        before = float(self._numbers("biasprm")[2]) if known else 0.0
        damping = -kv if kv >= 0 else dampratio if dampratio >= 0 else before
        self.__dict__.update(
            gaintype=mjtGain.mjGAIN_SO3,
            biastype=mjtBias.mjBIAS_SO3,
            dyntype=mjtDyn.mjDYN_NONE,
            gainprm=_padded(kp),
            biasprm=_padded(0.0, -kp, damping),
        )
        self._set_inputs(known, ctrlspec)
        self._set_tag("orientation")

    def _set_inputs(self, known: bool, ctrlspec: int) -> None:
        """Set the signature; if none is given, discard the one of another gain type."""
        if ctrlspec or not known:
            self.ctrlspec = ctrlspec

    @converted
    def set_to_dcmotor(
        self,
        motorconst: Sequence[float] | None = None,
        resistance: float = 0,
        nominal: Sequence[float] | None = None,
        saturation: Sequence[float] | None = None,
        inductance: Sequence[float] | None = None,
        cogging: Sequence[float] | None = None,
        controller: Sequence[float] | None = None,
        thermal: Sequence[float] | None = None,
        lugre: Sequence[float] | None = None,
        ctrlspec: int = 0,
    ) -> None:
        """Make a DC motor: torque = K current + cogging - friction.

        motorconst   torque constant [N m/A] and back-EMF constant [V s/rad]
        resistance   of the terminals [Ohm]; 0: not given
        nominal      voltage [V], stall torque [N m], no-load speed [rad/s], instead of the two above
        saturation   torque [N m], or current [A]; rate of the current [A/s]
        inductance   inductance [H], or time constant [s]
        cogging      amplitude [N m], number of poles, phase [rad]
        controller   kp, ki, kd in torque, slewmax, Imax, Vmax [V]
        thermal      resistance [K/W], capacitance [J/K], time constant [s], coefficient [1/K], reference, ambient [C]
        lugre        stiffness, damping, Coulomb and static friction [N m], Stribeck velocity [rad/s]
        ctrlspec     inputs: bits of mjtCtrlInput; 0: the voltage

        Errors       ValueError: a negative constant
        Source       XML reference / actuator / dcmotor
        """
        known = int(self.gaintype) == mjtGain.mjGAIN_DCMOTOR
        gain, dyn, bias = (
            list(self._numbers(name)) if known else [0.0] * 10 for name in ("gainprm", "dynprm", "biasprm")
        )
        motorconst, nominal = _filled("motorconst", motorconst, 2), _filled("nominal", nominal, 3)
        saturation, inductance = _filled("saturation", saturation, 3), _filled("inductance", inductance, 2)
        cogging, controller = _filled("cogging", cogging, 3), _filled("controller", controller, 6)
        thermal, lugre = _filled("thermal", thermal, 6), _filled("lugre", lugre, 5)
        _set_constants(gain, motorconst, resistance, nominal)
        _set_effects(gain, dyn, bias, inductance, thermal, cogging, lugre)
        if saturation is not None:
            _check_not_negative("saturation", saturation)
            torque = saturation[0] or gain[1] * saturation[1]
            self.__dict__["forcerange"] = (-torque, torque) if torque > 0 else (0.0, 0.0)
            dyn[1] = saturation[2]
        if controller is not None:
            gain[4:8] = (*controller[:3], controller[5])
            dyn[7:9] = controller[3:5]
        self.__dict__.update(
            gaintype=mjtGain.mjGAIN_DCMOTOR,
            biastype=mjtBias.mjBIAS_DCMOTOR,
            dyntype=mjtDyn.mjDYN_DCMOTOR,
            actearly=1,
            gainprm=_padded(*gain),
            dynprm=_padded(*dyn),
            biasprm=_padded(*bias),
        )
        self._set_inputs(known, ctrlspec)
        self._set_tag("dcmotor")


def _set_effects(
    gain: list[float],
    dyn: list[float],
    bias: list[float],
    inductance: list[float] | None,
    thermal: list[float] | None,
    cogging: list[float] | None,
    lugre: list[float] | None,
) -> None:
    """Store the parameters of the effects of a motor that are given."""
    if inductance is not None:
        _check_not_negative("inductance", inductance)
        dyn[0] = inductance[0] / gain[0] if inductance[0] > 0 and gain[0] > 0 else inductance[1]
    if thermal is not None:
        dyn[2], dyn[3] = _thermal_constants(thermal)
        gain[2], gain[3], dyn[4] = thermal[3:6]
    if cogging is not None:
        bias[0:3] = cogging
    if lugre is not None:
        dyn[5:7] = lugre[:2]
        bias[3:6] = lugre[2:]


def _check_not_negative(name: str, numbers: Sequence[float]) -> None:
    if min(numbers) < 0:
        raise ValueError(f"{name} cannot be negative")


def _set_constants(
    gain: list[float],
    motorconst: Sequence[float] | None,
    resistance: float,
    nominal: Sequence[float] | None,
) -> None:
    """Set R and K from the given constants; compute missing ones from the nominal values."""
    if resistance < 0:
        raise ValueError("resistance cannot be negative")
    if nominal is not None:
        volt, torque, speed = map(float, nominal)
        if not (volt > 0 and torque > 0 and speed > 0):
            raise ValueError("nominal voltage, stall torque and no-load speed must be positive")
        gain[1] = volt / speed
        gain[0] = gain[1] * volt / torque
    if motorconst is not None:
        _check_not_negative("motorconst", motorconst)
        torque_constant, emf_constant = motorconst
        both = torque_constant > 0 and emf_constant > 0
        gain[1] = sqrt(torque_constant * emf_constant) if both else torque_constant or emf_constant
    if resistance > 0:
        gain[0] = float(resistance)


def _thermal_constants(thermal: Sequence[Any]) -> tuple[float, float]:
    """Return thermal resistance [K/W] and capacity [J/K] from two of three constants."""
    _check_not_negative("thermal", thermal[:3])
    resistance, capacity, time = map(float, thermal[:3])
    if not any((resistance, capacity, time)):
        return 0.0, 0.0
    if not resistance:
        resistance = time / capacity if capacity else 0.0
    if time and resistance:
        capacity = time / resistance
    if not (resistance and capacity):
        raise ValueError("thermal needs two of resistance, capacitance and time constant")
    return resistance, capacity


# Inputs and activations of actuators

DRIVES = (mjtGain.mjGAIN_PID, mjtGain.mjGAIN_DCMOTOR, mjtGain.mjGAIN_SO3)  # gain types with laws of their own
WORDS: dict[str, int] = {
    "pos": mjtCtrlInput.mjINPUT_POS,
    "vel": mjtCtrlInput.mjINPUT_VEL,
    "ff": mjtCtrlInput.mjINPUT_FF,
    "voltage": mjtCtrlInput.mjINPUT_VOLTAGE,
    "none": mjtCtrlInput.mjINPUT_NONE,
    "pressure": mjtCtrlInput.mjINPUT_PRESSURE,
}
CHARTS = {"expmap": mjtCtrlChart.mjCHART_EXPMAP, "quat": mjtCtrlChart.mjCHART_QUAT}
# words that each gain type knows, in their order; the other gain types have one input
KNOWN: dict[int, tuple[str, ...]] = {
    mjtGain.mjGAIN_PID: ("pos", "vel", "ff"),
    mjtGain.mjGAIN_DCMOTOR: ("pos", "vel", "ff", "voltage"),
    mjtGain.mjGAIN_SO3: ("expmap", "quat"),
}
DECLARED = ("pos", "vel", "pressure")
DEFAULT: dict[int, int] = {
    mjtGain.mjGAIN_PID: mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL,
    mjtGain.mjGAIN_DCMOTOR: mjtCtrlInput.mjINPUT_VOLTAGE,
    mjtGain.mjGAIN_SO3: mjtCtrlChart.mjCHART_EXPMAP,
}
INPUT_NAMES: dict[int, tuple[str, ...]] = {
    mjtCtrlChart.mjCHART_EXPMAP: ("x", "y", "z"),
    mjtCtrlChart.mjCHART_QUAT: ("qw", "qx", "qy", "qz"),
}


def signature(text: str, gaintype: int) -> int:
    """Return the signature that an attribute `input` states; 0 for an empty text.

    Errors   ValueError: an unknown word, a repeated word, or words in another order
    """
    words = text.split()
    kind = int(gaintype)
    if not words:
        return 0
    known = KNOWN.get(kind, DECLARED)
    if kind == mjtGain.mjGAIN_DCMOTOR and words == ["none"]:
        return mjtCtrlInput.mjINPUT_NONE
    for word in words:
        if word not in known:
            raise ValueError(f"unknown input '{word}', the inputs are {', '.join(known)}")
    if (kind == mjtGain.mjGAIN_SO3 or kind not in KNOWN) and len(words) > 1:
        raise ValueError(f"input takes one word of {', '.join(known)}, got '{text}'")
    places = [known.index(word) for word in words]
    if sorted(set(places)) != places:
        raise ValueError(f"inputs must be in the order {', '.join(known)}, got '{text}'")
    return CHARTS[words[0]] if kind == mjtGain.mjGAIN_SO3 else sum(WORDS[word] for word in words)


def is_valid(spec: int, gaintype: int) -> bool:
    """Return whether a signature is one of the gain type, or its default."""
    kind = int(gaintype)
    if kind == mjtGain.mjGAIN_SO3:
        return spec in (0, mjtCtrlChart.mjCHART_EXPMAP, mjtCtrlChart.mjCHART_QUAT)
    if kind not in KNOWN:
        return spec in (0, mjtCtrlInput.mjINPUT_POS, mjtCtrlInput.mjINPUT_VEL, mjtCtrlInput.mjINPUT_PRESSURE)
    return (kind == mjtGain.mjGAIN_DCMOTOR and spec == mjtCtrlInput.mjINPUT_NONE) or not spec & ~sum(
        WORDS[word] for word in KNOWN[kind]
    )


def words_of(spec: int, gaintype: int) -> str:
    """Return the text of a signature; the inverse of `signature`."""
    table = CHARTS if int(gaintype) == mjtGain.mjGAIN_SO3 else WORDS
    if int(gaintype) == mjtGain.mjGAIN_SO3:
        return next((word for word, value in table.items() if value == spec), "")
    return " ".join(word for word, bit in table.items() if spec & bit)


def input_names(spec: int, gaintype: int) -> tuple[str, ...]:
    """Return the names of the inputs of a signature, in their order; none for a command."""
    if int(gaintype) == mjtGain.mjGAIN_SO3:
        return INPUT_NAMES.get(spec, ())
    return tuple(word for word, bit in WORDS.items() if spec & bit and bit != mjtCtrlInput.mjINPUT_NONE)


def spec_of(el: Any) -> int:
    """Return the signature of an actuator, with the default of its gain type."""
    return int(el.ctrlspec) or DEFAULT.get(int(el.gaintype), 0)


def control_count(el: Any) -> int:
    """Return the number of controls of an actuator."""
    kind = int(el.gaintype)
    if kind not in DRIVES:
        return 1
    spec = spec_of(el)
    if kind == mjtGain.mjGAIN_SO3:
        return 4 if spec == mjtCtrlChart.mjCHART_QUAT else 3
    return (spec & ~mjtCtrlInput.mjINPUT_NONE).bit_count()


def output_count(el: Any) -> int:
    """Return the number of outputs of an actuator."""
    return 3 if int(el.gaintype) == mjtGain.mjGAIN_SO3 else 1


def activation_count(el: Any) -> int | None:
    """Return the number of activations that a drive uses; None for other actuators."""
    kind = int(el.gaintype)
    if kind not in DRIVES:
        return None
    if kind == mjtGain.mjGAIN_SO3:
        return 0 if int(el.dyntype) == mjtDyn.mjDYN_NONE else 3
    gain, dyn = el._numbers("gainprm"), el._numbers("dynprm")
    if kind == mjtGain.mjGAIN_PID:
        return 0 if int(el.dyntype) == mjtDyn.mjDYN_NONE else int(dyn[1] > 0) + int(gain[0] != 0)
    if int(el.dyntype) == mjtDyn.mjDYN_NONE:
        return 0
    return sum((dyn[7] > 0, gain[5] != 0, dyn[2] > 0, dyn[5] > 0, dyn[0] > 0))
