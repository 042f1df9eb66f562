"""Docstrings and signatures of the documented functions, from handwritten text and tables.

Documents: API / Functions; design / One source of truth

Docstrings: the sentence, formulas, and lines that begin with one of SECTIONS are written by hand. The tables provide
the arguments with type, shape and unit, the fields read and written, the errors of arguments, and the source if none is
given.

Signatures of the documented functions, parsed from the rows of tables/functions.
"""

from collections.abc import Iterator
from typing import NamedTuple

from gelenk.tables import fields_data
from gelenk.tables.field_rows import Field, Group
from gelenk.tables.functions import GROUPS, NOTES
from gelenk.tables.stage_writes import told

MISSING = object()  # default of a required argument
STORAGE = {"": "float64", "i": "int32", "s": "float32", "b": "uint8"}


class Argument(NamedTuple):
    """One argument; ``kind`` is as in the table, without the parts in the other fields."""

    name: str
    kind: str  # m, d, i, f, s, b, o; R or W: an array; else the name of a struct
    optional: bool  # may be None
    default: object
    below: str  # size that bounds an index
    dtype: str  # dtype of an array
    form: str  # shape of an array: n, mn, a number, *number, or entries in parentheses

    @property
    def shape(self) -> tuple[str, ...]:
        """Entries of the shape of an array; () if any shape is allowed."""
        if self.form.startswith("("):
            return tuple(self.form[1:-1].split(","))
        return () if self.form.startswith("*") else (self.form,) if self.form != "mn" else ("m", "n")

    @property
    def is_matrix(self) -> bool:
        """Whether the first line of the docstring shows an array as a matrix [m, n]."""
        return self.form == "mn" or "," in self.form or self.form.startswith("*")


class Signature(NamedTuple):
    """One function: arguments, result, fields that it reads and writes, notes, group."""

    arguments: tuple[Argument, ...]
    result: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    notes: dict[str, tuple[str, str]]  # argument -> unit, meaning
    group: Group


def _argument(text: str) -> Argument:
    name, _, kind = text.partition(":")
    kind, equals, value = kind.partition("=")
    default = MISSING if not equals else None if value == "None" else int(value)
    optional = kind.endswith("?")
    if optional:
        kind = kind[:-1]
    if kind[0] in "RW":
        letter = kind[1] if kind[1] in "isb" else ""
        return Argument(name, kind[0], optional, default, "", STORAGE[letter], kind[1 + len(letter) :])
    kind, _, below = kind.partition("<")
    return Argument(name, kind, optional, default, below, "", "")


def _note(line: str) -> tuple[str, tuple[str, str]]:
    """Split ``name [unit]: meaning`` into (name, (unit, meaning))."""
    head, _, meaning = line.partition(": ")
    name, _, unit = head.partition(" ")
    return name, (unit[1:-1], meaning)


def _rows(group: Group) -> Iterator[tuple[str, Signature]]:
    common = dict(
        _note(line.strip()) for text in (NOTES, group.notes) for line in text.split("\n") if line.strip()
    )
    row: list[str] = []
    for line in [*group.rows.replace(" \\\n", "").split("\n"), "end"]:
        if line[:1] == " ":
            row.append(line.strip())
        elif line:
            if row:
                yield _signature(row, common, group)
            row = [line]


def _signature(row: list[str], common: dict[str, tuple[str, str]], group: Group) -> tuple[str, Signature]:
    head, _, result = row[0].partition(" -> ")
    name, *arguments = head.split()
    fields: dict[str, tuple[str, ...]] = {"reads": (), "writes": ()}
    notes = {}
    for line in row[1:]:
        word, _, rest = line.partition(" ")
        if word in fields:
            fields[word] += tuple(rest.split())
        else:
            key, note = _note(line)
            notes[key] = note
    parsed = tuple(map(_argument, arguments))
    notes = {a.name: notes.get(a.name) or common.get(a.name, ("", "")) for a in parsed}
    return name, Signature(parsed, result, fields["reads"], fields["writes"] or told(name), notes, group)


SIGNATURES: dict[str, Signature] = dict(row for group in GROUPS for row in _rows(group))

_TYPES = {
    "m": "mujoco._structs.MjModel",
    "d": "mujoco._structs.MjData",
    "i": "typing.SupportsInt",
    "f": "typing.SupportsFloat",
    "s": "str",
    "b": "bool",
    "o": "object",
    "CapsuleType": "typing_extensions.CapsuleType",
    "MjrContext": "mujoco._render.MjrContext",
    "MjrRect": "mujoco._render.MjrRect",
}


def _type(a: Argument) -> str:
    """Return the type of an argument as the bindings of 3.5.0 write it."""
    if not a.dtype:
        text = _TYPES.get(a.kind) or f"mujoco._structs.{a.kind}"
    else:
        if a.form == "*":
            text = f"typing.Annotated[numpy.typing.ArrayLike, numpy.{a.dtype}]"
            return f"{text} | None" if a.optional else text
        shape = "[m, n]" if a.is_matrix else "[m, 1]" if not a.form.isdecimal() else f"[{a.form}, 1]"
        if a.kind == "R":
            text = f'typing.Annotated[numpy.typing.ArrayLike, numpy.{a.dtype}, "{shape}"]'
        else:
            order = ', "flags.c_contiguous"' if a.is_matrix else ""
            text = f'typing.Annotated[numpy.typing.NDArray[numpy.{a.dtype}], "{shape}", "flags.writeable"{order}]'
    return f"{text} | None" if a.optional else text


