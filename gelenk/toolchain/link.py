"""Link object files to a shared library; open shared libraries and find their symbols.

Documents: design / Compiled ahead, loaded without Numba

gelenk's own linker (toolchain/elf) needs no compiler, binds to the oldest version of each function, and gives equal
bytes for equal objects. It writes ELF. Mach-O and PE are linked by zig, on any machine: the package ziglang contains
the linkers and stub libraries of both systems, and signs for macOS. On macOS without zig, or with GELENK_LINKER=system,
a compiler driver of the system links.

Libraries are opened by the system's functions directly, since ctypes.CDLL creates a new function class per library,
which takes longer than opening it.
"""

import _ctypes
import ctypes
import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from gelenk.toolchain import platforms
from gelenk.toolchain.elf import image
from gelenk.toolchain.targets import OWN, ZIG, Platform


class SharedLibrary:
    """A library that stays loaded for the life of the process.

    Errors   OSError: the file cannot be loaded
    """

    def __init__(self, path: Path) -> None:
        opened, self._find = platforms.loader()
        self._handle = opened(str(path))

    def address(self, symbol: str) -> int:
        """Return the address of a function or variable, 0 if the library has none of that name."""
        return self._find(self._handle, symbol.encode()) or 0


class _Function(ctypes._CFuncPtr):  # type: ignore[name-defined]  # CFUNCTYPE would create a class per signature
    _flags_ = _ctypes.FUNCFLAG_CDECL
    _restype_ = ctypes.c_int64


def conversion_error(error: BaseException) -> BaseException:
    """Return the exception to raise in place of ``error``, raised by a call of compiled code.

    ctypes reports a lack of memory for an argument as ArgumentError, which becomes MemoryError; other exceptions are
    returned unchanged.
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


def can_link(platform: Platform) -> bool:
    """Return whether libraries for a platform can be linked on this machine."""
    return uses_own_linker(platform) or _links_by_zig(platform) or platform is platforms.here()


def linker_name() -> str:
    """Return the name of the linker of this platform, for `gelenk doctor`."""
    row = platforms.here()
    if uses_own_linker(row):
        return "gelenk's own"
    return "zig" if _links_by_zig(row) else "the compiler driver of the system"


def _links_by_zig(row: Platform) -> bool:
    return row.linker == ZIG and zig() is not None and os.environ.get("GELENK_LINKER") != "system"


def shared_library(objects: list[bytes], platform: Platform | None = None) -> bytes:
    """Link ``objects`` to a shared library (bytes), for this platform by default.

    Errors   RuntimeError: nothing that is installed can link for the platform, with the remedy; or linking failed
    """
    row = platform or platforms.here()
    if uses_own_linker(row):
        return image.shared_library(objects, row.provider)
    if _links_by_zig(row):
        return _link_by_zig(objects, row)
    if row is not platforms.here():
        raise RuntimeError(
            f"libraries for {row.name} cannot be linked on {platforms.name()} without zig: pip install ziglang"
        )
    return link_by_driver(objects)


def zig() -> Path | None:
    """Return the program of the package ziglang, None if it is not installed."""
    found = importlib.util.find_spec("ziglang")
    if found is None or not found.origin:
        return None
    return Path(found.origin).with_name("zig.exe" if os.name == "nt" else "zig")


def _link_by_zig(objects: list[bytes], row: Platform) -> bytes:
    if row.system == "win32":
        return _link_for_windows(objects, row)
    named = ["-Wl,-install_name,@rpath/gelenk.dylib"] if row.system == "darwin" else []
    return linked([str(zig()), "cc", "-target", row.zig, "-shared", "-s", *named], objects, row.suffix, "-lm")


# Windows calls the entry of a library when it is loaded; that of zig's C library would prepare more than kernels need.
_ENTRY_OF_WINDOWS = "int DllMainCRTStartup(void *module, unsigned reason, void *reserved) { return 1; }\n"


def _link_for_windows(objects: list[bytes], row: Platform) -> bytes:
    """Link for Windows without zig's C library, which takes 98 s to compile at first.

    sin, cos, tan, exp and log come from the runtime library of zig's compiler, the other functions from Windows 10.
    """
    command = [str(zig()), "build-lib", "-dynamic", "-target", row.zig, "-O", "ReleaseFast", "-fcompiler-rt"]
    with tempfile.TemporaryDirectory(prefix="gelenk-link-") as folder:
        entry = Path(folder) / "entry.c"
        entry.write_text(_ENTRY_OF_WINDOWS, encoding="utf-8")
        more = ["-fstrip", "-fno-emit-implib", f"-l{row.math}", str(entry)]
        return linked([*command, *more], objects, row.suffix, output="-femit-bin=")


def link_by_driver(objects: list[bytes]) -> bytes:
    """Link with the system's compiler driver.

    Errors   RuntimeError: no compiler driver is installed, with the remedy; or linking failed
    """
    row = platforms.here()
    driver = next((found for name in DRIVERS if (found := shutil.which(name))), None) if row.driver else None
    if driver is None:
        remedy = (
            "a wheel of gelenk" if row.linker == OWN else "a wheel of gelenk, or zig: pip install ziglang"
        )
        compilers = "install gcc or clang, or " if row.driver else "install "
        raise RuntimeError(
            f"linking compiled kernels on {platforms.name()} needs a C compiler driver ({', '.join(DRIVERS)}), "
            f"but none is on the PATH: {compilers}{remedy}"
        )
    return linked([driver, *row.driver], objects, row.suffix, "-lm")


def linked(
    command: list[str], objects: list[bytes], suffix: str, *libraries: str, output: str = "-o"
) -> bytes:
    """Return the library that a linker or compiler driver makes of objects.

    output   option that precedes the path of the library; with "=" at its end, in one argument
    Errors   RuntimeError: linking failed
    """
    with tempfile.TemporaryDirectory(prefix="gelenk-link-") as folder:
        files = [Path(folder) / f"{i}.o" for i in range(len(objects))]
        for file, data in zip(files, objects, strict=True):
            file.write_bytes(data)
        made = Path(folder) / f"made{suffix}"
        listed = Path(folder) / "objects"  # a command line of Windows has at most 32,767 characters
        listed.write_text("\n".join(f'"{file.as_posix()}"' for file in files), encoding="utf-8")
        target = [f"{output}{made}"] if output.endswith("=") else [output, str(made)]
        whole = [*command, *target, f"@{listed}", *libraries]
        done = subprocess.run(whole, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip() or platforms.ending(done.returncode)
            raise RuntimeError(f"{command[0]} could not link compiled kernels: {said}")
        return made.read_bytes()
