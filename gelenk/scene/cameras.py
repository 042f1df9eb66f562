"""Cameras: where they are and what they see.

Documents: Programming / Visualization; API / mjv_updateCamera, mjv_cameraFrame, mjv_cameraFrustum

Each scene has two graphics cameras, the eyes (cameras.py); what the functions here call its camera is midway between
them. What is computed is in functions/views.py; here stands what can be wrong with it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.algebra.vec import Vec3
from gelenk.errors import FatalError
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene import stage_calls
from gelenk.scene.classes import MjvCamera, MjvGLCamera, MjvScene
from gelenk.tables.enums import mjMINVAL, mjtCamera
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension import call_kernel

Numbers = np.ndarray | Sequence[float]
_FIRST = (
    struct_layout.VISION["MjvCamera"].offset["distance"] // 8
)  # distance, azimuth, elevation follow each other


def triple(numbers: Numbers) -> Vec3:
    """Three numbers of an array as floats."""
    return float(numbers[0]), float(numbers[1]), float(numbers[2])


def check_fixed(m: MjModel, cam: MjvCamera) -> None:
    """FatalError unless the model has the camera that ``cam`` names."""
    if not 0 <= cam.fixedcamid < m.ncam:
        raise FatalError(f"fixed camera {cam.fixedcamid} is out of range, there are {m.ncam}")


def numbers_of(cam: MjvCamera) -> np.ndarray:
    """Distance, azimuth and elevation of a camera, as they are in its memory (3)."""
    return cam._floats[_FIRST : _FIRST + 3]


def camera_frame(
    headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, right: np.ndarray, d: MjData, cam: MjvCamera
) -> None:
    """Where a camera is and how it is turned (mjv_cameraFrame)."""
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        check_fixed(d.model, cam)
    elif cam.type not in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        raise FatalError(f"a camera of type {cam.type} has no frame")
    place: tuple[Any, ...] = cam.lookat, cam.distance, cam.azimuth, cam.elevation
    call_kernel.run("camera_frame", headpos, forward, up, right, d, cam.type, cam.fixedcamid, *place)


def camera_frustum(m: MjModel, cam: MjvCamera) -> np.ndarray:
    """What a camera sees of its near plane: (below, above), (left, right), (near, far) (3, 2) [m].

    Left and right are 0 where the shape of the picture decides.
    """
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        check_fixed(m, cam)
    elif cam.type not in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        raise FatalError(f"a camera of type {cam.type} has no frustum")
    sees, planes, seen = np.zeros((3, 2)), m.vis.map, m.vis.global_
    free: tuple[Any, ...] = planes.znear, planes.zfar, seen.fovy, seen.orthographic
    call_kernel.run("camera_frustum", sees[0], sees[1], sees[2], m, cam.type, cam.fixedcamid, *free)
    return sees


def place(m: MjModel, d: MjData, cam: MjvCamera) -> int:
    """Check that a camera can be shown, with a tracking one looking at its body; returns its type."""
    kind = cam.type
    if kind == mjtCamera.mjCAMERA_FREE:
        pass
    elif kind == mjtCamera.mjCAMERA_FIXED:
        check_fixed(m, cam)
    elif kind == mjtCamera.mjCAMERA_TRACKING:
        if not 0 <= cam.trackbodyid < m.nbody:
            raise FatalError(f"tracked body {cam.trackbodyid} is out of range, there are {m.nbody}")
        cam.lookat[:] = d._a_subtree_com[cam.trackbodyid]
    elif kind != mjtCamera.mjCAMERA_USER:
        raise FatalError(f"a camera of type {kind} has no frame")
    return kind


def update_camera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Put the eyes of a scene where a camera is (mjv_updateCamera); the user's own are left alone."""
    if place(m, d, cam) != mjtCamera.mjCAMERA_USER:
        scn._see(m)
        stage_calls.run_placed("scene_camera", m, d, scn, cam)


def free_camera(m: MjModel, cam: MjvCamera) -> None:
    """Set a camera to the free camera of a model: center and extent of m.stat, angles of m.vis.global_."""
    cam._reset()
    seen: Any = m.vis.global_
    call_kernel.run("free_camera", m, cam.lookat, numbers_of(cam), seen.azimuth, seen.elevation)
    cam.orthographic = seen.orthographic


# ---- the camera of a scene


def average_camera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """The graphics camera midway between two of the same kind (mjv_averageCamera)."""
    if bool(cam1.orthographic) != bool(cam2.orthographic):
        raise FatalError("a perspective and an orthographic camera have no average")
    made = MjvGLCamera()
    call_kernel.run("average_camera", cam1, cam1._row, cam2, cam2._row, made, made._row)
    return made


def check_near(scn: MjvScene) -> None:
    """FatalError unless the eyes of a scene have been set."""
    one, other = scn._a_camera_frustum_near.tolist()
    if one < mjMINVAL or other < mjMINVAL:
        raise FatalError("the cameras of the scene have no near plane: call mjv_updateCamera first")


def camera_in_room(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: MjvScene) -> None:
    """Position, forward and up of the camera of a scene, in the room (mjv_cameraInRoom)."""
    check_near(scn)
    call_kernel.run("camera_in_room", headpos, forward, up, scn)


def frustum_height(scn: MjvScene) -> float:
    """Height of the picture at unit distance, of an orthographic camera at any (mjv_frustumHeight)."""
    check_near(scn)
    out = np.zeros(1)
    call_kernel.run("frustum_height", scn, out)
    return float(out[0])
