"""Build the bitcode of the extension module, from LLVM text and kernels.

Documents: design / The border

Only the compiler process imports this module. Text and kernels become one LLVM module before they are optimized, so
that either can call the other, and small functions are inlined.

The module imports no symbol of the interpreter, whose names and libraries differ between systems: calls and objects of
the C API go through slots that `load.fill_table` fills (abi.TABLE). A call through a slot takes as long as one through
the global offset table.
"""

import importlib
from typing import NamedTuple

import llvmlite.binding as llvm

from gelenk.tables.functions.targets import KERNELS, TARGETS
from gelenk.toolchain import bitcode, front_end
from gelenk.toolchain.extension import argument_checks, module, struct_copy
from gelenk.toolchain.extension.abi import FACTS, SLOTTED, TABLE, TABLE_NAMES
from gelenk.toolchain.extension.entry import Entry
from gelenk.toolchain.ir_text.functions import replace_symbols, symbols_used
from gelenk.toolchain.ir_text.tokens import closing, split_list

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
    return through_slots(
        argument_checks.text()
        + smax
        + "".join(declared)
        + struct_copy.struct_text()
        + module.text_of_entries(entries)
    )


def _is_object(name: str) -> bool:
    """Return whether a symbol is an object of the C API, rather than a function."""
    return name == "_Py_NoneStruct" or (name.startswith("Py") and name.endswith("_Type"))


def through_slots(text: str) -> str:
    """Return LLVM text that loads each object of the C API from its slot before it is used."""
    lines, used, count = list[str](), set(FACTS), 0
    for line in text.split("\n"):
        values = {}
        for name in filter(_is_object, symbols_used(line)):
            used.add(name)
            count += 1
            lines.append(f"  %object{count} = load ptr, ptr @{SLOTTED}{name}")
            values[name] = f"%object{count}"
        lines.append(replace_symbols(line, values) if values else line)
    return "\n".join([*(f"@{SLOTTED}{name} = external global ptr" for name in sorted(used)), *lines])


class Called(NamedTuple):
    """A function of the C API that code calls: its result, name and arguments as LLVM types."""

    result: str
    name: str
    kinds: list[str]


def _called(function: llvm.ValueRef) -> Called:
    """Return the signature of a declared function."""
    text = str(function)
    line = next(line for line in text.split("\n") if line.startswith("declare "))
    start = line.index("(")
    kinds = [kind.split()[0] for kind in split_list(line[start + 1 : closing(line, start) - 1]) if kind]
    return Called(line.split()[1], function.name, kinds)


def slots(module: llvm.ModuleRef) -> str:
    """Return the LLVM text of the slots of a module, their table, and calls through them."""
    calls = [
        _called(f) for f in module.functions if f.is_declaration and f.name.removeprefix("_").startswith("Py")
    ]
    objects = [v.name for v in module.global_variables if v.is_declaration and v.name.startswith(SLOTTED)]
    names = sorted({*(call.name for call in calls), *(name.removeprefix(SLOTTED) for name in objects)})
    lines = [f"@{SLOTTED}{name} = global ptr null" for name in names]
    listed = ", ".join(f"ptr @{SLOTTED}{name}" for name in names)
    lines.append(f"@{TABLE} = constant [{len(names)} x ptr] [{listed}]")
    words = " ".join(names)
    lines.append(f'@{TABLE_NAMES} = constant [{len(words) + 1} x i8] c"{words}\\00"')
    for call in calls:
        result, name, kinds = call
        given = [f"{kind} %a{i}" for i, kind in enumerate(kinds)]
        keep, give = ("", "ret void") if result == "void" else ("%r = ", f"ret {result} %r")
        lines += [
            f"define {result} @{name}({', '.join(given)}) alwaysinline {{",
            f"  %f = load ptr, ptr @{SLOTTED}{name}",
            f"  {keep}tail call {result} %f({', '.join(given)})",
            f"  {give}",
            "}",
        ]
    return "\n".join([*lines, ""])


def entries() -> bytes:
    """Return the bitcode of all entry points, and of the methods that are kernels."""
    kinds = "iii"
    methods = {name[1:]: bitcode.compiled(method, kinds) for name, method in module.METHODS.items()}
    whole = front_end.whole(*(made.library for made in methods.values()))
    whole.link_in(llvm.parse_assembly(text()))
    for symbol, made in methods.items():
        whole.link_in(llvm.parse_assembly(bitcode.wrapper(symbol, made, kinds)))
    whole.link_in(llvm.parse_assembly(slots(whole)))
    return bitcode.exporting(whole, {"PyInit__border", TABLE, TABLE_NAMES})
