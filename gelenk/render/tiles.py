"""Draw tiles: visibility of each sample, then shading of what is visible.

Documents: API / mjr_render; Programming / Visualization

One thread draws a tile, in its own workspace, from the triangle lists of the tile. Opaque visibility comes first, by
depth alone; only visible fragments are shaded: spans of pixels whose samples all show one triangle at once, edge pixels
once per triangle. Around transparent and reflected triangles, in their bounding box, samples have separate colors
(blend.py, mirror.py).
"""

import numpy as np

from gelenk.render.bins import list_of, pixel_bounds
from gelenk.render.blend import blend_front
from gelenk.render.draw_item import (
    CLEAR_LIST,
    CLEAR_MIRROR_LIST,
    FLAGS,
    GEOM,
    MIRROR_LIST,
    NLIST,
    OPAQUE_LIST,
    SMOOTH,
)
from gelenk.render.interpolants import forget_tile, invalidate_slots, is_flat
from gelenk.render.mirror import Box, add_mirror, has_list, has_mirror
from gelenk.render.planes import (
    begin_plane,
    cache_tile_values,
    find_filling_triangle,
    forget_light,
    put_plane_depth,
    spread_plane,
)
from gelenk.render.raster import TILE, TILE_PIXELS, TILE_SAMPLES, fill_list, first_at
from gelenk.render.shade import begin_colors, run_end, shade_plane, shade_row
from gelenk.render.sky import EMPTY, NONE, background_row, clear_tile, haze_plane_row
from gelenk.render.texture_sampling import blue, green, red
from gelenk.render.texture_span import NO_COLOR
from gelenk.render.view_setup import NORMAL
from gelenk.render.wireframe import draw_wires
from gelenk.render.workspace import BLUE, FRAG, GREEN, KEYS, RED, ROW, SEVERAL, SLOTS, SPACE
from gelenk.toolchain import memory
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

FEW_TILES = 16  # images up to this many tiles take them by triangle count

# ---- rows


@kernel
def find_keys(c: Context, nsample: int, ids: int, keys: int, first: int, last: int) -> None:
    """Write the triangle of each pixel of a row to c.row_key; ids: first pixel in tile_tri."""
    if nsample == 1:
        for i in range(first, last):
            c.row_key[keys + i] = c.tile_tri[ids + i]
        return
    for i in range(first, last):
        t = c.tile_tri[ids + i]
        same = (t == c.tile_tri[ids + TILE_PIXELS + i]) & (t == c.tile_tri[ids + 2 * TILE_PIXELS + i])
        c.row_key[keys + i] = t if same & (t == c.tile_tri[ids + 3 * TILE_PIXELS + i]) else SEVERAL
    for i in range(first, last):
        if c.row_key[keys + i] == SEVERAL and is_one_surface(c, ids + i):
            c.row_key[keys + i] = c.tile_tri[ids + i]


@kernel
def is_one_surface(c: Context, at: int) -> bool:
    """Return whether the samples of a pixel show one smooth draw item: one triangle suffices."""
    t = c.tile_tri[at]
    if t < 0:
        return False
    n = c.tri[t, 3]
    if c.part[n, FLAGS] & SMOOTH == 0:
        return False
    for m in range(1, c.nsample):
        t = c.tile_tri[at + m * TILE_PIXELS]
        if t < 0 or c.tri[t, 3] != n:
            return False
    return True


@kernel
def color_stretch(c: Context, s: Scene, thread: int, t: int, x0: int, y: int, first: int, last: int) -> None:
    """Write the colors of a span of a triangle, or of the background."""
    if t < 0:
        background_row(c, thread, x0, y, first, last, t == EMPTY)
        return
    shade_row(c, s, thread, t, x0, y, first, last)
    if c.haze != 0 and c.part[c.tri[t, 3], GEOM] == c.haze_geom:
        haze_plane_row(c, thread, x0, y, first, last)


