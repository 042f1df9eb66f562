"""Built-in shapes as triangles, and triangles of planes, meshes, hulls and height fields.

Documents: XML reference / visual/quality; API / MjrContext

Lighting is evaluated at vertices and interpolated, so the tessellation is visible: vertices stand where those of
3.5.0 do. Round shapes have slices around the z axis and stacks along it. Quads are pairs of triangles whose diagonal
is not drawn in wireframe. The constants SPHERE to SHAPE_COUNT index the shapes that every context has.
"""

import functools
import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from gelenk.toolchain.kernel import kernel

ALL_EDGES, FIRST_HALF, SECOND_HALF = 7, 5, 3  # edges drawn in wireframe: bits of the edges 01, 12, 20
Array = np.ndarray


class Shape(NamedTuple):
    """A triangle mesh: pos, normal (n, 3), uv (n, 2), face (m, 4): vertices and edge bits."""

    pos: Array
    normal: Array
    uv: Array
    face: Array


def make_shape(pos: ArrayLike, normal: ArrayLike, face: ArrayLike, uv: ArrayLike | None = None) -> Shape:
    """Return a shape with the dtypes that kernels read."""
    pos = np.asarray(pos, np.float32).reshape(-1, 3)
    uv = np.zeros((len(pos), 2), np.float32) if uv is None else np.asarray(uv, np.float32).reshape(-1, 2)
    normal = np.asarray(normal, np.float32).reshape(-1, 3)
    return Shape(pos, normal, uv, np.asarray(face, np.int32).reshape(-1, 4))


def concatenate_shapes(*shapes: Shape) -> Shape:
    """Concatenate shapes into one."""
    faces, first = [], 0
    for s in shapes:
        faces.append(s.face + np.array([first, first, first, 0], np.int32))
        first += len(s.pos)
    pos, normal, uv = (np.concatenate([s[k] for s in shapes]) for k in range(3))
    return Shape(pos, normal, uv, np.concatenate(faces))


def grid_faces(index: Array) -> Array:
    """Return the triangles (m, 4) of a grid of vertices (rows, columns), counter-clockwise.

    Degenerate triangles, with two equal corners, are left out.
    """
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    n = a.size
    face = np.empty((n, 2, 4), np.int32)
    for k, (corners, edges) in enumerate((((a, b, d), FIRST_HALF), ((b, c, d), SECOND_HALF))):
        for j, corner in enumerate(corners):
            face[:, k, j] = corner.reshape(-1)
        face[:, k, 3] = edges
    flat = face.reshape(-1, 4)
    whole = (flat[:, 0] != flat[:, 1]) & (flat[:, 1] != flat[:, 2]) & (flat[:, 2] != flat[:, 0])
    if whole.all():
        return flat
    kept = flat[whole]
    kept[:, 3] = np.where(_is_single_triangle(kept, whole), ALL_EDGES, kept[:, 3])
    return kept


def _is_single_triangle(face: Array, whole: Array) -> Array:
    """Return which triangles stand for a whole cell, since the other half is degenerate."""
    pairs = whole.reshape(-1, 2)
    return np.repeat(pairs.sum(axis=1) == 1, 2)[whole] if len(face) else np.zeros(0, bool)


@functools.cache
def _slice_angles(slices: int) -> tuple[Array, Array]:
    """Return cosine and sine of the angles of the slices, each (slices,)."""
    angle = 2 * np.pi * np.arange(slices) / slices
    return np.cos(angle), np.sin(angle)


@functools.cache
def _band_faces(slices: int, backwards: bool) -> Array:
    """Return the triangles (2 slices, 4) between two consecutive rings of vertices."""
    ring = np.arange(slices + 1) % slices
    index = np.stack([ring, ring + slices])
    return grid_faces(index[:, ::-1] if backwards else index)


def _stack_faces(slices: int, stacks: int, low: bool, high: bool, backwards: bool = False) -> list[Array]:
    """Return the triangles of each stack between consecutive rings of vertices.

    low, high  whether the first or last ring is a pole (one point), whose stack has one triangle per slice instead of
               two
    backwards  whether the slices run clockwise
    """
    steps = np.zeros((stacks, 1, 4), np.int32)
    steps[:, 0, :3] = slices * np.arange(stacks)[:, None]
    bands = [*(_band_faces(slices, backwards) + steps)]
    for pole, stack, half, corner in ((low, 0, 1, 0), (high, -1, 0, 2)):
        if pole:
            bands[stack] = bands[stack][half::2]
            bands[stack][:, corner] = stacks * slices if stack else 0
            bands[stack][:, 3] = ALL_EDGES
    return bands


