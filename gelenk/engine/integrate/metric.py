"""The metric of the integrator discrete, and the coupled solve for qacc_smooth.

Documents: Computation / General framework / Numerical integration (of 4.0.0)

Metric: damping and stiffness of the smooth forces.

    Mh = M + h D + h^2 K,    D = - df/dqvel,  K = - df/dqpos
D and K have two parts. Damping and stiffness of joints and the drag of fluids lie in the pattern of M and are
factorized with M. Those of tendons, actuators and flexes (flex_metric.py; cells.py, rod_metric.py and
passive_contacts.py of flex) are *couplings*: (h d + h^2 k) J' J with a row J, as that of ten_J or actuator_moment.
Couplings of actuators of one hinge or slide are folded into the factorized part. Each term is clamped to at least 0, so
that Mh stays positive definite; actuators at a force limit have no term. Coriolis forces are omitted. Under PGS there
are no couplings, and the forces are explicit.

A coupling is a row like an equality, with D = h d + h^2 k and aref = 0, since 1/2 D (J qacc)^2 is its part of the cost.
These rows follow those of constraints in efc_* while a solver runs; programs never see them.

Coupled solve: qacc_smooth of the integrator discrete, with the couplings of the metric.

    few couplings          Woodbury's identity with the factored part of the metric
    many (flexes)          a sparse factor (constraint/solver/solve.py)
"""

from gelenk.algebra.linalg import is_sparse, zero
from gelenk.algebra.vec import Vec2, get3, norm, sub
from gelenk.engine.coefficients import dof_damping, is_nonzero, tendon_damping
from gelenk.engine.constraint.rows.make_constraint import row_dot
from gelenk.engine.flex.rod_geometry import has_rod
from gelenk.engine.force.actuation import is_disabled, is_drive
from gelenk.engine.force.muscle import muscle_bias_length, muscle_gain_length
from gelenk.engine.force.passive import spring_shift, spring_turn, tendon_stretch
from gelenk.engine.integrate.derivative import (
    force_velocity_slope,
    gain_derivative_input,
    is_clamped,
    is_target_clamped,
)
from gelenk.engine.model_features import has_cells, has_elastic_flexes, has_fluid, has_passive_flexes
from gelenk.engine.position.inertia import solve_m_vector
from gelenk.engine.sleep.awake_lists import DOF, DOF_END, ENTRY, ENTRY_END, JOINT, JOINT_END
from gelenk.engine.stage_calls import call_far, require
from gelenk.engine.step import run_growing
from gelenk.tables.enums import mjtBias, mjtConstraint, mjtDisableBit, mjtGain, mjtJoint, mjtSolver
from gelenk.tables.stages import INDEX
from gelenk.tables.status import GROW
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Rows, View

FLUID_VEL = INDEX["fluid_vel"]
FLEX_COUPLINGS, CELL_COUPLINGS = INDEX["flex_couplings"], INDEX["cell_couplings"]
ROD_COUPLINGS = INDEX["rod_couplings"]
PASSIVE_CONTACT_COUPLINGS = INDEX["passive_contact_couplings"]


# The factored part


@kernel
def spring_tangent(a: float, higher: Rows, i: int, x: float) -> float:
    """Return the derivative a + 2 b x + 3 c x^2 of a spring force, at least 0."""
    return max(0.0, a + x * (2.0 * higher[i, 0] + 3.0 * higher[i, 1] * x))


@kernel
def joint_stiffness(m: Model, d: Data, j: int) -> Vec2:
    """Return the stiffness of a free joint's translation, and of other dofs of joint j."""
    a, higher = m.jnt_stiffness[j], m.jnt_stiffnesspoly
    adr, kind = m.jnt_qposadr[j], m.jnt_type[j]
    if kind == mjtJoint.mjJNT_FREE:
        shift = norm(sub(get3(d.qpos, adr), get3(m.qpos_spring, adr)))
        turn = norm(spring_turn(m, d, j, adr + 3))
        return spring_tangent(a, higher, j, shift), spring_tangent(a, higher, j, turn)
    x = norm(spring_turn(m, d, j, adr)) if kind == mjtJoint.mjJNT_BALL else spring_shift(m, d, j)
    k = spring_tangent(a, higher, j, x)
    return k, k


@kernel
def joint_terms(m: Model, d: Data, j: int) -> None:
    """Add the damping and stiffness of joint j to qDeriv, and to metric_shift."""
    h, first = m.opt.timestep, m.jnt_dofadr[j]
    end = m.jnt_dofadr[j + 1] if j + 1 < m.njnt else m.nv
    damper = m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0
    k_line, k_turn = 0.0, 0.0
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0 and is_nonzero(
        m.jnt_stiffness, m.jnt_stiffnesspoly, j
    ):
        k_line, k_turn = joint_stiffness(m, d, j)
    for i in range(first, end):
        k = k_line if i < first + 3 else k_turn
        damping = max(0.0, dof_damping(m, i, d.qvel[i], True)) if damper else 0.0
        d.qDeriv[m.D_rowadr[i] + m.D_diag[i]] -= damping + h * k
        d.metric_shift[i] -= h * k * d.qvel[i]


