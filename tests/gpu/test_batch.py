"""A batch of cart-poles on a device, behind the stand-in for the driver: fields, calls, errors."""

import ctypes
import gc
import sys

import numpy as np
import pytest

import gelenk
from gelenk.algebra.random_numbers import normal, philox
from gelenk.batch.device.gpu_worlds import DeviceBatch, WorldsStopped
from gelenk.engine.batch.reset import CONTROL
from gelenk.tables import gpu_stages
from gelenk.toolchain.gpu.cuda_driver import DriverError
from gelenk.toolchain.gpu.variant import Variant
from tests.support import fake_cuda
from tests.support.many import batch, column, load
from tests.support.tolerance import tol

pytestmark = fake_cuda.needs_cc
DOUBLE = Variant(exact=True)  # the one that test_programs.py compiles too
NSIM = 35  # more than a tile, and no multiple of one


@pytest.fixture(scope="module")
def m():
    return load("cartpole")


@pytest.fixture
def b(m):
    made = batch(m, NSIM, DOUBLE)
    made.device.driver.calls()
    return made


def test_fields_come_back_as_they_were_set(b, m):
    qpos = np.random.default_rng(0).normal(size=(NSIM, m.nq))
    b.set("qpos", qpos)
    np.testing.assert_array_equal(b.get("qpos"), qpos)
    b.set("qvel", 3.0)
    assert (b.get("qvel") == 3.0).all() and b.get("xpos").shape == (NSIM, m.nbody, 3)


def test_worlds_go_their_own_ways(b, m):
    qpos = np.linspace(-1, 1, NSIM * m.nq).reshape(NSIM, m.nq)
    b.set("qpos", qpos)
    b.step(5)
    b.check()
    found = b.get("qpos")
    for w in (0, 31, 32, NSIM - 1):
        d = gelenk.MjData(m)
        d.qpos[:] = qpos[w]
        gelenk.mj_step(m, d, nstep=5)
        # sums in another order: a rounding error of 1e-16, which five steps hardly enlarge
        assert np.abs(found[w] - d.qpos).max() <= tol(1e-13)


def test_a_graph_of_steps_is_made_once_and_is_one_call_from_then_on(b):
    b.step(3)
    first = b.device.driver.calls()
    assert first.count("cuLaunchKernel") == 3 * len(gpu_stages.CHAIN) and first.count("cuGraphLaunch") == 1
    b.step(3)
    again = b.device.driver.calls()
    assert "cuLaunchKernel" not in again and again.count("cuGraphLaunch") == 1
    assert (column(b, "nstep") == 6).all()


def test_one_kernel_or_eight_give_the_same_bits(m):
    results = []
    for fused in (False, True):
        made = batch(m, 2, DOUBLE, fused=fused)
        made.set("qvel", 0.5)
        made.step(4)
        results.append(made.get("qpos"))
    np.testing.assert_array_equal(*results)


def test_what_is_bound_is_read_before_a_call_and_written_after_it(b):
    qpos, qvel = b.bind("qpos"), b.bind("qvel")
    assert b.bind("qpos") is qpos and qpos.shape == b.get("qpos").shape
    qvel.assign(1.0)
    before = qpos.numpy()
    b.step()
    assert (qpos.numpy() != before).all()
    np.testing.assert_array_equal(qpos.numpy(), b.get("qpos"))
    b.set("qpos", 0.25)
    assert (qpos.numpy() == 0.25).all()


def test_bound_arrays_say_where_they_are(b):
    array = b.bind("qpos")
    told = array.__cuda_array_interface__
    assert told["data"] == (array.pointer, False) and told["shape"] == array.shape and told["version"] == 3
    assert told["typestr"] == "<f8" and told["strides"] is None and told["stream"] not in (0, None)
    assert array.__dlpack_device__() == (2, 0)


def test_a_tensor_that_nobody_takes_is_forgotten(b):
    array = b.bind("qpos")
    before = sys.getrefcount(array)
    capsule = array.__dlpack__()
    assert sys.getrefcount(array) == before + 1
    del capsule
    gc.collect()
    assert sys.getrefcount(array) == before


