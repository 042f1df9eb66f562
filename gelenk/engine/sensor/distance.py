"""Sensors of the shortest distance between two geoms, or between the geoms of two bodies.

Documents: XML reference / sensor / collision sensors
"""

from gelenk.algebra.vec import load3, norm, scale, sub
from gelenk.engine.far import is_loaded
from gelenk.engine.sensor.common import write3
from gelenk.jit.kernel import call_pair, kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtObj, mjtSensor
from gelenk.tables.stages import INDEX

DISTANCE_PAIR = INDEX["distance_pair"]


@kernel
def geoms_of(m: Model, kind: int, i: int) -> tuple[int, int]:
    """First and last + 1 of the geoms that a geom or a body has."""
    if kind == mjtObj.mjOBJ_GEOM:
        return i, i + 1
    return m.body_geomadr[i], m.body_geomadr[i] + m.body_geomnum[i]


@kernel
def may_be_nearer(m: Model, d: Data, geom1: int, geom2: int, best: float) -> bool:
    """Whether the bounding spheres come nearer than ``best``; planes and height fields have none from each other."""
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
    """The distance, at most the cutoff, to sense_dist[0]; the segment from first to second to the other six."""
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
    """Whether distance sensors i and j measure the same two things."""
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
    """Distance, normal or fromto sensor i: signed distance [m]; unit vector; two points [m], world frame.

    The cutoff is the largest distance that counts: without a smaller one the distance is the cutoff, the others are
    zero. The normal is that of the segment, zero where this has no length. Sensors of the same things that follow
    each other are computed once (d.sense_last: the sensor that sense_dist belongs to, -1 where sensors start).
    Reads   poses of geoms       Writes  sensordata; sense_dist, sense_last, what distance_pair writes
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
