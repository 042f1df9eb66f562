"""Jacobians of points, axes and momenta; object velocities and accelerations.

Documents: Computation / General framework / Kinematic Jacobians; API / mj_jac and its relatives; API / Support

Per unit velocity of dof i, a point p of a body that it moves has the velocity v = cdof_lin + cdof_rot x (p - com) and
the spin cdof_rot, with com the subtree_com of the tree. Jacobians are dense, row-major (3, nv), with zeros at other
dofs.

Products with the stored constraint Jacobian: mj_mulJacVec, mj_mulJacTVec.
"""

import math

from gelenk.algebra.linalg import is_sparse, last_dof
from gelenk.algebra.spatial import linear_part, rotation_part
from gelenk.algebra.vec import (
    Vec3,
    add,
    cross,
    get3,
    get4,
    load3,
    load9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    normalize4,
    quat_to_mat,
    scale,
    sub,
    sub_quat,
)
from gelenk.engine.position.kinematics import attached_pos
from gelenk.engine.position.object_frames import (
    add_wrench,
    com_offset,
    motion_at,
    object_body,
    object_mat,
    object_pos,
    wrench_at,
)
from gelenk.tables.enums import mjtJoint, mjtSameFrame
from gelenk.tables.releases import R4_0
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

# Helpers


@kernel
def put_column(jac: View, nv: int, i: int, v: Vec3) -> None:
    """Write column ``i`` of a (3, nv) array."""
    jac[i] = v[0]
    jac[nv + i] = v[1]
    jac[2 * nv + i] = v[2]


@kernel
def clear(jac: View, nv: int) -> None:
    for k in range(3 * nv):
        jac[k] = 0.0


# Jacobians of points


@kernel
def jac_point(m: Model, d: Data, jacp: View, jacr: View, point: Vec3, body: int) -> None:
    """Write the Jacobians (3, nv) of a world ``point`` fixed in ``body``."""
    clear(jacp, m.nv)
    clear(jacr, m.nv)
    offset = com_offset(m, d, body, point)
    i = last_dof(m, body)
    while i >= 0:
        w = rotation_part(d.cdof, i)
        put_column(jacr, m.nv, i, w)
        put_column(jacp, m.nv, i, motion_at(d.cdof, i, offset))
        i = m.dof_parentid[i]


@kernel
def jac(m: Model, d: Data, jacp: View, jacr: View, point: View, body: int) -> None:
    """Compute the Jacobians (3, nv) of ``point`` (3) of ``body`` (mj_jac).

    velocity = jacp qvel, spin = jacr qvel
    Reads   cdof (nv, 6), subtree_com        Frame   world
    """
    jac_point(m, d, jacp, jacr, get3(point, 0), body)


@kernel
def jac_body(m: Model, d: Data, jacp: View, jacr: View, body: int) -> None:
    """Compute the Jacobians of the origin of a body's frame (mj_jacBody)."""
    jac_point(m, d, jacp, jacr, load3(d.xpos, body), body)


@kernel
def jac_body_com(m: Model, d: Data, jacp: View, jacr: View, body: int) -> None:
    """Compute the Jacobians of a body's center of mass (mj_jacBodyCom)."""
    jac_point(m, d, jacp, jacr, load3(d.xipos, body), body)


@kernel
def jac_geom(m: Model, d: Data, jacp: View, jacr: View, geom: int) -> None:
    """Compute the Jacobians of a geom's center (mj_jacGeom)."""
    jac_point(m, d, jacp, jacr, load3(d.geom_xpos, geom), m.geom_bodyid[geom])


@kernel
def jac_site(m: Model, d: Data, jacp: View, jacr: View, site: int) -> None:
    """Compute the Jacobians of a site (mj_jacSite)."""
    jac_point(m, d, jacp, jacr, load3(d.site_xpos, site), m.site_bodyid[site])


@kernel
def jac_point_axis(m: Model, d: Data, jacp: View, jac_axis: View, point: View, axis: View, body: int) -> None:
    """Compute the Jacobians of ``point`` and ``axis`` of ``body`` (mj_jacPointAxis).

    The rate of change of the axis is spin x axis.
    """
    jac_point(m, d, jacp, jac_axis, get3(point, 0), body)
    a = get3(axis, 0)
    for i in range(m.nv):
        w = (jac_axis[i], jac_axis[m.nv + i], jac_axis[2 * m.nv + i])
        put_column(jac_axis, m.nv, i, cross(w, a))


