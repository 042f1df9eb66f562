"""Springs that yield (springyield): references in d.plastic, states, keyframes, files.

Numbers are from the formulas, or measured on mujoco 4.0.0 where a test says so.
"""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch
from tests.support.tolerance import tol

MIXED = """<mujoco><option gravity="0 0 0" integrator="{}"/><worldbody>
<body><joint name="j" type="slide" axis="1 0 0" stiffness="10" springyield=".1"/><geom size=".1" mass="1"/></body>
<body pos="0 0 1"><joint name="h" axis="1 0 0" stiffness="10" springyield="5"/><geom size=".1" mass="1"/></body>
<body pos="0 0 2"><joint name="b" type="ball" stiffness="10" springyield="5"/><geom size=".1" mass="1"/></body>
</worldbody><tendon>
<fixed name="t" stiffness="3" springyield=".05"><joint joint="j" coef="2"/></fixed>
<fixed name="u" stiffness="3" springyield=".05" springlength="0 .2"><joint joint="j" coef="2"/></fixed>
<fixed name="v" stiffness="3" springyield=".05" springlength=".1 .2"><joint joint="j" coef="-2"/></fixed>
</tendon></mujoco>"""
# references after one step and after two, measured
MEASURED = {
    "Euler": (
        [0.4059104, 0.4077335374, 0.9405916214, 0.2722376347, 0.1814917564, 0.0907458782]
        + [0.9618208, 0.9618208, 0, 0.9618208, -0.9618208, -0.8618208],
        [0.4118132, 0.4077335374, 0.9405916214, 0.2722376347, 0.1814917564, 0.0907458782]
        + [0.9736264, 0.9736264, 0, 0.9736264, -0.9736264, -0.8736264],
    ),
    "RK4": (
        [0.4059550167, 0.4102356207, 0.9399203407, 0.2737240241, 0.1824826827, 0.0912413414]
        + [0.9619100334, 0.9619100334, 0, 0.9619100334, -0.9619100334, -0.8619100334],
        [0.4118608863, 0.4102356207, 0.9399203407, 0.2737240241, 0.1824826827, 0.0912413414]
        + [0.9737217725, 0.9737217725, 0, 0.9737217725, -0.9737217725, -0.8737217725],
    ),
}
MEASURED["implicit"] = MEASURED["Euler"]
SLIDE = """<mujoco><option gravity="0 0 0"/><worldbody><body><joint type="slide" axis="1 0 0" stiffness="10"
springyield=".1"/><geom size=".1" mass="1"/></body></worldbody></mujoco>"""
WIRE = """<mujoco><option gravity="0 0 0" integrator="{}" timestep=".05"/><worldbody><site name="w"/>
<body pos="0 .3 0"><joint axis="1 0 0" pos="0 .1 0"/><geom size=".1" mass="1"/><site name="a" pos="0 .2 .3"/></body>
</worldbody><tendon><spatial stiffness="3" springyield=".05" springlength="{}"><site site="w"/><site site="a"/>
</spatial></tendon></mujoco>"""
CABLE = """<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="j" type="slide" axis="1 0 0"/>
<geom size=".1" mass="1"/></body></worldbody><tendon><fixed stiffness="3" springyield=".05" springlength="{}">
<joint joint="j" coef="1"/></fixed></tendon></mujoco>"""


def start(integrator):
    m = gelenk.MjModel.from_xml_string(MIXED.format(integrator))
    d = gelenk.MjData(m)
    d.qpos[:6] = 0.5, 0.5, 0.9, 0.3, 0.2, 0.1
    d.qpos[2:6] /= np.linalg.norm(d.qpos[2:6])
    d.qvel[0] = 3
    return m, d


@pytest.mark.parametrize("integrator", MEASURED)
def test_references_after_steps_are_as_measured(integrator):
    m, d = start(integrator)
    for expected in MEASURED[integrator]:
        gelenk.mj_step(m, d)
        np.testing.assert_allclose(d.plastic, expected, atol=tol(1e-9))
    force = [
        -1.9,
        -0.872664626,
        -0.6996882952,
        -0.4664588634,
        -0.2332294317,
    ]  # of the references of the first step
    m, d = start(integrator)
    gelenk.mj_step(m, d)
    gelenk.mj_forward(m, d)
    np.testing.assert_allclose(d.qfrc_spring, force, atol=tol(1e-9))


