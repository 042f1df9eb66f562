"""The newest clients run on gelenk at the level that they ask for (tests/clients/newest.py)."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.clients import newest

CLIENTS = {client.drive: client for client in newest.CLIENTS}
FOLDER = os.environ.get("GELENK_CLIENTS")  # environments that .ci/run made; then they must be there
needs_clients = pytest.mark.skipif(
    not FOLDER, reason="GELENK_CLIENTS names no folder with environments of clients"
)
TASKS = (
    "cartpole-swingup",
    "cheetah-run",
    "finger-spin",
    "humanoid-walk",
    "manipulator-bring_ball",
    "dog-walk",
)


@needs_clients
def test_dm_control_shows_at_level_3_17_what_it_shows_on_that_release():
    client = replace(CLIENTS["dm_control"], runs=TASKS)
    release, level, count, differing = newest.compare(client, Path(FOLDER))
    assert (release, level, count, differing) == ("3.17.0", "3.17.0", len(TASKS), {})


@needs_clients
def test_robosuite_runs_in_the_environment_of_dm_control():
    """No release of the reference runs both."""
    folder = Path(FOLDER)
    python = newest.install(newest.TOGETHER, folder)
    file = folder / "robosuite.npz"
    file.unlink(missing_ok=True)
    newest.drive(CLIENTS["robosuite"], "gelenk", python, ["Lift"], folder)
    rows = np.load(file)["rows Lift"]
    assert len(rows) == 20 and np.isfinite(rows).all() and np.ptp(rows, axis=0).max() > 0.01


@pytest.mark.parametrize(
    ("release", "level"), [("3.5.0", "3.5.0"), ("3.10.1", "3.5.0"), ("3.17.0", "3.17.0"), ("4.1.0", "4.0.0")]
)
def test_the_level_of_a_release_is_the_last_one_before_it(release, level):
    assert newest.level_of(release) == level


def test_runs_that_differ_are_listed_with_their_difference():
    client = newest.Client("some", "some", (), (), 1e-6, looser=(("c", 1.0),))
    first = {
        "rows a": np.array([1.0, 50.0]),
        "rows b": np.array([1.0, 2.0]),
        "rows c": np.ones(3),
        "rows d": np.ones(2),
    }
    second = {"rows a": np.array([1.0, 50.00001]), "rows b": np.array([1.0, 2.1]), "rows c": np.zeros(3)}
    second["rows d"] = np.ones(3)
    found = newest.differences(first, second, "abcd", client)
    assert found == {"b": pytest.approx(0.05), "d": float("inf")}
    lines = newest.table([(client, ("4.0.0", "4.0.0", 4, found))])
    assert lines[-1] == "| some | 4.0.0 | 4.0.0 | 4 | 2 | b (5.0e-02), d (inf) |"
