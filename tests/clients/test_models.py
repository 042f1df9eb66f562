"""The shipped models are found by their names, from any folder."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
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


@pytest.mark.parametrize("name", sorted(set(models.names()) - {"cards", "terrain", "humanoids22"}))
def test_keyframes_are_states_without_deep_contacts(name):
    # cards and terrain have none, since their replicate elements would copy a keyframe, as in 3.5.0;
    # those of the 22 humanoids move one humanoid each, into others
    m = models.load(name)
    assert m.nkey > 0
    for k in range(m.nkey):
        d = gelenk.MjData(m)
        gelenk.mj_resetDataKeyframe(m, d, k)
        gelenk.mj_forward(m, d)
        assert d.ncon == 0 or d.contact.dist.min() > -0.03
    text = models.path(name).read_text("utf-8")
    named = re.search(r"Keyframes?: (.*?)(?:\.|;) ?-->", text, re.DOTALL)
    keys = {m.key(k).name for k in range(m.nkey)}
    assert named is None or set(re.sub(r"\s*\([^)]*\)", "", named[1]).split(", ")) <= keys


def test_the_keyframe_open_of_the_kitchen_is_at_rest_with_all_open():
    m = models.load("kitchen")
    d = gelenk.MjData(m)
    gelenk.mj_resetDataKeyframe(m, d, m.key("open").id)
    gelenk.mj_step(m, d, nstep=100)
    assert (d.actuator_length > 0.9 * m.actuator_ctrlrange[:, 1]).all()
    assert np.abs(d.qvel).max() < 0.2


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
