"""Data of `gelenk doctor`: installed and missing packages, versions, CPU, GPU, cache.

Documents: design / Compiled ahead, loaded without Numba
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from importlib import metadata
from typing import Any

import gelenk
from gelenk.cli.arguments import video_problem
from gelenk.tables import levels
from gelenk.toolchain import cache, digests, library, link, platforms, wheel_manifest
from gelenk.toolchain.extension import load
from gelenk.viewer import server

MAINTAINERS = ("docs", "fuzz", "release", "test", "wheels")  # extras that users do not need
SWITCHES = (
    "GELENK_API",
    "GELENK_JIT",
    "GELENK_BORDER",
    "GELENK_NUMBA_PATCHES",
    "GELENK_CHECK",
    "GELENK_STRICT",
    "GELENK_CACHE",
    "GELENK_ASSETS",
    "GELENK_CPU",
    "GELENK_LINKER",
    "GELENK_QUIET",
    "GELENK_PROGRESS",
)
NOT_INSTALLED = "not installed"


def version_line() -> str:
    """Return the line of `gelenk --version`."""
    return f"gelenk {gelenk.version} (API of mujoco {gelenk.__version__}), Python {platform.python_version()}"


def required_packages() -> dict[str, list[str]]:
    """Return extra -> the packages that it installs; "": packages that are always installed."""
    try:
        lines = metadata.distribution("gelenk").requires or []
    except metadata.PackageNotFoundError:  # a source tree on the path
        return {}
    found: dict[str, list[str]] = {"": []}
    for line in lines:
        package = re.split(r"[\s<>=!~;(]", line, maxsplit=1)[0]
        extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)", line)
        found.setdefault(extra.group(1) if extra else "", []).append(package)
    return {extra: packages for extra, packages in found.items() if extra not in MAINTAINERS}


def describe_extras() -> dict[str, str]:
    """Return extra -> its packages with their versions, or its missing packages."""
    lines = {}
    for extra, packages in sorted(required_packages().items()):
        found = {package: installed_version(package.partition("[")[0]) for package in packages}
        text = ", ".join(
            f"{package} {number}" for package, number in found.items() if number != NOT_INSTALLED
        )
        absent = [package for package, number in found.items() if number == NOT_INSTALLED]
        if absent:
            text = f"missing {', '.join(absent)}: pip install 'gelenk[{extra}]'" + (text and f"; has {text}")
        lines[f"extra {extra}" if extra else "always needed"] = text
    return lines


def installed_version(package: str) -> str:
    """Return the installed version of a package, or NOT_INSTALLED."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED


def list_libraries() -> list[tuple[str, str, str]]:
    """Return (library, origin, file size) of every library.

    The origin is "carried" (by the wheel), "compiled" or "missing".
    """
    rows = []
    for name in library.LIBRARIES:
        path = library.find(name)
        if path is None:
            rows.append((name, "missing", ""))
        elif path.parent == digests.ROOT / wheel_manifest.FOLDER:
            rows.append((name, "carried", ""))
        else:
            rows.append((name, "compiled", _format_size(path.stat().st_size)))
    return rows


def _format_size(count: int) -> str:
    return f"{count / 1024:.0f} kB"


def describe_carried() -> str:
    """Describe the prebuilt library that the installation contains."""
    found = wheel_manifest.carried()
    if found is None:
        return "nothing: a source checkout compiles what it needs"
    state = "" if wheel_manifest.untouched() else "; modules have changed since"
    sizes = [
        f"{level}{' (in use)' if level == digests.cpu_level() else ''}, {_library_size(files.stages)}"
        for level, files in found.files.items()
    ]
    return f"libraries for {'; '.join(sizes)}; made by {found.compiler}{state}"


def _library_size(name: str) -> str:
    try:
        return _format_size((wheel_manifest.place() / name).stat().st_size)
    except OSError:
        return "missing"


def damaged_files() -> list[str]:
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


def describe_files() -> str:
    """Describe whether the installed files are those of the distribution."""
    wrong = damaged_files()
    if not wrong:
        return "as the distribution brought them"
    shown = ", ".join(wrong[:5]) + (f" and {len(wrong) - 5} others" if len(wrong) > 5 else "")
    return f"changed or missing: {shown}: install gelenk again"


def describe_compiler() -> str:
    """Describe the compiler and linker of kernels."""
    if installed_version("numba") == NOT_INSTALLED:
        return "none: pip install 'gelenk[compile]' for kernels of your own"
    return f"Numba; linked by {link.linker_name()}"


