"""Interleaved types: structs of many worlds as tiles (AoSoA), for unchanged kernels.

Documents: design / Many worlds on GPUs

Worlds come in tiles of T = 32 / L, where L lanes (threads of a warp) share a world. In memory, a field with n elements
per world, here n = 3 and T = 4:

      0    1    2    3    4    5    6    7    8    9   10   11   12   13   ...
    +----+----+----+----+----+----+----+----+----+----+----+----+----+----
    | w0 | w1 | w2 | w3 | w0 | w1 | w2 | w3 | w0 | w1 | w2 | w3 | w4 | w5  ...
    +----+----+----+----+----+----+----+----+----+----+----+----+----+----
    |     element 0     |     element 1     |     element 2     | element 0
    |            tile 0: worlds 0, 1, 2, 3                      | tile 1: worlds 4, 5, ...

Element i of world w is at ((w / T) n + i) T + w mod T. The threads of a warp, which execute the same instruction, thus
access 128 or 256 consecutive bytes; so do lanes in adjacent iterations of a loop. T is a constant that a variant sets
after the front end (gpu/variant.py).

Scalars of data are columns, like arrays of one element; sizes and capacities are shared by all worlds. Arrays of the
model are contiguous. Worlds share them, unless the variant has per-world values (`own`): then each world has a row, and
a second table beside the slots has the distance between rows. In other variants the second table is constant zero, and
LLVM removes its loads.

A struct in a kernel is the number of a world. Slots are in constant memory, under the symbols of `symbol`, so that the
address of a slot is an instruction operand. A program (gpu/program_ir.py) defines these symbols, and the functions
CALL, CALL_PAIR and CLEAR, which depend on its set of stages.

`install` replaces the ordinary types; a process compiles for one layout only.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.datamodel import DataModelManager
from numba.core.imputils import (
    RefType,
    iternext_impl,
    lower_builtin,
    lower_getattr_generic,
    lower_setattr_generic,
)
from numba.core.typing import BaseContext as BaseTypingContext
from numba.core.typing.templates import Signature
from numba.extending import infer_getattr, intrinsic, models, register_model

from gelenk.tables.field_groups import ON_DEVICES
from gelenk.tables.gpu_stages import PAIR_WORK
from gelenk.tables.precision import Limits
from gelenk.toolchain import intrinsics, numba_types, struct_layout
from gelenk.toolchain.numba_types import F64, I8, I64, STORAGE, Arguments, Emitted
from gelenk.toolchain.struct_layout import (
    CALL,
    CALL_PAIR,
    CLEAR,
    EXTRA,
    LANE_OFFSET,
    LANES,
    NUMBER,
    SPREAD_END,
    SPREAD_FIRST,
    TILE,
    TOTAL,
    Layout,
    own,
    symbol,
)

GLOBAL, CONSTANT = 1, 4  # LLVM's address spaces of GPUs; a CPU has one memory


class World(numba_types.Struct):
    """Numba type of a struct of one world among many, represented by the number of the world."""

    def __init__(self, plan: Layout) -> None:
        self.interleaved = plan is struct_layout.DATA
        self.plan = plan
        types.Type.__init__(self, name=f"World({plan.name})")


@register_model(World)
class _WorldModel(models.PrimitiveModel):
    def __init__(self, dmm: DataModelManager, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, I64)


@infer_getattr
class _WorldAttr(numba_types.StructAttr):
    key = World

    def view_of(self, plan: Layout, name: str) -> numba_types.View:
        return view_type(plan, name)


def view_type(plan: Layout, name: str) -> numba_types.View:
    """Return the type of the array of a field: interleaved in data, contiguous in the model."""
    interleaved = plan is struct_layout.DATA
    return numba_types.view_type(
        plan.arrays[name], numba_types.INTERLEAVED if interleaved else 1, fixed=not interleaved
    )


def install() -> None:
    """Compile interleaved code in this process from now on."""
    numba_types.SPACE, numba_types.interleaved, numba_types.limit = GLOBAL, tile, limit
    numba_types.STRUCTS |= {plan.name: World(plan) for plan in struct_layout.MANY}
    ours: Any = intrinsics
    ours.as_struct, ours.call_stage, ours.call_pair = as_struct, call_stage, call_pair
    ours.clear, ours.numbers_at, ours.call_own = clear, numbers_at, call_own
    ours.spread, ours.total, ours.lane_count = spread, total, lane_count


# slots


_OWNERS = {
    "": struct_layout.MODEL.name,
    "opt": struct_layout.OPTION.name,
    "stat": struct_layout.STATISTIC.name,
}
_OWN = {(_OWNERS[field.owner], field.row.name) for field in ON_DEVICES.values()}


def _slot(
    builder: ir.IRBuilder, plan: Layout, name: str, llvm_type: ir.Type, struct: str | None = None
) -> ir.Value:
    """Load the slot of a field, which no kernel writes, from its struct's table or ``struct``."""
    module, key = builder.module, symbol(struct or plan.name)
    base = module.globals.get(key)
    if base is None:
        base = ir.GlobalVariable(module, ir.ArrayType(I8, 8 * plan.nslot), key, addrspace=CONSTANT)
    at = [ir.Constant(I64, 0), ir.Constant(I64, plan.offset[name])]
    pointer = builder.bitcast(builder.gep(base, at, inbounds=True), ir.PointerType(llvm_type, CONSTANT))
    return numba_types.tag(builder, builder.load(pointer), "slot", True)


