"""Scale factors of places in the kinematic tree, and of attributes; edits to be undone.

Documents: XML reference / body / frame (scale, scaling, massscale); XML units (of 4.0.0)

A place is the inside of a body or frame, with the scale factors that apply to the positions and attributes of elements
there. The stretch of a place is the linear map A of positions in its coordinates. Inside a part with rotation R, the
map becomes R' A R; a frame with factors s adds diag(s) on the right. A uniform scale has no matrix, so that its results
do not depend on rotations.

An attribute is multiplied by the factor of its dimension (tables/schema/common.py): for an inertia, mass times length
squared, this is the factor of masses times the square of the factor of lengths.

Edits of a spec are undone after a compilation: the compiler reads scaled values from the elements, whose authored
values are restored afterwards.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from gelenk.algebra.vec import Mat3, Quat, Vec3, dot, mat_mul, mat_vec, norm, quat_to_mat, scale
from gelenk.tables.schema.common import DIMENSIONS, Dimension, parse

MISSING = object()  # former value of an attribute that an element did not have
Undo = Callable[[Any], Any]


class Edit(NamedTuple):
    """One change: the state of an element, the attribute, its former and its new value.

    undo   function from a scaled value to the unscaled one; None: always restore the former value
    """

    state: dict[str, Any]
    name: str
    former: Any
    scaled: Any
    undo: Undo | None


class Edits:
    """The changes of one compilation, in order."""

    def __init__(self) -> None:
        self._list: list[Edit] = []
        self._added: list[tuple[list[Any], Any]] = []

    def set(self, el: Any, name: str, value: Any, undo: Undo | None = None) -> None:
        """Set an attribute of an element to its scaled value."""
        state = el.__dict__
        self._list.append(Edit(state, name, state.get(name, MISSING), value, undo))
        state[name] = value

    def multiply(self, el: Any, name: str, factors: Sequence[float]) -> None:
        """Multiply the values of an attribute by factors; the last applies to all that follow."""
        if all(factor == 1.0 for factor in factors):
            return
        self.set(
            el,
            name,
            product(el.__dict__[name], factors),
            lambda value: product(value, [1.0 / factor for factor in factors]),
        )

    def append(self, elements: list[Any], el: Any) -> None:
        """Append an element to a list of the spec."""
        elements.append(el)
        self._added.append((elements, el))

    def restore(self, changed: bool = False) -> None:
        """Restore the authored values of all elements.

        changed   whether a value assigned since scaling is kept, unscaled, instead of the authored one
        """
        for elements, el in reversed(self._added):
            place = next(i for i, known in enumerate(elements) if known is el)
            del elements[place]
        for edit in reversed(self._list):
            value = edit.state.get(edit.name)
            if edit.former is MISSING:
                edit.state.pop(edit.name, None)
            elif changed and edit.undo is not None and not is_same(value, edit.scaled):
                edit.state[edit.name] = as_before(edit.former, edit.undo(value))
            else:
                edit.state[edit.name] = edit.former
        self._list, self._added = [], []


def product(value: Any, factors: Sequence[float]) -> Any:
    """Return a number or numbers times factors; the last factor applies to all that follow."""
    if isinstance(value, (int, float)):
        return value * factors[0]
    values = np.asarray(value, np.float64).tolist()
    if not factors:
        return tuple(values)
    padded = [*factors, *[factors[-1]] * (len(values) - len(factors))]
    return tuple(x * k for x, k in zip(values, padded, strict=False))


def is_same(a: Any, b: Any) -> bool:
    """Return whether two values of an attribute are equal; NaN (undefined) equals NaN."""
    if isinstance(a, str) or isinstance(b, str):
        return bool(a == b)
    return bool(np.array_equal(np.asarray(a, np.float64), np.asarray(b, np.float64), equal_nan=True))


def as_before(former: Any, value: Any) -> Any:
    """Return a value; if the former value is an array of that shape, store it there."""
    if isinstance(former, np.ndarray) and former.shape == np.shape(value):
        former[...] = value
        return former
    return value


# Scale factors

ALIGNED = math.tan(math.radians(2.0))  # largest tangent of the angle by which a stretch may turn an axis
EQUAL = ALIGNED  # relative difference up to which factors count as equal
COMPUTED = ("springlength", "thickness")  # attributes whose negative values stand for computed ones
Factor = Callable[[Dimension], float]


class Factors(NamedTuple):
    """Factors of one scaled frame, including those of the frames around it.

    length      factor of lengths without a direction: the geometric mean of the three
    volume      product of the three length factors
    mass        factor of masses
    unit, unit_mass   factors of the units of length and mass: products over frames that also scale forces
    outer       factors of the next scaled frame around; None outside of all
    """

    length: float = 1.0
    volume: float = 1.0
    mass: float = 1.0
    unit: float = 1.0
    unit_mass: float = 1.0
    outer: Factors | None = None


class Place(NamedTuple):
    """Factors and stretch inside a body or frame; `stretch` is None for a uniform scale."""

    factors: Factors
    stretch: Mat3 | None = None

    def moved(self, pos: Sequence[float]) -> Vec3:
        """Return the scaled position of a point, both in the coordinates of the place."""
        x, y, z = pos
        if self.stretch is None:
            return scale((x, y, z), self.factors.length)
        return mat_vec(self.stretch, (x, y, z))

    def unmoved(self, pos: Sequence[float]) -> Vec3:
        """Return the point whose scaled position is `pos` (inverse of `moved`)."""
        x, y, z = pos
        if self.stretch is None:
            return scale((x, y, z), 1.0 / self.factors.length)
        return mat_vec(inverse(self.stretch), (x, y, z))

    def turned(self, quat: Quat) -> Place:
        """Return the place with its stretch in the axes of a rotated part."""
        return self if self.stretch is None else Place(self.factors, turn(self.stretch, quat))

    def axis_factors(self, quat: Quat) -> Vec3:
        """Return the factors of lengths along the axes of a part that is rotated in the place."""
        if self.stretch is None:
            return (self.factors.length,) * 3
        a = turn(self.stretch, quat)
        return norm((a[0], a[3], a[6])), norm((a[1], a[4], a[7])), norm((a[2], a[5], a[8]))

    def keeps_axes(self, quat: Quat) -> bool:
        """Return whether the stretch turns each axis of a rotated part by at most 2 degrees."""
        if self.stretch is None:
            return True
        a = turn(self.stretch, quat)
        return all(
            keeps(column, axis)
            for column, axis in (
                ((a[0], a[3], a[6]), (1.0, 0.0, 0.0)),
                ((a[1], a[4], a[7]), (0.0, 1.0, 0.0)),
                ((a[2], a[5], a[8]), (0.0, 0.0, 1.0)),
            )
        )


NONE = Factors()
OUTSIDE = Place(NONE)


def turn(mat: Mat3, quat: Quat) -> Mat3:
    """Return R' mat R, R the rotation of a quaternion."""
    rot = quat_to_mat(quat)
    return mat_mul(transposed(rot), mat_mul(mat, rot))


