"""Cameras: where they are and what they see.

Documents: Programming / Visualization; API / mjv_updateCamera, mjv_cameraFrame, mjv_cameraFrustum

A free camera looks from distance D at the point p along azimuth a and elevation e:
    forward = (cos e cos a, cos e sin a, sin e),  up = (-sin e cos a, -sin e sin a, cos e),  position = p - D forward.
Each scene has two graphics cameras, the eyes; what the functions here call its camera is midway between them.
"""

import math
from typing import NamedTuple

from gelenk.algebra.vec import Vec3, add_scaled, cross, dot, neg, normalize
from gelenk.errors import FatalError
from gelenk.scene.structs import MjvGLCamera
from gelenk.tables.enums import mjMINVAL, mjtCamera, mjtProjection

FREE, TRACKING = int(mjtCamera.mjCAMERA_FREE), int(mjtCamera.mjCAMERA_TRACKING)
FIXED, USER = int(mjtCamera.mjCAMERA_FIXED), int(mjtCamera.mjCAMERA_USER)
ORTHOGRAPHIC = int(mjtProjection.mjPROJ_ORTHOGRAPHIC)


class Frame(NamedTuple):
    """Position and unit axes of a camera in the world."""

    pos: Vec3
    forward: Vec3
    up: Vec3
    right: Vec3


def triple(numbers) -> Vec3:
    """Three numbers of an array as floats."""
    return float(numbers[0]), float(numbers[1]), float(numbers[2])


def camera_frame(d, cam) -> Frame:
    """Where a camera is and how it is turned."""
    if cam.type == FIXED:
        if not 0 <= cam.fixedcamid < d.model.ncam:
            raise FatalError(f"fixed camera {cam.fixedcamid} is out of range, there are {d.model.ncam}")
        mat = d._a_cam_xmat[cam.fixedcamid]
        x, y, z = triple(mat[0::3]), triple(mat[1::3]), triple(mat[2::3])
        return Frame(triple(d._a_cam_xpos[cam.fixedcamid]), neg(z), y, x)
    if cam.type not in (FREE, TRACKING):
        raise FatalError(f"a camera of type {cam.type} has no frame")
    a, e = math.radians(cam.azimuth), math.radians(cam.elevation)
    forward = (math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e))
    up = (-math.sin(e) * math.cos(a), -math.sin(e) * math.sin(a), math.cos(e))
    return Frame(add_scaled(triple(cam.lookat), forward, -cam.distance), forward, up, cross(forward, up))


def camera_frustum(m, cam):
    """What a camera sees of its near plane: (below, above), (left, right), (near, far) [m], whether it is orthographic.

    Left and right are 0 where the shape of the picture decides.
    """
    near, far = m.vis.map.znear * m.stat.extent, m.vis.map.zfar * m.stat.extent
    fovy, orthographic = m.vis.global_.fovy, bool(m.vis.global_.orthographic)
    if cam.type == FIXED:
        i = cam.fixedcamid
        if not 0 <= i < m.ncam:
            raise FatalError(f"fixed camera {i} is out of range, there are {m.ncam}")
        fovy, orthographic = float(m._a_cam_fovy[i]), int(m._a_cam_projection[i]) == ORTHOGRAPHIC
        width, height = (float(x) for x in m._a_cam_sensorsize[i])
        if width > 0 and height > 0 and not orthographic:
            fx, fy, cx, cy = (float(x) for x in m._a_cam_intrinsic[i])
            x, y = near / fx, near / fy
            sides = (x * (0.5 * width - cx), x * (0.5 * width + cx))
            return (y * (0.5 * height - cy), y * (0.5 * height + cy)), sides, (near, far), orthographic
    elif cam.type not in (FREE, TRACKING):
        raise FatalError(f"a camera of type {cam.type} has no frustum")
    half = 0.5 * fovy if orthographic else near * math.tan(0.5 * math.radians(fovy))
    return (half, half), (0.0, 0.0), (near, far), orthographic


def update_camera(m, d, cam, scn):
    """Put the eyes of a scene where a camera is (mjv_updateCamera); the user's own are left alone."""
    if cam.type == USER:
        return
    if cam.type == TRACKING:
        if not 0 <= cam.trackbodyid < m.nbody:
            raise FatalError(f"tracked body {cam.trackbodyid} is out of range, there are {m.nbody}")
        cam.lookat[:] = d._a_subtree_com[cam.trackbodyid]
    frame = camera_frame(d, cam)
    (below, above), (left, right), (near, far), orthographic = camera_frustum(m, cam)
    ipd = float(m._a_cam_ipd[cam.fixedcamid]) if cam.type == FIXED else m.vis.global_.ipd
    eyes = scn.__dict__
    for eye, side in enumerate((-0.5, 0.5)):
        eyes["_a_camera_pos"][eye] = add_scaled(frame.pos, frame.right, side * ipd)
    eyes["_a_camera_forward"][:] = frame.forward
    eyes["_a_camera_up"][:] = frame.up
    for name, value in (
        ("center", 0.5 * (right - left)),
        ("width", 0.5 * (left + right)),
        ("bottom", -below),
        ("top", above),
        ("near", near),
        ("far", far),
    ):
        eyes["_a_camera_frustum_" + name][:] = value
    eyes["_a_camera_orthographic"][:] = orthographic
    scn.enabletransform = 0


# ---- the camera of a scene


def average_camera(cam1, cam2):
    """The graphics camera midway between two of the same kind (mjv_averageCamera)."""
    if bool(cam1.orthographic) != bool(cam2.orthographic):
        raise FatalError("a perspective and an orthographic camera have no average")
    made = MjvGLCamera()
    made.pos = 0.5 * (cam1.pos.astype(float) + cam2.pos)
    forward = normalize(triple(cam1.forward.astype(float) + cam2.forward))
    up = triple(cam1.up.astype(float) + cam2.up)
    made.forward = forward
    made.up = normalize(add_scaled(up, forward, -dot(up, forward)))
    for name in ("center", "width", "bottom", "top", "near", "far"):
        field = f"frustum_{name}"
        setattr(made, field, 0.5 * (getattr(cam1, field) + getattr(cam2, field)))
    made.orthographic = cam1.orthographic
    return made


def check_near(scn):
    """FatalError unless the eyes of a scene have been set."""
    if scn._a_camera_frustum_near.min() < mjMINVAL:
        raise FatalError("the cameras of the scene have no near plane: call mjv_updateCamera first")


def camera_in_room(scn):
    """Position, forward and up of the camera of a scene, in the room."""
    check_near(scn)
    pos = triple(scn._a_camera_pos.astype(float).mean(axis=0))
    axes = []
    for name in ("forward", "up"):
        both = scn.__dict__[f"_a_camera_{name}"].astype(float)
        one, other = normalize(triple(both[0])), normalize(triple(both[1]))
        axes.append(normalize((one[0] + other[0], one[1] + other[1], one[2] + other[2])))
    return pos, axes[0], axes[1]


def frustum_height(scn):
    """Height of the picture at unit distance, of an orthographic camera at any (mjv_frustumHeight)."""
    check_near(scn)
    height = float(scn._a_camera_frustum_top.mean() - scn._a_camera_frustum_bottom.mean())
    return height if scn._a_camera_orthographic[0] else height / float(scn._a_camera_frustum_near.mean())
