"""Divergence: what counts as bad, the warning, and the reset."""

import mujoco
import numpy as np
import pytest

from gelenk.engine.integrate import divergence
from tests.support.forces import random_state, run
from tests.support.tolerance import tol

STAGES = {"qpos": divergence.check_pos, "qvel": divergence.check_vel}
WARNING = {"qpos": 4, "qvel": 5}


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1.1e10, -1.1e10])
def test_bad_numbers_reset_the_data_and_leave_one_warning(bad, name, plain):
    _, _, m, d = random_state()
    getattr(d, name)[2] = bad
    run(STAGES[name], plain, m, d)
    assert (d.qpos == m.qpos0).all() and d.time == 0.0 and d.nefc == d.ncon == 0
    for field in ("qvel", "act", "ctrl", "qacc_warmstart", "xfrc_applied", "sensordata", "xpos", "energy"):
        assert not getattr(d, field).any(), field
    expected = np.zeros(8, int)
    expected[WARNING[name]] = 1
    assert (d._a_warning_number == expected).all()
    assert d._a_warning_lastinfo[WARNING[name]] == 2


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("good", [1e10, -1e10, 0.0])
def test_large_but_finite_numbers_pass(good, name):
    _, _, m, d = random_state()
    getattr(d, name)[2] = good
    run(STAGES[name], False, m, d)
    assert getattr(d, name)[2] == good and d.time == 3.0 and not d._a_warning_number.any()


def test_without_autoreset_the_warning_rises_and_the_state_stays():
    _, _, m, d = random_state(flags='autoreset="disable"')
    d.qpos[2] = np.nan
    run(divergence.check_pos, False, m, d)
    assert np.isnan(d.qpos[2]) and d.time == 3.0
    assert d._a_warning_number[4] == 2  # once when seen, once instead of the reset, as in 3.5.0


def test_reset_state_is_that_of_the_reference():
    ref, rd, m, d = random_state()
    mujoco.mj_resetData(ref, rd)
    run(divergence.reset_data, False, m, d)
    for name in ("qpos", "qvel", "act", "ctrl", "mocap_pos", "mocap_quat", "eq_active", "qacc", "sensordata"):
        assert np.abs(getattr(d, name).astype(float) - getattr(rd, name)).sum() <= tol(0.0), name
