"""Run the plugins of a model, from the stages of the pipeline.

Documents: XML reference / extension
"""

from gelenk.engine.stage_calls import FIRST_PLUGIN, call_plugin, is_loaded
from gelenk.tables.enums import mjtPluginCapabilityBit
from gelenk.tables.status import DONE, RESTARTED
from gelenk.toolchain.kernel import kernel, numbers_at
from gelenk.toolchain.kernel_types import Data, Model, View

# tasks beside the capabilities: verify that all instances exist; advance plugin states by a timestep
VERIFY, ADVANCE = 0, 16


@kernel
def constants(m: Model, d: Data, instance: int) -> View:
    """Return the constants of an instance: the array Plugin.numbers from its configuration."""
    return numbers_at(d.plugin_data[instance])


@kernel
def is_used(m: Model, instance: int, task: int, stage: int) -> bool:
    """Return whether an instance takes part in ``task``; for sensors, at one stage."""
    if task == mjtPluginCapabilityBit.mjPLUGIN_SENSOR:
        for i in range(m.nsensor):
            if m.sensor_plugin[i] == instance and m.sensor_needstage[i] == stage:
                return True
        return False
    if task == mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR:
        for i in range(m.nactuator):
            if m.actuator_plugin[i] == instance:
                return True
        return False
    if task == mjtPluginCapabilityBit.mjPLUGIN_PASSIVE:
        for b in range(m.nbody):
            if m.body_plugin[b] == instance:
                return True
        return False
    return True


@kernel
def run_plugins(m: Model, d: Data, task: int, stage: int) -> None:
    """Run ``task`` on all instances: a capability (for sensors at one stage), SEE or ADVANCE.

    Writes  ACTUATOR: actuator_force, act_dot; PASSIVE: qfrc_passive; SENSOR: sensordata; ADVANCE: plugin_state
    """
    for instance in range(m.nplugin):
        if d.status == DONE and d.plugin_data[instance] == 0:
            d.status = RESTARTED
        used = d.status == DONE and is_used(m, instance, task, stage)
        if used and is_loaded(m, d, FIRST_PLUGIN + m.plugin[instance]):
            call_plugin(m, d, instance, task)
