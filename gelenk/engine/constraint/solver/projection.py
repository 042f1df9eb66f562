"""Projection of the inverse inertia to constraint rows, dense and sparse: J inv(M) J'.

Documents: Computation / Constraint solver / Dual problem; API / mj_projectConstraint

Dense rows. With M = L' D L, and the half solution w = inv(L') j for each row j, the element of rows r and s is the sum
over dofs of w_r w_s / D. Four rows form a group: its values of dof i are adjacent at 4 i. Most of these values are
zero, since most dofs move none of the bodies of the rows.

Projection of the inverse inertia to sparse constraint rows: nonzeros of J inv(M) J'.

With M = L' D L, and w = inv(sqrt(D)) inv(L') j for each row j, the element of rows r and s is w_r' w_s. w is nonzero at
the dofs of j and their ancestors only, so the cost of a row grows with the length of its chains, that of two rows with
the number of dofs that their chains share. Four rows form a group, which is one entry of jblock: its values of the k-th
listed dof are adjacent at 4 k.
"""

import math

from gelenk.engine.arena import drop_rows
from gelenk.engine.constraint.solver.islands import LINK, PLACE
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

Four = tuple[float, float, float, float]


@kernel
def group_numbers(m: Model, d: Data, g: int) -> View:
    """Return the array (4 nv) of group g.

    The array is part of jval, which has the capacity of efc_J; an incomplete last group does not fit and uses work_nv.
    """
    if 4 * g + 4 <= d.nefc:
        return d.jval[4 * m.nv * g :]
    return flat(d.work_nv)


@kernel
def load_group(m: Model, d: Data, g: int, w: View) -> None:
    """Load rows 4 g .. 4 g + 3 of J to w; zero past the last row."""
    nv = m.nv
    for r in range(4):
        row = 4 * g + r
        if row < d.nefc:
            for i in range(nv):
                w[4 * i + r] = d.efc_J[row * nv + i]
        else:
            for i in range(nv):
                w[4 * i + r] = 0.0


@kernel
def half_solve(m: Model, d: Data, g: int, w: View) -> None:
    """Compute w <- inv(L') w and list its nonzero dofs in jcol[nv g:], count in jraw[g, 0]."""
    ld, colind, dofs = d.qLD, m.M_colind, d.jcol[m.nv * g :]
    count = 0
    for i in range(m.nv - 1, -1, -1):
        w0, w1, w2, w3 = w[4 * i], w[4 * i + 1], w[4 * i + 2], w[4 * i + 3]
        if w0 != 0.0 or w1 != 0.0 or w2 != 0.0 or w3 != 0.0:
            dofs[count] = i
            count += 1
            adr = m.M_rowadr[i]
            for k in range(adr, adr + m.M_rownnz[i] - 1):
                j, value = 4 * colind[k], ld[k]
                x0, x1, x2, x3 = w[j], w[j + 1], w[j + 2], w[j + 3]
                w[j] = x0 - value * w0
                w[j + 1] = x1 - value * w1
                w[j + 2] = x2 - value * w2
                w[j + 3] = x3 - value * w3
    d.jraw[g, 0] = count


@kernel
def add_times(sums: Four, x: float, y: Four) -> Four:
    """Return sums + x y."""
    return sums[0] + x * y[0], sums[1] + x * y[1], sums[2] + x * y[2], sums[3] + x * y[3]


@kernel
def store_mirrored(d: Data, row: int, first: int, four: Four) -> None:
    """Store elements (row, first .. first + 3) of efc_AR and their mirror images, within nefc."""
    n = d.nefc
    if row >= n:
        return
    at = row * n + first
    mirror = first * n + row
    if first + 4 <= n:
        d.efc_AR[at] = four[0]
        d.efc_AR[at + 1] = four[1]
        d.efc_AR[at + 2] = four[2]
        d.efc_AR[at + 3] = four[3]
        d.efc_AR[mirror] = four[0]
        d.efc_AR[mirror + n] = four[1]
        d.efc_AR[mirror + 2 * n] = four[2]
        d.efc_AR[mirror + 3 * n] = four[3]
        return
    for k in range(n - first):
        d.efc_AR[at + k] = four[k]
        d.efc_AR[mirror + k * n] = four[k]


