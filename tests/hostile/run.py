"""Loads hostile inputs of every format and prints totals: python -m tests.hostile.run --seeds 10000

Documents: promises / Hostile input

Inputs are those of tests/support/mutate.py, models and files of every format with random edits, and those of
programs.py: pickles, specs that are edited, arguments; the same for the same seed. They
are loaded, and small models stepped, in child processes, a chunk each, under a limit of memory and of time.
Where a child dies the input that killed it is named, and the next child goes on behind it.
"""

import argparse
import faulthandler
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.hostile.programs import PROGRAMS, worlds
from tests.support import mutate

ROOT = Path(__file__).resolve().parents[2]
KINDS = (*mutate.KINDS, *PROGRAMS)
SECONDS_EACH = 3  # of a chunk, on average; one input may take mutate.MOST_SECONDS


def child(seed, first, count, kinds):
    """In the child: load a chunk, print the number of each input before it, the outcome at the end."""
    mutate.warm_up()
    if not PROGRAMS.keys().isdisjoint(kinds):
        worlds()
    mutate.bound_memory()
    os.chdir(tempfile.mkdtemp())  # of what functions write
    faulthandler.enable(sys.stderr)
    counts, wrong = mutate.run(seed, count, kinds, first, lambda i: print(i, flush=True), PROGRAMS)
    print(json.dumps({"counts": counts, "wrong": wrong}))


def chunk(seed, first, count, kinds):
    """Run inputs first .. first + count in children; returns (counts, wrong)."""
    counts, wrong = {"model": 0, "error": 0}, []
    end = first + count
    while first < end:
        command = [sys.executable, "-W", "ignore", "-m", __spec__.name, "--child", "--seed", str(seed)]
        command += ["--first", str(first), "--seeds", str(end - first), *kinds]
        try:
            done = subprocess.run(
                command,
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
                timeout=60 + SECONDS_EACH * (end - first) + mutate.MOST_SECONDS,
            )
            output, how = done.stdout, f"the process ended with {done.returncode}: {done.stderr[-300:]}"
        except subprocess.TimeoutExpired as error:
            output, how = (error.stdout or b"").decode(), "took too long"
        lines = output.splitlines()
        if lines and lines[-1].startswith("{"):
            result = json.loads(lines[-1])
            wrong += result["wrong"]
            for name, n in result["counts"].items():
                counts[name] += n
            break
        last = int(lines[-1]) if lines else first
        wrong.append([kinds[last % len(kinds)], last, how])
        first = last + 1
    return counts, wrong


def main(arguments=None):
    """Run all chunks, print totals; the exit status says whether anything went wrong."""
    parser = argparse.ArgumentParser(description="Loads hostile inputs of every format and prints totals.")
    parser.add_argument("--seeds", type=int, default=1000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=2, help="other inputs for each")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--chunk", type=int, default=250, help="inputs of one process")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; all unless given")
    said = parser.parse_args(arguments)
    kinds = tuple(said.kinds) or KINDS
    if said.child:
        child(said.seed, said.first, said.seeds, kinds)
        return 0
    start, total, wrong = time.perf_counter(), {"model": 0, "error": 0}, []
    for first in range(said.first, said.first + said.seeds, said.chunk):
        count = min(said.chunk, said.first + said.seeds - first)
        counts, bad = chunk(said.seed, first, count, kinds)
        wrong += bad
        for name, n in counts.items():
            total[name] += n
        for kind, i, what in bad:
            print(f"seed {said.seed}, input {i} ({kind}): {what}")
        done = first + count - said.first
        print(
            f"{done} of {said.seeds}: {total['model']} models, {total['error']} errors, {len(wrong)} wrong",
            flush=True,
        )
    print(f"{time.perf_counter() - start:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
