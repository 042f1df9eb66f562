"""Damaged: what is restored from a pickle does not fit together; one error for all that goes wrong inside.

Documents: promises / Restored models
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Damaged(ValueError):
    """What is restored does not fit together; the message says what."""


def guarded(what: str) -> Callable[[Function], Function]:
    """Decorate a function that a pickle calls: whatever goes wrong inside is one ValueError that names its object.

    IndexErrors of indices out of range have messages of their own, and are raised as they are.

    what       name of the object that is restored

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
