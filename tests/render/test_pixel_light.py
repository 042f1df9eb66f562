"""Light at pixels, when it is asked for, against the formula; the largest pictures; two eyes.

Documents: Programming / Visualization; XML reference / light
"""

import numpy as np

import gelenk
from gelenk.render import RenderOptions, pictures
from gelenk.render.context import Buffer
from gelenk.render.draw_scene import render_scene
from tests.render.test_details import MIRROR, POINT, drawn
from tests.render.test_pictures import PLANE, Rect, world
from tests.support.tolerance import tol

SPOT = int(gelenk.mjtLightType.mjLIGHT_SPOT)
PIXELS = RenderOptions(pixel_light=True, point_lights=True)


def test_between_vertices_light_is_that_of_the_formula():
    _, scn, con = world(PLANE)
    light = scn.lights[0]
    light.type, light.pos[:], light.attenuation[:] = POINT, (0, 0, 1), (1, 0, 0)
    rgb, depth = drawn(scn, con, 128, PIXELS)
    other, far = drawn(scn, con, 128, RenderOptions(point_lights=True))
    x = (np.arange(128) + 0.5 - 64) / 32  # on the floor, 2 m below the camera
    cosine = 1 / np.sqrt(1 + x[None, :] ** 2 + x[:, None] ** 2)
    expected = 255 * 0.8 * (0.1 + 0.5 * cosine)
    np.testing.assert_allclose(rgb[:, :, 0], expected, atol=tol(1.0))
    assert np.abs(other[:, :, 0] - expected).max() > 4  # vertices of the plane are 1 m apart
    np.testing.assert_allclose(depth, far, atol=tol(1e-6))


def test_the_cone_of_a_lamp_is_round():
    _, scn, con = world(PLANE)
    light = scn.lights[0]
    light.type, light.pos[:], light.dir[:], light.attenuation[:] = SPOT, (0, 0, 1), (0, 0, -1), (1, 0, 0)
    light.cutoff, light.exponent = 40, 0
    rgb, _ = drawn(scn, con, 128, PIXELS)
    lit = rgb[:, :, 0] > 0
    radius = 32 * np.tan(np.radians(40))
    # the edge is 2 pi radius pixels long, of which each may be counted or not: their mean is the circle's to a few
    assert abs(lit.sum() / (np.pi * radius**2) - 1) < tol(0.02)
    x, y = np.nonzero(lit)
    assert np.hypot(x - 63.5, y - 63.5).max() < radius + 1


def test_a_highlight_is_where_the_mirror_direction_is():
    _, scn, con = world('<geom type="sphere" size="1" rgba=".1 .1 .1 1"/>')
    light, ball = scn.lights[0], scn.geoms[0]
    light.specular[:], light.dir[:], ball.specular, ball.shininess = 1, (0.6, 0, -0.8), 1, 1
    rgb, _ = drawn(scn, con, 256, PIXELS)
    bright = np.argwhere(rgb[:, :, 0] == rgb[:, :, 0].max()).mean(axis=0)
    # of a sphere of radius 1 m, 2 m below the camera: the normal between the directions to the lamp and to the eye
    angles = np.linspace(0, -np.pi / 2, 100_001)
    normal = np.stack([np.sin(angles), np.cos(angles)], 1)
    eye = np.array([0.0, 2.0]) - normal
    half = eye / np.linalg.norm(eye, axis=1, keepdims=True) + np.array([-0.6, 0.8])
    best = normal[np.argmax((normal * half).sum(1) / np.linalg.norm(half, axis=1))]
    column = 127.5 + 128 * best[0] / (2 - best[1])
    np.testing.assert_allclose(bright, [127.5, column], atol=tol(1.5))


def test_shadows_mirrors_and_threads_are_as_with_light_at_vertices():
    box = '<geom type="box" size=".3 .3 .05" pos=".2 .1 .6" rgba="1 1 1 1"/>'
    floor = '<geom type="plane" size="3 3 .5" material="m"/>'
    _, scn, con = world(floor + box, assets=MIRROR, shadow="true")
    scn.lights[0].dir[:] = (0.6, 0, -0.8)
    before, _ = drawn(scn, con, 96)
    rgb, _ = drawn(scn, con, 96, RenderOptions(pixel_light=True))
    # one directional light without highlights is the same everywhere
    assert (before == before[0, 0]).all(axis=2).mean() < 0.95
    np.testing.assert_allclose(rgb, before, atol=tol(1.0))
    con._current = Buffer(96, 96)
    render_scene(Rect(0, 0, 96, 96), scn, con, 3)
    np.testing.assert_array_equal(np.flipud(con._current.rgb), rgb)
    soft, _ = drawn(scn, con, 96, RenderOptions(pixel_light=True, soft_shadows=0.1))
    vertices, _ = drawn(scn, con, 96, RenderOptions(soft_shadows=0.1))
    assert (soft != rgb).any()
    np.testing.assert_allclose(soft, vertices, atol=tol(1.0))


def test_pictures_of_4096_pixels_are_finer_ones_of_the_same():
    m, _, _ = world(PLANE + '<geom size=".4" pos=".3 .2 .4" rgba=".2 .3 .9 1"/>')
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    large = pictures(m, d, "top", 4096, 2160, threads=1)[0, 0]
    small = pictures(m, d, "top", 512, 270, threads=1)[0, 0].astype(float)
    mean = large.reshape(270, 8, 512, 8, 3).mean(axis=(1, 3))
    # all but the pixels at the rim, whose samples are fewer
    assert (np.abs(mean - small).max(axis=2) < tol(2.0)).mean() > 0.99


def test_two_eyes_are_side_by_side_where_there_are_no_two_buffers():
    m, scn, con = world(PLANE + '<geom size=".3" pos="0 0 .9" rgba="1 0 0 1"/>')
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    m.cam_ipd[:] = 0.2
    cam = gelenk.MjvCamera()
    cam.type, cam.fixedcamid = gelenk.mjtCamera.mjCAMERA_FIXED, 0
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    found = []
    for stereo in gelenk.mjtStereo.mjSTEREO_QUADBUFFERED, gelenk.mjtStereo.mjSTEREO_SIDEBYSIDE:
        scn.stereo = stereo
        found.append(drawn(scn, con, 128)[0])
    np.testing.assert_array_equal(*found)
    left, right = found[0][:, :64], found[0][:, 64:]
    assert (left != right).any() and (left[:, :, 0] > 0).any() and (right[:, :, 0] > 0).any()
