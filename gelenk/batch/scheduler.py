"""What a crew of threads does in a native call: each takes worlds, its own first, and mends what stops for Python.

Documents: design / Batches; promises / Ctrl-C by object
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
from gelenk.runtime.thread_pool import Crew
from gelenk.toolchain import library, link, memory

_STATUS_RESTARTED = 4


class Chain(threading.local):
    """What is under way in this thread, and in those that wait for it: each is told to whoever works for it."""

    def __init__(self) -> None:
        self.links: tuple[ExclusiveUse, ...] = ()


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
        self.table = Table(call_layout.THREAD_WORDS)
        self.kept = np.zeros(0, np.uint8)
        self.table[call_layout.MODEL], self.table[call_layout.DATA] = model._address, data._address
        memory.know(model)
        memory.know(data)

    def ready(self, shared: Table, nkept: int, number: int) -> None:
        """Begin a call; ``number`` of the part that is taken from first."""
        if self.kept.nbytes < nkept:
            self.kept = np.zeros(nkept + 64, np.uint8)
            self.table[call_layout.KEPT] = address_of(self.kept)
        table = self.table
        table[call_layout.SHARED], table[call_layout.MINE] = shared.address, number
        table[call_layout.AT] = table[call_layout.LAST] = table[call_layout.BEGUN] = 0


def weakly(method: Any) -> Callable[..., Any]:
    """Return a function that calls a bound method while its object lives, and does not keep the object alive.

    Unlike a weakref.WeakMethod it runs no Python when the object goes, where Ctrl-C would be lost.
    """
    kept, function = weakref.ref(method.__self__), method.__func__

    def call(*arguments: Any) -> Any:
        found = kept()
        if found is None:
            raise ReferenceError("the batch of this call is gone")
        return function(found, *arguments)

    return call


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
        self.shared = Table(call_layout.SHARED_WORDS)
        self.parts: Table | None = None
        self.nkept = 0
        self.resets = False  # whether its worlds are reset first
        self.keep: list[Any] = []
        self.structs: Callable[[Thread, int], tuple[MjModel, MjData]] = lambda thread, world: (
            thread.model,
            thread.data,
        )
        self.put_back: Callable[[Thread, int], None] = lambda thread, world: None
        self.failed: Callable[[int, Exception], None] = _raise
        self.restart: Callable[[MjModel, MjData], None] = lambda m, d: None

    def renew(self, ids: np.ndarray, nthread: int, models: Iterable[MjModel], weight: int = 1) -> None:
        """Make it a call on these worlds, which nothing has been done of.

        models   among which theirs are; weight   dofs and steps of each world
        """
        self.ids = ids
        self.focus = python_within(models)
        self.resets = False
        self.keep = []
        table = self.shared
        table[call_layout.STOP] = table[call_layout.LATER] = 0
        table[call_layout.EACH + 8] = table[call_layout.AFTER + 8] = table[call_layout.PRIOR + 8] = 0
        table[call_layout.CHUNK] = max(1, min(64, len(ids) // (8 * nthread), _CHUNK // max(weight, 1)))
        table[call_layout.IDS] = address_of(ids)
        self.begin_again()

    def begin_again(self) -> None:
        """Nothing has been done of it."""
        self.stopped = False
        self.positions = itertools.count()  # next() of it is atomic
        self.shared[call_layout.NWARNED], self.shared[call_layout.COUNT] = 0, len(self.ids)

    def share(self, count: int) -> None:
        """Make as many parts of the positions."""
        if self.parts is None or self.shared[call_layout.NPART] != count:
            self.parts = Table(count * call_layout.PART_BYTES // 8)
            self.shared[call_layout.PARTS], self.shared[call_layout.NPART] = self.parts.address, count
        n = len(self.ids)
        for i in range(count):
            self.parts[i * call_layout.PART_BYTES + call_layout.FIRST] = n * i // count
            self.parts[i * call_layout.PART_BYTES + call_layout.PAST] = n * (i + 1) // count

    def moving(self, name: int, moves: Any) -> None:
        """Set a list of moves."""
        self.shared[name], self.shared[name + 8] = moves.entry
        self.keep.append(moves)

    def run(self, crew: Crew, threads: list[Thread]) -> None:
        """Do it with all of these threads, the first of which is the one that calls."""
        self.share(len(threads))
        for number, thread in enumerate(threads):
            thread.ready(self.shared, self.nkept, number)
        if len(threads) == 1:
            self.work(threads[0])
            return
        links = chain.links

        def work(i: int) -> None:
            chain.links = links
            self.work(threads[i])

        crew.run(len(threads), work, interrupted=self.stop)

    def stop(self) -> None:
        """No thread begins another world."""
        self.stopped = True
        self.shared[call_layout.COUNT] = 0

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
            if thread.table[call_layout.BEGUN]:
                self.put_back(thread, int(self.ids[thread.table[call_layout.AT]]))
                thread.table[call_layout.BEGUN] = 0

    def _run(self, thread: Thread) -> None:
        native, address = library.native("batch") if library.JIT else _plain, thread.table.address
        try:
            while (how := native(address)) != FINISHED:
                if self.stopped:
                    if how == TROUBLE:  # another thread ended the call: what a callback raised is dropped
                        data = self.structs(thread, int(self.ids[thread.table[call_layout.AT]]))[1]
                        callbacks.raised.pop(data._address, None)
                    return
                if how == TROUBLE:
                    self._mend(thread)
        except ctypes.ArgumentError as error:
            raise link.told(error) from error

    def _one_by_one(self, thread: Thread) -> None:
        table, shared = thread.table, self.shared
        while not self.stopped:
            position = next(self.positions)
            if position >= len(self.ids):
                return
            self.structs(thread, int(self.ids[position]))
            shared[call_layout.COUNT] = 0  # no more than this one
            table[call_layout.AT], table[call_layout.LAST] = position, position + 1
            self._run(thread)

    def _mend(self, thread: Thread) -> None:
        world = int(self.ids[thread.table[call_layout.AT]])
        m, d = self.structs(thread, world)
        try:
            if d._get("status") == _STATUS_RESTARTED:
                self.restart(m, d)
            if not pipeline.mend(m, d) and not d._grow():
                raise RuntimeError("a stage stopped, and there is nothing to mend")
        except Exception as error:
            self.put_back(thread, world)
            self.failed(world, error)
            thread.table[call_layout.BEGUN] = 0
            thread.table[call_layout.AT] += 1


def budget(nv: int) -> int:
    """Steps after which a native call lets Python see signals: some milliseconds."""
    return max(pipeline.STEPS, 40_000 // max(nv, 1))


def _plain(address: int) -> int:
    return int(library.call("batch", address))


def _raise(world: int, error: Exception) -> None:
    raise error


def python_within(models: Iterable[MjModel]) -> bool:
    """Whether Python runs within stages of these models: callbacks, their plugins without kernels, plain Python."""
    return not library.JIT or callbacks.ask_python(models)
