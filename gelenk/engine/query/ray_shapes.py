"""Ray intersection with the shapes of meshes and height fields: distance and normal.

Documents: API / Ray casting (mj_rayMesh, mj_rayHfield)

A mesh is its triangles, both sides; its bounding volume hierarchy, if the model has one, selects the candidates. A
height field is a box for its base, four walls up to the heights of its border, and the triangles of its surface,
two in each cell that the ray passes over.
"""

import math

from gelenk.algebra.vec import Vec2, Vec3, add_scaled, cross, dot, load3, normalize, sub
from gelenk.tables.enums import mjMINVAL, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

BARYCENTRIC_SLACK = (
    1e-12  # tolerance of barycentric coordinates, so that no ray passes between adjacent triangles
)


@kernel
def meet_triangle(d: Data, a: Vec3, b: Vec3, c: Vec3, p: Vec3, v: Vec3) -> None:
    """Record the hit of one triangle, if it is the first so far.

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
    """Record the hit at ``x`` with a normal of any length, if it is the first so far."""
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

    Unless ``anywhere``, only the ray before the first hit so far counts.
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

    Marks visited nodes in bvh_active if that is observed.
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
    """Return sample (r, c) of a height field, in its frame (see collision/hfield.py)."""
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
        if a > b:  # by rounding, the ray runs along the border between two rows
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
    Writes  ray_hit (4): distance in lengths of the direction, or -1; normal, frame of the geom
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
