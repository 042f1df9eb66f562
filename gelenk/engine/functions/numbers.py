"""Functions of single numbers, springs and muscles: mju_min, mju_sigmoid, mju_springDamper, mju_muscleGain, ...

Documents: API / Miscellaneous
"""

import math

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.force.muscle import muscle_bias, muscle_dynamics, muscle_gain
from gelenk.engine.force.muscle import sigmoid as sigmoid
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Model, View
from gelenk.tables.enums import mjMAXVAL, mjMINVAL, mjtCone, mjtSolver


@kernel
def least(a: float, b: float) -> float:
    """The lesser of two; a where one is NaN."""
    return b if b < a else a


@kernel
def largest(a: float, b: float) -> float:
    """The larger of two; a where one is NaN."""
    return b if b > a else a


@kernel
def clipped(x: float, low: float, high: float) -> float:
    """x where it is between low and high, else the nearer of these."""
    return low if x < low else high if x > high else x


@kernel
def sign(x: float) -> float:
    """1, -1 or 0."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


@kernel
def is_bad(x: float) -> int:
    """1 for NaN and what is larger than mjMAXVAL."""
    return 0 if -mjMAXVAL <= x and x <= mjMAXVAL else 1


@kernel
def spring_damper(pos0: float, vel0: float, kp: float, kv: float, dt: float) -> float:
    """Position of a damped spring after a time, in closed form."""
    det = kv * kv - 4.0 * kp
    if det > mjMINVAL:
        root = math.sqrt(det)
        r1, r2 = 0.5 * (-kv + root), 0.5 * (-kv - root)
        c1 = (pos0 * r2 - vel0) / (r2 - r1)
        return c1 * math.exp(r1 * dt) + (pos0 - c1) * math.exp(r2 * dt)
    if det < -mjMINVAL:
        w = math.sqrt(-det) * 0.5
        c = (vel0 + 0.5 * kv * pos0) / w
        return math.exp(-0.5 * kv * dt) * (pos0 * math.cos(w * dt) + c * math.sin(w * dt))
    return math.exp(-0.5 * kv * dt) * (pos0 + (vel0 + 0.5 * kv * pos0) * dt)


@kernel
def gain_of_muscle(length: float, vel: float, lengthrange: View, acc0: float, prm: View) -> float:
    """Active force [N] at full activation."""
    return muscle_gain(length, vel, lengthrange[0], lengthrange[1], acc0, prm)


@kernel
def bias_of_muscle(length: float, lengthrange: View, acc0: float, prm: View) -> float:
    """Passive force [N]."""
    return muscle_bias(length, lengthrange[0], lengthrange[1], acc0, prm)


@kernel
def rate_of_muscle(ctrl: float, act: float, prm: View) -> float:
    """Rate of the activation [1/s]."""
    return muscle_dynamics(ctrl, act, prm)


@kernel
def sparse_rows(m: Model) -> int:
    """1 if efc_J is kept by rows of nonzeros."""
    return 1 if is_sparse(m) else 0


@kernel
def pyramidal(m: Model) -> int:
    """1 if friction cones are pyramids."""
    return 1 if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL else 0


@kernel
def dual(m: Model) -> int:
    """1 if the solver works on constraint forces."""
    return 1 if m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0 else 0
