"""Tiles that a plane geom fills, which need no depth test of samples against the plane.

Documents: Programming / Visualization; API / mjr_render

A plane fills a tile if all four corners of the tile see it, since both the plane and the sky, which must be behind the
plane, are convex. All samples of a pixel then show the plane unless something is nearer, and the triangle at the center
of the pixel determines their lighting. A tile with nothing else needs no samples.
"""

import numpy as np

from gelenk.render.bins import list_of
from gelenk.render.draw_item import CLEAR_LIST, CLEAR_MIRROR_LIST, GEOM, MIRROR_LIST, OPAQUE_LIST
from gelenk.render.interpolants import LIT, PLANE_COORDINATES, Z_PLANE, evaluate, is_flat, whole_plane
from gelenk.render.plane_light import fit_tile_light, is_evenly_lit
from gelenk.render.raster import (
    SPANS,
    TILE,
    TILE_PIXELS,
    TILE_SAMPLES,
    edges_of,
    find_spans,
    first_at,
    round_depth,
    sample_x,
    sample_y,
    span_of,
    whole_vectors,
)
from gelenk.render.shadow_lookup import all_open
from gelenk.render.sky import sky_depth
from gelenk.render.texture_span import cache_level
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

INSIDE_SHARE = 1.0 - 1.0e-6  # share of a plane that counts as its inside, to absorb rounding
NONE = -1


@kernel
def shows_plane(c: Context, s: Scene, base: int, g: int, x: float, y: float) -> bool:
    """Return whether a point of the image shows plane ``g`` in front of the sky."""
    q, z = evaluate(c, base, x, y), evaluate(c, base + Z_PLANE, x, y)
    # the last shape of a plane is one quad; comparisons that fail for NaN
    corner = c.shape_vertadr[c.plane_block[s.geom_dataid[g], 2]]
    u, v = evaluate(c, base + PLANE_COORDINATES, x, y), evaluate(c, base + PLANE_COORDINATES + 3, x, y)
    if not (q > 0.0 and abs(u) < INSIDE_SHARE * q * abs(c.shape_pos[corner, 0])):
        return False
    if not (abs(v) < INSIDE_SHARE * q * abs(c.shape_pos[corner, 1]) and 0.0 < z < 1.0):
        return False
    return c.sky == 0 or z >= sky_depth(c, x, y)


@kernel
def fills_tile(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, width: int, height: int) -> bool:
    """Return whether the plane geom of triangle ``t`` fills a tile."""
    n = c.tri[t, 3]
    g = c.part[n, GEOM]
    if not (0 <= s.geom_dataid[g] < c.nplane):
        return False
    base = whole_plane(c, s, thread, n)
    for k in range(4):
        if not shows_plane(c, s, base, g, x0 + (width if k & 1 else 0), y0 + (height if k & 2 else 0)):
            return False
    return True


@kernel
def find_filling_triangle(
    c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int, width: int, height: int
) -> int:
    """Return a triangle of a plane geom that fills the tile, or -1."""
    start, end = list_of(c, tile, OPAQUE_LIST)
    last = NONE
    for e in range(start, end):
        t = c.bin_entry[e]
        g = c.part[c.tri[t, 3], GEOM]
        if g != last:
            last = g
            if is_flat(c, s, t) and fills_tile(c, s, thread, t, x0, y0, width, height):
                return t
    return NONE


@kernel
def put_number(c: Context, at: int, left: int, right: int, t: int) -> None:
    """Write triangle ``t`` to tile_tri from left to right of a row."""
    # branch-free stores, see raster.fill_row
    zero = np.int32(0 if c.nsample > 0 else 1)
    (start, end), low, high = whole_vectors(left, right), np.int32(left), np.int32(right)
    for x in range(start, end):
        i, before = np.int32(x), c.tile_tri[at + x]
        c.tile_tri[at + x] = np.int32(t if (i >= low) & (i < high) else before) | zero  # type: ignore[assignment]


@kernel
def fill_middles(c: Context, thread: int, t: int, x0: int, y0: int, height: int) -> None:
    """Write triangle ``t`` to the pixels whose centers it covers."""
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    low = min(c.vert[i, 1], min(c.vert[j, 1], c.vert[k, 1]))
    high = max(c.vert[i, 1], max(c.vert[j, 1], c.vert[k, 1]))
    first, last = first_at(low - y0 - 0.5, 0, height), first_at(high - y0 - 0.5, 0, height)
    if first < last:
        find_spans(c, thread * SPANS, 1, edges_of(c, i, j, k), (0.0, 0.0, 0.0), x0, y0, first, last)
    for row in range(first, last):
        left, right = span_of(c, thread, row)
        if left < right:
            put_number(c, thread * TILE_SAMPLES + row * TILE, left, right, t)


