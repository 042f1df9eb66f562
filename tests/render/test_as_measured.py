"""Numbers that were measured in pictures of 3.5.0: where shadow maps lie, how far planes and the sky reach."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

SIZE = 400


def drawn(xml, updates=1, size=SIZE):
    """Brightness (rows from above, columns) of what the camera sees after so many updates of the scene."""
    m = gelenk.MjModel.from_xml_string(xml)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, size, size) as renderer:
        for _ in range(updates):
            renderer.update_scene(d, "c")
        return renderer.render().astype(int)


# ---- fog and haze

HAZY = """<mujoco><statistic extent="1" center="0 0 0"/><visual>
  <map znear=".01" zfar="5" haze=".4" fogstart="1" fogend="8"/><rgba fog="0 0 1 1" haze="1 1 1 1"/></visual>
 <asset><texture type="skybox" builtin="checker" rgb1="1 .2 .1" rgb2=".9 .8 .1" width="16" height="96"/></asset>
 <worldbody><geom type="plane" size="0 0 1" rgba=".2 .8 .3 1"/>
 <camera name="c" pos="0 -2 1" xyaxes="1 0 0 0 .2 1" fovy="70"/></worldbody></mujoco>"""


@pytest.mark.parametrize(
    (
        "fog",
        "seen",
    ),  # by row of pixels: sky, haze before the sky from its upper end on, haze before the plane
    [
        (
            0,
            {
                49: (255, 117, 100),
                58: (255, 193, 185),
                64: (255, 235, 232),
                73: (153, 164, 155),
                91: (9, 36, 14),
            },
        ),
        (
            1,
            {
                40: (158, 107, 101),
                49: (172, 82, 152),
                58: (184, 143, 209),
                64: (194, 181, 240),
                73: (123, 131, 181),
            },
        ),
    ],
)
def test_haze_is_a_cone_that_is_thickest_at_its_middle_and_lies_in_the_fog_as_the_sky_does(fog, seen):
    m = gelenk.MjModel.from_xml_string(HAZY)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 120, 160) as renderer:
        renderer.update_scene(d, "c")
        renderer.scene.flags[int(gelenk.mjtRndFlag.mjRND_FOG)] = fog
        column = renderer.render()[:, 100].astype(int)
    for row, color in seen.items():
        # a level of the sky, of fog and of haze each
        np.testing.assert_allclose(column[row], color, atol=tol(3), err_msg=str(row))


HAZE = """<mujoco><statistic extent="1" center="0 0 .3"/><visual>
  <headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/><map zfar="5" znear=".01" haze="{haze}"
   fogstart="1" fogend="6"/><quality numslices="{sides}"/><rgba haze="0 1 0 1"/></visual>
 <asset><texture type="skybox" builtin="flat" rgb1="0 0 1" rgb2="0 0 1" width="8" height="48"/></asset>
 <worldbody><camera name="c" pos="0 0 1" xyaxes="{axes}" fovy="100"/>
  <geom type="plane" size="0 0 1" rgba="1 0 0 1"/></worldbody></mujoco>"""


def hazy(haze, sides, axes, size, fog=0, scale=None):
    """Colors (rows from above, columns, 3) of a hazy plane, of a model that is so large in its room."""
    m = gelenk.MjModel.from_xml_string(HAZE.format(haze=haze, sides=sides, axes=axes))
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, *size) as renderer:
        renderer.update_scene(d, "c")
        renderer.scene.flags[int(gelenk.mjtRndFlag.mjRND_FOG)] = fog
        if scale is not None:
            renderer.scene.enabletransform, renderer.scene.scale = 1, scale
        return renderer.render().astype(int)


def test_the_cone_of_haze_has_as_many_sides_as_spheres_have_slices():
    green = hazy(0.9, 6, "1 0 0 0 1 0", (121, 121))[..., 1]
    for degrees, seen in ((0, 83), (15, 94), (30, 98), (45, 94), (60, 82), (90, 99), (120, 82)):
        x, y = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        # colors are rounded twice
        assert abs(green[60 - round(50 * y), 60 + round(50 * x)] - seen) <= tol(1), degrees


@pytest.mark.parametrize(
    ("haze", "seen"),
    [
        (-0.3, (0, 0, 0, 0, 0, 0, 0, 0)),
        (0.4, (0, 129, 243, 0, 0, 0, 0, 0)),
        (1, (0, 151, 252, 179, 126, 86, 55, 30)),
        (2, (0, 175, 254, 232, 218, 209, 202, 197)),
    ],
)
def test_haze_may_cover_more_than_the_plane_or_nothing(haze, seen):
    column = hazy(haze, 28, "1 0 0 0 1 1", (120, 161))[8:100:12, 80, 1]
    np.testing.assert_allclose(column, seen, atol=tol(1))  # colors are rounded twice


@pytest.mark.parametrize("scale", [0.5, 2])
@pytest.mark.parametrize("fog", [0, 1])
def test_fog_haze_and_sky_are_as_large_whatever_the_scale_of_the_model(fog, scale):
    axes = "1 0 0 0 .2 1"
    own, scaled = (hazy(0.4, 28, axes, (120, 160), fog, s) for s in (None, scale))
    # the plane is not: where it ends three rows of 120 differ
    assert (np.abs(own - scaled).max(axis=2) > 1).mean() < tol(0.025)
    if fog:
        seen = (
            (0, 0, 159), (0, 0, 153), (0, 0, 147), (0, 0, 140), (0, 0, 132),
            (0, 131, 25), (187, 3, 0), (230, 0, 0), (250, 0, 0), (255, 0, 0),
        )  # fmt: skip
        np.testing.assert_allclose(scaled[::12, 80], seen, atol=tol(2))  # a level each of haze and fog


# ---- corners of triangles


@pytest.mark.parametrize(
    ("place", "seen"), [(0.374, 191), (0.376, 191), (0.3765, 191), (0.3775, 128), (0.38, 128)]
)
def test_corners_of_triangles_lie_on_a_grid_of_256_in_a_pixel(place, seen):
    # a sample is at .375; what ends at up to half a step behind it covers it
    xml = """<mujoco><visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
     <statistic extent="8" center="0 0 0"/><worldbody>
     <camera name="c" pos="0 0 3" projection="orthographic" fovy="8"/>
     <geom type="plane" size="{} 1 1" pos="{} 0 0" rgba="1 1 1 1"/></worldbody></mujoco>"""
    picture = drawn(xml.format((40 - place) / 32, place / 32), size=128)
    assert picture[64, 44, 0] == seen


# ---- shadow maps

SHADOW = """<mujoco><visual><map shadowclip="1"/><quality shadowsize="{texels}" offsamples="0"/>
  <headlight ambient=".1 .1 .1" diffuse="0 0 0" specular="0 0 0"/></visual><statistic extent="2" center="0 0 0"/>
 <worldbody><camera name="c" pos="0 0 2" projection="orthographic" fovy="4"/>
  <light type="directional" pos="{pos}" dir="{toward}" diffuse=".8 .8 .8" specular="0 0 0"/>
  <geom type="plane" size="6 6 1"/>{geoms}</worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("place", "size", "seen"),  # left, right, lower and upper end in texels of the map, of which 32 are 4 m
    [
        ("0 0", 1, (-8, 7, -8, 7)),
        (".3 .2", 1, (-5, 10, -6, 9)),
        ("1.3 -1.3", 0.3, (7, 12, -12, -8)),
        ("-1.5 1.1", 0.41, (-14, -8, 5, 11)),
    ],
)
def test_shadows_are_smaller_than_what_casts_them_by_the_rim_of_the_map(place, size, seen):
    box = f'<geom type="box" size="{size} {size} .1" pos="{place} 2.5"/>'
    dark = drawn(SHADOW.format(texels=32, pos="0 0 4", toward="0 0 -1", geoms=box))[..., 0] < 60
    rows, columns = np.nonzero(dark)
    found = columns.min(), columns.max() + 1, SIZE - 1 - rows.max(), SIZE - rows.min()
    # a pixel of the picture is 0.08 of a texel
    np.testing.assert_allclose(32 * np.array(found) / SIZE - 16, seen, atol=tol(0.1))


