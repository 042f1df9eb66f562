"""Flat faces of a mesh: neighbouring triangles in one plane joined to polygons, and which polygons meet at a vertex.

Documents: API / MJModel (mesh_poly*); Computation / Collision detection / Checking
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

FLAT = 1e-4  # difference of unit normals up to which neighbours lie in one plane; coordinates are float32


class Polygons(NamedTuple):
    """Polygons of one mesh.

    normal   (npoly, 3) outward normals
    vertnum  (npoly) how many vertices each has
    vert     their vertices, counter-clockwise from outside, one polygon after another
    mapnum   (nvert) at how many polygons each vertex is a corner
    map      those polygons, one vertex after another
    """

    normal: np.ndarray
    vertnum: np.ndarray
    vert: np.ndarray
    mapnum: np.ndarray
    map: np.ndarray


def mesh_polygons(vert: np.ndarray, face: np.ndarray) -> Polygons:
    """Polygons of triangles (nface, 3) on vertices (nvert, 3). Triangles without area take no part."""
    a, b, c = (vert[face[:, k]] for k in range(3))
    normal = np.cross(b - a, c - a)
    length = np.sqrt((normal * normal).sum(axis=1))
    solid = length > 0.0
    face, normal = face[solid], normal[solid] / length[solid, None]
    group = flat_groups(face, normal)
    first = np.unique(group, return_index=True)[1]
    members = np.bincount(group, minlength=len(face))[group]
    pieces = dict(zip(first.tolist(), face[first].tolist(), strict=True))
    for i in first[members[first] > 1].tolist():
        loop = outline(face[group == group[i]])
        if loop is not None:
            pieces[i] = loop
        else:  # a ring, or pieces that touch at a vertex: leave its triangles as they are
            pieces.update((k, face[k].tolist()) for k in np.flatnonzero(group == group[i]).tolist())
    order = sorted(pieces)
    vertnum = np.array([len(pieces[i]) for i in order], np.int64)
    corners = np.array([v for i in order for v in pieces[i]], np.int64)
    owner = np.repeat(np.arange(len(order)), vertnum)
    by_vertex = np.argsort(corners, kind="stable")
    mapnum = np.bincount(corners, minlength=len(vert))
    return Polygons(normal[order], vertnum, corners, mapnum, owner[by_vertex])


def flat_groups(face: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """A number for each triangle, equal for those that are connected across edges in one plane."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(face)
    size = int(face.max(initial=0)) + 1
    start, end = face.ravel().astype(np.int64), face[:, [1, 2, 0]].ravel().astype(np.int64)
    owner = np.repeat(np.arange(n), 3)
    edge = np.minimum(start, end) * size + np.maximum(start, end)
    order = np.argsort(edge, kind="stable")
    edge, owner = edge[order], owner[order]
    same = np.flatnonzero(edge[1:] == edge[:-1])
    i, j = owner[same], owner[same + 1]
    flat = (np.abs(normal[i] - normal[j]) < FLAT).all(axis=1)
    links = coo_array((np.ones(int(flat.sum()), np.int8), (i[flat], j[flat])), shape=(n, n))
    return connected_components(links, directed=False)[1]


def outline(face: np.ndarray) -> list[int] | None:
    """The vertices around connected triangles, in their direction; None if the outline is not one simple loop."""
    edges = set()
    for a, b, c in face.tolist():
        edges |= {(a, b), (b, c), (c, a)}
    after: dict[int, int] = {}
    for a, b in edges:
        if (b, a) not in edges:
            if a in after:
                return None
            after[a] = b
    if not after:
        return None
    start = int(face[0, 0]) if int(face[0, 0]) in after else min(after)
    loop, at = [start], after[start]
    while at != start and len(loop) <= len(after):
        loop.append(at)
        if at not in after:
            return None
        at = after[at]
    return loop if len(loop) == len(after) else None
