"""compiler/savecompiled and savecanonical: models saved as authored, with canonical or with their own notations."""

import pickle

import numpy as np
import pytest

import gelenk
from tests.support.same_model import differences
from tests.support.tolerance import tol

MODEL = """
<mujoco><compiler eulerseq="zyx" savecompiled="false" {}/>
<default><default class="a"><joint damping="0.5" range="-10 20"/><position kp="4"/></default></default>
<worldbody>
  <frame pos="0 0 1" euler="0 90 10">
    <body name="a" pos="1 2 3" euler="10 20 30" childclass="a">
      <joint name="hinge" axis="0 0 1" range="-30 60" ref="5"/>
      <joint name="second" axis="1 0 0"/>
      <geom type="box" size="0.1 0.2 0.3" axisangle="0 0 2 40"/>
      <geom type="capsule" fromto="0 0 0 0 0 1" size="0.05"/>
      <site name="s" xyaxes="0 1 0 -1 0 0"/>
      <body><inertial pos="0 0 0" mass="1" fullinertia="1 1.2 1.1 .1 .05 .02"/></body>
    </body>
  </frame>
</worldbody>
<tendon><fixed springlength="0.1"><joint joint="hinge" coef="1"/></fixed></tendon>
<actuator>
  <position joint="hinge" kp="3" kv="2"/><position class="a" joint="hinge"/><motor joint="hinge" gear="3"/>
  <velocity joint="hinge" kv="5"/><damper joint="hinge" kv="2" ctrlrange="0 1"/>
  <cylinder joint="hinge" timeconst="2" area="3" bias="1 2 3"/><muscle joint="hinge" lengthrange="0.1 1" scale="2"/>
  <intvelocity joint="hinge" kp="3" actrange="-1 1"/><adhesion body="a" gain="2" ctrlrange="0 1"/>
  <position joint="hinge" inheritrange="0.5" dampratio="0.7" timeconst="0.1"/>
</actuator>
</mujoco>"""
AS_WRITTEN = 'savecanonical="false"'


def read(more=AS_WRITTEN, release="4.0"):
    return gelenk.MjSpec.from_string(MODEL.format(more), release=release)


def test_saved_as_written_keeps_every_notation():
    text = read().to_xml()
    for part in (
        '<compiler eulerseq="zyx"/>',
        '<frame pos="0 0 1" euler="0 90 10">',
        'range="-30 60"',
        'ref="5"',
        'axisangle="0 0 2 40"',
        'fromto="0 0 0 0 0 1"',
        '<site name="s" xyaxes="0 1 0 -1 0 0"/>',
        'fullinertia="1 1.2 1.1 0.1 0.05 0.02"',
        'springlength="0.1"',
        'kp="3" kv="2"/>',
        '<motor gear="3" joint="hinge"/>',
        '<velocity joint="hinge" kv="5"/>',
        '<muscle lengthrange="0.1 1" joint="hinge" scale="2"/>',
        '<adhesion ctrlrange="0 1" body="a" gain="2"/>',
        '<position kp="4"/>',
        'dampratio="0.7" inheritrange="0.5" timeconst="0.1"/>',
    ):
        assert part in text, part
    assert "quat" not in text and "save" not in text and "<general" not in text


def test_copies_and_pickles_keep_the_notations():
    spec = read()
    text = spec.to_xml()
    assert spec.copy().to_xml() == text and pickle.loads(pickle.dumps(spec)).to_xml() == text


def test_saved_as_authored_is_canonical():
    text = read("").to_xml()
    for part in (
        '<compiler angle="radian"/>',
        'size="0.05 0.5" pos="0 0 0.5"',
        "diaginertia=",
        'springlength="0.1"',
        'joint name="second" axis="1 0 0"',
    ):
        assert part in text, part
    for part in ("euler=", "fromto", "fullinertia", "save", "<velocity", 'pos="0 0 0" axis'):
        assert part not in text, part


@pytest.mark.parametrize("release", ("3.5", "4.0"))
@pytest.mark.parametrize("more", (AS_WRITTEN, "", AS_WRITTEN + ' angle="radian"'))
def test_the_text_compiles_to_the_same_model(more, release):
    spec = read(more, release)
    text = spec.to_xml()
    again = gelenk.MjSpec.from_string(text, release=release)
    assert not differences(spec.compile(), again.compile())
    again.compiler.savecompiled = False
    again.compiler.savecanonical = "savecanonical" not in more
    assert sorted(again.to_xml().split()) == sorted(text.split())  # attributes may change places


