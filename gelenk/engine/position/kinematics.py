"""Forward kinematics: frames of bodies, geoms, sites; centers of mass, inertias, dof axes.

Documents: Computation / Forward dynamics; XML reference / body, joint, geom, site

The frame of a body is the frame of its parent, moved by body_pos and body_quat, then by its joints in order. A joint
rotates or slides about an anchor that is fixed in the body before and after the joint:

    hinge  q <- q * rotation(axis, qpos - qpos0)     slide  p <- p + R axis (qpos - qpos0)     ball  q <- q * qpos
    hinge and ball keep the anchor in place:  p <- anchor - R jnt_pos
"""

import math

from gelenk.algebra.spatial import Inert
from gelenk.algebra.vec import (
    Mat3,
    Quat,
    Vec3,
    add,
    add_scaled,
    cos_sin,
    cross,
    load3,
    load4,
    load9,
    mat_vec,
    mul_quat,
    normalize4,
    quat_to_mat,
    rotate,
    scale,
    store3,
    store4,
    store9,
    sub,
)
from gelenk.engine.position.object_frames import com_offset
from gelenk.engine.sleep.awake_lists import (
    BODY,
    BODY_END,
    GEOM,
    GEOM_END,
    JOINT,
    JOINT_END,
    SITE,
    SITE_END,
    can_sleep,
)
from gelenk.engine.stage_calls import require
from gelenk.tables.enums import mjMINVAL, mjtJoint, mjtSameFrame
from gelenk.tables.precision import Limits
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model

WAKE = INDEX["wake"]


# Helpers


@kernel
def renormalize(q: Quat) -> Quat:
    """Return q / |q|, by a series for a nearly unit quaternion.

    Products of unit quaternions have |q|^2 = 1 + e with small e, and 1 / sqrt(1 + e) = 1 - e/2 + 3 e^2/8.
    """
    e = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0
    if math.fabs(e) < Limits.UNIT:
        return q
    if math.fabs(e) < Limits.NEAR_UNIT:
        s = 1.0 + e * (0.375 * e - 0.5)
        return q[0] * s, q[1] * s, q[2] * s, q[3] * s
    return normalize4(q)


@kernel
def is_zero(v: Vec3) -> bool:
    return v[0] == 0.0 and v[1] == 0.0 and v[2] == 0.0


# Bodies


@kernel
def body_start(m: Model, d: Data, b: int) -> tuple[Vec3, Quat]:
    """Return the world frame (pos, quat) of body ``b`` before its joints."""
    mocap = m.body_mocapid[b]
    if mocap >= 0:
        return load3(d.mocap_pos, mocap), normalize4(load4(d.mocap_quat, mocap))
    parent = m.body_parentid[b]
    pos, quat = load3(m.body_pos, b), load4(m.body_quat, b)
    if parent == 0:
        return pos, quat
    # pos is rotated by the matrix, as in 3.5.0: its rounding decides whether geoms that just touch at qpos0 collide
    world = add(load3(d.xpos, parent), mat_vec(load9(d.xmat, parent), pos))
    parent_quat = load4(d.xquat, parent)
    if quat[0] == 1.0:
        return world, parent_quat
    return world, mul_quat(parent_quat, quat)


@kernel
def half_turn(m: Model, d: Data, j: int) -> None:
    """Compute cosine and sine of half the angle of hinge joint ``j``.

    Both are stored in xanchor, for turn_of_joint.
    """
    if m.jnt_type[j] == mjtJoint.mjJNT_HINGE:
        adr = m.jnt_qposadr[j]
        c, s = cos_sin(0.5 * (d.qpos[adr] - m.qpos0[adr]))
        d.xanchor[j, 0] = c
        d.xanchor[j, 1] = s


@kernel
def turn_of_joint(m: Model, d: Data, j: int, kind: int, adr: int) -> Quat:
    """Return the rotation of hinge or ball joint ``j`` (quaternion in the body frame)."""
    if kind == mjtJoint.mjJNT_BALL:
        return normalize4((d.qpos[adr], d.qpos[adr + 1], d.qpos[adr + 2], d.qpos[adr + 3]))
    c, s = d.xanchor[j, 0], d.xanchor[j, 1]
    return c, m.jnt_axis[j, 0] * s, m.jnt_axis[j, 1] * s, m.jnt_axis[j, 2] * s


