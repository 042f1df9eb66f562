"""mujoco.sdf.torus: the signed distance of a torus around the z axis.

Documents: XML reference / extension

    distance = |(|(x, y)| - radius1, z)| - radius2
"""

import math

from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.tables.stages import INDEX
from gelenk.world.registry import Plugin, Task, number

SDF = int(Task.SDF)


@kernel
def plugin_torus(m, d, instance, task):
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            x, y, z = d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2]
            out = math.sqrt(x * x + y * y) - size[0]
            d.sdf_value[i] = math.sqrt(out * out + z * z) - size[1]


class Torus(Plugin):
    """The plugin mujoco.sdf.torus."""

    name = "mujoco.sdf.torus"
    attributes = ("radius1", "radius2")
    capabilities = Task.SDF
    stage = INDEX["plugin_torus"]

    def numbers(self, m, instance, config):
        """Radius of the circle, radius around it."""
        large, small = number(config, "radius1", 0.35), number(config, "radius2", 0.15)
        if not (large >= 0.0 and small > 0.0):
            raise ValueError("the radii of a torus must be positive")
        return large, small

    def sdf_aabb(self, config):
        """Box around the torus."""
        large, small = self.numbers(None, 0, config)
        return 0.0, 0.0, 0.0, large + small, large + small, small
