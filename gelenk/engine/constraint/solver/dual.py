"""The dual problem: its matrix, its residuals, and conversion of forces to accelerations.

Documents: Computation / Constraint solver / Dual problem

    minimize over admissible f:  1/2 f' (A + R) f + f' b,   A = J inv(M) J',  b = J qacc_smooth - aref
efc_AR holds A + R: nefc by nefc when dense, its nonzeros by rows when sparse.
"""

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.engine.arena import drop_rows, finish_rows
from gelenk.engine.constraint.solver.cost import (
    cone_region_of_force,
    friction_region_of_force,
    inequality_region_of_force,
)
from gelenk.engine.constraint.solver.islands import LINK, MODEL_ORDER, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt
from gelenk.engine.constraint.solver.projection import project_dense
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.tables.enums import mjtConstraint, mjtConstraintState
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

STAMP, COUPLED = 0, 1  # columns of jraw, which is unused once blocks are arranged


# Work space: aliases of row vectors of the primal solvers, which never run at the same time


@kernel
def dual_gradient(d: Data) -> View:
    """Return (A + R) f + b, the gradient of the dual cost (nefc)."""
    return d.row_jar


@kernel
def inverses(d: Data) -> View:
    """Return 1 / (A + R)_rr (nefc)."""
    return d.row_weight


@kernel
def four_rows(d: Data) -> tuple[View, View, View, View]:
    """Return work space for four rows of A + R (nefc each)."""
    return d.row_jv, d.row_jar, d.row_force, d.row_held


# The matrix. Rows of two blocks are coupled if both move a common tree; other elements are zero.


@kernel
def next_tree(m: Model, d: Data, at: int, end: int) -> tuple[int, int]:
    """Return the tree of column ``at`` of a block, and the first column of another tree.

    ``end`` is the end of the block's columns.
    """
    tree = m.dof_treeid[d.jcol[at]]
    while at < end and m.dof_treeid[d.jcol[at]] == tree:
        at += 1
    return tree, at


