"""Per-pixel lighting in place of per-vertex lighting: an option (options.py), default off.

Documents: Programming / Visualization; XML reference / light, material

Vertices then carry normals instead of colors. A normal is interpolated as colors are and normalized (Phong 1975,
Illumination for computer generated pictures); light_model.py shades the point that the pixel shows.
"""

from gelenk.algebra.vec import Vec3
from gelenk.render.draw_item import FROM_LINE, SOURCE, view_of
from gelenk.render.interpolants import PLANES, Z_PLANE, evaluate
from gelenk.render.light_model import B, G, R, look_at_eye
from gelenk.render.shadow_lookup import is_dark, lit_share, place_of, slope_on_map
from gelenk.render.vertex_light import cut_at_one, of_shadow, put_point, shade_without_shadows
from gelenk.render.view_setup import BACK, normalize, project_point
from gelenk.render.workspace import BLUE, GREEN, LOT, POINTS, RED, ROW, TEXTURE_PART, WIDTH
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

NORMAL = PLANES + 3 * TEXTURE_PART  # offset of the normal in the interpolants of a triangle


@kernel
def is_lit_by_pixels(c: Context, n: int) -> bool:
    """Return whether vertices of draw item ``n`` carry normals instead of colors."""
    return c.pixel_light != 0 and c.part[n, SOURCE] != FROM_LINE


@kernel
def shown_point(c: Context, view: int, x: float, y: float, z: float) -> Vec3:
    """Unproject (x, y) of the image at depth z to a point in the world frame."""
    return project_point(c.seen[view], BACK, x, y, z)


@kernel
def share_at(c: Context, base: int, k: int, view: int, x: float, y: float, z: float) -> float:
    """Return the share of the light of shadow map ``k`` that arrives at a point of the image."""
    p = place_of(c, k, view, x, y, z)
    if c.soft > 0.0:
        zx, zy = c.frag[base + Z_PLANE + 1], c.frag[base + Z_PLANE + 2]
        gu, gv = slope_on_map(c, k, view, x, y, z, zx, zy)
        return lit_share(c, k, p[0], p[1], p[2], gu, gv)
    return 0.0 if is_dark(c, k, p[0], p[1], p[2]) else 1.0


@kernel
def take_pixels(
    c: Context, row: int, base: int, view: int, first: int, last: int, x: float, y: float
) -> None:
    """Load positions and normals of the pixels of a span into a packet.

    A packet that is not full repeats the last pixel.
    """
    at, of = row + POINTS, base + NORMAL
    for k in range(LOT):
        i = min(first + k, last - 1)
        px, w = x + i, c.row[row + WIDTH + i]
        p = shown_point(c, view, px, y, evaluate(c, base + Z_PLANE, px, y))
        normal = normalize(
            (evaluate(c, of, px, y) * w, evaluate(c, of + 3, px, y) * w, evaluate(c, of + 6, px, y) * w)
        )
        put_point(c, at + k, p, normal)


@kernel
def put_pixels(c: Context, row: int, first: int, last: int) -> None:
    """Store the colors of a packet as those of the pixels of a span."""
    for i in range(first, last):
        k = row + POINTS + i - first
        c.row[row + RED + i] = cut_at_one(c.row[R + k])
        c.row[row + GREEN + i] = cut_at_one(c.row[G + k])
        c.row[row + BLUE + i] = cut_at_one(c.row[B + k])


@kernel
def add_pixels(
    c: Context, row: int, base: int, j: int, view: int, first: int, last: int, x: float, y: float
) -> None:
    """Add the colors of a packet, as far as the light of shadow map ``j`` arrives."""
    for i in range(first, last):
        k = row + POINTS + i - first
        if c.row[R + k] + c.row[G + k] + c.row[B + k] > 0.0:
            share = share_at(c, base, j, view, x + i, y, evaluate(c, base + Z_PLANE, x + i, y))
            c.row[row + RED + i] += share * cut_at_one(c.row[R + k])
            c.row[row + GREEN + i] += share * cut_at_one(c.row[G + k])
            c.row[row + BLUE + i] += share * cut_at_one(c.row[B + k])


@kernel
def light_pixels(
    c: Context, s: Scene, thread: int, base: int, n: int, first: int, last: int, x: float, y: float
) -> None:
    """Shade a span of a triangle of draw item ``n``; x, y: the center of pixel 0."""
    view, row = view_of(c, n), thread * ROW
    for begin in range(first, last, LOT):
        end = min(begin + LOT, last)
        take_pixels(c, row, base, view, begin, end, x, y)
        look_at_eye(c, thread, view)
        shade_without_shadows(c, s, thread, view, n)
        put_pixels(c, row, begin, end)
        for j in range(c.nshadow):
            of_shadow(c, s, thread, view, n, j)
            add_pixels(c, row, base, j, view, begin, end, x, y)
