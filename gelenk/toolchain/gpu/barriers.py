"""Insert barriers into optimized LLVM text, let one lane per world store, sink stores.

Documents: design / Loops that lanes may share; design / Stores and barriers

Outside of shared loops all lanes of a world compute the same values, and only lane 0 stores; the other lanes branch
around the stores. Hence

    a load           after a store of lane 0 needs a barrier in between
    a store          after a load by the other lanes needs a barrier in between
    a shared loop    needs a barrier at its end, and one before it if either rule applies

A dataflow analysis over the blocks of a function finds the pending accesses at each point: fields loaded and fields
stored since the last barrier. A barrier precedes each load or store that conflicts with a pending access; if a loop of
the text conflicts with accesses from before the loop, one barrier precedes the loop. Control flow is the same in all
lanes, so all reach each barrier. A load whose value only serves a store of lane 0, such as x in x += y, needs no
barrier: other lanes do not use the value.

Stores are moved first (`sink_stores`): each store of a block moves behind the loads that cannot read its element.
Fields never overlap, but LLVM does not know this and keeps the order of a store and a later load of another field, so
that the load waits for the value that is stored. With several lanes, adjacent stores also share one branch. A store
moves down to the first load of its field, call, boundary of a shared loop, or end of the block; stores keep their order
among each other.
"""

from gelenk.toolchain.gpu.dataflow import (
    GLOBAL,
    NOTHING,
    Access,
    Event,
    Summary,
    Types,
    conflict,
    events,
    loads_for_lane_zero,
    loops,
    reverse_postorder,
    touched,
)
from gelenk.toolchain.ir_text.functions import (
    Block,
    Function,
    each_declaration,
    functions,
    joined,
    symbols,
    without_attributes,
)
from gelenk.toolchain.ir_text.instructions import access, assign, call, callee, opcode
from gelenk.toolchain.struct_layout import (
    ALONE,
    COPY,
    LANE_HOOK,
    SPREAD_END,
    SPREAD_FIRST,
    SYNC,
    THREAD,
    TOTAL,
)

_POINTER = f"ptr addrspace({GLOBAL})"


