"""Newton's method on the primal problem, with a sparse Hessian per island.

Documents: Computation / Constraint solver / Algorithms (Newton); XML reference / option (iterations, tolerance)

    minimize over qacc:  1/2 (qacc - qacc_smooth)' M (qacc - qacc_smooth) + s(J qacc - aref)
    gradient  M qacc - qfrc_smooth - J' f          Hessian  M + J' s'' J
    search = - inverse(Hessian) gradient, then an exact line search
The factor of the Hessian follows changes of few rows by rank-one updates, and is recomputed when many rows
or any elliptic cones change.

    H = M + J' W J,   W = diag(row_weight), and contact_H for cones in their middle region
Row i of hess holds row i of H at the depths of the ancestors of i in the elimination tree
(elimination_tree.py): entry (row, ancestor at depth k) is hess[hess_adr[row] + k]. Its factor overwrites it
(cholesky.py).
"""

from gelenk.algebra.factor import Weights, is_any_nonzero
from gelenk.algebra.vec import Vec3
from gelenk.engine.constraint.solver.cholesky import factor_hessian, solve_hessian, update_factor
from gelenk.engine.constraint.solver.elimination_tree import shape_hessian, values_before
from gelenk.engine.constraint.solver.islands import ORDER, SHIFT, Island, islands_between
from gelenk.engine.constraint.solver.primal import (
    choose_start,
    dot_part,
    free_trees,
    gradient,
    in_threads,
    least_improvement,
    load_start,
    load_vectors,
    move,
    norm_part,
    part_scale,
    record,
    record_end,
    record_work,
    solve_in_threads,
    store_vectors,
)
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjtConstraintState
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def weighted(d: Data, a: int, w: Weights) -> Weights:
    """Return four rows of a block, weighted, at the dof whose values begin at ``a``."""
    return w[0] * d.jval[a], w[1] * d.jval[a + 1], w[2] * d.jval[a + 2], w[3] * d.jval[a + 3]


@kernel
def add_four_columns(d: Data, val: int, n: int, col: int, k: int, w: Weights, four: View) -> None:
    """hess += weighted outer products of four rows of a block, for dofs k .. k + 3.

    Each of these dofs is multiplied with all dofs up to it. ``four`` (4) is work space: values that are stored
    contiguously are computed with SIMD instructions.
    """
    a = val + k * n
    p, q, s, t = (
        weighted(d, a, w),
        weighted(d, a + n, w),
        weighted(d, a + 2 * n, w),
        weighted(d, a + 3 * n, w),
    )
    rp, rq = d.hess_adr[d.jcol[col + k]], d.hess_adr[d.jcol[col + k + 1]]
    rs, rt = d.hess_adr[d.jcol[col + k + 2]], d.hess_adr[d.jcol[col + k + 3]]
    for j in range(k + 4):
        a = val + j * n
        j0, j1, j2, j3 = d.jval[a], d.jval[a + 1], d.jval[a + 2], d.jval[a + 3]
        four[0] = p[0] * j0 + p[1] * j1 + p[2] * j2 + p[3] * j3
        four[1] = q[0] * j0 + q[1] * j1 + q[2] * j2 + q[3] * j3
        four[2] = s[0] * j0 + s[1] * j1 + s[2] * j2 + s[3] * j3
        four[3] = t[0] * j0 + t[1] * j1 + t[2] * j2 + t[3] * j3
        depth = d.jdep[col + j]
        if j <= k:
            d.hess[rp + depth] += four[0]
        if j <= k + 1:
            d.hess[rq + depth] += four[1]
        if j <= k + 2:
            d.hess[rs + depth] += four[2]
        d.hess[rt + depth] += four[3]


@kernel
def add_products(d: Data, val: int, n: int, col: int, nc: int, w: Weights, four: View) -> None:
    """hess += weighted outer products of four rows of a block; ``four`` (nc) is work space.

    Each group of four dofs uses four values of the work space.
    """
    whole = nc & ~3
    for quad in spread(d, 0, whole >> 2):
        add_four_columns(d, val, n, col, 4 * quad, w, four[4 * quad :])
    for k in spread(d, whole, nc):
        x = weighted(d, val + k * n, w)
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            a = val + j * n
            d.hess[row + d.jdep[col + j]] += (x[0] * d.jval[a] + x[1] * d.jval[a + 1]) + (
                x[2] * d.jval[a + 2] + x[3] * d.jval[a + 3]
            )


