"""Bins: triangles clipped at the near plane, back-face culled and listed per screen tile.

Documents: API / mjr_render

Tiles are squares of TILE pixels. Each tile has NLIST triangle lists (draw_item.py). A triangle is a row of
``c.tri``: three vertices, counter-clockwise, its draw item, and at TILES the first and last tile along x and y.
"""

import math

import numpy as np

from gelenk.algebra.vec import dot, sub
from gelenk.render.draw_item import (
    BACK_FACES,
    BEFORE,
    BOTH_SIDES,
    EDGES,
    FIRST,
    FLAGS,
    FROM_FLEX,
    FROM_LINE,
    GEOM,
    LIST,
    NLIST,
    SHAPE,
    SOURCE,
    WIDTH,
    combine_row,
    flex_range,
    local_position,
    put_vertex,
    to_world,
    view_of,
)
from gelenk.render.raster import SUBPIXELS, TILE, TILE_BITS, snap_to_grid
from gelenk.render.view_setup import CLIP, TURNED, mirror_point
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

AHEAD = 0.5  # pixels to the right and up where attributes of lines are evaluated, as in 3.5.0
SQUARE = 64  # pixels along a side of the squares in which 3.5.0 draws with software rendering
STEP = 0.5 / SUBPIXELS  # pixels: largest rounding of a vertex to the subpixel grid
BOX_LINES = 1.5  # width of the edges of line boxes, in line widths
TILES = 4
IN_MIRROR = 1.0e-6  # distance from the mirror plane below which edges lie in the plane [m]
REACH = 1.0e12  # pixels: positions farther from the image are invalid


# ---- vertices from clipping


@kernel
def new_cut(c: Context, a: int, b: int, share: float) -> int:
    """Append a vertex between vertices a and b, and return its index; -1 without room."""
    k = c.ncut_used
    c.ncut_used = k + 1
    c.need_cut = max(c.need_cut, k + 1)
    if k >= c.ncut or c.nvert_used + k >= c.nvert:
        k = 0
        c.need_cut = max(c.need_cut, c.ncut_used)
        if c.ncut == 0 or c.nvert_used >= c.nvert:
            return -1
    c.cut[k, 0] = a
    c.cut[k, 1] = b
    c.cut_share[k] = share
    return c.nvert_used + k


@kernel
def clip_coordinates(c: Context, s: Scene, n: int, v: int) -> tuple[float, float, float, float]:
    """Return the clip coordinates (X w, Y w, Z w, w) of vertex ``v`` of draw item ``n``."""
    view = view_of(c, n)
    p = local_position(c, s, n, v - c.part[n, FIRST])
    x, y = combine_row(c, view, CLIP, n), combine_row(c, view, CLIP + 4, n)
    z, w = combine_row(c, view, CLIP + 8, n), combine_row(c, view, CLIP + 12, n)
    return (
        x[0] * p[0] + x[1] * p[1] + x[2] * p[2] + x[3],
        y[0] * p[0] + y[1] * p[1] + y[2] * p[2] + y[3],
        z[0] * p[0] + z[1] * p[1] + z[2] * p[2] + z[3],
        w[0] * p[0] + w[1] * p[1] + w[2] * p[2] + w[3],
    )


@kernel
def put_between(c: Context, s: Scene, n: int, i: int, j: int, share: float) -> int:
    """Append a vertex interpolated in clip space, and return its index; -1 without room."""
    a, b = clip_coordinates(c, s, n, i), clip_coordinates(c, s, n, j)
    v = new_cut(c, i, j, share)
    if v >= 0:
        z, w = a[2] + share * (b[2] - a[2]), a[3] + share * (b[3] - a[3])
        # rounding must not move the vertex before the near plane
        put_vertex(c, v, a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]), min(z, w), w)
    return v


@kernel
def cut_edge(c: Context, s: Scene, n: int, inner: int, outer: int) -> int:
    """Append the intersection of an edge with the near plane, and return its index."""
    a, b = clip_coordinates(c, s, n, inner), clip_coordinates(c, s, n, outer)
    da, db = a[3] - a[2], b[3] - b[2]
    return put_between(c, s, n, inner, outer, da / (da - db) if da - db != 0.0 else 0.0)


# ---- triangles


@kernel
def signed_area(c: Context, i: int, j: int, k: int) -> float:
    """Return twice the signed area of a triangle in screen space, positive counter-clockwise."""
    ax, ay = c.vert[i, 0], c.vert[i, 1]
    return (c.vert[j, 0] - ax) * (c.vert[k, 1] - ay) - (c.vert[j, 1] - ay) * (c.vert[k, 0] - ax)


