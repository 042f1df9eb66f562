"""gelenk/batch/fields_of_worlds.pyi: fields of batches and their named views.

Documents: design / One source of truth; Batches

For type checkers, `Batch` has the first class as a base; at run time its arrays come from the same field tables
(gelenk/batch/transfers.py, gelenk/batch/named_access.py).
"""

from gelenk.batch import transfers
from gelenk.batch.batch import Batch
from gelenk.batch.named_access import KINDS_OF_ROWS, attributes
from gelenk.tables import fields_data
from gelenk.tables.field_rows import Field
from tools.pages.pyi import ARRAY, block, class_of, property_of

HEAD = '''"""Attributes of batches and named views: rendered by `python tools/render.py`.

There is no module of this name: checkers and editors see its classes as bases of those of gelenk.batch.
"""

import numpy as np
import numpy.typing as npt

from gelenk.batch.named_access import NamedRows
'''
EXPANDED = (
    "Expanded from when it is first assigned to, or from expand(); until then reading raises AttributeError."
)
ASSIGNED = "Assigning expands it."
READ = "Filled by calls, to read."
WRITTEN = "A view of the state, to write into."


def rows_name(kind: str) -> str:
    """Return the class name of the named views of an object type."""
    return f"{kind.capitalize()}Rows"


def _counts() -> dict[str, Field]:
    return {f.name: f for f in fields_data.SCALARS if f.name in transfers.COUNTS}


def _row(name: str) -> Field:
    """Return the table row of a batch field."""
    if name in transfers.STATE_ROWS:
        return transfers.STATE_ROWS[name]
    return transfers.DERIVED.get(name) or _counts().get(name) or transfers.PER_WORLD[name].row


def kind_of(name: str) -> str:
    """Return the array type of a field; states are float64 whatever their dtype in MjData."""
    if name in transfers.STATE_ROWS:
        return ARRAY.format("float64")
    return ARRAY.format("int32" if name in transfers.COUNTS else _row(name).dtype)


def _written(name: str) -> str:
    """Return the assignable type; empty for read-only fields."""
    return "npt.ArrayLike" if name in transfers.STATE_ROWS or name in transfers.MODEL_FIELDS else ""


def _attribute(name: str, own: str = "", rows: str = "") -> str:
    """Return a field as a property with a row for each world.

    own    name of the field in a named view
    rows   shape of the view: "one" element, or several
    """
    row = _row(name)
    shape = row.shape
    if rows:  # the shapes that NamedRows returns
        shape = (row.shape[1:] or (1,)) if rows == "one" else ("n", *row.shape[1:])
    dtype = kind_of(name).rpartition(".")[2].rstrip("]")
    doc = row._replace(shape=("nsim", *shape), dtype=dtype).doc
    how = WRITTEN if name in transfers.STATE_ROWS else READ
    if name in transfers.MODEL_FIELDS:
        how = ASSIGNED if own else EXPANDED
    doc = f"{name}. {doc}" if own else doc
    return property_of(own or name, kind_of(name), f"{doc}\n\n{how}", _written(name))


def views(kind: str) -> str:
    """Return the class of the named views of an object type."""
    parts = [_attribute(field, own, rows) for own, (field, rows) in sorted(attributes(kind).items())]
    return class_of(rows_name(kind), "NamedRows", f"Fields of a {kind}, a row for each world.", parts)


def _methods() -> list[str]:
    found = []
    for kind in KINDS_OF_ROWS:
        doc = block(getattr(Batch, kind).__doc__, " " * 8)
        found.append(f"    def {kind}(self, key: int | str) -> {rows_name(kind)}:\n{doc}\n")
    return found


def page() -> str:
    """Return the whole stub."""
    names = [*transfers.STATE_ROWS, *transfers.DERIVED, *transfers.COUNTS]
    names += [name for name, field in transfers.PER_WORLD.items() if not field.owner]
    parts = [*(_attribute(name) for name in names), *_methods()]
    rows = class_of("BatchRows", "", "Fields of all worlds, and named views of them.", parts)
    return "\n".join([HEAD, *(views(kind) for kind in KINDS_OF_ROWS), rows])
