"""What a plane fills looks as if each sample and each pixel of its texture were looked at.

Documents: Programming / Visualization; XML reference / asset/texture
"""

import numpy as np
import pytest

import gelenk
from gelenk.render import builtin_shapes
from gelenk.render.workspace import read_scalar
from tests.support.tolerance import tol

# a floor below and before a sky, with haze, a mirror, shadows of a directional light and of a lamp
ROOM = """<mujoco><statistic extent="2" center="0 0 0"/>
 <visual><map znear=".02" zfar="20" shadowclip="2"/><global offwidth="192" offheight="160"/>
  <quality shadowsize="512"/></visual>
 <asset><texture name="sky" type="skybox" builtin="gradient" rgb1=".4 .5 .7" rgb2="0 0 .1" width="16" height="96"/>
  <texture name="t" type="2d" builtin="checker" rgb1=".2 .3 .4" rgb2=".9 .8 .6" width="128" height="128" {mark}/>
  <material name="m" texture="t" texuniform="true" texrepeat="1 1" reflectance="{mirror}"/></asset>
 <worldbody><light type="directional" pos="0 0 3" dir=".2 .1 -1" diffuse=".6 .6 .6" castshadow="true"/>
  <light pos="1 -1 2" dir="-.3 .4 -1" cutoff="50" exponent="6" diffuse=".5 .3 .3" castshadow="true"/>
  <camera name="c" pos="0 -1.6 {up}" xyaxes="1 0 0 0 {down} 1" fovy="50"/>
  <camera name="o" pos="0 -1 2" xyaxes="1 .2 0 -.1 .5 1" projection="orthographic" fovy="1.5"/>
  <geom type="plane" size="{size} .1" material="m"/>
  <geom type="box" size=".1 .2 .1" pos=".2 .1 {lift}" rgba=".8 .3 .2 1"/></worldbody></mujoco>"""


def room(
    camera="c", veil=False, mark="", mirror=0.0, up=0.9, down=0.5, size="0 0", lift=0.1, threads=1, kind=""
):
    """A picture of the room; veil: behind something that is nearly transparent, so that samples have colors."""
    m = gelenk.MjModel.from_xml_string(
        ROOM.format(mark=mark, mirror=mirror, up=up, down=down, size=size, lift=lift)
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 160, 192, threads=threads) as renderer:
        if kind:
            getattr(renderer, f"enable_{kind}_rendering")()
        renderer.update_scene(d, camera)
        if veil:
            geom, scn = renderer.scene.geoms[renderer.scene.ngeom], renderer.scene
            rgba = np.array([0.5, 0.5, 0.5, 0.0005], np.float32)
            eye = d.camera(camera).xpos + 0.5 * -d.camera(camera).xmat.reshape(3, 3)[:, 2]
            axes = d.camera(camera).xmat
            gelenk.mjv_initGeom(geom, gelenk.mjtGeom.mjGEOM_BOX, np.array([2, 2, 0.01]), eye, axes, rgba)
            geom.category = gelenk.mjtCatBit.mjCAT_DECOR  # it casts no shadow
            scn.ngeom += 1
        return renderer.render().astype(float)


@pytest.mark.parametrize("camera", ["c", "o"], ids=["perspective", "orthographic"])
@pytest.mark.parametrize("mirror", [0.0, 0.3], ids=["plain", "mirror"])
def test_tiles_of_a_plane_alone_are_as_those_with_samples(camera, mirror):
    one, other = (room(camera, veil, mirror=mirror) for veil in (False, True))
    assert one.std() > 20
    # pixels between two triangles, or at rims of shadows and of the plane, may take either side
    near = np.abs(one - other).max(axis=2) <= tol(2.0)
    assert near.mean() > 0.995


def test_the_end_of_a_plane_and_the_sky_behind_it_are_kept():
    for size in ("1 1", "0 0"):
        one, other = (room(veil=veil, size=size, up=0.4, down=0.15) for veil in (False, True))
        near = np.abs(one - other).max(axis=2) <= tol(2.0)
        assert near.mean() > 0.99 and (one[0] != one[-1]).any()


def test_far_triangles_between_all_samples_leave_no_gaps():
    # rows of far triangles are so thin that some of them cover middles of pixels and no samples
    m = gelenk.MjModel.from_xml_string("""<mujoco><statistic extent="2"/><visual><map znear=".02"/></visual>
     <worldbody><light pos="2 -3 4" dir="-.4 .6 -.8" diffuse=".3 .3 .3" castshadow="false"/>
      <camera pos="0 -2.5 .65" xyaxes="1 0 0 0 .1763 1"/><geom type="plane" size="20 20 .1"/></worldbody></mujoco>""")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 240, 206) as renderer:
        renderer.update_scene(d, 0)
        floor = renderer.render()[79:].astype(float)  # below the horizon
    # light grows by 1 from row to row there; without a triangle near by, 22 were missing in two rows
    assert np.abs(np.diff(floor, axis=0)).max() <= tol(5.0)


def test_a_shadow_on_a_plane_is_the_same_in_tiles_that_it_leaves():
    # the box is outside of the picture, or above it; its shadow is not
    lit, shaded = room(lift=-3), room(lift=0.4)
    assert (lit.sum(axis=2) - shaded.sum(axis=2) > 60).any()
    one, other = room(lift=0.4), room(lift=0.4, veil=True)
    assert (np.abs(one - other).max(axis=2) <= tol(2.0)).mean() > 0.995


