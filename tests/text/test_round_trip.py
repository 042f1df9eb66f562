"""Models survive text, archive and binary form: one with each element of MJCF, and those that come with the package.

`python -m tests.support.round_trip` does the same with a file of cases.
"""

import pytest

from gelenk import models
from tests.support import attributes
from tests.support.round_trip import failures

PATHS = [path for path in attributes.paths() if path[-1].by_name]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: attributes.name_of(path) or "mujoco")
def test_a_model_with_the_element_survives(path, tmp_path, monkeypatch):
    files = attributes.assets()
    for name, content in files.items():  # those of flexcomp are looked for in the folder
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    found = (failures(text, files) for _, _, text in attributes.cases(path))
    assert next((wrong for wrong in found if wrong is not None), []) == []  # of the first that loads


@pytest.mark.parametrize("name", models.names())
def test_a_shipped_model_survives(name):
    path = models.path(name)
    text = path.read_text("utf-8")
    named = {file.name: file.read_bytes() for file in path.parent.iterdir() if f'file="{file.name}"' in text}
    assert failures(text, named) == []
