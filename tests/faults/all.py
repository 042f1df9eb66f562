"""Runs the campaign for all scenarios, one process after the other: python -m tests.faults.all

Prints a table: scenario, interrupts that came and that reached the caller, calls that failed for want of memory, and
what went wrong. Where numpy or CPython itself crashes for want of memory (the stacks are printed), the rest of the
count is done with another seed.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import time

from tests.faults.catalog import SCENARIOS

CRASHES = 20  # of others, for one scenario
COUNTS = re.compile(r"^\w+: (\d+) hits$", re.MULTILINE)


def campaign(name, seed, kind, count, patience):
    """Run one; returns (hits, crashes within numpy or CPython, what went wrong)."""
    hits = crashes = 0
    while hits < count:
        command = [sys.executable, "-X", "faulthandler", "-m", "tests.faults.campaign", name]
        command += [str(seed + 1000 * crashes), f"{kind}={count - hits}"]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            return hits, crashes, f"more than {patience} s"
        hits += max(map(int, COUNTS.findall(done.stdout)), default=0)
        if done.returncode == 0:
            break
        top = re.search(r'most recent call first\):\n  File "([^"]+)"', done.stderr)
        crashes += 1
        ours = top is None or f"{os.sep}gelenk{os.sep}" in top[1]
        stuck = 'threading.py", line' in done.stderr and " in start\n" in done.stderr  # see promises
        if (done.returncode > 0 and not stuck) or kind != "starvation" or ours or crashes > CRASHES:
            return hits, crashes, (done.stdout + done.stderr)[-3000:]
    return hits, crashes, ""


def main():
    """Run all; the exit status says whether anything went wrong."""
    parser = argparse.ArgumentParser(description="Interrupts and starves all public objects.")
    parser.add_argument(
        "--count", type=int, default=1000, help="interrupts, and failed calls, of each scenario"
    )
    parser.add_argument("--seeds", type=int, default=2, help="how many, from 1 on")
    parser.add_argument("--patience", type=int, default=1800, help="seconds of one scenario, kind and seed")
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SCENARIOS)}; all unless given")
    said = parser.parse_args()
    kinds = ["interrupts"] + ["starvation"] * (importlib.util.find_spec("_testcapi") is not None)
    begun, wrong = time.perf_counter(), 0
    print(
        f"{'scenario':<14}{'seed':>5}{'interrupts':>12}{'starvation':>12}{'crashes of numpy':>18}", flush=True
    )
    for name in said.names or SCENARIOS:
        for seed in range(1, said.seeds + 1):
            found = [campaign(name, seed, kind, said.count, said.patience) for kind in kinds]
            hits = "".join(f"{hits:>12}" for hits, _, _ in found)
            print(f"{name:<14}{seed:>5}{hits}{sum(crashes for _, crashes, _ in found):>18}", flush=True)
            for _, _, what in found:
                wrong += bool(what)
                if what:
                    print(what, flush=True)
    print(f"{wrong} wrong, {time.perf_counter() - begun:.0f} s")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
