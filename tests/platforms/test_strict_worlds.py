"""Strict builds: one hash of each world on all platforms, no fused products, no functions of the C library.

`.ci/run` installs the emulators and names their folder in GELENK_PLATFORMS; without them each run is skipped. With
GELENK_ALL_WORLDS=1 all shipped models run, else a few. `python -m tests.platforms.test_strict_worlds` pins new hashes.
"""

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import llvmlite.binding as llvm
import pytest

import gelenk
from gelenk.tables.stages import LIBRARIES
from gelenk.tables.status import DONE
from gelenk.toolchain import build, cache, link, object_code, platforms, targets
from gelenk.toolchain.elf import image
from gelenk.viewer import page_bundle
from tests.platforms import frozen_world, strict_worlds, test_frozen_worlds, tools
from tests.platforms.test_browser_worlds import ROOT, RUNNER
from tests.support.once import once

PINNED = Path(__file__).with_name("strict_bits.json")
NAMES = gelenk.models.names() if frozen_world.ALL else frozen_world.FEW
PLACES = test_frozen_worlds.PLACES
pytestmark = [
    pytest.mark.slow,  # stages are compiled for each target, once
    pytest.mark.skipif(
        (platforms.here().system, platform.machine()) != ("linux", "x86_64"),
        reason="the emulators and programs of this test are for Linux on x86-64",
    ),
]


@pytest.fixture
def strict(monkeypatch):
    """What this process compiles for other targets is strict."""
    monkeypatch.setenv("GELENK_STRICT", "1")


def worlds(shared):
    """Return the folder of the frozen worlds, made by a strict process."""

    def make(path):
        path.mkdir()
        command = [sys.executable, "-m", "tests.platforms.strict_worlds", str(path), *NAMES]
        environment = os.environ | {"GELENK_STRICT": "1", "GELENK_QUIET": "1"}
        environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    return once(shared / "strict worlds", make)


def library(shared, target):
    """Return the strict library of the stages for a target (under the fixture ``strict``)."""
    row = targets.target_named(target)

    def make(path):
        with build.objects_folder() as folder:
            work = [build.library_work(name, row) for name in frozen_world.parts("win32")]
            made = build.objects(work, "a test wants them", row, folder)
        path.write_bytes(link.shared_library([part for parts in made for part in parts], row.platform))

    return once(shared / f"strict stages {target}{row.platform.suffix}", make)


def digest(state):
    """Hash of the bits of a state."""
    return hashlib.sha256(state).hexdigest()[:16]


def pinned(name):
    return json.loads(PINNED.read_text())[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_state_of_a_strict_process_has_the_pinned_hash(shared, name):
    assert digest((worlds(shared) / f"{name}.state").read_bytes()) == pinned(name)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", PLACES)
def test_a_strict_world_has_one_hash_on_all_platforms(request, strict, shared, tmp_path, place, name):
    if place == "Windows under Wine":
        request.getfixturevalue("zig")
    target, triple, command = PLACES[place]
    try:
        before, runner = command(shared), test_frozen_worlds.program(shared, triple)
    except tools.Missing as missing:
        pytest.skip(str(missing))
    world = worlds(shared) / f"{name}.world"
    found = frozen_world.run([*before, str(runner)], library(shared, target), world, tmp_path / "state")
    assert (found.status, found.nstep) == (DONE, strict_worlds.NSTEP)
    assert digest(found.state.tobytes()) == pinned(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_strict_world_has_that_hash_in_webassembly(shared, tmp_path, name):
    folder = worlds(shared)
    if not (folder / strict_worlds.MODULE).exists():
        pytest.skip("there is no linker of WebAssembly")
    node = shutil.which("node") or page_bundle.node()[0][0]
    places = [ROOT / "page", folder / f"{name}.page", folder / strict_worlds.MODULE, -1, strict_worlds.NSTEP]
    command = [node, str(RUNNER), *map(str, places), str(tmp_path / "state")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] == DONE
    assert digest((tmp_path / "state").read_bytes()) == pinned(name)


# what strict code is made of

SMALL = ("energy", "position")  # libraries with sums and sines
FLAG = re.compile(r"= (?:tail )?\w+ (?:\w+ )*?(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) ")
FUSED = re.compile(r"\b(?:vfn?m(?:add|sub)\w*|fn?m(?:add|sub)|fml[as])\b")
INSTRUCTION = re.compile(r"\b(?:mulsd|mulpd|vmulsd|vmulpd|fmul)\b")


def bitcode(folder, names=SMALL):
    """Return the modules of the stages of some libraries (under the fixture ``strict``)."""
    row = targets.target_named(test_frozen_worlds.THIS)
    work = [build.library_work(name, row) for name in names]
    build.objects(work, "a test wants them", row, str(folder))
    return [llvm.parse_bitcode(cache.read(str(folder / name))) for one in work for name in one.bitcode]


def test_no_instruction_of_strict_bitcode_has_a_flag_or_calls_the_c_library(strict, shared, tmp_path):
    own = {"memcpy", "memset", "memmove", "memcmp"}
    for module in bitcode(tmp_path):
        assert not FLAG.search(str(module))
        assert not re.search(r"@llvm\.(?:fma|fmuladd|sin|cos|exp|log|pow)\b", str(module))
        declared = {f.name for f in module.functions if f.is_declaration and not f.name.startswith("llvm.")}
        assert not declared & (targets.MATH - own)


def test_ordinary_bitcode_has_flags(tmp_path):
    """So that the test above is known to see them."""
    assert any(FLAG.search(str(module)) for module in bitcode(tmp_path, SMALL[:1]))


@pytest.mark.parametrize(
    "target", ["linux-x86_64 x86-64-v3", "linux-aarch64 generic", "darwin-arm64 apple-m1"]
)
def test_strict_code_fuses_no_products(strict, tmp_path, target):
    own = object_code.machine(targets.target_named(target))
    texts = []
    for module in bitcode(tmp_path):
        module.triple, module.data_layout = own.triple, str(own.target_data)
        object_code._run_passes(module, own, False)
        texts.append(own.emit_assembly(module))
    assert any(INSTRUCTION.search(text) for text in texts)
    assert not any(FUSED.search(text) for text in texts)


def test_a_strict_library_imports_functions_of_memory_alone(strict, shared):
    found = image.needs(library(shared, test_frozen_worlds.THIS).read_bytes())
    assert found.imports <= {"memcpy", "memset", "memmove", "memcmp", "bcmp"}


def test_the_libraries_of_few_worlds_are_those_that_they_need():
    assert set(frozen_world.parts("win32")) <= LIBRARIES.keys()


def pin() -> None:
    """Write the hashes of all shipped models, as this machine steps them."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GELENK_STRICT"] = "1"
        command = [sys.executable, "-m", "tests.platforms.strict_worlds", folder, *gelenk.models.names()]
        subprocess.run(command, check=True)
        found = {
            name: digest((Path(folder) / f"{name}.state").read_bytes()) for name in gelenk.models.names()
        }
    PINNED.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    pin()