def _extent(builder: ir.IRBuilder, plan: Layout, entry: int | str) -> ir.Value:
    """Return one extent of a symbolic shape."""
    if isinstance(entry, int):
        return ir.Constant(I64, entry)
    size, _, factor = entry.partition("*")
    return builder.mul(_slot(builder, plan, size, I64), ir.Constant(I64, int(factor or 1)))


def tile(builder: ir.IRBuilder) -> ir.Value:
    """Load the number of interleaved worlds, a constant that the variant sets."""
    found = builder.module.globals.get(TILE)
    if found is None:
        found = ir.GlobalVariable(builder.module, I64, TILE)
        found.global_constant = True
    return builder.load(found)


def _first(builder: ir.IRBuilder, world: ir.Value, count: ir.Value) -> ir.Value:
    """Return the offset of a world's first element; the field has ``count`` per world."""
    lane = builder.and_(world, builder.sub(tile(builder), ir.Constant(I64, 1)))
    return builder.add(builder.mul(builder.sub(world, lane), count), lane)


def _column(builder: ir.IRBuilder, plan: Layout, name: str, world: ir.Value, llvm_type: ir.Type) -> ir.Value:
    base = _slot(builder, plan, name, ir.PointerType(llvm_type, GLOBAL))
    return builder.gep(base, [world], inbounds=True)


def _own_place(builder: ir.IRBuilder, name: str, world: ir.Value) -> ir.Value:
    """Return the index of the memory of a field: the world, or for pair work space the lane's."""
    if name not in PAIR_WORK:
        return world
    return builder.add(world, builder.call(_named(builder, LANE_OFFSET, I64, []), []))


def _scalar(builder: ir.IRBuilder, plan: Layout, name: str, world: ir.Value, kind: ir.Type) -> ir.Value:
    """Load a scalar of the model: from the column of per-world values if any, else shared."""
    shared = _slot(builder, plan, name, kind)
    if (plan.name, name) not in _OWN:
        return shared
    column = _slot(builder, plan, name, ir.PointerType(kind, GLOBAL), own(plan.name))
    before = builder.basic_block
    with builder.if_then(builder.icmp_unsigned("!=", builder.ptrtoint(column, I64), ir.Constant(I64, 0))):
        number = numba_types.tag(builder, builder.load(builder.gep(column, [world], inbounds=True)), "own")
        inside = builder.basic_block
    value = builder.phi(kind)
    value.add_incoming(shared, before)
    value.add_incoming(number, inside)
    return value


