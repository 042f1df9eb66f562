"""Pictures against what they must be by formula: colors, coverage, depth, perspective, shadows, mirrors, transparency.

Documents: Programming / Visualization
"""

import numpy as np
import pytest

import gelenk
from gelenk.errors import FatalError
from gelenk.render.context import Buffer, MjrContext
from gelenk.render.draw_item import NLIST
from gelenk.render.draw_scene import render_scene
from gelenk.render.tiles import by_rank, next_tile
from tests.support.tolerance import tol

SHADOW, WIREFRAME, REFLECTION, SKYBOX, FOG, HAZE, SEGMENT, IDCOLOR = 0, 1, 2, 4, 5, 6, 8, 9
# one directional light straight down, nothing else shines; the camera looks straight down from 2 m
WORLD = """<mujoco><statistic extent="1" center="0 0 0"/>
 <visual><headlight active="0"/><map znear=".1" zfar="10" shadowclip="4"/><quality shadowsize="1024"/>
  <global offwidth="64" offheight="64"/></visual>
 <asset>{assets}</asset>
 <worldbody><light type="directional" pos="0 0 2" dir="0 0 -1" ambient=".1 .1 .1" diffuse=".5 .5 .5" specular="0 0 0"
   castshadow="{shadow}"/>
  <camera name="top" pos="0 0 2" fovy="90"/>{geoms}</worldbody></mujoco>"""


class Rect:
    def __init__(self, left, bottom, width, height):
        self.left, self.bottom, self.width, self.height = left, bottom, width, height


def world(geoms, assets="", shadow="false", camera="top"):
    """A model of these geoms, its scene and context."""
    m = gelenk.MjModel.from_xml_string(WORLD.format(geoms=geoms, assets=assets, shadow=shadow))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    scn, con = gelenk.MjvScene(m, 100), MjrContext(m, 150)
    cam = gelenk.MjvCamera()
    cam.type, cam.fixedcamid = 2, 0
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    return m, scn, con


def picture(geoms, flags=(), off=(), size=64, threads=1, change=None, **more):
    """Colors (rows from above, columns, 3) and depth of a picture."""
    _, scn, con = world(geoms, **more)
    for flag in flags:
        scn.flags[flag] = 1
    for flag in off:
        scn.flags[flag] = 0
    if change:
        change(scn)
    con._current = Buffer(size, size)
    render_scene(Rect(0, 0, size, size), scn, con, threads)
    return np.flipud(con._current.rgb).copy(), np.flipud(con._current.depth).copy()


PLANE = '<geom type="plane" size="3 3 .5" rgba=".8 .4 .2 1"/>'


def test_a_plane_has_the_color_of_the_formula():
    rgb, _ = picture(PLANE)
    # rgba (ambient + diffuse N.L), N.L = 1
    expected = np.round(255 * np.array([0.8, 0.4, 0.2]) * (0.1 + 0.5))
    assert np.abs(rgb.reshape(-1, 3) - expected).max() <= 1


def test_a_tilted_plane_is_lit_by_the_cosine():
    rgb, _ = picture('<geom type="plane" size="3 3 .5" euler="60 0 0" rgba="1 1 1 1"/>')
    # a plane turned by 60 degrees: N.L = 1/2; pixels in the middle row see it
    assert abs(int(rgb[32, 32, 0]) - 255 * (0.1 + 0.5 * 0.5)) <= 1


def test_depth_is_one_at_the_near_plane_and_zero_at_the_far_one():
    _, depth = picture(PLANE)
    near, far, z = 0.1, 10.0, 2.0
    # (near / z) (far - z) / (far - near); single precision
    assert np.abs(depth - near * (far - z) / (z * (far - near))).max() < tol(1e-6)


def test_perspective_halves_what_is_twice_as_far():
    def width(height):
        box = f'<geom type="box" size=".25 .25 .01" pos="0 0 {2 - height}" rgba="1 1 1 1"/>'
        rgb, _ = picture(box, size=128)
        return (rgb[64, :, 0] > 0).sum()

    # fovy 90: half a picture is as wide as the distance
    assert abs(width(0.51) - 128 * 0.25 / 0.5) <= 2
    assert abs(width(1.01) - 128 * 0.25 / 1.0) <= 2


def test_an_edge_covers_as_many_samples_as_lie_on_its_side():
    # the edge of a box at a quarter of a pixel: one of four columns of samples is covered
    x = 2 * (10.25 / 32)
    rgb, _ = picture(f'<geom type="box" size="{x} 1 .005" pos="0 0 -.005" rgba="1 1 1 1"/>')
    inside, edge, outside = int(rgb[32, 41, 0]), int(rgb[32, 42, 0]), int(rgb[32, 43, 0])
    assert inside == 153 and outside == 0
    assert edge == pytest.approx(inside / 4, abs=tol(1))


def test_neighbouring_triangles_leave_no_gap_and_cover_nothing_twice():
    # each sample of a plane of many cells is covered exactly once: transparent, so that covering twice shows
    clear = '<geom type="plane" size="8 8 .1" euler="10 20 30" rgba="1 1 1 .5"/>'
    rgb, _ = picture(clear)
    assert len(np.unique(rgb[:, :, 0])) == 1


