"""The report of the model checks: the first value that is out of its range.

Documents: promises / Indices

The report has five elements: the slot of the field in the model struct (0: no error), the index of the value in the
flattened field, minimum and exclusive upper bound of its range, and the violated rule, one of those below. Python
makes the message (runtime/index_checks.py). The first error stays.

Arguments are int64, also in plain Python, where elements of an array are int32: convert with int(...) before a sum.
"""

from gelenk.toolchain import struct_layout
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
