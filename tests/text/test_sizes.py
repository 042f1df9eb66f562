"""Counts that no machine could want are refused before anything is allocated, with their place."""

import pytest

import gelenk

XML = '<mujoco>\n<size {}/>\n<worldbody>\n<body><joint/><geom size=".1"/></body>\n</worldbody>\n</mujoco>'


@pytest.mark.parametrize("name", ["nuserdata", "nuser_body", "nuser_joint", "nuser_geom", "nkey"])
def test_a_huge_count_is_refused_where_it_stands(name):
    with pytest.raises(gelenk.Error, match=rf"<string>:2:1: .*{name}"):
        gelenk.MjModel.from_xml_string(XML.format(f'{name}="2147483647"'))


def test_a_model_of_many_free_bodies_takes_no_dense_rows():
    """6000 dofs: dense constraint rows would ask for 36 million numbers several times over."""
    body = '<body pos="{} 0 0"><freejoint/><geom size=".1"/></body>'
    xml = "".join(body.format(i) for i in range(1000))
    m = gelenk.MjModel.from_xml_string(f"<mujoco><worldbody>{xml}</worldbody></mujoco>")
    assert gelenk.MjData(m)._scalar("nJmax") <= 1 << 20
