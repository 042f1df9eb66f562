"""Products, inverses and elementary functions of arrays, bit-identical on every CPU.

Documents: design / Sameness

numpy passes `@`, dot and linalg to a BLAS, and some functions to kernels chosen by CPU; these differ in the order of
addition, or in rounding. Values of a compiled model are computed with the functions of this module instead: sums of
elementwise products in a stated order, and the functions of the module math.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

MAX_ITERATIONS = (
    100  # iteration limit for the nearest rotation; a box as flat as 1e-12 needs about 40 iterations
)


def matmul(vectors: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Return vectors (..., n) times matrix (n, k), like vectors @ matrix."""
    total = vectors[..., 0, None] * matrix[0]
    for i in range(1, len(matrix)):
        total = total + vectors[..., i, None] * matrix[i]
    return total


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return cross products of rows (n, 3), faster than numpy.cross, which takes any shape."""
    x, y, z = a[:, 0], a[:, 1], a[:, 2]
    u, v, w = b[:, 0], b[:, 1], b[:, 2]
    made: np.ndarray = np.empty(a.shape, np.result_type(a, b))
    made[:, 0] = y * w - z * v
    made[:, 1] = z * u - x * w
    made[:, 2] = x * v - y * u
    return made


def dot_rows(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return dot products (n,) of rows (n, 3).

    A numpy sum over an axis of length three takes six times as long.
    """
    product = a * b
    return product[:, 0] + product[:, 1] + product[:, 2]


def triangle_centroids(corners: np.ndarray) -> np.ndarray:
    """Return the centroids (n, 3) of triangles (n, 3, 3)."""
    return (corners[:, 0] + corners[:, 1] + corners[:, 2]) / 3.0


def bounds(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the minimum and maximum coordinates (n, 3) of triangles (n, 3, 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    return np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)


def weighted(weight: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the sum (k,) of rows (n, k) times weights (n,), like weight @ rows."""
    return np.ascontiguousarray((weight[:, None] * rows).T).sum(axis=1)


def gram(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the product (j, k) of a (n, j) and b (n, k), like a.T @ b."""
    return np.array([[(x * y).sum() for y in np.ascontiguousarray(b.T)] for x in np.ascontiguousarray(a.T)])


def length(vector: np.ndarray) -> float:
    """Return the Euclidean norm of one vector."""
    return math.sqrt((vector * vector).sum())


def determinant3(a: np.ndarray) -> float:
    """Return the determinant of one 3-by-3 matrix."""
    (a, b, c), (d, e, f), (g, h, i) = a.tolist()
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def inverse(matrices: np.ndarray) -> np.ndarray:
    """Return the inverses of small matrices (k, n, n); not finite where singular.

    Gauss-Jordan elimination with row pivots.
    """
    count, n, _ = matrices.shape
    every = np.arange(count)
    work = np.concatenate([matrices, np.broadcast_to(np.eye(n), matrices.shape)], axis=2)
    with np.errstate(all="ignore"):
        for c in range(n):
            pivot = c + np.abs(work[:, c:, c]).argmax(axis=1)
            work[every, pivot], work[:, c] = work[:, c].copy(), work[every, pivot]
            work[:, c] /= work[:, c, c, None].copy()
            for r in range(n):
                if r != c:
                    work[:, r] -= work[:, r, c, None].copy() * work[:, c]
    return work[:, :, n:]


def nearest_rotation(a: np.ndarray) -> np.ndarray:
    """Return the rotation nearest to a 3-by-3 matrix of positive determinant.

    Source   Newton's iteration, Higham 1986, Computing the polar decomposition
    """
    for _ in range(MAX_ITERATIONS):
        before = a
        a = 0.5 * (a + inverse(a[None])[0].T)
        if np.abs(a - before).max() <= 1e-15:
            break
    return a


def map_elements(function: Callable[[float], float], array: np.ndarray) -> np.ndarray:
    """Apply a function of the module math to every element; for small arrays."""
    return np.array([function(x) for x in array.ravel().tolist()]).reshape(array.shape)


def unique_rows(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return sorted distinct rows, the first index of each (k), and the inverse indices (n).

    Equals numpy.unique(rows, axis=0), which reports an interrupt as a TypeError.
    """
    order = np.lexsort(rows.T[::-1])
    ordered = rows[order]
    begins = np.ones(len(rows), bool)
    begins[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    number = np.empty(len(rows), np.intp)
    number[order] = np.cumsum(begins) - 1
    return ordered[begins], order[begins], number
