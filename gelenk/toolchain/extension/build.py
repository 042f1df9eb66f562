"""Build the bitcode of the extension module, from LLVM text and kernels.

Documents: design / The border

Only the compiler process imports this module. Text and kernels become one LLVM module before they are optimized, so
that either can call the other, and small functions are inlined.
"""

import importlib

import llvmlite.binding as llvm

from gelenk.tables.functions.targets import KERNELS, TARGETS
from gelenk.toolchain import bitcode, front_end
from gelenk.toolchain.extension import argument_checks, module, struct_copy
from gelenk.toolchain.extension.entry import Entry

RANGES = "gelenk.engine.validation.data_indices"  # module with the bits of the parts of data


def text() -> str:
    """Return the LLVM text of the extension module."""
    ranges = importlib.import_module(RANGES)
    entries = [Entry(t, sum(getattr(ranges, part.upper()) for part in t.parts)) for t in TARGETS.values()]
    declared = []
    for name, target in KERNELS.items():
        kinds = ", ".join(bitcode.ARGUMENTS[k][0] for k in target.kinds)
        declared.append(f"declare {target.return_type} @gelenk_{name}({kinds})\n")
    smax = "declare i32 @llvm.smax.i32(i32, i32)\n"
    return (
        argument_checks.text() + smax + "".join(declared) + struct_copy.struct_text() + module.text(entries)
    )


def entries() -> bytes:
    """Return the bitcode of all entry points, and of the methods that are kernels."""
    kinds = "iii"
    methods = {name[1:]: bitcode.compiled(method, kinds) for name, method in module.METHODS.items()}
    whole = front_end.whole(*(made.library for made in methods.values()))
    whole.link_in(llvm.parse_assembly(text()))
    for symbol, made in methods.items():
        whole.link_in(llvm.parse_assembly(bitcode.wrapper(symbol, made, kinds)))
    return bitcode.exporting(whole, {"PyInit__border"})
