"""Products of small matrices: mju_mulMatVec, mju_mulMatMat, ...

Documents: API / Matrix math

Matrices are rows one after the other, a vector is one row or one column. Large products are left to numpy, which takes
less time for them: kernels answer whether they have done it.
"""

from gelenk.engine.functions import NO
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import View

MOST = 1 << 14  # products of numbers; beyond, a call of numpy is the smaller part


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


@kernel
def weighted_square(res: View, mat: View, diag: View, given: int, rows: int, columns: int) -> int:
    """res = mat' diag(diag) mat, or mat' mat where diag is not given"""
    if rows * columns * columns > MOST:
        return NO
    for i in range(columns * columns):
        res[i] = 0.0
    for k in range(rows):
        for i in range(columns):
            x = mat[k * columns + i] * (diag[k] if given else 1.0)
            for j in range(columns):
                res[i * columns + j] += x * mat[k * columns + j]
    return 0


@kernel
def identity(mat: View, n: int) -> None:
    """mat = I"""
    for i in range(n * n):
        mat[i] = 0.0
    for i in range(n):
        mat[i * n + i] = 1.0


@kernel
def transposed(res: View, a: View, rows: int, columns: int) -> None:
    """res = a'"""
    for i in range(rows):
        for j in range(columns):
            res[j * rows + i] = a[i * columns + j]


@kernel
def symmetric_part(res: View, a: View, n: int) -> None:
    """res = (a + a') / 2"""
    for i in range(n):
        for j in range(n):
            res[i * n + j] = 0.5 * (a[i * n + j] + a[j * n + i])


@kernel
def vector_matrix_vector(a: View, mat: View, b: View, rows: int, columns: int) -> float:
    """a' mat b"""
    total = 0.0
    for i in range(rows):
        row = 0.0
        for j in range(columns):
            row += mat[i * columns + j] * b[j]
        total += a[i] * row
    return total
