"""Lists of moves for the native loop over worlds (engine/batch/words.py): what goes in and out of a struct.

Documents: design / Batches
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.batch.fields import MODEL
from gelenk.engine.batch import words
from gelenk.jit import layout
from gelenk.jit.layout import Layout
from gelenk.tables.enums import mjtWarning
from gelenk.world.memory import address_of

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
    of: int = words.OF_DATA,
) -> Row:
    """One move between the slot at that offset and ``array``; strides in bytes, size in bytes or numbers."""
    base = array if isinstance(array, int) else address_of(array)
    return [kind, of, slot, base, world, position, step, size]


def model_move(name: str, array: np.ndarray, save: bool = False, **strides: int) -> Row:
    """The move of a field of the model (`fields.MODEL`) whose rows are those of ``array``; scalars can be saved too."""
    owner, row = MODEL[name]
    plan = layout.MODEL.nested[owner] if owner else layout.MODEL
    of = layout.MODEL.offset[owner] if owner else words.OF_MODEL
    kind = words.POINT
    if not row.shape:
        wide = array.dtype == np.float64
        load, keep = (words.LOAD_WORD, words.SAVE_WORD) if wide else (words.LOAD_NARROW, words.SAVE_NARROW)
        kind = keep if save else load
    return move(kind, plan.offset[row.name], array, of=of, **strides)


def part(plan: Layout, name: str, dtype: str, base: int, count: int, save: bool, **strides: int) -> Row:
    """The move of one part of a state vector of float64: a scalar, flags, or an array of ``count`` numbers."""
    slot = plan.offset[name]
    if name in plan.scalars:
        return move(words.SAVE_WORD if save else words.LOAD_WORD, slot, base, **strides)
    if dtype == "uint8":
        return move(words.SAVE_FLAGS if save else words.LOAD_FLAGS, slot, base, count, **strides)
    return move(words.SAVE if save else words.LOAD, slot, base, 8 * count, **strides)


def warning_moves(kind: int, base: int, **strides: int) -> list[Row]:
    """The moves of all warnings: their last arguments, then their numbers, which are neighbours in a data, too."""
    return [move(kind, layout.DATA.offset["warning_lastinfo"], base, WARNING_BYTES, **strides)]


def pointer(name: str, array: np.ndarray) -> Row:
    """What points a field of the data at the row of a world in ``array``."""
    return [layout.DATA.offset[name], address_of(array), array.strides[0]]


class Moves:
    """A list of moves in memory; it keeps the arrays alive whose addresses it has."""

    def __init__(self, rows: Iterable[Row] = (), keep: Any = None) -> None:
        made = list(rows)
        self.table = np.array(made, np.int64) if made else np.zeros((0, words.MOVE_WORDS), np.int64)
        self.entry = (address_of(self.table) if made else 0, len(made))
        self.keep = keep
