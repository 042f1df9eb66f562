"""The constraint Jacobian as blocks of rows over the same dofs, as solvers read it.

Documents: Computation / Constraint solver; XML reference / flexcomp / edge (equality)

The rows of one contact, weld or limit have their nonzeros at the same few dofs, so efc_J, dense or sparse,
is gathered once per solve: a block is n rows over nc dofs, its values stored by dof, n contiguous values each.
Products with J (jacobian_products.py) then touch nonzeros only, and work on all rows of a block at once. Blocks, their
rows and dofs are in the order of islands.py: those of one island are adjacent.

Edges are rows of equalities over two points of three dofs each, as those of flexes. A row j = (p, q) of point i and
point k contributes D j' j to the Hessian of the cost. Edges of one point i are consecutive (islands.py) and form a run:
x at i is loaded once for all of them, and their contributions to i are summed before being stored. Storing a value and
loading it again at once would take ten times as long as an addition.
"""

from gelenk.algebra.linalg import common_dofs, copy_chain, is_sparse, last_dof
from gelenk.algebra.vec import Vec3
from gelenk.tables.enums import mjtConstraint, mjtJoint
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, View

MAX_ROWS = 10  # condim 6 with a pyramidal cone


# Block detection


@kernel
def group_end(d: Data, r: int) -> int:
    """Return the end of the rows of the constraint that begins at row r."""
    kind, index = d.efc_type[r], d.efc_id[r]
    end = min(d.nefc, r + MAX_ROWS)
    n = r + 1
    while n < end and d.efc_id[n] == index and d.efc_type[n] == kind:
        n += 1
    return n


@kernel
def same_columns(d: Data, r: int, s: int) -> bool:
    """Return whether sparse rows r and s have the same columns."""
    a, b, nnz = d.efc_J_rowadr[r], d.efc_J_rowadr[s], d.efc_J_rownnz[r]
    if d.efc_J_rownnz[s] != nnz:
        return False
    k = nnz - 1  # backward, because most rows that differ do so in the last dof
    while k >= 0 and d.efc_J_colind[a + k] == d.efc_J_colind[b + k]:
        k -= 1
    return k < 0


@kernel
def sparse_group_end(d: Data, r: int) -> int:
    """Return the end of the rows of sparse row r's constraint that have its columns."""
    kind, index = d.efc_type[r], d.efc_id[r]
    # all rows of a contact, and those of joined couplings (integrate/metric.py), have the same dofs
    same = kind >= mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS or index < 0
    end = min(d.nefc, r + MAX_ROWS)
    s = r + 1
    while s < end and d.efc_id[s] == index and d.efc_type[s] == kind and (same or same_columns(d, r, s)):
        s += 1
    return s


@kernel
def sparse_columns(d: Data, r: int, at: int) -> int:
    """List the dofs of sparse row r in jcol[at:]; return their number."""
    adr, nnz = d.efc_J_rowadr[r], d.efc_J_rownnz[r]
    jcol, colind = d.jcol, d.efc_J_colind
    for k in range(nnz):
        jcol[at + k] = colind[adr + k]
    return nnz


@kernel
def only_dof(m: Model, d: Data, r: int) -> int:
    """Return the only dof of row r, if its type implies one, else -1."""
    kind = d.efc_type[r]
    if kind == mjtConstraint.mjCNSTR_FRICTION_DOF:
        return d.efc_id[r]
    if kind == mjtConstraint.mjCNSTR_LIMIT_JOINT and m.jnt_type[d.efc_id[r]] >= mjtJoint.mjJNT_SLIDE:
        return m.jnt_dofadr[d.efc_id[r]]
    return -1


@kernel
def put_column(d: Data, at: int, column: int, size: float) -> int:
    """List ``column`` at jcol[at] if its ``size`` is nonzero; return the next index."""
    d.jcol[at] = column
    return at + 1 if size != 0.0 else at


@kernel
def four_sizes(d: Data, at: int, end: int, step: int) -> tuple[float, float, float, float]:
    """Return the sums of absolute values of four adjacent columns of efc_J.

    The rows are at ``at``, at + step, ... before ``end``.
    """
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    for k in range(at, end, step):
        s0 += abs(d.efc_J[k])
        s1 += abs(d.efc_J[k + 1])
        s2 += abs(d.efc_J[k + 2])
        s3 += abs(d.efc_J[k + 3])
    return s0, s1, s2, s3


