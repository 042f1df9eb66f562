"""Overlay texts and plots of the viewer, and the stage profiler, which times step parts.

Documents: design / Out: `overlay`; API / MjvFigure, mjr_overlay, mjr_figure; Computation / Simulation pipeline; API /
mjtTimer

Overlays show help, info, profiler and sensors, and the texts and plots of programs.

The stage profiler times the parts of a step on a copy of the state. A step is one native call without internal timers.
So ten times a second, while the profiler plots are open, the state is copied, and a thread runs the parts of a step on
the copy and records them in the timers `d.timer` of the copy; the simulation neither waits nor changes. Parts that are
called separately take longer than in a step, so only their shares count. With callbacks or plugins, which must not run
without the program's knowledge, only whole steps are timed.
"""

import threading
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gelenk.api import mj_stages, simulate
from gelenk.runtime import callbacks, copy_pickle
from gelenk.runtime.exclusive_use import BinarySemaphore
from gelenk.scene.figures import MjvFigure
from gelenk.tables.enums import mjtFont, mjtGridPos, mjtSolver, mjtTimer
from gelenk.tables.fields_visual import FIGURE
from gelenk.tables.stages import CALLBACKS, TIMED
from gelenk.toolchain.thread_start import new_lock, start_thread
from gelenk.viewer.messages import pack
from gelenk.viewer.panels import Row

Stage = Callable[[Any, Any], None]
HOOKS = tuple(f"mjcb_{name}" for name in CALLBACKS)


class PartTimes(NamedTuple):
    """Times of the parts of a step [ms]: contacts, constraint rows, solver, rest."""

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


# Overlays

HISTORY = 200  # points of the plots over time
MOST_ISLANDS = 20
_PLAIN = tuple(
    p.name
    for p in FIGURE
    if p.name not in ("linergb", "linename", "linepnt", "linedata") and "axis" not in p.name
)
Text = tuple[int, int, str, str]  # font, grid position, two columns
Box = tuple[int, int, int, int]  # left, bottom, width, height [pixel]


# ---- messages


def message(
    group: str,
    texts: Iterable[Text] = (),
    figures: Sequence[tuple[Box, Any]] = (),
    images: Sequence[tuple[Box, np.ndarray]] = (),
    of: tuple[int, int] = (0, 0),
) -> bytes:
    """Return the message `overlay` of a group.

    of   size of the viewport to which the boxes refer [pixel]
    """
    arrays: dict[str, np.ndarray] = {}
    head: dict[str, Any] = {"kind": "overlay", "group": group}
    head["texts"] = [{"font": f, "grid": g, "left": a, "right": b} for f, g, a, b in texts]
    head["figures"] = [
        {"rect": list(box), "of": list(of), **_figure_head(fig, f"figure{i}", arrays)}
        for i, (box, fig) in enumerate(figures)
    ]
    head["images"] = []
    for i, (box, pixels) in enumerate(images):
        arrays[f"image{i}"] = pixels
        head["images"].append({"rect": list(box), "of": list(of), "data": f"image{i}"})
    return pack(head, arrays)


