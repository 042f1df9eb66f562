"""Textures and height fields from JPEG, WebP, BMP, GIF, TIFF, told by their first bytes; 3.5.0 refuses these files."""

import io
import struct

import mujoco
import numpy as np
import pytest
from PIL import Image

import gelenk
from gelenk.modeling.assets import pictures
from tests.support.files import noise, png, texture_file

TEXTURE = "<mujoco><asset><texture name='t' {}/></asset></mujoco>"
FIELD = "<mujoco><asset><hfield name='h' size='1 1 1 1' {}/></asset></mujoco>"
PICTURE = np.kron(noise(2, 3, seed=4), np.ones((16, 16, 1), np.uint8))  # blocks, which JPEG keeps nearly
SIDE = PICTURE[:32, :32]
LOSSLESS = {"BMP": "bmp", "TIFF": "tiff", "WebP": "webp", "GIF": "gif"}


def encoded(kind, image=PICTURE, **options):
    file = io.BytesIO()
    picture = Image.fromarray(image)
    if kind == "GIF":
        picture = picture.quantize()
    if kind == "WebP":
        options["lossless"] = True
    picture.save(file, kind, **options)
    return file.getvalue()


def load(attributes, files, form=TEXTURE):
    return gelenk.MjModel.from_xml_string(form.format(attributes), files)


def pixels(m):
    return m.tex_data.reshape(m.tex_height[0], m.tex_width[0], m.tex_nchannel[0])


@pytest.mark.parametrize("name", ["t.png", "t.jpg", "t", "t.xyz"])
@pytest.mark.parametrize("kind", [*LOSSLESS, "PNG"])
def test_a_texture_has_the_pixels_of_the_picture_whatever_its_name(kind, name):
    m = load(f'type="2d" file="{name}"', {name: encoded(kind)})
    np.testing.assert_array_equal(pixels(m), PICTURE)
    assert m.tex_colorspace[0] == gelenk.mjtColorSpace.mjCOLORSPACE_LINEAR


def test_a_jpeg_is_read_as_near_as_it_is():
    found = pixels(load('type="2d" file="t.jpg"', {"t.jpg": encoded("JPEG", quality=95)}))
    assert found.shape == PICTURE.shape and np.abs(found.astype(int) - PICTURE).mean() < 4


@pytest.mark.parametrize("kind", LOSSLESS)
@pytest.mark.parametrize("channels", [1, 3, 4])
def test_channels_are_those_that_a_png_gives(kind, channels):
    attributes = f'type="2d" file="t" nchannel="{channels}"'
    ours = pixels(load(attributes, {"t": encoded(kind)}))
    np.testing.assert_array_equal(
        ours, pixels(load(attributes.replace('"t"', '"t.png"'), {"t.png": png(PICTURE)}))
    )


def test_opacity_of_a_picture_is_kept():
    image = np.concatenate([PICTURE, PICTURE[:, :, :1]], axis=2)
    attributes = 'type="2d" file="t.webp" nchannel="4"'
    np.testing.assert_array_equal(
        pixels(load(attributes, {"t.webp": encoded("WebP", image, exact=True)})), image
    )


@pytest.mark.parametrize("mode", ["L", "1", "I;16"])
def test_gray_pictures_are_gray(mode):
    gray = PICTURE[:, :, 0] // 128 * 255 if mode == "1" else PICTURE[:, :, 0]
    image = Image.fromarray(gray.astype(np.uint16) * 256 if mode == "I;16" else gray)
    file = io.BytesIO()
    (image.convert("1") if mode == "1" else image).save(file, "TIFF")
    found = pixels(load('type="2d" file="t.tif"', {"t.tif": file.getvalue()}))
    np.testing.assert_array_equal(found, np.repeat(gray[:, :, None], 3, axis=2))


def test_exif_turns_nothing():
    exif = Image.Exif()
    exif[0x0112] = 6
    found = pixels(load('type="2d" file="t.jpg"', {"t.jpg": encoded("JPEG", exif=exif, quality=95)}))
    assert found.shape == PICTURE.shape and np.abs(found.astype(int) - PICTURE).mean() < 4


@pytest.mark.parametrize("kind", LOSSLESS)
def test_faces_and_flips_work_as_with_png(kind):
    one = {"s.png": png(SIDE), "s.x": encoded(kind, SIDE)}
    for attributes in (
        'file="s.png"',
        'type="skybox" file="s.png" hflip="true" vflip="true"',
        'fileup="s.png" fileleft="s.png"',
    ):
        ours = load(attributes.replace("s.png", "s.x"), one)
        np.testing.assert_array_equal(pixels(ours), pixels(load(attributes, one)))


