"""Sensors of contacts: between two sets of geoms, touch, and tactile.

Documents: XML reference / sensor / contact; XML reference / sensor / tactile; XML reference / sensor / touch

Contact sensors read the contacts between two sets of geoms. The matching contacts are counted, then reduced: the first
num, the num deepest, the num with the largest forces (ties in contact order), or the net force of all. A contact with
geom 2 in the first set is reported as seen from that set: its normal and first tangent are reversed, and so are its
force, torque and velocities. In the frame with reversed axes only the third element of these vectors changes sign.

Velocities are those of the second geom's body relative to the first one's, at the contact point. A flex has the
velocity of the bodies that share its contact forces, and no angular velocity.

Touch and tactile sensors.

Tactile sensors report the depth of mesh vertices (taxels) inside geoms in contact, and their sliding speeds. The
taxels are in the frame of the geom that carries them. Three consecutive normals of the mesh are the frame of a taxel:
its normal and two tangents, as in the builtin mesh "plate". A taxel without a frame reports no speeds and, in models of
releases before 3.9, no pressure.

Touch sensors sum the normal contact forces within the volume of a site.
"""

import math

from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    clamp,
    cross,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    neg,
    norm,
    scale,
    sub,
)
from gelenk.engine.force.post_constraint import contact_force_torque, normal_force
from gelenk.engine.position.object_frames import body_velocity, site_shape_pose
from gelenk.engine.query.ray import ray_geom
from gelenk.engine.sensor.enclosure import ray_meets_hull
from gelenk.engine.sensor.position import is_in_site
from gelenk.engine.sensor.sensor_loop import write3
from gelenk.engine.sensor.velocity_acceleration import linear_velocity
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL, mjtConDataField, mjtGeom, mjtObj
from gelenk.tables.object_types import MAXFORCE, NETFORCE
from gelenk.tables.releases import R3_9, R3_17
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

FOUND, FORCE = 1 << mjtConDataField.mjCONDATA_FOUND, 1 << mjtConDataField.mjCONDATA_FORCE
TORQUE, DIST = 1 << mjtConDataField.mjCONDATA_TORQUE, 1 << mjtConDataField.mjCONDATA_DIST
POS, NORMAL = 1 << mjtConDataField.mjCONDATA_POS, 1 << mjtConDataField.mjCONDATA_NORMAL
TANGENT, LINVEL = 1 << mjtConDataField.mjCONDATA_TANGENT, 1 << mjtConDataField.mjCONDATA_LINVEL
ANGVEL = 1 << mjtConDataField.mjCONDATA_ANGVEL
MINDIST = 1  # value of intprm[1]: report the deepest contacts; 0: report the first ones
ZERO = (0.0, 0.0, 0.0)
FLEX_SHARES = INDEX["flex_contact_shares"]


@kernel
def slot_width(bits: int) -> int:
    """Return the number of values reported for one contact."""
    width = 0
    for field in (FOUND, DIST):
        width += 1 if bits & field else 0
    for field in (FORCE, TORQUE, POS, NORMAL, TANGENT, LINVEL, ANGVEL):
        width += 3 if bits & field else 0
    return width


@kernel
def is_part(m: Model, kind: int, i: int, geom: int) -> bool:
    """Return whether a geom (-1: an element of a flex) belongs to a set.

    The set is all geoms, one geom, those of a body, or those of a subtree.
    """
    if kind == mjtObj.mjOBJ_UNKNOWN:
        return True
    if geom < 0 or kind == mjtObj.mjOBJ_GEOM:
        return geom == i and geom >= 0
    b = m.geom_bodyid[geom]
    if kind != mjtObj.mjOBJ_BODY:
        while b > i:
            b = m.body_parentid[b]
    return b == i


@kernel
def match(m: Model, d: Data, i: int, c: int) -> int:
    """Return 1 if contact c matches sensor i, -1 if its exchanged geoms match, else 0."""
    kind1, set1 = m.sensor_objtype[i], m.sensor_objid[i]
    kind2, set2 = m.sensor_reftype[i], m.sensor_refid[i]
    geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
    if kind1 == mjtObj.mjOBJ_SITE:
        if not is_in_site(m, d, set1, load3(d.contact_pos, c)):
            return 0
        kind1 = mjtObj.mjOBJ_UNKNOWN
    if is_part(m, kind1, set1, geom1) and is_part(m, kind2, set2, geom2):
        return 1
    if is_part(m, kind1, set1, geom2) and is_part(m, kind2, set2, geom1):
        return -1
    return 0


