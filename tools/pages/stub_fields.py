"""gelenk/runtime/fields.pyi: fields of MjModel, MjData and their parts.

Documents: Modeling / MJModel and MJData; design / One source of truth

For type checkers and editors, the classes of gelenk/runtime have these as bases; at run time decorators create the
attributes from the same tables.
"""

from gelenk.api.model_methods import ACCESSORS
from gelenk.modeling.spec.element_classes import KINDS as IN_TREE
from gelenk.modeling.spec.element_classes import LISTS
from gelenk.runtime.data import MjData
from gelenk.runtime.model import MjModel
from gelenk.runtime.named_access import SHORT, VIEW_KINDS, attributes_of, views_name
from gelenk.tables import fields_data, fields_model
from gelenk.tables.docstrings import FIELDS
from gelenk.tables.field_rows import Field
from gelenk.tables.levels import DERIVED
from gelenk.toolchain import struct_layout
from tools.pages.pyi import ARRAY, block, class_of, method_of, property_of

HEAD = '''"""Attributes of MjModel, MjData and nested structs: rendered by `python tools/render.py`.

There is no module of this name: checkers and editors see its classes as bases of those of gelenk.runtime.
"""

import builtins
import os
from collections.abc import Iterable, Mapping
from typing import Any, overload

import numpy as np
import numpy.typing as npt

import gelenk
from gelenk.api.model_methods import Bound
from gelenk.runtime.named_access import Accessor
from gelenk.runtime.contact_list import ContactList
from gelenk.runtime.model import MjModel, MjOption, MjStatistic, MjVisual
from gelenk.runtime.vfs import MjVfs
from gelenk.runtime.counters import MjSolverStat, MjTimerStat, MjWarningStat, StatList
'''
# groups of visual settings with a public class name
VISUAL = {"headlight": "MjVisualHeadlight", "rgba": "MjVisualRgba"}


def scalar(f: Field) -> str:
    """Return the type of a scalar field."""
    return "float" if f.dtype.startswith("float") else "int"


def attribute(f: Field, writable: bool = True) -> str:
    """Return a field as a property; arrays accept array-likes."""
    if f.shape:
        return property_of(f.name, ARRAY.format(f.dtype), f.doc, "npt.ArrayLike")
    return property_of(f.name, scalar(f), f.doc, scalar(f) if writable else "")


def columns(name: str, rows: tuple[Field, ...], doc: str, count: str = "") -> str:
    """Return a class of fields; with ``count`` each is an array of that length."""
    if not count:
        return class_of(name, "", doc, map(attribute, rows))
    grown = [f._replace(shape=(count, *f.shape)) for f in rows]
    return class_of(name, "", doc, (property_of(f.name, ARRAY.format(f.dtype), f.doc) for f in grown))


def private(rows: tuple[Field, ...]) -> list[str]:
    """Return the arrays behind the properties."""
    return [f"    _a_{f.name}: {ARRAY.format(f.dtype)}\n" for f in rows]


def visual() -> list[str]:
    """Return the groups of visual settings, and the class that contains them."""
    parts, groups, classes = [], [], []
    for group, rows in fields_model.VISUAL.items():
        name = VISUAL.get(group, group.rstrip("_").capitalize())
        doc = f"Visual settings: m.vis.{group} (XML reference / visual)."
        parts.append(columns(name, rows, doc))
        groups.append(property_of(group, name, doc))
        public = group.rstrip("_").capitalize()
        classes.append(f"_{public} = {name}\n")
        groups.append(f"    {public}: builtins.type[_{public}]\n")
    return [*parts, *classes, class_of("VisualFields", "", "The groups of visual settings.", groups)]


def views(kind: str, of_model: bool) -> str:
    """Return the class of the accessors of an object type."""
    rows = struct_layout.MODEL_ARRAYS if of_model else fields_data.DATA
    parts = []
    for name, (field, _) in sorted(attributes_of(kind, rows).items()):
        f = next((r for r in rows if r.name == field), None) or FIELDS[field]
        shape = f.shape[1:] if f.shape[1:] else ("n",)
        meaning = f._replace(shape=shape).doc
        parts.append(
            property_of(name, ARRAY.format(f.dtype), f"{field} of the {kind}. {meaning}", "npt.ArrayLike")
        )
    return class_of(views_name(kind, of_model), "Accessor", f"Fields of a {kind}, as live views.", parts)


