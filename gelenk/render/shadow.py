"""Shadow maps: depth of the nearest surface as each light sees it.

Documents: XML reference / visual/map shadowclip, shadowscale; visual/quality shadowsize; light

A map is a square of texels with an orthographic projection for a directional light and a perspective one, of a part of
the cone, for a spotlight. A point p is at (U/Q, V/Q) with nearness D/Q, where U, V, D, Q are rows of ``c.shadow`` at
TO_MAP . (p, 1). Nearness falls along a directional light, by 1 over twice the half width of its map, and is
1 / distance for a spotlight. Rows at FROM_VIEW map (X, Y, depth, 1) of a view to the texels, so a lookup needs only
the pixel. The nearest texel decides, and shadows have hard edges.

As in 3.5.0, casters are drawn within a margin of one texel of shadowSize that stays empty, so they are smaller than at
lookup by that amount, and the x axis of the world is along the rows of a map.

Most texels are never read: tiles of TILE x TILE texels are cleared on first use, and a triangle that covers a whole
tile is stored as one plane. The outermost texels are always empty, so covering all others of a border tile is enough.
"""

import math

import numpy as np

from gelenk.algebra.vec import Vec3, add_scaled, cross, dot, load3, norm, scale, sub
from gelenk.render import builtin_shapes
from gelenk.render.draw_item import (
    FIRST,
    FROM_FLEX,
    FROM_SHAPE,
    GEOM,
    SHAPE,
    SOURCE,
    flex_range,
    local_position,
    to_world,
    view_of,
)
from gelenk.render.raster import FAR_LEFT, FAR_RIGHT, LANES, TILE, edge_line, first_at, round_depth
from gelenk.render.view_setup import BACK, CLIP, EYE, ORTHO, normalize
from gelenk.tables.enums import mjtGeom, mjtLightType
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

TO_MAP, FROM_VIEW = 0, 16
# columns: nearness where shadows begin; texels per meter (spotlight: at 1 m); type; one texel of shadowSize in texels
# of the map; nearness at the end of the light's range, beyond which nothing casts shadows
NEAR, TEXELS_A_METER, IS_SPOT, MAP_RIM, LAST = 48, 49, 50, 51, 52
TEXELS = TILE * TILE
LEAST_MAP, TEXEL = 256, 0.5  # fewest texels along a side; largest texel, in pixels
# shadow edges are a larger part of small images; finer texels take a quarter of the time of a 64x64 image
SMALL_IMAGE_PIXELS, SMALL_TEXEL = 20_000, 0.125  # pixels of a small image; its largest texel, in pixels
NOTHING = -1.0e30  # nearness of an empty texel
NONE = -1
SLOPE = 2.0  # slope-scaled depth bias, in texels
LEAST_BIAS = 2.0e-6  # constant depth bias, relative to nearness, which may be 0 for directional lights
WIDEST = 80.0  # degrees: largest half angle of a spotlight that casts shadows
ALONG_X = 0.9999  # cosine from which a light counts as parallel to the x axis
POINT_HALF = 1.0  # half width of the shadows of point lights [m]
SMALLEST_DISTANCE = 1.0e-6  # smallest distance from a spotlight [m]
Corner = tuple[float, float, float, float]  # U, V, D, Q


# ---- projection


@kernel
def set_map_row(c: Context, k: int, at: int, v: Vec3, last: float) -> None:
    c.shadow[k, at] = v[0]
    c.shadow[k, at + 1] = v[1]
    c.shadow[k, at + 2] = v[2]
    c.shadow[k, at + 3] = last


