"""Philox 4x32-10: counter-based random numbers, so that threads need no shared state.

Documents: design / Many worlds on GPUs

Each number is a function of a key and a counter. A word has 32 bits and only the low 32 bits count: the same source
gives the same numbers with 32-bit, 64-bit and unbounded integers. Products are computed from 16-bit halves.

Source  Salmon, Moraes, Dror and Shaw 2011, Parallel random numbers: as easy as 1, 2, 3
"""

import math

from gelenk.toolchain.kernel import kernel

HALF = 0xFFFF
# multipliers and key increments, as upper and lower halves
M0_HIGH, M0_LOW, M1_HIGH, M1_LOW = 0xD251, 0x1F53, 0xCD9E, 0x8D57
W0_HIGH, W0_LOW, W1_HIGH, W1_LOW = 0x9E37, 0x79B9, 0xBB67, 0xAE85
ROUNDS = 10
STEP = 2.0**-23  # spacing of uniform numbers; with half of it added, as fine as single precision allows


@kernel
def join_halves(high: int, low: int) -> int:
    """Join two 16-bit halves; in 32-bit integers the top bit is the sign."""
    return ((high & HALF) << 16) | (low & HALF)


@kernel
def multiply_words(high: int, low: int, x: int) -> tuple[int, int]:
    """Return the upper and lower word of (high 2^16 + low) x."""
    a, b = (x >> 16) & HALF, x & HALF
    ll = low * b
    lh = low * a + ((ll >> 16) & HALF)
    hl = high * b + (lh & HALF)
    hh = high * a
    upper = ((lh >> 16) & HALF) + ((hl >> 16) & HALF)
    carry = (hh & HALF) + upper
    top = ((hh >> 16) & HALF) + (carry >> 16)
    return join_halves(top, carry), join_halves(hl, ll)


@kernel
def add_modulo(x: int, high: int, low: int) -> int:
    """x + (high 2^16 + low), modulo 2^32."""
    lower = (x & HALF) + low
    return join_halves(((x >> 16) & HALF) + high + (lower >> 16), lower)


@kernel
def philox(
    key0: int, key1: int, counter0: int, counter1: int, counter2: int, counter3: int
) -> tuple[int, int, int, int]:
    """Return the four random words of a key and a counter."""
    for _ in range(ROUNDS):
        high0, low0 = multiply_words(M0_HIGH, M0_LOW, counter0)
        high1, low1 = multiply_words(M1_HIGH, M1_LOW, counter2)
        counter0 = high1 ^ counter1 ^ key0
        counter1 = low1
        counter2 = high0 ^ counter3 ^ key1
        counter3 = low0
        key0 = add_modulo(key0, W0_HIGH, W0_LOW)
        key1 = add_modulo(key1, W1_HIGH, W1_LOW)
    return counter0, counter1, counter2, counter3


@kernel
def uniform(bits: int) -> float:
    """Map the upper 23 bits of a word to (0, 1), identically in both precisions."""
    return (((bits >> 9) & 0x7FFFFF) + 0.5) * STEP


@kernel
def normal(bits0: int, bits1: int) -> float:
    """Return a standard normal number from two words (Box and Muller)."""
    return math.sqrt(-2.0 * math.log(uniform(bits0))) * math.cos(2.0 * math.pi * uniform(bits1))
