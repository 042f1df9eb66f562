"""Operands of LLVM instructions by name: values, types, labels, indices.

Documents: design / Tangents of kernels

A `Form` is an instruction with its operands parsed once, for passes that visit each instruction several times.

    load      type, values = (address,)                    store    type, values = (value, address)
    getelementptr   type, values = (base,), rest = indices extractvalue, insertvalue   rest = indices
    phi       type, values, labels                         select   type, values = (condition, yes, no)
    fadd ..   type, values                                 call     type, name, types, values
    casts     type, values, rest = target type             fcmp     type = condition and type, values
"""

from typing import NamedTuple

from gelenk.toolchain.ir_text.instructions import call, incoming, instruction
from gelenk.toolchain.ir_text.tokens import Operand, split_list, type_end

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
    """Parse an instruction; opcodes without operands of interest keep their line alone."""
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
