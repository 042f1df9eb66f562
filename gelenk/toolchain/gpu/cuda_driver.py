"""NVIDIA's driver, by ctypes: libcuda alone, no toolkit, no compiler.

Documents: design / Many worlds on GPUs

    device = Device(0)                      the primary context, which torch and jax use too
    module = device.module(image)           machine code, PTX (the driver assembles it), with constants of its own
    array = device.allocate(4096)           bytes of the device; freed with the last reference
    module.launch("gelenk_kernel_step", threads, stream, Int32(8))
    with device.capture(stream) as graph:   launches become a graph, which is one call from then on
        ...
    graph.launch(stream)

Every call that fails raises DriverError, which says what was asked for, what the driver answered, and what helps.
GELENK_CUDA_DRIVER names another library than libcuda.so.1.
"""

import ctypes
import functools
import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from gelenk.toolchain import link

LIBRARY = "libcuda.so.1"
LEAST_VERSION = 12000  # of the driver: what PTX of targets/ptx.py needs
# threads of a block: four warps, or fewer where there are not two such blocks for each of the GPU's multiprocessors,
# since those that have none would idle
BLOCKS = (128, 64, 32)
CAPTURE_RELAXED = 2
Int32, Address = ctypes.c_int32, ctypes.c_uint64
_HINTS = {
    "CUDA_ERROR_NO_DEVICE": "there is no GPU that this process may use (CUDA_VISIBLE_DEVICES?)",
    "CUDA_ERROR_INVALID_DEVICE": "there is no GPU of that number",
    "CUDA_ERROR_OUT_OF_MEMORY": "fewer worlds, smaller nconmax and njmax, or precision='float32' take less memory",
    "CUDA_ERROR_NO_BINARY_FOR_GPU": "the code is for another chip: PTX runs on all later ones",
    "CUDA_ERROR_INVALID_PTX": "the driver is older than the code: update it",
    "CUDA_ERROR_UNSUPPORTED_PTX_VERSION": "the driver is older than the code: update it",
    "CUDA_ERROR_ILLEGAL_ADDRESS": "code read or wrote where no array is; the context is lost: start a new process",
    "CUDA_ERROR_LAUNCH_FAILED": "code crashed on the device; the context is lost: start a new process",
    "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES": "a kernel takes too many registers for a block of this size",
    "CUDA_ERROR_DEINITIALIZED": "the driver has been shut down, as at the end of a process",
    "CUDA_ERROR_NOT_FOUND": "the program has no kernel or constant of that name",
}


class DriverError(RuntimeError):
    """The driver, or the device, did not do what it was asked for."""


class NoDriver(DriverError):
    """There is no driver here at all."""


class Driver:
    """The library, its functions declared, its errors raised."""

    def __init__(self, path: str | None = None) -> None:
        path = path or os.environ.get("GELENK_CUDA_DRIVER") or LIBRARY
        try:
            self._dll = ctypes.CDLL(path)
        except OSError as error:
            raise NoDriver(
                f"device='cuda:0' takes NVIDIA's driver, and {path} cannot be loaded ({error}). It comes with the "
                "driver of the GPU, not with CUDA's toolkit; in containers the host hands it in (--gpus all). "
                "device='cpu' needs none"
            ) from None
        self.path = path
        self("cuInit", 0)
        version = ctypes.c_int()
        self("cuDriverGetVersion", ctypes.byref(version))
        self.version = version.value
        if self.version < LEAST_VERSION:
            raise NoDriver(
                f"the driver of the GPU is for CUDA {self.version // 1000}.{self.version % 1000 // 10}; "
                f"gelenk needs one for {LEAST_VERSION // 1000}.{LEAST_VERSION % 1000 // 10} or later: update it"
            )

    def __call__(self, name: str, *args: Any) -> None:
        """Call a function of the driver; DriverError where it fails."""
        try:
            status = getattr(self._dll, name)(*args)
        except ctypes.ArgumentError as error:
            raise link.told(error) from error
        if status:
            raise DriverError(self.explained(name, status))

    def explained(self, name: str, status: int) -> str:
        """What an error means, in words."""
        text = ctypes.c_char_p()
        known = self._dll.cuGetErrorName(status, ctypes.byref(text)) == 0 and text.value
        what = text.value.decode() if known and text.value else f"error {status}"
        hint = _HINTS.get(what)
        return f"{name}: {what}" + (f": {hint}" if hint else "")

    def count(self) -> int:
        """How many GPUs there are."""
        found = ctypes.c_int()
        self("cuDeviceGetCount", ctypes.byref(found))
        return found.value


