"""Levels of textures: each pixel of the next one is the mean of what lies beneath it.

Documents: XML reference / asset/texture
"""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

import gelenk
from gelenk.render import texture_memory
from gelenk.render.texture_sampling import level_of, on_face
from gelenk.tables.enums import mjtTexture
from tests.support.tolerance import tol

CUBE, FLAT = int(mjtTexture.mjTEXTURE_CUBE), int(mjtTexture.mjTEXTURE_2D)


def model(height, width, kind, channels=3):
    data = np.random.default_rng(0).integers(0, 256, height * width * channels, dtype=np.uint8)
    columns = {
        "height": height,
        "width": width,
        "nchannel": channels,
        "adr": 0,
        "type": kind,
        "colorspace": 0,
    }
    return SimpleNamespace(_a_tex_data=data, **{f"_a_tex_{name}": [value] for name, value in columns.items()})


@pytest.mark.parametrize(
    "height, width, kind, channels", [(8, 16, FLAT, 3), (48, 8, CUBE, 4), (8, 8, CUBE, 3)]
)
def test_levels_of_even_sizes_are_means_of_four_pixels(height, width, kind, channels):
    m = model(height, width, kind, channels)
    found = [texture_memory.unpack_texels(level) for level in texture_memory.mipmap_levels(m, 0)]
    picture = m._a_tex_data.reshape(height, width, channels)[:, :, :3]
    if kind == CUBE and height == width:
        picture = np.concatenate([picture] * texture_memory.FACES)
    np.testing.assert_array_equal(found[0], picture)
    count = texture_memory.FACES if kind == CUBE else 1
    for level, following in itertools.pairwise(found):
        if level.shape[0] // count == 1 or level.shape[1] == 1:
            break
        rows, columns, _ = following.shape
        four = level.reshape(rows, 2, columns, 2, 3).astype(int)
        np.testing.assert_array_equal(following, (four.sum(axis=(1, 3)) + 2) // 4)
    assert found[-1].shape[:2] == (count, 1)


@pytest.mark.parametrize("height, width", [(7, 5), (1, 9), (6, 3), (9, 1)])
def test_levels_of_odd_sizes_keep_what_is_linear(height, width):
    """4 y + 8 x at the middles of the pixels of the next level, to whole numbers."""
    m = model(height, width, FLAT)
    m._a_tex_data = np.add.outer(4 * np.arange(height), 8 * np.arange(width)).repeat(3).astype(np.uint8)
    following = texture_memory.unpack_texels(texture_memory.mipmap_levels(m, 0)[1])
    y, x = ((np.arange(max(1, n // 2)) + 0.5) * n / max(1, n // 2) - 0.5 for n in (height, width))
    expected = np.add.outer(4 * y, 8 * x)[:, :, None].repeat(3, axis=2)
    # floored after a half is added in float32, twice
    np.testing.assert_allclose(following, expected, atol=tol(1.0))


def test_packing_is_undone():
    picture = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    level = texture_memory.pack_pixels(picture)
    assert level[2, 3] == picture[2, 3] @ (1, 256, 65536)
    np.testing.assert_array_equal(texture_memory.unpack_texels(level), picture)


@pytest.mark.parametrize(("uniform", "edge"), [("false", 0.1), ("true", 0.1 / 3)])
def test_cube_textures_of_meshes_are_seen_from_the_middle_in_meters(uniform, edge):
    """In 3.5.0 directions are those of the vertices, in meters; for textures by the meter times the half sizes."""
    corners = " ".join(f"{x} {y} {z}" for x in (-0.3, 0.3) for y in (-0.2, 0.2) for z in (-0.1, 0.1))
    m = gelenk.MjModel.from_xml_string(f"""<mujoco><visual><headlight ambient="1 1 1" diffuse="0 0 0"/></visual><asset>
        <texture name="t" type="cube" builtin="flat" mark="edge" rgb1="0 0 0" rgb2="0 0 0" markrgb="1 1 1" width="64"
        height="384"/><material name="m" texture="t" texuniform="{uniform}" specular="0"/>
        <mesh name="box" vertex="{corners}"/></asset>
        <worldbody><camera name="top" pos="0 0 1" fovy="0.8" orthographic="true"/>
        <geom type="mesh" mesh="box" material="m"/></worldbody></mujoco>""")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 161, 161) as renderer:
        renderer.update_scene(d, "top")
        row = renderer.render()[80, 81:140, 0].astype(int)  # from x = 0 to 0.29, 5 mm a pixel
    # the edges of the cube are where |x| = |z|, or 0.3 |x| = 0.1 |z|; one texel is 3 mm wide there, a pixel 5 mm
    assert row.max() > 30 and (1 + row.argmax()) * 0.8 / 161 == pytest.approx(edge, abs=tol(0.008))


def test_levels_are_linear_between_powers_of_two_of_the_area():
    powers = np.arange(0, 60)
    assert [level_of(2.0**k) for k in powers] == list(0.5 * powers)
    area = np.linspace(1.0, 1024.0, 4001)
    level = np.array([level_of(x) for x in area])
    short = 0.5 * np.log2(area) - level
    # half of log2(1 + f) - f, which is largest at f = 1 / ln 2 - 1
    assert short.min() > tol(-1e-12) and short.max() < tol(0.0431)
    assert [level_of(x) for x in (0.0, 0.5, np.nan, np.inf, -3.0)] == [0.0] * 5


def test_a_step_on_a_face_of_a_cube_is_as_long_as_its_projection():
    random = np.random.default_rng(1)
    for _ in range(200):
        p, step = random.normal(size=3), random.normal(size=3)
        main = np.abs(p).argmax()
        ends = [np.delete(q / q[main], main) for q in (p - 1e-6 * step, p + 1e-6 * step)]
        length = np.linalg.norm(ends[1] - ends[0]) / 2e-6
        # central differences of a quotient: their error grows with the third power of step / p
        bound = tol(1e-9) * (1.0 + np.abs(step).max() / np.abs(p[main])) ** 4
        assert on_face(tuple(p), tuple(step)) == pytest.approx(length**2, rel=bound, abs=bound)
