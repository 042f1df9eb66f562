"""The grammar of LLVM text, and the text of every pass over it, for each version of llvmlite.

golden/<version>/ has the text of a small library as that version prints it, and after each pass; a version without a
folder prints as the one before. If a new version differs, write its folder with GELENK_GOLDEN=write, and read how.
"""

import ast
import os
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm
import pytest

from gelenk.toolchain import struct_layout
from gelenk.toolchain.gpu import barriers, lane_loops, library_ir, ptx
from gelenk.toolchain.gpu.variant import VARIANTS, apply_variant
from gelenk.toolchain.ir_text.functions import (
    functions,
    internal,
    joined,
    metadata_nodes,
    symbols,
    with_attributes,
    with_named_values,
    without_attributes,
)
from gelenk.toolchain.ir_text.instructions import (
    access,
    address,
    addresses,
    attachment,
    call,
    callee,
    conversion,
    incoming,
    instruction,
    opcode,
    successors,
    with_callee,
    without_fast_math,
)
from gelenk.toolchain.ir_text.tokens import (
    Operand,
    locals_of,
    operands_of,
    split_list,
    type_end,
    word_replacer,
)

GOLDEN = Path(__file__).with_name("golden")
VERSION = ".".join(llvmlite.__version__.split(".")[:2])
TOOLCHAIN = Path(lane_loops.__file__).parents[1]
SLOTS = {"SLOT_A": "M", "SLOT_B": "qLD"}  # word of source.ll -> field of data
CHOSEN = ("f32i32", "f64i32", "f64i64exact", "f32i32lanes8", "f64i64exactownlanes4")
# modules of the toolchain with regular expressions of other texts than LLVM's
OTHER_TEXTS = {
    "cache": "file names",
    "elf/image": "mangled names",
    "extension/arguments": "shapes of the tables",
    "kernel_rules": "messages of Numba",
    "digests": "Python",
    "targets": "versions of glibc",
}


def source():
    """The module as this version of llvmlite prints it."""
    text = (GOLDEN / "source.ll").read_text()
    for word, field in SLOTS.items():
        text = text.replace(word, str(struct_layout.DATA.offset[field]))
    return str(llvm.parse_assembly(text))


def without_offsets(text):
    """The text with the names of slots, since their offsets change with the tables."""
    for word, field in SLOTS.items():
        for kind in ("i32", "i64"):
            text = text.replace(f", {kind} {struct_layout.DATA.offset[field]})", f", {kind} {word})")
    return text


def optimized(text):
    """The text after the passes of a GPU, as `ptx.assembly` runs them, without libdevice."""
    module = llvm.parse_assembly(text)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.slp_vectorization = options.loop_vectorization = options.loop_unrolling = False
    passes = llvm.create_pass_builder(ptx.machine(), options)
    passes.getModulePassManager().run(module, passes)
    return str(module)


def texts():
    """The text of every pass: file -> text."""
    first = source()
    found = {"printed": first}
    for name in CHOSEN:
        variant = VARIANTS[name]
        if variant.lanes > 1:
            found[f"{name}.1-lane_loops"] = lane_loops.distribute_loops(first, variant.lanes)
        found[f"{name}.2-variant"] = made = apply_variant(first, variant)
        found[f"{name}.3-math"] = ptx.rename_math_functions(made)
        if variant.lanes > 1:
            found[f"{name}.4-passes"] = made = optimized(made)
            for place, gpu in (("gpu", True), ("cpu", False)):
                found[f"{name}.5-barriers_{place}"] = barriers.insert_barriers(made, variant.lanes, gpu=gpu)
    return found


def numbers(version):
    return [int(number) for number in version.split(".")]


def test_every_pass_writes_the_golden_text():
    found = {name: without_offsets(text) for name, text in texts().items()}
    if os.environ.get("GELENK_GOLDEN") == "write":
        (GOLDEN / VERSION).mkdir(exist_ok=True)
        for name, text in found.items():
            (GOLDEN / VERSION / f"{name}.ll").write_text(text)
    known = [path for path in GOLDEN.iterdir() if path.is_dir() and numbers(path.name) <= numbers(VERSION)]
    folder = max(known, key=lambda path: numbers(path.name))
    assert {path.stem for path in folder.iterdir()} == set(found)
    for name, text in found.items():
        assert text == (folder / f"{name}.ll").read_text(), (
            f"{name} of llvmlite {llvmlite.__version__} differs from {folder.name}: write golden/{VERSION} with "
            f"GELENK_GOLDEN=write, read the difference by `git diff --no-index`, and commit the folder"
        )