@kernel
def pixel_bounds(c: Context, i: int, j: int, k: int) -> tuple[float, float, float, float]:
    """Return the bounds (left, right, lower, upper) of a triangle [pixel], widened by STEP."""
    ax, bx, dx = c.vert[i, 0], c.vert[j, 0], c.vert[k, 0]
    ay, by, dy = c.vert[i, 1], c.vert[j, 1], c.vert[k, 1]
    left, right = min(ax, min(bx, dx)) - STEP, max(ax, max(bx, dx)) + STEP
    return left, right, min(ay, min(by, dy)) - STEP, max(ay, max(by, dy)) + STEP


@kernel
def misses_samples(c: Context, low: float, high: float) -> bool:
    """Return whether no sample coordinate lies between ``low`` and ``high``."""
    if c.nsample > 1:
        return np.floor(4.0 * high - 0.5) < np.ceil(4.0 * low - 0.5)
    return np.floor(high - 0.5) < np.ceil(low - 0.5)


@kernel
def is_beside(c: Context, left: float, right: float, low: float, high: float, west: int, south: int) -> bool:
    """Return whether bounds have no sample in tiles right of ``west`` and above ``south``."""
    if right <= west or left >= c.east or high <= south or low >= c.north:
        return True
    return (
        not (right - left < REACH and high - low < REACH)
        or misses_samples(c, left, right)
        or misses_samples(c, low, high)
    )


@kernel
def append_triangle(c: Context, n: int, i: int, j: int, k: int) -> None:
    """Append a triangle of draw item ``n`` in front of the near plane, unless it is culled."""
    append_triangle_beyond(c, n, i, j, k, c.west, c.south)


@kernel
def append_triangle_beyond(c: Context, n: int, i: int, j: int, k: int, west: int, south: int) -> None:
    """Append a triangle unless it is culled, in tiles right of ``west`` and above ``south``."""
    size = signed_area(c, i, j, k) * c.seen[view_of(c, n), TURNED]
    if not (abs(size) > 0.0):
        return
    if (size < 0.0) != (c.part[n, FLAGS] & BACK_FACES != 0) and c.part[n, FLAGS] & (BOTH_SIDES | EDGES) == 0:
        return
    left, right, low, high = pixel_bounds(c, i, j, k)
    if is_beside(c, left, right, low, high, west, south):
        return
    t = c.ntri_used
    c.ntri_used = t + 1
    if t < c.ntri:
        turned = signed_area(c, i, j, k) < 0.0
        c.tri[t, 0] = i
        c.tri[t, 1] = k if turned else j
        c.tri[t, 2] = j if turned else k
        c.tri[t, 3] = n
        count_tiles(c, t, max(1.0 * west, left), right, max(1.0 * south, low), high)


@kernel
def count_tiles(c: Context, t: int, left: float, right: float, low: float, high: float) -> None:
    """Store the tile range of triangle ``t``, and count the triangle in the bin of each tile."""
    x0, x1 = int(left) >> TILE_BITS, int(min(c.east - 1.0, right)) >> TILE_BITS
    y0, y1 = int(low) >> TILE_BITS, int(min(c.north - 1.0, high)) >> TILE_BITS
    c.tri[t, TILES] = x0
    c.tri[t, TILES + 1] = x1
    c.tri[t, TILES + 2] = y0
    c.tri[t, TILES + 3] = y1
    into = c.part[c.tri[t, 3], LIST] * c.ntile_x * c.ntile_y + 2
    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            c.bin_start[into + y * c.ntile_x + x] += 1


