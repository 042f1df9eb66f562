"""Data of `gelenk doctor` (installation, CPU, GPU, cache), and the self-test of stages.

Documents: design / Compiled ahead, loaded without Numba; design / One front end, many targets

`gelenk doctor` reports what is installed or missing, versions, CPU, GPU, cache.

Self-test: ``python -m gelenk.selftest`` compares stages with recorded numbers.

The self-test shows whether an installation computes as on the machines that run the tests, for example on another
platform, on a new CPU, or after a distribution has changed the C library. Every shipped model takes a few steps; then
each field of its data is compared, by norm and by a weighted sum, and the first stages that differ are named. A picture
and a rollout on two threads follow. The last line is the verdict; all lines together are the report to send.

    python -m gelenk.selftest              half a minute; exit status 1 if a number differs
    python -m gelenk.selftest --record     for maintainers: write the numbers of this machine
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import gelenk
from gelenk import models, rollout
from gelenk.cli.arguments import video_problem
from gelenk.tables import levels
from gelenk.tables.fields_data import DATA
from gelenk.tables.stages import NAMED
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
    """Return extra -> the packages that it installs; "": packages that are always there."""
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
    """Return extra -> its packages with their versions, or what is missing."""
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

    The origin is carried, compiled or missing.
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
    """Return the summary: lines, and whether each is as it should be."""
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


# Self-test

RECORD = Path(__file__).with_suffix(".json")
NSTEP = 5  # steps: few, since contacts enlarge rounding errors
# of the norm of a field: the solvers stop when an improvement is below 1e-8, and a stop one iteration earlier shows
CLOSE = 1e-6
SMALL = 1e-9  # least norm: below it, values are rounding errors of sums that cancel
SYMMETRIC = ("tendon_arm",)  # models that start away from their keyframe
PICTURE = "humanoid"
LEVELS = 1.5  # of 255: mean difference of a picture, whose edges may fall on other pixels


class Difference(NamedTuple):
    """A field whose value differs from the recorded one, relative to its norm."""

    model: str
    field: str
    stage: str
    relative: float


def main(arguments: list[str]) -> int:
    """Run the self-test, print its report, and return the exit status."""
    if arguments not in ([], ["--record"]):
        sys.stdout.write(f"{(__doc__ or '').strip()}\n")
        return 0 if arguments == ["--help"] else 2
    begin = time.perf_counter()
    names = models.names()
    found = {name: numbers(name) for name in names}
    picture = brightness()
    if arguments == ["--record"]:
        RECORD.write_text(
            json.dumps({"picture": picture, "models": found}, indent=0) + "\n", encoding="utf-8"
        )
        return 0
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    differences = [d for name in names for d in compare(name, found[name], recorded["models"].get(name, {}))]
    problems = [
        f"{d.model}: {d.field} of {d.stage} differs by {d.relative:.1e}" for d in differences if wrong(d)
    ]
    away = max(abs(a - b) for a, b in zip(picture, recorded["picture"], strict=True))
    if not away <= LEVELS:
        problems.append(f"the picture of {PICTURE} differs by {away:.1f} of 255")
    if not threads_agree():
        problems.append("two threads computed other bits than one")
    worst = max(differences, key=lambda d: d.relative)
    lines = [
        *facts(),
        f"numbers: {len(differences)} fields of {len(names)} models, largest difference {told(worst)}",
    ]
    lines += [f"picture: {away:.2f} of 255 from the recorded one", *problems[:20]]
    if len(problems) > 20:
        lines.append(f"and {len(problems) - 20} others")
    seconds = time.perf_counter() - begin
    verdict = f"{len(problems)} problems" if problems else "all numbers are as recorded"
    lines.append(f"gelenk {gelenk.version} self-test on {platforms.name()}: {verdict} ({seconds:.0f} s)")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if problems else 0


def told(worst: Difference) -> str:
    """Return a difference in words."""
    return f"{worst.relative:.1e} ({worst.field} of {worst.model})"


def wrong(found: Difference) -> bool:
    """Return whether a difference is too large; NaN is."""
    return not found.relative <= CLOSE


def facts() -> list[str]:
    """Return what a report needs of the machine and the installation, a line each."""
    made = "carried by the wheel" if wheel_manifest.carried() else "compiled here"
    entries = "in machine code" if load.module else f"in Python ({load.why_unavailable() or 'not loaded'})"
    pieces = {
        "machine": f"{platforms.name()}, {platforms.processor()}, {os.cpu_count()} cores",
        "C library": " ".join(platform.libc_ver()) or "unknown",
        "Python": f"{platform.python_implementation()} {platform.python_version()}, numpy {np.__version__}",
        "code": f"{digests.cpu_level()}{', strict' if digests.strict() else ''}, {made}; entry points {entries}"
        if library.JIT
        else "plain Python",
        "linker": link.linker_name(),
    }
    return [f"{name}: {text}" for name, text in pieces.items()]


def start(name: str) -> tuple[Any, Any]:
    """Return a shipped model and its data where it starts, with speed and controls.

    The speeds break symmetries, in which a rounding error would decide where a cable wraps or which faces touch.
    """
    m = models.load(name)
    m.opt.enableflags |= gelenk.mjtEnableBit.mjENBL_ENERGY
    d = gelenk.MjData(m)
    keyframe = models.SHOWS[name].keyframe
    if keyframe:
        gelenk.mj_resetDataKeyframe(m, d, m.key(keyframe).id)
    uneven = np.sin(np.arange(m.nv) + 1.0)
    if name in SYMMETRIC:
        moved = d.qpos.copy()
        gelenk.mj_integratePos(m, moved, uneven, 0.02)
        d.qpos[:] = moved
        gelenk.mj_fwdPosition(m, d)
        m.tendon_lengthspring[:] = d.ten_length[:, None]  # those at qpos0 are of either way around a pulley
    d.qvel[:] += 0.01 * uneven
    d.ctrl[:] += 0.05 * np.cos(np.arange(m.nu) + 1.0)
    return m, d


def numbers(name: str) -> dict[str, list[float]]:
    """Return field -> norm and weighted sum, for all real fields that stages write."""
    m, d = start(name)
    gelenk.mj_step(m, d, nstep=NSTEP)
    gelenk.mj_forward(m, d)
    found = {}
    for field in DATA:
        if field.stage and field.dtype == "float64" and field.name not in ("solver_fwdinv", "qacc_warmstart"):
            values = np.asarray(getattr(d, field.name)).reshape(-1)
            if values.size and np.any(values):
                weights = np.cos(0.7 * np.arange(values.size) + 0.3)
                found[field.name] = [float(np.linalg.norm(values)), float(values @ weights)]
    return found


def compare(name: str, found: dict[str, list[float]], recorded: dict[str, list[float]]) -> list[Difference]:
    """Return the difference of each field of a model; inf if only one side has the field."""
    rows = []
    for field in DATA:
        if field.name in found or field.name in recorded:
            here, there = found.get(field.name), recorded.get(field.name)
            relative = float("inf")
            if here and there:
                size = max(there[0], SMALL)
                relative = max(abs(a - b) for a, b in zip(here, there, strict=True)) / size
            rows.append(Difference(name, field.name, _stage(field.stage), relative))
    return rows


def _stage(writers: str) -> str:
    """Return the documented name of the first stage that writes a field."""
    first = writers.split()[0].strip("?+")
    stage = NAMED.get(first)
    return (stage.documented if stage else "") or first


def brightness() -> list[float]:
    """Return the mean of each channel of a picture."""
    m = models.load(PICTURE)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d)
        return [float(x) for x in renderer.render().reshape(-1, 3).mean(axis=0)]


def threads_agree() -> bool:
    """Return whether a rollout on two threads has the bits of one on a single thread."""
    m = models.load("humanoid")
    d = gelenk.MjData(m)
    kind = gelenk.mjtState.mjSTATE_FULLPHYSICS
    start = np.empty((4, gelenk.mj_stateSize(m, kind)))
    for i, world in enumerate(start):
        d.qvel[:] = 0.1 * np.sin(np.arange(m.nv) + i)
        gelenk.mj_getState(m, d, world, kind)
    one, two = [rollout.rollout(m, [gelenk.MjData(m) for _ in range(n)], start, nstep=50)[0] for n in (1, 2)]
    return bool(np.array_equal(one, two))
