"""Measurements of `gelenk testspeed`: each stage of a step, called and timed by itself.

Documents: Computation / Simulation pipeline

Timing along a trajectory, not in a loop at one state, gives realistic contacts and warm starts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import gelenk
from gelenk.algebra.linalg import is_sparse
from gelenk.engine.step import has_sensors
from gelenk.runtime import pipeline, required_libraries
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator, mjtSolver
from gelenk.tables.stages import TIMED, Stage
from gelenk.tables.status import DONE
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

# flags that mark results as computed, which a step does at most once
FLAGS = ("flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost")
WANDER = 0.1  # amplitude of random controls, in half ranges
TIMED_STEPS, SECONDS = 1000, 8.0  # steps to time; time limit of all turns [s], which may reduce the steps


def timed_stages(m: MjModel) -> list[Stage]:
    """Return the stages of a step of ``m`` that are timed, in pipeline order."""
    sensors = bool(has_sensors(m._view))
    flags = m.opt.disableflags
    integrator = m.opt.integrator
    explicit = mjtIntegrator.mjINT_EULER, mjtIntegrator.mjINT_RK4
    needed = {
        "camlight": m.ncam + m.nlight > 0,
        "flex": m.nflex > 0,
        "tendon": m.ntendon > 0,
        "collision": m.ngeom + m.nflex > 1
        and not flags & (mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT),
        "transmission": m.nactuator > 0,
        "project_constraint": m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0,
        "sensor_pos": sensors,
        "sensor_vel": sensors,
        "sensor_acc": sensors,
        "euler": integrator == mjtIntegrator.mjINT_EULER,
        "runge_kutta": integrator == mjtIntegrator.mjINT_RK4,
        "implicit": integrator not in explicit,
    }
    return [stage for stage in TIMED if needed.get(stage.name, True)]


def stage_caller(m: MjModel, d: MjData, name: str) -> Callable[[], object]:
    """Return a function that calls the stage ``name`` with minimal overhead."""
    if not library.JIT:
        return lambda: pipeline.run_stage(name, m, d)
    entry, model, data = library.native(name), m._address, d._address
    return lambda: entry(model, data)


class StageTimer:
    """A stepper that times each stage; ``rows`` has the time of each stage of each step [ns]."""

    def __init__(self, m: MjModel, d: MjData) -> None:
        self.m, self.d = m, d
        self.parts = timed_stages(m)
        self.calls = [stage_caller(m, d, stage.name) for stage in self.parts]
        self.labels = [stage.label for stage in self.parts]
        self.rows: list[list[int]] = []

    def step(self) -> None:
        """Do one step of mj_step, stage by stage, and record the times."""
        d = self.d
        d._set_scalar("status", DONE)
        for name in FLAGS:
            d._set_scalar(name, 0)
        clock, row = time.perf_counter_ns, []
        for call in self.calls:
            begin = clock()
            call()
            row.append(clock() - begin)
            if d._grow():  # a buffer was too small: repeat this stage
                call()
        self.rows.append(row)


def best_of(turns: Any) -> np.ndarray:
    """Return the mean over steps of each step's shortest time in (turns, steps, ...) [us].

    All turns do equal work, and disturbances by the system only add time.
    """
    return 1e-3 * np.min(np.array(turns, float), axis=0).mean(axis=0)


def random_controls(m: MjModel, center: Any, size: float, seed: int = 0) -> Iterator[np.ndarray]:
    """Yield random controls (nu), at most ``size`` half ranges from ``center``, endlessly.

    The half range is 1 for controls without a range.
    """
    random = np.random.default_rng(seed)
    limited = m.actuator_ctrllimited.astype(bool)
    low = np.where(limited, m.actuator_ctrlrange[:, 0], -np.inf)
    high = np.where(limited, m.actuator_ctrlrange[:, 1], np.inf)
    reach = size * np.where(limited, np.ptp(m.actuator_ctrlrange, axis=1) / 2, 1.0)
    center = np.array(center)
    while True:
        yield np.clip(center + reach * random.uniform(-1, 1, m.nu), low, high)


class Times(NamedTuple):
    """Times of a step and its parts [us], mean contacts and rows, counts of steps and turns."""

    step: float
    parts: dict[str, float]
    ncon: float
    nefc: float
    sparse: bool
    nstep: int
    turns: int


def measure_times(
    m: MjModel, start: Callable[[], Any], nstep: int | None, turns: int, advance: Callable[[], object]
) -> Times:
    """Return mean times along ``nstep`` steps with random controls.

    The same trajectory, from the MjData that ``start()`` returns, is timed ``turns`` times; the shortest time of each
    step counts. Ctrl-C ends the measurement and keeps the completed turns, if there are any.

    nstep   None: TIMED_STEPS, or fewer if all turns would take longer than SECONDS
    """
    gelenk.mj_step(m, start())  # loads the required libraries
    whole, by_part = [], []
    seconds = SECONDS / (2 * turns) if nstep is None else np.inf
    nstep = TIMED_STEPS if nstep is None else nstep
    found: list[tuple[float, float]] = []  # mean contacts and rows of each turn
    try:
        for turn in range(turns):
            whole.append(_time_steps(m, start(), nstep, np.inf if turn else seconds))
            nstep = len(whole[0])
            rows, *means = _time_stages(m, start(), nstep)
            by_part.append(rows)
            found.append((means[0], means[1]))
            advance()
    except KeyboardInterrupt:
        if not found:
            raise
    n = len(found)
    labels = [stage.label for stage in timed_stages(m)]
    best = dict(zip(labels, best_of(by_part[:n]).tolist(), strict=True))
    return Times(float(best_of(whole[:n])), best, *found[-1], bool(is_sparse(m._view)), nstep, n)


def row_made_to_measure(m: MjModel, start: Callable[[], Any], known: Times) -> tuple[str, str, str, str]:
    """Time the steps of ``known`` with code specialized for the model; return a table row.

    The model runs general code again afterwards.

    Errors   gelenk.Error: the code cannot be compiled
    """
    try:
        made = gelenk.specialize(m, wait=True)
    except RuntimeError as error:
        raise gelenk.Error(str(error)) from error
    try:
        own = float(best_of([_time_steps(m, start(), known.nstep, np.inf) for _ in range(known.turns)]))
    finally:
        required_libraries.install(m, 0)
    gain = f"{known.step / own:.2f}x; {made.seconds:.1f} s to compile"
    return "[bold]made to measure[/]", f"[bold]{own:.2f}[/]", "", gain


def _time_stages(m: MjModel, d: MjData, nstep: int) -> tuple[list[list[int]], float, float]:
    """Return the time of each stage of each step [ns], mean contacts, and mean rows."""
    timer = StageTimer(m, d)
    ncon = nefc = 0
    for _, ctrl in zip(range(nstep), random_controls(m, d.ctrl, WANDER), strict=False):
        d.ctrl[:] = ctrl
        timer.step()
        ncon += d.ncon
        nefc += d.nefc
    return timer.rows, ncon / nstep, nefc / nstep


def _time_steps(m: MjModel, d: MjData, nstep: int, seconds: float) -> list[int]:
    """Return the time of each mj_step [ns], until the time limit."""
    times, clock = [], time.perf_counter_ns
    end = clock() + 1e9 * seconds
    for _, ctrl in zip(range(nstep), random_controls(m, d.ctrl, WANDER), strict=False):
        d.ctrl[:] = ctrl
        begin = clock()
        gelenk.mj_step(m, d)
        times.append(clock() - begin)
        if clock() > end:
            break
    return times
