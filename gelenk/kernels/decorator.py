"""The decorator of kernels of users.

Documents: design / Kernels
"""

import functools
from collections.abc import Callable
from typing import TypeVar, overload

from gelenk.toolchain.kernel import kernel as compiled

Function = TypeVar("Function", bound=Callable)


@overload
def kernel(function: Function) -> Function: ...
@overload
def kernel(*, checks: bool = True) -> Callable[[Function], Function]: ...
def kernel(function: Callable | None = None, *, checks: bool = True) -> Callable:
    """Mark a function as compiled when its plugin is registered.

    function   plain function of numbers, tuples and structs; what it may do: gelenk.kernels
    checks     whether an index that is out of range raises IndexError; False: nothing is checked, and such an index
               ends the process or gives wrong numbers. It counts for the kernel of a plugin and all that it calls
    Returns    the function
    Source     design / Kernels
    """
    if function is None:
        return functools.partial(_marked, checks)
    return _marked(checks, function)


def _marked(checks: bool, function: Callable) -> Callable:
    """Mark a function, and note where it asks for no checks."""
    if not checks:
        function.__gelenk_checks__ = False  # type: ignore[attr-defined]
    return compiled(function)
