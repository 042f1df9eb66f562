"""Exclusive use of an object by one thread at a time, safe against Ctrl-C.

Documents: promises / Ctrl-C by object

CPython (3.11 to 3.13) runs signal handlers in the main thread, and only where the evaluation loop checks its eval
breaker: at RESUME (the first instruction of a Python function), at backward jumps and after a CALL. So

    with use.enter(owner):      # a lock of C
        work()

is safe. BEFORE_WITH calls ``__enter__`` of the lock without a check, and the next instruction is already part of the
with statement; a signal interrupts the wait for the lock only while the lock is not acquired. After the block there is
no check before ``__exit__`` of the lock has released it. An ``__enter__`` in Python would not be safe: Ctrl-C may come
after its own ``acquire``, or at RESUME of its ``__exit__``. Stores do not check the breaker (except for numpy stores
that read a list), so a mark that is set inside a try and cleared by the first instructions of its finally block is
never left behind.

The lock is an RLock, which records its thread, so that no separate mark can become stale. One case is left: CPython
packs the three arguments of ``__exit__`` into a tuple, and does not call ``__exit__`` if there is no memory for the
tuple. Such a lock is detected by the stack, since no frame of its thread is a method of the owner; the next call
releases the lock.
"""

import sys
from threading import RLock
from typing import Any

from gelenk.runtime.locks import new_lock


class ExclusiveUse:
    """The lock of one object. A call within a call of one thread raises, to avoid a deadlock.

    what     the object, for messages
    closed   whether calls are refused
    lent     the iterator that uses the object between its items, None where none does
    """

    __slots__ = ("closed", "lent", "lock", "what")

    def __init__(self, what: str) -> None:
        self.what, self.closed = what, False
        self.lent: object = None
        self.lock: Any = new_lock(RLock)

    def enter(self, owner: object, links: tuple["ExclusiveUse", ...] = ()) -> Any:
        """Return the lock, as the item of a with statement in a method of ``owner``.

        links    objects whose calls wait for this thread

        Errors   RuntimeError: this thread, one that waits for it, or an iterator uses the object; the object is closed
        """
        if self.lock._is_owned():
            if _is_on_stack(owner):
                raise self.under_way()
            while self.lock._is_owned():  # there was no memory to call __exit__
                self.lock.release()
        if self.lent is not None or (links and self in links):
            raise self.under_way()
        if self.closed:
            raise self.refused()
        return self.lock

    def under_way(self) -> RuntimeError:
        """Return the error of a call from within another call."""
        return RuntimeError(f"a call to the {self.what} is under way: a callback cannot make another")

    def refused(self) -> RuntimeError:
        """Return the error of a call after close."""
        return RuntimeError(f"the {self.what} is closed")


def _is_on_stack(owner: object) -> bool:
    """Return whether the entering method of ``owner`` is called from within another method."""
    # skip this function, enter, and the method that calls enter
    frame = sys._getframe(3).f_back
    while frame is not None:
        code = frame.f_code
        if code.co_argcount and frame.f_locals.get(code.co_varnames[0]) is owner:
            return True
        frame = frame.f_back
    return False
