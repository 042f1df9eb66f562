"""Numba types for struct pointers and the arrays behind them. Imported only by the process that compiles.

Documents: design / Kernels

A struct travels as one address. ``d.qpos`` in a kernel is a View: the pointer from its slot and, where the shape has
one, the runtime inner dimension. Views have no reference count and no shape checks; their elements read as int64 or
float64 whatever the storage. Slots of arrays never change while a stage runs, which the loads say (invariant.load),
and loads and stores are tagged by storage type (tbaa), so that writing a float never forces an index to be reloaded.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.datamodel import DataModelManager
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr_generic, lower_setattr_generic
from numba.core.typing import BaseContext as BaseTypingContext
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    Signature,
    infer_global,
    signature,
)
from numba.extending import infer_getattr, intrinsic, models, register_model, typeof_impl

from gelenk.jit import layout
from gelenk.jit.kernel import FAST
from gelenk.jit.layout import Layout
from gelenk.tables.enums import Enum
from gelenk.tables.field_rows import Field
from gelenk.tables.precision import Limits

Instruction = TypeVar("Instruction", bound=ir.Instruction)
Arguments = tuple[ir.Value, ...]
Index: TypeAlias = ir.Value | tuple[ir.Value, ir.Value]
StructProxy = Any  # what cgutils.create_struct_proxy makes has the members of the struct as attributes
Emitted = tuple[Signature, Callable[[BaseContext, ir.IRBuilder, Signature, Arguments], ir.Value]]

I8, I32, I64, F64 = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.DoubleType()
STORAGE = {
    "float64": (F64, types.float64),
    "float32": (ir.FloatType(), types.float64),
    "int64": (I64, types.int64),
    "uint64": (I64, types.int64),
    "int32": (I32, types.int64),
    "uint32": (I32, types.int64),
    "int8": (I8, types.int64),
    "uint8": (I8, types.int64),
}
UNSIGNED = {"uint8", "uint32", "uint64"}
OUT_OF_BOUNDS = "gelenk_out_of_bounds"  # in libraries made with checks: text that names the kernel, or null
ONE_CODE = (
    "gelenk.render",
    "gelenk.scene",
)  # kernels that have one code for all constants: half the time to compile
CHECKING = False  # GELENK_CHECK=1: every index is compared with its bound


class Struct(types.Type):
    """Pointer to a struct that a Layout describes."""

    def __init__(self, plan: Layout) -> None:
        self.plan = plan
        super().__init__(name=f"Struct({plan.name})")


class View(types.Type):
    """Array in memory: storage dtype, inner dimension (0: one-dimensional, -1: known at run time), and how far apart
    its numbers are (1; more where worlds are interleaved, tiles.py; 0: known at run time)."""

    def __init__(self, dtype: str, inner: int, stride: int = 1) -> None:
        self.dtype, self.inner, self.stride = dtype, inner, stride
        self.element = STORAGE[dtype][1]
        super().__init__(name=f"View({dtype},{inner})" if stride == 1 else f"View({dtype},{inner},{stride})")

    @property
    def line(self) -> "View":
        """The type of a row, or of all numbers in one dimension."""
        return View(self.dtype, 0, self.stride)


class Address(types.Type):
    """Where the numbers of a View are: a pointer in the address space SPACE."""


ADDRESS = Address("Address")
SPACE = 0  # address space of arrays: 1 in code for GPUs (tiles.py)
STRUCTS = {plan.name: Struct(plan) for plan in layout.STRUCTS}
CHANGING = {"data", "scene", "context"}  # structs whose scalars kernels write


@register_model(Struct)
class _StructModel(models.PrimitiveModel):
    def __init__(self, dmm: DataModelManager, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, I8.as_pointer())


@register_model(Address)
class _AddressModel(models.PrimitiveModel):
    def __init__(self, dmm: DataModelManager, fe_type: types.Type) -> None:
        super().__init__(dmm, fe_type, ir.PointerType(I8, SPACE))


@register_model(View)
class _ViewModel(models.StructModel):
    def __init__(self, dmm: DataModelManager, fe_type: View) -> None:
        members = [("ptr", ADDRESS), ("inner", types.int64), ("n", types.int64)]
        if fe_type.stride == 0:
            members.append(("stride", types.int64))
        super().__init__(dmm, fe_type, members)


def view_type(field: Field, stride: int = 1) -> View:
    """The type of the array of a field."""
    inner = field.shape[1] if len(field.shape) > 1 else 0
    return View(field.dtype, inner if isinstance(inner, int) else -1, stride)


@infer_getattr
class _StructAttr(AttributeTemplate):
    key = Struct

    def generic_resolve(self, typ: Struct, name: str) -> types.Type | None:
        plan = typ.plan
        if name in plan.arrays:
            return self.view_of(plan, name)
        if name in plan.scalars:
            return STORAGE[plan.scalars[name]][1]
        if name in plan.nested:
            return STRUCTS[plan.nested[name].name]
        return None

    def view_of(self, plan: Layout, name: str) -> View:
        return view_type(plan.arrays[name])


def _tag(builder: ir.IRBuilder, instruction: Instruction, kind: str, invariant: bool = False) -> Instruction:
    """Say what ``instruction`` may alias: accesses of different kinds never overlap."""
    module = builder.module
    root = module.add_metadata(["gelenk"])
    node = module.add_metadata([kind, root, ir.Constant(I64, 0)])
    instruction.set_metadata("tbaa", module.add_metadata([node, node, ir.Constant(I64, 0)]))
    if invariant:
        instruction.set_metadata("invariant.load", module.add_metadata([]))
    return instruction


def _slot_type(plan: Layout, name: str) -> ir.Type:
    """What the slot of a scalar holds: eight bytes, however narrow the field is."""
    return F64 if plan.scalars[name].startswith("float") else I64


def _slot_pointer(
    builder: ir.IRBuilder, base: ir.Value, plan: Layout, name: str, llvm_type: ir.Type
) -> ir.Value:
    p = builder.gep(base, [ir.Constant(I64, plan.offset[name])], inbounds=True)
    return builder.bitcast(p, llvm_type.as_pointer())


def _load_slot(
    builder: ir.IRBuilder, base: ir.Value, plan: Layout, name: str, llvm_type: ir.Type, invariant: bool
) -> ir.Value:
    load = builder.load(_slot_pointer(builder, base, plan, name, llvm_type))
    return _tag(builder, load, "slot", invariant)


@lower_getattr_generic(Struct)
def _lower_getattr(
    context: BaseContext, builder: ir.IRBuilder, typ: Struct, value: ir.Value, name: str
) -> ir.Value:
    plan = typ.plan
    if name in plan.scalars:
        return _load_slot(builder, value, plan, name, _slot_type(plan, name), plan.name not in CHANGING)
    pointer = _load_slot(builder, value, plan, name, I8.as_pointer(), True)
    if name in plan.nested:
        return pointer
    field = plan.arrays[name]
    view = cgutils.create_struct_proxy(view_type(field))(context, builder)
    view.ptr = pointer
    view.n = _extent(builder, value, plan, field.shape[0])
    view.inner = _extent(builder, value, plan, field.shape[1] if len(field.shape) > 1 else 0)
    return view._getvalue()


def _extent(builder: ir.IRBuilder, base: ir.Value, plan: Layout, entry: int | str) -> ir.Value:
    """One entry of a symbolic shape; code that nothing uses is removed by the optimiser."""
    if isinstance(entry, int):
        return ir.Constant(I64, entry)
    size, _, factor = entry.partition("*")
    n = _load_slot(builder, base, plan, size, I64, True)
    return builder.mul(n, ir.Constant(I64, int(factor or 1)))


@lower_setattr_generic(Struct)
def _lower_setattr(
    context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments, name: str
) -> None:
    typ, value_type = sig.args
    plan = typ.plan
    value = context.cast(builder, args[1], value_type, STORAGE[plan.scalars[name]][1])
    store = builder.store(value, _slot_pointer(builder, args[0], plan, name, _slot_type(plan, name)))
    _tag(builder, store, "slot")


# Elements: a[i], a[i, j], and rows: a[i] of a two-dimensional view, a[i:] of a one-dimensional one.


def _is_index(t: types.Type) -> bool:
    return isinstance(t, types.Integer | types.IntegerLiteral)


def _element_result(view: View, index: types.Type) -> types.Type | None:
    if view.inner == 0:
        if _is_index(index):
            return view.element
        if index == types.slice2_type:
            return view
        return None
    if isinstance(index, types.BaseTuple) and len(index) == 2 and all(map(_is_index, index)):
        return view.element
    return view.line if _is_index(index) else None


def _index_type(index: types.Type) -> types.Type:
    if isinstance(index, types.BaseTuple):
        return types.UniTuple(types.int64, 2)
    return index if index == types.slice2_type else types.int64


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
        view, index = args
        if isinstance(view, View):
            result = _element_result(view, index)
            if result is not None:
                return signature(result, view, _index_type(index))
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
        view, index, _value = args
        if isinstance(view, View):
            result = _element_result(view, index)
            if result is not None and not isinstance(result, View):
                return signature(types.none, view, _index_type(index), result)
        return None


def _element_pointer(
    context: BaseContext, builder: ir.IRBuilder, typ: View, value: ir.Value, index: Index
) -> ir.Value:
    view = cgutils.create_struct_proxy(typ)(context, builder, value=value)
    if CHECKING:
        index = _checked(builder, view, index)
    if isinstance(index, tuple):
        index = builder.add(builder.mul(index[0], view.inner), index[1])
    return builder.gep(_base(builder, typ, view), [_apart(builder, typ, view, index)], inbounds=True)


def _apart(builder: ir.IRBuilder, typ: View, view: StructProxy, index: ir.Value) -> ir.Value:
    """How far number ``index`` of an array is from its first."""
    if typ.stride == 1:
        return index
    return builder.mul(index, ir.Constant(I64, typ.stride) if typ.stride else view.stride)


def _checked(builder: ir.IRBuilder, view: StructProxy, index: Index) -> Index:
    """The index, replaced by zero and reported in OUT_OF_BOUNDS where it is outside (GELENK_CHECK=1)."""
    first = index[0] if isinstance(index, tuple) else index
    # unsigned comparison: negative indices are outside too
    bad = builder.icmp_unsigned(">=", first, view.n)
    if isinstance(index, tuple):
        bad = builder.or_(bad, builder.icmp_unsigned(">=", index[1], view.inner))
    with builder.if_then(bad, likely=False):
        module = builder.module
        where = module.globals.get(OUT_OF_BOUNDS)
        if where is None:
            where = ir.GlobalVariable(module, I8.as_pointer(), OUT_OF_BOUNDS)
            where.linkage = "weak"  # every object of a library may define it
            where.initializer = ir.Constant(I8.as_pointer(), None)
        text = cgutils.global_constant(module, "gelenk.where", cgutils.make_bytearray(_place(builder)))
        builder.store(builder.bitcast(text, I8.as_pointer()), where)
    zero = ir.Constant(I64, 0)
    if isinstance(index, tuple):
        return tuple(builder.select(bad, zero, i) for i in index)
    return builder.select(bad, zero, index)


def _place(builder: ir.IRBuilder) -> bytes:
    """Name of the kernel that is being compiled, as C text."""
    return builder.function.name.encode() + b"\0"


def _load_element(context: BaseContext, builder: ir.IRBuilder, typ: View, pointer: ir.Value) -> ir.Value:
    value = _tag(builder, builder.load(pointer), typ.dtype)
    llvm_type = STORAGE[typ.dtype][0]
    if isinstance(llvm_type, ir.FloatType):
        return builder.fpext(value, F64)
    if isinstance(llvm_type, ir.IntType) and llvm_type.width < 64:
        return builder.zext(value, I64) if typ.dtype in UNSIGNED else builder.sext(value, I64)
    return value


def _store_element(
    context: BaseContext, builder: ir.IRBuilder, typ: View, pointer: ir.Value, value: ir.Value
) -> None:
    llvm_type = STORAGE[typ.dtype][0]
    if isinstance(llvm_type, ir.FloatType):
        value = builder.fptrunc(value, llvm_type)
    elif isinstance(llvm_type, ir.IntType) and llvm_type.width < 64:
        value = builder.trunc(value, llvm_type)
    _tag(builder, builder.store(value, pointer), typ.dtype)


def _base(builder: ir.IRBuilder, typ: View, view: StructProxy) -> ir.Value:
    return builder.bitcast(view.ptr, ir.PointerType(STORAGE[typ.dtype][0], SPACE))


def _row(
    context: BaseContext, builder: ir.IRBuilder, typ: View, view: StructProxy, offset: ir.Value, n: ir.Value
) -> ir.Value:
    """One-dimensional view of the ``n`` elements from ``offset`` on."""
    row = cgutils.create_struct_proxy(typ.line)(context, builder)
    first = _apart(builder, typ, view, offset)
    first = builder.gep(_base(builder, typ, view), [first], inbounds=True)
    row.ptr = builder.bitcast(first, ir.PointerType(I8, SPACE))
    row.inner = ir.Constant(I64, 0)
    row.n = n
    if typ.stride == 0:
        row.stride = view.stride
    return row._getvalue()


@lower_builtin(operator.getitem, View, types.Integer)
def _lower_getitem(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
    typ = sig.args[0]
    if typ.inner == 0:
        return _load_element(context, builder, typ, _element_pointer(context, builder, typ, *args))
    view = cgutils.create_struct_proxy(typ)(context, builder, value=args[0])
    offset = builder.mul(args[1], view.inner)
    return _row(context, builder, typ, view, offset, view.inner)


@lower_builtin(operator.getitem, View, types.SliceType)
def _lower_tail(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
    typ, slice_type = sig.args
    start = context.make_helper(builder, slice_type, args[1]).start
    view = cgutils.create_struct_proxy(typ)(context, builder, value=args[0])
    return _row(context, builder, typ, view, start, builder.sub(view.n, start))


@lower_builtin(operator.getitem, View, types.BaseTuple)
def _lower_getitem_pair(
    context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments
) -> ir.Value:
    typ = sig.args[0]
    pair = tuple(cgutils.unpack_tuple(builder, args[1], 2))
    return _load_element(context, builder, typ, _element_pointer(context, builder, typ, args[0], pair))


@lower_builtin(operator.setitem, View, types.Integer, types.Any)
def _lower_setitem(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> None:
    typ = sig.args[0]
    _store_element(context, builder, typ, _element_pointer(context, builder, typ, *args[:2]), args[2])


@lower_builtin(operator.setitem, View, types.BaseTuple, types.Any)
def _lower_setitem_pair(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> None:
    typ = sig.args[0]
    pair = tuple(cgutils.unpack_tuple(builder, args[1], 2))
    _store_element(context, builder, typ, _element_pointer(context, builder, typ, args[0], pair), args[2])


# Enums are named in kernels as anywhere else; a member is a constant of the code, at no cost.


class EnumClass(types.Dummy):
    """A class of gelenk.tables.enums; its members are integers known when the kernel is compiled."""

    def __init__(self, enum: type[Enum]) -> None:
        self.enum = enum
        super().__init__(name=f"EnumClass({enum.__name__})")


register_model(EnumClass)(models.OpaqueModel)
_typeof_class = typeof_impl.dispatch(type)  # what numba says of other classes


@typeof_impl.register(type)
def _typeof_enum(value: type, context: Any) -> types.Type | None:
    if value is Limits:
        return LIMITS
    return EnumClass(value) if issubclass(value, Enum) else _typeof_class(value, context)


@lower_constant(EnumClass)
def _lower_enum(context: BaseContext, builder: ir.IRBuilder, typ: EnumClass, value: type[Enum]) -> ir.Value:
    return context.get_dummy_value()


@infer_getattr
class _EnumAttr(AttributeTemplate):
    key = EnumClass

    def generic_resolve(self, typ: EnumClass, name: str) -> types.Type | None:
        return types.int64 if name in typ.enum.__members__ else None


@lower_getattr_generic(EnumClass)
def _lower_member(
    context: BaseContext, builder: ir.IRBuilder, typ: EnumClass, value: ir.Value, name: str
) -> ir.Value:
    return ir.Constant(I64, int(typ.enum.__members__[name]))


# Numbers that depend on the precision: Limits.UNIT is a constant as well.


class LimitsClass(types.Dummy):
    """The class of tables/precision.py."""


LIMITS = LimitsClass("Limits")
register_model(LimitsClass)(models.OpaqueModel)


@lower_constant(LimitsClass)
def _lower_limits(context: BaseContext, builder: ir.IRBuilder, typ: LimitsClass, value: type) -> ir.Value:
    return context.get_dummy_value()


@infer_getattr
class _LimitsAttr(AttributeTemplate):
    key = LimitsClass

    def generic_resolve(self, typ: LimitsClass, name: str) -> types.Type | None:
        return types.float64 if name in Limits.rows() else None


@lower_getattr_generic(LimitsClass)
def _lower_limit(
    context: BaseContext, builder: ir.IRBuilder, typ: LimitsClass, value: ir.Value, name: str
) -> ir.Value:
    return limit(builder, name)


def limit(builder: ir.IRBuilder, name: str) -> ir.Value:
    """A row of the table in double precision."""
    return ir.Constant(F64, Limits.rows()[name].double)


# Addresses come in as integers, and stages are called through the table of the model.


def as_struct(name: str) -> Any:
    """Intrinsic: int64 address -> pointer to the struct of that layout."""
    struct = STRUCTS[name]

    @intrinsic
    def cast(typing_context: BaseTypingContext, address: types.Type) -> Emitted:
        def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
            return builder.inttoptr(args[0], I8.as_pointer())

        return struct(types.int64), codegen

    return cast


def as_view(dtype: str) -> Any:
    """Intrinsic: int64 address -> one-dimensional View."""
    typ = View(dtype, 0)

    @intrinsic
    def cast(typing_context: BaseTypingContext, address: types.Type) -> Emitted:
        def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
            view = cgutils.create_struct_proxy(typ)(context, builder)
            view.ptr = builder.inttoptr(args[0], I8.as_pointer())
            view.inner = ir.Constant(I64, 0)
            view.n = ir.Constant(
                I64, 2**62
            )  # arrays of callers come without their length: checked at the border
            return view._getvalue()

        return typ(types.int64), codegen

    return cast


numbers_at = as_view("float64")


@intrinsic
def flat(typing_context: BaseTypingContext, array: View) -> Emitted:
    """All numbers of an array as a one-dimensional View."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        typ = sig.args[0]
        view = cgutils.create_struct_proxy(typ)(context, builder, value=args[0])
        n = builder.mul(view.n, view.inner) if typ.inner else view.n
        return _row(context, builder, typ, view, ir.Constant(I64, 0), n)

    return array.line(array), codegen


