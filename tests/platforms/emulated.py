"""A Python for aarch64 on an emulated CPU: the wheel, its entry points and threads, the self-test, and test files.

    python -m tests.platforms.emulated FOLDER              all parts; FOLDER keeps what is fetched
    python -m tests.platforms.emulated FOLDER models       one of models, scenes, entries, threads, selftest, files
    python -m tests.platforms.emulated FOLDER --wheel X    with a wheel for linux-aarch64 that exists

Debian has the interpreter, and the package index the packages, for that architecture: neither root nor a second
architecture of dpkg is needed. There is no Numba, so whatever runs is code of the wheel. Each part prints a line; the
last is the total.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import numpy as np

from gelenk.toolchain import platforms
from tests.platforms import tools

ROOT = Path(__file__).resolve().parents[2]
CPU = "cortex-a72"  # of a Raspberry Pi 4
PYTHON = ("python3", "libpython3-stdlib", "zlib1g", "libstdc++6")
PACKAGES = ("numpy", "scipy", "pillow", "websockets", "pytest", "pytest-timeout", "hypothesis")
PLATFORMS = (
    "manylinux_2_28_aarch64",
    "manylinux_2_27_aarch64",
    "manylinux_2_17_aarch64",
    "manylinux2014_aarch64",
)
# test files that need neither mujoco nor Numba nor processes: dynamics, entry points, copies, batches, files
FILES = (
    "tests/physics/test_dynamics.py",
    "tests/properties/test_border_assigned.py",
    "tests/properties/test_fixed.py",
    "tests/batch/test_bits.py",
    "tests/properties/test_mjb.py",
)
FEW = ("humanoid", "hand", "cards", "muscle_arm", "chain100")
BORDER = "tests/properties/test_border.py"
# tests of entry points that start processes, which would need an emulator too, or take minutes
AGREE = "test_an_entry_point_and_its_python_function_agree"
LEFT_OUT = "without_the_border or cannot_be_loaded or second_copy or many_calls or setLengthRange"
CLOSE = 1e-9  # of states after NSTEP steps, relative to 1 plus their size
NSTEP = 20


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


def site_folder(folder: Path, python: str) -> Path:
    """Return the folder of the packages, which are fetched unless they are there."""
    site = folder / "site"
    if not site.exists():
        unfinished = folder / "site.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--no-compile",
        ]
        command += ["--only-binary=:all:", "--implementation", "cp", "--python-version", python]
        command += [word for name in PLATFORMS for word in ("--platform", name)]
        subprocess.run([*command, "--target", str(unfinished), *PACKAGES], check=True)
        unfinished.rename(site)
    return site


def wheel_for(folder: Path, given: Path | None) -> Path:
    """Return a wheel for linux-aarch64, made of this checkout unless one is given."""
    if given:
        return given
    subprocess.run(
        [sys.executable, str(ROOT / "tools/wheels.py"), "linux-aarch64", "--out", str(folder)], check=True
    )
    return max(folder.glob("gelenk-*aarch64.whl"), key=lambda file: file.stat().st_mtime_ns)


class Emulated:
    """An installation of the wheel in the emulated Python."""

    def __init__(self, folder: Path, wheel: Path | None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._unpacked = tempfile.TemporaryDirectory(prefix="gelenk-emulated-")
        self.package = Path(self._unpacked.name)
        with platforms.locked(str(folder / "lock")):  # other processes fetch and build the same
            self.root = python_folder(folder)
            self.python = version(self.root)
            self.site = site_folder(folder, self.python)
            with zipfile.ZipFile(wheel_for(folder, wheel)) as archive:
                archive.extractall(self.package)
        for name in ("tests", "scenes"):
            (self.package / name).symlink_to(ROOT / name)
        self.home = folder / "home"
        self.home.mkdir(exist_ok=True)

    def run(
        self, *arguments: str, text: str | None = None, seconds: float = 600.0
    ) -> subprocess.CompletedProcess:
        """Run the interpreter with arguments; ``text`` is its input."""
        emulator = [str(tools.path(tools.QEMU["aarch64"])), "-cpu", CPU, "-L", str(self.root)]
        environment = {
            "PYTHONHOME": str(self.root / "usr"),
            "PYTHONPATH": f"{self.package}{os.pathsep}{self.site}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": str(self.home),
            "PATH": os.defpath,
        }
        return subprocess.run(
            [*emulator, str(self.root / f"usr/bin/python{self.python}"), *arguments],
            input=text,
            cwd=self.package,
            env=environment,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def outcome(self, program: str) -> dict:
        """Return what a program prints as JSON."""
        done = self.run("-c", program)
        if done.returncode:
            raise Failed((done.stderr or done.stdout).strip()[-1500:])
        return json.loads(done.stdout.splitlines()[-1])


class Failed(Exception):
    """A part that found a difference; the message says which."""


STATES = """
import json, sys
import numpy as np
import gelenk
from gelenk import selftest
found = {}
for name in gelenk.models.names():
    m, d = selftest.start(name)
    gelenk.mj_step(m, d, nstep=NSTEP)
    found[name] = [*d.qpos, *d.qvel]
