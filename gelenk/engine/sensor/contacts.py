"""Contact sensors: what contacts between two sets of geoms report.

Documents: XML reference / sensor / contact

The contacts that match are counted, then reduced: the first num of them, the num deepest, the num with the largest
forces (equals in the order of the contacts), or all of them together. A contact that matches the other way around,
geom 2 in the first set, is reported as seen from there: its normal and first tangent point the other way, and so do
its force and torque, which changes the sign of their third numbers only, since the axes turn as well.
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, load9, mat_t_vec, norm, scale, sub
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.engine.sensor.sensor_loop import write3
from gelenk.engine.sensor.site_camera import is_in_site
from gelenk.tables.enums import mjMINVAL, mjtConDataField, mjtObj
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

FOUND, FORCE = 1 << mjtConDataField.mjCONDATA_FOUND, 1 << mjtConDataField.mjCONDATA_FORCE
TORQUE, DIST = 1 << mjtConDataField.mjCONDATA_TORQUE, 1 << mjtConDataField.mjCONDATA_DIST
POS, NORMAL = 1 << mjtConDataField.mjCONDATA_POS, 1 << mjtConDataField.mjCONDATA_NORMAL
TANGENT = 1 << mjtConDataField.mjCONDATA_TANGENT
FIRST, MINDIST, MAXFORCE, NETFORCE = 0, 1, 2, 3  # intprm[1]
ZERO = (0.0, 0.0, 0.0)


@kernel
def slot_width(bits: int) -> int:
    """Numbers that are reported of one contact."""
    width = 0
    for field in (FOUND, DIST):
        width += 1 if bits & field else 0
    for field in (FORCE, TORQUE, POS, NORMAL, TANGENT):
        width += 3 if bits & field else 0
    return width


@kernel
def is_part(m: Model, kind: int, i: int, geom: int) -> bool:
    """Whether a geom (-1: a part of a flex) is in the set: any, one geom, those of a body, those of a subtree."""
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
    """1 if contact c is between the sets of sensor i, -1 if the other way around, 0 if not."""
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
    """What contacts are ordered by, smallest first."""
    if reduce == MINDIST:
        return d.contact_dist[c]
    if reduce == MAXFORCE:
        force, _ = contact_force_torque(m, d, c)
        return -dot(force, force)
    return 0.0


@kernel
def insert(d: Data, count: int, room: int, c: int, key: float) -> int:
    """Put contact c among the ``count`` best, of which ``room`` are kept, behind its equals; returns their number."""
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
    """Write one slot."""
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
def report_contact(m: Model, d: Data, i: int, bits: int, adr: int, found: int, c: int) -> None:
    """One contact, in its own frame."""
    sign = 1.0 if match(m, d, i, c) > 0 else -1.0
    force, torque = contact_force_torque(m, d, c)
    force = (force[0], force[1], sign * force[2])
    torque = (torque[0], torque[1], sign * torque[2])
    frame = load9(d.contact_frame, c)
    normal = scale((frame[0], frame[1], frame[2]), sign)
    tangent = scale((frame[3], frame[4], frame[5]), sign)
    pos = load3(d.contact_pos, c)
    report(d, bits, adr, found, force, torque, d.contact_dist[c], pos, normal, tangent)


@kernel
def report_net(m: Model, d: Data, i: int, bits: int, adr: int, found: int, count: int) -> None:
    """All contacts as one: total force and torque at the mean of their points, weighted by force; world frame."""
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
    """Contact sensor i: found, force [N], torque [N m], dist, pos [m], normal, tangent, as the bits of intprm[0] say.

    ``found`` is the number of contacts that match, whichever are reported; slots that are left over are zero.
    Reads   contacts, efc_force, site_xpos, site_xmat      Writes  sensordata; sense_contact, sense_key (nconmax)
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
    if reduce == NETFORCE:
        report_net(m, d, i, bits, adr, found, count)
        count = 1
    else:
        for k in range(count):
            report_contact(m, d, i, bits, adr + k * width, found, d.sense_contact[k])
    for k in range(adr + count * width, adr + m.sensor_dim[i]):
        d.sensordata[k] = 0.0
