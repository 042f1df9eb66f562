"""Signatures of the documented functions, parsed from the rows of tables/functions.

Documents: API / Functions
"""

from collections.abc import Iterator
from typing import NamedTuple

from gelenk.tables.field_rows import Group
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
