"""Child processes that probe files: one that dies or hangs costs one file, and the next child goes on behind it."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.corpus.files import Robot

ROOT = Path(__file__).resolve().parents[2]
PROBE = Path(__file__).with_name("probe.py")
REFERENCE = sys.executable  # interpreter that has the reference
OURS = "gelenk"  # what is imported from this repository, all else from where the interpreter has it
SECONDS = 600.0  # of one file: meshes of a million faces are among them
# an asset cache on the disk would make a first load a second one
ENVIRONMENT = {"GELENK_ASSETS": "0", "GELENK_QUIET": "1", "PYTHONUTF8": "1"}


def probe(
    robots: list[Robot],
    folder: Path,
    library: str,
    python: str = "",
    told: Callable[[int], None] = lambda n: None,
    push: int = 0,
) -> list[dict]:
    """The records of robots, in order (tests/corpus/probe.py); `told` hears how many are done.

    python   the interpreter; by default this one for Gelenk, and REFERENCE for others
    """
    python = python or (sys.executable if library == OURS else REFERENCE)
    with tempfile.TemporaryDirectory() as place:
        jobs = [[str(folder / r.package / r.path), None if r.meshes else r.text(folder)] for r in robots]
        (Path(place) / "jobs.json").write_text(json.dumps(jobs))
        records: list[dict] = []
        while len(records) < len(robots):
            ended = _child(place, library, python, len(records), told, push)
            while (done := Path(place) / f"{len(records)}.pickle").exists():
                records.append(pickle.loads(done.read_bytes()))
            if len(records) < len(robots):
                records.append({"error": ended})
        return records


def _child(place: str, library: str, python: str, first: int, told: Callable[[int], None], push: int) -> str:
    """Run one child until it ends or one file takes too long; returns how it ended."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | ENVIRONMENT | {"PYTHONPATH": path if library == OURS else ""}
    command = [
        python,
        str(PROBE),
        library,
        f"{place}/jobs.json",
        place,
        str(first),
        str(push),
    ]
    with open(f"{place}/said.txt", "wb") as said, open(f"{place}/errors.txt", "wb") as errors:
        child = subprocess.Popen(command, cwd=place, env=environment, stdout=said, stderr=errors)
        done, since = first, time.monotonic()
        while child.poll() is None:
            time.sleep(0.05)
            if (Path(place) / f"{done}.pickle").exists():
                done, since = done + 1, time.monotonic()
                told(done)
            elif time.monotonic() - since > SECONDS:
                child.kill()
                child.wait()
                return f"took more than {SECONDS:.0f} s"
    text = Path(f"{place}/errors.txt").read_text(errors="replace").strip()
    return f"the process ended with {child.returncode}: {text[-300:]}"
