"""Readers of attributes: how each text is parsed, and which field its value is stored in.

Documents: XML reference / Attribute types; MJCF Reference
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.errors import Error
from gelenk.modeling.mjcf.attribute_setters import STORES
from gelenk.modeling.mjcf.values import may_be_nan, read_string, reader_of
from gelenk.modeling.spec.field_descriptors import LIVE, narrow, put_numbers
from gelenk.tables.schema_rows import ANY

if TYPE_CHECKING:
    from collections.abc import Callable

    from gelenk.modeling.mjcf.parse import Node
    from gelenk.tables.schema_rows import Attr, Element, Kind

TUPLE_LENGTH = (
    64  # elements; vectors of variable length up to this size stay tuples until a caller reads them
)


def _copy_float32(state: dict[str, Any], field: str, value: Any) -> None:
    state[field] = float(np.float32(value))


def _copy_narrow(state: dict[str, Any], field: str, value: Any) -> None:
    put_numbers(state, field, narrow(value))


def _copy_vector(state: dict[str, Any], field: str, value: Any, dtype: str = "float64") -> None:
    if len(value) <= TUPLE_LENGTH and dtype != "float32":
        state[field] = tuple(value)
    else:
        state[LIVE] = True
        state[field] = np.array(value, dtype)


def _copy_part(
    state: dict[str, Any], field: str, value: Any, start: int, stop: int | None, dtype: str
) -> None:
    if stop is None:
        value = (value,)
    if isinstance(state[field], list):
        state[field][start : start + len(value)] = value
    else:
        put_numbers(state, field, narrow(value) if dtype == "float32" else value, start)


def _storer(attr: Attr) -> tuple[str, Any]:
    """Return (field, setter) of an attribute without a custom setter.

    The setter is None if the field is assigned the value unchanged.
    """
    kind = attr.kind
    field = attr.field or attr.name
    if "[" in field:
        field, part = field[:-1].split("[")
        start, _, stop = part.partition(":")
        return field, partial(
            _copy_part, start=int(start), stop=int(stop) if stop else None, dtype=kind.dtype
        )
    if kind.base in ("real", "int") and kind.most > 1:
        if kind.most == ANY:
            return field, partial(_copy_vector, dtype=kind.dtype)
        return field, _copy_narrow if kind.dtype == "float32" else put_numbers
    return field, _copy_float32 if kind.dtype == "float32" else None


class Entry:
    """The parser and setter of an attribute.

    reader   parses its text (values.py); None if the text is the value
    kind     the kind that the reader takes
    field    the spec field that it sets    store    sets the field; None for plain assignment
    custom   a setter of STORES that replaces `store`; usually None
    read     text -> parsed value, shared by elements with equal texts, never modified
    """

    __slots__ = ("attr", "custom", "field", "kind", "read", "reader", "store")

    def __init__(self, attr: Attr) -> None:
        kind, reader = attr.kind, reader_of(attr.kind)
        self.attr, self.kind = attr, kind
        self.reader: Callable[[str, Kind], Any] | None = None if reader is read_string else reader
        self.field: str
        self.store: Callable[[dict[str, Any], str, Any], None] | None
        self.field, self.store = _storer(attr)
        self.custom: Callable[..., None] | None = STORES[attr.store] if attr.store else None
        self.read: dict[str, Any] = {}

    @property
    def refuses_nan(self) -> bool:
        """Return whether nan is invalid; evaluated only for texts that may be nan."""
        return self.kind.base == "real" and not may_be_nan(self.attr)


class Plan(dict[str, Any]):
    """Map from attribute name to Entry, filled on first use since texts use few attributes.

    The entry of an unknown attribute is None.

    ruled    the attributes that the rules of the element name
    demands  whether a rule can be broken by omitting attributes
    """

    def __init__(self, row: Element) -> None:
        self.row = row
        rules = row.rules  # few elements have rules
        self.ruled = frozenset([name for _, names in rules for name in names]) if rules else frozenset()
        self.demands = bool(rules) and any(rule != "at most one" for rule, _ in rules)

    def __missing__(self, name: str) -> Entry | None:
        attr = self.row.by_name.get(name)
        if attr is None:
            return None
        self[name] = found = Entry(attr)
        return found


class Plans(dict[Any, Plan]):
    """Map from the schema row of an element to its plan."""

    def __missing__(self, row: Element) -> Plan:
        self[row] = plan = Plan(row)
        return plan


PLANS = Plans()


def put(element: Any, node: Node, reader: Any) -> None:
    """Store all values of a node in the fields of an element."""
    state = element.__dict__
    plan = PLANS[node.row]
    for name, value in node.values.items():
        if name == "class":
            continue
        known = plan[name]
        if known.custom is None:
            if known.store is None:
                state[known.field] = value
            else:
                known.store(state, known.field, value)
        else:
            try:
                known.custom(element, known.field, value, known.attr, node)
            except Error as error:
                reader.add_problem(node, str(error))
