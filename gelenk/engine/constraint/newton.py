"""Newton's method on the primal problem.

Documents: Computation / Constraint solver / Algorithms (Newton); XML reference / option (iterations, tolerance)

    minimise over qacc:  1/2 (qacc - qacc_smooth)' M (qacc - qacc_smooth) + s(J qacc - aref)
    gradient  M qacc - qfrc_smooth - J' f          Hessian  M + J' s'' J
    search = - inverse(Hessian) gradient, then an exact line search
The factor of the Hessian follows changes of few rows by rank-one updates, and is made anew when many rows or cones change.
"""

from gelenk.engine.constraint.cholesky import (
    factor_hessian,
    make_hessian,
    solve_hessian,
    update_factor,
)
from gelenk.engine.constraint.linesearch import norm
from gelenk.engine.constraint.ordering import order_hessian
from gelenk.engine.constraint.primal import begin, gradient, move, record, trace_scale
from gelenk.engine.kernel import kernel


@kernel
def count_changes(d):
    """Rows whose weight differs from the one that the factor holds."""
    count = 0
    for r in range(d.nefc):
        count += 1 if d.efc_weight[r] != d.efc_held[r] else 0
    return count


@kernel
def refresh_factor(m, d, changes, cones):
    """Bring the factor to the weights of now; returns the number of rank-one updates, -1 when it was made anew."""
    if cones == 0 and d.ncone == 0 and 6 * changes <= m.nv:
        done = True
        for b in range(d.njblock if changes > 0 else 0):
            row = d.jblock[b, 0]
            for r in range(d.jblock[b, 1]):
                change = d.efc_weight[row + r] - d.efc_held[row + r]
                if done and change != 0.0:
                    done = update_factor(d, b, r, change)
                    d.efc_held[row + r] = d.efc_weight[row + r]
        if done:
            return changes
    make_hessian(m, d)
    factor_hessian(m, d)
    return -1


@kernel
def solve_newton(m, d):
    """Constrained acceleration by Newton's method.

    Reads   efc_* (nefc), jblock, M (nC), qfrc_smooth, qacc_smooth, qacc_warmstart (nv), efc_b
    Writes  qacc, qfrc_constraint (nv), efc_force, efc_state (nefc), contact_H, solver_niter, solver_nnz, solver_stat
    Status  need_H when the buffer of the Hessian is too small
    Source  Computation / Constraint solver / Algorithms
    """
    if not order_hessian(m, d):
        return
    scale = trace_scale(m, d)
    cost = begin(m, d, True)
    gradient(m, d)
    make_hessian(m, d)
    factor_hessian(m, d)
    count = 0
    updates = 0
    while count < m.opt.iterations:
        solve_hessian(m, d, d.sol_search, d.sol_grad)
        cones = d.ncone
        new_cost, step, slope, calls = move(m, d, 1.0, scale, True)
        if step == 0.0:
            break
        gradient(m, d)
        improvement = scale * (cost - new_cost)
        size = scale * norm(d.sol_grad, m.nv)
        changes = count_changes(d)
        record(d, count, improvement, size, slope, changes, calls, updates)
        cost = new_cost
        count += 1
        if improvement < m.opt.tolerance or size < m.opt.tolerance:
            break
        if count < m.opt.iterations:
            updates = refresh_factor(m, d, changes, cones)
    d.solver_niter[0] = count
