"""The sparse factor M = L' D L of matrices with the structure of the joint-space inertia.

Documents: Computation / General framework; Featherstone 2008, ch. 6.5 (branch-induced sparsity)

Row i holds the dofs from the root to i, i last. From the leaves to the root, every row is subtracted from the
rows of its ancestors: with D = row[i] and w = row[j] / D for an ancestor j, row j loses w row i, and then w is
L[i, j]. The row of j has the same columns as the beginning of row i, so the inner loop runs over contiguous
elements. Nearly all the time is spent in these short loops (1 to 15 elements for a humanoid), so up to four
consecutive dofs of a chain are eliminated together, from two ancestors at once: each element is loaded and
stored an eighth as often.
"""

from gelenk.algebra.vec import Vec2, Vec3
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model, View

Weights = tuple[float, float, float, float]  # multipliers of four rows

# Loops: the rows t, u lose multiples of the rows a, b, c, e (addresses in ld) over their first n elements. The loops
# are unrolled by four, with all loads before the first store, so that they vectorize without a test for overlap.


@kernel
def subtract_row(ld: View, t: int, a: int, wa: float, n: int) -> None:
    """t -= wa a"""
    k = 0
    while k + 4 <= n:
        a0, a1, a2, a3 = ld[a + k], ld[a + k + 1], ld[a + k + 2], ld[a + k + 3]
        t0, t1, t2, t3 = ld[t + k], ld[t + k + 1], ld[t + k + 2], ld[t + k + 3]
        ld[t + k] = t0 - wa * a0
        ld[t + k + 1] = t1 - wa * a1
        ld[t + k + 2] = t2 - wa * a2
        ld[t + k + 3] = t3 - wa * a3
        k += 4
    if k + 2 <= n:
        a0, a1, t0, t1 = ld[a + k], ld[a + k + 1], ld[t + k], ld[t + k + 1]
        ld[t + k] = t0 - wa * a0
        ld[t + k + 1] = t1 - wa * a1
        k += 2
    if k < n:
        ld[t + k] -= wa * ld[a + k]


@kernel
def subtract_two_rows_from_two(ld: View, t: int, u: int, a: int, b: int, wt: Vec2, wu: Vec2, n: int) -> None:
    """t -= wt[0] a + wt[1] b, u -= wu[0] a + wu[1] b; row t has one element more."""
    ta, tb = wt
    ua, ub = wu
    k = 0
    while k + 4 <= n:
        a0, a1, a2, a3 = ld[a + k], ld[a + k + 1], ld[a + k + 2], ld[a + k + 3]
        b0, b1, b2, b3 = ld[b + k], ld[b + k + 1], ld[b + k + 2], ld[b + k + 3]
        t0, t1, t2, t3 = ld[t + k], ld[t + k + 1], ld[t + k + 2], ld[t + k + 3]
        u0, u1, u2, u3 = ld[u + k], ld[u + k + 1], ld[u + k + 2], ld[u + k + 3]
        ld[t + k] = t0 - ta * a0 - tb * b0
        ld[t + k + 1] = t1 - ta * a1 - tb * b1
        ld[t + k + 2] = t2 - ta * a2 - tb * b2
        ld[t + k + 3] = t3 - ta * a3 - tb * b3
        ld[u + k] = u0 - ua * a0 - ub * b0
        ld[u + k + 1] = u1 - ua * a1 - ub * b1
        ld[u + k + 2] = u2 - ua * a2 - ub * b2
        ld[u + k + 3] = u3 - ua * a3 - ub * b3
        k += 4
    if k + 2 <= n:
        a0, a1, b0, b1 = ld[a + k], ld[a + k + 1], ld[b + k], ld[b + k + 1]
        t0, t1, u0, u1 = ld[t + k], ld[t + k + 1], ld[u + k], ld[u + k + 1]
        ld[t + k] = t0 - ta * a0 - tb * b0
        ld[t + k + 1] = t1 - ta * a1 - tb * b1
        ld[u + k] = u0 - ua * a0 - ub * b0
        ld[u + k + 1] = u1 - ua * a1 - ub * b1
        k += 2
    if k < n:
        a0, b0, t0, u0 = ld[a + k], ld[b + k], ld[t + k], ld[u + k]
        ld[t + k] = t0 - ta * a0 - tb * b0
        ld[u + k] = u0 - ua * a0 - ub * b0
    ld[t + n] -= ta * ld[a + n] + tb * ld[b + n]