def transposed(mat: Mat3) -> Mat3:
    """Return the transpose of a matrix."""
    a, b, c, d, e, f, g, h, i = mat
    return (a, d, g, b, e, h, c, f, i)


def keeps(moved: Vec3, axis: Vec3) -> bool:
    """Return whether a stretched axis deviates by at most 2 degrees from the original."""
    along = dot(moved, axis)
    across = norm((moved[0] - along * axis[0], moved[1] - along * axis[1], moved[2] - along * axis[2]))
    return along > 0.0 and across <= ALIGNED * along


def diagonal(x: float, y: float, z: float) -> Mat3:
    """Return a diagonal matrix."""
    return (x, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, z)


def inverse(mat: Mat3) -> Mat3:
    """Return the inverse of a matrix with positive determinant."""
    a, b, c, d, e, f, g, h, i = mat
    cofactors = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    det = a * cofactors[0][0] + b * cofactors[1][0] + c * cofactors[2][0]
    x, y, z, u, v, w, p, q, r = (value / det for row in cofactors for value in row)
    return (x, y, z, u, v, w, p, q, r)


def is_equal(a: float, b: float) -> bool:
    """Return whether two factors count as equal."""
    return abs(a - b) <= EQUAL * max(a, b)


def dimension_factor(dim: Dimension, factors: Factors, along: float = 1.0, unit: float = 1.0) -> float:
    """Return the scale factor of a quantity of this dimension.

    along, unit   factors of the coordinate Q: from all frames, and from those that scale forces; 1 for angles
    """
    if dim.F:
        length, mass, q = factors.unit, factors.unit_mass, unit
        force = mass * length * length / q
        return float(length**dim.L * mass**dim.M * q**dim.Q * force**dim.F)
    return float(factors.length**dim.L * factors.mass**dim.M * along**dim.Q)


def shared(chains: Sequence[Factors]) -> Factors:
    """Return the factors of the innermost scaled frame that contains all given places."""
    first, *rest = (ancestors(factors) for factors in chains)
    common = NONE
    for level in zip(first, *rest, strict=False):
        if any(other is not level[0] for other in level):
            break
        common = level[0]
    return common


def ancestors(factors: Factors) -> list[Factors]:
    """Return the factors of the frames around a place, outermost first, its own last."""
    found: list[Factors] = []
    walk: Factors | None = factors
    while walk is not None:
        found.insert(0, walk)
        walk = walk.outer
    return found


@functools.cache
def rows_of(cls: Hashable) -> tuple[tuple[str, tuple[Dimension, ...]], ...]:
    """Return (field, dimensions) of the scaled attributes of a spec class."""
    table = DIMENSIONS.get(getattr(cls, "__name__", ""), {})
    return tuple((name, dimensions(name, text)) for name, text in table.items())


def dimensions(name: str, text: str) -> tuple[Dimension, ...]:
    """Return the dimensions of the values of one attribute."""
    products = [text] if text in ("M L2", "F L") else text.split()
    return tuple(map(parse, products))


def scale_values(edits: Edits, el: Any, factor: Factor) -> None:
    """Multiply each attribute of an element that has a dimension by its factors."""
    for name, dims in rows_of(cast(Hashable, type(el))):
        if name in COMPUTED and min(np.ravel(el.__dict__[name])) < 0.0:
            continue
        edits.multiply(el, name, [factor(dim) for dim in dims])


def at(factors: Factors, along: float = 1.0, unit: float = 1.0) -> Factor:
    """Return the function dimension -> factor at a place, for a coordinate with factors."""
    return lambda dim: dimension_factor(dim, factors, along, unit)


def at_length(factors: Factors) -> Factor:
    """Return the function dimension -> factor at a place, for lengths as coordinates."""
    return at(factors, factors.length, factors.unit)


def between(factors: Sequence[Factors]) -> Factor:
    """Return the function dimension -> geometric mean of the factors at two places."""
    a, b = (at_length(one) for one in factors)
    return lambda dim: a(dim) if factors[0] is factors[1] else (a(dim) * b(dim)) ** 0.5
