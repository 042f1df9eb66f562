"""Plugin instances of a model: registered plugins, configurations, constants, state.

Documents: Programming / Engine plugins; XML reference / extension
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.toolchain import kernel

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

REGISTERED: list[Any] = []  # Plugin objects (plugin_registry.py) by number, as in m.plugin


def find(name: str) -> int:
    """Return the number of the registered plugin with this name, or -1."""
    return next((i for i, plugin in enumerate(REGISTERED) if plugin.name == name), -1)


def config(m: ModelBlock, instance: int) -> dict[str, str]:
    """Return the configuration of a plugin instance: attribute -> text, empty if not given.

    Errors   IndexError: there is no such instance
    """
    if not 0 <= instance < m.nplugin:
        raise IndexError(f"instance {instance} is out of range, the model has {m.nplugin}")
    plugin = REGISTERED[m._view.plugin[instance]]
    start = int(m._view.plugin_attradr[instance])
    texts = m._a_plugin_attr.tobytes()[start:].split(b"\0")
    return {key: text.decode() for key, text in zip(plugin.attributes, texts, strict=False)}


def number(config: Mapping[str, str], key: str, default: float = 0.0) -> float:
    """Return a number of a configuration; ValueError if the text is not a number."""
    text = config.get(key, "")
    if not text:
        return default
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"config '{key}' must be a number, got '{text}'") from None


def constants_of(m: ModelBlock, instance: int) -> np.ndarray:
    """Return the constants of a plugin instance; ValueError if unsuitable for the model."""
    kind = int(m._a_plugin[instance])
    if not 0 <= kind < len(REGISTERED):
        raise ValueError(f"the plugin of instance {instance} is not registered in this process")
    found = REGISTERED[kind].numbers(m, instance, config(m, instance))
    numbers = np.asarray(found, np.float64).ravel()
    made = np.zeros(len(numbers) + 2)  # number of constants first, for kernels with checks
    made.view(np.int64)[0] = len(numbers)
    made[1:-1] = numbers
    return made[1:]


def attach(d: DataBlock) -> None:
    """Set plugin_data of an MjData to the addresses of the constants of its plugin instances.

    The addresses are read-only for users. A reset in native code clears them, which `restart` detects.
    """
    m = d._model
    own = d.__dict__.setdefault("_plugin_constants", [])
    if not own:
        own.extend(constants_of(m, i) for i in range(m.nplugin))
    addresses = d._a_plugin_data
    try:
        addresses.flags.writeable = True
        for i, array in enumerate(own):
            kernel.ARRAYS[array.ctypes.data] = array
            addresses[i] = array.ctypes.data
    finally:
        addresses.flags.writeable = False
    d._a_plugin[:] = m._a_plugin


def restart(m: ModelBlock, d: DataBlock) -> None:
    """Reset the state of the instances whose plugin_data was cleared."""
    cleared = [i for i in range(m.nplugin) if not d._a_plugin_data[i]]
    attach(d)
    for instance in cleared:
        REGISTERED[int(m._a_plugin[instance])].reset(m, d, instance)
