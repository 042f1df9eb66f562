"""Wireframe: edges instead of faces, in the image and on shadow maps.

Documents: API / mjr_render; Programming / Visualization; XML reference / visual/quality shadowsize

An edge is drawn once per adjacent face. As in 3.5.0, opaque edges replace what is behind them, lit by the lights
without shadows: first those seen in the mirror, whose face remains a mask, then those in front of the camera. Edges of
the mirror, or of the geom that would be the mirror with reflections on, come later: they are added to what is there,
except the background. Each light with shadows is added to the nearest edges, each time that the edge is drawn: twice
inside a surface, once at its rim, more often at crossings.

As in 3.5.0, edges are also drawn on shadow maps, as many texels wide as pixels in the image, with the nearness of the
edge point nearest to the center of the texel. Hence almost nothing lies in shadow, but edges partly shadow themselves:
at some positions the pixel is nearer to the light than the texel, at others farther.
"""

import math

from gelenk.algebra.vec import Vec3
from gelenk.render.bins import AHEAD, list_of
from gelenk.render.blend import OUTSIDE_MIRROR, blend_back, blend_front, mix, union_of_spans
from gelenk.render.draw_item import (
    CLEAR_LIST,
    CLEAR_MIRROR_LIST,
    FIRST,
    FROM_FLEX,
    GEOM,
    MASK_LIST,
    MIRROR_LIST,
    OPAQUE_LIST,
    SHAPE,
    SOURCE,
    flex_range,
    view_of,
)
from gelenk.render.interpolants import PLANES, find_or_prepare
from gelenk.render.mirror import has_list, is_upper
from gelenk.render.pixel_light import is_before, is_dark, is_lit_by_pixels, light_pixels, place_of
from gelenk.render.raster import (
    TILE,
    TILE_BITS,
    TILE_PIXELS,
    TILE_SAMPLES,
    cover_row,
    find_covered_spans,
    first_at,
    round_depth,
)
from gelenk.render.shade import add_shares, apply_texture_and_fog, find_widths, is_black, light_row
from gelenk.render.shadow import (
    LEAST_BIAS,
    TEXELS,
    Corner,
    beyond_near,
    caster_corner,
    clear_tile,
    corner_coordinates,
    divide_by_q,
    render_shadows,
    share_of,
)
from gelenk.render.sky import haze_plane_row, haze_share, plain_row
from gelenk.render.workspace import BLUE, GREEN, RED, ROW, SHARE, TEXTURE_PART
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

NO_SHADOWS = -1  # value of ``light`` that stands for all lights without shadows
INSIDE_MIRROR = -1  # in tile_back: samples in the mirror


# ---- colors