@kernel
def plane_end(c: Context, keys: int, i: int, last: int) -> int:
    """Return the first pixel of a row after ``i`` that does not show the same plane geom."""
    t = c.row_key[keys + i]
    g = c.part[c.tri[t, 3], GEOM]
    i += 1
    while i < last:
        other = c.row_key[keys + i]
        if other != t:
            if other < 0 or c.part[c.tri[other, 3], GEOM] != g:
                return i
            t = other
        i += 1
    return i


@kernel
def color_run(c: Context, s: Scene, thread: int, x0: int, y: int, i: int, last: int) -> int:
    """Write the colors of the longest uniform span from ``i`` on, and return its end."""
    keys = thread * KEYS
    t = c.row_key[keys + i]
    if t >= 0 and c.mode == NORMAL and is_flat(c, s, t):
        end = plane_end(c, keys, i, last)
        shade_plane(c, s, thread, keys, x0, y, i, end)
        if c.haze != 0 and c.part[c.tri[t, 3], GEOM] == c.haze_geom:
            haze_plane_row(c, thread, x0, y, i, end)
        return end
    end = run_end(c, keys, i, last)
    color_stretch(c, s, thread, t, x0, y, i, end)
    return end


@kernel
def color_several(c: Context, s: Scene, thread: int, ids: int, x0: int, y: int, i: int) -> None:
    """Write the color of an edge pixel: the mean over its samples."""
    row = thread * ROW + i
    r, g, b = 0.0, 0.0, 0.0
    for m in range(c.nsample):
        t = c.tile_tri[ids + m * TILE_PIXELS + i]
        count = 1
        for k in range(c.nsample):
            if c.tile_tri[ids + k * TILE_PIXELS + i] == t:
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
def put_row(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Convert a span to bytes in the output image."""
    at = 3 * ((c.bottom + y) * c.outer_width + c.left + x0 + first)
    row = thread * ROW
    # int32 conversions vectorize
    for i in range(first, last):
        c.out_rgb[at] = np.int32(255.0 * c.row[row + RED + i] + 0.5)  # type: ignore[assignment]
        c.out_rgb[at + 1] = np.int32(255.0 * c.row[row + GREEN + i] + 0.5)  # type: ignore[assignment]
        c.out_rgb[at + 2] = np.int32(255.0 * c.row[row + BLUE + i] + 0.5)  # type: ignore[assignment]
        at += 3


@kernel
def put_product(c: Context, thread: int, x0: int, y: int, last: int, color: int) -> None:
    """Convert a row to bytes in the output image, times a color, clamped to 1.

    color: texture color, or NO_COLOR
    """
    at = 3 * ((c.bottom + y) * c.outer_width + c.left + x0)
    row = thread * ROW
    some = color != NO_COLOR
    r, g, b = red(color) if some else 1.0, green(color) if some else 1.0, blue(color) if some else 1.0
    for i in range(last):
        x, y1, z = r * c.row[row + RED + i], g * c.row[row + GREEN + i], b * c.row[row + BLUE + i]
        x, y1, z = x if x < 1.0 else 1.0, y1 if y1 < 1.0 else 1.0, z if z < 1.0 else 1.0
        c.out_rgb[at] = np.int32(255.0 * x + 0.5)  # type: ignore[assignment]
        c.out_rgb[at + 1] = np.int32(255.0 * y1 + 0.5)  # type: ignore[assignment]
        c.out_rgb[at + 2] = np.int32(255.0 * z + 0.5)  # type: ignore[assignment]
        at += 3


@kernel
def put_plain(c: Context, thread: int, x0: int, y: int, first: int, last: int) -> None:
    """Fill a span of the output image with the color of its first pixel."""
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
def finish_row(
    c: Context, s: Scene, thread: int, x0: int, y: int, nsample: int, ids: int, first: int, last: int
) -> None:
    """Write a span of the output image, without transparency or mirror; nsample: per pixel."""
    if first >= last:
        return
    keys, i = thread * KEYS, first
    find_keys(c, nsample, ids, keys, first, last)
    while i < last:
        t, end = c.row_key[keys + i], i + 1
        if c.mode != NORMAL:
            end = run_end(c, keys, i, last)
            color_stretch(c, s, thread, c.tile_tri[ids + i] if t == SEVERAL else t, x0, y, i, i + 1)
            put_plain(c, thread, x0, y, i, end)
        elif t == SEVERAL:
            color_several(c, s, thread, ids, x0, y, i)
        else:
            end = color_run(c, s, thread, x0, y, i, last)
        i = end
    if c.mode == NORMAL:
        put_row(c, thread, x0, y, first, last)


# ---- colors per sample


@kernel
def put_samples(c: Context, colors: int, thread: int, at: int, first: int, last: int) -> None:
    """Store the colors of a span for one sample per pixel; at: offset of the row in the tile."""
    row = thread * ROW
    for i in range(first, last):
        c.tile_color[colors + at + i] = c.row[row + RED + i]
        c.tile_color[colors + TILE_SAMPLES + at + i] = c.row[row + GREEN + i]
        c.tile_color[colors + 2 * TILE_SAMPLES + at + i] = c.row[row + BLUE + i]


@kernel
def color_samples(
    c: Context, s: Scene, thread: int, x0: int, y0: int, row: int, first: int, last: int
) -> None:
    """Write the opaque colors of all samples of a span."""
    base, keys, i = thread * TILE_SAMPLES, thread * KEYS, first
    colors = 3 * base
    find_keys(c, c.nsample, base + row * TILE, keys, first, last)
    while i < last:
        t, end = c.row_key[keys + i], i + 1
        if t == SEVERAL:
            for m in range(c.nsample):
                k = c.tile_tri[base + m * TILE_PIXELS + row * TILE + i]
                if k != t:
                    t = k
                    color_stretch(c, s, thread, t, x0, y0 + row, i, end)
                put_samples(c, colors, thread, m * TILE_PIXELS + row * TILE, i, end)
        else:
            end = color_run(c, s, thread, x0, y0 + row, i, last)
            for m in range(c.nsample):
                put_samples(c, colors, thread, m * TILE_PIXELS + row * TILE, i, end)
        i = end


@kernel
def average_row(c: Context, colors: int, thread: int, at: int, first: int, last: int) -> None:
    """Average the sample colors of a span."""
    row = thread * ROW
    n, share = c.nsample, 1.0 / c.nsample
    for k in range(3):
        to, of = row + (RED if k == 0 else GREEN if k == 1 else BLUE), colors + k * TILE_SAMPLES + at
        if n == 1:
            for i in range(first, last):
                c.row[to + i] = c.tile_color[of + i]
        else:
            for i in range(first, last):
                low = c.tile_color[of + i] + c.tile_color[of + TILE_PIXELS + i]
                high = c.tile_color[of + 2 * TILE_PIXELS + i] + c.tile_color[of + 3 * TILE_PIXELS + i]
                c.row[to + i] = share * (low + high)


# ---- tiles


@kernel
def put_depth(c: Context, thread: int, x0: int, y0: int) -> None:
    """Write the depth of the pixels: that of their first sample."""
    for row in range(min(TILE, c.height - y0)):
        out = (c.bottom + y0 + row) * c.outer_width + c.left + x0
        at = thread * TILE_SAMPLES + row * TILE
        for column in range(min(TILE, c.width - x0)):
            c.out_depth[out + column] = c.tile_depth[at + column]


@kernel
def box_of(c: Context, tile: int, first: int, last: int, x0: int, y0: int) -> Box:
    """Return the bounds (left, right, lower, upper) of the triangles of some lists in a tile."""
    left, right, low, high = TILE, 0, TILE, 0
    for into in range(first, last + 1):
        start, end = list_of(c, tile, into)
        for e in range(start, end):
            t = c.bin_entry[e]
            west, east, south, north = pixel_bounds(c, c.tri[t, 0], c.tri[t, 1], c.tri[t, 2])
            left, right = min(left, first_at(west - x0, 0, TILE)), max(right, first_at(east - x0, 0, TILE))
            low, high = min(low, first_at(south - y0, 0, TILE)), max(high, first_at(north - y0, 0, TILE))
    # from the pixel that contains the corner
    return max(0, left - 1), right, max(0, low - 1), high


@kernel
def join_spans(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])


@kernel
def draw_opaque(
    c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int, width: int, height: int
) -> int:
    """Find the visible opaque surfaces of a tile.

    Returns a triangle of the plane geom if the tile shows nothing else, otherwise -1.
    """
    g = NONE
    plane = find_filling_triangle(c, s, thread, tile, x0, y0, width, height)
    forget_tile(c, thread * SPACE + SLOTS * FRAG)
    forget_light(c, thread)
    if plane >= 0:
        if c.mode == NORMAL:
            cache_tile_values(c, s, thread, plane, x0, y0, width, height)
        if begin_plane(c, s, thread, tile, plane, x0, y0, width, height):
            return plane
        spread_plane(c, s, thread, plane, x0, y0)
        g = c.part[c.tri[plane, 3], GEOM]
    else:
        clear_tile(c, thread, x0, y0)
    start, end = list_of(c, tile, OPAQUE_LIST)
    fill_list(c, thread, start, end, g, x0, y0)
    return NONE


@kernel
def draw_plane(c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, width: int, height: int) -> None:
    """Draw a tile that shows only the plane geom of triangle ``t``."""
    put_plane_depth(c, s, thread, t, x0, y0, width, height)
    if c.colors == 0:
        return
    base, g = thread * TILE_SAMPLES, c.part[c.tri[t, 3], GEOM]
    if c.mode != NORMAL:
        for row in range(height):
            finish_row(c, s, thread, x0, y0 + row, 1, base + row * TILE, 0, width)
        return
    keys, hazy = thread * KEYS, c.haze != 0 and g == c.haze_geom
    for row in range(height):
        find_keys(c, 1, base + row * TILE, keys, 0, width)
        if hazy or c.fog != 0:
            shade_plane(c, s, thread, keys, x0, y0 + row, 0, width)
            if hazy:
                haze_plane_row(c, thread, x0, y0 + row, 0, width)
            put_row(c, thread, x0, y0 + row, 0, width)
        else:
            color = begin_colors(c, s, thread, keys, x0, y0 + row, width)
            put_product(c, thread, x0, y0 + row, width, color)


@kernel
def draw_wire_tile(
    c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int, width: int, height: int
) -> None:
    """Draw a tile in wireframe."""
    clear_tile(c, thread, x0, y0)
    for row in range(height):
        color_samples(c, s, thread, x0, y0, row, 0, width)
    draw_wires(c, s, thread, tile, x0, y0)
    for row in range(height):
        average_row(c, 3 * thread * TILE_SAMPLES, thread, row * TILE, 0, width)
        put_row(c, thread, x0, y0 + row, 0, width)
    put_depth(c, thread, x0, y0)


@kernel
def draw_tile(c: Context, s: Scene, thread: int, tile: int) -> None:
    """Draw a tile."""
    x0, y0 = TILE * (tile % c.ntile_x), TILE * (tile // c.ntile_x)
    width, height = min(TILE, c.width - x0), min(TILE, c.height - y0)
    base, n = thread * TILE_SAMPLES, c.nsample
    if c.wire != 0 and c.mode == NORMAL:
        draw_wire_tile(c, s, thread, tile, x0, y0, width, height)
        return
    plane = draw_opaque(c, s, thread, tile, x0, y0, width, height)
    if plane >= 0:
        draw_plane(c, s, thread, plane, x0, y0, width, height)
        return
    if c.colors == 0:
        put_depth(c, thread, x0, y0)
        return
    clear, clear_end = list_of(c, tile, CLEAR_LIST)
    mirror = has_list(c, tile, MIRROR_LIST) or has_list(c, tile, CLEAR_MIRROR_LIST)
    mirror = mirror and has_mirror(c, s, thread)
    box = (width, 0, height, 0)
    if clear < clear_end:
        box = join_spans(box, box_of(c, tile, CLEAR_LIST, CLEAR_LIST, x0, y0))
    if mirror:
        box = join_spans(box, box_of(c, tile, MIRROR_LIST, CLEAR_MIRROR_LIST, x0, y0))
    left, right, low, high = box[0], min(box[1], width), box[2], min(box[3], height)
    for row in range(height):
        at = base + row * TILE
        if low <= row < high and left < right:
            color_samples(c, s, thread, x0, y0, row, left, right)
            finish_row(c, s, thread, x0, y0 + row, n, at, 0, left)
            finish_row(c, s, thread, x0, y0 + row, n, at, right, width)
        else:
            finish_row(c, s, thread, x0, y0 + row, n, at, 0, width)
    if low < high and left < right:
        if mirror:
            add_mirror(c, s, thread, tile, x0, y0, (left, right, low, high))
        blend_front(c, s, thread, clear, clear_end, x0, y0)
        for row in range(low, high):
            average_row(c, 3 * base, thread, row * TILE, left, right)
            put_row(c, thread, x0, y0 + row, left, right)
    put_depth(c, thread, x0, y0)


@kernel
def entries_of(c: Context, tile: int) -> int:
    """Return the number of triangles in the lists of a tile."""
    count = 0
    for into in range(NLIST):
        start, end = list_of(c, tile, into)
        count += end - start
    return count


@kernel
def by_rank(c: Context, rank: int, first: int, across: int, count: int) -> int:
    """Return the tile of a rank, of ``count`` tiles sorted by decreasing triangle count."""
    for i in range(count):
        own, before = entries_of(c, tile_at(c, first, across, i)), 0
        for k in range(count):
            other = entries_of(c, tile_at(c, first, across, k))
            before += 1 if other > own or (other == own and k < i) else 0
        if before == rank:
            return i
    return count


@kernel
def tile_at(c: Context, first: int, across: int, i: int) -> int:
    """Return the index of the ``i``-th tile of the region that is drawn now."""
    return first + i // across * c.ntile_x + i % across


@kernel
def next_tile(thread: int, counters: int, count: int) -> int:
    """Return the next of ``count`` tiles for a thread, or ``count``.

    Threads start in the middle, where most geometry is; half of them proceed upwards, the others downwards, so that few
    triangles are set up by several threads. A thread at its end helps with the other half.

    counters  address of two integers: tiles taken upwards, downwards
    """
    up = (count + 1) // 2
    for turn in range(2):
        if (thread + turn) & 1 == 0:
            k = memory.fetch_add(counters, 1)
            if k < up:
                return count - up + k
        else:
            k = memory.fetch_add(counters + 8, 1)
            if k < count - up:
                return count - up - 1 - k
    return count


@kernel
def tile_after(c: Context, i: int, thread: int, counters: int, first: int, across: int, count: int) -> int:
    """Return the tile after the ``i``-th one of ``count``; counters as in render_tiles().

    Few tiles are taken by decreasing triangle count, since all threads wait for the last one.
    """
    if counters <= 1:
        return i + 1
    if count > FEW_TILES:
        return next_tile(thread, counters, count)
    rank = memory.fetch_add(counters, 1)
    return by_rank(c, rank, first, across, count) if rank < count else count


@kernel
def render_tiles(c: Context, s: Scene, thread: int, counters: int) -> None:
    """Draw the tiles that a thread takes; counters: address of counters, or 1 to take all."""
    invalidate_slots(c, thread)
    across, up = (c.east - c.west + TILE - 1) // TILE, (c.north - c.south + TILE - 1) // TILE
    first, count = c.south // TILE * c.ntile_x + c.west // TILE, across * up
    i = tile_after(c, -1, thread, counters, first, across, count)
    while i < count:
        draw_tile(c, s, thread, tile_at(c, first, across, i))
        i = tile_after(c, i, thread, counters, first, across, count)
