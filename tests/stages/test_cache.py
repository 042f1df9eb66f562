"""Compiled libraries: never stale, safe when processes start together, usable from a folder that cannot be written."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# runs one small compiled function of a copy of the package and prints its result
SCRIPT = """
import numpy as np
from gelenk.jit.library import jit
from gelenk.engine import probe
out = np.zeros(1)
jit(probe.probe, "F")(out)
print(out[0])
"""
PROBE = """
from gelenk.jit.kernel import kernel
from gelenk.engine.helper import value


@kernel
def probe(out):
    out[0] = value()
"""
HELPER = """
from gelenk.jit.kernel import kernel


@kernel
def value():
    return {}
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the package with a kernel that calls a kernel of another file."""
    shutil.copytree(
        ROOT / "gelenk", tmp_path / "gelenk", ignore=shutil.ignore_patterns("_lib", "__pycache__")
    )
    (tmp_path / "gelenk/engine/probe.py").write_text(PROBE)
    (tmp_path / "gelenk/engine/helper.py").write_text(HELPER.format(1.0))
    return tmp_path


def start(package, cache):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GELENK")}
    environment |= {"PYTHONPATH": str(package), "GELENK_CACHE": str(cache), "GELENK_QUIET": "1"}
    environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", SCRIPT], cwd=package, env=environment, text=True, **pipes)


def result(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return float(out)


def libraries(cache):
    return sorted(Path(cache).glob("*.so"))


def test_an_edited_callee_is_never_served_stale(package, tmp_path):
    cache = tmp_path / "cache"
    assert result(start(package, cache)) == 1.0
    before = libraries(cache)
    assert result(start(package, cache)) == 1.0
    assert libraries(cache) == before  # nothing was compiled again
    (package / "gelenk/engine/helper.py").write_text(HELPER.format(2.0))
    assert result(start(package, cache)) == 2.0


def test_processes_that_start_together_share_one_compilation(package, tmp_path):
    cache = tmp_path / "cache"
    begin = time.perf_counter()
    both = [start(package, cache) for _ in range(2)]
    assert [result(p) for p in both] == [1.0, 1.0]
    assert len(libraries(cache)) == 1
    assert not list(cache.glob(".build-*")), "temporary files are removed"
    assert time.perf_counter() - begin < 120.0


def test_a_cache_that_cannot_be_written_only_costs_time(package, tmp_path):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    assert result(start(package, blocked)) == 1.0


def test_a_library_cut_short_is_never_loaded(package, tmp_path):
    """Libraries appear under their name only when they are complete."""
    cache = tmp_path / "cache"
    cache.mkdir()
    process = start(package, cache)
    while process.poll() is None:
        for path in libraries(cache):
            assert path.stat().st_size > 1000
        time.sleep(0.005)
    assert result(process) == 1.0


def test_the_closure_of_a_kernel_names_every_module_that_it_imports():
    from gelenk.jit import sources

    found = sources.closure("engine.constraint.rows")
    for name in ("chain", "equality", "scalar", "contact_rows", "impedance", "rows"):
        assert f"engine.constraint.{name}" in found
    assert {"algebra.vec", "jit.kernel", "tables.enums", "tables.fields_data", "jit.bridge"} <= set(found)


def test_a_new_field_makes_only_those_libraries_stale_that_use_it(tmp_path):
    """A field at the end of its table moves no other, so that no library without it is compiled again."""
    from gelenk.jit import library, sources

    before = {name: sources.library_name(name, rows) for name, rows in library.LIBRARIES.items()}
    shutil.copytree(
        ROOT / "gelenk", tmp_path / "gelenk", ignore=shutil.ignore_patterns("_lib", "__pycache__")
    )
    table = tmp_path / "gelenk/tables/fields_scratch.py"
    field = 'Field("wrench_spare", "float64", ("nbody",), "a new one"),\n)\n\n# buffers'
    table.write_text(table.read_text().replace(")\n\n# buffers", field, 1))
    kernel = tmp_path / "gelenk/engine/sensor/touch.py"
    kernel.write_text(kernel.read_text() + "\n# writes wrench_spare\n")
    script = (
        "from gelenk.engine import sources, stages\n"
        "for name, rows in stages.LIBRARIES.items(): print(name, sources.library_name(name, rows))"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    after = dict(line.split() for line in done.stdout.splitlines())
    assert {name for name in before if before[name] != after[name]} == {"touch"}
