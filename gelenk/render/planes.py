"""Planes: polynomial lighting of a plane geom, and tiles that a plane geom fills.

Documents: Programming / Visualization; XML reference / light; API / mjr_render

In a tile that a plane geom fills, the lighting of the plane is a polynomial.

Lighting is evaluated at the corners of the cells of a plane, and is linear within a cell. Except near highlights and
the rims of light cones, it is nearly linear along a cell and of second order along the tile, so that the cell of a
pixel makes no visible difference. Then the colors of all pixels are one polynomial

    f(x, y) = f0 + f1 x + f2 y + f3 x^2 + f4 y^2 + f5 x y,    x and y from -1 to 1 along the tile

for each channel of each light set, and for the sum of the sets. Set 0 has all lights without shadows, each other set
one light with shadows. The polynomial interpolates the lighting at five points and is compared with six others; five
more bound the curvature within a cell.

Such a tile needs no depth test of samples against the plane.

A plane fills a tile if all four corners of the tile see it, since both the plane and the sky, which must be behind the
plane, are convex. All samples of a pixel then show the plane unless something is nearer, and the triangle at the center
of the pixel determines their lighting. A tile with nothing else needs no samples.
"""

import numpy as np

from gelenk.algebra.vec import Vec3
from gelenk.render.bins import list_of
from gelenk.render.draw_item import (
    CLEAR_LIST,
    CLEAR_MIRROR_LIST,
    GEOM,
    MIRROR_LIST,
    OPAQUE_LIST,
    SHAPE,
    at_rim,
    to_world,
)
from gelenk.render.interpolants import (
    LEAST_Q,
    LIT,
    PLANE_COORDINATES,
    Z_PLANE,
    evaluate,
    is_flat,
    whole_plane,
)
from gelenk.render.light_model import B, G, R, look_at_eye
from gelenk.render.pixel_light import all_open
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
from gelenk.render.sky import sky_depth
from gelenk.render.texture_span import cache_level
from gelenk.render.vertex_light import (
    cut_at,
    cut_at_one,
    of_shadow,
    place_points,
    put_point,
    shade_without_shadows,
)
from gelenk.render.workspace import BLUE, EVEN, GREEN, LOT, POINTS, RED, ROW, SHARE, SPACE, whole_quads
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

# offsets in a tile: geom lit by polynomials, -1: none; start and step of x and y; the sum, then each light set
WHOSE, TILE_FRAME, SUM, TERMS = 0, 1, 5, 6
SET = 3 * TERMS
MOST_SETS, POLYNOMIALS = 9, 10
SAMPLES = SUM + SET * POLYNOMIALS  # offset of the colors at the sample points, of one set
NO_GEOM = -1.0
TOLERANCE = 0.2 / 255.0  # largest accepted error of a color
HALF_WAY = 0.5


@kernel
def area_of(thread: int) -> int:
    """Return the offset in c.frag of the polynomials of a thread."""
    return thread * SPACE + EVEN


@kernel
def forget_light(c: Context, thread: int) -> None:
    """Invalidate the polynomials of a thread."""
    c.frag[area_of(thread) + WHOSE] = NO_GEOM


@kernel
def is_evenly_lit(c: Context, thread: int, g: int) -> bool:
    """Return whether the tile caches lighting polynomials of plane ``g``."""
    return c.frag[area_of(thread) + WHOSE] == g


@kernel
def cell_of(c: Context, n: int) -> tuple[float, float]:
    """Return width and height [m] of a cell of draw item ``n``, which is a plane block."""
    shape = c.part[n, SHAPE]
    v = c.shape_vertadr[shape]
    t = c.shape_faceadr[shape] + c.shape_facenum[shape] // 2
    i, j, k = v + c.shape_face[t, 0], v + c.shape_face[t, 1], v + c.shape_face[t, 2]
    wide, high = 0.0, 0.0
    for a, b in ((i, j), (j, k), (k, i)):
        wide = max(wide, abs(c.shape_pos[a, 0] - c.shape_pos[b, 0]))
        high = max(high, abs(c.shape_pos[a, 1] - c.shape_pos[b, 1]))
    return wide, high


@kernel
def point_under(c: Context, base: int, x: float, y: float) -> Vec3:
    """Return the point of a plane under a point of the image, in the frame of the plane.

    base: offset of the interpolants of the plane in c.frag
    """
    w = 1.0 / max(evaluate(c, base, x, y), LEAST_Q)
    return (
        evaluate(c, base + PLANE_COORDINATES, x, y) * w,
        evaluate(c, base + PLANE_COORDINATES + 3, x, y) * w,
        0.0,
    )


