"""All ids and addresses of a model looked at together, since most of its columns have a few numbers, and many none.

Documents: promises / Indices

Where this finds something wrong, indices.py says which.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gelenk.jit import layout
from gelenk.tables.indices import IDS, RANGES
from gelenk.world.memory import PREFIX, Table

if TYPE_CHECKING:
    from gelenk.world.owners import ModelBlock


class _Columns(NamedTuple):
    """Columns by the rows of a table of fields, and the slots of the sizes that their numbers stay below.

    ids, least, id_sizes        ids, and the least that each may be
    first, number, range_sizes  addresses of what has several, and the columns that say how many these are
    every                       rows of all of them
    """

    ids: np.ndarray
    least: np.ndarray
    id_sizes: np.ndarray
    first: np.ndarray
    number: np.ndarray
    range_sizes: np.ndarray
    every: np.ndarray


@functools.cache
def _columns(table: Table) -> _Columns:
    def rows(names: list[str]) -> np.ndarray:
        return np.array([table.row[PREFIX + name] for name in names])

    def slots(sizes: list[str]) -> np.ndarray:
        return np.array([layout.MODEL.offset[size] // 8 for size in sizes])

    ids, first, number = rows([*IDS]), rows([*RANGES]), rows([one.count for one in RANGES.values()])
    return _Columns(
        ids,
        np.array([-1 if one.none else 0 for one in IDS.values()]),
        slots([one.size for one in IDS.values()]),
        first,
        number,
        slots([one.size for one in RANGES.values()]),
        np.unique(np.concatenate((ids, first, number))),
    )


def entries(adr: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Where the entries of all rows are that begin at ``adr`` and have ``n`` each."""
    return np.arange(n.sum()) + np.repeat(adr - (np.cumsum(n) - n), n)


def in_range(m: ModelBlock) -> bool:
    """Whether all ids and addresses are in their range, and where the model was made to have them."""
    piece = m._pieces[""]
    plan, memory = piece.plan, piece.bytes
    known = _columns(plan.table)
    start, count = plan.rows[:, 0], plan.rows[:, 1]
    if (m._slots[plan.table.slots[known.every]] != start[known.every] + memory.ctypes.data).any():
        return False  # a column of another memory
    numbers, place = memory.view(np.int32), start // 4

    n = count[known.ids]
    values, most = numbers[entries(place[known.ids], n)], np.repeat(m._slots[known.id_sizes], n)
    if ((values < np.repeat(known.least, n)) | (values >= most)).any():
        return False

    n = count[known.first]
    first, many = (numbers[entries(place[rows], n)] for rows in (known.first, known.number))
    room = np.repeat(m._slots[known.range_sizes], n) - many
    return not ((many < 0) | (room < 0) | ((many > 0) & ((first < 0) | (first > room)))).any()
