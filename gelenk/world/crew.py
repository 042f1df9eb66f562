"""Threads that do parts of one piece of work together with the one that asks for it.

Documents: promises / Signals

They wait between calls, end with the crew that they belong to, and are begun anew in a process that forked. Batches,
rollouts and pictures are shared by them.
"""

from __future__ import annotations

import os
import queue
import threading
import weakref
from collections.abc import Callable

_Work = Callable[[int], object]


class _Parts:
    """The parts of one piece of work that are for others: who takes one away from ``open`` does it, whatever was told
    twice; ``ended`` has what each came to, and ``done`` wakes who waits.
    """

    def __init__(self, count: int) -> None:
        self.open = set(range(1, count))
        self.ended: list[BaseException | None] = []
        self.done: queue.SimpleQueue[None] = queue.SimpleQueue()


_Inbox = queue.SimpleQueue[tuple[_Work, int, _Parts] | None]


class Crew:
    """Threads beside the one that calls, as many as were ever asked for; ``name`` is what debuggers show of them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inboxes: list[_Inbox] = []
        self._process = os.getpid()
        self._finalizer: weakref.finalize | None = None

    def _begin(self, count: int) -> None:
        if self._process != os.getpid():  # a child has none of the threads of its parent
            self._inboxes, self._process, self._finalizer = [], os.getpid(), None
        if self._finalizer is None:
            self._finalizer = weakref.finalize(self, _end, self._inboxes, self._process)
        while len(self._inboxes) < count:
            inbox: _Inbox = queue.SimpleQueue()
            name = f"{self._name}-{len(self._inboxes) + 1}"
            thread = threading.Thread(target=_serve, args=(inbox,), name=name, daemon=True)
            try:
                thread.start()
            except BaseException:  # the system has no more: those that it gave may be wanted elsewhere
                self.close()
                raise
            self._inboxes.append(inbox)

    def close(self) -> None:
        """End the threads; a later call begins new ones."""
        if self._finalizer is not None:
            self._finalizer()
        self._inboxes, self._finalizer = [], None

    def run(
        self,
        count: int,
        work: _Work,
        first: Callable[[], object] | None = None,
        interrupted: Callable[[], object] | None = None,
    ) -> None:
        """work(i) for i < count, each in a thread; i = 0 in this one, which does ``first`` before.

        What ends it here, be it Ctrl-C, is told to the others by ``interrupted``; without it they do their part.
        Errors   those of ``work`` and ``first`` and Ctrl-C, after all threads have ended their part: they write to
                 memory of the caller. The first of several, but what is no Exception before those that are.
        """
        if count == 1:
            if first is not None:
                first()
            work(0)
            return
        self._begin(count - 1)
        parts, errors, given = _Parts(count), list[BaseException](), 1
        mine: list[Callable[[], object]] = [lambda: work(0), *([] if first is None else [first])]
        while True:
            # Ctrl-C may come between any two instructions, so each of these can be gone through again: a part that was
            # given twice is done once, and what was told of an end that is in the list already wakes nobody wrongly
            try:
                if errors and interrupted is not None:
                    tell, interrupted = interrupted, None
                    tell()
                while given < count:
                    self._inboxes[given - 1].put((work, given, parts))
                    given += 1
                while mine and not errors:
                    mine.pop()()
                while len(parts.ended) < count - 1:
                    parts.done.get()
                break
            except BaseException as error:
                errors.append(error)
        errors += [error for error in parts.ended if error is not None]
        if errors:
            raise next((e for e in errors if not isinstance(e, Exception)), errors[0])


def _serve(inbox: _Inbox) -> None:
    """The life of a thread."""
    while (job := inbox.get()) is not None:
        work, i, parts = job
        failure: BaseException | None = None
        mine = i in parts.open
        parts.open.discard(i)
        if mine:
            try:
                work(i)
            except BaseException as error:
                failure = error
        del job, work  # of an owner that may be let go of now
        if mine:
            parts.ended.append(failure)
            parts.done.put(None)
        del parts, failure


def _end(inboxes: list[_Inbox], process: int) -> None:
    if process == os.getpid():
        for inbox in inboxes:
            inbox.put(None)