def sink_stores(function: Function, types: Types, known: dict[str, Summary]) -> None:
    """Move the stores of each block behind the loads that cannot read them.

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


# Barriers

# function attributes that barriers invalidate
_FOUND = ("memory", "nosync", "readnone", "readonly", "writeonly", "speculatable")
_TID = "llvm.nvvm.read.ptx.sreg.tid.x"
_WAIT, _ADD, _PASS = "llvm.nvvm.bar.warp.sync", "llvm.nvvm.add.rn", "llvm.nvvm.shfl.sync.bfly"
LANE_COUNT = "gelenk_lane_count"  # on the CPU: number of lanes
# in CPU tests a lane may yield before each pair of geoms, which exposes work space that lanes share by mistake
PASS, PASS_HOOK = "gelenk_pass", "gelenk_pass_hook"
State = tuple[bool, Access]  # (inside a shared loop, pending accesses)
Mark = tuple[str, int]  # (block, line): a barrier precedes the line


def insert_barriers(text: str, lanes: int, gpu: bool) -> str:
    """Return the text with barriers, in which one lane stores.

    Errors   ValueError: a store addresses no field of data, or a block is both inside and outside of a shared loop
    """
    parts, named = functions(text)
    types, known = Types(text), dict[str, Summary]()
    for name in _callees_first(named):
        if name.startswith(COPY):
            continue
        function = named[name]
        sink_stores(function, types, known)
        if ALONE in name:  # passes may have cloned the function, hence ``in``
            known[name] = Summary(touched(events(function, types, known)), NOTHING)
        else:
            known[name] = LaneFunction(function, types, known).rewrite(lanes, gpu)
    rest = [part if isinstance(part, Function) else _rest(part) for part in parts]
    return "\n".join([joined(rest), *_declared(text, gpu)])


def _rest(part: str) -> str:
    part = each_declaration(part, lambda name, line: None if name in (SPREAD_FIRST, SPREAD_END) else line)
    return without_attributes(part, _FOUND)


def _declared(text: str, gpu: bool) -> list[str]:
    """Return the declarations missing in a text into which barriers are inserted."""
    if not gpu:
        rows = {THREAD: f"@{THREAD} = external global i32", SYNC: f"declare void @{SYNC}()"}
    else:
        rows = {
            _TID: f"declare i32 @{_TID}()",
            _WAIT: f"declare void @{_WAIT}(i32)",
            f"{_ADD}.f": f"declare float @{_ADD}.f(float, float)",
            f"{_ADD}.d": f"declare double @{_ADD}.d(double, double)",
            f"{_PASS}.i32": f"declare i32 @{_PASS}.i32(i32, i32, i32, i32)",
            f"{_PASS}.f32": f"declare float @{_PASS}.f32(i32, float, i32, i32)",
        }
    known = symbols(text)
    return [row for name, row in rows.items() if name not in known]


def _callees_first(named: dict[str, Function]) -> list[str]:
    """Return the functions, callees first; none is recursive (tools/gpu_resources.py)."""
    calls = {
        name: {
            c for block in function.blocks.values() for line in block.lines if (c := callee(line)) in named
        }
        for name, function in named.items()
    }
    found: dict[str, None] = {}

    def visit(name: str) -> None:
        for other in sorted(calls[name], key=str):
            if other not in found and other != name:
                visit(str(other))
        found[name] = None

    for name in named:
        visit(name)
    return list(found)


class LaneFunction:
    """A function that all lanes of a world run together."""

    def __init__(self, function: Function, types: Types, known: dict[str, Summary]) -> None:
        self.function = function
        self.events = events(function, types, known)
        self.order = reverse_postorder(function)
        self.marks: set[Mark] = set()
        self.before: dict[str, State] = {}
        self._propagate()
        together = {label: self._events_outside_loops(label) for label in self.order}
        stores = {(label, e.line) for label, found in together.items() for e in found if e.kind == "store"}
        aside = loads_for_lane_zero(function, stores) & {
            (label, e.line) for label, found in together.items() for e in found
        }
        for label in self.order:
            self.events[label] = [
                e.for_lane_zero() if (label, e.line) in aside else e for e in self.events[label]
            ]
        self._shared = {
            label: self._loop_accesses(label, event.line)
            for label in self.order
            for event in self.events[label]
            if event.kind == "begin"
        }
        self._mark_barriers()

    # barriers

    def _loop_accesses(self, label: str, line: int) -> Access:
        """Return the accesses of the shared loop that begins at a line."""
        found, seen, todo = NOTHING, set[str](), list[tuple[str, int]]([(label, line)])
        while todo:
            at, after = todo.pop()
            ended = False
            for event in self.events[at]:
                if event.line > after:
                    ended = event.kind == "end"
                    if ended:
                        break
                    found |= event.touched
            if not ended:
                todo += [(n, -1) for n in self.function.blocks[at].next if n not in seen]
                seen.update(self.function.blocks[at].next)
        return found

    def _state_after(self, label: str, state: State) -> State:
        inside, pending = state
        for event in self.events[label]:
            if (label, event.line) in self.marks:
                pending = NOTHING
            if event.kind == "begin":
                inside = True
            elif event.kind == "end":
                inside, pending = False, NOTHING
            elif not inside:
                pending |= event.left
            elif event.kind == "call" and ALONE not in str(
                callee(self.function.blocks[label].lines[event.line])
            ):
                raise ValueError(f"{self.function.name}: code of all lanes is called by a single lane")
        if (label, self.function.blocks[label].last) in self.marks:
            pending = NOTHING
        return inside, pending

    def _propagate(self) -> None:
        """Compute the pending accesses at the start of each block, given the marked barriers."""
        before: dict[str, State] = {self.order[0]: (False, NOTHING)}
        place = {label: i for i, label in enumerate(self.order)}
        todo = {0}
        while todo:
            label = self.order[min(todo)]
            todo.discard(place[label])
            inside, pending = self._state_after(label, before[label])
            for after in self.function.blocks[label].next:
                old = before.get(after)
                if old is not None and old[0] != inside:
                    raise ValueError(
                        f"{self.function.name}: {after} is both inside and outside of a loop that lanes share"
                    )
                new = (inside, pending if old is None else old[1] | pending)
                if new != old:
                    before[after] = new
                    todo.add(place[after])
        self.before = before

    def _has_conflict(self, event: Event, pending: Access, label: str) -> bool:
        if event.kind == "begin":
            return conflict(pending, self._shared[label], True)
        return conflict(pending, event.touched, event.kind == "call")

    def _mark_barriers(self) -> None:
        """Mark barriers until no conflict remains: first before loops, then before lines."""
        inner = [(head, body, self._body_accesses(body)) for head, body in loops(self.function).items()]
        while self._mark_loops(inner):
            self._propagate()
        while self._mark_lines():
            self._propagate()

    def _body_accesses(self, body: set[str]) -> tuple[Access, bool]:
        found, apart = NOTHING, False
        for label in body:
            for event in self.events[label]:
                found |= event.touched
                apart = apart or event.kind in ("begin", "call")
        return found, apart

    def _mark_loops(self, inner: list[tuple[str, set[str], tuple[Access, bool]]]) -> bool:
        done: set[str] = set()
        changed = False
        for head, body, (found, apart) in inner:
            if head in done or head not in self.before or self.before[head][0]:
                continue
            for label in self.function.blocks[head].before:
                if label in body or label not in self.before:
                    continue
                inside, pending = self._state_after(label, self.before[label])
                mark = label, self.function.blocks[label].last
                if not inside and mark not in self.marks and conflict(pending, found, apart):
                    self.marks.add(mark)
                    done |= body  # nested loops are examined in the next round
                    changed = True
        return changed

    def _mark_lines(self) -> bool:
        changed = False
        for label in self.order:
            inside, pending = self.before[label]
            for event in self.events[label]:
                mark = label, event.line
                if mark in self.marks:
                    pending = NOTHING
                elif not inside and event.kind != "end" and self._has_conflict(event, pending, label):
                    self.marks.add(mark)
                    pending, changed = NOTHING, True
                if event.kind == "begin":
                    inside = True
                elif event.kind == "end":
                    inside, pending = False, NOTHING
                elif not inside:
                    pending |= event.left
        return changed

    # text

    def rewrite(self, lanes: int, gpu: bool) -> Summary:
        """Rewrite the function's text; return all accesses, and those pending at its end."""
        left = NOTHING
        for label in self.order:
            if opcode(self.function.blocks[label].lines[-1]) == "ret":
                left |= self._state_after(label, self.before[label])[1]
        summary = Summary(touched(self.events), left)
        writer = _Writer(lanes, gpu)
        labels: dict[str, str] = {}
        for label in self.order:
            block = self.function.blocks[label]
            guarded = {e.line for e in self._events_outside_loops(label) if e.kind == "store"}
            labels[label] = writer.rewrite_block(
                block, guarded, {line for at, line in self.marks if at == label}
            )
        self.function.rename_predecessors(
            {old: new for old, new in labels.items() if old != new}, self.function.blocks.values()
        )
        if writer.used:
            self.function.entry.lines[:0] = writer.lane_setup()
        return summary

    def _events_outside_loops(self, label: str) -> list[Event]:
        inside, found = self.before[label][0], []
        for event in self.events[label]:
            if event.kind == "begin":
                inside = True
            elif event.kind == "end":
                inside = False
            elif not inside:
                found.append(event)
        return found


