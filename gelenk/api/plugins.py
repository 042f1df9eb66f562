"""Plugins of users: the class, its registration, and the configuration that models give.

Documents: XML reference / extension; API / mjp_registerPlugin

    class Wind(gelenk.Plugin):
        name, attributes, capabilities = "me.wind", ("speed",), gelenk.PluginTask.PASSIVE

        def compute(self, m, d, instance, task):
            d.qfrc_passive[0] += float(gelenk.plugin_config(m, instance)["speed"])

    gelenk.register_plugin(Wind)
"""

from gelenk.jit.kernel import kernel
from gelenk.world import registry
from gelenk.world.registry import Plugin, Task


def register_plugin(plugin):
    """Make a plugin known to models; returns its number, as in MjModel.plugin.

    plugin   an instance of a subclass of Plugin, or the class

    Errors   TypeError, ValueError: it is not complete, another of that name is registered, or there are too many
    """
    from gelenk.world import first_party

    first_party.register()
    return registry.register_plugin(plugin)


def plugin_config(m, instance):
    """The configuration of a plugin instance of a model: attribute -> text, empty where not given.

    Errors   IndexError: there is no such instance
    """
    return registry.config(m, instance)


PUBLIC = {
    "Plugin": Plugin,
    "PluginTask": Task,
    "kernel": kernel,
    "plugin_config": plugin_config,
    "register_plugin": register_plugin,
}
