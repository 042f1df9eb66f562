"""mujoco.sdf.bowl: the signed distance of a spherical bowl with a thick wall, open at the top.

Documents: XML reference / extension; Quilez, "Distance functions" (cut hollow sphere)

The wall follows the sphere of `radius` below the height `height`; its rim is round.
"""

import math

from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, View
from gelenk.tables.enums import mjtPluginCapabilityBit


@kernel
def bowl(size: View, x: float, y: float, z: float) -> float:
    """Distance of a point; size: height, radius, half of the wall's thickness, radius of the rim."""
    height, radius, half, rim = size[0], size[1], size[2], size[3]
    out = math.sqrt(x * x + y * y)
    if height * out < rim * z:
        return math.sqrt((out - rim) * (out - rim) + (z - height) * (z - height)) - half
    return abs(math.sqrt(out * out + z * z) - radius) - half


@kernel
def plugin_bowl(m: Model, d: Data, instance: int, task: int) -> None:
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            d.sdf_value[i] = bowl(size, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])
