"""Touch and tactile sensors.

Documents: XML reference / sensor / tactile; XML reference / sensor / touch

Tactile sensors report the depth of mesh vertices (taxels) inside geoms in contact, and their sliding speeds. The
taxels are in the frame of the geom that carries them. The mesh gives each taxel a frame: three rows of its normals,
the normal and two tangents, as in the builtin mesh "plate". A taxel without a frame reads zero.

Touch sensors sum the normal contact forces within the volume of a site.
"""

import math

from gelenk.algebra.vec import Vec3, add, clamp, dot, load3, load9, mat_t_vec, mat_vec, neg, norm, sub
from gelenk.engine.force.post_constraint import normal_force
from gelenk.engine.position.object_frames import site_shape_pose
from gelenk.engine.query.ray import ray_geom
from gelenk.engine.sensor.mesh_volume import ray_meets_hull
from gelenk.engine.sensor.velocity import linear_velocity
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtObj
from gelenk.tables.releases import R3_9
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

LIMIT = 0.05  # [m] depth of infinite pressure


@kernel
def depth_in_box(p: Vec3, size: Vec3) -> float:
    """Return the negative depth in a box as 3.5.0 measures it, 0 outside.

    With d the distances to the sides and r = d / size, the depth is the least d_i r_i times the length of
    (1 / r_x, 1 / r_y, 1 / r_z): zero at the sides, but more than the distance to the nearest of them.
    """
    d = (size[0] - abs(p[0]), size[1] - abs(p[1]), size[2] - abs(p[2]))
    if not (d[0] > 0.0 and d[1] > 0.0 and d[2] > 0.0):
        return 0.0
    r = (d[0] / size[0], d[1] / size[1], d[2] / size[2])
    return -min(d[0] * r[0], d[1] * r[1], d[2] * r[2]) * norm((1.0 / r[0], 1.0 / r[1], 1.0 / r[2]))


@kernel
def signed_distance(p: Vec3, size: Vec3, kind: int) -> float:
    """Return the signed distance of p, in the frame of a primitive geom.

    Only negative values need be accurate. The distance of an ellipsoid is to first order, f / |grad f|; other geoms
    have no distance and count as far.
    """
    if kind == mjtGeom.mjGEOM_PLANE:
        return p[2]
    if kind == mjtGeom.mjGEOM_SPHERE:
        return norm(p) - size[0]
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return norm((p[0], p[1], p[2] - clamp(p[2], -size[1], size[1]))) - size[0]
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return max(math.sqrt(p[0] * p[0] + p[1] * p[1]) - size[0], abs(p[2]) - size[1])
    if kind == mjtGeom.mjGEOM_BOX:
        return depth_in_box(p, size)
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        q = (p[0] / size[0], p[1] / size[1], p[2] / size[2])
        level, slope = norm(q), norm((q[0] / size[0], q[1] / size[1], q[2] / size[2]))
        return level * (level - 1.0) / slope if slope > mjMINVAL else -min(size[0], size[1], size[2])
    return 0.0


@kernel
def write_taxels(m: Model, d: Data, i: int, adr: int, mesh: int, own: int, other: int) -> None:
    """Write pressure and tangential speeds of the taxels of sensor i inside geom ``other``."""
    taxels = min(m.sensor_dim[i] // 3, m.mesh_vertnum[mesh])
    pos, mat = load3(d.geom_xpos, own), load9(d.geom_xmat, own)
    center, turn = load3(d.geom_xpos, other), load9(d.geom_xmat, other)
    size, kind = load3(m.geom_size, other), m.geom_type[other]
    sliding = sub(
        linear_velocity(m, d, mjtObj.mjOBJ_GEOM, other), linear_velocity(m, d, mjtObj.mjOBJ_GEOM, own)
    )
    sliding = mat_t_vec(mat, sliding)
    for k in range(taxels):
        point = add(pos, mat_vec(mat, load3(m.mesh_vert, m.mesh_vertadr[mesh] + k)))
        distance = signed_distance(mat_t_vec(turn, sub(point, center)), size, kind)
        if distance < 0.0 and m.release[0] >= R3_9:
            d.sensordata[adr + k] = -distance
        if distance < 0.0 and 3 * k + 2 < m.mesh_normalnum[mesh]:
            frame = m.mesh_normaladr[mesh] + 3 * k
            normal = load3(m.mesh_normal, frame)
            if m.release[0] < R3_9:
                d.sensordata[adr + k] = distance / (LIMIT - distance) * float(dot(normal, normal))
            d.sensordata[adr + taxels + k] = abs(dot(sliding, load3(m.mesh_normal, frame + 1)))
            d.sensordata[adr + 2 * taxels + k] = abs(dot(sliding, load3(m.mesh_normal, frame + 2)))


@kernel
def sensor_tactile(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute tactile sensor i: depths [m] of all taxels, then speeds along both tangents.

    In models of releases before 3.9, pressures replace depths: x / (0.05 - x) with x the signed distance [m], negative
    inside, as in 3.5.0. Geoms in contact with the body of the sensor's geom count; if two cover a taxel, the last
    contact determines the reading.
    Reads   contacts, geom_xpos, geom_xmat, cvel      Writes  sensordata
    """
    own, mesh = m.sensor_refid[i], m.sensor_objid[i]
    body, last = m.geom_bodyid[own], -1
    for k in range(adr, adr + m.sensor_dim[i]):
        d.sensordata[k] = 0.0
    for c in range(d.ncon):
        geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
        if geom1 < 0 or geom2 < 0:
            continue
        other = -1
        if m.geom_bodyid[geom1] == body:
            other = geom2
        elif m.geom_bodyid[geom2] == body:
            other = geom1
        if other >= 0 and other != last:
            write_taxels(m, d, i, adr, mesh, own, other)
            last = other


@kernel
def is_in_touch_volume(m: Model, d: Data, site: int, c: int, inward: bool) -> bool:
    """Return whether the ray from contact c along its normal meets the volume of the site.

    ``inward``: the ray points against the normal. A point inside the volume counts.
    """
    normal = load3(d.contact_frame, c)
    ray = neg(normal) if inward else normal
    pos, mat = site_shape_pose(m, d, site)
    point, kind = load3(d.contact_pos, c), m.site_type[site]
    if kind == mjtGeom.mjGEOM_MESH:
        start, way = mat_t_vec(mat, sub(point, pos)), mat_t_vec(mat, ray)
        return ray_meets_hull(m, m.site_dataid[site], start, way)
    x, _ = ray_geom(pos, mat, load3(m.site_size, site), point, ray, kind)
    return x >= 0.0


@kernel
def sensor_touch(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute touch sensor i: the sum of the normal forces [N] of its contacts.

    A contact counts if its point is in the volume of the site, or if the ray from the point along the normal into the
    other body meets the volume: soft contacts may have left the volume on that side.
    Reads   contacts, efc_force, site_xpos, site_xmat        Writes  sensordata[adr]
    """
    site, total = m.sensor_objid[i], 0.0
    b = m.site_bodyid[site]
    # most contacts belong to other bodies
    geom, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    for c in range(d.ncon):
        second = geom <= d.contact_geom[c, 1] < end
        if second or geom <= d.contact_geom[c, 0] < end:
            if d.contact_efc_address[c] >= 0 and is_in_touch_volume(m, d, site, c, second):
                total += max(0.0, normal_force(m, d, c, d.contact_efc_address[c]))
    d.sensordata[adr] = total
