"""Loading a model again: a copy while nothing has changed, a new model otherwise (modeling/model_cache.py)."""

import logging
import os

import numpy as np
import pytest

import gelenk
import scenes
from gelenk.modeling import model_cache
from gelenk.modeling.mjcf import file_sources

BOX = '<mujoco><worldbody><body name="{name}"><freejoint/><geom type="box" size="1 1 1"/></body></worldbody></mujoco>'
MESH = (
    '<mujoco><asset><mesh file="m.obj"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
)
TETRAHEDRON = "v 0 0 0\nv {0} 0 0\nv 0 {0} 0\nv 0 0 {0}\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
load_path, load_string = gelenk.MjModel.from_xml_path, gelenk.MjModel.from_xml_string


@pytest.fixture(autouse=True)
def empty(monkeypatch):
    """The cache is empty, and files count as settled at once."""
    gelenk.mj_clearCache(gelenk.mj_getCache())
    monkeypatch.setattr(file_sources, "SETTLED", 0)


@pytest.fixture
def compiled(monkeypatch):
    """A list that grows by one element for each compilation."""
    from gelenk.modeling.compiler import compile as compiler

    made, usual = [], compiler.compile
    monkeypatch.setattr(compiler, "compile", lambda *a, **k: made.append(1) or usual(*a, **k))
    return made


def content(m) -> bytes:
    """All that a model consists of, as its binary form."""
    buffer = np.zeros(gelenk.mj_sizeModel(m), np.uint8)
    gelenk.mj_saveModel(m, None, buffer)
    return buffer.tobytes()


@pytest.mark.parametrize("name", scenes.names())
def test_a_copy_is_the_model_to_the_bit(name, compiled):
    models = [load_path(str(scenes.path(name))) for _ in range(4)]
    assert len(compiled) in (2, 4)  # 4: what is too large, or has plugins, is compiled each time
    assert len({content(m) for m in models}) == 1
    data = [gelenk.MjData(m) for m in (models[0], models[3])]
    for m, d in zip((models[0], models[3]), data, strict=True):
        gelenk.mj_step(m, d, 10)
    assert np.array_equal(data[0].qpos, data[1].qpos) and np.array_equal(data[0].qacc, data[1].qacc)


def test_most_scenes_are_copied(compiled):
    counts = {}
    for name in scenes.names():
        for _ in range(3):
            load_path(str(scenes.path(name)))
        counts[name] = len(compiled)
        compiled.clear()
    assert sum(count == 2 for count in counts.values()) > 0.8 * len(counts)


def test_copies_share_no_memory():
    first, second, third, fourth = (load_string(BOX.format(name="b")) for _ in range(4))
    third.body_mass[1] = 7
    third.opt.timestep = 0.5
    third.vis.map.znear = 3
    assert content(fourth) == content(second) == content(first) != content(third)
    assert content(load_string(BOX.format(name="b"))) == content(first)


def test_an_edited_file_is_read_anew(tmp_path, compiled):
    path = tmp_path / "a.xml"
    for name in "abcb":
        path.write_text(BOX.format(name=name))
        for _ in range(4):
            assert load_path(str(path)).body(1).name == name


@pytest.mark.parametrize("change", ["mesh", "include", "appears", "vanishes"])
def test_each_file_that_was_tried_counts(tmp_path, change):
    path, mesh, part = tmp_path / "a.xml", tmp_path / "m.obj", tmp_path / "p.xml"
    inner = tmp_path / "sub" / "m.obj"
    inner.parent.mkdir()
    mesh.write_text(TETRAHEDRON.format(1))
    (inner if change == "vanishes" else mesh).write_text(TETRAHEDRON.format(1))
    part.write_text('<mujocoinclude><numeric name="n" data="1"/></mujocoinclude>')
    text = MESH.replace("<worldbody>", '<custom><include file="p.xml"/></custom><worldbody>')
    path.write_text(text.replace('file="m.obj"', 'file="sub/../m.obj"') if change == "mesh" else text)
    before = [load_path(str(path)) for _ in range(4)][3]
    if change == "mesh":
        mesh.write_text(TETRAHEDRON.format(2))
        assert load_path(str(path)).geom_rbound[0] == pytest.approx(2 * before.geom_rbound[0])
    elif change == "include":
        part.write_text('<mujocoinclude><numeric name="n" data="5"/></mujocoinclude>')
        assert load_path(str(path)).numeric_data[0] == 5
    elif change == "appears":
        os.replace(mesh, tmp_path / "n.obj")
        with pytest.raises(ValueError, match=r"m\.obj"):
            load_path(str(path))
        os.replace(tmp_path / "n.obj", mesh)
        assert content(load_path(str(path))) == content(before)
    else:
        mesh.unlink()
        with pytest.raises(ValueError, match=r"m\.obj"):
            load_path(str(path))


def test_a_file_that_changed_just_now_is_not_trusted(tmp_path, compiled, monkeypatch):
    """Within the resolution of dates another change may leave them as they are."""
    monkeypatch.setattr(file_sources, "SETTLED", 2 * 10**9)
    path = tmp_path / "a.xml"
    path.write_text(BOX.format(name="a"))
    for _ in range(4):
        load_path(str(path))
    assert len(compiled) == 4


