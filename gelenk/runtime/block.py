"""A struct in memory as a Python object: arrays and scalars of one Layout, shared with compiled code.

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

from gelenk.runtime.assignment import assign, real, whole
from gelenk.runtime.memory_plan import ALIGN, PREFIX, Image, Piece, Plan, Table, address_of, writable
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.load import Base, refuse_unknown
from gelenk.toolchain.struct_layout import NUMPY, Layout

_LARGEST = 2**63 - 1  # of a slot
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
        self._ints[index] = number if number <= _LARGEST else number - 2**64

    return property(get, put if writable else None, doc=meaning or None)


def _scalar_property(name: str, dtype: str, index: int, writable: bool, meaning: str = "") -> property:
    if dtype.startswith("float"):
        return _float_property(name, np.float32 if dtype == "float32" else float, index, writable, meaning)
    return _integer_property(name, dtype, index, writable, meaning)


def everything(name: str) -> bool:
    """Whether a field is public, where all are."""
    return True


def describe(
    layout: Layout,
    writable: bool = True,
    public: Callable[[str], bool] = everything,
    meanings: Mapping[str, str] | None = None,
    quick: bool = True,
) -> Callable[[Class], Class]:
    """Class decorator: give a Block subclass one descriptor per field of ``layout``.

    writable   whether scalars may be set; arrays may
    public     which fields have a descriptor
    meanings   docstrings of the scalars
    quick      whether scalars go without Python from now on; else ``quicken`` is for the caller
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
    """Let the scalars of a class be read and written without Python, as far as there is a border.

    Those whose descriptors somebody has replaced stay as they are: these do more than look at the struct.

    room     replaced ones that must not be negative, nor, plus a number, larger than another: name -> (other, number)
    kinds    name of one of these -> its kind (toolchain/extension/abi.py, PROPERTY) where that is not "int"
    """
    offset = cls._layout.offset
    for name, made in cls._described.items():
        plain, dtype = vars(cls)[name], cls._layout.scalars[name]
        if dtype == "uint64" or (plain is not made and name not in (room or {})):
            continue
        if dtype.startswith("float"):
            if plain.fset:
                load.field(cls, name, "single" if dtype == "float32" else "float", offset[name])
            continue
        limit = np.iinfo(dtype)
        bounds = (int(limit.min), int(limit.max)) if plain.fset else (1, 0)  # nothing is between these
        if room and name in room:
            other, extra = room[name]
            kind = (kinds or {}).get(name, "int")
            load.field(cls, name, kind, offset[name], (0, int(limit.max)), (offset[other], extra))
        else:
            load.field(cls, name, "int", offset[name], bounds)


def attach(cls: type, **members: Any) -> None:
    """Give a class members that layers above its own have written: methods that compile, read or write models."""
    for name, member in members.items():
        setattr(cls, name, member)


