"""The step, forward dynamics and the initial state: the pipeline as sequences of stages.

Documents: Computation / Simulation pipeline; API / mj_step, mj_forward, mj_step1, mj_step2, mj_forwardSkip;
Computation / State and control (qpos0); API / mj_resetData

Stages live in libraries of their own and are reached through the stage table. A stage may find a buffer too small,
or may not be loaded yet: then d.status records the reason, the rest of the sequence is skipped, and Python grows the
buffer or loads the stage, and calls again. Repeating everything before the integrator does not change the result.

The initial state is that at time 0, written into zeroed memory (creation, reset, mj_setConst).
"""

from gelenk.algebra.vec import load3, load4, store3, store4
from gelenk.engine.sleep.awake_lists import all_awake, can_sleep
from gelenk.engine.stage_calls import CONTROL, run_callback
from gelenk.tables.enums import (
    mjtCtrlChart,
    mjtDisableBit,
    mjtEnableBit,
    mjtIntegrator,
    mjtJoint,
    mjtSolver,
    mjtStage,
    mjtTimer,
)
from gelenk.tables.stages import INDEX
from gelenk.tables.status import BAD_INTEGRATOR, DONE, GROW, MISSING
from gelenk.toolchain.kernel import call_own, call_stage, kernel
from gelenk.toolchain.kernel_types import Data, Model

KINEMATICS, COM_POS, CAMLIGHT = INDEX["kinematics"], INDEX["com_pos"], INDEX["camlight"]
TENDON, MAKE_M = INDEX["tendon"], INDEX["make_m"]
FACTOR_M, TRANSMISSION = INDEX["factor_m"], INDEX["transmission"]
COLLISION, MAKE_CONSTRAINT, PROJECT = (
    INDEX["collision"],
    INDEX["make_constraint"],
    INDEX["project_constraint"],
)
VELOCITY, REFERENCE = INDEX["fwd_velocity_smooth"], INDEX["reference_constraint"]
PASSIVE, ACTUATION, ACCELERATION = INDEX["passive"], INDEX["fwd_actuation"], INDEX["fwd_acceleration"]
CONSTRAINT = INDEX["fwd_constraint"]
FLEX, FLEX_VELOCITY = INDEX["flex"], INDEX["flex_velocity"]
SENSOR_POS, SENSOR_VEL, SENSOR_ACC = INDEX["sensor_pos"], INDEX["sensor_vel"], INDEX["sensor_acc"]
ENERGY_POS, ENERGY_VEL = INDEX["energy_pos"], INDEX["energy_vel"]
CHECK_POS, CHECK_VEL, CHECK_ACC = INDEX["check_pos"], INDEX["check_vel"], INDEX["check_acc"]
EULER, RUNGE_KUTTA, IMPLICIT = INDEX["euler"], INDEX["runge_kutta"], INDEX["implicit"]
COMPARE = INDEX["compare_fwd_inv"]
WAKE_TOUCHED, WAKE_JOINED, FALL_ASLEEP = INDEX["wake_touched"], INDEX["wake_joined"], INDEX["fall_asleep"]
COUNT_REST = INDEX["count_rest"]


@kernel
def run(m: Model, d: Data, index: int) -> None:
    """Call stage ``index``, unless the sequence has already stopped.

    If the stage is not loaded, the sequence stops.
    """
    if d.status != DONE:
        return
    if m.stage_table[index] == 0:
        d.status = MISSING
        d.need_stage = index
        return
    call_stage(m, d, index)


@kernel
def run_growing(m: Model, d: Data, index: int) -> None:
    """Call a stage that fills growable buffers; stop if they are too small."""
    run(m, d, index)
    rows = d.need_efc > d.nefcmax or d.need_J > d.nJmax or d.need_A > d.nAmax
    if rows or d.need_con > d.nconmax or d.need_H > d.nHmax:
        d.status = GROW


