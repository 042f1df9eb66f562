"""Thread pools: threads that share the parts of one call, and solve islands in parallel.

Documents: promises / Ctrl-C by object; API / mju_threadPoolCreate, mju_bindThreadPool; Computation / Constraint
solver (islands)

The threads wait between calls, end with their pool, and are restarted in a forked process. Batches, rollouts and
rendering use them.

A pool bound to an MjData by its number d.threadpool shares the islands of the world. A solver with several islands
calls ``share_islands`` through the stage table. All threads work on one MjData: islands write to disjoint parts of its
arrays and to no shared scalar, and each is solved independently, so results do not depend on the threads.
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
from gelenk.engine.constraint.solver.primal import LEAST_POOLED
from gelenk.runtime import callbacks
from gelenk.runtime.exclusive_use import no_memory, whole
from gelenk.tables.stages import INDEX, STAGE_AT
from gelenk.tables.status import DONE
from gelenk.toolchain import library, link
from gelenk.toolchain.struct_layout import DATA
from gelenk.toolchain.thread_start import new_lock, start_thread

if TYPE_CHECKING:
    from gelenk.toolchain.kernel_types import Data, Model

_Work = Callable[[int], object]


_PATIENCE = 1.0  # time after which a thread that has not started its part is notified again [s]
_NO_ERROR = Exception()  # marks a part that ended without an exception


class _Parts:
    """The parts of one call that threads other than the caller run.

    open    parts that have not been started; a thread that removes a part runs it, even if notified twice
    ended   the exception that ended each part, _NO_ERROR for none
    done    locks, released when a part has ended

    All memory is allocated beforehand, so that a thread can report its end even if no memory is free.
    """

    def __init__(self, count: int) -> None:
        self.open = dict.fromkeys(range(1, count), True)
        self.ended: list[BaseException | None] = [None] * count
        self.done = [new_lock(threading.Lock) for _ in range(count)]
        for lock in self.done:
            lock.acquire()

    def wait(self, i: int) -> bool:
        """Wait up to _PATIENCE for part ``i``; return whether it has ended. Interruptible."""
        return self.ended[i] is not None or self.done[i].acquire(timeout=_PATIENCE)


_Inbox = queue.SimpleQueue[Any]  # jobs, tuple[_Work, int, _Parts]; any other object ends the thread
_serving: list[_Inbox] = []  # inboxes of all threads


class ThreadPool:
    """A thread pool that grows to the largest request; the caller runs part 0.

    name    of the threads, as debuggers show it
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._inboxes: list[_Inbox] = []
        self._process = os.getpid()

    def _begin(self, count: int) -> None:
        if self._process != os.getpid():  # a forked child has no threads of its parent
            self._inboxes, self._process = [], os.getpid()
        while len(self._inboxes) < count:
            inbox: _Inbox = queue.SimpleQueue()
            # put() is a C function: Ctrl-C in a finalizer in Python would be lost
            gone = weakref.ref(self, inbox.put)
            name = f"{self._name}-{len(self._inboxes) + 1}"
            try:
                _serving.append(inbox)
                start_thread(_serve, name, inbox, gone)
                self._inboxes.append(inbox)
            except BaseException as error:  # the system has no more threads: release those of this pool
                inbox.put(None)
                self.close()
                found = no_memory(error)
                if found is error:
                    raise
                raise found from error

    def close(self) -> None:
        """End the threads; a later call starts new ones."""
        while self._inboxes:  # after Ctrl-C in between, the rest end with the next close or with the pool
            self._inboxes[-1].put(None)
            self._inboxes.pop()

    def run(
        self,
        count: int,
        work: _Work,
        first: Callable[[], object] | None = None,
        interrupted: Callable[[], object] | None = None,
    ) -> None:
        """Run work(i) for i < count, each in a thread; i = 0 in the caller, after ``first``.

        If the caller raises, or is interrupted by Ctrl-C, ``interrupted`` is called to notify the other threads.
        Without ``interrupted``, the other threads finish their parts.

        Errors   those of ``work`` and ``first`` and Ctrl-C, after all threads have ended their part, since they write
                 to memory of the caller. The first of several, but a BaseException precedes an Exception.
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
            # Ctrl-C may come between any two instructions, so each step can be repeated: a part that was sent twice is
            # run once, and its end can be awaited twice. The handler consists of stores, which neither Ctrl-C nor a
            # lack of memory interrupts.
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
        errors = [e for e in (failure, later, *parts.ended) if e is not None and e is not _NO_ERROR]
        if errors:
            raise next((e for e in errors if not isinstance(e, Exception)), errors[0])


def _serve(inbox: _Inbox, gone: object) -> None:
    """Run the jobs of an inbox until the pool ends, as the main loop of a thread.

    After a failed allocation the loop continues, since the waiting caller sends unstarted parts again.

    gone   weak reference to the pool, which is put into the inbox when the pool is freed
    """
    is_mine = False
    while True:
        try:
            job = inbox.get()
            if type(job) is not tuple:
                _serving.remove(inbox)
                return
            work, i, parts = job
            is_mine = parts.open.pop(i, False)
            if is_mine:
                failure: BaseException = _NO_ERROR
                try:
                    work(i)
                except BaseException as error:
                    failure = error
                parts.ended[i] = failure
                parts.done[i].release()
                is_mine, failure = False, _NO_ERROR
            del job, work, parts  # drop references to the owner, which may be freed now
        except (MemoryError, SystemError) as error:
            # CPython may raise SystemError if it has no memory for a traceback; the caller waits for the part
            if is_mine:
                is_mine = False
                if parts.ended[i] is None:
                    parts.ended[i] = error
                parts.done[i].release()


@atexit.register
def _end() -> None:
    """End all threads with the process."""
    for inbox in _serving:
        inbox.put(None)


MOST_THREADS = 1024  # threads of a pool
_STATUS = DATA.offset["status"] // 8


class IslandPool:
    """A thread pool for islands."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.thread_pool = ThreadPool(
            "gelenk-island"
        )  # queues, unlike the locks of an executor, can be interrupted


