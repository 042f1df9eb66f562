"""Tendon lengths, Jacobian, velocities and inertia, and paths of spatial tendons.

Documents: Modeling / Tendons; XML reference / tendon; Computation / Actuation model; XML reference / tendon / spatial

A fixed tendon is a linear combination of joint positions: length = sum coef q, J = coef at the joints' dofs. Spatial
tendons have paths (below).

ten_J is dense (ntendon, nv), or, for a sparse Jacobian, packed rows from the start of ten_J with
ten_J_rownnz, ten_J_rowadr, ten_J_colind.

Paths of spatial tendons through sites and around geoms; length and Jacobian.

A path consists of straight segments and of curves on geoms. A segment from point x0 of body b0 to point x1 of
body b1 along the unit vector u lengthens at the rate u . (v1 - v0), so its row of the Jacobian is u' (J1 - J0).
A curve on a geom has minimal length, hence does not change to first order: it contributes to the length only.
After a pulley, everything is divided by its divisor.

With the armature a, the energy a l'^2 / 2 gives the bias force a J' (dJ/dt qvel); dJ/dt qvel is the
acceleration of the length at qacc = 0, u . (a1 - a0) + (|v|^2 - (u . v)^2) / length for v = v1 - v0.
"""

from gelenk.algebra.linalg import dot_dense, dot_sparse, insert_entry, is_sparse, last_dof, zero
from gelenk.algebra.spatial import dot6, load6, rotation_part
from gelenk.algebra.vec import Vec3, add, cross, dot, load3, load9, norm, normalize, scale, sub
from gelenk.engine.coefficients import tendon_inertia
from gelenk.engine.position.object_frames import com_offset, motion_at, wrench_at
from gelenk.engine.position.wrap import HALF_PLANE, NO_SIDE, SAME_WINDING, wrap_geom
from gelenk.engine.stage_calls import call_far
from gelenk.tables.enums import mjMINVAL, mjtWrap
from gelenk.tables.releases import R4_0
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import flat, kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, Rows, View

SPATIAL_TENDON = INDEX["spatial_tendon"]


@kernel
def fixed_length(m: Model, d: Data, t: int) -> float:
    """Return the length of fixed tendon ``t``: sum of coef qpos."""
    adr = m.tendon_adr[t]
    length = 0.0
    for w in range(adr, adr + m.tendon_num[t]):
        length += m.wrap_prm[w] * d.qpos[m.jnt_qposadr[m.wrap_objid[w]]]
    return length


@kernel
def fixed_row_dense(m: Model, d: Data, t: int) -> None:
    """Write row ``t`` of the dense ten_J for a fixed tendon."""
    row = d.ten_J[t]
    adr = m.tendon_adr[t]
    zero(row, m.nv)
    for w in range(adr, adr + m.tendon_num[t]):
        row[m.jnt_dofadr[m.wrap_objid[w]]] += m.wrap_prm[w]


@kernel
def fixed_row_sparse(m: Model, values: View, colind: Ints, t: int) -> int:
    """Write the row of fixed tendon ``t`` to ``values, colind``; return its entry count."""
    adr = m.tendon_adr[t]
    nnz = 0
    for w in range(adr, adr + m.tendon_num[t]):
        nnz = insert_entry(values, colind, nnz, m.jnt_dofadr[m.wrap_objid[w]], m.wrap_prm[w])
    return nnz


