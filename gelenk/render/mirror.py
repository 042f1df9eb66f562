"""Mirror reflections, added to the colors of the samples that show the mirror.

Documents: XML reference / asset/material reflectance; Programming / Visualization

Reflected objects have colors dimmed by the reflectance (vertex_light.py), on black; transparent ones are blended over
them. In wireframe mode wireframe.py draws reflections instead.
"""

import numpy as np

from gelenk.render.bins import list_of
from gelenk.render.blend import OUTSIDE_MIRROR, blend_back
from gelenk.render.draw_item import CLEAR_MIRROR_LIST, FIRST, GEOM, MIRROR_LIST
from gelenk.render.raster import (
    DEPTH_OUTSIDE,
    TILE,
    TILE_PIXELS,
    TILE_SAMPLES,
    gather_spans,
    head_of,
    round_depth,
    row_of,
    whole_vectors,
)
from gelenk.render.shade import shade_row
from gelenk.render.workspace import BLUE, GREEN, RED, ROW
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

NONE = -1
BEFORE_ALL = 2.0  # depth of samples outside the mirror
Box = tuple[int, int, int, int]  # pixels of a tile: left, right, lower, upper end


@kernel
def is_upper(c: Context, t: int) -> bool:
    """Return whether a triangle of a box belongs to its upper face."""
    n = c.tri[t, 3]
    for k in range(3):
        v = c.tri[t, k]
        if v >= c.nvert_used:
            v = c.cut[v - c.nvert_used, 0]
        # the upper face is the second face of the box
        if not c.box_face <= v - c.part[n, FIRST] < 2 * c.box_face:
            return False
    return True


@kernel
def is_mirror(c: Context, s: Scene, t: int) -> bool:
    """Return whether a triangle belongs to the face of the mirror."""
    if t < 0 or c.part[c.tri[t, 3], GEOM] != c.mirror:
        return False
    return s.geom_type[c.mirror] != mjtGeom.mjGEOM_BOX or is_upper(c, t)


@kernel
def has_list(c: Context, tile: int, into: int) -> bool:
    """Return whether the list ``into`` of a tile has triangles."""
    start, end = list_of(c, tile, into)
    return end > start


@kernel
def has_mirror(c: Context, s: Scene, thread: int) -> bool:
    """Return whether a sample of the tile shows the mirror."""
    last = NONE
    for i in range(thread * TILE_SAMPLES, thread * TILE_SAMPLES + c.nsample * TILE_PIXELS):
        t = c.tile_tri[i]
        if t != last:
            last = t
            if is_mirror(c, s, t):
                return True
    return False


@kernel
def hide_row(c: Context, at: int, left: int, right: int, z: float, zx: float, t: int) -> None:
    """Rasterize a span of triangle ``t`` into mirror samples, behind the face.

    See raster.fill_row for the stores.
    """
    one = round_depth(1.0 if c.nsample > 0 else 0.0)
    (start, end), low, high = whole_vectors(left, right), np.int32(left), np.int32(right)
    f = 1.0 * start
    for x in range(start, end):
        here, old, i, before = round_depth(z + zx * f), c.back_depth[at + x], np.int32(x), c.tile_back[at + x]
        inside = (i >= low) & (i < high) & (here <= c.tile_depth[at + x])
        here = here if inside else round_depth(DEPTH_OUTSIDE)
        most = here if here > old else round_depth(old)
        c.back_depth[at + x] = most * one
        c.tile_back[at + x] = t if here >= old else before
        f += 1.0


@kernel
def fill_behind(c: Context, thread: int, e: int, end: int, x0: int, y0: int) -> None:
    """Rasterize triangles into the mirror samples of a tile."""
    while e < end:
        e, count = gather_spans(c, thread, e, end, NONE, x0, y0)
        for k in range(count):
            t, first, last, spans, zx = head_of(c, thread, k)
            for r in range(first, last):
                at, left, right, z = row_of(c, spans, r)
                if left < right:
                    hide_row(c, thread * TILE_SAMPLES + at, left, right, z, zx, t)


