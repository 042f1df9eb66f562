"""Damaged and hostile files of every format: each gives a model or gelenk.Error, in bounded time and memory."""

import json
import subprocess
import sys

import pytest

from tests.support import mutate


def run_apart(seed, count, seconds):
    """Load mutated inputs in a process of its own; returns how many became models, how many errors."""
    command = [sys.executable, "-m", "tests.support.mutate", str(seed), str(count)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == 0, f"the process ended with {done.returncode}:\n{done.stderr[-4000:]}"
    result = json.loads(done.stdout.splitlines()[-1])
    assert result["wrong"] == []
    counts = result["counts"]
    assert sum(counts.values()) == count
    assert min(counts.values()) > count // 20  # both kinds are seen
    return counts


def test_hundreds_of_mutated_inputs_end_in_a_model_or_an_error():
    run_apart(0, 300, 300)


@pytest.mark.slow
def test_ten_thousand_mutated_inputs_end_in_a_model_or_an_error():
    run_apart(1, 10_000, 3000)


@pytest.mark.parametrize("kind", mutate.KINDS)
def test_what_is_not_mutated_is_a_model(kind):
    if kind in mutate.TEXTS:
        assert mutate.load(mutate.TEXTS[kind].strip(), {}).nbody > 1
        return
    name, text, contents = mutate.FILES.get(kind, ("", None, [mutate.ARCHIVE]))
    if kind == "mjb":
        contents = mutate.BINARIES
    for content in contents:
        m = mutate.load(text, {name: content}) if text else mutate.load(None, content)
        assert m.nbody > 1