def test_assets_are_compared(compiled):
    sizes = []
    for size in (1, 2, 1):
        for _ in range(4):
            m = load_string(MESH, {"m.obj": TETRAHEDRON.format(size).encode()})
            sizes.append(float(m.geom_rbound[0]))
    assert np.array(sizes).reshape(3, 4) / sizes[0] == pytest.approx(np.array([[1], [2], [1]]).repeat(4, 1))
    changing = bytearray(TETRAHEDRON.format(3).encode())
    compiled.clear()
    for _ in range(4):
        load_string(MESH, {"m.obj": changing})
    assert len(compiled) == 4  # what can change is not compared


def test_the_working_folder_counts(tmp_path, monkeypatch):
    for size in (1, 2):
        folder = tmp_path / str(size)
        folder.mkdir()
        (folder / "m.obj").write_text(TETRAHEDRON.format(size))
    sizes = []
    for _ in range(4):
        for size in (1, 2):
            monkeypatch.chdir(tmp_path / str(size))
            sizes.append(float(load_string(MESH).geom_rbound[0]))
    assert np.array(sizes).reshape(4, 2) / sizes[0] == pytest.approx(np.array([[1, 2]] * 4))


def test_arguments_count(tmp_path):
    (tmp_path / "m.obj").write_text(TETRAHEDRON.format(1))
    (tmp_path / "a.xml").write_text(MESH)
    path = str(tmp_path / "a.xml")
    for _ in range(4):
        assert load_path(path).release[0] == 3005000
        assert load_path(path, release="4.0").release[0] == 4000000
        assert load_path(path, within=tmp_path).nmesh == 1
        with pytest.raises(ValueError, match="outside"):
            load_path(path, within=tmp_path / "other")


def test_a_warning_comes_each_time(caplog):
    text = BOX.format(name="b").replace(
        'name="b"><freejoint/><geom type', 'name="b"><freejoint/><geom name="g"type'
    )
    for count in range(1, 6):
        with caplog.at_level(logging.WARNING, "gelenk"):
            load_string(text)
        assert len(caplog.records) == count


def test_the_last_model_is_saved_after_a_copy():
    """Saving writes values of the model into its spec, which therefore leaves the cache."""
    text, other = BOX.format(name="b"), MESH.replace('file="m.obj"', 'name="m" builtin="sphere" params="1"')
    texts = []
    for edited in (False, True, False):
        for _ in range(3):
            load_string(text)
        load_string(other)
        m = load_string(text)
        if edited:
            m.body_mass[1] = 5
        texts.append(_saved(m))
    assert texts[0] == texts[2] != texts[1] and 'mass="5"' in texts[1]
    load_string(other)
    with pytest.raises(ValueError, match="mj_saveLastXML"):
        gelenk.mj_saveLastXML(os.devnull, m)


def _saved(m) -> str:
    from gelenk.api.model_methods import last_spec
    from gelenk.modeling.compiler.compile import text_of
    from gelenk.modeling.compiler.copy_back import copy_back

    spec = last_spec()
    return text_of(spec, kept=copy_back(spec, m))


def test_memory_is_bounded(compiled, monkeypatch):
    monkeypatch.setattr(model_cache, "MOST_ENTRIES", 3)
    for number in range(6):
        for _ in range(3):
            load_string(BOX.format(name=f"b{number}"))
    assert len(model_cache.MODELS.entries) == 3
    monkeypatch.setattr(model_cache, "MOST_BYTES", 1000)
    compiled.clear()
    for _ in range(4):
        load_string(BOX.format(name="large"))
    assert len(compiled) == 4


def test_the_cache_can_be_turned_off(compiled):
    cache = gelenk.mj_getCache()
    capacity = gelenk.mj_getCacheCapacity(cache)
    gelenk.mj_setCacheCapacity(cache, 0)
    try:
        for _ in range(4):
            load_string(BOX.format(name="b"))
    finally:
        gelenk.mj_setCacheCapacity(cache, capacity)
    assert len(compiled) == 4
    for _ in range(3):
        load_string(BOX.format(name="b"))
    gelenk.mj_clearCache(cache)
    load_string(BOX.format(name="b"))
    assert len(compiled) == 7


def test_what_python_may_answer_differently_is_not_copied(compiled):
    gelenk.set_mjcb_control(lambda m, d: None)
    try:
        for _ in range(4):
            load_string(BOX.format(name="b"))
    finally:
        gelenk.set_mjcb_control(None)
    assert len(compiled) == 4


def test_a_resource_provider_is_asked_each_time(compiled):
    sizes = iter(range(1, 9))
    gelenk.register_provider("cachetest", lambda name: TETRAHEDRON.format(next(sizes)).encode())
    text = MESH.replace('file="m.obj"', 'name="m" file="cachetest:m.obj"')
    radii = [float(load_string(text).geom_rbound[0]) for _ in range(4)]
    assert np.array(radii) / radii[0] == pytest.approx(np.arange(1, 5))
    compiled.clear()
    for _ in range(4):  # models of other sources are kept all the same
        load_string(BOX.format(name="b"))
    assert len(compiled) == 2
