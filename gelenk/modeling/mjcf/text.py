"""Text of attribute values, the inverse of values.py, and the escapes of XML.

Documents: XML reference / Attribute types

Numbers are written with the fewest digits that read back as the same number.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from functools import partial
from itertools import filterfalse, repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import Error

if TYPE_CHECKING:
    from gelenk.tables.schema_rows import Kind

ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
_SPECIAL = '[&<>"\n\t\r]'  # compiled on first write, so that reading alone does not pay for it
_FORBIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
MOST_KNOWN = 1 << 13  # numbers whose texts are cached


@functools.cache
def _finder() -> Any:
    """Return a function that finds a character to escape or refuse."""
    return re.compile(f"{_SPECIAL[:-1]}{_FORBIDDEN[1:]}").search


def attribute(said: dict[str, str]) -> str:
    """Return attributes (name -> text) as written in an element."""
    if _finder()("".join(said.values())):
        return "".join([f" {name}={quoted(text)}" for name, text in said.items()])
    return "".join([f' {name}="{text}"' for name, text in said.items()])


def quoted(text: str) -> str:
    """Return a text as a quoted and escaped attribute value."""
    if re.search(_FORBIDDEN, text):
        raise Error(f"the text {text[:40]!r} has a character that XML cannot hold")
    return '"' + re.sub(_SPECIAL, lambda found: ESCAPES[found.group()], text) + '"'


class Texts(dict[float, str]):
    """Cache from number to text, as most numbers of a model recur; it ignores the sign of 0."""

    def __init__(self, dtype: type) -> None:
        self.dtype = dtype

    def __missing__(self, value: float) -> str:
        text = (repr(float(value)) if self.dtype is float else str(self.dtype(value))).removesuffix(".0")
        if len(self) >= MOST_KNOWN:
            self.clear()
        self[value] = text if value else "0"
        return self[value]


_TEXTS = {"float64": Texts(float), "float32": Texts(np.float32)}


def number(value: Any, dtype: str = "float64") -> str:
    """Return the shortest text that reads as the same number of a type: 0.1, 3, 1e-05, inf."""
    if dtype == "int32":
        return str(int(value))
    text = _TEXTS[dtype][float(value)]
    return "-0" if not value and math.copysign(1.0, value) < 0 else text


def numbers(values: Any, dtype: str) -> str:
    """Return the texts of several numbers, separated by blanks."""
    if dtype == "int32":
        return " ".join([str(int(one)) for one in values])
    known = _TEXTS[dtype]
    if type(values) is np.ndarray:
        values = values.tolist()
    zeros = filterfalse(None, values) if 0.0 in values else ()
    if -1.0 in map(math.copysign, repeat(1.0), zeros):
        return " ".join([number(one, dtype) for one in values])
    return " ".join([known[one] for one in values])


def text_of(value: Any, kind: Kind) -> Any:
    """Return the text of a value, or None if no keyword has that value."""
    if kind.base == "keyword":
        if kind.many:
            return " ".join(word for word, bits in kind.keys.items() if int(value) & int(bits)) or None
        return next((word for word, meant in kind.keys.items() if meant == value), None)
    return text_converter(kind)(value)


def text_converter(kind: Kind) -> Callable[[Any], Any]:
    """Return the function that converts values of a kind to text."""
    if kind.base == "keyword":
        return partial(text_of, kind=kind)
    if kind.base == "string":
        return identity
    if kind.base == "strings":
        return " ".join
    return partial(number if kind.scalar else numbers, dtype=kind.dtype)


def identity(text: str) -> str:
    """Return the text unchanged."""
    return text


def same(value: Any, base: Any) -> bool:
    """Return whether two values of an attribute are equal; nan, meaning undefined, equals nan."""
    if value is base:
        return True
    if value is None or base is None or isinstance(value, (str, list)) or isinstance(base, (str, list)):
        return value is not None and base is not None and bool(value == base)
    if type(value) is tuple is type(base):
        return value == base or (len(value) == len(base) and all(map(same, value, base)))
    if isinstance(value, (float, int)) and isinstance(base, (float, int)):
        return value == base or (value != value and base != base)
    value, base = np.asarray(value), np.asarray(base)
    if value.dtype == base.dtype and value.shape == base.shape and value.tobytes() == base.tobytes():
        return True  # a byte comparison, faster than array_equal
    if value.dtype.kind != "f" or base.dtype.kind != "f":
        return np.array_equal(value, base)
    return np.array_equal(value, base, equal_nan=True)


def trimmed(value: Any, base: Any, kind: Kind) -> Any:
    """Return a list of numbers without trailing values equal to the defaults in `base`."""
    if base is None:
        return value
    count = len(value)
    while count > max(kind.least, 1) and same(value[count - 1], base[count - 1]):
        count -= 1
    return value[:count]
