"""Counters of MjData: timers, warnings and solver statistics.

Documents: API / mjtTimer, MjTimerStat, mjcb_time; API / MjWarningStat, MjTimerStat, MjSolverStat

A timer counts calls of the function that it is named after, and the steps of mj_step. Parts of a call are not timed,
since reading the clock would take longer than some of them; `gelenk testspeed` measures them. Python accesses counters
as ``d.warning[i].number``, ``d.timer[i].duration``, ``d.solver[i].gradient``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, overload

import numpy as np

from gelenk.errors import UnknownAttribute
from gelenk.runtime.assignment import assign, check_slice, shown
from gelenk.runtime.assignment import index as as_index
from gelenk.runtime.block import attach
from gelenk.runtime.struct_bases import Record
from gelenk.tables import fields_data
from gelenk.tables.api_enums import WARNING_ORDER
from gelenk.tables.enums import mjtTimer
from gelenk.tables.field_rows import Field
from gelenk.tables.functions.targets import TARGETS
from gelenk.toolchain.extension import load
from gelenk.toolchain.struct_layout import NUMPY

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.fields import SolverFields, TimerFields, WarningFields
else:
    SolverFields = TimerFields = WarningFields = object

# documented function -> its timer
TIMER_OF = {
    name: int(getattr(mjtTimer, f"mjTIMER_{target.words['timer']}"))
    for name, target in TARGETS.items()
    if "timer" in target.words
}

clock = perf_counter  # returns the time [s]; the user's function if set
_user: Any = None


def set_clock(function: Any) -> None:
    """Set the function that returns the time, or None for the system's clock."""
    global clock, _user
    if function is not None and not callable(function):
        raise TypeError("callback is not an Optional[Callable]")
    _user = function
    clock = perf_counter if function is None else _ask
    load.set_clock_watched(function is not None)


def get_clock() -> Any:
    """Return the user's time function, or None."""
    return _user


def _ask() -> float:
    value = _user()
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError("mjcb_time callback did not return a number") from None


def count(d: MjData, timer: int, start: float) -> None:
    """Add a call that started at ``start`` to a timer of ``d``; the engine counts steps."""
    d._durations[timer] += clock() - start
    d._a_timer_number[timer] += 1


Arrays = dict[str, np.ndarray]


def _column(f: Field) -> property:
    name = f.name

    def get(self: Any) -> float:
        return self._arrays[name].item(self._index)

    def get_whole(self: Any) -> int:
        return int(self._arrays[name].item(self._index))  # solver counts are stored as floats

    def put(self: Any, value: Any) -> None:
        assign(name, self._arrays[name], value, self._index)

    return property(get_whole if f.dtype == "int32" else get, put, doc=f.doc)


class _Zeros(dict[str, np.ndarray]):
    """The columns of a standalone counter, made on first access; subclasses define ``types``."""

    types: ClassVar[dict[str, np.dtype]] = {}

    def __missing__(self, name: str) -> np.ndarray:
        return self.setdefault(name, np.zeros(1, self.types[name]))

    def __reduce__(self) -> tuple:
        return dict, ({name: self[name] for name in self.types},)


class Stat(Record):
    """Base class of the counters: one entry of the columns that the subclass names."""

    _rows: tuple[Field, ...] = ()
    _zeros: type[_Zeros] = _Zeros
    _arrays: Arrays
    _index: int

    def __init_subclass__(cls) -> None:
        cls._record = tuple(f.name for f in cls._rows)
        cls._zeros = type("_Zeros", (_Zeros,), {"types": {f.name: NUMPY[f.dtype] for f in cls._rows}})
        for f in cls._rows:
            setattr(cls, f.name, _column(f))

    def __init__(self, arrays: Arrays | None = None, index: int = 0) -> None:
        own = self.__dict__
        own["_arrays"], own["_index"] = self._zeros() if arrays is None else arrays, index

    def __copy__(self) -> Stat:
        row = slice(self._index, self._index + 1)
        return type(self)({name: self._arrays[name][row].copy() for name in self._record})

    def __deepcopy__(self, memo: object) -> Stat:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        row = slice(self._index, self._index + 1)
        return _restored, (type(self), {name: self._arrays[name][row].copy() for name in self._record}, True)


class MjWarningStat(Stat, WarningFields):
    """Warning statistics, one per mjtWarning: ``d.warning[mjtWarning.mjWARN_BADQACC].number``."""

    _rows = fields_data.WARNING


class MjTimerStat(Stat, TimerFields):
    """Timer statistics, one per mjtTimer: ``d.timer[mjtTimer.mjTIMER_STEP].duration``."""

    _rows = fields_data.TIMER


class MjSolverStat(Stat, SolverFields):
    """Statistics of one solver iteration: ``d.solver[i].gradient``."""

    _rows = fields_data.SOLVER


One = TypeVar("One", bound=Stat)


