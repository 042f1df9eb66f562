"""Linear algebra that several stages share: sparse rows and small dense helpers.

Documents: Computation / Physical simulation; API / Sparse math

A matrix in compressed rows is ``rownnz, rowadr, colind``: row r has rownnz[r] values at rowadr[r], columns
ascending.
"""

from gelenk.tables.enums import mjtJacobian
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, Model, View

SPARSE_NV = 60  # number of dofs from which jacobian="auto" is sparse


@kernel
def is_sparse(m: Model) -> bool:
    """Return whether constraint and tendon Jacobians are stored sparse (mj_isSparse)."""
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
    """Return the sum of values[k] * dense[colind[k]]."""
    total = 0.0
    for k in range(nnz):
        total += values[k] * dense[colind[k]]
    return total


@kernel
def dot_dense(a: View, b: View, n: int) -> float:
    """Return the sum of a[i] * b[i]."""
    total = 0.0
    for i in range(n):
        total += a[i] * b[i]
    return total


@kernel
def insert_entry(values: View, colind: Ints, nnz: int, column: int, value: float) -> int:
    """Add ``value`` at ``column`` of a sparse row with nnz entries, columns ascending.

    Equal columns add up. Returns the new number of entries. Appending at the end, the usual case, moves no entry.
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