class _Writer:
    """Generator of the new lines of a function."""

    def __init__(self, lanes: int, gpu: bool) -> None:
        self.lanes, self.gpu, self.used, self.count = lanes, gpu, False, 0

    def lane_setup(self) -> list[str]:
        """Return lines that compute the lane number and the mask of the world's lanes."""
        lines = [
            f"  %lane.thread = call i32 @{_TID}()"
            if self.gpu
            else f"  %lane.thread = load i32, ptr @{THREAD}",
            f"  %lane.number = and i32 %lane.thread, {self.lanes - 1}",
            "  %lane.wide = zext i32 %lane.number to i64",
            "  %lane.first = icmp eq i32 %lane.number, 0",
        ]
        if self.gpu:
            lines += [
                f"  %lane.base = and i32 %lane.thread, {31 & ~(self.lanes - 1)}",
                f"  %lane.mask = shl i32 {-1 if self.lanes == 32 else 2**self.lanes - 1}, %lane.base",
            ]
        return lines

    def barrier(self) -> str:
        """Return a barrier, after which all lanes see earlier stores."""
        self.used = True
        return f"  call void @{_WAIT}(i32 %lane.mask)" if self.gpu else f"  call void @{SYNC}()"

    def rewrite_block(self, block: Block, guarded: set[int], waits: set[int]) -> str:
        """Rewrite a block; return the label of its last part."""
        out: list[str] = []
        label, open_ = block.label, False
        for i, line in enumerate(block.lines):
            if open_ and (i in waits or i not in guarded):
                out += [f"  br label %{label}", f"{label}:"]
                open_ = False
            if i in waits:
                out.append(self.barrier())
            if i in guarded:
                if not open_:
                    self.used, open_ = True, True
                    self.count += 1
                    label = f"lane.{self.count}.go"
                    out += [f"  br i1 %lane.first, label %lane.{self.count}.store, label %{label}"]
                    out += [f"lane.{self.count}.store:"]
                out.append(line)
            else:
                out += self._rewrite_line(line)
        block.lines = out
        return label

    def _rewrite_line(self, line: str) -> list[str]:
        made = call(line) if "@gelenk_" in line else None
        if made is None:
            return [line]
        if made.name == SPREAD_FIRST:
            self.used = True
            lane = "%lane.number" if made.type == "i32" else "%lane.wide"
            return [assign(made.result, f"add {made.type} {made.arguments[0].value}, {lane}")]
        if made.name == SPREAD_END:
            return [self.barrier()]
        if made.name == TOTAL and self.gpu:
            return self._butterfly_sum(made.result, made.type, made.arguments[0].value)
        return [line]

    def _butterfly_sum(self, name: str, kind: str, x: str) -> list[str]:
        """Return a butterfly sum over lanes without fused rounding: equal bits in every lane."""
        self.used = True
        self.count += 1
        lines, at, step = [], f"%lane.{self.count}", 1
        while step < self.lanes:
            made = name if 2 * step == self.lanes else f"{at}.sum{step}"
            lines += self._exchange(f"{at}.{step}", kind, x, step)
            lines.append(f"  {made} = call {kind} @{_ADD}.{kind[0]}({kind} {x}, {kind} {at}.{step})")
            x, step = made, 2 * step
        return lines

    def _exchange(self, to: str, kind: str, x: str, step: int) -> list[str]:
        """Return lines that fetch the value of the lane whose number differs in bit ``step``."""
        if kind == "float":
            return [f"  {to} = call float @{_PASS}.f32(i32 %lane.mask, float {x}, i32 {step}, i32 31)"]
        return [
            f"  {to}.bits = bitcast double {x} to i64",
            f"  {to}.upper = lshr i64 {to}.bits, 32",
            f"  {to}.a = trunc i64 {to}.bits to i32",
            f"  {to}.b = trunc i64 {to}.upper to i32",
            f"  {to}.c = call i32 @{_PASS}.i32(i32 %lane.mask, i32 {to}.a, i32 {step}, i32 31)",
            f"  {to}.d = call i32 @{_PASS}.i32(i32 %lane.mask, i32 {to}.b, i32 {step}, i32 31)",
            f"  {to}.e = zext i32 {to}.c to i64",
            f"  {to}.f = zext i32 {to}.d to i64",
            f"  {to}.g = shl i64 {to}.f, 32",
            f"  {to}.h = or i64 {to}.e, {to}.g",
            f"  {to} = bitcast i64 {to}.h to double",
        ]


