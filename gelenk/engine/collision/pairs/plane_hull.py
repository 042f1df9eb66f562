"""Plane against the hull of a mesh as from 3.13 on: the corners of one face of the hull.

Documents: Computation / Collision detection / Checking

The lowest vertex of the hull touches first. Of the faces around it, the one whose normal is nearest to the inverted
normal of the plane gives the other contacts: its corners within the margin, unless they are higher than the center of
the geom. Of more than four corners the lowest vertex counts, and the three that a search from there finds. All this,
the order of contacts included, is measured on 4.0.0.

The interface is that of dispatch.py.
"""

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, load9, mat_t_vec, mat_vec, neg, sub
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate
from gelenk.engine.collision.convex.hull_climb import farthest_vertex, hull_of, mesh_vertex
from gelenk.engine.collision.pairs.primitives import axis_z
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model


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
    """Return corner ``k`` of a face, geom frame; counts above the number of corners go round."""
    at = m.mesh_polyvertadr[face] + k % m.mesh_polyvertnum[face]
    return load3(m.mesh_vert, first + m.mesh_polyvert[at])


@kernel
def corner_area(m: Model, first: int, face: int, start: int, b: int, c: int, e: int) -> float:
    """Return twice the area that corners 0, b, c and e after ``start`` span."""
    across = sub(face_corner(m, first, face, start + c), face_corner(m, first, face, start))
    other = sub(face_corner(m, first, face, start + e), face_corner(m, first, face, start + b))
    return abs(dot(load3(m.mesh_polynormal, face), cross(across, other)))


@kernel
def spread_corners(m: Model, first: int, face: int, start: int) -> tuple[int, int, int]:
    """Return three corners, counted from ``start``, moved on while their area with it grows.

    The search is that of spread_four (convex/clipped_faces.py).
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
