"""Order of stores: move each store of a block behind the loads that cannot read it.

Documents: design / Stores and barriers

Stores to one field and loads of another never meet, which LLVM does not know: it keeps their order, and a load waits
for the stores before it, which wait for their values. With lanes, each group of stores is a branch, so stores that
stand together cost one. A store moves down to the first load of its field, call, boundary of a shared loop, or end of
the block; stores keep their order among each other.
"""

from gelenk.toolchain.gpu.dataflow import GLOBAL, Event, Summary, Types, events
from gelenk.toolchain.ir_text.functions import Function
from gelenk.toolchain.ir_text.instructions import access, callee

_POINTER = f"ptr addrspace({GLOBAL})"


def sink_stores(function: Function, types: Types, known: dict[str, Summary]) -> None:
    """Reorder the lines of each block.

    known   accesses of the functions that are called
    """
    for label, found in events(function, types, known).items():
        block = function.blocks[label]
        if sum(event.kind == "store" for event in found):
            block.lines = _reordered(block.lines, block.last, {event.line: event for event in found})


def _reordered(lines: list[str], last: int, found: dict[int, Event]) -> list[str]:
    out: list[str] = []
    waiting: list[tuple[str, int]] = []  # stores, and the fields that they store to
    for i, line in enumerate(lines):
        event = found.get(i)
        if event and event.kind == "store" and access(line):
            waiting.append((line, event.touched.stores))
            continue
        if (
            i >= last
            or (event and event.kind != "load")
            or (event is None and callee(line) and _POINTER in line)
        ):
            until = len(waiting)
        else:
            until = _stores_before(waiting, event.touched.loads if event else 0)
        out += [stored for stored, _ in waiting[:until]]
        del waiting[:until]
        out.append(line)
    return out


def _stores_before(waiting: list[tuple[str, int]], loads: int) -> int:
    """Return how many of the waiting stores must precede a load of these fields."""
    return max((k + 1 for k, (_, stores) in enumerate(waiting) if stores & loads), default=0)
