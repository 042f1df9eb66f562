"""Decorator of user kernels.

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
    """Mark a function to be compiled when its plugin is registered.

    function   plain function of numbers, tuples and structs; gelenk.kernels lists the supported features
    checks     whether an index out of range raises IndexError; False: unchecked, and such an index crashes the process
               or returns wrong values. The setting of a plugin's kernel applies to all kernels that it calls
    Returns    the function
    Source     design / Kernels
    """
    if function is None:
        return functools.partial(_marked, checks)
    return _marked(checks, function)


def _marked(checks: bool, function: Callable) -> Callable:
    """Mark a function, and record whether index checks are disabled."""
    if not checks:
        function.__gelenk_checks__ = False  # type: ignore[attr-defined]
    return compiled(function)
