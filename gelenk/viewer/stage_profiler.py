"""Stage profiler of the viewer: times the parts of a step on a copy of the state.

Documents: Computation / Simulation pipeline; API / mjtTimer

A step is one native call without internal timers. So ten times a second, while the profiler plots are open, the state
is copied, and a thread runs the parts of a step on the copy and records them in the timers `d.timer` of the copy; the
simulation neither waits nor changes. Parts that are called separately take longer than in a step, so only their shares
count. With callbacks or plugins, which must not run without the program's knowledge, only whole steps are timed.
"""

import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

from gelenk.api import mj_stages, simulate
from gelenk.runtime import callbacks, copy_pickle
from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.tables.enums import mjtSolver, mjtTimer
from gelenk.tables.stages import CALLBACKS, TIMED
from gelenk.toolchain.thread_start import new_lock, start_thread

Stage = Callable[[Any, Any], None]
HOOKS = tuple(f"mjcb_{name}" for name in CALLBACKS)


class PartTimes(NamedTuple):
    """PartTimes of the parts of a step [ms]: contacts, constraint rows, solver, rest."""

    collision: float = 0.0
    prepare: float = 0.0
    solve: float = 0.0
    other: float = 0.0


def timed_stages(m: Any) -> dict[int, list[Stage]]:
    """Return timer -> functions of its stages, in pipeline order."""
    dual = m.opt.solver == mjtSolver.mjSOL_PGS or m.opt.noslip_iterations > 0
    found: dict[int, list[Stage]] = {}
    for stage in TIMED:
        if stage.timer:
            functions = found.setdefault(getattr(mjtTimer, f"mjTIMER_{stage.timer}"), [])
            if dual or stage.name != "project_constraint":
                home = simulate if hasattr(simulate, stage.documented) else mj_stages
                functions.append(getattr(home, stage.documented))
    return found


def can_be_probed(m: Any) -> bool:
    """Return whether the parts of a step run neither callbacks nor plugins."""
    return not m.nplugin and all(callbacks.get_callback(name) is None for name in HOOKS)


def time_parts(m: Any, d: Any) -> PartTimes:
    """Run the parts of a step on an MjData with timers; return their times [ms]."""
    before, calls = d._a_timer_duration.copy(), d._a_timer_number.copy()
    start = time.perf_counter()
    for timer, stages in timed_stages(m).items():
        begin = time.perf_counter()
        for stage in stages:
            stage(m, d)
        d._a_timer_duration[timer] = before[timer] + time.perf_counter() - begin
        d._a_timer_number[timer] = calls[timer] + 1
    total = 1e3 * (time.perf_counter() - start)
    spent = (1e3 * (d._a_timer_duration - before)).tolist()
    collision, prepare, solve = (
        spent[mjtTimer.mjTIMER_POS_COLLISION],
        spent[mjtTimer.mjTIMER_POS_MAKE] + spent[mjtTimer.mjTIMER_POS_PROJECT],
        spent[mjtTimer.mjTIMER_CONSTRAINT],
    )
    return PartTimes(collision, prepare, solve, max(0.0, total - collision - prepare - solve))


class StageProfiler:
    """A thread that times the parts of steps; ``times`` has the last result.

    The thread ends after `LINGER` seconds without a call of `submit_state`.
    """

    LINGER = 2.0

    def __init__(self) -> None:
        self.times = PartTimes()
        self._lock, self._work = new_lock(threading.Lock), BinarySemaphore()
        self._pair: tuple[Any, Any] | None = None  # model and data to time next
        self._copy: Any = None
        self._copied: Any = None
        self._alive = False

    def divide_step_time(self, step: float) -> PartTimes:
        """Return the time of a step, divided among its parts."""
        total = sum(self.times)
        return PartTimes(*(step * t / total for t in self.times)) if total > 0 else PartTimes()

    def submit_state(self, m: Any, d: Any) -> None:
        """Copy a state for the thread, unless the thread is busy; returns at once."""
        if not can_be_probed(m):
            self.times = PartTimes()
            return
        with self._lock:
            if self._pair is not None:
                return
            if self._copied is not m:
                self._copied, self._copy = m, copy_pickle.copy_data(d, m)
            else:
                copy_pickle.refresh_data(self._copy, d)
            self._pair = m, self._copy
            self._work.set()
            if not self._alive:
                start_thread(self._run, "gelenk-viewer-probe")
                self._alive = True

    def _run(self) -> None:
        while True:
            self._work.wait(self.LINGER)
            with self._lock:
                if self._pair is None:
                    self._alive = False
                    return
                m, d = self._pair
            try:
                self.times = time_parts(m, d)
            except Exception:  # the state cannot be computed; the step itself reports this to the owner
                traceback.print_exc()
            with self._lock:
                self._pair = None
