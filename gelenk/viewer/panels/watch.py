"""Section Watch: the value of a field of model or data, by its name in the tables.

Documents: design / Out: `panel`
"""

import contextlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from gelenk.runtime.named_access import ids_of
from gelenk.tables import fields_data, fields_model
from gelenk.tables.object_types import KINDS
from gelenk.viewer.panels.row import Row, bind_attribute

_SHAPES = {f.name: f.shape for f in (*fields_model.MODEL, *fields_data.DATA)}
_DATA = frozenset(f.name for f in (*fields_data.DATA, *fields_data.SCALARS))
_KIND = {kind.size: kind.type for kind in reversed(KINDS) if kind.size}


def field_text(m: Any, d: Any, field: str, index: str) -> str:
    """Return a field at an index such as ``3``, ``3,1`` or ``torso,2`` as text.

    Indices are numbers, or names of objects.
    """
    owner = d if field in _DATA else m
    if field not in _SHAPES and field not in _DATA:
        return "invalid field"
    values = np.asarray(getattr(owner, field))
    with contextlib.suppress(ValueError, IndexError):
        found = values[
            tuple(_parse_index(m, field, part.strip()) for part in index.split(",") if part.strip())
        ]
        if found.size <= 16:
            return " ".join(f"{float(v):.6g}" for v in found.reshape(-1))
        return f"{found.size} numbers"
    return "invalid index"


def _parse_index(m: Any, field: str, part: str) -> int:
    if part.lstrip("-").isdecimal():
        return int(part[:10])
    size = _SHAPES[field][0] if _SHAPES.get(field) else ""
    if size not in _KIND:
        raise IndexError(part)
    found = ids_of(m, _KIND[size])
    if part not in found:
        raise IndexError(part)
    return int(found[part])


def rows(ui: Any) -> Iterable[Row]:
    """Yield rows for field, index and value."""
    yield bind_attribute(Row("field", "text", "Field"), lambda ui: ui.overlays, "watch_field")
    yield bind_attribute(
        Row("index", "text", "Index", help="Numbers or names: 3 or torso,2."),
        lambda ui: ui.overlays,
        "watch_index",
    )
    yield Row(
        "value",
        "readout",
        "Value",
        lambda ui: field_text(ui.m, ui.d, ui.overlays.watch_field, ui.overlays.watch_index),
        live=True,
    )
