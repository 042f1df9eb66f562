"""Forces: applied forces, equality anchors, contacts, perturbation and selection.

Documents: Computation / Contact; XML reference / visual/map (force), visual/rgba (contactpoint, contactforce, ...);
Programming / Visualization; API / MjvPerturb
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    get3,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    norm,
    quat_to_mat,
)
from gelenk.engine.constraint.rows.equality import anchors
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.scene.appearance import row_rgba
from gelenk.scene.shapes import IDENTITY, Color, add_connector, add_decor, add_frame, load_color, set_size
from gelenk.tables.enums import mjMINVAL, mjtEq, mjtFrame, mjtGeom, mjtLabel, mjtObj, mjtPertBit, mjtVisFlag
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene


@kernel
def scene_applied(m: Model, d: Data, s: Scene) -> None:
    """Add the forces applied to bodies, at their centers of mass.

    Reads   xfrc_applied, xipos
    """
    if s.opt.flags[mjtVisFlag.mjVIS_PERTFORCE] == 0:
        return
    length = s.vis_map.force / m.stat.meanmass
    width = s.vis_scale.forcewidth * m.stat.meansize
    for b in range(1, m.nbody):
        force = (d.xfrc_applied[b, 0], d.xfrc_applied[b, 1], d.xfrc_applied[b, 2])
        if norm(force) > mjMINVAL:
            start = load3(d.xipos, b)
            end = add_scaled(start, force, length)
            add_connector(
                s,
                mjtGeom.mjGEOM_ARROW,
                mjtObj.mjOBJ_UNKNOWN,
                b,
                width,
                start,
                end,
                load_color(s.vis_rgba.force),
            )


@kernel
def scene_equalities(m: Model, d: Data, s: Scene) -> None:
    """Add the two anchors of active connects and welds, with axes of their bodies or sites.

    Reads   eq_active, poses of bodies and sites
    """
    if s.opt.flags[mjtVisFlag.mjVIS_CONSTRAINT] == 0:
        return
    size = s.vis_scale.constraint * m.stat.meansize
    for e in range(m.neq):
        if d.eq_active[e] == 0 or (m.eq_type[e] != mjtEq.mjEQ_CONNECT and m.eq_type[e] != mjtEq.mjEQ_WELD):
            continue
        b1, b2, p1, p2, q1, q2 = anchors(m, d, e)
        sites = m.eq_objtype[e] == mjtObj.mjOBJ_SITE
        for k in range(2):
            mat = quat_to_mat(q1 if k == 0 else q2) if sites else load9(d.xmat, b1 if k == 0 else b2)
            rgba = load_color(s.vis_rgba.connect if k == 0 else s.vis_rgba.constraint)
            n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_EQUALITY, e, p1 if k == 0 else p2, mat, rgba)
            set_size(s, n, size, size, size)
            if s.opt.label == mjtLabel.mjLABEL_CONSTRAINT:
                s.geom_mark[n] = mjtLabel.mjLABEL_CONSTRAINT


@kernel
def contact_body(m: Model, d: Data, c: int, side: int) -> int:
    """Return the body of one side of a contact; flexes rank after all bodies."""
    geom = d.contact_geom[c, side]
    return m.geom_bodyid[geom] if geom >= 0 else m.nbody


@kernel
def contact_rgba(d: Data, s: Scene, c: int) -> Color:
    """Return the color of a contact point: of its island, or by whether the contact is active."""
    row = d.contact_efc_address[c]
    if row < 0:
        return load_color(s.vis_rgba.contactgap)
    if s.opt.flags[mjtVisFlag.mjVIS_ISLAND] != 0:
        return row_rgba(d, row)
    return load_color(s.vis_rgba.contactpoint)


@kernel
def add_contact_point(m: Model, d: Data, s: Scene, c: int, pos: Vec3, frame: Mat3) -> None:
    """Add a disc across the contact normal, at least as thick as the penetration."""
    width = s.vis_scale.contactwidth * m.stat.meansize
    height = max(s.vis_scale.contactheight * m.stat.meansize, -0.5 * d.contact_dist[c])
    # z of the disc is the normal, the first axis of a contact frame
    mat = (frame[3], frame[6], frame[0], frame[4], frame[7], frame[1], frame[5], frame[8], frame[2])
    n = add_decor(s, mjtGeom.mjGEOM_CYLINDER, mjtObj.mjOBJ_UNKNOWN, c, pos, mat, contact_rgba(d, s, c))
    set_size(s, n, width, width, height)
    if s.opt.label == mjtLabel.mjLABEL_CONTACTPOINT:
        s.geom_mark[n] = mjtLabel.mjLABEL_CONTACTPOINT


@kernel
def add_contact_force(m: Model, d: Data, s: Scene, c: int, pos: Vec3, frame: Mat3) -> None:
    """Add the contact force as one arrow, or normal force and friction as two."""
    force, _ = contact_force_torque(m, d, c)
    total = norm(force)
    if total < mjMINVAL:
        return
    length = s.vis_map.force / m.stat.meanmass
    width = s.vis_scale.forcewidth * m.stat.meansize
    rgba = load_color(s.vis_rgba.contactforce)
    body1, body2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    split = s.opt.flags[mjtVisFlag.mjVIS_CONTACTSPLIT] != 0
    # towards the body with the larger id, so that the world pushes
    sign = -1.0 if body1 > body2 else 1.0
    shown = (force[0], 0.0, 0.0) if split else force
    end = add_scaled(pos, mat_t_vec(frame, shown), sign * length)
    one_sided = body1 <= 0 or body2 <= 0 or (split and d.contact_dim[c] > 1)
    shape = mjtGeom.mjGEOM_ARROW if one_sided else mjtGeom.mjGEOM_ARROW2
    n = add_connector(s, shape, mjtObj.mjOBJ_UNKNOWN, c, width, pos, end, rgba)
    if s.opt.label == mjtLabel.mjLABEL_CONTACTFORCE:
        s.geom_mark[n] = mjtLabel.mjLABEL_CONTACTFORCE
        s.geom_value[n] = total
    if split and d.contact_dim[c] > 1:
        end = add_scaled(pos, mat_t_vec(frame, (0.0, force[1], force[2])), sign * length)
        add_connector(
            s,
            mjtGeom.mjGEOM_ARROW,
            mjtObj.mjOBJ_UNKNOWN,
            c,
            width,
            pos,
            end,
            load_color(s.vis_rgba.contactfriction),
        )


@kernel
def scene_contacts(m: Model, d: Data, s: Scene) -> None:
    """Add contact points, frames and forces.

    Reads   contact, efc_force, efc_island
    """
    length = 0.5 * s.vis_scale.framelength * m.stat.meansize
    width = 0.5 * s.vis_scale.framewidth * m.stat.meansize
    for c in range(d.ncon):
        pos, frame = load3(d.contact_pos, c), load9(d.contact_frame, c)
        if s.opt.flags[mjtVisFlag.mjVIS_CONTACTPOINT] != 0:
            add_contact_point(m, d, s, c, pos, frame)
        if s.opt.frame == mjtFrame.mjFRAME_CONTACT:
            columns = (
                *(frame[0], frame[3], frame[6]),
                *(frame[1], frame[4], frame[7]),
                *(frame[2], frame[5], frame[8]),
            )
            add_frame(s, c, pos, columns, length, width)
        if s.opt.flags[mjtVisFlag.mjVIS_CONTACTFORCE] != 0 and d.contact_efc_address[c] >= 0:
            add_contact_force(m, d, s, c, pos, frame)


@kernel
def selected_point(m: Model, d: Data, s: Scene) -> Vec3:
    """Return the selected point in the world frame."""
    b, local = s.pert.select, get3(s.pert.localpos, 0)
    if b >= m.nbody:
        return add(load3(s.select_pos, 0), mat_vec(load9(s.select_mat, 0), local))
    return add(load3(d.xpos, b), mat_vec(load9(d.xmat, b), local))


@kernel
def pert_rgba(s: Scene, rgba: Color, bit: int) -> Color:
    """Return the color of a perturbation: red and green are swapped for the second one.

    If both are active, red and green are set to the larger of them.
    """
    first, second = s.pert.active & bit != 0, s.pert.active2 & bit != 0
    red, green = rgba[0], rgba[1]
    if first and second:
        red = max(red, green)
        green = red
    elif second:
        red, green = green, red
    return red, green, rgba[2], rgba[3]


@kernel
def add_spring(m: Model, d: Data, s: Scene) -> None:
    """Add a capsule from the selected point to its goal, and a ball at the goal."""
    b = s.pert.select
    width = s.vis_scale.constraint * m.stat.meansize
    rgba = pert_rgba(s, load_color(s.vis_rgba.constraint), mjtPertBit.mjPERT_TRANSLATE)
    goal = get3(s.pert.refselpos, 0)
    add_connector(
        s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_UNKNOWN, b, width, selected_point(m, d, s), goal, rgba
    )
    q = (s.pert.refquat[0], s.pert.refquat[1], s.pert.refquat[2], s.pert.refquat[3])
    n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_UNKNOWN, b, goal, quat_to_mat(q), rgba)
    set_size(s, n, 2.0 * width, 2.0 * width, 2.0 * width)


@kernel
def add_turned_box(m: Model, d: Data, s: Scene) -> None:
    """Add the bounding box of the selected body in its goal orientation."""
    b = s.pert.select
    exists = b < m.nbody
    pos = load3(d.xipos, b) if exists else load3(s.select_pos, 1)
    x, y, z = m.stat.meansize, m.stat.meansize, m.stat.meansize
    node = m.body_bvhadr[b] if exists else -1
    if 0 <= node < m.nbvhstatic:
        pos = add(pos, mat_vec(load9(d.ximat, b), load3(m.bvh_aabb, node)))
        x, y, z = m.bvh_aabb[node, 3], m.bvh_aabb[node, 4], m.bvh_aabb[node, 5]
    q = (s.pert.refquat[0], s.pert.refquat[1], s.pert.refquat[2], s.pert.refquat[3])
    rgba = pert_rgba(s, load_color(s.vis_rgba.inertia), mjtPertBit.mjPERT_ROTATE)
    n = add_decor(s, mjtGeom.mjGEOM_BOX, mjtObj.mjOBJ_UNKNOWN, b, pos, quat_to_mat(q), rgba)
    set_size(s, n, x, y, z)


@kernel
def scene_perturbation(m: Model, d: Data, s: Scene) -> None:
    """Add spring and box of an active perturbation.

    Reads   xpos, xmat, xipos, ximat
    """
    b = s.pert.select
    if b < 1 or s.opt.flags[mjtVisFlag.mjVIS_PERTOBJ] == 0:
        return
    if (s.pert.active | s.pert.active2) & mjtPertBit.mjPERT_TRANSLATE:
        add_spring(m, d, s)
    if (s.pert.active | s.pert.active2) & mjtPertBit.mjPERT_ROTATE:
        add_turned_box(m, d, s)


@kernel
def scene_selection(m: Model, d: Data, s: Scene) -> None:
    """Add the selected point.

    Reads   xpos, xmat
    """
    b = s.pert.select
    if b > 0 and s.opt.flags[mjtVisFlag.mjVIS_SELECT] != 0:
        rgba = load_color(s.vis_rgba.selectpoint)
        size = s.vis_scale.selectpoint * m.stat.meansize
        n = add_decor(
            s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_UNKNOWN, b, selected_point(m, d, s), IDENTITY, rgba
        )
        set_size(s, n, size, size, size)
        if s.opt.label == mjtLabel.mjLABEL_SELPNT:
            s.geom_mark[n] = mjtLabel.mjLABEL_SELPNT