def test_two_passes_of_what_is_transparent_leave_the_square_of_what_shines_through():
    glass = '<geom type="box" size=".5 .5 .01" pos="0 0 1" rgba="0 0 1 .5"/>'
    rgb, _ = picture(PLANE + glass)
    # opacity 1/2, twice: a quarter of the plane is left
    assert np.abs(rgb[32, 32] - np.array([0.25 * 122.4, 0.25 * 61.2, 0.25 * 30.6 + 0.75 * 153])).max() <= 1.5


def test_layers_are_ordered_by_distance_whatever_their_order_in_the_model():
    near = '<geom type="box" size=".5 .5 .001" pos="0 0 1.2" rgba="0 1 0 .5"/>'
    far = '<geom type="box" size=".5 .5 .001" pos="0 0 1" rgba="1 0 0 .5"/>'
    one, _ = picture(near + far)
    other, _ = picture(far + near)
    assert (one == other).all()
    # layers green, red, red, green: 9/16 green and 6/16 red of 153
    assert np.abs(one[32, 32] - np.array([153 * 6 / 16, 153 * 9 / 16, 0])).max() <= 1.5


def test_a_shadow_ends_where_the_light_says():
    box = '<geom type="box" size=".5 .5 .01" pos="0 0 .5" rgba="1 1 1 1"/>'

    def change(scn):
        scn.lights[0].dir = (1 / np.sqrt(2), 0, -1 / np.sqrt(2))

    rgb, _ = picture(PLANE + box, shadow="true", size=128, change=change)
    row = rgb[64, :, 0].astype(int)
    dark = np.flatnonzero(row == 0)
    # the light goes 45 degrees to +x: the shadow of the box at .49 .. .51 reaches to x = .5 + .51; 32 pixels a meter
    assert abs(dark[-1] - (64 + 32 * 1.01)) <= 1.5


def test_shadows_can_be_switched_off():
    box = '<geom type="box" size=".5 .5 .01" pos="0 0 .5" rgba="1 1 1 1"/>'

    def change(scn):
        scn.lights[0].dir = (1 / np.sqrt(2), 0, -1 / np.sqrt(2))

    on, _ = picture(PLANE + box, shadow="true", change=change)
    off, _ = picture(PLANE + box, shadow="true", off=[SHADOW], change=change)
    assert on.min() == 0 and off.min() > 0


def test_a_mirror_adds_what_it_reflects_dimmed_by_its_reflectance():
    mirror = '<material name="m" rgba=".5 .5 .5 1" reflectance=".5" specular="0"/>'
    floor = '<geom type="plane" size="3 3 .5" material="m"/>'
    box = '<geom type="box" size=".1 .1 .1" pos=".5 0 1" rgba="1 1 1 1"/>'
    rgb, _ = picture(floor + box, assets=mirror, size=128)
    # the box is 1 m below the eye and .5 m aside, its image 3 m below; the eye sees its lower side, where the ambient
    # light is all there is
    plain, image = 255 * 0.5 * 0.6, 255 * 0.5 * 0.1
    at = int(64 + 64 * 0.5 / 3)
    assert abs(int(rgb[64, at, 0]) - (plain + image)) <= 1
    assert abs(int(rgb[64, 64 - 20, 0]) - plain) <= 1
    off, _ = picture(floor + box, assets=mirror, size=128, off=[REFLECTION])
    assert abs(int(off[64, at, 0]) - plain) <= 1


def test_fog_is_linear_in_depth():
    _, scn, con = world(PLANE)
    con.fogStart, con.fogEnd = 1.5, 3.5
    con.fogRGBA[:] = (0, 0, 1, 1)
    scn.flags[FOG] = 1
    con._current = Buffer(64, 64)
    render_scene(Rect(0, 0, 64, 64), scn, con)
    # depth 2 of 1.5 .. 3.5: a quarter is fog, in the corners as well
    expected = 0.75 * 255 * np.array([0.8, 0.4, 0.2]) * 0.6 + 0.25 * np.array([0, 0, 255])
    assert np.abs(con._current.rgb.reshape(-1, 3) - expected).max() <= 1


TEXTURE = """<texture name="t" type="2d" builtin="checker" rgb1="1 0 0" rgb2="0 0 1" width="64" height="64"/>
 <material name="m" texture="t" texrepeat="1 1" rgba="1 1 1 1"/>"""


def test_a_texture_lies_once_over_a_plane():
    rgb, _ = picture('<geom type="plane" size="1 1 .5" material="m"/>', assets=TEXTURE, size=128)
    # the plane takes the middle half of the picture; the checker has two by two fields
    a, b = rgb[48, 48], rgb[48, 80]
    assert (a[0] > 0) != (b[0] > 0) and (a == rgb[80, 80]).all() and (b == rgb[80, 48]).all()


