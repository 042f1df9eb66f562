"""Overlay texts and plots: help, info, profiler, sensors, and those of programs.

Documents: design / Out: `overlay`; API / MjvFigure, mjr_overlay, mjr_figure
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from gelenk.scene.figures import MjvFigure
from gelenk.tables.enums import mjtFont, mjtGridPos, mjtTimer
from gelenk.tables.fields_visual import FIGURE
from gelenk.viewer.messages import pack
from gelenk.viewer.panels import Row
from gelenk.viewer.stage_profiler import StageProfiler

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

    of   size of the viewport in which boxes are given [pixel]
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

# of lines on a dark pane
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
