"""Bounding boxes of geoms and bodies, and a sorted sweep over the geoms of one body.

Documents: Computation / Collision detection / Selection; Computation / Collision detection / Checking (mid phase)

Axis-aligned bounding boxes enclose geoms and bodies. Limbs, furniture, robots and houses consist of long, flat geoms,
whose bounding spheres are mostly empty. The box of a geom includes its share of the margin and exceeds the geom by more
than the inaccuracy of any collision function: two geoms with separated boxes have no contact. Bodies that are compared
pairwise are compared by their boxes; boxes of single geoms are stored for models with many geoms per body.

`are_boxes_separated` tests the oriented boxes of two geoms along the axes of both boxes only: cheap, and sufficient for
most pairs that do not touch.

Bodies with many geoms, such as a world body with thousands of blocks, are tested by a sorted sweep. Their geoms are
sorted along the axis of their largest spread, with the few oversized geoms first, so that the geoms near a sphere are a
contiguous range, found by binary search. The axis is cached, and sorting starts from the order of the previous step:
a body at rest costs one test per geom.
"""

import math

from gelenk.algebra.vec import Vec3, add, load3, load9, mat_mul, mat_t_vec, mat_vec, sub
from gelenk.engine.collision.broadphase import (
    GRID_MIN,
    INFINITE,
    LARGEST_RADIUS,
    SORTED_GEOMS_MIN,
    bound_bodies,
    gather_marked,
    insert_sorted,
    is_plane,
    margin_share,
    reach,
)
from gelenk.engine.collision.pairs.primitives import axis_z
from gelenk.engine.stage_calls import CONTACT_FILTER, is_set
from gelenk.tables.enums import mjtGeom
from gelenk.tables.precision import Limits
from gelenk.toolchain.kernel import kernel, spread
from gelenk.toolchain.kernel_types import Data, Model

LARGEST_COORDINATE = (
    1e30  # [m] bound of coordinates; sort keys below its negative (-inf) are those of oversized geoms
)


@kernel
def ordinary_reach(m: Model, b: int) -> float:
    """Return the reach above which a geom of body ``b`` is oversized.

    It is LARGEST_RADIUS times the mean reach, computed twice so that outliers do not count.
    """
    limit = INFINITE
    for _ in range(2):
        total, n = 0.0, 0
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            r = reach(m, g)
            if r < limit:
                total += r
                n += 1
        limit = LARGEST_RADIUS * total / n if n > 0 else 0.0
    return limit


@kernel
def sort_key(m: Model, d: Data, b: int, g: int) -> float:
    """Return the sort key of geom ``g`` of body ``b``; -inf for oversized geoms."""
    return -INFINITE if reach(m, g) > d.sweep_limit[b] else d.geom_xpos[g, d.sweep_axis[b]]


@kernel
def widest_axis(m: Model, d: Data, b: int) -> int:
    """Return the axis along which the ordinary geoms of a body spread most."""
    best, axis = -1.0, 0
    for k in range(3):
        low, high = INFINITE, -INFINITE
        for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
            if not reach(m, g) > d.sweep_limit[b]:
                low, high = min(low, d.geom_xpos[g, k]), max(high, d.geom_xpos[g, k])
        if high - low > best:
            best, axis = high - low, k
    return axis


@kernel
def is_sorted(m: Model, d: Data, b: int) -> bool:
    """Return whether a body's geoms are still sorted; write sweep_reach.

    sweep_reach is the largest reach among the ordinary geoms of the body.
    """
    first, n = m.body_geomadr[b], m.body_geomnum[b]
    axis, limit = d.sweep_axis[b], d.sweep_limit[b]
    before, sorted_, widest = -INFINITE, True, 0.0
    for i in range(first, first + n):
        g = d.sweep_order[i]
        r, x = reach(m, g), d.geom_xpos[g, axis]
        if r > limit:
            x = -INFINITE
        elif r > widest:
            widest = r
        if x < before:
            sorted_ = False
        before = x
    d.sweep_reach[b] = widest
    return sorted_


