"""Code of the step of one model: templates of its stages, with its structure as constants.

Documents: design / Models made to measure

    gelenk_own_step(m, d, n)     compares variable fields with the constants; -1 if one differs, else the result
    gelenk_step, ...             the stages, which call each other by their symbols
    number.*, array.*, stage.*   functions that the templates call: constants, or loads of fields that stay variable

Stages of one part share a module; parts are compiled in parallel. Only the compiler process imports this module.
"""

import json
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from gelenk.tables.field_groups import CHECKED, OPTIONS
from gelenk.toolchain import cache, object_code
from gelenk.toolchain.specialized import ENTRY
from gelenk.toolchain.specialized.template import ARRAY, NUMBER, STAGE
from gelenk.toolchain.struct_layout import DATA, MODEL, OPTION
from gelenk.toolchain.targets import Target

_STEP = "gelenk_step"
_PLANS = {plan.name: plan for plan in (MODEL, DATA, OPTION)}


def part_object(path: str, part: int, target: Target) -> bytes:
    """Return the object of one part of the step whose facts are in a file."""
    facts = json.loads(Path(path).read_text(encoding="utf-8"))
    templates, stages = facts["templates"], facts["parts"][part]
    module = llvm.parse_bitcode(cache.read(Path(templates[stages[0]])))
    for name in stages[1:]:
        module.link_in(llvm.parse_bitcode(cache.read(Path(templates[name]))))
    module.link_in(llvm.parse_assembly(_definitions(module, facts, "step" in stages)))
    module.verify()
    own = object_code.machine(target)
    module.triple, module.data_layout = target.platform.triple, str(own.target_data)
    for name in stages:  # inlining stages into each other costs compile time and gains no speed
        module.get_function(f"gelenk_{name}").add_function_attribute("noinline")
    object_code.optimize(module, {ENTRY, *(f"gelenk_{name}" for name in stages)}, False, target)
    return own.emit_object(module)


def _definitions(module: llvm.ModuleRef, facts: dict[str, Any], first: bool) -> str:
    """Return definitions of the functions that templates call, and of the entry if ``first``."""
    lines, arrays = [], dict[str, str]()
    for function in module.functions:
        kind, _, name = function.name.partition(".")
        result = "ptr" if kind + "." == ARRAY else "i64"
        if kind + "." == NUMBER and name in facts["numbers"]:
            body = f"ret i64 {facts['numbers'][name]}"
        elif kind + "." == ARRAY and name in facts["arrays"]:
            arrays[name] = _constant(name, facts["arrays"][name])
            body = f"ret ptr @constant.{name}"
        elif kind + "." == STAGE and name in facts["templates"]:
            lines.append(f"declare i64 @gelenk_{name}({', '.join(['i64'] * len(facts['kinds'][name]))})")
            body = f"ret i64 ptrtoint (ptr @gelenk_{name} to i64)"
        elif kind + "." in (NUMBER, ARRAY, STAGE):
            fixed = (
                ", !invariant.load !{}" if name.startswith(("model.", "option.")) or result == "ptr" else ""
            )
            body = f"%v = load {result}, ptr %p{fixed}\n  ret {result} %v"
        else:
            continue
        lines.append(f"define {result} @{function.name}(ptr %p) alwaysinline {{\n  {body}\n}}")
    if first:
        compared = {f"model.{name}" for name in CHECKED} | {"data.run"}
        arrays |= {
            n: _constant(n, facts["arrays"][n]) for n in sorted(compared.intersection(facts["arrays"]))
        }
        lines.append(_entry(facts))
    return "\n".join([*lines, *arrays.values(), ""])


def _constant(name: str, words: str) -> str:
    """Return the global with the bytes of a column."""
    data = bytes.fromhex(words)
    text = "".join(f"\\{byte:02X}" for byte in data)
    return f'@constant.{name} = internal constant [{len(data)} x i8] c"{text}", align 64'


def _entry(facts: dict[str, Any]) -> str:
    """Return the entry, which compares fields that programs may change with the constants."""
    lines: list[str] = []

    def new(text: str) -> str:
        lines.append(f"  %v{len(lines)} = {text}")
        return f"%v{len(lines) - 1}"

    def slot(struct: str, base: str, name: str, kind: str) -> str:
        place = new(f"getelementptr i8, ptr {base}, i64 {_PLANS[struct].offset[name]}")
        return new(f"load {kind}, ptr {place}")

    model, data = new("inttoptr i64 %m to ptr"), new("inttoptr i64 %d to ptr")
    bases = {"model": model, "data": data, "option": slot("model", model, "opt", "ptr")}
    differences = []
    for name in (*(f"option.{option}" for option in OPTIONS), "data.nrun"):
        if name in facts["numbers"]:
            struct, _, field = name.partition(".")
            found = slot(struct, bases[struct], field, "i64")
            differences.append(new(f"xor i64 {found}, {facts['numbers'][name]}"))
    for name in (*(f"model.{column}" for column in CHECKED), "data.run"):
        if name in facts["arrays"]:
            struct, _, field = name.partition(".")
            found = slot(struct, bases[struct], field, "ptr")
            size = len(facts["arrays"][name]) // 2
            compared = new(f"call i32 @memcmp(ptr {found}, ptr @constant.{name}, i64 {size})")
            differences.append(new(f"zext i32 {compared} to i64"))
    total = "0"
    for one in differences:
        total = new(f"or i64 {total}, {one}")
    same = new(f"icmp eq i64 {total}, 0")
    head = f"declare i32 @memcmp(ptr, ptr, i64)\ndefine i64 @{ENTRY}(i64 %m, i64 %d, i64 %n) {{\n"
    end = f"""  br i1 {same}, label %fits, label %changed
fits:
  %r = call i64 @{_STEP}(i64 %m, i64 %d, i64 %n)
  ret i64 %r
changed:
  ret i64 -1
}}"""
    return f"declare i64 @{_STEP}(i64, i64, i64)\n" + head + "\n".join([*lines, end])