@pytest.mark.parametrize(
    "integrator, band, expected",
    [
        ("Euler", ".1", [0.48868292293, 0.48868292293]),
        ("Euler", "0 .3", [0, 0.495136638487]),
        ("Euler", ".9 1", [0.614497785157, 0.714497785157]),
        ("RK4", ".1", [0.495366970079, 0.495366970079]),
        ("RK4", "0 .3", [0, 0.498515447075]),
        ("RK4", ".9 1", [0.607917445194, 0.707917445194]),
        ("implicitfast", ".9 1", [0.614497785157, 0.714497785157]),
    ],
)
def test_spatial_tendons_yield_by_their_lengths_to_first_order(integrator, band, expected):
    """Measured: lengths of the step plus h J v."""
    m = gelenk.MjModel.from_xml_string(WIRE.format(integrator, band))
    d = gelenk.MjData(m)
    d.qpos[0], d.qvel[0] = 0.3, -3
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.plastic, expected, atol=tol(1e-11))


@pytest.mark.parametrize(
    "band, q, expected",
    [
        ("0 .2", -0.5, [-0.449994, -0.249994]),
        ("0 .2", -0.02, [0, 0.2]),
        ("0 .2", 0.5, [0, 0.4499964]),
        ("0", 0.5, [0.449994, 0.449994]),
        (".1 .2", -0.02, [0.03000144, 0.13000144]),
        (".1 .2", 0.5, [0.3499964, 0.4499964]),
        (".1 .2", 0.24, [0.1, 0.2]),
    ],
)
def test_deadbands_move_as_measured(band, q, expected):
    m = gelenk.MjModel.from_xml_string(CABLE.format(band))
    d = gelenk.MjData(m)
    d.qpos[0] = q
    gelenk.mj_step(m, d)
    np.testing.assert_allclose(d.plastic, expected, atol=tol(1e-12))


def test_a_slide_springs_back_by_the_threshold_only():
    m = gelenk.MjModel.from_xml_string(SLIDE)
    d = gelenk.MjData(m)
    assert (m.nplastic, m.jnt_plasticadr[0], m.jnt_springyield[0]) == (1, 0, 0.1)
    d.qpos[0] = 0.5
    gelenk.mj_step(m, d)
    assert d.qfrc_spring[0] == -5 and d.plastic[0] == pytest.approx(0.39998, abs=tol(1e-15))  # measured
    gelenk.mj_forward(m, d)
    assert d.qfrc_spring[0] == pytest.approx(-1, abs=tol(1e-14))
    m.opt.enableflags |= gelenk.mjtEnableBit.mjENBL_ENERGY
    gelenk.mj_forward(m, d)
    assert d.energy[0] == pytest.approx(0.5 * 10 * 0.1**2, abs=tol(1e-14))
    d.qpos[0] = 0.45  # within the threshold: elastic
    gelenk.mj_step(m, d)
    assert d.plastic[0] == pytest.approx(0.39998, abs=tol(1e-15))


def test_thresholds_may_be_changed_to_none_and_springs_switched_off():
    """Measured: without one the reference follows; a disabled spring does not yield, one without stiffness does."""
    m = gelenk.MjModel.from_xml_string(SLIDE)
    for change, expected in (
        (lambda: m.jnt_springyield.fill(0), 0.49998),
        (lambda: m.jnt_springyield.fill(-1), 0.49998),
        (lambda: m.jnt_springyield.fill(0.1), 0.39998),
        (lambda: setattr(m.opt, "disableflags", int(gelenk.mjtDisableBit.mjDSBL_SPRING)), 0),
        (lambda: (setattr(m.opt, "disableflags", 0), m.jnt_stiffness.fill(0)), 0.4),
    ):
        change()
        d = gelenk.MjData(m)
        d.qpos[0] = 0.5
        gelenk.mj_step(m, d)
        assert d.plastic[0] == pytest.approx(expected, abs=tol(1e-12))


