"""Argument reduction: the distance of an angle from the nearest multiple of a right angle.

Documents: design / A strict build
Sources    Cody and Waite 1980, Software manual for the elementary functions; Payne and Hanek 1983, Radian reduction for
           trigonometric functions; Muller 2016, Elementary functions, chapter 11
"""

import math

from gelenk.algebra.elementary.double_double import FRACTION, Pair, add, add_ordered, multiply
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

    x = M 2^e with an integer M. Digits of 2/pi that times M 2^e are multiples of 4 are left out. The next seven are
    multiplied by M, shifted so that bits 26 and 27 of digit 6 of the product are the integer modulo 4. No double is
    closer to a multiple of pi/2 than 2^-61 of a right angle, and 2^-138 is resolved.
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