@kernel
def sort_geoms(m: Model, d: Data, b: int) -> None:
    """Update sweep_order for a body by Shell sort, unless it is already sorted."""
    first, n = m.body_geomadr[b], m.body_geomnum[b]
    if d.sweep_order[first] == d.sweep_order[first + 1]:  # the order is not initialized yet
        d.sweep_limit[b] = ordinary_reach(m, b)
        d.sweep_axis[b] = widest_axis(m, d, b)
        for i in range(n):
            d.sweep_order[first + i] = first + i
    gap = 1 if is_sorted(m, d, b) else n
    while gap > 1:
        gap = 1 if gap < 5 else (5 * gap - 1) // 11
        for i in range(gap, n):
            g = d.sweep_order[first + i]
            x, j = sort_key(m, d, b, g), i
            while j >= gap and sort_key(m, d, b, d.sweep_order[first + j - gap]) > x:
                d.sweep_order[first + j] = d.sweep_order[first + j - gap]
                j -= gap
            d.sweep_order[first + j] = g


@kernel
def first_from(m: Model, d: Data, b: int, x: float) -> int:
    """Return the first index in sweep_order of body ``b`` whose sort key is at least ``x``."""
    low, high = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    while low < high:
        middle = (low + high) // 2
        if sort_key(m, d, b, d.sweep_order[middle]) < x:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def meets(m: Model, d: Data, g: int, other: int) -> bool:
    """Return whether the sphere of geom ``g`` meets the sphere of body ``other``."""
    r = reach(m, g) + d.broad_sphere[other, 3]
    x = d.broad_sphere[other, 0] - d.geom_xpos[g, 0]
    y = d.broad_sphere[other, 1] - d.geom_xpos[g, 1]
    z = d.broad_sphere[other, 2] - d.geom_xpos[g, 2]
    return x * x + y * y + z * z <= r * r


@kernel
def list_geoms(m: Model, d: Data, b: int, other: int) -> int:
    """List the geoms of ``b`` that may touch ``other`` in sweep_list; return their number.

    The list is ascending.
    """
    first, count = m.body_geomadr[b], m.body_geomnum[b]
    x, r = d.broad_sphere[other, d.sweep_axis[b]], d.broad_sphere[other, 3] + d.sweep_reach[b]
    low, high = first_from(m, d, b, x - r), first_from(m, d, b, x + r * (1.0 + Limits.WIDER) + Limits.LEAST)
    n = 0
    if not (high - low) * 4 < count:
        for g in range(first, first + count):
            if meets(m, d, g, other):
                d.sweep_list[n] = g
                n += 1
        return n
    for i in range(first, first_from(m, d, b, -LARGEST_COORDINATE)):  # oversized geoms
        if meets(m, d, d.sweep_order[i], other):
            n = insert_sorted(d.sweep_list, n, d.sweep_order[i])
    for i in range(low, high):
        if meets(m, d, d.sweep_order[i], other):
            n = insert_sorted(d.sweep_list, n, d.sweep_order[i])
    return n


# Bounding boxes

BOXED = 64  # least number of geoms for stored geom boxes, at two or more geoms per body
BOX_SLACK = 1e-5  # [m] far above the tolerance of the convex colliders
BEYOND_ALL = 1e30  # [m] beyond all geometry; finite, so that its product with 0 is 0
Box = tuple[Vec3, Vec3]  # lower and upper corner, world frame [m]
ALL_SPACE: Box = ((-BEYOND_ALL, -BEYOND_ALL, -BEYOND_ALL), (BEYOND_ALL, BEYOND_ALL, BEYOND_ALL))
EMPTY_BOX: Box = ((BEYOND_ALL, BEYOND_ALL, BEYOND_ALL), (-BEYOND_ALL, -BEYOND_ALL, -BEYOND_ALL))


