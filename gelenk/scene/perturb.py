"""Perturbation of the selected body with the mouse.

Documents: Programming / Visualization; API / mjv_initPerturb, mjv_movePerturb, mjv_applyPerturbPose,
mjv_applyPerturbForce

The kernels are in kernels/select.py, kernels/perturb.py and kernels/mouse.py.
"""

from typing import Any

import numpy as np

from gelenk.algebra.vec import add_scaled, mat_vec
from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.scene.kernels.mouse import moves_along, vertical
from gelenk.scene.model_frame import check_scale
from gelenk.scene.mouse import check_action
from gelenk.scene.out_of_range_bodies import pose_beyond
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension import call_kernel

_WRITTEN = [struct_layout.VISION["MjvPerturb"].offset[name] // 8 for name in ("localmass", "scale")]


def _selected(m: MjModel, pert: MjvPerturb) -> int:
    """Return the selected body, or 0 if none is selected or the id is out of range."""
    return pert.select if 0 < pert.select < m.nbody else 0


def _row(array: np.ndarray, i: int) -> Any:
    """Return a row of an array as a tuple of Python floats."""
    return tuple(array[i].tolist())


def init_perturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Start a perturbation at the selected body (mjv_initPerturb)."""
    if not _selected(m, pert):
        return
    check_near(scn)
    check_scale(scn)
    selected = pert.select, pert.flexselect, pert.localpos
    goals = pert.refpos, pert.refquat, pert.refselpos
    numbers = [pert._floats[at : at + 1] for at in _WRITTEN]
    pipeline.run_stage("scene_perturb", m, d, scn, *selected, *goals, *numbers, np.zeros(6 * m.nv))


def move_perturb(
    m: MjModel, d: MjData, action: int, dx: float, dy: float, scn: MjvScene, pert: MjvPerturb
) -> None:
    """Translate or rotate the goal of a perturbation by a mouse drag (mjv_movePerturb).

    dx, dy   drag, as shares of the window
    """
    check_near(scn)
    check_scale(scn)
    check_action(action)
    if pert.select >= m.nbody and moves_along(action):
        pose = pose_beyond(d, pert.select)
        if pose is not None:  # the orientation that 3.5.0 reads for an out-of-range body
            along = (0.0, dx, dy) if vertical(action) else (dy, dx, 0.0)
            moved = mat_vec(_row(pose[1], 0), along)
            for goal in (pert.refpos, pert.refselpos):
                goal[:] = add_scaled(tuple(goal.tolist()), moved, pert.scale)
            return
    goals = pert.refpos, pert.refquat, pert.refselpos, pert.scale
    call_kernel.run_kernel("move_perturb", m, d, action, dx, dy, scn, _selected(m, pert), *goals)


def apply_perturb_pose(m: MjModel, d: MjData, pert: MjvPerturb, paused: int) -> None:
    """Move a mocap body to its goal; while paused, also a tree with a free root joint."""
    goals = pert.refpos, pert.refquat
    call_kernel.run_kernel("apply_perturb_pose", m, d, pert.select, pert.active, pert.active2, *goals, paused)


def apply_perturb_force(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Apply force and torque of the mouse spring to the selected body (mjv_applyPerturbForce)."""
    bits = pert.select, pert.active, pert.active2
    spring = pert.refquat, pert.refselpos, pert.localpos, pert.localmass
    call_kernel.run_kernel(
        "apply_perturb_force", m, d, *bits, *spring, m.vis.map.stiffness, m.vis.map.stiffnessrot
    )
