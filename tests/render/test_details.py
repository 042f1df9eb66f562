"""Pictures in detail: mirrors, skies, cubes, order, rooms, and what goes beyond 3.5.0, against formulas and invariants.

Documents: Programming / Visualization
"""

import gc
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gelenk
from gelenk.render import RenderOptions
from gelenk.render.context import Buffer, MjrContext
from gelenk.render.draw_scene import render_scene
from gelenk.render.options import set_options
from tests.render.test_pictures import PLANE, REFLECTION, WIREFRAME, Rect, picture, world
from tests.support.tolerance import tol

POINT = int(gelenk.mjtLightType.mjLIGHT_POINT)
MIRROR = '<material name="m" rgba=".5 .5 .5 1" reflectance=".5" specular="0"/>'
FLOOR = '<geom type="plane" size="3 3 .5" material="m"/>'


def drawn(scn, con, size=64, better=None):
    """Colors of a scene (rows from above, columns, 3), and the depth."""
    if better is not None:
        set_options(con, better)
    con._current = Buffer(size, size)
    render_scene(Rect(0, 0, size, size), scn, con)
    return np.flipud(con._current.rgb).astype(int), np.flipud(con._current.depth).astype(float)


# ---- mirrors


def test_a_mirror_shows_what_is_transparent_over_what_it_shows_behind():
    box = '<geom type="box" size=".1 .1 .1" pos=".5 0 1" rgba="1 1 1 .5"/>'
    rgb, _ = picture(FLOOR + box, assets=MIRROR, size=128)
    # as an opaque box (test_pictures.py), but only 1 - (1 - .5)^2 of it, before nothing
    plain, image = 255 * 0.5 * 0.6, 0.75 * 255 * 0.5 * 0.1
    assert abs(int(rgb[64, int(64 + 64 * 0.5 / 3), 0]) - (plain + image)) <= 1.5


def test_the_mirror_is_one_where_edges_are_drawn():
    box = '<geom type="box" size=".1 .1 .1" pos=".5 .5 1" rgba="1 1 1 1"/>'
    at = slice(64 - 24, 64 - 8), slice(64 + 8, 64 + 14)  # the image, in a field of the floor
    on, _ = picture(FLOOR + box, assets=MIRROR, size=128, flags=[WIREFRAME])
    off, _ = picture(FLOOR + box, assets=MIRROR, size=128, flags=[WIREFRAME], off=[REFLECTION])
    assert on[at].max() > 0 and off[at].max() == 0


# ---- what is behind everything

SKY = """<mujoco><statistic extent="1" center="0 0 0"/><visual><headlight active="0"/>
 <map znear="{near}" zfar="{far}"/><quality numslices="28"/><global offwidth="64" offheight="64"/></visual>
 <asset><texture type="skybox" builtin="flat" rgb1="1 0 0" rgb2="1 0 0" width="4" height="24"/></asset>
 <worldbody><camera name="c" xyaxes="{axes}" fovy="90"/></worldbody></mujoco>"""
LEVEL, DOWN = "1 0 0 0 0 1", "1 0 0 0 1 0"


def sky(axes, near=0.1, far=10.0):
    m = gelenk.MjModel.from_xml_string(SKY.format(axes=axes, near=near, far=far))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    scn, con, cam = gelenk.MjvScene(m, 10), MjrContext(m, 150), gelenk.MjvCamera()
    cam.type, cam.fixedcamid = 2, 0
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    rgb, depth = drawn(scn, con)
    return rgb, near * far / (near + depth * (far - near))


def test_the_sky_is_a_prism_with_flat_ends():
    _, level = sky(LEVEL)
    # an edge of the prism is ahead, at 0.7 of the far plane; sides are nearer by cos(pi / 28); the eyes of a scene
    # are apart, and seen from the side each direction is a little off: 1 %
    assert level[32, 32] == pytest.approx(7, rel=tol(0.01))
    assert (level <= 7 * 1.01).all() and level[32, 0] == pytest.approx(7 / np.sqrt(2), rel=tol(0.02))
    _, down = sky(DOWN)
    # as above: 1 %
    assert np.abs(down[20:44, 20:44] - 7).max() < tol(0.01)


def test_the_sky_ends_where_it_is_nearer_than_the_near_plane():
    rgb, _ = sky(LEVEL, near=1.2, far=2.0)
    # 45 degrees aside the sky is at 1.4 / sqrt(2) along the view
    assert rgb[32, 32, 0] == 255 and rgb[32, 0, 0] == 0 and rgb[32, 63, 0] == 0


