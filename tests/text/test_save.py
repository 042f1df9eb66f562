"""mj_saveLastXML: numbers that were changed in the model are in the text, in whatever form the text has them."""

import os

import numpy as np
import pytest

import gelenk
from tests.support.same_model import differences

MODEL = """
<mujoco><compiler eulerseq="zyx"/>
<default><default class="a"><joint damping="0.5"/><geom rgba="1 0 0 1"/></default></default>
<worldbody>
  <frame pos="0 0 1" euler="0 90 10">
    <body name="a" pos="1 2 3" euler="10 20 30" childclass="a">
      <joint name="hinge" type="hinge" axis="1 1 0" range="-30 60" ref="5" springref="7" springdamper="1 1"/>
      <geom name="box" type="box" size="0.1 0.2 0.3" zaxis="1 1 0"/>
      <frame pos="0.1 0 0" euler="0 0 45">
        <joint name="slide" type="slide" pos="0 0 1" axis="0 1 0" range="-0.5 0.5"/>
        <geom name="stick" type="capsule" fromto="0 0 0 0 0 1" size="0.05"/>
        <site name="s" pos="0 0 1" xyaxes="0 1 0 -1 0 0"/>
        <camera name="c" euler="1 2 3"/> <light name="l" pos="0 0 1" dir="1 0 -1"/></frame>
      <body name="b" pos="0 1 0"><joint name="ball" type="ball"/><geom size="0.1" pos="0.2 0 0"/></body>
    </body>
  </frame>
  <body name="m" mocap="true"/>
</worldbody>
<contact><pair geom1="box" geom2="stick"/></contact>
<equality><weld body1="a" body2="m"/></equality>
<tendon><fixed name="t" range="0 1"><joint joint="slide" coef="1"/></fixed></tendon>
<actuator><position name="p" joint="slide" kp="3" ctrlrange="-1 1"/><motor joint="hinge"/></actuator>
<sensor><jointpos joint="slide" cutoff="1"/></sensor>
<custom><numeric name="n" data="1 2 3"/></custom>
<keyframe><key name="k" ctrl="0.1 0.2"/></keyframe>
</mujoco>"""

# fields that a user may change and what is changed with them by recomputing the constants of the model
CHANGES = {
    "body_pos": (1, (0.3, 0.2, 0.1)),
    "body_quat": (1, (0.5, 0.5, -0.5, 0.5)),
    "body_gravcomp": (2, 0.25),
    "body_mass": (2, 3.5),
    "body_inertia": (1, (0.1, 0.2, 0.25)),
    "body_ipos": (2, (0.1, 0.2, 0.3)),
    "geom_pos": (0, (1, 2, 3)),
    "geom_quat": (1, (0.6, 0, 0.8, 0)),
    "geom_size": (1, (0.07, 0.4, 0)),
    "geom_friction": (0, (0.5, 0.1, 0.01)),
    "geom_rgba": (0, (0.25, 0.5, 0.75, 1)),
    "site_pos": (0, (3, 2, 1)),
    "site_quat": (0, (0, 1, 0, 0)),
    "cam_quat": (0, (0, 0.6, 0.8, 0)),
    "cam_fovy": (0, 20),
    "light_dir": (0, (0, 0.6, 0.8)),
    "light_pos": (0, (4, 5, 6)),
    "jnt_range": (0, (-0.25, 0.5)),
    "jnt_axis": (1, (0, 0.6, 0.8)),
    "jnt_pos": (1, (0.1, 0.2, 0.3)),
    "jnt_stiffness": (1, 7),
    "dof_damping": (1, 0.125),
    "dof_armature": (0, 0.5),
    "pair_friction": (0, (1, 2, 3, 4, 5)),
    "eq_data": (0, (0, 1, 2, 0.1, 0.2, 0.3, 1, 0, 0, 0, 2)),
    "tendon_stiffness": (0, 2),
    "tendon_range": (0, (0.5, 2)),
    "actuator_gainprm": (0, (5, 1, 0, 0, 0, 0, 0, 0, 0, 0)),
    "actuator_ctrlrange": (0, (-2, 3)),
    "actuator_gear": (1, (2, 0, 0, 0, 0, 0)),
    "sensor_cutoff": (0, 0.5),
    "key_ctrl": (0, (0.5, 0.25)),
    "qpos_spring": (1, 0.75),
}
AS_SAVED = 1e-9