def _figure_head(fig: Any, name: str, arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    """Return a figure as plain values, and add its points to ``arrays``."""
    found = {part: _plain_value(getattr(fig, part)) for part in _PLAIN}
    found["lines"] = lines = []
    names = [bytes(n).partition(b"\0")[0].decode(errors="replace") for n in fig.linename]
    points = fig.linepnt.tolist()
    for i in range(len(points)):
        count = min(max(0, points[i]), fig.linedata.shape[1] // 2)
        if not count and not names[i]:
            continue
        key = f"{name}.{i}"
        arrays[key] = fig.linedata[i, : 2 * count].reshape(-1, 2).astype(np.float32)
        lines.append({"name": names[i], "rgb": fig.linergb[i].tolist(), "data": key})
    return found


def _plain_value(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray) else value


# ---- texts


def help_text(rows: Mapping[str, Row]) -> list[Text]:
    """Return the help text: all shortcuts, and the mouse actions."""
    mouse = (
        ("Turn", "left drag"),
        ("Move", "(Shift) right drag"),
        ("Zoom", "scroll, middle drag"),
        ("Select", "left double click"),
        ("Center", "right double click"),
        ("Track", "Ctrl right double click"),
        ("Pull", "Ctrl (Shift) right drag"),
        ("Twist", "Ctrl left drag"),
    )
    keys = [(row.label, row.shortcut) for row in rows.values() if row.shortcut and row.section not in SHORT]
    first, second = zip(*keys, *mouse, strict=True)
    return [(mjtFont.mjFONT_NORMAL, mjtGridPos.mjGRID_TOPLEFT, "\n".join(first), "\n".join(second))]


SHORT = ("Group",)  # sections with many similar shortcuts, which the help omits


def info_text(m: Any, d: Any, clock: Any, passive: bool, memory: int) -> list[Text]:
    """Return the info text: time, sizes, solver, memory; energy if it is computed."""
    islands = max(1, min(int(d.nisland), MOST_ISLANDS))
    rows = [
        ("Time", f"{d.time:.3f}"),
        ("Size", f"{m.nv}  ({d.nefc} con)"),
        ("Solver", f"{int(d.solver_niter[:islands].max(initial=0))} iterations"),
        ("Contacts", f"{d.ncon}"),
        ("Memory", f"{memory / 2**20:.1f} MB"),
    ]
    if not passive:
        rows.insert(1, ("Speed", f"{clock.measured:.3g} % of {clock.percent:g} %"))
    if m.opt.enableflags & 2:
        rows.append(("Energy", f"{d.energy[0] + d.energy[1]:.3f}"))
    if m.opt.enableflags & 4:
        rows.append(("FwdInv", f"{d.solver_fwdinv[0]:.1g}  {d.solver_fwdinv[1]:.1g}"))
    if d.nisland:
        rows.append(("Islands", f"{d.nisland}"))
    first, second = zip(*rows, strict=True)
    return [(mjtFont.mjFONT_NORMAL, mjtGridPos.mjGRID_BOTTOMLEFT, "\n".join(first), "\n".join(second))]


# ---- figures

# colors of lines on a dark pane
COLORS = (
    *((0.40, 0.70, 1.00), (1.00, 0.64, 0.30), (0.48, 0.86, 0.52)),
    *((1.00, 0.50, 0.55), (0.78, 0.62, 1.00), (0.96, 0.88, 0.42)),
)


def _new_figure(title: str, x: str = "", names: Sequence[str] = (), fmt: str = "%.0f") -> Any:
    fig: Any = MjvFigure()
    fig.title, fig.xlabel, fig.yformat = title, x, fmt
    fig.figurergba[:] = (0.07, 0.08, 0.1, 0.84)
    fig.linergb[: len(COLORS)] = COLORS
    fig.gridsize[:] = (3, 4)
    for i, name in enumerate(names):
        fig.linename[i] = name.encode()[:99]
    return fig


class Profiler:
    """Four plots: iteration counts and convergence of the solver, times, sizes.

    Step times are those of whole steps, divided among their parts by the shares that `StageProfiler` measures.
    """

    counts = ("total", "active", "changed", "evals", "updates")
    costs = ("improvement", "gradient", "lineslope")
    times = ("step", "collision", "prepare", "solve", "other", "picture")
    sizes = ("dof", "body", "constraint", "sqrt(nnz)", "contact", "iteration")

    def __init__(self) -> None:
        self.count = _new_figure("Counts", "Solver iteration", self.counts)
        self.cost = _new_figure("Convergence (log 10)", "Solver iteration", self.costs, "%.1f")
        self.time = _new_figure("CPU time (msec)", "Picture", self.times, "%.2f")
        self.size = _new_figure("Dimensions", "Picture", self.sizes)
        for fig in (self.time, self.size):
            fig.range[0] = (-HISTORY, 0)
            fig.flg_extend = 0
            fig.range[1] = (0, 0)
        self.probe = StageProfiler()
        self._before = (0.0, 0)

    def update(self, m: Any, d: Any, picture: float) -> None:
        """Add the last step to the plots; ``picture`` is the time of the last picture [s]."""
        niter = min(int(d.solver_niter[0]), len(d.solver) // MOST_ISLANDS)
        stat = d.solver
        total = int(d.nefc)
        columns = [
            [total] * niter,
            stat.nactive[:niter],
            stat.nchange[:niter],
            stat.neval[:niter],
            stat.nupdate[:niter],
        ]
        _set_lines(self.count, [np.asarray(c, float) for c in columns])
        small = [np.log10(np.maximum(np.asarray(getattr(stat, n)[:niter], float), 1e-15)) for n in self.costs]
        _set_lines(self.cost, small)
        spent, calls = (
            float(d.timer[mjtTimer.mjTIMER_STEP].duration),
            int(d.timer[mjtTimer.mjTIMER_STEP].number),
        )
        more = calls - self._before[1]
        step = 1e3 * (spent - self._before[0]) / more if more > 0 else 0.0
        self._before = (spent, calls)
        self.probe.submit_state(m, d)
        _append_points(self.time, (step, *self.probe.divide_step_time(step), 1e3 * picture))
        nnz = float(np.sqrt(max(0, int(d.solver_nnz[0]))))
        _append_points(self.size, (m.nv, m.nbody, d.nefc, nnz, d.ncon, int(d.solver_niter[0])))

    def place_figures(self, width: int, height: int) -> list[tuple[Box, Any]]:
        """Return the plots with their boxes along the right edge of a viewport."""
        w, h = width // 4, height // 4
        figures = (self.count, self.cost, self.time, self.size)
        return [((width - w, height - (i + 1) * h, w, h), fig) for i, fig in enumerate(figures)]


def _set_lines(fig: Any, columns: Sequence[np.ndarray]) -> None:
    """Set the lines of a figure over 0, 1, 2, ..."""
    for i, values in enumerate(columns):
        n = min(len(values), fig.linedata.shape[1] // 2)
        fig.linepnt[i] = n
        fig.linedata[i, : 2 * n : 2] = np.arange(n)
        fig.linedata[i, 1 : 2 * n : 2] = values[:n]


def _append_points(fig: Any, values: Iterable[float]) -> None:
    """Append a point at 0 to each line, and shift the earlier points to the left."""
    for i, value in enumerate(values):
        n = min(HISTORY, int(fig.linepnt[i]) + 1)
        line = fig.linedata[i]
        line[3 : 2 * n : 2] = line[1 : 2 * n - 2 : 2].copy()
        line[1] = value
        line[0 : 2 * n : 2] = -np.arange(n)
        fig.linepnt[i] = n


class Sensors:
    """A bar plot of sensor values relative to their cutoff, one color for each stage."""

    names = ("position", "velocity", "acceleration")

    def __init__(self) -> None:
        self.figure = _new_figure("Sensor data", "", self.names, "%.1f")
        self.figure.flg_barplot = self.figure.flg_symmetric = 1
        self.figure.gridsize[:] = (2, 3)
        self.figure.range[1] = (-1, 1)
        self.figure.flg_extend = 0

    def update(self, m: Any, d: Any) -> None:
        """Update the bars from the sensor data."""
        fig = self.figure
        lines: list[list[float]] = [[], [], []]
        for i in range(m.nsensor):
            stage = int(m.sensor_needstage[i]) - 1
            if not 0 <= stage < 3:
                continue
            cutoff = float(m.sensor_cutoff[i])
            adr = int(m.sensor_adr[i])
            for k in range(int(m.sensor_dim[i])):
                value = float(d.sensordata[adr + k]) / (cutoff if cutoff > 0 else 1.0)
                lines[stage] += [adr + k, min(1.0, max(-1.0, value)) if value == value else 0.0]
        for i, points in enumerate(lines):
            n = min(len(points), fig.linedata.shape[1]) // 2
            fig.linepnt[i] = n
            fig.linedata[i, : 2 * n] = points[: 2 * n]
        fig.range[0] = (0, max(1, m.nsensordata))

    def place_figures(self, width: int, height: int) -> list[tuple[Box, Any]]:
        """Return the plot with its box at the lower edge, right of the left panel."""
        w, h = width // 3, height // 3
        return [((width // 2 - w // 2, 0, w, h), self.figure)]
