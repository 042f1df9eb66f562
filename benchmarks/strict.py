"""Price of a strict build: steps of shipped models with strict and with ordinary code.

    python benchmarks/strict.py                     the models of the table
    python benchmarks/strict.py humanoid --turns 60

Two processes, one under GELENK_STRICT=1, step the same model in turns from the same states with the same controls.
Times are the least of all turns, since other programs only add to them. The last column is the largest difference of
qpos after a turn from the reset.

Documents: design / A strict build
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(ROOT))  # allows running from a source checkout without installation

MODELS = ("cartpole", "arm7", "muscle_arm", "quadruped", "humanoid", "hand", "cloth", "chain100")
STEPS = 50  # steps of a turn; each begins at a reset
REACH = 0.3  # of random controls


def serve(name: str) -> None:
    """Step a model for each line of the input; print the time of a step [us] and qpos."""
    import gelenk

    m = gelenk.models.load(name)
    d = gelenk.MjData(m)
    for turn, _ in enumerate(sys.stdin):
        gelenk.mj_resetData(m, d)
        d.ctrl[:] = REACH * np.random.default_rng(turn).uniform(-1, 1, m.nu)
        start = time.thread_time()
        gelenk.mj_step(m, d, STEPS)
        took = (time.thread_time() - start) / STEPS * 1e6
        sys.stdout.write(json.dumps([took, d.qpos.tolist()]) + "\n")
        sys.stdout.flush()


def side(name: str, strict: str) -> Any:
    """Start the process of a side."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve()), "--serve", name],
        env=os.environ | {"GELENK_STRICT": strict, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def row(name: str, turns: int) -> str:
    """Return the line of a model."""
    sides = [side(name, strict) for strict in "01"]
    least, apart = [np.inf, np.inf], 0.0
    for turn in range(turns + 1):
        states = []
        for i in (0, 1) if turn % 2 else (1, 0):
            sides[i].stdin.write("\n")
            sides[i].stdin.flush()
            took, qpos = json.loads(sides[i].stdout.readline())
            if turn:  # the first grows buffers
                least[i] = min(least[i], took)
            states.append(np.array(qpos))
        apart = max(apart, float(np.abs(states[0] - states[1]).max()))
    for process in sides:
        process.stdin.close()
        process.wait()
    return f"| {name} | {least[0]:.2f} | {least[1]:.2f} | {least[1] / least[0]:.2f} | {apart:.0e} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").partition("\n")[0], formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="*", default=MODELS)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve)
        return
    sys.stdout.write("| model | ordinary [us] | strict [us] | ratio | difference |\n|---|---|---|---|---|\n")
    for name in given.models:
        sys.stdout.write(f"{row(name, given.turns)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
