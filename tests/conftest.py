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


MOST_SKIPS = 15  # tests that a whole run may skip where everything that CI installs is there
# what .ci/run sets
INSTALLED = ("GELENK_BROWSER", "GELENK_ROBOSUITE", "GELENK_CORPUS", "GELENK_CLIENTS", "GELENK_PLATFORMS")
WHOLE = 10_000  # tests of a run that counts as whole


def pytest_terminal_summary(terminalreporter):
    """Say that a whole run skipped more tests than before."""
    if too_many_skips(terminalreporter):
        skipped = len(terminalreporter.stats["skipped"])
        terminalreporter.write_line(
            f"{skipped} tests were skipped, more than {MOST_SKIPS} (tests/conftest.py)"
        )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Fail a whole run that skipped more tests than before."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus == 0 and reporter is not None and too_many_skips(reporter):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def too_many_skips(reporter):
    """Return whether a whole run, with all that CI installs, skipped more tests than it may."""
    counts = {kind: len(reporter.stats.get(kind, ())) for kind in ("passed", "failed", "skipped")}
    whole = sum(counts.values()) >= WHOLE and all(name in os.environ for name in INSTALLED)
    return whole and counts["skipped"] > MOST_SKIPS


@pytest.fixture(autouse=True)
def _plugins_of_one_test():
    """A plugin that a test registers is forgotten after it: a process has places for 16, however many tests it runs."""
    before = len(REGISTERED)
    yield
    del REGISTERED[max(before, len(builtin_plugins.ALL)) :]