@kernel
def move_joints(m: Model, d: Data, b: int, pos: Vec3, quat: Quat) -> tuple[Vec3, Vec3, Quat]:
    """Apply the joints of body ``b``; return anchor (world), its offset (body), orientation.

    Writes xanchor, xaxis.

    The origin of the body is anchor - R offset throughout. A rotation changes R alone, so the origin is computed from
    the anchor only if the next joint has a different one; joints of a body often share their anchor.
    """
    anchor, offset = pos, (0.0, 0.0, 0.0)
    first = m.body_jntadr[b]
    for j in range(first, first + m.body_jntnum[b]):
        kind = m.jnt_type[j]
        adr = m.jnt_qposadr[j]
        own = load3(m.jnt_pos, j)
        if own != offset:
            anchor = add(anchor, rotate(quat, sub(own, offset)))
            offset = own
        axis = rotate(quat, load3(m.jnt_axis, j))
        store3(d.xaxis, j, axis)
        at = anchor
        if kind == mjtJoint.mjJNT_SLIDE:
            anchor = add_scaled(anchor, axis, d.qpos[adr] - m.qpos0[adr])
        else:
            quat = mul_quat(quat, turn_of_joint(m, d, j, kind, adr))
        store3(d.xanchor, j, at)
    return anchor, offset, quat


@kernel
def place_body(m: Model, d: Data, b: int) -> None:
    """Compute the frame of body ``b`` and of its joints from the frame of its parent."""
    first = m.body_jntadr[b]
    if m.body_jntnum[b] == 1 and m.jnt_type[first] == mjtJoint.mjJNT_FREE:
        adr = m.jnt_qposadr[first]
        anchor, offset = (d.qpos[adr], d.qpos[adr + 1], d.qpos[adr + 2]), (0.0, 0.0, 0.0)
        quat = (d.qpos[adr + 3], d.qpos[adr + 4], d.qpos[adr + 5], d.qpos[adr + 6])
        store3(d.xanchor, first, anchor)
        store3(d.xaxis, first, load3(m.jnt_axis, first))
    else:
        pos, quat = body_start(m, d, b)
        anchor, offset, quat = move_joints(m, d, b, pos, quat)
    quat = renormalize(quat)
    mat = quat_to_mat(quat)
    if not is_zero(offset):
        anchor = sub(anchor, mat_vec(mat, offset))
    store3(d.xpos, b, anchor)
    store4(d.xquat, b, quat)
    store9(d.xmat, b, mat)


@kernel
def orient_inertia(m: Model, d: Data, b: int) -> None:
    """Compute the inertial frame of body ``b``."""
    pos, quat, mat = load3(d.xpos, b), load4(d.xquat, b), load9(d.xmat, b)
    same = m.body_sameframe[b]
    if same == mjtSameFrame.mjSAMEFRAME_BODY:
        store3(d.xipos, b, pos)
        store9(d.ximat, b, mat)
    else:
        store3(d.xipos, b, add(pos, mat_vec(mat, load3(m.body_ipos, b))))
        if same == mjtSameFrame.mjSAMEFRAME_BODYROT:
            store9(d.ximat, b, mat)
        else:
            store9(d.ximat, b, quat_to_mat(mul_quat(quat, load4(m.body_iquat, b))))


# Geoms and sites


@kernel
def attached_pos(d: Data, b: int, same: int, pos: Vec3) -> Vec3:
    """Return the world position of a point ``pos`` in body ``b``; ``same`` is its sameframe."""
    if same == mjtSameFrame.mjSAMEFRAME_BODY:
        return load3(d.xpos, b)
    if same == mjtSameFrame.mjSAMEFRAME_INERTIA:
        return load3(d.xipos, b)
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), pos))


@kernel
def attached_mat(d: Data, b: int, same: int, quat: Quat) -> Mat3:
    """Return the world orientation of a frame ``quat`` in body ``b``; ``same``: sameframe."""
    if same == mjtSameFrame.mjSAMEFRAME_BODY or same == mjtSameFrame.mjSAMEFRAME_BODYROT:
        return load9(d.xmat, b)
    if same == mjtSameFrame.mjSAMEFRAME_INERTIA or same == mjtSameFrame.mjSAMEFRAME_INERTIAROT:
        return load9(d.ximat, b)
    return quat_to_mat(mul_quat(load4(d.xquat, b), quat))


