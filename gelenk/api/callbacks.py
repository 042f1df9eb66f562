"""Callbacks and user plugins: set_mjcb_control, register_plugin, mj_loadPluginLibrary, ...

Documents: Modeling / Callbacks; API / Callbacks; XML reference / extension; API / mjp_registerPlugin; API / Plugins

Callbacks: set_mjcb_control, get_mjcb_control and their siblings.

User plugins: the Plugin class, registration, and the configuration from models.

    class Wind(gelenk.Plugin):
        name, attributes, capabilities = "me.wind", ("speed",), gelenk.PluginTask.PASSIVE

        def compute(self, m, d, instance, task):
            d.qfrc_passive[0] += float(gelenk.plugin_config(m, instance)["speed"])

    gelenk.register_plugin(Wind)

Plugins from files as documented functions: mj_loadPluginLibrary, mj_loadAllPluginLibraries.

A library of plugins is a Python module that calls `register_plugin`. Native libraries are built for another engine and
are rejected, except those of the first-party plugins, which are accepted without effect: these plugins are built in.
"""

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gelenk.errors import Error
from gelenk.runtime import callbacks, counters, log_messages, plugin_instances, plugin_registry
from gelenk.runtime.arguments import check_struct, described, documented, integer
from gelenk.runtime.log_messages import write_log
from gelenk.runtime.model import MjModel
from gelenk.runtime.plugin_registry import Plugin, Task
from gelenk.tables.stages import CALLBACKS
from gelenk.toolchain.kernel import kernel

Callback = Callable[..., Any] | None

# callback -> its arguments, its result and its effect
_WHAT = {
    "control": "f(m, d): set d.ctrl or d.qfrc_applied; called once a step, before actuation",
    "passive": "f(m, d): add to d.qfrc_passive (nv) [N, N m]; called after the passive forces of the model",
    "sensor": "f(m, d, stage): fill d.sensordata of user sensors; called at each stage (mjtStage) that has some",
    "act_dyn": "f(m, d, i): return act_dot of actuator i, whose dyntype is user",
    "act_gain": "f(m, d, i): return the gain of actuator i, whose gaintype is user",
    "act_bias": "f(m, d, i): return the bias force of actuator i, whose biastype is user",
    "contactfilter": "f(m, d, geom1, geom2): return not 0 to discard a pair of geoms before they are tested",
}


@described
def mj_resetCallbacks() -> None:
    """Remove all callbacks set through set_mjcb_*; plugins stay registered.

    Source     API / mj_resetCallbacks
    """
    callbacks.reset_callbacks()
    if counters.get_clock() is not None:
        counters.set_clock(None)


def _setter_and_getter(name: str) -> tuple[Callable[[Callback], None], Callable[[], Callback]]:
    """Return the setter and the getter of callback ``name``."""

    def put(arg0: Callback) -> None:
        callbacks.set_callback(name, arg0)

    def get() -> Callback:
        return callbacks.get_callback(name)

    return _name_function(
        put, f"set_{name}", f"Set the callback {name}.\n\n{_WHAT[name.removeprefix('mjcb_')]}"
    ), _name_function(
        get,
        f"get_{name}",
        f"The callback {name}.\n\nReturns    the function that was set, None where there is none",
    )


def _name_function(function: Callable, name: str, doc: str) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{doc}\n\nSource     API / {name.partition('_')[2]}; Modeling / Callbacks"
    return described(function)


@described
def set_mju_user_warning(arg0: Callback) -> None:
    """Set the function f(text) that receives warnings; None: the logger "gelenk".

    Source     API / mju_user_warning
    """
    if arg0 is not None and not callable(arg0):
        raise TypeError("callback is not an Optional[Callable]")
    log_messages.user_warning = arg0


@described
def get_mju_user_warning() -> Callback:
    """Return the function that receives warnings.

    Returns    the function that was set, or None
    Source     API / mju_user_warning
    """
    return log_messages.user_warning


def _memory_hook_functions(name: str) -> tuple[Callable[[Callback], None], Callable[[], None]]:
    """Return the setter and the getter of a memory hook, which can only be None.

    The arrays of models and data are numpy's, and numpy has hooks of its own.
    """

    def put(arg0: Callback) -> None:
        if arg0 is not None:
            raise ValueError(f"{name} can only be None: gelenk takes its memory from numpy")

    def get() -> None:
        return None

    return (
        _name_function(
            put,
            f"set_{name}",
            f"Takes None alone: memory comes from numpy.\n\nErrors     ValueError: {name} is a function",
        ),
        _name_function(get, f"get_{name}", "Always None: memory comes from numpy.\n\nReturns    None"),
    )


@described
def set_mjcb_time(arg0: Callback) -> None:
    """Set the clock f() of the timers; None: the system clock [s].

    Source     API / mjcb_time
    """
    counters.set_clock(arg0)


