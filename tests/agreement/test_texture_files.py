"""Textures from files have the pixels, sizes and errors that 3.5.0 gives them."""

import zlib
from pathlib import Path

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf import file_sources
from gelenk.modeling.spec.spec import MjSpec
from tests.support.files import PNG_KINDS, noise, png, texture_file

MODEL = "<mujoco><asset><texture {}/></asset></mujoco>"
SQUARE, WIDE = noise(4, 4, seed=1), noise(6, 8, seed=2)
FILES = {
    "a.png": png(WIDE),
    "square.png": png(SQUARE),
    "small.png": png(noise(2, 2)),
    "raw": texture_file(WIDE),
    "square.raw": texture_file(SQUARE),
    "short.raw": texture_file(WIDE)[:-1],
    "srgb.png": PNG_KINDS["says sRGB"],
    "empty.png": b"",
    "cut.png": png(WIDE)[:60],
    "four": png(SQUARE),
}
FIELDS = [
    "tex_type",
    "tex_width",
    "tex_height",
    "tex_nchannel",
    "tex_colorspace",
    "tex_adr",
    "tex_data",
    "tex_pathadr",
]


def assert_same(attributes, files):
    """Both load the texture into the same fields."""
    ref = mujoco.MjModel.from_xml_string(MODEL.format(attributes), files)
    m = gelenk.MjModel.from_xml_string(MODEL.format(attributes), files)
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(m, field), getattr(ref, field), field)
    assert (m.names, m.paths) == (ref.names, ref.paths)


@pytest.mark.parametrize("channels", (1, 3, 4))
@pytest.mark.parametrize("kind", PNG_KINDS)
def test_every_kind_of_png_gives_the_same_pixels(kind, channels):
    assert_same(f'type="2d" file="x.png" nchannel="{channels}"', {"x.png": PNG_KINDS[kind]})


