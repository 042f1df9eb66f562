"""Enclosure of an object by the volume of a site, and the volume of a site's mesh.

Documents: XML reference / sensor / insidesite (of 4.0.0); XML reference / site (mesh) (of 4.0.0); XML reference /
sensor / insidesite, touch

Enclosure: how far an object protrudes from the volume of a site (insidesite, enclosed).

The reading is the directed Hausdorff distance of convex A, the object, from convex B, the site: the largest signed
distance of a point of A, positive outside B. With the support functions h it is

    max over x in A of sd_B(x) = max over unit n of h_A(n) - h_B(n)

Spheres and capsules: sd_B at the center or the ends of the segment, plus the radius. Boxes and meshes: the largest sd_B
of the corners, since sd_B is convex. Cylinders and ellipsoids: ascent from several directions n; x is the support point
of A along n, and the next n is the gradient of sd_B at x, so that no step lowers sd_B.

Signed distances are exact. That of a mesh is the least over the triangles of its hull; that of an ellipsoid is found by
bisection on the Lagrange multiplier of its nearest point.

The volume of a site with a mesh is the convex hull of the mesh: the triangles of the hull graph
(collision/convex/support.py) or, without a graph, those of the mesh. Functions of the hull take points in the frame of
the mesh, which `site_shape_pose` returns.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    clamp,
    cross,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    nearest_on_triangle,
    norm,
    normalize,
    scale,
    sub,
)
from gelenk.engine.position.object_frames import site_shape_pose
from gelenk.tables.enums import mjMINVAL, mjtGeom, mjtObj
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

THIN_TRIANGLE = 1e-12  # area of a triangle over the square of its longest side, below which it has no normal


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
    if not length > THIN_TRIANGLE * max(dot(u, u), dot(v, v)):
        return (0.0, 0.0, 0.0), False
    return scale(n, 1.0 / length), True


@kernel
def depth_below(m: Model, mesh: int, p: Vec3) -> tuple[float, Vec3]:
    """Return the largest signed distance of p from a face plane of the hull, and the normal.

    The value is positive outside the hull; inside, it is minus the distance from the surface.
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


# Enclosure by a site

Distance = tuple[float, Vec3]  # signed distance [m], its gradient
STARTS = 26  # directions from which the ascent starts: to faces, edges and corners of a cube
MAX_STEPS = 100  # limit of the steps of one ascent
MIN_GAIN = 1e-12  # [m] least gain of a step
HALVINGS = 60  # number of bisections of the interval of the Lagrange multiplier


@kernel
def outward(v: Vec3, otherwise: Vec3) -> Vec3:
    """Return ``v`` normalized, or ``otherwise`` if ``v`` is zero up to mjMINVAL."""
    length = norm(v)
    return scale(v, 1.0 / length) if length > mjMINVAL else otherwise


@kernel
def to_box(p: Vec3, size: Vec3) -> Distance:
    """Return the signed distance from a box, in its frame."""
    x, y, z = abs(p[0]) - size[0], abs(p[1]) - size[1], abs(p[2]) - size[2]
    sx, sy, sz = math.copysign(1.0, p[0]), math.copysign(1.0, p[1]), math.copysign(1.0, p[2])
    if x <= 0.0 and y <= 0.0 and z <= 0.0:
        if x >= y and x >= z:
            return x, (sx, 0.0, 0.0)
        return (y, (0.0, sy, 0.0)) if y >= z else (z, (0.0, 0.0, sz))
    out = (max(x, 0.0), max(y, 0.0), max(z, 0.0))
    n = normalize(out)
    return norm(out), (sx * n[0], sy * n[1], sz * n[2])


@kernel
def to_cylinder(p: Vec3, radius: float, half: float) -> Distance:
    """Return the signed distance from a cylinder, in its frame."""
    rho = math.sqrt(p[0] * p[0] + p[1] * p[1])
    across = outward((p[0], p[1], 0.0), (1.0, 0.0, 0.0))
    along = (0.0, 0.0, math.copysign(1.0, p[2]))
    u, v = rho - radius, abs(p[2]) - half
    if u <= 0.0 and v <= 0.0:
        return (u, across) if u >= v else (v, along)
    u, v = max(u, 0.0), max(v, 0.0)
    length = math.sqrt(u * u + v * v)
    return length, add(scale(across, u / length), scale(along, v / length))


