"""Execution of kernels, warp by warp: masks of active lanes, calls, counts.

Diverged lanes run one after the other, from the branch to its immediate post-dominator, where they reconverge: a stack
of (block, where to stop, mask). A function returns when all lanes that called it have returned.
"""

import functools
from typing import NamedTuple

import numpy as np

from tools.warps import costs
from tools.warps.block_code import BlockCode
from tools.warps.listing import EXIT, Function, Listing
from tools.warps.memory import GUARD, STACK, Caches, Memory
from tools.warps.registers import LANES, Registers, initial_bytes, width
from tools.warps.semantics import HELPERS

FULL = (1 << LANES) - 1
_LOWEST = GUARD >> 5  # sector of the lowest valid address


@functools.cache
def lanes_of(mask: int) -> tuple[object, np.ndarray | None, int]:
    """Return (active lanes or True, the others or None, number of active lanes)."""
    if mask == FULL:
        return True, None, LANES
    active = np.array([mask >> k & 1 for k in range(LANES)], bool)
    return active, ~active, mask.bit_count()


def mask_of(active: np.ndarray) -> int:
    """Return lanes as bits of an integer."""
    return int.from_bytes(np.packbits(active, bitorder="little").tobytes(), "little")


class Diverged(RuntimeError):
    """Error: lanes wait at a barrier for lanes that are elsewhere."""


def meet(active: object, masks: np.ndarray) -> None:
    """Raise Diverged unless all lanes of a barrier are active."""
    if active is True:
        return
    assert isinstance(active, np.ndarray)
    here = mask_of(active)
    for wanted in {int(m) for m in masks[active]}:
        if wanted & ~here:
            raise Diverged(f"lanes {wanted:#x} must meet at a barrier, but only {here:#x} are active")


class Tally:
    """Counts of one function in one kernel."""

    def __init__(self, blocks: int) -> None:
        self.runs, self.lanes = [0] * blocks, [0] * blocks
        self.loads = self.stores = self.sectors = self.requested = 0
        self.local_requests = self.shared_requests = self.conflicts = 0

    def add(self, other: "Tally") -> None:
        """Add the counts of another warp."""
        for name, value in vars(other).items():
            old = getattr(self, name)
            both = [a + b for a, b in zip(old, value, strict=True)] if isinstance(old, list) else old + value
            setattr(self, name, both)


class Code:
    """A function with its registers and compiled blocks."""

    def __init__(self, function: Function, program: "Program") -> None:
        self.function, self.name = function, function.name
        self.namespace: dict[str, object] = {
            **HELPERS, "M": program.memory, "P": {}, "meet": meet,
            "wide_": np.zeros(LANES), "lo_": np.zeros(LANES, np.uint32), "carry": np.zeros(LANES, bool),
            **program.special,
        }  # fmt: skip
        symbols = program.symbols | {function.depot: 0} if function.depot else program.symbols
        self.registers = Registers(self.namespace, symbols)
        self.times: list[int] = []
        self.depths: list[int] = []
        self.namespace["T"], self.namespace["D"] = self.times, self.depths
        self.writer = BlockCode(function, self.registers, program.code)
        self._blocks: list = [None] * len(function.blocks)
        if function.depot:
            self.registers.view(function.depot, "u64")
            self._depot = self.namespace[f"k_{function.depot}_u64"]

    def block(self, number: int) -> object:
        """Return the compiled function of a block."""
        made = self._blocks[number]
        if made is None:
            made = self._blocks[number] = self.writer.compiled(number)
            missing = len(self.registers) - len(self.times)
            self.times.extend([0] * missing)
            self.depths.extend([0] * missing)
        return made

    def place_stack(self, top: int, stacks: int) -> None:
        """Set the address of the function's local memory in each lane's stack."""
        if self.function.depot:
            assert isinstance(self._depot, np.ndarray)
            self._depot[:] = stacks + np.arange(LANES) * STACK + top


