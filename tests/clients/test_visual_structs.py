"""The structs of abstract visualisation have the fields, types and defaults of the reference."""

import copy

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.tables.field_rows import FIRST
from gelenk.tables.fields_visual import STRUCTS
from tests.support.tolerance import tol


@pytest.mark.parametrize("name", STRUCTS)
def test_fields_and_defaults_are_those_of_the_reference(name):
    ours, theirs = getattr(gelenk, name)(), getattr(mujoco, name)()
    fields = {n for n in dir(theirs) if n[0] != "_" and not callable(getattr(theirs, n))}
    assert {part.name for part in STRUCTS[name][0] if part.since == FIRST} == fields
    for field in fields:
        a, b = getattr(ours, field), getattr(theirs, field)
        assert type(a) is type(b)
        if isinstance(b, np.ndarray):
            assert (a.dtype, a.shape) == (b.dtype, b.shape)
        assert np.array_equal(a, b), field


def test_assigning_writes_in_place_and_unknown_names_are_refused():
    cam = gelenk.MjvCamera()
    lookat = cam.lookat
    cam.lookat = [1, 2, 3]
    assert lookat.tolist() == [1, 2, 3]
    cam.fixedcamid, cam.distance = 2, 0.5
    other = copy.copy(cam)
    gelenk.mjv_defaultCamera(cam)
    assert cam.fixedcamid == -1 and lookat.tolist() == [0, 0, 0]
    assert other.fixedcamid == 2 and other.distance == 0.5
    with pytest.raises(AttributeError, match="azimuth"):
        cam.azimut = 3
    with pytest.raises(TypeError):
        cam.lookat = None
    with pytest.raises(TypeError, match="cam"):
        gelenk.mjv_defaultCamera(gelenk.MjvOption())


def test_the_free_camera_sees_the_model_as_it_asks_to_be_seen():
    xml = """<mujoco><visual><global azimuth="33" elevation="12"/></visual>
      <worldbody><geom size="1" pos="1 2 3"/></worldbody></mujoco>"""
    ours, theirs = gelenk.MjvCamera(), mujoco.MjvCamera()
    gelenk.mjv_defaultFreeCamera(gelenk.MjModel.from_xml_string(xml), ours)
    mujoco.mjv_defaultFreeCamera(mujoco.MjModel.from_xml_string(xml), theirs)
    for part in STRUCTS["MjvCamera"][0]:
        assert np.allclose(getattr(ours, part.name), getattr(theirs, part.name), atol=tol(1e-12)), part.name
