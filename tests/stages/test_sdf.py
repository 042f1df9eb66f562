"""Signed distance fields: those of the plugins are the reference's to rounding; gradients are derivatives."""

import mujoco
import numpy as np
import pytest

import gelenk
from gelenk import Plugin, PluginTask
from gelenk.engine.collision.pairs import sdf as sdf_field
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.compiler.mesh import sdf_surface
from gelenk.runtime import builtin_plugins, plugin_instances
from gelenk.runtime.pipeline import run_stage
from tests.support import sdf
from tests.support.plugin_kernel import KernelBall
from tests.support.tolerance import tol

SHAPES = [
    *((name, {}) for name in sdf.PLUGINS),
    ("bolt", {"radius": 0.2}),
    ("nut", {"radius": 0.35}),
    ("bowl", {"height": 0.3, "radius": 0.8, "thickness": 0.05}),
    ("bowl", {"height": -0.3}),
    ("torus", {"radius1": 0.4, "radius2": 0.05}),
    ("gear", {"teeth": 10}),
    ("gear", {"teeth": 9, "alpha": -2, "diameter": 1}),
    ("gear", {"teeth": 40, "thickness": 1, "innerdiameter": 1}),
    ("gear", {"teeth": 200, "innerdiameter": 0}),
]


def distances(name, values, points):
    """What our plugin answers."""
    builtin_plugins.register()
    plugin = plugin_instances.REGISTERED[plugin_instances.find(f"mujoco.sdf.{name}")]
    full = dict.fromkeys(plugin.attributes, "") | {key: str(value) for key, value in values.items()}
    return plugin, full, sdf_surface.field_of(plugin, full, compile)(points)


@pytest.mark.parametrize(("name", "values"), SHAPES, ids=str)
def test_plugins_have_the_fields_of_the_reference(name, values):
    theirs = sdf.ReferenceShape(name, **values)
    points = np.random.default_rng(0).uniform(-1.5, 1.5, (3000, 3)) * theirs.box[3:]
    plugin, full, ours = distances(name, values, points)
    assert list(plugin.attributes) == theirs.names
    assert np.allclose(plugin.sdf_aabb(full), theirs.box, atol=tol(1e-15))
    assert np.abs(ours - theirs(points)).max() < tol(1e-14)


def test_the_torus_has_its_formula():
    points = np.random.default_rng(1).uniform(-1, 1, (500, 3))
    out = np.hypot(points[:, 0], points[:, 1]) - 0.35
    ours = distances("torus", {}, points)[2]
    assert np.abs(ours - (np.hypot(out, points[:, 2]) - 0.15)).max() < tol(1e-15)


@pytest.mark.parametrize("kind", [kind for kind in sdf.GEOMS if kind not in ("plane", "hfield", "mesh")])
def test_gradients_are_derivatives(kind):
    """Central differences; inside an octree per width of the cell, on ellipsoids and inside boxes of unit length."""
    model = gelenk.MjModel.from_xml_string(sdf.pair(kind, "octree"))
    data, rng = gelenk.MjData(model), np.random.default_rng(2)

    def field(p):
        return sdf_field.geom_field(model._view, data._view, 0, tuple(p))

    center, half = model.geom_aabb[0, :3], model.geom_aabb[0, 3:]
    wrong = 0
    for p in center + rng.uniform(-1.05, 1.05, (60, 3)) * half:
        value, gradient = field(p)
        steps = 1e-7 * np.eye(3)
        found = np.array([field(p + s)[0] - field(p - s)[0] for s in steps]) / 2e-7
        if kind == "octree":
            found *= 2.0 * model.oct_aabb[sdf_field.leaf_at(model._view, 0, tuple(p)), 3:]
        if kind == "ellipsoid" or (kind == "box" and value < 0.0):
            found /= np.linalg.norm(found)
            if kind == "box":
                assert np.linalg.norm(gradient) == pytest.approx(1.0)
                continue  # the way out is not along the derivative of its length
        wrong += np.abs(found - gradient).max() > 1e-5
    assert wrong <= 2  # kinks


def test_outside_an_octree_the_distance_goes_on():
    model = gelenk.MjModel.from_xml_string(sdf.pair("octree", "octree"))
    data = gelenk.MjData(model)
    root = model.oct_aabb[0]
    p = root[:3] + root[3:] * [2.0, 0.3, 0.2]
    far, gradient = sdf_field.geom_field(model._view, data._view, 0, tuple(p))
    near, _ = sdf_field.geom_field(model._view, data._view, 0, tuple(p - [root[3], 0, 0]))
    assert far == pytest.approx(near + root[3], abs=tol(2e-6))
    assert gradient[0] == 1.0


def test_a_mesh_without_octree_is_its_hull():
    model = gelenk.MjModel.from_xml_string(sdf.pair("mesh", "octree"))
    data = gelenk.MjData(model)
    for p in np.random.default_rng(3).uniform(-1, 1, (50, 3)):
        value, _ = sdf_field.geom_field(model._view, data._view, 0, tuple(p))
        assert value == pytest.approx(np.abs(p).max() - 0.3, abs=tol(1e-7))


