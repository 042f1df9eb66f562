"""Actuation: actuator forces and activation dynamics.

Documents: Computation / General framework / Actuation model

control    delayed, clamped to ctrlrange; if any control is bad, all are zero
dynamics   act_dot = ctrl (integrator), (ctrl - act) / t (filters), of the muscle, or of the user
force      p = gain(l, v) * (act, next act or control) + bias(l, v), within the tendon's range and forcerange
joints     qfrc_actuator = moment' p + gravity compensation (actuatorgravcomp), clamped to actuatorfrcrange

Types "user" call mjcb_act_dyn, _gain, _bias; without these callbacks act_dot is 0, gain 1, bias 0.
"""

import math

from gelenk.algebra.linalg import zero
from gelenk.algebra.vec import clamp
from gelenk.engine.force.muscle import muscle_bias, muscle_dynamics, muscle_gain
from gelenk.engine.force.passive import has_gravcomp
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, JOINT, JOINT_END
from gelenk.engine.stage_calls import (
    ACT_BIAS,
    ACT_DYN,
    ACT_GAIN,
    ask_callback,
    call_far,
    is_set,
    require,
    warn,
)
from gelenk.tables.enums import (
    mjMAXVAL,
    mjMINVAL,
    mjtBias,
    mjtDisableBit,
    mjtDyn,
    mjtGain,
    mjtJoint,
    mjtPluginCapabilityBit,
    mjtTrn,
    mjtWarning,
)
from gelenk.tables.releases import R3_11
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

DELAYED_CONTROLS, RUN_PLUGINS = INDEX["delayed_controls"], INDEX["run_plugins"]
DRIVES = INDEX["drives"]
# tasks of drives.py; ADVANCE_MEAN takes the mean rates of Runge-Kutta
FORCES, ADVANCE, ADVANCE_MEAN = range(3)


@kernel
def is_bad(x: float) -> bool:
    """Return whether x is NaN or exceeds mjMAXVAL in magnitude."""
    return not (-mjMAXVAL <= x <= mjMAXVAL)


@kernel
def is_disabled(m: Model, i: int) -> bool:
    """Return whether the group of actuator i is disabled (option disableactuator)."""
    if m.opt.disableactuator == 0:
        return False
    group = m.actuator_group[i]
    return 0 <= group <= 30 and m.opt.disableactuator & (1 << group) != 0


@kernel
def is_drive(m: Model, i: int) -> bool:
    """Return whether actuator i is a pid, dcmotor or orientation actuator (drives.py)."""
    kind = m.actuator_gaintype[i]
    if kind <= mjtGain.mjGAIN_MUSCLE:
        return False
    return kind == m.gain_pid or kind == m.gain_dcmotor or (kind == m.gain_so3 and m.actuator_outnum[i] == 3)


@kernel
def limits_itself(m: Model, i: int) -> bool:
    """Return whether drives.py, not fwd_actuation, applies forcerange to actuator i."""
    return m.actuator_outnum[i] != 1 or m.actuator_gaintype[i] == m.gain_dcmotor


@kernel
def control(m: Model, d: Data, i: int) -> float:
    """Return the first control of actuator i; 0 if it has none."""
    return d.ctrl_used[m.actuator_ctrladr[i]] if m.actuator_ctrlnum[i] > 0 else 0.0


@kernel
def use_controls(m: Model, d: Data) -> None:
    """Write ctrl_used: controls after their delay, clamped to their ranges.

    If any control is NaN or exceeds mjMAXVAL, all are set to zero and BADCTRL is counted.
    """
    limited = m.opt.disableflags & mjtDisableBit.mjDSBL_CLAMPCTRL == 0
    delayed = m.nhistory > 0
    if delayed:
        require(m, d, DELAYED_CONTROLS)
    for i in range(m.nu):
        u = d.ctrl_used[i] if delayed else d.ctrl[i]
        if limited and m.actuator_ctrllimited[i] != 0 and u == u:
            u = clamp(u, m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1])
        if is_bad(u):
            warn(d, mjtWarning.mjWARN_BADCTRL, i)
            for k in range(m.nu):
                d.ctrl_used[k] = 0.0
            return
        d.ctrl_used[i] = u


