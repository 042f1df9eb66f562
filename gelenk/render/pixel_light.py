"""Per-pixel lighting, an option (options.py) that is off by default; shadow map lookup.

Documents: Programming / Visualization; XML reference / light, material; XML reference / visual/map; light

Per-pixel lighting replaces per-vertex lighting, so that vertices carry normals instead of colors. A normal is
interpolated as colors are and normalized (Phong 1975, Illumination for computer generated pictures); light_model.py
shades the point that the pixel shows.

Shadow map lookup: whether light arrives at pixels, or at whole spans and tiles. Spans of a plane geom need no lookup
per pixel where the map holds nothing else.
"""

from gelenk.algebra.vec import Vec3, sub
from gelenk.render.draw_item import FROM_LINE, SOURCE, view_of
from gelenk.render.interpolants import PLANES, Z_PLANE, evaluate
from gelenk.render.light_model import B, G, R, look_at_eye
from gelenk.render.raster import TILE, TILE_BITS
from gelenk.render.shadow import FROM_VIEW, IS_SPOT, LAST, TEXELS, TEXELS_A_METER
from gelenk.render.vertex_light import cut_at_one, of_shadow, put_point, shade_without_shadows
from gelenk.render.view_setup import BACK, normalize, project_point
from gelenk.render.workspace import BLUE, DEPTH, GREEN, LOT, POINTS, RED, ROW, TEXTURE_PART, WIDTH, U, V
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

SOFT = 4  # samples along each side of a penumbra
ROUNDING_TEXELS = 0.01  # texels by which rounding may move a position
MOST_TILES = 100  # map tiles that is_open() examines before it gives up


@kernel
def find_places(
    c: Context, row: int, k: int, view: int, first: int, last: int, x: float, y: float, z: float, zx: float
) -> None:
    """Project the pixels of a span to map ``k``, into c.row; u is negative off the map.

    x, y, z  the center of pixel 0 and its depth
    """
    r = c.shadow[k]
    at = FROM_VIEW + 16 * view
    u0 = r[at] * x + r[at + 1] * y + r[at + 2] * z + r[at + 3]
    v0 = r[at + 4] * x + r[at + 5] * y + r[at + 6] * z + r[at + 7]
    d0 = r[at + 8] * x + r[at + 9] * y + r[at + 10] * z + r[at + 11]
    q0 = r[at + 12] * x + r[at + 13] * y + r[at + 14] * z + r[at + 15]
    ux, vx = r[at] + r[at + 2] * zx, r[at + 4] + r[at + 6] * zx
    dx, qx = r[at + 8] + r[at + 10] * zx, r[at + 12] + r[at + 14] * zx
    f = 1.0 * first
    for i in range(first, last):
        q = q0 + qx * f
        w = 1.0 / q if q > 0.0 else 0.0
        c.row[row + U + i] = (u0 + ux * f) * w if q > 0.0 else -1.0
        c.row[row + V + i] = (v0 + vx * f) * w
        c.row[row + DEPTH + i] = (d0 + dx * f) * w
        f += 1.0


@kernel
def is_dark(c: Context, k: int, u: float, v: float, near: float) -> bool:
    """Return whether a position on map ``k`` is in shadow."""
    n = c.map_size
    # shadows extend beyond the range of a light, but nothing there casts any
    near = max(near, c.shadow[k, LAST])
    if not (1.0 <= u < n - 1 and 1.0 <= v < n - 1):
        return False  # the outermost texels are empty
    i, j = int(u), int(v)
    across = n >> TILE_BITS
    tile = (k * across + (j >> TILE_BITS)) * across + (i >> TILE_BITS)
    if c.map_stamp[tile] == c.number:
        if c.map_depth[tile * TEXELS + (j & (TILE - 1)) * TILE + (i & (TILE - 1))] > near:
            return True
    if c.map_cover[tile] == c.number:
        p = c.map_plane[tile]
        return p[0] + p[1] * (i + 0.5) + p[2] * (j + 0.5) > near
    return False


@kernel
def place_of(c: Context, k: int, view: int, x: float, y: float, z: float) -> Vec3:
    """Project a point of the image to column, row and nearness on map ``k``."""
    return project_point(c.shadow[k], FROM_VIEW + 16 * view, x, y, z)


