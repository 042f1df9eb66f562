"""Strict bitcode: modules whose results are equal on all platforms.

Documents: design / A strict build

Under GELENK_STRICT=1 the front end sets no fast-math flags, so LLVM neither reorders sums nor fuses products. Here, the
last step before a module is stored, calls of C functions become calls of the kernels in algebra/elementary, which are
linked in; functions that IEEE 754 defines become instructions. Only the compiler process imports this module.
"""

import functools
import importlib

import llvmlite.binding as llvm

from gelenk.toolchain import bitcode, front_end, object_code
from gelenk.toolchain.ir_text.functions import each_declaration, replace_symbols
from gelenk.toolchain.targets import MATH, target_named

ELEMENTARY = "gelenk.algebra.elementary"
PREFIX = "gelenk_strict_"
ANY_TARGET = "linux-x86_64 x86-64-v2"  # target of LLVM's cost model, equal on all hosts
# C functions that one LLVM instruction computes, with the rounding of IEEE 754
EXACT = {
    name: f"llvm.{name}.f64" for name in ("sqrt", "floor", "ceil", "trunc", "fabs", "rint", "nearbyint")
} | {"copysign": "llvm.copysign.f64"}


def install() -> None:
    """Let the front end of this process make strict bitcode."""
    front_end.FLAGS = set()
    bitcode.finish = finish


@functools.cache
def kernels() -> dict[str, tuple[str, str]]:
    """Return module and name of the kernel of each C function."""
    found = importlib.import_module(ELEMENTARY)
    return {name: (f"{ELEMENTARY}.{module}", kernel) for name, (module, kernel) in found.KERNELS.items()}


def finish(module: llvm.ModuleRef) -> llvm.ModuleRef:
    """Return a module without calls of C functions.

    Errors   RuntimeError: the module calls a function or has an operation that strict builds lack
    """
    names = {name for f in module.functions if f.is_declaration and (name := _c_name(f.name)) in MATH}
    text = str(module)
    used = names.intersection(kernels())
    refused = sorted(names - used - EXACT.keys())
    if " = frem " in text:
        refused.append("the remainder of floats")
    if refused:
        raise RuntimeError(
            f"GELENK_STRICT=1 requires equal results on all platforms, but strict builds have no {', '.join(refused)}"
        )
    made = llvm.parse_assembly(_renamed(text, names))
    for name in sorted(used):
        made.link_in(_elementary(name).clone())
    return made


def _c_name(symbol: str) -> str:
    """Return the C function that a symbol stands for: "sin" of "llvm.sin.f64"."""
    return symbol[5:-4] if symbol.startswith("llvm.") and symbol.endswith(".f64") else symbol


def _renamed(text: str, names: set[str]) -> str:
    """Return the text of a module with calls of own kernels in place of C functions."""
    binary = importlib.import_module(ELEMENTARY).BINARY
    values = dict[str, str]()
    declared = []
    for name in sorted(names):
        new = EXACT.get(name, f"{PREFIX}{name}")
        values |= {name: f"@{new}", f"llvm.{name}.f64": f"@{new}"}
        kinds = "double, double" if name in binary or name == "copysign" else "double"
        declared.append(f"declare double @{new}({kinds})")
    kept = each_declaration(text, lambda name, line: None if name in values else line)
    return "\n".join([replace_symbols(kept, values), *declared, ""])


@functools.cache
def _elementary(name: str) -> llvm.ModuleRef:
    """Return the module of a C function's kernel, which exports only ``PREFIX + name``."""
    module, kernel = kernels()[name]
    kinds = "ff" if name in importlib.import_module(ELEMENTARY).BINARY else "f"
    made = bitcode.compiled(getattr(importlib.import_module(module), kernel), kinds)
    whole = front_end.whole(made.library)
    symbol = f"{PREFIX}{name}"
    whole.link_in(llvm.parse_assembly(bitcode.wrapper(symbol, made, kinds)))
    whole = finish(whole)
    # optimized once here instead of in each caller; without fast-math flags, passes change no result
    object_code.optimize(whole, {symbol}, True, target_named(ANY_TARGET))
    return whole
