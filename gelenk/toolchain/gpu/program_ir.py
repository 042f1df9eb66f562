"""LLVM text that links the stages of a program for batches: slots, calls, kernels.

Documents: design / Many worlds on GPUs

    slots          constant memory with the slots of the structs, the arrays that a reset clears, and further values
    gelenk_call    a switch over the stages; a constant index becomes one direct call. If lanes share pairs of geoms,
                   a second switch has the stages that one lane runs by itself
    gelenk_clear   clears the fields that a reset clears, by a list that the host writes
    kernels        functions that threads run, each for one world or as one lane of it: KERNEL + name of the stage

A call of a stage that the program lacks stops the world with status MISSING, so that an incomplete list of stages
cannot give wrong physics.
"""

from collections.abc import Sequence

from gelenk.tables.gpu_stages import BY_A_LANE
from gelenk.tables.stages import INDEX
from gelenk.tables.status import MISSING
from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu import barriers
from gelenk.toolchain.gpu.variant import OWNERS, Variant
from gelenk.toolchain.struct_layout import (
    ALONE,
    CALL,
    CALL_PAIR,
    CLEAR,
    COPY,
    EXTRA,
    KERNEL,
    LANE_OFFSET,
    MOST_CLEARED,
    REGISTERS,
    THREAD,
    own,
    symbol,
)

Stages = Sequence[tuple[str, str]]  # (name, argument kinds)
_WIDEN = {"i32": "add i32 %{0}, 0", "i64": "sext i32 %{0} to i64"}
COPIES = tuple(f"{COPY}{bits}" for bits in (8, 32, 64))


def text(stages: Stages, kernels: Sequence[str], variant: Variant, gpu: bool) -> str:
    """Return the definitions of a program of ``stages``; threads run those in ``kernels``."""
    integer = variant.integer
    plain = [name for name, kinds in stages if kinds == "md" and name in INDEX]
    pairs = [name for name, kinds in stages if kinds == "mdii" and name in INDEX]
    parts = [_slots(variant), _declare(stages, integer)]
    parts.append(_switch(CALL, plain, integer, ""))
    parts.append(_switch(CALL_PAIR, pairs, integer, f", {integer} %a, {integer} %b"))
    parts.append(_clear(variant))
    parts.append(_PTX_THREAD if gpu else _CPU_THREAD)
    if variant.lanes > 1:
        own = [name for name in pairs if name in BY_A_LANE]
        parts.append(_declare([(name + ALONE, "mdii") for name in own], integer))
        parts.append(_switch(CALL_PAIR + ALONE, own, integer, f", {integer} %a, {integer} %b", ALONE, gpu))
        parts.append(_lane_offset(variant))
    if variant.lanes > 1 and not gpu:
        parts.append(barriers.hooks(variant.lanes, variant.real))
    kinds = dict(stages)
    parts += [_kernel(name, kinds[name], variant, gpu) for name in kernels]
    parts += [_copy(bits, variant.tile, gpu) for bits in (8, 32, 64)]
    return "\n".join(parts).replace("INT", integer)


def alone(rows: Sequence[Sequence[str]], variant: Variant) -> str:
    """Return the declarations for the kernels of one library: thread number, stages, slots."""
    parts = [_PTX_THREAD, _declare([(row[0], row[3]) for row in rows], variant.integer)]
    if variant.lanes > 1:
        parts += [_constant(symbol("extra"), len(EXTRA)), _lane_offset(variant)]
    return "\n".join(parts).replace("INT", variant.integer)


def kernel(name: str, kinds: str, variant: Variant) -> str:
    """Return the GPU kernel of one stage."""
    return _kernel(name, kinds, variant, True).replace("INT", variant.integer)


def _slots(variant: Variant) -> str:
    rows = [(symbol(plan.name), plan.nslot) for plan in struct_layout.MANY]
    rows += [
        (symbol(own(plan.name)), plan.nslot)
        for plan in struct_layout.MANY
        if variant.own and plan.name in OWNERS
    ]
    rows += [(symbol("cleared"), 1 + 3 * MOST_CLEARED), (symbol("extra"), len(EXTRA))]
    return "".join(_constant(*row) for row in rows)


def _constant(name: str, n: int) -> str:
    return f"@{name} = addrspace(4) externally_initialized global [{8 * n} x i8] zeroinitializer, align 64\n"


