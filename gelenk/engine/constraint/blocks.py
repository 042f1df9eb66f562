"""The constraint Jacobian as the solvers read it: blocks of rows over the same dofs, and products with them.

Documents: Computation / Constraint solver

The rows of one contact, weld or limit have their nonzeros at the same few dofs, so efc_J, dense or sparse, is gathered
once per solve: a block is n rows over nc dofs, its numbers stored dof by dof, n in a row. Products with J then touch
nonzeros only, and work on all rows of a block at once.
"""

from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import is_sparse
from gelenk.tables.enums import mjtConstraint, mjtJoint

FRICTION_DOF, LIMIT_JOINT = int(mjtConstraint.mjCNSTR_FRICTION_DOF), int(mjtConstraint.mjCNSTR_LIMIT_JOINT)
SLIDE = int(mjtJoint.mjJNT_SLIDE)
MAX_ROWS = 10  # a contact of condim 6 with a pyramid


@kernel
def group_end(d, r):
    """Where the rows of the constraint that row r begins end."""
    kind, index = d.efc_type[r], d.efc_id[r]
    end = min(d.nefc, r + MAX_ROWS)
    n = r + 1
    while n < end and d.efc_id[n] == index and d.efc_type[n] == kind:
        n += 1
    return n


@kernel
def same_columns(d, r, s):
    """Whether sparse rows r and s have the same dofs."""
    nnz = d.efc_J_rownnz[r]
    if d.efc_J_rownnz[s] != nnz:
        return False
    a, b = d.efc_J_rowadr[r], d.efc_J_rowadr[s]
    for k in range(nnz):
        if d.efc_J_colind[a + k] != d.efc_J_colind[b + k]:
            return False
    return True


@kernel
def only_dof(m, d, r):
    """The one dof of row r, where its type says so; else -1."""
    kind = d.efc_type[r]
    if kind == FRICTION_DOF:
        return d.efc_id[r]
    if kind == LIMIT_JOINT and m.jnt_type[d.efc_id[r]] >= SLIDE:
        return m.jnt_dofadr[d.efc_id[r]]
    return -1


@kernel
def dense_columns(m, d, r, end, at):
    """List in jcol[at:] the dofs at which any of the dense rows r..end has a nonzero; returns how many."""
    dof = only_dof(m, d, r)
    if dof >= 0:
        d.jcol[at] = dof
        return 1
    nv = m.nv
    count = 0
    for c in range(nv):
        size = 0.0
        for k in range(r * nv + c, end * nv, nv):
            size += abs(d.efc_J[k])
        d.jcol[at + count] = c
        if size != 0.0:
            count += 1
    return count


@kernel
def build_blocks(m, d):
    """Find the blocks and gather their numbers.

    Reads   efc_J, efc_type, efc_id        Writes  njblock, jblock (njblock, 5), jcol, jval
    """
    sparse = is_sparse(m)
    nv = m.nv
    r = 0
    b = 0
    col = 0
    val = 0
    while r < d.nefc:
        end = group_end(d, r)
        if sparse:
            split = r + 1
            while split < end and same_columns(d, r, split):
                split += 1
            end = split
            nc = d.efc_J_rownnz[r]
            for k in range(nc):
                d.jcol[col + k] = d.efc_J_colind[d.efc_J_rowadr[r] + k]
        else:
            nc = dense_columns(m, d, r, end, col)
        n = end - r
        for j in range(n):
            if sparse:
                adr = d.efc_J_rowadr[r + j]
                for k in range(nc):
                    d.jval[val + k * n + j] = d.efc_J[adr + k]
            else:
                adr = (r + j) * nv
                for k in range(nc):
                    d.jval[val + k * n + j] = d.efc_J[adr + d.jcol[col + k]]
        d.jblock[b, 0] = r
        d.jblock[b, 1] = n
        d.jblock[b, 2] = val
        d.jblock[b, 3] = col
        d.jblock[b, 4] = nc
        b += 1
        col += nc
        val += n * nc
        r = end
    d.njblock = b


@kernel
def block_rows4(d, val, n, col, nc, x):
    """Four rows of a block times x; ``val`` is where the first of them begins."""
    y0 = 0.0
    y1 = 0.0
    y2 = 0.0
    y3 = 0.0
    for k in range(nc):
        v = x[d.jcol[col + k]]
        a = val + k * n
        y0 += d.jval[a] * v
        y1 += d.jval[a + 1] * v
        y2 += d.jval[a + 2] * v
        y3 += d.jval[a + 3] * v
    return y0, y1, y2, y3


@kernel
def block_rows3(d, val, n, col, nc, x):
    """Three rows of a block times x."""
    y0 = 0.0
    y1 = 0.0
    y2 = 0.0
    for k in range(nc):
        v = x[d.jcol[col + k]]
        a = val + k * n
        y0 += d.jval[a] * v
        y1 += d.jval[a + 1] * v
        y2 += d.jval[a + 2] * v
    return y0, y1, y2


@kernel
def mul_j(d, x, out):
    """out (nefc) = J x"""
    for b in range(d.njblock):
        row, n, val, col, nc = d.jblock[b, 0], d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
        r = 0
        while r < n:
            if n - r >= 4:
                y0, y1, y2, y3 = block_rows4(d, val + r, n, col, nc, x)
                out[row + r] = y0
                out[row + r + 1] = y1
                out[row + r + 2] = y2
                out[row + r + 3] = y3
                r += 4
            elif n - r == 3:
                y0, y1, y2 = block_rows3(d, val + r, n, col, nc, x)
                out[row + r] = y0
                out[row + r + 1] = y1
                out[row + r + 2] = y2
                r += 3
            else:
                y0 = 0.0
                for k in range(nc):
                    y0 += d.jval[val + k * n + r] * x[d.jcol[col + k]]
                out[row + r] = y0
                r += 1


@kernel
def add_jt(d, f, out):
    """out (nv) += J' f (nefc)"""
    for b in range(d.njblock):
        row, n, val, col, nc = d.jblock[b, 0], d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
        r = 0
        while r < n:
            if n - r >= 4:
                f0, f1, f2, f3 = f[row + r], f[row + r + 1], f[row + r + 2], f[row + r + 3]
                if f0 != 0.0 or f1 != 0.0 or f2 != 0.0 or f3 != 0.0:
                    for k in range(nc):
                        a = val + k * n + r
                        out[d.jcol[col + k]] += (d.jval[a] * f0 + d.jval[a + 1] * f1) + (
                            d.jval[a + 2] * f2 + d.jval[a + 3] * f3
                        )
                r += 4
            else:
                f0 = f[row + r]
                if f0 != 0.0:
                    for k in range(nc):
                        out[d.jcol[col + k]] += d.jval[val + k * n + r] * f0
                r += 1