@kernel
def place_geom(m: Model, d: Data, g: int) -> None:
    b = m.geom_bodyid[g]
    if b == 0:  # a shortcut, since there may be thousands of static geoms
        store3(d.geom_xpos, g, load3(m.geom_pos, g))
        store9(d.geom_xmat, g, quat_to_mat(load4(m.geom_quat, g)))
        return
    same = m.geom_sameframe[g]
    pos = attached_pos(d, b, same, load3(m.geom_pos, g))
    mat = attached_mat(d, b, same, load4(m.geom_quat, g))
    store3(d.geom_xpos, g, pos)
    store9(d.geom_xmat, g, mat)


@kernel
def place_site(m: Model, d: Data, s: int) -> None:
    b = m.site_bodyid[s]
    same = m.site_sameframe[s]
    store3(d.site_xpos, s, attached_pos(d, b, same, load3(m.site_pos, s)))
    store9(d.site_xmat, s, attached_mat(d, b, same, load4(m.site_quat, s)))


# Edited poses


@kernel
def is_edited(m: Model, b: int, same: int, pos: Vec3, quat: Quat) -> bool:
    """Return whether pos or quat were edited so that sameframe ``same`` no longer holds."""
    at, turn = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    if same == mjtSameFrame.mjSAMEFRAME_INERTIA or same == mjtSameFrame.mjSAMEFRAME_INERTIAROT:
        at, turn = load3(m.body_ipos, b), load4(m.body_iquat, b)
    moves = same == mjtSameFrame.mjSAMEFRAME_BODYROT or same == mjtSameFrame.mjSAMEFRAME_INERTIAROT
    if quat == turn and (moves or pos == at):  # the common case, without arithmetic
        return False
    cosine = quat[0] * turn[0] + quat[1] * turn[1] + quat[2] * turn[2] + quat[3] * turn[3]
    sign = 1.0 if cosine >= 0.0 else -1.0
    apart = max(
        max(math.fabs(quat[0] - sign * turn[0]), math.fabs(quat[1] - sign * turn[1])),
        max(math.fabs(quat[2] - sign * turn[2]), math.fabs(quat[3] - sign * turn[3])),
    )
    if not moves:
        off = sub(pos, at)
        apart = max(apart, max(math.fabs(off[0]), max(math.fabs(off[1]), math.fabs(off[2]))))
    # EDITED is far below the tolerance of the model compiler, so that finite differences see small edits
    return not apart < Limits.EDITED


@kernel
def follow_edits(m: Model, d: Data) -> None:
    """Recompute geom and site frames whose edited pose invalidates *_sameframe.

    These passes are separate, so that the results of poses without edits are bitwise unchanged.
    """
    for r in range(d.nrun):
        for g in spread(d, d.run[r, GEOM], d.run[r, GEOM_END]):
            same, b = m.geom_sameframe[g], m.geom_bodyid[g]
            if same != mjtSameFrame.mjSAMEFRAME_NONE and b > 0:
                pos, quat = load3(m.geom_pos, g), load4(m.geom_quat, g)
                if is_edited(m, b, same, pos, quat):
                    store3(d.geom_xpos, g, attached_pos(d, b, mjtSameFrame.mjSAMEFRAME_NONE, pos))
                    store9(d.geom_xmat, g, attached_mat(d, b, mjtSameFrame.mjSAMEFRAME_NONE, quat))
    for r in range(d.nrun):
        for s in spread(d, d.run[r, SITE], d.run[r, SITE_END]):
            same, b = m.site_sameframe[s], m.site_bodyid[s]
            if same != mjtSameFrame.mjSAMEFRAME_NONE:
                pos, quat = load3(m.site_pos, s), load4(m.site_quat, s)
                if is_edited(m, b, same, pos, quat):
                    store3(d.site_xpos, s, attached_pos(d, b, mjtSameFrame.mjSAMEFRAME_NONE, pos))
                    store9(d.site_xmat, s, attached_mat(d, b, mjtSameFrame.mjSAMEFRAME_NONE, quat))