print(json.dumps(found))
"""
SCENES = """
import json
from pathlib import Path
import gelenk
found = {}
for path in sorted(Path(FOLDER).glob("*.xml")):
    m = gelenk.MjModel.from_xml_path(str(path))
    d = gelenk.MjData(m)
    gelenk.mj_step(m, d, nstep=NSTEP)
    found[path.stem] = [*d.qpos, *d.qvel]
print(json.dumps(found))
"""
THREADS = """
import json
import numpy as np
import gelenk
from gelenk.batch import Batch
m = gelenk.models.load("humanoid")
found = []
for threads in (1, 4):
    batch = Batch(m, 16, nthread=threads)
    batch.state[:, 1 + m.nq :][:, : m.nv] = 0.1 * np.sin(np.arange(16 * m.nv)).reshape(16, m.nv)  # velocities
    batch.step(nstep=10)
    found.append(batch.state.tobytes())
assert found[0] == found[1], "threads changed bits"
print(json.dumps({"worlds": 16, "threads": 4}))
"""


def compared(python: Emulated, program: str) -> str:
    """Run a program here and there; return how much the states that it prints differ."""
    there = python.outcome(program)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    here = json.loads(done.stdout.splitlines()[-1])
    if here.keys() != there.keys():
        raise Failed(f"other names: {sorted(here.keys() ^ there.keys())}")
    worst = {
        name: float(
            np.max(np.abs(np.subtract(there[name], here[name])) / (1 + np.abs(here[name])), initial=0.0)
        )
        for name in here
    }
    name = max(worst, key=worst.get)
    if not worst[name] <= CLOSE:
        raise Failed(f"{name} differs by {worst[name]:.1e}")
    return f"{len(worst)} worlds, {NSTEP} steps, largest difference from here {worst[name]:.1e} ({name})"


def models(python: Emulated) -> str:
    """Step every shipped model."""
    return compared(python, STATES.replace("NSTEP", str(NSTEP)))


def scenes(python: Emulated) -> str:
    """Load and step every scene of the benchmarks."""
    return compared(python, SCENES.replace("NSTEP", str(NSTEP)).replace("FOLDER", repr(str(ROOT / "scenes"))))


def entries(python: Emulated) -> str:
    """Call native entry points and the functions that they replace, in all but two cases."""
    chosen = (BORDER, "-k", f"not ({LEFT_OUT})", "--deselect", f"{BORDER}::{AGREE}[mj_step]")
    return f"entry points and their Python functions agree: {pytest_line(python, *chosen)}"


def pytest_line(python: Emulated, *arguments: str) -> str:
    """Run tests; return the last line of pytest."""
    done = python.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-x", *arguments, seconds=3600)
    if done.returncode:
        raise Failed(f"{arguments[0]}: {done.stdout[-2500:]}{done.stderr[-500:]}")
    return done.stdout.strip().splitlines()[-1]


def threads(python: Emulated) -> str:
    """Step a batch on several threads."""
    found = python.outcome(THREADS)
    return f"{found['worlds']} worlds on {found['threads']} threads have the bits of one thread"


def selftest(python: Emulated) -> str:
    """Run the self-test."""
    done = python.run("-m", "gelenk.selftest")
    if done.returncode:
        raise Failed((done.stdout + done.stderr).strip()[-1500:])
    return done.stdout.splitlines()[-1]


def few(python: Emulated) -> str:
    """Step a few of the shipped models."""
    program = STATES.replace("gelenk.models.names()", repr(FEW))
    return compared(python, program.replace("NSTEP", str(NSTEP)))


def files(python: Emulated) -> str:
    """Run test files; return the counts of each."""
    return "; ".join(f"{Path(file).name} {pytest_line(python, file)}" for file in FILES)


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
