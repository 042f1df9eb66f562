"""Post-constraint body accelerations and forces, and forces of tendons on bodies.

Documents: Computation / General framework; API / mj_rnePostConstraint, mj_contactForce; XML reference / tendon /
spatial

Post-constraint quantities: body accelerations and forces from constraint forces.

Forces of spatial tendons on bodies, for mj_rnePostConstraint.

A generalized force f on the length of a tendon pulls the ends of each straight segment apart: with the unit vector u
along the segment, f u / divisor acts at its end and the opposite at its start. An end on a geom acts on the body of the
geom. f is the sum of

    spring and damper, actuators times gear, limit, friction loss, equalities    (rows: their Jacobian times efc_force)
    armature       -armature d2(length)/dt2
"""

from gelenk.algebra.spatial import add6, add6_scaled, linear_part, load6, rotation_part, store6
from gelenk.algebra.vec import (
    Quat,
    Vec3,
    load3,
    load9,
    mat_t_vec,
    mul_quat,
    neg,
    neg_quat,
    normalize,
    scale,
    sub,
)
from gelenk.engine.coefficients import is_nonzero, polynomial, tendon_damping, tendon_inertia
from gelenk.engine.constraint.rows.equality import anchored_row, anchors
from gelenk.engine.constraint.rows.equality import polynomial as coupling
from gelenk.engine.force.passive import tendon_stretch
from gelenk.engine.force.velocity import (
    ZERO6,
    any_nonzero,
    base_acceleration,
    body_acceleration,
    inertial_force,
)
from gelenk.engine.position.object_frames import wrench_at
from gelenk.engine.position.tendon import NONE, length_acceleration
from gelenk.engine.sleep.awake_lists import BODY, BODY_END
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjtCone, mjtConstraint, mjtDisableBit, mjtEq, mjtTrn, mjtWrap
from gelenk.tables.releases import R3_14, R4_0
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

TENDON_WRENCHES = INDEX["tendon_wrenches"]


@kernel
def friction_force(m: Model, d: Data, c: int, adr: int, k: int) -> float:
    """Return the force of contact ``c`` in friction direction ``k``, from rows at ``adr``."""
    if d.contact_dim[c] <= k + 1:
        return 0.0
    if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL:
        return (d.efc_force[adr + 2 * k] - d.efc_force[adr + 2 * k + 1]) * d.contact_friction[c, k]
    return d.efc_force[adr + 1 + k]


@kernel
def normal_force(m: Model, d: Data, c: int, adr: int) -> float:
    """Return the normal force of contact ``c``; for a pyramid, the sum over its edges.

    The adhesion force is subtracted, so the result of an adhesive contact may be negative (a pull).
    """
    dim = d.contact_dim[c]
    if m.opt.cone == mjtCone.mjCONE_PYRAMIDAL and dim > 1:
        total = 0.0
        for k in range(2 * (dim - 1)):
            total += d.efc_force[adr + k]
    else:
        total = d.efc_force[adr]
    return total - d.contact_adhesion[c] if m.flg_adhesion != 0 else total


@kernel
def contact_force_torque(m: Model, d: Data, c: int) -> tuple[Vec3, Vec3]:
    """Return the force [N] and torque [N m] of contact ``c`` on its second geom.

    Both are in the contact frame, and zero if the contact has no rows.
    """
    adr = d.contact_efc_address[c]
    if adr < 0:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    force = (normal_force(m, d, c, adr), friction_force(m, d, c, adr, 0), friction_force(m, d, c, adr, 1))
    torque = (
        friction_force(m, d, c, adr, 2),
        friction_force(m, d, c, adr, 3),
        friction_force(m, d, c, adr, 4),
    )
    return force, torque


@kernel
def contact_force(m: Model, d: Data, c: int, result: View) -> None:
    """Write force and torque (6) of contact ``c`` in its frame (mj_contactForce)."""
    force, torque = contact_force_torque(m, d, c)
    for k in range(3):
        result[k] = force[k]
        result[3 + k] = torque[k]


@kernel
def add_external(m: Model, d: Data, b: int, point: Vec3, force: Vec3, torque: Vec3) -> None:
    """Add a force at ``point`` and a torque to cfrc_ext[b]; the world body is skipped."""
    if b > 0:
        store6(d.cfrc_ext, b, add6(load6(d.cfrc_ext, b), wrench_at(m, d, b, point, force, torque)))