def test_llvm_accepts_the_text_of_every_pass():
    for text in texts().values():
        module = llvm.parse_assembly(text)
        module.verify()
        assert any(not function.is_declaration for function in module.functions)


def test_functions_and_blocks_are_printed_as_they_were_read():
    text = "\n".join(line for line in source().split("\n"))
    parts, named = functions(text)
    assert set(named) == {"gelenk_velocity", "inner"} and named["inner"].type == "i64"
    plain = "\n".join(line.partition(" ; ")[0].rstrip() for line in text.split("\n"))
    assert "\n".join(line.rstrip() for line in joined(parts).split("\n")) == plain


def test_fields_of_a_text_are_found():
    assert library_ir.used(source())["data"] == ["M", "qLD"]


def test_numbered_values_get_names_that_allow_blocks_to_move():
    text = """define double @f(double %0) {
entry:
  %2 = fadd double %0, 1.0
  %s = fadd double %2, %0
  ret double %s
}

define double @g(double %x) {
entry:
  ret double %x
}"""
    named = with_named_values(text)
    assert named == text.replace("%2", "%made.2")
    llvm.parse_assembly(named).verify()


def test_no_other_module_has_regular_expressions_of_llvm_text():
    users = set()
    for path in TOOLCHAIN.rglob("*.py"):
        imported = [
            n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Import | ast.ImportFrom)
        ]
        names = {a.name for n in imported for a in n.names if isinstance(n, ast.Import)}
        names |= {n.module for n in imported if isinstance(n, ast.ImportFrom)}
        if names & {"re", "regex"}:
            users.add(str(path.relative_to(TOOLCHAIN).with_suffix("")))
    assert users - {f"ir_text/{name}" for name in ("functions", "instructions", "tokens")} == set(OTHER_TEXTS)


@pytest.mark.parametrize(
    "text, kind",
    [
        ("i64 %x", "i64"),
        ("ptr addrspace(1) %p", "ptr addrspace(1)"),
        ("i8** %p", "i8**"),
        ("[3 x { i64, <2 x double> }] zeroinitializer", "[3 x { i64, <2 x double> }]"),
        ("<{ i8, ptr addrspace(4) }> %a", "<{ i8, ptr addrspace(4) }>"),
        ('%"struct x" %a', '%"struct x"'),
        ("double* %p", "double*"),
    ],
)
def test_types_end_where_their_values_begin(text, kind):
    assert text[: type_end(text)] == kind and Operand.parse(text).type == kind


def test_what_is_no_type_is_refused():
    for text in ("", "nsw i64", "%", "[3 x i64"):
        with pytest.raises(ValueError):
            type_end(text)


def test_words_change_but_for_names_and_strings():
    change = word_replacer({"i64": "i32", "-9223372036854775808": "-2147483648"})
    line = '%i64 = add i64 %"an i64", -9223372036854775808, !i64 @x.i64 %a-i64'
    assert change(line) == '%i64 = add i32 %"an i64", -2147483648, !i64 @x.i64 %a-i64'
    assert change("[2 x i64]") == "[2 x i32]" and change("i64*, i641") == "i32*, i641"


def test_calls_have_a_type_a_name_and_arguments():
    made = call(
        "  %x = tail call fastcc noundef range(i32 0, 5) i32 @f(ptr addrspace(1) nonnull align 8 %p, double 1.0, "
        '[2 x i64] [i64 1, i64 2], i32 range(i32 0, 3) %"a, b") #4, !range !3'
    )
    assert made is not None and made[:3] == ("%x", "i32", "f")
    assert [one.value for one in made.arguments] == ["%p", "1.0", "[i64 1, i64 2]", '%"a, b"']
    assert made.arguments[0].type == "ptr addrspace(1)"
    pointer = call("  call void %f(i32 1)")
    assert (
        pointer is not None and pointer[:3] == ("", "void", "%f") and callee("  call void %f(i32 1)") is None
    )
    assert callee('  call { i64, i1 } @"a name"(i64 1)') == '"a name"'
    assert call("  %calls = add i64 %call, 1") is None and callee("  store i64 %x, ptr %call ") is None
    assert with_callee("  %x = call i32 @f(ptr @f)", "g") == "  %x = call i32 @g(ptr @f)"