@kernel
def to_ellipsoid(p: Vec3, size: Vec3) -> Distance:
    """Return the signed distance from an ellipsoid, in its frame.

    The nearest point is x_k = s_k^2 p_k / (s_k^2 + t) with sum (x_k / s_k)^2 = 1 and t > -min s^2, where the sum
    decreases with t. If the sum is below 1 for all such t, p is near the center, in the plane normal to the least
    semi-axis.
    """
    least = 0 if size[0] <= size[1] and size[0] <= size[2] else (1 if size[1] <= size[2] else 2)
    low = -size[least] * size[least]
    high = norm((size[0] * p[0], size[1] * p[1], size[2] * p[2])) + low + size[least] * size[least]
    for _ in range(HALVINGS):
        t = 0.5 * (low + high)
        q = (
            size[0] * p[0] / (size[0] * size[0] + t),
            size[1] * p[1] / (size[1] * size[1] + t),
            size[2] * p[2] / (size[2] * size[2] + t),
        )
        if dot(q, q) > 1.0:
            low = t
        else:
            high = t
    a, b, c = size[0] * size[0] + high, size[1] * size[1] + high, size[2] * size[2] + high
    x = (
        size[0] * size[0] * p[0] / a if a > 0.0 else 0.0,
        size[1] * size[1] * p[1] / b if b > 0.0 else 0.0,
        size[2] * size[2] * p[2] / c if c > 0.0 else 0.0,
    )
    q = (x[0] / size[0], x[1] / size[1], x[2] / size[2])
    short = size[least] * math.sqrt(max(0.0, 1.0 - dot(q, q)))
    lift = math.copysign(short, p[least])
    if abs(x[least]) < abs(lift) and short > 1e-7 * size[least]:
        x = (
            lift if least == 0 else x[0],
            lift if least == 1 else x[1],
            lift if least == 2 else x[2],
        )
    n = normalize((x[0] / (size[0] * size[0]), x[1] / (size[1] * size[1]), x[2] / (size[2] * size[2])))
    return dot(n, sub(p, x)), n


@kernel
def to_shape(p: Vec3, size: Vec3, kind: int) -> Distance:
    """Return the signed distance of a point from the shape of a site, in its frame."""
    if kind == mjtGeom.mjGEOM_SPHERE:
        return norm(p) - size[0], outward(p, (1.0, 0.0, 0.0))
    if kind == mjtGeom.mjGEOM_CAPSULE:
        off = (p[0], p[1], p[2] - clamp(p[2], -size[1], size[1]))
        return norm(off) - size[0], outward(off, (1.0, 0.0, 0.0))
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return to_ellipsoid(p, size)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return to_cylinder(p, size[0], size[1])
    return to_box(p, size)


@kernel
def to_site(m: Model, d: Data, site: int, x: Vec3) -> Distance:
    """Return the signed distance of a point from a site, and its gradient, world frame."""
    pos, r = site_shape_pose(m, d, site)
    p = mat_t_vec(r, sub(x, pos))
    if m.site_type[site] == mjtGeom.mjGEOM_MESH:
        value, n = distance_from_hull(m, m.site_dataid[site], p)
    else:
        value, n = to_shape(p, load3(m.site_size, site), m.site_type[site])
    return value, mat_vec(r, n)


@kernel
def farthest(kind: int, size: Vec3, n: Vec3) -> Vec3:
    """Return the point of a cylinder or ellipsoid farthest along ``n``, in its frame."""
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        q = (size[0] * n[0], size[1] * n[1], size[2] * n[2])
        s = 1.0 / max(norm(q), mjMINVAL)
        return size[0] * q[0] * s, size[1] * q[1] * s, size[2] * q[2] * s
    across = outward((n[0], n[1], 0.0), (1.0, 0.0, 0.0))
    return size[0] * across[0], size[0] * across[1], math.copysign(size[1], n[2])


