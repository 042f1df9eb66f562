"""Forces: what the user applies, anchors of equalities, contacts and their forces.

Documents: Computation / Contact; XML reference / visual/map (force), visual/rgba (contactpoint, contactforce, ...)
"""

from gelenk.algebra.vec import Mat3, Vec3, add_scaled, load3, load9, mat_t_vec, norm, quat_to_mat
from gelenk.engine.constraint.rows.equality import anchors
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, Scene
from gelenk.scene.looks import row_rgba
from gelenk.scene.shapes import Color, add_connector, add_decor, add_frame, load_color, set_size
from gelenk.tables.enums import mjMINVAL, mjtEq, mjtFrame, mjtGeom, mjtLabel, mjtObj, mjtVisFlag


@kernel
def scene_applied(m: Model, d: Data, s: Scene) -> None:
    """Forces applied to bodies, at their centers of mass.    Reads xfrc_applied, xipos"""
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
    """The two anchors of active connects and welds.    Reads eq_active, poses of bodies and sites"""
    if s.opt.flags[mjtVisFlag.mjVIS_CONSTRAINT] == 0:
        return
    size = s.vis_scale.constraint * m.stat.meansize
    for e in range(m.neq):
        if d.eq_active[e] == 0 or (m.eq_type[e] != mjtEq.mjEQ_CONNECT and m.eq_type[e] != mjtEq.mjEQ_WELD):
            continue
        _, _, p1, p2, q1, q2 = anchors(m, d, e)
        for k in range(2):
            mat = quat_to_mat(q1 if k == 0 else q2)
            rgba = load_color(s.vis_rgba.connect if k == 0 else s.vis_rgba.constraint)
            n = add_decor(s, mjtGeom.mjGEOM_SPHERE, mjtObj.mjOBJ_EQUALITY, e, p1 if k == 0 else p2, mat, rgba)
            set_size(s, n, size, size, size)
            if s.opt.label == mjtLabel.mjLABEL_CONSTRAINT:
                s.geom_mark[n] = mjtLabel.mjLABEL_CONSTRAINT


@kernel
def contact_body(m: Model, d: Data, c: int, side: int) -> int:
    """The body of one side of a contact; flexes, whatever carries them, come after all bodies."""
    geom = d.contact_geom[c, side]
    return m.geom_bodyid[geom] if geom >= 0 else m.nbody


@kernel
def contact_rgba(d: Data, s: Scene, c: int) -> Color:
    """Color of a contact point: of its island, of one that acts, of one within its gap."""
    row = d.contact_efc_address[c]
    if row < 0:
        return load_color(s.vis_rgba.contactgap)
    if s.opt.flags[mjtVisFlag.mjVIS_ISLAND] != 0:
        return row_rgba(d, row)
    return load_color(s.vis_rgba.contactpoint)


@kernel
def add_contact_point(m: Model, d: Data, s: Scene, c: int, pos: Vec3, frame: Mat3) -> None:
    """A disc across the normal, as thick as the contact is deep."""
    width = s.vis_scale.contactwidth * m.stat.meansize
    height = max(s.vis_scale.contactheight * m.stat.meansize, -0.5 * d.contact_dist[c])
    # z of the disc is the normal, which comes first in contact frames
    mat = (frame[3], frame[6], frame[0], frame[4], frame[7], frame[1], frame[5], frame[8], frame[2])
    n = add_decor(s, mjtGeom.mjGEOM_CYLINDER, mjtObj.mjOBJ_UNKNOWN, c, pos, mat, contact_rgba(d, s, c))
    set_size(s, n, width, width, height)
    if s.opt.label == mjtLabel.mjLABEL_CONTACTPOINT:
        s.geom_mark[n] = mjtLabel.mjLABEL_CONTACTPOINT


@kernel
def add_contact_force(m: Model, d: Data, s: Scene, c: int, pos: Vec3, frame: Mat3) -> None:
    """The force as an arrow, or its normal part and friction as two."""
    force, _ = contact_force_torque(m, d, c)
    total = norm(force)
    if total < mjMINVAL:
        return
    length = s.vis_map.force / m.stat.meanmass
    width = s.vis_scale.forcewidth * m.stat.meansize
    rgba = load_color(s.vis_rgba.contactforce)
    body1, body2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    split = s.opt.flags[mjtVisFlag.mjVIS_CONTACTSPLIT] != 0
    # towards the body with the larger number: what lies on the world is pushed
    sign = -1.0 if body1 > body2 else 1.0
    shown = (force[0], 0.0, 0.0) if split else force
    end = add_scaled(pos, mat_t_vec(frame, shown), sign * length)
    one_sided = body1 <= 0 or body2 <= 0 or (split and d.contact_dim[c] > 1)
    shape = mjtGeom.mjGEOM_ARROW if one_sided else mjtGeom.mjGEOM_ARROW2
    n = add_connector(s, shape, mjtObj.mjOBJ_UNKNOWN, c, width, pos, end, rgba)
    if s.opt.label == mjtLabel.mjLABEL_CONTACTFORCE:
        s.geom_mark[n] = mjtLabel.mjLABEL_CONTACTFORCE
        s.geom_value[n] = total
    if split and norm((0.0, force[1], force[2])) > mjMINVAL:
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
    """Contacts: points, frames, forces.    Reads contact, efc_force, efc_island"""
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
