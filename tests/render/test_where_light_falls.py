"""Where vertices, textures and lights are, where 3.5.0 has them: planes, cubes, meshes, edges, fog, point lights.

Documents: XML reference / asset/material, visual/map; Programming / Visualization
"""

import numpy as np
import pytest

import gelenk
from gelenk.render import builtin_shapes
from gelenk.render.context import plane_reach
from tests.render.test_details import drawn
from tests.render.test_pictures import WIREFRAME, picture, world
from tests.support.tolerance import tol

FOG, SHADOW = int(gelenk.mjtRndFlag.mjRND_FOG), int(gelenk.mjtRndFlag.mjRND_SHADOW)
LINE = int(gelenk.mjtGeom.mjGEOM_LINE)
HALVES = '<texture name="t" type="2d" builtin="flat" rgb1=".5 .5 .5" width="8" height="8"/>'
# faces of one color each: left green, up blue, front cyan, right red
SIX = {"right": "1 0 0", "left": "0 1 0", "up": "0 0 1", "down": "1 1 0", "front": "0 1 1", "back": "1 0 1"}
TETRAHEDRON = 'vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"'


def model(assets, geom):
    return gelenk.MjModel.from_xml_string(
        f"<mujoco><asset>{assets}</asset><worldbody>{geom}</worldbody></mujoco>"
    )


# ---- planes


@pytest.mark.parametrize(
    ("half", "spacing", "lines"),
    [
        (1.05, 0.1, [-1.05, -1, -0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1, 1.05]),
        (1.0, 0.3, [-1, -0.6, 0, 0.6, 1]),
        (1.0, 5.0, [-1, 0, 1]),
    ],
)
def test_cells_of_a_plane_are_counted_from_its_middle(half, spacing, lines):
    xs, _ = builtin_shapes.plane_lines(half, 1.0, spacing, (100.0, 100.0))
    np.testing.assert_allclose(xs, lines, atol=tol(1e-6))


def test_infinite_planes_have_two_hundred_cells_whatever_their_spacing():
    m = model("", '<geom type="plane" size="0 2 .001"/>')
    m.stat.extent, m.vis.map.zfar = 2, 50
    xs, ys = builtin_shapes.plane_lines(0.0, 2.0, 0.001, plane_reach(m))
    assert len(xs) == 201 and len(ys) == 199
    np.testing.assert_allclose(
        np.diff(xs), 35 / 33, rtol=tol(1e-4)
    )  # 0.0106 of the far plane, as was measured
    np.testing.assert_allclose(np.diff(ys), 2 / 99, rtol=tol(1e-4))


# ---- cubes


def faces(uniform=""):
    """A cube of six colors, painted into the texture of a model, and a material that has it."""
    return f"""<texture name="t" type="cube" builtin="flat" width="8" height="48"/>
     <material name="m" texture="t" specular="0" emission="1" {uniform}/>"""


def of_cube(geom, uniform=""):
    """What a camera above sees of a geom with this material, red, green, blue (size, size, 3) as 0 or 1."""
    m, scn, _ = world(geom, assets=faces(uniform))
    adr = int(m.tex_adr[0])
    for k, color in enumerate(SIX.values()):
        m.tex_data[adr + 192 * k : adr + 192 * (k + 1)] = np.tile([255 * int(v) for v in color.split()], 64)
    con = gelenk.MjrContext(m, 150)
    scn.flags[SHADOW] = 0
    return drawn(scn, con)[0] / 255


def test_cubes_on_planes_are_in_meters():
    rgb = of_cube('<geom type="plane" size=".5 1 .1" material="m"/>')
    # (x, y) = (.4, .6) is up, whatever the sizes of the plane: 64 pixels are 4 m
    right, above = int(32 + 0.4 * 64 / 4), int(32 - 0.6 * 64 / 4)
    assert rgb[above, right, 2] > 0.9 and rgb[above, right, 0] < 0.1


def test_cubes_on_uniform_infinite_planes_have_the_color_of_a_corner():
    rgb = of_cube('<geom type="plane" size="0 0 .1" material="m"/>', 'texuniform="true"')
    # left, up and front meet there
    np.testing.assert_allclose(rgb[32, 32], np.array([0, 2, 2]) / 3, atol=tol(0.01))
    assert (rgb == rgb[0, 0]).all()


# ---- meshes