@kernel
def project_groups(m: Model, d: Data, g: int, h: int) -> None:
    """Compute sixteen elements of efc_AR: rows of group g times rows of group h."""
    dofs, inverse = d.jcol[m.nv * g :], d.qLDiagInv
    v, w = group_numbers(m, d, g), group_numbers(m, d, h)
    a = (0.0, 0.0, 0.0, 0.0)
    b, c, e = a, a, a
    for k in range(d.jraw[g, 0]):
        i = dofs[k]
        s = inverse[i]
        y = (s * w[4 * i], s * w[4 * i + 1], s * w[4 * i + 2], s * w[4 * i + 3])
        a = add_times(a, v[4 * i], y)
        b = add_times(b, v[4 * i + 1], y)
        c = add_times(c, v[4 * i + 2], y)
        e = add_times(e, v[4 * i + 3], y)
    store_mirrored(d, 4 * g, 4 * h, a)
    store_mirrored(d, 4 * g + 1, 4 * h, b)
    store_mirrored(d, 4 * g + 2, 4 * h, c)
    store_mirrored(d, 4 * g + 3, 4 * h, e)


@kernel
def project_dense(m: Model, d: Data) -> None:
    """Compute efc_AR = J inv(M) J' + diag(R) of dense rows.

    Reads   efc_J (nefc, nv), efc_R (nefc), qLD (nC), qLDiagInv (nv); uses jval, jcol, jraw, work_nv
    Writes  efc_AR (nefc, nefc)
    """
    n = d.nefc
    groups = (n + 3) // 4
    for g in range(groups):
        w = group_numbers(m, d, g)
        load_group(m, d, g, w)
        half_solve(m, d, g, w)
        for h in range(g + 1):
            project_groups(m, d, g, h)
    for r in range(n):
        d.efc_AR[r * n + r] += d.efc_R[r]


# Sparse rows

STAMP, COUPLED = 0, 1  # columns of jraw, which is work space here
FIRST, ROWS, VALUE, COLUMN, COUNT = 0, 1, 2, 3, 4  # columns of jblock


@kernel
def four_rows(d: Data) -> tuple[View, View, View, View]:
    """Return work space for four rows of A + R (nefc each)."""
    return d.row_jv, d.row_jar, d.row_force, d.row_held


@kernel
def group_values(d: Data, g: int) -> View:
    """Return the values of group g, four of each dof; an incomplete last group uses work_nv."""
    return d.jval[d.jblock[g, VALUE] :] if d.jblock[g, ROWS] == 4 else flat(d.work_nv)


# Half solutions of the groups


@kernel
def list_dofs(m: Model, d: Data, first: int, end: int, at: int) -> int:
    """List in jcol[at:] the dofs of rows first .. end - 1 and their ancestors, these first.

    dof_place holds the index in jcol. Returns the number of dofs, including those for which jcol has no room.
    """
    place, n = d.dof_place, 0
    for r in range(first, end):
        adr = d.efc_J_rowadr[r]
        for k in range(adr + d.efc_J_rownnz[r] - 1, adr - 1, -1):
            i = d.efc_J_colind[k]
            if place[i] >= at:
                continue
            chain = m.M_rowadr[i]
            for q in range(chain, chain + m.M_rownnz[i]):
                j = m.M_colind[q]
                if place[j] < at:
                    place[j] = at + n
                    if at + n < d.nJmax:
                        d.jcol[at + n] = j
                    n += 1
    return n


