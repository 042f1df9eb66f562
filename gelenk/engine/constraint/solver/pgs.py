"""PGS (projected Gauss-Seidel), and the QCQP of a friction cone.

Documents: Computation / Constraint solver / Algorithms (PGS); Modeling / Solver settings

PGS works on the dual problem.

Each row in turn gets the force that minimizes the dual cost with all others fixed:
    equality, friction loss, limits, pyramids   f <- clamp(f - residual / (A + R)_rr)
    elliptic contact    along the ray from the tip of the cone through f; then, with the normal force fixed,
                        all friction forces at once within the ellipse of the cone at that normal force (QCQP)
In models of release 3.11 and later, each sweep starts from forces that are extrapolated along their last change
(Nesterov 1983). If the cost rises, the last forces are restored, and the next sweep has no momentum
(O'Donoghue and Candes 2015, restart by function values).

QCQP: the quadratic program of a slice of an elliptic friction cone.

    minimize 1/2 y' A y + b' y   subject to   sum (y_i / d_i)^2 <= r^2,   n = 2, 3 or 5
With u_i = y_i / d_i, A_ij <- d_i A_ij d_j, b_i <- d_i b_i the minimum is u = - inv(A + lambda I) b with the
smallest lambda >= 0 for which u.u <= r^2; where lambda > 0 it solves u.u = r^2, by Newton's method from
lambda = 0, which converges from below because u.u is convex and decreasing in lambda. As in 3.5.0 a nearly
singular A leaves the forces unchanged, and after 20 iterations u is scaled to the boundary.

Work space d.qcqp (14, 5): rows 0..4 A, 5 b, 6 u, 7 d, 8..12 factor, 13 a half-solved vector.
"""

import math

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.algebra.vec import Vec2, clamp
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
    set_force,
)
from gelenk.engine.constraint.solver.islands import all_islands
from gelenk.engine.constraint.solver.jacobian_products import mul_j
from gelenk.engine.constraint.solver.primal import (
    STAT_ROWS,
    least_improvement,
    record_end,
    step_scale,
    use_rows,
)
from gelenk.tables.enums import mjMINVAL, mjtConstraint, mjtDisableBit
from gelenk.tables.precision import Limits
from gelenk.tables.releases import R3_11
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View

VECTOR, SOLUTION, RADII, FACTOR = 5, 6, 7, 8  # rows of the work space
ITERATIONS = 20
MIN_PIVOT = 1e-10  # smallest determinant for n = 2, smallest pivot otherwise


@kernel
def factor_shifted(q: Rows, n: int, shift: float) -> bool:
    """Write the Cholesky factor of A + shift I; return False if nearly singular.

    The lower factor is in rows FACTOR and on. Singular is a small determinant (n = 2) or pivot.
    """
    determinant = 1.0
    for i in range(n):
        for j in range(i + 1):
            total = q[i, j] + (shift if i == j else 0.0)
            for k in range(j):
                total -= q[FACTOR + i, k] * q[FACTOR + j, k]
            if i > j:
                q[FACTOR + i, j] = total / q[FACTOR + j, j]
            else:
                determinant = total * determinant if n == 2 else total
                if not determinant > MIN_PIVOT:
                    return False
                q[FACTOR + i, i] = math.sqrt(total)
    return True


@kernel
def solve_shifted(q: Rows, n: int) -> Vec2:
    """Write SOLUTION = - inv(A + shift I) VECTOR; return u.u and u' inv(A + shift I) u."""
    size = 0.0
    slope = 0.0
    for i in range(n):
        total = -q[VECTOR, i]
        for k in range(i):
            total -= q[FACTOR + i, k] * q[SOLUTION, k]
        q[SOLUTION, i] = total / q[FACTOR + i, i]
    for i in range(n - 1, -1, -1):
        total = q[SOLUTION, i]
        for k in range(i + 1, n):
            total -= q[FACTOR + k, i] * q[SOLUTION, k]
        q[SOLUTION, i] = total / q[FACTOR + i, i]
        size += q[SOLUTION, i] * q[SOLUTION, i]
    # |inv(factor) u|^2; the half-solved vector goes to the last row, so that u is preserved
    for i in range(n):
        total = q[SOLUTION, i]
        for k in range(i):
            total -= q[FACTOR + i, k] * q[FACTOR + 5, k]
        total /= q[FACTOR + i, i]
        q[FACTOR + 5, i] = total
        slope += total * total
    return size, slope


