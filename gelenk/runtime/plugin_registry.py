"""The plugin registry, and the base class of plugins.

Documents: XML reference / extension; API / mjp_registerPlugin

A plugin has one function, compute(m, d, instance, task), compiled or in Python, where task is one bit of `Task`. Each
plugin has a place in the stage table, in the order of registration, so compiled code calls builtin and user plugins
alike.
"""

from __future__ import annotations

import contextlib
import enum
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gelenk.engine.plugins import run
from gelenk.runtime import callbacks
from gelenk.runtime.plugin_instances import REGISTERED, config, find, number
from gelenk.tables.enums import mjtPluginCapabilityBit, mjtStage
from gelenk.tables.stages import INDEX, PLUGINS, USER_PLUGINS
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel
    from gelenk.scene.classes import MjvOption, MjvScene
    from gelenk.toolchain.kernel_types import Data, Model, Scene


class Task(enum.IntFlag):
    """The task of a plugin call: compute one capability, or advance its state by a timestep."""

    ACTUATOR = int(mjtPluginCapabilityBit.mjPLUGIN_ACTUATOR)
    SENSOR = int(mjtPluginCapabilityBit.mjPLUGIN_SENSOR)
    PASSIVE = int(mjtPluginCapabilityBit.mjPLUGIN_PASSIVE)
    SDF = int(mjtPluginCapabilityBit.mjPLUGIN_SDF)
    ADVANCE = run.ADVANCE


