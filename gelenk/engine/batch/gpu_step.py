"""A step in eight parts, each of them a kernel that the threads of a GPU run, a world each.

Documents: design / Many worlds on GPUs; Computation / Simulation pipeline

Parts of their own take the registers that they need, and no more; their code fits the caches; they are compiled in
parallel. One after the other they are `one_step` of engine/step.py. A world that stops, for a stage that the program
lacks, stays as it is until it is reset; one that is not picked stays as it is.
"""

from gelenk.engine.sleep.awake_lists import can_sleep
from gelenk.engine.step import (
    ACCELERATION,
    ACTUATION,
    CHECK_ACC,
    CHECK_POS,
    CHECK_VEL,
    COMPARE,
    CONSTRAINT,
    COUNT_REST,
    FALL_ASLEEP,
    SENSOR_ACC,
    contacts,
    has_sensors,
    inertia,
    integrate,
    places,
    rows,
    run,
    run_growing,
    sense_positions,
    velocities,
)
from gelenk.tables.enums import mjtEnableBit, mjtTimer
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def many_position(m: Model, d: Data) -> None:
    """Checks of the state, and where everything is."""
    if d.picked == 0:
        return
    run(m, d, CHECK_POS)
    run(m, d, CHECK_VEL)
    if d.status != DONE:
        return
    d.flg_energypos = 0
    d.flg_energyvel = 0
    d.flg_subtreevel = 0
    places(m, d)


@kernel
def many_inertia(m: Model, d: Data) -> None:
    """The inertia matrix and its factor."""
    if d.picked == 0:
        return
    inertia(m, d)


@kernel
def many_collision(m: Model, d: Data) -> None:
    """Contacts."""
    if d.picked == 0:
        return
    if d.status != DONE:
        return
    contacts(m, d)


@kernel
def many_rows(m: Model, d: Data) -> None:
    """Constraint rows and moments of actuators."""
    if d.picked == 0:
        return
    rows(m, d)


@kernel
def many_velocity(m: Model, d: Data) -> None:
    """What follows from positions and velocities, and forces of actuators."""
    if d.picked == 0:
        return
    sensors = has_sensors(m)
    if d.status != DONE:
        return
    sense_positions(m, d, sensors)
    velocities(m, d, sensors)
    d.flg_rnepost = 0
    run(m, d, ACTUATION)


@kernel
def many_acceleration(m: Model, d: Data) -> None:
    """Acceleration without constraints."""
    if d.picked == 0:
        return
    run(m, d, ACCELERATION)


@kernel
def many_solver(m: Model, d: Data) -> None:
    """Constraint forces, and the acceleration that they leave."""
    if d.picked == 0:
        return
    run_growing(m, d, CONSTRAINT)


@kernel
def many_end(m: Model, d: Data) -> None:
    """Sensors that know accelerations, the check of these, and the state a timestep later."""
    if d.picked == 0:
        return
    if has_sensors(m):
        run(m, d, SENSOR_ACC)
    run(m, d, CHECK_ACC)
    if (m.opt.enableflags & mjtEnableBit.mjENBL_FWDINV) != 0:
        run(m, d, COMPARE)
    if can_sleep(m):
        run(m, d, FALL_ASLEEP)
    integrate(m, d)
    if can_sleep(m):
        run(m, d, COUNT_REST)
    if d.status == DONE:
        d.nstep += 1
        d.timer_number[mjtTimer.mjTIMER_STEP] += 1
        d.restarted = 0


@kernel
def until_forces(m: Model, d: Data) -> None:
    """The parts of a step before its end, by one thread."""
    many_position(m, d)
    many_inertia(m, d)
    many_collision(m, d)
    many_rows(m, d)
    many_velocity(m, d)
    many_acceleration(m, d)
    many_solver(m, d)


@kernel
def many_forward(m: Model, d: Data) -> None:
    """Everything but the integrator (mj_forward)."""
    if d.picked == 0:
        return
    until_forces(m, d)
    if has_sensors(m):
        run(m, d, SENSOR_ACC)


@kernel
def many_step(m: Model, d: Data, n: int) -> None:
    """All parts of ``n`` steps by one thread, for small models."""
    if d.picked == 0:
        return
    for _ in range(n):
        until_forces(m, d)
        many_end(m, d)
