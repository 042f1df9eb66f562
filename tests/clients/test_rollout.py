"""`gelenk.rollout`: the same trajectories as stepping by hand, on any number of threads, and as the reference's."""

import contextlib
import gc
import weakref

import mujoco
import mujoco.rollout
import numpy as np
import pytest

import gelenk
import gelenk.rollout
from tests.support.tolerance import tol

XML = """
<mujoco>
  <option timestep="0.005"/>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body name="target" mocap="true" pos="0 0 2"/>
    <body pos="0 0 .5">
      <freejoint/>
      <geom type="box" size=".1 .2 .15"/>
      <body pos=".2 0 0"><joint name="j" axis="0 1 0"/><geom type="capsule" size=".04 .1"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="j"/><position joint="j" kp="2" timeconst=".1"/></actuator>
  <sensor><jointpos joint="j"/><clock/><accelerometer site="s"/></sensor>
</mujoco>
""".replace('<geom type="capsule"', '<site name="s"/><geom type="capsule"')
FULL = int(gelenk.mjtState.mjSTATE_FULLPHYSICS)


@pytest.fixture(scope="module")
def model():
    return gelenk.MjModel.from_xml_string(XML)


def start_states(m, n):
    d = gelenk.MjData(m)
    d.qvel[:] = 0.1
    state = np.empty(gelenk.mj_stateSize(m, FULL))
    gelenk.mj_getState(m, d, state, FULL)
    states = np.tile(state, (n, 1))
    states[:, 3] += np.linspace(-0.3, 0.3, n)  # height of the box
    return states


def by_hand(m, state, control):
    d = gelenk.MjData(m)
    gelenk.mj_setState(m, d, state, FULL)
    states, sensors = [], []
    for ctrl in control:
        d.ctrl[:] = ctrl
        gelenk.mj_step(m, d)
        out = np.empty(state.size)
        gelenk.mj_getState(m, d, out, FULL)
        states.append(out)
        sensors.append(d.sensordata.copy())
    return np.array(states), np.array(sensors)


def test_a_rollout_is_what_stepping_by_hand_gives_to_the_last_bit(model):
    states = start_states(model, 4)
    control = np.random.default_rng(0).normal(size=(4, 40, model.nu))
    state, sensordata = gelenk.rollout.rollout(model, gelenk.MjData(model), states, control)
    for i in range(4):
        expected = by_hand(model, states[i], control[i])
        assert np.array_equal(state[i], expected[0])
        assert np.array_equal(sensordata[i], expected[1])


@pytest.mark.parametrize("chunk_size", [None, 1, 5])
def test_threads_and_chunks_do_not_change_a_bit(model, chunk_size):
    states = start_states(model, 13)
    control = np.random.default_rng(1).normal(size=(13, 30, model.nu))
    alone = gelenk.rollout.rollout(model, gelenk.MjData(model), states, control)
    data = [gelenk.MjData(model) for _ in range(3)]
    for persistent in (False, True):
        several = gelenk.rollout.rollout(
            model, data, states, control, chunk_size=chunk_size, persistent_pool=persistent
        )
        assert np.array_equal(alone[0], several[0]) and np.array_equal(alone[1], several[1])
    gelenk.rollout.shutdown_persistent_pool()


def without_mocap():
    return gelenk.MjModel.from_xml_string(XML.replace(' mocap="true"', ""))


@contextlib.contextmanager
def module(nthread=None):
    """The function of the module in the place of a pool."""
    yield gelenk.rollout


