"""Figures of reports as inline SVG, and films of a model before and after identification.

Documents: drop-in / mujoco.sysid

Films show the identified model beside the model of the spec.
"""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from gelenk.runtime.data import MjData
from gelenk.sysid._src.plotting import render_rollout
from gelenk.sysid._src.timeseries import TimeSeries
from gelenk.sysid._src.trajectory import SystemTrajectory, sysid_rollout


def draw_svg(draw: Callable[[Any], None], width: float = 9.0, height: float = 3.0) -> str:
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

    return draw_svg(draw, height=1.0 + 1.4 * len(names))


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

    return draw_svg(draw, height=5.0)


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

    return draw_svg(draw, height=1.2 + 0.35 * len(names))


COLORS = {"Initial": (0.8, 0.2, 0.2), "Nominal": (0.5, 0.5, 0.5), "Identified": (0.2, 0.7, 0.2)}
FRAMERATE = 20
MAX_FRAMES = 400  # images per film
FILM_WIDTH, FILM_HEIGHT = 480, 270


def recolor_model(model: Any, color: tuple[float, float, float]) -> Any:
    """Return the model with all moving geoms in one color, half transparent."""
    moves = model.body_weldid[model.geom_bodyid] > 0
    model.geom_rgba[moves] = (*color, 0.6)
    model.geom_matid[moves] = -1
    return model


def render_models(models: Sequence[Any], trajectory: SystemTrajectory, room: int) -> list[np.ndarray]:
    """Return up to ``room`` images of models along a trajectory (FILM_HEIGHT, FILM_WIDTH, 3)."""
    states = []
    for model in models:
        rolled = sysid_rollout(model, MjData(model), trajectory.control, trajectory.initial_state)[0]
        assert rolled.state is not None
        states.append(rolled.state.data)
    span = float(states[0][-1, 0] - states[0][0, 0])
    rate = min(FRAMERATE, max(room, 1) / max(span, 1e-9))
    return render_rollout(
        list(models), MjData(models[0]), np.array(states), rate, width=FILM_WIDTH, height=FILM_HEIGHT
    )[: max(room, 0)]


def write_film(
    path: Path,
    build: Callable[[str], Any],
    names: Sequence[str],
    trajectories: Sequence[SystemTrajectory],
) -> None:
    """Write a GIF of all trajectories, one after the other.

    build   creates a new model for a name of ``COLORS``
    names   names of the models that are shown together
    """
    models = [recolor_model(build(name), COLORS[name]) for name in names]
    frames: list[Image.Image] = []
    for trajectory in trajectories:
        frames += [Image.fromarray(p) for p in render_models(models, trajectory, MAX_FRAMES - len(frames))]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=1000 // FRAMERATE, loop=0)
