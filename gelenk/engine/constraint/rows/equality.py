"""Equality rows of connect, weld, joint and tendon, and velocity terms of their aref.

Documents: Modeling / Constraint; Computation / Constraint model / Equality; XML reference / equality; Computation /
Constraint model / Dual problem (of 4.0.0)

Flex equalities are in flex/equality.py.

With p the anchor points and J their Jacobians, both in the world frame:
    connect   r = p1 - p2                                     J = Jp1 - Jp2
    weld      r = (p1 - p2, s Im(q2^-1 q1 relpose))           rotation rows s/2 d/dt of the imaginary part
    joint     r = q1 - q1_0 - poly(q2 - q2_0)                 J = e1 - poly'(q2 - q2_0) e2;  tendon alike with lengths

Velocity terms (dJ/dt) v of the rows of connects and welds, from release 3.7 on.

From the reference acceleration of these rows, their acceleration at qacc = 0 is subtracted:
    translation   p1'' - p2'', the accelerations of the two anchors
    rotation      s Im(e''),  e = q2^-1 q1,  e'' = q2^-1 (a - (w2 w - w w1) / 2) q1 / 2,  w = w1 - w2,  a = a1 - a2
with angular velocities w1, w2 and accelerations a1, a2 of the bodies, as pure quaternions.
"""

import math

from gelenk.algebra.linalg import is_sparse, merge_chains
from gelenk.algebra.spatial import rotation_part
from gelenk.algebra.vec import (
    Quat,
    Vec2,
    Vec3,
    add,
    cross,
    load3,
    load4,
    load9,
    mat_vec,
    mul_quat,
    neg_quat,
    scale,
    sub,
)
from gelenk.engine.constraint.rows.impedance import (
    Reference,
    Solimp,
    entry,
    impedance,
    reserve,
    set_diagonal,
    set_reference,
    stiffness_damping,
)
from gelenk.engine.position.object_frames import com_offset, motion_at
from gelenk.engine.position.tendon import point_motion
from gelenk.engine.sleep.awake_lists import equality_tree
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL, mjtConstraint, mjtDisableBit, mjtEq, mjtObj
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

FLEX_EQUALITY, STRAIN_ROWS = INDEX["flex_equality"], INDEX["strain_rows"]


@kernel
def load_solimp(a: Rows, i: int) -> Solimp:
    return a[i, 0], a[i, 1], a[i, 2], a[i, 3], a[i, 4]


@kernel
def finish_row(
    d: Data, row: int, kind: int, index: int, pos: float, reference: Reference, approx: float
) -> None:
    """Write the fields common to all rows: type, id, pos, margin 0, reference, diagonal.

    ``reference`` is (K, B, d, d').
    """
    d.efc_type[row] = kind
    d.efc_id[row] = index
    d.efc_pos[row] = pos
    d.efc_margin[row] = 0.0
    d.efc_frictionloss[row] = 0.0
    set_reference(d, row, reference[0], reference[1], reference[2], reference[3])
    set_diagonal(d, row, approx, reference[2])


@kernel
def equality_reference(m: Model, e: int, size: float) -> Reference:
    """Return (K, B, d, d') of equality e at a residual of length ``size``."""
    solimp = load_solimp(m.eq_solimp, e)
    k, b = stiffness_damping(m, (m.eq_solref[e, 0], m.eq_solref[e, 1]), solimp)
    value, slope = impedance(solimp, size)
    return k, b, value, slope


@kernel
def anchors(m: Model, d: Data, e: int) -> tuple[int, int, Vec3, Vec3, Quat, Quat]:
    """Return bodies, anchor positions and orientations of both sides of a connect or weld.

    Positions and orientations are in the world frame.
    """
    i1, i2 = m.eq_obj1id[e], m.eq_obj2id[e]
    if m.eq_objtype[e] == mjtObj.mjOBJ_SITE:
        b1, b2 = m.site_bodyid[i1], m.site_bodyid[i2]
        q1 = mul_quat(load4(d.xquat, b1), load4(m.site_quat, i1))
        q2 = mul_quat(load4(d.xquat, b2), load4(m.site_quat, i2))
        return b1, b2, load3(d.site_xpos, i1), load3(d.site_xpos, i2), q1, q2
    a1 = (m.eq_data[e, 0], m.eq_data[e, 1], m.eq_data[e, 2])
    a2 = (m.eq_data[e, 3], m.eq_data[e, 4], m.eq_data[e, 5])
    q1, q2 = load4(d.xquat, i1), load4(d.xquat, i2)
    if m.eq_type[e] == mjtEq.mjEQ_WELD:
        a1, a2 = a2, a1  # a weld stores the anchor on body 2 first, then the position relative to body 1
        q1 = mul_quat(q1, (m.eq_data[e, 6], m.eq_data[e, 7], m.eq_data[e, 8], m.eq_data[e, 9]))
    p1 = add(load3(d.xpos, i1), mat_vec(load9(d.xmat, i1), a1))
    p2 = add(load3(d.xpos, i2), mat_vec(load9(d.xmat, i2), a2))
    return i1, i2, p1, p2, q1, q2


