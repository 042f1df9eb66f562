"""Blend transparent fragments over the colors of samples.

Documents: API / mjr_render; Programming / Visualization

As in 3.5.0, all transparent triangles are drawn twice, front to back and then back to front, so that opacity a
covers 1 - (1 - a)^2; with additive blending once. Depth stays that of the opaque surfaces.
"""

import numpy as np

from gelenk.render.draw_item import BOTH_SIDES, EDGES, FLAGS, GEOM
from gelenk.render.draw_list import opacity
from gelenk.render.raster import (
    LANES,
    TILE,
    TILE_SAMPLES,
    cover_row,
    find_covered_spans,
    round_depth,
    span_of,
)
from gelenk.render.shade import shade_row
from gelenk.render.workspace import BLUE, GREEN, PAINT, PITCH, RED, ROW
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene, View

OUTSIDE_MIRROR = -2  # in tile_back: samples outside the mirror


@kernel
def mix(colors: View, at: int, keep: float, row: View, of: int, share: float) -> None:
    """colors[at] = min(1, keep colors[at] + share row[of]), for each of three channels."""
    r = keep * colors[at] + share * row[of + RED]
    g = keep * colors[at + TILE_SAMPLES] + share * row[of + GREEN]
    b = keep * colors[at + 2 * TILE_SAMPLES] + share * row[of + BLUE]
    colors[at] = r if r < 1.0 else 1.0
    colors[at + TILE_SAMPLES] = g if g < 1.0 else 1.0
    colors[at + 2 * TILE_SAMPLES] = b if b < 1.0 else 1.0


@kernel
def paint_row(c: Context, thread: int, first: int, last: int) -> None:
    """Write the colors of pixels of a row in single precision into c.paint."""
    for k in range(3):
        to = thread * PAINT + k * PITCH
        of = thread * ROW + (RED if k == 0 else GREEN if k == 1 else BLUE)
        for i in range(first & -LANES, last):
            new = round_depth(c.row[of + i])
            c.paint[to + i] = new if new > 0.0 else round_depth(0.0)


@kernel
def mixed(old: float, new: float, keep: float, share: float) -> float:
    """min(1, keep old + share new), for one color channel."""
    sum = keep * round_depth(old) + share * round_depth(new)
    return sum if sum < round_depth(1.0) else round_depth(1.0)


@kernel
def mix_front(
    c: Context, thread: int, at: int, first: int, last: int, z: float, zx: float, alpha: float, twice: bool
) -> None:
    """Blend c.paint over one sample of each pixel of a span, where the depth test passes.

    at  index of the row among the samples of the tile
    """
    colors, depth, paint = 3 * thread * TILE_SAMPLES + at, thread * TILE_SAMPLES + at, thread * PAINT
    keep, share = round_depth(1.0 if c.additive != 0 else 1.0 - alpha), round_depth(alpha)
    # whole vectors of LANES pixels, as in fill_row
    start, low, high = first & -LANES, np.int32(first), np.int32(last)
    f = 1.0 * start
    for i in range(start, start + ((last - start + LANES - 1) & -LANES)):
        k, j, m = np.int32(i), colors + i, paint + i
        here = (round_depth(z + zx * f) >= c.tile_depth[depth + i]) & (k >= low) & (k < high)
        # masked pixels are blended with weight 0; all loads precede the stores, so that the loop vectorizes
        some, more = keep if here else round_depth(1.0), share if here else round_depth(0.0)
        red, green, blue = c.paint[m], c.paint[m + PITCH], c.paint[m + 2 * PITCH]
        r = mixed(c.tile_color[j], red, some, more)
        g = mixed(c.tile_color[j + TILE_SAMPLES], green, some, more)
        b = mixed(c.tile_color[j + 2 * TILE_SAMPLES], blue, some, more)
        c.tile_color[j] = mixed(r, red, some, more) if twice else r
        c.tile_color[j + TILE_SAMPLES] = mixed(g, green, some, more) if twice else g
        c.tile_color[j + 2 * TILE_SAMPLES] = mixed(b, blue, some, more) if twice else b
        f += 1.0


@kernel
def mix_edges(
    c: Context, thread: int, at: int, first: int, last: int, z: float, zx: float, alpha: float
) -> None:
    """Blend a span of a transparent edge seen in the mirror, in wireframe mode.

    Such edges are drawn before those in front of the camera. The sky hides edges without a surface behind them.
    """
    colors, depth, of = 3 * thread * TILE_SAMPLES + at, thread * TILE_SAMPLES + at, thread * ROW
    keep = 1.0 if c.additive != 0 else 1.0 - alpha
    for i in range(first, last):
        bare = c.tile_tri[depth + i] < 0 and c.sky != 0
        if (
            c.tile_back[depth + i] != OUTSIDE_MIRROR
            and not bare
            and round_depth(z + zx * i) >= c.tile_depth[depth + i]
        ):
            mix(c.tile_color, colors + i, keep, c.row, of + i, alpha)


