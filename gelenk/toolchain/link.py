"""Link object files to a shared library; open shared libraries and find their symbols.

Documents: design / Compiled ahead, loaded without Numba

gelenk's own linker (toolchain/elf) needs no compiler, binds to the oldest version of each function, and gives equal
bytes for equal objects. It writes ELF; on other systems, or with GELENK_LINKER=system, a compiler driver links.

Libraries are opened by dlopen and dlsym directly, since ctypes.CDLL creates a new function class per library, which
takes longer than opening it.
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
from gelenk.toolchain.targets import OWN, Platform

RTLD_NOW = 2  # equal on all supported systems


@functools.cache
def _system() -> tuple[Any, Any, Any]:
    """Return dlopen, dlsym and dlerror, available in every process with extension modules."""
    process = ctypes.PyDLL(None)
    process.dlopen.argtypes, process.dlopen.restype = (ctypes.c_char_p, ctypes.c_int), ctypes.c_void_p
    process.dlsym.argtypes, process.dlsym.restype = (ctypes.c_void_p, ctypes.c_char_p), ctypes.c_void_p
    process.dlerror.argtypes, process.dlerror.restype = (), ctypes.c_char_p
    return process.dlopen, process.dlsym, process.dlerror


class SharedLibrary:
    """A library that stays loaded for the life of the process.

    Errors   OSError: the file cannot be loaded
    """

    def __init__(self, path: Path) -> None:
        opened, self._find, problem = _system()
        self._handle = opened(str(path).encode(), RTLD_NOW)
        if not self._handle:
            raise OSError((problem() or b"no reason given").decode(errors="replace"))

    def address(self, symbol: str) -> int:
        """Return the address of a function or variable, 0 if there is none of that name."""
        return self._find(self._handle, symbol.encode()) or 0


class _Function(ctypes._CFuncPtr):  # type: ignore[name-defined]  # CFUNCTYPE would create a class per signature
    _flags_ = _ctypes.FUNCFLAG_CDECL
    _restype_ = ctypes.c_int64


def conversion_error(error: BaseException) -> BaseException:
    """Return the exception to raise for one of a call of compiled code.

    MemoryError if ctypes had no memory to convert an argument; other exceptions are returned unchanged.
    """
    starved = isinstance(error, ctypes.ArgumentError) and "MemoryError" in str(error)
    return MemoryError("no memory to call compiled code") if starved else error


def entry_of(function: Any) -> int:
    """Return the address of a ctypes function or callback.

    Errors   MemoryError: ctypes is out of memory
    """
    try:
        return ctypes.cast(function, ctypes.c_void_p).value or 0
    except ctypes.ArgumentError as error:
        raise conversion_error(error) from error


def c_function(address: int, kinds: list[Any]) -> Any:
    """Return the C function at an address, with these ctypes arguments and an int64 result."""
    function = _Function(address)
    function.argtypes = kinds
    return function


DRIVERS = ("cc", "gcc", "clang")


def uses_own_linker(platform: Platform | None = None) -> bool:
    """Return whether gelenk's linker is used: for ELF, unless GELENK_LINKER=system.

    platform   by default that of this process
    """
    row = platform or platforms.here()
    return row.linker == OWN and os.environ.get("GELENK_LINKER") != "system"


def shared_library(objects: list[bytes], python: bool = False, platform: Platform | None = None) -> bytes:
    """Link ``objects`` to a shared library (bytes), for this platform by default.

    python   the objects call the interpreter
    """
    row = platform or platforms.here()
    if uses_own_linker(row):
        return image.shared_library(objects, row.process if python else row.provider)
    if row is not platforms.here():
        raise RuntimeError(f"libraries for {row.name} cannot be linked on {platforms.name()}")
    return link_by_driver(objects, python)


def link_by_driver(objects: list[bytes], python: bool = False) -> bytes:
    """Link with the system's compiler driver.

    Errors   RuntimeError: no compiler driver is installed, with the remedy; or linking failed
    """
    driver = next((found for name in DRIVERS if (found := shutil.which(name))), None)
    if driver is None:
        raise RuntimeError(
            f"linking compiled kernels on {platforms.name()} needs a C compiler driver ({', '.join(DRIVERS)}), "
            "but none is on the PATH: install gcc or clang, or a wheel of gelenk"
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
