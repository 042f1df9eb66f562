"""Block: a struct in memory as a Python object, with the arrays and scalars of one Layout.

Documents: design / Memory; drop-in / Descriptors; Live views
"""

import ctypes
import functools
import math
import struct
import sys
from collections.abc import Callable, Mapping
from ctypes import addressof
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from gelenk.errors import UnknownAttribute
from gelenk.runtime.assignment import assign, real, whole
from gelenk.runtime.memory_plan import ALIGN, PREFIX, Image, Piece, Plan, Table, address_of, writable
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.load import Base, refuse_unknown
from gelenk.toolchain.struct_layout import NUMPY, Layout

_LARGEST_INTEGER = 2**63 - 1  # largest integer of a slot
Class = TypeVar("Class", bound="type[Block]")
Struct = TypeVar("Struct", bound="Fixed")


def _array_property(name: str, meaning: str) -> property:
    get = attrgetter("_a_" + name)

    def put(self: Any, value: Any) -> None:
        assign(name, get(self), value)

    return property(get, put, doc=meaning or None)


def _float_property(
    name: str, narrow: Callable[[Any], Any], index: int, writable: bool, meaning: str
) -> property:
    def get(self: Any) -> float:
        return float(self._floats[index])

    def put(self: Any, value: Any) -> None:
        self._floats[index] = narrow(value if type(value) is float else real(name, value))

    return property(get, put if writable else None, doc=meaning or None)


def _integer_property(name: str, dtype: str, index: int, writable: bool, meaning: str) -> property:
    word = 2**64 - 1 if dtype == "uint64" else -1
    bounds = np.iinfo(dtype)
    least, most = int(bounds.min), int(bounds.max)

    def get(self: Any) -> int:
        return self._ints.item(index) & word

    def put(self: Any, value: Any) -> None:
        number = whole(name, value, least, most)
        self._ints[index] = number if number <= _LARGEST_INTEGER else number - 2**64

    return property(get, put if writable else None, doc=meaning or None)


def _scalar_property(name: str, dtype: str, index: int, writable: bool, meaning: str = "") -> property:
    if dtype.startswith("float"):
        return _float_property(name, np.float32 if dtype == "float32" else float, index, writable, meaning)
    return _integer_property(name, dtype, index, writable, meaning)


def everything(name: str) -> bool:
    """Return True for every field name (the default of ``public``)."""
    return True


