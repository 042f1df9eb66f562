"""Velocity derivatives of the smooth forces, for the implicit integrators.

Documents: Computation / General framework / Numerical integration; Computation / Derivatives

qDeriv = d (qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel, for dofs that share a path to the root (D_*):
row i has the ancestors of i, i, then its descendants, which are consecutive. Hence addresses need no search:
    entry (i, j) is at D_rowadr[i] + D_diag[j] for an ancestor j, else at D_rowadr[i] + D_diag[i] + j - i.

Coriolis part, for body b in the subtree of dof j (Echeandia & Wensing 2021 sum over subtrees likewise):
    d cvel_b / dv_j = cdof_j,    d cacc_b / dv_j = a_j - cvel_b x cdof_j,    a_j = cdof_dot_j + u_j x cdof_j
with u_j the velocity after the joint of j, so that with h_b = I_b cvel_b
    d f_b / dv_j = I_b a_j + B_b cdof_j,    B_b s = s x* h_b + cvel_b x* (I_b s) - I_b (cvel_b x s)
"""

from gelenk.algebra.linalg import is_sparse
from gelenk.algebra.spatial import (
    Inert,
    Motion,
    add6,
    add6_scaled,
    cross_force,
    cross_motion,
    dot6,
    inert_mul,
    load6,
    load10,
    store6,
)
from gelenk.engine.coefficients import dof_damping, tendon_damping
from gelenk.engine.flex.equality import damp_edge
from gelenk.engine.force.actuation import (
    actuator_input,
    is_bad,
    is_disabled,
    is_drive,
    limits_itself,
    tendon_force,
)
from gelenk.engine.force.muscle import muscle_gain_vel
from gelenk.engine.model_features import has_fluid
from gelenk.engine.sleep.awake_lists import BODY, BODY_END, DOF, DOF_END
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjtBias, mjtDisableBit, mjtGain, mjtIntegrator, mjtJoint, mjtTrn
from gelenk.tables.releases import R4_0
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import flat, kernel, spread
from gelenk.toolchain.kernel_types import Data, Ints, Model, Rows, View

FLUID_VEL = INDEX["fluid_vel"]


@kernel
def derivative_address(m: Model, i: int, j: int) -> int:
    """Return the address of qDeriv[i, j].

    j must be an ancestor or descendant of i, or i itself.
    """
    if j < i:
        return m.D_rowadr[i] + m.D_diag[j]
    return m.D_rowadr[i] + m.D_diag[i] + j - i


@kernel
def add_outer(m: Model, d: Data, values: View, colind: Ints, nnz: int, weight: float) -> None:
    """qDeriv += weight * row' row for a sparse row, where dofs share a path; columns ascending

    Rows of qDeriv begin at the first dof of a tree, so columns before that dof need not be searched again for later
    rows.
    """
    if nnz == 1:
        i = colind[0]
        d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] += weight * values[0] * values[0]
        return
    start = 0
    for p in range(nnz):
        i = colind[p]
        scaled = weight * values[p]
        k = m.D_rowadr[i]
        first, last = m.D_colind[k], m.D_colind[k + m.D_rownnz[i] - 1]
        while colind[start] < first:
            start += 1
        q = start
        while q < nnz and colind[q] <= last:
            while m.D_colind[k] < colind[q]:
                k += 1
            if m.D_colind[k] == colind[q]:
                d.qDeriv[k] += scaled * values[q]
            q += 1


@kernel
def add_outer_dense(m: Model, d: Data, values: View, weight: float) -> None:
    """qDeriv += weight * row' row for a dense row (nv), where dofs share a path"""
    for i in range(m.nv):
        scaled = weight * values[i]
        if scaled != 0.0:
            for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
                d.qDeriv[k] += scaled * values[m.D_colind[k]]


# Actuators and dampers