def _lane_offset(variant: Variant) -> str:
    """Return LANE_OFFSET: the distance of a lane's work space from its world's, in worlds."""
    return f"""
define INT @{LANE_OFFSET}() alwaysinline {{
  %t = call i32 @thread()
  %l = and i32 %t, {variant.lanes - 1}
  %w = {_WIDEN[variant.integer].format("l")}
  %n = load INT, ptr addrspace(4) {_at("extra", 8 * EXTRA.index("nworld"))}
  %o = mul INT %w, %n
  ret INT %o
}}
"""


def _declare(stages: Stages, integer: str) -> str:
    return "".join(
        f"declare INT @gelenk_{name}({', '.join([integer] * len(kinds))})\n" for name, kinds in stages
    )


def _switch(name: str, stages: list[str], integer: str, more: str, ending: str = "", gpu: bool = True) -> str:
    first = "" if gpu else f"  call void @{barriers.PASS}()\n"
    arguments = f"INT %w, INT %w{more}"
    cases = "\n".join(f"    INT {INDEX[s]}, label %{s}" for s in stages)
    blocks = "\n".join(
        f"{s}:\n  %r_{s} = call INT @gelenk_{s}{ending}({arguments})\n  br label %done" for s in stages
    )
    return f"""
define void @{name}(INT %w, INT %k{more}) alwaysinline {{
{first}  switch INT %k, label %unknown [
{cases}
  ]
unknown:
  %s = load ptr addrspace(1), ptr addrspace(4) {_at("data", struct_layout.DATA.offset["status"])}
  %n = load ptr addrspace(1), ptr addrspace(4) {_at("data", struct_layout.DATA.offset["need_stage"])}
  %sw = getelementptr INT, ptr addrspace(1) %s, INT %w
  %nw = getelementptr INT, ptr addrspace(1) %n, INT %w
  store INT {MISSING}, ptr addrspace(1) %sw
  store INT %k, ptr addrspace(1) %nw
  br label %done
{blocks}
done:
  ret void
}}
"""


def _at(struct: str, offset: int) -> str:
    return f"getelementptr (i8, ptr addrspace(4) @{symbol(struct)}, i64 {offset})"


def _clear(variant: Variant) -> str:
    """Return the function CLEAR.

    Its slots have the number of arrays, and for each the address, the elements per world and the bytes per element.
    """
    loops = "".join(_clear_loop(bits, variant.tile) for bits in (8, 32, 64))
    return f"""
define void @{CLEAR}(INT %w) {{
  %n = load INT, ptr addrspace(4) {_at("cleared", 0)}
  %lane = and INT %w, {variant.tile - 1}
  %tile = sub INT %w, %lane
  br label %head
head:
  %k = phi INT [ 0, %0 ], [ %next, %end ]
  %more = icmp slt INT %k, %n
  br i1 %more, label %body, label %all
body:
  %k3 = mul INT %k, 24
  %o0 = add INT %k3, 8
  %o1 = add INT %k3, 16
  %o2 = add INT %k3, 24
  %p0 = getelementptr i8, ptr addrspace(4) @{symbol("cleared")}, INT %o0
  %p1 = getelementptr i8, ptr addrspace(4) @{symbol("cleared")}, INT %o1
  %p2 = getelementptr i8, ptr addrspace(4) @{symbol("cleared")}, INT %o2
  %array = load ptr addrspace(1), ptr addrspace(4) %p0
  %count = load INT, ptr addrspace(4) %p1
  %bytes = load INT, ptr addrspace(4) %p2
  %m = mul INT %tile, %count
  %first = add INT %m, %lane
  switch INT %bytes, label %loop8 [
    INT 4, label %loop32
    INT 8, label %loop64
  ]
{loops}
end:
  %next = add INT %k, 1
  br label %head
all:
  ret void
}}
"""


def _clear_loop(bits: int, tile: int) -> str:
    return f"""
loop{bits}:
  %i{bits} = phi INT [ 0, %body ], [ %j{bits}, %store{bits} ]
  %go{bits} = icmp slt INT %i{bits}, %count
  br i1 %go{bits}, label %store{bits}, label %end
store{bits}:
  %s{bits} = mul INT %i{bits}, {tile}
  %e{bits} = add INT %first, %s{bits}
  %q{bits} = getelementptr i{bits}, ptr addrspace(1) %array, INT %e{bits}
  store i{bits} 0, ptr addrspace(1) %q{bits}
  %j{bits} = add INT %i{bits}, 1
  br label %loop{bits}
"""