@pytest.mark.parametrize("name", ["h", "h.png", "h.jpg"])
@pytest.mark.parametrize("kind", [*LOSSLESS, "PNG"])
def test_a_height_field_has_the_elevations_of_the_picture(kind, name):
    gray = np.repeat(PICTURE[:, :, :1], 3, axis=2)
    ours = load(f'file="{name}"', {name: encoded(kind, gray)}, FIELD)
    theirs = mujoco.MjModel.from_xml_string(FIELD.format('file="h.png"'), {"h.png": png(gray)})
    np.testing.assert_array_equal(ours.hfield_data, theirs.hfield_data)
    assert (ours.hfield_nrow[0], ours.hfield_ncol[0]) == (32, 48)


@pytest.mark.parametrize(
    "kind, stated",
    [
        ("JPEG", "image/jpeg"),
        ("WebP", "image/webp"),
        ("BMP", "image/bmp"),
        ("TIFF", "image/tiff"),
        ("GIF", "image/gif"),
        ("PNG", "image/jpeg"),
    ],
)
def test_media_types_of_pictures_are_taken(kind, stated):
    for form in (TEXTURE, FIELD):
        attributes = f'file="t" content_type="{stated}"' + (' type="2d"' if form is TEXTURE else "")
        m = load(attributes, {"t": encoded(kind)}, form)
        bare = load(attributes.replace(f' content_type="{stated}"', ""), {"t": encoded(kind)}, form)
        assert m.tex_data.size + m.hfield_data.size in (PICTURE.size, PICTURE[:, :, 0].size)
        np.testing.assert_array_equal(m.tex_data, bare.tex_data)
        np.testing.assert_array_equal(m.hfield_data, bare.hfield_data)


NOT_READ = {
    "DDS": b"DDS |\0\0\0",
    "KTX": b"\xabKTX 11\xbb\r\n\x1a\n",
    "OpenEXR": b"v/1\x01\2\0\0\0",
    "Radiance HDR": b"#?RADIANCE\n",
    "JPEG 2000": b"\0\0\0\x0cjP  \r\n\x87\n",
    "AVIF or HEIF": b"\0\0\0\x20ftypavif",
    "Photoshop": b"8BPS\0\1",
    "SVG or XML": b"<svg xmlns='x'/>",
}


@pytest.mark.parametrize("name", ["t.png", "t.dds", "t"])
@pytest.mark.parametrize("kind", NOT_READ)
def test_a_format_that_is_not_read_is_named_with_the_remedy(kind, name):
    for form, attributes in ((TEXTURE, f'type="2d" file="{name}"'), (FIELD, f'file="{name}"')):
        with pytest.raises(
            gelenk.Error, match=f"error decoding {kind} file '{name}': a {kind} file is not read"
        ) as caught:
            load(attributes, {name: NOT_READ[kind] + b"x" * 40}, form)
        assert "save it as PNG" in str(caught.value)


@pytest.mark.parametrize("kind", ["JPEG", *LOSSLESS])
def test_a_damaged_picture_is_an_error_without_its_content(kind):
    good = encoded(kind)
    rng = np.random.default_rng(0)
    for i in range(60):
        bad = bytearray(good[: rng.integers(12, len(good))] if i % 2 else good)
        for _ in range(3):
            bad[rng.integers(4, len(bad))] = rng.integers(256)
        try:
            pictures.decode(bytes(bad), 3)
        except gelenk.Error as error:
            assert any(
                word in str(error) for word in ("damaged", "header", "not read", "no picture", "32 bits")
            )


def webp_of(width, height):
    body = (
        b"VP8X"
        + struct.pack("<I", 10)
        + bytes(4)
        + (width - 1).to_bytes(3, "little")
        + (height - 1).to_bytes(3, "little")
    )
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def bmp_of(width, height):
    return b"BM" + struct.pack("<IHHIIiiHHIIiiII", 54, 0, 0, 54, 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)


def gif_of(width, height):
    return (
        b"GIF89a"
        + struct.pack("<HHBBB", width, height, 0, 0, 0)
        + b","
        + struct.pack("<HHHHB", 0, 0, width, height, 0)
        + b"\2\1\0\0;"
    )


@pytest.mark.timeout(60)  # that many pixels would take longer, and 10 GB
@pytest.mark.parametrize("form", [webp_of, bmp_of, gif_of])
def test_a_header_that_states_too_many_pixels_is_refused(form):
    with pytest.raises(gelenk.Error, match="too many pixels"):
        pictures.decode(form(60_000, 60_000), 3)


def test_a_custom_file_that_begins_like_a_picture_stays_one():
    image = np.zeros((1, 0x4D42, 3), np.uint8)  # its width reads "BM"
    content = texture_file(image)
    assert content.startswith(b"BM")
    assert pixels(load('type="2d" file="t"', {"t": content})).shape == (1, 0x4D42, 3)
