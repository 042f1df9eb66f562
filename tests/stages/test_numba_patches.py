"""The patches of Numba (toolchain/front_end.py) change no byte of the objects."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# compiles stages as a worker does, and prints hashes of their objects
SCRIPT = """
import hashlib, importlib, sys
from importlib.util import module_from_spec, spec_from_file_location

root, *names = sys.argv[1:]
spec = spec_from_file_location("worker", root + "/gelenk/toolchain/compile_worker.py")
worker = module_from_spec(spec)
spec.loader.exec_module(worker)
worker._stand_in()
worker._prepare(False, False)
from gelenk.toolchain import bitcode, object_code, platforms
from gelenk.tables.stages import STAGES

for stage in STAGES:
    if stage.library in names:
        function = getattr(importlib.import_module(stage.module), stage.name)
        (module,) = bitcode.stage_bitcode([(stage.name, function, stage.kinds)])
        (code,) = object_code.from_bitcode(module, [platforms.target()])
        print(stage.name, len(code), hashlib.blake2b(code).hexdigest())
"""


@pytest.mark.timeout(600)  # two compilers, whatever else the machine does
def test_objects_are_those_of_numba_left_to_itself():
    said = []
    for patched in ("1", "0"):
        # integers and floats, branches, loops, constants of tables, pairs of numbers, calls of kernels by kernels
        command = [sys.executable, "-P", "-c", SCRIPT, str(ROOT), "delay", "rangefinder", "fluid"]
        environment = os.environ | {"PYTHONHASHSEED": "0", "GELENK_NUMBA_PATCHES": patched}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert not done.returncode, done.stderr
        said.append(done.stdout.splitlines())
    patched_objects, plain_objects = said
    assert len(plain_objects) > 5 and patched_objects == plain_objects
