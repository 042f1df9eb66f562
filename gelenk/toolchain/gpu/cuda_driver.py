"""Bindings of NVIDIA's CUDA driver by ctypes: libcuda alone, no toolkit, no compiler.

Documents: design / Many worlds on GPUs

    device = Device(0)                           the primary context, shared with torch and jax
    module = device.module(image)                machine code, or PTX for the driver to assemble; has its own constants
    array = device.allocate(4096)                bytes of device memory, freed with the last reference
    module.launch("gelenk_kernel_step", threads, stream, Int32(8))
    graph = device.record_graph(stream, work)    the launches that work() makes, as a graph
    graph.launch(stream)                         runs all launches of the graph by one call

A failing call raises DriverError with the function, the driver's error and a remedy. GELENK_CUDA_DRIVER names a library
to use instead of libcuda.so.1.

Cleanup allocates no memory, since it must also succeed when memory is exhausted: a finalizer is registered before the
driver makes its handle, and the arguments of calls that end a recording or restore a context are converted beforehand.
"""

import ctypes
import functools
import itertools
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.toolchain import link
from gelenk.toolchain.memory import finalize

LIBRARY = "libcuda.so.1"
LEAST_VERSION = 12000  # driver version (1000 major + 10 minor) that the PTX of gpu/ptx.py requires
# Threads per block: four warps; fewer if there are less than two such blocks per multiprocessor, since multiprocessors
# without a block would idle.
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
    """A call of the CUDA driver failed."""


class NoDriver(DriverError):
    """No usable CUDA driver is installed."""


