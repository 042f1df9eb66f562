"""The joint-space inertia matrix M: composition, factor L' D L, solves and products.

Documents: Computation / General framework; Featherstone 2008, ch. 6

M couples a dof only with its ancestors, so row i of the lower triangle holds the dofs on the path from the
root to i, ascending, i itself last: M_rownnz, M_rowadr, M_colind. The row of an ancestor has the same columns
as the beginning of the row of each of its descendants, so the factorization runs on contiguous elements
without indices. qM has the same elements, each row from i to the root (dof_Madr). L has a unit diagonal; qLD
stores D in its place.
"""

import math

from gelenk.algebra.factor import factor_trees
from gelenk.algebra.linalg import copy
from gelenk.algebra.spatial import dot6, inert_mul, load6, load10
from gelenk.engine.coefficients import dof_armature
from gelenk.engine.position.tendon import tendon_armature
from gelenk.engine.sleep.awake_lists import BODY, BODY_END, DOF, DOF_END, ENTRY, ENTRY_END
from gelenk.tables.enums import mjtJoint
from gelenk.toolchain.kernel import flat, kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, Rows, View

LONG_ROW = 16  # mean row length of M from which contiguous rows are solved by vector loops (solve_long_rows)


# Composite rigid bodies


@kernel
def add_inertia(a: Rows, target: int, source: int) -> None:
    """a[target] += a[source], ten values"""
    u, v = load10(a, target), load10(a, source)
    a[target, 0] = u[0] + v[0]
    a[target, 1] = u[1] + v[1]
    a[target, 2] = u[2] + v[2]
    a[target, 3] = u[3] + v[3]
    a[target, 4] = u[4] + v[4]
    a[target, 5] = u[5] + v[5]
    a[target, 6] = u[6] + v[6]
    a[target, 7] = u[7] + v[7]
    a[target, 8] = u[8] + v[8]
    a[target, 9] = u[9] + v[9]


@kernel
def put_entry(d: Data, k: int, turned: int, value: float, both: bool) -> None:
    """Write M[k] and, if ``both``, the corresponding element of qM, at turned - k.

    Elements of a row of qM are in the reverse order of those of M.
    """
    d.M[k] = value
    if both:
        d.qM[turned - k] = value


@kernel
def crb_row(m: Model, d: Data, i: int, both: bool) -> None:
    """Compute row ``i`` of M (and of qM).

    Element j is cdof[j] times the momentum of the subtree of dof i that moves with cdof[i].
    """
    k = m.M_rowadr[i]
    last = k + m.M_rownnz[i] - 1
    turned = m.dof_Madr[i] + last
    axis = load6(d.cdof, i)
    momentum = inert_mul(load10(d.crb, m.dof_bodyid[i]), axis)
    if last - k > 2 and m.jnt_type[m.dof_jntid[m.M_colind[k]]] == mjtJoint.mjJNT_FREE:
        # cdof of a free joint's translations are the world axes, so that the elements are the linear momentum
        put_entry(d, k, turned, momentum[3], both)
        put_entry(d, k + 1, turned, momentum[4], both)
        put_entry(d, k + 2, turned, momentum[5], both)
        k += 3
    while k < last:
        put_entry(d, k, turned, dot6(load6(d.cdof, m.M_colind[k]), momentum), both)
        k += 1
    put_entry(d, last, turned, dof_armature(m, i) + dot6(axis, momentum), both)


@kernel
def composite_inertia(m: Model, d: Data, both: bool) -> None:
    """Compute crb, and M (and qM) without the inertia of tendons."""
    crbs, inertias = flat(d.crb), flat(d.cinert)
    for k in range(10):
        crbs[k] = inertias[k]
    for r in range(d.nrun):
        for k in spread(d, 10 * d.run[r, BODY], 10 * d.run[r, BODY_END]):
            crbs[k] = inertias[k]
    for r in range(d.nrun - 1, -1, -1):
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            parent = m.body_parentid[b]
            if parent > 0:
                add_inertia(d.crb, parent, b)
    for r in range(d.nrun):
        for i in spread(d, d.run[r, DOF], d.run[r, DOF_END]):
            if m.dof_simplenum[i] > 0:
                k = m.M_rowadr[i]
                put_entry(d, k, m.dof_Madr[i] + k, m.dof_M0[i], both)
            else:
                crb_row(m, d, i, both)


@kernel
def crb(m: Model, d: Data) -> None:
    """Compute composite inertias and the inertia matrix without tendons (mj_crb).

    crb[b] = sum of cinert over the subtree of b
    M[i, j] = cdof[j] . crb[body of i] cdof[i] (+ armature if i = j)
    A simple dof (a body without children, com at its frame) has the constant diagonal dof_M0.
    Reads   cinert (nbody, 10), cdof (nv, 6)        Writes  crb (nbody, 10), M (nC)
    Frame   world axes, about subtree_com of the tree
    Source  Computation / General framework; Featherstone 2008, ch. 6
    """
    composite_inertia(m, d, False)


