"""Report of GPU resources: registers, stack, spills of stages, and unresolved functions.

Documents: design / Registers and stack of the stages

Every stage is assembled by itself, as a kernel, since stages call each other without inlining. The stack of a program
is that of its deepest chain of calls; `deepest` finds called stages by the constant stage indices in the text.
"""

import re
from typing import NamedTuple

from gelenk.tables import gpu_stages
from gelenk.tables.stages import STAGE_AT
from gelenk.toolchain import cache
from gelenk.toolchain.gpu import program, ptx
from gelenk.toolchain.gpu.variant import Variant
from gelenk.toolchain.struct_layout import CALL, CALL_PAIR, CLEAR, KERNEL

# Bytes of stack per thread. The driver reserves device memory for the stacks of all threads that can be resident: on an
# H200 with 132 multiprocessors of 2048 threads, 8 kB each are 2.2 GB of 141 GB. The driver's default is 1 kB; a launch
# raises the limit. Calls in place of inlined functions need more stack, but shorten the waiting for instructions, which
# takes half of the time.
MOST_STACK = 8192
_FUNCTION = re.compile(r"^(?:\.visible )?\.(?:func|entry)\s+(?:\([^)]*\)\s*)?([\w$]+)\s*\(", re.MULTILINE)
_SET = re.compile(r"st\.param\.b\d+\s*\[param(\d)\], (\S+);")
_CALLED = re.compile(r"call(?:\.uni)?\s+(?:\([^)]*\),\s*)?([\w$]+),")
_EXTERN = re.compile(r"^\.extern \.func\s+(?:\([^)]*\)\s*)?(\w+)", re.MULTILINE)


class Row(NamedTuple):
    """A stage: its resources, and the stages that it calls."""

    stage: str
    library: str
    use: ptx.Use
    calls: frozenset[str]


def _bodies(text: str) -> dict[str, str]:
    found = list(_FUNCTION.finditer(text))
    ends = [f.start() for f in found[1:]] + [len(text)]
    return {f.group(1): text[f.start() : end] for f, end in zip(found, ends, strict=True)}


def called(body: str) -> set[str]:
    """Return the stages that a function's text calls; all candidates if the index is variable."""
    found = set()
    arguments: dict[str, str] = {}
    for line in body.split("\n"):
        setting = _SET.search(line)
        if setting:
            arguments[setting.group(1)] = setting.group(2)
        call = _CALLED.search(line)
        if call is None:
            continue
        name, index = call.group(1).removesuffix(ptx.ALONE_PTX), arguments.get("1", "")
        arguments = {}
        if name in (CALL, CALL_PAIR) and index.isdigit():
            found.add(STAGE_AT[int(index)].name)
        elif name == CALL:  # the one variable index, in engine/step.py
            found |= {"collision", "collision_awake"}
        elif name == CALL_PAIR:
            found |= {s.name for s in STAGE_AT.values() if s.name.startswith("plugin_")}
        elif name.startswith("gelenk_"):
            found.add(name.removeprefix("gelenk_"))
    return found


def unknown(text: str) -> set[str]:
    """Return the undefined functions of a text that no program defines."""
    ours = {CALL, CALL_PAIR, CLEAR}
    return {
        name for name in _EXTERN.findall(text)
        if name not in ours and not name.startswith("gelenk_")
    }  # fmt: skip


def _with_helpers(
    name: str, bodies: dict[str, str], uses: dict[str, ptx.Use], above: tuple[str, ...]
) -> tuple[ptx.Use, frozenset[str]]:
    """Return resources and called stages of a function, including its non-inlined helpers."""
    if name in above:
        raise RecursionError(" calls ".join((*above[above.index(name) :], name)))
    own = uses.get(name, ptx.Use(0, 0, 0, 0))
    stages = called(bodies[name])
    deepest_below, stores, loads = 0, own.stores, own.loads
    for helper in sorted(set(_CALLED.findall(bodies[name])) & bodies.keys()):
        use, more = _with_helpers(helper, bodies, uses, (*above, name))
        deepest_below = max(deepest_below, use.stack)
        stores, loads, stages = stores + use.stores, loads + use.loads, stages | more
    return ptx.Use(own.registers, own.stack + deepest_below, stores, loads), frozenset(stages)


def library(name: str, variant: Variant) -> tuple[list[Row], set[str]]:
    """Return the rows of a library's stages, and the undefined functions."""
    text = cache.read(program.pieces([name], variant, "ptx")[name]).decode()
    _, uses = ptx.assemble(text, relocatable=True, most_registers=255)
    bodies = _bodies(text)
    rows = []
    for stage in gpu_stages.rows(name):
        kernel = KERNEL + stage.name
        use, calls = _with_helpers(kernel, bodies, uses, ())
        rows.append(Row(stage.name, name, use._replace(registers=uses[kernel].registers), calls))
    return rows, unknown(text)


def deepest(rows: list[Row]) -> dict[str, int]:
    """Return the bytes of stack of each stage, with all that it calls.

    Errors   RecursionError: names the stages of a call cycle
    """
    by_name = {row.stage: row for row in rows}
    found: dict[str, int] = {}

    def depth(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise RecursionError(" calls ".join((*above[above.index(name) :], name)))
        if name not in by_name:
            return 0
        if name not in found:
            row = by_name[name]
            below = [depth(other, (*above, name)) for other in sorted(row.calls)]
            found[name] = row.use.stack + max(below, default=0)
        return found[name]

    return {row.stage: depth(row.stage, ()) for row in rows}


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    stacks = deepest(rows)
    lines = [
        "| stage | registers | stack | with calls | spilled, stored | loaded |",
        "|---|---|---|---|---|---|",
    ]
    for row in sorted(rows, key=lambda r: r.stage):
        u = row.use
        lines.append(
            f"| {row.stage} | {u.registers} | {u.stack} | {stacks[row.stage]} | {u.stores} | {u.loads} |"
        )
    return "\n".join(lines) + "\n"
