"""A step on the GPU as eight kernels, one world per thread.

Documents: design / Many worlds on GPUs; Computation / Simulation pipeline

Separate kernels use only the registers that they need, their code fits the instruction caches, and they compile in
parallel. Run in sequence, these kernels do what `one_step` of engine/step.py does. A world that stops because the
program lacks a stage stays unchanged until it is reset; a world that is not picked stays unchanged.
"""

from gelenk.engine.step import (
    ACCELERATION,
    ACTUATION,
    CHECK_POS,
    CHECK_VEL,
    CONSTRAINT,
    SENSOR_ACC,
    advance,
    contacts,
    has_sensors,
    inertia,
    places,
    rows,
    run,
    run_growing,
    sense_positions,
    velocities,
)
from gelenk.tables.enums import mjtTimer
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def batch_position(m: Model, d: Data) -> None:
    """Check positions and velocities, and compute all poses."""
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
def batch_inertia(m: Model, d: Data) -> None:
    """Compute the inertia matrix and its factor."""
    if d.picked == 0:
        return
    inertia(m, d)


@kernel
def batch_collision(m: Model, d: Data) -> None:
    """Detect contacts."""
    if d.picked == 0:
        return
    if d.status != DONE:
        return
    contacts(m, d)


@kernel
def batch_rows(m: Model, d: Data) -> None:
    """Build constraint rows and actuator moments."""
    if d.picked == 0:
        return
    rows(m, d)


@kernel
def batch_velocity(m: Model, d: Data) -> None:
    """Compute velocity-dependent quantities and actuator forces."""
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
def batch_acceleration(m: Model, d: Data) -> None:
    """Compute the unconstrained acceleration."""
    if d.picked == 0:
        return
    run(m, d, ACCELERATION)


@kernel
def batch_solver(m: Model, d: Data) -> None:
    """Solve for constraint forces and the constrained acceleration."""
    if d.picked == 0:
        return
    run_growing(m, d, CONSTRAINT)


@kernel
def batch_end(m: Model, d: Data) -> None:
    """Compute acceleration sensors, check accelerations, and integrate the state."""
    if d.picked == 0:
        return
    if has_sensors(m):
        run(m, d, SENSOR_ACC)
    advance(m, d, m.opt.integrator)
    if d.status == DONE:
        d.nstep += 1
        d.timer_number[mjtTimer.mjTIMER_STEP] += 1
        d.restarted = 0


@kernel
def until_forces(m: Model, d: Data) -> None:
    """Run all kernels of a step before batch_end in one thread."""
    batch_position(m, d)
    batch_inertia(m, d)
    batch_collision(m, d)
    batch_rows(m, d)
    batch_velocity(m, d)
    batch_acceleration(m, d)
    batch_solver(m, d)


@kernel
def batch_forward(m: Model, d: Data) -> None:
    """Compute the forward dynamics without integration (mj_forward)."""
    if d.picked == 0:
        return
    until_forces(m, d)
    if has_sensors(m):
        run(m, d, SENSOR_ACC)


@kernel
def batch_step(m: Model, d: Data, n: int) -> None:
    """Run ``n`` whole steps in one thread, for small models."""
    if d.picked == 0:
        return
    for _ in range(n):
        until_forces(m, d)
        batch_end(m, d)
