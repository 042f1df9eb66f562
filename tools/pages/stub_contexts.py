"""gelenk/render/fields.pyi: fields of MjrContext and sides of MjrRect.

Documents: API / MjrContext; API / MjrRect; design / One source of truth

For type checkers and editors, the classes of gelenk/render have these as bases; at run time the attributes are created
from the same table.
"""

import inspect
from itertools import chain

from gelenk.render.context import VECTOR_HANDLES, MjrContext
from gelenk.render.targets import MjrRect
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_context import PUBLIC, SECTIONS
from tools.pages.pyi import ARRAY, NUMBERS, class_of, property_of
from tools.pages.stub_scenes import kinds

HEAD = f'''"""Attributes of MjrContext and MjrRect: rendered by `python tools/render.py`.

There is no module of this name: checkers and editors see its classes as bases of those of gelenk.render.
"""

from collections.abc import Sequence
from typing import Protocol, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt
{NUMBERS}'''


def attribute(f: Field) -> str:
    """Return a public field as a property."""
    kind, setter = kinds(f.dtype, f.shape)
    return property_of(f.name, kind, f.doc, setter)


def handles(name: str) -> str:
    """Return a property with a value for each skin."""
    return property_of(name, "tuple[int, ...]", inspect.getdoc(getattr(MjrContext, name)) or "")


def context() -> str:
    """Return the fields of MjrContext: public fields, and the arrays behind all fields."""
    rows = chain.from_iterable(SECTIONS)
    parts = [
        *map(attribute, chain.from_iterable(PUBLIC)),
        *map(handles, VECTOR_HANDLES),
        *(f"    _a_{f.name}: {ARRAY.format(f.dtype)}\n" for f in rows if f.shape),
    ]
    return class_of("ContextFields", "", "Fields of MjrContext.", parts)


def rect() -> str:
    """Return the sides of MjrRect."""
    parts = [
        property_of(name, "int", getattr(MjrRect, name).__doc__, "SupportsIndex") for name in MjrRect._record
    ]
    return class_of("RectFields", "", "Sides of MjrRect.", parts)


def page() -> str:
    """Return the whole stub."""
    return "\n".join([HEAD, context(), rect()])
