"""Constants of a model that follow from qpos0, and the sequence of stages of mj_setConst.

Documents: XML reference / statistic, camera, equality, position; API / mj_setConst; XML reference / spatial, fixed /
springlength

Inertias, inverse weights, lengths, offsets, statistics. Inverse weights are the acceleration of a constraint at rest
per unit force:
    dof      diag(inv M), averaged over the translations and over the rotations of a joint
    body     trace(J inv M J') / 3 for the translation and for the rotation of its center of mass
    tendon   J inv M J'
Bodies that only slide along the axes of their frame (body_simple 2) use 1 / mass, whatever their armature.
"""

import math

from gelenk.algebra.linalg import is_sparse, last_dof, zero
from gelenk.algebra.spatial import dot6, inert_mul, load6, load10, rotation_part
from gelenk.algebra.vec import (
    Vec3,
    add,
    load3,
    load4,
    load9,
    mat_t_vec,
    mat_vec,
    mul_quat,
    neg_quat,
    norm,
    normalize4,
    sub,
)
from gelenk.engine.coefficients import dof_armature, find_actuators
from gelenk.engine.force.actuation import is_drive
from gelenk.engine.model_features import find_features
from gelenk.engine.position.inertia import half_norm, solve_m_vector
from gelenk.engine.position.object_frames import camera_constants, com_offset, motion_at
from gelenk.engine.step import run
from gelenk.tables.enums import mjMINVAL, mjtEq, mjtGeom, mjtJoint, mjtObj
from gelenk.tables.releases import R3_10, R3_15, R3_17, R4_0
from gelenk.tables.stages import INDEX
from gelenk.tables.status import DONE
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View

SLIDES_ONLY = 2  # value of body_simple
SMALLEST_EXTENT = 1e-5  # [m] minimum radius of a body, and minimum extent of a model
NO_BODIES_SIZE = 0.2  # [m] meansize of a model without bodies
PLANE_SHARE = 0.1  # half side of the cube of a plane, relative to the larger half size of the plane
INFINITE_PLANE_REACH = 1.0  # [m] half side of the cube of an infinite plane, before release 3.10
LATER_PLANE_REACH = 0.01  # [m] half side of the cube of an infinite plane, from release 3.10 on

Box = tuple[float, float, float, float, float, float]  # lower and upper corner


@kernel
def is_resolved(m: Model, d: Data) -> bool:
    """Return whether damping ratios, spring lengths of -1 and statistics are resolved.

    From release 3.17 on, only the compiler does so, not mj_setConst.
    """
    return d.compiling != 0 or m.release[0] < R3_17


# Masses and inertia


@kernel
def subtree_mass(m: Model, d: Data) -> None:
    """Compute body_subtreemass: the mass of each body with its descendants."""
    for b in range(m.nbody):
        m.body_subtreemass[b] = m.body_mass[b]
    for b in range(m.nbody - 1, 0, -1):
        m.body_subtreemass[m.body_parentid[b]] += m.body_subtreemass[b]


@kernel
def dof_inertia(m: Model, d: Data) -> None:
    """Compute dof_M0, the diagonal of the inertia matrix at qpos0 without tendons.

    Reads crb, cdof
    """
    for i in range(m.nv):
        axis = load6(d.cdof, i)
        m.dof_M0[i] = dof_armature(m, i) + dot6(axis, inert_mul(load10(d.crb, m.dof_bodyid[i]), axis))


# Inverse weights


@kernel
def average(a: View, begin: int, count: int) -> None:
    """Replace a[begin : begin + count] by its mean."""
    total = 0.0
    for i in range(begin, begin + count):
        total += a[i]
    for i in range(begin, begin + count):
        a[i] = total / count


@kernel
def dof_weights(m: Model, d: Data) -> None:
    row = d.work_nv[0]
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        if m.body_simple[b] == SLIDES_ONLY:
            m.dof_invweight0[i] = 1.0 / max(mjMINVAL, m.body_mass[b])
            continue
        zero(row, m.nv)
        row[i] = 1.0
        m.dof_invweight0[i] = half_norm(m, d, row)
    for j in range(m.njnt):
        i = m.jnt_dofadr[j]
        if m.jnt_type[j] == mjtJoint.mjJNT_FREE:
            average(m.dof_invweight0, i, 3)
            i += 3
        if m.jnt_type[j] < mjtJoint.mjJNT_SLIDE:
            average(m.dof_invweight0, i, 3)


