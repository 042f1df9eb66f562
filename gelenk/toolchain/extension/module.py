"""LLVM text of the extension module (methods, base types, objects), and its bitcode.

Documents: design / The border

The text has methods, base types, and objects passed from Python. At import, Python calls ``_setup(...)`` with classes
and addresses in the order of HANDED, then three objects per function: the Python function, the function that continues
after native code stopped, and the docstring as bytes. References are held for the life of the process. A second call
returns False, so that a second copy of the package uses its Python functions alone. ``_setup_drawing(...)`` sets up the
functions of scenes, whose modules are imported on first use.

The bitcode is built from LLVM text and kernels, in the compiler process, which alone imports this module. Text and
kernels become one LLVM module before they are optimized, so that either can call the other, and small functions are
inlined.

The module imports no symbol of the interpreter, whose names and libraries differ between systems: calls and objects of
the C API go through slots that `load.fill_table` fills (abi.TABLE). A call through a slot takes as long as one through
the global offset table.
"""

import importlib
from typing import NamedTuple

import llvmlite.binding as llvm

from gelenk.tables.functions.targets import DRAWS, KERNELS, TARGETS
from gelenk.toolchain import bitcode, front_end
from gelenk.toolchain.extension import (
    argument_checks,
    block_layout,
    number_getset,
    spec_copy,
    spec_setters,
    struct_copy,
)
from gelenk.toolchain.extension.abi import (
    CONTACT,
    DEFAULTS,
    FACTS,
    NAME,
    ROWS,
    SHOWN,
    SLOT,
    SLOTTED,
    TABLE,
    TABLE_NAMES,
    TABLE_SIZE,
)
from gelenk.toolchain.extension.argument_checks import expand
from gelenk.toolchain.extension.entry import Entry
from gelenk.toolchain.ir_text.functions import replace_symbols, symbols_used
from gelenk.toolchain.ir_text.tokens import closing, split_list

HANDED = {
    "setup": ("class_m", "class_d", "class_array", "class_float", "stages", DRAWS, f"class_{CONTACT}"),
    "setup_drawing": (
        *(f"class_{name}" for name in (*SHOWN, *ROWS)),
        *(f"default_{name}" for name in DEFAULTS),
        "nothing",
    ),
}
ADDRESSES = (
    "stages",
    DRAWS,
)  # addresses: stage table, random number state
LONGLONG, BASETYPE = 17, 1024  # T_LONGLONG, Py_TPFLAGS_BASETYPE
SETATTRO, MEMBERS = 69, 72  # Py_tp_setattro, Py_tp_members
METH_FASTCALL, METH_KEYWORDS, METH_O = 0x80, 0x02, 0x08  # METH_FASTCALL, METH_KEYWORDS, METH_O
# methods written by hand, as @setup, ..., with their calling convention
OWN = {
    "_setup": METH_FASTCALL,
    "_setup_drawing": METH_FASTCALL,
    "_field": METH_FASTCALL,
    "_watch": METH_O,
    "_close": METH_FASTCALL,
}
OWN |= {
    "_copied": METH_FASTCALL,
    "_gathered": METH_FASTCALL,
    "_packed": METH_FASTCALL,
    "_elements": METH_FASTCALL,
}
OWN |= {
    "_planned": METH_FASTCALL,
    "_pointed": METH_FASTCALL,
    "_addressed": METH_FASTCALL,
    "_transferred": METH_FASTCALL,
}
OWN |= {"_fields": METH_FASTCALL, "_restored": METH_FASTCALL}
# methods that are kernels (module, address of the arguments, their number), under the symbols @packed, ...
METHODS = {"_packed": spec_setters.packed, "_elements": spec_copy.elements}


def constant(name: str, value: str) -> str:
    """Return the definition of a C string."""
    data = value.encode() + b"\0"
    letters = "".join(f"\\{b:02x}" for b in data)
    return f'@{name} = internal constant [{len(data)} x i8] c"{letters}"'


def array(name: str, kind: str, items: list[str]) -> str:
    """Return the definition of a global array of pointers or structs."""
    return f"@{name} = internal global [{len(items)} x {kind}] [{', '.join(items)}]"


