"""Bad input: batches that are closed, memory and threads that the machine has not, arrays of another device."""

import copy
import os
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError, arguments
from gelenk.runtime.data import MjData
from tests.batch.worlds import assert_same, model, stir, twins

MANY = 2**31 - 1
BOXES = """<mujoco>{}<worldbody><geom type="plane" size="9 9 1"/><replicate count="15" offset=".3 0 0">
<body pos="0 0 .09"><freejoint/><geom type="box" size=".1 .1 .1"/></body></replicate></worldbody></mujoco>"""


@pytest.fixture(scope="module")
def m():
    return model()


# ---- batches that are closed


@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize(
    "call",
    [
        lambda b: b.step(),
        lambda b: b.forward([0]),
        lambda b: b.reset(),
        lambda b: b.rollout(2),
        lambda b: b.jac(1, [0, 0, 0]),
        lambda b: b.ray([0, 0, 5], [0, 0, -1]),
        lambda b: b.bind("xpos"),
        lambda b: b.xpos,
        lambda b: b.body("arm").xpos,
        lambda b: b.expand("body_mass"),
        lambda b: setattr(b, "body_mass", 1),
        lambda b: b.set_const(),
        lambda b: b.set_models(None),
        lambda b: b.get_data(0),
        copy.copy,
        copy.deepcopy,
        pickle.dumps,
    ],
)
def test_a_batch_that_is_closed_refuses_every_call(m, call, persistent):
    batch = Batch(m, 2, 2, persistent)
    batch.step()
    state = batch.state.copy()
    batch.close()
    batch.close()
    with pytest.raises(RuntimeError, match="closed"):
        call(batch)
    assert np.array_equal(batch.state, state) and batch.get_model(1).nq == m.nq and batch.error(0) == ""


# ---- which worlds


@pytest.mark.parametrize("ids", [[2], [-1], [1, 0], [True], "a", 0])
@pytest.mark.parametrize(
    "call",
    [
        lambda b, ids: b.rollout(2, ids=ids),
        lambda b, ids: b.jac(1, [0, 0, 0], ids=ids),
        lambda b, ids: b.ray([0, 0, 5], [0, 0, -1], ids=ids),
        lambda b, ids: b.set_const(ids),
    ],
)
def test_ids_that_name_no_worlds_are_refused_by_every_call(m, call, ids):
    batch = Batch(m, 2)
    batch.expand("body_mass")[:] = 2
    before = batch.state.copy()
    with pytest.raises(ValueError, match="ids"):
        call(batch, ids)
    assert np.array_equal(batch.state, before) and batch.expanded("dof_M0") is None


# ---- memory


@pytest.mark.parametrize("persistent", [False, True])
def test_more_worlds_than_the_machine_has_room_for_are_a_memory_error(m, persistent):
    with pytest.raises(MemoryError, match="Batch"):
        Batch(m, MANY, 1, persistent)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda b: b.bind("xpos"), "bind"),
        (lambda b: b.expand("geom_size"), "expand"),
        (lambda b: b.rollout(MANY), "rollout"),
        (lambda b: b.rollout(3, np.zeros(2)), "rollout"),
        (lambda b: b.jac(1, [0, 0, 0]), "jac"),
        (lambda b: b.ray([0, 0, 5], [0, 0, -1]), "ray"),
    ],
)
def test_arrays_that_the_machine_has_no_room_for_are_a_memory_error_and_nothing_is_lost(
    m, call, name, monkeypatch
):
    batch = Batch(m, 3)
    stir(batch)
    before = batch.state.copy()
    monkeypatch.setattr(arguments, "_UNASKED", 16)
    monkeypatch.setattr(arguments, "free_memory", lambda: 100.0)
    with pytest.raises(MemoryError, match=name):
        call(batch)
    monkeypatch.undo()
    assert np.array_equal(batch.state, before) and batch.expanded("geom_size") is None
    batch.step()
    assert batch.bind("xpos").shape == (3, m.nbody, 3)


def test_worlds_that_keep_a_data_each_are_as_many_as_there_is_room_for(m, monkeypatch):
    monkeypatch.setattr(arguments, "_UNASKED", 16)
    monkeypatch.setattr(arguments, "free_memory", lambda: 1e6)
    assert Batch(m, 20).nsim == 20
    with pytest.raises(MemoryError, match="the MjData of 20 worlds"):
        Batch(m, 20, persistent=True)


