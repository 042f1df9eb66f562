"""Mouse drags of cameras and of the model in the room, and perturbations.

Documents: Programming / Visualization; API / mjv_moveCamera, mjv_moveModel; API / mjv_initPerturb, mjv_movePerturb,
mjv_applyPerturbPose, mjv_applyPerturbForce, MjvPerturb, mjv_updateScene

Drags move cameras, the model in the room, and the goal of a perturbation of the selected body. The kernels are in
kernels/mouse.py and kernels/select.py; this module raises the errors.

A perturbation may select an id out of range; 3.5.0 then uses as a pose what it reads beyond the arrays of bodies. The
arrays of 3.5.0 are consecutive in memory, each at a multiple of 64 bytes, with zeros between them, in the order of
ORDER. An id whose data would lie past the last array of ORDER selects nothing.
"""

from typing import Any

import numpy as np

from gelenk.algebra.vec import add_scaled, mat_vec
from gelenk.errors import FatalError
from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near, numbers_of
from gelenk.scene.classes import MjvCamera, MjvPerturb, MjvScene
from gelenk.scene.kernels.mouse import is_action, is_vertical, is_world_translation, moves_along
from gelenk.scene.model_frame import check_scale
from gelenk.tables.enums import mjtCamera
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension import load


def check_action(action: int, what: str = "") -> None:
    """Raise FatalError unless ``action`` is an mjtMouse."""
    if not is_action(action):
        raise FatalError(f"{action} is not a mouse action{what} (mjtMouse)")


def move_camera(m: MjModel, action: int, dx: float, dy: float, scn: MjvScene, cam: MjvCamera) -> None:
    """Rotate, translate or zoom a free or tracking camera by a mouse drag (mjv_moveCamera).

    dx, dy   drag, as shares of the window
    """
    if cam.type in (mjtCamera.mjCAMERA_FIXED, mjtCamera.mjCAMERA_USER):
        return
    check_action(action, " that moves a camera")
    if cam.type != mjtCamera.mjCAMERA_TRACKING and (is_world_translation(action) or moves_along(action)):
        check_near(scn)
        check_scale(scn)
    camera = cam.type, cam.orthographic, cam.lookat, numbers_of(cam)
    load.run_kernel("move_camera", m, action, dx, dy, scn, *camera)


def move_model(m: MjModel, action: int, dx: float, dy: float, roomup: np.ndarray, scn: MjvScene) -> None:
    """Rotate, translate or scale the model in the room by a mouse drag (mjv_moveModel)."""
    if scn.enabletransform:
        check_near(scn)
        check_action(action)
        load.run_kernel("move_model", m, action, dx, dy, roomup, scn)


# Perturbation of the selected body

_WRITTEN = [struct_layout.VISION["MjvPerturb"].offset[name] // 8 for name in ("localmass", "scale")]


def _selected_body(m: MjModel, pert: MjvPerturb) -> int:
    """Return the selected body, or 0 if none is selected or the id is out of range."""
    return pert.select if 0 < pert.select < m.nbody else 0


def _row_floats(array: np.ndarray, i: int) -> Any:
    """Return a row of an array as a tuple of Python floats."""
    return tuple(array[i].tolist())


def init_perturb(m: MjModel, d: MjData, scn: MjvScene, pert: MjvPerturb) -> None:
    """Start a perturbation at the selected body (mjv_initPerturb)."""
    if not _selected_body(m, pert):
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
            along = (0.0, dx, dy) if is_vertical(action) else (dy, dx, 0.0)
            moved = mat_vec(_row_floats(pose[1], 0), along)
            for goal in (pert.refpos, pert.refselpos):
                goal[:] = add_scaled(tuple(goal.tolist()), moved, pert.scale)
            return
    goals = pert.refpos, pert.refquat, pert.refselpos, pert.scale
    load.run_kernel("move_perturb", m, d, action, dx, dy, scn, _selected_body(m, pert), *goals)


def apply_perturb_pose(m: MjModel, d: MjData, pert: MjvPerturb, paused: int) -> None:
    """Move a mocap body to its goal; while paused, also a tree with a free root joint."""
    goals = pert.refpos, pert.refquat
    load.run_kernel("apply_perturb_pose", m, d, pert.select, pert.active, pert.active2, *goals, paused)


def apply_perturb_force(m: MjModel, d: MjData, pert: MjvPerturb) -> None:
    """Apply force and torque of the mouse spring to the selected body (mjv_applyPerturbForce)."""
    bits = pert.select, pert.active, pert.active2
    spring = pert.refquat, pert.refselpos, pert.localpos, pert.localmass
    load.run_kernel("apply_perturb_force", m, d, *bits, *spring, m.vis.map.stiffness, m.vis.map.stiffnessrot)


ORDER = (
    *("xpos", "xquat", "xmat", "xipos", "ximat", "xanchor", "xaxis", "geom_xpos", "geom_xmat", "site_xpos"),
    *("site_xmat", "cam_xpos", "cam_xmat", "light_xpos", "light_xdir", "subtree_com", "cdof", "cinert"),
    *("flexvert_xpos", "flexelem_aabb", "flexedge_J", "flexedge_length", "flexvert_J", "flexvert_length"),
    *("bvh_aabb_dyn", "ten_wrapadr", "ten_wrapnum", "ten_J_rownnz", "ten_J_rowadr", "ten_J_colind", "ten_J"),
    *("ten_length", "wrap_obj", "wrap_xpos", "actuator_length", "moment_rownnz", "moment_rowadr"),
    *("moment_colind", "actuator_moment", "crb", "qM", "M", "qLD", "qLDiagInv"),
)
FRAMES = ("xpos", 3), ("xipos", 3), ("xmat", 9), ("ximat", 9)  # pose arrays of a body, and values per body
_ALIGN_BYTES = 64  # alignment of arrays [byte]


def pose_beyond(d: MjData, body: int) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the poses that 3.5.0 reads for a body id past nbody, or None.

    The poses are xpos, xipos (2, 3) and xmat, ximat (2, 9).
    """
    start: dict[str, int] = {}
    memory = bytearray()
    for name in ORDER:
        start[name] = len(memory)
        memory += np.ascontiguousarray(getattr(d, "_a_" + name)).tobytes()
        memory += bytes(-len(memory) % _ALIGN_BYTES)
    found = []
    for name, count in FRAMES:
        first = start[name] + 8 * count * body
        if first + 8 * count > len(memory):
            return None
        found.append(np.frombuffer(memory, np.float64, count, first))
    if not all(np.isfinite(part).all() for part in found):
        return None
    return np.stack(found[:2]), np.stack(found[2:])
