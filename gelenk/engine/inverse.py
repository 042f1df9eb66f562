"""Inverse dynamics: the force that makes the system accelerate as it does.

Documents: Computation / Constraint solver / Inverse dynamics; Computation / Simulation pipeline

qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - J' f,    f = -ds/djar at jar = J qacc - aref, no solver

With the flag invdiscrete, and not for RK4, qacc is first turned into that of continuous time (discrete.py).
"""

import math

from gelenk.engine.acceleration import xfrc_accumulate
from gelenk.engine.constraint.chain import is_sparse
from gelenk.engine.constraint.cost import constraint_cost
from gelenk.engine.constraint.rows import row_dot
from gelenk.engine.inertia import mul_m
from gelenk.engine.kernel import call_pair, call_stage, kernel
from gelenk.engine.linalg import copy, zero
from gelenk.engine.step import (
    DONE,
    ENABLE_ENERGY,
    ENERGY_POS,
    ENERGY_VEL,
    SENSOR_ACC,
    SENSOR_POS,
    SENSOR_VEL,
    STAGE_NONE,
    STAGE_POS,
    STAGE_VEL,
    USE_RK4,
    has_sensors,
    run,
)
from gelenk.tables.enums import mjtEnableBit
from gelenk.tables.stages import INDEX

ENABLE_INVDISCRETE = int(mjtEnableBit.mjENBL_INVDISCRETE)
POSITION_PART, VELOCITY_PART = INDEX["position_part"], INDEX["velocity_part"]
CONTINUOUS_ACC = INDEX["continuous_acc"]
INV_CONSTRAINT, INVERSE_PART = INDEX["inv_constraint"], INDEX["inverse_part"]  # in this library, hence loaded
# rows of d.work_nv
SAVED_QACC, SAVED_CONSTRAINT, APPLIED = 0, 1, 2


@kernel
def add_transposed(m, d, row, force, out, sparse):
    """out += efc_J[row]' force"""
    adr = d.efc_J_rowadr[row]
    if sparse:
        for k in range(adr, adr + d.efc_J_rownnz[row]):
            out[d.efc_J_colind[k]] += d.efc_J[k] * force
    else:
        for i in range(m.nv):
            out[i] += d.efc_J[adr + i] * force


@kernel
def inv_constraint(m, d):
    """Constraint forces at the given acceleration (mj_invConstraint).

    f = -ds/djar,  jar = efc_J qacc - efc_aref
    Reads   qacc (nv), efc_* (nefc)        Writes  efc_force, efc_state (nefc), qfrc_constraint (nv)
    Source  Computation / Inverse dynamics
    """
    zero(d.qfrc_constraint, m.nv)
    if d.nefc == 0:
        return
    sparse = is_sparse(m)
    for row in range(d.nefc):
        d.efc_jar[row] = row_dot(m, d, row, d.qacc, sparse) - d.efc_aref[row]
    constraint_cost(m, d, False)
    for row in range(d.nefc):
        if d.efc_force[row] != 0.0:
            add_transposed(m, d, row, d.efc_force[row], d.qfrc_constraint, sparse)


# The pipeline


@kernel
def is_discrete(m):
    """Whether qacc is the difference of two velocities of a step."""
    return m.opt.enableflags & ENABLE_INVDISCRETE != 0 and m.opt.integrator != USE_RK4


@kernel
def inverse_position(m, d, sensors, energy):
    """Everything that depends on positions."""
    d.flg_energypos = 0
    run(m, d, POSITION_PART)
    if sensors:
        run(m, d, SENSOR_POS)
    if energy and d.flg_energypos == 0:
        run(m, d, ENERGY_POS)


@kernel
def inverse_velocity(m, d, sensors, energy):
    """Everything that depends on velocities."""
    d.flg_energyvel = 0
    d.flg_subtreevel = 0
    run(m, d, VELOCITY_PART)
    if sensors:
        run(m, d, SENSOR_VEL)
    if energy and d.flg_energyvel == 0:
        run(m, d, ENERGY_VEL)


@kernel
def inverse_acceleration(m, d, sensors):
    """qfrc_inverse from qacc, and sensors of accelerations."""
    discrete = is_discrete(m)
    if discrete:
        copy(d.work_nv[SAVED_QACC], d.qacc, m.nv)
        run(m, d, CONTINUOUS_ACC)
    call_stage(m, d, INV_CONSTRAINT)
    mul_m(m, d, d.qfrc_inverse, d.qacc)
    for i in range(m.nv):
        d.qfrc_inverse[i] += d.qfrc_bias[i] - d.qfrc_passive[i] - d.qfrc_constraint[i]
    if sensors:
        d.flg_rnepost = 0
        run(m, d, SENSOR_ACC)
    if discrete:
        copy(d.qacc, d.work_nv[SAVED_QACC], m.nv)


@kernel
def inverse_part(m, d, skipstage, skipsensor):
    """Inverse dynamics without the stages that are still valid (mj_inverseSkip).

    qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint
    Reads   qpos, qvel, qacc        Writes  qfrc_inverse, qfrc_constraint (nv), efc_force, all on the way
    Source  Computation / Simulation pipeline / Inverse dynamics
    """
    d.status = DONE
    sensors = has_sensors(m) and skipsensor == 0
    energy = m.opt.enableflags & ENABLE_ENERGY != 0
    if skipstage < STAGE_POS:
        inverse_position(m, d, sensors, energy)
    if skipstage < STAGE_VEL and d.status == DONE:
        inverse_velocity(m, d, sensors, energy)
    if d.status == DONE:
        inverse_acceleration(m, d, sensors)


@kernel
def inverse(m, d):
    """Inverse dynamics (mj_inverse), see inverse_part."""
    call_pair(m, d, INVERSE_PART, STAGE_NONE, 0)


@kernel
def difference(a, b, n):
    """|a - b|"""
    total = 0.0
    for i in range(n):
        total += (a[i] - b[i]) * (a[i] - b[i])
    return math.sqrt(total)


@kernel
def compare_fwd_inv(m, d):
    """How well inverse dynamics undoes forward dynamics (mj_compareFwdInv), after the latter.

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
    copy(d.efc_jv, d.efc_force, d.nefc)
    call_pair(m, d, INVERSE_PART, STAGE_VEL, 1)
    d.solver_fwdinv[0] = difference(constraint, d.qfrc_constraint, m.nv)
    d.solver_fwdinv[1] = difference(applied, d.qfrc_inverse, m.nv)
    copy(d.qfrc_constraint, constraint, m.nv)
    copy(d.efc_force, d.efc_jv, d.nefc)
