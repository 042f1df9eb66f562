"""Time of impact of two moving geoms by conservative advancement, and the contacts there.

Documents: Computation / Collision detection / Speculative contacts (of 4.0.0)

Over a step geom i moves by dx_i and turns by dw_i about its center. With n the separating normal from geom 1 to 2 and
dist their distance at the fraction t of the step, no two points approach along n faster than

    bound = n . (dx1 - dx2) + |dw1| r1 + |dw2| r2        r: bounding radii

so that t += (dist - target) / bound cannot pass target = margin + TARGET (dist(0) - margin). The search ends within
ENOUGH (dist(0) - margin) of the margin; there is no impact if bound <= 0 or the next t >= 1. Distances of convex geoms
are from GJK, those from a plane from the support point. Height fields and signed distance fields have no impacts.

Poses at t are loaded as the sides of the convex collider (convex/support.py); d.geom_xpos and geom_xmat are unchanged.

Source  Mirtich 1996 (conservative advancement); constants and the number of contacts measured on 4.0.0
"""

from typing import NamedTuple

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    neg,
    norm,
    quat_to_mat,
    rotvec_to_quat,
    scale,
    store3,
    store9,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate
from gelenk.engine.collision.convex.clipped_faces import EDGE_LIES, line_along, spread_four, swelling
from gelenk.engine.collision.convex.multiccd import MOST_CONTACTS, corner, corners, facing
from gelenk.engine.collision.convex.support import (
    DISTANCE,
    SOLVE_SIDES,
    axis_of,
    ball_radius,
    clips_faces,
    has_edges,
    has_flat_faces,
    has_several_contacts,
    load_side,
    solved,
    support,
)
from gelenk.engine.stage_calls import call_far, is_loaded
from gelenk.tables.enums import mjtGeom
from gelenk.tables.stages import INDEX
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

CLIPPED_FACES = INDEX["clipped_faces"]
TARGET, ENOUGH = 0.02, 0.03  # target and accepted distance beyond the margin, relative to the initial one
MOST_STEPS = 64  # step limit of the search; the last time, which is before the impact, then counts
NEVER = -1.0


class Motion(NamedTuple):
    """Motion of a geom over a step: displacement [m], rotation vector [rad], bound [m]."""

    dx: Vec3
    dw: Vec3
    reach: float  # |dx| + |dw| rbound: no point of the geom moves farther


class Impact(NamedTuple):
    """Time of impact as a fraction of the step (NEVER: none), approach per step [m], normal."""

    time: float
    approach: float
    normal: Vec3


@kernel
def has_impacts(type1: int, type2: int) -> bool:
    """Return whether impacts of two geom types, ascending, are supported."""
    if type1 == mjtGeom.mjGEOM_HFIELD or type2 > mjtGeom.mjGEOM_MESH:
        return False
    return type2 >= mjtGeom.mjGEOM_SPHERE


@kernel
def place_side(m: Model, d: Data, side: int, geom: int, motion: Motion, t: float) -> None:
    """Load ``geom`` as a side of the convex collider, at the fraction ``t`` of the step."""
    load_side(m, d, side, geom)
    store3(d.ccd_xpos, side, add_scaled(load3(d.geom_xpos, geom), motion.dx, t))
    turn = quat_to_mat(rotvec_to_quat(scale(motion.dw, t)))
    store9(d.ccd_xmat, side, mat_mul(turn, load9(d.geom_xmat, geom)))


@kernel
def separation(m: Model, d: Data, cutoff: float) -> tuple[bool, Vec3, float, Vec3]:
    """Return found, normal, distance and midpoint of the loaded sides nearer than ``cutoff``."""
    if d.ccd_type[0] != mjtGeom.mjGEOM_PLANE:
        return solved(m, d, cutoff, DISTANCE)
    n = axis_of(d, 0, 2)
    x = add(load3(d.ccd_xpos, 1), add_scaled(support(m, d, 1, neg(n), 0), n, -ball_radius(d, 1)))
    dist = dot(n, sub(x, load3(d.ccd_xpos, 0)))
    return dist < cutoff, n, dist, add_scaled(x, n, -0.5 * dist)


@kernel
def velocity_at(d: Data, side: int, motion: Motion, point: Vec3) -> Vec3:
    """Return the velocity per step of a point of a side."""
    return add(motion.dx, cross(motion.dw, sub(point, load3(d.ccd_xpos, side))))