@kernel
def rank(m: Model, d: Data, c: int, reduce: int) -> float:
    """Return the sort key of a contact, smallest first."""
    if reduce == MINDIST:
        return d.contact_dist[c]
    if reduce == MAXFORCE:
        force, _ = contact_force_torque(m, d, c)
        return -dot(force, force)
    return 0.0


@kernel
def insert(d: Data, count: int, room: int, c: int, key: float) -> int:
    """Insert contact c into the sorted list of the ``count`` best contacts; return its length.

    The list keeps at most ``room`` contacts; equal keys stay in contact order.
    """
    if count == room:
        if room == 0 or not key < d.sense_key[room - 1]:
            return count
        count -= 1
    k = count
    while k > 0 and key < d.sense_key[k - 1]:
        d.sense_key[k] = d.sense_key[k - 1]
        d.sense_contact[k] = d.sense_contact[k - 1]
        k -= 1
    d.sense_key[k] = key
    d.sense_contact[k] = c
    return count + 1


@kernel
def report(
    d: Data,
    bits: int,
    adr: int,
    found: int,
    force: Vec3,
    torque: Vec3,
    dist: float,
    pos: Vec3,
    normal: Vec3,
    tangent: Vec3,
) -> None:
    """Write the selected fields of one slot."""
    if bits & FOUND:
        d.sensordata[adr] = found
        adr += 1
    if bits & FORCE:
        write3(d, adr, force)
        adr += 3
    if bits & TORQUE:
        write3(d, adr, torque)
        adr += 3
    if bits & DIST:
        d.sensordata[adr] = dist
        adr += 1
    if bits & POS:
        write3(d, adr, pos)
        adr += 3
    if bits & NORMAL:
        write3(d, adr, normal)
        adr += 3
    if bits & TANGENT:
        write3(d, adr, tangent)


@kernel
def contact_linear_velocity(m: Model, d: Data, c: int) -> Vec3:
    """Return the velocity [m/s] of side 2 of contact c against side 1, world axes."""
    point, geom1, geom2 = load3(d.contact_pos, c), d.contact_geom[c, 0], d.contact_geom[c, 1]
    if geom1 >= 0 and geom2 >= 0:
        second = body_velocity(m, d, m.geom_bodyid[geom2], point)
        return sub(second, body_velocity(m, d, m.geom_bodyid[geom1], point))
    call_far(m, d, FLEX_SHARES, c, 0)
    total, k = ZERO, 0
    while d.share_body[k] >= 0:
        total = add_scaled(total, body_velocity(m, d, d.share_body[k], point), d.share[k])
        k += 1
    return total


@kernel
def contact_angular_velocity(m: Model, d: Data, c: int) -> Vec3:
    """Return the angular velocity [rad/s] of side 2 of contact c against side 1, world."""
    geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
    first = rotation_part(d.cvel, m.geom_bodyid[geom1]) if geom1 >= 0 else ZERO
    return sub(rotation_part(d.cvel, m.geom_bodyid[geom2]) if geom2 >= 0 else ZERO, first)


@kernel
def report_velocities(m: Model, d: Data, bits: int, end: int, c: int, sign: float) -> None:
    """Write linvel and angvel of contact c, the last fields of a slot that ends at end."""
    frame = load9(d.contact_frame, c)
    if bits & ANGVEL:
        end -= 3
        w = mat_vec(frame, contact_angular_velocity(m, d, c))
        write3(d, end, (w[0], w[1], sign * w[2]))
    if bits & LINVEL:
        v = mat_vec(frame, contact_linear_velocity(m, d, c))
        write3(d, end - 3, (v[0], v[1], sign * v[2]))


@kernel
def report_contact(m: Model, d: Data, i: int, bits: int, adr: int, found: int, c: int) -> None:
    """Report one contact, in its own frame."""
    sign = 1.0 if match(m, d, i, c) > 0 else -1.0
    force, torque = ZERO, ZERO
    if bits & (FORCE | TORQUE):  # other fields may be reported in a stage before contact forces are computed
        force, torque = contact_force_torque(m, d, c)
    force = (force[0], force[1], sign * force[2])
    torque = (torque[0], torque[1], sign * torque[2])
    frame = load9(d.contact_frame, c)
    normal = scale((frame[0], frame[1], frame[2]), sign)
    tangent = scale((frame[3], frame[4], frame[5]), sign)
    pos = load3(d.contact_pos, c)
    report(d, bits, adr, found, force, torque, d.contact_dist[c], pos, normal, tangent)
    if bits & (LINVEL | ANGVEL):
        report_velocities(m, d, bits, adr + slot_width(bits), c, sign)


