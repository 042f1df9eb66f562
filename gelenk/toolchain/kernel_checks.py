"""Index checks in kernels of users: an index out of range ends the kernel and is located.

Documents: design / Kernels

Installed only in a process that compiles a user's kernel; kernels of gelenk have no checks. Functions compiled by Numba
return a status, which callers return as well unless it is success. A failing check returns a status of its own:

    bits 0 to 15    number of the location of the check, in a list that the library carries as text
    bits 16 to 30   number of the location in the user's source: the check itself, or the call that led to the check

and, in place of the exception description, the index and its bound. A check that holds costs a comparison, which LLVM
removes if the loop bounds imply it; a check that fails ends the kernel before the access. The library's entry sets
d.status to FAILED, need_stage to the address of the list, bad_field to the status, bad_at to index and bound;
runtime/callbacks.py raises IndexError from these.
"""

import json
import linecache
from collections.abc import Collection
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import callconv, errors, lowering
from numba.core import ir as numba_ir
from numba.core.base import BaseContext
from numba.core.typing import BaseContext as BaseTypingContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from gelenk.tables.status import FAILED
from gelenk.toolchain import bitcode, kernel, numba_types, struct_layout
from gelenk.toolchain.kernel_rules import BOUND_BITS, COLORS, INDEX_BITS, MOST_TURNS, READ_ONLY, WRITABLE
from gelenk.toolchain.numba_types import I8, I64, Arguments, Emitted, View

I32 = ir.IntType(32)
MOST_PLACES = 2**15 - 1
ITEMS = ("getitem", "static_getitem")  # Numba operations that read an element or a row


class Here(NamedTuple):
    """The function (Numba's lowering object) and the instruction that are being compiled."""

    function: Any
    instruction: Any


here: Here | None = None
files: set[str] = set()  # source files of users
writable: dict[str, Collection[str]] = {"data": WRITABLE}  # struct -> its writable arrays
places: list[list[Any]] = []  # [kernel, file, line, source text, array]


def install(parcel: list[dict[str, Any]]) -> None:
    """Compile with checks in this process; ``parcel`` is the user's kernel (kernel_pickle.py)."""
    files.update(part["file"] for part in parcel)
    drawing = parcel[-1]["drawing"]
    writable.update(
        {"model": COLORS if drawing else (), "scene": struct_layout.SCENE.arrays if drawing else ()}
    )
    if places:  # helpers compiled for an earlier kernel refer to existing places by number
        return
    places.append(["", "", 0, "", ""])
    replaced: tuple[tuple[Any, str, Any], ...] = (
        (numba_types.StructAttr, "view_of", _view_of),
        (numba_types._SetItem, "generic", _written(numba_types._SetItem.generic)),
        (numba_types, "_element_pointer", _element(numba_types._element_pointer)),
        (numba_types, "row", _row(numba_types.row)),
        (bitcode, "_c_wrapper", _c_wrapper),
        (lowering.Lower, "lower_inst", _noting(lowering.Lower.lower_inst)),
        (callconv.CPUCallConv, "return_status_propagate", _pass_on),
        (kernel, "numbers_at", constants_at),
    )
    for owner, name, ours in replaced:
        if not hasattr(owner, name):
            raise RuntimeError(f"this version of Numba has no {name}: pip install 'gelenk[compile]'")
        setattr(owner, name, ours)


# types: writable arrays, slices


def _view_of(self: Any, plan: struct_layout.Layout, name: str) -> View:
    return numba_types.view_type(plan.arrays[name], fixed=name not in writable.get(plan.name, ()))