@kernel
def add_product(d: Data, val: int, n: int, col: int, nc: int, w: float) -> None:
    """hess += weighted outer product of one row of a block."""
    for k in spread(d, 0, nc):
        x = w * d.jval[val + k * n]
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            d.hess[row + d.jdep[col + j]] += x * d.jval[val + j * n]


@kernel
def add_three(d: Data, val: int, n: int, col: int, nc: int, w: Vec3) -> None:
    """hess += weighted outer products of three rows of a block."""
    for k in spread(d, 0, nc):
        a = val + k * n
        x, y, z = w[0] * d.jval[a], w[1] * d.jval[a + 1], w[2] * d.jval[a + 2]
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            a = val + j * n
            d.hess[row + d.jdep[col + j]] += x * d.jval[a] + y * d.jval[a + 1] + z * d.jval[a + 2]


@kernel
def add_small_cone(d: Data, c: int, val: int, col: int, nc: int) -> None:
    """hess += S' contact_H S, as add_cone, for three rows."""
    h = d.contact_H[c]
    for k in spread(d, 0, nc):
        a = val + 3 * k
        s0, s1, s2 = d.jval[a], d.jval[a + 1], d.jval[a + 2]
        x = h[0] * s0 + h[1] * s1 + h[2] * s2
        y = h[3] * s0 + h[4] * s1 + h[5] * s2
        z = h[6] * s0 + h[7] * s1 + h[8] * s2
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            a = val + 3 * j
            d.hess[row + d.jdep[col + j]] += x * d.jval[a] + y * d.jval[a + 1] + z * d.jval[a + 2]


@kernel
def add_cone(d: Data, c: int, val: int, n: int, col: int, nc: int) -> None:
    """hess += S' contact_H S, S the block of an elliptic contact in its middle region."""
    for k in spread(d, 0, nc):
        row = d.hess_adr[d.jcol[col + k]]
        for i in range(n):
            x = 0.0
            for r in range(n):
                x += d.contact_H[c, i * n + r] * d.jval[val + k * n + r]
            for j in range(k + 1):
                d.hess[row + d.jdep[col + j]] += x * d.jval[val + j * n + i]


@kernel
def add_block(d: Data, b: int, four: View) -> None:
    """hess += J' W J of one block; ``four`` (nc) is work space."""
    row, n, val, col, nc = d.jblock[b, 0], d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    if d.row_state[row] == mjtConstraintState.mjCNSTRSTATE_CONE:
        if n == 3:
            add_small_cone(d, d.row_cone[row], val, col, nc)
        else:
            add_cone(d, d.row_cone[row], val, n, col, nc)
        return
    w = d.row_weight
    r = 0
    while r < n:
        if n - r >= 4:
            w4 = (w[row + r], w[row + r + 1], w[row + r + 2], w[row + r + 3])
            if is_any_nonzero(w4):
                add_products(d, val + r, n, col, nc, w4, four)
            r += 4
        elif n - r == 3:
            w3 = (w[row + r], w[row + r + 1], w[row + r + 2])
            if w3[0] != 0.0 or w3[1] != 0.0 or w3[2] != 0.0:
                add_three(d, val + r, n, col, nc, w3)
            r += 3
        else:
            if w[row + r] != 0.0:
                add_product(d, val + r, n, col, nc, w[row + r])
            r += 1


@kernel
def begin_rows(m: Model, d: Data, first: int, end: int, shift: int) -> None:
    """hess = M in the rows of dofs ``first`` .. ``end`` - 1, offset by ``shift``.

    The dofs are all of one tree.
    """
    one, last, adr = first + shift, end - 1 + shift, m.M_rowadr[first]
    at = d.hess_adr[one] + d.hess_first[one]
    n = m.M_rowadr[end - 1] + m.M_rownnz[end - 1] - adr
    if d.hess_adr[last] + d.hess_depth[last] + 1 - at == n:  # no row is longer than that of M
        for k in spread(d, 0, n):
            d.hess[at + k] = d.M[adr + k]
        return
    for i in spread(d, first, end):
        row = d.hess_adr[i + shift]
        for k in range(row + d.hess_first[i + shift], row + d.hess_depth[i + shift]):
            d.hess[k] = 0.0
        adr = m.M_rowadr[i]
        for k in range(adr, adr + m.M_rownnz[i]):
            d.hess[row + d.hess_depth[m.M_colind[k] + shift]] = d.M[k]


