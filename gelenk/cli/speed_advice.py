"""Speed advice: apply candidate changes to a model, and measure their gain.

Documents: Computation / Simulation pipeline; design / Testing

Each change is applied to a copy of the model and timed. Some changes preserve the physics, most do not. If a part is
removed to measure its cost, the gain is an upper bound. If geoms are removed that could be replaced by cheaper shapes,
only the time of collision detection counts, since the replacements would have contacts and constraint rows too.

The model and its changed copy are timed alternately from equal states. On its own trajectory a changed model may lose
contacts, and their cost would count as a gain of the change. So both are reset every few steps to states of the
original model. They take turns in running first, since the second run finds warm caches and branch predictors. For each
step the shortest time of all turns counts.
"""

from __future__ import annotations

import contextlib
import copy
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import gelenk
from gelenk.algebra.linalg import is_sparse
from gelenk.cli.testspeed import WANDER, best_of, random_controls
from gelenk.tables.api_enums import mjtEnableBit
from gelenk.tables.enums import mjtCone, mjtDisableBit, mjtGeom, mjtIntegrator, mjtJacobian, mjtSolver

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

LEAST_SPEEDUP = 1.05  # least speedup: smaller ones are noise, and not worth a change
DEEPER = 2.0  # factor by which a longer timestep may increase penetration or speed
TRIED = 4  # a change is timed along 1/TRIED of the steps
SECONDS = 1.2  # time limit of a trial [s]
MANY = 4  # least number of trees or rows for which a change of these is tried


class Change(NamedTuple):
    """A change to try.

    cost     what costs time                 advice   remedy
    apply    makes the change in a model     steps    original steps that one step of the changed model replaces
    bound    whether the part is removed, so that the gain is an upper bound
    finding  whether only the time of collision detection counts, since replacement geoms would also have contacts
    later    whether the gain builds up over time, so that the changed model is timed along its own trajectory
    """

    cost: str
    advice: str
    apply: Callable[[MjModel], None]
    steps: float = 1.0
    bound: bool = False
    finding: bool = False
    later: bool = False


class Gain(NamedTuple):
    """A change, and the speedup that it gives."""

    change: Change
    factor: float


def set_option(name: str, value: Any) -> Callable[[MjModel], None]:
    """Return a change that sets an option."""
    return lambda m: setattr(m.opt, name, value)


def set_flag(name: str, bit: Any, wanted: bool) -> Callable[[MjModel], None]:
    """Return a change that sets or clears a bit of disableflags or enableflags."""

    def apply(m: MjModel) -> None:
        flags = getattr(m.opt, name) & ~int(bit)
        setattr(m.opt, name, flags | int(bit) if wanted else flags)

    return apply


def disable_collisions(chosen: np.ndarray) -> Callable[[MjModel], None]:
    """Return a change that disables collisions of the chosen geoms."""

    def apply(m: MjModel) -> None:
        m.geom_contype[chosen] = 0
        m.geom_conaffinity[chosen] = 0

    return apply


# ---- candidate changes, in the order of the guide


def candidate_changes(m: MjModel, plain: TimedRun) -> Iterator[Change]:
    """Yield the candidate changes for a model, given its measured run ``plain``."""
    step = m.opt.timestep
    yield Change(
        f"a timestep of {step:g} s", f'timestep="{2 * step:g}"', set_option("timestep", 2.0 * step), steps=2.0
    )
    yield from collision_changes(m)
    if plain.ncon:
        yield from contact_changes(m)
    yield from joint_changes(m)
    if plain.nefc:
        yield from solver_changes(m)
    yield from other_changes(m)


