"""Vectors of any length, and functions of scalars: mju_add, mju_dot, mju_min, ...

Documents: API / Vector math; API / Miscellaneous

Vectors of any length: mju_add, mju_dot, mju_normalize, ..., used for fixed lengths too. Outputs may alias inputs.

Functions of scalars: minimum, rounding, springs, muscles, friction cones, sorting (mju_min, mju_round,
mju_springDamper, mju_encodePyramid, ...).
"""

import math

from gelenk.algebra.linalg import copy as copy
from gelenk.algebra.linalg import dot_dense as dot
from gelenk.algebra.linalg import is_sparse
from gelenk.algebra.random_numbers import halton, philox
from gelenk.algebra.vec import cross, get3, set3, sub
from gelenk.algebra.vec import dot as dot_of
from gelenk.algebra.vec import norm as norm_of
from gelenk.engine.force.muscle import muscle_bias, muscle_dynamics, muscle_gain
from gelenk.engine.force.muscle import sigmoid as sigmoid
from gelenk.engine.functions import NO
from gelenk.tables.enums import mjMAXVAL, mjMINVAL, mjtCone, mjtSolver
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View


@kernel
def fill(res: View, n: int, x: float) -> None:
    """res[i] = x"""
    for i in range(n):
        res[i] = x


@kernel
def unit4(res: View) -> None:
    """res = identity quaternion"""
    res[0] = 1.0
    res[1] = 0.0
    res[2] = 0.0
    res[3] = 0.0


@kernel
def scale(res: View, a: View, s: float, n: int) -> None:
    """res = s a"""
    for i in range(n):
        res[i] = a[i] * s


@kernel
def add(res: View, a: View, b: View, n: int) -> None:
    """res = a + b"""
    for i in range(n):
        res[i] = a[i] + b[i]


@kernel
def subtract(res: View, a: View, b: View, n: int) -> None:
    """res = a - b"""
    for i in range(n):
        res[i] = a[i] - b[i]


@kernel
def add_scaled(res: View, a: View, b: View, s: float, n: int) -> None:
    """res = a + s b"""
    for i in range(n):
        res[i] = a[i] + b[i] * s


@kernel
def dot3(a: View, b: View) -> float:
    """a . b"""
    return dot_of(get3(a, 0), get3(b, 0))


@kernel
def norm3(a: View) -> float:
    """|a|"""
    return norm_of(get3(a, 0))


@kernel
def norm(a: View, n: int) -> float:
    """|a|"""
    return math.sqrt(dot(a, a, n))


@kernel
def dist3(a: View, b: View) -> float:
    """|a - b|"""
    return norm_of(sub(get3(a, 0), get3(b, 0)))


@kernel
def total(a: View, n: int) -> float:
    """Return the sum of a[i]."""
    s = 0.0
    for i in range(n):
        s += a[i]
    return s


@kernel
def total_size(a: View, n: int) -> float:
    """Return the sum of |a[i]|."""
    s = 0.0
    for i in range(n):
        s += abs(a[i])
    return s


@kernel
def make_unit(a: View, n: int) -> float:
    """a /= |a|, or (1, 0, ...) if a is shorter than mjMINVAL; return |a|."""
    length = norm(a, n)
    if length < mjMINVAL:
        for i in range(n):
            a[i] = 1.0 if i == 0 else 0.0
        return length
    for i in range(n):
        a[i] = a[i] / length
    return length


@kernel
def cross_product(res: View, a: View, b: View) -> None:
    """res = a x b"""
    set3(res, 0, cross(get3(a, 0), get3(b, 0)))


@kernel
def is_zero(a: View, n: int) -> int:
    """Return 1 if all a[i] are 0."""
    for i in range(n):
        if a[i] != 0.0:
            return 0
    return 1


# Functions of scalars

INTEGERS_FROM = 2.0**52  # magnitude from which all floats are integers
MASK_32 = 0xFFFFFFFF
SORT_LENGTH = 64  # length up to which the kernel sorts; numpy is faster beyond


@kernel
def least(a: float, b: float) -> float:
    """Return the smaller of two values; a if one is NaN."""
    return b if b < a else a


@kernel
def largest(a: float, b: float) -> float:
    """Return the larger of two values; a if one is NaN."""
    return b if b > a else a


@kernel
def clipped(x: float, low: float, high: float) -> float:
    """Return x clamped to [low, high]."""
    return low if x < low else high if x > high else x