@kernel
def put_line(c: Context, n: int, i: int, j: int, width: float) -> None:
    """Append a line of a width in pixels as two triangles, independent of its direction.

    With one sample per pixel the width is rounded to whole pixels along x or y, across the major axis. With four
    samples a line is binned as in software rendering of 3.5.0, by the pixels whose lower left corner it covers, into
    squares of SQUARE pixels: the part left of or below its first square, and a line without such pixels, are missing.
    """
    if c.vert[i, 0] > c.vert[j, 0] or (c.vert[i, 0] == c.vert[j, 0] and c.vert[i, 1] > c.vert[j, 1]):
        i, j = j, i
    dx, dy = c.vert[j, 0] - c.vert[i, 0], c.vert[j, 1] - c.vert[i, 1]
    length = math.sqrt(dx * dx + dy * dy)
    if not (length > 0.0):
        return
    wide = 0.5 * max(1.0, width) / length
    nx, ny = -wide * dy, wide * dx
    if c.nsample > 1:
        nx, ny = snap_to_grid(nx), snap_to_grid(ny)
    else:
        wide = 0.5 * max(1.0, math.floor(width + 0.5))
        nx, ny = (0.0, wide) if abs(dx) >= abs(dy) else (-wide, 0.0)
    a, b = new_cut(c, i, i, 0.0), new_cut(c, i, i, 0.0)
    d, e = new_cut(c, j, j, 0.0), new_cut(c, j, j, 0.0)
    if a < 0 or b < 0 or d < 0 or e < 0:
        return
    west, south = c.west, c.south
    if c.nsample > 1:
        x, y = snap_to_grid(c.vert[i, 0]), snap_to_grid(c.vert[i, 1])
        x0, x1 = line_pixels(x, snap_to_grid(c.vert[j, 0]), nx)
        y0, y1 = line_pixels(y, snap_to_grid(c.vert[j, 1]), ny)
        if x0 >= x1 or y0 >= y1:
            return
        west, south = square_of(c.left, west, x0), square_of(c.bottom, south, y0)
    rate = (c.vert[j, 2] - c.vert[i, 2]) / (length * length)
    move_vertex(c, a, i, nx, ny, dx * rate, dy * rate)
    move_vertex(c, b, i, -nx, -ny, dx * rate, dy * rate)
    move_vertex(c, d, j, -nx, -ny, dx * rate, dy * rate)
    move_vertex(c, e, j, nx, ny, dx * rate, dy * rate)
    append_triangle_beyond(c, n, a, b, d, west, south)
    append_triangle_beyond(c, n, a, d, e, west, south)


@kernel
def line_pixels(a: float, b: float, wide: float) -> tuple[int, int]:
    """Return the range of pixels whose lower bound along one axis is covered by a line."""
    low, high = min(a, b) - abs(wide), max(a, b) + abs(wide)
    return math.ceil(max(low, -REACH)), math.ceil(min(high, REACH))


@kernel
def square_of(start: int, least: int, first: int) -> int:
    """Return the lower bound of the buffer square of pixel ``first``, at least ``least``."""
    if start & (TILE - 1) != 0 or first <= least:
        return least
    return max(least, ((start + first) & -SQUARE) - start)


@kernel
def move_vertex(c: Context, v: int, of: int, x: float, y: float, zx: float, zy: float) -> None:
    """Set corner ``v`` of a line to end ``of`` plus (x, y); zx, zy: depth gradient."""
    ax, ay, ahead = c.vert[of, 0] + x, c.vert[of, 1] + y, 0.0
    if c.nsample > 1:
        # depth is extrapolated from the unrounded ends, to the upper right corners of pixels
        ax, ay = snap_to_grid(c.vert[of, 0]) + x, snap_to_grid(c.vert[of, 1]) + y
        ahead = zx * (ax - c.vert[of, 0] + AHEAD) + zy * (ay - c.vert[of, 1] + AHEAD)
    c.vert[v, 0] = ax
    c.vert[v, 1] = ay
    c.vert[v, 2] = c.vert[of, 2] + ahead
    c.vert[v, 3] = c.vert[of, 3]


@kernel
def before_mirror(c: Context, s: Scene, n: int, v: int) -> float:
    """Return the distance of a vertex before the mirror plane plus IN_MIRROR [m]."""
    p = to_world(c, n, local_position(c, s, n, v - c.part[n, FIRST]))
    normal = (s.geom_mat[c.mirror, 2], s.geom_mat[c.mirror, 5], s.geom_mat[c.mirror, 8])
    return dot(normal, sub(p, mirror_point(s, c.mirror))) + IN_MIRROR


@kernel
def cut_share(share: tuple[float, float], a: float, b: float) -> tuple[float, float]:
    """Clip the interval ``share`` of a line to where a + share (b - a) >= 0."""
    low, high = share
    if a < 0.0 and b < 0.0:
        return 1.0, 0.0
    if a < 0.0:
        low = max(low, a / (a - b))
    if b < 0.0:
        high = min(high, a / (a - b))
    return low, high


@kernel
def is_within(c: Context, v: int) -> bool:
    """Return whether a vertex is in front of the near plane and inside the image."""
    return c.vert[v, 3] > 0.0 and 0.0 <= c.vert[v, 0] <= c.width and 0.0 <= c.vert[v, 1] <= c.height


