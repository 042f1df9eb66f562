"""EPA, the expanding polytope algorithm: penetration depth of two convex cores.

Documents: Computation / Collision detection / Checking

K (see support.py) contains the origin; the depth is the distance from the origin to its boundary. A polytope
of support points, inside K and around the origin, grows: its face nearest to the origin, at distance
``lower`` with outward normal o, gets the support point of K in direction o as a new vertex, at height
``upper`` = o.w. Then lower <= depth <= upper. The faces that see the new vertex are removed, and the rim of the hole
is connected with the new vertex.

Source  van den Bergen 2001; neighbors are found by scanning all faces, since there are few
Work space  ccd_w, ccd_a (MAXVERTEX, 3), face_vertex (MAXFACE, 3), face_plane (MAXFACE, 4) outward normal and
        distance, rim (MAXRIM, 2). When one of them is full the search ends with the best face found.
"""

import math

from gelenk.algebra.vec import Vec3, add, add_scaled, cross, dot, load3, neg, norm, scale, store3, sub
from gelenk.engine.collision.convex.gjk import extreme, store_vertex, triangle_weights
from gelenk.engine.collision.convex.support import difference
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

MAXVERTEX = 128
MAXFACE = 256  # a polytope of n vertices has 2 n - 4 faces
MAXRIM = 192


@kernel
def add_face(d: Data, i: int, p: int, q: int, r: int) -> bool:
    """Write face i with vertices p, q, r, counterclockwise from outside; False if degenerate."""
    a = load3(d.ccd_w, p)
    e1, e2 = sub(load3(d.ccd_w, q), a), sub(load3(d.ccd_w, r), a)
    n = cross(e1, e2)
    length = norm(n)
    if not length > Limits.FLAT * math.sqrt(dot(e1, e1) * dot(e2, e2)):
        return False
    n = scale(n, 1.0 / length)
    d.face_vertex[i, 0] = p
    d.face_vertex[i, 1] = q
    d.face_vertex[i, 2] = r
    store3(d.face_plane, i, n)
    d.face_plane[i, 3] = dot(n, a)
    return True


@kernel
def move_face(d: Data, i: int, j: int) -> None:
    """Overwrite face i with face j."""
    for k in range(3):
        d.face_vertex[i, k] = d.face_vertex[j, k]
    for k in range(4):
        d.face_plane[i, k] = d.face_plane[j, k]


@kernel
def toggle_edge(d: Data, nrim: int, i: int, j: int) -> int:
    """Add edge i j of a removed face to the rim, or cancel its reverse; return the length.

    An edge is on the rim unless both adjacent faces are removed.
    """
    for k in range(nrim):
        if d.rim[k, 0] == j and d.rim[k, 1] == i:
            d.rim[k, 0] = d.rim[nrim - 1, 0]
            d.rim[k, 1] = d.rim[nrim - 1, 1]
            return nrim - 1
    d.rim[nrim, 0] = i
    d.rim[nrim, 1] = j
    return nrim + 1


@kernel
def perpendicular(e: Vec3) -> Vec3:
    """Return a vector perpendicular to e: its product with the axis of its smallest component."""
    x, y, z = abs(e[0]), abs(e[1]), abs(e[2])
    if x <= y and x <= z:
        return cross(e, (1.0, 0.0, 0.0))
    return cross(e, (0.0, 1.0, 0.0)) if y <= z else cross(e, (0.0, 0.0, 1.0))


@kernel
def store_farther_support(m: Model, d: Data, c: Vec3, i: int, n: Vec3) -> float:
    """Store as vertex i the support point along n or -n, whichever is farther from a plane.

    The plane contains vertex 0 and is perpendicular to n. Returns the distance of the new vertex from the plane.
    """
    n = scale(n, 1.0 / max(norm(n), 1e-300))
    p = dot(n, load3(d.ccd_w, 0))
    down = p - dot(n, extreme(m, d, c, i, neg(n)))
    up = dot(n, extreme(m, d, c, i, n)) - p
    if up >= down:
        return up
    extreme(m, d, c, i, neg(n))
    return down


