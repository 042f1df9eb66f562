"""LLVM IR text as functions and blocks of lines, for lane_loops.py and barriers.py.

Documents: design / Loops that lanes may share
"""

import re
from collections.abc import Callable, Iterable

_NAME = r'(?:"[^"]*"|[-a-zA-Z$._0-9]+)'
_DEFINED = re.compile(rf"^define [^@]*@({_NAME})\((.*)$")
_LABEL = re.compile(rf"^({_NAME}):")
_TO = re.compile(rf"\blabel %({_NAME})")
_FROM = re.compile(rf"(?<=, )%({_NAME})(?= \])")
CALL = re.compile(rf"\bcall [^@]*@({_NAME})\(")
_UNNAMED = re.compile(r"%\d+(?=[,)])")
_ENDS = ("br ", "switch ", "ret ", "ret", "unreachable")


class Block:
    """A basic block: one instruction per line, labels of successors and predecessors."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.lines: list[str] = []
        self.next: list[str] = []
        self.before: list[str] = []

    @property
    def body(self) -> list[str]:
        """Return all lines before the terminator."""
        return self.lines[: self.last]

    @property
    def last(self) -> int:
        """Return the index of the terminator; a switch extends over further lines."""
        for i, line in enumerate(self.lines):
            if line.lstrip().startswith(_ENDS):
                return i
        raise ValueError(f"block {self.label} has no terminator")

    def go(self, label: str, other: str) -> None:
        """Replace successor ``label`` by ``other``."""
        at = self.last
        self.lines[at:] = [
            re.sub(rf"\blabel %{re.escape(label)}(?=[,\s]|$)", lambda _: f"label %{other}", line)
            for line in self.lines[at:]
        ]


class Function:
    """A function: its define line, and its blocks in order, by label."""

    def __init__(self, head: str, lines: list[str]) -> None:
        defined = _DEFINED.match(head)
        assert defined is not None
        self.head, self.name = head, defined.group(1)
        self.blocks: dict[str, Block] = {}
        entry = str(len(_UNNAMED.findall(defined.group(2))))
        block = None
        for line in lines:
            label = _LABEL.match(line)
            if label or (block is None and line.strip()):
                block = Block(label.group(1) if label else entry)
                self.blocks[block.label] = block
            if block is not None and not label and line.strip():
                block.lines.append(line.partition(" ; ")[0] if line.startswith("  ;") else line)
        self.link()

    def link(self) -> None:
        """Recompute successors and predecessors."""
        for block in self.blocks.values():
            block.before = []
        for block in self.blocks.values():
            block.next = list(dict.fromkeys(_TO.findall("\n".join(block.lines[block.last :]))))
        for block in self.blocks.values():
            for label in block.next:
                self.blocks[label].before.append(block.label)

    @property
    def entry(self) -> Block:
        """Return the entry block."""
        return next(iter(self.blocks.values()))

    def insert(self, before: str, after: str, made: Block) -> None:
        """Insert block ``made``, which branches to ``after``, on the edge between two blocks."""
        self.blocks[before].go(after, made.label)
        self.renamed({before: made.label}, [self.blocks[after]])
        order = list(self.blocks.values())
        order.insert(order.index(self.blocks[before]) + 1, made)
        self.blocks = {block.label: block for block in order}

    def renamed(self, labels: dict[str, str], blocks: Iterable[Block]) -> None:
        """Rename predecessors in phi instructions."""
        for block in blocks:
            for i, line in enumerate(block.lines):
                if " = phi " not in line:
                    break
                block.lines[i] = _FROM.sub(lambda m: "%" + labels.get(m.group(1), m.group(1)), line)

    def text(self) -> str:
        """Return the text of the function."""
        out = [self.head]
        for i, block in enumerate(self.blocks.values()):
            if i or not block.label.isdigit():
                out.append(f"{block.label}:")
            out += [*block.lines, ""]
        return "\n".join([*out[:-1], "}"])


def functions(text: str) -> tuple[list["str | Function"], dict[str, Function]]:
    """Split a text into functions and the text between them; also return functions by name."""
    parts: list[str | Function] = []
    named: dict[str, Function] = {}
    rest: list[str] = []
    lines = iter(text.split("\n"))
    for line in lines:
        if not line.startswith("define "):
            rest.append(line)
            continue
        body = []
        for inner in lines:
            if inner == "}":
                break
            body.append(inner)
        made = Function(line, body)
        parts += ["\n".join(rest), made]
        rest, named[made.name] = [], made
    parts.append("\n".join(rest))
    return parts, named


def joined(parts: Iterable["str | Function"]) -> str:
    """Join the parts of `functions` to one text."""
    return "\n".join(part if isinstance(part, str) else part.text() for part in parts)


def called(line: str) -> str | None:
    """Return the name of the function that a line calls, None if there is no call."""
    found = CALL.search(line)
    return found.group(1) if found else None


def each_line(function: Function, change: Callable[[str], "str | None"]) -> None:
    """Replace each line by ``change(line)``; None deletes the line."""
    for block in function.blocks.values():
        block.lines = [made for line in block.lines if (made := change(line)) is not None]
