"""GJK: distance of two convex cores, and a cache of separating planes.

Documents: Computation / Collision detection / Checking

GJK is the algorithm of Gilbert, Johnson and Keerthi. K (see support.py) is approached from inside by simplices of up to
four of its support points. The point v of the simplex nearest to the origin gives the next direction -v; the simplex
then keeps only the vertices that carry its nearest point. Either v converges to the point of K nearest to the origin,
or the origin turns out to be inside a simplex.

Most pairs with overlapping boxes are separated, usually by the plane that separated them in the last step. Testing a
cached plane takes one support point per side, and a separated pair has no contact. The test is exact, so contacts do
not depend on the cache, even if the cached plane is from another world of a batch.

Source  Gilbert, Johnson, Keerthi 1988; signed volumes of Montanari, Petrinic, Barbieri 2017 find v robustly;
        stopping test: v.v - v.w(v) bounds the error of v (van den Bergen 1999)
Work space  ccd_w (., 3) vertices of the simplex, ccd_a (., 3) their points on core 0, ccd_weight (4,)
"""

import math

from gelenk.algebra.vec import Vec2, Vec3, add, cross, dot, load3, neg, norm, scale, store3, sub
from gelenk.engine.collision.convex.support import ball_radius, difference
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

PLANES_PER_GEOM = 4  # cached planes per geom: determines the size of apart_geom, see fields_scratch.py


@kernel
def cache_slot(m: Model, geom1: int, geom2: int) -> int:
    """Return the cache slot of a pair; a slot may be shared by a few pairs."""
    return (geom1 % PLANES_PER_GEOM) * m.ngeom + geom2


@kernel
def is_separated_by_cache(m: Model, d: Data, geom1: int, geom2: int, margin: float) -> bool:
    """Return whether the cached plane separates two geoms by more than ``margin``.

    The geoms are loaded as sides.
    """
    at = cache_slot(m, geom1, geom2)
    if d.apart_geom[at] != geom1 + 1:
        return False
    n = load3(d.apart_normal, at)
    c = sub(load3(d.ccd_xpos, 1), load3(d.ccd_xpos, 0))
    w, _ = difference(m, d, c, n, 0, 0)
    return dot(n, w) - ball_radius(d, 0) - ball_radius(d, 1) > margin + Limits.SEPARATED


@kernel
def cache_separating_plane(m: Model, d: Data, geom1: int, geom2: int, n: Vec3) -> None:
    """Cache the normal ``n`` (any length) of a plane that separates two geoms."""
    length = norm(n)
    if length > 0.0:
        at = cache_slot(m, geom1, geom2)
        d.apart_geom[at] = geom1 + 1
        store3(d.apart_normal, at, scale(n, 1.0 / length))


BEYOND_CUTOFF = 0  # farther apart than requested
NEAREST_FOUND = 1  # separated: n and the weights define the nearest points
ORIGIN_INSIDE = 2  # the origin is inside or on the simplex
SAVED = 4  # row of ccd_w and ccd_a where the simplex before the last new vertex is saved


@kernel
def store_vertex(d: Data, i: int, w: Vec3, a: Vec3) -> None:
    store3(d.ccd_w, i, w)
    store3(d.ccd_a, i, a)


@kernel
def segment_weight(p: Vec3, q: Vec3) -> float:
    """Return the weight of q in the point of the segment pq nearest to the origin."""
    e = sub(q, p)
    s = dot(e, e)
    t = -dot(p, e)
    return 0.0 if not t > 0.0 else 1.0 if t >= s else t / s


@kernel
def project_out(n: Vec3, v: Vec3) -> Vec2:
    """Return the coordinates of v except along the largest component of n, oriented."""
    x, y, z = abs(n[0]), abs(n[1]), abs(n[2])
    if x >= y and x >= z:
        return v[1], v[2]
    if y >= z:
        return v[2], v[0]
    return v[0], v[1]


@kernel
def area(p: Vec2, q: Vec2) -> float:
    return p[0] * q[1] - p[1] * q[0]


