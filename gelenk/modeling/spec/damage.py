"""Damaged pickles: the error type, and a decorator that makes any failure one error.

Documents: promises / Restored models
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Damaged(ValueError):
    """Error of inconsistent restored values; the message says how they conflict."""


def guarded(what: str) -> Callable[[Function], Function]:
    """Decorate a function that a pickle calls: any failure becomes one ValueError.

    The error names the restored object. IndexErrors of indices out of range have their own messages, and are raised
    unchanged.

    what       name of the restored object

    Returns    the decorator
    Source     promises / Restored models
    """

    def decorate(function: Function) -> Function:
        @functools.wraps(function)
        def restore(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except Damaged as error:
                raise ValueError(f"{what}: the pickle is damaged: {error}") from None
            except RecursionError:
                raise ValueError(f"{what}: the pickle is damaged: it is nested too deeply") from None
            except (
                ArithmeticError,
                AssertionError,
                AttributeError,
                LookupError,
                TypeError,
                ValueError,
            ) as error:
                if type(error) is IndexError and str(error).startswith(("m.", "d.")):
                    raise
                raise ValueError(f"{what}: the pickle is damaged") from None

        return restore  # type: ignore[return-value]

    return decorate
