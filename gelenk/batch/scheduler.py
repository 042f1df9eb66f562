"""Scheduler of a native call over worlds: work stealing between threads, and recovery.

Documents: design / Batches; promises / Ctrl-C by object

    Call.ids     world at position 0, 1, 2, ... n - 1
                 +-------------+-------------+-------------+
    parts        |xxxxx        |xxxxxxxxx    |xxx          |    one part per thread, in a cache line of its own
                 +-----^-------+---------^---+---^---------+
                     FIRST             FIRST   FIRST            x: claimed; PAST: end of the part

    Call.run     the thread pool calls work(thread) for each part; the caller is thread 0
       |
       v
    claim        a chunk of worlds by fetch_add(FIRST, CHUNK): from the thread's own part, then from  <----+
       |         the next part that is not empty (stealing); no positions left: FINISHED                   |
       v                                                                                                   |
    gather       of a world: back up its rows (KEEP), point slots (POINTERS), load scalars (BEFORE)        |
       |                                                                                                   |
       v                                                                                                   |
    step         NSTEP times: controls in (EACH), mj_step, records out (AFTER)  <----------+               |
       |    |                                                                              |               |
       |    +--> BUDGET steps: PAUSED; Python sees signals and calls again  ---------------+               |
       |    +--> a stage stopped: TROUBLE; Call._recover mends, and calls again  ----------+               |
       |             |                                                                                     |
       |             +--> _recover raises: put_back restores the rows, failed(world, error)  --------------+
       v                                                                                                   |
    scatter      scalars out (END), status 0, warnings out (WARN)  ----------------------------------------+

A chunk has at most 64 worlds, and about 20 us of work. A result depends only on its world, so the order of claims
does not matter. In successive calls a thread mostly has the worlds of its own part, which are then in the cache of its
CPU. Where Python may run within a stage (`Call.focus`), Python hands out one position at a time and first points numpy
arrays at the rows of the world. Ctrl-C and exceptions set COUNT to 0, so that no thread claims another chunk; each
thread restores the world that it had begun.
"""

from __future__ import annotations

import ctypes
import itertools
import threading
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from gelenk.engine.batch import call_layout
from gelenk.engine.batch.call_layout import FINISHED, TROUBLE
from gelenk.runtime import callbacks, pipeline
from gelenk.runtime.data import MjData
from gelenk.runtime.exclusive_use import ExclusiveUse
from gelenk.runtime.memory_plan import address_of
from gelenk.runtime.model import MjModel
from gelenk.runtime.thread_pool import ThreadPool
from gelenk.tables.status import RESTARTED
from gelenk.toolchain import library, link, memory
from gelenk.toolchain.extension import load


class HeldLocks(threading.local):
    """The locks of the batches whose calls this thread runs; worker threads inherit the locks.

    The locks reveal a call from within a call of the same batch.
    """

    def __init__(self) -> None:
        self.links: tuple[ExclusiveUse, ...] = ()


chain = HeldLocks()


# dofs times steps that a thread claims at once, about 20 us: bounds the idle time of the last thread
CHUNK_WORK = 128
CACHE_LINE_PAIR_BYTES = 128  # bytes of two cache lines, which CPUs prefetch as a pair


