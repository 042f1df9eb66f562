"""Drives, relations, keyframes and custom fields compile to the reference's columns, or neither compiles."""

import re

import numpy as np
import pytest

from gelenk.errors import Error
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.compile import build_columns, compile
from gelenk.modeling.mjcf.read import from_string
from gelenk.runtime import struct_bases
from tests.support.tolerance import tol

mujoco = pytest.importorskip("mujoco")

SCENE = """
<mujoco>{size}
  <worldbody>
    <geom name="w" type="plane" size="1 1 1"/>
    <body name="a" pos="1 2 3" euler="10 20 30"><freejoint name="f"/><geom name="ga" size=".1"/>
      <site name="sa" pos="1 0 0" euler="0 0 90"/></body>
    <body name="b" pos="-1 2 0"><joint name="j"/><joint name="k" type="slide" range="-1 2"/>
      <geom name="gb" size=".1"/><site name="sb" pos="0 1 0"/><camera name="cam"/><camera name="wide" resolution="3 2"/>
      <body name="c"><joint name="l" range="-30 40" axis="1 0 0"/><geom name="gc" size=".1"/></body>
      <body name="d"><joint name="bj" type="ball" range="0 50"/><geom size=".2"/></body></body>
    <body name="m" mocap="true" pos="1 1 1" quat="0 2 0 0"><geom size=".1"/></body>
  </worldbody>
  <tendon><fixed name="T" range="0 1"><joint joint="j" coef="2"/></fixed>
    <fixed name="U"><joint joint="l" coef="2"/></fixed></tendon>
  {text}
</mujoco>"""
FIELDS = re.compile(r"(actuator|tendon|wrap|sensor|eq|pair|exclude|key|numeric|text|tuple)_")
AT_QPOS0 = {"tendon_length0", "tendon_invweight0", "tendon_lengthspring", "actuator_acc0", "actuator_length0"}
AT_QPOS0 |= {"eq_data", "actuator_biasprm"}
LATER = {f.name for f in struct_bases.LATER}
SIZES = ("nu", "na", "ntendon", "nwrap", "nsensor", "nsensordata", "npair", "nexclude", "neq", "nkey")
SIZES += ("nJmom", "nnumericdata", "ntextdata", "ntupledata")


def section(name, lines):
    return [f"<{name}>{line.strip()}</{name}>" for line in lines.strip().splitlines()]


