"""Checks of index columns with a range in the field tables, and the report of the checks.

Documents: promises / Indices

The columns (ids, addresses, enumerations) are given as tables of integers, which runtime/index_checks.py makes from
tables/indices.py; the first element is the number of rows. Fields and sizes are slots of the model struct, which begins
at the address ``at``.

The report has five elements: the slot of the field in the model struct (0: no error), the index of the value in the
flattened field, minimum and exclusive upper bound of its range, and the violated rule, one of those below. Python
makes the message (runtime/index_checks.py). The first error stays.

Arguments are int64, also in plain Python, where elements of an array are int32: convert with int(...) before a sum.
"""

from gelenk.toolchain import memory, struct_layout
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

LENGTH = 5

WITHIN = 0  # the value is outside of its range
CHOICE = 1  # the value is not among the allowed values
OTHER_TREES = 2  # the number of dofs or bodies of a tree contradicts their tree ids
OFF_WAY = 3  # a row of M has a dof outside the chain from the root
OFF_TREE = 4  # a row of D has a dof outside the chain from the root, or one that is not a descendant
PARENTS = 5  # a BVH or octree node has several parents
DEEP = 6  # a tree has too many levels; the range holds both values
NODES = 7  # the number of nodes of a flex contradicts its order
NOT_OF_TYPE = 8  # invalid for sensors of this type
OTHER_JOINT = 9  # the joint of a sensor has the wrong type
NOT_THERE = 10  # a sensor selects a field or a reduction that does not exist
NOT_FITTING = 11  # the dimension of a sensor differs from the size of its output


def slot(name: str) -> int:
    """Return the slot of a field of MjModel in its struct, which identifies it in a report."""
    return struct_layout.MODEL.offset[name] // 8


@kernel
def has_error(report: View) -> bool:
    """Return whether an error is reported."""
    return report[0] != 0.0


@kernel
def report_error(report: View, field: int, place: int, low: int, high: int, rule: int) -> None:
    """Report that a value violates a rule, unless an error is already reported."""
    if not has_error(report):
        report[0], report[1], report[2], report[3], report[4] = field, place, low, high, rule


@kernel
def check_in_range(report: View, field: int, place: int, value: float, low: int, high: int) -> bool:
    """Return whether low <= value < high, and report an error if not; NaN is an error."""
    if low <= value and value < high:
        return True
    report_error(report, field, place, low, high, WITHIN)
    return False


@kernel
def check_all_in_range(
    report: View, field: int, numbers: Ints, first: int, count: int, low: int, high: int
) -> bool:
    """Return whether ``count`` values of a field from ``first`` on are in range; see within."""
    for k in range(first, first + count):
        if numbers[k] < low or numbers[k] >= high:
            report_error(report, field, k, low, high, WITHIN)
            return False
    return True


ID_WIDTH, RANGE_WIDTH, CHOSEN_WIDTH = 5, 4, 5  # values per row of each table


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
        row = ids[1 + ID_WIDTH * r :]
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
        row = ranges[1 + RANGE_WIDTH * r :]
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
        row = choices[1 + CHOSEN_WIDTH * r :]
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
