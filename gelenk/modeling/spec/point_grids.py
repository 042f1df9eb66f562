"""Point grids of flexcomps and builtin meshes, and nodes of interpolated flexcomps.

Documents: XML reference / body/flexcomp / type, count, spacing; XML reference / asset / mesh (builtin); XML reference
/ body/flexcomp / dof, cellcount (of 4.0.0)

Points of a grid are numbered with z fastest, x slowest, and the grid is centered at the origin. `size` is half of
its extent, so that points divided by it are in the cube from -1 to 1.

Nodes of the background grid of an interpolated flexcomp, with their shares of the mass.

A grid has order times cells + 1 nodes along each axis of the bounding box of the points, the last axis fastest. Before
release 4.0, the single cell counts as full, and its nodes have equal mass or, if quadratic, Simpson's weights. Later,

    solids    nodes have the mass of the mesh around them (cell_moments.py), 0 if they belong only to empty cells
    shells    (elastic2d) inner nodes have no mass, outer nodes equal mass or, if quadratic, Simpson's weights
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.portable_arrays import map_elements
from gelenk.modeling.spec.cell_moments import cell_moments, node_masses
from gelenk.tables.levels import release_number
from gelenk.tables.releases import R4_0

MOST_POINTS = 1 << 20  # points of one flexcomp; checked before any allocation

# six tetrahedra of a grid cell around the diagonal from (0, 1, 1) to (1, 0, 0); corner index 4x + 2y + z
CELL_TETRAHEDRA = ((0, 2, 4, 3), (0, 4, 1, 3), (4, 2, 6, 3), (4, 6, 7, 3), (4, 5, 1, 3), (4, 7, 5, 3))


class Shape(NamedTuple):
    """Points (n, 3) [m], elements (k, dim + 1) of point indices, texcoord (n, 2) in [0, 1]."""

    points: np.ndarray
    elements: np.ndarray
    texcoord: np.ndarray | None


def check_count(count: tuple[int, ...]) -> None:
    """Check the counts in Python integers before any array is allocated.

    Errors   ValueError: a count below 1, or too many points
    """
    total = 1
    for number in count:
        if number < 1:
            raise ValueError(f"count is too small: it must be positive, got {' '.join(map(str, count))}")
        total *= number
    if total > MOST_POINTS:
        raise ValueError(
            f"count is {' '.join(map(str, count))}: {total} points are more than {MOST_POINTS}, the most allowed"
        )


def grid_indices(count: tuple[int, int, int]) -> np.ndarray:
    """Return integer coordinates (n, 3) of all points of a grid."""
    return np.indices(count).reshape(3, -1).T


def grid(count: tuple[int, int, int], spacing: np.ndarray, dim: int) -> Shape:
    """Return lines, triangles or tetrahedra between the points of a rectangular grid."""
    nx, ny, nz = count if dim == 3 else (count[0], count[1] if dim == 2 else 1, 1)
    if dim == 2 and count[2] > 1:
        raise ValueError("a two-dimensional grid extends along x and y: the third count must be 1")
    index = grid_indices((nx, ny, nz))
    points = spacing * (index - 0.5 * (np.array([nx, ny, nz]) - 1))
    number = np.arange(nx * ny * nz).reshape(nx, ny, nz)
    if dim == 1:
        elements = np.stack([number[:-1, 0, 0], number[1:, 0, 0]], axis=-1)
    elif dim == 2:
        elements = triangles(number[:, :, 0])
    else:
        corners = [
            number[x : nx - 1 + x, y : ny - 1 + y, z : nz - 1 + z] for x, y, z in grid_indices((2, 2, 2))
        ]
        cells = np.stack(corners, axis=-1).reshape(-1, 8)
        elements = cells[:, CELL_TETRAHEDRA].reshape(-1, 4)
    if not len(elements):
        raise ValueError(
            "no elements were created in grid: it needs at least 2 points along each of its dimensions"
        )
    return Shape(points, elements, unit_square(index[:, :2], (nx, ny)))


def triangles(number: np.ndarray, turned: bool = False) -> np.ndarray:
    """Return two triangles for each cell of a table of point indices (nx, ny), cells in rows.

    With `turned` the diagonal is flipped in two quarters of the table, so that the mesh is symmetric.
    """
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    cells = np.stack([a, b, c, a, c, d], axis=-1)
    if turned:
        x, y = np.indices(a.shape)
        half_x, half_y = number.shape[0] // 2, number.shape[1] // 2
        other = np.stack([a, b, d, b, c, d], axis=-1)
        cells = np.where(((x < half_x) != (y < half_y))[..., None], other, cells)
    return cells.reshape(-1, 3)


def unit_square(index: np.ndarray, count: tuple[int, int]) -> np.ndarray:
    """Return texture coordinates that map the x and y of a grid to the unit square."""
    return index / np.maximum(np.array(count) - 1, 1)


def disc(count: tuple[int, int, int], spacing: np.ndarray, dim: int, round_: bool) -> Shape:
    """Return a square grid of triangles; `round_` maps squares around the center to ellipses.

    As in 3.5.0 the points of a disc are scaled once more by the half size of the grid [m].
    """
    if dim != 2:
        raise ValueError("types square and disc are two-dimensional: dim must be 2")
    shape = grid(count, spacing, dim)
    if not round_:
        return shape
    nx, ny, _ = count
    size = 0.5 * spacing * (np.array(count) - 1)
    points = shape.points * size * roundness(shape.points)[:, None]
    return Shape(points, triangles(np.arange(nx * ny).reshape(nx, ny), turned=True), shape.texcoord)


def roundness(points: np.ndarray) -> np.ndarray:
    """Return factors that map squares around the origin to inscribed circles; 1 at the origin."""
    length = np.linalg.norm(points, axis=1)
    return np.abs(points).max(axis=1) / np.where(length > 0.0, length, 1.0) + (length == 0.0)


def circle(count: int, spacing: float) -> Shape:
    """Return a closed line of count - 1 points on a circle with chords of length `spacing`."""
    n = count - 1
    if n < 2:
        raise ValueError("a circle needs a count of at least 3")
    angle = 2.0 * math.pi * np.arange(n) / n
    radius = 0.5 * spacing / math.sin(math.pi / n)
    points = radius * np.stack(
        [map_elements(math.cos, angle), map_elements(math.sin, angle), np.zeros(n)], axis=1
    )
    elements = np.stack([np.arange(n), (np.arange(n) + 1) % n], axis=1)
    return Shape(points, elements, np.zeros((n, 2)))


def box(count: tuple[int, int, int], spacing: np.ndarray, dim: int, form: str) -> Shape:
    """Return a box, cylinder or ellipsoid: its surface (dim 2) or the solid (dim 3).

    In 3D the first point is the center, which makes a tetrahedron with every triangle of the surface. In 2D there is
    no center, and the box is open at the top. 1D is refused.
    """
    if dim == 1:
        raise ValueError(f"type {form} is a surface or a solid: dim must be 2 or 3")
    if min(count) < 2:
        raise ValueError(f"count too small: type {form} needs at least 2 points along each dimension")
    index = surface_indices(count, closed=dim == 3)
    number = np.full(count, -1)
    first = 1 if dim == 3 else 0
    number[tuple(index.T)] = first + np.arange(len(index))
    half = 0.5 * (np.array(count) - 1)
    points = project((index - half) / half, form) * spacing * half
    texcoord = side_texcoord(index, count, closed=dim == 3)
    if dim == 2:
        return Shape(points, surface_triangles(number), texcoord)
    surface = np.concatenate(
        [split(side) for side in (*faces(number, 2), *faces(number, 1), *faces(number, 0))]
    )
    elements = np.concatenate([np.zeros((len(surface), 1), int), surface], axis=1)
    centre = np.zeros((1, 3))
    return Shape(np.concatenate([centre, points]), elements, np.concatenate([centre[:, :2], texcoord]))


def surface_indices(count: tuple[int, int, int], closed: bool) -> np.ndarray:
    """Return grid coordinates of surface points: bottom, top (if closed), y sides, x sides."""
    nx, ny, nz = count
    inner_z = np.arange(1, nz - 1 if closed else nz)
    parts: list[tuple] = [(np.arange(nx), np.arange(ny), [z]) for z in ((0, nz - 1) if closed else (0,))]
    parts += [(np.arange(nx), [y], inner_z) for y in (0, ny - 1)]
    parts += [([x], np.arange(1, ny - 1), inner_z) for x in (0, nx - 1)]
    return np.concatenate([np.stack(np.meshgrid(*part, indexing="ij"), -1).reshape(-1, 3) for part in parts])


def side_texcoord(index: np.ndarray, count: tuple[int, int, int], closed: bool) -> np.ndarray:
    """Return texture coordinates of surface points along the axes of their sides.

    The axes are x, y on bottom and top (if closed); x, z on y sides; y, z on x sides. A point on an edge belongs to the
    first of these sides.
    """
    full = index / (np.array(count) - 1)
    low, high = index == 0, index == np.array(count) - 1
    along = np.select(
        [low[:, 2] | (high[:, 2] & closed), low[:, 1] | high[:, 1]], [[[0], [1]], [[0], [2]]], [[1], [2]]
    ).T
    return np.take_along_axis(full, along, axis=1)


def faces(number: np.ndarray, axis: int) -> list[np.ndarray]:
    """Return tables of point indices of the two sides of a box perpendicular to `axis`."""
    return [number.take(0, axis), number.take(-1, axis)]


def split(number: np.ndarray) -> np.ndarray:
    """Return two triangles for each cell of a side, in the order of the solid shapes."""
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    return np.stack([a, b, c, a, d, c], axis=-1).reshape(-1, 3)


def surface_triangles(number: np.ndarray) -> np.ndarray:
    """Return triangles of the open box, counter-clockwise seen from outside."""
    sides = [
        (number[:, :, 0], "acb adc"),
        (number[:, 0, :], "abc acd"),
        (number[:, -1, :], "bad bdc"),
        (number[0], "bad bdc"),
        (number[-1], "abc acd"),
    ]
    tables = []
    for side, order in sides:
        corner = {"a": side[:-1, :-1], "b": side[1:, :-1], "c": side[1:, 1:], "d": side[:-1, 1:]}
        tables.append(np.stack([corner[k] for k in order.replace(" ", "")], axis=-1).reshape(-1, 3))
    return np.concatenate(tables)


def project(points: np.ndarray, form: str) -> np.ndarray:
    """Map points of the cube from -1 to 1 to the unit cylinder or sphere; a box is unchanged."""
    if form == "box":
        return points
    plane = points if form == "ellipsoid" else points * [1.0, 1.0, 0.0]
    scaled = points * roundness(plane)[:, None]
    if form == "cylinder":
        scaled[:, 2] = points[:, 2]
    return scaled


# Nodes of the background grid

SIMPSON = (
    np.array([1.0, 4.0, 1.0]) / 6.0
)  # mass fractions of the three nodes of a quadratic cell along an axis


class Nodes(NamedTuple):
    """Nodes of a grid.

    points    positions (n, 3) [m]
    places    indices in the grid (n, 3)
    share     fraction of the mass at each node (n,); nodes with 0 get no body of their own
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