@kernel
def make_metric(m: Model, d: Data) -> None:
    """Compute the factored metric: qDeriv = -(D + h K), qLU = M - h qDeriv in M's pattern.

    Reads   M (nC), qpos, qvel, the inputs of fluid_vel
    Writes  qDeriv (nD), qLU (first nC), metric_shift (nv) = - h K qvel
    """
    zero(d.qDeriv, m.nD)
    zero(d.metric_shift, m.nv)
    for r in range(d.nrun):
        for j in range(d.run[r, JOINT], d.run[r, JOINT_END]):
            joint_terms(m, d, j)
    passive = mjtDisableBit.mjDSBL_SPRING | mjtDisableBit.mjDSBL_DAMPER
    if has_fluid(m) and m.opt.disableflags & passive != passive:
        require(m, d, FLUID_VEL)
    h = m.opt.timestep
    for r in range(d.nrun):
        for k in range(d.run[r, ENTRY], d.run[r, ENTRY_END]):
            d.qLU[k] = d.M[k] - h * d.qDeriv[m.mapD2M[k]]
    if takes_actuators(m):
        fold_actuators(m, d)


# Couplings


@kernel
def takes_couplings(m: Model) -> bool:
    """Return whether the solver supports the couplings of tendons and actuators."""
    return m.opt.solver != mjtSolver.mjSOL_PGS


@kernel
def takes_actuators(m: Model) -> bool:
    """Return whether there are actuators with couplings, and the solver supports these."""
    return m.nactuator > 0 and takes_couplings(m) and m.opt.disableflags & mjtDisableBit.mjDSBL_ACTUATION == 0


@kernel
def moves_one_dof(m: Model, d: Data, out: int) -> bool:
    """Return whether output ``out`` of an actuator is the force of one hinge or slide."""
    if d.moment_rownnz[out] != 1:
        return False
    kind = m.jnt_type[m.dof_jntid[d.moment_colind[d.moment_rowadr[out]]]]
    return kind == mjtJoint.mjJNT_HINGE or kind == mjtJoint.mjJNT_SLIDE


@kernel
def tendon_terms(m: Model, d: Data, t: int) -> Vec2:
    """Return damping and stiffness of tendon t."""
    damping, stiffness = 0.0, 0.0
    if d.tendon_asleep[t] != 0:
        return damping, stiffness
    if m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0:
        damping = max(0.0, tendon_damping(m, t, d.ten_velocity[t], True))
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0 and is_nonzero(
        m.tendon_stiffness, m.tendon_stiffnesspoly, t
    ):
        stretch = tendon_stretch(m, d, t)
        if stretch != 0.0:
            stiffness = spring_tangent(m.tendon_stiffness[t], m.tendon_stiffnesspoly, t, stretch)
    return damping, stiffness


@kernel
def actuator_stiffness(m: Model, d: Data, i: int) -> float:
    """Return - d actuator_force / d actuator_length of each output of actuator i."""
    out = m.actuator_outadr[i]
    if is_drive(m, i):
        return d.drive_stiffness[out]
    length, velocity = d.actuator_length[out], d.actuator_velocity[out]
    low, high, acc0 = m.actuator_lengthrange[out, 0], m.actuator_lengthrange[out, 1], m.actuator_acc0[out]
    slope = 0.0
    if m.actuator_biastype[i] == mjtBias.mjBIAS_AFFINE:
        slope += m.actuator_biasprm[i, 1]
    elif m.actuator_biastype[i] == mjtBias.mjBIAS_MUSCLE:
        slope += muscle_bias_length(length, low, high, acc0, m.actuator_biasprm[i])
    if m.actuator_gaintype[i] == mjtGain.mjGAIN_AFFINE:
        slope += m.actuator_gainprm[i, 1] * gain_derivative_input(m, d, i)
    elif m.actuator_gaintype[i] == mjtGain.mjGAIN_MUSCLE:
        rate = muscle_gain_length(length, velocity, low, high, acc0, m.actuator_gainprm[i])
        slope += rate * gain_derivative_input(m, d, i)
    return -slope


@kernel
def actuator_terms(m: Model, d: Data, i: int) -> Vec2:
    """Return damping and stiffness of each output of actuator i."""
    if is_disabled(m, i) or is_clamped(m, d, i) or is_target_clamped(m, d, i):
        return 0.0, 0.0
    return max(0.0, -force_velocity_slope(m, d, i)), max(0.0, actuator_stiffness(m, d, i))


