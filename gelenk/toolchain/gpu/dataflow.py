"""Dataflow analysis of one function: accesses to fields of data, pending accesses, loops.

Documents: design / Loops that lanes may share

A set of fields of data is a bit mask. A pointer is traced back to the slot that it was loaded from; if the slot is not
visible, a load or store counts as access to all fields of its type (tbaa), without a type to all fields.
"""

import functools
from typing import NamedTuple

from gelenk.toolchain import struct_layout
from gelenk.toolchain.ir_text.functions import Block, Function, metadata_nodes
from gelenk.toolchain.ir_text.instructions import Access as Accessed
from gelenk.toolchain.ir_text.instructions import (
    Instruction,
    access,
    address,
    attachment,
    call,
    callee,
    incoming,
    instruction,
)
from gelenk.toolchain.ir_text.tokens import locals_of, operands_of
from gelenk.toolchain.struct_layout import CALL, CALL_PAIR, CLEAR, SPREAD_END, SPREAD_FIRST, symbol

GLOBAL, CONSTANT = 1, 4  # address spaces: memory of data and the model, slots
_GLOBAL_POINTER = f"ptr addrspace({GLOBAL})"
_BULK = ("llvm.memset.", "llvm.memcpy.", "llvm.memmove.")


class Access(NamedTuple):
    """Bit masks of the fields that are loaded, stored, and loaded only for lane 0 (`first`)."""

    loads: int = 0
    stores: int = 0
    first: int = 0

    def __or__(self, other: "Access") -> "Access":
        return Access(self.loads | other.loads, self.stores | other.stores, self.first | other.first)


NOTHING = Access()


class Summary(NamedTuple):
    """Accesses of a function, and those that are pending at its end."""

    touched: Access
    left: Access


@functools.cache
def _masks() -> tuple[dict[int, int], dict[str, int], int]:
    """Return the bit of each slot of data, the bits of each element type, and all bits."""
    plan, slots, types = struct_layout.DATA, {}, dict[str, int]()
    for i, name in enumerate([*plan.arrays, *plan.scalars]):
        kind = plan.arrays[name].dtype if name in plan.arrays else "column"
        slots[plan.offset[name]] = 1 << i
        types[kind] = types.get(kind, 0) | 1 << i
    return slots, types, (1 << len(slots)) - 1


EVERYTHING = Access(_masks()[2], _masks()[2])


class Types:
    """Type names of the tbaa tags of a module."""

    def __init__(self, text: str) -> None:
        nodes = metadata_nodes(text)
        names = {number: e[0][2:-1] for number, e in nodes.items() if e and e[0].startswith('!"')}
        # a tag has the node of the type twice, and an offset
        self._names = {
            number: names.get(e[0][1:], "")
            for number, e in nodes.items()
            if len(e) == 3 and e[1].startswith("!")
        }

    def field_mask(self, line: str) -> int:
        """Return the fields that a load or store may access, judging only by its type."""
        tag = attachment(line, "tbaa")
        return _masks()[1].get(self._names.get(tag, "") if tag else "", _masks()[2])


class Pointers:
    """Targets of the pointers of a function."""

    def __init__(self, function: Function) -> None:
        self._made: dict[str, tuple[Instruction, str]] = {}
        for block in function.blocks.values():
            for line in block.lines:
                if _GLOBAL_POINTER in line and " = " in line:
                    made = instruction(line)
                    self._made[made.result] = made, line
        self._known: dict[str, int | None] = {}

    def field_mask(self, pointer: str) -> int | None:
        """Return the fields of data that a pointer may address: 0 for the model, None if unknown."""
        if pointer not in self._known:
            self._known[pointer] = self._trace(pointer)
        return self._known[pointer]

    def _trace(self, pointer: str) -> int | None:
        found, seen, todo = 0, {pointer}, [pointer]
        while todo:
            made, line = self._made.get(todo.pop(), (None, ""))
            if made is None:
                return None
            slot = access(line) if made.opcode == "load" else None
            if slot and (slot.type, slot.space) == (_GLOBAL_POINTER, CONSTANT):
                place = address(slot.pointer)
                if place is None or place[0] == symbol("cleared"):
                    return None
                found |= _masks()[0].get(place[1], 0) if place[0] == symbol("data") else 0
                continue
            if made.opcode == "phi":
                sources = [value for value, _ in incoming(made.rest)]
            elif made.opcode in ("getelementptr", "select", "bitcast", "freeze"):
                sources = operands_of(made.rest, _GLOBAL_POINTER)
            else:
                return None
            if not sources or not all(source.startswith("%") for source in sources):
                return None
            todo += [source for source in sources if source not in seen]
            seen.update(sources)
        return found


