"""Convert and check arguments of documented functions by their rows in tables/functions.

Documents: API / Functions; promises / Arguments
"""

import functools
import operator
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from gelenk.errors import short, with_hint
from gelenk.runtime.contact_list import MjContact
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel, MjOption, MjVisual
from gelenk.tables.docstrings import MISSING, SIGNATURES, Argument, docstring
from gelenk.tables.fields_model import SIZES

Function = TypeVar("Function", bound=Callable[..., Any])
Converter = Callable[[Any], Any]

# struct classes of arguments, by name in the tables; higher packages add theirs
STRUCT_CLASSES: dict[str, type] = {
    cls.__name__: cls for cls in (MjModel, MjData, MjContact, MjOption, MjVisual)
}
_LETTERS = {"m": "MjModel", "d": "MjData"}
INT64_END = 1 << 63  # 64-bit integers are in [-INT64_END, INT64_END)
_MODEL_SIZES = frozenset(f.name for f in SIZES)
_DATA_SIZES = ("ncon", "nefc")
_PLAIN: dict[str, type] = {
    "i": int,
    "f": float,
    "s": str,
}  # plain kinds, whose values of these types need no conversion


# ---- one argument


def _describe(value: object) -> str:
    return f"an array of {value.dtype}" if isinstance(value, np.ndarray) else type(value).__name__


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the shape of an array or of nested lists; () for rows of unequal length."""
    try:
        return np.shape(value)
    except ValueError:
        return ()


def _written(function: str, a: Argument, dtype: np.dtype) -> Converter:
    """Return the converter of an output array, which is the caller's own and C-contiguous."""
    matrix = a.is_matrix

    def convert(value: Any) -> np.ndarray:
        if not isinstance(value, np.ndarray) or value.dtype != dtype:
            raise TypeError(
                f"{function}: {a.name} must be a numpy array of {dtype} that can be written, "
                f"not {_describe(value)}"
            )
        if not value.flags.writeable or not value.flags.aligned:
            raise TypeError(f"{function}: {a.name} must be writable and aligned")
        if a.form != "*":
            value = _dimensions(function, a, value, matrix)
        if not value.flags.c_contiguous:
            raise TypeError(f"{function}: {a.name} must be C-contiguous")
        return value

    return convert


def _read(function: str, a: Argument, dtype: np.dtype) -> Converter:
    """Return the converter of an input array, which may have any numeric type."""
    matrix = a.is_matrix

    def convert(value: Any) -> np.ndarray:
        try:
            value = np.asarray(value)
            if value.dtype.kind not in "fiub" and value.size:
                raise TypeError
            value = value.astype(dtype, copy=False)
        except (TypeError, ValueError):
            raise TypeError(f"{function}: {a.name} must be numbers, not {_describe(value)}") from None
        return np.ascontiguousarray(_dimensions(function, a, value, matrix))

    return convert


def _dimensions(function: str, a: Argument, value: np.ndarray, matrix: bool) -> np.ndarray:
    """Return the array reshaped to a matrix or a vector, as the row states."""
    if matrix:
        if value.ndim == 1:
            return value.reshape(-1, 1)
        if value.ndim != 2:
            raise TypeError(f"{function}: {a.name} must be a matrix, not of shape {value.shape}")
        return value
    if value.ndim == 1:
        return value
    if value.ndim != 2 or 1 not in value.shape:
        raise TypeError(f"{function}: {a.name} must be a vector, not of shape {value.shape}")
    if a.kind == "W" and not value.flags.c_contiguous:  # reshaping would make a copy
        raise TypeError(f"{function}: {a.name} must be C-contiguous")
    return value.reshape(-1)


def integer(function: str, name: str, value: Any) -> int:
    """Return `value` as an int, or raise TypeError naming the argument."""
    if isinstance(value, (int, np.integer)):
        found = value.__index__()
        if not -INT64_END <= found < INT64_END:
            raise ValueError(f"{function}: {name} must be an integer of 64 bits")
        return found
    if hasattr(value, "__index__"):
        try:
            return operator.index(value)
        except TypeError:  # arrays also have __index__
            pass
    elif isinstance(value, np.bool_) or (isinstance(value, float) and value.is_integer()):
        return int(value)
    shown = _describe(value) if isinstance(value, np.ndarray) else short(repr(value), 100)
    raise TypeError(f"{function}: {name} must be an integer, not {shown}")


