"""Contacts as Python sees them: a list of records, and one array per field over all of them.

Documents: Computation / Collision detection; API / MjContact
"""

import numpy as np

from gelenk.jit.layout import NUMPY
from gelenk.tables import fields_data
from gelenk.tables.fields_data import CONTACT_PREFIX
from gelenk.tables.records import Record
from gelenk.world.block import Closed


def _record_property(name, shape):
    def get(self):
        array = self._arrays[name]
        return array[self._index] if shape else array[self._index].item()

    def put(self, value):
        self._arrays[name][self._index] = value

    return property(get, put)


def _geom_property(side):
    def get(self):
        return int(self._arrays["geom"][self._index, side])

    def put(self, value):
        self._arrays["geom"][self._index, side] = value

    return property(get, put)


class MjContact(Record, Closed):
    """One contact: a live record of the contact buffers, or one of its own when made by ``MjContact()``.

    ``copy.copy`` of a live one makes one of its own.
    """

    _record = tuple(f.name for f in fields_data.CONTACT)

    def __init__(self, arrays=None, index=0):
        if arrays is None:
            arrays = {f.name: np.zeros((1, *f.shape), NUMPY[f.dtype]) for f in fields_data.CONTACT}
        self._arrays, self._index = arrays, index

    geom1, geom2 = _geom_property(0), _geom_property(1)

    def __copy__(self):
        row = slice(self._index, self._index + 1)
        return type(self)({name: array[row].copy() for name, array in self._arrays.items()})

    def __deepcopy__(self, memo):
        return self.__copy__()


for _f in fields_data.CONTACT:
    setattr(MjContact, _f.name, _record_property(_f.name, _f.shape))


class ContactList(Record):
    """The contacts of a MjData: ``len``, indexing and slices give records, attributes give arrays (ncon, ...).

    It shows those that there are when it is asked, whenever it was made; a slice keeps its rows.
    """

    _record = MjContact._record

    def __init__(self, arrays, count):
        self._arrays, self._count = arrays, count

    def __len__(self):
        return self._count()

    def __getitem__(self, index):
        n = self._count()
        if isinstance(index, slice):
            part = {name: array[:n][index] for name, array in self._arrays.items()}
            rows = len(part["dist"])
            return ContactList(part, lambda: rows)
        if not -n <= index < n:
            raise IndexError(f"contact {index} out of range, ncon is {n}")
        return MjContact(self._arrays, index % n)

    def __iter__(self):
        return (MjContact(self._arrays, i) for i in range(self._count()))

    geom1 = property(lambda self: self._arrays["geom"][: self._count(), 0])
    geom2 = property(lambda self: self._arrays["geom"][: self._count(), 1])


def _column_property(name):
    return property(lambda self: self._arrays[name][: self._count()])


for _f in fields_data.CONTACT:
    setattr(ContactList, _f.name, _column_property(_f.name))


def buffers(own):
    """The arrays of all contacts that there is room for, out of the dictionary of a MjData."""
    return {f.name: own["_a_" + CONTACT_PREFIX + f.name] for f in fields_data.CONTACT}
