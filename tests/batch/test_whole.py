"""Rollouts, queries, copies and pickles of batches."""

import copy
import pickle

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from tests.batch.worlds import INTEGRATION, assert_same, model, twins, vector

State = gelenk.mjtState


@pytest.fixture(scope="module")
def m():
    return model()


# ---- rollouts


@pytest.mark.parametrize("persistent", [False, True])
def test_a_rollout_is_steps_with_what_they_left_written_down(m, persistent):
    batch, datas = twins(m, nsim=3, persistent=persistent)
    control = np.random.default_rng(0).normal(size=(3, 25, m.nu))
    items = ("qpos", "xpos", "ncon", "eq_active", "time", State.mjSTATE_FULLPHYSICS, int(State.mjSTATE_QVEL))
    found = batch.rollout(25, control, record=items)
    assert list(found) == list(items)
    for i, d in enumerate(datas):
        for t in range(25):
            d.ctrl[:] = control[i, t]
            gelenk.mj_step(m, d)
            for name in ("qpos", "xpos", "ncon", "eq_active", "time"):
                assert np.array_equal(found[name][i, t], getattr(d, name)), name
            assert np.array_equal(
                found[State.mjSTATE_FULLPHYSICS][i, t], vector(m, d, int(State.mjSTATE_FULLPHYSICS))
            )
            assert np.array_equal(found[int(State.mjSTATE_QVEL)][i, t], d.qvel)
    assert_same(batch, datas)
    assert found["eq_active"].dtype == np.uint8 and found["ncon"].dtype == np.int32


@pytest.mark.parametrize(
    "spec",
    ["CTRL", "QFRC_APPLIED", "XFRC_APPLIED", "EQ_ACTIVE", "MOCAP_POS", "MOCAP_QUAT", "USERDATA", "USER"],
)
def test_every_input_can_be_the_control(m, spec):
    sig = int(getattr(State, f"mjSTATE_{spec}"))
    batch, datas = twins(m, nsim=2)
    control = np.random.default_rng(1).normal(size=(2, 8, gelenk.mj_stateSize(m, sig)))
    if spec in ("EQ_ACTIVE", "USER"):  # whether they are, as a number
        first = gelenk.mj_stateSize(m, sig & (int(State.mjSTATE_EQ_ACTIVE) - 1))
        control[:, :, first : first + m.neq] = control[:, :, first : first + m.neq] > 0
    batch.rollout(8, control, sig)
    for i, d in enumerate(datas):
        for t in range(8):
            gelenk.mj_setState(m, d, control[i, t], sig)
            gelenk.mj_step(m, d)
    assert_same(batch, datas)


def test_controls_are_spread_and_ids_choose_worlds(m):
    batch, datas = twins(m, nsim=4)
    found = batch.rollout(5, [[1.0, -1.0]], ids=[1, 3])
    assert found["qpos"].shape == (2, 5, m.nq)
    for i in (1, 3):
        datas[i].ctrl[:] = [1, -1]
        gelenk.mj_step(m, datas[i], 5)
    assert_same(batch, datas)


def test_a_world_that_warns_repeats_what_it_recorded_last(m):
    batch = Batch(m, 3)
    control = np.zeros((3, 6, m.nu))
    control[1, 2, 0] = np.nan
    found = batch.rollout(6, control, record=["qpos", State.mjSTATE_TIME])
    time = found[State.mjSTATE_TIME][:, :, 0] / m.opt.timestep
    assert np.allclose(time[1], [1, 2, 3, 3, 3, 3]) and np.allclose(time[0], range(1, 7))
    assert np.array_equal(found["qpos"][1, 2], found["qpos"][1, 5]) and batch.time[1] == 3 * m.opt.timestep
    found = batch.rollout(2, None, record=[State.mjSTATE_TIME])
    assert found[State.mjSTATE_TIME][1, 1, 0] <= 4 * m.opt.timestep + 1e-9


