"""PGS (projected Gauss-Seidel), the noslip solver, and the QCQP of a friction cone.

Documents: Computation / Constraint solver / Algorithms (PGS); Computation / Constraint solver / Algorithms (NoSlip);
Modeling / Solver settings

PGS works on the dual problem.

Each row in turn gets the force that minimizes the dual cost with all others fixed:
    equality, friction loss, limits, pyramids   f <- clamp(f - residual / (A + R)_rr)
    elliptic contact    along the ray from the tip of the cone through f; then, with the normal force fixed,
                        all friction forces at once within the ellipse of the cone at that normal force (QCQP)

The noslip solver: friction forces without regularization, after the main solver.

Gauss-Seidel on A f + b, without R, over friction only: friction loss, the friction part of elliptic
contacts with their normal force fixed, and pairs of opposing pyramid edges with their sum, the normal
force, fixed.

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
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

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


# Noslip solver

MIN_DIAGONAL = 1e-10  # smallest diagonal element of A


@kernel
def hard_residual(d: Data, r: int) -> float:
    """Return A f + b of row r."""
    return dual_gradient(d)[r] - d.efc_R[r] * d.efc_force[r]


@kernel
def set_force(d: Data, r: int, new: float, sparse: bool) -> None:
    """Set force r and update the residuals."""
    add_force(d, r, new - d.efc_force[r], sparse)
    d.efc_force[r] = new


@kernel
def update_friction_row(d: Data, r: int, sparse: bool) -> float:
    """Set the optimal friction loss force of row r; return the change of the cost."""
    slope = hard_residual(d, r)
    curve = max(MIN_DIAGONAL, entry_ar(d, r, r, sparse) - d.efc_R[r])
    limit = d.efc_frictionloss[r]
    old = d.efc_force[r]
    new = clamp(old - slope / curve, -limit, limit)
    d.efc_force[r] = new
    change = new - old
    add_force(d, r, change, sparse)
    return change * (slope + 0.5 * curve * change)


@kernel
def update_edges(d: Data, r: int, sparse: bool) -> float:
    """Set the optimal difference of the pyramid edges r and r + 1; return the cost change.

    Their sum is fixed.
    """
    f0, f1 = d.efc_force[r], d.efc_force[r + 1]
    middle = 0.5 * (f0 + f1)
    if middle < mjMINVAL:
        set_force(d, r, middle, sparse)
        set_force(d, r + 1, middle, sparse)
        return 0.0
    slope = hard_residual(d, r) - hard_residual(d, r + 1)
    curve = entry_ar(d, r, r, sparse) - d.efc_R[r] + entry_ar(d, r + 1, r + 1, sparse) - d.efc_R[r + 1]
    curve -= 2.0 * entry_ar(d, r, r + 1, sparse)
    old = 0.5 * (f0 - f1)
    new = 0.0 if curve < mjMINVAL else clamp(old - slope / curve, -middle, middle)
    set_force(d, r, middle + new, sparse)
    set_force(d, r + 1, middle - new, sparse)
    change = new - old
    return change * (slope + 0.5 * curve * change)


@kernel
def update_slice(d: Data, c: int, r: int, sparse: bool) -> float:
    """Set the optimal friction of elliptic contact c at fixed normal force.

    Returns the change of the cost.
    """
    dim = d.contact_dim[c]
    load_contact(d, r, dim, sparse)
    for i in range(dim):
        d.cone_res[i] -= d.efc_R[r + i] * d.efc_force[r + i]
        d.cone_ar[i, i] = max(MIN_DIAGONAL, d.cone_ar[i, i] - d.efc_R[r + i])
    slice_update(d, c, r, dim)
    return cone_change(d, r, dim, sparse)


@kernel
def noslip_sweep(d: Data, sparse: bool) -> float:
    """Update all friction forces once; return the decrease of the cost."""
    fall = 0.0
    for r in range(d.ne, d.ne + d.nf):
        fall -= update_friction_row(d, r, sparse)
    r = d.ne + d.nf + d.nl
    while r < d.nefc:
        if d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            fall -= update_slice(d, d.efc_id[r], r, sparse)
            r += d.contact_dim[d.efc_id[r]]
        elif d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_PYRAMIDAL and r + 1 < d.nefc:
            fall -= update_edges(d, r, sparse)
            r += 2
        else:
            r += 1
    return fall


@kernel
def regularization_cost(d: Data) -> float:
    """Return 1/2 f' R f, the decrease of the cost when R is dropped.

    It counts as improvement of the first sweep.
    """
    total = 0.0
    for r in range(d.nefc):
        total += d.efc_R[r] * d.efc_force[r] * d.efc_force[r]
    return 0.5 * total


@kernel
def solve_noslip(m: Model, d: Data) -> None:
    """Compute friction forces without regularization, and the resulting acceleration.

    Reads   efc_AR, efc_b, efc_R, efc_force, efc_frictionloss (nefc), contact_friction
    Writes  efc_force, efc_state (nefc), qfrc_constraint, qacc (nv), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    sparse = is_sparse(m)
    scale = step_scale(m)
    start = d.solver_niter[0]
    load_slopes(d, sparse)
    count = 0
    while count < m.opt.noslip_iterations:
        improvement = scale * noslip_sweep(d, sparse)
        if count == 0:
            improvement += scale * regularization_cost(d)
        record_sweep(d, start + count, improvement)
        count += 1
        if improvement < max(m.opt.noslip_tolerance, Limits.SOLVER):
            break
    d.solver_niter[0] = start + count
    dual_states(d)
    dual_finish(m, d)