@kernel
def slope_on_map(
    c: Context, k: int, view: int, x: float, y: float, z: float, zx: float, zy: float
) -> tuple[float, float]:
    """Return the derivatives of a plane's nearness by column and row of map ``k``."""
    p = place_of(c, k, view, x, y, z)
    a, b = sub(place_of(c, k, view, x + 1.0, y, z + zx), p), sub(place_of(c, k, view, x, y + 1.0, z + zy), p)
    area = a[0] * b[1] - a[1] * b[0]
    if not (abs(area) > 1e-12):
        return 0.0, 0.0
    return (a[2] * b[1] - b[2] * a[1]) / area, (b[2] * a[0] - a[2] * b[0]) / area


@kernel
def lit_share(c: Context, k: int, u: float, v: float, near: float, gu: float, gv: float) -> float:
    """Return the share of an area light that arrives, by samples on the plane of the receiver."""
    reach = c.soft * c.shadow[k, TEXELS_A_METER] * (near if c.shadow[k, IS_SPOT] != 0.0 else 1.0)
    lit = 0
    for i in range(SOFT):
        for j in range(SOFT):
            du, dv = reach * ((2 * i + 1.0) / SOFT - 1.0), reach * ((2 * j + 1.0) / SOFT - 1.0)
            if not is_dark(c, k, u + du, v + dv, near + gu * du + gv * dv):
                lit += 1
    return lit / (1.0 * SOFT * SOFT)


# ---- many positions at once


@kernel
def tile_along(c: Context, low: float, high: float) -> tuple[int, int]:
    """Return the range of map tiles between two coordinates."""
    n = c.map_size
    first, last = max(0.0, low - ROUNDING_TEXELS), min(1.0 * n - 1.0, high + ROUNDING_TEXELS)
    if not (first <= last):
        return 0, 0
    return int(first) >> TILE_BITS, (int(last) >> TILE_BITS) + 1


@kernel
def is_open(c: Context, k: int, g: int, a: Vec3, b: Vec3) -> bool:
    """Return whether map ``k`` shows only plane ``g`` between two positions.

    With g = -1 the map must be empty there. The test is conservative: whole tiles, and at most MOST_TILES of them.
    """
    x0, x1 = tile_along(c, min(a[0], b[0]), max(a[0], b[0]))
    y0, y1 = tile_along(c, min(a[1], b[1]), max(a[1], b[1]))
    if (x1 - x0) * (y1 - y0) > MOST_TILES:
        return False
    across = c.map_size >> TILE_BITS
    for y in range(y0, y1):
        for x in range(x0, x1):
            tile = (k * across + y) * across + x
            if c.map_stamp[tile] == c.number and (g < 0 or c.map_drawn[tile] != g):
                return False
            if c.map_cover[tile] == c.number and (g < 0 or c.map_covered[tile] != g):
                return False
    return True


@kernel
def is_before(c: Context, k: int, view: int, x: float, y: float, z: float) -> bool:
    """Return whether a point of the image is in front of light ``k``."""
    r, at = c.shadow[k], FROM_VIEW + 16 * view + 12
    return r[at] * x + r[at + 1] * y + r[at + 2] * z + r[at + 3] > 0.0


@kernel
def is_open_row(
    c: Context, k: int, g: int, view: int, first: int, last: int, x: float, y: float, z: float, zx: float
) -> bool:
    """Return is_open() for the pixels of a span; x, y, z: the center of pixel 0 and its depth."""
    x0, x1, z0, z1 = x + first, x + (last - 1), z + zx * first, z + zx * (last - 1)
    if not (is_before(c, k, view, x0, y, z0) and is_before(c, k, view, x1, y, z1)):
        return False
    return is_open(c, k, g, place_of(c, k, view, x0, y, z0), place_of(c, k, view, x1, y, z1))


@kernel
def all_open(c: Context, g: int, base: int, x0: int, y0: int, width: int, height: int) -> bool:
    """Return whether a tile that plane ``g`` fills is fully lit; base: the depth interpolant."""
    if c.soft > 0.0:
        return c.nshadow == 0
    for k in range(c.nshadow):
        low, high = (1e30, 1e30, 0.0), (-1e30, -1e30, 0.0)
        for i in range(4):
            x, y = x0 + (1.0 * width if i & 1 else 0.0), y0 + (1.0 * height if i & 2 else 0.0)
            z = c.frag[base] + c.frag[base + 1] * x + c.frag[base + 2] * y
            if not is_before(c, k, 0, x, y, z):
                return False
            p = place_of(c, k, 0, x, y, z)
            low = (min(low[0], p[0]), min(low[1], p[1]), 0.0)
            high = (max(high[0], p[0]), max(high[1], p[1]), 0.0)
        if not is_open(c, k, g, low, high):
            return False
    return True


# Per-pixel lighting

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
