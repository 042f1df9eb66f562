"""Octrees of meshes with signed distances, and surfaces of signed distance fields (SDF).

Documents: XML reference / geom (sdf); API / MJModel (oct_*, mesh_octadr, mesh_octnum); XML reference / mesh (plugin);
Gibson, "Constrained elastic surface nets" (1998)

An octree has cells around the surface, with signed distances at their corners. The root is the bounding box of the
mesh, scaled by GROWTH. A cell is divided, down to DEEPEST_LEVEL levels, if a triangle overlaps it (separating axes,
Akenine-Moeller 2001). Then the tree is balanced, round by round, until neighbors that share a face differ by less than
two levels. Children and corners are numbered with x fastest. A hanging corner, on an edge or a face of a larger cell,
has the mean of the corners there, so that the field is continuous.

Surfaces of signed distance fields (SDF) are triangulations of the field of a plugin. The field is sampled on a grid
over the box of the plugin, CELLS along its longest side, only where the surface can be near. Each cell that the surface
passes through has a vertex: the mean of the crossings of the cell's edges, moved onto the surface. The four cells
around a crossed edge make two triangles.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.algebra.portable_arrays import map_elements, unique_rows
from gelenk.engine.collision.convex.mesh_distance import FEATURES
from gelenk.errors import Error
from gelenk.modeling.assets.mesh_content import RawMesh
from gelenk.modeling.compiler.aabb_tree import build_triangle_tree
from gelenk.modeling.compiler.build import Build
from gelenk.modeling.compiler.mesh.processed_mesh import Octree
from gelenk.modeling.compiler.spec_columns import distinct
from gelenk.runtime import pipeline, plugin_instances
from gelenk.runtime.data import MjData
from gelenk.toolchain.extension import load

DEEPEST_LEVEL = 6
CELLS_ALONG = 1 << DEEPEST_LEVEL  # cells along each axis at the deepest level
GROWTH = 1.1
MOST_PAIRS = 1 << 25  # overlapping pairs of cell and triangle at one level
PAIRS_AT_ONCE = 1 << 16  # pairs that are processed at once
CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)])
DIRECTIONS = tuple((axis, side) for axis in range(3) for side in (-1, 1))
# corners of a cell around hanging corners of smaller cells: those of its edges, then of its faces
SPANS = [[i, i | b] for b in (1, 2, 4) for i in range(8) if not i & b] + [
    [i for i in range(8) if bool(i & b) == high] for b in (1, 2, 4) for high in (False, True)
]


def octree_of_mesh(vert: np.ndarray, face: np.ndarray, deepest: int = DEEPEST_LEVEL) -> Octree:
    """Return the octree of triangles `face` (n, 3) of vertices `vert`, of a largest depth.

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
    """Octree cells in id order: lower corner, depth, first child or -1; unit: smallest cell."""

    def __init__(self) -> None:
        self.low = np.zeros((1, 3), int)
        self.depth = np.zeros(1, int)
        self.first = np.full(1, -1)

    @property
    def children(self) -> np.ndarray:
        """Return the columns of the children."""
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


# Surfaces of signed distance fields

CELLS = 128
SPARE = 2  # cells between the box and the end of the grid
BLOCK_CELLS = 4  # cells along each side of the blocks that are sampled or skipped as a whole
# safety factor: a block is skipped if its center is farther from the surface than SURE times its corners are
SURE = 1.2
LARGEST_COORDINATE = 1e9  # largest coordinates of boxes [m]
Field = Callable[[np.ndarray], np.ndarray]  # distances of points (n, 3)
EDGES = [(i, i | b) for b in (1, 2, 4) for i in range(8) if not i & b]


def plugin_mesh(build: Build, el: Any, instance: int) -> RawMesh:
    """Return the mesh of the distance field of a plugin instance.

    Errors   Error: the configuration is wrong, the box has no size, there is no surface in it
    """
    plugin = plugin_instances.REGISTERED[build.plugins.kinds[instance]]
    config = build.plugins.config(instance)
    try:
        box = np.asarray(plugin.sdf_aabb(config), np.float64)
        if box.shape != (6,) or not np.isfinite(box).all() or np.abs(box).max() > LARGEST_COORDINATE:
            raise ValueError("sdf_aabb must be six finite numbers: center and half sizes")
        if not (box[3:] > 0.0).all():
            raise ValueError("sdf_aabb must have positive half sizes")
        return surface(box[:3], box[3:], field_of(plugin, config, build.compile))
    except ValueError as error:
        build.fail(el, str(error), "plugin")


def field_of(plugin: Any, config: dict[str, str], compile: Callable[[Any], Any]) -> Field:
    """Return the distance field of a configured plugin, as a function of many points.

    compile  compiles a spec to a model
    """
    if plugin.kernel is None and not hasattr(plugin, "stage"):
        return lambda points: np.asarray(plugin.sdf_distance(points, config), np.float64).reshape(len(points))
    m, d = alone(plugin, config, compile)

    def ask(points: np.ndarray) -> np.ndarray:
        out = np.empty(len(points))
        pipeline.run_stage("sdf_sample", m, d, 0, len(points), np.ascontiguousarray(points).ravel(), out)
        return out

    return ask