@kernel
def in_subtree(m: Model, b: int, root: int) -> bool:
    """Return whether ``root`` is ``b`` or one of its ancestors."""
    while b > root:
        b = m.body_parentid[b]
    return b == root


@kernel
def jac_subtree_com(m: Model, d: Data, jacp: View, body: int) -> None:
    """Compute the Jacobian (3, nv) of the com of the subtree of ``body`` (mj_jacSubtreeCom).

    The Jacobian is the mass-weighted mean of the com Jacobians of the subtree's bodies; NaN for a massless subtree,
    which has no com.
    """
    clear(jacp, m.nv)
    nv = m.nv
    if m.body_subtreemass[body] == 0.0:
        for i in range(3 * nv):
            jacp[i] = math.nan
        return
    for b in range(body, m.nbody):
        if not in_subtree(m, b, body):
            continue
        weight = m.body_mass[b] / m.body_subtreemass[body]
        offset = com_offset(m, d, b, load3(d.xipos, b))
        i = last_dof(m, b)
        while i >= 0:
            v = motion_at(d.cdof, i, offset)
            jacp[i] += weight * v[0]
            jacp[nv + i] += weight * v[1]
            jacp[2 * nv + i] += weight * v[2]
            i = m.dof_parentid[i]


# Time derivatives of Jacobians


@kernel
def axis_rate(m: Model, d: Data, i: int) -> tuple[Vec3, Vec3]:
    """Return the rates (rotation, translation) of cdof[i], about a fixed point at the com.

    Rotation axes of ball and free joints rotate with the body itself, other axes with the frame before the joint
    (cdof_dot).
    """
    kind = m.jnt_type[m.dof_jntid[i]]
    free_turn = kind == mjtJoint.mjJNT_FREE and i >= m.jnt_dofadr[m.dof_jntid[i]] + 3
    if kind != mjtJoint.mjJNT_BALL and not free_turn:
        return rotation_part(d.cdof_dot, i), linear_part(d.cdof_dot, i)
    b = m.dof_bodyid[i]
    w, v = rotation_part(d.cvel, b), linear_part(d.cvel, b)
    s, t = rotation_part(d.cdof, i), linear_part(d.cdof, i)
    return cross(w, s), add(cross(w, t), cross(v, s))


@kernel
def jac_dot(m: Model, d: Data, jacp: View, jacr: View, point: View, body: int) -> None:
    """Compute the time derivative of the Jacobians of ``point`` (3) of ``body`` (mj_jacDot).

    With r = point - com and u the point's velocity: d/dt (t + s x r) = t' + s' x r + s x u.
    Reads   cdof, cdof_dot (nv, 6), cvel (nbody, 6), subtree_com        Frame   world
    """
    clear(jacp, m.nv)
    clear(jacr, m.nv)
    offset = com_offset(m, d, body, get3(point, 0))
    velocity = motion_at(d.cvel, body, offset)
    i = last_dof(m, body)
    while i >= 0:
        turn, shift = axis_rate(m, d, i)
        put_column(jacr, m.nv, i, turn)
        moved = add(cross(turn, offset), cross(rotation_part(d.cdof, i), velocity))
        put_column(jacp, m.nv, i, add(shift, moved))
        i = m.dof_parentid[i]


# Momentum


@kernel
def spin_inertia(m: Model, d: Data, b: int, w: Vec3) -> Vec3:
    """Return the angular momentum of body ``b`` about its com for the angular velocity ``w``."""
    mat = load9(d.ximat, b)
    inertia = load3(m.body_inertia, b)
    u = mat_t_vec(mat, w)
    return mat_vec(mat, (inertia[0] * u[0], inertia[1] * u[1], inertia[2] * u[2]))


