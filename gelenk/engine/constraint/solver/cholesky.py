"""Sparse Cholesky (L' D L) factor of the Hessian: factor, solve, updates.

Documents: Computation / Constraint solver / Algorithms (Newton); Gill, Golub, Murray and Saunders 1974, method C1

Dofs are eliminated from the last to the first; the shape of rows is that of elimination_tree.py. Row i of hess, where
newton.py has left row i of H, holds row i of L at the depths of the ancestors of i in the elimination tree; L has a
unit diagonal, in whose place D is stored.
"""

from gelenk.algebra.factor import (
    Weights,
    eliminate_pair,
    eliminate_within,
    is_any_nonzero,
    load_weights,
    store_weights,
    subtract_four_rows_from_two,
    subtract_row,
    subtract_two_rows_from_two,
)
from gelenk.engine.constraint.solver.islands import Island
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, View

# The factor. Up to four rows that form a chain, each the parent of the next, and that begin at the same depth are
# processed together: each value of their ancestors is then loaded and stored a quarter as often (algebra/factor.py).


@kernel
def chain_end(d: Data, i: int) -> int:
    """Return how many of the rows i, i - 1, ... are processed together: 4, 2 or 1."""
    first, depth, node = d.hess_first[i], d.hess_depth[i], d.hess_list[i] + d.hess_depth[i]
    if depth - 3 >= first and d.hess_node[node - 3] == i - 3 and d.hess_first[i - 3] == first:
        return 4
    if depth - 1 >= first and d.hess_node[node - 1] == i - 1 and d.hess_first[i - 1] == first:
        return 2
    return 1


@kernel
def ancestor_row(d: Data, i: int, k: int, first: int) -> int:
    """Return the address of depth ``first`` in the row of the ancestor of i at depth k."""
    return d.hess_adr[d.hess_node[d.hess_list[i] + k]] + first


@kernel
def eliminate_one(d: Data, i: int) -> None:
    """Eliminate row ``i`` from the rows of its ancestors."""
    first, n = d.hess_first[i], d.hess_depth[i] - d.hess_first[i]
    a = d.hess_adr[i] + first
    inverse = 1.0 / d.hess[a + n]
    d.hess_inv[i] = inverse
    for p in range(n - 1, -1, -1):
        scale = d.hess[a + p] * inverse
        if scale != 0.0:
            subtract_row(d.hess, ancestor_row(d, i, first + p, first), a, scale, p + 1)
            d.hess[a + p] = scale


@kernel
def eliminate_two(d: Data, i: int) -> None:
    """Eliminate row ``i`` and its parent i - 1 from their ancestors, two at a time."""
    h = d.hess
    first = d.hess_first[i]
    n = d.hess_depth[i - 1] - first
    a, b = d.hess_adr[i] + first, d.hess_adr[i - 1] + first
    ia, ib = eliminate_pair(h, a, b, n)
    d.hess_inv[i] = ia
    d.hess_inv[i - 1] = ib
    p = n - 1
    while p > 0:
        wt = (h[a + p] * ia, h[b + p] * ib)
        wu = (h[a + p - 1] * ia, h[b + p - 1] * ib)
        if wt[0] != 0.0 or wt[1] != 0.0 or wu[0] != 0.0 or wu[1] != 0.0:
            t, u = ancestor_row(d, i, first + p, first), ancestor_row(d, i, first + p - 1, first)
            subtract_two_rows_from_two(h, t, u, a, b, wt, wu, p)
            h[a + p] = wt[0]
            h[b + p] = wt[1]
            h[a + p - 1] = wu[0]
            h[b + p - 1] = wu[1]
        p -= 2
    if p == 0:
        wa, wb = h[a] * ia, h[b] * ib
        h[ancestor_row(d, i, first, first)] -= wa * h[a] + wb * h[b]
        h[a] = wa
        h[b] = wb


@kernel
def eliminate_four(d: Data, i: int) -> None:
    """Eliminate the chain of rows ``i`` .. i - 3 from their ancestors, two at a time."""
    h = d.hess
    first = d.hess_first[i]
    n = d.hess_depth[i - 3] - first
    a, b = d.hess_adr[i] + first, d.hess_adr[i - 1] + first
    c, e = d.hess_adr[i - 2] + first, d.hess_adr[i - 3] + first
    inv = eliminate_within(h, a, b, c, e, n)
    d.hess_inv[i] = inv[0]
    d.hess_inv[i - 1] = inv[1]
    d.hess_inv[i - 2] = inv[2]
    d.hess_inv[i - 3] = inv[3]
    p = n - 1
    while p > 0:
        wt = load_weights(h, a, b, c, e, p, inv)
        wu = load_weights(h, a, b, c, e, p - 1, inv)
        if is_any_nonzero(wt) or is_any_nonzero(wu):
            t, u = ancestor_row(d, i, first + p, first), ancestor_row(d, i, first + p - 1, first)
            subtract_four_rows_from_two(h, t, u, a, b, c, e, wt, wu, p)
            store_weights(h, a, b, c, e, p, wt)
            store_weights(h, a, b, c, e, p - 1, wu)
        p -= 2
    if p == 0:
        w = load_weights(h, a, b, c, e, 0, inv)
        h[ancestor_row(d, i, first, first)] -= w[0] * h[a] + w[1] * h[b] + w[2] * h[c] + w[3] * h[e]
        store_weights(h, a, b, c, e, 0, w)


