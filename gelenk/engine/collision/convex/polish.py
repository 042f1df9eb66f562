"""Newton polish: exact nearest points of curved cores, by optimizing the contact normal.

Documents: Computation / Collision detection / Checking

GJK and EPA approach curved surfaces by support points, ever more slowly. Their result is the start here: the signed
distance is the best value of gap(n) = n.w(n) over unit directions n (see support.py):

    gradient on the tangent plane   w_t = w - gap n        (envelope theorem: w does not count as varying)
    second derivative               -(Q0 + Q1 + gap), Q the curvature forms of the two supports

so that the Newton step is (Q0 + Q1 + gap) dn = w_t; where the matrix is not positive definite, n does not give a
nearest point. The best n is often at a kink, where the support point of a segment or disc jumps: flat faces, straight
edges. Kinks are treated as an active set. Active kinks constrain n (n.u = 0 for a segment, n = u for a disc); n moves
in the directions that they leave free. The parts of the support point that active kinks leave out must balance w_t:

    w_t = sum of s_k u_k + disc vectors,   |s_k| <= h_k,  |disc vector| <= r

Of all solutions the one with the least sum of squares of s_k / h_k and |disc vector| / r is taken, so that the contact
of two flat faces is in the middle of both. If there is no solution, the kinks at their limits are released: n moves off
them toward that limit. A step across a kink activates it.

When gap > 0 a solution is the globally nearest pair of points, since cores are convex; else it is a local
solution, the one near the caller's start.

Work space  part_along (8, 2): share of w_t of part k = 4 side + (0 1 2: segment, 3: disc), in the tangent basis
"""

import math

from gelenk.algebra.vec import Vec2, Vec3, add, add_scaled, cross, dot, normalize, scale, sub
from gelenk.engine.collision.convex.epa import perpendicular
from gelenk.engine.collision.convex.support import (
    DISC,
    axis_of,
    curvature,
    difference,
    disc_radius,
    segment_half,
)
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

NUDGE = 1e-3  # angle by which n moves off a released kink [rad]
MAX_STEP = 0.3  # maximum Newton step [rad]


@kernel
def kinks(d: Data, side: int, n: Vec3, width: float) -> int:
    """Return the mask of the kinks of ``side`` within the angle ``width`` [rad] of n."""
    mask = 0
    for i in range(3):
        if segment_half(d, side, i) > 0.0 and abs(dot(n, axis_of(d, side, i))) <= width:
            mask |= 1 << i
    if disc_radius(d, side) > 0.0:
        x = cross(n, axis_of(d, side, 2))
        if dot(x, x) <= width * width:
            mask |= DISC
    return mask


@kernel
def crossing(d: Data, side: int, mask: int, before: Vec3, n: Vec3, limit: float) -> tuple[float, int]:
    """Find the first kink of ``side`` between ``before`` and n, except those in ``mask``.

    Returns the fraction of the step at which it is crossed, at most ``limit``, and its mask; ``limit``, 0 for none.
    """
    first = 0
    for i in range(3):
        u = axis_of(d, side, i)
        x, y = dot(before, u), dot(n, u)
        t = x / (x - y) if x * y < 0.0 and not mask & (1 << i) else 2.0
        if t <= limit and segment_half(d, side, i) > 0.0:
            limit, first = t, 1 << i
    if disc_radius(d, side) > 0.0:
        u = axis_of(d, side, 2)
        v, w = add_scaled(before, u, -dot(before, u)), add_scaled(n, u, -dot(n, u))
        t = dot(v, sub(v, w)) / max(dot(sub(v, w), sub(v, w)), 1e-300)
        if dot(v, w) < 0.0 and t <= limit:
            limit, first = t, DISC
    return limit, first


