"""Cost of sleeping trees: many humanoids with one awake, against one humanoid alone.

    python benchmarks/sleepers.py                 100 humanoids
    python benchmarks/sleepers.py --count 1000 --reference

Both models alternate, from the same state with the same controls; the best time of each ten steps is used.

Documents: design / Testing; design / Sleep
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

# allows running from a source checkout without installation
sys.path.insert(1, str(Path(__file__).resolve().parents[1]))

import gelenk
from gelenk import models

CHUNK = 10  # steps per measurement


def crowd(count: int) -> str:
    """Return MJCF of humanoids in rows: the first never sleeps, the others start asleep."""
    spec = gelenk.MjSpec.from_file(str(models.path("humanoid")))
    names = ("never", "init")
    policies = [getattr(gelenk.mjtSleepPolicy, f"mjSLEEP_{name.upper()}") for name in names]
    parent = gelenk.MjSpec.from_file(str(models.path("humanoid")))
    parent.option.enableflags |= int(gelenk.mjtEnableBit.mjENBL_SLEEP)
    parent.worldbody.first_body().sleep = policies[0]
    for key in list(parent.keys):
        parent.delete(key)
    columns = int(np.ceil(np.sqrt(count)))
    for i in range(1, count):
        child = spec.copy()
        for key in list(child.keys):
            child.delete(key)
        root = child.worldbody.first_body()
        root.sleep = policies[1]
        frame = parent.worldbody.add_frame(pos=[2.0 * (i % columns), 2.0 * (i // columns), 0])
        frame.attach_body(root, f"h{i}_", "")
    return parent.to_xml()


class Runner:
    """One library with one model at the humanoid's keyframe, driving the first nu controls."""

    def __init__(self, library: Any, xml: str) -> None:
        self.library = library
        self.m = library.MjModel.from_xml_string(xml)
        self.d = library.MjData(self.m)
        self.start()

    def start(self) -> None:
        """Reset to the start of a turn: the first humanoid squats, the others sleep."""
        self.library.mj_resetData(self.m, self.d)
        one = models.load("humanoid")
        key = one.key("squat").id
        self.d.qpos[: one.nq] = one.key_qpos[key]
        self.d.qvel[: one.nv] = one.key_qvel[key]
        self.nu = one.nu

    def chunk(self, ctrl: np.ndarray) -> float:
        """Return the time of CHUNK steps [s]."""
        self.d.ctrl[: self.nu] = ctrl
        before = time.perf_counter()
        for _ in range(CHUNK):
            self.library.mj_step(self.m, self.d)
        return time.perf_counter() - before


def measure(runners: dict[str, Runner], steps: int, turns: int) -> dict[str, float]:
    """Return the time per step of each runner in alternating turns [µs]."""
    best = {name: np.full(steps // CHUNK, np.inf) for name in runners}
    for _ in range(turns):
        rng = np.random.default_rng(0)
        for runner in runners.values():
            runner.start()
        for k in range(steps // CHUNK):
            ctrl = rng.uniform(-0.1, 0.1, next(iter(runners.values())).nu)
            for name, runner in runners.items():
                best[name][k] = min(best[name][k], runner.chunk(ctrl))
    return {name: 1e6 * float(times.sum()) / steps for name, times in best.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--reference", action="store_true", help="time mujoco too")
    args = parser.parse_args()
    libraries: dict[str, Any] = {"gelenk": gelenk}
    if args.reference:
        import mujoco

        libraries["mujoco"] = mujoco
    many, one = crowd(args.count), crowd(1)
    runners = {
        f"{n}, {k}": Runner(lib, xml)
        for n, lib in libraries.items()
        for k, xml in ((1, one), (args.count, many))
    }
    times = measure(runners, args.steps, args.turns)
    for n in libraries:
        alone, all_of_them = times[f"{n}, 1"], times[f"{n}, {args.count}"]
        asleep = int((runners[f"{n}, {args.count}"].d.tree_asleep >= 0).sum())
        print(
            f"{n}: one humanoid {alone:.1f} us, {args.count} of which {asleep} sleep {all_of_them:.1f} us: "
            f"{all_of_them / alone:.2f}x"
        )


if __name__ == "__main__":
    main()
