"""Rewriting: functions of LLVM text that carry tangents beside their numbers.

Documents: design / Tangents of kernels

    double x            x.tan: k tangents, <k x double>        pointer p    p.tan: its shadow (rules.py)
    load, store         of the tangents at the shadow          phi, select  phi, select of tangents and shadows
    call f(a, ..)       f.tan(a, .., shadows and tangents)     call through the stage table: through its shadow
    integers, branches  unchanged
"""

from collections.abc import Iterable

from gelenk.toolchain.ir_text.functions import functions, metadata_nodes, symbols, without_groups
from gelenk.toolchain.ir_text.instructions import Form, around_parameters
from gelenk.toolchain.ir_text.tokens import word_replacer
from gelenk.toolchain.tangents import rules
from gelenk.toolchain.tangents.activity import DTYPE, INTEGER, STAGE_TABLE, Activity, Body, NoRule, body_of
from gelenk.toolchain.tangents.rules import STRUCTS, scalars_at

SUFFIX = ".tan"
_PLAIN = INTEGER | {"label", "fence"}


def tangent_name(value: str) -> str:
    """Return the name of a value's tangents, or of its shadow."""
    return f'{value[:-1]}{SUFFIX}"' if value.endswith('"') else f"{value}{SUFFIX}"


class Rewriter:
    """Writes one function with tangents; the subclass `tape.Recorder` records on a tape."""

    undefined = ""  # text of an undefined shadow
    extra = ""  # text of an additional argument of functions and stages

    def __init__(self, activity: Activity, body: Body, columns: int, alias: tuple[str, str]) -> None:
        self.activity, self.body, self.columns = activity, body, columns
        self.vector, self.zero = f"<{columns} x double>", "zeroinitializer"
        self.align = 8 * columns
        self.alias, self.tape_alias = alias
        self.lines: list[str] = []
        self.used: dict[str, int] = {}
        self._count = 0
        self._shadowed = word_replacer({"double": self.vector})

    # interface of rules (rules.Writer)

    def put(self, text: str, name: str = "") -> str:
        """Append ``name = text``, by default with a new name; return the name."""
        if not name:
            self._count += 1
            name = f"%tan.{self._count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def varies(self, value: str) -> bool:
        """Return whether a value varies."""
        return self.activity.varies(self.body.name, value)

    def tangent(self, value: str) -> str:
        """Return the tangents of a value, zero if the value does not vary."""
        return tangent_name(value) if self.varies(value) else self.zero

    def _linear(self, partials: rules.Partials, y: str) -> None:
        """Append the tangents of y, by the chain rule."""
        out = tangent_name(y)
        if isinstance(partials, rules.Choice):
            yes, no = (f"{self.vector} {self.tangent(value)}" for value in partials[1:])
            self.put(f"select i1 {partials.condition}, {yes}, {no}", out)
            return
        total, left = "", [(value, slope) for value, slope in partials if self.varies(value)]
        for i, (value, slope) in enumerate(left):
            name = out if i == len(left) - 1 else ""
            part, op = self.tangent(value), "fadd"
            if slope == rules.MINUS_ONE:
                op = "fsub" if total else "fneg"
            elif not rules.is_one(slope):
                part = self._scale(part, slope, "" if total else name)
                if part == name:
                    return
            if total:
                total = self.put(f"{op} {rules.FAST}{self.vector} {total}, {part}", name)
            elif op == "fneg":
                total = self.put(f"fneg {rules.FAST}{self.vector} {part}", name)
            else:
                total = part
        if total != out:  # no new value if total is a tangent of an operand, or zero
            self.put(f"bitcast {self.vector} {total or self.zero} to {self.vector}", out)

    def _moves(self, x: str, y: str) -> str:
        """Append the test whether the tangents of two values differ (i1)."""
        each = self.put(f"fcmp une {self.vector} {self.tangent(x)}, {self.tangent(y)}")
        bits = self.put(f"bitcast <{self.columns} x i1> {each} to i{self.columns}")
        return self.put(f"icmp ne i{self.columns} {bits}, 0")

    def _scale(self, tangents: str, factor: str, name: str = "") -> str:
        """Append tangents times a double."""
        if factor.startswith("%"):
            one = self.put(f"insertelement {self.vector} poison, double {factor}, i32 0")
            mask = f"<{self.columns} x i32> zeroinitializer"
            factor = self.put(f"shufflevector {self.vector} {one}, {self.vector} poison, {mask}")
        else:
            factor = "<" + ", ".join([f"double {factor}"] * self.columns) + ">"
        return self.put(f"fmul {rules.FAST}{self.vector} {tangents}, {factor}", name)

    def use(self, function: str, arguments: int = 1) -> str:
        """Return the symbol of an intrinsic function of doubles, and declare it."""
        self.used[function] = arguments
        return function

    # shadows

    def has_shadow(self, value: str) -> bool:
        """Return whether a pointer or an aggregate has a shadow."""
        return any(
            origin[0] != "array" or origin[1] == STAGE_TABLE or DTYPE.get(origin[1], "float64") == "float64"
            for origin in self.activity.of(self.body.name, value)
        )

    def shadow(self, value: str, kind: str) -> str:
        """Return the tangents and shadows of an operand of any type with doubles or pointers."""
        if kind == "double":
            return self.tangent(value)
        if value in ("undef", "poison"):
            return self.undefined or value
        if self.has_shadow(value) or self.varies(value):
            return tangent_name(value)
        return "null" if kind == "ptr" else "zeroinitializer"

    def text(self) -> str:
        """Return the function with tangents."""
        body = self.body
        before, parameters, _ = around_parameters(body.head, body.name)
        extra = [
            f"{self._shadowed(kind)} {tangent_name(value)}"
            for value, kind in zip(body.names, body.types, strict=True)
            if self.carried(value)
        ]
        extra += filter(None, [self.extra])
        name = tangent_name(f"@{body.name}")
        self.lines = [f"{before}{name}({', '.join([parameters, *extra])}) {{"]
        for i, (label, forms) in enumerate(self._blocks()):
            if i or not label.isdigit():
                self.lines.append(f"{label}:")
            self._begin_block(i)
            for one in forms:
                self._write(one)
        return "\n".join([*self.lines, "}"])

    def _blocks(self) -> Iterable[tuple[str, tuple[Form, ...]]]:
        """Return the blocks in the order in which they are written."""
        return self.body.blocks

    def _begin_block(self, i: int) -> None:
        """Append the first instructions of a block."""

    def carried(self, value: str) -> bool:
        """Return whether a parameter is followed by its tangents or shadow."""
        return self.has_shadow(value) or self.varies(value)

    def _write(self, one: Form) -> None:
        opcode, y = one.opcode, one.result
        if opcode == "call":
            self._call(one)
            return
        if opcode == "fcmp" and self._is_exact_test(one):
            return
        self.lines.append(one.line)
        if opcode in _PLAIN:
            return
        active, out = self.varies(y), tangent_name(y)
        if opcode == "alloca":
            self.put(f"alloca {self._shadowed(one.type)}, align {self.align}", out)
        elif opcode == "load":
            self._load(one)
        elif opcode == "store":
            self._store(one)
        elif opcode == "getelementptr":
            if self.has_shadow(y):
                base = tangent_name(one.values[0])
                self.put(f"getelementptr {self._shadowed(one.type)}, ptr {base}, {', '.join(one.rest)}", out)
        elif opcode in ("inttoptr", "ptrtoint", "bitcast"):
            self._cast(one)
        elif opcode in ("fadd", "fsub", "fmul", "fdiv", "frem"):
            if active:
                self._linear(rules.binary(self, opcode, one.values, y), y)
        elif opcode == "fneg":
            if active:
                self._linear(rules.negative(self, one.values, y), y)
        elif opcode == "phi":
            if active or self.has_shadow(y):
                pairs = zip(one.values, one.labels, strict=True)
                found = ", ".join(f"[ {self.shadow(v, one.type)}, %{label} ]" for v, label in pairs)
                self.put(f"phi {self._shadowed(one.type)} {found}", out)
        elif opcode == "select" and one.type == "double":
            if active:
                self._linear(rules.Choice(*one.values), y)
        elif opcode in ("select", "insertvalue", "extractvalue", "freeze"):
            if active or self.has_shadow(y):
                self._aggregate(one)
        elif opcode not in ("fpext", "fptrunc") or any(map(self.varies, one.values)):
            raise NoRule(self.body, one.line, "no rule for this instruction")

    def _is_exact_test(self, one: Form) -> bool:
        """Append x == y as false, or x != y as true, where the tangents of x and y differ.

        Kernels skip work where a value is exactly 0 or 1, as for zeros of sparse vectors, even if its tangents are not
        zero. The branch for x != y gives the same value, with its tangents. Return whether the instruction is a test
        x == y or x != y.
        """
        kind, (x, y) = one.type, one.values
        if kind not in ("une double", "oeq double") or not (self.varies(x) or self.varies(y)):
            return False
        number, moves = self.put(f"fcmp {kind} {x}, {y}"), self._moves(x, y)
        if kind.startswith("oeq"):
            self.put(f"and i1 {number}, {self.put(f'xor i1 {moves}, true')}", one.result)
        else:
            self.put(f"or i1 {number}, {moves}", one.result)
        return True

    def _aggregate(self, one: Form) -> None:
        """Append select, insertvalue, extractvalue and freeze of tangents and shadows."""
        kind, out = self._shadowed(one.type), tangent_name(one.result)
        if one.opcode == "freeze":
            self.put(f"freeze {kind} {self.shadow(one.values[0], one.type)}", out)
        elif one.opcode == "select":
            yes, no = (f"{kind} {self.shadow(value, one.type)}" for value in one.values[1:])
            self.put(f"select {one.types[0]} {one.values[0]}, {yes}, {no}", out)
        elif one.opcode == "extractvalue":
            self.put(
                f"extractvalue {kind} {self.shadow(one.values[0], one.type)}, {', '.join(one.rest)}", out
            )
        else:
            part = one.types[1]
            carries = "double" in part or "ptr" in part
            element = self.shadow(one.values[1], part) if carries else one.values[1]
            base = self.shadow(one.values[0], one.type)
            self.put(
                f"insertvalue {kind} {base}, {self._shadowed(part)} {element}, {', '.join(one.rest)}", out
            )

    def _cast(self, one: Form) -> None:
        value = one.values[0]
        if self.varies(value):
            raise NoRule(self.body, one.line, "the bits of a varying double are used")
        if self.has_shadow(value):
            self.put(
                f"{one.opcode} {one.type} {tangent_name(value)} to {one.rest[0]}", tangent_name(one.result)
            )

    # memory

    def _scalar(self, pointer: str) -> str:
        """Return the address of the tangents of a scalar in a struct or an element of an array."""
        places = {o for o in self.activity.of(self.body.name, pointer) if o[0] == "struct"}
        if not places:
            return tangent_name(pointer)
        if len(places) > 1:
            raise NoRule(self.body, pointer, "a pointer may point to several offsets in structs")
        _, struct, offset = places.pop()
        further = scalars_at(STRUCTS[struct]) + (self.columns - 1) * offset
        return self.put(f"getelementptr i8, ptr {tangent_name(pointer)}, i64 {further}")

    def _load(self, one: Form) -> None:
        pointer, out = one.values[0], tangent_name(one.result)
        if one.type == "ptr" and self.has_shadow(one.result):
            tags = [part for part in one.rest if part.startswith(("!tbaa", "!invariant"))]
            self.put(", ".join([f"load ptr, ptr {tangent_name(pointer)}, align 8", *tags]), out)
        elif one.type == "i64" and self.has_shadow(one.result):
            self.put(f"load i64, ptr {tangent_name(pointer)}, align 8", out)
        elif self.varies(one.result) or (one.type[0] in "[{" and self.has_shadow(one.result)):
            kind = self._shadowed(one.type)
            alias = self.alias if one.type == "double" else ""
            self.put(
                f"load {kind}, ptr {self._scalar(pointer)}, align {self._alignment(one.type)}{alias}", out
            )

    def _alignment(self, kind: str) -> int:
        return self.align if "double" in kind else 8

    def _store(self, one: Form) -> None:
        value, pointer = one.values
        if "double" in one.type and self.activity.memory_varies(self.body.name, pointer):
            self._refuse_held(one, pointer)
            shadow = f"{self._shadowed(one.type)} {self.shadow(value, one.type)}"
            alias = self.alias if one.type == "double" else ""
            self.lines.append(f"  store {shadow}, ptr {self._scalar(pointer)}, align {self.align}{alias}")
        elif "ptr" in one.type and any(o[0] == "local" for o in self.activity.of(self.body.name, pointer)):
            shadow = f"{self._shadowed(one.type)} {self.shadow(value, one.type)}"
            self.lines.append(f"  store {shadow}, ptr {tangent_name(pointer)}, align 8")

    def _refuse_held(self, one: Form, pointer: str) -> None:
        """Raise NoRule if a pointer may also point to fields that carry no tangents."""
        mixed = self.activity.fields(self.body.name, pointer) - self.activity.varying
        mixed = {name for name in mixed if DTYPE.get(name, "") == "float64"}
        if mixed:
            names = ", ".join(sorted(mixed))
            raise NoRule(
                self.body, one.line, f"a store may go to varying fields and to {names}, which do not vary"
            )

    # calls

    def _call(self, one: Form) -> None:
        function = self.activity.bodies.get(one.name)
        if one.name.startswith(("llvm.lifetime", "llvm.experimental.noalias")):
            return
        if one.name.startswith("%"):
            self._call_stage(one)
            return
        if function is None:
            self.lines.append(without_groups(one.line))
            if self.varies(one.result):
                rule = rules.FUNCTIONS.get(rules.function_of(one.name))
                if rule is None:
                    raise NoRule(self.body, one.line, f"no rule for the function {one.name}")
                self._linear(rule(self, one.values, one.result), one.result)
            return
        if not carries(self.activity, function):
            self.lines.append(without_groups(one.line))
            return
        callee = type(self)(self.activity, function, self.columns, (self.alias, self.tape_alias))
        arguments = [f"{kind} {value}" for kind, value in zip(one.types, one.values, strict=True)]
        for parameter, kind, value in zip(function.names, function.types, one.values, strict=True):
            if callee.carried(parameter):
                arguments.append(f"{self._shadowed(kind)} {self.shadow(value, kind)}")
        arguments += filter(None, [self.extra])
        made = f"call {one.type} {tangent_name(f'@{one.name}')}({', '.join(arguments)})"
        self._append_call(f"  {one.result} = {made}" if one.result else f"  {made}")

    def _append_call(self, line: str) -> None:
        """Append a call of a function with tangents."""
        self.lines.append(line)

    def _call_stage(self, one: Form) -> None:
        """Append the call of a stage with tangents, by the shadow of the stage table."""
        if not self.has_shadow(one.name):
            raise NoRule(self.body, one.line, "a call of an unknown address")
        arguments = [f"{kind} {value}" for kind, value in zip(one.types, one.values, strict=True)]
        arguments += [f"i64 {tangent_name(value)}" for value in one.values if self.has_shadow(value)]
        arguments += filter(None, [self.extra])
        made = f"call {one.type} {tangent_name(one.name)}({', '.join(arguments)})"
        self._append_call(f"  {one.result} = {made}" if one.result else f"  {made}")


