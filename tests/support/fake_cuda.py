"""A stub of the CUDA driver (tests/gpu/fake_cuda.c), which runs GPU programs on the CPU."""

import ctypes
import functools
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

from gelenk.toolchain.gpu import program
from gelenk.toolchain.gpu.cuda_driver import Device, Driver
from gelenk.toolchain.gpu.variant import Variant

SOURCE = Path(__file__).resolve().parents[1] / "gpu" / "fake_cuda.c"
NEVER = -1  # order of lanes in which no lane waits at barriers
needs_cc = pytest.mark.skipif(
    shutil.which("cc") is None, reason="the stand-in for the driver is made by a C compiler"
)


@functools.cache
def library() -> str:
    """Compile the driver stub; return the path of the shared library."""
    folder = tempfile.mkdtemp(prefix="gelenk-fake-cuda-")
    made = Path(folder) / "libcuda.so"
    command = ["cc", "-O1", "-shared", "-fPIC", "-pthread", "-o", str(made), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return str(made)


class Fake(Driver):
    """The driver stub, with counters and failures for tests."""

    def __init__(self) -> None:
        super().__init__(library())
        self._dll.fake_calls.restype = ctypes.c_char_p
        self._dll.fake_in_use.restype = ctypes.c_size_t
        self._dll.fake_waits.restype = ctypes.c_long

    def calls(self) -> list[str]:
        """Return the driver calls since the last query."""
        return self._dll.fake_calls().decode().split()

    def fail(self, name: str, status: int) -> None:
        """Let the next call of a function fail with a status."""
        self._dll.fake_fail(name.encode(), status)

    def lose(self, on: bool) -> None:
        """Let every call fail, as after a crash on the device."""
        self._dll.fake_lose(int(on))

    def limit(self, nbytes: int) -> None:
        """Set the memory of the device [bytes]."""
        self._dll.fake_limit(ctypes.c_size_t(nbytes))

    def guard_below(self, on: bool) -> None:
        """Align allocations with the guard page before them instead of the one after them."""
        self._dll.fake_guard_below(int(on))

    def order(self, order: int) -> None:
        """Set the order of lanes of a world: 0 ascending, 1 descending, >= 2 a random seed.

        NEVER: lanes do not wait for each other.
        """
        self._dll.fake_order(order)

    def waits(self) -> int:
        """Return the number of waits of lanes at barriers in all worlds since the last query."""
        return self._dll.fake_waits()

    @property
    def in_use(self) -> int:
        """Return the number of allocated bytes."""
        return self._dll.fake_in_use()


@functools.cache
def image(libraries: tuple[str, ...], variant: Variant) -> bytes:
    """Return a program in the format of the stub: its length, then a shared library."""
    made = program.image(list(libraries), variant)
    return struct.pack("<Q", len(made)) + made


def load(libraries: list[str], variant: Variant) -> bytes:
    """Return the program of these libraries; replaces the loader of DeviceBatch."""
    return image(tuple(libraries), variant)


def device(number: int = 0) -> Device:
    """Return a device of the stub."""
    return Device(number, Fake())
