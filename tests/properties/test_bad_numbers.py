"""NaN and divergence at run time: the documented warning, then the documented reset; never silent."""

import numpy as np
import pytest

import gelenk
from tests.support import models
from tests.support.tolerance import tol

WARN = gelenk.mjtWarning
INPUTS = ["qpos", "qvel", "ctrl", "act", "qfrc_applied", "xfrc_applied", "mocap_pos"]
LACKS = {"arm": ("mocap_pos",), "loops": ("ctrl", "act")}  # inputs without elements, by model
CLAMPED = ("ctrl", np.inf)  # to the range of the arm's controls
WARNING_OF = {"qpos": "BADQPOS", "qvel": "BADQVEL", "ctrl": "BADCTRL"}
HUGE = -1e11  # bad as a position or velocity, else a number like others: what comes of it is judged later
BAD = [
    (name, field, bad)
    for name, lacks in LACKS.items()
    for field in INPUTS
    for bad in (np.nan, np.inf, *([HUGE] if field in ("qpos", "qvel") else []))
    if field not in lacks and (field, bad) != CLAMPED
]


@pytest.fixture
def heard():
    messages = []
    gelenk.set_mju_user_warning(messages.append)
    yield messages
    gelenk.set_mju_user_warning(None)


def spoiled(m, field, bad):
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, 20)
    target = getattr(d, field)
    target.flat[-1 if field == "xfrc_applied" else 0] = bad
    return d


@pytest.mark.parametrize(("name", "field", "bad"), BAD)
def test_a_bad_input_warns_and_resets(heard, name, field, bad):
    model = models.load(name)
    d = spoiled(model, field, bad)
    gelenk.mj_step(model, d)
    kind = getattr(WARN, "mjWARN_" + WARNING_OF.get(field, "BADQACC"))
    assert d.warning[kind].number >= 1, f"warnings {d.warning.number}"
    assert heard and "nan" in heard[0].lower()
    assert np.isfinite(d.qpos).all() and np.isfinite(d.qvel).all() and np.isfinite(d.sensordata).all()
    if field != "ctrl":  # bad controls count as zero; everything else resets
        assert d.time <= 2 * model.opt.timestep
        fresh = gelenk.MjData(model)
        gelenk.mj_step(model, fresh)
        np.testing.assert_allclose(d.qpos, fresh.qpos, atol=tol(1e-12))


@pytest.mark.parametrize("field", INPUTS)
def test_without_autoreset_the_warning_still_rises(heard, field):
    m = models.load("arm" if field != "mocap_pos" else "loops")
    m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_AUTORESET
    d = spoiled(m, field, np.nan)
    time = d.time
    gelenk.mj_step(m, d)
    assert d.warning.number.sum() >= 1 and heard
    assert d.time == pytest.approx(time + m.opt.timestep)


def test_a_bad_control_is_taken_as_zero():
    model = models.load("arm")
    d = spoiled(model, "ctrl", np.nan)
    zero = gelenk.MjData(model)
    gelenk.mj_step(model, zero, 20)
    d.ctrl[1:] = 0.3
    zero.ctrl[:] = 0.0
    gelenk.mj_step(model, d)
    gelenk.mj_step(model, zero)
    np.testing.assert_array_equal(d.qpos, zero.qpos)


def test_warnings_are_told_once_until_the_next_reset(heard):
    m = models.load("arm")
    d = gelenk.MjData(m)
    d.ctrl[0] = np.nan
    gelenk.mj_step(m, d, 5)
    assert len(heard) == 1 and d.warning[WARN.mjWARN_BADCTRL].number == 5
    gelenk.mj_resetData(m, d)
    assert d.warning[WARN.mjWARN_BADCTRL].number == 0
    d.ctrl[0] = np.nan
    gelenk.mj_step(m, d)
    assert len(heard) == 2


@pytest.mark.parametrize("name", LACKS)
def test_nothing_crashes_on_any_bad_state(name):
    rng = np.random.default_rng(0)
    m = models.load(name)
    m.opt.disableflags |= gelenk.mjtDisableBit.mjDSBL_AUTORESET
    d = gelenk.MjData(m)
    for k in range(60):
        gelenk.mj_resetData(m, d)
        for field in INPUTS:
            a = getattr(d, field)
            if a.size:
                a.flat[rng.integers(a.size)] = rng.choice([np.nan, np.inf, -np.inf, 1e300, -1e9, 0.0])
        for call in (gelenk.mj_step, gelenk.mj_forward, gelenk.mj_inverse):
            call(m, d)
        assert d.time >= 0 or k < 0


def test_a_model_with_plugins_whose_accelerations_are_never_finite_goes_on(heard):
    text = """<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody><composite
        prefix="s" type="cable" curve="s" count="3 1 1" size="1" initial="none"><plugin
        plugin="mujoco.elasticity.cable"/><joint kind="main"/><geom type="capsule" size="0.01"/></composite>
        </worldbody></mujoco>"""
    m = gelenk.MjModel.from_xml_string(text)
    m.dof_armature[0] = np.nan
    d = gelenk.MjData(m)
    for step in (gelenk.mj_step, gelenk.mj_step1, gelenk.mj_step2):
        step(m, d)
    assert any("QACC" in message for message in heard)
