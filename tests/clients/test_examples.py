"""The examples of docs/examples run as they are, and every public function has one."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from docs import functions, stubs

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path):
    done = subprocess.run(
        [sys.executable, str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_public_function_has_an_example():
    found = functions.examples()
    assert not [name for name in functions.functions() if name not in found]


def test_every_public_class_and_function_says_what_it_is():
    things = functions.public()
    named = [name for name, thing in things.items() if inspect.isroutine(thing) or isinstance(thing, type)]
    assert not [name for name in named if not inspect.getdoc(things[name])]


def test_the_types_of_public_names_are_not_stale():
    assert (ROOT / "gelenk" / "__init__.pyi").read_text(encoding="utf-8") == stubs.page(), (
        "stale: run python -m docs.stubs"
    )


def test_the_page_of_public_names_is_not_stale():
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == functions.page(), (
        "stale: run python -m docs.functions"
    )
