"""Plugin instances: first those declared under extension, then those of elements.

Documents: XML reference / extension; XML reference / plugin of body, geom, mesh, actuator, sensor
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gelenk.errors import nearest
from gelenk.modeling.compiler.build import Build
from gelenk.runtime.plugin_instances import REGISTERED, constants_of, find
from gelenk.runtime.plugin_registry import Task
from gelenk.tables.enums import mjtObj

TASK_NAME = {
    Task.ACTUATOR: "actuators",
    Task.SENSOR: "sensors",
    Task.PASSIVE: "passive forces",
    Task.SDF: "signed distance fields",
}


class Instances:
    """The plugin instances of a model: ids, names, configurations and elements."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.elements: list[Any] = []  # element that declares each instance
        self.kinds: list[int] = []
        self.texts: list[bytes] = []
        self.states: list[int] = []
        self.by_name: dict[str, int] = {}
        self.of_element: dict[int, int] = {}  # id() of an element -> its instance

    def add(self, el: Any, plugin: Any) -> int:
        """Add an instance, configured by `plugin` and declared by `el`; return its id."""
        kind = self.plugin_number(el, plugin)
        known = REGISTERED[kind]
        config = dict(plugin.config or {})
        for key, value in config.items():
            if key not in known.attributes:
                self.build.fail(
                    el,
                    f"unrecognized attribute 'plugin:{key}' for plugin {known.name}",
                    "key",
                    nearest(key, list(known.attributes)) or f"it has {', '.join(known.attributes) or 'none'}",
                )
            if "\0" in value:
                self.build.fail(el, f"config '{key}' has a zero byte", "value")
        full = {key: config.get(key, "") for key in known.attributes}
        self.elements.append(el)
        self.kinds.append(kind)
        self.texts.append(b"".join(full[key].encode() + b"\0" for key in known.attributes))
        size = int(known.state_size(full))
        if not 0 <= size < 2**24:
            self.build.fail(
                el, f"plugin {known.name} requests a state of {size} values, which is out of range"
            )
        self.states.append(size)
        return len(self.kinds) - 1

    def plugin_number(self, el: Any, plugin: Any) -> int:
        """Return the index of a plugin among the registered ones; fail if not registered."""
        found = find(plugin.plugin_name)
        if found < 0:
            names = [known.name for known in REGISTERED]
            hint = nearest(plugin.plugin_name, names) or f"known: {', '.join(names)}"
            self.build.fail(el, f"unrecognized plugin '{plugin.plugin_name}'", "plugin", hint)
        return found

    def config(self, instance: int) -> dict[str, str]:
        """Return the configuration of an instance, with an empty text for omitted attributes."""
        known = REGISTERED[self.kinds[instance]]
        texts = self.texts[instance].split(b"\0")
        return {key: text.decode() for key, text in zip(known.attributes, texts, strict=False)}


def declare_instances(build: Build) -> None:
    """Create the instances declared under extension, in `build.plugins`."""
    if build.spec._elements["plugins"]:  # imported here, since only models with plugins need the module
        from gelenk.runtime import builtin_plugins

        builtin_plugins.register()
    build.plugins = instances = Instances(build)
    for el in build.spec._elements["plugins"]:
        if not el.plugin_name:
            build.fail(el, "a plugin instance without plugin", "plugin")
        if not el.name:
            instances.plugin_number(el, el)
            continue
        if el.name in instances.by_name:
            build.fail(el, f"repeated name '{el.name}' in plugin instance", "name")
        instances.by_name[el.name] = instances.add(el, el)
    if build.spec._elements["plugins"]:
        number_instances(build)


def number_instances(build: Build) -> None:
    """Create the instances of elements, in the order of their ids.

    The order is meshes, actuators, sensors, then bodies and geoms: bodies depth first, and within a body in the order
    of the text.
    """
    spec = build.spec
    for elements, task in (
        (spec.meshes, Task.SDF),
        (spec.actuators, Task.ACTUATOR),
        (spec.sensors, Task.SENSOR),
    ):
        for el in elements:
            instance_of(build, el, task)
    stack = [spec.worldbody]
    while stack:
        body = stack.pop()
        stack.extend(reversed(list(body.bodies)))
        own = [(body, Task.PASSIVE), *((geom, Task.SDF) for geom in body.geoms)]
        for el, task in sorted(
            (pair for pair in own if has_plugin(pair[0])), key=lambda pair: written(pair[0])
        ):
            instance_of(build, el, task)