def collision_changes(m: MjModel) -> Iterator[Change]:
    """Yield changes for slow geom types, and for pairs that need no collision test."""
    live = (m.geom_contype | m.geom_conaffinity) != 0
    kinds = (
        ("meshes", (mjtGeom.mjGEOM_MESH,), "primitives in their place, or maxhullvert"),
        ("height fields", (mjtGeom.mjGEOM_HFIELD,), "fewer rows and columns, or boxes"),
        ("signed distance fields", (mjtGeom.mjGEOM_SDF,), "fewer sdf_initpoints, or primitives"),
        (
            "cylinders and ellipsoids",
            (mjtGeom.mjGEOM_CYLINDER, mjtGeom.mjGEOM_ELLIPSOID),
            "capsules or boxes",
        ),
    )
    for words, types, advice in kinds:
        chosen = live & np.isin(m.geom_type, [int(kind) for kind in types])
        if chosen.any():
            cost = f"{chosen.sum()} {words} that collide"
            yield Change(cost, advice, disable_collisions(chosen), bound=True, finding=True)
    moving = live & (m.body_weldid[m.geom_bodyid] > 0)
    if moving.sum() > 1:

        def apart(changed: MjModel) -> None:
            changed.geom_contype[moving], changed.geom_conaffinity[moving] = 1, 0
            changed.geom_contype[live & ~moving], changed.geom_conaffinity[live & ~moving] = 0, 1

        advice = "contype and conaffinity, or exclude, for those that need not touch"
        yield Change(f"pairs among {moving.sum()} moving geoms", advice, apart, bound=True)
    for flex in range(m.nflex):
        if m.flex_selfcollide[flex] and not m.flex_rigid[flex]:

            def alone(changed: MjModel, flex: int = flex) -> None:
                changed.flex_selfcollide[flex] = 0

            yield Change(f"flex {flex} collides with itself", 'selfcollide="none"', alone)
    if m.opt.enableflags & mjtEnableBit.mjENBL_MULTICCD:
        change = set_flag("enableflags", mjtEnableBit.mjENBL_MULTICCD, False)
        yield Change("several contacts of each pair of meshes", 'multiccd="disable"', change)


def contact_changes(m: MjModel) -> Iterator[Change]:
    """Yield changes that reduce the constraint rows of contacts."""
    wide = m.geom_condim > 3
    if wide.any():

        def three(changed: MjModel) -> None:
            changed.geom_condim[wide] = 3

        yield Change(f"condim above 3 of {wide.sum()} geoms", 'condim="3"', three)
    if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL:
        yield Change(
            "pyramidal cones: 4 rows a contact",
            'cone="elliptic"',
            set_option("cone", mjtCone.mjCONE_ELLIPTIC),
        )
    else:
        yield Change("elliptic cones", 'cone="pyramidal"', set_option("cone", mjtCone.mjCONE_PYRAMIDAL))


def joint_changes(m: MjModel) -> Iterator[Change]:
    """Yield changes that reduce the constraint rows of joints."""
    rubbing = m.dof_frictionloss > 0
    if rubbing.sum() >= MANY:

        def smooth(changed: MjModel) -> None:
            changed.dof_frictionloss[rubbing] = 0.0

        yield Change(f"frictionloss of {rubbing.sum()} dofs", "damping in its place", smooth, bound=True)


def solver_changes(m: MjModel) -> Iterator[Change]:
    """Yield changes to other solvers, and to dense or sparse storage of the Jacobian."""
    names: dict[int, str] = {
        mjtSolver.mjSOL_NEWTON: "Newton",
        mjtSolver.mjSOL_CG: "CG",
        mjtSolver.mjSOL_PGS: "PGS",
    }
    current = names.get(m.opt.solver, "")
    for kind, name in names.items():
        if name not in (current, "PGS"):
            yield Change(f"solver {current}", f'solver="{name}"', set_option("solver", kind))
    if m.opt.noslip_iterations > 0:
        yield Change("noslip after the solver", 'noslip_iterations="0"', set_option("noslip_iterations", 0))
    if is_sparse(m._view):
        yield Change("a sparse Jacobian", 'jacobian="dense"', set_option("jacobian", mjtJacobian.mjJAC_DENSE))
    else:
        yield Change(
            "a dense Jacobian", 'jacobian="sparse"', set_option("jacobian", mjtJacobian.mjJAC_SPARSE)
        )


def other_changes(m: MjModel) -> Iterator[Change]:
    """Yield changes of integrator, sensors, fluid forces, sleep."""
    slower: dict[int, str] = {mjtIntegrator.mjINT_RK4: "RK4", mjtIntegrator.mjINT_IMPLICIT: "implicit"}
    if m.opt.integrator in slower:
        change = set_option("integrator", mjtIntegrator.mjINT_IMPLICITFAST)
        yield Change(f"integrator {slower[m.opt.integrator]}", 'integrator="implicitfast"', change)
    elif m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        change = set_option("integrator", mjtIntegrator.mjINT_EULER)
        yield Change("integrator implicitfast", 'integrator="Euler", if nothing is stiff', change)
    if m.nsensor:
        change = set_flag("disableflags", mjtDisableBit.mjDSBL_SENSOR, True)
        yield Change(f"{m.nsensor} sensors", "leave out those that nobody reads", change, bound=True)
    if m.opt.density or m.opt.viscosity:

        def still(changed: MjModel) -> None:
            changed.opt.density = changed.opt.viscosity = 0.0

        yield Change(
            "a medium with drag", "density and viscosity of zero, damping of joints", still, bound=True
        )
    if m.ntree >= MANY and not m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP:
        change = set_flag("enableflags", mjtEnableBit.mjENBL_SLEEP, True)
        yield Change(f"{m.ntree} trees that never sleep", 'flag sleep="enable"', change, later=True)


