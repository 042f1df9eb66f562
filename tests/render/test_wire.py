"""Edges in the place of faces, as 3.5.0 draws them: pictures with one sample a pixel, in which sums are exact."""

import numpy as np
import pytest

import gelenk
from gelenk.tables.enums import mjtRndFlag
from tests.support.tolerance import tol

HEAD, LIGHT = 0.075, 0.1  # what the headlight and the light give to a face that looks up, of color 1/2
MODEL = """<mujoco><statistic extent="2" center="0 0 0"/>
 <visual><headlight ambient=".05 .05 .05" diffuse=".1 .1 .1" specular="0 0 0"/><quality offsamples="0"/></visual>
 <asset><material name="m" rgba=".5 .5 .5 1" reflectance="{shine}" specular="0"/></asset>
 <worldbody><camera name="top" pos="0 0 3" xyaxes="1 0 0 0 1 0"/><camera name="side" pos="0 -2 2" xyaxes="1 0 0 0 1 1"/>
 {geoms}</worldbody></mujoco>"""
FLOOR = '<geom type="plane" size="1 1 .25" material="m"/>'  # 4 x 4 cells
SUN = '<light type="directional" pos="0 0 3" dir="{}" diffuse=".2 .2 .2" specular="0 0 0"/>'
BOX = '<geom type="box" size=".3 .3 .2" pos="0 0 {}" rgba="{} 1"/>'


def edges(geoms, shine=0, camera="top", reflection=True, width=160):
    """Colors of a picture of these geoms."""
    m = gelenk.MjModel.from_xml_string(MODEL.format(geoms=geoms, shine=shine))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, width) as renderer:
        renderer.update_scene(d, camera)
        renderer.scene.flags[mjtRndFlag.mjRND_WIREFRAME] = 1
        renderer.scene.flags[mjtRndFlag.mjRND_REFLECTION] = reflection
        return renderer.render().astype(int)


def counts(picture):
    """How many pixels have each brightness."""
    values, number = np.unique(picture[..., 0], return_counts=True)
    return dict(zip(values.tolist(), number.tolist(), strict=True))


@pytest.mark.parametrize("reflection", [True, False])
def test_edges_of_the_first_mirror_are_added_up(reflection):
    seen = counts(edges(FLOOR, shine=0.5, reflection=reflection))
    one, two, four = (int(255 * HEAD * k + 0.5) for k in (1, 2, 4))
    # once at the rim, twice inside, four times where two edges cross: three by three places
    assert set(seen) == {0, one, two, four} and seen[four] == 9
    # four sides of 97 pixels; corners and crossings are counted once, twice or not at all
    assert seen[one] == pytest.approx(4 * 97, abs=tol(6)) and seen[two] > seen[one]


def test_edges_of_what_is_no_mirror_take_the_place_of_others():
    assert set(counts(edges(FLOOR))) == {0, round(255 * HEAD)}


def test_a_light_that_casts_shadows_is_added_for_each_face_beside_an_edge():
    seen = counts(edges(FLOOR + SUN.format("0 0 -1")))
    assert set(seen) == {0, *(round(255 * (HEAD + k * LIGHT)) for k in (1, 2, 4))}
    # four sides of 97 pixels, but for corners and crossings
    assert seen[round(255 * (HEAD + LIGHT))] == pytest.approx(4 * 97, abs=tol(6))


def test_only_edges_cast_shadows():
    # beside the edges of the floor, seen from the light
    roof = BOX.format(2, ".5 .5 .5").replace(".3 .3 .2", ".9 .9 .1").replace("0 0 2", ".07 .05 2")
    plain, below = (
        edges(FLOOR + SUN.format("0 0 -1"), camera="side"),
        edges(FLOOR + roof + SUN.format("0 0 -1"), camera="side"),
    )
    dark = (plain > 60).any(axis=2) & (below < 30).all(axis=2)
    # faces would hide nearly all of the floor from the light
    assert dark.sum() < 0.1 * (plain > 60).any(axis=2).sum()


def test_edges_are_in_their_own_shadow_in_parts():
    plank = '<geom type="box" size=".6 .02 .3" euler="0 35 0" rgba=".5 .5 .5 1"/>'
    picture = edges(plank + SUN.format("0 0 -1"), width=320)
    drawn = picture[picture[..., 0] > 0][:, 0]
    lit = (drawn > 255 * HEAD + 5).mean()
    assert 0.2 < lit < 0.9


