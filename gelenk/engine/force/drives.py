"""Drives: pid, dcmotor and orientation actuators, with several inputs or outputs.

Documents: XML reference / actuator / pid, dcmotor, orientation (of 4.0.0); Computation / Actuation model

pid          p = kp (pos - l) + kv (vel - v) + ki x + ff, with the setpoint pos at the end of the step
dcmotor      p = K i + A sin(N l + phi) - (s0 z + s1 z'), with the current i driven by the voltage; K i is clamped
             to forcerange
orientation  p = kp log(q^-1 q*) - kv w in the child frame, three outputs

Activations, in this order; an actuator has only those that it uses
    slew         the setpoint, which follows the first input at a rate of at most slewmax
    integral     time integral of the position error; stops growing beyond imax
    temperature  of the winding, relative to ambient       T' = (i^2 R - T / Rth) / C,  R = R0 (1 + alpha (T + Ta - T0))
    bristle      deflection z                              z' = w - s0 |w| / g z,  g = Fc + (Fs - Fc) exp(-(w / vs)^2)
    current      i, with inductance                        i' = ((v - K w) / R - i) / te
Bristle and current are integrated exactly over the step, the others by Euler's method. The time constant te of the
current is constant: that at the resistance R0.

Parameters   pid      gainprm ki    dynprm imax slewmax    biasprm 0 -kp -kv
             dcmotor  gainprm R K alpha T0 kp ki kd Vmax    dynprm te rate Rth C Ta s0 s1 slewmax Imax
                      biasprm A N phi Fc Fs vs
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    clamp,
    dot,
    get3,
    get4,
    mul_quat,
    neg_quat,
    norm,
    normalize4,
    pick,
    rotation_vector,
    rotvec_to_quat,
    set3,
)
from gelenk.engine.force.actuation import (
    ADVANCE,
    ADVANCE_MEAN,
    FORCES,
    affine,
    is_disabled,
    is_drive,
    nearest_turn,
    turn_period,
)
from gelenk.tables.enums import mjMINVAL, mjtBias, mjtCtrlChart, mjtCtrlInput, mjtDyn
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

CONTROLLED = int(mjtCtrlInput.mjINPUT_POS | mjtCtrlInput.mjINPUT_VEL | mjtCtrlInput.mjINPUT_FF)
UNUSED = -1  # address of an activation that the actuator does not have


@kernel
def command(m: Model, d: Data, i: int, bit: int) -> float:
    """Return the input of actuator ``i`` selected by a bit of mjtCtrlInput; 0 if absent."""
    spec = m.actuator_ctrlspec[i]
    if spec & bit == 0:
        return 0.0
    k = 0
    lower = 1
    while lower < bit:
        k += 1 if spec & lower != 0 else 0
        lower *= 2
    return d.ctrl_used[m.actuator_ctrladr[i] + k] if k < m.actuator_ctrlnum[i] else 0.0


@kernel
def places(m: Model, i: int) -> tuple[int, int, int, int, int]:
    """Return the addresses in act of slew, integral, temperature, bristle and current.

    The address of an activation that the actuator does not have is UNUSED.
    """
    motor = m.actuator_gaintype[i] == m.gain_dcmotor
    ki, slewmax = m.actuator_gainprm[i, 0], m.actuator_dynprm[i, 1]
    if motor:
        ki, slewmax = m.actuator_gainprm[i, 5], m.actuator_dynprm[i, 7]
    k = m.actuator_actadr[i]
    end = k + m.actuator_actnum[i]  # programs may edit the parameters, so addresses are limited
    slew, integral, temperature, bristle, current = UNUSED, UNUSED, UNUSED, UNUSED, UNUSED
    if slewmax > 0.0 and k < end:
        slew = k
        k += 1
    if ki != 0.0 and k < end:
        integral = k
        k += 1
    if motor and m.actuator_dynprm[i, 2] > 0.0 and k < end:
        temperature = k
        k += 1
    if motor and m.actuator_dynprm[i, 5] > 0.0 and k < end:
        bristle = k
        k += 1
    if motor and m.actuator_dynprm[i, 0] > 0.0 and k < end:
        current = k
    return slew, integral, temperature, bristle, current


@kernel
def slewed(m: Model, d: Data, place: int, u: float, most: float) -> float:
    """Return the rate-limited setpoint at the end of the step; write its activation rate."""
    if place == UNUSED:
        return u
    h = m.opt.timestep
    rate = clamp((u - d.act[place]) / h, -most, most)
    d.act_dot[place] = rate
    return d.act[place] + h * rate


@kernel
def pid_force(m: Model, d: Data, i: int) -> float:
    """Return the force of a PID controller; write its derivatives and activation rates."""
    out = m.actuator_outadr[i]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]
    slew, integral, _, _, _ = places(m, i)
    kp, kv = -m.actuator_biasprm[i, 1], -m.actuator_biasprm[i, 2]
    pos, period = command(m, d, i, mjtCtrlInput.mjINPUT_POS), turn_period(m, i)
    if slew != UNUSED:
        pos = slewed(m, d, slew, nearest_turn(pos, period, d.act[slew]), m.actuator_dynprm[i, 1])
    pos = nearest_turn(pos, period, length)
    force = kp * pos + kv * command(m, d, i, mjtCtrlInput.mjINPUT_VEL)
    force += command(m, d, i, mjtCtrlInput.mjINPUT_FF)
    if integral != UNUSED:
        d.act_dot[integral] = integral_rate(d, integral, pos - length, m.actuator_dynprm[i, 0])
        force += m.actuator_gainprm[i, 0] * d.act[integral]
    d.drive_slope[out] = 0.0
    d.drive_stiffness[out] = 0.0
    if m.actuator_biastype[i] == mjtBias.mjBIAS_AFFINE:
        force += affine(m.actuator_biasprm[i], length, velocity)
        d.drive_slope[out] = -kv
        d.drive_stiffness[out] = kp
    return force


@kernel
def integral_rate(d: Data, place: int, error: float, most: float) -> float:
    """Return the rate of an integral: the error, or 0 at the limit ``most`` (0: no limit)."""
    x = d.act[place]
    if most > 0.0 and ((x >= most and error > 0.0) or (x <= -most and error < 0.0)):
        return 0.0
    return error


# DC motors


@kernel
def resistance(m: Model, d: Data, i: int, temperature: int) -> float:
    """Return the resistance of a motor [Ohm] at its temperature."""
    r = m.actuator_gainprm[i, 0]
    if temperature == UNUSED:
        return r
    rise = d.act[temperature] + m.actuator_dynprm[i, 4] - m.actuator_gainprm[i, 3]
    return r * (1.0 + m.actuator_gainprm[i, 2] * rise)


@kernel
def steady_force(m: Model, i: int, w: float) -> float:
    """Return g, the friction torque at steady sliding velocity w [N m]."""
    coulomb, static, vs = m.actuator_biasprm[i, 3], m.actuator_biasprm[i, 4], m.actuator_biasprm[i, 5]
    ratio = w / max(mjMINVAL, vs)
    return max(mjMINVAL, coulomb + (static - coulomb) * math.exp(-ratio * ratio))


@kernel
def bristle_decay(m: Model, i: int, w: float) -> float:
    """Return the decay rate s0 |w| / g of the bristle deflection [1/s]."""
    return m.actuator_dynprm[i, 5] * abs(w) / steady_force(m, i, w)


@kernel
def control_torque(m: Model, d: Data, i: int, slew: int, integral: int) -> float:
    """Return the torque that a motor's controller requests; write activation rates."""
    out = m.actuator_outadr[i]
    length, w = d.actuator_length[out], d.actuator_velocity[out]
    spec = m.actuator_ctrlspec[i]
    pos = command(m, d, i, mjtCtrlInput.mjINPUT_POS)
    vel = command(m, d, i, mjtCtrlInput.mjINPUT_VEL)
    ff = command(m, d, i, mjtCtrlInput.mjINPUT_FF)
    most = m.actuator_dynprm[i, 7]
    if spec & mjtCtrlInput.mjINPUT_POS != 0:
        pos = slewed(m, d, slew, pos, most)
    elif spec & mjtCtrlInput.mjINPUT_VEL != 0:
        vel = slewed(m, d, slew, vel, most)
    else:
        ff = slewed(m, d, slew, ff, most)
    torque = m.actuator_gainprm[i, 4] * (pos - length) + m.actuator_gainprm[i, 6] * (vel - w) + ff
    if integral != UNUSED:
        d.act_dot[integral] = integral_rate(d, integral, pos - length, m.actuator_dynprm[i, 8])
        torque += m.actuator_gainprm[i, 5] * d.act[integral]
    return torque