class Event(NamedTuple):
    """A line that accesses memory of data, or the begin or end of a shared loop."""

    line: int
    kind: str  # "load", "store", "call", "begin", "end"
    touched: Access
    left: Access

    def for_lane_zero(self) -> "Event":
        """Return the event as a load whose value only lane 0 uses."""
        access = Access(0, 0, self.touched.loads)
        return self._replace(touched=access, left=access)


def events(function: Function, types: Types, known: dict[str, Summary]) -> dict[str, list[Event]]:
    """Return the events of each block."""
    pointers = Pointers(function)
    return {
        label: [e for i, line in enumerate(block.lines) if (e := _event(i, line, pointers, types, known))]
        for label, block in function.blocks.items()
    }


def _event(i: int, line: str, pointers: Pointers, types: Types, known: dict[str, Summary]) -> Event | None:
    found = access(line) if _GLOBAL_POINTER in line else None
    if found and found.space == GLOBAL:
        return _access_event(i, line, found, pointers, types)
    name = callee(line)
    if name is None:
        return None
    if name == SPREAD_FIRST:
        return Event(i, "begin", NOTHING, NOTHING)
    if name == SPREAD_END:
        return Event(i, "end", NOTHING, NOTHING)
    if name.startswith(_BULK) and _writes_global(line):
        return Event(i, "store", EVERYTHING, EVERYTHING)
    summary = known.get(name)
    if summary is None and (name in (CALL, CALL_PAIR, CLEAR) or name.startswith("gelenk_")):
        summary = Summary(EVERYTHING, EVERYTHING) if name != "gelenk_total" else None
    return Event(i, "call", *summary) if summary and summary.touched != NOTHING else None


def _access_event(i: int, line: str, found: Accessed, pointers: Pointers, types: Types) -> Event | None:
    kind = found.opcode
    if not found.pointer.startswith("%"):
        if kind == "store":
            raise ValueError(f"{line.strip()} stores outside of any field")
        return None
    mask = pointers.field_mask(found.pointer)
    mask = types.field_mask(line) if mask is None else mask
    if kind == "store" and mask == 0:
        raise ValueError(f"{line.strip()} stores to the model")
    touched = Access(mask, 0) if kind == "load" else Access(0, mask)
    return Event(i, kind, touched, touched) if mask else None


def _writes_global(line: str) -> bool:
    """Return whether the first argument of a call points to memory of data."""
    made = call(line)
    return made is not None and made.arguments[0].type == _GLOBAL_POINTER


def touched(found: dict[str, list[Event]]) -> Access:
    """Return the union of all accesses of a function."""
    every = NOTHING
    for block in found.values():
        for event in block:
            every |= event.touched
    return every


def conflict(pending: Access, touched: Access, apart: bool) -> bool:
    """Return whether a barrier is needed between pending accesses and the next one.

    pending   accesses since the last barrier: loads and stores that another lane may not have completed
    apart     the next access is a call or a shared loop, in which any lane may store
    """
    stored = pending.stores & (touched.loads | (touched.stores if apart else 0))
    loading = pending.loads | (pending.first if apart else 0)
    return bool(stored | loading & touched.stores)


