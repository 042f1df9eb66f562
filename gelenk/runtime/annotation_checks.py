"""Check arguments by annotations: numbers, texts, arrays, files, instances, functions.

Documents: promises / Arguments
"""

import collections.abc
import functools
import inspect
import os
import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from gelenk.runtime.arguments import flag, integer
from gelenk.runtime.assignment import TEXTS, described, file_name, real

Function = TypeVar("Function", bound=Callable[..., Any])
Class = TypeVar("Class", bound=type)
# the expected type in words, and a function (name, value) that returns the converted value or raises
Check = tuple[str, Callable[[str, Any], Any]]
_SKIPPED = (Any, object, inspect.Parameter.empty)
_MANY = (collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection, list, tuple)
# messages of numpy about arrays whose shapes do not match
_UNFIT = re.compile(
    "could not be broadcast|could not broadcast|core dimension|cannot reshape|not aligned|must match exactly"
    "|same number of dimensions|shape mismatch"
)


def checked(function: Function) -> Function:
    """Decorate a function: wrong argument types raise errors that name the arguments.

    The errors are TypeError and ValueError. Annotations without a checkable type, such as Any and type variables, are
    skipped. Integers and floats are converted; arrays must be numeric and are passed unchanged.
    """
    signature = inspect.signature(function)
    name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]
    plan: dict[str, Check] | None = None  # made on the first call, since most functions are never called

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal plan
        if plan is None:
            plan = _plan(function, signature)
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from None
        given = bound.arguments
        for argument, (_, check) in plan.items():
            if argument in given and given[argument] is not signature.parameters[argument].default:
                given[argument] = check(f"{name}: {argument}", given[argument])
        try:
            return function(*bound.args, **bound.kwargs)
        except ValueError as error:
            if _UNFIT.search(str(error)) and _is_of_arrays(error):
                raise ValueError(f"{name}: the arrays do not fit each other: {_shapes(given)}") from error
            raise

    return call  # type: ignore[return-value]


def methods_checked(cls: Class) -> Class:
    """Decorate a class: apply `checked` to the constructor and all public methods."""
    for name, member in list(vars(cls).items()):
        if isinstance(member, types.FunctionType) and (name == "__init__" or not name.startswith("_")):
            setattr(cls, name, checked(member))
        elif isinstance(member, classmethod | staticmethod) and not name.startswith("_"):
            setattr(cls, name, type(member)(checked(member.__func__)))
    return cls


def _plan(function: Callable[..., Any], signature: inspect.Signature) -> dict[str, Check]:
    """Return the checks of the arguments, by name."""
    found = {}
    for name, row in signature.parameters.items():
        if row.kind in (row.VAR_POSITIONAL, row.VAR_KEYWORD):
            continue
        hint = row.annotation
        try:
            # annotations of this package only, so eval is safe
            hint = eval(hint, function.__globals__) if isinstance(hint, str) else hint
        except Exception:  # the annotation names an import for type checkers
            continue
        check = check_of(hint)
        if check is not None:
            found[name] = check
    return found


def check_of(hint: Any) -> Check | None:
    """Return the check of an annotation, or None if every value is valid."""
    options = typing.get_args(hint) if _is_union(hint) else (hint,)
    if any(_of_numpy(option) for option in options):  # npt.ArrayLike includes texts
        options = tuple(option for option in options if option not in (complex, bytes, str))
    if any(_of_paths(option) for option in options):
        options = tuple(option for option in options if option not in (bytes, str))
    checks: list[Check] = []
    # numbers last, since their checks convert other types
    for option in sorted(options, key=lambda option: option in (bool, int, float)):
        if option in _SKIPPED or isinstance(option, TypeVar):
            return None
        check = _single(option, str in options)
        if check is None:
            return None
        if check[0] not in [what for what, _ in checks]:
            checks.append(check)
    if len(checks) == 1:
        return checks[0]
    wanted = " or ".join(what for what, _ in checks)

    def one_of(name: str, value: Any) -> Any:
        for _, check in checks:
            try:
                return check(name, value)
            except TypeError:
                continue
        raise TypeError(f"{name} must be {wanted}, not {described(value)}")

    return wanted, one_of


