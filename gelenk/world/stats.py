"""Counters as Python sees them: ``d.warning[i].number``, ``d.timer[i].duration``, ``d.solver[i].gradient``.

Documents: API / MjWarningStat, MjTimerStat, MjSolverStat
"""

import numpy as np

from gelenk.tables.records import Record

# columns of solver_stat, in the order in which solvers write them
SOLVER_COLUMNS = ("improvement", "gradient", "lineslope", "nactive", "nchange", "neval", "nupdate")
_COUNTS = {"nactive", "nchange", "neval", "nupdate", "number", "lastinfo"}


def _record_class(name, columns):
    def __init__(self, arrays=None, index=0):
        if arrays is None:
            arrays = {c: np.zeros(1, np.int32 if c in _COUNTS else np.float64) for c in columns}
        self._arrays, self._index = arrays, index

    def __copy__(self):
        row = slice(self._index, self._index + 1)
        return type(self)({c: array[row].copy() for c, array in self._arrays.items()})

    def column(c):
        convert = int if c in _COUNTS else float

        def get(self):
            return convert(self._arrays[c][self._index])

        def put(self, value):
            self._arrays[c][self._index] = value

        return property(get, put)

    body = {"__init__": __init__, "__copy__": __copy__, "__deepcopy__": lambda self, memo: __copy__(self)}
    body |= {"__doc__": f"One entry: {', '.join(columns)}.", "_record": columns}
    return type(name, (Record,), body | {c: column(c) for c in columns})


MjWarningStat = _record_class("MjWarningStat", ("lastinfo", "number"))
MjTimerStat = _record_class("MjTimerStat", ("duration", "number"))
MjSolverStat = _record_class("MjSolverStat", SOLVER_COLUMNS)


class StatList(Record):
    """Entries of one kind, indexed by number; attributes give one array per column."""

    def __init__(self, record, arrays):
        self._class, self._arrays = record, arrays

    _record = property(lambda self: tuple(self._arrays))

    def __len__(self):
        return len(next(iter(self._arrays.values())))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return StatList(self._class, {c: a[index] for c, a in self._arrays.items()})
        index = index.__index__()
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} out of range, there are {len(self)}")
        return self._class(self._arrays, index % len(self))

    def __iter__(self):
        return (self._class(self._arrays, i) for i in range(len(self)))

    def __getattr__(self, column):
        try:
            return self.__dict__["_arrays"][column]
        except KeyError:
            raise AttributeError(column) from None


def add_stats(cls):
    """Give MjData its lists of counters."""

    def warning(self):
        arrays = {"lastinfo": self._a_warning_lastinfo, "number": self._a_warning_number}
        return StatList(MjWarningStat, arrays)

    def timer(self):
        return StatList(MjTimerStat, {"duration": self._a_timer_duration, "number": self._a_timer_number})

    def solver(self):
        return StatList(MjSolverStat, {c: self._a_solver_stat[:, i] for i, c in enumerate(SOLVER_COLUMNS)})

    cls.warning = property(warning, doc="Warnings by kind (mjtWarning): how often, and the last argument.")
    cls.timer = property(timer, doc="Time by part of the pipeline (mjtTimer).")
    cls.solver = property(solver, doc="What each solver iteration did.")
