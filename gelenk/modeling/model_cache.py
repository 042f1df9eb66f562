"""Model cache: from the third load on, an unchanged model is copied instead of compiled.

Documents: API / Parse and compile; API / Asset cache; design / Compilation

A program that loads a model repeatedly (for each episode, for each of many environments) gets copies from the third
load on. The second load compiles the model, stores a copy, and records for each file that it looks up on disk either
the identity and dates of the file, or that the file does not exist. A later load uses the copy if these files, the
text, the assets and the arguments are unchanged.

A model is not cached if loading it logs a warning, if it has plugins or comes from resource providers, or if one of its
files changed so recently that another change might not alter its date. `mj_setCacheCapacity(cache, 0)` disables the
cache, `mj_clearCache` empties it.
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
MOST_BYTES = 64 << 20  # limit on the total memory of the entries, as estimated by `_weight`
ELEMENT_BYTES = 1 << 15  # memory of a spec element and the objects it refers to, measured for humanoids
MOST_KEYS = 256  # limit on the number of keys in `_once`
COUNTS = ("nbody", "njnt", "ngeom", "nsite", "nmesh", "ntendon", "nu", "nsensor", "npair", "neq", "nflex")
Key = tuple[Any, ...]
Assets = Mapping[str, Any] | None


class Entry(NamedTuple):
    """A cached model, stored at its second load.

    model    private copy of the model
    spec     spec that the model was compiled from
    assets   (name, content) of the assets, in their order
    files    path -> stamp of each file that was looked up on disk; None: no such file
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
    except (OSError, TypeError):  # no working directory, or an invalid argument, which reading reports
        return None


class ModelCache:
    """Cache of the models that were loaded at least twice."""

    def __init__(self) -> None:
        self.entries: OrderedDict[Key, Entry] = OrderedDict()
        self._once: OrderedDict[int, None] = OrderedDict()  # hashes of keys that were loaded once
        self._use = ExclusiveUse("model cache")

    def find(self, key: Key | None, assets: Assets) -> tuple[MjModel, Any] | None:
        """Return a copy of the cached model and its spec; None if a file or asset changed."""
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
        """Return the model and spec of `make`; store a copy if the key was loaded before."""
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
        """Return whether the cache refers to a spec; such a spec must not be changed."""
        return any(entry.spec is spec for entry in list(self.entries.values()))

    def forget(self, spec: Any) -> None:
        """Drop the models of a spec; must be called before the spec changes."""
        with self._use.enter(self):
            for key in [key for key, entry in self.entries.items() if entry.spec is spec]:
                del self.entries[key]

    def clear(self) -> None:
        """Drop all models."""
        with self._use.enter(self):
            self.entries.clear()
            self._once.clear()

    def _total_weight(self) -> int:
        """Return the estimated memory of all entries [bytes]."""
        return sum(entry.weight for entry in self.entries.values())

    def _is_second(self, key: Key) -> bool:
        """Return whether a key was loaded before, and record this load."""
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
    """Return (name, content) of assets; None if their content may change.

    The content is constant if the assets are a dict from names to bytes or text.
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
