"""Checking arguments: the rows of tables/functions.py turned into wrappers around plain implementations.

Documents: API / Functions; promises (a wrong argument raises TypeError, ValueError or IndexError naming it)
"""

import functools
from typing import NamedTuple

import numpy as np

from gelenk.tables.functions import FUNCTIONS
from gelenk.world.data import MjData
from gelenk.world.model import MjModel

_STORAGE = {"": np.float64, "i": np.int32, "s": np.float32, "b": np.uint8}
_MISSING = object()


class Argument(NamedTuple):
    """One argument: name, kind as in the table, default (or _MISSING)."""

    name: str
    kind: str
    default: object


class Signature(NamedTuple):
    """One function: its arguments and the Python type of its result."""

    arguments: tuple
    result: str


def _parse(line):
    head, _, result = line.partition(" -> ")
    name, *parts = head.split()
    arguments = []
    for part in parts:
        argument, _, kind = part.partition(":")
        kind, _, default = kind.partition("=")
        value = _MISSING if not default else None if default == "None" else int(default)
        arguments.append(Argument(argument, kind, value))
    return name, Signature(tuple(arguments), result)


SIGNATURES = dict(
    _parse(line) for line in FUNCTIONS.replace(" \\\n", "").replace("\\\n", "").strip().splitlines()
)


def _array(argument, value, function):
    kind = argument.kind.rstrip("?")
    write, rest = kind[0] == "W", kind[1:]
    letter = rest[0] if rest[0] in "isb" else ""
    shape, dtype = rest[len(letter) :], _STORAGE[letter]
    if write:
        if not isinstance(value, np.ndarray) or value.dtype != dtype:
            raise TypeError(
                f"{function}: {argument.name} must be a numpy array of {np.dtype(dtype)} that can be written, "
                f"not {_describe(value)}"
            )
        if not value.flags.writeable or not value.flags.aligned:
            raise TypeError(f"{function}: {argument.name} must be writable and aligned")
    else:
        try:
            value = np.asarray(value)
            if value.dtype.kind not in "fiub" and value.size:
                raise TypeError
            value = value.astype(dtype, copy=False)
        except (TypeError, ValueError):
            raise TypeError(f"{function}: {argument.name} must be numbers, not {_describe(value)}") from None
    return _shaped(argument, value, shape, function)


def _shaped(argument, value, shape, function):
    """The array in the number of dimensions that the row asks for, C-contiguous where it is read."""
    if shape == "mn":
        if value.ndim == 1:
            value = value.reshape(-1, 1)
        if value.ndim != 2 or (argument.kind[0] == "W" and not value.flags.c_contiguous):
            raise TypeError(
                f"{function}: {argument.name} must be a C-contiguous matrix, not shape {value.shape}"
            )
        return value if argument.kind[0] == "W" else np.ascontiguousarray(value)
    flat = value.ndim == 1 or (value.ndim == 2 and 1 in value.shape)
    if not flat or (shape != "n" and value.size != int(shape)):
        wanted = "a vector" if shape == "n" else f"{shape} numbers"
        raise TypeError(f"{function}: {argument.name} must be {wanted}, not shape {value.shape}")
    if argument.kind[0] == "W":  # native code writes to its address: it must be one piece of memory
        if not value.flags.c_contiguous:
            raise TypeError(f"{function}: {argument.name} must be C-contiguous")
        return value if value.ndim == 1 else value.reshape(-1)
    return np.ascontiguousarray(value.reshape(-1))


def _describe(value):
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype}"
    return type(value).__name__


def integer(function, name, value):
    """``value`` as an int, or TypeError naming the argument."""
    if isinstance(value, (int, np.integer)) or hasattr(value, "__index__"):
        return value.__index__()
    if isinstance(value, np.bool_) or (isinstance(value, float) and value.is_integer()):
        return int(value)
    raise TypeError(f"{function}: {name} must be an integer, not {value!r}")