CASES = [
    *section(
        "tendon",
        """
        <fixed range="1 0"><joint joint="j" coef="2"/></fixed>
        <fixed limited="true"><joint joint="j" coef="2"/></fixed>
        <fixed limited="true" range="2 2"><joint joint="j" coef="2"/></fixed>
        <fixed range="0 1" limited="false"><joint joint="j" coef="2"/></fixed>
        <fixed actuatorfrcrange="-1 1"><joint joint="j" coef="2"/></fixed>
        <fixed actuatorfrcrange="-1 1" actuatorfrclimited="auto"><joint joint="j" coef="2"/></fixed>
        <fixed actuatorfrclimited="true"><joint joint="j" coef="2"/></fixed>
        <fixed springlength="2 1"><joint joint="j" coef="2"/></fixed>
        <fixed solimplimit=".1 .2 .3" solreffriction="-1 -2"><joint joint="j"  coef="1"/></fixed>
        <fixed><joint joint="j" coef="0"/><joint joint="f" coef="-2"/><joint joint="bj" coef="1"/></fixed>
        <fixed user="1 2"><joint joint="k" coef="1"/></fixed>
        <fixed/>
        <fixed><joint joint="zz" coef="1"/></fixed>
    """,
    ),
    *section(
        "actuator",
        """
        <general joint="j" ctrlrange="1 0"/>
        <general joint="j" ctrllimited="true"/>
        <general joint="j" forcerange="-1 -2"/>
        <general joint="j" forcelimited="true" forcerange="1 1"/>
        <general joint="j" actrange="0 1"/>
        <general joint="j" actlimited="true" dyntype="integrator" actrange="1 0"/>
        <general joint="j" dyntype="integrator" actrange="0 1"/>
        <general joint="j" dyntype="user" actdim="3"/><motor joint="k"/><general joint="j" dyntype="filter"/>
        <general joint="j" dyntype="integrator" actdim="2"/>
        <general joint="j" dyntype="integrator" actdim="0"/>
        <general joint="j" dyntype="none" actdim="1"/>
        <general jointinparent="bj" gear="1 2 3"/>
        <general site="sa" refsite="sb"/>
        <general site="sa" refsite="zz"/>
        <general body="world"/>
        <general body="zz"/>
        <general cranksite="sa" slidersite="sb" cranklength="2"/>
        <general cranksite="sa" slidersite="sb"/>
        <general cranksite="sa" cranklength="1"/>
        <general slidersite="sa" cranklength="1"/>
        <general refsite="sb"/>
        <general joint="j" refsite="sb"/>
        <position joint="k" inheritrange=".5"/>
        <position tendon="T" inheritrange="2" timeconst=".1"/>
        <position tendon="U" inheritrange="1"/>
        <position joint="j" inheritrange="1"/>
        <position joint="bj" inheritrange="1"/>
        <position jointinparent="k" inheritrange="1"/>
        <position joint="k" inheritrange="-1"/>
        <position joint="k" inheritrange="1" ctrllimited="false"/>
        <intvelocity joint="k" inheritrange="1"/>
        <intvelocity joint="k"/>
        <muscle joint="k" lengthrange="0 1"/>
        <muscle joint="k" lengthrange="0 1" lmin="2"/>
        <muscle joint="k" lengthrange="0 1" range="1 0"/>
        <muscle joint="k" lengthrange="0 1" fpmax="0"/>
        <adhesion body="b" ctrlrange="0 1"/>
        <adhesion body="b"/>
        <motor joint="k" user="1 2 3" group="7"/><motor joint="k" user="4"/>
        <motor joint="k" delay="1"/>
        <motor joint="k" nsample="-1"/>
    """,
    ),
    *section(
        "sensor",
        """
        <touch site="sa"/><accelerometer site="sa" cutoff="3" noise="1"/><clock/><gyro site="sb"/>
        <force site="sa"/><torque site="sa"/><magnetometer site="sa"/><velocimeter site="sa"/>
        <jointpos joint="j"/><jointvel joint="k"/><jointactuatorfrc joint="l"/><tendonactuatorfrc tendon="U"/>
        <ballquat joint="bj"/><ballangvel joint="bj"/><tendonpos tendon="T"/><tendonvel tendon="T"/>
        <jointlimitpos joint="k"/><jointlimitvel joint="l"/><jointlimitfrc joint="bj"/>
        <tendonlimitpos tendon="T"/><tendonlimitvel tendon="T"/><tendonlimitfrc tendon="T"/>
        <framepos objtype="body" objname="a" reftype="camera" refname="cam"/>
        <framequat objtype="xbody" objname="b"/>
        <framexaxis objtype="geom" objname="ga"/><framelinvel objtype="site" objname="sa"/>
        <frameangvel objtype="camera" objname="cam"/><framelinacc objtype="body" objname="world"/>
        <subtreecom body="a"/><subtreelinvel body="world"/><subtreeangmom body="c"/>
        <e_potential/><e_kinetic/><user dim="3" user="1 2"/><clock user="1"/>
        <user dim="4" datatype="quaternion" needstage="pos" objtype="site" objname="sa"/>
        <user dim="0"/><clock name="late"/>
        <rangefinder site="sa"/><rangefinder camera="cam" data="dist depth"/><rangefinder site="sa" data=""/>
        <rangefinder camera="wide" data="dir origin point normal" cutoff="2"/>
        <camprojection site="sa" camera="wide"/><insidesite site="sb" objtype="body" objname="a"/>
        <distance geom1="ga" body2="b" cutoff="2"/><normal body1="a" geom2="w" cutoff="1"/>
        <fromto geom1="ga" geom2="gb"/><contact/><contact num="3" reduce="netforce" cutoff="1"/>
        <contact site="sa" subtree2="b" data="found force torque dist pos normal tangent" reduce="maxforce"/>
        <contact subtree1="a" body2="b" data="dist normal"/><contact geom1="w" geom2="w" reduce="mindist"/>
        <rangefinder/>
        <rangefinder site="sa" camera="cam"/>
        <rangefinder site="zz"/>
        <rangefinder site="sa" data="dir dist"/>
        <rangefinder site="sa" data="dist dist"/>
        <rangefinder site="sa" data="bearing"/>
        <camprojection site="sa"/>
        <camprojection site="sa" camera="zz"/>
        <insidesite site="sb" objtype="joint" objname="j"/>
        <insidesite objtype="body" objname="a"/>
        <distance geom1="ga"/>
        <distance geom1="ga" body1="a" geom2="gb"/>
        <distance geom1="ga" geom2="ga"/>
        <distance body1="a" body2="a"/>
        <distance geom1="ga" geom2="gb" cutoff="-1"/>
        <normal body1="zz" geom2="gb"/>
        <contact num="0"/>
        <contact num="-3"/>
        <contact data="force found"/>
        <contact data="strength"/>
        <contact reduce="most"/>
        <contact geom1="ga" body1="a"/>
        <contact geom1="ga" site="sa"/>
        <contact geom2="ga" subtree2="a"/>
        <contact geom1="zz"/>
        <contact geom1=""/>
        <user dim="1" objtype="body"/>
        <user dim="1" objname="a"/>
        <user dim="3" datatype="quaternion"/>
        <user dim="4" datatype="axis"/>
        <user dim="-1"/>
        <jointpos joint="bj"/>
        <jointvel joint="f"/>
        <jointlimitpos joint="j"/>
        <jointlimitfrc joint="f"/>
        <tendonlimitpos tendon="U"/>
        <ballquat joint="j"/>
        <framequat objtype="body" objname="a" cutoff="1"/>
        <touch site="sa" cutoff="-1"/>
        <touch site="sa" noise="-1"/>
        <framepos objtype="joint" objname="j"/>
        <framepos objtype="body" objname="zz"/>
        <framepos objtype="bdy" objname="a"/>
        <framepos objtype="body" objname="a" reftype="joint" refname="j"/>
        <framepos objtype="body" objname="a" reftype="body" refname="zz"/>
        <framepos objtype="body" objname=""/>
        <actuatorpos actuator="zz"/>
        <clock delay="1"/>
        <clock interval="-1"/>
    """,
    ),
    *section(
        "equality",
        """
        <connect body1="b" body2="a" anchor="1 2 3"/><connect site1="sa" site2="sb"/><joint joint1="j"/>
        <weld body1="world" body2="a"/><weld site1="sa" site2="sb" torquescale=".5"/>
        <joint joint1="k" joint2="l" polycoef="1 2 3" active="false" name="q"/>
        <connect body1="a" body2="a" anchor="1 2 3"/>
        <weld body1="world"/>
        <weld body1="a" body2="zz"/>
        <joint joint1="bj"/>
        <joint joint1="j" joint2="j"/>
        <joint joint1="zz"/>
        <connect site1="sa" site2="zz"/>
    """,
    ),
    *section(
        "contact",
        """
        <pair geom1="gc" geom2="w"/><pair geom1="gb" geom2="ga" name="x"/><pair geom1="ga" geom2="w"/>
        <pair geom1="gb" geom2="gc" condim="6" friction="2 3"/><pair geom1="ga" geom2="ga"/>
        <pair geom1="gb" geom2="ga" name="x"/><pair geom1="ga" geom2="gb" name="y" margin="-1" gap="2"/>
        <pair geom1="ga" geom2="gb" condim="2"/>
        <pair geom1="ga" geom2="zz"/>
        <exclude body1="c" body2="a"/><exclude body1="world" body2="b"/><exclude body1="b" body2="b"/>
        <exclude body1="b" body2="zz"/>
    """,
    ),
    *section(
        "keyframe",
        """
        <key qpos="1 1 1 1 1 1 1 1 1 1 1 1 1 1" time="2" name="u"/><key mpos="1 2 3" mquat="0 0 0 2"/>
        <key qpos="0 0 0 0 0 0 0 0 0 0 0 0 0 0"/>
        <key qpos="7" qvel="1 2" mpos="7"/>
        <key qvel="1 2 3 4 5 6 7 8 9 10 11 12 13"/>
        <key ctrl="1"/>
        <key act="1"/>
        <key mpos="1 2 3 4"/>
        <key mquat="1 2 3 4 5"/>
    """,
    ),
    *section(
        "custom",
        """
        <numeric name="n" data="1 2"/><numeric name="o" size="3"/><numeric name="p" size="3" data="1"/>
        <text name="t" data="abc"/><text name="u" data="é"/>
        <tuple name="t"><element objtype="body" objname="a"/></tuple>
        <tuple name="t"><element objtype="site" objname="sb" prm="2"/></tuple>
        <tuple name="t"><element objtype="tuple" objname="t"/></tuple>
        <tuple name="t"><element objtype="xbody" objname="a"/></tuple>
        <tuple name="t"/>
        <tuple name="t"><element objtype="key" objname="zz"/></tuple>
    """,
    ),
]
SIZED = ['<size nuser_sensor="1" nuser_tendon="2"/>', '<size nuser_actuator="3"/>', '<size nkey="2"/>']


