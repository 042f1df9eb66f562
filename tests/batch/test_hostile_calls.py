"""Whatever a batch is called with, it answers or raises: the process goes on, and so does the batch."""

import os
import subprocess
import sys

import pytest

from tests.support import fake_cuda


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "kind", ["ordinary", "persistent", pytest.param("several", marks=fake_cuda.needs_cc)]
)
def test_hostile_calls_neither_crash_nor_hang(kind, seed):
    code = f"from tests.batch.hostile_calls import main; main({kind!r}, {seed}, 60)"
    environment = os.environ | ({"GELENK_CUDA_DRIVER": fake_cuda.library()} if kind == "several" else {})
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=environment, timeout=800, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[-3000:]