@kernel
def add_contact_forces(m: Model, d: Data) -> None:
    for c in range(d.ncon):
        geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
        if d.contact_efc_address[c] < 0 or geom1 < 0 or geom2 < 0:
            continue
        force, torque = contact_force_torque(m, d, c)
        frame = load9(d.contact_frame, c)  # the rows of the frame are its axes
        force, torque = mat_t_vec(frame, force), mat_t_vec(frame, torque)
        point = load3(d.contact_pos, c)
        add_external(m, d, m.geom_bodyid[geom1], point, neg(force), neg(torque))
        add_external(m, d, m.geom_bodyid[geom2], point, force, torque)


@kernel
def weld_torque(q1: Quat, q2: Quat, force: Vec3) -> Vec3:
    """Return the torque of a weld in the world, from the forces of its rotation rows.

    The rows measure Im(q2^-1 w q1) for a relative angular velocity w; the torque is the transpose of this map times the
    forces f: f . Im(q2^-1 w q1) = w . Im(q2 f q1^-1).
    """
    turned = mul_quat(mul_quat(q2, (0.0, force[0], force[1], force[2])), neg_quat(q1))
    return turned[1], turned[2], turned[3]


@kernel
def add_equality_forces(m: Model, d: Data) -> None:
    """Add the forces of connect and weld rows to cfrc_ext; other equalities act on dofs.

    The rotation rows of a weld measure torquescale times the sine of half the angle, not the angle. In models of
    releases before 3.14, the forces of these rows are used as the torque in world axes, so the sum of forces on a
    welded body is approximate.
    """
    row = anchored_row(m, d, 0)
    while row < d.ne:
        e = d.efc_id[row]
        b1, b2, p1, p2, q1, q2 = anchors(m, d, e)
        force = (d.efc_force[row], d.efc_force[row + 1], d.efc_force[row + 2])
        torque = (0.0, 0.0, 0.0)
        row += 3
        if m.eq_type[e] == mjtEq.mjEQ_WELD:
            torque = (d.efc_force[row], d.efc_force[row + 1], d.efc_force[row + 2])
            if m.release[0] >= R3_14:
                torque = weld_torque(q1, q2, scale(torque, 0.5 * m.eq_data[e, 10]))
            row += 3
        add_external(m, d, b1, p1, force, torque)
        add_external(m, d, b2, p2, neg(force), neg(torque))
        row = anchored_row(m, d, row)


@kernel
def add_applied(m: Model, d: Data) -> None:
    """cfrc_ext += xfrc_applied, a wrench at xipos with the force first"""
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            force, torque = rotation_part(d.xfrc_applied, b), linear_part(d.xfrc_applied, b)
            add_external(m, d, b, load3(d.xipos, b), force, torque)


@kernel
def includes_sleeping(m: Model, d: Data) -> bool:
    """Return whether forces of sleeping bodies are computed as well (release 4.0 and later)."""
    return d.nasleep > 0 and m.release[0] >= R4_0


@kernel
def run_count(m: Model, d: Data) -> int:
    """Return the number of ranges of bodies: of awake ones, or one range of all bodies."""
    return 1 if includes_sleeping(m, d) else d.nrun


@kernel
def run_range(m: Model, d: Data, r: int) -> tuple[int, int]:
    """Return the first body of range r, and the end of the range."""
    if includes_sleeping(m, d):
        return 1, int(m.nbody)
    return int(d.run[r, BODY]), int(d.run[r, BODY_END])


@kernel
def accelerate_bodies(m: Model, d: Data) -> None:
    """Compute cacc, and in cfrc_int the inertial force of each body less cfrc_ext."""
    base = base_acceleration(m)
    store6(d.cacc, 0, base)
    store6(d.cfrc_int, 0, ZERO6)
    for r in range(run_count(m, d)):
        a = base
        first, end = run_range(m, d, r)
        for b in range(first, end):
            parent = m.body_parentid[b]
            # otherwise a is already the acceleration of the parent
            if parent != b - 1 or b == first:
                a = load6(d.cacc, parent)
            a = body_acceleration(m, d, b, True, a)
            store6(d.cacc, b, a)
            force, external = inertial_force(d, b, load6(d.cvel, b), a), load6(d.cfrc_ext, b)
            store6(d.cfrc_int, b, add6_scaled(force, external, -1.0))


