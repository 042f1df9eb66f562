"""Detect data races of spread loops by plain Python, which records all loads and stores.

A race is an address that two iterations of one loop write, or that one writes and another reads. Each lane has its
own work space for pairs of geoms (tables/gpu_stages.py), which each iteration finds poisoned, so that no iteration can
use the results of an earlier one.
"""

import sys
from collections import defaultdict
from typing import Any

import numpy as np

from gelenk.tables.gpu_stages import PAIR_WORK
from gelenk.toolchain import kernel

POISON = {"int32": 1 << 30, "uint8": 255}  # an index out of range of all arrays


class Races:
    """A replacement of ``range`` in spread loops that records races.

    found    descriptions of races
    loops    number of loops that ran
    reached  (file, line) of a loop -> its largest number of iterations
    order    "forward", "backward", or a random generator that shuffles iterations
    lanes    number of lanes that kernels see
    """

    def __init__(self, order: Any = "forward", lanes: int = 1) -> None:
        self.order, self.lanes, self.loops, self.longest = order, lanes, 0, 0
        self.reached: dict[tuple[str, int], int] = {}
        self.own: dict[str, Any] = {}  # work space of the current iteration
        self.found: set[str] = set()
        self._now: Any = None  # the current iteration, None outside of loops
        self._written: dict[tuple[str, int], Any] = {}
        self._read: dict[tuple[str, int], set] = {}

    def __enter__(self) -> "Races":
        self._before, kernel.in_order = kernel.in_order, self._range
        kernel.lanes_here = self.lanes
        return self

    def __exit__(self, *_: object) -> None:
        kernel.in_order, kernel.lanes_here = self._before, 1

    @property
    def inside(self) -> bool:
        """Return whether an iteration of a shared loop is running."""
        return self._now is not None

    def _range(self, first: int, end: int):
        place = self._place()
        self.reached[place] = max(end - first, self.reached.get(place, 0))
        return self._iterations(first, end)

    @staticmethod
    def _place() -> tuple[str, int]:
        """Return file and line of the loop, in the kernel that called ``spread``."""
        frame = sys._getframe(2)
        while frame.f_code.co_name == "spread":
            assert frame.f_back is not None
            frame = frame.f_back
        return frame.f_code.co_filename, frame.f_lineno

    def _iterations(self, first: int, end: int):
        if self.inside:  # one lane runs a nested loop alone
            yield from range(first, end)
            return
        order = list(range(first, end))
        if self.order == "backward":
            order.reverse()
        elif self.order != "forward":
            self.order.shuffle(order)
        self.loops += 1
        self.longest = max(self.longest, len(order))
        self._written, self._read = {}, defaultdict(set)
        for i in order:
            self._now, self.own = i, {}
            yield i
        self._now = None

    def load(self, field: str, at: int) -> None:
        """Record that the iteration reads element ``at`` of a field."""
        if self._now is None:
            return
        self._read[field, at].add(self._now)
        if self._written.get((field, at), self._now) != self._now:
            self.found.add(f"{field}[{at}] is read by another iteration than the one that writes it")

    def store(self, field: str, at: int) -> None:
        """Record that the iteration writes element ``at`` of a field."""
        if self._now is None:
            return
        if self._written.setdefault((field, at), self._now) != self._now:
            self.found.add(f"{field}[{at}] is written by two iterations")
        if self._read[field, at] - {self._now}:
            self.found.add(f"{field}[{at}] is read by another iteration than the one that writes it")


class Watched:
    """A struct for kernels that records loads and stores."""

    def __init__(self, view: Any, races: Races) -> None:
        object.__setattr__(self, "_view", view)
        object.__setattr__(self, "_races", races)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._view, name)
        if name in PAIR_WORK and self._races.inside:
            return self._own(name, value)
        if isinstance(value, np.ndarray):
            return WatchedArray(value, name, 0, self._races)
        self._races.load(name, 0)
        return value

    def _own(self, name: str, value: Any) -> Any:
        """Return the iteration's private copy of a field: poison, or zeros for cached planes."""
        own = self._races.own
        if name not in own:
            if not isinstance(value, np.ndarray):
                self._races.found.add(f"{name} is read by an iteration that has not written it")
                return value
            empty = 0 if name.startswith("apart") else POISON.get(value.dtype.name, np.nan)
            own[name] = np.full(value.shape, empty, value.dtype)
        found = own[name]
        return WatchedArray(found, name, 0, _Unseen()) if isinstance(found, np.ndarray) else found

    def __setattr__(self, name: str, value: Any) -> None:
        if name in PAIR_WORK and self._races.inside:
            self._races.own[name] = value
            return
        self._races.store(name, 0)
        setattr(self._view, name, value)


class _Unseen:
    """A recorder that discards accesses to an iteration's private arrays."""

    def load(self, field: str, at: int) -> None:
        """Ignore a load."""

    def store(self, field: str, at: int) -> None:
        """Ignore a store."""


class WatchedArray:
    """A field, or a part of a field from element ``start`` on."""

    def __init__(self, array: np.ndarray, name: str, start: int, races: Races) -> None:
        self._array, self._name, self._start, self._races = array, name, start, races

    def _at(self, index: Any) -> int:
        if isinstance(index, tuple):
            return self._start + index[0] * self._array.shape[1] + index[1]
        return self._start + index

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return WatchedArray(self._array[index], self._name, self._start + index.start, self._races)
        found = self._array[index]
        if isinstance(found, np.ndarray):
            start = self._start + index * self._array.shape[1]
            return WatchedArray(found, self._name, start, self._races)
        self._races.load(self._name, self._at(index))
        return found.item()

    def __setitem__(self, index: Any, value: Any) -> None:
        self._races.store(self._name, self._at(index))
        self._array[index] = value

    def reshape(self, *_: int) -> "WatchedArray":
        """Return all elements in one dimension (flat)."""
        return WatchedArray(self._array.reshape(-1), self._name, self._start, self._races)