@kernel
def is_of_plugin(m: Model, i: int) -> bool:
    """Return whether a plugin computes actuator i."""
    return m.nplugin > 0 and m.actuator_plugin[i] >= 0


@kernel
def turn_period(m: Model, i: int) -> float:
    """Return the period of the setpoint of a rotation servo; 0 for other actuators.

    A rotation servo controls the position of a ball joint or the orientation of a site relative to another site, in
    models of release 3.11 and later. The period is 2 pi times the norm of the gear.
    """
    if m.release[0] < R3_11:
        return 0.0
    kind, out, first = m.actuator_trntype[i], m.actuator_outadr[i], 0
    if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
        if m.jnt_type[m.actuator_trnid[i, 0]] != mjtJoint.mjJNT_BALL:
            return 0.0
    elif kind == mjtTrn.mjTRN_SITE and m.actuator_trnid[i, 1] >= 0:
        if m.actuator_gear[out, 0] != 0.0 or m.actuator_gear[out, 1] != 0.0 or m.actuator_gear[out, 2] != 0.0:
            return 0.0
        first = 3
    else:
        return 0.0
    affine_servo = (
        m.actuator_gaintype[i] == mjtGain.mjGAIN_FIXED
        and m.actuator_biastype[i] == mjtBias.mjBIAS_AFFINE
        and m.actuator_gainprm[i, 0] == -m.actuator_biasprm[i, 1]
    )
    if not affine_servo and m.actuator_gaintype[i] != m.gain_pid:
        return 0.0
    x, y, z = m.actuator_gear[out, first], m.actuator_gear[out, first + 1], m.actuator_gear[out, first + 2]
    return 2.0 * math.pi * math.sqrt(x * x + y * y + z * z)


@kernel
def nearest_turn(u: float, period: float, target: float) -> float:
    """Return u plus the multiple of the period that is nearest to target."""
    if period <= mjMINVAL:
        return u
    return u - period * math.floor((u - target) / period + 0.5)


@kernel
def activation_rate(m: Model, d: Data, i: int) -> float:
    """Return act_dot of the activation of actuator i that does not belong to a plugin."""
    kind = m.actuator_dyntype[i]
    # the last activation; those before it belong to a plugin
    adr = m.actuator_actadr[i] + m.actuator_actnum[i] - 1
    if kind == mjtDyn.mjDYN_INTEGRATOR:
        return control(m, d, i)
    if mjtDyn.mjDYN_FILTER <= kind <= mjtDyn.mjDYN_FILTEREXACT:
        u = nearest_turn(control(m, d, i), turn_period(m, i), d.act[adr])
        return (u - d.act[adr]) / max(mjMINVAL, m.actuator_dynprm[i, 0])
    if kind == mjtDyn.mjDYN_MUSCLE:
        return muscle_dynamics(control(m, d, i), d.act[adr], m.actuator_dynprm[i])
    return ask_callback(m, d, ACT_DYN, i, 0) if is_set(m, ACT_DYN) else 0.0


@kernel
def activation_dynamics(m: Model, d: Data) -> bool:
    """Compute act_dot of all actuators except drives; return whether a drive has activations."""
    found = False
    for i in range(m.nactuator):
        adr, num = m.actuator_actadr[i], m.actuator_actnum[i]
        if num > 0 and is_drive(m, i):
            found = True
            continue
        if num == 1:
            d.act_dot[adr] = activation_rate(m, d, i)
        elif num > 1:
            zero(d.act_dot[adr:], num)
            if is_of_plugin(m, i):
                if m.actuator_dyntype[i] != mjtDyn.mjDYN_NONE:
                    d.act_dot[adr + num - 1] = activation_rate(m, d, i)
                continue
            if is_set(m, ACT_DYN):  # the callback writes act_dot itself
                ask_callback(m, d, ACT_DYN, i, 0)
    return found


