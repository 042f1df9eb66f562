"""Resting contacts: up to four contacts where faces rest on each other, instead of one.

Documents: Computation / Collision detection / Checking; XML reference / option / flag (multiccd)

MuJoCo 3.5.0 has one contact per pair of convex geoms, and one per prism of a height field: the contact jumps between
corners of a resting geom, which then rocks, drifts and sinks. If the normal n of that contact is the normal of a face
on both sides, this file returns enough contacts for the pair to rest:

    reference   the face, nearly perpendicular to n, of the side with the shallower overlap along the normal of its face
    other       the face of the other side that is nearly perpendicular to n, clipped to the reference face. On a prism,
                the straight line of a lying capsule or cylinder also counts, with two contacts
    contacts    among the clipped points within the margin: a first point, which is the one farthest from the middle, or
                the deepest if it is clearly the deepest; a second point, farthest from the first; and on either side of
                the line through both, the point farthest from the line. Each has its own distance, along the
                reference normal

"Nearly" is within PARALLEL_SINE. For a thin cylinder that overlaps by more than DEEP_OVERLAP times its radius, the
limit is the tilt at which a cap on a plane still has more than one contact, at most MAX_TILT_SINE. With a single
contact, which jumps ahead of the lowest point, such a cylinder would sink in and roll on its rim indefinitely.

With fewer than two such points the contacts are as in 3.5.0; likewise with the bit ONE_CONTACT of disableflags
(tables/enums/options.py), with nativeccd="disable", and for the pairs that multiccd="enable" treats.

Prisms of a height field whose tops lie in one plane form a *patch*: they share four contacts. Of the polygons over them
only points that are extreme in one of eight directions are stored, so a patch holds any number of prisms and acts
as a single face. The convex collider runs only for the first prism of a patch.

Source  clipping: Sutherland and Hodgman 1974
Work space  ccd_w points, ccd_a[k, 0] their heights over the reference face
"""

import math

from gelenk.algebra.vec import (
    Vec3,
    add,
    add_scaled,
    cross,
    dot,
    load3,
    neg,
    norm,
    normalize,
    scale,
    store3,
    sub,
)
from gelenk.engine.collision.broadphase import NO_HINT, add_candidate, write_candidate
from gelenk.engine.collision.convex.multiccd import clip, corner, corners, facing, normal_of, rim_point
from gelenk.engine.collision.convex.support import axis_of, ball_radius, difference
from gelenk.tables.enums import mjMAXCONPAIR, mjtGeom
from gelenk.toolchain.kernel import kernel
from gelenk.toolchain.kernel_types import Data, Model

PARALLEL_SINE = 0.025  # sine of the angle up to which faces, or lines and faces, count as parallel
PARALLEL = math.sqrt(1.0 - PARALLEL_SINE * PARALLEL_SINE)  # cosine of that angle
DEEP_OVERLAP = 0.15  # overlap per radius of a thin cylinder above which MAX_TILT_SINE limits the tilt
MAX_TILT_SINE = 0.14  # sine of the largest tilt of a thin cylinder with a deep overlap
# sine of the tilt below which all points count as equally deep, so that the choice of four is stable
LEVEL = 0.01
MIN_SPACING = 1e-3  # least distance between contacts of a face, relative to the smaller bounding radius
TIE = 1e-6  # relative difference up to which values count as equal, so that rounding does not break ties
MOST_PATCHES, MOST_PER_PATCH = 4, 4
WAYS = 8  # directions in which a patch stores its extreme points, at (way + 1/2) pi / 4
# components of these directions: cosine and sine of pi / 8, as literals so that a strict build has the same bits on
# every build machine
LONG, SHORT = 0.9238795325112867, 0.3826834323650898
PATCH_TILT = 1e-3  # largest difference in inclination between tops of one patch
JOIN, OPEN, CLOSE = 0, 1, 2  # tasks of hfield_patch