@kernel
def motor_voltage(m: Model, d: Data, i: int, slew: int, integral: int) -> tuple[float, float, float]:
    """Return the voltage of a motor [V], and its derivatives by velocity and length."""
    volt = command(m, d, i, mjtCtrlInput.mjINPUT_VOLTAGE)
    r, k = m.actuator_gainprm[i, 0], m.actuator_gainprm[i, 1]
    if m.actuator_ctrlspec[i] & CONTROLLED == 0 or k <= 0.0:
        return volt, 0.0, 0.0
    w = d.actuator_velocity[m.actuator_outadr[i]]
    driven = r / k * control_torque(m, d, i, slew, integral) + k * w
    slope = k - r / k * m.actuator_gainprm[i, 6]
    length_slope = -r / k * m.actuator_gainprm[i, 4]
    most = m.actuator_gainprm[i, 7]
    if most > 0.0 and abs(driven) >= most:
        driven = clamp(driven, -most, most)
        slope = 0.0
        length_slope = 0.0
    return volt + driven, slope, length_slope


@kernel
def electric_share(m: Model, i: int) -> float:
    """Return 1 - exp(-h / te), the relative decay of the current's deviation in one step.

    The deviation is that from the steady value.
    """
    return 1.0 - math.exp(-m.opt.timestep / m.actuator_dynprm[i, 0])


