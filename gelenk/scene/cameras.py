"""Cameras of the visualizer: pose and frustum, with checks of their arguments.

Documents: Programming / Visualization; API / mjv_updateCamera, mjv_cameraFrame, mjv_cameraFrustum

Each scene has two graphics cameras, one per eye; "the camera of a scene" is midway between them. The computations
are in kernels/cameras.py and kernels/model_frame.py; this module raises the errors.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gelenk.algebra.vec import Vec3
from gelenk.errors import FatalError
from gelenk.runtime import pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.classes import MjvCamera, MjvGLCamera, MjvScene
from gelenk.tables.enums import mjMINVAL, mjtCamera
from gelenk.toolchain import library, struct_layout
from gelenk.toolchain.extension import load

Numbers = np.ndarray | Sequence[float]
_LOOKAT = struct_layout.VISION["MjvCamera"].offset["lookat"] // 8  # slot with the address of the array
# slot of distance, which azimuth and elevation follow
_FIRST = struct_layout.VISION["MjvCamera"].offset["distance"] // 8


def to_floats(numbers: Numbers) -> Vec3:
    """Return three elements of an array as floats."""
    return float(numbers[0]), float(numbers[1]), float(numbers[2])


def check_fixed(m: MjModel, cam: MjvCamera) -> None:
    """Raise FatalError unless the model has the fixed camera of ``cam``."""
    if not 0 <= cam.fixedcamid < m.ncam:
        raise FatalError(f"fixedcamid {cam.fixedcamid} is out of range: the model has {m.ncam} cameras")


def numbers_of(cam: MjvCamera) -> np.ndarray:
    """Return distance, azimuth and elevation of a camera as a view of its memory (3)."""
    return cam._floats[_FIRST : _FIRST + 3]


def pose_of(cam: MjvCamera) -> tuple[Any, ...]:
    """Return camera fields for stages: type, fixed camera, lookat, distance, angles."""
    # passing the address is faster than creating the array, which each access does
    lookat = cam._slots[_LOOKAT].item() if library.JIT else cam._a_lookat
    return cam.type, cam.fixedcamid, lookat, cam.distance, cam.azimuth, cam.elevation


def camera_frame(
    headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, right: np.ndarray, d: MjData, cam: MjvCamera
) -> None:
    """Compute position and axes of a camera (mjv_cameraFrame)."""
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        check_fixed(d.model, cam)
    elif cam.type not in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        raise FatalError(f"a camera of type {cam.type} has no frame")
    place: tuple[Any, ...] = cam.lookat, cam.distance, cam.azimuth, cam.elevation
    load.run_kernel("camera_frame", headpos, forward, up, right, d, cam.type, cam.fixedcamid, *place)


def camera_frustum(m: MjModel, cam: MjvCamera) -> np.ndarray:
    """Return the frustum of a camera: (below, above), (left, right), (near, far) (3, 2) [m].

    The first two are extents on the near plane. Left and right are 0 if the aspect ratio of the image determines them.
    """
    if cam.type == mjtCamera.mjCAMERA_FIXED:
        check_fixed(m, cam)
    elif cam.type not in (mjtCamera.mjCAMERA_FREE, mjtCamera.mjCAMERA_TRACKING):
        raise FatalError(f"a camera of type {cam.type} has no frustum")
    sees, planes, seen = np.zeros((3, 2)), m.vis.map, m.vis.global_
    free: tuple[Any, ...] = planes.znear, planes.zfar, seen.fovy, seen.orthographic
    load.run_kernel("camera_frustum", sees[0], sees[1], sees[2], m, cam.type, cam.fixedcamid, *free)
    return sees


def aim_camera(m: MjModel, d: MjData, cam: MjvCamera) -> int:
    """Check a camera, aim a tracking camera at its body, and return the type of the camera."""
    kind = cam.type
    if kind == mjtCamera.mjCAMERA_FREE:
        pass
    elif kind == mjtCamera.mjCAMERA_FIXED:
        check_fixed(m, cam)
    elif kind == mjtCamera.mjCAMERA_TRACKING:
        if not 0 <= cam.trackbodyid < m.nbody:
            raise FatalError(f"trackbodyid {cam.trackbodyid} is out of range: the model has {m.nbody} bodies")
        cam.lookat[:] = d._a_subtree_com[cam.trackbodyid]
    elif kind != mjtCamera.mjCAMERA_USER:
        raise FatalError(f"a camera of type {kind} has no frame")
    return kind


def update_camera(m: MjModel, d: MjData, cam: MjvCamera, scn: MjvScene) -> None:
    """Set the cameras of a scene from an MjvCamera, except a user camera (mjv_updateCamera)."""
    if aim_camera(m, d, cam) != mjtCamera.mjCAMERA_USER:
        scn._link_visual(m)
        pipeline.run_stage("scene_camera", m, d, scn, *pose_of(cam))


def free_camera(m: MjModel, cam: MjvCamera) -> None:
    """Set a camera to the free camera of a model (mjv_defaultFreeCamera).

    Center and extent are those of m.stat, angles those of m.vis.global_.
    """
    cam._reset()
    seen: Any = m.vis.global_
    load.run_kernel("free_camera", m, cam.lookat, numbers_of(cam), seen.azimuth, seen.elevation)
    cam.orthographic = seen.orthographic


# ---- the camera of a scene


def average_camera(cam1: MjvGLCamera, cam2: MjvGLCamera) -> MjvGLCamera:
    """Average two graphics cameras of the same type of projection (mjv_averageCamera)."""
    if bool(cam1.orthographic) != bool(cam2.orthographic):
        raise FatalError("a perspective and an orthographic camera cannot be averaged")
    made = MjvGLCamera()
    load.run_kernel("average_camera", cam1, cam1._row, cam2, cam2._row, made, made._row)
    return made


def check_near(scn: MjvScene) -> None:
    """Raise FatalError unless the cameras of a scene have been set."""
    one, other = scn._a_camera_frustum_near.tolist()
    if one < mjMINVAL or other < mjMINVAL:
        raise FatalError("the cameras of the scene have no near plane: call mjv_updateCamera first")


def camera_in_room(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: MjvScene) -> None:
    """Compute the camera of a scene in the room: position, forward, up (mjv_cameraInRoom)."""
    check_near(scn)
    load.run_kernel("camera_in_room", headpos, forward, up, scn)


def frustum_height(scn: MjvScene) -> float:
    """Return the height of the frustum at unit distance (mjv_frustumHeight).

    For an orthographic camera the height is that at any distance.
    """
    check_near(scn)
    out = np.zeros(1)
    load.run_kernel("frustum_height", scn, out)
    return float(out[0])