@pytest.mark.parametrize("pool_of", [gelenk.rollout.Rollout, module])
@pytest.mark.parametrize("nthread", [None, 2])
def test_a_pool_that_does_a_call_again_takes_all_that_is_new(nthread, pool_of):
    """Arrays of the same shapes, other numbers; what was edited in the model; another model, other data; warnings."""
    rng = np.random.default_rng(5)

    def check(pool, m, d, **given):
        control = rng.normal(size=(3, 6, m.nu))
        states = start_states(m, 3) + rng.normal(size=(3, 1)) * 0.01
        found = pool.rollout(m, d, states, control, **given)
        with gelenk.rollout.Rollout() as fresh:
            again = fresh.rollout(m, gelenk.MjData(m), states, control, **given)
        assert np.array_equal(found[0], again[0]) and np.array_equal(found[1], again[1])

    with pool_of(nthread=nthread) as pool:
        for m in (without_mocap(), without_mocap(), gelenk.MjModel.from_xml_string(XML)):
            for _ in range(2):
                d = [gelenk.MjData(m) for _ in range(nthread or 1)]
                check(pool, m, d)
                check(pool, m, d, initial_warmstart=rng.normal(size=(3, m.nv)))
                check(pool, m, d, initial_warmstart=rng.normal(size=m.nv))
                m.opt.gravity[2] += 1
                m.body_pos[1, 2] += 0.1  # where a mocap body begins
                check(pool, m, d, initial_warmstart=rng.normal(size=m.nv))
                check(pool, m, d)
                check(pool, m, d, chunk_size=1)


@pytest.mark.parametrize("pool_of", [gelenk.rollout.Rollout, module])
def test_a_pool_tells_warnings_of_each_call_and_keeps_nothing_of_a_caller_alive(pool_of):
    told = []
    gelenk.set_mju_user_warning(told.append)
    try:
        m = without_mocap()
        bad, d = start_states(m, 3), gelenk.MjData(m)
        bad[1, 1] = 1e12
        with pool_of() as pool:
            for states, count in ((bad, 1), (bad, 2), (start_states(m, 3), 2), (bad, 3)):
                pool.rollout(m, d, states, nstep=5)
                assert len(told) == count and all("trajectory 1." in line for line in told)
            alive = [weakref.ref(x) for x in (m, d)]
            del m, d
            gc.collect()
            assert [x() for x in alive] == [None, None]
    finally:
        gelenk.set_mju_user_warning(None)


@pytest.mark.parametrize("pool_of", [gelenk.rollout.Rollout, module])
def test_a_pool_goes_on_after_a_call_that_failed(pool_of):
    def fails(m, d):
        raise RuntimeError("no")

    m = without_mocap()
    states, d = start_states(m, 3), gelenk.MjData(m)
    with pool_of() as pool:
        before = pool.rollout(m, d, states, nstep=5)
        gelenk.set_mjcb_control(fails)
        try:
            with pytest.raises(RuntimeError):
                pool.rollout(m, d, states, nstep=5)
        finally:
            gelenk.set_mjcb_control(None)
        assert np.array_equal(before[0], pool.rollout(m, d, states, nstep=5)[0])


def test_it_agrees_with_the_reference(model):
    """Steps of a falling body before it touches the ground: the dynamics are smooth, so 1e-9 holds over 20 steps."""
    states = start_states(model, 3)
    control = np.random.default_rng(2).normal(size=(3, 20, model.nu))
    ref = mujoco.MjModel.from_xml_string(XML)
    ours = gelenk.rollout.rollout(model, gelenk.MjData(model), states, control)
    theirs = mujoco.rollout.rollout(ref, mujoco.MjData(ref), states, control)
    for a, b in zip(ours, theirs, strict=True):
        assert a.shape == b.shape
        assert np.allclose(a, b, rtol=tol(1e-9), atol=tol(1e-9))


@pytest.mark.parametrize(
    "spec",
    ["mjSTATE_CTRL", "mjSTATE_QFRC_APPLIED", "mjSTATE_XFRC_APPLIED", "mjSTATE_MOCAP_POS", "mjSTATE_USER"],
)
def test_every_input_can_be_the_control(model, spec):
    spec = int(getattr(gelenk.mjtState, spec))
    n = gelenk.mj_stateSize(model, spec)
    control = np.random.default_rng(3).normal(size=(2, 10, n))
    ref = mujoco.MjModel.from_xml_string(XML)
    states = start_states(model, 1)
    ours = gelenk.rollout.rollout(model, gelenk.MjData(model), states, control, control_spec=spec)
    theirs = mujoco.rollout.rollout(ref, mujoco.MjData(ref), states, control, control_spec=spec)
    assert np.allclose(ours[0], theirs[0], rtol=tol(1e-9), atol=tol(1e-9))