@kernel
def rne_post_constraint(m: Model, d: Data) -> None:
    """Compute body accelerations and forces from final qacc and efc_force.

    cacc[b] = cacc[parent] + sum of cdof_dot qvel + cdof qacc
    cfrc_int[b] = I a + v x* I v - cfrc_ext + sum of the children's cfrc_int
    Reads   qacc, efc_force, contacts, xfrc_applied        Writes  cacc cfrc_ext cfrc_int (nbody, 6)
    Frame   world axes, about subtree_com of the tree; rotation first; cacc contains -gravity
    Source  Computation / General framework; API / mj_rnePostConstraint
    """
    store6(d.cfrc_ext, 0, ZERO6)
    for r in range(run_count(m, d)):
        first, end = run_range(m, d, r)
        for b in range(first, end):
            store6(d.cfrc_ext, b, ZERO6)
    if any_nonzero(d, d.xfrc_applied):
        add_applied(m, d)
    add_contact_forces(m, d)
    add_equality_forces(m, d)
    accelerate_bodies(m, d)
    if m.ntendon > 0 and m.release[0] >= R3_14:
        require(m, d, TENDON_WRENCHES)
        if d.status != DONE:
            return
    for t in range(m.ntree if d.nasleep > 0 and not includes_sleeping(m, d) else 0):
        if d.tree_awake[t] == 0:  # the stored force of a sleeping tree acts on its parent body
            root = m.tree_bodyadr[t]
            parent = m.body_parentid[root]
            store6(d.cfrc_int, parent, add6(load6(d.cfrc_int, parent), load6(d.cfrc_int, root)))
    for r in range(run_count(m, d) - 1, -1, -1):
        carried = ZERO6  # force that body b + 1 passes to its parent, if that is body b
        first, end = run_range(m, d, r)
        for b in range(end - 1, first - 1, -1):
            force = add6(load6(d.cfrc_int, b), carried)
            carried = ZERO6
            store6(d.cfrc_int, b, force)
            parent = m.body_parentid[b]
            if parent == b - 1 and b > first:
                carried = force
            else:
                store6(d.cfrc_int, parent, add6(load6(d.cfrc_int, parent), force))
    d.flg_rnepost = 1


# Forces of spatial tendons on bodies


@kernel
def passive_pull(m: Model, d: Data, t: int) -> float:
    """Return the force of the spring and the damper of tendon ``t``."""
    total = 0.0
    if m.opt.disableflags & mjtDisableBit.mjDSBL_SPRING == 0:
        if is_nonzero(m.tendon_stiffness, m.tendon_stiffnesspoly, t):
            stretch = tendon_stretch(m, d, t)
            total -= polynomial(m.tendon_stiffness[t], m.tendon_stiffnesspoly, t, stretch) * stretch
    if m.opt.disableflags & mjtDisableBit.mjDSBL_DAMPER == 0:
        total -= tendon_damping(m, t, d.ten_velocity[t], False) * d.ten_velocity[t]
    return total


@kernel
def actuator_pull(m: Model, d: Data, t: int) -> float:
    """Return the force of the actuators of tendon ``t``."""
    total = 0.0
    for i in range(m.nactuator):
        if m.actuator_trntype[i] == mjtTrn.mjTRN_TENDON and m.actuator_trnid[i, 0] == t:
            out = m.actuator_outadr[i]
            total += m.actuator_gear[out, 0] * d.actuator_force[out]
    return total


@kernel
def equality_pull(m: Model, d: Data, row: int, t: int) -> float:
    """Return the force of an equality row on the length of tendon ``t``."""
    e = d.efc_id[row]
    if m.eq_type[e] != mjtEq.mjEQ_TENDON:
        return 0.0
    t1, t2 = m.eq_obj1id[e], m.eq_obj2id[e]
    total = d.efc_force[row] if t == t1 else 0.0
    if t2 >= 0 and t == t2:
        _, slope = coupling(m, e, d.ten_length[t2] - m.tendon_length0[t2])
        total -= slope * d.efc_force[row]
    return total