@kernel
def find_impact(
    m: Model, d: Data, geom1: int, geom2: int, motion1: Motion, motion2: Motion, margin: float
) -> Impact:
    """Return the impact of two geoms, types ascending, and write its witnesses as candidates.

    Reads   geom_xpos, geom_xmat, model constants of geoms
    Writes  near_count; points at the time of impact: on geom1 near_pos, on geom2 near_frame[:, 3:]; ccd_*, the sides
            there, and other work space
    Status  2: the library of convex geoms is not loaded
    """
    d.near_count = 0
    if m.geom_type[geom1] != mjtGeom.mjGEOM_PLANE and not is_loaded(m, d, SOLVE_SIDES):
        return Impact(NEVER, 0.0, NO_HINT)
    cutoff = margin + motion1.reach + motion2.reach
    t, first, dist, n, mid = 0.0, 0.0, 0.0, NO_HINT, NO_HINT
    for k in range(MOST_STEPS):
        place_side(m, d, 0, geom1, motion1, t)
        place_side(m, d, 1, geom2, motion2, t)
        found, n, dist, mid = separation(m, d, cutoff)
        if not found:
            return Impact(NEVER, 0.0, n)
        if k == 0:
            first = dist
            if not first > margin:
                return Impact(NEVER, 0.0, n)
        closing = dot(n, sub(motion1.dx, motion2.dx))
        bound = closing + norm(motion1.dw) * m.geom_rbound[geom1] + norm(motion2.dw) * m.geom_rbound[geom2]
        if not bound > 0.0:
            return Impact(NEVER, 0.0, n)
        later = t + (dist - margin - TARGET * (first - margin)) / bound
        if not later < 1.0:
            return Impact(NEVER, 0.0, n)
        if not dist - margin > ENOUGH * (first - margin) or k == MOST_STEPS - 1:
            break
        t = later
    closing = dot(n, sub(velocity_at(d, 0, motion1, mid), velocity_at(d, 1, motion2, mid)))
    closing = max(closing, (first - dist) / t)
    add_candidate(d, dist, mid, n, NO_HINT)
    d.near_margin = 2.0 * dist + (1.0 - t) * closing
    several = has_several_contacts(m) and clips_faces(m) and has_edges(d.ccd_type[1])
    if several and d.ccd_type[0] == mjtGeom.mjGEOM_PLANE:
        rest_on_plane(m, d, n)
    elif several and has_edges(d.ccd_type[0]):
        call_far(m, d, CLIPPED_FACES, geom1, geom2)
    find_witnesses(d, n)
    return Impact(t, closing, n)


@kernel
def find_witnesses(d: Data, normal: Vec3) -> None:
    """Replace positions of candidates by points on both sides.

    Points on side 0 go to near_pos, those on side 1 to the last three elements of near_frame.

    The normal n of clipped faces may differ from that of the impact: the points of both sides are then displaced by
    near_margin / 2 times the difference of the normals, in opposite directions, as measured on 4.0.0.
    """
    for k in range(d.near_count):
        pos, n = load3(d.near_pos, k), load3(d.near_frame, k)
        offset = add_scaled(scale(n, 0.5 * d.near_dist[k]), sub(normal, n), 0.5 * d.near_margin)
        store3(d.near_pos, k, sub(pos, offset))
        for i in range(3):
            d.near_frame[k, 3 + i] = pos[i] + offset[i]


# Several contacts with a plane


@kernel
def list_line(d: Data, down: Vec3) -> int:
    """Write the ends of the line on a capsule or cylinder to ccd_w; return 2, 0 if steep."""
    if not abs(dot(axis_of(d, 1, 2), down)) < EDGE_LIES:
        return 0
    near, far = line_along(d, 1, down)
    lift = scale(down, -swelling(d, 1))
    near, far = add(near, lift), add(far, lift)
    lying = d.ccd_type[1] == mjtGeom.mjGEOM_CYLINDER
    store3(d.ccd_w, 0, near if lying else far)
    store3(d.ccd_w, 1, far if lying else near)
    return 2


@kernel
def list_face(m: Model, d: Data, down: Vec3) -> int:
    """Write the corners of the face of side 1 that faces a plane to ccd_w; return the count."""
    if d.ccd_type[1] == mjtGeom.mjGEOM_CYLINDER:
        face = 1 if dot(axis_of(d, 1, 2), down) > 0.0 else 0
    else:
        face, _ = facing(m, d, 1, down)
    if face < 0:
        return 0
    count, step = corners(m, d, 1, face)
    number = 1 + (count - 1) // step
    for k in range(number):
        store3(d.ccd_w, k, corner(m, d, 1, face, (number - k) % number * step))
    return number


@kernel
def rest_on_plane(m: Model, d: Data, n: Vec3) -> None:
    """Replace the candidate by two or more of a face or line of side 1 on a plane, if any.

    Points up to the height near_margin count. The face is the one most parallel to the plane, at any angle, as measured
    on 4.0.0.
    """
    origin, count = load3(d.ccd_xpos, 0), 0
    if not has_flat_faces(d.ccd_type[1]) or d.ccd_type[1] == mjtGeom.mjGEOM_CYLINDER:
        count = list_line(d, neg(n))
    if count == 0 and has_flat_faces(d.ccd_type[1]):
        count = list_face(m, d, neg(n))
    left = 0
    for k in range(count):
        x = load3(d.ccd_w, k)
        if dot(n, sub(x, origin)) <= d.near_margin:
            store3(d.ccd_w, left, x)
            left += 1
    if left < 2:
        return
    a, b, c, e = spread_four(d, left, n) if left > MOST_CONTACTS else (0, 1, 2, 3)
    d.near_count = 0
    for k in range(min(left, MOST_CONTACTS)):
        x = load3(d.ccd_w, a if k == 0 else b if k == 1 else c if k == 2 else e)
        height = dot(n, sub(x, origin))
        add_candidate(d, height, add_scaled(x, n, -0.5 * height), n, NO_HINT)


# Points at the start of the step


@kernel
def witness_at_start(d: Data, side: int, geom: int, point: Vec3) -> Vec3:
    """Move a point of a side from the pose at the time of impact to the pose at t = 0."""
    local = mat_t_vec(load9(d.ccd_xmat, side), sub(point, load3(d.ccd_xpos, side)))
    return add(load3(d.geom_xpos, geom), mat_vec(load9(d.geom_xmat, geom), local))
