"""Shade spans of a triangle: lighting, shadow, texture, fog; small spans from vertices.

Documents: Programming / Visualization; XML reference / material, visual/map fogstart, fogend

Colors of a span are computed step by step in c.row: each step is a short loop that vectorizes. A span belongs to one
triangle, or to triangles of one plane geom, which differ in lighting only.

Spans of at most two pixels are shaded from vertex colors, without interpolants: if the triangle has no other span, the
setup of interpolants costs more than it saves.

A point has barycentric weights of the three corners, linear in screen space; multiplied by 1/w and normalized, the
weights are perspective-correct, and the color is the weighted mean of the corners. Up to rounding, the result equals
that of interpolants.py.
"""

from gelenk.algebra.vec import Vec3
from gelenk.render.draw_item import EDGES, FLAGS, FROM_LINE, GEOM, MAPPING, NO_TEXTURE, SOURCE, view_of
from gelenk.render.interpolants import (
    ALL,
    LEAST_Q,
    LIT,
    PLANES,
    Z_PLANE,
    evaluate,
    find_or_prepare,
    is_cached,
    whole_plane,
)
from gelenk.render.pixel_light import (
    find_places,
    is_dark,
    is_lit_by_pixels,
    is_open_row,
    light_pixels,
    lit_share,
    slope_on_map,
)
from gelenk.render.planes import is_evenly_lit, put_even
from gelenk.render.shadow import FROM_VIEW
from gelenk.render.sky import plain_row
from gelenk.render.texture_span import NO_COLOR, multiply_row, texture_row
from gelenk.render.vertex_light import cut_at, cut_at_one, fog_pixel, fog_share, vertex_light
from gelenk.render.view_setup import NORMAL, NOTHING, NUMBERS
from gelenk.render.workspace import (
    BLUE,
    DEPTH,
    GREEN,
    GROUP,
    RED,
    ROW,
    SHARE,
    TEXTURE_PART,
    WIDTH,
    U,
    V,
    whole_quads,
)
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

SPAN_PIXELS = 2  # pixels of the longest small span


@kernel
def are_few(c: Context, thread: int, t: int, first: int, last: int) -> bool:
    """Return whether a span of triangle ``t`` is shaded from vertex colors."""
    n = c.tri[t, 3]
    if last - first > SPAN_PIXELS or c.part[n, MAPPING] != NO_TEXTURE or c.part[n, FLAGS] & EDGES != 0:
        return False
    if c.part[n, SOURCE] == FROM_LINE or c.pixel_light != 0 or c.soft > 0.0:
        return False
    return not is_cached(c, thread, t)


@kernel
def is_lit(c: Context, k: int, view: int, x: float, y: float, z: float) -> bool:
    """Return whether the light of shadow map ``k`` arrives at a point of the image."""
    r, at = c.shadow[k], FROM_VIEW + 16 * view
    q = r[at + 12] * x + r[at + 13] * y + r[at + 14] * z + r[at + 15]
    if not (q > 0.0):
        return True  # the point is not on the map
    w = 1.0 / q
    u = (r[at] * x + r[at + 1] * y + r[at + 2] * z + r[at + 3]) * w
    v = (r[at + 4] * x + r[at + 5] * y + r[at + 6] * z + r[at + 7]) * w
    near = (r[at + 8] * x + r[at + 9] * y + r[at + 10] * z + r[at + 11]) * w
    return not is_dark(c, k, u, v, near)


@kernel
def mean_color(c: Context, lit: tuple[int, int, int], m: int, share: Vec3) -> Vec3:
    """Return the weighted mean of the ``m``-th color of three corners, clamped to 1."""
    i, j, k = lit[0] + m, lit[1] + m, lit[2] + m
    return (
        cut_at_one(share[0] * c.lit[i] + share[1] * c.lit[j] + share[2] * c.lit[k]),
        cut_at_one(share[0] * c.lit[i + 1] + share[1] * c.lit[j + 1] + share[2] * c.lit[k + 1]),
        cut_at_one(share[0] * c.lit[i + 2] + share[1] * c.lit[j + 2] + share[2] * c.lit[k + 2]),
    )


