"""A Python for aarch64 on an emulated CPU: the wheel, its entry points and threads, the self-test, and test files.

    python -m tests.platforms.emulated FOLDER              all parts; FOLDER keeps what is fetched
    python -m tests.platforms.emulated FOLDER models       one of models, scenes, entries, threads, selftest, files
    python -m tests.platforms.emulated FOLDER --wheel X    with a wheel for linux-aarch64 that exists

Debian has the interpreter, and the package index the packages, for that architecture: neither root nor a second
architecture of dpkg is needed. There is no Numba, so whatever runs is code of the wheel. Each part prints a line; the
last is the total.
"""

import argparse
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from gelenk.toolchain import platforms
from tests.platforms import tools
from tests.platforms.installation import (
    Failed,
    Installation,
    entries,
    files,
    make_wheel,
    models,
    packages,
    scenes,
    selftest,
    threads,
)

CPU = "cortex-a72"  # of a Raspberry Pi 4
PYTHON = ("python3", "libpython3-stdlib", "zlib1g", "libstdc++6")
PLATFORMS = (
    "manylinux_2_28_aarch64",
    "manylinux_2_27_aarch64",
    "manylinux_2_17_aarch64",
    "manylinux2014_aarch64",
)


def kept_folder(shared: Path) -> Path:
    """Return the folder of the interpreter among the tools for other platforms, else a folder of this run."""
    return Path(tools.FOLDER) / "emulated" if tools.FOLDER else shared / "emulated"


def python_folder(folder: Path) -> Path:
    """Return the root of the interpreter, which is fetched unless it is there."""
    root = folder / "root"
    if any(root.glob("usr/bin/python3.*")):
        return root
    state = folder / "apt"
    for name in ("lists/partial", "archives/partial"):
        (state / name).mkdir(parents=True, exist_ok=True)
    (state / "status").write_text("")  # nothing is installed: apt fetches all that the interpreter needs
    (state / "conf").write_text(
        'APT::Architecture "arm64";\nAPT::Architectures { "arm64"; };\nAPT::Sandbox::User "root";\n'
        f'Dir::State::status "{state}/status";\nDir::State::lists "{state}/lists";\n'
        f'Dir::Cache "{state}";\nDir::Cache::archives "{state}/archives";\n'
    )
    apt = ["apt-get", "-q", "-c", str(state / "conf")]
    quiet = {"check": True, "stdout": subprocess.DEVNULL}
    subprocess.run([*apt, "update"], **quiet)
    install = ["install", "-y", "--download-only", "--no-install-recommends", *PYTHON]
    subprocess.run([*apt, *install], **quiet)
    unfinished = folder / "root.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    for package in sorted((state / "archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", str(package), str(unfinished)], check=True)
    unfinished.rename(root)
    shutil.rmtree(state)
    return root


def version(root: Path) -> str:
    """Return the version of the interpreter, "3.11"."""
    (found,) = (
        m[1] for f in root.glob("usr/bin/python3.*") if (m := re.fullmatch(r"python(3\.\d+)", f.name))
    )
    return found


class Emulated(Installation):
    """An installation of the wheel in the emulated Python."""

    def __init__(self, folder: Path, wheel: Path | None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        with platforms.locked(str(folder / "lock")):  # other processes fetch and build the same
            root = python_folder(folder)
            python = version(root)
            site = packages(folder / "site", python, PLATFORMS)
            super().__init__(python, site, wheel or make_wheel(folder, "linux-aarch64"), folder / "home")
        emulator = [str(tools.path(tools.QEMU["aarch64"])), "-cpu", CPU, "-L", str(root)]
        self.command = [*emulator, str(root / f"usr/bin/python{python}")]
        self.environment["PYTHONHOME"] = str(root / "usr")


PARTS = {part.__name__: part for part in (models, scenes, entries, threads, selftest, files)}


def main(arguments: list[str]) -> int:
    """Run the parts that are named, by default all; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="folder that keeps the interpreter and its packages")
    parser.add_argument("part", nargs="*", default=list(PARTS), choices=[[], *PARTS], help="by default all")
    parser.add_argument("--wheel", type=Path, help="wheel for linux-aarch64; by default one is made")
    asked = parser.parse_args(arguments)
    python = Emulated(asked.folder.resolve(), asked.wheel)
    failed = 0
    for name in asked.part:
        begin = time.perf_counter()
        try:
            found = PARTS[name](python)
        except Failed as error:
            failed += 1
            found = f"FAILED: {error}"
        print(f"{name}: {found} ({time.perf_counter() - begin:.0f} s)", flush=True)
    print(f"Python {python.python} on an emulated {CPU}: {len(asked.part) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
