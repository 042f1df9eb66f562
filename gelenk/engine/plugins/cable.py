"""mujoco.elasticity.cable: a chain of bodies that resists twist and bending.

Documents: Modeling / Cable; Bergou and others, "Discrete elastic rods" (2008)

Each body of the chain whose parent belongs to the chain has a rotation vector w of its frame relative to its parent's
frame. The torque on the body is, in the frame of the parent,

    t = - (G J / L, E Iy / L, E Iz / L) * (w - w0)

and the opposite torque acts on the parent. L is the distance of the frames, w0 the rotation at rest: that of the
model, or 0 if the cable is flat. J, Iy, Iz are the torsion constant and the second moments of area of the cross
section of the body's geom, about the axes of the body.
"""

from gelenk.algebra.vec import Vec3, add, get3, load4, load9, mat_t_vec, mat_vec, neg, set3, sub, sub_quat
from gelenk.engine.plugins.run import constants
from gelenk.engine.position.object_frames import add_wrench
from gelenk.tables.enums import mjtPluginCapabilityBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

BODY_VALUES = 6  # values per body: three stiffnesses, three components of the rotation at rest


@kernel
def elastic_moment(m: Model, d: Data, b: int, rows: View, k: int) -> Vec3:
    """Return the elastic moment [N m] of body b in parent axes: stiffness times rotation.

    The rotation is relative to rest; the row of the body begins at k.
    """
    turn = sub_quat(load4(d.xquat, b), load4(d.xquat, m.body_parentid[b]))
    w = sub(turn, (rows[k + 3], rows[k + 4], rows[k + 5]))
    return rows[k] * w[0], rows[k + 1] * w[1], rows[k + 2] * w[2]


@kernel
def plugin_cable(m: Model, d: Data, instance: int, task: int) -> None:
    """Apply the torques of a cable.

    Reads   xquat (nbody, 4), xmat (nbody, 9), subtree_com, cdof (nv, 6)
    Writes  qfrc_passive (nv) [N m]
    """
    if task != mjtPluginCapabilityBit.mjPLUGIN_PASSIVE:
        return
    rows = constants(m, d, instance)
    k = 0
    for b in range(1, m.nbody):
        if m.body_plugin[b] != instance:
            continue
        parent = m.body_parentid[b]
        if m.body_plugin[parent] == instance:
            t = mat_vec(load9(d.xmat, parent), neg(elastic_moment(m, d, b, rows, k)))
            add_wrench(m, d, d.qfrc_passive, b, (t[0], t[1], t[2], 0.0, 0.0, 0.0))
            add_wrench(m, d, d.qfrc_passive, parent, (-t[0], -t[1], -t[2], 0.0, 0.0, 0.0))
        k += BODY_VALUES


@kernel
def cable_moments(m: Model, d: Data, instance: int, moments: View, joints: View) -> None:
    """Sum, for each body of a cable, the moments of its joints, each in the axes of its child.

    Reads   xquat (nbody, 4), xmat (nbody, 9)
    Writes  moments (nbody, 3) [N m], joints (nbody): number of joints, -1 for bodies outside this cable
    """
    rows = constants(m, d, instance)
    for b in range(m.nbody):
        set3(moments, 3 * b, (0.0, 0.0, 0.0))
        joints[b] = 0.0 if m.body_plugin[b] == instance else -1.0
    k = 0
    for b in range(1, m.nbody):
        if m.body_plugin[b] != instance:
            continue
        parent = m.body_parentid[b]
        if m.body_plugin[parent] == instance:
            here = mat_vec(load9(d.xmat, parent), elastic_moment(m, d, b, rows, k))
            t = mat_t_vec(load9(d.xmat, b), here)
            for end in (b, parent):
                set3(moments, 3 * end, add(get3(moments, 3 * end), t))
                joints[end] += 1.0
        k += BODY_VALUES
