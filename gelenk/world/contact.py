"""Contacts as Python sees them: a list of records, and one array per field over all of them.

Documents: Computation / Collision detection; API / MjContact
"""

import numpy as np

from gelenk.jit.layout import CONTACT_PREFIX, NUMPY
from gelenk.tables import fields_data
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


class MjContact(Closed):
    """One contact: a live record of the contact buffers, or one of its own when made by ``MjContact()``."""

    def __init__(self, arrays=None, index=0):
        if arrays is None:
            arrays = {f.name: np.zeros((1, *f.shape), NUMPY[f.dtype]) for f in fields_data.CONTACT}
        self._arrays, self._index = arrays, index

    geom1, geom2 = _geom_property(0), _geom_property(1)

    def __repr__(self):
        rows = "\n".join(f"  {f.name}: {getattr(self, f.name)!r}" for f in fields_data.CONTACT)
        return f"<{type(self).__name__}\n{rows}\n>"


for _f in fields_data.CONTACT:
    setattr(MjContact, _f.name, _record_property(_f.name, _f.shape))


class ContactList:
    """The contacts of a MjData: ``len``, indexing and slices give records, attributes give arrays (ncon, ...)."""

    def __init__(self, data, part=slice(None)):
        n = data._get("ncon")
        own = data.__dict__
        self._arrays = {f.name: own["_a_" + CONTACT_PREFIX + f.name][:n][part] for f in fields_data.CONTACT}

    def __len__(self):
        return len(self._arrays["dist"])

    def __getitem__(self, index):
        if isinstance(index, slice):
            part = object.__new__(ContactList)
            part._arrays = {name: array[index] for name, array in self._arrays.items()}
            return part
        n = len(self)
        if not -n <= index < n:
            raise IndexError(f"contact {index} out of range, ncon is {n}")
        return MjContact(self._arrays, index % n)

    def __iter__(self):
        return (MjContact(self._arrays, i) for i in range(len(self)))

    geom1 = property(lambda self: self._arrays["geom"][:, 0])
    geom2 = property(lambda self: self._arrays["geom"][:, 1])


def _column_property(name):
    return property(lambda self: self._arrays[name])


for _f in fields_data.CONTACT:
    setattr(ContactList, _f.name, _column_property(_f.name))
