"""Ctrl-C at any instruction and allocations that fail leave every public object usable, and none locked.

Documents: promises / Ctrl-C by object

Each case is a process of its own, since what hangs or crashes must not take the others with it. More rounds:
python -m tests.faults.campaign Batch 7 interrupts=1000 starvation=1000
"""

import importlib.util
import subprocess
import sys

import pytest

from tests.faults.catalog import SCENARIOS

INTERRUPTS, STARVATION = "interrupts=60", "starvation=40"
STARVED = importlib.util.find_spec("_testcapi") is not None  # some systems omit this module
PATIENCE = 120  # seconds of a process on a machine that has much else to do


@pytest.mark.parametrize("name", SCENARIOS)
def test_interrupts_reach_the_caller_once_failed_allocations_are_memory_errors_and_the_object_goes_on(name):
    kinds = [INTERRUPTS, *([STARVATION] if STARVED else [])]
    command = [sys.executable, "-m", "tests.faults.campaign", name, "0", *kinds]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr[-4000:]


def test_an_interrupt_at_any_instruction_leaves_no_address_of_freed_memory():
    command = [
        sys.executable,
        "-m",
        "tests.faults.places",
        "BatchLife",
        "--only",
        "Thread.prepare",
        "--times",
        "8",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr[-4000:]
    assert int(done.stdout.split()[1]) > 8  # places there were
