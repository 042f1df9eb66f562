"""Texture along spans: mipmap levels, interpolated between exact ones, and colors.

Documents: XML reference / asset/texture, material texrepeat, texuniform

Colors of the span are multiplied by those of the texture. Where the level is linear and the texture uniform, one color
is used for the whole span.
"""

from gelenk.algebra.vec import Vec3
from gelenk.render.draw_item import CUBE, MAPPING, NO_TEXTURE, TEXTURE
from gelenk.render.interpolants import COLOR, KNOWN, LEAST_Q, LEVEL, ONE, PLANES, evaluate
from gelenk.render.texture_sampling import (
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
from gelenk.render.workspace import BLUE, GREEN, GROUP, RED, WIDTH, U, V
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context

NEAR_MIDDLE = 5.5  # levels from the last one that cube textures reach within 20 pixels of their center
EXACT_LEVEL_PIXELS = 2  # pixels between exact levels near the center of a cube texture
NO_COLOR = -1
# distance of the levels of a span from integers that excludes rounding to another level
BETWEEN = 1.0e-9
EVEN_LEVEL = 0.25  # largest level change over a span without exact levels in between


@kernel
def step_of(c: Context, base: int, at: int, f: float, w: float, k: int) -> float:
    """Return the derivative of f = F w per pixel, to the right (k = 1) or up (k = 2).

    It is (F' - f q') w, where F and q = 1 / w are linear in the image.
    """
    return (c.frag[at + k] - f * c.frag[base + k]) * w


@kernel
def steps_of(c: Context, base: int, p: Vec3, w: float, k: int) -> Vec3:
    """Return the increments of three texture coordinates."""
    at = base + PLANES
    return (
        step_of(c, base, at, p[0], w, k),
        step_of(c, base, at + 3, p[1], w, k),
        step_of(c, base, at + 6, p[2], w, k),
    )


@kernel
def texture_level(c: Context, base: int, n: int, x: float, y: float) -> float:
    """Return the mipmap level of the texture of draw item ``n`` at a point."""
    at, tex = base + PLANES, c.part[n, TEXTURE]
    wide, high = c.level_width[c.tex_level[tex]], c.level_height[c.tex_level[tex]]
    w = 1.0 / max(evaluate(c, base, x, y), LEAST_Q)
    u, v = evaluate(c, at, x, y) * w, evaluate(c, at + 3, x, y) * w
    if c.part[n, MAPPING] == CUBE:
        p = (u, v, evaluate(c, at + 6, x, y) * w)
        return cube_level(c, tex, p, steps_of(c, base, p, w, 1), steps_of(c, base, p, w, 2))
    longest = 0.0
    for k in range(1, 3):
        du, dv = wide * step_of(c, base, at, u, w, k), high * step_of(c, base, at + 3, v, w, k)
        longest = max(longest, du * du + dv * dv)
    return level_of(longest)


@kernel
def is_near_middle(c: Context, n: int, level: float) -> bool:
    """Return whether a level occurs near the center of a cube, where levels are nonlinear."""
    return c.part[n, MAPPING] == CUBE and level > c.tex_nlevel[c.part[n, TEXTURE]] - 1 - NEAR_MIDDLE


@kernel
def cache_level(c: Context, base: int, n: int, x0: int, y0: int, width: int, height: int) -> None:
    """Cache the texture level of a plane in a tile, if it is nearly linear there."""
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
        cache_color(c, base, c.tex_level[tex] + k, x0, y0, width, height)


@kernel
def cache_color(c: Context, base: int, level: int, x0: int, y0: int, width: int, height: int) -> None:
    """Cache the texture color of a plane in a tile, if it is uniform."""
    at = base + PLANES
    low, high = (1e9, 1e9), (-1e9, -1e9)
    for i in range(4):
        x, y = x0 + (1.0 * width if i & 1 else 0.0), y0 + (1.0 * height if i & 2 else 0.0)
        w = 1.0 / max(evaluate(c, base, x, y), LEAST_Q)
        u, v = evaluate(c, at, x, y) * w, evaluate(c, at + 3, x, y) * w
        low, high = (min(low[0], u), min(low[1], v)), (max(high[0], u), max(high[1], v))
    if max(high[0] - low[0], high[1] - low[1]) < 1.0:
        color = one_color(c, level, low[0], low[1], high[0], high[1])
        c.frag[base + ONE] = 1.0 if color >= 0 else 0.0
        c.frag[base + COLOR] = 1.0 * color


@kernel
def known_level(c: Context, base: int, x: float, y: float) -> float:
    """Evaluate the cached linear mipmap level at a point."""
    return max(0.0, evaluate(c, base + LEVEL, x, y))


@kernel
def multiply_color(c: Context, at: int, color: int) -> None:
    """Multiply the color of a pixel by a texture color."""
    c.row[at + RED] *= red(color)
    c.row[at + GREEN] *= green(color)
    c.row[at + BLUE] *= blue(color)


@kernel
def multiply_row(c: Context, row: int, first: int, last: int, color: int) -> None:
    """Multiply the colors of a span by one color."""
    r, g, b = red(color), green(color), blue(color)
    for i in range(first, last):
        c.row[row + RED + i] *= r
        c.row[row + GREEN + i] *= g
        c.row[row + BLUE + i] *= b


@kernel
def row_color(c: Context, row: int, tex: int, first: int, last: int, level: float, end: float) -> int:
    """Return the uniform color of a 2D texture in a span, or NO_COLOR."""
    low, high = min(level, end), max(level, end)
    k = min(int(low), c.tex_nlevel[tex] - 1)
    # rounding cannot reach another level
    if high > k + 1.0 - BETWEEN or (k > 0 and low < k + BETWEEN) or last - first <= GROUP:
        return NO_COLOR
    u, v = row + U + first, row + V + first
    more = last - 1 - first
    return one_color(c, c.tex_level[tex] + k, c.row[u], c.row[v], c.row[u + more], c.row[v + more])


@kernel
def flat_stretch(c: Context, row: int, tex: int, first: int, last: int, level: float, step: float) -> None:
    """Multiply a span by a 2D texture at the coordinates in c.row.

    step: level increment per pixel
    """
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
            multiply_color(c, row + i, repeat_texel(c, adr, w, h, c.row[row + U + i], c.row[row + V + i]))
        return
    adr1, w1, h1 = c.level_adr[at + 1], c.level_width[at + 1], c.level_height[at + 1]
    grow = (other - one) / (last - 1 - first) if last - 1 > first else 0.0
    for i in range(first, last):
        u, v = c.row[row + U + i], c.row[row + V + i]
        low, high = repeat_texel(c, adr, w, h, u, v), repeat_texel(c, adr1, w1, h1, u, v)
        multiply_color(c, row + i, mix(low, high, part_of(one)))
        one += grow


@kernel
def put_texcoords(c: Context, row: int, base: int, first: int, last: int, x: float, y: float) -> bool:
    """Write 2D texture coordinates of a span to c.row; return whether they are finite."""
    at = base + PLANES
    u0, v0 = evaluate(c, at, x, y), evaluate(c, at + 3, x, y)
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
    """Return the level at a span's first pixel, its increment, and whether it is linear."""
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
def texture_row(c: Context, row: int, base: int, n: int, first: int, last: int, x: float, y: float) -> int:
    """Multiply a span by the texture of draw item ``n``.

    Levels are linear between exact ones. Returns a uniform texture color for the caller to apply, else NO_COLOR.
    """
    at, tex = base + PLANES, c.part[n, TEXTURE]
    if c.part[n, MAPPING] == NO_TEXTURE:
        return NO_COLOR
    if c.frag[base + ONE] != 0.0:
        return int(c.frag[base + COLOR])
    is_cube = c.part[n, MAPPING] == CUBE
    if not is_cube and not put_texcoords(c, row, base, first, last, x, y):
        return NO_COLOR
    u0, v0, d0 = evaluate(c, at, x, y), evaluate(c, at + 3, x, y), evaluate(c, at + 6, x, y)
    ux, vx, dx = c.frag[at + 1], c.frag[at + 4], c.frag[at + 7]
    i = first
    end, slope, even = row_levels(c, base, n, first, last, x, y)
    if even and not is_cube:
        color = row_color(c, row, tex, first, last, end, end + slope * (last - 1 - first))
        if color != NO_COLOR:
            return color
    while i < last:
        stop = min(i + (EXACT_LEVEL_PIXELS if is_near_middle(c, n, end) else GROUP), last)
        level, step = end, slope
        if stop - 1 > i:
            # segments share their end pixels
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
                multiply_color(c, row + j, color)
                level += step
        i = stop
    return NO_COLOR
