"""Run stages in plain Python and check which fields each call changes."""

from contextlib import contextmanager

import numpy as np

from gelenk.engine.constraint.solver import primal
from gelenk.tables import stage_writes
from gelenk.tables.stages import CALLBACK, HOOK, STAGE_AT, STAGES
from gelenk.tables.status import DONE
from gelenk.toolchain import kernel, library, struct_layout

CALLS = 3  # calls per stage and scene that are checked; later calls are similar
MARK = -7  # poison of integers; that of floats is NaN
ALL = tuple(stage.name for stage in STAGES if stage.library not in (CALLBACK, HOOK))
_NAMES = tuple(name for name in (*stage_writes.PUBLIC, *stage_writes.PRIVATE) if name != "block")
_COUNTS = ("nefc", "nJ", "nA", "nisland", "nidof")
_NEEDS = [
    name for name in struct_layout.DATA.scalars if name.startswith("need_")
]  # requests of stages for more memory


def cell(d, name):
    """Return a field, scalars too, as an array in the memory of ``d``."""
    if name in struct_layout.DATA.arrays:
        return getattr(d, "_a_" + name)
    slots = d._floats if struct_layout.DATA.scalars[name] == "float64" else d._ints
    at = struct_layout.DATA.offset[name] // 8
    return slots[at : at + 1]


def poison(array):
    """Fill an array with values that no stage computes."""
    array[...] = np.nan if array.dtype.kind == "f" else np.array(MARK).astype(array.dtype)


def poisoned(array):
    """Return where an array has the values of `poison`."""
    return np.isnan(array) if array.dtype.kind == "f" else array == np.array(MARK).astype(array.dtype)


def valid(d, name):
    """Return the rows of a field that are in use."""
    array, row = cell(d, name), stage_writes.PUBLIC[name]
    count = "ncon" if name.startswith("contact_") else row.shape[0] if row.shape else ""
    return array[: d._scalar(count)] if count in ("ncon", *_COUNTS) else array


class Watch:
    """Records problems of calls of stages, and the fields that each stage wrote."""

    def __init__(self):
        self.problems: set[str] = set()
        self.wrote: dict[str, set[str]] = {}
        self.count: dict[str, int] = {}

    @contextmanager
    def of(self, m):
        """Watch the stages that run for a model, with all stages marked as loaded."""
        there = [i in STAGE_AT and STAGE_AT[i].library != CALLBACK for i in range(library.TABLE.size)]
        run, table, least = kernel.run_python, m._a_stage_table, primal.LEAST_POOLED
        kernel.run_python = self.call
        primal.LEAST_POOLED = 0  # so that islands of any size use threads
        m._set_array("stage_table", np.array(there, np.int64))
        self.count.clear()
        self.problems.clear()
        try:
            yield self
        finally:
            kernel.run_python = run
            m._set_array("stage_table", table)
            primal.LEAST_POOLED = least

    def call(self, index, m, d, *arguments):
        """Run the stage at ``index`` after poisoning the fields that it must write."""
        if STAGE_AT[index].library == HOOK:  # islands, which a thread pool would distribute
            self.call(arguments[0], m, d, 0, arguments[1])
            d.status = DONE
            return None
        stage = STAGE_AT[index].name
        run = library.python_stage(index)
        self.count[stage] = self.count.get(stage, 0) + 1
        if self.count[stage] > CALLS:
            return run(m, d, *arguments)
        data = d._block
        before = {name: cell(data, name).copy() for name in _NAMES}
        for name, mark in stage_writes.written(stage).items():
            if mark != "+":
                poison(cell(data, name))
        result = run(m, d, *arguments)
        self.judge(stage, data, before)
        return result

    def judge(self, stage, d, before):
        """Compare what a stage wrote with the field rows, and restore what it left unwritten."""
        done = d._scalar("status") == DONE and not any(d._scalar(need) for need in _NEEDS)
        wrote = self.wrote.setdefault(stage, set())
        for name, mark in stage_writes.written(stage).items():
            array = cell(d, name)
            if mark == "+":
                if array.tobytes() != before[name].tobytes():
                    wrote.add(name)
                continue
            left = poisoned(array)
            if mark == "" and done and poisoned(valid(d, name)).any():
                self.problems.add(f"{stage} leaves parts of {name}")
            if not left.all():
                wrote.add(name)
            array[left] = before[name][left]
        allowed = stage_writes.may_change(stage)
        for name, old in before.items():
            if name not in allowed and cell(d, name).tobytes() != old.tobytes():
                self.problems.add(f"{stage} changes {name}")
