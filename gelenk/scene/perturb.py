"""Perturbation: pulling at the selected body with the mouse.

Documents: Programming / Visualization; API / mjv_initPerturb, mjv_movePerturb, mjv_applyPerturbPose,
mjv_applyPerturbForce

What is computed at each step and each move of the mouse is in functions/perturb.py and functions/mouse.py.
"""

from typing import Any

import numpy as np

from gelenk.algebra.vec import Vec3, add, add_scaled, dot, mat_vec, mul_quat, sub
from gelenk.jit import library
from gelenk.jit.border import kernels
from gelenk.scene.beyond import pose_beyond
from gelenk.scene.cameras import check_near, frustum_height
from gelenk.scene.classes import MjvPerturb, MjvScene
from gelenk.scene.functions.mouse import SLOWER, moves_along, vertical
from gelenk.scene.mouse import check_action
from gelenk.scene.room import check_scale, model_view
from gelenk.tables.enums import mjMINVAL
from gelenk.world.data import MjData
from gelenk.world.model import MjModel


def _selected(m: MjModel, pert: MjvPerturb) -> int:
    """The selected body; 0 where none is, or none that there is."""
    return pert.select if 0 < pert.select < m.nbody else 0


def _row(array: np.ndarray, i: int) -> Any:
    """A row of numbers as Python's own."""
    return tuple(array[i].tolist())


def init_perturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Let a perturbation begin where the selected body is (mjv_initPerturb)."""
    b = _selected(m, pert)
    if not b:
        return
    point = add(_row(d._a_xpos, b), mat_vec(_row(d._a_xmat, b), tuple(pert.localpos.tolist())))
    pert.refpos[:] = d._a_xipos[b]
    pert.refquat[:] = mul_quat(_row(d._a_xquat, b), _row(m._a_body_iquat, b))
    pert.refselpos[:] = point
    pert.localmass = _local_mass(m, d, b, point)
    if 0 <= pert.flexselect < m.nflex:  # a vertex drags its neighbours: as many as meet there on average
        f = pert.flexselect
        pert.localmass *= 2.0 * float(m._a_flex_edgenum[f]) / max(1.0, float(m._a_flex_vertnum[f]))
    pos, forward, _ = model_view(scn).tolist()
    pert.scale = frustum_height(scn) * dot(sub(point, pos), forward)
    pert.scale *= SLOWER if scn._a_camera_orthographic[0] else 1.0


def _local_mass(m: MjModel, d: MjData, b: int, point: Vec3) -> float:
    """Mass that is felt at a point of body ``b``, on average of all directions; 1 where it cannot move."""
    if m.nv == 0:
        return 1.0
    jac, solved = np.zeros((2, 3 * m.nv))
    library.call("jac", m, d, jac, solved, np.array(point), b)
    library.call("solve_m", m, d, solved, jac, 3)
    inverse = float(np.vdot(solved, jac)) / 3.0  # says nothing of numbers that are not finite
    return 1.0 / inverse if inverse > mjMINVAL else 1.0


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
    kernels.run("move_perturb", m, d, action, dx, dy, scn, _selected(m, pert), *goals)


def apply_perturb_pose(m: MjModel, d: MjData, pert: MjvPerturb, paused: int) -> None:
    """Put a mocap body where it is wanted; while paused also the tree of the body, if its root is free."""
    goals = pert.refpos, pert.refquat
    kernels.run("apply_perturb_pose", m, d, pert.select, pert.active, pert.active2, *goals, paused)


def apply_perturb_force(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Force and torque of the spring to the mouse, on the selected body (mjv_applyPerturbForce)."""
    bits = pert.select, pert.active, pert.active2
    spring = pert.refquat, pert.refselpos, pert.localpos, pert.localmass
    kernels.run("apply_perturb_force", m, d, *bits, *spring, m.vis.map.stiffness, m.vis.map.stiffnessrot)
