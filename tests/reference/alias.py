"""Pytest plugin for the reference's own tests: `import mujoco` gives gelenk, files are looked for in their folder.

Writes the outcome of each test as JSON to the file that GELENK_OUTCOMES names.
"""

import json
import os
from pathlib import Path

from absl import flags
from etils import epath

import gelenk

gelenk.install_as_mujoco()
flags.FLAGS.mark_as_parsed()  # absl tests ask for flags that their own main would have parsed

_resource_path = epath.resource_path
_outcomes: dict[str, str] = {}


def _unpacked(package):
    """Where the test data of `mujoco` is: tests have no other way to know."""
    return epath.Path(os.environ["GELENK_UNPACKED"]) if package == "mujoco" else _resource_path(package)


epath.resource_path = _unpacked


def pytest_runtest_logreport(report):
    """A test fails with any of its parts: setup, subtests, teardown."""
    name = "::".join(report.nodeid.split("::")[1:])
    worst = _outcomes.get(name)
    if worst != "failed" and (report.when == "call" or report.outcome != "passed"):
        if report.outcome == "failed" or worst is None:
            _outcomes[name] = report.outcome


def pytest_sessionfinish(session):
    Path(os.environ["GELENK_OUTCOMES"]).write_text(json.dumps(_outcomes), "utf-8")
