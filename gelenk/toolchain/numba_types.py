"""Numba types of structs and arrays in kernels, and compile-time constants (`Limits`).

Documents: design / Kernels

Only the compiler process imports this module. A struct is passed as one address. ``d.qpos`` in a kernel is a View: the
pointer from its slot and, if the shape has one, the inner dimension at run time. Views have no reference count and no
shape checks; elements are read as int64 or float64 whatever the storage type. Slots of arrays are constant while a
stage runs, so their loads are marked (invariant.load). Loads and stores are tagged by storage type (tbaa), so that
storing a float does not force reloading an index.

Kernels write `mjtGeom.mjGEOM_BOX` and `Limits.UNIT` as plain Python does, without a load at run time: members of enums,
and numbers that depend on the precision, are constants of the code.
"""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.base import BaseContext
from numba.core.datamodel import DataModelManager
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr_generic, lower_setattr_generic
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    Signature,
    infer_global,
    signature,
)
from numba.extending import infer_getattr, models, register_model, typeof_impl

from gelenk.tables.enums import Enum
from gelenk.tables.field_rows import Field
from gelenk.tables.precision import Limits
from gelenk.toolchain import struct_layout
from gelenk.toolchain.struct_layout import Layout


class EnumClass(types.Dummy):
    """Numba type of a class of gelenk.tables.enums, whose members are compile-time integers."""

    def __init__(self, enum: type[Enum]) -> None:
        self.enum = enum
        super().__init__(name=f"EnumClass({enum.__name__})")


register_model(EnumClass)(models.OpaqueModel)
_typeof_class = typeof_impl.dispatch(type)  # Numba's own handler of classes, for all others


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


class LimitsClass(types.Dummy):
    """Numba type of the class `Limits` of tables/precision.py."""


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
    """Return a row of `Limits` in double precision."""
    return ir.Constant(F64, Limits.rows()[name].double)


Instruction = TypeVar("Instruction", bound=ir.Instruction)
Arguments = tuple[ir.Value, ...]
Index: TypeAlias = ir.Value | tuple[ir.Value, ir.Value]
StructProxy = Any  # from cgutils.create_struct_proxy: the attributes are the struct's members
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
OUT_OF_BOUNDS = "gelenk_out_of_bounds"  # global of checked libraries: name of the failing kernel, or null
CHECKING = False  # GELENK_CHECK=1: compare every index with its bound


class Struct(types.Type):
    """Numba type of a pointer to a struct with a Layout."""

    def __init__(self, plan: Layout) -> None:
        self.plan = plan
        super().__init__(name=f"Struct({plan.name})")


INTERLEAVED = -1


def interleaved(builder: ir.IRBuilder) -> ir.Value:
    """Return the stride between elements of a world (interleaved_types.py)."""
    raise NotImplementedError("interleaved types are only valid in code for many worlds")


class View(types.Type):
    """Numba type of an array in memory.

    dtype    storage type
    inner    inner dimension; 0: one-dimensional, -1: known at run time
    stride   stride between elements; 0: known at run time, INTERLEAVED: the number of worlds in a tile
             (interleaved_types.py)
    fixed    no kernel writes the array, so that loads may be moved: arrays of the model, on GPUs
    """

    def __init__(self, dtype: str, inner: int, stride: int = 1, fixed: bool = False) -> None:
        self.dtype, self.inner, self.stride, self.fixed = dtype, inner, stride, fixed
        self.element = STORAGE[dtype][1]
        apart = "fixed" if fixed else "tiled" if stride == INTERLEAVED else stride
        super().__init__(name=f"View({dtype},{inner})" if apart == 1 else f"View({dtype},{inner},{apart})")

    @property
    def line(self) -> "View":
        """Return the type of a row, or of the flattened array."""
        return View(self.dtype, 0, self.stride, self.fixed)


class Address(types.Type):
    """Numba type of the pointer of a View, in the address space SPACE."""


ADDRESS = Address("Address")
SPACE = 0  # address space of arrays; 1 in GPU code (interleaved_types.py)
STRUCTS = {plan.name: Struct(plan) for plan in struct_layout.STRUCTS}
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


def view_type(field: Field, stride: int = 1, fixed: bool = False) -> View:
    """Return the type of the array of a field."""
    inner = field.shape[1] if len(field.shape) > 1 else 0
    return View(field.dtype, inner if isinstance(inner, int) else -1, stride, fixed)


@infer_getattr
class StructAttr(AttributeTemplate):
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


def tag(builder: ir.IRBuilder, instruction: Instruction, kind: str, invariant: bool = False) -> Instruction:
    """Tag ``instruction`` with an alias class: accesses of different kinds never overlap."""
    module = builder.module
    root = module.add_metadata(["gelenk"])
    node = module.add_metadata([kind, root, ir.Constant(I64, 0)])
    instruction.set_metadata("tbaa", module.add_metadata([node, node, ir.Constant(I64, 0)]))
    if invariant:
        instruction.set_metadata("invariant.load", module.add_metadata([]))
    return instruction


def slot_type(plan: Layout, name: str) -> ir.Type:
    """Return the type of a scalar's slot, 8 bytes whatever the type of the field."""
    return F64 if plan.scalars[name].startswith("float") else I64


def _slot_pointer(
    builder: ir.IRBuilder, base: ir.Value, plan: Layout, name: str, llvm_type: ir.Type
) -> ir.Value:
    p = builder.gep(base, [ir.Constant(I64, plan.offset[name])], inbounds=True)
    return builder.bitcast(p, llvm_type.as_pointer())


