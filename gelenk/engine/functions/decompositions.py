"""Decompositions of small dense matrices: Cholesky factors and principal axes.

Documents: API / Decompositions

Functions: mju_cholFactor, mju_cholSolve, mju_cholUpdate, mju_eig3. Matrices are row-major; of a factor only the lower
triangle is read or written.
"""

import math

from gelenk.algebra.linalg import eig3
from gelenk.algebra.vec import get4, quat_to_mat, set3
from gelenk.engine.functions import NO
from gelenk.engine.functions.matrices import MOST_MULTIPLICATIONS
from gelenk.engine.functions.rotations import get9, set4
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import View


@kernel
def chol_factor(mat: View, n: int, mindiag: float) -> int:
    """L L' = mat, in place; return the rank.

    Pivots below mindiag are raised to mindiag; the rank is the number of the others.
    """
    rank = n
    for j in range(n):
        pivot = mat[j * n + j]
        for k in range(j):
            pivot -= mat[j * n + k] * mat[j * n + k]
        if pivot < mindiag:
            pivot = mindiag
            rank -= 1
        root = math.sqrt(pivot) if pivot >= 0.0 else math.nan
        mat[j * n + j] = root
        for i in range(j + 1, n):
            total = mat[i * n + j]
            for k in range(j):
                total -= mat[i * n + k] * mat[j * n + k]
            mat[i * n + j] = total / root
    return rank


@kernel
def chol_solve(res: View, mat: View, vec: View, n: int) -> int:
    """Solve L L' res = vec; return NO, without effect, if L is singular or large."""
    if n * n > MOST_MULTIPLICATIONS:
        return NO
    for i in range(n):
        if mat[i * n + i] == 0.0:
            return NO
    for i in range(n):
        total = vec[i]
        for k in range(i):
            total -= mat[i * n + k] * res[k]
        res[i] = total / mat[i * n + i]
    for j in range(n):
        i = n - 1 - j
        total = res[i]
        for k in range(i + 1, n):
            total -= mat[k * n + i] * res[k]
        res[i] = total / mat[i * n + i]
    return 0


@kernel
def chol_update(mat: View, x: View, n: int, flg_plus: int) -> int:
    """L L' = L L' +- x x', in place; return the rank.

    x is overwritten. Pivots below mjMINVAL are raised to mjMINVAL; the rank is the number of the others.
    """
    sign, rank = 1.0 if flg_plus != 0 else -1.0, n
    for k in range(n):
        old = mat[k * n + k]
        square = old * old + sign * x[k] * x[k]
        if square < mjMINVAL:
            square = mjMINVAL
            rank -= 1
        r = math.sqrt(square)
        c, s = r / old, x[k] / old
        mat[k * n + k] = r
        for i in range(k + 1, n):
            mat[i * n + k] = (mat[i * n + k] + sign * s * x[i]) / c
            x[i] = c * x[i] - s * mat[i * n + k]
    return rank


@kernel
def principal_axes(eigval: View, eigvec: View, quat: View, mat: View) -> int:
    """mat = eigvec diag(eigval) eigvec' of a symmetric matrix (3, 3)

    Writes the rotation also as quat. Returns the number of Jacobi rotations.
    """
    values, q, count = eig3(get9(mat))
    set3(eigval, 0, values)
    set4(quat, q)
    r = quat_to_mat(get4(quat, 0))
    for i in range(9):
        eigvec[i] = r[i]
    return count