@kernel
def set_cone(c: Context, k: int, pos: Vec3, axes: tuple[Vec3, Vec3, Vec3], half: float) -> None:
    """Set the projection of a spotlight.

    axes  along rows, up, forward
    half  half width of the cone at distance 1
    """
    side, up, forward = axes
    h = 0.5 * c.map_size
    u = scale(add_scaled(scale(side, 1.0 / half), forward, 1.0), h)
    v = scale(add_scaled(scale(up, 1.0 / half), forward, 1.0), h)
    set_map_row(c, k, TO_MAP, u, -dot(u, pos))
    set_map_row(c, k, TO_MAP + 4, v, -dot(v, pos))
    set_map_row(c, k, TO_MAP + 8, (0.0, 0.0, 0.0), 1.0)
    set_map_row(c, k, TO_MAP + 12, forward, -dot(forward, pos))
    c.shadow[k, NEAR] = max(SMALLEST_DISTANCE, c.map_near)
    c.shadow[k, LAST] = 1.0 / max(SMALLEST_DISTANCE, c.map_far)
    c.shadow[k, TEXELS_A_METER] = h / half
    c.shadow[k, IS_SPOT] = 1.0


@kernel
def set_beam(
    c: Context, k: int, pos: Vec3, axes: tuple[Vec3, Vec3, Vec3], half: float, near: float, far: float
) -> None:
    """Set the projection of a directional light: ``half`` around an axis, ``near`` to ``far``."""
    h = 0.5 * c.map_size
    u, v, d = scale(axes[0], h / half), scale(axes[1], h / half), scale(axes[2], -0.5 / half)
    set_map_row(c, k, TO_MAP, u, h - dot(u, pos))
    set_map_row(c, k, TO_MAP + 4, v, h - dot(v, pos))
    set_map_row(c, k, TO_MAP + 8, d, 0.5 - dot(d, pos))
    set_map_row(c, k, TO_MAP + 12, (0.0, 0.0, 0.0), 1.0)
    c.shadow[k, NEAR] = 0.5 - 0.5 * near / half
    c.shadow[k, LAST] = 0.5 - 0.5 * far / half
    c.shadow[k, TEXELS_A_METER] = h / half
    c.shadow[k, IS_SPOT] = 0.0


@kernel
def set_nothing(c: Context, k: int) -> None:
    """Set a map that no point projects to."""
    for at in range(TO_MAP, TO_MAP + 12, 4):
        set_map_row(c, k, at, (0.0, 0.0, 0.0), -1.0)
    set_map_row(c, k, TO_MAP + 12, (0.0, 0.0, 0.0), 1.0)
    c.shadow[k, NEAR] = 0.0
    c.shadow[k, LAST] = 0.0
    c.shadow[k, TEXELS_A_METER] = 0.0
    c.shadow[k, IS_SPOT] = 0.0


@kernel
def set_map(c: Context, s: Scene, k: int) -> None:
    """Set the rows of the map of the ``k``-th light that casts shadows.

    As in 3.5.0, a point light has the shadows of a directional light that shines against its direction.
    """
    i = c.light_row[c.nlit + k]
    pos, forward = load3(s.light_pos, i), normalize(load3(s.light_dir, i))
    x = (1.0, 0.0, 0.0) if abs(forward[0]) < ALONG_X else (0.0, 1.0, 0.0)
    side = normalize(add_scaled(x, forward, -dot(x, forward)))
    up = cross(side, forward)
    c.shadow[k, MAP_RIM] = c.map_size / max(1.0, 1.0 * c.shadowSize)
    if s.light_type[i] == mjtLightType.mjLIGHT_SPOT:
        half = math.tan(math.radians(min(WIDEST, max(0.1, s.light_cutoff[i] * c.shadowScale))))
        set_cone(c, k, pos, (side, up, forward), half)
    elif s.light_type[i] == mjtLightType.mjLIGHT_POINT:
        if c.right_points != 0:
            set_nothing(c, k)
        else:
            back = (scale(side, -1.0), up, scale(forward, -1.0))
            set_beam(c, k, pos, back, POINT_HALF, -POINT_HALF, POINT_HALF)
    else:
        set_beam(c, k, pos, (side, up, forward), max(1e-9, c.shadowClip), c.map_near, c.map_far)
    for view in range(c.nview):
        set_from_view(c, k, view)


