"""Tokens, types and typed values of LLVM IR text.

Documents: design / Loops that lanes may share
"""

import functools
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

NAME = r'(?:"[^"]*"|[-a-zA-Z$._0-9]+)'
VALUE = rf"%{NAME}"
# a word or a number by itself: no part of a name, an attribute group or a longer number
_BEFORE, _AFTER = r'(?<![-\w$.%@!#"])', r"(?![-\w$.])"
_REAL = re.compile(rf"{_BEFORE}(?:0x[0-9A-Fa-f]{{16}}|-?\d+\.\d+(?:e[+-]?\d+)?){_AFTER}")
_FUNCTION_NAME = re.compile(rf"@({NAME})(?=\()")
_INTRINSIC = re.compile(r"@llvm\.[\w.]+")
ADDRESS_SPACE = r"(?: addrspace\((\d+)\))?"

_SIMPLE = r"ptr(?: addrspace\(\d+\))?|i\d+|half|bfloat|float|double|fp128|x86_fp80|void|label|metadata|token"
SCALAR = re.compile(rf"(?:{_SIMPLE}|{VALUE})(?![\w.])")
_OPEN_OR_CLOSE = re.compile(r'"[^"]*"|[\[{(<]|[\]})>]')
_SEPARATOR = re.compile(r'"[^"]*"|[\[{(<,]|[\]})>]')
# attributes of parameters, which precede a value; some have arguments in parentheses
_ATTRIBUTES = (
    "noundef nonnull noalias nocapture nofree readonly readnone writeonly returned immarg zeroext signext inreg "
    "writable captures range align dereferenceable dereferenceable_or_null nofpclass byval sret elementtype "
    "initializes dead_on_unwind"
)
_ATTRIBUTE = re.compile(
    rf"(?:align \d+|(?:{'|'.join(_ATTRIBUTES.split())})(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?) "
)
_LOCAL = re.compile(rf"(?<!label ){VALUE}")


# tokens


def outside_quotes(text: str, change: Callable[[str], str]) -> str:
    """Apply ``change`` to the parts of a text that are not quoted names or strings."""
    if '"' not in text:
        return change(text)
    parts = text.split('"')
    parts[::2] = map(change, parts[::2])
    return '"'.join(parts)


def word_replacer(words: dict[str, str]) -> Callable[[str], str]:
    """Return a function that replaces keywords, types and integers of a line by others."""
    rules = [(old, re.compile(_BEFORE + re.escape(old) + _AFTER).sub, new) for old, new in words.items()]

    def change(text: str) -> str:
        for old, replace, new in rules:
            if old in text:
                text = replace(new, text)
        return text

    return lambda line: outside_quotes(line, change)


def has_word(text: str, words: Iterable[str]) -> bool:
    """Return whether a text without quotes has one of these words as a token."""
    return _any_word(tuple(words)).search(text) is not None


@functools.cache
def _any_word(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"{_BEFORE}(?:{'|'.join(map(re.escape, words))}){_AFTER}")


def replace_reals(line: str, change: Callable[[str], str]) -> str:
    """Replace floating point literals, decimal or hexadecimal."""
    return outside_quotes(line, lambda text: _REAL.sub(lambda found: change(found[0]), text))


def rename_functions(text: str, names: dict[str, str] | Callable[[str], str]) -> str:
    """Rename functions in calls, declarations and definitions."""
    new = names if callable(names) else lambda name: names.get(name, name)
    return _FUNCTION_NAME.sub(lambda found: f"@{new(found[1])}", text)


def rename_intrinsics(line: str, old: str, new: str) -> str:
    """Replace a type in the names of LLVM's intrinsic functions: f64 in @llvm.sin.f64."""
    if "@llvm." not in line:
        return line
    return _INTRINSIC.sub(
        lambda found: ".".join(new if part == old else part for part in found[0].split(".")), line
    )


# types and operands


def type_end(text: str, at: int = 0) -> int:
    """Return the index after the type that begins at an index.

    Errors   ValueError: there is no type
    """
    scalar = SCALAR.match(text, at)
    if scalar:
        end = scalar.end()
    elif text[at : at + 1] in ("[", "{", "<"):
        end = closing(text, at)
    else:
        raise ValueError(f"not an LLVM type: {text[at:]}")
    while text.startswith("*", end):  # typed pointers
        end += 1
    return end


def closing(text: str, at: int) -> int:
    """Return the index after the bracket that closes the one at an index."""
    depth = 0
    for found in _OPEN_OR_CLOSE.finditer(text, at):
        mark = found[0]
        if mark[0] != '"':
            depth += 1 if mark in "[{(<" else -1
            if depth == 0:
                return found.end()
    raise ValueError(f"missing closing bracket: {text[at:]}")


def split_list(text: str) -> list[str]:
    """Split a text at the commas outside of brackets and quotes."""
    parts, depth, start = list[str](), 0, 0
    for found in _SEPARATOR.finditer(text):
        mark = found[0]
        if mark == ",":
            if depth == 0:
                parts.append(text[start : found.start()].strip())
                start = found.end()
        elif mark[0] != '"':
            depth += 1 if mark in "[{(<" else -1
    last = text[start:].strip()
    return [*parts, last] if last else parts


class Operand(NamedTuple):
    """A typed value: ``ptr addrspace(1) nonnull %p`` without its attributes."""

    type: str
    value: str

    @classmethod
    def parse(cls, text: str) -> "Operand":
        """Parse an operand."""
        end = type_end(text)
        at = end + 1
        while found := _ATTRIBUTE.match(text, at):
            at = found.end()
        return cls(text[:end], text[at:])


def operands_of(text: str, kind: str) -> list[str]:
    """Return the values of all operands of a scalar type."""
    return _operands(kind).findall(text)


@functools.cache
def _operands(kind: str) -> re.Pattern[str]:
    return re.compile(rf"{_BEFORE}{re.escape(kind)} (?:{_ATTRIBUTE.pattern})*({VALUE}|[^\s,%]+)")


def locals_of(text: str) -> list[str]:
    """Return the local values in a text, without labels of successors."""
    return _LOCAL.findall(text)
