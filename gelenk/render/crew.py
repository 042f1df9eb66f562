"""Threads that draw one picture together with the one that asks for it.

Documents: Programming / Visualization

They wait between pictures, end with the crew that they belong to, and are begun anew in a process that forked.
"""

import os
import queue
import threading
import weakref
from collections.abc import Callable
from typing import Any


class Crew:
    """Threads beside the one that calls, as many as were ever asked for."""

    def __init__(self) -> None:
        self._inboxes: list[queue.SimpleQueue] = []
        self._process = os.getpid()
        self._finalizer: Any = None

    def _begin(self, count: int) -> None:
        if self._process != os.getpid():  # a child has none of the threads of its parent
            self._inboxes, self._process, self._finalizer = [], os.getpid(), None
        while len(self._inboxes) < count:
            inbox: queue.SimpleQueue = queue.SimpleQueue()
            name = f"gelenk-render-{len(self._inboxes) + 1}"
            threading.Thread(target=_serve, args=(inbox,), name=name, daemon=True).start()
            self._inboxes.append(inbox)
        if self._finalizer is None:
            self._finalizer = weakref.finalize(self, _end, self._inboxes, self._process)

    def run(self, count: int, work: Callable[[int], object], first: Callable[[], None] | None = None) -> None:
        """work(i) for i < count, each in a thread; i = 0 in this one, which does ``first`` before."""
        done: queue.SimpleQueue = queue.SimpleQueue()
        errors: list[BaseException] = []
        self._begin(count - 1)
        for i in range(1, count):
            self._inboxes[i - 1].put((work, i, done))
        try:
            if first is not None:
                first()
            work(0)
        except BaseException as error:
            errors.append(error)
        waiting = count - 1
        while waiting:  # whatever happens: they work in memory of the caller
            try:
                failure = done.get()
            except BaseException as interrupt:  # Ctrl-C
                errors.append(interrupt)
                continue
            waiting -= 1
            if failure is not None:
                errors.append(failure)
        if errors:
            raise errors[0]


def _serve(inbox: queue.SimpleQueue) -> None:
    """The life of a thread."""
    while (job := inbox.get()) is not None:
        work, i, done = job
        failure: BaseException | None = None
        try:
            work(i)
        except BaseException as error:
            failure = error
        del job, work  # of a context that may be let go of now
        done.put(failure)
        del done, failure


def _end(inboxes: list[queue.SimpleQueue], process: int) -> None:
    if process == os.getpid():
        for inbox in inboxes:
            inbox.put(None)