@kernel
def put_segment(c: Context, s: Scene, n: int, i: int, j: int, width: float) -> None:
    """Append a line clipped at the near plane, the image borders and the mirror plane.

    As in OpenGL, a line is clipped before it is widened: its ends are square, and it does not bleed in from outside.
    """
    in_mirror = view_of(c, n) == 1
    share = (0.0, 1.0)
    if not (is_within(c, i) and is_within(c, j)):
        a, b = clip_coordinates(c, s, n, i), clip_coordinates(c, s, n, j)
        share = cut_share(share, a[3] - a[2], b[3] - b[2])
        share = cut_share(share, a[0], b[0])
        share = cut_share(share, c.width * a[3] - a[0], c.width * b[3] - b[0])
        share = cut_share(share, a[1], b[1])
        share = cut_share(share, c.height * a[3] - a[1], c.height * b[3] - b[1])
    if in_mirror:
        share = cut_share(share, before_mirror(c, s, n, i), before_mirror(c, s, n, j))
    if share[0] < share[1]:
        p = i if share[0] == 0.0 else put_between(c, s, n, i, j, share[0])
        q = j if share[1] == 1.0 else put_between(c, s, n, i, j, share[1])
        if p >= 0 and q >= 0:
            put_line(c, n, p, q, width)


@kernel
def put_face(c: Context, s: Scene, n: int, i: int, j: int, k: int, edges: int) -> None:
    """Append a triangle of draw item ``n`` as a face or wireframe, clipped at the near plane."""
    if c.part[n, FLAGS] & EDGES != 0:
        put_wire(c, s, n, i, j, k, edges)
        return
    a, b, d = c.vert[i, 3] > 0.0, c.vert[j, 3] > 0.0, c.vert[k, 3] > 0.0
    if a and b and d:
        append_triangle(c, n, i, j, k)
        return
    count = (1 if a else 0) + (1 if b else 0) + (1 if d else 0)
    if count == 0:
        return
    # rotate the triangle so that i (one vertex in front) or i and j (two in front) lead
    if count == 1:
        if b:
            i, j, k = j, k, i
        elif d:
            i, j, k = k, i, j
        p, q = cut_edge(c, s, n, i, j), cut_edge(c, s, n, i, k)
        if p >= 0 and q >= 0:
            append_triangle(c, n, i, p, q)
        return
    if not a:
        i, j, k = j, k, i
    elif not b:
        i, j, k = k, i, j
    p, q = cut_edge(c, s, n, j, k), cut_edge(c, s, n, i, k)
    if p >= 0 and q >= 0:
        append_triangle(c, n, i, j, p)
        append_triangle(c, n, i, p, q)


@kernel
def put_wire(c: Context, s: Scene, n: int, i: int, j: int, k: int, edges: int) -> None:
    """Append the visible edges (bits of ``edges``) of a triangle, unless it is back-facing."""
    if c.vert[i, 3] > 0.0 and c.vert[j, 3] > 0.0 and c.vert[k, 3] > 0.0:
        size = signed_area(c, i, j, k) * c.seen[view_of(c, n), TURNED]
        size = -size if c.part[n, FLAGS] & BACK_FACES != 0 else size
        if size <= 0.0 and c.part[n, FLAGS] & BOTH_SIDES == 0:
            return
    width = max(0.1, c.lineWidth)
    if edges & 1 != 0:
        put_segment(c, s, n, i, j, width)
    if edges & 2 != 0:
        put_segment(c, s, n, j, k, width)
    if edges & 4 != 0:
        put_segment(c, s, n, k, i, width)


@kernel
def put_lines(c: Context, s: Scene, n: int) -> None:
    """Append the line of a line geom, or the twelve edges of a line box."""
    first = c.part[n, FIRST]
    wide = c.part_num[n, WIDTH]
    width = wide if wide > 0.0 else BOX_LINES * max(0.1, c.lineWidth)
    if s.geom_type[c.part[n, GEOM]] == mjtGeom.mjGEOM_LINE:
        put_segment(c, s, n, first, first + 1, width)
        return
    for i in range(8):
        for axis in range(3):
            if i & (1 << axis) == 0:
                put_segment(c, s, n, first + i, first + (i | (1 << axis)), width)