@lower_getattr_generic(World)
def _lower_getattr(
    context: BaseContext, builder: ir.IRBuilder, typ: World, world: ir.Value, name: str
) -> ir.Value:
    plan = typ.plan
    if name in plan.nested:
        return world
    if typ.interleaved:
        world = _own_place(builder, name, world)
    if name in plan.scalars:
        kind = numba_types.slot_type(plan, name)
        if not typ.interleaved:
            return _scalar(builder, plan, name, world, kind)
        if name in struct_layout.SHARED:
            return _slot(builder, plan, name, kind)
        return numba_types.tag(builder, builder.load(_column(builder, plan, name, world, kind)), "column")
    field = plan.arrays[name]
    kind = STORAGE[field.dtype][0]
    extents = [_extent(builder, plan, entry) for entry in field.shape]
    view = cgutils.create_struct_proxy(view_type(plan, name))(context, builder)
    view.n = extents[0]
    view.inner = extents[1] if len(extents) > 1 else ir.Constant(I64, 0)
    pointer = _slot(builder, plan, name, ir.PointerType(kind, GLOBAL))
    if typ.interleaved:
        count = extents[0]
        for extent in extents[1:]:
            count = builder.mul(count, extent)
        pointer = builder.gep(pointer, [_first(builder, world, count)], inbounds=True)
    elif (plan.name, name) in _OWN:
        apart = _slot(builder, plan, name, I64, own(plan.name))
        pointer = builder.gep(pointer, [builder.mul(world, apart)], inbounds=True)
    view.ptr = builder.bitcast(pointer, ir.PointerType(I8, GLOBAL))
    return view._getvalue()


@lower_setattr_generic(World)
def _lower_setattr(
    context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments, name: str
) -> None:
    typ, value_type = sig.args
    if name in struct_layout.SHARED:
        raise NotImplementedError(
            f"{name} is shared by all worlds: kernels that run in a world may not write it"
        )
    value = context.cast(builder, args[1], value_type, STORAGE[typ.plan.scalars[name]][1])
    kind = numba_types.slot_type(typ.plan, name)
    world = _own_place(builder, name, args[0]) if typ.interleaved else args[0]
    numba_types.tag(builder, builder.store(value, _column(builder, typ.plan, name, world, kind)), "column")


# functions that kernels call


def as_struct(name: str) -> Any:
    """Return an intrinsic that casts the number of a world (int64) to a struct."""
    struct = numba_types.STRUCTS[name]

    @intrinsic
    def cast(typing_context: BaseTypingContext, world: types.Type) -> Emitted:
        def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
            return args[0]

        return struct(types.int64), codegen

    return cast


def _call(builder: ir.IRBuilder, name: str, args: list[ir.Value]) -> None:
    kind = ir.FunctionType(ir.VoidType(), [I64] * len(args))
    builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)


@intrinsic
def call_stage(typing_context: BaseTypingContext, m: World, d: World, index: types.Type) -> Emitted:
    """Call the stage ``index``; the world stops if the program lacks that stage."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        _call(builder, CALL, [args[1], args[2]])
        return context.get_dummy_value()

    return types.void(m, d, types.int64), codegen


@intrinsic
def call_own(typing_context: BaseTypingContext, m: World, d: World, n: types.Type) -> Emitted:
    """Return -1 (no specialized step), since programs for batches serve all models."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        return ir.Constant(I64, -1)

    return types.int64(m, d, types.int64), codegen


@intrinsic
def call_pair(
    typing_context: BaseTypingContext,
    m: World,
    d: World,
    index: types.Type,
    first: types.Type,
    second: types.Type,
) -> Emitted:
    """Call collision stage ``index``, which also takes the ids of two geoms."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        _call(builder, CALL_PAIR, [args[1], args[2], args[3], args[4]])
        return context.get_dummy_value()

    return types.void(m, d, types.int64, types.int64, types.int64), codegen


@intrinsic
def clear(typing_context: BaseTypingContext, d: World) -> Emitted:
    """Set a world's arrays of fixed size to zero, by the list of arrays in the program."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        _call(builder, CLEAR, [args[0]])
        return context.get_dummy_value()

    return types.void(d), codegen


