"""Transfers between structs and arrays: lists of moves for the native loop over worlds.

Documents: design / Batches

The layout of a move is in engine/batch/call_layout.py.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.batch.fields import MODEL
from gelenk.engine.batch import call_layout
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.enums import mjtWarning
from gelenk.toolchain import struct_layout
from gelenk.toolchain.struct_layout import Layout

Row = list[int]
WARNING_BYTES = 2 * 8 * mjtWarning.mjNWARNING


def move(
    kind: int,
    slot: int,
    array: np.ndarray | int,
    size: int = 0,
    *,
    world: int = 0,
    position: int = 0,
    step: int = 0,
    of: int = call_layout.OF_DATA,
) -> Row:
    """Return a move between the slot at an offset and ``array``.

    Strides are in bytes; size is in bytes, or in elements for flags.
    """
    base = array if isinstance(array, int) else address_of(array)
    return [kind, of, slot, base, world, position, step, size]


def model_move(name: str, array: np.ndarray, save: bool = False, **strides: int) -> Row:
    """Return the move of a model field (`fields.MODEL`) to rows of ``array``.

    Arrays are pointed at; scalars are loaded, or saved.
    """
    owner, row = MODEL[name]
    plan = struct_layout.MODEL.nested[owner] if owner else struct_layout.MODEL
    of = struct_layout.MODEL.offset[owner] if owner else call_layout.OF_MODEL
    kind = call_layout.POINT
    if not row.shape:
        wide = array.dtype == np.float64
        load, keep = (
            (call_layout.LOAD_WORD, call_layout.SAVE_WORD)
            if wide
            else (call_layout.LOAD_NARROW, call_layout.SAVE_NARROW)
        )
        kind = keep if save else load
    return move(kind, plan.offset[row.name], array, of=of, **strides)


def part(plan: Layout, name: str, dtype: str, base: int, count: int, save: bool, **strides: int) -> Row:
    """Return the move of one part of a float64 state vector.

    A part is a scalar, flags, or an array of ``count`` elements.
    """
    slot = plan.offset[name]
    if name in plan.scalars:
        return move(call_layout.SAVE_WORD if save else call_layout.LOAD_WORD, slot, base, **strides)
    if dtype == "uint8":
        return move(call_layout.SAVE_FLAGS if save else call_layout.LOAD_FLAGS, slot, base, count, **strides)
    return move(call_layout.SAVE if save else call_layout.LOAD, slot, base, 8 * count, **strides)


def warning_moves(kind: int, base: int, **strides: int) -> list[Row]:
    """Return the move of all warnings: last arguments, then counts.

    Both arrays are adjacent in an MjData, too.
    """
    return [move(kind, struct_layout.DATA.offset["warning_lastinfo"], base, WARNING_BYTES, **strides)]


def pointer(name: str, array: np.ndarray) -> Row:
    """Return the row that points a field of the data at the row of a world in ``array``."""
    return [struct_layout.DATA.offset[name], address_of(array), array.strides[0]]


class Moves:
    """A list of moves in memory; holds references to the arrays whose addresses it contains."""

    def __init__(self, rows: Iterable[Row] = (), keep: Any = None) -> None:
        made = list(rows)
        self.table = np.array(made, np.int64) if made else np.zeros((0, call_layout.MOVE_WORDS), np.int64)
        self.entry = (address_of(self.table) if made else 0, len(made))
        self.keep = keep
