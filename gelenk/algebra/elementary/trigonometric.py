"""Trigonometric functions: argument reduction, sin, cos, tan, and their inverses.

Documents: design / A strict build

Sources    Muller 2016, Elementary functions, chapters 3 and 11. Argument reduction: Cody and Waite 1980, Software
           manual for the elementary functions; Payne and Hanek 1983, Radian reduction for trigonometric functions

Argument reduction subtracts the nearest multiple of a right angle; sine, cosine and tangent of the rest are evaluated
by polynomials on [-pi/4, pi/4]. The inverse functions are arcsine, arccosine, arctangent and the angle of a point.
"""

import math

from gelenk.algebra.elementary.double_double import (
    FRACTION,
    Pair,
    add,
    add_ordered,
    divide,
    multiply,
    power_of_two,
    square_root,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.memory import bits_of

QUARTER = 0.25 * math.pi
RIGHT_HIGH, RIGHT_LOW = 0.5 * math.pi, 6.123233995736766e-17  # pi / 2
PER_RIGHT = 0.6366197723675814  # 2 / pi
# pi / 2 as parts of 33 bits, which times an integer of 20 bits are exact, and a last part
PART1, PART2, PART3 = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21
PART4 = 8.4784276603689e-32
LARGE = 131072.0  # [rad]: from here on, products with the parts are not exact
# 2 / pi in digits of 28 bits
DIGITS = (
    *(170891318, 240010261, 44024437, 131200308, 232525238, 43358524, 70845471, 240214955, 233552982),
    *(28779630, 61088989, 48236105, 49193117, 26352894, 31371723, 19507006, 243802975, 86948676),
    *(139368903, 2536543, 132387737, 30816643, 87269193, 210001803, 199201411, 186644631, 268296281),
    *(135261999, 18396576, 174923629, 57142514, 130746807, 83125238, 111042538, 47665787, 180874213),
    *(253211600, 121239434, 86584998, 201023409, 33084880, 139854640, 74434486, 195817679, 197265839),
    70655401,
)
MASK = (1 << 28) - 1


@kernel
def reduced(x: float) -> tuple[int, float, float]:
    """Return (n, high, low) of x = n pi/2 + high + low, with n modulo 4.

    |high| is at most pi/4, up to rounding. NaN for an infinite x.
    """
    size = math.fabs(x)
    if size <= QUARTER:
        return 0, x, 0.0
    if size < LARGE:
        n = math.floor(x * PER_RIGHT + 0.5)
        high, low = by_parts(x, float(n))
        return n & 3, high, low
    if not size < math.inf:
        return 0, x - x, 0.0
    n, high, low = by_digits(size)
    if x < 0.0:
        return -n & 3, -high, -low
    return n, high, low


@kernel
def by_parts(x: float, n: float) -> Pair:
    """Return x - n pi/2 for |n| < 2^20 (Cody and Waite).

    Products with the first three parts are exact, and so is the first difference, whose terms are close.
    """
    high, low1 = add(x - n * PART1, -n * PART2)
    high, low2 = add(high, -n * PART3)
    return add_ordered(high, low1 + (low2 - n * PART4))


@kernel
def by_digits(x: float) -> tuple[int, float, float]:
    """Return `reduced` of x >= LARGE (Payne and Hanek).

    x = M 2^e with an integer M. Leading digits of 2/pi whose product with M 2^e is a multiple of 4 are skipped. The
    next seven digits are multiplied by M, shifted so that bits 26 and 27 of digit 6 of the product are the quotient
    modulo 4. The product resolves 2^-138 of a right angle; no double is closer than 2^-61 to a multiple.
    """
    bits = bits_of(x)
    exponent = (bits >> 52) - 1075
    whole = (bits & FRACTION) | (1 << 52)
    first = (exponent - 2) // 28  # least index with exponent - 28 (first + 1) < 2
    shift = exponent - 28 * (first + 1) + 26
    lower = (whole & MASK) << shift
    upper = ((whole >> 28) << shift) + (lower >> 28)
    a0, a1, a2 = lower & MASK, upper & MASK, upper >> 28
    carry, p2, p3, p4, p5, p6 = 0, 0, 0, 0, 0, 0
    for k in range(7):
        total = carry + digit(first, 6 - k) * a0
        if k > 0:
            total += digit(first, 7 - k) * a1
        if k > 1:
            total += digit(first, 8 - k) * a2
        carry = total >> 28
        p2, p3, p4, p5, p6 = p3, p4, p5, p6, total & MASK
    n = p6 >> 26
    top = p6 & ((1 << 26) - 1)
    if top >= 1 << 25:  # to the nearest integer
        top -= 1 << 26
        n += 1
    high, low = in_radians(top, p5, p4, p3, p2)
    return n & 3, high, low


@kernel
def digit(first: int, i: int) -> int:
    """Return digit first + i of 2/pi; digits before the point are 0."""
    return DIGITS[first + i] if first + i >= 0 else 0


@kernel
def in_radians(top: int, p5: int, p4: int, p3: int, p2: int) -> Pair:
    """Return the product of pi/2 and a fraction of 26 bits and digits of 28 bits."""
    high, low = float(top) * 2.0**-26 + float(p5) * 2.0**-54, 0.0  # exact: 53 bits
    high, low = add(high, float(p4) * 2.0**-82)
    high, more = add(high, float(p3) * 2.0**-110)
    high, low = add_ordered(high, low + (more + float(p2) * 2.0**-138))
    product, rest = multiply(high, RIGHT_HIGH)
    return add_ordered(product, rest + (high * RIGHT_LOW + low * RIGHT_HIGH))


# Sine, cosine and tangent

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
    # the rounding error of x^2 is corrected, since with other errors it reaches half a unit in the last place of cosine
    _, z_low = multiply(high, high)
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


# Inverse trigonometric functions

LINEAR_BELOW = 2.0**-28  # below, asin x = atan x = x, to half a unit in the last place
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