def _ring_points(x: ArrayLike, y: ArrayLike, z: ArrayLike) -> Array:
    """Broadcast coordinates over rings and slices to points (rings, slices, 3) float32."""
    x, y = np.asarray(x), np.asarray(y)
    made = np.empty((*x.shape, 3), np.float32)
    made[..., 0], made[..., 1], made[..., 2] = x, y, z
    return made


def sphere(slices: int, stacks: int, low: float = -0.5, high: float = 0.5) -> Shape:
    """Return the part of the unit sphere between two latitudes, in units of pi."""
    latitude = np.pi * np.linspace(low, high, stacks + 1)
    cosine, sine = _slice_angles(slices)
    radius = np.cos(latitude)[:, None]
    pos = _ring_points(radius * cosine, radius * sine, np.sin(latitude)[:, None])
    return make_shape(
        pos, pos, _sphere_order(_stack_faces(slices, stacks, low == -0.5, high == 0.5), low, high)
    )


def _sphere_order(stacks: list[Array], low: float, high: float) -> Array:
    """Return the triangles of a part of a sphere in the order of 3.5.0.

    The stacks at the poles come first, then those from the equator on, below and above it.
    """
    middle = len(stacks) // 2 if low < 0.0 < high else 0 if low >= 0.0 else len(stacks)
    below, above = stacks[:middle][::-1], stacks[middle:]
    return np.concatenate([*below[-1:], *above[-1:], *below[:-1], *above[:-1]])


def tube(
    slices: int, stacks: int, bottom: float = 1.0, top: float = 1.0, low: float = -1.0, high: float = 1.0
) -> Shape:
    """Return the side of a cone frustum from z = low to high; by default a unit cylinder."""
    cosine, sine = _slice_angles(slices)
    share = np.linspace(0, 1, stacks + 1)[:, None]
    radius, z = bottom + (top - bottom) * share, low + (high - low) * share
    pos = _ring_points(radius * cosine, radius * sine, z)
    slope = (bottom - top) / (high - low)
    length = np.hypot(1, slope)
    normal = _ring_points(cosine / length, sine / length, slope / length)
    return make_shape(
        pos, np.tile(normal, (stacks + 1, 1)), np.concatenate(_stack_faces(slices, stacks, False, False))
    )


def cone(slices: int, stacks: int) -> Shape:
    """Return the side of a cone of unit radius and height; triangles from above, as in 3.5.0."""
    side = tube(slices, stacks, top=0.0, low=0.0)
    return side._replace(face=side.face.reshape(stacks, -1, 4)[::-1].reshape(-1, 4))


def disc(slices: int, stacks: int, z: float = 0.0, up: bool = True, radius: float = 1.0) -> Shape:
    """Return a disc of rings and spokes that faces up or down."""
    cosine, sine = _slice_angles(slices)
    r = radius * np.linspace(1, 0, stacks + 1)[:, None]
    pos = _ring_points(r * cosine, r * sine, z)
    normal = np.zeros_like(pos)
    normal[..., 2] = 1.0 if up else -1.0
    return make_shape(pos, normal, np.concatenate(_stack_faces(slices, stacks, False, True, not up)))


def grid(xs: ArrayLike, ys: ArrayLike) -> Shape:
    """Return a plane with vertices (x, y, 0) that faces up; equal sizes share their triangles."""
    x, y = np.asarray(xs, np.float32), np.asarray(ys, np.float32)
    pos = np.zeros((len(y), len(x), 3), np.float32)
    pos[:, :, 0] = x
    pos[:, :, 1] = y[:, None]
    return Shape(pos.reshape(-1, 3), *_flat_attributes(x.size * y.size), _cell_faces(len(y), len(x)))


def plane_grids(columns: Sequence[Array], rows: Sequence[Array]) -> list[Shape]:
    """Return grid(x, y) for each x of ``columns`` and y of ``rows``, batched by size."""
    found: dict[tuple[int, int], Shape] = {}
    for width, height in itertools.product(_row_lengths(columns), _row_lengths(rows)):
        xs, ys = ([i for i, v in enumerate(s) if len(v) == n] for s, n in ((columns, width), (rows, height)))
        pos = np.zeros((len(xs), len(ys), height, width, 3), np.float32)
        pos[..., 0] = np.array([columns[i] for i in xs], np.float32)[:, None, None, :]
        pos[..., 1] = np.array([rows[j] for j in ys], np.float32)[:, :, None]
        points = pos.reshape(len(xs), len(ys), -1, 3)
        rest = (*_flat_attributes(width * height), _cell_faces(height, width))
        found |= {(i, j): Shape(points[a, b], *rest) for a, i in enumerate(xs) for b, j in enumerate(ys)}
    return [found[k] for k in itertools.product(range(len(columns)), range(len(rows)))]


