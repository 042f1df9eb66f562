"""Mesh geoms, primitive geoms that are fitted to a mesh, and mesh sites.

Documents: XML reference / geom (mesh, fitscale); site (mesh) (of 4.0.0); compiler (fitaabb)
"""

from __future__ import annotations

import math
from typing import Any

from gelenk.algebra.vec import Quat, Vec3, add, cross, neg_quat, rotate
from gelenk.modeling.compiler.build import Build, Part
from gelenk.modeling.compiler.element_frames import compose, floats, relative
from gelenk.modeling.compiler.geoms import aabb, rbound
from gelenk.tables.enums import mjtGeom, mjtGeomInertia, mjtObj

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
    """Set mesh and size of a site of type mesh; its frame is unchanged, unlike that of a geom."""
    el: Any = part.el
    if part.type != mjtGeom.mjGEOM_MESH:
        build.fail(el, "mesh can only be specified for mesh sites", "mesh", 'add type="mesh"')
    if not el.meshname:
        build.fail(el, "a mesh site needs the name of a mesh", "mesh")
    part.dataid = build.lookup(mjtObj.mjOBJ_MESH, el.meshname, el, "mesh")
    part.mesh = build.meshes[el.meshname]
    part.size = part.mesh.reach


def surface_in(velocity: tuple, pos: Vec3, quat: Quat) -> tuple:
    """Return the velocity field v + w x r, transformed to the frame with this pose.

    r is the position relative to the origin of the frame; the pose is that of the new frame in the old one.
    """
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