@kernel
def first_polytope(m: Model, d: Data, c: Vec3, count: int, n: Vec3) -> tuple[bool, Vec3]:
    """Build a tetrahedron around the origin from the ``count`` simplex vertices.

    Returns False and the normal if K is flat.
    """
    flat = Limits.FLAT * (d.ccd_size[0, 0] + d.ccd_size[1, 0] + norm(c))
    if count <= 1:
        if count == 0:
            extreme(m, d, c, 0, neg(n))
        if (
            not store_farther_support(m, d, c, 1, n) > flat
            and not store_farther_support(m, d, c, 1, perpendicular(n)) > flat
        ):
            if not store_farther_support(m, d, c, 1, cross(n, perpendicular(n))) > flat:
                return False, n
    w0 = load3(d.ccd_w, 0)
    e = sub(load3(d.ccd_w, 1), w0)
    if count <= 2:
        t = perpendicular(e)
        if not store_farther_support(m, d, c, 2, t) > flat:
            if not store_farther_support(m, d, c, 2, cross(e, t)) > flat:
                return False, scale(t, 1.0 / norm(t))
    t = cross(e, sub(load3(d.ccd_w, 2), w0))
    if count <= 3 and not store_farther_support(m, d, c, 3, t) > flat:
        return False, scale(t, 1.0 / max(norm(t), 1e-300))
    # if vertex 3 is below, 0 1 2 is counterclockwise from outside
    outside = dot(t, sub(load3(d.ccd_w, 3), w0)) < 0.0
    q, r = (1, 2) if outside else (2, 1)
    whole = (
        add_face(d, 0, 0, q, r)
        and add_face(d, 1, 0, 3, q)
        and add_face(d, 2, q, 3, r)
        and add_face(d, 3, r, 3, 0)
    )
    return whole, scale(t, 1.0 / max(norm(t), 1e-300))


@kernel
def nearest_face(d: Data, nface: int, n: Vec3, cosine: float) -> tuple[int, float]:
    """Return the face nearest to the origin and its distance.

    Faces whose normals are within ``cosine`` of -n are skipped.
    """
    best, lower = 0, math.inf
    for f in range(nface):
        if d.face_plane[f, 3] < lower and -dot(load3(d.face_plane, f), n) < cosine:
            best, lower = f, d.face_plane[f, 3]
    return best, lower


@kernel
def on_rim(d: Data, nrim: int, i: int, j: int) -> bool:
    """Return whether the rim has the edge j i, the reverse of i j."""
    for k in range(nrim):
        if d.rim[k, 0] == j and d.rim[k, 1] == i:
            return True
    return False


@kernel
def remove_face(d: Data, f: int, nrim: int) -> int:
    """Remove face f, marked by an infinite distance; return the length of the rim."""
    i, j, k = d.face_vertex[f, 0], d.face_vertex[f, 1], d.face_vertex[f, 2]
    d.face_plane[f, 3] = math.inf
    nrim = toggle_edge(d, nrim, i, j)
    nrim = toggle_edge(d, nrim, j, k)
    return toggle_edge(d, nrim, k, i)


@kernel
def remove_visible_faces(d: Data, nface: int, start: int, w: Vec3, eps: float) -> tuple[int, int]:
    """Remove the faces that see w and are connected with face ``start``; write the rim.

    Only connected faces are removed, so that rounding errors of faces coplanar with w cannot open a second hole.
    Returns the number of faces and that of edges of the rim, 0 if the rim is full.
    """
    nrim = remove_face(d, start, 0)
    grows = True
    while grows:
        grows = False
        for f in range(nface):
            # removed faces are skipped as well, since their distance is infinite
            if not dot(load3(d.face_plane, f), w) - d.face_plane[f, 3] > eps:
                continue
            i, j, k = d.face_vertex[f, 0], d.face_vertex[f, 1], d.face_vertex[f, 2]
            if on_rim(d, nrim, i, j) or on_rim(d, nrim, j, k) or on_rim(d, nrim, k, i):
                if nrim + 3 > MAXRIM:
                    return nface, 0
                nrim = remove_face(d, f, nrim)
                grows = True
    f = nface - 1
    while f >= 0:
        if d.face_plane[f, 3] == math.inf:
            nface -= 1
            move_face(d, f, nface)
        f -= 1
    return nface, nrim


