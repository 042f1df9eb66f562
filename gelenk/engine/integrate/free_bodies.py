"""Gyroscopic derivatives of free bodies under implicitfast, from release 3.11 on.

Documents: Computation / General framework / Numerical integration

implicitfast omits the derivatives of Coriolis and gyroscopic forces, so that fast asymmetric bodies gain energy. The
six dofs of a free body without jointed descendants are not coupled to other dofs. Their 6-by-6 block, with these
derivatives, is solved again by LU, with the result of the integrator implicit. With the composite inertia I of the body
and its static children, which move with the body,

    d qfrc_bias_j / d qvel_i = cdof_j . (I a_i + B cdof_i)        (derivative.py)
"""

from gelenk.algebra.spatial import add6, dot6, inert_mul, load6, load10
from gelenk.engine.integrate.derivative import accelerate_block, coriolis_column, derivative_address
from gelenk.engine.integrate.sparse_lu import factor_lu, solve_lu
from gelenk.tables.enums import mjtIntegrator, mjtJoint
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

DOFS = 6


@kernel
def is_free_body(m: Model, t: int) -> bool:
    """Return whether tree ``t`` is a free body without jointed descendants."""
    if m.tree_dofnum[t] != DOFS:
        return False
    return m.jnt_type[m.dof_jntid[m.tree_dofadr[t]]] == mjtJoint.mjJNT_FREE


@kernel
def fill_block(m: Model, d: Data, first: int) -> None:
    """Write qLU at the six dofs from ``first`` on: M - h D, D with the bias forces.

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
