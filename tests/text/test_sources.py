"""Where files come from: dictionaries, folders, archives, providers; and what is refused."""

import io
import os
import zipfile

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk import register_provider
from gelenk.modeling.assets.asset_cache import AssetCache
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf.file_sources import PROVIDERS, write_zip
from gelenk.modeling.mjcf.read import from_string, from_zip
from tests.support.files import noise, png

IMAGE = png(noise(2, 2))
MODEL = '<mujoco><compiler texturedir="{}"/><asset><texture type="2d" file="{}"/></asset></mujoco>'


@pytest.mark.parametrize(
    "folder, file, key",
    [
        ("", "a.png", "a.png"), ("", "A.PNG", "a.png"), ("", "a.png", "A.png"), ("", "x/a.png", "a.png"),
        ("", "a.png", "x/a.png"), ("", "x/a.png", "y/a.png"), ("", "/somewhere/a.png", "a.png"),
        ("t", "a.png", "a.png"), ("t/", "a.png", "t/a.png"), ("t", "./u/../a.png", "t\\a.png"),
        ("", "name with spaces \u00e9\u4e2d.png", "name with spaces \u00e9\u4e2d.png"),
    ],
)  # fmt: skip
def test_an_asset_is_found_by_its_path_or_by_its_name_in_any_case(folder, file, key):
    for module in (mujoco, gelenk):
        m = module.MjModel.from_xml_string(MODEL.format(folder, file), {key: IMAGE})
        assert m.ntexdata == 12


def test_the_path_decides_between_assets_of_one_name():
    """3.5.0 takes no two assets whose names are equal apart from their folders."""
    files = {"x/a.png": png(noise(1, 1)), "y/a.png": IMAGE}
    assert gelenk.MjModel.from_xml_string(MODEL.format("y", "a.png"), files).ntexdata == 12
    with pytest.raises(gelenk.Error, match="several assets"):
        gelenk.MjModel.from_xml_string(MODEL.format("z", "a.png"), files)


def test_files_are_relative_to_the_model_and_confined_to_folders(tmp_path):
    for folder in ("model/t", "other"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.png").write_bytes(IMAGE)
    inside, outside = tmp_path / "model" / "in.xml", tmp_path / "model" / "out.xml"
    inside.write_text(MODEL.format("t", "a.png"))
    outside.write_text(MODEL.format("", "../other/a.png"))
    for path in (inside, outside):
        assert gelenk.MjModel.from_xml_path(str(path)).ntex == 1
    model = [str(tmp_path / "model")]
    assert gelenk.MjModel.from_xml_path(str(inside), within=model).ntex == 1
    for path in (outside, tmp_path / "model" / ".." / "other" / "x.xml"):
        with pytest.raises(gelenk.Error, match=r"outside|cannot find"):
            gelenk.MjModel.from_xml_path(str(path), within=model)
    os.symlink(tmp_path / "other" / "a.png", tmp_path / "model" / "t" / "link.png")
    with pytest.raises(gelenk.Error, match="outside"):
        gelenk.MjModel.from_xml_string(MODEL.format("", str(tmp_path / "model/t/link.png")), within=model)


@pytest.mark.parametrize(
    "name", ["../secret.png", "/etc/passwd", "a/../../secret.png", "~/x.png", "link/x.png", ".."]
)
def test_whether_a_file_outside_exists_is_not_told(tmp_path, name):
    inside = tmp_path / "model"
    inside.mkdir()
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "elsewhere", inside / "link")
    (inside / "model.xml").write_text(MODEL.format("", name))
    told = []
    for there in (False, True):
        if there:
            (tmp_path / "secret.png").write_bytes(IMAGE)
            (tmp_path / "elsewhere" / "x.png").write_bytes(IMAGE)
        with pytest.raises(gelenk.Error, match=r"outside|cannot find") as error:
            gelenk.MjModel.from_xml_path(str(inside / "model.xml"), within=[inside])
        told.append(str(error.value))
    assert told[0] == told[1]


@pytest.mark.parametrize("kind", [str, os.fsencode, lambda path: [path], lambda path: path])
def test_one_folder_may_be_given_by_itself(tmp_path, kind):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "in.png").write_bytes(IMAGE)
    (tmp_path / "out.png").write_bytes(IMAGE)
    within = kind(tmp_path / "model")
    text = MODEL.format("", str(tmp_path / "model" / "in.png"))
    assert gelenk.MjModel.from_xml_string(text, within=within).ntex == 1
    with pytest.raises(gelenk.Error, match="outside"):
        gelenk.MjModel.from_xml_string(MODEL.format("", str(tmp_path / "out.png")), within=within)


def test_included_texts_do_not_tell_whether_a_file_outside_exists(tmp_path):
    part = tmp_path / "model" / "part"
    part.mkdir(parents=True)
    (part / "t.png").write_bytes(IMAGE)
    (part / "part.xml").write_text(
        "<mujoco><asset><texture type='2d' name='t' file='t.png'/></asset></mujoco>"
    )
    main = tmp_path / "model" / "main.xml"
    main.write_text("<mujoco><compiler texturedir='..'/><include file='part/part.xml'/></mujoco>")
    assert gelenk.MjModel.from_xml_path(str(main), within=main.parent).ntex == 1
    (tmp_path / "t.png").write_bytes(b"")  # outside: no reason to leave the one beside the text
    assert gelenk.MjModel.from_xml_path(str(main), within=main.parent).ntex == 1


