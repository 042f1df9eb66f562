"""Muscle model: activation dynamics, force-length-velocity and passive force.

Documents: Modeling / Muscles

L = (length - LT) / L0, V = velocity / L0 with L0 = (range of the transmission) / (operating range), LT such
that the lower ends of both ranges coincide; force = -F0 (FL(L) FV(V) act + FP(L)). FL is a bump of quadratic
splines over [lmin, lmax] that is 1 at 1; FV is quadratic, 0 at V = -vmax, 1 at rest, saturates at fvmax; FP is
quadratic from 1 to (1 + lmax) / 2, then linear.
Parameters gainprm = biasprm: range (2), F0 (negative: scale / acc0), scale, lmin, lmax, vmax, fpmax, fvmax.
"""

from gelenk.algebra.vec import clamp
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import View

Parameters = View | tuple[float, ...]  # gainprm, biasprm or dynprm


@kernel
def sigmoid(x: float) -> float:
    """6 x^5 - 15 x^4 + 10 x^3 on [0, 1], 0 below, 1 above (mju_sigmoid)."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    return x * x * x * (3.0 * x * (2.0 * x - 5.0) + 10.0)


@kernel
def muscle_tau(dctrl: float, act: float, act_time: float, deact_time: float, smooth: float) -> float:
    """Return the time constant [s] of a muscle at the excitation difference dctrl."""
    slow = 0.5 + 1.5 * clamp(act, 0.0, 1.0)
    tau_act = act_time * slow
    tau_deact = deact_time / slow
    if smooth < mjMINVAL:
        return tau_act if dctrl > 0.0 else tau_deact
    return tau_deact + (tau_act - tau_deact) * sigmoid(dctrl / smooth + 0.5)


@kernel
def muscle_dynamics(ctrl: float, act: float, prm: Parameters) -> float:
    """Return act_dot of a muscle (mju_muscleDynamics).

    prm: activation and deactivation times [s], width of the smooth transition.
    """
    dctrl = clamp(ctrl, 0.0, 1.0) - act
    return dctrl / max(mjMINVAL, muscle_tau(dctrl, act, prm[0], prm[1], prm[2]))


@kernel
def muscle_force0(acc0: float, prm: Parameters) -> float:
    """Return F0, the peak active force [N]."""
    return prm[2] if prm[2] >= 0.0 else prm[3] / max(mjMINVAL, acc0)


@kernel
def muscle_length0(range_low: float, range_high: float, prm: Parameters) -> float:
    """Return L0, the optimal length [m]."""
    return (range_high - range_low) / max(mjMINVAL, prm[1] - prm[0])


@kernel
def muscle_fl(length: float, lmin: float, lmax: float) -> float:
    """Return the force-length curve: a bump on [lmin, lmax] with maximum 1 at length 1."""
    if length < lmin or length > lmax:
        return 0.0
    a = 0.5 * (lmin + 1.0)
    b = 0.5 * (1.0 + lmax)
    if length <= a:
        x = (length - lmin) / max(mjMINVAL, a - lmin)
        return 0.5 * x * x
    if length <= 1.0:
        x = (1.0 - length) / max(mjMINVAL, 1.0 - a)
        return 1.0 - 0.5 * x * x
    if length <= b:
        x = (length - 1.0) / max(mjMINVAL, b - 1.0)
        return 1.0 - 0.5 * x * x
    x = (lmax - length) / max(mjMINVAL, lmax - b)
    return 0.5 * x * x


@kernel
def muscle_fv(velocity: float, fvmax: float) -> float:
    """Return the force-velocity curve.

    The velocity is scaled by vmax: 0 at -1, 1 at 0, fvmax from fvmax - 1 on.
    """
    y = fvmax - 1.0
    if velocity <= -1.0:
        return 0.0
    if velocity <= 0.0:
        return (velocity + 1.0) * (velocity + 1.0)
    if velocity <= y:
        return fvmax - (y - velocity) * (y - velocity) / max(mjMINVAL, y)
    return fvmax


@kernel
def muscle_gain(
    length: float, velocity: float, range_low: float, range_high: float, acc0: float, prm: Parameters
) -> float:
    """Return the active force [N] at full activation (mju_muscleGain)."""
    l0 = muscle_length0(range_low, range_high, prm)
    scaled_length = prm[0] + (length - range_low) / max(mjMINVAL, l0)
    scaled_velocity = velocity / max(mjMINVAL, l0 * prm[6])
    fl = muscle_fl(scaled_length, prm[4], prm[5])
    return -muscle_force0(acc0, prm) * fl * muscle_fv(scaled_velocity, prm[8])


@kernel
def muscle_bias(length: float, range_low: float, range_high: float, acc0: float, prm: Parameters) -> float:
    """Return the passive force [N] (mju_muscleBias)."""
    l0 = muscle_length0(range_low, range_high, prm)
    scaled = prm[0] + (length - range_low) / max(mjMINVAL, l0)
    b = 0.5 * (1.0 + prm[5])
    if scaled <= 1.0:
        return 0.0
    width = max(mjMINVAL, b - 1.0)
    if scaled <= b:
        x = (scaled - 1.0) / width
        return -muscle_force0(acc0, prm) * prm[7] * 0.5 * x * x
    return -muscle_force0(acc0, prm) * prm[7] * (0.5 + (scaled - b) / width)


@kernel
def muscle_gain_vel(
    length: float, velocity: float, range_low: float, range_high: float, acc0: float, prm: Parameters
) -> float:
    """d muscle_gain / d velocity."""
    l0 = muscle_length0(range_low, range_high, prm)
    per_scaled = max(mjMINVAL, l0 * prm[6])
    v = velocity / per_scaled
    fvmax = prm[8]
    y = fvmax - 1.0
    slope = 0.0
    if -1.0 < v <= 0.0:
        slope = 2.0 * (v + 1.0)
    elif 0.0 < v <= y:
        slope = 2.0 * (y - v) / max(mjMINVAL, y)
    scaled_length = prm[0] + (length - range_low) / max(mjMINVAL, l0)
    return -muscle_force0(acc0, prm) * muscle_fl(scaled_length, prm[4], prm[5]) * slope / per_scaled


@kernel
def muscle_fl_slope(length: float, lmin: float, lmax: float) -> float:
    """Return the derivative of the force-length curve."""
    if length < lmin or length > lmax:
        return 0.0
    a = 0.5 * (lmin + 1.0)
    b = 0.5 * (1.0 + lmax)
    if length <= a:
        width = max(mjMINVAL, a - lmin)
        return (length - lmin) / (width * width)
    if length <= 1.0:
        width = max(mjMINVAL, 1.0 - a)
        return (1.0 - length) / (width * width)
    if length <= b:
        width = max(mjMINVAL, b - 1.0)
        return (1.0 - length) / (width * width)
    width = max(mjMINVAL, lmax - b)
    return (length - lmax) / (width * width)


@kernel
def muscle_gain_length(
    length: float, velocity: float, range_low: float, range_high: float, acc0: float, prm: Parameters
) -> float:
    """d muscle_gain / d length."""
    l0 = max(mjMINVAL, muscle_length0(range_low, range_high, prm))
    scaled_length = prm[0] + (length - range_low) / l0
    slope = muscle_fl_slope(scaled_length, prm[4], prm[5]) / l0
    return -muscle_force0(acc0, prm) * slope * muscle_fv(velocity / max(mjMINVAL, l0 * prm[6]), prm[8])


@kernel
def muscle_bias_length(
    length: float, range_low: float, range_high: float, acc0: float, prm: Parameters
) -> float:
    """d muscle_bias / d length."""
    l0 = max(mjMINVAL, muscle_length0(range_low, range_high, prm))
    scaled = prm[0] + (length - range_low) / l0
    width = max(mjMINVAL, 0.5 * (1.0 + prm[5]) - 1.0)
    slope = min(max(0.0, (scaled - 1.0) / width), 1.0) / width
    return -muscle_force0(acc0, prm) * prm[7] * slope / l0
