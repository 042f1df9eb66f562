"""The conjugate gradient method on the primal problem.

Documents: Computation / Constraint solver / Algorithms (CG)

    z = inv(M) gradient,  search <- - z + beta search,  beta = max(0, z . (gradient - gradient before)) / (z . gradient) before
Polak-Ribiere-Plus, preconditioned by the inertia matrix, whose factor is there; then an exact line search.
"""

from gelenk.engine.constraint.linesearch import norm
from gelenk.engine.constraint.primal import begin, gradient, move, record, trace_scale
from gelenk.engine.inertia import solve_ld
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import copy, dot_dense
from gelenk.engine.vec import MINVAL


@kernel
def precondition(m, d):
    """sol_mgrad = inv(M) sol_grad; returns their product."""
    copy(d.sol_mgrad, d.sol_grad, m.nv)
    solve_ld(m, d.qLD, d.qLDiagInv, d.sol_mgrad)
    return dot_dense(d.sol_mgrad, d.sol_grad, m.nv)


@kernel
def solve_cg(m, d):
    """Constrained acceleration by conjugate gradients.

    Reads   efc_* (nefc), jblock, M, qLD (nC), qfrc_smooth, qacc_smooth, qacc_warmstart (nv), efc_b
    Writes  qacc, qfrc_constraint (nv), efc_force, efc_state (nefc), solver_niter, solver_stat
    Source  Computation / Constraint solver / Algorithms
    """
    nv = m.nv
    scale = trace_scale(m, d)
    cost = begin(m, d, False)
    gradient(m, d)
    before = precondition(m, d)
    for i in range(nv):
        d.sol_search[i] = -d.sol_mgrad[i]
    count = 0
    while count < m.opt.iterations:
        copy(d.sol_old, d.sol_grad, nv)
        new_cost, step, slope, calls = move(m, d, 0.0, scale, False)
        if step == 0.0:
            break
        gradient(m, d)
        improvement = scale * (cost - new_cost)
        size = scale * norm(d.sol_grad, nv)
        record(d, count, improvement, size, slope, 0, calls, 0)
        cost = new_cost
        count += 1
        if improvement < m.opt.tolerance or size < m.opt.tolerance:
            break
        now = precondition(m, d)
        turn = now - dot_dense(d.sol_mgrad, d.sol_old, nv)
        beta = max(0.0, turn / max(MINVAL, before))
        before = now
        for i in range(nv):
            d.sol_search[i] = beta * d.sol_search[i] - d.sol_mgrad[i]
    d.solver_niter[0] = count
    d.solver_nnz[0] = 0
