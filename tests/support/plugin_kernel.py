"""A plugin whose work is a kernel, for the tests: a spring on every degree of freedom."""

from gelenk import Plugin, PluginTask, kernel
from gelenk.engine.plugins.run import constants

PASSIVE = int(PluginTask.PASSIVE)


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
