"""A wheel in another Python than that of the tests, and what is run there.

emulated.py has a Python for aarch64, pythons.py those of this machine. Parts that compare run the same program in the
Python of the tests.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("numpy", "scipy", "pillow", "websockets", "pytest", "pytest-timeout", "hypothesis")
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


def packages(site: Path, version: str, platforms: tuple[str, ...], *options: str) -> Path:
    """Return the folder ``site`` of the packages for another Python, which are fetched unless they are there."""
    if not site.exists():
        unfinished = site.with_name(site.name + ".unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        command += ["--no-compile", "--only-binary=:all:", "--implementation", "cp"]
        command += ["--python-version", version, *options]
        command += [word for name in platforms for word in ("--platform", name)]
        subprocess.run([*command, "--target", str(unfinished), *PACKAGES], check=True)
        unfinished.rename(site)
    return site


def make_wheel(folder: Path, platform: str) -> Path:
    """Return a wheel for a platform such as linux-aarch64, made of this checkout in a folder."""
    command = [sys.executable, str(ROOT / "tools/wheels.py"), platform, "--out", str(folder)]
    subprocess.run(command, check=True)
    machine = platform.partition("-")[2]
    return max(folder.glob(f"gelenk-*{machine}.whl"), key=lambda file: file.stat().st_mtime_ns)


class Installation:
    """A wheel, unpacked beside the packages that it needs.

    command, environment   start the interpreter
    """

    command: list[str]

    def __init__(self, python: str, site: Path, wheel: Path, home: Path) -> None:
        self.python = python
        self._unpacked = tempfile.TemporaryDirectory(prefix="gelenk-installed-")
        self.package = Path(self._unpacked.name)
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(self.package)
        for name in ("tests", "scenes"):
            (self.package / name).symlink_to(ROOT / name)
        home.mkdir(exist_ok=True)
        self.environment = {
            "PYTHONPATH": f"{self.package}{os.pathsep}{site}",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": str(home),
            "PATH": os.defpath,
        }

    def run(
        self, *arguments: str, text: str | None = None, seconds: float = 600.0
    ) -> subprocess.CompletedProcess:
        """Run the interpreter with arguments; ``text`` is its input."""
        return subprocess.run(
            [*self.command, *arguments],
            input=text,
            cwd=self.package,
            env=self.environment,
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


def compared(python: Installation, program: str) -> str:
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


def models(python: Installation) -> str:
    """Step every shipped model."""
    return compared(python, STATES.replace("NSTEP", str(NSTEP)))


def scenes(python: Installation) -> str:
    """Load and step every scene of the benchmarks."""
    return compared(python, SCENES.replace("NSTEP", str(NSTEP)).replace("FOLDER", repr(str(ROOT / "scenes"))))


def entries(python: Installation) -> str:
    """Call native entry points and the functions that they replace, in all but two cases."""
    chosen = (BORDER, "-k", f"not ({LEFT_OUT})", "--deselect", f"{BORDER}::{AGREE}[mj_step]")
    return f"entry points and their Python functions agree: {pytest_line(python, *chosen)}"


def pytest_line(python: Installation, *arguments: str) -> str:
    """Run tests; return the last line of pytest."""
    done = python.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-x", *arguments, seconds=3600)
    if done.returncode:
        raise Failed(f"{arguments[0]}: {done.stdout[-2500:]}{done.stderr[-500:]}")
    return done.stdout.strip().splitlines()[-1]


def threads(python: Installation) -> str:
    """Step a batch on several threads."""
    found = python.outcome(THREADS)
    return f"{found['worlds']} worlds on {found['threads']} threads have the bits of one thread"


def selftest(python: Installation) -> str:
    """Run the self-test."""
    done = python.run("-m", "gelenk.selftest")
    if done.returncode:
        raise Failed((done.stdout + done.stderr).strip()[-1500:])
    return done.stdout.splitlines()[-1]


def few(python: Installation) -> str:
    """Step a few of the shipped models."""
    program = STATES.replace("gelenk.models.names()", repr(FEW))
    return compared(python, program.replace("NSTEP", str(NSTEP)))


def files(python: Installation) -> str:
    """Run test files; return the counts of each."""
    return "; ".join(f"{Path(file).name} {pytest_line(python, file)}" for file in FILES)