@kernel
def sign(x: float) -> float:
    """Return 1, -1 or 0."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


@kernel
def is_bad(x: float) -> int:
    """Return 1 for NaN and for magnitudes above mjMAXVAL."""
    return 0 if -mjMAXVAL <= x and x <= mjMAXVAL else 1


@kernel
def fine_uniform(bits0: int, bits1: int) -> float:
    """Return a value in (0, 1] from 53 bits of two words."""
    return ((bits0 >> 5) * 2.0**26 + (bits1 >> 6) + 0.5) * 2.0**-53


@kernel
def drawn_normal(draws: View) -> float:
    """Return the next standard normal value (Box and Muller; two values per call of philox).

    The value depends only on the number of values drawn before.
    draws (2)   number of values drawn, second value of the last pair
    """
    given = int(draws[0])
    draws[0] = given + 1.0
    if given & 1:
        return draws[1]
    bits0, bits1, bits2, bits3 = philox(0, 0, given & MASK_32, given >> 32, 0, 0)
    size = math.sqrt(-2.0 * math.log(fine_uniform(bits0, bits1)))
    turn = 2.0 * math.pi * fine_uniform(bits2, bits3)
    draws[1] = size * math.sin(turn)
    return size * math.cos(turn)


@kernel
def spring_damper(pos0: float, vel0: float, kp: float, kv: float, dt: float) -> float:
    """Return the position of a damped spring after the time dt, in closed form."""
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
    """Return the active force [N] at full activation."""
    return muscle_gain(length, vel, lengthrange[0], lengthrange[1], acc0, prm)


@kernel
def bias_of_muscle(length: float, lengthrange: View, acc0: float, prm: View) -> float:
    """Return the passive force [N]."""
    return muscle_bias(length, lengthrange[0], lengthrange[1], acc0, prm)


@kernel
def rate_of_muscle(ctrl: float, act: float, prm: View) -> float:
    """Return the rate of the activation [1/s]."""
    return muscle_dynamics(ctrl, act, prm)


@kernel
def sparse_rows(m: Model) -> int:
    """Return 1 if efc_J is stored in compressed rows."""
    return 1 if is_sparse(m) else 0


@kernel
def pyramidal(m: Model) -> int:
    """Return 1 if friction cones are pyramidal."""
    return 1 if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL else 0


@kernel
def dual(m: Model) -> int:
    """Return 1 if the solver works on constraint forces."""
    return 1 if m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0 else 0


@kernel
def mirrored(index: int, base: int, out: View) -> int:
    """out = element ``index`` of the Halton sequence of a base; return NO for a base below 2."""
    if base < 2:
        return NO
    out[0] = halton(index, base)
    return 0


@kernel
def has_room(force_size: int, pyramid_size: int, dim: int) -> bool:
    """Return whether the buffers fit a force and a pyramid of dimension ``dim``.

    With dim 1, both buffers hold the normal force alone.
    """
    return force_size >= max(dim, 1) and pyramid_size >= max(2 * (dim - 1), 1)


@kernel
def encode_pyramid(pyramid: View, force: View, mu: View, pyramid_size: int, force_size: int, dim: int) -> int:
    """Write forces along the edges of a cone of ``dim`` that add up to a force.

    Returns NO if a buffer is too small.
    """
    if not has_room(force_size, pyramid_size, dim):
        return NO
    if dim < 2:
        pyramid[0] = force[0]
        return 0
    share = force[0] / (dim - 1)
    for i in range(dim - 1):
        side = force[i + 1] / mu[i]
        side = side if side < share else share
        pyramid[2 * i] = 0.5 * (share + side)
        pyramid[2 * i + 1] = 0.5 * (share - side)
    return 0


@kernel
def decode_pyramid(force: View, pyramid: View, mu: View, force_size: int, pyramid_size: int, dim: int) -> int:
    """Write the sum of forces along the edges of a cone of ``dim``.

    Returns NO if a buffer is too small.
    """
    if not has_room(force_size, pyramid_size, dim):
        return NO
    if dim < 2:
        force[0] = pyramid[0]
        return 0
    total = 0.0
    for i in range(2 * dim - 2):
        total += pyramid[i]
    force[0] = total
    for i in range(dim - 1):
        force[i + 1] = (pyramid[2 * i] - pyramid[2 * i + 1]) * mu[i]
    return 0


@kernel
def sorted_numbers(numbers: View, n: int) -> int:
    """Sort by insertion; return NO, unsorted, for more than SORT_LENGTH values or NaN."""
    if n > SORT_LENGTH:
        return NO
    for i in range(n):
        if numbers[i] != numbers[i]:
            return NO
    for i in range(1, n):
        x, k = numbers[i], i
        while k > 0 and numbers[k - 1] > x:
            numbers[k] = numbers[k - 1]
            k -= 1
        numbers[k] = x
    return 0


@kernel
def sorted_integers(numbers: Ints, n: int) -> int:
    """Sort by insertion; return NO, unsorted, for more than SORT_LENGTH values."""
    if n > SORT_LENGTH:
        return NO
    for i in range(1, n):
        x, k = numbers[i], i
        while k > 0 and numbers[k - 1] > x:
            numbers[k] = numbers[k - 1]
            k -= 1
        numbers[k] = x
    return 0
