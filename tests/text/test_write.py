"""Writing a spec as MJCF and reading it again gives the same model; every store of the reader has its inverse."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import gelenk
from gelenk import models
from gelenk.errors import Error
from gelenk.modeling.compiler.compile import compile
from gelenk.modeling.mjcf import attribute_setters, attribute_values, write
from gelenk.modeling.mjcf.read import from_file, from_string
from gelenk.modeling.spec.spec import MjSpec
from tests.properties.test_random_trees import bodies, render
from tests.support.models import ARM, LOOPS
from tests.support.same_model import differences

# orientations pass through a quaternion and degrees through radians: some roundings of numbers of size 1
ROUNDING = 1e-12

RICH = """
<mujoco model="a &lt; b &quot;c&quot;">
  <compiler fitaabb="true" eulerseq="zyX" boundmass="0.001" inertiagrouprange="0 4" strippath="true">
    <lengthrange mode="none" accel="3"/></compiler>
  <option timestep="0.003" cone="elliptic" o_friction="1 2" actuatorgroupdisable="1 4 30">
    <flag energy="enable" contact="disable" spring="disable" damper="disable"/></option>
  <size memory="1536K" nkey="3" nuser_body="2"/>
  <visual><global fovy="33"/><map znear="0.02"/><rgba haze="0.1 0.2 0.3 1"/></visual>
  <statistic extent="2" center="1 2 3"/>
  <default>
    <geom rgba="1 0 0 1" density="500"/> <joint damping="0.1" range="-20 30"/>
    <tendon width="0.01"/> <equality solref="0.03 1"/> <pair margin="0.1"/> <material shininess="0.25"/>
    <default class="a"><geom size=".1 .2 .3" euler="10 20 30"/><joint armature="1"/>
      <default class="b"><motor gear="2"/><geom type="box"/><camera user="1 2"/></default></default>
    <default class="c"><position kp="30" timeconst="0.1" dampratio="1"/><light type="directional"/></default>
  </default>
  <custom><numeric name="n" size="3" data="1 2"/><text name="t" data="two&#10;lines"/>
    <tuple name="tt"><element objtype="body" objname="b1" prm="2"/></tuple></custom>
  <asset>
    <texture name="tx" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0"/>
    <material name="mat" texture="tx" rgba="0.1 0.2 0.3 1"/>
    <material name="mat2"><layer texture="tx" role="rgb"/><layer texture="tx" role="normal"/></material></asset>
  <worldbody>
    <geom type="plane" size="1 1 1" material="mat2"/>
    <light pos="0 0 3" diffuse=".1 .2 .3" class="c"/>
    <frame pos="1 2 3" euler="0 0 45" childclass="a">
      <body name="b1" pos="1 0 0" axisangle="1 2 3 40" sleep="never">
        <freejoint name="fj" align="true"/>
        <geom name="g" type="capsule" fromto="0 0 0 0 0 1" size=".1" mass="3"/>
        <body name="b2" childclass="b" xyaxes="1 1 0 -1 1 0.1">
          <inertial pos="0 0 0.1" mass="2" fullinertia="1 1 1 0.1 0.2 0.3"/>
          <joint name="j1" range="-30 40" limited="true" axis="1 1 0" ref="10" springdamper="1 1"/>
          <joint name="j2" type="slide" limited="true"/>
          <frame name="fr" pos="0 1 0"><site name="s1" zaxis="1 1 1" class="b"/>
            <geom name="g2" type="sphere" size=".1" class="a"/></frame>
          <camera name="c" fovy="30" euler="10 20 30" user="3"/>
          <camera sensorsize="0.1 0.2" resolution="20 10" focal="0.1 0.2" output="rgb depth"/>
          <site name="s2" user="1 2 3" type="box" fromto="0 0 0 1 1 1" size=".1 .2 .3"/>
          <geom class="main" size="0.2"/>
        </body>
      </body>
    </frame>
    <body name="free2" pos="0 3 0"><joint type="free" damping="0.3"/><geom size="0.1" class="main"/></body>
    <body name="mc" mocap="true" gravcomp="0.5"/>
  </worldbody>
  <contact><pair geom1="g" geom2="g2" condim="4"/><exclude body1="b1" body2="b2"/></contact>
  <equality><weld body1="b1" body2="mc" torquescale="2" active="false"/><connect site1="s1" site2="s2"/>
    <weld body1="b1" body2="mc" anchor="0 1 0" relpose="0 1 0 1 0 0 0"/>
    <joint joint1="j1" polycoef="1 2 3 4 5" solref="0.01 1"/><connect body1="b1" anchor="1 2 3"/></equality>
  <tendon><spatial name="sp" range="0 1" limited="true" springlength="0.4" class="c"><site site="s1"/>
      <geom geom="g2" sidesite="s2"/><site site="s2"/><pulley divisor="2"/><site site="s1"/><site site="s2"/></spatial>
    <fixed name="fx" springlength="0 0.2"><joint joint="j1" coef="2"/><joint joint="j2" coef="-1e-3"/></fixed></tendon>
  <actuator><motor joint="j1" class="b"/>
    <position name="p" joint="j1" kp="100" dampratio="1" ctrlrange="-1 1" ctrllimited="true"/>
    <position joint="j1" class="c" inheritrange="0.5"/> <intvelocity joint="j1" kp="2" kv="3" inheritrange="1"/>
    <position joint="j1" class="c" timeconst="0" kp="4" kv="0" inheritrange="0.5"/>
    <muscle tendon="sp" lengthrange="0.1 1" range="0.7 1.1"/><velocity joint="j1" kv="3"/>
    <general joint="j1" gainprm="3 4" dyntype="integrator" actdim="1"/><cylinder joint="j1" timeconst="2"/>
    <intvelocity joint="j1" kp="3" actrange="-1 1"/><damper joint="j1" kv="3" ctrlrange="0 1"/>
    <motor cranksite="s1" slidersite="s2" cranklength="2"/> <motor site="s1" refsite="s2" gear="0 1"/>
    <adhesion body="b2" ctrlrange="0 1"/></actuator>
  <sensor><framepos objtype="body" objname="b1" reftype="site" refname="s1" noise="0.1"/>
    <touch site="s1" cutoff="2"/><user dim="3" user="1 2"/><jointpos joint="j1"/><clock/></sensor>
  <keyframe><key name="k" time="1" qpos="1 2 3 1 0 0 0 0.5 0.1 0 3 0 1 0 0 0"/><key act="0.5"/></keyframe>