def test_edges_in_the_mirror_are_behind_what_is_below_it():
    green = BOX.format(0.4, "0 1 0")
    floor = FLOOR.replace(".25", "2")
    seen = edges(floor + BOX.format(-0.3, "1 0 0") + green, shine=0.5, camera="side")
    alone = edges(floor + BOX.format(-0.3, "1 0 0"), shine=0.5, camera="side")
    image = edges(floor + green, shine=0.5, camera="side")

    def red(p):
        return (p[..., 0] > p[..., 1]) & (p[..., 0] > p[..., 2])

    front = edges(green, camera="side")[..., 1] > 0
    # the image of the box above is where the one below is, and farther: red edges stay
    assert (red(alone) & (image[..., 1] > image[..., 0]) & ~front).sum() > 50
    assert (red(alone) & ~front).sum() == (red(seen) & ~front).sum()


def test_what_is_above_the_mirror_is_seen_in_it_and_what_is_below_is_not():
    floor = FLOOR.replace(".25", "2")
    for height, seen in ((0.4, True), (-0.4, False)):
        on, off = (
            edges(floor + BOX.format(height, "0 1 0"), 0.5, "side", reflection)
            for reflection in (True, False)
        )
        assert (on != off).any() == seen


def test_objects_are_told_by_whole_faces_where_edges_are_drawn():
    """As in 3.5.0, which fills faces in pictures of numbers and of distances, whatever mjRND_WIREFRAME says."""
    m = gelenk.MjModel.from_xml_string(MODEL.format(geoms=FLOOR, shine=0))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 60, 60) as renderer:
        renderer.update_scene(d, "top")
        renderer.scene.flags[mjtRndFlag.mjRND_WIREFRAME] = 1
        renderer.enable_segmentation_rendering()
        assert (renderer.render()[20:40, 20:40, 0] == 0).all()
        renderer.enable_depth_rendering()
        np.testing.assert_allclose(renderer.render()[20:40, 20:40], 3, atol=tol(1e-3))  # 24 bits of depth


def measured(xml):
    """Red (rows from above, columns) of the edges of a plane that the camera c sees from the side."""
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d, "c")
        renderer.scene.flags[mjtRndFlag.mjRND_WIREFRAME] = 1
        return renderer.render()[..., 0].astype(int)


ASLANT = """<mujoco><visual><global linewidth="{}"/><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/>
  <quality offsamples="0"/></visual><statistic extent="1" center="0 0 .3"/><worldbody>
  <camera name="c" pos=".2 -3.1 2.52" xyaxes="1 .2 0 0 .5 .7" fovy="30"/>
  <geom type="plane" size="1 1 .1" rgba="1 1 1 1"/></worldbody></mujoco>"""


@pytest.mark.parametrize(("width", "count"), [(1, 1786), (1.4, 1786), (1.6, 3373), (2.5, 4782)])
def test_edges_are_whole_pixels_wide_where_there_is_one_sample(width, count):
    # measured in 3.5.0; an end or two on the rim of a pixel
    assert abs(int((measured(ASLANT.format(width)) > 0).sum()) - count) <= 3


SUNNY = """<mujoco><visual><headlight active="0"/><map shadowclip="3"/>
 <quality offsamples="0" shadowsize="1024"/></visual>
 <statistic extent="1" center="0 0 .3"/><worldbody><camera name="c" pos="0 -3 2.5" xyaxes="1 0 0 0 .5 .7" fovy="30"/>
 <light type="directional" pos=".3 .2 2" dir="-.3 -.2 -2" diffuse=".3 0 0" specular="0 0 0" castshadow="true"/>
 <geom type="plane" size="1 1 .1" rgba="1 1 1 1"/></worldbody></mujoco>"""


def test_edges_within_a_plane_are_in_their_own_shadow_in_parts():
    red = measured(SUNNY)
    # measured in 3.5.0, where 1860 pixels would be lit without shadows; texels at the rim of a shadow go either way
    assert abs(int((red > 100).sum()) - 895) <= 40 and abs(int((red > 0).sum()) - 1045) <= 40


def test_caps_of_cylinders_have_a_ring_for_two_stacks():
    body = '<geom type="cylinder" size="1 .1" rgba=".5 .5 .5 1"/>'
    m = gelenk.MjModel.from_xml_string(MODEL.format(geoms=body, shine=0))
    m.vis.quality.numslices, m.vis.quality.numstacks = 6, 10
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d, "top")
        renderer.scene.flags[mjtRndFlag.mjRND_WIREFRAME] = 1
        lit = renderer.render()[..., 0] > 0
    # from the middle upwards, halfway between two of the six spokes
    along = lit[:57, 80].astype(int)
    assert np.count_nonzero(np.diff(along) > 0) == 5
