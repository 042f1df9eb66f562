"""Signed distance functions (SDF) of first-party plugins: bolt, nut, bowl, gear, torus.

Documents: XML reference / extension; Quilez, "Distance functions" (cut hollow sphere)

mujoco.sdf.bolt, mujoco.sdf.nut: a hexagonal bolt, and a nut that fits the bolt. Both have the head: a hexagonal prism
of height 1/2 below z = 0, 1 across its flats, with a cone cut off its upper edge. The thread has flanks of 45 degrees
and TURNS turns per meter; the shaft of the bolt ends at z = -1 in a cone. Distances to such unions and intersections
of half spaces are bounds, exact near faces.

mujoco.sdf.bowl: a spherical bowl with a thick wall, open at the top.
The wall follows the sphere of `radius` below the height `height`; its rim is round.

mujoco.sdf.gear: a spur gear with involute teeth around the z axis.
With the pitch radius r = diameter / 2 and the module s = diameter / teeth, teeth reach from r - 1.2 s to r + s; their
flanks are involutes of the base circle r cos(pressure angle). The distance from an involute is approximated along the
tangent of the base circle. The roots are rounded by a smooth minimum, the tips by a smooth maximum.

mujoco.sdf.torus: a torus around the z axis.

    distance = |(|(x, y)| - radius1, z)| - radius2
"""

import math

from gelenk.algebra.vec import clamp
from gelenk.engine.plugins.run import constants
from gelenk.tables.enums import mjtPluginCapabilityBit
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model, View

TURNS = 12.0
SLOPE = math.sqrt(0.5)
SIXTH = math.pi / 3.0


@kernel
def thread(radius: float, out: float, x: float, y: float, z: float) -> float:
    """Return the distance from a threaded rod.

    out: distance from the axis
    """
    turn = TURNS * z - math.atan2(y, x) / (2.0 * math.pi)
    return (out - radius - abs(turn - math.floor(turn) - 0.5) / TURNS) * SLOPE


@kernel
def head(radius: float, out: float, x: float, y: float, z: float) -> float:
    """Return the distance from the head of a bolt or nut."""
    angle = SIXTH * math.floor(math.atan2(y, x) / SIXTH + 0.5)
    flat = math.cos(angle) * x + math.sin(angle) * y - 0.5
    return max(flat, abs(z + 0.25) - 0.25, (out + z - radius - 0.22) * SLOPE)


@kernel
def bolt(radius: float, x: float, y: float, z: float) -> float:
    """Return the distance from a bolt."""
    out = math.sqrt(x * x + y * y)
    shaft = max(thread(radius, out, x, y, z), abs(z + 0.5) - 0.5, (out - z - 1.0 - radius) * SLOPE)
    return min(head(radius, out, x, y, z), shaft)


@kernel
def nut(radius: float, x: float, y: float, z: float) -> float:
    """Return the distance from a nut: the head minus a threaded hole with a wider top."""
    out = math.sqrt(x * x + y * y)
    hole = max(thread(radius, out, x, y, z), (out - z - 0.5 - radius) * SLOPE)
    return max(head(radius, out, x, y, z), -hole, (radius + z + 0.05 - out) * SLOPE)


@kernel
def plugin_bolt(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute distances of a batch of points from a bolt.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        radius = constants(m, d, instance)[0]
        for i in range(d.sdf_count):
            d.sdf_value[i] = bolt(radius, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


@kernel
def plugin_nut(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute distances of a batch of points from a nut; see plugin_bolt."""
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        radius = constants(m, d, instance)[0]
        for i in range(d.sdf_count):
            d.sdf_value[i] = nut(radius, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


@kernel
def bowl(size: View, x: float, y: float, z: float) -> float:
    """Return the distance from a bowl.

    size: height, radius, half of the wall's thickness, radius of the rim
    """
    height, radius, half, rim = size[0], size[1], size[2], size[3]
    out = math.sqrt(x * x + y * y)
    if height * out < rim * z:
        return math.sqrt((out - rim) * (out - rim) + (z - height) * (z - height)) - half
    return abs(math.sqrt(out * out + z * z) - radius) - half


@kernel
def plugin_bowl(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute distances of a batch of points from a bowl.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            d.sdf_value[i] = bowl(size, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


CIRCLE_DISTANCE = 0.2  # [m] distance beyond the tips from which the circle around them approximates the gear
ALPHA, BASE, TIP, ROOT, INNER, PITCH, MIDDLE_RADIUS, HALF_WIDTH, ROUND = range(9)  # indices of the constants


@kernel
def flank(base: float, out: float, angle: float) -> float:
    """Return the distance from the involute that starts on the base circle at angle 0.

    out: distance from the axis
    """
    if out <= base:
        return -angle
    along = math.sqrt(out * out - base * base) - base * math.acos(base / out)
    return max(along - base * angle, -angle)


@kernel
def profile(size: View, out: float, angle: float) -> float:
    """Return the distance from the outline in the plane of the gear, ignoring its hole."""
    beyond = out - size[TIP]
    if beyond > CIRCLE_DISTANCE:
        return beyond
    turn = angle - size[PITCH] * math.floor((angle - size[MIDDLE_RADIUS]) / size[PITCH] + 0.5)
    tooth = max(flank(size[BASE], out, turn), flank(size[BASE], out, 2.0 * size[MIDDLE_RADIUS] - turn))
    rim = max(size[ROUND] - abs(tooth - beyond), 0.0)
    rim = rim * rim / (4.0 * size[ROUND])
    tooth, both = max(tooth, beyond), tooth + beyond
    tooth += max(rim - max(both, 0.0), 0.0)
    root, width = out - size[ROOT], size[BASE] - size[ROOT]
    if width == 0.0:
        return min(root, tooth)
    h = clamp(0.5 + 0.5 * (root - tooth) / width, 0.0, 1.0)
    return root + (tooth - root) * h - width * h * (1.0 - h)


@kernel
def gear(size: View, x: float, y: float, z: float) -> float:
    """Return the distance from the gear: its extruded outline."""
    out = math.sqrt(x * x + y * y)
    flat = max(profile(size, out, math.atan2(y, x) + size[ALPHA]), size[INNER] - out)
    above = abs(z) - size[HALF_WIDTH]
    a, b = max(flat, 0.0), max(above, 0.0)
    return min(max(flat, above), 0.0) + math.sqrt(a * a + b * b)


@kernel
def plugin_gear(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute distances of a batch of points from a gear.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            d.sdf_value[i] = gear(size, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


@kernel
def plugin_torus(m: Model, d: Data, instance: int, task: int) -> None:
    """Compute distances of a batch of points from a torus.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            x, y, z = d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2]
            out = math.sqrt(x * x + y * y) - size[0]
            d.sdf_value[i] = math.sqrt(out * out + z * z) - size[1]