@kernel
def next_activation(m: Model, d: Data, i: int, k: int, rate: float) -> float:
    """Return act[k] of actuator i one timestep later at ``rate``, clamped to actrange.

    The type filterexact is integrated exactly, the others by Euler's method. The activation of a rotation servo is
    shifted by whole periods to the value nearest to the length.
    """
    h = m.opt.timestep
    if m.actuator_dyntype[i] == mjtDyn.mjDYN_FILTEREXACT:
        tau = max(mjMINVAL, m.actuator_dynprm[i, 0])
        act = d.act[k] + rate * tau * (1.0 - math.exp(-h / tau))
    else:
        act = d.act[k] + rate * h
    if is_of_plugin(m, i):  # the range applies to the actuator's own activation, the last one
        if m.actuator_dyntype[i] == mjtDyn.mjDYN_NONE or k < m.actuator_actadr[i] + m.actuator_actnum[i] - 1:
            return act
    if m.actuator_actlimited[i] != 0:
        act = clamp(act, m.actuator_actrange[i, 0], m.actuator_actrange[i, 1])
    return nearest_turn(act, turn_period(m, i), d.actuator_length[m.actuator_outadr[i]])


@kernel
def affine(prm: View, length: float, velocity: float) -> float:
    return prm[0] + prm[1] * length + prm[2] * velocity


@kernel
def gain(m: Model, d: Data, i: int) -> float:
    """Return the gain of actuator i, the factor of control or activation in its force."""
    kind, out = m.actuator_gaintype[i], m.actuator_outadr[i]
    if kind == mjtGain.mjGAIN_FIXED:
        return m.actuator_gainprm[i, 0]
    if kind == mjtGain.mjGAIN_AFFINE:
        return affine(m.actuator_gainprm[i], d.actuator_length[out], d.actuator_velocity[out])
    if kind == mjtGain.mjGAIN_MUSCLE:
        low, high = m.actuator_lengthrange[out, 0], m.actuator_lengthrange[out, 1]
        length, velocity = d.actuator_length[out], d.actuator_velocity[out]
        return muscle_gain(length, velocity, low, high, m.actuator_acc0[out], m.actuator_gainprm[i])
    return ask_callback(m, d, ACT_GAIN, i, 0) if is_set(m, ACT_GAIN) else 1.0


@kernel
def bias(m: Model, d: Data, i: int) -> float:
    """Return the bias term of the force of actuator i."""
    kind, out = m.actuator_biastype[i], m.actuator_outadr[i]
    if kind == mjtBias.mjBIAS_NONE:
        return 0.0
    if kind == mjtBias.mjBIAS_AFFINE:
        return affine(m.actuator_biasprm[i], d.actuator_length[out], d.actuator_velocity[out])
    if kind == mjtBias.mjBIAS_MUSCLE:
        low, high = m.actuator_lengthrange[out, 0], m.actuator_lengthrange[out, 1]
        return muscle_bias(d.actuator_length[out], low, high, m.actuator_acc0[out], m.actuator_biasprm[i])
    return ask_callback(m, d, ACT_BIAS, i, 0) if is_set(m, ACT_BIAS) else 0.0


@kernel
def actuator_input(m: Model, d: Data, i: int) -> float:
    """Return the factor of the gain: the last activation, or the control if there is none.

    With actearly, the activation at the end of the step is used.
    """
    if m.actuator_actnum[i] == 0:
        return control(m, d, i)
    last = m.actuator_actadr[i] + m.actuator_actnum[i] - 1
    if m.actuator_actearly[i] != 0:
        return next_activation(m, d, i, last, d.act_dot[last])
    return d.act[last]


@kernel
def tendon_force(m: Model, d: Data, t: int) -> float:
    """Return the sum of the actuator forces on tendon t."""
    total = 0.0
    for i in range(m.nactuator):
        if m.actuator_trntype[i] == mjtTrn.mjTRN_TENDON and m.actuator_trnid[i, 0] == t:
            total += d.actuator_force[m.actuator_outadr[i]]
    return total


