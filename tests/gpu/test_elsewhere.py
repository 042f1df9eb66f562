"""Worlds of a batch of the processor that are stepped on devices, by workers that have a batch there."""

import functools

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.batch.device.sharding import DeviceWorker
from gelenk.batch.sharding import RemoteExecutor
from gelenk.toolchain.gpu.variant import Variant
from tests.batch.test_elsewhere import Here
from tests.support import fake_cuda
from tests.support.many import load
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
N, NSTEP = 21, 6
STATE = int(gelenk.mjtState.mjSTATE_PHYSICS)
RECORD = ["qpos", "ncon", STATE]


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture
def cluster(monkeypatch):
    """Makes what steps a batch on devices, and loses workers in the middle."""
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    make = functools.partial(
        DeviceWorker, device="cuda:0", precision=Variant(exact=True), load=fake_cuda.load
    )
    return lambda batch, fatal=(): RemoteExecutor(batch, Here(batch.model, 2, fatal, make=make), 8)


def two_batches(m):
    """The same worlds twice, each with a mass of its own and a start of its own."""
    made = []
    for _ in range(2):
        random = np.random.default_rng(3)
        batch = Batch(m, N, 1)
        batch.expand("body_mass")[:] *= random.uniform(0.8, 1.2, (N, 1))
        batch.set_const()
        batch.qvel[:] = random.normal(0, 0.3, batch.qvel.shape)
        made.append(batch)
    return made


def close(x, y):
    # rounding, which sums in the order of the processor keep small: a step of a cart-pole multiplies it by little
    return np.allclose(x, y, rtol=tol(1e-12), atol=tol(1e-13))


def test_a_rollout_on_devices_is_that_of_the_processor_and_the_worlds_come_back(m, cluster):
    here, there = two_batches(m)
    plans = np.random.default_rng(5).uniform(-1, 1, (N, NSTEP, m.nu))
    elsewhere = cluster(there, fatal=(1, 3))
    for ids in (None, [0, 4, 20]):
        some = plans if ids is None else plans[ids]
        found = elsewhere.rollout(NSTEP, some, record=RECORD, ids=ids)
        wanted = here.rollout(NSTEP, some, record=RECORD, ids=ids)
        assert {*found} == {*wanted}
        for item, array in wanted.items():
            assert found[item].dtype == array.dtype and close(found[item], array), item
        assert close(there.state, here.state)


def test_models_of_the_caller_travel_to_devices(m, cluster):
    here, there = (Batch(m, N, 1) for _ in range(2))
    models = [load("cartpole") for _ in range(3)]
    for i, one in enumerate(models):
        one.opt.gravity[2] = -3.0 * i
    for batch in (here, there):
        batch.qpos[:, 1] = 0.3
        batch.set_models([models[i % 3] for i in range(N)])
    elsewhere = cluster(there)
    for models in (here.models, None):
        for batch in (here, there):
            batch.set_models(models)
        assert close(elsewhere.rollout(NSTEP)["qpos"], here.rollout(NSTEP)["qpos"])
        assert close(there.state, here.state)


def test_worlds_that_stop_on_a_device_are_told_of_and_stay_as_they_were(m, cluster):
    here, there = two_batches(m)
    for batch in (here, there):
        batch.expand("opt.integrator")[[3, 9]] = 99
        batch.qvel[6] = np.nan
    before = there.state.copy()
    elsewhere = cluster(there)
    with pytest.raises(SimulationError, match=r"2 of 21 worlds failed \(3, 9\)") as raised:
        elsewhere.rollout(3)
    assert raised.value.ids.tolist() == [3, 9] and "integrator" in there.error(9)
    assert np.array_equal(there.state[[3, 9]], before[[3, 9]])
    with pytest.raises(SimulationError):
        here.rollout(3)
    assert there.warning[6].any() and np.array_equal(there.warning, here.warning)
    assert close(there.state, here.state)
    for batch in (here, there):
        batch.expand("opt.integrator")[:] = m.opt.integrator
    elsewhere.rollout(2)
    here.rollout(2)
    assert close(there.state, here.state) and not there.status.any()


def test_functions_get_batches_on_the_device_and_their_arrays_come_home(m, cluster):
    _, there = two_batches(m)
    before = there.state.copy()

    def reached(batch, far):
        assert batch.device == "cuda:0"
        batch.rollout(4)
        return {"qpos": batch.bind("qpos"), "far": far * 2}

    found = cluster(there, fatal=(0,)).evaluate(reached, np.arange(N))
    assert np.array_equal(there.state, before) and np.array_equal(found["far"], 2 * np.arange(N))
    there.rollout(4)
    assert close(found["qpos"], there.qpos)
