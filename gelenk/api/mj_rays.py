"""Rays and distances of geoms as documented functions: mj_ray, mj_multiRay, mj_rayMesh, mj_geomDistance, ...

Documents: API / Ray casting; API / Support
"""

import numpy as np

from gelenk.tables.enums import mjtGeom
from gelenk.world import drive
from gelenk.world.arguments import check_index, check_size, documented
from gelenk.world.ray_flex import meet_triangles, ray_flex

_GROUND = {int(mjtGeom.mjGEOM_PLANE), int(mjtGeom.mjGEOM_HFIELD)}


@documented
def mj_geomDistance(m, d, geom1, geom2, distmax, fromto):
    """Signed distance of two geoms, at most ``distmax``; fromto (6): the nearest points, from geom1 to geom2.

    Planes and height fields have no distance from each other: it is ``distmax``, and fromto is zero.
    """
    check_index("mj_geomDistance", "geom1", geom1, m.ngeom)
    check_index("mj_geomDistance", "geom2", geom2, m.ngeom)
    check_size("mj_geomDistance", "fromto", fromto, 6)
    out = np.zeros(6) if fromto is None else fromto.reshape(-1)
    if {int(m._a_geom_type[geom1]), int(m._a_geom_type[geom2])} <= _GROUND:
        out[:] = 0.0
        return float(distmax)
    drive.call_stage("geom_distance", m, d, geom1, geom2, distmax, out)
    return float(d._a_near_dist[0])


def _groups(geomgroup):
    """Which groups of geoms rays see (6), and whether that counts."""
    groups = np.ones(6, np.int32) if geomgroup is None else np.asarray(geomgroup, np.int32)
    return groups, int(geomgroup is not None)


@documented
def mj_ray(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, normal):
    """Distance, in lengths of vec, to the first geom along the ray, -1 without a hit; its geomid (1) and normal (3)."""
    if not vec.any():
        raise ValueError("mj_ray: vec must not be zero")
    found = np.zeros(1, np.int32) if geomid is None else geomid
    out = np.zeros(4)
    drive.call_stage("ray", m, d, pnt, vec, *_groups(geomgroup), flg_static, bodyexclude, found, out)
    if normal is not None:
        normal[:] = out[1:]
    return float(out[0])


@documented
def mj_multiRay(m, d, pnt, vec, geomgroup, flg_static, bodyexclude, geomid, dist, normal, nray, cutoff):
    """mj_ray for ``nray`` directions vec (3 nray) from one point, among the geoms that are not beyond ``cutoff``.

    A geom is beyond it if its bounding sphere is, a plane if its distance from pnt is; what is beyond hides nothing.
    """
    if nray < 0:
        raise ValueError(f"mj_multiRay: nray must not be negative, and is {nray}")
    check_size("mj_multiRay", "vec", vec, 3 * nray)
    check_size("mj_multiRay", "geomid", geomid, nray)
    check_size("mj_multiRay", "dist", dist, nray)
    check_size("mj_multiRay", "normal", normal, 3 * nray)
    if not vec.reshape(nray, 3).any(axis=1).all():
        raise ValueError("mj_multiRay: no direction of vec may be zero")
    near, out = np.zeros(m.ngeom + 1, np.int32), np.zeros((nray, 4))
    rules = (*_groups(geomgroup), flg_static, bodyexclude, cutoff)
    drive.call_stage("multi_ray", m, d, pnt, vec, *rules, near, geomid, out.reshape(-1), nray)
    dist[:] = out[:, 0]
    if normal is not None:
        normal[:] = out[:, 1:].reshape(-1)


def _ray_one(function, kind, m, d, geomid, pnt, vec, normal):
    """mj_rayMesh and mj_rayHfield: the distance to one geom of type ``kind``."""
    check_index(function, "geomid", geomid, m.ngeom)
    if m._a_geom_type[geomid] != kind:
        raise ValueError(f"{function}: geom {geomid} is not of type {kind.name}")
    if not vec.any():
        raise ValueError(f"{function}: vec must not be zero")
    out = np.zeros(4)
    drive.call_stage("ray_one", m, d, geomid, pnt, vec, out)
    if normal is not None:
        normal[:] = out[1:]
    return float(out[0])


@documented
def mj_rayMesh(m, d, geomid, pnt, vec, normal):
    """Distance, in lengths of vec, at which the ray meets the mesh of a geom, or -1; the normal (3) there."""
    return _ray_one("mj_rayMesh", mjtGeom.mjGEOM_MESH, m, d, geomid, pnt, vec, normal)


@documented
def mj_rayHfield(m, d, geomid, pnt, vec, normal):
    """Distance, in lengths of vec, at which the ray meets the height field of a geom, or -1; the normal (3)."""
    return _ray_one("mj_rayHfield", mjtGeom.mjGEOM_HFIELD, m, d, geomid, pnt, vec, normal)


@documented
def mj_rayFlex(m, d, flex_layer, flg_vert, flg_edge, flg_face, flg_skin, flexid, pnt, vec, vertid, normal):
    """Distance, in lengths of vec, at which the ray meets a flex, or -1; the nearest vertex (1), the normal (3).

    The flags say what is met: vertices as balls, edges as capsules, faces (in 3D those of ``flex_layer``), or the skin,
    which is edges and faces.
    """
    check_index("mj_rayFlex", "flexid", flexid, m.nflex)
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
def mju_raySkin(nface, nvert, face, vert, pnt, vec, vertid):
    """Distance, in lengths of vec, at which the ray meets a skin, or -1; vertid (1): the vertex nearest to that point.

    face (3 nface) has the corners of the triangles, vert (3 nvert) the vertices in the frame of the ray.
    """
    if nface < 0 or nvert < 0:
        raise ValueError("mju_raySkin: nface and nvert must not be negative")
    check_size("mju_raySkin", "face", face, 3 * nface)
    check_size("mju_raySkin", "vert", vert, 3 * nvert)
    if face.size and not (face.min() >= 0 and face.max() < nvert):
        raise IndexError(f"mju_raySkin: face has a vertex out of range, there are {nvert}")
    if not vec.any():
        raise ValueError("mju_raySkin: vec must not be zero")
    corners, x = face.reshape(nface, 3), vert.reshape(nvert, 3)
    distance, _ = meet_triangles(x[corners], pnt, vec)
    first = int(np.argmin(distance)) if nface else -1
    if first < 0 or not np.isfinite(distance[first]):
        return -1.0
    if vertid is not None:
        ids = corners[first]
        vertid[0] = ids[np.argmin(np.linalg.norm(x[ids] - (pnt + distance[first] * vec), axis=1))]
    return float(distance[first])
