"""Attributes of pid, dcmotor and orientation: reading, defaults, errors, saving, specs."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.errors import Error
from gelenk.tables.api_enums import mjtBias, mjtDyn, mjtGain
from tests.support.same_model import differences
from tests.support.tolerance import tol

TEXT = """<mujoco><default><default class="p"><pid kp="3" slewmax="2"/></default><default class="m">
<dcmotor resistance="2" motorconst=".1 .4" inductance=".01" saturation="0 3 10"/></default></default>
<worldbody><site name="r"/><body><joint name="h" range="-1 2"/><geom size=".1"/><body>
<joint name="b" type="ball"/><geom size=".1" pos=".2 0 0"/><site name="s"/></body></body></worldbody>
<actuator>{}</actuator></mujoco>"""
MANY = """<pid name="a" class="p" joint="h" kv="1" ki="2" imax=".5" input="pos ff" posrange="-1 1" ffrange="-2 3"/>
<pid name="b" class="p" joint="h" kp="4" dampratio=".5" inheritrange=".5" velrange="-1 2"/>
<dcmotor name="c" joint="h" class="m"/>
<dcmotor name="d" joint="h" class="m" inductance="0 0" saturation="0 0 0" input="none"/>
<dcmotor name="e" joint="h" nominal="12 2 100" cogging=".1 6 .2" lugre="100 1 .1 .2 .05" ctrlrange="-6 6"
 thermal="2 0 3 .004 20 25" input="pos vel ff voltage" controller="1 2 3 4 5 6"/>
<orientation name="f" joint="b" kp="5" kv="1" input="quat" forcerange="0 3" ctrlrange="-1 1"/>
<orientation name="g" site="s" refsite="r" kp="5"/>
<general name="i" joint="b" gaintype="so3" biastype="so3" dyntype="integrator" gainprm="4" biasprm="0 -4"/>
<motor joint="h"/>"""


MOTOR = 'resistance="2" motorconst=".1 .4"'
BARE = TEXT[: TEXT.index("<default>")] + TEXT[TEXT.index("<worldbody>") :]


def load(actuators, text=TEXT):
    return gelenk.MjSpec.from_string(text.format(actuators))


def test_attributes_become_the_documented_parameters():
    m = load(MANY).compile()
    pid, motor, so3 = int(mjtGain.mjGAIN_PID), int(mjtGain.mjGAIN_DCMOTOR), int(mjtGain.mjGAIN_SO3)
    assert m.actuator_gaintype.tolist() == [pid, pid, motor, motor, motor, so3, so3, so3, 0]
    assert m.actuator_biastype[2] == mjtBias.mjBIAS_DCMOTOR and m.actuator_biastype[5] == mjtBias.mjBIAS_SO3
    dyn = (
        [int(mjtDyn.mjDYN_PID)] * 2
        + [int(mjtDyn.mjDYN_DCMOTOR)] * 3
        + [0, 0, int(mjtDyn.mjDYN_INTEGRATOR), 0]
    )
    assert m.actuator_dyntype.tolist() == dyn
    assert m.actuator_ctrlspec.tolist() == [5, 3, 8, 16, 15, 2, 1, 1, 0]
    assert m.actuator_actnum.tolist() == [2, 1, 1, 0, 4, 0, 0, 3, 0]
    assert m.actuator_gainprm[0].tolist() == [2] + [0] * 9
    assert m.actuator_dynprm[0].tolist() == [0.5, 2] + [0] * 8
    assert m.actuator_biasprm[0].tolist() == [0, -3, -1] + [0] * 7
    assert m.actuator_gainprm[2, :2] == pytest.approx([2, 0.2], rel=tol(1e-15))
    assert m.actuator_dynprm[2, :2].tolist() == [0.005, 10]
    assert m.actuator_forcerange[2] == pytest.approx([-0.6, 0.6], rel=tol(1e-15))
    assert m.actuator_dynprm[3, :2].tolist() == [0, 0] and not m.actuator_forcelimited[3]
    assert m.actuator_gainprm[4] == pytest.approx([0.72, 0.12, 0.004, 20, 1, 2, 3, 6, 0, 0], rel=tol(1e-15))
    assert m.actuator_dynprm[4].tolist() == [0, 0, 2, 1.5, 25, 100, 1, 4, 5, 0]
    assert m.actuator_biasprm[4].tolist() == [0.1, 6, 0.2, 0.1, 0.2, 0.05, 0, 0, 0, 0]
    assert m.actuator("a").ctrlrange.tolist() == [[-1, 1], [-2, 3]]
    low, high = np.radians([-0.25, 1.25])
    assert m.actuator("b").ctrlrange == pytest.approx(np.array([[low, high], [-1, 2]]), rel=tol(1e-12))
    assert m.actuator("b").ctrllimited.tolist() == [1, 1] and m.actuator("e").ctrllimited.tolist() == [1] * 4
    assert m.actuator_trntype[5:8].tolist() == [6, 6, 6] and m.actuator_trnid[6].tolist() == [1, 0]


def test_texts_and_copies_of_specs_give_the_same_model():
    spec, plain = load(MANY), load(MANY.replace('class="p"', "").replace('class="m"', MOTOR), BARE)
    m = spec.compile()
    assert differences(plain.compile(), pickle.loads(pickle.dumps(plain)).compile()) == []
    for other in (
        gelenk.MjSpec.from_string(spec.to_xml()),
        copy.deepcopy(load(MANY)),
    ):
        assert differences(m, other.compile()) == []


def test_a_signature_of_a_class_of_another_gain_type_is_discarded():
    text = """<mujoco><default><general gaintype="dcmotor" input="none"/></default><worldbody><body><joint name="h"/>