@kernel
def set_from_view(c: Context, k: int, view: int) -> None:
    """Set the rows from pixels and depth of a view to the map."""
    for i in range(4):
        for j in range(4):
            sum = 0.0
            for m in range(4):
                sum += c.shadow[k, TO_MAP + 4 * i + m] * c.seen[view, BACK + 4 * m + j]
            c.shadow[k, FROM_VIEW + 16 * view + 4 * i + j] = sum


# ---- drawing the map


@kernel
def clear_tile(c: Context, tile: int, g: int) -> None:
    """Clear a tile on first use in an image; map_drawn holds its only geom, or NONE."""
    if c.map_stamp[tile] == c.number:
        c.map_drawn[tile] = g if c.map_drawn[tile] == g else NONE
    else:
        c.map_stamp[tile] = c.number
        c.map_drawn[tile] = g
        for i in range(tile * TEXELS, (tile + 1) * TEXELS):
            c.map_depth[i] = NOTHING


@kernel
def cover_tile(c: Context, tile: int, g: int, x: int, y: int, z0: float, zx: float, zy: float) -> bool:
    """Store a triangle that covers a tile as a plane; False if it crosses the stored plane."""
    p = c.map_plane[tile]
    if c.map_cover[tile] == c.number:
        nearer, farther = 0, 0
        for i in range(4):
            u, v = x + (TILE if i & 1 else 0), y + (TILE if i & 2 else 0)
            if z0 + zx * u + zy * v >= p[0] + p[1] * u + p[2] * v:
                nearer += 1
            else:
                farther += 1
        if nearer == 0:
            return True
        if farther > 0:
            return False
    c.map_cover[tile] = c.number
    c.map_covered[tile] = g
    p[0] = z0
    p[1] = zx
    p[2] = zy
    return True


@kernel
def draw_row(c: Context, at: int, left: int, right: int, z: float, zx: float) -> None:
    """Depth-test and write the texels of a row of a tile."""
    # branch-free stores, see raster.fill_row
    one = round_depth(1.0 if c.nsample > 0 else 0.0)
    start, low, high = left & -LANES, np.int32(left), np.int32(right)
    f = 1.0 * start
    for x in range(start, start + ((right - start + LANES - 1) & -LANES)):
        here, old, i = round_depth(z + zx * f), c.map_depth[at + x], np.int32(x)
        here = here if (i >= low) & (i < high) else round_depth(NOTHING)
        c.map_depth[at + x] = (here if here > old else round_depth(old)) * one
        f += 1.0