@kernel
def constraint_pull(m: Model, d: Data, t: int) -> float:
    """Return the force of equalities, friction loss and limits on the length of tendon ``t``."""
    total = 0.0
    # the row of the lower limit comes first
    lower = d.ten_length[t] - m.tendon_range[t, 0] < m.tendon_margin[t]
    for row in range(d.ne + d.nf + d.nl):
        kind = d.efc_type[row]
        if kind == mjtConstraint.mjCNSTR_EQUALITY:
            total += equality_pull(m, d, row, t)
        elif kind == mjtConstraint.mjCNSTR_FRICTION_TENDON and d.efc_id[row] == t:
            total += d.efc_force[row]
        elif kind == mjtConstraint.mjCNSTR_LIMIT_TENDON and d.efc_id[row] == t:
            total += d.efc_force[row] if lower else -d.efc_force[row]
            lower = False
    return total


@kernel
def pull(m: Model, d: Data, b: int, x: Vec3, force: Vec3) -> None:
    """Add a force at point ``x`` of body ``b`` to cfrc_ext; subtract it from cfrc_int."""
    if b > 0:
        w = wrench_at(m, d, b, x, force, NONE)
        store6(d.cfrc_ext, b, add6(load6(d.cfrc_ext, b), w))
        store6(d.cfrc_int, b, add6_scaled(load6(d.cfrc_int, b), w, -1.0))


@kernel
def pull_segment(m: Model, d: Data, b0: int, x0: Vec3, b1: int, x1: Vec3, force: float) -> None:
    """Pull the ends x0 of body ``b0`` and x1 of body ``b1`` apart."""
    along = scale(normalize(sub(x1, x0)), force)
    pull(m, d, b0, x0, scale(along, -1.0))
    pull(m, d, b1, x1, along)


@kernel
def path_point(d: Data, at: int) -> Vec3:
    """Return point ``at`` of the paths of all tendons."""
    xpos = flat(d.wrap_xpos)
    return xpos[3 * at], xpos[3 * at + 1], xpos[3 * at + 2]


@kernel
def pull_path(m: Model, d: Data, t: int, force: float) -> None:
    """Apply a force on the length of tendon ``t`` along the path that mj_tendon computed."""
    kinds = flat(d.wrap_obj)
    at, divisor = d.ten_wrapadr[t], 1.0
    w, end = m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]
    b0, x0, begun = 0, NONE, False
    while w < end:
        kind = m.wrap_type[w]
        if kind == mjtWrap.mjWRAP_PULLEY:
            divisor, begun = m.wrap_prm[w], False
            at += 1
        elif kind == mjtWrap.mjWRAP_SITE:
            b1, x1 = m.site_bodyid[m.wrap_objid[w]], path_point(d, at)
            at += 1
            if begun:
                pull_segment(m, d, b0, x0, b1, x1, force / divisor)
            b0, x0, begun = b1, x1, True
        elif kinds[at] >= 0:  # the tendon touches the geom
            b1 = m.geom_bodyid[m.wrap_objid[w]]
            pull_segment(m, d, b0, x0, b1, path_point(d, at), force / divisor)
            b0, x0 = b1, path_point(d, at + 1)
            at += 2
        w += 1


@kernel
def tendon_wrenches(m: Model, d: Data) -> None:
    """Add the forces of spatial tendons to cfrc_ext; subtract them from cfrc_int.

    Reads   tendon lengths, velocities, paths; actuator_force, efc_force, cacc
    Writes  cfrc_ext, cfrc_int (nbody, 6), before children are added to cfrc_int
    Source  release notes 3.14
    """
    for t in range(m.ntendon):
        if d.tendon_asleep[t] != 0 or m.wrap_type[m.tendon_adr[t]] == mjtWrap.mjWRAP_JOINT:
            continue
        force = passive_pull(m, d, t) + actuator_pull(m, d, t) + constraint_pull(m, d, t)
        armature = tendon_inertia(m, t)
        if armature != 0.0:
            force -= armature * length_acceleration(m, d, d.cacc, t)
        if force != 0.0:
            pull_path(m, d, t, force)
