"""Insidesite with enclosed: how far an object juts out of the volume of a site."""

import numpy as np
import pytest

import gelenk
from tests.support.tolerance import tol

SCENE = """<mujoco><asset><mesh name="m" vertex=".1 0 0 -.12 0 0 0 .08 0 0 -.09 0 0 0 .1 0 0 -.11"/></asset><worldbody>
<site name="z" type="{site}" size=".5 .4 .3"/>
<body name="b" pos="-.7 .5 .1" euler="10 20 30"><geom name="g" {geom}/><site name="s" {geom}/></body></worldbody>
<sensor><insidesite name="x" site="z" objtype="{kind}" objname="{name}" enclosed="true" {more}/></sensor></mujoco>"""
SITES = ["sphere", "capsule", "ellipsoid", "cylinder", "box"]


def geom(kind):
    return 'type="mesh" mesh="m"' if kind == "mesh" else f'type="{kind}" size=".1 .08 .06"'


def reading(site, shape, place=None, turn=None, kind="geom", name="g", more=""):
    text = SCENE.format(site=site, geom=geom(shape), kind=kind, name=name, more=more)
    if shape == "mesh":
        text = text.replace('<site name="s" type="mesh" mesh="m"/>', "")
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    if place is not None:
        m.body_pos[1], m.body_quat[1] = place, turn
    gelenk.mj_forward(m, d)
    return m, d


# measured on mujoco 4.0.0
@pytest.mark.parametrize(
    "shape, value",
    [
        ("sphere", 0.3236058),
        ("capsule", 0.35391733),
        ("ellipsoid", 0.30711405),
        ("cylinder", 0.34646144),
        ("box", 0.36049395),
    ],
)
def test_readings_are_as_measured(shape, value):
    for kind, name in (("geom", "g"), ("site", "s"), ("body", "b"), ("xbody", "b")):
        m, d = reading("box", shape, kind=kind, name=name)
        # 4.0.0 stops within ccd_tolerance, 1e-6, below the largest distance
        np.testing.assert_allclose(d.sensordata, [value], rtol=0, atol=tol(1.2e-6))
        assert m.sensor_datatype[0] == gelenk.mjtDataType.mjDATATYPE_REAL
    assert reading("box", shape, more='cutoff=".05"')[1].sensordata[0] == 0.05


def points(rng, shape, count=4000):
    """Points of the surface, of which the farthest is near the farthest of all."""
    v = rng.normal(size=(count, 3))
    v /= np.linalg.norm(v, axis=1)[:, None]
    size = np.array([0.1, 0.08, 0.06])
    if shape == "sphere":
        return 0.1 * v
    if shape == "capsule":
        return 0.1 * v + np.where(v[:, 2:] > 0, 1, -1) * [0, 0, 0.08]
    if shape == "ellipsoid":
        return size * v
    if shape == "cylinder":
        angle = rng.uniform(0, 2 * np.pi, count)
        return np.stack([0.1 * np.cos(angle), 0.1 * np.sin(angle), np.where(v[:, 2] > 0, 0.08, -0.08)], 1)
    return np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T * size


def boundary(rng, site, count=20000):
    """Outward normals and support values of a site: sd(x) = max of n.x - h(n)."""
    n = rng.normal(size=(count, 3))
    n = np.vstack([n / np.linalg.norm(n, axis=1)[:, None], np.eye(3), -np.eye(3)])
    size = np.array([0.5, 0.4, 0.3])
    rho = np.linalg.norm(n[:, :2], axis=1)
    h = {
        "sphere": np.full(len(n), 0.5),
        "capsule": 0.5 + 0.4 * abs(n[:, 2]),
        "ellipsoid": np.linalg.norm(n * size, axis=1),
        "cylinder": 0.5 * rho + 0.4 * abs(n[:, 2]),
        "box": abs(n) @ size,
    }[site]
    return n, h


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("shape", SITES)
def test_the_reading_is_the_largest_signed_distance_of_sampled_points(site, shape):
    rng = np.random.default_rng(0)
    n, h = boundary(rng, site)
    x = points(rng, shape, 100)
    for spread in (0.05, 0.3, 0.8):
        place, turn = rng.normal(0, spread, 3), rng.normal(size=4)
        turn /= np.linalg.norm(turn)
        _, d = reading(site, shape, place, turn)
        world = x @ d.geom_xmat[0].reshape(3, 3).T + d.geom_xpos[0]
        sampled = max(float((n @ p - h).max()) for p in world)
        # samples lie below the maximum: normals are 2e-2 apart, points 3e-1 of .1 m; errors are of second order
        assert -1e-9 <= d.sensordata[0] - sampled < 0.01