@intrinsic
def numbers_at(typing_context: BaseTypingContext, place: types.Type) -> Emitted:
    """Return the plugin constants from element ``place`` - 1 on.

    CPU kernels pass an address instead of the index ``place``, where 0 stands for no constants.
    """

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        module, key = builder.module, symbol("extra")
        base = module.globals.get(key)
        if base is None:
            base = ir.GlobalVariable(module, ir.ArrayType(I8, 8 * len(EXTRA)), key, addrspace=CONSTANT)
        at = [ir.Constant(I64, 0), ir.Constant(I64, 8 * EXTRA.index("plugin_numbers"))]
        slot = builder.bitcast(builder.gep(base, at), ir.PointerType(ir.PointerType(F64, GLOBAL), CONSTANT))
        first = builder.gep(builder.load(slot), [builder.sub(args[0], ir.Constant(I64, 1))])
        view = cgutils.create_struct_proxy(sig.return_type)(context, builder)
        view.ptr = builder.bitcast(first, ir.PointerType(I8, GLOBAL))
        view.inner = ir.Constant(I64, 0)
        view.n = ir.Constant(I64, 2**62)
        return view._getvalue()

    return numba_types.View("float64", 0)(types.int64), codegen


# shared loops (gpu/lane_loops.py): calls that mark begin and end


class Spread(types.SimpleIterableType):
    """Numba type of ``spread``: the iterations of one lane."""

    def __init__(self) -> None:
        super().__init__("Spread", SPREAD_TURNS)


class SpreadTurns(types.SimpleIteratorType):
    """Numba type of the iterator over ``Spread``."""

    def __init__(self) -> None:
        super().__init__("SpreadTurns", types.int64)


SPREAD_TURNS = SpreadTurns()


@register_model(Spread)
class _SpreadModel(models.StructModel):
    def __init__(self, dmm: DataModelManager, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, [("first", types.int64), ("end", types.int64)])


@register_model(SpreadTurns)
class _SpreadTurnsModel(models.StructModel):
    def __init__(self, dmm: DataModelManager, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, [("at", types.EphemeralPointer(types.int64)), ("end", types.int64)])


@intrinsic
def spread(typing_context: BaseTypingContext, d: World, first: types.Type, end: types.Type) -> Emitted:
    """Return the lane's iterations of ``range(first, end)``; all of them with one lane."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        made = cgutils.create_struct_proxy(sig.return_type)(context, builder)
        made.first, made.end = args[1], args[2]
        return made._getvalue()

    return Spread()(d, types.int64, types.int64), codegen


@lower_builtin("getiter", Spread)
def _lower_getiter(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
    loop = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
    turns = cgutils.create_struct_proxy(sig.return_type)(context, builder)
    first = _named(builder, SPREAD_FIRST, I64, [I64])
    turns.at = cgutils.alloca_once_value(builder, builder.call(first, [loop.first]))
    turns.end = loop.end
    return turns._getvalue()


@lower_builtin("iternext", SpreadTurns)
@iternext_impl(RefType.UNTRACKED)
def _lower_iternext(
    context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments, result: Any
) -> None:
    turns = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
    at = builder.load(turns.at)
    more = builder.icmp_signed("<", at, turns.end)
    result.set_valid(more)
    with builder.if_else(more) as (one, none):
        with one:
            result.yield_(at)
            builder.store(builder.add(at, builder.call(_named(builder, LANES, I64, []), [])), turns.at)
        with none:
            builder.call(_named(builder, SPREAD_END, ir.VoidType(), []), [])


@intrinsic
def total(typing_context: BaseTypingContext, d: World, x: types.Type) -> Emitted:
    """Return the sum of ``x`` over the lanes."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        return builder.call(_named(builder, TOTAL, F64, [F64]), [args[1]])

    return types.float64(d, types.float64), codegen


@intrinsic
def lane_count(typing_context: BaseTypingContext, d: World) -> Emitted:
    """Return the number of lanes that share the loops of this code."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        return builder.call(_named(builder, LANES, I64, []), [])

    return types.int64(d), codegen


def _named(builder: ir.IRBuilder, name: str, result: ir.Type, arguments: list[ir.Type]) -> ir.Function:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


def limit(builder: ir.IRBuilder, name: str) -> ir.Value:
    """Load a constant that depends on the precision, set by the variant (tables/precision.py)."""
    if name not in Limits.rows():
        raise AttributeError(name)
    key = NUMBER + name
    found = builder.module.globals.get(key)
    if found is None:
        found = ir.GlobalVariable(builder.module, F64, key)
        found.global_constant = True
    return builder.load(found)