# ---- trials


def behaves_alike(run: TimedRun | None, before: TimedRun) -> bool:
    """Return whether a changed model behaves similarly to the model.

    It must have no new warnings, and at most DEEPER times the penetration and the dof speed.
    """
    return (
        run is not None
        and run.warnings <= before.warnings
        and run.deepest <= DEEPER * before.deepest + 1e-6
        and run.fastest <= DEEPER * before.fastest + 1e-6
    )


def measure_gains(trials: Trials, turns: int, advance: Callable[[], object]) -> tuple[list[Gain], int]:
    """Return the changes that give a speedup, the largest first, and how many were tried.

    Ctrl-C ends the trials.
    """
    found, tried = [], 0
    with contextlib.suppress(KeyboardInterrupt):
        for change in candidate_changes(trials.m, trials.plain):
            other = copy.copy(trials.m)
            change.apply(other)
            other._check_indices()
            with log_disabled():
                factor = measure_gain(trials, other, change, turns)
            if factor >= LEAST_SPEEDUP:
                found.append(Gain(change, factor))
            tried += 1
            advance()
    return sorted(found, key=lambda gain: -gain.factor), tried


def measure_gain(trials: Trials, other: MjModel, change: Change, turns: int) -> float:
    """Return the speedup of a changed model; 0 if its behavior differs or it is far slower."""
    run = trials.time_run(other)  # also loads the required libraries
    if run is None or not (change.bound or behaves_alike(run, trials.plain)):
        return 0.0
    if change.later:
        now, then = trials.separate_step_times(other, turns)
    else:
        now, then = trials.step_times(other, turns)
    if not change.finding:
        return change.steps * now / then
    ours, theirs = trials.collision_times(other, turns)
    return now / max(now - (ours - theirs), 0.1 * now)