def test_meshes_with_texture_coordinates_keep_their_normals_and_others_their_edges():
    own = model(f'<mesh name="a" {TETRAHEDRON} texcoord="0 0 1 0 0 1 1 1"/>', '<geom type="mesh" mesh="a"/>')
    none = model(f'<mesh name="a" {TETRAHEDRON}/>', '<geom type="mesh" mesh="a"/>')
    smooth, sharp = builtin_shapes.mesh(own, 0), builtin_shapes.mesh(none, 0)
    given = {tuple(np.round(n, 4)) for n in own.mesh_normal}
    assert {tuple(np.round(n, 4)) for n in smooth.normal} <= given
    turned = np.einsum(
        "tx,tx->t", sharp.normal[sharp.face[:, 0]], builtin_shapes.flat_normals(sharp.pos, sharp.face[:, :3])
    )
    assert (turned >= builtin_shapes.SHARP).all()


def test_hulls_have_the_texture_coordinates_of_their_vertices():
    m = model(f'<mesh name="a" {TETRAHEDRON} texcoord="0 0 1 0 0 1 1 1"/>', '<geom type="mesh" mesh="a"/>')
    hull = builtin_shapes.hull(m, 0)
    for pos, uv in zip(hull.pos, hull.uv, strict=True):
        vertex = int(np.flatnonzero((m.mesh_vert == pos).all(axis=1))[0])
        np.testing.assert_array_equal(uv, m.mesh_texcoord[vertex])


def test_cubes_are_not_seen_on_meshes_with_texture_coordinates():
    assets = f"""{faces()}<mesh name="a" {TETRAHEDRON} texcoord="0 0 1 0 0 1 1 1"/>"""
    rgb, _ = picture('<geom type="mesh" mesh="a" material="m"/>', assets=assets, off=[SHADOW])
    colors = rgb.reshape(-1, 3)
    seen = colors[colors.max(axis=1) > 100].astype(int)
    assert len(seen) > 20 and np.ptp(seen, axis=1).max() <= 1  # gray: the material alone


# ---- boxes and lines


