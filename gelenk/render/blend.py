"""What is transparent, laid over the colors of samples.

Documents: API / mjr_render; Programming / Visualization

All transparent triangles are drawn twice, from near to far and from far to near, as in 3.5.0, so that something of
opacity a covers 1 - (1 - a)^2; where they add light, once. Depth stays that of what is opaque.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.part import GEOM
from gelenk.render.parts import opacity
from gelenk.render.raster import (
    PIXELS,
    ROOM,
    TILE,
    Edges,
    depth_plane,
    edges_of,
    rounded,
    rows_of,
    sample_x,
    span,
)
from gelenk.render.row import BLUE, GREEN, RED, ROW
from gelenk.render.shade import shade_row

OUTSIDE = -2  # in tile_back: samples that are not in the mirror


@kernel
def mix_front(
    c: Context, thread: int, m: int, row: int, first: int, last: int, z: float, zx: float, alpha: float
) -> None:
    """Lay colors of pixels of a row over one of their samples, where it is not behind what is opaque."""
    at, of = m * PIXELS + row * TILE, thread * ROW
    colors, depth = 3 * thread * ROOM + at, thread * ROOM + at
    keep = 1.0 if c.additive != 0 else 1.0 - alpha
    for i in range(first, last):
        here = rounded(z + zx * i) >= c.tile_depth[depth + i]
        a, k = alpha if here else 0.0, keep if here else 1.0
        r = k * c.tile_color[colors + i] + a * c.row[of + RED + i]
        g = k * c.tile_color[colors + ROOM + i] + a * c.row[of + GREEN + i]
        b = k * c.tile_color[colors + 2 * ROOM + i] + a * c.row[of + BLUE + i]
        c.tile_color[colors + i] = r if r < 1.0 else 1.0
        c.tile_color[colors + ROOM + i] = g if g < 1.0 else 1.0
        c.tile_color[colors + 2 * ROOM + i] = b if b < 1.0 else 1.0


@kernel
def mix_edges(
    c: Context, m: int, row: int, thread: int, first: int, last: int, z: float, zx: float, alpha: float
) -> None:
    """Edges in the mirror, which come before all others: the sky hides those that have nothing behind them."""
    at, of = m * PIXELS + row * TILE, thread * ROW
    colors, depth = 3 * thread * ROOM + at, thread * ROOM + at
    keep = 1.0 if c.additive != 0 else 1.0 - alpha
    for i in range(first, last):
        bare = c.tile_tri[depth + i] < 0 and c.sky != 0
        if c.tile_back[depth + i] != OUTSIDE and not bare and rounded(z + zx * i) >= c.tile_depth[depth + i]:
            r = keep * c.tile_color[colors + i] + alpha * c.row[of + RED + i]
            g = keep * c.tile_color[colors + ROOM + i] + alpha * c.row[of + GREEN + i]
            b = keep * c.tile_color[colors + 2 * ROOM + i] + alpha * c.row[of + BLUE + i]
            c.tile_color[colors + i] = min(r, 1.0)
            c.tile_color[colors + ROOM + i] = min(g, 1.0)
            c.tile_color[colors + 2 * ROOM + i] = min(b, 1.0)


@kernel
def mix_back(
    c: Context, thread: int, m: int, row: int, first: int, last: int, z: float, zx: float, alpha: float
) -> None:
    """The same for what is seen in the mirror: behind its face, and before what is opaque there."""
    at, of = m * PIXELS + row * TILE, thread * ROW
    colors, depth = 3 * thread * ROOM + at, thread * ROOM + at
    keep = 1.0 if c.additive != 0 else 1.0 - alpha
    if c.wire != 0:
        mix_edges(c, m, row, thread, first, last, z, zx, alpha)
        return
    for i in range(first, last):
        here = rounded(z + zx * i)
        if c.tile_back[depth + i] != OUTSIDE and c.back_depth[depth + i] <= here <= c.tile_depth[depth + i]:
            r = keep * c.back_color[colors + i] + alpha * c.row[of + RED + i]
            g = keep * c.back_color[colors + ROOM + i] + alpha * c.row[of + GREEN + i]
            b = keep * c.back_color[colors + 2 * ROOM + i] + alpha * c.row[of + BLUE + i]
            c.back_color[colors + i] = min(r, 1.0)
            c.back_color[colors + ROOM + i] = min(g, 1.0)
            c.back_color[colors + 2 * ROOM + i] = min(b, 1.0)


@kernel
def blend_rows(
    c: Context, edges: Edges, x0: int, y0: int, row: int, low: int, high: int, width: int
) -> tuple[int, int]:
    """First and last pixel with a sample in a triangle, in rows of samples low to high; row: the first of all."""
    first, last = width, 0
    for r in range(low, high):
        left, right = span(edges, y0 + (r + 0.5) / c.nsample, x0 + sample_x(c.nsample, r - row), width)
        if left < right:
            first, last = min(first, left), max(last, right)
    return first, last


@kernel
def blend_triangle(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, back: bool) -> None:
    """Lay triangle ``t`` over the samples of a tile, in the mirror or in front of it."""
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    alpha = opacity(c, s, c.tri[t, 3])
    z0, zx, zy = depth_plane(c, i, j, k)
    edges = edges_of(c, i, j, k)
    n, width = c.nsample, min(TILE, c.width - x0)
    r0, r1 = rows_of(c, i, j, k, y0, min(TILE, c.height - y0))
    if r0 >= r1:
        return
    for row in range(r0 // n, (r1 + n - 1) // n):
        low, high = max(r0, n * row), min(r1, n * (row + 1))
        first, last = blend_rows(c, edges, x0, y0, n * row, low, high, width)
        if first >= last:
            continue
        shade_row(c, s, thread, t, x0, y0 + row, first, last)
        for r in range(low, high):
            m, y = r - n * row, y0 + (r + 0.5) / n
            ox = x0 + sample_x(n, m)
            left, right = span(edges, y, ox, width)
            if left < right:
                z = z0 + zx * ox + zy * y
                if back:
                    mix_back(c, thread, m, row, left, right, z, zx, alpha)
                else:
                    mix_front(c, thread, m, row, left, right, z, zx, alpha)


@kernel
def geom_of(c: Context, entry: int) -> int:
    """The geom of an entry of a list."""
    return c.part[c.tri[c.bin_entry[entry], 3], GEOM]


@kernel
def blend_list(c: Context, s: Scene, thread: int, start: int, end: int, x0: int, y0: int, back: bool) -> None:
    """All transparent triangles of a list, from near to far, and then from far to near."""
    if c.additive == 0:
        for e in range(start, end):
            blend_triangle(c, s, thread, c.bin_entry[e], x0, y0, back)
    while end > start:
        first = end - 1
        while first > start and geom_of(c, first - 1) == geom_of(c, end - 1):
            first -= 1
        for e in range(first, end):
            blend_triangle(c, s, thread, c.bin_entry[e], x0, y0, back)
        end = first


@kernel
def blend_front(c: Context, s: Scene, thread: int, start: int, end: int, x0: int, y0: int) -> None:
    """What is transparent before the eye."""
    blend_list(c, s, thread, start, end, x0, y0, False)


@kernel
def blend_back(c: Context, s: Scene, thread: int, start: int, end: int, x0: int, y0: int) -> None:
    """What is transparent in the mirror."""
    blend_list(c, s, thread, start, end, x0, y0, True)
