"""Body decoration: equivalent inertias, frames, centers of mass, lines to parents, joints.

Documents: XML reference / visual; Computation / General framework; XML reference / visual/scale (jointlength,
jointwidth)

The box of equal inertia and mass has half sizes sqrt(6 (I_y + I_z - I_x) / mass) / 2, ..., the ellipsoid
sqrt(5 (I_y + I_z - I_x) / (2 mass)). Joints are arrows, balls and boxes.
"""

import math

from gelenk.algebra.vec import Mat3, Vec3, add_scaled, load3, load9, store3, store9
from gelenk.scene.geoms import body_island, highlight_selected, is_seen, limited_rgba
from gelenk.scene.shapes import (
    IDENTITY,
    Color,
    add_connector,
    add_decor,
    add_frame,
    add_geom,
    in_group,
    load_color,
    set_color,
    set_size,
)
from gelenk.tables.enums import (
    mjMINVAL,
    mjtCatBit,
    mjtConstraint,
    mjtFrame,
    mjtGeom,
    mjtJoint,
    mjtLabel,
    mjtObj,
    mjtVisFlag,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, Scene

DENSITY = 1000.0  # density of scaled inertia shapes [kg/m^3]


@kernel
def half_size(total: float, inertia: float, mass: float, ellipsoid: bool) -> float:
    """Return a half size of the equivalent shape; total: sum of the three moments of inertia."""
    spread = max(0.0, total - 2.0 * inertia) / mass
    return math.sqrt(2.5 * spread) if ellipsoid else 0.5 * math.sqrt(6.0 * spread)


@kernel
def add_inertia(m: Model, d: Data, s: Scene, b: int) -> None:
    """Add the equivalent inertia of body ``b``, of equal mass or with the density of water."""
    mass = m.body_mass[b]
    if mass < mjMINVAL:
        return
    ellipsoid = s.vis_global.ellipsoidinertia != 0
    inertia = load3(m.body_inertia, b)
    total = inertia[0] + inertia[1] + inertia[2]
    x = half_size(total, inertia[0], mass, ellipsoid)
    y = half_size(total, inertia[1], mass, ellipsoid)
    z = half_size(total, inertia[2], mass, ellipsoid)
    if s.opt.flags[mjtVisFlag.mjVIS_SCLINERTIA] != 0:
        volume = x * y * z * (4.0 / 3.0 * math.pi if ellipsoid else 8.0)
        grow = (mass / (DENSITY * volume)) ** (1.0 / 3.0) if volume > 0.0 else 0.0
        x, y, z = x * grow, y * grow, z * grow
    n = add_geom(
        s,
        mjtGeom.mjGEOM_ELLIPSOID if ellipsoid else mjtGeom.mjGEOM_BOX,
        mjtObj.mjOBJ_BODY,
        b,
        mjtCatBit.mjCAT_DECOR,
    )
    store3(s.geom_pos, n, load3(d.xipos, b))
    store9(s.geom_mat, n, load9(d.ximat, b))
    set_size(s, n, x, y, z)
    set_color(s, n, load_color(s.vis_rgba.inertia))
    highlight_selected(s, n, b)
    if s.opt.label == mjtLabel.mjLABEL_BODY or (
        s.opt.label == mjtLabel.mjLABEL_SELECTION and s.pert.select == b
    ):
        s.geom_mark[n] = mjtLabel.mjLABEL_BODY


@kernel
def add_label(s: Scene, objid: int, pos: Vec3, mat: Mat3, mark: int) -> int:
    """Add a label without a shape, and return its row."""
    n = add_geom(s, mjtGeom.mjGEOM_LABEL, mjtObj.mjOBJ_UNKNOWN, objid, mjtCatBit.mjCAT_DECOR)
    store3(s.geom_pos, n, pos)
    store9(s.geom_mat, n, mat)
    s.geom_mark[n] = mark
    return n


@kernel
def scene_islands(m: Model, d: Data, s: Scene) -> None:
    """Add the island ids at their bodies.

    Reads   dof_island, xipos, ximat
    """
    if s.opt.label != mjtLabel.mjLABEL_ISLAND:
        return
    for b in range(1, m.nbody):
        island = body_island(m, d, b)
        if island >= 0:
            n = add_label(s, b, load3(d.xipos, b), load9(d.ximat, b), mjtLabel.mjLABEL_ISLAND)
            s.geom_value[n] = float(island)


@kernel
def scene_inertias(m: Model, d: Data, s: Scene) -> None:
    """Add the equivalent inertias of all bodies.

    Reads   xipos, ximat
    """
    if s.opt.flags[mjtVisFlag.mjVIS_INERTIA] != 0:
        for b in range(1, m.nbody):
            if is_seen(m, s, b):
                add_inertia(m, d, s, b)


@kernel
def scene_object_frames(m: Model, d: Data, s: Scene) -> None:
    """Add the frames of visible geoms or sites.

    Reads   geom_xpos, geom_xmat, site_xpos, site_xmat
    """
    length = s.vis_scale.framelength * m.stat.meansize
    width = s.vis_scale.framewidth * m.stat.meansize
    if s.opt.frame == mjtFrame.mjFRAME_GEOM:
        for g in range(m.ngeom):
            if in_group(s.opt.geomgroup, m.geom_group[g]) and is_seen(m, s, m.geom_bodyid[g]):
                if m.geom_rgba[g, 3] != 0.0:
                    add_frame(s, g, load3(d.geom_xpos, g), load9(d.geom_xmat, g), length, width)
    if s.opt.frame == mjtFrame.mjFRAME_SITE:
        for i in range(m.nsite):
            if in_group(s.opt.sitegroup, m.site_group[i]) and is_seen(m, s, m.site_bodyid[i]):
                if m.site_rgba[i, 3] != 0.0:
                    add_frame(s, i, load3(d.site_xpos, i), load9(d.site_xmat, i), length, width)


@kernel
def scene_frames(m: Model, d: Data, s: Scene) -> None:
    """Add the world frame or the body frames, which are inertial ones if inertias are shown.

    Reads   xpos, xmat, xipos, ximat
    """
    length = s.vis_scale.framelength * m.stat.meansize
    width = s.vis_scale.framewidth * m.stat.meansize
    if s.opt.frame == mjtFrame.mjFRAME_WORLD:
        add_frame(s, 0, (0.0, 0.0, 0.0), IDENTITY, 2.0 * length, 2.0 * width)
    if s.opt.frame == mjtFrame.mjFRAME_BODY:
        inertia = s.opt.flags[mjtVisFlag.mjVIS_INERTIA] != 0
        for b in range(1, m.nbody):
            if is_seen(m, s, b):
                pos = load3(d.xipos, b) if inertia else load3(d.xpos, b)
                mat = load9(d.ximat, b) if inertia else load9(d.xmat, b)
                add_frame(s, b, pos, mat, length, width)


@kernel
def scene_names(m: Model, d: Data, s: Scene) -> None:
    """Add labels of all bodies or the selected one, unless their inertias carry them.

    Reads   xpos, xmat
    """
    everyone = s.opt.label == mjtLabel.mjLABEL_BODY
    if s.opt.flags[mjtVisFlag.mjVIS_INERTIA] == 0 and (everyone or s.opt.label == mjtLabel.mjLABEL_SELECTION):
        for b in range(1, m.nbody):
            if (everyone or s.pert.select == b) and is_seen(m, s, b):
                add_label(s, b, load3(d.xpos, b), load9(d.xmat, b), mjtLabel.mjLABEL_BODY)


@kernel
def scene_com(m: Model, d: Data, s: Scene) -> None:
    """Add the centers of mass of body trees, then lines that connect bodies through joints.

    Reads   subtree_com, xipos, xanchor
    """
    if s.opt.flags[mjtVisFlag.mjVIS_COM] != 0:
        size = s.vis_scale.com * m.stat.meansize
        for b in range(1, m.nbody):
            if m.body_rootid[b] == b:
                n = add_decor(
                    s,
                    mjtGeom.mjGEOM_SPHERE,
                    mjtObj.mjOBJ_UNKNOWN,
                    b,
                    load3(d.subtree_com, b),
                    IDENTITY,
                    load_color(s.vis_rgba.com),
                )
                set_size(s, n, size, size, size)
    if s.opt.flags[mjtVisFlag.mjVIS_AUTOCONNECT] != 0:
        width = s.vis_scale.connect * m.stat.meansize
        rgba = load_color(s.vis_rgba.connect)
        for b in range(1, m.nbody):
            if m.body_parentid[b] > 0:
                last = load3(d.xipos, b)
                for k in range(m.body_jntnum[b]):
                    anchor = load3(d.xanchor, m.body_jntadr[b] + m.body_jntnum[b] - 1 - k)
                    add_connector(
                        s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_UNKNOWN, b, width, last, anchor, rgba
                    )
                    last = anchor
                parent = load3(d.xipos, m.body_parentid[b])
                add_connector(s, mjtGeom.mjGEOM_CAPSULE, mjtObj.mjOBJ_UNKNOWN, b, width, last, parent, rgba)


BALL_SIZE = 0.3  # size of balls and boxes relative to the length of arrows


@kernel
def add_joint_shape(
    m: Model,
    d: Data,
    s: Scene,
    j: int,
    objtype: int,
    objid: int,
    ball: float,
    length: float,
    width: float,
    rgba: Color,
) -> int:
    """Add the shape of joint ``j``, and return its row.

    The shape is a box for a free joint, a ball for a ball joint, else an arrow along the axis.
    """
    kind = m.jnt_type[j]
    pos = load3(d.xanchor, j)
    if kind == mjtJoint.mjJNT_FREE or kind == mjtJoint.mjJNT_BALL:
        mat = load9(d.xmat, m.jnt_bodyid[j])
        n = add_decor(
            s,
            mjtGeom.mjGEOM_BOX if kind == mjtJoint.mjJNT_FREE else mjtGeom.mjGEOM_SPHERE,
            objtype,
            objid,
            pos,
            mat,
            rgba,
        )
        set_size(s, n, ball, ball, ball)
        return n
    end = add_scaled(pos, load3(d.xaxis, j), length)
    return add_connector(
        s,
        mjtGeom.mjGEOM_ARROW if kind == mjtJoint.mjJNT_SLIDE else mjtGeom.mjGEOM_ARROW1,
        objtype,
        objid,
        width,
        pos,
        end,
        rgba,
    )


@kernel
def scene_joints(m: Model, d: Data, s: Scene) -> None:
    """Add the joints of visible groups.

    Reads   xanchor, xaxis, xmat, efc_KBIP
    """
    if s.opt.flags[mjtVisFlag.mjVIS_JOINT] == 0:
        return
    length = s.vis_scale.jointlength * m.stat.meansize
    width = s.vis_scale.jointwidth * m.stat.meansize
    for j in range(m.njnt):
        if in_group(s.opt.jointgroup, m.jnt_group[j]):
            color = s.vis_rgba.joint  # joints are opaque regardless of its alpha
            rgba = limited_rgba(
                d, s, mjtConstraint.mjCNSTR_LIMIT_JOINT, j, (color[0], color[1], color[2], 1.0)
            )
            n = add_joint_shape(m, d, s, j, mjtObj.mjOBJ_JOINT, j, BALL_SIZE * length, length, width, rgba)
            if s.opt.label == mjtLabel.mjLABEL_JOINT:
                s.geom_mark[n] = mjtLabel.mjLABEL_JOINT
