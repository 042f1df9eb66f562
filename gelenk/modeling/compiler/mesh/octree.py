"""Octrees of meshes: cells around the surface, with signed distances at their corners.

Documents: XML reference / geom (sdf); API / MJModel (oct_*, mesh_octadr, mesh_octnum)

The root is the bounding box of the mesh, scaled by GROWTH. A cell is divided, down to DEEPEST_LEVEL levels, if a
triangle overlaps it (separating axes, Akenine-Moeller 2001). Then the tree is balanced, round by round, until neighbors
that share a face differ by less than two levels. Children and corners are numbered with x fastest. A hanging corner, on
an edge or a face of a larger cell, has the mean value of the corners of that edge or face, so that the field is
continuous.
"""

from __future__ import annotations

import math

import numpy as np

from gelenk.algebra.portable_arrays import map_elements, unique_rows
from gelenk.engine.collision.convex.mesh_distance import FEATURES
from gelenk.errors import Error
from gelenk.modeling.compiler.aabb_tree import build_triangle_tree
from gelenk.modeling.compiler.mesh.processed_mesh import Octree
from gelenk.modeling.compiler.spec_columns import distinct
from gelenk.toolchain.extension import load

DEEPEST_LEVEL = 6
CELLS_ALONG = 1 << DEEPEST_LEVEL  # cells along each axis at the deepest level
GROWTH = 1.1
MOST_PAIRS = 1 << 25  # overlapping pairs of cell and triangle at one level
PAIRS_AT_ONCE = 1 << 16  # pairs that are processed at once
CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)])
DIRECTIONS = tuple((axis, side) for axis in range(3) for side in (-1, 1))
# corners of the 12 edges, then of the 6 faces of a cell, in whose middle corners of smaller cells can hang
SPANS = [[i, i | b] for b in (1, 2, 4) for i in range(8) if not i & b] + [
    [i for i in range(8) if bool(i & b) == high] for b in (1, 2, 4) for high in (False, True)
]


def octree_of_mesh(vert: np.ndarray, face: np.ndarray, deepest: int = DEEPEST_LEVEL) -> Octree:
    """Return the octree of triangles `face` (n, 3) of `vert`, at most `deepest` levels deep.

    Errors   Error: the mesh is too complex
    """
    low, high = vert.min(axis=0), vert.max(axis=0)
    center, half = 0.5 * (low + high), 0.5 * GROWTH * (high - low)
    corners = np.asarray(vert, np.float64)[np.asarray(face, int)].reshape(-1, 3, 3)
    cells = Cells()
    cells.refine((corners - (center - half)) / np.where(half > 0.0, 2.0 * half / CELLS_ALONG, 1.0), deepest)
    cells.even_out()
    size = CELLS_ALONG >> cells.depth
    unit = 2.0 * half / CELLS_ALONG
    aabb = np.concatenate(
        [center - half + unit * (cells.low + 0.5 * size[:, None]), unit * (0.5 * size[:, None])], axis=1
    )
    points, index = cells.corners()
    values = distances(center - half + unit * points, corners)
    cells.smooth(values, points, index)
    return Octree(aabb, cells.children, cells.depth, values[index])