# values that only lane 0 needs

# instructions without effects; integer division could trap
_PURE_OPCODES = (
    "add sub mul shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg icmp fcmp select phi zext sext trunc fptosi "
    "fptoui sitofp uitofp fpext fptrunc bitcast addrspacecast getelementptr freeze extractvalue insertvalue"
)
_PURE = frozenset(_PURE_OPCODES.split())


def _mathematics(line: str) -> bool:
    """Return whether a line calls a pure function of numbers."""
    name = callee(line)
    return (
        name is not None
        and "ptr" not in line
        and not name.startswith(("gelenk_", "_ZN", '"_ZN', "llvm.nvvm"))
    )


def _loads_data(line: str) -> bool:
    """Return whether a line loads from memory of data or the model, through a pointer."""
    found = access(line) if _GLOBAL_POINTER in line else None
    return found is not None and (found.opcode, found.space, found.pointer[0]) == ("load", GLOBAL, "%")


def loads_for_lane_zero(function: Function, guarded: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return the loads whose values only reach stores of lane 0.

    Other lanes ignore such values. ``guarded`` has the stores of lane 0, as (block, line). Addresses, branch
    conditions, call arguments and other stored values are needed in every lane, and so are operands of integer
    division, which could trap.
    """
    made: dict[str, str] = {}
    loaded: dict[str, tuple[str, int]] = {}
    needed: list[str] = []
    for label, block in function.blocks.items():
        for i, line in enumerate(block.lines):
            result, _, rest = line.lstrip().partition(" = ") if " = " in line else ("", "", line)
            if result and (rest.partition(" ")[0] in _PURE or _mathematics(rest)):
                made[result] = rest
                continue
            if (label, i) not in guarded:
                needed += locals_of(rest)
            if result and _loads_data(line):
                loaded[result] = label, i
    seen: set[str] = set()
    while needed:
        value = needed.pop()
        if value not in seen:
            seen.add(value)
            needed += locals_of(made.get(value, ""))
    return {place for value, place in loaded.items() if value not in seen}


# loops


def reverse_postorder(function: Function) -> list[str]:
    """Return the labels of reachable blocks in reverse postorder."""
    order: list[str] = []
    seen: set[str] = set()
    stack: list[tuple[Block, int]] = [(function.entry, 0)]
    seen.add(function.entry.label)
    while stack:
        block, i = stack.pop()
        if i < len(block.next):
            stack.append((block, i + 1))
            label = block.next[i]
            if label not in seen:
                seen.add(label)
                stack.append((function.blocks[label], 0))
        else:
            order.append(block.label)
    return order[::-1]


def _dominators(function: Function, order: list[str]) -> dict[str, str]:
    """Return the immediate dominator of each block (Cooper, Harvey and Kennedy 2001)."""
    place = {label: i for i, label in enumerate(order)}
    found = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for label in order[1:]:
            ways = [b for b in function.blocks[label].before if b in found]
            nearest = ways[0]
            for other in ways[1:]:
                while nearest != other:
                    while place[nearest] > place[other]:
                        nearest = found[nearest]
                    while place[other] > place[nearest]:
                        other = found[other]
            if found.get(label) != nearest:
                found[label], changed = nearest, True
    return found


def loops(function: Function) -> dict[str, set[str]]:
    """Return the natural loops, largest first: header -> blocks."""
    order = reverse_postorder(function)
    above = _dominators(function, order)
    place = {label: i for i, label in enumerate(order)}
    found: dict[str, set[str]] = {}
    for label in order:
        for head in function.blocks[label].next:
            at = label
            while place[at] > place[head]:
                at = above[at]
            if at != head:
                continue
            body, todo = found.setdefault(head, {head}), [label]
            while todo:
                inner = todo.pop()
                if inner not in body:
                    body.add(inner)
                    todo += [b for b in function.blocks[inner].before if b in place]
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))
