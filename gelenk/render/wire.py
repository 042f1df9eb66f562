"""Edges in the place of faces: which take the place of others, and which are added up.

Documents: API / mjr_render; Programming / Visualization

An edge is drawn once for each face beside it. As in 3.5.0, opaque edges take the place of what is behind them, with
the light that casts no shadows: first those that are seen in the mirror, which still is a face, then those before the
eye. The edges of the mirror, or of what would be one if reflections were on, come later: they are added to what is
there, but to the background. Each light that casts shadows is added to the nearest edges, once for each time that they
are drawn: twice inside of a surface, once at its rim, more often where edges cross.
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.bins import list_of
from gelenk.render.blend import OUTSIDE, blend_back, blend_front, mix, widest
from gelenk.render.mirror import has_list, is_upper
from gelenk.render.part import (
    CLEAR_LIST,
    CLEAR_MIRROR_LIST,
    GEOM,
    MASK_LIST,
    MIRROR_LIST,
    OPAQUE_LIST,
    view_of,
)
from gelenk.render.pixel_light import is_lit_by_pixels, light_pixels
from gelenk.render.planes import PLANES, prepared
from gelenk.render.raster import PIXELS, ROOM, cover, cover_row, rounded
from gelenk.render.row import BLUE, GREEN, RED, ROW, TEXTURE_PART
from gelenk.render.shade import add_shares, find_widths, finish, is_black, light_row
from gelenk.render.sky import haze_plane_row, haze_share, plain_row
from gelenk.render.wire_map import find_line_shares
from gelenk.tables.enums import mjtGeom

NO_SHADOWS = -1  # in the place of a light: all that cast none
INSIDE = -1  # in tile_back: samples that are in the mirror


# ---- colors


@kernel
def fade_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Dim colors by the haze that is before them."""
    row = thread * ROW
    for i in range(first, last):
        left = 1.0 - haze_share(c, x0 + i, y)[0]
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
def base_row(c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int) -> None:
    """Colors of a triangle without the lights that cast shadows."""
    n = c.tri[t, 3]
    base, row = prepared(c, s, thread, t), thread * ROW
    x, y_middle = x0 + 0.5, y + 0.5
    find_widths(c, row, base, first, last, x, y_middle)
    if is_lit_by_pixels(c, n):
        light_pixels(c, s, row, base, n, first, last, x, y_middle)
    else:
        light_row(c, row, base + PLANES + 3 * TEXTURE_PART, first, last, x, y_middle, 1.0)
    finish(c, row, base, n, first, last, x, y_middle, 1.0)


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
def put_edge(
    c: Context,
    thread: int,
    t: int,
    at: int,
    first: int,
    last: int,
    z: float,
    zx: float,
    add: bool,
    back: bool,
) -> None:
    """Samples of a row in which edge ``t`` is nearest; at: the first of the row."""
    base, row = thread * ROOM + at, thread * ROW
    colors = 3 * thread * ROOM + at
    bare = c.sky == 0 and c.fog == 0
    for i in range(first, last):
        k, here = base + i, rounded(z + zx * i)
        if here >= c.tile_depth[k] and (not back or c.tile_back[k] != OUTSIDE):
            keep = 1.0 if add and (c.tile_tri[k] >= 0 or bare) else 0.0
            c.tile_depth[k] = here
            c.tile_tri[k] = t
            mix(c.tile_color, colors + i, keep, c.row, row + i, 1.0)


@kernel
def draw_edge(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, light: int, add: bool) -> None:
    """One of the two triangles of an edge, in the samples of a tile."""
    zx, r0, r1 = cover(c, thread, t, x0, y0)
    if r0 >= r1:
        return
    back, n = view_of(c, c.tri[t, 3]) == 1, c.nsample
    for y in range(r0 // n, (r1 + n - 1) // n):
        low, high = max(r0, n * y), min(r1, n * (y + 1))
        first, last = widest(c, thread, low, high)
        if first >= last:
            continue
        color_edge(c, s, thread, t, x0, y0 + y, first, last, light)
        for r in range(low, high):
            at, left, right, z = cover_row(c, thread, r)
            if left < right:
                put_edge(c, thread, t, at, left, right, z, zx, add, back)


@kernel
def draw_base(c: Context, s: Scene, thread: int, tile: int, into: int, x0: int, y0: int, shiny: bool) -> None:
    """Edges of a list of a tile in the light that casts no shadows: those of the first mirror, or all others."""
    start, end = list_of(c, tile, into)
    for e in range(start, end):
        t = c.bin_entry[e]
        if (c.part[c.tri[t, 3], GEOM] == c.shiny) == shiny:
            draw_edge(c, s, thread, t, x0, y0, NO_SHADOWS, shiny)


@kernel
def add_lights(c: Context, s: Scene, thread: int, tile: int, into: int, x0: int, y0: int) -> None:
    """What the lights that cast shadows give to the edges of a list of a tile."""
    start, end = list_of(c, tile, into)
    for k in range(c.nshadow):
        for e in range(start, end):
            t = c.bin_entry[e]
            if is_lit_by_pixels(c, c.tri[t, 3]):
                continue
            if not is_black(c, prepared(c, s, thread, t) + PLANES + 3 * TEXTURE_PART + 9 * (k + 1)):
                draw_edge(c, s, thread, t, x0, y0, k, True)


# ---- a tile


@kernel
def mask_mirror(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int) -> None:
    """Which samples of a tile the face of the mirror covers."""
    base = thread * ROOM
    for i in range(base, base + c.nsample * PIXELS):
        c.tile_back[i] = OUTSIDE
    start, end = list_of(c, tile, MASK_LIST)
    for e in range(start, end):
        t = c.bin_entry[e]
        if s.geom_type[c.mirror] == mjtGeom.mjGEOM_BOX and not is_upper(c, t):
            continue
        _, first, last = cover(c, thread, t, x0, y0)
        for r in range(first, last):
            at, left, right, _ = cover_row(c, thread, r)
            for x in range(base + at + left, base + at + right):
                c.tile_back[x] = INSIDE


@kernel
def draw_wires(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int) -> None:
    """All edges of a tile, in samples that have the colors of the background."""
    if c.mirror >= 0 and has_list(c, tile, MASK_LIST):
        mask_mirror(c, s, thread, tile, x0, y0)
        draw_base(c, s, thread, tile, MIRROR_LIST, x0, y0, False)
        add_lights(c, s, thread, tile, MIRROR_LIST, x0, y0)
        start, end = list_of(c, tile, CLEAR_MIRROR_LIST)
        blend_back(c, s, thread, start, end, x0, y0)
    draw_base(c, s, thread, tile, OPAQUE_LIST, x0, y0, False)
    draw_base(c, s, thread, tile, OPAQUE_LIST, x0, y0, True)
    add_lights(c, s, thread, tile, OPAQUE_LIST, x0, y0)
    clear, clear_end = list_of(c, tile, CLEAR_LIST)
    blend_front(c, s, thread, clear, clear_end, x0, y0)