def test_numbers_of_objects_are_exact():
    rgb, _ = picture(PLANE + '<geom type="sphere" size=".3"/>', flags=[SEGMENT, IDCOLOR])
    assert set(np.unique(rgb[:, :, 0])) == {1, 2} and rgb[32, 32, 0] == 2
    assert (rgb[:, :, 1:] == 0).all()


MANY = PLANE + "".join(
    f'<geom type="{kind}" size=".2 .2 .2" pos="{x} {y} .4" rgba=".3 .6 .9 {alpha}"/>'
    for kind, x, y, alpha in (
        ("sphere", -0.6, -0.6, 1),
        ("capsule", 0.6, -0.6, 1),
        ("cylinder", -0.6, 0.6, 0.5),
        ("ellipsoid", 0.6, 0.6, 0.4),
        ("box", 0, 0, 1),
    )
)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_pictures_are_the_same_to_the_bit_for_any_number_of_threads(threads):
    one, depth = picture(MANY, shadow="true", size=150)
    other, depth2 = picture(MANY, shadow="true", size=150, threads=threads)
    assert (one == other).all() and (depth == depth2).all()


def test_each_tile_is_taken_once_and_two_threads_share_few_borders():
    for count, threads in ((1, 2), (2, 2), (7, 2), (20, 2), (20, 5), (3, 8)):
        taken = np.zeros(2, np.int64)
        turns = [[next_tile(i, taken.ctypes.data, count) for i in range(threads)] for _ in range(count)]
        found = [tile for turn in turns for tile in turn if tile != count]
        assert sorted(found) == list(range(count))
        if threads == 2:
            one, other = ([turn[i] for turn in turns if turn[i] != count] for i in (0, 1))
            half = count - (count + 1) // 2
            assert one == list(range(half, count)) and other == list(range(half))[::-1]


def test_a_thread_by_itself_takes_the_tiles_of_others_too():
    taken = np.zeros(2, np.int64)
    assert [next_tile(1, taken.ctypes.data, 5) for _ in range(6)] == [1, 0, 2, 3, 4, 5]


def test_few_tiles_are_taken_by_how_many_triangles_they_have():
    class Lists:
        ntile_x, ntile_y = 3, 2
        bin_start = np.cumsum([0, *[5, 1, 9, 0, 5, 2], *[0] * 6 * (NLIST - 2), *[0, 20, 0, 0, 0, 1]])

    assert [by_rank(Lists, rank, 0, 3, 6) for rank in range(6)] == [1, 2, 0, 4, 5, 3]
    # the four tiles of a block beside the first column
    assert [by_rank(Lists, rank, 1, 2, 4) for rank in range(4)] == [0, 1, 2, 3]


def test_drawing_again_gives_the_same_picture():
    _, scn, con = world(MANY, shadow="true")
    con._current = Buffer(64, 64)
    pictures = []
    for _ in range(3):
        render_scene(Rect(0, 0, 64, 64), scn, con)
        pictures.append(con._current.rgb.copy())
    assert (pictures[0] == pictures[1]).all() and (pictures[0] == pictures[2]).all()


# ---- what is out of the ordinary


def test_an_empty_scene_is_black_and_far():
    rgb, depth = picture(PLANE, change=lambda scn: setattr(scn, "ngeom", 0))
    assert (rgb == 0).all() and (depth == 0).all()


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e30])
@pytest.mark.parametrize("name", ["pos", "size", "mat", "rgba"])
def test_numbers_that_are_none_spoil_nothing_else(name, value):
    def change(scn):
        getattr(scn.geoms[1], name)[...] = value

    rgb, _ = picture(PLANE + '<geom type="sphere" size=".1"/>', shadow="true", change=change)
    assert abs(int(rgb[2, 2, 0]) - 122) <= 1 or name == "size"


def test_pictures_go_where_the_viewport_is_and_nowhere_else():
    _, scn, con = world(PLANE)
    con._current = Buffer(64, 48)
    con._current.rgb[:] = 7
    render_scene(Rect(10, 20, 30, 15), scn, con)
    inside = np.zeros((48, 64), bool)
    inside[20:35, 10:40] = True
    assert (con._current.rgb[~inside] == 7).all() and (con._current.rgb[inside] != 7).all()


def test_a_viewport_that_reaches_beyond_the_buffer_is_cut():
    _, scn, con = world(PLANE)
    con._current = Buffer(32, 32)
    con._current.rgb[:] = 7
    render_scene(Rect(-16, -16, 32, 32), scn, con)
    assert (con._current.rgb[:16, :16] != 7).all() and (con._current.rgb[16:] == 7).all()
    render_scene(Rect(100, 100, 32, 32), scn, con)


def test_a_context_that_was_freed_draws_nothing_more():
    _, scn, con = world(PLANE)
    con.free()
    with pytest.raises(FatalError, match="freed"):
        render_scene(Rect(0, 0, 8, 8), scn, con)


@pytest.mark.parametrize("size", [(0, 5), (5, -1), (1 << 20, 1), (16384, 16384)])
def test_buffers_of_absurd_sizes_are_refused(size):
    with pytest.raises(ValueError, match="buffer"):
        Buffer(*size)
