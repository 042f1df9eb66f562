"""Plugins of users: the class, its registration, and the configuration that models give.

Documents: XML reference / extension; API / mjp_registerPlugin

    class Wind(gelenk.Plugin):
        name, attributes, capabilities = "me.wind", ("speed",), gelenk.PluginTask.PASSIVE

        def compute(self, m, d, instance, task):
            d.qfrc_passive[0] += float(gelenk.plugin_config(m, instance)["speed"])

    gelenk.register_plugin(Wind)
"""

from gelenk.jit.kernel import kernel
from gelenk.world import instances, registry
from gelenk.world.arguments import check_struct, integer
from gelenk.world.model import MjModel
from gelenk.world.registry import Plugin, Task


def register_plugin(plugin: Plugin | type[Plugin]) -> int:
    """Make a plugin known to models that are compiled or loaded from now on.

    A plugin stays for as long as the process lives; registering it again changes nothing. A kernel is compiled now.

    plugin     an instance of a subclass of Plugin, or the class

    Returns    its number, as in MjModel.plugin
    Errors     TypeError: it is no Plugin
               ValueError: it is not complete, another of that name is registered, or there are too many
    Source     API / Plugins; XML reference / extension
    """
    from gelenk.world import first_party

    first_party.register()
    return registry.register_plugin(plugin)


def plugin_config(m: MjModel, instance: int) -> dict[str, str]:
    """The configuration of a plugin instance of a model.

    m          the model
    instance   the instance, 0 to m.nplugin - 1

    Returns    attribute -> text, empty where the model gives none
    Errors     IndexError: there is no such instance
    Source     XML reference / extension / plugin
    """
    check_struct("plugin_config", "m", m, MjModel)
    return instances.config(m, integer("plugin_config", "instance", instance))


PUBLIC = {
    "Plugin": Plugin,
    "PluginTask": Task,
    "kernel": kernel,
    "plugin_config": plugin_config,
    "register_plugin": register_plugin,
}