@kernel
def point_weight(m: Model, d: Data, b: int, k: int, turn: bool) -> float:
    """Return J inv(M) J' for coordinate k of the com velocity, or angular velocity, of a body."""
    row = d.work_nv[0]
    zero(row, m.nv)
    offset = com_offset(m, d, b, load3(d.xipos, b))
    i = last_dof(m, b)
    while i >= 0:
        v = rotation_part(d.cdof, i) if turn else motion_at(d.cdof, i, offset)
        row[i] = v[k]
        i = m.dof_parentid[i]
    return half_norm(m, d, row)


@kernel
def body_weights(m: Model, d: Data) -> None:
    for b in range(m.nbody):
        shift, turn = 0.0, 0.0
        if m.body_simple[b] == SLIDES_ONLY:
            shift = 1.0 / max(mjMINVAL, m.body_mass[b])
        elif last_dof(m, b) >= 0:
            for k in range(3):
                shift += point_weight(m, d, b, k, False) / 3.0
                turn += point_weight(m, d, b, k, True) / 3.0
            # a com on the axis of the only hinge does not move, and a sliding body does not rotate; before 4.0, the
            # zero weight is replaced by the other weight, which keeps constraint rows regular
            if m.release[0] < R4_0:
                if shift < mjMINVAL:
                    shift = turn
                elif turn < mjMINVAL:
                    turn = shift
        m.body_invweight0[b, 0] = shift
        m.body_invweight0[b, 1] = turn


@kernel
def tendon_row(m: Model, d: Data, t: int, row: View) -> None:
    """Write row ``t`` of ten_J as a dense row."""
    if is_sparse(m):
        zero(row, m.nv)
        values, colind = flat(d.ten_J), flat(d.ten_J_colind)
        adr = d.ten_J_rowadr[t]
        for k in range(adr, adr + d.ten_J_rownnz[t]):
            row[colind[k]] = values[k]
    else:
        for i in range(m.nv):
            row[i] = d.ten_J[t, i]


@kernel
def tendon_constants(m: Model, d: Data) -> None:
    """Write tendon_length0 and tendon_invweight0."""
    row = d.work_nv[0]
    for t in range(m.ntendon):
        m.tendon_length0[t] = d.ten_length[t]
        tendon_row(m, d, t, row)
        m.tendon_invweight0[t] = half_norm(m, d, row)


# Actuators


@kernel
def reflected_inertia(m: Model, d: Data, u: int) -> float:
    """Return the sum of dof_M0 / moment^2 over the dofs of actuator ``u``."""
    total = 0.0
    out = m.actuator_outadr[u]
    adr = d.moment_rowadr[out]
    for k in range(adr, adr + d.moment_rownnz[out]):
        moment = d.actuator_moment[k]
        if math.fabs(moment) > mjMINVAL:
            total += m.dof_M0[d.moment_colind[k]] / (moment * moment)
    return total


@kernel
def moved_mass(m: Model, d: Data, u: int, mobility: View) -> float:
    """Return the mass that actuator ``u`` moves, for its damping ratio.

    The mass is 1 / (moment inv(M) moment'), averaged over outputs before the inversion, or 0 if the actuator moves
    nothing. In models of releases before 3.15, it is the sum of dof_M0 / moment^2, except for drives.
    """
    if m.release[0] < R3_15 and not is_drive(m, u):
        return reflected_inertia(m, d, u)
    total = 0.0
    for out in range(m.actuator_outadr[u], m.actuator_outadr[u] + m.actuator_outnum[u]):
        total += mobility[out]
    return m.actuator_outnum[u] / total if total > mjMINVAL else 0.0


