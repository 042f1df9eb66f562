"""Plotting of rollouts: images of their states.

Documents: Programming / Visualization
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.runtime import state as states
from gelenk.runtime.annotation_checks import checked
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.tables.enums import mjtState


@checked
def render_rollout(
    model: MjModel | Sequence[MjModel],
    data: MjData,
    state: np.ndarray | Sequence[np.ndarray],
    framerate: float,
    camera: int | str = -1,
    width: int = 640,
    height: int = 480,
    light_pos: Sequence[float] | None = None,
) -> list[np.ndarray]:
    """Render the states of rollouts into one scene, as a list of images.

    model           MjModel, or one for each rollout
    data            MjData to draw with
    state           float64 (nbatch, nsteps, nstate), mjSTATE_FULLPHYSICS
    framerate       images per second of simulation [1/s]
    camera          name or id; -1: the free camera
    width, height   size of an image [pixel]
    light_pos       position of an additional light
    Returns         list of uint8 (height, width, 3)
    Source          drop-in / mujoco.sysid
    """
    import gelenk

    models = [model] * len(state) if isinstance(model, MjModel) else list(model)
    scenery = gelenk.MjvOption()
    frames = []
    full = int(mjtState.mjSTATE_FULLPHYSICS)
    drawing: Any = gelenk.Renderer
    with drawing(models[0], height, width) as renderer:
        times = np.asarray(state[0][:, 0])
        for wanted in np.arange(times[0], times[-1], 1.0 / framerate):
            step = int(np.searchsorted(times, wanted))
            for i, (m, rows) in enumerate(zip(models, state, strict=True)):
                states.put(m, data, np.ascontiguousarray(rows[step]), full)
                gelenk.mj_forward(m, data)
                if i == 0:
                    renderer.update_scene(data, camera, scenery)
                else:
                    dynamic = gelenk.mjtCatBit.mjCAT_DYNAMIC
                    gelenk.mjv_addGeoms(m, data, scenery, gelenk.MjvPerturb(), dynamic, renderer.scene)
            if light_pos is not None:
                light = renderer.scene.lights[renderer.scene.nlight]
                light.pos, light.dir = light_pos, -np.asarray(light_pos, float)
                renderer.scene.nlight += 1
            frames.append(renderer.render().copy())
    return frames
