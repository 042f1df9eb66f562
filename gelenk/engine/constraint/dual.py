"""The dual problem: its matrix, residuals, and the way back to accelerations.

Documents: Computation / Constraint solver / Dual problem

    minimise over admissible f:  1/2 f' (A + R) f + f' b,   A = J inv(M) J',  b = J qacc_smooth - aref
efc_AR holds A + R: nefc by nefc when dense, its nonzeros by rows when sparse.
"""

from gelenk.engine.constraint.blocks import add_jt, mul_block
from gelenk.engine.constraint.cost import CONE, ELLIPTIC_ROW, LINEARNEG, LINEARPOS, QUADRATIC, SATISFIED
from gelenk.engine.constraint.islands import LINK, WHOLE, arrange
from gelenk.engine.constraint.primal import solve_tree
from gelenk.engine.inertia import solve_ld
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import copy, is_sparse, zero
from gelenk.engine.vec import MINVAL

STAMP, COUPLED = 0, 1  # columns of jraw, which is free once blocks are arranged


# The matrix. Rows of two blocks are coupled where they move a tree both of them: other numbers are zero.


@kernel
def next_tree(m, d, at, end):
    """The tree of column ``at`` of a block whose columns go to ``end``, and the first column of another tree."""
    tree = m.dof_treeid[d.jcol[at]]
    while at < end and m.dof_treeid[d.jcol[at]] == tree:
        at += 1
    return tree, at


@kernel
def list_blocks(m, d):
    """Lists of the blocks that move each tree, ascending; how many entries they have.

    A list starts at tree_order[t, LINK]. Entry e, and after it the next one or -1, are in one half of row e / 2 of
    tree_link.
    """
    for t in range(m.ntree):
        d.tree_order[t, LINK] = -1
    count = 0
    for b in range(d.njblock - 1, -1, -1):
        d.jraw[b, STAMP] = -1
        at, end = d.jblock[b, 3], d.jblock[b, 3] + d.jblock[b, 4]
        while at < end:
            tree, at = next_tree(m, d, at, end)
            if count < 2 * d.nefcmax:
                d.tree_link[count >> 1, 2 * (count & 1)] = b
                d.tree_link[count >> 1, 2 * (count & 1) + 1] = d.tree_order[tree, LINK]
                d.tree_order[tree, LINK] = count
            count += 1
    return count


@kernel
def coupled_blocks(m, d, b):
    """List in jraw[.., COUPLED], ascending, the blocks that move a tree that block b moves, and b; their number."""
    at, end = d.jblock[b, 3], d.jblock[b, 3] + d.jblock[b, 4]
    n = 0
    while at < end:
        tree, at = next_tree(m, d, at, end)
        entry = d.tree_order[tree, LINK]
        while entry >= 0:
            other = d.tree_link[entry >> 1, 2 * (entry & 1)]
            entry = d.tree_link[entry >> 1, 2 * (entry & 1) + 1]
            if d.jraw[other, STAMP] != b:
                d.jraw[other, STAMP] = b
                k = n
                while k > 0 and d.jraw[k - 1, COUPLED] > other:
                    d.jraw[k, COUPLED] = d.jraw[k - 1, COUPLED]
                    k -= 1
                d.jraw[k, COUPLED] = other
                n += 1
    if n == 0:
        d.jraw[0, COUPLED] = b
        n = 1
    return n


@kernel
def respond(m, d, b, r):
    """sol_work = inv(M) j, for j row r of block b; it is zero before, and stays so at trees that j does not move."""
    n, val, col, nc = d.jblock[b, 1], d.jblock[b, 2] + r, d.jblock[b, 3], d.jblock[b, 4]
    for k in range(nc):
        d.sol_work[d.jcol[col + k]] = d.jval[val + k * n]
    at = col
    while at < col + nc:
        tree, at = next_tree(m, d, at, col + nc)
        solve_tree(m, d, tree, 0, d.sol_work)


@kernel
def clear_response(m, d, b):
    """sol_work = 0 at the trees that block b moves."""
    at, end = d.jblock[b, 3], d.jblock[b, 3] + d.jblock[b, 4]
    while at < end:
        tree, at = next_tree(m, d, at, end)
        for i in range(m.tree_dofadr[tree], m.tree_dofadr[tree] + m.tree_dofnum[tree]):
            d.sol_work[i] = 0.0


@kernel
def store_sparse(d, row, coupled, at):
    """Append row ``row`` of A + R: the nonzeros that row_jv has for the rows of ``coupled`` blocks.

    Returns the new end, counting what does not fit.
    """
    d.efc_AR_rowadr[row] = at
    end = at
    for k in range(coupled):
        b = d.jraw[k, COUPLED]
        for s in range(d.jblock[b, 0], d.jblock[b, 0] + d.jblock[b, 1]):
            if d.row_jv[s] != 0.0 or s == row:
                if end < d.nAmax:
                    d.efc_AR[end] = d.row_jv[s]
                    d.efc_AR_colind[end] = s
                end += 1
    d.efc_AR_rownnz[row] = end - at
    return end


@kernel
def project_row(m, d, b, r, coupled, out):
    """Row ``r`` of A + R, of block b, at the rows of ``coupled`` blocks."""
    respond(m, d, b, r - d.jblock[b, 0])
    for k in range(coupled):
        mul_block(d, d.jraw[k, COUPLED], d.sol_work, out)
    out[r] += d.efc_R[r]
    clear_response(m, d, b)


