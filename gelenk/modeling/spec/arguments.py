"""Arguments of spec methods: converted as their annotations say, or refused by name.

Documents: promises / Arguments; API / MjSpec
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])
MOST_INT32 = 2**31 - 1  # largest int of C


def real(what: str, value: object) -> float:
    """Return the value as a float.

    Errors   TypeError: not a number
    """
    if type(value) is float:
        return value
    if isinstance(value, (str, bytes, bytearray, memoryview)) or value is None:
        raise TypeError(f"{what} must be a number, not {_kind(value)}")
    try:
        return float(value)  # type: ignore[arg-type]
    except OverflowError:
        raise ValueError(f"{what} is too large for a number of 64 bits") from None
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be a number, not {_kind(value)}") from None


def whole(what: str, value: object) -> int:
    """Return the value as an int of 32 bits; floats without a fraction are accepted.

    Errors   TypeError: not an integer
    """
    try:
        if isinstance(value, (float, np.floating)) and float(value).is_integer():
            value = int(value)
        found = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        shown = repr(value) if isinstance(value, float) else _kind(value)
        raise TypeError(f"{what} must be an integer, not {shown}") from None
    if not -MOST_INT32 - 1 <= found <= MOST_INT32:
        raise ValueError(f"{what} must be an integer of 32 bits")
    return found


def text(what: str, value: object) -> str:
    """Return the value, which must be a text."""
    if not isinstance(value, str):
        raise TypeError(f"{what} must be a text, not {_kind(value)}")
    return value


def mapping(what: str, value: object) -> Mapping[Any, Any]:
    """Return the value, which must be a dictionary."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{what} must be a dictionary, not {_kind(value)}")
    return value


def several(
    what: str, value: Any, count: int, convert: Callable[[str, object], Any], least: int | None = None
) -> tuple[Any, ...]:
    """Return the value as a tuple of ``count`` numbers, or of ``least`` to ``count``."""
    wanted = f"{count} numbers" if least is None else f"at most {count} numbers"
    if isinstance(value, (str, bytes, bytearray, memoryview, Mapping)):
        raise TypeError(f"{what} must be {wanted}, not {_kind(value)}")
    try:
        entries = tuple(value)
    except TypeError:
        raise TypeError(f"{what} must be {wanted}, not {_kind(value)}") from None
    if not (count if least is None else least) <= len(entries) <= count:
        raise ValueError(f"{what} must be {wanted}, not {len(entries)}")
    return tuple(convert(f"{what}[{i}]", entry) for i, entry in enumerate(entries))


def _kind(value: object) -> str:
    return f"an array of {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__


_SCALARS: dict[str, Callable[[str, object], Any]] = {"float": real, "int": whole, "str": text}
_ROWS = {"Sequence[float]": real, "Sequence[int]": whole}


def converted(function: Function) -> Function:
    """Decorate a method so that arguments are converted to the types of its annotations.

    NaN is accepted as a number, but not as an integer.
    """
    annotations = [str(row.annotation) for row in inspect.signature(function).parameters.values()][1:]
    only_floats = all(annotation == "float" for annotation in annotations)
    return _converted(function, frozenset([float] if only_floats else []))


def _converted(function: Function, plain: frozenset[type]) -> Function:
    """Return the decorated method; arguments of the types `plain` pass unconverted."""
    signature = inspect.signature(function)
    rows: list[tuple[str, str, Any]] = [
        (name, str(row.annotation), row.default) for name, row in list(signature.parameters.items())[1:]
    ]
    names = [name for name, _, _ in rows]
    required = [name for name, _, default in rows if default is inspect.Parameter.empty]
    # indexed by the number of positional arguments: allowed keywords, required keywords
    possible = [frozenset(names[count:]) for count in range(len(rows) + 1)]
    missing = [frozenset(required) - frozenset(names[:count]) for count in range(len(rows) + 1)]

    @functools.wraps(function)
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        count = len(args)
        if (
            plain.issuperset(map(type, args))
            and plain.issuperset(map(type, kwargs.values()))
            and count < len(possible)
            and missing[count] <= kwargs.keys() <= possible[count]
        ):
            return function(self, *args, **kwargs)
        try:
            values = signature.bind(self, *args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{function.__name__}: {error}") from None
        for name, annotation, default in rows:
            if name not in values or values[name] is default:
                continue
            what = f"{function.__name__}: {name}"
            if annotation in _SCALARS:
                values[name] = _SCALARS[annotation](what, values[name])
            elif annotation in _ROWS:
                values[name] = several(what, values[name], 2, _ROWS[annotation])
        return function(**values)

    return call  # type: ignore[return-value]
