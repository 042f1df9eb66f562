"""Named access to objects whose numbers lie in a common store: numeric, tuple, texture."""

import numpy as np
import pytest

import gelenk

XML = """
<mujoco>
  <asset>
    <texture name="plain" type="2d" builtin="flat" width="3" height="2"/>
    <texture name="board" type="2d" builtin="checker" width="8" height="4" rgb1="1 0 0" rgb2="0 1 0"/>
  </asset>
  <worldbody><body name="b"/></worldbody>
  <custom>
    <numeric name="one" data="5"/>
    <numeric name="padded" size="3" data="1 2"/>
    <tuple name="of_world"><element objtype="body" objname="world"/></tuple>
    <tuple name="of_body"><element objtype="body" objname="b" prm="3"/></tuple>
  </custom>
</mujoco>
"""


@pytest.fixture
def m():
    return gelenk.MjModel.from_xml_string(XML)


def test_a_numeric_has_its_part_of_the_numbers_as_a_live_view(m):
    assert m.numeric("padded").data.tolist() == [1, 2, 0]
    m.numeric("padded").data[:] = 9
    m.numeric("one").data = 7
    assert m.numeric_data.tolist() == [7, 9, 9, 9]


def test_a_tuple_has_its_objects(m):
    pair = m.tuple("of_body")
    assert pair.objtype.tolist() == [int(gelenk.mjtObj.mjOBJ_BODY)]
    assert pair.objid.tolist() == [m.body("b").id]
    assert pair.objprm.tolist() == [3]


def test_a_texture_has_its_pixels(m):
    pixels = m.texture("board").data
    assert pixels.shape == (4, 8, 3)
    assert np.array_equal(pixels.ravel(), m.tex_data[3 * 2 * 3 :])


def test_an_object_is_asked_for_by_name_or_integer(m):
    for key in (1.5, [1]):
        with pytest.raises(TypeError):
            m.body(key)


def test_the_moment_of_an_actuator_is_its_dense_row():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><worldbody><body><joint name="a" type="hinge"/><geom size=".1"/>
        <body pos="1 0 0"><joint name="b" type="hinge" axis="0 1 0"/><geom size=".1"/><site name="s" pos=".5 0 0"/>
        <body pos="1 0 0"><joint name="c" type="ball"/><geom size=".1"/></body></body></body></worldbody>
        <tendon><fixed name="t"><joint joint="a" coef="2"/><joint joint="b" coef="3"/></fixed></tendon>
        <actuator><motor joint="b" gear="5"/><motor joint="c" gear="1 2 3"/><motor tendon="t"/>
        <motor site="s" gear="0 0 1 0 0 0"/></actuator></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    dense = np.zeros((m.nu, m.nv))
    gelenk.mju_sparse2dense(dense, d.actuator_moment, d.moment_rownnz, d.moment_rowadr, d.moment_colind)
    for i, row in enumerate(dense):
        np.testing.assert_array_equal(d.actuator(i).moment, row)
    assert [np.count_nonzero(row) for row in dense] == [1, 3, 2, 1] and dense[0, 1] == 5.0
    d.actuator(0).moment[:] = 7.0  # of a copy
    assert d.actuator(0).moment[1] == 5.0
