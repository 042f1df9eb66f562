"""The implicit integrators: implicit and implicitfast.

Documents: Computation / General framework / Numerical integration

(M - h D) a_new = qfrc_smooth + qfrc_constraint with D = qDeriv. implicit takes all of D and factorizes by LU
(sparse_lu.py); implicitfast omits the Coriolis forces, so that D is symmetric, and uses L' D L (exception:
free_bodies.py). flex/implicit.py adds the stiffness of interpolated flexes.
"""

from gelenk.engine.force.actuation import ADVANCE
from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import advance, factor_and_solve
from gelenk.engine.integrate.free_bodies import solve_free_bodies
from gelenk.engine.integrate.sparse_lu import factor_lu, solve_lu
from gelenk.engine.model_features import has_elastic_nodes
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, ENTRY, ENTRY_END
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjtIntegrator
from gelenk.tables.releases import R3_11
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model

FLEX_RATE, FLEX_IMPLICIT = INDEX["flex_rate"], INDEX["flex_implicit"]


@kernel
def solve_implicit(m: Model, d: Data) -> None:
    """Compute qacc_new with all derivatives.

    Writes qDeriv, qLU (nD), qacc_new
    """
    smooth_vel(m, d, True)
    h = m.opt.timestep
    for k in spread(d, 0, m.nD):
        source = m.mapM2D[k]
        d.qLU[k] = (d.M[source] if source >= 0 else 0.0) - h * d.qDeriv[k]
    for r in range(d.nrun - 1, -1, -1):
        factor_lu(m, d.qLU, d.run[r, DOF], d.run[r, DOF_END])
        solve_lu(m, d.qLU, d.qacc_new, d.run[r, DOF], d.run[r, DOF_END])


@kernel
def solve_implicitfast(m: Model, d: Data) -> None:
    """Compute qacc_new without the derivatives of the Coriolis forces, except of free bodies.

    Writes qDeriv (nD), qH (nC), qHDiagInv, qacc_new
    """
    h = m.opt.timestep
    if smooth_vel(m, d, False):
        for r in range(d.nrun):
            for k in spread(d, d.run[r, ENTRY], d.run[r, ENTRY_END]):
                d.qH[k] = d.M[k]
        for r in range(d.nrun):
            for i in spread(d, d.run[r, DOF], d.run[r, DOF_END]):
                diag = m.D_rowadr[i] + m.D_diag[i]
                d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] -= h * d.qDeriv[diag]
    else:
        for r in range(d.nrun):
            for k in spread(d, d.run[r, ENTRY], d.run[r, ENTRY_END]):
                d.qH[k] = d.M[k] - h * d.qDeriv[m.mapD2M[k]]
    factor_and_solve(m, d)
    if m.release[0] >= R3_11:
        solve_free_bodies(m, d)


@kernel
def implicit(m: Model, d: Data) -> None:
    """Take one step of the implicit or implicitfast integrator (mj_implicit).

    Reads   qfrc_smooth, qfrc_constraint (nv), M (nC), act_dot, and the inputs of the derivatives
    Writes  qpos, qvel, act, time, qacc_warmstart, qDeriv; qLU or qH, qHDiagInv
    Source  Computation / Numerical integration
    """
    for r in range(d.nrun):
        for i in spread(d, d.run[r, DOF], d.run[r, DOF_END]):
            d.qacc_new[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
    nodes = has_elastic_nodes(m)
    if nodes:
        require(m, d, FLEX_RATE)
    if m.opt.integrator == mjtIntegrator.mjINT_IMPLICIT:
        solve_implicit(m, d)
    else:
        solve_implicitfast(m, d)
    if nodes and d.status == DONE:
        require(m, d, FLEX_IMPLICIT)
    if d.status != DONE:  # the derivatives are incomplete
        return
    advance(m, d, d.act_dot, d.qacc_new, d.qvel, ADVANCE)
