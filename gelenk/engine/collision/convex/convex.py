"""Contacts and distances of convex geoms: GJK if separated, EPA if overlapping.

Documents: Computation / Collision detection / Checking; XML / option / ccd_tolerance, flag / multiccd

    separated    GJK finds the normal, approximately (curved) or exactly (boxes, capsules), or stops at the margin
    overlapping  EPA finds the nearest part of the boundary of the Minkowski difference
    disabled     nativeccd="disable": another collider finds contacts, and distances of solid geoms (mpr.py)
    curved       with curved geoms and balls, the search stops at ccd_tolerance as in 3.5.0 (native_ccd.py). If
                 ccd_tolerance is below 1e-8, and for elements of flexes, Newton's method makes the result exact
                 (polish.py); if Newton's method fails, GJK and EPA continue

A pair has one contact, or several where faces rest on each other (resting.py). With the flag multiccd, boxes and
meshes without a margin have the contacts of their clipped faces (multiccd.py). Other pairs with straight edges on both
sides, among them boxes and meshes with a margin or nativeccd="disable", are solved four more times, tilted against each
other about the two tangents of the contact; each new contact that is distant from the others is added.
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    axis_angle_to_quat,
    cross,
    dot,
    load3,
    load9,
    mat_mul,
    neg,
    norm,
    normalize,
    quat_to_mat,
    rotate,
    store3,
    store9,
    sub,
)
from gelenk.engine.collision.bounding_boxes import are_boxes_separated
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate, nearest_candidate
from gelenk.engine.collision.convex.epa import MAXVERTEX, epa, face_point, first_polytope
from gelenk.engine.collision.convex.gjk import (
    BEYOND_CUTOFF,
    NEAREST_FOUND,
    cache_separating_plane,
    carried_normal,
    carried_point,
    gjk,
    is_separated_by_cache,
)
from gelenk.engine.collision.convex.native_ccd import (
    EXACT_TOLERANCE,
    UNSOLVED,
    ccd_tolerance,
    is_ball,
    solve_curved,
)
from gelenk.engine.collision.convex.polish import polish
from gelenk.engine.collision.convex.support import (
    DISTANCE,
    EXACTLY,
    ball_radius,
    clips_faces,
    difference,
    has_edges,
    has_flat_faces,
    has_several_contacts,
    is_curved,
    load_side,
    rests_on_faces,
    solved,
    uses_portal,
)
from gelenk.engine.stage_calls import call_far, is_loaded
from gelenk.tables.enums import mjtGeom
from gelenk.tables.precision import Limits
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import call_pair, kernel
from gelenk.toolchain.kernel_types import Data, Model, View

DISTANCE_PAIR, FACE_CONTACTS, TOUCH_PAIR = INDEX["distance_pair"], INDEX["face_contacts"], INDEX["touch_pair"]
REST_ON_FACES, SOLVE_PORTAL = INDEX["rest_on_faces"], INDEX["solve_portal"]
CLIPPED_FACES = INDEX["clipped_faces"]
HFIELD_DISTANCE, SDF_DISTANCE = INDEX["hfield_distance"], INDEX["sdf_distance"]
ROUGH_GJK = 0.05  # relative error of the distance below which Newton is tried
ROUGH_EPA = 0.01  # error of the depth below which Newton is tried, relative to the size of the cores
KINK_ANGLE = 1e-2  # kinks within this angle of the approximate normal are tried first [rad]
SAME = 0.998  # cosine above which two normals belong to the same local minimum of the depth
MOST_ALTERNATIONS = 12  # maximum number of alternations of EPA and Newton
TILT_ANGLE = 1e-3  # multiccd: angle by which the sides are tilted, in opposite directions [rad]
APART_BY = 1e-3  # multiccd: least distance between contacts, relative to the smaller bounding radius
POLISH = 25  # Newton steps, including changes of the active set
CORNER_STEPS = 8  # Newton steps with a mesh or element: enough if one of its corners touches


@kernel
def separate(
    m: Model, d: Data, c: Vec3, cutoff: float, size: float, curved: bool
) -> tuple[int, int, Vec3, float, Vec3]:
    """Find nearest points of the cores by GJK, with Newton's method for curved cores.

    Returns status, number of vertices, n, gap, a.
    """
    status, count, n, gap = NEAREST_FOUND, 0, (1.0, 0.0, 0.0), 0.0
    for k in range(2):
        tolerance = Limits.EXACT if not curved else (ROUGH_GJK if k == 0 else ccd_tolerance(m))
        status, count, n = gjk(m, d, c, cutoff, tolerance, m.opt.ccd_iterations)
        if status != NEAREST_FOUND:
            return status, count, n, 0.0, c
        n, gap = carried_normal(d, count, n)
        if curved:
            steps = CORNER_STEPS if d.ccd_type[1] == mjtGeom.mjGEOM_FLEX else POLISH
            found, better, gap2, a = polish(m, d, c, n, KINK_ANGLE, size, steps)
            if found and gap2 > -Limits.DEEPER * size:
                return status, count, better, gap2, a
        else:
            break
    return status, count, n, gap, carried_point(d, count)


@kernel
def is_flat(d: Data, side: int) -> bool:
    """Return whether the core has faces that polish.py does not model."""
    kind = d.ccd_type[side]
    return kind == mjtGeom.mjGEOM_MESH or kind == mjtGeom.mjGEOM_HFIELD or kind == mjtGeom.mjGEOM_FLEX


@kernel
def inside_triangle(x: Vec3, p: Vec3, q: Vec3, r: Vec3, n: Vec3) -> bool:
    """Return whether x, projected along the normal ``n``, is in a triangle of any orientation."""
    u = dot(n, cross(sub(q, p), sub(x, p)))
    v = dot(n, cross(sub(r, q), sub(x, q)))
    w = dot(n, cross(sub(p, r), sub(x, r)))
    return (u >= 0.0 and v >= 0.0 and w >= 0.0) or (u <= 0.0 and v <= 0.0 and w <= 0.0)


@kernel
def rest_on_face(
    m: Model, d: Data, c: Vec3, n: Vec3, i: int, j: int, k: int
) -> tuple[bool, Vec3, float, Vec3]:
    """Find a nearest feature of K that combines a face of one side and a point of the other.

    Returns found, n, gap, a. Tests face i j k of the polytope: if its three points on a flat side are not on a line,
    they may span a face of this side.
    """
    for side in range(2):
        if is_flat(d, side):
            p, q, r = load3(d.ccd_a, i), load3(d.ccd_a, j), load3(d.ccd_a, k)
            if side == 1:
                p, q, r = add(p, load3(d.ccd_w, i)), add(q, load3(d.ccd_w, j)), add(r, load3(d.ccd_w, k))
            e1, e2 = sub(q, p), sub(r, p)
            o = cross(e1, e2)
            if dot(o, o) > Limits.THIN * dot(e1, e1) * dot(e2, e2):
                o = normalize(o if dot(o, n) > 0.0 else neg(o))
                w, a = difference(m, d, c, o, 0, 0)
                gap = dot(o, w)
                x, top = (a, add(a, w)) if side == 1 else (add(a, w), a)
                # a triangle of corners is a face only if no corner is beyond its plane
                if abs(dot(o, sub(top, p))) <= Limits.DEEPER * norm(e1) and inside_triangle(x, p, q, r, o):
                    return True, o, gap, a if side == 1 else add_scaled(x, o, -gap)
    return False, n, 0.0, c


@kernel
def penetrate(
    m: Model, d: Data, c: Vec3, count: int, n: Vec3, size: float, curved: bool
) -> tuple[Vec3, float, Vec3]:
    """Find the nearest part of the boundary of K by EPA; return n, gap, a.

    EPA starts from the ``count`` vertices of GJK. With curved cores the polytope grows until Newton's method converges
    from it or a face of a mesh is found; then, regardless of ccd_iterations, until no other part of the boundary can be
    nearer than that solution.
    """
    whole, flat_normal = first_polytope(m, d, c, count, n)
    if not whole:
        touching = 0.0 * norm(load3(d.ccd_w, 0))  # 0, or NaN if a pose is NaN
        return flat_normal, touching, carried_point(d, min(count, 3))
    nface, nvertex = 4, 4
    tolerance = ROUGH_EPA * size if curved else Limits.EXACT * size
    best, depth, a = (0.0, 0.0, 0.0), math.inf, (0.0, 0.0, 0.0)
    flat = is_flat(d, 0) or is_flat(d, 1)
    iterations = max(m.opt.ccd_iterations, MAXVERTEX) if curved else m.opt.ccd_iterations
    for attempt in range(MOST_ALTERNATIONS):
        nface, nvertex, n, lower, i, j, k = epa(
            m,
            d,
            c,
            nface,
            nvertex,
            tolerance,
            iterations,
            best,
            SAME,
            depth - Limits.DEEPER * size,
            0.0,
            0.0,
            False,
        )
        if not lower < depth - Limits.DEEPER * size:
            break
        if curved and nface > 0 and tolerance > ccd_tolerance(m):
            found, n2, gap2, a2 = False, n, 0.0, c
            if flat:
                found, n2, gap2, a2 = rest_on_face(m, d, c, n, i, j, k)
            if not found and (attempt == 0 or not flat):
                found, n2, gap2, a2 = polish(m, d, c, n, KINK_ANGLE, size, CORNER_STEPS if flat else POLISH)
            if found and -gap2 < depth and -gap2 >= lower - Limits.DEEPER * size:
                best, depth, a = n2, -gap2, a2
            else:
                tolerance *= 0.1
            continue
        # Newton's method did not converge: use the result of EPA, within its tolerance or resolution
        return n, -lower, face_point(d, nface, n, lower, i, j, k)
    return best, -depth, a


@kernel
def solve(m: Model, d: Data, cutoff: float, margin: float) -> tuple[bool, Vec3, float, Vec3]:
    """Return the signed distance of the sides, if below ``cutoff``.

    Returns found, n, distance, midpoint. ``margin`` is that of a contact, or DISTANCE or EXACTLY (support.py).
    """
    x0 = load3(d.ccd_xpos, 0)
    c = sub(load3(d.ccd_xpos, 1), x0)
    r0, r1 = ball_radius(d, 0), ball_radius(d, 1)
    curved = is_curved(d, 0) or is_curved(d, 1)
    stopping = curved or is_ball(d, 0) or is_ball(d, 1)
    if stopping and margin != EXACTLY and ccd_tolerance(m) >= EXACT_TOLERANCE:
        status, n, dist, mid = solve_curved(m, d, c, cutoff, max(margin, 0.0), margin != DISTANCE)
        if status != UNSOLVED:
            return status == NEAREST_FOUND and dist <= cutoff, n, dist, add(x0, mid)
    size = norm(load3(d.ccd_size, 0)) + norm(load3(d.ccd_size, 1))
    status, count, n, gap, a = separate(m, d, c, cutoff + r0 + r1, size, curved)
    if status == BEYOND_CUTOFF:
        return False, n, 0.0, x0
    if status != NEAREST_FOUND:
        n, gap, a = penetrate(m, d, c, count, n, size, curved)
    dist = gap - r0 - r1
    # midpoint of x0 + a + r0 n and x0 + a + gap n - r1 n
    return dist <= cutoff, n, dist, add(x0, add_scaled(a, n, 0.5 * (gap + r0 - r1)))


@kernel
def solve_sides(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Run ``solve`` as a stage, so that its code exists once (interface in support.py).

    With nativeccd="disable" mpr.py solves instead, except for elements of flexes and for distances.
    """
    if uses_portal(m) and d.ccd_result[1] >= 0.0:
        if is_loaded(m, d, SOLVE_PORTAL):
            call_pair(m, d, SOLVE_PORTAL, 0, 0)
        else:
            d.ccd_result[1] = 0.0
        return
    found, n, dist, pos = solve(m, d, d.ccd_result[0], d.ccd_result[1])
    d.ccd_result[1] = 1.0 if found else 0.0
    d.ccd_result[2] = dist
    for k in range(3):
        d.ccd_result[3 + k] = n[k]
        d.ccd_result[6 + k] = pos[k]