@kernel
def face_toward(m: Model, d: Data, side: int, n: Vec3) -> tuple[int, float]:
    """Return the face whose outward normal is nearest to ``n``, and the cosine of the angle.

    The cosine is -2 for a side without faces.
    """
    kind = d.ccd_type[side]
    if kind == mjtGeom.mjGEOM_BOX or kind == mjtGeom.mjGEOM_MESH:
        return facing(m, d, side, n)
    if kind == mjtGeom.mjGEOM_CYLINDER:
        c = dot(axis_of(d, side, 2), n)
        return 1 if c > 0.0 else 0, abs(c)
    return -1, -2.0


@kernel
def thin_radius(d: Data, side: int) -> float:
    """Return the radius of a cylinder that is lower than its radius, else infinity."""
    r = d.ccd_size[side, 0]
    thin = d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER and 2.0 * d.ccd_size[side, 1] < r
    return r if thin else math.inf


@kernel
def largest_tilt(d: Data, depth: float) -> float:
    """Return the sine up to which faces that overlap by ``depth`` count as parallel.

    The limit for a thin cylinder is that of a cap on a plane: the cap has two more contacts at 120 degrees from its
    lowest point, higher by 3/2 radius times the sine of the tilt, if these overlap as well.
    """
    r = min(thin_radius(d, 0), thin_radius(d, 1))
    return min(MAX_TILT_SINE, depth / (1.5 * r)) if depth > DEEP_OVERLAP * r else PARALLEL_SINE


@kernel
def cosine_of(sine: float) -> float:
    """Return the cosine of an angle up to 90 degrees, given its sine."""
    return math.sqrt(1.0 - sine * sine)