@kernel
def tendon(m: Model, d: Data) -> None:
    """Compute tendon lengths, their Jacobian and wrap paths (mj_tendon).

    Reads   qpos (nq), site_xpos geom_xpos geom_xmat, cdof (nv, 6), subtree_com
    Writes  ten_length (ntendon) [m or rad], ten_J (ntendon, nv); if sparse, ten_J_rownnz ten_J_rowadr
            ten_J_colind;
            ten_wrapadr ten_wrapnum (ntendon): first point and number of points, 0 for a fixed tendon
            wrap_obj (nwrap, 2): -1 site, -2 pulley, else geom id; wrap_xpos (nwrap, 6); two points per row
    Source  XML reference / tendon
    """
    sparse = is_sparse(m)
    values = flat(d.ten_J)
    colind = flat(d.ten_J_colind)
    at = 0
    path = 0
    for t in range(m.ntendon):
        if d.tendon_asleep[t] != 0 and d.ten_wrapadr[t] == path and (not sparse or d.ten_J_rowadr[t] == at):
            path += d.ten_wrapnum[t]  # the values computed before the tendon fell asleep are still valid
            at += d.ten_J_rownnz[t] if sparse else 0
            continue
        d.ten_wrapadr[t] = path
        d.ten_wrapnum[t] = 0
        nnz = 0
        if m.tendon_num[t] > 0 and m.wrap_type[m.tendon_adr[t]] == mjtWrap.mjWRAP_JOINT:
            d.ten_length[t] = fixed_length(m, d, t)
            if sparse:
                nnz = fixed_row_sparse(m, values[at:], colind[at:], t)
            else:
                fixed_row_dense(m, d, t)
        else:
            d.ten_J_rownnz[t] = 0
            call_far(m, d, SPATIAL_TENDON, t, at if sparse else t * m.nv)
            path += d.ten_wrapnum[t]
            nnz = d.ten_J_rownnz[t]
        if sparse:
            d.ten_J_rownnz[t] = nnz
            d.ten_J_rowadr[t] = at
            at += nnz


@kernel
def ten_row_dot(m: Model, d: Data, t: int, sparse: bool, vec: View) -> float:
    """Return row ``t`` of ten_J times a vector over the dofs."""
    if sparse:
        adr = d.ten_J_rowadr[t]
        return dot_sparse(flat(d.ten_J)[adr:], flat(d.ten_J_colind)[adr:], d.ten_J_rownnz[t], vec)
    return dot_dense(d.ten_J[t], vec, m.nv)


@kernel
def tendon_velocity(m: Model, d: Data) -> None:
    """ten_velocity = ten_J qvel (part of mj_fwdVelocity).

    Reads   ten_J, qvel (nv)        Writes  ten_velocity (ntendon)
    """
    sparse = is_sparse(m)
    for t in range(m.ntendon):
        if d.tendon_asleep[t] == 0:
            d.ten_velocity[t] = ten_row_dot(m, d, t, sparse, d.qvel)


@kernel
def ten_entry(d: Data, t: int, sparse: bool, i: int) -> float:
    """Return the element of ten_J of tendon ``t`` at dof ``i``."""
    if not sparse:
        return d.ten_J[t, i]
    values, colind = flat(d.ten_J), flat(d.ten_J_colind)
    adr = d.ten_J_rowadr[t]
    for k in range(adr, adr + d.ten_J_rownnz[t]):
        if colind[k] == i:
            return values[k]
    return 0.0


@kernel
def tendon_armature(m: Model, d: Data) -> None:
    """Add tendon inertia: M += armature J' J, where M has entries (mj_tendonArmature).

    This is a part of mj_makeM.
    Reads   ten_J        Writes  M (nC)
    Source  XML reference / tendon / spatial / armature
    """
    sparse = is_sparse(m)
    for t in range(m.ntendon):
        armature = tendon_inertia(m, t)
        if armature == 0.0 or d.tendon_asleep[t] != 0:
            continue
        for i in range(m.nv):
            weight = armature * ten_entry(d, t, sparse, i)
            if weight == 0.0 or d.tree_awake[m.dof_treeid[i]] == 0:  # M of a sleeping tree stays
                continue
            adr = m.M_rowadr[i]
            for k in range(adr, adr + m.M_rownnz[i]):
                d.M[k] += weight * ten_entry(d, t, sparse, m.M_colind[k])


# Paths of spatial tendons

AT_SITE, AT_PULLEY = -1, -2  # wrap_obj of points that do not lie on a geom
NONE = (0.0, 0.0, 0.0)


# Jacobian


