"""Volume, center of mass and inertia of a triangle mesh, solid or shell, with validation.

Documents: XML reference / asset / mesh (inertia); O'Rourke, Computational Geometry in C, section 1.3.8

With a, b, c the corners of a triangle relative to an apex, their tetrahedron has volume a . (b x c) / 6, center of mass
(a + b + c) / 4, and second moments V/20 (a a' + b b' + c c' + s s'), s = a + b + c. A bare triangle of area A has A/12
in place of V/20. The first apex is the area-weighted mean of the triangle centers, which yields the center of mass.
Volume and inertia are then computed about the center of mass. `legacy` takes all volumes as positive.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gelenk.algebra.linalg import eig3_relative
from gelenk.algebra.portable_arrays import cross, dot_rows, gram, triangle_centroids, weighted
from gelenk.algebra.vec import Quat, Vec3
from gelenk.errors import Error
from gelenk.modeling.compiler.element_frames import eig3
from gelenk.tables.enums import mjMINVAL, mjtMeshInertia
from gelenk.tables.releases import R4_0

# products of inertia and differences of moments that count as zero from 4.0 on, relative to the largest moment: the
# vertices are in single precision (measured)
ROUNDED = 1e-7


class Inertial(NamedTuple):
    """Volume (area of a shell), center of mass, axes, and inertia per density of a mesh."""

    volume: float
    pos: Vec3
    quat: Quat
    inertia: Vec3


def mesh_inertial(vert: np.ndarray, face: np.ndarray, kind: int, release: int) -> Inertial:
    """Return inertial properties of a mesh (nvert, 3), (nface, 3), or of its hull if convex.

    Errors   Error: no area, no volume or a negative one, neighbors that face opposite sides
    """
    if kind == mjtMeshInertia.mjMESH_INERTIA_EXACT:
        check_orientation(face)
    corners = vert.take(face, axis=0)
    normal = 0.5 * cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.sqrt(dot_rows(normal, normal))
    total = float(area.sum())
    if not total >= mjMINVAL:
        raise Error("mesh surface area is too small", hint="it needs triangles; coordinates are in meters")
    middle = weighted(area, triangle_centroids(corners)) / total
    if kind == mjtMeshInertia.mjMESH_INERTIA_SHELL:
        return principal(corners - middle, area, 1.0 / 12.0, middle, release)
    corners = corners - middle
    weight = pyramids(corners, kind)
    check_volume(float(weight.sum()))
    pos = weighted(weight, (corners[:, 0] + corners[:, 1] + corners[:, 2]) / 4.0) / weight.sum()
    corners = corners - pos
    weight = pyramids(corners, kind)
    check_volume(float(weight.sum()))
    return principal(corners, weight, 1.0 / 20.0, middle + pos, release)


def pyramids(corners: np.ndarray, kind: int) -> np.ndarray:
    """Return signed volumes of the tetrahedra from the origin to the triangles (nface, 3, 3).

    Triangles that face the origin count as negative, except for `legacy`.
    """
    volume = np.einsum("ij,ij->i", corners[:, 0], cross(corners[:, 1], corners[:, 2])) / 6.0
    return np.abs(volume) if kind == mjtMeshInertia.mjMESH_INERTIA_LEGACY else volume


def check_volume(volume: float) -> None:
    if volume < 0.0:
        raise Error("mesh volume is negative (misoriented triangles)", hint="turn its faces around")
    if not volume >= mjMINVAL:
        raise Error("mesh volume is too small", hint='a surface without volume needs inertia="shell"')


def principal(
    corners: np.ndarray, weight: np.ndarray, share: float, pos: np.ndarray, release: int
) -> Inertial:
    """Return the inertial properties from triangle weights about the center of mass.

    share    factor of the second moments: 1/20 for solids, 1/12 for shells
    """
    s = corners[:, 0] + corners[:, 1] + corners[:, 2]
    heavy = (corners * weight[:, None, None]).reshape(-1, 3)
    moments = share * (gram(heavy, corners.reshape(-1, 3)) + gram(s * weight[:, None], s))
    full = np.trace(moments) * np.eye(3) - moments
    flat = tuple(full.ravel().tolist())
    if release >= R4_0:
        inertia, quat, _ = eig3_relative(flat, ROUNDED, ROUNDED)
    else:
        inertia, quat, _ = eig3(flat, release)
    x, y, z = pos.tolist()
    return Inertial(float(weight.sum()), (x, y, z), quat, inertia)


def check_orientation(face: np.ndarray) -> None:
    """Fail unless each edge occurs at most once in each direction (consistent orientation).

    Errors   Error naming two vertices (counted from 1)
    """
    start, end = face[:, [0, 1, 2]].ravel().astype(np.int64), face[:, [1, 2, 0]].ravel().astype(np.int64)
    edges, counts = np.unique(start * (int(face.max()) + 1) + end, return_counts=True)
    if (counts > 1).any():
        first = int(edges[counts > 1][0])
        a, b = divmod(first, int(face.max()) + 1)
        raise Error(
            f"faces have inconsistent orientation: those with vertices {a + 1} and {b + 1}",
            hint='turn one of them around, or choose another inertia than "exact"',
        )
