"""Intrinsics of CPU kernels: casts of addresses, calls of stages, shared loops, memory.

Documents: design / Kernels; design / Batches

Only the compiler process imports this module. Addresses are passed as integers; interleaved_types.py has the same
intrinsics for batches.

Memory intrinsics replace the functions of memory.py in compiled code.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.typing import BaseContext as BaseTypingContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from gelenk.toolchain import numba_types, struct_layout
from gelenk.toolchain.extension.abi import BEHIND_STATISTICS, STATISTICS
from gelenk.toolchain.memory import NONTEMPORAL_BYTES
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
def lane_count(typing_context: BaseTypingContext, d: Struct) -> Emitted:
    """Return 1, since one thread runs all iterations."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        return ir.Constant(I64, 1)

    return types.int64(d), codegen


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


# Memory intrinsics

_LLVM = {
    "int64": numba_types.I64,
    "int32": numba_types.I32,
    "uint8": numba_types.I8,
    "float64": numba_types.F64,
    "float32": ir.FloatType(),
}


def _loader(dtype: str) -> Any:
    """Return an intrinsic that loads a number of this type from an address."""
    kind = types.float64 if dtype == "float64" else types.int64

    @intrinsic
    def load(typing_context: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            value = builder.load(builder.inttoptr(args[0], _LLVM[dtype].as_pointer()))
            if dtype == "int32":
                return builder.sext(value, numba_types.I64)
            return builder.zext(value, numba_types.I64) if dtype == "uint8" else value

        return kind(types.int64), codegen

    return load


def _storer(dtype: str) -> Any:
    """Return an intrinsic that stores a number of this type at an address."""
    kind = types.float64 if dtype.startswith("float") else types.int64

    @intrinsic
    def store(typing_context: Any, address: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            number = args[1]
            if dtype in ("int32", "uint8"):
                number = builder.trunc(number, _LLVM[dtype])
            elif dtype == "float32":
                number = builder.fptrunc(number, _LLVM[dtype])
            builder.store(number, builder.inttoptr(args[0], _LLVM[dtype].as_pointer()))
            return context.get_dummy_value()

        return types.void(types.int64, kind), codegen

    return store


load_int64, load_int32, load_uint8, load_float64 = map(_loader, ("int64", "int32", "uint8", "float64"))
store_int64, store_int32, store_uint8 = map(_storer, ("int64", "int32", "uint8"))
store_float64, store_float32 = map(_storer, ("float64", "float32"))
model_at, data_at = as_struct("model"), as_struct("data")


def _bit_cast(source: types.Type, result: types.Type) -> Any:
    """Return an intrinsic that takes the bits of a number as those of another type."""

    @intrinsic
    def cast(typing_context: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.bitcast(args[0], _LLVM[result.name])

        return result(source), codegen

    return cast


bits_of, float_of = _bit_cast(types.float64, types.int64), _bit_cast(types.int64, types.float64)


@intrinsic
def copy(typing_context: Any, to: Any, source: Any, nbyte: Any) -> Any:
    """Copy bytes that do not overlap."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        target, start = (builder.inttoptr(a, numba_types.I8.as_pointer()) for a in args[:2])
        cgutils.raw_memcpy(builder, target, start, args[2], 1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def copy_nontemporal(typing_context: Any, to: Any, source: Any, nbyte: Any) -> Any:
    """Copy bytes by non-temporal stores."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        block = ir.VectorType(numba_types.I64, NONTEMPORAL_BYTES // 8).as_pointer()
        count = builder.udiv(args[2], ir.Constant(numba_types.I64, NONTEMPORAL_BYTES))
        with cgutils.for_range(builder, count) as loop:
            at = builder.mul(loop.index, ir.Constant(numba_types.I64, NONTEMPORAL_BYTES))
            target, start = (builder.inttoptr(builder.add(a, at), block) for a in args[:2])
            store = builder.store(builder.load(start, align=1), target, align=NONTEMPORAL_BYTES)
            store.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(numba_types.I32, 1)]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def fence(typing_context: Any) -> Any:
    """Fence after non-temporal stores."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), codegen


@intrinsic
def fetch_add(typing_context: Any, address: Any, n: Any) -> Any:
    """Atomically add to an int64; return the previous value."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.atomic_rmw("add", pointer, args[1], "monotonic")

    return types.int64(types.int64, types.int64), codegen


def _call_at(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Call the entry of a stage at the address that is the first argument."""
    _call_entry(builder, args[0], args[1:])
    return context.get_dummy_value()


@intrinsic
def call_entry(typing_context: Any, address: Any, m: Any, d: Any) -> Any:
    """Call the entry of a stage at an address."""
    return types.void(*[types.int64] * 3), _call_at


@intrinsic
def call_alone(typing_context: Any, address: Any, m: Any, d: Any, third: Any, fourth: Any) -> Any:
    """Call the entry of a stage at an address, with two further structs."""
    return types.void(*[types.int64] * 5), _call_at


@intrinsic
def call_with_one(
    typing_context: Any, address: Any, m: Any, d: Any, number: Any, third: Any, fourth: Any
) -> Any:
    """Call the entry of a stage at an address, with a number and two further structs."""
    return types.void(*[types.int64] * 6), _call_at


@intrinsic
def call_with_two(
    typing_context: Any, address: Any, m: Any, d: Any, one: Any, other: Any, third: Any, fourth: Any
) -> Any:
    """Call the entry of a stage at an address, with two numbers and two further structs."""
    return types.void(*[types.int64] * 7), _call_at


@intrinsic
def call_recording(
    typing_context: Any, address: Any, m: Any, d: Any, number: Any, third: Any, fourth: Any, tape: Any
) -> Any:
    """Call the entry of a stage that records, with a number, two further structs and its tape."""
    return types.void(*[types.int64] * 7), _call_at


def _array(dtype: str) -> Any:
    """Return an intrinsic that makes a view of ``n`` elements at an address."""
    typ = numba_types.View(dtype, 0)

    @intrinsic
    def view(typing_context: Any, address: Any, n: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            made = cgutils.create_struct_proxy(typ)(context, builder)
            made.ptr = builder.inttoptr(args[0], numba_types.I8.as_pointer())
            made.inner = ir.Constant(numba_types.I64, 0)
            made.n = args[1]
            return made._getvalue()

        return typ(types.int64, types.int64), codegen

    return view


numbers, integers, words = _array("float64"), _array("int32"), _array("int64")
NAMES = (
    *(
        "load_int64",
        "load_int32",
        "load_uint8",
        "load_float64",
        "store_int64",
        "store_int32",
        "store_uint8",
        "store_float64",
        "store_float32",
        "bits_of",
        "float_of",
    ),
    *(
        "copy",
        "copy_nontemporal",
        "fence",
        "fetch_add",
        "call_entry",
        "call_alone",
        "call_with_one",
        "call_with_two",
        "call_recording",
        "model_at",
        "data_at",
        "numbers",
        "integers",
        "words",
    ),
)