@kernel
def folded_weights(m: Model, d: Data, out: int, terms: Vec2) -> Vec2:
    """Return the elements of h D + h^2 K and of h K of an output that moves one dof."""
    h, moment = m.opt.timestep, d.actuator_moment[d.moment_rowadr[out]]
    square = moment * moment
    return h * (terms[0] + h * terms[1]) * square, h * terms[1] * square


@kernel
def fold_actuators(m: Model, d: Data) -> None:
    """Fold the couplings of one hinge or slide into the diagonal of qLU, and metric_shift."""
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        terms = actuator_terms(m, d, i)
        for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
            if moves_one_dof(m, d, out):
                dof, weights = d.moment_colind[d.moment_rowadr[out]], folded_weights(m, d, out, terms)
                d.qLU[m.M_rowadr[dof] + m.M_rownnz[dof] - 1] += weights[0]
                d.metric_shift[dof] -= weights[1] * d.qvel[dof]


@kernel
def add_folded_force(m: Model, d: Data) -> None:
    """qfrc_inverse += folded part of the metric times qacc"""
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        terms = actuator_terms(m, d, i)
        for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
            if moves_one_dof(m, d, out):
                dof = d.moment_colind[d.moment_rowadr[out]]
                d.qfrc_inverse[dof] += folded_weights(m, d, out, terms)[0] * d.qacc[dof]


@kernel
def reserve_coupling(m: Model, d: Data, nnz: int, terms: Vec2) -> int:
    """Append a row for a coupling of ``nnz`` entries; return their address, or -1.

    terms   damping and stiffness
    """
    h, row, adr = m.opt.timestep, d.nefc, d.nJ
    numbers = nnz if is_sparse(m) else m.nv
    d.nefc = row + 1
    d.nJ = adr + numbers
    if d.nefc > d.nefcmax or d.nJ > d.nJmax:
        return -1
    d.efc_J_rowadr[row] = adr
    d.efc_J_rownnz[row] = numbers
    d.efc_type[row] = mjtConstraint.mjCNSTR_EQUALITY
    d.efc_id[row] = -1 - row  # no other row has this id
    d.efc_D[row] = h * (terms[0] + h * terms[1])
    d.efc_R[row] = 1.0 / d.efc_D[row]
    d.efc_aref[row] = 0.0
    d.efc_frictionloss[row] = 0.0
    return adr


@kernel
def join_couplings(d: Data, first: int) -> None:
    """Make one block of the couplings from row ``first`` on, which must have the same columns.

    The rows get one efc_id, by which jacobian_blocks.py finds the rows of a block.
    """
    for row in range(first + 1, min(d.nefc, d.nefcmax)):
        d.efc_id[row] = d.efc_id[first]


@kernel
def couple(m: Model, d: Data, values: View, colind: Ints, nnz: int, terms: Vec2) -> None:
    """Append the coupling of a sparse row, and its share of metric_shift, unless it is zero."""
    h = m.opt.timestep
    if nnz == 0 or h * (terms[0] + h * terms[1]) <= 0.0:
        return
    adr = reserve_coupling(m, d, nnz, terms)
    if adr < 0:
        return
    sparse = is_sparse(m)
    if not sparse:
        zero(d.efc_J[adr:], m.nv)
    velocity = 0.0
    for k in range(nnz):
        velocity += values[k] * d.qvel[colind[k]]
        if sparse:
            d.efc_J[adr + k] = values[k]
            d.efc_J_colind[adr + k] = colind[k]
        else:
            d.efc_J[adr + colind[k]] += values[k]
    for k in range(nnz):
        d.metric_shift[colind[k]] -= h * terms[1] * velocity * values[k]


@kernel
def couple_dense(m: Model, d: Data, values: View, terms: Vec2) -> None:
    """Append the coupling of a dense row (nv); see `couple`."""
    h = m.opt.timestep
    if h * (terms[0] + h * terms[1]) <= 0.0:
        return
    adr = reserve_coupling(m, d, m.nv, terms)
    if adr < 0:
        return
    velocity = 0.0
    for i in range(m.nv):
        d.efc_J[adr + i] = values[i]
        velocity += values[i] * d.qvel[i]
    for i in range(m.nv):
        d.metric_shift[i] -= h * terms[1] * velocity * values[i]


