"""`Batch(..., device="cuda:0")` has all of Batch, or says what a device cannot do."""

import gc
import inspect

import numpy as np
import pytest

import gelenk
from gelenk.batch import Batch, SimulationError
from gelenk.batch.device.gpu_batch import GpuBatch
from gelenk.batch.named_access import KINDS_OF_ROWS, NamedRows
from gelenk.batch.sharding import RemoteExecutor
from gelenk.toolchain.gpu.cuda_driver import NoDriver
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.both_sides import both_sides
from tests.support.many import load
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
DOUBLE = Variant(exact=True)
NSIM = 35
ACC = gelenk.mjtStage.mjSTAGE_ACC


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture
def pair(m, monkeypatch):
    """The same worlds on the device and on the processor."""
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    return both_sides(m, NSIM, DOUBLE)


def agree(there, here, *names):
    for name in names:
        assert np.allclose(there.get(name), getattr(here, name), rtol=tol(1e-12), atol=tol(1e-13)), name


def test_a_batch_on_a_device_is_a_batch(pair, m):
    there, here = pair
    assert isinstance(there, Batch) and isinstance(there, GpuBatch) and not isinstance(here, GpuBatch)
    assert (there.nsim, there.nstate, there.device, there.precision) == (
        NSIM,
        here.nstate,
        "cuda:0",
        "float64",
    )
    assert there.model is m and there.models is None and not there.persistent and there.nthread == 1
    assert "35 worlds" in repr(there) and "cuda:0" in repr(there)
    assert there.warning.shape == here.warning.shape and there.nbytes > 0


def test_every_public_name_of_a_batch_is_there():
    inherited = {"close", *KINDS_OF_ROWS}  # of either kind of batch
    for name in dir(Batch):
        value = getattr(Batch, name)
        if name[0] == "_" or not (inspect.isfunction(value) or isinstance(value, property)):
            continue
        assert name in vars(GpuBatch) or name in inherited, f"{name} would use worlds that are not there"
    source = inspect.getsource(GpuBatch) + inspect.getsource(NamedRows)
    assert "_cpu" not in source


def test_every_call_takes_what_that_of_the_processor_takes():
    for name, function in inspect.getmembers(Batch, inspect.isfunction):
        if name[0] == "_":
            continue
        here = [*inspect.signature(function).parameters.values()]
        there = [*inspect.signature(getattr(GpuBatch, name)).parameters.values()]
        if there[-1].kind is not inspect.Parameter.VAR_KEYWORD:  # handed on as they are
            assert [(p.name, p.default) for p in there[: len(here)]] == [(p.name, p.default) for p in here], (
                name
            )


def test_worlds_step_and_reset_as_those_of_the_processor(pair, m):
    there, here = pair
    for batch in pair:
        batch.step(nstep=3)
        batch.step([1, 33], nstep=2)
        batch.step(np.arange(NSIM) < 5, stage=ACC)
        batch.reset([2, 3, 34], keyframe=[0, -1, 0])
        batch.forward([0])
    there.check()
    agree(there, here, "qpos", "qvel", "qacc_warmstart", "time")
    assert np.allclose(there.state, here.state, rtol=tol(1e-12), atol=tol(1e-13))
    d = there.get_data(34)
    assert np.array_equal(d.qpos, there.get("qpos")[34]) and there.get_model(0).nq == m.nq
    assert not there.status.any() and there.error(0) == ""


def test_fields_are_arrays_on_the_device(pair):
    there, here = pair
    ctrl = there.bind("ctrl")
    assert ctrl is there.ctrl and ctrl.__dlpack_device__() == (2, 0)
    ctrl.assign(0.5)
    here.ctrl = 0.5
    for batch in pair:
        batch.step()
    agree(there, here, "qpos", "qvel")
    there.qvel = 0.25
    assert (there.get("qvel") == 0.25).all()
    there.noise(3, 0.5)
    there.scatter(3, 0.1, [4])
    assert (there.get("qvel") != 0.25).any(axis=1).tolist() == [i == 4 for i in range(NSIM)]
    assert there.expanded("body_mass") is None and set(there.measure(1)) == {"nconmax", "njmax"}
    assert "lost_con" in there.overflow


def test_worlds_that_stop_are_a_simulation_error_with_their_ids(m, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())

    def lacking(names, variant):
        return fake_cuda.load([name for name in names if name != "euler"], variant)

    there = Batch(m, 3, device="cuda:1", precision=DOUBLE, load=lacking)
    assert there.device == "cuda:1"
    there.step([0, 2])
    with pytest.raises(SimulationError, match=r"2 of 3 worlds stopped.*lacks the stage euler") as raised:
        there.check()
    assert raised.value.ids.tolist() == [0, 2] and there.status.tolist() == [1, 0, 1]
    assert "euler" in there.error(2) and there.error(1) == ""
    there.reset([0, 2], stage=0)
    there.check()


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: b.step(stage=2), NotImplementedError, "all stages .* or none"),
        (lambda b: b.step(0), ValueError, "one dimension"),
        (lambda b: b.step([40]), ValueError, r"ids must be in \[0, 35\)"),
        (lambda b: b.step(nstep=0), ValueError, "nstep must be positive"),
        (lambda b: b.reset(keyframe=9), ValueError, "keyframe"),
        (lambda b: b.bind("qops"), ValueError, "did you mean 'qpos'"),
        (lambda b: b.bind("body_mass"), ValueError, "field of the model"),
        (lambda b: setattr(b, "xpos", 1), ValueError, "is computed by every call"),
        (lambda b: setattr(b, "body_parentid", 1), NotImplementedError, "is an index column"),
        (lambda b: setattr(b, "nsim", 1), AttributeError, "can only be read"),
        (lambda b: b.nothing, AttributeError, "no attribute 'nothing'"),
        (lambda b: b.error(99), IndexError, "sim must be in"),
        (lambda b: RemoteExecutor(b, None), ValueError, "worlds on a GPU cannot be sent"),
    ],
)
def test_wrong_calls_are_named_and_change_nothing(pair, call, error, words):
    there, _ = pair
    before = there.state
    with pytest.raises(error, match=words):
        call(there)
    assert np.array_equal(there.state, before)


def test_what_cannot_be_made_is_refused(m, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", "libnothing.so")
    with pytest.raises(NoDriver, match="device='cpu' needs no driver"):
        Batch(m, 2, device="cuda:0")
    with pytest.raises(ValueError, match="persistent=True keeps"):
        Batch(m, 2, persistent=True, device="cuda:0")
    with pytest.raises(ValueError, match="device must be 'cpu' or 'cuda:N'"):
        Batch(m, 2, device="rocm:0")
    with pytest.raises(ValueError, match="precision must be 'float64' on the CPU"):
        Batch(m, 2, precision="float32")
    with pytest.raises(ValueError, match="nconmax and njmax apply to GPUs"):
        Batch(m, 2, nconmax=3)
    with pytest.raises(ValueError, match="positive"):
        Batch(m, 0, device="cuda:0")


def test_a_closed_batch_says_so_and_gives_its_memory_back(m, monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    driver = fake_cuda.Fake()
    gc.collect()
    before = driver.in_use
    with Batch(m, NSIM, device="cuda:0", precision=DOUBLE, load=fake_cuda.load) as there:
        assert driver.in_use > before
    gc.collect()
    assert driver.in_use == before and repr(there) == "<Batch, closed>"
    for call in (there.step, lambda: there.nsim, lambda: there.state, lambda: there.bind("qpos")):
        with pytest.raises(RuntimeError, match="closed"):
            call()
