"""Exponential and hyperbolic functions, logarithm and power: exp, tanh, log, pow, ...

Documents: design / A strict build

Source     Muller 2016, Elementary functions, chapters 3 and 11; of the power function also C99, annex F.9.4.4

exp, sinh, cosh and tanh share one reduction of the argument. log, log(1 + x) and asinh evaluate
log m = 2 atanh(s) with s = (m - 1) / (m + 1). pow multiplies the logarithm as a double-double pair.
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
    scaled,
    significand_of,
    square_root,
)
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
    if size <= 0.5:  # a series avoids the cancellation in exp x - exp(-x)
        z = x * x
        series = SINH1 + z * (SINH2 + z * (SINH3 + z * (SINH4 + z * (SINH5 + z * SINH6))))
        s1, s2 = add_ordered(2.0 * size, 2.0 * size * z * series)
    first, more = divide(s1, s2, c1, c2 + (low + rest))
    return math.copysign(first + more, x)


# Logarithm

LEAST_NORMAL = 2.0**-1022
THIRD, THIRD_LOW = 0.3333333333333333, 1.850371707708594e-17
FIFTH, FIFTH_LOW = 0.2, -1.1102230246251566e-17
# (atanh s / s - 1 - s^2 / 3 - s^4 / 5) / s^6 in powers of s^2, for |s| <= 0.1716
LOG1, LOG2, LOG3 = 0.142857142857143, 0.11111111111070249, 0.09090909113077864
LOG4, LOG5, LOG6 = 0.07692303188398483, 0.06667101471244416, 0.058608911516936986
LOG7 = 0.05783363635997874
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


# Power function

EVEN = 2.0**53  # from here on, all numbers are even integers
LARGE = 2.0**66  # exponents from here on give zero or infinity for any base but 1


@kernel
def is_odd(y: float) -> bool:
    """Return whether a number is an odd integer."""
    return math.fabs(y) < EVEN and math.floor(y) == y and 2.0 * math.floor(0.5 * y) != y


@kernel
def power(x: float, y: float) -> float:
    """Return x to the power of y."""
    if y == 0.0 or x == 1.0:
        return 1.0
    if x != x or y != y:
        return x + y
    base = math.fabs(x)
    if x < 0.0 and base < math.inf and math.fabs(y) < EVEN and math.floor(y) != y:
        return (x - x) / (x - x)
    value = power_of_positive(base, y)
    return -value if math.copysign(1.0, x) < 0.0 and is_odd(y) else value


@kernel
def power_of_positive(base: float, y: float) -> float:
    """Return the power of a base from 0 to infinity."""
    if base == 1.0:
        return 1.0
    if base == 0.0 or base == math.inf or math.fabs(y) >= LARGE:
        return math.inf if (base > 1.0) == (y > 0.0) else 0.0
    k, f = split(base)
    high, low = logarithm_parts(k, f, 0.0)
    product, rest = multiply(high, y)
    if product > OVERFLOW:
        return math.inf
    if product < UNDERFLOW:
        return 0.0
    return exponential_of_sum(product, rest + low * y)
