"""Perturbation: pulling at the selected body with the mouse.

Documents: Programming / Visualization; API / mjv_initPerturb, mjv_movePerturb, mjv_applyPerturbPose,
mjv_applyPerturbForce

What is computed is in select.py, functions/perturb.py and functions/mouse.py.
"""

from typing import Any

import numpy as np

from gelenk.algebra.vec import add_scaled, mat_vec
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.scene.kernels.mouse import moves_along, vertical
from gelenk.scene.model_frame import check_scale
from gelenk.scene.mouse import check_action
from gelenk.scene.out_of_range_bodies import pose_beyond
from gelenk.toolchain import library, struct_layout
from gelenk.toolchain.extension import call_kernel

_WRITTEN = [struct_layout.VISION["MjvPerturb"].offset[name] // 8 for name in ("localmass", "scale")]


def _selected(m: MjModel, pert: MjvPerturb) -> int:
    """The selected body; 0 where none is, or none that there is."""
    return pert.select if 0 < pert.select < m.nbody else 0


def _row(array: np.ndarray, i: int) -> Any:
    """A row of numbers as Python's own."""
    return tuple(array[i].tolist())


def init_perturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Let a perturbation begin where the selected body is (mjv_initPerturb)."""
    if not _selected(m, pert):
        return
    check_near(scn)
    check_scale(scn)
    selected = pert.select, pert.flexselect, pert.localpos
    goals = pert.refpos, pert.refquat, pert.refselpos
    numbers = [pert._floats[at : at + 1] for at in _WRITTEN]
    library.call("scene_perturb", m, d, scn, *selected, *goals, *numbers, np.zeros(6 * m.nv))


def move_perturb(
    m: MjModel, d: MjData, action: int, dx: float, dy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Let a drag of the mouse, in parts of the window, move or turn the goal (mjv_movePerturb)."""
    check_near(scn)
    check_scale(scn)
    check_action(action)
    if pert.select >= m.nbody and moves_along(action):
        pose = pose_beyond(d, pert.select)
        if pose is not None:  # what 3.5.0 takes for the orientation of a body that does not exist
            along = (0.0, dx, dy) if vertical(action) else (dy, dx, 0.0)
            moved = mat_vec(_row(pose[1], 0), along)
            for goal in (pert.refpos, pert.refselpos):
                goal[:] = add_scaled(tuple(goal.tolist()), moved, pert.scale)
            return
    goals = pert.refpos, pert.refquat, pert.refselpos, pert.scale
    call_kernel.run("move_perturb", m, d, action, dx, dy, scn, _selected(m, pert), *goals)


def apply_perturb_pose(m: MjModel, d: MjData, pert: MjvPerturb, paused: int) -> None:
    """Put a mocap body where it is wanted; while paused also the tree of the body, if its root is free."""
    goals = pert.refpos, pert.refquat
    call_kernel.run("apply_perturb_pose", m, d, pert.select, pert.active, pert.active2, *goals, paused)


def apply_perturb_force(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Force and torque of the spring to the mouse, on the selected body (mjv_applyPerturbForce)."""
    bits = pert.select, pert.active, pert.active2
    spring = pert.refquat, pert.refselpos, pert.localpos, pert.localmass
    call_kernel.run("apply_perturb_force", m, d, *bits, *spring, m.vis.map.stiffness, m.vis.map.stiffnessrot)
