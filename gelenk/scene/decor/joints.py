"""Joints as arrows, balls and boxes.

Documents: XML reference / visual/scale (jointlength, jointwidth)
"""

from gelenk.algebra.vec import add_scaled, load3, load9
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, Scene
from gelenk.scene.looks import limited_rgba
from gelenk.scene.shapes import Color, add_connector, add_decor, in_group, set_size
from gelenk.tables.enums import mjtConstraint, mjtGeom, mjtJoint, mjtLabel, mjtObj, mjtVisFlag

BALL_SIZE = 0.3  # of balls and boxes, to the length of arrows


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
    """The shape of joint ``j``: its row. A box for a free joint, a ball, an arrow along the axis."""
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
    """Joints whose group is shown.    Reads xanchor, xaxis, xmat, efc_KBIP"""
    if s.opt.flags[mjtVisFlag.mjVIS_JOINT] == 0:
        return
    length = s.vis_scale.jointlength * m.stat.meansize
    width = s.vis_scale.jointwidth * m.stat.meansize
    for j in range(m.njnt):
        if in_group(s.opt.jointgroup, m.jnt_group[j]):
            color = s.vis_rgba.joint  # joints are opaque, whatever it says
            rgba = limited_rgba(
                d, s, mjtConstraint.mjCNSTR_LIMIT_JOINT, j, (color[0], color[1], color[2], 1.0)
            )
            n = add_joint_shape(m, d, s, j, mjtObj.mjOBJ_JOINT, j, BALL_SIZE * length, length, width, rgba)
            if s.opt.label == mjtLabel.mjLABEL_JOINT:
                s.geom_mark[n] = mjtLabel.mjLABEL_JOINT