def load_slot(
    builder: ir.IRBuilder, base: ir.Value, plan: Layout, name: str, llvm_type: ir.Type, invariant: bool
) -> ir.Value:
    load = builder.load(_slot_pointer(builder, base, plan, name, llvm_type))
    return tag(builder, load, "slot", invariant)


@lower_getattr_generic(Struct)
def _lower_getattr(
    context: BaseContext, builder: ir.IRBuilder, typ: Struct, value: ir.Value, name: str
) -> ir.Value:
    plan = typ.plan
    if name in plan.scalars:
        return load_slot(builder, value, plan, name, slot_type(plan, name), plan.name not in CHANGING)
    pointer = load_slot(builder, value, plan, name, I8.as_pointer(), True)
    if name in plan.nested:
        return pointer
    field = plan.arrays[name]
    view = cgutils.create_struct_proxy(view_type(field))(context, builder)
    view.ptr = pointer
    view.n = _extent(builder, value, plan, field.shape[0])
    view.inner = _extent(builder, value, plan, field.shape[1] if len(field.shape) > 1 else 0)
    return view._getvalue()


def _extent(builder: ir.IRBuilder, base: ir.Value, plan: Layout, entry: int | str) -> ir.Value:
    """Return one extent of a symbolic shape; the optimizer removes unused loads."""
    if isinstance(entry, int):
        return ir.Constant(I64, entry)
    size, _, factor = entry.partition("*")
    n = load_slot(builder, base, plan, size, I64, True)
    return builder.mul(n, ir.Constant(I64, int(factor or 1)))


@lower_setattr_generic(Struct)
def _lower_setattr(
    context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments, name: str
) -> None:
    typ, value_type = sig.args
    plan = typ.plan
    value = context.cast(builder, args[1], value_type, STORAGE[plan.scalars[name]][1])
    store = builder.store(value, _slot_pointer(builder, args[0], plan, name, slot_type(plan, name)))
    tag(builder, store, "slot")


# elements a[i], a[i, j]; rows a[i] of a two-dimensional view; tails a[i:] of a one-dimensional view


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
    """Return the offset of element ``index`` from the first element."""
    if typ.stride == 1:
        return index
    return builder.mul(index, interleaved(builder) if typ.stride == INTERLEAVED else view.stride)


def _checked(builder: ir.IRBuilder, view: StructProxy, index: Index) -> Index:
    """Return the index, or 0 with a report in OUT_OF_BOUNDS if out of range (GELENK_CHECK=1)."""
    first = index[0] if isinstance(index, tuple) else index
    # unsigned comparison, so that negative indices fail too
    bad = builder.icmp_unsigned(">=", first, view.n)
    if isinstance(index, tuple):
        bad = builder.or_(bad, builder.icmp_unsigned(">=", index[1], view.inner))
    with builder.if_then(bad, likely=False):
        module = builder.module
        where = module.globals.get(OUT_OF_BOUNDS)
        if where is None:
            where = ir.GlobalVariable(module, I8.as_pointer(), OUT_OF_BOUNDS)
            where.linkage = "weak"  # every object of a library may define the symbol
            where.initializer = ir.Constant(I8.as_pointer(), None)
        text = cgutils.global_constant(module, "gelenk.where", cgutils.make_bytearray(_place(builder)))
        builder.store(builder.bitcast(text, I8.as_pointer()), where)
    zero = ir.Constant(I64, 0)
    if isinstance(index, tuple):
        return tuple(builder.select(bad, zero, i) for i in index)
    return builder.select(bad, zero, index)


def _place(builder: ir.IRBuilder) -> bytes:
    """Return the name of the kernel that is being compiled, as a C string."""
    return builder.function.name.encode() + b"\0"


def _load_element(context: BaseContext, builder: ir.IRBuilder, typ: View, pointer: ir.Value) -> ir.Value:
    value = tag(builder, builder.load(pointer), typ.dtype, typ.fixed)
    llvm_type = STORAGE[typ.dtype][0]
    if isinstance(llvm_type, ir.FloatType):
        return builder.fpext(value, F64)
    if isinstance(llvm_type, ir.IntType) and llvm_type.width < 64:
        return builder.zext(value, I64) if typ.dtype in UNSIGNED else builder.sext(value, I64)
    return value


def _store_element(
    context: BaseContext, builder: ir.IRBuilder, typ: View, pointer: ir.Value, value: ir.Value
) -> None:
    if typ.fixed:
        raise NotImplementedError(
            f"kernels that run in a world may not write to arrays of the model, such as {typ}"
        )
    llvm_type = STORAGE[typ.dtype][0]
    if isinstance(llvm_type, ir.FloatType):
        value = builder.fptrunc(value, llvm_type)
    elif isinstance(llvm_type, ir.IntType) and llvm_type.width < 64:
        value = builder.trunc(value, llvm_type)
    tag(builder, builder.store(value, pointer), typ.dtype)


def _base(builder: ir.IRBuilder, typ: View, view: StructProxy) -> ir.Value:
    return builder.bitcast(view.ptr, ir.PointerType(STORAGE[typ.dtype][0], SPACE))


def row(
    context: BaseContext, builder: ir.IRBuilder, typ: View, view: StructProxy, offset: ir.Value, n: ir.Value
) -> ir.Value:
    """Return a one-dimensional view of the ``n`` elements from ``offset`` on."""
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
    return row(context, builder, typ, view, offset, view.inner)


@lower_builtin(operator.getitem, View, types.SliceType)
def _lower_tail(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
    typ, slice_type = sig.args
    start = context.make_helper(builder, slice_type, args[1]).start
    view = cgutils.create_struct_proxy(typ)(context, builder, value=args[0])
    return row(context, builder, typ, view, start, builder.sub(view.n, start))


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
