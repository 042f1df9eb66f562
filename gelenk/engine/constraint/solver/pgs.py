"""PGS, the projected Gauss-Seidel method on the dual problem.

Documents: Computation / Constraint solver / Algorithms (PGS)

Each row in turn gets the force that minimizes the dual cost with all others fixed:
    equality, friction loss, limits, pyramids   f <- clamp(f - residual / (A + R)_rr)
    elliptic contact    along the ray from the tip of the cone through f; then, with the normal force fixed,
                        all friction forces at once within the ellipse of the cone at that normal force (qcqp.py)
"""

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.algebra.vec import clamp
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.dual import (
    add_force,
    dual_cost,
    dual_finish,
    dual_gradient,
    dual_states,
    entry_ar,
    inverses,
    load_slopes,
)
from gelenk.engine.constraint.solver.islands import all_islands
from gelenk.engine.constraint.solver.jacobian_products import mul_j
from gelenk.engine.constraint.solver.primal import least_improvement, record_end, step_scale
from gelenk.engine.constraint.solver.qcqp import RADII, SOLUTION, VECTOR, solve_slice
from gelenk.engine.constraint.solver.statistics import STAT_ROWS, use_rows
from gelenk.tables.enums import mjMINVAL, mjtConstraint, mjtDisableBit
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def begin_forces(m: Model, d: Data, sparse: bool) -> None:
    """Initialize the forces from qacc_warmstart, or zero if that costs less.

    Also computes the gradient of the dual cost.
    """
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_WARMSTART) == 0:
        everything = all_islands(d)
        mul_j(d, everything, d.qacc_warmstart, d.row_jar)
        for r in range(d.nefc):
            d.row_jar[r] -= d.efc_aref[r]
        constraint_cost(m, d, everything, False)
        copy(d.efc_force, d.row_force, d.nefc)
        load_slopes(d, sparse)
        if dual_cost(d) <= 0.0:
            return
    zero(d.efc_force, d.nefc)
    load_slopes(d, sparse)


@kernel
def update_row(d: Data, r: int, sparse: bool) -> float:
    """Set the optimal force of row r; return the change of the cost."""
    slope, inverse = dual_gradient(d)[r], inverses(d)[r]
    old = d.efc_force[r]
    new = old - slope * inverse
    if d.ne <= r < d.ne + d.nf:
        limit = d.efc_frictionloss[r]
        new = clamp(new, -limit, limit)
    elif r >= d.ne:
        new = max(0.0, new)
    change = new - old
    if change == 0.0:
        return 0.0
    d.efc_force[r] = new
    add_force(d, r, change, sparse)
    # the residual is now slope + change / inverse, and the mean of both residuals gives the change of the cost
    return change * (slope + 0.5 * change / inverse)


@kernel
def load_contact(d: Data, row: int, dim: int, sparse: bool) -> None:
    """Load block of A + R, residual and force of a contact to cone_ar, cone_res, cone_old."""
    slope = dual_gradient(d)
    for i in range(dim):
        d.cone_res[i] = slope[row + i]
        d.cone_old[i] = d.efc_force[row + i]
        for j in range(dim):
            d.cone_ar[i, j] = entry_ar(d, row + i, row + j, sparse)


@kernel
def ray_update(d: Data, row: int, dim: int) -> None:
    """Minimize along the ray from the cone's tip through the force.

    At the tip, minimize along the normal.
    """
    if d.efc_force[row] < mjMINVAL:
        d.efc_force[row] = max(0.0, d.efc_force[row] - d.cone_res[0] / d.cone_ar[0, 0])
        for j in range(1, dim):
            d.efc_force[row + j] = 0.0
        return
    slope = 0.0
    curve = 0.0
    for i in range(dim):
        f = d.efc_force[row + i]
        slope += f * d.cone_res[i]
        for j in range(dim):
            curve += f * d.cone_ar[i, j] * d.efc_force[row + j]
    if curve >= mjMINVAL:
        step = max(-1.0, -slope / curve)
        for i in range(dim):
            d.efc_force[row + i] *= 1.0 + step


@kernel
def slice_update(d: Data, c: int, row: int, dim: int) -> None:
    """Minimize over the friction forces at fixed normal force; cone_res is for cone_old."""
    normal = d.efc_force[row]
    if normal < mjMINVAL:
        for j in range(1, dim):
            d.efc_force[row + j] = 0.0
        return
    q = d.qcqp
    n = dim - 1
    for i in range(n):
        bias = d.cone_res[i + 1] + d.cone_ar[i + 1, 0] * (normal - d.cone_old[0])
        for j in range(n):
            bias -= d.cone_ar[i + 1, j + 1] * d.cone_old[j + 1]
            q[i, j] = d.cone_ar[i + 1, j + 1]
        q[VECTOR, i] = bias
        q[RADII, i] = d.contact_friction[c, i]
    if solve_slice(q, n, normal):
        for i in range(n):
            d.efc_force[row + i + 1] = q[SOLUTION, i]


@kernel
def cone_change(d: Data, row: int, dim: int, sparse: bool) -> float:
    """Return the change of the cost since cone_old; update the residuals.

    An increase is undone.
    """
    total = 0.0
    for i in range(dim):
        change = d.efc_force[row + i] - d.cone_old[i]
        slope = d.cone_res[i]
        for j in range(dim):
            slope += 0.5 * d.cone_ar[i, j] * (d.efc_force[row + j] - d.cone_old[j])
        total += change * slope
    if total > Limits.RISE:
        for i in range(dim):
            d.efc_force[row + i] = d.cone_old[i]
        return 0.0
    for i in range(dim):
        add_force(d, row + i, d.efc_force[row + i] - d.cone_old[i], sparse)
    return total


@kernel
def sweep(d: Data, sparse: bool) -> float:
    """Update every row once; return the decrease of the cost."""
    fall = 0.0
    r = 0
    while r < d.nefc:
        if d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            c = d.efc_id[r]
            dim = d.contact_dim[c]
            load_contact(d, r, dim, sparse)
            ray_update(d, r, dim)
            slice_update(d, c, r, dim)
            fall -= cone_change(d, r, dim, sparse)
            r += dim
        else:
            fall -= update_row(d, r, sparse)
            r += 1
    return fall


@kernel
def record_sweep(d: Data, k: int, improvement: float) -> None:
    """Record the statistics of sweep k: improvement and number of nonzero forces."""
    if k >= STAT_ROWS or d.nstat == 0:
        return
    active = 0
    for r in range(d.nefc):
        active += 1 if d.efc_force[r] != 0.0 else 0
    use_rows(d, k + 1)
    for i in range(7):
        d.solver_stat[k, i] = 0.0
    d.solver_stat[k, 0] = improvement
    d.solver_stat[k, 3] = active


@kernel
def solve_pgs(m: Model, d: Data) -> None:
    """Compute constraint forces by projected Gauss-Seidel, and the resulting acceleration.

    Reads   efc_AR, efc_b, efc_frictionloss (nefc), contact_friction, qacc_warmstart (nv)
    Writes  efc_force, efc_state (nefc), qfrc_constraint, qacc (nv), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    sparse = is_sparse(m)
    scale = step_scale(m)
    begin_forces(m, d, sparse)
    count = 0
    while count < m.opt.iterations:
        improvement = scale * sweep(d, sparse)
        record_sweep(d, count, improvement)
        count += 1
        if improvement < least_improvement(m):
            break
    record_end(d, 0, count, d.nA)
    dual_states(d)
    dual_finish(m, d)
