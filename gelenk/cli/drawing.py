"""Models seen from the side, -y: outlines of geoms, triangles of flexes, paths of tendons, drawn far ones first.

Documents: Computation / Simulation pipeline

The outline of a convex shape, seen along a direction, is the curve of its support points in the plane across.
Meshes are drawn as their hulls, height fields as their highest points. Colours are flat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import gelenk
from gelenk.tables.enums import mjtGeom

if TYPE_CHECKING:
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel

RIGHT, UP, INWARD = np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
GREY = (0.5, 0.5, 0.5, 1.0)
GROUPS = 3  # groups 0, 1, 2 are seen, as in the viewers of the field
_DRAWN = {
    mjtGeom.mjGEOM_HFIELD,
    mjtGeom.mjGEOM_SPHERE,
    mjtGeom.mjGEOM_CAPSULE,
    mjtGeom.mjGEOM_ELLIPSOID,
    mjtGeom.mjGEOM_CYLINDER,
    mjtGeom.mjGEOM_BOX,
    mjtGeom.mjGEOM_MESH,
}


class Outline(NamedTuple):
    """Polygons (each (n, 2): right, up [m]) or a line, how far away they are [m], their colour."""

    polygons: list[np.ndarray]
    depth: float
    rgba: tuple
    line: bool = False


def place(m: MjModel, d: MjData, qpos: np.ndarray) -> None:
    """Bring ``d`` to the positions ``qpos``, as far as drawing needs."""
    d.qpos[:] = qpos
    gelenk.mj_kinematics(m, d)
    gelenk.mj_comPos(m, d)
    gelenk.mj_flex(m, d)
    gelenk.mj_tendon(m, d)


def support(kind: int, size: np.ndarray, u: np.ndarray) -> np.ndarray:
    """Points (n, 3) of the shape farthest along the directions u (n, 3), in its own frame [m]."""
    if kind == mjtGeom.mjGEOM_SPHERE:
        return size[0] * u
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return size[0] * u + np.sign(u[:, 2:]) * np.array([0.0, 0.0, size[1]])
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return size * size * u / np.linalg.norm(size * u, axis=1, keepdims=True)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        radial = u[:, :2] / np.maximum(np.linalg.norm(u[:, :2], axis=1, keepdims=True), 1e-12)
        return np.column_stack((size[0] * radial, size[1] * np.sign(u[:, 2])))
    return size * np.sign(u)


def mesh_support(m: MjModel, mesh: int, u: np.ndarray) -> np.ndarray:
    """Vertices (n, 3) of a mesh farthest along the directions u (n, 3), in the frame of the geom [m]."""
    first = m.mesh_vertadr[mesh]
    vert = m.mesh_vert[first : first + m.mesh_vertnum[mesh]]
    return vert[np.argmax(u @ vert.T, axis=1)]


def hfield_profile(m: MjModel, d: MjData, geom: int) -> np.ndarray:
    """Outline (n, 2) of a height field: its highest points from left to right, and its base below them [m]."""
    k = m.geom_dataid[geom]
    nrow, ncol, size = m.hfield_nrow[k], m.hfield_ncol[k], m.hfield_size[k]
    z = size[2] * m.hfield_data[m.hfield_adr[k] : m.hfield_adr[k] + nrow * ncol]
    x, y = np.meshgrid(np.linspace(-size[0], size[0], ncol), np.linspace(-size[1], size[1], nrow))
    points = (
        np.column_stack((x.ravel(), y.ravel(), z)) @ d.geom_xmat[geom].reshape(3, 3).T + d.geom_xpos[geom]
    )
    x, z = points @ RIGHT, points @ UP
    edges = np.linspace(x.min(), x.max(), max(ncol, nrow))
    column = np.searchsorted(edges, x, side="right") - 1
    top = np.full(len(edges), -np.inf)
    np.maximum.at(top, column, z)
    seen = np.isfinite(top)
    base = z.min() - size[3]
    return np.vstack((np.column_stack((edges[seen], top[seen])), [[edges[-1], base], [edges[0], base]]))


def silhouette(m: MjModel, d: MjData, geom: int, n: int = 60) -> np.ndarray:
    """Outline (n, 2) of a geom seen from -y: x to the right, z up [m]."""
    kind = m.geom_type[geom]
    if kind == mjtGeom.mjGEOM_HFIELD:
        return hfield_profile(m, d, geom)
    angle = np.arange(n) * (2 * math.pi / n) + 1e-3  # off the axes, where boxes have edges
    across = np.outer(np.cos(angle), RIGHT) + np.outer(np.sin(angle), UP)
    rotation = d.geom_xmat[geom].reshape(3, 3)
    if kind == mjtGeom.mjGEOM_MESH:
        points = mesh_support(m, m.geom_dataid[geom], across @ rotation)
    else:
        points = support(kind, m.geom_size[geom], across @ rotation)
    points = points @ rotation.T + d.geom_xpos[geom]
    return np.column_stack((points @ RIGHT, points @ UP))


def color(m: MjModel, material: int, own: np.ndarray) -> Any:
    """Colour of a thing: of its material, else its own."""
    return tuple(m.mat_rgba[material] if material >= 0 and np.all(own == GREY) else own)


def geom_outlines(m: MjModel, d: MjData) -> Iterator[Outline]:
    """Outlines of all geoms that are seen."""
    for g in range(m.ngeom):
        if m.geom_type[g] in _DRAWN and m.geom_group[g] < GROUPS:
            rgba = color(m, m.geom_matid[g], m.geom_rgba[g])
            yield Outline([silhouette(m, d, g)], float(d.geom_xpos[g] @ INWARD), rgba)


def flex_outlines(m: MjModel, d: MjData) -> Iterator[Outline]:
    """The shell of each flex: triangles, or segments of lines."""
    for f in range(m.nflex):
        if m.flex_group[f] >= GROUPS:
            continue
        first, dim = m.flex_vertadr[f], m.flex_dim[f]
        vert = d.flexvert_xpos[first : first + m.flex_vertnum[f]]
        corners = 3 if dim == 3 else dim + 1
        if dim == 3:
            adr, num, source = m.flex_shelldataadr[f], m.flex_shellnum[f], m.flex_shell
        else:
            adr, num, source = m.flex_elemdataadr[f], m.flex_elemnum[f], m.flex_elem
        elements = source[adr : adr + corners * num].reshape(-1, corners)
        order = np.argsort(-(vert @ INWARD)[elements].mean(axis=1))
        flat = np.column_stack((vert @ RIGHT, vert @ UP))
        rgba = color(m, m.flex_matid[f], m.flex_rgba[f])
        polygons = [flat[element] for element in elements[order]]
        yield Outline(polygons, float((vert @ INWARD).mean()), rgba, line=dim == 1)


def tendon_outlines(m: MjModel, d: MjData) -> Iterator[Outline]:
    """Paths of spatial tendons."""
    wrap = d.wrap_xpos.reshape(-1, 3)
    for t in range(m.ntendon):
        adr, num = d.ten_wrapadr[t], d.ten_wrapnum[t]
        if num < 2 or m.tendon_group[t] >= GROUPS:
            continue
        points = wrap[adr : adr + num]
        flat = np.column_stack((points @ RIGHT, points @ UP))
        cuts = np.flatnonzero(d.wrap_obj.reshape(-1)[adr : adr + num] == -2)  # pulleys end a branch
        branches = [part for part in np.split(flat, cuts) if len(part) > 1]
        rgba = color(m, m.tendon_matid[t], m.tendon_rgba[t])
        yield Outline(branches, float((points @ INWARD).mean()) - 1e-3, rgba, line=True)


def outlines(m: MjModel, d: MjData) -> list[Outline]:
    """All that is seen of the model in the state that ``place`` made, far things first."""
    found = [*geom_outlines(m, d), *flex_outlines(m, d), *tendon_outlines(m, d)]
    return sorted(found, key=lambda outline: -outline.depth)


def draw(ax: Any, shapes: list[Outline], offset: float = 0.0) -> None:
    """Draw the outlines, moved by ``offset`` to the right."""
    from matplotlib.collections import LineCollection, PolyCollection

    for shape in shapes:
        r, g, b, a = (float(c) for c in shape.rgba)
        moved = [polygon + (offset, 0.0) for polygon in shape.polygons]
        if shape.line:
            ax.add_collection(LineCollection(moved, colors=[(r, g, b, a)], linewidths=1.2))
        else:
            edge = (0.35 * r, 0.35 * g, 0.35 * b, a)
            ax.add_collection(
                PolyCollection(moved, facecolors=[(r, g, b, a)], edgecolors=[edge], linewidths=0.5)
            )


def extent(shapes: list[Outline]) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of the outlines [m]."""
    polygons = [polygon for shape in shapes for polygon in shape.polygons]
    points = np.vstack(polygons) if polygons else np.zeros((1, 2))
    (left, bottom), (right, top) = points.min(axis=0), points.max(axis=0)
    return float(left), float(right), float(bottom), float(top)
