"""The minimum of a quadratic cost: qacc_smooth with the couplings of discrete.

Documents: Computation / General framework / Numerical integration (of 4.0.0)

Without inequalities the problem of newton.py is one solve with its Hessian: Mh qacc_smooth = qfrc_smooth, where
Mh = M + J' W J, W = efc_D at the couplings, which are the hidden rows, and 0 at all others. After Newton's method its
factor follows the change of the others' weights.
"""

from gelenk.engine.constraint.solver.cholesky import factor_hessian, solve_hessian
from gelenk.engine.constraint.solver.elimination_tree import shape_hessian
from gelenk.engine.constraint.solver.islands import (
    BANDED,
    SEPARATELY,
    Island,
    all_islands,
    arrange,
    islands_between,
)
from gelenk.engine.constraint.solver.newton import count_changes, make_hessian, refresh_factor
from gelenk.engine.sleep.awake_lists import DOF, DOF_END
from gelenk.tables.enums import mjtCone, mjtConstraintState, mjtSolver
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def is_arranged(m: Model, d: Data) -> bool:
    """Return whether Newton's method has left rows and factors of islands as needed here."""
    return m.opt.solver == mjtSolver.mjSOL_NEWTON and m.opt.noslip_iterations == 0 and d.nefc > d.nhidden


@kernel
def weigh_couplings(d: Data, isl: Island, first: int) -> None:
    """Set the weights of rows: those before row ``first`` of efc_* have none."""
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
