"""Device memory of the simulator, and the caches that a warp sees.

One array of bytes holds global memory, constants and the stacks of 32 lanes.
"""

from collections import OrderedDict
from collections.abc import Iterable

import numpy as np

from tools.warps.costs import (
    L1_BYTES,
    L1_LATENCY,
    L2_BYTES,
    L2_LATENCY,
    LINE,
    MEMORY_LATENCY,
    MULTIPROCESSORS,
)
from tools.warps.registers import LANES

GUARD = 1 << 16  # addresses below this are errors: null pointers with small offsets
STACK = 1 << 15  # bytes of a lane's stack
ALIGN = 256


class Memory:
    """Bytes with views of each width; addresses are offsets."""

    def __init__(self, size: int = 1 << 24) -> None:
        self.used = GUARD + LANES * STACK
        self.stacks = GUARD  # address of the stack of the first lane
        self._make(size)

    def _make(self, size: int) -> None:
        self.bytes = np.zeros(size, np.uint8)
        self.views = {n: self.bytes.view(f"u{n}") for n in (1, 2, 4, 8)}

    def allocate(self, size: int) -> int:
        """Return the address of new memory; existing views become invalid."""
        at = self.used
        self.used += -(-max(size, 1) // ALIGN) * ALIGN
        if self.used > len(self.bytes):
            old = self.bytes
            self._make(max(2 * len(old), self.used))
            self.bytes[: len(old)] = old
        return at

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes to an address."""
        self.bytes[at : at + len(data)] = np.frombuffer(data, np.uint8)

    def read(self, at: int, size: int) -> bytes:
        """Return bytes at an address."""
        return self.bytes[at : at + size].tobytes()


class Caches:
    """Cache lines in the share of a warp; the least recently used line is evicted first.

    warps   resident warps per multiprocessor, which share L1 equally; all warps of the device share L2
    """

    def __init__(self, warps: int) -> None:
        near = max(1, L1_BYTES // LINE // warps)
        far = near + max(1, L2_BYTES // LINE // (warps * MULTIPROCESSORS))
        self._near: OrderedDict[int, None] = OrderedDict()
        self._far: OrderedDict[int, None] = OrderedDict()
        self._rooms = ((self._near, near), (self._far, far))
        self.l2_sectors = self.memory_sectors = 0

    def load(self, lines: Iterable[int], sectors: int, shared: bool = False) -> int:
        """Access lines; return the latency of loading all of them. Shared lines are always in L2."""
        latency = L1_LATENCY
        missed = left = total = 0
        for line in lines:
            total += 1
            if line in self._near:
                self._near.move_to_end(line)
                self._far.move_to_end(line)
                continue
            missed += 1
            if shared or line in self._far:
                latency = max(latency, L2_LATENCY)
                self._far[line] = None
                self._far.move_to_end(line)
            else:
                left += 1
                latency = MEMORY_LATENCY
                self._far[line] = None
            self._near[line] = None
        for kept, room in self._rooms:
            while len(kept) > room:
                kept.popitem(last=False)
        if missed:
            self.l2_sectors += sectors * missed // total
            self.memory_sectors += sectors * left // total
        return latency + total - 1

    def store(self, lines: Iterable[int], sectors: int) -> None:
        """Access written lines: L1 writes through, so all sectors go to L2."""
        self.l2_sectors += sectors
        missed = total = 0
        for line in lines:
            total += 1
            missed += line not in self._far
            self._far[line] = None
            self._far.move_to_end(line)
            if line in self._near:
                self._near.move_to_end(line)
            else:
                self._near[line] = None
        for kept, room in self._rooms:
            while len(kept) > room:
                kept.popitem(last=False)
        self.memory_sectors += sectors * missed // max(total, 1)
