"""Plugins whose work is a kernel, for the tests: springs on every degree of freedom, and a lag with a state."""

from gelenk import Plugin, PluginTask, kernel
from gelenk.engine.plugins.run import constants

PASSIVE, ADVANCE = int(PluginTask.PASSIVE), int(PluginTask.ADVANCE)


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
        """The stiffness."""
        return (float(config["stiffness"]),)


@kernel
def lag(m, d, instance, task):
    """A state that follows the first velocity slowly, and brakes it: qfrc_passive[0] -= state."""
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
        """One number."""
        return 1
