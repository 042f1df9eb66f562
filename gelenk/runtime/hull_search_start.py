"""Hull search starts: for each mesh, a table of the hull vertex to start at, by direction.

Documents: Computation / Collision detection / Checking
"""

import functools
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.collision.convex.support import DIRECTION_STEPS, SIDE
from gelenk.toolchain.extension import load

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import ModelBlock


@functools.cache
def directions() -> np.ndarray:
    """Return the integer vectors of a cube of half size DIRECTION_STEPS (SIDE^3, 3).

    The last coordinate varies fastest.
    """
    return np.indices((SIDE, SIDE, SIDE)).reshape(3, -1).T - float(DIRECTION_STEPS)


@functools.cache
def asked() -> np.ndarray:
    """Return the indices of the directions on the surface of the cube, where searches start."""
    return np.flatnonzero(np.abs(directions()).max(axis=1) == DIRECTION_STEPS)


@functools.cache
def _along() -> tuple[np.ndarray, np.ndarray]:
    """Return the start directions by coordinate (3, n), and their places in the table (n)."""
    return np.ascontiguousarray(directions()[asked()].T), asked().astype(np.int32)


def starts(m: "ModelBlock") -> np.ndarray:
    """Return the hull index of the farthest vertex, for each mesh and start direction.

    Entries are zero for small hulls and for directions inside the cube.
    """
    table = np.zeros(m.nmesh * SIDE**3, np.int32)
    if m.nmeshgraph:
        along, places = _along()
        load.run_kernel("hull_starts", m, len(places), along, places, np.empty(2 * len(places)), table)
    return table