@kernel
def anchored_row(m: Model, d: Data, start: int) -> int:
    """Return the first row, from ``start`` on, of a connect or weld; d.ne if there is none."""
    row = start
    while row < d.ne:
        kind = m.eq_type[d.efc_id[row]]
        if kind == mjtEq.mjEQ_CONNECT or kind == mjtEq.mjEQ_WELD:
            break
        row += 1
    return row


@kernel
def point_column(m: Model, d: Data, dof: int, side: int, offset1: Vec3, offset2: Vec3) -> tuple[Vec3, Vec3]:
    """Return column ``dof`` of Jp1 - Jp2: linear and angular part.

    The offsets lead from the coms of the points' trees to the points.
    """
    w = rotation_part(d.cdof, dof)
    if side == 1:
        return motion_at(d.cdof, dof, offset1), w
    if side == 2:
        return scale(motion_at(d.cdof, dof, offset2), -1.0), scale(w, -1.0)
    return cross(w, sub(offset1, offset2)), (0.0, 0.0, 0.0)


@kernel
def add_connect(m: Model, d: Data, e: int, rows: int) -> None:
    """Add the three rows of a connect, or the six of a weld."""
    b1, b2, p1, p2, q1, q2 = anchors(m, d, e)
    sparse = is_sparse(m)
    nnz = merge_chains(m, d, b1, b2, True)
    if nnz == 0:
        return
    first = reserve(m, d, rows, nnz, sparse)
    if first < 0:
        return
    inverse = neg_quat(q2)
    error = mul_quat(inverse, q1)
    torque = m.eq_data[e, 10]
    offset1, offset2 = com_offset(m, d, b1, p1), com_offset(m, d, b2, p2)
    moves = sparse or rows == 6
    for k in range(nnz):
        dof, side = d.chain_dof[m.nv - nnz + k], d.chain_side[m.nv - nnz + k]
        v, w = point_column(m, d, dof, side, offset1, offset2)
        moves = moves or v[0] != 0.0 or v[1] != 0.0 or v[2] != 0.0
        for j in range(3):
            d.efc_J[entry(m, d, first + j, k, nnz, sparse)] = v[j]
        if rows == 6:
            # d/dt of q2^-1 q1 is q2^-1 (0, w1 - w2) q1 / 2
            rate = mul_quat(mul_quat(inverse, (0.0, w[0], w[1], w[2])), q1)
            for j in range(3):
                d.efc_J[entry(m, d, first + 3 + j, k, nnz, sparse)] = 0.5 * torque * rate[j + 1]
    if not moves:  # no dof moves the anchors: as in 3.5.0 dense rows of zeros are dropped
        d.nefc = first
        d.nJ = d.efc_J_rowadr[first]
        return
    r = sub(p1, p2)
    size = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    if rows == 6:
        size += torque * torque * (error[1] * error[1] + error[2] * error[2] + error[3] * error[3])
    reference = equality_reference(m, e, math.sqrt(size))
    translation = m.body_invweight0[b1, 0] + m.body_invweight0[b2, 0]
    rotation = m.body_invweight0[b1, 1] + m.body_invweight0[b2, 1]
    for j in range(3):
        finish_row(d, first + j, mjtConstraint.mjCNSTR_EQUALITY, e, r[j], reference, translation)
        if rows == 6:
            finish_row(
                d,
                first + 3 + j,
                mjtConstraint.mjCNSTR_EQUALITY,
                e,
                torque * error[j + 1],
                reference,
                rotation,
            )


@kernel
def polynomial(m: Model, e: int, x: float) -> Vec2:
    """Return the coupling polynomial of a joint or tendon equality at x, and its derivative."""
    c0, c1, c2, c3, c4 = load_solimp(m.eq_data, e)
    value = c0 + x * (c1 + x * (c2 + x * (c3 + x * c4)))
    return value, c1 + x * (2.0 * c2 + x * (3.0 * c3 + x * 4.0 * c4))


