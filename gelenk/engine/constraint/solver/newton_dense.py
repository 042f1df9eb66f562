"""Newton's method with dense matrices, for worlds shared by several lanes of a GPU.

Documents: Computation / Constraint solver / Algorithms (Newton); design / Many worlds on GPUs

The problem is that of newton.py, all islands at once. The optimizations for a single thread, blocks of rows over few
dofs, elimination trees and rank-one updates, would make lanes wait for each other and the worlds of a warp diverge.
Here every loop is over all rows or dofs; rows and dofs keep their order, and lanes share each loop without a
sequential dependence. Values of neighboring lanes are adjacent: efc_J by dofs, and the lower triangle of the Hessian
by columns, column p from row p on.

    H = M + J' W J = U' inverse(D) U,  D the diagonal of U; hess_inv = 1 / D
"""

import math

from gelenk.algebra.linalg import is_sparse
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.islands import SEPARATELY, Island
from gelenk.engine.constraint.solver.primal import (
    LARGEST_ROW_SUM,
    gauss_cost,
    least_improvement,
    move_along,
    norm_part,
    record_end,
    split_mode,
    step_scale,
)
from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.tables.enums import mjMINVAL, mjtCone, mjtDisableBit, mjtSolver
from gelenk.toolchain.kernel import kernel, lane_count, spread, total
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def takes_full(m: Model, d: Data) -> bool:
    """Return whether the constraints of a world are solved with dense matrices."""
    if lane_count(d) == 1 or m.opt.solver != mjtSolver.mjSOL_NEWTON or m.opt.cone == mjtCone.mjCONE_ELLIPTIC:
        return False
    if m.opt.noslip_iterations > 0 or can_sleep(m):
        return False
    return not is_sparse(m)


@kernel
def everything(m: Model, d: Data) -> Island:
    """Return all dofs and rows, in their order, as one island."""
    return Island(0, m.ntree, 0, m.nv, 0, 0, 0, 0, d.ne, d.ne + d.nf, d.nefc)


@kernel
def load_rows(d: Data) -> None:
    """Load the constants of the rows."""
    for r in spread(d, 0, d.nefc):
        d.row_D[r] = d.efc_D[r]
        d.row_limit[r] = d.efc_frictionloss[r]
        d.row_edge[r] = d.efc_R[r] * d.efc_frictionloss[r]


@kernel
def mul_rows(m: Model, d: Data, x: View, out: View) -> None:
    """out = J x"""
    nv = m.nv
    for r in spread(d, 0, d.nefc):
        a = r * nv
        s, t, u, v = 0.0, 0.0, 0.0, 0.0
        k = 0
        while k + 4 <= nv:
            s += d.efc_J[a + k] * x[k]
            t += d.efc_J[a + k + 1] * x[k + 1]
            u += d.efc_J[a + k + 2] * x[k + 2]
            v += d.efc_J[a + k + 3] * x[k + 3]
            k += 4
        while k < nv:
            s += d.efc_J[a + k] * x[k]
            k += 1
        out[r] = (s + t) + (u + v)


@kernel
def mul_inertia(m: Model, d: Data, x: View, out: View) -> None:
    """out = M x"""
    for i in spread(d, 0, m.nv):
        s = 0.0
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            place = m.mapM2D[k]
            kept = 1.0 if place >= 0 else 0.0  # M of simple bodies has only its diagonal
            s += kept * d.M[max(place, 0)] * x[m.D_colind[k]]  # a branch would wait for the load of place
        out[i] = s


@kernel
def column(nv: int, p: int) -> int:
    """Return the index of row 0 of column p in the triangle; row i >= p is i elements further."""
    return (p * (2 * nv - p - 1)) >> 1


@kernel
def store_column(d: Data, nv: int, i: int, p: int, s: float, t: float, u: float, v: float) -> None:
    """Write rows i .. i + 3 of column p of the Hessian, as far as they are in the triangle."""
    at = column(nv, p) + i
    if p < nv:
        if i >= p:
            d.hess[at] = s
        if i + 1 >= p and i + 1 < nv:
            d.hess[at + 1] = t
        if i + 2 >= p and i + 2 < nv:
            d.hess[at + 2] = u
        if i + 3 >= p and i + 3 < nv:
            d.hess[at + 3] = v


