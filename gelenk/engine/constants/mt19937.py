"""The 64-bit Mersenne twister MT19937-64, for the random marks of textures.

Documents: XML reference / asset / texture
Source    Nishimura and Matsumoto 2004

A word is two halves of 32 bits, upper half first, so that compiled code and Python use the same integers. The state
has the halves of its N words, as int32, then the number of used words.
"""

from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints

N, MIDDLE_WORD = 312, 156
STATE = 2 * N + 1
ALL, TOP = 0xFFFFFFFF, 0x80000000


@kernel
def next_word(state: Ints, i: int, following: int, far: int) -> None:
    """Compute word i of the next block.

    Word i depends on its upper 33 bits, the lower 31 of its successor, and the word half a block away.
    """
    high = int(state[2 * i]) & ALL
    low = (int(state[2 * i + 1]) & TOP) | (int(state[2 * following + 1]) & 0x7FFFFFFF)
    odd = -(low & 1)  # all bits if odd, else none
    new_high = int(state[2 * far]) & ALL ^ (high >> 1) ^ (odd & 0xB5026F5A)
    new_low = int(state[2 * far + 1]) & ALL ^ ((low >> 1) | ((high & 1) << 31)) ^ (odd & 0xA96619E9)
    state[2 * i], state[2 * i + 1] = (new_high ^ TOP) - TOP, (new_low ^ TOP) - TOP  # convert to int32


@kernel
def next_block(state: Ints) -> None:
    """Compute the next N words."""
    for i in range(MIDDLE_WORD):
        next_word(state, i, i + 1, i + MIDDLE_WORD)
    for i in range(MIDDLE_WORD, N - 1):
        next_word(state, i, i + 1, i - MIDDLE_WORD)
    next_word(state, N - 1, 0, MIDDLE_WORD - 1)
    state[2 * N] = 0


@kernel
def is_below(high: int, low: int, most_high: int, most_low: int) -> bool:
    """Return whether a word, after tempering, is below a bound.

    Shifts carry bits from one half to the other.
    """
    moved_high, moved_low = high >> 29, (low >> 29) | ((high << 3) & ALL)
    high, low = high ^ (moved_high & 0x55555555), low ^ (moved_low & 0x55555555)
    moved_high, moved_low = ((high << 17) | (low >> 15)) & ALL, (low << 17) & ALL
    high, low = high ^ (moved_high & 0x71D67FFF), low ^ (moved_low & 0xEDA60000)
    high ^= (low << 5) & 0xFFF7EEE0
    low ^= high >> 11
    return high < most_high or (high == most_high and low < most_low)


@kernel
def random_marks(state: Ints, marks: Ints, n: int, most_high: int, most_low: int) -> None:
    """Write 1 or 0 for each of the next ``n`` words: whether the word is below a bound."""
    i, k = int(state[2 * N]), 0
    while k < n:
        if i >= N:
            next_block(state)
            i = 0
        count = min(N - i, n - k)
        for j in range(count):
            high, low = int(state[2 * (i + j)]) & ALL, int(state[2 * (i + j) + 1]) & ALL
            marks[k + j] = 1 if is_below(high, low, most_high, most_low) else 0
        i, k = i + count, k + count
    state[2 * N] = i
