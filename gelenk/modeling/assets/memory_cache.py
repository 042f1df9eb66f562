"""The memory cache of assets: decoded files by content, so that reloading skips decoding.

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
    """LRU cache of decoded assets, of at most `capacity` bytes."""

    def __init__(self, capacity: int = DEFAULT_CAPACITY) -> None:
        self.capacity = capacity
        self.size = 0
        self._entries: OrderedDict[tuple, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, kind: tuple, content: bytes, make: Callable[[], Any], size_of: Callable[[Any], int]) -> Any:
        """Return the cached result for a content, or call `make()`; `kind` names the decoding."""
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
        """Set the capacity, and drop the oldest entries beyond it."""
        with self._lock:
            self.capacity = capacity
            self._shrink()

    def clear(self) -> None:
        """Drop all entries."""
        if self._entries:
            with self._lock:
                empty = OrderedDict[tuple, tuple[Any, int]]()
                self._entries, self.size = empty, 0

    def _shrink(self) -> None:
        while self.size > self.capacity:
            oldest = next(iter(self._entries))
            size = self._entries[oldest][1]
            # KeyboardInterrupt arrives at calls, so not between this statement and the next
            del self._entries[oldest]
            self.size -= size


CACHE = AssetCache()
