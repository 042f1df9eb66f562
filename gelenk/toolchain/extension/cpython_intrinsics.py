"""Intrinsics of the CPython functions that cpython.py declares: calls of C functions.

Documents: design / The border

Only the compiler process imports this module. Addresses are int64 in a kernel and pointers in the call, so that each C
function has one declaration for kernels and for LLVM text.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gelenk.toolchain.numba_types import F64, I8, I32, I64

# type in cpython.py -> type in a kernel, type in C
_TYPES: dict[str, tuple[types.Type, ir.Type]] = {
    "address": (types.int64, I8.as_pointer()),
    "int": (types.int64, I32),
    "size": (types.int64, I64),
    "double": (types.float64, F64),
    "nothing": (types.void, ir.VoidType()),
}


def function(name: str, result: str, arguments: tuple[str, ...]) -> Any:
    """Return an intrinsic that calls a C function."""
    kind, c_result = _TYPES[result]
    c_type = ir.FunctionType(c_result, [_TYPES[a][1] for a in arguments])
    sig = kind(*(_TYPES[a][0] for a in arguments))

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        callee = cgutils.get_or_insert_function(builder.module, c_type, name)
        made = builder.call(callee, [_to_c(builder, x, a) for x, a in zip(args, arguments, strict=True)])
        if result == "address":
            return builder.ptrtoint(made, I64)
        if result == "int":
            return builder.sext(made, I64)
        return context.get_dummy_value() if result == "nothing" else made

    # Numba reads the number of arguments from the signature of a Python function.
    names = ", ".join(f"a{i}" for i in range(len(arguments)))
    scope: dict[str, Any] = {"made": (sig, codegen)}
    exec(f"def typed(context, {names}):\n    return made\n", scope)  # noqa: S102
    return intrinsic(scope["typed"])


def _to_c(builder: Any, value: Any, kind: str) -> Any:
    if kind == "address":
        return builder.inttoptr(value, I8.as_pointer())
    return builder.trunc(value, I32) if kind == "int" else value


def _global(builder: Any, name: str) -> Any:
    """Return a global variable that is defined elsewhere."""
    module = builder.module
    return module.globals.get(name) or cgutils.add_global_variable(module, I8, name)


def word(name: str) -> Any:
    """Return an intrinsic without arguments that loads a global variable of the extension."""

    @intrinsic
    def load(typing_context: Any) -> Any:
        def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.load(builder.bitcast(_global(builder, name), I64.as_pointer()))

        return types.int64(), codegen

    return load


@intrinsic
def stack_words(typing_context: Any, n: Any) -> Any:
    """Reserve ``n`` int64 on the stack until the kernel returns, thus not in loops."""

    def codegen(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ptrtoint(builder.alloca(I64, size=args[0]), I64)

    return types.int64(types.int64), codegen
