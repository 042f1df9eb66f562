"""Pipeline stages as functions of the API: mj_kinematics, mj_crb, mj_collision, ...

Documents: API / Subcomponents
"""

from collections.abc import Callable

import numpy as np

from gelenk.engine.validation.index_columns import CONTACTS, DUAL, MOMENTS, ROWS, TENDONS
from gelenk.runtime import index_checks, pipeline
from gelenk.runtime.arguments import documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtSolver
from gelenk.tables.stages import STAGES

Stage = Callable[[MjModel, MjData], None]


ROW_OF = {row.documented: row for row in STAGES if row.documented}
PARTS = {"contacts": CONTACTS, "rows": ROWS, "dual": DUAL, "moments": MOMENTS, "tendons": TENDONS}


def _checked_parts(name: str) -> int:
    """Return the bits of the index arrays of d that the stage reads and must check."""
    return sum(PARTS[part] for part in ROW_OF[name].checks.split())


def _stage_function(name: str, doc: str) -> Stage:
    """Create a documented function that runs the stage whose row names it."""
    stage, parts = ROW_OF[name].name, _checked_parts(name)

    def call(m: MjModel, d: MjData) -> None:
        if parts:
            index_checks.check_data(m, d, parts)
        pipeline.run_stage(stage, m, d)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = doc
    return documented(call)


# ---- positions

mj_kinematics = _stage_function(
    "mj_kinematics",
    """Poses of all bodies, inertial frames, joints, geoms and sites.

    Quaternions are normalized as they are read; those in qpos stay as they are.

    Frame      world; matrices by rows
    """,
)
mj_comPos = _stage_function(
    "mj_comPos",
    """Centers of mass of subtrees; inertias of bodies and axes of dofs about the center of mass of their tree.

    subtree_com[b] = sum of mass xipos over the subtree of b / body_subtreemass[b]

    Frame      cinert, cdof: world axes, about subtree_com of the root body; rotation before translation
    Source     Computation / General framework; Featherstone 2008, ch. 2
    """,
)
mj_camlight = _stage_function(
    "mj_camlight",
    """Poses of cameras, positions and directions of lights, as their modes say.

    Frame      world; a camera looks along its -z axis
    Source     XML reference / camera / mode
    """,
)
mj_flex = _stage_function(
    "mj_flex",
    """Vertices of flexes, bounding boxes of their elements, lengths and Jacobians of their edges.

    Frame      world
    Source     Modeling / Deformable objects
    """,
)
mj_tendon = _stage_function(
    "mj_tendon",
    """Lengths of tendons, their Jacobians, and the paths of spatial ones.

    fixed: length = sum of coef qpos;  spatial: sum of the segments between sites and around geoms / divisor

    Source     XML reference / tendon
    """,
)
mj_crb = _stage_function(
    "mj_crb",
    """The inertia matrix in joint space, by the composite rigid body algorithm, without tendons.

    crb[b] = sum of cinert over the subtree of b,  M[i, j] = cdof[j] . crb[body of i] cdof[i] (+ armature if i = j)

    Source     Computation / General framework; Featherstone 2008, ch. 6
    """,
)
mj_makeM = _stage_function(
    "mj_makeM",
    """The inertia matrix in joint space, by mj_crb, with the armature of tendons; in both layouts.

    M += armature ten_J' ten_J

    Source     API / mj_makeM; XML reference / tendon / spatial / armature
    """,
)
mj_factorM = _stage_function(
    "mj_factorM",
    """The sparse factor of the inertia matrix: M = L' D L.

    Source     Computation / General framework; Featherstone 2008, ch. 6.5
    """,
)
mj_transmission = _stage_function(
    "mj_transmission",
    """Lengths and moment arms of actuators.

    actuator_moment[i] = d actuator_length[i] / d qpos, in compressed rows

    Source     Computation / Transmission
    """,
)
mj_collision = _stage_function(
    "mj_collision",
    """All contacts: pairs of geoms and flexes that are nearer than their margins.

    Frame      world; contact.frame by rows: normal from the first geom to the second, then two tangents
    Source     Computation / Collision detection
    """,
)
mj_makeConstraint = _stage_function(
    "mj_makeConstraint",
    """Rows of equalities, friction loss, limits and contacts: Jacobian, position, impedance, regularization.

    R = (1 - d) / d diagApprox, where d is the impedance at the position of the row

    Source     Computation / Constraint model
    """,
)


@documented
def mj_projectConstraint(m: MjModel, d: MjData) -> None:
    """Compute the inverse inertia in constraint space, which dual solvers need.

    efc_AR = J M^-1 J' + diag(R), computed only if the solver is PGS or noslip_iterations is positive

    Source     Computation / Constraint solver / Dual problem
    """
    if m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0:
        index_checks.check_data(m, d, _checked_parts("mj_projectConstraint"))
        pipeline.run_stage("project_constraint", m, d)