@kernel
def may_touch(m: Model) -> bool:
    """Return whether flexes, explicit pairs, or two geoms by their masks, may collide.

    If not, no collision library is loaded.
    """
    if m.nflex > 0 or m.npair > 0:
        return True
    contype, conaffinity = 0, 0
    for g in range(m.ngeom if m.ngeom > 1 else 0):
        contype |= m.geom_contype[g]
        conaffinity |= m.geom_conaffinity[g]
        if contype & conaffinity != 0:  # usually true for the first geom
            return True
    return False


@kernel
def find_contacts(m: Model, d: Data) -> None:
    """Detect all contacts, unless they are disabled or impossible."""
    disabled = m.opt.disableflags & (mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT) != 0
    if disabled or not may_touch(m):
        d.ncon = 0
    else:
        run_growing(m, d, COLLISION)


@kernel
def wake_by_constraints(m: Model, d: Data) -> None:
    """Wake the trees that contacts, equalities and tendons connect to awake trees.

    Trees that wake have contacts of their own, so collision detection runs again until no tree wakes.
    """
    asleep = m.ntree + 1
    while 0 < d.nasleep < asleep and d.status == DONE:
        asleep = d.nasleep
        run(m, d, WAKE_TOUCHED)
        run(m, d, WAKE_JOINED)
        if d.nasleep < asleep:
            find_contacts(m, d)


@kernel
def places(m: Model, d: Data) -> None:
    """Run the kinematics (mj_fwdKinematics)."""
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    if m.ncam > 0 or m.nlight > 0:
        run(m, d, CAMLIGHT)
    if m.nflex > 0:
        run(m, d, FLEX)
    if m.ntendon > 0:
        run(m, d, TENDON)


@kernel
def inertia(m: Model, d: Data) -> None:
    """Compute the inertia matrix and its factor."""
    run(m, d, MAKE_M)
    run(m, d, FACTOR_M)


@kernel
def contacts(m: Model, d: Data) -> None:
    """Detect contacts, including those of the trees that contacts wake."""
    find_contacts(m, d)
    if d.nasleep > 0:
        wake_by_constraints(m, d)


@kernel
def rows(m: Model, d: Data) -> None:
    """Make the constraint rows and the moments of actuators."""
    run_growing(m, d, MAKE_CONSTRAINT)
    if m.nactuator > 0:
        run(m, d, TRANSMISSION)
    if m.opt.integrator == mjtIntegrator.mjINT_DISCRETE:  # R depends on velocities, see integrate/discrete.py
        return
    if d.nefc > 0 and (m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0):
        run_growing(m, d, PROJECT)


@kernel
def fwd_position(m: Model, d: Data) -> None:
    """Run the stages that depend on qpos alone (mj_fwdPosition)."""
    places(m, d)
    inertia(m, d)
    contacts(m, d)
    rows(m, d)


@kernel
def fwd_velocity(m: Model, d: Data) -> None:
    """Run the stages that depend on qpos and qvel (mj_fwdVelocity)."""
    run(m, d, VELOCITY)
    if m.nflex > 0:
        run(m, d, FLEX_VELOCITY)
    run(m, d, PASSIVE)
    if d.nefc > 0:
        run(m, d, REFERENCE)


@kernel
def has_sensors(m: Model) -> bool:
    return m.nsensor > 0 and (m.opt.disableflags & mjtDisableBit.mjDSBL_SENSOR) == 0


@kernel
def positions(m: Model, d: Data, sensors: bool) -> None:
    """Run the position stage with its sensors and the potential energy."""
    d.flg_energypos = 0
    fwd_position(m, d)
    sense_positions(m, d, sensors)


@kernel
def sense_positions(m: Model, d: Data, sensors: bool) -> None:
    """Compute position sensors and the potential energy.

    Without the energy flag, both energies are zero unless a sensor computes them.
    """
    if sensors:
        run(m, d, SENSOR_POS)
    if d.flg_energypos == 0:
        if (m.opt.enableflags & mjtEnableBit.mjENBL_ENERGY) != 0:
            run(m, d, ENERGY_POS)
        else:
            d.energy[0] = 0.0
            d.energy[1] = 0.0


