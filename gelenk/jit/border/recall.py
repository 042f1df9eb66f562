"""The name of the border's library, remembered: hashing all that it depends on would take most of an import.

Documents: design / The border

A file in the cache folder has the name, and dates and sizes of what it was made of. It is asked in source checkouts
alone; what a wheel carries is known by its manifest.
"""

import contextlib
import hashlib
import importlib.util
import json
import os

from gelenk.jit import cache, platforms, sources

COMPILERS = ("numba", "llvmlite")


def name() -> str:
    """File name of the library for the sources as they are now."""
    memory = (
        cache.wanted()
        / f"border-{hashlib.blake2b(str(sources.ROOT).encode(), digest_size=8).hexdigest()}.json"
    )
    known = _recall(memory)
    if known:
        return known
    found = sources.border_name()
    made = {"name": found, "level": sources.cpu_level(), "files": _files()}
    with contextlib.suppress(RuntimeError):
        if cache.usable():
            cache.place(memory, json.dumps(made).encode())
    return found


def _recall(memory) -> str:
    try:
        if platforms.distrusted(memory.parent) or platforms.distrusted(memory):
            return ""
        made = json.loads(memory.read_bytes())
        same = made["level"] == sources.cpu_level() and _origins() <= made["files"].keys()
        same = same and all(_stamp(path) == stamp for path, stamp in made["files"].items())
        return made["name"] if same else ""
    except (OSError, ValueError, KeyError, AttributeError):
        return ""


def _stamp(path: str) -> list[int]:
    found = os.stat(path)
    return [found.st_mtime_ns, found.st_size]


def _origins() -> set[str]:
    """The compilers, whose versions count, too."""
    found = (importlib.util.find_spec(name) for name in COMPILERS)
    return {spec.origin for spec in found if spec is not None and spec.origin}


def _files() -> dict[str, list[int]]:
    """Dates and sizes of all that the border is made of."""
    paths = {str(path) for module in sources.border_modules() if (path := sources.file_of(module))}
    paths |= {str(path) for path in (sources.ROOT / "tables").rglob("*.py")} | _origins()
    return {path: _stamp(path) for path in sorted(paths)}
