"""The conjugate gradient method on the primal problem.

Documents: Computation / Constraint solver / Algorithms (CG)

    z = inv(M) gradient,  search <- - z + beta search
    beta = max(0, z . (gradient - gradient before) / (z . gradient before))
Polak-Ribiere-Plus, preconditioned by the inertia matrix, whose factor is there; then an exact line search.
"""

from gelenk.engine.constraint.solver.bounds import Island, islands_between
from gelenk.engine.constraint.solver.primal import (
    begin,
    choose_start,
    dot_part,
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
    solve_m_part,
    store_vectors,
)
from gelenk.engine.far import call_far
from gelenk.jit.kernel import kernel, spread
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.stages import INDEX

CG_ISLANDS = INDEX["cg_islands"]


@kernel
def precondition(m: Model, d: Data, isl: Island) -> float:
    """sol_mgrad = inv(M) sol_grad; returns their product."""
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_mgrad[i] = d.sol_grad[i]
    solve_m_part(m, d, isl, d.sol_mgrad)
    return dot_part(d, isl, d.sol_mgrad, d.sol_grad)


@kernel
def cg_island(m: Model, d: Data, isl: Island, island: int) -> None:
    """Conjugate gradients on one island."""
    scale = part_scale(m, d, isl)
    tolerance = least_improvement(m)
    cost, _ = begin(m, d, isl, island, False)
    gradient(d, isl)
    before = precondition(m, d, isl)
    for i in spread(d, isl.dof0, isl.dof1):
        d.sol_search[i] = -d.sol_mgrad[i]
    count = 0
    while count < m.opt.iterations:
        for i in spread(d, isl.dof0, isl.dof1):
            d.sol_old[i] = d.sol_grad[i]
        new_cost, _, step, slope, calls = move(m, d, isl, 0.0, scale, False)
        if step == 0.0:
            break
        gradient(d, isl)
        improvement = scale * (cost - new_cost)
        size = scale * norm_part(d, isl, d.sol_grad)
        record(d, isl, island, count, improvement, size, slope)
        record_work(d, island, count, 0, calls, 0)
        cost = new_cost
        count += 1
        if improvement < tolerance or size < tolerance:
            break
        now = precondition(m, d, isl)
        turn = now - dot_part(d, isl, d.sol_mgrad, d.sol_old)
        beta = max(0.0, turn / max(mjMINVAL, before))
        before = now
        for i in spread(d, isl.dof0, isl.dof1):
            d.sol_search[i] = beta * d.sol_search[i] - d.sol_mgrad[i]
    record_end(d, island, count, 0)


@kernel
def cg_islands(m: Model, d: Data, first: int, end: int) -> None:
    """Conjugate gradients on islands ``first`` .. ``end`` - 1."""
    for island in range(first, end):
        cg_island(m, d, islands_between(d, island, island + 1), island)


@kernel
def solve_cg(m: Model, d: Data) -> None:
    """Constrained acceleration by conjugate gradients, island by island.

    Reads   what islands.arrange writes; M, qLD (nC), qfrc_smooth, qacc_smooth, qacc_warmstart (nv), efc_b,
            efc_aref
    Writes  qacc, qfrc_constraint (nv), efc_force, efc_state (nefc), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    load_vectors(m, d)
    choose_start(m, d, False)
    if in_threads(m, d):
        share(m, d, CG_ISLANDS)
    else:
        call_far(m, d, CG_ISLANDS, 0, d.npart)  # the code that threads run: so bits are the same
    free_trees(m, d)
    store_vectors(m, d)
