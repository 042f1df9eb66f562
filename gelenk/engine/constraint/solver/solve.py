"""Solving for constraint forces and constrained acceleration: dispatch to a solver.

Documents: Computation / Constraint solver; API / mj_fwdConstraint, mj_constraintUpdate
"""

import math

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.island_fields import islands_change
from gelenk.engine.constraint.solver.islands import BANDED, MODEL_ORDER, SORTED, WHOLE, all_islands, arrange
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.constraint.solver.newton_dense import full_newton, takes_full
from gelenk.engine.constraint.solver.primal import HUGE, split_mode
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.engine.stage_calls import require
from gelenk.engine.step import run
from gelenk.tables.enums import mjtIntegrator, mjtSolver
from gelenk.tables.stages import INDEX
from gelenk.tables.status import BAD_SOLVER, DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

SOLVE_NEWTON, SOLVE_CG = INDEX["solve_newton"], INDEX["solve_cg"]
SOLVE_PGS, SOLVE_NOSLIP = INDEX["solve_pgs"], INDEX["solve_noslip"]
STEP_MAP = INDEX["step_map"]


@kernel
def smooth_rows(m: Model, d: Data) -> bool:
    """Write efc_b = J qacc_smooth - aref; return whether its values are finite and below HUGE."""
    total = 0.0
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.sol_x[d.dof_place[i]] = d.qacc_smooth[i]
    mul_j(d, all_islands(d), d.sol_x, d.row_b)
    for r in range(d.nefc):
        e = d.row_efc[r]
        d.row_b[r] -= d.efc_aref[e]
        d.efc_b[e] = d.row_b[r]
        total += abs(d.row_b[r])
    return total < HUGE


@kernel
def tree_order(m: Model) -> int:
    """Return the order of trees that the solver needs."""
    if m.opt.solver == mjtSolver.mjSOL_PGS:
        return MODEL_ORDER
    return SORTED if m.opt.solver == mjtSolver.mjSOL_CG else BANDED


@kernel
def give_up(m: Model, d: Data) -> None:
    """Set forces to zero and qacc to NaN, so that mj_checkAcc detects the invalid constraints.

    Rows become invalid by a mocap body at NaN, for example.
    """
    zero(d.efc_force, d.nefc)
    zero(d.qfrc_constraint, m.nv)
    for i in range(m.nv):
        d.qacc[i] = math.nan


@kernel
def fwd_constraint(m: Model, d: Data) -> None:
    """Compute constraint forces and constrained acceleration (mj_fwdConstraint).

    The integrator discrete surrounds constraint_forces with its metric (integrate/discrete.py).
    Reads, writes, status, source   as constraint_forces
    """
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        require(m, d, STEP_MAP)
    else:
        constraint_forces(m, d)


@kernel
def constraint_forces(m: Model, d: Data) -> None:
    """Compute constraint forces and constrained acceleration, by M or the metric.

    Without constraints qacc = qacc_smooth. Otherwise one of three solvers runs, then the noslip solver if enabled.
    Reads   efc_* (nefc), M, qLD (nC), qfrc_smooth, qacc_smooth, qacc_warmstart (nv)
    Writes  efc_b, efc_force, efc_state (nefc), qfrc_constraint, qacc (nv), solver_*, islands_due
    Status  need_H; the stage of the solver may be missing
    Source  Computation / Constraint solver
    """
    islands_change(m, d)
    d.solver_niter[0] = 0
    d.solver_nnz[0] = 0
    if d.nefc == 0:
        copy(d.qacc, d.qacc_smooth, m.nv)
        zero(d.qfrc_constraint, m.nv)
        return
    if takes_full(m, d):
        if not full_newton(m, d):
            give_up(m, d)
        return
    arrange(m, d, tree_order(m), split_mode(m))
    if not smooth_rows(m, d):
        give_up(m, d)
        return
    if m.opt.solver == mjtSolver.mjSOL_NEWTON:
        run(m, d, SOLVE_NEWTON)
    elif m.opt.solver == mjtSolver.mjSOL_CG:
        run(m, d, SOLVE_CG)
    elif m.opt.solver == mjtSolver.mjSOL_PGS:
        run(m, d, SOLVE_PGS)
    else:
        d.status = BAD_SOLVER
    if m.opt.noslip_iterations > 0 and d.nhidden == 0 and d.status == DONE and d.need_H <= d.nHmax:
        if tree_order(m) != MODEL_ORDER and m.ntree > 1:
            arrange(m, d, MODEL_ORDER, WHOLE)
        run(m, d, SOLVE_NOSLIP)


@kernel
def constraint_update(m: Model, d: Data, jar: View, cost: View, hessian: int) -> None:
    """Compute forces, states and cost at jar = J qacc - aref (mj_constraintUpdate).

    Also computes J' force.
    Reads   jar (nefc), efc_*        Writes  efc_force, efc_state (nefc), qfrc_constraint (nv), cost (1)
    """
    arrange(m, d, MODEL_ORDER, WHOLE)
    copy(d.row_jar, jar, d.nefc)
    cost[0] = constraint_cost(m, d, all_islands(d), hessian != 0)[0]
    for r in range(d.nefc):
        d.efc_force[r] = d.row_force[r]
        d.efc_state[r] = d.row_state[r]
    zero(d.qfrc_constraint, m.nv)
    add_jt(d, all_islands(d), d.row_force, d.qfrc_constraint)
