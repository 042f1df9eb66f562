"""Sums of the rows and columns of words: the part of the checksum of a model in binary form that reads its arrays.

Documents: API / MJB

Words are of 32 bits, as int32, and so are their sums, of which the upper bits are left out.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Ints

COLUMNS = 1024
ALL, TOP = 0xFFFFFFFF, 0x80000000


@kernel
def low_half(total: int) -> int:
    """The lower 32 bits of a number, as int32."""
    return ((total & ALL) ^ TOP) - TOP


@kernel
def sum_words(words: Ints, of_rows: Ints, of_columns: Ints, nrow: int) -> None:
    """of_rows (nrow) and of_columns (COLUMNS) = the sums of words (nrow, COLUMNS)."""
    for j in range(COLUMNS):
        of_columns[j] = 0
    for row in range(nrow):
        first, total = row * COLUMNS, 0
        for j in range(COLUMNS):
            word = int(words[first + j])
            total += word
            of_columns[j] = low_half(int(of_columns[j]) + word)
        of_rows[row] = low_half(total)
