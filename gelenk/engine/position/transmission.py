"""Actuator lengths and moment arms, by type of transmission.

Documents: Computation / Actuation model / Transmission; XML reference / actuator / general

The length l(q) of an actuator is a property of its target, times its gear; its moment arms are dl/dq. A force
along l is then moment' force on the dofs. actuator_moment holds the nonzero arms of each actuator, columns
ascending.

For spatial targets the arms come from a wrench: a force F at a point p with a torque T is the 6-vector
W = (T + (p - com) x F, F) about the center of mass of the body's tree, and its arm on a dof i that moves the body
is cdof[i] . W.
"""

import math

from gelenk.algebra.linalg import is_sparse, last_dof, zero
from gelenk.algebra.spatial import Wrench, dot6, load6
from gelenk.algebra.vec import (
    Quat,
    add_scaled,
    cross,
    dot,
    load3,
    load4,
    load9,
    mat_t_vec,
    mat_vec,
    mul_quat,
    neg,
    neg_quat,
    normalize4,
    pick,
    rotate,
    rotation_vector,
    scale,
    sub,
)
from gelenk.engine.position.object_frames import add_wrench, wrench_at
from gelenk.tables.enums import mjtDisableBit, mjtJoint, mjtTrn
from gelenk.tables.releases import R4_0
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model

IN_GAP = 1  # value of contact_exclude: the contact is in the gap (0: it has constraint rows)

NONE = (0.0, 0.0, 0.0)


# Helpers


@kernel
def put_arm(d: Data, at: int, i: int, arm: float) -> int:
    """Append the moment arm of dof ``i`` unless it is zero; return the next address."""
    if arm == 0.0:
        return at
    d.actuator_moment[at] = arm
    d.moment_colind[at] = i
    return at + 1


@kernel
def reverse_arms(d: Data, begin: int, end: int) -> None:
    """Reverse entries that were appended from the leaves to the root, so that columns ascend."""
    end -= 1
    while begin < end:
        arm, i = d.actuator_moment[begin], d.moment_colind[begin]
        d.actuator_moment[begin] = d.actuator_moment[end]
        d.moment_colind[begin] = d.moment_colind[end]
        d.actuator_moment[end] = arm
        d.moment_colind[end] = i
        begin += 1
        end -= 1


@kernel
def put_wrenches(m: Model, d: Data, at: int, b1: int, w1: Wrench, b2: int, w2: Wrench, shared: bool) -> int:
    """Append the moment arms of wrench w1 on body b1 and w2 on body b2.

    ``shared``: include the dofs that move both bodies.
    """
    begin = at
    i1, i2 = last_dof(m, b1), last_dof(m, b2)
    while i1 >= 0 or i2 >= 0:
        if i1 == i2 and not shared:
            break
        i = max(i1, i2)
        axis = load6(d.cdof, i)
        arm = 0.0
        if i1 == i:
            arm += dot6(axis, w1)
            i1 = m.dof_parentid[i1]
        if i2 == i:
            arm += dot6(axis, w2)
            i2 = m.dof_parentid[i2]
        at = put_arm(d, at, i, arm)
    reverse_arms(d, begin, at)
    return at


# Transmissions by type: each sets actuator_length[out] of the output ``out`` of actuator ``u``, appends arms at ``at``
# and returns the next address


