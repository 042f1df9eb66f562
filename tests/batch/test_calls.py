"""What the calls of a batch do to which worlds: ids, steps, stages, resets, warnings, errors."""

import threading

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.batch.scheduler import Call
from gelenk.engine.batch import call_layout
from tests.batch.worlds import assert_same, by_hand, model, stir, twins, vector


@pytest.fixture(scope="module")
def m():
    return model()


# ---- which worlds


@pytest.mark.parametrize("weight, chunk", [(0, 32), (2, 32), (27, 4), (27 * 25, 1)])
def test_a_thread_takes_few_of_worlds_that_take_long(weight, chunk):
    call = Call()
    call.reuse(np.arange(512), 2, (), weight)
    assert call.shared[call_layout.CHUNK] == chunk


@pytest.mark.parametrize("ids", [[1, 3], (1, 3), np.array([1, 3], np.uint8), [False, True, False, True]])
def test_only_the_worlds_that_are_named_step(m, ids):
    batch, datas = twins(m)
    batch.step(ids, nstep=3)
    for i in (1, 3):
        gelenk.mj_step(m, datas[i], 3)
    assert_same(batch, datas)
    batch.step([])
    assert_same(batch, datas)


@pytest.mark.parametrize(
    "ids",
    [
        0,
        np.int64(1),
        "a",
        {1},
        slice(0, 2),
        [[0, 1]],
        [0, 0],
        [1, 0],
        [4],
        [-1],
        [2**40],
        [0.0],
        ["a"],
        [True],
        [[]],
    ],
)
def test_ids_that_name_no_worlds_are_refused_and_nothing_steps(m, ids):
    batch = Batch(m, 4)
    for call in (batch.step, batch.forward, batch.reset):
        with pytest.raises(ValueError, match="ids"):
            call(ids)
    assert not batch.time.any()


# ---- steps and stages


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"nstep": 0}, ValueError),
        ({"nstep": -1}, ValueError),
        ({"nstep": 1.5}, TypeError),
        ({"nstep": None}, TypeError),
        ({"nstep": 2**40}, ValueError),
        ({"stage": 4}, gelenk.FatalError),
        ({"stage": -1}, gelenk.FatalError),
        ({"stage": "a"}, TypeError),
        ({"stage": None}, TypeError),
    ],
)
def test_wrong_steps_and_stages_are_named(m, arguments, error):
    (name,) = arguments
    with pytest.raises(error, match=name):
        Batch(m, 2).step(**arguments)


def test_without_a_stage_derived_fields_describe_the_state_before_the_last_step(m):
    batch, datas = twins(m)
    names = ["xpos", "sensordata", "qacc"]
    for name in names:
        assert not batch.bind(name).any()
    batch.step()
    for d in datas:
        gelenk.mj_step(m, d)
    assert_same(batch, datas, names)


def test_stages_make_fields_current(m):
    batch, datas = twins(m)
    for name in ("xpos", "cvel", "sensordata", "qacc"):
        batch.bind(name)
    batch.step(stage=gelenk.mjtStage.mjSTAGE_VEL)
    before = batch.qacc.copy()
    for d in datas:
        gelenk.mj_step(m, d)
        gelenk.mj_step1(m, d)
    assert_same(batch, datas, ["xpos", "cvel", "sensordata", "qacc"])
    batch.forward()
    for d in datas:
        gelenk.mj_forward(m, d)
    assert_same(batch, datas, ["xpos", "sensordata", "qacc"])
    assert (batch.qacc != before).any()


def test_forward_of_a_stage_leaves_later_ones(m):
    batch = Batch(m, 2)
    xpos, qacc = batch.bind("xpos"), batch.bind("qacc")
    batch.forward(stage=0)
    assert not xpos.any()
    batch.forward(stage=gelenk.mjtStage.mjSTAGE_POS)
    assert xpos.any() and not qacc.any()
    batch.forward()
    assert qacc.any()


# ---- resets


