"""Shadows: memory for the tangents of a model and its data.

Documents: design / Tangents of kernels

A shadow struct has the slots of its struct, with the addresses of the shadows of its arrays, and the tangents of its
scalars behind them (toolchain/tangents/places.py). Arrays of the model have shadows of their own in the kind
PARAMETERS; otherwise they share one shadow that stays zero. In shadows of code that records on a tape, each number has
an integer instead of tangents: its place on the tape.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.tables.gradients import COLUMNS, HELD, PARAMETERS, TAPE, columns
from gelenk.toolchain import sources
from gelenk.toolchain.struct_layout import DATA, MODEL, OPTION, STATISTIC, Layout
from gelenk.toolchain.tangents.places import LINE, scalars_at, size_of

if TYPE_CHECKING:
    from gelenk.runtime.block import Block
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel

CHECKING = sources.checking()
GUARD = 0x5ADE5ADE5ADE5ADE  # word behind each shadow array, which no stage may change


class Shadow:
    """The shadow of one struct.

    address   of its slots, for compiled code
    arrays    field -> its tangents (size of the field, width), for fields with a shadow of their own
    places    field -> address of its tangents, for arrays with a shadow of their own
    """

    def __init__(self, plan: Layout, width: int = COLUMNS) -> None:
        self._plan, self._width = plan, width
        self._dtype = np.float64 if width > 1 else np.int64
        self._kept: list[np.ndarray] = []
        self._guards: list[np.ndarray] = []
        self.slots = self._memory(size_of(plan, width)).view(np.int64)
        self.address = self.slots.ctypes.data
        self.arrays: dict[str, np.ndarray] = {}
        self.places: dict[str, int] = {}
        first = scalars_at(plan) // 8
        self._scalars = numbers = self.slots.view(self._dtype)[first:]
        for name, dtype in plan.scalars.items():
            if dtype == "float64":
                at = plan.offset[name] // 8 * width
                self.arrays[name] = numbers[at : at + width].reshape(1, width)
        self._own: list[np.ndarray] = []

    def _memory(self, size: int) -> np.ndarray:
        """Return zeroed bytes, aligned to a cache line, with a guard behind them."""
        size = -(-size // 8) * 8
        raw = np.zeros(size + LINE + 8, np.uint8)
        first = -raw.ctypes.data % LINE
        guard = raw[first + size : first + size + 8].view(np.uint64)
        guard[0] = GUARD
        self._kept.append(raw)
        self._guards.append(guard)
        return raw[first : first + size]

    def add(self, sizes: dict[str, int]) -> None:
        """Allocate a zeroed shadow for each field of ``sizes``."""
        width = self._width
        ends = np.cumsum([-(-size * width * 8 // LINE) * LINE for size in sizes.values()])
        raw = self._memory(int(ends[-1]) if len(ends) else 0)
        self._own.append(raw.view(self._dtype))
        at = 0
        for (name, size), end in zip(sizes.items(), ends.tolist(), strict=True):
            array = raw[at : at + 8 * size * width].view(self._dtype).reshape(size, width)
            self.arrays[name] = array
            self.slots[self._plan.offset[name] // 8] = self.places[name] = array.ctypes.data
            at = end

    def share(self, sizes: dict[str, int]) -> None:
        """Let all fields of ``sizes`` share one shadow, which stays zero."""
        at = self._memory(8 * self._width * max([1, *sizes.values()])).ctypes.data
        for name in sizes:
            self.slots[self._plan.offset[name] // 8] = at

    def clear(self) -> None:
        """Set all tangents to zero."""
        self._scalars[:] = 0
        for array in self._own:
            array[:] = 0

    @property
    def is_intact(self) -> bool:
        """Return whether no stage wrote behind a shadow."""
        return all(guard[0] == GUARD for guard in self._guards)


def check_guards(made: Iterable[Shadow | ModelShadow], what: str) -> None:
    """Raise IndexError if a stage wrote behind the tangents of a field.

    what   name of the function that ran the stage, for the message
    """
    if not all(shadow.is_intact for shadow in made):
        raise IndexError(f"{what} wrote behind the tangents of a field")


def _sizes(block: Block) -> dict[str, int]:
    """Return the float64 fields of a block with their sizes."""
    found = {}
    for piece in block._pieces.values():
        for row, field in enumerate(piece.plan.table.fields):
            if field.dtype == "float64" and field.name != "block":
                found[field.name] = piece.plan.count(row)
    return found


def capacities(d: MjData) -> list[int]:
    """Return the capacities of d, which determine the sizes of its shadow."""
    return [piece.plan.total for piece in d._pieces.values()]


def of_data(d: MjData, kind: str) -> Shadow:
    """Return the shadow of an MjData, for its current capacities."""
    made = Shadow(DATA, columns(kind))
    sizes = _sizes(d)
    made.add({name: size for name, size in sizes.items() if name not in HELD})
    made.share({name: size for name, size in sizes.items() if name in HELD})
    return made


class ModelShadow:
    """The shadow of a model with its options and statistics.

    table   addresses of the stages with tangents
    """

    def __init__(self, m: MjModel, kind: str, table: np.ndarray) -> None:
        self.table = table
        self._model = Shadow(MODEL, columns(kind))
        nested: list[tuple[str, Layout, Any]] = [("opt", OPTION, m.opt), ("stat", STATISTIC, m.stat)]
        self._nested = {name: Shadow(plan, columns(kind)) for name, plan, _ in nested}
        for shadow, block in ((self._model, m), *((self._nested[name], b) for name, _, b in nested)):
            sizes = _sizes(block)
            if kind.removesuffix(TAPE) == PARAMETERS:
                shadow.add(sizes)
            else:
                shadow.share(sizes)
        for name, shadow in self._nested.items():
            self._model.slots[MODEL.offset[name] // 8] = shadow.address
        self._model.slots[MODEL.offset["stage_table"] // 8] = table.ctypes.data
        self.address = self._model.address

    def tangents(self, name: str) -> np.ndarray:
        """Return the tangents of a field of the model, "body_mass" or "opt.gravity"."""
        owner, _, field = name.rpartition(".")
        return (self._nested[owner] if owner else self._model).arrays[field]

    @property
    def is_intact(self) -> bool:
        """Return whether no stage wrote behind a shadow."""
        return self._model.is_intact and all(shadow.is_intact for shadow in self._nested.values())
