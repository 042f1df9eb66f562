"""Models of gymnasium, driven by fixed controls: every step ends where the reference's does.

Documents: Computation / Simulation pipeline
"""

from pathlib import Path

import gymnasium
import mujoco
import numpy as np
import pytest

import gelenk

ASSETS = Path(gymnasium.__file__).parent / "envs" / "mujoco" / "assets"
MODELS = ("humanoid", "ant", "half_cheetah")
STATE = int(gelenk.mjtState.mjSTATE_INTEGRATION)
# one step from equal states differs by rounding, which the solver may amplify; 1e-13 is what is seen
ONE_STEP = 1e-9
TEN_STEPS = 1e-6


def both(name):
    """(gelenk, reference): library, model, data of a model of gymnasium, a little off its start."""
    sides = []
    for library in (gelenk, mujoco):
        m = library.MjModel.from_xml_path(str(ASSETS / f"{name}.xml"))
        d = library.MjData(m)
        d.qpos[:] += 0.01 * np.cos(np.arange(m.nq))
        d.qvel[:] += 0.1 * np.sin(np.arange(m.nv))
        sides.append((library, m, d))
    return sides


def control(m, k):
    """The fixed controls of step k: sines of different frequencies, in the range of the controls."""
    low, high = m.actuator_ctrlrange.T
    i = np.arange(m.nu)
    return (low + high) / 2 + (high - low) / 2 * np.sin(0.3 * k * (1 + i / m.nu) + i)


def state(library, m, d):
    values = np.zeros(library.mj_stateSize(m, STATE))
    library.mj_getState(m, d, values, STATE)
    return values


@pytest.mark.parametrize("name", MODELS)
def test_each_of_100_steps_from_the_references_state_ends_where_the_reference_ends(name):
    (_, m, d), (_, rm, rd) = both(name)
    touched = 0
    for k in range(100):
        gelenk.mj_setState(m, d, state(mujoco, rm, rd), STATE)
        d.ctrl[:] = rd.ctrl[:] = control(rm, k)
        gelenk.mj_step(m, d)
        mujoco.mj_step(rm, rd)
        touched = max(touched, rd.ncon)
        assert d.ncon == rd.ncon
        np.testing.assert_allclose(d.qpos, rd.qpos, rtol=0, atol=ONE_STEP, err_msg=f"step {k}")
        np.testing.assert_allclose(d.qvel, rd.qvel, rtol=0, atol=ONE_STEP / rm.opt.timestep)
    assert touched > 0  # the steps had contacts to agree about


@pytest.mark.parametrize("name", MODELS)
def test_trajectories_that_run_freely_agree_over_10_steps(name):
    (_, m, d), (_, rm, rd) = both(name)
    for k in range(40):  # until it stands on the floor
        rd.ctrl[:] = control(rm, k)
        mujoco.mj_step(rm, rd)
    gelenk.mj_setState(m, d, state(mujoco, rm, rd), STATE)
    for k in range(10):
        d.ctrl[:] = rd.ctrl[:] = control(rm, k)
        gelenk.mj_step(m, d)
        mujoco.mj_step(rm, rd)
    np.testing.assert_allclose(d.qpos, rd.qpos, rtol=0, atol=TEN_STEPS)
    np.testing.assert_allclose(d.qvel, rd.qvel, rtol=0, atol=TEN_STEPS)


@pytest.mark.parametrize("name", MODELS)
def test_the_same_controls_give_the_same_bits(name):
    ends = []
    for _ in range(2):
        (_, m, d), _ = both(name)
        for k in range(50):
            d.ctrl[:] = control(m, k)
            gelenk.mj_step(m, d)
        ends.append(state(gelenk, m, d).tobytes())
    assert ends[0] == ends[1]