@kernel
def fade_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Dim the colors of a span by the haze in front of them."""
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
    """Write the colors that the ``light``-th light with shadows gives to a span of an edge."""
    n = c.tri[t, 3]
    base, row = find_or_prepare(c, s, thread, t), thread * ROW
    at, x, y_middle = base + PLANES + 3 * TEXTURE_PART + 9 * (light + 1), x0 + 0.5, y + 0.5
    plain_row(c, thread, first, last, (0.0, 0.0, 0.0))
    if find_line_shares(c, thread, t, light, view_of(c, n), first, last, x, y_middle):
        find_widths(c, row, base, first, last, x, y_middle)
        add_shares(c, row, at, first, last, x, y_middle)
        apply_texture_and_fog(c, row, base, n, first, last, x, y_middle, 0.0)
        if c.haze != 0 and c.part[n, GEOM] == c.haze_geom:
            fade_row(c, thread, x0, y, first, last)


@kernel
def base_row(c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int) -> None:
    """Write the colors of a span without the lights that cast shadows."""
    n = c.tri[t, 3]
    base, row = find_or_prepare(c, s, thread, t), thread * ROW
    x, y_middle = x0 + 0.5, y + 0.5
    find_widths(c, row, base, first, last, x, y_middle)
    if is_lit_by_pixels(c, n):
        light_pixels(c, s, row, base, n, first, last, x, y_middle)
    else:
        light_row(c, row, base + PLANES + 3 * TEXTURE_PART, first, last, x, y_middle, 1.0)
    apply_texture_and_fog(c, row, base, n, first, last, x, y_middle, 1.0)


@kernel
def color_edge(
    c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int, light: int
) -> None:
    """Write the colors of a span of an edge in one light, or in all lights without shadows."""
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
    """Depth-test and write a span of edge ``t`` to one sample per pixel; at: offset of row."""
    base, row = thread * TILE_SAMPLES + at, thread * ROW
    colors = 3 * thread * TILE_SAMPLES + at
    bare = c.sky == 0 and c.fog == 0
    for i in range(first, last):
        k, here = base + i, round_depth(z + zx * i)
        if here >= c.tile_depth[k] and (not back or c.tile_back[k] != OUTSIDE_MIRROR):
            keep = 1.0 if add and (c.tile_tri[k] >= 0 or bare) else 0.0
            c.tile_depth[k] = here
            c.tile_tri[k] = t
            mix(c.tile_color, colors + i, keep, c.row, row + i, 1.0)


@kernel
def draw_edge(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, light: int, add: bool) -> None:
    """Draw one of the two triangles of an edge in a tile."""
    zx, r0, r1 = find_covered_spans(c, thread, t, x0, y0)
    if r0 >= r1:
        return
    back, n = view_of(c, c.tri[t, 3]) == 1, c.nsample
    for y in range(r0 // n, (r1 + n - 1) // n):
        low, high = max(r0, n * y), min(r1, n * (y + 1))
        first, last = union_of_spans(c, thread, low, high)
        if first >= last:
            continue
        color_edge(c, s, thread, t, x0, y0 + y, first, last, light)
        for r in range(low, high):
            at, left, right, z = cover_row(c, thread, r)
            if left < right:
                put_edge(c, thread, t, at, left, right, z, zx, add, back)


@kernel
def draw_base(c: Context, s: Scene, thread: int, tile: int, into: int, x0: int, y0: int, shiny: bool) -> None:
    """Draw the edges of a list in the lights without shadows.

    shiny: whether to draw those of the mirror geom, or all others
    """
    start, end = list_of(c, tile, into)
    for e in range(start, end):
        t = c.bin_entry[e]
        if (c.part[c.tri[t, 3], GEOM] == c.shiny) == shiny:
            draw_edge(c, s, thread, t, x0, y0, NO_SHADOWS, shiny)


@kernel
def add_lights(c: Context, s: Scene, thread: int, tile: int, into: int, x0: int, y0: int) -> None:
    """Add the lights with shadows to the edges of a list."""
    start, end = list_of(c, tile, into)
    for k in range(c.nshadow):
        for e in range(start, end):
            t = c.bin_entry[e]
            if is_lit_by_pixels(c, c.tri[t, 3]):
                continue
            if not is_black(c, find_or_prepare(c, s, thread, t) + PLANES + 3 * TEXTURE_PART + 9 * (k + 1)):
                draw_edge(c, s, thread, t, x0, y0, k, True)


# ---- tiles


@kernel
def mask_mirror(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int) -> None:
    """Mark the samples of a tile that the face of the mirror covers."""
    base = thread * TILE_SAMPLES
    for i in range(base, base + c.nsample * TILE_PIXELS):
        c.tile_back[i] = OUTSIDE_MIRROR
    start, end = list_of(c, tile, MASK_LIST)
    for e in range(start, end):
        t = c.bin_entry[e]
        if s.geom_type[c.mirror] == mjtGeom.mjGEOM_BOX and not is_upper(c, t):
            continue
        _, first, last = find_covered_spans(c, thread, t, x0, y0)
        for r in range(first, last):
            at, left, right, _ = cover_row(c, thread, r)
            for x in range(base + at + left, base + at + right):
                c.tile_back[x] = INSIDE_MIRROR


@kernel
def draw_wires(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int) -> None:
    """Draw all edges of a tile over the background."""
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


# ---- shadow maps


@kernel
def put_texel(c: Context, k: int, g: int, x: int, y: int, near: float, thread: int, nthread: int) -> None:
    """Depth-test and write a texel of an edge on map ``k``, if its tile row is the thread's."""
    row = y >> TILE_BITS
    if not 1 <= y < c.map_size - 1 or row % nthread != thread:
        return
    across = c.map_size >> TILE_BITS
    tile = (k * across + row) * across + (x >> TILE_BITS)
    clear_tile(c, tile, g)
    at = tile * TEXELS + (y & (TILE - 1)) * TILE + (x & (TILE - 1))
    # depth bias, so that surfaces at grazing angles do not shadow themselves
    here = near - LEAST_BIAS * max(abs(near), 1e-3)
    c.map_depth[at] = max(c.map_depth[at], here)


