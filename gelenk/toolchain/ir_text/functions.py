"""Blocks, functions and the other parts of a module of LLVM IR text.

Documents: design / Loops that lanes may share
"""

import functools
import re
from collections.abc import Callable, Iterable

from gelenk.toolchain.ir_text.instructions import successors, with_incoming, with_successor
from gelenk.toolchain.ir_text.tokens import NAME, SCALAR, closing, outside_quotes, split_list, type_end

_LABEL = re.compile(rf"^({NAME}):")
_HEAD = re.compile(rf"^(?:define|declare) [^@]*@({NAME})\(")
_USED = re.compile(rf"@({NAME})")
_LINKAGE = re.compile(
    r"^define (?:(?:private|internal|external|available_externally|linkonce|linkonce_odr|weak|weak_odr|extern_weak) )?"
)
_SYMBOL = re.compile(rf"^(?:@({NAME}) =|(?:define|declare) [^@\n]*@({NAME})\()", re.MULTILINE)
_EXTERNAL = re.compile(
    rf"^@({NAME}) = external (?:local_unnamed_addr )?(?:addrspace\(\d+\) )?(?:global|constant) (.*)$",
    re.MULTILINE,
)
_GROUP = re.compile(r" #\d+")
_NUMBERED = re.compile(r"^  %(\d+) = ", re.MULTILINE)
_NUMBER = re.compile(r"%(\d+)\b")
_NODE = re.compile(r"^!(\d+) = (?:distinct )?!\{(.*)\}$", re.MULTILINE)
_TARGET = re.compile(r'target (triple|datalayout) = ".*"')
_TERMINATORS = ("br ", "switch ", "ret ", "ret", "unreachable")


# blocks and functions