@pytest.mark.parametrize("toward", [(2, 0.5, -1), (2.5, 0.2, -1), (0.5, 2, -1)])
def test_rows_of_a_shadow_map_are_along_the_x_axis(toward):
    v = np.array(toward, float) / np.linalg.norm(toward)
    disc = f'<geom type="cylinder" size=".5 .05" pos="{" ".join(map(str, -v * 0.9 / abs(v[2])))}"'
    disc += f' zaxis="{" ".join(map(str, v))}"/>'
    xml = SHADOW.format(texels=32, pos=" ".join(map(str, -3 * v)), toward=" ".join(map(str, v)), geoms=disc)
    dark = drawn(xml.replace('pos="0 0 2"', 'pos="0 0 .5"'))[..., 0] < 20
    first = np.flatnonzero(dark.any(axis=1))[0]
    # its upper end is one texel wide, and level
    assert dark[first].sum() > 8


@pytest.mark.parametrize(
    ("height", "lit"), [(3.0, False), (30.0, False), (99.0, False), (104.0, True), (500.0, True)]
)
def test_lights_cast_shadows_of_what_is_nearer_than_the_far_plane(height, lit):
    box = (
        '<geom type="box" size=".5 .5 .1" pos="0 0 1"/>'  # the far plane is at 100 m, and the camera below it
    )
    xml = SHADOW.format(texels=256, pos=f"0 0 {height}", toward="0 0 -1", geoms=box)
    rgb = drawn(xml.replace('pos="0 0 2"', 'pos="0 0 .5"').replace("<map ", '<map zfar="50" '))
    assert (rgb[SIZE // 2, SIZE // 2, 0] > 60) == lit
    assert rgb[10, 10, 0] > 60  # beside the shadow, however far the light is


@pytest.mark.parametrize(("cast", "dark"), [("true", True), ("false", False)])
def test_a_geom_casts_shadows_unless_told_not_to(cast, dark):
    box = f'<geom type="box" size=".5 .5 .1" pos="0 0 2.5" castshadow="{cast}"/>'  # behind the camera
    rgb = drawn(SHADOW.format(texels=256, pos="0 0 4", toward="0 0 -1", geoms=box))
    assert (rgb[SIZE // 2, SIZE // 2, 0] < 60) == dark and rgb[10, 10, 0] > 60


@pytest.mark.parametrize("toward", [(0, 0, 1), (0.6, 0, 0.8), (-0.5, 0.5, 0.7)])
def test_point_lights_cast_shadows_against_their_direction_and_one_meter_far(toward):
    """On planes across that direction: a plate ``above`` them lies in the way, as long as both are within 1 m of the
    light along it, and beside it."""
    v = np.array(toward, float) / np.linalg.norm(toward)
    side = np.cross(v, (0, 1, 0)) / np.linalg.norm(np.cross(v, (0, 1, 0)))
    up = np.cross(v, side)

    def shines(below, above, beside=0.0):
        """Whether a point of the plane is lit; distances from the light along its direction, and from there."""
        text = f"""<mujoco><statistic extent="1"/><visual><quality offsamples="0"/>
          <headlight ambient=".1 .1 .1" diffuse="0 0 0" specular="0 0 0"/></visual>
         <worldbody><camera name="c" pos="{_text(v * 0.05 + side * beside)}" xyaxes="{_text(side)} {_text(up)}"/>
          <light type="point" castshadow="true" pos="{_text(-v * below)}" dir="{_text(v)}" diffuse=".8 .8 .8"/>
          <geom type="plane" size="6 6 1" zaxis="{_text(v)}"/>
          <geom type="box" size="3 3 .01" pos="{_text(v * (above - below))}" zaxis="{_text(v)}"/></worldbody>
         </mujoco>"""
        return int(drawn(text, size=16)[8, 8, 0]) > 60

    assert not shines(0.2, 0.6) and not shines(-0.9, 0.9)
    assert shines(0.2, 1.1) and not shines(-1.1, 0.9) and shines(-1.1, 1.1)
    assert not shines(0.2, 0.6, 0.9) and shines(0.2, 0.6, 1.1)


def _text(v):
    return " ".join(map(str, v))


# ---- planes and the sky

PLANE = """<mujoco><visual><map zfar="3"/><quality offsamples="0"/></visual>
 <asset><material name="m" {material}/></asset>
 <statistic extent=".5" center="0 0 .4"/>
 <worldbody><camera name="c" pos=".3 -2.2 .01" projection="orthographic" fovy="12.5"/>
  <geom type="plane" size="0 0 .5" material="m"/></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("repeat", "half"), [("1 1", (3.573, 3.573)), ("2 4", (2.573, 2.073)), (".5 .8", (5.573, 4.073))]
)
def test_infinite_planes_reach_half_a_step_farther_than_cameras_see(repeat, half):
    width = 12.5 if max(half) < 5 else 14
    xml = PLANE.format(material=f'texrepeat="{repeat}"').replace("12.5", str(width))
    rows, columns = np.nonzero(drawn(xml, updates=2)[..., 0])
    # a pixel at either end is 0.03 to 0.035; the camera is above (.3, -2.2): one end along y may be out of the picture
    assert abs((columns.max() + 1 - columns.min()) * width / SIZE / 2 - half[0]) < tol(0.04)
    if rows.min() > 0 and rows.max() < SIZE - 1:
        assert abs((rows.max() + 1 - rows.min()) * width / SIZE / 2 - half[1]) < tol(0.04)


def test_the_sky_hides_what_is_behind_it_from_orthographic_cameras():
    xml = """<mujoco><visual><map znear=".1" zfar="1.25"/><quality offsamples="0"/></visual>
     <statistic extent="2" center="0 0 .4"/>
     <asset><texture name="s" type="skybox" builtin="flat" rgb1="1 0 0" rgb2="1 0 0" width="8" height="48"/></asset>
     <worldbody>
      <camera name="c" pos="1.5 -1.5 1.6" xyaxes="1 1 0 -.5 .5 1" projection="orthographic" fovy="1.73"/>
      <geom type="plane" size="3 3 .1" rgba="0 1 0 1"/></worldbody></mujoco>"""
    floor = drawn(xml)[..., 1] > 0
    top = [int(np.flatnonzero(floor[:, x])[0]) for x in (0, SIZE // 4, SIZE // 2, 3 * SIZE // 4, SIZE - 1)]
    # it is cut off along a round wall: farthest in the middle
    assert top[2] < top[1] < top[0] and top[2] < top[3] < top[4] and top[0] - top[2] > 20


def test_cube_textures_of_planes_are_even_in_their_middle():
    xml = """<mujoco><visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
     <statistic extent="2" center="0 0 .4"/>
     <asset><texture name="t" type="cube" builtin="flat" rgb1="0 0 0" rgb2="0 0 0" mark="edge" markrgb="0 1 0"
       width="64" height="384"/>
      <material name="m" texture="t"/></asset>
     <worldbody><camera name="c" pos="0 0 4" fovy="80"/>
      <geom type="plane" size="3 3 .5" material="m"/></worldbody></mujoco>"""
    green = drawn(xml, size=161)[..., 1]
    measured = [16, 16, 16, 26, 32, 44, 52, 59, 64, 77, 87, 94, 103, 112, 118, 124, 128, 143, 155, 165]
    found = [green[80 - i, 80 + i] for i in range(len(measured))]
    assert np.abs(np.array(found) - measured).max() <= 6


def test_a_scene_without_geoms_and_cameras_changes_nothing():
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody><geom size='.3'/></worldbody></mujoco>")
    con = gelenk.MjrContext(m, 100)
    gelenk.mjr_setBuffer(gelenk.mjtFramebuffer.mjFB_OFFSCREEN, con)
    rect, rgb = gelenk.MjrRect(0, 0, 64, 48), np.zeros((48, 64, 3), np.uint8)
    gelenk.mjr_rectangle(rect, 1, 1, 0, 1)
    for scene in (gelenk.MjvScene(), gelenk.MjvScene(m, 10)):
        gelenk.mjr_render(rect, scene, con)
        gelenk.mjr_readPixels(rgb, None, rect, con)
        assert (rgb == (255, 255, 0)).all()
    scene.ngeom = 1
    with pytest.raises(gelenk.FatalError, match="near plane"):
        gelenk.mjr_render(rect, scene, con)


# ---- planes from behind

PANE = """<mujoco><statistic extent="2" center="0 0 0"/>
 <visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
 <asset><material name="r" reflectance=".5" rgba="0 0 0 1"/></asset>
 <worldbody>{}<camera name="c" pos="0 -2 {}" xyaxes="1 0 0 0 {} 1" {}/></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("height", "up", "seen"), [(1.2, 0.5, 255), (-1.2, -0.5, 130), (0.05, -0.3, 0), (-0.05, 0.3, 0)]
)
def test_orthographic_cameras_see_of_a_plane_the_side_that_they_are_on(height, up, seen):
    xml = PANE.format(
        '<geom type="plane" size="9 9 .1" rgba="1 1 1 1"/>',
        height,
        up,
        'projection="orthographic" fovy=".1"',
    )
    assert np.abs(drawn(xml, size=40) - seen).max() <= tol(1)


@pytest.mark.parametrize(("angle", "seen"), [(90, (255, 127)), (-90, (130, 65))])
def test_a_plane_has_in_the_mirror_the_side_that_the_eye_sees(angle, seen):
    pane = f'<geom type="plane" size=".3 .3 .1" rgba="1 1 1 1" pos="0 .2 .4" euler="{angle} 0 0"/>'
    xml = PANE.format('<geom type="plane" size="1 1 .1" material="r"/>' + pane, 1.2, 0.5, 'fovy="50"')
    levels, counts = np.unique(drawn(xml, size=70)[..., 0], return_counts=True)
    found = [int(v) for v, n in zip(levels, counts, strict=True) if n > 50 and v > 0]
    # twice an opacity of 0.3 from behind, and half of that in the mirror
    assert np.abs(np.array(found) - seen[::-1]).max() <= tol(2)


def test_balls_of_few_slices_keep_them_however_small_they_are():
    ball = '<geom type="sphere" size=".035" pos="{} {} 0" rgba="1 1 1 1"/>'
    xml = """<mujoco><visual><headlight ambient="1 1 1"/><quality numslices="8" numstacks="8" offsamples="0"/></visual>
     <statistic extent="2" center="0 0 0"/><worldbody>{}
     <camera name="c" pos="0 0 2" xyaxes="1 0 0 0 1 0" projection="orthographic" fovy="1"/></worldbody></mujoco>"""
    spots = [(0.1537 * i, 0.1671 * j) for i in range(-2, 3) for j in range(-2, 3)]
    seen = drawn(xml.format("".join(ball.format(*p) for p in spots)), size=100)[..., 0]
    # eight slices of radius 3.5 pixels, from above; four would be two thirds of that
    assert abs(np.count_nonzero(seen) / len(spots) / (4 * np.sin(np.pi / 4) * 3.5**2) - 1) < tol(0.05)
