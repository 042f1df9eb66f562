"""Trigonometric functions: sine, cosine and tangent, from polynomials on [-pi/4, pi/4].

Documents: design / A strict build
Source     Muller 2016, Elementary functions, chapters 3 and 11
"""

import math

from gelenk.algebra.elementary.argument_reduction import reduced
from gelenk.algebra.elementary.double_double import Pair, add_ordered, divide, multiply
from gelenk.toolchain.kernel import kernel

TINY = 2.0**-27  # below, sin x = tan x = x and cos x = 1, to half a unit in the last place

# (sin x / x - 1) / x^2 and (cos x - 1 + x^2/2) / x^4, in powers of x^2
SIN1, SIN2, SIN3 = -0.16666666666666666, 0.008333333333333331, -0.00019841269841265063
SIN4, SIN5, SIN6 = 2.7557319219337312e-06, -2.5052106231802837e-08, 1.6058531516797758e-10
SIN7 = -7.586691094197958e-13
COS1, COS2, COS3 = 0.041666666666666664, -0.0013888888888888887, 2.4801587301584645e-05
COS4, COS5, COS6 = -2.755731922140179e-07, 2.0876755790721963e-09, -1.1470460830795304e-11
COS7 = 4.7458685530816656e-14


@kernel
def sine(x: float) -> float:
    """Return sin x."""
    if math.fabs(x) < TINY:
        return x
    n, high, low = reduced(x)
    first, rest = cosine_parts(high, low) if n & 1 else sine_parts(high, low)
    value = first + rest
    return -value if n & 2 else value


@kernel
def cosine(x: float) -> float:
    """Return cos x."""
    if math.fabs(x) < TINY:
        return 1.0
    n, high, low = reduced(x)
    first, rest = sine_parts(high, low) if n & 1 else cosine_parts(high, low)
    value = first + rest
    return -value if (n + 1) & 2 else value


@kernel
def tangent(x: float) -> float:
    """Return tan x."""
    if math.fabs(x) < TINY:
        return x
    n, high, low = reduced(x)
    s1, s2 = add_ordered(*sine_parts(high, low))
    c1, rest = cosine_parts(high, low)
    _, z_low = multiply(high, high)  # the error of x^2, half a unit of the cosine with the others
    c1, c2 = add_ordered(c1, rest - 0.5 * z_low)
    first, rest = divide(-c1, -c2, s1, s2) if n & 1 else divide(s1, s2, c1, c2)
    return first + rest


@kernel
def sine_parts(x: float, low: float) -> Pair:
    """Return sin(x + low) for |x| <= pi/4 and |low| below the last place of x."""
    z = x * x
    series = SIN1 + z * (SIN2 + z * (SIN3 + z * (SIN4 + z * (SIN5 + z * (SIN6 + z * SIN7)))))
    return x, low * (1.0 - 0.5 * z) + x * z * series


@kernel
def cosine_parts(x: float, low: float) -> Pair:
    """Return cos(x + low) for |x| <= pi/4 and |low| below the last place of x."""
    z = x * x
    series = COS1 + z * (COS2 + z * (COS3 + z * (COS4 + z * (COS5 + z * (COS6 + z * COS7)))))
    high, rest = add_ordered(1.0, -0.5 * z)
    return high, rest + (z * z * series - x * low)