@kernel
def draw_triangle(c: Context, k: int, g: int, a: Vec3, b: Vec3, d: Vec3, thread: int, nthread: int) -> None:
    """Draw a triangle of geom ``g`` on map ``k``, front or back facing: texels and nearness."""
    n = c.map_size
    bx, by, dx, dy = b[0] - a[0], b[1] - a[1], d[0] - a[0], d[1] - a[1]
    area = bx * dy - by * dx
    if area < 0.0:
        b, d = d, b
        bx, by, dx, dy, area = dx, dy, bx, by, -area
    if not (1e-12 < area < 1e15):
        return
    low, high = min(a[1], min(b[1], d[1])), max(a[1], max(b[1], d[1]))
    west, east = min(a[0], min(b[0], d[0])), max(a[0], max(b[0], d[0]))
    if not (west < n and east > 0.0 and low < n and high > 0.0):
        return
    row0, row1 = first_at(low - 0.5, 1, n - 1), first_at(high - 0.5, 1, n - 1)
    first, last = row0 // TILE, (row1 + TILE - 1) // TILE
    if nthread > 1:
        first += (thread - first) % nthread
    if first >= last or row0 >= row1 or first_at(west - 0.5, 1, n - 1) >= first_at(east - 0.5, 1, n - 1):
        return
    zx = ((b[2] - a[2]) * dy - (d[2] - a[2]) * by) / area
    zy = ((d[2] - a[2]) * bx - (b[2] - a[2]) * dx) / area
    least = LEAST_BIAS * max(abs(a[2]), 1e-3 if c.shadow[k, IS_SPOT] != 0.0 else 1.0)
    z0 = a[2] - zx * a[0] - zy * a[1] - SLOPE * max(abs(zx), abs(zy)) - least
    la, ls, lb, lt, ra, rs, rb, rt = FAR_LEFT, 0.0, FAR_LEFT, 0.0, FAR_RIGHT, 0.0, FAR_RIGHT, 0.0
    for e in range(3):
        p, q = (a, b) if e == 0 else (b, d) if e == 1 else (d, a)
        if p[1] == q[1]:
            continue
        at, slope = edge_line(p[0], p[1], q[0], q[1])
        if q[1] < p[1]:
            lb, lt, la, ls = la, ls, at, slope
        else:
            rb, rt, ra, rs = ra, rs, at, slope
    across = n // TILE
    for ty in range(first, last, nthread):
        y0, y1 = max(row0, ty * TILE), min(row1, (ty + 1) * TILE)
        f, h = y0 + 0.5, y1 - 0.5
        # bounds of the begin and end of all rows
        least = max(max(min(la + ls * f, la + ls * h), min(lb + lt * f, lb + lt * h)), west)
        most = min(min(max(ra + rs * f, ra + rs * h), max(rb + rt * f, rb + rt * h)), east)
        x0, x1 = first_at(least - 0.5, 1, n - 1), first_at(most - 0.5, 1, n - 1)
        # the range that every row covers
        inner = max(max(la + ls * f, la + ls * h), max(lb + lt * f, lb + lt * h))
        outer = min(min(ra + rs * f, ra + rs * h), min(rb + rt * f, rb + rt * h))
        high_tile = y0 == max(ty * TILE, 1) and y1 == min((ty + 1) * TILE, n - 1)
        for tx in range(x0 // TILE, (x1 + TILE - 1) // TILE):
            tile = (k * across + ty) * across + tx
            begin, end = max(tx * TILE, 1), min((tx + 1) * TILE, n - 1)
            if high_tile and begin >= x0 and end <= x1 and inner <= begin + 0.5 and outer > end - 0.5:
                if cover_tile(c, tile, g, tx * TILE, ty * TILE, z0, zx, zy):
                    continue
            clear_tile(c, tile, g)
            for y in range(y0, y1):
                v = y + 0.5
                left = first_at(max(la + ls * v, lb + lt * v) - 0.5, begin, end)
                right = first_at(min(ra + rs * v, rb + rt * v) - 0.5, begin, end)
                at = tile * TEXELS + (y - ty * TILE) * TILE - tx * TILE
                draw_row(c, at, left, right, z0 + 0.5 * zx + zy * v, zx)


@kernel
def divide_by_q(h: Corner) -> Vec3:
    """Divide a corner by Q."""
    q = 1.0 / h[3]
    return h[0] * q, h[1] * q, h[2] * q


@kernel
def corner_coordinates(h: Corner) -> Corner:
    """Return U, V, D, Q of a corner; corners in front of the light are stored divided by Q."""
    return (h[0] * h[3], h[1] * h[3], h[2] * h[3], h[3]) if h[3] > SMALLEST_DISTANCE else h


@kernel
def share_of(a: Corner, b: Corner, t: float) -> Corner:
    """a + t (b - a)"""
    return (
        a[0] + t * (b[0] - a[0]),
        a[1] + t * (b[1] - a[1]),
        a[2] + t * (b[2] - a[2]),
        a[3] + t * (b[3] - a[3]),
    )


@kernel
def beyond_near(c: Context, k: int, h: Corner) -> float:
    """Return how far a corner is past the near plane of a light, linear in space; < 0: before."""
    return h[3] - c.shadow[k, NEAR] if c.shadow[k, IS_SPOT] != 0.0 else c.shadow[k, NEAR] - h[2]


@kernel
def draw_corners(
    c: Context, k: int, g: int, a: Corner, b: Corner, d: Corner, thread: int, nthread: int
) -> None:
    """Draw a triangle of geom ``g`` on map ``k``, clipped at the near plane of the light."""
    fa, fb, fd = beyond_near(c, k, a) > 0.0, beyond_near(c, k, b) > 0.0, beyond_near(c, k, d) > 0.0
    if fa and fb and fd:
        draw_triangle(c, k, g, (a[0], a[1], a[2]), (b[0], b[1], b[2]), (d[0], d[1], d[2]), thread, nthread)
        return
    a, b, d = corner_coordinates(a), corner_coordinates(b), corner_coordinates(d)
    count = (1 if fa else 0) + (1 if fb else 0) + (1 if fd else 0)
    if count == 0:
        return
    if count == 1:
        if fb:
            a, b, d = b, d, a
        elif fd:
            a, b, d = d, a, b
        va = beyond_near(c, k, a)
        b = share_of(a, b, va / (va - beyond_near(c, k, b)))
        d = share_of(a, d, va / (va - beyond_near(c, k, d)))
        draw_triangle(c, k, g, divide_by_q(a), divide_by_q(b), divide_by_q(d), thread, nthread)
        return
    if not fa:
        a, b, d = b, d, a
    elif not fb:
        a, b, d = d, a, b
    va, vb, vd = beyond_near(c, k, a), beyond_near(c, k, b), beyond_near(c, k, d)
    p, q = share_of(b, d, vb / (vb - vd)), share_of(a, d, va / (va - vd))
    draw_triangle(c, k, g, divide_by_q(a), divide_by_q(b), divide_by_q(p), thread, nthread)
    draw_triangle(c, k, g, divide_by_q(a), divide_by_q(p), divide_by_q(q), thread, nthread)


@kernel
def caster_row(c: Context, k: int, at: int, p: Vec3) -> float:
    r = c.shadow[k]
    return r[at] * p[0] + r[at + 1] * p[1] + r[at + 2] * p[2] + r[at + 3]


@kernel
def place_casters(c: Context, s: Scene, k: int) -> None:
    """Transform the vertices of all shadow casters to map ``k``."""
    middle, shrunk = 0.5 * c.map_size, 1.0 - 2.0 * c.shadow[k, MAP_RIM] / c.map_size
    for n in range(c.first_caster, c.npart_used):
        first = c.part[n, FIRST]
        count = (c.part[n + 1, FIRST] if n + 1 < c.npart_used else c.ncaster_used) - first
        for i in range(count):
            p = to_world(c, n, local_position(c, s, n, i))
            v = k * c.ncaster_used + first + i
            w = caster_row(c, k, TO_MAP + 12, p)
            q = 1.0 / w if w > SMALLEST_DISTANCE else 1.0
            c.caster[v, 0] = q * (shrunk * caster_row(c, k, TO_MAP, p) + (1.0 - shrunk) * middle * w)
            c.caster[v, 1] = q * (shrunk * caster_row(c, k, TO_MAP + 4, p) + (1.0 - shrunk) * middle * w)
            c.caster[v, 2] = q * caster_row(c, k, TO_MAP + 8, p)
            c.caster[v, 3] = w


@kernel
def caster_corner(c: Context, v: int) -> Corner:
    return c.caster[v, 0], c.caster[v, 1], c.caster[v, 2], c.caster[v, 3]


@kernel
def is_cut(c: Context, k: int, first: int, count: int) -> bool:
    """Return whether a vertex of a range is before the near plane of the light."""
    for v in range(first, first + count):
        if not (beyond_near(c, k, caster_corner(c, v)) > 0.0):
            return True
    return False


@kernel
def draw_casters(c: Context, s: Scene, k: int, thread: int, nthread: int) -> None:
    """Draw all shadow casters in the tile rows of one thread."""
    from_eye = s.light_type[c.light_row[c.nlit + k]] == mjtLightType.mjLIGHT_POINT
    for n in range(c.first_caster, c.npart_used):
        first = k * c.ncaster_used + c.part[n, FIRST]
        shape, g = c.part[n, SHAPE], c.part[n, GEOM]
        if c.part[n, SOURCE] == FROM_FLEX:
            for t in range(flex_range(s, g)[1]):
                v = first + 3 * t
                a, b, d = caster_corner(c, v), caster_corner(c, v + 1), caster_corner(c, v + 2)
                draw_corners(c, k, g, a, b, d, thread, nthread)
            continue
        adr = c.shape_faceadr[shape]
        # The front faces of a closed shape suffice, unless the near plane clips it, or the light shines from elsewhere
        # than the map assumes: then surfaces at grazing angles would be lit in part.
        closed = not from_eye and builtin_shapes.full_detail_shape(shape) < builtin_shapes.PLANE
        closed = closed and not is_cut(c, k, first, c.shape_vertnum[shape])
        for t in range(adr, adr + c.shape_facenum[shape]):
            a = caster_corner(c, first + c.shape_face[t, 0])
            b = caster_corner(c, first + c.shape_face[t, 1])
            d = caster_corner(c, first + c.shape_face[t, 2])
            if closed and (b[0] - a[0]) * (d[1] - a[1]) <= (b[1] - a[1]) * (d[0] - a[0]):
                continue
            draw_corners(c, k, g, a, b, d, thread, nthread)


@kernel
def nearest_distance(c: Context, s: Scene) -> float:
    """Return a lower bound of the distance from the camera to a visible surface [m]."""
    eye = (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])
    least = 1.0e9
    for n in range(c.first_caster):
        g, shape = c.part[n, GEOM], c.part[n, SHAPE]
        if view_of(c, n) != 0:
            continue
        if s.geom_type[g] == mjtGeom.mjGEOM_PLANE:
            normal = (s.geom_mat[g, 2], s.geom_mat[g, 5], s.geom_mat[g, 8])
            least = min(least, abs(dot(normal, sub(eye, load3(s.geom_pos, g)))))
        elif c.part[n, SOURCE] == FROM_SHAPE:
            center = to_world(
                c, n, (c.shape_sphere[shape, 0], c.shape_sphere[shape, 1], c.shape_sphere[shape, 2])
            )
            longest = 0.0
            for k in range(3):
                axis = (c.part_num[n, k], c.part_num[n, 4 + k], c.part_num[n, 8 + k])
                longest = max(longest, dot(axis, axis))
            radius = math.sqrt(longest) * c.shape_sphere[shape, 3]
            least = min(least, norm(sub(center, eye)) - radius)
        else:
            return 0.0
    return max(0.0, least)