@kernel
def hessian_block(d: Data, nv: int, i: int, p: int) -> None:
    """hess = J' W J at rows i .. i + 3 and columns p .. p + 3.

    Rows and columns from nv on are computed, but not stored. Rows of J without weight add zeros, since a branch
    would wait for the load of the weight in each iteration.
    """
    i1, i2, i3 = min(i + 1, nv - 1), min(i + 2, nv - 1), min(i + 3, nv - 1)
    p1, p2, p3 = min(p + 1, nv - 1), min(p + 2, nv - 1), min(p + 3, nv - 1)
    a0, a1, a2, a3 = 0.0, 0.0, 0.0, 0.0
    b0, b1, b2, b3 = 0.0, 0.0, 0.0, 0.0
    c0, c1, c2, c3 = 0.0, 0.0, 0.0, 0.0
    e0, e1, e2, e3 = 0.0, 0.0, 0.0, 0.0
    at = 0
    for r in range(d.nefc):
        w = d.row_weight[r]
        x0, x1, x2, x3 = d.efc_J[at + i], d.efc_J[at + i1], d.efc_J[at + i2], d.efc_J[at + i3]
        y0, y1, y2, y3 = d.efc_J[at + p], d.efc_J[at + p1], d.efc_J[at + p2], d.efc_J[at + p3]
        x0 *= w
        x1 *= w
        x2 *= w
        x3 *= w
        a0 += x0 * y0
        a1 += x1 * y0
        a2 += x2 * y0
        a3 += x3 * y0
        b0 += x0 * y1
        b1 += x1 * y1
        b2 += x2 * y1
        b3 += x3 * y1
        c0 += x0 * y2
        c1 += x1 * y2
        c2 += x2 * y2
        c3 += x3 * y2
        e0 += x0 * y3
        e1 += x1 * y3
        e2 += x2 * y3
        e3 += x3 * y3
        at += nv
    store_column(d, nv, i, p, a0, a1, a2, a3)
    store_column(d, nv, i, p + 1, b0, b1, b2, b3)
    store_column(d, nv, i, p + 2, c0, c1, c2, c3)
    store_column(d, nv, i, p + 3, e0, e1, e2, e3)


@kernel
def add_inertia_row(m: Model, d: Data, nv: int, i: int) -> None:
    """Add row i of M to the Hessian; four elements at once, so that their loads overlap."""
    k, end = m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]
    while k + 4 <= end:
        a, b = column(nv, m.M_colind[k]) + i, column(nv, m.M_colind[k + 1]) + i
        c, e = column(nv, m.M_colind[k + 2]) + i, column(nv, m.M_colind[k + 3]) + i
        s, t, u, v = (
            d.hess[a] + d.M[k],
            d.hess[b] + d.M[k + 1],
            d.hess[c] + d.M[k + 2],
            d.hess[e] + d.M[k + 3],
        )
        d.hess[a] = s
        d.hess[b] = t
        d.hess[c] = u
        d.hess[e] = v
        k += 4
    while k < end:
        d.hess[column(nv, m.M_colind[k]) + i] += d.M[k]
        k += 1


@kernel
def full_hessian(m: Model, d: Data) -> None:
    """hess = M + J' W J: a block of 4 x 4 per lane, then a row of M."""
    nv = m.nv
    wide = (nv + 3) >> 2
    for b in spread(d, 0, (wide * (wide + 1)) >> 1):
        # block b is at (i, p), p <= i: b = i (i + 1) / 2 + p; the margin covers the rounding of the root
        i = int(0.5 * (math.sqrt(8.0 * b + 1.0) - 0.99))
        hessian_block(d, nv, 4 * i, 4 * (b - ((i * (i + 1)) >> 1)))
    for i in spread(d, 0, nv):
        add_inertia_row(m, d, nv, i)


@kernel
def full_factor(m: Model, d: Data) -> None:
    """hess <- U column by column, hess_inv = 1 / D; left-looking, one row per lane."""
    nv = m.nv
    h = d.hess
    for k in range(nv):
        at = column(nv, k)
        for i in spread(d, k, nv):
            s, t, u, v = h[at + i], 0.0, 0.0, 0.0
            p, a = 0, 0  # a = column(nv, p)
            while p + 4 <= k:
                b = a + nv - p - 1
                c = b + nv - p - 2
                e = c + nv - p - 3
                s -= h[a + i] * (h[a + k] * d.hess_inv[p])
                t -= h[b + i] * (h[b + k] * d.hess_inv[p + 1])
                u -= h[c + i] * (h[c + k] * d.hess_inv[p + 2])
                v -= h[e + i] * (h[e + k] * d.hess_inv[p + 3])
                a = e + nv - p - 4
                p += 4
            while p < k:
                s -= h[a + i] * (h[a + k] * d.hess_inv[p])
                a += nv - p - 1
                p += 1
            s = (s + t) + (u + v)
            h[at + i] = s
            if i == k:
                d.hess_inv[k] = 1.0 / s


