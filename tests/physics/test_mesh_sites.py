"""Sites of type mesh: the hull of a mesh as volume, in the frame that was written."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

TETRAHEDRON = '<mesh name="a" vertex="0 0 0 1 0 0 0 1 0 0 0 .5"/>'
PLACED = 'type="mesh" mesh="a" pos=".3 .1 .2" quat="1 .3 .1 .2"'
SCENE = """<mujoco><asset>{assets}</asset><worldbody><body name="b" pos=".1 .2 .3" quat="1 .2 .3 .1"><freejoint/>
<geom size=".1"/><geom name="g" type="mesh" mesh="a" pos=".3 .1 .2" quat="1 .3 .1 .2"/><site name="s" {site}/>
</body></worldbody><actuator><general site="s" gear="0 0 1 0 0 0"/></actuator></mujoco>"""


def model(site=PLACED, assets=TETRAHEDRON):
    m = gelenk.MjModel.from_xml_string(SCENE.format(site=site, assets=assets), release="4.0")
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    return m, d


def test_a_site_keeps_its_frame_and_takes_the_size_of_the_mesh():
    m, _ = model()
    # measured on mujoco 4.0.0, whose coordinates have 8 digits
    np.testing.assert_allclose(m.site_size[0], [0.2592453, 0.47642258, 0.70710678], atol=tol(1e-8))
    np.testing.assert_array_equal(m.site_pos[0], [0.3, 0.1, 0.2])
    np.testing.assert_allclose(
        m.site_quat[0], [0.93658581, 0.28097574, 0.09365858, 0.18731716], atol=tol(1e-8)
    )
    assert m.site_type[0] == gelenk.mjtGeom.mjGEOM_MESH and m.site_dataid[0] == 0
    assert m.site("s").dataid[0] == 0
    assert (
        gelenk.MjModel.from_xml_string("<mujoco><worldbody><site/></worldbody></mujoco>").site_dataid[0] == -1
    )


def world_points(d, count):
    """Points around the mesh: in the frame of the site, and in the world."""
    p = np.random.default_rng(0).uniform(-0.3, 1.2, (count, 3))
    return p, p @ d.site_xmat[0].reshape(3, 3).T + d.site_xpos[0]


def test_inside_is_where_all_weights_of_the_corners_are_positive():
    m, d = model()
    for p, world in zip(*world_points(d, 2000), strict=True):
        assert gelenk.mj_insideSite(m, d, 0, world) == (min(p) > 0 and p[0] + p[1] + 2 * p[2] < 1)


U = """<mesh name="a" vertex="-.4 -.2 -.2 -.2 -.2 -.2 -.4 .2 -.2 -.2 .2 -.2 -.4 -.2 .3 -.2 -.2 .3 -.4 .2 .3 -.2 .2 .3
.2 -.2 -.2 .4 -.2 -.2 .2 .2 -.2 .4 .2 -.2 .2 -.2 .3 .4 -.2 .3 .2 .2 .3 .4 .2 .3"
face="0 2 1 1 2 3 4 5 6 5 7 6 0 1 4 1 5 4 2 6 3 3 6 7 0 4 2 2 4 6 1 3 5 3 7 5
8 10 9 9 10 11 12 13 14 13 15 14 8 9 12 9 13 12 10 14 11 11 14 15 8 12 10 10 12 14 9 11 13 11 15 13"/>"""


def test_the_volume_of_two_boxes_is_their_hull():
    m, d = model('type="mesh" mesh="a"', U)
    # between the boxes: inside of the hull, as on mujoco 4.0.0
    for x, inside in ((0.0, 1), (0.3, 1), (0.41, 0)):
        point = d.site_xpos[0] + d.site_xmat[0].reshape(3, 3) @ [x, 0, 0.29]
        assert gelenk.mj_insideSite(m, d, 0, point) == inside


def corners(half):
    return np.array(np.meshgrid(*[(-h, h) for h in half])).reshape(3, -1).T


def box_mesh(half):
    return f'<mesh name="a" vertex="{" ".join(map(str, corners(half).ravel()))}"/>'


