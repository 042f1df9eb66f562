"""Newton's method on the primal problem.

Documents: Computation / Constraint solver / Algorithms (Newton); XML reference / option (iterations,
    tolerance)

    minimise over qacc:  1/2 (qacc - qacc_smooth)' M (qacc - qacc_smooth) + s(J qacc - aref)
    gradient  M qacc - qfrc_smooth - J' f          Hessian  M + J' s'' J
    search = - inverse(Hessian) gradient, then an exact line search
The factor of the Hessian follows changes of few rows by rank-one updates, and is made anew when many rows
or any elliptic cones change.
"""

from gelenk.engine.constraint.solver.cholesky import (
    factor_hessian,
    make_hessian,
    solve_hessian,
    update_factor,
)
from gelenk.engine.constraint.solver.elimination import shape_hessian
from gelenk.engine.constraint.solver.islands import enter
from gelenk.engine.constraint.solver.primal import (
    begin,
    choose_start,
    free_trees,
    gradient,
    in_threads,
    load_vectors,
    move,
    norm_part,
    part_scale,
    record,
    record_end,
    record_work,
    share,
    store_vectors,
)
from gelenk.jit.kernel import kernel
from gelenk.tables.stages import INDEX

NEWTON_ISLANDS = INDEX["newton_islands"]


@kernel
def count_changes(d):
    """Rows whose weight differs from the one that the factor holds."""
    count = 0
    for r in range(d.row0, d.row1):
        count += 1 if d.row_weight[r] != d.row_held[r] else 0
    return count


@kernel
def update_rows(d):
    """Rank-one updates of the factor for all rows that changed; False when one of them failed."""
    for b in range(d.blk0, d.blk1):
        row = d.jblock[b, 0]
        for r in range(d.jblock[b, 1]):
            change = d.row_weight[row + r] - d.row_held[row + r]
            if change != 0.0:
                if not update_factor(d, b, r, change):
                    return False
                d.row_held[row + r] = d.row_weight[row + r]
    return True


@kernel
def refresh_factor(m, d, changes, cones):
    """Bring the factor to the weights of now; returns the number of rank-one updates, 0 when it was made
    anew."""
    if cones == 0 and d.ncone == 0 and 6 * changes <= d.dof1 - d.dof0:
        if changes == 0 or update_rows(d):
            return changes
    make_hessian(m, d)
    factor_hessian(d)
    return 0


@kernel
def newton_island(m, d, island):
    """Newton's method on the island at hand."""
    scale = part_scale(m, d)
    cost = begin(m, d, island, True)
    gradient(d)
    make_hessian(m, d)
    factor_hessian(d)
    count = 0
    updates = 0
    while count < m.opt.iterations:
        solve_hessian(d, d.sol_search, d.sol_grad)
        cones = d.ncone
        new_cost, step, slope, calls = move(m, d, 1.0, scale, True)
        if step == 0.0:
            break
        gradient(d)
        improvement = scale * (cost - new_cost)
        size = scale * norm_part(d, d.sol_grad)
        changes = count_changes(d)
        record(d, island, count, improvement, size, slope)
        record_work(d, island, count, changes, calls, updates)
        cost = new_cost
        count += 1
        if improvement < m.opt.tolerance or size < m.opt.tolerance:
            break
        if count < m.opt.iterations:
            updates = refresh_factor(m, d, changes, cones)
    last = d.dof1 - 1
    nnz = d.hess_adr[last] + d.hess_depth[last] + 1 - d.hess_adr[d.dof0] - d.hess_first[d.dof0]
    record_end(d, island, count, nnz)


@kernel
def newton_islands(m, d, first, end):
    """Newton's method on islands ``first`` .. ``end`` - 1."""
    for island in range(first, end):
        enter(d, island, island + 1)
        newton_island(m, d, island)


@kernel
def solve_newton(m, d):
    """Constrained acceleration by Newton's method, island by island.

    Reads   what islands.arrange writes; M (nC), qfrc_smooth, qacc_smooth (nv), efc_aref (nefc)
    Writes  qacc, qfrc_constraint (nv), efc_force, efc_state (nefc), contact_H, solver_*
    Status  need_H when the buffer of the Hessian is too small
    Source  Computation / Constraint solver / Algorithms
    """
    if not shape_hessian(m, d):
        return
    load_vectors(m, d)
    choose_start(m, d, True)
    if in_threads(m, d):
        share(m, d, NEWTON_ISLANDS)
    else:
        newton_islands(m, d, 0, d.npart)
    free_trees(m, d)
    store_vectors(m, d)
