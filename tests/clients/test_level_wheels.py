"""Wheels of the package mujoco that is gelenk, one a level (tools/level_wheels.py)."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gelenk.tables.levels import LEVELS, MARK

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheels")
    command = [sys.executable, str(ROOT / "tools/level_wheels.py"), "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_there_is_a_wheel_for_each_level(wheels):
    assert {file.name for file in wheels.iterdir()} == {f"mujoco-{v}-py3-none-any.whl" for v in LEVELS}


@pytest.mark.parametrize("level", LEVELS)
def test_an_installed_wheel_sets_the_level_that_its_metadata_names(wheels, level, tmp_path):
    with zipfile.ZipFile(wheels / f"mujoco-{level}-py3-none-any.whl") as archive:
        assert not [name for name in archive.namelist() if "egg-info" in name]
        archive.extractall(tmp_path)
    code = (
        "import mujoco; from importlib import metadata\n"
        "print(mujoco.__version__, metadata.version('mujoco'), mujoco.mj_versionString(), mujoco.__name__)"
    )
    environment = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "GELENK_API": ""}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == [level, level, level, "gelenk"], done.stderr


def test_the_distribution_under_our_own_name_has_the_level_of_its_metadata():
    folder = ROOT / "distributions/gelenk-mujoco"
    assert (folder / "mujoco" / MARK).read_text().strip() == LEVELS[0]
    assert (folder / f"mujoco-{LEVELS[0]}.egg-info" / "PKG-INFO").is_file()