_pools: dict[int, IslandPool] = {}
_numbers = itertools.count(1)


def create(count: int) -> int:
    """Create a pool of ``count`` threads, besides the caller; return its number."""
    if not 1 <= count <= MOST_THREADS:
        raise ValueError(f"a pool must have 1 .. {MOST_THREADS} threads, not {count}")
    number = next(_numbers)
    _pools[number] = IslandPool(count)
    library.TABLE[INDEX["share_islands"]] = link.entry_of(_ENTRY)
    return number


def destroy(number: int) -> None:
    """End the threads of a pool; worlds that use the pool continue without a pool."""
    find(number).thread_pool.close()
    del _pools[number]


def find(number: int) -> IslandPool:
    """Return the pool with this number."""
    if number not in _pools:
        raise ValueError(f"thread pool {number} does not exist")
    return _pools[number]


def divide(end: np.ndarray, count: int) -> list[tuple[int, int]]:
    """Split islands into at most ``count`` ranges (first, end) of about equal work.

    ``end`` is the end of each island, in dofs plus rows, which approximates work; it starts with 0.
    """
    count = min(count, int(end[-1]) // LEAST_POOLED + 1)
    bounds = [0, *np.searchsorted(end, end[-1] * np.arange(1, count) / count), len(end) - 1]
    return [(int(a), int(b)) for a, b in itertools.pairwise(bounds) if a < b]


def share_islands(m: Model, d: Data, stage: int, count: int) -> None:
    """Solve islands 0 .. ``count`` - 1 by ``stage``; the stage table entry in plain Python."""
    library.call_python(stage, m, d, 0, count)
    d.status = DONE


@whole
def _share(model: int, data: int, stage: int, count: int) -> None:
    """Solve islands by the threads of the pool of the data, called from native code."""
    try:
        d = callbacks.block_at(data)
        pool = _pools.get(d._scalar("threadpool"))
        solve = library.native(STAGE_AT[stage].name)
        part = d._a_island_part[: count + 1]
        if pool:
            runs = divide(part[:, DOF] + part[:, ROW], pool.count + 1)
            pool.thread_pool.run(len(runs), lambda i: solve(model, data, *runs[i]))
        else:
            solve(model, data, 0, count)
        d._ints[_STATUS] = DONE  # the last store: Ctrl-C is handled at calls
    except BaseException as error:
        callbacks.raised[data] = link.conversion_error(error)  # native code has set FAILED


_ENTRY = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(_share)