class Device:
    """A GPU, through its primary context."""

    def __init__(self, number: int = 0, driver: Driver | None = None) -> None:
        self.driver = driver or Driver()
        self.number = number
        count = self.driver.count()
        if not 0 <= number < count:
            raise DriverError(f"there is no device cuda:{number}: this process sees {count} of NVIDIA's GPUs")
        self._device = ctypes.c_int()
        self.driver("cuDeviceGet", ctypes.byref(self._device), number)
        self._context = ctypes.c_void_p()
        self.driver("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._device)
        weakref.finalize(self, _release, self.driver, self._device)

    def use(self) -> None:
        """Make the context that of this thread: all that follows goes to this GPU."""
        self.driver("cuCtxSetCurrent", self._context)

    @property
    def name(self) -> str:
        """What the GPU is called."""
        text = ctypes.create_string_buffer(256)
        self.driver("cuDeviceGetName", text, len(text), self._device)
        return text.value.decode()

    @property
    def chip(self) -> tuple[int, int]:
        """Its compute capability: (9, 0) is sm_90."""
        return self._attribute(75), self._attribute(
            76
        )  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR

    def block(self, threads: int) -> int:
        """Threads of a block, where so many run in all."""
        wide = (b for b in BLOCKS if threads >= 2 * b * self._multiprocessors)
        return next(wide, BLOCKS[-1])

    @functools.cached_property
    def _multiprocessors(self) -> int:
        return self._attribute(16)  # CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT

    def _attribute(self, which: int) -> int:
        number = ctypes.c_int()
        self.driver("cuDeviceGetAttribute", ctypes.byref(number), which, self._device)
        return number.value

    def free_memory(self) -> tuple[int, int]:
        """Bytes that are free, and all."""
        self.use()
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.driver("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    def allocate(self, size: int) -> "Memory":
        """Memory of the device, zero."""
        return Memory(self, size)

    def module(self, image: bytes) -> "Module":
        """Code, loaded: constants in it are of this module alone."""
        return Module(self, image)

    def stream(self) -> "Stream":
        """A new stream: work in it goes on beside that of others."""
        self.use()
        handle = ctypes.c_void_p()
        self.driver("cuStreamCreate", ctypes.byref(handle), 1)  # CU_STREAM_NON_BLOCKING
        return Stream(self, handle.value or 0, owned=True)

    @contextmanager
    def capture(self, stream: "Stream") -> Iterator["Graph"]:
        """What is launched meanwhile is not run, but becomes a graph."""
        self.use()
        graph = Graph(self)
        try:
            self.driver("cuStreamBeginCapture_v2", stream.pointer, CAPTURE_RELAXED)
            yield graph
        except BaseException:
            _quiet(self.driver, "cuStreamEndCapture", stream.pointer, ctypes.byref(ctypes.c_void_p()))
            raise
        graph._finish(stream)


def _quiet(driver: Driver, name: str, *args: Any) -> None:
    """A call at the end of a life, when nobody can be told of an error."""
    getattr(driver._dll, name)(*args)


def _end(device: Device, name: str, *args: Any) -> None:
    """Such a call in the context of the device: the last reference may go in any thread, which may have none."""
    _quiet(device.driver, "cuCtxPushCurrent_v2", device._context)
    _quiet(device.driver, name, *args)
    _quiet(device.driver, "cuCtxPopCurrent_v2", ctypes.byref(ctypes.c_void_p()))


def _release(driver: Driver, device: ctypes.c_int) -> None:
    _quiet(driver, "cuDevicePrimaryCtxRelease_v2", device)


class Stream:
    """A queue of the device; handle 0 is the default one. Those of torch and jax are given by their handles."""

    def __init__(self, device: Device, handle: int, owned: bool = False) -> None:
        self.device, self.handle = device, int(handle)
        self.pointer = ctypes.c_void_p(self.handle)
        if owned:
            weakref.finalize(self, _end, device, "cuStreamDestroy_v2", ctypes.c_void_p(self.handle))

    def wait(self) -> None:
        """Wait until everything in it is done."""
        self.device.use()
        self.device.driver("cuStreamSynchronize", self.pointer)


class Memory:
    """Bytes on the device; `pointer` is their address there."""

    def __init__(self, device: Device, size: int) -> None:
        self.device, self.size = device, int(size)
        device.use()
        found = ctypes.c_uint64()
        try:
            device.driver("cuMemAlloc_v2", ctypes.byref(found), ctypes.c_size_t(max(1, self.size)))
        except DriverError as error:
            free, total = device.free_memory()
            raise MemoryError(
                f"{self.size / 2**20:.1f} MiB on cuda:{device.number}: {error} "
                f"({free / 2**20:.0f} of {total / 2**20:.0f} MiB are free)"
            ) from None
        self.pointer = found.value
        weakref.finalize(self, _end, device, "cuMemFree_v2", ctypes.c_uint64(found.value))
        device.driver("cuMemsetD8_v2", Address(self.pointer), 0, ctypes.c_size_t(max(1, self.size)))

    def put(self, array: np.ndarray, offset: int = 0) -> None:
        """Copy an array of the host here."""
        array = np.ascontiguousarray(array)
        self._inside(offset, array.nbytes)
        self.device.use()
        self.device.driver(
            "cuMemcpyHtoD_v2", Address(self.pointer + offset), array.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_size_t(array.nbytes),
        )  # fmt: skip

    def get(self, array: np.ndarray, offset: int = 0) -> np.ndarray:
        """Copy from here into an array of the host, which is C-contiguous; returns it."""
        self._inside(offset, array.nbytes)
        self.device.use()
        self.device.driver(
            "cuMemcpyDtoH_v2", array.ctypes.data_as(ctypes.c_void_p), Address(self.pointer + offset),
            ctypes.c_size_t(array.nbytes),
        )  # fmt: skip
        return array

    def _inside(self, offset: int, nbytes: int) -> None:
        if offset < 0 or offset + nbytes > self.size:
            raise IndexError(f"bytes {offset} to {offset + nbytes} of memory that has {self.size}")


class Module:
    """Loaded code: kernels by name, constants by name."""

    def __init__(self, device: Device, image: bytes) -> None:
        self.device = device
        self._image = ctypes.create_string_buffer(image, len(image) + 1)  # text ends with a zero
        device.use()
        self._handle = ctypes.c_void_p()
        device.driver("cuModuleLoadData", ctypes.byref(self._handle), self._image)
        weakref.finalize(self, _end, device, "cuModuleUnload", ctypes.c_void_p(self._handle.value))
        self._functions: dict[str, ctypes.c_void_p] = {}

    def constant(self, name: str, numbers: np.ndarray) -> None:
        """Write a constant; DriverError where there is none of that name, ValueError where it is smaller."""
        self.device.use()
        at, size = ctypes.c_uint64(), ctypes.c_size_t()
        self.device.driver(
            "cuModuleGetGlobal_v2", ctypes.byref(at), ctypes.byref(size), self._handle, name.encode()
        )
        if numbers.nbytes > size.value:
            raise ValueError(f"constant {name} has {size.value} bytes, not {numbers.nbytes}")
        self.device.driver(
            "cuMemcpyHtoD_v2", at, numbers.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(numbers.nbytes)
        )

    def function(self, name: str) -> ctypes.c_void_p:
        """A kernel."""
        found = self._functions.get(name)
        if found is None:
            found = ctypes.c_void_p()
            self.device.use()
            self.device.driver("cuModuleGetFunction", ctypes.byref(found), self._handle, name.encode())
            self._functions[name] = found
        return found

    def launch(self, name: str, threads: int, stream: Stream, *args: Any) -> None:
        """Run a kernel by so many threads, after what is in the stream; arguments are numbers of ctypes."""
        function = self.function(name)
        self.device.use()
        pointers = (ctypes.c_void_p * len(args))(*(ctypes.addressof(a) for a in args))
        block = self.device.block(threads)
        blocks = -(-threads // block)
        self.device.driver(
            "cuLaunchKernel", function, blocks, 1, 1, block, 1, 1, 0, stream.pointer, pointers, None
        )


class Graph:
    """Launches that are one call."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._run = ctypes.c_void_p()

    def _finish(self, stream: Stream) -> None:
        driver, made = self.device.driver, ctypes.c_void_p()
        driver("cuStreamEndCapture", stream.pointer, ctypes.byref(made))
        try:
            driver("cuGraphInstantiateWithFlags", ctypes.byref(self._run), made, ctypes.c_ulonglong(0))
        finally:
            _quiet(driver, "cuGraphDestroy", made)
        weakref.finalize(self, _end, self.device, "cuGraphExecDestroy", ctypes.c_void_p(self._run.value))

    def launch(self, stream: Stream) -> None:
        """Run them, after what is in the stream."""
        self.device.use()
        self.device.driver("cuGraphLaunch", self._run, stream.pointer)
