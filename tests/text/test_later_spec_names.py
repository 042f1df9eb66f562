"""Names of specs of releases after 3.5.0: type of actuators, timer, authored, drives saved as their own elements."""

import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.same_model import differences
from tests.support.tolerance import tol

Actuator = gelenk.mjtActuator
JOINT = '<worldbody><body><joint name="j"/><geom size=".1" pos=".2 0 0"/></body></worldbody>'
OF_CLASSES = f"""<mujoco>
  <default><position kp="3"/><default class="v"><velocity kv="2"/></default></default>{JOINT}
  <actuator>
    <motor joint="j"/><pid joint="j" kp="1"/><general joint="j"/><dcmotor joint="j" motorconst="1" resistance="1"/>
  </actuator>
</mujoco>"""
ARGUMENTS = {"motor": (), "muscle": (), "cylinder": (1, 1, 1), "dcmotor": ([1, 1], 1.0)}


def test_actuators_know_the_shortcut_that_made_them():
    spec = gelenk.MjSpec.from_string(OF_CLASSES, release="4.0")
    kinds = [Actuator.mjACTUATOR_MOTOR, Actuator.mjACTUATOR_PID, Actuator.mjACTUATOR_GENERAL]
    assert [a.type for a in spec.actuators] == [*kinds, Actuator.mjACTUATOR_DCMOTOR]
    assert spec.default.actuator.type == spec.add_actuator().type == Actuator.mjACTUATOR_POSITION
    assert spec.add_actuator(spec.find_default("v")).type == Actuator.mjACTUATOR_VELOCITY
    again = pickle.loads(pickle.dumps(spec))
    assert [a.type for a in again.actuators] == [a.type for a in spec.actuators]


@pytest.mark.parametrize("name", sorted(n.removeprefix("mjACTUATOR_").lower() for n in Actuator.__members__))
def test_set_to_functions_set_the_type(name):
    actuator = gelenk.MjSpec().add_actuator()
    assert actuator.type == Actuator.mjACTUATOR_GENERAL
    if name != "general":
        getattr(actuator, f"set_to_{name}")(*ARGUMENTS.get(name, (1.0,)))
    assert actuator.type == getattr(Actuator, f"mjACTUATOR_{name.upper()}")


def test_the_type_can_be_set_to_members_only():
    spec = gelenk.MjSpec()
    actuator = spec.add_actuator(type=Actuator.mjACTUATOR_PID)
    assert actuator.type == Actuator.mjACTUATOR_PID and actuator.gaintype == gelenk.mjtGain.mjGAIN_FIXED
    actuator.type = 3
    assert actuator.type == Actuator.mjACTUATOR_VELOCITY
    for wrong in (99, -1):
        with pytest.raises(ValueError, match="mjtActuator"):
            actuator.type = wrong
    for wrong in ("pid", 1.5, None):
        with pytest.raises(TypeError, match="type takes a member of mjtActuator"):
            actuator.type = wrong


DRIVES = """<mujoco><compiler savecompiled="false" savecanonical="{}"/>
<worldbody><site name="r"/><body><joint name="b" type="ball"/><geom size=".1" pos=".1 0 0"/>
  <body pos=".3 0 0"><joint name="h" range="-50 50"/><geom size=".1" pos=".1 0 0"/><site name="s"/></body></body>
</worldbody><actuator>
<pid joint="h" kp="5" kv="1" ki="2" slewmax="3" imax=".5"/>
<pid joint="h" kp="5" dampratio="1" input="pos ff" posrange="-1 1" ffrange="-2 2"/>
<pid joint="h" kp="2" inheritrange="1"/>
<orientation joint="b" kp="4" kv=".2"/><orientation site="s" refsite="r" kp="4" input="quat"/>
<dcmotor joint="h" motorconst=".1 .2" resistance="2" lugre="100 1 .1 .2 .05" inductance=".01"/>
<dcmotor joint="h" nominal="12 2 100" saturation="1 0 0" cogging=".3 6 .2" thermal="2 .5 0 .004 20 25"/>
<dcmotor joint="h" motorconst=".1" resistance="2" input="pos vel ff voltage" controller="5 2 1 3 .1 12"/>
</actuator></mujoco>"""