@kernel
def solve_slice(q: Rows, n: int, radius: float) -> bool:
    """Write the minimum to SOLUTION; return False if A is nearly singular.

    Rows 0..n, VECTOR and RADII hold the problem.
    """
    for i in range(n):
        q[VECTOR, i] *= q[RADII, i]
        for j in range(n):
            q[i, j] *= q[RADII, i] * q[RADII, j]
    shift = 0.0
    size = 0.0
    found = False
    for _ in range(ITERATIONS):
        if found:
            break
        if not factor_shifted(q, n, shift):
            return False
        size, slope = solve_shifted(q, n)
        excess = size - radius * radius
        found = excess < Limits.QCQP
        if not found:
            shift += 0.5 * excess / slope
    scale = radius / math.sqrt(size) if shift > 0.0 and size > 0.0 else 1.0
    for i in range(n):
        q[SOLUTION, i] *= q[RADII, i] * min(1.0, scale)
    return True


# PGS


@kernel
def begin_forces(m: Model, d: Data, sparse: bool) -> None:
    """Initialize the forces from qacc_warmstart, or to zero if zero forces cost less.

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
def last_force(d: Data) -> View:
    """Return the forces before the last sweep and its extrapolation (nefc)."""
    return d.row_held


@kernel
def last_gradient(d: Data) -> View:
    """Return the gradient of the dual cost at last_force (nefc)."""
    return d.row_jv


@kernel
def keep_forces(d: Data) -> None:
    """Store the forces and their gradient for restore_forces."""
    copy(last_force(d), d.efc_force, d.nefc)
    copy(last_gradient(d), dual_gradient(d), d.nefc)


@kernel
def restore_forces(d: Data) -> None:
    """Restore the stored forces and their gradient."""
    copy(d.efc_force, last_force(d), d.nefc)
    copy(dual_gradient(d), last_gradient(d), d.nefc)


@kernel
def admit_cone(d: Data, c: int, row: int, dim: int, sparse: bool) -> None:
    """Scale the friction of elliptic contact ``c`` down to its cone."""
    normal = max(0.0, d.efc_force[row])
    total = 0.0
    for i in range(1, dim):
        ratio = d.efc_force[row + i] / d.contact_friction[c, i - 1]
        total += ratio * ratio
    set_force(d, row, normal, sparse)
    if total > normal * normal:
        share = normal / math.sqrt(total)
        for i in range(1, dim):
            set_force(d, row + i, share * d.efc_force[row + i], sparse)


@kernel
def admit_forces(d: Data, sparse: bool) -> None:
    """Project forces onto their bounds and cones, and update the gradient."""
    for r in range(d.ne, d.ne + d.nf):
        limit = d.efc_frictionloss[r]
        set_force(d, r, clamp(d.efc_force[r], -limit, limit), sparse)
    r = d.ne + d.nf
    while r < d.nefc:
        dim = 1
        if d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            dim = d.contact_dim[d.efc_id[r]]
            admit_cone(d, d.efc_id[r], r, dim, sparse)
        else:
            set_force(d, r, max(0.0, d.efc_force[r]), sparse)
        r += dim


@kernel
def extrapolate(d: Data, momentum: float, sparse: bool) -> None:
    """Store the forces, then extrapolate them by ``momentum`` times their last change."""
    before, slope_before, slope = last_force(d), last_gradient(d), dual_gradient(d)
    for r in range(d.nefc):
        force, gradient = d.efc_force[r], slope[r]
        d.efc_force[r] += momentum * (force - before[r])
        slope[r] += momentum * (gradient - slope_before[r])
        before[r] = force
        slope_before[r] = gradient
    admit_forces(d, sparse)


@kernel
def sweep_on(d: Data, momentum: float, sparse: bool) -> float:
    """Sweep with momentum; return the decrease of the cost, 0 if forces were restored."""
    if momentum == 0.0:
        keep_forces(d)
        return sweep(d, sparse)
    before = dual_cost(d)
    extrapolate(d, momentum, sparse)
    sweep(d, sparse)
    fall = before - dual_cost(d)
    if fall < 0.0:
        restore_forces(d)
        return 0.0
    return fall


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
    age = 1.0  # Nesterov's sequence: 1, 1.6, 2.2, ...
    momentum = 0.0
    while count < m.opt.iterations:
        improvement = scale * sweep_on(d, momentum, sparse)
        record_sweep(d, count, improvement)
        count += 1
        if improvement < least_improvement(m):
            if momentum == 0.0:
                break
            age, momentum = 1.0, 0.0
        elif m.release[0] >= R3_11:
            older = 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * age * age))
            momentum = (age - 1.0) / older
            age = older
    record_end(d, 0, count, d.nA)
    dual_states(d)
    dual_finish(m, d)
