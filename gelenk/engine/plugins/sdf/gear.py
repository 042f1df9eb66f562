"""mujoco.sdf.gear: the signed distance of a spur gear with involute teeth around the z axis.

Documents: XML reference / extension

With the pitch radius r = diameter / 2 and the module s = diameter / teeth, teeth reach from r - 1.2 s to r + s; their
flanks are involutes of the base circle r cos(pressure angle). The distance along the tangent of the base circle is
taken as that from an involute. The roots are rounded by a smooth minimum, the tips by a smooth maximum.
"""

import math

from gelenk.engine.plugins.run import constants
from gelenk.jit.kernel import kernel
from gelenk.tables.stages import INDEX
from gelenk.world.registry import Plugin, Task, number

SDF = int(Task.SDF)
FAR = 0.2  # beyond the tips by this, the distance is that from the circle around them [m]
ALPHA, BASE, TIP, ROOT, INNER, PITCH, MIDDLE, HALF, ROUND = range(9)  # of the constants


@kernel
def flank(base, out, angle):
    """Distance from the involute that starts on the base circle at angle 0; out: distance from the axis."""
    if out <= base:
        return -angle
    along = math.sqrt(out * out - base * base) - base * math.acos(base / out)
    return max(along - base * angle, -angle)


@kernel
def profile(size, out, angle):
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
    h = min(max(0.5 + 0.5 * (root - tooth) / width, 0.0), 1.0)
    return root + (tooth - root) * h - width * h * (1.0 - h)


@kernel
def gear(size, x, y, z):
    """Distance from the gear: its outline, extruded."""
    out = math.sqrt(x * x + y * y)
    flat = max(profile(size, out, math.atan2(y, x) + size[ALPHA]), size[INNER] - out)
    above = abs(z) - size[HALF]
    a, b = max(flat, 0.0), max(above, 0.0)
    return min(max(flat, above), 0.0) + math.sqrt(a * a + b * b)


@kernel
def plugin_gear(m, d, instance, task):
    """Distances of the points at hand.

    Reads   sdf_point (sdf_count, 3) [m]       Writes  sdf_value (sdf_count) [m]
    """
    if task == SDF:
        size = constants(m, d, instance)
        for i in range(d.sdf_count):
            d.sdf_value[i] = gear(size, d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2])


class Gear(Plugin):
    """The plugin mujoco.sdf.gear."""

    name = "mujoco.sdf.gear"
    attributes = ("alpha", "diameter", "teeth", "thickness", "innerdiameter")
    capabilities = Task.SDF
    stage = INDEX["plugin_gear"]

    def numbers(self, m, instance, config):
        """What profile and gear need, in the order of the names above."""
        diameter, teeth = number(config, "diameter", 2.8), number(config, "teeth", 25.0)
        thickness, inner = number(config, "thickness", 0.2), number(config, "innerdiameter", -1.0)
        if not (diameter > 0.0 and teeth >= 1.0 and thickness > 0.0 and math.isfinite(diameter * teeth)):
            raise ValueError("a gear needs a positive diameter and thickness, and at least one tooth")
        radius, module = 0.5 * diameter, diameter / teeth
        pressure = 3.096e-5 * teeth * teeth - 6.557e-3 * teeth + 0.551  # [rad]
        base, root = radius * math.cos(pressure), radius - 1.2 * module
        if inner < 0.0:
            inner = 2.0 * root - 0.28 * diameter
        pitch = 2.0 * math.pi / teeth
        middle = math.tan(pressure) - pressure + 0.25 * pitch
        edge = 0.0035 * diameter
        alpha = number(config, "alpha")
        return alpha, base, radius + module, root, 0.5 * inner, pitch, middle, 0.5 * thickness, edge

    def sdf_aabb(self, config):
        """Box around the gear."""
        self.numbers(None, 0, config)
        half = 0.625 * number(config, "diameter", 2.8)
        return 0.0, 0.0, 0.0, half, half, 0.55 * number(config, "thickness", 0.2)
