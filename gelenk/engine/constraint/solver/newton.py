"""Newton's method on the primal problem.

Documents: Computation / Constraint solver / Algorithms (Newton); XML reference / option (iterations,
    tolerance)

    minimise over qacc:  1/2 (qacc - qacc_smooth)' M (qacc - qacc_smooth) + s(J qacc - aref)
    gradient  M qacc - qfrc_smooth - J' f          Hessian  M + J' s'' J
    search = - inverse(Hessian) gradient, then an exact line search
The factor of the Hessian follows changes of few rows by rank-one updates, and is made anew when many rows
or any elliptic cones change.
"""

from gelenk.engine.constraint.solver.bounds import Island, islands_between
from gelenk.engine.constraint.solver.cholesky import factor_hessian, solve_hessian, update_factor
from gelenk.engine.constraint.solver.elimination import shape_hessian
from gelenk.engine.constraint.solver.hessian import make_hessian
from gelenk.engine.constraint.solver.primal import (
    begin,
    choose_start,
    free_trees,
    gradient,
    in_threads,
    least_improvement,
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
from gelenk.engine.far import call_far
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.stages import INDEX

NEWTON_ISLANDS = INDEX["newton_islands"]


@kernel
def count_changes(d: Data, isl: Island) -> int:
    """Rows whose weight differs from the one that the factor holds."""
    count = 0
    for r in range(isl.row0, isl.row1):
        count += 1 if d.row_weight[r] != d.row_held[r] else 0
    return count


@kernel
def update_rows(d: Data, isl: Island) -> bool:
    """Rank-one updates of the factor for all rows that changed; False when one of them failed."""
    for b in range(isl.block0, isl.block1):
        row = d.jblock[b, 0]
        for r in range(d.jblock[b, 1]):
            change = d.row_weight[row + r] - d.row_held[row + r]
            if change != 0.0:
                if not update_factor(d, isl, b, r, change):
                    return False
                d.row_held[row + r] = d.row_weight[row + r]
    return True


@kernel
def refresh_factor(m: Model, d: Data, isl: Island, changes: int, cones: int) -> int:
    """Bring the factor to the weights of now; returns the number of rank-one updates, 0 when it was made anew.

    cones   cones in their middle region, before and now
    """
    if cones == 0 and 6 * changes <= isl.dof1 - isl.dof0:
        if changes == 0 or update_rows(d, isl):
            return changes
    make_hessian(m, d, isl)
    factor_hessian(d, isl)
    return 0


@kernel
def newton_island(m: Model, d: Data, isl: Island, island: int) -> None:
    """Newton's method on one island."""
    scale = part_scale(m, d, isl)
    tolerance = least_improvement(m)
    cost, cones = begin(m, d, isl, island, True)
    gradient(d, isl)
    make_hessian(m, d, isl)
    factor_hessian(d, isl)
    count = 0
    updates = 0
    while count < m.opt.iterations:
        solve_hessian(d, isl, d.sol_search, d.sol_grad)
        new_cost, new_cones, step, slope, calls = move(m, d, isl, 1.0, scale, True)
        if step == 0.0:
            break
        gradient(d, isl)
        improvement = scale * (cost - new_cost)
        size = scale * norm_part(d, isl, d.sol_grad)
        changes = count_changes(d, isl)
        record(d, isl, island, count, improvement, size, slope)
        record_work(d, island, count, changes, calls, updates)
        cost = new_cost
        count += 1
        if improvement < tolerance or size < tolerance:
            break
        if count < m.opt.iterations:
            updates = refresh_factor(m, d, isl, changes, cones + new_cones)
        cones = new_cones
    last = isl.dof1 - 1
    nnz = d.hess_adr[last] + d.hess_depth[last] + 1 - d.hess_adr[isl.dof0] - d.hess_first[isl.dof0]
    record_end(d, island, count, nnz)


@kernel
def newton_islands(m: Model, d: Data, first: int, end: int) -> None:
    """Newton's method on islands ``first`` .. ``end`` - 1."""
    for island in range(first, end):
        newton_island(m, d, islands_between(d, island, island + 1), island)


@kernel
def solve_newton(m: Model, d: Data) -> None:
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
        call_far(m, d, NEWTON_ISLANDS, 0, d.npart)  # the code that threads run: so bits are the same
    free_trees(m, d)
    store_vectors(m, d)
