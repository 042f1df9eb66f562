"""Random and low-discrepancy numbers: Halton, Mersenne twister MT19937-64, Philox 4x32-10.

Documents: API / mju_Halton; XML reference / asset / texture; design / Many worlds on GPUs
Sources    Halton 1960; Nishimura and Matsumoto 2004; Salmon, Moraes, Dror and Shaw 2011, Parallel random numbers: as
           easy as 1, 2, 3

Textures take their random marks from the Mersenne twister. A word of it is two halves of 32 bits, upper half first, so
that compiled code and Python use the same integers; the state has the halves of its words, as int32, then the number
of used words.

Batches use Philox: each number is a function of a key and a counter, so that threads need no shared state. A word has
32 bits and only the low 32 bits count: the same source gives the same numbers with 32-bit, 64-bit and unbounded
integers. Products are computed from 16-bit halves.
"""

import math

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints


@kernel
def halton(i: int, base: int) -> float:
    """Return element i of the van der Corput sequence of a base: radical inverse in [0, 1)."""
    value, digit = 0.0, 1.0
    while i > 0:
        digit /= base
        value += digit * (i % base)
        i //= base
    return value


MT_WORDS, MT_MIDDLE = 312, 156
WORD_BITS, SIGN_BIT = 0xFFFFFFFF, 0x80000000


@kernel
def next_word(state: Ints, i: int, following: int, far: int) -> None:
    """Compute word i of the next block.

    Word i depends on its upper 33 bits, the lower 31 of its successor, and the word half a block away.
    """
    high = int(state[2 * i]) & WORD_BITS
    low = (int(state[2 * i + 1]) & SIGN_BIT) | (int(state[2 * following + 1]) & 0x7FFFFFFF)
    odd = -(low & 1)  # all bits if odd, else none
    new_high = int(state[2 * far]) & WORD_BITS ^ (high >> 1) ^ (odd & 0xB5026F5A)
    new_low = int(state[2 * far + 1]) & WORD_BITS ^ ((low >> 1) | ((high & 1) << 31)) ^ (odd & 0xA96619E9)
    state[2 * i] = (new_high ^ SIGN_BIT) - SIGN_BIT  # converted to int32
    state[2 * i + 1] = (new_low ^ SIGN_BIT) - SIGN_BIT


@kernel
def next_block(state: Ints) -> None:
    """Compute the next N words."""
    for i in range(MT_MIDDLE):
        next_word(state, i, i + 1, i + MT_MIDDLE)
    for i in range(MT_MIDDLE, MT_WORDS - 1):
        next_word(state, i, i + 1, i - MT_MIDDLE)
    next_word(state, MT_WORDS - 1, 0, MT_MIDDLE - 1)
    state[2 * MT_WORDS] = 0


@kernel
def is_below(high: int, low: int, most_high: int, most_low: int) -> bool:
    """Return whether a word, after tempering, is below a bound.

    Shifts carry bits from one half to the other.
    """
    moved_high, moved_low = high >> 29, (low >> 29) | ((high << 3) & WORD_BITS)
    high, low = high ^ (moved_high & 0x55555555), low ^ (moved_low & 0x55555555)
    moved_high, moved_low = ((high << 17) | (low >> 15)) & WORD_BITS, (low << 17) & WORD_BITS
    high, low = high ^ (moved_high & 0x71D67FFF), low ^ (moved_low & 0xEDA60000)
    high ^= (low << 5) & 0xFFF7EEE0
    low ^= high >> 11
    return high < most_high or (high == most_high and low < most_low)


@kernel
def random_marks(state: Ints, marks: Ints, n: int, most_high: int, most_low: int) -> None:
    """Write 1 or 0 for each of the next ``n`` words: whether the word is below a bound."""
    i, k = int(state[2 * MT_WORDS]), 0
    while k < n:
        if i >= MT_WORDS:
            next_block(state)
            i = 0
        count = min(MT_WORDS - i, n - k)
        for j in range(count):
            high, low = int(state[2 * (i + j)]) & WORD_BITS, int(state[2 * (i + j) + 1]) & WORD_BITS
            marks[k + j] = 1 if is_below(high, low, most_high, most_low) else 0
        i, k = i + count, k + count
    state[2 * MT_WORDS] = i


HALF_BITS = 0xFFFF
# multipliers and key increments, as upper and lower halves
M0_HIGH, M0_LOW, M1_HIGH, M1_LOW = 0xD251, 0x1F53, 0xCD9E, 0x8D57
W0_HIGH, W0_LOW, W1_HIGH, W1_LOW = 0x9E37, 0x79B9, 0xBB67, 0xAE85
ROUNDS = 10
UNIFORM_SPACING = 2.0**-23  # spacing of uniform numbers (k + 1/2) 2^-23, which float32 represents exactly


@kernel
def join_halves(high: int, low: int) -> int:
    """Join two 16-bit halves; in 32-bit integers the top bit is the sign."""
    return ((high & HALF_BITS) << 16) | (low & HALF_BITS)


@kernel
def multiply_words(high: int, low: int, x: int) -> tuple[int, int]:
    """Return the upper and lower word of (high 2^16 + low) x."""
    a, b = (x >> 16) & HALF_BITS, x & HALF_BITS
    ll = low * b
    lh = low * a + ((ll >> 16) & HALF_BITS)
    hl = high * b + (lh & HALF_BITS)
    hh = high * a
    upper = ((lh >> 16) & HALF_BITS) + ((hl >> 16) & HALF_BITS)
    carry = (hh & HALF_BITS) + upper
    top = ((hh >> 16) & HALF_BITS) + (carry >> 16)
    return join_halves(top, carry), join_halves(hl, ll)


@kernel
def add_modulo(x: int, high: int, low: int) -> int:
    """x + (high 2^16 + low), modulo 2^32."""
    lower = (x & HALF_BITS) + low
    return join_halves(((x >> 16) & HALF_BITS) + high + (lower >> 16), lower)


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
    return (((bits >> 9) & 0x7FFFFF) + 0.5) * UNIFORM_SPACING


@kernel
def normal(bits0: int, bits1: int) -> float:
    """Return a standard normal number from two words (Box and Muller)."""
    return math.sqrt(-2.0 * math.log(uniform(bits0))) * math.cos(2.0 * math.pi * uniform(bits1))
