"""A daemon thread whose start cannot hang.

Documents: promises / Ctrl-C by object

threading.Thread.start waits until the new thread has said that it runs. A thread without memory for its first calls
ends before, and CPython up to 3.14 then waits for ever. A DaemonThread wakes the caller immediately before its work;
a caller that has waited for long checks whether the function that CPython calls in the thread has ended, or was freed.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

_PATIENCE = 0.05  # time between two looks at a thread that has not begun [s]
_STARTING: dict[Any, Any] = getattr(threading, "_limbo", {})  # threads that CPython lists as being started


class _Started(threading.Event):
    """The event that Thread.start waits for: the work begins, or the thread has ended."""

    def __init__(self, thread: DaemonThread) -> None:
        super().__init__()
        self._thread = weakref.ref(thread)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the work begins; the timeout is ignored.

        Errors   MemoryError: the thread ended before
        """
        thread = self._thread()
        if thread is not None:
            thread._wait()
        return True


class _Boot:
    """The function that CPython calls in the new thread, and frees with it."""

    __slots__ = ("__weakref__", "_call", "_thread", "over")

    def __init__(self, call: Callable[[], object], thread: DaemonThread) -> None:
        self._call, self._thread, self.over = call, thread, False

    def __call__(self) -> None:
        # errors of the work are reported within the call; others end the thread before its work, and `start` raises
        try:
            self._call()
            self.over = True
        except BaseException:
            self.over = True
            _STARTING.pop(self._thread, None)


class DaemonThread(threading.Thread):
    """A daemon thread that calls ``work(*given)``.

    It replaces ``_started`` and ``_bootstrap`` of threading.Thread, which CPython 3.11 to 3.14 have.

    Errors   MemoryError: there is no memory for its locks, or for the first calls of the thread (start)
    """

    def __init__(self, work: Callable[..., object], given: tuple[Any, ...] = (), name: str = "") -> None:
        try:
            super().__init__(daemon=True, name=name or None)
            self._begun = threading.Lock()
            self._started: Any = _Started(self)
        except RuntimeError as error:  # CPython has no memory for a lock
            raise MemoryError(*error.args) from error
        self._begun.acquire()
        self._work, self._given = work, given
        self._boot: Callable[[], _Boot | None] = lambda: None

    @property
    def _bootstrap(self) -> _Boot:
        boot = _Boot(super()._bootstrap, self)  # type: ignore[misc]
        self._boot = weakref.ref(boot)
        return boot

    def start(self) -> None:
        """Start the thread; return when the work begins."""
        try:
            super().start()
        except BaseException:
            if self._has_ended():
                _STARTING.pop(self, None)
            raise

    def _has_ended(self) -> bool:
        boot = self._boot()
        return boot is None or boot.over

    def _wait(self) -> None:
        while not self._begun.acquire(timeout=_PATIENCE):
            if self._has_ended() and not self._begun.acquire(blocking=False):
                raise MemoryError("no memory to begin a thread")

    def run(self) -> None:
        """Wake the caller, and do the work."""
        work, given = self._work, self._given
        self._begun.release()
        del self._work, self._given
        work(*given)
