"""The derivative of witness points of a convex pair, with its features held.

Documents: design / Tangents of kernels; Computation / Collision detection / Checking

The signed distance of two sides (convex/support.py) is a stationary value over unit directions n of

    s(n) = n.(c + b - a) - r0 - r1      a, b: support points of the cores along n and -n; c: between their centers

so its derivative is that of s with n held. The *feature* of a core along n is a point, an edge or a face: it has 0, 1
or 2 directions e, to which n stays perpendicular and along which the witness point slides. In the basis t of the
tangent plane, with the curvatures C0, C1 of the cores, the projectors P0, P1 onto their features, and the distance g of
the cores, derivatives of the conditions

    n.e = 0 for both features,    c + b - a = g n

are, with w and e of features that move with their geoms,

    P0 n' = - (n.e0') e0,   P1 n' = - (n.e1') e1       two edges, or a face, fix n
    (C0 + C1 + g) n' = w' + slides along features      in the remaining directions

Slides share the remainder of w': P0 z on side 0, - P1 z on side 1, (P0 + P1) z = w' - (C0 + C1 + g) n'. Where both
features are faces, n is that of side 0.

Where the collider stops at ccd_tolerance, its normal is too far from the stationary one, so the pair is first solved
exactly. Values stay those of the collider.

Work space  face_plane (., 0): values without tangents
"""

from gelenk.algebra.vec import Vec2, Vec3, add, add_scaled, cross, dot, load3, neg, norm, normalize, sub
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate
from gelenk.engine.collision.convex.convex import is_flat
from gelenk.engine.collision.convex.epa import perpendicular
from gelenk.engine.collision.convex.native_ccd import EXACT_TOLERANCE, ccd_tolerance, is_ball
from gelenk.engine.collision.convex.polish import kinks
from gelenk.engine.collision.convex.support import (
    DISC,
    EXACTLY,
    axis_of,
    ball_radius,
    curvature,
    is_curved,
    solved,
    support,
)
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model

HELD_SIDES = INDEX["held_sides"]
FLAT = 1e-6  # sine of the angle by which n may deviate from the perpendicular of a feature
TILTS = 5  # number of angles that are tried: FLAT, 10 FLAT, ...
ON_CORNER = (
    1e-6  # largest distance from a feature at which a witness point is on it, relative to the feature's size
)
MIN_NORMAL_COSINE = 0.5  # least cosine between the normals of the collider and of the exact solution
NEWTON_STEPS = 3  # Newton steps with curved geoms; the last one gives the tangents
MAX_STEP = 0.05  # longest step [rad]
MIN_RELATIVE_HEIGHT = 1e-6  # least height of a triangle of corners that span a face, relative to its base
PARALLEL_SINE_SQUARED = 1e-10  # squared sine of the angle up to which two edges have one direction
ZERO_CURVATURE = 1e-12  # relative size of a second derivative that counts as zero
ZERO = (0.0, 0.0, 0.0)
RESULT, FRAME, SLIDES, BALANCE = 0, 8, 16, 32  # rows of face_plane


@kernel
def held(d: Data, k: int, x: float) -> float:
    """Return x without tangents; row k of the work space stores x."""
    d.face_plane[k, 0] = x
    return d.face_plane[k, 0]


@kernel
def held3(d: Data, k: int, x: Vec3) -> Vec3:
    """Return a vector without tangents; rows k .. k + 2 of the work space store the vector."""
    return held(d, k, x[0]), held(d, k + 1, x[1]), held(d, k + 2, x[2])


@kernel
def corner_edges(
    m: Model, d: Data, side: int, n: Vec3, t1: Vec3, t2: Vec3, a: Vec3, tilt: float
) -> tuple[int, Vec3, Vec3]:
    """Return number and directions of edges from corner ``a`` that span the feature along n.

    Corners are found as support points along directions that deviate from n by the angle ``tilt``.
    """
    e1, e2 = ZERO, ZERO
    longest, highest = 0.0, 0.0
    for k in range(4):
        t = t1 if k < 2 else t2
        v = sub(support(m, d, side, add_scaled(n, t, tilt if k & 1 else -tilt), 0), a)
        if norm(v) > longest:
            longest, e1 = norm(v), v
    if longest == 0.0:
        return 0, e1, e2
    across = normalize(cross(n, e1))
    for k in range(2):
        v = sub(support(m, d, side, add_scaled(n, across, tilt if k & 1 else -tilt), 0), a)
        height = abs(dot(v, across))
        if height > MIN_RELATIVE_HEIGHT * longest and height > highest:
            highest, e2 = height, v
    return 2 if highest > 0.0 else 1, e1, e2