@kernel
def factor_hessian(d: Data, isl: Island) -> None:
    """hess <- L' D L in place, hess_inv = 1 / D, from leaves to roots of the elimination tree."""
    i = isl.dof1 - 1
    while i >= isl.dof0:
        rows = chain_end(d, i)
        if rows == 4:
            eliminate_four(d, i)
        elif rows == 2:
            eliminate_two(d, i)
        else:
            eliminate_one(d, i)
        i -= rows


# Solving with the factor


@kernel
def in_line(d: Data, i: int) -> bool:
    """Return whether the ancestors stored in row i are the dofs just before i."""
    first = d.hess_first[i]
    return d.hess_node[d.hess_list[i] + first] == i - d.hess_depth[i] + first


@kernel
def scatter_one(d: Data, i: int, x: View) -> None:
    """Subtract row i times x[i] from x at the ancestors of row i."""
    value = x[i]
    if value != 0.0:
        row, node = d.hess_adr[i], d.hess_list[i]
        for k in range(d.hess_first[i], d.hess_depth[i]):
            x[d.hess_node[node + k]] -= d.hess[row + k] * value


@kernel
def scatter_four(d: Data, i: int, x: View) -> None:
    """Run scatter_one for the chain of rows ``i`` .. i - 3."""
    h = d.hess
    first, n = d.hess_first[i], d.hess_depth[i - 3]
    a, b, c, e = d.hess_adr[i], d.hess_adr[i - 1], d.hess_adr[i - 2], d.hess_adr[i - 3]
    xa = x[i]
    xb = x[i - 1] - h[a + n + 2] * xa
    xc = x[i - 2] - h[a + n + 1] * xa - h[b + n + 1] * xb
    xe = x[i - 3] - h[a + n] * xa - h[b + n] * xb - h[c + n] * xc
    x[i - 1] = xb
    x[i - 2] = xc
    x[i - 3] = xe
    k = first
    if in_line(d, i - 3):
        t = i - 3 - n  # the ancestor at depth k is t + k
        while k + 4 <= n:
            x0, x1, x2, x3 = x[t + k], x[t + k + 1], x[t + k + 2], x[t + k + 3]
            a0, a1, a2, a3 = h[a + k], h[a + k + 1], h[a + k + 2], h[a + k + 3]
            b0, b1, b2, b3 = h[b + k], h[b + k + 1], h[b + k + 2], h[b + k + 3]
            c0, c1, c2, c3 = h[c + k], h[c + k + 1], h[c + k + 2], h[c + k + 3]
            e0, e1, e2, e3 = h[e + k], h[e + k + 1], h[e + k + 2], h[e + k + 3]
            x[t + k] = x0 - a0 * xa - b0 * xb - c0 * xc - e0 * xe
            x[t + k + 1] = x1 - a1 * xa - b1 * xb - c1 * xc - e1 * xe
            x[t + k + 2] = x2 - a2 * xa - b2 * xb - c2 * xc - e2 * xe
            x[t + k + 3] = x3 - a3 * xa - b3 * xb - c3 * xc - e3 * xe
            k += 4
    node = d.hess_list[i]
    while k < n:
        x[d.hess_node[node + k]] -= h[a + k] * xa + h[b + k] * xb + h[c + k] * xc + h[e + k] * xe
        k += 1


@kernel
def gather_one(d: Data, i: int, x: View) -> None:
    """Compute x[i] from x at the ancestors of row i."""
    row, node = d.hess_adr[i], d.hess_list[i]
    total = x[i] * d.hess_inv[i]
    for k in range(d.hess_first[i], d.hess_depth[i]):
        total -= d.hess[row + k] * x[d.hess_node[node + k]]
    x[i] = total


@kernel
def four_dots(d: Data, i: int, x: View) -> Weights:
    """Return the products of the chain of rows ``i`` .. i - 3 with x, over ancestors of i - 3."""
    h = d.hess
    n = d.hess_depth[i - 3]
    a, b, c, e = d.hess_adr[i], d.hess_adr[i - 1], d.hess_adr[i - 2], d.hess_adr[i - 3]
    node = d.hess_list[i]
    ya = 0.0
    yb = 0.0
    yc = 0.0
    ye = 0.0
    for k in range(d.hess_first[i], n):
        v = x[d.hess_node[node + k]]
        ya += h[a + k] * v
        yb += h[b + k] * v
        yc += h[c + k] * v
        ye += h[e + k] * v
    return ya, yb, yc, ye


