"""Reference pages rendered from the tables: MJCF elements, and fields of the structs.

Documents: XML reference; Modeling / MJModel and MJData

The pages are docs/reference.md and docs/fields.md; tools/render.py writes them, and a test fails when they are stale.
"""

from collections.abc import Iterable
from math import isnan
from typing import Any

from gelenk.tables import fields_data, fields_model
from gelenk.tables.field_rows import Field
from gelenk.tables.levels import DERIVED
from gelenk.tables.schema import INCLUDE, elements
from gelenk.tables.schema_rows import Attr, Element
from gelenk.tables.stage_writes import CONSTANTS

_SCHEMA_HEAD = """# MJCF reference

Attributes in **bold** are required. In a
defaults class an element takes the same attributes, but no name, class or references.
"""
_FIELDS_HEAD = """# Fields

Shapes are in terms of the sizes of MjModel. mj_setConst computes the fields of MjModel and MjStatistic marked with `*`;
of those marked with `(*)` only elements that ask for it.
"""
_COMPUTED = frozenset(CONSTANTS.values())
CARDINALITY = {"!": "once", "?": "at most once", "*": "any number", "R": "any number, nested"}


def schema_page() -> str:
    """Return the page of all elements with their attributes."""
    parts = [_SCHEMA_HEAD]
    for element, path in (*elements(), (INCLUDE, ("mujoco", INCLUDE.tag))):
        if "default" in path[1:-1]:
            continue  # repeats the rows of the element itself
        parts.append(_element(element, path))
    return "\n".join(parts)


def _element(element: Element, path: tuple[str, ...]) -> str:
    title = "#" * min(len(path) + 1, 4) + f" {' / '.join(path[1:]) or path[0]}"
    text = f"{title}\n{element.doc} ({CARDINALITY[element.card]})\n"
    text += "".join(f"\n{_rule(rule)}\n" for rule in element.rules)
    rows = [row for row in element.attrs if row.name]
    if rows:
        text += "\n| attribute | type | default | |\n|---|---|---|---|\n"
        text += "".join(f"| {' | '.join(_attribute(row))} |\n" for row in rows)
    return text


def _rule(rule: Any) -> str:
    return f"{rule.rule.capitalize()} of: {', '.join(rule.names)}."


def _attribute(row: Attr) -> tuple[str, str, str, str]:
    name = f"**{row.name}**" if row.required else row.name
    meaning = row.doc + (f" [{row.unit}]" if row.unit else "")
    return name, row.kind.description(), "" if row.required else _default(row), meaning


def _default(row: Attr) -> str:
    value = row.default
    if value is None:
        return ""
    if row.kind.keys and not row.kind.many:
        return next((word for word, number in row.kind.keys.items() if number == value), "")
    values = list(value) if isinstance(value, (tuple, list)) else [value]
    if any(isinstance(v, float) and isnan(v) for v in values):
        return ""
    return " ".join(f"{v:g}" if isinstance(v, (int, float)) else str(v) for v in values)


def fields_page() -> str:
    """Return the page of all fields of the structs."""
    owners = [
        ("MjModel: sizes", fields_model.SIZES),
        ("MjModel: arrays", fields_model.MODEL),
        ("MjOption", fields_model.OPTION),
        ("MjStatistic", fields_model.STATISTIC),
        *((f"MjVisual: {group.rstrip('_')}", rows) for group, rows in fields_model.VISUAL.items()),
        ("MjData: scalars", fields_data.SCALARS),
        ("MjData: arrays", fields_data.DATA),
        ("MjData: constraint rows", fields_data.ROWS),
        ("MjContact", fields_data.CONTACT),
        *((f"{struct}: derived from others", _derived(struct)) for struct in ("MjModel", "MjData")),
    ]
    return "\n".join([_FIELDS_HEAD, *(_fields(title, rows) for title, rows in owners)])


def _derived(struct: str) -> list[Field]:
    """Return the rows of read-only fields of later releases."""
    rows = [row for row in DERIVED if row.struct == struct]
    return [Field(row.name, row.dtype, row.shape, row.meaning) for row in rows]


def _fields(title: str, rows: Iterable[Field]) -> str:
    text = f"## {title}\n\n| field | type | shape | |\n|---|---|---|---|\n"
    return text + "".join(f"| {' | '.join(_field(row))} |\n" for row in rows)


def _field(row: Field) -> tuple[str, str, str, str]:
    shape = ", ".join(str(entry) for entry in row.shape)
    unit = f" [{row.unit}]" if row.unit else ""
    computed = "" if row not in _COMPUTED else " (*)" if row.stage.endswith("?") else " *"
    return f"`{row.name}`{computed}", row.dtype, f"({shape})" if shape else "", row.meaning + unit