def test_who_refuses_a_tensor_is_heard_and_the_array_is_forgotten(b):
    array = b.bind("qpos")
    before = sys.getrefcount(array)
    for part in (array, array[:, 1]):
        with pytest.raises((RuntimeError, BufferError), match="device"):
            np.from_dlpack(part)
    del part
    gc.collect()
    assert sys.getrefcount(array) == before


class Tensor(ctypes.Structure):
    """DLTensor, as dlpack.h has it."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


class Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


def taken(capsule):
    """The tensor in a capsule, as a library takes it, and the function that gives it back."""
    api = ctypes.pythonapi
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    api.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
    api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
    managed = Managed.from_address(api.PyCapsule_GetPointer(capsule, b"dltensor"))
    api.PyCapsule_SetName(capsule, USED)
    return managed, ctypes.CFUNCTYPE(None, ctypes.POINTER(Managed))(managed.deleter)


USED = b"used_dltensor"


@pytest.mark.parametrize("name, code, bits", [("qpos", 2, 64), ("solver_niter", 0, 32)])
def test_a_tensor_says_what_the_array_is_until_its_user_gives_it_back(b, name, code, bits):
    array = b.bind(name)
    before = sys.getrefcount(array)
    for part in (array, array[1::2, :2]):
        managed, give_back = taken(
            part.__dlpack__(stream=1, dl_device=(2, 0), copy=False, max_version=(1, 0))
        )
        tensor = managed.tensor
        assert (tensor.data, tensor.device_type, tensor.device_id) == (part.pointer, 2, 0)
        assert (tensor.code, tensor.bits, tensor.lanes, tensor.byte_offset) == (code, bits, 1, 0)
        assert tuple(tensor.shape[: tensor.ndim]) == part.shape
        # from 1.2 of the protocol on they are told of packed arrays too
        strides = tensor.strides[: tensor.ndim] if tensor.strides else [8 * n // bits for n in array.strides]
        assert [n * bits // 8 for n in strides] == list(part.strides)
        gc.collect()
        assert sys.getrefcount(array) > before
        give_back(managed)
    del part
    gc.collect()
    assert sys.getrefcount(array) == before


@pytest.mark.parametrize(
    "asked, error, words",
    [
        ({"stream": "x"}, TypeError, "__dlpack__: stream must be an integer, not 'x'"),
        ({"stream": 0}, ValueError, "stream must be a handle, 1 for the default one"),
        ({"stream": -2}, ValueError, "stream must be a handle.* not -2"),
        ({"copy": True}, BufferError, "never copies"),
        ({"dl_device": (1, 0)}, BufferError, r"is on device \(2, 0\), not \(1, 0\)"),
    ],
)
def test_what_no_tensor_can_be_is_refused_as_the_protocol_says(b, asked, error, words):
    with pytest.raises(error, match=words):
        b.bind("qpos").__dlpack__(**asked)


def test_numpy_is_told_how_to_have_a_copy(b):
    for take in (np.asarray, lambda a: np.zeros(3) + a, lambda a: np.array([a])):
        with pytest.raises(TypeError, match=r"array.numpy\(\) returns a copy"):
            take(b.bind("qpos"))


def test_resets_are_of_the_worlds_that_are_picked(b, m):
    b.set("qvel", 1.0)
    b.step(2)
    mask = np.zeros(NSIM, bool)
    mask[[1, 33]] = True
    b.reset(mask)
    moved = (b.get("qvel") != 0).any(axis=1)
    np.testing.assert_array_equal(moved, ~mask)
    np.testing.assert_array_equal(column(b, "time") == 0.0, mask)
    b.reset([0, 2])
    assert (column(b, "time")[:3] == 0).all() and column(b, "time")[3] > 0
    b.reset()
    np.testing.assert_array_equal(b.get("qpos"), np.broadcast_to(m.qpos0, (NSIM, m.nq)))


def test_a_world_that_diverges_starts_anew_and_says_so(b, m):
    qvel = np.zeros((NSIM, m.nv))
    qvel[4, 0] = np.nan
    b.set("qvel", qvel)
    b.step()
    b.check()
    assert np.isfinite(b.get("qpos")).all()
    warnings = b._read_field(b.plan.arrays["warning_number"])[:, gelenk.mjtWarning.mjWARN_BADQVEL]
    np.testing.assert_array_equal(np.flatnonzero(warnings), [4])


def test_noise_depends_on_seed_world_and_draw_alone(m):
    b, rest = batch(m, NSIM, DOUBLE), batch(m, 5, DOUBLE, first=30)
    for made in (b, rest):
        made.noise(7, 0.5)
        made.noise(7, 0.5)
    np.testing.assert_array_equal(b.get("ctrl")[30:], rest.get("ctrl"))
    words = philox(7, 3, 1, 0, 0, CONTROL)
    low, high = m.actuator_ctrlrange[0] if m.actuator_ctrllimited[0] else (-1.0, 1.0)
    wanted = 0.5 * (low + high) + 0.5 * (high - low) * 0.5 * normal(words[0], words[1])
    assert abs(b.get("ctrl")[3, 0] - wanted) <= tol(1e-15)


def test_a_stage_that_the_program_lacks_stops_its_worlds_by_name(m):
    lacking = [name for name in fake_libraries(m) if name != "euler"]
    b = DeviceBatch(
        m,
        2,
        device=fake_cuda.device(),
        precision=DOUBLE,
        load=lambda names, variant: fake_cuda.load(lacking, variant),
    )
    b.step()
    with pytest.raises(WorldsStopped, match=r"2 of 2 worlds stopped.*lacks the stage euler") as raised:
        b.check()
    np.testing.assert_array_equal(raised.value.ids, [0, 1])
    b.reset()
    b.check()


def fake_libraries(m):
    from gelenk.batch.device.gpu_worlds import libraries_of

    return libraries_of(m)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda b: b.set("qpos", np.zeros((3, 1, 9))), ValueError, "qpos of 35 worlds has shape"),
        (lambda b: b.set("qpos", b.bind("qpos")), TypeError, "qpos is set from the host"),
        (lambda b: b.get("qops"), ValueError, "did you mean 'qpos'"),
        (lambda b: b.bind("efc_J"), ValueError, "not a fixed-size field"),
        (lambda b: b.step(-1), ValueError, "nstep must be at least 0"),
        (lambda b: b.reset([99]), IndexError, "world numbers must be in 0 .. 34"),
        (lambda b: b.reset(np.zeros(3, bool)), ValueError, "a mask of worlds must have shape"),
        (lambda b: b.reset(key=12), IndexError, "number of keyframes, not 12"),
        (lambda b: b.reset([0.5]), TypeError, "by a mask or by integers"),
    ],
)
def test_wrong_arguments_are_named_and_change_nothing(b, call, error, words):
    before = b.get("qpos")
    with pytest.raises(error, match=words):
        call(b)
    np.testing.assert_array_equal(b.get("qpos"), before)


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"nsim": 0}, "nsim must be a positive integer"),
        ({"precision": "float16"}, "float64, float32, not 'float16'"),
        ({"device": "rocm:0"}, "device must be 'cuda:N'"),
        ({"nconmax": -1}, "nconmax must be at least 0, not -1"),
    ],
)
def test_what_cannot_be_made_is_refused(m, arguments, words):
    with pytest.raises(ValueError, match=words):
        DeviceBatch(m, **({"nsim": 1, "device": fake_cuda.device(), "load": fake_cuda.load} | arguments))


def test_a_failure_of_the_device_is_raised_and_nothing_is_lost(b):
    before = b.get("qpos")
    b.device.driver.fail("cuGraphLaunch", 719)
    with pytest.raises(DriverError, match="cuGraphLaunch: CUDA_ERROR_LAUNCH_FAILED"):
        b.step()
    np.testing.assert_array_equal(b.get("qpos"), before)


def test_too_many_worlds_are_a_memory_error_and_leave_nothing(m):
    device = fake_cuda.device()
    gc.collect()
    before = device.driver.in_use
    device.driver.limit(before + (1 << 20))
    try:
        with pytest.raises(MemoryError, match="are free"):
            DeviceBatch(m, 10_000, device=device, precision=DOUBLE, load=fake_cuda.load)
    finally:
        device.driver.limit(1 << 34)
    gc.collect()
    assert device.driver.in_use == before
