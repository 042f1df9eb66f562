"""Values of attributes: parsed from text by one reader per kind, and written as text.

Documents: XML reference / Attribute types

Numbers are read as in C: decimal or hexadecimal, with 'inf' and 'nan'. A reader returns the value, or None
if the text is empty and the kind allows it, or raises Wrong with the fault and the remedy. Numbers are written with the
fewest digits that read back as the same number.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from functools import partial
from itertools import filterfalse, repeat
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import Error, nearest, short
from gelenk.tables.schema_rows import ANY

if TYPE_CHECKING:
    from gelenk.tables.schema_rows import Attr, Kind


class Wrong(Exception):
    """Error of a text that is invalid for its kind; arguments are the fault and a hint."""


def _real(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        return _as_in_c(word)
    if "_" in word:
        raise _no_number(word)
    if value in (inf, -inf) and "inf" not in word.lower():
        raise _too_large(word)
    return value


def _as_in_c(word: str) -> float:
    """Parse numbers that only C accepts: hexadecimal, or nan(...) around letters and digits."""
    said = word.lower().removeprefix("-" if word.startswith("-") else "+")
    if said.startswith("nan(") and said.endswith(")"):
        inside = said[len("nan(") : -1].replace("_", "")
        if not inside or (inside.isascii() and inside.isalnum()):
            return nan
    try:
        if "0x" in said and "_" not in said:
            return float.fromhex(word)
    except OverflowError:
        raise _too_large(word) from None
    except ValueError:
        pass
    raise _no_number(word)


def _no_number(word: str) -> Wrong:
    return Wrong(f"has '{short(word)}' where a number should be", "")


def _too_large(word: str) -> Wrong:
    return Wrong(f"has the number {short(word)}, which is too large", "the largest is about 1.8e308")


def _count(words: list[str], kind: Kind) -> None:
    if not kind.least <= len(words) <= kind.most:
        few = len(words) < kind.least
        raise Wrong(
            f"has {'not enough' if few else 'too much'} data: {len(words)} values",
            f"it is {kind.description()}",
        )


def read_real(text: str, kind: Kind) -> float | None:
    """Read one number."""
    try:
        if "_" not in text and text.isascii():
            value = float(text)
            if value not in (inf, -inf):
                return value
    except ValueError:
        pass
    values = read_reals(text, kind)
    return values[0] if values else None


def read_reals(text: str, kind: Kind) -> list[float] | None:
    """Read a list of numbers; None if there are none."""
    words = text.split()
    if not words:
        return [] if kind.most == ANY else None
    if len(words) > kind.most or len(words) < kind.least:
        for word in words:
            _real(word)
        _count(words, kind)
    if not text.isascii():
        raise Wrong("has a character that is in no number", "")
    try:
        values = [*map(float, words)]
        if "_" not in text and inf not in values and -inf not in values:
            return values
    except ValueError:
        pass
    return [_real(word) for word in words]


def _whole(word: str) -> int:
    try:
        if "_" in word or not word.isascii():
            raise ValueError
        value = int(word)
    except ValueError:
        raise Wrong(f"has '{short(word)}' where an integer should be", "") from None
    if not -(1 << 31) <= value < 1 << 31:
        raise Wrong(f"has the integer {short(word)}, which is too large", "the largest is 2147483647")
    return value


def read_wholes(text: str, kind: Kind) -> list[int] | None:
    """Read a list of integers; None if there are none."""
    words = text.split()
    if not words and kind.most > 1:
        return [] if kind.most == ANY else None
    _count(words, kind)
    return [_whole(word) for word in words]


def read_whole(text: str, kind: Kind) -> int | None:
    """Read one integer."""
    found = read_wholes(text, kind)
    return found[0] if found else None


def read_string(text: str, _kind: Kind) -> str:
    """Return a text unchanged."""
    return text


def read_strings(text: str, _kind: Kind) -> list[str]:
    """Read a list of words."""
    return text.split()


def read_keyword(text: str, kind: Kind) -> Any:
    """Return the value of a keyword."""
    try:
        return kind.keys[text]
    except KeyError:
        raise Wrong(f"has the invalid keyword '{short(text)}'", _choices(text, kind)) from None


def read_keywords(text: str, kind: Kind) -> int | None:
    """Read several keywords, joined by |; each once, and in order if the kind requires it."""
    words = text.split()
    order = list(kind.keys)
    for word in words:
        if word not in kind.keys:
            raise Wrong(f"has the invalid keyword '{short(word)}'", _choices(word, kind))
    if len(set(words)) < len(words):
        raise Wrong("has a keyword twice", "each may be given once")
    if kind.many == "in order" and words != sorted(words, key=order.index):
        raise Wrong("has its keywords out of order", f"the order is {', '.join(order)}")
    total = 0
    for word in words:
        total |= int(kind.keys[word])
    return total or None


def _choices(text: str, kind: Kind) -> str:
    if kind.gone and text in kind.gone:
        return f"it was removed: use {kind.gone[text]}"
    found = nearest(text, list(kind.keys))
    return found or f"it is one of {', '.join(kind.keys)}"


def may_be_nan(attr: Attr) -> bool:
    """Return whether nan is valid, as 'undefined' or in user data."""
    if attr.kind.most == ANY:
        return True
    default = attr.default
    return any(number != number for number in default) if type(default) is tuple else default != default


def reader_of(kind: Kind) -> Callable[[str, Kind], Any]:
    """Return the function that reads values of a kind."""
    if kind.base == "keyword":
        return read_keywords if kind.many else read_keyword
    if kind.base in ("string", "strings"):
        return read_string if kind.base == "string" else read_strings
    if kind.base == "real":
        return read_real if kind.most == 1 else read_reals
    return read_whole if kind.most == 1 else read_wholes


ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
_SPECIAL = '[&<>"\n\t\r]'  # compiled at the first write, so that programs that only read avoid the cost
_FORBIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
MOST_KNOWN = 1 << 13  # limit on the numbers whose texts are cached


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
    return partial(number if kind.is_scalar else numbers, dtype=kind.dtype)


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