@kernel
def shade_few(
    c: Context, s: Scene, thread: int, row: int, t: int, first: int, last: int, x: float, y: float
) -> None:
    """Shade triangle ``t`` in pixels first .. last of a row; x, y: the center of pixel 0."""
    i, j, k, n = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2], c.tri[t, 3]
    view = view_of(c, n)
    one = vertex_light(c, s, thread, view, n, i) + TEXTURE_PART
    two = vertex_light(c, s, thread, view, n, j) + TEXTURE_PART
    three = vertex_light(c, s, thread, view, n, k) + TEXTURE_PART
    ax, ay, az, aq = 1.0 * c.vert[i, 0], 1.0 * c.vert[i, 1], 1.0 * c.vert[i, 2], 1.0 * c.vert[i, 3]
    bx, by, bz, bq = c.vert[j, 0] - ax, c.vert[j, 1] - ay, c.vert[j, 2] - az, 1.0 * c.vert[j, 3]
    dx, dy, dz, dq = c.vert[k, 0] - ax, c.vert[k, 1] - ay, c.vert[k, 2] - az, 1.0 * c.vert[k, 3]
    inverse, py = 1.0 / (bx * dy - by * dx), y - ay
    for p in range(first, last):
        px = x + p - ax
        b, d = (px * dy - py * dx) * inverse, (bx * py - by * px) * inverse
        qa, qb, qd = (1.0 - b - d) * aq, b * bq, d * dq
        w = 1.0 / max(qa + qb + qd, LEAST_Q)
        share, z = (qa * w, qb * w, qd * w), az + b * bz + d * dz
        red, green, blue = mean_color(c, (one, two, three), 0, share)
        for m in range(c.nshadow):
            r, g, e = mean_color(c, (one, two, three), 3 + 3 * m, share)
            if r + g + e > 0.0 and is_lit(c, m, view, x + p, y, z):
                red, green, blue = red + r, green + g, blue + e
        c.row[row + RED + p] = min(red, 1.0)
        c.row[row + GREEN + p] = min(green, 1.0)
        c.row[row + BLUE + p] = min(blue, 1.0)
        if c.fog != 0:
            fog_pixel(c, row + p, fog_share(c, view, x + p, y, z), 1.0)


# Spans of any length

PALETTE_START = 10  # offset into the Halton sequences of segment colors


# ---- lighting


@kernel
def find_widths(c: Context, row: int, base: int, first: int, last: int, x: float, y: float) -> None:
    """Compute distances along the view for a span; x, y: the center of pixel 0 of the row."""
    q0, qx = evaluate(c, base, x, y), c.frag[base + 1]
    f = 1.0 * first
    for i in range(first, whole_quads(first, last)):
        c.row[row + WIDTH + i] = 1.0 / max(q0 + qx * f, LEAST_Q)
        f += 1.0


@kernel
def light_row(c: Context, row: int, at: int, first: int, last: int, x: float, y: float, most: float) -> None:
    """Write the interpolated colors at offset ``at`` to a span, each at most ``most``."""
    r0, rx = evaluate(c, at, x, y), c.frag[at + 1]
    g0, gx = evaluate(c, at + 3, x, y), c.frag[at + 4]
    b0, bx = evaluate(c, at + 6, x, y), c.frag[at + 7]
    f = 1.0 * first
    for i in range(first, whole_quads(first, last)):
        w = c.row[row + WIDTH + i]
        c.row[row + RED + i] = cut_at((r0 + rx * f) * w, most)
        c.row[row + GREEN + i] = cut_at((g0 + gx * f) * w, most)
        c.row[row + BLUE + i] = cut_at((b0 + bx * f) * w, most)
        f += 1.0


@kernel
def is_black(c: Context, at: int) -> bool:
    """Return whether a light contributes nothing to a triangle."""
    for k in range(9):
        if c.frag[at + k] != 0.0:
            return False
    return True


