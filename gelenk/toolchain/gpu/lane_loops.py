"""Loops that the lanes of a world share, in LLVM's text before any pass: which lane has which turns.

Documents: design / Loops that lanes may share

The front end marks a loop by calls: SPREAD_FIRST gives the first turn of a lane, LANES how far its turns are apart,
SPREAD_END is where the loop has ended, TOTAL adds up what lanes have. With one lane they are the number itself, one,
nothing, and the number itself.

LANE_OFFSET is how far the work space of the lane at hand is from that of the world. With one lane it is zero, and so it
is for all that lanes run together.

With more, SPREAD_FIRST, SPREAD_END and TOTAL stay until barriers.py knows what to do about memory, and functions that a
loop calls become two: the one that all lanes run together, and one with ALONE behind its name, which a lane runs for
itself, so that loops inside of it are its own. So do the stages that compute contacts of pairs of geoms, which a
loop calls through a switch of its own (program_ir.py).
"""

import re

from gelenk.tables.gpu_stages import BY_A_LANE
from gelenk.toolchain.gpu.ir_text import Block, Function, called, each_line, functions, joined
from gelenk.toolchain.symbols import (
    ALONE,
    CALL,
    CALL_PAIR,
    CLEAR,
    LANE_OFFSET,
    LANES,
    SPREAD_END,
    SPREAD_FIRST,
    TOTAL,
)

MOST = 32  # lanes of a world: those of a warp
_FIRST = re.compile(rf"= call i64 @{SPREAD_FIRST}\(i64 ([^)]*)\)")
_LANES = re.compile(rf"= call i64 @{LANES}\(\)")
_TOTAL = re.compile(rf"= call (?:[a-z]+ )*double @{TOTAL}\(double ([^)]*)\)")
_OFFSET = re.compile(rf"= call i64 @{LANE_OFFSET}\(\)")
_STATUS = re.compile(r"^  ret i32 .*$")
_MARKS = (SPREAD_FIRST, SPREAD_END, LANES, TOTAL)
_DECLARED = re.compile(rf"^(declare [^\n]*@(?:{'|'.join(_MARKS)})\([^)\n]*\))[^\n]*$", re.MULTILINE)
_CONSTANT = re.compile(rf"^(declare i64 @{LANE_OFFSET}\(\))[^\n]*$", re.MULTILINE)
_STAGES = {f"gelenk_{name}" for name in BY_A_LANE}  # that a lane may run by itself
_ATTRIBUTES = "convergent nounwind willreturn"  # not to be moved where lanes part


def single(line: str) -> str | None:
    """A line as one lane by itself has it."""
    if "@gelenk_" in line and "call" in line:
        line = _FIRST.sub(r"= add i64 \1, 0", line)
        line = _LANES.sub("= add i64 0, 1", line)
        line = _TOTAL.sub(r"= bitcast double \1 to double", line)
        if f"@{SPREAD_END}(" in line:
            return None
    return line


def split(text: str, lanes: int) -> str:
    """The text for so many lanes a world.

    Errors   ValueError: a loop that lanes share calls a stage, which runs with all lanes
    """
    if not any(f"@{name}(" in text for name in (*_MARKS, LANE_OFFSET)):
        return text
    parts, named = functions(text)
    if lanes == 1:
        for function in named.values():
            each_line(function, lambda line: single(_together(line)))
        return joined(_undeclared(part) if isinstance(part, str) else part for part in parts)
    for function in named.values():
        _ends(function)
    before = {name: function.text() for name, function in named.items()}
    todo = [name for function in named.values() for name in _shared(function, named)]
    todo += [name for name in named if name in _STAGES]
    copies: dict[str, Function] = {}
    while todo:
        name = todo.pop()
        if name in copies:
            continue
        copies[name] = copy = _copy(name, before[name])
        for block in copy.blocks.values():
            block.lines = [_by_a_lane(line, named, todo) for line in block.lines]
    for function in named.values():
        each_line(function, lambda line: _LANES.sub(f"= add i64 0, {lanes}", line))
    parts = [part if isinstance(part, Function) else _declared(part) for part in parts]
    made = "\n".join([joined(parts), *(copy.text() for copy in copies.values()), ""])
    far = f"@{_alone(CALL_PAIR)}("
    return f"{made}declare void {far}i64, i64, i64, i64)\n" if far in made else made


