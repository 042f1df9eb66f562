"""Object code of stages for the CPU: from Python functions to relocatable objects.

Documents: design / Compiled ahead, loaded without Numba

Only the compiler process imports this module.
"""

from collections.abc import Callable, Iterable
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core import config

from gelenk.toolchain import front_end, intrinsics, numba_types, platforms

# Limits of LLVM's search for the store that a load depends on, in blocks (default 200) and instructions per block
# (default 100). Struct slots never change, so every search ran back to the start of its function: half of the time of
# GVN, itself a third of all passes, for almost no additional load removed.
for limit in ("-memdep-block-number-limit=50", "-memdep-block-scan-limit=30"):
    llvm.set_option("gelenk", limit)


def object_code(module: llvm.ModuleRef, exported: set[str], quick: bool = False) -> bytes:
    """Optimize a module that exports only the symbols ``exported``; return an object file.

    quick   use fewer passes
    """
    optimize(module, exported, quick)
    return machine().emit_object(module)


def optimize(module: llvm.ModuleRef, exported: set[str], quick: bool) -> None:
    """Run the optimization passes over a module.

    quick   fewer passes, for code that is run to be tested: index checks, interleaved code on the CPU. Products are
            fused with sums as otherwise, so that this code rounds as GPUs do
    """
    _hide(module, exported)
    options = llvm.create_pipeline_tuning_options(speed_level=1 if quick else 3)
    if quick:
        options.loop_vectorization = options.slp_vectorization = False
    else:
        options.slp_vectorization = True  # vectorizes hand-unrolled lines
    passes = llvm.create_pass_builder(machine(), options)
    passes.getModulePassManager().run(module, passes)


def simplify(module: llvm.ModuleRef, exported: set[str]) -> None:
    """Run the five passes that remove most of the front end's overhead.

    They take a fifth of the time of the quick pipeline. Only for IR that forbids reordering of sums and fusing of
    products: its results do not depend on the passes.
    """
    _hide(module, exported)
    passes = llvm.create_pass_builder(machine(), llvm.create_pipeline_tuning_options(speed_level=1))
    few = llvm.create_new_module_pass_manager()
    few.add_ipsccp_pass()  # propagates constants through calls
    few.add_sroa_pass()
    few.add_simplify_cfg_pass()
    few.add_instruction_combine_pass()
    few.add_global_dead_code_eliminate_pass()
    few.run(module, passes)


def _hide(module: llvm.ModuleRef, exported: set[str]) -> None:
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in exported:
            part.linkage = "internal"


def machine(effort: int = 3) -> llvm.TargetMachine:
    """Return a target machine of optimization level ``effort``: 0 (products not fused) to 3."""
    cpu, features = config.CPU_NAME or llvm.get_host_cpu_name(), config.CPU_FEATURES
    if features is None:
        features = llvm.get_host_cpu_features().flatten()
    row = platforms.here()
    if cpu == row.level and row.tuned[0]:
        cpu, features = row.tuned
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, features=features, opt=effort, reloc="pic", codemodel="small"
    )


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
    """Return a function of addresses and numbers that casts them and calls ``function``."""
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


def emit_objects(entries: Iterable[tuple[str, Callable, str]]) -> list[bytes]:
    """Compile ``entries`` [(symbol, function, kinds)] into one relocatable object each."""
    return [
        object_code(
            _module(symbol, function, kinds), {symbol, numba_types.OUT_OF_BOUNDS}, quick=numba_types.CHECKING
        )
        for symbol, function, kinds in entries
    ]


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
