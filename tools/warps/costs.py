"""Costs of instructions on a GPU of the Hopper generation, and the predicted time of a launch.

Most PTX instructions are one machine instruction; those on 64-bit integers are two, an exact division is ten. `SLOTS`
are the numbers of machine instructions that ptxas emits, `LATENCY` the cycles until a dependent instruction may begin.
Latencies of arithmetic are from microbenchmarks of the H100; slots of divisions and roots are those of the fast path,
without the call of the slow path.
"""

from collections.abc import Sequence
from typing import NamedTuple

CLOCK = 1.98e9  # [Hz]
MULTIPROCESSORS, SCHEDULERS = 132, 528
WARPS_PER_MULTIPROCESSOR = 16  # at 128 registers a thread
BANDWIDTH = 4.3e12  # [bytes/s], measured copy rate of an H200
L1_BYTES, L2_BYTES = 200 * 1024, 50 * 1024 * 1024
LINE, SECTOR, INSTRUCTION_BYTES = 128, 32, 16
# cycles until the value of a load is ready
L1_LATENCY, L2_LATENCY, MEMORY_LATENCY = 35, 270, 650
LOCAL_LATENCY, CONST_LATENCY, SHUFFLE_LATENCY, SHARED_LATENCY = 35, 30, 24, 29
ALU_LATENCY, WIDE_LATENCY, DOUBLE_LATENCY = 5, 5, 9
CLASSES = ("fp32", "fp64", "integer", "global", "local", "shared", "const", "control", "special", "move")

_EXACT = {"div": (10, 45), "sqrt": (8, 45), "rcp": (7, 40)}  # .rn, single precision: slots, latency
_EXACT64 = {"div": (20, 120), "sqrt": (20, 120), "rcp": (16, 100)}
_APPROXIMATE = {"ex2", "lg2", "sin", "cos", "rsqrt", "rcp", "sqrt", "tanh", "div"}


class Cost(NamedTuple):
    """Class of an instruction, issue slots, cycles until a dependent instruction may begin."""

    kind: str
    slots: int
    latency: int


def cost(opcode: str) -> Cost:
    """Return the cost of an instruction, without the time of memory."""
    parts = opcode.split(".")
    name, kind = parts[0], parts[-1]
    if name in ("ld", "st", "atom", "red"):
        return _memory(parts)
    if name in ("bra", "brx", "ret", "call"):
        return Cost("control", 2 if name in ("brx", "call") else 1, 0)
    if name == "bar":
        return Cost("control", 1, 0)
    if name in ("shfl", "vote", "match", "activemask"):
        return Cost("special", 1, SHUFFLE_LATENCY)
    if name in ("mov", "cvta"):  # ptxas renames most copies away; those of loops remain
        return Cost("move", 0 if name == "cvta" or kind == "pred" else 1, ALU_LATENCY)
    if name in _EXACT and "rn" in parts:
        slots, latency = (_EXACT64 if kind == "f64" else _EXACT)[name]
        return Cost("special", slots, latency)
    if name in _APPROXIMATE and ("approx" in parts or "full" in parts):
        return Cost("special", 2, 25)
    if name in ("div", "rem"):
        return Cost("integer", 40 if kind.endswith("64") else 20, 100)
    return _arithmetic(name, parts)


def _memory(parts: list[str]) -> Cost:
    space = next((p for p in parts if p in ("global", "local", "shared", "const", "param")), "global")
    if space == "param":
        return Cost("move", 1, ALU_LATENCY)
    return Cost(space, 1, 0)


def _arithmetic(name: str, parts: list[str]) -> Cost:
    kind = parts[-1]
    if name == "cvt":
        if {"f32", "f64"} & set(parts):
            return Cost("special", 1, 20)
        return Cost("integer", 0 if parts[-2:] == ["u32", "u64"] else 1, ALU_LATENCY)
    if kind == "f64" or "f64" in parts:
        return Cost("fp64", 1, DOUBLE_LATENCY)
    if kind == "f32" and name not in ("selp", "setp"):
        return Cost("fp32", 1, ALU_LATENCY)
    if kind in ("s64", "u64", "b64"):
        return Cost("integer", 4 if name in ("mul", "mad") else 2, 2 * ALU_LATENCY)
    if "wide" in parts:
        return Cost("integer", 1, WIDE_LATENCY)
    if kind == "pred":
        return Cost("integer", 1, ALU_LATENCY)
    return Cost("fp32" if kind == "f32" else "integer", 1, ALU_LATENCY)


def fused(opcodes: Sequence[str], operands: Sequence[Sequence[str]]) -> list[int]:
    """Return the additions of a block that are fused with the preceding multiplication.

    base + index x size is mul.wide and add.s64 in PTX, and one instruction (IMAD.WIDE) in machine code.
    """
    products: set[str] = set()
    found = []
    for k, (opcode, given) in enumerate(zip(opcodes, operands, strict=True)):
        if opcode in ("add.s64", "add.u64") and products & {*given[1:]}:
            products -= {*given[1:]}
            found.append(k)
        if opcode.startswith("mul.wide"):
            products.add(given[0])
    return found


class Prediction(NamedTuple):
    """Bounds on the time of a launch [s]; the launch takes at least the largest."""

    issue: float
    chain: float
    moved: float

    @property
    def time(self) -> float:
        """Return the predicted time: the largest bound."""
        return max(self)


def predict(warps: float, slots: float, cycles: float, memory_bytes: float) -> Prediction:
    """Predict the time of a launch of ``warps`` equal warps.

    issue   warps x slots / (schedulers x clock)
    chain   waves x cycles of one warp alone / clock, where a wave fills all multiprocessors
    moved   warps x bytes that miss both caches / bandwidth
    """
    waves = max(1.0, warps / (MULTIPROCESSORS * WARPS_PER_MULTIPROCESSOR))
    return Prediction(
        max(1.0, warps / SCHEDULERS) * slots / CLOCK, waves * cycles / CLOCK, warps * memory_bytes / BANDWIDTH
    )