def test_drives_are_saved_as_their_own_elements_where_models_are_saved_as_written():
    spec = gelenk.MjSpec.from_string(DRIVES.format("false"), release="4.0")
    text = spec.to_xml()
    assert [text.count(f"<{tag} ") for tag in ("pid", "orientation", "dcmotor", "general")] == [3, 2, 3, 0]
    # as 4.0.0 says them: K, the time constant of the inductance, no zeros at the end
    for said in (
        'kp="5" kv="1" ki="2" imax="0.5" slewmax="3"',
        'dampratio="1" input="pos ff"',
        'inductance="0 0.005" lugre="100 1 0.1 0.2 0.05"',
        'motorconst="0.12" resistance="0.72" saturation="1" cogging="0.3 6 0.2" thermal="2 0.5 0 0.004 20 25"',
        'controller="5 2 1 3 0.1 12" input="pos vel ff voltage"',
    ):
        assert said in text
    again = gelenk.MjSpec.from_string(text, release="4.0").compile()
    assert not differences(spec.compile(), again, tol(1e-15))
    assert "<general" in gelenk.MjSpec.from_string(DRIVES.format("true"), release="4.0").to_xml()


def test_a_drive_that_a_program_changed_is_saved_as_general():
    spec = gelenk.MjSpec.from_string(DRIVES.format("false"), release="4.0")
    spec.actuators[0].biasprm[0] = 1
    text = spec.to_xml()
    assert text.count("<pid ") == 2 and text.count("<general ") == 1


AUTHORED = """<mujoco><compiler angle="radian" autolimits="true"/>
<option timestep=".001" integrator="RK4" actuatorgroupdisable="1 3"><flag contact="disable" energy="enable"/></option>
<visual><global fovy="30"/><map znear=".1"/></visual></mujoco>"""


def test_bits_say_which_settings_a_text_has():
    authored = gelenk.MjSpec.from_string(AUTHORED).authored
    assert authored.option == 1 | 1 << 16  # numbers measured on 4.0.0, as those below
    assert (authored.disableflags, authored.disableactuator) == (16, 0b1010)
    assert authored.enableflags == gelenk.mjtEnableBit.mjENBL_ENERGY
    assert (authored.visual_global, authored.visual_map, authored.visual_rgba) == (4, 128, 0)
    assert gelenk.MjSpec.from_string(AUTHORED).compiler.authored == 65
    spec = gelenk.MjSpec()
    spec.option.timestep = 0.1
    assert spec.authored.option == spec.compiler.authored == 0


def test_the_timer_has_the_parts_of_the_last_compilation():
    spec = gelenk.MjSpec.from_string(
        '<mujoco><asset><texture name="t" builtin="flat" width="64" height="64" type="2d"/></asset></mujoco>'
    )
    assert not spec.timer.any() and len(spec.timer) == gelenk.mjtCTimer.mjNCTIMER
    spec.compile()
    total, assets, texture = spec.timer[:3]
    assert total > assets >= texture > 0
    assert not pickle.loads(pickle.dumps(spec)).timer.any()


AT_A_LEVEL = """
import gelenk
spec = gelenk.MjSpec()
joint = spec.worldbody.add_body().add_joint(stiffness=2)
print(joint.stiffness)
joint.stiffness = [1, 2, 3]
first = joint.stiffness
joint.stiffness = 5
print(first, joint.damping)
"""