@kernel
def joint_transmission(m: Model, d: Data, u: int, out: int, at: int, in_parent: bool) -> int:
    """Compute the transmission of a joint.

    Slide, hinge: length = gear q. Ball: length = gear . rotation vector. Free: length zero, gear is a world-frame
    force.
    """
    j = m.actuator_trnid[u, 0]
    i = m.jnt_dofadr[j]
    q = m.jnt_qposadr[j]
    kind = m.jnt_type[j]
    if kind > mjtJoint.mjJNT_BALL:
        d.actuator_length[out] = m.actuator_gear[out, 0] * d.qpos[q]
        d.actuator_moment[at] = m.actuator_gear[out, 0]
        d.moment_colind[at] = i
        return at + 1
    d.actuator_length[out] = 0.0
    first = 0
    if kind == mjtJoint.mjJNT_FREE:
        for k in range(3):
            d.actuator_moment[at + k] = m.actuator_gear[out, k]
            d.moment_colind[at + k] = i + k
        at += 3
        i += 3
        q += 3
        first = 3
    gear = (m.actuator_gear[out, first], m.actuator_gear[out, first + 1], m.actuator_gear[out, first + 2])
    quat = normalize4((d.qpos[q], d.qpos[q + 1], d.qpos[q + 2], d.qpos[q + 3]))
    if in_parent:
        gear = rotate(neg_quat(quat), gear)
    if kind == mjtJoint.mjJNT_BALL:
        # the rotation vector has the same components in the parent and in the child frame
        d.actuator_length[out] = dot(rotation_vector(quat), gear)
    d.actuator_moment[at] = gear[0]
    d.actuator_moment[at + 1] = gear[1]
    d.actuator_moment[at + 2] = gear[2]
    d.moment_colind[at] = i
    d.moment_colind[at + 1] = i + 1
    d.moment_colind[at + 2] = i + 2
    return at + 3


@kernel
def tendon_transmission(m: Model, d: Data, u: int, out: int, at: int) -> int:
    """Compute the transmission of a tendon: gear times its length."""
    t = m.actuator_trnid[u, 0]
    gear = m.actuator_gear[out, 0]
    d.actuator_length[out] = gear * d.ten_length[t]
    if not is_sparse(m):
        for i in range(m.nv):
            at = put_arm(d, at, i, gear * d.ten_J[t, i])
        return at
    values, colind = flat(d.ten_J), flat(d.ten_J_colind)
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        d.actuator_moment[at] = gear * values[k]
        d.moment_colind[at] = colind[k]
        at += 1
    return at


@kernel
def site_turn(m: Model, d: Data, s: int) -> Quat:
    """Return the orientation of site ``s`` that enters the length relative to a reference.

    From 4.0 on this is the world orientation, xquat * site_quat. Models of earlier releases use site_quat * xquat,
    which is equal only if site_quat is the identity; their moment arms use the true frames nevertheless.
    """
    if m.release[0] >= R4_0:
        return mul_quat(load4(d.xquat, m.site_bodyid[s]), load4(m.site_quat, s))
    return mul_quat(load4(m.site_quat, s), load4(d.xquat, m.site_bodyid[s]))


@kernel
def site_transmission(m: Model, d: Data, u: int, out: int, at: int) -> int:
    """Compute the transmission of a site.

    gear is force and torque in the frame of the site, or of the reference site if there is one.
    With a reference: length = gear . (position, rotation vector) of the site in the frame of the reference.
    """
    s, ref = m.actuator_trnid[u, 0], m.actuator_trnid[u, 1]
    force = (m.actuator_gear[out, 0], m.actuator_gear[out, 1], m.actuator_gear[out, 2])
    torque = (m.actuator_gear[out, 3], m.actuator_gear[out, 4], m.actuator_gear[out, 5])
    b = m.site_bodyid[s]
    point = load3(d.site_xpos, s)
    d.actuator_length[out] = 0.0
    frame = s
    if ref >= 0:
        frame = ref
    mat = load9(d.site_xmat, frame)
    world_force, world_torque = mat_vec(mat, force), mat_vec(mat, torque)
    w = wrench_at(m, d, b, point, world_force, world_torque)
    if ref < 0:
        return put_wrenches(m, d, at, b, w, 0, w, True)

    origin = load3(d.site_xpos, ref)
    turn = mul_quat(neg_quat(site_turn(m, d, ref)), site_turn(m, d, s))
    offset = mat_t_vec(mat, sub(point, origin))
    d.actuator_length[out] = dot(force, offset) + dot(torque, rotation_vector(normalize4(turn)))
    b_ref = m.site_bodyid[ref]
    w_ref = wrench_at(m, d, b_ref, origin, neg(world_force), neg(world_torque))
    return put_wrenches(m, d, at, b, w, b_ref, w_ref, False)


