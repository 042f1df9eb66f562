"""The contact list of an MjData: records of contacts, and one array per field over all.

Documents: Computation / Collision detection; API / MjContact
"""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from gelenk.runtime.assignment import assign, check_slice, shown
from gelenk.runtime.assignment import index as as_index
from gelenk.runtime.memory_plan import address_of, writable
from gelenk.runtime.struct_bases import Record, unknown
from gelenk.tables import fields_data
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.toolchain.extension import load
from gelenk.toolchain.extension.load import Base
from gelenk.toolchain.struct_layout import DATA, packed

if TYPE_CHECKING:  # fields from the tables, as seen by type checkers and editors
    from gelenk.runtime.fields import ContactColumns, ContactFields
else:
    ContactColumns = ContactFields = object

Arrays = dict[str, np.ndarray]


def _record_property(name: str, shape: tuple, doc: str) -> property:
    def get(self: Any) -> Any:
        array = self._arrays[name]
        return array[self._index] if shape else array.item(self._index)

    def put(self: Any, value: Any) -> None:
        assign(name, self._arrays[name], value, self._index)

    return property(get, put, doc=doc)


def _geom_property(side: int) -> property:
    def get(self: Any) -> int:
        return self._arrays["geom"].item(self._index, side)

    def put(self: Any, value: int) -> None:
        assign(f"geom{side + 1}", self._arrays["geom"], value, (self._index, side))

    return property(get, put, doc=f"id of geom {side + 1}, geom[{side}]; -1 for a flex: int32")


class Live(dict[str, np.ndarray]):
    """The contact columns of an MjData; ``slots`` is its struct, for native code."""

    def __init__(self, slots: np.ndarray) -> None:
        super().__init__()
        self.slots, self.address = slots, address_of(slots)
        self.now: Arrays = {}  # the current columns in one dict, which is replaced, never changed, when buffers grow

    def replace_columns(self, arrays: Arrays) -> None:
        """Replace the columns by those of the current buffers."""
        self.update(arrays)
        self.now = arrays

    def __reduce__(self) -> tuple:
        return dict, (dict(self),)


class _Own(dict[str, np.ndarray]):
    """The columns of a standalone contact, views of its bytes made on first access."""

    def __init__(self, kept: bytearray) -> None:
        super().__init__()
        self.kept = kept

    def __missing__(self, name: str) -> np.ndarray:
        shape, dtype, place = _COLUMNS[name]
        made = writable(np.frombuffer(self.kept, dtype, math.prod(shape), place)).reshape(shape)
        return self.setdefault(name, made)

    def __reduce__(self) -> tuple:
        return _Own, (self.kept,)


class _Some(dict[str, np.ndarray]):
    """A slice of the columns of other contacts, made on first access."""

    def __init__(self, arrays: Arrays, count: int, rows: slice) -> None:
        self.whole = arrays.now if type(arrays) is Live else arrays
        self.part, self.rows = slice(count), rows

    def __missing__(self, name: str) -> np.ndarray:
        return self.setdefault(name, self.whole[name][self.part][self.rows])

    def __reduce__(self) -> tuple:
        return dict, ({name: self[name] for name in _COLUMNS},)


_COLUMNS, _SIZE = packed(fields_data.CONTACT)


def _record() -> np.ndarray:
    """Return the record with which native code copies a contact (extension/struct_copy.py)."""
    offset = DATA.offset
    words = [offset["nconmax"], len(_COLUMNS), _SIZE]
    for name, (shape, dtype, place) in _COLUMNS.items():
        words += [offset[CONTACT_PREFIX + name], math.prod(shape) * dtype.itemsize, place]
    return np.array(words, np.int64)


_RECORD = _record()
_RECORD_AT = _RECORD.ctypes.data
_BLANK = np.zeros(_SIZE, np.uint8)
_WHOLE = np.array([_SIZE, 0])  # one piece of memory without pointers
_BLANK_AT, _WHOLE_AT = _BLANK.ctypes.data, _WHOLE.ctypes.data


def _bytes_of(arrays: Arrays, index: int) -> bytearray:
    """Return a copy of the bytes of one contact."""
    if type(arrays) is _Own:
        return arrays.kept[:]
    if type(arrays) is Live and load.module and index >= 0:
        found = load.module._gathered(arrays.address, _RECORD_AT, index)
        if found is not None:
            return found
    return bytearray(b"".join(arrays[name][index : index + 1].tobytes() for name in _COLUMNS))


