"""Rasterization: coverage and depth of triangles at the samples of a tile.

Documents: API / mjr_render

A tile is a square of TILE pixels. A pixel has one sample at its center, or four on a rotated square: each quarter of a
row of pixels then has one sample per pixel, so an image consists of rows of samples, one below the other, for any
sample count. A sample belongs to a triangle if it is right of the downward edges and left of the upward edges. The
intersection of an edge with a row is computed from its lower to its upper end, in any triangle, so that exactly one of
two adjacent triangles owns a sample between them.
"""

import math

import numpy as np

from gelenk.render.draw_item import GEOM
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context

TILE_BITS = 5
TILE = 1 << TILE_BITS  # pixels along a side of a tile
TILE_PIXELS = TILE * TILE
SAMPLES = 4
# padding between the workspaces of threads, so that threads do not share cache lines (no false sharing)
CACHE_PADDING = 32
TILE_SAMPLES = SAMPLES * TILE_PIXELS + CACHE_PADDING  # samples of a tile, padded
LANES = 8  # samples of a row that are filled together
SAMPLE_ROWS = SAMPLES * TILE + LANES  # rows of samples of a tile, and padding
ENDS = 2 * SAMPLE_ROWS  # rows of the triangles of a batch
# layout of c.span of a thread: begin of each row of a batch, end of each row, then a head per triangle of the batch:
# triangle, first row, last row, position of row 0
HEADS, BATCH, HEAD_VALUES = 2 * ENDS, 32, 4
SPANS = HEADS + HEAD_VALUES * BATCH + CACHE_PADDING
FAR_LEFT, FAR_RIGHT = -1.0e30, 1.0e30
SUBPIXELS = 256.0  # subpixel positions per pixel along x or y, as in 3.5.0
DEPTH_OUTSIDE = -1.0  # depth of samples outside a triangle: less than any
# x = at + slope y for the two left edges and the two right edges
Edges = tuple[float, float, float, float, float, float, float, float]
Plane = tuple[float, float, float]  # z = z0 + zx x + zy y


@kernel
def sample_x(nsample: int, k: int) -> float:
    """Return the x offset of a sample in its pixel."""
    if nsample == 1:
        return 0.5
    return 0.375 if k == 0 else 0.875 if k == 1 else 0.125 if k == 2 else 0.625


@kernel
def sample_y(nsample: int, k: int) -> float:
    return 0.5 if nsample == 1 else 0.125 + 0.25 * k


