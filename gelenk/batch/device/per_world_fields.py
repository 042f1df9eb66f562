"""Model fields with values per world on a device, and assignments to fields.

Documents: design / Many worlds on GPUs

The values of a world are contiguous in a row, and kernels read the array that programs write: writes take effect in
the next launch. A table beside the slots of the model has the stride of the rows.
"""

from __future__ import annotations

import math
from typing import Any, Protocol, Self

import numpy as np

from gelenk.batch import arguments, transfers
from gelenk.batch.device.arrays import DeviceArray, of_host
from gelenk.batch.device.memory_plan import MOST_NUMBERS
from gelenk.runtime.model import MjModel
from gelenk.tables.field_groups import ON_DEVICES, PER_WORLD
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu.cuda_driver import Device, Stream
from gelenk.toolchain.gpu.variant import OWNERS, Variant
from gelenk.toolchain.struct_layout import own

_PLANS = {"": struct_layout.MODEL, "opt": struct_layout.OPTION, "stat": struct_layout.STATISTIC}


def shared_value(m: MjModel, name: str) -> np.ndarray:
    """Return the value of a model field that all worlds share."""
    owner, row = PER_WORLD[name]
    block: Any = m._nested_structs[owner] if owner else m
    if row.shape:
        return getattr(block, "_a_" + row.name)
    return np.array(getattr(block, row.name), np.float64 if row.dtype.startswith("float") else np.int64)


def check(name: object) -> str:
    """Return the name of a model field that can be expanded on a device, or raise.

    Errors   TypeError, ValueError: no such field, or a field of assets; NotImplementedError: an index field
    """
    if not isinstance(name, str) or name not in PER_WORLD:
        raise transfers.not_expandable(name)
    if name not in ON_DEVICES:
        raise NotImplementedError(
            f"expand: {name} is an index column, which cannot be checked before each call on a GPU; "
            "use device='cpu'"
        )
    return name


class OwnFields:
    """The arrays (nsim, ...) of model fields with values per world.

    arrays   by name, in the dtypes of the device
    """

    def __init__(self, m: MjModel, nsim: int, device: Device, variant: Variant, stream: Stream) -> None:
        self._model, self._nsim = m, nsim
        self._device, self._variant, self._stream = device, variant, stream
        self.arrays: dict[str, DeviceArray] = {}

    def add(self, name: str) -> DeviceArray:
        """Allocate the array of a field, with the shared value in every row.

        Errors   ValueError: more elements than an index reaches; MemoryError: the device has no memory left
        """
        value = shared_value(self._model, name)
        if math.prod(value.shape) * self._nsim >= MOST_NUMBERS:
            raise ValueError(f"expand: {name} of {self._nsim} worlds has {MOST_NUMBERS} elements or more")
        # scalars have the size of slots
        kind = PER_WORLD[name].row.dtype if value.ndim else str(value.dtype)
        dtype = np.dtype(self._variant.dtype(kind))
        array = DeviceArray(self._device, (self._nsim, *value.shape), dtype, self._stream)
        array.assign(value)
        self.arrays[name] = array
        return array

    def tables(self) -> dict[str, np.ndarray]:
        """Return constant memory by struct: strides of array rows, addresses of scalar columns."""
        found = {own(name): np.zeros(plan.nslot, np.int64) for name, plan in _named_plans()}
        for name, array in self.arrays.items():
            owner, row = PER_WORLD[name]
            plan = _PLANS[owner]
            here = math.prod(array.shape[1:]) if row.shape else array.pointer
            found[own(plan.name)][plan.offset[row.name] // 8] = here
        return found

    def slots(self) -> list[tuple[str, int, int]]:
        """Return (struct, index of the slot, address) of the arrays."""
        found = []
        for name, array in self.arrays.items():
            owner, row = PER_WORLD[name]
            if row.shape:
                plan = _PLANS[owner]
                found.append((plan.name, plan.offset[row.name] // 8, array.pointer))
        return found


def _named_plans() -> list[tuple[str, struct_layout.Layout]]:
    return [(plan.name, plan) for plan in _PLANS.values() if plan.name in OWNERS]


class Worlds(Protocol):
    """A batch whose fields can be read and written for all worlds."""

    def get(self, name: str) -> np.ndarray:
        """Return a field of all worlds (nsim, ...)."""

    def set(self, name: str, value: Any) -> None:
        """Write a field of all worlds: (nsim, ...), or a shape that broadcasts."""


class Writer:
    """The target of an assignment to a field of the state, or to a part of the field.

    Parts are copied to the host and back.
    """

    def __init__(
        self, batch: Worlds, name: str, whole: np.ndarray | None = None, part: np.ndarray | None = None
    ) -> None:
        self.batch, self.name, self._whole, self._part = batch, name, whole, part

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return self._copy_both()[1].ndim

    def _copy_both(self) -> tuple[np.ndarray, np.ndarray]:
        if self._whole is None or self._part is None:
            self._whole = self._part = self.batch.get(self.name)
        return self._whole, self._part

    def __getitem__(self, key: Any) -> Self:
        whole, part = self._copy_both()
        return type(self)(self.batch, self.name, whole, part[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        value = of_host(value)
        if self._whole is None and key is Ellipsis:
            self.batch.set(self.name, value)
            return
        whole, part = self._copy_both()
        arguments.write_broadcast(self.name, part, value, key)
        self.batch.set(self.name, whole)
