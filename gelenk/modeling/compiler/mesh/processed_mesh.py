"""A processed mesh, the settings that determine it, and its form in the disk cache.

Documents: XML reference / asset / mesh; API / MJModel (mesh_*, oct_*)
"""

from __future__ import annotations

from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.vec import Quat, Vec3
from gelenk.modeling.compiler.aabb_tree import Tree
from gelenk.modeling.compiler.mesh.hull import Polygons


class Octree(NamedTuple):
    """Columns of the cells of one octree; child ids are relative to the root, cell 0."""

    aabb: np.ndarray  # (n, 6) center, half sizes
    child: np.ndarray  # (n, 8), -1 for none
    depth: np.ndarray  # (n,)
    coeff: np.ndarray  # (n, 8) signed distances at the corners


class Settings(NamedTuple):
    """Processing settings of an element; with the content of the file they determine the mesh."""

    scale: Vec3
    refpos: Vec3
    refquat: Quat
    smooth: bool
    most: int  # vertices of the hull, -1: all
    inertia: int
    hull: bool  # whether the graph of the hull is needed
    turned: bool  # whether to reverse triangles, since a mirroring scale turns those of files inside out
    field: bool = False  # whether the octree of signed distances is needed
    fixed: bool = False  # whether vertices stay in their frame, as those of plugin meshes do
    stretch: tuple[float, ...] = ()  # matrix that scaled vertices are multiplied by, row by row; (): none
    deepest: int = 6  # largest depth of the octree
    release: int = 0  # last release, up to the model's, that changed processing; 0: none


class Mesh(NamedTuple):
    """A processed mesh. Vertices are relative to pos, along the axes of quat.

    face_normal, face_texcoord   indices for each corner, -1 for none
    graph                        of the convex hull, or None
    volume, inertia              volume (area of a shell) and principal inertia per density
    center, half                 bounding box, along the axes of quat
    reach                        largest absolute coordinates
    tree                         AABB tree of the triangles
    octree                       of signed distances, or None
    parts                        number of joined objects of the file, as in RawMesh
    """

    vert: np.ndarray
    face: np.ndarray
    normal: np.ndarray
    face_normal: np.ndarray
    texcoord: np.ndarray
    face_texcoord: np.ndarray
    graph: np.ndarray | None
    polygons: Polygons
    pos: Vec3
    quat: Quat
    volume: float
    inertia: Vec3
    center: Vec3
    half: Vec3
    reach: Vec3
    tree: Tree
    octree: Octree | None
    parts: float = 1


NUMBERS = ("pos", "quat", "volume", "inertia", "center", "half", "reach", "parts")
ARRAYS = ("vert", "face", "normal", "face_normal", "texcoord", "face_texcoord")
WIDTHS = (3, 4, 1, 3, 3, 3, 3, 1)


def arrays_of(mesh: Mesh) -> list[np.ndarray]:
    """Convert a mesh to arrays: all scalars, flags for graph and octree, then its arrays."""
    numbers = np.concatenate([np.ravel(getattr(mesh, name)) for name in NUMBERS])
    has = np.array([mesh.graph is not None, mesh.octree is not None], np.uint8)
    found = [numbers, has, *(getattr(mesh, name) for name in ARRAYS), *mesh.polygons, *mesh.tree]
    return found + ([] if mesh.graph is None else [mesh.graph]) + [*(mesh.octree or ())]


def mesh_of(arrays: list[np.ndarray]) -> Mesh:
    """Return the mesh that `arrays_of` converted to these arrays."""
    rest = iter(arrays)
    values, (graph, octree) = iter(next(rest).tolist()), next(rest).tolist()
    taken = [tuple(islice(values, width)) for width in WIDTHS]
    numbers = {name: t if len(t) > 1 else t[0] for name, t in zip(NUMBERS, taken, strict=True)}
    named: dict[str, Any] = {name: next(rest) for name in ARRAYS} | numbers
    return Mesh(
        polygons=Polygons(*islice(rest, len(Polygons._fields))),
        tree=Tree(*islice(rest, len(Tree._fields))),
        graph=next(rest) if graph else None,
        octree=Octree(*islice(rest, len(Octree._fields))) if octree else None,
        **named,
    )