@kernel
def put_entry(row: View, colind: Ints, nnz: int, sparse: bool, i: int, value: float) -> int:
    """row[i] += value, dense or sparse; return the number of entries of a sparse row."""
    if sparse:
        return insert_entry(row, colind, nnz, i, value)
    row[i] += value
    return nnz


@kernel
def add_segment(
    m: Model,
    d: Data,
    row: View,
    colind: Ints,
    nnz: int,
    sparse: bool,
    b0: int,
    x0: Vec3,
    b1: int,
    x1: Vec3,
    weight: float,
) -> int:
    """row += weight u' (J1 - J0) of a segment; return nnz.

    Dofs that move both ends do not change the length.
    """
    i0, i1 = last_dof(m, b0), last_dof(m, b1)
    if i0 == i1:
        return nnz
    force = scale(normalize(sub(x1, x0)), weight)
    w0, w1 = wrench_at(m, d, b0, x0, force, NONE), wrench_at(m, d, b1, x1, force, NONE)
    while i0 != i1:
        if i0 > i1:
            nnz = put_entry(row, colind, nnz, sparse, i0, -dot6(load6(d.cdof, i0), w0))
            i0 = m.dof_parentid[i0]
        else:
            nnz = put_entry(row, colind, nnz, sparse, i1, dot6(load6(d.cdof, i1), w1))
            i1 = m.dof_parentid[i1]
    return nnz


# Path


@kernel
def put_point(d: Data, at: int, kind: int, x: Vec3) -> int:
    """Append a point of the path (AT_SITE, AT_PULLEY or a geom id); return the next index."""
    xpos = flat(d.wrap_xpos)
    flat(d.wrap_obj)[at] = kind
    xpos[3 * at] = x[0]
    xpos[3 * at + 1] = x[1]
    xpos[3 * at + 2] = x[2]
    return at + 1


@kernel
def geom_contact(m: Model, d: Data, w: int, start: Vec3, end: Vec3) -> tuple[float, Vec3, Vec3]:
    """Wrap the tendon around the geom of path element ``w``, see wrap_geom for the results."""
    g = m.wrap_objid[w]
    side = int(m.wrap_prm[w])
    place, rule = NONE, NO_SIDE
    if side >= 0:
        place = load3(d.site_xpos, side)
        rule = SAME_WINDING if m.release[0] >= R4_0 else HALF_PLANE
    sphere = m.wrap_type[w] == mjtWrap.mjWRAP_SPHERE
    pos, mat = load3(d.geom_xpos, g), load9(d.geom_xmat, g)
    return wrap_geom(start, end, pos, mat, m.geom_size[g, 0], sphere, rule, place)


@kernel
def spatial_tendon(m: Model, d: Data, t: int, start: int) -> None:
    """Compute length, path and Jacobian of spatial tendon ``t`` (part of mj_tendon).

    ``start``: address of its Jacobian row in ten_J. Points begin at ten_wrapadr[t].
    Reads   site_xpos geom_xpos geom_xmat, cdof (nv, 6), subtree_com
    Writes  ten_length[t] [m], ten_J; if sparse its rownnz, colind, ten_wrapnum[t], wrap_obj, wrap_xpos
    Source  XML reference / tendon / spatial
    """
    sparse = is_sparse(m)
    row, colind = flat(d.ten_J)[start:], flat(d.ten_J_colind)[start:]
    if not sparse:
        zero(row, m.nv)
    path = d.ten_wrapadr[t]
    length, divisor, nnz = 0.0, 1.0, 0
    w, end = m.tendon_adr[t], m.tendon_adr[t] + m.tendon_num[t]
    while w < end:
        kind = m.wrap_type[w]
        if kind == mjtWrap.mjWRAP_PULLEY:
            divisor = m.wrap_prm[w]
            path = put_point(d, path, AT_PULLEY, NONE)
            w += 1
            continue
        b0, x0 = m.site_bodyid[m.wrap_objid[w]], load3(d.site_xpos, m.wrap_objid[w])
        path = put_point(d, path, AT_SITE, x0)
        w += 1
        if w >= end or m.wrap_type[w] == mjtWrap.mjWRAP_PULLEY:
            continue
        via = w
        if m.wrap_type[w] != mjtWrap.mjWRAP_SITE:
            w += 1  # a geom is followed by a site
        b1, x1 = m.site_bodyid[m.wrap_objid[w]], load3(d.site_xpos, m.wrap_objid[w])
        if via < w:
            on_geom, q0, q1 = geom_contact(m, d, via, x0, x1)
            if on_geom >= 0.0:
                g = m.wrap_objid[via]
                b = m.geom_bodyid[g]
                path = put_point(d, path, g, q0)
                path = put_point(d, path, g, q1)
                length += (norm(sub(q0, x0)) + on_geom) / divisor
                nnz = add_segment(m, d, row, colind, nnz, sparse, b0, x0, b, q0, 1.0 / divisor)
                b0, x0 = b, q1
        length += norm(sub(x1, x0)) / divisor
        nnz = add_segment(m, d, row, colind, nnz, sparse, b0, x0, b1, x1, 1.0 / divisor)
    d.ten_length[t] = length
    d.ten_wrapnum[t] = path - d.ten_wrapadr[t]
    if sparse:
        d.ten_J_rownnz[t] = nnz


