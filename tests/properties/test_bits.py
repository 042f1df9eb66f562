"""The bits of a release: states after 100 steps of every scene, on one and on two threads.

A hash that changes is a decision: `python -m tests.properties.test_bits` pins the new ones in bits.json, and the change
log says why. Bits depend on the compiler and the C library too, so hashes are kept for each of these; where there is
none, the states must still be those that were pinned, as closely as 100 steps keep rounding small.
"""

import hashlib
import json
import platform
import sys
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

import gelenk
import scenes
from gelenk import rollout
from gelenk.toolchain import digests, library
from tests.support.tolerance import tol

PINNED = Path(__file__).with_name("bits.json")
NSTEP, NWORLD = 100, 3
# 100 steps of these worlds with contacts enlarge a rounding error of 1e-16 by up to eight orders
CLOSE = 1e-7


def surroundings() -> str:
    """What bits depend on beside our sources and the tables: compiler, C library, processor level."""
    compiler = f"numba {metadata.version('numba')}, llvmlite {metadata.version('llvmlite')}"
    return f"{compiler}, {' '.join(platform.libc_ver())}, {digests.cpu_level()}"


def states(name: str, nthread: int) -> np.ndarray:
    """Full physics states (NWORLD, NSTEP, nstate) of worlds that start a little apart, under random controls."""
    m = gelenk.MjModel.from_xml_path(str(scenes.path(name)))
    rng = np.random.default_rng(0)
    start = gelenk.MjData(m)
    initial = np.empty((NWORLD, gelenk.mj_stateSize(m, gelenk.mjtState.mjSTATE_FULLPHYSICS)))
    for world in initial:
        start.qvel[:] = rng.normal(0.0, 0.01, m.nv)
        gelenk.mj_getState(m, start, world, gelenk.mjtState.mjSTATE_FULLPHYSICS)
    control = rng.normal(0.0, 0.1, (NWORLD, NSTEP, m.nu))
    data = [gelenk.MjData(m) for _ in range(nthread)]
    return rollout.rollout(m, data, initial, control)[0]


def digest(array: np.ndarray) -> str:
    """Hash of the bits of an array."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:32]


@pytest.mark.skipif(not library.JIT, reason="plain Python rounds sums of products differently")
@pytest.mark.parametrize("name", scenes.names())
def test_bits_are_those_that_were_pinned(name):
    pinned = json.loads(PINNED.read_text())[name]
    found = states(name, 1)
    here = pinned["bits"].get(surroundings())
    if here is not None:
        assert digest(found) == here
    last = found[0, -1]
    size = max(1.0, float(np.abs(last).max()))
    assert np.abs(last[: len(pinned["state"])] - pinned["state"]).max() <= tol(CLOSE) * size
    assert digest(states(name, 2)) == digest(found)


def pin() -> None:
    """Write bits.json anew for these surroundings; hashes of others that fit the states no more are dropped."""
    rows = json.loads(PINNED.read_text()) if PINNED.is_file() else {}
    for name in scenes.names():
        found = states(name, 1)
        last = [float(x) for x in found[0, -1][:12]]
        old = rows.get(name, {"bits": {}, "state": last})
        bits = old["bits"] if old["state"] == last else {}
        rows[name] = {"bits": bits | {surroundings(): digest(found)}, "state": last}
        sys.stdout.write(f"{name}\n")
    PINNED.write_text(json.dumps({name: rows[name] for name in scenes.names()}, indent=1) + "\n")


if __name__ == "__main__":
    pin()
