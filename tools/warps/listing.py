"""Listing of a PTX module: functions, basic blocks and their immediate post-dominators, parsed from text.

Only the subset of PTX that LLVM prints for our programs is accepted. The body of a function is parsed at the
first call of the function, since a step calls only a tenth of a program.
"""

import functools
import re
from typing import NamedTuple

_FUNCTION = re.compile(
    r"^(?:\.visible )?\.(func|entry)\s+(?:\(\.param \.(?:align \d+ )?\.?b\d+ ([\w$]+)(?:\[\d+\])?\)\s*)?([\w$]+)\s*\(",
    re.MULTILINE,
)
_VARIABLE = re.compile(
    r"^(?:\.visible )?\.(const|global|shared)(?: \.align (\d+))? \.(\w+) ([\w$]+)(?:\[(\d*)\])?(?: = (.*))?;$",
    re.MULTILINE,
)
_PARAMETER = re.compile(
    r"\.param \.(?:align \d+ \.)?([bu]\d+)(?: \.ptr[^,\n]*?)? ([\w$]+)(?:\[(\d+)\])?\s*[,\n]"
)
_INSTRUCTION = re.compile(r"^(?:@(!?)(%\w+)\s+)?([a-z][\w.:]*)\s*(.*?);?$")
_DEPOT = re.compile(r"\.local \.align \d+ \.b8\s+(__local_depot\d+)\[(\d+)\]")
_OPERAND = re.compile(r"\{[^}]*\}|\[[^\]]*\]|[^,\s]+")
EXIT = -1  # number of the virtual block that follows each return


class Instruction(NamedTuple):
    """An instruction: guard register and whether it is negated, opcode with its modifiers, operands."""

    guard: str
    negated: bool
    opcode: str
    operands: tuple[str, ...]
    text: str

    @property
    def parts(self) -> list[str]:
        """Return the opcode and its modifiers."""
        return self.opcode.split(".")


class Variable(NamedTuple):
    """A module variable: state space, alignment, element type, number of elements, initial values."""

    space: str
    align: int
    kind: str
    count: int
    values: tuple[str, ...]


