"""Inverse dynamics: the applied force that produces a given acceleration.

Documents: Computation / Constraint solver / Inverse dynamics; Computation / Simulation pipeline; Computation /
General framework / Numerical integration; XML reference / flag / invdiscrete

qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - J' f,    f = -ds/djar at jar = J qacc - aref, so no solver runs

With the flag invdiscrete, except for RK4, the discrete-time acceleration qacc = (v[t + h] - v[t]) / h is first
converted to continuous time. An integrator that is implicit in velocity solves (M - h D) a_discrete = M a, so

    a = a_discrete - h inv(M) D a_discrete,    D = -diag(damping derivative) for Euler, qDeriv for the implicit ones
"""

import math

from gelenk.algebra.linalg import copy, is_sparse, zero
from gelenk.engine.coefficients import dof_damping
from gelenk.engine.constraint.rows.make_constraint import row_dot
from gelenk.engine.constraint.solver.cost import (
    cone_region,
    cone_stiffness,
    friction_region,
    inequality_region,
)
from gelenk.engine.force.velocity import xfrc_accumulate
from gelenk.engine.integrate.derivative import smooth_vel
from gelenk.engine.integrate.euler import is_damped
from gelenk.engine.position.inertia import mul_m, solve_m_vector
from gelenk.engine.step import has_sensors, run
from gelenk.tables.enums import mjtConstraint, mjtConstraintState, mjtEnableBit, mjtIntegrator, mjtStage
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import call_pair, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

POSITION_PART, VELOCITY_PART = INDEX["position_part"], INDEX["velocity_part"]
ENERGY_POS, ENERGY_VEL = INDEX["energy_pos"], INDEX["energy_vel"]
SENSOR_POS, SENSOR_VEL, SENSOR_ACC = INDEX["sensor_pos"], INDEX["sensor_vel"], INDEX["sensor_acc"]
CONTINUOUS_ACC = INDEX["continuous_acc"]
METRIC_ROWS, METRIC_FORCE = INDEX["metric_rows"], INDEX["metric_force"]
# stages of this library, hence always loaded
INV_CONSTRAINT, INVERSE_PART = INDEX["inv_constraint"], INDEX["inverse_part"]
# rows of d.work_nv
SAVED_QACC, SAVED_CONSTRAINT, APPLIED = 0, 1, 2


@kernel
def add_transposed(m: Model, d: Data, row: int, force: float, out: View, sparse: bool) -> None:
    """out += efc_J[row]' force"""
    adr = d.efc_J_rowadr[row]
    if sparse:
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            out[d.efc_J_colind[k]] += d.efc_J[k] * force
    else:
        for i in range(m.nv):
            out[i] += d.efc_J[adr + i] * force


@kernel
def row_force(d: Data, row: int, jar: float) -> tuple[float, int]:
    """Return the force and state of a scalar row.

    Scalar rows: equality, friction loss, limit, frictionless contact, edge of a pyramid.
    """
    region: int = mjtConstraintState.mjCNSTRSTATE_QUADRATIC
    if d.ne <= row < d.ne + d.nf:
        limit = d.efc_frictionloss[row]
        region = friction_region(jar, d.efc_R[row] * limit)
        if region == mjtConstraintState.mjCNSTRSTATE_LINEARNEG:
            return limit, region
        if region == mjtConstraintState.mjCNSTRSTATE_LINEARPOS:
            return -limit, region
    elif row >= d.ne:
        region = inequality_region(jar)
        if region == mjtConstraintState.mjCNSTRSTATE_SATISFIED:
            return 0.0, region
    return -d.efc_D[row] * jar, region


@kernel
def cone_force(d: Data, c: int, row: int) -> int:
    """Replace jar of the rows of elliptic contact c, in work_row, by the constraint forces.

    Returns the state of the contact.
    """
    dim = d.contact_dim[c]
    normal = d.work_row[0]
    square = 0.0
    for k in range(1, dim):
        u = d.contact_friction[c, k - 1] * d.work_row[k]
        square += u * u
    tangent = math.sqrt(square)
    region = cone_region(normal, tangent, d.contact_mu[c])
    if region == mjtConstraintState.mjCNSTRSTATE_SATISFIED:
        zero(d.work_row, dim)
        return region
    if region == mjtConstraintState.mjCNSTRSTATE_QUADRATIC:
        for k in range(dim):
            d.work_row[k] *= -d.efc_D[row + k]
        return region
    force = cone_stiffness(d.efc_D[row], d.contact_mu[c]) * (tangent - normal)
    d.work_row[0] = force
    for k in range(1, dim):
        mu = d.contact_friction[c, k - 1]
        d.work_row[k] *= -force * mu * mu / tangent
    return region


