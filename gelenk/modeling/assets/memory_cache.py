"""The asset cache: decoded files by their content, so that a model that is loaded again is not decoded again.

Documents: API / Asset cache
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from gelenk.toolchain.digests import blake2b

DEFAULT_CAPACITY = 500 << 20


class AssetCache:
    """Results of decoding, the ones used last first to stay, together at most `capacity` bytes."""

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self.capacity = capacity
        self.size = 0
        self._entries: OrderedDict[tuple, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, kind: tuple, content: bytes, make: Callable[[], Any], size_of: Callable[[Any], int]) -> Any:
        """What `make()` gives for a file's content, from the cache if it is there; `kind` says how it is made."""
        if not self.capacity:
            return make()
        key = (*kind, blake2b(content, digest_size=20).digest())
        with self._lock:
            if key in self._entries:
                self._entries.move_to_end(key)
                return self._entries[key][0]
        value = make()
        size = size_of(value)
        with self._lock:
            if key not in self._entries and size <= self.capacity:
                self._entries[key] = (value, size)
                self.size += size
                self._shrink()
        return value

    def resize(self, capacity: int) -> None:
        """Set the capacity; what does not fit any more is dropped."""
        with self._lock:
            self.capacity = capacity
            self._shrink()

    def clear(self) -> None:
        """Drop everything."""
        if self._entries:
            with self._lock:
                empty = OrderedDict[tuple, tuple[Any, int]]()
                self._entries, self.size = empty, 0

    def _shrink(self) -> None:
        while self.size > self.capacity:
            oldest = next(iter(self._entries))
            size = self._entries[oldest][1]
            del self._entries[oldest]  # Ctrl-C comes at calls, and not before the store behind this
            self.size -= size


CACHE = AssetCache()
