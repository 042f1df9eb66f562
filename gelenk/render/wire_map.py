"""Shadow maps of edges: what they cast shadows on where edges are drawn in the place of faces.

Documents: XML reference / visual/quality shadowsize; Programming / Visualization

As in 3.5.0, edges are then drawn on shadow maps too, as many texels wide as pixels in the picture, with the nearness
that the edge has where it is nearest to the middle of the texel. So next to nothing lies in a shadow, but edges
themselves do in parts: at one place of the map a pixel is nearer to the light than the texel, and farther at another.
"""

import math

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.bins import AHEAD
from gelenk.render.lookup import is_before, is_dark, place_of
from gelenk.render.part import FIRST, FROM_FLEX, GEOM, SHAPE, SOURCE
from gelenk.render.parts import flex_faces
from gelenk.render.raster import TILE, TILE_BITS, first_at
from gelenk.render.row import ROW, SHARE
from gelenk.render.shadow import (
    LEAST,
    TEXELS,
    Corner,
    beyond_near,
    caster_corner,
    clear_tile,
    divided,
    homogeneous,
    render_shadows,
    share_of,
)

# ---- drawing the map


@kernel
def put_texel(c: Context, k: int, g: int, x: int, y: int, near: float, thread: int, nthread: int) -> None:
    """A texel of an edge of geom ``g`` on map ``k``, if its tile is in the rows of a thread."""
    row = y >> TILE_BITS
    if not 1 <= y < c.map_size - 1 or row % nthread != thread:
        return
    across = c.map_size >> TILE_BITS
    tile = (k * across + row) * across + (x >> TILE_BITS)
    clear_tile(c, tile, g)
    at = tile * TEXELS + (y & (TILE - 1)) * TILE + (x & (TILE - 1))
    # what lies level with the light is not in its own shadow
    here = near - LEAST * max(abs(near), 1e-3)
    c.map_depth[at] = max(c.map_depth[at], here)


@kernel
def draw_line(c: Context, k: int, g: int, a: Vec3, b: Vec3, thread: int, nthread: int) -> None:
    """An edge on map ``k``: as many texels as edges are wide in each column, or each row where it is steep."""
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
    """An edge on map ``k``, as far as it is in front of the light."""
    fa, fb = beyond_near(c, k, a) > 0.0, beyond_near(c, k, b) > 0.0
    if fa and fb:
        draw_line(c, k, g, (a[0], a[1], a[2]), (b[0], b[1], b[2]), thread, nthread)
    elif fa or fb:
        inner, outer = homogeneous(a if fa else b), homogeneous(b if fa else a)
        va = beyond_near(c, k, inner)
        outer = share_of(inner, outer, va / (va - beyond_near(c, k, outer)))
        draw_line(c, k, g, divided(inner), divided(outer), thread, nthread)


@kernel
def draw_shadow_edges(c: Context, s: Scene, k: int, thread: int, nthread: int) -> None:
    """All edges that are drawn, in the rows of tiles of one thread."""
    for n in range(c.first_caster, c.npart_used):
        first = k * c.ncaster_used + c.part[n, FIRST]
        shape, g = c.part[n, SHAPE], c.part[n, GEOM]
        flex = c.part[n, SOURCE] == FROM_FLEX
        adr = 0 if flex else c.shape_faceadr[shape]
        for t in range(adr, adr + (flex_faces(s, shape) if flex else c.shape_facenum[shape])):
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
    """Shadow maps of faces or of edges: what render_shadows() takes."""
    if c.wire == 0 or nthread == 0:
        render_shadows(c, s, thread, nthread)
        return
    for k in range(c.nshadow):
        draw_shadow_edges(c, s, k, thread, nthread)


# ---- looking at it


@kernel
def end_of(c: Context, v: int) -> int:
    """The end of a line that a vertex of one of its two triangles lies beside."""
    return c.cut[v - c.nvert_used, 0] if v >= c.nvert_used else v


@kernel
def find_line_shares(
    c: Context, thread: int, t: int, k: int, view: int, first: int, last: int, x: float, y: float
) -> bool:
    """Whether the light of map ``k`` arrives on an edge at each pixel of a row, into c.row; False: nowhere.

    t     one of the two triangles of the edge
    x, y  the middle of pixel 0
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