@kernel
def constraint_forces(m: Model, d: Data, keep: bool) -> None:
    """Compute qfrc_constraint at the given qacc; efc_force and efc_state too if ``keep``."""
    zero(d.qfrc_constraint, m.nv)
    sparse = is_sparse(m)
    row = 0
    while row < d.nefc:
        cone = d.efc_type[row] == mjtConstraint.mjCNSTR_CONTACT_ELLIPTIC
        n = d.contact_dim[d.efc_id[row]] if cone else 1
        for k in range(n):
            d.work_row[k] = row_dot(m, d, row + k, d.qacc, sparse) - d.efc_aref[row + k]
        if cone:
            state = cone_force(d, d.efc_id[row], row)
        else:
            d.work_row[0], state = row_force(d, row, d.work_row[0])
        for k in range(n):
            if keep:
                d.efc_force[row + k] = d.work_row[k]
                d.efc_state[row + k] = state
            if d.work_row[k] != 0.0:
                add_transposed(m, d, row + k, d.work_row[k], d.qfrc_constraint, sparse)
        row += n


@kernel
def inv_constraint(m: Model, d: Data) -> None:
    """Compute constraint forces at the given acceleration (mj_invConstraint).

    f = -ds/djar,  jar = efc_J qacc - efc_aref; the cost s is that of constraint/solver/cost.py
    Reads   qacc (nv), efc_* (nefc)        Writes  efc_force, efc_state (nefc), qfrc_constraint (nv)
    Source  Computation / Inverse dynamics
    """
    constraint_forces(m, d, True)


@kernel
def total_force(m: Model, d: Data) -> None:
    """qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint"""
    mul_m(m, d, d.qfrc_inverse, d.qacc)
    for i in range(m.nv):
        d.qfrc_inverse[i] += d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i]
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        run(m, d, METRIC_FORCE)


# The pipeline


@kernel
def is_discrete(m: Model) -> bool:
    """Return whether qacc must be converted from discrete to continuous time.

    This is never so with the integrator discrete, which has no acceleration of continuous time.
    """
    return (
        m.opt.enableflags & mjtEnableBit.mjENBL_INVDISCRETE != 0
        and m.opt.integrator != mjtIntegrator.mjINT_RK4
        and m.opt.integrator != mjtIntegrator.mjINT_DISCRETE
    )


@kernel
def inverse_position(m: Model, d: Data, sensors: bool, energy: bool) -> None:
    """Run the stages that depend on positions."""
    d.flg_energypos = 0
    run(m, d, POSITION_PART)
    if sensors:
        run(m, d, SENSOR_POS)
    if energy and d.flg_energypos == 0:
        run(m, d, ENERGY_POS)


@kernel
def inverse_velocity(m: Model, d: Data, sensors: bool, energy: bool) -> None:
    """Run the stages that depend on velocities."""
    d.flg_energyvel = 0
    d.flg_subtreevel = 0
    run(m, d, VELOCITY_PART)
    if sensors:
        run(m, d, SENSOR_VEL)
    if energy and d.flg_energyvel == 0:
        run(m, d, ENERGY_VEL)


@kernel
def inverse_acceleration(m: Model, d: Data, sensors: bool) -> None:
    """Compute qfrc_inverse from qacc, and the acceleration sensors."""
    discrete = is_discrete(m)
    if discrete:
        copy(d.work_nv[SAVED_QACC], d.qacc, m.nv)
        run(m, d, CONTINUOUS_ACC)
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:
        run(m, d, METRIC_ROWS)
    call_stage(m, d, INV_CONSTRAINT)
    total_force(m, d)
    if sensors:
        d.flg_rnepost = 0
        run(m, d, SENSOR_ACC)
    if discrete:
        copy(d.qacc, d.work_nv[SAVED_QACC], m.nv)