</mujoco>
"""


def again(spec):
    """The model of a spec, and that of its text."""
    text = write.to_xml(spec)
    second = from_string(text)
    assert write.to_xml(second) == text, "writing what was written changes it"
    return compile(spec), compile(second)


@pytest.mark.parametrize("text", [ARM, LOOPS, RICH], ids=["arm", "loops", "rich"])
def test_text_model_text_model_is_the_same_model(text):
    assert differences(*again(from_string(text)), ROUNDING) == []


@pytest.mark.parametrize("path", [models.path(n) for n in models.names()], ids=lambda path: path.stem)
def test_shipped_models_are_the_same_after_writing(path, monkeypatch):
    monkeypatch.chdir(path.parent)  # of the files that they name
    spec = from_file(path)
    compile(spec)  # which completes the keyframes of attached models
    assert differences(*again(spec), ROUNDING) == []


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(bodies())
def test_random_trees_are_the_same_after_writing(tree):
    assert (
        differences(*again(from_string(f"<mujoco><worldbody>{render(tree)}</worldbody></mujoco>")), ROUNDING)
        == []
    )


def test_numbers_keep_every_bit():
    values = [
        0.1,
        1 / 3,
        1e-300,
        1.7976931348623157e308,
        5e-324,
        -0.0,
        123456789012345680.0,
        float("inf"),
        2**53 + 2,
    ]
    spec = MjSpec()
    spec.add_numeric(name="n", size=len(values), data=values)
    read = from_string(write.to_xml(spec)).numerics[0].data
    assert read.tobytes() == np.array(values).tobytes()


def test_single_precision_is_written_short():
    spec = from_string('<mujoco><worldbody><geom size="1" rgba="0.1 0.2 0.3 1"/></worldbody></mujoco>')
    assert 'rgba="0.1 0.2 0.3 1"' in write.to_xml(spec)


def test_attributes_that_the_class_says_are_left_out():
    text = write.to_xml(from_string(RICH))
    assert '<general class="b" joint="j1"/>' in text
    assert '<site name="s1"' in text and 'class="a"' in text


def test_frames_that_are_woven_into_each_other_keep_the_order_of_elements():
    spec = MjSpec()
    world = spec.worldbody
    one, two = world.add_frame(name="one", pos=[1, 0, 0]), world.add_frame(pos=[0, 1, 0])
    inner = one.add_frame(pos=[0, 0, 1])
    for i, place in enumerate([world, one, world, inner, one, two, one, two, world]):
        place.add_geom(name=f"g{i}", size=[0.1, 0.1, 0.1])
        place.add_site(name=f"s{8 - i}")
    first, second = again(spec)
    assert differences(first, second) == []
    assert [second.geom(i).name for i in range(9)] == [f"g{i}" for i in range(9)]


def test_ten_thousand_nested_bodies_and_frames_are_written_without_recursion():
    spec = MjSpec()
    place = spec.worldbody
    for _ in range(5000):
        place = place.add_body().add_frame()
    assert write.to_xml(spec).count("<body") == 5000


def test_a_text_that_xml_cannot_hold_is_an_error():
    spec = MjSpec()
    spec.add_text(name="t", data="\0")
    with pytest.raises(Error, match="XML cannot hold"):
        write.to_xml(spec)


def test_every_store_of_the_reader_has_its_inverse():
    assert attribute_values.RECALLS.keys() == attribute_setters.STORES.keys()


def test_the_reference_reads_our_text_as_the_same_model():
    mujoco = pytest.importorskip("mujoco")
    for text in (ARM, LOOPS, RICH.replace('strippath="true"', "")):
        first = mujoco.MjModel.from_xml_string(text)
        second = mujoco.MjModel.from_xml_string(write.to_xml(from_string(text)))
        for name in dir(first):
            value = getattr(first, name)
            if isinstance(value, np.ndarray) and value.dtype.kind in "fi":
                np.testing.assert_allclose(getattr(second, name), value, 1e-9, 1e-9, err_msg=name)


def test_saved_models_run_the_same():
    m1, m2 = again(from_string(ARM))
    d1, d2 = gelenk.MjData(m1), gelenk.MjData(m2)
    gelenk.mj_step(m1, d1, 20)
    gelenk.mj_step(m2, d2, 20)
    np.testing.assert_allclose(d1.qpos, d2.qpos, 0, 1e-12)


def test_writing_leaves_a_spec_as_it_is():
    spec = from_string(ARM)
    geoms = spec.geoms  # which the spec remembers
    before = set(spec.__dict__), [el.__dict__.copy() for el in geoms]
    write.to_xml(spec)
    assert (set(spec.__dict__), [el.__dict__ for el in spec.geoms]) == before