class MjContact(Record, Base, ContactFields):
    """One contact: a live record of the contact buffers, or standalone (``MjContact()``).

    ``copy.copy`` of a live record returns a standalone one. Native code reads a standalone contact at its _address.
    """

    _record = tuple(f.name for f in fields_data.CONTACT)
    _unprinted = unknown(fields_data.CONTACT)
    _arrays: Arrays
    _index: int

    def __init__(self, arrays: Arrays | None = None, index: int = 0) -> None:
        own = self.__dict__
        if arrays is None:
            arrays = _Own(
                load.module._copied(self, _BLANK_AT, _WHOLE_AT) if load.module else bytearray(_SIZE)
            )
        else:
            self._address = 0  # clears the address of an earlier __init__
        own["_arrays"], own["_index"] = arrays, index

    def __copy__(self) -> "MjContact":
        made = object.__new__(type(self))
        own = made.__dict__
        own["_arrays"], own["_index"] = _Own(_bytes_of(self._arrays, self._index)), 0
        return made

    def __deepcopy__(self, memo: object) -> "MjContact":
        return self.__copy__()

    def __reduce__(self) -> tuple:
        return _unpacked, (bytes(_bytes_of(self._arrays, self._index)),)


for _side in (0, 1):
    setattr(MjContact, f"geom{_side + 1}", _geom_property(_side))
for _f in fields_data.CONTACT:
    setattr(MjContact, _f.name, _record_property(_f.name, _f.shape, _f.doc))


def _unpacked(kept: object = None, *others: object) -> MjContact:
    """Return a standalone contact from the bytes of a pickle."""
    if not isinstance(kept, bytes) or len(kept) != _SIZE or others:
        raise ValueError("MjContact: the pickle is damaged")
    made = MjContact()
    made._arrays = _Own(bytearray(kept))
    made._address = 0  # clears the address of the memory that MjContact() made
    return made


def _live(arrays: Arrays, index: int) -> MjContact:
    """Return the record of one row, bypassing the checks of attribute assignment."""
    made = MjContact.__new__(MjContact)
    own = made.__dict__
    own["_arrays"], own["_index"] = arrays, index
    return made


class _Count(int):
    """The row count of a slice; its method `item` replaces that of the slots of an MjData."""

    def item(self, place: int) -> int:
        """Return the row count for every slot."""
        return int(self)


def _are_columns(arrays: Any) -> bool:
    """Return whether these are valid contact columns of equal length."""
    if type(arrays) is not dict or set(arrays) != set(_COLUMNS):
        return False
    if not all(isinstance(array, np.ndarray) and array.ndim for array in arrays.values()):
        return False
    n = len(arrays["dist"])
    return all(
        array.shape == (n, *_COLUMNS[name][0][1:]) and array.dtype == _COLUMNS[name][1]
        for name, array in arrays.items()
    )


class ContactList(Record, ContactColumns):
    """The contacts of an MjData: ``len``, indexing and slices give records, attributes arrays.

    The list always shows the current contacts; a slice keeps its rows.
    """

    _record = MjContact._record

    def __init__(self, arrays: Arrays, slots: np.ndarray | _Count, place: int) -> None:
        self._arrays, self._slots, self._place = arrays, slots, place  # number of contacts: slots.item(place)

    @classmethod
    def of(cls, arrays: Any = None, *others: object) -> "ContactList":
        """Return a list of all rows of arrays from a pickle."""
        if not _are_columns(arrays) or others:
            raise ValueError("contacts: the pickle is damaged")
        return cls(arrays, _Count(len(arrays["dist"])), 0)

    def __reduce__(self) -> tuple[Callable, tuple[Arrays]]:
        n = len(self)
        return ContactList.of, ({name: self._arrays[name][:n].copy() for name in _COLUMNS},)

    def __len__(self) -> int:
        return self._slots.item(self._place)

    @overload
    def __getitem__(self, index: int) -> MjContact: ...

    @overload
    def __getitem__(self, index: slice) -> "ContactList": ...

    def __getitem__(self, index: int | slice) -> "MjContact | ContactList":
        n = self._slots.item(self._place)
        if isinstance(index, slice):
            check_slice("index of contacts", index)
            return ContactList(_Some(self._arrays, n, index), _Count(len(range(n)[index])), 0)
        place = index if type(index) is int else as_index("index of a contact", index)
        if not -n <= place < n:
            raise IndexError(f"contact {shown(place)} out of range, ncon is {n}")
        return _live(self._arrays, place % n)

    def __iter__(self) -> Iterator[MjContact]:
        return (_live(self._arrays, i) for i in range(len(self)))


def _column_property(name: str, doc: str) -> property:
    return property(lambda self: self._arrays[name][: len(self)], doc=doc)


def _side_property(side: int) -> property:
    doc = f"ids of geom {side + 1}, geom[:, {side}]; -1 for a flex: int32 (ncon)"
    return property(lambda self: self._arrays["geom"][: len(self), side], doc=doc)


for _f in fields_data.CONTACT:
    setattr(ContactList, _f.name, _column_property(_f.name, _f._replace(shape=("ncon", *_f.shape)).doc))
for _side in (0, 1):
    setattr(ContactList, f"geom{_side + 1}", _side_property(_side))


def buffers(data: Any) -> Arrays:
    """Return the arrays of the contact buffers of an MjData, at full capacity."""
    return {f.name: getattr(data, "_a_" + CONTACT_PREFIX + f.name) for f in fields_data.CONTACT}
