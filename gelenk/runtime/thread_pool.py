"""Threads that do parts of one piece of work together with the one that asks for it.

Documents: promises / Ctrl-C by object; API / mju_threadPoolCreate, mju_bindThreadPool; Computation / Constraint
solver (islands)

They wait between calls, end with the crew that they belong to, and are begun anew in a process that forked. Batches,
rollouts and pictures are shared by them.

Pools of threads that share the islands of a world: d.threadpool is the number of its pool.

A solver with more than one island hands them to ``share_islands``, through the stage table. All threads work on the
same data: islands write to parts of its arrays that do not overlap and to no number beside them, and each is solved as
if it were alone, so no bit depends on the threads.
"""

from __future__ import annotations

import atexit
import ctypes
import itertools
import os
import queue
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.constraint.solver.islands import DOF, ROW
from gelenk.engine.constraint.solver.primal import LEAST
from gelenk.runtime import callbacks
from gelenk.runtime.locks import new_lock, no_memory
from gelenk.runtime.whole_try import whole
from gelenk.tables.stages import INDEX, STAGE_AT
from gelenk.tables.status import DONE
from gelenk.toolchain import library, link
from gelenk.toolchain.struct_layout import DATA

if TYPE_CHECKING:
    from gelenk.toolchain.kernel_types import Data, Model

_Work = Callable[[int], object]


_PATIENCE = 1.0  # seconds after which a thread that has not begun its part is told again
_WELL = Exception()  # what ended a part that came to its end


class _Parts:
    """The parts of one piece of work that are for others: who takes one away from ``open`` does it, whatever was told
    twice; ``ended`` has what ended it, and ``done`` is a lock that is then free.

    All is made beforehand: a thread that has no memory left must be able to say that it ended.
    """

    def __init__(self, count: int) -> None:
        self.open = dict.fromkeys(range(1, count), True)
        self.ended: list[BaseException | None] = [None] * count
        self.done = [new_lock(threading.Lock) for _ in range(count)]
        for lock in self.done:
            lock.acquire()

    def wait(self, i: int) -> bool:
        """Return whether part ``i`` has ended, after a while; may be interrupted, and called again."""
        return self.ended[i] is not None or self.done[i].acquire(timeout=_PATIENCE)


_Inbox = queue.SimpleQueue[Any]  # jobs, tuple[_Work, int, _Parts]; what is no tuple ends the thread
_serving: list[_Inbox] = []  # those of all threads