def describe_calls() -> str:
    """Describe whether documented functions have native entry points, and why if not."""
    if load.module is not None:
        return "native entry points"
    why = load.why_unavailable() or "no extension module could be loaded"
    return f"through Python, which takes longer: {why}"


def describe_cache() -> str:
    """Describe the cache folder, its contents, and why it is not used."""
    try:
        sizes = [e.stat().st_size for e in os.scandir(cache.configured_folder()) if e.is_file()]
        problem = platforms.distrusted(cache.configured_folder())
    except OSError:
        return f"{cache.configured_folder()}, not there yet"
    held = f"{cache.configured_folder()}, {len(sizes)} files, {_format_size(sum(sizes))}"
    return f"{held}; not used, since it {problem}" if problem else held


def describe_platform() -> str:
    """Describe the platform, and whether compiled kernels run on it."""
    try:
        caution = platforms.here().caution
    except RuntimeError:
        return f"{platforms.name()}, where only plain Python runs (GELENK_JIT=0)"
    return f"{platforms.name()}, where {caution}" if caution else platforms.name()


def describe_level() -> str:
    """Describe the API level and its origin."""
    others = ", ".join(level for level in levels.LEVELS if level != levels.LEVEL)
    return f"{levels.LEVEL}, from {levels.ORIGIN}; there are {others}"


def describe_ffmpeg() -> str:
    """Return the path of ffmpeg, or why videos cannot be written."""
    problem = video_problem()
    if problem:
        there = shutil.which("ffmpeg")
        return problem + (f"; {there} alone is not enough" if there else "")
    from imageio_ffmpeg import get_ffmpeg_exe

    return str(get_ffmpeg_exe())


def describe_gpus() -> tuple[str, bool]:
    """Describe the GPUs for `Batch(device="cuda:0")`, and return whether there are any."""
    from gelenk.toolchain.gpu import cuda_driver

    try:
        driver = cuda_driver.Driver()
        count = driver.count()
    except cuda_driver.DriverError as error:
        return f"none; {str(error).partition('. ')[0]}", False
    made = f"{driver.version // 1000}.{driver.version % 1000 // 10}"
    return f"{count} of NVIDIA, with a driver for CUDA {made}", count > 0


def list_checks() -> list[tuple[str, bool]]:
    """Return the summary: lines, and whether each check passed."""
    rows = list_libraries()
    there = sum(where != "missing" for _, where, _ in rows)
    later = (
        ""
        if there == len(rows)
        else "; the others are compiled when a model needs them, or by `gelenk warmup`"
    )
    wrong, no_page, no_video = damaged_files(), server.page_problem(), video_problem()
    graphics, has_gpu = describe_gpus()
    return [
        (version_line(), True),
        (f"{there} of {len(rows)} libraries are there{later}", there == len(rows)),
        (f"files: {describe_files()}", not wrong),
        (f"page of the viewer: {no_page or 'installed'}", not no_page),
        (f"videos: {no_video or 'imageio and ffmpeg are installed'}", not no_video),
        (f"GPU: {graphics}", has_gpu),
    ]


def json_report() -> dict[str, Any]:
    """Return all data as lists, dicts, strings and numbers, for JSON."""
    return {
        "version": gelenk.version,
        "api": gelenk.__version__,
        "python": platform.python_version(),
        "summary": [{"text": text, "ok": ok} for text, ok in list_checks()],
        "facts": list_facts(),
        "packages": {
            package.partition("[")[0]: None if number == NOT_INSTALLED else number
            for packages in required_packages().values()
            for package in packages
            for number in [installed_version(package.partition("[")[0])]
        },
        "libraries": {name: where for name, where, _ in list_libraries()},
    }


def list_facts() -> dict[str, str]:
    """Return all facts except for the libraries."""
    facts = {
        "API level": describe_level(),
        "platform": describe_platform(),
        "processor": f"{platforms.processor()}, {os.cpu_count()} cores",
        "libraries for": digests.cpu_level(),
        "carried": describe_carried(),
        "files": describe_files(),
        "calls": describe_calls(),
        "compiler": describe_compiler(),
        "package": str(digests.ROOT),
        "cache": describe_cache(),
        "ffmpeg": describe_ffmpeg(),
    }
    switches = {name: os.environ[name] for name in SWITCHES if name in os.environ}
    return facts | describe_extras() | switches