@kernel
def actuator_constants(m: Model, d: Data) -> None:
    """Write actuator_length0, actuator_acc0 = |inv(M) moment|, damping from damping ratios."""
    row = d.work_nv[0]
    mobility = d.drive_slope  # moment inv(M) moment' of each output; work space until forces are computed
    for out in range(m.nout):
        m.actuator_length0[out] = d.actuator_length[out]
        zero(row, m.nv)
        adr = d.moment_rowadr[out]
        for k in range(adr, adr + d.moment_rownnz[out]):
            row[d.moment_colind[k]] = d.actuator_moment[k]
        solve_m_vector(m, d, row)
        square = 0.0
        for i in range(m.nv):
            square += row[i] * row[i]
        m.actuator_acc0[out] = math.sqrt(square)
        mobility[out] = 0.0
        for k in range(adr, adr + d.moment_rownnz[out]):
            mobility[out] += d.actuator_moment[k] * row[d.moment_colind[k]]
    for u in range(m.nactuator):
        kind = m.actuator_gaintype[u]
        if kind == m.gain_dcmotor:
            continue
        kp, ratio = m.actuator_gainprm[u, 0], m.actuator_biasprm[u, 2]
        if kind == m.gain_pid:
            kp = -m.actuator_biasprm[u, 1]
        if is_resolved(m, d) and kp == -m.actuator_biasprm[u, 1] and ratio > 0.0:
            m.actuator_biasprm[u, 2] = -2.0 * ratio * math.sqrt(kp * moved_mass(m, d, u, mobility))


# Equality


@kernel
def equality_constants(m: Model, d: Data) -> None:
    """Write the anchors of connects and welds in their second body, and weld orientations."""
    for e in range(m.neq):
        kind = m.eq_type[e]
        if kind == mjtEq.mjEQ_CONNECT and m.eq_objtype[e] == mjtObj.mjOBJ_SITE:
            for k in range(11):
                m.eq_data[e, k] = 0.0
            continue
        if m.eq_objtype[e] == mjtObj.mjOBJ_SITE:
            continue
        if kind == mjtEq.mjEQ_CONNECT:
            move_anchor(m, d, e, m.eq_obj1id[e], m.eq_obj2id[e])
        elif kind == mjtEq.mjEQ_WELD:
            weld_constants(m, d, e)


@kernel
def weld_constants(m: Model, d: Data, e: int) -> None:
    """Compute the relative pose of the bodies of a weld at qpos0, unless the model gives it.

    The pose is computed if the quaternion eq_data[6:10] is zero; from release 3.17 on, if eq_data[11] is not zero.
    """
    quat = (m.eq_data[e, 6], m.eq_data[e, 7], m.eq_data[e, 8], m.eq_data[e, 9])
    marked = m.release[0] >= R3_17 and m.neqdata > 11
    computed = m.eq_data[e, 11] != 0.0 if marked else quat == (0.0, 0.0, 0.0, 0.0)
    if computed:
        b1, b2 = m.eq_obj1id[e], m.eq_obj2id[e]
        move_anchor(m, d, e, b2, b1)
        quat = mul_quat(neg_quat(load4(d.xquat, b1)), load4(d.xquat, b2))
    if computed or not marked:
        quat = normalize4(quat)
        for k in range(4):
            m.eq_data[e, 6 + k] = quat[k]


@kernel
def move_anchor(m: Model, d: Data, e: int, source: int, target: int) -> None:
    """Write eq_data[3:6]: the point eq_data[0:3] of body ``source`` in frame ``target``."""
    anchor = (m.eq_data[e, 0], m.eq_data[e, 1], m.eq_data[e, 2])
    world = add(load3(d.xpos, source), mat_vec(load9(d.xmat, source), anchor))
    local = mat_t_vec(load9(d.xmat, target), sub(world, load3(d.xpos, target)))
    for k in range(3):
        m.eq_data[e, 3 + k] = local[k]


# Statistics


