"""MjSpec.copy_back, archives, and keyframes of replicated models since release 3.16."""

import pytest

import gelenk
from gelenk.errors import Error

TEXT = """<mujoco><worldbody><body name="a"><joint name="j" stiffness="1"/><geom name="g" size=".1"/></body>
<body name="b" pos="1 0 0"><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody>
<actuator><position joint="j" kp="3"/></actuator></mujoco>"""


def test_changed_numbers_are_written_to_the_spec():
    spec = gelenk.MjSpec.from_string(TEXT)
    m = spec.compile()
    m.geom_size[0, 0], m.jnt_stiffness[0], m.actuator_gainprm[0, 0], m.body_mass[2] = 0.2, 4, 7, 5
    m.opt.timestep, m.body_pos[1, 2] = 0.01, 3
    spec.copy_back(m)
    again = spec.compile()
    assert spec.geom("g").size[0] == 0.2 and spec.joint("j").stiffness == 4 and spec.option.timestep == 0.01
    assert again.actuator_gainprm[0, 0] == 7 and again.body_mass[2] == 5 and again.body_pos[1, 2] == 3
    assert spec.body("a").explicitinertial == 0  # only changes are written


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("body_mass", "body_mass of body 'a' .* infers it from geoms"),
        ("dof_invweight0", "change of dof_invweight0"),
    ],
)
def test_changes_that_a_spec_cannot_state_are_refused(field, message):
    spec = gelenk.MjSpec.from_string(TEXT)
    m = spec.compile()
    m.jnt_stiffness[0] = 9
    getattr(m, field)[1 if field == "body_mass" else 0] *= 2
    with pytest.raises(ValueError, match=message):
        spec.copy_back(m)
    assert spec.joint("j").stiffness == 1  # nothing is written
    with pytest.raises(ValueError, match="not compiled from this spec"):
        spec.copy_back(gelenk.MjModel.from_xml_string("<mujoco/>"))
    with pytest.raises(TypeError, match="model must be an MjModel, not str"):
        spec.copy_back("m")


@pytest.mark.parametrize("suffix", [".mjz", ".zip"])
def test_archives_are_read_as_files(tmp_path, suffix):
    spec = gelenk.MjSpec.from_string(TEXT)
    m = spec.compile()
    path = str(tmp_path / f"model{suffix}")
    assert spec.encode(path, m) > 0
    assert gelenk.MjSpec.from_file(path).compile().nbody == 3
    assert gelenk.MjSpec.from_file(path, release="4.0").compile().release[0] == 4000000


KEYS = """<mujoco><worldbody><replicate count="3" offset=".3 0 0"><body><joint type="slide" ref=".5"/>
<geom size=".05"/></body></replicate></worldbody><keyframe><key qpos="1 2 3"/><key qpos="4"/></keyframe></mujoco>"""


def test_keyframes_are_for_all_replicas_since_3_16():
    m = gelenk.MjModel.from_xml_string(KEYS, release="4.0")
    assert m.key_qpos.tolist() == [[1, 2, 3], [4, 0.5, 0.5]]
    one = KEYS.replace('<key qpos="1 2 3"/>', "")
    assert gelenk.MjModel.from_xml_string(one, release="4.0").nkey == 1
    with pytest.raises(Error, match="expected 3, got 1"):  # one key for each replica, and the original
        gelenk.MjModel.from_xml_string(one, release="3.5")
    with pytest.raises(Error, match="invalid qpos size, expected 3, got 4"):
        gelenk.MjModel.from_xml_string(KEYS.replace("1 2 3", "1 2 3 4"), release="4.0")