@kernel
def list_pair(m: Model, d: Data, dof1: int, dof2: int) -> int:
    """List one or two dofs in chain_dof, ascending; return their number."""
    if dof2 < 0 or dof1 == dof2:
        d.chain_dof[m.nv - 1] = dof1
        return 1
    d.chain_dof[m.nv - 2] = min(dof1, dof2)
    d.chain_dof[m.nv - 1] = max(dof1, dof2)
    return 2


@kernel
def add_joint(m: Model, d: Data, e: int) -> None:
    """Add the row that couples two scalar joints, or fixes one."""
    j1, j2 = m.eq_obj1id[e], m.eq_obj2id[e]
    dof1, dof2 = m.jnt_dofadr[j1], -1
    adr1 = m.jnt_qposadr[j1]
    pos = d.qpos[adr1] - m.qpos0[adr1]
    approx = m.dof_invweight0[dof1]
    slope = 0.0
    if j2 >= 0:
        adr2 = m.jnt_qposadr[j2]
        dof2 = m.jnt_dofadr[j2]
        value, slope = polynomial(m, e, d.qpos[adr2] - m.qpos0[adr2])
        approx += m.dof_invweight0[dof2]
        pos -= value
    else:
        pos -= m.eq_data[e, 0]
    sparse = is_sparse(m)
    nnz = list_pair(m, d, dof1, dof2)
    row = reserve(m, d, 1, nnz, sparse)
    if row < 0:
        return
    for k in range(nnz):
        dof = d.chain_dof[m.nv - nnz + k]
        column = (1.0 if dof == dof1 else 0.0) - (slope if dof == dof2 else 0.0)
        d.efc_J[entry(m, d, row, k, nnz, sparse)] = column
    finish_row(d, row, mjtConstraint.mjCNSTR_EQUALITY, e, pos, equality_reference(m, e, pos), approx)


@kernel
def tendon_rows(m: Model, d: Data, t1: int, t2: int) -> int:
    """List the dofs of tendons t1 and t2 (-1: none) in chain_dof, ascending; return the count."""
    end = m.nv
    for back in range(m.nv):
        i = m.nv - 1 - back
        if tendon_has(m, d, t1, i) or (t2 >= 0 and tendon_has(m, d, t2, i)):
            end -= 1
            d.chain_dof[end] = i
    return m.nv - end