@kernel
def fill_gaps(c: Context, t: int, base: int, width: int, height: int) -> None:
    """Assign a triangle of the plane to pixels without one, from neighbors or ``t``.

    A distant triangle may cover the center of a pixel and none of its samples, and is then in no list. The nearest row
    counts first, then a pixel beside.
    """
    gaps = 0
    for row in range(height):
        for x in range(width):
            gaps += 1 if c.tile_tri[base + row * TILE + x] == NONE else 0
    if gaps == 0:
        return
    for row in range(1, height):
        for x in range(width):
            copy_triangle(c, base + row * TILE + x, base + (row - 1) * TILE + x)
    for up in range(1, height):
        row = height - 1 - up
        for x in range(width):
            copy_triangle(c, base + row * TILE + x, base + (row + 1) * TILE + x)
    # a column that still lacks triangles lacks them in all rows
    for row in range(height):
        at = base + row * TILE
        for x in range(1, width):
            copy_triangle(c, at + x, at + x - 1)
        for left in range(1, width):
            copy_triangle(c, at + width - 1 - left, at + width - left)
        for x in range(width):
            if c.tile_tri[at + x] == NONE:
                c.tile_tri[at + x] = t


@kernel
def copy_triangle(c: Context, at: int, other: int) -> None:
    """Copy the triangle of another pixel to a pixel without one."""
    if c.tile_tri[at] == NONE:
        c.tile_tri[at] = c.tile_tri[other]


@kernel
def begin_plane(
    c: Context, s: Scene, thread: int, tile: int, t: int, x0: int, y0: int, width: int, height: int
) -> bool:
    """Write the triangles of a plane that fills a tile; return whether nothing else is there."""
    base, g = thread * TILE_SAMPLES, c.part[c.tri[t, 3], GEOM]
    even, alone = is_evenly_lit(c, thread, g), True
    for i in range(base, base + TILE_PIXELS):
        c.tile_tri[i] = t if even else NONE
    start, end = list_of(c, tile, OPAQUE_LIST)
    for e in range(start, end):
        other = c.bin_entry[e]
        if c.part[c.tri[other, 3], GEOM] != g:
            alone = False
        elif not even:
            fill_middles(c, thread, other, x0, y0, height)
    for into in range(CLEAR_LIST, CLEAR_MIRROR_LIST + 1):
        first, last = list_of(c, tile, into)
        # reflections count only if the plane is the mirror
        if first < last and (into < MIRROR_LIST or c.mirror == g):
            alone = False
    if not even:
        fill_gaps(c, t, base, width, height)
    return alone


@kernel
def cache_tile_values(
    c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, width: int, height: int
) -> None:
    """Cache the texture level and color, lighting and shadow that hold for a filled tile."""
    n = c.tri[t, 3]
    base, g = whole_plane(c, s, thread, n), c.part[n, GEOM]
    fit_tile_light(c, s, thread, base, n, g, x0, y0, width, height)
    lit = all_open(c, g, base + Z_PLANE, x0, y0, width, height)
    c.frag[base + LIT] = 1.0 if lit else 0.0
    cache_level(c, base, n, x0, y0, width, height)


@kernel
def spread_plane(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int) -> None:
    """Write depth and triangles of a plane to all samples of a tile."""
    base, plane = thread * TILE_SAMPLES, whole_plane(c, s, thread, c.tri[t, 3])
    zx = c.frag[plane + Z_PLANE + 1]
    for m in range(c.nsample):
        for row in range(TILE):
            at = base + m * TILE_PIXELS + row * TILE
            z = evaluate(c, plane + Z_PLANE, x0 + sample_x(c.nsample, m), y0 + row + sample_y(c.nsample, m))
            f = 0.0
            for x in range(TILE):
                c.tile_depth[at + x] = round_depth(z + zx * f)
                f += 1.0
        if m > 0:
            for i in range(TILE_PIXELS):
                c.tile_tri[base + m * TILE_PIXELS + i] = c.tile_tri[base + i]


@kernel
def put_plane_depth(
    c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, width: int, height: int
) -> None:
    """Write the depth of pixels that show only a plane: that of their first sample."""
    plane = whole_plane(c, s, thread, c.tri[t, 3])
    zx = c.frag[plane + Z_PLANE + 1]
    for row in range(height):
        out = (c.bottom + y0 + row) * c.outer_width + c.left + x0
        z = evaluate(c, plane + Z_PLANE, x0 + sample_x(c.nsample, 0), y0 + row + sample_y(c.nsample, 0))
        f = 0.0
        for x in range(width):
            c.out_depth[out + x] = round_depth(z + zx * f)
            f += 1.0