@kernel
def load_sparse_group(d: Data, g: int, w: View) -> None:
    """Load the rows of group g to w; zero where a row has no element, and for missing rows."""
    first, at, place = d.jblock[g, FIRST], d.jblock[g, COLUMN], d.dof_place
    for k in range(4 * d.jblock[g, COUNT]):
        w[k] = 0.0
    for r in range(d.jblock[g, ROWS]):
        adr = d.efc_J_rowadr[first + r]
        for k in range(adr, adr + d.efc_J_rownnz[first + r]):
            w[4 * (place[d.efc_J_colind[k]] - at) + r] = d.efc_J[k]


@kernel
def four_at(w: View, k: int) -> Four:
    """Return the values of the k-th listed dof."""
    return w[4 * k], w[4 * k + 1], w[4 * k + 2], w[4 * k + 3]


@kernel
def store_four(out: View, at: int, four: Four) -> None:
    """Store four adjacent values."""
    out[at] = four[0]
    out[at + 1] = four[1]
    out[at + 2] = four[2]
    out[at + 3] = four[3]


@kernel
def is_zero(x: Four) -> bool:
    """Return whether four values are zero; NaN is not."""
    return not (x[0] != 0.0 or x[1] != 0.0 or x[2] != 0.0 or x[3] != 0.0)


@kernel
def eliminate_one(m: Model, d: Data, at: int, k: int, w: View) -> None:
    """Subtract the k-th listed dof from its ancestors; scale it."""
    ld, colind, place = d.qLD, m.M_colind, d.dof_place
    x, i = four_at(w, k), d.jcol[at + k]
    if is_zero(x):
        return
    adr = m.M_rowadr[i]
    for q in range(adr, adr + m.M_rownnz[i] - 1):
        j = place[colind[q]] - at
        store_four(w, 4 * j, add_times(four_at(w, j), -ld[q], x))
    store_four(w, 4 * k, add_times((0.0, 0.0, 0.0, 0.0), math.sqrt(d.qLDiagInv[i]), x))


@kernel
def eliminate_two(m: Model, d: Data, at: int, k: int, w: View) -> None:
    """Subtract the k-th listed dof and its parent, the one before, from ancestors; scale both."""
    ld, colind, place = d.qLD, m.M_colind, d.dof_place
    i, p = d.jcol[at + k], d.jcol[at + k - 1]
    low, high, n = m.M_rowadr[i], m.M_rowadr[p], m.M_rownnz[p] - 1
    x = four_at(w, k)
    y = add_times(four_at(w, k - 1), -ld[low + n], x)
    if is_zero(x) and is_zero(y):
        return
    for q in range(n):
        j = place[colind[high + q]] - at
        store_four(w, 4 * j, add_times(add_times(four_at(w, j), -ld[low + q], x), -ld[high + q], y))
    store_four(w, 4 * k, add_times((0.0, 0.0, 0.0, 0.0), math.sqrt(d.qLDiagInv[i]), x))
    store_four(w, 4 * k - 4, add_times((0.0, 0.0, 0.0, 0.0), math.sqrt(d.qLDiagInv[p]), y))


@kernel
def half_solve_group(m: Model, d: Data, g: int, w: View) -> None:
    """Compute w <- inv(sqrt(D)) inv(L') w for the four rows of group g.

    Two dofs of a chain are taken at a time.
    """
    at = d.jblock[g, COLUMN]
    k = d.jblock[g, COUNT] - 1
    while k >= 0:
        i = d.jcol[at + k]
        before = m.M_rowadr[i] + m.M_rownnz[i] - 2  # the parent in M, if there is one
        if k > 0 and m.M_rownnz[i] > 1 and m.M_colind[before] == d.jcol[at + k - 1]:
            eliminate_two(m, d, at, k, w)
            k -= 2
        else:
            eliminate_one(m, d, at, k, w)
            k -= 1