def text(function, name, value):
    """``value`` as a str: bytes are read as UTF-8, as 3.5.0 does."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise ValueError(f"{function}: {name} is not UTF-8") from None
    if not isinstance(value, str):
        raise TypeError(f"{function}: {name} must be text, not {_describe(value)}")
    return value


def convert(function, argument, value):
    """``value`` as the kind of ``argument`` asks for, or an exception that names function and argument."""
    kind = argument.kind
    if value is None and kind.endswith("?"):
        return None
    kind = kind.rstrip("?")
    if kind == "m" or kind == "d":
        _struct(function, argument.name, value, MjModel if kind == "m" else MjData)
        (value if kind == "m" else value._model)._check_indices()
        return value
    if kind[0] in "RW":
        return _array(argument, value, function)
    if kind == "i":
        return integer(function, argument.name, value)
    if kind == "f":
        try:
            return float(value)
        except (TypeError, ValueError):
            raise TypeError(f"{function}: {argument.name} must be a number, not {_describe(value)}") from None
    if kind == "s":
        return text(function, argument.name, value)
    return value


def _bind(name, arguments, args, kwargs):
    """Values in the order of the row, from positions and names."""
    if len(args) > len(arguments):
        raise TypeError(f"{name} takes {len(arguments)} arguments, got {len(args)}")
    values = list(args)
    for argument in arguments[len(args) :]:
        value = kwargs.pop(argument.name, argument.default)
        if value is _MISSING:
            raise TypeError(f"{name}: argument {argument.name} is missing")
        values.append(value)
    if kwargs:
        raise TypeError(f"{name}: unknown argument {next(iter(kwargs))!r}")
    return values


def _struct(function, name, value, wanted):
    if not isinstance(value, wanted):
        raise TypeError(f"{function}: {name} must be a {wanted.__name__}, not {_describe(value)}")


def check_index(function, name, value, count):
    """Raise IndexError unless 0 <= value < count."""
    if not 0 <= value < count:
        raise IndexError(f"{function}: {name} {value} out of range, there are {count}")


def check_size(function, name, array, size):
    """Raise TypeError unless ``array`` (or None) has ``size`` numbers."""
    if array is not None and array.size != size:
        raise TypeError(f"{function}: {name} must have {size} numbers, not {array.size}")


def check_pair(function, m, d):
    """Raise TypeError unless ``m`` is a MjModel and ``d`` a MjData, ValueError unless ``d`` fits ``m``."""
    _struct(function, "m", m, MjModel)
    _struct(function, "d", d, MjData)
    check_fit(function, m, d)
    m._check_indices()


def check_fit(function, m, d):
    """Raise ValueError unless ``d`` has the sizes of ``m``."""
    if d._model is not m and d._signature != m._signature:
        raise ValueError(f"{function}: d was made for a model of other sizes, its arrays do not fit m")


_KIND_TEXT = {"m": "mujoco._structs.MjModel", "d": "mujoco._structs.MjData", "i": "typing.SupportsInt"}
_KIND_TEXT |= {"f": "typing.SupportsFloat", "s": "str", "b": "bool"}


def _kind_text(kind):
    optional = " | None" if kind.endswith("?") else ""
    kind = kind.rstrip("?")
    if kind in _KIND_TEXT:
        return _KIND_TEXT[kind] + optional
    if kind[0] not in "RW":
        return f"mujoco._structs.{kind}" + optional
    letter = kind[1] if kind[1] in "isb" else ""
    shape = {"n": "[m, 1]", "mn": "[m, n]"}.get(kind[1 + len(letter) :], f"[{kind[1 + len(letter) :]}, 1]")
    dtype = np.dtype(_STORAGE[letter]).name
    if kind[0] == "R":
        return f'typing.Annotated[numpy.typing.ArrayLike, numpy.{dtype}, "{shape}"]{optional}'
    return f'typing.Annotated[numpy.typing.NDArray[numpy.{dtype}], "{shape}", "flags.writeable"]{optional}'


def signature_text(name):
    """The line with which the docstring of ``name`` begins."""
    row = SIGNATURES[name]
    parts = []
    for argument in row.arguments:
        default = "" if argument.default is _MISSING else f" = {argument.default}"
        parts.append(f"{argument.name}: {_kind_text(argument.kind)}{default}")
    return f"{name}({', '.join(parts)}) -> {row.result}"


def documented(implementation):
    """Decorator: ``implementation`` gets checked and converted arguments, its docstring the signature in front."""
    name = implementation.__name__
    arguments = SIGNATURES[name].arguments
    first = [i for i, a in enumerate(arguments) if a.kind == "m"]
    datas = [i for i, a in enumerate(arguments) if a.kind == "d"]

    @functools.wraps(implementation)
    def call(*args, **kwargs):
        values = args if len(args) == len(arguments) and not kwargs else _bind(name, arguments, args, kwargs)
        values = [convert(name, argument, value) for argument, value in zip(arguments, values, strict=True)]
        if first:
            for i in datas:
                check_fit(name, values[first[0]], values[i])
        try:
            return implementation(*values)
        except ArithmeticError as error:  # Python's own floats overflow with an exception
            raise ValueError(f"{name}: {error}") from None

    call.__doc__ = f"{signature_text(name)}\n\n{implementation.__doc__ or ''}"
    return call
