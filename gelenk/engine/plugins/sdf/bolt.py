"""mujoco.sdf.bolt, mujoco.sdf.nut: signed distances of a hexagonal bolt, and of a nut that screws on it.

Documents: XML reference / extension

Both have the head: a hexagonal prism of height 1/2 below z = 0, 1 across its flats, with a cone cut off its upper edge.
The thread has slopes of 45 degrees and TURNS turns per meter; the shaft of the bolt ends at z = -1 in a cone. Distances
to such unions and intersections of half spaces are bounds, exact near faces.
"""

import math

from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model
from gelenk.tables.enums import mjtPluginCapabilityBit

TURNS = 12.0
SLOPE = math.sqrt(0.5)
SIXTH = math.pi / 3.0


@kernel
def thread(radius: float, out: float, x: float, y: float, z: float) -> float:
    """Distance from a threaded rod of a radius; out: distance from the axis."""
    turn = TURNS * z - math.atan2(y, x) / (2.0 * math.pi)
    return (out - radius - abs(turn - math.floor(turn) - 0.5) / TURNS) * SLOPE


@kernel
def head(radius: float, out: float, x: float, y: float, z: float) -> float:
    """Distance from the head."""
    angle = SIXTH * math.floor(math.atan2(y, x) / SIXTH + 0.5)
    flat = math.cos(angle) * x + math.sin(angle) * y - 0.5
    return max(flat, abs(z + 0.25) - 0.25, (out + z - radius - 0.22) * SLOPE)


@kernel
def bolt(radius: float, x: float, y: float, z: float) -> float:
    """Distance from a bolt."""
    out = math.sqrt(x * x + y * y)
    shaft = max(thread(radius, out, x, y, z), abs(z + 0.5) - 0.5, (out - z - 1.0 - radius) * SLOPE)
    return min(head(radius, out, x, y, z), shaft)


@kernel
def nut(radius: float, x: float, y: float, z: float) -> float:
    """Distance from a nut: the head without a threaded hole, which is wider at the top."""
    out = math.sqrt(x * x + y * y)
    hole = max(thread(radius, out, x, y, z), (out - z - 0.5 - radius) * SLOPE)
    return max(head(radius, out, x, y, z), -hole, (radius + z + 0.05 - out) * SLOPE)


@kernel
def plugin_bolt(m: Model, d: Data, instance: int, task: int) -> None:
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        radius = constants(m, d, instance)[0]
        for i in range(d.sdf_count):
            d.sdf_value[i] = bolt(radius, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


@kernel
def plugin_nut(m: Model, d: Data, instance: int, task: int) -> None:
    """Distances of the points at hand; see plugin_bolt."""
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        radius = constants(m, d, instance)[0]
        for i in range(d.sdf_count):
            d.sdf_value[i] = nut(radius, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])