@kernel
def body_radii(m: Model, d: Data) -> None:
    """Compute the radius of every body about its com: geoms, joints, child joints, flex edges.

    Writes  rne_acc[:, 0] (work space) [m]
    """
    radius = d.rne_acc
    for b in range(m.nbody):
        radius[b, 0] = SMALLEST_EXTENT
    for g in range(m.ngeom):
        if m.geom_rbound[g] > 0.0:  # planes have no radius
            b = m.geom_bodyid[g]
            reach = norm(sub(load3(d.geom_xpos, g), load3(d.xipos, b))) + m.geom_rbound[g]
            radius[b, 0] = max(radius[b, 0], reach)
    for j in range(m.njnt):
        b = m.jnt_bodyid[j]
        for _ in range(2):  # the body and its parent
            radius[b, 0] = max(radius[b, 0], norm(sub(load3(d.xanchor, j), load3(d.xipos, b))))
            b = m.body_parentid[b]
    flex_radii(m, d, radius)


@kernel
def flex_radii(m: Model, d: Data, radius: Rows) -> None:
    """Enlarge the radii of bodies to flex edges, or to the distances between node bodies."""
    for f in range(m.nflex):
        if m.flex_interp[f] != 0:
            first = m.flex_nodeadr[f]
            for i in range(first, first + m.flex_nodenum[f]):
                b = m.flex_nodebodyid[i]
                for j in range(first, first + m.flex_nodenum[f]):
                    distance = norm(sub(load3(d.xpos, b), load3(d.xpos, m.flex_nodebodyid[j])))
                    radius[b, 0] = max(radius[b, 0], distance)
            continue
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            for k in range(2):
                b = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[e, k]]
                radius[b, 0] = max(radius[b, 0], m.flexedge_length0[e])


@kernel
def body_sizes(m: Model, d: Data) -> None:
    """Write dof_length (1 for slides, the body radius for rotations), and mean statistics."""
    body_radii(m, d)
    total, mass = 0.0, 0.0
    for b in range(1, m.nbody):
        radius = d.rne_acc[b, 0]
        total += radius
        mass += m.body_mass[b]
        first = m.body_dofadr[b]
        for i in range(first, first + m.body_dofnum[b]):
            j = m.dof_jntid[i]
            slides = m.jnt_type[j] == mjtJoint.mjJNT_SLIDE or (
                m.jnt_type[j] == mjtJoint.mjJNT_FREE and i < m.jnt_dofadr[j] + 3
            )
            m.dof_length[i] = 1.0 if slides else radius
    if not is_resolved(m, d):
        return
    m.stat.meansize = total / (m.nbody - 1) if m.nbody > 1 else NO_BODIES_SIZE
    m.stat.meanmass = mass / (m.nbody - 1) if m.nbody > 1 else 1.0


@kernel
def widen(box: Box, point: Vec3, radius: float) -> Box:
    """Extend a box (low, high) by the cube of half side ``radius`` around ``point``."""
    return (
        min(box[0], point[0] - radius),
        min(box[1], point[1] - radius),
        min(box[2], point[2] - radius),
        max(box[3], point[0] + radius),
        max(box[4], point[1] + radius),
        max(box[5], point[2] + radius),
    )


@kernel
def geom_reach(m: Model, g: int) -> float:
    """Return the half side of the cube that represents a geom in bounding_box [m]."""
    if m.geom_type[g] != mjtGeom.mjGEOM_PLANE:
        return m.geom_rbound[g]
    side = max(m.geom_size[g, 0], m.geom_size[g, 1])
    infinite = INFINITE_PLANE_REACH if m.release[0] < R3_10 else LATER_PLANE_REACH
    return PLANE_SHARE * side if side > 0.0 else infinite


@kernel
def bounding_box(m: Model, d: Data) -> Box:
    """Return the box around bodies, joints, geoms and sites at qpos0."""
    far = 1e10
    box = (far, far, far, -far, -far, -far)
    for b in range(1, m.nbody):
        box = widen(box, load3(d.xpos, b), 0.0)
        box = widen(box, load3(d.xipos, b), 0.0)
    for j in range(m.njnt):
        box = widen(box, load3(d.xanchor, j), 0.0)
    for s in range(m.nsite):
        box = widen(box, load3(d.site_xpos, s), 0.0)
    for g in range(m.ngeom):
        box = widen(box, load3(d.geom_xpos, g), geom_reach(m, g))
    return box


