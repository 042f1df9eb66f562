"""What an installation is made of: versions, processor, cache folder, compiled libraries.

Documents: design / Compiled ahead, loaded without Numba
"""

import os
import platform
from importlib import metadata
from pathlib import Path

import gelenk
from gelenk.jit import library, sources

PACKAGES = ("numpy", "scipy", "lxml", "pillow", "numba", "llvmlite", "typer", "rich", "matplotlib")
SWITCHES = ("GELENK_JIT", "GELENK_CHECK", "GELENK_CACHE", "GELENK_CPU", "GELENK_QUIET")


def versions() -> dict[str, str]:
    """Package -> version, or "not installed"."""
    found = {"gelenk": f"{gelenk.version} (API {gelenk.__version__})", "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def processor() -> str:
    """Name of the processor, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    named = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def libraries() -> list[tuple[str, str, str]]:
    """(library, where it is: carried, compiled or missing, size) for every library."""
    rows = []
    for name in library.LIBRARIES:
        path = library.find(name)
        where = "missing"
        if path is not None:
            where = "carried" if path.parent == sources.ROOT / "_lib" else "compiled"
        rows.append((name, where, f"{path.stat().st_size / 1024:.0f} kB" if path else ""))
    return rows


def summary() -> dict[str, str]:
    """Everything but the libraries."""
    facts = {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "libraries for": sources.cpu_level(),
        "package": str(sources.ROOT),
        "cache": str(library.cache_folder()),
    }
    switches = {name: os.environ[name] for name in SWITCHES if name in os.environ}
    return versions() | facts | switches
