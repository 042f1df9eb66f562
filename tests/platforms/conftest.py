"""What tests of platforms share."""

import os

import pytest

from tests.platforms import tools
from tests.support.once import run_folder


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A folder for all processes that run tests of this run."""
    folder = run_folder(tmp_path_factory) / "platforms"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def zig(monkeypatch):
    """The linker for macOS and Windows, installed among the tools for other platforms."""
    if not (tools.FOLDER and os.path.isdir(os.path.join(tools.FOLDER, tools.COMPILER))):
        pytest.skip(f"{tools.COMPILER} is not installed: {tools.INSTALL}")
    monkeypatch.syspath_prepend(tools.FOLDER)
