"""Run the newest clients of later releases on gelenk and on the reference: python -m tests.clients.newest FOLDER

Documents: design / Testing

Each client has an environment of its own in FOLDER, with the release of mujoco that its requirements ask for. The same
program (tests/support/drive_newest.py) runs there twice: on that release, and on gelenk, which a wheel of
bin/level-wheels provides at the level of that release. What both show is compared.

    python -m tests.clients.newest FOLDER [--only NAME]... [--install] [--write]

--install makes the environments and ends. --write puts the table into docs/status.md.
"""

import argparse
import os
import re
import subprocess
import sys
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from gelenk.tables.levels import LEVELS
from tools import figures

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "status.md"
BEGIN, END = "<!-- newest clients -->", "<!-- newest clients end -->"
# what a source checkout of gelenk needs beside a client; compiled code is taken from its cache
OURS = ("scipy>=1.13", "pillow>=10.3", "websockets>=14", "numba>=0.63,<0.69", "llvmlite>=0.46,<0.51")
ADD_ONS = ("mjx",)
TIMEOUT = 1800  # s


@dataclass(frozen=True)
class Client:
    """A client: what installs it, the drive of drive_newest.py, names that it runs, and the agreement asked for."""

    name: str
    drive: str
    needs: tuple[str, ...]
    runs: tuple[str, ...]
    tolerance: float  # of the largest number of a run
    looser: tuple[tuple[str, float], ...] = ()  # runs with a tolerance of their own


GYMNASIUM = (
    *(
        "Ant-v5",
        "HalfCheetah-v5",
        "Hopper-v5",
        "Humanoid-v5",
        "HumanoidStandup-v5",
        "InvertedDoublePendulum-v5",
    ),
    *("InvertedPendulum-v5", "Pusher-v5", "Reacher-v5", "Swimmer-v5", "Walker2d-v5"),
)
# 50 iterations of PGS end before they converge, and 4.0.0 processes rows in another order
BY_PGS = (("Humanoid-v5", 1e-3), ("HumanoidStandup-v5", 1e-3))
# no release of mujoco runs both: on 3.17.0 a check of joint types in robosuite fails
TOGETHER, ROBOSUITE = (
    ("dm_control==1.0.50", "robosuite==1.5.2", "mujoco==3.17.0"),
    ("robosuite==1.5.2", "mujoco==3.5.0"),
)
MYOSUITE = (
    "myoElbowPose1D6MRandom-v0",
    "myoFingerReachFixed-v0",
    "myoHandPoseFixed-v0",
    "myoLegStandRandom-v0",
)
MJLAB = ("Mjlab-Velocity-Flat-Unitree-G1", "Mjlab-Velocity-Rough-Unitree-Go1", "Mjlab-Lift-Cube-Yam")
CLIENTS = (
    Client("dm_control 1.0.50", "dm_control", TOGETHER, ("suite",), 1e-6),
    Client("robosuite 1.5.2", "robosuite", ROBOSUITE, ("Lift", "Stack", "Door", "NutAssembly", "Wipe"), 1e-5),
    Client("gymnasium 1.4.0", "gymnasium", ("gymnasium[mujoco]==1.4.0",), GYMNASIUM, 1e-6, looser=BY_PGS),
    Client("mink 1.3.0", "mink", ("mink==1.3.0", "daqp"), ("frame", "collision"), 1e-6),
    Client("myosuite 3.0.0", "myosuite", ("torch==2.13.0", "myosuite==3.0.0"), MYOSUITE, 1e-5),
    Client("mujoco-mjx 3.17.0", "mjx", ("mujoco-mjx==3.17.0",), ("arm",), 1e-4),
    Client("mujoco_warp 4.0.0", "warp", ("mujoco_warp==4.0.0",), ("arm",), 1e-4),
    Client(
        "playground 0.2.0", "playground", ("playground==0.2.0",), ("CartpoleBalance", "ReacherEasy"), 1e-4
    ),
    Client("mjviser 0.0.14", "viser", ("mjviser==0.0.14",), ("arm",), 1e-6),
    Client("mjlab 1.6.0", "mjlab", ("torch==2.13.0", "mjlab==1.6.0"), MJLAB, 1e-6),
    Client("newton 1.8.0", "newton", ("newton[sim]==1.8.0",), ("arm",), 1e-4),
)


def run(command, **options):
    """Run a command; return its output, or raise with the end of what it wrote."""
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=False, timeout=TIMEOUT, **options
    )
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise RuntimeError(f"{Path(command[0]).name} ended with {done.returncode}\n" + "\n".join(lines[-25:]))
    return done.stdout


def install(needs, folder):
    """Make the environment of requirements, once; return its interpreter."""
    place = folder / "-".join(re.sub(r"\[.*\]|[=<>].*", "", need) for need in needs)
    python = place / "bin" / "python"
    done = place / "installed"
    if not done.exists():
        run([sys.executable, "-m", "venv", place])
        run([python, "-m", "pip", "install", "-q", *needs])
        run([python, "-m", "pip", "install", "-q", *OURS])
        done.touch()
    return python


