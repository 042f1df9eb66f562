"""Convex hull of a mesh, its graph for hill climbing to support vertices, and polygons.

Documents: XML reference / asset / mesh (maxhullvert); Barber, Dobkin, Huhdanpaa 1996, The Quickhull algorithm; API /
MJModel (mesh_poly*); Computation / Collision detection / Checking

The graph of numvert vertices and numface triangles in mesh_graph, all int32:
  numvert, numface
  vert_edgeadr[numvert]              start of the vertex's neighbors in edge_localid
  vert_globalid[numvert]             its index in the mesh
  edge_localid[numvert + 3 numface]  neighbors of each vertex as indices in the hull, each list ended by -1
  face_globalid[3 numface]           vertices of the triangles, counter-clockwise, as indices in the mesh

The compiled module of Qhull and the two compiled modules that it needs are loaded without their parent packages, since
importing scipy.spatial and scipy.linalg takes ten times as long. Each module is removed from sys.modules afterwards, so
that a later import of the packages works as usual.

Polygons of a mesh are its flat faces, joined from coplanar neighboring triangles.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.portable_arrays import cross, dot_rows
from gelenk.errors import Error
from gelenk.tables.releases import R3_10

SIMPLEX = 4  # vertices of the initial hull of Quickhull


def hull_faces(vert: np.ndarray, most: int, release: int = 0) -> np.ndarray:
    """Return triangles (n, 3) of the hull of at most `most` points (nvert, 3); -1: all.

    Errors   Error: the points lie in a plane, or are too close to each other
    """
    convex_hull, wrong = qhull()
    try:
        hull = convex_hull(vert, qhull_options=options_of(most, release))
    except (wrong, ValueError):
        raise Error(
            "the vertices have no convex hull: they lie in a plane, or nearly so",
            hint="a mesh that collides needs volume; one that is only seen: contype and conaffinity 0",
        ) from None
    faces = hull.simplices.astype(np.int64)
    a, b, c = (vert.take(faces[:, k], axis=0) for k in range(3))
    inwards = np.einsum("ij,ij->i", cross(b - a, c - a), hull.equations[:, :3]) < 0.0
    faces[inwards] = faces[inwards][:, [1, 0, 2]]
    return faces


def options_of(most: int, release: int) -> str:
    """Return the options of Qhull; Q9, from release 3.10 on, adds the farthest point first."""
    if most < 0:
        return "Qt"
    return f"Qt Q9 TA{most - SIMPLEX}" if release >= R3_10 else f"Qt TA{most - SIMPLEX}"


def hull_graph(faces: np.ndarray) -> np.ndarray:
    """Return the graph of a hull, as described above; vertices are in order of first use."""
    used, first, local = np.unique(faces.ravel(), return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(used), np.int64)
    rank[order] = np.arange(len(used))
    corner = rank[local].reshape(-1, 3)
    n = len(used)
    # each edge belongs to two triangles, once in each direction, so this finds all neighbors
    start, end = corner.ravel(), corner[:, [1, 2, 0]].ravel()
    both = np.sort(np.concatenate([start * n + end, end * n + start]))
    source, target = np.divmod(both[np.diff(both, prepend=-1) > 0], n)
    degree = np.bincount(source, minlength=n)
    address = np.cumsum(degree + 1) - (degree + 1)
    edges = np.full(n + len(target), -1, np.int64)
    edges[np.arange(len(target)) + source] = target
    if len(edges) != n + 3 * len(faces):
        raise Error(
            "the convex hull of the vertices is not closed",
            hint="vertices that lie nearly in a plane cause this",
        )
    head = [n, len(faces)]
    return np.concatenate([head, address, used[order], edges, faces.ravel()]).astype(np.int32)


NEEDED = ("scipy.linalg.cython_blas", "scipy.linalg.cython_lapack")
QHULL = "scipy.spatial._qhull"


def _load(name: str, root: str) -> ModuleType:
    """Load a compiled module from folder `root` without importing its parent packages.

    Errors   ImportError: no compiled module has that name
    """
    package, _, own = name.rpartition(".")
    folder = os.path.join(root, *package.split(".")[1:])
    found = PathFinder.find_spec(own, [folder])
    spec = found and found.origin and importlib.util.spec_from_file_location(name, found.origin)
    if not spec or not spec.loader:
        raise ImportError(name)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _alone() -> tuple[Any, Any]:
    import scipy

    names = (*NEEDED, QHULL)
    if any(name in sys.modules or name.rpartition(".")[0] in sys.modules for name in names):
        raise ImportError("the packages are already imported")
    try:
        modules = [_load(name, scipy.__path__[0]) for name in names]
        return modules[-1].ConvexHull, modules[-1].QhullError
    finally:
        for name in names:
            sys.modules.pop(name, None)


@functools.cache
def qhull() -> tuple[Any, Any]:
    """Return scipy's (ConvexHull, QhullError), if possible without importing packages."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        return _alone()
    from scipy.spatial import ConvexHull, QhullError

    return ConvexHull, QhullError