# template of both setup functions; words in capitals are replaced
SETUP = """
define internal ptr @NAME(ptr %self, ptr %args, i64 %n) {
  %known = load ptr, ptr @KNOWN
  %new = icmp eq ptr %known, null
  %right = icmp eq i64 %n, TOTAL
  %go = and i1 %new, %right
  br i1 %go, label %constants, label %no
constants:
CONSTANTS
  br label %each
each:
  %f = phi i64 [0, %constants], [%f1, %each]
  %place = mul i64 %f, 3
  %first = add i64 %place, HANDED
  %ps = getelementptr ptr, ptr %args, i64 %first
  %pa = getelementptr ptr, ptr %ps, i64 1
  %pd = getelementptr ptr, ptr %ps, i64 2
  %s = load ptr, ptr %ps
  %a = load ptr, ptr %pa
  %d = load ptr, ptr %pd
  call void @Py_IncRef(ptr %s)
  call void @Py_IncRef(ptr %a)
  call void @Py_IncRef(ptr %d)
  %function = add i64 %f, START
  %slow = getelementptr ptr, ptr @slow, i64 %function
  %after = getelementptr ptr, ptr @after, i64 %function
  store ptr %s, ptr %slow
  store ptr %a, ptr %after
  %text = call ptr @PyBytes_AsString(ptr %d)
  %method = getelementptr %method, ptr @methods, i64 %function, i32 3
  store ptr %text, ptr %method
  %f1 = add i64 %f, 1
  %more = icmp slt i64 %f1, FUNCTIONS
  br i1 %more, label %each, label %yes
yes:
  %true = call ptr @PyBool_FromLong(i64 1)
  ret ptr %true
no:
  %false = call ptr @PyBool_FromLong(i64 0)
  ret ptr %false
}
"""

WATCH = """
define internal ptr @watch(ptr %self, ptr %o) {
  %value = call i64 @PyLong_AsLongLong(ptr %o)
  store i64 %value, ptr @watched
  call void @Py_IncRef(ptr @_Py_NoneStruct)
  ret ptr @_Py_NoneStruct
}
"""

# @clock: seconds of a monotonic clock, by the function of the platform (platforms.clock)
CLOCK = """
define internal double @clock() {
  %t = alloca [2 x i64], align 8
  %read = load ptr, ptr @api.clock
  %tick = load double, ptr @api.clock_tick
  %ticks = fcmp une double %tick, 0.0
  br i1 %ticks, label %counter, label %time
counter:
  %q = call i32 %read(ptr %t)
  %n = look i64 %t + 0
  %count = sitofp i64 %n to double
  %seconds = fmul double %count, %tick
  ret double %seconds
time:
  %id = load i32, ptr @api.clock_id
  %r = call i32 %read(i32 %id, ptr %t)
  %s = look i64 %t + 0
  %ns = look i64 %t + 8
  %a = sitofp i64 %s to double
  %b = sitofp i64 %ns to double
  %c = fmul double %b, 1.0e-9
  %d = fadd double %a, %c
  ret double %d
}
"""

INIT = """
define ptr @PyInit__border() {
  br label %each
each:
  %i = phi i64 [0, %0], [%i1, %each]
  %pt = getelementptr ptr, ptr @words, i64 %i
  %t = load ptr, ptr %pt
  %o = call ptr @PyUnicode_InternFromString(ptr %t)
  %pn = getelementptr ptr, ptr @names, i64 %i
  store ptr %o, ptr %pn
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, WORDS
  br i1 %more, label %each, label %done
done:
  %m = call ptr @PyModule_Create2(ptr @module, i32 3)
  %t1 = call ptr @PyType_FromSpec(ptr @spec)
  %r1 = call i32 @PyModule_AddObject(ptr %m, ptr @base_short, ptr %t1)
  %t2 = call ptr @PyType_FromSpec(ptr @strict_spec)
  %r2 = call i32 @PyModule_AddObject(ptr %m, ptr @strict_short, ptr %t2)
  ret ptr %m
}
!0 = !{!"branch_weights", i32 2000, i32 1}
"""


def _constants(handed: tuple[str, ...]) -> str:
    lines = []
    for i, name in enumerate(handed):
        lines.append(f"  %p{i} = getelementptr ptr, ptr %args, i64 {i}\n  %o{i} = load ptr, ptr %p{i}")
        if name in ADDRESSES:
            lines.append(f"  %x{i} = call i64 @PyLong_AsLongLong(ptr %o{i})\n  store i64 %x{i}, ptr @{name}")
        else:
            lines.append(f"  call void @Py_IncRef(ptr %o{i})\n  store ptr %o{i}, ptr @{name}")
    return "\n".join(lines)


def _setup(name: str, start: int, count: int) -> str:
    """Return the setup function of ``count`` functions, from function ``start`` on."""
    handed = HANDED[name]
    words = {"CONSTANTS": _constants(handed), "NAME": name, "KNOWN": handed[0], "START": start}
    words |= {"TOTAL": len(handed) + 3 * count, "HANDED": len(handed), "FUNCTIONS": count}
    both = SETUP
    for word, what in words.items():
        both = both.replace(word, str(what))
    return both