@kernel
def edge_line(ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """Return (at, slope) of the line x = at + slope y through two points, in any order."""
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    slope = (bx - ax) / (by - ay)
    return ax - slope * ay, slope


@kernel
def snap_to_grid(x: float) -> float:
    """Round a coordinate to the subpixel grid."""
    return np.floor(x * SUBPIXELS + 0.5) * (1.0 / SUBPIXELS)


@kernel
def edges_of(c: Context, i: int, j: int, k: int) -> Edges:
    """Return the edges of a triangle as left and right bounds of rows."""
    la, ls, lb, lt, ra, rs, rb, rt = FAR_LEFT, 0.0, FAR_LEFT, 0.0, FAR_RIGHT, 0.0, FAR_RIGHT, 0.0
    for e in range(3):
        p, q = (i, j) if e == 0 else (j, k) if e == 1 else (k, i)
        ay, by = snap_to_grid(c.vert[p, 1]), snap_to_grid(c.vert[q, 1])
        if ay == by:
            continue
        at, slope = edge_line(snap_to_grid(c.vert[p, 0]), ay, snap_to_grid(c.vert[q, 0]), by)
        if by < ay:
            lb, lt, la, ls = la, ls, at, slope
        else:
            rb, rt, ra, rs = ra, rs, at, slope
    return la, ls, lb, lt, ra, rs, rb, rt


@kernel
def depth_plane(c: Context, i: int, j: int, k: int) -> Plane:
    """Return the depth z = z0 + zx x + zy y of a triangle in screen space."""
    ax, ay, az = c.vert[i, 0], c.vert[i, 1], c.vert[i, 2]
    bx, by, bz = c.vert[j, 0] - ax, c.vert[j, 1] - ay, c.vert[j, 2] - az
    dx, dy, dz = c.vert[k, 0] - ax, c.vert[k, 1] - ay, c.vert[k, 2] - az
    inverse = 1.0 / (bx * dy - by * dx)
    zx = (bz * dy - dz * by) * inverse
    zy = (dz * bx - bz * dx) * inverse
    return az - zx * ax - zy * ay, zx, zy


@kernel
def round_depth(z: float) -> float:
    """Round a depth to the precision of storage, so that the later of two equal edges wins."""
    return np.float32(z)  # type: ignore[return-value]


@kernel
def first_at(x: float, low: int, high: int) -> int:
    """Return the smallest integer >= x within low .. high; ``low`` for NaN."""
    x = x if x > low else 1.0 * low
    return math.ceil(x if x < high else 1.0 * high)


@kernel
def rows_of(c: Context, i: int, j: int, k: int, y0: int, height: int) -> tuple[int, int]:
    """Return the range of sample rows of a triangle in a tile of ``height`` rows from y0."""
    n = c.nsample
    low = snap_to_grid(min(c.vert[i, 1], min(c.vert[j, 1], c.vert[k, 1])))
    high = snap_to_grid(max(c.vert[i, 1], max(c.vert[j, 1], c.vert[k, 1])))
    return first_at((low - y0) * n - 0.5, 0, n * height), first_at((high - y0) * n - 0.5, 0, n * height)


@kernel
def find_spans(
    c: Context, spans: int, n: int, edges: Edges, plane: Plane, x0: int, y0: int, first: int, last: int
) -> None:
    """Write the spans of sample rows, ``n`` per pixel, to c.span, and their depth to c.span_z."""
    la, ls, lb, lt, ra, rs, rb, rt = edges
    z0, zx, zy = plane
    width = 1.0 * min(TILE, c.width - x0)
    # sample_x and sample_y as arithmetic, so that several rows vectorize
    low, step, back = (0.5, 0.0, 0.0) if n == 1 else (0.375, 0.5, 0.125)
    share, f = 1.0 / n, 1.0 * first
    for r in range(first, first + ((last - first + 3) & -4)):
        k = np.int32(r)
        ox, y = x0 + (low + step * np.int32(k & 1) - back * np.int32(k & 2)), y0 + (f + 0.5) * share
        f += 1.0
        left, right = max(la + ls * y, lb + lt * y) - ox, min(ra + rs * y, rb + rt * y) - ox
        left, right = left if left > 0.0 else 0.0, right if right > 0.0 else 0.0  # type: ignore[assignment]
        left, right = left if left < width else width, right if right < width else width  # type: ignore[assignment]
        # round up
        begin, end = np.int32(left), np.int32(right)
        c.span[spans + r] = begin + np.int32(1 if begin < left else 0)  # type: ignore[assignment]
        c.span[spans + ENDS + r] = end + np.int32(1 if end < right else 0)  # type: ignore[assignment]
        c.span_z[spans + r] = z0 + zx * ox + zy * y


@kernel
def cover_packed(c: Context, spans: int, packed: int, t: int, x0: int, y0: int) -> tuple[float, int, int]:
    """Find the spans of triangle ``t`` in a tile; return depth gradient, first and last row.

    Spans are written from ``spans`` on, which is row 0, or with packed = 1 the first row.
    """
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    first, last = rows_of(c, i, j, k, y0, min(TILE, c.height - y0))
    plane = depth_plane(c, i, j, k)
    if first < last:
        find_spans(c, spans - packed * first, c.nsample, edges_of(c, i, j, k), plane, x0, y0, first, last)
    return plane[1], first, last


@kernel
def find_covered_spans(c: Context, thread: int, t: int, x0: int, y0: int) -> tuple[float, int, int]:
    """Find the spans of triangle ``t`` in a tile at (x0, y0).

    Returns the depth increment per pixel, the first and the last row of samples.
    """
    return cover_packed(c, thread * SPANS, 0, t, x0, y0)


@kernel
def gather_spans(c: Context, thread: int, e: int, end: int, g: int, x0: int, y0: int) -> tuple[int, int]:
    """Find the spans of a batch of triangles of a tile, except those of geom ``g``.

    Returns the next entry after ``e`` in c.bin_entry, and the number of triangles. Batching hides latency: row bounds
    of small triangles are unpredictable branches, and filling each triangle at once would stall the next one.
    """
    base, count, used = thread * SPANS, 0, 0
    while e < end and count < BATCH and used <= ENDS - SAMPLE_ROWS:
        t = c.bin_entry[e]
        e += 1
        if g >= 0 and c.part[c.tri[t, 3], GEOM] == g:
            continue
        zx, first, last = cover_packed(c, base + used, 1, t, x0, y0)
        at = base + HEADS + HEAD_VALUES * count
        c.span[at] = t
        c.span[at + 1] = first
        c.span[at + 2] = last
        c.span[at + 3] = base + used - first
        c.span_z[base + ENDS + count] = zx
        used += max(0, last - first + 3) & -4
        count += 1
    return e, count


@kernel
def head_of(c: Context, thread: int, k: int) -> tuple[int, int, int, int, float]:
    """Return the head of the ``k``-th triangle of a batch.

    The head is (triangle, first row, last row, position of row 0, depth gradient).
    """
    base = thread * SPANS
    at = base + HEADS + HEAD_VALUES * k
    return (
        int(c.span[at]),
        int(c.span[at + 1]),
        int(c.span[at + 2]),
        int(c.span[at + 3]),
        c.span_z[base + ENDS + k],
    )


@kernel
def span_of(c: Context, thread: int, r: int) -> tuple[int, int]:
    """Return first and last pixel of sample row ``r``."""
    return int(c.span[thread * SPANS + r]), int(c.span[thread * SPANS + ENDS + r])


@kernel
def row_of(c: Context, spans: int, r: int) -> tuple[int, int, int, float]:
    """Return (offset in the tile, first pixel, last pixel, depth at x0) of sample row ``r``.

    spans  position of row 0 in c.span
    """
    m, row = (0, r) if c.nsample == 1 else (r & 3, r >> 2)
    return (
        m * TILE_PIXELS + row * TILE,
        int(c.span[spans + r]),
        int(c.span[spans + ENDS + r]),
        c.span_z[spans + r],
    )


@kernel
def cover_row(c: Context, thread: int, r: int) -> tuple[int, int, int, float]:
    """Return row_of() for the triangle of the last call of find_covered_spans()."""
    return row_of(c, thread * SPANS, r)


@kernel
def whole_vectors(left: int, right: int) -> tuple[int, int]:
    """Extend a range of samples to whole vectors of LANES, to avoid a remainder loop."""
    start = left & -LANES
    return start, start + ((right - start + LANES - 1) & -LANES)


@kernel
def fill_row(c: Context, at: int, left: int, right: int, z: float, zx: float, t: int) -> None:
    """Depth-test and write triangle ``t`` to the samples left to right of a row."""
    # A select between new and old value compiles to a masked store, which stalls the following loads (two fifths of the
    # time). Multiplication by a one that the compiler cannot prove constant prevents this.
    one = round_depth(1.0 if c.nsample > 0 else 0.0)
    (start, end), low, high = whole_vectors(left, right), np.int32(left), np.int32(right)
    f = 1.0 * start
    for x in range(start, end):
        here, old, i, before = round_depth(z + zx * f), c.tile_depth[at + x], np.int32(x), c.tile_tri[at + x]
        here = here if (i >= low) & (i < high) else round_depth(DEPTH_OUTSIDE)
        most = here if here > old else round_depth(old)
        c.tile_depth[at + x] = most * one
        c.tile_tri[at + x] = t if here >= old else before
        f += 1.0


@kernel
def fill_list(c: Context, thread: int, e: int, end: int, g: int, x0: int, y0: int) -> None:
    """Rasterize the triangles of c.bin_entry from ``e`` to ``end`` into a tile at (x0, y0).

    Triangles of geom ``g`` are skipped.
    """
    while e < end:
        e, count = gather_spans(c, thread, e, end, g, x0, y0)
        for k in range(count):
            t, first, last, spans, zx = head_of(c, thread, k)
            for r in range(first, last):
                at, left, right, z = row_of(c, spans, r)
                if left < right:
                    fill_row(c, thread * TILE_SAMPLES + at, left, right, z, zx, t)