@kernel
def corner_feature(
    m: Model, d: Data, side: int, n: Vec3, t1: Vec3, t2: Vec3, x: Vec3
) -> tuple[int, Vec3, Vec3, Vec3]:
    """Return dimension, corner and edges of the feature of a core with corners.

    Of the features that contain the witness point x, the one with the least tilt against n is returned. Against curved
    geoms, the collider stops early, with n still tilted against edges and faces.
    """
    a = support(m, d, side, n, 0)
    to = sub(x, a)
    tilt, size, e1, e2 = FLAT, 0, ZERO, ZERO
    for _ in range(TILTS):
        size, e1, e2 = corner_edges(m, d, side, n, t1, t2, a, tilt)
        if size == 2 or norm(to) <= ON_CORNER * (norm(e1) + norm(a)):
            break
        if size == 1 and norm(cross(to, e1)) <= ON_CORNER * dot(e1, e1):
            break
        tilt *= 10.0
    return size, a, e1, e2


@kernel
def feature(
    m: Model, d: Data, side: int, n: Vec3, t1: Vec3, t2: Vec3, x: Vec3
) -> tuple[int, Vec3, Vec3, Vec3]:
    """Return dimension, point and directions of the feature of a core along n, near x."""
    if is_flat(d, side):
        return corner_feature(m, d, side, n, t1, t2, x)
    mask = kinks(d, side, n, FLAT)
    a = support(m, d, side, n, mask)
    if mask & DISC:
        return 2, a, axis_of(d, side, 0), axis_of(d, side, 1)
    e1, e2, size = ZERO, ZERO, 0
    for i in range(3):
        if mask & (1 << i) and size < 2:
            if size == 0:
                e1 = axis_of(d, side, i)
            else:
                e2 = axis_of(d, side, i)
            size += 1
    return size, a, e1, e2


@kernel
def coordinates(size: int, p: Vec2, q: Vec2, x: Vec2) -> Vec2:
    """Return the coordinates of x, or of its projection, along the first ``size`` of p, q."""
    if size == 2:
        det = p[0] * q[1] - p[1] * q[0]
        return (x[0] * q[1] - x[1] * q[0]) / det, (p[0] * x[1] - p[1] * x[0]) / det
    if size == 1:
        return (p[0] * x[0] + p[1] * x[1]) / (p[0] * p[0] + p[1] * p[1]), 0.0
    return 0.0, 0.0


@kernel
def turned(size: int, p: Vec2, q: Vec2, r: Vec2) -> Vec2:
    """Return the x in the span of p, q whose dot products with p and q are r."""
    if size == 2:
        det = p[0] * q[1] - p[1] * q[0]
        return (r[0] * q[1] - r[1] * p[1]) / det, (p[0] * r[1] - q[0] * r[0]) / det
    if size == 1:
        s = r[0] / (p[0] * p[0] + p[1] * p[1])
        return s * p[0], s * p[1]
    return 0.0, 0.0


@kernel
def projector(size: int, p: Vec2) -> Vec3:
    """Return the projector onto p (size 1), the plane (2) or nothing (0): elements 11, 12, 22."""
    if size == 2:
        return 1.0, 0.0, 1.0
    if size == 1:
        s = 1.0 / (p[0] * p[0] + p[1] * p[1])
        return s * p[0] * p[0], s * p[0] * p[1], s * p[1] * p[1]
    return ZERO


@kernel
def times(a: Vec3, x: Vec2) -> Vec2:
    """Return the product of a symmetric matrix (elements 11, 12, 22) and x."""
    return a[0] * x[0] + a[1] * x[1], a[1] * x[0] + a[2] * x[1]


@kernel
def solve_in_range(a: Vec3, x: Vec2) -> tuple[int, Vec2]:
    """Return rank and solution of a y = x for a sum of two projectors, x in its range."""
    det, trace = a[0] * a[2] - a[1] * a[1], a[0] + a[2]
    if det > PARALLEL_SINE_SQUARED:
        return 2, ((a[2] * x[0] - a[1] * x[1]) / det, (a[0] * x[1] - a[1] * x[0]) / det)
    if trace > 0.0:
        y = times(a, x)
        return 1, (y[0] / (trace * trace), y[1] / (trace * trace))
    return 0, (0.0, 0.0)


