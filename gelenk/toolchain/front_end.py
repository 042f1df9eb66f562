"""Numba as a front end: types and unoptimized LLVM IR, once for each function.

Documents: design / Compiled ahead, loaded without Numba

Numba by itself optimizes each function together with all that it calls and loads the code into the process, so that a
helper passes through LLVM once per caller. Here nothing is optimized or loaded: a library keeps the code of its own
function, and `whole` links what one stage calls into one module, which is optimized once (object_code.py). That takes
less than half the time. It relies on methods of Numba that are not stable between releases; `prepare` names all of
them, and pyproject bounds the version.
"""

import os
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba import njit
from numba.core import codegen, cpu, types
from numba.core.compiler import Compiler

from gelenk.toolchain import numba_patches
from gelenk.toolchain.kernel import FAST

# packages whose kernels are compiled once for all constant arguments: half the compile time
ONE_CODE = ("gelenk.render", "gelenk.scene")
FLAGS = FAST  # fast-math flags of all kernels; none in strict builds (strict_bitcode.py)
# whether Numba is patched to skip and to memoize work (numba_patches.py); objects are the same bytes without
PATCHED = os.environ.get("GELENK_NUMBA_PATCHES", "1") != "0"


def prepare() -> None:
    """Disable Numba's optimization passes and code loading in this process."""
    for owner, method, ours in (
        (codegen.CPUCodeLibrary, "_optimize_functions", _say_layout),
        (codegen.CPUCodeLibrary, "finalize", _close),
        (cpu.CPUContext, "get_executable", _no_executable),
        *(numba_patches.REPLACED if PATCHED else ()),
    ):
        if not hasattr(owner, method):
            raise RuntimeError(
                f"this version of Numba has no {owner.__name__}.{method}: take one of gelenk[compile]"
            )
        setattr(owner, method, ours)
    if PATCHED:
        numba_patches.reduce_garbage_collection()


def whole(library: codegen.CPUCodeLibrary, *others: codegen.CPUCodeLibrary) -> llvm.ModuleRef:
    """Return a new module with the code of libraries and all that they call."""
    module = library._final_module.clone()
    seen, todo = {library}, [library]
    for other in others:
        if other not in seen:
            seen.add(other)
            todo.append(other)
            module.link_in(other._final_module.clone())
    while todo:
        for other in todo.pop()._linking_libraries:
            if other not in seen:
                seen.add(other)
                todo.append(other)
                module.link_in(other._final_module.clone())
    return module


def _say_layout(library: codegen.CPUCodeLibrary, module: llvm.ModuleRef) -> None:
    module.data_layout = library._codegen._data_layout


def _close(library: codegen.CPUCodeLibrary) -> None:
    library._raise_if_finalized()
    library._finalized = True


def _no_executable(
    context: cpu.CPUContext, library: codegen.CPUCodeLibrary, fndesc: Any, env: Any
) -> Callable[[Any], None]:
    """Return a dummy in place of the executable function.

    A new builtin each time, since Numba uses the function as a dictionary key.
    """
    return [].append


def compile_kernel(function: Callable) -> Any:
    """Compile a function with the flags of all kernels."""
    made = njit(
        fastmath=FLAGS,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        _nrt=False,
        pipeline_class=numba_patches.Lean if PATCHED else Compiler,
    )(function)
    if (function.__module__ or "").startswith(ONE_CODE):
        _without_literals(made)
    return made


def _without_literals(made: Any) -> None:
    """Compile a kernel once for all constant arguments, instead of once per constant."""
    find = made.get_call_template

    def plain(args: tuple[types.Type, ...], kws: dict[str, Any]) -> Any:
        return find(tuple(map(types.unliteral, args)), {k: types.unliteral(v) for k, v in kws.items()})

    made.get_call_template = plain
