"""Threads that take the worlds of a native call, each its own first; what stops for Python is mended in its thread.

Documents: design / Batches; promises / Signals

The thread that calls is one of them. The others wait between calls; they end with the crew, with the process, and are
begun anew in a process that forked.
"""

from __future__ import annotations

import itertools
import os
import queue
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.engine.batch import words
from gelenk.engine.batch.words import FINISHED, TROUBLE
from gelenk.jit import library, raw
from gelenk.world import callbacks, drive
from gelenk.world.data import MjData
from gelenk.world.memory import address_of
from gelenk.world.model import MjModel

_STATUS_RESTARTED = 4


class Chain(threading.local):
    """What is under way in this thread, and in those that wait for it: each is told to whoever works for it."""

    def __init__(self) -> None:
        self.links: tuple[int, ...] = ()


chain = Chain()


_CHUNK = 128  # dofs times steps that a thread takes at once: some 20 us, which is as long as another waits at the end
_LINE = 128  # bytes that a processor takes from another at once: a pair of lines of the cache


class Table:
    """Words in memory, by their offsets in bytes; no other has a part of their lines of the cache."""

    def __init__(self, count: int) -> None:
        line = _LINE // 8
        room = np.zeros(-(-count // line) * line + line, np.int64)
        start = -address_of(room) % _LINE // 8
        self.array = room[start : start + -(-count // line) * line]
        self.words = memoryview(self.array)  # type: ignore[arg-type]
        self.address = address_of(self.array)

    def __getitem__(self, offset: int) -> int:
        return self.words[offset >> 3]

    def __setitem__(self, offset: int, value: int) -> None:
        self.words[offset >> 3] = value


class Thread:
    """What one thread works with: its structs and its table."""

    def __init__(self, model: MjModel, data: MjData) -> None:
        self.model, self.data = model, data
        self.table = Table(words.THREAD_WORDS)
        self.kept = np.zeros(0, np.uint8)
        self.table[words.MODEL], self.table[words.DATA] = model._address, data._address
        raw.know(model)
        raw.know(data)

    def ready(self, shared: Table, nkept: int, number: int) -> None:
        """Begin a call; ``number`` of the part that is taken from first."""
        if self.kept.nbytes < nkept:
            self.kept = np.zeros(nkept + 64, np.uint8)
            self.table[words.KEPT] = address_of(self.kept)
        table = self.table
        table[words.SHARED], table[words.MINE] = shared.address, number
        table[words.AT] = table[words.LAST] = table[words.BEGUN] = 0


class Call:
    """One native call over worlds: its shared table, and what Python does where it stops.

    kind        which threads do it, see `Cpu.crew_of`
    ids         world at each position
    structs     (thread, world) -> model and data of a world, their numpy arrays those of the world
    put_back    (thread, world): make the world what it was
    failed      (world, error): note that it failed
    restart     (model, data): what a reset in native code could not clear
    focus       whether Python may run within a stage, so that arrays must be those of the world from the first
    """

    def __init__(self, kind: str = "") -> None:
        self.kind = kind
        self.shared = Table(words.SHARED_WORDS)
        self.parts: Table | None = None
        self.nkept = 0
        self.keep: list[Any] = []
        self.structs: Callable[[Thread, int], tuple[MjModel, MjData]] = lambda thread, world: (
            thread.model,
            thread.data,
        )
        self.put_back: Callable[[Thread, int], None] = lambda thread, world: None
        self.failed: Callable[[int, Exception], None] = _raise
        self.restart: Callable[[MjModel, MjData], None] = lambda m, d: None

    def renew(self, ids: np.ndarray, nthread: int, weight: int = 1) -> None:
        """Make it a call on these worlds, which nothing has been done of; ``weight``: dofs and steps of each."""
        self.ids = ids
        self.stopped, self.focus = False, python_within()
        self.positions = itertools.count()  # next() of it is atomic
        self.keep = []
        table = self.shared
        table[words.NWARNED] = table[words.STOP] = table[words.LATER] = 0
        table[words.EACH + 8] = table[words.AFTER + 8] = 0
        table[words.COUNT] = len(ids)
        table[words.CHUNK] = max(1, min(64, len(ids) // (8 * nthread), _CHUNK // max(weight, 1)))
        table[words.IDS] = address_of(ids)

    def share(self, count: int) -> None:
        """Make as many parts of the positions."""
        if self.parts is None or self.shared[words.NPART] != count:
            self.parts = Table(count * words.PART_BYTES // 8)
            self.shared[words.PARTS], self.shared[words.NPART] = self.parts.address, count
        n = len(self.ids)
        for i in range(count):
            self.parts[i * words.PART_BYTES + words.FIRST] = n * i // count
            self.parts[i * words.PART_BYTES + words.PAST] = n * (i + 1) // count

    def moving(self, name: int, moves: Any) -> None:
        """Set a list of moves."""
        self.shared[name], self.shared[name + 8] = moves.entry
        self.keep.append(moves)

    def stop(self) -> None:
        """No thread begins another world."""
        self.stopped = True
        self.shared[words.COUNT] = 0

    # ---- in a thread

    def work(self, thread: Thread) -> None:
        """Take worlds until there are none; every world that is not finished is as it was."""
        try:
            if self.focus:
                self._one_by_one(thread)
            else:
                self._run(thread)
        except BaseException:
            self.stop()
            raise
        finally:
            if thread.table[words.BEGUN]:
                self.put_back(thread, int(self.ids[thread.table[words.AT]]))
                thread.table[words.BEGUN] = 0

    def _run(self, thread: Thread) -> None:
        native, address = library.native("batch") if library.JIT else _plain, thread.table.address
        while (how := native(address)) != FINISHED:
            if self.stopped:
                return
            if how == TROUBLE:
                self._mend(thread)

    def _one_by_one(self, thread: Thread) -> None:
        table, shared = thread.table, self.shared
        while not self.stopped:
            position = next(self.positions)
            if position >= len(self.ids):
                return
            self.structs(thread, int(self.ids[position]))
            shared[words.COUNT] = 0  # no more than this one
            table[words.AT], table[words.LAST] = position, position + 1
            self._run(thread)

    def _mend(self, thread: Thread) -> None:
        world = int(self.ids[thread.table[words.AT]])
        m, d = self.structs(thread, world)
        try:
            if d._get("status") == _STATUS_RESTARTED:
                self.restart(m, d)
            if not drive.mend(m, d) and not d._grow():
                raise RuntimeError("a stage stopped, and there is nothing to mend")
        except Exception as error:
            self.put_back(thread, world)
            self.failed(world, error)
            thread.table[words.BEGUN] = 0
            thread.table[words.AT] += 1


def budget(nv: int) -> int:
    """Steps after which a native call lets Python see signals: some milliseconds."""
    return max(drive.STEPS, 40_000 // max(nv, 1))


def _plain(address: int) -> int:
    return int(library.call("batch", address))


def _raise(world: int, error: Exception) -> None:
    raise error


class Crew:
    """Threads beside the one that calls, ``count`` in all."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._inboxes: list[queue.SimpleQueue] = []
        self._process = 0
        self._finalizer: Any = None

    def _begin(self) -> None:
        if self._process == os.getpid():
            return
        inboxes: list[queue.SimpleQueue] = []
        try:
            for i in range(1, self.count):
                inbox: queue.SimpleQueue = queue.SimpleQueue()
                threading.Thread(target=_serve, args=(inbox,), name=f"gelenk-batch-{i}", daemon=True).start()
                inboxes.append(inbox)
        except BaseException:  # the system has no more
            _end(inboxes, os.getpid())
            raise
        self._inboxes, self._process = inboxes, os.getpid()
        self._finalizer = weakref.finalize(self, _end, self._inboxes, self._process)

    def close(self) -> None:
        """End the threads."""
        if self._finalizer is not None:
            self._finalizer()
        self._process = 0

    def run(self, call: Call, threads: list[Thread]) -> None:
        """Do the call with as many threads as there are entries in ``threads``, at most ``count``."""
        call.share(len(threads))
        for number, thread in enumerate(threads):
            thread.ready(call.shared, call.nkept, number)
        if len(threads) == 1:
            call.work(threads[0])
            return
        self._begin()
        done: queue.SimpleQueue = queue.SimpleQueue()
        for thread, inbox in zip(threads[1:], self._inboxes, strict=False):
            inbox.put((call, thread, chain.links, done))
        waiting = len(threads) - 1
        errors: list[BaseException] = []
        try:
            call.work(threads[0])
        except BaseException as error:
            errors.append(error)
        while waiting:
            try:
                failure = done.get()
            except BaseException as interrupt:  # Ctrl-C: the others end at their next look
                call.stop()
                errors.append(interrupt)
                continue
            waiting -= 1
            if failure is not None:
                errors.append(failure)
        if errors:
            raise next((e for e in errors if not isinstance(e, Exception)), errors[0])


def _serve(inbox: queue.SimpleQueue) -> None:
    """The life of a thread."""
    while (job := inbox.get()) is not None:
        call, thread, chain.links, done = job
        try:
            call.work(thread)
            done.put(None)
        except BaseException as error:
            done.put(error)
        del job, call, thread, done


def _end(inboxes: list[queue.SimpleQueue], process: int) -> None:
    if process == os.getpid():
        for inbox in inboxes:
            inbox.put(None)


def python_within() -> bool:
    """Whether Python runs within stages: callbacks, plugins without kernels, plain Python."""
    return not library.JIT or bool(callbacks._hooks)