@kernel
def solve_groups(m: Model, d: Data) -> int:
    """Make the groups and compute their half solutions; return the required capacity of jval."""
    for i in range(m.nv):
        d.dof_place[i] = -1
    values, columns = 0, 0
    for g in range(d.njblock):
        first = 4 * g
        rows = min(4, d.nefc - first)
        n = list_dofs(m, d, first, first + rows, columns)
        d.jblock[g, FIRST] = first
        d.jblock[g, ROWS] = rows
        d.jblock[g, VALUE] = values
        d.jblock[g, COLUMN] = columns
        d.jblock[g, COUNT] = n
        columns += n
        if rows == 4:
            values += 4 * n
        if max(values, columns) <= d.nJmax:
            w = group_values(d, g)
            load_sparse_group(d, g, w)
            half_solve_group(m, d, g, w)
    return max(values, columns)


# Coupled groups: those that move a common tree. Other elements are zero.


@kernel
def list_groups(m: Model, d: Data) -> int:
    """List the groups that move each tree, ascending; return the number of entries.

    A list starts at tree_order[t, LINK]. Entry e is stored with its successor, or -1, in one half of row e / 2 of
    tree_link. tree_order[t, PLACE] is the group that was listed last.
    """
    for t in range(m.ntree):
        d.tree_order[t, LINK] = -1
        d.tree_order[t, PLACE] = -1
    count = 0
    for g in range(d.njblock - 1, -1, -1):
        d.jraw[g, STAMP] = -1
        at = d.jblock[g, COLUMN]
        for k in range(at, at + d.jblock[g, COUNT]):
            tree = m.dof_treeid[d.jcol[k]]
            if d.tree_order[tree, PLACE] == g:
                continue
            d.tree_order[tree, PLACE] = g
            if count < 2 * d.nefcmax:
                d.tree_link[count >> 1, 2 * (count & 1)] = g
                d.tree_link[count >> 1, 2 * (count & 1) + 1] = d.tree_order[tree, LINK]
                d.tree_order[tree, LINK] = count
            count += 1
    return count


@kernel
def coupled_groups(m: Model, d: Data, g: int) -> int:
    """List the groups coupled with group g, itself included, in jraw[.., COUPLED].

    The list is ascending; returns its length. dof_place then holds the places of the dofs of group g.
    """
    at, n, last = d.jblock[g, COLUMN], 0, -1
    for k in range(at, at + d.jblock[g, COUNT]):
        d.dof_place[d.jcol[k]] = k
        tree = m.dof_treeid[d.jcol[k]]
        if tree == last:
            continue
        last = tree
        entry = d.tree_order[tree, LINK]
        while entry >= 0:
            other = d.tree_link[entry >> 1, 2 * (entry & 1)]
            entry = d.tree_link[entry >> 1, 2 * (entry & 1) + 1]
            if d.jraw[other, STAMP] != g:
                d.jraw[other, STAMP] = g
                i = n
                while i > 0 and d.jraw[i - 1, COUPLED] > other:
                    d.jraw[i, COUPLED] = d.jraw[i - 1, COUPLED]
                    i -= 1
                d.jraw[i, COUPLED] = other
                n += 1
    if n == 0:
        d.jraw[0, COUPLED] = g
        n = 1
    return n


# Elements


@kernel
def link_common(d: Data, g: int, h: int) -> int:
    """Link in jdep the dofs common to groups g and h; return the first.

    Dofs are indices in the list of h; the last one links to the length of that list. dof_place is that of group g.
    """
    at, n, dofs, place = d.jblock[g, COLUMN], d.jblock[g, COUNT], d.jcol[d.jblock[h, COLUMN] :], d.dof_place
    following, first = d.jdep, d.jblock[h, COUNT]
    for k in range(first - 1, -1, -1):
        following[k] = first
        first = k if 0 <= place[dofs[k]] - at < n else first
    return first


