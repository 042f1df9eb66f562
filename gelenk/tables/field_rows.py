"""The row type of the field tables, and how a symbolic shape becomes numbers.

Documents: Modeling / MJModel and MJData; design / One source of truth
"""

import functools
from collections.abc import Callable
from typing import NamedTuple

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
    frame   of FRAMES; "" where there is nothing to say, or the meaning says it
    stage   Data: the stages that write it (tables/stages.py), each with a mark
                kinematics    all of it, whatever was there
                tendon?       what there is to write; the rest stays as it was
                euler+        what is there is changed
            A stage that runs others writes what they write, which is not said again. A reset, by check_pos and
            the like, writes everything, and is not said at all. "" is what programs write: state and inputs.
    index   what its integers say
                nbody         an id below nbody            nbody?    the same, or -1 for none
                njnt[body_jntnum]   the first of so many below njnt
                mjtJoint      a member of that enum        1 3 4 6   one of these
                by geom_type  an id of what another field names, or a number that only code understands
                #             a number: a count, flag, bits
            "" for what is no integer; scalars are numbers all.
    use     Model: "fixed" is the structure that the compiler lays out, not to be changed usefully; "hidden" can be
            read only; "" may be edited within its range
    state   Data: the bit of mjtState that stands for it
    reset   Data: the field of Model that it is after a reset, of mocap bodies where it has their rows; "": zero
    saved   Data: "always", in copies and pickles; "process" in copies alone; "own": each MjData has its own
    most    Data: of a count, the size or capacity that it never exceeds, or that number, or "=" for one that is the
            same in each MjData of a model; with "?" it can be -1 too. "" is what no kernel counts to
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

    @property
    def doc(self) -> str:
        """The field in a line: meaning, type, shape, unit."""
        text = f"{self.meaning}: {self.dtype}" if self.meaning else self.dtype
        if self.shape:
            text += f" ({', '.join(map(str, self.shape))})"
        return f"{text} [{self.unit}]" if self.unit else text


def by(stage: str, *rows: Field) -> tuple[Field, ...]:
    """Rows that these stages write, where a row does not say otherwise."""
    return tuple(row if row.stage else row._replace(stage=stage) for row in rows)


def work(stage: str, *rows: Field) -> tuple[Field, ...]:
    """The same for work space, which means nothing between two calls, so that each MjData has its own."""
    return tuple(row._replace(saved="own") for row in by(stage, *rows))


def extent(entry: int | str, size: Callable[[str], int]) -> int:
    """One entry of a symbolic shape as a number, e.g. ``extent("nmocap*3", sizes.__getitem__)``."""
    if isinstance(entry, int):
        return entry
    name, factor = _product(entry)
    return size(name) * factor


@functools.cache
def _product(entry: str) -> tuple[str, int]:
    name, _, factor = entry.partition("*")
    return name, int(factor or 1)


def factors(field: Field) -> list[tuple[str, int]]:
    """The shape of a field as products: names of sizes, "" where there is none, and numbers."""
    return [("", entry) if isinstance(entry, int) else _product(entry) for entry in field.shape]


def extents(field: Field, size: Callable[[str], int]) -> tuple[int, ...]:
    """The shape of a field in numbers."""
    return tuple(extent(entry, size) for entry in field.shape)