def accessors(cls: type, of_model: bool) -> list[str]:
    """Return the methods that return accessors, and the accessor classes."""
    letter, methods = "m" if of_model else "d", []
    names = {kind: kind for kind, (_, _, owners) in VIEW_KINDS.items() if letter in owners}
    names |= {short: kind for short, kind in SHORT.items() if kind in names and hasattr(cls, short)}
    for name, kind in names.items():
        doc = getattr(cls, name).__doc__
        result = views_name(kind, of_model)
        methods.append(f"    def {name}(self, name: str | int) -> {result}:\n{block(doc, ' ' * 8)}\n")
    return methods


def binding(of_model: bool) -> list[str]:
    """Return bind and bind_scalar, overloaded by the type of the element."""
    letter, methods, scalars = "m" if of_model else "d", [], []
    tags = {tag: f"Mjs{tag.capitalize()}" for tag in IN_TREE.values() if tag != "frame"}
    tags |= {cls.tag: cls.__name__ for cls in LISTS.values()}
    head = "    @overload\n    def {}(self, {}: {}) -> {}: ...\n"
    for tag, element in sorted(tags.items()):
        kind = ACCESSORS.get(tag, tag)
        if kind in VIEW_KINDS and letter in VIEW_KINDS[kind][2]:
            methods.append(head.format("bind", "specs", f"gelenk.{element}", views_name(kind, of_model)))
            scalars.append(
                head.format("bind_scalar", "spec", f"gelenk.{element}", views_name(kind, of_model))
            )
    methods.append(head.format("bind", "specs", "Iterable[gelenk.MjsElement]", "Bound"))
    return [*methods, *scalars]


def derived(struct: str) -> list[str]:
    """Return the read-only properties of fields that are derived from others."""
    rows = [row for row in DERIVED if row.struct == struct]
    return [
        property_of(row.name, ARRAY.format(row.dtype) if row.shape else row.dtype, row.meaning)
        for row in rows
    ]


def model() -> str:
    """Return the fields and methods of MjModel."""
    sizes = [attribute(f, writable=False) for f in fields_model.SIZES if f.name != "narena" and not f.use]
    sizes += [property_of(f.name, "bool", f.doc, "bool") for f in fields_model.SIZES if f.use == "flag"]
    reading = ("from_xml_string", "from_xml_path", "from_binary_path")
    parts = [
        *sizes,
        *map(attribute, struct_layout.MODEL_ARRAYS),
        *derived("MjModel"),
        *(method_of(name, getattr(MjModel, name).__func__, decorators=("classmethod",)) for name in reading),
        *accessors(MjModel, True),
        *binding(True),
        *private(struct_layout.MODEL_ARRAYS),
        "    _all_fields: builtins.tuple[str, ...]\n    _size_fields: builtins.tuple[str, ...]\n"
        "    _sizes: npt.NDArray[np.int64]\n",
    ]
    return class_of("ModelFields", "", "Fields of MjModel.", parts)


def data() -> str:
    """Return the fields and methods of MjData."""
    stats = (("warning", "MjWarningStat"), ("timer", "MjTimerStat"), ("solver", "MjSolverStat"))
    parts = [
        *map(attribute, (*fields_data.SCALARS, *fields_data.DATA, *fields_data.ROWS)),
        *derived("MjData"),
        *(property_of(name, f"StatList[{record}]", getattr(MjData, name).__doc__) for name, record in stats),
        *accessors(MjData, False),
        *binding(False),
        *private((*struct_layout.DATA_ARRAYS, *struct_layout.CONTACT_ROWS)),
        "    _all_fields: builtins.tuple[str, ...]\n",
    ]
    return class_of("DataFields", "", "Fields of MjData.", parts)


def contacts() -> list[str]:
    """Return the fields of one contact, and of all contacts."""
    rows = fields_data.CONTACT
    sides = [Field(f"geom{i + 1}", "int32", (), f"id of geom {i + 1}; -1 for a flex") for i in (0, 1)]
    both = (*rows, *sides)
    return [
        columns("ContactFields", both, "Fields of one contact."),
        columns("ContactColumns", both, "Fields of all contacts.", "ncon"),
    ]


def page() -> str:
    """Return the whole stub."""
    parts = [
        columns("OptionFields", fields_model.OPTION, "Options of the simulation."),
        columns("StatisticFields", fields_model.STATISTIC, "Scales of a model."),
        *visual(),
        *contacts(),
        columns("WarningFields", fields_data.WARNING, "Fields of a counter of warnings."),
        columns("TimerFields", fields_data.TIMER, "Fields of a timer."),
        columns("SolverFields", fields_data.SOLVER, "Fields of an iteration of the solver."),
        *(views(kind, True) for kind, (_, _, owners) in VIEW_KINDS.items() if "m" in owners),
        *(views(kind, False) for kind, (_, _, owners) in VIEW_KINDS.items() if "d" in owners),
        model(),
        data(),
    ]
    return "\n".join([HEAD, *parts])
