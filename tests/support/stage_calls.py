"""Every call of a stage in plain Python, with a look at what it changed."""

from contextlib import contextmanager

import numpy as np

from gelenk.engine.constraint.solver import primal
from gelenk.tables import stage_writes
from gelenk.tables.stages import CALLBACK, HOOK, STAGE_AT, STAGES
from gelenk.tables.status import DONE
from gelenk.toolchain import kernel, library, struct_layout

CALLS = 3  # of a stage that are looked at, in one scene: there are many, and much alike
MARK = -7  # what integers are filled with, where floats become NaN
ALL = tuple(stage.name for stage in STAGES if stage.library not in (CALLBACK, HOOK))
_NAMES = tuple(name for name in (*stage_writes.PUBLIC, *stage_writes.PRIVATE) if name != "block")
_COUNTS = ("nefc", "nJ", "nA", "nisland", "nidof")
_NEEDS = [
    name for name in struct_layout.DATA.scalars if name.startswith("need_")
]  # room that a stage found missing


def cell(d, name):
    """A field as an array in the memory of ``d``, scalars too."""
    if name in struct_layout.DATA.arrays:
        return getattr(d, "_a_" + name)
    slots = d._floats if struct_layout.DATA.scalars[name] == "float64" else d._ints
    at = struct_layout.DATA.offset[name] // 8
    return slots[at : at + 1]


def poison(array):
    """Fill an array with what no stage computes."""
    array[...] = np.nan if array.dtype.kind == "f" else np.array(MARK).astype(array.dtype)


def poisoned(array):
    """Where an array has what `poison` wrote."""
    return np.isnan(array) if array.dtype.kind == "f" else array == np.array(MARK).astype(array.dtype)


def valid(d, name):
    """The rows of a field that count."""
    array, row = cell(d, name), stage_writes.PUBLIC[name]
    count = "ncon" if name.startswith("contact_") else row.shape[0] if row.shape else ""
    return array[: d._scalar(count)] if count in ("ncon", *_COUNTS) else array


class Watch:
    """Looks at the calls of stages: what is wrong, and which fields each wrote."""

    def __init__(self):
        self.problems: set[str] = set()
        self.wrote: dict[str, set[str]] = {}
        self.count: dict[str, int] = {}

    @contextmanager
    def of(self, m):
        """Watch the stages that are called for a model, as if all of them were loaded."""
        there = [i in STAGE_AT and STAGE_AT[i].library != CALLBACK for i in range(library.TABLE.size)]
        run, table, least = kernel.run_python, m._a_stage_table, primal.LEAST_POOLED
        kernel.run_python = self.call
        primal.LEAST_POOLED = 0  # of dofs and rows that are worth a thread
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
        """The stage at ``index``, which finds poison in what it is to write."""
        if STAGE_AT[index].library == HOOK:  # islands that threads would share
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
        """What a stage wrote, against the rows of the fields; what it left alone is as it was, once more."""
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
