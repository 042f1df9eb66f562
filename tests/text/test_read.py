"""Whole models read into a spec, against what the reference reads from the same text."""

from pathlib import Path

import gymnasium
import mujoco
import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.modeling.mjcf.read import from_file, from_string
from tests.support.spec_compare import spec_differences

ASSETS = Path(gymnasium.__file__).parent / "envs/mujoco/assets"
MODELS = sorted(path.name for path in ASSETS.glob("*.xml"))


def same_as_reference(text):
    found = spec_differences(mujoco.MjSpec.from_string(text), from_string(text))
    assert found == []


@pytest.mark.parametrize("name", MODELS)
def test_models_of_gymnasium_are_read_as_by_the_reference(name):
    assert spec_differences(mujoco.MjSpec.from_file(str(ASSETS / name)), from_file(ASSETS / name)) == []


def test_classes_come_from_the_element_the_frame_or_the_body_around_it():
    same_as_reference("""<mujoco>
      <default>
        <default class="a"><geom size="2"/><joint damping="1"/>
          <default class="b"><geom mass="3"/></default>
        </default>
        <geom rgba="1 0 0 1"/>
      </default>
      <worldbody>
        <geom/>
        <body childclass="a"><geom/><joint/><freejoint/>
          <body childclass="b"><geom/><site/><camera/><light/>
            <frame childclass="a" pos="1 0 0"><geom/>
              <frame name="inner"><body><geom/><geom class="main"/></body><joint/></frame>
            </frame>
          </body>
        </body>
      </worldbody></mujoco>""")


def test_a_class_is_complete_before_others_derive_from_it():
    spec = from_string("""<mujoco>
      <default><default class="early"/><geom rgba="1 0 0 1"/></default>
      <default><geom size="3"/><default class="late"/></default>
      <worldbody><geom class="early"/><geom class="late"/></worldbody></mujoco>""")
    assert [geom.rgba[1] for geom in spec.geoms] == [0, 0]
    assert [geom.size[0] for geom in spec.geoms] == [0, 3]


def test_sections_may_stand_in_any_order_and_repeat():
    same_as_reference("""<mujoco model="m">
      <actuator><position joint="j" class="p"/></actuator>
      <worldbody><body name="a"><joint name="j"/><geom class="g"/></body></worldbody>
      <option timestep="0.1"><flag gravity="disable"/></option>
      <default><default class="g"><geom type="box"/></default><default class="p"><position
      kp="5"/></default></default> <worldbody><body name="b"/></worldbody>
      <option timestep="0.2" actuatorgroupdisable="1 3"><flag gravity="enable" energy="enable"/></option>
      <compiler meshdir="x" angle="radian"/><compiler assetdir="y" eulerseq="XYZ"/>
      <size memory="1M" nuserdata="3"/><statistic extent="2"/>
      <visual><map znear="0.1"/></visual><visual><global fovy="30"/><rgba fog="1 1 1 1"/></visual>
    </mujoco>""")


SHORTCUTS = [
    'general joint="j" dyntype="filter" gainprm="3" biasprm="1 2" biastype="affine" actdim="2"',
    'general joint="j" actearly="true" lengthrange="1 2"',
    'motor joint="j" gear="3" group="2" user="1 2"',
    'position joint="j"',
    'position joint="j" kp="5" kv="2"',
    'position joint="j" kp="5" dampratio="1"',
    'position joint="j" timeconst="0.1"',
    'position joint="j" timeconst="0"',
    'position joint="j" inheritrange="1"',
    'velocity joint="j"',
    'velocity joint="j" kv="3"',
    'intvelocity joint="j" kp="4" kv="1" actrange="-1 1"',
    'intvelocity joint="j" dampratio="0.5"',
    'damper joint="j" kv="3" ctrlrange="0 2"',
    'cylinder joint="j" timeconst="2" area="3" bias="1 2 3"',
    'cylinder joint="j" diameter="2"',
    'muscle joint="j"',
    'muscle tendon="t" timeconst="1 2" tausmooth="3" range="0.1 0.2"',
    'muscle joint="j" force="5" scale="6" lmin="7" lmax="8" vmax="9" fpmax="10" fvmax="11"',
    'adhesion body="b" gain="3" ctrlrange="0 1"',
    'motor site="s" refsite="r"',
    'motor jointinparent="j"',
    'motor cranksite="c" slidersite="s" cranklength="1"',
    'motor joint="j" nsample="3" interp="linear" delay="0.1"',
]
DEFAULTS = [
    "",
    '<general gainprm="7" biasprm="1 2 3" dyntype="filter" dynprm="4" gaintype="affine"/>',
    '<position kp="5" kv="3"/>',
    '<position kp="5" timeconst="0.3"/>',
    '<intvelocity kp="3" dampratio="2"/>',
    '<velocity kv="5"/>',
    '<damper kv="5" ctrlrange="0 1"/>',
    '<cylinder timeconst="3" area="4"/>',
    '<muscle force="3" timeconst="1 2"/>',
    '<adhesion gain="3"/>',
    '<position kp="3"/><motor gear="2"/>',
]


