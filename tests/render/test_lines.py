"""Which samples a line covers: four a pixel, under an orthographic camera that sees a unit of length as a pixel."""

import numpy as np
import pytest

import gelenk
from gelenk.tables.enums import mjtGeom

WIDTH, HEIGHT = 96, 48
MODEL = f"""<mujoco><visual><map znear=".01" zfar="10"/></visual><statistic extent="10" center="0 0 0"/><worldbody>
 <camera name="top" pos="{WIDTH // 2} {HEIGHT // 2} 5" xyaxes="1 0 0 0 1 0" projection="orthographic" fovy="{HEIGHT}"/>
 </worldbody></mujoco>"""


@pytest.fixture(scope="module")
def line():
    """A function that draws a line between two places of the picture, counted from its lower left corner."""
    m = gelenk.MjModel.from_xml_string(MODEL)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    white, black = np.ones(4, np.float32), np.array([0, 0, 0, 1], np.float32)
    with gelenk.Renderer(m, HEIGHT, WIDTH) as renderer:

        def samples(a, b, width=1.0, below=None):
            """How many of the four samples of each pixel the line covers; the lowest row is the first.

            below  ends of a black line that is drawn before
            """
            renderer.update_scene(d, "top")
            scene = renderer.scene
            if below is not None:
                put(scene, *below, width, black)
            put(scene, a, b, width, white)
            return np.rint(renderer.render()[::-1, :, 0] / 63.75).astype(int)

        def put(scene, a, b, width, color):
            geom = scene.geoms[scene.ngeom]
            gelenk.mjv_initGeom(geom, mjtGeom.mjGEOM_LINE, np.zeros(3), np.zeros(3), np.eye(3).ravel(), color)
            geom.emission = 1
            a, b = (np.array([*p, 0.0])[:3] for p in (a, b))
            gelenk.mjv_connector(geom, mjtGeom.mjGEOM_LINE, width, a, b)
            scene.ngeom += 1

        yield samples


@pytest.mark.parametrize(
    ("parts", "covered"),  # [1/256 pixel]; as 3.5.0 draws them
    [
        (31.75, [2, 2]),
        (32.25, [2, 2]),
        (32.375, [2, 2]),
        (32.625, [1, 3]),
        (96.375, [1, 3]),
        (96.625, [0, 4]),
    ],
)
def test_lines_end_on_a_grid(line, parts, covered):
    at = 20 + parts / 256
    for picture in (line((10, at), (50, at)), line((at, 10), (at, 40)).T):
        assert picture[18:23, 30].tolist() == [0, *covered, 0, 0]


@pytest.mark.parametrize("width", [0.3, 0.9, 1.0])
def test_no_line_is_narrower_than_a_pixel(line, width):
    assert line((10, 20.05), (50, 20.05), width)[18:23, 30].tolist() == [0, 2, 2, 0, 0]


# the place of an upright line, and the samples of the columns 62 to 65 of 3.5.0, whose squares of 64 pixels meet there
@pytest.mark.parametrize(
    ("place", "columns"),
    [
        (63.5, [0, 4, 0, 0]),
        (63.5 + 1 / 256, [0, 0, 0, 0]),
        (64.25, [0, 0, 3, 0]),
        (64.5, [0, 0, 4, 0]),
    ],
)
def test_lines_begin_in_the_square_of_their_first_whole_pixel(line, place, columns):
    assert line((place, 10), (place, 40))[30, 62:66].tolist() == columns


def test_lines_that_reach_no_corner_of_a_pixel_are_left_out(line):
    assert line((20.5, 20.5), (21 + 1 / 256, 20.5)).sum() > 0
    assert line((20.25, 20.5), (20.75, 20.5)).sum() == 0


def test_lines_are_cut_where_the_picture_ends_before_they_are_wide(line):
    cut = line((-10, 10), (20, 30), 6)
    # its end at the rim is square to it: samples as 3.5.0 covers them, from the lowest row that has some
    assert [row[:5].tolist() for row in cut[13:18]] == [
        [0, 0, 0, 0, 0],
        [0, 2, 2, 0, 0],
        [2, 4, 4, 2, 0],
        [4, 4, 4, 4, 4],
        [4, 4, 4, 4, 4],
    ]
    # what is beside the picture does not reach into it
    assert not line((-1, 10), (-1, 30), 6).any()
    np.testing.assert_array_equal(line((-20, -20), (100, 100), 1), line((0, 0), (HEIGHT, HEIGHT), 1))


def test_the_grid_does_not_move_the_depth_of_lines(line):
    """A piece of a steep line, a tenth of a millimeter above all of it: the grid alone would shift depths by 8e-4."""
    ends = np.array([(10.3, 10.7, -4.0), (30.1, 25.2, 4.0)])
    for start, end in ((0.11, 0.47), (0.23, 0.81), (0.37, 0.93), (0.52, 0.77)):
        a, b = (ends[0] + f * (ends[1] - ends[0]) + (0, 0, 1e-4) for f in (start, end))
        np.testing.assert_array_equal(line(a, b, 3, below=ends), line(a, b, 3))
