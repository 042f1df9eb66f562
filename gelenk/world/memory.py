"""One piece of memory for many arrays: where each begins, planned for all fields of a struct at once.

Documents: design / Memory

Arrays are made when they are first asked for: a model of ten bodies has five hundred, of which a program reads ten.
"""

import ctypes
import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any, NamedTuple, cast

import numpy as np

from gelenk.jit.layout import NUMPY
from gelenk.tables.field_rows import Field, factors

ALIGN = 64


class Parts(list[np.ndarray]):
    """Arrays that are one column of a model, one after the other; they become one only there."""

    @property
    def size(self) -> int:
        """Numbers of all together."""
        return sum(part.size for part in self)


_MOST = 2.0**60  # bytes that no machine has: beyond, numbers of bytes could wrap around
_KEPT = 8  # plans of a table
PREFIX = "_a_"  # of the attribute that an array of a field is


class Table:
    """Fields of a struct, in the order of their memory, and what their shapes are made of.

    fields  the rows                                row     attribute -> number of its field
    slots   place of the address of each field      sizes   names that shapes mention
    """

    def __init__(self, fields: Iterable[Field], offset: dict[str, int]) -> None:
        self.fields = tuple(fields)
        self.row = {PREFIX + field.name: i for i, field in enumerate(self.fields)}
        self.slots = np.array([offset[field.name] // 8 for field in self.fields], np.int64)
        self.dtypes = [NUMPY[field.dtype] for field in self.fields]
        self._width = np.array([dtype.itemsize for dtype in self.dtypes], np.int64)
        shapes = [factors(field) for field in self.fields]
        self.dimensions = [len(shape) for shape in shapes]
        self.sizes = tuple(dict.fromkeys(name for shape in shapes for name, _ in shape if name))
        place = {name: i for i, name in enumerate(self.sizes)} | {"": len(self.sizes)}
        dimensions = max((len(shape) for shape in shapes), default=1)
        self._plans: dict[tuple[int, ...], Plan] = {}  # those of the last models
        self._which = np.full((dimensions, len(shapes)), place[""])
        self._factor = np.ones((dimensions, len(shapes)), np.int64)
        for i, shape in enumerate(shapes):
            for j, (name, factor) in enumerate(shape):
                self._which[j, i], self._factor[j, i] = place[name], factor

    def plan(self, known: Mapping[str, int]) -> "Plan":
        """Lay out all fields for sizes, 0 where they are not ``known``. MemoryError where no machine has so much."""
        sizes = (*map(known.get, self.sizes, repeat(0)), 1)
        plan = self._plans.get(sizes)
        if plan is None:
            plan = self._lay_out(sizes)
            if len(self._plans) >= _KEPT:
                self._plans.pop(next(iter(self._plans)), None)
            self._plans[sizes] = plan
        return plan

    def _lay_out(self, sizes: tuple[int, ...]) -> "Plan":
        values = np.array(sizes, np.int64)
        extent = values[self._which] * self._factor
        if float((extent.prod(0, dtype=np.float64) * self._width).sum()) > _MOST:
            raise MemoryError(f"arrays of these sizes have more than {_MOST:.0e} bytes")
        counts = extent.prod(0)
        ends = (-(-counts * self._width // ALIGN) * ALIGN).cumsum()
        starts = np.zeros(len(counts), np.int64)
        starts[1:] = ends[:-1]
        return Plan(self, extent, counts.tolist(), starts, int(ends[-1]) if len(ends) else 0, {})


class Plan(NamedTuple):
    """The fields of a table for known sizes: shape, number of elements and first byte of each, bytes of all.

    packers  number of a field -> what packs all its numbers, and its first byte; made when they are first asked for
    """

    table: Table
    extent: np.ndarray  # columns; behind the dimensions of a field there is 1
    counts: list[int]
    starts: np.ndarray
    total: int
    packers: dict[int, tuple[struct.Struct, int]]

    def packer(self, row: int) -> tuple[struct.Struct, int]:
        """What packs all numbers of a field, and its first byte."""
        found = self.packers.get(row)
        if found is None:
            form = struct.Struct(f"{self.counts[row]}{self.table.dtypes[row].char}")
            found = self.packers[row] = form, int(self.starts[row])
        return found

    def split(self, tables: Iterable[Table]) -> "Iterator[Plan]":
        """The plans of tables whose fields are those of this one, each after those of the one before."""
        first = 0
        starts = [*self.starts.tolist(), self.total]
        for table in tables:
            end = first + len(table.fields)
            yield Plan(
                table,
                self.extent[:, first:end],
                self.counts[first:end],
                self.starts[first:end] - starts[first],
                starts[end] - starts[first],
                {},
            )
            first = end

    def common(self, other: "Plan") -> Iterator[tuple[int, int, int]]:
        """What arrays of this plan and of another of the same table share: first byte, how many, first byte there."""
        for row, dtype in enumerate(self.table.dtypes):
            count = min(self.counts[row], other.counts[row])
            yield int(self.starts[row]), count * dtype.itemsize, int(other.starts[row])

    def shape(self, row: int) -> list[int]:
        """The shape of a field."""
        return self.extent[: self.table.dimensions[row], row].tolist()


class Piece(NamedTuple):
    """Memory of a plan; ``first`` is the first byte of ``raw`` that belongs to it."""

    plan: Plan
    raw: np.ndarray
    first: int

    def array(self, attribute: str) -> np.ndarray | None:
        """The array of an attribute, None if it is not of this plan."""
        plan = self.plan
        row = plan.table.row.get(attribute)
        if row is None:
            return None
        return np.ndarray(plan.shape(row), plan.table.dtypes[row], self.raw, self.first + plan.starts[row])

    @property
    def bytes(self) -> np.ndarray:
        """All of it."""
        return self.raw[self.first : self.first + self.plan.total]


def address_of(array: np.ndarray) -> int:
    """Where an array begins: if it can be written and is not empty, in a third of the time of array.ctypes.data."""
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(cast(Any, array)))
    except (TypeError, ValueError):
        return array.ctypes.data


class Image(NamedTuple):
    """What the memory of a struct is like when it is new: slots, and behind them arrays of zeros.

    words     the slots; of the address of an array, the byte of the memory where that begins
    pointing  1 for slots that are addresses, else 0
    pieces    name -> plan of some of the arrays, and the first byte of these
    total     bytes
    """

    words: np.ndarray
    pointing: np.ndarray
    pieces: dict[str, tuple[Plan, int]]
    total: int

    @classmethod
    def of(cls, nslot: int, plans: Mapping[str, Plan]) -> "Image":
        """Memory for the arrays of all these plans, one after the other."""
        words, pointing, pieces = np.zeros(nslot, np.int64), np.zeros(nslot, np.int64), {}
        end = -(-8 * nslot // ALIGN) * ALIGN
        for name, plan in plans.items():
            pieces[name] = plan, end
            words[plan.table.slots], pointing[plan.table.slots] = plan.starts + end, 1
            end += plan.total
        return cls(words, pointing, pieces, end)

    def make(self) -> tuple[np.ndarray, int, np.ndarray, int]:
        """New memory: all of it, its first byte there, its slots, and where they are."""
        raw = np.zeros(self.total + ALIGN, np.uint8)
        address = address_of(raw)
        first = -address % ALIGN
        slots: np.ndarray = np.ndarray(self.words.shape, np.int64, raw, first)
        np.multiply(self.pointing, address + first, slots)
        slots += self.words
        return raw, first, slots, address + first


def carve(planned: Plan, slots: np.ndarray) -> Piece:
    """New memory of zeros for more arrays of a struct; their addresses go to ``slots``."""
    raw = np.zeros(planned.total + ALIGN, np.uint8)
    address = address_of(raw)
    first = -address % ALIGN
    slots[planned.table.slots] = planned.starts + (address + first)
    return Piece(planned, raw, first)
