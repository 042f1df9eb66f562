"""Compare rollouts with 3.5.0: the figures of docs/guide/rollouts.md.

    python benchmarks/rollouts.py
    python benchmarks/rollouts.py --turns 50 --threads 4

The sides alternate for many turns; the minimum of each side is reported, in wall-clock time and in CPU time, which
other programs disturb less.

Documents: design / Testing
"""

import sys
from pathlib import Path

import mujoco
import mujoco.rollout
import numpy as np

# allows running from a source checkout without installation
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

from turns import in_turns, options

import gelenk
import gelenk.rollout
from gelenk import models

FULL = int(gelenk.mjtState.mjSTATE_FULLPHYSICS)
ROLLOUTS = (("cartpole", 4096, 1), ("cartpole", 1024, 20), ("humanoid", 256, 1), ("humanoid", 64, 25))


def rollouts(turns: int, threads: int) -> None:
    """Time the trajectories of both libraries, on thread pools of equal size."""
    print(f"{'rollout':<10} {'count':>7} {'steps':>6} {'gelenk':>12} {'reference':>12}   clock, processor")
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


if __name__ == "__main__":
    given = options(__doc__)
    rollouts(given.turns, given.threads)
