"""Forces as decor (applied, contact, perturbation, selection), and actuators.

Documents: Computation / Contact; XML reference / visual/map (force), visual/rgba (contactpoint, contactforce, ...);
Programming / Visualization; API / MjvPerturb; XML reference / visual/rgba (actuator, actuatornegative,
actuatorpositive, slidercrank, crankbroken)

Forces are shown for applied forces, equality anchors, contacts, perturbation and selection. Actuators are shown as
arrows and tendons colored by control or activation, and as slider-cranks.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    dot,
    get3,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    norm,
    quat_to_mat,
    store3,
    store9,
    sub,
)
from gelenk.engine.constraint.rows.equality import anchors
from gelenk.engine.force.post_constraint import contact_force_torque
from gelenk.scene.decor.bodies import BALL_SIZE, add_joint_shape
from gelenk.scene.geoms import row_rgba, set_material, shape_size, site_shape
from gelenk.scene.shapes import (
    IDENTITY,
    Color,
    add_connector,
    add_decor,
    add_frame,
    add_geom,
    connect,
    in_group,
    load_color,
    set_color,
    set_size,
)
from gelenk.scene.tendons import PULLEY, path_object, path_point
from gelenk.tables.enums import (
    mjMINVAL,
    mjtCatBit,
    mjtEq,
    mjtFrame,
    mjtGeom,
    mjtLabel,
    mjtObj,
    mjtPertBit,
    mjtTrn,
    mjtVisFlag,
)
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
    """Return the color of a perturbation: red and green are swapped if only active2 is set.

    If active and active2 are both set, red and green are their maximum.
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


# Actuators

SHELL_SCALE = 1.05  # size of a shell relative to its geom or site
BALL_AROUND = 1.1  # size of balls and boxes of actuators relative to those of joints


@kernel
def scaled_input(m: Model, d: Data, s: Scene, i: int) -> float:
    """Return the first control or the last activation of actuator ``i``, scaled to -1 .. 1.

    The result is 0 at the value of the range nearest to zero, 1 and -1 at its ends. As in 3.5.0, the range of limited
    controls also applies to activations. An upper end that is not above 0 is replaced by 1, a lower end that is not
    below 0 by -1.
    """
    value, low, high = 0.0, -1.0, 1.0
    u = m.actuator_ctrladr[i]
    commanded = m.actuator_ctrlnum[i] > 0
    if commanded:
        value = d.ctrl[u]
    active = s.opt.flags[mjtVisFlag.mjVIS_ACTIVATION] != 0 and m.actuator_actnum[i] > 0
    if active:
        value = d.act[m.actuator_actadr[i] + m.actuator_actnum[i] - 1]
    if commanded and m.actuator_ctrllimited[u] != 0:
        low, high = m.actuator_ctrlrange[u, 0], m.actuator_ctrlrange[u, 1]
    elif active and m.actuator_actlimited[i] != 0:
        low, high = m.actuator_actrange[i, 0], m.actuator_actrange[i, 1]
    middle = min(max(0.0, low), high)
    high = high if high > middle else 1.0
    low = low if low < middle else -1.0
    end = high - middle if value > middle else middle - low
    return min(1.0, max(-1.0, (value - middle) / max(mjMINVAL, end)))


@kernel
def drive_rgba(m: Model, d: Data, s: Scene, i: int) -> Color:
    """Blend the color of idle actuators with that of positive or negative ones."""
    a = scaled_input(m, d, s, i)
    idle = load_color(s.vis_rgba.actuator)
    busy = load_color(s.vis_rgba.actuatorpositive)
    if a < 0.0:
        busy = load_color(s.vis_rgba.actuatornegative)
    a = abs(a)
    return (
        a * busy[0] + (1.0 - a) * idle[0],
        a * busy[1] + (1.0 - a) * idle[1],
        a * busy[2] + (1.0 - a) * idle[2],
        a * busy[3] + (1.0 - a) * idle[3],
    )


@kernel
def mark_for_label(s: Scene, n: int, first: bool) -> None:
    """Mark the first shape of an actuator for its label."""
    if first and s.opt.label == mjtLabel.mjLABEL_ACTUATOR:
        s.geom_mark[n] = mjtLabel.mjLABEL_ACTUATOR


