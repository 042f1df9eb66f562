"""Constants of plugins on a device: the numbers of all instances one after the other, which all worlds share.

Documents: design / Many worlds on GPUs

In the place of an address each instance has the place of its first number, counted from one: zero means none.
"""

from __future__ import annotations

import numpy as np

from gelenk.batch.device.plan import Plan, tiled
from gelenk.jit.targets.driver import Device, Memory
from gelenk.world import instances
from gelenk.world.model import MjModel


def numbers(m: MjModel) -> np.ndarray:
    """The numbers of all instances.

    Errors   ValueError: the model cannot use a plugin so
    """
    return np.concatenate([np.zeros(0), *_each(m)])


def _each(m: MjModel) -> list[np.ndarray]:
    return [instances.constants_of(m, i) for i in range(m.nplugin)]


def put_constants(m: MjModel, plan: Plan, device: Device, memory: dict[str, Memory]) -> Memory | None:
    """The numbers on the device, and in every world where they are; None where no stage asks for any."""
    if not m.nplugin or "plugin_data" not in plan.arrays:
        return None
    put_places(m, plan, memory)
    values = numbers(m).astype(plan.columns["time"].dtype)
    found = device.allocate(values.nbytes)
    found.put(values)
    return found


def put_places(m: MjModel, plan: Plan, memory: dict[str, Memory], first: int = 0) -> None:
    """Tell every world where the numbers of each instance begin, with ``first`` others before all of them."""
    entry = plan.arrays["plugin_data"]
    sizes = [len(one) for one in _each(m)]
    places = (1 + first + np.cumsum([0, *sizes])[:-1]).astype(entry.dtype)
    memory[entry.name].put(
        tiled(np.broadcast_to(places, (plan.nworld, len(sizes))), plan.nworld, plan.variant.tile)
    )
