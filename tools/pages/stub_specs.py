"""gelenk/modeling/spec/attribute_bases.pyi: attributes and methods of the spec classes.

Documents: API / MjSpec; design / One source of truth

Each element class has a base here: attributes with types, shapes, units and defaults from the schema rows, functions
that add elements with one keyword per attribute, and methods attached by higher layers.
"""

import inspect
from collections.abc import Callable, Iterable

from gelenk.api import spec_methods
from gelenk.modeling.spec import add_methods, defaults, edit_methods, element_classes, field_descriptors, spec
from gelenk.tables.schema_rows import ANY
from tools.pages.pyi import ARRAY, NUMBERS, class_of, function_of, method_of, property_of

HEAD = f'''"""Attributes of the spec classes, from the schema: rendered by `python tools/render.py`; do not edit.

At run time these bases are empty, and the classes make the same attributes from the same rows.
"""

import builtins
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from gelenk.modeling.spec.defaults import MjsDefault
from gelenk.modeling.spec.element_classes import *
from gelenk.modeling.spec.element_classes import Named
from gelenk.modeling.spec.spec import MjSpec, MjVisualRgba, MjVisualHeadlight
from gelenk.tables.enums import *
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.vfs import MjVfs
{NUMBERS}'''
# nested lists, which the schema does not distinguish from lists of texts
NESTED = {"vertid": "int", "vertweight": "float"}
PLAIN = ("name", "info", "childclass")  # attributes declared by the base classes
BYTES = "bytes | bytearray | memoryview | Iterable[SupportsIndex]"


def types(field: field_descriptors.Field) -> tuple[str, str]:
    """Return (type of a field, assignable type)."""
    kind = field.row.kind
    if field.name in NESTED:
        inner = NESTED[field.name]
        return f"list[list[{inner}]]", f"Sequence[Sequence[{inner}]]"
    match field:
        case field_descriptors.Choice():
            return field.enum.__name__, f"{field.enum.__name__} | SupportsIndex"
        case field_descriptors.Integer():
            return "int", "SupportsIndex"
        case field_descriptors.Polynomial():
            return f"float | {ARRAY.format(kind.dtype)}", "SupportsFloat | _Numbers"
        case field_descriptors.Real():
            return "float", "SupportsFloat"
        case field_descriptors.Text():
            return "str", "str"
        case field_descriptors.ElementNames():
            return "str | list[str]", "str | Iterable[str]"
        case field_descriptors.Texts():
            return "list[str]", "Iterable[str]"
        case field_descriptors.Bytes():
            return "bytes", BYTES
    assert kind.most == ANY or kind.most > 1
    return ARRAY.format(kind.dtype), "_Numbers"


def attributes(cls: type[element_classes.MjsElement]) -> list[str]:
    """Return the fields of a class as properties."""
    found = [
        property_of(name, types(field)[0], field.__doc__ or "", types(field)[1])
        for name, field in cls._fields.items()
        if name not in PLAIN
    ]
    if "plugin" in vars(cls) and cls is not spec.MjSpec:
        found.append(property_of("plugin", "MjsPlugin", "The plugin attached to this element.", "MjsPlugin"))
    return found


def given(cls: type[element_classes.MjsElement]) -> str:
    """Return the keyword arguments for the attributes of a new element."""
    known = {name: types(field)[1] for name, field in cls._fields.items()}
    known |= {name: "_Numbers" for turn in add_methods.ORIENTATIONS for name in (turn, f"i{turn}")}
    known |= {"info": "str", "plugin": "MjsPlugin", "classname": "MjsDefault"}
    names = sorted(add_methods.keywords(cls))
    return ", ".join(f"{name}: {known[name]} | None = ..." for name in names)


def adder(cls: type[element_classes.MjsElement], function: Callable) -> str:
    """Return a function that adds an element, with a keyword per attribute."""
    default = "MjsFrame" if cls is element_classes.MjsFrame else "MjsDefault"
    arguments = f"self, default: {default} | None = ..., *, {given(cls)}"
    return function_of(f"add_{cls.tag}", arguments, cls.__name__, inspect.getdoc(function) or "", "    ")


def attached(cls: type) -> list[str]:
    """Return the methods that other modules attach to a class."""
    parts = []
    for name, member in {**edit_methods.METHODS.get(cls, {}), **spec_methods.METHODS.get(cls, {})}.items():
        if name.startswith(("first_", "next_")):
            parts.append(sibling(name, member))
        elif name == "find_all":
            parts.append(found_by_kind(member))
        elif isinstance(member, property):
            kind, setter = {"signature": ("int", ""), "_address": ("int", "")}.get(name, ("bool", "bool"))
            parts.append(property_of(name, kind, member.__doc__ or "", setter))
        elif isinstance(member, staticmethod):
            parts.append(method_of(name, member.__func__, decorators=("staticmethod",)))
        else:
            parts.append(
                method_of(name, member)
                .replace("(spec: MjSpec, ", "(self, ")
                .replace("(body: MjsBody)", "(self)")
            )
    return [part.replace("element_classes.", "") for part in parts]