@kernel
def four_dots_in_line(d: Data, i: int, x: View) -> Weights:
    """Return the result of four_dots where these ancestors are the dofs just before i - 3."""
    h = d.hess
    n = d.hess_depth[i - 3]
    a, b, c, e = d.hess_adr[i], d.hess_adr[i - 1], d.hess_adr[i - 2], d.hess_adr[i - 3]
    t = i - 3 - n
    ya = 0.0
    yb = 0.0
    yc = 0.0
    ye = 0.0
    for k in range(d.hess_first[i], n):
        v = x[t + k]
        ya += h[a + k] * v
        yb += h[b + k] * v
        yc += h[c + k] * v
        ye += h[e + k] * v
    return ya, yb, yc, ye


@kernel
def gather_four(d: Data, i: int, x: View) -> None:
    """Compute x[i - 3] .. x[i], a chain, from x at their ancestors."""
    h = d.hess
    n = d.hess_depth[i - 3]
    a, b, c = d.hess_adr[i] + n, d.hess_adr[i - 1] + n, d.hess_adr[i - 2] + n
    ya, yb, yc, ye = four_dots_in_line(d, i, x) if in_line(d, i - 3) else four_dots(d, i, x)
    xe = x[i - 3] * d.hess_inv[i - 3] - ye
    xc = x[i - 2] * d.hess_inv[i - 2] - yc - h[c] * xe
    xb = x[i - 1] * d.hess_inv[i - 1] - yb - h[b] * xe - h[b + 1] * xc
    xa = x[i] * d.hess_inv[i] - ya - h[a] * xe - h[a + 1] * xc - h[a + 2] * xb
    x[i - 3] = xe
    x[i - 2] = xc
    x[i - 1] = xb
    x[i] = xa


@kernel
def solve_hessian(d: Data, isl: Island, x: View, y: View) -> None:
    """x = - inv(H) y for the dofs of the island"""
    for i in spread(d, isl.dof0, isl.dof1):
        x[i] = -y[i]
    i = isl.dof1 - 1
    while i >= isl.dof0:
        if chain_end(d, i) == 4:
            scatter_four(d, i, x)
            i -= 4
        else:
            scatter_one(d, i, x)
            i -= 1
    i = isl.dof0
    while i < isl.dof1:
        if i + 3 < isl.dof1 and chain_end(d, i + 3) == 4:
            gather_four(d, i + 3, x)
            i += 4
        else:
            gather_one(d, i, x)
            i += 1


# Rank-one updates


@kernel
def add_to_row(h: View, v: View, row: int, first: int, end: int, p: float, gain: float) -> None:
    """v <- v - p L, L <- L + gain v over the depths first .. end - 1 of a row of L."""
    k = first
    while k + 4 <= end:
        l0, l1, l2, l3 = h[row + k], h[row + k + 1], h[row + k + 2], h[row + k + 3]
        v0, v1, v2, v3 = v[k], v[k + 1], v[k + 2], v[k + 3]
        w0, w1, w2, w3 = v0 - p * l0, v1 - p * l1, v2 - p * l2, v3 - p * l3
        v[k] = w0
        v[k + 1] = w1
        v[k + 2] = w2
        v[k + 3] = w3
        h[row + k] = l0 + gain * w0
        h[row + k + 1] = l1 + gain * w1
        h[row + k + 2] = l2 + gain * w2
        h[row + k + 3] = l3 + gain * w3
        k += 4
    while k < end:
        w = v[k] - p * h[row + k]
        v[k] = w
        h[row + k] += gain * w
        k += 1


@kernel
def update_factor(d: Data, isl: Island, b: int, r: int, weight: float) -> bool:
    """Update the factor to H + weight j j', j row r of block b; False if a pivot is lost.

    Along the path from the last dof of j to the root, v = j and t = 1 / weight at first:
        t' = t + v_i^2 / D,  D' = D t' / t,  v <- v - v_i L_i,  L_i <- L_i + v_i / (D t') v,  t <- t'
    """
    n, val, col, nc = d.jblock[b, 1], d.jblock[b, 2] + r, d.jblock[b, 3], d.jblock[b, 4]
    v = d.sol_work[isl.dof0 :]
    node = d.jcol[col + nc - 1]
    for k in range(d.hess_depth[node] + 1):
        v[k] = 0.0
    for k in range(nc):
        v[d.jdep[col + k]] = d.jval[val + k * n]
    inverse = weight  # 1 / t: keeps the division off the critical path from one dof to the next
    t = 1.0 / weight
    while node >= 0:
        depth = d.hess_depth[node]
        p = v[depth]
        if p != 0.0:
            row, scaled = d.hess_adr[node], p * d.hess_inv[node]
            new = t + p * scaled
            if not new * weight > Limits.PIVOT:
                return False
            shrink = 1.0 / new
            d.hess[row + depth] *= new * inverse
            d.hess_inv[node] *= t * shrink
            add_to_row(d.hess, v, row, d.hess_first[node], depth, p, scaled * shrink)
            t = new
            inverse = shrink
        node = d.hess_parent[node]
    return True
