"""Matrices in compressed rows: mju_dense2sparse, mju_sparse2dense.

Documents: API / Sparse math
"""

from gelenk.engine.functions import NO
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Ints, View


@kernel
def dense_to_rows(
    res: View, mat: View, rownnz: Ints, rowadr: Ints, colind: Ints, room: int, places: int, rows: int, columns: int
) -> int:  # fmt: skip
    """Compressed rows of mat (rows, columns); 1, and nothing is written, where there is not room for all numbers."""
    total = 0
    for i in range(rows * columns):
        if mat[i] != 0.0:
            total += 1
    if total > min(room, places):
        return NO
    end = 0
    for r in range(rows):
        start = end
        for c in range(columns):
            x = mat[r * columns + c]
            if x != 0.0:
                res[end] = x
                colind[end] = c
                end += 1
        rownnz[r] = end - start
        rowadr[r] = start
    return 0


@kernel
def rows_to_dense(
    res: View, mat: View, rownnz: Ints, rowadr: Ints, colind: Ints, room: int, places: int, rows: int, columns: int
) -> int:  # fmt: skip
    """res (rows, columns) = mat; anything but 0: nothing is done, a row or a column is outside of something."""
    for r in range(rows):
        adr, n = rowadr[r], rownnz[r]
        if adr < 0 or n < 0 or adr + n > min(room, places):
            return NO
        for k in range(adr, adr + n):
            if colind[k] < 0 or colind[k] >= columns:
                return NO
    for i in range(rows * columns):
        res[i] = 0.0
    for r in range(rows):
        for k in range(rowadr[r], rowadr[r] + rownnz[r]):
            res[r * columns + colind[k]] = mat[k]
    return 0
