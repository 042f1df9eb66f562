"""Distance sensors: rangefinder rays of sites and cameras, and distances between geoms.

Documents: XML reference / sensor / rangefinder; XML reference / camera; XML reference / sensor / collision sensors
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    dot,
    load3,
    load9,
    mat_vec,
    norm,
    normalize,
    scale,
    store3,
    sub,
)
from gelenk.engine.query.ray import ray
from gelenk.engine.sensor.sensor_loop import write3
from gelenk.engine.stage_calls import is_loaded
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtObj, mjtProjection, mjtRayDataField, mjtSensor
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model

DIST, DIR = 1 << mjtRayDataField.mjRAYDATA_DIST, 1 << mjtRayDataField.mjRAYDATA_DIR
ORIGIN, POINT = 1 << mjtRayDataField.mjRAYDATA_ORIGIN, 1 << mjtRayDataField.mjRAYDATA_POINT
NORMAL, DEPTH = 1 << mjtRayDataField.mjRAYDATA_NORMAL, 1 << mjtRayDataField.mjRAYDATA_DEPTH
ZERO = (0.0, 0.0, 0.0)


@kernel
def ray_width(bits: int) -> int:
    """Return the number of values reported for one ray."""
    width = 0
    for field in (DIST, DEPTH):
        width += 1 if bits & field else 0
    for field in (DIR, ORIGIN, POINT, NORMAL):
        width += 3 if bits & field else 0
    return width


@kernel
def pixel_ray(m: Model, cam: int, row: int, column: int) -> tuple[Vec3, Vec3]:
    """Return origin and direction of the ray through a pixel's center, in the camera frame.

    With a sensor size, the principal point is relative to the upper left corner of the sensor. The image of an
    orthographic camera is square. Both rules are those of 3.5.0.
    """
    u = (column + 0.5) / m.cam_resolution[cam, 0]  # from the left
    v = (row + 0.5) / m.cam_resolution[cam, 1]  # from the top
    half = 0.5 * math.radians(m.cam_fovy[cam])
    width, height = m.cam_sensorsize[cam, 0], m.cam_sensorsize[cam, 1]
    if m.cam_projection[cam] == mjtProjection.mjPROJ_ORTHOGRAPHIC:
        return ((u - 0.5) * m.cam_fovy[cam], (0.5 - v) * m.cam_fovy[cam], 0.0), (0.0, 0.0, -1.0)
    if width > 0.0 and height > 0.0:
        x = (u * width - m.cam_intrinsic[cam, 2]) / m.cam_intrinsic[cam, 0]
        y = (m.cam_intrinsic[cam, 3] - v * height) / m.cam_intrinsic[cam, 1]
    else:
        y = (1.0 - 2.0 * v) * math.tan(half)
        x = (2.0 * u - 1.0) * math.tan(half) * m.cam_resolution[cam, 0] / m.cam_resolution[cam, 1]
    return ZERO, normalize((x, y, -1.0))


@kernel
def cast(m: Model, d: Data, origin: Vec3, direction: Vec3, body: int) -> tuple[float, Vec3]:
    """Return the distance to the first geom along a unit direction, and the normal there.

    Geoms of ``body`` are skipped; the distance is -1 without a hit.
    """
    store3(d.sense_ray, 0, origin)
    store3(d.sense_ray, 1, direction)
    ray(m, d, d.sense_ray[0], d.sense_ray[1], d.sense_geom, 0, 1, body, d.sense_geom, d.sense_hit)
    return d.sense_hit[0], (d.sense_hit[1], d.sense_hit[2], d.sense_hit[3])


@kernel
def report_ray(
    m: Model, d: Data, bits: int, adr: int, origin: Vec3, direction: Vec3, forward: Vec3, body: int
) -> None:
    """Cast one ray and write the selected fields.

    Without a hit, distance and depth are -1, and direction, hit point and normal are zero.
    """
    dist, normal = cast(m, d, origin, direction, body)
    hit = dist >= 0.0
    if bits & DIST:
        d.sensordata[adr] = dist
        adr += 1
    if bits & DIR:
        write3(d, adr, direction if hit else ZERO)
        adr += 3
    if bits & ORIGIN:
        write3(d, adr, origin)
        adr += 3
    if bits & POINT:
        write3(d, adr, add_scaled(origin, direction, dist) if hit else ZERO)
        adr += 3
    if bits & NORMAL:
        write3(d, adr, normal if hit else ZERO)
        adr += 3
    if bits & DEPTH:
        d.sensordata[adr] = dist * dot(direction, forward) if hit else -1.0


@kernel
def sensor_rays(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute rangefinder i: along z of a site, or through each pixel of a camera.

    Pixels are row by row from the upper left. The bits of intprm[0] select, for each ray: distance, unit direction,
    origin, hit point, normal there, depth along the axis [m], world frame. Geoms of the body of the site or camera are
    ignored.
    Reads   poses of geoms, the site or camera      Writes  sensordata; sense_ray, sense_hit, sense_geom
    """
    obj, bits = m.sensor_objid[i], m.sensor_intprm[i, 0]
    if m.sensor_objtype[i] == mjtObj.mjOBJ_SITE:
        mat = load9(d.site_xmat, obj)
        axis = (mat[2], mat[5], mat[8])
        report_ray(m, d, bits, adr, load3(d.site_xpos, obj), axis, axis, m.site_bodyid[obj])
        return
    mat = load9(d.cam_xmat, obj)
    forward = scale((mat[2], mat[5], mat[8]), -1.0)
    width = max(ray_width(bits), 1)
    columns = max(m.cam_resolution[obj, 0], 1)
    for pixel in range(m.sensor_dim[i] // width):
        start, direction = pixel_ray(m, obj, pixel // columns, pixel % columns)
        origin = add(load3(d.cam_xpos, obj), mat_vec(mat, start))
        direction = mat_vec(mat, direction)
        report_ray(m, d, bits, adr + pixel * width, origin, direction, forward, m.cam_bodyid[obj])


DISTANCE_PAIR = INDEX["distance_pair"]


@kernel
def geoms_of(m: Model, kind: int, i: int) -> tuple[int, int]:
    """Return the range (first, last + 1) of the geoms of a geom or body."""
    if kind == mjtObj.mjOBJ_GEOM:
        return i, i + 1
    return m.body_geomadr[i], m.body_geomadr[i] + m.body_geomnum[i]


@kernel
def may_be_nearer(m: Model, d: Data, geom1: int, geom2: int, best: float) -> bool:
    """Return whether the bounding spheres of two geoms are nearer than ``best``.

    False for pairs of planes and height fields, between which no distance is computed.
    """
    type1, type2 = m.geom_type[geom1], m.geom_type[geom2]
    if (type1 == mjtGeom.mjGEOM_HFIELD or type1 == mjtGeom.mjGEOM_PLANE) and (
        type2 == mjtGeom.mjGEOM_HFIELD or type2 == mjtGeom.mjGEOM_PLANE
    ):
        return False
    r1, r2 = m.geom_rbound[geom1], m.geom_rbound[geom2]
    if r1 <= 0.0 or r2 <= 0.0:
        return True
    return norm(sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1))) - r1 - r2 < best


