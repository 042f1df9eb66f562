"""Shared libraries of this process: opened, and asked where their functions are.

Documents: design / Compiled ahead, loaded without Numba

By dlopen and dlsym themselves: for each library that is opened by its class, ctypes makes a new class of
functions, which takes longer than opening it.

From objects to a shared library: our own linker, or the system's.

Our own (toolchain/elf) needs no compiler and no linker, binds to the oldest version of each function, and gives equal
bytes for equal objects. It writes ELF; elsewhere, or with GELENK_LINKER=system, a compiler driver links.
"""

import _ctypes
import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from gelenk.toolchain import platforms
from gelenk.toolchain.elf import image

RTLD_NOW = 2  # in all systems that gelenk runs on


@functools.cache
def _system() -> tuple[Any, Any, Any]:
    """dlopen, dlsym and dlerror, which every process has that can load extension modules."""
    process = ctypes.PyDLL(None)
    process.dlopen.argtypes, process.dlopen.restype = (ctypes.c_char_p, ctypes.c_int), ctypes.c_void_p
    process.dlsym.argtypes, process.dlsym.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_void_p
    process.dlerror.argtypes, process.dlerror.restype = (), ctypes.c_char_p
    return process.dlopen, process.dlsym, process.dlerror


class SharedLibrary:
    """A library that stays in the process as long as it lives. OSError where it cannot be loaded."""

    def __init__(self, path: Path) -> None:
        opened, self._find, problem = _system()
        self._handle = opened(str(path).encode(), RTLD_NOW)
        if not self._handle:
            raise OSError((problem() or b"no reason given").decode(errors="replace"))

    def address(self, symbol: str) -> int:
        """Where it has a function or variable; 0 where it has none of that name."""
        return self._find(self._handle, symbol.encode()) or 0


class _Function(ctypes._CFuncPtr):  # type: ignore[name-defined]  # in CFUNCTYPE, which makes a class for each signature
    _flags_ = _ctypes.FUNCFLAG_CDECL
    _restype_ = ctypes.c_int64


def told(error: ctypes.ArgumentError) -> Exception:
    """Return what a call should raise where ctypes could not convert an argument: mostly there was no memory to."""
    return MemoryError("no memory to call compiled code") if "MemoryError" in str(error) else error


def entry_of(function: Any) -> int:
    """Return the address of a function that ctypes has made of one in Python.

    Errors   MemoryError: ctypes had no memory to tell it
    """
    try:
        return ctypes.cast(function, ctypes.c_void_p).value or 0
    except ctypes.ArgumentError as error:
        raise told(error) from error


def c_function(address: int, kinds: list[Any]) -> Any:
    """The C function at an address, of arguments of these types of ctypes; it gives an int64."""
    function = _Function(address)
    function.argtypes = kinds
    return function


DRIVERS = ("cc", "gcc", "clang")


def ours() -> bool:
    """Whether our own linker is used: where libraries are ELF, unless GELENK_LINKER=system."""
    return platforms.here().suffix == ".so" and os.environ.get("GELENK_LINKER") != "system"


def shared_library(objects: list[bytes], python: bool = False) -> bytes:
    """The shared library of ``objects``, as bytes; ``python``: its code calls the interpreter."""
    if ours():
        return image.shared_library(objects, platforms.process if python else platforms.provider)
    return by_system(objects, python)


def by_system(objects: list[bytes], python: bool = False) -> bytes:
    """The same by the system's compiler driver; RuntimeError says what to install where there is none."""
    driver = next((found for name in DRIVERS if (found := shutil.which(name))), None)
    if driver is None:
        raise RuntimeError(
            f"linking compiled kernels on {platforms.name()} takes a C compiler driver ({', '.join(DRIVERS)}), "
            "and none is on the PATH: install gcc or clang, or a wheel of gelenk, which needs none"
        )
    with tempfile.TemporaryDirectory(prefix="gelenk-link-") as folder:
        files = [Path(folder) / f"{i}.o" for i in range(len(objects))]
        for file, data in zip(files, objects, strict=True):
            file.write_bytes(data)
        made = Path(folder) / "made"
        flags = platforms.here().open if python else platforms.here().driver
        command = [driver, *flags, "-o", str(made), *map(str, files), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip() or platforms.ending(done.returncode)
            raise RuntimeError(f"{driver} could not link compiled kernels: {said}")
        return made.read_bytes()