@kernel
def fine_enough(c: Context, s: Scene) -> int:
    """Return the map size of an image: shadowSize, or less if texels stay well below pixels."""
    n = c.map_size
    if c.wire != 0:  # edges are one texel wide
        return n
    # size of a pixel at unit distance, or at any distance for an orthographic camera
    row = (c.seen[0, CLIP + 4], c.seen[0, CLIP + 5], c.seen[0, CLIP + 6])
    distance = 1.0 if c.seen[0, ORTHO] != 0.0 else min(c.near, nearest_distance(c, s))
    pixel = distance / max(1e-9, norm(row))
    reach = 2.0 * c.shadowClip
    for k in range(c.nshadow):
        i = c.light_row[c.nlit + k]
        if s.light_type[i] == mjtLightType.mjLIGHT_POINT:
            return n
        if s.light_type[i] == mjtLightType.mjLIGHT_SPOT:
            far = norm(sub(load3(s.light_pos, i), (c.seen[0, EYE], c.seen[0, EYE + 1], c.seen[0, EYE + 2])))
            reach = max(reach, 2.0 * far)
    texel = SMALL_TEXEL if c.width * c.height <= SMALL_IMAGE_PIXELS else TEXEL
    wanted = first_at(reach / (texel * TILE * pixel), 0, n // TILE) * TILE if pixel > 0.0 else n
    return min(n, max(LEAST_MAP, wanted))


@kernel
def render_shadows(c: Context, s: Scene, thread: int, nthread: int) -> None:
    """Draw the shadow maps of all lights in the tile rows of one thread.

    With nthread = 0 only the vertices of the casters are transformed.
    """
    for k in range(c.nshadow):
        if nthread == 0:
            if k == 0:
                c.map_size = fine_enough(c, s)
            set_map(c, s, k)
            place_casters(c, s, k)
        else:
            draw_casters(c, s, k, thread, nthread)
