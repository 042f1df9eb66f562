"""Frozen memory: the structs of model, data and scene as bytes, for use without Python.

Documents: design / Exported pages; Memory

The bytes are regions of memory, in which pointers are zero; a list gives the position and the target of each pointer. A
reader places the regions anywhere, and writes the new addresses: page/world.js in WebAssembly,
tests/platforms/frozen_world.c on other processors.
"""

import ctypes
import math
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gelenk.toolchain import struct_layout
from gelenk.toolchain.struct_layout import Layout

GAP = 64  # largest gap between arrays that are merged into one region [byte]
ALIGN = 64  # alignment of arrays [byte]


def word(address: int) -> int:
    """Return the integer at an address."""
    return ctypes.c_int64.from_address(address).value


class FrozenMemory:
    """The regions of memory that some structs use, and the pointers within them.

    structs   name -> (layout, address) of the structs and, as "outer.inner", of the structs that they contain
    pointers  (address of a slot, address in the slot)
    regions   [first, end] of each region
    """

    def __init__(self, roots: Mapping[str, tuple[Layout, int]]) -> None:
        self.structs: dict[str, tuple[Layout, int]] = {}
        self.pointers: list[tuple[int, int]] = []
        for name, (plan, base) in roots.items():
            self._add(name, plan, base)
        spans: list[tuple[int, int]] = []
        self._empty: list[int] = []  # slots that become zero: empty arrays, and addresses of this process
        for plan, base in self.structs.values():
            spans.append((base, base + 8 * plan.nslot))
            if plan is struct_layout.MODEL:
                self._empty.append(base + plan.offset[struct_layout.OWN_STEP])
            for slot, start, size in self._arrays(plan, base):
                if size:
                    self.pointers.append((slot, start))
                    spans.append((start, start + size))
                else:
                    self._empty.append(slot)
        self.regions: list[list[int]] = []
        for start, end in sorted(spans):
            if self.regions and start <= self.regions[-1][1] + GAP:
                self.regions[-1][1] = max(end, self.regions[-1][1])
            else:
                self.regions.append([start, end])

    def _add(self, name: str, plan: Layout, base: int) -> None:
        """Add a struct, and those that it contains."""
        self.structs[name] = plan, base
        for inner, inner_plan in plan.nested.items():
            slot = base + plan.offset[inner]
            self.pointers.append((slot, word(slot)))
            self._add(f"{name}.{inner}", inner_plan, word(slot))

    @staticmethod
    def _arrays(plan: Layout, base: int) -> Iterator[tuple[int, int, int]]:
        """Yield (address of the slot, address of the array, bytes) of each array of a struct."""

        def length(size: int | str) -> int:
            if isinstance(size, int):
                return size
            name, _, factor = size.partition("*")
            return word(base + plan.offset[name]) * int(factor or 1)

        for field in plan.arrays.values():
            slot = base + plan.offset[field.name]
            count = math.prod(length(size) for size in field.shape)
            yield slot, word(slot), count * struct_layout.NUMPY[field.dtype].itemsize

    def place(self, address: int) -> tuple[int, int]:
        """Return region and offset of an address."""
        for i, (start, end) in enumerate(self.regions):
            if start <= address < end:
                return i, address - start
        raise ValueError(f"{address:#x} is in no region")

    def array(self, struct: str, name: str) -> tuple[int, int]:
        """Return address and size in bytes of an array."""
        plan, base = self.structs[struct]
        slot = base + plan.offset[name]
        return next((start, size) for at, start, size in self._arrays(plan, base) if at == slot)

    def contents(self, without: Collection[tuple[str, str]] = ()) -> list[bytes]:
        """Return the bytes of the regions, with zeros for pointers.

        Equal structs have equal contents, wherever their memory is.

        without   arrays (struct, name) that are zero, too
        """
        made = [bytearray(ctypes.string_at(start, end - start)) for start, end in self.regions]
        cleared = [(slot, 8) for slot in (*(slot for slot, _ in self.pointers), *self._empty)]
        for address, size in (*cleared, *(self.array(*name) for name in without)):
            if size:
                region, at = self.place(address)
                made[region][at : at + size] = bytes(size)
        return [bytes(region) for region in made]

    def description(self, names: Mapping[str, str]) -> dict[str, Any]:
        """Return places and layouts as JSON-compatible data.

        names   struct -> the name by which the reader knows it; pointers of the other structs are listed, too
        """
        layouts = {}
        for name in names:
            plan, _ = self.structs[name]
            fields: dict[str, list[Any]] = {
                field.name: [plan.offset[field.name], field.dtype, list(field.shape)]
                for field in plan.arrays.values()
            }
            fields |= {scalar: [plan.offset[scalar], dtype] for scalar, dtype in plan.scalars.items()}
            layouts[plan.name] = fields
        return {
            "structs": {
                known: {"layout": self.structs[name][0].name, "place": self.place(self.structs[name][1])}
                for name, known in names.items()
            },
            "layouts": layouts,
            "pointers": [[self.place(slot), self.place(target)] for slot, target in self.pointers],
            "aligns": [start % ALIGN for start, _ in self.regions],
        }