class Plugin:
    """Base class of plugins; `register_plugin` makes a subclass available to models.

        class Spring(gelenk.Plugin):
            name = "me.spring"
            attributes = ("stiffness",)
            capabilities = gelenk.PluginTask.PASSIVE

            def compute(self, m, d, instance, task):
                k = float(gelenk.plugin_config(m, instance)["stiffness"])
                d.qfrc_passive -= k * d.qpos

    name           identifier in MJCF
    attributes     keys of its configuration, in the order in which models store them
    capabilities   union of Task bits: ACTUATOR, SENSOR, PASSIVE, SDF
    needstage      when a sensor is computed (mjtStage)

    compute(m, d, instance, task) is called for the capabilities, and with ADVANCE once a step. It may be a kernel:
    a function under `@gelenk.kernels.kernel`, set as `kernel = function`; then it is compiled and must obey the rules
    of kernels (gelenk.kernels). Its constants come from `numbers`: constants(m, d, instance) is that array.

    A signed distance field (SDF) has `sdf_aabb`, and `sdf_distance` instead of compute. Its kernel writes the
    distances of the points d.sdf_point[i, 0..2], i < d.sdf_count, to d.sdf_value[i]; see engine/plugins/sdf.py.

    mjv_updateScene calls `visualize`, and before it `visualize_kernel`, a kernel of (m, d, scene, instance). A plugin
    with one of them needs no capabilities.
    """

    name = ""
    attributes: Sequence[str] = ()
    capabilities: int = 0
    needstage: int = int(mjtStage.mjSTAGE_ACC)
    kernel: Callable[[Model, Data, int, int], None] | None = None
    visualize_kernel: Callable[[Model, Data, Scene, int], None] | None = None
    # set by register_plugin
    _compiled_visualize: Callable[..., None] | None = None
    _parcel: Any = None  # the kernel as it was compiled (kernel_pickle.py), for exact derivatives

    def state_size(self, config: Mapping[str, str]) -> int:
        """Return the number of values of d.plugin_state for an instance.

        config    attribute -> text, empty where not given
        Returns   number
        Source    Programming / Engine plugins; XML reference / extension
        """
        return 0

    def sensor_size(self, config: Mapping[str, str]) -> int:
        """Return the number of values of d.sensordata for a sensor of this plugin.

        config    attribute -> text, empty where not given
        Returns   number
        Source    Programming / Engine plugins; XML reference / extension
        """
        return 1

    def numbers(self, m: MjModel, instance: int, config: Mapping[str, str]) -> Sequence[float]:
        """Return the constants for the kernel, which reads them by `constants`.

        m          the model
        instance   number of the plugin instance
        config     attribute -> text, empty where not given

        By default these are the attributes of a plugin with a kernel, as numbers, 0 where not given.

        Returns    numbers, in units that the plugin defines
        Errors     ValueError: the model cannot use the plugin with this configuration
        Source     Programming / Engine plugins; XML reference / extension
        """
        return [number(config, key) for key in self.attributes] if self.kernel is not None else ()

    def reset(self, m: MjModel, d: MjData, instance: int) -> None:
        """Initialize d.plugin_state of an instance; zero by default.

        m          the model
        d          the data
        instance   number of the plugin instance
        Source     Programming / Engine plugins; XML reference / extension
        """

    def sdf_aabb(self, config: Mapping[str, str]) -> Sequence[float]:
        """Return a box around the surface: center and half sizes [m].

        config    attribute -> text, empty where not given
        Returns   six numbers [m], in the frame of the geom
        Errors    ValueError: the configuration is invalid; NotImplementedError: the plugin is not an SDF
        Source    Programming / Engine plugins; XML reference / extension
        """
        raise NotImplementedError(f"plugin {self.name} has no sdf_aabb")

    def sdf_distance(
        self, points: npt.NDArray[np.float64], config: Mapping[str, str]
    ) -> npt.NDArray[np.float64]:
        """Return signed distances (n,) of points (n, 3) from the surface, negative inside.

        No value may exceed the true distance.

        points    float64 (n, 3) [m], in the frame of the geom
        config    attribute -> text, empty where not given
        Returns   float64 (n) [m]
        Errors    NotImplementedError: the plugin is not an SDF
        Source    Programming / Engine plugins; XML reference / extension
        """
        raise NotImplementedError(f"plugin {self.name} has neither kernel nor sdf_distance")

    def compute(self, m: MjModel, d: MjData, instance: int, task: int) -> None:
        """Compute forces or readings in Python, for a plugin without a kernel.

        The default computes distances (SDF) by sdf_distance.

        m          the model
        d          the data, which is written into
        instance   number of the plugin instance
        task       PluginTask: the capability to compute, or ADVANCE
        Errors     NotImplementedError: the plugin has neither a kernel nor this method
        Source     Programming / Engine plugins; XML reference / extension
        """
        if task == Task.ADVANCE:  # no state to advance
            return
        if task != Task.SDF:
            raise NotImplementedError(f"plugin {self.name} has neither kernel nor compute")
        count = int(d._view.sdf_count)
        d._view.sdf_value[:count] = self.sdf_distance(d._view.sdf_point[:count].copy(), config(m, instance))

    def visualize(self, m: MjModel, d: MjData, opt: MjvOption, scn: MjvScene, instance: int) -> None:
        """Change colors of the model or add geoms to a scene, at the start of mjv_updateScene.

        m          the model, of which colors may be written
        d          the data
        opt        the MjvOption
        scn        the MjvScene, whose free geoms begin at scn.ngeom
        instance   number of the plugin instance
        Errors     exceptions of this method reach the caller of mjv_updateScene; the scene is then empty
        Source     Programming / Engine plugins; API / mjv_updateScene
        """

    @property
    def draws(self) -> bool:
        """Return whether the plugin visualizes something."""
        return self.visualize_kernel is not None or type(self).visualize is not Plugin.visualize


FIRST = INDEX[PLUGINS[0]]  # place of plugin 0 in the stage table


def add(plugin: Plugin) -> int:
    """Append a plugin to the registry; return its number."""
    REGISTERED.append(plugin)
    return len(REGISTERED) - 1


class Prepared(NamedTuple):
    """A plugin that is checked and compiled, ready for a place in the stage table.

    plugin    the plugin
    address   of its compiled kernel; 0: it runs in Python
    """

    plugin: Plugin
    address: int


_threads = threading.local()  # plugins: what `collect_plugins` collects in this thread


@contextlib.contextmanager
def collect_plugins() -> Iterator[list[Prepared]]:
    """Collect the plugins that this thread registers, compiled but not yet in effect."""
    found: list[Prepared] = []
    before, _threads.plugins = getattr(_threads, "plugins", None), found
    try:
        yield found
    finally:
        _threads.plugins = before


