"""Kernels of the model frame, cameras and user geoms: mjv_room2model, mjv_initGeom, ...

Documents: Programming / Visualization; API / mjv_cameraInModel, mjv_frustumHeight, mjv_room2model, mjv_updateCamera;
API / mjv_initGeom, mjv_connector

Kernels that return an int return 0 on success; otherwise nothing is written, and Python raises the error. "The camera
of a scene" is midway between its two graphics cameras.
"""

from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get4,
    load3,
    load9,
    mul_quat,
    neg,
    neg_quat,
    norm,
    normalize,
    normalize4,
    rotate,
    scale,
    set3,
    store3,
    store9,
    sub,
)
from gelenk.engine.functions import NO
from gelenk.engine.functions.rotations import set4
from gelenk.scene.kernels.cameras import orbit_pose, scene_camera, scene_lights, sensor_sides, symmetric_sides
from gelenk.scene.shapes import load_color, plain_look, set_color, set_size, turn_z
from gelenk.tables.enums import mjMINVAL, mjtCamera, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene, View

DISTANCE = 1.5  # distance of a free camera from the center of the model, in extents


@kernel
def has_unset_cameras(s: Scene) -> bool:
    """Return whether the cameras of a scene are unset: no near plane."""
    return s.camera_frustum_near[0] < mjMINVAL or s.camera_frustum_near[1] < mjMINVAL


@kernel
def mean_direction(left: Vec3, right: Vec3) -> Vec3:
    """Return the unit vector midway between the directions of both eyes."""
    return normalize(add(normalize(left), normalize(right)))


@kernel
def room_view(s: Scene) -> tuple[Vec3, Vec3, Vec3]:
    """Return position, forward and up of the camera in the room."""
    pos = scale(add(load3(s.camera_pos, 0), load3(s.camera_pos, 1)), 0.5)
    forward = mean_direction(load3(s.camera_forward, 0), load3(s.camera_forward, 1))
    return pos, forward, mean_direction(load3(s.camera_up, 0), load3(s.camera_up, 1))


@kernel
def into_model(s: Scene, pos: Vec3, quat: Quat) -> tuple[Vec3, Quat]:
    """Transform a pose from the room to the model."""
    if s.enabletransform == 0:
        return pos, quat
    back = neg_quat(normalize4((s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3])))
    shifted = scale(sub(pos, get3(s.translate, 0)), 1.0 / s.scale)
    return rotate(back, shifted), normalize4(mul_quat(back, quat))


@kernel
def model_view(s: Scene) -> tuple[Vec3, Vec3, Vec3]:
    """Return position, forward and up of the camera in the model."""
    pos, forward, up = room_view(s)
    pos, back = into_model(s, pos, (1.0, 0.0, 0.0, 0.0))
    return pos, rotate(back, forward), rotate(back, up)


@kernel
def unit_frustum_height(s: Scene) -> float:
    """Return the frustum height at unit distance; for an orthographic camera at any [m]."""
    top = s.camera_frustum_top[0] + s.camera_frustum_top[1]
    bottom = s.camera_frustum_bottom[0] + s.camera_frustum_bottom[1]
    if s.camera_orthographic[0] != 0:
        return 0.5 * (top - bottom)
    return (top - bottom) / (s.camera_frustum_near[0] + s.camera_frustum_near[1])


@kernel
def frustum_height(s: Scene, out: View) -> int:
    """Compute the frustum height (mjv_frustumHeight)."""
    if has_unset_cameras(s):
        return NO
    out[0] = unit_frustum_height(s)
    return 0


@kernel
def camera_in_room(headpos: View, forward: View, up: View, s: Scene) -> int:
    """Compute the camera of the scene in the room (mjv_cameraInRoom)."""
    if has_unset_cameras(s):
        return NO
    pos, ahead, above = room_view(s)
    set3(headpos, 0, pos)
    set3(forward, 0, ahead)
    set3(up, 0, above)
    return 0


@kernel
def camera_in_model(headpos: View, forward: View, up: View, s: Scene) -> int:
    """Compute the camera of the scene in the model (mjv_cameraInModel)."""
    if has_unset_cameras(s) or s.scale < mjMINVAL:
        return NO
    pos, ahead, above = model_view(s)
    set3(headpos, 0, pos)
    set3(forward, 0, ahead)
    set3(up, 0, above)
    return 0


@kernel
def room_to_model(modelpos: View, modelquat: View, roompos: View, roomquat: View, s: Scene) -> int:
    """Transform a pose from the room to the model (mjv_room2model)."""
    if s.scale < mjMINVAL:
        return NO
    pos, quat = into_model(s, get3(roompos, 0), get4(roomquat, 0))
    set3(modelpos, 0, pos)
    set4(modelquat, quat)
    return 0