def _row_lengths(lines: Sequence[Array]) -> set[int]:
    return {len(v) for v in lines}


@functools.cache
def _flat_attributes(count: int) -> tuple[Array, Array]:
    """Return normals along z and zero texture coordinates, shared by all grids: read-only."""
    normal = np.broadcast_to(np.array([0, 0, 1], np.float32), (count, 3))
    return normal, np.broadcast_to(np.zeros(2, np.float32), (count, 2))


@functools.cache
def _cell_faces(rows: int, columns: int) -> Array:
    """Return the triangles of a grid, column by column as in 3.5.0.

    The order matters where edges cross.
    """
    face = grid_faces(np.arange(rows * columns).reshape(rows, columns))
    face = face.reshape(rows - 1, columns - 1, 2, 4).swapaxes(0, 1).reshape(-1, 4)
    face.flags.writeable = False
    return face


def box(cells: int) -> Shape:
    """Return the cube from -1 to 1 with cells x cells quads on each face."""
    flat = grid(np.linspace(-1, 1, cells + 1), np.linspace(-1, 1, cells + 1))
    x, y = flat.pos[:, 0], flat.pos[:, 1]
    one = np.ones_like(x)
    sides = [(one, x, y), (x, y, one), (-x, one, y), (-x, y, -one), (-one, -x, y), (x, -one, y)]
    normals = [(1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, -1), (-1, 0, 0), (0, -1, 0)]
    whole = concatenate_shapes(
        *(
            make_shape(
                np.stack(pos, axis=-1), np.broadcast_to(np.array(n, np.float32), (len(x), 3)), flat.face
            )
            for pos, n in zip(sides, normals, strict=True)
        )
    )
    return whole._replace(face=_box_order(whole.face.reshape(6, cells, cells, 2, 4)))


def _box_order(face: Array) -> Array:
    """Reorder the triangles of a box, given by face, as in 3.5.0.

    The order takes a cell of each face in turn, from lower to higher coordinates.
    """
    upwards = face.copy()
    upwards[[2, 3, 4]] = face[[2, 3, 4], ::-1]
    return upwards[[1, 3, 0, 4, 5, 2]].transpose(1, 2, 0, 3, 4).reshape(-1, 4)


# ---- shapes of models


def merge_corners(pos: Array, normal: Array, uv: Array | None, face: Array) -> Shape:
    """Return a mesh with separate position, normal and texture coordinate indices per corner.

    face  (m, 3, 3): for each corner the rows of pos, normal and uv
    """
    rows = np.asarray(face, np.int64).reshape(-1, 3).T
    counts = [max(1, len(v)) for v in (pos, normal, () if uv is None else uv)]
    if uv is None:
        rows = np.stack([rows[0], rows[1], np.zeros_like(rows[0])])
    numbers, vertex = np.unique(np.ravel_multi_index(tuple(rows), counts), return_inverse=True)
    flat = np.stack(np.unravel_index(numbers, counts), axis=1)
    triangles = np.full((len(face), 4), ALL_EDGES, np.int32)
    triangles[:, :3] = vertex.reshape(-1, 3)
    return make_shape(pos[flat[:, 0]], normal[flat[:, 1]], triangles, None if uv is None else uv[flat[:, 2]])


def flat_normals(pos: Array, face: Array) -> Array:
    """Return the unit normals of triangles (m, 3); zero for degenerate triangles."""
    a, b, c = (pos[face[:, k]].astype(np.float64) for k in range(3))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    return normal / np.where(length > 0, length, 1)


def flat_shaded(pos: Array, face: ArrayLike, uv: Array | None = None) -> Shape:
    """Return flat-shaded triangles; uv: texture coordinates of the positions (n, 2)."""
    face = np.asarray(face, np.int64).reshape(-1, 3)
    n = np.repeat(np.arange(len(face))[:, None], 3, axis=1)
    normal = flat_normals(pos, face) if len(face) else np.zeros((0, 3))
    return merge_corners(pos, normal, uv, np.stack([face, n, n if uv is None else face], axis=-1))


