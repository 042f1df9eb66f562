"""Mesh content of a file: vertices, normals, texture coordinates, and triangulation.

Documents: XML reference / asset / mesh; XML reference / asset / mesh (file); Meisters 1975, Polygons have ears

Quadrilaterals are split into fans of triangles, larger polygons by ear clipping.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gelenk.errors import Error

MOST_INDICES = 1 << 28  # limit on triangle corners: 64 times as many as large meshes have, and far below 2^31


class RawMesh:
    """A mesh as its source states it, with values rounded to float32 and stored as float64.

    vert           (nvert, 3) vertices
    normal         (nnormal, 3) normals, or empty
    texcoord       (ntexcoord, 2) texture coordinates with v pointing up, or empty
    face           (nface, 3) vertices of triangles, counter-clockwise from outside; empty for a point cloud
    face_normal    (nface, 3) normal indices of the corners, -1 for none; None: equal to the vertex indices
    face_texcoord  (nface, 3) texture coordinate indices of the corners, with the same meaning of -1 and None
    parts          number of objects of the file that were joined; -n: the last n objects were left out
    """

    def __init__(
        self,
        vert: Any,
        face: Any = (),
        normal: Any = (),
        texcoord: Any = (),
        face_normal: Any = None,
        face_texcoord: Any = None,
        parts: int = 1,
    ) -> None:
        self.vert = numbers(vert, 3)
        self.normal = numbers(normal, 3)
        self.texcoord = numbers(texcoord, 2)
        self.face = indices(face)
        self.face_normal = None if face_normal is None else indices(face_normal)
        self.face_texcoord = None if face_texcoord is None else indices(face_texcoord)
        self.parts = parts


def describe_parts(parts: int) -> str:
    """Return the end of the warning "the file NAME ..." about a mesh file of several objects."""
    if parts > 1:
        return (
            f"has {parts} objects (lines o and g), whose faces are all read; 3.5.0 reads those of the first"
        )
    return f"has {1 - parts} objects (lines o and g), of which only the first gives a mesh: its faces alone are read"


def numbers(values: Any, columns: int) -> np.ndarray:
    """Return an array (n, columns) of float64, rounded to float32."""
    with np.errstate(over="ignore"):
        return np.asarray(values, np.float32).astype(np.float64).reshape(-1, columns)


def indices(values: Any) -> np.ndarray:
    """Return an array (n, 3) of int32."""
    values = np.asarray(values)
    if values.size > MOST_INDICES:
        raise Error(f"too many triangles: {values.size // 3}")
    return values.astype(np.int32).reshape(-1, 3)


MOST_CORNERS = 20_000  # limit on the corners of one polygon, since ear clipping takes quadratic time
BATCH_CORNERS = (
    1 << 18
)  # corners of polygons cut at a time, so that intermediate arrays stay in the CPU cache


def triangulate(
    points: np.ndarray, vertex: np.ndarray, counts: np.ndarray, shorter: bool = False
) -> np.ndarray:
    """Return triangles (n, 3) of polygons as positions in `vertex`, in order of the polygons.

    `vertex` has the vertices of all corners, one polygon after another; polygon i has counts[i] corners. Polygons of
    less than three corners are dropped.

    shorter   whether quadrilaterals are cut along their shorter diagonal instead of the one from the first corner
    """
    starts = np.cumsum(counts) - counts
    if (counts == 3).all():
        return np.arange(len(vertex)).reshape(-1, 3)
    if counts.max(initial=0) > MOST_CORNERS:
        raise Error(f"a polygon has {counts.max()} corners; at most {MOST_CORNERS} are read")
    triangles, owner = [np.zeros((0, 3), np.int64)], [np.zeros(0, np.int64)]
    for n in np.unique(counts[counts > 2]).tolist():
        polygons = np.flatnonzero(counts == n)
        step = max(BATCH_CORNERS // n, 1)
        for some in np.split(polygons, range(step, len(polygons), step)):
            corners = starts[some, None] + np.arange(n)
            if n > 4:
                cut = triangulate_by_ears(points, vertex, corners)
            else:
                cut = cut_quads(points, vertex, corners) if n == 4 and shorter else fans(corners)
            triangles.append(cut.reshape(-1, 3))
            owner.append(np.repeat(some, n - 2))
    order = np.argsort(np.concatenate(owner), kind="stable")
    return np.concatenate(triangles)[order]


def triangulate_by_ears(points: np.ndarray, vertex: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return triangles (m, n - 2, 3) of m polygons of n corners by ear clipping.

    An ear is a convex corner whose triangle contains no other corner.
    The search starts at the first corner and continues at the last ear; a polygon that crosses itself ends
    as a fan.
    """
    triangles = fans(corners)
    vertices = vertex[corners]
    inside = np.flatnonzero(((vertices >= 0) & (vertices < len(points))).all(axis=1))
    # vertices out of range are reported by the later check of all faces
    plane, seen = flatten(points[vertices[inside]])
    rows = inside[seen]
    trios = cut_ears(plane[seen])
    triangles[rows] = corners[rows[:, None, None], trios]
    return triangles


