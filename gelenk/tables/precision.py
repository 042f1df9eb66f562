"""Numerical constants that depend on the floating-point precision, in two columns.

Documents: design / Many worlds on GPUs

A kernel refers to ``Limits.UNIT``, which is compiled to the value for the precision of the code: double on CPUs, double
or single on GPUs, where the LLVM text is converted to single precision (toolchain/gpu/variant.py). Plain Python sees
the double value.
"""

from typing import NamedTuple


class Row(NamedTuple):
    """A constant in double and in single precision, and the quantity that it bounds."""

    double: float
    single: float
    meaning: str


# fmt: off
_ROWS = {
    "UNIT": Row(4e-15, 2e-07,
        "quaternions: |q|^2 - 1 that counts as rounding; correcting it in every body would only lengthen the chain"),
    "NEAR_UNIT": Row(1e-05, 0.001,
        "quaternions: |q|^2 - 1 below which one Newton step normalizes to the last digit"),
    "SOLVER": Row(-1e+300, 1e-06,
        "solvers: least scaled improvement or gradient that a tolerance may ask for"),
    "STALLED": Row(1e-15, 1e-07,
        "line search: relative change of the step below which nothing can improve"),
    "PIVOT": Row(1e-09, 0.001,
        "rank-one updates: a pivot that keeps less than this part of itself is computed anew"),
    "RISE": Row(1e-10, 1e-06,
        "dual solvers: a larger rise of the cost by an update undoes it"),
    "QCQP": Row(1e-10, 1e-06,
        "slices of cones: relative error of the radius"),
    "ALIKE": Row(1e-12, 1e-06,
        "relative difference, or 1 - cosine, of what counts as equal"),
    "CCD": Row(-1e+300, 1e-06,
        "convex collider: least tolerance that may be asked for"),
    "EXACT": Row(1e-12, 1e-06,
        "convex collider: relative error of the distance of flat cores"),
    "ROUND": Row(1e-15, 1e-07,
        "convex collider: rounding of a support point, in units of the size of K"),
    "TOUCH": Row(1e-11, 1e-06,
        "convex collider: nearest points closer than this times the size of K count as touching"),
    "SEPARATED": Row(1e-09, 1e-05,
        "convex collider: sides that a plane separates by this are apart, whatever the rounding [m]"),
    "FLAT": Row(1e-12, 1e-06,
        "convex collider: faces thinner than this times the size of K have no normal"),
    "THIN": Row(1e-12, 1e-08,
        "convex collider: squared sine of the angle at the corner of a triangle without a normal"),
    "DEEPER": Row(1e-09, 1e-05,
        "convex collider: depths that differ by less, in units of the size of K, are one"),
    "ON_KINK": Row(1e-09, 1e-05,
        "convex collider: |n.u| below this counts as zero"),
    "SHORTEST": Row(1e-10, 0.0001,
        "convex collider: a step as short as this leaves an error of its square"),
    "TINY": Row(1e-09, 1e-05,
        "convex collider: curvature that counts as zero, relative"),
    "SINGULAR": Row(1e-14, 1e-07,
        "convex collider: determinant over squared trace of a matrix without an inverse"),
    "EDGE_GAIN": Row(1e-14, 1e-06,
        "boxes: an edge axis must overlap less than every face axis by more than rounding [m]"),
    "PARALLEL": Row(1e-16, 1e-09,
        "boxes: squared sine of the angle between edges that count as parallel"),
    "SAME_POINT": Row(1e-13, 1e-06,
        "boxes: points nearer than this are one point [m]"),
    "WIDER": Row(1e-12, 1e-06,
        "broad phase: what bounds are widened by, relative"),
    "CELL": Row(1e-09, 1e-05,
        "broad phase: the same of the cells"),
    "LEAST": Row(1e-300, 1e-30,
        "broad phase: least width of anything [m]"),
    "EPS": Row(2e-16, 1.2e-07,
        "wrapping: change of an angle that ends Newton's method [rad]"),
    "TIE": Row(1e-12, 1e-06,
        "wrapping: ways that differ by less are equally good: then the left one, whatever the rounding"),
    "MOMENT": Row(1e-15, 1e-05,
        "histories: times that differ by less are one [s]"),
    "DUE": Row(0.0, 1e-05,
        "histories: how much before its time a reading is taken [s]"),
    "RESIDUAL": Row(1e-14, 1e-06,
        "implicit flexes: of the residual against the right side"),
    "STILL": Row(1e-12, 1e-06,
        "rotation of flexes: turn at which the iteration ends [rad]"),
}
# fmt: on


class _Names(type):
    def __getattr__(cls, name: str) -> float:
        row = _ROWS.get(name)
        if row is None:
            raise AttributeError(f"tables/precision.py has no number {name!r}")
        return row.double


class Limits(metaclass=_Names):
    """The constants by name, in double precision."""

    @staticmethod
    def rows() -> dict[str, Row]:
        """Return all rows by name."""
        return _ROWS