@kernel
def place_of_sample(i: int) -> tuple[float, float]:
    """Return x and y of sample point i of 16: corners, sides, center (6 times), two halfway."""
    if i < 4:
        return (1.0 if i & 1 else -1.0), (1.0 if i & 2 else -1.0)
    if i < 6:
        return (-1.0 if i == 4 else 1.0), 0.0
    if i < 8:
        return 0.0, (-1.0 if i == 6 else 1.0)
    if i < 14:
        return 0.0, 0.0
    return (HALF_WAY, HALF_WAY) if i == 14 else (-HALF_WAY, -HALF_WAY)


@kernel
def cells_of_sample(i: int) -> tuple[float, float]:
    """Return the offset of a sample point along x and y [cells]; 9 to 13 are off center."""
    if i == 9 or i == 10:
        return (1.0 if i == 9 else -1.0), 0.0
    if i == 11 or i == 12:
        return 0.0, (1.0 if i == 11 else -1.0)
    return (1.0, 1.0) if i == 13 else (0.0, 0.0)


@kernel
def take_samples(
    c: Context, thread: int, base: int, n: int, lot: int, x0: int, y0: int, width: int, height: int
) -> None:
    """Load half of the sample points of the plane that fills a tile into a packet."""
    at, (wide, high) = thread * ROW + POINTS, cell_of(c, n)
    for k in range(LOT):
        u, v = place_of_sample(LOT * lot + k)
        across, up = cells_of_sample(LOT * lot + k)
        p = point_under(c, base, x0 + 0.5 * width * (1.0 + u), y0 + 0.5 * height * (1.0 + v))
        put_point(c, at + k, (p[0] + across * wide, p[1] + up * high, 0.0), (0.0, 0.0, 1.0))
    place_points(c, thread, n)
    look_at_eye(c, thread, 0)


@kernel
def light_samples(c: Context, s: Scene, thread: int, n: int, lot: int, m: int) -> None:
    """Shade a packet of sample points with light set ``m``, and store the colors."""
    if m == 0:
        shade_without_shadows(c, s, thread, 0, n)
    else:
        of_shadow(c, s, thread, 0, n, m - 1)
    at, to = thread * ROW + POINTS, area_of(thread) + SAMPLES + 3 * LOT * lot
    for k in range(LOT):
        c.frag[to + 3 * k] = cut_at_one(c.row[at + R + k])
        c.frag[to + 3 * k + 1] = cut_at_one(c.row[at + G + k])
        c.frag[to + 3 * k + 2] = cut_at_one(c.row[at + B + k])


@kernel
def evaluate_polynomial(c: Context, at: int, x: float, y: float) -> float:
    """Evaluate the polynomial at offset ``at`` of c.frag."""
    f = c.frag[at] + x * (c.frag[at + 1] + x * c.frag[at + 3])
    return f + y * (c.frag[at + 2] + y * c.frag[at + 4] + x * c.frag[at + 5])


@kernel
def fit_polynomial(c: Context, of: int, at: int) -> bool:
    """Fit the polynomial of a channel to its samples; return whether the fit is accurate."""
    middle, left, right = c.frag[of + 24], c.frag[of + 12], c.frag[of + 15]
    low, high = c.frag[of + 18], c.frag[of + 21]
    c.frag[at] = middle
    c.frag[at + 1] = 0.5 * (right - left)
    c.frag[at + 2] = 0.5 * (high - low)
    c.frag[at + 3] = 0.5 * (right + left) - middle
    c.frag[at + 4] = 0.5 * (high + low) - middle
    c.frag[at + 5] = 0.25 * (c.frag[of] - c.frag[of + 3] - c.frag[of + 6] + c.frag[of + 9])
    for i in range(16):
        if i < 4 or i > 13:
            x, y = place_of_sample(i)
            if not (abs(evaluate_polynomial(c, at, x, y) - c.frag[of + 3 * i]) < TOLERANCE):
                return False
    # second differences over a cell: linear interpolation is off by an eighth of them
    east, west, north, south = c.frag[of + 27], c.frag[of + 30], c.frag[of + 33], c.frag[of + 36]
    bends = abs(east + west - 2.0 * middle) + abs(north + south - 2.0 * middle)
    twist = abs(c.frag[of + 39] - east - north + middle)
    return 0.125 * bends + 0.25 * twist < TOLERANCE


