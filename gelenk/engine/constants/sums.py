"""Sums of the rows and columns of words: the part of the checksum of a model in binary form that reads its arrays.

Documents: API / MJB

Words are of 32 bits, as int32, and so are their sums, of which the upper bits are left out. Four rows are summed at
once, so that sums of columns are read and written a quarter as often.
"""

from gelenk.jit import raw
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Ints

COLUMNS = 1024
ROW = 4 * COLUMNS  # bytes of one
ALL, TOP = 0xFFFFFFFF, 0x80000000


@kernel
def low_half(total: int) -> int:
    """The lower 32 bits of a number, as int32."""
    return ((total & ALL) ^ TOP) - TOP


@kernel
def add_row(at: int, of_columns: Ints) -> int:
    """The sum of the row of words at an address, which are added to of_columns (COLUMNS)."""
    words, total = raw.integers(at, COLUMNS), 0
    for j in range(COLUMNS):
        word = int(words[j])
        total += word
        of_columns[j] = low_half(int(of_columns[j]) + word)
    return low_half(total)


@kernel
def add_rows(at: int, of_columns: Ints) -> tuple[int, int, int, int]:
    """The same for four rows."""
    first, second = raw.integers(at, COLUMNS), raw.integers(at + ROW, COLUMNS)
    third, fourth = raw.integers(at + 2 * ROW, COLUMNS), raw.integers(at + 3 * ROW, COLUMNS)
    t0, t1, t2, t3 = 0, 0, 0, 0
    for j in range(COLUMNS):
        w0, w1, w2, w3 = int(first[j]), int(second[j]), int(third[j]), int(fourth[j])
        t0, t1, t2, t3 = t0 + w0, t1 + w1, t2 + w2, t3 + w3
        of_columns[j] = low_half(int(of_columns[j]) + w0 + w1 + w2 + w3)
    return low_half(t0), low_half(t1), low_half(t2), low_half(t3)


@kernel
def sum_words(words: int, sums: Ints, nrow: int) -> None:
    """Sums (nrow + COLUMNS) of the rows of words (nrow, COLUMNS), and of their columns.

    words   where they begin
    """
    of_columns = sums[nrow:]
    for j in range(COLUMNS):
        of_columns[j] = 0
    for row in range(0, nrow, 4):
        at, n = ROW * row, min(4, nrow - row)
        if n == 4:
            t0, t1, t2, t3 = add_rows(words + at, of_columns)
            sums[row], sums[row + 1], sums[row + 2], sums[row + 3] = t0, t1, t2, t3
        else:
            for k in range(n):
                sums[row + k] = add_row(words + at + ROW * k, of_columns)
