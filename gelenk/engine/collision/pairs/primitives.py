"""Collision functions of primitives with closed forms, and of planes with meshes.

Documents: Computation / Collision detection / Checking

The pairs are planes, spheres and capsules, and spheres with cylinders and boxes. Each function follows the interface
in dispatch.py. With normal n from geom1 to geom2 and signed distance dist, the surface points are pos - n dist/2 (on
geom1) and pos + n dist/2 (on geom2), so that the contact lies midway.

A plane touches a mesh at the lowest vertex and at those neighbors of this vertex that are within the margin.

Plane against the hull of a mesh as from 3.13 on: the corners of one face of the hull.

The first contact is at the lowest vertex of the hull. Of the faces around this vertex, the one whose normal is nearest
to the inverted normal of the plane gives the other contacts: its corners within the margin that are not higher than the
center of the geom. If the face has more than four corners, three of them are selected (`spread_corners`). These rules,
including the order of contacts, are measured on 4.0.0.
"""

import math

from gelenk.algebra.vec import (
    Mat3,
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load9,
    mat_t_vec,
    mat_vec,
    neg,
    norm,
    normalize,
    scale,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate
from gelenk.engine.collision.convex.support import farthest_vertex, hull_of, hull_vertex, mesh_vertex
from gelenk.tables.enums import mjMINVAL
from gelenk.tables.precision import Limits
from gelenk.tables.releases import R3_16
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

SQRT3 = math.sqrt(3.0)
PARALLEL_SINE = 1e-4  # sine of the angle below which segments are parallel, from release 3.16 on


@kernel
def column(r: Mat3, k: int) -> Vec3:
    """Return axis ``k`` of a frame: a column of its rotation matrix."""
    if k == 0:
        return r[0], r[3], r[6]
    if k == 1:
        return r[1], r[4], r[7]
    return r[2], r[5], r[8]


@kernel
def axis_z(d: Data, geom: int) -> Vec3:
    """Return the third axis of a geom, world frame."""
    return d.geom_xmat[geom, 2], d.geom_xmat[geom, 5], d.geom_xmat[geom, 8]


@kernel
def point_on_plane(d: Data, point: Vec3, dist: float, normal: Vec3, hint: Vec3) -> None:
    """Add a contact of a plane and a point at signed height ``dist``, if within the margin."""
    if dist <= d.near_margin:
        add_candidate(d, dist, add_scaled(point, normal, -0.5 * dist), normal, hint)


@kernel
def touch_spheres(
    d: Data, center1: Vec3, radius1: float, z1: Vec3, center2: Vec3, radius2: float, z2: Vec3
) -> None:
    """Add a contact of two spheres.

    z1 and z2 are the third axes of their geoms; their cross product is the normal of concentric spheres.
    """
    between = sub(center2, center1)
    length = norm(between)
    dist = length - radius1 - radius2
    if dist > d.near_margin:
        return
    normal = normalize(between) if length >= mjMINVAL else normalize(cross(z1, z2))
    add_candidate(d, dist, add_scaled(center1, normal, radius1 + 0.5 * dist), normal, NO_HINT)


# Planes


@kernel
def plane_sphere(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add a contact at the lowest point of the sphere."""
    normal, center, radius = axis_z(d, geom1), load3(d.geom_xpos, geom2), m.geom_size[geom2, 0]
    dist = dot(sub(center, load3(d.geom_xpos, geom1)), normal) - radius
    point_on_plane(d, add_scaled(center, normal, -radius), dist, normal, NO_HINT)


@kernel
def plane_capsule(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add contacts at the lowest points of both end spheres; first tangent along the capsule."""
    normal, center, axis = axis_z(d, geom1), load3(d.geom_xpos, geom2), axis_z(d, geom2)
    radius, half = m.geom_size[geom2, 0], m.geom_size[geom2, 1]
    slope = dot(axis, normal)
    hint = normalize(add_scaled(axis, normal, -slope))
    height = dot(sub(center, load3(d.geom_xpos, geom1)), normal) - radius
    low = add_scaled(center, normal, -radius)
    point_on_plane(d, add_scaled(low, axis, half), height + slope * half, normal, hint)
    point_on_plane(d, add_scaled(low, axis, -half), height - slope * half, normal, hint)


@kernel
def plane_ellipsoid(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add a contact at the lowest point of the ellipsoid.

    The point is R S^2 R' (-n) / |S R' n| from the center, S the semi-axes.
    """
    normal, center = axis_z(d, geom1), load3(d.geom_xpos, geom2)
    r, s = load9(d.geom_xmat, geom2), load3(m.geom_size, geom2)
    n = mat_t_vec(r, normal)
    u = (n[0] * s[0], n[1] * s[1], n[2] * s[2])
    f = -1.0 / max(mjMINVAL, norm(u))
    point = add(center, mat_vec(r, (u[0] * s[0] * f, u[1] * s[1] * f, u[2] * s[2] * f)))
    dist = dot(sub(point, load3(d.geom_xpos, geom1)), normal)
    point_on_plane(d, point, dist, normal, NO_HINT)


@kernel
def plane_cylinder(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add up to four contacts: the lowest point of each cap, and two more on the lower cap.

    With the axis turned toward the plane and ``down`` the steepest radius of the cap, the points of the
    lower cap are at angles 0 and +-120 degrees from ``down``.
    """
    normal, center = axis_z(d, geom1), load3(d.geom_xpos, geom2)
    r, radius, half = load9(d.geom_xmat, geom2), m.geom_size[geom2, 0], m.geom_size[geom2, 1]
    axis = column(r, 2)
    slope = dot(axis, normal)
    if slope > 0.0:
        axis, slope = (-axis[0], -axis[1], -axis[2]), -slope
    down = sub(scale(axis, slope), normal)
    length = norm(down)
    down = column(r, 0) if length < mjMINVAL else scale(down, 1.0 / length)
    drop = radius * dot(down, normal)
    height = dot(sub(center, load3(d.geom_xpos, geom1)), normal)
    low, high = add_scaled(center, axis, half), add_scaled(center, axis, -half)

    if height + slope * half + drop > d.near_margin:
        return
    point_on_plane(d, add_scaled(low, down, radius), height + slope * half + drop, normal, NO_HINT)
    point_on_plane(d, add_scaled(high, down, radius), height - slope * half + drop, normal, NO_HINT)
    side = scale(cross(down, axis), 0.5 * SQRT3 * radius)
    back = add_scaled(low, down, -0.5 * radius)
    point_on_plane(d, add(back, side), height + slope * half - 0.5 * drop, normal, NO_HINT)
    point_on_plane(d, sub(back, side), height + slope * half - 0.5 * drop, normal, NO_HINT)


@kernel
def plane_box(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add contacts at up to four corners, x fastest, below the center and within the margin."""
    normal, center = axis_z(d, geom1), load3(d.geom_xpos, geom2)
    r, s = load9(d.geom_xmat, geom2), load3(m.geom_size, geom2)
    height = dot(sub(center, load3(d.geom_xpos, geom1)), normal)
    for i in range(8):
        x = s[0] if i & 1 else -s[0]
        y = s[1] if i & 2 else -s[1]
        z = s[2] if i & 4 else -s[2]
        corner = mat_vec(r, (x, y, z))
        rise = dot(corner, normal)
        if rise <= 0.0 and d.near_count < 4:
            point_on_plane(d, add(center, corner), height + rise, normal, NO_HINT)


# Spheres


@kernel
def sphere_sphere(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add a contact of two spheres."""
    center1, center2 = load3(d.geom_xpos, geom1), load3(d.geom_xpos, geom2)
    touch_spheres(
        d, center1, m.geom_size[geom1, 0], axis_z(d, geom1), center2, m.geom_size[geom2, 0], axis_z(d, geom2)
    )


@kernel
def sphere_capsule(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add a contact of the sphere and the nearest sphere inside the capsule."""
    center1, center2, axis = load3(d.geom_xpos, geom1), load3(d.geom_xpos, geom2), axis_z(d, geom2)
    half = m.geom_size[geom2, 1]
    t = max(-half, min(half, dot(sub(center1, center2), axis)))
    nearest = add_scaled(center2, axis, t)
    touch_spheres(d, center1, m.geom_size[geom1, 0], axis_z(d, geom1), nearest, m.geom_size[geom2, 0], axis)


@kernel
def sphere_cylinder(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add a contact of the sphere and the cylinder's side, cap or rim.

    If the sphere's center is inside the cylinder, the contact is with the nearer of side and cap.
    """
    center1, center2, axis = load3(d.geom_xpos, geom1), load3(d.geom_xpos, geom2), axis_z(d, geom2)
    radius1, radius2, half = m.geom_size[geom1, 0], m.geom_size[geom2, 0], m.geom_size[geom2, 1]
    between = sub(center1, center2)
    t = dot(between, axis)
    across = add_scaled(between, axis, -t)
    distance = norm(across)
    on_side, on_cap = abs(t) <= half, distance <= radius2
    if on_side and on_cap:
        on_cap = half - abs(t) < radius2 - distance
        on_side = not on_cap
    up = 1.0 if t > 0.0 else -1.0
    if on_side:
        touch_spheres(d, center1, radius1, axis_z(d, geom1), add_scaled(center2, axis, t), radius2, axis)
    elif on_cap:
        dist = abs(t) - half - radius1
        if dist <= d.near_margin:
            normal = scale(axis, -up)
            add_candidate(d, dist, add_scaled(center1, normal, radius1 + 0.5 * dist), normal, NO_HINT)
    else:
        rim = add_scaled(add_scaled(center2, across, radius2 / distance), axis, up * half)
        touch_spheres(d, center1, radius1, axis_z(d, geom1), rim, 0.0, axis)


@kernel
def clamp3(v: Vec3, s: Vec3) -> Vec3:
    """Return the point of the box with half sizes ``s`` nearest to ``v``, box frame."""
    return max(-s[0], min(s[0], v[0])), max(-s[1], min(s[1], v[1])), max(-s[2], min(s[2], v[2]))


@kernel
def sphere_in_box(d: Data, center: Vec3, radius: float, r: Mat3, v: Vec3, s: Vec3) -> None:
    """Add a contact of the nearest face of a box and a sphere whose center is inside the box.

    ``v`` is the center in the frame of the box.
    """
    k, low, depth = 0, False, s[0] + v[0]
    low = True
    if s[0] - v[0] < depth:
        low, depth = False, s[0] - v[0]
    if s[1] + v[1] < depth:
        k, low, depth = 1, True, s[1] + v[1]
    if s[1] - v[1] < depth:
        k, low, depth = 1, False, s[1] - v[1]
    if s[2] + v[2] < depth:
        k, low, depth = 2, True, s[2] + v[2]
    if s[2] - v[2] < depth:
        k, low, depth = 2, False, s[2] - v[2]
    normal = scale(column(r, k), 1.0 if low else -1.0)
    dist = -depth - radius
    add_candidate(d, dist, add_scaled(center, normal, radius + 0.5 * dist), normal, NO_HINT)


@kernel
def sphere_against_box(d: Data, center: Vec3, radius: float, center2: Vec3, r: Mat3, s: Vec3) -> None:
    """Add a contact of a sphere and a box with pose ``center2``, ``r`` and half sizes ``s``."""
    v = mat_t_vec(r, sub(center, center2))
    near = clamp3(v, s)
    gap = sub(near, v)
    length = norm(gap)
    dist = length - radius
    if dist > d.near_margin:
        return
    if length < mjMINVAL:
        sphere_in_box(d, center, radius, r, v, s)
    else:
        normal = mat_vec(r, scale(gap, 1.0 / length))
        add_candidate(d, dist, add_scaled(center, normal, radius + 0.5 * dist), normal, NO_HINT)


@kernel
def sphere_box(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add a contact of the sphere and the nearest point of the box."""
    center2, r, s = load3(d.geom_xpos, geom2), load9(d.geom_xmat, geom2), load3(m.geom_size, geom2)
    sphere_against_box(d, load3(d.geom_xpos, geom1), m.geom_size[geom1, 0], center2, r, s)


# Capsules


@kernel
def touch_capsules(
    m: Model,
    d: Data,
    c1: Vec3,
    z1: Vec3,
    half1: float,
    radius1: float,
    c2: Vec3,
    z2: Vec3,
    half2: float,
    radius2: float,
) -> None:
    """Add contacts at the nearest points of two segments, with spheres of their radii.

    With centers c1, c2, unit axes z1, z2 and w = c2 - c1, the squared distance of c1 + x1 z1 and c2 + x2 z2 is minimal
    where

        [   1    -z1.z2 ] [x1]   [  z1.w ]
        [-z1.z2     1   ] [x2] = [ -z2.w ]

    If the solution is outside of the rectangle |x1| <= half1, |x2| <= half2, the minimum is on an edge. Parallel
    segments have the first two contacts among those of their four ends (ends of the first segment first), each with the
    nearest point of the other segment. From release 3.16 on, segments below PARALLEL_SINE count as parallel, with
    contacts at both ends of their common interval; the determinant is |z1 x z2|^2, which has no cancellation.
    """
    w = sub(c2, c1)
    u, v, zz = dot(z1, w), dot(z2, w), dot(z1, z2)
    det = 1.0 - zz * zz
    crossing = abs(det) * (half1 * half1) * (half2 * half2) >= mjMINVAL
    if m.release[0] >= R3_16:
        det = dot(cross(z1, z2), cross(z1, z2))
        crossing = det >= PARALLEL_SINE * PARALLEL_SINE
    if crossing:
        x1 = max(-half1, min(half1, (u - zz * v) / det))
        x2 = zz * x1 - v
        if abs(x2) > half2:
            x2 = half2 if x2 > 0.0 else -half2
            x1 = max(-half1, min(half1, u + zz * x2))
        gap = add_scaled(add_scaled(w, z2, x2), z1, -x1)
        reach = radius1 + radius2 + d.near_margin
        if dot(gap, gap) > reach * reach * (1.0 + Limits.WIDER) and reach >= 0.0:
            return
        touch_spheres(d, add_scaled(c1, z1, x1), radius1, z1, add_scaled(c2, z2, x2), radius2, z2)
        return
    for end in range(4):
        x = 1.0 if end & 1 == 0 else -1.0
        if m.release[0] >= R3_16:
            x2 = -x * half2 if zz > 0.0 else x * half2
            x1 = u + zz * x2
            if abs(x1) > half1:
                x1 = half1 if x1 > 0.0 else -half1
                x2 = max(-half2, min(half2, zz * x1 - v))
        elif end < 2:
            x1 = half1 * x
            x2 = max(-half2, min(half2, zz * x1 - v))
        else:
            x2 = half2 * x
            x1 = max(-half1, min(half1, zz * x2 + u))
        if d.near_count < 2:
            touch_spheres(d, add_scaled(c1, z1, x1), radius1, z1, add_scaled(c2, z2, x2), radius2, z2)


@kernel
def capsule_capsule(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Add contacts of two capsules at the nearest points of their segments."""
    c1, z1, c2, z2 = load3(d.geom_xpos, geom1), axis_z(d, geom1), load3(d.geom_xpos, geom2), axis_z(d, geom2)
    r1, half1, r2, half2 = (
        m.geom_size[geom1, 0],
        m.geom_size[geom1, 1],
        m.geom_size[geom2, 0],
        m.geom_size[geom2, 1],
    )
    touch_capsules(m, d, c1, z1, half1, r1, c2, z2, half2, r2)


MOST_CONTACTS = 3  # maximum number of contacts of a plane and a mesh
SPACING = 0.3  # least distance of a vertex from the first contact, relative to the bounding radius


@kernel
def add_vertex(m: Model, d: Data, geom1: int, geom2: int, n: Vec3, vertex: Vec3) -> None:
    """Add a contact at ``vertex`` (geom frame) if within the margin and far from the first."""
    x = add(load3(d.geom_xpos, geom2), mat_vec(load9(d.geom_xmat, geom2), vertex))
    dist = dot(n, sub(x, load3(d.geom_xpos, geom1)))
    k = d.near_count
    if k == MOST_CONTACTS or not dist <= d.near_margin:
        return
    pos = add_scaled(x, n, -0.5 * dist)
    if k > 0 and norm(sub(x, load3(d.near_pos, 0))) < SPACING * m.geom_rbound[geom2]:
        return
    add_candidate(d, dist, pos, n, NO_HINT)


@kernel
def plane_mesh(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the contacts of a plane and a mesh, at most three (interface in dispatch.py).

    Source  the choice of vertices is that of 3.5.0
    """
    first, graph, count = hull_of(m, geom2)
    n = axis_z(d, geom1)
    down = mat_t_vec(load9(d.geom_xmat, geom2), neg(n))
    lowest = farthest_vertex(m, m.geom_dataid[geom2], first, graph, count, down)
    add_vertex(m, d, geom1, geom2, n, hull_vertex(m, first, graph, count, lowest))
    if d.near_count == 0:
        return
    if graph < 0:
        for v in range(count):
            add_vertex(m, d, geom1, geom2, n, hull_vertex(m, first, graph, count, v))
        return
    edge = graph + 2 + 2 * count + m.mesh_graph[graph + 2 + lowest]
    while m.mesh_graph[edge] >= 0:
        add_vertex(m, d, geom1, geom2, n, hull_vertex(m, first, graph, count, m.mesh_graph[edge]))
        edge += 1


# Plane against the hull of a mesh, from 3.13 on


@kernel
def face_below(m: Model, mesh: int, vertex: int, down: Vec3) -> int:
    """Return the face around a vertex whose normal is nearest to ``down``; -1 for none."""
    best, face = -2.0, -1
    for k in range(m.mesh_polymapadr[vertex], m.mesh_polymapadr[vertex] + m.mesh_polymapnum[vertex]):
        at = m.mesh_polyadr[mesh] + m.mesh_polymap[k]
        c = dot(down, load3(m.mesh_polynormal, at))
        if c > best:
            best, face = c, at
    return face


@kernel
def face_corner(m: Model, first: int, face: int, k: int) -> Vec3:
    """Return corner ``k`` of a face, geom frame; ``k`` wraps around at the number of corners."""
    at = m.mesh_polyvertadr[face] + k % m.mesh_polyvertnum[face]
    return load3(m.mesh_vert, first + m.mesh_polyvert[at])


@kernel
def corner_area(m: Model, first: int, face: int, start: int, b: int, c: int, e: int) -> float:
    """Return twice the area of corners 0, b, c and e of a face, counted from ``start``."""
    across = sub(face_corner(m, first, face, start + c), face_corner(m, first, face, start))
    other = sub(face_corner(m, first, face, start + e), face_corner(m, first, face, start + b))
    return abs(dot(load3(m.mesh_polynormal, face), cross(across, other)))


@kernel
def spread_corners(m: Model, first: int, face: int, start: int) -> tuple[int, int, int]:
    """Return three corners that maximize, by a local search, the area with corner ``start``.

    Corners are counted from ``start``. The search is that of spread_four (convex/clipped_faces.py).
    """
    b, c, e = 1, 2, 3
    best = corner_area(m, first, face, start, b, c, e)
    while e + 1 < m.mesh_polyvertnum[face] and corner_area(m, first, face, start, b, c, e + 1) > best:
        e += 1
        best = corner_area(m, first, face, start, b, c, e)
        while c + 1 < e and corner_area(m, first, face, start, b, c + 1, e) > best:
            c += 1
            best = corner_area(m, first, face, start, b, c, e)
        while b + 1 < c and corner_area(m, first, face, start, b + 1, c, e) > best:
            b += 1
            best = corner_area(m, first, face, start, b, c, e)
    return b, c, e


@kernel
def touch_corner(m: Model, d: Data, geom1: int, geom2: int, n: Vec3, corner: Vec3, most: float) -> None:
    """Add a contact at a point (geom frame) at most ``most`` above the plane."""
    x = add(load3(d.geom_xpos, geom2), mat_vec(load9(d.geom_xmat, geom2), corner))
    dist = dot(n, sub(x, load3(d.geom_xpos, geom1)))
    if dist <= most:
        add_candidate(d, dist, add_scaled(x, n, -0.5 * dist), n, NO_HINT)


@kernel
def plane_hull(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the contacts of a plane and a mesh, at most four, the lowest first.

    Reads   poses, near_margin, vertices and hull of the mesh
    Writes  near_* of the candidates
    Source  measured on 4.0.0
    """
    first, graph, count = hull_of(m, geom2)
    mesh, n = m.geom_dataid[geom2], axis_z(d, geom1)
    down = mat_t_vec(load9(d.geom_xmat, geom2), neg(n))
    lowest = mesh_vertex(m, first, graph, count, farthest_vertex(m, mesh, first, graph, count, down))
    touch_corner(m, d, geom1, geom2, n, load3(m.mesh_vert, lowest), d.near_margin)
    face = face_below(m, mesh, lowest, down)
    if d.near_count == 0 or face < 0:
        return
    most = min(d.near_margin, dot(n, sub(load3(d.geom_xpos, geom2), load3(d.geom_xpos, geom1))))
    number = m.mesh_polyvertnum[face]
    start = 0
    while start + 1 < number and first + m.mesh_polyvert[m.mesh_polyvertadr[face] + start] != lowest:
        start += 1
    b, c, e = (1, 2, 3) if number <= 4 else spread_corners(m, first, face, start)
    touch_corner(m, d, geom1, geom2, n, face_corner(m, first, face, start + b), most)
    touch_corner(m, d, geom1, geom2, n, face_corner(m, first, face, start + c), most)
    if number > 3:
        touch_corner(m, d, geom1, geom2, n, face_corner(m, first, face, start + e), most)