def test_a_reset_is_that_of_the_data_and_then_forward(m):
    batch, datas = twins(m, nsim=5)
    names = ["xpos", "qacc", "sensordata", "ncon"]
    for name in names:
        batch.bind(name)
    batch.step(nstep=5)
    batch.userdata[:] = 3
    batch.reset([0, 1, 2], keyframe=[-1, 0, 1])
    for i, (d, key) in enumerate(zip(datas, [-1, 0, 1], strict=False)):
        gelenk.mj_resetData(m, d) if key < 0 else gelenk.mj_resetDataKeyframe(m, d, key)
        gelenk.mj_forward(m, d)
        assert np.array_equal(batch.state[i], vector(m, d))
        for name in names:
            assert np.array_equal(batch.bind(name)[i], getattr(d, name))
    assert batch.time.tolist() == [0, 2, 0, batch.time[4], batch.time[4]] and batch.time[4] > 0
    assert (batch.userdata[3:] == 3).all()


def test_a_reset_without_stages_clears_what_is_bound(m):
    batch = Batch(m, 3)
    for name in ("xpos", "ncon"):
        batch.bind(name)
    batch.qpos[:, 2] = 0.1
    batch.step()
    assert batch.xpos.any() and batch.ncon.any()
    batch.reset(stage=0)
    assert not batch.xpos.any() and not batch.ncon.any()


@pytest.mark.parametrize("persistent", [False, True])
def test_steps_after_a_reset_are_those_after_a_reset_by_hand(m, persistent):
    batch, datas = twins(m, persistent=persistent)
    batch.step(nstep=30)
    batch.reset(keyframe=0, stage=0)
    batch.step(nstep=30)
    for d in datas:
        gelenk.mj_resetDataKeyframe(m, d, 0)
        gelenk.mj_step(m, d, 30)
    assert_same(batch, datas)


@pytest.mark.parametrize("key", [2, -2, [0, 1], "high", None, 1.0, [[0, 0, 0, 0]]])
def test_keyframes_that_are_not_there_are_named(m, key):
    with pytest.raises(ValueError, match="keyframe"):
        Batch(m, 4).reset(keyframe=key)


def test_a_reset_follows_the_model_of_the_world(m):
    batch = Batch(m, 3)
    batch.expand("qpos0")[1, -1] = 0.7
    batch.expand("key_qpos")[2, 0, -1] = 0.9
    batch.reset()
    assert batch.qpos[:, -1].tolist() == [0, 0.7, 0]
    batch.reset(keyframe=0)
    assert batch.qpos[:, -1].tolist() == [0.5, 0.5, 0.9]


# ---- warnings, divergence


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize(("field", "at"), [("qpos", 7), ("qvel", 2), ("ctrl", 0), ("qfrc_applied", 1)])
def test_a_world_that_diverges_warns_and_starts_anew_as_it_would_alone(m, field, at, persistent, caplog):
    batch, datas = twins(m, persistent=persistent)
    batch.bind("xpos")
    batch.step(nstep=3)
    for d in datas:
        gelenk.mj_step(m, d, 3)
    batch.bind(field)[1, at] = np.nan
    getattr(datas[1], field)[at] = np.nan
    batch.step(nstep=4)
    for d in datas:
        gelenk.mj_step(m, d, 4)
    assert_same(batch, datas, ["xpos"])
    assert np.isfinite(batch.xpos).all()
    for i, d in enumerate(datas):
        assert batch.warning[i].tolist() == [[int(w.lastinfo), int(w.number)] for w in d.warning]
    assert batch.warning[1].any() and not batch.warning[[0, 2, 3]].any() and not batch.status.any()
    assert "In world 1." in caplog.text
    batch.reset([1])
    assert not batch.warning.any()


def test_histories_start_anew_where_a_world_diverges():
    m = model(
        """<mujoco><worldbody><body><joint name="j"/><geom size=".1" pos="0 0 -1"/></body></worldbody>
        <actuator><motor joint="j" delay=".01" nsample="8"/></actuator></mujoco>"""
    )
    batch, datas = twins(m)
    batch.step(nstep=5)
    for d in datas:
        gelenk.mj_step(m, d, 5)
    batch.qvel[2] = datas[2].qvel[:] = np.inf
    batch.step(nstep=5)
    for d in datas:
        gelenk.mj_step(m, d, 5)
    assert_same(batch, datas)


