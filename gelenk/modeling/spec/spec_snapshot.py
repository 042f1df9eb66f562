"""A snapshot of a spec, which detects edits by identity.

Documents: API / MjSpec

Values are compared by identity, since a value that was not reassigned is still the same object. Assigning an equal
value therefore counts as an edit, but no edit is missed. Arrays, which may change in place, are compared by their
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

MOST_STORED_BYTES = 1 << 10  # bytes of the largest array to store; larger ones are stored as a hash
# attribute of a spec: the record of its compiled model, see modeling/compiler/compile.py
COMPILED = "_compiled"
# attributes of a spec that follow from other attributes, or whose contents are recorded one by one
DERIVED = (COMPILED, "_known", "_signed", "_written", "_elements", "_classes", "_spec", "_timer")
PARTS = (MjsOrientation, MjsPlugin, MjsWrap, MjsCompiler, Settings, MjVisual)  # structs inside of others
IN_PLACE = (np.ndarray, list, dict, *PARTS)  # types whose values may change without assignment
# attributes of an element that may have values of types IN_PLACE
OWNED = frozenset((LIVE, "alt", "ialt", "plugin", "_config", "path", STATES))
HOLDING = ("assets", *SETTINGS)  # attributes of a spec itself that have values of types IN_PLACE
WALKED = "_children"  # attribute of bodies whose elements are taken one by one


class Classes(dict[type, bool]):
    """Cache from class to whether its objects may change in place."""

    def __missing__(self, cls: type) -> bool:
        found = self[cls] = issubclass(cls, IN_PLACE)
        return found


CHANGING = Classes()


class Snapshot:
    """A snapshot of a spec: `values`, compared by identity, and `frozen`, compared by content."""

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
        self.record_settings(spec)
        for origin in self.record_elements(elements):
            if origin is not spec:
                self.record_settings(origin)

    def is_equal(self, other: Snapshot) -> bool:
        """Return whether nothing has changed between two snapshots."""
        return (
            len(self.values) == len(other.values)
            and self.frozen == other.frozen
            and all(map(operator.is_, self.values, other.values))
        )

    def record_elements(self, elements: list[Any]) -> Iterable[MjSpec]:
        """Record the fields of elements, and return the specs that they were attached from."""
        origins = {}
        states = [el.__dict__ for el in elements]
        self.values += chain.from_iterable(map(dict.values, states))
        for el, state in zip(elements, states, strict=True):
            if "_origin" in state:
                origins[id(state["_origin"])] = state["_origin"]
            if el._lists or not state.keys().isdisjoint(OWNED):
                self.record_fields(state)
        return [origin for origin in origins.values() if origin is not None]

    def record_settings(self, spec: MjSpec) -> None:
        """Record all of a spec except its elements."""
        state = spec.__dict__.copy()
        for name in DERIVED:
            state.pop(name, None)
        self.values += state.values()
        for name in HOLDING:
            if name in state:
                self.record_contents(state[name])

    def record_fields(self, state: dict[str, Any]) -> None:
        """Record the fields that may change in place."""
        for name, value in state.items():
            if CHANGING[type(value)] and name != WALKED:
                if name == STATES:  # items are replaced, never modified
                    self.values += value.values()
                else:
                    self.record_contents(value)

    def record_contents(self, value: Any) -> None:
        """Record the contents of a value."""
        if isinstance(value, np.ndarray):
            held = value.tobytes()
            if len(held) > MOST_STORED_BYTES:
                held = blake2b(held).digest()
            self.frozen.append((value.dtype, value.shape, held))
        elif isinstance(value, dict):
            self.values += value
            self.record_contents(list(value.values()))
        elif isinstance(value, list):
            self.values += value
            self.frozen.append(len(value))
            for inner in value:
                if CHANGING[type(inner)]:
                    self.record_contents(inner)
        else:
            state = value.__dict__
            self.values += state.values()
            if LIVE in state or not isinstance(value, Settings):
                self.record_fields(state)
