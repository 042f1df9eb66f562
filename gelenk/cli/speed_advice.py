"""What costs time in a model, and what changing it would gain: every change is tried and timed, none is guessed.

Documents: Computation / Simulation pipeline; design / Testing

A change is made in a copy of the model, and tried as speed_advice.py says. Some changes leave the physics as it is,
most do not: where a part is only left out to see what it costs, the gain is the most that there is to be had. Of
shapes that other shapes could take the place of, the time counts in which their contacts are found: there would be
contacts, and rows of them, as before.

A model and a changed copy of it, timed against each other from the same states.

A changed model goes another way: contacts that its trajectory no longer has would count as time that the change saves.
So both begin anew every few steps, at states of the model as it is, and which of the two is first takes turns: the
second one finds caches and branch predictors warm. Of every step the best time of all turns counts.
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
from gelenk.cli.testspeed import WANDER, best_of, controls
from gelenk.tables.enums import (
    mjtCone,
    mjtDisableBit,
    mjtEnableBit,
    mjtGeom,
    mjtIntegrator,
    mjtJacobian,
    mjtSolver,
)

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

LEAST = 1.05  # times as fast: less is noise, and not worth a change
DEEPER = 2.0  # times the penetration, or the speed, that a longer timestep may bring
TRIED = 4  # a change is tried along a quarter of the steps that are timed
SECONDS = 1.2  # or along as many as take so long
MANY = 4  # trees or rows from which a question is worth asking


class Change(NamedTuple):
    """One thing to try.

    cost     what costs time                 advice   what to do about it
    apply    makes the change in a model     steps    steps that one step of the changed model is worth
    bound    whether the part is left out altogether, so that the gain is the most that there is
    finding  whether only the time in which contacts are found counts, since others would be found in their place
    later    whether it gains only as time goes by, so that its own trajectory is timed
    """

    cost: str
    advice: str
    apply: Callable[[MjModel], None]
    steps: float = 1.0
    bound: bool = False
    finding: bool = False
    later: bool = False


class Gain(NamedTuple):
    """A change, and how many times as fast the model is with it."""

    change: Change
    factor: float


def setter(name: str, value: Any) -> Callable[[MjModel], None]:
    """The change that gives an option a value."""
    return lambda m: setattr(m.opt, name, value)


def flag(name: str, bit: Any, wanted: bool) -> Callable[[MjModel], None]:
    """The change that sets or clears a bit of disableflags or enableflags."""

    def apply(m: MjModel) -> None:
        flags = getattr(m.opt, name) & ~int(bit)
        setattr(m.opt, name, flags | int(bit) if wanted else flags)

    return apply


def untouched(chosen: np.ndarray) -> Callable[[MjModel], None]:
    """The change that lets some geoms touch nothing."""

    def apply(m: MjModel) -> None:
        m.geom_contype[chosen] = 0
        m.geom_conaffinity[chosen] = 0

    return apply


# ---- what there is to try, in the order of the guide


def changes(m: MjModel, plain: Run) -> Iterator[Change]:
    """The changes that make sense in this model, along the steps of ``plain``."""
    step = m.opt.timestep
    yield Change(
        f"a timestep of {step:g} s", f'timestep="{2 * step:g}"', setter("timestep", 2.0 * step), steps=2.0
    )
    yield from collisions(m)
    if plain.ncon:
        yield from cones(m)
    yield from losses(m)
    if plain.nefc:
        yield from solvers(m)
    yield from parts(m)


def collisions(m: MjModel) -> Iterator[Change]:
    """Kinds of geoms that are slow, and pairs that need not be looked at."""
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
            yield Change(cost, advice, untouched(chosen), bound=True, finding=True)
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
        change = flag("enableflags", mjtEnableBit.mjENBL_MULTICCD, False)
        yield Change("several contacts of each pair of meshes", 'multiccd="disable"', change)


def cones(m: MjModel) -> Iterator[Change]:
    """Constraint rows that contacts could do without."""
    wide = m.geom_condim > 3
    if wide.any():

        def three(changed: MjModel) -> None:
            changed.geom_condim[wide] = 3

        yield Change(f"condim above 3 of {wide.sum()} geoms", 'condim="3"', three)
    if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL:
        yield Change(
            "pyramidal cones: 4 rows a contact", 'cone="elliptic"', setter("cone", mjtCone.mjCONE_ELLIPTIC)
        )
    else:
        yield Change("elliptic cones", 'cone="pyramidal"', setter("cone", mjtCone.mjCONE_PYRAMIDAL))


def losses(m: MjModel) -> Iterator[Change]:
    """Constraint rows that joints could do without."""
    rubbing = m.dof_frictionloss > 0
    if rubbing.sum() >= MANY:

        def smooth(changed: MjModel) -> None:
            changed.dof_frictionloss[rubbing] = 0.0

        yield Change(f"frictionloss of {rubbing.sum()} dofs", "damping in its place", smooth, bound=True)


def solvers(m: MjModel) -> Iterator[Change]:
    """Other solvers, and another storage of the Jacobian."""
    names: dict[int, str] = {
        mjtSolver.mjSOL_NEWTON: "Newton",
        mjtSolver.mjSOL_CG: "CG",
        mjtSolver.mjSOL_PGS: "PGS",
    }
    current = names.get(m.opt.solver, "")
    for kind, name in names.items():
        if name not in (current, "PGS"):
            yield Change(f"solver {current}", f'solver="{name}"', setter("solver", kind))
    if m.opt.noslip_iterations > 0:
        yield Change("noslip after the solver", 'noslip_iterations="0"', setter("noslip_iterations", 0))
    if is_sparse(m._view):
        yield Change("a sparse Jacobian", 'jacobian="dense"', setter("jacobian", mjtJacobian.mjJAC_DENSE))
    else:
        yield Change("a dense Jacobian", 'jacobian="sparse"', setter("jacobian", mjtJacobian.mjJAC_SPARSE))


def parts(m: MjModel) -> Iterator[Change]:
    """Integrators, sensors, media, trees that rest."""
    slower: dict[int, str] = {mjtIntegrator.mjINT_RK4: "RK4", mjtIntegrator.mjINT_IMPLICIT: "implicit"}
    if m.opt.integrator in slower:
        change = setter("integrator", mjtIntegrator.mjINT_IMPLICITFAST)
        yield Change(f"integrator {slower[m.opt.integrator]}", 'integrator="implicitfast"', change)
    elif m.opt.integrator == mjtIntegrator.mjINT_IMPLICITFAST:
        change = setter("integrator", mjtIntegrator.mjINT_EULER)
        yield Change("integrator implicitfast", 'integrator="Euler", if nothing is stiff', change)
    if m.nsensor:
        change = flag("disableflags", mjtDisableBit.mjDSBL_SENSOR, True)
        yield Change(f"{m.nsensor} sensors", "leave out those that nobody reads", change, bound=True)
    if m.opt.density or m.opt.viscosity:

        def still(changed: MjModel) -> None:
            changed.opt.density = changed.opt.viscosity = 0.0

        yield Change(
            "a medium with drag", "density and viscosity of zero, damping of joints", still, bound=True
        )
    if m.ntree >= MANY and not m.opt.enableflags & mjtEnableBit.mjENBL_SLEEP:
        change = flag("enableflags", mjtEnableBit.mjENBL_SLEEP, True)
        yield Change(f"{m.ntree} trees that never sleep", 'flag sleep="enable"', change, later=True)


# ---- trying


def well(run: Run | None, before: Run) -> bool:
    """Whether a changed model behaves about as the model does: no new warnings, no deep contacts, no fast dofs."""
    return (
        run is not None
        and run.warnings <= before.warnings
        and run.deepest <= DEEPER * before.deepest + 1e-6
        and run.fastest <= DEEPER * before.fastest + 1e-6
    )


def gains(trials: Trials, turns: int, advance: Callable[[], object]) -> list[Gain]:
    """The changes that gain something, the largest first."""
    found = []
    for change in changes(trials.m, trials.plain):
        other = copy.copy(trials.m)
        change.apply(other)
        other._check_indices()
        with quiet():
            factor = gain(trials, other, change, turns)
        if factor >= LEAST:
            found.append(Gain(change, factor))
        advance()
    return sorted(found, key=lambda gain: -gain.factor)


def gain(trials: Trials, other: MjModel, change: Change, turns: int) -> float:
    """How many times as fast the changed model is; 0 where it does not behave as the model does, or is far slower."""
    run = trials.follow(other)  # loads what it needs
    if run is None or not (change.bound or well(run, trials.plain)):
        return 0.0
    if change.later:
        now, then = trials.apart(other, turns)
    else:
        now, then = trials.stepping(other, turns)
    if not change.finding:
        return change.steps * now / then
    ours, theirs = trials.finding(other, turns)
    return now / max(now - (ours - theirs), 0.1 * now)


def affordable(steps: int, turns: int, microseconds: float) -> int:
    """Steps along which to try a change, of a model that was timed along so many and takes so long for each."""
    passes = 2 * turns + 1  # both in turns, and the change alone
    return max(1, min(steps // TRIED, int(1e6 * SECONDS / (passes * microseconds))))


def count(trials: Trials) -> int:
    """How many changes there are to try."""
    return sum(1 for _ in changes(trials.m, trials.plain))


PIECE = 4  # steps from a state; the first one brings forces to start the solver from, and is not timed
SLOWER = 4.0  # times the model's: a change that takes longer is given up


class Run(NamedTuple):
    """One pass along the steps: nanoseconds of each, what there was, and what says whether it went well.

    ncon, nefc, iterations   contacts, constraint rows, iterations of the solver, mean of all steps
    warnings, deepest, fastest   how many, largest penetration of contacts [m], largest speed of a dof
    """

    times: list[int]
    ncon: float
    nefc: float
    iterations: float
    warnings: int
    deepest: float
    fastest: float


class Trials:
    """The trajectory of a model under random controls, and changed copies of the model from its states.

    m       the model
    start   makes the MjData at which the trajectory begins, also of copies
    nstep   steps of it, a multiple of PIECE
    plain   the model's own pass along them
    """

    def __init__(self, m: MjModel, start: Callable[[MjModel], MjData], nstep: int) -> None:
        self.m, self.start = m, start
        self.nstep = -(-nstep // PIECE) * PIECE
        d = start(m)
        self.controls = list(itertools.islice(controls(m, d.ctrl, WANDER), self.nstep))
        self.states: list[MjData] = []
        for k, ctrl in enumerate(self.controls):
            if k % PIECE == 0:
                self.states.append(start(m))
                gelenk.mj_copyData(self.states[-1], m, d)
            d.ctrl[:] = ctrl
            gelenk.mj_step(m, d)
        plain = self.follow(m)
        assert plain is not None
        self.plain: Run = plain

    def follow(self, m: MjModel) -> Run | None:
        """Step ``m`` from the start, timing each step; None if it takes far longer than the model does."""
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
        return Run(times, ncon / n, nefc / n, iterations / n, bad, -float(deepest), float(fastest))

    def stepping(self, other: MjModel, turns: int) -> tuple[float, float]:
        """Microseconds of a step of the model, and of ``other``, from the same states."""
        return self._pieces(other, turns, _steps)

    def finding(self, other: MjModel, turns: int) -> tuple[float, float]:
        """Microseconds in which both find their contacts at the poses of the model, which steps along."""

        def search(m: MjModel, d: MjData, ctrls: list[np.ndarray]) -> list[int]:
            return _searches(self.m, m, d, ctrls)

        return self._pieces(other, turns, search)

    def apart(self, other: MjModel, turns: int) -> tuple[float, float]:
        """Microseconds of a step of both, each along its own trajectory."""
        both: tuple[list[list[int]], list[list[int]]] = [], []
        for turn in range(turns):
            for side in (0, 1) if turn % 2 else (1, 0):
                d = self.start((self.m, other)[side])
                both[side].append(_steps((self.m, other)[side], d, self.controls))
        return float(best_of(both[0])), float(best_of(both[1]))

    def _pieces(
        self, other: MjModel, turns: int, timed: Callable[[MjModel, MjData, list[np.ndarray]], list[int]]
    ) -> tuple[float, float]:
        """Mean of what ``timed`` finds of both, the best of all turns of each [µs]."""
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


def _steps(m: MjModel, d: MjData, ctrls: list[np.ndarray]) -> list[int]:
    """Nanoseconds of all steps under these controls but the first."""
    times, clock = [], time.perf_counter_ns
    for ctrl in ctrls:
        d.ctrl[:] = ctrl
        begin = clock()
        gelenk.mj_step(m, d)
        times.append(clock() - begin)
    return times[1:]


def _searches(m: MjModel, other: MjModel, d: MjData, ctrls: list[np.ndarray]) -> list[int]:
    """Nanoseconds in which ``other`` finds contacts after all steps of ``m`` but the first."""
    times, clock = [], time.perf_counter_ns
    for ctrl in ctrls:
        d.ctrl[:] = ctrl
        gelenk.mj_step(m, d)
        for place in (
            gelenk.mj_kinematics,
            gelenk.mj_comPos,
            gelenk.mj_flex,
        ):  # what is kept of the last poses is old
            place(m, d)
        begin = clock()
        gelenk.mj_collision(other, d)
        times.append(clock() - begin)
    return times[1:]


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without what the log would say of models that nobody has asked for."""
    log = logging.getLogger("gelenk")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before
