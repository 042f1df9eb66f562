"""Walk over public objects, and pass values to their attributes and methods.

Documents: promises / Arguments
"""

import inspect
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.support.values import judge, values


def public(thing: Any) -> list[str]:
    """Return the public names of an object."""
    return [name for name in dir(type(thing)) if not name.startswith("_")]


def methods(thing: Any) -> list[str]:
    """Return the names of the methods of an object."""
    static = types.FunctionType | types.MethodType | types.BuiltinFunctionType
    return [n for n in public(thing) if isinstance(getattr(type(thing), n, None), static)]


def attributes(thing: Any) -> list[str]:
    """Return the names of the attributes of an object that are not methods."""
    return [name for name in public(thing) if not callable(getattr(type(thing), name, None))]


def parts(thing: Any, path: str, depth: int = 3) -> Iterator[tuple[str, Any]]:
    """Yield an object and its parts: structs, and the first elements of lists of structs."""
    yield path, thing
    if not depth:
        return
    for name in attributes(thing):
        try:
            found = getattr(thing, name)
        except Exception:
            continue
        key = ""
        if not is_ours(found) and hasattr(found, "__getitem__") and not isinstance(found, str | bytes):
            try:
                found, key = found[0], "[0]"
            except Exception:
                continue
        if is_ours(found) and name not in ("model", "parent"):
            yield from parts(found, f"{path}.{name}{key}", depth - 1)


def is_ours(thing: Any) -> bool:
    """Return whether the class of an object belongs to gelenk and is not an enum."""
    return type(thing).__module__.startswith("gelenk") and not isinstance(thing, int)


def wrong_attributes(thing: Any, path: str, given: Iterable[Any] | None = None) -> Iterator[str]:
    """Set each attribute to each value; yield a description of each wrong exception."""
    for name in attributes(thing):
        for value in values() if given is None else given:
            if wrong := judge(setattr, thing, name, value):
                yield f"{path}.{name} = {value!r}: {wrong}"


def parameters(call: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the parameters of a function that have names."""
    try:
        found = inspect.signature(call).parameters.values()
    except ValueError:
        return []
    return [p for p in found if p.kind < p.VAR_KEYWORD and p.kind != p.VAR_POSITIONAL]


def wrong_calls(
    make: Callable[[], Callable[..., Any]],
    path: str,
    known: dict[str, Any],
    given: Callable[[], Iterable[Any]] = values,
    also: tuple[type[Exception], ...] = (),
) -> Iterator[str]:
    """Call a function with each value for each parameter; yield each wrong exception.

    make    returns the function, before each call
    known   good values of parameters by name
    """
    rows = parameters(make())
    for chosen in rows:
        for value in given():
            if callable(value) and "Callable" in str(chosen.annotation):
                continue  # what a function of the user raises is the user's
            call = make()
            arguments = {p.name: known[p.name] for p in rows if p.name in known}
            arguments |= {p.name: None for p in rows if p.default is p.empty and p.name not in known}
            arguments[chosen.name] = value
            plain = [
                arguments.pop(p.name) for p in rows if p.kind == p.POSITIONAL_ONLY and p.name in arguments
            ]
            if wrong := judge(call, *plain, also=also, **arguments):
                yield f"{path}({chosen.name} = {value!r}): {wrong}"
