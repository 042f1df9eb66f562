"""Light at vertices: what lights give to each vertex that is seen, once a picture (light_model.py says how).

Documents: XML reference / light, material; Programming / Visualization

A vertex has one color for all lights that cast no shadow, and one for each that does, each cut at 1: where the pixel is
in its shadow, the color is left out. The vertices of a part are lit in lots of neighbours: few are seen alone.
"""

import math

from gelenk.algebra.vec import Vec3, get3, get4, load3
from gelenk.render.draw_item import (
    CLEAR_LIST,
    CUBE,
    FIRST,
    FROM_LINE,
    FROM_SHAPE,
    GEOM,
    LIST,
    MAPPING,
    NO_TEXTURE,
    OWN_UV,
    PROJECTED,
    SHAPE,
    SHIFT,
    SOURCE,
    STRETCH,
    TO_WORLD,
    TURN,
    view_of,
)
from gelenk.render.light_model import NX, NY, NZ, B, G, R, X, Y, Z, add_light, begin_colors, look_at_eye
from gelenk.render.vertices import local_normal, local_position, own_uv, vertices_of
from gelenk.render.workspace import LOT, POINTS, ROW, TEXTURE_PART
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

NO_LIGHT = 0.3  # how bright everything is where there is no light at all


@kernel
def cut_at_one(x: float) -> float:
    """x between 0 and 1; 0 for what is no number."""
    return 1.0 if x > 1.0 else (x if x > 0.0 else 0.0)


@kernel
def cut_at(x: float, most: float) -> float:
    """x between 0 and ``most``; 0 for what is no number."""
    return most if x > most else (x if x > 0.0 else 0.0)


@kernel
def put_color(c: Context, at: int, color: Vec3) -> None:
    c.lit[at] = cut_at_one(color[0])
    c.lit[at + 1] = cut_at_one(color[1])
    c.lit[at + 2] = cut_at_one(color[2])


@kernel
def put_texcoord(c: Context, s: Scene, n: int, i: int, at: int) -> None:
    """Texture coordinates of vertex ``i`` of part ``n``."""
    mapping = c.part[n, MAPPING]
    if mapping == OWN_UV:
        u, v = own_uv(c, s, n, i)
        c.lit[at] = u
        c.lit[at + 1] = v
    elif mapping == PROJECTED:
        p = local_position(c, s, n, i)
        c.lit[at] = c.part_num[n, STRETCH] * p[0] - 0.5
        c.lit[at + 1] = c.part_num[n, STRETCH + 1] * p[1] - 0.5
    elif mapping == CUBE:
        p = local_position(c, s, n, i)
        c.lit[at] = c.part_num[n, STRETCH] * p[0]
        c.lit[at + 1] = c.part_num[n, STRETCH + 1] * p[1]
        c.lit[at + 2] = c.part_num[n, STRETCH + 2] * (p[2] + c.part_num[n, SHIFT])


@kernel
def put_plain(c: Context, rgb: Vec3, at: int) -> None:
    """The color of lines, on which no light falls."""
    put_color(c, at, rgb)
    for k in range(c.nshadow):
        put_color(c, at + 3 + 3 * k, (0.0, 0.0, 0.0))


@kernel
def put_point(c: Context, at: int, p: Vec3, normal: Vec3) -> None:
    """A point of a lot."""
    c.row[at + X] = p[0]
    c.row[at + Y] = p[1]
    c.row[at + Z] = p[2]
    c.row[at + NX] = normal[0]
    c.row[at + NY] = normal[1]
    c.row[at + NZ] = normal[2]


@kernel
def take_points(c: Context, s: Scene, thread: int, n: int, first: int, count: int) -> None:
    """Vertices of part ``n`` as a lot, in the frame of its shape: some from ``first`` on, and the last one again."""
    at = thread * ROW + POINTS
    if c.part[n, SOURCE] == FROM_SHAPE:
        adr = c.shape_vertadr[c.part[n, SHAPE]] + first
        for k in range(LOT):
            i = adr + min(k, count - 1)
            put_point(c, at + k, load3(c.shape_pos, i), load3(c.shape_normal, i))
        return
    for k in range(LOT):
        i = first + min(k, count - 1)
        put_point(c, at + k, local_position(c, s, n, i), local_normal(c, s, n, i))


@kernel
def place_points(c: Context, thread: int, n: int) -> None:
    """A lot of vertices of part ``n``, and its normals, in the model."""
    at, t = thread * ROW + POINTS, c.part_num[n]
    # read before the loops: for all that is known, what they write could be the transform
    a, b, d = get4(t, TO_WORLD), get4(t, TO_WORLD + 4), get4(t, TO_WORLD + 8)
    e, f, g = get3(t, TURN), get3(t, TURN + 3), get3(t, TURN + 6)
    for k in range(at, at + LOT):
        x, y, z = c.row[X + k], c.row[Y + k], c.row[Z + k]
        c.row[X + k] = a[0] * x + a[1] * y + a[2] * z + a[3]
        c.row[Y + k] = b[0] * x + b[1] * y + b[2] * z + b[3]
        c.row[Z + k] = d[0] * x + d[1] * y + d[2] * z + d[3]
    for k in range(at, at + LOT):
        u, v, w = c.row[NX + k], c.row[NY + k], c.row[NZ + k]
        x, y = e[0] * u + e[1] * v + e[2] * w, f[0] * u + f[1] * v + f[2] * w
        z = g[0] * u + g[1] * v + g[2] * w
        length = math.sqrt(x * x + y * y + z * z)
        inverse = 1.0 / length if length > mjMINVAL else 0.0
        c.row[NX + k] = x * inverse
        c.row[NY + k] = y * inverse
        c.row[NZ + k] = z * inverse


