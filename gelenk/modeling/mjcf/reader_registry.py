"""Functions by the names that rows of the schema call them.

Documents: design / One source of truth
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Registry(dict[str, Callable[..., Any]]):
    """Name -> function; ``column`` is the column of the rows that says such names."""

    def __init__(self, column: str) -> None:
        super().__init__()
        self.column = column

    def __call__(self, *names: str) -> Callable[[Function], Function]:
        """A decorator: the function is called by these names. ValueError: another one is already."""

        def keep(function: Function) -> Function:
            for name in names:
                if self.setdefault(name, function) is not function:
                    raise ValueError(
                        f"{self.column} '{name}' is both {self[name].__name__} and {function.__name__}"
                    )
            return function

        return keep

    def complete(self, names: Iterable[str]) -> None:
        """Raise LookupError where a row says a name that no function has; the empty name asks for none."""
        if unknown := sorted({*names} - {"", *self}):
            raise LookupError(
                f"rows of the schema say {self.column}={', '.join(map(repr, unknown))}, for which there is no "
                f"function; there are {', '.join(sorted(self))}"
            )