def _written(typed: Any) -> Any:
    def generic(self: Any, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
        if isinstance(args[0], View) and args[0].fixed:
            raise errors.TypingError(f"gelenk: {READ_ONLY}")
        return typed(self, args, kws)

    return generic


def _refuse(inst: Any, function: Any) -> None:
    """Refuse an operation on data or an array in the source of a user's kernel.

    Errors   TypingError: a scalar is written, or a slice has an end
    """
    if isinstance(inst, numba_ir.SetAttr) and inst.attr not in {
        *struct_layout.DATA.arrays,
        *struct_layout.MODEL.arrays,
    }:
        raise errors.TypingError(f"gelenk: kernels may not write {inst.attr}", loc=inst.loc)
    value = inst.value if isinstance(inst, numba_ir.Assign) else None
    if not (isinstance(value, numba_ir.Expr) and value.op in ITEMS):
        return
    index = value.index if value.op == "getitem" else value.index_var
    if isinstance(function.typeof(value.value.name), View) and not _without_end(index, value.index, function):
        name = _array(Here(function, inst)) or "an array"
        raise errors.TypingError(
            f"gelenk: a slice of {name} has an end; slices are a[i:], from i to the end", loc=inst.loc
        )


def _without_end(index: Any, value: Any, function: Any) -> bool:
    """Return whether an index is no slice, or a slice that provably reaches the array's end."""
    if isinstance(value, slice):  # a constant slice
        return value.stop is None and value.step is None
    if index is None or not isinstance(function.typeof(index.name), types.SliceType):
        return True
    try:
        made = function.func_ir.get_definition(index)
        if isinstance(made, numba_ir.Const):
            return made.value.stop is None and made.value.step is None
        ends = made.args if len(made.args) == 1 else made.args[1:]  # a call of slice()
        return all(function.func_ir.get_definition(end).value is None for end in ends)
    except (KeyError, AttributeError):  # an argument, the result of a branch, a variable
        return False


# locations


def _noting(lower: Any) -> Any:
    def lower_inst(self: Any, inst: Any) -> Any:
        global here
        here = Here(self, inst)
        if _of_user():
            _refuse(inst, self)
        return lower(self, inst)

    return lower_inst


def _place() -> int:
    """Return the number of the location that is being compiled."""
    if here is None or len(places) > MOST_PLACES:
        return 0
    loc, function = here.instruction.loc, here.function.func_ir.func_id
    text = linecache.getline(loc.filename, loc.line).strip()
    place = [function.func_name, loc.filename, loc.line, text, _array(here)]
    if place not in places:
        places.append(place)
    return places.index(place)


def _of_user() -> bool:
    return here is not None and here.instruction.loc.filename in files


def _array(at: Here) -> str:
    """Return the source text of the indexed array: d.qpos, or the name of a variable."""
    found, name = at.instruction, None
    if isinstance(found, numba_ir.SetItem | numba_ir.StaticSetItem):
        name = found.target
    elif isinstance(found, numba_ir.Assign) and isinstance(found.value, numba_ir.Expr):
        name = found.value.value if found.value.op in ITEMS else None
    parts: list[str] = []
    while isinstance(name, numba_ir.Var):
        try:
            made = at.function.func_ir.get_definition(name)
        except KeyError:
            break
        if isinstance(made, numba_ir.Expr) and made.op == "getattr":
            parts.append(made.attr)
            name = made.value
        elif isinstance(made, numba_ir.Var):
            name = made
        elif isinstance(made, numba_ir.Arg):
            return ".".join([made.name, *reversed(parts)])
        elif isinstance(made, numba_ir.Expr) and made.op in ITEMS:
            name = made.value
        else:
            break
    plain = getattr(name, "unversioned_name", getattr(name, "name", ""))
    return ".".join(["" if plain.startswith("$") else plain, *reversed(parts)]).strip(".")


# code


def _require(builder: ir.IRBuilder, good: ir.Value, index: ir.Value, bound: ir.Value) -> None:
    """End the function with a status unless ``good``."""
    with builder.if_then(builder.not_(good), likely=False):
        number = _place()
        status = number | number << 16 if _of_user() else number
        lowest, highest = ir.Constant(I64, -(2**INDEX_BITS)), ir.Constant(I64, 2**INDEX_BITS - 1)
        index = builder.select(builder.icmp_signed("<", index, lowest), lowest, index)
        index = builder.select(builder.icmp_signed(">", index, highest), highest, index)
        most = ir.Constant(I64, 2**BOUND_BITS - 1)  # this bound marks a loop with too many iterations
        bound = builder.select(builder.icmp_unsigned(">", bound, most), most, bound)
        packed = builder.or_(builder.shl(index, ir.Constant(I64, BOUND_BITS)), bound)
        builder.store(packed, builder.bitcast(builder.function.args[1], I64.as_pointer()))
        builder.ret(ir.Constant(I32, status or 1))


def _pass_on(self: Any, builder: ir.IRBuilder, status: Any) -> None:
    """Pass on the status of a failed call, with the innermost location in the user's source."""
    builder.store(status.excinfoptr, builder.function.args[1])
    code = status.code
    if _of_user():
        known = builder.icmp_signed(">=", code, ir.Constant(I32, 1 << 16))
        code = builder.select(known, code, builder.or_(code, ir.Constant(I32, _place() << 16)))
    builder.ret(code)


def _element(pointer: Any) -> Any:
    def element_pointer(
        context: BaseContext, builder: ir.IRBuilder, typ: View, value: ir.Value, index: numba_types.Index
    ) -> ir.Value:
        view = numba_types.cgutils.create_struct_proxy(typ)(context, builder, value=value)
        pairs = [(index, view.n)]
        if isinstance(index, tuple):
            pairs = [(index[0], view.n), (index[1], view.inner)]
        for one, bound in pairs:  # unsigned, so that negative indices fail too
            _require(builder, builder.icmp_unsigned("<", one, bound), one, bound)
        return pointer(context, builder, typ, value, index)

    return element_pointer


def _row(row: Any) -> Any:
    def checked(
        context: BaseContext, builder: ir.IRBuilder, typ: View, view: Any, offset: ir.Value, n: ir.Value
    ) -> ir.Value:
        if typ.inner == 0:  # rest of an array, which may be empty
            _require(builder, builder.icmp_unsigned("<=", offset, view.n), offset, view.n)
        else:
            index = offset.operands[0]  # first factor of the offset, index times row length
            _require(builder, builder.icmp_unsigned("<", index, view.n), index, view.n)
        return row(context, builder, typ, view, offset, n)

    return checked


@intrinsic
def constants_at(typing_context: BaseTypingContext, address: types.Type) -> Emitted:
    """Return the constants of a plugin at an address; their count is stored before them.

    runtime/plugin_instances.py allocates them.
    """
    typ = View("float64", 0, fixed=True)

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        view = numba_types.cgutils.create_struct_proxy(typ)(context, builder)
        view.ptr = builder.inttoptr(args[0], I8.as_pointer())
        view.inner = ir.Constant(I64, 0)
        before = builder.sub(args[0], ir.Constant(I64, 8))
        view.n = builder.load(builder.inttoptr(before, I64.as_pointer()))
        return view._getvalue()

    return typ(types.int64), codegen


@intrinsic
def turn(typing_context: BaseTypingContext, count: types.Type) -> Emitted:
    """Count a loop iteration: return ``count`` + 1; end the kernel from MOST_TURNS on."""

    def codegen(context: BaseContext, builder: ir.IRBuilder, sig: Signature, args: Arguments) -> ir.Value:
        good = builder.icmp_signed("<", args[0], ir.Constant(I64, MOST_TURNS))
        _require(builder, good, args[0], ir.Constant(I64, 2**BOUND_BITS - 1))
        return builder.add(args[0], ir.Constant(I64, 1))

    return types.int64(types.int64), codegen


def _c_wrapper(symbol: str, mangled: str, kinds: str, result: str) -> str:
    """Return ``i64 symbol(args)`` in C convention as LLVM text.

    If a check failed, the function writes the status and its details into data.
    """
    params = [f"{bitcode.ARGUMENTS[k][0]} %a{i}" for i, k in enumerate(kinds)]
    text = json.dumps(places).encode() + b"\0"
    escaped = "".join(f"\\{byte:02x}" for byte in text)
    lines = [
        f'@gelenk_places = private unnamed_addr constant [{len(text)} x i8] c"{escaped}"',
        f"declare i32 @{mangled}({', '.join(['ptr', 'ptr', *(bitcode.ARGUMENTS[k][0] for k in kinds)])})",
        f"define i64 @{symbol}({', '.join(params)}) {{",
        "  %r = alloca [4 x i64]",
        "  %e = alloca ptr",
        "  store ptr null, ptr %e",
        f"  %s = call i32 @{mangled}({', '.join(['ptr %r', 'ptr %e', *params])})",
    ]
    if "d" in kinds:
        data = kinds.index("d")
        slots = (
            ("status", str(FAILED)),
            ("need_stage", "%list"),
            ("bad_field", "%code"),
            ("bad_at", "%where"),
        )
        lines += [
            "  %bad = icmp sgt i32 %s, 0",
            "  br i1 %bad, label %failed, label %good",
            "failed:",
            f"  %d = inttoptr i64 %a{data} to ptr",
            "  %list = ptrtoint ptr @gelenk_places to i64",
            "  %code = zext i32 %s to i64",
            "  %where = load i64, ptr %e",
        ]
        for name, value in slots:
            lines.append(f"  %p_{name} = getelementptr i8, ptr %d, i64 {struct_layout.DATA.offset[name]}")
            lines.append(f"  store i64 {value}, ptr %p_{name}")
        lines += ["  br label %good", "good:"]
    return "\n".join([*lines, "  ret i64 0", "}\n"])
