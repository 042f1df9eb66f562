"""Activity of a module (origins of pointers, varying doubles), and loops of a function.

Documents: design / Tangents of kernels; design / Tapes

`Activity` finds the origins of all pointers, and the doubles that vary, in a whole LLVM module. The address of an array
is loaded from a slot at a constant offset in a struct, so the field of a pointer is known:

    ("struct", "data", 8)       an offset in a struct       ("array", "data.qpos")   an array of a field
    ("local", "f", "%x")        an alloca of function f    ("stage",)               the address of a stage

The sets of origins and of varying values are a fixed point over all functions of the module: a parameter has the union
of the origins and the activity of all calls. Which fields vary is given by the table; a local varies if a varying value
is stored to it.

Loops of a function: the order of its blocks, and the loops that each block is in.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gelenk.toolchain.ir_text.functions import Function
from gelenk.toolchain.ir_text.instructions import (
    MEMORY_FUNCTIONS,
    Form,
    branch_targets,
    element_type,
    form,
    parameters,
)
from gelenk.toolchain.kernel_rules import plain_name
from gelenk.toolchain.tangents.rules import STRUCTS

Origin = tuple
STAGE_TABLE = "model.stage_table"
# opcodes whose results contain neither pointers nor varying numbers
_INTEGER_WORDS = (
    "br ret switch unreachable icmp fcmp add sub mul sdiv udiv srem urem and or xor shl lshr ashr sext zext trunc "
    "fptosi fptoui sitofp uitofp fence"
)
INTEGER = frozenset(_INTEGER_WORDS.split())
NUMBERS = frozenset(("fadd", "fsub", "fmul", "fdiv", "frem", "fneg", "freeze", "fpext"))


class Body(NamedTuple):
    """A function with parsed instructions, by block."""

    name: str
    head: str
    names: tuple[str, ...]  # names of the parameters
    types: tuple[str, ...]
    blocks: tuple[tuple[str, tuple[Form, ...]], ...]


class NoRule(ValueError):
    """An instruction that cannot be differentiated, with the kernel and the line."""

    def __init__(self, body: Body, line: str, why: str) -> None:
        super().__init__(f"{plain_name(body.name)}: {why}: {line.strip()}")


def body_of(function: Function) -> Body:
    """Parse the instructions of a function."""
    found = parameters(function.head, function.name)
    blocks = []
    for block in function.blocks.values():
        last = block.last
        lines = [*block.lines[:last], "\n".join(block.lines[last:])]
        blocks.append((block.label, tuple(_parsed(line) for line in lines)))
    return Body(
        function.name,
        function.head,
        tuple(p.value for p in found),
        tuple(p.type for p in found),
        tuple(blocks),
    )


def _parsed(line: str) -> Form:
    word = line.split(None, 1)[0]
    return Form(line, "", word) if word in ("br", "switch", "ret", "unreachable") else form(line)


_FIELD_AT = {
    (s, offset): f"{s}.{name}" for s, plan in STRUCTS.items() for name, offset in plan.offset.items()
}
_NESTED = {
    (s, plan.offset[name]): inner.name for s, plan in STRUCTS.items() for name, inner in plan.nested.items()
}
DTYPE = {f"{s}.{n}": f.dtype for s, plan in STRUCTS.items() for n, f in plan.arrays.items()}


class Activity:
    """Origins and activity of all values of a module's functions.

    varying   fields that carry tangents
    entries   entry function -> kinds of its arguments
    """

    def __init__(self, bodies: Iterable[Body], varying: frozenset[str], entries: dict[str, str]) -> None:
        self.bodies = {body.name: body for body in bodies}
        self.varying = varying
        self.origins: dict[tuple[str, str], set[Origin]] = {}
        self.active: set[tuple[str, str]] = set()
        self.local_varies: set[Origin] = set()
        self.stored: dict[Origin, set[Origin]] = {}  # local -> origins of the pointers that are stored in it
        for name, kinds in entries.items():
            for value, kind in zip(self.bodies[name].names, kinds, strict=True):
                struct = {"m": "model", "d": "data"}.get(kind)
                origin = ("struct", struct, 0) if struct else ("array", f"argument.{value}")
                if kind in "mdF":
                    self.origins[name, value] = {origin}
        self._grown = True
        while self._grown:
            self._grown = False
            for body in self.bodies.values():
                self.body = body
                for _, forms in body.blocks:
                    for one in forms:
                        if one.opcode not in INTEGER:
                            self._visit(one)

    # queries

    def of(self, function: str, value: str) -> set[Origin]:
        """Return the origins of a pointer, or of the pointers in an aggregate."""
        return self.origins.get((function, value), set())

    def varies(self, function: str, value: str) -> bool:
        """Return whether a double or an aggregate varies."""
        return (function, value) in self.active

    def fields(self, function: str, pointer: str) -> set[str]:
        """Return the fields that a pointer may point to."""
        found = set()
        for origin in self.of(function, pointer):
            if origin[0] == "array":
                found.add(origin[1])
            elif origin[0] == "struct":
                found.add(_FIELD_AT.get(origin[1:], ""))
        return found

    def memory_varies(self, function: str, pointer: str) -> bool:
        """Return whether memory at a pointer may vary."""
        if self.fields(function, pointer) & self.varying:
            return True
        return any(origin in self.local_varies for origin in self.of(function, pointer))

    # fixed-point iteration

    def _add(self, function: str, value: str, origins: set[Origin]) -> None:
        if origins:
            known = self.origins.setdefault((function, value), set())
            if not origins <= known:
                known |= origins
                self._grown = True

    def _activate(self, function: str, value: str) -> None:
        if (function, value) not in self.active:
            self.active.add((function, value))
            self._grown = True

    def _flow(self, one: Form, source: str, number: bool = True) -> None:
        f = self.body.name
        self._add(f, one.result, self.of(f, source))
        if number and (f, source) in self.active:
            self._activate(f, one.result)

    def _visit(self, one: Form) -> None:
        f, opcode = self.body.name, one.opcode
        if opcode == "load":
            self._load(one)
        elif opcode == "store":
            self._store(one)
        elif opcode == "getelementptr":
            self._address(one)
        elif opcode == "call":
            self._call(one)
        elif opcode == "alloca":
            self._add(f, one.result, {("local", f, one.result)})
        elif opcode in ("inttoptr", "ptrtoint", "bitcast", "addrspacecast"):
            self._flow(one, one.values[0])
        elif opcode in NUMBERS:
            for value in one.values:
                self._flow(one, value)
        elif opcode == "phi":
            for value in one.values:
                self._flow(one, value)
        elif opcode == "select":
            for value in one.values[1:]:
                self._flow(one, value)
        elif opcode == "insertvalue":
            for value in one.values:
                self._flow(one, value)
        elif opcode == "extractvalue":
            part = element_type(one.type, one.rest)
            if "double" in part or "ptr" in part:
                self._flow(one, one.values[0], "double" in part)

    def _load(self, one: Form) -> None:
        f, pointer = self.body.name, one.values[0]
        if "ptr" in one.type:
            for origin in self.of(f, pointer):
                if origin[0] == "struct":
                    nested = _NESTED.get(origin[1:])
                    target = ("struct", nested, 0) if nested else ("array", _FIELD_AT.get(origin[1:], ""))
                    self._add(f, one.result, {target})
                elif origin[0] == "local":
                    self._add(f, one.result, self.stored.get(origin, set()))
        if "double" in one.type and self.memory_varies(f, pointer):
            self._activate(f, one.result)
        if one.type == "i64":
            if ("array", STAGE_TABLE) in self.of(f, pointer):
                self._add(f, one.result, {("stage",)})
            if any(DTYPE.get(name) == "float64" and name in self.varying for name in self.fields(f, pointer)):
                raise NoRule(self.body, one.line, "the bits of a varying double are used")

    def _store(self, one: Form) -> None:
        f = self.body.name
        value, pointer = one.values
        if "ptr" in one.type:
            for origin in self.of(f, pointer):
                if origin[0] == "local":
                    known = self.stored.setdefault(origin, set())
                    if not self.of(f, value) <= known:
                        known |= self.of(f, value)
                        self._grown = True
        if (f, value) in self.active:
            for origin in self.of(f, pointer):
                if origin[0] == "local" and origin not in self.local_varies:
                    self.local_varies.add(origin)
                    self._grown = True

    def _address(self, one: Form) -> None:
        f, base = self.body.name, one.values[0]
        found = set()
        for origin in self.of(f, base):
            if origin[0] == "struct":
                index = one.rest[0].split()
                if one.type != "i8" or not index[1].lstrip("-").isdigit():
                    raise NoRule(self.body, one.line, "an offset in a struct is not constant")
                found.add((*origin[:2], origin[2] + int(index[1])))
            else:
                found.add(origin)
        self._add(f, one.result, found)

    def _call(self, one: Form) -> None:
        f = self.body.name
        callee = self.bodies.get(one.name)
        if callee is not None:
            for parameter, value in zip(callee.names, one.values, strict=True):
                self._add(callee.name, parameter, self.of(f, value))
                if (f, value) in self.active:
                    self._activate(callee.name, parameter)
            return
        if one.name.startswith(MEMORY_FUNCTIONS):
            for value in one.values[:2]:
                if self.memory_varies(f, value):
                    raise NoRule(self.body, one.line, "varying memory is copied or filled as bytes")
            return
        if one.type == "double" and any((f, value) in self.active for value in one.values):
            self._activate(f, one.result)


# Loops of a function


def successors(body: Body) -> dict[str, list[str]]:
    """Return the blocks that follow each block, by label."""
    return {label: branch_targets(forms[-1].line) for label, forms in body.blocks}


def in_order(after: dict[str, list[str]]) -> list[str]:
    """Return the labels in reverse postorder: each block after its dominators."""
    first = next(iter(after))
    found, seen, stack = [], {first}, [(first, iter(after[first]))]
    while stack:
        label, rest = stack[-1]
        following = next((s for s in rest if s not in seen), None)
        if following is None:
            found.append(label)
            stack.pop()
        else:
            seen.add(following)
            stack.append((following, iter(after[following])))
    return [*reversed(found), *(label for label in after if label not in seen)]


def loops(after: dict[str, list[str]], order: list[str]) -> dict[str, frozenset[str]]:
    """Return block -> the loops that contain it, each named by the label of its first block."""
    found: dict[str, frozenset[str]] = dict.fromkeys(order, frozenset())
    work = [order]
    while work:
        part = work.pop()
        for component in _components(part, after):
            if len(component) == 1 and component[0] not in after[component[0]]:
                continue
            head = min(component, key=part.index)
            for label in component:
                found[label] |= {head}
            work.append([label for label in part if label in set(component) - {head}])
    return found


def _components(part: list[str], after: dict[str, list[str]]) -> list[list[str]]:
    """Return the strongly connected components of some blocks (Tarjan 1972)."""
    inside, index, low = set(part), dict[str, int](), dict[str, int]()
    path: list[str] = []
    found: list[list[str]] = []
    for start in part:
        if start in index:
            continue
        stack = [(start, iter(after[start]))]
        index[start] = low[start] = len(index)
        path.append(start)
        while stack:
            label, rest = stack[-1]
            for following in rest:
                if following not in inside:
                    continue
                if following not in index:
                    index[following] = low[following] = len(index)
                    path.append(following)
                    stack.append((following, iter(after[following])))
                    break
                if following in path:
                    low[label] = min(low[label], index[following])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[label])
                if low[label] == index[label]:
                    at = path.index(label)
                    found.append(path[at:])
                    del path[at:]
    return found