def first_line(name: str) -> str:
    """Return the first line of a function's docstring, which programs parse."""
    row = SIGNATURES[name]
    parts = [
        f"{a.name}: {_type(a)}" + ("" if a.default is MISSING else f" = {a.default}") for a in row.arguments
    ]
    return f"{name}({', '.join(parts)}) -> {row.result}"


# Docstrings

SECTIONS = ("Arguments", "Returns", "Reads", "Writes", "Frame", "Calls", "Warns", "Errors", "Source")
_INDENT = 11  # width of the column of section names
_LINE_CHARACTERS = 108

FIELDS: dict[str, Field] = {f.name: f for f in (*fields_data.SCALARS, *fields_data.DATA, *fields_data.ROWS)}
FIELDS["contact"] = Field("contact", "MjContact", ("ncon",))
_PLAIN = {"m": "MjModel", "d": "MjData", "i": "int", "f": "float", "s": "str", "b": "bool", "o": "callable"}
_PLAIN["CapsuleType"] = "asset cache"


def described(a: Argument, unit: str) -> str:
    """Return type, shape and unit of an argument in words."""
    if a.dtype:
        shape = {"n": "n", "mn": "m, n"}.get(a.form) or a.form.strip("()").replace(",", ", ")
        count = f"{a.form[1:]} elements of any shape" if a.form[1:] else "elements of any shape"
        text = f"{a.dtype} ({shape})" if a.form[0] != "*" else f"{a.dtype}, {count}"
        text = f"writable {text}" if a.kind == "W" else text
    else:
        text = _PLAIN.get(a.kind, a.kind)
        text = f"{text}, 0 to {a.below} - 1" if a.below else text
    text = f"{text} [{unit}]" if unit else text
    return f"{text} or None" if a.optional else text


def field_text(name: str) -> str:
    """Return a field with shape and unit: ``xpos (nbody, 3) [m]``."""
    f = FIELDS[name]
    shape = f" ({', '.join(map(str, f.shape))})" if f.shape else ""
    return f"{name}{shape}" + (f" [{f.unit}]" if f.unit else "")


def _arguments(row: Signature) -> list[str]:
    width = max((len(a.name) for a in row.arguments), default=0)
    lines = []
    for a in row.arguments:
        unit, meaning = row.notes[a.name]
        lines += _wrapped(f"{a.name:<{width}}  {described(a, unit)}: {meaning}", width + 2)
    return lines


def _wrapped(line: str, margin: int) -> list[str]:
    """Wrap a line to the width, indenting the following lines."""
    parts = []
    while len(line) > _LINE_CHARACTERS - _INDENT:
        end = line.rfind(" ", margin + 1, _LINE_CHARACTERS - _INDENT)
        parts.append(line[:end])
        line = " " * margin + line[end + 1 :]
    return [*parts, line]


def _fields(names: tuple[str, ...]) -> list[str]:
    """Return the fields separated by commas, wrapped to the width of docstrings."""
    lines = [""]
    for name in names:
        text = field_text(name)
        if lines[-1] and len(lines[-1]) + len(text) + 2 > _LINE_CHARACTERS - _INDENT:
            lines[-1] += ","
            lines.append("")
        lines[-1] += f", {text}" if lines[-1] else text
    return lines


def _errors(row: Signature) -> list[str]:
    lines = ["TypeError: an argument is missing, or has a wrong type or shape"] if row.arguments else []
    kinds = [a.kind for a in row.arguments]
    if "m" in kinds and "d" in kinds:
        datas = " or ".join(a.name for a in row.arguments if a.kind == "d")
        lines.append(f"ValueError: {datas} was made for a model of other sizes")
    lines += [f"IndexError: {a.name} is not in 0 to {a.below} - 1" for a in row.arguments if a.below]
    return lines


def _dedent(text: str) -> list[str]:
    """Return the lines of a docstring without the indentation of the code."""
    lines = text.rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()), default=0)
    return [lines[0].strip(), *(line[margin:].rstrip() for line in lines[1:])]


def split(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """Split a handwritten docstring into (lines before the sections, section -> lines)."""
    body: list[str] = []
    sections: dict[str, list[str]] = {}
    current = body
    for line in _dedent(text):
        word = line.partition(" ")[0]
        if word in SECTIONS and line[len(word) : len(word) + 2] == "  ":
            current = sections.setdefault(word, [])
            line = line[len(word) :]
        elif current is body:
            body.append(line)
            continue
        if line.strip():
            current.append(line.strip())
    while body and not body[-1]:
        body.pop()
    return body, sections


def docstring(name: str, text: str) -> str:
    """Return the whole docstring of function ``name``, given its handwritten ``text``."""
    row = SIGNATURES[name]
    body, given = split(text)
    made = {
        "Arguments": _arguments(row) if row.arguments else [],
        "Reads": _fields(row.reads) if row.reads else [],
        "Writes": _fields(row.writes) if row.writes else [],
        "Errors": _errors(row),
        "Source": [] if "Source" in given else [row.group.source],
    }
    lines = [first_line(name), "", *body, ""]
    for section in SECTIONS:
        entries = made.get(section, []) + given.get(section, [])
        for i, entry in enumerate(entries):
            lines.append(f"{section if i == 0 else '':<{_INDENT}}{entry}")
    return "\n".join(lines)
