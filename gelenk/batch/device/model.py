"""A model on a device: arrays side by side in one piece of memory, slots that point there.

Documents: design / Many worlds on GPUs
"""

import numpy as np

from gelenk.jit import layout
from gelenk.jit.targets.driver import Device, Memory
from gelenk.jit.targets.variant import Variant
from gelenk.tables import many
from gelenk.tables.stages import INDEX, PLACES
from gelenk.world.block import Block
from gelenk.world.model import MjModel

ALIGN = 256


class Upload:
    """Arrays that are put into one piece of memory."""

    def __init__(self) -> None:
        self._parts: list[tuple[int, np.ndarray]] = []
        self._total = 0

    def add(self, array: np.ndarray) -> int:
        """Where it will be from the beginning of the memory."""
        start = self._total
        self._parts.append((start, array))
        self._total += -(-array.nbytes // ALIGN) * ALIGN
        return start

    def to(self, device: Device) -> Memory:
        """All of it, on the device."""
        memory = device.allocate(self._total)
        for start, array in self._parts:
            if array.nbytes:
                memory.put(array, start)
        return memory


def float_slot(value: float, variant: Variant) -> int:
    """A number as a slot holds it: in single precision in the lower half."""
    if variant.single:
        return int(np.array([value, 0.0], np.float32).view(np.int64)[0])
    return int(np.float64(value).view(np.int64))


class DeviceModel:
    """The model of a batch, as it was when the batch was made.

    slots    constant memory of each struct, by its name
    """

    def __init__(self, m: MjModel, device: Device, variant: Variant, libraries: list[str]) -> None:
        self.variant = variant
        upload = Upload()
        places: list[tuple[str, str, int]] = []
        self.slots: dict[str, np.ndarray] = {}
        for block in (m, m.opt, m.stat):
            self._add(block, upload, places)
        table = np.zeros(PLACES, variant.dtype("int64"))
        for library in libraries:
            for stage in many.rows(library):
                if stage.name in INDEX:
                    table[INDEX[stage.name]] = 1
        places.append(("model", "stage_table", upload.add(table)))
        self.memory = upload.to(device)
        plans = {plan.name: plan for plan in layout.MANY}
        for struct, name, start in places:
            self.slots[struct][plans[struct].offset[name] // 8] = self.memory.pointer + start

    def _add(self, block: Block, upload: Upload, places: list[tuple[str, str, int]]) -> None:
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
