"""Moments of the mesh of a flex in the cells of its background grid.

Documents: XML reference / body/flexcomp / cellcount; dof (of 4.0.0); Modeling / Deformable objects

A trilinear or quadratic flex moves with the nodes of a grid of cells around its mesh. The mesh may fill a cell only in
part: an integral is that over the filled part, plus VOID times that over the rest, which keeps the stiffness of all
nodes positive. All integrands are polynomials in the coordinates t from 0 to 1 of the cell, so that they follow
from the moments of t_x^p t_y^q t_z^r. These are sums over tetrahedra clipped at the planes of the grid, by quadrature
that is exact for them. Cells without volume are empty.
Source  Grundmann, Möller 1978 (quadrature); Parvizian, Düster, Rank 2007 (finite cell method); constants of 4.0.0
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np

VOID = 1e-6  # weight of the empty part of a cell
EMPTY = 1e-9  # filled fraction of the volume below which a cell counts as empty
FULL_WITHIN = 1e-9  # empty fraction of the volume below which a cell counts as full, because of rounding
FLOOR = 0.02  # least mass of a node of a cell, relative to that of a full cell
BATCH = 256  # tetrahedra whose points are in memory at a time
ON_FACE = 1e-9  # distance of a vertex from a face, relative to the box, that counts as none


def simplex_rule(degree: int) -> tuple[np.ndarray, np.ndarray]:
    """Return barycentric points (n, 4) and weights (n,) that are exact up to a degree in all."""
    half = degree // 2
    exact = 2 * half + 1
    points: list[tuple[float, ...]] = []
    weights: list[float] = []
    for i in range(half + 1):
        size = exact + 3 - 2 * i
        weight = Fraction(6 * (-1) ** i * size**exact, 4**half * math.factorial(i) * math.factorial(size + i))
        rest = half - i
        for a, b, c in np.ndindex(rest + 1, rest + 1, rest + 1):
            if a + b + c <= rest:
                points.append(tuple((2 * n + 1) / size for n in (a, b, c, rest - a - b - c)))
                weights.append(float(weight))
    return np.array(points), np.array(weights)


def full_moments(degree: int) -> np.ndarray:
    """Return the moments (degree + 1)^3 of a full cell."""
    line = 1.0 / (1.0 + np.arange(degree + 1))
    return line[:, None, None] * line[:, None] * line


def cell_moments(
    points: np.ndarray,
    elements: np.ndarray,
    box: tuple[np.ndarray, np.ndarray],
    cells: tuple,
    degree: int,
    total: int,
) -> np.ndarray:
    """Return the moments of the filled parts of cells, per volume of a cell.

    points, elements   vertices (n, 3) and tetrahedra (k, 4), or the triangles of a surface that fills the box
    box                corners of the grid
    degree, total      degrees of the polynomials along each axis, and in total; moments of higher degree are not exact
    Returns            (cx, cy, cz, degree + 1, degree + 1, degree + 1)
    Errors             ValueError: a surface that leaves a part of the box open
    """
    low, high = box
    count = np.array(cells)
    if elements.shape[1] != 4:
        if not on_faces(points[np.unique(elements)], low, high):
            raise ValueError(
                "interpolated flexes of triangles or lines must lie on the faces of their box: give elements of dim 3"
            )
        return np.broadcast_to(full_moments(degree), (*cells, *3 * (degree + 1,)))
    scaled = (points - low) / (high - low) * count
    parts = clipped(scaled[elements], cells)
    place = np.clip(parts.mean(axis=1).astype(int), 0, count - 1)
    number = np.ravel_multi_index(tuple(place.T), cells)
    order = np.argsort(number, kind="stable")
    ends = np.searchsorted(number[order], np.arange(int(np.prod(count)) + 1))
    rule = simplex_rule(total)
    found = np.zeros((int(np.prod(count)), *3 * (degree + 1,)))
    for c, (first, end) in enumerate(pairwise(ends.tolist())):
        corner = np.array(np.unravel_index(c, cells))
        found[c] = tetrahedron_moments(parts[order[first:end]] - corner, degree, rule)
    volume = found[:, 0, 0, 0]
    found[volume < EMPTY] = 0.0
    found[volume > 1.0 - FULL_WITHIN] = full_moments(degree)
    return found.reshape(*cells, *3 * (degree + 1,))


def on_faces(points: np.ndarray, low: np.ndarray, high: np.ndarray) -> bool:
    """Return whether all points lie on the faces of a box."""
    reach = np.minimum(np.abs(points - low), np.abs(points - high))
    return bool((reach.min(axis=1) <= ON_FACE * (high - low).max()).all())


def clipped(corners: np.ndarray, cells: tuple) -> np.ndarray:
    """Split tetrahedra (k, 4, 3) at the planes of integer coordinates between the cells."""
    for axis in range(3):
        for plane in range(1, cells[axis]):
            over = corners[:, :, axis] - plane
            crosses = (over > 0.0).any(axis=1) & (over < 0.0).any(axis=1)
            if crosses.any():
                cut, side = corners[crosses], over[crosses]
                corners = np.concatenate([corners[~crosses], above(cut, side), above(cut, -side)])
    return corners


def above(corners: np.ndarray, over: np.ndarray) -> np.ndarray:
    """Return tetrahedra that make up the parts of others at which ``over`` is positive.

    over   (k, 4) heights of the corners, with a positive and a negative one in each row
    """
    order = np.argsort(-over, axis=1, kind="stable")
    corners = np.take_along_axis(corners, order[:, :, None], axis=1)
    over = np.take_along_axis(over, order, axis=1)
    number = (over > 0.0).sum(axis=1)

    def cut(rows: np.ndarray, i: int, j: int) -> np.ndarray:
        share = over[rows, i] / (over[rows, i] - over[rows, j])
        found: np.ndarray = corners[rows, i] + share[:, None] * (corners[rows, j] - corners[rows, i])
        return found

    one, two, three = (np.flatnonzero(number == n) for n in (1, 2, 3))
    a, b, c = (corners[three, i] for i in range(3))
    x, y, z = (cut(three, i, 3) for i in range(3))
    p, q = corners[two, 0], corners[two, 1]
    p2, p3, q2, q3 = (cut(two, i, j) for i in (0, 1) for j in (2, 3))
    pieces = [
        (corners[one, 0], cut(one, 0, 1), cut(one, 0, 2), cut(one, 0, 3)),
        (a, b, c, x),
        (b, c, x, y),
        (c, x, y, z),
        (p, p2, p3, q),
        (p2, p3, q, q2),
        (p3, q, q2, q3),
    ]
    return np.concatenate([np.stack(piece, axis=1) for piece in pieces])


def tetrahedron_moments(corners: np.ndarray, degree: int, rule: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Return the sum of the moments of tetrahedra (k, 4, 3).

    rule   of quadrature (simplex_rule)
    """
    points, weights = rule
    found = np.zeros(3 * (degree + 1,))
    for first in range(0, len(corners), BATCH):
        part = corners[first : first + BATCH]
        sides = part[:, 1:] - part[:, :1]
        volume = np.abs(np.einsum("ka,ka->k", np.cross(sides[:, 0], sides[:, 1]), sides[:, 2])) / 6.0
        x = np.einsum("nb,kba->akn", points, part).reshape(3, -1)
        power = np.ones((degree + 1, *x.shape))
        for n in range(degree):
            power[n + 1] = power[n] * x
        plane = power[:, None, 0] * power[None, :, 1] * (volume[:, None] * weights).reshape(-1)
        found += np.einsum("pqg,rg->pqr", plane, power[:, 2])
    return found