@kernel
def contact_columns(m: Model, d: Data, c: int, first: int) -> int:
    """List in jcol[first:] the dofs that move the bodies of contact c relative to each other.

    Returns their number, or -1 for a contact with a flex.
    """
    if d.contact_flex[c, 0] >= 0 or d.contact_flex[c, 1] >= 0:
        return -1
    i = last_dof(m, m.geom_bodyid[d.contact_geom[c, 0]])
    k = last_dof(m, m.geom_bodyid[d.contact_geom[c, 1]])
    if i > k:
        i, k = k, i
    common = common_dofs(m, i, k)
    n = copy_chain(m, i, common, d.jcol[first:])
    return n + copy_chain(m, k, common, d.jcol[first + n :])


@kernel
def dense_columns(m: Model, d: Data, r: int, end: int, first: int) -> int:
    """List in jcol[first:] the dofs with potential nonzeros in dense rows r..end.

    Returns their number.
    """
    if d.efc_type[r] >= mjtConstraint.mjCNSTR_CONTACT_FRICTIONLESS:
        count = contact_columns(m, d, d.efc_id[r], first)
        if count >= 0:
            return count
    dof = only_dof(m, d, r)
    if dof >= 0:
        d.jcol[first] = dof
        return 1
    nv = m.nv
    at = first
    c = 0
    while c + 4 <= nv:
        s0, s1, s2, s3 = four_sizes(d, r * nv + c, end * nv, nv)
        if s0 + s1 + s2 + s3 != 0.0:
            at = put_column(d, at, c, s0)
            at = put_column(d, at, c + 1, s1)
            at = put_column(d, at, c + 2, s2)
            at = put_column(d, at, c + 3, s3)
        c += 4
    while c < nv:
        size = 0.0
        for k in range(r * nv + c, end * nv, nv):
            size += abs(d.efc_J[k])
        at = put_column(d, at, c, size)
        c += 1
    return at - first


@kernel
def find_blocks(m: Model, d: Data) -> None:
    """Find the blocks in efc_* order, hidden rows first: jraw (njblock, 4), with dofs in jcol."""
    d.njblock = 0
    col = 0
    if d.nhidden > 0:
        col = list_blocks(m, d, d.nefc - d.nhidden, d.nefc, 0)
    list_blocks(m, d, 0, d.nefc - d.nhidden, col)


@kernel
def list_blocks(m: Model, d: Data, r: int, last: int, col: int) -> int:
    """Append the blocks of rows ``r`` .. ``last`` - 1, dofs in jcol[col:]; return their end."""
    sparse = is_sparse(m)
    b = d.njblock
    while r < last:
        if sparse:
            end = sparse_group_end(d, r)
            nc = sparse_columns(d, r, col)
        else:
            end = group_end(d, r)
            nc = dense_columns(m, d, r, end, col)
        d.jraw[b, 0] = r
        d.jraw[b, 1] = end - r
        d.jraw[b, 2] = col
        d.jraw[b, 3] = nc
        b += 1
        col += nc
        r = end
    d.njblock = b
    return col


# Gathering of blocks


@kernel
def run_end(d: Data, i: int, last: int) -> int:
    """Return the end of a run of dofs from column ``i`` on.

    The dofs of a run are consecutive in the model and in the Hessian.
    """
    k = i + 1
    while (
        k < last
        and d.jcol[k] == d.jcol[k - 1] + 1
        and d.dof_place[d.jcol[k]] == d.dof_place[d.jcol[k - 1]] + 1
    ):
        k += 1
    return k


@kernel
def sort_columns(d: Data, col: int, nc: int) -> None:
    """Sort the dofs of a block into Hessian order; original columns in jdep.

    Runs are sorted by insertion, since the dofs of a tree stay together.
    """
    i = col
    while i < col + nc:
        end = run_end(d, i, col + nc)
        dof, k = d.jcol[i], i
        place = d.dof_place[dof]
        while k > col and d.dof_place[d.jcol[k - 1]] > place:
            k -= 1
        n = end - i
        for q in range(i - 1, k - 1, -1):
            d.jcol[q + n] = d.jcol[q]
            d.jdep[q + n] = d.jdep[q]
        for q in range(n):
            d.jcol[k + q] = dof + q
            d.jdep[k + q] = i - col + q
        i = end


@kernel
def gather_sparse(d: Data, b: int, banded: bool) -> None:
    """Gather the values of block b from sparse rows."""
    row, n = d.row_efc[d.jblock[b, 0]], d.jblock[b, 1]
    val, col, nc = d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    jval, numbers = d.jval, d.efc_J
    for j in spread(d, 0, n):
        adr = d.efc_J_rowadr[row + j]
        if banded:
            for k in range(nc):
                jval[val + k * n + j] = numbers[adr + d.jdep[col + k]]
        else:
            for k in range(nc):
                jval[val + k * n + j] = numbers[adr + k]


