"""What is drawn with fewer vertices, or many triangles at once, looks as if each vertex and triangle were drawn.

Documents: Programming / Visualization; XML reference / visual/quality
"""

import numpy as np
import pytest

import gelenk
from gelenk.render.workspace import read_scalar
from tests.render.test_pictures import PLANE, REFLECTION, SHADOW, WIREFRAME, picture
from tests.support.tolerance import tol

DEPTH, SEGMENT = 7, 8
# a lamp beside the camera, so that highlights lie on what it looks at
NEAR_LAMP = """<mujoco><statistic extent="1" center="0 0 0"/>
 <visual><headlight active="0"/><map znear=".02" zfar="40"/><global offwidth="160" offheight="120"/>
  <quality numslices="28" numstacks="{fine}" numquads="{fine}" shadowsize="1024"/></visual>
 <worldbody><light pos="0 {eye} .1" dir="0 1 0" cutoff="80" exponent="4" diffuse=".5 .5 .5" specular=".5 .5 .5"
   castshadow="false"/>
  <light type="directional" pos="0 0 3" dir=".1 .2 -1" diffuse=".4 .4 .4" castshadow="true"/>
  <camera name="c" pos="0 {eye} 0" xyaxes="1 0 0 0 0 1" fovy="{fovy}"/>
  <geom type="cylinder" size=".1 .2" pos="-.3 0 0" zaxis="1 0 3" rgba=".6 .3 .2 1"/>
  <geom type="box" size=".1 .1 .1" pos="0 0 0" euler="10 20 30" rgba=".2 .6 .3 1"/>
  <geom type="cylinder" size=".1 .05" pos=".3 0 0" rgba=".2 .3 .6 1" zaxis="0 1 1"/>
  <geom type="plane" size="2 2 1" pos="0 0 -.4" rgba=".4 .4 .4 1"/></worldbody></mujoco>"""


def lamp(fine, eye, fovy):
    """A picture of three shapes and their shadows, seen and lit from (0, eye, 0); how many triangles they are."""
    m = gelenk.MjModel.from_xml_string(NEAR_LAMP.format(fine=fine, eye=eye, fovy=fovy))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d, "c")
        found = renderer.render().astype(int)
        return found, read_scalar(renderer._mjr_context, "ntri_used")


def assert_alike(many, few):
    """Two pictures of one plane in many cells and in few are the same, but for samples of its outline."""
    off = np.abs(many.astype(int) - few).max(axis=2) > 2  # colors are rounded twice
    # corners lie on a grid of 1/256 pixel: an outline of n corners passes a sample, of four a pixel, by so much at most
    assert off.mean() < tol(0.01) and np.abs(many.astype(int) - few)[off].max(initial=0) < 255 / 4 + 2


def test_light_from_afar_needs_no_vertices_within_straight_lines():
    (coarse, few), (fine, more) = lamp(2, -9, 6), lamp(24, -9, 6)
    assert fine.std() > 10 and few == more
    np.testing.assert_array_equal(coarse, fine)


def test_light_from_nearby_falls_on_all_vertices():
    (coarse, few), (fine, more) = lamp(2, -0.9, 60), lamp(24, -0.9, 60)
    assert more > 3 * few and np.abs(coarse - fine).max() > 4


@pytest.mark.parametrize("cube", [False, True], ids=["2d", "cube"])
def test_a_texture_goes_on_from_triangle_to_triangle_of_a_plane(cube):
    size = 'type="cube" width="8" height="48"' if cube else 'type="2d" width="16" height="16"'
    assets = f'<texture name="t" builtin="gradient" rgb1="1 .2 0" rgb2="0 .4 1" {size}/>'
    assets += '<material name="m" texture="t" texrepeat="2 3" specular="0"/>'
    plane = '<geom type="plane" size="1.4 1.4 {}" material="m" euler="20 10 5"/>'
    many, _ = picture(plane.format(0.05), assets=assets, shadow="true")
    few, _ = picture(plane.format(2), assets=assets, shadow="true")
    assert many.std() > 10
    assert_alike(many, few)


def test_a_shadow_goes_on_from_triangle_to_triangle_of_a_plane():
    box = '<geom type="box" size=".2 .3 .05" pos=".9 .2 .5" rgba="1 1 1 1"/>'
    plane = '<geom type="plane" size="2 2 {}" rgba=".5 .5 .5 1" euler="5 3 0"/>'
    many, few = (picture(plane.format(s) + box, shadow="true")[0].astype(int) for s in (0.05, 2))
    off, _ = picture(plane.format(2) + box, shadow="true", off=[SHADOW])
    assert (off.astype(int) - few).max() > 30
    assert_alike(many, few)


def test_a_line_is_the_same_from_either_end():
    ends = np.array([[-0.7, -0.4, 0.3], [0.6, 0.5, 0.9]])

    def draw(points):
        def add(scn):
            geom = scn.geoms[scn.ngeom]
            gelenk.mjv_initGeom(geom, 0, np.zeros(3), np.zeros(3), np.eye(3).ravel(), np.ones(4, np.float32))
            gelenk.mjv_connector(geom, gelenk.mjtGeom.mjGEOM_LINE, 5, *points)
            scn.ngeom += 1

        return picture(PLANE, change=add)

    (one, one_depth), (other, other_depth) = draw(ends), draw(ends[::-1])
    assert (one == 255).any()
    np.testing.assert_array_equal(one, other)
    np.testing.assert_allclose(one_depth, other_depth, atol=tol(1e-6))  # positions of the ends round


def test_what_is_transparent_is_in_the_mirror_too_where_edges_are_drawn():
    mirror = '<material name="m" rgba=".5 .5 .5 1" reflectance=".5" specular="0"/>'
    floor = '<geom type="plane" size="3 3 .5" material="m"/>'
    box = '<geom type="box" size=".1 .1 .1" pos=".5 .5 1" rgba="1 1 1 {}"/>'
    at = slice(64 - 24, 64 - 8), slice(64 + 8, 64 + 14)  # the image, in a field of the floor
    for opacity in (1, 0.5):
        rgb, _ = picture(floor + box.format(opacity), assets=mirror, size=128, flags=[WIREFRAME])
        off, _ = picture(
            floor + box.format(opacity), assets=mirror, size=128, flags=[WIREFRAME], off=[REFLECTION]
        )
        assert (rgb[at].astype(int) - off[at] > 0).any()


def test_depth_alone_is_a_black_picture_with_depth():
    sphere = '<geom size=".5" rgba="1 1 1 1"/>'
    rgb, depth = picture(sphere, flags=[DEPTH])
    _, colored = picture(sphere)
    assert rgb.max() == 0 and depth.max() > 0
    np.testing.assert_array_equal(depth > 0, colored > 0)
    rgb, depth = picture(sphere, flags=[DEPTH, SEGMENT])  # not even numbers of objects, as in 3.5.0
    assert rgb.max() == 0 and depth.max() > 0