def mesh(m: Any, i: int) -> Shape:
    """Return mesh ``i`` of a model; sharp edges stay sharp (SHARP) unless it is textured."""
    v, f, n = m._a_mesh_vertadr[i], m._a_mesh_faceadr[i], m._a_mesh_normaladr[i]
    face = slice(f, f + m._a_mesh_facenum[i])
    pos = m._a_mesh_vert[v : v + m._a_mesh_vertnum[i]]
    normal = m._a_mesh_normal[n : n + m._a_mesh_normalnum[i]]
    t, uv = m._a_mesh_texcoordadr[i], None
    texcoord = m._a_mesh_face[face]
    if t >= 0 and m._a_mesh_texcoordnum[i] > 0:
        uv = m._a_mesh_texcoord[t : t + m._a_mesh_texcoordnum[i]]
        texcoord = np.clip(m._a_mesh_facetexcoord[face], 0, len(uv) - 1)
    facenormal = np.clip(m._a_mesh_facenormal[face], 0, max(0, len(normal) - 1)).astype(np.int64)
    if uv is not None:  # textured meshes keep the normals of the model
        return merge_corners(pos, normal, uv, np.stack([m._a_mesh_face[face], facenormal, texcoord], axis=-1))
    flat = flat_normals(pos, m._a_mesh_face[face])
    sharp = np.einsum("tkx,tx->tk", normal[facenormal].astype(np.float64), flat) < SHARP
    own = len(normal) + np.arange(len(flat))[:, None]
    normals = np.concatenate([normal, flat.astype(np.float32)])
    index = np.where(sharp, own, facenormal)
    return merge_corners(pos, normals, uv, np.stack([m._a_mesh_face[face], index, texcoord], axis=-1))


SHARP = 0.8  # cosine between vertex and face normal below which the face keeps its own normal


def hull(m: Any, i: int) -> Shape | None:
    """Return the convex hull of mesh ``i``, or None if the model has none (mesh_graph)."""
    g = int(m._a_mesh_graphadr[i])
    if g < 0:
        return None
    nvert, nface = m._a_mesh_graph[g : g + 2]
    start = g + 2 + 3 * nvert + 3 * nface
    face = m._a_mesh_graph[start : start + 3 * nface].reshape(-1, 3)
    v = m._a_mesh_vertadr[i]
    return flat_shaded(m._a_mesh_vert[v : v + m._a_mesh_vertnum[i]], face, _uv_of_vertices(m, i))


def _uv_of_vertices(m: Any, i: int) -> Array | None:
    """Return texture coordinates of the vertices of mesh ``i`` (n, 2), or None if untextured.

    Each vertex gets those of one of its corners.
    """
    t, f = m._a_mesh_texcoordadr[i], m._a_mesh_faceadr[i]
    if t < 0 or m._a_mesh_texcoordnum[i] == 0:
        return None
    given = m._a_mesh_texcoord[t : t + m._a_mesh_texcoordnum[i]]
    corner = slice(f, f + m._a_mesh_facenum[i])
    uv = np.zeros((m._a_mesh_vertnum[i], 2), np.float32)
    uv[m._a_mesh_face[corner]] = given[np.clip(m._a_mesh_facetexcoord[corner], 0, len(given) - 1)]
    return uv


def plane_lines(
    xsize: float, ysize: float, spacing: float, reach: tuple[float, float]
) -> tuple[Array, Array]:
    """Return the grid lines along x and y of a plane of these half sizes.

    A half size of 0 (infinite) stands for ``reach``. Lines are at least 2 x spacing apart, counted from the middle;
    infinite planes have PLANE_CELLS cells on each side of the middle, others fewer.
    """
    axes = []
    for half, far in zip((xsize, ysize), reach, strict=True):
        if half > 0:
            extent, cell = half, max(2 * spacing, half / (PLANE_CELLS - 1))
        else:
            extent, cell = far, far / PLANE_CELLS
        count = int(np.ceil(extent / cell * (1 - 1e-9)))
        side = np.append(cell * np.arange(count), extent)
        axes.append(np.concatenate([-side[:0:-1], side]).astype(np.float32))
    return axes[0], axes[1]


PLANE_CELLS = 100  # cells on each side of the middle


