"""Checksum of a binary model file: row and column sums of the 64-bit words of its arrays.

Documents: API / MJB

Words are int64, and so are their sums, which wrap around. Eight rows are summed at once, so that column sums are
loaded and stored an eighth as often.
"""

from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints

COLUMNS = 512
WORD_BYTES = 8  # [bytes]
WORD_ROW_BYTES = WORD_BYTES * COLUMNS  # [bytes] of a row of words


@kernel
def add_row(at: int, of_columns: Ints) -> int:
    """Add the row of words at an address to of_columns (COLUMNS); return the sum of the row."""
    words, total = memory.words(at, COLUMNS), 0
    for j in range(COLUMNS):
        total += words[j]
        of_columns[j] += words[j]
    return total


@kernel
def add_rows(at: int, of_columns: Ints, sums: Ints) -> None:
    """Add eight rows of words to of_columns, and write their sums to sums (8); see add_row."""
    w, c = memory.words(at, 8 * COLUMNS), COLUMNS
    t0, t1, t2, t3, t4, t5, t6, t7 = 0, 0, 0, 0, 0, 0, 0, 0
    for j in range(COLUMNS):
        w0, w1, w2, w3 = w[j], w[j + c], w[j + 2 * c], w[j + 3 * c]
        w4, w5, w6, w7 = w[j + 4 * c], w[j + 5 * c], w[j + 6 * c], w[j + 7 * c]
        t0, t1, t2, t3 = t0 + w0, t1 + w1, t2 + w2, t3 + w3
        t4, t5, t6, t7 = t4 + w4, t5 + w5, t6 + w6, t7 + w7
        of_columns[j] += w0 + w1 + w2 + w3 + w4 + w5 + w6 + w7
    sums[0], sums[1], sums[2], sums[3] = t0, t1, t2, t3
    sums[4], sums[5], sums[6], sums[7] = t4, t5, t6, t7


@kernel
def sum_words(at: int, into: int, nrow: int, to: int, nbyte: int) -> None:
    """Write the sums (nrow + COLUMNS) of the rows and of the columns of words (nrow, COLUMNS).

    at, into    addresses of the words and of the sums
    to, nbyte   destination and size [bytes] of a copy of the data at ``at``, made while rows are in the cache; groups
                of eight rows are copied with non-temporal stores, because a large model would evict the caches
    """
    of_rows, of_columns = memory.words(into, nrow), memory.words(into + WORD_BYTES * nrow, COLUMNS)
    for j in range(COLUMNS):
        of_columns[j] = 0
    copied = min((memory.NONTEMPORAL_BYTES - to % memory.NONTEMPORAL_BYTES) % memory.NONTEMPORAL_BYTES, nbyte)
    memory.copy(to, at, copied)
    whole = nrow - nrow % 8
    for row in range(0, whole, 8):
        add_rows(at + WORD_ROW_BYTES * row, of_columns, of_rows[row:])
        if copied + 8 * WORD_ROW_BYTES <= nbyte:
            memory.copy_nontemporal(to + copied, at + copied, 8 * WORD_ROW_BYTES)
            copied += 8 * WORD_ROW_BYTES
    memory.fence()
    memory.copy(to + copied, at + copied, nbyte - copied)
    for row in range(whole, nrow):
        of_rows[row] = add_row(at + WORD_ROW_BYTES * row, of_columns)
