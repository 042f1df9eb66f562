"""Ray intersection with a flex: spheres, capsules and triangles of its elements.

Documents: API / Ray casting (mj_rayFlex)

Of hits at the same distance the first counts: vertices before edges before triangles, in their order.
"""

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    load3,
    norm,
    normalize,
    scale,
    set3,
    sub,
)
from gelenk.engine.query.ray import NOTHING, nearer, ray_geom, ray_sphere
from gelenk.tables.enums import mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

VERTICES, EDGES, FACES, SKIN = 1, 2, 4, 8  # primitives to intersect
EDGE_SLACK = 1.0 + 1e-9  # factor on the squared distance at which edges are rejected


@kernel
def frame_along(axis: Vec3) -> Mat3:
    """Return a rotation matrix with third column along ``axis``."""
    z = normalize(axis)
    a, b, c = abs(z[0]), abs(z[1]), abs(z[2])
    side = (1.0, 0.0, 0.0) if a <= b and a <= c else (0.0, 1.0, 0.0) if b <= c else (0.0, 0.0, 1.0)
    x = normalize(cross(side, z))
    y = cross(z, x)
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


@kernel
def ray_edge(a: Vec3, b: Vec3, radius: float, pnt: Vec3, vec: Vec3) -> tuple[float, Vec3]:
    """Return distance and normal of the ray's hit of the capsule around an edge.

    (-1, zero) without a hit or for an edge of zero length.
    """
    middle, axis = scale(add(a, b), 0.5), sub(b, a)
    half = 0.5 * norm(axis)
    across = cross(sub(middle, pnt), vec)
    reach = half + radius
    if half <= 0.0 or dot(across, across) > reach * reach * dot(vec, vec) * EDGE_SLACK:
        return NOTHING
    return ray_geom(middle, frame_along(axis), (radius, half, 0.0), pnt, vec, int(mjtGeom.mjGEOM_CAPSULE))


@kernel
def ray_triangle(a: Vec3, b: Vec3, c: Vec3, pnt: Vec3, vec: Vec3) -> float:
    """Return the distance along the ray to either side of a triangle, -1 without a hit.

    Source  Moeller and Trumbore 1997
    """
    e1, e2, s = sub(b, a), sub(c, a), sub(pnt, a)
    h, q = cross(vec, e2), cross(s, e1)
    det = dot(e1, h)
    if det == 0.0:
        return -1.0
    u, v, t = dot(s, h) / det, dot(q, vec) / det, dot(e2, q) / det
    return t if u >= 0.0 and v >= 0.0 and u + v <= 1.0 and t >= 0.0 else -1.0


@kernel
def corner(m: Model, d: Data, flex: int, place: int) -> Vec3:
    """Return the position of the vertex at index ``place`` of flex_elem."""
    return load3(d.flexvert_xpos, m.flex_vertadr[flex] + m.flex_elem[place])


@kernel
def corners(k: int) -> tuple[int, int, int]:
    """Return the corners of the ``k``-th triangle of an element.

    A two-dimensional element has only the first triangle.
    """
    return (0, 1, 2) if k == 0 else (0, 1, 3) if k == 1 else (0, 2, 3) if k == 2 else (1, 2, 3)


@kernel
def nearest(m: Model, d: Data, flex: int, a: int, b: int, point: Vec3) -> int:
    """Return which of two flex vertices is nearer to a point, the first in a tie."""
    first = m.flex_vertadr[flex]
    to_a, to_b = sub(load3(d.flexvert_xpos, first + a), point), sub(load3(d.flexvert_xpos, first + b), point)
    return a if norm(to_a) <= norm(to_b) else b


@kernel
def meet_vertices(m: Model, d: Data, flex: int, pnt: Vec3, vec: Vec3, vertid: Ints, out: View) -> None:
    """Intersect the spheres around the vertices."""
    for i in range(m.flex_vertnum[flex]):
        x = load3(d.flexvert_xpos, m.flex_vertadr[flex] + i)
        t, normal = ray_sphere(m.flex_radius[flex], sub(pnt, x), vec)
        if nearer(t, out[0]):
            out[0] = t
            set3(out, 1, normal)
            vertid[0] = i


@kernel
def meet_edges(m: Model, d: Data, flex: int, pnt: Vec3, vec: Vec3, vertid: Ints, out: View) -> None:
    """Intersect the capsules around the edges."""
    first = m.flex_vertadr[flex]
    for e in range(m.flex_edgeadr[flex], m.flex_edgeadr[flex] + m.flex_edgenum[flex]):
        a, b = m.flex_edge[e, 0], m.flex_edge[e, 1]
        ends = load3(d.flexvert_xpos, first + a), load3(d.flexvert_xpos, first + b)
        t, normal = ray_edge(ends[0], ends[1], m.flex_radius[flex], pnt, vec)
        if nearer(t, out[0]):
            out[0] = t
            set3(out, 1, normal)
            vertid[0] = nearest(m, d, flex, a, b, add_scaled(pnt, vec, t))


@kernel
def meet_faces(
    m: Model, d: Data, flex: int, layer: int, pnt: Vec3, vec: Vec3, vertid: Ints, out: View
) -> None:
    """Intersect the triangles of the elements; for a solid flex, those of one layer."""
    dim, start = m.flex_dim[flex], m.flex_elemdataadr[flex]
    for e in range(m.flex_elemnum[flex] if dim > 1 else 0):
        if dim == 3 and m.flex_elemlayer[m.flex_elemadr[flex] + e] != layer:
            continue
        at = start + e * (dim + 1)
        for k in range(4 if dim == 3 else 1):
            i, j, n = corners(k)
            a, b, c = (corner(m, d, flex, at + i), corner(m, d, flex, at + j), corner(m, d, flex, at + n))
            t = ray_triangle(a, b, c, pnt, vec)
            if nearer(t, out[0]):
                out[0] = t
                set3(out, 1, normalize(cross(sub(b, a), sub(c, a))))
                point = add_scaled(pnt, vec, t)
                best = nearest(m, d, flex, m.flex_elem[at + i], m.flex_elem[at + j], point)
                vertid[0] = nearest(m, d, flex, best, m.flex_elem[at + n], point)


@kernel
def ray_flex(
    m: Model,
    d: Data,
    flex: int,
    layer: int,
    shown: int,
    start: View,
    direction: View,
    vertid: Ints,
    out: View,
) -> None:
    """Intersect the ray start + x direction with one flex (mj_rayFlex).

    shown   primitives to intersect; a skin is the edges and the faces of layer 0, if there are faces
    Reads   flexvert_xpos
    Writes  out (4): x, or -1, and the normal there;  vertid (1): the vertex nearest to the hit, if there is a hit
    """
    pnt, vec = get3(start, 0), get3(direction, 0)
    out[0] = -1.0
    set3(out, 1, (0.0, 0.0, 0.0))
    skin = shown & SKIN != 0 and m.flex_dim[flex] > 1
    if shown & VERTICES != 0:
        meet_vertices(m, d, flex, pnt, vec, vertid, out)
    if shown & EDGES != 0 or skin:
        meet_edges(m, d, flex, pnt, vec, vertid, out)
    if shown & FACES != 0 or skin:
        meet_faces(m, d, flex, 0 if skin else layer, pnt, vec, vertid, out)
