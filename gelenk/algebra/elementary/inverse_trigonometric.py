"""Inverse trigonometric functions: arcsine, arccosine, arctangent, angle of a point.

Documents: design / A strict build
Source     Muller 2016, Elementary functions, chapters 3 and 11
"""

import math

from gelenk.algebra.elementary.double_double import (
    Pair,
    add,
    add_ordered,
    divide,
    multiply,
    power_of_two,
    square_root,
)
from gelenk.toolchain.kernel import kernel

LINEAR_BELOW = 2.0**-28  # below, asin x = atan x = x, to half a unit in the last place
RIGHT_HIGH, RIGHT_LOW = 0.5 * math.pi, 6.123233995736766e-17  # pi / 2
HALF_HIGH, HALF_LOW = math.pi, 1.2246467991473532e-16  # pi
# (asin x / x - 1) / x^2 in powers of x^2, for |x| <= 1/2
ASIN1, ASIN2, ASIN3 = 0.16666666666666669, 0.07499999999998433, 0.04464285714635543
ASIN4, ASIN5, ASIN6 = 0.030381944138531247, 0.02237217294214989, 0.017352392720869973
ASIN7, ASIN8, ASIN9 = 0.013971212973552933, 0.011479177415184906, 0.01032281435018578
ASIN10, ASIN11, ASIN12 = 0.005457506718640358, 0.01740087944269402, -0.014851887071247204
ASIN13 = 0.028757851367421566
# (atan x / x - 1) / x^2 in powers of x^2, for |x| <= 1/16
ATAN1, ATAN2, ATAN3 = -0.3333333333333333, 0.19999999999999782, -0.14285714285068563
ATAN4, ATAN5, ATAN6 = 0.1111111040971129, -0.09090564553281318, 0.07614216034177763
# arctangents of 0, 1/8, ... 1 as pairs
KNOTS = (
    *(0.0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061),
    *(0.5585993153435624, 0.6435011087932844, 0.7188299996216245, 0.7853981633974483),
)
LOWER_KNOTS = (
    *(0.0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17),
    *(2.2698777452961687e-17, -5.4556305485916264e-18, 1.5834785051444286e-17),
    *(-2.1478388444456983e-17, 3.061616997868383e-17),
)
SMALL = 2.0**-30  # quotient below which its arctangent is the quotient


@kernel
def arcsine_tail(x: float, z: float) -> float:
    """Return asin x - x for z = x^2 <= 1/4."""
    upper = ASIN8 + z * (ASIN9 + z * (ASIN10 + z * (ASIN11 + z * (ASIN12 + z * ASIN13))))
    lower = ASIN2 + z * (ASIN3 + z * (ASIN4 + z * (ASIN5 + z * (ASIN6 + z * (ASIN7 + z * upper)))))
    return x * z * (ASIN1 + z * lower)


@kernel
def arcsine_of_root(z: float) -> Pair:
    """Return the arcsine of the square root of z in (0, 1/4], as a pair."""
    root, low = square_root(z, 0.0)
    return root, low * (1.0 + 0.5 * z) + arcsine_tail(root, z)


@kernel
def arcsine(x: float) -> float:
    """Return asin x."""
    size = math.fabs(x)
    if size < LINEAR_BELOW:
        return x
    if size <= 0.5:
        return x + arcsine_tail(x, x * x)
    if size >= 1.0:
        return math.copysign(RIGHT_HIGH, x) if size == 1.0 else (x - x) / (x - x)
    if size != size:
        return x
    # asin x = pi/2 - 2 asin sqrt((1 - x)/2)
    high, low = arcsine_of_root(0.5 * (1.0 - size))
    first, rest = add_ordered(RIGHT_HIGH, -2.0 * high)
    return math.copysign(first + (rest + (RIGHT_LOW - 2.0 * low)), x)


@kernel
def arccosine(x: float) -> float:
    """Return acos x."""
    size = math.fabs(x)
    if size <= 0.5:
        first, rest = add_ordered(RIGHT_HIGH, -x)
        return first + (rest + (RIGHT_LOW - arcsine_tail(x, x * x)))
    if size >= 1.0:
        if size == 1.0:
            return 0.0 if x > 0.0 else HALF_HIGH
        return (x - x) / (x - x)
    if size != size:
        return x
    high, low = arcsine_of_root(0.5 * (1.0 - size))
    if x > 0.0:
        return 2.0 * (high + low)
    first, rest = add_ordered(HALF_HIGH, -2.0 * high)
    return first + (rest + (HALF_LOW - 2.0 * low))


@kernel
def arctangent(x: float) -> float:
    """Return atan x."""
    return angle_of(x, 1.0)


@kernel
def angle_of(y: float, x: float) -> float:
    """Return the angle of the point (x, y), atan2(y, x)."""
    if x != x or y != y:
        return x + y
    across, up = math.fabs(x), math.fabs(y)
    small, large = min(across, up), max(across, up)
    if small == 0.0 or (large == math.inf and small < large):
        high, low = 0.0, 0.0
    elif small == large:
        high, low = KNOTS[8], LOWER_KNOTS[8]
    else:
        high, low = arctangent_of_quotient(small, large)
    if up > across:
        high, rest = add_ordered(RIGHT_HIGH, -high)
        low = rest + (RIGHT_LOW - low)
    if math.copysign(1.0, x) < 0.0:
        high, rest = add_ordered(HALF_HIGH, -high)
        low = rest + (HALF_LOW - low)
    return math.copysign(high + low, y)


@kernel
def arctangent_of_quotient(a: float, b: float) -> Pair:
    """Return atan(a / b) for 0 < a < b as a pair.

    atan(a/b) = atan c + atan((a - b c) / (b + a c)), with the multiple c of 1/8 next to a/b.
    """
    if a < SMALL * b:
        return a / b, 0.0
    if b > 2.0**500:
        a, b = a * power_of_two(-600), b * power_of_two(-600)
    elif b < 2.0**-400:
        a, b = a * power_of_two(600), b * power_of_two(600)
    k = math.floor(8.0 * (a / b) + 0.5)
    c = 0.125 * float(k)
    product, rest = multiply(b, c)
    n1, n2 = add(a, -product)
    n2 -= rest
    product, rest = multiply(a, c)
    d1, d2 = add_ordered(b, product)
    high, low = divide(n1, n2, d1, d2 + rest)
    z = high * high
    series = ATAN1 + z * (ATAN2 + z * (ATAN3 + z * (ATAN4 + z * (ATAN5 + z * ATAN6))))
    low += high * z * series
    first, rest = add_ordered(KNOTS[k], high)
    return add_ordered(first, rest + (LOWER_KNOTS[k] + low))
