"""Emulators, C libraries and a C compiler for other platforms, installed into one folder without root.

`python -m tests.platforms.tools FOLDER` fetches three packages of Debian and a Python package, and `.ci/run` names the
folder in GELENK_PLATFORMS. This file needs the standard library alone.
"""

import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = os.environ.get("GELENK_PLATFORMS")
INSTALL = "python -m tests.platforms.tools FOLDER, and GELENK_PLATFORMS=FOLDER"
DEBIAN = ("qemu-user-static", "libc6-arm64-cross", "musl")  # 64 MB
COMPILER = "ziglang"  # a C compiler for all platforms; 101 MB
QEMU = {"aarch64": "usr/bin/qemu-aarch64-static", "x86_64": "usr/bin/qemu-x86_64-static"}
ARM_ROOT = "usr/aarch64-linux-gnu"  # folder of the loader and glibc for aarch64
MUSL = "lib/ld-musl-x86_64.so.1"
WINE = ("wine64", "wine", "/usr/lib/wine/wine64")


class Missing(Exception):
    """A tool that is not installed; the message says which, and how to install it."""


def path(name: str) -> Path:
    """Return a file of the folder, or of the same name on the PATH.

    Errors   Missing: there is none
    """
    inside = Path(FOLDER or "/nonexistent") / name
    if inside.exists():
        return inside
    elsewhere = shutil.which(Path(name).name)
    if elsewhere is None:
        raise Missing(f"{Path(name).name} is not installed: {INSTALL}")
    return Path(elsewhere)


def emulator(machine: str, cpu: str) -> list[str]:
    """Return the command that runs a program of Linux as a certain CPU."""
    root = ["-L", str(path(ARM_ROOT))] if machine == "aarch64" else []
    return [str(path(QEMU[machine])), "-cpu", cpu, *root]


@functools.cache
def _compiler() -> list[str]:
    folder = Path(FOLDER or "/nonexistent")
    if not (folder / COMPILER).is_dir():
        raise Missing(f"{COMPILER} is not installed: {INSTALL}")
    return [sys.executable, "-c", f"import sys; sys.path[0] = {str(folder)!r}; import {COMPILER}.__main__"]


def compile_c(source: Path, triple: str, program: Path) -> None:
    """Compile a C program for a target as zig names it.

    Errors   Missing: the compiler is not installed
    """
    if "windows" in triple:
        _compile_for_windows(source, triple, program)
    else:
        dynamic = ["-dynamic"] if "musl" in triple else []
        _zig("cc", "-target", triple, *dynamic, "-O1", "-o", str(program), str(source), "-lm")


def _zig(*arguments: str) -> None:
    done = subprocess.run([*_compiler(), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _compile_for_windows(source: Path, triple: str, program: Path) -> None:
    """Link a program with the C runtime of Windows, since zig would compile its own, in 100 s."""
    made = program.with_name(f"{program.name}.obj")
    _zig("cc", "-target", triple, "-O1", "-c", "-o", str(made), str(source))
    runtime = [f"-lapi-ms-win-crt-{part}-l1-1-0" for part in ("runtime", "stdio", "heap", "time")]
    # what the linker of wheels asks for too (toolchain/link.py), so that the library of the compiler is made once
    options = [
        "-O",
        "ReleaseFast",
        "-fcompiler-rt",
        "-fstrip",
        "-fentry=mainCRTStartup",
        f"-femit-bin={program}",
    ]
    _zig("build-exe", "-target", triple, *options, str(made), "-lkernel32", *runtime)


def wine(folder: Path) -> list[str]:
    """Return the command that runs a program of Windows; its drive and registry are in a folder.

    Errors   Missing: wine is not installed
    """
    program = next((found for name in WINE if (found := shutil.which(name))), None)
    if program is None:
        raise Missing("wine is not installed: apt-get install wine64")
    from tests.support.once import once

    def command(prefix: Path) -> list[str]:
        return ["env", "-u", "DISPLAY", f"WINEPREFIX={prefix}", "WINEDEBUG=-all", program]

    def boot(prefix: Path) -> None:
        subprocess.run([*command(prefix), "wineboot", "-i"], check=True, capture_output=True, timeout=180)

    return command(once(folder / "wine", boot))


def stages_as_wasm() -> bytes:
    """Return the stages of exported pages, linked by wasm-ld of this machine or of the folder.

    Errors   Missing: there is no linker
    """
    from gelenk.toolchain import wasm

    if FOLDER and FOLDER not in sys.path:
        sys.path.append(FOLDER)
    try:
        return wasm.module()
    except RuntimeError as error:
        raise Missing(f"{error} ({INSTALL})") from None


def install(folder: Path) -> None:
    """Fetch all tools into a folder, unless they are there.

    Errors   CalledProcessError: a registry does not answer, or has no such package
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / QEMU["aarch64"]).exists():
        with tempfile.TemporaryDirectory() as fresh:
            fetch = ["apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", *DEBIAN]
            if subprocess.run(
                fetch, cwd=fresh, check=False
            ).returncode:  # lists of packages are old or missing
                subprocess.run(["apt-get", "-q", "update"], check=True)
                subprocess.run(fetch, cwd=fresh, check=True)
            for package in Path(fresh).glob("*.deb"):
                subprocess.run(["dpkg-deb", "-x", str(package), str(folder)], check=True)
    if not (folder / COMPILER).exists():
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-deps",
            "--no-compile",
            "--only-binary=:all:",
        ]
        subprocess.run([*pip, "--disable-pip-version-check", "--target", str(folder), COMPILER], check=True)


if __name__ == "__main__":
    try:
        install(Path(sys.argv[1]).resolve())
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"tools for other platforms: {error}")