@kernel
def mix_back(
    c: Context, thread: int, at: int, first: int, last: int, z: float, zx: float, alpha: float
) -> None:
    """Blend a span seen in the mirror: behind its face and before opaque surfaces there."""
    colors, depth, of = 3 * thread * TILE_SAMPLES + at, thread * TILE_SAMPLES + at, thread * ROW
    keep = 1.0 if c.additive != 0 else 1.0 - alpha
    if c.wire != 0:
        mix_edges(c, thread, at, first, last, z, zx, alpha)
        return
    for i in range(first, last):
        here = round_depth(z + zx * i)
        if (
            c.tile_back[depth + i] != OUTSIDE_MIRROR
            and c.back_depth[depth + i] <= here <= c.tile_depth[depth + i]
        ):
            mix(c.back_color, colors + i, keep, c.row, of + i, alpha)


@kernel
def union_of_spans(c: Context, thread: int, low: int, high: int) -> tuple[int, int]:
    """Return the union of the spans of the sample rows low to high, as first and last pixel."""
    first, last = TILE, 0
    for r in range(low, high):
        left, right = span_of(c, thread, r)
        if left < right:
            first, last = min(first, left), max(last, right)
    return first, last


@kernel
def blend_triangle(
    c: Context, s: Scene, thread: int, t: int, x0: int, y0: int, back: bool, twice: bool
) -> None:
    """Blend triangle ``t`` over the samples of a tile, in the mirror or outside."""
    zx, r0, r1 = find_covered_spans(c, thread, t, x0, y0)
    if r0 >= r1:
        return
    alpha, n = opacity(c, s, c.tri[t, 3]), c.nsample
    for row in range(r0 // n, (r1 + n - 1) // n):
        low, high = max(r0, n * row), min(r1, n * (row + 1))
        first, last = union_of_spans(c, thread, low, high)
        if first >= last:
            continue
        shade_row(c, s, thread, t, x0, y0 + row, first, last)
        if not back:
            paint_row(c, thread, first, last)
        for r in range(low, high):
            at, left, right, z = cover_row(c, thread, r)
            if left < right and back:
                mix_back(c, thread, at, left, right, z, zx, alpha)
            elif left < right:
                mix_front(c, thread, at, left, right, z, zx, alpha, twice)


@kernel
def geom_of(c: Context, entry: int) -> int:
    """Return the geom of an entry of a tile list."""
    return c.part[c.tri[c.bin_entry[entry], 3], GEOM]


@kernel
def is_single(c: Context, s: Scene, t: int) -> bool:
    """Return whether triangle ``t`` is of a geom that covers samples once: plane or convex."""
    n = c.tri[t, 3]
    kind = s.geom_type[c.part[n, GEOM]]
    if c.part[n, FLAGS] & EDGES != 0:
        return False
    if kind == mjtGeom.mjGEOM_PLANE:
        return True
    convex = kind == mjtGeom.mjGEOM_BOX or kind == mjtGeom.mjGEOM_SPHERE or kind == mjtGeom.mjGEOM_ELLIPSOID
    return convex and c.part[n, FLAGS] & BOTH_SIDES == 0


@kernel
def blend_list(c: Context, s: Scene, thread: int, start: int, end: int, x0: int, y0: int, back: bool) -> None:
    """Blend all transparent triangles of a tile list front to back, then back to front."""
    if c.additive == 0 and start < end:
        near = first_of_geom(c, start, end)
        # the farthest geom comes twice in succession, which allows one combined pass
        twice = not back and is_single(c, s, c.bin_entry[near])
        for e in range(start, near if twice else end):
            blend_triangle(c, s, thread, c.bin_entry[e], x0, y0, back, False)
        if twice:
            for e in range(near, end):
                blend_triangle(c, s, thread, c.bin_entry[e], x0, y0, back, True)
            end = near
    while end > start:
        first = first_of_geom(c, start, end)
        for e in range(first, end):
            blend_triangle(c, s, thread, c.bin_entry[e], x0, y0, back, False)
        end = first


@kernel
def first_of_geom(c: Context, start: int, end: int) -> int:
    """Return the first entry of the run of entries, ending at ``end``, that share one geom."""
    first = end - 1
    while first > start and geom_of(c, first - 1) == geom_of(c, end - 1):
        first -= 1
    return first


@kernel
def blend_front(c: Context, s: Scene, thread: int, start: int, end: int, x0: int, y0: int) -> None:
    """Blend the transparent triangles in front of the camera."""
    blend_list(c, s, thread, start, end, x0, y0, False)


@kernel
def blend_back(c: Context, s: Scene, thread: int, start: int, end: int, x0: int, y0: int) -> None:
    """Blend the transparent triangles seen in the mirror."""
    blend_list(c, s, thread, start, end, x0, y0, True)
