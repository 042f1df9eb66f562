"""mujoco.sdf.torus: the signed distance of a torus around the z axis.

Documents: XML reference / extension

    distance = |(|(x, y)| - radius1, z)| - radius2
"""

import math

from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjtPluginCapabilityBit


@kernel
def plugin_torus(m: Model, d: Data, instance: int, task: int) -> None:
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            x, y, z = d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2]
            out = math.sqrt(x * x + y * y) - size[0]
            d.sdf_value[i] = math.sqrt(out * out + z * z) - size[1]
