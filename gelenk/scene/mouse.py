"""The mouse: it turns and moves cameras, and the model in the room.

Documents: Programming / Visualization; API / mjv_moveCamera, mjv_moveModel, mjv_alignToCamera
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    add_scaled,
    axis_angle_to_quat,
    clamp,
    cross,
    dot,
    mul_quat,
    norm,
    normalize,
    normalize4,
    scale,
    sub,
)
from gelenk.errors import FatalError
from gelenk.scene.cameras import camera_in_room, frustum_height, triple
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.scene.room import camera_in_model
from gelenk.tables.enums import mjMINVAL, mjtCamera, mjtMouse
from gelenk.world.model import MjModel

ROTATE = (mjtMouse.mjMOUSE_ROTATE_V, mjtMouse.mjMOUSE_ROTATE_H)
MOVE = (mjtMouse.mjMOUSE_MOVE_V, mjtMouse.mjMOUSE_MOVE_H)
MOVE_REL = (mjtMouse.mjMOUSE_MOVE_V_REL, mjtMouse.mjMOUSE_MOVE_H_REL)
VERTICAL = (ROTATE[0], MOVE[0], MOVE_REL[0])  # actions in the vertical plane across the line of sight
SLOWER = 0.15  # drags of orthographic cameras, as in 3.5.0
STEEPEST = 89.0  # elevation [degree] that the mouse can reach
SMALLEST, LARGEST = 0.01, 100.0  # scales of the model that the mouse can reach


def align_to_camera(vector: Vec3, forward: Vec3) -> Vec3:
    """A vector in axes right, ahead, above of a camera as it is in the world: turned about the vertical."""
    n = math.hypot(forward[0], forward[1])
    x, y = (forward[0] / n, forward[1] / n) if n >= mjMINVAL else (1.0, 0.0)
    return vector[0] * y + vector[1] * x, -vector[0] * x + vector[1] * y, vector[2]


def drag(action: int, dx: float, dy: float) -> Vec3:
    """What a drag of the mouse means, in axes right, ahead, above: a translation, or the axis of a rotation."""
    if action in ROTATE:
        return (dy, 0.0, dx) if action in VERTICAL else (dy, dx, 0.0)
    if action in MOVE or action in MOVE_REL:
        return (dx, 0.0, -dy) if action in VERTICAL else (dx, -dy, 0.0)
    if action == mjtMouse.mjMOUSE_ZOOM:
        return 0.0, 0.0, 0.0
    raise FatalError(f"{action} is no action of the mouse, see mjtMouse")


def wrap(angle: float) -> float:
    """An angle [degree] within -180 .. 180."""
    return angle if -180.0 <= angle <= 180.0 else math.remainder(angle, 360.0)


def move_camera(m: MjModel, action: int, dx: float, dy: float, scn: MjvScene, cam: MjvCamera) -> None:
    """Let a drag of the mouse, in parts of the window, turn or move a free or tracking camera (mjv_moveCamera)."""
    if cam.type in (mjtCamera.mjCAMERA_FIXED, mjtCamera.mjCAMERA_USER):
        return
    if action in ROTATE:
        cam.azimuth -= 180.0 * dx
        cam.elevation -= 180.0 * dy
    elif action in MOVE and cam.type != mjtCamera.mjCAMERA_TRACKING:
        pos, forward, _ = camera_in_model(scn)
        depth = dot(sub(triple(cam.lookat), pos), forward)
        depth *= SLOWER if cam.orthographic else 1.0
        moved = align_to_camera(drag(action, dx, dy), forward)
        cam.lookat[:] = add_scaled(triple(cam.lookat), moved, -frustum_height(scn) * depth)
    elif action in MOVE_REL and cam.type != mjtCamera.mjCAMERA_TRACKING:
        _, forward, up = camera_in_model(scn)
        along = up if action in VERTICAL else forward
        moved = add_scaled(scale(cross(forward, up), dx), along, dy)
        cam.lookat[:] = add_scaled(triple(cam.lookat), moved, 1.0)
    elif action == mjtMouse.mjMOUSE_ZOOM:
        extent = m.stat.extent
        cam.distance -= math.log(1.0 + cam.distance / extent / 3.0) * dy * 9.0 * extent
    elif action not in MOVE and action not in MOVE_REL:
        raise FatalError(f"{action} is no action of the mouse that moves a camera, see mjtMouse")
    cam.azimuth = wrap(cam.azimuth) if math.isfinite(cam.azimuth) else 0.0
    extent = m.stat.extent
    cam.elevation = clamp(cam.elevation, -STEEPEST, STEEPEST)
    cam.distance = clamp(cam.distance, 0.01 * extent, 100.0 * extent)


def _aligned(vector: Vec3, forward: Vec3, up: Vec3) -> Vec3:
    """A vector in axes right, ahead, above as it is in a room with this vertical."""
    right = normalize(cross(forward, up))
    ahead = normalize(add_scaled(forward, up, -dot(forward, up)))
    moved = add_scaled(scale(right, vector[0]), ahead, vector[1])
    return add_scaled(moved, up, vector[2])


def move_model(m: MjModel, action: int, dx: float, dy: float, roomup: Vec3, scn: MjvScene) -> None:
    """Let a drag of the mouse turn, move or scale the model in the room (mjv_moveModel)."""
    if not scn.enabletransform:
        return
    _, forward, _ = camera_in_room(scn)
    moved = _aligned(drag(action, dx, dy), forward, roomup)
    if action in ROTATE:
        amount = norm(moved)
        turn = axis_angle_to_quat(normalize(moved), math.pi * amount)
        rotation = tuple(scn._a_rotate.astype(float).tolist())
        scn._a_rotate[:] = normalize4(mul_quat(turn, rotation))
    elif action in MOVE or action in MOVE_REL:
        scn._a_translate[:] = add_scaled(triple(scn._a_translate), moved, m.stat.extent)
    elif action == mjtMouse.mjMOUSE_ZOOM:
        grown = scn.scale + math.log(1.0 + max(0.0, scn.scale) / 3.0) * dy * 3.0
        scn.scale = clamp(grown, SMALLEST, LARGEST)
