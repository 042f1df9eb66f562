"""mujoco.sdf.gear: the signed distance of a spur gear with involute teeth around the z axis.

Documents: XML reference / extension

With the pitch radius r = diameter / 2 and the module s = diameter / teeth, teeth reach from r - 1.2 s to r + s; their
flanks are involutes of the base circle r cos(pressure angle). The distance along the tangent of the base circle is
taken as that from an involute. The roots are rounded by a smooth minimum, the tips by a smooth maximum.
"""

import math

from gelenk.algebra.vec import clamp
from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Data, Model, View
from gelenk.tables.enums import mjtPluginCapabilityBit

FAR = 0.2  # beyond the tips by this, the distance is that from the circle around them [m]
ALPHA, BASE, TIP, ROOT, INNER, PITCH, MIDDLE, HALF, ROUND = range(9)  # of the constants


@kernel
def flank(base: float, out: float, angle: float) -> float:
    """Distance from the involute that starts on the base circle at angle 0; out: distance from the axis."""
    if out <= base:
        return -angle
    along = math.sqrt(out * out - base * base) - base * math.acos(base / out)
    return max(along - base * angle, -angle)


@kernel
def profile(size: View, out: float, angle: float) -> float:
    """Distance from the outline in the plane of the gear, without its hole."""
    beyond = out - size[TIP]
    if beyond > FAR:
        return beyond
    turn = angle - size[PITCH] * math.floor((angle - size[MIDDLE]) / size[PITCH] + 0.5)
    tooth = max(flank(size[BASE], out, turn), flank(size[BASE], out, 2.0 * size[MIDDLE] - turn))
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
    """Distance from the gear: its outline, extruded."""
    out = math.sqrt(x * x + y * y)
    flat = max(profile(size, out, math.atan2(y, x) + size[ALPHA]), size[INNER] - out)
    above = abs(z) - size[HALF]
    a, b = max(flat, 0.0), max(above, 0.0)
    return min(max(flat, above), 0.0) + math.sqrt(a * a + b * b)


@kernel
def plugin_gear(m: Model, d: Data, instance: int, task: int) -> None:
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == mjtPluginCapabilityBit.mjPLUGIN_SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            d.sdf_value[i] = gear(size, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])
