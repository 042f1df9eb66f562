"""Plugins as models have them: numbers of those that are registered, configurations, constants, state at the start.

Documents: Programming / Engine plugins; XML reference / extension
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.toolchain import kernel

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

REGISTERED: list[Any] = []  # a Plugin (plugin_registry.py) by number, as in m.plugin


def find(name: str) -> int:
    """Number of the registered plugin of that name, -1 if there is none."""
    return next((i for i, plugin in enumerate(REGISTERED) if plugin.name == name), -1)


def config(m: ModelBlock, instance: int) -> dict[str, str]:
    """The configuration of a plugin instance of a model: attribute -> text, empty where not given.

    Errors   IndexError: there is no such instance
    """
    if not 0 <= instance < m.nplugin:
        raise IndexError(f"instance {instance} is out of range, the model has {m.nplugin}")
    plugin = REGISTERED[m._view.plugin[instance]]
    start = int(m._view.plugin_attradr[instance])
    texts = m._a_plugin_attr.tobytes()[start:].split(b"\0")
    return {key: text.decode() for key, text in zip(plugin.attributes, texts, strict=False)}


def number(config: Mapping[str, str], key: str, default: float = 0.0) -> float:
    """A number of a configuration; ValueError where the text is none."""
    text = config.get(key, "")
    if not text:
        return default
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"config '{key}' must be a number, and is '{text}'") from None


def constants_of(m: ModelBlock, instance: int) -> np.ndarray:
    """What a plugin instance of a model needs to know, as one array; ValueError where the model cannot use it so."""
    kind = int(m._a_plugin[instance])
    if not 0 <= kind < len(REGISTERED):
        raise ValueError(f"the plugin of instance {instance} is not registered in this process")
    found = REGISTERED[kind].numbers(m, instance, config(m, instance))
    numbers = np.asarray(found, np.float64).ravel()
    made = np.zeros(len(numbers) + 2)  # before them is how many there are, for kernels with checks
    made.view(np.int64)[0] = len(numbers)
    made[1:-1] = numbers
    return made[1:]


def attach(d: DataBlock) -> None:
    """Let plugin_data of a MjData hold the addresses of the constants, which belong to it.

    The addresses are read-only to users. They are zero after a reset in native code, which is how `restart` knows.
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
    """The state of plugins at the start, where plugin_data says that it was cleared."""
    cleared = [i for i in range(m.nplugin) if not d._a_plugin_data[i]]
    attach(d)
    for instance in cleared:
        REGISTERED[int(m._a_plugin[instance])].reset(m, d, instance)
