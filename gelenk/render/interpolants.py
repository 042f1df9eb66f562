"""Interpolants of triangles and plane geoms: functions f(x, y) = a + b x + d y in pixels.

Documents: Programming / Visualization

Vertex attributes are linear in space, so f / w is linear in screen space: f(x, y) = (f/w)(x, y) / (1/w)(x, y).
The interpolants of 1/w, depth, texture coordinates and colors of a triangle are in c.frag of each thread, three
coefficients each. Interpolants stay cached until another triangle takes the slot, for
reuse in the rows below.

A plane geom consists of many triangles, since lighting is per vertex; all other interpolants are common to them.
"""

from gelenk.algebra.vec import Vec3
from gelenk.render.bins import AHEAD
from gelenk.render.draw_item import (
    CUBE,
    EDGES,
    FLAGS,
    FROM_LINE,
    FROM_SHAPE,
    GEOM,
    MAPPING,
    NO_TEXTURE,
    OWN_UV,
    SHIFT,
    SOURCE,
    STRETCH,
    combine_row,
    view_of,
)
from gelenk.render.raster import depth_plane
from gelenk.render.vertex_light import vertex_light
from gelenk.render.view_setup import CLIP
from gelenk.render.workspace import FRAG, SLOTS, SPACE, TEXTURE_PART
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

# offsets in a slot: 1/w, depth, other attributes; the triangle that owns the slot
Q_PLANE, Z_PLANE, PLANES, OWNER = 0, 3, 6, FRAG - 1
ALL = 96  # of a plane geom's triangle: sum of the colors of all light sets
PLANE_COORDINATES = 120  # of a plane geom: its coordinates over w, x/w and y/w, in its own frame
# of a plane geom that fills a tile: texture level, valid if KNOWN; whether the texture has ONE color, and that
# color; whether the tile is LIT by all lights
LEVEL, KNOWN, ONE, COLOR, LIT = 112, 115, 116, 117, 118
LEAST_Q = 1.0e-12  # lower bound of 1/w


@kernel
def set_plane(c: Context, at: int, f: Vec3, a: Vec3, u: Vec3, v: Vec3) -> None:
    """Store the interpolant of three vertex values f; a, u, v: weights of constant, x and y."""
    c.frag[at] = f[0] * a[0] + f[1] * a[1] + f[2] * a[2]
    c.frag[at + 1] = f[0] * u[0] + f[1] * u[1] + f[2] * u[2]
    c.frag[at + 2] = f[0] * v[0] + f[1] * v[1] + f[2] * v[2]


@kernel
def invalidate_slots(c: Context, thread: int) -> None:
    """Invalidate all cached interpolants of a thread."""
    for k in range(SLOTS + 1):
        c.frag[thread * SPACE + k * FRAG + OWNER] = -1.0
        forget_tile(c, thread * SPACE + k * FRAG)


@kernel
def forget_tile(c: Context, base: int) -> None:
    """Invalidate the values that hold for a whole tile."""
    c.frag[base + KNOWN] = 0.0
    c.frag[base + ONE] = 0.0
    c.frag[base + LIT] = 0.0


@kernel
def slot_of(thread: int, t: int) -> int:
    """Return the offset in c.frag of the slot of triangle ``t``."""
    return thread * SPACE + t % SLOTS * FRAG


@kernel
def is_cached(c: Context, thread: int, t: int) -> bool:
    """Return whether the slot holds the interpolants of triangle ``t``."""
    return c.frag[slot_of(thread, t) + OWNER] == t


@kernel
def find_or_prepare(c: Context, s: Scene, thread: int, t: int) -> int:
    """Return the offset in c.frag of the interpolants of triangle ``t``, prepared on demand."""
    base = slot_of(thread, t)
    if not is_cached(c, thread, t):
        compute_interpolants(c, s, thread, t, base)
    return base


@kernel
def compute_interpolants(c: Context, s: Scene, thread: int, t: int, base: int) -> None:
    """Compute the interpolants of triangle ``t`` into c.frag from ``base`` on."""
    i, j, k, n = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2], c.tri[t, 3]
    view = view_of(c, n)
    ax, ay, bx, by, dx, dy = (
        c.vert[i, 0],
        c.vert[i, 1],
        c.vert[j, 0],
        c.vert[j, 1],
        c.vert[k, 0],
        c.vert[k, 1],
    )
    if c.nsample > 1 and (c.part[n, FLAGS] & EDGES != 0 or c.part[n, SOURCE] == FROM_LINE):
        # attributes of a line at a pixel center are those at the upper right corner of the pixel
        ax, ay, bx, by, dx, dy = ax - AHEAD, ay - AHEAD, bx - AHEAD, by - AHEAD, dx - AHEAD, dy - AHEAD
    inverse = 1.0 / ((bx - ax) * (dy - ay) - (by - ay) * (dx - ax))
    # barycentric coordinates are linear in screen space
    u = ((by - dy) * inverse, (dy - ay) * inverse, (ay - by) * inverse)
    v = ((dx - bx) * inverse, (ax - dx) * inverse, (bx - ax) * inverse)
    w = ((bx * dy - by * dx) * inverse, (dx * ay - dy * ax) * inverse, (ax * by - ay * bx) * inverse)
    q = (c.vert[i, 3], c.vert[j, 3], c.vert[k, 3])
    set_plane(c, base + Q_PLANE, q, w, u, v)
    z0, zx, zy = depth_plane(c, i, j, k)
    c.frag[base + Z_PLANE] = z0
    c.frag[base + Z_PLANE + 1] = zx
    c.frag[base + Z_PLANE + 2] = zy
    one, two, three = (
        vertex_light(c, s, thread, view, n, i),
        vertex_light(c, s, thread, view, n, j),
        vertex_light(c, s, thread, view, n, k),
    )
    mapping = c.part[n, MAPPING]
    first = TEXTURE_PART if mapping == NO_TEXTURE else 0
    for m in range(first, TEXTURE_PART + 3 * c.nset):
        f = (c.lit[one + m] * q[0], c.lit[two + m] * q[1], c.lit[three + m] * q[2])
        set_plane(c, base + PLANES + 3 * m, f, w, u, v)
    if s.geom_type[c.part[n, GEOM]] == mjtGeom.mjGEOM_PLANE:
        for m in range(9):
            sum = 0.0
            for k in range(c.nset):
                sum += c.frag[base + PLANES + 3 * TEXTURE_PART + 9 * k + m]
            c.frag[base + ALL + m] = sum
    c.frag[base + OWNER] = t


