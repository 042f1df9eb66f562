"""MPR, Minkowski portal refinement: contacts under the flag nativeccd="disable".

Documents: XML reference / option / flag (nativeccd), ccd_tolerance, ccd_iterations

    v(n)       the point of { a - b }, a of side 0 and b of side 1, farthest along n; each side is inflated by half of
               the margin, unless it is a prism of a height field
    inner      the difference of the two centers, a point inside { a - b }
    portal     a triangle of points v that the ray from the inner point through the origin crosses on its way out
    discovery  turns a first triangle about the ray until the ray passes through the triangle
    refinement replaces one of the portal's vertices by v(n), n the normal of the portal: first until the origin
               is inside, then until v(n) is not farther out by more than ccd_tolerance, or ccd_iterations are reached
    depth      the distance of the final portal from the origin, not the least of all directions (errors up to 1e-2)
    point      the mean of the points of both sides, with the weights of the origin in the tetrahedron of inner point
               and portal

If one side is curved, the normal is then replaced by the surface normal at this point; if both are, by their mean.

Source  Snethen, "XenoCollide: complex collision made simple", Game Programming Gems 7 (2008); experiments with 3.5.0,
        where limiting ccd_iterations exposes every step
Work space  ccd_w, ccd_a: row 0 the inner point, 1 to 3 the portal, 4 the new point; v and its point a of side 0
"""

import math

from gelenk.algebra.vec import (
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
    scale,
    sub,
)
from gelenk.engine.collision.convex.epa import inflated_difference
from gelenk.engine.collision.convex.gjk import store_vertex, triangle_weights
from gelenk.engine.collision.convex.native_ccd import ccd_tolerance
from gelenk.engine.collision.convex.support import ball_radius
from gelenk.tables.enums import mjtGeom
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

NEW = 4  # row of the point that may enter the portal
# results of discovery: the sides are separated; a vertex is on the ray; a portal is found
MISSED, ON_RAY, PORTAL_FOUND = 0, 1, 2
# step limit of discovery, and of refinement until the origin is inside; a few steps are usual
MOST_TURNS = 1000
CENTER_OFFSET = 1e-14  # [m] offset of the inner point if both centers coincide
CAP_FRACTION = 0.95  # fraction of a cylinder's half length beyond which the normal is not radial
# fraction of the distance to the side; if the cap is nearer than this, the normal is not radial
NEAR_CAP_FRACTION = 0.25
ELLIPSOID_STEPS = 50  # steps of Newton's method for the nearest point of an ellipsoid


@kernel
def unit(n: Vec3) -> Vec3:
    return scale(n, 1.0 / max(norm(n), 1e-300))


@kernel
def farthest(m: Model, d: Data, c: Vec3, i: int, n: Vec3, swell0: float, swell1: float) -> Vec3:
    """Store v(n), n a unit vector, as vertex i and return it."""
    w, a = inflated_difference(m, d, c, n, swell0, swell1)
    store_vertex(d, i, neg(w), a)
    return neg(w)


@kernel
def move_vertex(d: Data, source: int, target: int) -> None:
    store_vertex(d, target, load3(d.ccd_w, source), load3(d.ccd_a, source))


@kernel
def discover(m: Model, d: Data, c: Vec3, swell0: float, swell1: float) -> int:
    """Find the first portal, vertices 1 to 3; return PORTAL_FOUND, ON_RAY or MISSED.

    ON_RAY: vertex 1 is on the ray, so there is no triangle. MISSED: the sides are separated.
    """
    inner = neg(c) if norm(c) > 0.0 else (CENTER_OFFSET, 0.0, 0.0)
    store_vertex(d, 0, inner, (0.0, 0.0, 0.0))
    n = unit(neg(inner))
    v1 = farthest(m, d, c, 1, n, swell0, swell1)
    if dot(v1, n) <= 0.0:
        return MISSED
    n = cross(inner, v1)
    if norm(n) <= Limits.FLAT * norm(inner) * norm(v1):
        return ON_RAY
    n = unit(n)
    v2 = farthest(m, d, c, 2, n, swell0, swell1)
    if dot(v2, n) <= 0.0:
        return MISSED
    n = unit(cross(sub(v1, inner), sub(v2, inner)))
    if dot(n, inner) > 0.0:
        move_vertex(d, 1, NEW)
        move_vertex(d, 2, 1)
        move_vertex(d, NEW, 2)
        n = neg(n)
    for _ in range(MOST_TURNS):
        v1, v2 = load3(d.ccd_w, 1), load3(d.ccd_w, 2)
        v3 = farthest(m, d, c, 3, n, swell0, swell1)
        if dot(v3, n) <= 0.0:
            return MISSED
        if dot(cross(v1, v3), inner) < 0.0:
            move_vertex(d, 3, 2)
        elif dot(cross(v3, v2), inner) < 0.0:
            move_vertex(d, 3, 1)
        else:
            return PORTAL_FOUND
        n = unit(cross(sub(load3(d.ccd_w, 1), inner), sub(load3(d.ccd_w, 2), inner)))
    return MISSED