def test_one_color_of_a_texture_is_the_color_of_all_its_pixels():
    # dots of almost the same color leave no block of one color
    plain, dotted = room(), room(mark='mark="random" markrgb=".9 .8 .6" random=".3"')
    dark = plain.sum(axis=2) < plain.sum(axis=2).mean()
    assert (np.abs(plain - dotted).max(axis=2)[~dark] <= tol(2.0)).mean() > 0.8
    m = gelenk.MjModel.from_xml_string(ROOM.format(mark="", mirror=0, up=0.9, down=0.5, size="0 0", lift=0.1))
    found = []
    for change in (0, 1):
        m.tex_data[-3 * 128 * 128 :: 12] += change  # red of each fourth pixel
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        with gelenk.Renderer(m, 160, 192) as renderer:
            renderer.update_scene(d, "c")
            found.append(renderer.render().astype(float))
            blocks = renderer._mjr_context._a_block[: 16 * 16]
            assert (blocks == 0xFFFFFFFF).all() == bool(change)
    np.testing.assert_allclose(*found, atol=tol(2.0))


@pytest.mark.parametrize("kind", ["", "depth", "segmentation"])
def test_tiles_of_a_plane_are_the_same_for_any_number_of_threads(kind):
    one = room(kind=kind)
    np.testing.assert_array_equal(one, room(kind=kind, threads=3))
    np.testing.assert_array_equal(one, room(kind=kind, threads=2))


def test_depth_of_a_plane_alone_is_that_of_its_formula():
    depth = room(kind="depth", size="9 9", lift=-3)
    y = np.repeat(80 - (np.arange(160.0) + 0.5), 192).reshape(160, 192)
    scale = np.tan(np.radians(25)) / 80
    axes = np.array([[1, 0, 0], [0, 0.5, 1], [0, -1, 0.5]])
    axes = axes / np.linalg.norm(axes, axis=1, keepdims=True)  # right, up, back
    # height 0.9 above the floor: 0.9 + distance * (down along the ray) = 0
    down = -(axes[1, 2] * scale * y - axes[2, 2])
    near = down > 0.2  # where the plane is, and not too steep
    assert near.mean() > 0.7
    np.testing.assert_allclose(depth[near], 0.9 / down[near], rtol=tol(2e-3))  # the sample beside the middle


def test_from_some_distance_few_stacks_are_as_many():
    world = """<mujoco><visual><quality numstacks="{}"/><global offwidth="160" offheight="120"/></visual><worldbody>
     <light pos="1 -2 2" dir="-.4 .7 -.7" specular=".5 .5 .5"/><camera name="c" pos="0 -2 0" xyaxes="1 0 0 0 0 1"/>
     <geom type="cylinder" size=".1 .2" zaxis="1 0 1" rgba=".7 .5 .3 1"/></worldbody></mujoco>"""
    found, counts = [], []
    for stacks in (64, 4):
        m = gelenk.MjModel.from_xml_string(world.format(stacks))
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        with gelenk.Renderer(m, 120, 160) as renderer:
            renderer.update_scene(d, "c")
            found.append(renderer.render().astype(int))
            con = renderer._mjr_context
            counts.append(int((con._a_part[: read_scalar(con, "npart_used"), 1] == 30).sum()))
            renderer.scene.flags[gelenk.mjtRndFlag.mjRND_WIREFRAME] = 1
            renderer.render()
            assert read_scalar(con, "ntri_used") > 2 * 28 * stacks / 2  # edges are all there
    assert counts == [1, 1]
    np.testing.assert_allclose(*found, atol=tol(2.0))


FAR_FLOOR = """<mujoco><statistic extent="1" center="0 0 0"/><visual><map znear="{}" zfar="5000"/></visual><worldbody>
 <geom type="plane" size="0 0 .05"/><camera name="c" pos=".3 .2 1" xyaxes="{}" fovy="45"/></worldbody></mujoco>"""


@pytest.mark.parametrize("axes", ["1 0 0 0 .1 1", "1 .3 0 0 .3 1", "1 .2 -.1 .1 .1 1"])
def test_a_plane_is_whole_however_near_the_near_plane_is(axes):
    # its triangles are cut where they are this near, which is up to 10^9 pixels beside the picture
    seen = []
    for near in (1e-2, 1e-4, 1e-6):
        m = gelenk.MjModel.from_xml_string(FAR_FLOOR.format(near, axes))
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        with gelenk.Renderer(m, 120, 160) as renderer:
            renderer.update_scene(d, "c")
            seen.append(renderer.render().max(axis=2) > 0)
    assert 0.3 < seen[0].mean() < 0.95
    assert (seen[1] == seen[0]).all() and (seen[2] == seen[0]).all()


def test_a_height_field_leaves_planes_as_they_are():
    """All grids of a size share their normals; the bottom of a height field is one of them, turned over."""
    field = """<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="0 1 1 0"/></asset>
    <worldbody><geom type="hfield" hfield="h"/></worldbody></mujoco>"""
    with gelenk.Renderer(gelenk.MjModel.from_xml_string(field), 32, 32):
        assert (builtin_shapes.grid([-1, 1], [-1, 1]).normal == (0, 0, 1)).all()
