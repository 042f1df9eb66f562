"""Memory plans: the layout of all arrays of a struct in one allocation.

Documents: design / Memory

Array objects are made on first access: a model of ten bodies has five hundred fields, of which a program reads ten.
"""

import ctypes
import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, repeat
from typing import Any, NamedTuple, cast

import numpy as np

from gelenk.tables.field_rows import Field, factors
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.block_layout import ADDRESS_SPACE, ALIGN
from gelenk.toolchain.extension.spec_setters import CODES
from gelenk.toolchain.struct_layout import NUMPY


class Parts(list[np.ndarray]):
    """Arrays that form one column of a model, concatenated only in the model's memory."""

    @property
    def size(self) -> int:
        """Number of elements of all arrays."""
        return sum(part.size for part in self)


_KEPT = 8  # plans that a table caches
PREFIX = "_a_"  # prefix of the attribute that holds a field's array


class TooLarge(MemoryError):
    """The sizes need more memory than any machine has."""


class Table:
    """The fields of a struct in memory order, with symbolic shapes.

    fields  the rows                                row     attribute -> index of its field
    slots   slot of the address of each field       sizes   names that shapes mention
    shapes  of each field: (index in sizes, factor) of each dimension
    """

    def __init__(self, fields: Iterable[Field], offset: dict[str, int]) -> None:
        self.fields = tuple(fields)
        self.row = {PREFIX + field.name: i for i, field in enumerate(self.fields)}
        self.slots = np.array([offset[field.name] // 8 for field in self.fields], np.int64)
        self.dtypes = [NUMPY[field.dtype] for field in self.fields]
        shapes = [factors(field) for field in self.fields]
        self.sizes = tuple(dict.fromkeys(name for shape in shapes for name, _ in shape if name))
        place = {name: i for i, name in enumerate(self.sizes)} | {"": len(self.sizes)}
        self.shapes = [[(place[name], factor) for name, factor in shape] for shape in shapes]
        self._dimensions = max(map(len, shapes), default=1)
        self._plans: dict[tuple[int, ...], Plan] = {}  # plans of the last models
        # the table for native code (toolchain/extension/block_layout.py); missing dimensions are 1
        rows = zip(self.fields, self.dtypes, self.shapes, strict=True)
        self._record = np.array(
            [
                (
                    *(CODES.index(field.dtype) if field.dtype in CODES else -1, dtype.itemsize),
                    *chain(*shape, *((self._dimensions - len(shape)) * [(place[""], 1)])),
                )
                for field, dtype, shape in rows
            ],
            np.int64,
        ).reshape(len(shapes), 2 + 2 * self._dimensions)
        self.slots_at, self._record_at = self.slots.ctypes.data, self._record.ctypes.data

    def plan(self, known: Mapping[str, int]) -> "Plan":
        """Return the layout for these sizes (default 0); TooLarge if no machine has the memory."""
        sizes = (*map(known.get, self.sizes, repeat(0)), 1)
        plan = self._plans.get(sizes)
        if plan is None:
            plan = self._lay_out(sizes)
            if len(self._plans) >= _KEPT:
                self._plans.pop(next(iter(self._plans)), None)
            self._plans[sizes] = plan
        return plan

    def _lay_out(self, sizes: tuple[int, ...]) -> "Plan":
        count = len(self.fields)
        rows = np.empty((count, 3), np.int64)
        at = address_of(rows)
        if load.module:
            total = load.module._planned(self._record_at, count, self._dimensions, sizes, at)
        else:
            total = self._put_rows(rows, np.array(sizes, np.int64))
        if total < 0:
            raise TooLarge(f"arrays of these sizes have more than {ADDRESS_SPACE:.0e} bytes")
        return Plan(self, sizes, rows, at, total, {})

    def _put_rows(self, rows: np.ndarray, sizes: np.ndarray) -> int:
        """Fill the rows of a plan, as native code does; return the total bytes, -1 if too many."""
        codes, width = self._record[:, 0], self._record[:, 1]
        extent = sizes[self._record[:, 2::2]] * self._record[:, 3::2]
        if float((extent.prod(1, dtype=np.float64) * width).sum()) > ADDRESS_SPACE:
            return -1
        counts = extent.prod(1)
        ends = (-(-counts * width // ALIGN) * ALIGN).cumsum()
        rows[:, 0], rows[:, 1], rows[:, 2] = 0, counts, codes
        rows[1:, 0] = ends[:-1]
        return int(ends[-1]) if len(ends) else 0


class Plan(NamedTuple):
    """The layout of a table for known sizes: first byte, count and dtype code of each field.

    sizes    values of the table's sizes, and 1    rows_at  address of the rows
    total    bytes
    packers  index of a field -> Struct that packs its elements, and its first byte; made on first use
    """

    table: Table
    sizes: tuple[int, ...]
    rows: np.ndarray
    rows_at: int
    total: int
    packers: dict[int, tuple[struct.Struct, int]]

    def start(self, row: int) -> int:
        """Return the first byte of a field."""
        return self.rows.item(row, 0)

    def count(self, row: int) -> int:
        """Return the number of elements of a field."""
        return self.rows.item(row, 1)

    def packer(self, row: int) -> tuple[struct.Struct, int]:
        """Return the Struct that packs all elements of a field, and its first byte."""
        found = self.packers.get(row)
        if found is None:
            form = struct.Struct(f"{self.count(row)}{self.table.dtypes[row].char}")
            found = self.packers[row] = form, self.start(row)
        return found

    def shared_content(self, other: "Plan") -> Iterator[tuple[int, int, int]]:
        """Yield first byte, byte count, and first byte in `other`, of content in both plans.

        Both plans belong to one table.
        """
        for row, dtype in enumerate(self.table.dtypes):
            count = min(self.count(row), other.count(row))
            yield self.start(row), count * dtype.itemsize, other.start(row)

    def shape(self, row: int) -> list[int]:
        """Return the shape of a field."""
        sizes = self.sizes
        return [sizes[place] * factor for place, factor in self.table.shapes[row]]


class Piece(NamedTuple):
    """Memory laid out by a plan, which begins at byte ``first`` of ``raw``."""

    plan: Plan
    raw: np.ndarray
    first: int

    def array(self, attribute: str) -> np.ndarray | None:
        """Return the array of an attribute, None if the plan does not have it."""
        plan = self.plan
        row = plan.table.row.get(attribute)
        if row is None:
            return None
        made = np.ndarray(plan.shape(row), plan.table.dtypes[row], self.raw, self.first + plan.start(row))
        return writable(made)

    @property
    def bytes(self) -> np.ndarray:
        """All bytes of the piece."""
        return self.raw[self.first : self.first + self.plan.total]


def writable(array: np.ndarray) -> np.ndarray:
    """Return an array over our own memory, after checking that it is writable.

    Errors   MemoryError: numpy marks an array read-only if it had no memory to query the buffer
    """
    if not array.flags.writeable:
        raise MemoryError("no memory is left to inspect a buffer")
    return array


def address_of(memory: np.ndarray | memoryview | bytes) -> int:
    """Return the address of memory; for writable memory 3x faster than array.ctypes.data."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(cast(Any, memory)))
    except (TypeError, ValueError):
        array = memory if isinstance(memory, np.ndarray) else np.frombuffer(memory, np.uint8)
        return array.ctypes.data


class Image(NamedTuple):
    """The initial memory of a struct: slots, followed by zeroed arrays.

    words     the slots; array addresses are relative to the memory
    pointing  1 for slots that are addresses, else 0
    at        addresses of words and pointing
    pieces    name -> plan of some of the arrays, and their first byte
    total     bytes
    """

    words: np.ndarray
    pointing: np.ndarray
    at: tuple[int, int]
    pieces: dict[str, tuple[Plan, int]]
    total: int

    @classmethod
    def of(cls, nslot: int, plans: Mapping[str, Plan]) -> "Image":
        """Return the image with the arrays of these plans, one after the other."""
        words, pointing, pieces = np.zeros(nslot, np.int64), np.zeros(nslot, np.int64), {}
        at = address_of(words), address_of(pointing)
        end = -(-8 * nslot // ALIGN) * ALIGN
        for name, plan in plans.items():
            pieces[name] = plan, end
            slots, count = plan.table.slots, len(plan.rows)
            if load.module:
                load.module._pointed(plan.table.slots_at, plan.rows_at, count, end, *at)
            else:
                words[slots], pointing[slots] = plan.rows[:, 0] + end, 1
            end += plan.total
        return cls(words, pointing, at, pieces, end)

    def set_slots(self, slots: Iterable[int], values: Iterable[int]) -> None:
        """Set the initial values of slots."""
        words = memoryview(cast(Any, self.words))
        for slot, value in zip(slots, values, strict=True):
            words[slot] = value

    def allocate(self) -> tuple[np.ndarray, int, np.ndarray, int]:
        """Allocate initialized memory; return the bytes, first byte, slots, and address."""
        raw = np.zeros(self.total + ALIGN, np.uint8)
        address = address_of(raw)
        first = -address % ALIGN
        address += first
        slots = raw[first : first + self.words.nbytes].view(np.int64)
        if load.module:
            load.module._addressed(*self.at, address, address, len(slots))
        else:
            np.multiply(self.pointing, address, slots)
            slots += self.words
        return raw, first, slots, address


def allocate_piece(planned: Plan, slots: np.ndarray) -> Piece:
    """Allocate zeroed memory for more arrays of a struct; set their addresses in ``slots``."""
    raw = np.zeros(planned.total + ALIGN, np.uint8)
    address = address_of(raw)
    first = -address % ALIGN
    slots[planned.table.slots] = planned.rows[:, 0] + (address + first)
    return Piece(planned, raw, first)
