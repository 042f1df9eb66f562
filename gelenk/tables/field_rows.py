"""The row type of the field tables, and how a symbolic shape becomes numbers.

Documents: Modelling / MJModel and MJData; design: one source of truth
"""

from collections.abc import Callable
from typing import NamedTuple


class Field(NamedTuple):
    """One field of Model, Data, Option, Visual or Statistic.

    shape   entries are integers, names of sizes ("nbody"), or products ("nmocap*3"); () is a scalar
    unit    SI; "" where it has none
    stage   the stage that writes it, for Data; "" for constants and inputs
    """

    name: str
    dtype: str
    shape: tuple = ()
    meaning: str = ""
    unit: str = ""
    stage: str = ""


def extent(entry: int | str, size: Callable[[str], int]) -> int:
    """One entry of a symbolic shape as a number, e.g. ``extent("nmocap*3", sizes.__getitem__)``."""
    if isinstance(entry, int):
        return entry
    name, _, factor = entry.partition("*")
    return size(name) * int(factor or 1)
