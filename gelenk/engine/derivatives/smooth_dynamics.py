"""Derivatives of smooth dynamics in closed form: bias forces, M qacc, and frames.

Documents: design / Tangents of kernels; Carpentier and Mansard 2018; Singh, Russo and Wensing 2022; Featherstone
2008, ch. 2

Bias forces and M qacc have derivatives by positions and velocities. With S = cdof, about a fixed point and in world
axes, v and a before the joint of a dof (a includes minus gravity), and sums over the subtree of a dof i: I of inertias,
f of forces, B of the effects of v on inertias (below),

    p = v x S      r = a x S + v x p      s = p + (v after the joint) x S
    j = i or j an ancestor of i:    d tau[i] / dq[j] = S[i] . (B[i] p[j] + I[i] r[j])
                                    d tau[i] / dv[j] = S[i] . (B[i] S[j] + I[i] s[j])
    j an ancestor of i:             d tau[j] / dq[i] = S[j] . (B[i] p[i] + I[i] r[i] + S[i] x* f[i])
                                    d tau[j] / dv[i] = S[j] . (B[i] S[i] + I[i] s[i])

The three dofs of a ball joint rotate together, so the first form holds for all pairs of them. For a body with angular
velocity w, linear velocity u, inertia (J, h, m), linear momentum l = m u + w x h, and W = w x J (columnwise),

    B (y, z) = ((W + W' - [J w] + 2 (h . u) - 2 u h') y, 2 y x l)

where the linear part z of the argument drops out by Jacobi's identity.

Frames, centers of mass and dof axes have tangents by positions. A body moves with the dofs i of its chain: its twist is
the sum of cdof[i] s[i], about the origin of the world. Values are computed at s = 0; the tangents of s move what is
fixed to the body: dp = u + w x p for a point, dR = w x R for axes, dq = (0, w) q / 2 for quaternions.
"""

from gelenk.algebra.spatial import (
    Inert,
    Motion,
    add6,
    add6_scaled,
    cross_force,
    cross_motion,
    dot6,
    inert_mul,
    linear_part,
    load6,
    load10,
    rotation_part,
    store6,
)
from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load4,
    load9,
    store3,
    store4,
    store9,
    sub,
)
from gelenk.engine.force.passive import has_gravcomp
from gelenk.engine.force.velocity import ZERO6, any_nonzero, base_acceleration, inertial_force
from gelenk.tables.enums import mjMINVAL, mjtJoint, mjtTrn
from gelenk.tables.gradients import COLUMNS
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows, View

# offsets in the work space, which has 42 elements for each body, then 24 for each dof
VEL, ACC, TURN, FORCE, ACC_Y, FORCE_Y, BODY_SIZE = 0, 6, 12, 24, 30, 36, 42
RATE, BEND, SPEED, BEND_Y, DOF_SIZE = 0, 6, 12, 18, 24  # p, r, s, and r of a = y with v = 0


@kernel
def six(a: View, k: int) -> Motion:
    """Return the six elements from index k on."""
    return a[k], a[k + 1], a[k + 2], a[k + 3], a[k + 4], a[k + 5]


@kernel
def store_six(a: View, k: int, v: Motion) -> None:
    """a[k .. k + 6) = v"""
    for i in range(6):
        a[k + i] = v[i]