class StatList(Record, Generic[One]):
    """Counters of one kind, indexed by number; attributes give one array per column."""

    def __init__(self, record: type[One], arrays: Arrays) -> None:
        self._class, self._arrays = record, arrays
        self._count = len(next(iter(arrays.values())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._class, dict(self._arrays), False)  # without the cached attributes

    @property
    def _record(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(self._arrays)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> One: ...

    @overload
    def __getitem__(self, index: slice) -> StatList[One]: ...

    def __getitem__(self, index: int | slice) -> One | StatList[One]:
        if isinstance(index, int) and 0 <= index < self._count:  # the common case
            return self._class(self._arrays, index)
        if isinstance(index, slice):
            check_slice(f"index of {self._class.__name__}", index)
            return StatList(self._class, {c: a[index] for c, a in self._arrays.items()})
        place = as_index(f"index of {self._class.__name__}", index)
        if not -self._count <= place < self._count:
            raise IndexError(f"index {shown(place)} out of range, there are {self._count}")
        return self._class(self._arrays, place % self._count)

    def __iter__(self) -> Iterator[One]:
        return (self._class(self._arrays, i) for i in range(len(self)))

    def __getattr__(self, column: str) -> np.ndarray:
        own = self.__dict__
        try:
            array = own["_arrays"][column]
        except KeyError:
            message = f"'{type(self).__name__}' object has no attribute '{column}'"
            raise UnknownAttribute(message, column, lambda: own.get("_arrays", ())) from None
        return own.setdefault(column, self._column(array, column))  # cached as an instance attribute

    def _column(self, array: np.ndarray, column: str) -> np.ndarray:
        """Return a live view of a column, with the dtype of the API."""
        dtype = NUMPY[next(f.dtype for f in self._class._rows if f.name == column)]
        if array.dtype == np.int64 and dtype == np.int32 and sys.byteorder == "little":
            return array.view(dtype)[::2]  # the lower halves
        return array.astype(dtype, copy=False)


class _WarningList(StatList[MjWarningStat]):
    """Warnings in the order of the level, where its numbers differ from those of kernels.

    Elements are live; the array of a column is a read-only copy.
    """

    def __init__(self, arrays: Arrays) -> None:
        super().__init__(MjWarningStat, arrays)
        self._count = len(WARNING_ORDER)

    def _ordered(self) -> StatList[MjWarningStat]:
        return StatList(MjWarningStat, {name: a[list(WARNING_ORDER)] for name, a in self._arrays.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        return self._ordered().__reduce__()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return self._ordered()[index]
        place = as_index("index of MjWarningStat", index)
        if not -self._count <= place < self._count:
            raise IndexError(f"index {shown(place)} out of range, there are {self._count}")
        return MjWarningStat(self._arrays, WARNING_ORDER[place])

    def __iter__(self) -> Iterator[MjWarningStat]:
        return (MjWarningStat(self._arrays, place) for place in WARNING_ORDER)

    def __getattr__(self, column: str) -> np.ndarray:
        array = getattr(StatList(MjWarningStat, self.__dict__.get("_arrays", {})), column)
        array = array[list(WARNING_ORDER)]
        array.flags.writeable = False
        return array


def _restored(
    record: Any = None, arrays: Any = None, one: object = None, *others: object
) -> Stat | StatList[Any]:
    """Return the counters of a pickle, or one of them."""
    known = isinstance(record, type) and issubclass(record, Stat) and type(arrays) is dict and not others
    if not known or arrays.keys() != set(record._record):
        raise ValueError("counters: the pickle is damaged")
    columns = list(arrays.values())
    if not all(isinstance(a, np.ndarray) and a.ndim == 1 and a.dtype.kind in "if" for a in columns):
        raise ValueError("counters: the pickle is damaged")
    if len({len(a) for a in columns}) != 1 or type(one) is not bool or (one and not len(columns[0])):
        raise ValueError("counters: the pickle is damaged")
    return record(arrays, 0) if one else StatList(record, arrays)


def _warning(self: MjData) -> StatList[MjWarningStat]:
    arrays = {"lastinfo": self._a_warning_lastinfo, "number": self._a_warning_number}
    same = tuple(range(len(arrays["number"]))) == WARNING_ORDER
    return StatList(MjWarningStat, arrays) if same else _WarningList(arrays)


def _timer(self: MjData) -> StatList[MjTimerStat]:
    return StatList(MjTimerStat, {"duration": self._a_timer_duration, "number": self._a_timer_number})


def _solver(self: MjData) -> StatList[MjSolverStat]:
    columns = enumerate(f.name for f in fields_data.SOLVER)  # in the order in which solvers write them
    return StatList(MjSolverStat, {name: self._a_solver_stat[:, i] for i, name in columns})


def _kept(make: Callable[[MjData], StatList], doc: str) -> property:
    """Return a property whose list is made once per MjData, so that weak references work."""

    def get(self: MjData) -> StatList:
        made = self.__dict__.get(make.__name__)
        if made is None:
            made = self.__dict__[make.__name__] = make(self)
        return made

    return property(get, doc=doc)


def add_stats(cls: type) -> None:
    """Add the lists of counters to MjData."""
    attach(
        cls,
        warning=_kept(_warning, "Warnings by kind (mjtWarning): how often, and what the last was about."),
        timer=_kept(_timer, "Time by part of the pipeline (mjtTimer)."),
        solver=_kept(
            _solver, "What each iteration of the solver did, for each of the first mjNISLAND islands."
        ),
    )
