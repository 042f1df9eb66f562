"""The mouse: it turns and moves cameras, and the model in the room.

Documents: Programming / Visualization; API / mjv_moveCamera, mjv_moveModel

What is computed is in functions/mouse.py; here stands what can be wrong with it.
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near, numbers_of
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.scene.kernels.mouse import known, moves, moves_along
from gelenk.scene.model_frame import check_scale
from gelenk.tables.enums import mjtCamera
from gelenk.toolchain.extension import call_kernel


def check_action(action: int, what: str = "") -> None:
    """FatalError unless there is such an action."""
    if not known(action):
        raise FatalError(f"{action} is no action of the mouse{what}, see mjtMouse")


def move_camera(m: MjModel, action: int, dx: float, dy: float, scn: MjvScene, cam: MjvCamera) -> None:
    """Let a drag of the mouse, in parts of the window, turn or move a free or tracking camera (mjv_moveCamera)."""
    if cam.type in (mjtCamera.mjCAMERA_FIXED, mjtCamera.mjCAMERA_USER):
        return
    check_action(action, " that moves a camera")
    if cam.type != mjtCamera.mjCAMERA_TRACKING and (moves(action) or moves_along(action)):
        check_near(scn)
        check_scale(scn)
    camera = cam.type, cam.orthographic, cam.lookat, numbers_of(cam)
    call_kernel.run("move_camera", m, action, dx, dy, scn, *camera)


def move_model(m: MjModel, action: int, dx: float, dy: float, roomup: np.ndarray, scn: MjvScene) -> None:
    """Let a drag of the mouse turn, move or scale the model in the room (mjv_moveModel)."""
    if scn.enabletransform:
        check_near(scn)
        check_action(action)
        call_kernel.run("move_model", m, action, dx, dy, roomup, scn)
