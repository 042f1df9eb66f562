"""Attributes of one to three coefficients, and damping and armature of actuators: reading, specs, saving."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from tests.support.tolerance import tol

TEXT = """<mujoco>
<default>
  <joint damping="1 2"/>
  <general damping="1 2 3" armature=".1"/>
  <default class="x">
    <joint damping="3"/>
    <motor damping="5"/>
  </default>
</default>
<worldbody>
  <body><joint name="j" class="x" stiffness="1 2 3"/><geom size=".1"/><site name="s"/></body>
  <body><joint name="k"/><geom size=".1"/></body>
</worldbody>
<tendon>
  <fixed name="t" stiffness="4 5" damping="0 0 6"><joint joint="j" coef="1"/></fixed>
</tendon>
<actuator>
  <motor name="a" joint="j" damping="4"/>
  <motor name="b" joint="j" class="x"/>
  <position name="c" tendon="t" armature=".2"/>
</actuator>
</mujoco>"""
COLUMNS = {
    "jnt_stiffness": [1, 0],
    "jnt_stiffnesspoly": [[2, 3], [0, 0]],
    "dof_damping": [3, 1],
    "dof_dampingpoly": [[2, 0], [2, 0]],
    "tendon_stiffness": [4],
    "tendon_stiffnesspoly": [[5, 0]],
    "tendon_damping": [0],
    "tendon_dampingpoly": [[0, 6]],
    "actuator_damping": [4, 5, 1],
    "actuator_dampingpoly": [[2, 3]] * 3,
    "actuator_armature": [0.1, 0.1, 0.2],
    "jnt_actuatorid": [-2, -1],
    "tendon_actuatorid": [2],
}


def columns(m):
    return {name: getattr(m, name).tolist() for name in COLUMNS}


def test_values_that_are_not_given_are_those_of_the_class():
    """As measured on mujoco 4.0.0: 3 over 1 2 0 is 3 2 0."""
    m = gelenk.MjModel.from_xml_string(TEXT)
    assert columns(m) == COLUMNS
    assert {m.jnt_actuatorid.dtype, m.tendon_actuatorid.dtype} == {np.dtype(np.int32)}
    assert gelenk.mjNPOLY == 2 and m.jnt_stiffnesspoly.shape == (2, gelenk.mjNPOLY)
    assert m.joint("j").stiffnesspoly.tolist() == [2, 3] and m.actuator("c").armature.tolist() == [0.2]


def test_saved_text_has_as_few_values_as_it_needs():
    spec = gelenk.MjSpec.from_string(TEXT)
    text = spec.to_xml()
    assert '<joint damping="1 2"/>' in text and '<joint damping="3"/>' in text and 'stiffness="1 2 3"' in text
    assert '<fixed name="t" stiffness="4 5" damping="0 0 6">' in text
    assert columns(gelenk.MjModel.from_xml_string(text)) == COLUMNS
    spec.joint("j").damping = 3  # the class says 3 2 0
    again = gelenk.MjModel.from_xml_string(spec.to_xml())
    assert again.dof_damping[0] == 3 and not again.dof_dampingpoly[0].any()


def test_a_spec_takes_a_number_or_three():
    spec = gelenk.MjSpec()
    body = spec.worldbody.add_body()
    body.add_geom(size=[0.1, 0, 0])
    joint, other = body.add_joint(name="j", stiffness=[1, 2, 3]), body.add_joint(name="k", damping=0.5)
    tendon = spec.add_tendon(name="t", damping=(0, 1, 0))
    tendon.wrap_joint("j", 1)
    assert joint.stiffness.tolist() == [1, 2, 3] and tendon.damping.tolist() == [0, 1, 0]
    assert joint.damping == 0.0 and type(joint.damping) is float and other.damping == 0.5
    joint.stiffness[0] = 7  # what is read is the element's own, as other arrays
    assert spec.compile().jnt_stiffness[0] == 7 and spec.compile().jnt_stiffnesspoly[0].tolist() == [2, 3]
    joint.stiffness = [4, 0, 0]
    assert joint.stiffness == 4.0 and type(joint.stiffness) is float
    joint.stiffness = [4, 0, 1]
    joint.stiffness[1:] = 0
    assert type(joint.stiffness) is float
    for wrong in ([1, 2], [1, 2, 3, 4], "1 2 3", None, [[1, 2, 3]] * 2):
        with pytest.raises(TypeError, match="stiffness takes"):
            joint.stiffness = wrong
    assert joint.stiffness == 4.0
    actuator = spec.add_actuator(name="a", target="j", trntype=gelenk.mjtTrn.mjTRN_JOINT, damping=[1, 0, 2])
    actuator.armature = 0.3
    assert actuator.damping.tolist() == [1, 0, 2]
    m = spec.compile()
    assert m.actuator_armature[0] == 0.3 and m.actuator_dampingpoly[0].tolist() == [0, 2]


def test_copies_and_pickles_of_specs_keep_coefficients_apart():
    spec = gelenk.MjSpec.from_string(TEXT)
    spec.joint("j").stiffness[2] = 8
    for other in (copy.deepcopy(spec), pickle.loads(pickle.dumps(spec)), spec.copy()):
        assert other.joint("j").stiffness.tolist() == [1, 2, 8]
        other.joint("j").stiffness[0] = 9
        assert spec.joint("j").stiffness.tolist() == [1, 2, 8]
        assert other.compile().jnt_stiffness[0] == 9
        assert columns(spec.compile()) == COLUMNS | {"jnt_stiffnesspoly": [[2, 8], [0, 0]]}


def test_changed_coefficients_of_a_model_are_saved(tmp_path):
    m = gelenk.MjModel.from_xml_string(TEXT)
    m.jnt_stiffness[1], m.jnt_stiffnesspoly[0] = 6, (0, 7)
    m.dof_damping[1], m.dof_dampingpoly[1] = 0.5, 0
    m.tendon_stiffnesspoly[0, 1], m.actuator_damping[2] = 2, 9
    m.actuator_dampingpoly[0], m.actuator_armature[1] = 0, 0.7
    path = str(tmp_path / "m.xml")
    gelenk.mj_saveLastXML(path, m)
    assert columns(gelenk.MjModel.from_xml_path(path)) == columns(m)


@pytest.mark.parametrize(
    "tag", ["general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle"]
)
def test_shortcuts_take_damping_and_armature(tag):
    more = {"intvelocity": 'actrange="0 1"', "damper": 'ctrlrange="0 1"', "muscle": 'lengthrange="0 1"'}.get(
        tag, ""
    )
    m = gelenk.MjModel.from_xml_string(
        f'<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator>'
        f'<{tag} joint="j" {more} damping="1 2 3" armature=".1"/></actuator></mujoco>'
    )
    assert (m.actuator_damping[0], *m.actuator_dampingpoly[0], m.actuator_armature[0]) == (1, 2, 3, 0.1)


WRONG = {
    '<joint name="k"/>': {
        '<joint name="k" stiffness="1 2 3 4"/>': r":12:9: attribute 'stiffness' of joint 'k' has too much data",
        '<joint name="k" damping="1 x"/>': r":12:9: attribute 'damping' of joint 'k' has 'x' where a number",
        '<joint name="k" damping="1 nan"/>': r":12:9: .*'damping' of joint 'k'",
    },
    '<motor name="a" joint="j" damping="4"/>': {
        '<motor name="a" joint="j" damping="1 2 3 4"/>': r":18:3: attribute 'damping' of motor 'a' has too much",
        '<motor name="a" joint="j" armature="1 2"/>': r":18:3: attribute 'armature' of motor 'a'",
        '<motor name="a" site="s" damping="1"/>': r":18:3: damping requires joint or tendon transmission",
        '<motor name="a" site="s" damping="0 0 0"/>': r":18:3: armature requires joint or tendon transmission",
        '<adhesion name="a" body="b" ctrlrange="0 1" damping="1"/>': r":18:3: unknown attribute 'damping'",
    },
}


@pytest.mark.parametrize(("good", "bad"), [(good, bad) for good in WRONG for bad in WRONG[good]])
def test_errors_name_the_place(good, bad):
    with pytest.raises(Error, match=WRONG[good][bad]):
        gelenk.MjModel.from_xml_string(TEXT.replace(good, bad))


def test_tendons_with_geoms_take_damping_but_no_armature_of_actuators():
    text = """<mujoco><worldbody><geom name="g" size=".1"/><site name="a" pos="1 0 0"/>
      <body pos="-1 0 0"><joint/><geom size=".1"/><site name="b"/></body></worldbody>
      <tendon><spatial name="t"><site site="a"/><geom geom="g"/><site site="b"/></spatial></tendon>
      <actuator><motor tendon="t" damping="1" armature=".1"/></actuator></mujoco>"""
    with pytest.raises(Error, match=r":4:\d+: geom wrapping not supported by tendon armature .*'armature'"):
        gelenk.MjModel.from_xml_string(text)
    assert gelenk.MjModel.from_xml_string(text.replace('armature=".1"', "")).tendon_actuatorid[0] == 0


def test_trees_of_a_tendon_with_a_polynomial_do_not_sleep():
    text = """<mujoco><worldbody><body><freejoint/><geom size=".1"/><site name="a"/></body>
      <body pos="1 0 0"><freejoint/><geom size=".1"/><site name="b"/></body></worldbody>
      <tendon><spatial {}><site site="a"/><site site="b"/></spatial></tendon></mujoco>"""
    policies = [
        gelenk.MjModel.from_xml_string(text.format(more)).tree_sleep_policy.tolist()
        for more in ("", 'damping="1"', 'damping="0 1"', 'stiffness="0 0 1"')
    ]
    assert policies[1] == policies[2] == policies[3] != policies[0]


def test_bodies_of_tendons_that_actuators_give_armature_are_not_simple():
    """As on mujoco 4.0.0: their inertia is not diagonal."""
    text = """<mujoco><worldbody><site name="w" pos="1 1 0"/><body><joint type="slide" axis="1 0 0"/>
      <joint type="slide" axis="0 1 0"/><geom size=".1"/><site name="s"/></body></worldbody>
      <tendon><spatial name="t"><site site="w"/><site site="s"/></spatial></tendon>
      <actuator><motor tendon="t" {}/></actuator></mujoco>"""
    plain, heavy = (gelenk.MjModel.from_xml_string(text.format(more)) for more in ("", 'armature="1"'))
    assert plain.body_simple[1] == 2 and heavy.body_simple[1] == 0
    d = gelenk.MjData(heavy)
    gelenk.mj_forward(heavy, d)
    full = np.zeros((2, 2))
    gelenk.mj_fullM(heavy, full, d.qM)
    np.testing.assert_allclose(full[0, 1], 0.5, rtol=tol(1e-12))  # J' J of the direction (-1, -1) / sqrt 2