def saved(m, tmp_path):
    path = str(tmp_path / "saved.xml")
    gelenk.mj_saveLastXML(path, m)
    return gelenk.MjModel.from_xml_path(path)


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_the_model_is_in_the_text(name, tmp_path):
    m = gelenk.MjModel.from_xml_string(MODEL)
    row, value = CHANGES[name]
    getattr(m, name)[row] = value
    again = saved(m, tmp_path)
    np.testing.assert_allclose(getattr(again, name), getattr(m, name), AS_SAVED, AS_SAVED)


def test_settings_and_custom_numbers_are_saved(tmp_path):
    m = gelenk.MjModel.from_xml_string(MODEL)
    m.opt.timestep, m.opt.gravity[:], m.vis.map.znear, m.stat.extent = 0.25, (1, 2, 3), 0.5, 7
    m.opt.disableflags |= int(gelenk.mjtDisableBit.mjDSBL_CONTACT)
    m.numeric_data[1] = 9
    again = saved(m, tmp_path)
    assert (again.opt.timestep, again.stat.extent, again.vis.map.znear) == (0.25, 7, 0.5)
    assert again.opt.gravity.tolist() == [1, 2, 3] and again.opt.disableflags == m.opt.disableflags
    assert again.numeric("n").data.tolist() == [1, 9, 3]


def test_a_model_that_was_not_changed_is_saved_as_it_was_read(tmp_path):
    m = gelenk.MjModel.from_xml_string(MODEL)
    assert differences(m, saved(m, tmp_path), AS_SAVED) == []


def test_inertias_of_all_bodies_are_saved_when_asked_for(tmp_path):
    text = MODEL.replace("<compiler", '<compiler saveinertial="true"')
    m = gelenk.MjModel.from_xml_string(text)
    again = saved(m, tmp_path)
    assert (tmp_path / "saved.xml").read_text().count("<inertial") == 2
    assert differences(m, again, AS_SAVED) == []


def test_a_model_of_another_text_is_refused(tmp_path, capsys):
    m = gelenk.MjModel.from_xml_string(MODEL)
    other = gelenk.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ValueError, match="sizes differ"):
        gelenk.mj_saveLastXML(str(tmp_path / "x.xml"), m)
    gelenk.mj_saveLastXML("", other)
    assert "<worldbody/>" in capsys.readouterr().out
    with pytest.raises(ValueError, match="cannot write"):
        gelenk.mj_saveLastXML(str(tmp_path / "no" / "x.xml"), other)


@pytest.mark.parametrize("way", ["of a spec", "of the last model"])
def test_a_file_that_was_longer_ends_where_the_text_does(way, tmp_path):
    spec = gelenk.MjSpec.from_string(MODEL)
    m = gelenk.MjModel.from_xml_string(MODEL)
    path = tmp_path / "x.xml"
    path.write_text("x" * 100_000)
    if way == "of a spec":
        spec.to_file(path)
    else:
        gelenk.mj_saveLastXML(str(path), m)
    text = path.read_text()
    assert text.startswith("<mujoco") and text.endswith("</mujoco>\n")


def test_texts_go_to_devices_and_pipes_too():
    spec = gelenk.MjSpec.from_string(MODEL)
    spec.to_file(os.devnull)
    end, start = os.pipe()
    try:
        spec.to_file(f"/dev/fd/{start}") if os.path.exists("/dev/fd") else os.write(start, b"<mujoco")
        assert os.read(end, 7) == b"<mujoco"
    finally:
        os.close(end)
        os.close(start)


def test_a_file_that_cannot_be_written_is_named(tmp_path):
    spec = gelenk.MjSpec.from_string(MODEL)
    for path in (tmp_path, tmp_path / "no" / "x.xml", str(tmp_path / "nul\0")):
        with pytest.raises(gelenk.Error, match="cannot write the file"):
            spec.to_file(path)


def test_a_text_that_no_file_can_have_leaves_the_file_as_it_is(tmp_path):
    path = tmp_path / "x.xml"
    path.write_text("before")
    spec = gelenk.MjSpec.from_string(MODEL)
    spec.modelname = "\udc80"
    with pytest.raises(ValueError, match="surrogate"):
        spec.to_file(path)
    assert path.read_text() == "before"