@kernel
def outline(m: Model, d: Data, side: int, face: int, toward: Vec3) -> int:
    """Write the corners of a face to ccd_w; return their number.

    The first corner of a tilted cap is the one farthest along ``toward``.
    """
    count, step = corners(m, d, side, face)
    if d.ccd_type[side] == mjtGeom.mjGEOM_CYLINDER:
        normal = normal_of(m, d, side, face)
        first = add_scaled(toward, normal, -dot(toward, normal))
        first = normalize(first) if norm(first) > LEVEL else axis_of(d, side, 0)
        for k in range(count):
            store3(d.ccd_w, k, rim_point(d, side, face, k, first))
        return count
    for k in range(0, count, step):
        store3(d.ccd_w, k // step, corner(m, d, side, face, k))
    return 1 + (count - 1) // step


@kernel
def lying_line(d: Data, side: int, toward: Vec3) -> int:
    """Write the ends of the line on a capsule or cylinder farthest along ``toward`` to ccd_w.

    Returns 2, or 0 if the line is not perpendicular to ``toward``.
    """
    kind = d.ccd_type[side]
    if kind != mjtGeom.mjGEOM_CAPSULE and kind != mjtGeom.mjGEOM_CYLINDER:
        return 0
    u = axis_of(d, side, 2)
    c = dot(u, toward)
    if not abs(c) < PARALLEL_SINE:
        return 0
    e = toward if kind == mjtGeom.mjGEOM_CAPSULE else normalize(add_scaled(toward, u, -c))
    x, half = add_scaled(load3(d.ccd_xpos, side), e, d.ccd_size[side, 0]), d.ccd_size[side, 1]
    store3(d.ccd_w, 0, add_scaled(x, u, half))
    store3(d.ccd_w, 1, add_scaled(x, u, -half))
    return 2


@kernel
def points_over(m: Model, d: Data, side: int, face: int, n: Vec3, reach: float, tilt: float) -> int:
    """Write the points of the other side over a face of ``side`` to ccd_w.

    ``n`` is the outward normal of the face; points higher than ``reach`` are dropped. Returns the number of points, 0
    if neither a face of the other side, within the sine ``tilt``, nor a line of it is parallel to the face.
    """
    other, toward = 1 - side, neg(n)
    facing_it, cosine = face_toward(m, d, other, toward)
    flat = cosine > cosine_of(tilt)
    count = outline(m, d, other, facing_it, toward) if flat else lying_line(d, other, toward)
    if count == 0:
        return 0
    count = clip(m, d, count, side, face)
    on_face, left = corner(m, d, side, face, 0), 0
    for k in range(count):
        p = load3(d.ccd_w, k)
        h = dot(n, sub(p, on_face))
        if h <= reach:
            store3(d.ccd_w, left, p)
            d.ccd_a[left, 0] = h
            left += 1
    return left


@kernel
def first_point(d: Data, count: int, size: float) -> int:
    """Return the point farthest from the middle of ``count``, or the deepest one.

    The deepest point is taken if it is deeper than the other by more than LEVEL times ``size``.
    """
    x, far, at, deep = (0.0, 0.0, 0.0), -1.0, 0, 0
    for k in range(count):
        x = add_scaled(x, load3(d.ccd_w, k), 1.0 / count)
    for k in range(count):
        r = norm(sub(load3(d.ccd_w, k), x))
        if r > far * (1.0 + TIE):
            far, at = r, k
        if d.ccd_a[k, 0] < d.ccd_a[deep, 0]:
            deep = k
    return deep if d.ccd_a[deep, 0] < d.ccd_a[at, 0] - LEVEL * size else at


@kernel
def widely_spread(d: Data, count: int, n: Vec3, size: float) -> tuple[int, int, int, int]:
    """Choose up to four widely spread points of ``count``; -1 for none.

    They are the first point, the one farthest from it, and the one farthest from their line on either side.
    """
    a, c, left, right = first_point(d, count, size), -1, -1, -1
    p, best = load3(d.ccd_w, a), MIN_SPACING * size
    for k in range(count):
        x = norm(sub(load3(d.ccd_w, k), p))
        if x > best * (1.0 + TIE):
            best, c = x, k
    if c < 0:
        return a, c, left, right
    across = normalize(cross(n, sub(load3(d.ccd_w, c), p)))
    most_left, most_right = MIN_SPACING * size, MIN_SPACING * size
    for k in range(count):
        x = dot(across, sub(load3(d.ccd_w, k), p))
        if x > most_left * (1.0 + TIE):
            most_left, left = x, k
        if -x > most_right * (1.0 + TIE):
            most_right, right = -x, k
    return a, c, left, right


@kernel
def append_spread(d: Data, chosen: tuple[int, int, int, int], n: Vec3, flip: float, lift: float) -> None:
    """Add contacts at the chosen points.

    ``n`` is outward from the reference face, ``flip`` is -1 if that is a face of side 1. Distances are reduced by
    ``lift``, and points are moved inward by half of ``lift``.
    """
    for k in chosen:
        if k >= 0 and d.near_count < mjMAXCONPAIR:
            h = d.ccd_a[k, 0]
            add_candidate(
                d, h - lift, add_scaled(load3(d.ccd_w, k), n, -0.5 * (h + lift)), scale(n, flip), NO_HINT
            )


@kernel
def overlap_along(m: Model, d: Data, n: Vec3) -> float:
    """Return the signed distance of the sides' supporting planes perpendicular to ``n``."""
    w, _ = difference(m, d, sub(load3(d.ccd_xpos, 1), load3(d.ccd_xpos, 0)), n, 0, 0)
    return dot(n, w) - ball_radius(d, 0) - ball_radius(d, 1)


@kernel
def reference_face(m: Model, d: Data, n: Vec3, tilt: float, size: float) -> tuple[int, int]:
    """Return the side and face on which the other side rests; -1, -1 if none.

    ``n`` is the contact normal; faces may deviate from perpendicular to ``n`` by the sine ``tilt``.
    """
    parallel = cosine_of(tilt)
    face0, cosine0 = face_toward(m, d, 0, n)
    if not cosine0 > parallel:  # true for most pairs; the face of side 0 is cheaper to find
        return -1, -1
    face1, cosine1 = face_toward(m, d, 1, neg(n))
    if not cosine1 > parallel:
        return -1, -1
    n0, n1 = normal_of(m, d, 0, face0), neg(normal_of(m, d, 1, face1))
    if overlap_along(m, d, n1) > overlap_along(m, d, n0) + TIE * size:
        return 1, face1
    return 0, face0


@kernel
def rest_on_faces(m: Model, d: Data, geom1: int, geom2: int) -> None:
    """Replace the single candidate of two resting convex geoms by several contacts.

    Reads   near_frame[0], near_dist[0], near_margin, m.geom_rbound; ccd_*: the sides as loaded
    Writes  near_count, near_dist, near_pos, near_frame, where there are at least two
    """
    size = min(m.geom_rbound[geom1], m.geom_rbound[geom2])
    tilt = largest_tilt(d, -d.near_dist[0])
    side, face = reference_face(m, d, load3(d.near_frame, 0), tilt, size)
    if side < 0:
        return
    outward = normal_of(m, d, side, face)
    count = points_over(m, d, side, face, outward, d.near_margin, tilt)
    if count > 1:
        chosen = widely_spread(d, count, outward, size)
        if chosen[1] >= 0:
            d.near_count = 0
            append_spread(d, chosen, outward, 1.0 if side == 0 else -1.0, 0.0)


# Patches of a height field, in the frame of the field


@kernel
def top_face(d: Data) -> int:
    """Return the top of the prism as a face: 0, or 1 if its corners are clockwise from above."""
    a, b, c = load3(d.prism, 0), load3(d.prism, 1), load3(d.prism, 2)
    return 0 if (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]) else 1