@kernel
def find_nearest(m: Model, d: Data, i: int) -> None:
    """Find the nearest pair of geoms of distance sensor i.

    Writes the distance, at most the cutoff, to sense_dist[0], and the segment from the first geom to the second to
    sense_dist[1:7].
    """
    first1, last1 = geoms_of(m, m.sensor_objtype[i], m.sensor_objid[i])
    first2, last2 = geoms_of(m, m.sensor_reftype[i], m.sensor_refid[i])
    best = m.sensor_cutoff[i]
    for k in range(1, 7):
        d.sense_dist[k] = 0.0
    for geom1 in range(first1, last1):
        for geom2 in range(first2, last2):
            if may_be_nearer(m, d, geom1, geom2, best):
                d.near_margin = best
                call_pair(m, d, DISTANCE_PAIR, geom1, geom2)
                if d.near_dist[0] < best:
                    best = d.near_dist[0]
                    for k in range(6):
                        d.sense_dist[1 + k] = d.ccd_fromto[k]
    d.sense_dist[0] = best


@kernel
def is_repeated(m: Model, i: int, j: int) -> bool:
    """Return whether distance sensors i and j have the same objects and cutoff."""
    return (
        mjtSensor.mjSENS_GEOMDIST <= m.sensor_type[j] <= mjtSensor.mjSENS_GEOMFROMTO
        and m.sensor_objtype[i] == m.sensor_objtype[j]
        and m.sensor_objid[i] == m.sensor_objid[j]
        and m.sensor_reftype[i] == m.sensor_reftype[j]
        and m.sensor_refid[i] == m.sensor_refid[j]
        and m.sensor_cutoff[i] == m.sensor_cutoff[j]
    )


@kernel
def sensor_distance(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute geomdist, geomnormal or geomfromto sensor i.

    The readings are a signed distance [m], a unit vector, and two points [m], world frame. The cutoff is the largest
    distance that counts: beyond it, geomdist reads the cutoff, the others zero. The normal is the direction of the
    segment, zero for a segment of zero length. Consecutive sensors with equal objects and cutoff share one computation
    (d.sense_last: the sensor for which sense_dist holds, -1 at the start of the stage).
    Reads   poses of geoms       Writes  sensordata; sense_dist, sense_last, the outputs of distance_pair
    """
    if not is_loaded(m, d, DISTANCE_PAIR):
        return
    if i == 0 or d.sense_last != i - 1 or not is_repeated(m, i, i - 1):
        find_nearest(m, d, i)
    d.sense_last = i
    kind = m.sensor_type[i]
    if kind == mjtSensor.mjSENS_GEOMDIST:
        d.sensordata[adr] = d.sense_dist[0]
        return
    start = (d.sense_dist[1], d.sense_dist[2], d.sense_dist[3])
    end = (d.sense_dist[4], d.sense_dist[5], d.sense_dist[6])
    if kind == mjtSensor.mjSENS_GEOMNORMAL:
        along = sub(end, start)
        length = norm(along)
        write3(d, adr, scale(along, 1.0 / length if length > mjMINVAL else 0.0))
    else:
        write3(d, adr, start)
        write3(d, adr + 3, end)