# ---- cubes, order, rooms


def test_faces_of_a_cube_texture_run_into_each_other():
    assets = """<texture name="t" type="cube" builtin="flat" rgb1="1 0 0" rgb2="0 0 1" width="4" height="24"/>
     <material name="m" texture="t" specular="0"/>"""
    rgb, _ = picture('<geom type="box" size=".5 .5 .5" material="m"/>', assets=assets, size=128)
    # the face at -y is blue; up to half a texel, 5 pixels, from it, the upper face is mixed with it
    column = rgb[:, 64].astype(int)
    inside = np.flatnonzero(column.sum(axis=1) > 0)
    low, high = column[inside[-1] - 1], column[inside[0] + 1]
    assert 0.3 < low[2] / low.sum() < 0.6 and high[2] == 0
    assert column[64, 2] == 0 and column[64, 0] > 0


def test_transparent_geoms_are_ordered_by_where_they_begin():
    ball = '<geom type="sphere" size=".5" rgba="1 0 0 .5"/>'
    box = '<geom type="box" size=".1 .1 .1" rgba="0 1 0 .5"/>'
    sheet = '<geom type="plane" size="1 1 1" pos="0 0 1.5" rgba="0 0 1 .5"/>'
    _, scn, con = world(sheet + box + ball)
    drawn(scn, con)
    # the ball begins 1.5 m before the eye, the box, whose corner counts, later; planes are behind all
    assert scn.geomorder[:3].tolist() == [2, 1, 0]
    distances = [scn.geoms[i].camdist for i in (2, 1, 0)]
    assert distances == pytest.approx([1.5, 2 - 0.1 * np.sqrt(3), 1e10], rel=tol(1e-6))


def test_a_quaternion_that_is_too_long_scales_the_room():
    _, scn, con = world(PLANE + '<geom size=".3"/>')
    scn.enabletransform = 1
    scn.rotate[:], scn.scale = (1, 0, 0, 0), 1.0
    one, _ = drawn(scn, con)
    scn.rotate[:], scn.scale = (2, 0, 0, 0), 0.25
    other, _ = drawn(scn, con)
    assert (one == other).all() and one.max() > 0


def test_the_window_has_hard_edges_and_the_offscreen_buffer_smooth_ones():
    m = gelenk.MjModel.from_xml_string(
        '<mujoco><worldbody><geom type="box" size=".3 .3 .3" euler="10 20 30"/></worldbody></mujoco>'
    )
    d, con, scn, cam = gelenk.MjData(m), MjrContext(m, 150), gelenk.MjvScene(m, 10), gelenk.MjvCamera()
    gelenk.mj_forward(m, d)
    gelenk.mjv_defaultFreeCamera(m, cam)
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    depths = []
    for buffer, target in ((0, con._window), (1, con._offscreen)):
        gelenk.mjr_setBuffer(buffer, con)
        gelenk.mjr_render(gelenk.MjrRect(0, 0, 64, 64), scn, con)
        depths.append((target.depth[:64, :64] == 0) & (target.rgb[:64, :64].max(axis=2) > 0))
    # a pixel with color whose first sample sees nothing is at a smooth edge
    assert not depths[0].any() and depths[1].any()


# ---- beyond 3.5.0


def test_point_lights_can_shine_from_where_they_are():
    _, scn, con = world(PLANE)
    light = scn.lights[0]
    light.type, light.pos[:], light.attenuation[:] = POINT, (0, 0, 1), (1, 0, 0)
    before, _ = drawn(scn, con, 128)
    rgb, _ = drawn(scn, con, 128, RenderOptions(point_lights=True))
    assert before[64, 64, 0] == before[64, 96, 0]  # as in 3.5.0: from the eye, everywhere alike
    # vertices of the plane are 1 m apart: one is in the middle, the next 32 pixels to the right
    for column, cosine in ((64, 1.0), (96, 1 / np.sqrt(2))):
        assert abs(rgb[64, column, 0] - 255 * 0.8 * (0.1 + 0.5 * cosine)) <= 3