@kernel
def statistics(m: Model, d: Data) -> None:
    """Compute stat.center, extent and meaninertia at qpos0.

    extent is the longest side of the bounding box, at least twice meansize; if the box has no width along x, its
    longest side counts as 2, as in 3.5.0. Reads stat.meansize.
    """
    box = bounding_box(m, d)
    for k in range(3):
        m.stat.center[k] = 0.5 * (box_low(box, k) + box_high(box, k))
    side = 2.0
    if box[3] > box[0]:
        side = max(box[3] - box[0], max(box[4] - box[1], box[5] - box[2]))
    m.stat.extent = max(side, 2.0 * m.stat.meansize)
    total = 0.0
    for i in range(m.nv):
        total += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1]
    m.stat.meaninertia = total / m.nv if m.nv > 0 else 1.0


@kernel
def box_low(box: Box, k: int) -> float:
    return box[0] if k == 0 else (box[1] if k == 1 else box[2])


@kernel
def box_high(box: Box, k: int) -> float:
    return box[3] if k == 0 else (box[4] if k == 1 else box[5])


@kernel
def constants_at_rest(m: Model, d: Data) -> None:
    """Compute the constants that need the factored inertia, lengths and moments at qpos0."""
    dof_weights(m, d)
    body_weights(m, d)
    tendon_constants(m, d)
    actuator_constants(m, d)
    equality_constants(m, d)
    camera_constants(m, d)
    body_sizes(m, d)
    if is_resolved(m, d):
        statistics(m, d)


KINEMATICS, COM_POS, TENDON, CRB = INDEX["kinematics"], INDEX["com_pos"], INDEX["tendon"], INDEX["crb"]
MAKE_M, FACTOR_M, TRANSMISSION = INDEX["make_m"], INDEX["factor_m"], INDEX["transmission"]
SUBTREE_MASS, DOF_INERTIA, AT_REST = INDEX["subtree_mass"], INDEX["dof_inertia"], INDEX["constants_at_rest"]
FLEX_LENGTHS, FLEX_WEIGHTS = INDEX["flex_lengths"], INDEX["flex_weights"]
AT_QPOS_SPRING = -1.0  # tendon_lengthspring: use the length at qpos_spring


@kernel
def is_unknown(m: Model, t: int) -> bool:
    """Return whether the rest length of a tendon is the length at qpos_spring."""
    return m.tendon_lengthspring[t, 0] == AT_QPOS_SPRING and m.tendon_lengthspring[t, 1] == AT_QPOS_SPRING


@kernel
def rest_lengths(m: Model, d: Data) -> None:
    """Write tendon_lengthspring of tendons whose rest length is that at qpos_spring."""
    unknown = 0
    for t in range(m.ntendon if is_resolved(m, d) else 0):
        unknown += 1 if is_unknown(m, t) else 0
    if unknown == 0:
        return
    for k in range(m.nq):
        d.qpos[k] = m.qpos_spring[k]
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    run(m, d, TENDON)
    if d.status == DONE:
        for t in range(m.ntendon):
            if is_unknown(m, t):
                m.tendon_lengthspring[t, 0] = d.ten_length[t]
                m.tendon_lengthspring[t, 1] = d.ten_length[t]


@kernel
def set_constants(m: Model, d: Data) -> None:
    """Compute all constants of m that follow from qpos0; d.qpos is qpos0 afterwards.

    Also computes jnt_actuatorid, tendon_actuatorid, flg_surfacevel, flg_adhesion.

    Constants that overwrite their input (the damping ratio of servos, anchors of welds) are computed last, so that the
    sequence can be repeated if a stage is missing.
    """
    find_actuators(m)
    find_features(m)
    rest_lengths(m, d)
    for k in range(m.nq):
        d.qpos[k] = m.qpos0[k]
    run(m, d, SUBTREE_MASS)
    run(m, d, KINEMATICS)
    run(m, d, COM_POS)
    run(m, d, TENDON)
    run(m, d, CRB)
    run(m, d, DOF_INERTIA)  # before make_m, which uses the inertia of simple dofs
    run(m, d, MAKE_M)
    run(m, d, FACTOR_M)
    run(m, d, TRANSMISSION)
    if m.nflex > 0:
        run(m, d, FLEX_LENGTHS)
    run(m, d, AT_REST)
    if m.nflex > 0:
        run(m, d, FLEX_WEIGHTS)