def release_of(python):
    """Return the release of mujoco in an environment."""
    return run([python, "-c", "from importlib.metadata import version; print(version('mujoco'))"]).strip()


def level_of(release):
    """Return the last level that a release has reached."""
    number = tuple(map(int, release.split(".")))
    return [level for level in LEVELS if tuple(map(int, level.split("."))) <= number][-1]


def stand_in(level, python, folder):
    """Unpack the wheel of a level, which is gelenk under the name of mujoco; return its folder.

    What other packages installed into the folder mujoco is there, too, as it is after an installation.
    """
    place = folder / f"level-{level}" / python.parents[1].name
    if not place.exists():
        run([sys.executable, ROOT / "tools/level_wheels.py", "--out", folder / "wheels", level], cwd=ROOT)
        with zipfile.ZipFile(folder / "wheels" / f"mujoco-{level}-py3-none-any.whl") as archive:
            archive.extractall(place)
        (site,) = python.parents[1].glob("lib/python*/site-packages/mujoco")
        for add_on in ADD_ONS:
            if (site / add_on).is_dir():
                (place / "mujoco" / add_on).symlink_to(site / add_on, target_is_directory=True)
    return place


def names_of(client, python):
    """Return what of a client runs; of the suite of dm_control all tasks but one that draws its terrain."""
    if client.runs != ("suite",):
        return list(client.runs)
    code = (
        "from dm_control import suite\n"
        "print(*['-'.join(task) for task in suite.ALL_TASKS if task != ('quadruped', 'escape')])"
    )
    return run([python, "-c", code], env=os.environ | {"MUJOCO_GL": "disable"}).split()


def differences(first, second, names, client):
    """Return the names of runs that differ, with the largest difference in parts of the largest number."""
    found = {}
    for name in names:
        a, b = first[f"rows {name}"], second[f"rows {name}"]
        if a.shape != b.shape or not len(a):
            found[name] = float("inf")
            continue
        most = np.abs(a - b).max() / max(1.0, np.abs(a).max())
        if not most <= dict(client.looser).get(name, client.tolerance):
            found[name] = float(most)
    return found


def drive(client, engine, python, names, folder):
    """Run a client's program on an engine; the second run of its file starts each step where the first did."""
    places = [ROOT]
    if engine == "gelenk":
        places.insert(0, stand_in(level_of(release_of(python)), python, folder))
    path = os.pathsep.join(map(str, places))
    environment = os.environ | {"PYTHONPATH": path, "MUJOCO_GL": "disable", "PYTHONWARNINGS": "ignore"}
    environment.pop("GELENK_API", None)
    file = folder / f"{client.drive}.npz"
    run(
        [python, "-m", "tests.support.drive_newest", engine, client.drive, file, *names],
        env=environment,
        cwd=folder,
    )


def compare(client, folder, say=print):
    """Run a client on both engines; return release, level, number of runs, and those that differ."""
    python = install(client.needs, folder)
    release, names = release_of(python), names_of(client, python)
    files = [folder / f"{client.drive}{end}" for end in (".npz", ".again.npz")]
    for old in files:
        old.unlink(missing_ok=True)
    for engine in ("mujoco", "gelenk"):
        begin = time.perf_counter()
        drive(client, engine, python, names, folder)
        say(f"{client.name} on {engine}: {time.perf_counter() - begin:.0f} s", flush=True)
    first, second = map(np.load, files)
    return release, level_of(release), len(names), differences(first, second, names, client)


def table(rows):
    """Return the lines of the table."""
    lines = [
        "| client | its release of mujoco | level | runs | agree | others |",
        "|---|---|---|---|---|---|",
    ]
    for client, (release, level, count, differing) in rows:
        others = ", ".join(f"{name} ({most:.1e})" for name, most in differing.items())
        lines.append(
            f"| {client.name} | {release} | {level} | {count} | {count - len(differing)} | {others} |"
        )
    return lines


def main(arguments=None):
    """Compare the clients that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", action="append", default=[], help="part of a client's name")
    parser.add_argument("--install", action="store_true", help="make the environments and end")
    parser.add_argument("--write", action="store_true", help="put the table into docs/status.md")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    rows, broken = [], []
    for client in CLIENTS:
        if options.only and not any(part in client.name for part in options.only):
            continue
        if options.install:
            install(client.needs, options.folder.resolve())
            continue
        try:
            rows.append((client, compare(client, options.folder.resolve())))
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            broken.append(f"{client.name}: {error}")
    if not options.install:
        print(*table(rows), *broken, sep="\n")
    if options.write and not broken and not options.only:
        figures.write_between(PAGE, BEGIN, END, table(rows))
    return bool(broken or any(row[1][3] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