def test_warnings_count_until_they_are_cleared(m):
    own = model()
    own.opt.disableflags |= int(gelenk.mjtDisableBit.mjDSBL_AUTORESET)
    batch = Batch(own, 2)
    batch.ctrl[0] = np.nan
    batch.step(nstep=2)
    batch.step()
    kind = int(gelenk.mjtWarning.mjWARN_BADCTRL)
    assert batch.warning[:, kind, 1].tolist() == [3, 0]
    batch.warning[:] = 0
    batch.ctrl[0] = 0
    batch.step()
    assert not batch.warning.any()


# ---- errors in some worlds


@pytest.mark.parametrize("persistent", [False, True])
def test_worlds_that_fail_keep_what_they_had_and_the_others_run(m, persistent):
    batch, datas = twins(m, nsim=5, nthread=2, persistent=persistent)
    batch.bind("xpos")
    batch.forward()
    xpos = batch.xpos.copy()
    integrator = batch.expand("opt.integrator")
    integrator[[1, 4]] = 77
    kept = batch.state.copy()
    with pytest.raises(SimulationError, match=r"2 of 5 worlds.*1, 4.*integrator 77") as error:
        batch.step(nstep=3)
    assert error.value.ids.tolist() == [1, 4] and isinstance(error.value, RuntimeError)
    for i in (0, 2, 3):
        gelenk.mj_forward(m, datas[i])
        gelenk.mj_step(m, datas[i], 3)
    assert_same(batch, datas)
    assert np.array_equal(batch.state[[1, 4]], kept[[1, 4]])
    assert np.array_equal(batch.xpos[[1, 4]], xpos[[1, 4]])
    assert batch.status.tolist() == [0, 1, 0, 0, 1]
    assert "77" in batch.error(4) and batch.error(0) == ""
    batch.step([0, 2])
    assert batch.status.tolist() == [0, 1, 0, 0, 1]
    integrator[:] = int(gelenk.mjtIntegrator.mjINT_EULER)
    batch.step([1, 4])
    assert not batch.status.any() and batch.error(1) == ""


def test_an_index_out_of_range_fails_its_world_alone(m):
    batch = Batch(m, 3)
    parent = batch.expand("geom_matid")
    parent[1, 1] = 100
    with pytest.raises(SimulationError, match="geom_matid") as error:
        batch.step()
    assert error.value.ids.tolist() == [1] and batch.time.tolist() == [m.opt.timestep, 0, m.opt.timestep]
    parent[1, 1] = -1
    batch.step()
    assert batch.time[1] == m.opt.timestep
    batch.expand("body_parentid")[2, 2] = 100
    with pytest.raises(SimulationError, match="structure"):
        batch.step()


@pytest.mark.parametrize("persistent", [False, True])
def test_what_a_callback_raises_fails_its_world(m, persistent):
    batch, datas = twins(m, nthread=2, persistent=persistent)
    seen = []

    def control(model, data):
        seen.append(data.userdata[0])
        if data.userdata[0] == 2:
            raise ZeroDivisionError("world two")
        data.ctrl[:] = data.userdata[0]

    batch.userdata[:, 0] = range(4)
    start = batch.state.copy()
    gelenk.set_mjcb_control(control)
    try:
        with pytest.raises(SimulationError, match="world two") as error:
            batch.step(nstep=2)
        assert error.value.ids.tolist() == [2] and isinstance(error.value.__cause__, ZeroDivisionError)
        assert np.array_equal(batch.state[2], start[2])
        datas = by_hand(m, start)
        for i in (0, 1, 3):
            gelenk.mj_step(m, datas[i], 2)
            assert np.array_equal(batch.state[i], vector(m, datas[i]))
    finally:
        gelenk.set_mjcb_control(None)
    assert set(seen) == {0, 1, 2, 3}


