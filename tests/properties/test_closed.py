"""A misspelt attribute is an error that names the right one, not a new attribute that nobody reads."""

import pytest

import gelenk


def parts(m, d):
    return {"m": m, "d": d, "opt": m.opt, "stat": m.stat, "vis": m.vis, "global": m.vis.global_,
            "contact": gelenk.MjContact()}  # fmt: skip


@pytest.mark.parametrize("part", ["m", "d", "opt", "stat", "vis", "global", "contact"])
def test_no_part_takes_an_attribute_that_it_does_not_have(part):
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(AttributeError, match="no attribute 'foo'"):
        parts(m, gelenk.MjData(m))[part].foo = 1


def test_the_error_says_what_may_have_been_meant():
    m = gelenk.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(AttributeError, match="timestep"):
        m.opt.timestp = 0.001


def test_a_subclass_may_have_attributes_of_its_own():
    class World(gelenk.MjData):
        pass

    d = World(gelenk.MjModel.from_xml_string("<mujoco/>"))
    d.title = "mine"
    assert d.title == "mine"
