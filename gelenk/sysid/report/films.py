"""Films of a model before and after identification, beside the model of the spec.

Documents: drop-in / mujoco.sysid
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from gelenk.runtime.data import MjData
from gelenk.sysid._src.plotting import render_rollout
from gelenk.sysid._src.trajectory import SystemTrajectory, sysid_rollout

COLORS = {"Initial": (0.8, 0.2, 0.2), "Nominal": (0.5, 0.5, 0.5), "Identified": (0.2, 0.7, 0.2)}
FRAMERATE = 20
MAX_FRAMES = 400  # images per film
FILM_WIDTH, FILM_HEIGHT = 480, 270


def recolored(model: Any, color: tuple[float, float, float]) -> Any:
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
    models = [recolored(build(name), COLORS[name]) for name in names]
    frames: list[Image.Image] = []
    for trajectory in trajectories:
        frames += [Image.fromarray(p) for p in render_models(models, trajectory, MAX_FRAMES - len(frames))]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=1000 // FRAMERATE, loop=0)