class Program:
    """A PTX program in a memory: code by name, addresses of variables, special registers."""

    def __init__(self, text: str, memory: Memory) -> None:
        self.listing, self.memory = Listing(text), memory
        self.special = {name: np.zeros(LANES, np.uint32) for name in ("tid_x", "ctaid_x", "ntid_x")}
        self.symbols: dict[str, int] = {}
        self._code: dict[str, Code] = {}
        variables = self.listing.variables
        for name, v in variables.items():
            self.symbols[name] = memory.allocate(width(v.kind) // 8 * v.count)
        for name, v in variables.items():
            memory.write(self.symbols[name], initial_bytes(v.kind, v.values, self.symbols))

    def code(self, name: str) -> Code:
        """Return the code of a function."""
        found = self._code.get(name)
        if found is None:
            function = self.listing.functions.get(name)
            if function is None:
                raise KeyError(f"the program has no function {name}")
            found = self._code[name] = Code(function, self)
        return found


class FunctionCount(NamedTuple):
    """Costs of one function of a kernel in all warps, without the functions that it calls."""

    instructions: int
    slots: int
    lane_instructions: int
    classes: dict[str, int]
    tally: Tally
    code_bytes: int


class LaunchCount:
    """Costs of a launch: sums over its warps, and the longest chain of a warp."""

    def __init__(self, kernel: str, warps: int) -> None:
        self.kernel, self.warps = kernel, warps
        self.functions: dict[str, FunctionCount] = {}
        self.cycles = self.chain = self.barriers = self.l2_bytes = self.memory_bytes = 0

    def total(self, name: str) -> int:
        """Return the sum of a count over functions."""
        every = self.functions.values()
        if name in FunctionCount._fields:
            return sum(getattr(f, name) for f in every)
        return sum(getattr(f.tally, name) for f in every)

    @property
    def code_bytes(self) -> int:
        """Return the bytes of machine code that the launch runs at least once."""
        return sum(f.code_bytes for f in self.functions.values())

    def instructions_of(self, kind: str) -> int:
        """Return the instructions of a class."""
        return sum(f.classes.get(kind, 0) for f in self.functions.values())


class Warp:
    """One warp that runs a kernel: clocks, counts, caches; the `x` of generated code."""

    def __init__(self, program: Program, caches: Caches) -> None:
        self.program, self.caches = program, caches
        self.cycles = self.loads = self.pending = self.pending_loads = self.barriers = 0
        self.given: dict[tuple[int, int], tuple[np.ndarray, int, int]] = {}
        self.returned: dict[int, tuple[np.ndarray, int, int]] = {}
        self.tallies: dict[str, Tally] = {}
        self._mask, self._top = FULL, 0
        self._tally = Tally(0)

    def run(self, kernel: str, arguments: list[int], mask: int) -> None:
        """Run a kernel for the lanes of a mask, with integer arguments."""
        given = {(k, 0): (np.full(LANES, v, np.uint64), 0, 0) for k, v in enumerate(arguments)}
        code = self.program.code(kernel)
        for k, (_, kind) in enumerate(code.function.parameters):
            given[k, 0] = given[k, 0][0].astype(f"u{width(kind) // 8}"), 0, 0
        self._mask = mask
        self.call(code, given, lanes_of(mask)[0])

    def call(
        self, code: Code, given: dict[tuple[int, int], tuple[np.ndarray, int, int]], active: object
    ) -> None:
        """Run a function for the active lanes; store its result in `returned`."""
        mask = FULL if active is True else mask_of(active)
        before = self.given, self._tally, self._top
        self.given, self.returned = given, {}
        tally = self.tallies.get(code.name)
        if tally is None:
            tally = self.tallies[code.name] = Tally(len(code.function.blocks))
        self._tally = tally
        code.place_stack(self._top, self.program.memory.stacks)
        self._top += -(-code.function.local_bytes // 16) * 16
        if self._top > STACK:
            raise MemoryError(f"{code.name} exceeds the stack of {STACK} bytes")
        self._walk(code, mask, tally)
        self.given, self._tally, self._top = before

    def _walk(self, code: Code, mask: int, tally: Tally) -> None:
        blocks = code.function.blocks
        stack = [(0, EXIT, mask)]
        while stack:
            at, stop, mask = stack.pop()
            active, others, count = lanes_of(mask)
            while at != stop and at != EXIT:
                tally.runs[at] += 1
                tally.lanes[at] += count
                found = code.block(at)(active, others, self)
                if type(found) is int:
                    at = found
                    continue
                following = blocks[at].next
                if found.dtype == bool:
                    taken = mask_of(found) & mask
                    if taken == mask:
                        at = following[0]
                        continue
                    if not taken:
                        at = following[1]
                        continue
                    parts = {following[1]: mask & ~taken, following[0]: taken}
                else:
                    parts = _split(found, mask, following)
                    if len(parts) == 1:
                        at = next(iter(parts))
                        continue
                meets = blocks[at].meets
                if meets != stop:
                    stack.append((meets, stop, mask))
                stack += [(target, meets, part) for target, part in parts.items() if target != meets]
                break

    def give_back(self, at: int, value: np.ndarray, active: object, cycles: int, loads: int) -> None:
        """Store the result of the running function for the lanes that return here."""
        old = self.returned.get(at)
        kept = np.zeros_like(value) if old is None else old[0]
        np.copyto(kept, value, where=active)
        before = (0, 0) if old is None else old[1:]
        self.returned[at] = kept, max(cycles, before[0]), max(loads, before[1])

    # ---- memory

    def _sectors(self, addresses: np.ndarray, active: object) -> tuple[set[int], set[int]]:
        touched = addresses >> 5 if active is True else addresses[active] >> 5
        sectors = set(touched.tolist())
        if min(sectors) < _LOWEST:
            raise IndexError(f"access to an address below {GUARD:#x}: {addresses}")
        return sectors, {s >> 2 for s in sectors}

    def global_load(self, addresses: np.ndarray, active: object, size: int, shared: bool = False) -> int:
        """Count a load, and return its latency; ``shared``: other warps load the same data, so L2 has it."""
        sectors, lines = self._sectors(addresses, active)
        if max(sectors) < _HIGHEST_LOCAL:
            return self.local_load(addresses, active, size)
        tally = self._tally
        tally.loads += 1
        tally.sectors += len(sectors)
        tally.requested += size * (LANES if active is True else int(np.count_nonzero(active)))
        return self.caches.load(lines, len(sectors), shared)

    def global_store(self, addresses: np.ndarray, active: object, size: int) -> None:
        """Count a store."""
        sectors, lines = self._sectors(addresses, active)
        if max(sectors) < _HIGHEST_LOCAL:
            self.local_store(addresses, active, size)
            return
        tally = self._tally
        tally.stores += 1
        tally.sectors += len(sectors)
        tally.requested += size * (LANES if active is True else int(np.count_nonzero(active)))
        self.caches.store(lines, len(sectors))

    def local_load(self, addresses: np.ndarray, active: object, size: int) -> int:
        """Count a load from the stack."""
        self._tally.local_requests += 1
        return costs.LOCAL_LATENCY

    def local_store(self, addresses: np.ndarray, active: object, size: int) -> None:
        """Count a store to the stack."""
        self._tally.local_requests += 1

    def shared_load(self, addresses: np.ndarray, active: object, size: int) -> int:
        """Count a load from shared memory and its bank conflicts; return its latency."""
        words = addresses >> 2 if active is True else addresses[active] >> 2
        banks: dict[int, int] = {}
        for word in {w + k for w in words.tolist() for k in range(max(1, size // 4))}:
            banks[word % LANES] = banks.get(word % LANES, 0) + 1
        more = max(banks.values()) - max(1, size // 4)
        self._tally.shared_requests += 1
        self._tally.conflicts += max(0, more)
        return costs.SHARED_LATENCY + max(0, more)

    def shared_store(self, addresses: np.ndarray, active: object, size: int) -> None:
        """Count a store to shared memory and its bank conflicts."""
        self.shared_load(addresses, active, size)


_HIGHEST_LOCAL = (GUARD + LANES * STACK) >> 5


def _split(index: np.ndarray, mask: int, targets: list[int]) -> dict[int, int]:
    """Return the lanes of each target of an indexed branch."""
    parts: dict[int, int] = {}
    for lane in range(LANES):
        if mask >> lane & 1:
            target = targets[int(index[lane])]
            parts[target] = parts.get(target, 0) | 1 << lane
    return parts


def launch(
    program: Program, kernel: str, threads: int, arguments: list[int], block: int, resident: int
) -> LaunchCount:
    """Run a kernel with ``threads`` threads, one warp after the other; return the costs.

    block      threads per block
    resident   resident warps per multiprocessor, which share its caches
    """
    warps = -(-threads // LANES)
    counted = LaunchCount(kernel, warps)
    sums: dict[str, list] = {}
    for w in range(warps):
        first = w * LANES
        program.special["tid_x"][:] = first % block + np.arange(LANES)
        program.special["ctaid_x"][:] = first // block
        program.special["ntid_x"][:] = block
        warp = Warp(program, Caches(resident))
        with np.errstate(all="ignore"):
            warp.run(kernel, arguments, FULL)
        counted.cycles = max(counted.cycles, warp.cycles)
        counted.chain = max(counted.chain, warp.loads)
        counted.barriers += warp.barriers
        counted.l2_bytes += warp.caches.l2_sectors * costs.SECTOR
        counted.memory_bytes += warp.caches.memory_sectors * costs.SECTOR
        for name, tally in warp.tallies.items():
            sums.setdefault(name, []).append(tally)
    for name, tallies in sums.items():
        counted.functions[name] = _count(program.code(name), tallies)
    return counted


def _count(code: Code, tallies: list[Tally]) -> FunctionCount:
    whole = tallies[0]
    for tally in tallies[1:]:
        whole.add(tally)
    instructions = slots = lanes = code_bytes = 0
    classes: dict[str, int] = {}
    for number, runs in enumerate(whole.runs):
        if not runs:
            continue
        here, kinds = code.writer.slots(number)
        size = len(code.function.blocks[number].body)
        instructions += runs * size
        slots += runs * here
        code_bytes += here * costs.INSTRUCTION_BYTES
        lanes += whole.lanes[number] * size
        for kind, n in kinds.items():
            classes[kind] = classes.get(kind, 0) + n * runs
    return FunctionCount(instructions, slots, lanes, classes, whole, code_bytes)