@kernel
def top_center(d: Data) -> Vec3:
    """Return the center of the top of the prism.

    A center stands for a prism in patch_of, since neighboring prisms share corners but not centers: vectors between
    shared corners would be rounding errors only.
    """
    a, b, c = load3(d.prism, 0), load3(d.prism, 1), load3(d.prism, 2)
    return add_scaled(load3(d.ccd_xpos, 0), add(add(a, b), c), 1.0 / 3.0)


@kernel
def patch_of(d: Data, n: Vec3, x: Vec3) -> int:
    """Return the patch whose plane has about the normal ``n`` and the point ``x``; -1: none."""
    for k in range(d.patch_count[0]):
        normal, between = load3(d.patch_plane, 5 * k), sub(x, load3(d.patch_plane, 5 * k + 1))
        tilt, off = cross(n, normal), dot(normal, between)
        if dot(tilt, tilt) < PATCH_TILT * PATCH_TILT and off * off <= PATCH_TILT * PATCH_TILT * dot(
            between, between
        ):
            return k
    return -1


@kernel
def direction(way: int) -> tuple[float, float]:
    """Return the components of direction ``way`` of a patch."""
    x = LONG if (way + 1) & 2 == 0 else SHORT
    y = SHORT if (way + 1) & 2 == 0 else LONG
    return x if (way + 2) & 4 == 0 else -x, y if way < WAYS // 2 else -y


@kernel
def widen_patch(d: Data, patch: int, count: int, n: Vec3) -> None:
    """Store those of the points in ccd_w that extend the patch in one of its directions."""
    t = load3(d.patch_plane, 5 * patch + 2)
    s = cross(n, t)
    for k in range(count):
        p = load3(d.ccd_w, k)
        u, v = dot(t, p), dot(s, p)
        for way in range(WAYS):
            x, y = direction(way)
            reached, row = x * u + y * v, WAYS * patch + way
            if reached > d.patch_point[row, 4] + TIE * abs(reached):
                store3(d.patch_point, row, p)
                d.patch_point[row, 3] = d.ccd_a[k, 0]
                d.patch_point[row, 4] = reached


@kernel
def begin_patch(m: Model, d: Data, n: Vec3, x: Vec3) -> None:
    """Begin a patch with the current prism, whose points are in ccd_w.

    The patch stores the last candidate.
    """
    last, patch = d.near_count - 1, d.patch_count[0]
    u = axis_of(d, 1, 0)
    t = add_scaled(u, n, -dot(n, u))
    if dot(t, t) < 0.5:
        u = axis_of(d, 1, 1)
        t = add_scaled(u, n, -dot(n, u))
    store3(d.patch_plane, 5 * patch, n)
    store3(d.patch_plane, 5 * patch + 1, x)
    store3(d.patch_plane, 5 * patch + 2, normalize(t))
    store3(d.patch_plane, 5 * patch + 3, load3(d.near_frame, last))
    store3(d.patch_plane, 5 * patch + 4, load3(d.near_pos, last))
    d.patch_dist[patch] = d.near_dist[last]
    for way in range(WAYS):
        d.patch_point[WAYS * patch + way, 4] = -math.inf
    d.patch_count[0] = patch + 1
    d.near_count = last