@intrinsic
def call_stage(typing_context: BaseTypingContext, m: types.Type, d: types.Type, index: types.Type) -> Emitted:
    """Call the stage at ``index`` of ``m.stage_table``: ``void(model, data)`` in C convention."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        table = _load_slot(builder, args[0], layout.MODEL, "stage_table", I64.as_pointer(), True)
        address = builder.load(builder.gep(table, [args[2]]))
        pointer = I8.as_pointer()
        function = builder.inttoptr(address, ir.FunctionType(I64, [pointer, pointer]).as_pointer())
        builder.call(function, [args[0], args[1]])
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
    """Call the collision stage at ``index`` of ``m.stage_table``: ``void(model, data, geom1, geom2)``."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        table = _load_slot(builder, args[0], layout.MODEL, "stage_table", I64.as_pointer(), True)
        address = builder.load(builder.gep(table, [args[2]]))
        pointer = I8.as_pointer()
        function = builder.inttoptr(address, ir.FunctionType(I64, [pointer, pointer, I64, I64]).as_pointer())
        builder.call(function, [args[0], args[1], args[3], args[4]])
        return context.get_dummy_value()

    return types.void(m, d, types.int64, types.int64, types.int64), codegen


@intrinsic
def spread(typing_context: BaseTypingContext, d: Struct, first: types.Type, end: types.Type) -> Emitted:
    """A range, which one thread goes through by itself."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        state = cgutils.create_struct_proxy(sig.return_type)(context, builder)
        state.start, state.stop, state.step = args[1], args[2], ir.Constant(I64, 1)
        return state._getvalue()

    return types.range_state64_type(d, types.int64, types.int64), codegen


@intrinsic
def total(typing_context: BaseTypingContext, d: Struct, x: types.Type) -> Emitted:
    """The number itself, where one thread went through the loop."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        return args[1]

    return x(d, x), codegen


@intrinsic
def clear(typing_context: BaseTypingContext, d: Struct) -> Emitted:
    """All numbers of d in arrays of fixed size become zero."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        base = _load_slot(builder, args[0], layout.DATA, "block", I8.as_pointer(), True)
        n = _load_slot(builder, args[0], layout.DATA, "nblock", I64, False)
        cgutils.memset(builder, base, builder.mul(n, ir.Constant(I64, 8)), 0)
        return context.get_dummy_value()

    return types.void(d), codegen


def compile_kernel(function: Callable) -> Any:
    """The compiler flags of every kernel, here and nowhere else."""
    made = njit(
        fastmath=FAST,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=False,
    )(function)
    if (function.__module__ or "").startswith(ONE_CODE):
        _without_literals(made)
    return made


def _without_literals(made: Any) -> None:
    """Let a kernel be compiled once, not for each of the constants that others call it with."""
    find = made.get_call_template

    def plain(args: Arguments, kws: dict[str, Any]) -> Any:
        return find(tuple(map(types.unliteral, args)), {k: types.unliteral(v) for k, v in kws.items()})

    made.get_call_template = plain