def _is_of_arrays(error: ValueError) -> bool:
    """Return whether an error was raised in gelenk, numpy or scipy, not in a user's function."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    name = "" if place is None else str(place.tb_frame.f_globals.get("__name__"))
    return name.partition(".")[0] in ("gelenk", "numpy", "scipy")


def _shapes(given: Mapping[str, Any]) -> str:
    """Return the shapes of the arguments that are arrays or lists of numbers, by name."""
    found = []
    for name, value in given.items():
        if isinstance(value, np.ndarray | list | tuple):
            try:
                found.append(f"{name} {np.shape(value)}")
            except ValueError:  # ragged rows
                found.append(f"{name} in rows of several lengths")
    return ", ".join(found)


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _of_numpy(hint: Any) -> bool:
    return getattr(typing.get_origin(hint) or hint, "__module__", "").startswith("numpy._typing")


def _of_paths(hint: Any) -> bool:
    origin = typing.get_origin(hint) or hint
    return isinstance(origin, type) and issubclass(origin, os.PathLike)


def _single(hint: Any, texts: bool) -> Check | None:
    """Return the check of an annotation that is not a union.

    texts    whether texts are valid as well
    """
    origin = typing.get_origin(hint) or hint
    if origin in (None, types.NoneType):
        return _instance("None", types.NoneType)
    if origin is np.ndarray:
        return "numbers", lambda name, value: np.asarray(numbers(name, value))
    if _of_numpy(hint):
        return "numbers", numbers
    if origin in (bool, int, float):
        return _NUMBERS[origin]
    if origin is collections.abc.Callable:
        return "a function", _function
    if origin is typing.Literal:
        return None
    if origin is typing.TextIO:
        return "a file of text to write to", _stream
    if _of_paths(hint):
        return "the name of a file", _file
    if origin is dict or (isinstance(origin, type) and issubclass(origin, collections.abc.Mapping)):
        return _instance("a dictionary", collections.abc.Mapping if origin is not dict else dict)
    if origin in _MANY:
        return _several(origin, typing.get_args(hint), texts)
    if origin is str:
        return _instance("a text", str)
    if isinstance(origin, type) and not getattr(origin, "_is_protocol", False):
        return _instance(f"a {origin.__name__}", origin)
    return None


def _instance(wanted: str, cls: type) -> Check:
    def check(name: str, value: Any) -> Any:
        if not isinstance(value, cls):
            raise TypeError(f"{name} must be {wanted}, not {described(value)}")
        return value

    return wanted, check


def _several(origin: Any, items: tuple[Any, ...], texts: bool) -> Check:
    """Return the check of a collection, and of its items if they can be iterated."""
    item = check_of(items[0]) if items and (len(items) == 1 or items[1] is Ellipsis) else None
    wanted = f"several ({item[0]} each)" if item else "several"

    def check(name: str, value: Any) -> Any:
        text = isinstance(value, TEXTS) and not texts
        if (
            text
            or not isinstance(value, origin | np.ndarray)
            or (isinstance(value, np.ndarray) and not value.ndim)
        ):
            raise TypeError(f"{name} must be {wanted}, not {described(value)}")
        if item and isinstance(value, list | tuple | set | frozenset | np.ndarray):
            for i, one in enumerate(value):
                item[1](f"{name}[{i}]", one)
        return value

    return wanted, check


def numbers(name: str, value: Any) -> Any:
    """Return `value` unchanged if numpy can convert it to an array of numbers, else raise.

    Errors   TypeError: a wrong type; ValueError: numbers beyond 64 bits
    """
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must be numbers in rows of one length, not {described(value)}") from None
    if array.dtype == object and array.size and all(isinstance(one, int) for one in array.flat):
        raise ValueError(f"{name} must be numbers of 64 bits")
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} must be numbers, not {described(value)}")
    return value


def vector(name: str, value: Any, count: int) -> np.ndarray:
    """Return `value` as an array of `count` floats.

    Errors   TypeError: not numbers; ValueError: a wrong count, or numbers beyond 64 bits
    """
    array = np.ravel(np.asarray(numbers(name, value), np.float64))
    if array.size != count:
        raise ValueError(f"{name} must be {count} number{'s' * (count != 1)}, not {array.size}")
    return array


def _function(name: str, value: Any) -> Any:
    if not callable(value):
        raise TypeError(f"{name} must be a function, not {described(value)}")
    return value


def _stream(name: str, value: Any) -> Any:
    if not hasattr(value, "write"):
        raise TypeError(f"{name} must be a file of text to write to, not {described(value)}")
    return value


def _file(name: str, value: Any) -> Any:
    found = file_name(name, value)
    return found if isinstance(value, bytes) else value


def _of_pair(check: Callable[[str, str, Any], Any]) -> Callable[[str, Any], Any]:
    def whole(name: str, value: Any) -> Any:
        function, _, argument = name.partition(": ")
        return check(function, argument, value)

    return whole


_NUMBERS: dict[type, Check] = {
    bool: ("true or false", _of_pair(flag)),
    int: ("an integer", _of_pair(integer)),
    float: ("a number", real),
}
