"""Colors of a triangle along a row of pixels: light of its vertices, shadow, texture, fog.

Documents: Programming / Visualization; XML reference / material, visual/map fogstart, fogend

Colors of a stretch of a row are made step by step in c.row: each step is a short loop that processors do several
pixels of at a time. A stretch is of one triangle, or of triangles of one plane of the model, which differ in their
light alone.
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.fog import fog_pixel, fog_share
from gelenk.render.light import cut_at, cut_at_one
from gelenk.render.lookup import find_places, is_dark, is_open_row, lit_share, slope_on_map
from gelenk.render.part import CUBE, GEOM, MAPPING, NO_TEXTURE, TEXTURE, view_of
from gelenk.render.pixel_light import is_lit_by_pixels, light_pixels
from gelenk.render.planes import (
    ALL,
    COLOR,
    KNOWN,
    LEVEL,
    LIT,
    ONE,
    PLANES,
    Z_PLANE,
    prepared,
    start_of,
    whole_plane,
)
from gelenk.render.row import (
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
from gelenk.render.sky import plain_row
from gelenk.render.texture import (
    blue,
    cube_color,
    cube_level,
    green,
    level_of,
    mix,
    one_color,
    part_of,
    red,
    repeat_texel,
    share_of_next,
)
from gelenk.render.views import NORMAL, NOTHING, NUMBERS

PALETTE_START = 10  # of the sequences of colors by which objects are told apart
LEAST_Q = 1.0e-12
NEAR_MIDDLE = 5.5  # levels from the last one on that cube textures have within 20 pixels of their middle
CLOSE = 2  # pixels from one level to the next one there
EVEN_LEVEL = 0.25  # by how much the level of a texture may change without a look in between


# ---- light


@kernel
def find_widths(c: Context, row: int, base: int, first: int, last: int, x: float, y: float) -> None:
    """Distances along the view; x, y: the middle of pixel 0 of the row."""
    q0, qx = start_of(c, base, x, y), c.frag[base + 1]
    f = 1.0 * first
    for i in range(first, whole_quads(first, last)):
        c.row[row + WIDTH + i] = 1.0 / max(q0 + qx * f, LEAST_Q)
        f += 1.0


@kernel
def light_row(c: Context, row: int, at: int, first: int, last: int, x: float, y: float, most: float) -> None:
    """The colors of a triangle that has them at ``at``, each no more than ``most``."""
    r0, rx = start_of(c, at, x, y), c.frag[at + 1]
    g0, gx = start_of(c, at + 3, x, y), c.frag[at + 4]
    b0, bx = start_of(c, at + 6, x, y), c.frag[at + 7]
    f = 1.0 * first
    for i in range(first, whole_quads(first, last)):
        w = c.row[row + WIDTH + i]
        c.row[row + RED + i] = cut_at((r0 + rx * f) * w, most)
        c.row[row + GREEN + i] = cut_at((g0 + gx * f) * w, most)
        c.row[row + BLUE + i] = cut_at((b0 + bx * f) * w, most)
        f += 1.0


@kernel
def is_black(c: Context, at: int) -> bool:
    """Whether a light gives nothing to a triangle."""
    for k in range(9):
        if c.frag[at + k] != 0.0:
            return False
    return True


@kernel
def find_shares(
    c: Context, row: int, base: int, k: int, g: int, view: int, first: int, last: int, x: float, y: float
) -> bool:
    """How much of the light of shadow map ``k`` arrives at each pixel, of plane ``g`` (-1: not of one); False: none."""
    z, zx = start_of(c, base + Z_PLANE, x, y), c.frag[base + Z_PLANE + 1]
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
    """Add what a light gives to the triangle that has its colors at ``at``."""
    r0, rx = start_of(c, at, x, y), c.frag[at + 1]
    g0, gx = start_of(c, at + 3, x, y), c.frag[at + 4]
    b0, bx = start_of(c, at + 6, x, y), c.frag[at + 7]
    f = 1.0 * first
    for i in range(first, last):
        w, share = c.row[row + WIDTH + i], c.row[row + SHARE + i]
        c.row[row + RED + i] += share * cut_at_one((r0 + rx * f) * w)
        c.row[row + GREEN + i] += share * cut_at_one((g0 + gx * f) * w)
        c.row[row + BLUE + i] += share * cut_at_one((b0 + bx * f) * w)
        f += 1.0


@kernel
def cut_row(c: Context, row: int, first: int, last: int) -> None:
    """Colors are at most 1."""
    # no writes under masks: raster.fill_row says why
    one = 1.0 if c.nsample > 0 else 0.0
    for i in range(first, last):
        r, g, b = c.row[row + RED + i], c.row[row + GREEN + i], c.row[row + BLUE + i]
        c.row[row + RED + i] = (r if r < 1.0 else 1.0) * one
        c.row[row + GREEN + i] = (g if g < 1.0 else 1.0) * one
        c.row[row + BLUE + i] = (b if b < 1.0 else 1.0) * one


# ---- texture


@kernel
def step_of(c: Context, base: int, at: int, f: float, w: float, k: int) -> float:
    """How far a texture coordinate f = F w goes to the next pixel, right (k = 1) or up (2): (F' - f q') w."""
    return (c.frag[at + k] - f * c.frag[base + k]) * w


@kernel
def steps_of(c: Context, base: int, p: Vec3, w: float, k: int) -> Vec3:
    """The same for three coordinates."""
    at = base + PLANES
    return (
        step_of(c, base, at, p[0], w, k),
        step_of(c, base, at + 3, p[1], w, k),
        step_of(c, base, at + 6, p[2], w, k),
    )


@kernel
def texture_level(c: Context, base: int, n: int, x: float, y: float) -> float:
    """The level of the texture of part ``n`` at a point."""
    at, tex = base + PLANES, c.part[n, TEXTURE]
    wide, high = c.level_width[c.tex_level[tex]], c.level_height[c.tex_level[tex]]
    w = 1.0 / max(start_of(c, base, x, y), LEAST_Q)
    u, v = start_of(c, at, x, y) * w, start_of(c, at + 3, x, y) * w
    if c.part[n, MAPPING] == CUBE:
        p = (u, v, start_of(c, at + 6, x, y) * w)
        return cube_level(c, tex, p, steps_of(c, base, p, w, 1), steps_of(c, base, p, w, 2))
    longest = 0.0
    for k in range(1, 3):
        du, dv = wide * step_of(c, base, at, u, w, k), high * step_of(c, base, at + 3, v, w, k)
        longest = max(longest, du * du + dv * dv)
    return level_of(longest)


@kernel
def is_near_middle(c: Context, n: int, level: float) -> bool:
    """Whether a level is that of a point near the middle of a cube texture, around which it is not linear at all."""
    return c.part[n, MAPPING] == CUBE and level > c.tex_nlevel[c.part[n, TEXTURE]] - 1 - NEAR_MIDDLE


@kernel
def know_level(c: Context, base: int, n: int, x0: int, y0: int, width: int, height: int) -> None:
    """Keep the level of the texture of a plane in a tile, if it hardly changes there: linear between its corners."""
    c.frag[base + KNOWN] = 0.0
    c.frag[base + ONE] = 0.0
    if c.part[n, MAPPING] == NO_TEXTURE:
        return
    one, right = texture_level(c, base, n, x0, y0), texture_level(c, base, n, x0 + width, y0)
    up, last = texture_level(c, base, n, x0, y0 + height), texture_level(c, base, n, x0 + width, y0 + height)
    least, most = min(min(one, right), min(up, last)), max(max(one, right), max(up, last))
    middle = texture_level(c, base, n, x0 + 0.5 * width, y0 + 0.5 * height)
    if most - least > EVEN_LEVEL or is_near_middle(c, n, max(most, middle)):
        return
    dx, dy = (right - one) / width, (up - one) / height
    c.frag[base + LEVEL] = one - dx * x0 - dy * y0
    c.frag[base + LEVEL + 1] = dx
    c.frag[base + LEVEL + 2] = dy
    c.frag[base + KNOWN] = 1.0
    tex = c.part[n, TEXTURE]
    k = min(int(least), c.tex_nlevel[tex] - 1)
    if c.part[n, MAPPING] != CUBE and most < k + 1.0:
        know_color(c, base, c.tex_level[tex] + k, x0, y0, width, height)


@kernel
def know_color(c: Context, base: int, level: int, x0: int, y0: int, width: int, height: int) -> None:
    """Keep the color of the texture of a plane in a tile, if it is everywhere the same."""
    at = base + PLANES
    low, high = (1e9, 1e9), (-1e9, -1e9)
    for i in range(4):
        x, y = x0 + (1.0 * width if i & 1 else 0.0), y0 + (1.0 * height if i & 2 else 0.0)
        w = 1.0 / max(start_of(c, base, x, y), LEAST_Q)
        u, v = start_of(c, at, x, y) * w, start_of(c, at + 3, x, y) * w
        low, high = (min(low[0], u), min(low[1], v)), (max(high[0], u), max(high[1], v))
    if max(high[0] - low[0], high[1] - low[1]) < 1.0:
        color = one_color(c, level, low[0], low[1], high[0], high[1])
        c.frag[base + ONE] = 1.0 if color >= 0 else 0.0
        c.frag[base + COLOR] = 1.0 * color


@kernel
def known_level(c: Context, base: int, x: float, y: float) -> float:
    """The level that is kept, at a point."""
    return max(0.0, start_of(c, base + LEVEL, x, y))


@kernel
def multiply(c: Context, at: int, color: int) -> None:
    """Multiply the color of a pixel of a row by that of a texture."""
    c.row[at + RED] *= red(color)
    c.row[at + GREEN] *= green(color)
    c.row[at + BLUE] *= blue(color)


@kernel
def multiply_row(c: Context, row: int, first: int, last: int, color: int) -> None:
    """Multiply the colors of pixels by one color."""
    r, g, b = red(color), green(color), blue(color)
    for i in range(first, last):
        c.row[row + RED + i] *= r
        c.row[row + GREEN + i] *= g
        c.row[row + BLUE + i] *= b


@kernel
def flat_stretch(c: Context, row: int, tex: int, first: int, last: int, level: float, step: float) -> None:
    """Multiply by a 2d texture at coordinates that are in the row, at a level that grows by ``step`` a pixel."""
    top = c.tex_nlevel[tex] - 1
    end = level + step * (last - 1 - first)
    k = min(int(min(level, end)), top)
    one, other = share_of_next(level, k), share_of_next(end, k)
    if k == top or max(one, other) <= 0.0:
        one, other = 0.0, 0.0
    elif min(one, other) >= 1.0:
        k, one, other = k + 1, 0.0, 0.0
    at = c.tex_level[tex] + k
    if last - first >= GROUP:
        color = one_color(
            c,
            at,
            c.row[row + U + first],
            c.row[row + V + first],
            c.row[row + U + last - 1],
            c.row[row + V + last - 1],
        )
        if color >= 0:
            multiply_row(c, row, first, last, color)
            return
    adr, w, h = c.level_adr[at], c.level_width[at], c.level_height[at]
    if one == 0.0 and other == 0.0:
        for i in range(first, last):
            multiply(c, row + i, repeat_texel(c, adr, w, h, c.row[row + U + i], c.row[row + V + i]))
        return
    adr1, w1, h1 = c.level_adr[at + 1], c.level_width[at + 1], c.level_height[at + 1]
    grow = (other - one) / (last - 1 - first) if last - 1 > first else 0.0
    for i in range(first, last):
        u, v = c.row[row + U + i], c.row[row + V + i]
        low, high = repeat_texel(c, adr, w, h, u, v), repeat_texel(c, adr1, w1, h1, u, v)
        multiply(c, row + i, mix(low, high, part_of(one)))
        one += grow


@kernel
def put_texcoords(c: Context, row: int, base: int, first: int, last: int, x: float, y: float) -> bool:
    """Coordinates of a 2d texture into the row; False if they are no numbers."""
    at = base + PLANES
    u0, v0 = start_of(c, at, x, y), start_of(c, at + 3, x, y)
    ux, vx = c.frag[at + 1], c.frag[at + 4]
    f = 1.0 * first
    for i in range(first, last):
        w = c.row[row + WIDTH + i]
        c.row[row + U + i] = (u0 + ux * f) * w
        c.row[row + V + i] = (v0 + vx * f) * w
        f += 1.0
    u, v = c.row[row + U + first], c.row[row + V + first]
    u1, v1 = c.row[row + U + last - 1], c.row[row + V + last - 1]
    return abs(u) + abs(v) < 1e9 and abs(u1) + abs(v1) < 1e9


@kernel
def row_levels(
    c: Context, base: int, n: int, first: int, last: int, x: float, y: float
) -> tuple[float, float, bool]:
    """The level at the first pixel of a row, how it grows with each pixel, and whether it is linear in all of it."""
    if c.frag[base + KNOWN] != 0.0:
        start, end = known_level(c, base, x + first, y), known_level(c, base, x + last, y)
        return start, (end - start) / (last - first), True
    level = texture_level(c, base, n, x + first, y)
    if last - first <= GROUP:
        return level, 0.0, False
    end = texture_level(c, base, n, x + last - 1, y)
    slope = (end - level) / (last - 1 - first)
    return level, slope, abs(end - level) < EVEN_LEVEL and not is_near_middle(c, n, max(level, end))


@kernel
def texture_row(c: Context, row: int, base: int, n: int, first: int, last: int, x: float, y: float) -> None:
    """Multiply by the texture of part ``n``, whose level is computed here and there and linear between."""
    at, tex = base + PLANES, c.part[n, TEXTURE]
    if c.frag[base + ONE] != 0.0:
        multiply_row(c, row, first, last, int(c.frag[base + COLOR]))
        return
    is_cube = c.part[n, MAPPING] == CUBE
    if not is_cube and not put_texcoords(c, row, base, first, last, x, y):
        return
    u0, v0, d0 = start_of(c, at, x, y), start_of(c, at + 3, x, y), start_of(c, at + 6, x, y)
    ux, vx, dx = c.frag[at + 1], c.frag[at + 4], c.frag[at + 7]
    i = first
    end, slope, even = row_levels(c, base, n, first, last, x, y)
    while i < last:
        stop = min(i + (CLOSE if is_near_middle(c, n, end) else GROUP), last)
        level, step = end, slope
        if stop - 1 > i:
            # the last pixel of the stretch is the first of the next one, if there is a next one
            count = min(stop, last - 1) - i
            end = level + slope * count if even else texture_level(c, base, n, x + i + count, y)
            step = (end - level) / count
        if not is_cube:
            flat_stretch(c, row, tex, i, stop, level, step)
        else:
            for j in range(i, stop):
                w = c.row[row + WIDTH + j]
                color = cube_color(
                    c, tex, (u0 + ux * j) * w, (v0 + vx * j) * w, (d0 + dx * j) * w, max(0.0, level)
                )
                multiply(c, row + j, color)
                level += step
        i = stop


# ---- fog


@kernel
def fog_row(
    c: Context, row: int, base: int, view: int, first: int, last: int, x: float, y: float, bright: float
) -> None:
    """Lay fog that is so bright over the colors."""
    z0, zx = start_of(c, base + Z_PLANE, x, y), c.frag[base + Z_PLANE + 1]
    for i in range(first, last):
        fog_pixel(c, row + i, fog_share(c, view, x + i, y, z0 + zx * i), bright)


# ---- numbers


@kernel
def radical(n: int, base: int) -> float:
    """The digits of a number behind the point, in reverse: the Halton sequence."""
    sum, share = 0.0, 1.0 / base
    while n > 0:
        sum += share * (n % base)
        n //= base
        share /= base
    return sum


@kernel
def number_color(c: Context, segid: int) -> Vec3:
    """The color that stands for the number of an object, or that tells it apart."""
    if segid < 0 or c.mode == NOTHING:
        return 0.0, 0.0, 0.0
    if c.mode == NUMBERS:
        n = segid + 1
        return (n & 255) / 255.0, ((n >> 8) & 255) / 255.0, ((n >> 16) & 255) / 255.0
    n = segid + PALETTE_START
    return 0.1 + 0.8 * radical(n, 2), 0.1 + 0.8 * radical(n, 3), 0.1 + 0.8 * radical(n, 5)


# ---- all of it


@kernel
def shade_row(c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int) -> None:
    """Colors of triangle ``t`` in the pixels from ``first`` to ``last`` of a row of the tile that begins at x0."""
    n = c.tri[t, 3]
    g = c.part[n, GEOM]
    if c.mode != NORMAL:
        plain_row(c, thread, first, last, number_color(c, s.geom_segid[g]))
        return
    base, row = prepared(c, s, thread, t), thread * ROW
    x, y_middle = x0 + 0.5, y + 0.5
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
    finish(c, row, base, n, first, last, x, y_middle, 1.0)


@kernel
def finish(
    c: Context, row: int, base: int, n: int, first: int, last: int, x: float, y: float, fog: float
) -> None:
    """Texture and fog over the light; fog: how bright that is."""
    if c.part[n, MAPPING] != NO_TEXTURE:
        texture_row(c, row, base, n, first, last, x, y)
    if c.fog != 0:
        fog_row(c, row, base, view_of(c, n), first, last, x, y, fog)
    if c.nshadow > 0:
        cut_row(c, row, first, last)


@kernel
def run_end(c: Context, keys: int, i: int, last: int) -> int:
    """The first pixel of a row after ``i`` that shows another triangle."""
    t = c.row_key[keys + i]
    i += 1
    while i < last and c.row_key[keys + i] == t:
        i += 1
    return i


@kernel
def shade_plane(c: Context, s: Scene, thread: int, keys: int, x0: int, y: int, first: int, last: int) -> None:
    """Colors of pixels that show triangles of one plane of the model; keys: where these are in c.row_key."""
    n = c.tri[c.row_key[keys + first], 3]
    g = c.part[n, GEOM]
    base, row = whole_plane(c, s, thread, n), thread * ROW
    x, y_middle = x0 + 0.5, y + 0.5
    lit = c.frag[base + LIT] != 0.0
    find_widths(c, row, base, first, last, x, y_middle)
    for k in range(1 if lit else 1 + c.nshadow):
        if k > 0 and not find_shares(c, row, base, k - 1, g, 0, first, last, x, y_middle):
            continue
        i = first
        while i < last:
            end = run_end(c, keys, i, last)
            at = prepared(c, s, thread, c.row_key[keys + i])
            at += ALL if lit else PLANES + 3 * TEXTURE_PART + 9 * k
            if k == 0:
                light_row(c, row, at, i, end, x, y_middle, 1.0 * c.nset if lit else 1.0)
            else:
                add_shares(c, row, at, i, end, x, y_middle)
            i = end
    finish(c, row, base, n, first, last, x, y_middle, 1.0)
