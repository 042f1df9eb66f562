"""The examples of docs/examples run as they are, and every public function has one."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.pages import api, examples

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted(examples.EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path):
    done = subprocess.run(
        [sys.executable, str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_public_function_has_an_example():
    found = examples.examples()
    assert not [name for name in api.functions() if name not in found]


def test_every_public_class_and_function_says_what_it_is():
    things = api.public()
    named = [name for name, thing in things.items() if inspect.isroutine(thing) or isinstance(thing, type)]
    assert not [name for name in named if not inspect.getdoc(things[name])]