def carries(activity: Activity, body: Body) -> bool:
    """Return whether a function needs tangents: an argument is an MjData, or varies."""
    owners = {name.partition(".")[0] for name in activity.varying}
    for value in body.names:
        if activity.varies(body.name, value):
            return True
        for origin in activity.of(body.name, value):
            if origin[0] == "struct" and origin[1] in owners | {"data"}:
                return True
            if origin[0] == "local" and (origin in activity.local_varies or activity.stored.get(origin)):
                return True
            if origin[0] == "array" and origin[1] in activity.varying:
                return True
    return False


def with_tangents(
    text: str,
    entries: dict[str, tuple[str, str]],
    varying: frozenset[str],
    columns: int,
    writer_of: type[Rewriter] = Rewriter,
) -> str:
    """Return a module whose entries carry tangents.

    entries  entry function -> (kinds of its arguments, new name); the new function has further arguments, the addresses
             of the shadows of m, d and of float arrays
    varying  fields that carry tangents
    columns  number of tangents of each value
    writer_of   class that writes the functions
    Errors   NoRule: an instruction has no rule; the message names kernel and instruction
    """
    parts, named = functions(text)
    activity = Activity(
        map(body_of, named.values()), varying, {name: kinds for name, (kinds, _) in entries.items()}
    )
    rest = "\n".join(part for part in parts if isinstance(part, str))
    alias, tags = _aliases(rest)
    made, used = [], dict[str, int]()
    for body in activity.bodies.values():
        if body.name in entries or carries(activity, body):
            writer = writer_of(activity, body, columns, alias)
            made.append(writer.text())
            used |= writer.used
        if body.name not in entries:
            made.append(named[body.name].text())
    known = symbols(rest)
    declared = [
        f"declare double @{name}({', '.join(['double'] * n)})"
        for name, n in used.items()
        if name not in known
    ]
    return "\n".join([rest, *declared, *made, *_entries(entries, writer_of.extra), *tags, ""])