<geom size=".1"/></body></worldbody><actuator><general joint="h" gaintype="fixed"/><pid joint="h"/></actuator>
</mujoco>"""
    m = gelenk.MjModel.from_xml_string(text)
    assert m.actuator_ctrlspec.tolist() == [0, 3]


@pytest.mark.parametrize(
    ("actuator", "message"),
    [
        ('<pid joint="h" input="vel pos"/>', "order"),
        ('<pid joint="h" input="torque"/>', "unknown input"),
        ('<pid joint="h" input="none"/>', "unknown input"),
        ('<pid joint="h" ki="1" input="vel"/>', "pos input"),
        ('<pid joint="h" kv="1" dampratio="1"/>', "both"),
        ('<pid joint="h" slewmax="-1"/>', "negative"),
        ('<pid joint="h" posrange="0 1" inheritrange="1"/>', "both"),
        ('<general joint="h" gaintype="pid"/>', "affine"),
        ('<general joint="h" gaintype="pid" biastype="affine" gainprm="2"/>', "dyntype 'pid'"),
        (
            '<general joint="h" gaintype="pid" biastype="affine" gainprm="2" dyntype="pid" actdim="3"/>',
            "actdim",
        ),
        ('<general joint="h" gaintype="fixed" dyntype="pid"/>', "requires gaintype"),
        ('<dcmotor joint="h"/>', "resistance"),
        ('<dcmotor joint="h" resistance="1"/>', "motor constant"),
        ('<dcmotor joint="h" resistance="1" motorconst="-1 2"/>', "negative"),
        ('<dcmotor joint="h" resistance="1" motorconst="1" controller="1"/>', "controller input"),
        ('<dcmotor joint="h" resistance="1" motorconst="1" input="vel" controller="1 1"/>', "pos input"),
        ('<dcmotor joint="h" resistance="1" motorconst="1" thermal="2"/>', "thermal"),
        ('<dcmotor joint="h" nominal="1 0 1"/>', "positive"),
        ('<general joint="h" gaintype="dcmotor" gainprm="1 1"/>', "dyntype and biastype"),
        ('<orientation joint="h"/>', "ball joint"),
        ('<orientation site="s"/>', "refsite"),
        ('<orientation joint="b" forcerange="-1 1"/>', "lower bound"),
        ('<orientation joint="b" input="pos"/>', "unknown input"),
        ('<general joint="b" gaintype="so3"/>', "both be 'so3'"),
        ('<general joint="b" biastype="so3"/>', "both be 'so3'"),
        ('<general joint="b" gaintype="so3" biastype="so3"/>', "gainprm"),
        ('<general joint="b" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="filter"/>', "integrator"),
        (
            '<general joint="b" gaintype="so3" biastype="so3" biasprm="0 -1" dyntype="integrator" input="quat"/>',
            "quat",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(actuator, message):
    with pytest.raises((Error, ValueError), match=message):
        load(actuator).compile()


def test_specs_make_drives():
    spec = load("")
    a = spec.add_actuator(target="h", trntype=gelenk.mjtTrn.mjTRN_JOINT)
    a.set_to_pid(3, ki=2, ctrlspec=gelenk.mjtCtrlInput.mjINPUT_POS)
    b = spec.add_actuator(target="b", trntype=gelenk.mjtTrn.mjTRN_JOINT)
    b.set_to_orientation(kp=2.0, dampratio=1.0)
    c = spec.add_actuator(target="h", trntype=gelenk.mjtTrn.mjTRN_JOINT)
    c.set_to_dcmotor([0.1, 0.4], 2, inductance=[0.01, 0])
    m = spec.compile()
    assert (m.nactuator, m.nu, m.nout, m.na) == (3, 1 + 3 + 1, 5, 2)
    assert m.actuator_dynprm[2, 0] == 0.005 and m.actuator_biasprm[1, 2] < 0
    c.ctrlspec = 3
    with pytest.raises((Error, ValueError)):
        a.ctrlspec = 16
        spec.compile()
    with pytest.raises(ValueError, match="both"):
        a.set_to_pid(1, kv=1, dampratio=1)
    with pytest.raises(ValueError, match="at most 2"):
        c.set_to_dcmotor([1, 2, 3], 1)


def test_keyframes_follow_the_controls_of_their_actuator():
    text = TEXT.replace("</actuator>", '</actuator><keyframe><key ctrl="1 2 3 4 5 6"/></keyframe>')
    spec = load(
        '<orientation name="x" joint="b"/><motor name="y" joint="h"/><pid name="z" joint="h" slewmax="0"/>',
        text,
    )
    spec.delete(spec.actuator("y"))
    assert spec.compile().key_ctrl.tolist() == [[1, 2, 3, 5, 6]]


def test_recompiling_keeps_the_controls_of_each_actuator():
    spec = load('<orientation name="x" joint="b"/><motor name="y" joint="h"/>')
    m = spec.compile()
    d = gelenk.MjData(m)
    d.ctrl[:] = [1, 2, 3, 4]
    spec.add_actuator(target="h", trntype=gelenk.mjtTrn.mjTRN_JOINT).set_to_pid(1)
    m, d = spec.recompile(m, d)
    assert d.ctrl.tolist() == [1, 2, 3, 4, 0, 0]