mj_fwdKinematics = _stage_function(
    "mj_fwdKinematics",
    """Compute all positions: mj_kinematics, mj_comPos, mj_camlight, mj_flex, mj_tendon.

    Writes     the fields written by these functions
    """,
)
mj_island = _stage_function(
    "mj_island",
    """The islands of the constraint rows at hand: components of the graph of trees and constraints.

    The fields are also made when they are read, so there is no need to call this.

    Source     Computation / Constraint solver
    """,
)


# ---- velocities

mj_comVel = _stage_function(
    "mj_comVel",
    """Velocities of bodies and rates of change of the axes of dofs.

    cvel[b] = cvel[parent] + sum over the dofs i of b of cdof[i] qvel[i]
    cdof_dot[i] = (cvel before the joint of i) x cdof[i]

    Frame      world axes, about subtree_com of the root body; rotation before translation
    Source     Computation / General framework; Featherstone 2008, ch. 5
    """,
)
mj_passive = _stage_function(
    "mj_passive",
    """Forces of springs, dampers, the medium and gravity compensation, of flexes and passive plugins.

    qfrc_passive = qfrc_spring + qfrc_damper + qfrc_fluid + qfrc_gravcomp that no actuator does

    Calls      mjcb_passive, which may add to qfrc_passive
    Source     Computation / Passive forces
    """,
)
mj_referenceConstraint = _stage_function(
    "mj_referenceConstraint",
    """Velocities and reference accelerations of constraint rows.

    efc_vel = J qvel,  efc_aref = -B efc_vel - K d (efc_pos - efc_margin), with K, B, d of efc_KBIP

    Source     Computation / Constraint model; Modeling / Solver parameters
    """,
)
mj_subtreeVel = _stage_function(
    "mj_subtreeVel",
    """Velocities of the centers of mass of subtrees, and angular momenta about them.

    linvel = sum of m v / subtree mass,  angmom = sum of R I R' w + m (x - com) x (v - linvel)

    Frame      world
    Source     API / mj_subtreeVel; XML reference / sensor / subtreeangmom
    """,
)


@documented
def mj_rne(m: MjModel, d: MjData, flg_acc: int, result: np.ndarray) -> None:
    """Compute inverse dynamics without constraints, by the recursive Newton-Euler algorithm.

    result = M qacc + bias forces, or bias forces alone: Coriolis, centrifugal, gravity

    Source     Computation / General framework; Featherstone 2008, ch. 5
    """
    pipeline.run_stage("rne", m, d, flg_acc, result)


# ---- forces and accelerations

mj_fwdActuation = _stage_function(
    "mj_fwdActuation",
    """Forces of actuators, and the rates of their activations.

    actuator_force = gain(length, velocity) (act or ctrl) + bias(length, velocity),
    qfrc_actuator = actuator_moment' actuator_force

    Calls      mjcb_act_dyn, mjcb_act_gain, mjcb_act_bias, actuator plugins
    Warns      BADCTRL: a control is NaN or too large, and counts as 0
    Source     Computation / Actuation model
    """,
)
mj_fwdAcceleration = _stage_function(
    "mj_fwdAcceleration",
    """The sum of all forces but those of constraints, and the acceleration that it gives.

    qfrc_smooth = qfrc_passive - qfrc_bias + qfrc_applied + qfrc_actuator + J' xfrc_applied
    qacc_smooth = M^-1 qfrc_smooth

    Source     Computation / General framework
    """,
)
mj_fwdConstraint = _stage_function(
    "mj_fwdConstraint",
    """Forces of constraints, and the acceleration with them: the minimum of a convex cost.

    qacc = argmin of 1/2 |a - qacc_smooth|^2 in the norm of M + s(J a - efc_aref);  without rows qacc = qacc_smooth

    Warns      INERTIA: a matrix is too close to singular
    Source     Computation / Constraint solver
    """,
)
mj_rnePostConstraint = _stage_function(
    "mj_rnePostConstraint",
    """Accelerations of bodies and the forces on them, constraints included.

    cacc[b] = cacc[parent] + sum over the dofs of b of cdof_dot qvel + cdof qacc
    cfrc_int[b] = I a + v x* I v - cfrc_ext[b] + sum of cfrc_int of the children

    Frame      world axes, about subtree_com of the root body; rotation before translation; cacc contains -gravity
    Source     API / mj_rnePostConstraint; Featherstone 2008, ch. 5
    """,
)
mj_compareFwdInv = _stage_function(
    "mj_compareFwdInv",
    """Compare inverse dynamics with the preceding forward dynamics.

    solver_fwdinv = |qfrc_constraint - qfrc_constraint of the inverse|, |applied and actuator forces - qfrc_inverse|

    Source     API / mj_compareFwdInv; XML reference / option / flag / fwdinv
    """,
)