@kernel
def tendon_has(m: Model, d: Data, t: int, dof: int) -> bool:
    """Return whether ten_J[t, dof] exceeds rounding or, when sparse, is stored."""
    if not is_sparse(m):
        return abs(d.ten_J[t, dof]) > mjMINVAL
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        if d.ten_J_colind[k // m.nv, k % m.nv] == dof:
            return True
    return False


@kernel
def tendon_column(m: Model, d: Data, t: int, dof: int) -> float:
    """Return ten_J[t, dof], dense or sparse."""
    if not is_sparse(m):
        return d.ten_J[t, dof]
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):  # k indexes the flattened array
        if d.ten_J_colind[k // m.nv, k % m.nv] == dof:
            return d.ten_J[k // m.nv, k % m.nv]
    return 0.0


@kernel
def add_tendon(m: Model, d: Data, e: int) -> None:
    """Add the row that couples the lengths of two tendons, or fixes one."""
    t1, t2 = m.eq_obj1id[e], m.eq_obj2id[e]
    pos = d.ten_length[t1] - m.tendon_length0[t1]
    approx = m.tendon_invweight0[t1]
    slope = 0.0
    if t2 >= 0:
        value, slope = polynomial(m, e, d.ten_length[t2] - m.tendon_length0[t2])
        approx += m.tendon_invweight0[t2]
        pos -= value
    else:
        pos -= m.eq_data[e, 0]
    # 3.5.0 stores the id of the equality here, not the row, which may not exist; programs may rely on it
    if d.tendon_efcadr[t1] < 0:
        d.tendon_efcadr[t1] = e
    if t2 >= 0 and d.tendon_efcadr[t2] < 0:
        d.tendon_efcadr[t2] = e
    sparse = is_sparse(m)
    nnz = tendon_rows(m, d, t1, t2)
    if nnz == 0:
        return
    row = reserve(m, d, 1, nnz, sparse)
    if row < 0:
        return
    for k in range(nnz):
        dof = d.chain_dof[m.nv - nnz + k]
        column = tendon_column(m, d, t1, dof)
        if t2 >= 0:
            column -= slope * tendon_column(m, d, t2, dof)
        d.efc_J[entry(m, d, row, k, nnz, sparse)] = column
    finish_row(d, row, mjtConstraint.mjCNSTR_EQUALITY, e, pos, equality_reference(m, e, pos), approx)


@kernel
def equality_sleeps(m: Model, d: Data, e: int) -> bool:
    """Return whether equality e connects only sleeping or static objects."""
    kind = m.eq_type[e]
    first, second = m.eq_obj1id[e], m.eq_obj2id[e]
    if kind == mjtEq.mjEQ_TENDON:
        return d.tendon_asleep[first] != 0 and (second < 0 or d.tendon_asleep[second] != 0)
    if kind == mjtEq.mjEQ_CONNECT or kind == mjtEq.mjEQ_WELD or kind == mjtEq.mjEQ_JOINT:
        return pair_sleeps(d, equality_tree(m, e, 0), equality_tree(m, e, 1))
    return False


@kernel
def pair_sleeps(d: Data, t1: int, t2: int) -> bool:
    """Return whether one of two trees sleeps and neither is awake; -1 is a static object."""
    awake1 = t1 >= 0 and d.tree_awake[t1] != 0
    awake2 = t2 >= 0 and d.tree_awake[t2] != 0
    return not awake1 and not awake2 and (t1 >= 0 or t2 >= 0)


@kernel
def add_equalities(m: Model, d: Data) -> None:
    """Add the rows of all active equality constraints, in model order; set d.ne."""
    if (m.opt.disableflags & mjtDisableBit.mjDSBL_EQUALITY) != 0:
        return
    for e in range(m.neq):
        if d.eq_active[e] == 0 or (d.nasleep > 0 and equality_sleeps(m, d, e)):
            continue
        kind = m.eq_type[e]
        if kind == mjtEq.mjEQ_CONNECT:
            add_connect(m, d, e, 3)
        elif kind == mjtEq.mjEQ_WELD:
            add_connect(m, d, e, 6)
        elif kind == mjtEq.mjEQ_JOINT:
            add_joint(m, d, e)
        elif kind == mjtEq.mjEQ_TENDON:
            add_tendon(m, d, e)
        elif kind == mjtEq.mjEQ_FLEX or kind == mjtEq.mjEQ_FLEXVERT:
            call_far(m, d, FLEX_EQUALITY, e, m.eq_obj1id[e])
        elif kind >= mjtEq.mjEQ_DISTANCE:  # flexstrain, whose enum value depends on the release
            call_far(m, d, STRAIN_ROWS, e, m.eq_obj1id[e])
    d.ne = d.nefc


# Velocity terms of connects and welds


@kernel
def pure(v: Vec3) -> Quat:
    """Return the quaternion with real part 0."""
    return 0.0, v[0], v[1], v[2]


@kernel
def turn_acceleration(d: Data, b1: int, b2: int, q1: Quat, q2: Quat) -> Quat:
    """Return 2 e'' at qacc = 0, with the e of the rotation rows of a weld."""
    w1, w2 = pure(rotation_part(d.cvel, b1)), pure(rotation_part(d.cvel, b2))
    w = pure(sub(rotation_part(d.cvel, b1), rotation_part(d.cvel, b2)))
    a = sub(rotation_part(d.rne_acc, b1), rotation_part(d.rne_acc, b2))
    before, behind = mul_quat(w2, w), mul_quat(w, w1)
    middle = (
        0.5 * (behind[0] - before[0]),
        a[0] + 0.5 * (behind[1] - before[1]),
        a[1] + 0.5 * (behind[2] - before[2]),
        a[2] + 0.5 * (behind[3] - before[3]),
    )
    return mul_quat(mul_quat(neg_quat(q2), middle), q1)


@kernel
def velocity_terms(m: Model, d: Data) -> None:
    """Subtract (dJ/dt) v from efc_aref of connects and welds.

    This is the last part of mj_referenceConstraint.

    Reads   cvel (nbody, 6), rne_acc (nbody, 6) of rne with qacc = 0, whose gravity term cancels
    Writes  efc_aref (nefc)
    """
    row = anchored_row(m, d, 0)
    while row < d.ne:
        e = d.efc_id[row]
        b1, b2, p1, p2, q1, q2 = anchors(m, d, e)
        _, a1 = point_motion(m, d, d.rne_acc, b1, p1)
        _, a2 = point_motion(m, d, d.rne_acc, b2, p2)
        shift = sub(a1, a2)
        for k in range(3):
            d.efc_aref[row + k] -= shift[k]
        row += 3
        if m.eq_type[e] == mjtEq.mjEQ_WELD:
            turn = turn_acceleration(d, b1, b2, q1, q2)
            for k in range(3):
                d.efc_aref[row + k] -= 0.5 * m.eq_data[e, 10] * turn[k + 1]
            row += 3
        row = anchored_row(m, d, row)