@kernel
def half_sizes(m: Model, d: Data, g: int) -> Vec3:
    """Return the half sizes, along the world axes, of the box around a convex geom."""
    kind, r = m.geom_type[g], load9(d.geom_xmat, g)
    if kind == mjtGeom.mjGEOM_CAPSULE:
        radius, half = m.geom_size[g, 0], m.geom_size[g, 1]
        return radius + abs(r[2]) * half, radius + abs(r[5]) * half, radius + abs(r[8]) * half
    _, h = box_of(m, g)
    return (
        abs(r[0]) * h[0] + abs(r[1]) * h[1] + abs(r[2]) * h[2],
        abs(r[3]) * h[0] + abs(r[4]) * h[1] + abs(r[5]) * h[2],
        abs(r[6]) * h[0] + abs(r[7]) * h[1] + abs(r[8]) * h[2],
    )


@kernel
def axis_sign(n: Vec3, k: int, i: int, j: int) -> float:
    """Return 1 or -1 if ``n`` is exactly along +k or -k, else 0; i, j are the other axes."""
    return math.copysign(1.0, n[k]) if n[i] == 0.0 and n[j] == 0.0 else 0.0


@kernel
def below_plane(x: Vec3, n: Vec3, more: float) -> Box:
    """Return the box of the half-space below a plane through ``x`` that is raised by ``more``.

    The box is all of space unless the normal is parallel to an axis.
    """
    a, b, c = axis_sign(n, 0, 1, 2), axis_sign(n, 1, 2, 0), axis_sign(n, 2, 0, 1)
    low = (
        x[0] - more if a < 0.0 else -BEYOND_ALL,
        x[1] - more if b < 0.0 else -BEYOND_ALL,
        x[2] - more if c < 0.0 else -BEYOND_ALL,
    )
    high = (
        x[0] + more if a > 0.0 else BEYOND_ALL,
        x[1] + more if b > 0.0 else BEYOND_ALL,
        x[2] + more if c > 0.0 else BEYOND_ALL,
    )
    return low, high


@kernel
def box_geom(m: Model, d: Data, g: int) -> Box:
    """Return the box of geom ``g``; all of space for shapes without one.

    Reads   geom_xpos, geom_xmat, geom_size, geom_aabb, geom_margin
    """
    kind, more = m.geom_type[g], margin_share(m, g) + BOX_SLACK
    if kind == mjtGeom.mjGEOM_PLANE:
        return below_plane(load3(d.geom_xpos, g), axis_z(d, g), more)
    if kind < mjtGeom.mjGEOM_SPHERE or kind > mjtGeom.mjGEOM_MESH:
        return ALL_SPACE
    x, h = load3(d.geom_xpos, g), half_sizes(m, d, g)
    if kind == mjtGeom.mjGEOM_MESH:
        x = add(x, mat_vec(load9(d.geom_xmat, g), load3(m.geom_aabb, g)))
    h = (h[0] + more, h[1] + more, h[2] + more)
    return sub(x, h), add(x, h)


@kernel
def box_body(m: Model, d: Data, b: int) -> Box:
    """Return the box of the colliding geoms of body ``b``.

    With SORTED_GEOMS_MIN or more geoms, which a sorted sweep tests instead, the box is all of space.

    Writes  broad_mask (nbody, 2); broad_box (ngeom, 6) if boxes of geoms are stored
    """
    contype, conaffinity = 0, 0
    low, high = EMPTY_BOX
    first, end = m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]
    for g in range(first, end):
        type_, affinity = m.geom_contype[g], m.geom_conaffinity[g]
        contype |= type_
        conaffinity |= affinity
        if type_ | affinity and end - first < SORTED_GEOMS_MIN:
            lower, upper = box_geom(m, d, g)
            low = (min(low[0], lower[0]), min(low[1], lower[1]), min(low[2], lower[2]))
            high = (max(high[0], upper[0]), max(high[1], upper[1]), max(high[2], upper[2]))
            if d.broad_boxed:
                for k in range(3):
                    d.broad_box[g, k], d.broad_box[g, 3 + k] = lower[k], upper[k]
    d.broad_mask[b, 0] = contype
    d.broad_mask[b, 1] = conaffinity
    return (low, high) if end - first < SORTED_GEOMS_MIN else ALL_SPACE


