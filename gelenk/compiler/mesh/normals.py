"""Normals at the vertices of a mesh that brings none: means of the normals of the triangles around, by area.

Documents: XML reference / asset / mesh (smoothnormal, processing step 2)
"""

from __future__ import annotations

import numpy as np

from gelenk.algebra.arrays import cross, dots
from gelenk.tables.enums import mjMINVAL

SHARP = 0.8  # cosine of the angle to the mean normal beyond which a triangle lies across a sharp edge


def vertex_normals(vert: np.ndarray, face: np.ndarray, smooth: bool) -> np.ndarray:
    """Unit normals (nvert, 3); where triangles around a vertex cancel, or there are none, it is the z axis.

    Without `smooth`, triangles that lie across a sharp edge from the mean are left out of it.
    """
    corners = vert.take(face, axis=0)
    area = cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    mean = normalized(gather(area, face, len(vert)))
    if smooth:
        return mean
    flat = normalized(area)
    near = np.einsum("fi,fki->fk", flat, mean.take(face, axis=0)) >= SHARP
    total = np.zeros((len(vert), 3))
    for k in range(3):
        chosen = near[:, k]
        total += gather(area[chosen], face[chosen][:, k : k + 1], len(vert))
    return normalized(total)


def gather(values: np.ndarray, face: np.ndarray, n: int) -> np.ndarray:
    """Sums over triangles of `values` (nface, 3) at each of n vertices."""
    index = face.T.ravel()
    repeated = np.tile(values, (face.shape[1], 1))
    return np.stack([np.bincount(index, repeated[:, k], n) for k in range(3)], axis=1)


def normalized(vectors: np.ndarray) -> np.ndarray:
    """Unit vectors; the z axis for vectors that are too short."""
    length = np.sqrt(dots(vectors, vectors))
    good = length > mjMINVAL
    result = np.tile((0.0, 0.0, 1.0), (len(vectors), 1))
    result[good] = vectors[good] / length[good, None]
    return result
