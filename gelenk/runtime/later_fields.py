"""Fields and sizes of releases after 3.5.0 in saved models, left out while unused.

Documents: promises / Restored models

They are last in memory (tables/fields_model), so that a model which uses none is saved as the fields of 3.5.0 only:
the bytes that earlier versions wrote and read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gelenk.runtime.memory_plan import PREFIX, writable
from gelenk.tables.field_rows import BY_ROW, FIRST, Field
from gelenk.tables.fields_model import SIZES
from gelenk.toolchain.struct_layout import MODEL, MODEL_ARRAYS, NUMPY

if TYPE_CHECKING:
    from gelenk.runtime.memory_plan import Plan
    from gelenk.runtime.struct_bases import ModelBlock

LATER = tuple(f for f in MODEL_ARRAYS if f.since != FIRST)
ALL_SIZES = tuple(f.name for f in SIZES)
FIRST_SIZES = tuple(f.name for f in SIZES if f.since == FIRST)  # the others follow
LATER_SIZES = {
    f.name: f.unused for f in SIZES if f.since != FIRST
}  # name -> number or other size while unused


def _slot(name: str) -> int:
    return MODEL.offset[name] // 8


# slots of the later sizes, of the sizes that they equal while unused (-1: none), and numbers
_LATER_SLOTS = [
    (_slot(name), _slot(like), 0) if isinstance(like, str) else (_slot(name), -1, like)
    for name, like in LATER_SIZES.items()
]


def with_later_sizes(sizes: Mapping[str, int]) -> dict[str, int]:
    """Return sizes with those of later releases, which are unused unless they are given."""
    unused = {
        name: sizes.get(like, 0) if isinstance(like, str) else int(like) for name, like in LATER_SIZES.items()
    }
    return {**unused, **sizes}


def unused_values(f: Field, shape: Sequence[int]) -> np.ndarray:
    """Return a later field of a model that does not use it."""
    array = np.zeros(shape, NUMPY[f.dtype])
    array.T[...] = np.arange(len(array)) if f.unused == BY_ROW else f.unused
    return array


def first_byte(plan: Plan) -> int:
    """Return the first byte of the later fields."""
    return plan.start(plan.table.row[PREFIX + LATER[0].name])


def unused_part(plan: Plan) -> tuple[int, bytes]:
    """Return the first byte of the later fields, and their bytes in a model that uses none."""
    row = plan.table.row
    start = first_byte(plan)
    memory = np.zeros(plan.total - start, np.uint8)
    for f in LATER:
        if f.unused:
            i = row[PREFIX + f.name]
            array = np.ndarray(plan.shape(i), plan.table.dtypes[i], memory, plan.start(i) - start)
            writable(array)[...] = unused_values(f, array.shape)
    return start, memory.tobytes()


def is_used(model: ModelBlock) -> bool:
    """Return whether a model uses a field or a size of a later release."""
    slots = model._slots
    for at, like, number in _LATER_SLOTS:
        if slots.item(at) != (slots.item(like) if like >= 0 else number):
            return True
    start, tail = _unused(model)
    return model._buffer.data[start:] != tail


def _unused(model: ModelBlock) -> tuple[int, bytes]:
    known = model.__dict__.get("_unused")
    if known is None:
        known = model.__dict__["_unused"] = unused_part(model._pieces[""].plan)
    return known


def saved_part(model: ModelBlock) -> tuple[tuple[str, ...], memoryview]:
    """Return names of sizes and bytes of arrays to save, without later ones if unused."""
    raw = model._buffer.data
    return (ALL_SIZES, raw) if is_used(model) else (FIRST_SIZES, raw[: _unused(model)[0]])


def put_arrays(model: ModelBlock, raw: bytes | memoryview) -> None:
    """Set the arrays of a model from the bytes of `saved_part`."""
    buffer = model._buffer
    buffer[: len(raw)] = np.frombuffer(raw, np.uint8)
    if len(raw) < len(buffer):
        start, tail = unused_part(model._pieces[""].plan)
        buffer[start:] = np.frombuffer(tail, np.uint8)