def test_outputs_are_written_in_place(m):
    batch = Batch(m, 2)
    out = np.zeros((2, 3, m.nq))
    assert batch.rollout(3, out={"qpos": out})["qpos"] is out and out.any()
    for bad in (np.zeros((2, 3, 1)), out[:, ::-1], out.astype(np.float32), [[1]], None):
        with pytest.raises(ValueError, match="qpos"):
            batch.rollout(3, out={"qpos": bad})
    with pytest.raises(TypeError, match="out"):
        batch.rollout(3, out=3)


@pytest.mark.parametrize(
    ("arguments", "error", "name"),
    [
        ((0,), ValueError, "nstep"),
        (("a",), TypeError, "nstep"),
        ((3, np.zeros((2, 3, 9))), ValueError, "control"),
        ((3, np.zeros((3, 3, 2))), ValueError, "control"),
        ((3, "a"), ValueError, "control"),
        ((3, np.zeros((2, 3, 1)), 1), ValueError, "control_spec"),
        ((3, None, 64, ["nope"]), ValueError, "nope"),
        ((3, None, 64, ["efc_J"]), ValueError, "efc_J"),
        ((3, None, 64, [1 << 20]), gelenk.FatalError, "signature"),
        ((3, None, 64, [2.5]), TypeError, "record"),
    ],
)
def test_wrong_arguments_of_rollouts_are_named(m, arguments, error, name):
    batch = Batch(m, 2)
    with pytest.raises(error, match=name):
        batch.rollout(*arguments)
    assert not batch.time.any()


def test_a_world_that_fails_in_a_rollout_keeps_its_state(m):
    batch = Batch(m, 3)
    batch.expand("opt.integrator")[1] = 77
    with pytest.raises(SimulationError) as error:
        batch.rollout(4)
    assert error.value.ids.tolist() == [1]
    assert batch.time.tolist() == [4 * m.opt.timestep, 0, 4 * m.opt.timestep]


# ---- Jacobians and rays


@pytest.mark.parametrize("persistent", [False, True])
def test_jacobians_are_those_of_each_world(m, persistent):
    batch, datas = twins(m, nsim=4, persistent=persistent)
    batch.bind("xpos")
    batch.step(nstep=3)
    kept = batch.state.copy(), batch.xpos.copy()
    point = np.random.default_rng(0).normal(size=(4, 3))
    jacp, jacr = batch.jac([1, 2, 3, 2], point)
    for i, d in enumerate(datas):
        gelenk.mj_step(m, d, 3)
        gelenk.mj_kinematics(m, d)
        gelenk.mj_comPos(m, d)
        wanted = np.zeros((3, m.nv)), np.zeros((3, m.nv))
        gelenk.mj_jac(m, d, *wanted, point[i], [1, 2, 3, 2][i])
        assert np.array_equal(jacp[i], wanted[0]) and np.array_equal(jacr[i], wanted[1])
    assert np.array_equal(batch.state, kept[0]) and np.array_equal(batch.xpos, kept[1])
    assert batch.jac(2, [0, 0, 1.0], [1, 3])[0].shape == (2, 3, m.nv)
    assert batch.jac(2, [0, 0, 1.0], [])[0].shape == (0, 3, m.nv)
    batch.step(nstep=2)
    for d in datas:
        gelenk.mj_step(m, d, 2)
    assert_same(batch, datas)


@pytest.mark.parametrize("body", [-1, 9, [1, 2], "arm", 1.0, None])
def test_bodies_that_are_not_there_are_named(m, body):
    with pytest.raises(ValueError, match="body"):
        Batch(m, 4).jac(body, [0, 0, 0])
    with pytest.raises(ValueError, match="point"):
        Batch(m, 4).jac(1, [0, 0])


