"""Instructions of LLVM IR text: parsing and rewriting of lines, and operands by name.

Documents: design / Loops that lanes may share; design / Tangents of kernels

Lines are parsed as calls, conversions, loads, stores, phis or terminators, and are rewritten with another callee,
alignment or label.

Operands have names: values, types, labels, indices. A `Form` is an instruction with its operands parsed once, for
passes that visit each instruction several times.

    load      type, values = (address,)                    store    type, values = (value, address)
    getelementptr   type, values = (base,), rest = indices extractvalue, insertvalue   rest = indices
    phi       type, values, labels                         select   type, values = (condition, yes, no)
    fadd ..   type, values                                 call     type, name, types, values
    casts     type, values, rest = target type             fcmp     type = condition and type, values
"""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gelenk.toolchain.ir_text.tokens import (
    ADDRESS_SPACE,
    NAME,
    SCALAR,
    VALUE,
    Operand,
    closing,
    split_list,
    type_end,
)

_INSTRUCTION = re.compile(rf"^ *(?:({VALUE}) = )?((?:tail |musttail |notail )?[a-z_0-9]+)(?: (.*))?$")
_CALLEE = re.compile(rf"\bcall [^@%(]*(?:(?:\([^()]*\)|{VALUE}(?![-\w$.(]))[^@%(]*)*([@%]{NAME})\(")
# flags, calling convention, attributes of the result
_CALL_WORD = re.compile(r'[a-z]\w*(?:\([^()]*\))? |"[^"]*" ')
_CONVERSION = re.compile(
    rf"^ *({VALUE}) = ([a-z]+) (?:[a-z]+ )*?({SCALAR.pattern}) (\S+) to ({SCALAR.pattern})"
)
_MEMORY = re.compile(
    rf"^ *(?:{VALUE} = (load)|(store)) (?:atomic )?(?:volatile )?"
    rf'([a-z]\w*(?: addrspace\(\d+\))?)(?(2) [^,(\[{{<"]+), ptr{ADDRESS_SPACE} ({VALUE}|@{NAME})(?=,|$)'
)
_MEMORY_WORDS = re.compile(rf"^ *(?:{VALUE} = )?(load|store) (?:atomic )?(?:volatile )?(.*)$")
_POINTER = re.compile(rf"ptr{ADDRESS_SPACE} (.*)$")
_TO = re.compile(rf"\blabel %({NAME})")
_INCOMING = re.compile(rf"\[ ({VALUE}|[^,\]]+), %({NAME}) \]")
_FROM = re.compile(rf"(?<=, )%({NAME})(?= \])")
_ATTACHED = re.compile(r"!(\w+) !(\d+)")
_GLOBAL = re.compile(rf"@({NAME})")
_INDICES = re.compile(r"((?:, i\d+ -?\d+)*)(?!, i\d+ )")
_FAST = re.compile(
    rf"^( *(?:{VALUE} = )?(?:tail |musttail |notail )?(?:f\w+|call|select|phi)) "
    r"(?:(?:reassoc|nsz|arcp|contract|afn|nnan|ninf|fast) )+",
    re.MULTILINE,
)
_BYTES = {"i8": 1, "i16": 2, "i32": 4, "i64": 8, "float": 4, "double": 8, "ptr": 8}
_ELEMENT = re.compile(r"\[\d+ x (.*)\]")


class Instruction(NamedTuple):
    """An instruction: ``%result = opcode rest``; the result may be empty."""

    result: str
    opcode: str
    rest: str


def instruction(line: str) -> Instruction:
    """Parse an instruction; the rest has flags, types, operands and attachments."""
    found = _INSTRUCTION.match(line)
    if found is None:
        raise ValueError(f"not an LLVM instruction: {line}")
    result, opcode, rest = found.groups("")
    return Instruction(result, opcode.rpartition(" ")[2], rest)


def opcode(line: str) -> str:
    """Return the opcode of the instruction that begins in a line; empty if none does."""
    found = _INSTRUCTION.match(line)
    return found[2].rpartition(" ")[2] if found else ""


def assign(result: str, text: str) -> str:
    """Return the line of an instruction with a result."""
    return f"  {result} = {text}"


class Call(NamedTuple):
    """A call of a function by its name, or through a pointer, whose name then begins with %."""

    result: str
    type: str
    name: str
    arguments: list[Operand]


def call(line: str) -> Call | None:
    """Parse a call; return None if the line has none."""
    found = _CALLEE.search(line) if "call " in line else None
    if found is None:
        return None
    head, at = line[: found.start(1)], found.start() + 5
    while word := _CALL_WORD.match(line, at):
        if SCALAR.match(line, at):
            break
        at = word.end()
    result = head.partition(" = ")[0].strip() if " = " in head else ""
    end = closing(line, found.end() - 1)
    arguments = [Operand.parse(part) for part in split_list(line[found.end() : end - 1])]
    return Call(result, line[at : type_end(line, at)], found[1].removeprefix("@"), arguments)


