"""Compile-time constants of code: enum members and precision-dependent numbers (`Limits`).

Documents: design / Kernels

Kernels write `mjtGeom.mjGEOM_BOX` and `Limits.UNIT` as plain Python does, without a load at run time. Only the compiler
process imports this module.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.base import BaseContext
from numba.core.imputils import lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, models, register_model, typeof_impl

from gelenk.tables.enums import Enum
from gelenk.tables.precision import Limits
from gelenk.toolchain.numba_types import F64, I64


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