@kernel
def motor_force(m: Model, d: Data, i: int) -> float:
    """Return the torque of a motor; write its derivatives and activation rates."""
    out = m.actuator_outadr[i]
    length, w = d.actuator_length[out], d.actuator_velocity[out]
    slew, integral, temperature, bristle, current = places(m, i)
    k = m.actuator_gainprm[i, 1]
    volt, volt_slope, length_slope = motor_voltage(m, d, i, slew, integral)
    r = max(mjMINVAL, resistance(m, d, i, temperature))
    amps, slope = (volt - k * w) / r, k * (volt_slope - k) / r
    stiffness = -k * length_slope / r
    if temperature != UNUSED:
        lost = d.act[temperature] / m.actuator_dynprm[i, 2]
        heating = d.act[current] if current != UNUSED else amps
        d.act_dot[temperature] = (heating * heating * r - lost) / max(mjMINVAL, m.actuator_dynprm[i, 3])
    if current != UNUSED:
        rate, most = (amps - d.act[current]) / m.actuator_dynprm[i, 0], m.actuator_dynprm[i, 1]
        slope *= electric_share(m, i)
        stiffness *= electric_share(m, i)
        if most > 0.0 and abs(rate) > most:
            rate = clamp(rate, -most, most)
            slope = 0.0
            stiffness = 0.0
        d.act_dot[current] = rate
        amps = d.act[current] + rate * m.actuator_dynprm[i, 0] * electric_share(m, i)
    force = k * amps
    if m.actuator_forcelimited[i] != 0:  # forcerange limits K i, not cogging and friction
        low, high = m.actuator_forcerange[i, 0], m.actuator_forcerange[i, 1]
        if force <= low or force >= high:
            force = clamp(force, low, high)
            slope = 0.0
            stiffness = 0.0
    phase = m.actuator_biasprm[i, 1] * length + m.actuator_biasprm[i, 2]
    force += m.actuator_biasprm[i, 0] * math.sin(phase)
    stiffness -= m.actuator_biasprm[i, 0] * m.actuator_biasprm[i, 1] * math.cos(phase)
    if bristle != UNUSED:
        s0, s1, z = m.actuator_dynprm[i, 5], m.actuator_dynprm[i, 6], d.act[bristle]
        rate = w - bristle_decay(m, i, w) * z
        d.act_dot[bristle] = rate
        force -= s0 * z + s1 * rate
        slope -= s1
    d.drive_slope[out] = slope
    d.drive_stiffness[out] = stiffness
    return force


