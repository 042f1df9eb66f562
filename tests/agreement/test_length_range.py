"""Ranges of actuator lengths: the reference's numbers, known ends of simple mechanisms, and what cannot be computed."""

import numpy as np
import pytest

import gelenk
from gelenk.runtime import length_range
from tests.support.tolerance import tol

ARM = """
<mujoco><compiler>{}</compiler><option timestep="0.004"/>
<worldbody><site name="w" pos="0 0 .4"/>
  <body gravcomp="1"><joint name="h" axis="0 1 0" {} damping=".5" armature=".1" frictionloss=".3"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    <body pos=".3 0 0"><joint name="k" axis="1 1 0" stiffness="3" {}/>
      <geom type="box" size=".1 .05 .02" pos=".1 0 0"/><site name="e" pos=".25 0 .1"/></body></body></worldbody>
<tendon><spatial name="t" {}><site site="w"/><site site="e"/></spatial></tendon>
<actuator><muscle name="m" tendon="t" gear="1.5"/><motor name="motor" joint="h"/>
  <general name="user" joint="k" gaintype="user"/></actuator></mujoco>"""
LIMITS = 'range="-60 60"', 'range="-30 90"', ""
SHORT = 'inttotal="1" tolrange="100" '  # far from settled: every detail of the simulation shows
SETTINGS = {
    "defaults": "",
    "short": f"<lengthrange {SHORT}/>",
    "maxforce": f'<lengthrange {SHORT} interval="0.25" maxforce="2"/>',
    "timestep of the model": f'<lengthrange {SHORT} interval="0.254" timestep="0"/>',
    "little damping": f'<lengthrange {SHORT} timeconst="3" accel="7"/>',
    "most damping": f'<lengthrange {SHORT} timeconst="0" accel="7"/>',
    "all": f'<lengthrange mode="all" {SHORT}/>',
    "muscleuser": f'<lengthrange mode="muscleuser" {SHORT}/>',
    "none": '<lengthrange mode="none"/>',
}


@pytest.mark.parametrize("what", SETTINGS)
def test_ranges_are_those_of_the_reference(what):
    mujoco = pytest.importorskip("mujoco")
    text = ARM.format(
        SETTINGS[what], *LIMITS[:2], "limited='true' range='0.1 0.9'" if what == "uselimit" else ""
    )
    ours, theirs = (module.MjModel.from_xml_string(text) for module in (gelenk, mujoco))
    # two engines, up to a thousand steps in a damped regime: differences of rounding do not grow
    np.testing.assert_allclose(ours.actuator_lengthrange, theirs.actuator_lengthrange, 0, 1e-9)


def test_uselimit_copies_the_limits_of_the_target():
    """3.5.0 looks up the limits of another actuator's joint, but for the first actuator; the documents do not."""
    settings = '<lengthrange mode="all" uselimit="true"/>'
    text = ARM.format(settings, *LIMITS[:2], "limited='true' range='0.1 0.9'")
    m = gelenk.MjModel.from_xml_string(text)
    np.testing.assert_allclose(
        m.actuator_lengthrange, [[0.1, 0.9], *np.radians([[-60, 60], [-30, 90]])], 0, 1e-15
    )


def test_the_range_of_a_tendon_is_that_of_its_geometry():
    text = """<mujoco><worldbody><site name="w" pos="1 0 0"/><body><joint axis="0 0 1"/><geom size=".1" pos=".3 0 0"/>
      <site name="e" pos="0 .25 0"/></body></worldbody>
      <tendon><spatial name="t"><site site="w"/><site site="e"/></spatial></tendon>
      <actuator><muscle tendon="t"/></actuator></mujoco>"""
    low, high = gelenk.MjModel.from_xml_string(text).actuator_lengthrange[0]
    # the near and the far point of the circle that the site goes around; it swings about them, ever less
    assert abs(low - 0.75) < tol(1e-3) and abs(high - 1.25) < tol(
        1e-3
    )  # it still swings by less than this when the search ends


