"""Pixels of builtin textures are those of the reference, byte by byte."""

import numpy as np
import pytest

from gelenk.modeling.assets.builtin_textures import builtin_image
from gelenk.tables.enums import mjtBuiltin, mjtMark

mujoco = pytest.importorskip("mujoco")

COLORS = np.array([[0.31, 0.872, 0.5], [0.993, 0.02, 0.664], [0.75, 0.1, 1.0]])
TEXTURE = (
    '<texture name="t" type="{}" builtin="{}" mark="{}" random=".1" rgb1="{}" rgb2="{}" markrgb="{}"'
    ' width="{}" height="{}"/>'
)


@pytest.mark.parametrize("mark", ["none", "edge", "cross", "random"])
@pytest.mark.parametrize("builtin", ["gradient", "checker", "flat"])
@pytest.mark.parametrize("kind", ["2d", "cube", "skybox"])
@pytest.mark.parametrize("width, height", [(1, 1), (2, 3), (9, 7), (64, 33)])
def test_pixels_are_equal(kind, builtin, mark, width, height):
    colors = [" ".join(map(str, color)) for color in COLORS]
    text = TEXTURE.format(kind, builtin, mark, *colors, width, height)
    reference = mujoco.MjModel.from_xml_string(f"<mujoco><asset>{text}</asset></mujoco>")
    pieces = builtin_image(
        kind == "2d",
        mjtBuiltin.__members__[f"mjBUILTIN_{builtin.upper()}"],
        mjtMark.__members__[f"mjMARK_{mark.upper()}"],
        width,
        height if kind == "2d" else 6 * width,
        3,
        *COLORS,
        0.1,
    )
    image = np.concatenate(pieces)
    assert image.shape == (reference.tex_height[0], reference.tex_width[0], 3)
    assert np.array_equal(image.ravel(), reference.tex_data)
