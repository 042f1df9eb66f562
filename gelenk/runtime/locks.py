"""Locks of objects that users make.

Documents: promises / Ctrl-C by object
"""

from collections.abc import Callable
from typing import TypeVar

Lock = TypeVar("Lock")


def new_lock(kind: Callable[[], Lock]) -> Lock:
    """Return a lock of this kind, threading.Lock or RLock.

    Errors   MemoryError: CPython says RuntimeError where there is no memory for a lock
    """
    try:
        return kind()
    except RuntimeError as error:
        raise MemoryError(*error.args) from error


def no_memory(error: BaseException) -> BaseException:
    """Return what is to be raised for an error of the module threading: MemoryError where a lock was not to be had."""
    wanted = isinstance(error, RuntimeError) and "allocate lock" in str(error)
    return MemoryError(*error.args) if wanted else error