@pytest.mark.parametrize("place", [(0, 0, 0.04), (0.25, 0, 0.04), (0, 0, 0.5), (0, 0, -0.5), (0.1, 0.1, 0.3)])
def test_a_touch_sensor_with_the_mesh_of_a_box_reads_as_that_of_a_box(place):
    readings = []
    for shape in ('type="box" size=".2 .15 .1"', 'type="mesh" mesh="a"'):
        text = f"""<mujoco><asset>{box_mesh((0.2, 0.15, 0.1))}</asset><worldbody><geom type="plane" size="1 1 1"/>
<body pos="0 0 .0999"><freejoint/><geom size=".1"/>
<site name="s" pos="{place[0]} {place[1]} {place[2] - 0.1}" euler="0 10 20" {shape}/></body></worldbody>
<sensor><touch site="s"/></sensor></mujoco>"""
        d = gelenk.MjData(m := gelenk.MjModel.from_xml_string(text, release="4.0"))
        gelenk.mj_forward(m, d)
        readings.append(d.sensordata[0])
    assert readings[0] == readings[1]


ENCLOSED = """<mujoco><asset>{mesh}</asset><worldbody><site name="z" {site} euler="10 0 5"/>
<body name="b" pos="{pos}" euler="{euler}"><geom name="g" type="{kind}" size=".1 .08 .06"/>
<site name="s" {other}/></body></worldbody><sensor><insidesite site="z" objtype="geom" objname="g" enclosed="true"/>
<insidesite site="z" objtype="site" objname="s" enclosed="true"/></sensor></mujoco>"""
KINDS = ["sphere", "capsule", "ellipsoid", "cylinder", "box"]


@pytest.mark.parametrize("kind", KINDS)
def test_enclosure_in_the_mesh_of_a_box_is_enclosure_in_the_box(kind):
    rng = np.random.default_rng(1)
    half = (0.5, 0.4, 0.3)
    box, mesh = 'type="box" size=".5 .4 .3"', 'type="mesh" mesh="a"'
    for spread in (0.1, 0.4, 0.9):
        place = {
            "pos": "{} {} {}".format(*rng.normal(0, spread, 3)),
            "euler": "{} {} {}".format(*rng.uniform(0, 90, 3)),
        }
        readings = []
        for first, second in ((box, box), (mesh, mesh)):
            text = ENCLOSED.format(mesh=box_mesh(half), site=first, other=second, kind=kind, **place)
            d = gelenk.MjData(m := gelenk.MjModel.from_xml_string(text, release="4.0"))
            gelenk.mj_forward(m, d)
            readings.append(d.sensordata.copy())
        # vertices of meshes are float32; an ascent stops within 1e-12 of its maximum
        np.testing.assert_allclose(readings[1], readings[0], rtol=0, atol=tol(2e-7))


def test_scenes_draw_the_mesh_where_a_geom_of_the_same_frame_has_it():
    m, d = model()
    scene, option = gelenk.MjvScene(m, 20), gelenk.MjvOption()
    option.flags[gelenk.mjtVisFlag.mjVIS_ACTUATOR] = 1
    for hull in (0, 1):
        option.flags[gelenk.mjtVisFlag.mjVIS_CONVEXHULL] = hull
        gelenk.mjv_updateScene(m, d, option, None, gelenk.MjvCamera(), gelenk.mjtCatBit.mjCAT_ALL, scene)
        geom, site = scene.geoms[1:3]
        shell = scene.geoms[scene.ngeom - 1]
        assert (site.type, site.dataid, site.objtype) == (
            gelenk.mjtGeom.mjGEOM_MESH,
            hull,
            gelenk.mjtObj.mjOBJ_SITE,
        )
        assert (shell.type, shell.dataid) == (gelenk.mjtGeom.mjGEOM_MESH, hull)
        for one in (site, shell):
            # float32 of the same product in two orders
            np.testing.assert_allclose(one.pos, geom.pos, atol=tol(3e-7))
            np.testing.assert_allclose(one.mat, geom.mat, atol=tol(3e-7))
        np.testing.assert_allclose(shell.size, 1.05 * site.size, rtol=tol(1e-6))


def test_a_site_takes_the_material_of_its_mesh_unless_it_has_one():
    assets = TETRAHEDRON.replace("/>", ' material="own"/>') + '<material name="other"/><material name="own"/>'
    assert model(assets=assets)[0].site_matid[0] == 1
    assert model(PLACED + ' material="other"', assets)[0].site_matid[0] == 0


