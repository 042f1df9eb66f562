"""Solve for constraint forces and acceleration; qacc_smooth with couplings of discrete.

Documents: Computation / Constraint solver; API / mj_fwdConstraint, mj_constraintUpdate; Computation / General
framework / Numerical integration (of 4.0.0)

`constraint_forces` dispatches to the solver that the option solver selects, then to the noslip solver if enabled.

The acceleration qacc_smooth with the couplings of discrete is the minimum of a quadratic cost. Without inequalities,
the problem of newton.py is one solve with the Hessian: Mh qacc_smooth = qfrc_smooth with Mh = M + J' W J, where W is
efc_D at the couplings, which are the hidden rows, and 0 at all other rows. After Newton's method, its factor is updated
to these weights.
"""

import math

from gelenk.algebra.linalg import copy, zero
from gelenk.engine.constraint.solver.cholesky import factor_hessian, solve_hessian
from gelenk.engine.constraint.solver.cost import constraint_cost
from gelenk.engine.constraint.solver.elimination_tree import shape_hessian
from gelenk.engine.constraint.solver.island_fields import islands_change
from gelenk.engine.constraint.solver.islands import (
    BANDED,
    MODEL_ORDER,
    SEPARATELY,
    SORTED,
    WHOLE,
    Island,
    all_islands,
    arrange,
    islands_between,
)
from gelenk.engine.constraint.solver.jacobian_products import add_jt, mul_j
from gelenk.engine.constraint.solver.newton import count_changes, make_hessian, refresh_factor
from gelenk.engine.constraint.solver.newton_dense import full_newton, takes_full
from gelenk.engine.constraint.solver.primal import LARGEST_ROW_SUM, split_mode
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.engine.stage_calls import require
from gelenk.engine.step import run
from gelenk.tables.enums import mjtCone, mjtConstraintState, mjtIntegrator, mjtSolver
from gelenk.tables.stages import INDEX
from gelenk.tables.status import BAD_SOLVER, DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

SOLVE_NEWTON, SOLVE_CG = INDEX["solve_newton"], INDEX["solve_cg"]
SOLVE_PGS, SOLVE_NOSLIP = INDEX["solve_pgs"], INDEX["solve_noslip"]
STEP_MAP = INDEX["step_map"]


@kernel
def smooth_rows(m: Model, d: Data) -> bool:
    """Write efc_b = J qacc_smooth - aref; return whether it is finite and not huge."""
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
    return total < LARGEST_ROW_SUM


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
    """Compute constraint forces and acceleration, with M or the metric that replaces M.

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


# qacc_smooth with the couplings of discrete


@kernel
def is_arranged(m: Model, d: Data) -> bool:
    """Return whether Newton's method has already arranged rows and factorized islands."""
    return m.opt.solver == mjtSolver.mjSOL_NEWTON and m.opt.noslip_iterations == 0 and d.nefc > d.nhidden


@kernel
def weigh_couplings(d: Data, isl: Island, first: int) -> None:
    """Set the weights of rows: D from row ``first`` of efc_* on, 0 before."""
    for r in range(isl.row0, isl.row1):
        d.row_weight[r] = d.row_D[r] if d.row_efc[r] >= first else 0.0
        d.row_state[r] = mjtConstraintState.mjCNSTRSTATE_QUADRATIC


@kernel
def solve_island(m: Model, d: Data, isl: Island, first: int, keeps_factor: bool) -> None:
    """Solve one island: sol_search = inv(Mh) (- sol_grad).

    keeps_factor   whether hess has the factor for the weights row_held, without cones in their middle region
    """
    weigh_couplings(d, isl, first)
    if keeps_factor:
        refresh_factor(m, d, isl, count_changes(d, isl), 0)
    else:
        make_hessian(m, d, isl, False)
        factor_hessian(d, isl)
    solve_hessian(d, isl, d.sol_search, d.sol_grad)


@kernel
def solve_metric(m: Model, d: Data) -> None:
    """Solve for qacc_smooth with the hidden rows, which are the last d.nhidden of d.nefc rows.

    Dofs that no row moves keep their acceleration.
    Reads   efc_J, efc_D (nefc), M (nC), qfrc_smooth (nv)
    Writes  qacc_smooth (nv); what islands.arrange writes; hess, hess_*
    Status  need_efc, need_H when a buffer is too small
    """
    arranged = is_arranged(m, d)
    if not arranged:
        arrange(m, d, BANDED, SEPARATELY)
        if not shape_hessian(m, d):
            return
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.sol_grad[d.dof_place[i]] = -d.qfrc_smooth[i]
    keeps_factor = arranged and (m.opt.cone != mjtCone.mjCONE_ELLIPTIC or d.ncon == 0)
    for island in range(d.npart):
        solve_island(m, d, islands_between(d, island, island + 1), d.nefc - d.nhidden, keeps_factor)
    isl = all_islands(d)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            place = d.dof_place[i]
            if isl.dof0 <= place < isl.dof1:
                d.qacc_smooth[i] = d.sol_search[place]
