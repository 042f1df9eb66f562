"""The index guard of a model: detects writes to index columns while users hold them.

Documents: promises / Indices

A user gets an array over a column, to which only the guard holds another reference. Since the base of this array is not
an array, every view of it, and every view of a view, keeps the array alive, as do memoryview, ctypes and other users of
its buffer. So its reference count shows whether a write is still possible. Each call compares the accessed columns with
their copies. A column that is unchanged and held only by the guard is not compared again until the next access. Code
that stores the address as an integer is not detected.
"""

import sys
from typing import Any, cast

import numpy as np

from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.memory_plan import address_of
from gelenk.tables.field_groups import GUARD_HEAD, GUARD_ROW, GUARDED


class Owner:
    """The base of an array that users get: keeps the memory alive, without write access."""

    __slots__ = ("__array_interface__", "_memory")


def owned_view(array: np.ndarray, writable: bool = True) -> np.ndarray:
    """Return a C-contiguous array over the memory of ``array`` that all its views keep alive."""
    owner: Any = Owner()
    owner._memory = array
    # not from array.__array_interface__, which crashes numpy 2.4 if it has no memory
    data = array.ctypes.data, not writable
    owner.__array_interface__ = {"version": 3, "shape": array.shape, "typestr": array.dtype.str, "data": data}
    made = np.asarray(owner)
    del owner.__array_interface__  # another array made from the interface would not be counted
    return made


def holders(arrays: list[Any], at: int) -> int:
    """Return the number of references to an array in a list, including those of this function."""
    return sys.getrefcount(arrays[at])


_ALONE = holders([np.empty(0)], 0)  # the count for an array that only the list holds


class Guard:
    """The watched index columns of one model, in the order of GUARDED.

    columns  the model's arrays, None before access        handed   the arrays that users hold
    copies   their bytes at the last check                 watched  1: compare in the next call
    table    the guard for native code, laid out by GUARD_HEAD and GUARD_ROW
    use      the lock of the thread that makes an array
    """

    __slots__ = ("columns", "copies", "handed", "table", "use", "watched")

    def __init__(self) -> None:
        count = len(GUARDED)
        self.use = ExclusiveUse("index guard")
        self.columns: list[Any] = count * [None]
        self.handed: list[Any] = count * [None]
        self.copies: list[Any] = count * [None]
        self.watched = bytearray(-(-count // 8) * 8)
        self.table = np.zeros(len(GUARD_HEAD) + len(GUARD_ROW) * count, np.int64)
        self.table[: len(GUARD_HEAD)] = address_of(cast(Any, self.watched)), len(self.watched) // 8

    def watched_array(self, at: int, column: np.ndarray) -> np.ndarray:
        """Return the array of a column for users, and watch it from now on."""
        if self.handed[at] is None:
            with self.use.enter(self):
                if self.handed[at] is None:
                    self.columns[at], self.copies[at] = column, bytearray(column)
                    given = owned_view(column)
                    row = len(GUARD_HEAD) + len(GUARD_ROW) * at
                    copy_at = address_of(self.copies[at]) if column.size else 0
                    entry = id(given), column.ctypes.data, copy_at, column.nbytes
                    self.table[row : row + len(GUARD_ROW)] = entry
                    self.handed[at] = given  # last, since other threads read this list without the lock
        array = self.handed[at]
        self.watched[at] = 1
        return array

    def is_unchanged(self) -> bool:
        """Return whether all watched columns are unchanged.

        The mark of a column is cleared before its references are counted, and the references are counted before the
        comparison. So a thread that gets the column meanwhile is either counted or sets the mark again.
        """
        watched = self.watched
        at = watched.find(1)
        while at >= 0:
            watched[at], off = 0, False
            try:
                held = holders(self.handed, at) != _ALONE
                differs = self.copies[at] != self.columns[at]
                off = not held and not differs
            finally:
                if not off:  # also after Ctrl-C
                    watched[at] = 1
            if differs:
                return False
            at = watched.find(1, at + 1)
        return True

    def changed(self) -> dict[int, bytes]:
        """Return the columns that differ from their copies, and their current bytes."""
        now = {at: self.columns[at].tobytes() for at, seen in enumerate(self.watched) if seen}
        return {at: value for at, value in now.items() if value != self.copies[at]}

    def accept(self, now: dict[int, bytes]) -> None:
        """Record these bytes, from ``changed``, as the checked copies."""
        for at, value in now.items():
            self.copies[at][:] = value
