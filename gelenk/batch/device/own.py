"""Fields of the model of which each world on a device has values of its own.

Documents: design / Many worlds on GPUs

They are rows, a world's numbers side by side, and the array that a program gets is the one that kernels read: what it
writes counts from the next launch on. A table beside the slots of the model says how far apart rows are.
"""

import math
from typing import Any

import numpy as np

from gelenk.batch import fields
from gelenk.batch.device.arrays import DeviceArray
from gelenk.batch.device.plan import MOST_NUMBERS
from gelenk.jit import layout
from gelenk.jit.names import own
from gelenk.jit.targets.driver import Device, Stream
from gelenk.jit.targets.variant import OWNERS, Variant
from gelenk.tables.own_fields import MODEL, ON_DEVICES
from gelenk.world.model import MjModel

_PLANS = {"": layout.MODEL, "opt": layout.OPTION, "stat": layout.STATISTIC}


def shared_value(m: MjModel, name: str) -> np.ndarray:
    """A field as all worlds have it that have none of their own."""
    owner, row = MODEL[name]
    block: Any = m._nested[owner] if owner else m
    if row.shape:
        return getattr(block, "_a_" + row.name)
    return np.array(getattr(block, row.name), np.float64 if row.dtype.startswith("float") else np.int64)


def check(name: object) -> str:
    """The name of a field that worlds on a device can have values of their own of.

    Errors   TypeError, ValueError: there is no such field, or it belongs to assets; NotImplementedError: an index
    """
    if not isinstance(name, str) or name not in MODEL:
        raise fields.not_expandable(name)
    if name not in ON_DEVICES:
        raise NotImplementedError(
            f"expand: {name} is an index, which the processor checks before each call and a device cannot; "
            "device='cpu' has it"
        )
    return name


class OwnFields:
    """The arrays (nsim, ...) of such fields.

    arrays   by name; in the types of the device
    """

    def __init__(self, m: MjModel, nsim: int, device: Device, variant: Variant, stream: Stream) -> None:
        self._model, self._nsim = m, nsim
        self._device, self._variant, self._stream = device, variant, stream
        self.arrays: dict[str, DeviceArray] = {}

    def add(self, name: str) -> DeviceArray:
        """The array of a field, which begins as what all worlds share.

        Errors   ValueError: more numbers than an index reaches; MemoryError: the device has no room
        """
        value = shared_value(self._model, name)
        if math.prod(value.shape) * self._nsim >= MOST_NUMBERS:
            raise ValueError(f"expand: {name} of {self._nsim} worlds has {MOST_NUMBERS} numbers or more")
        # scalars are as wide as slots
        kind = MODEL[name].row.dtype if value.ndim else str(value.dtype)
        dtype = np.dtype(self._variant.dtype(kind))
        array = DeviceArray(self._device, (self._nsim, *value.shape), dtype, self._stream)
        array.assign(value)
        self.arrays[name] = array
        return array

    def tables(self) -> dict[str, np.ndarray]:
        """Constant memory by struct: of arrays how far rows are apart, of scalars where their column is."""
        found = {own(name): np.zeros(plan.nslot, np.int64) for name, plan in _named_plans()}
        for name, array in self.arrays.items():
            owner, row = MODEL[name]
            plan = _PLANS[owner]
            here = math.prod(array.shape[1:]) if row.shape else array.pointer
            found[own(plan.name)][plan.offset[row.name] // 8] = here
        return found

    def slots(self) -> list[tuple[str, int, int]]:
        """(struct, number of the slot, address) of the arrays: where kernels begin to count."""
        found = []
        for name, array in self.arrays.items():
            owner, row = MODEL[name]
            if row.shape:
                plan = _PLANS[owner]
                found.append((plan.name, plan.offset[row.name] // 8, array.pointer))
        return found


def _named_plans() -> list[tuple[str, layout.Layout]]:
    return [(plan.name, plan) for plan in _PLANS.values() if plan.name in OWNERS]
