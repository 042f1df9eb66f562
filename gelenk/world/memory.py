"""One piece of memory for many arrays: where each begins, planned once for all structs of equal sizes.

Documents: design / Memory
"""

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from gelenk.jit.layout import NUMPY
from gelenk.tables.field_rows import Field, extents

ALIGN = 64


class Plan(NamedTuple):
    """Arrays side by side: attribute, shape, type and first byte of each, their slots in the struct, bytes of all."""

    views: tuple[tuple[str, tuple[int, ...], np.dtype, int], ...]
    slots: np.ndarray
    starts: np.ndarray
    total: int


def plan(fields: Iterable[Field], offset: dict[str, int], size: Callable[[str], int]) -> Plan:
    """Lay out ``fields`` of a struct whose slots are at ``offset``; ``size(name)`` gives the sizes."""
    views, slots, total = [], [], 0
    for field in fields:
        shape, dtype = extents(field, size), NUMPY[field.dtype]
        views.append(("_a_" + field.name, shape, dtype, total))
        slots.append(offset[field.name] // 8)
        total += -(-math.prod(shape) * dtype.itemsize // ALIGN) * ALIGN
    starts = np.array([view[3] for view in views], np.int64)
    return Plan(tuple(views), np.array(slots, np.int64), starts, total)


def carve(planned: Plan, own: dict[str, Any], slots: np.ndarray) -> np.ndarray:
    """New memory of zeros; its arrays go to the attributes ``own``, their addresses to ``slots``. Returns all bytes."""
    raw = np.zeros(planned.total + ALIGN, np.uint8)
    address = raw.ctypes.data
    first = -address % ALIGN
    make = np.ndarray
    for name, shape, dtype, start in planned.views:
        own[name] = make(shape, dtype, raw, first + start)
    slots[planned.slots] = planned.starts + (address + first)
    return raw[first : first + planned.total]