def test_a_reset_restores_the_references_of_the_model():
    m, d = start("Euler")
    first = gelenk.MjData(m).plastic.copy()
    assert first.tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0.2, 0.1, 0.2]
    gelenk.mj_step(m, d, 10)
    gelenk.mj_resetData(m, d)
    assert (d.plastic == first).all()
    m.qpos_spring[0] = 0.25
    gelenk.mj_resetData(m, d)
    assert d.plastic[0] == 0.25
    d.qpos[0] = np.nan  # the automatic reset of a step
    d.plastic[:] = 7
    gelenk.mj_step(m, d)
    assert d.plastic[0] == pytest.approx(0.1, abs=tol(1e-3))  # the threshold of the new position, near 0


def test_states_have_the_references():
    m, d = start("Euler")
    gelenk.mj_step(m, d, 20)
    sig = gelenk.mjtState.mjSTATE_PLASTIC
    assert int(sig) == 1 << 14 and gelenk.mj_stateSize(m, sig) == 12
    sig = int(gelenk.mjtState.mjSTATE_PHYSICS) | int(sig)
    state = np.zeros(gelenk.mj_stateSize(m, sig))
    gelenk.mj_getState(m, d, state, sig)
    assert (state[-12:] == d.plastic).all()
    other = gelenk.MjData(m)
    gelenk.mj_setState(m, other, state, sig)
    third = gelenk.MjData(m)
    gelenk.mj_copyState(m, d, third, sig)
    part = np.zeros(12)
    gelenk.mj_extractState(m, state, sig, part, gelenk.mjtState.mjSTATE_PLASTIC)
    assert (part == d.plastic).all()
    copied, loaded = copy.copy(d), pickle.loads(pickle.dumps(d))
    gelenk.mj_step(m, d, 20)
    for one in (other, third, copied, loaded):
        gelenk.mj_step(m, one, 20)
        np.testing.assert_allclose(one.qpos, d.qpos, atol=tol(1e-12))
        np.testing.assert_allclose(one.plastic, d.plastic, atol=tol(1e-12))


def test_worlds_of_a_batch_have_references_of_their_own():
    m, d = start("implicitfast")
    batch = Batch(m, 3)
    batch.qpos[0], batch.qvel[0] = d.qpos, d.qvel
    for _ in range(30):
        batch.step()
        gelenk.mj_step(m, d)
    assert batch.state.shape[1] == gelenk.mj_stateSize(m, (1 << 15) - 1)
    assert (batch.plastic[0] == d.plastic).all() and (batch.qpos[0] == d.qpos).all()
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 30)
    assert (batch.plastic[1] == d.plastic).all()
    batch.reset([0])
    assert (batch.plastic[0] == gelenk.MjData(m).plastic).all()


def test_finite_differences_of_a_step_leave_the_references():
    m, d = start("Euler")
    gelenk.mj_step(m, d, 5)
    before = d.plastic.copy()
    a = np.zeros((2 * m.nv, 2 * m.nv))
    gelenk.mjd_transitionFD(m, d, 1e-6, True, a, None, None, None)
    assert (d.plastic == before).all() and np.isfinite(a).all()


def saved(m, folder):
    """The model of the text that mj_saveLastXML writes."""
    gelenk.mj_saveLastXML(str(folder / "m.xml"), m)
    return gelenk.MjModel.from_xml_path(str(folder / "m.xml"))


