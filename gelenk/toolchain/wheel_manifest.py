"""Manifest of a wheel: its library of all stages, and the sources that it was made of.

Documents: design / Compiled ahead, loaded without Numba

An installed package trusts the manifest if all modules have the listed sizes and are not newer than the manifest; then
starting a process needs no hashing. Otherwise the hashes in the manifest decide.
"""

import functools
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from gelenk.tables.stages import Stage
from gelenk.toolchain import sources

FOLDER, NAME = "_lib", "manifest.json"
UNPACK_SECONDS = 5.0  # seconds that unpacking a wheel may take


class Manifest(NamedTuple):
    """Contents of a wheel's libraries.

    file       file name of the library
    border     file name of the extension module (toolchain/extension)
    level      CPU level
    libraries  name -> hash of its sources
    modules    path within the package -> size in bytes
    compiler   versions of Numba and llvmlite
    """

    file: str
    border: str
    level: str
    libraries: dict[str, str]
    modules: dict[str, int]
    compiler: str


def make(file: str, border: str, libraries: Mapping[str, Sequence[Stage]]) -> Manifest:
    """Return the manifest of ``libraries`` {name: stages} and the extension, as they are now."""
    modules = {m for rows in libraries.values() for m in sources.closure_of(rows)} | sources.border_modules()
    files = {path for module in modules if (path := sources.file_of(module))}
    files |= {*(sources.ROOT / "tables").rglob("*.py")}  # rows count wherever their table is defined
    return Manifest(
        file,
        border,
        sources.cpu_level(),
        {name: sources.source_hash(rows) for name, rows in libraries.items()}
        | {sources.BORDER: sources.border_hash()},
        {path.relative_to(sources.ROOT).as_posix(): path.stat().st_size for path in sorted(files)},
        sources.compiler_version(),
    )


def write(manifest: Manifest, folder: Path) -> None:
    """Write the manifest beside its library."""
    (folder / NAME).write_text(
        json.dumps(manifest._asdict(), indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )


def place() -> Path:
    """Return the folder of a wheel's libraries."""
    return sources.ROOT / FOLDER


@functools.cache
def carried() -> tuple[Path, Manifest] | None:
    """Return the installed library and its manifest, None in a source checkout."""
    folder = place()
    try:
        found = Manifest(**json.loads((folder / NAME).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise RuntimeError(f"{folder / NAME} is damaged ({error}): install gelenk again") from None
    return folder / found.file, found


@functools.cache
def untouched() -> bool:
    """Return whether all modules are those of the manifest, by their sizes and dates."""
    found = carried()
    if found is None:
        return False
    latest = os.stat(sources.ROOT / FOLDER / NAME).st_mtime + UNPACK_SECONDS
    for path, size in found[1].modules.items():
        try:
            module = os.stat(sources.ROOT / path)
        except OSError:
            return False
        if module.st_size != size or module.st_mtime > latest:
            return False
    return True


def has(library: str, rows: Sequence[Stage]) -> bool:
    """Return whether the installed library has the stages of ``library``, for these sources."""
    return _holds(library, lambda: sources.source_hash(rows))


def border() -> Path | None:
    """Return the installed extension module, None unless it matches the sources."""
    found = carried()
    if found is None or not _holds(sources.BORDER, sources.border_hash):
        return None
    return found[0].parent / found[1].border


def _holds(library: str, hashed: Callable[[], str]) -> bool:
    found = carried()
    if found is None or sources.checking() or found[1].level != sources.cpu_level():
        return False
    made = found[1].libraries.get(library)
    return made is not None and (untouched() or made == hashed())