def test_meshes_count_with_their_corners_and_subtrees_with_all_geoms():
    _, d = reading("sphere", "mesh")
    corners = np.vstack([np.diag([0.1, 0.08, 0.1]), -np.diag([0.12, 0.09, 0.11])])
    body = corners @ d.xmat[1].reshape(3, 3).T + d.xpos[1]
    np.testing.assert_allclose(d.sensordata[0], np.linalg.norm(body, axis=1).max() - 0.5, rtol=tol(1e-7))
    text = SCENE.format(site="sphere", geom=geom("sphere"), kind="{}", name="b", more="")
    text = text.replace("</body>", '<body pos="-1 0 0"><joint/><geom size=".1"/></body></body>')
    values = []
    for kind in ("body", "xbody"):
        d = gelenk.MjData(m := gelenk.MjModel.from_xml_string(text.format(kind)))
        gelenk.mj_forward(m, d)
        values.append(d.sensordata[0])
    np.testing.assert_allclose(values[0], np.linalg.norm([0.7, 0.5, 0.1]) + 0.1 - 0.5, rtol=tol(1e-12))
    np.testing.assert_allclose(values[1], np.linalg.norm(d.geom_xpos[1]) + 0.1 - 0.5, rtol=tol(1e-12))


@pytest.mark.parametrize(
    "objects, kind, name, words",
    [
        ('<camera name="c"/>', "camera", "c", "do not support cameras"),
        ('<geom name="p" type="plane" size="1 1 1"/>', "geom", "p", "is a plane"),
        (
            '<body name="e"><joint/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/></body>',
            "body",
            "e",
            "no geoms",
        ),
        ('<geom name="p" size="1"/>', "geom", "q", "unrecognized name 'q'"),
    ],
)
def test_objects_without_an_extent_are_refused(objects, kind, name, words):
    text = f"""<mujoco><worldbody><site name="z" size="1"/>{objects}</worldbody>
<sensor><insidesite site="z" objtype="{kind}" objname="{name}" enclosed="true"/></sensor></mujoco>"""
    with pytest.raises(gelenk.Error, match=words):
        gelenk.MjModel.from_xml_string(text)


def test_poses_that_are_no_numbers_and_flat_shapes_give_readings():
    for site in SITES:
        for shape in SITES:
            _, d = reading(site, shape, [np.nan, 0, np.inf], [1, 0, 0, 0])
            assert d.sensordata.shape == (1,)
        _, d = reading(site, "ellipsoid", [0, 0, 0], [1, 0, 0, 0])
        assert d.sensordata[0] < 0


@pytest.mark.parametrize("release, stage", [("3.5", "ACC"), ("4.0", "VEL")])
def test_tactile_sensors_have_a_cutoff_and_in_later_models_the_stage_of_velocities(release, stage):
    text = """<mujoco><asset><mesh name="p" builtin="plate" params="6 5" scale=".1 .1 .02" inertia="shell"/></asset>
<worldbody><geom name="pad" type="mesh" mesh="p" contype="0" conaffinity="0"/><geom type="box" size=".1 .1 .02"/>
<body pos="0 0 .06"><freejoint/><geom size=".1"/></body></worldbody>
<sensor><tactile geom="pad" mesh="p"/><tactile geom="pad" mesh="p" cutoff=".01"/></sensor></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text, release=release)
    d = gelenk.MjData(m)
    d.qvel[0] = 0.3
    gelenk.mj_forward(m, d)
    assert (m.sensor_needstage == getattr(gelenk.mjtStage, "mjSTAGE_" + stage)).all()
    free, cut = d.sensordata.reshape(2, -1)
    assert abs(free).max() > 0.01
    np.testing.assert_array_equal(cut, np.clip(free, -0.01, 0.01))
    d.sensordata[:] = 7
    gelenk.mj_sensorVel(m, d)
    assert (d.sensordata[0] == 7) == (stage == "ACC")
