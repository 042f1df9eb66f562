"""The color of a triangle at a pixel: light of its vertices, texture, shadow, fog.

Documents: Programming / Visualization; XML reference / material, visual/map fogstart, fogend

What vertices have is linear in space, so f / w is linear on the picture: f(x, y) = (f/w)(x, y) / (1/w)(x, y). The
planes of 1/w, depth, texture coordinates and colors of one triangle are in c.frag of each thread, three numbers each:
a + b x + d y. They stay as long as pixels of the same triangle follow each other.
"""

from gelenk.algebra.vec import Vec3
from gelenk.jit.kernel import kernel
from gelenk.jit.structs import Context, Scene
from gelenk.render.light import TEXTURE_PART, cut_at_one, vertex_light
from gelenk.render.parts import CLEAR_LIST, CUBE, GEOM, LIST, MAPPING, MIRROR_LIST, NO_TEXTURE, TEXTURE
from gelenk.render.raster import depth_plane
from gelenk.render.shadow import in_shadow
from gelenk.render.texture import cube_color, flat_color
from gelenk.render.views import AXIS, BACK, EYE, NORMAL, NUMBERS

FRAG = 128  # numbers of a thread
Q_PLANE, Z_PLANE, PLANES, LAST = (
    0,
    3,
    6,
    FRAG - 1,
)  # in these: 1/w, depth, the others; the triangle they are of
PALETTE_START = 10  # of the sequences of colors by which objects are told apart
LEAST_Q = 1.0e-12


@kernel
def set_plane(c: Context, at: int, f: Vec3, a: Vec3, u: Vec3, v: Vec3) -> None:
    """The plane through three values; a, u, v: weights of constant, x and y."""
    c.frag[at] = f[0] * a[0] + f[1] * a[1] + f[2] * a[2]
    c.frag[at + 1] = f[0] * u[0] + f[1] * u[1] + f[2] * u[2]
    c.frag[at + 2] = f[0] * v[0] + f[1] * v[1] + f[2] * v[2]


@kernel
def prepare(c: Context, s: Scene, thread: int, t: int) -> None:
    """Planes of triangle ``t``."""
    i, j, k, n = c.tri[t, 0], c.tri[t, 1], c.tri[t, 2], c.tri[t, 3]
    view = 1 if c.part[n, LIST] == MIRROR_LIST else 0
    ax, ay, bx, by, dx, dy = (
        c.vert[i, 0],
        c.vert[i, 1],
        c.vert[j, 0],
        c.vert[j, 1],
        c.vert[k, 0],
        c.vert[k, 1],
    )
    inverse = 1.0 / ((bx - ax) * (dy - ay) - (by - ay) * (dx - ax))
    # barycentric coordinates are linear on the picture
    u = ((by - dy) * inverse, (dy - ay) * inverse, (ay - by) * inverse)
    v = ((dx - bx) * inverse, (ax - dx) * inverse, (bx - ax) * inverse)
    w = ((bx * dy - by * dx) * inverse, (dx * ay - dy * ax) * inverse, (ax * by - ay * bx) * inverse)
    q = (c.vert[i, 3], c.vert[j, 3], c.vert[k, 3])
    base = thread * FRAG
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
    c.frag[base + LAST] = t


@kernel
def plane_at(c: Context, at: int, x: float, y: float) -> float:
    return c.frag[at] + c.frag[at + 1] * x + c.frag[at + 2] * y


@kernel
def longer(ax: float, ay: float, az: float, bx: float, by: float, bz: float) -> float:
    """The largest of these sizes."""
    a = max(abs(ax), max(abs(ay), abs(az)))
    return max(a, max(abs(bx), max(abs(by), abs(bz))))


@kernel
def texture_color(c: Context, base: int, n: int, x: float, y: float, w: float) -> Vec3:
    """Color of the texture of part ``n`` at a pixel; derivatives of f = F w are (F' - f q') w."""
    at = base + PLANES
    qx, qy = c.frag[base + 1], c.frag[base + 2]
    u, v = plane_at(c, at, x, y) * w, plane_at(c, at + 3, x, y) * w
    ux, uy = (c.frag[at + 1] - u * qx) * w, (c.frag[at + 2] - u * qy) * w
    vx, vy = (c.frag[at + 4] - v * qx) * w, (c.frag[at + 5] - v * qy) * w
    tex = c.part[n, TEXTURE]
    if c.part[n, MAPPING] == CUBE:
        d = plane_at(c, at + 6, x, y) * w
        dx, dy = (c.frag[at + 7] - d * qx) * w, (c.frag[at + 8] - d * qy) * w
        return cube_color(c, tex, (u, v, d), longer(ux, vx, dx, uy, vy, dy))
    return flat_color(c, tex, u, v, max(abs(ux), abs(uy)), max(abs(vx), abs(vy)))