@kernel
def mirror(d, r, coupled):
    """Column ``r`` of a dense A + R from row ``r``, at the rows of ``coupled`` blocks but the last, its own."""
    n = d.nefc
    for k in range(coupled - 1):
        b = d.jraw[k, COUPLED]
        for s in range(d.jblock[b, 0], d.jblock[b, 0] + d.jblock[b, 1]):
            d.efc_AR[s * n + r] = d.efc_AR[r * n + s]


@kernel
def project_constraint(m, d):
    """Inverse inertia in constraint space, regularised (mj_projectConstraint).

    efc_AR = J inv(M) J' + diag(R)
    Reads   efc_J, efc_R (nefc), qLD (nC)        Writes  efc_AR, nA; when sparse efc_AR_rownnz, rowadr, colind
    Status  need_A when the buffer is too small; need_efc when tree_link is
    Source  Computation / Constraint solver / Dual problem
    """
    sparse = is_sparse(m)
    n = d.nefc
    if not sparse and n * n > d.nAmax:
        d.need_A = n * n
        return
    arrange(m, d, False, WHOLE)
    entries = list_blocks(m, d)
    if entries > 2 * d.nefcmax:
        d.need_efc = (entries + 1) // 2
        return
    zero(d.sol_work, m.nv)
    if not sparse:
        zero(d.efc_AR, n * n)
    end = 0
    for b in range(d.njblock):
        coupled = coupled_blocks(m, d, b)
        before = 0  # how many of them come before b, and b
        while before < coupled and d.jraw[before, COUPLED] <= b:
            before += 1
        for r in range(d.jblock[b, 0], d.jblock[b, 0] + d.jblock[b, 1]):
            if sparse:
                project_row(m, d, b, r, coupled, d.row_jv)
                end = store_sparse(d, r, coupled, end)
            else:
                project_row(m, d, b, r, before, d.efc_AR[r * n :])
                mirror(d, r, before)
    d.nA = end if sparse else n * n
    if d.nA > d.nAmax:
        d.need_A = d.nA


@kernel
def add_force(d, r, change, sparse):
    """Residuals row_jar = (A + R) f + b, slopes of the dual cost, after force r has changed."""
    if change == 0.0:
        return
    if sparse:
        adr = d.efc_AR_rowadr[r]
        for k in range(adr, adr + d.efc_AR_rownnz[r]):
            d.row_jar[d.efc_AR_colind[k]] += d.efc_AR[k] * change
        return
    n = d.nefc
    row = d.efc_AR[r * n :]
    for s in range(n):
        d.row_jar[s] += row[s] * change


@kernel
def load_residuals(d, sparse):
    """row_jar = (A + R) f + b; row_weight = 1 / (A + R)_rr."""
    copy(d.row_jar, d.efc_b, d.nefc)
    for r in range(d.nefc):
        add_force(d, r, d.efc_force[r], sparse)
        d.row_weight[r] = 1.0 / entry_ar(d, r, r, sparse)


@kernel
def entry_ar(d, r, s, sparse):
    """Element (r, s) of A + R."""
    if not sparse:
        return d.efc_AR[r * d.nefc + s]
    adr = d.efc_AR_rowadr[r]
    for k in range(adr, adr + d.efc_AR_rownnz[r]):
        if d.efc_AR_colind[k] == s:
            return d.efc_AR[k]
    return 0.0


@kernel
def dual_cost(d):
    """1/2 f' (A + R) f + f' b, where row_jar has the residuals"""
    total = 0.0
    for r in range(d.nefc):
        total += 0.5 * d.efc_force[r] * (d.row_jar[r] + d.efc_b[r])
    return total


@kernel
def cone_state(d, c, row):
    """State of an elliptic contact by where its force is: at the tip, inside, on the surface."""
    normal = d.efc_force[row]
    if normal < MINVAL:
        return SATISFIED
    size = 0.0
    for j in range(1, d.contact_dim[c]):
        f = d.efc_force[row + j] / d.contact_friction[c, j - 1]
        size += f * f
    return CONE if size > normal * normal * (1.0 - 1e-12) else QUADRATIC


@kernel
def dual_states(d):
    """efc_state of all rows by their forces; returns how many changed."""
    changes = 0
    r = 0
    while r < d.nefc:
        state = QUADRATIC
        rows = 1
        f = d.efc_force[r]
        if d.ne <= r < d.ne + d.nf:
            limit = d.efc_frictionloss[r]
            state = LINEARPOS if f <= -limit else LINEARNEG if f >= limit else QUADRATIC
        elif r >= d.ne and d.efc_type[r] == ELLIPTIC_ROW:
            c = d.efc_id[r]
            rows = d.contact_dim[c]
            state = cone_state(d, c, r)
        elif r >= d.ne and f <= 0.0:
            state = SATISFIED
        for s in range(r, r + rows):
            changes += 1 if d.row_state[s] != state else 0
            d.row_state[s] = state
            d.efc_state[s] = state
        r += rows
    return changes


@kernel
def dual_finish(m, d):
    """Joint forces and acceleration of the forces: qfrc_constraint = J' f, qacc = qacc_smooth + inv(M) J'
    f."""
    zero(d.qfrc_constraint, m.nv)
    add_jt(d, d.efc_force, d.qfrc_constraint)
    copy(d.qacc, d.qfrc_constraint, m.nv)
    solve_ld(m, d.qLD, d.qLDiagInv, d.qacc)
    for i in range(m.nv):
        d.qacc[i] += d.qacc_smooth[i]
