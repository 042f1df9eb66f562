"""Forces of spatial tendons on bodies, for mj_rnePostConstraint.

Documents: XML reference / tendon / spatial; API / mj_rnePostConstraint

A generalized force f on the length of a tendon pulls the ends of each straight segment apart: with the unit vector u
along the segment, f u / divisor acts at its end and the opposite at its start. An end on a geom acts on the body of the
geom. f is the sum of

    spring and damper, actuators times gear, limit, friction loss, equalities    (rows: their Jacobian times efc_force)
    armature       -armature d2(length)/dt2
"""

from gelenk.algebra.spatial import add6, add6_scaled, load6, store6
from gelenk.algebra.vec import Vec3, normalize, scale, sub
from gelenk.engine.coefficients import is_nonzero, polynomial, tendon_damping, tendon_inertia
from gelenk.engine.constraint.rows.equality import polynomial as coupling
from gelenk.engine.force.passive import tendon_stretch
from gelenk.engine.position.object_frames import wrench_at
from gelenk.engine.position.tendon_path import NONE, length_acceleration
from gelenk.tables.enums import mjtConstraint, mjtDisableBit, mjtEq, mjtTrn, mjtWrap
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model


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
    for row in range(d.ne + d.nf + d.nl):
        kind = d.efc_type[row]
        if kind == mjtConstraint.mjCNSTR_EQUALITY:
            total += equality_pull(m, d, row, t)
        elif kind == mjtConstraint.mjCNSTR_FRICTION_TENDON and d.efc_id[row] == t:
            total += d.efc_force[row]
        elif kind == mjtConstraint.mjCNSTR_LIMIT_TENDON and d.efc_id[row] == t:
            # the upper limit measures range - length
            upper = d.ten_length[t] - m.tendon_range[t, 0] > m.tendon_range[t, 1] - d.ten_length[t]
            total += -d.efc_force[row] if upper else d.efc_force[row]
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
    """Apply a force on the length of tendon ``t`` along its path (of mj_tendon)."""
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