@kernel
def turn_side(d: Data, side: int, axis: Vec3, angle: float, pivot: Vec3) -> None:
    """Rotate ``side`` by ``angle`` about the line through ``pivot`` along ``axis``."""
    q = axis_angle_to_quat(axis, angle)
    store3(d.ccd_xpos, side, add(pivot, rotate(q, sub(load3(d.ccd_xpos, side), pivot))))
    store9(d.ccd_xmat, side, mat_mul(quat_to_mat(q), load9(d.ccd_xmat, side)))


@kernel
def has_faces(m: Model, d: Data) -> bool:
    """Return whether multiccd clips flat faces of both sides."""
    both = (d.ccd_type[0] == mjtGeom.mjGEOM_BOX or d.ccd_type[0] == mjtGeom.mjGEOM_MESH) and (
        d.ccd_type[1] == mjtGeom.mjGEOM_BOX or d.ccd_type[1] == mjtGeom.mjGEOM_MESH
    )
    return both and d.near_margin == 0.0 and not uses_portal(m)


@kernel
def is_apart(d: Data, pos: Vec3, least: float) -> bool:
    """Return whether ``pos`` is farther than ``least`` from all candidates."""
    for k in range(d.near_count):
        if not norm(sub(pos, load3(d.near_pos, k))) > least:
            return False
    return True