@kernel
def kinematics(m: Model, d: Data) -> None:
    """Compute frames of bodies, joints, geoms, sites from qpos and mocap (mj_kinematics).

    Quaternions in qpos and mocap_quat are normalized on use; qpos itself is not written.
    Reads   qpos (nq) [m, rad], mocap_pos (nmocap, 3), mocap_quat (nmocap, 4)
    Writes  xpos xipos (nbody, 3), xquat (nbody, 4), xmat ximat (nbody, 9), xanchor xaxis (njnt, 3),
            geom_xpos (ngeom, 3), geom_xmat (ngeom, 9), site_xpos (nsite, 3), site_xmat (nsite, 9)
    Frame   world
    Source  Computation / Forward dynamics
    """
    if can_sleep(m) or d.nasleep > 0:
        require(m, d, WAKE)
        if d.status != DONE:
            return
    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    store3(d.xpos, 0, (0.0, 0.0, 0.0))
    store3(d.xipos, 0, (0.0, 0.0, 0.0))
    store4(d.xquat, 0, (1.0, 0.0, 0.0, 0.0))
    store9(d.xmat, 0, identity)
    store9(d.ximat, 0, identity)
    # place_body is sequential, since a body depends on its parent; independent work runs before and after it
    for r in range(d.nrun):
        for j in spread(d, d.run[r, JOINT], d.run[r, JOINT_END]):
            half_turn(m, d, j)
    for r in range(d.nrun):
        for b in range(d.run[r, BODY], d.run[r, BODY_END]):
            place_body(m, d, b)
    for r in range(d.nrun):
        for b in spread(d, d.run[r, BODY], d.run[r, BODY_END]):
            orient_inertia(m, d, b)
    for r in range(d.nrun):
        for g in spread(d, d.run[r, GEOM], d.run[r, GEOM_END]):
            place_geom(m, d, g)
    for r in range(d.nrun):
        for s in spread(d, d.run[r, SITE], d.run[r, SITE_END]):
            place_site(m, d, s)
    follow_edits(m, d)


# Centers of mass, and inertias and dof axes about them


@kernel
def inertia_about(mat: Mat3, inertia: Vec3, mass: float, offset: Vec3) -> Inert:
    """Return the inertia (ten values) of a body about a given point.

    mat: inertial frame in the world; offset: from the point to the center of mass of the body.
    I = R diag(inertia) R' + mass (|offset|^2 1 - offset offset')
    """
    a, b, c = inertia
    x, y, z = offset
    ax, ay, az = mat[0] * a, mat[3] * a, mat[6] * a
    bx, by, bz = mat[1] * b, mat[4] * b, mat[7] * b
    cx, cy, cz = mat[2] * c, mat[5] * c, mat[8] * c
    mx, my, mz = mass * x, mass * y, mass * z
    return (
        ax * mat[0] + bx * mat[1] + cx * mat[2] + my * y + mz * z,
        ay * mat[3] + by * mat[4] + cy * mat[5] + mx * x + mz * z,
        az * mat[6] + bz * mat[7] + cz * mat[8] + mx * x + my * y,
        ax * mat[3] + bx * mat[4] + cx * mat[5] - mx * y,
        ax * mat[6] + bx * mat[7] + cx * mat[8] - mx * z,
        ay * mat[6] + by * mat[7] + cy * mat[8] - my * z,
        mx,
        my,
        mz,
        mass,
    )


@kernel
def store_axis(d: Data, i: int, axis: Vec3, offset: Vec3) -> None:
    """Write cdof of a rotation about ``axis``; ``offset``: from the axis to the tree's com."""
    v = cross(axis, offset)
    d.cdof[i, 0] = axis[0]
    d.cdof[i, 1] = axis[1]
    d.cdof[i, 2] = axis[2]
    d.cdof[i, 3] = v[0]
    d.cdof[i, 4] = v[1]
    d.cdof[i, 5] = v[2]


@kernel
def store_direction(d: Data, i: int, axis: Vec3) -> None:
    """Write cdof of a translation along ``axis``."""
    d.cdof[i, 0] = 0.0
    d.cdof[i, 1] = 0.0
    d.cdof[i, 2] = 0.0
    d.cdof[i, 3] = axis[0]
    d.cdof[i, 4] = axis[1]
    d.cdof[i, 5] = axis[2]