@kernel
def gain_derivative_input(m: Model, d: Data, i: int) -> float:
    """Return the activation or control that multiplies the derivative of the gain.

    A control is clamped to ctrlrange only under the integrator discrete.
    """
    if m.actuator_actnum[i] > 0 or m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        return actuator_input(m, d, i)
    if m.actuator_ctrlnum[i] == 0:
        return 0.0
    u = d.ctrl[m.actuator_ctrladr[i]]
    return 0.0 if is_bad(u) else u


@kernel
def force_velocity_slope(m: Model, d: Data, i: int) -> float:
    """Return d actuator_force / d actuator_velocity of each output of actuator i."""
    slope = 0.0
    out = m.actuator_outadr[i]
    if is_drive(m, i):
        return d.drive_slope[out]
    if m.actuator_biastype[i] == mjtBias.mjBIAS_AFFINE:
        slope += m.actuator_biasprm[i, 2]
    kind = m.actuator_gaintype[i]
    if kind == mjtGain.mjGAIN_AFFINE:
        slope += m.actuator_gainprm[i, 2] * gain_derivative_input(m, d, i)
    elif kind == mjtGain.mjGAIN_MUSCLE:
        low, high = m.actuator_lengthrange[out, 0], m.actuator_lengthrange[out, 1]
        length, velocity = d.actuator_length[out], d.actuator_velocity[out]
        rate = muscle_gain_vel(length, velocity, low, high, m.actuator_acc0[out], m.actuator_gainprm[i])
        slope += rate * gain_derivative_input(m, d, i)
    return slope


@kernel
def is_outside(value: float, bounds: Rows, i: int) -> bool:
    """Return whether a value is at or beyond its bounds."""
    return value <= bounds[i, 0] or value >= bounds[i, 1]


ROUNDING = 1e-12  # relative tolerance for forces that were scaled to a bound


@kernel
def is_at_bound(value: float, bounds: Rows, i: int) -> bool:
    """Return whether a value is at a bound, except for rounding."""
    low, high = bounds[i, 0], bounds[i, 1]
    return value <= low + ROUNDING * abs(low) or value >= high - ROUNDING * abs(high)


@kernel
def is_target_clamped(m: Model, d: Data, i: int) -> bool:
    """Return whether the total actuator force on the joint or tendon of actuator i is clamped."""
    kind, target = m.actuator_trntype[i], m.actuator_trnid[i, 0]
    if kind == mjtTrn.mjTRN_TENDON:
        total = tendon_force(m, d, target) if m.tendon_actfrclimited[target] != 0 else 0.0
        return m.tendon_actfrclimited[target] != 0 and is_at_bound(total, m.tendon_actfrcrange, target)
    if kind != mjtTrn.mjTRN_JOINT and kind != mjtTrn.mjTRN_JOINTINPARENT:
        return False
    if m.jnt_actfrclimited[target] == 0 or m.jnt_type[target] < mjtJoint.mjJNT_SLIDE:
        return False
    return is_outside(d.qfrc_actuator[m.jnt_dofadr[target]], m.jnt_actfrcrange, target)


@kernel
def is_clamped(m: Model, d: Data, i: int) -> bool:
    """Return whether the force of actuator i is at a limit, hence constant in velocity.

    The limits of its joint or tendon are considered in models of release 4.0 and later.
    """
    limited = m.actuator_forcelimited[i] != 0 and not limits_itself(m, i)
    if limited and is_outside(d.actuator_force[m.actuator_outadr[i]], m.actuator_forcerange, i):
        return True
    return m.release[0] >= R4_0 and is_target_clamped(m, d, i)


@kernel
def actuator_vel(m: Model, d: Data) -> bool:
    """Add the derivative of qfrc_actuator to qDeriv; return whether it is diagonal."""
    diagonal = True
    if m.opt.disableflags & mjtDisableBit.mjDSBL_ACTUATION != 0:
        return diagonal
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        slope = force_velocity_slope(m, d, i)  # zero for motors
        if slope == 0.0 or is_disabled(m, i) or is_clamped(m, d, i):
            continue
        for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
            adr, nnz = d.moment_rowadr[out], d.moment_rownnz[out]
            add_outer(m, d, d.actuator_moment[adr:], d.moment_colind[adr:], nnz, slope)
            diagonal = diagonal and nnz < 2
    return diagonal