def test_keyframes_have_references_padded_normalized_or_of_the_model(tmp_path):
    m = gelenk.MjModel.from_xml_string(
        MIXED.format("Euler")
        .replace('springlength="0 .2"', 'springlength="-1"')
        .replace(
            "</mujoco>",
            '<keyframe><key/><key plastic="1 2 2 0 0 0 3 4 5 6 7 8"/><key qpos="1 2 1 0 0 0"/></keyframe></mujoco>',
        )
    )
    d = gelenk.MjData(m)
    assert (m.key_plastic[0] == d.plastic).all() and (m.key_plastic[2] == d.plastic).all()
    assert m.key_plastic[1].tolist() == [1, 2, 1, 0, 0, 0, 3, 4, 5, 6, 7, 8]
    gelenk.mj_resetDataKeyframe(m, d, 1)
    assert (d.plastic == m.key_plastic[1]).all()
    d.plastic[0] = 9
    gelenk.mj_setKeyframe(m, d, 0)
    assert m.key_plastic[0, 0] == 9
    again = saved(m, tmp_path)
    np.testing.assert_allclose(again.key_plastic, m.key_plastic, atol=tol(1e-6))  # of the text
    with pytest.raises(gelenk.Error, match="invalid plastic size, expected 1, got 2"):
        gelenk.MjModel.from_xml_string(
            SLIDE.replace("</mujoco>", '<keyframe><key plastic="1 2"/></keyframe></mujoco>')
        )


def test_attached_parts_keep_the_references_of_keyframes():
    part = gelenk.MjSpec.from_string(
        SLIDE.replace("</mujoco>", '<keyframe><key name="k" qpos=".3" plastic=".2"/></keyframe></mujoco>')
    )
    spec = gelenk.MjSpec.from_string(SLIDE)
    spec.attach(part, frame=spec.worldbody.add_frame(), prefix="p_")
    m = spec.compile()
    assert m.nplastic == 2 and m.key_plastic.tolist() == [[0, 0.2]]


def test_texts_specs_and_files_keep_thresholds(tmp_path):
    text = MIXED.format("Euler").replace('springyield="5"', 'springyield="4"', 1)
    spec = gelenk.MjSpec.from_string(text)
    assert [j.springyield for j in spec.joints] == [0.1, 4, 5] and spec.tendons[0].springyield == 0.05
    m = gelenk.MjModel.from_xml_string(text)
    np.testing.assert_allclose(m.jnt_springyield, [0.1, np.radians(4), np.radians(5)], rtol=tol(1e-14))
    assert m.jnt_plasticadr.tolist() == [0, 1, 2] and m.tendon_plasticadr.tolist() == [6, 8, 10]
    again = gelenk.MjModel.from_xml_string(spec.to_xml())
    np.testing.assert_allclose(again.jnt_springyield, m.jnt_springyield, rtol=tol(1e-6))  # of the text
    m.jnt_springyield[1], m.tendon_springyield[1] = 0.5, 0.25
    again = saved(m, tmp_path)
    assert (
        again.jnt_springyield[1] == pytest.approx(0.5, rel=tol(1e-5)) and again.tendon_springyield[1] == 0.25
    )
    loaded = pickle.loads(pickle.dumps(m))
    assert loaded.nplastic == 12 and (loaded.jnt_plasticadr == m.jnt_plasticadr).all()


@pytest.mark.parametrize(
    "text, message",
    [
        ('<joint type="free" springyield="1"/>', "springyield should not be defined in free joint"),
        ('<joint springyield="-1"/>', "springyield cannot be negative in joint"),
        ('<joint springyield="nan"/>', "springyield"),
    ],
)
def test_wrong_thresholds_are_refused(text, message):
    with pytest.raises(gelenk.Error, match=message):
        gelenk.MjModel.from_xml_string(
            f'<mujoco><worldbody><body>{text}<geom size=".1"/></body></worldbody></mujoco>'
        )


def test_addresses_out_of_range_are_refused():
    m = gelenk.MjModel.from_xml_string(SLIDE)
    for wrong in (1, -2, 2**31 - 1):
        other = copy.copy(m)
        with pytest.raises((IndexError, ValueError)):
            other.jnt_plasticadr[0] = wrong
            gelenk.mj_step(other, gelenk.MjData(other))


def test_a_model_without_threshold_has_no_references():
    m = gelenk.MjModel.from_xml_string(SLIDE.replace("springyield", "margin"))
    assert m.nplastic == 0 and m.jnt_plasticadr.tolist() == [-1] and gelenk.MjData(m).plastic.shape == (0,)