@kernel
def turn_sides(d: Data, k: int, n: Vec3, pivot: Vec3) -> None:
    """Tilt the sides against each other by TILT_ANGLE, attempt ``k`` of 4.

    Attempts 1 and 2 are about the first tangent in both directions, 3 and 4 about the second.
    """
    t = (0.0, 1.0, 0.0) if -0.5 < n[1] < 0.5 else (0.0, 0.0, 1.0)
    t = normalize(add_scaled(t, n, -dot(n, t)))
    axis = t if k < 3 else cross(n, t)
    tilt = TILT_ANGLE if k & 1 else -TILT_ANGLE
    turn_side(d, 0, axis, -tilt, pivot)
    turn_side(d, 1, axis, tilt, pivot)


@kernel
def convex_pair(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the contacts of two convex geoms (interface in dispatch.py).

    Reads   m.opt.ccd_tolerance, ccd_iterations, enableflags, m.geom_type, geom_size, geom_rbound,
            d.geom_xpos, geom_xmat, near_margin
    Writes  near_count, near_dist, near_pos, near_frame; work space ccd_*, face_*, rim, part_along
    Source  gjk.py, epa.py, polish.py; the number of contacts and the tilt are those of 3.5.0
    """
    if are_boxes_separated(m, d, geom1, geom2, d.near_margin):
        return
    least = APART_BY * min(m.geom_rbound[geom1], m.geom_rbound[geom2])
    exact = not uses_portal(m)  # mpr.py may report contacts of geoms that a plane separates
    first, first_dist, pivot = (0.0, 0.0, 0.0), 0.0, (0.0, 0.0, 0.0)
    for k in range(5):
        load_side(m, d, 0, geom1)
        load_side(m, d, 1, geom2)
        if k > 0:
            turn_sides(d, k, first, pivot)
        elif exact and is_separated_by_cache(m, d, geom1, geom2, d.near_margin):
            return
        found, n, dist, pos = solved(m, d, d.near_margin, d.near_margin)
        if k == 0:
            if not found:
                if exact:
                    cache_separating_plane(m, d, geom1, geom2, n)
                return
            first, first_dist, pivot = n, dist, pos
        if found and is_apart(d, pos, least):
            add_candidate(d, first_dist, pos, n, NO_HINT)
        if not (has_edges(d.ccd_type[0]) and has_edges(d.ccd_type[1])):
            return
        if not has_several_contacts(m):
            if rests_on_faces(m) and has_flat_faces(d.ccd_type[0]) and has_flat_faces(d.ccd_type[1]):
                call_far(m, d, REST_ON_FACES, geom1, geom2)
            return
        if clips_faces(m):
            call_far(m, d, CLIPPED_FACES, geom1, geom2)
            return
        if has_faces(m, d):
            call_far(m, d, FACE_CONTACTS, geom1, geom2)
            return


@kernel
def touch_sides(m: Model, d: Data, first: int, second: int) -> None:
    """Add one candidate contact of the loaded sides.

    The sides are elements of flexes, see flex/element_shapes.py.
    """
    found, n, dist, pos = solve(m, d, d.near_margin, EXACTLY)
    if found:
        add_candidate(d, dist, pos, n, NO_HINT)


@kernel
def has_function(m: Model, type1: int, type2: int) -> bool:
    """Return whether the distance of two types is that of their nearest contact.

    The order of the types does not matter. True for types with a collision function of their own and, with
    nativeccd="disable", for all solid types, as in 3.5.0; but False for two boxes with nativeccd.
    """
    low, high = min(type1, type2), max(type1, type2)
    if uses_portal(m) and low >= mjtGeom.mjGEOM_SPHERE and high <= mjtGeom.mjGEOM_MESH:
        return True
    return (
        low == mjtGeom.mjGEOM_PLANE
        or (low == mjtGeom.mjGEOM_SPHERE and high != mjtGeom.mjGEOM_ELLIPSOID and high <= mjtGeom.mjGEOM_BOX)
        or (low == mjtGeom.mjGEOM_CAPSULE and (high == mjtGeom.mjGEOM_CAPSULE or high == mjtGeom.mjGEOM_BOX))
    )


@kernel
def distance_pair(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Write the signed distance of two geoms and the segment between their nearest points.

    This implements mj_geomDistance for convex geoms and at most one plane or height field, in any order. If two types
    have a collision function of their own, the distance is that of the nearest contact, as in 3.5.0.
    Reads   near_margin: only smaller distances count [m], m.geom_type, geom_size, d.geom_xpos, geom_xmat
    Writes  near_dist[0]: the distance, near_margin if it is not smaller [m]; ccd_fromto (6,): points on
            geom1 and geom2, world frame, zero if the distance is not smaller [m]
    Status  2: the library of contacts, height fields or signed distance fields is not loaded
    """
    type1, type2 = m.geom_type[geom1], m.geom_type[geom2]
    if type1 == mjtGeom.mjGEOM_PLANE or type2 == mjtGeom.mjGEOM_PLANE or has_function(m, type1, type2):
        d.near_count = 0
        call_far(m, d, TOUCH_PAIR, geom1, geom2)
        nearest_candidate(d, type1 <= type2)
    elif type1 == mjtGeom.mjGEOM_SDF or type2 == mjtGeom.mjGEOM_SDF:
        call_far(m, d, SDF_DISTANCE, geom1, geom2)
    elif type1 == mjtGeom.mjGEOM_HFIELD or type2 == mjtGeom.mjGEOM_HFIELD:
        call_far(m, d, HFIELD_DISTANCE, geom1, geom2)
    else:
        load_side(m, d, 0, geom1)
        load_side(m, d, 1, geom2)
        found, n, dist, mid = solved(m, d, d.near_margin, DISTANCE)
        found = found and dist < d.near_margin
        d.near_dist[0] = dist if found else d.near_margin
        half = 0.5 * dist
        for k in range(3):
            d.ccd_fromto[k] = mid[k] - half * n[k] if found else 0.0
            d.ccd_fromto[3 + k] = mid[k] + half * n[k] if found else 0.0


@kernel
def geom_distance(m: Model, d: Data, geom1: int, geom2: int, distmax: float, fromto: View) -> None:
    """Write the distance of two geoms and the segment between them (mj_geomDistance).

    The distance, at most ``distmax``, goes to near_dist[0], the segment to ``fromto`` (6,).
    """
    d.near_margin = distmax
    # distance_pair is in this library, hence loaded; calling it as a stage avoids compiling a second copy
    call_pair(m, d, DISTANCE_PAIR, geom1, geom2)
    for k in range(6):
        fromto[k] = d.ccd_fromto[k]