class Cells:
    """Octree cells in id order: lower corner [smallest cells], depth, first child or -1."""

    def __init__(self) -> None:
        self.low = np.zeros((1, 3), int)
        self.depth = np.zeros(1, int)
        self.first = np.full(1, -1)

    @property
    def children(self) -> np.ndarray:
        """Return the ids of the eight children of each cell (ncell, 8); -1 in leaves."""
        return np.where(self.first[:, None] >= 0, self.first[:, None] + np.arange(8), -1)

    def divide(self, cell: np.ndarray) -> None:
        """Append eight children for each of these cells, in the given order."""
        count = len(self.depth)
        self.first[cell] = count + 8 * np.arange(len(cell))
        half = (CELLS_ALONG >> self.depth[cell]) >> 1
        low = self.low[cell][:, None] + half[:, None, None] * CORNERS
        self.low = np.concatenate([self.low, low.reshape(-1, 3)])
        self.depth = np.concatenate([self.depth, np.repeat(self.depth[cell] + 1, 8)])
        self.first = np.concatenate([self.first, np.full(8 * len(cell), -1)])

    def refine(self, corners: np.ndarray, deepest: int) -> None:
        """Divide cells that overlap a triangle, level by level; corners (n, 3, 3) in cell units."""
        cell, triangle = np.zeros(len(corners), int), np.arange(len(corners))
        for level in range(deepest):
            hit = overlaps(self.low[cell], CELLS_ALONG >> level, corners, triangle)
            cell, triangle = cell[hit], triangle[hit]
            self.divide(distinct(cell))
            if level + 1 < deepest:
                cell, triangle = self.overlapping_children(cell, triangle, corners)

    def overlapping_children(
        self, cell: np.ndarray, triangle: np.ndarray, corners: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the pairs of child and triangle whose boxes overlap, from the parents' pairs."""
        found_cell, found_triangle, count = [], [], 0
        low, high = corners.min(axis=1), corners.max(axis=1)
        for start in range(0, len(cell), PAIRS_AT_ONCE):
            part, tri = (
                self.first[cell[start : start + PAIRS_AT_ONCE]],
                triangle[start : start + PAIRS_AT_ONCE],
            )
            size = CELLS_ALONG >> self.depth[part[0]]
            for k in range(8):
                at = self.low[part + k]
                near = (low[tri] <= at + size) & (high[tri] >= at)
                near = near[:, 0] & near[:, 1] & near[:, 2]
                found_cell.append((part + k)[near])
                found_triangle.append(tri[near])
                count += len(found_cell[-1])
            if count > MOST_PAIRS:
                raise Error("the mesh is too complex for a signed distance field", hint="use fewer triangles")
        return np.concatenate(found_cell), np.concatenate(found_triangle)

    def even_out(self) -> None:
        """Divide leaves until leaves that share a face differ by at most one level.

        In each round every leaf, in id order, is compared with the neighbors across its faces, at its lowest corner;
        cells are divided after the round, in the order in which they were found.
        """
        grid = np.zeros((CELLS_ALONG,) * 3, int)
        fresh = np.flatnonzero(self.first < 0)
        while True:
            self.fill_grid(grid, fresh)
            leaf = np.flatnonzero(self.first < 0)
            found = np.full((len(leaf), len(DIRECTIONS)), -1)
            for k, (axis, side) in enumerate(DIRECTIONS):
                at = self.low[leaf].copy()
                at[:, axis] += np.where(side > 0, CELLS_ALONG >> self.depth[leaf], -1)
                inside = (at[:, axis] >= 0) & (at[:, axis] < CELLS_ALONG)
                other = grid[tuple(at[inside].T)]
                deeper = self.depth[other] - self.depth[leaf[inside]]
                found[inside, k] = np.where(deeper > 1, leaf[inside], np.where(deeper < -1, other, -1))
            wanted = found[found >= 0]
            if not len(wanted):
                return
            cell, place = np.unique(wanted, return_index=True)
            before = len(self.depth)
            self.divide(cell[np.argsort(place)])
            fresh = np.arange(before, len(self.depth))

    def fill_grid(self, grid: np.ndarray, leaf: np.ndarray) -> None:
        """Write the ids of leaves into the grid of smallest cells."""
        for depth in range(DEEPEST_LEVEL + 1):
            cell, size = leaf[self.depth[leaf] == depth], CELLS_ALONG >> depth
            inner = np.indices((size,) * 3).reshape(3, -1)
            x, y, z = (self.low[cell, k][:, None] + inner[k] for k in range(3))
            grid[x, y, z] = cell[:, None]

    def corners(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the distinct corners of all cells (n, 3), and their indices (ncell, 8)."""
        at = self.low[:, None] + (CELLS_ALONG >> self.depth)[:, None, None] * CORNERS
        _, first, index = np.unique(key(at).ravel(), return_index=True, return_inverse=True)
        return at.reshape(-1, 3)[first], index.reshape(-1, 8)

    def smooth(self, values: np.ndarray, points: np.ndarray, index: np.ndarray) -> None:
        """Set hanging corners to the mean of the corners around them, larger cells first."""
        known = np.full(key(np.full(3, CELLS_ALONG)) + 1, -1)
        known[key(points)] = np.arange(len(points))
        for depth in range(DEEPEST_LEVEL):
            leaf = np.flatnonzero((self.depth == depth) & (self.first < 0))
            for span in SPANS:
                ends = index[leaf][:, span]
                middle = points[ends].sum(axis=1) // len(span)
                hanging = known[key(middle)]
                there = hanging >= 0
                values[hanging[there]] = values[ends[there]].mean(axis=1)


def key(at: np.ndarray) -> np.ndarray:
    """Return a unique integer for each corner of the grid."""
    return (at[..., 0] * (CELLS_ALONG + 1) + at[..., 1]) * (CELLS_ALONG + 1) + at[..., 2]


def overlaps(low: np.ndarray, size: int, corners: np.ndarray, triangle: np.ndarray) -> np.ndarray:
    """Return whether the cubes of `size` at `low` (n, 3) overlap their triangles."""
    out = np.zeros(len(low), bool)
    for start in range(0, len(low), PAIRS_AT_ONCE):
        part = slice(start, start + PAIRS_AT_ONCE)
        out[part] = cube_meets(corners[triangle[part]] - (low[part] + 0.5 * size)[:, None], 0.5 * size)
    return out


def cube_meets(corner: np.ndarray, half: float) -> np.ndarray:
    """Return whether the cube |x| <= half overlaps triangles (n, 3, 3)."""
    corner = np.ascontiguousarray(corner.transpose(1, 0, 2))  # reductions over a short last axis are slow
    box = (smallest(corner) <= half) & (smallest(-corner) <= half)
    meets = box[:, 0] & box[:, 1] & box[:, 2]
    edges = [corner[(k + 1) % 3] - corner[k] for k in range(3)]
    axes = [np.cross(edges[0], edges[1])]
    for edge in edges:
        x, y, z = edge.T
        none = np.zeros_like(x)
        axes += [
            np.stack([none, -z, y], axis=1),
            np.stack([z, none, -x], axis=1),
            np.stack([-y, x, none], axis=1),
        ]
    for axis in axes:
        along = np.einsum("knj,nj->kn", corner, axis)
        reach = half * np.einsum("nj->n", np.abs(axis))
        meets &= (smallest(along) <= reach) & (smallest(-along) <= reach)
    return meets


def smallest(values: np.ndarray) -> np.ndarray:
    """Return the elementwise minimum of three arrays."""
    return np.minimum(np.minimum(values[0], values[1]), values[2])


# ---- distances


def distances(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return the signed distances of points from the triangles (nface, 3, 3)."""
    tree = build_triangle_tree(corners.reshape(-1, 3), np.arange(3 * len(corners)).reshape(-1, 3))
    out = np.empty(len(points))
    load.run_kernel(
        "mesh_distance",
        len(points),
        *(
            np.ascontiguousarray(a, np.float64).ravel()
            for a in (points, corners, pseudonormals(corners), tree.aabb)
        ),
        *(np.ascontiguousarray(a, np.int32).ravel() for a in (tree.child, tree.item)),
        np.zeros(int(tree.depth.max()) + 2, np.int32),
        out,
    )
    return out


def pseudonormals(corners: np.ndarray) -> np.ndarray:
    """Return pseudonormals (nface, 7, 3) of faces, edges ab, bc, ca and corners a, b, c.

    Equal corners are merged. The pseudonormal of an edge is the sum of the unit normals of its faces, that of a corner
    their sum weighted by the angles there.
    """
    _, _, vertex = unique_rows(corners.reshape(-1, 3) + 0.0)
    vertex = vertex.reshape(-1, 3)
    edge = corners[:, [1, 2, 0]] - corners
    normal = np.cross(edge[:, 0], edge[:, 1])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    unit = edge / np.maximum(np.linalg.norm(edge, axis=2, keepdims=True), 1e-300)
    angle = map_elements(math.acos, np.clip(-(unit * unit[:, [2, 0, 1]]).sum(axis=2), -1.0, 1.0))
    ends = np.sort(np.stack([vertex, vertex[:, [1, 2, 0]]], axis=2), axis=2).astype(np.int64)
    _, side = np.unique(ends[..., 0] * (vertex.max(initial=0) + 1) + ends[..., 1], return_inverse=True)
    out = np.empty((len(corners), FEATURES, 3))
    out[:, 0] = normal
    for start, owner, weight in ((1, side.reshape(-1, 3), np.ones_like(angle)), (4, vertex, angle)):
        total = np.zeros((owner.max(initial=0) + 1, 3))
        np.add.at(total, owner.ravel(), (weight[..., None] * normal[:, None]).reshape(-1, 3))
        out[:, start : start + 3] = total[owner]
    return out
