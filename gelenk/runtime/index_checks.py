"""Index checks: range checks of the index columns of models, and of the indices in MjData.

Documents: promises / Indices

The rules are in the kernels of engine/validation and in the field tables, which are passed to the kernels as int32
arrays, made once per process. A guarded column is copied when a user first accesses it. From then on every call
compares column and copy as long as writes are possible (index_guard.py), and changed columns are checked. The indices
that MjData holds are checked before calls that start in the middle of the pipeline; engine/validation/index_columns.py
has these kernels and the names of the parts.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gelenk.engine.validation import elements, index_columns, model_indices
from gelenk.engine.validation.index_columns import NAMES, ROWS, slot
from gelenk.runtime import required_libraries
from gelenk.runtime.assignment import assign
from gelenk.runtime.index_guard import owned_view
from gelenk.tables import fields_model
from gelenk.tables.enums import mjtObj, mjtSensor
from gelenk.tables.field_groups import CHOICES, FIXED, GUARDED, HIDDEN, IDS, RANGES
from gelenk.tables.object_types import (
    CONTACT_WIDTH,
    FRAMES,
    JOINT_NQ,
    JOINT_NV,
    KINDS,
    NONE,
    RAY_WIDTH,
    SENSORS,
)
from gelenk.tables.stages import PLUGINS
from gelenk.toolchain import struct_layout
from gelenk.toolchain.extension import load

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import DataBlock, ModelBlock

_FIELDS = {field.name: field for field in fields_model.MODEL}
_RULES = {"scalar": model_indices.SCALAR, "ball": model_indices.BALL}
_WIDTHS: dict[int, dict[Any, int]] = {
    mjtSensor.mjSENS_CONTACT: CONTACT_WIDTH,
    mjtSensor.mjSENS_RANGEFINDER: RAY_WIDTH,
}


class Tables(NamedTuple):
    """The rule tables, in the order of the arguments of check_model (model_indices.py)."""

    ids: np.ndarray
    ranges: np.ndarray
    choices: np.ndarray
    kinds: np.ndarray
    sensors: np.ndarray


@functools.cache
def tables() -> Tables:
    """Return the rule tables of this process."""
    return Tables(_ids(), _ranges(), _choices(), _kinds(), _sensors())


def _numbers(rows: Iterable[Iterable[int]]) -> np.ndarray:
    return np.array([*chain.from_iterable(rows)], np.int32)


def _place(name: str) -> tuple[int, int, int]:
    """Return the slot of a field, the slot of its number of rows, and its row length."""
    field = _FIELDS[name]
    if field.dtype != "int32":
        raise AssertionError(f"{name} is an index, and not int32")
    size, *inner = field.shape
    return slot(name), slot(size), int(np.prod(inner, dtype=int))


def _ids() -> np.ndarray:
    rows = [(*_place(name), -1 if row.none else 0, slot(row.size)) for name, row in IDS.items()]
    return _numbers([(len(rows),), *rows])


def _ranges() -> np.ndarray:
    rows = []
    for name, row in RANGES.items():
        if _FIELDS[name].shape != _FIELDS[row.count].shape or len(_FIELDS[name].shape) != 1:
            raise AssertionError(f"{name} and {row.count} must be vectors of equal length")
        rows.append((*_place(name)[:2], slot(row.count), slot(row.size)))
    return _numbers([(len(rows),), *rows])


def _choices() -> np.ndarray:
    rows: list[tuple[int, ...]] = []
    flags: list[int] = []
    behind = 1 + index_columns.CHOSEN_WIDTH * len(CHOICES)
    for name, row in CHOICES.items():
        rows.append((*_place(name), behind + len(flags), 1 + max(row.values)))
        flags += [int(value in row.values) for value in range(1 + max(row.values))]
    return _numbers([(len(rows),), *rows, flags])


def _kinds() -> np.ndarray:
    counted = {kind.type: slot(kind.size) for kind in KINDS if kind.size} | {mjtObj.mjOBJ_DOF: slot("nv")}
    objects = [counted.get(kind, -1) for kind in range(1 + max(CHOICES["eq_objtype"].values))]
    found = np.zeros(elements.OBJECTS + len(objects), np.int32)
    found[elements.PLUGINS] = len(PLUGINS)
    for first, width in ((elements.JOINT_NQ, JOINT_NQ), (elements.JOINT_NV, JOINT_NV)):
        for joint, number in width.items():
            found[first + joint] = number
    found[elements.OBJECTS :] = objects
    return found


def _bits(kinds: Iterable[int]) -> int:
    bits = 0
    for kind in kinds:
        if kind >= model_indices.TYPES_END:
            raise AssertionError(f"sensors have objects of type {kind}")
        bits |= 1 << kind
    return bits


def _sensors() -> np.ndarray:
    """Return a row for each sensor type; widths are in the order of their bits."""
    found = np.zeros((1 + max(CHOICES["sensor_type"].values), model_indices.SENSOR), np.int32)
    found[:, model_indices.DIM] = -1
    for kind, row in SENSORS.items():
        widths = _WIDTHS.get(kind, {})
        head = (row.dim, _bits(row.objects), _bits(row.refs or (NONE, *FRAMES)), _RULES.get(row.rule, 0))
        found[kind, : len(head)] = head
        found[kind, model_indices.NWIDTH] = len(widths)
        for field, width in widths.items():
            found[kind, model_indices.WIDTH + field] = width
    for name, kind in mjtSensor.__members__.items():
        found[kind, model_indices.FRAME] = "SENS_FRAME" in name
    return found.reshape(-1)


_NAMES = {index_columns.slot(name): name for name in struct_layout.MODEL.arrays}
# messages by rule; {place} is the flat index within the field
_SAID = {
    index_columns.CHOICE: "m.{name}[{at}] is {value}, which is {words}",
    index_columns.OTHER_TREES: "m.{name} contradicts m.{kind}_treeid",
    index_columns.OFF_WAY: "m.{name}[{at}] is {value}, which is not on the chain from the root to its dof",
    index_columns.OFF_TREE: "m.{name}[{at}] is {value}: rows of D are not those of the tree of dofs",
    index_columns.PARENTS: "m.{name}: node {place} of a tree is the child of several",
    index_columns.DEEP: "m.{name}: a tree has {low} levels under its root, at most {high} are allowed",
    index_columns.NODES: "m.{name}[{at}] is {value}, which must be {low} as flex_interp says",
    index_columns.NOT_OF_TYPE: "m.{name}[{at}] is {value}, which sensors of its type cannot have",
    index_columns.OTHER_JOINT: "m.{name} has a joint of another type than the sensor needs",
    index_columns.NOT_THERE: "m.{name}[{row}] is {values}, which selects a missing field or reduction",
    index_columns.NOT_FITTING: "m.{name}[{at}] is {value}, which does not fit what the sensor reports",
}


def _column(m: ModelBlock, name: str) -> np.ndarray:
    return getattr(m, "_a_" + name)


def check(m: ModelBlock) -> None:
    """Raise IndexError naming the first index of model ``m`` that is out of range."""

    work = np.empty(max(m.nv, m.nbvh, m.noct), np.int32)
    found = np.empty(index_columns.LENGTH)
    load.run_kernel("check_model", m, m._address, *tables(), work, found)
    if found[0]:
        raise IndexError(_said(m, *map(int, found.tolist())))


def _said(m: ModelBlock, field: int, place: int, low: int, high: int, rule: int) -> str:
    """Return the error message for a report (engine/validation/index_columns.py)."""
    name = _NAMES[field]
    column = _column(m, name)
    at = [int(i) for i in np.unravel_index(place, column.shape)]
    known: dict[str, Any] = {"name": name, "place": place, "low": low, "high": high, "row": at[0]}
    known |= {"at": ", ".join(map(str, at)), "value": column[tuple(at)]}
    if rule == index_columns.WITHIN:
        allowed = f"is not in {low} .. {high - 1}" if high > low else "refers to nothing: there is none"
        return "m.{name}[{at}] is {value}, which {allowed}".format(**known, allowed=allowed)
    if rule == index_columns.CHOICE:
        known["words"] = CHOICES[name].words
    elif rule == index_columns.OTHER_TREES:
        known["kind"] = name.removeprefix("tree_").removesuffix("num")
    elif rule == index_columns.NOT_THERE:
        known["values"] = ", ".join(map(str, column[at[0]]))
    return _SAID[rule].format(**known)


def check_changes(m: ModelBlock) -> None:
    """Check changes of the index columns of ``m`` since the last check; accept them or raise."""
    guard = m._guard
    assert guard is not None  # the guard exists since a user has accessed a column
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
    required_libraries.forget_if_changed(m, [GUARDED[at] for at in now])
    guard.accept(now)


def guard(cls: type) -> None:
    """Let the properties of the guarded columns of ``cls`` start the guard on access."""
    for number, name in enumerate(GUARDED):
        plain = cls.__dict__[name]

        def get(self: Any, at: int = number, attribute: str = "_a_" + name) -> Any:
            guard = self._guard or self._start_guard()
            array = guard.handed[at]
            if array is None:
                return guard.watched_array(at, getattr(self, attribute))
            guard.watched[at] = 1  # set after the array is held: a call in between would clear the mark
            return array

        def put(self: Any, value: Any, get: Any = get, name: str = name) -> None:
            assign(name, get(self), value)

        setattr(cls, name, property(get, put, doc=plain.__doc__))
    for name in HIDDEN:

        def read(self: Any, attribute: str = "_a_" + name, shown: str = "_shown_" + name) -> Any:
            view = self.__dict__.get(shown)
            if view is None:
                view = self.__dict__[shown] = owned_view(getattr(self, attribute), writable=False)
            return view

        setattr(cls, name, property(read, doc=cls.__dict__[name].__doc__))


def check_data(m: ModelBlock, d: DataBlock, parts: int) -> None:
    """Raise IndexError naming the first index out of range in parts (CONTACTS | ...) of d.

    Inconsistent row counts raise as well, since users can write each count by itself.
    """
    if parts & ROWS:
        ne, nf, nl, nefc = (d._scalar(name) for name in ("ne", "nf", "nl", "nefc"))
        if min(ne, nf, nl) < 0 or ne + nf + nl > nefc:
            raise IndexError(
                f"d.ne {ne}, d.nf {nf} and d.nl {nl} must be >= 0, with a sum of at most d.nefc {nefc}"
            )
    load.run_kernel("check_data", m, d, parts)
    number = d._scalar("bad_field")
    if number:
        name, at = NAMES[number - 1], d._scalar("bad_at")
        raise IndexError(f"d.{name} has an index out of range, at element {at}")
