"""Textures by reference: what the model has of them, their pixels when asked, and files that are missing."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import gelenk
from gelenk.modeling.assets import pictures
from gelenk.viewer import model_message

PIXELS = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
MODEL = """<mujoco>
  <compiler {compiler}/>
  <asset><texture name="te" {texture}/><material name="ma" texture="te"/></asset>
  <worldbody><light pos="0 0 3"/><geom type="box" size=".1 .1 .1" material="ma"/></worldbody>
</mujoco>"""
ONE = 'type="2d" file="t.png"'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "td").mkdir()
    for name in ("t.png", "td/t.png"):
        (tmp_path / name).write_bytes(pictures.encode(PIXELS.tobytes(), 5, 4, 3))
    (tmp_path / "k.ktx").write_bytes(b"abcdefg")
    return tmp_path


def load(folder, texture=ONE, compiler="", **more):
    (folder / "m.xml").write_text(MODEL.format(texture=texture, compiler=compiler))
    return gelenk.MjModel.from_xml_path(str(folder / "m.xml"), **more)


def text_at(m, adr):
    return m.paths[adr:].partition(b"\0")[0].decode()


@pytest.mark.parametrize(
    "texture, compiler, path",
    [
        (f'{ONE} embed="false"', "", "t.png"),
        (ONE, 'passthrough="textures"', "t.png"),
        (ONE, 'passthrough="textures" texturedir="td"', "td/t.png"),
    ],
)
def test_the_model_has_the_path_and_no_pixels(folder, texture, compiler, path):
    m = load(folder, texture, compiler)
    assert m.tex_adr[0] == -1 and m.ntexdata == m.tex_width[0] == m.tex_height[0] == 0
    assert m.tex_nchannel[0] == 3 and m.tex_colorspace[0] == 0 and m.tex_contenttypeadr[0] == -1
    assert text_at(m, m.tex_pathadr[0]) == str(folder / path)
    assert m.texture("te").data.shape == (0, 0, 3)
    pixels, space = gelenk.mj_loadTexture(m, 0)
    np.testing.assert_array_equal(pixels, PIXELS)
    assert space == gelenk.mjtColorSpace.mjCOLORSPACE_LINEAR
    eager, full = load(folder), gelenk.mj_embedAssets(m)
    for name in ("ntexdata", "tex_adr", "tex_data", "tex_width", "tex_height", "tex_colorspace"):
        np.testing.assert_array_equal(getattr(full, name), getattr(eager, name), err_msg=name)
    np.testing.assert_array_equal(full.geom_size, m.geom_size)
    assert full.opt.timestep == m.opt.timestep and m.tex_adr[0] == -1


@pytest.mark.parametrize(
    "texture, reason",
    [
        (f'{ONE} hflip="true"', "is flipped"),
        ('type="2d" builtin="flat" width="4" height="4"', "is builtin"),
        ('type="cube" fileup="t.png"', "is given as cube files"),
        ('type="cube" file="t.png" gridsize="3 4"', "is a grid"),
    ],
)
def test_textures_that_the_compiler_makes_are_embedded(folder, texture, reason):
    with pytest.raises(gelenk.Error, match=rf"texture cannot be by reference: it {reason}.*'te'"):
        load(folder, texture + ' embed="false"')
    if "flip" in texture or "builtin" in texture:
        assert load(folder, texture, 'passthrough="textures"').tex_adr[0] == 0


def test_files_in_memory_are_embedded(folder):
    files = {"t.png": (folder / "t.png").read_bytes()}
    text = MODEL.format(compiler='passthrough="textures"', texture=ONE)
    assert gelenk.MjModel.from_xml_string(text, files).tex_adr[0] == 0
    with pytest.raises(gelenk.Error, match="has a file in memory"):
        gelenk.MjModel.from_xml_string(text.replace(ONE, ONE + ' embed="false"'), files)
    spec = gelenk.MjSpec()
    texture = spec.add_texture(name="a", type=gelenk.mjtTexture.mjTEXTURE_2D, width=1, height=1, data=b"abc")
    texture.embed = gelenk.mjtEmbed.mjEMBED_FALSE
    with pytest.raises(gelenk.Error, match="is given as a buffer"):
        spec.compile()


def test_a_limit_on_folders_is_not_evaded(folder):
    (folder / "m.xml").write_text(MODEL.format(texture=ONE, compiler='passthrough="textures"'))
    spec = gelenk.modeling.mjcf.read.from_file(str(folder / "m.xml"), within=str(folder))
    assert spec.compile().tex_adr[0] == 0


@pytest.mark.parametrize("attribute", ['passthrough="all"', 'passthrough="true"'])
def test_unknown_policies_are_refused_by_name(folder, attribute):
    with pytest.raises(gelenk.Error, match=r"attribute 'passthrough' of compiler .* one of none, textures"):
        load(folder, compiler=attribute)
    with pytest.raises(gelenk.Error, match=r"'embed'.*'maybe'"):
        load(folder, ONE + ' embed="maybe"')


def test_the_media_type_follows_the_path(folder):
    m = load(folder, ONE + ' embed="false" content_type="image/png" colorspace="sRGB" nchannel="4"')
    assert text_at(m, m.tex_contenttypeadr[0]) == "image/png"
    pixels, space = gelenk.mj_loadTexture(m, 0)
    assert pixels.shape == (4, 5, 4) and space == gelenk.mjtColorSpace.mjCOLORSPACE_SRGB
    m = load(folder, 'type="2d" file="k.ktx" embed="false"')
    assert m.tex_nchannel[0] == 1
    assert gelenk.mj_loadTexture(m, 0)[0].tobytes() == b"abcdefg"


def test_a_missing_file_is_an_error_where_its_pixels_are_needed(folder):
    m = load(folder, 'type="2d" file="none.png" embed="false"')
    with pytest.raises(gelenk.Error, match=r"none\.png"):
        gelenk.mj_loadTexture(m, 0)
    with pytest.raises(gelenk.Error, match=r"texture 0: .*none\.png"):
        gelenk.mj_embedAssets(m)
    for wrong in (-1, 1):
        with pytest.raises(ValueError, match=f"texture id {wrong} out of range"):
            gelenk.mj_loadTexture(m, wrong)
    with pytest.raises(TypeError, match="mj_loadTexture"):
        gelenk.mj_loadTexture(m, "te")


def picture(m):
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 48, 48) as renderer:
        renderer.update_scene(d)
        return renderer.render().astype(int)


def test_pictures_and_pages_load_the_file(folder, caplog):
    eager, lazy = load(folder), load(folder, ONE + ' embed="false"')
    np.testing.assert_array_equal(picture(lazy), picture(eager))
    restored = pickle.loads(pickle.dumps(lazy))
    gelenk.mj_saveModel(lazy, str(folder / "m.mjb"))
    saved = gelenk.MjModel.from_binary_path(str(folder / "m.mjb"))
    for m in (lazy, restored, saved):
        np.testing.assert_array_equal(m.tex_adr, [-1])
        np.testing.assert_array_equal(
            model_message.texture_data(m, 0, True), model_message.texture_data(eager, 0, True)
        )
    assert not caplog.records


def test_a_missing_file_is_told_once_and_drawn_gray(folder, caplog):
    m = load(folder, 'type="2d" file="none.png" embed="false"')
    seen = picture(m)
    assert (seen[24, 24] > 0).all() and np.ptp(seen[24, 24]) <= 1
    assert (model_message.texture_data(m, 0, True)[..., :3] == 128).all()
    assert [r.message for r in caplog.records if "none.png" in r.message] == [
        r.message for r in caplog.records
    ]
    assert len(caplog.records) == 1 and "texture 0: not uploaded, and gray" in caplog.text
    (folder / "none.png").write_bytes((folder / "t.png").read_bytes())
    with gelenk.Renderer(m, 8, 8) as renderer:
        gelenk.mjr_uploadTexture(m, renderer._mjr_context, 0)
    np.testing.assert_array_equal(model_message.texture_data(m, 0, True)[..., :3], PIXELS)


def test_policies_are_saved(folder):
    (folder / "m.xml").write_text(
        MODEL.format(texture=ONE + ' embed="true"', compiler='passthrough="textures"')
    )
    spec = gelenk.MjSpec.from_file(str(folder / "m.xml"))
    assert spec.compiler.passthrough == gelenk.mjtPassthrough.mjPASSTHROUGH_TEXTURES
    assert spec.texture("te").embed == gelenk.mjtEmbed.mjEMBED_TRUE
    text = spec.to_xml()
    assert 'passthrough="textures"' in text and 'embed="true"' in text
    assert spec.compile().tex_adr[0] == 0
    spec.texture("te").embed = gelenk.mjtEmbed.mjEMBED_AUTO
    assert spec.compile().tex_adr[0] == -1


def test_paths_of_models_of_release_4_0_are_those_that_files_are_read_from(folder):
    code = "import gelenk, sys; print(gelenk.MjModel.from_xml_path(sys.argv[1]).paths)"
    load(folder, compiler='texturedir="td"')
    for level, path in (("3.5.0", b"t.png\0"), ("4.0.0", f"{folder}/td/t.png\0".encode())):
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder / "m.xml")],
            env=os.environ | {"GELENK_API": level},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == repr(path)