@kernel
def model_to_room(roompos: View, roomquat: View, modelpos: View, modelquat: View, s: Scene) -> int:
    """Transform a pose from the model to the room (mjv_model2room).

    The translation is scaled too, as in 3.5.0.
    """
    if s.scale < mjMINVAL:
        return NO
    pos, quat = get3(modelpos, 0), get4(modelquat, 0)
    if s.enabletransform != 0:
        turn = normalize4((s.rotate[0], s.rotate[1], s.rotate[2], s.rotate[3]))
        pos = scale(add(rotate(turn, pos), get3(s.translate, 0)), s.scale)
        quat = normalize4(mul_quat(turn, quat))
    set3(roompos, 0, pos)
    set4(roomquat, quat)
    return 0


@kernel
def average_camera(one: Scene, i: int, other: Scene, k: int, made: Scene, n: int) -> int:
    """Average two cameras of one type of projection into camera ``n`` (mjv_averageCamera).

    The up vector is orthogonalized.
    """
    if (one.camera_orthographic[i] != 0) != (other.camera_orthographic[k] != 0):
        return NO
    forward = normalize(add(load3(one.camera_forward, i), load3(other.camera_forward, k)))
    up = add(load3(one.camera_up, i), load3(other.camera_up, k))
    store3(made.camera_pos, n, scale(add(load3(one.camera_pos, i), load3(other.camera_pos, k)), 0.5))
    store3(made.camera_forward, n, forward)
    store3(made.camera_up, n, normalize(add_scaled(up, forward, -dot(up, forward))))
    made.camera_frustum_center[n] = 0.5 * (one.camera_frustum_center[i] + other.camera_frustum_center[k])
    made.camera_frustum_width[n] = 0.5 * (one.camera_frustum_width[i] + other.camera_frustum_width[k])
    made.camera_frustum_bottom[n] = 0.5 * (one.camera_frustum_bottom[i] + other.camera_frustum_bottom[k])
    made.camera_frustum_top[n] = 0.5 * (one.camera_frustum_top[i] + other.camera_frustum_top[k])
    made.camera_frustum_near[n] = 0.5 * (one.camera_frustum_near[i] + other.camera_frustum_near[k])
    made.camera_frustum_far[n] = 0.5 * (one.camera_frustum_far[i] + other.camera_frustum_far[k])
    made.camera_orthographic[n] = one.camera_orthographic[i]
    return 0


# ---- MjvCamera


@kernel
def camera_frame(
    headpos: View,
    forward: View,
    up: View,
    right: View,
    d: Data,
    kind: int,
    cam: int,
    lookat: View,
    distance: float,
    azimuth: float,
    elevation: float,
) -> int:
    """Compute position and axes of a camera (mjv_cameraFrame).  Reads cam_xpos cam_xmat"""
    if kind == mjtCamera.mjCAMERA_FIXED:
        if cam < 0 or cam >= d.ncam:
            return NO
        r = load9(d.cam_xmat, cam)
        set3(headpos, 0, load3(d.cam_xpos, cam))
        set3(forward, 0, neg((r[2], r[5], r[8])))
        set3(up, 0, (r[1], r[4], r[7]))
        set3(right, 0, (r[0], r[3], r[6]))
        return 0
    if kind != mjtCamera.mjCAMERA_FREE and kind != mjtCamera.mjCAMERA_TRACKING:
        return NO
    pos, ahead, above = orbit_pose(get3(lookat, 0), distance, azimuth, elevation)
    set3(headpos, 0, pos)
    set3(forward, 0, ahead)
    set3(up, 0, above)
    set3(right, 0, cross(ahead, above))
    return 0


@kernel
def free_camera(m: Model, lookat: View, numbers: View, azimuth: float, elevation: float) -> None:
    """Aim a camera at the whole model from these angles (mjv_defaultFreeCamera).

    numbers   distance, azimuth, elevation of the camera
    """
    set3(lookat, 0, get3(m.stat.center, 0))
    numbers[0] = DISTANCE * m.stat.extent
    numbers[1] = azimuth
    numbers[2] = elevation


@kernel
def camera_frustum(
    zver: View,
    zhor: View,
    zclip: View,
    m: Model,
    kind: int,
    cam: int,
    znear: float,
    zfar: float,
    fovy: float,
    orthographic: int,
) -> int:
    """Compute the frustum of a camera (mjv_cameraFrustum).

    znear, zfar          clipping distances, in extents of the model
    fovy, orthographic   of the free camera
    """
    near = znear * m.stat.extent
    if kind == mjtCamera.mjCAMERA_FIXED:
        if cam < 0 or cam >= m.ncam:
            return NO
        left, right, below, above = sensor_sides(m, cam, near)
    elif kind == mjtCamera.mjCAMERA_FREE or kind == mjtCamera.mjCAMERA_TRACKING:
        left, right, below, above = symmetric_sides(near, fovy, orthographic != 0)
    else:
        return NO
    zver[0], zver[1] = below, above
    zhor[0], zhor[1] = left, right
    zclip[0], zclip[1] = near, zfar * m.stat.extent
    return 0


