"""Compare batches with the bare native loop: the figures of docs/guide/batches.md.

    python benchmarks/batch.py
    python benchmarks/batch.py --turns 50 --threads 4

The sides alternate for many turns; the minimum of each side is reported, in wall-clock time and in CPU time, which
other programs disturb less. The bare loop steps one MjData as often as the batch steps worlds, in one native call.

Documents: design / Testing; design / Batches
"""

import sys
from pathlib import Path

# allows running from a source checkout without installation
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from turns import in_turns, options

import gelenk
from gelenk import models
from gelenk.batch import Batch

BATCHES = (("cartpole", 4096), ("humanoid", 256))


def batches(turns: int, threads: int) -> None:
    """Time steps of all worlds of a batch, on one thread and on several."""
    several = f"{threads} threads"
    print(
        f"{'batch':<10} {'worlds':>7} {'bare loop':>11} {'1 thread':>11} {several:>11}   processor: 1, {threads}"
    )
    for name, count in BATCHES:
        m = models.load(name)
        d = gelenk.MjData(m)
        one, many = Batch(m, count, 1), Batch(m, count, threads)
        for batch in (one, many):
            batch.step(nstep=100)
        gelenk.mj_step(m, d, 100)
        bare, alone, shared = in_turns(
            turns, lambda m=m, d=d, count=count: gelenk.mj_step(m, d, count), one.step, many.step
        )
        us = [f"{1e6 * t[0] / count:>8.3f} us" for t in (bare, alone, shared)]
        ratios = f"{alone[1] / bare[1]:.2f}x, {shared[1] / bare[1]:.2f}x of the bare loop"
        print(f"{name:<10} {count:>7} {' '.join(us)}   {ratios}")


if __name__ == "__main__":
    given = options(__doc__)
    batches(given.turns, given.threads)
