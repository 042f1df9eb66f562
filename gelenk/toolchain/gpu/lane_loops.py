"""Distribute the iterations of shared loops over lanes, in unoptimized LLVM text.

Documents: design / Loops that lanes may share

The front end marks a shared loop by calls: SPREAD_FIRST returns the first iteration of a lane, LANES the stride,
SPREAD_END follows the loop, TOTAL sums a value over lanes. With one lane they become the argument, 1, nothing, and the
argument.

LANE_OFFSET is the distance of a lane's work space from that of its world: zero with one lane, and wherever all lanes
run together.

With several lanes, SPREAD_FIRST, SPREAD_END and TOTAL remain until barriers.py has analyzed memory accesses. A function
called in a shared loop is cloned: the original is run by all lanes together, the clone, with ALONE appended to its
name, by one lane, with all of its loops sequential. So are the stages that compute contacts of geom pairs, which loops
call through a switch of their own (program_ir.py).
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

MOST = 32  # largest number of lanes of a world: a warp
_FIRST = re.compile(rf"= call i64 @{SPREAD_FIRST}\(i64 ([^)]*)\)")
_LANES = re.compile(rf"= call i64 @{LANES}\(\)")
_TOTAL = re.compile(rf"= call (?:[a-z]+ )*double @{TOTAL}\(double ([^)]*)\)")
_OFFSET = re.compile(rf"= call i64 @{LANE_OFFSET}\(\)")
_STATUS = re.compile(r"^  ret i32 .*$")
_MARKS = (SPREAD_FIRST, SPREAD_END, LANES, TOTAL)
_DECLARED = re.compile(rf"^(declare [^\n]*@(?:{'|'.join(_MARKS)})\([^)\n]*\))[^\n]*$", re.MULTILINE)
_CONSTANT = re.compile(rf"^(declare i64 @{LANE_OFFSET}\(\))[^\n]*$", re.MULTILINE)
_STAGES = {f"gelenk_{name}" for name in BY_A_LANE}  # stages that a lane may run by itself
_ATTRIBUTES = "convergent nounwind willreturn"  # passes must not move these calls into divergent branches


def sequential_line(line: str) -> str | None:
    """Return a line as a lane that runs by itself has it."""
    if "@gelenk_" in line and "call" in line:
        line = _FIRST.sub(r"= add i64 \1, 0", line)
        line = _LANES.sub("= add i64 0, 1", line)
        line = _TOTAL.sub(r"= bitcast double \1 to double", line)
        if f"@{SPREAD_END}(" in line:
            return None
    return line


def distribute_loops(text: str, lanes: int) -> str:
    """Return the text for ``lanes`` lanes per world.

    Errors   ValueError: a shared loop calls a stage that needs all lanes
    """
    if not any(f"@{name}(" in text for name in (*_MARKS, LANE_OFFSET)):
        return text
    parts, named = functions(text)
    if lanes == 1:
        for function in named.values():
            each_line(function, lambda line: sequential_line(_together(line)))
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
    """Return a line as all lanes run it together, in the work space of lane 0."""
    return _OFFSET.sub("= add i64 0, 0", line) if LANE_OFFSET in line else line


def _copy(name: str, text: str) -> Function:
    """Return the clone of a function that one lane runs, with sequential loops.

    The clone of a stage stays external, since other libraries call it.
    """
    lines = text.split("\n")
    head = lines[0].replace(f"@{name}(", f"@{_alone(name)}(", 1)
    if name not in _STAGES:
        head = re.sub(r"^define (?!internal)", "define internal ", head)
    copy = Function(head, lines[1:-1])
    each_line(copy, sequential_line)
    if " i32 @" in copy.head:  # the status of a clone is always 0, so that its loops have a single exit
        each_line(copy, lambda line: _STATUS.sub("  ret i32 0", line))
    return copy


def _alone(name: str) -> str:
    return f'{name[:-1]}{ALONE}"' if name.endswith('"') else name + ALONE


def _undeclared(part: str) -> str:
    return _DECLARED.sub("", part)


def _declared(part: str) -> str:
    """Return the declarations of the marks, with attributes that restrict passes."""
    return _CONSTANT.sub(r"\1 memory(none) nounwind willreturn", _DECLARED.sub(rf"\1 {_ATTRIBUTES}", part))


def _ends(function: Function) -> None:
    """Move the SPREAD_END of each loop to the exit edge.

    The front end fetches the next iteration in a block that runs whether there is one or not, and branches after that
    block.
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
    """Redirect calls in shared loops to clones, make inner loops sequential; return callees.

    Errors   ValueError: a block is both inside and outside of a loop
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
                made = line if depth == 1 else sequential_line(line)
            elif f"@{SPREAD_END}(" in line:
                depth -= 1
                made = line if depth == 0 else None
            elif depth > 1 or (depth == 1 and f"@{TOTAL}(" in line):
                made = sequential_line(line)
            if made is not None:
                lines.append(_by_a_lane(made, named, found) if depth > 0 else _together(made))
        block.lines = lines
        for label in block.next:
            if depths.setdefault(label, depth) != depth:
                raise ValueError(
                    f"{function.name}: {label} is both inside and outside of a loop that lanes share"
                )
        todo += [label for label in block.next if label not in seen]
        seen.update(block.next)
    return found


def _by_a_lane(line: str, named: dict[str, Function], found: list[str]) -> str:
    """Return a line with calls redirected to the clone; append the callee to ``found``."""
    name = called(line)
    if name in (CALL, CLEAR):
        raise ValueError(f"a loop that lanes share calls a stage: {line.strip()}")
    if name == CALL_PAIR:  # for a pair of geoms: the program has a switch over the stages that a lane may run
        return line.replace(f"@{name}(", f"@{_alone(name)}(", 1)
    if name not in named:
        return line
    found.append(name)
    return line.replace(f"@{name}(", f"@{_alone(name)}(", 1)