_CPU_THREAD = f"""
@{THREAD} = global i32 0
define internal i32 @thread() alwaysinline {{
  %t = load i32, ptr @{THREAD}
  ret i32 %t
}}
"""
_PTX_THREAD = """
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define internal i32 @thread() alwaysinline {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %k = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = mul i32 %c, %k
  %w = add i32 %b, %t
  ret i32 %w
}
"""


def _kernel(name: str, kinds: str, variant: Variant, gpu: bool) -> str:
    """Return a kernel with the arguments (number of worlds, integers of the stage)."""
    count = len(kinds) - 2
    params = "".join(f", i32 %p{i}" for i in range(count))
    widen = _WIDEN[variant.integer]
    casts = "\n".join(f"  %v{i} = {widen.format(f'p{i}')}" for i in range(count))
    arguments = "".join(f", INT %v{i}" for i in range(count))
    limit = f' "nvvm.maxnreg"="{REGISTERS}"' if gpu else ""
    return f"""
define {"ptx_kernel " if gpu else ""}void @{KERNEL}{name}(i32 %nworld{params}){limit} {{
  %t = call i32 @thread()
  %n = lshr i32 %t, {variant.lanes.bit_length() - 1}
  %in = icmp ult i32 %n, %nworld
  br i1 %in, label %go, label %end
go:
  %w = {widen.format("n")}
{casts}
  %r = call INT @gelenk_{name}(INT %w, INT %w{arguments})
  br label %end
end:
  ret void
}}
"""


# element %i of row %r, and the world %w of the row
_WORLD_OF_ROW = """go:
  %r = udiv i32 %t, %n
  %i = urem i32 %t, %n
  %all = icmp eq ptr addrspace(1) %which, null
  br i1 %all, label %known, label %listed
listed:
  %r64 = zext i32 %r to i64
  %at = getelementptr i32, ptr addrspace(1) %which, i64 %r64
  %one = load i32, ptr addrspace(1) %at
  br label %known
known:
  %w = phi i32 [ %r, %go ], [ %one, %listed ]
  %any = icmp eq ptr addrspace(1) %only, null
  br i1 %any, label %place, label %asked
asked:
  %w64 = zext i32 %w to i64
  %mark = getelementptr INT, ptr addrspace(1) %only, i64 %w64
  %marked = load INT, ptr addrspace(1) %mark
  %left = icmp eq INT %marked, 0
  br i1 %left, label %end, label %place
"""


def _copy(bits: int, tile: int, gpu: bool) -> str:
    """Return a kernel that copies a field between tiles and rows, one thread per element.

    total    number of elements     n        elements per world
    stride   distance of rows, in elements
    which    worlds of the rows, int32; null: all worlds in order
    only     a column; worlds where it is 0 are skipped; null: no world is skipped
    out      1: from tiles to rows, 0: from rows to tiles
    """
    return f"""
define {"ptx_kernel " if gpu else ""}void @{COPY}{bits}(i32 %total, ptr addrspace(1) %tiles, ptr addrspace(1) %rows,
    i32 %n, i32 %stride, ptr addrspace(1) %which, ptr addrspace(1) %only, i32 %out) {{
  %t = call i32 @thread()
  %in = icmp ult i32 %t, %total
  br i1 %in, label %go, label %end
{_WORLD_OF_ROW}place:
  %lane = and i32 %w, {tile - 1}
  %tile = sub i32 %w, %lane
  %a = mul i32 %tile, %n
  %b = mul i32 %i, {tile}
  %c = add i32 %a, %b
  %e = add i32 %c, %lane
  %e64 = zext i32 %e to i64
  %row = zext i32 %r to i64
  %step = zext i32 %stride to i64
  %j = zext i32 %i to i64
  %f = mul i64 %row, %step
  %g = add i64 %f, %j
  %p = getelementptr i{bits}, ptr addrspace(1) %tiles, i64 %e64
  %q = getelementptr i{bits}, ptr addrspace(1) %rows, i64 %g
  %give = icmp ne i32 %out, 0
  br i1 %give, label %pack, label %unpack
pack:
  %x = load i{bits}, ptr addrspace(1) %p
  store i{bits} %x, ptr addrspace(1) %q
  br label %end
unpack:
  %y = load i{bits}, ptr addrspace(1) %q
  store i{bits} %y, ptr addrspace(1) %p
  br label %end
end:
  ret void
}}
"""
