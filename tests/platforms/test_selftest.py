"""The self-test passes here, and names the model, the field and the stage of a number that differs."""

import json
import math
import subprocess
import sys

import pytest

from gelenk import models, selftest
from gelenk.toolchain import library

NAMES = ["cartpole", "humanoid"]


@pytest.fixture
def recorded():
    return json.loads(selftest.RECORD.read_text())


@pytest.fixture
def few(monkeypatch, recorded, tmp_path):
    """The self-test with two models, and a copy of the record that a test may change."""
    file = tmp_path / "selftest.json"
    recorded["models"] = {name: recorded["models"][name] for name in NAMES}
    file.write_text(json.dumps(recorded))
    monkeypatch.setattr(selftest, "RECORD", file)
    monkeypatch.setattr(selftest.models, "names", lambda: NAMES)
    return file


def test_the_record_has_every_shipped_model_and_the_stages_of_a_step(recorded):
    assert recorded["models"].keys() == set(models.names())
    fields = {field for rows in recorded["models"].values() for field in rows}
    assert {
        "xpos",
        "cvel",
        "qfrc_passive",
        "qfrc_constraint",
        "ten_length",
        "flexvert_xpos",
        "energy",
    } <= fields
    assert all(
        math.isfinite(x) for rows in recorded["models"].values() for pair in rows.values() for x in pair
    )


def test_it_passes_here_and_ends_with_the_verdict(few, capsys):
    assert selftest.main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("gelenk ") and ": all numbers are as recorded (" in lines[-1]
    heads = [line.partition(":")[0] for line in lines[:-1]]
    assert heads == ["machine", "C library", "Python", "code", "linker", "numbers", "picture"]


@pytest.mark.parametrize("name", models.names())
def test_every_shipped_model_has_the_recorded_numbers(recorded, name):
    differences = selftest.compare(name, selftest.numbers(name), recorded["models"][name])
    assert not [(d.field, d.stage, d.relative) for d in differences if selftest.wrong(d)]


@pytest.mark.parametrize("wrong", [lambda x: x * (1 + 1e-5), lambda x: float("nan")])
def test_a_number_that_differs_is_named_with_its_stage(few, capsys, wrong):
    changed = json.loads(few.read_text())
    changed["models"]["humanoid"]["cvel"][0] = wrong(changed["models"]["humanoid"]["cvel"][0])
    few.write_text(json.dumps(changed))
    assert selftest.main([]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert ": 1 problems (" in lines[-1]
    assert [line for line in lines if line.startswith("humanoid: cvel of mj_comVel differs by ")]


def test_a_field_that_stays_zero_is_a_difference(few, capsys):
    found = selftest.numbers("cartpole")
    rows = selftest.compare("cartpole", {name: v for name, v in found.items() if name != "xpos"}, found)
    assert [row.field for row in rows if selftest.wrong(row)] == ["xpos"]


@pytest.mark.skipif(not library.JIT, reason="plain Python takes minutes")
def test_the_module_is_what_users_run():
    code = (
        "import runpy, sys\nsys.argv = ['selftest', '--help']\n"
        "runpy.run_module('gelenk.selftest', run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "--record" in done.stdout, done.stderr
