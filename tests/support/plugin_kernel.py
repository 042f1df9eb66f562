"""Plugins with kernels for tests: joint springs, a filter with a state, the SDF of a ball."""

import math

from gelenk import Plugin, PluginTask
from gelenk.kernels import ADVANCE, PASSIVE, SDF, constants, kernel


@kernel
def springs(m, d, instance, task):
    """qfrc_passive -= stiffness qpos."""
    if task == PASSIVE:
        stiffness = constants(m, d, instance)[0]
        for i in range(m.nv):
            d.qfrc_passive[i] -= stiffness * d.qpos[i]


class KernelSprings(Plugin):
    """test.kernel_springs."""

    name = "test.kernel_springs"
    attributes = ("stiffness",)
    capabilities = PluginTask.PASSIVE
    kernel = staticmethod(springs)

    def numbers(self, m, instance, config):
        """Return the stiffness."""
        return (float(config["stiffness"]),)


@kernel
def lag(m, d, instance, task):
    """Filter the first velocity with a state, and brake: qfrc_passive[0] -= state."""
    adr = m.plugin_stateadr[instance]
    if task == PASSIVE:
        d.qfrc_passive[0] -= d.plugin_state[adr]
    elif task == ADVANCE:
        d.plugin_state[adr] += 0.1 * (d.qvel[0] - d.plugin_state[adr])


class Lag(Plugin):
    """test.lag."""

    name = "test.lag"
    capabilities = PluginTask.PASSIVE
    kernel = staticmethod(lag)

    def state_size(self, config):
        """Return 1, the size of the state."""
        return 1


@kernel
def ball(m, d, instance, task):
    """Compute distances of points from a ball."""
    if task == SDF:
        radius = constants(m, d, instance)[0]
        for i in range(d.sdf_count):
            x, y, z = d.sdf_point[i, 0], d.sdf_point[i, 1], d.sdf_point[i, 2]
            d.sdf_value[i] = math.sqrt(x * x + y * y + z * z) - radius


class KernelBall(Plugin):
    """test.kernel_ball."""

    name = "test.kernel_ball"
    attributes = ("radius",)
    capabilities = PluginTask.SDF
    kernel = staticmethod(ball)

    def numbers(self, m, instance, config):
        """Return the radius."""
        return (float(config["radius"]),)

    def sdf_aabb(self, config):
        """Return the bounding box of the ball."""
        return 0, 0, 0, *(float(config["radius"]),) * 3