@kernel
def forward_panel(d: Data, nv: int, k: int, x: View) -> None:
    """Eliminate columns k .. k + 3 from x; each lane computes the four values for itself."""
    h = d.hess
    a = column(nv, k)
    b = a + nv - k - 1
    c = b + nv - k - 2
    e = c + nv - k - 3
    s = x[k] * d.hess_inv[k]
    x1 = x[k + 1] - h[a + k + 1] * s
    t = x1 * d.hess_inv[k + 1]
    x2 = x[k + 2] - h[a + k + 2] * s - h[b + k + 2] * t
    u = x2 * d.hess_inv[k + 2]
    x3 = x[k + 3] - h[a + k + 3] * s - h[b + k + 3] * t - h[c + k + 3] * u
    v = x3 * d.hess_inv[k + 3]
    x[k + 1] = x1
    x[k + 2] = x2
    x[k + 3] = x3
    for i in spread(d, k + 4, nv):
        x[i] = x[i] - h[a + i] * s - h[b + i] * t - h[c + i] * u - h[e + i] * v


@kernel
def backward_panel(d: Data, nv: int, k: int, x: View) -> None:
    """Eliminate rows k + 3 .. k from x; each lane computes the four values for itself."""
    h = d.hess
    a = column(nv, k)
    b = a + nv - k - 1
    c = b + nv - k - 2
    v = x[k + 3]
    u = x[k + 2] - h[c + k + 3] * d.hess_inv[k + 2] * v
    t = x[k + 1] - h[b + k + 3] * d.hess_inv[k + 1] * v - h[b + k + 2] * d.hess_inv[k + 1] * u
    scale = d.hess_inv[k]
    s = x[k] - h[a + k + 3] * scale * v - h[a + k + 2] * scale * u - h[a + k + 1] * scale * t
    x[k + 2] = u
    x[k + 1] = t
    x[k] = s
    for p in spread(d, 0, k):
        at, scale = column(nv, p) + k, d.hess_inv[p]
        x[p] = (
            x[p] - h[at + 3] * scale * v - h[at + 2] * scale * u - h[at + 1] * scale * t - h[at] * scale * s
        )


@kernel
def full_solve(m: Model, d: Data, x: View, y: View) -> None:
    """x = - inverse(H) y, four columns at once, then those that are left."""
    nv = m.nv
    h = d.hess
    for i in spread(d, 0, nv):
        x[i] = -y[i]
    k = 0
    while k + 4 <= nv:
        forward_panel(d, nv, k, x)
        k += 4
    whole = k
    while k < nv - 1:
        at = column(nv, k)
        scale = x[k] * d.hess_inv[k]
        for i in spread(d, k + 1, nv):
            x[i] -= h[at + i] * scale
        k += 1
    for i in spread(d, 0, nv):
        x[i] *= d.hess_inv[i]
    k = nv - 1
    while k >= max(whole, 1):
        value = x[k]
        for p in spread(d, 0, k):
            x[p] -= h[column(nv, p) + k] * d.hess_inv[p] * value
        k -= 1
    k = whole - 4
    while k >= 0:
        backward_panel(d, nv, k, x)
        k -= 4


@kernel
def full_gradient(m: Model, d: Data) -> None:
    """sol_con = J' f, sol_grad = M qacc - qfrc_smooth - J' f"""
    nv, n = m.nv, d.nefc
    for i in spread(d, 0, nv):
        s, t, u, v = 0.0, 0.0, 0.0, 0.0
        r = 0
        a = i
        while r + 4 <= n:
            s += d.efc_J[a] * d.row_force[r]
            t += d.efc_J[a + nv] * d.row_force[r + 1]
            u += d.efc_J[a + 2 * nv] * d.row_force[r + 2]
            v += d.efc_J[a + 3 * nv] * d.row_force[r + 3]
            a += 4 * nv
            r += 4
        while r < n:
            s += d.efc_J[a] * d.row_force[r]
            a += nv
            r += 1
        force = (s + t) + (u + v)
        d.sol_con[i] = force
        d.sol_grad[i] = d.sol_Ma[i] - d.sol_frc[i] - force


@kernel
def at_smooth(m: Model, d: Data, isl: Island) -> float:
    """Return the cost of qacc_smooth; leave sol_x, sol_Ma, row_jar and forces there."""
    for i in spread(d, 0, m.nv):
        d.sol_x[i] = d.qacc_smooth[i]
        d.sol_Ma[i] = d.qfrc_smooth[i]
    for r in spread(d, 0, d.nefc):
        d.row_jar[r] = d.efc_b[r]
    return constraint_cost(m, d, isl, False)[0]


