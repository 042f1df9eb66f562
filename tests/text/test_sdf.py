"""Models with signed distance fields: what is wrong is said where it is; what is right is written as it was read."""

import gc

import mujoco
import numpy as np
import pytest

import gelenk
from tests.support import sdf
from tests.support.same_model import differences

EXTENSION = '<extension><plugin plugin="mujoco.sdf.torus"/><plugin plugin="mujoco.pid"/></extension>'
GEOM = '<geom type="sdf" mesh="m"/>'


def model(mesh, geom=GEOM):
    return f"<mujoco>{EXTENSION}<asset>{mesh}</asset><worldbody>{geom}</worldbody></mujoco>"


def torus(attributes="", **values):
    return f'<mesh name="m" {attributes}><plugin plugin="mujoco.sdf.torus">{sdf.config(**values)}</plugin></mesh>'


WRONG = {
    "a word for a number": (model(torus(radius1="wide")), "radius1"),
    "a negative radius": (model(torus(radius2="-1")), "radii"),
    "not finite": (model(torus(radius1="nan")), "radii"),
    "too large": (model(torus(radius1="1e300")), "finite"),
    "no surface between the samples": (model(torus(radius1="1e6")), "no surface"),
    "an unknown key": (model(torus(radius="1")), "unrecognized attribute 'plugin:radius'"),
    "a scale": (model(torus('scale="2 2 2"')), "cannot be scaled"),
    "no field": (
        model('<mesh name="m"><plugin plugin="mujoco.pid"/></mesh>'),
        "does not support signed distance fields",
    ),
    "an unknown plugin": (
        model('<mesh name="m"><plugin plugin="mujoco.sdf.screw"/></mesh>'),
        "unrecognized plugin",
    ),
    "an unknown instance": (model('<mesh name="m"><plugin instance="x"/></mesh>'), "unrecognized name 'x'"),
    "no mesh": (model("", '<geom type="sdf"/>'), "needs the name of a mesh"),
    "a plugin that is no field": (
        model(torus(), '<geom type="sdf" mesh="m"><plugin plugin="mujoco.pid"/></geom>'),
        "does not support signed distance fields",
    ),
    "no teeth": (sdf.shape("gear", teeth=0), "tooth"),
    "a bowl higher than its sphere": (sdf.shape("bowl", height=2), "height"),
    "a bolt without radius": (sdf.shape("bolt", radius=0), "radius"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name):
    text, part = WRONG[name]
    with pytest.raises(gelenk.Error, match=part):
        gelenk.MjModel.from_xml_string(text)


@pytest.mark.parametrize("option", ['sdf_initpoints="-5"', 'sdf_iterations="-5"', 'sdf_initpoints="0"'])
def test_senseless_options_do_no_harm(option):
    m = gelenk.MjModel.from_xml_string(sdf.pair("sphere", "octree", option))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 3)
    assert np.isfinite(d.qpos).all()


def test_open_and_tiny_meshes_have_fields():
    for vertex in ("0 0 0 1 0 0 0 1 0 1 1 .5", "0 0 0 1e-5 0 0 0 1e-5 0 0 0 1e-5"):
        text = f'<mesh name="m" vertex="{vertex}" face="0 1 2 1 3 2" inertia="shell"/>'
        m = gelenk.MjModel.from_xml_string(
            f"<mujoco><asset>{text}</asset><worldbody>{GEOM}</worldbody></mujoco>"
        )
        assert np.isfinite(m.oct_coeff).all() and m.noct > 1


def test_a_mesh_of_a_plugin_collides_without_one_too():
    """3.5.0 stops at the first such contact: the mesh has no octree there."""
    text = model(torus(), f'{GEOM}<body pos=".35 0 .2"><freejoint/><geom size=".1"/></body>')
    m = gelenk.MjModel.from_xml_string(text)
    d = gelenk.MjData(m)
    gelenk.mj_forward(m, d)
    assert m.noct > 1 and d.ncon > 0


@pytest.mark.parametrize(
    "text", [sdf.shape("nut", radius=0.25), sdf.pair("torus", "octree", 'sdf_initpoints="7"')]
)
def test_written_and_read_again_it_is_the_same(text):
    spec = gelenk.MjSpec.from_string(text)
    first = spec.compile()
    second = gelenk.MjModel.from_xml_string(spec.to_xml())
    assert not differences(first, second, 1e-12)


def test_plugin_indices_are_checked():
    m = gelenk.MjModel.from_xml_string(sdf.pair("sphere", "torus"))
    d = gelenk.MjData(m)
    m.geom_plugin[1] = 7
    with pytest.raises(IndexError, match="geom_plugin"):
        gelenk.mj_step(m, d)
    gc.collect()


def test_instances_are_numbered_as_in_the_reference():
    field = '<plugin plugin="mujoco.sdf.torus"><config key="radius1" value=".4"/></plugin>'
    geom = f'<geom type="box" size=".1 .1 .1">{field}</geom>'
    cable = '<plugin plugin="mujoco.elasticity.cable"/>'
    text = f"""<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/><plugin plugin="mujoco.pid"/>
      <plugin plugin="mujoco.sdf.torus"><instance name="i"/></plugin></extension><worldbody>{geom}
      <body>{geom}<joint name="j" axis="0 0 1"/>{cable}
      <body pos=".1 0 0"><joint type="ball"/>{cable}{geom}</body></body>
      </worldbody><actuator><plugin joint="j" plugin="mujoco.pid"/></actuator>
      <asset><mesh name="m">{field}</mesh></asset></mujoco>"""
    theirs, ours = mujoco.MjModel.from_xml_string(text), gelenk.MjModel.from_xml_string(text)
    for name in ("plugin", "body_plugin", "geom_plugin", "actuator_plugin", "plugin_attr", "plugin_attradr"):
        assert np.array_equal(getattr(theirs, name), getattr(ours, name)), name


@pytest.mark.parametrize(
    "place", ["{}", "<frame>{}</frame>", "<body><frame>{}<geom size='1'/></frame></body>"]
)
@pytest.mark.parametrize(
    "plugin, said",
    [("<plugin/>", "plugin needs one of"), ('<plugin plugin="mujoco.pid"/>', "passive forces")],
)
def test_a_plugin_in_a_frame_is_that_of_the_body_around_it(place, plugin, said):
    text = f"<mujoco>{EXTENSION}<worldbody>{place.format(plugin)}</worldbody></mujoco>"
    with pytest.raises(ValueError):
        mujoco.MjModel.from_xml_string(text)
    with pytest.raises(gelenk.errors.Error, match=said):
        gelenk.MjModel.from_xml_string(text)
