"""Range checks of the indices that MjData holds, for calls that start in the middle of the pipeline.

Documents: promises / Indices

The kernels, and the names of the parts, are in engine/ranges/data.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gelenk.engine.ranges.data import NAMES, ROWS
from gelenk.jit import library

if TYPE_CHECKING:
    from gelenk.world.owners import DataBlock, ModelBlock


def check_data(m: ModelBlock, d: DataBlock, parts: int) -> None:
    """Raise IndexError naming the first index out of range in some parts of ``d`` (CONTACTS | ROWS | ...).

    Counts of rows that do not fit each other are as bad: each of them can be written by itself.
    """
    if parts & ROWS:
        ne, nf, nl, nefc = (d._get(name) for name in ("ne", "nf", "nl", "nefc"))
        if min(ne, nf, nl) < 0 or ne + nf + nl > nefc:
            raise IndexError(f"d.ne {ne}, d.nf {nf} and d.nl {nl} are more rows than the {nefc} of d.nefc")
    library.call("check_data", m, d, parts)
    number = d._get("bad_field")
    if number:
        name, at = NAMES[number - 1], d._get("bad_at")
        raise IndexError(f"d.{name} holds an index that is out of range, at place {at} of its numbers")