def hfield(m: Any, i: int) -> Shape:
    """Return height field ``i`` of a model: its surface, sides and bottom."""
    nrow, ncol, adr = int(m._a_hfield_nrow[i]), int(m._a_hfield_ncol[i]), int(m._a_hfield_adr[i])
    sx, sy, top, bottom = m._a_hfield_size[i]
    height = m._a_hfield_data[adr : adr + nrow * ncol].reshape(nrow, ncol) * top
    x, y = np.meshgrid(np.linspace(-sx, sx, ncol), np.linspace(-sy, sy, nrow))
    pos = np.stack([x, y, height], axis=-1)
    index = np.arange(nrow * ncol).reshape(nrow, ncol)
    cells = grid_faces(index[:, ::-1])[:, [1, 0, 2]].reshape(nrow - 1, ncol - 1, 2, 3)
    base = grid([-sx, sx], [-sy, sy])
    base.pos[:, 2] = -bottom
    under = base.face[:, [1, 0, 2, 3]]
    under[:, 3] = ALL_EDGES
    # the order of 3.5.0
    return concatenate_shapes(
        flat_shaded(pos.reshape(-1, 3).astype(np.float32), cells[:, ::-1, ::-1]),
        interleave_cells(
            _side_below(pos[::-1, 0], -bottom, (-1, 0, 0), True), _side_below(pos[:, -1], -bottom, (1, 0, 0))
        ),
        interleave_cells(
            _side_below(pos[0], -bottom, (0, -1, 0)), _side_below(pos[-1, ::-1], -bottom, (0, 1, 0), True)
        ),
        base._replace(normal=-base.normal, face=under),
    )


def _side_below(edge: Array, low: float, normal: tuple[int, int, int], backwards: bool = False) -> Shape:
    """Return the side of a height field below an edge (n, 3); backwards: the last cell first."""
    foot = edge.copy()
    foot[:, 2] = low
    wall = np.stack([foot, edge])
    face = grid_faces(np.arange(2 * len(edge)).reshape(2, -1)).reshape(-1, 2, 4)
    out = np.broadcast_to(np.array(normal, float), wall.shape)
    return make_shape(wall, out, face[::-1] if backwards else face)


def interleave_cells(one: Shape, other: Shape) -> Shape:
    """Interleave two shapes of equally many cells, of two triangles each, cell by cell."""
    both = concatenate_shapes(one, other)
    return both._replace(face=both.face.reshape(2, -1, 2, 4).swapaxes(0, 1).reshape(-1, 4))


def skin(m: Any, i: int) -> Shape:
    """Return the triangles of skin ``i``; the scene holds its vertices."""
    f, n = m._a_skin_faceadr[i], m._a_skin_vertnum[i]
    face = np.full((m._a_skin_facenum[i], 4), ALL_EDGES, np.int32)
    face[:, :3] = m._a_skin_face[f : f + m._a_skin_facenum[i]]
    t, uv = m._a_skin_texcoordadr[i], None
    if t >= 0:
        uv = m._a_skin_texcoord[t : t + n]
    return make_shape(np.zeros((n, 3)), np.zeros((n, 3)), face, uv)


SPHERE, TOP, BOTTOM = 0, 1, 2  # the unit sphere, its upper half, its lower half
TUBE, CAP, CUP = 3, 4, 5  # unit cylinder from z = -1 to 1: side, upper disc, lower disc
CONE, UNDER = 6, 7  # unit cone from z = 0 to 1: side, lower disc
BOX, PLANE, CELL, TRIANGLE = 8, 9, 10, 11  # from -1 to 1; PLANE as one quad; (0, 0), (1, 0), (0, 1)
TUBE_ONE_STACK = 12  # TUBE of one stack
COARSE = 13  # first of the shapes before BOX with half as many slices and stacks
PLAIN = 21  # first of the shapes up to BOX with the fewest vertices that keep the outline
FEW_SLICES = 30  # TUBE of FEW_STACKS stacks, and another with half as many slices
MEDIUM = 32  # SPHERE and its halves with MEDIUM_PART of the slices and stacks
SLIM = 35  # SPHERE, its halves and TUBE of one stack with SLIM_PART of the slices
SHAPE_COUNT = 39
FEW_STACKS = 4
MEDIUM_PART, SLIM_PART = 0.75, 0.375  # shares of the full numbers of slices and stacks


@kernel
def full_detail_shape(shape: int) -> int:
    """Return the full-detail shape that a shape with fewer vertices stands for, or itself."""
    if shape < COARSE or shape >= SHAPE_COUNT:
        return shape
    if shape >= MEDIUM:
        return shape - SLIM if shape >= SLIM else shape - MEDIUM
    if shape >= FEW_SLICES:
        return TUBE
    return shape - PLAIN if shape >= PLAIN else shape - COARSE