def test_a_spec_that_does_not_compile_can_be_saved_as_authored():
    spec = gelenk.MjSpec.from_string(
        "<mujoco><worldbody><body name='b'><freejoint/></body></worldbody></mujoco>"
    )
    with pytest.raises(gelenk.Error, match="mass"):
        spec.to_xml()
    spec.compiler.savecompiled = False
    assert '<body name="b">' in spec.to_xml()


def test_a_changed_actuator_becomes_general():
    spec = read()
    spec.actuators[3].biasprm[0] = 7
    spec.actuators[0].gainprm[0] = 9
    text = spec.to_xml()
    assert "<velocity" not in text and text.count("<general") == 2
    m = gelenk.MjSpec.from_string(text, release="4.0").compile()
    assert np.array_equal(m.actuator_biasprm[3, :3], (7, 0, -5)) and m.actuator_gainprm[0, 0] == 9


def test_a_changed_default_makes_all_actuators_general():
    spec = read()
    spec.find_default("a").actuator.gainprm[0] = 8
    text = spec.to_xml()
    assert "<position class" not in text and "<velocity" not in text
    again = gelenk.MjSpec.from_string(text, release="4.0")
    assert not differences(spec.compile(), again.compile())
    assert again.find_default("a").actuator.gainprm[0] == 8


def test_attached_models_are_converted_to_the_unit_of_the_whole():
    child = """<mujoco><compiler angle='radian' eulerseq='{}'/><worldbody>
      <body name='c' euler='1 0.5 0.25'><joint name='j' range='-1 1'/><geom size='0.1'/>
      <geom size='0.1' axisangle='0 0 1 0.5'/></body></worldbody></mujoco>"""
    for sequence in ("xyz", "zyx"):
        spec = gelenk.MjSpec.from_string("<mujoco><worldbody><frame name='f'/></worldbody></mujoco>")
        spec.attach(gelenk.MjSpec.from_string(child.format(sequence)), prefix="p_", frame=spec.frame("f"))
        spec.compiler.savecompiled = spec.compiler.savecanonical = False
        text = spec.to_xml()
        assert ("euler" in text) == (sequence == "xyz") and "axisangle" in text and "radian" not in text
        one, other = spec.compile(), gelenk.MjSpec.from_string(text).compile()
        for name in ("body_quat", "geom_quat", "jnt_range"):
            np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=tol(1e-15))


@pytest.mark.parametrize("value", ("no", "1", "", "true false"))
@pytest.mark.parametrize("name", ("savecompiled", "savecanonical"))
def test_hostile_values(name, value):
    with pytest.raises(gelenk.Error, match=name):
        gelenk.MjSpec.from_string(f"<mujoco><compiler {name}='{value}'/></mujoco>")


def test_hostile_shapes_have_clear_errors():
    body = "<mujoco><compiler savecompiled='false'/><worldbody><body>{}</body></worldbody></mujoco>"
    spec = gelenk.MjSpec.from_string(body.format("<geom type='capsule' size='1' fromto='0 0 0 0 0 0'/>"))
    with pytest.raises(gelenk.Error, match="fromto"):
        spec.to_xml()
    spec = gelenk.MjSpec.from_string(
        body.format("<inertial pos='0 0 0' mass='1' fullinertia='1 1 1 0 0 0'/>")
    )
    spec.bodies[1].fullinertia[3] = np.inf
    with pytest.raises(gelenk.Error, match="fullinertia"):
        spec.to_xml()


def test_later_models_leave_out_positions_and_directions_that_are_the_defaults():
    text = """<mujoco><default><default class="k"><site pos="1 2 3"/><light dir="1 0 0"/></default></default>
<worldbody><site name="s"/><camera name="c"/><light name="l"/><site name="t" class="k" pos="0 0 0"/>
<light name="n" class="k" dir="0 0 -1"/><body><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>"""
    lines = {}
    for release in ("3.5", "4.0"):
        spec = gelenk.MjSpec.from_string(text, release=release)
        m, saved = spec.compile(), spec.to_xml()
        again = gelenk.MjSpec.from_string(saved, release=release).compile()
        for field in ("site_pos", "light_dir", "light_pos", "cam_pos", "jnt_pos", "jnt_axis"):
            np.testing.assert_array_equal(getattr(again, field), getattr(m, field))
        lines[release] = [line.strip() for line in saved.splitlines()]
    # both measured, on mujoco 3.5.0 and 4.0.0
    for line in ('<site name="s"/>', '<camera name="c"/>', '<light name="l"/>', '<joint name="j"/>'):
        assert line in lines["4.0"] and line not in lines["3.5"]
    assert '<joint name="j" pos="0 0 0" axis="0 0 1"/>' in lines["3.5"]
    assert '<light name="n" class="k" dir="0 0 -1"/>' in lines["4.0"]
