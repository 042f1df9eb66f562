"""Light at pixels, in the place of light at vertices: an option (better.py), off in pictures like those of 3.5.0.

Documents: Programming / Visualization; XML reference / light, material

Vertices then have normals where they otherwise have colors. A normal is interpolated as colors are and made of unit
length (Phong 1975, Illumination for computer generated pictures); the formula of light.py gives the color of the point
that the pixel shows.
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.light import TEXTURE_PART, cut_at_one, of_shadow, shadowless
from gelenk.render.lookup import is_dark, lit_share, place_of, slope_on_map
from gelenk.render.part import FROM_LINE, SOURCE, view_of
from gelenk.render.planes import PLANES, Z_PLANE, start_of
from gelenk.render.row import BLUE, GREEN, RED, WIDTH
from gelenk.render.views import BACK, projected, unit

NORMAL = PLANES + 3 * TEXTURE_PART  # in the numbers of a triangle


@kernel
def is_lit_by_pixels(c: Context, n: int) -> bool:
    """Whether part ``n`` has normals in the place of colors."""
    return c.pixel_light != 0 and c.part[n, SOURCE] != FROM_LINE


@kernel
def shown_point(c: Context, view: int, x: float, y: float, z: float) -> Vec3:
    """The point of the model that a view sees at (x, y) of the picture, at depth z."""
    return projected(c.seen[view], BACK, x, y, z)


@kernel
def share_at(c: Context, base: int, k: int, view: int, x: float, y: float, z: float) -> float:
    """How much of the light of shadow map ``k`` arrives at a point of the picture."""
    p = place_of(c, k, view, x, y, z)
    if c.soft > 0.0:
        zx, zy = c.frag[base + Z_PLANE + 1], c.frag[base + Z_PLANE + 2]
        gu, gv = slope_on_map(c, k, view, x, y, z, zx, zy)
        return lit_share(c, k, p[0], p[1], p[2], gu, gv)
    return 0.0 if is_dark(c, k, p[0], p[1], p[2]) else 1.0


@kernel
def light_pixels(
    c: Context, s: Scene, row: int, base: int, n: int, first: int, last: int, x: float, y: float
) -> None:
    """Colors of pixels of a row that show a triangle of part ``n``; x, y: the middle of pixel 0."""
    view = view_of(c, n)
    for i in range(first, last):
        px, w = x + i, c.row[row + WIDTH + i]
        z = start_of(c, base + Z_PLANE, px, y)
        p = shown_point(c, view, px, y, z)
        at = base + NORMAL
        normal = unit(
            (
                start_of(c, at, px, y) * w,
                start_of(c, at + 3, px, y) * w,
                start_of(c, at + 6, px, y) * w,
            )
        )
        color = shadowless(c, s, view, n, p, normal)
        r, g, b = cut_at_one(color[0]), cut_at_one(color[1]), cut_at_one(color[2])
        for k in range(c.nshadow):
            color = of_shadow(c, s, view, n, k, p, normal)
            if color[0] + color[1] + color[2] > 0.0:
                share = share_at(c, base, k, view, px, y, z)
                r += share * cut_at_one(color[0])
                g += share * cut_at_one(color[1])
                b += share * cut_at_one(color[2])
        c.row[row + RED + i] = r
        c.row[row + GREEN + i] = g
        c.row[row + BLUE + i] = b
