"""Drawing a tile: depth of what is opaque, its colors, the mirror, what is transparent, and the average of samples.

Documents: API / mjr_render; Programming / Visualization

The work space of a thread holds one tile. Where all samples of a pixel belong to the same triangle, it is colored once;
else once for each triangle in it. What is transparent is drawn twice, from near to far and from far to near, as in
3.5.0, so that something of opacity a covers 1 - (1 - a)^2.
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.bins import TILE
from gelenk.render.parts import CLEAR_LIST, FIRST, GEOM, MIRROR_LIST, OPAQUE_LIST, opacity
from gelenk.render.raster import (
    FAR_LEFT,
    FAR_RIGHT,
    PIXELS,
    ROOM,
    depth_plane,
    edge_line,
    fill_triangle,
    first_at,
    sample_x,
    sample_y,
)
from gelenk.render.shade import FRAG, LAST, shade
from gelenk.render.sky import background, haze_share, hazy, sky_depth
from gelenk.render.views import BOX, NORMAL

NONE = -1


@kernel
def begin(c: Context, thread: int, x0: int, y0: int) -> None:
    """Nothing is in the tile."""
    base = thread * ROOM
    for i in range(base, base + c.nsample * PIXELS):
        c.tile_depth[i] = 0.0
        c.tile_tri[i] = NONE
    if c.sky != 0:
        begin_sky(c, base, x0, y0)


@kernel
def begin_sky(c: Context, base: int, x0: int, y0: int) -> None:
    """Depth of the sky, linear from corner to corner of the tile."""
    one, other = sky_depth(c, x0, y0), sky_depth(c, x0 + TILE, y0)
    up, both = sky_depth(c, x0, y0 + TILE) - one, sky_depth(c, x0 + TILE, y0 + TILE) - other
    for row in range(TILE):
        share = (row + 0.5) / TILE
        left = one + share * up
        step = (other + share * both - left) / TILE
        for m in range(c.nsample):
            at = base + m * PIXELS + row * TILE
            for column in range(TILE):
                c.tile_depth[at + column] = left + step * (column + 0.5)


@kernel
def list_of(c: Context, tile: int, into: int) -> tuple[int, int]:
    """Where a list of a tile begins and ends."""
    at = into * c.ntile_x * c.ntile_y + tile
    return c.bin_start[at], c.bin_start[at + 1]


# ---- opaque


@kernel
def color_of(c: Context, s: Scene, thread: int, t: int, x: int, y: int) -> Vec3:
    """Color of a triangle, or of what is behind everything."""
    if t < 0:
        return background(c, x, y)
    color = shade(c, s, thread, t, x, y)
    if c.haze != 0 and c.part[c.tri[t, 3], GEOM] == c.haze_geom:
        return hazy(c, color, haze_share(c, x, y))
    return color


@kernel
def pixel_color(c: Context, s: Scene, thread: int, at: int, x: int, y: int) -> Vec3:
    """Average color of the samples of a pixel."""
    n = c.nsample
    first = c.tile_tri[at]
    same = True
    for m in range(1, n):
        same = same and c.tile_tri[at + m * PIXELS] == first
    if same:
        return color_of(c, s, thread, first, x, y)
    r, g, b = 0.0, 0.0, 0.0
    for m in range(n):
        t = c.tile_tri[at + m * PIXELS]
        count = 1
        for k in range(n):
            if c.tile_tri[at + k * PIXELS] == t:
                if k < m:
                    count = 0
                    break
                if k > m:
                    count += 1
        if count > 0:
            color = color_of(c, s, thread, t, x, y)
            r += count * color[0]
            g += count * color[1]
            b += count * color[2]
    return r / n, g / n, b / n


@kernel
def put_pixel(c: Context, x: int, y: int, color: Vec3) -> None:
    """A pixel of the picture."""
    at = 3 * ((c.bottom + y) * c.outer_width + c.left + x)
    c.out_rgb[at] = int(255.0 * color[0] + 0.5)
    c.out_rgb[at + 1] = int(255.0 * color[1] + 0.5)
    c.out_rgb[at + 2] = int(255.0 * color[2] + 0.5)


@kernel
def number_pixels(c: Context, s: Scene, thread: int, x0: int, y0: int) -> None:
    """Pixels whose colors stand for the numbers of what is there."""
    last = NONE - 1
    r, g, b = 0, 0, 0
    for row in range(min(TILE, c.height - y0)):
        at = thread * ROOM + row * TILE
        out = 3 * ((c.bottom + y0 + row) * c.outer_width + c.left + x0)
        for column in range(min(TILE, c.width - x0)):
            t = c.tile_tri[at + column]
            if t != last:
                color = color_of(c, s, thread, t, x0 + column, y0 + row)
                r, g, b = (
                    int(255.0 * color[0] + 0.5),
                    int(255.0 * color[1] + 0.5),
                    int(255.0 * color[2] + 0.5),
                )
                last = t
            c.out_rgb[out] = r
            c.out_rgb[out + 1] = g
            c.out_rgb[out + 2] = b
            out += 3


@kernel
def finish_opaque(c: Context, s: Scene, thread: int, x0: int, y0: int) -> None:
    """Colors of a tile in which nothing is transparent or a mirror."""
    if c.mode != NORMAL:
        number_pixels(c, s, thread, x0, y0)
        return
    for row in range(min(TILE, c.height - y0)):
        for column in range(min(TILE, c.width - x0)):
            at = thread * ROOM + row * TILE + column
            put_pixel(c, x0 + column, y0 + row, pixel_color(c, s, thread, at, x0 + column, y0 + row))


# ---- colors of each sample


@kernel
def put_sample(c: Context, at: int, color: Vec3) -> None:
    c.tile_color[at, 0] = color[0]
    c.tile_color[at, 1] = color[1]
    c.tile_color[at, 2] = color[2]


@kernel
def color_samples(c: Context, s: Scene, thread: int, x0: int, y0: int) -> None:
    """Colors of all samples of what is opaque."""
    for row in range(min(TILE, c.height - y0)):
        for column in range(min(TILE, c.width - x0)):
            at = thread * ROOM + row * TILE + column
            last = NONE - 1
            color = (0.0, 0.0, 0.0)
            for m in range(c.nsample):
                t = c.tile_tri[at + m * PIXELS]
                if t != last:
                    color = color_of(c, s, thread, t, x0 + column, y0 + row)
                    last = t
                put_sample(c, at + m * PIXELS, color)


@kernel
def average_samples(c: Context, thread: int, x0: int, y0: int) -> None:
    """Pixels from the colors of their samples."""
    share = 1.0 / c.nsample
    for row in range(min(TILE, c.height - y0)):
        for column in range(min(TILE, c.width - x0)):
            at = thread * ROOM + row * TILE + column
            r, g, b = 0.0, 0.0, 0.0
            for m in range(c.nsample):
                i = at + m * PIXELS
                r += c.tile_color[i, 0]
                g += c.tile_color[i, 1]
                b += c.tile_color[i, 2]
            put_pixel(c, x0 + column, y0 + row, (r * share, g * share, b * share))


# ---- the mirror


@kernel
def is_mirror(c: Context, s: Scene, t: int) -> bool:
    """Whether a triangle belongs to the face of the mirror."""
    if t < 0:
        return False
    n = c.tri[t, 3]
    if c.part[n, GEOM] != c.mirror:
        return False
    if s.geom_type[c.mirror] != BOX:
        return True
    for k in range(3):
        v = c.tri[t, k]
        if v >= c.nvert_used:
            v = c.cut[v - c.nvert_used, 0]
        # vertices of the upper face come first
        if v - c.part[n, FIRST] >= c.box_face:
            return False
    return True


@kernel
def has_mirror(c: Context, s: Scene, thread: int) -> bool:
    """Whether a sample of the tile is in the mirror."""
    last = NONE
    for i in range(thread * ROOM, thread * ROOM + c.nsample * PIXELS):
        t = c.tile_tri[i]
        if t != last:
            last = t
            if is_mirror(c, s, t):
                return True
    return False


@kernel
def fill_behind(c: Context, t: int, base: int, x0: int, y0: int) -> None:
    """Triangle ``t`` in the samples of a tile that are in the mirror, as far as it is behind its surface."""
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    z0, zx, zy = depth_plane(c, i, j, k)
    for m in range(c.nsample):
        oy, ox = y0 + sample_y(c.nsample, m), x0 + sample_x(c.nsample, m)
        for row in range(min(TILE, c.height - y0)):
            left, right = span(c, i, j, k, oy + row)
            at = base + m * PIXELS + row * TILE
            z = z0 + zx * ox + zy * (oy + row)
            width = min(TILE, c.width - x0)
            for x in range(first_at(left - ox, 0, width), first_at(right - ox, 0, width)):
                here = z + zx * x
                if (
                    c.tile_back[at + x] != NONE - 1
                    and here <= c.tile_depth[at + x]
                    and here >= c.back_depth[at + x]
                ):
                    c.back_depth[at + x] = here
                    c.tile_back[at + x] = t


@kernel
def span(c: Context, i: int, j: int, k: int, y: float) -> tuple[float, float]:
    """Where a triangle begins and ends in a row, as in raster.py."""
    left, right = FAR_LEFT, FAR_RIGHT
    low = min(c.vert[i, 1], min(c.vert[j, 1], c.vert[k, 1]))
    high = max(c.vert[i, 1], max(c.vert[j, 1], c.vert[k, 1]))
    if not (low <= y < high):
        return 0.0, 0.0
    for e in range(3):
        p, q = (i, j) if e == 0 else (j, k) if e == 1 else (k, i)
        ay, by = c.vert[p, 1], c.vert[q, 1]
        if ay == by:
            continue
        at, slope = edge_line(c.vert[p, 0], ay, c.vert[q, 0], by)
        if by < ay:
            left = max(left, at + slope * y)
        else:
            right = min(right, at + slope * y)
    return left, right


@kernel
def add_mirror(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int) -> None:
    """Add what is seen in the mirror to the colors of its samples; its reflectance is in the light already."""
    base = thread * ROOM
    seen = False
    for i in range(base, base + c.nsample * PIXELS):
        mirror = is_mirror(c, s, c.tile_tri[i])
        c.tile_back[i] = NONE if mirror else NONE - 1
        c.back_depth[i] = 0.0
        seen = seen or mirror
    if not seen:
        return
    start, end = list_of(c, tile, MIRROR_LIST)
    for e in range(start, end):
        fill_behind(c, c.bin_entry[e], base, x0, y0)
    for row in range(min(TILE, c.height - y0)):
        for column in range(min(TILE, c.width - x0)):
            last = NONE
            color = (0.0, 0.0, 0.0)
            for m in range(c.nsample):
                at = base + m * PIXELS + row * TILE + column
                t = c.tile_back[at]
                if t < 0:
                    continue
                if t != last:
                    color = shade(c, s, thread, t, x0 + column, y0 + row)
                    last = t
                c.tile_color[at, 0] = min(1.0, c.tile_color[at, 0] + color[0])
                c.tile_color[at, 1] = min(1.0, c.tile_color[at, 1] + color[1])
                c.tile_color[at, 2] = min(1.0, c.tile_color[at, 2] + color[2])


# ---- transparent


@kernel
def blend_sample(c: Context, at: int, color: Vec3, alpha: float) -> None:
    """Lay a color over that of a sample, or add it."""
    keep = 1.0 if c.additive != 0 else 1.0 - alpha
    c.tile_color[at, 0] = min(1.0, keep * c.tile_color[at, 0] + alpha * color[0])
    c.tile_color[at, 1] = min(1.0, keep * c.tile_color[at, 1] + alpha * color[1])
    c.tile_color[at, 2] = min(1.0, keep * c.tile_color[at, 2] + alpha * color[2])


@kernel
def blend_triangle(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int) -> None:
    """Lay triangle ``t`` over the samples of a tile that it is in front of."""
    i, j, k = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2]
    alpha = opacity(c, s, c.part[c.tri[t, 3], GEOM])
    z0, zx, zy = depth_plane(c, i, j, k)
    width, height = min(TILE, c.width - x0), min(TILE, c.height - y0)
    base = thread * ROOM
    low = min(c.vert[i, 1], min(c.vert[j, 1], c.vert[k, 1])) - 1.0 - y0
    high = max(c.vert[i, 1], max(c.vert[j, 1], c.vert[k, 1])) + 1.0 - y0
    for row in range(first_at(low, 0, height), first_at(high, 0, height)):
        from_, to = width, 0
        for m in range(c.nsample):
            left, right = span(c, i, j, k, y0 + row + sample_y(c.nsample, m))
            ox = x0 + sample_x(c.nsample, m)
            if right > left:
                from_, to = min(from_, first_at(left - ox, 0, width)), max(to, first_at(right - ox, 0, width))
        for column in range(from_, to):
            shaded = False
            color = (0.0, 0.0, 0.0)
            for m in range(c.nsample):
                y = y0 + row + sample_y(c.nsample, m)
                x = x0 + column + sample_x(c.nsample, m)
                at = base + m * PIXELS + row * TILE + column
                left, right = span(c, i, j, k, y)
                if not (left <= x < right) or z0 + zx * x + zy * y < c.tile_depth[at]:
                    continue
                if not shaded:
                    color = shade(c, s, thread, t, x0 + column, y0 + row)
                    shaded = True
                blend_sample(c, at, color, alpha)


@kernel
def geom_of(c: Context, entry: int) -> int:
    """The geom of an entry of a list."""
    return c.part[c.tri[c.bin_entry[entry], 3], GEOM]


@kernel
def blend_list(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int) -> None:
    """All that is transparent, from near to far, and then from far to near; only that where it adds light."""
    start, end = list_of(c, tile, CLEAR_LIST)
    if c.additive == 0:
        for e in range(start, end):
            blend_triangle(c, s, thread, c.bin_entry[e], x0, y0)
    while end > start:
        first = end - 1
        while first > start and geom_of(c, first - 1) == geom_of(c, end - 1):
            first -= 1
        for e in range(first, end):
            blend_triangle(c, s, thread, c.bin_entry[e], x0, y0)
        end = first


# ---- the whole tile


@kernel
def put_depth(c: Context, thread: int, x0: int, y0: int) -> None:
    """Depth of the pixels: that of their first sample."""
    for row in range(min(TILE, c.height - y0)):
        out = (c.bottom + y0 + row) * c.outer_width + c.left + x0
        at = thread * ROOM + row * TILE
        for column in range(min(TILE, c.width - x0)):
            c.out_depth[out + column] = c.tile_depth[at + column]


@kernel
def draw_tile(c: Context, s: Scene, thread: int, tile: int) -> None:
    """All pixels of a tile."""
    x0, y0 = TILE * (tile % c.ntile_x), TILE * (tile // c.ntile_x)
    begin(c, thread, x0, y0)
    start, end = list_of(c, tile, OPAQUE_LIST)
    base = thread * ROOM
    for e in range(start, end):
        fill_triangle(c, c.bin_entry[e], base, base, x0, y0)
    start, end = list_of(c, tile, CLEAR_LIST)
    if end == start and not (c.nview > 1 and has_mirror(c, s, thread)):
        finish_opaque(c, s, thread, x0, y0)
    else:
        color_samples(c, s, thread, x0, y0)
        if c.nview > 1:
            add_mirror(c, s, thread, tile, x0, y0)
        blend_list(c, s, thread, tile, x0, y0)
        average_samples(c, thread, x0, y0)
    put_depth(c, thread, x0, y0)


@kernel
def render_tiles(c: Context, s: Scene, thread: int, nthread: int) -> None:
    """Every nthread-th tile of the picture."""
    c.frag[thread * FRAG + LAST] = NONE
    for tile in range(thread, c.ntile_x * c.ntile_y, nthread):
        draw_tile(c, s, thread, tile)