@kernel
def edge_weights(p: Vec3, q: Vec3, r: Vec3) -> Vec3:
    """Return the weights of p, q, r in the nearest point on the triangle's edges."""
    best, wp, wq, wr = math.inf, 1.0, 0.0, 0.0
    for k in range(3):
        s, t = (p, q) if k == 0 else ((q, r) if k == 1 else (r, p))
        u = segment_weight(s, t)
        v = add(scale(s, 1.0 - u), scale(t, u))
        if dot(v, v) < best:
            best = dot(v, v)
            wp = 1.0 - u if k == 0 else (u if k == 2 else 0.0)
            wq = u if k == 0 else (1.0 - u if k == 1 else 0.0)
            wr = u if k == 1 else (1.0 - u if k == 2 else 0.0)
    return wp, wq, wr


@kernel
def triangle_weights(p: Vec3, q: Vec3, r: Vec3) -> Vec3:
    """Return the weights of p, q, r in the triangle's point nearest to the origin.

    Weights are areas in the projection along the largest component of the normal.
    """
    n = cross(sub(q, p), sub(r, p))
    nn = dot(n, n)
    if nn > 0.0:
        o = scale(n, dot(n, p) / nn)
        p2, q2, r2 = project_out(n, sub(p, o)), project_out(n, sub(q, o)), project_out(n, sub(r, o))
        wp, wq, wr = area(q2, r2), area(r2, p2), area(p2, q2)
        s = wp + wq + wr
        if s != 0.0:
            wp, wq, wr = wp / s, wq / s, wr / s
            if wp >= 0.0 and wq >= 0.0 and wr >= 0.0:
                return wp, wq, wr
    return edge_weights(p, q, r)


@kernel
def tetrahedron_weights(d: Data) -> bool:
    """Write the weights of the tetrahedron's point nearest to the origin to ccd_weight.

    Returns whether the origin is inside. The origin is outside of a face if the face separates the origin from the
    opposite vertex. Of these faces (of all of a flat tetrahedron) the one nearest to the origin gives the weights.
    """
    best = math.inf
    inside = True
    for k in range(4):
        i0, i1, i2 = (k + 1) & 3, (k + 2) & 3, (k + 3) & 3
        p, q, r = load3(d.ccd_w, i0), load3(d.ccd_w, i1), load3(d.ccd_w, i2)
        n = cross(sub(q, p), sub(r, p))
        if dot(n, p) * dot(n, sub(p, load3(d.ccd_w, k))) > 0.0:
            continue
        inside = False
        wp, wq, wr = triangle_weights(p, q, r)
        v = add(add(scale(p, wp), scale(q, wq)), scale(r, wr))
        if dot(v, v) < best:
            best = dot(v, v)
            d.ccd_weight[k] = 0.0
            d.ccd_weight[i0] = wp
            d.ccd_weight[i1] = wq
            d.ccd_weight[i2] = wr
    return inside


@kernel
def nearest(d: Data, count: int) -> tuple[int, Vec3]:
    """Reduce the simplex to the vertices that carry its point nearest to the origin.

    Returns their number and the point; 4 with the point 0 where the origin is inside.
    """
    p, q, r = load3(d.ccd_w, 0), load3(d.ccd_w, 1), load3(d.ccd_w, 2)
    d.ccd_weight[0] = 1.0
    if count == 2:
        u = segment_weight(p, q)
        d.ccd_weight[0] = 1.0 - u
        d.ccd_weight[1] = u
    elif count == 3:
        wp, wq, wr = triangle_weights(p, q, r)
        d.ccd_weight[0] = wp
        d.ccd_weight[1] = wq
        d.ccd_weight[2] = wr
    elif count == 4 and tetrahedron_weights(d):
        return 4, (0.0, 0.0, 0.0)
    v = (0.0, 0.0, 0.0)
    kept = 0
    for i in range(count):
        s = d.ccd_weight[i]
        if s > 0.0:
            w = load3(d.ccd_w, i)
            v = add(v, scale(w, s))
            store_vertex(d, kept, w, load3(d.ccd_a, i))
            d.ccd_weight[kept] = s
            kept += 1
    return kept, v


