"""Range checks of the index columns of a model, and the guard that notices when a user has written into them.

Documents: promises / Indices

What is checked stands in the kernels of engine/ranges, and in the tables of fields (index_tables.py). A copy of a
guarded column is taken when a user first asks for it; from then on every call compares the two as long as anybody can
write into the column (guards.py), and what differs is checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.ranges import report
from gelenk.jit import layout, library
from gelenk.tables.indices import CHOICES, FIXED, GUARDED, HIDDEN
from gelenk.world.assigning import assign
from gelenk.world.guards import handed

if TYPE_CHECKING:
    from gelenk.world.owners import ModelBlock

_NAMES = {report.slot(name): name for name in layout.MODEL.arrays}
# what is said of a number that breaks a rule; {place} is that of the number among all of the field
_SAID = {
    report.CHOICE: "m.{name}[{at}] is {value}, which is {words}",
    report.OTHER_TREES: "m.{name} says of other trees than m.{kind}_treeid",
    report.OFF_WAY: "m.{name}[{at}] is {value}, which is not on the way to its dof",
    report.OFF_TREE: "m.{name}[{at}] is {value}: rows of D are not those of the tree of dofs",
    report.PARENTS: "m.{name}: node {place} of a tree is the child of several",
    report.DEEP: "m.{name}: a tree has {low} levels under its root, at most {high} are allowed",
    report.NODES: "m.{name}[{at}] is {value}, which must be {low} as flex_interp says",
    report.NOT_OF_TYPE: "m.{name}[{at}] is {value}, which sensors of its type cannot have",
    report.OTHER_JOINT: "m.{name} has a joint of another type than the sensor needs",
    report.NOT_THERE: "m.{name}[{row}] is {values}, which asks for what is not there",
    report.NOT_FITTING: "m.{name}[{at}] is {value}, which does not fit what the sensor reports",
}


def _column(m: ModelBlock, name: str) -> np.ndarray:
    return getattr(m, "_a_" + name)


def check(m: ModelBlock) -> None:
    """Raise IndexError naming the first index of model ``m`` that is out of its range."""
    from gelenk.world.index_tables import tables  # of few programs

    work = np.empty(max(m.nv, m.nbvh, m.noct), np.int32)
    found = np.empty(report.LENGTH)
    library.call("check_model", m, m._address, *tables(), work, found)
    if found[0]:
        raise IndexError(_said(m, *map(int, found.tolist())))


def _said(m: ModelBlock, field: int, place: int, low: int, high: int, rule: int) -> str:
    """What a report says (engine/ranges/report.py)."""
    name = _NAMES[field]
    column = _column(m, name)
    at = [int(i) for i in np.unravel_index(place, column.shape)]
    known: dict[str, Any] = {"name": name, "place": place, "low": low, "high": high, "row": at[0]}
    known |= {"at": ", ".join(map(str, at)), "value": column[tuple(at)]}
    if rule == report.WITHIN:
        allowed = f"is not in {low} .. {high - 1}" if high > low else "refers to nothing: there is none"
        return "m.{name}[{at}] is {value}, which {allowed}".format(**known, allowed=allowed)
    if rule == report.CHOICE:
        known["words"] = CHOICES[name].words
    elif rule == report.OTHER_TREES:
        known["kind"] = name.removeprefix("tree_").removesuffix("num")
    elif rule == report.NOT_THERE:
        known["values"] = ", ".join(map(str, column[at[0]]))
    return _SAID[rule].format(**known)


def check_changes(m: ModelBlock) -> None:
    """Accept what a user has written into the index columns of ``m`` since the last look, or raise."""
    guard = m._guard
    assert guard is not None  # there is one since a user has asked for a column
    now = guard.changed()
    for at, name in enumerate(GUARDED):
        if at in now and name in FIXED:
            column = _column(m, name)
            old = np.frombuffer(guard.copies[at], column.dtype).reshape(column.shape)
            first = tuple(int(i) for i in np.argwhere(column != old)[0])
            place = ", ".join(map(str, first))
            raise IndexError(
                f"m.{name}[{place}] was changed from {old[first]} to {column[first]}: it is part of the "
                "compiled structure, edit the model's source and compile it again"
            )
    check(m)
    guard.accept(now)


def guard(cls: type) -> None:
    """Let the properties of the guarded columns of ``cls`` start the guard when a user asks for them."""
    for number, name in enumerate(GUARDED):
        plain = cls.__dict__[name]

        def get(self: Any, at: int = number, attribute: str = "_a_" + name) -> Any:
            guard = self._guard or self._start_guard()
            array = guard.handed[at]
            if array is None:
                return guard.hand(at, getattr(self, attribute))
            guard.watched[at] = 1  # after the array is held: a call in between would take it off again
            return array

        def put(self: Any, value: Any, get: Any = get, name: str = name) -> None:
            assign(name, get(self), value)

        setattr(cls, name, property(get, put, doc=plain.__doc__))
    for name in HIDDEN:

        def read(self: Any, attribute: str = "_a_" + name, shown: str = "_shown_" + name) -> Any:
            view = self.__dict__.get(shown)
            if view is None:
                view = self.__dict__[shown] = handed(getattr(self, attribute), writable=False)
            return view

        setattr(cls, name, property(read, doc=cls.__dict__[name].__doc__))