@kernel
def ascend(m: Model, d: Data, site: int, x0: Vec3, r: Mat3, size: Vec3, kind: int, n: Vec3) -> float:
    """Return a local maximum of the signed distance over a cylinder or ellipsoid, from ``n``."""
    best = -math.inf
    for _ in range(MAX_STEPS):
        value, gradient = to_site(m, d, site, add(x0, mat_vec(r, farthest(kind, size, n))))
        if not value > best + MIN_GAIN:
            return max(best, value)
        best = value
        n = mat_t_vec(r, gradient)
    return best


@kernel
def juts_out(m: Model, d: Data, site: int, x0: Vec3, r: Mat3, size: Vec3, kind: int) -> float:
    """Return how far a primitive shape protrudes from a site."""
    if kind == mjtGeom.mjGEOM_SPHERE:
        return to_site(m, d, site, x0)[0] + size[0]
    axis = (r[2], r[5], r[8])
    if kind == mjtGeom.mjGEOM_CAPSULE:
        up = to_site(m, d, site, add_scaled(x0, axis, size[1]))[0]
        return max(up, to_site(m, d, site, add_scaled(x0, axis, -size[1]))[0]) + size[0]
    best = -math.inf
    for k in range(27):
        u, v, w = float(k % 3 - 1), float(k // 3 % 3 - 1), float(k // 9 - 1)
        if kind == mjtGeom.mjGEOM_BOX:
            if u * v * w != 0.0:
                corner = mat_vec(r, (u * size[0], v * size[1], w * size[2]))
                best = max(best, to_site(m, d, site, add(x0, corner))[0])
        elif k != STARTS // 2:
            best = max(best, ascend(m, d, site, x0, r, size, kind, (u, v, w)))
    return best


@kernel
def mesh_juts_out(m: Model, d: Data, site: int, x0: Vec3, r: Mat3, mesh: int) -> float:
    """Return how far the hull of a mesh protrudes from a site."""
    best = -math.inf
    for i in range(vertex_count(m, mesh)):
        best = max(best, to_site(m, d, site, add(x0, mat_vec(r, vertex(m, mesh, i))))[0])
    return best


@kernel
def geom_juts_out(m: Model, d: Data, site: int, g: int) -> float:
    """Return how far geom ``g`` protrudes from a site."""
    x0, r = load3(d.geom_xpos, g), load9(d.geom_xmat, g)
    if m.geom_type[g] == mjtGeom.mjGEOM_MESH:
        return mesh_juts_out(m, d, site, x0, r, m.geom_dataid[g])
    return juts_out(m, d, site, x0, r, load3(m.geom_size, g), m.geom_type[g])


@kernel
def site_juts_out(m: Model, d: Data, site: int, other: int) -> float:
    """Return how far the volume of site ``other`` protrudes from a site."""
    x0, r = site_shape_pose(m, d, other)
    if m.site_type[other] == mjtGeom.mjGEOM_MESH:
        return mesh_juts_out(m, d, site, x0, r, m.site_dataid[other])
    return juts_out(m, d, site, x0, r, load3(m.site_size, other), m.site_type[other])


@kernel
def protrusion(m: Model, d: Data, kind: int, obj: int, site: int) -> float:
    """Return how far an object, or any geom of a body or subtree, protrudes from a site."""
    if kind == mjtObj.mjOBJ_GEOM:
        return geom_juts_out(m, d, site, obj)
    if kind == mjtObj.mjOBJ_SITE:
        return site_juts_out(m, d, site, obj)
    best, b = -math.inf, obj
    while True:
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            best = max(best, geom_juts_out(m, d, site, g))
        b += 1
        # bodies of a subtree are consecutive
        if kind != mjtObj.mjOBJ_XBODY or b >= m.nbody or m.body_parentid[b] < obj:
            return best
