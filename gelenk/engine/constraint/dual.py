"""The dual problem: its matrix, residuals, and the way back to accelerations.

Documents: Computation / Constraint solver / Dual problem

    minimise over admissible f:  1/2 f' (A + R) f + f' b,   A = J inv(M) J',  b = J qacc_smooth - aref
efc_AR holds A + R: nefc by nefc when dense, its nonzeros by rows when sparse.
"""

from gelenk.engine.constraint.blocks import add_jt, mul_j
from gelenk.engine.constraint.cost import CONE, ELLIPTIC_ROW, LINEARNEG, LINEARPOS, QUADRATIC, SATISFIED
from gelenk.engine.constraint.islands import WHOLE, arrange
from gelenk.engine.inertia import solve_ld
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import copy, is_sparse, zero
from gelenk.engine.vec import MINVAL


@kernel
def response(m, d, b, r):
    """sol_work = inv(M) j, row_jv = J inv(M) j, for j row r of block b."""
    n, val, col, nc = d.jblock[b, 1], d.jblock[b, 2] + r, d.jblock[b, 3], d.jblock[b, 4]
    zero(d.sol_work, m.nv)
    for k in range(nc):
        d.sol_work[d.jcol[col + k]] = d.jval[val + k * n]
    solve_ld(m, d.qLD, d.qLDiagInv, d.sol_work)
    mul_j(d, d.sol_work, d.row_jv)


@kernel
def store_sparse(d, row, at):
    """Append the nonzeros of row ``row`` of A + R, which row_jv holds; returns the new end, counting what
    does not fit."""
    d.efc_AR_rowadr[row] = at
    end = at
    for s in range(d.nefc):
        if d.row_jv[s] != 0.0 or s == row:
            if end < d.nAmax:
                d.efc_AR[end] = d.row_jv[s]
                d.efc_AR_colind[end] = s
            end += 1
    d.efc_AR_rownnz[row] = end - at
    return end


@kernel
def project_constraint(m, d):
    """Inverse inertia in constraint space, regularised (mj_projectConstraint).

    efc_AR = J inv(M) J' + diag(R)
    Reads   efc_J, efc_R (nefc), qLD (nC)        Writes  efc_AR, nA; when sparse efc_AR_rownnz, rowadr, colind
    Status  need_A when the buffer is too small
    Source  Computation / Constraint solver / Dual problem
    """
    sparse = is_sparse(m)
    n = d.nefc
    if not sparse and n * n > d.nAmax:
        d.need_A = n * n
        return
    arrange(m, d, False, WHOLE)
    end = 0
    for b in range(d.njblock):
        row = d.jblock[b, 0]
        for r in range(row, row + d.jblock[b, 1]):
            response(m, d, b, r - row)
            d.row_jv[r] += d.efc_R[r]
            if sparse:
                end = store_sparse(d, r, end)
            else:
                copy(d.efc_AR[r * n :], d.row_jv, n)
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