# Inertia


@kernel
def point_motion(m: Model, d: Data, acc: Rows, b: int, x: Vec3) -> tuple[Vec3, Vec3]:
    """Return velocity and acceleration of point ``x`` of body ``b``.

    ``acc`` (nbody, 6) are spatial accelerations that include minus gravity.
    """
    offset = com_offset(m, d, b, x)
    v = motion_at(d.cvel, b, offset)
    return v, add(motion_at(acc, b, offset), cross(rotation_part(d.cvel, b), v))


@kernel
def length_acceleration(m: Model, d: Data, acc: Rows, t: int) -> float:
    """Return the second derivative of the length of a spatial tendon without geoms.

    ``acc`` (nbody, 6) are the accelerations of the bodies.
    """
    total, divisor = 0.0, 1.0
    adr = m.tendon_adr[t]
    for w in range(adr, adr + m.tendon_num[t] - 1):
        if m.wrap_type[w] == mjtWrap.mjWRAP_PULLEY:
            divisor = m.wrap_prm[w]
        if m.wrap_type[w] != mjtWrap.mjWRAP_SITE or m.wrap_type[w + 1] != mjtWrap.mjWRAP_SITE:
            continue
        s0, s1 = m.wrap_objid[w], m.wrap_objid[w + 1]
        x0, x1 = load3(d.site_xpos, s0), load3(d.site_xpos, s1)
        v0, a0 = point_motion(m, d, acc, m.site_bodyid[s0], x0)
        v1, a1 = point_motion(m, d, acc, m.site_bodyid[s1], x1)
        length = norm(sub(x1, x0))
        u, v = normalize(sub(x1, x0)), sub(v1, v0)
        total += dot(u, sub(a1, a0)) / divisor
        if length > mjMINVAL:
            along = dot(u, v)
            total += (dot(v, v) - along * along) / (length * divisor)
    return total


@kernel
def armature_bias(m: Model, d: Data, t: int, _: int) -> None:
    """qfrc_bias += armature J' (dJ/dt qvel) of spatial tendon ``t``.

    Reads   ten_J, cvel (nbody, 6), rne_acc (nbody, 6) of rne with qacc = 0, in which gravity cancels
    Source  XML reference / tendon / spatial / armature
    """
    force = tendon_inertia(m, t) * length_acceleration(m, d, d.rne_acc, t)
    values = flat(d.ten_J)
    if is_sparse(m):
        colind = flat(d.ten_J_colind)
        adr = d.ten_J_rowadr[t]
        for k in range(adr, adr + d.ten_J_rownnz[t]):
            if d.tree_awake[m.dof_treeid[colind[k]]] != 0:
                d.qfrc_bias[colind[k]] += force * values[k]
    else:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] != 0:
                d.qfrc_bias[i] += force * values[t * m.nv + i]