ACCEPTED = {
    "plain": 'type="2d" file="a.png"',
    "upper-case extension": 'type="2d" file="B.PNG"',
    "mirrored": 'type="2d" file="a.png" hflip="true"',
    "upside down": 'type="2d" file="a.png" vflip="true"',
    "media type before extension": 'type="2d" file="four" content_type="image/png"',
    "media type with a parameter": 'type="2d" file="four" content_type="image/png;a=b"',
    "custom": 'type="2d" file="raw"',
    "custom by media type": 'type="2d" file="raw" content_type="image/vnd.mujoco.texture"',
    "custom mirrored": 'type="2d" file="raw" hflip="true" vflip="true"',
    "custom with one channel": 'type="2d" file="raw" nchannel="1"',
    "named": 'type="2d" name="n" file="a.png"',
    "in a folder": 'type="2d" file="t\\sub/./a.png"',
    "linear": 'type="2d" file="srgb.png" colorspace="linear"',
    "sRGB stated": 'type="2d" file="a.png" colorspace="sRGB"',
    "sRGB in the file": 'type="2d" file="srgb.png"',
    "one square for a cube": 'file="square.png"',
    "one custom square": 'file="square.raw" type="skybox"',
    "cells of a grid": 'file="a.png" gridsize="3 4" gridlayout=".U..LFRB.D.." rgb1="1 0.5 0.1"',
    "mirrored cells": 'file="a.png" gridsize="3 4" gridlayout=".U..LFRB.D.." hflip="true" vflip="true"',
    "missing cells": 'file="a.png" gridsize="3 4" gridlayout=".U..LFUB...." rgb1="1 0.5 0.1"',
    "files for sides": 'name="c" fileright="square.png" filedown="square.raw" fileback="square.png"',
    "a skybox without a name": 'type="skybox" fileup="square.png"',
    "builtin before file": 'name="c" builtin="flat" width="2" file="none.png" hflip="true"',
    "file before files": 'name="c" file="square.png" fileup="none.png"',
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_what_is_accepted_is_the_same(what):
    assert_same(ACCEPTED[what], FILES | {"B.PNG": FILES["a.png"]})


REFUSED = {
    'type="2d" file="none.png"': "none.png",
    'type="2d" file="empty.png"': "empty",
    'type="2d" file="cut.png"': "cut off",
    'type="2d" file="short.raw"': "size",
    'type="2d" file="raw" content_type="image/png"': "not a PNG",
    'type="2d" file="a.png" content_type="image/vnd.x"': "content type",
    'type="2d" file="raw" content_type="image/jpeg"': "no picture",
    'type="2d" file="a.png" nchannel="2"': "channels",
    'type="2d" file="a.png" nchannel="0"': "channels",
    'type="2d" file=".png"': "name",
    'type="2d" name="c"': "2d texture",
    'type="2d" name="c" fileup="square.png"': "2d texture",
    'name="c"': "neither",
    'file="a.png"': "square",
    'file="a.png" gridsize="2 2" gridlayout="RLUD"': "square",
    'file="a.png" gridsize="3 4" gridlayout=".u..LFRB.D.."': "symbol",
    'file="a.png" gridsize="3 4" gridlayout=".U"': "gridlayout",
    'file="a.png" gridsize="4 4" gridlayout="................"': "12",
    'file="a.png" gridsize="0 4" gridlayout=""': "gridsize",
    'file="a.png" gridsize="-1 -1" gridlayout="R"': "gridsize",
    'name="c" fileup="a.png"': "square",
    'name="c" fileup="square.png" filedown="small.png"': "a side",
    'type="2d" file="a.png" content_type="image/ktx" hflip="true"': "flip",
}


@pytest.mark.parametrize("attributes", REFUSED)
def test_what_3_5_0_refuses_is_refused_with_its_place(attributes):
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(MODEL.format(attributes), FILES)
    with pytest.raises(gelenk.Error, match=REFUSED[attributes]) as caught:
        gelenk.MjModel.from_xml_string(MODEL.format(attributes), FILES)
    assert ":1:" in str(caught.value)


def test_a_png_cannot_promise_more_pixels_than_it_has():
    for width, height in ((1 << 14, 1 << 14), (1 << 31 - 1, 1), (0, 5)):
        content = bytearray(png(SQUARE))
        content[16:24] = width.to_bytes(4, "big") + height.to_bytes(4, "big")
        content[29:33] = zlib.crc32(content[12:29]).to_bytes(4, "big")
        with pytest.raises(gelenk.Error, match=r"too short|at most|header"):
            gelenk.MjModel.from_xml_string(MODEL.format('type="2d" file="a.png"'), {"a.png": bytes(content)})


def test_cells_of_a_grid_keep_all_channels():
    """3.5.0 copies three bytes per pixel whatever nchannel is."""
    attributes = 'file="a.png" gridsize="2 2" gridlayout="RLUD" nchannel="4" rgb1="1 0 0"'
    image = noise(4, 4, 4)
    m = gelenk.MjModel.from_xml_string(MODEL.format(attributes), {"a.png": png(image)})
    sides = m.tex_data.reshape(6, 2, 2, 4)
    np.testing.assert_array_equal(sides[0], image[:2, :2])
    np.testing.assert_array_equal(sides[3], image[2:, 2:])
    np.testing.assert_array_equal(sides[5], np.broadcast_to([255, 0, 0, 255], (2, 2, 4)))


def test_data_of_a_spec_is_the_image():
    spec = MjSpec()
    spec.add_texture(
        name="a",
        type=gelenk.mjtTexture.mjTEXTURE_2D,
        width=8,
        height=6,
        nchannel=3,
        data=WIDE.tobytes(),
        hflip=1,
    )
    np.testing.assert_array_equal(compile(spec).tex_data, WIDE[:, ::-1].ravel())
    spec.texture("a").width = 7
    with pytest.raises(gelenk.Error, match="bytes of data"):
        compile(spec)


@pytest.mark.parametrize("name", ("a.png", "raw", "srgb.png"))
def test_a_texture_file_that_changes_is_read_again_and_another_is_not(tmp_path, monkeypatch, name):
    """Any file counts as settled here, so that its stamp alone tells whether it is the same."""
    monkeypatch.setattr(file_sources, "SETTLED", -(10**12))
    read = []
    monkeypatch.setattr(file_sources, "read_file", lambda path: read.append(path) or Path(path).read_bytes())
    (tmp_path / "m.xml").write_text(MODEL.format(f"name='t' type='2d' file='{name}'"))
    (tmp_path / name).write_bytes(FILES[name])
    loaded = [gelenk.MjModel.from_xml_path(f"{tmp_path}/m.xml").tex_data.copy() for _ in range(2)]
    np.testing.assert_array_equal(*loaded)
    reads = 2 if name == "raw" else 1  # of raw bytes nothing is kept
    assert sum(path.endswith(name) for path in read) == reads
    other = texture_file(SQUARE) if name == "raw" else png(noise(3, 5, seed=7))
    (tmp_path / name).write_bytes(other)
    m = gelenk.MjModel.from_xml_path(f"{tmp_path}/m.xml")
    ref = mujoco.MjModel.from_xml_string(MODEL.format(f"name='t' type='2d' file='{name}'"), {name: other})
    np.testing.assert_array_equal(m.tex_data, ref.tex_data)


@pytest.mark.parametrize(
    "flips", ("", "hflip='true'", "vflip='true'", "hflip='true' vflip='true'", "nchannel='1'")
)
def test_a_known_file_is_flipped_as_each_texture_says(tmp_path, monkeypatch, flips):
    monkeypatch.setattr(file_sources, "SETTLED", -(10**12))
    (tmp_path / "a.png").write_bytes(FILES["a.png"])
    text = MODEL.format("name='s' type='2d' file='a.png'/><texture name='t' type='2d' file='a.png' " + flips)
    (tmp_path / "m.xml").write_text(text)
    m = gelenk.MjModel.from_xml_path(f"{tmp_path}/m.xml")
    ref = mujoco.MjModel.from_xml_string(text, {"a.png": FILES["a.png"]})
    for field in FIELDS:
        np.testing.assert_array_equal(getattr(m, field), getattr(ref, field), field)