@pytest.mark.parametrize(
    "site, words",
    [
        ('type="mesh"', "a mesh site needs the name of a mesh"),
        ('type="mesh" mesh="q"', "mesh 'q' not found"),
        ('type="box" mesh="a"', "mesh can only be specified for mesh sites"),
        ('mesh="a"', "mesh can only be specified for mesh sites"),
        ('type="mesh" mesh="a" fromto="0 0 0 1 1 1"', "fromto requires"),
        ('type="mesh" mesh="a" fitscale="1"', "unknown attribute 'fitscale' of site"),
        ('type="hfield"', "hfields and planes not allowed"),
    ],
)
def test_sites_of_other_forms_are_refused(site, words):
    with pytest.raises(gelenk.Error, match=words):
        model(site)


def test_specs_save_and_attach_sites_with_meshes():
    text = SCENE.format(site=PLACED, assets=TETRAHEDRON)
    spec = gelenk.MjSpec.from_string(text)
    assert spec.site("s").meshname == "a"
    m, again = spec.compile(), gelenk.MjSpec.from_string(spec.to_xml()).compile()
    for field in ("site_dataid", "site_type", "site_size", "site_pos"):
        np.testing.assert_array_equal(getattr(again, field), getattr(m, field))
    whole = gelenk.MjSpec()
    whole.attach(spec, prefix="p/", frame=whole.worldbody.add_frame())
    assert whole.site("p/s").meshname == "p/a" and whole.compile().site_dataid[0] == 0
    made = gelenk.MjSpec.from_string(f"<mujoco><asset>{TETRAHEDRON}</asset></mujoco>")
    made.worldbody.add_site(type=gelenk.mjtGeom.mjGEOM_MESH, meshname="a")
    assert made.compile().site_dataid[0] == 0
    with pytest.raises(TypeError, match="meshname"):
        made.sites[0].meshname = 3


def test_discarding_keeps_the_mesh_of_a_site_and_copying_back_refuses_its_size():
    text = SCENE.format(site=PLACED, assets=TETRAHEDRON).replace('name="g"', 'contype="0" conaffinity="0"')
    m = gelenk.MjModel.from_xml_string(text.replace("<asset>", '<compiler discardvisual="true"/><asset>'))
    assert m.nmesh == 1 and m.site_dataid[0] == 0
    spec = gelenk.MjSpec.from_string(text)
    m = spec.compile()
    m.site_pos[0] = [1, 2, 3]
    spec.copy_back(m)
    np.testing.assert_array_equal(spec.site("s").pos, [1, 2, 3])
    m.site_size[0] = 1
    with pytest.raises(ValueError, match="site_size"):
        spec.copy_back(m)


def test_scaled_frames_scale_the_mesh_of_a_site():
    text = f"""<mujoco><asset>{TETRAHEDRON}</asset><worldbody><geom type="mesh" mesh="a"/>
<frame {{}}><site {PLACED}/></frame></worldbody></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text.format('scale="2"'), release="4.0")
    assert m.nmesh == 2 and m.site_dataid[0] == 1
    np.testing.assert_array_equal(m.mesh_scale, [[1, 1, 1], [2, 2, 2]])
    np.testing.assert_allclose(m.site_size[0], 2 * m.geom_size[0], rtol=tol(1e-6))
    m = gelenk.MjModel.from_xml_string(text.format('scale="1 2 3" scaling="geometry"'), release="4.0")
    # the stretched frame has the volume of the mesh times 6
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    stretch, turn = np.diag([1.0, 2, 3]), d.site_xmat[0].reshape(3, 3)
    for p, _ in zip(*world_points(d, 500), strict=True):
        world = stretch @ (np.array([0.3, 0.1, 0.2]) + turn @ p)
        assert gelenk.mj_insideSite(m, d, 0, world) == (min(p) > 0 and p[0] + p[1] + 2 * p[2] < 1)


def test_models_with_such_sites_survive_files_and_wrong_indices(tmp_path):
    m, _ = model()
    gelenk.mj_saveModel(m, str(tmp_path / "m.mjb"), None)
    again = gelenk.MjModel.from_binary_path(str(tmp_path / "m.mjb"))
    assert again.site_dataid[0] == 0 and again.site_type[0] == gelenk.mjtGeom.mjGEOM_MESH
    for wrong in (-1, 1, 10**6):
        m.site_dataid[0] = wrong
        with pytest.raises((gelenk.Error, ValueError, IndexError), match="site_dataid"):
            gelenk.mj_forward(m, gelenk.MjData(m))
    m.site_dataid[0] = 0
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert gelenk.mj_insideSite(m, d, 0, np.full(3, np.nan)) == 0
