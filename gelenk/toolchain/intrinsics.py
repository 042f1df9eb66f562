"""Intrinsics of CPU kernels: casts of addresses, calls of stages, shared loops.

Documents: design / Kernels

Only the compiler process imports this module. Addresses are passed as integers; interleaved_types.py has the same
intrinsics for batches.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.typing import BaseContext as BaseTypingContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension.abi import BEHIND_STATISTICS, STATISTICS
from gelenk.toolchain.numba_types import I8, I64, STRUCTS, Arguments, Emitted, Struct, View, load_slot, row


def as_struct(name: str) -> Any:
    """Return an intrinsic that casts an address (int64) to a pointer to a struct."""
    struct = STRUCTS[name]

    @intrinsic
    def cast(typing_context: BaseTypingContext, address: types.Type) -> Emitted:
        def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
            return builder.inttoptr(args[0], I8.as_pointer())

        return struct(types.int64), codegen

    return cast


def as_view(dtype: str) -> Any:
    """Return an intrinsic that casts an address (int64) to a one-dimensional View."""
    typ = View(dtype, 0)

    @intrinsic
    def cast(typing_context: BaseTypingContext, address: types.Type) -> Emitted:
        def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
            view = cgutils.create_struct_proxy(typ)(context, builder)
            view.ptr = builder.inttoptr(args[0], I8.as_pointer())
            view.inner = ir.Constant(I64, 0)
            view.n = ir.Constant(I64, 2**62)  # checked by the entry point
            return view._getvalue()

        return typ(types.int64), codegen

    return cast


numbers_at = as_view("float64")


@intrinsic
def flat(typing_context: BaseTypingContext, array: View) -> Emitted:
    """Return all elements of an array as a one-dimensional View."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        typ = sig.args[0]
        view = cgutils.create_struct_proxy(typ)(context, builder, value=args[0])
        n = builder.mul(view.n, view.inner) if typ.inner else view.n
        return row(context, builder, typ, view, ir.Constant(I64, 0), n)

    return array.line(array), codegen


def _call_entry(builder: ir.IRBuilder, address: ir.Value, args: Arguments) -> None:
    """Call the entry of a stage at an address, with pointers as integers.

    The types are those of the definition (bitcode.py), since WebAssembly traps if the types of a call differ from them.
    """
    numbers = [builder.ptrtoint(a, I64) if isinstance(a.type, ir.PointerType) else a for a in args]
    function = builder.inttoptr(address, ir.FunctionType(I64, [I64] * len(numbers)).as_pointer())
    builder.call(function, numbers)


@intrinsic
def call_stage(typing_context: BaseTypingContext, m: types.Type, d: types.Type, index: types.Type) -> Emitted:
    """Call stage ``index`` of ``m.stage_table``: ``void(model, data)`` in C convention."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        table = load_slot(builder, args[0], struct_layout.MODEL, "stage_table", I64.as_pointer(), True)
        address = builder.load(builder.gep(table, [args[2]]))
        _call_entry(builder, address, args[:2])
        return context.get_dummy_value()

    return types.void(m, d, types.int64), codegen


@intrinsic
def call_pair(
    typing_context: BaseTypingContext,
    m: types.Type,
    d: types.Type,
    index: types.Type,
    geom1: types.Type,
    geom2: types.Type,
) -> Emitted:
    """Call collision stage ``index`` of ``m.stage_table``: ``void(model, data, g1, g2)``."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        table = load_slot(builder, args[0], struct_layout.MODEL, "stage_table", I64.as_pointer(), True)
        address = builder.load(builder.gep(table, [args[2]]))
        _call_entry(builder, address, (*args[:2], *args[3:5]))
        return context.get_dummy_value()

    return types.void(m, d, types.int64, types.int64, types.int64), codegen


@intrinsic
def call_scene(
    typing_context: BaseTypingContext, m: types.Type, d: types.Type, s: types.Type, index: types.Type
) -> Emitted:
    """Call stage ``index`` of ``m.stage_table``: ``void(model, data, scene)``."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        table = load_slot(builder, args[0], struct_layout.MODEL, "stage_table", I64.as_pointer(), True)
        address = builder.load(builder.gep(table, [args[3]]))
        _call_entry(builder, address, args[:3])
        return context.get_dummy_value()

    return types.void(m, d, s, types.int64), codegen


@intrinsic
def call_own(typing_context: BaseTypingContext, m: types.Type, d: types.Type, n: types.Type) -> Emitted:
    """Return ``i64(model, data, n)`` of the code at ``m.own_step``, in C convention."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        address = load_slot(builder, args[0], struct_layout.MODEL, struct_layout.OWN_STEP, I64, False)
        numbers = [*(builder.ptrtoint(a, I64) for a in args[:2]), args[2]]
        function = builder.inttoptr(address, ir.FunctionType(I64, [I64] * 3).as_pointer())
        return builder.call(function, numbers)

    return types.int64(m, d, types.int64), codegen


@intrinsic
def spread(typing_context: BaseTypingContext, d: Struct, first: types.Type, end: types.Type) -> Emitted:
    """Return ``range(first, end)``, since one thread runs all iterations."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        state = cgutils.create_struct_proxy(sig.return_type)(context, builder)
        state.start, state.stop, state.step = args[1], args[2], ir.Constant(I64, 1)
        return state._getvalue()

    return types.range_state64_type(d, types.int64, types.int64), codegen


@intrinsic
def total(typing_context: BaseTypingContext, d: Struct, x: types.Type) -> Emitted:
    """Return ``x``, since one thread ran all iterations."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        return args[1]

    return x(d, x), codegen


@intrinsic
def clear(typing_context: BaseTypingContext, d: Struct) -> Emitted:
    """Set the arrays of fixed size of data to zero, except the solver statistics."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        names = ("block", STATISTICS, BEHIND_STATISTICS)
        places = [
            load_slot(builder, args[0], struct_layout.DATA, name, I8.as_pointer(), True) for name in names
        ]
        first, middle, behind = (builder.ptrtoint(place, I64) for place in places)
        n = load_slot(builder, args[0], struct_layout.DATA, "nblock", I64, False)
        end = builder.add(first, builder.mul(n, ir.Constant(I64, 8)))
        cgutils.memset(builder, places[0], builder.sub(middle, first), 0)
        cgutils.memset(builder, places[2], builder.sub(end, behind), 0)
        return context.get_dummy_value()

    return types.void(d), codegen