def _aliases(text: str) -> tuple[tuple[str, str], list[str]]:
    """Return the alias tags of accesses to tangents and to a tape, and their metadata nodes."""
    nodes = metadata_nodes(text)
    root = next((number for number, elements in nodes.items() if elements == ['!"gelenk"']), None)
    if root is None:
        return ("", ""), []
    tags, made = list[str](), list[str]()
    for name in ("tangent", "tape"):
        node = max(map(int, nodes)) + 1 + len(made)
        made += [f'!{node} = !{{!"{name}", !{root}, i64 0}}', f"!{node + 1} = !{{!{node}, !{node}, i64 0}}"]
        tags.append(f", !tbaa !{node + 1}")
    return (tags[0], tags[1]), made


def _entries(entries: dict[str, tuple[str, str]], extra: str) -> Iterable[str]:
    """Return the text of the exported functions, which call the entries with tangents."""
    for name, (kinds, new) in entries.items():
        types = {"f": "double"}
        arguments = [f"{types.get(kind, 'i64')} %a{i}" for i, kind in enumerate(kinds)]
        arguments += [f"i64 %s{i}" for i, kind in enumerate(kinds) if kind in "mdF"]
        listed = ", ".join(filter(None, [*arguments, extra]))
        yield f"define i64 @{new}({listed}) {{\n  %r = call i64 @{name}{SUFFIX}({listed})\n  ret i64 %r\n}}"
