"""The tangents of frames, centers of mass and dof axes by positions, in closed form.

Documents: design / Tangents of kernels; Featherstone 2008, ch. 2

A body moves with the dofs i of its chain: its twist is the sum of cdof[i] s[i], about the origin of the world. Values
are computed at s = 0; the tangents of s are those of the frames that are fixed to the body: dp = u + w x p for a point,
dR = w x R for axes, dq = (0, w) q / 2 for quaternions.
"""

from gelenk.algebra.spatial import Motion, add6_scaled, linear_part, load6, rotation_part, store6
from gelenk.algebra.vec import Vec3, add, add_scaled, cross, load3, load4, load9, store3, store4, store9, sub
from gelenk.engine.force.acceleration import any_nonzero
from gelenk.engine.force.passive import has_gravcomp
from gelenk.engine.force.velocity import ZERO6
from gelenk.tables.enums import mjMINVAL, mjtJoint, mjtTrn
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Rows

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
def reads_frames(m: Model, d: Data) -> bool:
    """Return whether forces other than inertial ones read frames or dof axes.

    In most models only contacts do.
    """
    return d.ncon > 0 or reads_bodies(m, d)


@kernel
def reads_geoms(m: Model) -> bool:
    """Return whether tendons wrap around geoms, and so read their frames without contact."""
    return m.ntendon > 0


@kernel
def mark_geoms(m: Model, d: Data) -> None:
    """sweep_list[g] = 1 for geoms whose frames are read, else 0"""
    whole = 1 if reads_geoms(m) else 0
    for g in range(m.ngeom):
        d.sweep_list[g] = whole
    for c in range(d.ncon):
        d.sweep_list[d.contact_geom[c, 0]] = 1
        d.sweep_list[d.contact_geom[c, 1]] = 1


# Motion


@kernel
def shift(t: Motion, p: Vec3) -> Vec3:
    """Return the velocity of a point p that moves with a twist t about the origin."""
    return add((t[3], t[4], t[5]), cross((t[0], t[1], t[2]), p))


@kernel
def move_point(t: Motion, points: Rows, i: int) -> None:
    """Move point i."""
    p = load3(points, i)
    store3(points, i, add(p, shift(t, p)))


@kernel
def move_axes(t: Motion, mats: Rows, i: int) -> None:
    """Move the axes of matrix i, its columns."""
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
    """Move quaternion i."""
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
def move_body(m: Model, d: Data, b: int, frame: bool) -> None:
    """Move the geoms of body b and, if asked, its frames.

    Also adds the motion of its mass to that of the center of mass of its tree.
    """
    t, root = load6(d.rne_acc, m.body_parentid[b]), m.body_rootid[b]
    com = load3(d.subtree_com, root)
    for i in range(m.body_dofadr[b], m.body_dofadr[b] + m.body_dofnum[b]):
        t = with_dof(d, t, i, com)
    store6(d.rne_acc, b, t)
    mass = m.body_subtreemass[root]
    part = m.body_mass[b] / mass if mass >= mjMINVAL else (1.0 if b == root else 0.0)
    store3(d.rne_frc, root, add_scaled(load3(d.rne_frc, root), shift(t, load3(d.xipos, b)), part))
    if frame:
        move_point(t, d.xpos, b)
        move_point(t, d.xipos, b)
        move_axes(t, d.xmat, b)
        move_quat(t, d.xquat, b)
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if d.sweep_list[g] != 0:
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

    Dofs of a ball joint move with each other.
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

    Replaces kinematics and com_pos where only the inputs of forces other than inertial ones are needed.
    Reads   sol_Ma (nv), contacts of the same state; tangents of written fields are zero before
    Writes  cdof (nv, 6), subtree_com of trees, if read, xpos xipos xmat xquat (nbody), geom_xpos geom_xmat
            (ngeom), site_xpos site_xmat (nsite); uses rne_acc, rne_frc (nbody, 6), sweep_list
    """
    store6(d.rne_acc, 0, ZERO6)
    for b in range(m.nbody):
        store6(d.rne_frc, b, ZERO6)
    mark_geoms(m, d)
    frames = reads_bodies(m, d)
    for b in range(1, m.nbody):
        move_body(m, d, b, frames)
    for s in range(m.nsite if reads_sites(m) else 0):
        t = load6(d.rne_acc, m.site_bodyid[s])
        move_point(t, d.site_xpos, s)
        move_axes(t, d.site_xmat, s)
    for b in range(1, m.nbody):
        move_dofs(m, d, b)
    for b in range(1, m.nbody):
        if m.body_rootid[b] == b:
            store3(d.subtree_com, b, add(load3(d.subtree_com, b), load3(d.rne_frc, b)))