@kernel
def may_contain_rim(
    c: Context, s: Scene, thread: int, base: int, n: int, x0: int, y0: int, width: int, height: int
) -> bool:
    """Return whether the rim of a light cone may cross the tile or a cell of the plane in it."""
    wide, high = cell_of(c, n)
    p = to_world(c, n, point_under(c, base, x0 + 0.5 * width, y0 + 0.5 * height))
    radius = 0.0
    for k in range(4):
        q = to_world(c, n, point_under(c, base, x0 + (width if k & 1 else 0), y0 + (height if k & 2 else 0)))
        radius = max(radius, (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 + (q[2] - p[2]) ** 2)
    return at_rim(c, s, p, radius**0.5 + wide + high)


@kernel
def fit_tile_light(
    c: Context, s: Scene, thread: int, base: int, n: int, g: int, x0: int, y0: int, width: int, height: int
) -> None:
    """Fit the lighting of plane ``g`` (draw item ``n``) in a tile, and store accurate fits."""
    at = area_of(thread)
    if c.nset > MOST_SETS or (c.spots != 0 and may_contain_rim(c, s, thread, base, n, x0, y0, width, height)):
        return
    for k in range(SET):
        c.frag[at + SUM + k] = 0.0
    for m in range(c.nset):
        for lot in range(2):
            take_samples(c, thread, base, n, lot, x0, y0, width, height)
            light_samples(c, s, thread, n, lot, m)
        for k in range(3):
            to = at + SUM + SET * (1 + m) + TERMS * k
            if not fit_polynomial(c, at + SAMPLES + k, to):
                return
            for i in range(TERMS):
                c.frag[at + SUM + TERMS * k + i] += c.frag[to + i]
    c.frag[at + TILE_FRAME] = -1.0 - 2.0 * x0 / width
    c.frag[at + TILE_FRAME + 1] = 2.0 / width
    c.frag[at + TILE_FRAME + 2] = -1.0 - 2.0 * y0 / height
    c.frag[at + TILE_FRAME + 3] = 2.0 / height
    c.frag[at + WHOSE] = g


@kernel
def row_of_polynomial(c: Context, at: int, y: float) -> Vec3:
    """Return the coefficients (f0, f1, f2) of the polynomial in x that holds for one row."""
    f0 = c.frag[at] + y * (c.frag[at + 2] + y * c.frag[at + 4])
    return f0, c.frag[at + 1] + y * c.frag[at + 5], c.frag[at + 3]


@kernel
def put_even(
    c: Context, thread: int, m: int, first: int, last: int, x: float, y: float, most: float, add: bool
) -> None:
    """Write colors of a span from the polynomials of set ``m`` - 1, or of the sum for m = 0.

    x, y  the center of pixel 0
    most  upper bound of the colors
    add   whether to add to the colors in c.row, weighted by the share of light there
    """
    row, at = thread * ROW, area_of(thread)
    start = c.frag[at + TILE_FRAME] + c.frag[at + TILE_FRAME + 1] * x
    step, up = c.frag[at + TILE_FRAME + 1], c.frag[at + TILE_FRAME + 2] + c.frag[at + TILE_FRAME + 3] * y
    of = at + SUM + SET * m
    r0, r1, r2 = row_of_polynomial(c, of, up)
    g0, g1, g2 = row_of_polynomial(c, of + TERMS, up)
    b0, b1, b2 = row_of_polynomial(c, of + 2 * TERMS, up)
    f = 1.0 * first
    if add:
        for i in range(first, last):
            u, share = start + step * f, c.row[row + SHARE + i]
            c.row[row + RED + i] += share * cut_at_one(r0 + u * (r1 + u * r2))
            c.row[row + GREEN + i] += share * cut_at_one(g0 + u * (g1 + u * g2))
            c.row[row + BLUE + i] += share * cut_at_one(b0 + u * (b1 + u * b2))
            f += 1.0
        return
    for i in range(first, whole_quads(first, last)):
        u = start + step * f
        c.row[row + RED + i] = cut_at(r0 + u * (r1 + u * r2), most)
        c.row[row + GREEN + i] = cut_at(g0 + u * (g1 + u * g2), most)
        c.row[row + BLUE + i] = cut_at(b0 + u * (b1 + u * b2), most)
        f += 1.0


# Tiles that a plane geom fills

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

    A distant triangle that covers the center of a pixel but none of its samples is in no list. Such a pixel takes the
    triangle of the nearest row, else that of a neighbor in its row.
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
    """Write the triangles of a plane that fills a tile; return whether nothing else is drawn."""
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