def cut_quads(points: np.ndarray, vertex: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return triangles (m, 2, 3) of m quadrilaterals, cut along the shorter diagonal.

    If both diagonals have the same length, the cut is along the one from the second corner.
    """
    triangles = fans(corners)
    vertices = vertex[corners]
    known = np.flatnonzero(((vertices >= 0) & (vertices < len(points))).all(axis=1))
    at = points[vertices[known]]
    lengths = np.square(at[:, 2:] - at[:, :2]).sum(axis=2)
    other = known[~(lengths[:, 0] < lengths[:, 1])]
    triangles[other] = corners[other][:, [[0, 1, 3], [1, 2, 3]]]
    return triangles


def fans(corners: np.ndarray) -> np.ndarray:
    """Return triangles (m, n - 2, 3) from the first corner of each polygon to all others."""
    first = np.broadcast_to(corners[:, :1], (len(corners), corners.shape[1] - 2))
    return np.stack([first, corners[:, 1:-1], corners[:, 2:]], axis=2)


def flatten(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Project polygons (m, n, 3) to the coordinate plane of largest area, counter-clockwise.

    Returns the corners (m, n, 2), and whether each polygon has an area (m,).
    The area vector is half the sum of the cross products of successive corners (Newell).
    """
    m, n, _ = points.shape
    points = points - points[:, :1]
    with np.errstate(all="ignore"):
        area = np.cross(points, np.roll(points, -1, axis=1)).sum(axis=1)
    k = np.argmax(np.abs(area), axis=1)
    largest = area[np.arange(m), k]
    axes = np.stack([(k + 1) % 3, (k + 2) % 3], axis=1)
    axes[~(largest > 0.0)] = axes[~(largest > 0.0), ::-1]
    plane = np.take_along_axis(points, np.broadcast_to(axes[:, None], (m, n, 2)), axis=2)
    return plane, np.isfinite(largest) & (largest != 0.0)


class Uncut(NamedTuple):
    """The remaining parts of polygons during ear clipping, one per row.

    row       index of the polygon
    corner    its remaining corners, in the first `length` columns
    x, y      coordinates of these corners
    at        position of the corner at which the search for the next ear continues
    misses    number of corners tested since the last ear, none of which is an ear
    """

    row: np.ndarray
    corner: np.ndarray
    x: np.ndarray
    y: np.ndarray
    length: np.ndarray
    at: np.ndarray
    misses: np.ndarray


def cut_ears(plane: np.ndarray) -> np.ndarray:
    """Return triangle corners (m, n - 2, 3) of polygons (m, n, 2), all clipped simultaneously."""
    m, n, _ = plane.shape
    trios = np.zeros((m, n - 2, 3), np.int64)
    none, all_corners = np.zeros(m, np.int64), np.tile(np.arange(n), (m, 1))
    left = Uncut(np.arange(m), all_corners, plane[:, :, 0], plane[:, :, 1], none + n, none, none)
    while len(left.row):
        over = (left.length <= 3) | (left.misses >= left.length)
        if over.any():
            store_last_triangles(trios, Uncut(*(part[over] for part in left)))
            left = Uncut(*(part[~over] for part in left))
        if len(left.row):
            left = cut_one_ear(trios, left)
    return trios


def store_last_triangles(trios: np.ndarray, left: Uncut) -> None:
    """Store the last triangle of each polygon, or a fan of the rest if it crosses itself."""
    n = trios.shape[1] + 2
    for length in np.unique(left.length).tolist():
        some = left.length == length
        trios[left.row[some], n - length :] = fans(left.corner[some, :length])


def cut_one_ear(trios: np.ndarray, left: Uncut) -> Uncut:
    """Test one corner of each polygon, and cut it off if it is an ear."""
    row, corner, x, y, length, at, misses = left
    at = at % length
    column = np.arange(corner.shape[1])
    places = np.stack([at, (at + 1) % length, (at + 2) % length], axis=1)
    (ax, bx, cx), (ay, by, cy) = (
        np.take_along_axis(values, places, axis=1).T[:, :, None] for values in (x, y)
    )
    turns = cross(bx - ax, by - ay, cx - bx, cy - by)[:, 0]
    within = cross(bx - ax, by - ay, x - ax, y - ay) > 0.0
    within &= cross(cx - bx, cy - by, x - bx, y - by) > 0.0
    within &= cross(ax - cx, ay - cy, x - cx, y - cy) > 0.0
    within &= column < length[:, None]
    ear = ~((turns < 0.0) | within.any(axis=1))
    if not ear.any():
        return left._replace(at=at + 1, misses=misses + 1)
    trios[row[ear], trios.shape[1] + 2 - length[ear]] = np.take_along_axis(corner[ear], places[ear], axis=1)
    length = length - ear
    gone = np.where(ear, places[:, 1], len(column))
    column = column[: length.max()]
    kept = np.minimum(column + (column >= gone[:, None]), corner.shape[1] - 1)
    corner, x, y = (np.take_along_axis(values, kept, axis=1) for values in (corner, x, y))
    return Uncut(row, corner, x, y, length, at + ~ear, np.where(ear, 0, misses + 1))


def cross(ux: np.ndarray, uy: np.ndarray, vx: np.ndarray, vy: np.ndarray) -> np.ndarray:
    """Return the third component of the cross product of vectors in a plane."""
    return ux * vy - uy * vx