@kernel
def prism_tilt(d: Data, dist: float) -> float:
    """Return ``largest_tilt`` for a contact of a prism, whose ``dist`` includes the margins."""
    return largest_tilt(d, -dist - 1.5 * d.near_margin)


@kernel
def open_patch(m: Model, d: Data, face: int, n: Vec3, x: Vec3) -> None:
    """Begin a patch with the current prism if side 1 rests on its top.

    Otherwise the last candidate stays, and its hint stores the plane of the top for drop_joined.
    """
    last, patch = d.near_count - 1, d.patch_count[0]
    if patch < MOST_PATCHES and dot(n, load3(d.near_frame, last)) > PARALLEL:
        count = points_over(m, d, 0, face, n, 0.5 * d.near_margin, prism_tilt(d, d.near_dist[last]))
        if count > 0:
            begin_patch(m, d, n, x)
            widen_patch(d, patch, count, n)
            return
    d.near_frame[last, 3] = n[0]
    d.near_frame[last, 4] = n[1]
    d.near_frame[last, 5] = dot(n, x)


@kernel
def drop_joined(d: Data) -> None:
    """Keep only the candidates of prisms whose tops are in no patch, and clear their hints."""
    left = 0
    for k in range(d.near_count):
        x, y = d.near_frame[k, 3], d.near_frame[k, 4]
        n, pos = (x, y, math.sqrt(max(1.0 - x * x - y * y, 0.0))), load3(d.near_pos, k)
        if patch_of(d, n, add_scaled(pos, n, d.near_frame[k, 5] - dot(n, pos))) < 0:
            write_candidate(d, left, d.near_dist[k], pos, load3(d.near_frame, k), NO_HINT)
            left += 1
    d.near_count = left


@kernel
def is_single_point(d: Data, count: int) -> bool:
    """Return whether the first ``count`` points in ccd_w coincide."""
    p = load3(d.ccd_w, 0)
    for k in range(1, count):
        if load3(d.ccd_w, k) != p:
            return False
    return True


@kernel
def close_patches(d: Data, size: float) -> None:
    """Add the contacts of all patches.

    A patch whose points coincide has the contact of its first prism.
    """
    drop_joined(d)
    for patch in range(d.patch_count[0]):
        for way in range(WAYS):
            store3(d.ccd_w, way, load3(d.patch_point, WAYS * patch + way))
            d.ccd_a[way, 0] = d.patch_point[WAYS * patch + way, 3]
        n = load3(d.patch_plane, 5 * patch)
        chosen = (0, -1, -1, -1) if is_single_point(d, WAYS) else widely_spread(d, WAYS, n, size)
        if chosen[1] >= 0:
            append_spread(d, chosen, n, 1.0, 0.5 * d.near_margin)
        elif d.near_count < mjMAXCONPAIR:
            normal, pos = load3(d.patch_plane, 5 * patch + 3), load3(d.patch_plane, 5 * patch + 4)
            add_candidate(d, d.patch_dist[patch], pos, normal, NO_HINT)


@kernel
def hfield_patch(m: Model, d: Data, task: int, geom: int) -> None:
    """Run a task on the patches of the current height field and ``geom``, which is side 1.

    task    JOIN: add the prism to the patch whose plane contains its top; patch_count[1] is set if there is one
            OPEN: begin a patch with the prism, which has just gained a contact
            CLOSE: remove candidates of patches, and add the contacts of the patches
    Reads   near_margin, prism, ccd_*; near_* of the last candidate
    Writes  patch_*; near_count, near_dist, near_pos, near_frame
    """
    if task == CLOSE:
        close_patches(d, m.geom_rbound[geom])
        return
    face = top_face(d)
    n, x = normal_of(m, d, 0, face), top_center(d)
    if task == OPEN:
        open_patch(m, d, face, n, x)
        return
    patch = patch_of(d, n, x)
    d.patch_count[1] = 1 if patch >= 0 else 0
    if patch >= 0:
        tilt = prism_tilt(d, d.patch_dist[patch])
        widen_patch(d, patch, points_over(m, d, 0, face, n, 0.5 * d.near_margin, tilt), n)
