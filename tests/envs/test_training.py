"""The examples that learn and plan do so, if only for a moment here."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="needs torch: pip install 'gelenk[learn]'"
)


def said(name, *arguments):
    """What an example prints."""
    command = [sys.executable, str(ROOT / "docs/examples/training" / f"{name}.py"), *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_linear_policy_is_found_by_random_search():
    command = ["--rounds", "6", "--horizon", "150", "--step", "0.05", "--noise", "0.05"]
    found = said("ars", *command)  # it asserts that what it tries gets better
    assert "round    6" in found
    assert said("ars", *command) == found  # the same numbers, however threads took the worlds


def test_a_humanoid_that_falls_by_itself_stays_up_where_it_plans():
    assert "stands after 2.0 s" in said("mpc", "--seconds", "2", "--shove", "0.6")
    command = [sys.executable, str(ROOT / "docs/examples/training/mpc.py"), "--worlds", "0", "--shove", "0.6"]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert done.returncode == 1 and b"fell after" in done.stdout


@needs_torch
def test_proximal_policy_optimisation_runs(tmp_path):
    figure, agent = tmp_path / "curve.png", tmp_path / "agent.pt"
    command = ["--steps", "16384", "--envs", "64", "--figure", str(figure), "--save", str(agent)]
    assert "16,384 steps" in said("ppo", *command)
    assert figure.stat().st_size > 1000 and agent.stat().st_size > 1000
