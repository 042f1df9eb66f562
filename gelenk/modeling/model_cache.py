"""Model cache: a model that is loaded again unchanged is copied, not compiled.

Documents: API / Parse and compile; API / Asset cache; design / Compilation

A program that loads a model for the third time (for each episode, for each of many environments) gets a copy of the
model that the second time made. The second time notes every file on disk that is tried: its dates and identity, or
that it does not exist. All of them must be the same the third time, as must text, assets and arguments.

Nothing is kept of a model that logs a warning, has plugins, comes from resource providers, or was read from files
changed so recently that another change might not alter their dates. `mj_setCacheCapacity(cache, 0)` turns the
cache off, `mj_clearCache` empties it.
"""

from __future__ import annotations

import copy
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gelenk import errors
from gelenk.modeling.assets.asset_cache import CACHE
from gelenk.modeling.mjcf import file_sources
from gelenk.runtime import callbacks, log_messages
from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.model import MjModel

MOST_ENTRIES = 8
MOST_BYTES = 64 << 20  # of all entries, as estimated by `_weight`
ELEMENT_BYTES = 1 << 15  # of an element of a spec with what it refers to, measured for humanoids
MOST_KEYS = 256  # of which it is remembered that they were loaded once
COUNTS = ("nbody", "njnt", "ngeom", "nsite", "nmesh", "ntendon", "nu", "nsensor", "npair", "neq", "nflex")
Key = tuple[Any, ...]
Assets = Mapping[str, Any] | None


class Entry(NamedTuple):
    """A model that was loaded twice.

    model    which has no other owner
    spec     that it was compiled from
    assets   (name, content) of the assets, in their order
    files    path -> stamp of each file that was tried on disk; None: there is none
    weight   estimate of the memory [bytes]
    """

    model: MjModel
    spec: Any
    assets: list[tuple[str, bytes | str]]
    files: dict[str, file_sources.Stamp | None]
    weight: int


def key_of(kind: str, text: str | bytes, within: Any, release: str) -> Key | None:
    """Return the key of a call that loads a model; None: the model cannot be cached."""
    if not CACHE.capacity or log_messages.topics or callbacks.is_any_set():
        return None
    folders = (within,) if isinstance(within, str | bytes | os.PathLike) else within
    try:
        allowed = None if folders is None else tuple(map(os.fspath, folders))
        return kind, text, allowed, release, os.getcwd(), tuple(file_sources.PROVIDERS)
    except (OSError, TypeError):  # the working folder is gone, or an argument is wrong, which reading tells
        return None


class ModelCache:
    """The models that were loaded at least twice."""

    def __init__(self) -> None:
        self.entries: OrderedDict[Key, Entry] = OrderedDict()
        self._once: OrderedDict[int, None] = OrderedDict()  # hashes of keys that were loaded once
        self._use = ExclusiveUse("model cache")

    def find(self, key: Key | None, assets: Assets) -> tuple[MjModel, Any] | None:
        """Return a copy of the cached model and its spec; None where a file or asset changed."""
        if key is None or key not in self.entries:
            return None
        constant = _constant(assets)
        with self._use.enter(self):
            entry = self.entries.get(key)
            if entry is None:
                return None
            if constant != entry.assets or not file_sources.are_unchanged(entry.files):
                del self.entries[key]
                return None
            self.entries.move_to_end(key)
            return copy.copy(entry.model), entry.spec

    def load(
        self, key: Key | None, assets: Assets, make: Callable[[], tuple[MjModel, Any]]
    ) -> tuple[MjModel, Any]:
        """Return the model and spec of `make`; keep a copy if they were made once before."""
        constant = _constant(assets)
        if key is None or constant is None or not self._is_second(key):
            return make()
        warned = errors.warnings_logged
        with file_sources.recording() as record:
            model, spec = make()
        weight = _weight(model, constant)
        if not record.is_complete or errors.warnings_logged != warned or model.nplugin or weight > MOST_BYTES:
            return model, spec
        entry = Entry(copy.copy(model), spec, constant, record.files, weight)
        with self._use.enter(self):
            self.entries[key] = entry
            while len(self.entries) > MOST_ENTRIES or self._total_weight() > MOST_BYTES:
                self.entries.popitem(last=False)
        return model, spec

    def has_spec(self, spec: Any) -> bool:
        """Return whether the cache refers to a spec, which must then stay whole."""
        return any(entry.spec is spec for entry in list(self.entries.values()))

    def forget(self, spec: Any) -> None:
        """Drop the models of a spec, which is about to be changed."""
        with self._use.enter(self):
            for key in [key for key, entry in self.entries.items() if entry.spec is spec]:
                del self.entries[key]

    def clear(self) -> None:
        """Drop all models."""
        with self._use.enter(self):
            self.entries.clear()
            self._once.clear()

    def _total_weight(self) -> int:
        """Return the memory of all entries [bytes]."""
        return sum(entry.weight for entry in self.entries.values())

    def _is_second(self, key: Key) -> bool:
        """Return whether a key was loaded before, and note that it is."""
        name = hash(key)
        with self._use.enter(self):
            if name in self._once:
                return True
            self._once[name] = None
            if len(self._once) > MOST_KEYS:
                self._once.popitem(last=False)
        return False


MODELS = ModelCache()


def _constant(assets: Any) -> list[tuple[str, bytes | str]] | None:
    """Return (name, content) of assets; None if they can change.

    They cannot if they are a dict of names to bytes or text.
    """
    if assets is None:
        return []
    if type(assets) is not dict:
        return None
    if any(type(name) is not str or type(data) not in (bytes, str) for name, data in assets.items()):
        return None
    return list(assets.items())


def _weight(model: MjModel, assets: list[tuple[str, bytes | str]]) -> int:
    """Return an estimate of the memory that an entry takes [bytes]."""
    elements = sum(getattr(model, name) for name in COUNTS)
    return model._buffer.nbytes + elements * ELEMENT_BYTES + sum(len(data) for _, data in assets)