@kernel
def subtract_four_rows_from_two(
    ld: View, t: int, u: int, a: int, b: int, c: int, e: int, wt: Weights, wu: Weights, n: int
) -> None:
    """t -= wt . (a, b, c, e), u -= wu . (a, b, c, e); row t has one element more."""
    ta, tb, tc, te = wt
    ua, ub, uc, ue = wu
    k = 0
    while k + 4 <= n:
        a0, a1, a2, a3 = ld[a + k], ld[a + k + 1], ld[a + k + 2], ld[a + k + 3]
        b0, b1, b2, b3 = ld[b + k], ld[b + k + 1], ld[b + k + 2], ld[b + k + 3]
        c0, c1, c2, c3 = ld[c + k], ld[c + k + 1], ld[c + k + 2], ld[c + k + 3]
        e0, e1, e2, e3 = ld[e + k], ld[e + k + 1], ld[e + k + 2], ld[e + k + 3]
        t0, t1, t2, t3 = ld[t + k], ld[t + k + 1], ld[t + k + 2], ld[t + k + 3]
        u0, u1, u2, u3 = ld[u + k], ld[u + k + 1], ld[u + k + 2], ld[u + k + 3]
        ld[t + k] = t0 - ta * a0 - tb * b0 - tc * c0 - te * e0
        ld[t + k + 1] = t1 - ta * a1 - tb * b1 - tc * c1 - te * e1
        ld[t + k + 2] = t2 - ta * a2 - tb * b2 - tc * c2 - te * e2
        ld[t + k + 3] = t3 - ta * a3 - tb * b3 - tc * c3 - te * e3
        ld[u + k] = u0 - ua * a0 - ub * b0 - uc * c0 - ue * e0
        ld[u + k + 1] = u1 - ua * a1 - ub * b1 - uc * c1 - ue * e1
        ld[u + k + 2] = u2 - ua * a2 - ub * b2 - uc * c2 - ue * e2
        ld[u + k + 3] = u3 - ua * a3 - ub * b3 - uc * c3 - ue * e3
        k += 4
    if k + 2 <= n:
        a0, a1, b0, b1 = ld[a + k], ld[a + k + 1], ld[b + k], ld[b + k + 1]
        c0, c1, e0, e1 = ld[c + k], ld[c + k + 1], ld[e + k], ld[e + k + 1]
        t0, t1, u0, u1 = ld[t + k], ld[t + k + 1], ld[u + k], ld[u + k + 1]
        ld[t + k] = t0 - ta * a0 - tb * b0 - tc * c0 - te * e0
        ld[t + k + 1] = t1 - ta * a1 - tb * b1 - tc * c1 - te * e1
        ld[u + k] = u0 - ua * a0 - ub * b0 - uc * c0 - ue * e0
        ld[u + k + 1] = u1 - ua * a1 - ub * b1 - uc * c1 - ue * e1
        k += 2
    if k < n:
        a0, b0, c0, e0, t0, u0 = ld[a + k], ld[b + k], ld[c + k], ld[e + k], ld[t + k], ld[u + k]
        ld[t + k] = t0 - ta * a0 - tb * b0 - tc * c0 - te * e0
        ld[u + k] = u0 - ua * a0 - ub * b0 - uc * c0 - ue * e0
    ld[t + n] -= ta * ld[a + n] + tb * ld[b + n] + tc * ld[c + n] + te * ld[e + n]


# Elimination of one, two or four dofs. n: number of ancestors before the group


@kernel
def eliminate1(m: Model, ld: View, diag_inv: View, i: int, n: int) -> None:
    """Eliminate dof ``i``, which has n ancestors."""
    a = m.M_rowadr[i]
    ia = 1.0 / ld[a + n]
    diag_inv[i] = ia
    for p in range(n - 1, -1, -1):
        w = ld[a + p] * ia
        subtract_row(ld, m.M_rowadr[m.M_colind[a + p]], a, w, p + 1)
        ld[a + p] = w


@kernel
def eliminate_pair(ld: View, a: int, b: int, n: int) -> Vec2:
    """Eliminate row a from row b of its parent; return the inverses of both diagonals."""
    an = ld[a + n]
    ia = 1.0 / ld[a + n + 1]
    w = an * ia
    bn = ld[b + n] - w * an
    subtract_row(ld, b, a, w, n)
    ld[a + n] = w
    ld[b + n] = bn
    return ia, 1.0 / bn


