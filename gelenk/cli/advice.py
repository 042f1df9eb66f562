"""What costs time in a model, and what changing it would gain: every change is tried and timed, none is guessed.

Documents: Computation / Simulation pipeline; design / Testing

A change is made in a copy of the model. The copy and the model step in turns, from the same start, with the same
controls, and of every step the best time counts. Some changes leave the physics as it is, most do not: where a part is
only left out to see what it costs, the gain is the most that there is to be had. Of shapes that other shapes could take
the place of, the time counts in which their contacts are found: there would be contacts, and rows of them, as before.
"""

from __future__ import annotations

import contextlib
import copy
import logging
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import gelenk
from gelenk.algebra.linalg import is_sparse
from gelenk.cli.speed import WANDER, best_of, controls
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
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel

LEAST = 1.05  # times as fast: less is noise, and not worth a change
DEEPER = 2.0  # times the penetration, or the speed, that a longer timestep may bring
MANY = 4  # trees or rows from which a question is worth asking


class Change(NamedTuple):
    """One thing to try.

    cost     what costs time                 advice   what to do about it
    apply    makes the change in a model     steps    steps that one step of the changed model is worth
    bound    whether the part is left out altogether, so that the gain is the most that there is
    finding  whether only the time in which contacts are found counts, since others would be found in their place
    """

    cost: str
    advice: str
    apply: Callable[[MjModel], None]
    steps: float = 1.0
    bound: bool = False
    finding: bool = False


class Gain(NamedTuple):
    """A change, and how many times as fast the model is with it."""

    change: Change
    factor: float


class Run(NamedTuple):
    """One pass along the steps: nanoseconds of each, and what says whether it went well."""

    times: list[int]
    warnings: int
    deepest: float  # penetration of contacts [m]
    fastest: float  # largest speed of a dof
    iterations: float  # of the solver, mean


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


def changes(m: MjModel) -> Iterator[Change]:
    """The changes that make sense in this model."""
    step = m.opt.timestep
    yield Change(
        f"a timestep of {step:g} s", f'timestep="{2 * step:g}"', setter("timestep", 2.0 * step), steps=2.0
    )
    yield from collisions(m)
    yield from rows(m)
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


def rows(m: MjModel) -> Iterator[Change]:
    """Constraint rows that contacts and joints could do without."""
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
        yield Change(f"{m.ntree} trees that never sleep", 'flag sleep="enable"', change)


# ---- trying


def follow(m: MjModel, d: MjData, nstep: int) -> Run:
    """Step along random controls, timing each step."""
    times, clock, deepest, fastest, iterations = [], time.perf_counter_ns, 0.0, 0.0, 0
    for _, ctrl in zip(range(nstep), controls(m, d.ctrl, WANDER), strict=False):
        d.ctrl[:] = ctrl
        begin = clock()
        gelenk.mj_step(m, d)
        times.append(clock() - begin)
        deepest = min(deepest, d.contact.dist.min()) if d.ncon else deepest
        fastest = max(fastest, np.abs(d.qvel).max()) if m.nv else fastest
        iterations += int(d.solver_niter[: max(d.nisland, 1)].sum())
    bad = sum(int(d.warning[i].number) for i in range(len(d.warning)))
    return Run(times, bad, -float(deepest), float(fastest), iterations / nstep)


def finding(m: MjModel, other: MjModel, d: MjData, nstep: int) -> tuple[list[int], list[int]]:
    """Nanoseconds in which both models find their contacts, at the poses of ``d`` along the steps of ``m``."""
    clock = time.perf_counter_ns
    both: tuple[list[int], list[int]] = [], []
    for _, ctrl in zip(range(nstep), controls(m, d.ctrl, WANDER), strict=False):
        d.ctrl[:] = ctrl
        gelenk.mj_step(m, d)
        for place in (
            gelenk.mj_kinematics,
            gelenk.mj_comPos,
            gelenk.mj_flex,
        ):  # what is kept of the last poses is old
            place(m, d)
        for model, times in zip((other, m), both[::-1], strict=True):  # those of m are the ones that stay
            begin = clock()
            gelenk.mj_collision(model, d)
            times.append(clock() - begin)
    return both


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Without what the log would say of models that nobody has asked for."""
    log = logging.getLogger("gelenk")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def well(run: Run, before: Run) -> bool:
    """Whether a changed model behaves about as the model does: no new warnings, no deep contacts, no fast dofs."""
    return (
        run.warnings <= before.warnings
        and run.deepest <= DEEPER * before.deepest + 1e-6
        and run.fastest <= DEEPER * before.fastest + 1e-6
    )


def gains(
    m: MjModel, start: Callable[[MjModel], MjData], nstep: int, turns: int, advance: Callable[[], object]
) -> tuple[list[Gain], Run]:
    """The changes that gain something, the largest first; and one pass of the model as it is."""
    found = []
    plain = follow(m, start(m), nstep)
    for change in changes(m):
        other = copy.copy(m)
        change.apply(other)
        other._check_indices()
        with quiet():
            factor = gain(m, other, change, plain, start, nstep, turns)
        if factor >= LEAST:
            found.append(Gain(change, factor))
        advance()
    return sorted(found, key=lambda gain: -gain.factor), plain


def gain(
    m: MjModel,
    other: MjModel,
    change: Change,
    plain: Run,
    start: Callable[[MjModel], MjData],
    nstep: int,
    turns: int,
) -> float:
    """How many times as fast the changed model is; 0 where it does not behave as the model does."""
    run = follow(other, start(other), nstep)  # loads what it needs
    if not (well(run, plain) or change.bound):
        return 0.0
    now, then, search = [], [], []
    for _ in range(turns):
        now.append(follow(m, start(m), nstep).times)
        if change.finding:
            search.append(finding(m, other, start(m), nstep))
        else:
            then.append(follow(other, start(other), nstep).times)
    whole = float(best_of(now))
    if not change.finding:
        return change.steps * whole / float(best_of(then))
    saved = float(best_of([ours for ours, _ in search])) - float(best_of([theirs for _, theirs in search]))
    return whole / max(whole - saved, 0.1 * whole)


def count(m: MjModel) -> int:
    """How many changes there are to try."""
    return sum(1 for _ in changes(m))