@kernel
def find_samples(c: Context, s: Scene, thread: int, box: Box) -> None:
    """Mark the samples of the tile that show the face of the mirror."""
    base, last, found = thread * TILE_SAMPLES, NONE, OUTSIDE_MIRROR
    for m in range(c.nsample):
        for i in range(base + m * TILE_PIXELS + box[2] * TILE, base + m * TILE_PIXELS + box[3] * TILE):
            t = c.tile_tri[i]
            if t != last:
                last, found = t, NONE if is_mirror(c, s, t) else OUTSIDE_MIRROR
            c.tile_back[i] = found
            c.back_depth[i] = 0.0 if found == NONE else BEFORE_ALL


@kernel
def put_behind(c: Context, thread: int, at: int, first: int, last: int, black: bool) -> None:
    """Store the colors of a span, or black, for one sample per pixel; at: offset of the row."""
    row, colors = thread * ROW, 3 * thread * TILE_SAMPLES + at
    if black:
        for i in range(first, last):
            c.back_color[colors + i] = 0.0
            c.back_color[colors + TILE_SAMPLES + i] = 0.0
            c.back_color[colors + 2 * TILE_SAMPLES + i] = 0.0
        return
    for i in range(first, last):
        c.back_color[colors + i] = c.row[row + RED + i]
        c.back_color[colors + TILE_SAMPLES + i] = c.row[row + GREEN + i]
        c.back_color[colors + 2 * TILE_SAMPLES + i] = c.row[row + BLUE + i]


@kernel
def is_whole(c: Context, at: int) -> bool:
    """Return whether all samples of a pixel show one triangle in the mirror; at: the first."""
    for m in range(1, c.nsample):
        if c.tile_back[at + m * TILE_PIXELS] != c.tile_back[at]:
            return False
    return True


@kernel
def color_behind(c: Context, s: Scene, thread: int, x0: int, y0: int, box: Box) -> None:
    """Shade the opaque triangles in the mirror, black where there are none."""
    base, width = thread * TILE_SAMPLES, box[1]
    for y in range(box[2], box[3]):
        at, i = y * TILE, box[0]
        while i < width:
            t, end = c.tile_back[base + at + i], i + 1
            if is_whole(c, base + at + i):
                while end < width and c.tile_back[base + at + end] == t and is_whole(c, base + at + end):
                    end += 1
                if t >= 0:
                    shade_row(c, s, thread, t, x0, y0 + y, i, end)
                if t != OUTSIDE_MIRROR:
                    for m in range(c.nsample):
                        put_behind(c, thread, m * TILE_PIXELS + at, i, end, t < 0)
            else:
                last = NONE
                for m in range(c.nsample):
                    t = c.tile_back[base + m * TILE_PIXELS + at + i]
                    if t >= 0 and t != last:
                        shade_row(c, s, thread, t, x0, y0 + y, i, end)
                        last = t
                    put_behind(c, thread, m * TILE_PIXELS + at, i, end, t < 0)
            i = end


@kernel
def add_back(c: Context, thread: int, k: int, first: int, last: int) -> None:
    """Add one channel of the mirror colors to the samples from ``first`` to ``last``."""
    base, at = thread * TILE_SAMPLES, 3 * thread * TILE_SAMPLES + k * TILE_SAMPLES
    for i in range(first, last):
        more = c.back_color[at + i] if c.tile_back[base + i] != OUTSIDE_MIRROR else 0.0
        sum = c.tile_color[at + i] + more
        c.tile_color[at + i] = sum if sum < 1.0 else 1.0


@kernel
def add_mirror(c: Context, s: Scene, thread: int, tile: int, x0: int, y0: int, box: Box) -> None:
    """Add the mirror image to the samples of a tile; box: bounds of the mirror in the tile."""
    find_samples(c, s, thread, box)
    start, end = list_of(c, tile, MIRROR_LIST)
    fill_behind(c, thread, start, end, x0, y0)
    color_behind(c, s, thread, x0, y0, box)
    start, end = list_of(c, tile, CLEAR_MIRROR_LIST)
    blend_back(c, s, thread, start, end, x0, y0)
    for m in range(c.nsample):
        first, last = m * TILE_PIXELS + box[2] * TILE, m * TILE_PIXELS + box[3] * TILE
        for k in range(3):
            add_back(c, thread, k, first, last)
