"""A picture drawn in portions is the picture drawn at once, bit by bit, in less memory.

Documents: Programming / Visualization; API / mjr_render
"""

import numpy as np
import pytest

import gelenk
from gelenk.render import draw_scene
from gelenk.render.workspace import read_scalar

WIDTH, HEIGHT, BALLS = 150, 100, 90  # tiles at the right and upper edge are not whole
SCENE = """<mujoco><statistic extent="2" center="0 0 .5"/>
 <visual><global offwidth="{w}" offheight="{h}"/><quality shadowsize="1024"/></visual>
 <asset><texture name="t" type="2d" builtin="checker" width="32" height="32" rgb1=".2 .3 .4" rgb2=".4 .5 .6"/>
  <texture type="skybox" builtin="gradient" width="32" height="192" rgb1=".3 .5 .7" rgb2="0 0 0"/>
  <material name="m" texture="t" texrepeat="4 4" reflectance=".3"/></asset>
 <worldbody><light type="directional" pos="1 1 3" dir="-.3 -.2 -1"/><light pos="-1 0 3" dir=".3 0 -1" cutoff="40"/>
  <geom type="plane" size="2 2 .1" material="m"/>{geoms}</worldbody></mujoco>"""


def model():
    """A mirror with a shower of shapes over it, every fifth of them transparent."""
    random, geoms = np.random.default_rng(3), ""
    for i in range(BALLS):
        kind = ("sphere", "capsule", "box")[i % 3]
        x, y, z = random.uniform((-1, -1, 0.1), (1, 1, 1.2))
        r, g, b = random.uniform(0.2, 1, 3)
        geoms += f'<geom type="{kind}" size=".06 .06 .06" pos="{x} {y} {z}" euler="{99 * x} {99 * y} 0" '
        geoms += f'rgba="{r} {g} {b} {0.4 if i % 5 == 0 else 1}"/>'
    return gelenk.MjModel.from_xml_string(SCENE.format(w=WIDTH, h=HEIGHT, geoms=geoms))


def drawn(m, kind, threads):
    """A picture; parts and vertices that its context has had room for."""
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, HEIGHT, WIDTH, threads=threads) as renderer:
        if kind != "rgb":
            getattr(renderer, f"enable_{kind}_rendering")()
        renderer.update_scene(d)
        pictures = [renderer.render() for _ in range(2)]  # the second one in arrays that the first has used
        np.testing.assert_array_equal(*pictures)
        con = renderer._mjr_context
        return pictures[0], read_scalar(con, "npart"), read_scalar(con, "nvert"), read_scalar(con, "ncaster")


@pytest.fixture
def small_portions(monkeypatch):
    for name, number in {"MOST_PARTS": 90, "BLOCK_VERTICES": 3000, "FEW_PARTS": 10, "GEOMS": 7}.items():
        monkeypatch.setattr(draw_scene, name, number)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ["rgb", "depth", "segmentation"])
def test_a_picture_in_portions_is_the_same(kind, threads, request):
    m = model()
    whole, _, vertices, casters = drawn(m, kind, threads)
    request.getfixturevalue("small_portions")
    parted, _, fewer, few_casters = drawn(m, kind, threads)
    assert len(np.unique(whole)) > 50
    np.testing.assert_array_equal(whole, parted)
    assert fewer < 0.7 * vertices  # a tile may see more than a portion should have
    assert few_casters < 0.5 * casters or kind != "rgb"


def test_edges_are_drawn_at_once(small_portions):
    m = model()
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d)
        renderer.scene.flags[gelenk.mjtRndFlag.mjRND_WIREFRAME] = 1
        renderer.render()
        assert (
            read_scalar(renderer._mjr_context, "east") == WIDTH
            and read_scalar(renderer._mjr_context, "west") == 0
        )
        assert read_scalar(renderer._mjr_context, "made") == 3


def test_what_one_tile_cannot_hold_is_refused_before_anything_is_drawn(small_portions, monkeypatch):
    m = model()
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d)
        balls = renderer.scene._a_geom_pos[1 : renderer.scene.ngeom]
        scattered = balls.copy()
        balls[:] = balls[0]  # all in the same tile
        shadows = []
        monkeypatch.setattr(draw_scene, "draw_shadow_maps", shadows.append)
        monkeypatch.setattr(draw_scene, "free_memory", lambda: 1e5)
        with pytest.raises(MemoryError, match="for one tile"):
            renderer.render()
        assert not shadows
        monkeypatch.undo()
        balls[:] = scattered
        assert renderer.render().any()


def test_flat_shapes_are_no_parts_of_tiles_that_they_are_far_from():
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d)
        eye = renderer.scene.camera[0]
        beside = eye.pos + 2 * eye.forward + 4 * np.cross(eye.forward, eye.up)
        for kind in (gelenk.mjtGeom.mjGEOM_PLANE, gelenk.mjtGeom.mjGEOM_TRIANGLE):
            gelenk.mjv_initGeom(
                renderer.scene.geoms[1], kind, np.full(3, 0.01), beside, np.eye(3).ravel(), np.ones(4)
            )
            renderer.scene.ngeom = 2
            renderer.render()
            used = renderer._mjr_context._a_part[: read_scalar(renderer._mjr_context, "first_caster")]
            assert set(used[:, 0].tolist()) == {0}


def test_many_transparent_geoms_are_ordered_by_their_distance():
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody><geom size='.1'/></worldbody></mujoco>")
    d, count = gelenk.MjData(m), 500
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, HEIGHT, WIDTH) as renderer:
        renderer.update_scene(d)
        scene, random = renderer.scene, np.random.default_rng(5)
        for i in range(1, count):
            place = random.integers(-2, 3, 3).astype(float)  # many of them as far as others
            gelenk.mjv_initGeom(
                scene.geoms[i], gelenk.mjtGeom.mjGEOM_SPHERE, np.full(3, 0.01), place, np.eye(3).ravel(),
                np.array([1, 1, 1, 0.5]),
            )  # fmt: skip
        scene.ngeom = count
        renderer.render()
        expected = 1 + np.argsort(scene._a_geom_camdist[1:count], kind="stable")
        np.testing.assert_array_equal(scene._a_geomorder[: count - 1], expected)
