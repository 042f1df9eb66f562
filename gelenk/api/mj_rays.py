"""Rays, and distances between geoms: mj_ray, mj_multiRay, mj_rayMesh, mj_geomDistance, ...

Documents: API / Ray casting; API / Support
"""

import numpy as np

from gelenk.runtime import pipeline
from gelenk.runtime.arguments import documented
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.query import meet_triangles, ray_flex
from gelenk.tables.enums import mjtGeom

Array = np.ndarray
_GROUND = {int(mjtGeom.mjGEOM_PLANE), int(mjtGeom.mjGEOM_HFIELD)}


@documented
def mj_geomDistance(
    m: MjModel, d: MjData, geom1: int, geom2: int, distmax: float, fromto: Array | None
) -> float:
    """Return the signed distance of two geoms and the segment between their nearest points.

    The result between planes and height fields is distmax.

    Returns    the distance [m], negative where the geoms overlap, at most distmax
    Source     API / mj_geomDistance; Computation / Collision detection
    """
    out = np.zeros(6) if fromto is None else fromto.reshape(-1)
    if {int(m._a_geom_type[geom1]), int(m._a_geom_type[geom2])} <= _GROUND:
        out[:] = 0.0
        return float(distmax)
    pipeline.run_stage("geom_distance", m, d, geom1, geom2, distmax, out)
    return float(d._a_near_dist[0])


def _group_mask(geomgroup: Array | None) -> tuple[Array, int]:
    """Return the group mask (6) of a ray query and whether the mask applies."""
    groups = np.ones(6, np.int32) if geomgroup is None else np.asarray(geomgroup, np.int32)
    return groups, int(geomgroup is not None)


@documented
def mj_ray(
    m: MjModel,
    d: MjData,
    pnt: Array,
    vec: Array,
    geomgroup: Array | None,
    flg_static: int,
    bodyexclude: int,
    geomid: Array | None,
    normal: Array | None = None,
) -> float:
    """Find the first geom along a ray.

    Returns    the distance in lengths of vec, -1 without a hit
    Errors     ValueError: vec is zero
    Source     API / mj_ray
    """
    if not vec.any():
        raise ValueError("mj_ray: vec must not be zero")
    found = np.zeros(1, np.int32) if geomid is None else geomid
    out = np.zeros(4)
    pipeline.run_stage("ray", m, d, pnt, vec, *_group_mask(geomgroup), flg_static, bodyexclude, found, out)
    if normal is not None:
        normal[:] = out[1:]
    return float(out[0])


@documented
def mj_multiRay(
    m: MjModel,
    d: MjData,
    pnt: Array,
    vec: Array,
    geomgroup: Array | None,
    flg_static: int,
    bodyexclude: int,
    geomid: Array,
    dist: Array,
    normal: Array | None,
    nray: int,
    cutoff: float,
) -> None:
    """Find the first geoms along many rays from one point, faster than ray by ray.

    A geom whose bounding sphere lies beyond cutoff, or a plane farther than cutoff from pnt, is ignored.

    Errors     ValueError: a direction is zero
    Source     API / mj_multiRay
    """
    near, found = np.zeros(m.ngeom + 1, np.int32), np.zeros(nray)
    rules = (*_group_mask(geomgroup), flg_static, bodyexclude, cutoff)
    sides = np.zeros(3 * nray) if normal is None else normal
    if pipeline.run_stage("multi_ray", m, d, pnt, vec, *rules, near, geomid, found, sides, nray):
        raise ValueError("mj_multiRay: no direction of vec may be zero")
    dist[:] = found


def _ray_one(
    function: str,
    kind: int,
    m: MjModel,
    d: MjData,
    geomid: int,
    pnt: Array,
    vec: Array,
    normal: Array | None,
) -> float:
    """Return the ray distance to one geom of type ``kind`` (mj_rayMesh, mj_rayHfield)."""
    if m._a_geom_type[geomid] != kind:
        raise ValueError(f"{function}: geom {geomid} is not of type {mjtGeom(kind).name}")
    if not vec.any():
        raise ValueError(f"{function}: vec must not be zero")
    out = np.zeros(4)
    pipeline.run_stage("ray_one", m, d, geomid, pnt, vec, out)
    if normal is not None:
        normal[:] = out[1:]
    return float(out[0])


@documented
def mj_rayMesh(
    m: MjModel, d: MjData, geomid: int, pnt: Array, vec: Array, normal: Array | None = None
) -> float:
    """Intersect a ray with the triangles of a mesh.

    Returns    the distance in lengths of vec, -1 without a hit
    Errors     ValueError: vec is zero, or the geom is not a mesh
    Source     API / mj_rayMesh
    """
    return _ray_one("mj_rayMesh", mjtGeom.mjGEOM_MESH, m, d, geomid, pnt, vec, normal)


@documented
def mj_rayHfield(
    m: MjModel, d: MjData, geomid: int, pnt: Array, vec: Array, normal: Array | None = None
) -> float:
    """Intersect a ray with a height field: its surface, sides and base.

    Returns    the distance in lengths of vec, -1 without a hit
    Errors     ValueError: vec is zero, or the geom is not a height field
    Source     API / mj_rayHfield
    """
    return _ray_one("mj_rayHfield", mjtGeom.mjGEOM_HFIELD, m, d, geomid, pnt, vec, normal)


@documented
def mj_rayFlex(
    m: MjModel,
    d: MjData,
    flex_layer: int,
    flg_vert: int,
    flg_edge: int,
    flg_face: int,
    flg_skin: int,
    flexid: int,
    pnt: Array,
    vec: Array,
    vertid: Array | None = None,
    normal: Array | None = None,
) -> float:
    """Intersect a ray with a flex.

    Returns    the distance in lengths of vec, -1 without a hit
    Errors     ValueError: vec is zero
    Source     API / mj_rayFlex; Moeller and Trumbore 1997
    """
    if not vec.any():
        raise ValueError("mj_rayFlex: vec must not be zero")
    distance, n, vertex = ray_flex(
        m, d, flexid, flex_layer, (flg_vert, flg_edge, flg_face, flg_skin), pnt, vec
    )
    if vertid is not None and vertex >= 0:
        vertid[0] = vertex
    if normal is not None:
        normal[:] = n
    return distance


@documented
def mju_raySkin(
    nface: int, nvert: int, face: Array, vert: Array, pnt: Array, vec: Array, vertid: Array
) -> float:
    """Intersect a ray with the triangles of a skin.

    Returns    the distance in lengths of vec, -1 without a hit
    Errors     ValueError: vec is zero
               IndexError: a triangle has a vertex that is not in 0 to nvert - 1
    Source     API / mju_raySkin; Moeller and Trumbore 1997
    """
    if face.size and not (face.min() >= 0 and face.max() < nvert):
        raise IndexError(f"mju_raySkin: face must have vertices in 0 .. {nvert - 1}")
    if not vec.any():
        raise ValueError("mju_raySkin: vec must not be zero")
    corners, x = face.reshape(nface, 3), vert.reshape(nvert, 3)
    distance, _ = meet_triangles(x[corners], pnt, vec)
    first = int(np.argmin(distance)) if nface else -1
    if first < 0 or not np.isfinite(distance[first]):
        return -1.0
    ids = corners[first]
    vertid[0] = ids[np.argmin(np.linalg.norm(x[ids] - (pnt + distance[first] * vec), axis=1))]
    return float(distance[first])
