"""Edges in the place of faces: which take the place of others, and which are added up.

Documents: API / mjr_render; Programming / Visualization

An edge is drawn once for each face beside it. As in 3.5.0, opaque edges take the place of what is behind them, with
the light that casts no shadows; then each light that does is added to the nearest edges, once for each time that they
are drawn: twice inside of a surface, once at its rim, more often where edges cross. The edges of the first mirror, or
of what would be one if reflections were on, are added to what is there in the same way, but not to the sky. The mirror itself still
is a face, and what it shows stands in the place of what is behind it.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.bins import list_of
from gelenk.render.blend import OUTSIDE, blend_front, blend_rows
from gelenk.render.light import TEXTURE_PART
from gelenk.render.mirror import Box, add_back, find_samples, has_list, hide_edges
from gelenk.render.part import CLEAR_LIST, GEOM, MASK_LIST, MIRROR_LIST, OPAQUE_LIST, view_of
from gelenk.render.pixel_light import is_lit_by_pixels
from gelenk.render.planes import PLANES, prepared
from gelenk.render.raster import (
    PIXELS,
    ROOM,
    TILE,
    depth_plane,
    edges_of,
    rounded,
    rows_of,
    sample_x,
    span,
)
from gelenk.render.row import BLUE, GREEN, RED, ROW
from gelenk.render.shade import add_shares, base_row, find_widths, finish, is_black
from gelenk.render.sky import haze_plane_row, haze_share, plain_row
from gelenk.render.wire_map import find_line_shares

NO_SHADOWS = -1  # in the place of a light: all that cast none
REPLACE, ADD, BACK, ADD_BACK = 0, 1, 2, 3  # how an edge is drawn: over what is there, or added; in the mirror


# ---- colors


@kernel
def fade_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Dim colors by the haze that is before them."""
    row = thread * ROW
    for i in range(first, last):
        left = 1.0 - haze_share(c, x0 + i, y)
        c.row[row + RED + i] *= left
        c.row[row + GREEN + i] *= left
        c.row[row + BLUE + i] *= left


@kernel
def light_row_of(
    c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int, light: int
) -> None:
    """Colors that the ``light``-th light that casts shadows gives to an edge, in pixels of a row."""
    n = c.tri[t, 3]
    base, row = prepared(c, s, thread, t), thread * ROW
    at, x, y_middle = base + PLANES + 3 * TEXTURE_PART + 9 * (light + 1), x0 + 0.5, y + 0.5
    plain_row(c, thread, first, last, (0.0, 0.0, 0.0))
    if find_line_shares(c, thread, t, light, view_of(c, n), first, last, x, y_middle):
        find_widths(c, row, base, first, last, x, y_middle)
        add_shares(c, row, at, first, last, x, y_middle)
        finish(c, row, base, n, first, last, x, y_middle, 0.0)
        if c.haze != 0 and c.part[n, GEOM] == c.haze_geom:
            fade_row(c, thread, x0, y, first, last)


@kernel
def color_edge(
    c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int, light: int
) -> None:
    """Colors of an edge in one light, or in all that cast no shadows."""
    if light != NO_SHADOWS:
        light_row_of(c, s, thread, t, x0, y, first, last, light)
        return
    base_row(c, s, thread, t, x0, y, first, last)
    if c.haze != 0 and c.part[c.tri[t, 3], GEOM] == c.haze_geom:
        haze_plane_row(c, thread, x0, y, first, last)


# ---- samples


@kernel
def put_front(
    c: Context, thread: int, t: int, at: int, row: int, first: int, last: int, z: float, zx: float, add: bool
) -> None:
    """Samples of a row in which an edge is nearest, which is never added to the background.

    at, row  the first sample of the row; where its colors are
    """
    colors = 3 * thread * ROOM + at
    for i in range(first, last):
        k, here = thread * ROOM + at + i, rounded(z + zx * i)
        if here >= c.tile_depth[k]:
            keep = 1.0 if add and c.tile_tri[k] >= 0 else 0.0
            c.tile_depth[k] = here
            c.tile_tri[k] = t
            r = keep * c.tile_color[colors + i] + c.row[row + RED + i]
            g = keep * c.tile_color[colors + ROOM + i] + c.row[row + GREEN + i]
            b = keep * c.tile_color[colors + 2 * ROOM + i] + c.row[row + BLUE + i]
            c.tile_color[colors + i] = min(r, 1.0)
            c.tile_color[colors + ROOM + i] = min(g, 1.0)
            c.tile_color[colors + 2 * ROOM + i] = min(b, 1.0)