class Block:
    """A basic block: instructions, and the numbers of the blocks that may follow."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.body: list[Instruction] = []
        self.next: list[int] = []  # a conditional branch: taken, not taken; brx.idx: its targets
        self.meets = EXIT  # immediate post-dominator, where diverged lanes reconverge


class Function:
    """A function: names of its parameters and result, bytes of its local memory, basic blocks.

    Errors   ValueError: a line outside of the subset
    """

    def __init__(self, kind: str, name: str, result: str | None, head: str, body: str) -> None:
        self.kind, self.name, self.result, self._body = kind, name, result, body
        self.parameters = [(name, kind) for kind, name, _ in _PARAMETER.findall(head + "\n")]
        depot = _DEPOT.search(body)
        self.depot, self.local_bytes = (depot.group(1), int(depot.group(2))) if depot else ("", 0)

    @functools.cached_property
    def blocks(self) -> list[Block]:
        """Return the basic blocks; the first is the entry."""
        lines, labels, targets = _split_lines(self._body)
        starts = {0, *labels.values()}
        for i, line in enumerate(lines):
            if line.opcode.split(".")[0] in ("bra", "brx", "ret"):
                starts.add(i + 1)
        order = sorted(s for s in starts if s < len(lines))
        number = {start: k for k, start in enumerate(order)}
        at = {label: number[i] for label, i in labels.items() if i < len(lines)}
        blocks = []
        for k, start in enumerate(order):
            block = Block(k)
            block.body = lines[start : order[k + 1] if k + 1 < len(order) else len(lines)]
            block.next = _successors(block.body[-1], k, at, targets)
            blocks.append(block)
        _post_dominators(blocks)
        return blocks


def _split_lines(body: str) -> tuple[list[Instruction], dict[str, int], dict[str, list[str]]]:
    """Return instructions, label -> index of the next instruction, name -> labels of a jump table."""
    lines: list[Instruction] = []
    labels: dict[str, int] = {}
    tables: dict[str, list[str]] = {}
    body = re.sub(r"//[^\n]*", "", body)
    body = re.sub(
        r"(\$?\w+): \.branchtargets([^;]*);",
        lambda found: tables.update({found[1]: [t.strip() for t in found[2].split(",")]}) or "",
        body,
    )
    for text in body.split("\n"):
        line = text.strip()
        if not line or line[0] in "{}.":
            continue
        if line.endswith(":"):
            labels[line[:-1]] = len(lines)
            continue
        found = _INSTRUCTION.match(line)
        if found is None:
            raise ValueError(f"unsupported line of PTX: {line}")
        negated, guard, opcode, rest = found.groups()
        lines.append(Instruction(guard or "", bool(negated), opcode, tuple(_operands(opcode, rest)), line))
    return lines, labels, tables


def _operands(opcode: str, rest: str) -> list[str]:
    if opcode.startswith("call"):  # (result), name, (arguments): result may be missing
        groups = re.match(r"(?:\(([^)]*)\)\s*,\s*)?([\w$%]+)(?:\s*,\s*\(([^)]*)\))?$", rest)
        if groups is None:
            raise ValueError(f"unsupported call in PTX: {rest}")
        return [groups[2], groups[1] or "", *(a.strip() for a in (groups[3] or "").split(",") if a.strip())]
    return _OPERAND.findall(rest)


def _successors(last: Instruction, k: int, at: dict[str, int], tables: dict[str, list[str]]) -> list[int]:
    kind = last.opcode.split(".")[0]
    if kind == "ret":
        if last.guard:
            raise ValueError("conditional returns are not supported")
        return [EXIT]
    if kind == "brx":
        return [at[label] for label in tables[last.operands[1]]]
    if kind == "bra":
        target = at[last.operands[0]]
        return [target, k + 1] if last.guard else [target]
    return [k + 1]


def _post_dominators(blocks: list[Block]) -> None:
    """Set the immediate post-dominator of each block (Cooper, Harvey, Kennedy 2001, on the reversed graph)."""
    before: dict[int, list[int]] = {b.number: [] for b in blocks} | {EXIT: []}
    for b in blocks:
        for s in b.next:
            before[s].append(b.number)
    order, seen, stack = [], {EXIT}, [(EXIT, iter(before[EXIT]))]
    while stack:  # postorder from the exit
        node, rest = stack[-1]
        new = next((s for s in rest if s not in seen), None)
        if new is None:
            order.append(node)
            stack.pop()
        else:
            seen.add(new)
            stack.append((new, iter(before[new])))
    rank = {node: i for i, node in enumerate(order)}
    found: dict[int, int] = {EXIT: EXIT}
    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            known = [s for s in blocks[node].next if s in found]
            new = known[0]
            for s in known[1:]:
                new = _meet(new, s, rank, found)
            if found.get(node) != new:
                found[node], changed = new, True
    for b in blocks:
        b.meets = found.get(b.number, EXIT)


def _meet(a: int, b: int, rank: dict[int, int], found: dict[int, int]) -> int:
    while a != b:
        while rank[a] < rank[b]:
            a = found[a]
        while rank[b] < rank[a]:
            b = found[b]
    return a


class Listing:
    """Functions and variables of a PTX text, by name."""

    def __init__(self, text: str) -> None:
        heads = list(_FUNCTION.finditer(text))
        ends = [h.start() for h in heads[1:]] + [len(text)]
        self.functions: dict[str, Function] = {}
        for head, end in zip(heads, ends, strict=True):
            part = text[head.end() : end]
            opening = part.find("\n{")
            if opening < 0 or part.find(")\n;") not in (-1, *range(opening, len(part))):
                continue  # a declaration
            kind, result, name = head.groups()
            self.functions[name] = Function(kind, name, result, part[:opening], part[opening + 2 :])
        self.variables = {
            name: Variable(space, int(align or 1), kind, int(count or 1), _values(values))
            for space, align, kind, name, count, values in _VARIABLE.findall(text)
        }


def _values(text: str) -> tuple[str, ...]:
    return tuple(v.strip() for v in text.strip("{}").split(",")) if text else ()