@kernel
def aim_at_body(m: Model, d: Data, kind: int, cam: int, track: int, lookat: View) -> int:
    """Aim a tracking camera at its body; nonzero if there is no such camera or body."""
    if kind == mjtCamera.mjCAMERA_FIXED:
        return NO if cam < 0 or cam >= m.ncam else 0
    if kind == mjtCamera.mjCAMERA_TRACKING:
        if track < 0 or track >= m.nbody:
            return NO
        set3(lookat, 0, load3(d.subtree_com, track))
        return 0
    return 0 if kind == mjtCamera.mjCAMERA_FREE or kind == mjtCamera.mjCAMERA_USER else NO


@kernel
def update_camera(
    m: Model,
    d: Data,
    s: Scene,
    kind: int,
    cam: int,
    track: int,
    lookat: View,
    distance: float,
    azimuth: float,
    elevation: float,
) -> int:
    """Set the cameras of a scene from an MjvCamera (mjv_updateCamera).

    Reads   cam_xpos, cam_xmat, subtree_com
    """
    if aim_at_body(m, d, kind, cam, track, lookat) != 0:
        return NO
    if kind != mjtCamera.mjCAMERA_USER:
        scene_camera(m, d, s, kind, cam, lookat, distance, azimuth, elevation)
    return 0


@kernel
def make_lights(m: Model, d: Data, s: Scene) -> int:
    """Set the lights of a scene (mjv_makeLights).  Reads light_xpos light_xdir"""
    if s.vis_headlight.active != 0 and (has_unset_cameras(s) or s.scale < mjMINVAL):
        return NO
    scene_lights(m, d, s)
    return 0


LEAST_INT32, MOST_INT32 = -(2**31), 2**31 - 1  # int32 range of geom types


@kernel
def init_geom(s: Scene, n: int, shape: int, size: View, pos: View, mat: View, rgba: View) -> int:
    """Set shape, size, pose and color of geom ``n``, and default appearance (mjv_initGeom).

    Object, category, segmentation, camdist and transparent stay unchanged.
    """
    if shape < LEAST_INT32 or shape > MOST_INT32:
        return NO
    x, y, z = size[0], size[1], size[2]
    if shape == mjtGeom.mjGEOM_SPHERE:
        y, z = x, x
    elif shape == mjtGeom.mjGEOM_CAPSULE or shape == mjtGeom.mjGEOM_CYLINDER:
        y, z = x, y
    s.geom_type[n] = shape
    plain_look(s, n)
    set_size(s, n, x, y, z)
    store3(s.geom_pos, n, get3(pos, 0))
    for k in range(9):
        s.geom_mat[n, k] = mat[k]
    set_color(s, n, load_color(rgba))
    return 0


@kernel
def connector_pose(shape: int, start: Vec3, end: Vec3) -> tuple[float, Vec3, Mat3]:
    """Return length, position and orientation of a shape that connects two points."""
    axis = sub(end, start)
    length, pos = norm(axis), start
    if shape == mjtGeom.mjGEOM_CAPSULE or shape == mjtGeom.mjGEOM_CYLINDER:
        length, pos = 0.5 * length, add_scaled(start, axis, 0.5)
    return length, pos, turn_z(axis)


@kernel
def has_two_ends(shape: int) -> bool:
    """Return whether a shape has two ends."""
    return (
        shape == mjtGeom.mjGEOM_CAPSULE
        or shape == mjtGeom.mjGEOM_CYLINDER
        or shape == mjtGeom.mjGEOM_LINE
        or shape == mjtGeom.mjGEOM_ARROW
        or shape == mjtGeom.mjGEOM_ARROW1
        or shape == mjtGeom.mjGEOM_ARROW2
    )


@kernel
def connector(s: Scene, n: int, shape: int, width: float, start: View, end: View) -> int:
    """Set shape, size and pose of geom ``n`` so that it connects two points (mjv_connector)."""
    if not has_two_ends(shape):
        return NO
    length, pos, mat = connector_pose(shape, get3(start, 0), get3(end, 0))
    s.geom_type[n] = shape
    set_size(s, n, width, width, length)
    store3(s.geom_pos, n, pos)
    store9(s.geom_mat, n, mat)
    return 0
