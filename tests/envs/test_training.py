"""The examples that learn and plan do so, if only for a moment here."""

import importlib.util
import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from tests.support.tolerance import tol

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


@needs_torch
def test_a_policy_learns_by_gradients_through_steps():
    found = said("analytic", "--rounds", "25")
    costs = [float(line.split("cost ")[1].split(",")[0]) for line in found.splitlines()]
    assert len(costs) == 5 and costs[-1] < 0.7 * costs[0]


def without_torch(monkeypatch):
    """The example of policy optimisation as a module, where torch is but a name."""
    nn = types.ModuleType("torch.nn")
    nn.Module = object
    torch = types.ModuleType("torch")
    torch.nn = nn
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torch.nn", nn)
    spec = importlib.util.spec_from_file_location("ppo", ROOT / "docs/examples/training/ppo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_policy_optimisation_does_in_numpy_is_right(tmp_path, monkeypatch):
    ppo = without_torch(monkeypatch)
    rows = np.random.default_rng(0).normal([1, -2, 3], [1, 2, 0.5], (5000, 3))
    scale = ppo.Scale(3)
    for part in np.array_split(rows, 7):
        scale.add(part)
    # what it began with counts as 1e-4 of a row
    np.testing.assert_allclose(scale.mean, rows.mean(axis=0), atol=tol(1e-6))
    np.testing.assert_allclose(scale.var, rows.var(axis=0), atol=tol(1e-6))
    assert scale(rows).dtype == np.float32 and abs(scale(rows).std() - 1) < 1e-2
    learner = ppo.Learner.__new__(ppo.Learner)
    learner.returned, learner.discounted = np.zeros(2), np.zeros(2)
    learner.reward_scale, learner.finished = ppo.Scale(1), []
    for t in range(4):
        learner._rewards(np.array([1.0, 2.0]), np.array([t == 3, t == 1]))
    assert learner.finished == [4.0, 4.0] and learner.returned.tolist() == [0.0, 4.0]
    np.testing.assert_allclose(learner.discounted, [0, 2 + 2 * ppo.GAMMA])
    ppo.draw([(1e6, 60.0, 10.0), (2e6, 120.0, 20.0)], "Hopper-v5", tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 1000
