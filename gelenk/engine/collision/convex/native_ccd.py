"""Native CCD of curved geoms as in 3.5.0: GJK and EPA that stop at ccd_tolerance.

Documents: Computation / Collision detection / Checking; XML / option / ccd_tolerance, ccd_iterations

    inflation  for contacts, both sides are inflated by half of the margin, except for prisms of height fields;
               overlapping inflated sides are in contact
    balls      spheres and capsules: GJK on their cores first; if these are separated, that is the result
    GJK        starts at the line of centers and stops when |v|^2 / 2 is known to ccd_tolerance^2 / 2
    enclosing  for contacts, the first tetrahedron is changed until it encloses the origin: the vertex opposite to the
               plane that the origin is farthest outside of is replaced by the support point beyond this plane. The
               order of the vertices defines the outside; if it is reversed, the origin is outside of all planes at
               first
    EPA        stops when the depth is known to ccd_tolerance: the least height seen so far bounds it from above

Depths are off by ccd_tolerance at most, normals and points by up to its square root. Where this method fails, as for
geoms with a common center, and for a ccd_tolerance below EXACT_TOLERANCE, convex.py computes the exact solution.

Source  experiments with 3.5.0, where limiting ccd_iterations exposes every step; gjk.py, epa.py
"""

import math

from gelenk.algebra.vec import Vec3, add_scaled, cross, dot, load3, neg, norm, scale, sub
from gelenk.engine.collision.convex.epa import epa, face_point, first_polytope, inflated_difference
from gelenk.engine.collision.convex.gjk import (
    BEYOND_CUTOFF,
    NEAREST_FOUND,
    ORIGIN_INSIDE,
    SAVED,
    carried_normal,
    carried_point,
    copy_simplex,
    nearest,
    store_vertex,
)
from gelenk.engine.collision.convex.support import ball_radius
from gelenk.tables.enums import mjtGeom
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

EXACT_TOLERANCE = 1e-8  # least ccd_tolerance [m] for this method; below it contacts are exact
UNSOLVED = 3  # status: the method failed
SAME_CENTER = 1e-15  # [m] distance below which centers count as coincident: GJK then has no first direction


@kernel
def ccd_tolerance(m: Model) -> float:
    """Return ccd_tolerance, or the resolution of the precision if larger [m]."""
    return max(m.opt.ccd_tolerance, Limits.CCD)


@kernel
def swap_vertices(d: Data, i: int, j: int) -> None:
    """Exchange two vertices of the simplex."""
    w, a = load3(d.ccd_w, i), load3(d.ccd_a, i)
    store_vertex(d, i, load3(d.ccd_w, j), load3(d.ccd_a, j))
    store_vertex(d, j, w, a)


@kernel
def plane_opposite(d: Data, i: int) -> tuple[Vec3, float]:
    """Return normal and distance from the origin of the plane opposite to vertex i.

    The origin is inside the plane if the distance is positive.
    """
    p = load3(d.ccd_w, 2 if i == 0 else (1 if i == 2 else 0))
    q = load3(d.ccd_w, 1 if i == 0 or i == 3 else (2 if i == 1 else 0))
    o = cross(sub(q, p), sub(load3(d.ccd_w, 2 if i == 3 else 3), p))
    o = scale(o, 1.0 / max(norm(o), 1e-300))
    return o, dot(o, p)


@kernel
def enclose(m: Model, d: Data, c: Vec3, swell0: float, swell1: float, iterations: int) -> int:
    """Replace vertices until the origin is enclosed.

    Returns ORIGIN_INSIDE, BEYOND_CUTOFF or UNSOLVED.
    """
    for _ in range(iterations):
        worst, least, o = 0, math.inf, (0.0, 0.0, 0.0)
        for i in range(4):
            normal, dist = plane_opposite(d, i)
            if dist < least:
                worst, least, o = i, dist, normal
        if least > 0.0:
            return ORIGIN_INSIDE
        w, a = inflated_difference(m, d, c, neg(o), swell0, swell1)
        store_vertex(d, worst, w, a)
        if dot(o, w) < 0.0:
            return BEYOND_CUTOFF
        swap_vertices(d, (worst + 1) & 3, (worst + 2) & 3)
    return UNSOLVED