def callee(line: str) -> str | None:
    """Return the name of the function that a line calls, None if there is no call by name."""
    found = _CALLEE.search(line) if "call " in line else None
    return found[1][1:] if found and found[1][0] == "@" else None


def with_callee(line: str, name: str) -> str:
    """Return a line that calls the function ``name`` instead."""
    found = _CALLEE.search(line)
    if found is None:
        raise ValueError(f"not a call: {line}")
    return f"{line[: found.start(1)]}@{name}{line[found.end(1) :]}"


class Conversion(NamedTuple):
    """A conversion between scalar types: ``%result = opcode source value to target``."""

    result: str
    opcode: str
    source: str
    value: str
    target: str


def conversion(line: str) -> Conversion | None:
    """Parse a conversion; return None if the line has none."""
    found = _CONVERSION.match(line) if " to " in line else None
    return Conversion(*found.groups()) if found else None


class Access(NamedTuple):
    """A load or store: the type in memory, the address space, and the pointer."""

    opcode: str
    type: str
    space: int
    pointer: str


def access(line: str) -> Access | None:
    """Parse a load or store; return None if the line has none."""
    if "load " not in line and "store " not in line:
        return None
    found = _MEMORY.match(line)
    if found:
        return Access(found[1] or found[2], found[3], int(found[4] or 0), found[5])
    words = _MEMORY_WORDS.match(line)
    if words is None:
        return None
    end = type_end(words[2])
    pointer = _POINTER.match(split_list(words[2])[1])
    if pointer is None:
        raise ValueError(f"a load or store without a pointer: {line}")
    return Access(words[1], words[2][:end], int(pointer[1] or 0), pointer[2])


def with_alignment(line: str, old: int, new: int) -> str:
    """Return a load or store with another alignment if it has the alignment ``old``."""
    return line.replace(f", align {old}", f", align {new}")


