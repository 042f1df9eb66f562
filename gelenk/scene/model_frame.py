"""The model frame in the room, and initialization of user geoms.

Documents: Programming / Visualization; API / mjv_room2model, mjv_model2room, mjv_cameraInModel; API / mjv_initGeom,
mjv_connector

A scene may translate, rotate and scale the model. User geoms get shape, size and appearance, or connect two points.
The kernels are in kernels/model_frame.py; this module raises the errors.
"""

import numpy as np

from gelenk.errors import FatalError
from gelenk.scene.cameras import Numbers, check_near
from gelenk.scene.classes import MjvGeom, MjvScene
from gelenk.scene.kernels import model_frame
from gelenk.tables.enums import mjMINVAL, mjtGeom
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


def checked_row(geom: MjvGeom) -> tuple[MjvGeom, int]:
    """Return a geom and its row, for kernels; AttributeError if it is uninitialized."""
    _ = geom._columns
    return geom, geom._row


def init_row(geom: MjvGeom, shape: int, size: Numbers, pos: Numbers, mat: Numbers, rgba: Numbers) -> None:
    """Set shape, size, pose and color of a geom, and default appearance (mjv_initGeom)."""
    if not model_frame.LEAST_INT32 <= shape <= model_frame.MOST_INT32:
        raise OverflowError(f"the type of a geom must be a 32-bit integer, not {shape}")
    numbers = [np.reshape(a, n).astype(float) for a, n in ((size, 3), (pos, 3), (mat, 9), (rgba, 4))]
    load.run_kernel("init_geom", *checked_row(geom), shape, *numbers)


def set_connector(geom: MjvGeom, shape: int, width: float, start: Numbers, end: Numbers) -> None:
    """Set shape, size and pose of a geom that connects two points (mjv_connector)."""
    if not model_frame.has_two_ends(shape):
        names = ", ".join(
            mjtGeom(s).name for s in range(int(mjtGeom.mjGEOM_LINE) + 1) if model_frame.has_two_ends(s)
        )
        raise FatalError(f"a geom of type {shape} does not connect two points; types that do: {names}")
    points = np.reshape(start, 3).astype(float), np.reshape(end, 3).astype(float)
    load.run_kernel("connector", *checked_row(geom), shape, width, *points)
