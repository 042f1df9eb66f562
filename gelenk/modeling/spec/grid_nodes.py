"""Nodes of the background grid of an interpolated flexcomp, with their shares of the mass.

Documents: XML reference / body/flexcomp / dof, cellcount (of 4.0.0)

A grid has order times cells + 1 nodes along each axis of the bounding box of the points, the last axis fastest. Up to
release 3.17, the single cell is full, and its nodes have the weights of Simpson's rule or equal ones. Later,

    solids    nodes have the mass of the mesh around them (cell_moments.py); those of empty cells only have none
    shells    (elastic2d) nodes inside of the grid have none, the others equal shares or those of Simpson's rule
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.modeling.spec.cell_moments import cell_moments, node_masses
from gelenk.modeling.spec.point_grids import grid_indices
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R4_0

SIMPSON = (
    np.array([1.0, 4.0, 1.0]) / 6.0
)  # mass fraction of a node of a cell by its place along an axis (quadratic)


class Nodes(NamedTuple):
    """Nodes of a grid.

    points    positions (n, 3) [m]
    places    indices in the grid (n, 3)
    share     of the mass (n,); 0: nodes that do not move by themselves
    filled    indices of the cells that are not empty
    """

    points: np.ndarray
    places: np.ndarray
    share: np.ndarray
    filled: list[tuple]


def node_counts(cells: tuple, order: int) -> tuple[int, int, int]:
    """Return the number of nodes along each axis.

    Errors   ValueError: no cells along an axis
    """
    if min(cells) < 1:
        raise ValueError(f"cellcount must be positive, got {' '.join(map(str, cells))}")
    x, y, z = (order * int(c) + 1 for c in cells)
    return x, y, z


def grid_nodes(
    flex: Any, points: np.ndarray, elements: np.ndarray, box: tuple, cells: tuple, order: int
) -> Nodes:
    """Return the nodes of the grid of a flex with these points and elements.

    box      corners of the grid
    Errors   ValueError, as cell_moments
    """
    low, high = box
    counts = node_counts(cells, order)
    index = grid_indices(counts)
    places = low + (high - low) * (index / (order * np.array(cells)))
    everywhere = [tuple(cell) for cell in grid_indices(cells).tolist()]
    if release_number(flex.spec.release) < R4_0:
        share = SIMPSON[index].prod(axis=1) if order == 2 else np.full(8, 1.0 / 8.0)
        return Nodes(places, index, share, everywhere)
    if flex.elastic2d:
        outside = ((index == 0) | (index == np.array(counts) - 1)).any(axis=1)
        share = outside * (line_weights(cells, index) if order == 2 else 1.0)
        return Nodes(places, index, share / share.sum(), everywhere)
    if not ((high - low) > 0.0).all():
        raise ValueError("the points of an interpolated flex must have an extent along all three axes")
    moments = cell_moments(points, elements, box, cells, order, 3 * order)
    filled = [cell for cell in everywhere if moments[(*cell, 0, 0, 0)] > 0.0]
    if not filled:
        raise ValueError("the elements of an interpolated flex have no volume")
    return Nodes(places, index, node_masses(moments, order), filled)


def line_weights(cells: tuple, index: np.ndarray) -> np.ndarray:
    """Return the products of the weights of Simpson's rule over cells, along the three axes."""
    found = np.ones(len(index))
    for axis, count in enumerate(cells):
        line = np.zeros(2 * count + 1)
        for c in range(count):
            line[2 * c : 2 * c + 3] += SIMPSON
        found *= line[index[:, axis]]
    return found