def test_faces_of_a_box_are_drawn_in_the_order_of_3_5_0():
    box = builtin_shapes.box(1)
    order = [tuple(n) for n in box.normal[::4].astype(int)]
    assert order == [(1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (-1, 0, 0), (0, -1, 0)]


def test_only_the_upper_face_of_a_box_is_a_mirror():
    assets = '<material name="m" rgba=".2 .2 .2 1" reflectance=".8" specular="0"/>'
    ball = '<geom type="sphere" size=".1" pos=".5 0 1.2" rgba="1 0 0 1"/>'
    scene = '<geom type="box" size=".5 .5 .3" material="m"/>' + ball
    on, _ = picture(scene, assets=assets, size=96)
    off, _ = picture(scene, assets=assets, size=96, off=[int(gelenk.mjtRndFlag.mjRND_REFLECTION)])
    changed = np.argwhere(np.abs(on.astype(int) - off).max(axis=2) > 10)
    # its image is at .5 m of what is 2 + .6 m away, on the face; 48 pixels are as wide as the distance
    assert len(changed) > 5 and np.abs(changed.mean(axis=0) - [48, 48 + 48 * 0.5 / 2.6]).max() < 1.5


def test_lines_have_the_depth_of_half_a_pixel_ahead():
    def crossing(scn):
        for k, (turn, color) in enumerate(((0, (1, 0, 0, 1)), (1, (0, 1, 0, 1)))):
            g = scn.geoms[k]
            axis = np.array(
                [[0, 0, 1], [0, 1, 0], [-1, 0, 0]] if not turn else [[1, 0, 0], [0, 0.6, 0.8], [0, -0.8, 0.6]]
            )
            size = np.array([24.0, 24.0, 1.0])  # pixels wide, meters long
            gelenk.mjv_initGeom(
                g,
                LINE,
                size,
                np.array([0, 0, 1.0]) - 0.5 * axis[:, 2],
                axis.ravel(),
                np.array(color, np.float32),
            )
        scn.ngeom = 2

    rgb, _ = picture("", size=96, change=crossing)
    red = rgb[:, 48 + 3, 0].sum() / 255
    # the other one, which comes nearer, is seen from half a pixel before their middles meet
    assert red == pytest.approx(11.5, abs=tol(0.3))


def test_of_edges_at_one_place_the_later_one_is_seen_without_dots():
    # a ridge along y between the faces up (later) and +x, of which only the latter is lit
    box = '<geom type="box" size=".8 .8 .8" euler="0 -40 0" rgba="1 1 1 1"/>'

    def from_the_side(scn):
        scn.lights[0].dir[:] = (-np.cos(np.radians(40)), 0, -np.sin(np.radians(40)))

    rgb, _ = picture(box, size=96, flags=[WIREFRAME], change=from_the_side)
    middle = rgb[30:66, :, 0].astype(int)
    lit = np.flatnonzero((middle > 100).all(axis=0))  # columns that an edge along y fills
    # no more changes than the edges across make
    assert len(lit) >= 1 and (np.abs(np.diff(middle[:, lit], axis=0)) > 10).sum(axis=0).max() <= 8


# ---- fog and lights


def test_fog_is_behind_everything_only_where_there_would_be_a_sky():
    sky = '<texture type="skybox" builtin="flat" rgb1="0 0 1" rgb2="0 0 1" width="8" height="48"/>'
    small = '<geom size=".1"/>'

    def corner(assets, off=()):
        _, scn, con = world(small, assets=assets)
        con.fogRGBA[:] = (0.2, 0.4, 0.6, 1)
        con.fogStart, con.fogEnd = 1, 2  # all of the sky is in it
        scn.flags[FOG] = 1
        for flag in off:
            scn.flags[flag] = 0
        return drawn(scn, con)[0][0, 0].tolist()

    assert corner(sky) == [51, 102, 153]
    assert corner("") == [0, 0, 0]
    assert corner(sky, [int(gelenk.mjtRndFlag.mjRND_SKYBOX)]) == [0, 0, 0]


def test_a_point_light_that_casts_shadows_is_cut_at_one_by_itself():
    text = """<mujoco><visual><headlight active="0"/></visual>
     <asset>{a}<material name="m" texture="t" specular="0"/></asset>
     <worldbody><camera pos="0 0 3" xyaxes="1 0 0 0 1 0"/>{l}{l}
     <geom type="plane" size="3 3 .5" material="m"/></worldbody></mujoco>"""
    light = '<light type="point" diffuse=".8 .8 .8" specular="0 0 0" castshadow="{}"/>'
    found = {}
    for cast in ("true", "false"):
        m = gelenk.MjModel.from_xml_string(text.format(a=HALVES, l=light.format(cast)))
        with gelenk.Renderer(m, 32, 32) as r:
            d = gelenk.MjData(m)
            gelenk.mj_forward(m, d)
            r.update_scene(d, camera=0)
            found[cast] = int(r.render()[16, 16, 0])
    # twice 0.8 of a texture of one half, each for itself; or one cut at one
    assert found["true"] == pytest.approx(255 * 0.8, abs=tol(2)) and found["false"] == pytest.approx(
        127.5, abs=tol(2)
    )


def test_the_sky_of_an_orthographic_camera_ends_where_its_prism_does():
    m = gelenk.MjModel.from_xml_string(
        """<mujoco><statistic extent="1" center="0 0 0"/><visual><map zfar="10"/><quality numslices="28"/></visual>
     <asset><texture type="skybox" builtin="flat" rgb1="1 0 0" rgb2="1 0 0" width="8" height="48"/></asset><worldbody>
     <camera projection="orthographic" fovy="40" xyaxes="1 0 0 0 1 0"/></worldbody></mujoco>"""
    )
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    with gelenk.Renderer(m, 80, 80) as r:
        r.update_scene(d, camera=0)
        row = r.render()[40, :, 0]
    # a disc of 28 sides and radius 7, of 20
    seen = np.flatnonzero(row > 128)
    assert abs(len(seen) - 80 * 14 / 40) <= 1
    assert row[0] == 0 and row[40] == 255


@pytest.mark.parametrize("kind", ["directional", "spot"])
def test_nothing_is_in_shadow_in_a_mirror(kind):
    # a ball casts its shadow on a box behind it, and what is below the box is its image in the floor
    text = """<mujoco><visual><headlight active="0"/><map shadowclip="3"/></visual>
     <statistic extent="2" center="0 0 .5"/><asset><material name="m" reflectance=".6" rgba=".3 .3 .3 1"/></asset>
     <worldbody><light type="{}" pos="0 -2 2.4" dir="0 1 -.9" cutoff="60" exponent="0" diffuse=".8 .8 .8"
      specular="0 0 0" castshadow="{}"/><geom type="plane" size="2 2 .1" material="m"/>
      <geom type="box" size=".4 .02 .4" pos="0 .3 .45" rgba="1 .2 .2 1"/>
      <geom type="sphere" size=".25" pos="0 -.4 1" rgba=".2 .9 .2 1"/>
      <camera pos="0 -3 1.2" xyaxes="1 0 0 0 .42 1" fovy="48"/></worldbody></mujoco>"""
    pictures = []
    for cast in ("true", "false"):
        m = gelenk.MjModel.from_xml_string(text.format(kind, cast))
        d = gelenk.MjData(m)
        gelenk.mj_forward(m, d)
        with gelenk.Renderer(m, 240, 320) as r:
            r.update_scene(d, camera=0)
            pictures.append(r.render().astype(int))
    dark, lit = pictures
    assert dark[70, 160, 0] < 20 < lit[70, 160, 0]  # on the box
    image = np.s_[114:160, 136:184]
    assert np.abs(dark[image] - lit[image]).max() <= tol(1)
    assert (lit[image][:, :, 0] > lit[image][:, :, 1] + 30).all()  # which is red
