"""Distribute the iterations of shared loops over lanes, in unoptimized LLVM text.

Documents: design / Loops that lanes may share

The front end marks a shared loop by calls: SPREAD_FIRST returns the first iteration of a lane, LANES the stride,
SPREAD_END follows the loop, TOTAL sums a value over lanes. With one lane, SPREAD_FIRST and TOTAL become their argument,
LANES becomes 1, and SPREAD_END is removed.

LANE_OFFSET is the distance of a lane's work space from that of its world: zero with one lane, and wherever all lanes
run together.

With several lanes, SPREAD_FIRST, SPREAD_END and TOTAL remain until barriers.py has analyzed memory accesses. A function
called in a shared loop is cloned: all lanes together run the original, and a single lane runs the clone, whose name
ends with ALONE and whose loops are all sequential. The stages that compute contacts of geom pairs are cloned too;
shared loops call their clones through a separate switch (program_ir.py).
"""

from gelenk.tables.gpu_stages import BY_A_LANE
from gelenk.toolchain.ir_text.functions import (
    Block,
    Function,
    each_declaration,
    functions,
    internal,
    joined,
    with_attributes,
)
from gelenk.toolchain.ir_text.instructions import assign, call, callee, opcode, successors, with_callee
from gelenk.toolchain.ir_text.tokens import rename_functions
from gelenk.toolchain.struct_layout import (
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
_MARKS = (SPREAD_FIRST, SPREAD_END, LANES, TOTAL)
_STAGES = {f"gelenk_{name}" for name in BY_A_LANE}  # stages that a lane may run by itself
_ATTRIBUTES = "convergent nounwind willreturn"  # passes must not move these calls into divergent branches


def sequential_line(line: str) -> str | None:
    """Return a line for a lane that runs alone: calls that mark shared loops are replaced."""
    made = call(line) if "@gelenk_" in line else None
    if made is None or made.name not in _MARKS:
        return line
    if made.name == SPREAD_END:
        return None
    if made.name == LANES:
        return assign(made.result, f"add {made.type} 0, 1")
    (argument,) = made.arguments
    if made.name == SPREAD_FIRST:
        return assign(made.result, f"add {made.type} {argument.value}, 0")
    return assign(made.result, f"bitcast {made.type} {argument.value} to {made.type}")


def distribute_loops(text: str, lanes: int) -> str:
    """Return the text with the iterations of shared loops distributed over ``lanes`` lanes.

    Errors   ValueError: a shared loop calls a stage that needs all lanes
    """
    if not any(f"@{name}(" in text for name in (*_MARKS, LANE_OFFSET)):
        return text
    parts, named = functions(text)
    if lanes == 1:
        for function in named.values():
            function.each_line(lambda line: sequential_line(_together(line)))
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
        function.each_line(lambda line: _with_constant(line, LANES, lanes))
    parts = [part if isinstance(part, Function) else _declared(part) for part in parts]
    made = "\n".join([joined(parts), *(copy.text() for copy in copies.values()), ""])
    far = f"@{_alone(CALL_PAIR)}("
    return f"{made}declare void {far}i64, i64, i64, i64)\n" if far in made else made


def _together(line: str) -> str:
    """Return a line for lanes that run together: they use the work space of lane 0."""
    return _with_constant(line, LANE_OFFSET, 0)


def _with_constant(line: str, name: str, value: int) -> str:
    """Return a line in which a constant replaces a call of the function ``name``."""
    made = call(line) if f"@{name}(" in line else None
    return assign(made.result, f"add {made.type} 0, {value}") if made else line


def _copy(name: str, text: str) -> Function:
    """Return the clone of a function that one lane runs, with sequential loops.

    The clone of a stage stays external, since other libraries call it.
    """
    lines = text.split("\n")
    head = rename_functions(lines[0], {name: _alone(name)})
    copy = Function(head if name in _STAGES else internal(head), lines[1:-1])
    copy.each_line(sequential_line)
    if copy.type == "i32":  # the status of a clone is always 0, so that its loops have a single exit
        copy.each_line(lambda line: "  ret i32 0" if opcode(line) == "ret" else line)
    return copy


def _alone(name: str) -> str:
    return f'{name[:-1]}{ALONE}"' if name.endswith('"') else name + ALONE


def _undeclared(part: str) -> str:
    return each_declaration(part, lambda name, line: "" if name in _MARKS else line)


def _declared(part: str) -> str:
    """Give the declarations of the marks attributes that restrict LLVM's passes."""
    attributes = dict.fromkeys(_MARKS, _ATTRIBUTES) | {LANE_OFFSET: "memory(none) nounwind willreturn"}
    return each_declaration(
        part, lambda name, line: with_attributes(line, attributes[name]) if name in attributes else line
    )


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
        leaving = successors(end)[1]
        block.lines = [line for line in block.lines if f"@{SPREAD_END}(" not in line]
        edge = Block(f"{block.label.strip(chr(34))}.left")
        edge.label = f'"{edge.label}"' if block.label.startswith('"') else edge.label
        edge.lines = [f"  call void @{SPREAD_END}()", f"  br label %{leaving}"]
        function.insert_on_edge(after, leaving, edge)
    function.link_blocks()


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
    name = callee(line)
    if name in (CALL, CLEAR):
        raise ValueError(f"a loop that lanes share calls a stage: {line.strip()}")
    if name == CALL_PAIR:  # for a pair of geoms: the program has a switch over the stages that a lane may run
        return with_callee(line, _alone(name))
    if name is None or name not in named:
        return line
    found.append(name)
    return with_callee(line, _alone(name))
