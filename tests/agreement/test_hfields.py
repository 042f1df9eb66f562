"""Height fields and their geoms have the fields and errors that 3.5.0 gives them."""

import math
import struct

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.modeling.mjcf.read import from_string
from gelenk.modeling.mjcf.write import to_xml
from tests.support.files import hfield_file, noise, png
from tests.support.tolerance import tol

MODEL = """<mujoco><asset><hfield name="h" {}/></asset><worldbody><body>{}<geom type="hfield" hfield="h" {}/></body>
</worldbody></mujoco>"""
SIZE = 'size="1 2 3 0.5" '
HILLS = np.array([[1, 2, 3], [4, 5, 7]])
FILES = {
    "gray.png": png(noise(3, 5, 1)),
    "color.png": png(noise(3, 5, 3)),
    "hills": hfield_file(HILLS),
    "flat": hfield_file(np.full((2, 2), 3.0)),
    "one": hfield_file([[4.0]]),
    "row": hfield_file([[1, 2, 3, 4]]),
    "gray": png(noise(3, 5, 1)),
    "short": hfield_file(HILLS)[:-4],
    "long": hfield_file(HILLS) + b"1234",
    "negative": struct.pack("<iif", -1, -1, 1.0),
    "none": struct.pack("<ii", 0, 4),
    "empty": b"",
    "tiny": b"ab",
    "nan": hfield_file([[1, math.nan]]),
}
FIELDS = (
    "hfield_nrow hfield_ncol hfield_size hfield_adr hfield_data hfield_pathadr geom_type geom_dataid geom_size "
    "geom_aabb geom_rbound geom_fluid geom_pos geom_quat body_mass body_inertia body_ipos body_iquat"
)


def both(text, files=FILES):
    return mujoco.MjModel.from_xml_string(text, files), gelenk.MjModel.from_xml_string(text, files)


def assert_same(text):
    """Copies and exact operations on single floats: bits; inertia: a few roundings of 1e-16."""
    ref, m = both(text)
    for field in FIELDS.split():
        np.testing.assert_allclose(
            getattr(m, field), getattr(ref, field), rtol=tol(1e-14), atol=tol(1e-14), err_msg=field
        )
    np.testing.assert_array_equal(m.hfield_data, ref.hfield_data)
    assert (m.names, m.paths) == (ref.names, ref.paths)
    np.testing.assert_allclose(m.stat.extent, ref.stat.extent, rtol=tol(1e-12))


ACCEPTED = (
    'file="gray.png"',
    'file="color.png"',
    'file="gray" content_type="image/png"',
    'file="hills"',
    'file="hills" content_type="image/vnd.mujoco.hfield"',
    'file="flat"',
    'file="one"',
    'file="row"',
    'file="hills" nrow="9"',
    'file="hills" elevation="1"',
    'nrow="2" ncol="3"',
    'nrow="2" ncol="3" elevation="1 2 3 4 5 7"',
    'nrow="1" ncol="1"',
)


@pytest.mark.parametrize("attributes", ACCEPTED)
def test_elevations_are_the_same(attributes):
    assert_same(MODEL.format(SIZE + attributes, "", ""))


@pytest.mark.parametrize("size", ("1 2 3 0.5", "1 2 0.5 3", "1 1 1 1"))
@pytest.mark.parametrize("joint", ("", "<freejoint/>"))
@pytest.mark.parametrize(
    "geom",
    ("", 'size="9 9 9"', 'mass="3"', 'density="5" pos="1 2 3" euler="1 2 3"', 'shellinertia="true"',
     'fluidshape="ellipsoid"'),
)  # fmt: skip
def test_a_geom_has_the_bounds_and_the_inertia_of_its_box(size, joint, geom):
    assert_same(MODEL.format(f'size="{size}" file="hills"', joint, geom))


def test_elevation_lies_between_base_and_height_and_its_top_row_is_the_farthest():
    m = gelenk.MjModel.from_xml_string(
        MODEL.format(SIZE + 'nrow="2" ncol="3" elevation="1 2 3 4 5 7"', "", "")
    )
    np.testing.assert_allclose(m.hfield_data, (np.array([4, 5, 7, 1, 2, 3]) - 1) / 6, rtol=tol(1e-7))
    centre, half = m.geom_aabb[0, :3], m.geom_aabb[0, 3:]
    np.testing.assert_allclose([centre - half, centre + half], [[-1, -2, -0.5], [1, 2, 3]], rtol=tol(1e-15))


REFUSED = {
    'file="nowhere"': "nowhere",
    'file="empty"': "empty",
    'file="tiny"': "header",
    'file="short"': "size",
    'file="long"': "size",
    'file="negative"': "non-positive",
    'file="none"': "non-positive",
    'file="gray" content_type="image/vnd.mujoco.hfield"': "hfield",
    'file="hills" content_type="image/png"': "PNG",
    'file="hills" content_type="image/jpeg"': "no picture",
    'nrow="2"': "not specified",
    'nrow="-2" ncol="-2"': "not specified",
    'elevation="1 2"': "not specified",
    'nrow="2" ncol="2" elevation="1 2 3"': "elevation",
}


@pytest.mark.parametrize("attributes", REFUSED)
def test_what_3_5_0_refuses_is_refused_with_its_place(attributes):
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(MODEL.format(SIZE + attributes, "", ""), FILES)
    with pytest.raises(gelenk.Error, match=REFUSED[attributes]) as caught:
        gelenk.MjModel.from_xml_string(MODEL.format(SIZE + attributes, "", ""), FILES)
    assert ":1:" in str(caught.value)


@pytest.mark.parametrize("size", ("0 1 1 1", "1 -1 1 1", "1 1 0 1", "1 1 1 0", "1 1 1", "1 1 1 1 1"))
def test_sizes_are_four_positive_numbers(size):
    for module in (mujoco, gelenk):
        with pytest.raises(ValueError, match=r"size|negative"):
            module.MjModel.from_xml_string(MODEL.format(f'size="{size}" nrow="2" ncol="2"', "", ""))


@pytest.mark.parametrize(
    "geom",
    (
        'type="hfield"',
        'type="box" size="1 1 1" hfield="h"',
        'hfield="h" size="1"',
        'type="hfield" hfield="x"',
    ),
)
def test_a_geom_and_its_hfield_need_each_other(geom):
    assets = f'<asset><hfield name="h" {SIZE} nrow="2" ncol="2"/></asset>'
    text = f"<mujoco>{assets}<worldbody><geom {geom}/></worldbody></mujoco>"
    for module in (mujoco, gelenk):
        with pytest.raises(ValueError, match="hfield"):
            module.MjModel.from_xml_string(text)


def test_what_3_5_0_does_not_survive_or_fills_with_nan_is_refused():
    for attributes in ('file="nan"', 'nrow="2147483647" ncol="2"', 'nrow="1" ncol="2" elevation="nan 1"'):
        with pytest.raises(gelenk.Error):
            gelenk.MjModel.from_xml_string(MODEL.format(SIZE + attributes, "", ""), FILES)


@pytest.mark.parametrize(
    "attributes", ('file="hills"', 'nrow="2" ncol="3" elevation="1 2 3 4 5 7"', 'nrow="2" ncol="3"')
)
def test_written_and_read_again_it_is_the_same(attributes):
    text = MODEL.format(SIZE + attributes, "", "")
    again = to_xml(from_string(text, FILES))
    first, second = (gelenk.MjModel.from_xml_string(t, FILES) for t in (text, again))
    np.testing.assert_array_equal(first.hfield_data, second.hfield_data)
    assert first.paths == second.paths
