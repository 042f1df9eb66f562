"""Default classes of textures, and the attribute `simple` of bodies."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.tolerance import tol

TEXT = """
<mujoco>
  <default>
    <texture random="0.5"/>
    <default class="q">
      <texture rgb1="0.25 0.5 0.75" rgb2="1 1 1" width="8" height="8" type="2d" builtin="checker"/>
    </default>
  </default>
  <asset>
    <texture name="checked" class="q"/>
    <texture name="flat" class="q" builtin="flat"/>
    <texture name="own" type="2d" builtin="flat" width="4" height="4"/>
  </asset>
</mujoco>
"""


def test_textures_take_their_attributes_from_a_class():
    spec = gelenk.MjSpec.from_string(TEXT)
    m = spec.compile()
    assert list(m.tex_width) == [8, 8, 4]
    np.testing.assert_array_equal(m.tex_data[m.tex_adr[1] :][:3], [63, 127, 191])
    assert spec.texture("flat").classname.name == "q" and spec.default.texture.random == 0.5
    assert spec.add_texture(spec.find_default("q"), name="added").width == 8


def test_classes_of_textures_are_saved():
    spec = gelenk.MjSpec.from_string(TEXT)
    again = gelenk.MjSpec.from_string(spec.to_xml())
    np.testing.assert_array_equal(again.compile().tex_data, spec.compile().tex_data)
    assert again.find_default("q").texture.width == 8


@pytest.mark.parametrize("attribute", ["file", "fileright", "content_type", "name", "class"])
def test_names_and_files_have_no_default(attribute):
    with pytest.raises(Error, match="unknown attribute"):
        gelenk.MjSpec.from_string(TEXT.replace('random="0.5"', f'{attribute}="x"'))


BODIES = """
<mujoco>
  <worldbody>
    <body {}><freejoint/><geom size="0.1"/></body>
    <body pos="1 0 0"><freejoint/><geom size="0.1"/></body>
  </worldbody>
</mujoco>
"""


def test_a_body_that_is_not_simple_keeps_its_zeros():
    """Numbers measured with MuJoCo 4.0.0."""
    m = gelenk.MjModel.from_xml_string(BODIES.format('simple="false"'))
    assert list(m.body_simple) == [1, 0, 1]
    assert list(m.dof_simplenum) == [0, 0, 0, 0, 0, 0, 6, 5, 4, 3, 2, 1]
    assert m.nC == 21 + 6
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.qacc[:6], d.qacc[6:], atol=tol(1e-12))


def test_simple_is_saved_and_wrong_words_are_refused():
    spec = gelenk.MjSpec.from_string(BODIES.format('name="b" simple="false"'))
    assert spec.body("b").simple == 0 and 'simple="false"' in spec.to_xml()
    for wrong in ("true", "2", "nan", ""):
        with pytest.raises(Error, match="simple"):
            gelenk.MjSpec.from_string(BODIES.format(f'simple="{wrong}"'))