@described
def get_mjcb_time() -> Callback:
    """Return the clock set by set_mjcb_time.

    Returns    the function that was set, or None
    Source     API / mjcb_time
    """
    return counters.get_clock()


def callback_functions() -> dict[str, Callable]:
    """Return a dict from public name to function."""
    own: list[Any] = [
        mj_resetCallbacks,
        set_mju_user_warning,
        get_mju_user_warning,
        set_mjcb_time,
        get_mjcb_time,
    ]
    own += [f for name in CALLBACKS for f in _setter_and_getter(f"mjcb_{name}")]
    own += [f for name in ("mju_user_malloc", "mju_user_free") for f in _memory_hook_functions(name)]
    return {function.__name__: function for function in own}


# User plugins, and libraries of plugins


def register_plugin(plugin: Plugin | type[Plugin]) -> int:
    """Register a plugin for all models that are compiled or loaded from now on.

    A plugin stays registered for the life of the process; registering it again has no effect. If the
    plugin has a kernel, the kernel is compiled at once.

    plugin     an instance of a subclass of Plugin, or the class

    Returns    the number of the plugin, as in MjModel.plugin
    Errors     TypeError: plugin is not a Plugin
               ValueError: plugin is incomplete, another plugin has its name, or there are too many plugins
    Source     API / Plugins; XML reference / extension
    """
    from gelenk.runtime import builtin_plugins

    builtin_plugins.register()
    return plugin_registry.register_plugin(plugin)


def plugin_config(m: MjModel, instance: int) -> dict[str, str]:
    """Return the configuration of a plugin instance of a model.

    m          the model
    instance   the instance, 0 to m.nplugin - 1

    Returns    attribute -> text, empty where the model gives none
    Errors     IndexError: there is no such instance
    Source     XML reference / extension / plugin
    """
    check_struct("plugin_config", "m", m, MjModel)
    return plugin_instances.config(m, integer("plugin_config", "instance", instance))


PUBLIC = {
    "Plugin": Plugin,
    "PluginTask": Task,
    "kernel": kernel,
    "plugin_config": plugin_config,
    "register_plugin": register_plugin,
}


_NATIVE = (".so", ".dll", ".dylib")
_FIRST_PARTY = ("actuator", "elasticity", "sensor", "sdf", "sdf_plugin")


def _is_first_party(path: Path) -> bool:
    return path.suffix in _NATIVE and path.stem.removeprefix("lib") in _FIRST_PARTY


def _import_plugin_module(function: str, path: Path) -> None:
    """Import a module by its file name.

    Its folder is appended to sys.path, so that the compiler processes of its kernels find the module.
    """
    folder, name = str(path.parent.resolve()), path.stem
    known = sys.modules.get(name)
    if known is not None:
        if Path(getattr(known, "__file__", None) or "").resolve() == path.resolve():
            return
        raise Error(
            f"{function}: '{path}' has the name of the module {name}, which is imported already: rename it"
        )
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        found = importlib.import_module(name)
    except Exception as error:
        raise Error(f"{function}: importing '{path}' failed: {type(error).__name__}: {error}") from error
    if Path(found.__file__ or "").resolve() != path.resolve():
        raise Error(f"{function}: '{path}' is hidden by the module {found.__file__}: rename it")


@documented
def mj_loadPluginLibrary(path: str) -> None:
    """Import a Python module that registers plugins.

    The libraries of the first-party plugins are accepted without effect, since these plugins are built in.

    Errors     gelenk.Error: there is no such module, its import fails, or path is a native library
    Source     API / mj_loadPluginLibrary
    """
    file, function = Path(path), "mj_loadPluginLibrary"
    if _is_first_party(file):
        return
    if file.suffix in _NATIVE:
        raise Error(
            f"{function}: '{path}' is a native library, and plugins of gelenk are written in Python: subclass "
            "gelenk.Plugin, call gelenk.register_plugin, and give the .py file here"
        )
    if file.suffix != ".py" or not file.is_file():
        raise Error(f"{function}: there is no Python module '{path}'")
    _import_plugin_module(function, file)


@documented
def mj_loadAllPluginLibraries(directory: str) -> None:
    """Import the Python modules of a folder, except those whose names begin with _.

    Warns      in the log, if the folder does not exist, and for native libraries, which are skipped
    Errors     gelenk.Error: an import fails
    Source     API / mj_loadAllPluginLibraries
    """
    folder = Path(directory)
    if not os.path.isdir(folder):
        write_log("WARNING", f"mj_loadAllPluginLibraries: there is no folder '{directory}'")
        return
    for file in sorted(folder.iterdir()):
        if file.suffix == ".py" and not file.name.startswith("_"):
            _import_plugin_module("mj_loadAllPluginLibraries", file)
        elif file.suffix in _NATIVE and not _is_first_party(file):
            write_log("WARNING", f"mj_loadAllPluginLibraries: '{file}' is a native library: left out")
