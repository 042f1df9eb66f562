"""The implicit integrators, sparse LU, and gyroscopic derivatives of free bodies.

Documents: Computation / General framework / Numerical integration

Implicit integrators: implicit and implicitfast. (M - h D) a_new = qfrc_smooth + qfrc_constraint with D = qDeriv.
implicit takes all of D and factorizes by LU without fill-in; implicitfast omits the Coriolis forces, so that D is
symmetric, and uses L' D L (exception: free bodies). flex/implicit.py adds the stiffness of interpolated flexes.

Sparse LU factorization in the structure D_*, from the last dof on: no fill-in.

Gyroscopic derivatives of free bodies under implicitfast, from release 3.11 on.

implicitfast omits the derivatives of Coriolis and gyroscopic forces, so that fast asymmetric bodies gain energy. The
six dofs of a free body without jointed descendants are not coupled to other dofs. Their 6-by-6 block, with these
derivatives, is solved again by LU, with the result of the integrator implicit. With the composite inertia I of the body
and its static children, which move with the body,

    d qfrc_bias_j / d qvel_i = cdof_j . (I a_i + B cdof_i)        (derivative.py)
"""

from gelenk.algebra.spatial import add6, dot6, inert_mul, load6, load10
from gelenk.engine.force.actuation import ADVANCE
from gelenk.engine.integrate.derivative import (
    accelerate_block,
    coriolis_column,
    derivative_address,
    smooth_vel,
)
from gelenk.engine.integrate.euler import advance, factor_and_solve
from gelenk.engine.model_features import has_elastic_nodes
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, ENTRY, ENTRY_END
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjtIntegrator, mjtJoint
from gelenk.tables.releases import R3_11
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model, View


@kernel
def factor_lu(m: Model, lu: View, first: int, end: int) -> None:
    """Factorize lu = U L in place at dofs ``first`` .. ``end`` - 1, which are whole trees.

    L is stored with its diagonal; U is stored above the diagonal, without its own, which is 1.
    """
    for r in range(end - 1, first - 1, -1):
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
def solve_lu(m: Model, lu: View, x: View, first: int, end: int) -> None:
    """x <- inv(U L) x, in place, at dofs ``first`` .. ``end`` - 1, which are whole trees."""
    for i in range(end - 1, first - 1, -1):
        total = x[i]
        for k in range(m.D_rowadr[i] + m.D_diag[i] + 1, m.D_rowadr[i] + m.D_rownnz[i]):
            total -= lu[k] * x[m.D_colind[k]]
        x[i] = total
    for i in range(first, end):
        diag = m.D_rowadr[i] + m.D_diag[i]
        total = x[i]
        for k in range(m.D_rowadr[i], diag):
            total -= lu[k] * x[m.D_colind[k]]
        x[i] = total / lu[diag]


# Gyroscopic derivatives of free bodies

DOFS = 6


@kernel
def is_free_body(m: Model, t: int) -> bool:
    """Return whether tree ``t`` is a free body without jointed descendants."""
    if m.tree_dofnum[t] != DOFS:
        return False
    return m.jnt_type[m.dof_jntid[m.tree_dofadr[t]]] == mjtJoint.mjJNT_FREE


@kernel
def fill_block(m: Model, d: Data, first: int) -> None:
    """Write M - h D to qLU at six dofs from ``first`` on; D includes the bias forces.

    Under discrete, D has the sparsity pattern of M, with fewer elements if the body is simple.
    """
    h, b = m.opt.timestep, m.dof_bodyid[first]
    whole = m.opt.integrator != mjtIntegrator.mjINT_DISCRETE
    for i in range(first, first + DOFS):
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + DOFS):
            source = m.mapM2D[k]
            d.qLU[k] = d.M[source] if source >= 0 else 0.0
            if whole or source >= 0:
                d.qLU[k] -= h * d.qDeriv[k]
    velocity = accelerate_block(d, first, 3, load6(d.cvel, 0))
    velocity = accelerate_block(d, first + 3, 3, velocity)
    inertia = load10(d.crb, b)
    momentum = inert_mul(inertia, velocity)
    for i in range(first, first + DOFS):
        turn = coriolis_column(inertia, velocity, momentum, load6(d.cdof, i))
        force = add6(inert_mul(inertia, load6(d.dof_coriolis, i)), turn)
        for j in range(first, first + DOFS):
            d.qLU[derivative_address(m, j, i)] += h * dot6(load6(d.cdof, j), force)


@kernel
def solve_free_bodies(m: Model, d: Data) -> None:
    """Recompute qacc_new of awake free bodies.

    Reads   M, qDeriv, qfrc_smooth, qfrc_constraint, cdof, cdof_dot, cvel, crb
    Writes  qacc_new, qLU of these dofs; dof_coriolis
    """
    for t in range(m.ntree):
        if is_free_body(m, t) and d.tree_awake[t] != 0:
            first = m.tree_dofadr[t]
            fill_block(m, d, first)
            for i in range(first, first + DOFS):
                d.qacc_new[i] = d.qfrc_smooth[i] + d.qfrc_constraint[i]
            factor_lu(m, d.qLU, first, first + DOFS)
            solve_lu(m, d.qLU, d.qacc_new, first, first + DOFS)


# Integrators implicit and implicitfast

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
