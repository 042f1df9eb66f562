"""mujoco.sdf.bowl: the signed distance of a spherical bowl with a thick wall, open at the top.

Documents: XML reference / extension; Quilez, "Distance functions" (cut hollow sphere)

The wall follows the sphere of `radius` below the height `height`; its rim is round.
"""

import math

from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.tables.stages import INDEX
from gelenk.world.registry import Plugin, Task, number

SDF = int(Task.SDF)


@kernel
def bowl(size, x, y, z):
    """Distance of a point; size: height, radius, half of the wall's thickness, radius of the rim."""
    height, radius, half, rim = size[0], size[1], size[2], size[3]
    out = math.sqrt(x * x + y * y)
    if height * out < rim * z:
        return math.sqrt((out - rim) * (out - rim) + (z - height) * (z - height)) - half
    return abs(math.sqrt(out * out + z * z) - radius) - half


@kernel
def plugin_bowl(m, d, instance, task):
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            d.sdf_value[i] = bowl(size, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


class Bowl(Plugin):
    """The plugin mujoco.sdf.bowl."""

    name = "mujoco.sdf.bowl"
    attributes = ("height", "radius", "thickness")
    capabilities = Task.SDF
    stage = INDEX["plugin_bowl"]

    def numbers(self, m, instance, config):
        """Height, radius, half of the wall's thickness, radius of the rim."""
        height, radius = number(config, "height", 0.4), number(config, "radius", 1.0)
        half = number(config, "thickness", 0.02)
        if not (radius > 0.0 and half > 0.0 and abs(height) <= radius):
            raise ValueError(
                "a bowl needs a positive radius and thickness, and a height between -radius and radius"
            )
        return height, radius, half, math.sqrt(radius * radius - height * height)

    def sdf_aabb(self, config):
        """Box around the whole sphere."""
        _, radius, half, _ = self.numbers(None, 0, config)
        return (0.0, 0.0, 0.0, *(radius + half,) * 3)