@kernel
def find_shares(
    c: Context, row: int, base: int, k: int, g: int, view: int, first: int, last: int, x: float, y: float
) -> bool:
    """Compute the unshadowed fraction of the light of shadow map ``k`` at each pixel.

    g        the plane geom of the span, or -1
    Returns  whether any light arrives
    """
    z, zx = evaluate(c, base + Z_PLANE, x, y), c.frag[base + Z_PLANE + 1]
    if c.soft <= 0.0 and last - first >= GROUP and is_open_row(c, k, g, view, first, last, x, y, z, zx):
        for i in range(first, last):
            c.row[row + SHARE + i] = 1.0
        return True
    find_places(c, row, k, view, first, last, x, y, z, zx)
    some = 0.0
    if c.soft > 0.0:
        gu, gv = slope_on_map(c, k, view, x + first, y, z + zx * first, zx, c.frag[base + Z_PLANE + 2])
        for i in range(first, last):
            u, v, near = c.row[row + U + i], c.row[row + V + i], c.row[row + DEPTH + i]
            c.row[row + SHARE + i] = lit_share(c, k, u, v, near, gu, gv)
            some += c.row[row + SHARE + i]
        return some > 0.0
    for i in range(first, last):
        dark = is_dark(c, k, c.row[row + U + i], c.row[row + V + i], c.row[row + DEPTH + i])
        c.row[row + SHARE + i] = 0.0 if dark else 1.0
        some += c.row[row + SHARE + i]
    return some > 0.0


@kernel
def add_shares(c: Context, row: int, at: int, first: int, last: int, x: float, y: float) -> None:
    """Add the contribution of a light, whose interpolants are at ``at``, times its shares."""
    r0, rx = evaluate(c, at, x, y), c.frag[at + 1]
    g0, gx = evaluate(c, at + 3, x, y), c.frag[at + 4]
    b0, bx = evaluate(c, at + 6, x, y), c.frag[at + 7]
    f = 1.0 * first
    for i in range(first, last):
        w, share = c.row[row + WIDTH + i], c.row[row + SHARE + i]
        c.row[row + RED + i] += share * cut_at_one((r0 + rx * f) * w)
        c.row[row + GREEN + i] += share * cut_at_one((g0 + gx * f) * w)
        c.row[row + BLUE + i] += share * cut_at_one((b0 + bx * f) * w)
        f += 1.0


@kernel
def cut_row(c: Context, row: int, first: int, last: int) -> None:
    """Clamp colors to 1."""
    # branch-free stores, see raster.fill_row
    one = 1.0 if c.nsample > 0 else 0.0
    for i in range(first, last):
        r, g, b = c.row[row + RED + i], c.row[row + GREEN + i], c.row[row + BLUE + i]
        c.row[row + RED + i] = (r if r < 1.0 else 1.0) * one
        c.row[row + GREEN + i] = (g if g < 1.0 else 1.0) * one
        c.row[row + BLUE + i] = (b if b < 1.0 else 1.0) * one


# ---- fog


@kernel
def fog_row(
    c: Context, row: int, base: int, view: int, first: int, last: int, x: float, y: float, bright: float
) -> None:
    """Blend fog of a brightness over the colors of a span."""
    z0, zx = evaluate(c, base + Z_PLANE, x, y), c.frag[base + Z_PLANE + 1]
    for i in range(first, last):
        fog_pixel(c, row + i, fog_share(c, view, x + i, y, z0 + zx * i), bright)


# ---- segmentation


@kernel
def halton(n: int, base: int) -> float:
    """Return element n of the Halton sequence (van der Corput) of a base."""
    sum, share = 0.0, 1.0 / base
    while n > 0:
        sum += share * (n % base)
        n //= base
        share /= base
    return sum


@kernel
def number_color(c: Context, segid: int) -> Vec3:
    """Return the color of a segment: its id encoded as RGB, or a color of a palette."""
    if segid < 0 or c.mode == NOTHING:
        return 0.0, 0.0, 0.0
    if c.mode == NUMBERS:
        n = segid + 1
        return (n & 255) / 255.0, ((n >> 8) & 255) / 255.0, ((n >> 16) & 255) / 255.0
    n = segid + PALETTE_START
    return 0.1 + 0.8 * halton(n, 2), 0.1 + 0.8 * halton(n, 3), 0.1 + 0.8 * halton(n, 5)


# ---- spans


