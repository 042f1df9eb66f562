"""The guard of the index columns of a model: it notices that a user has written into one, and when nobody can any more.

Documents: promises / Indices

A user gets an array of a column that belongs to nobody else, and whose base is no array: numpy then lets every view of
it, and views of views, keep that array alive itself, as memoryview, ctypes and other readers of its buffer do. So the
count of its references says whether somebody can still write. Each call compares the columns that somebody has asked
for with their copies; one that is as it was, and that only the guard holds, is not compared again until it is next
asked for. What remembers an address as a number is not noticed.
"""

import sys
import threading
from typing import Any, cast

import numpy as np

from gelenk.runtime.memory_plan import address_of
from gelenk.tables.indices import GUARDED

_HEAD, _ROW = 2, 4  # words of the table that native code reads, before its rows and of each; see common.py
_lock = threading.Lock()


class Owner:
    """What an array that users get has as its base: it keeps the memory, and cannot be written through."""

    __slots__ = ("__array_interface__", "_memory")


def handed(array: np.ndarray, writable: bool = True) -> np.ndarray:
    """An array of the same memory, C-contiguous as ``array`` is, that all views of it keep alive."""
    owner: Any = Owner()
    owner._memory = array
    owner.__array_interface__ = array.__array_interface__ | {"data": (array.ctypes.data, not writable)}
    made = np.asarray(owner)
    del owner.__array_interface__  # its address would give another array, which nobody counts
    return made


def holders(arrays: list[Any], at: int) -> int:
    """How many references the array in a list has, those of this function among them."""
    return sys.getrefcount(arrays[at])


_ALONE = holders([np.empty(0)], 0)  # where nothing but the list has it


class Guard:
    """What a user may write of the columns of one model, in the order of GUARDED.

    columns  our own arrays, None where nobody has asked    handed   the arrays that users have
    copies   their bytes when they were last checked        watched  1: to be compared at the next call
    table    the same for native code: address of ``watched``, how many words it has; then of each column the address
             of the object that users have, of the numbers, of the copy, and bytes
    """

    __slots__ = ("columns", "copies", "handed", "table", "watched")

    def __init__(self) -> None:
        count = len(GUARDED)
        self.columns: list[Any] = count * [None]
        self.handed: list[Any] = count * [None]
        self.copies: list[Any] = count * [None]
        self.watched = bytearray(-(-count // 8) * 8)
        self.table = np.zeros(_HEAD + _ROW * count, np.int64)
        self.table[:_HEAD] = address_of(cast(Any, self.watched)), len(self.watched) // 8

    def hand(self, at: int, column: np.ndarray) -> np.ndarray:
        """What users get of a column, from now on watched."""
        with _lock:
            if self.handed[at] is None:
                self.columns[at], self.copies[at] = column, bytearray(column)
                given = handed(column)
                row = _HEAD + _ROW * at
                copy_at = address_of(self.copies[at]) if column.size else 0
                self.table[row : row + _ROW] = id(given), column.ctypes.data, copy_at, column.nbytes
                self.handed[at] = given
            array = self.handed[at]
            self.watched[at] = 1
            return array

    def same(self) -> bool:
        """Whether all that a user may have written into is as it was.

        A column is taken off before its holders are counted, and these are counted before it is compared: who holds
        it meanwhile, in another thread, is counted, or has put it back.
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
                if not off:  # also where Ctrl-C came
                    watched[at] = 1
            if differs:
                return False
            at = watched.find(1, at + 1)
        return True

    def changed(self) -> dict[int, bytes]:
        """Numbers of the columns that differ from their copies, and their bytes now."""
        now = {at: self.columns[at].tobytes() for at, seen in enumerate(self.watched) if seen}
        return {at: value for at, value in now.items() if value != self.copies[at]}

    def accept(self, now: dict[int, bytes]) -> None:
        """These bytes, as ``changed`` gave them, have been checked."""
        for at, value in now.items():
            self.copies[at][:] = value