@kernel
def report_net(m: Model, d: Data, i: int, bits: int, adr: int, found: int, count: int) -> None:
    """Report all contacts as one, in the world frame.

    Total force and torque act at the mean of the contact points, weighted by force.
    """
    force, pos, weight = ZERO, ZERO, 0.0
    for k in range(count):
        c = d.sense_contact[k]
        f, _ = contact_force_torque(m, d, c)
        sign = 1.0 if match(m, d, i, c) > 0 else -1.0
        force = add_scaled(force, mat_t_vec(load9(d.contact_frame, c), f), sign)
        size = norm(f)
        pos = add_scaled(pos, load3(d.contact_pos, c), size)
        weight += size
    pos = scale(pos, 1.0 / weight) if weight > mjMINVAL else ZERO
    torque = ZERO
    for k in range(count):
        c = d.sense_contact[k]
        f, t = contact_force_torque(m, d, c)
        sign = 1.0 if match(m, d, i, c) > 0 else -1.0
        frame = load9(d.contact_frame, c)
        arm = sub(load3(d.contact_pos, c), pos)
        torque = add_scaled(torque, add(mat_t_vec(frame, t), cross(arm, mat_t_vec(frame, f))), sign)
    report(d, bits, adr, found, force, torque, 0.0, pos, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))


@kernel
def sensor_contact(m: Model, d: Data, i: int, adr: int) -> None:
    """Compute contact sensor i; the bits of intprm[0] select the fields.

    Fields: found, force [N], torque [N m], dist, pos [m], normal, tangent, linvel [m/s], angvel [rad/s]. ``found`` is
    the number of matching contacts, reported or not; unused slots are zero. From release 3.16 on, the selected fields
    determine the stage (tables/object_types.py).
    Reads   contacts, efc_force, cvel, site_xpos, site_xmat
    Writes  sensordata; sense_contact, sense_key (nconmax)
    """
    bits, reduce = m.sensor_intprm[i, 0], m.sensor_intprm[i, 1]
    width = slot_width(bits)
    slots = m.sensor_dim[i] // max(width, 1)
    room = d.ncon if reduce == NETFORCE else min(slots, d.ncon)
    count, found = 0, 0
    for c in range(d.ncon):
        if match(m, d, i, c) != 0:
            found += 1
            count = insert(d, count, room, c, rank(m, d, c, reduce))
    if reduce == NETFORCE and (
        count > 0 or m.release[0] < R3_17
    ):  # before 3.17, the constant axes of the net force are reported even without a match
        report_net(m, d, i, bits, adr, found, count)
        count = 1
    else:
        for k in range(count):
            report_contact(m, d, i, bits, adr + k * width, found, d.sense_contact[k])
    for k in range(adr + count * width, adr + m.sensor_dim[i]):
        d.sensordata[k] = 0.0


# Touch and tactile sensors

LIMIT = 0.05  # [m] scale of the pressure x / (LIMIT - x) of releases before 3.9


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

    Only negative values need be accurate. The distance from an ellipsoid is to first order, f / |grad f|; for other
    types of geoms it is 0, which counts as outside.
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
    """Write depth (or pressure) and speeds of the taxels of sensor i inside geom ``other``."""
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
    inside, as in 3.5.0. Geoms in contact with the body of the sensor's geom count; if several contain a taxel, the last
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
    other body meets the volume: the point of a soft contact may lie outside of the volume on that side.
    Reads   contacts, efc_force, site_xpos, site_xmat        Writes  sensordata[adr]
    """
    site, total = m.sensor_objid[i], 0.0
    b = m.site_bodyid[site]
    # test the geoms of the contact first, since most contacts belong to other bodies
    geom, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    for c in range(d.ncon):
        second = geom <= d.contact_geom[c, 1] < end
        if second or geom <= d.contact_geom[c, 0] < end:
            if d.contact_efc_address[c] >= 0 and is_in_touch_volume(m, d, site, c, second):
                total += max(0.0, normal_force(m, d, c, d.contact_efc_address[c]))
    d.sensordata[adr] = total