class View:
    """What a kernel sees of a block when it runs as plain Python: every field, scalars assignable."""

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
            return block._nested[name]._view
        raise AttributeError(name)

    def __setattr__(self, name: str, value: Any) -> None:
        block = self._block
        layout = block._layout
        slots = block._floats if layout.scalars[name].startswith("float") else block._ints
        slots[layout.offset[name] // 8] = value


class Closed:
    """Takes no attributes that its class does not know, see refuse_unknown; for classes that have no Base."""

    if not TYPE_CHECKING:  # checkers know the attributes

        def __setattr__(self, name: str, value: Any) -> None:
            refuse_unknown(self, name)
            object.__setattr__(self, name, value)


class Block(Base):
    """Owns the memory of one struct. ``_address`` is what compiled code receives. Closed, as Base is."""

    _layout: Layout
    _described: dict[str, property]  # its scalars
    _nslot: int
    _slots: np.ndarray
    _ints: np.ndarray
    _floats: np.ndarray
    _nested: dict[str, "Block"]
    _buffer: np.ndarray
    _pieces: dict[str, Piece]  # the memory of its arrays
    _memory: Any  # all of it, as the class has it
    _LATE = frozenset({"_floats", "_pieces", "_buffer"})

    if not TYPE_CHECKING:  # checkers know the fields by name, and that there are no others

        def __getattr__(self, name: str) -> Any:
            """An array of a field, made when it is first asked for; it stays the same one."""
            if name[:3] == PREFIX:
                for piece in self._pieces.values():
                    array = piece.array(name)
                    if array is not None:
                        return self.__dict__.setdefault(name, array)
            elif name in self._LATE:
                self._open()
                return self.__dict__[name]
            raise AttributeError(
                f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self
            )

    def _allocate(self, image: Image) -> None:
        """New memory, aligned to cache lines: slots, then all arrays; these are made when they are asked for."""
        own = self.__dict__
        raw, first, own["_slots"], self._address = image.make()
        own["_memory"], own["_ints"], own["_nested"] = (image, raw, first), own["_slots"], {}

    def _open(self) -> None:
        """Arrays over the memory, which calls of compiled code need not."""
        image, raw, first = self._memory
        pieces = {name: Piece(plan, raw, first + at) for name, (plan, at) in image.pieces.items()}
        self._floats, self._pieces = self._slots.view(np.float64), pieces
        self._buffer = next(iter(pieces.values())).bytes

    def _bytes_of(self, name: str) -> bytes:
        """The bytes of an array that the struct came with, without making it."""
        image, raw, first = self._memory
        plan, at = image.pieces[""]
        row = plan.table.row[PREFIX + name]
        start = first + at + plan.start(row)
        return raw[start : start + plan.count(row) * plan.table.dtypes[row].itemsize].tobytes()

    @property
    def _view(self) -> Any:
        """The block as kernels see it; made anew each time: kept, it would make a cycle, and outlive its use."""
        return View(self)

    def _attach(self, name: str, array: np.ndarray) -> None:
        """Let field ``name`` be ``array``, which is C-contiguous and of the field's dtype."""
        own, slots, address = self.__dict__, self._slots, address_of(array)
        at = self._layout.offset[name] // 8
        before = slots[at]
        try:
            slots[at] = address  # two stores: Ctrl-C comes at calls, and not between them
            own[PREFIX + name] = array
        except MemoryError:
            slots[at] = before
            raise

    def _nest(self, name: str, block: "Block") -> None:
        slots, nested = self._slots, self._nested
        slots[self._layout.offset[name] // 8] = block._address
        nested[name] = block


class Form(NamedTuple):
    """Memory of a struct whose arrays have the same shapes in all of them.

    kind      its type of ctypes, words of 8 bytes: slots, then arrays
    pointers  number of each slot that has an address -> the byte of this memory that it points to
    first     byte of the arrays
    record    the same for native code, where there is some, and its address
    nbyte     bytes of it
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
    """A struct in one piece of memory, so that another one is a copy of that; the rest is made when it is asked for.

    Shapes of its arrays have numbers alone.
    """

    _memory: Any
    _kept: ClassVar[list[np.ndarray]] = []  # keeps what _blank_at of all classes point to
    _formed: Form | None = None  # of a class, made with its first instance
    _blank: bytes = b""  # of a class: the memory of one at its defaults, once known
    _blank_at: int = 0  # where native code finds it
    _table: int = 0  # of a class: where native code finds how one gets its defaults
    # gives the defaults: name of a field -> a number, or those of a vector; fields that it leaves out are 0
    _defaults: Callable[[], Mapping[str, Any]] = dict
    _LATE = frozenset({"_slots", "_ints", "_floats", "_nested", "_pieces", "_buffer"})

    @classmethod
    def _made(cls: type[Struct]) -> Struct:
        """One at its defaults, whatever a program's own begins with."""
        made = cls.__new__(cls)
        Fixed.__init__(made)
        return made

    def __init__(self) -> None:
        """One at its defaults."""
        if load.module:
            form = self._formed or self._form()
            self._memory = load.module._copied(self, self._blank_at or self._keep_blank(), form.address)
        else:
            self._copied(self._blank or self._fill())

    def _reset(self) -> None:
        """The defaults."""
        if not _restored or not _restored((self,), self._table or self._keep_table()):
            self._take(self._blank or self._fill())

    @classmethod
    def _fill(cls) -> bytes:
        """Find out what memory at the defaults is, without an array or a property: few are ever asked for."""
        form, layout, values = cls._form(), cls._layout, cls._defaults()
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
    def _form(cls) -> Form:
        found = cls._formed
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
            cls._formed = found = Form(kind, tuple(pointers), first, record, record.ctypes.data, end)
        return found

    @classmethod
    @functools.cache
    def _plan(cls) -> Plan:
        """Where its arrays are behind the first byte of them."""
        return Table(cls._layout.arrays.values(), cls._layout.offset).plan({})

    def _clear(self) -> None:
        """Memory of zeros."""
        form = self._formed or self._form()
        if load.module and form.nbyte <= _ZEROS.nbytes:
            self._memory = load.module._copied(self, _ZEROS_AT, form.address)
        else:
            self._copied(bytes(form.nbyte))

    def _copy_of(self, other: "Fixed") -> None:
        """Memory with the numbers of another one of this class."""
        if load.module:
            form = self._formed or self._form()
            self._memory = load.module._copied(self, other._address, form.address)
        else:
            self._copied(other._memory)

    def _copied(self, words: Any) -> None:
        """Memory with these bytes."""
        form = self._formed or self._form()
        self._memory = memory = form.kind.from_buffer_copy(words)
        self._address = address = addressof(memory)
        for slot, offset in form.pointers:
            memory[slot] = address + offset

    def _take(self, words: Any) -> None:
        """The numbers of another memory, or of its bytes, into this one."""
        memory, address = memoryview(self._memory).cast("B"), self._address
        memory[:] = memoryview(words).cast("B")
        slots = memory.cast("q")
        for slot, offset in self._form().pointers:
            slots[slot] = address + offset

    @classmethod
    @functools.cache
    def _mask(cls) -> int:
        """The bits of its memory that are no addresses."""
        form = cls._form()
        words = [-1] * (form.nbyte // 8)
        for slot, _ in form.pointers:
            words[slot] = 0
        return int.from_bytes(struct.pack(f"{len(words)}q", *words), sys.byteorder)

    def _bits(self) -> int:
        """Its memory without addresses, as a number: equal where all its numbers are."""
        return int.from_bytes(self._memory, sys.byteorder) & self._mask()

    def _open(self) -> None:
        form, raw = self._form(), writable(np.frombuffer(self._memory, np.uint8))
        slots = raw[: 8 * self._nslot].view(np.int64)
        piece = Piece(self._plan(), raw, form.first)
        self._slots = self._ints = slots
        self._floats, self._nested = slots.view(np.float64), {}
        self._pieces, self._buffer = {"": piece}, piece.bytes


def restoring(*classes: type[Fixed]) -> int:
    """Address of what native code must know to give structs of these classes their defaults."""
    rows = [(cls._blank_at or cls._keep_blank(), cls._form().address) for cls in classes]
    table = np.array(rows, np.int64)
    Fixed._kept.append(table)
    return table.ctypes.data
