"""`import gelenk` where it cannot run: one message, which says why and what to do."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gelenk.tables.stages import LIBRARIES
from gelenk.toolchain import cache, platforms, wheel_manifest

ROOT = Path(__file__).resolve().parents[2]
WITHOUT_NUMBA = "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
IMPORT = WITHOUT_NUMBA + "import gelenk\nprint('imported')\n"
LEVEL = platforms.here().levels[0].name
KERNELS_IN_PYTHON = "GELENK_JIT=0 runs everything in plain Python, slowly"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """A package as a wheel installs it, but for the libraries: the manifest lists files that a test provides."""
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(
        ROOT / "gelenk", site / "gelenk", ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "built")
    )
    folder = site / "gelenk" / wheel_manifest.FOLDER
    folder.mkdir()
    files = {
        level.name: wheel_manifest.Files(f"stages.{level.name}.so", f"border.{level.name}.so")
        for level in platforms.here().levels
    }
    wheel_manifest.write(wheel_manifest.make(files, LIBRARIES), folder)
    return site


@pytest.fixture
def libraries(wheel):
    """The folder of the libraries, which are taken away after the test."""
    folder = wheel / "gelenk" / wheel_manifest.FOLDER
    yield folder
    for path in folder.glob("*.so"):
        path.unlink()


def run(code, site, tmp_path, **further):
    """Run ``code`` as a user does who has nothing but the package and what it requires."""
    environment = {"PATH": os.defpath, "HOME": "/nonexistent", "GELENK_CACHE": str(tmp_path / "cache")}
    environment["PYTHONPATH"] = os.pathsep.join([str(site), str(Path(np.__file__).parents[1])])
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, env=environment | further, cwd=tmp_path, capture_output=True, text=True, check=False
    )


def refusal(done):
    """Return the message of the one error that a process ended with."""
    assert done.returncode == 1 and not done.stdout, done.stderr
    assert done.stderr.count("Traceback") == 1 and "During handling" not in done.stderr, done.stderr
    assert "gelenk: " not in done.stderr, "a notice said something before"
    last = done.stderr.rstrip().splitlines()[-1]
    assert last.startswith("ImportError: "), done.stderr
    return last.removeprefix("ImportError: ")


# a platform without a row


@pytest.mark.parametrize("installed", [True, False], ids=["wheel", "checkout"])
@pytest.mark.parametrize(("system", "machine"), [("linux", "riscv64"), ("freebsd14", "amd64")])
def test_an_unknown_platform_is_named_with_those_that_are_known(wheel, tmp_path, installed, system, machine):
    code = (
        "import numpy, platform, sys\n"  # these look at the system themselves
        f"platform.machine, platform.system = lambda: {machine!r}, lambda: 'Strange'\n"
        f"sys.platform = {system!r}\n"
    )
    told = refusal(run(code + IMPORT, wheel if installed else ROOT, tmp_path))
    assert told.startswith("gelenk's compiled kernels run on Linux on x86_64, Linux on aarch64, "), told
    assert f"not on Strange on {machine}. " in told and KERNELS_IN_PYTHON in told


def test_an_unknown_platform_runs_plain_python(tmp_path):
    code = (
        "import numpy, platform\nplatform.machine = lambda: 'riscv64'\n"
        + IMPORT
        + "m = gelenk.MjModel.from_xml_string('<mujoco/>')\n"
    )
    done = run(code, ROOT, tmp_path, GELENK_JIT="0")
    assert done.returncode == 0 and not done.stderr, done.stderr


# an old processor


def as_processor(name, flags):
    """Code after which /proc/cpuinfo tells of another processor."""
    told = f"model name\t: {name}\nflags\t\t: {flags}\n"
    return (
        "import builtins, io\nreal = builtins.open\n"
        f"told = {told!r}\n"
        "builtins.open = lambda file, *a, **k: io.StringIO(told) if file == '/proc/cpuinfo' else real(file, *a, **k)\n"
    )


x86_64 = pytest.mark.skipif(
    platforms.here().machine != "x86_64", reason="all processors of this platform run its code"
)


@x86_64
@pytest.mark.parametrize("installed", [True, False], ids=["wheel", "checkout"])
def test_a_processor_without_sse42_is_named_with_what_it_lacks(wheel, tmp_path, installed):
    code = as_processor("Core 2 Duo E6600", "cx16 lahf_lm pni ssse3") + IMPORT
    told = refusal(run(code, wheel if installed else ROOT, tmp_path))
    assert "Core 2 Duo E6600 lacks popcnt, sse4_1, sse4_2, which x86-64-v2 requires. " in told
    assert "pip install 'gelenk[compile]' compiles for this CPU" in told and KERNELS_IN_PYTHON in told


@x86_64
def test_a_processor_without_sse42_is_served_where_numba_is(wheel, tmp_path):
    code = as_processor("Core 2 Duo E6600", "cx16 lahf_lm pni ssse3") + IMPORT.removeprefix(WITHOUT_NUMBA)
    done = run(code, wheel, tmp_path, GELENK_BORDER="0")
    assert done.stdout == "imported\n", done.stderr


def test_a_level_that_the_wheel_has_no_code_for_is_named(wheel, tmp_path):
    told = refusal(run(IMPORT, wheel, tmp_path, GELENK_CPU="znver4"))
    levels = " and ".join(sorted(level.name for level in platforms.here().levels))
    assert f"since GELENK_CPU=znver4 asks for other code than gelenk came with, {levels}. " in told


# a library that is missing or damaged


def test_a_missing_library_is_named(wheel, libraries, tmp_path):
    told = refusal(run(IMPORT, wheel, tmp_path))
    assert f"{libraries}/stages.{LEVEL}.so is missing" in told, told
    assert told.endswith("Install gelenk again: pip install --force-reinstall --no-deps gelenk")


def test_a_damaged_library_is_named(wheel, libraries, tmp_path):
    (libraries / f"stages.{LEVEL}.so").write_bytes(b"half of a library")
    told = refusal(run(IMPORT, wheel, tmp_path))
    assert f"{libraries}/stages.{LEVEL}.so is damaged" in told, told
    assert told.endswith("Install gelenk again: pip install --force-reinstall --no-deps gelenk")


def test_a_library_that_the_loader_refuses_is_told_in_its_words(wheel, libraries, tmp_path):
    cache.write_sealed(libraries / f"stages.{LEVEL}.so", b"sealed, but for no system that there is" * 200)
    told = refusal(run(IMPORT, wheel, tmp_path))
    assert "the library that gelenk came with cannot be loaded (" in told and "ELF" in told, told


def test_a_damaged_manifest_is_named(wheel, tmp_path):
    file = wheel / "gelenk" / wheel_manifest.FOLDER / wheel_manifest.NAME
    text = file.read_text()
    try:
        file.write_text(text[: len(text) // 2])
        told = refusal(run(IMPORT, wheel, tmp_path))
    finally:
        file.write_text(text)
    assert told.startswith(f"{file} is damaged (") and told.endswith(": install gelenk again")


def test_a_wheel_for_other_processors_is_refused(wheel, tmp_path):
    """As when a package folder is copied from one machine to another."""
    file = wheel / "gelenk" / wheel_manifest.FOLDER / wheel_manifest.NAME
    text = file.read_text()
    try:
        made = json.loads(text)
        file.write_text(json.dumps(made | {"files": {"power10": made["files"][LEVEL]}}))
        told = refusal(run(IMPORT, wheel, tmp_path))
    finally:
        file.write_text(text)
    assert f"gelenk came with code for power10, and {platforms.name()} runs code for {LEVEL}. " in told


# a cache that cannot be written


def test_a_cache_that_cannot_be_written_is_told_once_and_what_is_compiled_is_used(tmp_path):
    """/proc takes no files of anybody, not even of root."""
    code = "from gelenk.toolchain import library\nlibrary.load(['energy'])\nlibrary.load(['touch'])\nprint('loaded')\n"
    objects = {"GELENK_OBJECTS": os.environ["GELENK_OBJECTS"], "GELENK_CACHE": "/proc/gelenk"}
    done = run(code, ROOT, tmp_path, **objects)
    assert done.stdout == "loaded\n", done.stderr
    (told,) = [line for line in done.stderr.splitlines() if "/proc/gelenk" in line]
    assert told.startswith("gelenk: /proc/gelenk cannot be written (")
    assert told.endswith(
        "so what is compiled now is lost when this process ends; GELENK_CACHE names another folder to keep it in"
    )
    others = [line for line in done.stderr.splitlines() if line != told]
    assert all(line.startswith("gelenk: compil") for line in others), done.stderr


def test_a_wheel_needs_no_cache(wheel, tmp_path):
    """An import of it looks for none: the message of the missing library is the only one."""
    told = refusal(run(IMPORT, wheel, tmp_path, GELENK_CACHE="/proc/gelenk"))
    assert "is missing" in told and "/proc/gelenk" not in told
