"""Which samples a triangle covers, and its depth there.

Documents: API / mjr_render

A tile is a square of TILE pixels. A pixel has one sample at its center, or four on a turned square: then each quarter
of a row of pixels has one sample in each of them, so that a picture is rows of samples, one below the other, whatever
their number. A sample belongs to a triangle where it is to the right of the edges that go down and to the left of
those that go up. The place of an edge in a row is computed from its lower to its upper end, whichever triangle it is
of, so that of two neighbours exactly one has a sample between them.
"""

import math

import numpy as np

from gelenk.render.draw_item import GEOM
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context

TILE_BITS = 5
TILE = 1 << TILE_BITS  # pixels along a side
PIXELS = TILE * TILE
SAMPLES = 4
# numbers between the work space of two threads: what one of them writes is in no cache line that another one reads
APART = 32
ROOM = SAMPLES * PIXELS + APART  # samples of a tile
LANES = 8  # samples of a row that are filled at once
ROWS = SAMPLES * TILE + LANES  # rows of samples of a tile, and room behind them
ENDS = 2 * ROWS  # rows of the triangles of a batch
# of a thread: where each row of a batch begins, where it ends, and about each of so many triangles their number, first
# and last row, and where row 0 would be
HEADS, BATCH, HEAD = 2 * ENDS, 32, 4
SPANS = HEADS + HEAD * BATCH + APART
FAR_LEFT, FAR_RIGHT = -1.0e30, 1.0e30
GRID = 256.0  # places in a pixel, along x or y, as in 3.5.0
OUTSIDE = -1.0  # the depth of samples beside a triangle: less than any
# x = at + slope y of the two edges that bound rows from the left, and of the two that do from the right
Edges = tuple[float, float, float, float, float, float, float, float]
Plane = tuple[float, float, float]  # z = z0 + zx x + zy y


@kernel
def sample_x(nsample: int, k: int) -> float:
    """Where in its pixel a sample is."""
    if nsample == 1:
        return 0.5
    return 0.375 if k == 0 else 0.875 if k == 1 else 0.125 if k == 2 else 0.625


@kernel
def sample_y(nsample: int, k: int) -> float:
    return 0.5 if nsample == 1 else 0.125 + 0.25 * k