@kernel
def at_warmstart(m: Model, d: Data, isl: Island) -> float:
    """Return the cost of qacc_warmstart; leave sol_x, sol_Ma, row_jar and forces there."""
    for i in spread(d, 0, m.nv):
        d.sol_x[i] = d.qacc_warmstart[i]
    mul_rows(m, d, d.sol_x, d.row_jar)
    for r in spread(d, 0, d.nefc):
        d.row_jar[r] -= d.efc_aref[r]
    mul_inertia(m, d, d.sol_x, d.sol_Ma)
    return constraint_cost(m, d, isl, False)[0] + gauss_cost(d, 0, m.nv)


@kernel
def full_start(m: Model, d: Data, isl: Island) -> float:
    """Start at qacc_warmstart if it costs no more than qacc_smooth; return the cost."""
    cold = at_smooth(m, d, isl)
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_WARMSTART) != 0:
        return cold
    warm = at_warmstart(m, d, isl)
    if warm <= cold:
        return warm
    return at_smooth(m, d, isl)


@kernel
def full_scale(m: Model, d: Data) -> float:
    """Return the scale that normalizes improvement and gradient.

    Where islands would be solved separately the scale is 1 / trace of M of the lightest tree, so that each island is
    as near to its minimum as if solved by itself.
    """
    if split_mode(m) != SEPARATELY:
        return step_scale(m)
    least = math.inf
    for t in range(m.ntree):
        trace = 0.0
        for i in range(m.tree_dofadr[t], m.tree_dofadr[t] + m.tree_dofnum[t]):
            trace += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
        least = min(least, trace)
    return 1.0 / max(mjMINVAL, least)


@kernel
def hold_weights(d: Data) -> bool:
    """Set row_held = row_weight; return whether they were equal before.

    If so, the factor is current.
    """
    changes = 0.0
    for r in spread(d, 0, d.nefc):
        changes += 1.0 if d.row_weight[r] != d.row_held[r] else 0.0
        d.row_held[r] = d.row_weight[r]
    return total(d, changes) == 0.0


@kernel
def descend(m: Model, d: Data, isl: Island) -> int:
    """Run Newton's method from the chosen start; return the number of iterations."""
    scale, tolerance = full_scale(m, d), least_improvement(m)
    cost = full_start(m, d, isl)
    full_gradient(m, d)
    count = 0
    while count < m.opt.iterations:
        if not hold_weights(d) or count == 0:
            full_hessian(m, d)
            full_factor(m, d)
        full_solve(m, d, d.sol_search, d.sol_grad)
        mul_inertia(m, d, d.sol_search, d.sol_Ms)
        mul_rows(m, d, d.sol_search, d.row_jv)
        new_cost, _, step, _, _ = move_along(m, d, isl, 1.0, scale, False)
        if step == 0.0:
            break
        full_gradient(m, d)
        improvement = scale * (cost - new_cost)
        size = scale * norm_part(d, isl, d.sol_grad)
        cost = new_cost
        count += 1
        if improvement < tolerance or size < tolerance:
            break
    return count


@kernel
def full_newton(m: Model, d: Data) -> bool:
    """Compute the constrained acceleration; return False if row values are invalid.

    Reads   efc_* (nefc), M (nC), qfrc_smooth, qacc_smooth, qacc_warmstart (nv)
    Writes  qacc, qfrc_constraint (nv), efc_b, efc_force, efc_state (nefc), solver_niter, solver_nnz
    Source  Computation / Constraint solver / Algorithms
    """
    nv = m.nv
    isl = everything(m, d)
    load_rows(d)
    mul_rows(m, d, d.qacc_smooth, d.row_b)
    wide = 0.0
    for r in spread(d, 0, d.nefc):
        b = d.row_b[r] - d.efc_aref[r]
        d.efc_b[r] = b
        wide += abs(b)
    if not total(d, wide) < LARGEST_ROW_SUM:
        return False
    for i in spread(d, 0, nv):
        d.sol_smooth[i] = d.qacc_smooth[i]
        d.sol_frc[i] = d.qfrc_smooth[i]
    count = descend(m, d, isl)
    for i in spread(d, 0, nv):
        d.qacc[i] = d.sol_x[i]
        d.qfrc_constraint[i] = d.sol_con[i]
    for r in spread(d, 0, d.nefc):
        d.efc_force[r] = d.row_force[r]
        d.efc_state[r] = d.row_state[r]
    record_end(d, 0, count, (nv * (nv + 1)) >> 1)
    return True
