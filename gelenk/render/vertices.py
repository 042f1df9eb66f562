"""Vertices of draw items: positions in the world frame and in each view.

Documents: API / mjr_render
"""

from gelenk.algebra.vec import Vec3, get3
from gelenk.render.draw_item import (
    BEFORE,
    CASTER_LIST,
    FIRST,
    FLAGS,
    FROM_FLEX,
    FROM_LINE,
    FROM_SHAPE,
    FROM_SKIN,
    GEOM,
    LIST,
    SHAPE,
    SOURCE,
    TO_WORLD,
    view_of,
)
from gelenk.render.view_setup import CLIP
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Context, Scene


@kernel
def corner(s: Scene, g: int, i: int) -> Vec3:
    """Return end ``i`` of a line, or corner ``i`` of a box, in the frame of the geom."""
    if s.geom_type[g] == mjtGeom.mjGEOM_LINE:
        return 0.0, 0.0, s.geom_size[g, 2] * i
    x = s.geom_size[g, 0] if i & 1 else -s.geom_size[g, 0]
    y = s.geom_size[g, 1] if i & 2 else -s.geom_size[g, 1]
    return x, y, s.geom_size[g, 2] if i & 4 else -s.geom_size[g, 2]


@kernel
def local_position(c: Context, s: Scene, n: int, i: int) -> Vec3:
    """Return the position of vertex ``i`` of draw item ``n``, in the frame of its shape."""
    source, shape = c.part[n, SOURCE], c.part[n, SHAPE]
    if source == FROM_SKIN:
        return get3(s.skinvert, 3 * (s.skinvertadr[shape - c.base_skin] + i))
    if source == FROM_FLEX:
        return get3(s.flexface, 9 * s.flexfaceadr[shape] + 3 * i)
    if source == FROM_LINE:
        return corner(s, c.part[n, GEOM], i)
    v = c.shape_vertadr[shape] + i
    return c.shape_pos[v, 0], c.shape_pos[v, 1], c.shape_pos[v, 2]


@kernel
def local_normal(c: Context, s: Scene, n: int, i: int) -> Vec3:
    """Return the normal of vertex ``i`` of draw item ``n``, in the frame of its shape."""
    source, shape = c.part[n, SOURCE], c.part[n, SHAPE]
    if source == FROM_SKIN:
        return get3(s.skinnormal, 3 * (s.skinvertadr[shape - c.base_skin] + i))
    if source == FROM_FLEX:
        return get3(s.flexnormal, 9 * s.flexfaceadr[shape] + 3 * i)
    if source == FROM_LINE:
        return 0.0, 0.0, 1.0
    v = c.shape_vertadr[shape] + i
    return c.shape_normal[v, 0], c.shape_normal[v, 1], c.shape_normal[v, 2]


@kernel
def own_uv(c: Context, s: Scene, n: int, i: int) -> tuple[float, float]:
    """Return the explicit texture coordinates of vertex ``i`` of draw item ``n``."""
    shape = c.part[n, SHAPE]
    if c.part[n, SOURCE] == FROM_FLEX:
        at = 6 * s.flexfaceadr[shape] + 2 * i
        return s.flextexcoord[at], s.flextexcoord[at + 1]
    v = c.shape_vertadr[shape] + i
    return c.shape_uv[v, 0], c.shape_uv[v, 1]


@kernel
def to_world(c: Context, n: int, v: Vec3) -> Vec3:
    """Transform a point of draw item ``n`` to the world frame."""
    t = c.part_num[n]
    return (
        t[TO_WORLD] * v[0] + t[TO_WORLD + 1] * v[1] + t[TO_WORLD + 2] * v[2] + t[TO_WORLD + 3],
        t[TO_WORLD + 4] * v[0] + t[TO_WORLD + 5] * v[1] + t[TO_WORLD + 6] * v[2] + t[TO_WORLD + 7],
        t[TO_WORLD + 8] * v[0] + t[TO_WORLD + 9] * v[1] + t[TO_WORLD + 10] * v[2] + t[TO_WORLD + 11],
    )


@kernel
def vertices_of(c: Context, n: int) -> int:
    """Return the number of vertices of draw item ``n``, which is no shadow caster."""
    return (c.part[n + 1, FIRST] if n + 1 < c.first_caster else c.nvert_used) - c.part[n, FIRST]


@kernel
def combine_row(c: Context, view: int, at: int, n: int) -> tuple[float, float, float, float]:
    """Return a row of a view times the transform of draw item ``n``."""
    a, b, d, e = c.seen[view, at], c.seen[view, at + 1], c.seen[view, at + 2], c.seen[view, at + 3]
    t = c.part_num[n]
    return (
        a * t[0] + b * t[4] + d * t[8],
        a * t[1] + b * t[5] + d * t[9],
        a * t[2] + b * t[6] + d * t[10],
        a * t[3] + b * t[7] + d * t[11] + e,
    )


@kernel
def put_vertex(c: Context, v: int, x: float, y: float, z: float, w: float) -> float:
    """Store vertex ``v`` from clip coordinates; return 1 / w, or 0 before the near plane."""
    front = w > 0.0 and z <= w
    q = 1.0 / w if front else 0.0
    c.vert[v, 0] = x * q
    c.vert[v, 1] = y * q
    c.vert[v, 2] = z * q
    c.vert[v, 3] = q
    return q


@kernel
def see_part(c: Context, s: Scene, n: int, view: int) -> None:
    """Transform the vertices of draw item ``n`` to a view."""
    x, y = combine_row(c, view, CLIP, n), combine_row(c, view, CLIP + 4, n)
    z, w = combine_row(c, view, CLIP + 8, n), combine_row(c, view, CLIP + 12, n)
    first, count, behind = c.part[n, FIRST], vertices_of(c, n), 0
    if c.part[n, SOURCE] == FROM_SHAPE:
        adr = c.shape_vertadr[c.part[n, SHAPE]]
        for i in range(count):
            a, b, d = c.shape_pos[adr + i, 0], c.shape_pos[adr + i, 1], c.shape_pos[adr + i, 2]
            q = put_vertex(
                c,
                first + i,
                x[0] * a + x[1] * b + x[2] * d + x[3],
                y[0] * a + y[1] * b + y[2] * d + y[3],
                z[0] * a + z[1] * b + z[2] * d + z[3],
                w[0] * a + w[1] * b + w[2] * d + w[3],
            )
            behind += 0 if q > 0.0 else 1
        if behind > 0:
            c.part[n, FLAGS] |= BEFORE
        return
    c.part[n, FLAGS] |= BEFORE  # conservative
    for i in range(count):
        a, b, d = local_position(c, s, n, i)
        put_vertex(
            c,
            first + i,
            x[0] * a + x[1] * b + x[2] * d + x[3],
            y[0] * a + y[1] * b + y[2] * d + y[3],
            z[0] * a + z[1] * b + z[2] * d + z[3],
            w[0] * a + w[1] * b + w[2] * d + w[3],
        )


@kernel
def render_vertices(c: Context, s: Scene, thread: int, nthread: int) -> None:
    """Transform the vertices of all draw items, except shadow casters."""
    for n in range(thread, c.first_caster, nthread):
        if c.part[n, LIST] != CASTER_LIST:
            see_part(c, s, n, view_of(c, n))