@kernel
def connect(d: Data, nface: int, nrim: int, vertex: int) -> int:
    """Add faces from the rim to ``vertex``; return the face count, 0 if degenerate or full."""
    if nrim < 3 or nface + nrim > MAXFACE:
        return 0
    for k in range(nrim):
        if not add_face(d, nface + k, d.rim[k, 0], d.rim[k, 1], vertex):
            return 0
    return nface + nrim


@kernel
def inflated_difference(
    m: Model, d: Data, c: Vec3, n: Vec3, swell0: float, swell1: float
) -> tuple[Vec3, Vec3]:
    """Return ``difference`` of the cores inflated by ``swell0`` and ``swell1``.

    n has unit length.
    """
    w, a = difference(m, d, c, n, 0, 0)
    return add_scaled(w, n, -(swell0 + swell1)), add_scaled(a, n, swell0)


@kernel
def epa(
    m: Model,
    d: Data,
    c: Vec3,
    nface: int,
    nvertex: int,
    tolerance: float,
    iterations: int,
    known: Vec3,
    cosine: float,
    depth: float,
    swell0: float,
    swell1: float,
    known_height: bool,
) -> tuple[int, int, Vec3, float, int, int, int]:
    """Grow the polytope until the depth is known to ``tolerance`` [m] or reaches ``depth``.

    ``known`` is the direction n of a solution with that ``depth``: faces whose normals are within ``cosine`` of it are
    left out of the search. Returns the numbers of faces and vertices, with which the search can continue at a smaller
    tolerance, then n = -o, lower and the vertices of the nearest face. If the search cannot continue, because memory is
    full or a face is degenerate by rounding, the number of faces is 0, and the face is the one with the least
    ``upper``; that value, which is also a depth along n, is returned as lower.

    ``swell0``, ``swell1``: radii of balls around the cores [m]; ``known_height``: the least ``upper`` so far bounds the
    depth, instead of the ``upper`` of the nearest face.
    """
    n, lower = known, 0.0
    i, j, k = 0, 1, 2
    least, sure, p, q, r = math.inf, known, 0, 1, 2
    for _ in range(iterations):
        best, lower = nearest_face(d, nface, known, cosine)
        if not lower < depth:
            break
        n = neg(load3(d.face_plane, best))
        i, j, k = d.face_vertex[best, 0], d.face_vertex[best, 1], d.face_vertex[best, 2]
        w, a = inflated_difference(m, d, c, n, swell0, swell1)
        upper = -dot(n, w)
        if upper < least:
            least, sure, p, q, r = upper, n, i, j, k
        if not (least if known_height else upper) - lower > tolerance:
            break
        if nvertex == MAXVERTEX:
            return 0, nvertex, sure, least, p, q, r
        store_vertex(d, nvertex, w, a)
        kept, nrim = remove_visible_faces(d, nface, best, w, Limits.FLAT * 0.01 * norm(w))
        nface = connect(d, kept, nrim, nvertex)
        nvertex += 1
        if nface == 0:
            return 0, nvertex, sure, least, p, q, r
    return nface, nvertex, n, lower, i, j, k


@kernel
def off_face(d: Data, o: Vec3, i: int, j: int, k: int) -> tuple[float, Vec3]:
    """Return the squared distance of point o from face i j k, and the nearest point on core 0."""
    p, q, r = sub(load3(d.ccd_w, i), o), sub(load3(d.ccd_w, j), o), sub(load3(d.ccd_w, k), o)
    wp, wq, wr = triangle_weights(p, q, r)
    v = add(add(scale(p, wp), scale(q, wq)), scale(r, wr))
    a = add(scale(load3(d.ccd_a, i), wp), scale(load3(d.ccd_a, j), wq))
    return dot(v, v), add(a, scale(load3(d.ccd_a, k), wr))


@kernel
def face_point(d: Data, nface: int, n: Vec3, lower: float, i: int, j: int, k: int) -> Vec3:
    """Return the point on core 0 for the point -lower n, from face i j k or a coplanar face."""
    o = scale(n, -lower)
    off, a = off_face(d, o, i, j, k)
    for f in range(nface):
        if off > 0.0 and -dot(load3(d.face_plane, f), n) > 1.0 - Limits.ALIKE:
            off2, a2 = off_face(d, o, d.face_vertex[f, 0], d.face_vertex[f, 1], d.face_vertex[f, 2])
            if off2 < off:
                off, a = off2, a2
    return a
