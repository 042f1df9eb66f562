"""Small spans: shade at most two pixels from vertex colors, without interpolants.

Documents: Programming / Visualization

A point has barycentric weights of the three corners, linear in screen space; multiplied by 1/w and normalized they are
perspective-correct, and the color is the weighted mean of the corners. Except for rounding this equals
interpolants.py, whose setup costs more than a pixel or two, if the triangle has no other span.
"""

from gelenk.algebra.vec import Vec3
from gelenk.render.draw_item import EDGES, FLAGS, FROM_LINE, MAPPING, NO_TEXTURE, SOURCE, view_of
from gelenk.render.fog import fog_pixel, fog_share
from gelenk.render.interpolants import LEAST_Q, is_cached
from gelenk.render.shadow import FROM_VIEW
from gelenk.render.shadow_lookup import is_dark
from gelenk.render.vertex_light import cut_at_one, vertex_light
from gelenk.render.workspace import BLUE, GREEN, RED, TEXTURE_PART
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