@kernel
def damper_vel(m: Model, d: Data) -> bool:
    """Add the derivative of qfrc_damper to qDeriv; return whether it is diagonal."""
    diagonal = True
    if m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER != 0:
        return diagonal
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] -= dof_damping(m, i, d.qvel[i], True)
    for t in range(m.ntendon):
        if d.tendon_asleep[t] != 0:
            continue
        damping = tendon_damping(m, t, d.ten_velocity[t], True)
        if damping == 0.0:
            continue
        diagonal = False
        if is_sparse(m):
            adr = d.ten_J_rowadr[t]
            values, columns = flat(d.ten_J), flat(d.ten_J_colind)
            add_outer(m, d, values[adr:], columns[adr:], d.ten_J_rownnz[t], -damping)
        else:
            add_outer_dense(m, d, d.ten_J[t], -damping)
    for f in range(m.nflex if m.release[0] < R4_0 else 0):  # edge dampers are explicit from 4.0 on
        if m.flex_edgedamping[f] != 0.0 and m.flex_rigid[f] == 0 and m.flex_interp[f] == 0:
            diagonal = False
            edge_vel(m, d, f)
    return diagonal


@kernel
def edge_vel(m: Model, d: Data, f: int) -> None:
    """Add the derivative of the edge dampers of flex f."""
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        if damp_edge(m, d, f, e, -m.flex_edgedamping[f]):
            continue
        adr = m.flexedge_J_rowadr[e]
        values, columns = d.flexedge_J[adr:], m.flexedge_J_colind[adr:]
        add_outer(m, d, values, columns, m.flexedge_J_rownnz[e], -m.flex_edgedamping[f])


# Coriolis and centrifugal forces


@kernel
def accelerate_dof(d: Data, i: int, velocity: Motion) -> None:
    """dof_coriolis[i] = a_i; ``velocity`` is the body velocity after the joint of dof i"""
    axis = load6(d.cdof, i)
    store6(d.dof_coriolis, i, add6(load6(d.cdof_dot, i), cross_motion(velocity, axis)))


@kernel
def accelerate_block(d: Data, i: int, n: int, velocity: Motion) -> Motion:
    """Write dof_coriolis of a block of n dofs from i on; return the velocity after them."""
    for k in range(i, i + n):
        velocity = add6_scaled(velocity, load6(d.cdof, k), d.qvel[k])
    for k in range(i, i + n):
        accelerate_dof(d, k, velocity)
    return velocity


@kernel
def dof_accelerations(m: Model, d: Data) -> None:
    """Write dof_coriolis (nv, 6): the Coriolis accelerations a of all dofs."""
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            velocity = load6(d.cvel, m.body_parentid[b])
            for j in range(m.body_jntadr[b], m.body_jntadr[b] + m.body_jntnum[b]):
                dof = m.jnt_dofadr[j]
                kind = m.jnt_type[j]
                if kind == mjtJoint.mjJNT_FREE:
                    velocity = accelerate_block(d, dof, 3, velocity)
                    dof += 3
                turns = kind == mjtJoint.mjJNT_FREE or kind == mjtJoint.mjJNT_BALL
                velocity = accelerate_block(d, dof, 3 if turns else 1, velocity)


@kernel
def unit6(k: int) -> Motion:
    """Return the k-th of six unit vectors."""
    return (
        1.0 if k == 0 else 0.0,
        1.0 if k == 1 else 0.0,
        1.0 if k == 2 else 0.0,
        1.0 if k == 3 else 0.0,
        1.0 if k == 4 else 0.0,
        1.0 if k == 5 else 0.0,
    )


@kernel
def coriolis_column(inertia: Inert, velocity: Motion, momentum: Motion, s: Motion) -> Motion:
    """Return the Coriolis matrix B of one body, times s."""
    force = add6(cross_force(s, momentum), cross_force(velocity, inert_mul(inertia, s)))
    return add6_scaled(force, inert_mul(inertia, cross_motion(velocity, s)), -1.0)


