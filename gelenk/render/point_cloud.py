"""Camera matrices, and point clouds: the colored surface points of depth images.

Documents: Programming / Visualization; Modeling / Cameras

Frames are those of OpenCV. World: as in the model. Camera: x to the right, y down, z along the view. Image: u to the
right, v down, both in pixels from the center of the top left pixel, so that the pixel in row i and column j is (j, i).
With X a point of the world:

    camera      x = R X + t                       extrinsics = [R t; 0 0 0 1]
    image       (u, v) = (fx x / z + cx, fy y / z + cy) for a perspective camera,
                (u, v) = (fx x + cx, fy y + cy) for an orthographic one
                intrinsics = [fx 0 cx; 0 fy cy; 0 0 1]
    together    s (u, v, 1) = camera_matrix (X, 1)

The values come from the camera of the scene that the renderer draws with. This covers fovy, sensorsize with focal
length and principal point, and free, tracking and fixed cameras.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from gelenk.render import capture
from gelenk.render.batch_render import Camera, pictures
from gelenk.render.context import check_size
from gelenk.render.options import RenderOptions
from gelenk.runtime.arguments import check_fit, check_struct, integer
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.scene.cameras import average_camera, check_near, update_camera
from gelenk.scene.classes import MjvOption
from gelenk.scene.scene import MjvScene


class _CameraView(NamedTuple):
    """Pose and projection of a camera, in the frames of OpenCV."""

    world_from_camera: np.ndarray  # (4, 4)
    intrinsics: np.ndarray  # (3, 3)
    orthographic: bool
    near: float  # distances of the clipping planes along the view [m]
    far: float


def _camera_view(function: str, m: Any, d: Any, camera: Any, width: Any, height: Any) -> _CameraView:
    """Return the camera of a scene that the renderer would draw, for images of this size."""
    check_struct(function, "model", m, MjModel)
    check_struct(function, "data", d, MjData)
    check_fit(function, m, d)
    width, height = (integer(function, n, v) for n, v in (("width", width), ("height", height)))
    check_size(width, height)
    scn: Any = MjvScene(m, 1)
    update_camera(m, d, capture.find_camera(m, camera), scn)
    check_near(scn)
    eye: Any = average_camera(*scn.camera)
    # the axes of scenes are float32, and orthogonal to 1e-7 only
    forward, up = np.array(eye.forward, float), np.array(eye.up, float)
    forward, right = (axis / np.linalg.norm(axis) for axis in (forward, np.cross(forward, up)))
    pose = np.eye(4)
    pose[:3] = np.column_stack([right, np.cross(forward, right), forward, eye.pos])
    # extents on the near plane; without a width the aspect ratio of the image determines left and right
    half_height = 0.5 * (eye.frustum_top - eye.frustum_bottom)
    half_width = eye.frustum_width or half_height * width / height
    orthographic = bool(eye.orthographic)
    distance = 1.0 if orthographic else eye.frustum_near
    fx, fy = distance * width / (2 * half_width), distance * height / (2 * half_height)
    cx = width * (half_width - eye.frustum_center) / (2 * half_width) - 0.5
    cy = height * eye.frustum_top / (2 * half_height) - 0.5
    matrix = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    return _CameraView(pose, matrix, orthographic, float(eye.frustum_near), float(eye.frustum_far))


def intrinsics(
    model: MjModel, data: MjData, camera: Camera = -1, width: int = 320, height: int = 240
) -> np.ndarray:
    """Return the intrinsic matrix of a camera in OpenCV's convention.

    model     the MjModel
    data      its MjData
    camera    a name, an id, -1 for the free camera, or an MjvCamera
    width     width of the images [pixel]
    height    height of the images [pixel]

    Returns   [fx 0 cx; 0 fy cy; 0 0 1] (3, 3): focal lengths and principal point [pixel], from the center of the top
              left pixel, v down; for an orthographic camera fx and fy are pixels per meter
    Errors    ValueError: no such camera, or a size not positive or too large; TypeError: an argument has the wrong type
    Source    Modeling / Cameras
    """
    return _camera_view("intrinsics", model, data, camera, width, height).intrinsics


def extrinsics(model: MjModel, data: MjData, camera: Camera = -1) -> np.ndarray:
    """Return the rigid transform from the world to a camera frame in OpenCV's convention.

    model     the MjModel
    data      its MjData, after mj_forward or a step
    camera    a name, an id, -1 for the free camera, or an MjvCamera

    Returns   [R t; 0 0 0 1] (4, 4): x = R X + t, with x to the right, y down, z along the view [m]; its inverse is the
              pose of the camera in the world
    Errors    ValueError: no such camera; TypeError: an argument has the wrong type
    Source    Modeling / Cameras
    """
    return _invert_transform(_camera_view("extrinsics", model, data, camera, 1, 1).world_from_camera)


def camera_matrix(
    model: MjModel, data: MjData, camera: Camera = -1, width: int = 320, height: int = 240
) -> np.ndarray:
    """Return the projection matrix from the world to the pixels of an image.

    model     the MjModel
    data      its MjData, after mj_forward or a step
    camera    a name, an id, -1 for the free camera, or an MjvCamera
    width     width of the images [pixel]
    height    height of the images [pixel]

    Returns   P (3, 4): s (u, v, 1) = P (X, 1), with u to the right and v down from the center of the top left pixel.
              For perspective cameras P = intrinsics @ extrinsics[:3] and s is the distance along the view [m], for
              orthographic ones s = 1
    Errors    ValueError: no such camera, or a size not positive or too large; TypeError: an argument has the wrong type
    Source    Modeling / Cameras
    """
    view = _camera_view("camera_matrix", model, data, camera, width, height)
    transform = _invert_transform(view.world_from_camera)
    if view.orthographic:
        transform[2] = 0.0, 0.0, 0.0, 1.0
    return view.intrinsics @ transform[:3]


def points(
    model: MjModel,
    data: MjData,
    camera: Camera = -1,
    width: int = 320,
    height: int = 240,
    *,
    option: MjvOption | None = None,
    flags: dict[int, bool] | None = None,
    max_geom: int = 10000,
    better: RenderOptions | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the visible surface points of a state, with their colors, from a depth image.

    model     the MjModel; its current textures and meshes are used
    data      its MjData, after mj_forward or a step
    camera    a name, an id, -1 for the free camera, or an MjvCamera
    width     width of the image [pixel]
    height    height of the image [pixel]
    option    the MjvOption that selects what is visualized; None: the defaults
    flags     rendering flags that differ from the defaults: mjtRndFlag -> on or off
    max_geom  maximum number of geoms in a scene
    better    RenderOptions, where colors differ from those of 3.5.0; None: no difference

    Returns   points (n, 3) float64 in world coordinates [m], and their colors (n, 3) uint8: one point for each pixel
              that shows a surface, row by row from the top left; pixels of the background are left out
    Errors    those of `pictures`
    Source    Programming / Visualization; Modeling / Cameras
    """
    view = _camera_view("points", model, data, camera, width, height)
    draw: Callable[..., Any] = pictures
    more = {"option": option, "flags": flags, "max_geom": max_geom, "better": better}
    depth, colors = (
        draw(model, data, [camera], width, height, kind, **more)[0, 0] for kind in ("depth", "rgb")
    )
    rows, columns = np.nonzero(depth < _background_depth(view))
    z = _distances_along_view(view, depth[rows, columns].astype(np.float64))
    (fx, _, cx), (_, fy, cy), _ = view.intrinsics
    scale = 1.0 if view.orthographic else z
    seen = np.stack([(columns - cx) / fx * scale, (rows - cy) / fy * scale, z], axis=1)
    pose = view.world_from_camera
    return seen @ pose[:3, :3].T + pose[:3, 3], colors[rows, columns]


def _background_depth(view: _CameraView) -> np.float32:
    """Return the distance of the background, as capture.depth_to_distance computes it."""
    return np.float32(view.near * view.far) / np.float32(view.near)


def _distances_along_view(view: _CameraView, depth: np.ndarray) -> np.ndarray:
    """Return distances along the view from a depth image.

    Depth images are n f / (n + b (f - n)) for all cameras, with b = 1 at the near plane n and 0 at the far plane f. For
    perspective cameras this is the distance z; orthographic ones have b = (f - z) / (f - n), which is solved for z.
    """
    if not view.orthographic:
        return depth
    return view.far + view.near - view.near * view.far / depth


def _invert_transform(pose: np.ndarray) -> np.ndarray:
    """Return the inverse of a rigid transform (4, 4)."""
    made = np.eye(4)
    made[:3, :3] = pose[:3, :3].T
    made[:3, 3] = -pose[:3, :3].T @ pose[:3, 3]
    return made