@documented
def mj_constraintUpdate(
    m: MjModel, d: MjData, jar: np.ndarray, cost: np.ndarray | None, flg_coneHessian: int
) -> None:
    """Compute forces, states and the cost of constraint rows at a given residual.

    efc_force = -ds/djar,  qfrc_constraint = J' efc_force,  cost = s(jar)

    Source     Computation / Constraint solver / Primal problem
    """
    out = np.zeros(1) if cost is None else cost
    index_checks.check_data(m, d, _checked_parts("mj_constraintUpdate"))
    pipeline.run_stage("constraint_update", m, d, jar, out, flg_coneHessian)


# ---- sensors and energy

mj_sensorPos = _stage_function(
    "mj_sensorPos",
    """Readings of sensors that depend on positions. Where sensors are disabled, they stay as they are.

    Energies are computed where a sensor needs them and no earlier stage has computed them.

    Calls      mjcb_sensor, sensor plugins
    Source     XML reference / sensor
    """,
)
mj_sensorVel = _stage_function(
    "mj_sensorVel",
    """Readings of sensors that depend on velocities. Where sensors are disabled, they stay as they are.

    mj_subtreeVel is run where a sensor needs it and no earlier stage has run it.

    Calls      mjcb_sensor, sensor plugins
    Source     XML reference / sensor
    """,
)
mj_sensorAcc = _stage_function(
    "mj_sensorAcc",
    """Readings of sensors that depend on accelerations and forces. Where sensors are disabled, they stay as they are.

    mj_rnePostConstraint is run where a sensor needs it and no earlier stage has run it.

    Calls      mjcb_sensor, sensor plugins
    Source     XML reference / sensor
    """,
)
mj_energyPos = _stage_function(
    "mj_energyPos",
    """Potential energy of gravity and springs, energy[0].

    Source     API / mj_energyPos; XML reference / option / flag / energy
    """,
)
mj_energyVel = _stage_function(
    "mj_energyVel",
    """Kinetic energy, energy[1] = 1/2 qvel . M qvel.

    Source     API / mj_energyVel; XML reference / option / flag / energy
    """,
)

# ---- checks and integrators

mj_checkPos = _stage_function(
    "mj_checkPos",
    """Look for NaN and numbers that are too large in qpos, and reset where there are some.

    Writes     what mj_resetData writes, unless autoreset is disabled
    Warns      BADQPOS, with the index
    Source     API / mj_checkPos; XML reference / option / flag / autoreset
    """,
)
mj_checkVel = _stage_function(
    "mj_checkVel",
    """Look for NaN and numbers that are too large in qvel, and reset where there are some.

    Writes     what mj_resetData writes, unless autoreset is disabled
    Warns      BADQVEL, with the index
    Source     API / mj_checkVel; XML reference / option / flag / autoreset
    """,
)
mj_checkAcc = _stage_function(
    "mj_checkAcc",
    """Look for NaN and numbers that are too large in qacc; where there are some, reset and compute forward dynamics.

    Writes     what mj_resetData and mj_forward write, unless autoreset is disabled
    Warns      BADQACC, with the index
    Source     API / mj_checkAcc; XML reference / option / flag / autoreset
    """,
)
mj_Euler = _stage_function(
    "mj_Euler",
    """Advance by a timestep h with semi-implicit Euler; damping of joints is implicit unless eulerdamp is disabled.

    (M + h diag(damping)) a = qfrc_smooth + qfrc_constraint,  qvel += h a,  qpos += h qvel

    qH and qHDiagInv are written where there is damping; sensordata, and what sensors ask for, where one is delayed.

    Calls      plugins, for plugin_state
    Source     Computation / Numerical integration
    """,
)
mj_implicit = _stage_function(
    "mj_implicit",
    """Advance by a timestep h, implicit in velocity: option.integrator says whether as implicit or implicitfast.

    (M - h qDeriv) a = qfrc_smooth + qfrc_constraint,  qvel += h a,  qpos += h qvel

    implicitfast leaves out the derivatives of Coriolis forces, and symmetrizes.

    qLU is written for implicit, qH and qHDiagInv for implicitfast; sensordata, and what sensors ask for, where one is
    delayed.

    Calls      plugins, for plugin_state
    Source     Computation / Numerical integration
    """,
)


@documented
def mj_RungeKutta(m: MjModel, d: MjData, N: int) -> None:
    """Advance by a timestep with fourth-order Runge-Kutta, after forward dynamics.

    Writes     qpos, qvel, act, time, and all fields that mj_forward writes
    Errors     ValueError: N is not 4
    Source     Computation / Numerical integration
    """
    if N != 4:
        raise ValueError(f"mj_RungeKutta: only order 4 is supported, not {N}")
    pipeline.run_stage("runge_kutta", m, d)