# Orientations


@kernel
def orientation_force(m: Model, d: Data, i: int) -> Vec3:
    """Return the torque of an orientation servo in the child frame [N m]."""
    out, adr, num = m.actuator_outadr[i], m.actuator_ctrladr[i], m.actuator_ctrlnum[i]
    turn = (0.0, 0.0, 0.0)
    if m.actuator_actnum[i] >= 3:
        turn = get3(d.act, m.actuator_actadr[i])
    elif num >= 3:
        turn = get3(d.ctrl_used, adr)
    target = rotvec_to_quat(turn)
    if m.actuator_ctrlspec[i] == mjtCtrlChart.mjCHART_QUAT and num == 4:
        target = normalize4(get4(d.ctrl_used, adr))
    now = rotvec_to_quat(get3(d.actuator_length, out))
    error = rotation_vector(mul_quat(neg_quat(now), target))
    kp, kv = m.actuator_gainprm[i, 0], -m.actuator_biasprm[i, 2]
    return (
        kp * error[0] - kv * d.actuator_velocity[out],
        kp * error[1] - kv * d.actuator_velocity[out + 1],
        kp * error[2] - kv * d.actuator_velocity[out + 2],
    )


@kernel
def orient(m: Model, d: Data, i: int) -> None:
    """Write the torque of an orientation servo, within forcerange, and its derivatives."""
    out = m.actuator_outadr[i]
    force = orientation_force(m, d, i)
    slope, most = m.actuator_biasprm[i, 2], m.actuator_forcerange[i, 1]
    stiffness = m.actuator_gainprm[i, 0]
    size = norm(force)
    factor = 1.0
    if m.actuator_forcelimited[i] != 0 and size > most:
        factor = most / size
        slope = 0.0
        stiffness = 0.0
    for k in range(3):
        d.actuator_force[out + k] = factor * pick(force, k)
        d.drive_slope[out + k] = slope
        d.drive_stiffness[out + k] = stiffness


# Tasks


@kernel
def rates_of_orientation(m: Model, d: Data, i: int) -> None:
    """Write act_dot of an orientation servo: its controls under type integrator, else 0."""
    adr, num = m.actuator_actadr[i], m.actuator_actnum[i]
    for k in range(num):
        integrated = m.actuator_dyntype[i] == mjtDyn.mjDYN_INTEGRATOR and k < m.actuator_ctrlnum[i]
        d.act_dot[adr + k] = d.ctrl_used[m.actuator_ctrladr[i] + k] if integrated else 0.0


