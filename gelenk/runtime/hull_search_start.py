"""Hull search starts: a table for each mesh of the first vertex to visit in a direction.

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
    """Return all integer vectors of up to DIRECTION_STEPS, last index fastest (SIDE^3, 3)."""
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
    """Return the farthest hull vertex for each mesh and start direction, numbered in the hull.

    Entries are zero for small hulls and for directions inside the cube.
    """
    table = np.zeros(m.nmesh * SIDE**3, np.int32)
    if m.nmeshgraph:
        along, places = _along()
        load.run_kernel("hull_starts", m, len(places), along, places, np.empty(2 * len(places)), table)
    return table
