"""Exponential and hyperbolic functions: exp, sinh, cosh and tanh.

Documents: design / A strict build
Source     Muller 2016, Elementary functions, chapters 3 and 11
"""

import math

from gelenk.algebra.elementary.double_double import add, add_ordered, divide, power_of_two, scaled
from gelenk.toolchain.kernel import kernel

PER_LOG2 = 1.4426950408889634  # 1 / ln 2
LOG2_HIGH, LOG2_LOW = 0.6931471805582987, 1.6465949582897082e-12  # ln 2; the first part has 38 bits
OVERFLOW, UNDERFLOW = 709.79, -745.14  # beyond, exp is infinite and zero
# (exp x - 1 - x) / x^2 in powers of x, for |x| <= ln 2 / 2
EXP1, EXP2, EXP3 = 0.5, 0.16666666666666666, 0.04166666666666668
EXP4, EXP5, EXP6 = 0.008333333333333333, 0.0013888888888879054, 0.00019841269841263285
EXP7, EXP8, EXP9 = 2.480158733649766e-05, 2.755731924725567e-06, 2.7557263219790347e-07
EXP10, EXP11, EXP12 = 2.505207105477011e-08, 2.09181596693241e-09, 1.6086642574672407e-10
# (sinh x / x - 1) / x^2 in powers of x^2, for |x| <= 1/2
SINH1, SINH2, SINH3 = 0.16666666666666666, 0.00833333333333336, 0.00019841269841146993
SINH4, SINH5, SINH6 = 2.755731943362024e-06, 2.505194670972162e-08, 1.6116496514371548e-10
TINY = 2.0**-28  # below, sinh x = tanh x = x, to half a unit in the last place
FAR = 22.0  # from here on, exp(-x) is below half a unit in the last place of exp x


@kernel
def exponential_parts(x: float, more: float) -> tuple[int, float, float]:
    """Return (k, high, low) of exp(x + more) = 2^k (high + low).

    |x| is below 750, |more| below 1e-10.
    """
    whole = math.floor(x * PER_LOG2 + 0.5)
    r, low = add(x - whole * LOG2_HIGH, -whole * LOG2_LOW)
    r, low = add(r, low + more)
    upper = EXP7 + r * (EXP8 + r * (EXP9 + r * (EXP10 + r * (EXP11 + r * EXP12))))
    series = EXP1 + r * (EXP2 + r * (EXP3 + r * (EXP4 + r * (EXP5 + r * (EXP6 + r * upper)))))
    high, rest = add_ordered(1.0, r)
    high, low = add_ordered(high, rest + (low + (r * low + r * r * series)))
    return whole, high, low


@kernel
def exponential(x: float) -> float:
    """Return exp x."""
    return exponential_of_sum(x, 0.0)


@kernel
def exponential_of_sum(x: float, more: float) -> float:
    """Return exp(x + more), for |more| < 1e-10."""
    if x != x:
        return x
    if x > OVERFLOW:
        return math.inf
    if x < UNDERFLOW:
        return 0.0
    k, high, low = exponential_parts(x, more)
    return scaled(high + low, k)


@kernel
def with_inverse(x: float) -> tuple[float, float, float, float]:
    """Return exp x and exp(-x) as pairs, for 0 <= x < FAR."""
    k, high, low = exponential_parts(x, 0.0)
    high, low = high * power_of_two(k), low * power_of_two(k)
    inverse, rest = divide(1.0, 0.0, high, low)
    return high, low, inverse, rest


@kernel
def half_exponential(x: float) -> float:
    """Return exp(x) / 2 for x >= FAR, infinite where that overflows."""
    if x > OVERFLOW + 1.0:
        return math.inf
    k, high, low = exponential_parts(x, 0.0)
    return scaled(high + low, k - 1)


@kernel
def hyperbolic_sine(x: float) -> float:
    """Return sinh x."""
    size = math.fabs(x)
    if size < TINY or size != size:
        return x
    if size <= 0.5:
        z = x * x
        series = SINH1 + z * (SINH2 + z * (SINH3 + z * (SINH4 + z * (SINH5 + z * SINH6))))
        return x + x * z * series
    if size >= FAR:
        return math.copysign(half_exponential(size), x)
    high, low, inverse, rest = with_inverse(size)
    first, more = add_ordered(high, -inverse)
    return math.copysign(0.5 * (first + (more + (low - rest))), x)


@kernel
def hyperbolic_cosine(x: float) -> float:
    """Return cosh x."""
    size = math.fabs(x)
    if size != size:
        return x
    if size >= FAR:
        return half_exponential(size)
    high, low, inverse, rest = with_inverse(size)
    first, more = add_ordered(high, inverse)
    return 0.5 * (first + (more + (low + rest)))


@kernel
def hyperbolic_tangent(x: float) -> float:
    """Return tanh x."""
    size = math.fabs(x)
    if size < TINY or size != size:
        return x
    if size >= FAR:
        return math.copysign(1.0, x)
    high, low, inverse, rest = with_inverse(size)
    c1, c2 = add_ordered(high, inverse)
    s1, s2 = add_ordered(high, -inverse)
    s2 += low - rest
    if size <= 0.5:  # without the cancellation
        z = x * x
        series = SINH1 + z * (SINH2 + z * (SINH3 + z * (SINH4 + z * (SINH5 + z * SINH6))))
        s1, s2 = add_ordered(2.0 * size, 2.0 * size * z * series)
    first, more = divide(s1, s2, c1, c2 + (low + rest))
    return math.copysign(first + more, x)
