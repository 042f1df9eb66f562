"""Sparse LU factorization in the structure D_*, from the last dof on: no fill-in.

Documents: Computation / General framework / Numerical integration
"""

from gelenk.engine.integrate.derivative import derivative_address
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model, View


@kernel
def factor_lu(m: Model, lu: View, first: int, end: int) -> None:
    """Factorize lu = U L in place at dofs ``first`` .. ``end`` - 1, which are whole trees.

    L includes its diagonal; U is right of it, with an implicit unit diagonal.
    """
    for r in range(end - 1, first - 1, -1):
        row = m.D_rowadr[r]
        depth = m.D_diag[r]
        inverse = 1.0 / lu[row + depth]
        for p in range(depth - 1, -1, -1):
            i = m.D_colind[row + p]
            target = m.D_rowadr[i]
            at = derivative_address(m, i, r)
            factor = lu[at] * inverse
            lu[at] = factor
            for k in range(p + 1):
                lu[target + k] -= factor * lu[row + k]
            beyond = target + m.D_diag[i] - i
            for k in range(p + 1, depth):
                lu[beyond + m.D_colind[row + k]] -= factor * lu[row + k]


@kernel
def solve_lu(m: Model, lu: View, x: View, first: int, end: int) -> None:
    """x <- inv(U L) x, in place, at dofs ``first`` .. ``end`` - 1, which are whole trees."""
    for i in range(end - 1, first - 1, -1):
        total = x[i]
        for k in range(m.D_rowadr[i] + m.D_diag[i] + 1, m.D_rowadr[i] + m.D_rownnz[i]):
            total -= lu[k] * x[m.D_colind[k]]
        x[i] = total
    for i in range(first, end):
        diag = m.D_rowadr[i] + m.D_diag[i]
        total = x[i]
        for k in range(m.D_rowadr[i], diag):
            total -= lu[k] * x[m.D_colind[k]]
        x[i] = total / lu[diag]