@kernel
def put_lot(c: Context, thread: int, at: int, count: int) -> None:
    """Colors of so many points of a lot into c.lit, from ``at`` on."""
    of, width = thread * ROW + POINTS, TEXTURE_PART + 3 * c.nset
    for k in range(of, of + count):
        put_color(c, at, (c.row[R + k], c.row[G + k], c.row[B + k]))
        at += width


@kernel
def light_lot(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> None:
    """Texture coordinates and colors of vertex ``v`` of part ``n``, and of those of its lot, into c.lit."""
    own = c.part[n, FIRST]
    first = (v - own) & -LOT
    count, width = min(LOT, vertices_of(c, n) - first), TEXTURE_PART + 3 * c.nset
    stamp = thread * c.nvert + own + first
    at = stamp * width
    for k in range(count):
        c.stamp[stamp + k] = c.number
    if c.part[n, MAPPING] != NO_TEXTURE:
        for k in range(count):
            put_texcoord(c, s, n, first + k, at + k * width)
    at += TEXTURE_PART
    if c.part[n, SOURCE] == FROM_LINE:
        color = dimmed(c, s, view, c.part[n, GEOM])
        for k in range(count):
            put_plain(c, color, at + k * width)
        return
    take_points(c, s, thread, n, first, count)
    place_points(c, thread, n)
    if c.pixel_light != 0:  # light comes later
        put_normals(c, thread, at, count)
        return
    look_at_eye(c, thread, view)
    shadowless(c, s, thread, view, n)
    put_lot(c, thread, at, count)
    for j in range(c.nshadow):
        of_shadow(c, s, thread, view, n, j)
        put_lot(c, thread, at + 3 + 3 * j, count)


@kernel
def put_normals(c: Context, thread: int, at: int, count: int) -> None:
    """Normals of so many points of a lot in the place of their colors, no other colors."""
    of = thread * ROW + POINTS
    for i in range(of, of + count):
        c.lit[at] = c.row[NX + i]
        c.lit[at + 1] = c.row[NY + i]
        c.lit[at + 2] = c.row[NZ + i]
        for k in range(3, 3 * c.nset):
            c.lit[at + k] = 0.0
        at += TEXTURE_PART + 3 * c.nset


@kernel
def dimmed(c: Context, s: Scene, view: int, g: int) -> Vec3:
    """The color of geom ``g``: what is seen in the mirror is dimmed before light falls on it, highlights are not."""
    dim = s.geom_reflectance[c.mirror] if view == 1 else 1.0
    return dim * s.geom_rgba[g, 0], dim * s.geom_rgba[g, 1], dim * s.geom_rgba[g, 2]


@kernel
def is_unshadowed(c: Context, n: int) -> bool:
    """Whether nothing casts shadows on part ``n``, since it is transparent, or is seen in the mirror, as in 3.5.0.

    All lights are one then that is cut at one.
    """
    return c.part[n, LIST] == CLEAR_LIST or view_of(c, n) == 1


@kernel
def shadowless(c: Context, s: Scene, thread: int, view: int, n: int) -> None:
    """What part ``n`` has at the points of a lot without, and from, the lights that cast no shadows on it."""
    g, at = c.part[n, GEOM], thread * ROW + POINTS
    rgb = dimmed(c, s, view, g)
    bright = s.geom_emission[g] + (0.0 if c.lighting != 0 else NO_LIGHT)
    begin_colors(c, at, (bright * rgb[0], bright * rgb[1], bright * rgb[2]))
    for k in range(c.nlit + c.nshadow if is_unshadowed(c, n) else c.nlit):
        add_light(c, s, view, g, c.light_row[k], at, rgb)


@kernel
def of_shadow(c: Context, s: Scene, thread: int, view: int, n: int, k: int) -> None:
    """What part ``n`` has at the points of a lot from the ``k``-th light that casts shadows."""
    g, at = c.part[n, GEOM], thread * ROW + POINTS
    begin_colors(c, at, (0.0, 0.0, 0.0))
    if not is_unshadowed(c, n):
        add_light(c, s, view, g, c.light_row[c.nlit + k], at, dimmed(c, s, view, g))


@kernel
def whole_vertex(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """Where in c.lit a vertex of part ``n`` is lit that has not come from cutting."""
    stamp = thread * c.nvert + v
    if c.stamp[stamp] != c.number:
        light_lot(c, s, thread, view, n, v)
    return stamp * (TEXTURE_PART + 3 * c.nset)


@kernel
def between(c: Context, thread: int, v: int, one: int, other: int) -> int:
    """Where in c.lit a vertex is lit that lies between two others, in space."""
    width = TEXTURE_PART + 3 * c.nset
    at = (thread * c.nvert + v) * width
    share = c.cut_share[v - c.nvert_used]
    for k in range(width):
        c.lit[at + k] = c.lit[one + k] + share * (c.lit[other + k] - c.lit[one + k])
    return at


@kernel
def cut_vertex(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """The same for any vertex, one that comes from cutting an edge included."""
    if v < c.nvert_used:
        return whole_vertex(c, s, thread, view, n, v)
    a = whole_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 0])
    b = whole_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 1])
    return between(c, thread, v, a, b)


@kernel
def vertex_light(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """The same for a vertex of a line too, whose ends may come from cutting."""
    if v < c.nvert_used:
        return whole_vertex(c, s, thread, view, n, v)
    a = cut_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 0])
    b = cut_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 1])
    return between(c, thread, v, a, b)
