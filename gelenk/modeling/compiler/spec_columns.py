"""Model columns from spec elements: attributes, user data, and the autolimits rule.

Documents: Modeling / XML reference / compiler / autolimits
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import Any

import numpy as np

from gelenk.algebra.orientation import floats
from gelenk.errors import Error
from gelenk.modeling.compiler.build import KIND_NAME, Build
from gelenk.tables.enums import mjtLimited, mjtObj

# values in one table of the model (1 GB); larger counts fail before anything is allocated
MAX_NUMBERS = 1 << 27
# range of each narrow type
BOUNDS: dict[type, tuple[float, float]] = {
    np.int32: (-(2**31), 2**31 - 1),
    np.uint8: (0, 255),
    np.float32: (-math.inf, math.inf),
}


def elements_of(build: Build, obj: int, elements: Any) -> list:
    """Return the elements of one type in model order, and register their names on first use."""
    key = int(obj)
    if key not in build.elements:
        build.register(obj, list(elements))
    return build.elements[key]


class Copied:
    """Columns of attributes that are copied unchanged: model field -> attribute."""

    def __init__(self, attribute_of: Mapping[str, str]) -> None:
        self._fields, self._values = tuple(attribute_of), itemgetter(*attribute_of.values())

    def columns(self, elements: list) -> Iterable[tuple[str, list]]:
        """Return (field, column) pairs, none without elements."""
        return zip(self._fields, map(list, zip(*map(self._values, map(_STATE, elements)))))  # noqa: B905


_STATE = attrgetter("__dict__")


def column(elements: list, attribute: str, width: int = 0, dtype: type = np.float64) -> list:
    """Return one attribute of all elements; fail if integers do not fit `dtype`."""
    values = [el.__dict__[attribute] for el in elements]
    if not width and dtype is not np.float64 and values:
        low, high = BOUNDS[dtype]
        if min(values) < low or max(values) > high:
            raise Error(f"{attribute} = {max(values, key=abs)} does not fit into {np.dtype(dtype)}")
    return values


def polynomial_columns(linear: str, higher: str, values: list) -> dict[str, list]:
    """Return the columns of an attribute with one or three coefficients, by model field.

    higher   field of the others; it is left out, and so zero, if all are zero
    """
    if set(map(type, values)) <= {float}:
        return {linear: values}
    rows = [(value, 0.0, 0.0) if type(value) is float else floats(value) for value in values]
    return {linear: [row[0] for row in rows], higher: [row[1:] for row in rows]}


def distinct(values: np.ndarray) -> np.ndarray:
    """Return the sorted distinct values of an array; np.unique would import numpy.ma for this."""
    ordered = np.sort(values, axis=None)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if ordered.size else ordered


def starts(counts: list[int]) -> list[int]:
    """Return the start of each part when parts of these sizes are concatenated."""
    return [end - n for end, n in zip(accumulate(counts), counts, strict=True)]


def starts_or_none(counts: list[int]) -> list[int]:
    """Return the result of `starts`, with -1 for empty parts."""
    return [end - n if n else -1 for end, n in zip(accumulate(counts), counts, strict=True)]


def check_count(build: Build, el: Any, count: int, what: str, attribute: str) -> None:
    """Fail on a table of more than MAX_NUMBERS values."""
    if count > MAX_NUMBERS:
        build.fail(el, f"{what} would take {count} numbers, more than {MAX_NUMBERS}", attribute)


def user_columns(build: Build, obj: int, elements: list, size: str) -> list[tuple]:
    """Return the user data of every element (n, nuser), padded with zeros, and set the size.

    `nuser_x` of the spec is the number of columns; -1 stands for the length of the longest `user` attribute.
    """
    width = int(build.spec.__dict__[size])
    longest = max([len(el.__dict__["userdata"]) for el in elements], default=0)
    if width < 0:
        width = longest
    build.sizes[size] = width
    if not width and not longest:
        return []
    check_count(build, build.spec, len(elements) * width, size, size)
    table = []
    for el in elements:
        user = el.__dict__["userdata"]
        if len(user) > width:
            build.fail(
                el,
                f"user has {len(user)} values, more than {size} = {width} in {KIND_NAME[obj]}",
                "user",
                f"set {size} to -1 or at least {len(user)}",
            )
        if width:
            table.append((*floats(user), *(0.0,) * (width - len(user))))
    return table


def is_limited(
    build: Build, obj: int, el: Any, limited: str, range_: str, ordered: bool = True, given: Any = None
) -> bool:
    """Return whether a range is in force: as `limited` says, or for "auto" if low < high.

    given    the range, if it is not the attribute `range_` of the element
    Errors   "auto" without autolimits although a range is given; in force, but range[0] >= range[1] if ``ordered``
    """
    flag = int(el.__dict__[limited])
    low, high = floats(el.__dict__[range_]) if given is None else given
    if flag != mjtLimited.mjLIMITED_AUTO:
        if flag and ordered and not low < high:
            what = f"{range_}[0] should be smaller than {range_}[1] in joint"
            build.fail(
                el,
                what
                if obj == mjtObj.mjOBJ_JOINT
                else f"invalid {range_} for {KIND_NAME[obj]}: {low:g} {high:g}",
                range_,
                f"{limited} needs {range_}[0] < {range_}[1], not {low:g} {high:g}",
            )
        return bool(flag)
    if not build.origin_of(el).compiler.autolimits and (low != 0 or high != 0):
        build.fail(
            el,
            f"{KIND_NAME[obj]} has '{range_}' but not '{limited}'",
            range_,
            f'say {limited}="true" or "false", or set the compiler option autolimits="true"',
        )
    return low < high


# kinds of assets with a `file`, in the order of the buffer, and the model field of their addresses
