"""Vertex lighting, computed once per image for visible vertices, and fog.

Documents: XML reference / light, material; Programming / Visualization; XML reference / visual/map fogstart, fogend;
API / mjr_render

Vertex lighting gives the colors that lights give to visible vertices. A vertex has one color for all lights without
shadows, and one per light with shadows, each clamped to 1; a pixel in shadow leaves that color out. Vertices of a draw
item are lit in packets of neighbors (light_model.py), since few are visible alone.

Fog is a function of distance along the view axis.
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
    local_normal,
    local_position,
    own_uv,
    vertices_of,
    view_of,
)
from gelenk.render.light_model import NX, NY, NZ, B, G, R, X, Y, Z, add_light, begin_colors, look_at_eye
from gelenk.render.view_setup import AXIS, BACK, EYE
from gelenk.render.workspace import BLUE, GREEN, LOT, POINTS, RED, ROW, TEXTURE_PART
from gelenk.tables.enums import mjMINVAL
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene

NO_LIGHT = 0.3  # brightness of all surfaces in a scene without lights


@kernel
def cut_at_one(x: float) -> float:
    """Clamp x to 0 .. 1; 0 for NaN."""
    return 1.0 if x > 1.0 else (x if x > 0.0 else 0.0)


@kernel
def cut_at(x: float, most: float) -> float:
    """Clamp x to 0 .. ``most``; 0 for NaN."""
    return most if x > most else (x if x > 0.0 else 0.0)


@kernel
def put_color(c: Context, at: int, color: Vec3) -> None:
    c.lit[at] = cut_at_one(color[0])
    c.lit[at + 1] = cut_at_one(color[1])
    c.lit[at + 2] = cut_at_one(color[2])


@kernel
def put_texcoord(c: Context, s: Scene, n: int, i: int, at: int) -> None:
    """Write the texture coordinates of vertex ``i`` of draw item ``n``."""
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
    """Write the color of a line, which is not lit."""
    put_color(c, at, rgb)
    for k in range(c.nshadow):
        put_color(c, at + 3 + 3 * k, (0.0, 0.0, 0.0))


@kernel
def put_point(c: Context, at: int, p: Vec3, normal: Vec3) -> None:
    """Set position and normal of a point of a packet."""
    c.row[at + X] = p[0]
    c.row[at + Y] = p[1]
    c.row[at + Z] = p[2]
    c.row[at + NX] = normal[0]
    c.row[at + NY] = normal[1]
    c.row[at + NZ] = normal[2]


@kernel
def take_points(c: Context, s: Scene, thread: int, n: int, first: int, count: int) -> None:
    """Load vertices of draw item ``n`` into a packet, in the frame of the shape.

    The packet has ``count`` vertices from ``first`` on, and is padded with copies of the last one.
    """
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
    """Transform positions and normals of a packet of draw item ``n`` to the world frame."""
    at, t = thread * ROW + POINTS, c.part_num[n]
    # loaded before the loops, whose stores may alias the transform
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
    """Store the colors of ``count`` points of a packet in c.lit from ``at`` on."""
    of, width = thread * ROW + POINTS, TEXTURE_PART + 3 * c.nset
    for k in range(of, of + count):
        put_color(c, at, (c.row[R + k], c.row[G + k], c.row[B + k]))
        at += width


@kernel
def light_lot(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> None:
    """Light the packet of vertex ``v`` of draw item ``n``.

    Texture coordinates and colors go to c.lit.
    """
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
        color = mirror_color(c, s, view, c.part[n, GEOM])
        for k in range(count):
            put_plain(c, color, at + k * width)
        return
    take_points(c, s, thread, n, first, count)
    place_points(c, thread, n)
    if c.pixel_light != 0:  # lighting is per pixel
        put_normals(c, thread, at, count)
        return
    look_at_eye(c, thread, view)
    shade_without_shadows(c, s, thread, view, n)
    put_lot(c, thread, at, count)
    for j in range(c.nshadow):
        of_shadow(c, s, thread, view, n, j)
        put_lot(c, thread, at + 3 + 3 * j, count)


@kernel
def put_normals(c: Context, thread: int, at: int, count: int) -> None:
    """Store the normals of ``count`` points of a packet in place of their first color."""
    of = thread * ROW + POINTS
    for i in range(of, of + count):
        c.lit[at] = c.row[NX + i]
        c.lit[at + 1] = c.row[NY + i]
        c.lit[at + 2] = c.row[NZ + i]
        for k in range(3, 3 * c.nset):
            c.lit[at + k] = 0.0
        at += TEXTURE_PART + 3 * c.nset


@kernel
def mirror_color(c: Context, s: Scene, view: int, g: int) -> Vec3:
    """Return the color of geom ``g``, dimmed in the mirror; highlights are not dimmed."""
    dim = s.geom_reflectance[c.mirror] if view == 1 else 1.0
    return dim * s.geom_rgba[g, 0], dim * s.geom_rgba[g, 1], dim * s.geom_rgba[g, 2]


@kernel
def is_unshadowed(c: Context, n: int) -> bool:
    """Return whether draw item ``n`` receives no shadows.

    As in 3.5.0, transparent items and items in the mirror receive none. All lights are then summed before the clamp.
    """
    return c.part[n, LIST] == CLEAR_LIST or view_of(c, n) == 1


@kernel
def shade_without_shadows(c: Context, s: Scene, thread: int, view: int, n: int) -> None:
    """Shade a packet of draw item ``n``: emission, and lights that cast no shadows on it."""
    g, at = c.part[n, GEOM], thread * ROW + POINTS
    rgb = mirror_color(c, s, view, g)
    bright = s.geom_emission[g] + (0.0 if c.lighting != 0 else NO_LIGHT)
    begin_colors(c, at, (bright * rgb[0], bright * rgb[1], bright * rgb[2]))
    for k in range(c.nlit + c.nshadow if is_unshadowed(c, n) else c.nlit):
        add_light(c, s, view, g, c.light_row[k], at, rgb)


@kernel
def of_shadow(c: Context, s: Scene, thread: int, view: int, n: int, k: int) -> None:
    """Shade a packet of draw item ``n`` with the ``k``-th light that casts shadows."""
    g, at = c.part[n, GEOM], thread * ROW + POINTS
    begin_colors(c, at, (0.0, 0.0, 0.0))
    if not is_unshadowed(c, n):
        add_light(c, s, view, g, c.light_row[c.nlit + k], at, mirror_color(c, s, view, g))


@kernel
def whole_vertex(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """Return the offset in c.lit of an unclipped vertex of draw item ``n``, lit if necessary."""
    stamp = thread * c.nvert + v
    if c.stamp[stamp] != c.number:
        light_lot(c, s, thread, view, n, v)
    return stamp * (TEXTURE_PART + 3 * c.nset)


@kernel
def interpolate_vertex(c: Context, thread: int, v: int, one: int, other: int) -> int:
    """Interpolate a clipped vertex between two lit ones, in space; return its offset in c.lit."""
    width = TEXTURE_PART + 3 * c.nset
    at = (thread * c.nvert + v) * width
    share = c.cut_share[v - c.nvert_used]
    for k in range(width):
        c.lit[at + k] = c.lit[one + k] + share * (c.lit[other + k] - c.lit[one + k])
    return at


@kernel
def cut_vertex(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """Return the offset in c.lit of a vertex that may come from clipping an edge."""
    if v < c.nvert_used:
        return whole_vertex(c, s, thread, view, n, v)
    a = whole_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 0])
    b = whole_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 1])
    return interpolate_vertex(c, thread, v, a, b)


@kernel
def vertex_light(c: Context, s: Scene, thread: int, view: int, n: int, v: int) -> int:
    """Return the offset in c.lit of any vertex; corners of lines may refer to clipped ends."""
    if v < c.nvert_used:
        return whole_vertex(c, s, thread, view, n, v)
    a = cut_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 0])
    b = cut_vertex(c, s, thread, view, n, c.cut[v - c.nvert_used, 1])
    return interpolate_vertex(c, thread, v, a, b)


# Fog


@kernel
def left_in_fog(c: Context, distance: float) -> float:
    """Return the share of a color that remains in fog, at a distance along the view axis.

    The distance is scaled to the room (mjv_room2model), so fog does not depend on the model transform.
    """
    span, distance = c.fogEnd - c.fogStart, c.room_scale * distance
    if span == 0.0:
        return 1.0 if distance < c.fogEnd else 0.0
    return cut_at_one((c.fogEnd - distance) / span)


@kernel
def fog_share(c: Context, view: int, x: float, y: float, z: float) -> float:
    """Return the share of a color that remains in fog, at a point (x, y, z) of the image."""
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
    return left_in_fog(c, distance)


@kernel
def fog_pixel(c: Context, at: int, left: float, bright: float) -> None:
    """Blend fog of a brightness over one pixel of a row, whose color keeps the share ``left``."""
    for k in range(3):
        j = at + (RED if k == 0 else GREEN if k == 1 else BLUE)
        c.row[j] = left * c.row[j] + (1.0 - left) * bright * c.fogRGBA[k]
