"""Runs the reference's own tests on gelenk: python -m tests.reference.run [file...]

Documents: API / Python bindings

    python -m tests.reference.run                                        tests of the installed 3.5.0
    python -m tests.reference.run --release 4.0.0 --source PATH          tests of another release, at its level
    python -m tests.reference.run --release 4.0.0 --source PATH --list failing.txt specs_test.py

PATH is an interpreter that has the package, a wheel, or a folder that contains the package `mujoco`.

The wheel of the reference carries its tests. They are copied to a temporary folder and run there, each file in a
process of its own in which `import mujoco` gives gelenk; nothing of them is kept. Prints for each file how many passed,
then what should not have: failures that FAILING does not know, and tests listed there that pass.
"""

import argparse
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

from tests.reference.files import RELEASES, Release

ROOT = Path(__file__).resolve().parents[2]
FIRST = "3.5.0"
LIMIT = 1800  # seconds for one file
WHERE = "import importlib.metadata as m; print(m.distribution('mujoco').locate_file('mujoco'))"


@dataclass(frozen=True)
class Outcome:
    """What became of the tests of one file: name -> passed, failed or skipped; why they failed."""

    file: str
    tests: dict[str, str]
    output: str
    expected: dict[str, str] = field(default_factory=dict)  # test that fails -> why it may
    messages: dict[str, str] = field(default_factory=dict)

    def names(self, outcome):
        """The tests that ended so."""
        return {name for name, found in self.tests.items() if found == outcome}

    def reason(self, test):
        """Why a test fails: as files.py says, else its last line."""
        return self.expected.get(test) or "? " + self.messages.get(test, "did not run")

    @property
    def unexpected(self):
        """Tests that fail without a reason, and tests that have one and do not fail."""
        return self.names("failed") ^ set(self.expected)

    def __str__(self):
        passed, skipped = len(self.names("passed")), len(self.names("skipped"))
        text = f"{self.file:<24} {passed:>4} of {len(self.tests) - skipped:>4} passed"
        return text + (f", {skipped} skipped" if skipped else "")


def find_package(source: str | None, folder: Path) -> Path:
    """Return the package `mujoco` of an interpreter, a wheel or a folder; it is not imported.

    Errors   FileNotFoundError: there is none
    """
    if source is None:
        return Path(str(importlib.metadata.distribution("mujoco").locate_file("mujoco")))
    path = Path(source)
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            names = [n for n in wheel.namelist() if n.startswith("mujoco/") and not n.endswith((".so", ".h"))]
            wheel.extractall(folder, names)
        return folder / "mujoco"
    if path.is_file():
        done = subprocess.run([path, "-c", WHERE], capture_output=True, text=True, check=False)
        path = Path(done.stdout.strip() or f"{source}: no package mujoco")
    for found in (path / "mujoco", path):
        if (found / "testdata").is_dir():
            return found
    raise FileNotFoundError(f"{source} has no package mujoco with its tests")


def unpack(folder: Path, release: str = FIRST, source: str | None = None) -> None:
    """Copy the tests of a release and their data into a folder."""
    with tempfile.TemporaryDirectory() as temporary:
        package = find_package(source, Path(temporary))
        shutil.copytree(package / "testdata", folder / "testdata")
        (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
        for name in RELEASES[release].files:
            original, target = package / name, folder / name
            if original.is_dir():
                shutil.copytree(original, target, ignore=shutil.ignore_patterns("__pycache__", "__init__.py"))
            else:
                target.parent.mkdir(exist_ok=True)
                shutil.copy(original, target)


def run_file(folder: Path, name: str, *options: str, release: str = FIRST) -> Outcome:
    """Run one file, or folder, of unpacked tests at the level of their release."""
    outcomes = folder / "outcomes.json"
    outcomes.write_text("{}", "utf-8")
    own = {
        "PYTHONPATH": str(ROOT),
        "GELENK_API": release,
        "GELENK_UNPACKED": str(folder),
        "GELENK_OUTCOMES": str(outcomes),
    }
    command = [sys.executable, "-m", "pytest", "-p", "tests.reference.alias", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "-q", "--tb=short", "--rootdir", str(folder), *options, name],
            cwd=folder,
            env=os.environ | own,
            capture_output=True,
            text=True,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"{name} took more than {LIMIT} s") from None
    tests = json.loads(outcomes.read_text("utf-8"))
    if not tests:
        raise RuntimeError(f"no test of {name} ran:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    expected = RELEASES[release].failing.get(name, {})
    return Outcome(name, tests, done.stdout, expected, messages_of(done.stdout))


def messages_of(output: str) -> dict[str, str]:
    """Return the last line of the message of each failed test, from the output of pytest."""
    found: dict[str, str] = {}
    for part in re.split(r"^_{3,} (?=\S)", output, flags=re.MULTILINE)[1:]:
        name, _, text = part.partition(" ___")
        lines = [line[1:].strip() for line in text.split("\n") if line.startswith("E ")]
        found.setdefault(name.split(" (")[0].replace(".", "::"), next(filter(None, lines), ""))
    return found


def arguments_of(arguments: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.reference.run")
    parser.add_argument("files", nargs="*", help="files of tests; all by default")
    parser.add_argument("--release", choices=RELEASES, default=FIRST)
    parser.add_argument("--source", help="interpreter, wheel or folder that has the package mujoco")
    parser.add_argument("--list", type=Path, help="file for the tests that fail, each with its reason")
    given = parser.parse_args(arguments)
    if given.release != FIRST and not given.source:
        parser.error(f"--release {given.release} needs --source")
    files = RELEASES[given.release].files
    unknown = [name for name in given.files if name not in files]
    if unknown:
        parser.error(f"no such files: {', '.join(unknown)}; there are {', '.join(files)}")
    return given


def main(arguments: list[str]) -> int:
    """Run these files, or all that can run; 1 if anything was unexpected."""
    given = arguments_of(arguments)
    release: Release = RELEASES[given.release]
    total, passed, unexpected, listed = 0, 0, 0, []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        unpack(folder, given.release, given.source)
        for name in given.files or release.files:
            if release.files[name] and not given.files:
                print(f"{name:<24} not run: {release.files[name]}")
                listed.append(f"{name}: not run: {release.files[name]}")
                continue
            try:
                outcome = run_file(folder, name, release=given.release)
            except RuntimeError as error:
                unexpected += 1
                print(error, flush=True)
                continue
            print(outcome, flush=True)
            listed += [f"{name} {test}: {outcome.reason(test)}" for test in sorted(outcome.names("failed"))]
            if outcome.unexpected:
                unexpected += len(outcome.unexpected)
                if not given.list:
                    print(outcome.output)
                for test in sorted(outcome.unexpected):
                    print(f"  unexpected: {test} {outcome.tests.get(test, 'did not run')}")
            total += len(outcome.tests) - len(outcome.names("skipped"))
            passed += len(outcome.names("passed"))
    if given.list:
        given.list.write_text("\n".join([*listed, ""]), "utf-8")
    print(f"{passed} of {total} passed ({100 * passed / max(total, 1):.1f} %), {unexpected} unexpected")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
