"""Create locks, with MemoryError where CPython raises RuntimeError.

Documents: promises / Ctrl-C by object
"""

from collections.abc import Callable
from typing import TypeVar

Lock = TypeVar("Lock")


def new_lock(kind: Callable[[], Lock]) -> Lock:
    """Return a new lock of this kind, threading.Lock or RLock.

    Errors   MemoryError: there is no memory for a lock, for which CPython raises RuntimeError
    """
    try:
        return kind()
    except RuntimeError as error:
        raise MemoryError(*error.args) from error


def no_memory(error: BaseException) -> BaseException:
    """Return the error to raise for one of threading: MemoryError if a lock was not allocated."""
    wanted = isinstance(error, RuntimeError) and "allocate lock" in str(error)
    return MemoryError(*error.args) if wanted else error