def refused_within(batch, control):
    """A call with this callback says that another is under way, and the next one is as always."""
    gelenk.set_mjcb_control(control)
    try:
        with pytest.raises(SimulationError, match="under way"):
            batch.step()
    finally:
        gelenk.set_mjcb_control(None)
    batch.step()


def test_a_callback_cannot_step_its_own_batch(m):
    """Whichever of the threads it is called in: the call waits for each of them."""
    batch, both, seen = Batch(m, 16, 2), threading.Barrier(2), set()

    def control(model, data):
        if threading.current_thread() not in seen:
            seen.add(threading.current_thread())
            both.wait(60)
        batch.step()

    refused_within(batch, control)
    assert len(seen) == 2


def test_nor_can_it_through_another_batch(m):
    batch, other, depth = Batch(m, 4, 2), Batch(m, 4, 2), []

    def control(model, data):
        depth.append(1)
        (other if len(depth) == 1 else batch).step()

    refused_within(batch, control)


def test_ctrl_c_leaves_every_world_as_it_was_or_done(m):
    batch = Batch(m, 200, 2)
    stir(batch)
    start = batch.state.copy()
    done = Batch(m, 200, 1)
    done.state[:] = start
    done.step(nstep=5)
    calls = []

    def control(model, data):
        calls.append(1)
        if len(calls) == 70:
            raise KeyboardInterrupt

    gelenk.set_mjcb_control(control)
    try:
        with pytest.raises(KeyboardInterrupt):
            batch.step(nstep=5)
    finally:
        gelenk.set_mjcb_control(None)
    same = (batch.state == start).all(axis=1)
    ended = (batch.state == done.state).all(axis=1)
    assert (same ^ ended).all() and same.any() and ended.any()
    batch.step()


# ---- life


def test_calls_of_several_threads_come_one_after_the_other(m):
    batch = Batch(m, 50, 2)
    threads = [threading.Thread(target=batch.step, kwargs={"nstep": 20}) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.allclose(batch.time, 80 * m.opt.timestep)


def test_a_batch_that_is_closed_says_so_and_its_arrays_stay(m):
    with Batch(m, 3, 2) as batch:
        batch.step()
        qpos = batch.qpos
    for call in (
        batch.step,
        batch.forward,
        batch.reset,
        lambda: batch.rollout(2),
        lambda: batch.bind("xpos"),
    ):
        with pytest.raises(RuntimeError, match="closed"):
            call()
    assert qpos[0, 2] < 0.3 and "closed" in repr(batch)


def test_arrays_outlive_their_batch(m):
    batch = Batch(m, 3)
    batch.bind("xpos")
    batch.step()
    qpos, xpos = batch.qpos, batch.xpos
    found = qpos.copy(), xpos.copy()
    del batch
    assert np.array_equal(qpos, found[0]) and np.array_equal(xpos, found[1])


@pytest.mark.parametrize(
    ("arguments", "error", "name"),
    [
        (("model", 2), TypeError, "model"),
        ((None, 2), TypeError, "model"),
        (("m", 0), ValueError, "nsim"),
        (("m", -1), ValueError, "nsim"),
        (("m", 2.5), TypeError, "nsim"),
        (("m", "2"), TypeError, "nsim"),
        (("m", 2**40), ValueError, "nsim"),
        (("m", 2, "a"), TypeError, "nthread"),
        (("m", 2, 1, "x"), TypeError, "persistent"),
        (("m", 2, 1, False, 3), TypeError, "device"),
        (("m", 2, 1, False, "rocm:0"), ValueError, "cuda:N"),
    ],
)
def test_wrong_arguments_of_a_batch_are_named(m, arguments, error, name):
    first = m if arguments[0] == "m" else arguments[0]
    with pytest.raises(error, match=name):
        Batch(first, *arguments[1:])


def test_what_is_edited_in_the_model_later_has_no_effect():
    m = model()
    batch = Batch(m, 2)
    m.opt.gravity[2] = 0
    m.body_mass[:] *= 10
    batch.step()
    assert (batch.qvel[:, 2] < 0).all() and batch.model is m
    assert batch.get_model(0).opt.gravity[2] == -9.81