@kernel
def limit_tendons(m: Model, d: Data) -> None:
    """Scale actuator forces so that their sum on each tendon is within actuatorfrcrange."""
    for t in range(m.ntendon):
        if m.tendon_actfrclimited[t] == 0:
            continue
        total = tendon_force(m, d, t)
        allowed = clamp(total, m.tendon_actfrcrange[t, 0], m.tendon_actfrcrange[t, 1])
        if allowed == total:
            continue
        for i in range(m.nactuator):
            if m.actuator_trntype[i] == mjtTrn.mjTRN_TENDON and m.actuator_trnid[i, 0] == t:
                d.actuator_force[m.actuator_outadr[i]] *= allowed / total


@kernel
def add_output(d: Data, out: int) -> None:
    """qfrc_actuator += moment' force of output ``out``"""
    force = d.actuator_force[out]
    if force != 0.0:
        adr, nnz = d.moment_rowadr[out], d.moment_rownnz[out]
        if nnz == 1:  # hinge or slide
            d.qfrc_actuator[d.moment_colind[adr]] += d.actuator_moment[adr] * force
            return
        for k in range(adr, adr + nnz):
            d.qfrc_actuator[d.moment_colind[k]] += d.actuator_moment[k] * force


@kernel
def joint_forces(m: Model, d: Data) -> None:
    """qfrc_actuator = moment' force + gravity compensation, clamped to actuatorfrcrange"""
    single = m.nout == m.nactuator  # actuator i has one output, i
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        if single:
            add_output(d, i)
        else:
            for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
                add_output(d, out)
    if has_gravcomp(m):
        for r in range(d.nrun):
            for dof in range(d.run[r, DOF], d.run[r, DOF_END]):
                if m.jnt_actgravcomp[m.dof_jntid[dof]] != 0:
                    d.qfrc_actuator[dof] += d.qfrc_gravcomp[dof]
    for r in range(d.nrun):
        for j in range(d.run[r, JOINT], d.run[r, JOINT_END]):
            if m.jnt_actfrclimited[j] != 0 and m.jnt_type[j] >= mjtJoint.mjJNT_SLIDE:
                dof = m.jnt_dofadr[j]
                low, high = m.jnt_actfrcrange[j, 0], m.jnt_actfrcrange[j, 1]
                d.qfrc_actuator[dof] = clamp(d.qfrc_actuator[dof], low, high)


@kernel
def fwd_actuation(m: Model, d: Data) -> None:
    """Compute actuator forces in actuator and joint space, and act_dot (mj_fwdActuation).

    Reads   ctrl, history, act, actuator_length, actuator_velocity (nout), actuator_moment (CSR), qfrc_gravcomp (nv)
    Writes  act_dot (na), actuator_force (nout), qfrc_actuator (nv) [N or N m]
    Warns   BADCTRL with the id of the actuator
    Source  Computation / Actuation model
    """
    zero(d.qfrc_actuator, m.nv)
    if m.nactuator == 0 or m.opt.disableflags & mjtDisableBit.mjDSBL_ACTUATION != 0:
        zero(d.actuator_force, m.nout)
        zero(d.act_dot, m.na)
        return
    use_controls(m, d)
    found = False
    if m.na > 0:
        found = activation_dynamics(m, d)
    turns = m.release[0] >= R3_11
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        force = 0.0
        if is_drive(m, i):
            found = True
            for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
                d.actuator_force[out] = 0.0
            continue
        if not is_disabled(m, i) and not is_of_plugin(m, i):
            u = actuator_input(m, d, i)
            if turns:
                u = nearest_turn(u, turn_period(m, i), d.actuator_length[m.actuator_outadr[i]])
            force = gain(m, d, i) * u + bias(m, d, i)
        d.actuator_force[m.actuator_outadr[i]] = force
    if found:
        call_far(m, d, DRIVES, FORCES, 0)
    if m.nplugin > 0:
        call_far(m, d, RUN_PLUGINS, mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR, 0)
    if m.ntendon > 0:
        limit_tendons(m, d)
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        if m.actuator_forcelimited[i] != 0 and not limits_itself(m, i):
            low, high = m.actuator_forcerange[i, 0], m.actuator_forcerange[i, 1]
            out = m.actuator_outadr[i]
            d.actuator_force[out] = clamp(d.actuator_force[out], low, high)
    joint_forces(m, d)