@kernel
def cull_faces(c: Context, n: int) -> int:
    """Write the front faces of draw item ``n`` to c.tri from ntri_used on; return their end.

    All vertices must be in front of the near plane. About half of the triangles face away in no predictable order,
    so culling advances the row by 0 or 1 and does not branch.
    """
    sign, flags = c.seen[view_of(c, n), TURNED], c.part[n, FLAGS]
    back, both = flags & BACK_FACES != 0, flags & BOTH_SIDES != 0
    first, adr, t = c.part[n, FIRST], c.shape_faceadr[c.part[n, SHAPE]], c.ntri_used
    for f in range(adr, adr + c.shape_facenum[c.part[n, SHAPE]]):
        i, j, k = first + c.shape_face[f, 0], first + c.shape_face[f, 1], first + c.shape_face[f, 2]
        turn = signed_area(c, i, j, k)
        size = turn * sign
        c.tri[t, 0] = i
        c.tri[t, 1] = k if turn < 0.0 else j
        c.tri[t, 2] = j if turn < 0.0 else k
        c.tri[t, 3] = n
        t += 1 if (abs(size) > 0.0) & (((size < 0.0) == back) | both) else 0
    return t


@kernel
def put_faces(c: Context, n: int) -> None:
    """Append all front faces of draw item ``n``, which are in front of the near plane."""
    begin, end = c.ntri_used, cull_faces(c, n)
    t = begin
    for f in range(begin, end):
        i, j, k = c.tri[f, 0], c.tri[f, 1], c.tri[f, 2]
        left, right, low, high = pixel_bounds(c, i, j, k)
        if not is_beside(c, left, right, low, high, c.west, c.south):
            c.tri[t, 0] = i
            c.tri[t, 1] = j
            c.tri[t, 2] = k
            c.tri[t, 3] = n
            count_tiles(c, t, max(1.0 * c.west, left), right, max(1.0 * c.south, low), high)
            t += 1
    c.ntri_used = t


@kernel
def part_faces(c: Context, s: Scene, n: int) -> None:
    """Append all triangles of draw item ``n``."""
    first, shape, source = c.part[n, FIRST], c.part[n, SHAPE], c.part[n, SOURCE]
    if source == FROM_LINE:
        # lines have no back faces
        c.part[n, FLAGS] |= BOTH_SIDES
        put_lines(c, s, n)
    elif source == FROM_FLEX:
        for t in range(flex_range(s, c.part[n, GEOM])[1]):
            put_face(c, s, n, first + 3 * t, first + 3 * t + 1, first + 3 * t + 2, 7)
    elif c.part[n, FLAGS] & (EDGES | BEFORE) == 0 and c.ntri_used + c.shape_facenum[shape] < c.ntri:
        put_faces(c, n)
    else:
        adr = c.shape_faceadr[shape]
        for t in range(adr, adr + c.shape_facenum[shape]):
            i, j, k = first + c.shape_face[t, 0], first + c.shape_face[t, 1], first + c.shape_face[t, 2]
            put_face(c, s, n, i, j, k, c.shape_face[t, 3])


# ---- tile lists


@kernel
def list_of(c: Context, tile: int, into: int) -> tuple[int, int]:
    """Return the range of entries of one of the lists of a tile."""
    at = into * c.ntile_x * c.ntile_y + tile
    return c.bin_start[at], c.bin_start[at + 1]


@kernel
def render_bins(c: Context, s: Scene) -> None:
    """Make the triangles of all draw items, and sort them into the lists of the tiles.

    Sets need_cut, need_tri and need_entry, and returns early where an array is too small.
    """
    c.ntri_used = 0
    c.ncut_used = 0
    c.need_cut = 0
    ntile = c.ntile_x * c.ntile_y
    for i in range(NLIST * ntile + 2):
        c.bin_start[i] = 0
    for n in range(c.first_caster):
        part_faces(c, s, n)
    c.need_tri = c.ntri_used
    c.need_entry = 0
    if c.need_tri > c.ntri or c.need_cut > c.ncut:
        return
    for i in range(2, NLIST * ntile + 2):
        c.bin_start[i] += c.bin_start[i - 1]
    c.need_entry = c.bin_start[NLIST * ntile + 1]
    if c.need_entry > c.nentry:
        return
    for t in range(c.ntri_used):
        into = c.part[c.tri[t, 3], LIST] * ntile + 1
        for y in range(c.tri[t, TILES + 2], c.tri[t, TILES + 3] + 1):
            for x in range(c.tri[t, TILES], c.tri[t, TILES + 1] + 1):
                i = into + y * c.ntile_x + x
                c.bin_entry[c.bin_start[i]] = t
                c.bin_start[i] += 1