class Crew:
    """Threads beside the one that calls, as many as were ever asked for; ``name`` is what debuggers show of them."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._inboxes: list[_Inbox] = []
        self._process = os.getpid()

    def _begin(self, count: int) -> None:
        if self._process != os.getpid():  # a child has none of the threads of its parent
            self._inboxes, self._process = [], os.getpid()
        while len(self._inboxes) < count:
            inbox: _Inbox = queue.SimpleQueue()
            # put() of C tells the thread that the crew is gone: Ctrl-C in a finalizer in Python would be lost
            gone = weakref.ref(self, inbox.put)
            name = f"{self._name}-{len(self._inboxes) + 1}"
            thread = threading.Thread(target=_serve, args=(inbox, gone), name=name, daemon=True)
            try:
                _serving.append(inbox)
                thread.start()
                self._inboxes.append(inbox)
            except (
                BaseException
            ) as error:  # the system has no more: those that it gave may be wanted elsewhere
                inbox.put(None)
                self.close()
                found = no_memory(error)
                if found is error:
                    raise
                raise found from error

    def close(self) -> None:
        """End the threads; a later call begins new ones."""
        while (
            self._inboxes
        ):  # Ctrl-C may come in between, and the rest end with the next close, or with the crew
            self._inboxes[-1].put(None)
            self._inboxes.pop()

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
        parts, given, ended = _Parts(count), 1, 1
        failure: BaseException | None = None
        later: BaseException | None = None
        mine: list[Callable[[], object]] = [lambda: work(0), *([] if first is None else [first])]
        while True:
            # Ctrl-C may come between any two instructions, so each of these can be gone through again: a part that was
            # given twice is done once, and the end of one can be waited for twice. The handler is made of stores alone,
            # which neither Ctrl-C nor a lack of memory ends
            try:
                if failure is not None and interrupted is not None:
                    tell, interrupted = interrupted, None
                    tell()
                while given < count:
                    self._inboxes[given - 1].put((work, given, parts))
                    given += 1
                while mine and failure is None:
                    mine.pop()()
                while ended < count:
                    if parts.wait(ended):
                        ended += 1
                    elif ended in parts.open:
                        self._inboxes[ended - 1].put((work, ended, parts))
                break
            except BaseException as error:
                if failure is None:
                    failure = error
                else:
                    later = error
        errors = [e for e in (failure, later, *parts.ended) if e is not None and e is not _WELL]
        if errors:
            raise next((e for e in errors if not isinstance(e, Exception)), errors[0])


def _serve(inbox: _Inbox, gone: object) -> None:
    """The life of a thread. It goes on where it has no memory: who waits tells it again of what was not begun.

    gone   the reference to the crew, which puts itself into the inbox when the crew is gone
    """
    while True:
        try:
            job = inbox.get()
            if type(job) is not tuple:
                _serving.remove(inbox)
                return
            work, i, parts = job
            if parts.open.pop(i, False):
                failure: BaseException = _WELL
                try:
                    work(i)
                except BaseException as error:
                    failure = error
                parts.ended[i] = failure
                parts.done[i].release()
                failure = _WELL
            del job, work, parts  # of an owner that may be let go of now
        except MemoryError:
            pass


@atexit.register
def _end() -> None:
    """Let all threads end with the process."""
    for inbox in _serving:
        inbox.put(None)


MOST = 1024  # threads of a pool
_STATUS = DATA.offset["status"] // 8


class Pool:
    """Threads that wait for islands."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.crew = Crew("gelenk-island")  # its queues, unlike an executor's locks, can be interrupted


_pools: dict[int, Pool] = {}
_numbers = itertools.count(1)


def create(count: int) -> int:
    """The number of a new pool of ``count`` threads, which work beside the one that calls."""
    if not 1 <= count <= MOST:
        raise ValueError(f"a pool has 1 .. {MOST} threads, not {count}")
    number = next(_numbers)
    _pools[number] = Pool(count)
    library.TABLE[INDEX["share_islands"]] = link.entry_of(_ENTRY)
    return number


def destroy(number: int) -> None:
    """End the threads of a pool; worlds that it is bound to go on without."""
    find(number).crew.close()
    del _pools[number]


def find(number: int) -> Pool:
    """The pool of that number."""
    if number not in _pools:
        raise ValueError(f"there is no pool of threads {number}")
    return _pools[number]


def divide(end: np.ndarray, count: int) -> list[tuple[int, int]]:
    """Runs of islands, first and end, that are about equal work for ``count`` threads; fewer where there is little.

    ``end`` is where each island ends, in dofs and rows together, which is about how much work it is; 0 comes first.
    """
    count = min(count, int(end[-1]) // LEAST + 1)
    bounds = [0, *np.searchsorted(end, end[-1] * np.arange(1, count) / count), len(end) - 1]
    return [(int(a), int(b)) for a, b in itertools.pairwise(bounds) if a < b]


def share_islands(m: Model, d: Data, stage: int, count: int) -> None:
    """Solve islands 0 .. ``count`` - 1 by ``stage``: what stands in the stage table, for plain Python."""
    library.call_python(stage, m, d, 0, count)
    d.status = DONE


@whole
def _share(model: int, data: int, stage: int, count: int) -> None:
    """The same between native code and the threads of the pool that is bound to the data."""
    try:
        d = callbacks.block_at(data)
        pool = _pools.get(d._get("threadpool"))
        solve = library.native(STAGE_AT[stage].name)
        part = d._a_island_part[: count + 1]
        if pool:
            runs = divide(part[:, DOF] + part[:, ROW], pool.count + 1)
            pool.crew.run(len(runs), lambda i: solve(model, data, *runs[i]))
        else:
            solve(model, data, 0, count)
        d._ints[_STATUS] = DONE  # the last: Ctrl-C comes at calls
    except BaseException as error:
        callbacks.raised[data] = error  # native code has said FAILED


_ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(_share)
