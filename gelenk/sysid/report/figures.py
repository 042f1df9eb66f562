"""Figures of reports, as inline SVG.

Documents: drop-in / mujoco.sysid
"""

import io
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from gelenk.sysid._src.timeseries import TimeSeries


def svg(draw: Callable[[Any], None], width: float = 9.0, height: float = 3.0) -> str:
    """Return the drawing of draw(figure) as an SVG element."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasSVG(figure)
    draw(figure)
    text = io.StringIO()
    figure.savefig(text, format="svg")
    content = text.getvalue()
    return content[content.index("<svg") :]


def plot_signals(pairs: Sequence[tuple[str, TimeSeries]], names: Sequence[str]) -> str:
    """Plot measured and predicted values over time, one plot per signal, as SVG."""

    def draw(figure: Any) -> None:
        axes = np.atleast_1d(figure.subplots(len(names), 1, sharex=True))
        for axis, name in zip(axes, names, strict=True):
            for label, ts in pairs:
                columns = ts.get_indices(name)[1]
                for i, column in enumerate(columns):
                    axis.plot(ts.times, ts.data[:, column], label=label if i == 0 else None, lw=1)
            axis.set_ylabel(name, fontsize=8)
        axes[0].legend(fontsize=8)
        axes[-1].set_xlabel("time [s]")

    return svg(draw, height=1.0 + 1.4 * len(names))


def plot_trace(objective: npt.ArrayLike, candidate: Sequence[np.ndarray], names: Sequence[str]) -> str:
    """Plot objective and parameters over the iterations."""

    def draw(figure: Any) -> None:
        first, second = figure.subplots(2, 1, sharex=True)
        first.semilogy(np.maximum(objective, np.finfo(float).tiny))
        first.set_ylabel("objective")
        for values, name in zip(np.array([np.ravel(c) for c in candidate]).T, names, strict=True):
            second.plot(values, label=name)
        second.set_xlabel("iteration")
        second.legend(fontsize=8)

    return svg(draw, height=5.0)


def plot_ranges(
    names: Sequence[str],
    initial: np.ndarray,
    nominal: np.ndarray,
    found: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    width: np.ndarray | None,
) -> str:
    """Plot initial, nominal and identified values within their bounds, with intervals."""
    span = np.where(high > low, high - low, 1.0)

    def draw(figure: Any) -> None:
        axis = figure.subplots()
        rows = np.arange(len(names))[::-1]
        for values, marker, label in (
            (initial, "o", "initial"),
            (nominal, "|", "nominal"),
            (found, "D", "identified"),
        ):
            axis.scatter((values - low) / span, rows, marker=marker, label=label)
        if width is not None:
            finite = np.where(np.isfinite(width), width, span)
            axis.errorbar((found - low) / span, rows, xerr=finite / span, fmt="none", capsize=3)
        axis.set_yticks(rows, names, fontsize=8)
        axis.set_xlim(-0.05, 1.05)
        axis.set_xlabel("part of the range between the bounds")
        axis.legend(fontsize=8)

    return svg(draw, height=1.2 + 0.35 * len(names))