@pytest.mark.parametrize("persistent", [False, True])
def test_rays_are_those_of_each_world(m, persistent):
    batch, datas = twins(m, nsim=3, persistent=persistent)
    batch.qpos[:, 2] = [0.3, 0.6, 0.9]
    rng = np.random.default_rng(3)
    origin = np.array([0, 0, 3.0]) + rng.normal(size=(3, 20, 3)) * 0.3
    dist, geom, normal = batch.ray(origin, [0, 0, -1.0], normal=True)
    assert dist.shape == geom.shape == (3, 20) and normal.shape == (3, 20, 3)
    hit, n = np.zeros(1, np.int32), np.zeros(3)
    for i, d in enumerate(datas):
        d.qpos[2] = batch.qpos[i, 2]
        gelenk.mj_kinematics(m, d)
        for k in range(20):
            wanted = gelenk.mj_ray(m, d, origin[i, k], np.array([0, 0, -1.0]), None, 1, -1, hit, n)
            assert (dist[i, k], geom[i, k]) == (wanted, hit[0]) and np.array_equal(normal[i, k], n)
    assert len(set(geom.ravel().tolist())) > 1
    assert batch.ray([0, 0, 5], [0, 0, -1], bodyexclude=2)[1].max() != 2
    assert batch.ray([0, 0, 5], [0, 0, -1], geomgroup=[0] * 6)[1].tolist() == [[-1]] * 3
    assert batch.ray(np.zeros((0, 3)), [0, 0, 1])[0].shape == (3, 0)
    assert batch.ray([[0, 0, 5], [1, 0, 5]], [0, 0, -1], ids=[2])[0].shape == (1, 2)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"vec": [0, 0, 0]}, "vec"),
        ({"pnt": [0, 0]}, "pnt"),
        ({"pnt": np.zeros((5, 2, 3))}, "pnt"),
        ({"pnt": "a"}, "pnt"),
        ({"geomgroup": [1, 0]}, "geomgroup"),
        ({"bodyexclude": 99}, "bodyexclude"),
        ({"bodyexclude": 1.0}, "bodyexclude"),
    ],
)
def test_wrong_rays_are_named(m, arguments, name):
    with pytest.raises(ValueError, match=name):
        Batch(m, 2).ray(**({"pnt": [0, 0, 5], "vec": [0, 0, -1]} | arguments))


# ---- copies


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_a_copy_goes_on_as_the_batch_does(m, persistent, how):
    batch, _ = twins(m, persistent=persistent)
    batch.bind("xpos")
    batch.expand("body_mass")[2] *= 2
    batch.step(nstep=10)
    other = how(batch)
    assert np.array_equal(other.state, batch.state) and np.array_equal(other.xpos, batch.xpos)
    assert not np.shares_memory(other.state, batch.state)
    batch.step(nstep=10)
    other.step(nstep=10)
    assert np.array_equal(other.state, batch.state) and np.array_equal(other.xpos, batch.xpos)
    assert (other.nsim, other.nthread, other.persistent) == (batch.nsim, batch.nthread, batch.persistent)


@pytest.mark.parametrize("persistent", [False, True])
def test_models_of_the_caller_travel(m, persistent):
    batch, models = Batch(m, 3, 2, persistent), [model() for _ in range(3)]
    for i, own in enumerate(models):
        own.opt.gravity[2] = -i
    batch.set_models(models)
    batch.step(nstep=3)
    other = pickle.loads(pickle.dumps(batch))
    assert other.models[2].opt.gravity[2] == -2 and other.models[2] is not models[2]
    for b in (batch, other):
        b.step(nstep=5)
        b.reset([1], keyframe=1)
    assert np.array_equal(other.state, batch.state) and copy.copy(batch).models[0] is models[0]


def test_errors_and_warnings_travel(m):
    batch = Batch(m, 3)
    batch.qvel[0] = np.nan
    batch.expand("opt.integrator")[1] = 77
    with pytest.raises(SimulationError) as error:
        batch.step()
    other = pickle.loads(pickle.dumps(batch))
    assert np.array_equal(other.warning, batch.warning) and "77" in other.error(1)
    again = pickle.loads(pickle.dumps(error.value))
    assert str(again) == str(error.value) and again.ids.tolist() == [1]


def test_the_state_is_that_of_the_documents(m):
    batch = Batch(m, 2)
    assert batch.nstate == gelenk.mj_stateSize(m, INTEGRATION)
    assert np.array_equal(batch.state[0], vector(m, gelenk.MjData(m)))
    assert "2 worlds" in repr(batch) and batch.device == "cpu" and batch.nthread >= 1
