"""What all tests share: objects are compiled once, for libraries that tests load and for the wheel that they build, by
processes that stay, and what takes minutes begins first.
"""

import gc
import os

import pytest

from gelenk.runtime import builtin_plugins
from gelenk.runtime.plugin_instances import REGISTERED
from gelenk.toolchain import cache
from tests.support import compilers

os.environ.setdefault("GELENK_OBJECTS", str(cache.configured_folder() / "objects"))
compilers.keep()


def pytest_collection_modifyitems(items):
    """Slow tests come first, so that no process goes on with one of them while all others have nothing left to do."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish():
    """Eleven thousand tests and their modules stay: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _plugins_of_one_test():
    """A plugin that a test registers is forgotten after it: a process has places for 16, however many tests it runs."""
    before = len(REGISTERED)
    yield
    del REGISTERED[max(before, len(builtin_plugins.ALL)) :]