@kernel
def angmom_mat(m: Model, d: Data, mat: View, body: int) -> None:
    """Compute the angular momentum matrix (3, nv) of a subtree about its com (mj_angmomMat).

    Angular momentum = mat qvel. Column i = sum over the subtree's bodies of R I R' w + mass (x - com) x v, with (w, v)
    the velocity of the body per unit velocity of dof i.
    Reads   cdof (nv, 6), ximat xipos, subtree_com        Frame   world
    """
    clear(mat, m.nv)
    nv = m.nv
    com = load3(d.subtree_com, body)
    for b in range(body, m.nbody):
        if not in_subtree(m, b, body):
            continue
        offset = com_offset(m, d, b, load3(d.xipos, b))
        arm = scale(sub(load3(d.xipos, b), com), m.body_mass[b])
        i = last_dof(m, b)
        while i >= 0:
            w = rotation_part(d.cdof, i)
            v = motion_at(d.cdof, i, offset)
            h = add(spin_inertia(m, d, b, w), cross(arm, v))
            mat[i] += h[0]
            mat[nv + i] += h[1]
            mat[2 * nv + i] += h[2]
            i = m.dof_parentid[i]


# Objects


@kernel
def object_motion(m: Model, d: Data, objtype: int, objid: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return spin, velocity and com offset of an object, world frame.

    The offset is from the com of its tree to the object.
    """
    b = object_body(m, objtype, objid)
    offset = com_offset(m, d, b, object_pos(d, objtype, objid))
    w = rotation_part(d.cvel, b)
    return w, motion_at(d.cvel, b, offset), offset


@kernel
def put_motion(d: Data, objtype: int, objid: int, res: View, turn: Vec3, shift: Vec3, flg_local: int) -> None:
    """res (6) = (turn, shift), in the world or in the object's frame"""
    if flg_local != 0:
        mat = object_mat(d, objtype, objid)
        turn, shift = mat_t_vec(mat, turn), mat_t_vec(mat, shift)
    for k in range(3):
        res[k] = turn[k]
        res[3 + k] = shift[k]


@kernel
def object_velocity(m: Model, d: Data, objtype: int, objid: int, res: View, flg_local: int) -> None:
    """Compute spin and velocity (6) of an object at its center (mj_objectVelocity).

    Reads cvel (nbody, 6)
    """
    w, v, _ = object_motion(m, d, objtype, objid)
    put_motion(d, objtype, objid, res, w, v, flg_local)


@kernel
def object_acceleration(m: Model, d: Data, objtype: int, objid: int, res: View, flg_local: int) -> None:
    """Compute the acceleration (6) of an object at its center (mj_objectAcceleration).

    linear = cacc_lin + cacc_rot x offset + w x v, where the last term is due to cacc being a spatial acceleration. The
    result contains -gravity, but is zero for objects fixed to the world in models of releases before 4.0.
    Reads   cacc cvel (nbody, 6): needs rne_post_constraint
    """
    b = object_body(m, objtype, objid)
    w, v, offset = object_motion(m, d, objtype, objid)
    turn = rotation_part(d.cacc, b)
    shift = add(motion_at(d.cacc, b, offset), cross(w, v))
    if m.body_weldid[b] == 0 and m.release[0] < R4_0:
        turn, shift = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    put_motion(d, objtype, objid, res, turn, shift, flg_local)


# Forces, positions, frames


@kernel
def apply_ft(m: Model, d: Data, force: View, torque: View, point: View, body: int, qfrc_target: View) -> None:
    """qfrc_target (nv) += J' (force at ``point``, torque) on ``body`` (mj_applyFT)"""
    w = wrench_at(m, d, body, get3(point, 0), get3(force, 0), get3(torque, 0))
    add_wrench(m, d, qfrc_target, body, w)


@kernel
def differentiate_pos(m: Model, qvel: View, dt: float, qpos1: View, qpos2: View) -> None:
    """Compute qvel (nv) from qpos1 to qpos2 (nq) over the time dt (mj_differentiatePos)."""
    for j in range(m.njnt):
        q, i = m.jnt_qposadr[j], m.jnt_dofadr[j]
        kind = m.jnt_type[j]
        if kind > mjtJoint.mjJNT_BALL:
            qvel[i] = (qpos2[q] - qpos1[q]) / dt
            continue
        if kind == mjtJoint.mjJNT_FREE:
            for k in range(3):
                qvel[i + k] = (qpos2[q + k] - qpos1[q + k]) / dt
            q += 3
            i += 3
        turn = sub_quat(get4(qpos2, q), get4(qpos1, q))
        for k in range(3):
            qvel[i + k] = turn[k] / dt


@kernel
def normalize_quat(m: Model, qpos: View) -> None:
    """Normalize the quaternions in qpos (nq) (mj_normalizeQuat)."""
    for j in range(m.njnt):
        if m.jnt_type[j] <= mjtJoint.mjJNT_BALL:
            q = m.jnt_qposadr[j]
            if m.jnt_type[j] == mjtJoint.mjJNT_FREE:
                q += 3
            quat = normalize4(get4(qpos, q))
            for k in range(4):
                qpos[q + k] = quat[k]


@kernel
def local_to_global(
    d: Data, xpos: View, xmat: View, pos: View, quat: View, body: int, sameframe: int
) -> None:
    """Compute world position (3) and orientation (9) of a frame of ``body`` (mj_local2Global).

    sameframe (mjtSameFrame): the frame of the body with which pos or quat coincide, so that they are not read.
    """
    p = attached_pos(d, body, sameframe, get3(pos, 0))
    r = load9(d.xmat, body)
    if sameframe == mjtSameFrame.mjSAMEFRAME_INERTIA or sameframe == mjtSameFrame.mjSAMEFRAME_INERTIAROT:
        r = load9(d.ximat, body)
    elif sameframe != mjtSameFrame.mjSAMEFRAME_BODY and sameframe != mjtSameFrame.mjSAMEFRAME_BODYROT:
        r = mat_mul(r, quat_to_mat(get4(quat, 0)))
    for k in range(3):
        xpos[k] = p[k]
    for k in range(9):
        xmat[k] = r[k]


# Sparse products


@kernel
def add_m(
    m: Model, d: Data, dst: View, rownnz: Ints, rowadr: Ints, colind: Ints, room: int, columns: int
) -> int:
    """dst += M, for a sparse dst (nv rows) that contains the lower triangle of M (mj_addM)

    room, columns  sizes of dst and colind
    Returns        0; nonzero if a row lacks columns of M or exceeds dst, and dst is unchanged
    """
    for turn in range(2):  # validate in the first pass, add in the second
        for i in range(m.nv):
            k, end = rowadr[i], rowadr[i] + rownnz[i]
            if k < 0 or rownnz[i] < 0 or end > room or end > columns:
                return 1
            for s in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
                while k < end and colind[k] < m.M_colind[s]:
                    k += 1
                if k >= end or colind[k] != m.M_colind[s]:
                    return 1
                if turn == 1:
                    dst[k] += d.M[s]
    return 0


@kernel
def add_m_dense(m: Model, d: Data, dst: View) -> None:
    """dst += M for a dense symmetric dst (nv, nv)"""
    for i in range(m.nv):
        last = m.M_rowadr[i] + m.M_rownnz[i] - 1
        dst[i * m.nv + i] += d.M[last]
        for s in range(m.M_rowadr[i], last):
            j = m.M_colind[s]
            dst[i * m.nv + j] += d.M[s]
            dst[j * m.nv + i] += d.M[s]


@kernel
def mul_jac(m: Model, d: Data, res: View, vec: View) -> None:
    """res (nefc) = J vec (nv)

    Reads efc_J and its row structure
    """
    sparse = is_sparse(m)
    for r in range(d.nefc):
        total = 0.0
        if sparse:
            adr = d.efc_J_rowadr[r]
            for k in range(adr, adr + d.efc_J_rownnz[r]):
                total += d.efc_J[k] * vec[d.efc_J_colind[k]]
        else:
            for i in range(m.nv):
                total += d.efc_J[r * m.nv + i] * vec[i]
        res[r] = total


@kernel
def mul_jac_t(m: Model, d: Data, res: View, vec: View) -> None:
    """res (nv) = J' vec (nefc)

    Reads efc_J and its row structure
    """
    sparse = is_sparse(m)
    for i in range(m.nv):
        res[i] = 0.0
    for r in range(d.nefc):
        if sparse:
            adr = d.efc_J_rowadr[r]
            for k in range(adr, adr + d.efc_J_rownnz[r]):
                res[d.efc_J_colind[k]] += d.efc_J[k] * vec[r]
        else:
            for i in range(m.nv):
                res[i] += d.efc_J[r * m.nv + i] * vec[r]