def affordable_steps(steps: int, turns: int, microseconds: float) -> int:
    """Return the number of steps of a trial that stays within SECONDS.

    steps          steps along which the model was timed
    microseconds   duration of a step [us]
    """
    passes = 2 * turns + 1  # alternating passes of both, and one pass of the change alone
    return max(1, min(steps // TRIED, int(1e6 * SECONDS / (passes * microseconds))))


def count_changes(trials: Trials) -> int:
    """Return the number of candidate changes."""
    return sum(1 for _ in candidate_changes(trials.m, trials.plain))


PIECE = 4  # steps from each state; the first only warm-starts the solver and is not timed
SLOWER = 4.0  # slowdown at which a trial is aborted


class TimedRun(NamedTuple):
    """One pass along the steps.

    times                    duration of each step [ns]
    ncon, nefc, iterations   contacts, constraint rows, solver iterations: means over all steps
    warnings, deepest, fastest   number, largest penetration of contacts [m], largest speed of a dof
    """

    times: list[int]
    ncon: float
    nefc: float
    iterations: float
    warnings: int
    deepest: float
    fastest: float


class Trials:
    """The trajectory of a model under random controls, from whose states copies are timed.

    m       the model
    start   makes the MjData at which the trajectory begins, also of copies
    nstep   steps of the trajectory, a multiple of PIECE
    plain   the model's own pass along the trajectory
    """

    def __init__(self, m: MjModel, start: Callable[[MjModel], MjData], nstep: int) -> None:
        self.m, self.start = m, start
        self.nstep = -(-nstep // PIECE) * PIECE
        d = start(m)
        self.controls = list(itertools.islice(random_controls(m, d.ctrl, WANDER), self.nstep))
        self.states: list[MjData] = []
        for k, ctrl in enumerate(self.controls):
            if k % PIECE == 0:
                self.states.append(start(m))
                gelenk.mj_copyData(self.states[-1], m, d)
            d.ctrl[:] = ctrl
            gelenk.mj_step(m, d)
        plain = self.time_run(m)
        assert plain is not None
        self.plain: TimedRun = plain

    def time_run(self, m: MjModel) -> TimedRun | None:
        """Step ``m`` from the start and time each step; None if it is far slower."""
        d, clock = self.start(m), time.perf_counter_ns
        most = SLOWER * sum(self.plain.times) + 1e9 if hasattr(self, "plain") else np.inf
        times: list[int] = []
        spent, ncon, nefc, iterations, deepest, fastest = 0, 0, 0, 0, 0.0, 0.0
        for ctrl in self.controls:
            d.ctrl[:] = ctrl
            begin = clock()
            gelenk.mj_step(m, d)
            times.append(clock() - begin)
            spent += times[-1]
            if spent > most:
                return None
            ncon, nefc = ncon + d.ncon, nefc + d.nefc
            deepest = min(deepest, d.contact.dist.min()) if d.ncon else deepest
            fastest = max(fastest, np.abs(d.qvel).max()) if m.nv else fastest
            iterations += int(d.solver_niter[: max(d.nisland, 1)].sum())
        bad = sum(int(d.warning[i].number) for i in range(len(d.warning)))
        n = self.nstep
        return TimedRun(times, ncon / n, nefc / n, iterations / n, bad, -float(deepest), float(fastest))

    def step_times(self, other: MjModel, turns: int) -> tuple[float, float]:
        """Return the time of a step of the model, and of ``other``, from equal states [us]."""
        return self._alternate(other, turns, _time_steps)

    def collision_times(self, other: MjModel, turns: int) -> tuple[float, float]:
        """Return the times of collision detection of both, at the poses of the model [us]."""

        def search(m: MjModel, d: MjData, ctrls: list[np.ndarray]) -> list[int]:
            return _time_collisions(self.m, m, d, ctrls)

        return self._alternate(other, turns, search)

    def separate_step_times(self, other: MjModel, turns: int) -> tuple[float, float]:
        """Return the time of a step of both, each along its own trajectory [us]."""
        both: tuple[list[list[int]], list[list[int]]] = [], []
        for turn in range(turns):
            for side in (0, 1) if turn % 2 else (1, 0):
                d = self.start((self.m, other)[side])
                both[side].append(_time_steps((self.m, other)[side], d, self.controls))
        return float(best_of(both[0])), float(best_of(both[1]))

    def _alternate(
        self, other: MjModel, turns: int, timed: Callable[[MjModel, MjData, list[np.ndarray]], list[int]]
    ) -> tuple[float, float]:
        """Return the mean of ``timed`` for both models, the best of all turns per step [us]."""
        models = self.m, other
        data = [self.start(m) for m in models]
        both: tuple[list[list[int]], list[list[int]]] = [], []
        for turn in range(turns):
            found: tuple[list[int], list[int]] = [], []
            for k, state in enumerate(self.states):
                ctrls = self.controls[k * PIECE : (k + 1) * PIECE]
                for side in (0, 1) if (turn + k) % 2 else (1, 0):
                    gelenk.mj_copyData(data[side], models[side], state)
                    found[side].extend(timed(models[side], data[side], ctrls))
            for side in (0, 1):
                both[side].append(found[side])
        return float(best_of(both[0])), float(best_of(both[1]))


def _time_steps(m: MjModel, d: MjData, ctrls: list[np.ndarray]) -> list[int]:
    """Return the durations of all steps except for the first [ns]."""
    times, clock = [], time.perf_counter_ns
    for ctrl in ctrls:
        d.ctrl[:] = ctrl
        begin = clock()
        gelenk.mj_step(m, d)
        times.append(clock() - begin)
    return times[1:]


def _time_collisions(m: MjModel, other: MjModel, d: MjData, ctrls: list[np.ndarray]) -> list[int]:
    """Return the times in which ``other`` finds contacts after steps of ``m`` [ns].

    The first step is excluded.
    """
    times, clock = [], time.perf_counter_ns
    for ctrl in ctrls:
        d.ctrl[:] = ctrl
        gelenk.mj_step(m, d)
        # the poses in d are those before the step
        for place in (gelenk.mj_kinematics, gelenk.mj_comPos, gelenk.mj_flex):
            place(m, d)
        begin = clock()
        gelenk.mj_collision(other, d)
        times.append(clock() - begin)
    return times[1:]


@contextlib.contextmanager
def log_disabled() -> Iterator[None]:
    """Disable the log during trials, since its warnings concern only changed models."""
    log = logging.getLogger("gelenk")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before