COPLANAR = 1e-4  # largest difference of unit normals of coplanar neighbors; coordinates are float32


class Polygons(NamedTuple):
    """The polygons of one mesh.

    normal   (npoly, 3) outward normals
    vertnum  (npoly) number of vertices of each
    vert     their vertices, counter-clockwise from outside, one polygon after another
    mapnum   (nvert) number of polygons at each vertex
    map      those polygons, one vertex after another
    begin    (npoly) position in the polygon of the vertex with which it begins from release 3.8 on: that of the first
             edge that no two of its triangles share
    """

    normal: np.ndarray
    vertnum: np.ndarray
    vert: np.ndarray
    mapnum: np.ndarray
    map: np.ndarray
    begin: np.ndarray

    def turned(self) -> np.ndarray:
        """Return `vert` with each polygon beginning at `begin`."""
        number = np.repeat(self.vertnum, self.vertnum)
        first = np.repeat(np.cumsum(self.vertnum) - self.vertnum, self.vertnum)
        at = np.arange(len(self.vert)) - first + np.repeat(self.begin, self.vertnum)
        found: np.ndarray = self.vert[first + at % number]
        return found


def mesh_polygons(vert: np.ndarray, face: np.ndarray) -> Polygons:
    """Return the polygons of triangles (nface, 3), ignoring degenerate triangles."""
    a, b, c = (vert.take(face[:, k], axis=0) for k in range(3))
    normal = cross(b - a, c - a)
    length = np.sqrt(dot_rows(normal, normal))
    solid = length > 0.0
    face, normal = face[solid], normal[solid] / length[solid, None]
    firsts, loops, begins = pieces(face, flat_groups(face, normal))
    vertnum = np.concatenate(
        [np.full(len(key), loop.shape[1]) for key, loop in zip(firsts, loops, strict=True)]
    )
    first = np.concatenate(firsts)
    order = np.argsort(first)
    start = np.empty(len(order), np.int64)
    start[order] = np.cumsum(vertnum[order]) - vertnum[order]
    corners = np.empty(int(vertnum.sum()), np.int64)
    done = 0
    for loop in loops:
        rows = start[done : done + len(loop)]
        corners[rows[:, None] + np.arange(loop.shape[1])] = loop
        done += len(loop)
    vertnum = vertnum[order]
    owner = np.repeat(np.arange(len(order)), vertnum)
    by_vertex = np.argsort(corners, kind="stable")
    mapnum = np.bincount(corners, minlength=len(vert))
    begin = np.concatenate(begins)[order]
    return Polygons(normal[first[order]], vertnum, corners, mapnum, owner[by_vertex], begin)


