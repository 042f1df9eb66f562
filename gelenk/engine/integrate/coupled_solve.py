"""Coupled solve: qacc_smooth of the integrator discrete, with the couplings of the metric.

Documents: Computation / General framework / Numerical integration (of 4.0.0)

    up to nv couplings     Woodbury's identity with the factored part of the metric (metric.py)
    more, as flexes have   conjugate gradients, preconditioned by the diagonal of the metric
"""

from gelenk.algebra.linalg import dot_dense, is_sparse, zero
from gelenk.engine.constraint.rows.make_constraint import row_dot
from gelenk.engine.position.inertia import mul_sym, solve_m_vector
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.tables.status import GROW
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

MOST_ITERATIONS = 4  # of conjugate gradients, per dof
RESIDUAL = 1e-11  # at which they end, relative to the force


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
    """Return whether hess has room for the solution with n couplings; request it if not."""
    if n > m.nv or n * n <= d.nHmax:
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
    """Solve for qacc_smooth with n couplings from row ``first`` on, given it without them.

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
def times_metric(m: Model, d: Data, first: int, x: View, out: View) -> None:
    """out = Mh x, with the couplings from row ``first`` on"""
    mul_sym(m, d.M, out, x)
    sparse = is_sparse(m)
    for row in range(first, d.nefc):
        add_row(m, d, row, d.efc_D[row] * row_dot(m, d, row, x, sparse), out)


@kernel
def iterate_smooth(m: Model, d: Data, first: int) -> None:
    """Solve Mh qacc_smooth = qfrc_smooth by conjugate gradients.

    They are preconditioned by the diagonal. Couplings begin at row ``first``. Iterations end at a residual of RESIDUAL
    relative to the force, in the norm of the preconditioner.
    """
    n, x = m.nv, d.qacc_smooth
    r, p, image = d.flex_krylov[0], d.flex_krylov[1], d.flex_krylov[2]
    z = d.metric_work
    times_metric(m, d, first, x, image)
    zero(z, n)  # inverse of the diagonal; zero at sleeping dofs, which stay as they are
    for run in range(d.nrun):
        for i in range(d.run[run, DOF], d.run[run, DOF_END]):
            z[i] = 1.0 / (d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1] + d.metric_diag[i])
    before, size = 0.0, 0.0
    for i in range(n):
        r[i] = d.qfrc_smooth[i] - image[i]
        p[i] = z[i] * r[i]
        before += r[i] * p[i]
        size += z[i] * d.qfrc_smooth[i] * d.qfrc_smooth[i]
    for _ in range(MOST_ITERATIONS * n):
        if not before > RESIDUAL * RESIDUAL * size:
            break
        times_metric(m, d, first, p, image)
        step = before / dot_dense(p, image, n)
        now = 0.0
        for i in range(n):
            x[i] += step * p[i]
            r[i] -= step * image[i]
            now += z[i] * r[i] * r[i]
        for i in range(n):
            p[i] = z[i] * r[i] + now / before * p[i]
        before = now


@kernel
def solve_coupled(m: Model, d: Data, first: int, n: int) -> None:
    """Solve for qacc_smooth with n couplings from row ``first`` on, given it without them.

    d.nefc is ``first`` afterwards.
    """
    if n > m.nv:
        d.nefc = first + n
        iterate_smooth(m, d, first)
    else:
        couple_smooth(m, d, first, n)
    d.nefc = first
