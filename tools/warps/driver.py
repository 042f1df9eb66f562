"""CUDA driver of the simulator: `DeviceBatch` allocates, loads PTX and launches as on a GPU.

    device = simulated()
    b = DeviceBatch(m, 32, device, "float32", load=load)      load: the program as PTX
    b.step()
    device.driver.counts                                      a LaunchCount for each launch

Functions without a meaning here, such as those of contexts, do nothing.
"""

import ctypes
from collections.abc import Callable
from typing import Any

from gelenk.toolchain import cache
from gelenk.toolchain.gpu import program
from gelenk.toolchain.gpu.cuda_driver import Device, Driver
from gelenk.toolchain.gpu.variant import Variant
from tools.warps import execution
from tools.warps.costs import MULTIPROCESSORS, WARPS_PER_MULTIPROCESSOR
from tools.warps.memory import Memory
from tools.warps.registers import width


def load(libraries: list[str], variant: Variant) -> bytes:
    """Return a program as PTX."""
    return cache.read(program.ptx_file(libraries, variant))


def simulated() -> Device:
    """Return a device that runs on the simulator."""
    return Device(0, SimulatedDriver())


def _value(argument: Any) -> int:
    return int(getattr(argument, "value", argument) or 0)


class SimulatedDriver(Driver):
    """The functions of the driver that a batch calls.

    counts     costs of each launch
    resident   resident warps per multiprocessor, which share the caches
    """

    def __init__(self) -> None:
        self.unreleased = []
        self.path, self.version = "simulator", 13000
        self.memory = Memory()
        self.counts: list[execution.LaunchCount] = []
        self.resident = WARPS_PER_MULTIPROCESSOR
        self._programs: list[execution.Program] = []
        self._functions: list[tuple[execution.Program, str]] = []
        self._captured: list[Callable[[], None]] | None = None
        self._graphs: list[list[Callable[[], None]]] = []
        self._dll = self

    def count(self) -> int:
        """Return the number of devices."""
        return 1

    def __getattr__(self, name: str) -> Callable[..., int]:
        """Return a function that does nothing, for functions that a simulator does not need."""
        if not name.startswith("cu"):
            raise AttributeError(name)
        return lambda *given: 0

    def cuDeviceGetAttribute(self, out: Any, which: int, device: Any) -> int:
        """Report compute capability 9.0 and the multiprocessors of an H200."""
        out._obj.value = {75: 9, 76: 0, 16: MULTIPROCESSORS}.get(which, 0)
        return 0

    def cuMemAlloc_v2(self, out: Any, size: Any) -> int:
        """Allocate memory."""
        out._obj.value = self.memory.allocate(_value(size))
        return 0

    def cuMemcpyHtoD_v2(self, at: Any, host: Any, size: Any) -> int:
        """Copy from the host."""
        self.memory.write(_value(at), ctypes.string_at(_value(host), _value(size)) if _value(size) else b"")
        return 0

    def cuMemcpyDtoH_v2(self, host: Any, at: Any, size: Any) -> int:
        """Copy to the host."""
        ctypes.memmove(_value(host), self.memory.read(_value(at), _value(size)), _value(size))
        return 0

    def cuModuleLoadData(self, out: Any, image: Any) -> int:
        """Read a program."""
        self._programs.append(execution.Program(image.value.decode(), self.memory))
        out._obj.value = len(self._programs)
        return 0

    def cuModuleGetGlobal_v2(self, at: Any, size: Any, module: Any, name: bytes) -> int:
        """Return address and size of a variable."""
        known = self._programs[_value(module) - 1]
        v = known.listing.variables[name.decode()]
        at._obj.value, size._obj.value = known.symbols[name.decode()], width(v.kind) // 8 * v.count
        return 0

    def cuModuleGetFunction(self, out: Any, module: Any, name: bytes) -> int:
        """Return a kernel."""
        self._functions.append((self._programs[_value(module) - 1], name.decode()))
        out._obj.value = len(self._functions)
        return 0

    def cuLaunchKernel(self, function: Any, blocks: int, *given: Any) -> int:
        """Run a kernel, or record it while a stream is captured."""
        known, name = self._functions[_value(function) - 1]
        block, pointers = given[2], given[7]
        arguments = []
        for pointer, (_, kind) in zip(pointers, known.code(name).function.parameters, strict=False):
            arguments.append(int.from_bytes(ctypes.string_at(pointer, width(kind) // 8), "little"))

        def run() -> None:
            self.counts.append(execution.launch(known, name, blocks * block, arguments, block, self.resident))

        if self._captured is not None:
            self._captured.append(run)
        else:
            run()
        return 0

    def cuStreamBeginCapture_v2(self, stream: Any, mode: int) -> int:
        """Record the launches that follow."""
        self._captured = []
        return 0

    def cuStreamEndCapture(self, stream: Any, out: Any) -> int:
        """Return the recorded launches as a graph."""
        self._graphs.append(self._captured or [])
        self._captured = None
        out._obj.value = len(self._graphs)
        return 0

    def cuGraphInstantiateWithFlags(self, out: Any, graph: Any, flags: Any) -> int:
        """Make a graph executable."""
        out._obj.value = _value(graph)
        return 0

    def cuGraphLaunch(self, graph: Any, stream: Any) -> int:
        """Run the launches of a graph."""
        for run in self._graphs[_value(graph) - 1]:
            run()
        return 0