@kernel
def velocities(m: Model, d: Data, sensors: bool) -> None:
    """Run the velocity stage with its sensors and the kinetic energy."""
    d.flg_energyvel = 0
    d.flg_subtreevel = 0
    fwd_velocity(m, d)
    if sensors:
        run(m, d, SENSOR_VEL)
    if (m.opt.enableflags & mjtEnableBit.mjENBL_ENERGY) != 0 and d.flg_energyvel == 0:
        run(m, d, ENERGY_VEL)


@kernel
def forces(m: Model, d: Data, sensors: bool) -> None:
    """Run actuation, acceleration and constraints, with their sensors."""
    d.flg_rnepost = 0
    run(m, d, ACTUATION)
    run(m, d, ACCELERATION)
    run_growing(m, d, CONSTRAINT)
    if sensors:
        run(m, d, SENSOR_ACC)


@kernel
def before_repeat(d: Data, kinetic: float, known: int) -> None:
    """Restore the kinetic energy from before a step that stopped and will be repeated.

    The sensor of the kinetic energy runs in the position stage, and reads the energy of the previous step.
    """
    if d.status == GROW or d.status == MISSING:
        d.energy[1] = kinetic
        d.flg_energyvel = known


@kernel
def forward_skip(m: Model, d: Data, skipstage: int, skipsensor: int) -> None:
    """Compute forward dynamics without the stages that are still valid (mj_forwardSkip).

    Reads   qpos qvel act ctrl qfrc_applied xfrc_applied mocap_* eq_active time   Writes  everything else
    Source  Computation / Simulation pipeline
    """
    sensors = has_sensors(m) and skipsensor == 0
    if skipstage < mjtStage.mjSTAGE_POS:
        positions(m, d, sensors)
    if skipstage < mjtStage.mjSTAGE_VEL:
        velocities(m, d, sensors)
    run_callback(m, d, CONTROL)
    forces(m, d, sensors)


@kernel
def forward_part(m: Model, d: Data, skipstage: int, skipsensor: int) -> None:
    """Run mj_forwardSkip as a stage."""
    d.status = DONE
    kinetic, known = d.energy[1], d.flg_energyvel
    forward_skip(m, d, skipstage, skipsensor)
    before_repeat(d, kinetic, known)


@kernel
def forward(m: Model, d: Data) -> None:
    """Compute forward dynamics: qacc and all intermediate fields (mj_forward)."""
    forward_part(m, d, mjtStage.mjSTAGE_NONE, 0)


@kernel
def position_part(m: Model, d: Data) -> None:
    """Run mj_fwdPosition as a stage."""
    d.status = DONE
    fwd_position(m, d)


@kernel
def velocity_part(m: Model, d: Data) -> None:
    """Run mj_fwdVelocity as a stage."""
    d.status = DONE
    fwd_velocity(m, d)


@kernel
def integrate(m: Model, d: Data, integrator: int) -> None:
    """Advance the state by one timestep."""
    if integrator == mjtIntegrator.mjINT_EULER or integrator == mjtIntegrator.mjINT_DISCRETE:
        run(m, d, EULER)
    elif integrator == mjtIntegrator.mjINT_RK4:
        run(m, d, RUNGE_KUTTA)
    elif integrator == mjtIntegrator.mjINT_IMPLICIT or integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        run(m, d, IMPLICIT)
    elif d.status == DONE:
        d.status = BAD_INTEGRATOR


@kernel
def advance(m: Model, d: Data, integrator: int) -> None:
    """Check qacc, compare with inverse dynamics if enabled, put trees to sleep, integrate."""
    run(m, d, CHECK_ACC)
    if (m.opt.enableflags & mjtEnableBit.mjENBL_FWDINV) != 0:
        run(m, d, COMPARE)
    if can_sleep(m):
        run(m, d, FALL_ASLEEP)
    integrate(m, d, integrator)
    if can_sleep(m):
        run(m, d, COUNT_REST)