@pytest.mark.parametrize("name", sdf.PLUGINS)
def test_meshes_of_plugins_have_the_size_and_the_mass_of_the_reference(name):
    """The vertices are our own: sizes agree to the cut at sharp edges, volumes as `legacy` counts them to a percent."""
    text = sdf.shape(name)
    theirs, ours = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    for column, tolerance in (
        ("geom_size", 1e-3),
        ("geom_aabb", 1e-3),
        ("body_mass", 1e-2),
        ("body_inertia", 1e-2),
    ):
        a, b = getattr(theirs, column), getattr(ours, column)
        assert np.abs(a - b).max() <= tolerance * np.abs(a).max(), column
    for column in (
        "geom_pos",
        "geom_quat",
        "body_ipos",
        "body_iquat",
        "mesh_pos",
        "mesh_quat",
        "geom_plugin",
    ):
        assert np.array_equal(getattr(theirs, column), getattr(ours, column)), column
    surface = sdf.ReferenceShape(name)(ours.mesh_vert)
    assert np.abs(surface).max() < 0.02 and np.median(np.abs(surface)) < tol(1e-6)


@pytest.mark.parametrize("name", sdf.PLUGINS)
def test_meshes_of_plugins_are_closed(name):
    model = gelenk.MjModel.from_xml_string(sdf.shape(name))
    face = model.mesh_face.astype(int)
    there = face[:, [0, 1, 2]].ravel() * len(model.mesh_vert) + face[:, [1, 2, 0]].ravel()
    back = face[:, [1, 2, 0]].ravel() * len(model.mesh_vert) + face[:, [0, 1, 2]].ravel()
    assert np.array_equal(np.sort(there), np.sort(back))


class Egg(Plugin):
    """An ellipsoid's bound in Python."""

    name = "test.egg"
    attributes = ("height",)
    capabilities = PluginTask.SDF

    def sdf_aabb(self, config):
        return 0, 0, 0, 0.2, 0.2, float(config["height"])

    def sdf_distance(self, points, config):
        scale = np.array([0.2, 0.2, float(config["height"])])
        return (np.linalg.norm(points / scale, axis=1) - 1) * scale.min()


EGG = """<mujoco><extension><plugin plugin="test.egg"><instance name="i"><config key="height" value=".3"/></instance>
  </plugin></extension><option sdf_initpoints="6"/><asset><mesh name="m"><plugin instance="i"/></mesh></asset>
  <worldbody><geom type="sdf" mesh="m"><plugin instance="i"/></geom>
  <body><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""


def test_a_plugin_in_python_describes_a_shape():
    gelenk.register_plugin(Egg)
    model = gelenk.MjModel.from_xml_string(EGG)
    assert np.allclose(
        model.geom_aabb[0], [0, 0, 0, 0.2, 0.2, 0.3], atol=tol(1e-3)
    )  # the surface as sampled by marching cubes: cells of a few mm
    data = gelenk.MjData(model)
    data.qpos[2] = 0.38
    gelenk.mj_forward(model, data)
    assert 0 < data.ncon <= 6
    deepest = min(data.contact, key=lambda c: c.dist)
    assert -0.03 < deepest.dist < -0.005 and deepest.frame[2] < -0.8  # from the ball to the egg
    gelenk.mj_step(model, data, 10)  # a step asks plugins to advance too
    assert data.time > 0


def test_a_plugin_of_a_user_may_be_a_kernel():
    """Two balls, one of them a field: contacts are at most half as deep as the balls overlap."""
    gelenk.register_plugin(KernelBall)
    model = gelenk.MjModel.from_xml_string(
        EGG.replace("test.egg", "test.kernel_ball").replace("height", "radius")
    )
    data = gelenk.MjData(model)
    data.qpos[2] = 0.38
    gelenk.mj_forward(model, data)
    assert model.body_mass[1] == pytest.approx(4 / 3 * np.pi * 0.1**3 * 1000)
    assert np.abs(model.geom_size[0] - 0.3).max() < tol(1e-4)
    assert -0.0101 < min(c.dist for c in data.contact) < -0.002


def test_a_plugin_without_box_is_refused():
    class Boxless(Plugin):
        name, capabilities = "test.boxless", PluginTask.SDF

    with pytest.raises(ValueError, match="sdf_aabb"):
        gelenk.register_plugin(Boxless)


def test_what_a_plugin_raises_reaches_the_caller():
    class Broken(Egg):
        name = "test.broken"
        fails = False

        def sdf_distance(self, points, config):
            if Broken.fails:
                raise RuntimeError("broken")
            return super().sdf_distance(points, config)

    gelenk.register_plugin(Broken)
    model = gelenk.MjModel.from_xml_string(EGG.replace("test.egg", "test.broken"))
    data = gelenk.MjData(model)
    data.qpos[2] = 0.38
    Broken.fails = True
    with pytest.raises(RuntimeError, match="broken"):
        gelenk.mj_forward(model, data)


def test_sampling_a_plugin_needs_no_model_of_its_own():
    plugin, full, _ = distances("torus", {}, np.zeros((1, 3)))
    m, d = sdf_surface.alone(plugin, full, compile)
    out = np.empty(2)
    run_stage("sdf_sample", m, d, 0, 2, np.array([0.35, 0, 0, 0.35, 0, 0.2]), out)
    assert np.allclose(out, [-0.15, 0.05])