@pytest.mark.parametrize(
    "line, expected",
    [
        ("  %x = load double, ptr addrspace(1) %p, align 8", ("load", "double", 1, "%p")),
        ('  %x = load { ptr, i64 }, ptr %"a p"', ("load", "{ ptr, i64 }", 0, '%"a p"')),
        ("  store volatile i64 -3, ptr addrspace(4) @g, align 8", ("store", "i64", 4, "@g")),
        ('  store i64 %"a, ptr b", ptr %p, align 8', ("store", "i64", 0, "%p")),
        ("  store [2 x i32] [i32 1, i32 2], ptr %q", ("store", "[2 x i32]", 0, "%q")),
        ("  %stored = add i64 %store, 1", None),
    ],
)
def test_loads_and_stores_have_a_type_and_a_pointer(line, expected):
    assert access(line) == expected


def test_constant_addresses_are_in_bytes():
    inside = "getelementptr inbounds nuw ([64 x i8], ptr addrspace(4) @g, i64 0, i64 24)"
    assert address(inside) == address("getelementptr (i64, ptr addrspace(4) @g, i64 3)") == ("g", 24)
    assert address("@g") == ("g", 0) and address("%p") is None
    assert not list(addresses("%p = getelementptr [8 x i64], ptr @g, i64 0, i64 %i", ["g"]))
    assert list(addresses("load i64, ptr @g.1\nload i64, ptr @g, align 8", ["g"])) == [("g", 0)]


def test_instructions_are_taken_apart():
    assert instruction('  %"a b" = add nsw i64 %x, 1') == ('%"a b"', "add", "nsw i64 %x, 1")
    assert opcode("  tail call void @f()") == "call" and opcode("  unreachable") == "unreachable"
    assert opcode("  ]") == "" and opcode("") == ""
    assert conversion("  %a = zext nneg i32 %b to i64") == ("%a", "zext", "i32", "%b", "i64")
    assert conversion("  %a = add i64 %b, 1") is None
    assert incoming('i64 [ 0, %entry ], [ %y, %"a b" ]') == [("0", "entry"), ("%y", '"a b"')]
    assert successors('  br i1 %c, label %a, label %"b c", !prof !0') == ["a", '"b c"']
    assert locals_of("br i1 %c, label %a") == ["%c"]
    assert operands_of(
        "i1 %c, ptr addrspace(1) nonnull %p, ptr addrspace(1) null, ptr %q", "ptr addrspace(1)"
    ) == [
        "%p",
        "null",
    ]
    assert split_list('a, [b, c], "d, e", f(g, h)') == ["a", "[b, c]", '"d, e"', "f(g, h)"]
    assert attachment("load i64, ptr %p, !range !4, !tbaa !3", "tbaa") == "3"
    assert without_fast_math("  %x = tail call fast nsz double @f()") == "  %x = tail call double @f()"


def test_parts_of_a_module_are_found_and_changed():
    text = source()
    assert {"gelenk_tile", "gelenk_total", "inner", "gelenk_velocity"} <= symbols(text)
    assert ['!"float64"', "!2", "i64 0"] in metadata_nodes(text).values()
    assert (
        internal("define linkonce_odr i32 @f() {")
        == internal("define i32 @f() {")
        == "define internal i32 @f() {"
    )
    assert (
        with_attributes("declare i64 @f(ptr byval(i8)) #3", "nounwind")
        == "declare i64 @f(ptr byval(i8)) nounwind"
    )
    group = 'attributes #1 = { nosync memory(argmem: read) "memory"="nosync" nounwind }'
    assert without_attributes(group, ("nosync", "memory")) == 'attributes #1 = { "memory"="nosync" nounwind }'
