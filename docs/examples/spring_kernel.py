"""A compiled plugin of plugins.py: kernels stand in a module of their own, so that the compiler can import them."""

import gelenk as mujoco
from gelenk.engine.plugins.run import constants

PASSIVE = int(mujoco.PluginTask.PASSIVE)


@mujoco.kernel
def springs(m, d, instance, task):
    """qfrc_passive -= stiffness qpos."""
    if task == PASSIVE:
        stiffness = constants(m, d, instance)[0]
        for i in range(m.nv):
            d.qfrc_passive[i] -= stiffness * d.qpos[i]
