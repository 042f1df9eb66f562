"""Edits of specs: fuse_static, discard_visual, adopt_inertial, dedup_assets, as measured on mujoco 4.0.0."""

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.tolerance import tol

STATIC = """<mujoco>{}<worldbody><body name="A" pos="0 0 1"><joint axis="0 1 0"/><geom size=".05" mass="1"/>
<body name="st" pos=".2 0 0" quat=".3 .8 -.17 -.46"><geom type="box" size=".08 .05 .06" mass=".1"/>
<site name="s" pos=".1 0 0"/>
<body pos="0 0 -.2"><joint name="k" axis="1 0 0"/><geom type="capsule" size=".02 .1"/></body></body>
<body name="keep" fuse="false" pos="0 .1 0"><geom size=".03" mass=".1"/></body>
<body name="named" pos="0 -.1 0"><geom size=".02" mass=".2"/></body></body></worldbody>
<sensor><framepos objtype="body" objname="named"/><framequat objtype="site" objname="s"/></sensor></mujoco>"""


def same_dynamics(a, b):
    """Assert that two models have equal inertia matrices and bias forces in one state."""
    found = []
    for m in (a, b):
        d = gelenk.MjData(m)
        d.qpos[:], d.qvel[:] = 0.3, 0.7
        gelenk.mj_forward(m, d)
        full = np.zeros((m.nv, m.nv))
        gelenk.mj_fullM(m, full, d.qM)
        found.append(np.concatenate([full.ravel(), d.qfrc_bias, d.sensordata]))
    np.testing.assert_allclose(found[0], found[1], rtol=tol(1e-9), atol=tol(1e-12))


def bodies(m):
    return [m.body(i).name for i in range(m.nbody)]


def test_static_bodies_become_frames():
    spec = gelenk.MjSpec.from_string(STATIC.format(""))
    before = spec.compile()
    assert spec.fuse_static() == 1 and spec.fuse_static() == 0
    m = spec.compile()
    assert bodies(m) == ["world", "A", "", "keep", "named"]
    assert m.body_mass[1] == 1.1 and m.geom_type[:2].tolist() == [2, 6]
    same_dynamics(before, m)
    assert '<frame pos="0.2 0 0"' in spec.to_xml() and 'fuse="false"' in spec.to_xml()


def test_the_option_edits_the_spec_from_release_3_16_on():
    text = STATIC.format('<compiler fusestatic="true"/>')
    for release, frames, kept in (("3.5", 0, 5), ("4.0", 1, 4)):
        spec = gelenk.MjSpec.from_string(text)
        spec.release = release
        m = spec.compile()
        assert len(spec.frames) == frames and len(spec.bodies) - 1 == kept
    same_dynamics(gelenk.MjModel.from_xml_string(text.replace('"true"', '"false"')), m)


PAIR = """<mujoco>{}<worldbody><body><joint/>{}<geom size=".3"/><body name="q" pos="0 1 0" euler="20 0 0" {}>{}
<geom size=".1" pos="0 0 1"/></body></body></worldbody></mujoco>"""
INERTIAL = '<inertial pos="0 0 .1" mass="1" diaginertia="1 1 1"/>'


@pytest.mark.parametrize(("parent", "child"), [("", INERTIAL), (INERTIAL, ""), (INERTIAL, INERTIAL)])
def test_explicit_inertials_are_combined(parent, child):
    spec = gelenk.MjSpec.from_string(PAIR.format("", parent, "", child))
    before = spec.compile()
    assert spec.fuse_static() == 1 and spec.bodies[1].explicitinertial
    same_dynamics(before, spec.compile())


@pytest.mark.parametrize(
    ("option", "attribute", "more"),
    [
        ("", 'gravcomp="1"', ""),
        ("", 'fuse="false"', ""),
        ("", 'mocap="false" sleep="never"', ""),
        ('<option density="2"/>', "", ""),
        ('<compiler inertiafromgeom="true" boundmass="9"/>', "", ""),
        ('<sensor><force site="s"/></sensor>', "", '<site name="s"/>'),
        ('<contact><exclude body1="q" body2="world"/></contact>', "", ""),
    ],
)
def test_bodies_whose_fusing_would_change_forces_remain(option, attribute, more):
    spec = gelenk.MjSpec.from_string(PAIR.format(option, "", attribute, more))
    assert spec.fuse_static() == 0 and len(spec.bodies) == 3


