"""Indices of a model: the integer columns that compiled code trusts, and their ranges.

Documents: Modeling / MJModel; promises / Indices

FIXED columns are structure that the compiler lays out: tree, addresses, sparsity, types that determine the memory of an
element. They can be read, and edits would invalidate the model. The others may be edited within their range.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gelenk.tables import enums
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_model import MODEL

# Maximum depth of a bounding volume hierarchy; the compiler halves nodes, so its own reach depth 31 at most.
# Traversals that push both children then need at most 64 nodes, or 127 pairs of nodes, so stacks cannot
# overflow.
MAX_BVH_DEPTH = 63

_RANGE = re.compile(r"([\w*]+)\[(\w+)\]")


class Ids(NamedTuple):
    """Ids below a size; from -1 on if -1 stands for none."""

    size: str
    none: bool


class Range(NamedTuple):
    """Address of ``count`` (a column) elements below a size; any value where count is 0."""

    size: str
    count: str  # type: ignore[assignment]  # hides tuple.count


class Choice(NamedTuple):
    """One of a few values, and their description in words."""

    values: tuple[int, ...]
    words: str


def index_of(row: Field) -> Ids | Range | Choice | None:
    """Parse `row.index`; None for plain numbers and for ranges that code checks."""
    text = row.index
    if text in ("", "#") or text.startswith("by "):
        return None
    if text.startswith("mjt"):
        return Choice(tuple(map(int, getattr(enums, text).__members__.values())), f"no {text}")
    if text[0].isdigit():
        return Choice(tuple(map(int, text.split())), f"none of {', '.join(text.split())}")
    found = _RANGE.fullmatch(text)
    return Range(*found.groups()) if found else Ids(text.removesuffix("?"), text.endswith("?"))


def indices(rows: Iterable[Field], kind: type) -> dict[str, tuple]:
    """Return the columns whose index is of this type: name -> index."""
    found = ((row.name, index_of(row)) for row in rows)
    return {name: index for name, index in found if index is not None and isinstance(index, kind)}


IDS: dict[str, Ids] = indices(MODEL, Ids)  # type: ignore[assignment]
RANGES: dict[str, Range] = indices(MODEL, Range)  # type: ignore[assignment]
CHOICES: dict[str, Choice] = indices(MODEL, Choice)  # type: ignore[assignment]
FIXED = tuple(row.name for row in MODEL if row.use == "fixed")
# internals of meshes, too long to compare on every call: read-only for users
HIDDEN = tuple(row.name for row in MODEL if row.use == "hidden")
# columns that are compared with a copy before each call, once a user has accessed them
GUARDED = tuple(
    row.name for row in MODEL if row.use == "fixed" or (row.index not in ("", "#") and row.use != "hidden")
)
# table of an index guard (runtime/index_guard.py), in 64-bit words: the address of the marks, one byte per column, and
# their number of words; then for each column the addresses of the user's array, of its data and of the copy, and the
# bytes of data and copy
GUARD_HEAD = ("marks", "words")
GUARD_ROW = ("object", "data", "copy", "size")
GUARD = {name: 8 * i for i, name in enumerate((*GUARD_HEAD, *GUARD_ROW))}  # byte offsets, of the first row