@kernel
def portal_normal(d: Data) -> Vec3:
    """Return the outward unit normal of the portal."""
    v1 = load3(d.ccd_w, 1)
    return unit(cross(sub(load3(d.ccd_w, 2), v1), sub(load3(d.ccd_w, 3), v1)))


@kernel
def replace_portal_vertex(d: Data) -> None:
    """Replace a vertex of the portal by the new point so that the ray still passes through."""
    x = cross(load3(d.ccd_w, NEW), load3(d.ccd_w, 0))
    if dot(load3(d.ccd_w, 1), x) > 0.0:
        move_vertex(d, NEW, 1 if dot(load3(d.ccd_w, 2), x) > 0.0 else 3)
    else:
        move_vertex(d, NEW, 2 if dot(load3(d.ccd_w, 3), x) > 0.0 else 1)


@kernel
def farther_by(d: Data, v: Vec3, n: Vec3) -> float:
    """Return the height of v along n above the farthest vertex of the portal."""
    x1, x2, x3 = dot(load3(d.ccd_w, 1), n), dot(load3(d.ccd_w, 2), n), dot(load3(d.ccd_w, 3), n)
    return dot(v, n) - max(x1, x2, x3)


@kernel
def refine(m: Model, d: Data, c: Vec3, swell0: float, swell1: float) -> bool:
    """Move the portal outward until the origin is inside; return False if separated."""
    for _ in range(MOST_TURNS):
        n = portal_normal(d)
        if dot(n, load3(d.ccd_w, 1)) >= 0.0:
            return True
        v = farthest(m, d, c, NEW, n, swell0, swell1)
        if dot(v, n) < 0.0 or farther_by(d, v, n) <= ccd_tolerance(m):
            return False
        replace_portal_vertex(d)
    return False


@kernel
def reach_surface(m: Model, d: Data, c: Vec3, swell0: float, swell1: float) -> None:
    """Move the portal outward until it is on the surface to ccd_tolerance, or the step limit."""
    for _ in range(m.opt.ccd_iterations + 1):
        n = portal_normal(d)
        if farther_by(d, farthest(m, d, c, NEW, n, swell0, swell1), n) <= ccd_tolerance(m):
            return
        replace_portal_vertex(d)


@kernel
def midway(d: Data, i: int) -> Vec3:
    """Return the midpoint of the two points of vertex i, relative to the center of side 0."""
    return add_scaled(load3(d.ccd_a, i), load3(d.ccd_w, i), -0.5)


@kernel
def weighted_point(d: Data) -> Vec3:
    """Return the contact point: midway(0 .. 3), weighted by barycentric weights of the origin.

    If the origin is outside, the weights are those of the ray's point in the portal.
    """
    v0, v1, v2, v3 = load3(d.ccd_w, 0), load3(d.ccd_w, 1), load3(d.ccd_w, 2), load3(d.ccd_w, 3)
    b0, b1 = dot(cross(v1, v2), v3), dot(cross(v3, v2), v0)
    b2, b3 = dot(cross(v0, v1), v3), dot(cross(v2, v1), v0)
    total = b0 + b1 + b2 + b3
    if not total > 0.0:
        n = portal_normal(d)
        b0, b1, b2, b3 = 0.0, dot(cross(v2, v3), n), dot(cross(v3, v1), n), dot(cross(v1, v2), n)
        total = b1 + b2 + b3
    x = add(scale(midway(d, 0), b0), scale(midway(d, 1), b1))
    return scale(add(x, add(scale(midway(d, 2), b2), scale(midway(d, 3), b3))), 1.0 / total)


@kernel
def penetration(m: Model, d: Data, c: Vec3, swell0: float, swell1: float) -> tuple[bool, Vec3, float, Vec3]:
    """Return whether the inflated sides overlap, the normal, the depth and the point.

    The normal is from side 0 to side 1, the point relative to the center of side 0.
    """
    how = discover(m, d, c, swell0, swell1)
    if how == ON_RAY:
        v = load3(d.ccd_w, 1)
        return True, unit(v), norm(v), midway(d, 1)
    if how == MISSED or not refine(m, d, c, swell0, swell1):
        return False, c, 0.0, c
    reach_surface(m, d, c, swell0, swell1)
    v1, v2, v3 = load3(d.ccd_w, 1), load3(d.ccd_w, 2), load3(d.ccd_w, 3)
    w1, w2, w3 = triangle_weights(v1, v2, v3)
    p = add(add(scale(v1, w1), scale(v2, w2)), scale(v3, w3))
    depth = norm(p)
    return True, scale(p, 1.0 / depth) if depth > 0.0 else portal_normal(d), depth, weighted_point(d)


