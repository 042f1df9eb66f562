"""Runs the reference's own tests on gelenk: python -m tests.reference.run [file...]

Documents: API / Python bindings

The wheel of the reference carries its tests. They are copied to a temporary folder and run there, each file in a
process of its own in which `import mujoco` gives gelenk; nothing of them is kept. Prints for each file how many passed,
then what should not have: failures that FAILING does not know, and tests listed there that pass.
"""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.reference.files import FAILING, FILES

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Outcome:
    """What became of the tests of one file: name -> passed, failed or skipped."""

    file: str
    tests: dict[str, str]
    output: str

    def names(self, outcome):
        """The tests that ended so."""
        return {name for name, found in self.tests.items() if found == outcome}

    @property
    def unexpected(self):
        """Tests that fail without a reason, and tests that have one and do not fail."""
        return self.names("failed") ^ set(FAILING.get(self.file, ()))

    def __str__(self):
        passed, skipped = len(self.names("passed")), len(self.names("skipped"))
        text = f"{self.file:<24} {passed:>4} of {len(self.tests) - skipped:>4} passed"
        return text + (f", {skipped} skipped" if skipped else "")


def unpack(folder: Path) -> None:
    """Copy the tests and their data out of the installed reference, which is not imported."""
    package = Path(str(importlib.metadata.distribution("mujoco").locate_file("mujoco")))
    shutil.copytree(package / "testdata", folder / "testdata")
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    for name in FILES:
        source, target = package / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "__init__.py"))
        else:
            target.parent.mkdir(exist_ok=True)
            shutil.copy(source, target)


def run_file(folder: Path, name: str, *options: str) -> Outcome:
    """Run one file, or folder, of unpacked tests."""
    outcomes = folder / "outcomes.json"
    outcomes.write_text("{}", "utf-8")
    own = {"PYTHONPATH": str(ROOT), "GELENK_UNPACKED": str(folder), "GELENK_OUTCOMES": str(outcomes)}
    command = [sys.executable, "-m", "pytest", "-p", "tests.reference.alias", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-q", "--tb=short", "--rootdir", str(folder), *options, name],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=1800,
    )
    tests = json.loads(outcomes.read_text("utf-8"))
    if not tests:
        raise RuntimeError(f"no test of {name} ran:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return Outcome(name, tests, done.stdout)


def main(names: list[str]) -> int:
    """Run these files, or all that can run; 1 if anything was unexpected."""
    unknown = [name for name in names if name not in FILES]
    if unknown:
        print(f"no such files: {', '.join(unknown)}; there are {', '.join(FILES)}")
        return 2
    total, passed, unexpected = 0, 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        unpack(folder)
        for name in names or FILES:
            if FILES[name] and not names:
                print(f"{name:<24} not run: {FILES[name]}")
                continue
            outcome = run_file(folder, name)
            print(outcome, flush=True)
            if outcome.unexpected:
                unexpected += len(outcome.unexpected)
                print(outcome.output)
                for test in sorted(outcome.unexpected):
                    print(f"  unexpected: {test} {outcome.tests.get(test, 'did not run')}")
            total += len(outcome.tests) - len(outcome.names("skipped"))
            passed += len(outcome.names("passed"))
    print(f"{passed} of {total} passed, {unexpected} unexpected")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
