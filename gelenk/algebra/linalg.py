"""Sparse rows (values, column indices) and small dense helpers that several stages share.

Documents: Computation / Physical simulation; API / Sparse math

A matrix in compressed rows is ``rownnz, rowadr, colind``: row r has rownnz[r] numbers at rowadr[r], columns
ascending.
"""

from gelenk.tables.enums import mjtJacobian
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

SPARSE_NV = 60  # jacobian="auto" is sparse from this many dofs on


@kernel
def is_sparse(m: Model) -> bool:
    """Whether constraint and tendon Jacobians are kept as compressed rows (mj_isSparse)."""
    return m.opt.jacobian == mjtJacobian.mjJAC_SPARSE or (
        m.opt.jacobian != mjtJacobian.mjJAC_DENSE and m.nv >= SPARSE_NV
    )


@kernel
def zero(a: View, n: int) -> None:
    """a[0..n) = 0"""
    for i in range(n):
        a[i] = 0.0


@kernel
def copy(dst: View, src: View, n: int) -> None:
    """dst[0..n) = src[0..n)"""
    for i in range(n):
        dst[i] = src[i]


@kernel
def dot_sparse(values: View, colind: Ints, nnz: int, dense: View) -> float:
    """Sum of values[k] * dense[colind[k]]."""
    total = 0.0
    for k in range(nnz):
        total += values[k] * dense[colind[k]]
    return total


@kernel
def dot_dense(a: View, b: View, n: int) -> float:
    """Sum of a[i] * b[i]."""
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


@kernel
def insert_entry(values: View, colind: Ints, nnz: int, column: int, value: float) -> int:
    """Put ``value`` at ``column`` of a row that holds nnz entries, columns ascending; equal columns add up.

    Returns the number of entries afterwards. Appending at the end, the usual case, moves nothing.
    """
    k = nnz
    while k > 0 and colind[k - 1] > column:
        k -= 1
    if k > 0 and colind[k - 1] == column:
        values[k - 1] += value
        return nnz
    j = nnz
    while j > k:
        values[j] = values[j - 1]
        colind[j] = colind[j - 1]
        j -= 1
    values[k] = value
    colind[k] = column
    return nnz + 1
