"""Edits of a spec that are undone after a compilation.

Documents: XML reference / body / frame (scale)

The compiler reads scaled values from the elements, whose authored values are restored afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

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

        changed   if a scaled value was replaced meanwhile, restore the unscaled replacement
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
    """Return a value in the form of the former one; if that is an array, the same array."""
    if isinstance(former, np.ndarray) and former.shape == np.shape(value):
        former[...] = value
        return former
    return value
