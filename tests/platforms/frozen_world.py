"""A frozen world: the memory of a model and its data in a file, to be stepped without Python on any platform.

header       sizes and places (frozen_world.c, Header)
sizes        bytes of each region
pointers     places of slots that hold an address, and the places that they point to
stages       positions in the stage table, and symbols
regions      the memory
"""

import os
import struct
import subprocess
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import gelenk
from gelenk import selftest
from gelenk.runtime import required_libraries
from gelenk.tables.stages import INDEX, LIBRARIES
from gelenk.toolchain import build, library, struct_layout, targets
from gelenk.viewer.frozen_memory import FrozenMemory, word
from tests.support.once import once


class Result(NamedTuple):
    """Outcome of a run: status and steps of the stage "step", stages that the library lacks, the state."""

    status: int
    nstep: int
    missing: int
    seconds: float
    state: np.ndarray


def contents(m: gelenk.MjModel, d: gelenk.MjData, nstep: int) -> bytes:
    """Return the contents of a file with a model and its data as they are now, to be stepped ``nstep`` times."""
    roots = {"model": (struct_layout.MODEL, m._address), "data": (struct_layout.DATA, d._address)}
    memory = FrozenMemory(roots)

    def slot(struct_name: str, name: str) -> int:
        plan, base = memory.structs[struct_name]
        return base + plan.offset[name]

    table = word(slot("model", "stage_table"))
    stages = [(INDEX[s.name], library.symbol(s).encode()) for rows in LIBRARIES.values() for s in rows]
    sizes = [word(slot("data", name)) for name in ("nq", "nv")]
    places = [m._address, d._address, table, word(slot("data", "qpos")), word(slot("data", "qvel"))]
    places += [slot("data", "status"), slot("data", "nstep")]
    head = [len(memory.regions), len(memory.pointers), len(stages), nstep, *sizes]
    for address in places:
        head += memory.place(address)
    regions = memory.contents()
    parts = [struct.pack(f"<{len(head)}Q", *head)]
    parts.append(struct.pack(f"<{len(regions)}Q", *map(len, regions)))
    parts += [struct.pack("<4Q", *memory.place(at), *memory.place(to)) for at, to in memory.pointers]
    parts += [struct.pack("<Q56s", *stage) for stage in stages]
    return b"".join([*parts, *regions])


# Worlds that run everywhere, and worlds that run on systems for which no other test compiles every stage; ALL runs all
ALL = os.environ.get("GELENK_ALL_WORLDS") == "1"
FEW = ("cards", "cartpole", "chain100", "humanoid")
PARTLY = ("win32", "darwin")


def worlds(system: str) -> Sequence[str]:
    """Return the shipped models that run on a system."""
    return FEW if system in PARTLY and not ALL else gelenk.models.names()


def parts(system: str) -> Collection[str]:
    """Return the libraries of stages that are compiled for a system: all, or those with which its worlds step."""
    if system not in PARTLY or ALL:
        return LIBRARIES
    needed = {"island"}  # which a step asks for where trees do not touch
    for world in FEW:
        needed.update(required_libraries.libraries(selftest.start(world)[0]))
    return [name for name in LIBRARIES if name in needed]


def libraries(shared: Path, target: str) -> tuple[Path, Path]:
    """Return the library of the stages for a target, and that of the entry points."""
    suffix = targets.target_named(target).platform.suffix
    border = shared / f"border {target}{suffix}"

    def make(path: Path) -> None:
        with build.objects_folder() as folder:
            row = targets.target_named(target)
            stages, entries = build.link_libraries(row, folder, parts(row.platform.system))
        border.write_bytes(entries)
        path.write_bytes(stages)

    return once(shared / f"stages {target}{suffix}", make), border


def freeze(
    name: str, nstep: int, start: Callable[[str], tuple[gelenk.MjModel, gelenk.MjData]] = selftest.start
) -> tuple[bytes, np.ndarray]:
    """Return the file of a shipped model that is to be stepped ``nstep`` times, and its state after these steps here.

    The world runs once before, since a step that lacks room for contacts or a library asks Python.
    """
    m, d = start(name)
    before = gelenk.MjData(m)
    gelenk.mj_copyData(before, m, d)
    gelenk.mj_step(m, d, nstep=nstep)
    gelenk.mj_copyData(d, m, before)
    frozen = contents(m, d, nstep)
    gelenk.mj_step(m, d, nstep=nstep)
    return frozen, np.concatenate([d.qpos, d.qvel])


def run(command: list[str], stages: Path, world: Path, result: Path) -> Result:
    """Step a frozen world with the program of frozen_world.c."""
    done = subprocess.run(
        [*command, str(stages), str(world), str(result)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr or done.stdout}"
    status, nstep, missing, seconds = done.stdout.split()
    state = np.fromfile(result)
    return Result(int(status), int(nstep), int(missing), float(seconds), state)