@kernel
def group_product(d: Data, g: int, h: int) -> tuple[Four, Four, Four, Four]:
    """Return the rows of group g of A at those of group h; dof_place is that of g."""
    at, dofs, place, following = d.jblock[g, COLUMN], d.jcol[d.jblock[h, COLUMN] :], d.dof_place, d.jdep
    v, w = group_values(d, g), group_values(d, h)
    a = (0.0, 0.0, 0.0, 0.0)
    b, c, e = a, a, a
    end, k = d.jblock[h, COUNT], link_common(d, g, h)
    while k < end:  # one common dof at a time, since its four values are adjacent
        i, y = 4 * (place[dofs[k]] - at), four_at(w, k)
        a = add_times(a, v[i], y)
        b = add_times(b, v[i + 1], y)
        c = add_times(c, v[i + 2], y)
        e = add_times(e, v[i + 3], y)
        k = following[k]
    return a, b, c, e


@kernel
def mul_groups(d: Data, g: int, h: int) -> None:
    """Compute four_rows = rows of group g of A at those of group h; dof_place is that of g."""
    out0, out1, out2, out3 = four_rows(d)
    s, rows = d.jblock[h, FIRST], d.jblock[h, ROWS]
    if rows == 4:
        a, b, c, e = group_product(d, g, h)
        store_four(out0, s, a)
        store_four(out1, s, b)
        store_four(out2, s, c)
        store_four(out3, s, e)
        return
    a, b, c, e = group_product(d, g, h)
    for k in range(rows):
        out0[s + k] = a[k]
        out1[s + k] = b[k]
        out2[s + k] = c[k]
        out3[s + k] = e[k]


@kernel
def store_row(d: Data, row: int, coupled: int, y: View, at: int) -> int:
    """Append row ``row`` of A + R: the nonzeros of y (rows) in ``coupled`` groups.

    Returns the new end, counting what does not fit.
    """
    y[row] += d.efc_R[row]
    d.efc_AR_rowadr[row] = at
    end = at
    for k in range(coupled):
        g = d.jraw[k, COUPLED]
        for s in range(d.jblock[g, FIRST], d.jblock[g, FIRST] + d.jblock[g, ROWS]):
            if y[s] != 0.0 or s == row:
                if end < d.nAmax:
                    d.efc_AR[end] = y[s]
                    d.efc_AR_colind[end] = s
                end += 1
    d.efc_AR_rownnz[row] = end - at
    return end


@kernel
def store_group(m: Model, d: Data, g: int, at: int) -> int:
    """Append the sparse rows of A + R of group g; return the new end."""
    coupled = coupled_groups(m, d, g)
    for k in range(coupled):
        mul_groups(d, g, d.jraw[k, COUPLED])
    y0, y1, y2, y3 = four_rows(d)
    row, rows = d.jblock[g, FIRST], d.jblock[g, ROWS]
    at = store_row(d, row, coupled, y0, at)
    if rows > 1:
        at = store_row(d, row + 1, coupled, y1, at)
    if rows > 2:
        at = store_row(d, row + 2, coupled, y2, at)
    if rows > 3:
        at = store_row(d, row + 3, coupled, y3, at)
    return at


@kernel
def project_sparse(m: Model, d: Data) -> int:
    """Compute the nonzeros of A + R; return their number, -1 if work space is too small.

    Reads   efc_J, efc_R (nefc), qLD (nC), qLDiagInv (nv); uses jval, jcol, jblock, jraw, tree_*, row_*, work_nv
    Writes  efc_AR, efc_AR_rownnz, efc_AR_rowadr, efc_AR_colind (nefc)
    Status  need_J, need_efc
    """
    d.njblock = (d.nefc + 3) // 4
    values = solve_groups(m, d)
    entries = list_groups(m, d) if values <= d.nJmax else 0
    if values > d.nJmax or entries > 2 * d.nefcmax:
        if d.fixed != 0:
            drop_rows(m, d)
        elif values > d.nJmax:
            d.need_J = values
        else:
            d.need_efc = (entries + 1) // 2
        return -1
    end = 0
    for g in range(d.njblock):
        end = store_group(m, d, g, end)
    return end