@kernel
def copy_to_qm(m: Model, d: Data) -> None:
    """Copy M to qM: each row reversed, from the diagonal to the root."""
    if m.nC < 4 * m.nv:  # short rows: one loop over all elements is faster than a loop per row
        for r in range(d.nrun):
            for k in spread(d, d.run[r, ENTRY], d.run[r, ENTRY_END]):
                d.qM[m.mapM2M[k]] = d.M[k]
        return
    for r in range(d.nrun):
        for i in spread(d, d.run[r, DOF], d.run[r, DOF_END]):
            adr = m.dof_Madr[i]
            last = m.M_rowadr[i] + m.M_rownnz[i] - 1
            for k in range(m.M_rownnz[i]):
                d.qM[adr + k] = d.M[last - k]


@kernel
def make_m(m: Model, d: Data) -> None:
    """Compute the inertia matrix with the inertia of tendons, in both layouts (mj_makeM).

    Reads   cinert (nbody, 10), cdof (nv, 6), ten_J        Writes  crb (nbody, 10), M (nC), qM (nM)
    """
    composite_inertia(m, d, True)
    if m.ntendon > 0:
        tendon_armature(m, d)
        copy_to_qm(m, d)


# Factorization


@kernel
def factor_runs(m: Model, d: Data, ld: View, diag_inv: View) -> None:
    """Factorize the blocks of awake trees, as factor_ld does."""
    for r in range(d.nrun):
        factor_trees(m, ld, diag_inv, d.run[r, DOF], d.run[r, DOF_END])


@kernel
def factor_m(m: Model, d: Data) -> None:
    """M = L' D L (mj_factorM).

    Reads   M (nC)        Writes  qLD (nC), qLDiagInv (nv)
    Source  Featherstone 2008, ch. 6.5; Computation / General framework
    """
    for r in range(d.nrun):
        for k in spread(d, d.run[r, ENTRY], d.run[r, ENTRY_END]):
            d.qLD[k] = d.M[k]
    factor_runs(m, d, d.qLD, d.qLDiagInv)


# Solving


