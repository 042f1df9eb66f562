"""Rows of the field tables and of groups of functions; evaluation of symbolic shapes.

Documents: Modeling / MJModel and MJData; design / One source of truth; API / Functions
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

BY_ROW = -(10**9)  # `unused` of a field whose elements are their row numbers 0, 1, 2, ...
FIRST = "3.5.0"  # the oldest release of MuJoCo whose names exist
WORLD = "world"
TREE = "tree"
BODY = "body"
FRAMES = {
    WORLD: "world frame",
    TREE: "world axes, about subtree_com of the tree; rotation first",
    BODY: "frame of the body",
}


class Field(NamedTuple):
    """One field of Model, Data, Option, Visual or Statistic.

    shape   entries are integers, names of sizes ("nbody"), or products ("nmocap*3"); () is a scalar
    unit    SI; "" where it has none
    frame   one of FRAMES; "" where the meaning includes the frame or no frame applies
    stage   Data; Model and Statistic as far as mj_setConst computes them: the stages that write it (tables/stages.py),
            each with a mark
                kinematics    writes all of the field
                tendon?       writes some elements; the others are unchanged
                euler+        modifies the present values
            A stage that runs others also writes their fields, which is not repeated. A reset, as by check_pos,
            writes every field and is not listed. "" marks the fields that programs write: state and inputs.
    index   meaning of its integers
                nbody         an id below nbody            nbody?    an id below nbody, or -1 for none
                njnt[body_jntnum]   the first of body_jntnum ids below njnt
                mjtJoint      a member of that enum        1 3 4 6   one of these
                by geom_type  an id of the type that another field names, or a value that only code interprets
                #             a number: a count, flag, bits
            "" for floats; scalars are never ids.
    use     Model: "fixed" is structure that the compiler lays out and edits would invalidate; "hidden" is read-only;
            "" may be edited within its range
            Sizes: "flag" is a bool that may be edited, not a size
    state   Data: the bit of mjtState of the field
    reset   Data: the field of Model with its value after a reset (rows of mocap bodies for mocap fields); "": zero
    saved   Data: "always": in copies and pickles; "process": in copies only; "own": each MjData has its own
    most    Data: of a count, its upper bound (a size, a capacity or a number), or "=" for a constant of the model;
            with "?" the count can be -1 too. "": no kernel loops up to the field
    since   release of MuJoCo that added the field
    unused  Model, fields of later releases: value of the field in models that do not use the feature, or
            BY_ROW; sizes: a number, or the size that they equal
    """

    name: str
    dtype: str
    shape: tuple = ()
    meaning: str = ""
    unit: str = ""
    frame: str = ""
    stage: str = ""
    index: str = ""  # type: ignore[assignment]  # hides tuple.index
    use: str = ""
    state: int = 0
    reset: str = ""
    saved: str = "always"
    most: str = ""
    since: str = FIRST
    unused: float | str = 0

    @property
    def doc(self) -> str:
        """The field in one line: meaning, type, shape, unit."""
        text = f"{self.meaning}: {self.dtype}" if self.meaning else self.dtype
        if self.shape:
            text += f" ({', '.join(map(str, self.shape))})"
        return f"{text} [{self.unit}]" if self.unit else text


def by(stage: str, *rows: Field) -> tuple[Field, ...]:
    """Return the rows with their stages set to these, except rows that state stages."""
    return tuple(row if row.stage else row._replace(stage=stage) for row in rows)


def work(stage: str, *rows: Field) -> tuple[Field, ...]:
    """Return rows of work space, which is invalid between calls and is not copied."""
    return tuple(row._replace(saved="own") for row in by(stage, *rows))


def extent(entry: int | str, size: Callable[[str], int]) -> int:
    """Evaluate one entry of a symbolic shape: ``extent("nmocap*3", sizes.__getitem__)``."""
    if isinstance(entry, int):
        return entry
    name, factor = _product(entry)
    return size(name) * factor


@functools.cache
def _product(entry: str) -> tuple[str, int]:
    name, _, factor = entry.partition("*")
    return name, int(factor or 1)


def factors(field: Field) -> list[tuple[str, int]]:
    """Return the shape of a field as (size name or "", factor) pairs."""
    return [("", entry) if isinstance(entry, int) else _product(entry) for entry in field.shape]


def extents(field: Field, size: Callable[[str], int]) -> tuple[int, ...]:
    """Return the shape of a field as integers."""
    return tuple(extent(entry, size) for entry in field.shape)


class Group(NamedTuple):
    """Functions that share a page: name, title, source heading, common notes."""

    name: str
    title: str
    source: str
    about: str
    notes: str
    rows: str
