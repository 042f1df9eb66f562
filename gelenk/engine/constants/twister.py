"""The 64-bit Mersenne twister, MT19937-64, whose numbers place the random marks of textures.

Documents: XML reference / asset / texture
Source    Nishimura and Matsumoto 2004

A word is two halves of 32 bits, the upper one first, so that the same integers serve compiled code and Python. The
state has the halves of its N words, then the number of those that have been used.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Ints, View

N, HALF = 312, 156
STATE = 2 * N + 1
ALL = 0xFFFFFFFF


@kernel
def next_word(state: View, i: int, following: int, far: int) -> None:
    """Word i anew: from its upper 33 bits, the lower 31 of its successor, and the word half a block off."""
    high = int(state[2 * i])
    low = (int(state[2 * i + 1]) & 0x80000000) | (int(state[2 * following + 1]) & 0x7FFFFFFF)
    odd = -(low & 1)  # all bits, or none
    new_high = int(state[2 * far]) ^ (high >> 1) ^ (odd & 0xB5026F5A)
    new_low = int(state[2 * far + 1]) ^ ((low >> 1) | ((high & 1) << 31)) ^ (odd & 0xA96619E9)
    state[2 * i], state[2 * i + 1] = float(new_high), float(new_low)


@kernel
def next_block(state: View) -> None:
    """N new words."""
    for i in range(HALF):
        next_word(state, i, i + 1, i + HALF)
    for i in range(HALF, N - 1):
        next_word(state, i, i + 1, i - HALF)
    next_word(state, N - 1, 0, HALF - 1)
    state[2 * N] = 0.0


@kernel
def random_marks(state: View, marks: Ints, n: int, probability: float) -> None:
    """Whether each of the next ``n`` numbers, divided by 2^64, is below the probability: 1 or 0."""
    i = int(state[2 * N])
    for k in range(n):
        if i >= N:
            next_block(state)
            i = 0
        high, low = int(state[2 * i]), int(state[2 * i + 1])
        # tempering: what is moved across the border of the halves is carried over
        moved_high, moved_low = high >> 29, (low >> 29) | ((high << 3) & ALL)
        high, low = high ^ (moved_high & 0x55555555), low ^ (moved_low & 0x55555555)
        moved_high, moved_low = ((high << 17) | (low >> 15)) & ALL, (low << 17) & ALL
        high, low = high ^ (moved_high & 0x71D67FFF), low ^ (moved_low & 0xEDA60000)
        high ^= (low << 5) & 0xFFF7EEE0
        low ^= high >> 11
        # the sum is rounded once, as the conversion of the whole word would be
        marks[k] = (
            1 if (float(high) * 4294967296.0 + float(low)) / 18446744073709551616.0 < probability else 0
        )
        i += 1
    state[2 * N] = float(i)
