"""From objects to a shared library: our own linker, or the system's.

Documents: design / Compiled ahead, loaded without Numba

Our own (jit/elf) needs no compiler and no linker, binds to the oldest version of each function, and gives equal bytes
for equal objects. It writes ELF; elsewhere, or with GELENK_LINKER=system, a compiler driver links.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from gelenk.jit import platforms
from gelenk.jit.elf import image

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