@kernel
def inverse_part(m: Model, d: Data, skipstage: int, skipsensor: int) -> None:
    """Compute inverse dynamics without the stages that are still valid (mj_inverseSkip).

    qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint
    Reads   qpos, qvel, qacc        Writes  qfrc_inverse, qfrc_constraint (nv), efc_force, and all intermediate fields
    Source  Computation / Simulation pipeline / Inverse dynamics
    """
    d.status = DONE
    sensors = has_sensors(m) and skipsensor == 0
    energy = m.opt.enableflags & mjtEnableBit.mjENBL_ENERGY != 0
    if skipstage < mjtStage.mjSTAGE_POS:
        inverse_position(m, d, sensors, energy)
    if skipstage < mjtStage.mjSTAGE_VEL and d.status == DONE:
        inverse_velocity(m, d, sensors, energy)
    if d.status == DONE:
        inverse_acceleration(m, d, sensors)


@kernel
def inverse(m: Model, d: Data) -> None:
    """Compute inverse dynamics (mj_inverse), see inverse_part."""
    call_pair(m, d, INVERSE_PART, mjtStage.mjSTAGE_NONE, 0)


@kernel
def difference(a: View, b: View, n: int) -> float:
    """|a - b|"""
    total = 0.0
    for i in range(n):
        total += (a[i] - b[i]) * (a[i] - b[i])
    return math.sqrt(total)


@kernel
def compare_fwd_inv(m: Model, d: Data) -> None:
    """Compare inverse dynamics with the preceding forward dynamics (mj_compareFwdInv).

    solver_fwdinv = |qfrc_constraint - that of the inverse|, |applied and actuator forces - qfrc_inverse|
    Reads   results of forward dynamics        Writes  solver_fwdinv (2), qfrc_inverse (nv)
    Source  XML reference / option / flag / fwdinv
    """
    d.solver_fwdinv[0] = 0.0
    d.solver_fwdinv[1] = 0.0
    if d.nefc == 0:
        return
    applied, constraint = d.work_nv[APPLIED], d.work_nv[SAVED_CONSTRAINT]
    for i in range(m.nv):
        applied[i] = d.qfrc_applied[i] + d.qfrc_actuator[i]
        constraint[i] = d.qfrc_constraint[i]
    xfrc_accumulate(m, d, applied)
    discrete = is_discrete(m)
    if discrete:
        copy(d.work_nv[SAVED_QACC], d.qacc, m.nv)
        run(m, d, CONTINUOUS_ACC)
    constraint_forces(m, d, False)
    total_force(m, d)
    if discrete:
        copy(d.qacc, d.work_nv[SAVED_QACC], m.nv)
    d.solver_fwdinv[0] = difference(constraint, d.qfrc_constraint, m.nv)
    d.solver_fwdinv[1] = difference(applied, d.qfrc_inverse, m.nv)
    copy(d.qfrc_constraint, constraint, m.nv)


PRODUCT = 3  # row of d.work_nv


@kernel
def damp_euler(m: Model, d: Data, res: View) -> None:
    """res = D qacc for the Euler integrator; zero without implicit damping"""
    damped = is_damped(m)
    for i in range(m.nv):
        res[i] = -dof_damping(m, i, d.qvel[i], True) * d.qacc[i] if damped else 0.0


@kernel
def mul_derivative(m: Model, d: Data, res: View) -> None:
    """res = qDeriv qacc"""
    smooth_vel(m, d, m.opt.integrator == mjtIntegrator.mjINT_IMPLICIT)
    for i in range(m.nv):
        total = 0.0
        for k in range(m.D_rowadr[i], m.D_rowadr[i] + m.D_rownnz[i]):
            total += d.qDeriv[k] * d.qacc[m.D_colind[k]]
        res[i] = total


@kernel
def continuous_acc(m: Model, d: Data) -> None:
    """Convert the discrete-time acceleration in qacc to continuous time.

    Reads   qacc (nv), qLD, inputs of the derivatives        Writes  qacc (nv); qDeriv (nD) if implicit
    Source  XML reference / option / flag / invdiscrete
    """
    correction = d.work_nv[PRODUCT]
    if m.opt.integrator == mjtIntegrator.mjINT_EULER:
        damp_euler(m, d, correction)
    else:
        mul_derivative(m, d, correction)
        if d.status != DONE:  # the derivatives are incomplete
            return
    solve_m_vector(m, d, correction)
    for i in range(m.nv):
        d.qacc[i] -= m.opt.timestep * correction[i]
