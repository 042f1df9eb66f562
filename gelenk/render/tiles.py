"""Tiles of a picture: which triangle each sample shows, and the colors of the pixels.

Documents: API / mjr_render; Programming / Visualization

Each tile is drawn by one thread, in work space of its own, from its lists of triangles. What is opaque is found first,
by depth alone; only what is seen is colored: a stretch of pixels of which all samples are of one triangle at once, a
pixel at an edge once for each triangle in it. Where something is transparent or a mirror, samples have colors of
their own (blend.py, mirror.py).
"""

from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.bins import list_of
from gelenk.render.blend import blend_front
from gelenk.render.mirror import add_mirror, has_mirror
from gelenk.render.part import CLEAR_LIST, CLEAR_MIRROR_LIST, FLAGS, GEOM, MIRROR_LIST, OPAQUE_LIST, SMOOTH
from gelenk.render.raster import PIXELS, ROOM, TILE, fill_triangle
from gelenk.render.row import BLUE, GREEN, RED, ROW, SEVERAL
from gelenk.render.shade import forget, shade_row
from gelenk.render.sky import EMPTY, background_row, begin, haze_row
from gelenk.render.views import NORMAL

# ---- a row


@kernel
def find_keys(c: Context, ids: int, keys: int, width: int) -> None:
    """The triangle of each pixel of a row; ids: its first sample in tile_tri."""
    if c.nsample == 1:
        for i in range(width):
            c.row_key[keys + i] = c.tile_tri[ids + i]
        return
    for i in range(width):
        t = c.tile_tri[ids + i]
        same = (t == c.tile_tri[ids + PIXELS + i]) & (t == c.tile_tri[ids + 2 * PIXELS + i])
        c.row_key[keys + i] = t if same & (t == c.tile_tri[ids + 3 * PIXELS + i]) else SEVERAL
    for i in range(width):
        if c.row_key[keys + i] == SEVERAL and is_one_surface(c, ids + i):
            c.row_key[keys + i] = c.tile_tri[ids + i]


@kernel
def is_one_surface(c: Context, at: int) -> bool:
    """Whether samples of a pixel are of one part without edges: then any of their triangles will do for all."""
    t = c.tile_tri[at]
    if t < 0:
        return False
    n = c.tri[t, 3]
    if c.part[n, FLAGS] & SMOOTH == 0:
        return False
    for m in range(1, c.nsample):
        t = c.tile_tri[at + m * PIXELS]
        if t < 0 or c.tri[t, 3] != n:
            return False
    return True


@kernel
def color_stretch(c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int) -> None:
    """Colors of pixels that show a triangle, or what is behind everything."""
    if t < 0:
        background_row(c, thread, x0, y, first, last, t == EMPTY)
        return
    shade_row(c, s, thread, t, x0, y, first, last)
    if c.haze != 0 and c.part[c.tri[t, 3], GEOM] == c.haze_geom:
        haze_row(c, thread, x0, y, first, last, 1.0)


@kernel
def color_several(c: Context, s: Scene, thread: int, ids: int, x0: int, y: int, i: int) -> None:
    """Color of a pixel whose samples are not all of one triangle: their average."""
    row = thread * ROW + i
    r, g, b = 0.0, 0.0, 0.0
    for m in range(c.nsample):
        t = c.tile_tri[ids + m * PIXELS + i]
        count = 1
        for k in range(c.nsample):
            if c.tile_tri[ids + k * PIXELS + i] == t:
                if k < m:
                    count = 0
                    break
                if k > m:
                    count += 1
        if count > 0:
            color_stretch(c, s, thread, t, x0, y, i, i + 1)
            r += count * c.row[row + RED]
            g += count * c.row[row + GREEN]
            b += count * c.row[row + BLUE]
    share = 1.0 / c.nsample
    c.row[row + RED] = share * r
    c.row[row + GREEN] = share * g
    c.row[row + BLUE] = share * b


@kernel
def put_row(c: Context, thread: int, x0: int, y: int, width: int) -> None:
    """A row of the picture."""
    at = 3 * ((c.bottom + y) * c.outer_width + c.left + x0)
    row = thread * ROW
    for i in range(width):
        c.out_rgb[at] = int(255.0 * c.row[row + RED + i] + 0.5)
        c.out_rgb[at + 1] = int(255.0 * c.row[row + GREEN + i] + 0.5)
        c.out_rgb[at + 2] = int(255.0 * c.row[row + BLUE + i] + 0.5)
        at += 3


