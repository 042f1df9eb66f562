"""Surfaces of signed distance fields (SDF): triangulate the field of a plugin.

Documents: XML reference / mesh (plugin); Gibson, "Constrained elastic surface nets" (1998)

The field is sampled on a grid over the box of the plugin, CELLS along its longest side, only where the surface can be
near. Each cell that the surface passes through has a vertex: the mean of the crossings of the cell's edges, moved onto
the surface. The four cells around a crossed edge make two triangles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gelenk.modeling.assets.mesh_content import RawMesh
from gelenk.modeling.compiler.build import Build
from gelenk.runtime import pipeline, plugin_instances
from gelenk.runtime.data import MjData

CELLS = 128
SPARE = 2  # cells by which the grid extends beyond the box
BLOCK_CELLS = 4  # cells along each side of the blocks that are sampled or skipped as a whole
# safety factor: a block is skipped if its center is farther from the surface than SURE times half its diagonal
SURE = 1.2
LARGEST_COORDINATE = 1e9  # largest coordinates of boxes [m]
Field = Callable[[np.ndarray], np.ndarray]  # distances of points (n, 3)
CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)])
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
    """Return a model that contains only a plugin instance, and an MjData of it."""
    from gelenk.modeling.spec.spec import MjSpec

    spec: Any = MjSpec()
    said = {key: value for key, value in config.items() if value}
    spec.add_plugin(name="field", plugin_name=plugin.name, active=1).config = said
    model = compile(spec)
    return model, MjData(model)


def surface(center: np.ndarray, half: np.ndarray, field: Field) -> RawMesh:
    """Return triangles of the surface in a box.

    Errors   ValueError: the box contains no surface, or the field is not finite
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
    """Return the field at the grid points; -1 or 1 in blocks far from the surface."""
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