# Couplings of the integrator discrete have constant weights within a step, so M + J' W J of the hidden rows is computed
# once and stored in hess behind the factor, if there is room


@kernel
def add_six(d: Data, val: int, n: int, col: int, nc: int, w: View) -> None:
    """hess += weighted outer products of six rows of a block, with weights w."""
    for k in range(nc):
        a = val + k * n
        x, y, z = w[0] * d.jval[a], w[1] * d.jval[a + 1], w[2] * d.jval[a + 2]
        p, q, s = w[3] * d.jval[a + 3], w[4] * d.jval[a + 4], w[5] * d.jval[a + 5]
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            a = val + j * n
            first = x * d.jval[a] + y * d.jval[a + 1] + z * d.jval[a + 2]
            d.hess[row + d.jdep[col + j]] += first + (
                p * d.jval[a + 3] + q * d.jval[a + 4] + s * d.jval[a + 5]
            )


@kernel
def add_coupling(d: Data, b: int) -> None:
    """hess += J' W J of block b of hidden rows"""
    row, n, val, col, nc = d.jblock[b, 0], d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    w, whole = d.row_D, n - n % 3
    if n == 6:
        add_six(d, val, n, col, nc, w[row:])
        return
    for r in range(0, whole, 3):
        add_three(d, val + r, n, col, nc, (w[row + r], w[row + r + 1], w[row + r + 2]))
    for r in range(whole, n):
        add_product(d, val + r, n, col, nc, w[row + r])


@kernel
def is_hidden(d: Data, b: int) -> bool:
    """Return whether block b has hidden rows."""
    return d.row_efc[d.jblock[b, 0]] >= d.nefc - d.nhidden


@kernel
def begin_hessian(m: Model, d: Data, isl: Island) -> None:
    """hess = M in the rows of the island"""
    for t in range(isl.tree0, isl.tree1):
        tree = d.tree_order[t, ORDER]
        first = m.tree_dofadr[tree]
        begin_rows(m, d, first, first + m.tree_dofnum[tree], d.tree_order[tree, SHIFT])


@kernel
def begin_metric(m: Model, d: Data, isl: Island, kept: bool) -> None:
    """hess = M + J' W J of the hidden rows of the island.

    kept    whether an earlier call has stored this matrix behind the factor in hess
    """
    total = values_before(d, d.nv_solved)
    first, end = values_before(d, isl.dof0), values_before(d, isl.dof1)
    room = 2 * total <= d.nHmax
    if kept and room:
        for k in range(first, end):
            d.hess[k] = d.hess[total + k]
        return
    begin_hessian(m, d, isl)
    for b in range(isl.block0, isl.block_eq):
        if is_hidden(d, b):
            add_coupling(d, b)
    if room:
        for k in range(first, end):
            d.hess[total + k] = d.hess[k]


@kernel
def make_hessian(m: Model, d: Data, isl: Island, kept: bool) -> None:
    """hess = M + J' W J of the island; row_held = row_weight.

    kept    whether an earlier call had the same hidden rows
    """
    if d.nhidden > 0:
        begin_metric(m, d, isl, kept)
    else:
        begin_hessian(m, d, isl)
    for b in range(isl.block0, isl.block1):
        if d.nhidden == 0 or not is_hidden(d, b):
            add_block(d, b, d.sol_work[isl.dof0 :])
    for r in spread(d, isl.row0, isl.row1):
        d.row_held[r] = d.row_weight[r]


NEWTON_ISLANDS = INDEX["newton_islands"]
PASSES = 6  # cost of a rank-one update per dof, relative to that of a new factor per value


@kernel
def count_changes(d: Data, isl: Island) -> int:
    """Return the number of rows whose weight differs from that in the factor."""
    count = 0
    for r in range(isl.row0, isl.row1):
        count += 1 if d.row_weight[r] != d.row_held[r] else 0
    return count


