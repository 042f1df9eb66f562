"""Sensors of the position stage, among them points in the volume of a site or in an image.

Documents: XML reference / sensor; XML reference / sensor / insidesite, camprojection
"""

import math

from gelenk.algebra.vec import (
    Quat,
    Vec2,
    Vec3,
    clamp,
    dot,
    get3,
    load3,
    load9,
    mat_t_vec,
    mul_quat,
    neg_quat,
    normalize4,
    sub,
)
from gelenk.engine.position.object_frames import object_mat, object_pos, object_quat, site_shape_pose
from gelenk.engine.sensor.enclosure import is_in_hull, protrusion
from gelenk.engine.sensor.sensor_loop import (
    ask_user,
    clear_user,
    cut_off,
    find_limit,
    is_active,
    is_computed,
    read_delayed,
    write3,
)
from gelenk.engine.stage_calls import call_far, require
from gelenk.tables.enums import mjMINVAL, mjtConstraint, mjtGeom, mjtSensor, mjtStage
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View


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
    pos, mat = site_shape_pose(m, d, site)
    p = mat_t_vec(mat, sub(point, pos))
    if m.site_type[site] == mjtGeom.mjGEOM_MESH:
        return is_in_hull(m, m.site_dataid[site], p)
    return is_in_shape(p, load3(m.site_size, site), m.site_type[site])


@kernel
def inside_site(m: Model, d: Data, site: int, point: View, inside: View) -> None:
    """Write 1 to ``inside`` if a point of the world is inside the volume of a site, else 0.

    Reads   site_xpos, site_xmat
    """
    inside[0] = 1.0 if is_in_site(m, d, site, get3(point, 0)) else 0.0


@kernel
def focal_pixels(m: Model, cam: int) -> Vec2:
    """Return the horizontal and vertical focal lengths of a camera in pixels.

    Pixels are square unless the camera has a sensor size.
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
    resolution. A point in the camera plane, Z = 0, gets very large coordinates. Like 3.5.0, this function ignores the
    principal point and treats an orthographic camera as a perspective one.
    """
    p = mat_t_vec(load9(d.cam_xmat, cam), sub(point, load3(d.cam_xpos, cam)))
    fx, fy = focal_pixels(m, cam)
    cx, cy = 0.5 * m.cam_resolution[cam, 0], 0.5 * m.cam_resolution[cam, 1]
    z = max(p[2], mjMINVAL) if p[2] >= 0.0 else min(p[2], -mjMINVAL)
    return (cx * p[2] - fx * p[0]) / z, (cy * p[2] + fy * p[1]) / z