def hooks(lanes: int, kind: str) -> str:
    """Return the CPU replacement of GPU barriers and sums, for tests."""
    reads = "\n".join(
        f"  %p{i} = getelementptr {kind}, ptr @gelenk_exchange, i32 {i}\n  %s1.{i} = load {kind}, ptr %p{i}"
        for i in range(lanes)
    )
    sums, step = [], 1
    while step < lanes:
        sums += [
            f"  %s{2 * step}.{i} = fadd {kind} %s{step}.{i}, %s{step}.{i + step}"
            for i in range(0, lanes, 2 * step)
        ]
        step *= 2
    tree = "\n".join(sums)
    return f"""
@{LANE_HOOK} = global ptr null
@{PASS_HOOK} = global ptr null
define void @{PASS}() {{
  %f = load ptr, ptr @{PASS_HOOK}
  %none = icmp eq ptr %f, null
  br i1 %none, label %end, label %go
go:
  call void %f()
  br label %end
end:
  ret void
}}
@{LANE_COUNT} = constant i32 {lanes}
@gelenk_exchange = global [{lanes} x {kind}] zeroinitializer
define void @{SYNC}() {{
  %f = load ptr, ptr @{LANE_HOOK}
  call void %f()
  ret void
}}
define {kind} @{TOTAL}({kind} %x) {{
  %t = load i32, ptr @{THREAD}
  %l = and i32 %t, {lanes - 1}
  %p = getelementptr {kind}, ptr @gelenk_exchange, i32 %l
  store {kind} %x, ptr %p
  call void @{SYNC}()
{reads}
  call void @{SYNC}()
{tree}
  ret {kind} %s{lanes}.0
}}
"""