def _together(line: str) -> str:
    """A line that all lanes run: they work in the place of the first one."""
    return _OFFSET.sub("= add i64 0, 0", line) if LANE_OFFSET in line else line


def _copy(name: str, text: str) -> Function:
    """The function as a lane runs it for itself, all loops its own; of a stage, other libraries call it."""
    lines = text.split("\n")
    head = lines[0].replace(f"@{name}(", f"@{_alone(name)}(", 1)
    if name not in _STAGES:
        head = re.sub(r"^define (?!internal)", "define internal ", head)
    copy = Function(head, lines[1:-1])
    each_line(copy, single)
    if " i32 @" in copy.head:  # a status, which is never but 0: no way leads out of a loop but its end
        each_line(copy, lambda line: _STATUS.sub("  ret i32 0", line))
    return copy


def _alone(name: str) -> str:
    return f'{name[:-1]}{ALONE}"' if name.endswith('"') else name + ALONE


def _undeclared(part: str) -> str:
    return _DECLARED.sub("", part)


def _declared(part: str) -> str:
    """Declarations of marks, with what passes may do with their calls."""
    return _CONSTANT.sub(r"\1 memory(none) nounwind willreturn", _DECLARED.sub(rf"\1 {_ATTRIBUTES}", part))


def _ends(function: Function) -> None:
    """Move the end of a loop to the edge on which it is left.

    The front end asks for the next turn in a block that goes on whether there is one or not, and branches thereafter.
    """
    for block in [b for b in function.blocks.values() if any(f"@{SPREAD_END}(" in line for line in b.lines)]:
        (after,) = block.next
        deciding = function.blocks[after]
        end = deciding.lines[deciding.last]
        if not end.lstrip().startswith("br i1"):
            raise ValueError(f"{function.name}: the loop that ends in {block.label} does not branch")
        leaving = re.findall(r"label %(\S+?)(?=,|$)", end.partition("!")[0].strip().rstrip(","))[1]
        block.lines = [line for line in block.lines if f"@{SPREAD_END}(" not in line]
        edge = Block(f"{block.label.strip(chr(34))}.left")
        edge.label = f'"{edge.label}"' if block.label.startswith('"') else edge.label
        edge.lines = [f"  call void @{SPREAD_END}()", f"  br label %{leaving}"]
        function.insert(after, leaving, edge)
    function.link()


def _shared(function: Function, named: dict[str, Function]) -> list[str]:
    """Let what loops call be called by a lane alone, and loops inside of loops be those of a lane; what is called.

    Errors   ValueError: a block is inside of a loop and outside
    """
    depths = {function.entry.label: 0}
    todo, seen, found = [function.entry.label], {function.entry.label}, list[str]()
    while todo:
        block = function.blocks[todo.pop()]
        depth, lines = depths[block.label], []
        for line in block.lines:
            made: str | None = line
            if f"@{SPREAD_FIRST}(" in line:
                depth += 1
                made = line if depth == 1 else single(line)
            elif f"@{SPREAD_END}(" in line:
                depth -= 1
                made = line if depth == 0 else None
            elif depth > 1 or (depth == 1 and f"@{TOTAL}(" in line):
                made = single(line)
            if made is not None:
                lines.append(_by_a_lane(made, named, found) if depth > 0 else _together(made))
        block.lines = lines
        for label in block.next:
            if depths.setdefault(label, depth) != depth:
                raise ValueError(
                    f"{function.name}: {label} is inside of a loop that lanes share, and outside"
                )
        todo += [label for label in block.next if label not in seen]
        seen.update(block.next)
    return found


def _by_a_lane(line: str, named: dict[str, Function], found: list[str]) -> str:
    """The line with a call of what a lane runs for itself; which function is added to ``found``."""
    name = called(line)
    if name in (CALL, CLEAR):
        raise ValueError(f"a loop that lanes share calls a stage: {line.strip()}")
    if name == CALL_PAIR:  # of a pair of geoms: the program has a switch over those that a lane may run
        return line.replace(f"@{name}(", f"@{_alone(name)}(", 1)
    if name not in named:
        return line
    found.append(name)
    return line.replace(f"@{name}(", f"@{_alone(name)}(", 1)
