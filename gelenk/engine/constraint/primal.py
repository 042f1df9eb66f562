"""What Newton and conjugate gradients share: start, move along the search direction, gradient, statistics.

Documents: Computation / Constraint solver / Reduced primal problem, Algorithms
"""

from gelenk.engine.constraint.blocks import add_jt, mul_j
from gelenk.engine.constraint.cost import constraint_cost
from gelenk.engine.constraint.linesearch import line_search, norm
from gelenk.engine.inertia import mul_m
from gelenk.engine.kernel import kernel
from gelenk.engine.linalg import copy, dot_dense
from gelenk.tables.enums import mjtDisableBit

NO_ISLAND = int(mjtDisableBit.mjDSBL_ISLAND)
NO_WARMSTART = int(mjtDisableBit.mjDSBL_WARMSTART)
STAT_ROWS = 200  # rows of solver_stat that belong to one island


@kernel
def step_scale(m):
    """Factor that frees cost improvement and gradient from the size of the model: 1 / (meaninertia nv)."""
    return 1.0 / (m.stat.meaninertia * max(1, m.nv))


@kernel
def trace_scale(m, d):
    """The same from the inertia matrix as it is now, over the trees that have constraints; as 3.5.0 does with islands."""
    if (m.opt.disableflags & NO_ISLAND) != 0:
        return step_scale(m)
    for t in range(m.ntree):
        d.tree_order[t, 0] = 0
    for b in range(d.njblock):
        if d.jblock[b, 4] > 0:
            d.tree_order[m.dof_treeid[d.jcol[d.jblock[b, 3]]], 0] = 1
            d.tree_order[m.dof_treeid[d.jcol[d.jblock[b, 3] + d.jblock[b, 4] - 1]], 0] = 1
    total = 0.0
    for i in range(m.nv):
        if d.tree_order[m.dof_treeid[i], 0] == 1:
            total += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    return 1.0 / total if total > 0.0 else step_scale(m)


@kernel
def gauss_cost(m, d):
    """1/2 (qacc - qacc_smooth)' (M qacc - qfrc_smooth)"""
    total = 0.0
    for i in range(m.nv):
        total += (d.sol_Ma[i] - d.qfrc_smooth[i]) * (d.qacc[i] - d.qacc_smooth[i])
    return 0.5 * total


@kernel
def begin(m, d, hessian):
    """Start at qacc_warmstart or qacc_smooth, whichever costs less: sets qacc, sol_Ma, efc_jar, forces. Returns the cost.

    Reads   efc_b = J qacc_smooth - aref
    """
    cost = 0.0
    warm = (m.opt.disableflags & NO_WARMSTART) == 0
    if warm:
        copy(d.efc_jar, d.efc_b, d.nefc)
        smooth_cost = constraint_cost(m, d, False)
        copy(d.qacc, d.qacc_warmstart, m.nv)
        mul_m(m, d, d.sol_Ma, d.qacc)
        mul_j(d, d.qacc, d.efc_jar)
        for r in range(d.nefc):
            d.efc_jar[r] -= d.efc_aref[r]
        cost = constraint_cost(m, d, hessian) + gauss_cost(m, d)
        warm = cost <= smooth_cost
    if not warm:
        copy(d.qacc, d.qacc_smooth, m.nv)
        copy(d.sol_Ma, d.qfrc_smooth, m.nv)
        copy(d.efc_jar, d.efc_b, d.nefc)
        cost = constraint_cost(m, d, hessian)
    return cost


@kernel
def gradient(m, d):
    """qfrc_constraint = J' f, sol_grad = M qacc - qfrc_smooth - qfrc_constraint"""
    for i in range(m.nv):
        d.qfrc_constraint[i] = 0.0
    add_jt(d, d.efc_force, d.qfrc_constraint)
    for i in range(m.nv):
        d.sol_grad[i] = d.sol_Ma[i] - d.qfrc_smooth[i] - d.qfrc_constraint[i]


@kernel
def move(m, d, guess, scale, hessian):
    """Line search along sol_search, and forces at the new point: (cost, step, slope there, evaluations)."""
    slope = dot_dense(d.sol_search, d.sol_grad, m.nv)
    gtol = m.opt.tolerance * m.opt.ls_tolerance * norm(d.sol_search, m.nv) / scale
    mul_m(m, d, d.sol_Ms, d.sol_search)
    mul_j(d, d.sol_search, d.efc_jv)
    step, slope, calls = line_search(m, d, slope, guess, gtol)
    if step == 0.0:
        return 0.0, step, slope, calls
    for i in range(m.nv):
        d.qacc[i] += step * d.sol_search[i]
        d.sol_Ma[i] += step * d.sol_Ms[i]
    for r in range(d.nefc):
        d.efc_jar[r] += step * d.efc_jv[r]
    cost = constraint_cost(m, d, hessian) + gauss_cost(m, d)
    return cost, step, slope, calls


@kernel
def record(d, k, improvement, size, slope, changes, calls, updates):
    """Statistics of iteration k."""
    if k < STAT_ROWS:
        d.solver_stat[k, 0] = improvement
        d.solver_stat[k, 1] = size
        d.solver_stat[k, 2] = slope
        active = 0
        for r in range(d.nefc):
            active += 1 if d.efc_state[r] != 0 else 0
        d.solver_stat[k, 3] = active
        d.solver_stat[k, 4] = changes
        d.solver_stat[k, 5] = calls
        d.solver_stat[k, 6] = updates