class Table:
    """A table of int64 words, indexed by byte offset, alone in its cache lines."""

    def __init__(self, count: int) -> None:
        line = CACHE_LINE_PAIR_BYTES // 8
        room = np.zeros(-(-count // line) * line + line, np.int64)
        start = -address_of(room) % CACHE_LINE_PAIR_BYTES // 8
        self.array = room[start : start + -(-count // line) * line]
        self.words = memoryview(self.array)  # type: ignore[arg-type]
        self.address = address_of(self.array)

    def __getitem__(self, offset: int) -> int:
        return self.words[offset >> 3]

    def __setitem__(self, offset: int, value: int) -> None:
        self.words[offset >> 3] = value


class Thread:
    """The structs and the table of one thread."""

    def __init__(self, model: MjModel, data: MjData) -> None:
        self.model, self.data = model, data
        self.copy: MjModel | None = (
            None  # a model with arrays of its own, for calls that need the values of a world
        )
        self.table = Table(call_layout.THREAD_WORDS)
        self.kept = np.zeros(0, np.uint8)
        self.table[call_layout.MODEL], self.table[call_layout.DATA] = model._address, data._address
        memory.register(model)
        memory.register(data)

    def prepare(self, shared: Table, nkept: int, number: int) -> None:
        """Prepare for a call; ``number`` is the part from which this thread claims first."""
        if self.kept.nbytes < nkept:
            self.kept = np.zeros(nkept + 64, np.uint8)
        table = self.table
        # written in each call, since Ctrl-C may come between an allocation and the store of its address
        table[call_layout.KEPT] = address_of(self.kept)
        table[call_layout.SHARED], table[call_layout.OWN_PART] = shared.address, number
        table[call_layout.AT] = table[call_layout.LAST] = table[call_layout.BEGUN] = 0


def weak_method(method: Any) -> Callable[..., Any]:
    """Return a function that calls a bound method, and holds its object weakly.

    Unlike a weakref.WeakMethod, it runs no Python code when the object is released, where Ctrl-C would be lost.
    """
    kept, function = weakref.ref(method.__self__), method.__func__

    def call(*arguments: Any) -> Any:
        found = kept()
        if found is None:
            raise ReferenceError("the batch of this call has been deleted")
        return function(found, *arguments)

    return call


class Call:
    """A native call over worlds: its shared table, and callbacks for stops.

    kind        which threads run the call, see `Cpu.threads_of`
    ids         world at each position
    structs     (thread, world) -> model and data of a world, whose numpy arrays are those of the world
    put_back    (thread, world): restore the rows of the world
    failed      (world, error): record that the world failed
    restart     (model, data): clear the fields that a reset in native code cannot clear
    focus       whether Python may run within a stage, so that numpy arrays must always be those of the world
    """

    def __init__(self, kind: str = "") -> None:
        self.kind = kind
        self.shared = Table(call_layout.SHARED_WORDS)
        self.parts: Table | None = None
        self.nkept = 0
        self.resets = False  # whether the worlds are reset first
        self.keep: list[Any] = []
        self.structs: Callable[[Thread, int], tuple[MjModel, MjData]] = lambda thread, world: (
            thread.model,
            thread.data,
        )
        self.put_back: Callable[[Thread, int], None] = lambda thread, world: None
        self.failed: Callable[[int, Exception], None] = _raise
        self.restart: Callable[[MjModel, MjData], None] = lambda m, d: None

    def reuse(self, ids: np.ndarray, nthread: int, models: Iterable[MjModel], weight: int = 1) -> None:
        """Reuse the call for these worlds, from the start.

        models   models of the worlds; weight   dofs times steps of each world
        """
        self.ids = ids
        self.focus = python_within(models)
        self.resets = False
        self.keep = []
        table = self.shared
        table[call_layout.STOP] = table[call_layout.FINAL_STAGE] = 0
        table[call_layout.EACH + 8] = table[call_layout.AFTER + 8] = table[call_layout.PRIOR + 8] = 0
        table[call_layout.CHUNK] = max(1, min(64, len(ids) // (8 * nthread), CHUNK_WORK // max(weight, 1)))
        table[call_layout.IDS] = address_of(ids)
        self.begin_again()

    def begin_again(self) -> None:
        """Mark all positions as not yet processed."""
        self.stopped = False
        self.positions = itertools.count()  # next() is atomic
        self.shared[call_layout.NWARNED], self.shared[call_layout.COUNT] = 0, len(self.ids)

    def split_worlds(self, count: int) -> None:
        """Split the positions into ``count`` parts."""
        size = count * call_layout.PART_BYTES // 8
        if self.parts is None or len(self.parts.array) < size:
            self.parts = Table(size)
        # written in each call, see Thread.prepare
        self.shared[call_layout.PARTS], self.shared[call_layout.NPART] = self.parts.address, count
        n = len(self.ids)
        for i in range(count):
            self.parts[i * call_layout.PART_BYTES + call_layout.FIRST] = n * i // count
            self.parts[i * call_layout.PART_BYTES + call_layout.PART_END] = n * (i + 1) // count

    def set_moves(self, name: int, moves: Any) -> None:
        """Set a list of moves."""
        self.shared[name], self.shared[name + 8] = moves.entry
        self.keep.append(moves)

    def run(self, thread_pool: ThreadPool, threads: list[Thread]) -> None:
        """Run the call on these threads; the first is the thread of the caller."""
        self.split_worlds(len(threads))
        for number, thread in enumerate(threads):
            thread.prepare(self.shared, self.nkept, number)
        if len(threads) == 1:
            self.process_worlds(threads[0])
            return
        links = chain.links

        def work(i: int) -> None:
            chain.links = links
            self.process_worlds(threads[i])

        thread_pool.run(len(threads), work, interrupted=self.stop)

    def stop(self) -> None:
        """Keep all threads from beginning another world."""
        self.stopped = True
        self.shared[call_layout.COUNT] = 0

    # ---- run by each thread

    def process_worlds(self, thread: Thread) -> None:
        """Process worlds until none are left; restore a world that is begun but not finished."""
        try:
            if self.focus:
                self._one_by_one(thread)
            else:
                self._run_native(thread)
        except BaseException:
            self.stop()
            raise
        finally:
            if thread.table[call_layout.BEGUN]:
                self.put_back(thread, int(self.ids[thread.table[call_layout.AT]]))
                thread.table[call_layout.BEGUN] = 0

    def _run_native(self, thread: Thread) -> None:
        native, address = library.native("batch") if library.JIT else _plain, thread.table.address
        try:
            while (how := native(address)) != FINISHED:
                if self.stopped:
                    # another thread has ended the call: drop the exception of a callback
                    if how == TROUBLE:
                        data = self.structs(thread, int(self.ids[thread.table[call_layout.AT]]))[1]
                        callbacks.raised.pop(data._address, None)
                    return
                if how == TROUBLE:
                    self._recover(thread)
        except ctypes.ArgumentError as error:
            raise link.conversion_error(error) from error

    def _one_by_one(self, thread: Thread) -> None:
        table, shared = thread.table, self.shared
        while not self.stopped:
            position = next(self.positions)
            if position >= len(self.ids):
                return
            self.structs(thread, int(self.ids[position]))
            shared[call_layout.COUNT] = 0  # one position only
            table[call_layout.AT], table[call_layout.LAST] = position, position + 1
            self._run_native(thread)

    def _recover(self, thread: Thread) -> None:
        world = int(self.ids[thread.table[call_layout.AT]])
        m, d = self.structs(thread, world)
        try:
            if d._scalar("status") == RESTARTED:
                self.restart(m, d)
            if not pipeline.recover(m, d) and not d._grow():
                raise RuntimeError("a stage stopped without a status to recover from")
        except Exception as error:
            self.put_back(thread, world)
            self.failed(world, error)
            thread.table[call_layout.BEGUN] = 0
            thread.table[call_layout.AT] += 1


def budget(nv: int) -> int:
    """Return the steps after which a native call returns for signals: a few milliseconds."""
    return max(pipeline.STEPS, 40_000 // max(nv, 1))


def _plain(address: int) -> int:
    return int(load.run_kernel("batch", address))


def _raise(world: int, error: Exception) -> None:
    raise error


def python_within(models: Iterable[MjModel]) -> bool:
    """Return whether Python runs within stages of these models.

    Callbacks, plugins without kernels, and GELENK without compilation run Python.
    """
    return not library.JIT or callbacks.runs_python(models)
