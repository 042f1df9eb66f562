"""The implicit integrators: implicit and implicitfast.

Documents: Computation / General framework / Numerical integration

(M - h D) a_new = qfrc_smooth + qfrc_constraint with D = qDeriv. implicit takes all of D and factorizes by LU
from the last dof to the first, which has no fill-in; implicitfast omits the Coriolis forces, so that
D is symmetric, and uses L' D L. flex/implicit.py adds the stiffness of interpolated flexes.
"""

from gelenk.engine.integrate.derivative import derivative_address, smooth_vel
from gelenk.engine.integrate.euler import advance, factor_and_solve
from gelenk.engine.model_features import has_elastic_nodes
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, ENTRY, ENTRY_END
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjtIntegrator
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

FLEX_RATE, FLEX_IMPLICIT = INDEX["flex_rate"], INDEX["flex_implicit"]


@kernel
def factor_lu(m: Model, d: Data, lu: View) -> None:
    """Factorize lu = U L in place, structure D_*.

    L includes its diagonal; U is right of it, with an implicit unit diagonal.
    """
    for s in range(d.nrun - 1, -1, -1):
        for r in range(d.run[s, DOF_END] - 1, d.run[s, DOF] - 1, -1):
            row = m.D_rowadr[r]
            depth = m.D_diag[r]
            inverse = 1.0 / lu[row + depth]
            for p in range(depth - 1, -1, -1):
                i = m.D_colind[row + p]
                target = m.D_rowadr[i]
                at = derivative_address(m, i, r)
                factor = lu[at] * inverse
                lu[at] = factor
                for k in range(p + 1):
                    lu[target + k] -= factor * lu[row + k]
                beyond = target + m.D_diag[i] - i
                for k in range(p + 1, depth):
                    lu[beyond + m.D_colind[row + k]] -= factor * lu[row + k]


@kernel
def solve_lu(m: Model, d: Data, lu: View, x: View) -> None:
    """x <- inv(U L) x, in place."""
    for r in range(d.nrun - 1, -1, -1):
        for i in range(d.run[r, DOF_END] - 1, d.run[r, DOF] - 1, -1):
            total = x[i]
            for k in range(m.D_rowadr[i] + m.D_diag[i] + 1, m.D_rowadr[i] + m.D_rownnz[i]):
                total -= lu[k] * x[m.D_colind[k]]
            x[i] = total
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            diag = m.D_rowadr[i] + m.D_diag[i]
            total = x[i]
            for k in range(m.D_rowadr[i], diag):
                total -= lu[k] * x[m.D_colind[k]]
            x[i] = total / lu[diag]


@kernel
def solve_implicit(m: Model, d: Data) -> None:
    """Compute qacc_new with all derivatives.

    Writes qDeriv, qLU (nD), qacc_new
    """
    smooth_vel(m, d, True)
    h = m.opt.timestep
    for k in range(m.nD):
        source = m.mapM2D[k]
        d.qLU[k] = (d.M[source] if source >= 0 else 0.0) - h * d.qDeriv[k]
    factor_lu(m, d, d.qLU)
    solve_lu(m, d, d.qLU, d.qacc_new)


@kernel
def solve_implicitfast(m: Model, d: Data) -> None:
    """Compute qacc_new without the derivatives of the Coriolis forces.

    Writes qDeriv (nD), qH (nC), qHDiagInv, qacc_new
    """
    h = m.opt.timestep
    if smooth_vel(m, d, False):
        for r in range(d.nrun):
            for k in range(d.run[r, ENTRY], d.run[r, ENTRY_END]):
                d.qH[k] = d.M[k]
        for r in range(d.nrun):
            for i in range(d.run[r, DOF], d.run[r, DOF_END]):
                diag = m.D_rowadr[i] + m.D_diag[i]
                d.qH[m.M_rowadr[i] + m.M_rownnz[i] - 1] -= h * d.qDeriv[diag]
    else:
        for r in range(d.nrun):
            for k in range(d.run[r, ENTRY], d.run[r, ENTRY_END]):
                d.qH[k] = d.M[k] - h * d.qDeriv[m.mapD2M[k]]
    factor_and_solve(m, d)


@kernel
def implicit(m: Model, d: Data) -> None:
    """Take one step of the implicit or implicitfast integrator (mj_implicit).

    Reads   qfrc_smooth, qfrc_constraint (nv), M (nC), act_dot, and the inputs of the derivatives
    Writes  qpos, qvel, act, time, qacc_warmstart, qDeriv; qLU or qH, qHDiagInv
    Source  Computation / Numerical integration
    """
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
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
    advance(m, d, d.act_dot, d.qacc_new, d.qvel)
