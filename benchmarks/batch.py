"""Batches against the bare native loop, and rollouts against the reference, in turns.

    python benchmarks/batch.py
    python benchmarks/batch.py --turns 50 --threads 4

A turn of each after the other, many times; the least time of each counts, of the clock and of the processor (which
other programs disturb less). The bare loop steps one MjData as often as the batch steps worlds, in one native call.

Documents: design / Testing; design / Batches
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import mujoco.rollout
import numpy as np

sys.path.insert(1, str(Path(__file__).resolve().parents[1]))  # a source checkout needs no installation

import gelenk
import gelenk.rollout
from gelenk import models
from gelenk.batch import Batch

FULL = int(gelenk.mjtState.mjSTATE_FULLPHYSICS)
BATCHES = (("cartpole", 4096), ("humanoid", 256))
ROLLOUTS = (("cartpole", 4096, 1), ("cartpole", 1024, 20), ("humanoid", 256, 1), ("humanoid", 64, 25))


def in_turns(turns: int, *sides: Callable[[], object]) -> list[tuple[float, float]]:
    """The least time of each side [s]: of the clock, and of the processor."""
    best = [(np.inf, np.inf)] * len(sides)
    for side in sides:
        side()
    for _ in range(turns):
        for i, side in enumerate(sides):
            clock, processor = time.perf_counter(), time.process_time()
            side()
            taken = time.perf_counter() - clock, time.process_time() - processor
            best[i] = min(best[i][0], taken[0]), min(best[i][1], taken[1])
    return best


def batches(turns: int, threads: int) -> None:
    """Steps of all worlds of a batch, on one thread and on several."""
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


def rollouts(turns: int, threads: int) -> None:
    """Trajectories of both libraries, on pools of as many threads."""
    print(f"\n{'rollout':<10} {'count':>7} {'steps':>6} {'gelenk':>12} {'reference':>12}   clock, processor")
    for name, count, nstep in ROLLOUTS:
        m, ref = models.load(name), mujoco.MjModel.from_xml_path(str(models.path(name)))
        rng = np.random.default_rng(0)
        d, start = gelenk.MjData(m), np.zeros(gelenk.mj_stateSize(m, FULL))
        gelenk.mj_getState(m, d, start, FULL)
        starts = np.tile(start, (count, 1))
        starts[:, 1 + m.nq : 1 + m.nq + m.nv] = rng.normal(0, 0.01, (count, m.nv))
        control = rng.normal(0, 0.1, (count, nstep, m.nu))
        ours, theirs = ([x.MjData(y) for _ in range(threads)] for x, y in ((gelenk, m), (mujoco, ref)))
        with gelenk.rollout.Rollout(nthread=threads) as a, mujoco.rollout.Rollout(nthread=threads) as b:
            found = in_turns(
                turns,
                lambda a=a, m=m, ours=ours, starts=starts, control=control: a.rollout(
                    m, ours, starts, control
                ),
                lambda b=b, m=ref, theirs=theirs, starts=starts, control=control: b.rollout(
                    m, theirs, starts, control
                ),
            )
        us = [f"{1e6 * t[0] / count / nstep:>9.3f} us" for t in found]
        ratios = ", ".join(f"{found[1][k] / found[0][k]:.2f}x" for k in range(2))
        print(f"{name:<10} {count:>7} {nstep:>6} {' '.join(us)}   {ratios} faster")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=20, help="how often each is measured")
    parser.add_argument("--threads", type=int, default=2, help="threads of batches and pools")
    options = parser.parse_args()
    batches(options.turns, options.threads)
    rollouts(options.turns, options.threads)


if __name__ == "__main__":
    main()