@pytest.mark.parametrize(
    "level, said", [("3.5.0", ["2.0", "[5. 0. 0.] 0.0"]), ("4.0.0", ["[2. 0. 0.]", "[5. 0. 0.] [0. 0. 0.]"])]
)
def test_springs_are_three_numbers_from_3_7_on(level, said):
    done = subprocess.run(
        [sys.executable, "-c", AT_A_LEVEL],
        env=os.environ | {"GELENK_API": level},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == said


NESTED = f"""<mujoco>{JOINT.replace("</worldbody>", "")}
  <frame name="f" pos="1 0 0"><geom name="in" size=".1"/>
    <frame name="g"><body name="deep"><geom name="deepest" size=".1"/></body></frame></frame></worldbody>
  <sensor><framepos name="p" objtype="geom" objname="in"/><framepos name="q" objtype="body" objname="deep"/></sensor>
</mujoco>"""


def test_a_deleted_frame_takes_its_content_with_it_from_4_0_on():
    spec = gelenk.MjSpec.from_string(NESTED, release="4.0")
    frame, inner = spec.frame("f"), spec.geom("in")
    spec.delete(frame)
    assert not spec.frames and len(spec.bodies) == 2 and not spec.sensors and len(spec.geoms) == 1
    assert inner.parent is None and inner.id == -1 and spec.compile().ngeom == 1
    with pytest.raises(ValueError, match="frame is not in this model"):
        spec.delete(frame)
    before = gelenk.MjSpec.from_string(NESTED, release="3.5")
    before.delete(before.frame("f"))
    assert [frame.name for frame in before.frames] == ["g"] and len(before.geoms) == 3


def test_attached_specs_are_not_edited():
    parent, child = gelenk.MjSpec(), gelenk.MjSpec()
    geom = child.worldbody.add_body(name="b").add_geom(size=[0.1, 0, 0])
    parent.attach(child, frame=parent.worldbody.add_frame(), prefix="c_")
    with pytest.raises(ValueError, match="Cannot delete element from an attached mjSpec"):
        child.delete(geom)
    with pytest.raises(ValueError, match="Cannot merge the assets of an attached mjSpec"):
        child.dedup_assets()


def test_inertia_that_follows_from_geoms_is_not_adopted():
    spec = gelenk.MjSpec.from_string(NESTED)
    spec.compiler.inertiafromgeom = gelenk.mjtInertiaFromGeom.mjINERTIAFROMGEOM_TRUE
    with pytest.raises(ValueError, match="inertiafromgeom"):
        spec.adopt_inertial(spec.bodies[1])


def test_the_depth_of_an_octree_is_limited():
    cube = " ".join(f"{x} {y} {z}" for x in (0, 1) for y in (0, 1) for z in (0, 1))
    spec = gelenk.MjSpec.from_string(
        f'<mujoco><asset><mesh name="m" vertex="{cube}"/></asset>'
        '<worldbody><body><freejoint/><geom type="sdf" mesh="m"/></body></worldbody></mujoco>'
    )
    assert spec.mesh("m").octree_maxdepth == 6
    depths = []
    for depth in (2, 3):
        spec.mesh("m").octree_maxdepth = depth
        depths.append(int(spec.compile().oct_depth.max()))
    assert depths == [2, 3]
    for wrong in (-1, 7):
        spec.mesh("m").octree_maxdepth = wrong
        with pytest.raises(Error, match=f"octree_maxdepth must be 0 to 6, got {wrong}"):
            spec.compile()


def test_factors_of_frames_are_one_number_or_three():
    spec = gelenk.MjSpec()
    frame = spec.worldbody.add_frame(scale=3)
    np.testing.assert_array_equal(frame.scale, [3, 3, 3])
    frame.scale = np.float32(0.5)
    np.testing.assert_array_equal(frame.scale, [0.5, 0.5, 0.5])
    for call in (lambda: setattr(frame, "scale", [1, 2]), lambda: spec.worldbody.add_frame(scale=[1, 2])):
        with pytest.raises(ValueError, match="scale takes one number or 3"):
            call()
