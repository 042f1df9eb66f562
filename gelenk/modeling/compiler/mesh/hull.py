"""Convex hull of a mesh, and its graph, in which hill climbing finds support vertices.

Documents: XML reference / asset / mesh (maxhullvert); Barber, Dobkin, Huhdanpaa 1996, The Quickhull algorithm

The graph of numvert vertices and numface triangles in mesh_graph, all int32:
  numvert, numface
  vert_edgeadr[numvert]              start of the vertex's neighbors in edge_localid
  vert_globalid[numvert]             its index in the mesh
  edge_localid[numvert + 3 numface]  neighbors of each vertex as indices in the hull, each list ended by -1
  face_globalid[3 numface]           vertices of the triangles, counter-clockwise, as indices in the mesh

Qhull is loaded without its packages, since scipy.spatial and scipy.linalg take ten times as long to import. The
compiled module of scipy with Qhull needs two others, and a regular import would run their packages. Each module is
loaded by itself and removed from sys.modules afterwards, so that a later import of the packages works as usual.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import sys
from importlib.machinery import PathFinder
from types import ModuleType
from typing import Any

import numpy as np

from gelenk.algebra.portable_arrays import cross
from gelenk.errors import Error

SIMPLEX = 4  # vertices of the hull that Quickhull starts from


def hull_faces(vert: np.ndarray, most: int) -> np.ndarray:
    """Return triangles (n, 3) of the hull of at most `most` points (nvert, 3); -1: all.

    Errors   Error: the points lie in a plane, or are too close to each other
    """
    convex_hull, wrong = qhull()
    try:
        hull = convex_hull(vert, qhull_options="Qt" if most < 0 else f"Qt TA{most - SIMPLEX}")
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
            "the convex hull of the vertices is not closed", hint="are some of them nearly in a plane?"
        )
    head = [n, len(faces)]
    return np.concatenate([head, address, used[order], edges, faces.ravel()]).astype(np.int32)


NEEDED = ("scipy.linalg.cython_blas", "scipy.linalg.cython_lapack")
QHULL = "scipy.spatial._qhull"


def _load(name: str, root: str) -> ModuleType:
    """Load a compiled module from folder `root` without importing its parent packages.

    Errors   ImportError: there is none of that name
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
        raise ImportError("the packages are there")
    try:
        modules = [_load(name, scipy.__path__[0]) for name in names]
        return modules[-1].ConvexHull, modules[-1].QhullError
    finally:
        for name in names:
            sys.modules.pop(name, None)


@functools.cache
def qhull() -> tuple[Any, Any]:
    """Return (ConvexHull, QhullError) of scipy, without its packages if possible."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        return _alone()
    from scipy.spatial import ConvexHull, QhullError

    return ConvexHull, QhullError