@kernel
def joint_axes(m: Model, d: Data, j: int) -> None:
    """Write cdof of the dofs of joint ``j``."""
    i = m.jnt_dofadr[j]
    b = m.jnt_bodyid[j]
    kind = m.jnt_type[j]
    axis = load3(d.xaxis, j)
    if kind == mjtJoint.mjJNT_SLIDE:
        store_direction(d, i, axis)
        return
    offset = sub(load3(d.subtree_com, m.body_rootid[b]), load3(d.xanchor, j))
    if kind > mjtJoint.mjJNT_SLIDE:
        store_axis(d, i, axis, offset)
        return
    if kind == mjtJoint.mjJNT_FREE:
        store_direction(d, i, (1.0, 0.0, 0.0))
        store_direction(d, i + 1, (0.0, 1.0, 0.0))
        store_direction(d, i + 2, (0.0, 0.0, 1.0))
        i += 3
    mat = load9(d.xmat, b)
    store_axis(d, i, (mat[0], mat[3], mat[6]), offset)
    store_axis(d, i + 1, (mat[1], mat[4], mat[7]), offset)
    store_axis(d, i + 2, (mat[2], mat[5], mat[8]), offset)


@kernel
def add_sleepers(m: Model, d: Data) -> None:
    """Add mass times center of mass of each sleeping tree to the sum of its parent body."""
    for t in range(m.ntree):
        if d.tree_awake[t] == 0:
            root = m.tree_bodyadr[t]
            parent = m.body_parentid[root]
            moment = scale(load3(d.subtree_com, root), m.body_subtreemass[root])
            store3(d.subtree_com, parent, add(load3(d.subtree_com, parent), moment))


@kernel
def subtree_coms(m: Model, d: Data) -> None:
    """Compute centers of mass of subtrees: mass-weighted means of xipos, leaves first."""
    store3(d.subtree_com, 0, scale(load3(d.xipos, 0), m.body_mass[0]))
    for r in range(d.nrun):
        for b in spread(d, d.run[r, BODY], d.run[r, BODY_END]):
            store3(d.subtree_com, b, scale(load3(d.xipos, b), m.body_mass[b]))
    if d.nasleep > 0:
        add_sleepers(m, d)
    for r in range(d.nrun - 1, -1, -1):
        for b in range(d.run[r, BODY_END] - 1, d.run[r, BODY] - 1, -1):
            parent = m.body_parentid[b]
            moment = load3(d.subtree_com, b)
            store3(d.subtree_com, parent, add(load3(d.subtree_com, parent), moment))
            mass = m.body_subtreemass[b]
            if mass < mjMINVAL:
                store3(d.subtree_com, b, load3(d.xipos, b))
            else:
                store3(d.subtree_com, b, scale(moment, 1.0 / mass))
    mass = m.body_subtreemass[0]
    if mass < mjMINVAL:
        store3(d.subtree_com, 0, load3(d.xipos, 0))
    else:
        store3(d.subtree_com, 0, scale(load3(d.subtree_com, 0), 1.0 / mass))


@kernel
def com_pos(m: Model, d: Data) -> None:
    """Compute subtree centers of mass, and inertias and dof axes about them (mj_comPos).

    subtree_com[b] = sum of mass xipos over the subtree of b / body_subtreemass[b]
    Reads   xipos xmat ximat (nbody), xanchor xaxis (njnt, 3)
    Writes  subtree_com (nbody, 3) [m], cinert (nbody, 10), cdof (nv, 6)
    Frame   world axes, about subtree_com[body_rootid]; rotation first
    Source  Computation / General framework; Featherstone 2008, ch. 2
    """
    subtree_coms(m, d)
    for k in range(10):
        d.cinert[0, k] = 0.0
    for r in range(d.nrun):
        for b in spread(d, d.run[r, BODY], d.run[r, BODY_END]):
            offset = com_offset(m, d, b, load3(d.xipos, b))
            inertia = inertia_about(load9(d.ximat, b), load3(m.body_inertia, b), m.body_mass[b], offset)
            d.cinert[b, 0] = inertia[0]
            d.cinert[b, 1] = inertia[1]
            d.cinert[b, 2] = inertia[2]
            d.cinert[b, 3] = inertia[3]
            d.cinert[b, 4] = inertia[4]
            d.cinert[b, 5] = inertia[5]
            d.cinert[b, 6] = inertia[6]
            d.cinert[b, 7] = inertia[7]
            d.cinert[b, 8] = inertia[8]
            d.cinert[b, 9] = inertia[9]
    for r in range(d.nrun):
        for j in spread(d, d.run[r, JOINT], d.run[r, JOINT_END]):
            joint_axes(m, d, j)