@kernel
def subtree_coriolis(m: Model, d: Data) -> None:
    """Write body_coriolis (nbody, 36): columns of the sum of B over each subtree."""
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            inertia, velocity = load10(d.cinert, b), load6(d.cvel, b)
            momentum = inert_mul(inertia, velocity)
            for k in range(6):
                column = coriolis_column(inertia, velocity, momentum, unit6(k))
                for r in range(6):
                    d.body_coriolis[b, 6 * k + r] = column[r]
    for r in range(d.nrun - 1, -1, -1):
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            parent = m.body_parentid[b]
            if parent > 0:
                for k in range(36):
                    d.body_coriolis[parent, k] += d.body_coriolis[b, k]


@kernel
def column6(a: Rows, b: int, k: int) -> Motion:
    """Return column k of the 6-by-6 matrix in row b of a."""
    k *= 6
    return a[b, k], a[b, k + 1], a[b, k + 2], a[b, k + 3], a[b, k + 4], a[b, k + 5]


@kernel
def mul_coriolis(a: Rows, b: int, s: Motion) -> Motion:
    """Return the 6-by-6 matrix in row b of a, times s."""
    total = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for k in range(6):
        total = add6_scaled(total, column6(a, b, k), s[k])
    return total


@kernel
def mul_coriolis_t(a: Rows, b: int, s: Motion) -> Motion:
    """Return the transpose of the 6-by-6 matrix in row b of a, times s."""
    return (
        dot6(column6(a, b, 0), s),
        dot6(column6(a, b, 1), s),
        dot6(column6(a, b, 2), s),
        dot6(column6(a, b, 3), s),
        dot6(column6(a, b, 4), s),
        dot6(column6(a, b, 5), s),
    )


@kernel
def rne_vel(m: Model, d: Data) -> None:
    """Subtract the derivative of qfrc_bias from qDeriv.

    Reads   cdof, cdof_dot (nv, 6), cvel (nbody, 6), cinert, crb (nbody, 10), qvel
    """
    dof_accelerations(m, d)
    subtree_coriolis(m, d)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            b = m.dof_bodyid[i]
            composite = load10(d.crb, b)
            axis = load6(d.cdof, i)
            force = add6(
                inert_mul(composite, load6(d.dof_coriolis, i)), mul_coriolis(d.body_coriolis, b, axis)
            )
            momentum = inert_mul(composite, axis)
            turned = mul_coriolis_t(d.body_coriolis, b, axis)
            diag = m.D_rowadr[i] + m.D_diag[i]
            d.qDeriv[diag] -= dot6(axis, force)
            for k in range(m.D_rowadr[i], diag):
                j = m.D_colind[k]
                other = load6(d.cdof, j)
                d.qDeriv[k] -= dot6(momentum, load6(d.dof_coriolis, j)) + dot6(turned, other)
                d.qDeriv[derivative_address(m, j, i)] -= dot6(other, force)


@kernel
def smooth_vel(m: Model, d: Data, with_bias: bool) -> bool:
    """Compute qDeriv, with or without Coriolis forces; return whether it is known diagonal.

    Motors and joint dampers keep qDeriv diagonal. If d.status is nonzero afterwards, qDeriv is incomplete.
    Reads   actuator_moment, actuator_velocity, ctrl, act, act_dot, ten_J; the inputs of rne_vel
    Writes  qDeriv (nD) [N s or N m s per rad or m], structure D_*
    """
    for k in spread(d, 0, m.nD):
        d.qDeriv[k] = 0.0
    actuators_diagonal, dampers_diagonal = actuator_vel(m, d), damper_vel(m, d)
    springs_or_dampers = (
        m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0
        or m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0
    )
    fluid = springs_or_dampers and has_fluid(m)
    if fluid:
        require(m, d, FLUID_VEL)
    if with_bias:
        rne_vel(m, d)
    return actuators_diagonal and dampers_diagonal and not fluid and not with_bias
