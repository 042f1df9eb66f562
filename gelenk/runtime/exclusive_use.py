"""Exclusive use of an object by one thread at a time, safe against Ctrl-C.

Documents: promises / Ctrl-C by object; design / Threads

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

A signal during native code is handled at RESUME of the Python function that native code calls next, before any try
statement of its source; ctypes prints the exception of the handler and discards it. ``whole`` moves the start of the
first row of the function's exception table (Objects/exception_table_notes.txt of CPython, 3.11 and later) to its first
instruction, so that the statement guards the whole function.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

from gelenk.toolchain.thread_start import new_lock


def no_memory(error: BaseException) -> BaseException:
    """Return the error to raise for a threading error; MemoryError if a lock failed."""
    wanted = isinstance(error, RuntimeError) and "allocate lock" in str(error)
    return MemoryError(*error.args) if wanted else error


Function = TypeVar("Function", bound=Callable[..., Any])
# bits of a byte of the exception table: a row starts, more bytes of the number follow; number of payload bits
_ROW_START, _MORE, _PAYLOAD_BITS = 0x80, 0x40, 6
_NEAR = 8  # most instructions before the try statement of a body: COPY_FREE_VARS, RESUME, NOP


def whole(function: Function) -> Function:
    """Extend the try statement that ``function`` begins with to its first instructions.

    Errors   ValueError: the body does not begin with a try statement
    """
    code: Any = function.__code__
    table = code.co_exceptiontable
    start, at = _read(table, 0)
    size, at = _read(table, at)
    _, behind = _read(table, at)
    depth, _ = _read(table, behind)
    if start > _NEAR or depth >> 1:
        raise ValueError(f"{function} does not begin with a try statement")
    row = bytearray(_written(0) + _written(start + size))
    row[0] |= _ROW_START
    function.__code__ = code.replace(co_exceptiontable=bytes(row) + table[at:])
    return function


def _read(table: bytes, at: int) -> tuple[int, int]:
    """Return the number that starts at byte ``at``, and the position after it."""
    value = 0
    while True:
        byte = table[at]
        at += 1
        value = value << _PAYLOAD_BITS | byte & (_MORE - 1)
        if not byte & _MORE:
            return value, at


def _written(value: int) -> bytes:
    """Return the bytes of a number."""
    made = [value & (_MORE - 1)]
    while value := value >> _PAYLOAD_BITS:
        made.append(value & (_MORE - 1) | _MORE)
    return bytes(reversed(made))


class ExclusiveUse:
    """The lock of one object. A call within a call of one thread raises, to avoid a deadlock.

    what     the object, for messages
    closed   whether calls are refused
    lent     iterator that holds the object between its items, or None
    """

    __slots__ = ("closed", "lent", "lock", "what")

    def __init__(self, what: str) -> None:
        self.what, self.closed = what, False
        self.lent: object = None
        self.lock: Any = new_lock(RLock)

    def enter(self, owner: object, links: tuple[ExclusiveUse, ...] = ()) -> Any:
        """Return the lock, as the item of a with statement in a method of ``owner``.

        links    objects whose calls wait for this thread

        Errors   RuntimeError: this thread, one that waits for it, or an iterator uses the object; the object is closed
        """
        if self.lock._is_owned():
            if _is_on_stack(owner):
                raise self.under_way()
            while self.lock._is_owned():  # an earlier call found no memory to call __exit__
                self.lock.release()
        if self.lent is not None or (links and self in links):
            raise self.under_way()
        if self.closed:
            raise self.closed_error()
        return self.lock

    def under_way(self) -> RuntimeError:
        """Return the error of a call from within another call."""
        return RuntimeError(f"a call to the {self.what} is under way: a callback cannot make another")

    def closed_error(self) -> RuntimeError:
        """Return the error of a call after close."""
        return RuntimeError(f"the {self.what} is closed")


def _is_on_stack(owner: object) -> bool:
    """Return whether another method of ``owner`` is running when a method calls `enter`."""
    # skip this function, enter, and the method that calls enter
    frame = sys._getframe(3).f_back
    while frame is not None:
        code = frame.f_code
        if code.co_argcount and frame.f_locals.get(code.co_varnames[0]) is owner:
            return True
        frame = frame.f_back
    return False


class BinarySemaphore:
    """A flag that any thread sets, and that one thread waits for and clears.

    The flag is a C lock, and each method is one call of the lock, so Ctrl-C comes before or after. `threading.Event`
    and `Condition` acquire a lock in Python, and keep it if they are interrupted afterwards.
    """

    def __init__(self) -> None:
        self._lock = new_lock(threading.Lock)
        self._lock.acquire()

    def set(self) -> None:
        """Set the flag: the waiting thread wakes, or the next call of `wait` returns at once."""
        with contextlib.suppress(RuntimeError):  # already set
            self._lock.release()

    def wait(self, seconds: float = -1) -> bool:
        """Wait at most ``seconds`` until the flag is set, and clear it; return whether it was set."""
        return self._lock.acquire(timeout=seconds)

    def clear(self) -> None:
        """Clear the flag if it is set."""
        self._lock.acquire(blocking=False)
