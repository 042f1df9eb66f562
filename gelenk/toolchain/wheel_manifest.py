"""Manifest of a wheel: its libraries by CPU level, and the sources that they were made of.

Documents: design / Compiled ahead, loaded without Numba

An installed package trusts the manifest if all modules have the listed sizes and are not newer than the manifest; then
starting a process needs no hashing. Otherwise the hashes in the manifest decide.
"""

import functools
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from gelenk.tables.stages import Stage
from gelenk.toolchain import digests

FOLDER, NAME = "_lib", "manifest.json"
UNPACK_SECONDS = 5.0  # seconds that unpacking a wheel may take


class Files(NamedTuple):
    """File names of the library of all stages and of the extension module."""

    stages: str
    border: str


class Manifest(NamedTuple):
    """Contents of a wheel's libraries.

    files      CPU level -> its libraries
    libraries  name -> hash of its sources
    modules    path within the package -> size in bytes
    compiler   versions of Numba and llvmlite
    """

    files: dict[str, Files]
    libraries: dict[str, str]
    modules: dict[str, int]
    compiler: str


def make(
    made: dict[str, Files],
    libraries: Mapping[str, Sequence[Stage]],
    more: Mapping[str, str] = MappingProxyType({}),
) -> Manifest:
    """Return the manifest of ``libraries`` {name: stages} and the extension, as they are now.

    made   CPU level -> files
    more   hashes of the sources of further files, by name
    """
    modules = {m for rows in libraries.values() for m in digests.closure_of(rows)} | digests.border_modules()
    files = {path for module in modules if (path := digests.file_of(module))}
    files |= {*(digests.ROOT / "tables").rglob("*.py")}  # rows affect code wherever their table is defined
    return Manifest(
        made,
        {name: digests.source_hash(rows) for name, rows in libraries.items()}
        | {digests.BORDER: digests.border_hash()}
        | dict(more),
        {path.relative_to(digests.ROOT).as_posix(): path.stat().st_size for path in sorted(files)},
        digests.compiler_version(),
    )


def write(manifest: Manifest, folder: Path) -> None:
    """Write the manifest beside its libraries."""
    files = {level: files._asdict() for level, files in manifest.files.items()}
    text = json.dumps(manifest._asdict() | {"files": files}, indent=1, sort_keys=True)
    (folder / NAME).write_text(f"{text}\n", encoding="utf-8")


def place() -> Path:
    """Return the folder of a wheel's libraries."""
    return digests.ROOT / FOLDER


@functools.cache
def carried() -> Manifest | None:
    """Return the manifest of the installed libraries, None in a source checkout.

    Errors   RuntimeError: the manifest is damaged
    """
    file = place() / NAME
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        files = {level: Files(**names) for level, names in found.pop("files").items()}
        return Manifest(files, **found)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        raise RuntimeError(f"{file} is damaged ({error}): install gelenk again") from None


def stages() -> Path | None:
    """Return the installed library of all stages for this CPU level, None if there is none."""
    files = _files()
    return place() / files.stages if files else None


def _files() -> Files | None:
    found = carried()
    return None if found is None else found.files.get(digests.cpu_level())


@functools.cache
def untouched() -> bool:
    """Return whether all modules are those of the manifest, by their sizes and dates."""
    found = carried()
    if found is None:
        return False
    latest = os.stat(place() / NAME).st_mtime + UNPACK_SECONDS
    for path, size in found.modules.items():
        try:
            module = os.stat(digests.ROOT / path)
        except OSError:
            return False
        if module.st_size != size or module.st_mtime > latest:
            return False
    return True


def has(library: str, rows: Sequence[Stage]) -> bool:
    """Return whether the installed library has the stages of ``library``, for these sources."""
    return holds(library, lambda: digests.source_hash(rows))


def border() -> Path | None:
    """Return the installed extension module, None unless it matches the sources."""
    files = _files()
    if files is None or not holds(digests.BORDER, digests.border_hash):
        return None
    return place() / files.border


def tangents(hashed: Callable[[], str]) -> Path | None:
    """Return the installed library of stages with tangents, None if there is none.

    A wheel has this library only for the best CPU level of its platform.

    hashed   returns the hash of the current sources, which the library must match
    """
    files = _files()
    if files is None or not holds(digests.TANGENTS, hashed):
        return None
    path = place() / files.stages.replace("stages", digests.TANGENTS, 1)
    return path if path.exists() else None


def holds(library: str, hashed: Callable[[], str]) -> bool:
    """Return whether the installation has a library that was made of the current sources.

    hashed   returns the hash of the current sources
    """
    found = carried()
    if found is None or digests.mode() or _files() is None:
        return False
    made = found.libraries.get(library)
    return made is not None and (untouched() or made == hashed())
