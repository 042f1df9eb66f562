"""Columns whose range stands in the tables of fields: ids, addresses of what has several, and choices.

Documents: promises / Indices

What is looked at comes as tables of numbers, which runtime/index_checks.py makes of tables/indices.py: the first says
how many rows there are. Fields and sizes are slots of the struct of the model, which begins at the address ``at``.
"""

from gelenk.engine.validation.report import CHOICE, all_within, found, tell, within
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

ID, RANGE, CHOSEN = 5, 4, 5  # numbers in a row of each table


@kernel
def size_at(at: int, slot: int) -> int:
    """The size in a slot of the model."""
    return memory.word(at + 8 * int(slot))


@kernel
def column_at(at: int, slot: int, count: int) -> Ints:
    """The column whose address is in a slot of the model."""
    return memory.integers(memory.word(at + 8 * int(slot)), count)


@kernel
def check_ids(at: int, ids: Ints, report: View) -> None:
    """Ids below a size.  ids: rows of field, its size, numbers for each of that, least id, what the ids stay below"""
    for r in range(ids[0]):
        row = ids[1 + ID * r :]
        count = size_at(at, row[1]) * row[2]
        if count > 0:
            column = column_at(at, row[0], count)
            all_within(report, row[0], column, 0, count, row[3], size_at(at, row[4]))


@kernel
def check_range(at: int, row: Ints, count: int, report: View) -> None:
    """How many each element of one kind has, then where the first of them is, if there are any."""
    room = size_at(at, row[3])
    first, many = column_at(at, row[0], count), column_at(at, row[2], count)
    if all_within(report, row[2], many, 0, count, 0, room + 1):
        for k in range(count):
            if many[k] > 0:
                within(report, row[0], k, first[k], 0, room + 1 - int(many[k]))


@kernel
def check_ranges(at: int, ranges: Ints, report: View) -> None:
    """Addresses of what has several.  ranges: rows of field, its size, the field of numbers, what they end below"""
    for r in range(ranges[0]):
        row = ranges[1 + RANGE * r :]
        count = size_at(at, row[1])
        if count > 0:
            check_range(at, row, count, report)


@kernel
def check_choices(at: int, choices: Ints, report: View) -> None:
    """Numbers of which few are allowed.

    choices   rows of field, its size, numbers for each of that, where its flags begin in the table, and how many these
              are; flags say for 0 and on what is allowed
    """
    for r in range(choices[0]):
        row = choices[1 + CHOSEN * r :]
        count, first, end = size_at(at, row[1]) * row[2], row[3], row[4]
        if count > 0:
            column = column_at(at, row[0], count)
            for k in range(count):
                value = column[k]
                if value < 0 or value >= end or choices[first + value] == 0:
                    tell(report, row[0], k, 0, end, CHOICE)


@kernel
def check_columns(at: int, ids: Ints, ranges: Ints, choices: Ints, report: View) -> None:
    """All of them."""
    check_ids(at, ids, report)
    if not found(report):
        check_ranges(at, ranges, report)
    if not found(report):
        check_choices(at, choices, report)