def addresses(text: str, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the constant addresses in a text that lie in some globals, as (name, byte offset).

    An address is a global by itself, or `getelementptr` of scalars or arrays by constant indices, such as
    `getelementptr inbounds ([8 x i8], ptr @name, i64 0, i64 3)`.
    """
    for found in _mentions(tuple(names)).finditer(text):
        constant = _INDICES.match(text, found.end())
        indices = [int(part.split()[1]) for part in constant[1].split(", ")[1:]] if constant else [0, 0, 0]
        if indices:
            kind = text[
                text.rindex("getelementptr ", 0, found.start()) : found.start() - len(", ")
            ].rpartition("(")[2]
            kind = kind[kind.index("[") :] if "[" in kind else kind.rpartition(" ")[2]
            if len(indices) == 2 and indices[0] == 0 and (element := _ELEMENT.fullmatch(kind)):
                kind, indices = element[1], indices[1:]
            if len(indices) > 1 or kind not in _BYTES:
                continue
            yield found[2], indices[0] * _BYTES[kind]
        else:
            yield found[2], 0


@functools.cache
def _mentions(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"ptr{ADDRESS_SPACE} @({'|'.join(map(re.escape, names))})(?![-\w$.])")


def address(text: str) -> tuple[str, int] | None:
    """Return the constant address of a pointer as (global, byte offset), None if variable."""
    if text.startswith("@"):
        return text[1:], 0
    named = _GLOBAL.search(text)
    return next(addresses(text, [named[1]]), None) if named else None


def incoming(text: str) -> list[tuple[str, str]]:
    """Return the values and labels of a phi instruction."""
    return _INCOMING.findall(text)


def successors(line: str) -> list[str]:
    """Return the labels that a terminator branches to, in order."""
    return _TO.findall(line)


def with_incoming(line: str, labels: dict[str, str]) -> str:
    """Return a phi instruction with labels renamed."""
    return _FROM.sub(lambda found: "%" + labels.get(found[1], found[1]), line)


def with_successor(line: str, label: str, other: str) -> str:
    """Return a line of a terminator with one label renamed."""
    return _TO.sub(lambda found: f"label %{other}" if found[1] == label else found[0], line)


def attachment(line: str, kind: str) -> str | None:
    """Return the number of the attached metadata node, such as 3 in `!tbaa !3`."""
    return next((number for name, number in _ATTACHED.findall(line) if name == kind), None)


def without_fast_math(text: str) -> str:
    """Remove the fast-math flags of all instructions."""
    return _FAST.sub(r"\1 ", text)


def branch_targets(line: str) -> list[str]:
    """Return the labels of the blocks that the last instruction of a block may go to."""
    return re.findall(r"label %([-\w$.]+|\"[^\"]*\")", line)


# Operands of instructions

_FLAG_WORDS = (
    "reassoc nsz arcp contract afn nnan ninf fast inbounds nuw nsw nusw exact disjoint nneg samesign volatile"
)
_FLAGS = frozenset(_FLAG_WORDS.split())
_ARITHMETIC = frozenset(("fadd", "fsub", "fmul", "fdiv", "frem"))
_CAST_WORDS = (
    "inttoptr ptrtoint bitcast fptosi fptoui sitofp uitofp fpext fptrunc sext zext trunc addrspacecast"
)
_CASTS = frozenset(_CAST_WORDS.split())
MEMORY_FUNCTIONS = ("llvm.memset", "llvm.memcpy", "llvm.memmove")


class Form(NamedTuple):
    """An instruction with its operands; the module's table says what each opcode fills."""

    line: str
    result: str
    opcode: str
    flags: str = ""
    type: str = ""
    values: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    name: str = ""


def form(line: str) -> Form:
    """Parse an instruction; opcodes without operands of interest only keep their line."""
    result, opcode, rest = instruction(line)
    if opcode == "call":
        return _call(line)
    words = rest.split(" ")
    count = 0
    while count < len(words) and words[count] in _FLAGS:
        count += 1
    flags, rest = " ".join(words[:count]), " ".join(words[count:])
    head = Form(line, result, opcode, flags)
    if opcode == "alloca":
        return head._replace(type=rest[: type_end(rest)])
    if opcode == "phi":
        pairs = incoming(rest)
        return head._replace(
            type=rest[: type_end(rest)],
            values=tuple(value.strip() for value, _ in pairs),
            labels=tuple(label for _, label in pairs),
        )
    if opcode in _CASTS:
        found, _, target = rest.partition(" to ")
        operand = Operand.parse(found)
        return head._replace(type=operand.type, values=(operand.value,), rest=(target.partition(",")[0],))
    parts = split_list(rest)
    if opcode == "fcmp":
        condition, _, first = parts[0].partition(" ")
        operand = Operand.parse(first)
        return head._replace(type=f"{condition} {operand.type}", values=(operand.value, parts[1]))
    if opcode == "load":
        return head._replace(type=parts[0], values=(Operand.parse(parts[1]).value,), rest=tuple(parts[2:]))
    if opcode == "getelementptr":
        return head._replace(type=parts[0], values=(Operand.parse(parts[1]).value,), rest=tuple(parts[2:]))
    if opcode in ("store", "select", "extractvalue", "insertvalue", "fneg", "freeze", *_ARITHMETIC):
        return _operands(head, parts)
    return head


def _operands(head: Form, parts: list[str]) -> Form:
    first = Operand.parse(parts[0])
    if head.opcode in ("fneg", "freeze"):
        return head._replace(type=first.type, values=(first.value,))
    if head.opcode in _ARITHMETIC:
        return head._replace(type=first.type, values=(first.value, parts[1]))
    if head.opcode == "extractvalue":
        indices = tuple(part for part in parts[1:] if not part.startswith("!"))
        return head._replace(type=first.type, values=(first.value,), rest=indices)
    second = Operand.parse(parts[1])
    if head.opcode == "insertvalue":
        indices = tuple(part for part in parts[2:] if not part.startswith("!"))
        return head._replace(
            type=first.type, types=(first.type, second.type), values=(first.value, second.value), rest=indices
        )
    if head.opcode == "select":
        third = Operand.parse(parts[2])
        return head._replace(
            type=second.type, types=(first.type,), values=(first.value, second.value, third.value)
        )
    return head._replace(type=first.type, values=(first.value, second.value))


def _call(line: str) -> Form:
    found = call(line)
    if found is None:
        raise ValueError(f"unsupported call: {line}")
    return Form(
        line,
        found.result,
        "call",
        type=found.type,
        values=tuple(a.value for a in found.arguments),
        types=tuple(a.type for a in found.arguments),
        name=found.name,
    )


def element_type(aggregate: str, indices: tuple[str, ...]) -> str:
    """Return the type of a part of an aggregate."""
    for index in indices:
        if aggregate.startswith("["):
            aggregate = aggregate[aggregate.index(" x ") + 3 : -1].strip()
        else:
            aggregate = split_list(aggregate.strip("<>").strip()[1:-1].strip())[int(index)]
    return aggregate


def parameters(head: str, name: str) -> list[Operand]:
    """Return the parameters of a define line of the function ``name``."""
    at = head.index(f"@{name}(") + len(name) + 1
    depth = 0
    for end in range(at, len(head)):
        depth += (head[end] == "(") - (head[end] == ")")
        if depth == 0:
            break
    return [Operand.parse(part) for part in split_list(head[at + 1 : end])]


def around_parameters(head: str, name: str) -> tuple[str, str, str]:
    """Return what precedes the name of a define line, its parameters, and what follows them."""
    at = head.index(f"@{name}(")
    open_ = at + len(name) + 1
    depth = 0
    for end in range(open_, len(head)):
        depth += (head[end] == "(") - (head[end] == ")")
        if depth == 0:
            break
    return head[:at], head[open_ + 1 : end], head[end + 1 :]
