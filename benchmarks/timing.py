"""Timing of steps and stages of gelenk and 3.5.0, alternately.

Documents: Computation / Simulation pipeline

Both sides start every turn from the same state, get the same controls, and use the same kind of calls.
"""

import time
from typing import NamedTuple

import mujoco
import numpy as np
import peer
from peer import HOLD
from timed import Scene, scenes

import gelenk
from gelenk.cli import testspeed
from gelenk.tables.stages import NAMED, TIMED

ALSO = {"make_constraint": ("mj_island",)}  # functions of 3.5.0 besides the one that a stage is named after
SMOOTH = tuple(stage.label for stage in TIMED if stage.smooth)


def functions(stage):
    """Return the names of the functions of 3.5.0 that are equivalent to a stage."""
    return stage.documented, *ALSO.get(stage.name, ())


class Result(NamedTuple):
    """Best times of a scene [µs]: (gelenk, 3.5.0) of a step, of HOLD steps, of each part."""

    scene: str
    nv: int
    ncon: float
    nefc: float
    step: tuple[float, float]
    batch: tuple[float, float]
    parts: dict[str, tuple[float, float]]

    @property
    def smooth(self):
        """Times of the smooth dynamics (gelenk, 3.5.0)."""
        pairs = [self.parts[label] for label in SMOOTH]
        return tuple(sum(side) for side in zip(*pairs, strict=True))


class Reference:
    """Steps a model of 3.5.0 stage by stage, as testspeed.StageTimer does for gelenk."""

    def __init__(self, m, d, stages):
        self.m, self.d = m, d
        self.calls = [self._functions(stage) for stage in stages]
        self.rows = []

    def _functions(self, stage):
        if stage.name == "runge_kutta":
            return [lambda m, d: mujoco.mj_RungeKutta(m, d, 4)]
        return [getattr(mujoco, name) for name in functions(stage)]

    def step(self):
        """Take one step."""
        clock, m, d, row = time.perf_counter_ns, self.m, self.d, []
        for name in testspeed.FLAGS:
            setattr(d, name, False)
        for calls in self.calls:
            begin = clock()
            for call in calls:
                call(m, d)
            row.append(clock() - begin)
        self.rows.append(row)


class Side:
    """One of the two libraries with a model, and the initial state of every turn."""

    def __init__(self, library, path):
        self.library = library
        self.m = library.MjModel.from_xml_path(str(path))
        self.d = library.MjData(self.m)
        self.spec = int(library.mjtState.mjSTATE_INTEGRATION)

    def restore(self, state):
        self.library.mj_setState(self.m, self.d, state, self.spec)

    def batch_times(self, state, controls):
        """Return the times of calls of HOLD steps each [ns]."""
        self.restore(state)
        m, d, mj_step, clock, times = self.m, self.d, self.library.mj_step, time.perf_counter_ns, []
        for ctrl in controls:
            d.ctrl[:] = ctrl
            begin = clock()
            mj_step(m, d, HOLD)
            times.append(clock() - begin)
        return times

    def step_times(self, state, controls):
        """Return the times of HOLD calls of one step each [ns]."""
        self.restore(state)
        return peer.step_times(self.library, self.m, self.d, controls)

    def part_times(self, state, controls, stages):
        """Return the times of the timed stages of each step [ns]."""
        self.restore(state)
        timer = (
            testspeed.StageTimer(self.m, self.d)
            if self.library is gelenk
            else Reference(self.m, self.d, stages)
        )
        for ctrl in controls:
            self.d.ctrl[:] = ctrl
            for _ in range(HOLD):
                timer.step()
        return timer.rows


def settled(side: Side, scene: Scene, random) -> np.ndarray:
    """Return the state after ``settle`` steps of 3.5.0 with random controls."""
    m, d = side.m, side.d
    mujoco.mj_resetData(m, d)
    if scene.keyframe >= 0:
        mujoco.mj_resetDataKeyframe(m, d, scene.keyframe)
    d.qvel[:] += scene.speed * random.standard_normal(m.nv)
    for ctrl in controls_of(m, scene, scene.settle, 1):
        d.ctrl[:] = ctrl
        mujoco.mj_step(m, d, HOLD)
    state = np.zeros(mujoco.mj_stateSize(m, side.spec))
    mujoco.mj_getState(m, d, state, side.spec)
    return state