def _types() -> list[str]:
    """Return the base type of structs, with members and a setattro that refuses unknown names."""
    lines = [constant(f"slot{name}", name) for name in SLOT]
    members = [
        f"%member {{ ptr @slot{n}, i32 {LONGLONG}, i64 {at}, i32 0, ptr null }}" for n, at in SLOT.items()
    ]
    lines.append(array("members", "%member", [*members, "%member zeroinitializer"]))
    lines += [
        constant("base_name", f"{NAME}.Base"),
        constant("base_short", "Base"),
    ]
    pair = "{ i32, ptr }"
    slots = [f"{pair} {{ i32 {MEMBERS}, ptr @members }}", f"{pair} {{ i32 {SETATTRO}, ptr @setattro }}"]
    lines.append(array("slots", pair, [*slots, f"{pair} zeroinitializer"]))
    spec = f"ptr @base_name, i32 {TABLE_SIZE}, i32 0, i32 {BASETYPE}, ptr @slots"
    lines.append(f"@spec = internal global {{ ptr, i32, i32, i32, ptr }} {{ {spec} }}")
    return lines


def text_of_entries(entries: list[Entry]) -> str:
    """Return the LLVM text of the module with its entries, those of drawing last."""
    plain = sum(not entry.target.is_drawing for entry in entries)
    entries = sorted(entries, key=lambda entry: entry.target.is_drawing)
    names = [entry.target.function for entry in entries]
    arguments = [a.name for entry in entries for a in entry.arguments]
    count = len(names)
    lines = ["%method = type { ptr, ptr, i32, ptr }", "%member = type { ptr, i32, i64, i32, ptr }"]
    # not internal: kernels refer to some of them
    lines += [f"@{name} = global ptr null" for handed in HANDED.values() for name in handed]
    lines += ["@watched = internal global i64 0"]
    lines += [f"@{way} = internal global [{count} x ptr] zeroinitializer" for way in ("slow", "after")]
    lines += [constant(f"word_{word}", word) for word in sorted(set(arguments))]
    lines.append(array("words", "ptr", [f"ptr @word_{word}" for word in arguments]))
    lines.append(f"@names = internal global [{len(arguments)} x ptr] zeroinitializer")
    lines += [constant(f"name_{name}", name) for name in (*names, *OWN)]
    methods = [
        f"%method {{ ptr @name_{n}, ptr @entry_{n}, i32 {METH_FASTCALL | METH_KEYWORDS}, ptr null }}"
        for n in names
    ]
    methods += [f"%method {{ ptr @name_{n}, ptr @{n[1:]}, i32 {how}, ptr null }}" for n, how in OWN.items()]
    lines.append(array("methods", "%method", [*methods, "%method zeroinitializer"]))
    lines += [constant("module_name", NAME), *_types()]
    # PyModuleDef: reference count, four fields of the module system, name, doc, size of state, methods, four hooks
    values = (
        "i64 1, ptr null, ptr null, i64 0, ptr null, ptr @module_name, ptr null, i64 -1, ptr @methods"
        + ", ptr null" * 4
    )
    kinds = ", ".join(word.split()[0] for word in values.split(", "))
    lines.append(f"@module = internal global {{ {kinds} }} {{ {values} }}")
    start = 0
    for i, entry in enumerate(entries):
        name = entry.target.function
        lines += [
            f"@{way}_{name} = internal alias ptr, getelementptr (ptr, ptr @{way}, i64 {i})"
            for way in ("slow", "after")
        ]
        lines.append(f"@names_{name} = internal alias ptr, getelementptr (ptr, ptr @names, i64 {start})")
        start += len(entry.arguments)
    lines += [entry.text() for entry in entries]
    setups = _setup("setup", 0, plain) + _setup("setup_drawing", plain, count - plain)
    return (
        "\n".join(lines)
        + number_getset.text()
        + struct_copy.row_text()
        + "".join(f"declare i64 @{name[1:]}(i64, i64, i64)\n" for name in METHODS)
        + block_layout.text()
        + number_getset.strict_base_text()
        + expand(CLOCK)
        + spec_setters.text()
        + setups
        + WATCH
        + INIT.replace("WORDS", str(len(arguments)))
    )


# Build of the bitcode

RANGES = "gelenk.engine.validation.index_columns"  # module with the bits of the parts of data


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
        + text_of_entries(entries)
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
    """Return LLVM text of the slots of C API symbols, their table, and calls through them."""
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
    methods = {name[1:]: bitcode.compiled(method, kinds) for name, method in METHODS.items()}
    whole = front_end.whole(*(made.library for made in methods.values()))
    whole.link_in(llvm.parse_assembly(text()))
    for symbol, made in methods.items():
        whole.link_in(llvm.parse_assembly(bitcode.wrapper(symbol, made, kinds)))
    whole.link_in(llvm.parse_assembly(slots(whole)))
    return bitcode.exporting(whole, {"PyInit__border", TABLE, TABLE_NAMES})