@kernel
def add_couplings(m: Model, d: Data) -> None:
    """Append all couplings to efc_*; d.nefc and d.nJ also count couplings that do not fit.

    Couplings of flexes come last, from row d.flex_row on, after those of the twist angles of rods.
    """
    if takes_couplings(m):
        couple_tendons(m, d)
    if takes_actuators(m):
        couple_actuators(m, d)
    for f in range(m.nflex):
        if has_rod(m, f):
            call_far(m, d, ROD_COUPLINGS, f, 0)
    d.flex_row = d.nefc
    if has_elastic_flexes(m):
        require(m, d, FLEX_COUPLINGS)
    for f in range(m.nflex):
        if has_cells(m, f):
            call_far(m, d, CELL_COUPLINGS, f, 0)
    for f in range(m.nflex):
        if has_rod(m, f):
            call_far(m, d, ROD_COUPLINGS, f, 1)
    if d.ncon > 0 and has_passive_flexes(m):
        require(m, d, PASSIVE_CONTACT_COUPLINGS)


@kernel
def couple_tendons(m: Model, d: Data) -> None:
    """Append the couplings of tendons."""
    for t in range(m.ntendon):
        terms = tendon_terms(m, d, t)
        if is_sparse(m):
            adr = d.ten_J_rowadr[t]
            couple(m, d, flat(d.ten_J)[adr:], flat(d.ten_J_colind)[adr:], d.ten_J_rownnz[t], terms)
        else:
            couple_dense(m, d, d.ten_J[t], terms)


@kernel
def couple_actuators(m: Model, d: Data) -> None:
    """Append the couplings of the actuators that `fold_actuators` does not fold."""
    for n in range(d.nactuator_awake):
        i = d.actuator_awake[n]
        for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
            if not moves_one_dof(m, d, out):
                adr, terms = d.moment_rowadr[out], actuator_terms(m, d, i)
                couple(m, d, d.actuator_moment[adr:], d.moment_colind[adr:], d.moment_rownnz[out], terms)


# Coupled solve

SOLVE_METRIC = INDEX["solve_metric"]
FEW = 4  # largest number of couplings for Woodbury's identity


@kernel
def add_row(m: Model, d: Data, row: int, force: float, out: View) -> None:
    """out (nv) += efc_J[row]' force"""
    adr = d.efc_J_rowadr[row]
    if is_sparse(m):
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            out[d.efc_J_colind[k]] += d.efc_J[k] * force
        return
    for i in range(m.nv):
        out[i] += d.efc_J[adr + i] * force


@kernel
def has_space(m: Model, d: Data, n: int) -> bool:
    """Return whether hess is large enough for n couplings; if not, request more memory."""
    if n > FEW or n * n <= d.nHmax:
        return True
    d.need_H = n * n
    d.status = GROW
    return False


@kernel
def solve_dense(a: View, n: int, x: View) -> None:
    """x <- inv(a) x by Cholesky; the lower triangle of a (n, n) is overwritten."""
    for i in range(n):
        for k in range(i + 1):
            total = a[i * n + k]
            for p in range(k):
                total -= a[i * n + p] * a[k * n + p] * a[p * n + p]
            a[i * n + k] = total if k == i else total / a[k * n + k]
    for i in range(n):
        for k in range(i):
            x[i] -= a[i * n + k] * x[k]
    for i in range(n - 1, -1, -1):
        x[i] /= a[i * n + i]
        for k in range(i + 1, n):
            x[i] -= a[k * n + i] * x[k]


@kernel
def couple_smooth(m: Model, d: Data, first: int, n: int) -> None:
    """Add n couplings from row ``first`` on to qacc_smooth, a solution without couplings.

    x - Y inv(inv(W) + J Y) J x with Y = inv(Mh) J' and the weights W: Woodbury's identity.
    """
    y, work, sparse = d.row_jar, d.metric_work, is_sparse(m)
    for c in range(n):
        zero(work, m.nv)
        add_row(m, d, first + c, 1.0, work)
        solve_m_vector(m, d, work)
        for b in range(c + 1):
            d.hess[c * n + b] = row_dot(m, d, first + b, work, sparse)
        d.hess[c * n + c] += d.efc_R[first + c]
        y[c] = row_dot(m, d, first + c, d.qacc_smooth, sparse)
    solve_dense(d.hess, n, y)
    zero(work, m.nv)
    for c in range(n):
        add_row(m, d, first + c, y[c], work)
    solve_m_vector(m, d, work)
    for r in range(d.nrun):
        for i in range(d.run[r, DOF], d.run[r, DOF_END]):
            d.qacc_smooth[i] -= work[i]


@kernel
def solve_coupled(m: Model, d: Data, first: int, n: int) -> None:
    """Solve for qacc_smooth with n couplings from row ``first`` on, then drop their rows.

    On entry qacc_smooth is the solution without couplings.
    """
    if n > FEW:
        d.nefc = first + n
        d.nhidden = n
        run_growing(m, d, SOLVE_METRIC)
        d.nhidden = 0
    else:
        couple_smooth(m, d, first, n)
    d.nefc = first