@kernel
def list_blocks(m: Model, d: Data) -> int:
    """List the blocks that move each tree, ascending; return the number of entries.

    A list starts at tree_order[t, LINK]. Entry e is stored with its successor, or -1, in one half of row e / 2 of
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
def coupled_blocks(m: Model, d: Data, b: int) -> int:
    """List the blocks coupled with block b, itself included, in jraw[.., COUPLED].

    The list is ascending; returns its length.
    """
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
def solve_four(m: Model, d: Data, tree: int, x: View) -> None:
    """x <- inv(M) x for one tree and four vectors; values of dof i are at x[4 i]."""
    first = m.tree_dofadr[tree]
    end = first + m.tree_dofnum[tree]
    for i in range(end - 1, first - 1, -1):
        adr = m.M_rowadr[i]
        x0, x1, x2, x3 = x[4 * i], x[4 * i + 1], x[4 * i + 2], x[4 * i + 3]
        if x0 != 0.0 or x1 != 0.0 or x2 != 0.0 or x3 != 0.0:
            for k in range(adr, adr + m.M_rownnz[i] - 1):
                j, value = 4 * m.M_colind[k], d.qLD[k]
                x[j] -= value * x0
                x[j + 1] -= value * x1
                x[j + 2] -= value * x2
                x[j + 3] -= value * x3
    for i in range(first, end):
        adr, scale = m.M_rowadr[i], d.qLDiagInv[i]
        x0, x1, x2, x3 = x[4 * i] * scale, x[4 * i + 1] * scale, x[4 * i + 2] * scale, x[4 * i + 3] * scale
        for k in range(adr, adr + m.M_rownnz[i] - 1):
            j, value = 4 * m.M_colind[k], d.qLD[k]
            x0 -= value * x[j]
            x1 -= value * x[j + 1]
            x2 -= value * x[j + 2]
            x3 -= value * x[j + 3]
        x[4 * i] = x0
        x[4 * i + 1] = x1
        x[4 * i + 2] = x2
        x[4 * i + 3] = x3


@kernel
def respond(m: Model, d: Data, b: int, r: int, x: View) -> None:
    """x = inv(M) j for up to four rows j of block b from its row r on; missing rows are zero.

    x is zero before, and remains so at the trees that the block does not move.
    """
    n, val, col, nc = d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    for k in range(nc):
        for i in range(min(4, n - r)):
            x[4 * d.jcol[col + k] + i] = d.jval[val + k * n + r + i]
    at = col
    while at < col + nc:
        tree, at = next_tree(m, d, at, col + nc)
        solve_four(m, d, tree, x)


@kernel
def clear_response(m: Model, d: Data, b: int, x: View) -> None:
    """Clear x at the trees that block b moves."""
    at, end = d.jblock[b, 3], d.jblock[b, 3] + d.jblock[b, 4]
    while at < end:
        tree, at = next_tree(m, d, at, end)
        first = m.tree_dofadr[tree]
        for i in range(4 * first, 4 * (first + m.tree_dofnum[tree])):
            x[i] = 0.0


@kernel
def mul_four(d: Data, b: int, x: View) -> None:
    """Compute four_rows = J x at the rows of block b, for the four vectors in x."""
    out0, out1, out2, out3 = four_rows(d)
    row, n, val, col, nc = d.jblock[b, 0], d.jblock[b, 1], d.jblock[b, 2], d.jblock[b, 3], d.jblock[b, 4]
    for r in range(n):
        y0, y1, y2, y3 = 0.0, 0.0, 0.0, 0.0
        for k in range(nc):
            i, value = 4 * d.jcol[col + k], d.jval[val + k * n + r]
            y0 += value * x[i]
            y1 += value * x[i + 1]
            y2 += value * x[i + 2]
            y3 += value * x[i + 3]
        out0[row + r] = y0
        out1[row + r] = y1
        out2[row + r] = y2
        out3[row + r] = y3


@kernel
def store_sparse(d: Data, row: int, coupled: int, y: View, at: int) -> int:
    """Append row ``row`` of A + R: the nonzeros of y (rows) in ``coupled`` blocks.

    Returns the new end, counting what does not fit.
    """
    y[row] += d.efc_R[row]
    d.efc_AR_rowadr[row] = at
    end = at
    for k in range(coupled):
        b = d.jraw[k, COUPLED]
        for s in range(d.jblock[b, 0], d.jblock[b, 0] + d.jblock[b, 1]):
            if y[s] != 0.0 or s == row:
                if end < d.nAmax:
                    d.efc_AR[end] = y[s]
                    d.efc_AR_colind[end] = s
                end += 1
    d.efc_AR_rownnz[row] = end - at
    return end


@kernel
def project_block(m: Model, d: Data, b: int, at: int) -> int:
    """Append the sparse rows of A + R of block b, four at a time; return the new end."""
    x = flat(d.work_nv)
    coupled = coupled_blocks(m, d, b)
    row, n = d.jblock[b, 0], d.jblock[b, 1]
    for r in range(0, n, 4):
        respond(m, d, b, r, x)
        for k in range(coupled):
            mul_four(d, d.jraw[k, COUPLED], x)
        clear_response(m, d, b, x)
        y0, y1, y2, y3 = four_rows(d)
        at = store_sparse(d, row + r, coupled, y0, at)
        if r + 1 < n:
            at = store_sparse(d, row + r + 1, coupled, y1, at)
        if r + 2 < n:
            at = store_sparse(d, row + r + 2, coupled, y2, at)
        if r + 3 < n:
            at = store_sparse(d, row + r + 3, coupled, y3, at)
    return at


@kernel
def has_room(m: Model, d: Data, n: int) -> bool:
    """Set nA = n; return False if ``n`` values do not fit.

    Then need_A is set, or the rows are dropped if buffers have a fixed size.
    """
    if not finish_rows(m, d, n):
        return False
    d.nA = n
    if n <= d.nAmax:
        return True
    if d.fixed != 0:
        drop_rows(m, d)
    else:
        d.need_A = n
    return False


@kernel
def project_constraint(m: Model, d: Data) -> None:
    """Compute the regularized inverse inertia in constraint space (mj_projectConstraint).

    efc_AR = J inv(M) J' + diag(R)
    Reads   efc_J, efc_R (nefc), qLD (nC)        Writes  efc_AR, nA; when sparse efc_AR_rownnz, rowadr, colind
    Status  need_A when the buffer is too small; need_efc when tree_link is. No rows are kept where the memory of
            the model is too small.
    Source  Computation / Constraint solver / Dual problem
    """
    if not is_sparse(m):
        n = d.nefc
        if has_room(m, d, n * n):
            project_dense(m, d)
        return
    arrange(m, d, MODEL_ORDER, WHOLE)
    entries = list_blocks(m, d)
    if entries > 2 * d.nefcmax:
        if d.fixed != 0:
            drop_rows(m, d)
        else:
            d.need_efc = (entries + 1) // 2
        return
    zero(flat(d.work_nv), 4 * m.nv)
    end = 0
    for b in range(d.njblock):
        end = project_block(m, d, b, end)
    has_room(m, d, end)


@kernel
def add_force(d: Data, r: int, change: float, sparse: bool) -> None:
    """Update the gradient after force r has changed by ``change``."""
    if change == 0.0:
        return
    slope = dual_gradient(d)
    if sparse:
        adr = d.efc_AR_rowadr[r]
        for k in range(adr, adr + d.efc_AR_rownnz[r]):
            slope[d.efc_AR_colind[k]] += d.efc_AR[k] * change
        return
    n = d.nefc
    row = d.efc_AR[r * n :]
    for s in range(n):
        slope[s] += row[s] * change


@kernel
def load_slopes(d: Data, sparse: bool) -> None:
    """Compute the gradient and the inverse diagonal."""
    inverse = inverses(d)
    copy(dual_gradient(d), d.efc_b, d.nefc)
    for r in range(d.nefc):
        add_force(d, r, d.efc_force[r], sparse)
        inverse[r] = 1.0 / entry_ar(d, r, r, sparse)


@kernel
def entry_ar(d: Data, r: int, s: int, sparse: bool) -> float:
    """Return element (r, s) of A + R."""
    if not sparse:
        return d.efc_AR[r * d.nefc + s]
    adr = d.efc_AR_rowadr[r]
    for k in range(adr, adr + d.efc_AR_rownnz[r]):
        if d.efc_AR_colind[k] == s:
            return d.efc_AR[k]
    return 0.0


@kernel
def dual_cost(d: Data) -> float:
    """Return 1/2 f' (A + R) f + f' b, from the gradient."""
    slope = dual_gradient(d)
    total = 0.0
    for r in range(d.nefc):
        total += 0.5 * d.efc_force[r] * (slope[r] + d.efc_b[r])
    return total


@kernel
def dual_states(d: Data) -> int:
    """Set efc_state of all rows from their forces; return the number of changes."""
    changes = 0
    r = 0
    while r < d.nefc:
        state: int = mjtConstraintState.mjCNSTRSTATE_QUADRATIC
        rows = 1
        f = d.efc_force[r]
        if d.ne <= r < d.ne + d.nf:
            state = friction_region_of_force(f, d.efc_frictionloss[r])
        elif r >= d.ne and d.efc_type[r] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC:
            c = d.efc_id[r]
            rows = d.contact_dim[c]
            state = cone_region_of_force(d, c, r)
        elif r >= d.ne:
            state = inequality_region_of_force(f)
        for s in range(r, r + rows):
            changes += 1 if d.row_state[s] != state else 0
            d.row_state[s] = state
            d.efc_state[s] = state
        r += rows
    return changes


@kernel
def dual_finish(m: Model, d: Data) -> None:
    """Compute qfrc_constraint = J' f and qacc = qacc_smooth + inv(M) J' f."""
    zero(d.qfrc_constraint, m.nv)
    add_jt(d, all_islands(d), d.efc_force, d.qfrc_constraint)
    copy(d.qacc, d.qfrc_constraint, m.nv)
    solve_m_vector(m, d, d.qacc)
    for i in range(m.nv):
        d.qacc[i] += d.qacc_smooth[i]
