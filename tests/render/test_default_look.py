"""Models without a sky, a light or a floor get them in viewers, and covered collision geoms are found.

Documents: design / The viewer; Modeling / Geom collision filters
"""

import numpy as np
import pytest

import gelenk
from gelenk.render import batch_render, capture, default_look
from tests.support.tolerance import tol

BALL = "<body pos='0 0 1'><freejoint/><geom size='.2'/></body>"
SKY = "<asset><texture type='skybox' builtin='flat' rgb1='1 0 0' width='8' height='48'/></asset>"


def model(world, more=""):
    return gelenk.MjModel.from_xml_string(f"<mujoco>{more}<worldbody>{world}</worldbody></mujoco>")


def picture(m, look, samples=4):
    """An image of a model with a look, from a camera that sees the horizon."""
    m.vis.quality.offsamples = samples
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    con, scn = batch_render.make_context_and_scene(m, 160, 120)
    default_look.add_to_context(con, m, look)
    cam = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, cam)
    cam.elevation = -12
    for _ in range(2):
        gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    default_look.add_to_scene(scn, m, look)
    return capture.capture_image(con, 160, 120, scn, "rgb").astype(int), scn


def test_what_a_model_lacks_is_found_part_by_part():
    look = default_look.missing_parts(model(BALL))
    assert look.sky and look.light and look.floor is not None
    assert not default_look.missing_parts(model(BALL, SKY)).sky
    assert not default_look.missing_parts(model(BALL + "<light pos='0 0 3'/>")).light
    assert default_look.missing_parts(model(BALL + "<geom type='plane' size='1 1 .1'/>")).floor is None
    wide = "<geom type='box' size='9 9 .1' pos='0 0 -.1'/>"
    assert default_look.missing_parts(model(BALL + wide)).floor is None
    sideways = model(BALL, "<option gravity='9.81 0 0'/>")
    assert default_look.missing_parts(sideways).floor is None
    every = model(BALL + "<light/><geom type='plane' size='1 1 .1'/>", SKY)
    assert not default_look.missing_parts(every)


# the floor is a part of the extent lower, so that it does not flicker through feet
def test_the_floor_is_below_the_lowest_point_of_the_initial_state_and_the_keyframes():
    m = model(BALL)
    assert default_look.missing_parts(m).floor == pytest.approx(0.8, abs=tol(0.01))
    m = model(BALL, "<keyframe><key qpos='0 0 .3 1 0 0 0'/></keyframe>")
    assert default_look.missing_parts(m).floor == pytest.approx(0.1, abs=tol(0.01))
    m = model(BALL + "<geom type='plane' size='1 1 .1' pos='0 0 .4' group='4'/>")  # a plane that is not shown
    assert default_look.missing_parts(m).floor == pytest.approx(0.4, abs=tol(0.01))
    cloth = """<flexcomp name='c' type='grid' dim='2' count='4 4 1' spacing='.1 .1 .1' pos='0 0 2' radius='.01'/>"""
    assert default_look.missing_parts(model(cloth)).floor == pytest.approx(2, abs=tol(0.05))


def test_sky_floor_light_and_shadow_are_drawn():
    m = model(BALL)
    plain, scene = picture(m, default_look.NOTHING)
    count = scene.ngeom, scene.nlight
    dressed, scene = picture(m, default_look.missing_parts(m))
    assert (scene.ngeom, scene.nlight) == (count[0] + 1, count[1] + 2)
    assert plain[0].max() == 0 and dressed[0].min() > 120  # black, and the sky
    assert dressed[0, 80, 2] > dressed[0, 80, 0]
    floor = dressed[-1]
    assert floor.min() > 90 and len(np.unique(floor[:, 0] // 12)) > 1  # tiles
    scene.flags[gelenk.mjtRndFlag.mjRND_SHADOW] = 0
    assert not np.array_equal(dressed, picture_without_shadow(m))


def picture_without_shadow(m):
    look = default_look.missing_parts(m)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    flags = {int(gelenk.mjtRndFlag.mjRND_SHADOW): False}
    con, scn = batch_render.make_context_and_scene(m, 160, 120, flags=flags)
    default_look.add_to_context(con, m, look)
    cam = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, cam)
    cam.elevation = -12
    for _ in range(2):
        gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    default_look.add_to_scene(scn, m, look)
    return capture.capture_image(con, 160, 120, scn, "rgb").astype(int)


def test_model_and_data_of_the_user_stay_as_they_are():
    m = model(BALL)
    d = gelenk.MjData(m)
    before = m.ngeom, m.nlight, m.ntex, m.nmat, d.qpos.copy()
    picture(m, default_look.missing_parts(m))
    assert (m.ngeom, m.nlight, m.ntex, m.nmat) == before[:4] and np.array_equal(d.qpos, before[4])
    with gelenk.Renderer(m, 60, 80) as renderer:
        gelenk.mj_forward(m, d)
        renderer.update_scene(d)
        assert renderer.scene.ngeom == 1 and renderer.render()[0].max() == 0


VISUAL = "<geom type='box' size='.1 .1 .1' contype='0' conaffinity='0' group='{}'/>"
SOLID = "<geom size='.1' group='{}'/>"


def robot(visual, solid, more=""):
    both = VISUAL.format(visual) + SOLID.format(solid)
    return model(f"<body name='a'>{both}<body name='b' pos='0 0 1'><joint/>{both}</body></body>" + more)


@pytest.mark.parametrize(("visual", "solid"), [(1, 0), (2, 1), (0, 2)])
def test_groups_of_covered_collision_geoms_are_hidden_as_a_whole(visual, solid):
    assert default_look.covered_geoms(robot(visual, solid)) == ((solid,), ())


def test_covered_geoms_that_share_a_group_with_others_are_hidden_one_by_one():
    floor = "<geom name='floor' type='plane' size='1 1 .1'/>"
    m = robot(1, 0, floor)
    found = default_look.covered_geoms(m)
    assert found.groups == () and [int(m.geom_contype[g]) for g in found.geoms] == [1, 1]
    assert m.geom("floor").id not in found.geoms
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    scn = gelenk.MjvScene(m, 100)
    cam = gelenk.MjvCamera()
    gelenk.mjv_defaultFreeCamera(m, cam)
    gelenk.mjv_updateScene(m, d, gelenk.MjvOption(), None, cam, 7, scn)
    default_look.remove_geoms(scn, found.geoms)
    shown = [scn.geoms[i].objid for i in range(scn.ngeom)]
    assert sorted(shown) == sorted(set(range(m.ngeom)) - set(found.geoms))


def test_robots_whose_collision_geoms_are_the_only_ones_show_them():
    assert not default_look.covered_geoms(model(BALL))
    assert not default_look.covered_geoms(robot(4, 0))  # the visual ones are not shown
    assert not default_look.covered_geoms(robot(1, 3))  # the colliding ones are hidden already
    marker = "<geom size='.01' contype='0' conaffinity='0' group='1'/>"
    assert not default_look.covered_geoms(
        model(f"<body><geom size='.3'/>{marker}</body>")
    )  # a mark covers nothing