def describe(
    layout: Layout,
    writable: bool = True,
    public: Callable[[str], bool] = everything,
    meanings: Mapping[str, str] | None = None,
    quick: bool = True,
) -> Callable[[Class], Class]:
    """Decorate a Block subclass: define one descriptor per field of ``layout``.

    writable   whether scalars may be set; arrays may
    public     which fields have a descriptor
    meanings   docstrings of the scalars
    quick      whether native code accesses scalars from now on; otherwise the caller calls ``quicken``
    """

    def decorate(cls: Class) -> Class:
        cls._layout, cls._nslot = layout, layout.nslot
        for name, field in layout.arrays.items():
            if public(name):
                setattr(cls, name, _array_property(name, field.doc))
        cls._described = {}
        for name, dtype in layout.scalars.items():
            if public(name):
                doc = (meanings or {}).get(name, "")
                made = _scalar_property(name, dtype, layout.offset[name] // 8, writable, doc)
                cls._described[name] = made
                setattr(cls, name, made)
        if quick:
            quicken(cls)
        return cls

    return decorate


def quicken(
    cls: "type[Block]",
    room: Mapping[str, tuple[str, int]] | None = None,
    kinds: Mapping[str, str] | None = None,
) -> None:
    """Let native code read and write the scalars of a class, if the extension is loaded.

    A scalar whose property was replaced keeps that property, which does more than access the struct, unless the scalar
    is in `room`.

    room     replaced scalars that must be in 0 .. other - extra: name -> (name of the scalar other, extra)
    kinds    name of a scalar in room -> its kind (toolchain/extension/abi.py, PROPERTY) if not "int"
    """
    offset = cls._layout.offset
    for name, made in cls._described.items():
        plain, dtype = vars(cls)[name], cls._layout.scalars[name]
        if dtype == "uint64" or (plain is not made and name not in (room or {})):
            continue
        if dtype.startswith("float"):
            if plain.fset:
                load.replace_property(cls, name, "single" if dtype == "float32" else "float", offset[name])
            continue
        limit = np.iinfo(dtype)
        # an empty range, so that every value is refused
        bounds = (int(limit.min), int(limit.max)) if plain.fset else (1, 0)
        if room and name in room:
            other, extra = room[name]
            kind = (kinds or {}).get(name, "int")
            load.replace_property(cls, name, kind, offset[name], (0, int(limit.max)), (offset[other], extra))
        else:
            load.replace_property(cls, name, "int", offset[name], bounds)


def attach(cls: type, **members: Any) -> None:
    """Set members of a class that are defined in higher layers: compile, read or write models."""
    for name, member in members.items():
        setattr(cls, name, member)


class View:
    """A kernel's view of a block in plain Python: every field, with assignable scalars."""

    _block: "Block"

    def __init__(self, block: "Block") -> None:
        object.__setattr__(self, "_block", block)

    def __getattr__(self, name: str) -> Any:
        block = self._block
        layout = block._layout
        if name in layout.arrays:
            return getattr(block, "_a_" + name)
        if name in layout.scalars:
            slots = block._floats if layout.scalars[name].startswith("float") else block._ints
            return slots[layout.offset[name] // 8].item()
        if name in layout.nested:
            return block._nested_structs[name]._view
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        block = self._block
        layout = block._layout
        slots = block._floats if layout.scalars[name].startswith("float") else block._ints
        slots[layout.offset[name] // 8] = value


class Closed:
    """Mixin that refuses unknown attributes, for classes that do not inherit from Base."""

    if not TYPE_CHECKING:  # type checkers know the attributes

        def __setattr__(self, name: str, value: Any) -> None:
            refuse_unknown(self, name)
            object.__setattr__(self, name, value)


class Block(Base):
    """The owner of the memory of one struct. ``_address`` is the address for compiled code.

    Unknown attributes are refused, as by Base.
    """

    _layout: Layout
    _described: dict[str, property]  # scalars
    _nslot: int
    _slots: np.ndarray
    _ints: np.ndarray
    _floats: np.ndarray
    _nested_structs: dict[str, "Block"]
    _buffer: np.ndarray
    _pieces: dict[str, Piece]  # memory of the arrays
    _memory: Any  # all memory, in the representation of the class
    _LATE = frozenset({"_floats", "_pieces", "_buffer"})

    if not TYPE_CHECKING:  # type checkers know all fields by name

        def __getattr__(self, name: str) -> Any:
            """Return the array of a field, made on first access and then cached."""
            if name[:3] == PREFIX:
                for piece in self._pieces.values():
                    array = piece.array(name)
                    if array is not None:
                        return self.__dict__.setdefault(name, array)
            elif name in self._LATE:
                self._make_array_views()
                return self.__dict__[name]
            cls = type(self)
            raise UnknownAttribute(
                f"{cls.__name__!r} object has no attribute {name!r}", name, lambda: dir(cls)
            )

    def _allocate(self, image: Image) -> None:
        """Allocate memory aligned to cache lines: slots, then all arrays.

        Array objects are made on first access.
        """
        own = self.__dict__
        raw, first, own["_slots"], self._address = image.allocate()
        own["_memory"], own["_ints"], own["_nested_structs"] = (image, raw, first), own["_slots"], {}

    def _make_array_views(self) -> None:
        """Make the array views over the memory, which calls of compiled code do not need."""
        image, raw, first = self._memory
        pieces = {name: Piece(plan, raw, first + at) for name, (plan, at) in image.pieces.items()}
        self._floats, self._pieces = self._slots.view(np.float64), pieces
        self._buffer = next(iter(pieces.values())).bytes

    def _bytes_of(self, name: str) -> bytes:
        """Return the bytes of an array in the struct's first allocation, without making the array."""
        image, raw, first = self._memory
        plan, at = image.pieces[""]
        row = plan.table.row[PREFIX + name]
        start = first + at + plan.start(row)
        return raw[start : start + plan.count(row) * plan.table.dtypes[row].itemsize].tobytes()

    @property
    def _view(self) -> Any:
        """Return the block as kernels see it.

        It is made on each access, because a cached view would form a reference cycle.
        """
        return View(self)

    def _set_array(self, name: str, array: np.ndarray) -> None:
        """Let field ``name`` be ``array``, which is C-contiguous and of the field's dtype."""
        own, slots, address = self.__dict__, self._slots, address_of(array)
        at = self._layout.offset[name] // 8
        before = slots[at]
        try:
            slots[at] = address  # two stores: Ctrl-C is handled at calls, so it cannot come between them
            own[PREFIX + name] = array
        except MemoryError:
            slots[at] = before
            raise

    def _set_nested(self, name: str, block: "Block") -> None:
        slots, nested = self._slots, self._nested_structs
        slots[self._layout.offset[name] // 8] = block._address
        nested[name] = block


class MemoryLayout(NamedTuple):
    """The memory layout of a struct with constant array shapes.

    kind      its ctypes type, 8-byte words: slots, then arrays
    pointers  (slot, byte offset in this memory) for each slot with an address
    first     byte offset of the arrays
    record    the layout for native code, and its address
    nbyte     size in bytes
    """

    kind: Any
    pointers: tuple[tuple[int, int], ...]
    first: int
    record: Any
    address: int
    nbyte: int


_restored = load.module and load.module._restored
_ZEROS = np.zeros(1 << 12, np.uint8)
_ZEROS_AT = _ZEROS.ctypes.data


class Fixed(Block):
    """A struct in one piece of memory with constant array shapes, which is copied as a whole.

    Array objects are made on first access.
    """

    _memory: Any
    _kept: ClassVar[list[np.ndarray]] = []  # keeps the memory at _blank_at of all classes alive
    _cached_layout: MemoryLayout | None = None  # of the class, made with its first instance
    _blank: bytes = b""  # of the class: memory of an instance with defaults, once known
    _blank_at: int = 0  # address of _blank for native code
    _table: int = 0  # of the class: address of the record for native code that resets an instance
    # returns the defaults: field name -> a scalar, or the elements of a vector; missing fields are 0
    _defaults: Callable[[], Mapping[str, Any]] = dict
    _LATE = frozenset({"_slots", "_ints", "_floats", "_nested_structs", "_pieces", "_buffer"})

    @classmethod
    def _new_default(cls: type[Struct]) -> Struct:
        """Return an instance with the defaults, even if a subclass has its own __init__."""
        made = cls.__new__(cls)
        Fixed.__init__(made)
        return made

    def __init__(self) -> None:
        """Initialize all fields to the defaults."""
        if load.module:
            form = self._cached_layout or self._memory_layout()
            self._memory = load.module._copied(self, self._blank_at or self._keep_blank(), form.address)
        else:
            self._allocate_from(self._blank or self._fill())

    def _reset(self) -> None:
        """Reset all fields to the defaults."""
        if not _restored or not _restored((self,), self._table or self._keep_table()):
            self._copy_values(self._blank or self._fill())

    @classmethod
    def _fill(cls) -> bytes:
        """Compute the memory of an instance with defaults, without array or property objects."""
        form, layout, values = cls._memory_layout(), cls._layout, cls._defaults()
        memory = form.kind()
        for name, dtype in layout.scalars.items():
            value = values.get(name, 0)
            if dtype == "float32":
                (value,) = struct.unpack("f", struct.pack("f", value))
            code = "d" if dtype.startswith("float") else "q"
            struct.pack_into(code, memory, layout.offset[name], value)
        for (name, field), (_, first) in zip(layout.arrays.items(), form.pointers, strict=True):
            value, count = values.get(name, 0), math.prod(field.shape)
            numbers = count * (value,) if isinstance(value, int | float) else value
            struct.pack_into(f"{count}{NUMPY[field.dtype].char}", memory, first, *numbers)
        cls._blank = bytes(memory)
        return cls._blank

    @classmethod
    def _keep_blank(cls) -> int:
        blank = np.frombuffer(cls._blank or cls._fill(), np.uint8)
        cls._kept.append(blank)
        cls._blank_at = blank.ctypes.data
        return cls._blank_at

    @classmethod
    def _keep_table(cls) -> int:
        cls._table = restoring(cls)
        return cls._table

    @classmethod
    def _memory_layout(cls) -> MemoryLayout:
        found = cls._cached_layout
        if found is None:
            pointers, first = [], -(-8 * cls._nslot // ALIGN) * ALIGN
            end = first
            for name, field in cls._layout.arrays.items():
                pointers.append((cls._layout.offset[name] // 8, end))
                nbytes = math.prod(field.shape) * NUMPY[field.dtype].itemsize
                end += -(-nbytes // ALIGN) * ALIGN
            words = [end, len(pointers), *(word for slot, place in pointers for word in (8 * slot, place))]
            record = np.array(words, np.int64)
            kind = ctypes.c_int64 * (end // 8)
            cls._cached_layout = found = MemoryLayout(
                kind, tuple(pointers), first, record, record.ctypes.data, end
            )
        return found

    @classmethod
    @functools.cache
    def _plan(cls) -> Plan:
        """Return the layout of the arrays, relative to the first array byte."""
        return Table(cls._layout.arrays.values(), cls._layout.offset).plan({})

    def _clear(self) -> None:
        """Allocate zeroed memory."""
        form = self._cached_layout or self._memory_layout()
        if load.module and form.nbyte <= _ZEROS.nbytes:
            self._memory = load.module._copied(self, _ZEROS_AT, form.address)
        else:
            self._allocate_from(bytes(form.nbyte))

    def _allocate_copy(self, other: "Fixed") -> None:
        """Allocate a copy of the memory of another instance of this class."""
        if load.module:
            form = self._cached_layout or self._memory_layout()
            self._memory = load.module._copied(self, other._address, form.address)
        else:
            self._allocate_from(other._memory)

    def _allocate_from(self, words: Any) -> None:
        """Allocate memory with these bytes, and set its pointers."""
        form = self._cached_layout or self._memory_layout()
        self._memory = memory = form.kind.from_buffer_copy(words)
        self._address = address = addressof(memory)
        for slot, offset in form.pointers:
            memory[slot] = address + offset

    def _copy_values(self, words: Any) -> None:
        """Copy the values of another memory, or of its bytes, into this memory."""
        memory, address = memoryview(self._memory).cast("B"), self._address
        memory[:] = memoryview(words).cast("B")
        slots = memory.cast("q")
        for slot, offset in self._memory_layout().pointers:
            slots[slot] = address + offset

    @classmethod
    @functools.cache
    def _mask(cls) -> int:
        """Return the bit mask that clears the addresses in the memory."""
        form = cls._memory_layout()
        words = [-1] * (form.nbyte // 8)
        for slot, _ in form.pointers:
            words[slot] = 0
        return int.from_bytes(struct.pack(f"{len(words)}q", *words), sys.byteorder)

    def _bits(self) -> int:
        """Return the memory as an integer with addresses cleared; equal iff all values are."""
        return int.from_bytes(self._memory, sys.byteorder) & self._mask()

    def _make_array_views(self) -> None:
        form, raw = self._memory_layout(), writable(np.frombuffer(self._memory, np.uint8))
        slots = raw[: 8 * self._nslot].view(np.int64)
        piece = Piece(self._plan(), raw, form.first)
        self._slots = self._ints = slots
        self._floats, self._nested_structs = slots.view(np.float64), {}
        self._pieces, self._buffer = {"": piece}, piece.bytes


def restoring(*classes: type[Fixed]) -> int:
    """Return the address of a table with which native code resets structs of these classes."""
    rows = [(cls._blank_at or cls._keep_blank(), cls._memory_layout().address) for cls in classes]
    table = np.array(rows, np.int64)
    Fixed._kept.append(table)
    return table.ctypes.data
