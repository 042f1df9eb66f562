"""Gain of code made to measure: steps with ordinary stages, and with stages compiled for the model.

    python benchmarks/specialize.py                       the models of the table
    python benchmarks/specialize.py humanoid ant.xml      shipped models, or files

Both sides alternate over the same steps, from the same states with the same controls. Times are medians of CPU time;
the gain is the median of the ratios of neighboring turns, with quartiles. Compiling has the time until the code is
ready, without and with a cached file. The last column is the largest difference of qpos after one turn from the reset;
last bits differ because sums are split in another way.

Documents: design / Models made to measure; design / Testing
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

# allows running from a source checkout without installation
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import gelenk
from gelenk import models
from gelenk.runtime import required_libraries

MODELS = ("cartpole", "arm7", "muscle_arm", "quadruped", "humanoid", "hand", "chain100")
STEPS, RESTART = 50, 10  # steps of a turn, and turns after which the state is reset
REACH = 0.3  # amplitude of random controls


def load(name: str) -> gelenk.MjModel:
    """Return a shipped model, or the model of a file."""
    return gelenk.MjModel.from_xml_path(name) if name.endswith(".xml") else models.load(name)


def times(m: gelenk.MjModel, address: int, turns: int) -> tuple[np.ndarray, float]:
    """Return times of a step (turns, 2) [us] of both sides, and the largest difference after a first turn."""
    sides = [gelenk.MjData(m), gelenk.MjData(m)]
    random, found, apart = np.random.default_rng(0), np.empty((turns, 2)), 0.0
    for turn in range(turns):
        if turn % RESTART == 0:
            for d in sides:
                gelenk.mj_resetData(m, d)
        ctrl = REACH * random.uniform(-1, 1, m.nu)
        for side in (0, 1) if turn % 2 else (1, 0):
            d = sides[side]
            d.ctrl[:] = ctrl
            required_libraries.install(m, address * side)
            start = time.thread_time()
            gelenk.mj_step(m, d, STEPS)
            found[turn, side] = (time.thread_time() - start) / STEPS * 1e6
        if turn % RESTART == 0:
            apart = max(apart, float(np.abs(sides[0].qpos - sides[1].qpos).max()))
    required_libraries.install(m, address)
    return found, apart


def row(name: str, turns: int) -> str:
    """Return the line of a model."""
    m = load(name)
    gelenk.mj_step(m, gelenk.MjData(m))
    made = gelenk.specialize(m, wait=True)
    start = time.perf_counter()
    gelenk.specialize(load(name), wait=True)
    again = time.perf_counter() - start
    times(m, made._address, RESTART)  # grow buffers before the measurement
    found, apart = times(m, made._address, turns)
    before, after = np.median(found, axis=0)
    low, middle, high = np.quantile(found[:, 0] / found[:, 1], (0.25, 0.5, 0.75))
    return (
        f"| {Path(name).stem} | {before:.2f} | {after:.2f} | {middle:.2f} ({low:.2f} to {high:.2f}) "
        f"| {made.seconds:.1f} s, {1e3 * again:.0f} ms | {apart:.0e} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", nargs="*", default=MODELS, help="names of shipped models, or files")
    parser.add_argument("--turns", type=int, default=80, help="how often each is measured")
    given = parser.parse_args()
    print(
        "| model | step [us] | made to measure [us] | gain | compiling | difference |\n|---|---|---|---|---|---|"
    )
    for name in given.models:
        print(row(name, given.turns), flush=True)


if __name__ == "__main__":
    main()
