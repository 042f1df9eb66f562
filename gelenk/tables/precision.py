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
        "quaternions: deviation of |q|^2 from 1 that is left uncorrected, as rounding error"),
    "NEAR_UNIT": Row(1e-05, 0.001,
        "quaternions: deviation of |q|^2 from 1 up to which one Newton step normalizes to full precision"),
    "EDITED": Row(1e-08, 1e-05,
        "poses of geoms and sites: difference from which on they count as edited [m or quaternion element]"),
    "SOLVER": Row(-1e+300, 1e-06,
        "solvers: lower bound on tolerance and noslip_tolerance"),
    "STALLED": Row(1e-15, 1e-07,
        "line search: relative step change at which the search stops"),
    "PIVOT": Row(1e-09, 0.001,
        "rank-one updates: minimum ratio of the updated to the previous pivot; smaller pivots are recomputed"),
    "RISE": Row(1e-10, 1e-06,
        "dual solvers: cost increase above which an update is reverted"),
    "QCQP": Row(1e-10, 1e-06,
        "friction QCQP: relative error of the radius"),
    "ALIKE": Row(1e-12, 1e-06,
        "relative difference, or 1 - cosine, below which values count as equal"),
    "CCD": Row(-1e+300, 1e-06,
        "convex collider: lower bound on ccd_tolerance"),
    "EXACT": Row(1e-12, 1e-06,
        "convex collider: relative error of the distance between polyhedral cores"),
    "ROUND": Row(1e-15, 1e-07,
        "convex collider: rounding error of a support point, relative to the size of K"),
    "TOUCH": Row(1e-11, 1e-06,
        "convex collider: distance from the origin that counts as contact, relative to the size of K"),
    "SEPARATED": Row(1e-09, 1e-05,
        "convex collider: gap of a separating plane above which the sides are separated despite rounding [m]"),
    "FLAT": Row(1e-12, 1e-06,
        "convex collider: face height below which the normal is undefined, relative to the edges or the size of K"),
    "THIN": Row(1e-12, 1e-08,
        "convex collider: squared sine of a triangle angle below which the normal is undefined"),
    "DEEPER": Row(1e-09, 1e-05,
        "convex collider: depth difference that counts as a tie, relative to the size of K"),
    "ON_KINK": Row(1e-09, 1e-05,
        "convex collider: |n.u| that counts as zero"),
    "SHORTEST": Row(1e-10, 0.0001,
        "convex collider: step length at which the iteration stops; the error is its square"),
    "TINY": Row(1e-09, 1e-05,
        "convex collider: relative curvature that counts as zero"),
    "SINGULAR": Row(1e-14, 1e-07,
        "convex collider: determinant over squared trace below which a matrix counts as singular"),
    "EDGE_GAIN": Row(1e-14, 1e-06,
        "boxes: amount by which the overlap along an edge axis must be below all face overlaps [m]"),
    "PARALLEL": Row(1e-16, 1e-09,
        "boxes: squared sine of the angle between edges that count as parallel"),
    "SAME_POINT": Row(1e-13, 1e-06,
        "boxes: distance below which points are merged [m]"),
    "WIDER": Row(1e-12, 1e-06,
        "broad phase: relative widening of bounding volumes"),
    "CELL": Row(1e-09, 1e-05,
        "broad phase: relative widening of the grid cells"),
    "LEAST": Row(1e-300, 1e-30,
        "broad phase: minimum width of cells and bounds [m]"),
    "EPS": Row(2e-16, 1.2e-07,
        "wrapping: angle step at which Newton's method stops [rad]"),
    "TIE": Row(1e-12, 1e-06,
        "wrapping: relative length difference that counts as a tie, which selects the left path"),
    "MOMENT": Row(1e-15, 1e-05,
        "histories: time difference below which sample times are equal [s]"),
    "DUE": Row(0.0, 1e-05,
        "histories: tolerance by which a sample may be taken early [s]"),
    "RESIDUAL": Row(1e-14, 1e-06,
        "implicit flexes: convergence tolerance of the residual, relative to the right-hand side"),
    "STILL": Row(1e-12, 1e-06,
        "rotation of flexes: angle step at which the iteration stops [rad]"),
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