@kernel
def fog_share(c: Context, view: int, x: float, y: float, z: float) -> float:
    """How much is left of a color in the fog, by the distance along the axis of the view."""
    r = c.seen[view]
    sum, q = 0.0, 0.0
    for i in range(4):
        at = BACK + 4 * i
        h = r[at] * x + r[at + 1] * y + r[at + 2] * z + r[at + 3]
        if i < 3:
            sum += r[AXIS + i] * h
        else:
            q = h
    distance = sum / q - (r[AXIS] * r[EYE] + r[AXIS + 1] * r[EYE + 1] + r[AXIS + 2] * r[EYE + 2])
    span = c.fogEnd - c.fogStart
    if span == 0.0:
        return 1.0 if distance < c.fogEnd else 0.0
    return cut_at_one((c.fogEnd - distance) / span)


@kernel
def radical(n: int, base: int) -> float:
    """The digits of a number behind the point, in reverse: the Halton sequence."""
    sum, share = 0.0, 1.0 / base
    while n > 0:
        sum += share * (n % base)
        n //= base
        share /= base
    return sum


@kernel
def number_color(c: Context, segid: int) -> Vec3:
    """The color that stands for the number of an object, or that tells it apart."""
    if segid < 0:
        return 0.0, 0.0, 0.0
    if c.mode == NUMBERS:
        n = segid + 1
        return (n & 255) / 255.0, ((n >> 8) & 255) / 255.0, ((n >> 16) & 255) / 255.0
    n = segid + PALETTE_START
    return 0.1 + 0.8 * radical(n, 2), 0.1 + 0.8 * radical(n, 3), 0.1 + 0.8 * radical(n, 5)


@kernel
def shade(c: Context, s: Scene, thread: int, t: int, px: int, py: int) -> Vec3:
    """Color of triangle ``t`` at a pixel of the picture."""
    n = c.tri[t, 3]
    if c.mode != NORMAL:
        return number_color(c, s.geom_segid[c.part[n, GEOM]])
    base = thread * FRAG
    if c.frag[base + LAST] != t:
        prepare(c, s, thread, t)
    x, y = px + 0.5, py + 0.5
    w = 1.0 / max(plane_at(c, base, x, y), LEAST_Q)
    at = base + PLANES + 3 * TEXTURE_PART
    r = cut_at_one(plane_at(c, at, x, y) * w)
    g = cut_at_one(plane_at(c, at + 3, x, y) * w)
    b = cut_at_one(plane_at(c, at + 6, x, y) * w)
    view = 1 if c.part[n, LIST] == MIRROR_LIST else 0
    if c.nshadow > 0:
        clear = c.part[n, LIST] == CLEAR_LIST
        z = plane_at(c, base + Z_PLANE, x, y)
        for k in range(c.nshadow):
            # as in the reference, nothing casts shadows on what is transparent
            if clear or not in_shadow(c, k, view, x, y, z):
                at += 9
                r += cut_at_one(plane_at(c, at, x, y) * w)
                g += cut_at_one(plane_at(c, at + 3, x, y) * w)
                b += cut_at_one(plane_at(c, at + 6, x, y) * w)
            else:
                at += 9
    if c.part[n, MAPPING] != NO_TEXTURE:
        color = texture_color(c, base, n, x, y, w)
        r *= color[0]
        g *= color[1]
        b *= color[2]
    if c.fog != 0:
        f = fog_share(c, view, x, y, plane_at(c, base + Z_PLANE, x, y))
        r = f * r + (1.0 - f) * c.fogRGBA[0]
        g = f * g + (1.0 - f) * c.fogRGBA[1]
        b = f * b + (1.0 - f) * c.fogRGBA[2]
    return min(r, 1.0), min(g, 1.0), min(b, 1.0)
