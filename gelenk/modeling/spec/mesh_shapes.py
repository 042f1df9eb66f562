"""Mesh shapes, the builtin meshes: spheres, cones, superquadrics, wedges, plates, grids.

Documents: XML reference / asset / mesh (builtin, params); Barr 1981 (superquadrics)

Each function returns vertices (n, 3), triangles (m, 3), counter-clockwise from outside, and normals. Without
triangles the mesh is the convex hull of its vertices. Wedges and plates are grids of tactile cells, with
three normals per vertex, the axes of its cell. Grids of points are those of flexcomps (point_grids.py): solids have
tetrahedra instead of triangles.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gelenk.algebra.portable_arrays import map_elements
from gelenk.errors import Error
from gelenk.modeling.spec import point_grids

MOST_VERTICES = 1 << 20
FINEST_SPHERE = 4  # largest subdivision, as in 3.5.0
FINEST_HEMISPHERE = 10
NO_INDICES = np.zeros((0, 3), np.int64)
NO_VECTORS = np.zeros((0, 3))
NO_TETRAHEDRA = np.zeros((0, 4), np.int64)


class Shape(NamedTuple):
    """Vertices, triangles, normals; nodes and tetrahedra of grids."""

    vert: np.ndarray
    face: np.ndarray = NO_INDICES
    normal: np.ndarray = NO_VECTORS
    node: np.ndarray = NO_VECTORS
    tet: np.ndarray = NO_TETRAHEDRA


def require(right: bool, message: str) -> None:
    """Raise an Error with a message unless the condition `right` is true."""
    if not right:
        raise Error(message)


def bounded(count: int) -> None:
    """Refuse an excessive number of vertices before any allocation."""
    require(count <= MOST_VERTICES, f"a builtin mesh of {count} vertices; at most {MOST_VERTICES} are made")


def power(base: np.ndarray, exponent: float) -> np.ndarray:
    """sign(x) |x|^p, the signed power of superquadrics."""
    return np.sign(base) * map_elements(lambda x: math.pow(x, exponent), np.abs(base))


# ---- spheres


def icosahedron() -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices and triangles of an icosahedron.

    The twelve vertices are the corners of three golden rectangles. Five triangles surround each of two opposite
    vertices, and ten form the band between them.
    """
    a = 1.0 / math.sqrt(1.0 + ((1.0 + math.sqrt(5.0)) / 2.0) ** 2)
    b = a * (1.0 + math.sqrt(5.0)) / 2.0
    flat = np.array([(-a, b, 0.0), (a, b, 0.0), (-a, -b, 0.0), (a, -b, 0.0)])
    vert = np.concatenate([flat, np.roll(flat, 1, axis=1), np.roll(flat, 2, axis=1)])
    vert[4:8, 1:] = [(-a, b), (a, b), (-a, -b), (a, -b)]
    vert[8:, [0, 2]] = [(b, -a), (b, a), (-b, -a), (-b, a)]
    ring0, ring3 = (11, 5, 1, 7, 10), (9, 4, 2, 6, 8)
    top = [(0, ring0[k], ring0[(k + 1) % 5]) for k in range(5)]
    upper = [(1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8)]
    bottom = [(3, ring3[k], ring3[(k + 1) % 5]) for k in range(5)]
    lower = [(4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    return vert, np.array(top + upper + bottom + lower)


def sphere(subdivision: int) -> Shape:
    """Return an icosahedron with each triangle cut into four, `subdivision` times."""
    require(subdivision >= 0, "sphere subdivision cannot be negative")
    require(subdivision <= FINEST_SPHERE, f"sphere subdivision cannot be greater than {FINEST_SPHERE}")
    vert, face = icosahedron()
    points = vert.tolist()
    for _ in range(subdivision):
        middles: dict[tuple[int, int], int] = {}
        finer = []
        for a, b, c in face.tolist():
            ab, bc, ca = (middle(points, middles, i, j) for i, j in ((a, b), (b, c), (c, a)))
            finer += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        face = np.array(finer)
    return Shape(np.array(points), face)


def middle(points: list, middles: dict[tuple[int, int], int], i: int, j: int) -> int:
    """Return the vertex on the sphere above the middle of an edge, created on first use."""
    edge = (min(i, j), max(i, j))
    if edge not in middles:
        x, y, z = (p + q for p, q in zip(points[i], points[j], strict=True))
        length = math.sqrt(x * x + y * y + z * z)
        middles[edge] = len(points)
        points.append([x / length, y / length, z / length])
    return middles[edge]


def hemisphere(resolution: int) -> Shape:
    """Return the upper half of a subdivided octahedron, projected to the sphere, closed below.

    Ring k of n has 4k vertices: in each quadrant from (k, 0, n - k) towards (0, k, n - k).
    """
    require(resolution >= 0, "hemisphere resolution cannot be negative")
    require(
        resolution <= FINEST_HEMISPHERE, f"hemisphere resolution cannot be greater than {FINEST_HEMISPHERE}"
    )
    n = resolution + 1
    vert = [(0.0, 0.0, 1.0)]
    first = [0]
    for k in range(1, n + 1):
        first.append(len(vert))
        quadrant = [(k - j, j) for j in range(k)]
        for turn in range(4):
            for x, y in quadrant:
                x, y = ((x, y), (-y, x), (-x, -y), (y, -x))[turn]
                length = math.sqrt(x * x + y * y + (n - k) ** 2)
                vert.append((x / length, y / length, (n - k) / length))
    face = []
    for k in range(n):
        for turn in range(4):
            inner = [first[k] + (turn * k + j) % max(1, 4 * k) for j in range(k + 1)]
            outer = [first[k + 1] + (turn * (k + 1) + j) % (4 * (k + 1)) for j in range(k + 2)]
            for j in range(k):
                face += [(inner[j], outer[j], outer[j + 1]), (inner[j], outer[j + 1], inner[j + 1])]
            face.append((inner[k], outer[k], outer[k + 1]))
    center = len(vert)
    rim = [first[n] + j for j in range(4 * n)]
    face += [(rim[j], center, rim[(j + 1) % len(rim)]) for j in range(len(rim))]
    return Shape(np.array([*vert, (0.0, 0.0, 0.0)]), np.array(face))


# ---- cones and superquadrics


def cone(nedge: int, radius: float) -> Shape:
    """Return a regular polygon, and above it a copy scaled by `radius`, or a tip."""
    require(nedge >= 0, "number of edges of a cone cannot be negative")
    require(math.isfinite(radius), "radius of a cone must be finite")
    bounded(2 * nedge)
    angle = 2.0 * math.pi * np.arange(2 * nedge) / max(1, nedge)
    ring = np.stack(
        [
            map_elements(math.cos, angle),
            map_elements(math.sin, angle),
            np.where(np.arange(2 * nedge) < nedge, -1.0, 1.0),
        ],
        axis=1,
    )
    if not radius > 0.0:
        return Shape(np.concatenate([ring[:nedge], [(0.0, 0.0, 1.0)]]))
    ring[nedge:, :2] *= radius
    return Shape(ring)


def supersphere(resolution: int, e: float, n: float) -> Shape:
    """Return a superellipsoid with exponents e in longitude, n in latitude.

    Exponents of 1 give a sphere, 0 a box, 2 an octahedron.
    """
    require(resolution >= 3, "supersphere resolution must be greater than 2")
    require(e >= 0.0, "supersphere 'e' cannot be negative")
    require(n >= 0.0, "supersphere 'n' cannot be negative")
    res = resolution
    bounded(res * res)
    row, column = np.divmod(np.arange((res - 1) * res), res)
    lat = -0.5 * math.pi + math.pi * (row + 1) / res
    lon = -math.pi + 2.0 * math.pi * column / res
    across = power(map_elements(math.cos, lat), n)
    x, y, z = (
        across * power(map_elements(math.cos, lon), e),
        across * power(map_elements(math.sin, lon), e),
        power(map_elements(math.sin, lat), n),
    )
    vert = np.concatenate([[(0.0, 0.0, -1.0)], np.stack([x, y, z], axis=1), [(0.0, 0.0, 1.0)]])
    here, right = np.arange(res), (np.arange(res) + 1) % res
    bottom = np.stack([np.zeros(res, np.int64), 1 + right, 1 + here], axis=1)
    bands = [bottom]
    for start in range(1, 1 + (res - 2) * res, res):
        a, b = start + here, start + right
        bands.append(np.stack([a, b, a + res, b, b + res, a + res], axis=1).reshape(-1, 3))
    last = 1 + (res - 2) * res
    bands.append(np.stack([last + here, last + right, np.full(res, last + res)], axis=1))
    return Shape(vert, np.concatenate(bands))


def supertorus(resolution: int, radius: float, s: float, t: float) -> Shape:
    """Return a ring of radius 1 around z with section `radius` and exponents s and t.

    s is the exponent of the section, t of the ring.
    """
    require(resolution >= 3, "supertorus resolution must be at least 3")
    require(0.0 < radius <= 1.0, "supertorus radius must be in (0, 1]")
    require(s > 0.0, "supertorus 's' must be greater than 0")
    require(t > 0.0, "supertorus 't' must be greater than 0")
    n = resolution
    bounded(n * n)
    i, j = np.divmod(np.arange(n * n), n)
    around, section = 2.0 * math.pi * i / n, 2.0 * math.pi * j / n
    across = 1.0 + radius * power(map_elements(math.cos, section), s)
    x, y = (
        across * power(map_elements(math.cos, around), t),
        across * power(map_elements(math.sin, around), t),
    )
    vert = np.stack([x, y, radius * power(map_elements(math.sin, section), s)], axis=1)
    a, b = i * n + j, (i + 1) % n * n + j
    c, d = i * n + (j + 1) % n, (i + 1) % n * n + (j + 1) % n
    return Shape(vert, np.stack([a, b, c, b, d, c], axis=1).reshape(-1, 3))


# ---- grids of tactile cells


def plate(horizontal: int, vertical: int) -> Shape:
    """Return centers of the cells of a square from -1 to 1, at z = -1."""
    check_grid(horizontal, vertical)
    i, j = np.divmod(np.arange(horizontal * vertical), vertical)
    x, y = (2.0 * i + 1.0) / horizontal - 1.0, (2.0 * j + 1.0) / vertical - 1.0
    vert = np.stack([x, y, np.full(len(x), -1.0)], axis=1)
    corner = (np.arange(horizontal - 1)[:, None] * vertical + np.arange(vertical - 1)).ravel()
    a, b, c, d = corner, corner + vertical, corner + 1, corner + vertical + 1
    face = np.stack([a, b, c, d, c, b], axis=1).reshape(-1, 3)
    return Shape(vert, face, np.tile(np.eye(3), (len(vert), 1)))


def wedge(resolution: tuple[int, int], fov: tuple[float, float], gamma: float) -> Shape:
    """Return centers of cells on the unit sphere, within `fov` [degrees] of -z on each side.

    The borders x of the cells, from -1 to 1, move to gamma x^5 + (1 - gamma) x, which makes cells in the middle
    smaller.
    """
    check_grid(*resolution)
    for k, most in enumerate((180, 90)):
        require(0.0 < fov[k] <= most, f"fov[{k}] must be in (0, {most}] degrees")
    require(0.0 <= gamma <= 1.0, "gamma must be in [0, 1]")
    angles = []
    for n, field in zip(resolution, fov, strict=True):
        border = -1.0 + 2.0 * np.arange(n + 1) / n
        border = gamma * (border * border) * (border * border) * border + (1.0 - gamma) * border
        angles.append(math.radians(field) * 0.5 * (border[1:] + border[:-1]))
    azimuth, elevation = (grid.ravel() for grid in np.meshgrid(*angles, indexing="ij"))
    sin_a, cos_a, sin_e, cos_e = (
        map_elements(f, angle) for angle in (azimuth, elevation) for f in (math.sin, math.cos)
    )
    out = np.stack([sin_a * cos_e, sin_e, -cos_a * cos_e], axis=1)
    right = np.stack([cos_a, np.zeros_like(cos_a), sin_a], axis=1)
    up = np.stack([-sin_a * sin_e, cos_e, cos_a * sin_e], axis=1)
    return Shape(out, normal=np.stack([out, right, up], axis=1).reshape(-1, 3))


def check_grid(horizontal: int, vertical: int) -> None:
    require(horizontal > 0 and vertical > 0, "horizontal and vertical resolutions must be positive")
    bounded(horizontal * vertical)


# ---- grids of points, as those of flexcomps


def point_grid(form: str, count: tuple[int, int, int], spacing: Sequence[float], dim: int) -> Shape:
    """Return a flexcomp shape as a mesh, of triangles (dim 2) or tetrahedra (dim 3)."""
    require(dim in (2, 3), f"dim of a builtin {form} must be 2 or 3, got {dim}")
    flat = form in ("square", "disc")
    require(not flat or count[2] == 1, f"the third count of a builtin {form} must be 1, got {count[2]}")
    require(all(map(math.isfinite, spacing)), f"the spacing of a builtin {form} must be finite")
    step = np.array(spacing, float)
    try:
        point_grids.check_count(count)
        if form == "grid":
            made = point_grids.grid(count, step, dim)
        elif flat:
            made = point_grids.disc(count, step, dim, form == "disc")
        else:
            made = point_grids.box(count, step, dim, form)
    except ValueError as error:
        raise Error(f"builtin {form}: {error}") from None
    if dim == 3:
        return Shape(made.points, node=made.points, tet=made.elements)
    return Shape(made.points, made.elements, node=made.points)
