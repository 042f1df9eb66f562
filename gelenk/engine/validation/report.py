"""What the checks of a model report: the first number that is out of its range.

Documents: promises / Indices

The report has five numbers: the slot of the field in the struct of the model (0: nothing is wrong), the place of the
number in the field, counted through all dimensions, least and end of its range, and the rule that it breaks, one of
those below. Python makes the message of it (runtime/index_checks.py). What is found first stays.

Arguments are int64 here, also in plain Python, where numbers of an array are int32: int(...) before a sum.
"""

from gelenk.toolchain import struct_layout
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Ints, View

LENGTH = 5

WITHIN = 0  # the number is outside of its range
CHOICE = 1  # it is none of the few that it can be
OTHER_TREES = 2  # numbers of dofs or bodies of trees, which do not fit the trees of these
OFF_WAY = 3  # a row of M has another dof than those from the root on
OFF_TREE = 4  # the same, of D, or one that is not behind its own
PARENTS = 5  # a node of a tree of boxes is the child of several
DEEP = 6  # a tree has more levels than are allowed; the range has both numbers
NODES = 7  # of a flex, as many as its order says
NOT_OF_TYPE = 8  # what sensors of this type cannot have
OTHER_JOINT = 9  # a sensor has a joint of another type than it needs
NOT_THERE = 10  # a sensor asks for what is not there
NOT_FITTING = 11  # a sensor has another number of values than it reports


def slot(name: str) -> int:
    """The place of a field of MjModel in its struct: what stands for it in a report."""
    return struct_layout.MODEL.offset[name] // 8


@kernel
def found(report: View) -> bool:
    """Whether something is wrong."""
    return report[0] != 0.0


@kernel
def tell(report: View, field: int, place: int, low: int, high: int, rule: int) -> None:
    """Say that a number breaks a rule, unless one has been found already."""
    if not found(report):
        report[0], report[1], report[2], report[3], report[4] = field, place, low, high, rule


@kernel
def within(report: View, field: int, place: int, value: float, low: int, high: int) -> bool:
    """Whether low <= value < high, else this is told. NaN is not."""
    if low <= value and value < high:
        return True
    tell(report, field, place, low, high, WITHIN)
    return False


@kernel
def all_within(report: View, field: int, numbers: Ints, first: int, count: int, low: int, high: int) -> bool:
    """The same of ``count`` numbers of a field from ``first`` on."""
    for k in range(first, first + count):
        if numbers[k] < low or numbers[k] >= high:
            tell(report, field, k, low, high, WITHIN)
            return False
    return True
