"""A driver without a GPU (tests/gpu/fake_cuda.c), and programs as it loads them: run by the processor."""

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
NEVER = -1  # an order of lanes: none waits
needs_cc = pytest.mark.skipif(
    shutil.which("cc") is None, reason="the stand-in for the driver is made by a C compiler"
)


@functools.cache
def library() -> str:
    """The shared library of the stand-in."""
    folder = tempfile.mkdtemp(prefix="gelenk-fake-cuda-")
    made = Path(folder) / "libcuda.so"
    command = ["cc", "-O1", "-shared", "-fPIC", "-pthread", "-o", str(made), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return str(made)


class Fake(Driver):
    """The stand-in, with the questions that only tests ask."""

    def __init__(self) -> None:
        super().__init__(library())
        self._dll.fake_calls.restype = ctypes.c_char_p
        self._dll.fake_in_use.restype = ctypes.c_size_t
        self._dll.fake_waits.restype = ctypes.c_long

    def calls(self) -> list[str]:
        """The calls since this was last asked."""
        return self._dll.fake_calls().decode().split()

    def fail(self, name: str, status: int) -> None:
        """The next call of that function fails."""
        self._dll.fake_fail(name.encode(), status)

    def lose(self, on: bool) -> None:
        """Every call fails, as after a crash on the device."""
        self._dll.fake_lose(int(on))

    def limit(self, nbytes: int) -> None:
        """Bytes that the device has."""
        self._dll.fake_limit(ctypes.c_size_t(nbytes))

    def guard_below(self, on: bool) -> None:
        """Memory begins, and does not end, beside a page that cannot be touched."""
        self._dll.fake_guard_below(int(on))

    def order(self, order: int) -> None:
        """Which lane of a world goes first: 0, then 1, ...; or the last (1); or a random one, by a seed (2 and more).

        NEVER: they do not wait for each other at all.
        """
        self._dll.fake_order(order)

    def waits(self) -> int:
        """How often lanes waited for each other, in all worlds, since this was last asked."""
        return self._dll.fake_waits()

    @property
    def in_use(self) -> int:
        """Bytes that are allocated."""
        return self._dll.fake_in_use()


@functools.cache
def image(libraries: tuple[str, ...], variant: Variant) -> bytes:
    """A program as the stand-in loads it: its length, then a shared library."""
    made = program.image(list(libraries), variant)
    return struct.pack("<Q", len(made)) + made


def load(libraries: list[str], variant: Variant) -> bytes:
    """What DeviceBatch asks for its program."""
    return image(tuple(libraries), variant)


def device(number: int = 0) -> Device:
    """A device of the stand-in."""
    return Device(number, Fake())
