"""Checks of index columns with a range in the field tables: ids, addresses, enumerations.

Documents: promises / Indices

The columns are given as tables of integers, which runtime/index_checks.py makes from tables/indices.py; the first
element is the number of rows. Fields and sizes are slots of the model struct, which begins at the address ``at``.
"""

from gelenk.engine.validation.report import (
    CHOICE,
    check_all_in_range,
    check_in_range,
    has_error,
    report_error,
)
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

ID, RANGE, CHOSEN = 5, 4, 5  # values per row of each table


@kernel
def size_at(at: int, slot: int) -> int:
    """Return the size in a slot of the model."""
    return memory.load_int64(at + 8 * int(slot))


@kernel
def column_at(at: int, slot: int, count: int) -> Ints:
    """Return the column whose address is in a slot of the model."""
    return memory.integers(memory.load_int64(at + 8 * int(slot)), count)


@kernel
def check_ids(at: int, ids: Ints, report: View) -> None:
    """Check that ids are below a size.

    ids: rows of field, size of the field, values per element, minimum, exclusive upper bound
    """
    for r in range(ids[0]):
        row = ids[1 + ID * r :]
        count = size_at(at, row[1]) * row[2]
        if count > 0:
            column = column_at(at, row[0], count)
            check_all_in_range(report, row[0], column, 0, count, row[3], size_at(at, row[4]))


@kernel
def check_range(at: int, row: Ints, count: int, report: View) -> None:
    """Check the counts of one field, and the first address of each nonempty element."""
    room = size_at(at, row[3])
    first, many = column_at(at, row[0], count), column_at(at, row[2], count)
    if check_all_in_range(report, row[2], many, 0, count, 0, room + 1):
        for k in range(count):
            if many[k] > 0:
                check_in_range(report, row[0], k, first[k], 0, room + 1 - int(many[k]))


@kernel
def check_ranges(at: int, ranges: Ints, report: View) -> None:
    """Check addresses of ranges.

    ranges: rows of field, size of the field, the field of counts, exclusive upper bound
    """
    for r in range(ranges[0]):
        row = ranges[1 + RANGE * r :]
        count = size_at(at, row[1])
        if count > 0:
            check_range(at, row, count, report)


@kernel
def check_choices(at: int, choices: Ints, report: View) -> None:
    """Check enumeration values.

    choices   rows of field, size of the field, values per element, start of its flags in the table, number of flags; a
              flag says whether the value at its index is allowed
    """
    for r in range(choices[0]):
        row = choices[1 + CHOSEN * r :]
        count, first, end = size_at(at, row[1]) * row[2], row[3], row[4]
        if count > 0:
            column = column_at(at, row[0], count)
            for k in range(count):
                value = column[k]
                if value < 0 or value >= end or choices[first + value] == 0:
                    report_error(report, row[0], k, 0, end, CHOICE)


@kernel
def check_columns(at: int, ids: Ints, ranges: Ints, choices: Ints, report: View) -> None:
    """Check ids, ranges and enumeration values."""
    check_ids(at, ids, report)
    if not has_error(report):
        check_ranges(at, ranges, report)
    if not has_error(report):
        check_choices(at, choices, report)