@kernel
def eliminate2(m: Model, ld: View, diag_inv: View, i: int, n: int) -> None:
    """Eliminate dof ``i`` and its parent i - 1, which have n ancestors before them."""
    a, b = m.M_rowadr[i], m.M_rowadr[i - 1]
    ia, ib = eliminate_pair(ld, a, b, n)
    diag_inv[i] = ia
    diag_inv[i - 1] = ib
    p = n - 1
    while p > 0:
        t, u = m.M_rowadr[m.M_colind[a + p]], m.M_rowadr[m.M_colind[a + p - 1]]
        wt = (ld[a + p] * ia, ld[b + p] * ib)
        wu = (ld[a + p - 1] * ia, ld[b + p - 1] * ib)
        subtract_two_rows_from_two(ld, t, u, a, b, wt, wu, p)
        ld[a + p] = wt[0]
        ld[b + p] = wt[1]
        ld[a + p - 1] = wu[0]
        ld[b + p - 1] = wu[1]
        p -= 2
    if p == 0:
        wa, wb = ld[a] * ia, ld[b] * ib
        ld[m.M_rowadr[m.M_colind[a]]] -= wa * ld[a] + wb * ld[b]
        ld[a] = wa
        ld[b] = wb


@kernel
def load_weights(ld: View, a: int, b: int, c: int, e: int, p: int, inv: Weights) -> Weights:
    return ld[a + p] * inv[0], ld[b + p] * inv[1], ld[c + p] * inv[2], ld[e + p] * inv[3]


@kernel
def store_weights(ld: View, a: int, b: int, c: int, e: int, p: int, w: Weights) -> None:
    ld[a + p] = w[0]
    ld[b + p] = w[1]
    ld[c + p] = w[2]
    ld[e + p] = w[3]


@kernel
def is_any_nonzero(w: Weights) -> bool:
    """Return whether any of four weights is nonzero."""
    return w[0] != 0.0 or w[1] != 0.0 or w[2] != 0.0 or w[3] != 0.0


@kernel
def subtract_within_chain(
    ld: View, a: int, b: int, c: int, e: int, wa: Vec3, wb: Vec2, wc: float, n: int
) -> None:
    """b -= wa[0] a, then c -= wa[1] a + wb[0] b, then e -= wa[2] a + wb[1] b + wc c"""
    ab, ac, ae = wa
    bc, be = wb
    k = 0
    while k + 4 <= n:
        a0, a1, a2, a3 = ld[a + k], ld[a + k + 1], ld[a + k + 2], ld[a + k + 3]
        b0, b1, b2, b3 = ld[b + k], ld[b + k + 1], ld[b + k + 2], ld[b + k + 3]
        c0, c1, c2, c3 = ld[c + k], ld[c + k + 1], ld[c + k + 2], ld[c + k + 3]
        e0, e1, e2, e3 = ld[e + k], ld[e + k + 1], ld[e + k + 2], ld[e + k + 3]
        b0, b1, b2, b3 = b0 - ab * a0, b1 - ab * a1, b2 - ab * a2, b3 - ab * a3
        c0, c1 = c0 - ac * a0 - bc * b0, c1 - ac * a1 - bc * b1
        c2, c3 = c2 - ac * a2 - bc * b2, c3 - ac * a3 - bc * b3
        ld[b + k] = b0
        ld[b + k + 1] = b1
        ld[b + k + 2] = b2
        ld[b + k + 3] = b3
        ld[c + k] = c0
        ld[c + k + 1] = c1
        ld[c + k + 2] = c2
        ld[c + k + 3] = c3
        ld[e + k] = e0 - ae * a0 - be * b0 - wc * c0
        ld[e + k + 1] = e1 - ae * a1 - be * b1 - wc * c1
        ld[e + k + 2] = e2 - ae * a2 - be * b2 - wc * c2
        ld[e + k + 3] = e3 - ae * a3 - be * b3 - wc * c3
        k += 4
    while k < n:
        a0, e0 = ld[a + k], ld[e + k]
        b0 = ld[b + k] - ab * a0
        c0 = ld[c + k] - ac * a0 - bc * b0
        ld[b + k] = b0
        ld[c + k] = c0
        ld[e + k] = e0 - ae * a0 - be * b0 - wc * c0
        k += 1


