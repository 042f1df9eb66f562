"""Bitcode of stages: from Python functions to LLVM modules that are equal for all targets.

Documents: design / One front end, many targets

A module contains the unoptimized code of one stage and of all functions that it calls, and exports only the stage's
entry. Triple and data layout of a target are set later (object_code.py). Only the compiler process imports this module.
"""

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
from numba import types

from gelenk.toolchain import front_end, intrinsics, numba_types

# kind of argument -> (type in C, type of the entry, struct or array type in the kernel)
ARGUMENTS = {
    "m": ("i64", types.int64, "model"),
    "d": ("i64", types.int64, "data"),
    "s": ("i64", types.int64, "scene"),
    "c": ("i64", types.int64, "context"),
    "F": ("i64", types.int64, "float64"),
    "I": ("i64", types.int64, "int32"),
    "i": ("i64", types.int64, None),
    "f": ("double", types.float64, None),
}


def _entry(function: Callable, kinds: str) -> Callable:
    """Return a function that casts addresses and numbers, and calls ``function`` with them."""
    scope: dict[str, Any] = {"function": function}
    casts = []
    for i, kind in enumerate(kinds):
        target = ARGUMENTS[kind][2]
        if target is None:
            casts.append(f"a{i}")
            continue
        make = intrinsics.as_struct if kind in "mdsc" else intrinsics.as_view
        scope[f"cast{i}"] = make(target)
        casts.append(f"cast{i}(a{i})")
    names = ", ".join(f"a{i}" for i in range(len(kinds)))
    exec(f"def entry({names}):\n    return function({', '.join(casts)})\n", scope)  # noqa: S102
    return scope["entry"]


def _c_wrapper(symbol: str, mangled: str, kinds: str, result: str) -> str:
    """Return ``i64 symbol(args)`` in C convention, around Numba's (result*, error**, args)."""
    params = [f"{ARGUMENTS[k][0]} %a{i}" for i, k in enumerate(kinds)]
    give, slot = ("i64", "ptr") if result == "void" else (result, result)
    value = "  ret i64 0" if result == "void" else f"  %v = load {result}, ptr %r\n  ret {result} %v"
    return (
        f"declare i32 @{mangled}({', '.join(['ptr', 'ptr', *(ARGUMENTS[k][0] for k in kinds)])})\n"
        f"define {give} @{symbol}({', '.join(params)}) {{\n"
        f"  %r = alloca {slot}\n  %e = alloca ptr\n"
        f"  %s = call i32 @{mangled}({', '.join(['ptr %r', 'ptr %e', *params])})\n{value}\n}}\n"
    )


def stage_bitcode(entries: Iterable[tuple[str, Callable, str]]) -> list[bytes]:
    """Compile ``entries`` [(symbol, function, kinds)] into bitcode, one module each."""
    return [
        exporting(_module(symbol, function, kinds), {symbol, numba_types.OUT_OF_BOUNDS})
        for symbol, function, kinds in entries
    ]


def exporting(module: llvm.ModuleRef, exported: set[str]) -> bytes:
    """Return the bitcode of a module that exports only the symbols ``exported``."""
    module = finish(module)
    hide(module, exported)
    return module.as_bitcode()


def finish(module: llvm.ModuleRef) -> llvm.ModuleRef:
    """Return the module; strict builds replace this function (strict_bitcode.py)."""
    return module


def hide(module: llvm.ModuleRef, exported: set[str]) -> None:
    """Make all symbols of a module internal but those ``exported``."""
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in exported:
            part.linkage = "internal"


def compiled(function: Callable, kinds: str) -> Any:
    """Return Numba's compile result of an entry."""
    dispatcher = front_end.compile_kernel(_entry(function, kinds))
    dispatcher.compile(tuple(ARGUMENTS[k][1] for k in kinds))
    return dispatcher.overloads[dispatcher.signatures[0]]


def wrapper(symbol: str, made: Any, kinds: str) -> str:
    """Return the LLVM text of the C function ``symbol`` that calls the entry."""
    ret = made.signature.return_type
    result = "double" if ret == types.float64 else "i64" if isinstance(ret, types.Integer) else "void"
    return _c_wrapper(symbol, f'"{made.fndesc.mangled_name}"', kinds, result)


def _module(symbol: str, function: Callable, kinds: str) -> llvm.ModuleRef:
    """Return the LLVM module of an entry and all that it calls."""
    made = compiled(function, kinds)
    module = front_end.whole(made.library)
    module.link_in(llvm.parse_assembly(wrapper(symbol, made, kinds)))
    return module
