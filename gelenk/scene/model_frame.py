"""The model frame in the room: a scene may translate, rotate and scale the model.

Documents: Programming / Visualization; API / mjv_room2model, mjv_model2room, mjv_cameraInModel

The kernels are in kernels/model_frame.py; this module raises the errors.
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.scene.cameras import check_near
from gelenk.scene.classes import MjvScene
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.extension import load


def check_scale(scn: MjvScene) -> None:
    """Raise FatalError unless the scale of the model is positive."""
    if scn.scale < mjMINVAL:
        raise FatalError(f"the scale of the scene must be positive, not {scn.scale}")


def room_to_model(
    modelpos: np.ndarray, modelquat: np.ndarray, roompos: np.ndarray, roomquat: np.ndarray, scn: MjvScene
) -> None:
    """Transform a pose from the room to the model (mjv_room2model)."""
    check_scale(scn)
    load.run_kernel("room_to_model", modelpos, modelquat, roompos, roomquat, scn)


def model_to_room(
    roompos: np.ndarray, roomquat: np.ndarray, modelpos: np.ndarray, modelquat: np.ndarray, scn: MjvScene
) -> None:
    """Transform a pose from the model to the room (mjv_model2room)."""
    check_scale(scn)
    load.run_kernel("model_to_room", roompos, roomquat, modelpos, modelquat, scn)


def camera_in_model(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: MjvScene) -> None:
    """Compute position, forward and up of the camera in the model (mjv_cameraInModel)."""
    check_near(scn)
    check_scale(scn)
    load.run_kernel("camera_in_model", headpos, forward, up, scn)


def model_view(scn: MjvScene) -> np.ndarray:
    """Return position, forward and up of the camera of a scene, in the model (3, 3)."""
    view = np.empty((3, 3))
    camera_in_model(view[0], view[1], view[2], scn)
    return view