def written(el: Any) -> tuple[int, int]:
    """Return line and column of an element's plugin in the text; 0, 0: not from a text."""
    _, line, column = el.plugin.__dict__.get("_position", ("", 0, 0))
    return line, column


def has_plugin(el: Any) -> bool:
    """Return whether an element has a plugin."""
    plugin = el.__dict__.get("plugin")
    return plugin is not None and bool(plugin.active)


def instance_of(build: Build, el: Any, task: Task) -> int:
    """Return the instance of an element, -1 if none; fail if it does not support `task`."""
    if not has_plugin(el):
        return -1
    if id(el) not in build.plugins.of_element:
        build.plugins.of_element[id(el)] = find_instance(build, el, task)
    return build.plugins.of_element[id(el)]


def find_instance(build: Build, el: Any, task: Task) -> int:
    """Return the instance that an element names, or create one from its configuration."""
    plugin = el.plugin
    instances = build.plugins
    if plugin.name:
        if plugin.name not in instances.by_name:
            hint = nearest(plugin.name, list(instances.by_name))
            build.fail(el, f"unrecognized name '{plugin.name}' for plugin instance", "instance", hint)
        found = instances.by_name[plugin.name]
        declared = REGISTERED[instances.kinds[found]].name
        if plugin.plugin_name and plugin.plugin_name != declared:
            build.fail(
                el,
                f"instance '{plugin.name}' is of plugin '{declared}', not '{plugin.plugin_name}'",
                "plugin",
            )
    else:
        declared_plugins = {other.plugin_name for other in build.spec._elements["plugins"]}
        if plugin.plugin_name not in declared_plugins:
            hint = f'<extension><plugin plugin="{plugin.plugin_name}"/></extension> declares it'
            build.fail(el, f"unrecognized plugin '{plugin.plugin_name}'", "plugin", hint)
        found = instances.add(el, plugin)
    known = REGISTERED[instances.kinds[found]]
    if not int(known.capabilities) & int(task):
        build.fail(el, f"plugin '{known.name}' does not support {TASK_NAME[task]}", "plugin")
    return found


def body_plugins(build: Build) -> None:
    """Fill body_plugin (passive forces)."""
    build.set_fields(body_plugin=[instance_of(build, el, Task.PASSIVE) for el in build.bodies])


def plugin_columns(build: Build) -> None:
    """Fill plugin_* columns and sizes, after all elements have created their instances."""
    instances = build.plugins
    if not instances.elements:
        return
    build.register(
        mjtObj.mjOBJ_PLUGIN,
        [el if el in build.spec._elements["plugins"] else Unnamed() for el in instances.elements],
    )
    adr = np.cumsum([0, *map(len, instances.texts)])
    states = np.cumsum([0, *instances.states])
    if states[-1] >= 2**31 or adr[-1] >= 2**31:
        build.fail(build.spec, "the plugins are too large")
    build.set_fields(
        plugin=instances.kinds,
        plugin_attr=np.frombuffer(b"".join(instances.texts), np.int8),
        plugin_attradr=adr[:-1].astype(np.int32),
        plugin_statenum=instances.states,
        plugin_stateadr=states[:-1].astype(np.int32),
    )
    build.sizes.update(nplugin=len(instances.kinds), npluginattr=int(adr[-1]), npluginstate=int(states[-1]))


class Unnamed:
    """Placeholder for the declaration of an instance that an element configures itself."""

    name = ""
    id = -1


def check_instances(build: Build, model: Any) -> None:
    """Compute the constants of every instance, and fail if a plugin rejects the model."""
    for i, el in enumerate(build.plugins.elements):
        try:
            constants_of(model, i)
        except ValueError as error:
            build.fail(el, str(error))
