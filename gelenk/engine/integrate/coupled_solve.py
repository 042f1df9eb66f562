"""Coupled solve: qacc_smooth of the integrator discrete, with the couplings of the metric.

Documents: Computation / General framework / Numerical integration (of 4.0.0)

    few couplings          Woodbury's identity with the factored part of the metric (metric.py)
    many (flexes)          a sparse factor (constraint/solver/quadratic.py)
"""

from gelenk.algebra.linalg import is_sparse, zero
from gelenk.engine.constraint.rows.make_constraint import row_dot
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.engine.step import run_growing
from gelenk.tables.stages import INDEX
from gelenk.tables.status import GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

SOLVE_METRIC = INDEX["solve_metric"]
FEW = 4  # largest number of couplings for Woodbury's identity


@kernel
def add_row(m: Model, d: Data, row: int, force: float, out: View) -> None:
    """out (nv) += efc_J[row]' force"""
    adr = d.efc_J_rowadr[row]
    if is_sparse(m):
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            out[d.efc_J_colind[k]] += d.efc_J[k] * force
        return
    for i in range(m.nv):
        out[i] += d.efc_J[adr + i] * force


@kernel
def has_space(m: Model, d: Data, n: int) -> bool:
    """Return whether hess is large enough for n couplings; if not, request more memory."""
    if n > FEW or n * n <= d.nHmax:
        return True
    d.need_H = n * n
    d.status = GROW
    return False


@kernel
def solve_dense(a: View, n: int, x: View) -> None:
    """x <- inv(a) x by Cholesky; the lower triangle of a (n, n) is overwritten."""
    for i in range(n):
        for k in range(i + 1):
            total = a[i * n + k]
            for p in range(k):
                total -= a[i * n + p] * a[k * n + p] * a[p * n + p]
            a[i * n + k] = total if k == i else total / a[k * n + k]
    for i in range(n):
        for k in range(i):
            x[i] -= a[i * n + k] * x[k]
    for i in range(n - 1, -1, -1):
        x[i] /= a[i * n + i]
        for k in range(i + 1, n):
            x[i] -= a[k * n + i] * x[k]


@kernel
def couple_smooth(m: Model, d: Data, first: int, n: int) -> None:
    """Solve for qacc_smooth with n couplings from row ``first`` on, given that without them.

    x - Y inv(inv(W) + J Y) J x with Y = inv(Mh) J' and the weights W: Woodbury's identity.
    """
    y, work, sparse = d.row_jar, d.metric_work, is_sparse(m)
    for c in range(n):
        zero(work, m.nv)
        add_row(m, d, first + c, 1.0, work)
        solve_m_vector(m, d, work)
        for b in range(c + 1):
            d.hess[c * n + b] = row_dot(m, d, first + b, work, sparse)
        d.hess[c * n + c] += d.efc_R[first + c]
        y[c] = row_dot(m, d, first + c, d.qacc_smooth, sparse)
    solve_dense(d.hess, n, y)
    zero(work, m.nv)
    for c in range(n):
        add_row(m, d, first + c, y[c], work)
    solve_m_vector(m, d, work)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qacc_smooth[i] -= work[i]


@kernel
def solve_coupled(m: Model, d: Data, first: int, n: int) -> None:
    """Solve for qacc_smooth with n couplings from row ``first`` on, then drop their rows.

    On entry qacc_smooth is the solution without couplings.
    """
    if n > FEW:
        d.nefc = first + n
        d.nhidden = n
        run_growing(m, d, SOLVE_METRIC)
        d.nhidden = 0
    else:
        couple_smooth(m, d, first, n)
    d.nefc = first
