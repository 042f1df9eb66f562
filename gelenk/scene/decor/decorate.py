"""Decorate a scene: all decoration stages in drawing order.

Documents: Programming / Visualization
"""

from gelenk.scene.decor.bodies import (
    scene_com,
    scene_frames,
    scene_inertias,
    scene_islands,
    scene_joints,
    scene_names,
    scene_object_frames,
)
from gelenk.scene.decor.forces import (
    scene_actuators,
    scene_applied,
    scene_contacts,
    scene_equalities,
    scene_perturbation,
    scene_selection,
)
from gelenk.scene.decor.sensors_cameras import scene_cameras, scene_rays
from gelenk.scene.decor.volumes import scene_volumes
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene


@kernel
def scene_decor(m: Model, d: Data, s: Scene) -> None:
    """Add what the options show beyond geoms, sites and tendons."""
    scene_object_frames(m, d, s)
    scene_volumes(m, d, s)
    scene_inertias(m, d, s)
    scene_perturbation(m, d, s)
    scene_frames(m, d, s)
    scene_selection(m, d, s)
    scene_names(m, d, s)
    scene_joints(m, d, s)
    scene_actuators(m, d, s)
    scene_islands(m, d, s)
    scene_cameras(m, d, s)
    scene_com(m, d, s)
    scene_rays(m, d, s)
    scene_applied(m, d, s)
    scene_equalities(m, d, s)
    scene_contacts(m, d, s)