def test_a_given_range_is_kept_unless_it_shall_not_be():
    text = ARM.format('<lengthrange useexisting="{}"/>', *LIMITS).replace(
        "<muscle", '<muscle lengthrange="2 3"'
    )
    assert gelenk.MjModel.from_xml_string(text.format("true")).actuator_lengthrange[0].tolist() == [2, 3]
    low, high = gelenk.MjModel.from_xml_string(text.format("false")).actuator_lengthrange[0]
    assert 0 < low < high < 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("", "did not converge"),
        ('<lengthrange accel="0" inttotal="1"/>', "invalid lengthrange"),
        ('<lengthrange inttotal="0" interval="0"/>', "invalid lengthrange"),
        ('<lengthrange timestep="1e-12"/>', "cannot be simulated"),
        ('<lengthrange inttotal="1e300"/>', "cannot be simulated"),
        ('<lengthrange inttotal="-1"/>', "cannot be simulated"),
        ('<lengthrange interval="-1"/>', "cannot be simulated"),
    ],
)
def test_what_has_no_range_is_an_error_at_the_actuator(settings, message):
    joint = '<body><joint name="h" axis="0 1 0"/><geom size=".1" pos="1 0 0"/></body>'
    text = (
        f"<mujoco><compiler>{settings}</compiler><worldbody>{joint}</worldbody>\n"
        '<actuator><muscle name="M" joint="h"/></actuator></mujoco>'
    )
    with pytest.raises(gelenk.Error, match=message) as caught:
        gelenk.MjModel.from_xml_string(text)
    assert ":2:" in str(caught.value) and "'M'" in str(caught.value)


def test_mj_setLengthRange_computes_one_range_and_leaves_the_state_alone():
    m = gelenk.MjModel.from_xml_string(ARM.format("", *LIMITS))
    d = gelenk.MjData(m)
    d.qpos[:] = 0.3
    compiled = m.actuator_lengthrange.copy()
    opt = gelenk.MjLROpt()
    opt.accel = 1
    gelenk.mj_defaultLROpt(opt)
    assert opt.accel == 20
    m.actuator_lengthrange[:] = 0
    gelenk.mj_setLengthRange(m, d, 1, opt)  # a motor: not asked for
    assert not m.actuator_lengthrange.any()
    gelenk.mj_setLengthRange(m, d, 0, opt)
    assert m.actuator_lengthrange.tobytes() == compiled.tobytes()
    assert d.qpos.tolist() == [0.3, 0.3] and d.time == 0
    for index in (-1, 3):
        with pytest.raises(IndexError, match="index"):
            gelenk.mj_setLengthRange(m, d, index, opt)
    with pytest.raises(TypeError, match="opt"):
        gelenk.mj_setLengthRange(m, d, 0, None)


def test_default_solver_parameters():
    solref, solimp = np.zeros(2), np.zeros(5)
    gelenk.mj_defaultSolRefImp(solref, solimp)
    m = gelenk.MjModel.from_xml_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
    assert solref.tolist() == m.geom_solref[0].tolist() and solimp.tolist() == m.geom_solimp[0].tolist()
    with pytest.raises(TypeError, match="solimp"):
        gelenk.mj_defaultSolRefImp(solref, 0.5)


def chain(count, option="", actuators=1):
    """Text of a chain of limited hinges, whose end is tied to the world by tendons that actuators pull."""
    body = ""
    for i in range(count):
        site = "<site name='end'/>" * (i == 0)
        joint = "<joint axis='0 1 0' range='-90 90'/>"
        body = f"<body pos='0 0 -.05'>{joint}<geom size='.1'/>{site}{body}</body>"
    return (
        f"<mujoco><compiler><lengthrange mode='all' {option}/></compiler><worldbody><site name='at' pos='1 0 0'/>{body}"
        "</worldbody><tendon><spatial name='t'><site site='at'/><site site='end'/></spatial></tendon><actuator>"
        + actuators * "<general tendon='t'/>"
        + "</actuator></mujoco>"
    )


@pytest.mark.parametrize(
    "text",
    [
        chain(1, "timestep='1e-5'"),
        chain(3, "timestep='1e-3' inttotal='900'"),
        chain(2, "timestep='2e-6' inttotal='1' interval='.1'"),
        chain(40).replace(
            "<compiler>", "<option solver='PGS' iterations='1000000' tolerance='0'/><compiler>"
        ),
    ],
)
def test_a_simulation_that_takes_too_long_is_an_error_that_names_the_actuator(text):
    with pytest.raises(
        gelenk.Error, match=r"lengthrange takes more than .* operations.* in actuator 0(.|\n)*give its"
    ):
        gelenk.MjModel.from_xml_string(text)


def test_a_bound_on_work_does_not_change_what_stays_below(monkeypatch):
    text = chain(8)
    ours = gelenk.MjModel.from_xml_string(text).actuator_lengthrange
    monkeypatch.setattr(length_range, "MOST_WORK", 1e30)
    assert (gelenk.MjModel.from_xml_string(text).actuator_lengthrange == ours).all()