@kernel
def copy_simplex(d: Data, count: int, source: int, target: int) -> None:
    """Copy vertices and weights of the simplex from row ``source`` to row ``target``."""
    for i in range(count):
        store_vertex(d, target + i, load3(d.ccd_w, source + i), load3(d.ccd_a, source + i))
        d.ccd_weight[target + i] = d.ccd_weight[source + i]


@kernel
def is_vertex(d: Data, count: int, w: Vec3) -> bool:
    """Return whether w is already a vertex of the simplex."""
    for i in range(count):
        p = load3(d.ccd_w, i)
        if p[0] == w[0] and p[1] == w[1] and p[2] == w[2]:
            return True
    return False


@kernel
def gjk(
    m: Model, d: Data, c: Vec3, cutoff: float, tolerance: float, iterations: int
) -> tuple[int, int, Vec3]:
    """Find the nearest points of the two cores, or determine that the cores overlap.

    Returns status, number of vertices of the simplex, n. BEYOND_CUTOFF: a plane with normal n separates
    the cores by more than ``cutoff``. NEAREST_FOUND: sum of weight * ccd_w is the vector between the nearest points,
    along n, to the relative ``tolerance``. ORIGIN_INSIDE: the origin is inside or on the simplex; n is the last
    direction before that.
    """
    v = c
    n = (1.0, 0.0, 0.0)
    count = 0
    vv = dot(v, v)
    wmax = 0.0
    for _ in range(iterations):
        if not vv > Limits.TOUCH * Limits.TOUCH * wmax:
            return ORIGIN_INSIDE, count, n
        length = math.sqrt(vv)
        n = scale(v, 1.0 / length)
        w, a = difference(m, d, c, n, 0, 0)
        gap = dot(n, w)
        if gap > cutoff:
            return BEYOND_CUTOFF, count, n
        # before the first vertex, v is the vector between the centers: a direction, not a point of the simplex
        flat = length - gap <= tolerance * length + Limits.ROUND * math.sqrt(wmax)
        if count > 0 and (flat or is_vertex(d, count, w)):
            return NEAREST_FOUND, count, n
        copy_simplex(d, count, 0, SAVED)
        store_vertex(d, count, w, a)
        wmax = max(wmax, dot(w, w))
        before, (count, v) = count, nearest(d, count + 1)
        if count == 4:
            return ORIGIN_INSIDE, count, n
        if before > 0 and not dot(v, v) < vv:  # no nearer point can be found because of rounding
            copy_simplex(d, before, SAVED, 0)
            return NEAREST_FOUND, before, n
        vv = dot(v, v)
    return NEAREST_FOUND, count, n


@kernel
def carried_point(d: Data, count: int) -> Vec3:
    """Return the point on core 0 that the weights of the simplex define."""
    a = (0.0, 0.0, 0.0)
    for i in range(count):
        a = add(a, scale(load3(d.ccd_a, i), d.ccd_weight[i]))
    return a


@kernel
def carried_normal(d: Data, count: int, n: Vec3) -> tuple[Vec3, float]:
    """Return direction (n if undefined) and length of the weighted point of the simplex."""
    v = (0.0, 0.0, 0.0)
    for i in range(count):
        v = add(v, scale(load3(d.ccd_w, i), d.ccd_weight[i]))
    length = math.sqrt(dot(v, v))
    if not length > 0.0:
        return n, 0.0
    return scale(v, 1.0 / length), length


@kernel
def extreme(m: Model, d: Data, c: Vec3, i: int, n: Vec3) -> Vec3:
    """Store the support point of K in direction n as vertex i and return it."""
    w, a = difference(m, d, c, neg(n), 0, 0)
    store_vertex(d, i, w, a)
    return w
