"""Drives: checks of pid, dcmotor and orientation actuators.

Documents: XML reference / actuator / pid, dcmotor, orientation, general (of 4.0.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.spec.actuator_inputs import (
    activation_count,
    is_valid,
    spec_of,
)
from gelenk.tables.api_enums import mjtBias, mjtDyn, mjtGain
from gelenk.tables.enums import mjtCtrlChart, mjtCtrlInput, mjtJoint, mjtTrn

if TYPE_CHECKING:
    from gelenk.modeling.compiler.build import Build

DYNAMICS = {
    int(mjtDyn.mjDYN_PID): (mjtGain.mjGAIN_PID, "pid"),
    int(mjtDyn.mjDYN_DCMOTOR): (mjtGain.mjGAIN_DCMOTOR, "dcmotor"),
}


def check_drive(build: Build, el: Any, target: int) -> None:
    """Fail unless the types, inputs and parameters of an actuator fit each other."""
    gain, bias, dyn = int(el.gaintype), int(el.biastype), int(el.dyntype)
    if dyn in DYNAMICS and DYNAMICS[dyn][0] != gain:
        kind = DYNAMICS[dyn][1]
        build.fail(el, f"dyntype '{kind}' requires gaintype '{kind}' in actuator '{el.name}'", "dyntype")
    if (gain == mjtGain.mjGAIN_SO3) != (bias == mjtBias.mjBIAS_SO3):
        build.fail(el, f"gaintype and biastype must both be 'so3' in actuator '{el.name}'", "biastype")
    if not is_valid(int(el.ctrlspec), gain):
        build.fail(el, f"invalid inputs {int(el.ctrlspec)} for the gaintype of actuator '{el.name}'", "input")
    if gain == mjtGain.mjGAIN_PID:
        _check_pid(build, el)
    elif gain == mjtGain.mjGAIN_DCMOTOR:
        _check_motor(build, el)
    elif gain == mjtGain.mjGAIN_SO3:
        _check_orientation(build, el, target)
    count = activation_count(el)
    if count is not None:
        _check_activations(build, el, count)


def _check_activations(build: Build, el: Any, count: int) -> None:
    dim = int(el.actdim)
    if dim >= 0 and dim != count:
        build.fail(el, f"actdim {dim} in actuator '{el.name}', which has {count} activations", "actdim")
    if not count and int(el.dyntype) == mjtDyn.mjDYN_PID:
        build.fail(el, "invalid actdim 0 in stateful actuator", "dyntype", "give ki or slewmax")


def _check_pid(build: Build, el: Any) -> None:
    if int(el.dyntype) not in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_PID):
        build.fail(el, f"pid requires dyntype 'none' or 'pid' in actuator '{el.name}'", "dyntype")
    if int(el.biastype) != mjtBias.mjBIAS_AFFINE:
        build.fail(el, f"pid requires biastype 'affine' in actuator '{el.name}'", "biastype")
    ki, slewmax = floats(el.__dict__["gainprm"])[0], floats(el.__dict__["dynprm"])[1]
    if int(el.dyntype) == mjtDyn.mjDYN_NONE:
        if ki:
            build.fail(el, f"ki (gainprm[0]) requires dyntype 'pid' in actuator '{el.name}'", "gainprm")
    elif (ki or slewmax) and not spec_of(el) & mjtCtrlInput.mjINPUT_POS:
        build.fail(el, f"ki and slewmax of a pid require the pos input in actuator '{el.name}'", "input")


def _check_motor(build: Build, el: Any) -> None:
    gain, dyn = floats(el.__dict__["gainprm"]), floats(el.__dict__["dynprm"])
    spec, passive = spec_of(el), spec_of(el) == mjtCtrlInput.mjINPUT_NONE
    if int(el.dyntype) != mjtDyn.mjDYN_DCMOTOR or int(el.biastype) != mjtBias.mjBIAS_DCMOTOR:
        build.fail(el, f"dcmotor requires dyntype and biastype 'dcmotor' in actuator '{el.name}'", "dyntype")
    if not gain[0] > 0:
        hint = "give resistance, or nominal"
        build.fail(el, f"resistance of the DC motor '{el.name}' must be positive", "resistance", hint)
    if not (gain[1] > 0 or (passive and gain[1] == 0)):
        hint = "give motorconst, or nominal"
        build.fail(el, f"motor constant of the DC motor '{el.name}' must be positive", "motorconst", hint)
    controlled = spec & (mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL | mjtCtrlInput.mjINPUT_FF)
    if any(gain[4:7]) and not controlled:
        hint = "give it an input pos, vel or ff"
        build.fail(el, f"controller gains of '{el.name}' require a controller input", "input", hint)
    if gain[5] and not spec & mjtCtrlInput.mjINPUT_POS:
        build.fail(el, f"the integral gain of '{el.name}' requires the pos input", "input")
    if dyn[7] > 0 and not controlled:
        build.fail(el, f"slewmax of '{el.name}' requires a controller input", "input")
    if dyn[2] > 0 and not dyn[3] > 0:
        build.fail(el, f"thermal capacitance of the DC motor '{el.name}' must be positive", "thermal")


def _check_orientation(build: Build, el: Any, target: int) -> None:
    kind = int(el.trntype)
    if kind == mjtTrn.mjTRN_SITE:
        if not el.refsite:
            build.fail(el, f"so3 site transmission requires refsite in actuator '{el.name}'", "refsite")
    elif kind != mjtTrn.mjTRN_JOINT or int(build.arrays["jnt_type"][target]) != mjtJoint.mjJNT_BALL:
        build.fail(el, f"so3 joint transmission requires a ball joint in actuator '{el.name}'", "joint")
    if int(el.dyntype) not in (mjtDyn.mjDYN_NONE, mjtDyn.mjDYN_INTEGRATOR):
        build.fail(el, f"so3 requires dyntype 'none' or 'integrator' in actuator '{el.name}'", "dyntype")
    if spec_of(el) == mjtCtrlChart.mjCHART_QUAT and int(el.dyntype) != mjtDyn.mjDYN_NONE:
        build.fail(el, f"the quat input requires dyntype 'none' in actuator '{el.name}'", "input")
    gain, bias = floats(el.__dict__["gainprm"]), floats(el.__dict__["biasprm"])
    if gain[0] != -bias[1]:
        build.fail(el, f"so3 requires gainprm[0] == -biasprm[1] in actuator '{el.name}'", "gainprm")
    if floats(el.__dict__["forcerange"])[0] != 0:
        message = f"so3 forcerange bounds the norm, its lower bound must be 0 in actuator '{el.name}'"
        build.fail(el, message, "forcerange")
