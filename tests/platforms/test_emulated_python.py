"""The wheel for aarch64 works in a Python on an emulated CPU: a few models, and a batch on threads.

`python -m tests.platforms.emulated FOLDER` runs more than fits into a run of all tests: all models and scenes, every
entry point, the self-test, five test files.
"""

import subprocess
import sys

import pytest

from tests.platforms import emulated, installation, tools

pytestmark = pytest.mark.slow  # fetches an interpreter and packages, and builds a wheel


@pytest.fixture(scope="module")
def python(shared):
    try:
        tools.path(tools.QEMU["aarch64"])
    except tools.Missing as missing:
        pytest.skip(str(missing))
    try:
        return emulated.Emulated(emulated.kept_folder(shared), None)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the interpreter or its packages cannot be fetched: {error}")


@pytest.mark.skipif(sys.platform != "linux", reason="the emulator is for Linux")
@pytest.mark.parametrize("part", [installation.few, installation.threads], ids=lambda part: part.__name__)
def test_it_works_on_an_emulated_cortex_a72(python, part, record_property):
    found = part(python)
    record_property("found", found)
    assert found.endswith("the bits of one thread") or "largest difference from here" in found