@kernel
def turn_of_normal(s: Vec3, r: Vec2, h: Vec3, w: Vec2) -> Vec2:
    """Return n' in the tangent basis.

    s    sum of the projectors of the features that fix n
    r    sum of n.e' e of these features
    h    C0 + C1 + g
    w    tangential part of w'
    """
    rank, x = solve_in_range(s, (-r[0], -r[1]))
    if rank == 2:
        return x
    size = abs(h[0]) + abs(h[1]) + abs(h[2])
    y = times(h, x)
    v = (w[0] - y[0], w[1] - y[1])
    if rank == 1:
        # the unit vector across the direction of s
        p, q = (s[0], s[1]) if s[0] >= s[2] else (s[1], s[2])
        length = (p * p + q * q) ** 0.5
        p, q = -q / length, p / length
        z = times(h, (p, q))
        along = p * z[0] + q * z[1]
        if not along > ZERO_CURVATURE * size:
            return x
        t = (p * v[0] + q * v[1]) / along
        return x[0] + t * p, x[1] + t * q
    det = h[0] * h[2] - h[1] * h[1]
    if not det > ZERO_CURVATURE * size * size:
        return 0.0, 0.0
    return (h[2] * v[0] - h[1] * v[1]) / det, (h[0] * v[1] - h[1] * v[0]) / det


@kernel
def stops_early(m: Model, d: Data, margin: float) -> bool:
    """Return whether the collider stops at ccd_tolerance (`solve` in convex/convex.py)."""
    round0, round1 = is_curved(d, 0) or is_ball(d, 0), is_curved(d, 1) or is_ball(d, 1)
    return (round0 or round1) and margin != EXACTLY and ccd_tolerance(m) >= EXACT_TOLERANCE


@kernel
def load_result(d: Data) -> tuple[Vec3, Vec3]:
    """Return normal and midpoint in ccd_result."""
    return (d.ccd_result[3], d.ccd_result[4], d.ccd_result[5]), (
        d.ccd_result[6],
        d.ccd_result[7],
        d.ccd_result[8],
    )


@kernel
def store_result(d: Data, dist: float, n: Vec3, pos: Vec3) -> None:
    """Write distance, normal and midpoint to ccd_result."""
    d.ccd_result[2] = dist
    for k in range(3):
        d.ccd_result[3 + k] = n[k]
        d.ccd_result[6 + k] = pos[k]


@kernel
def hold_point(d: Data, row: int, dist: float, n: Vec3, pos: Vec3) -> None:
    """Store distance, normal and midpoint without tangents in 7 rows of face_plane."""
    held(d, row, dist)
    held3(d, row + 1, n)
    held3(d, row + 4, pos)


@kernel
def held_point(d: Data, row: int) -> tuple[float, Vec3, Vec3]:
    """Return distance, normal and midpoint that ``hold_point`` stored."""
    return (
        d.face_plane[row, 0],
        (d.face_plane[row + 1, 0], d.face_plane[row + 2, 0], d.face_plane[row + 3, 0]),
        (d.face_plane[row + 4, 0], d.face_plane[row + 5, 0], d.face_plane[row + 6, 0]),
    )


@kernel
def find_exactly(m: Model, d: Data) -> bool:
    """Solve the sides without tangents; return whether they are within the margin.

    Writes the result of the collider to the rows RESULT. If the collider stopped early, writes the exact result to the
    rows FRAME: distance, normal, midpoint.
    """
    cutoff, margin = d.ccd_result[0], d.ccd_result[1]
    call_pair(m, d, HELD_SIDES, 0, 0)
    found, dist = d.ccd_result[1] > 0.0, d.ccd_result[2]
    n, pos = load_result(d)
    if found and stops_early(m, d, margin):
        near = 2.0 * ccd_tolerance(m)
        d.ccd_result[0] = max(cutoff, dist + near)
        d.ccd_result[1] = EXACTLY
        call_pair(m, d, HELD_SIDES, 0, 0)
        exact, x = load_result(d)
        if not (
            d.ccd_result[1] > 0.0
            and abs(d.ccd_result[2] - dist) <= near
            and dot(n, exact) > MIN_NORMAL_COSINE
        ):
            store_result(d, dist, n, pos)
    exact, x = load_result(d)
    hold_point(d, FRAME, d.ccd_result[2], exact, x)
    hold_point(d, RESULT, dist, n, pos)
    d.ccd_result[0] = cutoff
    d.ccd_result[1] = 1.0 if found else 0.0
    return found


