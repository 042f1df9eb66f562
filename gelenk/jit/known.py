"""File names of libraries, remembered: hashing all that they depend on takes longer than loading them.

Documents: design / Names are hashes

A file in the cache folder has the names, and dates and sizes of what they were made of; each process looks at these,
once, before it believes the names. It is asked in source checkouts; what a wheel carries is known by its manifest.
"""

import contextlib
import functools
import importlib.util
import json
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from gelenk.jit import cache, platforms, seal, sources
from gelenk.jit.digests import blake2b

COMPILERS = ("numba", "llvmlite")
SLACK = (
    10 * 10**9
)  # what changed so shortly before this process began [ns] may have been read in another state
_BEGIN = time.time_ns()


class Memory(NamedTuple):
    """names    of a library -> of its file
    files    path of a source -> its date [ns] and size
    """

    names: dict[str, str]
    files: dict[str, list[int]]


def _path() -> str:
    """The file of this checkout, for this processor, with checks or without."""
    return _path_in(cache.wanted(), sources.cpu_level(), sources.checking())


@functools.cache
def _path_in(folder: Path, level: str, checking: bool) -> str:
    made = [sources.FORMAT, str(sources.ROOT), level, checking, platforms.here().suffix]
    if level == "host":
        made.append(platforms.processor_features())
    digest = blake2b(repr(made).encode(), digest_size=8).hexdigest()
    return os.path.join(folder, f"{cache.NAMES}{digest}.json")


@functools.cache
def _memory(path: str) -> Memory:
    """What an earlier process has left, if nothing of it has changed; else nothing."""
    try:
        if not platforms.distrusted(cache.wanted()) and not platforms.distrusted(path):
            found = Memory(**json.loads(seal.read(path) or b""))
            if _origins() <= found.files.keys() and all(_stamp(p) == s for p, s in found.files.items()):
                return found
    except (OSError, ValueError, TypeError, AttributeError):
        pass
    return Memory({}, {})


def name(library: str, modules: Callable[[], Iterable[str]], hashed: Callable[[], str]) -> str:
    """File name of a library for the sources as they are now.

    modules  gives those that it depends on, asked together with
    hashed   what gives the name, where nobody remembers it
    """
    path = _path()
    memory = _memory(path)
    if library not in memory.names:
        memory.names[library] = hashed()
        memory.files.update(_files(modules()))
        _unwritten.add(path)
    return memory.names[library]


def remembered(library: str) -> str | None:
    """File name of a library, where an earlier process has left it."""
    return _memory(_path()).names.get(library)


_unwritten: set[str] = set()  # files that lack names


def keep() -> None:
    """Write down the names that were found out since."""
    while _unwritten:
        path = _unwritten.pop()
        memory = _memory(path)
        if all(date < _BEGIN - SLACK for date, _ in memory.files.values()):
            with contextlib.suppress(RuntimeError):
                if cache.usable():
                    cache.place(Path(path), json.dumps(memory._asdict()).encode())


def _stamp(path: str) -> list[int]:
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]


def _origins() -> set[str]:
    """The compilers, whose versions count, too."""
    found = (importlib.util.find_spec(compiler) for compiler in COMPILERS)
    return {spec.origin for spec in found if spec is not None and spec.origin}


@functools.cache
def _tables() -> dict[str, list[int]]:
    """Dates and sizes of what all libraries depend on."""
    paths = {str(path) for path in (sources.ROOT / "tables").rglob("*.py")} | _origins()
    return {path: _stamp(path) for path in sorted(paths)}


def _files(modules: Iterable[str]) -> dict[str, list[int]]:
    """Dates and sizes of the sources of a library."""
    paths = {str(path) for module in modules if (path := sources.file_of(module))}
    return _tables() | {path: _stamp(path) for path in sorted(paths)}