@kernel
def put_plain(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Pixels of a row that are all of the color of the first one."""
    row = thread * ROW + first
    r = int(255.0 * c.row[row + RED] + 0.5)
    g = int(255.0 * c.row[row + GREEN] + 0.5)
    b = int(255.0 * c.row[row + BLUE] + 0.5)
    at = 3 * ((c.bottom + y) * c.outer_width + c.left + x0 + first)
    for _ in range(first, last):
        c.out_rgb[at] = r
        c.out_rgb[at + 1] = g
        c.out_rgb[at + 2] = b
        at += 3


@kernel
def finish_row(c: Context, s: Scene, thread: int, x0: int, y: int, ids: int, width: int) -> None:
    """Colors of a row of a tile in which nothing is transparent or a mirror."""
    keys = thread * TILE
    find_keys(c, ids, keys, width)
    i = 0
    while i < width:
        t = c.row_key[keys + i]
        if t == SEVERAL:
            color_several(c, s, thread, ids, x0, y, i)
            i += 1
            continue
        end = i + 1
        while end < width and c.row_key[keys + end] == t:
            end += 1
        if c.mode != NORMAL:
            color_stretch(c, s, thread, t, x0, y, i, i + 1)
            put_plain(c, thread, x0, y, i, end)
        else:
            color_stretch(c, s, thread, t, x0, y, i, end)
        i = end
    if c.mode == NORMAL:
        put_row(c, thread, x0, y, width)


# ---- colors of each sample


@kernel
def put_samples(c: Context, colors: int, thread: int, at: int, first: int, last: int) -> None:
    """One sample of pixels of a row gets their colors; at: where the row is among the samples."""
    row = thread * ROW
    for i in range(first, last):
        c.tile_color[colors + at + i] = c.row[row + RED + i]
        c.tile_color[colors + ROOM + at + i] = c.row[row + GREEN + i]
        c.tile_color[colors + 2 * ROOM + at + i] = c.row[row + BLUE + i]


@kernel
def color_samples(c: Context, s: Scene, thread: int, x0: int, y0: int) -> None:
    """Colors of all samples of what is opaque."""
    base, keys, width = thread * ROOM, thread * TILE, min(TILE, c.width - x0)
    colors = 3 * base
    for row in range(min(TILE, c.height - y0)):
        find_keys(c, base + row * TILE, keys, width)
        i = 0
        while i < width:
            t = c.row_key[keys + i]
            end = i + 1
            if t == SEVERAL:
                for m in range(c.nsample):
                    k = c.tile_tri[base + m * PIXELS + row * TILE + i]
                    if k != t:
                        t = k
                        color_stretch(c, s, thread, t, x0, y0 + row, i, end)
                    put_samples(c, colors, thread, m * PIXELS + row * TILE, i, end)
            else:
                while end < width and c.row_key[keys + end] == t:
                    end += 1
                color_stretch(c, s, thread, t, x0, y0 + row, i, end)
                for m in range(c.nsample):
                    put_samples(c, colors, thread, m * PIXELS + row * TILE, i, end)
            i = end


@kernel
def average_row(c: Context, colors: int, thread: int, at: int, width: int) -> None:
    """Pixels of a row from the colors of their samples."""
    row = thread * ROW
    n, share = c.nsample, 1.0 / c.nsample
    for k in range(3):
        to, of = row + (RED if k == 0 else GREEN if k == 1 else BLUE), colors + k * ROOM + at
        if n == 1:
            for i in range(width):
                c.row[to + i] = c.tile_color[of + i]
        else:
            for i in range(width):
                low = c.tile_color[of + i] + c.tile_color[of + PIXELS + i]
                high = c.tile_color[of + 2 * PIXELS + i] + c.tile_color[of + 3 * PIXELS + i]
                c.row[to + i] = share * (low + high)


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
    width, height = min(TILE, c.width - x0), min(TILE, c.height - y0)
    begin(c, thread, x0, y0)
    base = thread * ROOM
    start, end = list_of(c, tile, OPAQUE_LIST)
    for e in range(start, end):
        fill_triangle(c, c.bin_entry[e], base, x0, y0)
    clear, clear_end = list_of(c, tile, CLEAR_LIST)
    back, back_end = list_of(c, tile, MIRROR_LIST)
    back_clear, back_clear_end = list_of(c, tile, CLEAR_MIRROR_LIST)
    mirror = (back_end > back or back_clear_end > back_clear) and has_mirror(c, s, thread, tile)
    if clear == clear_end and not mirror:
        for row in range(height):
            finish_row(c, s, thread, x0, y0 + row, base + row * TILE, width)
    else:
        color_samples(c, s, thread, x0, y0)
        if mirror:
            add_mirror(c, s, thread, tile, x0, y0)
        blend_front(c, s, thread, clear, clear_end, x0, y0)
        for row in range(height):
            average_row(c, 3 * base, thread, row * TILE, width)
            put_row(c, thread, x0, y0 + row, width)
    put_depth(c, thread, x0, y0)


@kernel
def render_tiles(c: Context, s: Scene, thread: int, nthread: int) -> None:
    """Every nthread-th tile of the picture."""
    forget(c, thread)
    for tile in range(thread, c.ntile_x * c.ntile_y, nthread):
        draw_tile(c, s, thread, tile)
