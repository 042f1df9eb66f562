"""Where the search for the vertex of a convex hull farthest in a direction begins: a table of each mesh.

Documents: Computation / Collision detection / Checking
"""

import functools
from typing import TYPE_CHECKING

import numpy as np

from gelenk.engine.collision.convex.hull import CLIMB, GRID, SIDE

if TYPE_CHECKING:
    from gelenk.world.owners import ModelBlock


@functools.cache
def directions() -> np.ndarray:
    """All (i, j, k) of integers from -GRID to GRID, k fastest (SIDE^3, 3)."""
    return np.indices((SIDE, SIDE, SIDE)).reshape(3, -1).T - float(GRID)


@functools.cache
def asked() -> np.ndarray:
    """Which of them searches begin with: those on the surface of the cube."""
    return np.flatnonzero(np.abs(directions()).max(axis=1) == GRID)


def starts(m: "ModelBlock") -> np.ndarray:
    """For each mesh and direction that is asked for the farthest hull vertex, as convex/hull.py counts them.

    Zero for small hulls, and for directions that are not asked for.
    """
    view = m._view
    table = np.zeros((m.nmesh, SIDE**3), np.int32)
    for mesh, graph in enumerate(view.mesh_graphadr if m.nmeshgraph else ()):
        count = view.mesh_graph[graph] if graph >= 0 else 0
        if count >= CLIMB:
            vertices = view.mesh_graph[graph + 2 + count : graph + 2 + 2 * count] + view.mesh_vertadr[mesh]
            table[mesh, asked()] = np.argmax(directions()[asked()] @ view.mesh_vert[vertices].T, axis=1)
    return table.reshape(-1)
