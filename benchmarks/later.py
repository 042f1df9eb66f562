"""Compare steps with a later release of the reference: python benchmarks/later.py --newer PYTHON

Documents: design / Testing

PYTHON has another release of mujoco, at which models are read. First come the models of run.py, then models that use
features of releases after 3.5.
"""

import argparse
import logging
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from peer import HOLD, Peer, build, read_state, restore, step_times
from timed import OWN, scenes, shipped
from timing import controls_of

import gelenk
from gelenk.cli import testspeed
from gelenk.migration import migrate

LATER = OWN / "later"
DISCRETE = int(gelenk.mjtIntegrator.mjINT_DISCRETE)


class Scene(NamedTuple):
    """A model with a newer feature, the release of the feature, and the initial state."""

    name: str
    since: str
    path: Path
    settle: int
    steps: int
    options: dict = {}  # noqa: RUF012 (no instance changes it)
    control: float = 0.2
    keyframe: int = -1
    speed: float = 0.0


def features() -> list[Scene]:
    """Return the scenes with features of later releases."""
    return [
        Scene("polynomial springs, drives with damping", "3.7", LATER / "springs.xml", 200, 1000),
        Scene("contacts of convex pairs", "3.8", LATER / "hulls.xml", 200, 60),
        Scene(
            "exact diagonal, humanoid",
            "3.9",
            shipped("humanoid"),
            200,
            600,
            {"enableflags": "diagexact"},
            0.05,
            1,
        ),
        Scene("exact diagonal, boxes50", "3.9", shipped("boxes50"), 600, 60, {"enableflags": "diagexact"}),
        Scene("pid, dcmotor, orientation", "3.12", LATER / "drives.xml", 200, 1000),
        Scene("belt and turntable", "3.11", LATER / "belt.xml", 200, 200),
        Scene("discrete, humanoid", "3.13", shipped("humanoid"), 200, 600, {"integrator": DISCRETE}, 0.05, 1),
        Scene("discrete, arm7", "3.13", shipped("arm7"), 200, 1000, {"integrator": DISCRETE}, 0.1, 1),
        Scene("discrete, hand", "3.13", shipped("hand"), 200, 300, {"integrator": DISCRETE}, 0.05, 0),
        Scene("discrete, soft body", "3.13", shipped("softbody"), 200, 60, {"integrator": DISCRETE}),
        Scene("discrete, elastic sheet", "4.0", LATER / "shells.xml", 200, 60),
        Scene("contacts of boxes, boxes50", "3.13", shipped("boxes50"), 600, 60),
        Scene("elastic flexes of 4.0, soft body", "4.0", shipped("softbody"), 200, 60),
        Scene("speculative contacts", "4.0", LATER / "bullets.xml", 0, 40, speed=8.0),
        Scene("elastic rods", "4.0", LATER / "rods.xml", 200, 60),
        Scene("springs that yield", "4.0", LATER / "yielding.xml", 0, 1000),
    ]


class Result(NamedTuple):
    """Best times of a step [µs], gelenk and the reference, and the difference of their final states."""

    scene: str
    since: str
    ours: float
    theirs: float
    difference: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def options_of(scene) -> dict:
    """Return the options of a scene as numbers."""
    flags = getattr(scene, "options", {})
    return {
        name: int(getattr(gelenk.mjtEnableBit, f"mjENBL_{value.upper()}"))
        if isinstance(value, str)
        else value
        for name, value in flags.items()
    }


def settled(m, d, scene) -> dict:
    """Return the state after some steps with random controls."""
    gelenk.mj_resetData(m, d)
    if scene.keyframe >= 0:
        gelenk.mj_resetDataKeyframe(m, d, scene.keyframe)
    d.qvel[:] += scene.speed * np.random.default_rng(5).standard_normal(m.nv)
    for ctrl in controls_of(m, scene, scene.settle, 1):
        d.ctrl[:] = ctrl
        gelenk.mj_step(m, d, HOLD)
    return read_state(d)


def readable(file: Path, options: dict, peer: Peer, release: str) -> Path:
    """Load a model in the peer process; return the file, rewritten for its release if necessary."""
    try:
        peer.ask("load", path=str(file), options=options)
    except ValueError:
        rewritten = Path(tempfile.mkdtemp()) / file.name
        rewritten.write_text(migrate(str(file), to=release, from_="3.5.0").text)
        file = rewritten
        peer.ask("load", path=str(file), options=options)
    return file


def compare(scene, turns: int, peer: Peer, release: str) -> Result:
    """Return the best times of both sides, which take turns."""
    options = options_of(scene)
    file = readable(scene.path, options, peer, release)
    m, d = build(gelenk, file, options, release=release)
    state, controls = settled(m, d, scene), [c.tolist() for c in controls_of(m, scene, scene.steps, 2)]
    kept: tuple[list, list] = ([], [])
    for turn in range(turns + 1):  # the first turn grows buffers
        restore(gelenk, m, d, state)
        ours = step_times(gelenk, m, d, controls)
        if turn == 0:
            continue
        kept[0].append(ours)
        times, way = peer.ask("step_times", state=state, controls=controls)
        kept[1].append(times)
    best, theirs = (float(testspeed.best_of(side)) / HOLD for side in kept)
    difference = abs(float(abs(d.qpos).sum()) - way)
    return Result(scene.name, getattr(scene, "since", ""), best, theirs, difference)


def measure(python: Path, turns: int, names=(), new=False) -> tuple[str, list[Result], list[tuple[str, str]]]:
    """Return release, results, and scenes that the release refuses, with the reason."""
    logging.getLogger("gelenk").setLevel(logging.ERROR)
    peer, results, refused = Peer(python), [], []
    for scene in [*([] if new else scenes()), *features()]:
        if names and scene.name not in names:
            continue
        try:
            r = compare(scene, turns, peer, peer.version)
        except ValueError as error:
            refused.append((scene.name, str(error)))
            print(f"{scene.name:42} refused: {error}", flush=True)
            continue
        results.append(r)
        print(
            f"{r.scene:42} {r.ours:8.2f} {r.theirs:8.2f} µs  {r.ratio:5.2f}x  {r.difference:.1e}", flush=True
        )
    peer.close()
    return peer.version, results, refused


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--newer", required=True, type=Path, help="a Python with another release of mujoco")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--only", nargs="*", help="names of scenes")
    parser.add_argument("--new", action="store_true", help="only what is new")
    given = parser.parse_args()
    measure(given.newer, given.turns, given.only, given.new)


if __name__ == "__main__":
    main()