@pytest.mark.parametrize("persistent", [False, True])
def test_a_world_that_finds_no_memory_in_a_call_fails_alone(persistent, monkeypatch):
    boxes = model(BOXES.format(""))
    batch, datas = twins(boxes, nsim=4, nthread=1, persistent=persistent, speed=0.01)
    before, grow, asked = batch.state.copy(), MjData._grow, []

    def once(self):
        asked.append(self)
        if len(asked) == 1:
            raise MemoryError("no more")
        return grow(self)

    monkeypatch.setattr(MjData, "_grow", once)
    with pytest.raises(SimulationError, match=r"1 of 4 worlds failed.*no more") as error:
        batch.step(nstep=3)
    monkeypatch.undo()
    (lost,) = error.value.ids.tolist()
    assert np.array_equal(batch.state[lost], before[lost]) and batch.status.tolist().count(1) == 1
    batch.step([lost], nstep=3)
    for d in datas:
        gelenk.mj_step(boxes, d, 3)
    assert_same(batch, datas)


@pytest.mark.parametrize("persistent", [False, True])
def test_contacts_that_the_memory_of_the_model_cannot_hold_are_dropped_and_counted_by_world(persistent):
    boxes = model(BOXES.format('<size memory="30K"/>'))
    batch, datas = twins(boxes, nsim=3, nthread=2, persistent=persistent, speed=0.01)
    batch.bind("ncon")
    batch.qpos[1, 2::7] = 3  # this one touches nothing
    datas[1].qpos[2::7] = 3
    batch.step(nstep=5)
    for d in datas:
        gelenk.mj_step(boxes, d, 5)
    assert_same(batch, datas, ["ncon"])
    for i, d in enumerate(datas):
        assert batch.warning[i, :, 1].tolist() == [int(w.number) for w in d.warning]
    assert (
        batch.warning[[0, 2]].any(axis=(1, 2)).all() and not batch.warning[1].any() and not batch.status.any()
    )


# ---- threads


def test_no_more_threads_are_begun_than_there_are_worlds(m):
    before = threading.active_count()
    with Batch(m, 3, 1_000_000) as batch:
        batch.step()
        assert threading.active_count() <= before + 2 and batch.nthread == 1_000_000


def test_where_the_system_has_no_threads_nothing_is_lost(m, monkeypatch):
    batch, datas = twins(m, nsim=6, nthread=3)
    begin, begun = threading.Thread.start, []

    def refuse(self):
        begun.append(self)
        if len(begun) == 2:
            raise RuntimeError("can't start new thread")
        begin(self)

    before = batch.state.copy()
    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError, match="new thread"):
        batch.step()
    monkeypatch.undo()
    assert np.array_equal(batch.state, before)
    begun[0].join(timeout=60)
    assert not begun[0].is_alive()
    batch.step(nstep=2)
    for d in datas:
        gelenk.mj_step(m, d, 2)
    assert_same(batch, datas)


FORK = """
import os, sys, numpy, gelenk
from gelenk.batch import Batch
from tests.batch.worlds import model, stir
batch, alone = Batch(model(), 6, 3), Batch(model(), 6, 1)
for b in (batch, alone):
    stir(b)
    b.step(nstep=5)
alone.step(nstep=5)
child = os.fork()
batch.step(nstep=5)
same = numpy.array_equal(batch.state, alone.state)
if child == 0:
    os._exit(0 if same else 1)
sys.exit(0 if same and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 else 1)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_batch_goes_on_in_a_child_and_in_its_parent():
    command = [sys.executable, "-W", "ignore", "-c", FORK]
    done = subprocess.run(command, timeout=100, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# ---- devices


class OnDevice:
    """An array that only a device can read."""

    @property
    def __cuda_array_interface__(self):
        return {"shape": (3, 2), "typestr": "<f8", "data": (4096, False), "strides": None, "version": 3}


def test_arrays_of_a_device_are_refused_and_change_nothing(m):
    batch = Batch(m, 3)
    before = batch.state.copy()
    for put in (
        lambda: setattr(batch, "ctrl", OnDevice()),
        lambda: setattr(batch.actuator("motor"), "ctrl", OnDevice()),
        lambda: batch.rollout(2, OnDevice()),
        lambda: batch.step(OnDevice()),
        lambda: batch.rollout(2, out={"qpos": OnDevice()}),
    ):
        with pytest.raises((TypeError, ValueError)):
            put()
    assert np.array_equal(batch.state, before)
