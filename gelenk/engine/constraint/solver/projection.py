"""Projection of the inverse inertia to dense constraint rows: J inv(M) J'.

Documents: Computation / Constraint solver / Dual problem; API / mj_projectConstraint

With M = L' D L, and the half solution w = inv(L') j for each row j, the element of rows r and s is the sum over
dofs of w_r w_s / D. Four rows form a group: its values of dof i are adjacent at 4 i. Most of them are zero, namely at
all dofs that move none of the bodies of the rows.
"""

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