def number(function: str, name: str, value: Any) -> float:
    """Return `value` as a float, or raise TypeError naming the argument."""
    try:
        return float(value)
    except OverflowError:
        raise ValueError(f"{function}: {name} is too large for a number of 64 bits") from None
    except (TypeError, ValueError):
        raise TypeError(f"{function}: {name} must be a number, not {_describe(value)}") from None


def flag(function: str, name: str, value: Any) -> bool:
    """Return `value` as a bool, or raise TypeError naming the argument."""
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise TypeError(f"{function}: {name} must be true or false, not {_describe(value)}") from None


def text(function: str, name: str, value: Any) -> str:
    """Return `value` as a str; bytes are decoded as UTF-8, as in 3.5.0."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise ValueError(f"{function}: {name} is not UTF-8") from None
    if not isinstance(value, str):
        raise TypeError(f"{function}: {name} must be text, not {_describe(value)}")
    return value


def check_struct(function: str, name: str, value: object, wanted: type) -> None:
    """Raise TypeError unless `value` is a `wanted`; equal class names are shown with modules."""
    if not isinstance(value, wanted):
        ours, theirs = wanted.__name__, _describe(value)
        if ours == theirs:
            ours, theirs = f"{wanted.__module__}.{ours}", f"{type(value).__module__}.{theirs}"
        ours = ("an " if ours.startswith("Mj") else "a ") + ours
        raise TypeError(f"{function}: {name} must be {ours}, not {theirs}")


def _struct(function: str, a: Argument) -> Converter:
    wanted = STRUCT_CLASSES.get(_LETTERS.get(a.kind, a.kind))

    def convert(value: Any) -> Any:
        if wanted is not None:
            check_struct(function, a.name, value, wanted)
            if wanted is MjModel:
                value._check_indices()
            elif wanted is MjData:
                value._model._check_indices()
        return value

    return convert


def _converter(function: str, a: Argument) -> Converter:
    """Return the converter of an argument; it raises errors that name function and argument."""
    if a.dtype:
        convert = (_written if a.kind == "W" else _read)(function, a, np.dtype(a.dtype))
    elif a.kind in ("i", "f", "s", "b"):
        plain = {"i": integer, "f": number, "s": text, "b": flag}[a.kind]
        convert = functools.partial(plain, function, a.name)
    else:
        convert = _struct(function, a)
    if not a.optional:
        return convert
    return lambda value: None if value is None else convert(value)


# ---- arguments that must fit each other

Sizes = Callable[[str], int]


def _sum(entry: str) -> list[tuple[int, str]]:
    """Parse a shape entry as a sum: "2*nv+na" is [(2, "nv"), (1, "na")]; constants: name ""."""
    terms = []
    for term in entry.split("+"):
        *factors, name = term.split("*")
        if name.isdecimal():
            terms.append((int(name), ""))
        else:
            terms.append((int(factors[0]) if factors else 1, name))
    return terms


class _Shape:
    """The shape of one array argument in terms of sizes, some defined by the array itself."""

    def __init__(self, function: str, a: Argument, integers: frozenset[str]) -> None:
        self.function, self.name, self.matrix = function, a.name, a.is_matrix
        form = a.form
        self.flat = form.startswith("*")
        self.entries = tuple(form.strip("*()").split(","))
        self.terms = [_sum(entry) for entry in self.entries]
        known = _MODEL_SIZES | frozenset(_DATA_SIZES) | integers
        self.free = tuple(
            e if not e[0].isdecimal() and e.isidentifier() and e not in known else "" for e in self.entries
        )

    def check(self, array: np.ndarray, size: Sizes, found: dict[str, tuple[int, str]]) -> None:
        actual: tuple[int, ...] = (array.size,) if self.flat else array.shape
        wanted = tuple(
            found.setdefault(free, (n, self.name))[0]
            if free
            else sum(k * (size(s) if s else 1) for k, s in terms)
            for free, terms, n in zip(self.free, self.terms, actual, strict=True)
        )
        if actual != wanted:
            raise TypeError(self._message(array.shape, wanted, found))

    def _message(
        self, actual: tuple[int, ...], wanted: tuple[int, ...], found: dict[str, tuple[int, str]]
    ) -> str:
        names = ", ".join(self.entries)
        others = {found[free][1] for free in self.free if free and found[free][1] != self.name}
        seen = f" as {' and '.join(sorted(others))} {'have' if len(others) > 1 else 'has'}," if others else ""
        comma = "," if seen else ""
        if self.matrix and not self.flat:
            shape = ", ".join(map(str, wanted))
            told = f" = ({shape})" if names != shape else ""
            return f"{self.function}: {self.name} must have shape ({names}){told}{comma}{seen} not {actual}"
        count = names if names == str(wanted[0]) else f"{names} = {wanted[0]}"
        size = actual[0] if len(actual) == 1 else actual
        return f"{self.function}: {self.name} must have {count} numbers{comma}{seen} not {size}"


class _Call:
    """The converters and shape checks of the arguments of one function."""

    def __init__(self, name: str) -> None:
        row = SIGNATURES[name]
        self.name, self.arguments = name, row.arguments
        self.converters = [_converter(name, a) for a in row.arguments]
        self.model = next((i for i, a in enumerate(row.arguments) if a.kind == "m"), -1)
        self.datas = [i for i, a in enumerate(row.arguments) if a.kind == "d"]
        integers = frozenset(a.name for a in row.arguments if a.kind == "i")
        self.integers = {a.name: i for i, a in enumerate(row.arguments) if a.kind == "i"}
        self.below = [(i, a.name, a.below) for i, a in enumerate(row.arguments) if a.below]
        self.shapes = [
            (i, _Shape(name, a, integers))
            for i, a in enumerate(row.arguments)
            if a.form and a.form not in ("n", "mn", "*")
        ]

        # types that need no conversion, if all arguments are plain numbers and texts
        plain = all(a.kind in _PLAIN and not (a.optional or a.below) for a in row.arguments)
        self.plain = tuple(_PLAIN[a.kind] for a in row.arguments) if plain else None

    def __call__(self, args: tuple, kwargs: dict[str, Any]) -> list:
        if kwargs or len(args) != len(self.arguments):
            args = _bind(self.name, self.arguments, args, kwargs)
        values = [convert(value) for convert, value in zip(self.converters, args, strict=True)]
        if self.model >= 0:
            for i in self.datas:
                check_fit(self.name, values[self.model], values[i])
        if self.below or self.shapes:
            self._relations(values)
        return values

    def _relations(self, values: list) -> None:
        m = values[self.model] if self.model >= 0 else values[self.datas[0]]._model if self.datas else None
        d = values[self.datas[0]] if self.datas else None

        def size(name: str) -> int:
            if name in self.integers:
                return values[self.integers[name]]
            return getattr(d if name in _DATA_SIZES else m, name)

        for i, argument, counter in self.below:
            check_index(self.name, argument, values[i], size(counter))
        found: dict[str, tuple[int, str]] = {}
        for i, shape in self.shapes:
            if values[i] is not None:
                shape.check(values[i], size, found)


def _bind(name: str, arguments: tuple[Argument, ...], args: tuple, kwargs: dict[str, Any]) -> tuple:
    """Return the values in row order, from positional and keyword arguments."""
    if len(args) > len(arguments):
        raise TypeError(f"{name} takes {len(arguments)} arguments, got {len(args)}")
    values = list(args)
    for argument in arguments[len(args) :]:
        value = kwargs.pop(argument.name, argument.default)
        if value is MISSING:
            check_keywords(name, [a.name for a in arguments], kwargs)
            raise TypeError(f"{name}: argument {argument.name} is missing")
        values.append(value)
    if kwargs:
        check_keywords(name, [a.name for a in arguments], kwargs, args)
    return tuple(values)


def check_keywords(name: str, known: list[str], kwargs: dict[str, Any], args: tuple = ()) -> None:
    """Raise TypeError, with a hint, if a keyword is unknown or already given by position."""
    for word in kwargs:
        if word not in known:
            free = [argument for argument in known[len(args) :] if argument not in kwargs]
            raise TypeError(with_hint(f"{name}: unknown argument {word!r}", word, free or known))
        if word in known[: len(args)]:
            raise TypeError(f"{name}: argument {word!r} is given twice")


def check_index(function: str, name: str, value: int, count: int) -> None:
    """Raise IndexError unless 0 <= value < count."""
    if not 0 <= value < count:
        raise IndexError(f"{function}: {name} {value} out of range, there are {count}")


def check_pair(function: str, m: Any, d: Any) -> None:
    """Raise TypeError unless `m` is an MjModel and `d` an MjData, ValueError unless they fit."""
    check_struct(function, "m", m, MjModel)
    check_struct(function, "d", d, MjData)
    check_fit(function, m, d)
    m._check_indices()


def check_fit(function: str, m: MjModel, d: MjData) -> None:
    """Raise ValueError unless `d` has the sizes of `m`."""
    if d._model is not m and d._signature != m._signature:
        raise ValueError(f"{function}: d was made for a model of other sizes, its arrays do not fit m")


# ---- functions


def described(function: Function) -> Function:
    """Decorate a function: complete its docstring from its row, without checking arguments."""
    function.__doc__ = docstring(function.__name__, function.__doc__ or "")
    return function


@functools.cache
def _plan(name: str) -> _Call:
    return _Call(name)


def checked(name: str, args: tuple) -> list:
    """Return the arguments of a call of `name`, checked and converted by its row."""
    return _plan(name)(args, {})


def documented(implementation: Function) -> Function:
    """Decorate an implementation: check and convert arguments, complete the docstring."""
    name = implementation.__name__
    plan: _Call | None = None  # made on the first call, since most functions are never called

    @functools.wraps(implementation)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal plan
        if plan is None:
            plan = _plan(name)
        values = args if not kwargs and plan.plain == tuple(map(type, args)) else plan(args, kwargs)
        try:
            return implementation(*values)
        except ArithmeticError:  # floats of Python raise on overflow
            plan(args, kwargs)  # this raises an error that names the argument, if an argument is the cause
            raise ValueError(f"{name}: a result is too large for a number of 64 bits") from None

    made = _short(implementation, call)
    return described(made or call)  # type: ignore[return-value]


def _short(implementation: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any] | None:
    """Return a fast path of a function with at most two plain arguments, else None.

    The fast path passes valid values on; it leaves all other values, and floats, which may overflow, to `call`.
    """
    arguments = SIGNATURES[implementation.__name__].arguments
    if len(arguments) > 2 or any(a.kind not in ("i", "f", "s") or a.below for a in arguments):
        return None
    classes = [([_PLAIN[a.kind]] if a.kind != "f" else []) + [type(None)] * a.optional for a in arguments]

    def none(*args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs) if args or kwargs else implementation()

    def one(value: Any = MISSING, /, *rest: Any, **kwargs: Any) -> Any:
        if type(value) in first and not rest and not kwargs:
            return implementation(value)
        return call(*(() if value is MISSING else (value,)), *rest, **kwargs)

    def two(*args: Any, **kwargs: Any) -> Any:
        if not kwargs and len(args) == 2 and type(args[0]) in first and type(args[1]) in second:
            return implementation(args[0], args[1])
        return call(*args, **kwargs)

    first, second = (*classes, (), ())[:2]
    return functools.wraps(implementation)((none, one, two)[len(arguments)])


def later_form(
    fits: Callable[..., bool], convert: Callable[..., Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a function that later releases of MuJoCo call with other arguments.

    fits      whether arguments are of the later form
    convert   called with the function of 3.5.0 and these arguments; returns the result
    """

    def decorate(first: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(first)
        def call(*args: Any, **kwargs: Any) -> Any:
            if fits(*args, **kwargs):
                return convert(first, *args, **kwargs)
            return first(*args, **kwargs)

        return call

    return decorate
