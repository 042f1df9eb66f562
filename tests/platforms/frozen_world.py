"""A frozen world: the memory of a model and its data in a file, to be stepped without Python on any platform.

header       sizes and places (frozen_world.c, Header)
sizes        bytes of each region
pointers     places of slots that hold an address, and the places that they point to
stages       positions in the stage table, and symbols
regions      the memory
"""

import ctypes
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import gelenk
from gelenk.cli import selftest
from gelenk.tables.stages import INDEX, LIBRARIES
from gelenk.toolchain import build, library, platforms, struct_layout, targets

GAP = 64  # bytes between arrays of one block at most, which fall into one region


class Result(NamedTuple):
    """Outcome of a run: status and steps of the stage "step", stages that the library lacks, the state."""

    status: int
    nstep: int
    missing: int
    seconds: float
    state: np.ndarray


def word(address: int) -> int:
    return ctypes.c_int64.from_address(address).value


class Frozen:
    """The memory of a model and its data, as it is now, and where its addresses are."""

    def __init__(self, m: gelenk.MjModel, d: gelenk.MjData) -> None:
        self.structs = [
            (struct_layout.MODEL, m._address),
            (struct_layout.OPTION, m.opt._address),
            (struct_layout.STATISTIC, m.stat._address),
            (struct_layout.DATA, d._address),
        ]
        self.m, self.d = m._address, d._address
        self.pointers: list[tuple[int, int]] = []  # (address of a slot, address in the slot)
        spans = [(base, base + 8 * plan.nslot) for plan, base in self.structs]
        for plan, base in self.structs:
            for slot, start, size in self.arrays(plan, base):
                if size:
                    self.pointers.append((slot, start))
                    spans.append((start, start + size))
            self.pointers += [
                (base + plan.offset[name], word(base + plan.offset[name])) for name in plan.nested
            ]
        self.regions: list[list[int]] = []
        for start, end in sorted(spans):
            if self.regions and start <= self.regions[-1][1] + GAP:
                self.regions[-1][1] = max(end, self.regions[-1][1])
            else:
                self.regions.append([start, end])

    @staticmethod
    def arrays(plan: struct_layout.Layout, base: int) -> Iterator[tuple[int, int, int]]:
        """Yield (address of the slot, address of the array, bytes) of each array of a struct."""

        def length(size: int | str) -> int:
            if isinstance(size, int):
                return size
            name, _, factor = size.partition("*")
            return word(base + plan.offset[name]) * int(factor or 1)

        for field in plan.arrays.values():
            slot = base + plan.offset[field.name]
            count = int(np.prod([length(size) for size in field.shape], dtype=np.int64))
            yield slot, word(slot), count * struct_layout.NUMPY[field.dtype].itemsize

    def place(self, address: int) -> tuple[int, int]:
        """Return region and offset of an address."""
        for i, (start, end) in enumerate(self.regions):
            if start <= address < end:
                return i, address - start
        raise AssertionError(f"{address:#x} is in no region")

    def data(self, name: str) -> int:
        """Return the address of the slot of a field of data."""
        return self.d + struct_layout.DATA.offset[name]

    def contents(self, nstep: int) -> bytes:
        """Return the contents of a file that is to be stepped ``nstep`` times."""
        table = word(self.m + struct_layout.MODEL.offset["stage_table"])
        stages = [(INDEX[s.name], library.symbol(s).encode()) for rows in LIBRARIES.values() for s in rows]
        sizes = [word(self.data(name)) for name in ("nq", "nv")]
        places = [self.m, self.d, table, word(self.data("qpos")), word(self.data("qvel"))]
        places += [self.data("status"), self.data("nstep")]
        head = [len(self.regions), len(self.pointers), len(stages), nstep, *sizes]
        for address in places:
            head += self.place(address)
        parts = [struct.pack(f"<{len(head)}Q", *head)]
        parts.append(struct.pack(f"<{len(self.regions)}Q", *(end - start for start, end in self.regions)))
        parts += [struct.pack("<4Q", *self.place(slot), *self.place(to)) for slot, to in self.pointers]
        parts += [struct.pack("<Q56s", *stage) for stage in stages]
        parts += [ctypes.string_at(start, end - start) for start, end in self.regions]
        return b"".join(parts)


def once(path: Path, make: Callable[[Path], None]) -> Path:
    """Return a file that one process makes and the others wait for."""
    with platforms.locked(f"{path}.lock"):
        if not path.exists():
            unfinished = path.with_suffix(".unfinished")
            make(unfinished)
            unfinished.rename(path)
    return path


def libraries(shared: Path, target: str) -> tuple[Path, Path]:
    """Return the library of all stages for a target, and that of the entry points."""
    suffix = targets.target_named(target).platform.suffix
    border = shared / f"border {target}{suffix}"

    def make(path: Path) -> None:
        with build.objects_folder() as folder:
            stages, entries = build.link_libraries(targets.target_named(target), folder)
        border.write_bytes(entries)
        path.write_bytes(stages)

    return once(shared / f"stages {target}{suffix}", make), border


def freeze(name: str, nstep: int) -> tuple[bytes, np.ndarray]:
    """Return the file of a shipped model that is to be stepped ``nstep`` times, and its state after these steps here.

    The world runs once before, since a step that lacks room for contacts or a library asks Python.
    """
    m, d = selftest.start(name)
    before = gelenk.MjData(m)
    gelenk.mj_copyData(before, m, d)
    gelenk.mj_step(m, d, nstep=nstep)
    gelenk.mj_copyData(d, m, before)
    contents = Frozen(m, d).contents(nstep)
    gelenk.mj_step(m, d, nstep=nstep)
    return contents, np.concatenate([d.qpos, d.qvel])


def run(command: list[str], stages: Path, world: Path, result: Path) -> Result:
    """Step a frozen world with the program of frozen_world.c."""
    done = subprocess.run(
        [*command, str(stages), str(world), str(result)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"status {done.returncode}: {done.stderr or done.stdout}"
    status, nstep, missing, seconds = done.stdout.split()
    state = np.fromfile(result)
    return Result(int(status), int(nstep), int(missing), float(seconds), state)
