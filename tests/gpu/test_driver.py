"""The driver of a GPU, by ctypes, against a stand-in that has no GPU (fake_cuda.c)."""

import gc
import threading

import numpy as np
import pytest

from gelenk.toolchain.gpu.cuda_driver import Device, Driver, DriverError, NoDriver, Stream
from tests.support import fake_cuda

pytestmark = fake_cuda.needs_cc


@pytest.fixture
def device():
    made = fake_cuda.device()
    made.driver.calls()
    return made


def test_without_a_driver_a_message_says_what_to_do():
    with pytest.raises(NoDriver, match=r"libnothing.so cannot be loaded.*device='cpu' needs no driver"):
        Driver("libnothing.so")


def test_the_driver_may_be_named_by_the_environment(monkeypatch):
    monkeypatch.setenv("GELENK_CUDA_DRIVER", fake_cuda.library())
    assert Driver().version == 13000


def test_a_device_that_is_not_there_is_named():
    with pytest.raises(DriverError, match="device cuda:7 does not exist: this process sees 2"):
        fake_cuda.device(7)


def test_memory_is_zero_keeps_numbers_and_is_freed_with_its_last_reference(device):
    gc.collect()  # of other tests
    before = device.driver.in_use
    memory = device.allocate(80)
    assert device.driver.in_use == before + 80
    assert not memory.read(np.ones(10)).any()
    numbers = np.arange(10.0)
    memory.write(numbers)
    memory.write(np.array([7.0]), 8)
    numbers[1] = 7.0
    np.testing.assert_array_equal(memory.read(np.empty(10)), numbers)
    with pytest.raises(IndexError):
        memory.write(numbers, 8)
    del memory
    gc.collect()
    assert device.driver.in_use == before


def test_what_another_thread_forgets_is_freed_in_the_context_of_its_device(device):
    gc.collect()
    before = device.driver.in_use
    kept = [device.allocate(64), device.stream()]
    device.driver.calls()
    thread = threading.Thread(
        target=kept.clear
    )  # a thread that never used the device, as the collector's may be
    thread.start()
    thread.join()
    calls = device.driver.calls()
    assert device.driver.in_use == before
    assert calls.count("cuCtxPushCurrent_v2") == calls.count("cuCtxPopCurrent_v2") == 2
    assert "cuMemFree_v2" in calls and "cuStreamDestroy_v2" in calls


def test_many_threads_may_allocate_and_forget_at_once(device):
    gc.collect()
    before = device.driver.in_use

    def churn():
        for n in range(200):
            memory = device.allocate(8 * (n % 7 + 1))
            memory.write(np.zeros(1))

    threads = [threading.Thread(target=churn) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert device.driver.in_use == before


def test_too_little_memory_is_a_memory_error_that_says_how_much_there_is(device):
    device.driver.limit(1 << 20)
    try:
        with pytest.raises(MemoryError, match=r"8.0 MiB on cuda:0.*precision='float32'.*MiB are free"):
            device.allocate(8 << 20)
    finally:
        device.driver.limit(1 << 34)


def test_errors_have_the_name_of_the_call_and_what_helps(device):
    device.driver.fail("cuMemcpyHtoD_v2", 700)
    memory = device.allocate(8)
    with pytest.raises(DriverError, match="cuMemcpyHtoD_v2: CUDA_ERROR_ILLEGAL_ADDRESS: code read or wrote"):
        memory.write(np.zeros(1))
    device.driver.fail("cuCtxSetCurrent", 12345)
    with pytest.raises(DriverError, match="cuCtxSetCurrent: error 12345"):
        device.make_current()


def test_code_that_is_none_is_refused(device):
    with pytest.raises(DriverError, match="cuModuleLoadData: CUDA_ERROR_INVALID_IMAGE"):
        device.module(b"no code at all" * 9)


def test_streams_of_others_are_taken_by_their_handle_and_not_destroyed(device):
    own = device.stream()
    borrowed = Stream(device, own.handle)
    borrowed.wait()
    del borrowed
    gc.collect()
    assert "cuStreamDestroy_v2" not in device.driver.calls()
    del own
    gc.collect()
    assert "cuStreamDestroy_v2" in device.driver.calls()


def test_a_capture_that_fails_ends_the_capture(device):
    stream = device.stream()
    with pytest.raises(KeyError):
        device.record_graph(stream, {}.popitem)
    device.record_graph(stream, lambda: None)
    calls = device.driver.calls()
    assert calls.count("cuStreamEndCapture") == 2 and calls.count("cuGraphInstantiateWithFlags") == 1


def test_two_devices_have_contexts_of_their_own():
    driver = fake_cuda.Fake()
    first, second = Device(0, driver), Device(1, driver)
    assert (first.name, second.name) == ("no GPU 0", "no GPU 1")
    assert first._context.value != second._context.value