def archive(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    content.seek(0)
    return content


def test_a_model_in_an_archive_has_its_files_with_it(tmp_path):
    files = {"m/t/a.png": IMAGE, "m/parts/b.xml": "<mujoco/>", "m/model.xml": MODEL.format("t", "a.png")}
    assert compile(from_zip(archive(files))).ntexdata == 12
    write_zip(tmp_path / "x.mjz", files)
    spec = from_zip(tmp_path / "x.mjz")
    assert set(spec.assets) == {"t/a.png", "parts/b.xml"}
    assert compile(spec).ntexdata == 12
    (tmp_path / "secret.png").write_bytes(IMAGE)
    model = MODEL.format("", str(tmp_path / "secret.png"))
    with pytest.raises(gelenk.Error, match="outside"):
        compile(from_zip(archive({"a.xml": model})))


def test_archives_that_are_none_are_refused():
    bomb = archive({"a.xml": "<mujoco/>", "b": bytes(300 << 20)})
    assert len(bomb.getvalue()) < 1 << 20
    cut = io.BytesIO(archive({"a.xml": "<mujoco/>"}).getvalue()[:-30])
    for content in (io.BytesIO(b"junk"), io.BytesIO(), archive({"a.txt": "x"}), archive({}), cut, bomb):
        with pytest.raises(gelenk.Error):
            from_zip(content)


def test_a_provider_gives_the_files_of_its_prefix():
    register_provider("mine", lambda name: {"mine:a.png": IMAGE}.get(name))
    try:
        for folder in ("", "t"):
            assert gelenk.MjModel.from_xml_string(MODEL.format(folder, "mine:a.png")).ntexdata == 12
        with pytest.raises(gelenk.Error, match="provider"):
            gelenk.MjModel.from_xml_string(MODEL.format("", "mine:b.png"))
        for prefix in ("min", "minefield", "", "a b", "mine"):
            with pytest.raises(ValueError):
                register_provider(prefix, bytes)
        with pytest.raises(TypeError):
            register_provider("other", IMAGE)
    finally:
        PROVIDERS.clear()


def test_a_provider_gives_models_and_the_parts_that_they_include():
    files = {"mine:arm.xml": b'<mujoco><include file="mine:part.xml"/></mujoco>'}
    files["mine:part.xml"] = b'<mujoco><worldbody><geom size="1"/></worldbody></mujoco>'
    register_provider("mine", files.get)
    register_provider("mine", files.get)  # the same once more changes nothing
    try:
        assert gelenk.MjModel.from_xml_path("mine:arm.xml").ngeom == 1
        assert gelenk.MjSpec.from_file("mine:arm.xml").compile().ngeom == 1
        other = {"mine:part.xml": files["mine:arm.xml"].replace(b"mine:part", b"mine:none")}
        with pytest.raises(ValueError, match=r"no file 'mine:none\.xml'"):
            gelenk.MjModel.from_xml_string(other["mine:part.xml"].decode())
    finally:
        PROVIDERS.clear()


@pytest.mark.parametrize("encoding", ("utf-8", "utf-8-sig", "utf-16"))
def test_encodings_that_say_what_they_are_are_read(encoding):
    text = '<mujoco model="\u00e9\u4e2d"/>'.encode(encoding)
    assert from_string(text).modelname == "\u00e9\u4e2d"
    assert from_string('\ufeff<mujoco model="\u00e9"/>').modelname == "\u00e9"


def test_the_cache_keeps_what_was_used_last_within_its_capacity():
    cache, made = AssetCache(100), []

    def get(name, size):
        return cache.get(("x",), name, lambda: made.append(name) or np.zeros(size, np.uint8), len)

    get(b"a", 40), get(b"b", 40), get(b"a", 40)
    assert (made, cache.size) == ([b"a", b"b"], 80)
    get(b"c", 40)  # b goes
    assert cache.size == 80
    get(b"a", 40), get(b"b", 40)
    assert made == [b"a", b"b", b"c", b"b"]
    get(b"large", 101)
    assert cache.size <= 100
    cache.resize(50)
    assert cache.size == 40
    cache.clear()
    assert cache.size == 0


def test_the_api_of_the_cache():
    cache = gelenk.mj_getCache()
    capacity = gelenk.mj_getCacheCapacity(cache)
    gelenk.mj_clearCache(cache)
    gelenk.MjModel.from_xml_string(MODEL.format("", "a.png"), {"a.png": IMAGE})
    assert gelenk.mj_getCacheSize(cache) == 12
    assert gelenk.mj_setCacheCapacity(cache, 0) == 0 == gelenk.mj_getCacheSize(cache)
    gelenk.MjModel.from_xml_string(MODEL.format("", "a.png"), {"a.png": IMAGE})
    assert gelenk.mj_getCacheSize(cache) == 0
    gelenk.mj_setCacheCapacity(cache, capacity)
    for wrong in (None, 3):
        with pytest.raises(TypeError):
            gelenk.mj_getCacheSize(wrong)
