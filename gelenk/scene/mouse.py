"""Mouse drags of cameras, and of the model in the room.

Documents: Programming / Visualization; API / mjv_moveCamera, mjv_moveModel

The kernels are in kernels/mouse.py; this module raises the errors.
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import check_near, numbers_of
from gelenk.scene.classes import MjvCamera, MjvScene
from gelenk.scene.kernels.mouse import is_action, is_world_translation, moves_along
from gelenk.scene.model_frame import check_scale
from gelenk.tables.enums import mjtCamera
from gelenk.toolchain.extension import call_kernel


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
    call_kernel.run_kernel("move_camera", m, action, dx, dy, scn, *camera)


def move_model(m: MjModel, action: int, dx: float, dy: float, roomup: np.ndarray, scn: MjvScene) -> None:
    """Rotate, translate or scale the model in the room by a mouse drag (mjv_moveModel)."""
    if scn.enabletransform:
        check_near(scn)
        check_action(action)
        call_kernel.run_kernel("move_model", m, action, dx, dy, roomup, scn)
