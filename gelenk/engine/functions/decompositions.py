"""Cholesky factors and principal axes of small dense matrices: mju_cholFactor, mju_cholSolve, mju_cholUpdate, mju_eig3.

Documents: API / Decompositions

Matrices are rows one after the other; of a factor the lower triangle counts, the upper is neither read nor written.
"""

import math

from gelenk.algebra.eigen import eig3
from gelenk.algebra.vec import get4, quat_to_mat, set3
from gelenk.engine.functions import NO
from gelenk.engine.functions.matrices import MOST
from gelenk.engine.functions.rotations import get9, set4
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import View


@kernel
def chol_factor(mat: View, n: int, mindiag: float) -> int:
    """L L' = mat, in place; the rank: how many pivots were not below mindiag, to which the others are raised."""
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
    """L L' res = vec; anything but 0: nothing is done, since L is singular or large."""
    if n * n > MOST:
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
    """L L' = L L' +- x x', in place, x is used up; the rank: how many pivots did not have to be raised to mjMINVAL."""
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
    """mat = eigvec diag(eigval) eigvec' of a symmetric matrix (3, 3), and the rotation as quat; the turns it took."""
    values, q, count = eig3(get9(mat))
    set3(eigval, 0, values)
    set4(quat, q)
    r = quat_to_mat(get4(quat, 0))
    for i in range(9):
        eigvec[i] = r[i]
    return count
