"""Registry of reader functions under the names that schema rows use.

Documents: design / One source of truth
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Registry(dict[str, Callable[..., Any]]):
    """Map from name to function; ``column`` is the column of the rows with these names."""

    def __init__(self, column: str) -> None:
        super().__init__()
        self.column = column

    def __call__(self, *names: str) -> Callable[[Function], Function]:
        """Return a decorator that registers a function under these names.

        Errors   ValueError: another function has one of the names
        """

        def keep(function: Function) -> Function:
            for name in names:
                if self.setdefault(name, function) is not function:
                    raise ValueError(
                        f"{self.column} '{name}' is both {self[name].__name__} and {function.__name__}"
                    )
            return function

        return keep

    def complete(self, names: Iterable[str]) -> None:
        """Raise LookupError if a row names an unregistered function; the empty name is ignored."""
        if unknown := sorted({*names} - {"", *self}):
            raise LookupError(
                f"rows of the schema name {self.column}={', '.join(map(repr, unknown))}, for which there is no "
                f"function; there are {', '.join(sorted(self))}"
            )
