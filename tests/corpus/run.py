"""Loads the robots of many packages in 3.5.0 and in Gelenk and prints a table: python -m tests.corpus.run

Documents: design / Testing

Packages are installed without dependencies into the folder (GELENK_CORPUS, or one in the temporary directory), each
into a folder of its own; records of 3.5.0 are kept there. --write puts the tables into docs/status.md. --newer PYTHON
names an interpreter with a later release of the reference, which tries the files that 3.5.0 refuses. --level PYTHON
compares with a later release instead of 3.5.0, at its level; tables then call that release 3.5.0, and reasons on record
are those for 3.5.0.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from tests.corpus import children, compare, report
from tests.corpus.files import Robot, find, read
from tests.corpus.packages import PACKAGES, Package, install_all
from tools import figures

PAGE = children.ROOT / "docs" / "status.md"
PUSHES = 4  # further ones of the reference, before a trajectory counts as different
BEGIN, END = "<!-- corpus -->", "<!-- corpus end -->"


def robots_of(package: Package, folder: Path) -> tuple[list[Robot], set[str]]:
    """The files of a package, with those URDFs once more that have meshes; and the paths of parts."""
    robots, parts = find(package, folder)
    bare = [replace(robot, meshes=False) for robot in robots if robot.urdf]
    return robots + [b for b in bare if b.text(folder) != read(folder / b.package / b.path)], parts


def reference(package: Package, robots: list[Robot], folder: Path, told) -> list[dict]:
    """The records of 3.5.0, which never change: kept beside the packages for the next run."""
    release = release_of(children.REFERENCE) if sys.executable != children.REFERENCE else version("mujoco")
    said = [children.PROBE.read_bytes(), repr([package, robots]).encode(), release.encode()]
    kept = folder / ".reference" / f"{package.name}-{hashlib.sha256(b' '.join(said)).hexdigest()[:16]}.pickle"
    if kept.exists():
        return pickle.loads(kept.read_bytes())
    records = children.probe(robots, folder, "mujoco", told=told)
    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(pickle.dumps(records))
    return records


def examine(package: Package, folder: Path, told=print) -> tuple[report.Results, set[str]]:
    """The verdicts on all files of a package, and the paths of parts."""
    robots, parts = robots_of(package, folder)
    begin = time.monotonic()

    def progress(side):
        return lambda n: n % 25 or told(f"  {package.name}: {n} of {len(robots)} in {side}")

    theirs = reference(package, robots, folder, progress("3.5.0"))
    ours = children.probe(robots, folder, "gelenk", told=progress("Gelenk"))
    found = [
        (robot, compare.judge(a, b, robot.urdf)) for robot, a, b in zip(robots, theirs, ours, strict=True)
    ]
    found = pushed_again(found, theirs, ours, folder)
    bad = report.different({package.name: found})
    took = time.monotonic() - begin
    told("\n".join([f"{package.name}: {len(robots)} loads, {len(bad)} different, {took:.0f} s", *bad]))
    return found, parts


def pushed_again(found: report.Results, theirs: list[dict], ours: list[dict], folder: Path) -> report.Results:
    """The verdicts, with those on trajectories that differ made anew: another push may show that they are chaotic."""
    found = list(found)
    for push in range(1, PUSHES + 1):
        open_ = [i for i, (_, verdict) in enumerate(found) if verdict.reason.startswith("qpos")]
        records = children.probe([found[i][0] for i in open_], folder, "mujoco", push=push) if open_ else []
        for i, record in zip(open_, records, strict=True):
            robot = found[i][0]
            pushed = theirs[i] | {"pushed": record.get("pushed", theirs[i]["pushed"])}
            found[i] = robot, compare.judge(pushed, ours[i], robot.urdf)
    return found


def release_of(python: str) -> str:
    """The release of the reference that an interpreter has."""
    command = [python, "-c", "import mujoco; print(mujoco.__version__)"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def loads_in(python: str, folder: Path, results: dict[str, report.Results]) -> tuple[str, set[str]]:
    """The release that another interpreter has, and the files that it loads though 3.5.0 refuses them."""
    tried = [r for found in results.values() for r, v in found if v.kind.startswith("refused by")]
    records = children.probe(tried, folder, "mujoco", python)
    return release_of(python), {
        r.name for r, record in zip(tried, records, strict=True) if "error" not in record
    }


def write(lines: list[str]) -> None:
    """Put the lines between the marks of the page."""
    figures.write_between(PAGE, BEGIN, END, lines)
    figures.write_readme()


def main(arguments: list[str] | None = None) -> int:
    """Install, examine, print; 1 if a file that 3.5.0 loads does not load here or differs without a known reason."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = os.environ.get("GELENK_CORPUS") or f"{tempfile.gettempdir()}/gelenk-corpus"
    parser.add_argument("--folder", type=Path, default=Path(default), help="where packages are installed")
    parser.add_argument("--ci", action="store_true", help="only the packages of .ci/run")
    parser.add_argument("--write", action="store_true", help="write docs/status.md")
    parser.add_argument(
        "--newer", metavar="PYTHON", help="an interpreter with a later release of the reference"
    )
    parser.add_argument("--level", metavar="PYTHON", help="an interpreter whose release is the reference")
    parser.add_argument("--jobs", type=int, default=2, help="packages at a time")
    parser.add_argument("packages", nargs="*", help="names; all unless given")
    said = parser.parse_args(arguments)
    if said.level:
        if said.write:
            parser.error("--level and --write exclude each other: the page is about 3.5.0")
        children.REFERENCE, os.environ["GELENK_API"] = said.level, release_of(said.level)
    wanted = [p for p in PACKAGES if p.name in said.packages or (not said.packages and (p.ci or not said.ci))]
    there = install_all(wanted, said.folder)
    with ThreadPoolExecutor(said.jobs) as pool:
        told = lambda text: print(text, flush=True)  # noqa: E731
        examined = pool.map(lambda package: examine(package, said.folder, told), there)
        examined = dict(zip((p.name for p in there), examined, strict=True))
    results = {name: found for name, (found, _) in examined.items()}
    parts = {name: found for name, (_, found) in examined.items()}
    newest, newer = loads_in(said.newer, said.folder, results) if said.newer else ("", set())
    lines = report.page(results, {p.name: p.version for p in there}, parts, newer, newest)
    print("\n".join(lines))
    if said.write:
        write(lines)
    return 1 if report.unexplained(results) else 0


if __name__ == "__main__":
    sys.exit(main())
