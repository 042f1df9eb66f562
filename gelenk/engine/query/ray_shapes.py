"""Ray intersection with the shapes of meshes, height fields and flexes.

Documents: API / Ray casting (mj_rayMesh, mj_rayHfield); API / Ray casting (mj_rayFlex)

Results are distance and normal of the first hit. Rays hit both sides of the triangles of a mesh; its bounding volume
hierarchy, if there is one, selects the candidates. A height field consists of a box for its base, four walls up to the
heights of its border, and the triangles of its surface, two per cell; only cells that the ray passes over are tested.

A flex consists of spheres around vertices, capsules around edges, and triangles of elements. Of hits at equal distance
the first counts: vertices are tested before edges, edges before triangles, each in the order of their ids.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec2,
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
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Ints, Model, View

BARYCENTRIC_SLACK = (
    1e-12  # tolerance of barycentric coordinates, so that no ray passes between adjacent triangles
)


@kernel
def meet_triangle(d: Data, a: Vec3, b: Vec3, c: Vec3, p: Vec3, v: Vec3) -> None:
    """Record the hit of one triangle, if it is the nearest so far.

    Corners are counterclockwise from outside.
    Source  Moeller and Trumbore 1997
    """
    e1, e2 = sub(b, a), sub(c, a)
    h = cross(v, e2)
    det = dot(e1, h)
    if det * det <= mjMINVAL * mjMINVAL * dot(e1, e1) * dot(h, h):
        return
    s = sub(p, a)
    u = dot(s, h) / det
    q = cross(s, e1)
    w = dot(v, q) / det
    if u < -BARYCENTRIC_SLACK or w < -BARYCENTRIC_SLACK or u + w > 1.0 + BARYCENTRIC_SLACK:
        return
    record_hit(d, dot(e2, q) / det, cross(e1, e2))


@kernel
def record_hit(d: Data, x: float, normal: Vec3) -> None:
    """Record the hit at ``x`` with a normal of any length, if it is the nearest so far."""
    if x >= 0.0 and (d.ray_hit[0] < 0.0 or x < d.ray_hit[0]):
        n = normalize(normal)
        d.ray_hit[0] = x
        for i in range(3):
            d.ray_hit[i + 1] = n[i]


@kernel
def slab(low: float, high: float, p: float, v: float, first: float, last: float) -> Vec2:
    """Return the part of [first, last] with p + x v in [low, high]; empty if first > last."""
    if abs(v) < mjMINVAL:
        return (first, last) if low <= p <= high else (1.0, 0.0)
    a, b = (low - p) / v, (high - p) / v
    return max(first, min(a, b)), min(last, max(a, b))


@kernel
def box_span(low: Vec3, high: Vec3, p: Vec3, v: Vec3, last: float) -> Vec2:
    """Return the part of [0, last] in which the ray is in the box."""
    first, last = slab(low[0], high[0], p[0], v[0], 0.0, last)
    first, last = slab(low[1], high[1], p[1], v[1], first, last)
    return slab(low[2], high[2], p[2], v[2], first, last)


@kernel
def meet_face(m: Model, d: Data, mesh: int, face: int, p: Vec3, v: Vec3) -> None:
    """Intersect triangle ``face`` of a mesh."""
    f, first = m.mesh_faceadr[mesh] + face, m.mesh_vertadr[mesh]
    a = load3(m.mesh_vert, first + m.mesh_face[f, 0])
    b = load3(m.mesh_vert, first + m.mesh_face[f, 1])
    meet_triangle(d, a, b, load3(m.mesh_vert, first + m.mesh_face[f, 2]), p, v)


@kernel
def node_met(m: Model, d: Data, node: int, p: Vec3, v: Vec3, anywhere: bool) -> bool:
    """Return whether the ray intersects the box of a node.

    Unless ``anywhere``, only the part of the ray before the nearest hit so far counts.
    """
    c, h = load3(m.bvh_aabb, node), (m.bvh_aabb[node, 3], m.bvh_aabb[node, 4], m.bvh_aabb[node, 5])
    last = d.ray_hit[0] if d.ray_hit[0] >= 0.0 and not anywhere else math.inf
    grow = 1e-9 * (h[0] + h[1] + h[2]) + mjMINVAL
    low = (c[0] - h[0] - grow, c[1] - h[1] - grow, c[2] - h[2] - grow)
    high = (c[0] + h[0] + grow, c[1] + h[1] + grow, c[2] + h[2] + grow)
    first, last = box_span(low, high, p, v, last)
    return first <= last


@kernel
def ray_mesh(m: Model, d: Data, mesh: int, p: Vec3, v: Vec3) -> None:
    """Find the first triangle of a mesh along the ray, and write it to ray_hit.

    Marks visited nodes in bvh_active if this field has been read (d.bvh_observed).
    """
    root, waiting = m.mesh_bvhadr[mesh], 1
    if root < 0 or m.mesh_bvhnum[mesh] == 0:
        for face in range(m.mesh_facenum[mesh]):
            meet_face(m, d, mesh, face, p, v)
        return
    looked_at = d.bvh_observed != 0
    d.ray_stack[0] = 0
    while waiting > 0:
        waiting -= 1
        node = d.ray_stack[waiting]
        best = d.ray_hit[0]
        if not node_met(m, d, root + node, p, v, looked_at):
            continue
        if m.bvh_nodeid[root + node] >= 0:
            meet_face(m, d, mesh, m.bvh_nodeid[root + node], p, v)
            if looked_at and d.ray_hit[0] != best:
                d.bvh_active[root + node] = 1
        elif looked_at:
            d.bvh_active[root + node] = 1
        for k in range(2):
            child = m.bvh_child[root + node, k]
            if child >= 0:
                d.ray_stack[waiting] = child
                waiting += 1


@kernel
def field_point(m: Model, hfield: int, r: int, c: int) -> Vec3:
    """Return sample (r, c) of a height field, in its frame (see collision/pairs/hfield.py)."""
    nrow, ncol = m.hfield_nrow[hfield], m.hfield_ncol[hfield]
    x = m.hfield_size[hfield, 0] * (2.0 * c / (ncol - 1) - 1.0)
    y = m.hfield_size[hfield, 1] * (2.0 * r / (nrow - 1) - 1.0)
    return x, y, m.hfield_size[hfield, 2] * m.hfield_data[m.hfield_adr[hfield] + r * ncol + c]


@kernel
def meet_wall(m: Model, d: Data, hfield: int, axis: int, side: float, p: Vec3, v: Vec3) -> None:
    """Intersect the wall at one end of ``axis`` (0: x, 1: y).

    The wall reaches from z = 0 up to the heights of the border.
    """
    if abs(v[axis]) < mjMINVAL or m.hfield_nrow[hfield] < 2 or m.hfield_ncol[hfield] < 2:
        return
    along = 1 - axis
    half, width = m.hfield_size[hfield, axis], m.hfield_size[hfield, along]
    x = (side * half - p[axis]) / v[axis]
    hit = add_scaled(p, v, x)
    n = m.hfield_ncol[hfield] if along == 0 else m.hfield_nrow[hfield]
    t = 0.5 * (n - 1) * (hit[along] / width + 1.0)
    if not (0.0 <= t <= n - 1 and hit[2] >= 0.0):
        return
    i = min(math.floor(t), n - 2)
    end = (m.hfield_ncol[hfield] if axis == 0 else m.hfield_nrow[hfield]) - 1 if side > 0.0 else 0
    a = field_point(m, hfield, end, i) if along == 0 else field_point(m, hfield, i, end)
    b = field_point(m, hfield, end, i + 1) if along == 0 else field_point(m, hfield, i + 1, end)
    if hit[2] <= a[2] + (t - i) * (b[2] - a[2]):
        record_hit(d, x, (side if axis == 0 else 0.0, side if axis == 1 else 0.0, 0.0))


@kernel
def meet_base(m: Model, d: Data, hfield: int, p: Vec3, v: Vec3) -> None:
    """Intersect the six faces of the base, from z = -base to z = 0."""
    base = 0.5 * m.hfield_size[hfield, 3]
    size = (m.hfield_size[hfield, 0], m.hfield_size[hfield, 1], base)
    q = (p[0], p[1], p[2] + base)
    for axis in range(3):
        for k in range(2):
            side = 1.0 if k == 0 else -1.0
            if abs(v[axis]) < mjMINVAL:
                continue
            x = (side * size[axis] - q[axis]) / v[axis]
            hit = add_scaled(q, v, x)
            i, j = (axis + 1) % 3, (axis + 2) % 3
            if abs(hit[i]) <= size[i] and abs(hit[j]) <= size[j]:
                normal = (side if axis == 0 else 0.0, side if axis == 1 else 0.0, side if axis == 2 else 0.0)
                record_hit(d, x, normal)


@kernel
def meet_surface(m: Model, d: Data, hfield: int, p: Vec3, v: Vec3) -> None:
    """Intersect the triangles of the cells that the ray passes over, row by row."""
    nrow, ncol = m.hfield_nrow[hfield], m.hfield_ncol[hfield]
    sx, sy, sz = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1], m.hfield_size[hfield, 2]
    first, last = box_span((-sx, -sy, -mjMINVAL), (sx, sy, sz), p, v, math.inf)
    if first > last:
        return
    perx, pery = 0.5 * (ncol - 1) / sx, 0.5 * (nrow - 1) / sy
    y0, y1 = (p[1] + first * v[1] + sy) * pery, (p[1] + last * v[1] + sy) * pery
    for r in range(max(0, math.floor(min(y0, y1) - 1e-9)), min(nrow - 2, math.floor(max(y0, y1) + 1e-9)) + 1):
        a, b = slab(r / pery - sy, (r + 1) / pery - sy, p[1], v[1], first, last)
        if a > b:  # rounding, for a ray along the border between two rows
            a, b = first, last
        x0, x1 = (p[0] + a * v[0] + sx) * perx, (p[0] + b * v[0] + sx) * perx
        low, high = math.floor(min(x0, x1) - 1e-9), math.floor(max(x0, x1) + 1e-9)
        for c in range(max(0, low), min(ncol - 2, high) + 1):
            near, far = field_point(m, hfield, r, c), field_point(m, hfield, r + 1, c + 1)
            meet_triangle(d, near, field_point(m, hfield, r, c + 1), far, p, v)
            meet_triangle(d, near, far, field_point(m, hfield, r + 1, c), p, v)


@kernel
def ray_shape(m: Model, d: Data, geom: int, kind: int) -> None:
    """Intersect the ray of ray_local with the mesh or height field of a geom.

    Reads   ray_local (2, 3): start and direction in the frame of the geom
    Writes  ray_hit (4): distance in units of |direction|, or -1; normal, frame of the geom
    """
    p, v = load3(d.ray_local, 0), load3(d.ray_local, 1)
    d.ray_hit[0] = -1.0
    for i in range(1, 4):
        d.ray_hit[i] = 0.0
    data = m.geom_dataid[geom]
    if kind != mjtGeom.mjGEOM_HFIELD:
        ray_mesh(m, d, data, p, v)
        return
    meet_base(m, d, data, p, v)
    for k in range(2):
        meet_wall(m, d, data, k, 1.0, p, v)
        meet_wall(m, d, data, k, -1.0, p, v)
    meet_surface(m, d, data, p, v)


# Flexes

VERTICES, EDGES, FACES, SKIN = 1, 2, 4, 8  # primitives to intersect
EDGE_SLACK = 1.0 + 1e-9  # factor on the squared distance beyond which an edge is rejected without a test


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
    """Return distance and normal where the ray hits the capsule around an edge.

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

    shown   bits of the primitives to intersect; SKIN is the edges and the faces of layer 0, if the flex has faces
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