def test_shadows_can_have_soft_rims_of_a_given_width():
    box = '<geom type="box" size=".5 .5 .01" pos="0 0 .5" rgba="1 1 1 1"/>'
    _, scn, con = world(PLANE + box, shadow="true")
    scn.lights[0].dir = (1 / np.sqrt(2), 0, -1 / np.sqrt(2))
    hard, _ = drawn(scn, con, 128)
    soft, _ = drawn(scn, con, 128, RenderOptions(soft_shadows=0.1))
    row, was = soft[64, 90:110, 0], hard[64, 90:110, 0]
    between = np.flatnonzero((row > 0) & (row < row.max()))
    # a rim of 0.2 m across the light is 0.2 / cos 45 m on the floor, at 32 pixels a meter: 9 pixels
    assert set(np.unique(was)) == {0, was.max()} and 5 <= len(between) <= 11
    assert abs(between.mean() - (np.flatnonzero(was == 0)[-1] + 0.5)) <= 1.5
    # the lit floor itself stays as it was
    assert (soft[:20] == hard[:20]).all()


@pytest.mark.parametrize(("most", "shining"), [(None, 8), (12, 12), (3, 3)])
def test_more_than_eight_lights_shine_when_asked(most, shining):
    lights = '<light type="directional" ambient=".05 .05 .05" diffuse="0 0 0" specular="0 0 0" castshadow="false"/>'
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><visual><headlight active="0"/></visual><worldbody>{12 * lights}'
        '<geom type="plane" size="9 9 1" rgba="1 1 1 1"/></worldbody></mujoco>'
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    rgb = gelenk.render.pictures(
        m, d, -1, 16, 16, better=None if most is None else RenderOptions(most_lights=most)
    )
    assert abs(int(rgb[0, 0, 15, 8, 0]) - 255 * 0.05 * shining) <= 1


def test_lights_beyond_the_eighth_that_casts_a_shadow_shine_without_one():
    light = '<light type="directional" ambient=".05 .05 .05" diffuse="0 0 0" specular="0 0 0"/>'
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><visual><headlight active="0"/></visual><worldbody>{11 * light}'
        '<geom type="plane" size="9 9 1" rgba="1 1 1 1"/></worldbody></mujoco>'
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    rgb = gelenk.render.pictures(m, d, -1, 16, 16, better=RenderOptions(most_lights=11))
    assert abs(int(rgb[0, 0, 15, 8, 0]) - 255 * 0.05 * 11) <= 1


@pytest.mark.parametrize(
    "better",
    [
        RenderOptions(soft_shadows=-1.0),
        RenderOptions(soft_shadows=np.nan),
        RenderOptions(most_lights=-1),
        RenderOptions(most_lights=101),
    ],
)
def test_options_out_of_range_are_refused(better):
    _, _, con = world(PLANE)
    with pytest.raises(ValueError, match=r"soft_shadows|most_lights"):
        set_options(con, better)


# ---- many pictures


def resident():
    """Memory of this process [byte]."""
    with open("/proc/self/statm") as file:
        return 4096 * int(file.read().split()[1])


def test_pictures_leak_no_memory():
    m = gelenk.MjModel.from_xml_string('<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>')
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 8, 8) as renderer:
        for k in range(1200):
            if k == 200:
                gc.collect()
                before = resident()
            renderer.update_scene(d)
            renderer.render()
    gc.collect()
    # 1000 pictures: a kilobyte each would be 1 MB
    assert resident() - before < 1 << 20


def test_threads_draw_with_renderers_of_their_own():
    m = gelenk.MjModel.from_xml_string(
        '<mujoco><worldbody><light/><geom type="plane" size="1 1 1"/><body><freejoint/><geom size=".2"/></body>'
        "</worldbody></mujoco>"
    )

    def draw(k):
        d = gelenk.MjData(m)
        d.qpos[0] = 0.1 * k
        gelenk.mj_forward(m, d)
        with gelenk.Renderer(m, 48, 64) as renderer:
            for _ in range(5):
                renderer.update_scene(d)
                pixels = renderer.render()
        return pixels

    alone = [draw(k) for k in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, range(4)))
    assert all((one == other).all() for one, other in zip(alone, together, strict=True))
    assert not (alone[0] == alone[3]).all()


def test_depth_of_orthographic_cameras_is_converted_as_3_5_0_does():
    m = gelenk.MjModel.from_xml_string(
        '<mujoco><statistic extent="1"/><visual><map znear=".1" zfar="10"/></visual><worldbody>'
        '<camera name="c" pos="0 0 2" projection="orthographic" fovy="1"/><geom type="plane" size="9 9 1"/>'
        "</worldbody></mujoco>"
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    depth = gelenk.render.pictures(m, d, "c", 8, 8, kind="depth")[0, 0]
    # in the buffer (10 - 2) / 9.9; by the formula of perspective n f / (n + depth (f - n))
    assert depth == pytest.approx(0.1 * 10 / (0.1 + 8), rel=tol(1e-5))
