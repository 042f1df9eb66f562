"""Pools of threads that share the islands of a world: d.threadpool is the number of its pool.

Documents: API / mju_threadPoolCreate, mju_bindThreadPool; Computation / Constraint solver (islands)

A solver with more than one island hands them to ``share_islands``, through the stage table. All threads work on the
same data: islands write to parts of its arrays that do not overlap and to no number beside them, and each is solved as
if it were alone, so no bit depends on the threads.
"""

from __future__ import annotations

import ctypes
import itertools
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.constraint.solver.bounds import DOF, ROW
from gelenk.engine.constraint.solver.primal import LEAST
from gelenk.jit import library, shared
from gelenk.jit.layout import DATA
from gelenk.tables.stages import INDEX, STAGE_AT
from gelenk.tables.status import DONE
from gelenk.world import callbacks
from gelenk.world.crew import Crew
from gelenk.world.whole_try import whole

if TYPE_CHECKING:
    from gelenk.jit.structs import Data, Model

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
    library.TABLE[INDEX["share_islands"]] = shared.entry_of(_ENTRY)
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
