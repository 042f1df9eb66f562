"""The workflow for hosted runners is valid, and covers what is shipped: all platforms, on real machines."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from gelenk.toolchain import targets
from tests.platforms import installation

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / ".github/workflows/wheels.yml"
# runner -> platform, as the provider of the runners documents them
RUNNERS = {
    "ubuntu-24.04": "linux-x86_64",
    "ubuntu-24.04-arm": "linux-aarch64",
    "macos-15": "darwin-arm64",
    "macos-15-intel": "darwin-x86_64",
    "windows-2022": "win32-x86_64",
}


@pytest.fixture(scope="module")
def jobs():
    return yaml.safe_load(FILE.read_text())["jobs"]


@pytest.mark.skipif(
    importlib.util.find_spec("check_jsonschema") is None, reason="pip install check-jsonschema"
)
def test_it_is_what_the_schema_of_workflows_asks_for():
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
        str(FILE),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_platform_has_a_runner(jobs):
    matrix = jobs["test"]["strategy"]["matrix"]
    assert {RUNNERS[name] for name in matrix["runner"]} == {row.name for row in targets.PLATFORMS.values()}
    free = [row for row in matrix["include"] if row["python"].endswith("t")]
    assert len({RUNNERS[row["runner"]].partition("-")[0] for row in free}) == 3, (
        "free-threaded on each system"
    )


def test_it_runs_the_test_files_that_run_under_emulation(jobs):
    commands = [step["run"] for step in jobs["test"]["steps"] if "pytest -q" in step.get("run", "")]
    (files,) = [re.findall(r"tests/\S+\.py", command) for command in commands]
    assert set(files) == set(installation.FILES) and all((ROOT / file).is_file() for file in files)


def test_it_builds_with_the_extra_that_has_all_that_wheels_need(jobs):
    assert any("[wheels]" in step.get("run", "") for step in jobs["build"]["steps"])
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {re.split(r"[<>=]", row)[0] for row in extras["wheels"] + extras["build"]}
    assert named == {"gelenk[compile,build]", "build", "hatchling", "ziglang"}