@kernel
def edge_line(ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """x = at + slope y of the line through two points, the same whichever comes first; they differ in y."""
    if ay > by:
        ax, ay, bx, by = bx, by, ax, ay
    slope = (bx - ax) / (by - ay)
    return ax - slope * ay, slope


@kernel
def snapped(x: float) -> float:
    """A coordinate on the grid that corners of triangles, ends of lines and halves of their widths lie on."""
    return np.floor(x * GRID + 0.5) * (1.0 / GRID)


@kernel
def edges_of(c: Context, i: int, j: int, k: int) -> Edges:
    """The edges of a triangle: each bounds rows from the left, from the right, or not at all."""
    la, ls, lb, lt, ra, rs, rb, rt = FAR_LEFT, 0.0, FAR_LEFT, 0.0, FAR_RIGHT, 0.0, FAR_RIGHT, 0.0
    for e in range(3):
        p, q = (i, j) if e == 0 else (j, k) if e == 1 else (k, i)
        ay, by = snapped(c.vert[p, 1]), snapped(c.vert[q, 1])
        if ay == by:
            continue
        at, slope = edge_line(snapped(c.vert[p, 0]), ay, snapped(c.vert[q, 0]), by)
        if by < ay:
            lb, lt, la, ls = la, ls, at, slope
        else:
            rb, rt, ra, rs = ra, rs, at, slope
    return la, ls, lb, lt, ra, rs, rb, rt


@kernel
def depth_plane(c: Context, i: int, j: int, k: int) -> Plane:
    """z = z0 + zx x + zy y on the picture."""
    ax, ay, az = c.vert[i, 0], c.vert[i, 1], c.vert[i, 2]
    bx, by, bz = c.vert[j, 0] - ax, c.vert[j, 1] - ay, c.vert[j, 2] - az
    dx, dy, dz = c.vert[k, 0] - ax, c.vert[k, 1] - ay, c.vert[k, 2] - az
    inverse = 1.0 / (bx * dy - by * dx)
    zx = (bz * dy - dz * by) * inverse
    zy = (dz * bx - bz * dx) * inverse
    return az - zx * ax - zy * ay, zx, zy


@kernel
def rounded(z: float) -> float:
    """A depth as it is kept: of two edges at one place the later one is seen."""
    return np.float32(z)  # type: ignore[return-value]


@kernel
def first_at(x: float, low: int, high: int) -> int:
    """The smallest integer not below x, between two others; the lower one for what is no number."""
    x = x if x > low else 1.0 * low
    return math.ceil(x if x < high else 1.0 * high)


@kernel
def rows_of(c: Context, i: int, j: int, k: int, y0: int, height: int) -> tuple[int, int]:
    """First and last row of samples of a triangle in a tile that begins at y0 and has so many rows of pixels."""
    n = c.nsample
    low = snapped(min(c.vert[i, 1], min(c.vert[j, 1], c.vert[k, 1])))
    high = snapped(max(c.vert[i, 1], max(c.vert[j, 1], c.vert[k, 1])))
    return first_at((low - y0) * n - 0.5, 0, n * height), first_at((high - y0) * n - 0.5, 0, n * height)


@kernel
def find_spans(
    c: Context, spans: int, n: int, edges: Edges, plane: Plane, x0: int, y0: int, first: int, last: int
) -> None:
    """Where rows of samples, ``n`` a pixel, begin and end, in c.span, and depth at x0, in c.span_z."""
    la, ls, lb, lt, ra, rs, rb, rt = edges
    z0, zx, zy = plane
    width = 1.0 * min(TILE, c.width - x0)
    # what sample_x and sample_y say, as processors do several rows of at once
    low, step, back = (0.5, 0.0, 0.0) if n == 1 else (0.375, 0.5, 0.125)
    share, f = 1.0 / n, 1.0 * first
    for r in range(first, first + ((last - first + 3) & -4)):
        k = np.int32(r)
        ox, y = x0 + (low + step * np.int32(k & 1) - back * np.int32(k & 2)), y0 + (f + 0.5) * share
        f += 1.0
        left, right = max(la + ls * y, lb + lt * y) - ox, min(ra + rs * y, rb + rt * y) - ox
        left, right = left if left > 0.0 else 0.0, right if right > 0.0 else 0.0  # type: ignore[assignment]
        left, right = left if left < width else width, right if right < width else width  # type: ignore[assignment]
        # up to the next integer
        begin, end = np.int32(left), np.int32(right)
        c.span[spans + r] = begin + np.int32(1 if begin < left else 0)  # type: ignore[assignment]
        c.span[spans + ENDS + r] = end + np.int32(1 if end < right else 0)  # type: ignore[assignment]
        c.span_z[spans + r] = z0 + zx * ox + zy * y


@kernel
def cover_packed(c: Context, spans: int, packed: int, t: int, x0: int, y0: int) -> tuple[float, int, int]:
    """As cover(): spans are put from ``spans`` on, where row 0 is, or with packed = 1 the first row."""
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    first, last = rows_of(c, i, j, k, y0, min(TILE, c.height - y0))
    plane = depth_plane(c, i, j, k)
    if first < last:
        find_spans(c, spans - packed * first, c.nsample, edges_of(c, i, j, k), plane, x0, y0, first, last)
    return plane[1], first, last


@kernel
def cover(c: Context, thread: int, t: int, x0: int, y0: int) -> tuple[float, int, int]:
    """Triangle ``t`` in a tile at (x0, y0), whose spans are found: how depth grows with each pixel, its first and last
    row of samples."""
    return cover_packed(c, thread * SPANS, 0, t, x0, y0)


@kernel
def gather(c: Context, thread: int, e: int, end: int, g: int, x0: int, y0: int) -> tuple[int, int]:
    """Spans of a batch of triangles of a tile, those of geom ``g`` left out: up to where in c.bin_entry it goes from
    ``e``, and how many they are.

    Where a row begins is known late, and where a small triangle has a row nobody can guess: if each were filled at
    once, every wrong guess would make all of the next triangle wait.
    """
    base, count, used = thread * SPANS, 0, 0
    while e < end and count < BATCH and used <= ENDS - ROWS:
        t = c.bin_entry[e]
        e += 1
        if g >= 0 and c.part[c.tri[t, 3], GEOM] == g:
            continue
        zx, first, last = cover_packed(c, base + used, 1, t, x0, y0)
        at = base + HEADS + HEAD * count
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
    """The ``k``-th triangle of a batch: its number, first and last row, where row 0 would be, growth of depth."""
    base = thread * SPANS
    at = base + HEADS + HEAD * k
    return (
        int(c.span[at]),
        int(c.span[at + 1]),
        int(c.span[at + 2]),
        int(c.span[at + 3]),
        c.span_z[base + ENDS + k],
    )


@kernel
def span_of(c: Context, thread: int, r: int) -> tuple[int, int]:
    """First and last pixel of row ``r`` of samples in a triangle."""
    return int(c.span[thread * SPANS + r]), int(c.span[thread * SPANS + ENDS + r])


@kernel
def row_of(c: Context, spans: int, r: int) -> tuple[int, int, int, float]:
    """Row ``r`` of samples in a triangle whose row 0 is at ``spans``: where it begins in the tile, first and last
    pixel, depth at its left end."""
    m, row = (0, r) if c.nsample == 1 else (r & 3, r >> 2)
    return m * PIXELS + row * TILE, int(c.span[spans + r]), int(c.span[spans + ENDS + r]), c.span_z[spans + r]


@kernel
def cover_row(c: Context, thread: int, r: int) -> tuple[int, int, int, float]:
    """The same of the triangle that cover() was called for."""
    return row_of(c, thread * SPANS, r)


@kernel
def lanes_of(left: int, right: int) -> tuple[int, int]:
    """Where whole lanes with the samples from left to right begin and end: few of them one by one take longer."""
    start = left & -LANES
    return start, start + ((right - start + LANES - 1) & -LANES)


@kernel
def fill_row(c: Context, at: int, left: int, right: int, z: float, zx: float, t: int) -> None:
    """Samples from left to right of a row, where the triangle is nearest."""
    # A choice between a new number and the old one becomes a write under a mask, and what follows waits for that, two
    # fifths of the time. A product with a one that the compiler does not know is none; after that write it is no more.
    one = rounded(1.0 if c.nsample > 0 else 0.0)
    (start, end), low, high = lanes_of(left, right), np.int32(left), np.int32(right)
    f = 1.0 * start
    for x in range(start, end):
        here, old, i, before = rounded(z + zx * f), c.tile_depth[at + x], np.int32(x), c.tile_tri[at + x]
        here = here if (i >= low) & (i < high) else rounded(OUTSIDE)
        most = here if here > old else rounded(old)
        c.tile_depth[at + x] = most * one
        c.tile_tri[at + x] = t if here >= old else before
        f += 1.0


@kernel
def fill_list(c: Context, thread: int, e: int, end: int, g: int, x0: int, y0: int) -> None:
    """Depths and numbers of triangles in the samples of a tile at pixel (x0, y0): those in c.bin_entry from ``e`` to
    ``end``, but for those of geom ``g``."""
    while e < end:
        e, count = gather(c, thread, e, end, g, x0, y0)
        for k in range(count):
            t, first, last, spans, zx = head_of(c, thread, k)
            for r in range(first, last):
                at, left, right, z = row_of(c, spans, r)
                if left < right:
                    fill_row(c, thread * ROOM + at, left, right, z, zx, t)
