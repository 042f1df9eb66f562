"""Sensors of a point inside the volume of a site, or in the image of a camera.

Documents: XML reference / sensor / insidesite, camprojection
"""

import math

from gelenk.algebra.vec import Vec2, Vec3, clamp, dot, load3, load9, mat_t_vec, sub
from gelenk.engine.position.object_frames import object_pos
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtSensor
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


@kernel
def is_in_shape(p: Vec3, size: Vec3, kind: int) -> bool:
    """Return whether p, in the frame of a shape, is strictly inside the shape."""
    if kind == mjtGeom.mjGEOM_SPHERE:
        return dot(p, p) < size[0] * size[0]
    if kind == mjtGeom.mjGEOM_CAPSULE:
        beyond = p[2] - clamp(p[2], -size[1], size[1])
        return p[0] * p[0] + p[1] * p[1] + beyond * beyond < size[0] * size[0]
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        q = (p[0] / size[0], p[1] / size[1], p[2] / size[2])
        return dot(q, q) < 1.0
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return abs(p[2]) < size[1] and p[0] * p[0] + p[1] * p[1] < size[0] * size[0]
    return abs(p[0]) < size[0] and abs(p[1]) < size[1] and abs(p[2]) < size[2]


@kernel
def is_in_site(m: Model, d: Data, site: int, point: Vec3) -> bool:
    """Return whether a point of the world is inside the volume of a site."""
    p = mat_t_vec(load9(d.site_xmat, site), sub(point, load3(d.site_xpos, site)))
    return is_in_shape(p, load3(m.site_size, site), m.site_type[site])


@kernel
def focal_pixels(m: Model, cam: int) -> Vec2:
    """Return the horizontal and vertical focal lengths of a camera in pixels.

    Pixels are square unless the camera states a sensor size.
    """
    columns, rows = m.cam_resolution[cam, 0], m.cam_resolution[cam, 1]
    if m.cam_sensorsize[cam, 0] > 0.0 and m.cam_sensorsize[cam, 1] > 0.0:
        horizontal = columns * m.cam_intrinsic[cam, 0] / m.cam_sensorsize[cam, 0]
        return horizontal, rows * m.cam_intrinsic[cam, 1] / m.cam_sensorsize[cam, 1]
    f = 0.5 * rows / math.tan(0.5 * math.radians(m.cam_fovy[cam]))
    return f, f


@kernel
def project(m: Model, d: Data, cam: int, point: Vec3) -> Vec2:
    """Return the pixel coordinates of a world point, from the image's upper left corner.

    x = (cx Z - fx X) / Z,  y = (cy Z + fy Y) / Z  with X, Y, Z right, up and backward of the camera, cx, cy half the
    resolution. A point in the camera plane, Z = 0, is far away. Like 3.5.0, this function ignores the principal point
    and treats an orthographic camera as a perspective one.
    """
    p = mat_t_vec(load9(d.cam_xmat, cam), sub(point, load3(d.cam_xpos, cam)))
    fx, fy = focal_pixels(m, cam)
    cx, cy = 0.5 * m.cam_resolution[cam, 0], 0.5 * m.cam_resolution[cam, 1]
    z = max(p[2], mjMINVAL) if p[2] >= 0.0 else min(p[2], -mjMINVAL)
    return (cx * p[2] - fx * p[0]) / z, (cy * p[2] + fy * p[1]) / z


@kernel
def sensor_site(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute insidesite (1 or 0) or camprojection [pixel] sensor i.

    Reads   poses of the object, site_xpos, site_xmat, cam_xpos, cam_xmat      Writes  sensordata
    """
    obj, ref = m.sensor_objid[i], m.sensor_refid[i]
    if m.sensor_type[i] == mjtSensor.mjSENS_INSIDESITE:
        point = object_pos(d, m.sensor_objtype[i], obj)
        d.sensordata[adr] = 1.0 if is_in_site(m, d, ref, point) else 0.0
    else:
        x, y = project(m, d, ref, load3(d.site_xpos, obj))
        d.sensordata[adr] = x
        d.sensordata[adr + 1] = y