@kernel
def evaluate(c: Context, at: int, x: float, y: float) -> float:
    """Evaluate an interpolant at a point; its increment per pixel of a row is c.frag[at + 1]."""
    return c.frag[at] + c.frag[at + 1] * x + c.frag[at + 2] * y


# ---- plane geoms


@kernel
def is_flat(c: Context, s: Scene, t: int) -> bool:
    """Return whether triangle ``t`` is of a plane geom outside the mirror, lit at vertices."""
    n = c.tri[t, 3]
    if (
        c.pixel_light != 0
        or s.geom_type[c.part[n, GEOM]] != mjtGeom.mjGEOM_PLANE
        or c.part[n, SOURCE] != FROM_SHAPE
        or view_of(c, n) != 0
    ):
        return False
    return c.part[n, FLAGS] & EDGES == 0 and c.part[n, MAPPING] != OWN_UV


@kernel
def put_mix(c: Context, at: int, base: int, a: float, b: float, constant: float) -> None:
    """Store the interpolant of a x + b y + constant, with x and y in the frame of the plane."""
    for k in range(3):
        x, y = c.frag[base + PLANES + k], c.frag[base + PLANES + 3 + k]
        c.frag[at + k] = a * x + b * y + constant * c.frag[base + Q_PLANE + k]


@kernel
def whole_plane(c: Context, s: Scene, thread: int, n: int) -> int:
    """Return the offset in c.frag of the interpolants of the plane geom of draw item ``n``.

    The interpolants do not include colors. (X w, Y w, w) = H (x, y, 1) for points (x, y) of the plane, so the inverse
    of H maps pixels to (x, y, 1) / w.
    """
    base, g = thread * SPACE + SLOTS * FRAG, c.part[n, GEOM]
    if c.frag[base + OWNER] == g:
        return base
    h, i, w = combine_row(c, 0, CLIP, n), combine_row(c, 0, CLIP + 4, n), combine_row(c, 0, CLIP + 12, n)
    z = combine_row(c, 0, CLIP + 8, n)
    # cofactors of H, whose columns are 0, 1, 3 of these rows
    xx, xy, x1 = i[1] * w[3] - i[3] * w[1], h[3] * w[1] - h[1] * w[3], h[1] * i[3] - h[3] * i[1]
    yx, yy, y1 = i[3] * w[0] - i[0] * w[3], h[0] * w[3] - h[3] * w[0], h[3] * i[0] - h[0] * i[3]
    qx, qy, q1 = i[0] * w[1] - i[1] * w[0], h[1] * w[0] - h[0] * w[1], h[0] * i[1] - h[1] * i[0]
    inverse = 1.0 / (h[0] * xx + h[1] * yx + h[3] * qx)
    put_function(c, base + Q_PLANE, q1 * inverse, qx * inverse, qy * inverse)
    put_function(c, base + PLANES, x1 * inverse, xx * inverse, xy * inverse)
    put_function(c, base + PLANES + 3, y1 * inverse, yx * inverse, yy * inverse)
    for k in range(6):
        c.frag[base + PLANE_COORDINATES + k] = c.frag[base + PLANES + k]
    put_mix(c, base + Z_PLANE, base, z[0], z[1], z[3])
    u, v = c.part_num[n, STRETCH], c.part_num[n, STRETCH + 1]
    if c.part[n, MAPPING] == CUBE:
        put_mix(c, base + PLANES + 6, base, 0.0, 0.0, c.part_num[n, STRETCH + 2] * c.part_num[n, SHIFT])
    shift = 0.0 if c.part[n, MAPPING] == CUBE else -0.5
    put_stretched(c, base + PLANES, base, u, shift)
    put_stretched(c, base + PLANES + 3, base, v, shift)
    c.frag[base + OWNER] = g
    forget_tile(c, base)
    return base


@kernel
def put_function(c: Context, at: int, constant: float, x: float, y: float) -> None:
    c.frag[at] = constant
    c.frag[at + 1] = x
    c.frag[at + 2] = y


@kernel
def put_stretched(c: Context, at: int, base: int, stretch: float, shift: float) -> None:
    """Replace interpolant f by stretch f + shift."""
    for k in range(3):
        c.frag[at + k] = stretch * c.frag[at + k] + shift * c.frag[base + Q_PLANE + k]
