"""A model and a changed copy of it, timed against each other from the same states.

Documents: Computation / Simulation pipeline; design / Testing

A changed model goes another way: contacts that its trajectory no longer has would count as time that the change saves.
So both begin anew every few steps, at states of the model as it is, and which of the two is first takes turns: the
second one finds caches and branch predictors warm. Of every step the best time of all turns counts.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

import gelenk
from gelenk.cli.speed import WANDER, best_of, controls

if TYPE_CHECKING:
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel

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
