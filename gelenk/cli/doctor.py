"""Data of `gelenk doctor`: versions, CPU, cache folder, compiled libraries.

Documents: design / Compiled ahead, loaded without Numba
"""

import os
import platform
from importlib import metadata

import gelenk
from gelenk.toolchain import cache, library, link, platforms, sources, wheel_manifest

PACKAGES = ("numpy", "scipy", "pillow", "numba", "llvmlite", "typer", "rich", "matplotlib")
SWITCHES = (
    "GELENK_JIT",
    "GELENK_BORDER",
    "GELENK_NUMBA_PATCHES",
    "GELENK_CHECK",
    "GELENK_CACHE",
    "GELENK_ASSETS",
    "GELENK_CPU",
    "GELENK_LINKER",
    "GELENK_QUIET",
)


def versions() -> dict[str, str]:
    """Return package -> version, or "not installed"."""
    found = {"gelenk": f"{gelenk.version} (API {gelenk.__version__})", "python": platform.python_version()}
    return found | {name: installed(name) for name in PACKAGES}


def installed(package: str) -> str:
    """Return the installed version of a package, or "not installed"."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def libraries() -> list[tuple[str, str, str]]:
    """Return (library, origin, file size) of every library.

    The origin is carried, compiled or missing.
    """
    rows = []
    for name in library.LIBRARIES:
        path = library.find(name)
        if path is None:
            rows.append((name, "missing", ""))
        elif path.parent == sources.ROOT / wheel_manifest.FOLDER:
            rows.append((name, "carried", ""))
        else:
            rows.append((name, "compiled", _size(path.stat().st_size)))
    return rows


def _size(count: int) -> str:
    return f"{count / 1024:.0f} kB"


def carried() -> str:
    """Describe the prebuilt library that the installation contains."""
    found = wheel_manifest.carried()
    if found is None:
        return "nothing: a source checkout compiles what it needs"
    path, made = found
    state = "" if wheel_manifest.untouched() else "; modules have changed since"
    return f"{path.name}, {_size(path.stat().st_size)}, made by {made.compiler} for {made.level}{state}"


def damaged() -> list[str]:
    """Return the installed files that differ from RECORD, sorted; [] in a checkout."""
    import base64
    import hashlib

    try:
        files = metadata.distribution("gelenk").files or []
    except metadata.PackageNotFoundError:
        return []
    found = []
    for file in files:
        if file.hash is None:
            continue
        try:
            with open(str(file.locate()), "rb") as opened:
                made = hashlib.new(file.hash.mode, opened.read()).digest()
        except (OSError, ValueError):
            made = b""
        if base64.urlsafe_b64encode(made).rstrip(b"=").decode() != file.hash.value:
            found.append(str(file))
    return sorted(found)


def files() -> str:
    """Describe whether the installed files are those of the distribution."""
    wrong = damaged()
    if not wrong:
        return "as the distribution brought them"
    shown = ", ".join(wrong[:5]) + (f" and {len(wrong) - 5} others" if len(wrong) > 5 else "")
    return f"changed or missing: {shown}: install gelenk again"


def compiler() -> str:
    """Describe the compiler and linker of kernels."""
    if installed("numba") == "not installed":
        return "none: pip install 'gelenk[compile]' for kernels of your own"
    return f"Numba; linked by {'gelenk itself' if link.uses_own_linker() else 'the compiler driver of the system'}"


def kept() -> str:
    """Describe the cache folder, its contents, and why it is not used."""
    try:
        sizes = [e.stat().st_size for e in os.scandir(cache.configured_folder()) if e.is_file()]
        problem = platforms.distrusted(cache.configured_folder())
    except OSError:
        return f"{cache.configured_folder()}, not there yet"
    held = f"{cache.configured_folder()}, {len(sizes)} files, {_size(sum(sizes))}"
    return f"{held}; not used, since it {problem}" if problem else held


def system() -> str:
    """Describe the platform, and whether compiled kernels run on it."""
    try:
        tested = platforms.here().tested
    except RuntimeError:
        return f"{platforms.name()}, where only plain Python runs (GELENK_JIT=0)"
    return platforms.name() if tested else f"{platforms.name()}, on which we have not tested"


def summary() -> dict[str, str]:
    """Return all facts except for the libraries."""
    facts = {
        "platform": system(),
        "processor": f"{platforms.processor()}, {os.cpu_count()} cores",
        "libraries for": sources.cpu_level(),
        "carried": carried(),
        "files": files(),
        "compiler": compiler(),
        "package": str(sources.ROOT),
        "cache": kept(),
    }
    switches = {name: os.environ[name] for name in SWITCHES if name in os.environ}
    return versions() | facts | switches