@kernel
def update_rows(d: Data, isl: Island) -> bool:
    """Apply rank-one updates to the factor for all changed rows; return False if one fails."""
    for b in range(isl.block0, isl.block1):
        row = d.jblock[b, 0]
        for r in range(d.jblock[b, 1]):
            change = d.row_weight[row + r] - d.row_held[row + r]
            if change != 0.0:
                if not update_factor(d, isl, b, r, change):
                    return False
                d.row_held[row + r] = d.row_weight[row + r]
    return True


@kernel
def pays_update(d: Data, isl: Island, changes: int) -> bool:
    """Return whether ``changes`` rank-one updates are faster than a new factor.

    An update passes twice over the rows of ancestors. With couplings of flexes, most rows are ancestors, and are long.
    """
    n = isl.dof1 - isl.dof0
    if d.nhidden == 0:
        return 6 * changes <= n
    return PASSES * changes * n <= values_before(d, isl.dof1) - values_before(d, isl.dof0)


@kernel
def refresh_factor(m: Model, d: Data, isl: Island, changes: int, cones: int) -> int:
    """Update the factor to the current weights.

    Returns the number of rank-one updates, 0 if the factor was recomputed.
    cones   cones in the middle region, before and now
    """
    if cones == 0 and pays_update(d, isl, changes):
        if changes == 0 or update_rows(d, isl):
            return changes
    make_hessian(m, d, isl, True)
    factor_hessian(d, isl)
    return 0


@kernel
def newton_island(m: Model, d: Data, isl: Island, island: int) -> None:
    """Run Newton's method on one island."""
    scale = part_scale(m, d, isl)
    tolerance = least_improvement(m)
    cost, cones = load_start(m, d, isl, island, True)
    gradient(d, isl)
    # the start is the minimum, e.g. at rest; with couplings, solve_metric needs the factor nevertheless
    if d.nhidden == 0 and dot_part(d, isl, d.sol_grad, d.sol_grad) == 0.0:
        record_end(d, island, 0, values_before(d, isl.dof1) - values_before(d, isl.dof0))
        return
    make_hessian(m, d, isl, False)
    factor_hessian(d, isl)
    count = 0
    updates = 0
    while count < m.opt.iterations:
        solve_hessian(d, isl, d.sol_search, d.sol_grad)
        new_cost, new_cones, step, slope, calls = move(m, d, isl, 1.0, scale, True)
        if step == 0.0:
            break
        gradient(d, isl)
        improvement = scale * (cost - new_cost)
        size = scale * norm_part(d, isl, d.sol_grad)
        changes = count_changes(d, isl)
        record(d, isl, island, count, improvement, size, slope)
        record_work(d, island, count, changes, calls, updates)
        cost = new_cost
        count += 1
        if improvement < tolerance or size < tolerance:
            break
        if count < m.opt.iterations:
            updates = refresh_factor(m, d, isl, changes, cones + new_cones)
        cones = new_cones
    record_end(d, island, count, values_before(d, isl.dof1) - values_before(d, isl.dof0))


@kernel
def newton_islands(m: Model, d: Data, first: int, end: int) -> None:
    """Run Newton's method on islands ``first`` .. ``end`` - 1."""
    for island in range(first, end):
        newton_island(m, d, islands_between(d, island, island + 1), island)


@kernel
def solve_newton(m: Model, d: Data) -> None:
    """Compute the constrained acceleration by Newton's method, island by island.

    Reads   what islands.arrange writes; M (nC), qfrc_smooth, qacc_smooth (nv), efc_aref (nefc)
    Writes  qacc, qfrc_constraint (nv), efc_force, efc_state (nefc), contact_H, solver_*
    Status  need_H when the buffer of the Hessian is too small
    Source  Computation / Constraint solver / Algorithms
    """
    if not shape_hessian(m, d):
        return
    load_vectors(m, d)
    choose_start(m, d, True)
    if in_threads(m, d):
        solve_in_threads(m, d, NEWTON_ISLANDS)
    else:
        # the kernel that threads run, so that results are bitwise equal with and without threads
        call_far(m, d, NEWTON_ISLANDS, 0, d.npart)
    free_trees(m, d)
    store_vectors(m, d)
