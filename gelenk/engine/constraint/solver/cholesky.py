"""Hessian of the primal cost, its factor L' D L, solving with it, and rank-one updates of it.

Documents: Computation / Constraint solver / Algorithms (Newton); Gill, Golub, Murray and Saunders 1974,
    method C1

    H = M + J' W J,   W = diag(row_weight), and contact_H for cones in their middle zone
Row i of hess holds row i of H, then of L (unit diagonal, in whose place stays D), at the depths of the
ancestors of i in the elimination tree, see elimination.py. Entry (row, ancestor at depth k) is
hess[hess_adr[row] + k].
"""

from gelenk.engine.constraint.solver.bounds import Island
from gelenk.engine.constraint.solver.cost import CONE
from gelenk.engine.constraint.solver.islands import ORDER, SHIFT
from gelenk.jit.kernel import kernel, spread
from gelenk.jit.structs import Data, Model, View
from gelenk.tables.precision import Limits


@kernel
def subtract_row(a: View, target: int, source: int, n: int, scale: float) -> None:
    """a[target:target + n] -= scale a[source:source + n]; disjoint, and short: by hand four at a time."""
    k = 0
    while k + 4 <= n:
        t, s = target + k, source + k
        x0, x1, x2, x3 = a[s], a[s + 1], a[s + 2], a[s + 3]
        y0, y1, y2, y3 = a[t], a[t + 1], a[t + 2], a[t + 3]
        a[t] = y0 - scale * x0
        a[t + 1] = y1 - scale * x1
        a[t + 2] = y2 - scale * x2
        a[t + 3] = y3 - scale * x3
        k += 4
    while k < n:
        a[target + k] -= scale * a[source + k]
        k += 1


# The Hessian


@kernel
def add_products(
    d: Data, val: int, n: int, col: int, nc: int, w0: float, w1: float, w2: float, w3: float
) -> None:
    """hess += the outer products of four rows of a block, weighted."""
    for k in spread(d, 0, nc):
        a = val + k * n
        x0, x1, x2, x3 = w0 * d.jval[a], w1 * d.jval[a + 1], w2 * d.jval[a + 2], w3 * d.jval[a + 3]
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            a = val + j * n
            d.hess[row + d.jdep[col + j]] += (x0 * d.jval[a] + x1 * d.jval[a + 1]) + (
                x2 * d.jval[a + 2] + x3 * d.jval[a + 3]
            )


@kernel
def add_product(d: Data, val: int, n: int, col: int, nc: int, w: float) -> None:
    """hess += the outer product of one row of a block, weighted."""
    for k in spread(d, 0, nc):
        x = w * d.jval[val + k * n]
        row = d.hess_adr[d.jcol[col + k]]
        for j in range(k + 1):
            d.hess[row + d.jdep[col + j]] += x * d.jval[val + j * n]


@kernel
def add_cone(d: Data, c: int, val: int, n: int, col: int, nc: int) -> None:
    """hess += S' contact_H S, S the block of an elliptic contact in its middle zone."""
    for k in spread(d, 0, nc):
        row = d.hess_adr[d.jcol[col + k]]
        for i in range(n):
            x = 0.0
            for r in range(n):
                x += d.contact_H[c, i * n + r] * d.jval[val + k * n + r]
            for j in range(k + 1):
                d.hess[row + d.jdep[col + j]] += x * d.jval[val + j * n + i]


@kernel
def add_block(d: Data, b: int) -> None:
    """hess += J' W J of one block."""
    row, n, val, col, nc = d.jblock[b, 0], d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    if d.row_state[row] == CONE:
        add_cone(d, d.row_cone[row], val, n, col, nc)
        return
    w = d.row_weight
    r = 0
    while r < n:
        if n - r >= 4:
            w0, w1, w2, w3 = w[row + r], w[row + r + 1], w[row + r + 2], w[row + r + 3]
            if w0 != 0.0 or w1 != 0.0 or w2 != 0.0 or w3 != 0.0:
                add_products(d, val + r, n, col, nc, w0, w1, w2, w3)
            r += 4
        else:
            if w[row + r] != 0.0:
                add_product(d, val + r, n, col, nc, w[row + r])
            r += 1