class Block:
    """A basic block: one instruction per line, labels of successors and predecessors."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.lines: list[str] = []
        self.next: list[str] = []
        self.before: list[str] = []

    @property
    def last(self) -> int:
        """Return the index of the terminator; a switch extends over further lines."""
        for i in range(len(self.lines) - 1, -1, -1):
            if self.lines[i].lstrip().startswith(_TERMINATORS):
                return i
        raise ValueError(f"block {self.label} has no terminator")

    def replace_successor(self, label: str, other: str) -> None:
        """Replace successor ``label`` by ``other``."""
        at = self.last
        self.lines[at:] = [with_successor(line, label, other) for line in self.lines[at:]]


class Function:
    """A function: its define line, and its blocks in order, by label."""

    def __init__(self, head: str, lines: list[str]) -> None:
        defined = _HEAD.match(head)
        assert defined is not None
        self.head, self.name = head, defined[1]
        self.blocks: dict[str, Block] = {}
        parameters = split_list(head[defined.end() : closing(head, defined.end() - 1) - 1])
        entry = str(sum(part.rpartition("%")[2].isdigit() for part in parameters))
        block = None
        for line in lines:
            label = _LABEL.match(line)
            if label or (block is None and line.strip()):
                block = Block(label[1] if label else entry)
                self.blocks[block.label] = block
            if block is not None and not label and line.strip():
                block.lines.append(line.partition(" ; ")[0] if line.startswith("  ;") else line)
        self.link_blocks()

    def link_blocks(self) -> None:
        """Recompute successors and predecessors."""
        for block in self.blocks.values():
            block.before = []
        for block in self.blocks.values():
            block.next = list(dict.fromkeys(successors("\n".join(block.lines[block.last :]))))
        for block in self.blocks.values():
            for label in block.next:
                self.blocks[label].before.append(block.label)

    @property
    def entry(self) -> Block:
        """Return the entry block."""
        return next(iter(self.blocks.values()))

    @property
    def type(self) -> str:
        """Return the type of the result."""
        words = self.head[: self.head.index(f"@{self.name}(")].rstrip()
        at = len("define ")
        while not SCALAR.match(words, at) and words[at] not in "[{<":
            at = words.index(" ", at) + 1
        return words[at : type_end(words, at)]

    def insert_on_edge(self, before: str, after: str, made: Block) -> None:
        """Insert block ``made``, which branches to ``after``, on the edge between two blocks."""
        self.blocks[before].replace_successor(after, made.label)
        self.rename_predecessors({before: made.label}, [self.blocks[after]])
        order = list(self.blocks.values())
        order.insert(order.index(self.blocks[before]) + 1, made)
        self.blocks = {block.label: block for block in order}

    def rename_predecessors(self, labels: dict[str, str], blocks: Iterable[Block]) -> None:
        """Rename predecessors in phi instructions."""
        for block in blocks:
            for i, line in enumerate(block.lines):
                if " = phi " not in line:
                    break
                block.lines[i] = with_incoming(line, labels)

    def each_line(self, change: Callable[[str], str | None]) -> None:
        """Replace each line by ``change(line)``; None deletes the line."""
        for block in self.blocks.values():
            block.lines = [made for line in block.lines if (made := change(line)) is not None]

    def text(self) -> str:
        """Return the text of the function."""
        out = [self.head]
        for i, block in enumerate(self.blocks.values()):
            if i or not block.label.isdigit():
                out.append(f"{block.label}:")
            out += [*block.lines, ""]
        return "\n".join([*out[:-1], "}"])


def internal(head: str) -> str:
    """Return a define line with internal linkage."""
    return _LINKAGE.sub("define internal ", head)


def functions(text: str) -> tuple[list[str | Function], dict[str, Function]]:
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


def joined(parts: Iterable[str | Function]) -> str:
    """Join the parts of `functions` to one text."""
    return "\n".join(part if isinstance(part, str) else part.text() for part in parts)


# other parts of a module


def symbols(text: str) -> set[str]:
    """Return the names of all globals and functions that a text declares or defines."""
    return {name or other for name, other in _SYMBOL.findall(text)}


def symbols_used(line: str) -> list[str]:
    """Return the globals and functions that a line names, each once, in order."""
    return list(dict.fromkeys(_USED.findall(line)))


def replace_symbols(line: str, values: dict[str, str]) -> str:
    """Replace globals of a line by other values: @name -> %value."""
    return _USED.sub(lambda found: values.get(found[1], found[0]), line)


def with_named_values(text: str) -> str:
    """Return a text whose instructions have names in place of numbers.

    Numbers must ascend, so that blocks could not be moved.
    """

    def named(function: str) -> str:
        numbers = set(_NUMBERED.findall(function))
        return _NUMBER.sub(lambda found: f"%made.{found[1]}" if found[1] in numbers else found[0], function)

    return "\ndefine ".join(named(function) for function in text.split("\ndefine "))


def each_declaration(text: str, change: Callable[[str, str], str | None]) -> str:
    """Replace each declaration of a function by ``change(name, line)``; None deletes the line."""
    lines: list[str | None] = []
    for line in text.split("\n"):
        found = _HEAD.match(line) if line.startswith("declare ") else None
        lines.append(change(found[1], line) if found else line)
    return "\n".join(line for line in lines if line is not None)


def with_attributes(declaration: str, attributes: str) -> str:
    """Return a declaration with these attributes instead of its own."""
    return f"{declaration[: closing(declaration, declaration.index('('))]} {attributes}".rstrip()


def without_groups(line: str) -> str:
    """Return a line without references to attribute groups."""
    return _GROUP.sub("", line)


def without_attributes(text: str, names: Iterable[str]) -> str:
    """Remove some attributes, which may have arguments, from the attribute groups of a text."""
    remove = functools.partial(_attributes(tuple(names)).sub, "")
    return "\n".join(
        outside_quotes(line, remove) if line.startswith("attributes ") else line for line in text.split("\n")
    )


@functools.cache
def _attributes(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf" (?:{'|'.join(map(re.escape, names))})(?:\([^()]*\))?(?=[ }}]|$)")


def replace_external_globals(text: str, change: Callable[[str, str], str | None]) -> str:
    """Replace each external global by ``change(name, type)``; None leaves the global as it is."""

    def replaced(found: re.Match[str]) -> str:
        made = change(found[1], found[2][: type_end(found[2])])
        return found[0] if made is None else made

    return _EXTERNAL.sub(replaced, text)


def metadata_nodes(text: str) -> dict[str, list[str]]:
    """Return the metadata nodes of a text: number -> elements."""
    return {number: split_list(elements) for number, elements in _NODE.findall(text)}


def with_target(text: str, triple: str, layout: str) -> str:
    """Return a module for another target."""
    new = {"triple": triple, "datalayout": layout}
    return _TARGET.sub(lambda found: f'target {found[1]} = "{new[found[1]]}"', text)