@kernel
def put_back(
    c: Context, thread: int, t: int, at: int, row: int, first: int, last: int, z: float, zx: float, add: bool
) -> None:
    """The same behind the face of the mirror."""
    colors = 3 * thread * ROOM + at
    keep = 1.0 if add else 0.0
    for i in range(first, last):
        k, here = thread * ROOM + at + i, rounded(z + zx * i)
        if c.tile_back[k] != OUTSIDE and c.back_depth[k] <= here <= c.tile_depth[k]:
            c.back_depth[k] = here
            c.tile_back[k] = t
            r = keep * c.back_color[colors + i] + c.row[row + RED + i]
            g = keep * c.back_color[colors + ROOM + i] + c.row[row + GREEN + i]
            b = keep * c.back_color[colors + 2 * ROOM + i] + c.row[row + BLUE + i]
            c.back_color[colors + i] = min(r, 1.0)
            c.back_color[colors + ROOM + i] = min(g, 1.0)
            c.back_color[colors + 2 * ROOM + i] = min(b, 1.0)


@kernel
def draw_edge(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, light: int, how: int) -> None:
    """One of the two triangles of an edge, in the samples of a tile."""
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    z0, zx, zy = depth_plane(c, i, j, k)
    edges = edges_of(c, i, j, k)
    n, width = c.nsample, min(TILE, c.width - x0)
    r0, r1 = rows_of(c, i, j, k, y0, min(TILE, c.height - y0))
    if r0 >= r1:
        return
    for y in range(r0 // n, (r1 + n - 1) // n):
        low, high = max(r0, n * y), min(r1, n * (y + 1))
        first, last = blend_rows(c, edges, x0, y0, n * y, low, high, width)
        if first >= last:
            continue
        color_edge(c, s, thread, t, x0, y0 + y, first, last, light)
        for r in range(low, high):
            m, ox, v = r - n * y, x0 + sample_x(n, r - n * y), y0 + (r + 0.5) / n
            left, right = span(edges, v, ox, width)
            if left < right:
                at, row, z = m * PIXELS + y * TILE, thread * ROW, z0 + zx * ox + zy * v
                if how == REPLACE or how == ADD:
                    put_front(c, thread, t, at, row, left, right, z, zx, how == ADD)
                else:
                    put_back(c, thread, t, at, row, left, right, z, zx, how == ADD_BACK)


@kernel
def draw_list(
    c: Context,
    s: Scene,
    thread: int,
    tile: int,
    into: int,
    x0: int,
    y0: int,
    light: int,
    how: int,
    shiny: bool,
) -> None:
    """Edges of a list of a tile in one light; without shadows, either those of the first mirror or all others."""
    start, end = list_of(c, tile, into)
    for e in range(start, end):
        t = c.bin_entry[e]
        n = c.tri[t, 3]
        if light == NO_SHADOWS:
            if into == OPAQUE_LIST and (c.part[n, GEOM] == c.shiny) != shiny:
                continue
        elif is_lit_by_pixels(c, n):
            continue
        elif is_black(c, prepared(c, s, thread, t) + PLANES + 3 * TEXTURE_PART + 9 * (light + 1)):
            continue
        draw_edge(c, s, thread, t, x0, y0, light, how)


# ---- a tile


@kernel
def clear_back(c: Context, thread: int) -> None:
    """Nothing is seen in the mirror yet."""
    for i in range(3 * thread * ROOM, 3 * (thread + 1) * ROOM):
        c.back_color[i] = 0.0


@kernel
def add_wire_mirror(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int, box: Box) -> None:
    """Edges that are seen in the mirror."""
    find_samples(c, s, thread, tile, x0, y0, box)
    clear_back(c, thread)
    draw_list(c, s, thread, tile, MIRROR_LIST, x0, y0, NO_SHADOWS, BACK, False)
    for k in range(c.nshadow):
        draw_list(c, s, thread, tile, MIRROR_LIST, x0, y0, k, ADD_BACK, False)
    for m in range(c.nsample):
        first, last = m * PIXELS, m * PIXELS + box[3] * TILE
        hide_edges(c, s, thread, first, last)
        for k in range(3):
            add_back(c, thread, k, first, last)


@kernel
def draw_wires(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int, box: Box) -> None:
    """All edges of a tile, in samples that have the colors of the background; box: all of it."""
    draw_list(c, s, thread, tile, OPAQUE_LIST, x0, y0, NO_SHADOWS, REPLACE, False)
    draw_list(c, s, thread, tile, OPAQUE_LIST, x0, y0, NO_SHADOWS, ADD, True)
    for k in range(c.nshadow):
        draw_list(c, s, thread, tile, OPAQUE_LIST, x0, y0, k, ADD, False)
    if c.mirror >= 0 and has_list(c, tile, MASK_LIST):
        add_wire_mirror(c, s, thread, tile, x0, y0, box)
    clear, clear_end = list_of(c, tile, CLEAR_LIST)
    blend_front(c, s, thread, clear, clear_end, x0, y0)
