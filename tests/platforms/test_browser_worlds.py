"""Worlds of exported pages step in WebAssembly as they do here, in node.

The stages are linked by wasm-ld: of LLVM, or of the package ziglang, which `.ci/run` installs into GELENK_PLATFORMS.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gelenk
from gelenk.cli import selftest
from gelenk.tables.status import DONE
from gelenk.toolchain import wasm
from gelenk.viewer import export, page_bundle
from tests.platforms import tools

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("wake_world.mjs")
NSTEP = 50
# WebAssembly has no fused products, vectors of 16 bytes, and other sines: rounding errors differ in each step. A change
# of the start by 1e-16 moves the states after 50 steps by at most 7e-13 (chain100)
CLOSE = 1e-10
pytestmark = pytest.mark.slow  # all stages are compiled, once


@pytest.fixture(scope="module")
def node():
    command, _ = page_bundle.node()
    return shutil.which("node") or command[0]


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    """The file of the stages as WebAssembly."""
    if tools.FOLDER:
        sys.path.append(tools.FOLDER)
    try:
        made = wasm.module()
    except RuntimeError as missing:
        pytest.skip(str(missing))
    finally:
        if tools.FOLDER:
            sys.path.remove(tools.FOLDER)
    path = tmp_path_factory.mktemp("wasm") / "stages.wasm"
    path.write_bytes(made)
    return path


def wake(node, stages, folder, m, d, nstep):
    """Return the state after steps of a world, and what the program says."""
    file = export.WorldFile()
    world = export.add_world(file, m, d, gelenk.MjvOption(), 100)
    (folder / "world").write_bytes(file.contents({"world": world}))
    places = [ROOT / "page", folder / "world", stages, -1, nstep, folder / "state"]
    done = subprocess.run(
        [node, str(RUNNER), *map(str, places)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return np.fromfile(folder / "state"), json.loads(done.stdout)


@pytest.mark.parametrize("name", gelenk.models.names())
def test_a_shipped_model_steps_in_webassembly_as_it_does_here(node, stages, tmp_path, name, record_property):
    m, d = selftest.start(name)
    found, said = wake(node, stages, tmp_path, m, d, NSTEP)
    gelenk.mj_step(m, d, nstep=NSTEP)
    state = np.concatenate([d.qpos, d.qvel])
    assert said["status"] == DONE and said["time"] == d.time
    assert np.isfinite(found).all()
    difference = float((abs(found - state) / (1 + abs(state))).max())
    record_property("difference", difference)
    record_property("seconds", said["seconds"])
    assert difference <= CLOSE
