"""Scale drives: the ranges of actuators, and the parameters of gain, bias and dynamics.

Documents: XML reference / actuator / general (input); body / frame (scale) (of 4.0.0)

The declared input of an actuator determines the dimension of its control. Without a declaration the control is
dimensionless, and the gain is a force.
"""

from __future__ import annotations

from typing import Any

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.plugins import has_plugin
from gelenk.modeling.compiler.scaling.edits import Edits
from gelenk.modeling.compiler.scaling.factors import NONE, at, dimension_factor, scale_values
from gelenk.modeling.spec.actuator_inputs import spec_of
from gelenk.tables.api_enums import mjtBias, mjtDyn, mjtGain
from gelenk.tables.enums import mjtCtrlInput
from gelenk.tables.releases import R3_16
from gelenk.tables.schema.dimensions import parse

SCALABLE_GAINS = (mjtGain.mjGAIN_FIXED, mjtGain.mjGAIN_AFFINE, mjtGain.mjGAIN_PID, mjtGain.mjGAIN_SO3)
LINEAR_BIASES = (mjtBias.mjBIAS_AFFINE, mjtBias.mjBIAS_SO3)
# dimension of a control by its declaration
DECLARED = {
    mjtCtrlInput.mjINPUT_POS: parse("Q"),
    mjtCtrlInput.mjINPUT_VEL: parse("Q"),
    mjtCtrlInput.mjINPUT_FF: parse("F"),
    mjtCtrlInput.mjINPUT_PRESSURE: parse("F/L2"),
}
FORCE = 2  # index of the peak force among the parameters of a muscle
SIMPLE_DYNAMICS = (
    mjtDyn.mjDYN_NONE,
    mjtDyn.mjDYN_INTEGRATOR,
    mjtDyn.mjDYN_FILTER,
    mjtDyn.mjDYN_FILTEREXACT,
    mjtDyn.mjDYN_MUSCLE,
    mjtDyn.mjDYN_PID,
)


def scale_actuator(build: Build, edits: Edits, el: Any, own: Any) -> None:
    """Scale an actuator by the coordinate of its transmission.

    Errors   gelenk.Error: forces are scaled, and the parameters have no known dimension
    """
    if own.factors is NONE:
        return
    scale_values(edits, el, at(own.factors, own.along, own.unit))
    if own.mixed:
        edits.multiply(el, "gear", [1.0, 1.0, 1.0, own.along])
    scale_ranges(edits, el, own)
    gain, bias = int(el.gaintype), int(el.biastype)
    forced = own.factors.unit != 1.0 or own.factors.unit_mass != 1.0
    if forced:
        if not has_dimensions(el):
            build.fail(
                el, "the parameters of this actuator cannot be scaled; use scaling 'geometry'", "gaintype"
            )
        scale_forces(edits, el, own, gain, bias)
    scale_motion(edits, el, own, gain)


def has_dimensions(el: Any) -> bool:
    """Return whether the parameters of an actuator have known dimensions."""
    gain, bias = int(el.gaintype), int(el.biastype)
    return (
        not has_plugin(el)
        and (gain in SCALABLE_GAINS or gain == mjtGain.mjGAIN_MUSCLE)
        and (bias in LINEAR_BIASES or bias in (mjtBias.mjBIAS_NONE, mjtBias.mjBIAS_MUSCLE))
        and int(el.dyntype) in SIMPLE_DYNAMICS
    )


def inputs_of(el: Any) -> int:
    """Return the inputs of an actuator, as bits.

    Before 3.16 shortcuts do not declare the control; the input of a servo follows from its parameters.
    """
    spec = spec_of(el)
    fixed = int(el.gaintype) == mjtGain.mjGAIN_FIXED and int(el.biastype) == mjtBias.mjBIAS_AFFINE
    if spec or not fixed or el._is_at_least(R3_16):
        return spec
    gain, bias = floats(el.__dict__["gainprm"])[0], floats(el.__dict__["biasprm"])
    if gain and bias[0] == 0.0 and (gain == -bias[1] or (bias[1] == 0.0 and gain == -bias[2])):
        return int(mjtCtrlInput.mjINPUT_POS if bias[1] else mjtCtrlInput.mjINPUT_VEL)
    return 0


def control_factor(el: Any, own: Any, bit: int | None = None) -> float:
    """Return the factor of a control: of one input of a drive, or of the declared one."""
    spec = inputs_of(el) if bit is None else bit
    if int(el.gaintype) == mjtGain.mjGAIN_SO3:
        return 1.0
    for input_, dim in DECLARED.items():
        if spec & input_:
            return dimension_factor(dim, own.factors, own.along, own.unit)
    return 1.0


def activation_factor(el: Any, own: Any) -> float:
    """Return the factor of the activations of an actuator.

    A filtered control has the dimension of the control; an integrated one is a position if the control is declared.
    """
    if int(el.dyntype) in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_MUSCLE, mjtDyn.mjDYN_USER):
        return 1.0
    return control_factor(el, own)


def scale_ranges(edits: Edits, el: Any, own: Any) -> None:
    """Scale the ranges of controls and activations."""
    edits.multiply(el, "ctrlrange", [control_factor(el, own)])
    edits.multiply(el, "actrange", [activation_factor(el, own)])
    edits.multiply(el, "velrange", [own.along])
    edits.multiply(el, "ffrange", [control_factor(el, own, mjtCtrlInput.mjINPUT_FF)])


def scale_forces(edits: Edits, el: Any, own: Any, gain: int, bias: int) -> None:
    """Scale gain and bias by the units of force."""
    force = dimension_factor(parse("F"), own.factors, own.along, own.unit)
    if gain == mjtGain.mjGAIN_MUSCLE:
        for name in ("gainprm", "biasprm"):
            # a peak force that is not given follows from the scale of the muscle
            if floats(el.__dict__[name])[FORCE] > 0.0:
                edits.multiply(el, name, [1.0, 1.0, force, 1.0])
        return
    control = unit_of_control(el, own)
    if gain == mjtGain.mjGAIN_FIXED:
        edits.multiply(el, "gainprm", [force / control, 1.0])
    elif gain == mjtGain.mjGAIN_AFFINE:
        slope = force / own.unit / control
        edits.multiply(el, "gainprm", [force / control, slope, slope, 1.0])
    else:
        edits.multiply(el, "gainprm", [force / own.unit, 1.0])
    if bias in LINEAR_BIASES:
        ratio = floats(el.__dict__["biasprm"])[2] > 0.0  # a damping ratio
        slope = force / own.unit
        edits.multiply(el, "biasprm", [force, slope, 1.0 if ratio else slope, 1.0])


def unit_of_control(el: Any, own: Any) -> float:
    """Return the factor of the declared control in the units of the frames that scale forces."""
    spec = inputs_of(el)
    if spec & (mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL):
        return float(own.unit)
    return control_factor(el, own) if spec & mjtCtrlInput.mjINPUT_PRESSURE else 1.0


def scale_motion(edits: Edits, el: Any, own: Any, gain: int) -> None:
    """Scale the parameters of drives that are positions or velocities."""
    along = own.along
    if gain == mjtGain.mjGAIN_PID:
        edits.multiply(el, "dynprm", [along, along, 1.0])
    elif gain == mjtGain.mjGAIN_DCMOTOR:
        edits.multiply(el, "dynprm", [1.0] * 7 + [along, along, 1.0])
        edits.multiply(el, "biasprm", [1.0, 1.0 / along, 1.0, 1.0, 1.0, along, 1.0])
