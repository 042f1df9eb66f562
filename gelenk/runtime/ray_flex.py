"""Cast a ray at a flex (ray_flex), and at the triangles of a skin.

Documents: API / Ray casting (mj_rayFlex, mju_raySkin)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gelenk.runtime import pipeline

if TYPE_CHECKING:
    from gelenk.runtime.data import MjData
    from gelenk.runtime.model import MjModel


def meet_triangles(x: np.ndarray, pnt: np.ndarray, vec: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return distances (n,) along a ray to triangles x (n, 3, 3), inf if missed; and normals.

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


def ray_flex(
    m: MjModel, d: MjData, flex: int, layer: int, shown: Sequence[int], pnt: np.ndarray, vec: np.ndarray
) -> tuple[float, np.ndarray, int]:
    """Return distance in lengths of vec, normal, and nearest vertex of the hit (mj_rayFlex).

    Distance and vertex are -1 without a hit. ``shown`` selects vertices, edges, faces, skin; a skin is the edges and
    the faces of layer 0, where there are faces.
    """
    vertex, out = np.full(1, -1, np.int32), np.zeros(4)
    bits = sum(1 << i for i, is_shown in enumerate(shown) if is_shown)
    pipeline.run_stage("ray_flex", m, d, flex, layer, bits, pnt, vec, vertex, out)
    return float(out[0]), out[1:], int(vertex[0])