def test_a_trajectory_that_diverges_keeps_its_last_state_and_the_next_is_not_touched(model):
    states = start_states(model, 3)
    states[1, 1] = 1e12
    state, _ = gelenk.rollout.rollout(model, gelenk.MjData(model), states, nstep=5)
    assert np.array_equal(state[1, 0], state[1, 4]) and np.isfinite(state).all()
    assert np.array_equal(state[2], by_hand(model, states[2], np.zeros((5, model.nu)))[0])


def test_outputs_are_written_in_place_and_models_may_differ(model):
    other = gelenk.MjModel.from_xml_string(XML)
    other.opt.gravity[2] = 0
    states = start_states(model, 2)
    state = np.empty((2, 4, states.shape[1]))
    found, _ = gelenk.rollout.rollout([model, other], gelenk.MjData(model), states, nstep=4, state=state)
    assert found is state
    speed = 1 + model.nq + 2  # of the box along z
    assert state[0, -1, speed] < state[1, -1, speed]


def test_wrong_arguments_are_named(model):
    d, s = gelenk.MjData(model), start_states(model, 2)
    n = s.shape[1]
    for arguments, name in [
        ({"initial_state": np.zeros((2, n + 1))}, "initial_state"),
        ({"initial_state": s, "control": np.zeros((3, 2, model.nu))}, "control"),
        ({"initial_state": s, "control": np.zeros((2, 2, model.nu + 1))}, "control"),
        ({"initial_state": s, "control_spec": 1}, "control_spec"),
        ({"initial_state": s, "nstep": 2, "state": np.zeros((2, 3, n))}, "state"),
        ({"initial_state": s, "nstep": 2, "state": np.zeros((2, 2, n))[:, ::-1]}, "state"),
        ({"initial_state": s, "initial_warmstart": np.zeros(3)}, "initial_warmstart"),
        ({"initial_state": s, "nstep": -1}, "nstep"),
        ({"initial_state": s, "chunk_size": 0}, "chunk_size"),
    ]:
        with pytest.raises(ValueError, match=name):
            gelenk.rollout.rollout(model, d, **arguments)
    with pytest.raises(ValueError, match="its own MjData"):
        gelenk.rollout.rollout(model, [d, d], s)
    with pytest.raises(TypeError, match="model"):
        gelenk.rollout.rollout("model", d, s)
    with gelenk.rollout.Rollout(nthread=2) as pool, pytest.raises(ValueError, match="nthread: 2"):
        pool.rollout(model, d, s)
    with pytest.raises(RuntimeError):
        pool.rollout(model, d, s)


def test_no_steps_and_wrong_numbers_of_steps_at_level_4(monkeypatch, model):
    s = start_states(model, 2)
    shapes = {}
    for level in ("3.5.0", "4.0.0"):  # what the module asks its level for
        monkeypatch.setattr("gelenk.batch.rollout.is_known", lambda since, level=level: since <= level)
        shapes[level] = [
            found.shape for found in gelenk.rollout.rollout(model, gelenk.MjData(model), s, nstep=0)
        ]
        with pytest.raises(ValueError, match="nstep must be non-negative, got -1"):
            gelenk.rollout.rollout(model, gelenk.MjData(model), s, nstep=-1)
    # measured on both releases
    assert shapes["3.5.0"] == [(2, 1, s.shape[1]), (2, 1, model.nsensordata)]
    assert shapes["4.0.0"] == [(2, 0, s.shape[1]), (2, 0, model.nsensordata)]
    with pytest.raises(ValueError, match="dimension 1 inferred as 0 but control has 3"):
        gelenk.rollout.rollout(model, gelenk.MjData(model), s, np.zeros((2, 3, model.nu)), nstep=0)
    for wrong in (1.5, False, "2"):
        with pytest.raises(ValueError, match="nstep must be an integer"):
            gelenk.rollout.rollout(model, gelenk.MjData(model), s, nstep=wrong)