@kernel
def eliminate_within(ld: View, a: int, b: int, c: int, e: int, n: int) -> Weights:
    """Eliminate the four rows of a chain from each other; return inverse diagonals.

    The ten elements at the end of the rows come first and stay in registers, since each diagonal depends on the one
    before.
    """
    a0, a1, a2 = ld[a + n], ld[a + n + 1], ld[a + n + 2]
    b0, b1, b2 = ld[b + n], ld[b + n + 1], ld[b + n + 2]
    c0, c1, e0 = ld[c + n], ld[c + n + 1], ld[e + n]
    ia = 1.0 / ld[a + n + 3]
    ae, ac, ab = a0 * ia, a1 * ia, a2 * ia
    b0, b1, b2 = b0 - ab * a0, b1 - ab * a1, b2 - ab * a2
    ib = 1.0 / b2
    be, bc = b0 * ib, b1 * ib
    c0, c1 = c0 - ac * a0 - bc * b0, c1 - ac * a1 - bc * b1
    ic = 1.0 / c1
    ce = c0 * ic
    e0 = e0 - ae * a0 - be * b0 - ce * c0
    subtract_within_chain(ld, a, b, c, e, (ab, ac, ae), (bc, be), ce, n)
    ld[a + n] = ae
    ld[a + n + 1] = ac
    ld[a + n + 2] = ab
    ld[b + n] = be
    ld[b + n + 1] = bc
    ld[b + n + 2] = b2
    ld[c + n] = ce
    ld[c + n + 1] = c1
    ld[e + n] = e0
    return ia, ib, ic, 1.0 / e0


@kernel
def eliminate4(m: Model, ld: View, diag_inv: View, i: int, n: int) -> None:
    """Eliminate dof ``i`` and its chain of parents i - 1, i - 2, i - 3 from n ancestors."""
    a, b, c, e = m.M_rowadr[i], m.M_rowadr[i - 1], m.M_rowadr[i - 2], m.M_rowadr[i - 3]
    inv = eliminate_within(ld, a, b, c, e, n)
    diag_inv[i] = inv[0]
    diag_inv[i - 1] = inv[1]
    diag_inv[i - 2] = inv[2]
    diag_inv[i - 3] = inv[3]
    p = n - 1
    while p > 0:
        t, u = m.M_rowadr[m.M_colind[a + p]], m.M_rowadr[m.M_colind[a + p - 1]]
        wt = load_weights(ld, a, b, c, e, p, inv)
        wu = load_weights(ld, a, b, c, e, p - 1, inv)
        subtract_four_rows_from_two(ld, t, u, a, b, c, e, wt, wu, p)
        store_weights(ld, a, b, c, e, p, wt)
        store_weights(ld, a, b, c, e, p - 1, wu)
        p -= 2
    if p == 0:
        w = load_weights(ld, a, b, c, e, 0, inv)
        ld[m.M_rowadr[m.M_colind[a]]] -= w[0] * ld[a] + w[1] * ld[b] + w[2] * ld[c] + w[3] * ld[e]
        store_weights(ld, a, b, c, e, 0, w)


@kernel
def factor_ld(m: Model, ld: View, diag_inv: View) -> None:
    """Factorize in place a matrix with the structure of M: L below the diagonal, D on it.

    ld (nC): lower triangle by rows, M_rownnz, M_rowadr, M_colind        diag_inv (nv): 1 / D
    Source  Featherstone 2008, ch. 6.5
    """
    factor_trees(m, ld, diag_inv, 0, m.nv)


@kernel
def factor_trees(m: Model, ld: View, diag_inv: View, first: int, end: int) -> None:
    """Factorize, as factor_ld does, the trees of the dofs ``first`` .. ``end`` - 1."""
    i = end - 1
    while i >= first:
        last = m.M_rownnz[i] - 1
        adr = m.M_rowadr[i]
        # ancestors ascend, so the k-th ancestor is dof i - k only if the chain between them is unbroken
        if last > 2 and m.M_colind[adr + last - 3] == i - 3:
            eliminate4(m, ld, diag_inv, i, last - 3)
            i -= 4
        elif last > 0 and m.M_colind[adr + last - 1] == i - 1:
            eliminate2(m, ld, diag_inv, i, last - 1)
            i -= 2
        else:
            eliminate1(m, ld, diag_inv, i, last)
            i -= 1