@kernel
def approach(
    m: Model, d: Data, c: Vec3, cutoff: float, swell0: float, swell1: float, enclosing: bool
) -> tuple[int, int, float, Vec3]:
    """Run GJK on the inflated sides; return status, vertex count, distance, n.

    ORIGIN_INSIDE: the four vertices enclose the origin. BEYOND_CUTOFF: a plane with normal n, the last direction,
    separates the sides by more than ``cutoff``. If ccd_iterations are reached, the returned
    distance is that of the simplex before its last update.
    """
    v, n, count, tolerance, length = c, c, 0, ccd_tolerance(m), 0.0
    for k in range(m.opt.ccd_iterations):
        length = norm(v)
        if not length > SAME_CENTER:
            return UNSOLVED, count, length, n
        n = scale(v, 1.0 / length)
        w, a = inflated_difference(m, d, c, n, swell0, swell1)
        if not length * length - dot(v, w) > 0.5 * tolerance * tolerance:
            break
        if dot(n, w) > cutoff:
            return BEYOND_CUTOFF, count, length, n
        store_vertex(d, count, w, a)
        if count == 3 and enclosing:
            copy_simplex(d, 4, 0, SAVED)
            status = enclose(m, d, c, swell0, swell1, m.opt.ccd_iterations - 1 - k)
            if status != UNSOLVED:
                return status, 4, length, n
            enclosing = False
            copy_simplex(d, 4, SAVED, 0)
        count, v = nearest(d, count + 1)
        if count == 4:
            return ORIGIN_INSIDE, 4, length, n
    return NEAREST_FOUND if count > 0 else UNSOLVED, count, length, n


@kernel
def is_ball(d: Data, side: int) -> bool:
    """Return whether the side is a sphere or capsule, whose core is tested before its ball."""
    return d.ccd_type[side] == mjtGeom.mjGEOM_SPHERE or d.ccd_type[side] == mjtGeom.mjGEOM_CAPSULE


@kernel
def expand(
    m: Model, d: Data, c: Vec3, n: Vec3, swell0: float, swell1: float
) -> tuple[int, Vec3, float, Vec3]:
    """Run EPA from the enclosing tetrahedron: status, n, depth, point of side 0.

    The depth is that of the inflated sides.
    """
    whole, _ = first_polytope(m, d, c, 4, n)
    if not whole:
        return UNSOLVED, n, 0.0, c
    nface, _, n, depth, i, j, k = epa(
        m,
        d,
        c,
        4,
        4,
        ccd_tolerance(m),
        m.opt.ccd_iterations,
        (0.0, 0.0, 0.0),
        1.0,
        math.inf,
        swell0,
        swell1,
        True,
    )
    if nface == 0:
        return UNSOLVED, n, 0.0, c
    return ORIGIN_INSIDE, n, depth, face_point(d, nface, n, depth, i, j, k)


@kernel
def solve_curved(
    m: Model, d: Data, c: Vec3, cutoff: float, margin: float, contact: bool
) -> tuple[int, Vec3, float, Vec3]:
    """Return the signed distance of the sides: status, n, distance, midpoint.

    The status is NEAREST_FOUND, BEYOND_CUTOFF or UNSOLVED; the midpoint is relative to the center of side 0. With
    ``contact``, sides within ``margin`` are found, else sides nearer than ``cutoff``.
    """
    ball0, ball1 = is_ball(d, 0), is_ball(d, 1)
    r0, r1 = ball_radius(d, 0), ball_radius(d, 1)
    half0, half1 = 0.0 if d.ccd_type[0] == mjtGeom.mjGEOM_HFIELD else 0.5 * margin, 0.5 * margin
    if ball0 or ball1:
        big0, big1 = r0 + half0 if ball0 else 0.0, r1 + half1 if ball1 else 0.0
        far = big0 + big1 if contact else cutoff + r0 + r1
        status, count, gap, n = approach(
            m, d, c, far, 0.0 if ball0 else half0, 0.0 if ball1 else half1, False
        )
        if status == BEYOND_CUTOFF or status == UNSOLVED:
            return status, n, 0.0, c
        n, across = carried_normal(d, count, c)
        if status == NEAREST_FOUND and gap > ccd_tolerance(m):
            mid = add_scaled(carried_point(d, count), n, 0.5 * (across + big0 - big1 + half1 - half0))
            return NEAREST_FOUND, n, gap - big0 - big1 + half0 + half1, mid
    status, count, gap, n = approach(m, d, c, 0.0 if contact else cutoff, r0 + half0, r1 + half1, contact)
    if status == NEAREST_FOUND:
        n, across = carried_normal(d, count, c)
        if not gap > ccd_tolerance(m):  # the origin is on the simplex; the sides may overlap deeply
            return UNSOLVED, n, 0.0, c
        if contact:
            return BEYOND_CUTOFF, n, 0.0, c
        return NEAREST_FOUND, n, gap, add_scaled(carried_point(d, count), n, 0.5 * across)
    if status != ORIGIN_INSIDE:
        return status, n, 0.0, c
    status, n, depth, a = expand(m, d, c, c, r0 + half0, r1 + half1)
    if status != ORIGIN_INSIDE:
        return UNSOLVED, n, 0.0, c
    return NEAREST_FOUND, n, half0 + half1 - depth, add_scaled(a, n, 0.5 * (half1 - half0 - depth))
