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
    HUGE,
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
from gelenk.toolchain.kernel import kernel, spread, total
from gelenk.toolchain.kernel_types import Data, Model, View
from gelenk.toolchain.lanes import lane_count


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
            if place >= 0:  # M of simple bodies has only its diagonal
                s += d.M[place] * x[m.D_colind[k]]
        out[i] = s


@kernel
def column(nv: int, p: int) -> int:
    """Return the index of row 0 of column p in the triangle; row i >= p is i elements further."""
    return (p * (2 * nv - p - 1)) >> 1


@kernel
def weighted_columns(d: Data, nv: int, i: int, p: int) -> tuple[float, float, float, float]:
    """Return row i of J' W J at columns p .. p + 3, all before nv."""
    s, t, u, v = 0.0, 0.0, 0.0, 0.0
    for r in range(d.nefc):
        w = d.row_weight[r]
        if w != 0.0:
            a = r * nv
            x = w * d.efc_J[a + i]
            s += x * d.efc_J[a + p]
            t += x * d.efc_J[a + p + 1]
            u += x * d.efc_J[a + p + 2]
            v += x * d.efc_J[a + p + 3]
    return s, t, u, v


@kernel
def weighted_column(d: Data, nv: int, i: int, p: int) -> float:
    """Return row i of J' W J at column p."""
    s = 0.0
    for r in range(d.nefc):
        w = d.row_weight[r]
        if w != 0.0:
            s += w * d.efc_J[r * nv + i] * d.efc_J[r * nv + p]
    return s


@kernel
def full_hessian(m: Model, d: Data) -> None:
    """hess = M + J' W J, one row per lane."""
    nv = m.nv
    for i in spread(d, 0, nv):
        p = 0
        while p + 4 <= i + 1:
            s, t, u, v = weighted_columns(d, nv, i, p)
            d.hess[column(nv, p) + i] = s
            d.hess[column(nv, p + 1) + i] = t
            d.hess[column(nv, p + 2) + i] = u
            d.hess[column(nv, p + 3) + i] = v
            p += 4
        while p <= i:
            d.hess[column(nv, p) + i] = weighted_column(d, nv, i, p)
            p += 1
        for k in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
            d.hess[column(nv, m.M_colind[k]) + i] += d.M[k]


@kernel
def full_factor(m: Model, d: Data) -> None:
    """hess <- U column by column, hess_inv = 1 / D; left-looking, one row per lane."""
    nv = m.nv
    h = d.hess
    for k in range(nv):
        at = column(nv, k)
        for i in spread(d, k, nv):
            s, t, u, v = h[at + i], 0.0, 0.0, 0.0
            p = 0
            while p + 4 <= k:
                a, b, c, e = column(nv, p), column(nv, p + 1), column(nv, p + 2), column(nv, p + 3)
                s -= h[a + i] * (h[a + k] * d.hess_inv[p])
                t -= h[b + i] * (h[b + k] * d.hess_inv[p + 1])
                u -= h[c + i] * (h[c + k] * d.hess_inv[p + 2])
                v -= h[e + i] * (h[e + k] * d.hess_inv[p + 3])
                p += 4
            while p < k:
                a = column(nv, p)
                s -= h[a + i] * (h[a + k] * d.hess_inv[p])
                p += 1
            s = (s + t) + (u + v)
            h[at + i] = s
            if i == k:
                d.hess_inv[k] = 1.0 / s


@kernel
def full_solve(m: Model, d: Data, x: View, y: View) -> None:
    """x = - inverse(H) y"""
    nv = m.nv
    h = d.hess
    for i in spread(d, 0, nv):
        x[i] = -y[i]
    for k in range(nv - 1):
        at = column(nv, k)
        scale = x[k] * d.hess_inv[k]
        for i in spread(d, k + 1, nv):
            x[i] -= h[at + i] * scale
    for i in spread(d, 0, nv):
        x[i] *= d.hess_inv[i]
    for k in range(nv - 1, 0, -1):
        value = x[k]
        for p in spread(d, 0, k):
            x[p] -= h[column(nv, p) + k] * d.hess_inv[p] * value


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

    Where islands would be solved separately it is 1 / trace of M of the lightest tree, so that each island is as near
    to its minimum as if solved by itself.
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
    if not total(d, wide) < HUGE:
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