@kernel
def box_bodies(m: Model, d: Data) -> None:
    """Write the boxes of all bodies to broad_around (6, nbody), lower corner first.

    Also writes what box_body writes.
    """
    for b in spread(d, 0, m.nbody):
        low, high = box_body(m, d, b)
        for k in range(3):
            d.broad_around[k, b] = low[k]
            d.broad_around[3 + k, b] = high[k]


@kernel
def mark_above_plane(m: Model, d: Data, b1: int) -> None:
    """Set broad_list[b2], b2 > b1, to whether the box of b2 may touch the plane body b1.

    The test uses the lowest corner of the box, with a slack far above rounding. NaN counts as touching and is left to
    the collision function of the two geoms.
    """
    g = m.body_geomadr[b1]
    point = load3(d.geom_xpos, g)
    x, y, z = axis_z(d, g)
    lowest_x = d.broad_around[0 if x > 0.0 else 3]
    lowest_y = d.broad_around[1 if y > 0.0 else 4]
    lowest_z = d.broad_around[2 if z > 0.0 else 5]
    height = x * point[0] + y * point[1] + z * point[2] + margin_share(m, g)
    for b2 in range(b1 + 1, m.nbody):
        u, v, w = x * lowest_x[b2], y * lowest_y[b2], z * lowest_z[b2]
        slack = Limits.WIDER * (abs(u) + abs(v) + abs(w) + abs(height))
        d.broad_list[b2] = 0 if u + v + w - height > slack else 1


@kernel
def list_overlapping(m: Model, d: Data, b1: int) -> int:
    """List the bodies above ``b1`` with overlapping boxes in broad_list; return their number.

    The list is ascending. The box of a body that is a plane is the half-space below it.
    """
    if d.broad_mask[b1, 0] | d.broad_mask[b1, 1] == 0:  # no colliding geoms, as on many links of robots
        return 0
    if is_plane(m, b1):
        mark_above_plane(m, d, b1)
        return gather_marked(m, d, b1)
    a = d.broad_around
    low0, low1, low2, high0, high1, high2 = a[0], a[1], a[2], a[3], a[4], a[5]
    x0, y0, z0, x1, y1, z1 = low0[b1], low1[b1], low2[b1], high0[b1], high1[b1], high2[b1]
    for b2 in range(b1 + 1, m.nbody):  # without branches, so that the loop vectorizes
        along_x = (low0[b2] <= x1) & (x0 <= high0[b2])
        along_y = (low1[b2] <= y1) & (y0 <= high1[b2])
        along_z = (low2[b2] <= z1) & (z0 <= high2[b2])
        d.broad_list[b2] = 1 if along_x & along_y & along_z else 0
    return gather_marked(m, d, b1)


@kernel
def are_bodies_separated(d: Data, b1: int, b2: int) -> bool:
    """Return whether the boxes of two bodies are separated along an axis; NaN never separates."""
    for k in range(3):
        if d.broad_around[k, b1] > d.broad_around[3 + k, b2]:
            return True
        if d.broad_around[k, b2] > d.broad_around[3 + k, b1]:
            return True
    return False


@kernel
def is_separated_from_body(d: Data, g: int, b: int) -> bool:
    """Return whether an axis separates the boxes of a geom and a body; NaN never separates."""
    for k in range(3):
        if d.broad_box[g, k] > d.broad_around[3 + k, b] or d.broad_around[k, b] > d.broad_box[g, 3 + k]:
            return True
    return False


