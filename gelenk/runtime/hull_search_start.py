"""Where the search for the vertex of a convex hull farthest in a direction begins: a table of each mesh.

Documents: Computation / Collision detection / Checking
"""

import functools
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.collision.convex.hull_climb import GRID, SIDE
from gelenk.toolchain import library

if TYPE_CHECKING:
    from gelenk.runtime.struct_bases import ModelBlock


@functools.cache
def directions() -> np.ndarray:
    """All (i, j, k) of integers from -GRID to GRID, k fastest (SIDE^3, 3)."""
    return np.indices((SIDE, SIDE, SIDE)).reshape(3, -1).T - float(GRID)


@functools.cache
def asked() -> np.ndarray:
    """Which of them searches begin with: those on the surface of the cube."""
    return np.flatnonzero(np.abs(directions()).max(axis=1) == GRID)


@functools.cache
def _along() -> tuple[np.ndarray, np.ndarray]:
    """Directions that are asked for, coordinate by coordinate (3, n), and their places in the table (n)."""
    return np.ascontiguousarray(directions()[asked()].T), asked().astype(np.int32)


def starts(m: "ModelBlock") -> np.ndarray:
    """For each mesh and direction that is asked for the farthest hull vertex, as convex/hull.py counts them.

    Zero for small hulls, and for directions that are not asked for.
    """
    table = np.zeros(m.nmesh * SIDE**3, np.int32)
    if m.nmeshgraph:
        along, places = _along()
        library.call("hull_starts", m, len(places), along, places, np.empty(2 * len(places)), table)
    return table