@kernel
def put_row(d: Data, out: int, length: float, begin: int, end: int) -> int:
    """Set length and arms of an output; return the next address of arms."""
    d.actuator_length[out] = length
    d.moment_rowadr[out] = begin
    d.moment_rownnz[out] = end - begin
    return end


@kernel
def orientation_transmission(m: Model, d: Data, u: int, out: int, at: int) -> int:
    """Compute the transmission of an orientation: three outputs along the child's axes.

    length = rotation vector of a ball joint, or of a site relative to its reference site
    """
    target, ref = m.actuator_trnid[u, 0], m.actuator_trnid[u, 1]
    if ref < 0:
        q, i = m.jnt_qposadr[target], m.jnt_dofadr[target]
        length = rotation_vector(normalize4((d.qpos[q], d.qpos[q + 1], d.qpos[q + 2], d.qpos[q + 3])))
        for k in range(3):
            at = put_row(d, out + k, pick(length, k), at, put_arm(d, at, i + k, 1.0))
        return at
    b, b_ref = m.site_bodyid[target], m.site_bodyid[ref]
    turn = mul_quat(load4(d.xquat, b), load4(m.site_quat, target))
    turn_ref = mul_quat(load4(d.xquat, b_ref), load4(m.site_quat, ref))
    length = rotation_vector(normalize4(mul_quat(neg_quat(turn_ref), turn)))
    mat = load9(d.site_xmat, target)
    for k in range(3):
        axis = (mat[k], mat[k + 3], mat[k + 6])
        w, w_ref = (*axis, 0.0, 0.0, 0.0), (-axis[0], -axis[1], -axis[2], 0.0, 0.0, 0.0)
        at = put_row(d, out + k, pick(length, k), at, put_wrenches(m, d, at, b, w, b_ref, w_ref, False))
    return at


@kernel
def slidercrank_transmission(m: Model, d: Data, u: int, out: int, at: int) -> int:
    """Compute the slider-crank transmission: gear times the position of the slider.

    A rod of length r connects the slider to the pin of the crank. With v from the slider's site to the pin and a the
    slider's axis: l = a.v - sqrt((a.v)^2 + r^2 - v.v), dl/dv = a (1 - a.v / s) + v / s, dl/da = v (1 - a.v / s), where
    s is the root. If the rod is too short, l = a.v.
    """
    crank, slider = m.actuator_trnid[u, 0], m.actuator_trnid[u, 1]
    rod = m.actuator_cranklength[u]
    gear = m.actuator_gear[out, 0]
    pin, origin = load3(d.site_xpos, crank), load3(d.site_xpos, slider)
    axis = (d.site_xmat[slider, 2], d.site_xmat[slider, 5], d.site_xmat[slider, 8])
    v = sub(pin, origin)
    along = dot(v, axis)
    square = along * along + rod * rod - dot(v, v)
    if square <= 0.0:
        d.actuator_length[out] = gear * along
        force, turn = axis, v
    else:
        root = math.sqrt(square)
        d.actuator_length[out] = gear * (along - root)
        factor = 1.0 - along / root
        force = add_scaled(scale(axis, factor), v, 1.0 / root)
        turn = scale(v, factor)
    force = scale(force, gear)
    # the axis rotates with the slider's body: dl/da . (w x a) = w . (a x dl/da)
    torque = cross(axis, scale(turn, gear))
    b1, b2 = m.site_bodyid[crank], m.site_bodyid[slider]
    w1 = wrench_at(m, d, b1, pin, force, NONE)
    w2 = wrench_at(m, d, b2, origin, neg(force), torque)
    return put_wrenches(m, d, at, b1, w1, b2, w2, True)


