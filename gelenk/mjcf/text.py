"""Values to texts of attributes, the inverse of values.py, and the escapes of XML.

Documents: XML reference / Attribute types

Numbers are written with as many digits as it takes to read the same number again, and no more.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import Error
from gelenk.tables.rows import ANY

if TYPE_CHECKING:
    from gelenk.tables.rows import Kind

ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
_SPECIAL = '[&<>"\n\t\r]'  # compiled when something is written: whoever only reads needs none of it
_FORBIDDEN = "[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"


def quoted(text: str) -> str:
    """A text as the value of an attribute, in quotes."""
    if re.search(_FORBIDDEN, text):
        raise Error(f"the text {text[:40]!r} has a character that XML cannot hold")
    return '"' + re.sub(_SPECIAL, lambda found: ESCAPES[found.group()], text) + '"'


def number(value: Any, dtype: str = "float64") -> str:
    """The shortest text that reads as the same number of that type: 0.1, 3, 1e-05, inf."""
    if dtype == "float32":
        text = str(np.float32(value))
    elif dtype == "int32":
        return str(int(value))
    else:
        text = repr(float(value))
    return text.removesuffix(".0")


def text_of(value: Any, kind: Kind) -> Any:
    """The text of a value of a kind, or None where no keyword means it."""
    if kind.base == "keyword":
        if kind.many:
            return " ".join(word for word, bits in kind.keys.items() if int(value) & int(bits)) or None
        return next((word for word, meant in kind.keys.items() if meant == value), None)
    if kind.base == "string":
        return value
    if kind.base == "strings":
        return " ".join(value)
    if kind.scalar:
        return number(value, kind.dtype)
    if kind.dtype == "float64":
        texts = map(repr, map(float, value))
        return " ".join([text[:-2] if text[-2:] == ".0" else text for text in texts])
    return " ".join([number(one, kind.dtype) for one in value])


_EXACT = (tuple, float, int)


def same(value: Any, base: Any) -> bool:
    """Whether two values of an attribute are equal; nan, which is undefined, equals nan."""
    if value is None or base is None or isinstance(value, (str, list)) or isinstance(base, (str, list)):
        return value is base or (value is not None and base is not None and value == base)
    if type(value) is type(base) and type(value) in _EXACT and value == base:
        return True  # mostly, as the next
    value, base = np.asarray(value), np.asarray(base)
    if value.dtype == base.dtype and value.shape == base.shape and value.tobytes() == base.tobytes():
        return True  # array_equal takes its time
    if value.dtype.kind != "f" or base.dtype.kind != "f":
        return np.array_equal(value, base)
    return np.array_equal(value, base, equal_nan=True)


def trimmed(value: Any, base: Any, kind: Kind) -> Any:
    """A list of numbers without those at its end that stay as `base` has them when they are not said."""
    if kind.base not in ("real", "int") or kind.least == kind.most or kind.most == ANY or base is None:
        return value
    count = len(value)
    while count > max(kind.least, 1) and same(value[count - 1], base[count - 1]):
        count -= 1
    return value[:count]
