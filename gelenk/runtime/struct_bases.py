"""Base classes of structs (MjModel, MjData); structs and fields of later releases.

Documents: design / Blocks; API / Python bindings; API / mjPreContact; API / mjrRendererInfo; API /
mjrVertexAttribute; promises / Restored models

The bases are those of MjModel and MjData in memory, and of small structs as records. Modules that check, reset, step
and copy models and data import these bases, and both classes import the modules. The private attributes that other
packages use are listed in tests/support/internal_members.py.

Structs of later releases hold plain values: MjPreContact and others.

Fields and sizes of releases after 3.5.0 are left out of saved models while unused. They are last in memory
(tables/fields_model), so that a model which uses none is saved as the fields of 3.5.0 only: the bytes that earlier
versions wrote and read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsFloat, SupportsIndex

import numpy as np
import numpy.typing as npt

from gelenk.runtime.assignment import assign
from gelenk.runtime.assignment import index as as_index
from gelenk.runtime.block import Block
from gelenk.runtime.index_guard import Guard
from gelenk.runtime.memory_plan import PREFIX, writable
from gelenk.tables.field_rows import BY_ROW, FIRST, Field
from gelenk.tables.fields_model import SIZES
from gelenk.tables.levels import is_known
from gelenk.toolchain import struct_layout
from gelenk.toolchain.struct_layout import MODEL, MODEL_ARRAYS, NUMPY

if TYPE_CHECKING:
    from gelenk.runtime.fields import DataFields, ModelFields, OptionFields
    from gelenk.runtime.memory_plan import Plan
else:
    DataFields = ModelFields = object


class ModelBlock(Block, ModelFields):
    """The memory of a model."""

    _guard: Guard | None  # of the index columns, once a user has accessed one
    _state_parts: dict[int, tuple[tuple[str, int, int], ...]]  # see state.parts

    if TYPE_CHECKING:

        @property
        def opt(self) -> OptionFields: ...


class DataBlock(Block, DataFields):
    """The memory of the state of a world and of all derived quantities."""

    _model: ModelBlock
    _control_at: tuple[int, float] | None  # see callbacks.py
    _skip_control: bool

    def _scalar(self, name: str) -> int:
        """Return an integer scalar of the struct, without the checks of its property."""
        return int(self._ints[struct_layout.DATA.offset[name] // 8])

    def _set_scalar(self, name: str, value: int) -> None:
        """Set an integer scalar without checks."""
        self._ints[struct_layout.DATA.offset[name] // 8] = value

    def _set_float(self, name: str, value: float) -> None:
        """Set a float scalar without checks."""
        self._floats[struct_layout.DATA.offset[name] // 8] = value

    def _grow(self) -> bool:
        """Enlarge the buffers that were too small; return whether any was."""
        raise NotImplementedError


def unknown(rows: Iterable[Any]) -> frozenset[str]:
    """Return the names of fields that came after the level."""
    return frozenset(row.name for row in rows if not is_known(row.since))


class Record:
    """Base of structs that consist of the fields named by `_record`; not hashable.

    Fields of releases after the level are not printed (`_unprinted`).
    """

    _record: tuple[str, ...] = ()
    _unprinted: frozenset[str] = frozenset()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)) and not isinstance(self, type(other)):
            return NotImplemented
        return all(_same(getattr(self, name), getattr(other, name)) for name in self._record)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        rows = (f"  {name}: {getattr(self, name)!r}" for name in sorted({*self._record} - self._unprinted))
        return "\n".join((f"<{type(self).__name__}", *rows, ">"))


def _same(a: Any, b: Any) -> bool:
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else bool(a == b)


# Structs of later releases


class _Plain:
    """Base of the structs of later releases: printing and comparison by fields."""

    _fields: tuple[str, ...]

    def __repr__(self) -> str:
        rows = (f"  {name}: {getattr(self, name)!r}" for name in self._fields)
        return "\n".join([f"<{type(self).__name__}", *rows, ">"])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields
        )

    __hash__ = None  # type: ignore[assignment]


class MjPreContact(_Plain):
    """Contact as a collider of two geoms writes it, before contact parameters are mixed.

    Source   API / mjPreContact
    """

    _fields = ("dist", "normal", "pos", "tangent")

    def __init__(self) -> None:
        self._dist, self._pos, self._normal, self._tangent = 0.0, np.zeros(3), np.zeros(3), np.zeros(3)

    @property
    def dist(self) -> float:
        """Distance between the nearest points; negative: penetration. float [m]"""
        return self._dist

    @dist.setter
    def dist(self, value: SupportsFloat) -> None:
        try:
            self._dist = float(value)
        except (TypeError, ValueError):
            raise TypeError(f"dist takes a number, not {type(value).__name__}") from None

    @property
    def pos(self) -> npt.NDArray[np.float64]:
        """Position, midway between the geoms. float64 (3) [m]"""
        return self._pos

    @pos.setter
    def pos(self, value: npt.ArrayLike) -> None:
        assign("pos", self._pos, value)

    @property
    def normal(self) -> npt.NDArray[np.float64]:
        """Normal of the contact. float64 (3)"""
        return self._normal

    @normal.setter
    def normal(self, value: npt.ArrayLike) -> None:
        assign("normal", self._normal, value)

    @property
    def tangent(self) -> npt.NDArray[np.float64]:
        """First tangent; zero where the engine chooses one. float64 (3)"""
        return self._tangent

    @tangent.setter
    def tangent(self, value: npt.ArrayLike) -> None:
        assign("tangent", self._tangent, value)


class MjrRendererInfo(_Plain):
    """The renderer in use, for mjr_getRendererInfo; both attributes can only be read.

    Source   API / mjrRendererInfo
    """

    _fields = ("backend", "renderer")

    def __init__(self) -> None:
        self.describe()

    def describe(self) -> None:
        """Set the attributes to those of the renderer of this package.

        Source   API / mjr_getRendererInfo
        """
        self._backend, self._renderer = "", "classic"

    @property
    def renderer(self) -> str:
        """Family of the renderer: "classic". str"""
        return self._renderer

    @property
    def backend(self) -> str:
        """Graphics interface: "", since the renderer needs none. str"""
        return self._backend


class MjrVertexAttribute(_Plain):
    """Format of a vertex attribute: usage, and type of the numbers.

    usage   mjrVertexAttributeUsage
    type    mjrVertexAttributeType

    Source   API / mjrVertexAttribute
    """

    _fields = ("type", "usage")

    def __init__(self, usage: SupportsIndex = 0, type: SupportsIndex = 0) -> None:
        self._usage = as_index("MjrVertexAttribute: usage", usage)
        self._type = as_index("MjrVertexAttribute: type", type)

    @property
    def usage(self) -> int:
        """Usage of the attribute (mjrVertexAttributeUsage). int"""
        return self._usage

    @usage.setter
    def usage(self, value: SupportsIndex) -> None:
        self._usage = as_index("usage", value)

    @property
    def type(self) -> int:
        """Type of the numbers (mjrVertexAttributeType). int"""
        return self._type

    @type.setter
    def type(self, value: SupportsIndex) -> None:
        self._type = as_index("type", value)


# Fields of later releases

LATER = tuple(f for f in MODEL_ARRAYS if f.since != FIRST)
ALL_SIZES = tuple(f.name for f in SIZES)
FIRST_SIZES = tuple(f.name for f in SIZES if f.since == FIRST)  # those of later releases follow
LATER_SIZES = {
    f.name: f.unused for f in SIZES if f.since != FIRST
}  # name -> value while unused: a number, or the name of an equal size


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
    """Return the values of a later field in models that do not use the field."""
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
