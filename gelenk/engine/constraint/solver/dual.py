"""The dual problem: its matrix, its residuals, and conversion of forces to accelerations.

Documents: Computation / Constraint solver / Dual problem

    minimize over admissible f:  1/2 f' (A + R) f + f' b,   A = J inv(M) J',  b = J qacc_smooth - aref
efc_AR holds A + R: nefc by nefc when dense, its nonzeros by rows when sparse.
"""

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.engine.arena import drop_rows, finish_rows
from gelenk.engine.constraint.solver.cost import (
    cone_region_of_force,
    friction_region_of_force,
    inequality_region_of_force,
)
from gelenk.engine.constraint.solver.islands import all_islands
from gelenk.engine.constraint.solver.jacobian_products import add_jt
from gelenk.engine.constraint.solver.projection import project_dense, project_sparse
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.tables.enums import mjtConstraint, mjtConstraintState
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

# Work space: aliases of row vectors of the primal solvers, which never run at the same time


@kernel
def dual_gradient(d: Data) -> View:
    """Return (A + R) f + b, the gradient of the dual cost (nefc)."""
    return d.row_jar


@kernel
def inverses(d: Data) -> View:
    """Return 1 / (A + R)_rr (nefc)."""
    return d.row_weight


# The matrix


@kernel
def has_room(m: Model, d: Data, n: int) -> bool:
    """Set nA = n; return False if ``n`` values do not fit.

    If they do not fit, need_A is set; where buffers have a fixed size, the rows are dropped instead.
    """
    if not finish_rows(m, d, n):
        return False
    d.nA = n
    if n <= d.nAmax:
        return True
    if d.fixed != 0:
        drop_rows(m, d)
    else:
        d.need_A = n
    return False


@kernel
def project_constraint(m: Model, d: Data) -> None:
    """Compute the regularized inverse inertia in constraint space (mj_projectConstraint).

    efc_AR = J inv(M) J' + diag(R)
    Reads   efc_J, efc_R (nefc), qLD (nC)        Writes  efc_AR, nA; when sparse efc_AR_rownnz, rowadr, colind
    Status  need_A when the buffer is too small; need_J, need_efc when the work space is. All rows are dropped if
            the memory size of the model is exceeded.
    Source  Computation / Constraint solver / Dual problem
    """
    if not is_sparse(m):
        n = d.nefc
        if has_room(m, d, n * n):
            project_dense(m, d)
        return
    end = project_sparse(m, d)
    if end < 0:
        return
    has_room(m, d, end)


@kernel
def add_force(d: Data, r: int, change: float, sparse: bool) -> None:
    """Update the gradient after force r has changed by ``change``."""
    if change == 0.0:
        return
    slope = dual_gradient(d)
    if sparse:
        adr = d.efc_AR_rowadr[r]
        for k in range(adr, adr + d.efc_AR_rownnz[r]):
            slope[d.efc_AR_colind[k]] += d.efc_AR[k] * change
        return
    n = d.nefc
    row = d.efc_AR[r * n :]
    for s in range(n):
        slope[s] += row[s] * change


@kernel
def set_force(d: Data, r: int, new: float, sparse: bool) -> None:
    """Set force r and update the gradient."""
    add_force(d, r, new - d.efc_force[r], sparse)
    d.efc_force[r] = new


@kernel
def load_slopes(d: Data, sparse: bool) -> None:
    """Compute the gradient and the inverse diagonal."""
    inverse = inverses(d)
    copy(dual_gradient(d), d.efc_b, d.nefc)
    for r in range(d.nefc):
        add_force(d, r, d.efc_force[r], sparse)
        inverse[r] = 1.0 / entry_ar(d, r, r, sparse)


@kernel
def entry_ar(d: Data, r: int, s: int, sparse: bool) -> float:
    """Return element (r, s) of A + R."""
    if not sparse:
        return d.efc_AR[r * d.nefc + s]
    adr = d.efc_AR_rowadr[r]
    for k in range(adr, adr + d.efc_AR_rownnz[r]):
        if d.efc_AR_colind[k] == s:
            return d.efc_AR[k]
    return 0.0


@kernel
def dual_cost(d: Data) -> float:
    """Return 1/2 f' (A + R) f + f' b, from the gradient."""
    slope = dual_gradient(d)
    total = 0.0
    for r in range(d.nefc):
        total += 0.5 * d.efc_force[r] * (slope[r] + d.efc_b[r])
    return total


@kernel
def dual_states(d: Data) -> int:
    """Set efc_state of all rows from their forces; return the number of changes."""
    changes = 0
    r = 0
    while r < d.nefc:
        state: int = mjtConstraintState.mjCNSTRSTATE_QUADRATIC
        rows = 1
        f = d.efc_force[r]
        if d.ne <= r < d.ne + d.nf:
            state = friction_region_of_force(f, d.efc_frictionloss[r])
        elif r >= d.ne and d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            c = d.efc_id[r]
            rows = d.contact_dim[c]
            state = cone_region_of_force(d, c, r)
        elif r >= d.ne:
            state = inequality_region_of_force(f)
        for s in range(r, r + rows):
            changes += 1 if d.row_state[s] != state else 0
            d.row_state[s] = state
            d.efc_state[s] = state
        r += rows
    return changes


@kernel
def dual_finish(m: Model, d: Data) -> None:
    """Compute qfrc_constraint = J' f and qacc = qacc_smooth + inv(M) J' f."""
    zero(d.qfrc_constraint, m.nv)
    add_jt(d, all_islands(d), d.efc_force, d.qfrc_constraint)
    copy(d.qacc, d.qfrc_constraint, m.nv)
    solve_m_vector(m, d, d.qacc)
    for i in range(m.nv):
        d.qacc[i] += d.qacc_smooth[i]
