"""Rays of rangefinders, points and normals that they hit; segments between geoms.

Documents: XML reference / sensor/rangefinder, sensor/fromto
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, load3, load9, mat_vec
from gelenk.engine.sensor.rays import DIR, DIST, NORMAL, ORIGIN, POINT, pixel_ray, ray_width
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, Scene
from gelenk.scene.shapes import IDENTITY, add_connector, add_decor, load_color, set_size
from gelenk.tables.enums import mjtGeom, mjtObj, mjtSensor, mjtVisFlag

LINE_WIDTH = 3.0  # pixels


@kernel
def read3(d: Data, adr: int) -> Vec3:
    return d.sensordata[adr], d.sensordata[adr + 1], d.sensordata[adr + 2]


@kernel
def is_zero(v: Vec3) -> bool:
    return v[0] == 0.0 and v[1] == 0.0 and v[2] == 0.0


@kernel
def add_ray(m: Model, d: Data, s: Scene, i: int, bits: int, adr: int, origin: Vec3, direction: Vec3) -> None:
    """What sensor ``i`` says of one ray: a line to what it hits, a ball there, the normal as an arrow."""
    size = m.stat.meansize
    rgba = load_color(s.vis_rgba.rangefinder)
    hit, point = False, (0.0, 0.0, 0.0)
    if bits & DIST:
        if d.sensordata[adr] >= 0.0:
            hit, point = True, add_scaled(origin, direction, d.sensordata[adr])
            add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_SENSOR, i, LINE_WIDTH, origin, point, rgba)
        adr += 1
    for field in (DIR, ORIGIN):
        adr += 3 if bits & field else 0
    width = s.vis_scale.framewidth * size
    if bits & POINT:
        if not is_zero(read3(d, adr)):
            hit, point = True, read3(d, adr)
            n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_SENSOR, i, point, IDENTITY, rgba)
            set_size(s, n, 1.5 * width, 1.5 * width, 1.5 * width)
        adr += 3
    if bits & NORMAL and hit:
        end = add_scaled(point, read3(d, adr), 2.0 * s.vis_scale.framelength * size)
        add_connector(s, mjtGeom.mjGEOM_ARROW1, mjtObj.mjOBJ_SENSOR, i, width, point, end, rgba)


@kernel
def add_rays(m: Model, d: Data, s: Scene, i: int) -> None:
    """All rays of rangefinder ``i``: of its site, or one for each pixel of its camera."""
    obj, bits, adr = m.sensor_objid[i], m.sensor_intprm[i, 0], m.sensor_adr[i]
    if m.sensor_objtype[i] == mjtObj.mjOBJ_SITE:
        mat = load9(d.site_xmat, obj)
        add_ray(m, d, s, i, bits, adr, load3(d.site_xpos, obj), (mat[2], mat[5], mat[8]))
        return
    mat = load9(d.cam_xmat, obj)
    width = max(ray_width(bits), 1)
    columns = max(m.cam_resolution[obj, 0], 1)
    for pixel in range(m.sensor_dim[i] // width):
        start, direction = pixel_ray(m, obj, pixel // columns, pixel % columns)
        origin = add(load3(d.cam_xpos, obj), mat_vec(mat, start))
        add_ray(m, d, s, i, bits, adr + pixel * width, origin, mat_vec(mat, direction))


@kernel
def scene_rays(m: Model, d: Data, s: Scene) -> None:
    """Rays of rangefinders and segments of sensors fromto.    Reads sensordata, poses of sites and cameras"""
    if s.opt.flags[mjtVisFlag.mjVIS_RANGEFINDER] == 0:
        return
    for i in range(m.nsensor):
        if m.sensor_type[i] == mjtSensor.mjSENS_RANGEFINDER:
            add_rays(m, d, s, i)
        elif m.sensor_type[i] == mjtSensor.mjSENS_GEOMFROMTO:
            start, end = read3(d, m.sensor_adr[i]), read3(d, m.sensor_adr[i] + 3)
            if not (is_zero(start) and is_zero(end)):
                rgba = load_color(s.vis_rgba.rangefinder)
                add_connector(s, mjtGeom.mjGEOM_LINE, mjtObj.mjOBJ_SENSOR, i, LINE_WIDTH, start, end, rgba)
