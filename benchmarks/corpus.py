"""Load and step every model file of installed packages, beside 3.5.0; writes docs/corpus.md.

    python benchmarks/corpus.py [--folder FOLDER] [--newer PYTHON] [PACKAGES]

Documents: design / Testing

Packages are installed without dependencies, each into a folder of its own (tests/corpus/packages.py). Both libraries
work in turns in one process. A file is loaded for the first time (nothing of it is in a cache; other files may share
its meshes), then again, then stepped from one state that both have reached. With `--newer PYTHON`, which has another
release of mujoco, a second process is the reference, and Gelenk reads models at that release.
"""

import argparse
import os
import sys
import textwrap
import time
import warnings
from pathlib import Path
from typing import NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))
os.environ["GELENK_ASSETS"] = "0"  # the cache of meshes on disk would make a first load a second one

import mujoco  # noqa: E402

import gelenk  # noqa: E402
from tests.corpus.files import find  # noqa: E402
from tests.corpus.packages import PACKAGES, install_all  # noqa: E402

DEFAULT = ("dm-control", "gymnasium", "gymnasium-robotics", "metaworld", "robosuite")
LOADS, LOADING = 5, 1.0  # later loads at most, unless they have taken so long [s]
SETTLE, STEPS, TURNS = 50, 10, 8  # steps before, and in, each turn of measuring
WORST = 10  # files in the tables of the slowest
STATE = mujoco.mjtState.mjSTATE_INTEGRATION


class Times(NamedTuple):
    """Times of one file on one side [s]: the first load, the best of later loads, one step."""

    first: float
    again: float
    step: float


def timed(call, *given):
    """Return the result of a call and its processor time [s]."""
    begin = time.process_time()
    result = call(*given)
    return result, time.process_time() - begin


def load(library, path):
    """Return a model and the times of its first load and of the best of later ones [s]."""
    m, first = timed(library.MjModel.from_xml_path, str(path))
    later = []
    while not later or (len(later) < LOADS and sum(later) < LOADING):
        later.append(timed(library.MjModel.from_xml_path, str(path))[1])
    return m, first, min(later)


def begin_steps(library, m):
    """Return data some steps after the first keyframe, or after the reset, with controls in the middle."""
    d = library.MjData(m)
    if m.nkey:
        library.mj_resetDataKeyframe(m, d, 0)
    else:
        d.ctrl[:] = np.where(m.actuator_ctrllimited, m.actuator_ctrlrange.mean(axis=1), 0.0)
    for _ in range(SETTLE):
        library.mj_step(m, d)
    return d


def step_time(library, m, d, state):
    """Return the time of a step [s], the mean of STEPS from a state."""
    library.mj_setState(m, d, state, int(STATE))
    mj_step, begin = library.mj_step, time.perf_counter()
    for _ in range(STEPS):
        mj_step(m, d)
    return (time.perf_counter() - begin) / STEPS


def compare(path, libraries):
    """Return the times of one file in both libraries, the order of first loads as given."""
    loads = {library: load(library, path) for library in libraries}
    models = {library: loads[library][0] for library in libraries}
    begun = begin_steps(mujoco, models[mujoco])
    state = np.zeros(mujoco.mj_stateSize(models[mujoco], STATE))
    mujoco.mj_getState(models[mujoco], begun, state, STATE)
    data = {library: library.MjData(m) for library, m in models.items()}
    best = dict.fromkeys(libraries, np.inf)
    for _ in range(TURNS):
        for library in libraries:
            best[library] = min(best[library], step_time(library, models[library], data[library], state))
    return {library: Times(*loads[library][1:], best[library]) for library in libraries}


def measure(package, folder):
    """Return name -> (times of gelenk, times of 3.5.0) of the files of a package that both load."""
    found = {}
    for number, robot in enumerate(find(package, folder)[0]):
        libraries = (gelenk, mujoco) if number % 2 else (mujoco, gelenk)
        try:
            times = compare(folder / robot.package / robot.path, libraries)
        except (ValueError, gelenk.FatalError, mujoco.FatalError):
            continue  # a part of a model, or one that 3.5.0 refuses (tests/corpus says which and why)
        found[robot.name] = times[gelenk], times[mujoco]
        ratios = np.divide(*found[robot.name])
        print(f"{robot.name:90} " + " ".join(f"{r:6.2f}" for r in ratios), flush=True)
    return found


def distribution(ratios):
    """Return geometric mean, median, 90th percentile and largest of ratios, as cells of a table."""
    values = [np.exp(np.log(ratios).mean()), np.median(ratios), np.quantile(ratios, 0.9), np.max(ratios)]
    return " | ".join(f"{value:.2f}" for value in values)


def slowest(found, column, unit, scale):
    """Return the table of the files whose ratio of one column is largest."""
    order = sorted(found, key=lambda name: -found[name][0][column] / found[name][1][column])
    rows = [
        f"| {name} | {found[name][0][column] * scale:.1f} | {found[name][1][column] * scale:.1f} "
        f"| {found[name][0][column] / found[name][1][column]:.2f} |"
        for name in order[:WORST]
    ]
    return [f"| file | gelenk {unit} | 3.5.0 {unit} | ratio |", "|---|---:|---:|---:|", *rows, ""]


def page(found, packages):
    """Return the lines of the page."""
    ratios = np.array([np.divide(*pair) for pair in found.values()])
    names = ", ".join(f"{package.name} {package.version}" for package in packages)
    text = (
        f"Made by `python benchmarks/corpus.py`: all {len(found)} MJCF and URDF files of {names} that 3.5.0 loads, in "
        "one process, both libraries in turns. Loads are processor time, the first with empty caches. Steps are the "
        f"best of {TURNS} turns of {STEPS} from one state, {SETTLE} steps after the first keyframe or the reset. All "
        "numbers are ratios to 3.5.0: below 1 Gelenk is faster."
    )
    return [
        "# Model files of packages",
        "",
        *textwrap.wrap(text, 116),
        "",
        "| | geometric mean | median | 90th percentile | largest |",
        "|---|---:|---:|---:|---:|",
        *(
            f"| {name} | {distribution(ratios[:, k])} |"
            for k, name in enumerate(("first load", "load again", "step"))
        ),
        "",
        "The slowest first loads:",
        "",
        *slowest(found, 0, "ms", 1e3),
        "The slowest later loads:",
        "",
        *slowest(found, 1, "ms", 1e3),
        "The slowest steps:",
        "",
        *slowest(found, 2, "µs", 1e6),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--folder", type=Path, default=os.environ.get("GELENK_CORPUS"), help="where packages are"
    )
    parser.add_argument("packages", nargs="*", help="names; others than the default: the page is not written")
    given = parser.parse_args()
    if given.folder is None:
        parser.error("give --folder, or GELENK_CORPUS")
    warnings.simplefilter("ignore")
    wanted = given.packages or DEFAULT
    packages = install_all([package for package in PACKAGES if package.name in wanted], given.folder)
    for library in (gelenk, mujoco):  # what a process loads but once does not count for the first file
        compare(ROOT / "gelenk" / "models" / "gripper.xml", (library, mujoco))
    found = {}
    for package in packages:
        found |= measure(package, given.folder)
    lines = page(found, packages)
    print("\n".join(lines))
    if not given.packages:
        (ROOT / "docs" / "corpus.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
