"""Plugins: forces, actuators and sensors of our own, in Python or compiled, named in the model."""

import tempfile
from pathlib import Path

import numpy as np

import gelenk as mujoco
from gelenk.kernels import PASSIVE, Data, Model, constants


class Wind(mujoco.Plugin):
    """A steady force on the first degree of freedom; plain Python, called in the middle of a step."""

    name, attributes, capabilities = "examples.wind", ("force",), mujoco.PluginTask.PASSIVE

    def compute(self, m, d, instance, task):
        d.qfrc_passive[0] += float(mujoco.plugin_config(m, instance)["force"])


@mujoco.kernel
def springs(m: Model, d: Data, instance: int, task: int) -> None:
    """qfrc_passive -= stiffness qpos."""
    if task == PASSIVE:
        stiffness = constants(m, d, instance)[0]
        for i in range(m.nv):
            d.qfrc_passive[i] -= stiffness * d.qpos[i]


class Springs(mujoco.Plugin):
    """A spring on every degree of freedom; its kernel is compiled, as the engine is."""

    name, attributes, capabilities = "examples.springs", ("stiffness",), mujoco.PluginTask.PASSIVE
    kernel = springs


mujoco.register_plugin(Wind)
mujoco.register_plugin(Springs())
m = mujoco.MjModel.from_xml_string("""<mujoco><option gravity="0 0 0"/>
  <extension>
    <plugin plugin="examples.wind"><instance name="breeze"><config key="force" value="2"/></instance></plugin>
    <plugin plugin="examples.springs"><instance name="springs"><config key="stiffness" value="10"/></instance></plugin>
  </extension>
  <worldbody><body><joint type="slide" axis="1 0 0" damping="5"/><geom size="0.1" mass="1"/>
    <plugin instance="breeze"/></body>
    <body pos="0 1 0"><joint type="slide"/><geom size="0.1"/><plugin instance="springs"/></body></worldbody>
</mujoco>""")
d = mujoco.MjData(m)
mujoco.mj_step(m, d, 5000)
np.testing.assert_allclose(d.qpos[0], 0.2, atol=1e-6)
print("the wind holds the spring at", d.qpos[0])

# plugins in files: modules that call register_plugin when they are imported
with tempfile.TemporaryDirectory() as folder:
    module = Path(folder) / "examples_drag.py"
    module.write_text("""
import gelenk


class Drag(gelenk.Plugin):
    name, capabilities = "examples.drag", gelenk.PluginTask.PASSIVE

    def compute(self, m, d, instance, task):
        d.qfrc_passive -= 0.1 * d.qvel


gelenk.register_plugin(Drag)
""")
    mujoco.mj_loadPluginLibrary(str(module))
    mujoco.mj_loadAllPluginLibraries(folder)  # all modules of a folder; this one is known by now