@kernel
def sensor_site(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute sensor i: insidesite (1 or 0; enclosed: distance [m]) or camprojection [pixel].

    Reads   poses of the object and its geoms, site_xpos, site_xmat, cam_xpos, cam_xmat      Writes  sensordata
    """
    obj, ref = m.sensor_objid[i], m.sensor_refid[i]
    if m.sensor_type[i] == mjtSensor.mjSENS_INSIDESITE and m.sensor_intprm[i, 0] != 0:
        d.sensordata[adr] = protrusion(m, d, m.sensor_objtype[i], obj, ref)
    elif m.sensor_type[i] == mjtSensor.mjSENS_INSIDESITE:
        point = object_pos(d, m.sensor_objtype[i], obj)
        d.sensordata[adr] = 1.0 if is_in_site(m, d, ref, point) else 0.0
    else:
        x, y = project(m, d, ref, load3(d.site_xpos, obj))
        d.sensordata[adr] = x
        d.sensordata[adr + 1] = y


ENERGY_POS, ENERGY_VEL = INDEX["energy_pos"], INDEX["energy_vel"]
SENSOR_RAYS, SENSOR_SITE = INDEX["sensor_rays"], INDEX["sensor_site"]
SENSOR_DISTANCE, SENSOR_CONTACT = INDEX["sensor_distance"], INDEX["sensor_contact"]


@kernel
def limit_distance(d: Data, kind: int, i: int) -> float:
    """Return the distance to the active limit of joint or tendon i, 0 if none is active."""
    row = find_limit(d, kind, i)
    return d.efc_pos[row] - d.efc_margin[row] if row >= 0 else 0.0


@kernel
def potential(m: Model, d: Data) -> float:
    """Return the potential energy [J]."""
    if d.flg_energypos == 0:
        require(m, d, ENERGY_POS)
    return d.energy[0]


@kernel
def kinetic(m: Model, d: Data) -> float:
    """Return the kinetic energy [J]."""
    if d.flg_energyvel == 0:
        require(m, d, ENERGY_VEL)
    return d.energy[1]


@kernel
def scalar_position(m: Model, d: Data, kind: int, obj: int) -> float:
    """Return the reading of a scalar position sensor."""
    if kind == mjtSensor.mjSENS_JOINTPOS:
        return d.qpos[m.jnt_qposadr[obj]]
    if kind == mjtSensor.mjSENS_TENDONPOS:
        return d.ten_length[obj]
    if kind == mjtSensor.mjSENS_ACTUATORPOS:
        return d.actuator_length[m.actuator_outadr[obj]]
    if kind == mjtSensor.mjSENS_JOINTLIMITPOS:
        return limit_distance(d, mjtConstraint.mjCNSTR_LIMIT_JOINT, obj)
    if kind == mjtSensor.mjSENS_TENDONLIMITPOS:
        return limit_distance(d, mjtConstraint.mjCNSTR_LIMIT_TENDON, obj)
    if kind == mjtSensor.mjSENS_E_POTENTIAL:
        return potential(m, d)
    if kind == mjtSensor.mjSENS_E_KINETIC:
        return kinetic(m, d)
    return d.time


@kernel
def frame_pos(m: Model, d: Data, i: int, obj: int) -> Vec3:
    """Return the origin of the object in the reference frame."""
    pos = object_pos(d, m.sensor_objtype[i], obj)
    ref = m.sensor_refid[i]
    if ref < 0:
        return pos
    kind = m.sensor_reftype[i]
    return mat_t_vec(object_mat(d, kind, ref), sub(pos, object_pos(d, kind, ref)))


@kernel
def frame_axis(m: Model, d: Data, i: int, obj: int, k: int) -> Vec3:
    """Return axis k of the object in the reference frame."""
    mat = object_mat(d, m.sensor_objtype[i], obj)
    axis = (mat[k], mat[k + 3], mat[k + 6])
    ref = m.sensor_refid[i]
    if ref < 0:
        return axis
    return mat_t_vec(object_mat(d, m.sensor_reftype[i], ref), axis)


@kernel
def vector_position(m: Model, d: Data, i: int, kind: int, obj: int) -> Vec3:
    """Return the reading of a three-element position sensor."""
    if kind == mjtSensor.mjSENS_ACTUATORPOS:
        return get3(d.actuator_length, m.actuator_outadr[obj])
    if kind == mjtSensor.mjSENS_MAGNETOMETER:
        field = (m.opt.magnetic[0], m.opt.magnetic[1], m.opt.magnetic[2])
        return mat_t_vec(load9(d.site_xmat, obj), field)
    if kind == mjtSensor.mjSENS_FRAMEPOS:
        return frame_pos(m, d, i, obj)
    if mjtSensor.mjSENS_FRAMEXAXIS <= kind <= mjtSensor.mjSENS_FRAMEZAXIS:
        return frame_axis(m, d, i, obj, kind - mjtSensor.mjSENS_FRAMEXAXIS)
    return load3(d.subtree_com, obj)  # subtreecom


@kernel
def quat_position(m: Model, d: Data, i: int, kind: int, obj: int) -> Quat:
    """Return the reading of a quaternion sensor."""
    if kind == mjtSensor.mjSENS_BALLQUAT:
        adr = m.jnt_qposadr[obj]
        return normalize4((d.qpos[adr], d.qpos[adr + 1], d.qpos[adr + 2], d.qpos[adr + 3]))
    quat = object_quat(m, d, m.sensor_objtype[i], obj)
    ref = m.sensor_refid[i]
    if ref < 0:
        return quat
    return mul_quat(neg_quat(object_quat(m, d, m.sensor_reftype[i], ref)), quat)


@kernel
def read_position(m: Model, d: Data, i: int) -> None:
    """Compute sensor i, before its cutoff."""
    kind, obj, adr = m.sensor_type[i], m.sensor_objid[i], m.sensor_adr[i]
    if kind == mjtSensor.mjSENS_RANGEFINDER:
        call_far(m, d, SENSOR_RAYS, i, adr)
    elif kind == mjtSensor.mjSENS_CAMPROJECTION or kind == mjtSensor.mjSENS_INSIDESITE:
        call_far(m, d, SENSOR_SITE, i, adr)
    elif mjtSensor.mjSENS_GEOMDIST <= kind <= mjtSensor.mjSENS_GEOMFROMTO:
        call_far(m, d, SENSOR_DISTANCE, i, adr)
    elif kind == mjtSensor.mjSENS_CONTACT:
        call_far(m, d, SENSOR_CONTACT, i, adr)
    elif m.sensor_dim[i] == 1:
        d.sensordata[adr] = scalar_position(m, d, kind, obj)
    elif m.sensor_dim[i] == 3:
        write3(d, adr, vector_position(m, d, i, kind, obj))
    else:
        q = quat_position(m, d, i, kind, obj)
        write3(d, adr, (q[0], q[1], q[2]))
        d.sensordata[adr + 3] = q[3]


@kernel
def sensor_pos(m: Model, d: Data) -> None:
    """Compute the sensors of the position stage (mj_sensorPos).

    Disabled sensors keep their values.
    Reads   poses of bodies, geoms, sites, cameras; contacts, qpos, ten_length, actuator_length, efc_pos, time
    Writes  sensordata; energy if a sensor needs it      Calls   mjcb_sensor
    Source  XML reference / sensor
    """
    if not is_active(m, d):
        return
    d.sense_last = -1
    users = False
    for i in range(m.nsensor):
        if is_computed(m, d, i, mjtStage.mjSTAGE_POS):
            if m.sensor_type[i] == mjtSensor.mjSENS_USER:
                clear_user(m, d, i)
                users = True
            else:
                read_position(m, d, i)
                cut_off(m, d, i)
    if users:
        ask_user(m, d, mjtStage.mjSTAGE_POS)
    read_delayed(m, d, mjtStage.mjSTAGE_POS)