def controls_of(m, scene, steps, seed):
    """Return random controls around a keyframe for ``steps`` steps, each held for HOLD steps."""
    center = m.key_ctrl[scene.keyframe] if scene.keyframe >= 0 else np.zeros(m.nu)
    source = testspeed.random_controls(m, center, scene.control, seed)
    return [ctrl for _, ctrl in zip(range(max(1, steps // HOLD)), source, strict=False)]


def compare(scene: Scene, turns: int, empty: tuple[float, float]) -> Result:
    """Return the best times of both sides; ``empty`` [µs] is subtracted from each stage call."""
    sides = (Side(gelenk, scene.path), Side(mujoco, scene.path))
    state = settled(sides[1], scene, np.random.default_rng(5))
    controls = controls_of(sides[1].m, scene, scene.steps, 2)
    stages = testspeed.timed_stages(sides[0].m)
    for side in sides:  # compile, load and grow buffers before the measurement
        side.step_times(state, controls)
    step, batch, parts = ([], []), ([], []), ([], [])
    for _ in range(turns):
        for kept, method in ((step, Side.step_times), (batch, Side.batch_times)):
            for k, side in enumerate(sides):
                kept[k].append(method(side, state, controls))
        for k, side in enumerate(sides):
            parts[k].append(side.part_times(state, controls, stages))
    times = [tuple(float(testspeed.best_of(side)) / HOLD for side in kept) for kept in (step, batch)]
    by_part = [testspeed.best_of(side) for side in parts]
    best = {}
    for i, stage in enumerate(stages):
        calls = (1, len(functions(stage)))
        best[stage.label] = tuple(max(0.01, by_part[k][i] - calls[k] * empty[k]) for k in (0, 1))
    ncon, nefc = _contacts(sides[1], state, controls)
    return Result(scene.name, sides[1].m.nv, ncon, nefc, *times, best)


def _contacts(side, state, controls):
    side.restore(state)
    ncon = nefc = 0
    for ctrl in controls:
        side.d.ctrl[:] = ctrl
        mujoco.mj_step(side.m, side.d, HOLD)
        ncon, nefc = ncon + side.d.ncon, nefc + side.d.nefc
    return ncon / len(controls), nefc / len(controls)


def empty_calls(calls: int = 20000) -> tuple[float, float]:
    """Return the time of an empty stage call, clock included: (gelenk, 3.5.0) [µs]."""
    path = scenes()[0].path  # a model without tendons
    ours, theirs = Side(gelenk, path), Side(mujoco, path)
    gelenk.mj_step(ours.m, ours.d)
    timers = (testspeed.StageTimer(ours.m, ours.d), Reference(theirs.m, theirs.d, [NAMED["tendon"]]))
    timers[0].calls = [testspeed.stage_caller(ours.m, ours.d, "tendon")]
    best = []
    for timer in timers:
        for _ in range(calls):
            timer.step()
        best.append(1e-3 * float(np.percentile(timer.rows, 10)))
    return best[0], best[1]


def entering(calls: int = 20000) -> tuple[float, float]:
    """Return the time of an mj_step call with almost no work: (gelenk, 3.5.0) [µs]."""
    xml = "<mujoco><worldbody><body><joint/><geom size='0.1'/></body></worldbody></mujoco>"
    best = []
    for library in (gelenk, mujoco):
        m = library.MjModel.from_xml_string(xml)
        d = library.MjData(m)
        library.mj_step(m, d)
        mj_step = library.mj_step
        times = []
        for _ in range(7):
            begin = time.perf_counter_ns()
            for _ in range(calls):
                mj_step(m, d, 0)
            times.append(1e-3 * (time.perf_counter_ns() - begin) / calls)
        best.append(min(times))
    return best[0], best[1]


def geometric_mean(ratios) -> float:
    """Return the geometric mean of ratios."""
    return float(np.exp(np.mean(np.log(list(ratios)))))
