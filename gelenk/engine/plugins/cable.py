"""mujoco.elasticity.cable: a chain of bodies that resists twist and bending.

Documents: Modeling / Cable; Bergou and others, "Discrete elastic rods" (2008)

Each body of the chain that hangs on another of it has the rotation vector w of its frame in the frame of its parent.
The torque on it is, in the frame of the parent,

    t = - (G J / L, E Iy / L, E Iz / L) * (w - w0)

and the opposite acts on the parent. L is the distance of the frames, w0 the rotation at rest: that of the model, or 0
where the cable is flat. J, Iy, Iz are the torsion constant and the second moments of area of the cross section of the
body's geom, about the axes of the body.
"""

import math

from gelenk.algebra.vec import load4, load9, mat_vec, mul_quat, neg_quat, sub
from gelenk.engine.plugins.run import constants
from gelenk.engine.position.transmission import add_wrench, rotation_vector
from gelenk.jit.kernel import kernel
from gelenk.tables.enums import mjtGeom
from gelenk.tables.stages import INDEX
from gelenk.world.registry import Plugin, Task, number

PASSIVE = int(Task.PASSIVE)
ROW = 6  # numbers per body: three stiffnesses, three components of the rotation at rest


@kernel
def plugin_cable(m, d, instance, task):
    """Torques of a cable.

    Reads   xquat (nbody, 4), xmat (nbody, 9), subtree_com, cdof (nv, 6)
    Writes  qfrc_passive (nv) [N m]
    """
    if task != PASSIVE:
        return
    rows = constants(m, d, instance)
    k = 0
    for b in range(1, m.nbody):
        if m.body_plugin[b] != instance:
            continue
        parent = m.body_parentid[b]
        if m.body_plugin[parent] == instance:
            turn = rotation_vector(mul_quat(neg_quat(load4(d.xquat, parent)), load4(d.xquat, b)))
            w = sub(turn, (rows[k + 3], rows[k + 4], rows[k + 5]))
            t = mat_vec(load9(d.xmat, parent), (-rows[k] * w[0], -rows[k + 1] * w[1], -rows[k + 2] * w[2]))
            add_wrench(m, d, d.qfrc_passive, b, (t[0], t[1], t[2], 0.0, 0.0, 0.0))
            add_wrench(m, d, d.qfrc_passive, parent, (-t[0], -t[1], -t[2], 0.0, 0.0, 0.0))
        k += ROW


def cross_section(kind, size):
    """(torsion constant, second moment about y, about z) of a geom along x [m^4].

    A box's torsion constant is the usual series for a rectangle (Young and Budynas, Roark's Formulas, table 10.7).
    """
    if kind == mjtGeom.mjGEOM_BOX:
        height, width = 2 * size[1], 2 * size[2]
        a, b = max(height, width), min(height, width)
        torsion = a * b**3 * (1 / 3 - 0.21 * b / a * (1 - b**4 / (12 * a**4)))
        return torsion, height * width**3 / 12, width * height**3 / 12
    if kind not in (mjtGeom.mjGEOM_CAPSULE, mjtGeom.mjGEOM_CYLINDER):
        raise ValueError("a cable has geoms of type capsule, cylinder or box")
    bending = math.pi * size[0] ** 4 / 4
    return 2 * bending, bending, bending


class Cable(Plugin):
    """The plugin mujoco.elasticity.cable."""

    name = "mujoco.elasticity.cable"
    attributes = ("twist", "bend", "flat", "vmax")
    capabilities = Task.PASSIVE
    stage = INDEX["plugin_cable"]

    def numbers(self, m, instance, config):
        """Stiffnesses [N m/rad] and rotation at rest [rad] of each body of the cable."""
        shear, young = number(config, "twist"), number(config, "bend")
        number(config, "vmax")
        flat = config["flat"] == "true"
        rows = []
        for b in range(1, m.nbody):
            if m._a_body_plugin[b] != instance:
                continue
            parent = int(m._a_body_parentid[b])
            if m._a_body_plugin[parent] != instance:
                rows.append((0.0,) * ROW)
                continue
            geom = int(m._a_body_geomadr[b])
            if geom < 0:
                raise ValueError(f"body {b} of a cable has no geom")
            section = cross_section(int(m._a_geom_type[geom]), m._a_geom_size[geom])
            length = math.sqrt(float(m._a_body_pos[b] @ m._a_body_pos[b]))
            if length == 0.0:
                raise ValueError(f"body {b} of a cable has no distance from its parent")
            rest = (0.0,) * 3 if flat else rotation_vector(tuple(m._a_body_quat[b].tolist()))
            moduli = (shear, young, young)
            rows.append((*(e * s / length for e, s in zip(moduli, section, strict=True)), *rest))
        return rows
