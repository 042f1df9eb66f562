"""Start daemon threads so that Ctrl-C in the caller is never lost and no start hangs.

Documents: design / Threads; promises / Ctrl-C by object

`threading.Thread.start` waits for a `threading.Event`, whose Condition is Python code: Ctrl-C between its release and
its acquire becomes "RuntimeError: release unlocked lock". The module `threading` also runs Python code when a Thread is
freed, where Ctrl-C is printed and lost. Therefore another thread, which gets no signals, makes and starts the Thread,
and the caller holds only a lock.

A thread without memory for its first calls ends before it has reported that it runs, and CPython up to 3.14 then waits
forever. A _DaemonThread therefore wakes its starter immediately before its work, and the waiting starter regularly
checks whether the function that CPython calls in the thread has ended, or was freed.
"""

from __future__ import annotations

import _thread
import functools
import queue
import threading
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

Lock = TypeVar("Lock")
_PATIENCE = 0.05  # interval at which a starter checks a thread that has not begun [s]
_STARTING: dict[Any, Any] = getattr(threading, "_limbo", {})  # threads that CPython lists as being started
_RUNNING: dict[Any, Any] = getattr(threading, "_active", {})  # identifier -> running thread


def new_lock(kind: Callable[[], Lock]) -> Lock:
    """Return a new lock of this kind, threading.Lock or RLock.

    Errors   MemoryError: there is no memory for a lock, for which CPython raises RuntimeError
    """
    try:
        return kind()
    except RuntimeError as error:
        raise MemoryError(*error.args) from error


class _Started(threading.Event):
    """The event that Thread.start waits for, set when the work begins or the thread has ended."""

    def __init__(self, thread: _DaemonThread) -> None:
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

    def __init__(self, call: Callable[[], object], thread: _DaemonThread) -> None:
        self._call, self._thread, self.over = call, thread, False

    def __call__(self) -> None:
        # the call reports errors of the work itself; other errors end the thread before its work, and `start` raises
        try:
            self._call()
            self.over = True
        except BaseException:
            self.over = True
            _STARTING.pop(self._thread, None)


class _DaemonThread(threading.Thread):
    """A daemon thread that calls ``work(*given)``.

    It replaces ``_started`` and ``_bootstrap`` of threading.Thread, which CPython 3.11 to 3.14 have.

    Errors   MemoryError: there is no memory for its locks, or for the first calls of the thread (start)
    """

    def __init__(self, work: Callable[..., object], given: tuple[Any, ...], name: str) -> None:
        new_lock(functools.partial(super().__init__, daemon=True, name=name))
        self._begun = new_lock(threading.Lock)
        self._started: Any = new_lock(functools.partial(_Started, self))
        self._begun.acquire()
        self._work, self._given = work, given
        self._boot: weakref.ref[_Boot] | None = None  # what CPython calls, once `_bootstrap` has been read

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
            if self._boot is None or self.has_ended():
                _STARTING.pop(self, None)
            raise

    def has_ended(self) -> bool:
        """Return whether the thread was begun and has ended, perhaps before its work."""
        if self._boot is None:
            return False
        boot = self._boot()
        return boot is None or boot.over

    def _wait(self) -> None:
        while not self._begun.acquire(timeout=_PATIENCE):
            if self.has_ended() and not self._begun.acquire(blocking=False):
                raise MemoryError("no memory to begin a thread")

    def run(self) -> None:
        """Wake the caller, and do the work."""
        work, given = self._work, self._given
        self._begun.release()
        del self._work, self._given
        work(*given)


def _forget_ended() -> None:
    """Remove ended threads that had no memory to remove themselves from CPython's lists."""
    for listed in (_STARTING, _RUNNING):
        for key in tuple(listed):  # not items(), whose iterator crashes CPython if memory is exhausted
            thread = listed.get(key)
            if isinstance(thread, _DaemonThread) and thread.has_ended() and listed.get(key) is thread:
                listed.pop(key, None)


class _Alive:
    """An object that is freed when the starting thread ends, however it ends."""


def start_thread(target: Callable[..., object], name: str, *args: Any) -> threading.Lock:
    """Start a daemon thread that calls ``target``; return a lock.

    The thread releases the lock at its end. After Ctrl-C the thread may or may not have been started.

    Errors   RuntimeError: the system has no more threads; MemoryError
    """
    _forget_ended()
    running = new_lock(threading.Lock)
    running.acquire()
    answers: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
    alive = _Alive()
    ended = weakref.ref(alive)
    _thread.start_new_thread(_start, (alive, answers, running, target, name, args))
    del alive
    while True:
        gone = ended() is None  # before the queue is read, so that an answer is not overlooked
        try:
            answer = answers.get(timeout=_PATIENCE)
        except queue.Empty:
            if gone:
                raise MemoryError(f"no memory to start thread {name}") from None
            continue
        if answer is not None:
            raise answer
        return running


def _start(
    alive: _Alive,
    answers: queue.SimpleQueue[BaseException | None],
    running: threading.Lock,
    target: Callable[..., object],
    name: str,
    args: tuple[Any, ...],
) -> None:
    """Make and start the Thread, and answer with None or the error."""
    try:
        _DaemonThread(_run, (running, target, args), name).start()
        answers.put(None)
    except BaseException as error:
        answers.put(error)


def _run(running: threading.Lock, target: Callable[..., object], args: tuple[Any, ...]) -> None:
    """Call the target, and release the lock."""
    try:
        target(*args)
    finally:
        running.release()
