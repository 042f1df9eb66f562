"""Actuators: transmission, activations, limits, inherited ranges, and checks of drives.

Documents: Modeling / XML reference / actuator; Computation / General framework / Actuation model; XML reference /
actuator / pid, dcmotor, orientation, general (of 4.0.0)

The parser turns the shortcuts (motor, position, ...) into `general` actuators. Values that depend on qpos0
(actuator_acc0, actuator_length0, and the damping of an actuator whose biasprm[2] > 0 is a damping ratio) are set by
set_const.

Drives are the pid, dcmotor and orientation actuators; `check_drive` validates them.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.element_frames import floats
from gelenk.modeling.compiler.plugins import has_plugin, instance_of
from gelenk.modeling.compiler.relations import WRAP_OF_GEOM
from gelenk.modeling.compiler.sensors import check_history, history_columns
from gelenk.modeling.compiler.spec_columns import (
    check_count,
    column,
    elements_of,
    is_limited,
    polynomial_columns,
    user_columns,
)
from gelenk.modeling.spec.drive_shortcuts import (
    DRIVES,
    activation_count,
    control_count,
    is_valid,
    output_count,
    spec_of,
)
from gelenk.runtime.length_range import LengthRangeError, Work, set_length_range
from gelenk.runtime.plugin_registry import Task
from gelenk.tables.api_enums import mjtBias, mjtDyn, mjtGain
from gelenk.tables.enums import mjtCtrlChart, mjtCtrlInput, mjtJoint, mjtLRMode, mjtObj, mjtTrn
from gelenk.tables.object_types import JOINT_NV

if TYPE_CHECKING:
    from gelenk.modeling.compiler.build import Build

DYNAMICS = {
    int(mjtDyn.mjDYN_PID): (mjtGain.mjGAIN_PID, "pid"),
    int(mjtDyn.mjDYN_DCMOTOR): (mjtGain.mjGAIN_DCMOTOR, "dcmotor"),
}


def check_drive(build: Build, el: Any, target: int) -> None:
    """Fail unless the types, inputs and parameters of a drive are consistent."""
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


# Actuators

TARGET_TYPE = {
    mjtTrn.mjTRN_JOINT: mjtObj.mjOBJ_JOINT,
    mjtTrn.mjTRN_JOINTINPARENT: mjtObj.mjOBJ_JOINT,
    mjtTrn.mjTRN_SLIDERCRANK: mjtObj.mjOBJ_SITE,
    mjtTrn.mjTRN_TENDON: mjtObj.mjOBJ_TENDON,
    mjtTrn.mjTRN_SITE: mjtObj.mjOBJ_SITE,
    int(mjtTrn.mjTRN_BODY): mjtObj.mjOBJ_BODY,
}
TARGET_ATTRIBUTE = {
    mjtTrn.mjTRN_JOINT: "joint",
    mjtTrn.mjTRN_JOINTINPARENT: "jointinparent",
    mjtTrn.mjTRN_SLIDERCRANK: "cranksite",
    mjtTrn.mjTRN_TENDON: "tendon",
    mjtTrn.mjTRN_SITE: "site",
    int(mjtTrn.mjTRN_BODY): "body",
}
REFLECTING = (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT, mjtTrn.mjTRN_TENDON)
SERVO_DYNAMICS = (
    mjtDyn.mjDYN_NONE,
    mjtDyn.mjDYN_FILTEREXACT,
    mjtDyn.mjDYN_INTEGRATOR,
    mjtDyn.mjDYN_PID,
)  # dynamics of servos
Signal = tuple[Any, bool]  # range of a control, and whether the control is limited to it
PID_RANGES = {
    mjtCtrlInput.mjINPUT_POS: "ctrlrange",
    mjtCtrlInput.mjINPUT_VEL: "velrange",
    mjtCtrlInput.mjINPUT_FF: "ffrange",
}  # input of a PID controller -> attribute with the range of this input
SCALAR_JOINTS = (mjtJoint.mjJNT_SLIDE, mjtJoint.mjJNT_HINGE)


# model field -> (spec attribute, columns, dtype) of attributes that are copied unchanged
COPIED = {
    "actuator_dyntype": ("dyntype", 0, np.int32),
    "actuator_gaintype": ("gaintype", 0, np.int32),
    "actuator_biastype": ("biastype", 0, np.int32),
    "actuator_group": ("group", 0, np.int32),
    "actuator_dynprm": ("dynprm", 10, np.float64),
    "actuator_gainprm": ("gainprm", 10, np.float64),
    "actuator_biasprm": ("biasprm", 10, np.float64),
    "actuator_cranklength": ("cranklength", 0, np.float64),
    "actuator_armature": ("armature", 0, np.float64),
    "actuator_forcerange": ("forcerange", 2, np.float64),
    "actuator_actearly": ("actearly", 0, np.uint8),
}


def compile_actuators(build: Build) -> None:
    """Fill actuator_* and the number of activations na."""
    actuators = elements_of(build, mjtObj.mjOBJ_ACTUATOR, build.spec.actuators)
    user = user_columns(build, mjtObj.mjOBJ_ACTUATOR, actuators, "nuser_actuator")
    if not actuators:
        return
    forcelimited, actlimited = [], []
    controls: list[list[Signal]] = []  # per actuator: a Signal for each control
    actrange, trnid = [], []
    for el in actuators:
        check_delay(build, el)
        target = transmission_ids(build, el)
        check_reflected(build, el, target[0])
        trnid.append(target)
        forcelimited.append(is_limited(build, mjtObj.mjOBJ_ACTUATOR, el, "forcelimited", "forcerange"))
        control, activation = control_and_activation_ranges(build, el, target[0])
        actrange.append(activation)
        if (
            int(el.gaintype) in DRIVES
            or int(el.biastype) == mjtBias.mjBIAS_SO3
            or int(el.dyntype) in DYNAMICS
        ):
            check_drive(build, el, target[0])
        controls.append(control_ranges(build, el, control))
        actlimited.append(
            is_limited(build, mjtObj.mjOBJ_ACTUATOR, el, "actlimited", "actrange", given=activation)
        )
        if actlimited[-1] and int(el.dyntype) == mjtDyn.mjDYN_NONE:
            build.fail(
                el, "actrange specified but dyntype is 'none' in actuator", "actrange", "choose a dyntype"
            )
        check_muscle(build, el)
    build.set_fields(
        **{field: column(actuators, *spec) for field, spec in COPIED.items()},
        **polynomial_columns("actuator_damping", "actuator_dampingpoly", column(actuators, "damping")),
    )
    build.set_fields(
        actuator_trnid=trnid,
        actuator_trntype=[transmission_type(el) for el in actuators],
        actuator_user=user,
        actuator_forcelimited=forcelimited,
        actuator_actlimited=actlimited,
        actuator_actrange=actrange,
        actuator_plugin=[instance_of(build, el, Task.ACTUATOR) for el in actuators],
    )
    signal_columns(build, actuators, controls)
    history_columns(build, "actuator", actuators, [len(ranges) for ranges in controls])
    compile_activations(build, actuators)
    build.sizes["nJmom"] = moment_count(build, actuators, trnid)
    check_count(build, build.spec, build.sizes["nJmom"], "the moment arms of actuators", "actuator")
    build.sizes["nactuator"] = len(actuators)


def transmission_type(el: Any) -> int:
    """Return the transmission type of an actuator: mjTRN_SO3 for orientation actuators."""
    return int(mjtTrn.mjTRN_SO3) if int(el.gaintype) == mjtGain.mjGAIN_SO3 else int(el.trntype)


def control_ranges(build: Build, el: Any, control: Any) -> list[Signal]:
    """Return (range, whether the range applies) for each control of an actuator."""
    kind = int(el.gaintype)
    if kind not in DRIVES:
        return [
            (control, is_limited(build, mjtObj.mjOBJ_ACTUATOR, el, "ctrllimited", "ctrlrange", given=control))
        ]
    names = ["ctrlrange"] * control_count(el)
    if kind == mjtGain.mjGAIN_PID:
        spec = spec_of(el)
        names = [name for bit, name in PID_RANGES.items() if spec & bit]
    found: list[Signal] = []
    for name in names:
        given = control if name == "ctrlrange" else floats(el.__dict__[name])
        if name == "ctrlrange":
            limited = is_limited(build, mjtObj.mjOBJ_ACTUATOR, el, "ctrllimited", name, given=given)
        else:  # an explicit range applies regardless of ctrllimited
            limited = bool(given[0] < given[1])
        found.append((given, limited))
    return found


def signal_columns(build: Build, actuators: list, controls: list[list[Signal]]) -> None:
    """Fill the fields with one row per control or per output, and set nu and nout."""
    ctrlnum = [len(ranges) for ranges in controls]
    outnum = [output_count(el) for el in actuators]
    every = [pair for ranges in controls for pair in ranges]
    gear, lengthrange = [], []
    for el, count in zip(actuators, outnum, strict=True):
        gear += [el.__dict__["gear"]] * count
        lengthrange += [el.__dict__["lengthrange"]] * count
    build.set_fields(
        actuator_ctrladr=[end - n for end, n in zip(accumulate(ctrlnum), ctrlnum, strict=True)],
        actuator_ctrlnum=ctrlnum,
        actuator_ctrlspec=[spec_of(el) for el in actuators],
        actuator_outadr=[end - n for end, n in zip(accumulate(outnum), outnum, strict=True)],
        actuator_outnum=outnum,
        actuator_ctrlrange=[given for given, _ in every],
        actuator_ctrllimited=[limited for _, limited in every],
        actuator_gear=gear,
        actuator_lengthrange=lengthrange,
    )
    build.sizes["nu"], build.sizes["nout"] = sum(ctrlnum), sum(outnum)


def check_delay(build: Build, el: Any) -> None:
    """Fail if an actuator has a delay without a history buffer."""
    check_history(build, el)


def check_reflected(build: Build, el: Any, target: int) -> None:
    """Fail if an actuator with damping or armature targets neither a joint nor a tendon.

    Tendons with armature must not have geoms.
    """
    kind = int(el.trntype)
    if kind == mjtTrn.mjTRN_TENDON and el.armature:
        first, count = build.arrays["tendon_adr"][target], build.arrays["tendon_num"][target]
        if set(build.arrays["wrap_type"][first : first + count]) & set(WRAP_OF_GEOM.values()):
            hint = "leave out the armature, or the geom of the tendon"
            build.fail(el, "geom wrapping not supported by tendon armature", "armature", hint)
    if kind in REFLECTING:
        return
    for name in ("damping", "armature"):
        if np.any(el.__dict__[name]):
            build.fail(
                el,
                f"{name} requires joint or tendon transmission in actuator '{el.name}'",
                name,
                "give joint, jointinparent or tendon",
            )


def transmission_ids(build: Build, el: Any) -> tuple[int, int]:
    """Return the ids of the target and the second site (slider or reference); -1: none."""
    kind = int(el.trntype)
    if not el.target:
        build.fail(
            el,
            "missing transmission target for actuator",
            None,
            "give one of joint, jointinparent, tendon, site, body or cranksite",
        )
    second = -1
    if kind == mjtTrn.mjTRN_SLIDERCRANK:
        if not el.cranklength > 0:
            build.fail(el, f"crank length must be positive in actuator '{el.name}'", "cranklength")
        if not el.slidersite:
            build.fail(el, f"missing base site for slider-crank '{el.name}'", "slidersite")
        second = build.lookup(mjtObj.mjOBJ_SITE, el.slidersite, el, "slidersite")
    elif kind == mjtTrn.mjTRN_SITE and el.refsite:
        second = build.lookup(mjtObj.mjOBJ_SITE, el.refsite, el, "refsite")
    if kind not in TARGET_TYPE:
        build.fail(el, "invalid transmission type in actuator", None, "give one transmission target")
    target = build.find(TARGET_TYPE[kind], el.target)
    if target < 0:
        hint = build.suggest(TARGET_TYPE[kind], el.target)
        build.fail(
            el,
            f"unknown transmission target '{el.target}' for actuator id = {el.id}",
            TARGET_ATTRIBUTE[kind],
            hint,
        )
    return target, second


def control_and_activation_ranges(build: Build, el: Any, target: int) -> tuple[Any, Any]:
    """Return control and activation range; inheritrange > 0 derives one from the target.

    The inherited range is middle + inheritrange * (half width) * (-1, 1) of the target's range. It goes into ctrlrange,
    or into actrange if the control is integrated. Only servos inherit, since other actuators of a class may get
    inheritrange from the defaults of a servo.
    """
    factor = float(el.inheritrange)
    stated = floats(el.__dict__["ctrlrange"]), floats(el.__dict__["actrange"])
    if not factor > 0 or not is_servo(el):
        return stated
    if int(el.dyntype) not in SERVO_DYNAMICS:
        build.fail(el, "inheritrange only available for position and intvelocity actuators", "inheritrange")
    low, high = target_range(build, el, target)
    middle, radius = 0.5 * (low + high), 0.5 * (high - low) * factor
    inherited = (middle - radius, middle + radius)
    if int(el.dyntype) == int(mjtDyn.mjDYN_INTEGRATOR):
        return stated[0], inherited
    return inherited, stated[1]


def is_servo(el: Any) -> bool:
    """Return whether the control is a target length: force = kp * (control - length) + ..."""
    if int(el.gaintype) == mjtGain.mjGAIN_PID:
        return int(el.biastype) == mjtBias.mjBIAS_AFFINE
    affine = int(el.gaintype) == mjtGain.mjGAIN_FIXED and int(el.biastype) == mjtBias.mjBIAS_AFFINE
    return affine and el._numbers("gainprm")[0] == -el._numbers("biasprm")[1]


def target_range(build: Build, el: Any, target: int) -> tuple[float, float]:
    """Return the range of the joint or tendon that an actuator with inheritrange acts on."""
    kind = int(el.trntype)
    if kind not in (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_TENDON):
        build.fail(el, "inheritrange can only be used with joint and tendon transmission", "inheritrange")
    if kind == mjtTrn.mjTRN_JOINT and int(build.arrays["jnt_type"][target]) not in SCALAR_JOINTS:
        build.fail(el, "inheritrange can only be used with hinge and slide joints", "inheritrange")
    low, high = build.arrays["jnt_range" if kind == mjtTrn.mjTRN_JOINT else "tendon_range"][target]
    if low == high:
        what = "joint" if kind == mjtTrn.mjTRN_JOINT else "tendon"
        build.fail(
            el,
            f"inheritrange used but target '{el.target}' has no range defined",
            "inheritrange",
            f"give {what} '{el.target}' a range",
        )
    return float(low), float(high)


def moment_count(build: Build, actuators: list, trnid: list[tuple[int, int]]) -> int:
    """Return the number of moment arms to allocate: the dofs of a joint, else nv per actuator."""
    joint_type = build.arrays["jnt_type"]
    count = 0
    for el, (target, _) in zip(actuators, trnid, strict=True):
        if int(el.gaintype) == mjtGain.mjGAIN_SO3:  # three rows of one moment each for a ball joint
            count += 3 * (build.sizes["nv"] if int(el.trntype) == mjtTrn.mjTRN_SITE else 1)
            continue
        joint = int(el.trntype) in (mjtTrn.mjTRN_JOINT, mjtTrn.mjTRN_JOINTINPARENT)
        count += JOINT_NV[int(joint_type[target])] if joint else build.sizes["nv"]
    return count


def compile_activations(build: Build, actuators: list) -> None:
    """Fill actuator_actadr, actuator_actnum and na.

    Only user dynamics and plugins may have actdim > 1.
    """
    adr, num = [-1] * len(actuators), [0] * len(actuators)
    na = 0
    for i, el in enumerate(actuators):
        stateful, dim = int(el.dyntype) != mjtDyn.mjDYN_NONE, int(el.actdim)
        own = activation_count(el)
        if own is not None:  # check_drive has compared it with actdim
            num[i] = own
            adr[i] = na if own else -1
            na += own
            continue
        if has_plugin(el):  # the plugin checks actdim itself
            check_count(build, el, dim, "the activation state", "actdim")
            num[i] = dim if dim >= 0 else int(stateful)
            adr[i] = na if num[i] else -1
            na += num[i]
            continue
        if dim > 1 and int(el.dyntype) != mjtDyn.mjDYN_USER:
            build.fail(el, "actdim > 1 is only allowed for dyntype 'user' in actuator", "actdim")
        if dim == 0 and stateful:
            build.fail(
                el, "invalid actdim 0 in stateful actuator", "actdim", "leave actdim out, or at least 1"
            )
        if dim > 0 and not stateful:
            build.fail(
                el,
                f"invalid actdim {dim} in stateless actuator",
                "actdim",
                "choose a dyntype, or leave actdim out",
            )
        check_count(build, el, dim, "the activation state", "actdim")
        if stateful:
            num[i] = dim if dim > 0 else 1
            adr[i] = na
            na += num[i]
    build.set_fields(actuator_actadr=adr, actuator_actnum=num)
    build.sizes["na"] = na


def check_muscle(build: Build, el: Any) -> None:
    """Fail on invalid muscle parameters.

    The parameters are range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax.
    """
    for kind, muscle, name in (
        (el.gaintype, mjtGain.mjGAIN_MUSCLE, "gainprm"),
        (el.biastype, mjtBias.mjBIAS_MUSCLE, "biasprm"),
    ):
        if kind != muscle:
            continue
        prm = floats(el.__dict__[name])
        if not prm[0] < prm[1]:
            build.fail(el, f"range[0] < range[1] required in muscle, not {prm[0]:g} {prm[1]:g}", "range")
        if not prm[4] < 1 < prm[5]:
            build.fail(el, f"lmin < 1 < lmax required in muscle, not lmin={prm[4]:g} lmax={prm[5]:g}", "lmin")
        if not (prm[3] > 0 and prm[6] > 0 and prm[7] > 0 and prm[8] > 0):
            build.fail(el, f"positive scale, vmax, fpmax, fvmax required in muscle '{el.name}'", "scale")


def set_length_ranges(build: Build, model: Any) -> None:
    """Set lengthranges as LRopt says: stated, from target limits, or by simulation."""
    options = build.spec.compiler.LRopt
    muscles = int(options.mode) in (int(mjtLRMode.mjLRMODE_NONE), int(mjtLRMode.mjLRMODE_MUSCLE))
    work = Work()
    for i, el in enumerate(build.elements[int(mjtObj.mjOBJ_ACTUATOR)]):
        if muscles and el.gaintype != mjtGain.mjGAIN_MUSCLE and el.biastype != mjtBias.mjBIAS_MUSCLE:
            continue
        try:
            set_length_range(model, i, options, work)
        except LengthRangeError as error:
            hint = "give its lengthrange, or limits to the joints that it moves"
            build.fail(el, f"{error}, in actuator {i}", "lengthrange", hint)
