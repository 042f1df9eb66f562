"""A processed mesh with its settings and cache form, and geoms and sites with a mesh.

Documents: XML reference / asset / mesh; API / MJModel (mesh_*, oct_*); XML reference / geom (mesh, fitscale); site
(mesh) (of 4.0.0); compiler (fitaabb)

A processed mesh is determined by its settings and the content of its file, and has a form in the disk cache.

Geoms and sites with a mesh are mesh geoms, primitive geoms that are fitted to a mesh, and mesh sites.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from gelenk.algebra.vec import Quat, Vec3, add, cross, neg_quat, rotate
from gelenk.modeling.compiler.aabb_tree import Tree
from gelenk.modeling.compiler.build import Build, Part, compose, floats, relative
from gelenk.modeling.compiler.geoms import aabb, rbound
from gelenk.modeling.compiler.mesh.hull import Polygons
from gelenk.tables.enums import mjtGeom, mjtGeomInertia, mjtObj


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
    fixed: bool = False  # whether vertices keep their frame, as those of plugins do
    stretch: tuple[float, ...] = ()  # matrix that scaled vertices are multiplied by, row by row; (): none
    deepest: int = 6  # largest depth of the octree
    release: int = 0  # the last release of MuJoCo that changed meshes, up to that of the model; 0 before all


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
    """Return a mesh as arrays: all scalars, flags for graph and octree, then the arrays."""
    numbers = np.concatenate([np.ravel(getattr(mesh, name)) for name in NUMBERS])
    has = np.array([mesh.graph is not None, mesh.octree is not None], np.uint8)
    found = [numbers, has, *(getattr(mesh, name) for name in ARRAYS), *mesh.polygons, *mesh.tree]
    return found + ([] if mesh.graph is None else [mesh.graph]) + [*(mesh.octree or ())]


def mesh_of(arrays: list[np.ndarray]) -> Mesh:
    """Return the mesh of `arrays_of` (inverse)."""
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


# Geoms fitted to a mesh

FITTED = (
    mjtGeom.mjGEOM_SPHERE,
    mjtGeom.mjGEOM_CAPSULE,
    mjtGeom.mjGEOM_CYLINDER,
    int(mjtGeom.mjGEOM_ELLIPSOID),
    int(mjtGeom.mjGEOM_BOX),
)


def place_mesh(build: Build, part: Part) -> None:
    """Set size and bounds of a geom with a mesh, and move its frame to that of the mesh.

    With fitaabb, a fitted geom is moved to the center of the mesh's box.
    """
    el: Any = part.el
    shown = part.type in (mjtGeom.mjGEOM_MESH, mjtGeom.mjGEOM_SDF)
    if not el.meshname:
        if shown:
            build.fail(el, "a mesh geom needs the name of a mesh", "mesh")
        return
    part.dataid = build.lookup(mjtObj.mjOBJ_MESH, el.meshname, el, "mesh")
    mesh = build.meshes[el.meshname]
    pos, quat = part.pos, part.quat
    if shown:
        if int(el.typeinertia) == mjtGeomInertia.mjINERTIA_SHELL:
            build.fail(
                el,
                "for mesh geoms, inertia is stated by the mesh",
                "shellinertia",
                'use <mesh inertia="shell"/>',
            )
        part.mesh = mesh
        part.size = mesh.reach
        part.aabb = (*mesh.center, *mesh.half)
        part.rbound = rbound(part.type, part.size)
    elif part.type in FITTED:
        if el.fromto[0] == el.fromto[0]:
            build.fail(el, "fromto cannot be used with a mesh", "fromto", "the mesh gives size and position")
        factor = float(el.fitscale)
        if build.origin_of(el).compiler.fitaabb:
            fitted = fit_box(part.type, mesh.half)
            pos = add(pos, rotate(quat, rotate(mesh.quat, mesh.center)))
        else:
            fitted = fit_inertia(part.type, inertia_box(mesh.inertia, mesh.volume))
        x, y, z = (*(factor * s for s in fitted), *part.size[len(fitted) :])
        part.size = (x, y, z)
        part.aabb, part.rbound = aabb(part.type, part.size), rbound(part.type, part.size)
    else:
        build.fail(
            el, "no shape of this type can be fitted to a mesh", "type", "sphere, capsule, cylinder, ..."
        )
    stated = part.pos, part.quat
    part.pos, part.quat = compose(pos, quat, mesh.pos, mesh.quat)
    part.surfacevel = surface_in(floats(el.__dict__["surfacevel"]), *relative(*stated, part.pos, part.quat))


def set_site_mesh(build: Build, part: Part) -> None:
    """Set mesh and size of a site of type mesh; its frame stays, unlike that of a geom."""
    el: Any = part.el
    if part.type != mjtGeom.mjGEOM_MESH:
        build.fail(el, "mesh can only be specified for mesh sites", "mesh", 'add type="mesh"')
    if not el.meshname:
        build.fail(el, "a mesh site needs the name of a mesh", "mesh")
    part.dataid = build.lookup(mjtObj.mjOBJ_MESH, el.meshname, el, "mesh")
    part.mesh = build.meshes[el.meshname]
    part.size = part.mesh.reach


def surface_in(velocity: tuple, pos: Vec3, quat: Quat) -> tuple:
    """Return a velocity field v + w x (x - origin) in a frame with this pose in its own."""
    v, w = velocity[:3], velocity[3:]
    inverse = neg_quat(quat)
    return (*rotate(inverse, add(v, cross(w, pos))), *rotate(inverse, w))


def inertia_box(inertia: Vec3, volume: float) -> Vec3:
    """Return half sizes of the solid box with this volume [m^3] and inertia/density [m^5]."""
    x, y, z = inertia
    a, b, c = (0.5 * math.sqrt(6.0 * max(0.0, s) / volume) for s in (y + z - x, x + z - y, x + y - z))
    return (a, b, c)


def fit_inertia(kind: int, box: Vec3) -> tuple[float, ...]:
    """Return the sizes of a shape with the extents of a box, averaged across the axis."""
    x, y, z = box
    if kind == mjtGeom.mjGEOM_SPHERE:
        return ((x + y + z) / 3.0,)
    across = 0.5 * (x + y)
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return (across, max(0.0, z - 0.5 * across))
    return (across, z) if kind == mjtGeom.mjGEOM_CYLINDER else box


def fit_box(kind: int, box: Vec3) -> tuple[float, ...]:
    """Return the sizes of a shape that bounds a box: the maximum across the axis."""
    x, y, z = box
    if kind == mjtGeom.mjGEOM_SPHERE:
        return (max(box),)
    across = max(x, y)
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return (across, max(0.0, z - across))
    return (across, z) if kind == mjtGeom.mjGEOM_CYLINDER else box
