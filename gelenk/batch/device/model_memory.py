"""Memory of a model on a device: its arrays in one allocation, and slots that point there.

Documents: design / Many worlds on GPUs

Constants of plugins are the values of all instances in sequence, shared by all worlds. In place of an address, each
instance has the index of its first value, counted from one: zero means none.
"""

from __future__ import annotations

import numpy as np

from gelenk.batch.device.memory_plan import Plan, tiled
from gelenk.runtime import plugin_instances
from gelenk.runtime.block import Block
from gelenk.runtime.model import MjModel
from gelenk.tables import gpu_stages
from gelenk.tables.stages import INDEX, PLACES
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu.cuda_driver import Device, Memory
from gelenk.toolchain.gpu.variant import Variant

ALIGN_BYTES = 256


class Upload:
    """Arrays that are uploaded in one allocation."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, np.ndarray]] = []
        self._total = 0

    def add(self, array: np.ndarray) -> int:
        """Add an array, and return its offset in the allocation [byte]."""
        start = self._total
        self._parts.append((start, array))
        self._total += -(-array.nbytes // ALIGN_BYTES) * ALIGN_BYTES
        return start

    def copy_to(self, device: Device) -> Memory:
        """Allocate and copy all arrays on a device."""
        memory = device.allocate(self._total)
        for start, array in self._parts:
            if array.nbytes:
                memory.write(array, start)
        return memory


def float_slot(value: float, variant: Variant) -> int:
    """Return a float as the content of a slot; single precision uses the lower half."""
    if variant.single:
        return int(np.array([value, 0.0], np.float32).view(np.int64)[0])
    return int(np.float64(value).view(np.int64))


class DeviceModel:
    """The model of a batch on a device, copied when the batch is made.

    slots    constant memory of each struct, by its name
    """

    def __init__(self, m: MjModel, device: Device, variant: Variant, libraries: list[str]) -> None:
        self.variant = variant
        upload = Upload()
        places: list[tuple[str, str, int]] = []
        self.slots: dict[str, np.ndarray] = {}
        for block in (m, m.opt, m.stat):
            self._add_struct(block, upload, places)
        table = np.zeros(PLACES, variant.dtype("int64"))
        for library in libraries:
            for stage in gpu_stages.rows(library):
                if stage.name in INDEX:
                    table[INDEX[stage.name]] = 1
        places.append(("model", "stage_table", upload.add(table)))
        self.memory = upload.copy_to(device)
        plans = {plan.name: plan for plan in struct_layout.MANY}
        for struct, name, start in places:
            self.slots[struct][plans[struct].offset[name] // 8] = self.memory.pointer + start

    def _add_struct(self, block: Block, upload: Upload, places: list[tuple[str, str, int]]) -> None:
        plan = block._layout
        slots = np.zeros(plan.nslot, np.int64)
        for name, dtype in plan.scalars.items():
            at = plan.offset[name] // 8
            if dtype.startswith("float"):
                slots[at] = float_slot(float(block._floats[at]), self.variant)
            else:
                slots[at] = block._ints[at]
        for name, field in plan.arrays.items():
            array = getattr(block, "_a_" + name, None)
            if array is not None and array.size:
                own = np.ascontiguousarray(array.reshape(-1), self.variant.dtype(field.dtype))
                places.append((plan.name, name, upload.add(own)))
        self.slots[plan.name] = slots


def numbers(m: MjModel) -> np.ndarray:
    """Return the constants of all plugin instances, concatenated.

    Errors   ValueError: a device does not support a plugin of the model
    """
    return np.concatenate([np.zeros(0), *_each(m)])


def _each(m: MjModel) -> list[np.ndarray]:
    return [plugin_instances.constants_of(m, i) for i in range(m.nplugin)]


def put_constants(m: MjModel, plan: Plan, device: Device, memory: dict[str, Memory]) -> Memory | None:
    """Upload the plugin constants and their offsets; None if no stage reads them."""
    if not m.nplugin or "plugin_data" not in plan.arrays:
        return None
    put_places(m, plan, memory)
    values = numbers(m).astype(plan.columns["time"].dtype)
    found = device.allocate(values.nbytes)
    found.write(values)
    return found


def put_places(m: MjModel, plan: Plan, memory: dict[str, Memory], first: int = 0) -> None:
    """Write the first index of each plugin instance to every world.

    first   number of values that precede the constants
    """
    entry = plan.arrays["plugin_data"]
    sizes = [len(one) for one in _each(m)]
    places = (1 + first + np.cumsum([0, *sizes])[:-1]).astype(entry.dtype)
    memory[entry.name].write(
        tiled(np.broadcast_to(places, (plan.nworld, len(sizes))), plan.nworld, plan.variant.tile)
    )