@kernel
def gather_block(m: Model, d: Data, b: int, moved: bool, banded: bool, sparse: bool) -> int:
    """Gather the values of block b and convert its columns to places in Hessian order.

    Returns the number of values.
    moved, banded   whether places of dofs differ from the dofs, and do not ascend with them
    """
    row, n = d.row_efc[d.jblock[b, 0]], d.jblock[b, 1]
    val, col, nc = d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    if moved and banded:
        sort_columns(d, col, nc)
    if sparse:
        gather_sparse(d, b, moved and banded)
    else:
        for j in spread(d, 0, n):
            adr = (row + j) * m.nv
            for k in range(nc):
                d.jval[val + k * n + j] = d.efc_J[adr + d.jcol[col + k]]
    if moved:
        jcol, place = d.jcol, d.dof_place
        for k in spread(d, col, col + nc):
            jcol[k] = place[jcol[k]]
    return n * nc


@kernel
def is_edge(d: Data, b: int) -> bool:
    """Return whether block b is one row over two runs of three dofs."""
    if d.jblock[b, 1] != 1 or d.jblock[b, 4] != 6:
        return False
    col = d.jblock[b, 3]
    return d.jcol[col + 2] == d.jcol[col] + 2 and d.jcol[col + 5] == d.jcol[col + 3] + 2  # columns ascend


@kernel
def mark_edges(d: Data, first: int, end: int) -> None:
    """Set jrun of a range of blocks: length of the edge run that begins there, or 0.

    The range is ``first`` .. ``end`` - 1.
    """
    run = 0
    point = -1
    for b in range(end - 1, first - 1, -1):
        if is_edge(d, b):
            same = d.jcol[d.jblock[b, 3]] == point
            run = run + 1 if same else 1
            point = d.jcol[d.jblock[b, 3]]
        else:
            run = 0
            point = -1
        d.jrun[b] = run


@kernel
def at_point(x: View, i: int) -> Vec3:
    """Return three consecutive elements of x."""
    return x[i], x[i + 1], x[i + 2]


@kernel
def add_at_point(x: View, i: int, add: Vec3) -> None:
    """Add to three consecutive elements of x."""
    x0, x1, x2 = x[i], x[i + 1], x[i + 2]
    x[i] = x0 + add[0]
    x[i + 1] = x1 + add[1]
    x[i + 2] = x2 + add[2]


@kernel
def add_run(d: Data, b: int, run: int, f: View, out: View) -> None:
    """out (dofs) += J' f of ``run`` edges of one point from block b on."""
    jval, jcol = d.jval, d.jcol
    jblock, row, a = d.jblock, d.jblock[b, 0], d.jblock[b, 2]
    y0, y1, y2 = 0.0, 0.0, 0.0
    for e in range(run):
        fr = f[row + e]
        y0 += fr * jval[a]
        y1 += fr * jval[a + 1]
        y2 += fr * jval[a + 2]
        add_at_point(out, jcol[jblock[b + e, 3] + 3], (fr * jval[a + 3], fr * jval[a + 4], fr * jval[a + 5]))
        a += 6
    add_at_point(out, jcol[jblock[b, 3]], (y0, y1, y2))


@kernel
def add_run_stiffness(d: Data, b: int, run: int, x: View, out: View) -> None:
    """out (dofs) += J' D J x of ``run`` edges of one point from block b on."""
    jval, jcol, weight = d.jval, d.jcol, d.row_D
    jblock, row, a = d.jblock, d.jblock[b, 0], d.jblock[b, 2]
    x0, x1, x2 = at_point(x, jcol[jblock[b, 3]])
    y0, y1, y2 = 0.0, 0.0, 0.0
    for e in range(run):
        k = jcol[jblock[b + e, 3] + 3]
        p0, p1, p2 = jval[a], jval[a + 1], jval[a + 2]
        q0, q1, q2 = jval[a + 3], jval[a + 4], jval[a + 5]
        f = weight[row + e] * ((p0 * x0 + p1 * x1 + p2 * x2) + (q0 * x[k] + q1 * x[k + 1] + q2 * x[k + 2]))
        y0 += f * p0
        y1 += f * p1
        y2 += f * p2
        add_at_point(out, k, (f * q0, f * q1, f * q2))
        a += 6
    add_at_point(out, jcol[jblock[b, 3]], (y0, y1, y2))