def load_both(text, size=""):
    """Our columns and the reference's model; None where loading is refused."""
    xml = SCENE.format(text=text, size=size)
    try:
        reference = mujoco.MjModel.from_xml_string(xml)
    except ValueError:
        reference = None
    try:
        build = Build(from_string(xml))
        build_columns(build)
    except Error as error:
        assert "not supported" not in str(error)
        build = None
    return build, reference


def compare(build, reference):
    for name in SIZES:
        assert build.sizes[name] == getattr(reference, name), name
    for name, ours in build.arrays.items():
        if FIELDS.match(name) and name not in AT_QPOS0 | LATER:
            theirs = getattr(reference, name)
            theirs = np.frombuffer(theirs, np.uint8) if isinstance(theirs, bytes) else theirs
            ours = np.reshape(ours, theirs.shape)  # a list without rows has no width
            np.testing.assert_allclose(ours, theirs, rtol=tol(1e-14), atol=tol(1e-15), err_msg=name)


@pytest.mark.parametrize("text", CASES)
def test_both_load_with_equal_columns_or_both_refuse(text):
    build, reference = load_both(text)
    assert (build is None) == (reference is None)
    if build is not None:
        compare(build, reference)


@pytest.mark.parametrize("size", SIZED)
def test_stated_sizes_are_kept(size):
    build, reference = load_both('<actuator><motor joint="j" user="5"/></actuator>', size)
    compare(build, reference)
    for name in ("nuser_sensor", "nuser_tendon", "nuser_actuator", "nkey"):
        assert build.sizes[name] == getattr(reference, name)


