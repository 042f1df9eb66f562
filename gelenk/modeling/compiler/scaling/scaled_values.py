"""Scaled values of the attributes of an element, by their dimensions.

Documents: XML reference / body / frame (scale, scaling, massscale) (of 4.0.0)
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from typing import Any, cast

import numpy as np

from gelenk.modeling.compiler.scaling.edits import Edits
from gelenk.modeling.compiler.scaling.factors import Factors, dimension_factor
from gelenk.tables.schema.dimensions import DIMENSIONS, Dimension, parse


@functools.cache
def rows_of(cls: Hashable) -> tuple[tuple[str, tuple[Dimension, ...]], ...]:
    """Return (field, dimensions) of the scaled attributes of a spec class."""
    table = DIMENSIONS.get(getattr(cls, "__name__", ""), {})
    return tuple((name, dimensions(name, text)) for name, text in table.items())


def dimensions(name: str, text: str) -> tuple[Dimension, ...]:
    """Return the dimensions of the values of one attribute."""
    products = [text] if text in ("M L2", "F L") else text.split()
    return tuple(map(parse, products))


Factor = Callable[[Dimension], float]
COMPUTED = ("springlength", "thickness")  # negative values stand for computed ones


def scale_values(edits: Edits, el: Any, factor: Factor) -> None:
    """Multiply all attributes of an element that have a dimension."""
    for name, dims in rows_of(cast(Hashable, type(el))):
        if name in COMPUTED and min(np.ravel(el.__dict__[name])) < 0.0:
            continue
        edits.multiply(el, name, [factor(dim) for dim in dims])


def at(factors: Factors, along: float = 1.0, unit: float = 1.0) -> Factor:
    """Return the factor of each dimension at one place, with those of its coordinate."""
    return lambda dim: dimension_factor(dim, factors, along, unit)


def at_length(factors: Factors) -> Factor:
    """Return the factor of each dimension at one place where coordinates are lengths."""
    return at(factors, factors.length, factors.unit)


def between(factors: Sequence[Factors]) -> Factor:
    """Return the geometric mean of the factors of two places where coordinates are lengths."""
    a, b = (at_length(one) for one in factors)
    return lambda dim: a(dim) if factors[0] is factors[1] else (a(dim) * b(dim)) ** 0.5