@kernel
def add_tendon_drive(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add the tendon of actuator ``i``, thicker than the tendon itself."""
    t = m.actuator_trnid[i, 0]
    first = d.ten_wrapadr[t]
    if first < 0 or first + d.ten_wrapnum[t] > 2 * m.nwrap:
        return
    started = False
    for k in range(first, first + d.ten_wrapnum[t] - 1):
        a, b = path_object(d, k), path_object(d, k + 1)
        if a == PULLEY or b == PULLEY:
            continue
        width = m.tendon_width[t] * s.vis_map.actuatortendon * (0.5 if a >= 0 and b >= 0 else 1.0)
        n = add_geom(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DECOR)
        connect(s, n, width, path_point(d, k), path_point(d, k + 1))
        set_material(m, s, n, m.tendon_matid[t], rgba)
        set_color(s, n, rgba)
        mark_for_label(s, n, not started)
        started = True


@kernel
def add_site_drive(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add a shell around the site of actuator ``i``."""
    site = m.actuator_trnid[i, 0]
    n = add_geom(s, m.site_type[site], mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DECOR)
    site_shape(m, d, s, n, site, SHELL_SCALE)
    set_color(s, n, rgba)
    mark_for_label(s, n, True)


@kernel
def add_body_drive(m: Model, d: Data, s: Scene, i: int, rgba: Color) -> None:
    """Add shells around the primitive geoms of the body of actuator ``i``."""
    body = m.actuator_trnid[i, 0]
    for g in range(m.body_geomadr[body], m.body_geomadr[body] + m.body_geomnum[body]):
        if m.geom_type[g] < mjtGeom.mjGEOM_SPHERE or m.geom_type[g] > mjtGeom.mjGEOM_BOX:
            continue
        n = add_geom(s, m.geom_type[g], mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DECOR)
        x, y, z = m.geom_size[g, 0], m.geom_size[g, 1], m.geom_size[g, 2]
        shape_size(s, n, m.geom_type[g], SHELL_SCALE * x, SHELL_SCALE * y, SHELL_SCALE * z)
        store3(s.geom_pos, n, load3(d.geom_xpos, g))
        store9(s.geom_mat, n, load9(d.geom_xmat, g))
        set_color(s, n, rgba)


@kernel
def scene_actuators(m: Model, d: Data, s: Scene) -> None:
    """Add the actuators of visible groups.

    Reads   ctrl, act, poses of what they act on
    """
    if s.opt.flags[mjtVisFlag.mjVIS_ACTUATOR] == 0:
        return
    size = m.stat.meansize
    length, width = s.vis_scale.actuatorlength * size, s.vis_scale.actuatorwidth * size
    ball = BALL_AROUND * BALL_SIZE * s.vis_scale.jointlength * size
    for i in range(m.nactuator):
        if not in_group(s.opt.actuatorgroup, m.actuator_group[i]):
            continue
        rgba = drive_rgba(m, d, s, i)
        kind = m.actuator_trntype[i]
        if kind == mjtTrn.mjTRN_JOINT or kind == mjtTrn.mjTRN_JOINTINPARENT:
            j = m.actuator_trnid[i, 0]
            n = add_joint_shape(m, d, s, j, mjtObj.mjOBJ_ACTUATOR, i, ball, length, width, rgba)
            mark_for_label(s, n, True)
        elif kind == mjtTrn.mjTRN_TENDON:
            add_tendon_drive(m, d, s, i, rgba)
        elif kind == mjtTrn.mjTRN_SITE:
            add_site_drive(m, d, s, i, rgba)
        elif kind == mjtTrn.mjTRN_BODY:
            add_body_drive(m, d, s, i, rgba)


@kernel
def add_crank(m: Model, d: Data, s: Scene, i: int) -> None:
    """Add slider and rod of actuator ``i``.

    The rod reaches from the crank's pin to the slider's axis.
    """
    crank, slider = m.actuator_trnid[i, 0], m.actuator_trnid[i, 1]
    rod = m.actuator_cranklength[i]
    pin, start, mat = load3(d.site_xpos, crank), load3(d.site_xpos, slider), load9(d.site_xmat, slider)
    axis = (mat[2], mat[5], mat[8])
    to_pin = sub(pin, start)
    along = dot(to_pin, axis)
    square = along * along + rod * rod - dot(to_pin, to_pin)
    broken = square < 0.0
    reach = along if broken else along - math.sqrt(square)
    end = add_scaled(start, axis, reach)
    size = m.stat.meansize
    n = add_geom(s, mjtGeom.mjGEOM_CYLINDER, mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DYNAMIC)
    connect(s, n, s.vis_scale.slidercrank * size, start, end)
    set_color(s, n, load_color(s.vis_rgba.slidercrank))
    mark_for_label(s, n, True)
    n = add_geom(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_ACTUATOR, i, mjtCatBit.mjCAT_DYNAMIC)
    connect(s, n, 0.5 * s.vis_scale.slidercrank * size, end, pin)
    set_color(s, n, load_color(s.vis_rgba.crankbroken) if broken else load_color(s.vis_rgba.slidercrank))


@kernel
def scene_cranks(m: Model, d: Data, s: Scene) -> None:
    """Add the slider-cranks of actuators of all groups.

    Reads   site_xpos, site_xmat
    """
    for i in range(m.nactuator):
        if m.actuator_trntype[i] == mjtTrn.mjTRN_SLIDERCRANK:
            add_crank(m, d, s, i)