CONSTANTS = [
    '<actuator><position joint="k" kp="4" dampratio="1"/><position joint="bj" gear="1 2 3" dampratio=".7"/>'
    '<position tendon="T" kp="4" dampratio="1"/><position site="sb" gear="1 1 1 1 1 1" kp="4" dampratio="1"/>'
    '<general joint="k" biastype="affine" gainprm="4" biasprm="0 -5 1"/></actuator>',
    '<equality><connect body1="b" body2="a" anchor="1 2 3"/><connect body1="a" anchor="1 2 3"/>'
    '<weld body1="a"/><weld body1="a" body2="b" relpose="1 2 3 2 0 1 0" anchor="1 1 2"/>'
    '<weld site1="sa" site2="sb"/><weld body1="world" body2="a" anchor="1 2 3" torquescale="2"/>'
    '<connect site1="sa" site2="sb"/></equality>',
    '<tendon><fixed springlength="-1"><joint joint="k" coef="2"/></fixed>'
    '<fixed springlength="-1 2"><joint joint="l" coef="2"/></fixed></tendon>',
]


@pytest.mark.parametrize("text", CONSTANTS, ids=["dampratio", "poses", "springs"])
def test_constants_at_qpos0_are_equal(text):
    """To 1e-10: both solve with the same inertia matrix, whose condition is below 1e4 here."""
    xml = SCENE.format(text=text, size="").replace('name="k"', 'name="k" springref=".7"')
    reference, model = mujoco.MjModel.from_xml_string(xml), compile(from_string(xml))
    for name in AT_QPOS0:
        ours, theirs = getattr(model, name), getattr(reference, name)
        np.testing.assert_allclose(ours, theirs, rtol=tol(1e-10), atol=tol(1e-12), err_msg=name)
