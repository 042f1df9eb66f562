"""Time of a step, stage by stage: each stage called by itself, in pipeline order.

Documents: Computation / Simulation pipeline

Timing along a trajectory, not in a loop at one state, keeps contacts and the warm start as they are in use.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import gelenk
from gelenk.algebra.linalg import is_sparse
from gelenk.engine.step import has_sensors
from gelenk.runtime import pipeline
from gelenk.tables.enums import mjtDisableBit, mjtIntegrator, mjtSolver
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

FLAGS = ("flg_energypos", "flg_energyvel", "flg_subtreevel", "flg_rnepost")  # what is computed once a step
WANDER = 0.1  # size of random controls, in half ranges
STEPS, SECONDS = 1000, 8.0  # as many steps are timed, or fewer, so that all turns take about so long


class Part(NamedTuple):
    """One row of the table: what is timed, the stages that do it, whether it is smooth dynamics."""

    label: str
    stages: tuple[str, ...]
    smooth: bool = False


def parts(m: MjModel) -> list[Part]:
    """The parts of a step of ``m``, in the order in which they run."""
    sensors = bool(has_sensors(m._view))
    flags = m.opt.disableflags
    contacts = m.ngeom + m.nflex > 1 and not flags & (
        mjtDisableBit.mjDSBL_CONSTRAINT | mjtDisableBit.mjDSBL_CONTACT
    )
    dual = m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0
    integrator: dict[int, str] = {mjtIntegrator.mjINT_EULER: "euler", mjtIntegrator.mjINT_RK4: "runge_kutta"}
    rows = [
        (True, Part("kinematics", ("kinematics",), True)),
        (True, Part("centre of mass", ("com_pos",), True)),
        (m.ncam + m.nlight > 0, Part("cameras, lights", ("camlight",))),
        (m.nflex > 0, Part("flexes", ("flex",))),
        (m.ntendon > 0, Part("tendons", ("tendon",))),
        (True, Part("inertia matrix", ("make_m",), True)),
        (True, Part("factorisation", ("factor_m",), True)),
        (contacts, Part("collision", ("collision",))),
        (True, Part("make constraint", ("make_constraint",))),
        (m.nu > 0, Part("transmission", ("transmission",))),
        (dual, Part("project constraint", ("project_constraint",))),
        (sensors, Part("position sensors", ("sensor_pos",))),
        (True, Part("velocity, passive", ("velocity_part",), True)),
        (sensors, Part("velocity sensors", ("sensor_vel",))),
        (True, Part("actuation", ("fwd_actuation",))),
        (True, Part("acceleration", ("fwd_acceleration",), True)),
        (True, Part("solve constraint", ("fwd_constraint",))),
        (sensors, Part("other sensors", ("sensor_acc",))),
        (True, Part("integrate", (integrator.get(m.opt.integrator, "implicit"),))),
    ]
    return [part for wanted, part in rows if wanted]


def caller(m: MjModel, d: MjData, name: str) -> Callable[[], object]:
    """The stage ``name`` on these structs, with as little around it as can be."""
    if not library.JIT:
        return lambda: pipeline.call_stage(name, m, d)
    entry, model, data = library.native(name), m._address, d._address
    return lambda: entry(model, data)


class StageTimer:
    """Steps a model stage by stage; ``rows`` has the nanoseconds of every part of every step."""

    def __init__(self, m: MjModel, d: MjData) -> None:
        self.m, self.d = m, d
        self.parts = parts(m)
        self.calls = [[caller(m, d, name) for name in part.stages] for part in self.parts]
        self.labels = [part.label for part in self.parts]
        self.rows: list[list[int]] = []

    def step(self) -> None:
        """One step: what mj_step does, in as many calls as it has parts."""
        d = self.d
        for name in ("status", *FLAGS):
            d._set(name, 0)
        clock, row = time.perf_counter_ns, []
        for calls in self.calls:
            begin = clock()
            for call in calls:
                call()
            row.append(clock() - begin)
            if d._grow():  # a buffer was too small: do this part again
                for call in calls:
                    call()
        self.rows.append(row)


def best_of(turns: Any) -> np.ndarray:
    """Mean over the steps of the shortest time that each took in any of the turns (turns, steps, ...) [µs].

    All turns do the same work, and noise of the machine only ever adds.
    """
    return 1e-3 * np.min(np.array(turns, float), axis=0).mean(axis=0)


def controls(m: MjModel, center: Any, size: float, seed: int = 0) -> Iterator[np.ndarray]:
    """Endless random controls, at most ``size`` half ranges (1 without range) from ``center`` (nu)."""
    random = np.random.default_rng(seed)
    limited = m.actuator_ctrllimited.astype(bool)
    low = np.where(limited, m.actuator_ctrlrange[:, 0], -np.inf)
    high = np.where(limited, m.actuator_ctrlrange[:, 1], np.inf)
    reach = size * np.where(limited, np.ptp(m.actuator_ctrlrange, axis=1) / 2, 1.0)
    center = np.array(center)
    while True:
        yield np.clip(center + reach * random.uniform(-1, 1, m.nu), low, high)


class Times(NamedTuple):
    """What ``measure`` found along so many steps: microseconds of one and of its parts, mean contacts and rows."""

    step: float
    parts: dict[str, float]
    ncon: float
    nefc: float
    sparse: bool
    nstep: int


def measure(
    m: MjModel, start: Callable[[], Any], nstep: int | None, turns: int, advance: Callable[[], object]
) -> Times:
    """Mean times along ``nstep`` steps, with random controls, from the MjData that ``start()`` makes.

    The same steps are timed ``turns`` times; of each step the best time counts.
    nstep   None: as STEPS and SECONDS say
    """
    gelenk.mj_step(m, start())  # loads what the model needs
    whole, by_part = [], []
    seconds = SECONDS / (2 * turns) if nstep is None else np.inf
    nstep = STEPS if nstep is None else nstep
    for turn in range(turns):
        whole.append(_whole(m, start(), nstep, np.inf if turn else seconds))
        nstep = len(whole[0])
        timer = StageTimer(m, start())
        ncon = nefc = 0
        for _, ctrl in zip(range(nstep), controls(m, timer.d.ctrl, WANDER), strict=False):
            timer.d.ctrl[:] = ctrl
            timer.step()
            ncon += timer.d.ncon
            nefc += timer.d.nefc
        by_part.append(timer.rows)
        advance()
    best = dict(zip(timer.labels, best_of(by_part).tolist(), strict=True))
    return Times(float(best_of(whole)), best, ncon / nstep, nefc / nstep, bool(is_sparse(m._view)), nstep)


def _whole(m: MjModel, d: MjData, nstep: int, seconds: float) -> list[int]:
    """Time of each mj_step [ns]; the last one is that after which so many seconds are over."""
    times, clock = [], time.perf_counter_ns
    end = clock() + 1e9 * seconds
    for _, ctrl in zip(range(nstep), controls(m, d.ctrl, WANDER), strict=False):
        d.ctrl[:] = ctrl
        begin = clock()
        gelenk.mj_step(m, d)
        times.append(clock() - begin)
        if clock() > end:
            break
    return times
