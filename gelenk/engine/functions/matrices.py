"""Products of small matrices: mju_mulMatVec, mju_mulMatMat, ...

Documents: API / Matrix math

Matrices are rows one after the other, a vector is one row or one column. Large products are left to numpy, which takes
less time for them: kernels answer whether they have done it.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import View

MOST = 1 << 14  # products of numbers; beyond, a call of numpy is the smaller part
NO = 1


@kernel
def matrix_matrix(res: View, a: View, b: View, rows: int, inner: int, columns: int) -> int:
    """res = a b"""
    if rows * columns * inner > MOST:
        return NO
    for i in range(rows):
        for j in range(columns):
            res[i * columns + j] = 0.0
        for k in range(inner):
            for j in range(columns):
                res[i * columns + j] += a[i * inner + k] * b[k * columns + j]
    return 0


@kernel
def matrix_matrix_t(res: View, a: View, b: View, rows: int, inner: int, columns: int) -> int:
    """res = a b'"""
    if rows * columns * inner > MOST:
        return NO
    for i in range(rows):
        for j in range(columns):
            total = 0.0
            for k in range(inner):
                total += a[i * inner + k] * b[j * inner + k]
            res[i * columns + j] = total
    return 0


@kernel
def matrix_t_matrix(res: View, a: View, b: View, rows: int, inner: int, columns: int) -> int:
    """res = a' b"""
    if rows * columns * inner > MOST:
        return NO
    for i in range(rows):
        for j in range(columns):
            res[i * columns + j] = 0.0
        for k in range(inner):
            for j in range(columns):
                res[i * columns + j] += a[k * rows + i] * b[k * columns + j]
    return 0