class Driver:
    """The driver library, with error checking on every call."""

    def __init__(self, path: str | None = None) -> None:
        self.unreleased: list[_Handle] = []  # handles that could not be released for lack of memory
        path = path or os.environ.get("GELENK_CUDA_DRIVER") or LIBRARY
        try:
            self._dll = ctypes.CDLL(path)
        except OSError as error:
            raise NoDriver(
                f"device='cuda:0' needs NVIDIA's driver, but {path} cannot be loaded ({error}). It is part of the "
                "GPU's driver, not of the CUDA toolkit; containers get it from the host (--gpus all). device='cpu' "
                "needs no driver"
            ) from None
        self.path = path
        self("cuInit", 0)
        version = ctypes.c_int()
        self("cuDriverGetVersion", ctypes.byref(version))
        self.version = version.value
        if self.version < LEAST_VERSION:
            raise NoDriver(
                f"the GPU driver supports CUDA {self.version // 1000}.{self.version % 1000 // 10}; "
                f"gelenk needs {LEAST_VERSION // 1000}.{LEAST_VERSION % 1000 // 10} or later: update it"
            )

    def __call__(self, name: str, *args: Any) -> None:
        """Call a function of the driver; raise DriverError if it fails."""
        while self.unreleased:
            self.unreleased.pop().release()
        try:
            status = getattr(self._dll, name)(*args)
        except ctypes.ArgumentError as error:
            raise link.conversion_error(error) from error
        if status:
            raise DriverError(self.error_message(name, status))

    def function(self, name: str) -> Callable[..., int]:
        """Return a function of the driver, which returns an error code."""
        found: Callable[..., int] = getattr(self._dll, name)
        return found

    def error_message(self, name: str, status: int) -> str:
        """Return the message for an error code."""
        text = ctypes.c_char_p()
        known = self._dll.cuGetErrorName(status, ctypes.byref(text)) == 0 and text.value
        what = text.value.decode() if known and text.value else f"error {status}"
        hint = _HINTS.get(what)
        return f"{name}: {what}" + (f": {hint}" if hint else "")

    def count(self) -> int:
        """Return the number of GPUs."""
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
            raise DriverError(f"device cuda:{number} does not exist: this process sees {count} NVIDIA GPUs")
        self._device = ctypes.c_int()
        self.driver("cuDeviceGet", ctypes.byref(self._device), number)
        self._context = ctypes.c_void_p()
        release = self.driver.function("cuDevicePrimaryCtxRelease_v2")
        finalize(
            self,
            self.driver,
            _call_unless_zero(self._context, release, [ctypes.c_int.from_param(self._device.value)]),
        )
        self.driver("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), self._device)
        self.enter = functools.partial(
            self.driver.function("cuCtxPushCurrent_v2"), ctypes.c_void_p.from_param(self._context.value)
        )
        self.leave = functools.partial(
            self.driver.function("cuCtxPopCurrent_v2"), ctypes.byref(ctypes.c_void_p())
        )

    def make_current(self) -> None:
        """Make the context current in this thread, so that later calls go to this GPU."""
        self.driver("cuCtxSetCurrent", self._context)

    @property
    def name(self) -> str:
        """Return the name of the GPU."""
        text = ctypes.create_string_buffer(256)
        self.driver("cuDeviceGetName", text, len(text), self._device)
        return text.value.decode()

    @property
    def compute_capability(self) -> tuple[int, int]:
        """Return the compute capability: (9, 0) is sm_90."""
        return self._attribute(75), self._attribute(
            76
        )  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR

    def block_size(self, threads: int) -> int:
        """Return the number of threads per block, for a launch of ``threads`` in total."""
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
        """Return (free, total) bytes of device memory."""
        self.make_current()
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.driver("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value, total.value

    def allocate(self, size: int) -> "Memory":
        """Return new device memory, filled with zeros."""
        return Memory(self, size)

    def module(self, image: bytes) -> "Module":
        """Load code as a module, which has its own constants."""
        return Module(self, image)

    def stream(self) -> "Stream":
        """Return a new stream, which runs concurrently with others."""
        self.make_current()
        return Stream(self, None)

    def record_graph(self, stream: "Stream", work: Callable[[], object]) -> "Graph":
        """Record the launches that ``work`` makes in ``stream`` as a graph; return the graph."""
        self.make_current()
        graph, made = Graph(self), _Handle(self, "cuGraphDestroy")
        end = functools.partial(
            self.driver.function("cuStreamEndCapture"),
            ctypes.c_void_p.from_param(stream.handle),
            ctypes.byref(made.value),
        )
        try:
            try:
                self.driver("cuStreamBeginCapture_v2", stream.pointer, CAPTURE_RELAXED)
                work()
            finally:
                status = end()
            if status:
                raise DriverError(self.driver.error_message("cuStreamEndCapture", status))
            graph._instantiate(made)
        finally:
            made.release()
        return graph


def _call_unless_zero(
    handle: Any, function: Callable[..., int], arguments: list[Any]
) -> functools.partial[Any]:
    """Return a call of ``function(arguments[0])`` in C, made unless ``handle`` is zero."""
    return functools.partial(next, map(function, itertools.compress(arguments, (handle,))), None)


_RELEASED = ctypes.c_void_p()


class _Handle:
    """A handle of the driver, released by a finalizer of its owner.

    The finalizer is registered before the driver makes the handle, so that no failure in between leaks the handle. The
    finalizer makes the context of the device current, since the releasing thread may have no context.

    value   0 before the driver has made it, and after its release
    """

    __slots__ = ("_arguments", "_release", "device", "value")

    def __init__(self, device: Device, release: str, owner: object = None) -> None:
        self.device, self.value, self._release = device, ctypes.c_void_p(), device.driver.function(release)
        self._arguments: list[Any] = [self.value]
        if owner is not None:
            release_value = _call_unless_zero(self.value, self._release, self._arguments)
            finalize(owner, device, device.enter, release_value, device.leave)

    def checked_value(self) -> int:
        """Return the value made by the driver; prepare its release, which must not allocate."""
        value = self.value.value or 0
        self._arguments[0] = ctypes.c_void_p.from_param(value)
        return value

    def release(self) -> None:
        """Release a handle without owner, or queue it for a later call if memory is exhausted."""
        value, self.value = self.value, _RELEASED
        if not value:
            return
        try:
            self.device.enter()
            try:
                self._release(value)
            finally:
                self.device.leave()
        except (MemoryError, ctypes.ArgumentError):
            self.value = value
            self.device.driver.unreleased.append(self)


class Stream:
    """A stream of the device.

    handle   None: a new stream; else one of others, for example of torch or jax; 0 is the default
    """

    def __init__(self, device: Device, handle: int | None) -> None:
        self.device = device
        if handle is None:
            made = _Handle(device, "cuStreamDestroy_v2", self)
            device.driver("cuStreamCreate", ctypes.byref(made.value), 1)  # CU_STREAM_NON_BLOCKING
            handle = made.checked_value()
        self.handle = int(handle)
        self.pointer = ctypes.c_void_p(self.handle)

    def wait(self) -> None:
        """Wait until all work in the stream is done."""
        self.device.make_current()
        self.device.driver("cuStreamSynchronize", self.pointer)


class Memory:
    """Device memory; ``pointer`` is its device address."""

    def __init__(self, device: Device, size: int) -> None:
        self.device, self.size = device, int(size)
        device.make_current()
        made = _Handle(device, "cuMemFree_v2", self)
        try:
            device.driver("cuMemAlloc_v2", ctypes.byref(made.value), ctypes.c_size_t(max(1, self.size)))
        except DriverError as error:
            free, total = device.free_memory()
            raise MemoryError(
                f"cannot allocate {self.size / 2**20:.1f} MiB on cuda:{device.number}: {error} "
                f"({free / 2**20:.0f} of {total / 2**20:.0f} MiB are free)"
            ) from None
        self.pointer = made.checked_value()
        device.driver("cuMemsetD8_v2", Address(self.pointer), 0, ctypes.c_size_t(max(1, self.size)))

    def write(self, array: np.ndarray, offset: int = 0) -> None:
        """Copy a host array to the device."""
        array = np.ascontiguousarray(array)
        self._check_range(offset, array.nbytes)
        self.device.make_current()
        self.device.driver(
            "cuMemcpyHtoD_v2", Address(self.pointer + offset), ctypes.c_void_p(array.ctypes.data),
            ctypes.c_size_t(array.nbytes),
        )  # fmt: skip

    def read(self, array: np.ndarray, offset: int = 0) -> np.ndarray:
        """Copy from the device into a C-contiguous host array; return the array."""
        self._check_range(offset, array.nbytes)
        self.device.make_current()
        self.device.driver(
            "cuMemcpyDtoH_v2", ctypes.c_void_p(array.ctypes.data), Address(self.pointer + offset),
            ctypes.c_size_t(array.nbytes),
        )  # fmt: skip
        return array

    def _check_range(self, offset: int, nbytes: int) -> None:
        if offset < 0 or offset + nbytes > self.size:
            raise IndexError(f"bytes {offset} to {offset + nbytes} exceed a buffer of {self.size} bytes")


class Module:
    """Loaded code: kernels and constants by name."""

    def __init__(self, device: Device, image: bytes) -> None:
        self.device = device
        self._image = ctypes.create_string_buffer(image, len(image) + 1)  # PTX must end with a zero byte
        device.make_current()
        made = _Handle(device, "cuModuleUnload", self)
        self._handle = made.value
        device.driver("cuModuleLoadData", ctypes.byref(self._handle), self._image)
        made.checked_value()
        self._functions: dict[str, ctypes.c_void_p] = {}

    def write_constant(self, name: str, numbers: np.ndarray) -> None:
        """Write a constant.

        Errors   DriverError: no constant has that name; ValueError: the constant is smaller
        """
        self.device.make_current()
        at, size = ctypes.c_uint64(), ctypes.c_size_t()
        self.device.driver(
            "cuModuleGetGlobal_v2", ctypes.byref(at), ctypes.byref(size), self._handle, name.encode()
        )
        if numbers.nbytes > size.value:
            raise ValueError(f"constant {name} has {size.value} bytes, not {numbers.nbytes}")
        self.device.driver(
            "cuMemcpyHtoD_v2", at, ctypes.c_void_p(numbers.ctypes.data), ctypes.c_size_t(numbers.nbytes)
        )

    def function(self, name: str) -> ctypes.c_void_p:
        """Return a kernel's handle."""
        found = self._functions.get(name)
        if found is None:
            found = ctypes.c_void_p()
            self.device.make_current()
            self.device.driver("cuModuleGetFunction", ctypes.byref(found), self._handle, name.encode())
            self._functions[name] = found
        return found

    def launch(self, name: str, threads: int, stream: Stream, *args: Any) -> None:
        """Launch a kernel with ``threads`` threads in a stream; arguments are ctypes values."""
        function = self.function(name)
        self.device.make_current()
        pointers = (ctypes.c_void_p * len(args))(*(ctypes.addressof(a) for a in args))
        block = self.device.block_size(threads)
        blocks = -(-threads // block)
        self.device.driver(
            "cuLaunchKernel", function, blocks, 1, 1, block, 1, 1, 0, stream.pointer, pointers, None
        )


class Graph:
    """A recorded sequence of launches, run by one call."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self._handle = _Handle(device, "cuGraphExecDestroy", self)
        self._run = self._handle.value

    def _instantiate(self, graph: _Handle) -> None:
        self.device.driver(
            "cuGraphInstantiateWithFlags", ctypes.byref(self._run), graph.value, ctypes.c_ulonglong(0)
        )
        self._handle.checked_value()

    def launch(self, stream: Stream) -> None:
        """Run the launches in a stream."""
        self.device.make_current()
        self.device.driver("cuGraphLaunch", self._run, stream.pointer)