@kernel
def make_hessian(m: Model, d: Data, isl: Island) -> None:
    """hess = M + J' W J of the island at hand; row_held = row_weight."""
    last = isl.dof1 - 1
    end = d.hess_adr[last] + d.hess_depth[last] + 1
    for k in spread(d, d.hess_adr[isl.dof0] + d.hess_first[isl.dof0], end):
        d.hess[k] = 0.0
    for t in range(isl.tree0, isl.tree1):
        tree = d.tree_order[t, ORDER]
        shift = d.tree_order[tree, SHIFT]
        first = m.tree_dofadr[tree]
        for i in spread(d, first, first + m.tree_dofnum[tree]):
            row = d.hess_adr[i + shift]
            adr = m.M_rowadr[i]
            for k in range(adr, adr + m.M_rownnz[i]):
                d.hess[row + d.hess_depth[m.M_colind[k] + shift]] = d.M[k]
    for b in range(isl.block0, isl.block1):
        add_block(d, b)
    for r in spread(d, isl.row0, isl.row1):
        d.row_held[r] = d.row_weight[r]


# Its factor


@kernel
def factor_hessian(d: Data, isl: Island) -> None:
    """hess <- L' D L in place, hess_inv = 1 / D. From the leaves to the roots of the elimination tree."""
    for i in range(isl.dof1 - 1, isl.dof0 - 1, -1):
        row, first, depth = d.hess_adr[i], d.hess_first[i], d.hess_depth[i]
        inverse = 1.0 / d.hess[row + depth]
        d.hess_inv[i] = inverse
        node = d.hess_parent[i]
        for k in range(depth - 1, first - 1, -1):
            scale = d.hess[row + k] * inverse
            if scale != 0.0:
                subtract_row(d.hess, d.hess_adr[node] + first, row + first, k - first + 1, scale)
                d.hess[row + k] = scale
            node = d.hess_parent[node]


@kernel
def solve_hessian(d: Data, isl: Island, x: View, y: View) -> None:
    """x = - inv(H) y, for the dofs of the island at hand"""
    for i in spread(d, isl.dof0, isl.dof1):
        x[i] = -y[i]
    for i in range(isl.dof1 - 1, isl.dof0 - 1, -1):
        value = x[i]
        if value != 0.0:
            row, node = d.hess_adr[i], d.hess_list[i]
            for k in range(d.hess_first[i], d.hess_depth[i]):
                x[d.hess_node[node + k]] -= d.hess[row + k] * value
    for i in range(isl.dof0, isl.dof1):
        row, node = d.hess_adr[i], d.hess_list[i]
        total = x[i] * d.hess_inv[i]
        for k in range(d.hess_first[i], d.hess_depth[i]):
            total -= d.hess[row + k] * x[d.hess_node[node + k]]
        x[i] = total


@kernel
def update_factor(d: Data, isl: Island, b: int, r: int, weight: float) -> bool:
    """Factor of H + weight j j', j row r of block b; False when a pivot would not survive.

    Along the path from the last dof of j to the root, v = j at first:
        D' = D + a v_i^2,  b = v_i a / D',  a <- a D / D',  v <- v - v_i L_i,  L_i <- L_i + b v
    """
    n, val, col, nc = d.jblock[b, 1], d.jblock[b, 2] + r, d.jblock[b, 3], d.jblock[b, 4]
    v = d.sol_work[isl.dof0 :]
    node = d.jcol[col + nc - 1]
    for k in range(d.hess_depth[node] + 1):
        v[k] = 0.0
    for k in range(nc):
        v[d.jdep[col + k]] = d.jval[val + k * n]
    a = weight
    while node >= 0:
        depth, first = d.hess_depth[node], d.hess_first[node]
        p = v[depth]
        if p != 0.0:
            row = d.hess_adr[node]
            old = d.hess[row + depth]
            new = old + a * p * p
            if not new > Limits.PIVOT * old:
                return False
            inverse = 1.0 / new
            gain = a * p * inverse
            a *= old * inverse
            d.hess[row + depth] = new
            d.hess_inv[node] = inverse
            for k in range(first, depth):
                w = v[k] - p * d.hess[row + k]
                v[k] = w
                d.hess[row + k] += gain * w
        node = d.hess_parent[node]
    return True