def pieces(
    face: np.ndarray, group: np.ndarray
) -> tuple[list[np.ndarray], list[np.ndarray], list[np.ndarray]]:
    """Return first triangle, corners and begin of polygons, grouped by corner count.

    A group whose outline is not one simple loop (a ring, or pieces that touch at a vertex) is kept as triangles.
    """
    by_group = np.argsort(group, kind="stable")
    size = np.bincount(group)
    begin = np.cumsum(size) - size
    alone = by_group[begin[size == 1]]
    pair = by_group[begin[size == 2][:, None] + np.arange(2)]
    corners, simple = quadrangles(face[pair[:, 0]], face[pair[:, 1]])
    first, loops = [alone, pair[simple, 0]], [face[alone], corners[simple]]
    # a quadrangle begins at the second corner of its first triangle if the first edge is shared
    shared = loops[1][:, 1] != face[first[1], 1]
    begins = [np.zeros(len(alone), np.int64), np.where(shared, 2, 0)]
    rest = [np.sort(by_group[b : b + n]) for b, n in zip(begin[size > 2], size[size > 2], strict=True)]
    for members in [*pair[~simple], *rest]:
        loop = outline(face[members])
        begins.append(np.zeros(len(members), np.int64))
        if loop is not None:
            begins[-1] = np.array([loop.index(first_boundary_corner(face[members]))])
            members = members[:1]
        first.append(members)
        loops.append(np.array([loop]) if loop is not None else face[members])
    return first, loops, begins


def first_boundary_corner(face: np.ndarray) -> int:
    """Return the start vertex of the first edge that belongs to only one of the triangles."""
    sides = [(int(a), int(b)) for row in face for a, b in zip(row, np.roll(row, -1), strict=True)]
    known = set(sides)
    return next(a for a, b in sides if (b, a) not in known)


def quadrangles(one: np.ndarray, two: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return outlines (n, 4) of pairs of triangles (n, 3), and whether each shares one side.

    Outlines start at the first corner of the first triangle.
    """
    loop = np.zeros((len(one), 4), np.int64)
    common = np.zeros(len(one), np.int64)
    for k in range(3):
        for j in range(3):
            same = (one[:, k] == two[:, (j + 1) % 3]) & (one[:, (k + 1) % 3] == two[:, j])
            common += same
            far = two[same, (j + 2) % 3]
            loop[same] = np.insert(one[same], k + 1, far, axis=1)
    return loop, common == 1


def flat_groups(face: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """Return group ids of the triangles; coplanar connected triangles share an id."""
    n = len(face)
    size = int(face.max(initial=0)) + 1
    start, end = face.ravel().astype(np.int64), face[:, [1, 2, 0]].ravel().astype(np.int64)
    owner = np.repeat(np.arange(n), 3)
    edge = np.minimum(start, end) * size + np.maximum(start, end)
    order = np.argsort(edge, kind="stable")
    edge, owner = edge[order], owner[order]
    same = np.flatnonzero(edge[1:] == edge[:-1])
    i, j = owner[same], owner[same + 1]
    close = np.abs(normal.take(i, axis=0) - normal.take(j, axis=0)) < COPLANAR
    flat = close[:, 0] & close[:, 1] & close[:, 2]
    return connected(n, i[flat], j[flat])


def connected(n: int, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """Return the smallest member of the component of each of n elements with links (i, j).

    The representatives of both ends of a link are replaced by the smaller one until all links agree (Shiloach and
    Vishkin 1982).
    """
    first = np.arange(n)
    while True:
        a, b = first[i], first[j]
        differ = a != b
        if not differ.any():
            return first
        i, j, a, b = i[differ], j[differ], a[differ], b[differ]
        np.minimum.at(first, np.maximum(a, b), np.minimum(a, b))
        above = first[first]
        while (above != first).any():
            first, above = above, above[above]


def outline(face: np.ndarray) -> list[int] | None:
    """Return the boundary of connected triangles, or None if it is not one simple loop."""
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