def with_void(moments: np.ndarray) -> np.ndarray:
    """Return the moments of cells, in which empty parts count with the weight VOID."""
    degree = moments.shape[-1] - 1
    found: np.ndarray = (1.0 - VOID) * moments + VOID * full_moments(degree)
    return found


def lagrange_polynomials(order: int) -> np.ndarray:
    """Return the coefficients of the Lagrange polynomials on [0, 1], constant first."""
    if order == 1:
        return np.array([[1.0, -1.0], [0.0, 1.0]])
    return np.array([[1.0, -3.0, 2.0], [0.0, 4.0, -4.0], [0.0, -1.0, 2.0]])


# order -> polynomials (node, power of t) by which a mass at t in [0, 1] is divided among the nodes along an axis. Those
# of order 2 integrate to the weights of Simpson's rule, and keep the masses of nodes positive.
SHARES = {
    1: lagrange_polynomials(1),
    2: np.array([[0.5, -1.0, 0.5], [0.5, 1.0, -1.0], [0.0, 0.0, 0.5]]),
}


def node_masses(moments: np.ndarray, order: int) -> np.ndarray:
    """Return the mass fractions of the nodes; 0 at nodes that belong only to empty cells."""
    cells = moments.shape[:3]
    share = np.zeros((order + 1, moments.shape[-1]))
    share[:, : order + 1] = SHARES[order]
    part = np.einsum("ip,jq,kr,xyzpqr->xyzijk", share, share, share, with_void(moments))
    full = np.einsum("ip,jq,kr,pqr->ijk", share, share, share, full_moments(moments.shape[-1] - 1))
    part = np.maximum(part, FLOOR * full) * (moments[..., 0, 0, 0] > 0.0)[..., None, None, None]
    total = np.zeros([order * c + 1 for c in cells])
    for i, j, k in np.ndindex(*3 * (order + 1,)):
        place = tuple(slice(n, n + order * (c - 1) + 1, order) for n, c in zip((i, j, k), cells, strict=True))
        total[place] += part[..., i, j, k]
    flat: np.ndarray = total.reshape(-1)
    return flat / flat.sum()