VISUAL = """<mujoco><compiler {}/><asset><mesh name="me" vertex="1 0 0 0 1 0 0 0 1 0 0 0"/>
<mesh name="un" vertex="1 0 0 0 1 0 0 0 1 0 0 0"/><texture name="te" type="2d" builtin="checker" width="8" height="8"/>
<material name="ma" texture="te"/></asset><default><geom material="ma"/></default>
<worldbody><body pos="0 0 1"><freejoint/><geom name="col" type="box" size=".1 .1 .1"/>
<geom name="vis" type="mesh" mesh="me" contype="0" conaffinity="0" mass=".3"/>
<geom name="ref" size=".02" contype="0" conaffinity="0" mass="0"/></body></worldbody>
<sensor><framepos objtype="geom" objname="ref"/></sensor></mujoco>"""


def test_visual_elements_are_deleted_and_bodies_keep_their_inertia():
    spec = gelenk.MjSpec.from_string(VISUAL.format(""))
    before = spec.compile()
    assert spec.discard_visual() == 5 and spec.discard_visual() == 0  # te, ma, vis, me, un
    m = spec.compile()
    assert [g.name for g in spec.geoms] == ["col", "ref"] and (m.nmesh, m.nmat, m.ntex) == (0, 0, 0)
    np.testing.assert_allclose(m.body_mass, before.body_mass, rtol=tol(1e-14))
    np.testing.assert_allclose(m.body_inertia, before.body_inertia, rtol=tol(1e-14))
    again = gelenk.MjModel.from_xml_string(spec.to_xml())
    np.testing.assert_allclose(again.body_mass, before.body_mass, rtol=tol(1e-14))


def test_inertia_of_geoms_alone_cannot_be_kept():
    text = VISUAL.format('discardvisual="true" inertiafromgeom="true"')
    with pytest.raises(
        Error, match=r":\d+:\d+: discardvisual cannot discard geom 'vis', which has mass(.|\n)*id 1, line"
    ):
        gelenk.MjModel.from_xml_string(text, release="4.0")
    assert gelenk.MjModel.from_xml_string(text, release="3.5").ngeom == 2


def test_an_adopted_inertial_no_longer_follows_the_geoms():
    spec = gelenk.MjSpec.from_string(VISUAL.format(""))
    before, body = spec.compile(), spec.bodies[1]
    spec.adopt_inertial(body)
    assert body.explicitinertial and body.mass == before.body_mass[1]
    spec.geom("vis").mass = 9
    m = spec.compile()
    np.testing.assert_array_equal(m.body_inertia, before.body_inertia)
    with pytest.raises(TypeError, match="body must be MjsBody, not str"):
        spec.adopt_inertial("A")
    with pytest.raises(ValueError, match="is not in this spec"):
        spec.adopt_inertial(gelenk.MjSpec().worldbody)


def test_equal_assets_are_merged():
    mesh = '<mesh name="{}" vertex="0 0 0 1 0 0 0 1 0 0 0 1" {}/>'
    texture = '<texture name="{}" type="2d" builtin="checker" width="8" height="{}"/>'
    spec = gelenk.MjSpec.from_string(
        f"""<mujoco><asset>{texture.format("a", 8)}{texture.format("b", 8)}{texture.format("c", 9)}
        {mesh.format("m", "")}{mesh.format("n", "")}{mesh.format("o", 'scale="2 1 1"')}
        <material name="x" texture="b"/></asset>
        <worldbody><geom type="mesh" mesh="n" material="x"/><geom type="mesh" mesh="o"/></worldbody></mujoco>"""
    )
    assert spec.dedup_assets() == 2
    assert [t.name for t in spec.textures] == ["a", "c"] and [m.name for m in spec.meshes] == ["m", "o"]
    assert spec.geoms[0].meshname == "m" and "a" in spec.materials[0].textures
    assert spec.compile().nmesh == 2