@kernel
def draw_line(c: Context, k: int, g: int, a: Vec3, b: Vec3, thread: int, nthread: int) -> None:
    """Draw an edge on map ``k``: line-width texels per column, or per row if it is steep."""
    dx, dy, dz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    square = dx * dx + dy * dy
    if not (1e-12 < square < 1e15):
        return
    n, steep = c.map_size, abs(dy) > abs(dx)
    start, length = (a[1], dy) if steep else (a[0], dx)
    other, slope = (a[0], dx / dy) if steep else (a[1], dy / dx)
    low, high = min(start, start + length), max(start, start + length)
    width = max(1, int(c.lineWidth + 0.5))
    for i in range(first_at(low - 0.5, 1, n - 1), first_at(high - 0.5, 1, n - 1)):
        across = math.floor(other + slope * (i + 0.5 - start) - 0.5 * (width - 1))
        for j in range(first_at(across, 1, n - 1), first_at(across + width, 1, n - 1)):
            x, y = (j, i) if steep else (i, j)
            share = ((x + 0.5 - a[0]) * dx + (y + 0.5 - a[1]) * dy) / square
            put_texel(c, k, g, x, y, a[2] + share * dz, thread, nthread)


@kernel
def draw_shadow_edge(c: Context, k: int, g: int, a: Corner, b: Corner, thread: int, nthread: int) -> None:
    """Draw an edge on map ``k``, clipped at the near plane of the light."""
    fa, fb = beyond_near(c, k, a) > 0.0, beyond_near(c, k, b) > 0.0
    if fa and fb:
        draw_line(c, k, g, (a[0], a[1], a[2]), (b[0], b[1], b[2]), thread, nthread)
    elif fa or fb:
        inner, outer = corner_coordinates(a if fa else b), corner_coordinates(b if fa else a)
        va = beyond_near(c, k, inner)
        outer = share_of(inner, outer, va / (va - beyond_near(c, k, outer)))
        draw_line(c, k, g, divide_by_q(inner), divide_by_q(outer), thread, nthread)


@kernel
def draw_shadow_edges(c: Context, s: Scene, k: int, thread: int, nthread: int) -> None:
    """Draw all edges of shadow casters in the tile rows of one thread."""
    for n in range(c.first_caster, c.npart_used):
        first = k * c.ncaster_used + c.part[n, FIRST]
        shape, g = c.part[n, SHAPE], c.part[n, GEOM]
        flex = c.part[n, SOURCE] == FROM_FLEX
        adr = 0 if flex else c.shape_faceadr[shape]
        for t in range(adr, adr + (flex_range(s, g)[1] if flex else c.shape_facenum[shape])):
            for e in range(3):
                i, j = e, (e + 1) % 3
                if not flex:
                    if c.shape_face[t, 3] & (1 << e) == 0:
                        continue
                    i, j = c.shape_face[t, i], c.shape_face[t, j]
                at = first + (3 * t if flex else 0)
                a, b = caster_corner(c, at + i), caster_corner(c, at + j)
                draw_shadow_edge(c, k, g, a, b, thread, nthread)


@kernel
def render_maps(c: Context, s: Scene, thread: int, nthread: int) -> None:
    """Draw the shadow maps of faces or, in wireframe, of edges (see render_shadows())."""
    if c.wire == 0 or nthread == 0:
        render_shadows(c, s, thread, nthread)
        return
    for k in range(c.nshadow):
        draw_shadow_edges(c, s, k, thread, nthread)


# ---- lookup


@kernel
def end_of(c: Context, v: int) -> int:
    """Return the line end to which a vertex of one of the line's triangles belongs."""
    return c.cut[v - c.nvert_used, 0] if v >= c.nvert_used else v


@kernel
def find_line_shares(
    c: Context, thread: int, t: int, k: int, view: int, first: int, last: int, x: float, y: float
) -> bool:
    """Compute whether the light of map ``k`` arrives at each pixel of an edge, into c.row.

    t        one of the two triangles of the edge
    x, y     the center of pixel 0
    Returns  whether any light arrives
    """
    i, j = end_of(c, c.tri[t, 0]), end_of(c, c.tri[t, 1])
    if i == j:
        j = end_of(c, c.tri[t, 2])
    ahead, row = AHEAD if c.nsample > 1 else 0.0, thread * ROW
    ax, ay, az = c.vert[i, 0], c.vert[i, 1], c.vert[i, 2]
    dx, dy, dz = c.vert[j, 0] - ax, c.vert[j, 1] - ay, c.vert[j, 2] - az
    inverse = 1.0 / max(1e-30, dx * dx + dy * dy)
    some = False
    for p in range(first, last):
        f = ((x + p + ahead - ax) * dx + (y + ahead - ay) * dy) * inverse
        px, py, z = ax + f * dx, ay + f * dy, az + f * dz
        lit = True
        if is_before(c, k, view, px, py, z):
            place = place_of(c, k, view, px, py, z)
            lit = not is_dark(c, k, place[0], place[1], place[2])
        c.row[row + SHARE + p] = 1.0 if lit else 0.0
        some = some or lit
    return some
