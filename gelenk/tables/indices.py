"""What the integers of a model index: columns that compiled code trusts, and the range of each, from their rows.

Documents: Modeling / MJModel; promises / Indices

FIXED columns are the structure that the compiler lays out: tree, addresses, sparsity, types that decide how much
memory an element takes. They can be read and not usefully changed. The others may be edited within their range.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from gelenk.tables import enums
from gelenk.tables.field_rows import Field
from gelenk.tables.fields_model import MODEL

# most levels under the root of a tree of boxes; those of the compiler halve, so that they have at most 31.
# Walks that put both children on their stack then hold 64 nodes, or 127 pairs of nodes: no stack can be full.
DEEPEST = 63

_RANGE = re.compile(r"([\w*]+)\[(\w+)\]")


class Ids(NamedTuple):
    """Values below a size; from -1 on if that stands for none."""

    size: str
    none: bool


class Range(NamedTuple):
    """The first of ``count`` (a column) below a size; where the count is 0 it may be anything."""

    size: str
    count: str  # type: ignore[assignment]  # hides tuple.count


class Choice(NamedTuple):
    """One of a few values, and what they are in words."""

    values: tuple[int, ...]
    words: str


def index_of(row: Field) -> Ids | Range | Choice | None:
    """What `row.index` says; None where it is a number, or what it may be is code (engine/validation)."""
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
    """The columns whose integers are of one kind: name -> index."""
    found = ((row.name, index_of(row)) for row in rows)
    return {name: index for name, index in found if index is not None and isinstance(index, kind)}


IDS: dict[str, Ids] = indices(MODEL, Ids)  # type: ignore[assignment]
RANGES: dict[str, Range] = indices(MODEL, Range)  # type: ignore[assignment]
CHOICES: dict[str, Choice] = indices(MODEL, Choice)  # type: ignore[assignment]
FIXED = tuple(row.name for row in MODEL if row.use == "fixed")
# the insides of meshes, too long to compare at every call: users can read them, not write
HIDDEN = tuple(row.name for row in MODEL if row.use == "hidden")
# what is compared with a copy before each call, once a user has seen it
GUARDED = tuple(
    row.name for row in MODEL if row.use == "fixed" or (row.index not in ("", "#") and row.use != "hidden")
)