@kernel
def place(nv: int, i: int, j: int) -> int:
    """Return the index of row i and column j in a matrix of blocks of COLUMNS columns."""
    return (j // COLUMNS * nv + i) * COLUMNS + j % COLUMNS


# From the root to the leaves


@kernel
def derive_dof(m: Model, d: Data, work: View, i: int, v: Motion, a: Motion, c: Motion, after: Motion) -> None:
    """Store p, r and s of dof i.

    v, a, c   velocity, acceleration, and acceleration of y, before its joint; ``after``: velocity after it
    """
    k = BODY_SIZE * m.nbody + DOF_SIZE * i
    axis = load6(d.cdof, i)
    rate = cross_motion(v, axis)
    store_six(work, k + RATE, rate)
    store_six(work, k + BEND, add6(cross_motion(a, axis), cross_motion(v, rate)))
    store_six(work, k + SPEED, add6(rate, cross_motion(after, axis)))
    store_six(work, k + BEND_Y, cross_motion(c, axis))


@kernel
def derive_axes(
    m: Model, d: Data, work: View, y: View, first: int, n: int, v: Motion, a: Motion, c: Motion
) -> tuple[Motion, Motion, Motion]:
    """Return v, a and c after n dofs of a joint; store p, r and s of the dofs."""
    after, acc, acc_y = v, a, c
    for i in range(first, first + n):
        axis = load6(d.cdof, i)
        after = add6_scaled(after, axis, d.qvel[i])
        acc = add6_scaled(add6_scaled(acc, axis, d.qacc[i]), cross_motion(v, axis), d.qvel[i])
        acc_y = add6_scaled(acc_y, axis, y[i])
    for i in range(first, first + n):
        derive_dof(m, d, work, i, v, a, c, after)
    return after, acc, acc_y


@kernel
def derive_translations(
    d: Data, y: View, i: int, v: Motion, a: Motion, c: Motion
) -> tuple[Motion, Motion, Motion]:
    """Return v, a and c after the translations of a free joint, whose p, r and s stay zero."""
    for k in range(i, i + 3):
        axis = load6(d.cdof, k)
        v, a, c = (
            add6_scaled(v, axis, d.qvel[k]),
            add6_scaled(a, axis, d.qacc[k]),
            add6_scaled(c, axis, y[k]),
        )
    return v, a, c


@kernel
def turn_matrix(work: View, k: int, i: Inert, v: Motion) -> None:
    """Store B of a body with inertia i and velocity v at index k: nine elements, then l."""
    w, u, h = (v[0], v[1], v[2]), (v[3], v[4], v[5]), (i[6], i[7], i[8])
    x = cross(w, (i[0], i[3], i[4]))
    y = cross(w, (i[3], i[1], i[5]))
    z = cross(w, (i[4], i[5], i[2]))
    n = (
        i[0] * w[0] + i[3] * w[1] + i[4] * w[2],
        i[3] * w[0] + i[1] * w[1] + i[5] * w[2],
        i[4] * w[0] + i[5] * w[1] + i[2] * w[2],
    )
    both = 2.0 * dot(h, u)
    work[k] = 2.0 * x[0] + both - 2.0 * u[0] * h[0]
    work[k + 1] = y[0] + x[1] + n[2] - 2.0 * u[0] * h[1]
    work[k + 2] = z[0] + x[2] - n[1] - 2.0 * u[0] * h[2]
    work[k + 3] = x[1] + y[0] - n[2] - 2.0 * u[1] * h[0]
    work[k + 4] = 2.0 * y[1] + both - 2.0 * u[1] * h[1]
    work[k + 5] = z[1] + y[2] + n[0] - 2.0 * u[1] * h[2]
    work[k + 6] = x[2] + z[0] + n[1] - 2.0 * u[2] * h[0]
    work[k + 7] = y[2] + z[1] - n[0] - 2.0 * u[2] * h[1]
    work[k + 8] = 2.0 * z[2] + both - 2.0 * u[2] * h[2]
    turn = cross(w, h)
    for e in range(3):
        work[k + 9 + e] = i[9] * u[e] + turn[e]


@kernel
def derive_bodies(m: Model, d: Data, work: View, y: View) -> None:
    """Store B, composite inertias and forces of each body, and p, r and s of each dof."""
    store_six(work, VEL, ZERO6)
    store_six(work, ACC, base_acceleration(m))
    store_six(work, ACC_Y, ZERO6)
    for b in range(1, m.nbody):
        k, parent = BODY_SIZE * b, BODY_SIZE * m.body_parentid[b]
        v, a, c = six(work, parent + VEL), six(work, parent + ACC), six(work, parent + ACC_Y)
        first = m.body_jntadr[b]
        for j in range(first, first + m.body_jntnum[b]):
            i, kind = m.jnt_dofadr[j], m.jnt_type[j]
            if kind > mjtJoint.mjJNT_BALL:
                v, a, c = derive_axes(m, d, work, y, i, 1, v, a, c)
            elif kind == mjtJoint.mjJNT_BALL:
                v, a, c = derive_axes(m, d, work, y, i, 3, v, a, c)
            else:
                v, a, c = derive_translations(d, y, i, v, a, c)
                v, a, c = derive_axes(m, d, work, y, i + 3, 3, v, a, c)
        store_six(work, k + VEL, v)
        store_six(work, k + ACC, a)
        store_six(work, k + ACC_Y, c)
        inertia = load10(d.cinert, b)
        turn_matrix(work, k + TURN, inertia, v)
        store_six(work, k + FORCE, inertial_force(d, b, v, a))
        store_six(work, k + FORCE_Y, inert_mul(inertia, c))


# From the leaves to the root


@kernel
def turned(work: View, k: int, x: Motion) -> Motion:
    """Return B x for B at index k."""
    away = cross((x[0], x[1], x[2]), (work[k + 9], work[k + 10], work[k + 11]))
    return (
        work[k] * x[0] + work[k + 1] * x[1] + work[k + 2] * x[2],
        work[k + 3] * x[0] + work[k + 4] * x[1] + work[k + 5] * x[2],
        work[k + 6] * x[0] + work[k + 7] * x[1] + work[k + 8] * x[2],
        2.0 * away[0],
        2.0 * away[1],
        2.0 * away[2],
    )


@kernel
def turned_row(work: View, k: int, s: Motion) -> Vec3:
    """Return s' B for B at index k; the linear part is zero."""
    away = cross((work[k + 9], work[k + 10], work[k + 11]), (s[3], s[4], s[5]))
    return (
        work[k] * s[0] + work[k + 3] * s[1] + work[k + 6] * s[2] + 2.0 * away[0],
        work[k + 1] * s[0] + work[k + 4] * s[1] + work[k + 7] * s[2] + 2.0 * away[1],
        work[k + 2] * s[0] + work[k + 5] * s[1] + work[k + 8] * s[2] + 2.0 * away[2],
    )


@kernel
def dot_turn(t: Vec3, v: View, k: int) -> float:
    """Return the dot product of t and the angular part of the motion at index k."""
    return t[0] * v[k] + t[1] * v[k + 1] + t[2] * v[k + 2]


@kernel
def first_companion(m: Model, i: int) -> int:
    """Return the first rotational dof of the ball or free joint that dof i rotates, else i."""
    j = m.dof_jntid[i]
    kind, first = m.jnt_type[j], m.jnt_dofadr[j]
    if kind == mjtJoint.mjJNT_BALL:
        return first
    return first + 3 if kind == mjtJoint.mjJNT_FREE and i >= first + 3 else i


@kernel
def derive_pairs(m: Model, d: Data, work: View, i: int, by_pos: View, by_vel: View, by_inertia: View) -> None:
    """Store the derivatives between dof i and itself, and between dof i and its ancestors."""
    b = m.dof_bodyid[i]
    body, dofs, nv = BODY_SIZE * b, BODY_SIZE * m.nbody, m.nv
    own = dofs + DOF_SIZE * i
    axis, inertia = load6(d.cdof, i), load10(d.crb, b)
    turn, momentum = turned_row(work, body + TURN, axis), inert_mul(inertia, axis)
    pushed = add6(turned(work, body + TURN, six(work, own + RATE)), inert_mul(inertia, six(work, own + BEND)))
    moved = add6(turned(work, body + TURN, axis), inert_mul(inertia, six(work, own + SPEED)))
    pushed_y = inert_mul(inertia, six(work, own + BEND_Y))
    carried = add6(pushed, cross_force(axis, six(work, body + FORCE)))
    carried_y = add6(pushed_y, cross_force(axis, six(work, body + FORCE_Y)))
    companion = first_companion(m, i)
    j = i
    while j >= 0:
        k, other = dofs + DOF_SIZE * j, load6(d.cdof, j)
        at = place(nv, i, j)
        by_pos[at] = dot_turn(turn, work, k + RATE) + dot6(momentum, six(work, k + BEND))
        by_vel[at] = (
            turn[0] * other[0]
            + turn[1] * other[1]
            + turn[2] * other[2]
            + dot6(momentum, six(work, k + SPEED))
        )
        by_inertia[at] = dot6(momentum, six(work, k + BEND_Y))
        if j != i:
            at = place(nv, j, i)
            by_pos[at] = dot6(other, pushed if j >= companion else carried)
            by_vel[at] = dot6(other, moved)
            by_inertia[at] = dot6(other, pushed_y if j >= companion else carried_y)
        j = m.dof_parentid[j]


@kernel
def derive_bias(m: Model, d: Data, work: View, y: View, by_pos: View, by_vel: View, by_inertia: View) -> None:
    """Compute the derivatives of M qacc + qfrc_bias, and of M y, with qacc and y held.

    Elements of two different dofs are written only if one dof is an ancestor of the other; all others are zero.
    Reads   qvel, qacc (nv), cdof (nv, 6), cinert, crb (nbody, 10), gravity; y (nv)
    Writes  by_pos, by_vel: derivatives of M qacc + qfrc_bias by dq and qvel; by_inertia: of M y by dq; each nv rows,
            blocks of COLUMNS columns (see `place`); uses work (42 nbody + 24 nv)
    Source  Singh, Russo and Wensing 2022: Efficient Analytical Derivatives of Rigid-Body Dynamics
    """
    derive_bodies(m, d, work, y)
    for b in range(m.nbody - 1, 0, -1):
        for i in range(m.body_dofadr[b] + m.body_dofnum[b] - 1, m.body_dofadr[b] - 1, -1):
            derive_pairs(m, d, work, i, by_pos, by_vel, by_inertia)
        parent = m.body_parentid[b]
        if parent > 0:
            for k in range(TURN, FORCE + 6):
                work[BODY_SIZE * parent + k] += work[BODY_SIZE * b + k]
            for k in range(FORCE_Y, BODY_SIZE):
                work[BODY_SIZE * parent + k] += work[BODY_SIZE * b + k]


# Tangents of frames

# Which frames are read


@kernel
def reads_sites(m: Model) -> bool:
    """Return whether forces read frames of sites: of tendons, transmissions or equalities."""
    for u in range(m.nactuator):
        kind = m.actuator_trntype[u]
        if kind != mjtTrn.mjTRN_JOINT and kind != mjtTrn.mjTRN_JOINTINPARENT:
            return True
    return m.ntendon > 0 or m.neq > 0


@kernel
def reads_bodies(m: Model, d: Data) -> bool:
    """Return whether forces other than inertial ones read frames of bodies."""
    return reads_sites(m) or has_gravcomp(m) or any_nonzero(d, d.xfrc_applied)


@kernel
def reads_geoms(m: Model) -> bool:
    """Return whether tendons may wrap around geoms, so that their frames are read anyway."""
    return m.ntendon > 0


# Motion


@kernel
def shift(t: Motion, p: Vec3) -> Vec3:
    """Return the velocity of a point p that moves with a twist t about the origin."""
    return add((t[3], t[4], t[5]), cross((t[0], t[1], t[2]), p))


@kernel
def move_point(t: Motion, points: Rows, i: int) -> None:
    """Move point i by the twist t, to first order."""
    p = load3(points, i)
    store3(points, i, add(p, shift(t, p)))


@kernel
def move_axes(t: Motion, mats: Rows, i: int) -> None:
    """Move the columns of rotation matrix i by the twist t, to first order."""
    w, r = (t[0], t[1], t[2]), load9(mats, i)
    x, y, z = cross(w, (r[0], r[3], r[6])), cross(w, (r[1], r[4], r[7])), cross(w, (r[2], r[5], r[8]))
    moved = (
        *(r[0] + x[0], r[1] + y[0], r[2] + z[0]),
        *(r[3] + x[1], r[4] + y[1], r[5] + z[1]),
        *(r[6] + x[2], r[7] + y[2], r[8] + z[2]),
    )
    store9(mats, i, moved)


@kernel
def move_quat(t: Motion, quats: Rows, i: int) -> None:
    """Move quaternion i by the twist t, to first order."""
    w, q = (0.5 * t[0], 0.5 * t[1], 0.5 * t[2]), load4(quats, i)
    v = (q[1], q[2], q[3])
    turn = add_scaled(cross(w, v), w, q[0])
    store4(
        quats,
        i,
        (q[0] - w[0] * v[0] - w[1] * v[1] - w[2] * v[2], q[1] + turn[0], q[2] + turn[1], q[3] + turn[2]),
    )


@kernel
def with_dof(d: Data, t: Motion, i: int, com: Vec3) -> Motion:
    """Return the sum of twist t and the twist of dof i, about the origin."""
    w = rotation_part(d.cdof, i)
    u = add(linear_part(d.cdof, i), cross(com, w))
    return add6_scaled(t, (w[0], w[1], w[2], u[0], u[1], u[2]), d.sol_Ma[i])


@kernel
def move_body(m: Model, d: Data, b: int, geoms: bool) -> None:
    """Move the frames of body b and, if ``geoms``, those of its geoms.

    Also adds the contribution of body b to the motion of the center of mass of its tree.
    """
    t, root = load6(d.rne_acc, m.body_parentid[b]), m.body_rootid[b]
    com = load3(d.subtree_com, root)
    for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
        t = with_dof(d, t, i, com)
    store6(d.rne_acc, b, t)
    mass = m.body_subtreemass[root]
    part = m.body_mass[b] / mass if mass >= mjMINVAL else (1.0 if b == root else 0.0)
    store3(d.rne_frc, root, add_scaled(load3(d.rne_frc, root), shift(t, load3(d.xipos, b)), part))
    move_point(t, d.xpos, b)
    move_point(t, d.xipos, b)
    move_axes(t, d.xmat, b)
    move_quat(t, d.xquat, b)
    if geoms:
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            move_point(t, d.geom_xpos, g)
            move_axes(t, d.geom_xmat, g)


@kernel
def move_dof(d: Data, t: Motion, i: int, com: Vec3, moved: Vec3) -> None:
    """Move cdof of dof i, which moves with the twist t.

    com, moved   reference point of cdof, and the motion of that point
    """
    w, axis, slide = (t[0], t[1], t[2]), rotation_part(d.cdof, i), linear_part(d.cdof, i)
    turn = cross(w, axis)
    way = add(cross(w, slide), cross(sub(shift(t, com), moved), axis))
    store6(
        d.cdof,
        i,
        (
            *(axis[0] + turn[0], axis[1] + turn[1], axis[2] + turn[2]),
            *(slide[0] + way[0], slide[1] + way[1], slide[2] + way[2]),
        ),
    )


@kernel
def move_dofs(m: Model, d: Data, b: int) -> None:
    """Move cdof of the dofs of body b, each with the dofs before it.

    The three dofs of a ball joint rotate together, so each moves with all of them.
    """
    t, root = load6(d.rne_acc, m.body_parentid[b]), m.body_rootid[b]
    com, moved = load3(d.subtree_com, root), load3(d.rne_frc, root)
    first = m.body_jntadr[b]
    for j in range(first, first + m.body_jntnum[b]):
        i, kind = m.jnt_dofadr[j], m.jnt_type[j]
        if kind > mjtJoint.mjJNT_BALL:
            before = t
            t = with_dof(d, t, i, com)
            move_dof(d, before, i, com, moved)
            continue
        if kind == mjtJoint.mjJNT_FREE:
            for k in range(i, i + 3):
                t = with_dof(d, t, k, com)
            i += 3
        for k in range(i, i + 3):
            t = with_dof(d, t, k, com)
        for k in range(i, i + 3):
            move_dof(d, t, k, com, moved)


@kernel
def move_frames(m: Model, d: Data) -> None:
    """Move frames, centers of mass and dof axes along sol_Ma, which is zero and has tangents.

    Replaces kinematics and com_pos in the remainder, which has no inertial forces.
    Reads   sol_Ma (nv); tangents of written fields are zero before
    Writes  cdof (nv, 6), subtree_com of trees, xpos xipos xmat xquat (nbody); geom_xpos geom_xmat (ngeom), site_xpos
            site_xmat (nsite), if read; uses rne_acc, rne_frc (nbody, 6)
    """
    store6(d.rne_acc, 0, ZERO6)
    for b in range(m.nbody):
        store6(d.rne_frc, b, ZERO6)
    geoms = reads_geoms(m)
    for b in range(1, m.nbody):
        move_body(m, d, b, geoms)
    for s in range(m.nsite if reads_sites(m) else 0):
        t = load6(d.rne_acc, m.site_bodyid[s])
        move_point(t, d.site_xpos, s)
        move_axes(t, d.site_xmat, s)
    for b in range(1, m.nbody):
        move_dofs(m, d, b)
    for b in range(1, m.nbody):
        if m.body_rootid[b] == b:
            store3(d.subtree_com, b, add(load3(d.subtree_com, b), load3(d.rne_frc, b)))