@kernel
def squared(x: float) -> float:
    return x * x


@kernel
def of_ellipsoid(x: Vec3, size: Vec3) -> Vec3:
    """Return the normal at the point of an ellipsoid nearest to x: x_k / (s_k^2 + t).

    The normal has any length. t is the root of  sum of (s_k x_k / (s_k^2 + t))^2 = 1,  a function that is convex and
    decreasing to the right of the start.
    """
    a, b, c = size[0] * size[0], size[1] * size[1], size[2] * size[2]
    t = max(size[0] * abs(x[0]) - a, size[1] * abs(x[1]) - b, size[2] * abs(x[2]) - c)
    tiny = 1e-15 * (a + b + c)
    for _ in range(ELLIPSOID_STEPS):
        u, v, w = max(a + t, tiny), max(b + t, tiny), max(c + t, tiny)
        p, q, r = a * squared(x[0] / u), b * squared(x[1] / v), c * squared(x[2] / w)
        slope = p / u + q / v + r / w
        if not (p + q + r > 1.0 and slope > 0.0):
            break
        step = 0.5 * (p + q + r - 1.0) / slope
        t += step
        if step <= tiny:
            break
    return x[0] / max(a + t, tiny), x[1] / max(b + t, tiny), x[2] / max(c + t, tiny)


@kernel
def of_surface(d: Data, side: int, x: Vec3) -> Vec3:
    """Return the surface normal of ``side`` at x, in its own frame; zero if not curved there.

    The normal has any length.
    """
    kind, size = d.ccd_type[side], load3(d.ccd_size, side)
    if kind == mjtGeom.mjGEOM_SPHERE:
        return x
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return x[0], x[1], x[2] - max(-size[1], min(size[1], x[2]))
    if kind == mjtGeom.mjGEOM_ELLIPSOID:
        return of_ellipsoid(x, size)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        to_side, to_cap = size[0] - math.sqrt(x[0] * x[0] + x[1] * x[1]), size[1] - abs(x[2])
        if abs(x[2]) <= CAP_FRACTION * size[1] and abs(to_cap) >= NEAR_CAP_FRACTION * abs(to_side):
            return x[0], x[1], 0.0
    return 0.0, 0.0, 0.0


@kernel
def round_normal(d: Data, n: Vec3, pos: Vec3) -> Vec3:
    """Return the mean normal of the curved surfaces at ``pos``, or n if neither is curved.

    ``pos`` is relative to the center of side 0.
    """
    total, x = (0.0, 0.0, 0.0), add(load3(d.ccd_xpos, 0), pos)
    for side in range(2):
        r = load9(d.ccd_xmat, side)
        own = of_surface(d, side, mat_t_vec(r, sub(x, load3(d.ccd_xpos, side))))
        if norm(own) > 0.0:
            total = add_scaled(total, mat_vec(r, unit(own)), 1.0 if side == 0 else -1.0)
    return unit(total) if norm(total) > 0.0 else n


@kernel
def solve_portal(m: Model, d: Data, first: int, second: int) -> None:
    """Compute the signed distance of the sides by portal refinement (see `solved`)."""
    margin = max(d.ccd_result[1], 0.0)
    x0 = load3(d.ccd_xpos, 0)
    c = sub(load3(d.ccd_xpos, 1), x0)
    half0, half1 = 0.0 if d.ccd_type[0] == mjtGeom.mjGEOM_HFIELD else 0.5 * margin, 0.5 * margin
    found, n, depth, pos = penetration(m, d, c, ball_radius(d, 0) + half0, ball_radius(d, 1) + half1)
    dist = half0 + half1 - depth
    d.ccd_result[1] = 1.0 if found and dist <= d.ccd_result[0] else 0.0
    d.ccd_result[2] = dist
    if found:
        n = round_normal(d, n, pos)
    # pos is the midpoint of the inflated sides; move it to the midpoint of the sides
    pos = add(x0, add_scaled(pos, n, 0.5 * (half1 - half0)))
    for k in range(3):
        d.ccd_result[3 + k] = n[k]
        d.ccd_result[6 + k] = pos[k]