@kernel
def shade_row(c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int) -> None:
    """Shade triangle ``t`` in the pixels first .. last of row y of the tile at x0."""
    n = c.tri[t, 3]
    g = c.part[n, GEOM]
    if c.mode != NORMAL:
        plain_row(c, thread, first, last, number_color(c, s.geom_segid[g]))
        return
    row, x, y_middle = thread * ROW, x0 + 0.5, y + 0.5
    if are_few(c, thread, t, first, last):
        shade_few(c, s, thread, row, t, first, last, x, y_middle)
        return
    base = find_or_prepare(c, s, thread, t)
    at, view = base + PLANES + 3 * TEXTURE_PART, view_of(c, n)
    find_widths(c, row, base, first, last, x, y_middle)
    if is_lit_by_pixels(c, n):
        light_pixels(c, s, thread, base, n, first, last, x, y_middle)
    else:
        light_row(c, row, at, first, last, x, y_middle, 1.0)
        for k in range(c.nshadow):
            at += 9
            if not is_black(c, at) and find_shares(c, row, base, k, -1, view, first, last, x, y_middle):
                add_shares(c, row, at, first, last, x, y_middle)
    apply_texture_and_fog(c, row, base, n, first, last, x, y_middle, 1.0)


@kernel
def apply_texture_and_fog(
    c: Context, row: int, base: int, n: int, first: int, last: int, x: float, y: float, fog: float
) -> None:
    """Apply texture and fog to the lit colors; fog: its brightness."""
    color = texture_row(c, row, base, n, first, last, x, y)
    if color != NO_COLOR:
        multiply_row(c, row, first, last, color)
    if c.fog != 0:
        fog_row(c, row, base, view_of(c, n), first, last, x, y, fog)
    if c.nshadow > 0:
        cut_row(c, row, first, last)


@kernel
def run_end(c: Context, keys: int, i: int, last: int) -> int:
    """Return the first pixel of a row after ``i`` that shows another triangle."""
    t = c.row_key[keys + i]
    i += 1
    while i < last and c.row_key[keys + i] == t:
        i += 1
    return i


@kernel
def light_plane(
    c: Context, s: Scene, thread: int, base: int, keys: int, x: float, y: float, first: int, last: int
) -> None:
    """Light a span of triangles of one plane geom.

    base  offset of the interpolants of the plane in c.frag
    keys  offset of the triangles of the row in c.row_key
    x, y  the center of pixel 0
    """
    g, row = c.part[c.tri[c.row_key[keys + first], 3], GEOM], thread * ROW
    lit = c.frag[base + LIT] != 0.0
    find_widths(c, row, base, first, last, x, y)
    if is_evenly_lit(c, thread, g):
        put_even(c, thread, 0 if lit else 1, first, last, x, y, 1.0 * c.nset if lit else 1.0, False)
        for k in range(0 if lit else c.nshadow):
            if find_shares(c, row, base, k, g, 0, first, last, x, y):
                put_even(c, thread, 2 + k, first, last, x, y, 1.0, True)
        return
    for k in range(1 if lit else 1 + c.nshadow):
        if k > 0 and not find_shares(c, row, base, k - 1, g, 0, first, last, x, y):
            continue
        i = first
        while i < last:
            end = run_end(c, keys, i, last)
            at = find_or_prepare(c, s, thread, c.row_key[keys + i])
            at += ALL if lit else PLANES + 3 * TEXTURE_PART + 9 * k
            if k == 0:
                light_row(c, row, at, i, end, x, y, 1.0 * c.nset if lit else 1.0)
            else:
                add_shares(c, row, at, i, end, x, y)
            i = end


@kernel
def shade_plane(c: Context, s: Scene, thread: int, keys: int, x0: int, y: int, first: int, last: int) -> None:
    """Shade a span of triangles of one plane geom; keys: offset of the triangles in c.row_key."""
    n = c.tri[c.row_key[keys + first], 3]
    base = whole_plane(c, s, thread, n)
    light_plane(c, s, thread, base, keys, x0 + 0.5, y + 0.5, first, last)
    apply_texture_and_fog(c, thread * ROW, base, n, first, last, x0 + 0.5, y + 0.5, 1.0)


@kernel
def begin_colors(c: Context, s: Scene, thread: int, keys: int, x0: int, y: int, last: int) -> int:
    """Shade a whole row of a plane geom, except for a uniform texture color.

    Returns that color or NO_COLOR, for the caller to multiply and clamp.
    """
    n = c.tri[c.row_key[keys], 3]
    base = whole_plane(c, s, thread, n)
    light_plane(c, s, thread, base, keys, x0 + 0.5, y + 0.5, 0, last)
    return texture_row(c, thread * ROW, base, n, 0, last, x0 + 0.5, y + 0.5)
