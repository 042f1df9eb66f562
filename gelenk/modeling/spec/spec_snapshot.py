"""Whether a spec is as it was: all that it is made of, in a form that is quick to take and to compare.

Documents: API / MjSpec

Values are compared by identity: what nobody has assigned is the same object still. So a spec may count as changed where
a value was replaced by one that is equal, never the other way. Arrays, which may change in place, are compared by their
bytes, and lists and dictionaries item by item.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np

from gelenk.modeling.spec.defaults import with_derived
from gelenk.modeling.spec.element_classes import MjsOrientation, MjsPlugin, MjsWrap, Named
from gelenk.modeling.spec.field_descriptors import LIVE
from gelenk.modeling.spec.keyframes import STATES
from gelenk.modeling.spec.spec import SETTINGS, MjsCompiler, MjSpec, MjVisual, Settings
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.toolchain.digests import blake2b

MOST_BYTES = 1 << 10  # of an array that is kept itself; of a larger one its hash is
COMPILED = (
    "_compiled"  # attribute of a spec: what is kept of its model, see modeling/compiler/compile_record.py
)
# what follows from all else that a spec has, or is walked
DERIVED = (COMPILED, "_known", "_signed", "_written", "_elements", "_classes", "_spec")
PARTS = (MjsOrientation, MjsPlugin, MjsWrap, MjsCompiler, Settings, MjVisual)  # structs inside of others
IN_PLACE = (np.ndarray, list, dict, *PARTS)  # what may change without being assigned
# an element with one of these attributes may have such values
OWNED = frozenset((LIVE, "alt", "ialt", "plugin", "_config", "path", STATES))
HOLDING = ("assets", *SETTINGS)  # what of a spec itself has such values
WALKED = "_children"  # of bodies, whose elements are taken one by one


class Classes(dict[type, bool]):
    """Class -> whether its objects may change in place."""

    def __missing__(self, cls: type) -> bool:
        found = self[cls] = issubclass(cls, IN_PLACE)
        return found


CHANGING = Classes()


class State:
    """What a spec is made of at a time: `values`, which stay the same objects, and `frozen`, copies to be equal."""

    def __init__(self, spec: MjSpec) -> None:
        self.values: list[Any] = []
        self.frozen: list[Any] = []
        elements = with_bodies({"body": [spec.worldbody]})
        for group in spec._elements.values():
            if group:
                elements += group
        for default in with_derived(spec.default):
            self.values += default.__dict__.values()
            elements += [one for one in default.__dict__.values() if isinstance(one, Named)]
        self.values += elements
        self.settings(spec)
        for origin in self.elements(elements):
            if origin is not spec:
                self.settings(origin)

    def same(self, other: State) -> bool:
        """Whether nothing has changed from one time to the other."""
        return (
            len(self.values) == len(other.values)
            and self.frozen == other.frozen
            and all(map(operator.is_, self.values, other.values))
        )

    def elements(self, elements: list[Any]) -> Iterable[MjSpec]:
        """Take the fields of elements; the specs that these were attached from."""
        origins = {}
        states = [el.__dict__ for el in elements]
        self.values += chain.from_iterable(map(dict.values, states))
        for el, state in zip(elements, states, strict=True):
            if "_origin" in state:
                origins[id(state["_origin"])] = state["_origin"]
            if el._lists or not state.keys().isdisjoint(OWNED):
                self.parts(state)
        return [origin for origin in origins.values() if origin is not None]

    def settings(self, spec: MjSpec) -> None:
        """Take what a spec has besides its elements."""
        state = spec.__dict__.copy()
        for name in DERIVED:
            state.pop(name, None)
        self.values += state.values()
        for name in HOLDING:
            if name in state:
                self.inside(state[name])

    def parts(self, state: dict[str, Any]) -> None:
        """Take those fields that may change in place."""
        for name, value in state.items():
            if CHANGING[type(value)] and name != WALKED:
                if name == STATES:  # whose items are replaced, not changed
                    self.values += value.values()
                else:
                    self.inside(value)

    def inside(self, value: Any) -> None:
        """Take what is in a value."""
        if isinstance(value, np.ndarray):
            held = value.tobytes()
            if len(held) > MOST_BYTES:
                held = blake2b(held).digest()
            self.frozen.append((value.dtype, value.shape, held))
        elif isinstance(value, dict):
            self.values += value
            self.inside(list(value.values()))
        elif isinstance(value, list):
            self.values += value
            self.frozen.append(len(value))
            for inner in value:
                if CHANGING[type(inner)]:
                    self.inside(inner)
        else:
            state = value.__dict__
            self.values += state.values()
            if LIVE in state or not isinstance(value, Settings):
                self.parts(state)
