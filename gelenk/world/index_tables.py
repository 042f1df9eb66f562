"""What the kernels that check the indices of a model are told of the tables: which columns, kinds, sensors there are.

Documents: promises / Indices

Each table is an int32 array, which a kernel of engine/ranges describes; they are made once in a process.
"""

import functools
from collections.abc import Iterable
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from gelenk.engine.ranges import columns, elements, sensors
from gelenk.engine.ranges.report import slot
from gelenk.tables import fields_model
from gelenk.tables.enums import mjtObj, mjtSensor
from gelenk.tables.indices import CHOICES, IDS, RANGES
from gelenk.tables.objects import JOINT_NQ, JOINT_NV, KINDS
from gelenk.tables.sensors import CONTACT_WIDTH, FRAMES, NONE, RAY_WIDTH, SENSORS
from gelenk.tables.stages import PLUGINS

_FIELDS = {field.name: field for field in fields_model.MODEL}
_RULES = {"scalar": sensors.SCALAR, "ball": sensors.BALL}
_WIDTHS: dict[int, dict[Any, int]] = {
    mjtSensor.mjSENS_CONTACT: CONTACT_WIDTH,
    mjtSensor.mjSENS_RANGEFINDER: RAY_WIDTH,
}


class Tables(NamedTuple):
    """The tables, in the order of the arguments of check_model (engine/ranges/model.py)."""

    ids: np.ndarray
    ranges: np.ndarray
    choices: np.ndarray
    kinds: np.ndarray
    sensors: np.ndarray


@functools.cache
def tables() -> Tables:
    """The tables of this process."""
    return Tables(_ids(), _ranges(), _choices(), _kinds(), _sensors())


def _numbers(rows: Iterable[Iterable[int]]) -> np.ndarray:
    return np.array([*chain.from_iterable(rows)], np.int32)


def _place(name: str) -> tuple[int, int, int]:
    """Slot of a field, slot of the size of its column, and how many numbers it has for each of that."""
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
            raise AssertionError(f"{name} and {row.count} do not belong to the same things")
        rows.append((*_place(name)[:2], slot(row.count), slot(row.size)))
    return _numbers([(len(rows),), *rows])


def _choices() -> np.ndarray:
    rows: list[tuple[int, ...]] = []
    flags: list[int] = []
    behind = 1 + columns.CHOSEN * len(CHOICES)
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
        if kind >= sensors.BITS:
            raise AssertionError(f"sensors have objects of type {kind}")
        bits |= 1 << kind
    return bits


def _sensors() -> np.ndarray:
    """Widths stand in the order of their bits."""
    found = np.zeros((1 + max(CHOICES["sensor_type"].values), sensors.SENSOR), np.int32)
    found[:, sensors.DIM] = -1
    for kind, row in SENSORS.items():
        widths = _WIDTHS.get(kind, {})
        head = (row.dim, _bits(row.objects), _bits(row.refs or (NONE, *FRAMES)), _RULES.get(row.rule, 0))
        found[kind, : len(head)] = head
        found[kind, sensors.NWIDTH] = len(widths)
        for field, width in widths.items():
            found[kind, sensors.WIDTH + field] = width
    for name, kind in mjtSensor.__members__.items():
        found[kind, sensors.FRAME] = "SENS_FRAME" in name
    return found.reshape(-1)