@kernel
def are_geoms_separated(d: Data, g1: int, g2: int) -> bool:
    """Return whether the boxes of two geoms are separated along an axis; NaN never separates."""
    for k in range(3):
        if d.broad_box[g1, k] > d.broad_box[g2, 3 + k] or d.broad_box[g2, k] > d.broad_box[g1, 3 + k]:
            return True
    return False


@kernel
def list_near(m: Model, d: Data, b: int, other: int, n: int) -> int:
    """Append geoms of body ``b`` near body ``other`` to sweep_list; return its new length.

    A geom is near if its box meets the box of the other body; ``n`` is the length before.
    """
    for g in range(m.body_geomadr[b], m.body_geomadr[b] + m.body_geomnum[b]):
        if m.geom_contype[g] | m.geom_conaffinity[g] and not is_separated_from_body(d, g, other):
            d.sweep_list[n] = g
            n += 1
    return n


@kernel
def prepare_bodies(m: Model, d: Data) -> bool:
    """Compute the bounding volumes of bodies, and sort the geoms of bodies with many geoms.

    Returns whether bodies are compared pairwise by boxes (`list_overlapping`), not by spheres (`list_partners`).
    """
    many = False
    for b in range(m.nbody):
        if m.body_geomnum[b] >= SORTED_GEOMS_MIN:
            sort_geoms(m, d, b)
            many = True
    filtered = is_set(m, CONTACT_FILTER)  # the user's filter is called for all pairs with overlapping spheres
    by_boxes = m.nbody < GRID_MIN and not many and not filtered
    if not by_boxes:
        bound_bodies(m, d)
    d.broad_boxed = 1 if m.ngeom >= BOXED and m.ngeom >= 2 * m.nbody and not filtered else 0
    if by_boxes or d.broad_boxed:
        box_bodies(m, d)
    return by_boxes


@kernel
def box_of(m: Model, geom: int) -> tuple[Vec3, Vec3]:
    """Return center and half sizes of the box around a convex geom, in the geom's frame."""
    kind, size = m.geom_type[geom], load3(m.geom_size, geom)
    origin = (0.0, 0.0, 0.0)
    if kind == mjtGeom.mjGEOM_MESH:
        half = (m.geom_aabb[geom, 3], m.geom_aabb[geom, 4], m.geom_aabb[geom, 5])
        return load3(m.geom_aabb, geom), half
    if kind == mjtGeom.mjGEOM_SPHERE:
        return origin, (size[0], size[0], size[0])
    if kind == mjtGeom.mjGEOM_CAPSULE:
        return origin, (size[0], size[0], size[0] + size[1])
    if kind == mjtGeom.mjGEOM_CYLINDER:
        return origin, (size[0], size[0], size[1])
    return origin, size


@kernel
def are_boxes_separated(m: Model, d: Data, geom1: int, geom2: int, margin: float) -> bool:
    """Return whether a face normal of either box separates the boxes by more than ``margin``.

    NaN never separates.
    """
    r1, r2 = load9(d.geom_xmat, geom1), load9(d.geom_xmat, geom2)
    c1, h1 = box_of(m, geom1)
    c2, h2 = box_of(m, geom2)
    x1 = add(load3(d.geom_xpos, geom1), mat_vec(r1, c1))
    x2 = add(load3(d.geom_xpos, geom2), mat_vec(r2, c2))
    t1 = mat_t_vec(r1, sub(x2, x1))
    t2 = mat_t_vec(r2, sub(x2, x1))
    c = mat_mul((r1[0], r1[3], r1[6], r1[1], r1[4], r1[7], r1[2], r1[5], r1[8]), r2)
    a = (abs(c[0]), abs(c[1]), abs(c[2]), abs(c[3]), abs(c[4]), abs(c[5]), abs(c[6]), abs(c[7]), abs(c[8]))
    s, u = mat_vec(a, h2), mat_t_vec(a, h1)
    for k in range(3):
        if abs(t1[k]) > h1[k] + s[k] + margin or abs(t2[k]) > h2[k] + u[k] + margin:
            return True
    return False
