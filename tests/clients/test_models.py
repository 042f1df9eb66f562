"""The shipped models are found by their names, from any folder."""

import subprocess
import sys
from pathlib import Path

import pytest

import gelenk
from gelenk import models


def test_every_file_of_the_folder_has_a_name():
    files = Path(gelenk.__file__).with_name("models").glob("*.xml")
    assert set(models.names()) == {file.stem for file in files}
    assert list(models.names()) == sorted(models.names())


@pytest.mark.parametrize("name", models.names())
def test_the_model_of_a_name_is_that_of_its_file(name):
    m = models.load(name)
    assert isinstance(m, gelenk.MjModel)
    assert models.path(name).stem == name
    assert bytes(m.names).startswith(name.encode())  # the first name is that of the model


def test_a_misspelt_name_is_answered_with_the_right_one():
    with pytest.raises(gelenk.Error, match="no shipped model 'humaniod'; did you mean 'humanoid'") as caught:
        models.load("humaniod")
    assert all(name in str(caught.value) for name in models.names())


@pytest.mark.parametrize("name", ["", "../models/humanoid", "humanoid.xml", "models/humanoid"])
def test_only_names_are_taken(name):
    with pytest.raises(gelenk.Error, match="shipped models are arm7"):
        models.path(name)


@pytest.mark.parametrize("name", [None, 3, Path("humanoid")])
def test_a_name_is_a_text(name):
    with pytest.raises(TypeError, match="name must be a string"):
        models.load(name)


def test_models_are_an_attribute_that_is_imported_when_asked_for(tmp_path):
    code = "import sys, gelenk; assert 'gelenk.models' not in sys.modules; print(gelenk.models.load('pendulum').nv)"
    root = str(Path(gelenk.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": root}, capture_output=True, text=True
    )
    assert done.stdout.strip() == "1", done.stderr