@kernel
def dot_run(a: View, b: View, n: int) -> float:
    """Return the sum of a[k] b[k], in four partial sums."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    k = 0
    while k + 4 <= n:
        s0 += a[k] * b[k]
        s1 += a[k + 1] * b[k + 1]
        s2 += a[k + 2] * b[k + 2]
        s3 += a[k + 3] * b[k + 3]
        k += 4
    while k < n:
        s0 += a[k] * b[k]
        k += 1
    return (s0 + s1) + (s2 + s3)


@kernel
def take_run(x: View, row: View, value: float, n: int) -> None:
    """x[k] -= row[k] value"""
    k = 0
    while k + 4 <= n:
        r0, r1, r2, r3 = row[k], row[k + 1], row[k + 2], row[k + 3]
        x0, x1, x2, x3 = x[k], x[k + 1], x[k + 2], x[k + 3]
        x[k] = x0 - r0 * value
        x[k + 1] = x1 - r1 * value
        x[k + 2] = x2 - r2 * value
        x[k + 3] = x3 - r3 * value
        k += 4
    while k < n:
        x[k] -= row[k] * value
        k += 1


@kernel
def chain_length(m: Model, i: int, end: int) -> int:
    """Return how many dofs from ``i`` on (1, 2 or 4) form a chain of parent and child."""
    n = m.M_rownnz[i]
    # ancestors ascend, so the k-th ancestor of a dof is k less only if the chain between them is unbroken
    if i + 3 < end and m.M_rownnz[i + 3] == n + 3 and m.M_colind[m.M_rowadr[i + 3] + n - 1] == i:
        return 4
    if i + 1 < end and m.M_rownnz[i + 1] == n + 1 and m.M_colind[m.M_rowadr[i + 1] + n - 1] == i:
        return 2
    return 1


@kernel
def back_substitute(m: Model, ld: View, x: View, first: int, end: int) -> None:
    """x <- inv(L') x for the trees that consist of the dofs ``first`` .. ``end`` - 1.

    Dofs are processed from the leaves to the root, each subtracted from its ancestors; up to four consecutive dofs of a
    chain, which share ancestors, are processed together.
    """
    i = end - 1
    while i >= first:
        a = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        if n == 0:
            i -= 1
        elif n > 2 and m.M_colind[a + n - 3] == i - 3:
            n -= 3
            b, c, e = m.M_rowadr[i - 1], m.M_rowadr[i - 2], m.M_rowadr[i - 3]
            xa = x[i]
            xb = x[i - 1] - ld[a + n + 2] * xa
            xc = x[i - 2] - ld[a + n + 1] * xa - ld[b + n + 1] * xb
            xe = x[i - 3] - ld[a + n] * xa - ld[b + n] * xb - ld[c + n] * xc
            x[i - 1] = xb
            x[i - 2] = xc
            x[i - 3] = xe
            if xa != 0.0 or xb != 0.0 or xc != 0.0 or xe != 0.0:  # right-hand sides may be sparse
                for k in range(n):
                    x[m.M_colind[a + k]] -= (
                        ld[a + k] * xa + ld[b + k] * xb + (ld[c + k] * xc + ld[e + k] * xe)
                    )
            i -= 4
        elif m.M_colind[a + n - 1] == i - 1:
            n -= 1
            b = m.M_rowadr[i - 1]
            xa = x[i]
            xb = x[i - 1] - ld[a + n] * xa
            x[i - 1] = xb
            if xa != 0.0 or xb != 0.0:
                for k in range(n):
                    x[m.M_colind[a + k]] -= ld[a + k] * xa + ld[b + k] * xb
            i -= 2
        else:
            xa = x[i]
            if xa != 0.0:
                for k in range(n):
                    x[m.M_colind[a + k]] -= ld[a + k] * xa
            i -= 1


@kernel
def substitute(m: Model, ld: View, diag_inv: View, x: View, first: int, end: int) -> None:
    """x <- inv(D L) x for the trees that consist of the dofs ``first`` .. ``end`` - 1.

    Dofs are processed from the root to the leaves, each subtracting its ancestors; up to four consecutive dofs of a
    chain are processed together. Columns ascend, so the ancestors of dof i are the columns below i.
    """
    i = first
    while i < end:
        if m.dof_simplenum[i] > 0:
            after = min(i + m.dof_simplenum[i], end)
            for k in range(i, after):
                x[k] *= diag_inv[k]
            i = after
            continue
        a = m.M_rowadr[i]
        length = chain_length(m, i, end)
        n, j = 0, m.M_colind[a]
        if length == 4:
            b, c, e = m.M_rowadr[i + 1], m.M_rowadr[i + 2], m.M_rowadr[i + 3]
            sa, sb, sc, se = 0.0, 0.0, 0.0, 0.0
            while j < i:
                sa += ld[a + n] * x[j]
                sb += ld[b + n] * x[j]
                sc += ld[c + n] * x[j]
                se += ld[e + n] * x[j]
                n += 1
                j = m.M_colind[a + n]
            xa = x[i] * diag_inv[i] - sa
            xb = x[i + 1] * diag_inv[i + 1] - sb - ld[b + n] * xa
            xc = x[i + 2] * diag_inv[i + 2] - sc - ld[c + n] * xa - ld[c + n + 1] * xb
            xe = x[i + 3] * diag_inv[i + 3] - se - ld[e + n] * xa - ld[e + n + 1] * xb
            x[i] = xa
            x[i + 1] = xb
            x[i + 2] = xc
            x[i + 3] = xe - ld[e + n + 2] * xc
        elif length == 2:
            b = m.M_rowadr[i + 1]
            sa, sb = 0.0, 0.0
            while j < i:
                sa += ld[a + n] * x[j]
                sb += ld[b + n] * x[j]
                n += 1
                j = m.M_colind[a + n]
            xa = x[i] * diag_inv[i] - sa
            x[i] = xa
            x[i + 1] = x[i + 1] * diag_inv[i + 1] - sb - ld[b + n] * xa
        else:
            total = x[i] * diag_inv[i]
            while j < i:
                total -= ld[a + n] * x[j]
                n += 1
                j = m.M_colind[a + n]
            x[i] = total
        i += length


@kernel
def solve_long_rows(m: Model, ld: View, diag_inv: View, x: View, first: int, end: int) -> None:
    """Solve as solve_trees does, for long rows; rows without gaps need no column indices."""
    for i in range(end - 1, first - 1, -1):
        adr = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        if n > 0 and i - m.M_colind[adr] == n:
            take_run(x[i - n :], ld[adr:], x[i], n)
        else:
            for k in range(adr, adr + n):
                x[m.M_colind[k]] -= ld[k] * x[i]
    for i in range(first, end):
        adr = m.M_rowadr[i]
        n = m.M_rownnz[i] - 1
        total = x[i] * diag_inv[i]
        if n > 0 and i - m.M_colind[adr] == n:
            total -= dot_run(x[i - n :], ld[adr:], n)
        else:
            for k in range(adr, adr + n):
                total -= ld[k] * x[m.M_colind[k]]
        x[i] = total


@kernel
def solve_ld(m: Model, ld: View, diag_inv: View, x: View) -> None:
    """x <- inv(L' D L) x, in place, for a factor of factor_ld"""
    solve_trees(m, ld, diag_inv, x, 0, m.nv)


@kernel
def solve_trees(m: Model, ld: View, diag_inv: View, x: View, first: int, end: int) -> None:
    """Solve as solve_ld does, for the trees that consist of dofs ``first`` .. ``end`` - 1."""
    if m.nC >= LONG_ROW * m.nv:
        solve_long_rows(m, ld, diag_inv, x, first, end)
    else:
        back_substitute(m, ld, x, first, end)
        substitute(m, ld, diag_inv, x, first, end)


@kernel
def solve_m_vector(m: Model, d: Data, x: View) -> None:
    """x <- inv(M) x for one vector (nv), in place, at the dofs that are awake

    Reads qLD (nC), qLDiagInv (nv)
    """
    for r in range(d.nrun):
        solve_trees(m, d.qLD, d.qLDiagInv, x, d.run[r, DOF], d.run[r, DOF_END])


@kernel
def half_norm(m: Model, d: Data, row: View) -> float:
    """Return row inv(M) row' = |sqrt(inv D) inv(L') row|^2; the row is overwritten."""
    total = 0.0
    for i in range(m.nv - 1, -1, -1):
        value = row[i]
        if value == 0.0:
            continue
        adr = m.M_rowadr[i]
        for k in range(adr, adr + m.M_rownnz[i] - 1):
            row[m.M_colind[k]] -= d.qLD[k] * value
        total += value * value * d.qLDiagInv[i]
    return total


@kernel
def solve_m(m: Model, d: Data, x: View, y: View, n: int) -> None:
    """x = inv(M) y for ``n`` vectors, one per row of x and y (n, nv) (mj_solveM).

    Reads   qLD (nC), qLDiagInv (nv)
    """
    for r in range(n):
        row = x[r * m.nv :]
        copy(row, y[r * m.nv :], m.nv)
        solve_ld(m, d.qLD, d.qLDiagInv, row)


@kernel
def solve_m2(m: Model, d: Data, x: View, y: View, sqrt_inv_d: View, n: int) -> None:
    """x = sqrt(inv(D)) inv(L') y for ``n`` vectors (mj_solveM2), so that x . x = y . inv(M) y.

    Reads   qLD (nC); sqrt_inv_d (nv): square roots of qLDiagInv
    """
    for r in range(n):
        row = x[r * m.nv :]
        copy(row, y[r * m.nv :], m.nv)
        for i in range(m.nv - 1, -1, -1):
            value = row[i]
            adr = m.M_rowadr[i]
            for k in range(adr, adr + m.M_rownnz[i] - 1):
                row[m.M_colind[k]] -= d.qLD[k] * value
        for i in range(m.nv):
            row[i] *= sqrt_inv_d[i]


# Products


@kernel
def mul_sym(m: Model, values: View, res: View, vec: View) -> None:
    """res = A vec for a symmetric A with lower triangle ``values`` (nC), structured as M"""
    for i in range(m.nv):
        adr = m.M_rowadr[i]
        last = adr + m.M_rownnz[i] - 1
        value = vec[i]
        total = values[last] * value
        for k in range(adr, last):
            j = m.M_colind[k]
            total += values[k] * vec[j]
            res[j] += values[k] * value
        res[i] = total


@kernel
def mul_m(m: Model, d: Data, res: View, vec: View) -> None:
    """res = M vec (mj_mulM).  Reads M (nC), vec (nv)"""
    mul_sym(m, d.M, res, vec)


@kernel
def mul_m2(m: Model, d: Data, res: View, vec: View) -> None:
    """res = sqrt(D) L vec, so that res . res = vec . M vec (mj_mulM2).  Reads qLD (nC)"""
    for i in range(m.nv):
        adr = m.M_rowadr[i]
        last = adr + m.M_rownnz[i] - 1
        total = vec[i]
        for k in range(adr, last):
            total += d.qLD[k] * vec[m.M_colind[k]]
        res[i] = total * math.sqrt(d.qLD[last])


@kernel
def full_m(m: Model, dst: View, qm: View) -> None:
    """Write the dense symmetric dst (nv, nv) of ``qm`` (nM) in the layout of qM (mj_fullM)."""
    for i in range(m.nv * m.nv):
        dst[i] = 0.0
    for i in range(m.nv):
        k = m.dof_Madr[i]
        j = i
        while j >= 0:
            dst[i * m.nv + j] = qm[k]
            dst[j * m.nv + i] = qm[k]
            j = m.dof_parentid[j]
            k += 1
