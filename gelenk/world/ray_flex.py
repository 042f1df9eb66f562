"""Where a ray meets a flex: its vertices as balls, its edges as capsules, its elements as triangles.

Documents: API / Ray casting (mj_rayFlex)
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gelenk.engine.query.ray import ray_geom
from gelenk.tables.enums import mjtGeom

if TYPE_CHECKING:
    from gelenk.world.data import MjData
    from gelenk.world.model import MjModel

_UPRIGHT = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
_NOTHING: tuple[float, np.ndarray, int] = -1.0, np.zeros(3), -1


def _rows(m: MjModel, name: str, adr: str, num: str, flex: int) -> np.ndarray:
    first = int(getattr(m, "_a_" + adr)[flex])
    return getattr(m, "_a_" + name)[first : first + int(getattr(m, "_a_" + num)[flex])]


def triangles(m: MjModel, flex: int, layer: int) -> np.ndarray:
    """The triangles (n, 3) of the elements of a flex, in three dimensions those of one layer."""
    dim, first = int(m._a_flex_dim[flex]), int(m._a_flex_elemdataadr[flex])
    number = int(m._a_flex_elemnum[flex])
    elements = m._a_flex_elem[first : first + number * (dim + 1)].reshape(number, dim + 1)
    if dim == 3:
        elements = elements[_rows(m, "flex_elemlayer", "flex_elemadr", "flex_elemnum", flex) == layer]
    corners = list(itertools.combinations(range(dim + 1), 3))
    return elements[:, corners].reshape(-1, 3)


def meet_triangles(x: np.ndarray, pnt: np.ndarray, vec: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances (n,) along the ray to triangles with corners x (n, 3, 3), inf without a hit; their normals (n, 3).

    Source  Moeller and Trumbore 1997
    """
    e1, e2, s = x[:, 1] - x[:, 0], x[:, 2] - x[:, 0], pnt - x[:, 0]
    h, q, normal = np.cross(vec, e2), np.cross(s, e1), np.cross(e1, e2)
    det = np.einsum("ij,ij->i", e1, h)
    with np.errstate(all="ignore"):
        u, v = np.einsum("ij,ij->i", s, h) / det, q @ vec / det
        t = np.einsum("ij,ij->i", e2, q) / det
        hit = (u >= 0.0) & (v >= 0.0) & (u + v <= 1.0) & (t >= 0.0)
        return np.where(hit, t, np.inf), normal / np.linalg.norm(normal, axis=1)[:, None]


def near_line(x: np.ndarray, radius: float, pnt: np.ndarray, vec: np.ndarray) -> np.ndarray:
    """Which points (n, 3) are not farther than ``radius`` from the line of the ray."""
    across = np.cross(x - pnt, vec)
    return np.einsum("ij,ij->i", across, across) <= radius * radius * (vec @ vec) * (1.0 + 1e-9)


def frame_along(axis: np.ndarray) -> Any:
    """A rotation matrix (9) with its third column along ``axis``."""
    z = axis / np.linalg.norm(axis)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x /= np.linalg.norm(x)
    return tuple(np.stack([x, np.cross(z, x), z], axis=1).ravel())


def meet_edges(x: np.ndarray, radius: float, pnt: np.ndarray, vec: np.ndarray) -> Any:
    """The first capsule along the ray, with axes x (n, 2, 3): distance, normal."""
    middle, half = x.mean(axis=1), 0.5 * np.linalg.norm(x[:, 1] - x[:, 0], axis=1)
    best: tuple = _NOTHING[:2]
    for i in np.flatnonzero(near_line(middle, half + radius, pnt, vec) & (half > 0.0)):
        size = (radius, float(half[i]), 0.0)
        kind, turn = int(mjtGeom.mjGEOM_CAPSULE), frame_along(x[i, 1] - x[i, 0])
        t, n = ray_geom(tuple(middle[i]), turn, size, tuple(pnt), tuple(vec), kind)
        if t >= 0.0 and (best[0] < 0.0 or t < best[0]):
            best = t, np.array(n), int(i)
    return best


def ray_flex(
    m: MjModel, d: MjData, flex: int, layer: int, shown: Sequence[int], pnt: np.ndarray, vec: np.ndarray
) -> tuple[float, np.ndarray, int]:
    """Distance in lengths of vec, or -1, normal, and the vertex nearest to the hit, or -1 (mj_rayFlex).

    ``shown``: vertices, edges, faces, skin; a skin is the edges and the faces of layer 0, where there are faces.
    """
    verts, edges, faces, skin = shown
    first, radius = int(m._a_flex_vertadr[flex]), float(m._a_flex_radius[flex])
    x = d._a_flexvert_xpos[first : first + int(m._a_flex_vertnum[flex])]
    skin = skin and m._a_flex_dim[flex] > 1
    best = _NOTHING

    def keep(t: float, normal: Sequence[float] | np.ndarray, ids: Any) -> None:
        nonlocal best
        if t >= 0.0 and (best[0] < 0.0 or t < best[0]):
            ids = np.asarray(ids)
            nearest = ids[np.argmin(np.linalg.norm(x[ids] - (pnt + t * vec), axis=1))]
            best = float(t), np.asarray(normal), int(nearest)

    if verts:
        for i in np.flatnonzero(near_line(x, radius, pnt, vec)):
            kind, turn = int(mjtGeom.mjGEOM_SPHERE), _UPRIGHT
            keep(*ray_geom(tuple(x[i]), turn, (radius, 0.0, 0.0), tuple(pnt), tuple(vec), kind), [i])
    if edges or skin:
        ends = _rows(m, "flex_edge", "flex_edgeadr", "flex_edgenum", flex)
        found = meet_edges(x[ends], radius, pnt, vec)
        if found[0] >= 0.0:
            keep(found[0], found[1], ends[found[2]])
    if faces or skin:
        corners = triangles(m, flex, 0 if skin else layer)
        t, normal = meet_triangles(x[corners], pnt, vec)
        if len(t) and np.isfinite(t).any():
            first_hit = int(np.argmin(t))
            keep(t[first_hit], normal[first_hit], corners[first_hit])
    return best