def alone(plugin: Any, config: dict[str, str], compile: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Return a model with only an instance of the plugin, and its MjData."""
    from gelenk.modeling.spec.spec import MjSpec

    spec: Any = MjSpec()
    said = {key: value for key, value in config.items() if value}
    spec.add_plugin(name="field", plugin_name=plugin.name, active=1).config = said
    model = compile(spec)
    return model, MjData(model)


def surface(center: np.ndarray, half: np.ndarray, field: Field) -> RawMesh:
    """Return triangles of the surface in a box.

    Errors   ValueError: there is none; the field is not finite
    """
    step = 2.0 * float(half.max()) / CELLS
    count = np.ceil(2.0 * half / step).astype(int) + 2 * SPARE
    count += -count % BLOCK_CELLS
    low = center - 0.5 * step * count
    values = sample(low, step, count, lambda points: capped(field, points, center, half + step))
    inside = values < 0.0
    corner = [tuple(slice(k, k + n) for k, n in zip(c, count, strict=True)) for c in CORNERS]
    number_inside = sum(inside[part].astype(np.int8) for part in corner)
    cell = np.argwhere((number_inside > 0) & (number_inside < 8))
    if len(cell) < 4:
        raise ValueError("the plugin has no surface within its sdf_aabb")
    at = [values[tuple((cell + c).T)] for c in CORNERS]
    vert = low + step * (cell + crossings(at))
    for _ in range(2):
        vert = moved(vert, field, step)
    index = np.full(count, -1)
    index[tuple(cell.T)] = np.arange(len(cell))
    return RawMesh(vert, faces(index, inside, vert))


def capped(field: Field, points: np.ndarray, center: np.ndarray, half: np.ndarray) -> np.ndarray:
    """Return the field intersected with a box, so that the surface is closed."""
    values = field(points)
    if not np.isfinite(values).all():
        raise ValueError("the field of the plugin is not finite")
    return np.maximum(values, (np.abs(points - center) - half).max(axis=1))


def sample(low: np.ndarray, step: float, count: np.ndarray, field: Field) -> np.ndarray:
    """Return the values at the grid points; far from the surface, one sign per block."""
    blocks = np.indices(tuple(count // BLOCK_CELLS)).reshape(3, -1).T
    middle = field(low + step * BLOCK_CELLS * (blocks + 0.5))
    values = np.empty(count + 1)
    rough = np.where(middle < 0.0, -1.0, 1.0).reshape(count // BLOCK_CELLS)
    for axis in range(3):
        rough = np.repeat(rough, BLOCK_CELLS, axis=axis)
    values[...] = np.pad(rough, [(0, 1)] * 3, mode="edge")
    near = blocks[np.abs(middle) < SURE * np.sqrt(3.0) * 0.5 * BLOCK_CELLS * step]
    wanted = np.zeros(count + 1, bool)
    for c in np.indices((BLOCK_CELLS + 1,) * 3).reshape(3, -1).T:
        wanted[tuple((BLOCK_CELLS * near + c).T)] = True
    at = np.argwhere(wanted)
    values[wanted] = field(low + step * at)
    return values


def crossings(at: list[np.ndarray]) -> np.ndarray:
    """Return the mean crossing of the edges of each cell, in cell units."""
    total, number = np.zeros((len(at[0]), 3)), np.zeros(len(at[0]))
    for i, j in EDGES:
        crossed = (at[i] < 0.0) != (at[j] < 0.0)
        t = np.where(crossed, at[i] / np.where(crossed, at[i] - at[j], 1.0), 0.0)
        total += crossed[:, None] * (CORNERS[i] + t[:, None] * (CORNERS[j] - CORNERS[i]))
        number += crossed
    return total / number[:, None]


def moved(vert: np.ndarray, field: Field, step: float) -> np.ndarray:
    """Return points moved one Newton step toward the surface, at most half a cell."""
    small = 1e-3 * step
    shifts = np.concatenate([np.zeros((1, 3)), small * np.eye(3), -small * np.eye(3)])
    v = field((vert[:, None] + shifts).reshape(-1, 3)).reshape(-1, 7)
    gradient = (v[:, 1:4] - v[:, 4:7]) / (2.0 * small)
    square = np.maximum((gradient * gradient).sum(axis=1), 1e-2)
    way = -gradient * (v[:, 0] / square)[:, None]
    length = np.linalg.norm(way, axis=1)
    return vert + way * np.minimum(1.0, 0.5 * step / np.maximum(length, 1e-300))[:, None]


def faces(index: np.ndarray, inside: np.ndarray, vert: np.ndarray) -> np.ndarray:
    """Return two triangles around each crossed grid edge, counterclockwise from outside."""
    found = []
    for axis in range(3):
        first = [slice(1, -1)] * 3
        first[axis] = slice(0, -1)
        second = list(first)
        second[axis] = slice(1, None)
        start, end = inside[tuple(first)], inside[tuple(second)]
        edge = np.argwhere(start != end)
        outward = start[tuple(edge.T)]  # the field increases along the axis
        u, v = np.eye(3, dtype=int)[(axis + 1) % 3], np.eye(3, dtype=int)[(axis + 2) % 3]
        base = edge + u + v  # grid point at which the edge starts
        quad = np.stack(
            [index[tuple((base - s * u - t * v).T)] for s, t in ((1, 1), (0, 1), (0, 0), (1, 0))], 1
        )
        quad = np.where(outward[:, None], quad, quad[:, ::-1])
        across = [np.linalg.norm(vert[quad[:, i]] - vert[quad[:, i + 2]], axis=1) for i in range(2)]
        quad = np.where((across[0] <= across[1])[:, None], quad, np.roll(quad, -1, axis=1))
        found += [quad[:, [0, 1, 2]], quad[:, [0, 2, 3]]]
    return np.concatenate(found)