@pytest.mark.parametrize("default", DEFAULTS)
def test_actuator_shortcuts_mean_what_they_mean_to_the_reference(default):
    for shortcut in SHORTCUTS:
        text = f"<mujoco><default>{default}</default><actuator><{shortcut}/></actuator></mujoco>"
        try:
            theirs = mujoco.MjSpec.from_string(text)
        except ValueError:
            with pytest.raises(Error):
                from_string(text)
        else:
            assert spec_differences(theirs, from_string(text)) == [], text


def test_relations_and_sensors_are_read_as_by_the_reference():
    same_as_reference("""<mujoco>
      <default><equality solref="0.1 0.2"/><tendon width="3" damping="2"/><pair condim="4"/></default>
      <contact><pair name="p" geom1="a" geom2="b" friction="1"/><exclude body1="a" body2="b"/></contact>
      <equality><connect body1="a" anchor="1 2 3"/><connect site1="a" site2="b"/><weld body1="a" body2="b"/>
        <weld body1="a" relpose="1 2 3 1 0 0 0" anchor="1 2 3" torquescale="3" active="false"/>
        <weld site1="a" site2="b" torquescale="2"/><joint joint1="a" joint2="b" polycoef="1 2"/></equality>
      <tendon><fixed name="t" springlength="0.5"><joint joint="a" coef="2"/><joint joint="b"
      coef="-1"/></fixed></tendon> <sensor><framepos objtype="xbody" objname="a" reftype="site"
      refname="s"/><touch site="s" cutoff="3"/>
        <user name="u" dim="3" datatype="axis" needstage="vel" objtype="geom" objname="g"/><clock/>
        <jointpos joint="j" nsample="2" interval="0.1 0.05"/></sensor>
      <keyframe><key name="k" time="3" qpos="1 2 3" mpos="1 2 3"/></keyframe>
      <custom><numeric name="n" size="4" data="1 2"/><text name="t" data="hello"/>
        <tuple name="q"><element objtype="geom" objname="g" prm="3"/><element objtype="body"
        objname="b"/></tuple></custom>
      <asset><texture name="t" builtin="checker" type="2d" width="8" height="8" rgb1="1 0 0"/>
        <material name="m" texture="t" shininess="0.1"/><material name="l"><layer role="normal"
        texture="t"/></material></asset>
    </mujoco>""")


def test_spellings_of_the_documents_are_read():
    spec = from_string("""<mujoco><option apirate="50"><flag passive="disable"/></option>
      <worldbody><camera orthographic="true"/></worldbody></mujoco>""")
    assert spec.option.disableflags == mujoco.mjtDisableBit.mjDSBL_SPRING | mujoco.mjtDisableBit.mjDSBL_DAMPER
    assert spec.cameras[0].proj == mujoco.mjtProjection.mjPROJ_ORTHOGRAPHIC
    spec = from_string('<mujoco><option><flag spring="disable" passive="enable"/></option></mujoco>')
    assert spec.option.disableflags == 0


def test_wraps_know_their_place():
    spec = from_string('<mujoco><tendon><fixed>\n<joint joint="x" coef="2"/></fixed></tendon></mujoco>')
    (wrap,) = spec.tendons[0].path
    assert (wrap.name, wrap.coef, wrap.where) == ("x", 2.0, "<string>:2:1")


def test_a_model_is_read_the_same_from_text_and_bytes():
    text = (ASSETS / "humanoid.xml").read_text()
    specs = from_string(text), from_string(text.encode()), from_string(text.encode("utf-16"))
    assert len({len(spec.geoms) for spec in specs}) == 1
    assert all(np.array_equal(a.size, b.size) for a, b in zip(specs[0].geoms, specs[2].geoms, strict=True))


def test_elements_that_say_the_same_do_not_share_their_numbers():
    text = """<mujoco><worldbody><geom name="a" size="1 2 3" pos="1 2 3" user="1 2"/>
    <geom name="b" size="1 2 3" pos="1 2 3" user="1 2"/></worldbody></mujoco>"""
    spec = gelenk.MjSpec.from_string(text)
    a, b = spec.geom("a"), spec.geom("b")
    a.pos[0], a.size[1], a.userdata[0] = 9, 9, 9
    again = gelenk.MjSpec.from_string(text).geom("a")
    for geom in (b, again):
        assert (geom.pos.tolist(), geom.size.tolist(), list(geom.userdata)) == ([1, 2, 3], [1, 2, 3], [1, 2])
