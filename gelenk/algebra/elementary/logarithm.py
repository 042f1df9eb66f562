"""Logarithm, and the functions that follow from it: log(1 + x) and asinh.

Documents: design / A strict build
Source     Muller 2016, Elementary functions, chapters 3 and 11

log m = 2 atanh(s) with s = (m - 1) / (m + 1).
"""

import math

from gelenk.algebra.elementary.double_double import (
    Pair,
    add,
    add_ordered,
    divide,
    exponent_of,
    multiply,
    multiply_pairs,
    power_of_two,
    significand_of,
    square_root,
)
from gelenk.algebra.elementary.exponential import LOG2_HIGH, LOG2_LOW
from gelenk.toolchain.kernel import kernel

LEAST_NORMAL = 2.0**-1022
THIRD, THIRD_LOW = 0.3333333333333333, 1.850371707708594e-17
FIFTH, FIFTH_LOW = 0.2, -1.1102230246251566e-17
# (atanh s / s - 1 - s^2 / 3 - s^4 / 5) / s^6 in powers of s^2, for |s| <= 0.1716
LOG1, LOG2, LOG3 = 0.142857142857143, 0.11111111111070249, 0.09090909113077864
LOG4, LOG5, LOG6 = 0.07692303188398483, 0.06667101471244416, 0.058608911516936986
LOG7 = 0.05783363635997874
TINY = 2.0**-28  # below, asinh x = x, to half a unit in the last place
HUGE = 2.0**28  # above, asinh x = log 2x
NEAR = 0.35  # up to here, exp(asinh x) is below the square root of 2


@kernel
def split(x: float) -> tuple[int, float]:
    """Return (k, f) of x = 2^k (1 + f), for finite x > 0.

    1 + f is between the square roots of 1/2 and 2.
    """
    k = 0
    if x < LEAST_NORMAL:
        k, x = -54, x * 2.0**54
    k += exponent_of(x)
    m = significand_of(x)
    if m > math.sqrt(2.0):
        return k + 1, 0.5 * m - 1.0
    return k, m - 1.0


@kernel
def logarithm_parts(k: int, f: float, more: float) -> Pair:
    """Return log(2^k (1 + f + more)) as a pair, with a relative error of about 2^-68."""
    d1, d2 = add_ordered(2.0, f)
    s, s_low = divide(f, more, d1, d2 + more)
    z, z_low = multiply(s, s)
    z_low += 2.0 * s * s_low
    series = LOG1 + z * (LOG2 + z * (LOG3 + z * (LOG4 + z * (LOG5 + z * (LOG6 + z * LOG7)))))
    t, t_low = add_ordered(FIFTH, z * series)
    t, t_low = multiply_pairs(z, z_low, t, t_low + FIFTH_LOW)
    t, rest = add_ordered(THIRD, t)
    t, t_low = multiply_pairs(z, z_low, t, rest + (t_low + THIRD_LOW))
    t, t_low = multiply_pairs(s, s_low, t, t_low)
    high, low = add_ordered(s, t)
    low += t_low + s_low
    high, low = 2.0 * high, 2.0 * low
    if k != 0:
        n = float(k)
        high, rest = add_ordered(n * LOG2_HIGH, high)
        low += rest + n * LOG2_LOW
    return add_ordered(high, low)


@kernel
def logarithm(x: float) -> float:
    """Return log x."""
    if not x > 0.0:
        return -math.inf if x == 0.0 else (x - x) / (x - x)
    if x == math.inf:
        return x
    k, f = split(x)
    high, low = logarithm_parts(k, f, 0.0)
    return high + low


@kernel
def logarithm_of_sum(x: float, more: float) -> Pair:
    """Return log(x + more) as a pair, for positive normal x and smaller ``more``."""
    k, f = split(x)
    return logarithm_parts(k, f, more * power_of_two(-k))


@kernel
def logarithm_plus_one(x: float) -> float:
    """Return log(1 + x)."""
    if not x > -1.0:
        return -math.inf if x == -1.0 else (x - x) / (x - x)
    if math.fabs(x) < 2.0**-54:
        return x
    if x > 2.0**60:
        return logarithm(x)
    if -0.29 < x < 0.41:
        high, low = logarithm_parts(0, x, 0.0)
        return high + low
    high, low = add(1.0, x)
    high, low = logarithm_of_sum(high, low)
    return high + low


@kernel
def inverse_hyperbolic_sine(x: float) -> float:
    """Return asinh x = log(x + sqrt(x^2 + 1))."""
    size = math.fabs(x)
    if not size < math.inf or size < TINY:
        return x
    if size > HUGE:
        k, f = split(size)
        high, low = logarithm_parts(k + 1, f, 0.0)
        return math.copysign(high + low, x)
    square, square_low = multiply(size, size)
    w, w_low = add(1.0, square)
    root, root_low = square_root(w, w_low + square_low)
    if size <= NEAR:  # x + sqrt(x^2 + 1) = 1 + x + x^2 / (1 + sqrt(x^2 + 1))
        d1, d2 = add_ordered(1.0, root)
        q, q_low = divide(square, square_low, d1, d2 + root_low)
        f, rest = add_ordered(size, q)
        high, low = logarithm_parts(0, f, rest + q_low)
    else:
        v, rest = add(size, root)
        high, low = logarithm_of_sum(*add_ordered(v, rest + root_low))
    return math.copysign(high + low, x)