def sibling(name: str, function: Callable) -> str:
    """Return first_geom, next_geom, ..."""
    way, tag = name.split("_")
    cls = next(c.__name__ for c in add_methods.ADDED if c.tag == tag)
    arguments = "self" if way == "first" else f"self, child: {cls}"
    return function_of(name, arguments, f"{cls} | None", function.__doc__ or "", "    ")


def found_by_kind(function: Callable) -> str:
    """Return find_all, overloaded by the name of the element type."""
    head = "    @overload\n    def find_all(self, kind: {}) -> list[{}]: ...\n"
    exact = "".join(head.format(f'Literal["{cls.tag}"]', cls.__name__) for cls in add_methods.ADDED)
    doc = inspect.getdoc(function) or ""
    rest = function_of("find_all", "self, kind: str | mjtObj", "Sequence[Named]", doc, "    ", ["overload"])
    return exact + rest


def container() -> str:
    """Return the methods that add elements to bodies and frames."""
    parts = (adder(cls, function) for cls, function in add_methods.ADDED.items())
    return class_of("ContainerAttributes", "", "What can be added to bodies and frames.", parts)


def lists(cls: type, kinds: Iterable[tuple[str, str]]) -> list[str]:
    """Return attributes that list the elements of each type."""
    return [property_of(group, f"list[{name}]", getattr(cls, group).__doc__ or "") for group, name in kinds]


def body() -> str:
    """Return the attributes and methods of bodies."""
    in_tree = {cls.tag: cls.__name__ for cls in add_methods.ADDED}
    kinds = [(group, in_tree[tag]) for group, tag in element_classes.KINDS.items()]
    free = "self, *, align: SupportsIndex = ..., group: SupportsIndex = ..., name: str = ..."
    doc = inspect.getdoc(element_classes.MjsBody.add_freejoint) or ""
    parts = [
        *attributes(element_classes.MjsBody),
        *lists(element_classes.MjsBody, kinds),
        function_of("add_freejoint", free, "MjsJoint", doc, "    "),
        *attached(element_classes.MjsBody),
    ]
    return class_of("BodyAttributes", "", "Attributes of MjsBody.", parts)


def whole() -> str:
    """Return the attributes and methods of MjSpec."""
    in_tree = {cls.tag: cls.__name__ for cls in add_methods.ADDED}
    kinds = [(group, tag, in_tree[tag]) for group, tag in element_classes.KINDS.items()]
    kinds += [(group, cls.tag, cls.__name__) for group, cls in element_classes.LISTS.items()]
    parts = attributes(spec.MjSpec) + lists(spec.MjSpec, ((group, name) for group, _, name in kinds))
    for _, tag, name in kinds:  # Any, since most programs do not test the result for None
        doc = getattr(spec.MjSpec, tag).__doc__ or ""
        parts.append(function_of(tag, "self, name: str", f"{name} | Any", doc, "    "))
    parts += [adder(cls, getattr(spec.MjSpec, f"add_{cls.tag}")) for cls in element_classes.LISTS.values()]
    parts += attached(spec.MjSpec)
    return (
        class_of("SpecAttributes", "", "Attributes of MjSpec.", parts)
        .replace(": tuple[", ": builtins.tuple[")
        .replace("-> tuple[", "-> builtins.tuple[")
    )


def templates() -> str:
    """Return the templates of a default class."""
    parts = (
        property_of(tag, cls.__name__, getattr(defaults.MjsDefault, tag).__doc__ or "")
        for tag, cls in defaults.TEMPLATES.items()
    )
    return class_of("DefaultAttributes", "", "Templates of MjsDefault, one for each kind of element.", parts)


def page() -> str:
    """Return the whole stub."""
    own = {"MjsBody": body(), "MjSpec": whole()}
    parts = [container(), templates()]
    parts.append(
        class_of("NamedAttributes", "", "Attributes of all elements.", attached(element_classes.Named))
    )
    for name in element_classes.FIELDS:
        cls = getattr(element_classes, name, None) or getattr(spec, name)
        short = name.removeprefix("Mjs").removeprefix("Mj") if name != "MjSpec" else "Spec"
        text = class_of(f"{short}Attributes", "", f"Attributes of {name}.", attributes(cls) + attached(cls))
        parts.append(own.get(name, text))
    return "\n".join([HEAD, *parts])
