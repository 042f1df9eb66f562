"""mju_getXMLDependencies: every file that a model names, and those that these name."""

import pytest

import gelenk
from gelenk.errors import Error

FILES = {
    "a.xml": """<mujoco><compiler meshdir="sub" texturedir="tx"/><asset><mesh file="m.obj"/>
      <texture name="t" type="cube" fileright="r.png" fileleft="l.png"/> <model file="sub/b.xml" name="q"/>
      <skin file="s.skn"/></asset> <include file="sub/c.xml"/><worldbody/></mujoco>""",
    "sub/b.xml": '<mujoco><asset><mesh file="n.obj"/></asset></mujoco>',
    "sub/c.xml": '<mujoco><include file="d.xml"/><asset><mesh file="o.obj"/></asset></mujoco>',
    "sub/d.xml": "<mujoco><option/></mujoco>",
}
NAMED = ["sub/m.obj", "tx/r.png", "tx/l.png", "sub/s.skn", "sub/o.obj", "sub/n.obj"]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sub").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_all_files_are_found_as_the_reference_finds_them(folder):
    mujoco = pytest.importorskip("mujoco")
    path = str(folder / "a.xml")
    found = gelenk.mju_getXMLDependencies(path)
    assert sorted(found) == sorted(str(folder / name) for name in [*FILES, *NAMED])
    assert found[0] == path and len(set(found)) == len(found)
    assert sorted(found) == sorted(mujoco.mju_getXMLDependencies(path))


def test_names_stay_relative_to_where_the_model_was_named(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert sorted(gelenk.mju_getXMLDependencies("a.xml")) == sorted([*FILES, *NAMED])


def test_models_that_name_each_other_end(folder):
    (folder / "sub/b.xml").write_text('<mujoco><asset><model name="a" file="../a.xml"/></asset></mujoco>')
    assert len(gelenk.mju_getXMLDependencies(str(folder / "a.xml"))) == len(FILES) + len(NAMED) - 1


def test_a_file_that_is_not_there_is_an_error(folder):
    with pytest.raises(Error, match="cannot find"):
        gelenk.mju_getXMLDependencies(str(folder / "none.xml"))
