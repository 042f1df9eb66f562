"""Double-double arithmetic: numbers as sums (high, low) of two doubles; bits.

Documents: design / A strict build
Sources    Dekker 1971, A floating-point technique for extending the available precision; Knuth, The art of computer
           programming, volume 2, section 4.2.2

A sum is exact in two doubles, and so is a product of doubles whose halves have 26 bits. No operation is fused.
"""

import math

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.memory import bits_of, float_of

Pair = tuple[float, float]

SPLITTER = 134217729.0  # 2^27 + 1: factor of Dekker's split of a double into two halves
ONE_BITS = 1023 << 52  # bits of 1.0; the exponent of doubles is biased by 1023
FRACTION = (1 << 52) - 1  # bits of the fraction


@kernel
def add_ordered(a: float, b: float) -> Pair:
    """Return a + b as a pair, exactly, where |a| >= |b| or a = 0."""
    high = a + b
    return high, b - (high - a)


@kernel
def add(a: float, b: float) -> Pair:
    """Return a + b as a pair, exactly."""
    high = a + b
    part = high - a
    return high, (a - (high - part)) + (b - part)


@kernel
def halves(a: float) -> Pair:
    """Return the upper 26 bits of ``a`` and the rest, for |a| < 2^996."""
    c = SPLITTER * a
    high = c - (c - a)
    return high, a - high


@kernel
def multiply(a: float, b: float) -> Pair:
    """Return a * b as a pair, exactly unless a part underflows."""
    product = a * b
    a1, a2 = halves(a)
    b1, b2 = halves(b)
    return product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2


@kernel
def multiply_pairs(a1: float, a2: float, b1: float, b2: float) -> Pair:
    """Return (a1 + a2) * (b1 + b2) as a pair, with a relative error of about 2^-100."""
    product, rest = multiply(a1, b1)
    return product, rest + (a1 * b2 + a2 * b1)


@kernel
def divide(a1: float, a2: float, b1: float, b2: float) -> Pair:
    """Return (a1 + a2) / (b1 + b2) as a pair, with a relative error of about 2^-100."""
    quotient = a1 / b1
    product, rest = multiply(quotient, b1)
    return quotient, (((a1 - product) - rest) + a2 - quotient * b2) / b1


@kernel
def square_root(a1: float, a2: float) -> Pair:
    """Return the square root of a1 + a2 > 0 as a pair."""
    root = math.sqrt(a1)
    square, rest = multiply(root, root)
    return root, (((a1 - square) - rest) + a2) / (2.0 * root)


@kernel
def power_of_two(k: int) -> float:
    """Return 2^k for k in [-1022, 1023]."""
    return float_of((k + 1023) << 52)


@kernel
def scaled(x: float, k: int) -> float:
    """Return x * 2^k, rounded once, for |x| in [1/2, 4) and k in [-1200, 1100]."""
    if k > 1023:
        return x * power_of_two(k - 1023) * power_of_two(1023)
    if k < -1000:
        return x * power_of_two(k + 500) * power_of_two(-500)
    return x * power_of_two(k)


@kernel
def exponent_of(x: float) -> int:
    """Return k of x = m * 2^k with 1 <= m < 2, for positive normal x."""
    return (bits_of(x) >> 52) - 1023


@kernel
def significand_of(x: float) -> float:
    """Return m of x = m * 2^k with 1 <= m < 2, for positive normal x."""
    return float_of((bits_of(x) & FRACTION) | ONE_BITS)