@kernel
def hold(d: Data, mask0: int, mask1: int, n: Vec3) -> tuple[Vec3, Vec3, Vec3, int]:
    """Project n onto the active kinks and build a basis of its tangent plane: n, t1, t2, rank.

    rank 0: n is free; 1: n moves along t2 only, t1 being the segment's direction; 2: n is fixed
    """
    rank = 0
    t1 = (0.0, 0.0, 0.0)
    for side in range(2):
        mask = mask0 if side == 0 else mask1
        u = axis_of(d, side, 2)
        if mask & DISC and rank < 2:
            n = u if dot(n, u) > 0.0 else scale(u, -1.0)
            rank = 2
    for k in range(6):
        mask = mask0 if k < 3 else mask1
        u = axis_of(d, k // 3, k % 3)
        if mask & (1 << (k % 3)) and rank < 2:
            x = cross(t1, u)
            if rank == 0:
                t1 = u
                rank = 1
            elif dot(x, x) > Limits.ON_KINK * Limits.ON_KINK:
                n = normalize(x if dot(n, x) > 0.0 else scale(x, -1.0))
                rank = 2
    if rank == 1:
        n = normalize(add_scaled(n, t1, -dot(n, t1)))
    else:
        t1 = normalize(perpendicular(n))
    return n, t1, cross(n, t1), rank


@kernel
def newton_step(
    d: Data, n: Vec3, t1: Vec3, t2: Vec3, gap: float, r1: float, r2: float, rank: int
) -> tuple[float, float, float, bool]:
    """Return the step of n in the tangent basis, its length, and whether it is valid.

    The step is valid if the second derivative has the sign of a nearest point. If many points are equally near, as with
    concentric round shapes, that derivative may vanish in a direction, along which no step is needed.
    """
    q0, q1 = curvature(d, 0, n, t1, t2), curvature(d, 1, n, t1, t2)
    a, b, c = q0[0] + q1[0] + gap, q0[1] + q1[1], q0[2] + q1[2] + gap
    if rank == 1:
        a, b, r1 = 1.0, 0.0, 0.0
    tiny = Limits.TINY * (abs(gap) + abs(q0[0] + q1[0]) + abs(q0[2] + q1[2]))
    det = a * c - b * b
    good = a >= -tiny and c >= -tiny and det >= -tiny * max(a, c)
    if det > tiny * max(a, c) and good:
        s1, s2 = (c * r1 - b * r2) / det, (a * r2 - b * r1) / det
    else:  # a step in the direction of the gradient
        along = a * r1 * r1 + 2.0 * b * r1 * r2 + c * r2 * r2
        rr = r1 * r1 + r2 * r2
        s = rr / along if along > tiny * rr else 1.0 / (abs(a) + abs(b) + abs(c) + 1e-15)
        s1, s2 = s * r1, s * r2
    length = math.sqrt(s1 * s1 + s2 * s2)
    if length > MAX_STEP:
        s1, s2 = s1 * MAX_STEP / length, s2 * MAX_STEP / length
    return s1, s2, length, good


@kernel
def part(d: Data, k: int, mask0: int, mask1: int, t1: Vec3, t2: Vec3) -> Vec3:
    """Return direction (0, 0 for a disc) and extent (0 if inactive) of part k, tangent basis."""
    side, i = k // 4, k % 4
    if not (mask0 if side == 0 else mask1) & (1 << i):
        return 0.0, 0.0, 0.0
    if i == 3:
        return 0.0, 0.0, disc_radius(d, side)
    u = axis_of(d, side, i)
    return dot(u, t1), dot(u, t2), segment_half(d, side, i)


@kernel
def least_norm(d: Data, mask0: int, mask1: int, t1: Vec3, t2: Vec3, r1: float, r2: float) -> Vec2:
    """Return the vector m with sum of extent^2 P m = (r1, r2) over the active parts.

    P = u u' for segments, the identity for discs; extent^2 P m is then the part of least norm in units of extents.
    """
    a, b, c = 0.0, 0.0, 0.0
    for k in range(8):
        x, y, h = part(d, k, mask0, mask1, t1, t2)
        h *= h
        a += h * (x * x if k & 3 != 3 else 1.0)
        b += h * x * y
        c += h * (y * y if k & 3 != 3 else 1.0)
    det = a * c - b * b
    trace2 = (a + c) * (a + c)
    if det > Limits.SINGULAR * trace2:
        return (c * r1 - b * r2) / det, (a * r2 - b * r1) / det
    if trace2 > 0.0:
        return (a * r1 + b * r2) / trace2, (b * r1 + c * r2) / trace2
    return 0.0, 0.0


@kernel
def balance(
    d: Data, mask0: int, mask1: int, t1: Vec3, t2: Vec3, r1: float, r2: float
) -> tuple[float, float, int, int]:
    """Distribute (r1, r2) over the active parts, and write their shares to part_along.

    Returns the remainder of (r1, r2), and the masks of the parts of each side that are at a limit.
    """
    full0, full1 = 0, 0
    for _ in range(4):
        m1, m2 = least_norm(d, mask0 & ~full0, mask1 & ~full1, t1, t2, r1, r2)
        left1, left2 = r1, r2
        again = False
        for k in range(8):
            x, y, h = part(d, k, mask0 & ~full0, mask1 & ~full1, t1, t2)
            if h == 0.0:
                continue
            along = x * m1 + y * m2
            p, q = (h * h * x * along, h * h * y * along) if k & 3 != 3 else (h * h * m1, h * h * m2)
            over = math.sqrt(p * p + q * q) / h
            if over > 1.0 + Limits.ALIKE:
                p, q = p / over, q / over
                r1, r2 = r1 - p, r2 - q
                full0 |= (1 << k) & 15
                full1 |= (1 << k) >> 4
                again = True
            d.part_along[k, 0] = p
            d.part_along[k, 1] = q
            left1, left2 = left1 - p, left2 - q
        if not again:
            break
    return left1, left2, full0, full1


@kernel
def made_up(d: Data, first: int, mask: int, t1: Vec3, t2: Vec3) -> Vec3:
    """Return the sum of the active parts ``first`` to ``first`` + 3, world frame."""
    x, y = 0.0, 0.0
    for k in range(4):
        if mask & (1 << k):
            x += d.part_along[first + k, 0]
            y += d.part_along[first + k, 1]
    return add_scaled(scale(t1, x), t2, y)


@kernel
def polish(
    m: Model, d: Data, c: Vec3, n: Vec3, width: float, size: float, iterations: int
) -> tuple[bool, Vec3, float, Vec3]:
    """Find the best direction near n; return found, n, gap, a.

    Kinks nearer than ``width`` [rad] are tried first; ``size`` [m], about that of the cores, scales the
    tolerances.
    """
    mask0, mask1 = kinks(d, 0, n, width), kinks(d, 1, n, width)
    a = (0.0, 0.0, 0.0)
    gap = 0.0
    for _ in range(iterations):
        n, t1, t2, rank = hold(d, mask0, mask1, n)
        # keep exactly the kinks that n satisfies after hold, including those that were not active
        mask0, mask1 = kinks(d, 0, n, Limits.ON_KINK), kinks(d, 1, n, Limits.ON_KINK)
        w, a = difference(m, d, c, n, mask0, mask1)
        gap = dot(n, w)
        r1, r2 = dot(t1, w), dot(t2, w)
        if rank < 2:
            s1, s2, length, good = newton_step(d, n, t1, t2, gap, r1, r2, rank)
            if not (length <= Limits.SHORTEST and good):
                step = add_scaled(scale(t1, s1), t2, s2)
                t, cross0 = crossing(d, 0, mask0, n, add(n, step), 1.0)
                t, cross1 = crossing(d, 1, mask1, n, add(n, step), t)
                mask0, mask1 = (mask0, mask1 | cross1) if cross1 else (mask0 | cross0, mask1)
                n = normalize(add_scaled(n, step, t))
                continue
            if mask0 == 0 and mask1 == 0:
                return True, n, gap, a
            r2 = 0.0
        left1, left2, full0, full1 = balance(d, mask0, mask1, t1, t2, r1, r2)
        if left1 * left1 + left2 * left2 <= 1e-20 * size * size:
            x = made_up(d, 0, mask0, t1, t2)
            return True, n, gap, (a[0] + x[0], a[1] + x[1], a[2] + x[2])
        x, y = made_up(d, 0, full0, t1, t2), made_up(d, 4, full1, t1, t2)
        x = normalize((x[0] + y[0], x[1] + y[1], x[2] + y[2]))
        n = normalize(add_scaled(n, x, NUDGE))
        mask0 &= ~full0
        mask1 &= ~full1
    return False, n, gap, a
