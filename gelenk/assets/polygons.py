"""Polygons to triangles: fans of triangles and quadrangles, ears of larger polygons.

Documents: XML reference / asset / mesh (file); Meisters 1975, Polygons have ears
"""

from __future__ import annotations

import numpy as np

from gelenk.errors import Error

MOST_CORNERS = 20_000  # of one polygon: finding ears takes time that grows with the square


def triangulate(points: np.ndarray, vertex: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Triangles (n, 3) of polygons, as positions in `vertex`, the vertices of their corners one polygon after another.

    counts[i] corners belong to polygon i; those with less than three are dropped.
    """
    starts = np.cumsum(counts) - counts
    if (counts == 3).all():
        return np.arange(len(vertex)).reshape(-1, 3)
    if counts.max(initial=0) > MOST_CORNERS:
        raise Error(f"a polygon has {counts.max()} corners; at most {MOST_CORNERS} are read")
    triangles, owner = [], []
    for n, fans in ((3, ((0, 1, 2),)), (4, ((0, 1, 2), (0, 2, 3)))):
        polygons = np.flatnonzero(counts == n)
        for trio in fans:
            triangles.append(starts[polygons, None] + np.array(trio))
            owner.append(polygons)
    for polygon in np.flatnonzero(counts > 4):
        corners = np.arange(starts[polygon], starts[polygon] + counts[polygon])
        triangles.append(ears(points, vertex, corners))
        owner.append(np.full(len(triangles[-1]), polygon))
    order = np.argsort(np.concatenate(owner), kind="stable")
    return np.concatenate(triangles)[order]


def ears(points: np.ndarray, vertex: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Triangles of one polygon: cuts off corners that turn inwards and have no other corner in their triangle.

    The search starts at the first corner and goes on where the last ear was; a polygon that crosses itself ends
    as a fan.
    """
    count = len(points)
    inside = (vertex[corners] >= 0) & (vertex[corners] < count)
    if not inside.all():  # the check of all faces names the vertex
        return fan(corners)
    plane = flatten(points[vertex[corners]])
    if plane is None:
        return fan(corners)
    left = np.arange(len(corners))
    result = []
    at = misses = 0
    while len(left) > 3 and misses < len(left):
        n = len(left)
        at %= n
        trio = left[[at, (at + 1) % n, (at + 2) % n]]
        if is_ear(plane, trio, left):
            result.append(trio)
            left = np.delete(left, (at + 1) % n)
            misses = 0
        else:
            at += 1
            misses += 1
    return np.concatenate([corners[np.array(result, np.int64).reshape(-1, 3)], fan(corners[left])])


def fan(corners: np.ndarray) -> np.ndarray:
    """Triangles from the first corner to all others."""
    first = np.full(len(corners) - 2, corners[0])
    return np.stack([first, corners[1:-1], corners[2:]], axis=1)


def flatten(points: np.ndarray) -> np.ndarray | None:
    """Corners in the coordinate plane that sees most of the polygon, counter-clockwise; None if it has no area.

    The area vector is half the sum of the cross products of successive corners (Newell).
    """
    points = points - points[0]
    with np.errstate(all="ignore"):
        area = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    k = int(np.argmax(np.abs(area)))
    if not np.isfinite(area[k]) or area[k] == 0.0:
        return None
    i, j = (k + 1) % 3, (k + 2) % 3
    return points[:, [i, j]] if area[k] > 0.0 else points[:, [j, i]]


def is_ear(plane: np.ndarray, trio: np.ndarray, left: np.ndarray) -> bool:
    """Whether the three successive corners turn left and no other corner lies inside of their triangle."""
    a, b, c = plane[trio]
    if cross(b - a, c - b) < 0.0:
        return False
    rest = plane[left[~np.isin(left, trio)]]
    within = (cross(b - a, rest - a) > 0.0) & (cross(c - b, rest - b) > 0.0) & (cross(a - c, rest - c) > 0.0)
    return not within.any()


def cross(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The third component of the cross product of vectors in a plane."""
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