@kernel
def body_transmission(m: Model, d: Data, u: int, out: int, at: int) -> int:
    """Compute the adhesion transmission of a body.

    The moment arms are those of a unit normal force that pulls the two bodies of a contact together, averaged over the
    contacts of the body.
    """
    target = m.actuator_trnid[u, 0]
    d.actuator_length[out] = 0.0
    row = d.work_nv[0]
    zero(row, m.nv)
    count = 0
    for c in range(d.ncon):
        geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
        if geom1 < 0 or geom2 < 0 or d.contact_exclude[c] > IN_GAP:
            continue
        b1, b2 = m.geom_bodyid[geom1], m.geom_bodyid[geom2]
        if b1 != target and b2 != target:
            continue
        count += 1
        point, normal = load3(d.contact_pos, c), load3(d.contact_frame, c)
        add_wrench(m, d, row, b1, wrench_at(m, d, b1, point, normal, NONE))
        add_wrench(m, d, row, b2, wrench_at(m, d, b2, point, neg(normal), NONE))
    if count == 0:
        return at
    factor = m.actuator_gear[out, 0] / count
    for i in range(m.nv):
        at = put_arm(d, at, i, row[i] * factor)
    return at


@kernel
def transmission(m: Model, d: Data) -> None:
    """Compute actuator lengths and moment arms (mj_transmission).

    Reads   qpos, ten_length, ten_J, site_xpos, site_xmat, cdof, subtree_com, contacts
    Writes  actuator_length (nout), actuator_moment moment_colind (nJmom), moment_rownnz moment_rowadr (nout)
    Units   m or rad times gear
    Source  Computation / Transmission
    """
    at = 0
    for i in range(d.nactuator_awake):
        u = d.actuator_awake[i]
        begin, out = at, m.actuator_outadr[u]
        kind = m.actuator_trntype[u]
        if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
            at = joint_transmission(m, d, u, out, at, kind == mjtTrn.mjTRN_JOINTINPARENT)
        elif kind == mjtTrn.mjTRN_TENDON:
            at = tendon_transmission(m, d, u, out, at)
        elif kind == mjtTrn.mjTRN_SITE:
            at = site_transmission(m, d, u, out, at)
        elif kind == mjtTrn.mjTRN_SLIDERCRANK:
            at = slidercrank_transmission(m, d, u, out, at)
        elif kind == mjtTrn.mjTRN_BODY:
            at = body_transmission(m, d, u, out, at)
        elif kind == mjtTrn.mjTRN_SO3:
            at = orientation_transmission(m, d, u, out, at)
            continue
        else:
            d.actuator_length[out] = 0.0
        d.moment_rowadr[out] = begin
        d.moment_rownnz[out] = at - begin


@kernel
def actuator_velocity(m: Model, d: Data) -> None:
    """actuator_velocity = actuator_moment qvel, zero if actuation is disabled

    This is a part of mj_fwdVelocity.
    Reads   actuator_moment, qvel (nv)        Writes  actuator_velocity (nout)
    """
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_ACTUATION) != 0:
        zero(d.actuator_velocity, m.nout)
        return
    for i in range(d.nactuator_awake):
        u = d.actuator_awake[i]
        for out in range(m.actuator_outadr[u], m.actuator_outadr[u] + m.actuator_outnum[u]):
            adr, n = d.moment_rowadr[out], d.moment_rownnz[out]
            if n == 1:  # hinge or slide
                d.actuator_velocity[out] = d.actuator_moment[adr] * d.qvel[d.moment_colind[adr]]
                continue
            total = 0.0
            for k in range(adr, adr + n):
                total += d.actuator_moment[k] * d.qvel[d.moment_colind[k]]
            d.actuator_velocity[out] = total
