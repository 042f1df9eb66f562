"""Mesh volume of a site: the hull of the site's mesh, for points, rays and distances.

Documents: XML reference / site (mesh) (of 4.0.0); XML reference / sensor / insidesite, touch

The volume is the convex hull: the triangles of the hull graph (collision/convex/hull_climb.py) or, without a graph,
those of the mesh. Functions take points in the frame of the mesh, which `site_shape_pose` gives.
"""

import math

from gelenk.algebra.vec import Vec3, cross, dot, load3, nearest_on_triangle, norm, scale, sub
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Model

THIN = 1e-12  # area of a triangle over the square of its longest side, below which it has no normal


@kernel
def triangle_count(m: Model, mesh: int) -> int:
    """Return the number of triangles of the hull of a mesh."""
    graph = m.mesh_graphadr[mesh]
    return int(m.mesh_graph[graph + 1]) if graph >= 0 else int(m.mesh_facenum[mesh])


@kernel
def triangle(m: Model, mesh: int, f: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return the corners of triangle ``f`` of the hull, counterclockwise from outside."""
    first, graph = m.mesh_vertadr[mesh], m.mesh_graphadr[mesh]
    if graph >= 0:
        at = graph + 2 + 3 * m.mesh_graph[graph] + 3 * m.mesh_graph[graph + 1] + 3 * f
        i, j, k = m.mesh_graph[at], m.mesh_graph[at + 1], m.mesh_graph[at + 2]
    else:
        face = m.mesh_faceadr[mesh] + f
        i, j, k = m.mesh_face[face, 0], m.mesh_face[face, 1], m.mesh_face[face, 2]
    return load3(m.mesh_vert, first + i), load3(m.mesh_vert, first + j), load3(m.mesh_vert, first + k)


@kernel
def plane_of(a: Vec3, b: Vec3, c: Vec3) -> tuple[Vec3, bool]:
    """Return the unit normal of a triangle, and whether the triangle has one."""
    u, v = sub(b, a), sub(c, a)
    n = cross(u, v)
    length = norm(n)
    if not length > THIN * max(dot(u, u), dot(v, v)):
        return (0.0, 0.0, 0.0), False
    return scale(n, 1.0 / length), True


@kernel
def depth_below(m: Model, mesh: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the largest signed distance of p from a plane of the hull, and its normal.

    Positive outside; inside the negative distance from the surface.
    """
    best, normal = -math.inf, (0.0, 0.0, 1.0)
    for f in range(triangle_count(m, mesh)):
        a, b, c = triangle(m, mesh, f)
        n, has_normal = plane_of(a, b, c)
        height = dot(n, sub(p, a))
        if has_normal and not height <= best:  # NaN counts as outside
            best, normal = height, n
    return best, normal


@kernel
def is_in_hull(m: Model, mesh: int, p: Vec3) -> bool:
    """Return whether p is strictly inside the hull of a mesh."""
    return triangle_count(m, mesh) > 0 and depth_below(m, mesh, p)[0] < 0.0


@kernel
def distance_from_hull(m: Model, mesh: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the signed distance of p from the hull of a mesh, and its gradient."""
    depth, normal = depth_below(m, mesh, p)
    if not depth > 0.0:
        return depth, normal
    least, away = math.inf, (0.0, 0.0, 0.0)
    for f in range(triangle_count(m, mesh)):
        a, b, c = triangle(m, mesh, f)
        offset = sub(p, nearest_on_triangle(p, a, b, c)[0])
        if dot(offset, offset) < least:
            least, away = dot(offset, offset), offset
    distance = math.sqrt(least)
    return distance, scale(away, 1.0 / distance) if distance > 0.0 else normal


@kernel
def ray_meets_hull(m: Model, mesh: int, p: Vec3, v: Vec3) -> bool:
    """Return whether the ray p + x v, x >= 0, meets the hull, by clipping it with all planes."""
    first, last = 0.0, math.inf
    for f in range(triangle_count(m, mesh)):
        a, b, c = triangle(m, mesh, f)
        n, has_normal = plane_of(a, b, c)
        height, speed = dot(n, sub(p, a)), dot(n, v)
        if not has_normal:
            continue
        if speed > 0.0:
            last = min(last, -height / speed)
        elif speed < 0.0:
            first = max(first, -height / speed)
        elif not height <= 0.0:
            return False
    return triangle_count(m, mesh) > 0 and first <= last


@kernel
def vertex_count(m: Model, mesh: int) -> int:
    """Return the number of vertices of the hull of a mesh."""
    graph = m.mesh_graphadr[mesh]
    return int(m.mesh_graph[graph]) if graph >= 0 else int(m.mesh_vertnum[mesh])


@kernel
def vertex(m: Model, mesh: int, i: int) -> Vec3:
    """Return vertex ``i`` of the hull of a mesh."""
    graph = m.mesh_graphadr[mesh]
    if graph >= 0:
        i = int(m.mesh_graph[graph + 2 + m.mesh_graph[graph] + i])
    return load3(m.mesh_vert, m.mesh_vertadr[mesh] + i)


__all__ = [
    "distance_from_hull",
    "is_in_hull",
    "ray_meets_hull",
    "vertex",
    "vertex_count",
]
