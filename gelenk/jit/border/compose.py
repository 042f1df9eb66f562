"""The border as an object: the entries of all targets.

Documents: design / The border

Imported only by the process that compiles.
"""

import importlib

import llvmlite.binding as llvm

from gelenk.jit import emit
from gelenk.jit.border import common, copies, module
from gelenk.jit.border.entry import Entry
from gelenk.jit.targets import cpu
from gelenk.tables.functions.targets import KERNELS, TARGETS

RANGES = "gelenk.engine.ranges.data"  # names the parts of data


def text() -> str:
    """All LLVM text of the border."""
    ranges = importlib.import_module(RANGES)
    entries = [Entry(t, sum(getattr(ranges, part.upper()) for part in t.parts)) for t in TARGETS.values()]
    declared = []
    for name, target in KERNELS.items():
        kinds = ", ".join(emit.ARGUMENTS[k][0] for k in target.kinds)
        declared.append(f"declare {target.gives} @gelenk_{name}({kinds})\n")
    smax = "declare i32 @llvm.smax.i32(i32, i32)\n"
    return common.text() + smax + "".join(declared) + copies.struct_text() + module.text(entries)


def entries() -> bytes:
    """The object of all entries."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return cpu.object_code(llvm.parse_assembly(text()), {"PyInit__border"})