def register_plugin(plugin: Plugin | type[Plugin]) -> int:
    """Register a plugin for use by models; return its number, as in m.plugin.

    plugin   an instance of a subclass of Plugin, or the class

    Errors   TypeError, ValueError: the plugin is incomplete; ValueError: the name is taken, or too many are registered
    """
    plugin = _checked(plugin)
    collected = getattr(_threads, "plugins", None)
    if collected is not None:
        if plugin.name in [made.plugin.name for made in collected]:
            raise ValueError(f"another plugin '{plugin.name}' is registered already")
        collected.append(_prepared(plugin))
        return find(plugin.name)
    known = find(plugin.name)
    if known >= 0:
        if type(REGISTERED[known]) is type(plugin):
            return known
        raise ValueError(f"another plugin '{plugin.name}' is registered already")
    check_room()
    made = _prepared(plugin)
    _enter(len(REGISTERED), made)
    return add(plugin)


def check_room() -> None:
    """Raise ValueError if no further plugin can be registered."""
    if len(REGISTERED) >= len(PLUGINS):
        raise ValueError(f"at most {len(USER_PLUGINS)} plugins can be registered")


def replace(number: int, made: Prepared) -> None:
    """Put a plugin in place of plugin ``number``, also for models that use it."""
    _enter(number, made)
    REGISTERED[number] = made.plugin


def _checked(plugin: Plugin | type[Plugin]) -> Plugin:
    """Return the instance of a plugin after checking that it is complete."""
    if isinstance(plugin, type) and issubclass(plugin, Plugin):
        plugin = plugin()
    if not isinstance(plugin, Plugin):
        raise TypeError(f"register_plugin: plugin must be a Plugin, not {type(plugin).__name__}")
    if not plugin.name or not isinstance(plugin.name, str):
        raise ValueError("a plugin needs a name")
    if not int(plugin.capabilities) & 15 and not plugin.draws:
        raise ValueError(
            f"plugin {plugin.name} has no capabilities: give a union of PluginTask, or visualize"
        )
    if len(set(plugin.attributes)) != len(plugin.attributes):
        raise ValueError(f"plugin {plugin.name} lists an attribute twice")
    if int(plugin.capabilities) & Task.SDF and type(plugin).sdf_aabb is Plugin.sdf_aabb:
        raise ValueError(f"plugin {plugin.name} is a signed distance field without sdf_aabb")
    # a kernel that is a class attribute is bound; get the function
    kernel: Any = getattr(plugin.kernel, "__func__", plugin.kernel)
    if kernel is not None:
        plugin.kernel = kernel
    return plugin


def _prepared(plugin: Plugin) -> Prepared:
    """Compile the kernels of a plugin."""
    visualize: Any = getattr(plugin.visualize_kernel, "__func__", plugin.visualize_kernel)
    if visualize is not None:
        plugin._compiled_visualize = library.jit(visualize, "mdsi", checks=True)
    if plugin.kernel is not None and library.JIT:
        from gelenk.toolchain import kernel_pickle

        plugin._parcel = None if kernel_pickle.is_ours(plugin.kernel) else kernel_pickle.pack(plugin.kernel)
        return Prepared(plugin, library.jit_address(plugin.kernel, "mdii", plugin._parcel))
    return Prepared(plugin, 0)


def packed_kernel(number: int) -> Any:
    """Return the kernel of a plugin as it was packed and compiled; None for one in Python."""
    return REGISTERED[number]._parcel


def _enter(number: int, made: Prepared) -> None:
    """Enter a plugin into the stage table."""
    if made.address:
        callbacks.set_callback(PLUGINS[number], None)  # the place may have been one in Python
        library.TABLE[FIRST + number] = made.address
        library.TABLE[INDEX["python_plugins"]] &= ~(1 << number)
    else:
        callbacks.set_callback(PLUGINS[number], _called(made.plugin))


def _called(plugin: Plugin) -> Callable[..., None]:
    """Return the Python function of a plugin for the stage table."""
    capabilities = int(plugin.capabilities) | int(Task.ADVANCE)
    kernel = plugin.kernel

    def call(m: MjModel, d: MjData, instance: int, task: int) -> None:
        if not capabilities & task:
            return
        if kernel is not None:
            kernel(m._view, d._view, instance, task)
        else:
            plugin.compute(m, d, instance, task)

    return call