@kernel
def slid(
    d: Data, at: int, size: int, a: Vec3, e1: Vec3, e2: Vec3, x: Vec3, n: Vec3, t1: Vec3, t2: Vec3
) -> tuple[Vec3, Vec3, Vec2]:
    """Return the witness point x as point a of a feature plus held coordinates times edges.

    Returns also the projector of the feature, and n.e e.
    """
    p = (held(d, at, dot(t1, e1)), held(d, at + 1, dot(t2, e1)))
    q = (held(d, at + 2, dot(t1, e2)), held(d, at + 3, dot(t2, e2)))
    to = sub(x, a)
    u, v = coordinates(size, p, q, (held(d, at + 4, dot(t1, to)), held(d, at + 5, dot(t2, to))))
    r = (dot(n, e1), dot(n, e2))
    return add_scaled(add_scaled(a, e1, u), e2, v), projector(size, p), turned(size, p, q, r)


@kernel
def limited(x: Vec2) -> Vec2:
    """Return a step of the normal, or zero if the step is too long."""
    return x if x[0] * x[0] + x[1] * x[1] < MAX_STEP * MAX_STEP else (0.0, 0.0)


@kernel
def newton_step(m: Model, d: Data) -> tuple[float, Vec3, Vec3]:
    """Return distance, normal and midpoint, with tangents, by a step from the rows FRAME."""
    dist, n, pos = held_point(d, FRAME)
    n = normalize(n)
    t1 = normalize(perpendicular(n))
    t2 = cross(n, t1)
    r0, r1 = ball_radius(d, 0), ball_radius(d, 1)
    x0, x1 = load3(d.ccd_xpos, 0), load3(d.ccd_xpos, 1)
    on0, on1 = sub(add_scaled(pos, n, -0.5 * dist - r0), x0), sub(add_scaled(pos, n, 0.5 * dist + r1), x1)
    size0, a, e1, e2 = feature(m, d, 0, n, t1, t2, on0)
    a, p0, f0 = slid(d, SLIDES, size0, a, e1, e2, on0, n, t1, t2)
    size1, b, e1, e2 = feature(m, d, 1, neg(n), t1, t2, on1)
    b, p1, f1 = slid(d, SLIDES + 8, size1, b, e1, e2, on1, n, t1, t2)
    c0 = held3(d, BALANCE, curvature(d, 0, n, t1, t2) if size0 < 2 else ZERO)
    c1 = held3(d, BALANCE + 3, curvature(d, 1, n, t1, t2) if size1 < 2 else ZERO)
    between = sub(add(x1, b), add(x0, a))
    gap = dot(n, between)
    g = held(d, BALANCE + 6, gap)
    h = (c0[0] + c1[0] + g, c0[1] + c1[1], c0[2] + c1[2] + g)
    w = (dot(t1, between), dot(t2, between))
    s, f = add(p0, p1), (f0[0] + f1[0], f0[1] + f1[1])
    if size0 == 2:
        s, f = p0, f0
    elif size1 == 2:
        s, f = p1, f1
    turn = limited(turn_of_normal(s, f, h, w))
    y = times(h, turn)
    _, z = solve_in_range(add(p0, p1), (w[0] - y[0], w[1] - y[1]))
    curved, slide = times(c0, turn), times(p0, z)
    a = add_scaled(add_scaled(a, t1, curved[0] + slide[0]), t2, curved[1] + slide[1])
    n = add_scaled(add_scaled(n, t1, turn[0]), t2, turn[1])
    return gap - r0 - r1, n, add(x0, add_scaled(a, n, 0.5 * (gap + r0 - r1)))


@kernel
def sides_rule(m: Model, d: Data, unused: int, none: int) -> None:
    """Solve the convex sides, as solve_sides does, with tangents.

    Reads   what solve_sides reads
    Writes  ccd_result; work space as solve_sides
    Source  this file's head; Hessian and kinks as in convex/polish.py
    """
    if not find_exactly(m, d):
        store_result(d, 0.0, ZERO, ZERO)
        return
    dist, n, pos = held_point(d, FRAME)
    for _ in range(NEWTON_STEPS if is_curved(d, 0) or is_curved(d, 1) else 1):
        dist, n, pos = newton_step(m, d)
        hold_point(d, FRAME, dist, n, pos)
    # values of the collider, with the tangents of the Newton step
    dist0, n0, pos0 = held_point(d, FRAME)
    value, normal, point = held_point(d, RESULT)
    store_result(d, value + (dist - dist0), add(normal, sub(n, n0)), add(point, sub(pos, pos0)))


@kernel
def touch_rule(m: Model, d: Data, first: int, second: int) -> None:
    """Add one candidate contact of the loaded sides, as touch_sides does."""
    found, n, dist, pos = solved(m, d, d.near_margin, EXACTLY)
    if found:
        add_candidate(d, dist, pos, n, NO_HINT)