@kernel
def compute_forces(m: Model, d: Data) -> None:
    """Write forces, derivatives and activation rates of all drives.

    The force of a drive that sleeps or is disabled is not written.
    """
    at = 0
    for i in range(m.nactuator):
        awake = at < d.nactuator_awake and d.actuator_awake[at] == i
        at += 1 if awake else 0
        if not is_drive(m, i):
            continue
        out = m.actuator_outadr[i]
        kind = m.actuator_gaintype[i]
        idle = not awake or is_disabled(m, i)
        if kind == m.gain_so3:
            rates_of_orientation(m, d, i)
            if not idle:
                orient(m, d, i)
            continue
        for k in range(m.actuator_actadr[i], m.actuator_actadr[i] + m.actuator_actnum[i]):
            d.act_dot[k] = 0.0
        force = motor_force(m, d, i) if kind == m.gain_dcmotor else pid_force(m, d, i)
        if not idle:
            d.actuator_force[out] = force


@kernel
def advance_orientation(m: Model, d: Data, i: int, act_dot: View) -> None:
    """Advance the setpoint of an orientation servo; wrap its rotation angle to [0, pi]."""
    h, adr = m.opt.timestep, m.actuator_actadr[i]
    for k in range(adr, adr + m.actuator_actnum[i]):
        d.act[k] += h * act_dot[k]
        if m.actuator_actlimited[i] != 0:
            d.act[k] = clamp(d.act[k], m.actuator_actrange[i, 0], m.actuator_actrange[i, 1])
    if m.actuator_actnum[i] >= 3:
        vector = get3(d.act, adr)
        if dot(vector, vector) > math.pi * math.pi:
            set3(d.act, adr, rotation_vector(rotvec_to_quat(vector)))


@kernel
def sliding_velocity(m: Model, d: Data, i: int, task: int) -> float:
    """Return the sliding velocity at the start of the step, by which bristles advance."""
    out = m.actuator_outadr[i]
    if task == ADVANCE:
        return d.actuator_velocity[out]
    w = 0.0  # actuator_velocity is of the last stage of Runge-Kutta, qvel of the start of the step
    for k in range(d.moment_rowadr[out], d.moment_rowadr[out] + d.moment_rownnz[out]):
        w += d.actuator_moment[k] * d.qvel[d.moment_colind[k]]
    return w


@kernel
def advance_drive(m: Model, d: Data, i: int, act_dot: View, task: int) -> None:
    """Advance the activations of a drive by one timestep."""
    h = m.opt.timestep
    if m.actuator_gaintype[i] == m.gain_so3:
        advance_orientation(m, d, i, act_dot)
        return
    slew, integral, temperature, bristle, current = places(m, i)
    imax = m.actuator_dynprm[i, 8] if m.actuator_gaintype[i] == m.gain_dcmotor else 0.0
    if slew != UNUSED:
        d.act[slew] += h * act_dot[slew]
    if integral != UNUSED:
        total = d.act[integral] + h * act_dot[integral]
        d.act[integral] = clamp(total, -imax, imax) if imax > 0.0 else total
    if temperature != UNUSED:
        d.act[temperature] += h * act_dot[temperature]
    if bristle != UNUSED:
        w = sliding_velocity(m, d, i, task)
        decay = bristle_decay(m, i, w)
        time = (1.0 - math.exp(-decay * h)) / decay if decay > mjMINVAL else h
        d.act[bristle] += time * (w - decay * d.act[bristle])
    if current != UNUSED:
        d.act[current] += act_dot[current] * m.actuator_dynprm[i, 0] * electric_share(m, i)


@kernel
def drives(m: Model, d: Data, task: int, _: int) -> None:
    """Compute forces of pid, dcmotor and orientation actuators, or advance their activations.

    Reads   ctrl_used (nu), act act_dot (na), actuator_length actuator_velocity (nout)
    Writes  FORCES: actuator_force drive_slope drive_stiffness (nout), act_dot; others: act
    Source  XML reference / actuator / pid, dcmotor, orientation
    """
    if task == FORCES:
        compute_forces(m, d)
        return
    for i in range(m.nactuator):
        if is_drive(m, i) and not is_disabled(m, i):
            if task == ADVANCE_MEAN:
                advance_drive(m, d, i, d.rk_act_dot, task)
            else:
                advance_drive(m, d, i, d.act_dot, task)