@kernel
def one_step(m: Model, d: Data) -> None:
    """Check the state, compute forward dynamics, check qacc, integrate (mj_step)."""
    kinetic, known = d.energy[1], d.flg_energyvel
    run(m, d, CHECK_POS)
    run(m, d, CHECK_VEL)
    forward_skip(m, d, mjtStage.mjSTAGE_NONE, 0)
    advance(m, d, m.opt.integrator)
    before_repeat(d, kinetic, known)


@kernel
def step(m: Model, d: Data, n: int) -> int:
    """Advance ``n`` steps, or fewer if a stage stops; d.nstep counts those completed.

    Code specialized for the model (toolchain/specialized) replaces the generic step while the model still matches it.

    Returns 0 if all steps completed and no warning was counted.
    """
    if m.own_step != 0:
        result = call_own(m, d, n)
        if result >= 0:
            return result
    d.status = DONE
    d.nstep = 0
    for _ in range(n):
        one_step(m, d)
        if d.status != DONE:
            return d.status
        d.nstep += 1
        d.timer_number[mjtTimer.mjTIMER_STEP] += 1
        d.restarted = 0
    return d.warned


@kernel
def step1(m: Model, d: Data) -> None:
    """Run the part of a step that does not depend on controls (mj_step1)."""
    d.status = DONE
    run(m, d, CHECK_POS)
    run(m, d, CHECK_VEL)
    sensors = has_sensors(m)
    positions(m, d, sensors)
    velocities(m, d, sensors)
    run_callback(m, d, CONTROL)


@kernel
def step2(m: Model, d: Data) -> None:
    """Run the part of a step that depends on controls (mj_step2); RK4 falls back to Euler."""
    d.status = DONE
    forces(m, d, has_sensors(m))
    kind = m.opt.integrator
    implicit = kind == mjtIntegrator.mjINT_IMPLICIT or kind == mjtIntegrator.mjINT_IMPLICITFAST
    advance(m, d, mjtIntegrator.mjINT_IMPLICIT if implicit else mjtIntegrator.mjINT_EULER)


# Initial state at time 0


@kernel
def begin_plastic(m: Model, d: Data) -> None:
    """Write the references of springs that yield: those of the model."""
    for j in range(m.njnt):
        at = m.jnt_plasticadr[j]
        if at >= 0:
            for k in range(4 if m.jnt_type[j] == mjtJoint.mjJNT_BALL else 1):
                d.plastic[at + k] = m.qpos_spring[m.jnt_qposadr[j] + k]
    for t in range(m.ntendon):
        at = m.tendon_plasticadr[t]
        if at >= 0:
            d.plastic[at] = m.tendon_lengthspring[t, 0]
            d.plastic[at + 1] = m.tendon_lengthspring[t, 1]


@kernel
def neutral_controls(m: Model, d: Data) -> None:
    """Write 1 as the real part of quaternion controls; leave the other controls unchanged."""
    for i in range(m.nactuator):
        if m.actuator_ctrlspec[i] == mjtCtrlChart.mjCHART_QUAT and m.actuator_gaintype[i] == m.gain_so3:
            if m.actuator_ctrlnum[i] == 4:
                d.ctrl[m.actuator_ctrladr[i]] = 1.0


@kernel
def begin(m: Model, d: Data) -> None:
    """Write the nonzero state of time 0; all trees are awake.

    Writes  qpos (nq), ctrl of quaternions (nu), mocap_pos mocap_quat (nmocap), eq_active (neq), plastic (nplastic), and
            the fields of all_awake
    """
    for k in range(m.nq):
        d.qpos[k] = m.qpos0[k]
    for e in range(m.neq):
        d.eq_active[e] = m.eq_active0[e]
    neutral_controls(m, d)
    for b in range(m.nbody):
        k = m.body_mocapid[b]
        if k >= 0:
            store3(d.mocap_pos, k, load3(m.body_pos, b))
            store4(d.mocap_quat, k, load4(m.body_quat, b))
    if m.nplastic > 0:
        begin_plastic(m, d)
    all_awake(m, d)
