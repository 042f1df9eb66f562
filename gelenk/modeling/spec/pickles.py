"""Pickles and deep copies of specs: their elements as a flat list, at any depth of tree.

Documents: promises / Restored models; Modeling / Model editing

A pickle has the values that differ from those of a new element; parents, frames, classes and origins are list indices.
The fields of the elements check restored values, and restoring refuses any structure that the methods of specs could
not build. As in `copy`, a spec that is attached to another loses its parent; specs that elements were attached from
keep only settings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import getattr_static
from typing import Any, NoReturn

import numpy as np

from gelenk.errors import Damaged, guarded
from gelenk.modeling.spec.add_methods import ADDED
from gelenk.modeling.spec.copy import copy_element, copy_spec
from gelenk.modeling.spec.defaults import TEMPLATES, MjsDefault, with_derived
from gelenk.modeling.spec.element_classes import (
    KINDS,
    LISTS,
    Classed,
    Late,
    MjsActuator,
    MjsBody,
    MjsElement,
    MjsFrame,
    MjsJoint,
    MjsKey,
    MjsTendon,
    MjsTendonPath,
    MjsWrap,
    Named,
)
from gelenk.modeling.spec.field_descriptors import LIVE, Array, Field, Fixed, Polynomial, Text, count_edit
from gelenk.modeling.spec.keyframes import STATES
from gelenk.modeling.spec.spec import MjSpec
from gelenk.modeling.spec.spec_snapshot import COMPILED
from gelenk.modeling.spec.tree_elements import with_bodies
from gelenk.tables.enums import mjtWrap

TREE: dict[str, type[Any]] = {cls.tag: cls for cls in ADDED}
assert TREE.keys() == set(KINDS.values())
WORLD = ("body", -1, -1)  # kind, parent and frame of the first element
# attributes that a pickle stores as list indices, or that follow from all others
LINKS = {"_spec", "_default", "parent", "frame", "_children", "_origin", STATES, "tendon", LIVE}
OF_SPEC = {
    "worldbody",
    "default",
    "_classes",
    "_elements",
    "_known",
    "_signed",
    "_sources",
    "_timer",
    COMPILED,
}
ROWS = ("qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic")  # arrays of a keyframe
Values = dict[str, Any]


# ---- to a pickle


def values_of(el: Any) -> Values:
    """Return the values that differ from a new element, nested structs as dictionaries."""
    fresh: Values = el._fresh
    found: Values = {}
    for name, value in el.__dict__.items():
        if name in LINKS or value is fresh.get(name, LINKS):
            continue
        if isinstance(value, MjsElement):
            found[name] = values_of(value)
        elif isinstance(value, list):
            found[name] = [values_of(one) if isinstance(one, MjsWrap) else one for one in value]
        else:
            found[name] = value
    return found


def settings_of(spec: MjSpec) -> tuple[Values, Values, Any]:
    """Return (values of the spec itself, attributes that a user's subclass adds, sources)."""
    found: Values = {}
    others: Values = {}
    for name, value in values_of_spec(spec).items():
        (found if name in PLAIN or hasattr(MjSpec, name) else others)[name] = value
    return found, others, spec._sources


def values_of_spec(spec: MjSpec) -> Values:
    """Return the values of a spec itself, except those that concern or follow from elements."""
    own = MjSpec.__new__(MjSpec)
    own.__dict__ = {name: value for name, value in spec.__dict__.items() if name not in OF_SPEC}
    return values_of(own)


def reduce_spec(self: MjSpec) -> tuple[Callable[..., MjSpec], tuple[Any, ...]]:
    """Return the function that a pickle calls, and its arguments.

    The arguments are class, settings, defaults classes, elements, origins.
    """
    classes = with_derived(self.default)
    numbers: dict[int, int] = {id(default): i for i, default in enumerate(classes)}
    origins: dict[int, MjSpec] = {}
    placed: list[tuple[Any, int]] = [(self.worldbody, -1)]
    places = {id(self.worldbody): 0}
    for body in self.worldbody.subtree():
        around = places[id(body)]
        for group in body._children.values():
            for el in group:
                places[id(el)] = len(placed)
                placed.append((el, around))
    placed += [(el, -1) for group in LISTS for el in self._elements[group]]
    places |= {id(el): i for i, (el, _) in enumerate(placed)}
    elements = []
    for el, around in placed:
        state = el.__dict__
        default = numbers.get(id(state.get("_default")), -1)
        frame = places.get(id(state.get("frame")), -1)
        origin = state.get("_origin")
        if origin is not None:
            origins[id(origin)] = origin
        elements.append((el.tag, around, frame, default, id(origin), values_of(el), states_of(el, places)))
    order = {key: i for i, key in enumerate(origins)}
    rows = [(*row[:4], order.get(row[4], -1), *row[5:]) for row in elements]
    told = [
        (
            default.name,
            numbers.get(id(default._parent), -1),
            default._position,
            {tag: values_of(default.__dict__[tag]) for tag in TEMPLATES if tag in default.__dict__},
        )
        for default in classes
    ]
    kept = [None if origin is self else settings_of(origin) for origin in origins.values()]
    return restore_spec, (type(self), settings_of(self), told, rows, kept)


def states_of(el: Any, places: dict[int, int]) -> dict[str, Any] | None:
    """Return the values of a keyframe by element, which is an index into the pickle.

    field -> (original array, [(place of the element, its values)])
    """
    states = el.__dict__.get(STATES)
    if states is None:
        return None
    return {
        field: (before, [(places[id(one)], numbers) for one, numbers in pairs if id(one) in places])
        for field, (before, pairs) in states.items()
    }


# ---- from a pickle


def require(condition: object, what: str) -> None:
    """Raise Damaged unless the condition is true."""
    if not condition:
        raise Damaged(what)


def is_position(value: object) -> bool:
    """Return whether a value is (file, line, column) or None."""
    kinds = (str, int, int)
    if value is None:
        return True
    return isinstance(value, tuple) and tuple(map(type, value)) == kinds


def is_texts(value: object) -> bool:
    """Return whether a value is a dictionary of texts."""
    return type(value) is dict and all(type(text) is str for pair in value.items() for text in pair)


def is_files(value: object) -> bool:
    """Return whether a value is a dictionary; its contents are checked on lookup of a file."""
    return type(value) is dict


def is_number(value: object) -> bool:
    """Return whether a value is a number or None."""
    return value is None or type(value) in (float, int)


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


# attribute that is neither a field nor a struct -> predicate of valid values
PLAIN: dict[str, Callable[[Any], bool]] = {
    "id": _is(int),
    "info": _is(str),
    "_info": _is(str),
    "name": _is(str),
    "sidename": _is(str),
    "type": _is(mjtWrap),
    "coef": is_number,
    "divisor": is_number,
    "_position": is_position,
    "_config": is_texts,
    "_declared": _is(bool),
    "_written_as": _is(str),
    "_written": is_texts,
    "_by_copy": _is(bool),
    "override_assets": _is(bool),
    "assets": is_files,
}


def stored_value(field: Field, value: Any) -> Any:
    """Return a value as its field stores it, keeping tuples of numbers."""
    if isinstance(field, Array) and not (isinstance(field, Polynomial) and type(value) is float):
        require(type(value) in (tuple, np.ndarray), f"{field.name} has no numbers")
        found: Any = field.convert(value)
        return tuple(found.tolist()) if type(value) is tuple and type(found) is np.ndarray else found
    if isinstance(field, Text):
        require(isinstance(value, str), f"{field.name} is no text")
        return value
    found = field.convert(value)
    if isinstance(found, list):
        inner = (one for item in found if isinstance(item, list) for one in item)
        require(all(type(one) in (int, float) for one in inner), f"{field.name} has no numbers")
        if isinstance(field.initial_value(), Fixed):
            found = Fixed(found)
    return found


def fill(el: Any, values: Any) -> None:
    """Set the values of a new element from a pickle."""
    require(type(values) is dict, f"the values of a {type(el).__name__} are no dictionary")
    cls, state = type(el), el.__dict__
    for name, value in values.items():
        field = cls._fields.get(name)
        if field is not None:
            state[name] = stored_value(field, value)
            if type(state[name]) is np.ndarray:
                state[LIVE] = True
        elif name == "path":
            require(isinstance(el, MjsTendon) and type(value) is list, "a path is no list")
            state[name] = MjsTendonPath(point(el, wrap) for wrap in value)
        elif isinstance(part := getattr_static(cls, name, None), Late):
            made = state[name] = part.cls()
            fill(made, value)
        else:
            require(
                name in PLAIN and (hasattr(cls, name) or isinstance(el, MjSpec)),
                f"{cls.__name__} has no attribute {name!r}",
            )
            require(PLAIN[name](value), f"{name} of a {cls.__name__} is of another type")
            state[name] = value


def point(tendon: MjsTendon, values: Any) -> MjsWrap:
    """Return a new point of a tendon's path."""
    wrap = MjsWrap()
    fill(wrap, values)
    require("type" in wrap.__dict__, "a point of a path has no type")
    wrap.__dict__["tendon"] = tendon
    return wrap


def put_settings(spec: MjSpec, settings: Any) -> None:
    """Set the settings of a new spec."""
    values, others, sources = settings
    fill(spec, values)
    require(
        type(others) is dict and all(type(name) is str for name in others), "its attributes have no names"
    )
    for name, value in others.items():
        require(not hasattr(MjSpec, name), f"{name!r} is no attribute of its class")
        spec.__dict__[name] = value
    if sources is not None:
        require(hasattr(sources, "relative_to_file"), "its sources are none")
        spec.__dict__["_sources"] = sources


def put_classes(spec: MjSpec, told: Any) -> list[MjsDefault]:
    """Create the defaults classes, the main one first."""
    made: list[MjsDefault] = []
    for name, above, position, templates in told:
        require(type(name) is str and is_position(position), "a class has no name or place")
        require(
            type(above) is int and (-1 if not made else 0) <= above < max(len(made), 0),
            "a class has no parent",
        )
        default = MjsDefault(name, None, spec)
        if above >= 0:
            default.__dict__["_parent"] = made[above]
            made[above]._derived.append(default)
        default.__dict__["_position"] = position
        require(type(templates) is dict and templates.keys() <= TEMPLATES.keys(), "templates are of no kind")
        for tag, values in templates.items():
            fill(default._template(tag), values)
        made.append(default)
    require(made, "it has no main class")
    by_name: dict[str, MjsDefault] = {}
    for default in made:
        by_name.setdefault(default.name, default)
    spec.__dict__.update(default=made[0], _classes=by_name)
    return made


def put_elements(spec: MjSpec, rows: Any, classes: list[MjsDefault], origins: list[MjSpec]) -> None:
    """Create the elements, in their order, and link them."""
    made: list[Any] = []
    groups = {cls.tag: group for group, cls in LISTS.items()}
    for kind, above, frame, default, origin, values, _ in rows:
        require(
            all(type(number) is int and number >= -1 for number in (above, frame, default, origin)),
            "an element has no place",
        )
        require(default < len(classes) and origin < len(origins), "a class or origin is missing")
        require(type(kind) is str and (kind in TREE or kind in groups), "an element is of no kind")
        cls = TREE[kind] if kind in TREE else LISTS[groups[kind]]
        el = cls(None, spec)
        fill(el, values)
        state = el.__dict__
        if default >= 0 and issubclass(cls, Classed):
            state["_default"] = classes[default]
        if origin >= 0:
            state["_origin"] = origins[origin]
        if not made:
            require((kind, above, frame) == WORLD, "there is no world")
            spec.__dict__["worldbody"] = el
        elif kind in TREE:
            require(0 <= above < len(made) and type(made[above]) is MjsBody, "an element has no body")
            state["parent"] = made[above]
            made[above]._group(kind).append(el)
        else:
            spec._group(groups[kind]).append(el)
        made.append(el)
    require(made, "there is no world")
    for el, row in zip(made, rows, strict=True):
        put_frame(el, row[2], made)
        if row[6] is not None:
            put_states(el, row[6], made)
    check_frames(made)


def put_frame(el: Any, frame: int, made: list[Any]) -> None:
    """Put an element into a frame of the same body."""
    if frame >= 0:
        require(
            frame < len(made) and type(made[frame]) is MjsFrame and "parent" in el.__dict__, "a frame is none"
        )
        require(made[frame].parent is el.parent, "a frame is of another body")
        el.__dict__["frame"] = made[frame]


def check_frames(made: Iterable[Any]) -> None:
    """Raise Damaged if a frame contains itself."""
    ended: set[int] = set()
    for el in made:
        chain: dict[int, None] = {}
        while el is not None and id(el) not in ended:
            require(id(el) not in chain, "a frame is in itself")
            chain[id(el)] = None
            el = el.__dict__.get("frame")
        ended |= chain.keys()


def put_states(el: Any, states: Any, made: list[Any]) -> None:
    """Assign the values of a keyframe to their elements."""
    require(type(el) is MjsKey and type(states) is dict and states.keys() <= set(ROWS), "a keyframe is none")
    found = {}
    for field, (before, pairs) in states.items():
        require(type(before) is np.ndarray and before.dtype == np.float64, "a keyframe has no numbers")
        own = []
        for place, numbers in pairs:
            require(type(place) is int and 0 <= place < len(made), "a keyframe speaks of no element")
            require(
                isinstance(made[place], (MjsJoint, MjsBody, MjsActuator)), "a keyframe speaks of no state"
            )
            require(
                type(numbers) is list and all(type(x) is float for x in numbers), "a state has no numbers"
            )
            own.append((made[place], numbers.copy()))
        found[field] = (before.copy(), own)
    el.__dict__[STATES] = found


@guarded("MjSpec")
def restore_spec(cls: Any, settings: Any, told: Any, rows: Any, kept: Any) -> MjSpec:
    """Restore the spec of a pickle; inconsistent values are refused."""
    require(isinstance(cls, type) and issubclass(cls, MjSpec), "it is of another class")
    spec: MjSpec = cls.__new__(cls)
    MjSpec.__init__(spec)
    put_settings(spec, settings)
    classes = put_classes(spec, told)
    origins = []
    for one in kept:
        origin = spec
        if one is not None:
            origin = MjSpec()
            put_settings(origin, one)
        origins.append(origin)
    put_elements(spec, rows, classes, origins)
    count_edit()
    return spec


# ---- parts of a spec

Part = Named | MjsDefault


def parts_of(spec: MjSpec) -> list[Any]:
    """Return all elements, classes and templates of a spec, in an order that copies share."""
    classes = with_derived(spec.default)
    made = [one for cls in classes for tag in TEMPLATES if (one := cls.__dict__.get(tag)) is not None]
    outside = [el for group in LISTS for el in spec._elements[group]]
    return [*with_bodies({"body": [spec.worldbody]}), *outside, *classes, *made]


def place_of(part: Part) -> int:
    """Return the index of an element or class in `parts_of` its spec, or -1 if deleted."""
    spec = part._spec
    found = enumerate(parts_of(spec)) if spec is not None else ()
    return next((place for place, one in found if one is part), -1)


def copy_deep(self: MjSpec, memo: dict[int, Any]) -> MjSpec:
    """Return a copy of a spec; `memo` receives the copies of its elements."""
    new, copies = copy_spec(self)
    memo.update(copies)
    return new


def copy_with_spec(self: Part, memo: dict[int, Any]) -> Any:
    """Return a copy of an element or class, in a copy of its spec."""
    spec = self._spec
    place = place_of(self)
    if spec is None:
        return type(self)(self)  # type: ignore[arg-type]  # a defaults class always has a spec
    new = memo.get(id(spec)) or copy_deep(spec, memo)
    return parts_of(new)[place] if place >= 0 else copy_element(self, new, memo)


def refuse_copy(self: Part) -> NoReturn:
    """Raise TypeError, since a copy of an element alone would belong to no spec."""
    raise TypeError(f"cannot copy '{type(self).__name__}' alone: copy its spec, or add an element like it")


def reduce_part(self: Part) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Return the function that a pickle calls for an element or class, and its arguments.

    The arguments are the spec and the index in `parts_of`.
    """
    if self._spec is None:
        return restore_alone, (type(self), values_of(self))
    place = place_of(self)
    if place < 0:
        raise TypeError(f"cannot pickle {self!r}: it has been deleted")
    return restore_part, (self._spec, place)


@guarded("an element of a spec")
def restore_part(spec: MjSpec, place: int) -> Any:
    """Return the part of a spec at an index."""
    require(isinstance(spec, MjSpec) and type(place) is int and place >= 0, "it is in no spec")
    return parts_of(spec)[place]


@guarded("an element of no spec")
def restore_alone(cls: Any, values: Any) -> Any:
    """Return an element that is nested in another, such as a plugin."""
    require(isinstance(cls, type) and issubclass(cls, Named), "it is of another class")
    el = cls()
    fill(el, values)
    return el


def add_copying() -> None:
    """Add copy, deepcopy and pickle to specs, elements and defaults classes."""
    part: Values = {"__copy__": refuse_copy, "__deepcopy__": copy_with_spec, "__reduce__": reduce_part}
    own: Values = {"__copy__": lambda self: copy_spec(self, every=False)[0]}
    own |= {"__deepcopy__": copy_deep, "__reduce__": reduce_spec}
    rows: list[tuple[type, Values]] = [(MjSpec, own), (Named, part), (MjsDefault, part)]
    for cls, methods in rows:
        for name, method in methods.items():
            setattr(cls, name, method)
